/** Functions of conditions, choices and missing values, and the operators that have names. */

import { wrongAt } from '../grammar/source.ts';
import type { ComparisonOperator } from '../grammar/syntax.ts';
import { compare, isIn } from './comparison.ts';
import { MANY, type Signature, type Signatures, takes } from './signature.ts';
import type { Tree } from './tree.ts';
import { apply, asCondition, literal, type Scope, shown, type Type, type Typed, unified } from './typed.ts';

export const LOGIC: Signatures = {
  if: takes(3, 3, choose),
  multiIf: takes(3, MANY, choose),
  coalesce: takes(1, MANY, firstOf),
  ifNull: takes(2, 2, firstOf),
  nullIf: takes(2, 2, (scope, args, at) => {
    const isSame = compare(scope, '=', args[0]!, args[1]!, at);
    return { ...args[0]!, node: apply('choose', isSame.node, literal(null), args[0]!.node), at };
  }),
  assumeNotNull: takes(1, 1, (_, [of]) => of!),
  isNull: takes(1, 1, (scope, [of], at) => condition('is_null', [single(scope, of!)], at)),
  isNotNull: takes(1, 1, (scope, [of], at) => condition('not', [apply('is_null', single(scope, of!))], at)),
  and: takes(2, MANY, (scope, args, at) => condition('and', conditions(scope, args), at)),
  or: takes(2, MANY, (scope, args, at) => condition('or', conditions(scope, args), at)),
  not: takes(1, 1, (scope, args, at) => condition('not', conditions(scope, args), at)),
  toBool: takes(1, 1, (_, [of], at) => condition('to_boolean', [of!.node], at)),
  equals: comparing('='),
  notEquals: comparing('!='),
  less: comparing('<'),
  lessOrEquals: comparing('<='),
  greater: comparing('>'),
  greaterOrEquals: comparing('>='),
  in: takes(2, 2, (scope, [value, list], at) => isIn(scope, value!, list!, at)),
  notIn: takes(2, 2, (scope, [value, list], at) => condition('not', [isIn(scope, value!, list!, at).node], at)),
};

function condition(name: 'is_null' | 'and' | 'or' | 'not' | 'to_boolean', args: Tree[], at: number): Typed {
  return { type: 'boolean', node: apply(name, ...args), at };
}

function conditions(scope: Scope, args: readonly Typed[]): Tree[] {
  return args.map((arg) => asCondition(scope, arg));
}

/** Any single value, unconverted. */
function single(scope: Scope, typed: Typed): Tree {
  shown(scope, typed);
  return typed.node;
}

function comparing(operator: ComparisonOperator): Signature {
  return takes(2, 2, (scope, [left, right], at) => compare(scope, operator, left!, right!, at));
}

function firstOf(scope: Scope, args: readonly Typed[], at: number): Typed {
  const { nodes, type } = unified(scope, args);
  return { type, node: apply('coalesce', ...nodes), at };
}

/** Takes condition, value, …, value otherwise. */
function choose(scope: Scope, args: readonly Typed[], at: number): Typed {
  if (args.length % 2 === 0) {
    throw wrongAt(scope.source, at, 'multiIf needs pairs of a condition and a value, and one value otherwise.');
  }
  const isCondition = (place: number) => place % 2 === 0 && place < args.length - 1;
  const { nodes, type }: { nodes: Tree[]; type: Type } = unified(
    scope,
    args.filter((_, place) => !isCondition(place)),
  );
  let next = 0;
  const all = args.map((arg, place) => (isCondition(place) ? asCondition(scope, arg) : nodes[next++]!));
  return { type, node: apply('choose', ...all), at };
}
