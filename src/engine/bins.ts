/**
 * Bins of one width over the numbers there are. Each holds its lower bound and not its upper one; the last one reaches
 * a little further, so that it holds the greatest number.
 */

/** How much further the last bin reaches. */
const LAST_EXTRA = 0.01;

export interface Bins {
  readonly count: number;
  /** Least and greatest number so far; min > max while there is none. */
  min: number;
  max: number;
}

export function newBins(count: number): Bins {
  return { count, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
}

/** NaN is no number. */
export function widen(bins: Bins, value: number): void {
  if (value < bins.min) bins.min = value;
  if (value > bins.max) bins.max = value;
}

/** Where a bin begins. `bin` may be one past the last. */
function lowerBound({ count, min, max }: Bins, bin: number): number {
  const span = max - min;
  // Twice the largest double is no double.
  return (Number.isFinite(span) ? span / count : max / count - min / count) * bin + min;
}

/** The bin of a number within [min, max]. */
export function binOf(bins: Bins, value: number): number {
  // Compared with the bounds as they are written: a division might round to the other side of one.
  let low = 0;
  let high = bins.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (lowerBound(bins, middle) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** "[10,17.5]" */
export function binLabel(bins: Bins, bin: number): string {
  const extra = bin === bins.count - 1 ? LAST_EXTRA : 0;
  return `[${lowerBound(bins, bin)},${lowerBound(bins, bin + 1) + extra}]`;
}
