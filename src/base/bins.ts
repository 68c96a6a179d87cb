/**
 * Bins of one width over a range of numbers.
 * Each includes its lower bound and excludes its upper one; the last reaches slightly further, to include the maximum.
 */

/** Extra reach of the last bin. */
const LAST_EXTRA = 0.01;

export interface Span {
  readonly count: number;
  readonly min: number;
  readonly max: number;
}

/** Lower bound of a bin; `bin` may be one past the last. */
export function lowerBound({ count, min, max }: Span, bin: number): number {
  const width = (max - min) / count;
  // The difference may overflow: interpolate then.
  return Number.isFinite(width) ? width * bin + min : min * (1 - bin / count) + max * (bin / count);
}

/** "[10,17.5]" */
export function binText(from: number, until: number, is_last: boolean): string {
  return `[${from},${is_last ? until + LAST_EXTRA : until}]`;
}
