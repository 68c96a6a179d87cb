import type { Selector } from './elements.ts';
import type { Expression, PlainSource } from './expression.ts';

export { METADATA_KEYS, SESSION_KEYS, type SessionKey } from './expression.ts';

/**
 * A resolved condition on a row: dates are milliseconds, lists are explicit. A negative operator is `not` of the positive
 * one, so missing values pass it, as property filters require.
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
 * Conditions on a row's person that do not depend on the row. So they also apply to persons without events. Engines turn
 * each into a set of persons once.
 */
export type PersonCondition =
  /** Is a member of a cohort. `where` consists of person values and these conditions. */
  | { readonly kind: 'cohort'; readonly where: Predicate /** Name in messages. */; readonly label?: string }
  /**
   * Has one of these distinct ids: a static cohort. Ordinals as "3,14,15", because a question is copied, named and hashed
   * on its way, and a hundred thousand numbers take many times as long as one text.
   */
  | { readonly kind: 'members'; readonly distincts: string }
  /** Has a distinct id with a text that passes. */
  | { readonly kind: 'any_distinct_id'; readonly test: ValueTest }
  | { readonly kind: 'behaviour'; readonly behaviour: Behaviour }
  /** Is in a stable sample of persons. */
  | { readonly kind: 'sampled'; readonly share: number };

/** Rows that any match finds between two instants (from inclusive, until exclusive). */
export interface Deeds {
  readonly matches: readonly EventMatch[];
  readonly from_ms: number;
  readonly until_ms: number;
}

/** What a person did. Cohorts combine these with AND, OR and NOT. */
export type Behaviour =
  /** Did it `min` to `max` times. `min` is at least 1, because persons who never did it are not members. */
  | { readonly op: 'count'; readonly deeds: Deeds; readonly min: number; readonly max: number }
  /** Did it, and then one of the `later` rows strictly later but at most `within_ms` after it. */
  | { readonly op: 'sequence'; readonly deeds: Deeds; readonly later: Deeds; readonly within_ms: number }
  /** Did it in at least `min_periods` periods, `min` to `max` times in each. */
  | {
      readonly op: 'regular';
      readonly matches: readonly EventMatch[];
      /** Period i is [edges_ms[i], edges_ms[i + 1]). */
      readonly edges_ms: readonly number[];
      readonly min_periods: number;
      readonly min: number;
      readonly max: number;
    };

/** Rows of one event (null = all) that pass a condition. */
export interface EventMatch {
  readonly event: string | null;
  readonly where: Predicate;
}

/** Where a value comes from. */
export type ValueSource = PlainSource | { readonly of: 'expression'; readonly expression: Expression };

/**
 * A test of one value. Values compare as text (5 is "5", true is "true", objects by meaning of their JSON), except where a
 * number or time is asked for; then numeric text counts as a number. Missing and null fail every test.
 */
export type ValueTest =
  | { readonly op: 'set' }
  | { readonly op: 'in'; readonly values: readonly string[] }
  /** Case-insensitive; `%` (any run) and `_` (any one) are wildcards. */
  | { readonly op: 'contains'; readonly needles: readonly string[] }
  /** RE2, unanchored, case-sensitive; any of the patterns. */
  | { readonly op: 'matches'; readonly patterns: readonly string[] }
  | {
      readonly op: 'number';
      readonly min: number;
      readonly max: number;
      readonly min_open: boolean;
      readonly max_open: boolean;
    }
  /** The value as a version (see base/version_text.ts) is within the bounds; null = no bound. */
  | {
      readonly op: 'version';
      readonly min: readonly number[] | null;
      readonly max: readonly number[] | null;
      readonly min_open: boolean;
      readonly max_open: boolean;
    }
  /**
   * The value as a date is in [from_ms, until_ms). Values without an offset are wall-clock readings. They are compared with
   * the same bounds on the project's wall clock, so the engine needs no time zone.
   */
  | {
      readonly op: 'time';
      readonly from_ms: number;
      readonly until_ms: number;
      readonly from_wall_ms: number;
      readonly until_wall_ms: number;
    }
  /** The value is an element chain (see elements.ts), and any selector finds an element of it. */
  | { readonly op: 'selector'; readonly selectors: readonly Selector[] }
  /** The value is an element chain, and this part of any of its elements passes. */
  | { readonly op: 'element'; readonly part: ElementPart; readonly test: ValueTest };

export const ELEMENT_PARTS = ['tag_name', 'href', 'text'] as const;
export type ElementPart = (typeof ELEMENT_PARTS)[number];

/** Whether the condition is about persons only, so that it also applies to those without events. */
export function isOfPersons(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.of.every(isOfPersons);
    case 'not':
      return isOfPersons(predicate.of);
    case 'value':
      return predicate.source.of === 'person';
    default:
      return true;
  }
}

export const ALL: Predicate = { kind: 'all' };

/** OR without redundant layers. Empty gives true, like an empty filter group. */
export function either(of: readonly Predicate[]): Predicate {
  if (of.length === 0 || of.some((predicate) => predicate.kind === 'all')) return ALL;
  const kept = of.filter((predicate) => predicate.kind !== 'none');
  if (kept.length === 0) return { kind: 'none' };
  return kept.length === 1 ? kept[0]! : { kind: 'or', of: kept };
}

/** AND without redundant layers. */
export function every(of: readonly Predicate[]): Predicate {
  const kept = of.filter((predicate) => predicate.kind !== 'all');
  if (kept.length === 0) return ALL;
  return kept.length === 1 ? kept[0]! : { kind: 'and', of: kept };
}

export function not(of: Predicate): Predicate {
  if (of.kind === 'all') return { kind: 'none' };
  return of.kind === 'none' ? ALL : { kind: 'not', of };
}
