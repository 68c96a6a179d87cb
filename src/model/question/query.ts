/** Types shared by all resolved questions. Times are epoch milliseconds. */
import type { Expression } from './expression.ts';
import { type EventMatch, every, type Predicate, type ValueSource } from './predicate.ts';

export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** from_ms inclusive, until_ms exclusive. */
export interface TimeRange {
  readonly from_ms: number;
  readonly until_ms: number;
}

/** Who is counted: persons, or groups of one type. */
export type ActorKind = { readonly kind: 'person' } | { readonly kind: 'group'; readonly type_index: number };

/** Or values of an expression; rows without a value are not counted. */
export type ValueActorKind = ActorKind | { readonly kind: 'expression'; readonly expression: Expression };

/** A resolved line of `events` or `actions`: rows found by any of `matches`. */
export interface Entity {
  readonly type: 'events' | 'actions';
  /** As sent: event name, null for all events, or action id. */
  readonly id: string | number | null;
  readonly name: string;
  readonly custom_name: string | null;
  readonly order: number;
  readonly matches: readonly EventMatch[];
  /** Its own filters as sent, for describing the question; `matches` has their meaning. */
  readonly filters_sent?: unknown;
}

/** The entity with one more condition on each event. */
export function restricted<T extends Entity>(entity: T, where: Predicate): T {
  if (where.kind === 'all') return entity;
  return { ...entity, matches: entity.matches.map((match) => ({ ...match, where: every([match.where, where]) })) };
}

/** What rows are split by. Text as in ValueTest; missing, null and '' are one group. */
export interface Dimension {
  readonly source: ValueSource;
  /**
   * Values are URLs: trailing
   * ? # are ignored, and nothing else left is "/".
   */
  readonly normalize_url: boolean;
  /** Numbers go into this many equal bins from minimum to maximum; null = values as they are. */
  readonly bins: number | null;
}

/** The persons of a cohort, or everybody. */
export interface CohortGroup {
  readonly id: number | 'all';
  readonly name: string;
  readonly where: Predicate;
}

/** How rows are split. Value groups are disjoint; a person may be in several cohorts. */
export type Breakdown =
  | {
      readonly kind: 'values';
      /** One to three: a group is a combination of their values. */
      readonly dimensions: readonly Dimension[];
      readonly limit: number;
    }
  | {
      readonly kind: 'cohorts';
      readonly cohorts: readonly CohortGroup[];
      /** Each is a question of its own, in this order, rather than a value among values. */
      readonly apart: boolean;
      readonly limit: number;
    };

/** Text of each dimension's value, null = none; a cohort's id; [] without a breakdown. */
export type GroupKey = readonly (string | null)[];

/** Numbers for statistics, in lists as they were found. */
export interface PartialSample {
  readonly lists: readonly Float64Array[];
  /** Numbers in all lists. */
  readonly size: number;
  readonly sum: number;
  /** Numbers per logarithmic bin (see engine/frame/statistics.ts); null = not counted. */
  readonly bins: Uint32Array | null;
}

export type Sample = readonly PartialSample[];
