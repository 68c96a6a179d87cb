/**
 * Numbers -> the result of an answer, as the wire has it. That is done where the numbers were computed, mostly in a thread
 * that starts without the schemas: so whatever it needs besides the query is plain data, and nothing here loads them.
 */
import type { Asked, NumbersOf, QueryOf } from '../../engine/answer.ts';
import type { CorrelationResult } from '../../model/correlation.ts';
import type { FunnelResult } from '../../model/funnel.ts';
import type { Edge } from '../../model/path.ts';
import type { RetentionRow } from '../../model/retention.ts';
import type { Series } from '../../model/trend.ts';
import { presentCorrelation } from './correlation.ts';
import { presentFunnel } from './funnel.ts';
import type { FunnelShowing } from './funnel_values.ts';
import { presentLifecycle } from './lifecycle.ts';
import { presentPath } from './path.ts';
import type { LinkBase } from './people_links.ts';
import { presentRetention, type RetentionShowing } from './retention.ts';
import type { LinesShowing, Presented, ShownKind } from './showing.ts';
import { presentStickiness } from './stickiness.ts';
import { presentTrend, type TrendShowing } from './trend.ts';

/** kind -> how its numbers are shown, what is shown. */
interface Shows {
  trend: [TrendShowing, Series[]];
  lifecycle: [LinesShowing, Series[]];
  stickiness: [LinesShowing, Series[]];
  funnel: [FunnelShowing, FunnelResult['result']];
  path: [Pick<LinesShowing, 'sampled_share'>, Edge[]];
  retention: [RetentionShowing, RetentionRow[]];
  correlation: [null, CorrelationResult['result']];
}
export type ShowingOf<K extends ShownKind> = Shows[K][0];
export type ResultOf<K extends ShownKind> = Shows[K][1];

/** What is asked, and how it is to be shown. `links`: to lists of people; null where nobody will follow them. */
export interface Show<K extends ShownKind = ShownKind> {
  readonly asked: Asked<K>;
  readonly showing: ShowingOf<K>;
  readonly links: LinkBase | null;
}

type Presenter<K extends ShownKind> = (
  query: QueryOf<K>,
  showing: ShowingOf<K>,
  numbers: NumbersOf<K>,
  checkpoint: () => void,
) => Presented<ResultOf<K>>;

const PRESENT: { readonly [K in ShownKind]: Presenter<K> } = {
  trend: presentTrend,
  lifecycle: presentLifecycle,
  stickiness: presentStickiness,
  funnel: (query, showing, numbers) => ({ result: presentFunnel(query, showing, numbers) }),
  path: presentPath,
  retention: (query, showing, numbers) => ({ result: presentRetention({ ...showing, query }, numbers) }),
  correlation: (query, _, numbers) => ({ result: presentCorrelation(query, numbers) }),
};

/** `checkpoint` is passed again and again, and may give up by throwing. @throws ServiceError where it is too much */
export function present<K extends ShownKind>(
  { asked, showing }: Show<K>,
  numbers: NumbersOf<K>,
  checkpoint: () => void,
): Presented {
  const { kind, query }: { kind: K; query: QueryOf<K> } = asked;
  return PRESENT[kind](query, showing, numbers, checkpoint);
}
