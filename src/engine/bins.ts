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
  if (Number.isFinite(span)) return (span / count) * bin + min;
  // Twice the largest double is no double.
  return min * (1 - bin / count) + max * (bin / count);
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

/** row -> bin, -1 where the value is no number within the bins. Only for `rows`. */
export function binRows(
  bins: Bins,
  values: Float64Array,
  owner: Uint32Array | null,
  rows: Uint32Array,
  out: Int32Array,
): void {
  const { count, min, max } = bins;
  const bounds = Float64Array.from({ length: count + 1 }, (_, bin) => lowerBound(bins, bin));
  // Between neighbouring doubles it would be infinite: then, as where all are the same, there is nothing to guess by.
  const guessed = count / (max - min);
  const scale = Number.isFinite(guessed) ? guessed : 0;
  for (const row of rows) {
    const value = values[owner === null ? row : owner[row]!] ?? Number.NaN;
    let bin = -1;
    if (value >= min && value <= max) {
      // A guess that rounding may have put next to the right one.
      bin = scale === 0 ? count - 1 : Math.min(count - 1, Math.floor((value - min) * scale));
      while (bin > 0 && value < bounds[bin]!) bin--;
      while (bin < count - 1 && value >= bounds[bin + 1]!) bin++;
    }
    out[row] = bin;
  }
}
