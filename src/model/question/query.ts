/** Types that all resolved questions share. Times are epoch milliseconds. */
import type { Expression } from './expression.ts';
import { type EventMatch, every, type Predicate, type ValueSource } from './predicate.ts';

export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** from_ms inclusive, until_ms exclusive. */
export interface TimeRange {
  readonly from_ms: number;
  readonly until_ms: number;
}

/** Persons, or groups of one type, that are counted. */
export type ActorKind = { readonly kind: 'person' } | { readonly kind: 'group'; readonly type_index: number };

/** May also be values of an expression. Rows without a value are not counted then. */
export type ValueActorKind = ActorKind | { readonly kind: 'expression'; readonly expression: Expression };

/** A resolved line of `events` or `actions`: all rows that any of `matches` finds. */
export interface Entity {
  readonly type: 'events' | 'actions';
  /** As sent: event name, null for all events, or action id. */
  readonly id: string | number | null;
  readonly name: string;
  readonly custom_name: string | null;
  readonly order: number;
  readonly matches: readonly EventMatch[];
  /** Its own filters as sent, to describe the question; `matches` include what they mean. */
  readonly filters_sent?: unknown;
}

/** The entity with one more condition on each event. */
export function restricted<T extends Entity>(entity: T, where: Predicate): T {
  if (where.kind === 'all') return entity;
  return { ...entity, matches: entity.matches.map((match) => ({ ...match, where: every([match.where, where]) })) };
}

/** A dimension that rows are split by. Texts as in ValueTest; missing, null and '' are one group. */
export interface Dimension {
  readonly source: ValueSource;
  /** Whether values are URLs: slashes, ? and # at the end are ignored, and if nothing is left, the value is "/". */
  readonly normalize_url: boolean;
  /** Numbers go into this many equal bins from minimum to maximum; null = values stay as they are. */
  readonly bins: number | null;
}

/** The persons of a cohort, or everybody. */
export interface CohortGroup {
  readonly id: number | 'all';
  readonly name: string;
  readonly where: Predicate;
}

/** How rows are split. Groups of values are disjoint; a person may be in several cohorts. */
export type Breakdown =
  | {
      readonly kind: 'values';
      /** One to three. A group is a combination of their values. */
      readonly dimensions: readonly Dimension[];
      readonly limit: number;
    }
  | {
      readonly kind: 'cohorts';
      readonly cohorts: readonly CohortGroup[];
      /** Whether each cohort is a question of its own, in this order, rather than one value among others. */
      readonly apart: boolean;
      readonly limit: number;
    };

/** Text of each dimension's value (null for none), or a cohort's id; [] without a breakdown. */
export type GroupKey = readonly (string | null)[];

/** A key as one text, by which equal numbers are ordered. */
export function keyText(key: GroupKey): string {
  return key.join('::');
}

/** Numbers for statistics, in lists as they were collected. */
export type Sample = readonly Float64Array[];
