/** Answers as text and chart. `resolved` names their kind. */
import type { Chart } from '../../model/question/chart.ts';
import type { ComputedAnswer, Resolved } from '../../model/question/result.ts';
import type { ChartAsked } from '../chart/frame.ts';
import type { ShownKind } from '../present/showing.ts';
import type { ResultOf } from '../shown/index.ts';
import { kindOf } from './index.ts';

export interface KindAnswer extends ComputedAnswer<ResultOf<ShownKind>> {
  readonly kind: ShownKind;
}

/** Members that answers and insights share. */
interface Holding {
  readonly result?: unknown;
  readonly resolved?: Resolved | null;
  readonly last_refresh?: string | null;
  readonly hasMore?: boolean | null | undefined;
}

/** null if nothing was asked or computed yet. */
export function answerIn({ result, resolved, last_refresh, hasMore }: Holding): KindAnswer | null {
  if (result === null || result === undefined || !resolved) return null;
  // This kind computed the result.
  const made = result as ResultOf<ShownKind>;
  return { kind: resolved.kind, result: made, resolved, last_refresh: last_refresh ?? null, hasMore: hasMore ?? null };
}

/** The chart offers people only if there are people behind the numbers. */
export function chartOfAnswer(answer: KindAnswer, asked: ChartAsked): Chart {
  const { chart, people } = kindOf(answer.kind);
  const drawn = chart(answer, asked);
  return people === null ? { ...drawn, listing: null } : drawn;
}
