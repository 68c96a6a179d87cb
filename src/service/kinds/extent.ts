/** What a question's answer will hold at least, as far as that can be told before anything is computed. */
import type { Compared } from '../../engine/answer.ts';
import type { Breakdown } from '../../model/question/query.ts';

/** Name of a dimension -> its size. */
export type Factors = Readonly<Record<string, number>>;

interface Edged {
  readonly edges_ms: Float64Array;
}

export function alongTime({ current, previous }: Compared<Edged>): Factors {
  return { periods: previous === null ? 1 : 2, points: pointsOf(current) };
}

export function pointsOf({ edges_ms }: Edged): number {
  return Math.max(0, edges_ms.length - 1);
}

/** Each is shown by itself; of values nobody knows yet how many there are. */
export function cohortsOf(breakdown: Breakdown | null): number {
  return breakdown?.kind === 'cohorts' ? breakdown.cohorts.length : 1;
}
