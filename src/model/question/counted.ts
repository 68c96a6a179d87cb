/** Types of each kind of insight: its query, its numbers, and the point that picks one number to list its people. */
import type { CorrelationNumbers, CorrelationPoint, CorrelationQuery } from './correlation.ts';
import type { FunnelNumbers, FunnelPoint, FunnelQuery } from './funnel.ts';
import type { LifecycleNumbers, LifecyclePoint, LifecycleQuery } from './lifecycle.ts';
import type { PathNumbers, PathPoint, PathQuery } from './path.ts';
import type { RetentionNumbers, RetentionPoint, RetentionQuery } from './retention.ts';
import type { StickinessNumbers, StickinessPoint, StickinessQuery } from './stickiness.ts';
import type { TrendNumbers, TrendPoint, TrendQuery } from './trend.ts';

/** A period, and the one before it if asked for. */
export interface Compared<T> {
  readonly current: T;
  readonly previous: T | null;
}

/** kind -> [query, numbers, point]. */
export interface Counted {
  /** Lazy: computed while iterating, once. */
  trend: [Compared<TrendQuery>, Compared<Iterable<TrendNumbers>>, TrendPoint];
  lifecycle: [LifecycleQuery, LifecycleNumbers, LifecyclePoint];
  stickiness: [Compared<StickinessQuery>, Compared<StickinessNumbers[]>, StickinessPoint];
  funnel: [FunnelQuery, FunnelNumbers, FunnelPoint];
  path: [PathQuery, PathNumbers, PathPoint];
  retention: [RetentionQuery, RetentionNumbers, RetentionPoint];
  correlation: [CorrelationQuery, CorrelationNumbers, CorrelationPoint];
}
