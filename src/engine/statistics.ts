/** Exact statistics of a bag of numbers. Empty bags have none: null. */

export function mean(values: Float64Array): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

export function median(values: Float64Array): number | null {
  return quantile(values, 0.5);
}

/** Linear interpolation between order statistics: position q * (n - 1). `values` is left as it is. */
export function quantile(values: Float64Array, q: number): number | null {
  if (values.length === 0) return null;
  const position = q * (values.length - 1);
  const below = Math.floor(position);
  return interpolatedAt(values.slice(), below, position - below);
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
