/** Exact statistics of a bag of numbers, none of them NaN. Empty bags have none: null. */
import { type Binning, binningOf, type WantedBins, wantedBins } from './number_bins.ts';

export function mean(values: Float64Array): number | null {
  if (values.length === 0) return null;
  // Two sums, as each addition waits for the one before.
  let even = 0;
  let odd = 0;
  for (let i = 0; i + 1 < values.length; i += 2) {
    even += values[i]!;
    odd += values[i + 1]!;
  }
  if (values.length % 2 === 1) even += values[values.length - 1]!;
  return (even + odd) / values.length;
}

export function median(values: Float64Array): number | null {
  return quantile(values, 0.5);
}

/** Linear interpolation between order statistics: position q * (n - 1). `values` is left as it is. */
export function quantile(values: Float64Array, q: number): number | null {
  if (values.length === 0) return null;
  const binning = chooseBins(values);
  const bins = wantedBins(countBins(values, binning), values.length, q);
  const numbers = collect(values, binning, bins);
  return interpolatedAt(numbers, bins.below, bins.fraction);
}

function chooseBins(values: Float64Array): Binning {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return binningOf(least, greatest, values.length);
}

/** bin -> numbers */
function countBins(values: Float64Array, { count, least, scale }: Binning): Uint32Array {
  const counts = new Uint32Array(count);
  for (let i = 0; i < values.length; i++) counts[((values[i]! - least) * scale) | 0]!++;
  return counts;
}

/** What is not wanted is written as well, and then over: that costs less than to ask. */
function collect(values: Float64Array, { least, scale }: Binning, { first, last, numbers }: WantedBins): Float64Array {
  const found = new Float64Array(numbers + 1);
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const bin = ((values[i]! - least) * scale) | 0;
    found[count] = values[i]!;
    // The sign bit of either difference is set where the bin is not wanted.
    count += (((bin - first) | (last - bin)) >>> 31) ^ 1;
  }
  return found.subarray(0, numbers);
}

/** The number of rank `below`, and so much of the way from it to the next. Not of nothing; `work` is rearranged. */
export function interpolatedAt(work: Float64Array, below: number, fraction: number): number {
  const low = selectNth(work, below);
  if (fraction === 0) return low;
  // Selection leaves nothing smaller to the right, so the next value in order is the smallest there.
  let high = Number.POSITIVE_INFINITY;
  for (let i = below + 1; i < work.length; i++) if (work[i]! < high) high = work[i]!;
  return low + fraction * (high - low);
}

/** Rounds of selection after which an order made to hurt it is suspected. */
const PATIENCE = 64;
/** From so many values on it pays to look at a sample first. */
const MANY = 600;

/**
 * The nth value in ascending order (from 0). Rearranges: what stands before `nth` is not greater, after it not smaller.
 * Floyd and Rivest's way: a sample tells a value close to the wanted one, so that one pass leaves little to look at.
 */
function selectNth(work: Float64Array, nth: number, from = 0, to = work.length - 1): number {
  let left = from;
  let right = to;
  for (let round = 0; left < right; round++) {
    if (round === PATIENCE) {
      work.subarray(left, right + 1).sort();
      break;
    }
    if (right - left >= MANY) bringPivot(work, nth, left, right);
    const pivot = work[right - left >= MANY ? nth : (left + right) >>> 1]!;
    let i = left;
    let j = right;
    while (i <= j) {
      while (work[i]! < pivot) i++;
      while (work[j]! > pivot) j--;
      if (i > j) break;
      const swap = work[i]!;
      work[i++] = work[j]!;
      work[j--] = swap;
    }
    if (nth <= j) right = j;
    else if (nth >= i) left = i;
    else break;
  }
  return work[nth]!;
}

/** Selects within a sample around `nth`, a little to the side where the larger part lies, so that `nth` holds a good pivot. */
function bringPivot(work: Float64Array, nth: number, left: number, right: number): void {
  const count = right - left + 1;
  const place = nth - left + 1;
  const log = Math.log(count);
  const size = 0.5 * Math.exp((2 * log) / 3);
  const spread = 0.5 * Math.sqrt((log * size * (count - size)) / count) * Math.sign(place - count / 2);
  const from = Math.max(left, Math.floor(nth - (place * size) / count + spread));
  const to = Math.min(right, Math.floor(nth + ((count - place) * size) / count + spread));
  selectNth(work, nth, from, to);
}
