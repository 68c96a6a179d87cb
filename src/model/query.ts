/** What every resolved question shares. All times are epoch milliseconds. */
import type { Expression } from './expression.ts';
import { type EventMatch, every, type Predicate, type ValueSource } from './predicate.ts';

export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** from_ms inclusive, until_ms exclusive. */
export interface TimeRange {
  readonly from_ms: number;
  readonly until_ms: number;
}

/** Who is counted: persons, or the groups of one type. */
export type ActorKind = { readonly kind: 'person' } | { readonly kind: 'group'; readonly type_index: number };

/** Or everything that has the same value; what has none is not counted. */
export type ValueActorKind = ActorKind | { readonly kind: 'expression'; readonly expression: Expression };

/** One line of `events` or `actions`, resolved: a row belongs to it when any of `matches` does. */
export interface Entity {
  readonly type: 'events' | 'actions';
  /** As sent: the event's name, null for every event, or the action's id. */
  readonly id: string | number | null;
  readonly name: string;
  readonly custom_name: string | null;
  readonly order: number;
  readonly matches: readonly EventMatch[];
  /** Its own filters as sent, for telling in words what was asked: `matches` is what they mean. */
  readonly filters_sent?: unknown;
}

/** The entity with a condition more on each of its events. */
export function restricted<T extends Entity>(entity: T, where: Predicate): T {
  if (where.kind === 'all') return entity;
  return { ...entity, matches: entity.matches.map((match) => ({ ...match, where: every([match.where, where]) })) };
}

/** One value that rows are split by. Its text is as in ValueTest; missing, null and '' are one group. */
export interface Dimension {
  readonly source: ValueSource;
  /** Values are URLs: a run of / ? # at their end does not count, and a value that is nothing else is "/". */
  readonly normalize_url: boolean;
  /** Numbers fall into so many bins of one width, from the least to the greatest; null = values as they are. */
  readonly bins: number | null;
}

/** The persons of a cohort, or everybody. */
export interface CohortGroup {
  readonly id: number | 'all';
  readonly name: string;
  readonly where: Predicate;
}

/** How rows are split. Groups of values are disjoint; a person of several cohorts is in each. */
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

/** For each part of the breakdown the text of its value, null where it has none; the id of a cohort; [] without one. */
export type GroupKey = readonly (string | null)[];

/** Numbers whose statistics are asked for, in parts as they were found. */
export interface PartialSample {
  readonly lists: readonly Float64Array[];
  /** Numbers in all lists. */
  readonly size: number;
  readonly sum: number;
  /** How many numbers are in each of some bins by size (see engine/frame/statistics.ts); null = not counted. */
  readonly bins: Uint32Array | null;
}

export type Sample = readonly PartialSample[];
