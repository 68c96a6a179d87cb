/** Lifecycle: who is new, returning, resurrecting or dormant in each bucket. Uses the body of a trend. */
import type { ActorKind, Entity, Interval, TimeRange } from './query.ts';

/** In answer order. */
export const STATUSES = ['new', 'returning', 'resurrecting', 'dormant'] as const;

export interface LifecycleQuery {
  readonly kind: 'lifecycle';
  readonly timezone: string;
  readonly interval: Interval;
  /** Whole buckets, without bucket 0. */
  readonly range: TimeRange;
  /** Bucket 0 precedes the range and only tells who was active before. */
  readonly edges_ms: Float64Array;
  readonly actor: ActorKind;
  /** null for an insight that nobody has filled in yet. */
  readonly entity: Entity | null;
}

/** Who is behind one number of a lifecycle. `status`: index in STATUSES; `bucket`: index of the point in the answer. */
export interface LifecyclePoint {
  readonly kind: 'lifecycle';
  readonly query: LifecycleQuery;
  readonly status: number;
  readonly bucket: number;
}

/** status -> point -> actors, in the order of STATUSES; empty without an entity. */
export type LifecycleNumbers = readonly Float64Array[];
