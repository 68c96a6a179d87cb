/** Callable functions: how many arguments each takes, and how a call is compiled. */
import { wrongAt } from '../grammar/source.ts';
import type { Tree } from './tree.ts';
import { literalOf, type Scope, type Type, type Typed } from './typed.ts';

export interface Signature {
  readonly min: number;
  readonly max: number;
  readonly make: (scope: Scope, args: readonly Typed[], at: number) => Typed;
}

/** Takes `min` to `max` arguments, which `make` checks itself. */
export function takes(min: number, max: number, make: Signature['make']): Signature {
  return { min, max, make };
}

export type Signatures = Readonly<Record<string, Signature>>;

/** Casts one argument to the type that a function needs. */
type Cast = (scope: Scope, typed: Typed) => Tree;

/** Casts arguments one by one. The last `optional` of them may be missing. */
export function shaped(type: Type, casts: readonly Cast[], node: (...args: Tree[]) => Tree, optional = 0): Signature {
  return {
    min: casts.length - optional,
    max: casts.length,
    make: (scope, args, at) => ({ type, node: node(...args.map((arg, place) => casts[place]!(scope, arg))), at }),
  };
}

/** For functions with any number of arguments. Bounded, because each takes a column during the computation. */
export const MANY = 128;

/** Requires a plain number literal. */
export function plainNumber(scope: Scope, typed: Typed): number {
  const value = literalOf(typed);
  if (typeof value === 'number') return value;
  throw wrongAt(scope.source, typed.at, 'expected a plain number here.');
}

export function plainText(scope: Scope, typed: Typed, known: readonly string[]): string {
  const value = literalOf(typed);
  if (typeof value === 'string') return value;
  throw wrongAt(scope.source, typed.at, `expected one of ${known.map((word) => `'${word}'`).join(', ')}.`);
}
