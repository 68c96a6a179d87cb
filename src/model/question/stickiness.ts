/** Stickiness: how many actors were active in n buckets of the range. Uses the body of a trend. */
import { z } from 'zod';
import type { ActorKind, Entity, Interval, TimeRange } from './query.ts';

const OPERATORS = ['gte', 'lte', 'exact'] as const;

/** Arguments of a trend that only stickiness has. */
export const STICKINESS_OPTIONS = ['stickiness_criteria', 'computed_as', 'interval_count'];

/** As sent: how many events make a bucket count. */
export const CriteriaBody = z.looseObject({
  operator: z.enum(OPERATORS),
  value: z.number().int().min(0),
});

export type CriteriaBody = z.output<typeof CriteriaBody>;

export interface StickinessEntity extends Entity {
  readonly actor: ActorKind;
  readonly math_name: string | null;
}

export interface StickinessQuery {
  readonly kind: 'stickiness';
  readonly timezone: string;
  readonly interval: Interval;
  readonly range: TimeRange;
  readonly edges_ms: Float64Array;
  readonly entities: readonly StickinessEntity[];
  /** An actor is active in a bucket with `min_rows` to `max_rows` rows. */
  readonly min_rows: number;
  readonly max_rows: number;
  /** Whether n means at least n buckets instead of exactly n. */
  readonly cumulative: boolean;
}

/** Identifies the actors behind a number: active in so many periods, or in at least that many if cumulative. */
export interface StickinessPoint {
  readonly kind: 'stickiness';
  readonly query: StickinessQuery;
  readonly entity: number;
  readonly periods: number;
}

/** Number of buckets - 1 -> how many actors were active in exactly that many. */
export type StickinessNumbers = Float64Array;
