/** Query and numbers of each kind. They are the same whether the engine computes them or ClickHouse. */
import type { CorrelationNumbers, CorrelationQuery } from './correlation.ts';
import type { EventsNumbers, EventsQuery } from './events.ts';
import type { FunnelNumbers, FunnelQuery } from './funnel.ts';
import type { LifecycleNumbers, LifecycleQuery } from './lifecycle.ts';
import type { PathNumbers, PathQuery } from './path.ts';
import type { PeopleNumbers, PeopleQuery } from './people.ts';
import type { RetentionNumbers, RetentionQuery } from './retention.ts';
import type { StickinessNumbers, StickinessQuery } from './stickiness.ts';
import type { TrendNumbers, TrendQuery } from './trend.ts';
import type { ValuesNumbers, ValuesQuery } from './values.ts';

/** A period, and the one before it if asked for. */
export interface Compared<T> {
  readonly current: T;
  readonly previous: T | null;
}

/** kind -> [query, numbers]. */
export interface Computed {
  /** Lazy: computed while iterating, once. */
  trend: [Compared<TrendQuery>, Compared<Iterable<TrendNumbers>>];
  lifecycle: [LifecycleQuery, LifecycleNumbers];
  stickiness: [Compared<StickinessQuery>, Compared<StickinessNumbers[]>];
  funnel: [FunnelQuery, FunnelNumbers];
  path: [PathQuery, PathNumbers];
  retention: [RetentionQuery, RetentionNumbers];
  correlation: [CorrelationQuery, CorrelationNumbers];
  people: [PeopleQuery, PeopleNumbers];
  events: [EventsQuery, EventsNumbers];
  values: [ValuesQuery, ValuesNumbers];
}
