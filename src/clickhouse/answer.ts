/** The one door to ClickHouse: answers any kind of query in numbers; null if kernels need its rows. */
import type { Computed } from '../model/question/computed.ts';
import type { Compared } from '../model/question/counted.ts';
import { answerLifecycle, answerStickiness } from './kinds/activity.ts';
import { answerFunnel } from './kinds/funnel.ts';
import { answerPath } from './kinds/path.ts';
import { answerRetention } from './kinds/retention.ts';
import { answerTrend } from './kinds/trend.ts';
import { answerEvents } from './listed/events.ts';
import { answerProperties, answerValues } from './listed/values.ts';
import type { Answered, Asking } from './statement/asking.ts';

/** Kinds that are not here are left to the kernels. */
const ANSWER: {
  readonly [K in keyof Computed]?: (query: Computed[K][0], asking: Asking) => Answered<Computed[K][1]>;
} = {
  trend: (query, asking) => compared(query, (one) => answerTrend(one, asking)),
  lifecycle: answerLifecycle,
  stickiness: (query, asking) => compared(query, (one) => answerStickiness(one, asking)),
  funnel: answerFunnel,
  path: answerPath,
  retention: answerRetention,
  values: answerValues,
  properties: answerProperties,
  events: answerEvents,
};

/** @throws ServiceError if the server refuses, or the query is cancelled or times out */
export function answerInSql<K extends keyof Computed>(
  { kind, query }: { readonly kind: K; readonly query: Computed[K][0] },
  asking: Asking,
): Answered<Computed[K][1]> {
  return ANSWER[kind]?.(query, asking) ?? Promise.resolve(null);
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
