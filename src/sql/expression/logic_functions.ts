/** Functions of conditions, choices and missing values, and the operators that have names. */

import { wrongAt } from '../grammar/source.ts';
import type { ComparisonOperator } from '../grammar/syntax.ts';
import { compare, isIn } from './comparison.ts';
import { MANY, type Signature, type Signatures } from './signature.ts';
import type { Tree } from './tree.ts';
import { apply, asCondition, literal, type Scope, shown, type Type, type Typed, unified } from './typed.ts';

export const LOGIC: Signatures = {
  if: { min: 3, max: 3, make: choose },
  multiIf: { min: 3, max: MANY, make: choose },
  coalesce: { min: 1, max: MANY, make: firstOf },
  ifNull: { min: 2, max: 2, make: firstOf },
  nullIf: {
    min: 2,
    max: 2,
    make: (scope, args, at) => {
      const isSame = compare(scope, '=', args[0]!, args[1]!, at);
      return { ...args[0]!, node: apply('choose', isSame.node, literal(null), args[0]!.node), at };
    },
  },
  assumeNotNull: { min: 1, max: 1, make: (_, [of]) => of! },
  isNull: { min: 1, max: 1, make: (scope, [of], at) => condition('is_null', [single(scope, of!)], at) },
  isNotNull: {
    min: 1,
    max: 1,
    make: (scope, [of], at) => condition('not', [apply('is_null', single(scope, of!))], at),
  },
  and: { min: 2, max: MANY, make: (scope, args, at) => condition('and', conditions(scope, args), at) },
  or: { min: 2, max: MANY, make: (scope, args, at) => condition('or', conditions(scope, args), at) },
  not: { min: 1, max: 1, make: (scope, args, at) => condition('not', conditions(scope, args), at) },
  toBool: { min: 1, max: 1, make: (_, [of], at) => condition('to_boolean', [of!.node], at) },
  equals: comparing('='),
  notEquals: comparing('!='),
  less: comparing('<'),
  lessOrEquals: comparing('<='),
  greater: comparing('>'),
  greaterOrEquals: comparing('>='),
  in: { min: 2, max: 2, make: (scope, [value, list], at) => isIn(scope, value!, list!, at) },
  notIn: {
    min: 2,
    max: 2,
    make: (scope, [value, list], at) => condition('not', [isIn(scope, value!, list!, at).node], at),
  },
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
  return { min: 2, max: 2, make: (scope, [left, right], at) => compare(scope, operator, left!, right!, at) };
}

function firstOf(scope: Scope, args: readonly Typed[], at: number): Typed {
  const { nodes, type } = unified(scope, args);
  return { type, node: apply('coalesce', ...nodes), at };
}

/** condition, value, …, value otherwise */
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
