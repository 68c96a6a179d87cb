/** What every resolved question shares. All times are epoch milliseconds. */
import type { EventMatch, ValueSource } from './predicate.ts';

export const INTERVALS = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** from_ms inclusive, until_ms exclusive. */
export interface TimeRange {
  readonly from_ms: number;
  readonly until_ms: number;
}

/** Who is counted: persons, or the groups of one type. */
export type ActorKind = { readonly kind: 'person' } | { readonly kind: 'group'; readonly type_index: number };

/** One line of `events` or `actions`, resolved: a row belongs to it when any of `matches` does. */
export interface Entity {
  readonly type: 'events' | 'actions';
  /** As sent: the event's name, null for every event, or the action's id. */
  readonly id: string | number | null;
  readonly name: string;
  readonly custom_name: string | null;
  readonly order: number;
  readonly matches: readonly EventMatch[];
}

/** How rows are split into groups of values. Text of a value is as in ValueTest; missing, null and '' are one group. */
export interface Breakdown {
  readonly source: ValueSource;
  readonly limit: number;
}
