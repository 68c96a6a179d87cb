/** Answers as they are told and drawn: with the kind they are of, which `resolved` says. */
import type { Chart } from '../../model/question/chart.ts';
import type { ComputedAnswer, Resolved } from '../../model/question/result.ts';
import type { ChartAsked } from '../chart/frame.ts';
import type { ShownKind } from '../present/showing.ts';
import { kindOf } from './index.ts';
import type { ResultOf } from './shown/index.ts';

export interface KindAnswer extends ComputedAnswer<ResultOf<ShownKind>> {
  readonly kind: ShownKind;
}

/** What an answer and an insight have in common. */
interface Holding {
  readonly result?: unknown;
  readonly resolved?: Resolved | null;
  readonly last_refresh?: string | null;
  readonly hasMore?: boolean | null | undefined;
}

/** null where nothing was asked, or nothing was computed yet. */
export function answerIn({ result, resolved, last_refresh, hasMore }: Holding): KindAnswer | null {
  if (result === null || result === undefined || !resolved) return null;
  // It was made by its kind.
  const made = result as ResultOf<ShownKind>;
  return { kind: resolved.kind, result: made, resolved, last_refresh: last_refresh ?? null, hasMore: hasMore ?? null };
}

/** Where nobody stands behind its numbers, nobody is offered to be listed. */
export function chartOfAnswer(answer: KindAnswer, asked: ChartAsked): Chart {
  const { chart, people } = kindOf(answer.kind);
  const drawn = chart(answer, asked);
  return people === null ? { ...drawn, listing: null } : drawn;
}
