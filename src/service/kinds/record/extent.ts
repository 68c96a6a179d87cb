/** Minimum size of an answer, as far as known before computing. */
import type { Compared } from '../../../model/question/counted.ts';
import type { Breakdown } from '../../../model/question/query.ts';

/** Dimension -> size. */
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

/** How many cohorts are shown. Other breakdowns count as 1: how many values they have is not known before computing. */
export function cohortsOf(breakdown: Breakdown | null): number {
  return breakdown?.kind === 'cohorts' ? breakdown.cohorts.length : 1;
}
