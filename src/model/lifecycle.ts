/** Lifecycle: who is new, returning, resurrecting or dormant in each bucket. Asked through the body of a trend. */
import type { ActorKind, Entity, Interval, TimeRange } from './query.ts';

/** In the order of the answer. */
export const STATUSES = ['new', 'returning', 'resurrecting', 'dormant'] as const;

export interface LifecycleQuery {
  readonly kind: 'lifecycle';
  readonly timezone: string;
  readonly interval: Interval;
  /** Whole buckets, the one before the first left out. */
  readonly range: TimeRange;
  /** Bucket 0 lies before the range and only tells what was before; the others are the points of the answer. */
  readonly edges_ms: Float64Array;
  readonly actor: ActorKind;
  /** null: an insight nobody has filled in yet. */
  readonly entity: Entity | null;
}

/** Status -> point in time -> actors, in the order of STATUSES; empty where there is no entity. */
export type LifecycleNumbers = readonly Float64Array[];
