import type { Selector } from './elements.ts';
import type { Expression, PlainSource } from './expression.ts';

export { METADATA_KEYS, SESSION_KEYS, type SessionKey } from './expression.ts';

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
  | { readonly kind: 'value'; readonly source: ValueSource; readonly test: ValueTest }
  | PersonCondition;

/**
 * Conditions on the person of a row whatever the row, so that they hold for a person without events as well. Engines
 * evaluate each once to a set of persons.
 */
export type PersonCondition =
  /** Belongs to a cohort. `where` speaks of persons only: values of persons, and these conditions. */
  | { readonly kind: 'cohort'; readonly where: Predicate /** As messages call it. */; readonly label?: string }
  /** Has one of these distinct ids, by their dense numbers: a cohort that lists its members. */
  | { readonly kind: 'members'; readonly distincts: readonly number[] }
  /** Has a distinct id whose text passes. */
  | { readonly kind: 'any_distinct_id'; readonly test: ValueTest }
  | { readonly kind: 'behaviour'; readonly behaviour: Behaviour }
  /** Is among a share of the persons that is the same each time. */
  | { readonly kind: 'sampled'; readonly share: number };

/** Rows that any of the matches finds, between two instants (from inclusive, until exclusive). */
export interface Deeds {
  readonly matches: readonly EventMatch[];
  readonly from_ms: number;
  readonly until_ms: number;
}

/** What a person has done. Everything else that cohorts speak of is AND, OR and NOT of these. */
export type Behaviour =
  /** So many times: `min` is at least 1, as somebody who never did it is no member. */
  | { readonly op: 'count'; readonly deeds: Deeds; readonly min: number; readonly max: number }
  /** And strictly later, but at most `within_ms` after it, one of the `later` rows. */
  | { readonly op: 'sequence'; readonly deeds: Deeds; readonly later: Deeds; readonly within_ms: number }
  /** In at least `min_periods` of the periods, as often as `min` to `max` says. */
  | {
      readonly op: 'regular';
      readonly matches: readonly EventMatch[];
      /** Period i is [edges_ms[i], edges_ms[i + 1]). */
      readonly edges_ms: readonly number[];
      readonly min_periods: number;
      readonly min: number;
      readonly max: number;
    };

/** Rows of one event (null = of every event) that pass a condition. */
export interface EventMatch {
  readonly event: string | null;
  readonly where: Predicate;
}

/** Where a value comes from. */
export type ValueSource = PlainSource | { readonly of: 'expression'; readonly expression: Expression };

/**
 * A test of one value. Values are compared as text (5 is "5", true is "true", an object is its JSON text, of which only
 * what it says counts) save where a number or a time is asked for; numeric text counts as a number. A missing or null value fails every test.
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
    }
  /** The value is a chain of elements (see elements.ts), and any of the selectors finds one of them. */
  | { readonly op: 'selector'; readonly selectors: readonly Selector[] }
  /** The value is a chain of elements, and that part of any of them passes. */
  | { readonly op: 'element'; readonly part: ElementPart; readonly test: ValueTest };

export const ELEMENT_PARTS = ['tag_name', 'href', 'text'] as const;
export type ElementPart = (typeof ELEMENT_PARTS)[number];

export const ALL: Predicate = { kind: 'all' };

/** OR without needless layers; of nothing at all it is true, as an empty group of filters is. */
export function either(of: readonly Predicate[]): Predicate {
  if (of.length === 0 || of.some((predicate) => predicate.kind === 'all')) return ALL;
  const kept = of.filter((predicate) => predicate.kind !== 'none');
  if (kept.length === 0) return { kind: 'none' };
  return kept.length === 1 ? kept[0]! : { kind: 'or', of: kept };
}

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
