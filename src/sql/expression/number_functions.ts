/** Functions of numbers. */
import type { FunctionName } from '../../model/question/expression.ts';
import { type Calculation, calculate } from './arithmetic.ts';
import { asComparedNumber } from './comparison.ts';
import { MANY, type Signature, type Signatures, shaped, takes } from './signature.ts';
import type { Tree } from './tree.ts';
import { apply, asNumber, isTime, literal, shown, unified } from './typed.ts';

export const NUMBER: Signatures = {
  toInt: casting('to_integer'),
  toFloat: casting('to_number'),
  toIntOrZero: casting('to_integer', 0),
  toFloatOrZero: casting('to_number', 0),
  toIntOrDefault: casting('to_integer', 0),
  toFloatOrDefault: casting('to_number', 0),
  abs: numeric('abs', 1),
  ceil: numeric('ceil', 1),
  exp: numeric('exp', 1),
  floor: numeric('floor', 1),
  ln: numeric('log', 1),
  log2: numeric('log2', 1),
  log10: numeric('log10', 1),
  log: numeric('log', 1),
  negate: numeric('negate', 1),
  sign: shaped('number', [asNumber], signOf),
  sqrt: numeric('sqrt', 1),
  trunc: numeric('truncate', 1),
  divide: calculating('/'),
  intDiv: numeric('divide_whole', 2),
  minus: calculating('-'),
  modulo: calculating('%'),
  multiply: calculating('*'),
  plus: calculating('+'),
  pow: numeric('power', 2),
  round: shaped('number', [asNumber, asNumber], (of, decimals = literal(0)) => apply('round', of, decimals), 1),
  least: extreme('least'),
  greatest: extreme('greatest'),
  min2: extreme('least', 2),
  max2: extreme('greatest', 2),
};

function calculating(operator: Calculation): Signature {
  return takes(2, 2, (scope, [left, right], at) => calculate(scope, operator, left!, right!, at));
}

function signOf(number: Tree): Tree {
  const [zero, one] = [literal(0), literal(1)];
  return apply(
    'choose',
    apply('greater', number, zero),
    one,
    apply('less', number, zero),
    literal(-1),
    apply('multiply', number, zero),
  );
}

function numeric(name: FunctionName, count: number): Signature {
  return shaped(
    'number',
    Array.from({ length: count }, () => asNumber),
    (...args) => apply(name, ...args),
  );
}

/** Casts a value. Text that is no number becomes missing, or `otherwise`. */
function casting(name: 'to_integer' | 'to_number', otherwise: number | null = null): Signature {
  return takes(1, otherwise === null ? 1 : 2, (scope, [of, said], at) => {
    const node = apply(name, isTime(of!) ? asNumber(scope, of!) : of!.node);
    shown(scope, of!); // throws for lists and intervals
    const instead = said === undefined ? literal(otherwise) : asNumber(scope, said);
    return { type: 'number', node: otherwise === null ? node : apply('coalesce', node, instead), at };
  });
}

/** The least or greatest argument; all are numbers, or all are times. */
function extreme(name: 'least' | 'greatest', max = MANY): Signature {
  return {
    min: 2,
    max,
    make: (scope, args, at) => {
      if (args.every(isTime)) {
        const { nodes, type } = unified(scope, args);
        return { type, node: apply(name, ...nodes), at };
      }
      return { type: 'number', node: apply(name, ...args.map((arg) => asComparedNumber(scope, arg))), at };
    },
  };
}
