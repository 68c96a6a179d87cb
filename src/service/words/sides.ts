/** The two sides of a correlation in words: those who completed the funnel, and those who dropped off. */
import type { CorrelationResult } from '../../model/question/correlation.ts';

export type Sides = Pick<CorrelationResult['result'], 'success_total' | 'failure_total'>;

/** With nobody on one side, nothing can be compared: that is not the same as finding no difference. */
export function isOneSided({ success_total, failure_total }: Sides): boolean {
  return success_total === 0 || failure_total === 0;
}

/** What is to be said of how many are on each side; '' if nothing. */
export function sidesText({ skewed, ...sides }: Sides & { readonly skewed: boolean }): string {
  if (isOneSided(sides)) {
    const all = sides.success_total === 0 ? 'Nobody completed it' : 'Nobody dropped off';
    return `${all}, so there are no two sides to compare. A longer range or window may have both.`;
  }
  return skewed ? 'The two sides are of very different size, so that the ratios say little.' : '';
}
