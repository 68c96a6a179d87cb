/**
 * A resolved condition on a row. Nothing is left to decide: dates are milliseconds, lists are explicit, a negative
 * operator is `not` of the positive one (so a missing value passes it, as the rules of property filters want).
 */
export type Predicate =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'and'; readonly of: readonly Predicate[] }
  | { readonly kind: 'or'; readonly of: readonly Predicate[] }
  | { readonly kind: 'not'; readonly of: Predicate }
  | { readonly kind: 'value'; readonly source: ValueSource; readonly test: ValueTest };

/** Where a value comes from. Person and group values are today's, not those at the time of the event. */
export type ValueSource =
  | { readonly of: 'event'; readonly key: string }
  | { readonly of: 'person'; readonly key: string }
  | { readonly of: 'group'; readonly type_index: number; readonly key: string };

/**
 * A test of one value. Values are compared as text (5 is "5", true is "true", an object is its JSON text) save where
 * a number or a time is asked for; numeric text counts as a number. A missing or null value fails every test.
 */
export type ValueTest =
  | { readonly op: 'set' }
  | { readonly op: 'in'; readonly values: readonly string[] }
  /** Case-insensitive; `%` (any run) and `_` (any one) are wildcards. */
  | { readonly op: 'contains'; readonly needles: readonly string[] }
  /** RE2 syntax, found anywhere, case-sensitive; any of the patterns. */
  | { readonly op: 'matches'; readonly patterns: readonly string[] }
  | {
      readonly op: 'number';
      readonly min: number;
      readonly max: number;
      readonly min_open: boolean;
      readonly max_open: boolean;
    }
  /**
   * The value, read as a date, lies in [from_ms, until_ms). A value that names no offset is a wall clock's reading and
   * is compared with the same bounds as the project's wall clock shows them, so that the engine needs no time zone.
   */
  | {
      readonly op: 'time';
      readonly from_ms: number;
      readonly until_ms: number;
      readonly from_wall_ms: number;
      readonly until_wall_ms: number;
    };

export const ALL: Predicate = { kind: 'all' };

/** AND without needless layers. */
export function every(of: readonly Predicate[]): Predicate {
  const kept = of.filter((predicate) => predicate.kind !== 'all');
  if (kept.length === 0) return ALL;
  return kept.length === 1 ? kept[0]! : { kind: 'and', of: kept };
}

export function not(of: Predicate): Predicate {
  if (of.kind === 'all') return { kind: 'none' };
  return of.kind === 'none' ? ALL : { kind: 'not', of };
}
