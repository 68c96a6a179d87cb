/** The one door into the engine: a query of any kind in, numbers out. Both are plain data. */
import type { Computed } from '../model/question/computed.ts';
import type { Compared } from '../model/question/counted.ts';
import type { SqlQuery } from '../model/sql/plan.ts';
import type { Dataset } from './frame/dataset.ts';
import { inPhase } from './frame/trace.ts';
import { computeLifecycle } from './kinds/activity/lifecycle.ts';
import { computeRetention } from './kinds/activity/retention.ts';
import { computeStickiness } from './kinds/activity/stickiness.ts';
import { computeCorrelation } from './kinds/funnel/correlation.ts';
import { computeFunnel } from './kinds/funnel/funnel.ts';
import { computePath } from './kinds/path/path.ts';
import { ofCorrelation, ofFunnel } from './kinds/people/funnel.ts';
import {
  computePeople,
  type Finders,
  ofEverybody,
  ofLifecycle,
  ofPath,
  ofRetention,
  ofStickiness,
  ofTrend,
} from './kinds/people/people.ts';
import { computeTrend } from './kinds/trend/trend.ts';
import { listEvents } from './listed/events.ts';
import { computeProperties, computeValues } from './listed/values.ts';
import type { Table } from './select/expression/vector.ts';

/** kind -> [query, numbers]. */
interface Kinds extends Computed {
  /** Answered above the engine, from the same datasets: `sql/operators/execute.ts`. */
  sql: [SqlQuery, Table];
}

export type Kind = keyof Kinds;
export type QueryOf<K extends Kind> = Kinds[K][0];
export type NumbersOf<K extends Kind> = Kinds[K][1];

/** A query tagged with its kind. */
export type Asked<K extends Kind = Kind> = {
  [Each in K]: { readonly kind: Each; readonly query: QueryOf<Each> };
}[K];

const COMPUTE: { readonly [K in keyof Computed]: (query: QueryOf<K>, view: Dataset) => NumbersOf<K> } = {
  trend: (query, view) => compared(query, (one) => computeTrend(one, view)),
  lifecycle: computeLifecycle,
  stickiness: (query, view) => compared(query, (one) => computeStickiness(one, view)),
  funnel: (query, view) => (query.steps.length === 0 ? { viz: 'steps', groups: [] } : computeFunnel(query, view)),
  path: computePath,
  retention: computeRetention,
  correlation: (query, view) =>
    query.funnel.steps.length === 0 ? { success: 0, failure: 0, rows: [] } : computeCorrelation(query, view),
  people: (query, view) => computePeople(query, view, FINDERS),
  events: listEvents,
  values: computeValues,
  properties: computeProperties,
};

/** Who is behind a number. */
const FINDERS: Finders = {
  trend: ofTrend,
  lifecycle: ofLifecycle,
  stickiness: ofStickiness,
  funnel: ofFunnel,
  path: ofPath,
  retention: ofRetention,
  correlation: ofCorrelation,
  everybody: ofEverybody,
};

/** @throws ServiceError from `view.checkpoint`, or if the answer would be too large */
export function answerQuery<K extends keyof Computed>({ kind, query }: Asked<K>, view: Dataset): NumbersOf<K> {
  view.checkpoint();
  view.begin();
  return inPhase('add_up', () => COMPUTE[kind](query, view));
}

function compared<Q, N>({ current, previous }: Compared<Q>, compute: (query: Q) => N): Compared<N> {
  return { current: compute(current), previous: previous === null ? null : compute(previous) };
}
