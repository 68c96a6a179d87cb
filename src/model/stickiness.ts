/** Stickiness: how many actors were active in so many buckets of the range. Asked through the body of a trend. */
import { z } from 'zod';
import type { ActorKind, Entity, Interval, TimeRange } from './query.ts';

const OPERATORS = ['gte', 'lte', 'exact'] as const;

/** As sent: a bucket counts only with so many events. */
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
  /** Rows in a bucket that make an actor active there, both inclusive. */
  readonly min_rows: number;
  readonly max_rows: number;
  /** In so many buckets or more, rather than exactly so many. */
  readonly cumulative: boolean;
}

/** Number of buckets - 1 -> actors active in exactly so many. */
export type StickinessNumbers = Float64Array;
