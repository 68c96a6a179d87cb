/** The one door to ClickHouse: a query of any kind, answered in numbers; null if its rows must be fetched for the kernels. */
import { hasKey } from '../base/known.ts';
import type { EventsNumbers, EventsQuery } from '../model/question/events.ts';
import type { FunnelNumbers, FunnelQuery } from '../model/question/funnel.ts';
import type { LifecycleNumbers, LifecycleQuery } from '../model/question/lifecycle.ts';
import type { PathNumbers, PathQuery } from '../model/question/path.ts';
import type { RetentionNumbers, RetentionQuery } from '../model/question/retention.ts';
import type { StickinessNumbers, StickinessQuery } from '../model/question/stickiness.ts';
import type { TrendNumbers, TrendQuery } from '../model/question/trend.ts';
import type { ValuesNumbers, ValuesQuery } from '../model/question/values.ts';
import { answerLifecycle, answerStickiness } from './kinds/activity.ts';
import { answerEvents } from './kinds/events.ts';
import { answerFunnel } from './kinds/funnel.ts';
import { answerPath } from './kinds/path.ts';
import { answerRetention } from './kinds/retention.ts';
import { answerTrend } from './kinds/trend.ts';
import { answerValues } from './kinds/values.ts';
import type { Answered, Asking } from './statement/asking.ts';

/** A period, and the previous one if both are asked for. */
interface Compared<T> {
  readonly current: T;
  readonly previous: T | null;
}

/** Kind -> query and numbers. */
interface Kinds {
  trend: [Compared<TrendQuery>, Compared<TrendNumbers[]>];
  lifecycle: [LifecycleQuery, LifecycleNumbers];
  stickiness: [Compared<StickinessQuery>, Compared<StickinessNumbers[]>];
  funnel: [FunnelQuery, FunnelNumbers];
  path: [PathQuery, PathNumbers];
  retention: [RetentionQuery, RetentionNumbers];
  values: [ValuesQuery, ValuesNumbers];
  events: [EventsQuery, EventsNumbers];
}

type SqlKind = keyof Kinds;

const ANSWER: { readonly [K in SqlKind]: (query: Kinds[K][0], asking: Asking) => Answered<Kinds[K][1]> } = {
  trend: (query, asking) => compared(query, (one) => answerTrend(one, asking)),
  lifecycle: answerLifecycle,
  stickiness: (query, asking) => compared(query, (one) => answerStickiness(one, asking)),
  funnel: answerFunnel,
  path: answerPath,
  retention: answerRetention,
  values: answerValues,
  events: answerEvents,
};

/** @throws ServiceError if the server refuses, or the query is cancelled or times out */
export function answerInSql(
  asked: { readonly kind: string; readonly query: unknown },
  asking: Asking,
): Answered<unknown> {
  const answer = hasKey(ANSWER, asked.kind) ? ANSWER[asked.kind] : undefined;
  return answer === undefined ? Promise.resolve(null) : answer(asked.query as never, asking);
}

async function compared<Q, N>(
  { current, previous }: Compared<Q>,
  answer: (query: Q) => Answered<N>,
): Answered<Compared<N>> {
  const now = await answer(current);
  if (now === null || previous === null) return now && { current: now, previous: null };
  const before = await answer(previous);
  return before && { current: now, previous: before };
}
