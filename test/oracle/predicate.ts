/** What `and`, `or` and `not` mean, for oracles and tests that have their own idea of a value's test. */
import type { Predicate } from '../../src/model/question/predicate.ts';

type ValuePredicate = Extract<Predicate, { readonly kind: 'value' }>;

export function decided(predicate: Predicate, decide: (leaf: ValuePredicate) => boolean): boolean {
  switch (predicate.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'and':
      return predicate.of.every((part) => decided(part, decide));
    case 'or':
      return predicate.of.some((part) => decided(part, decide));
    case 'not':
      return !decided(predicate.of, decide);
    case 'value':
      return decide(predicate);
    default:
      throw new Error(`this is not about values: ${predicate.kind}`);
  }
}
