/** Exact statistics of samples of numbers (no NaN). Quantiles are in kernels/rows/cell_quantiles.ts. */
import type { Sample } from '../../model/question/query.ts';

/** null = no numbers. */
export function mean(sample: Sample): number | null {
  const all = joined(sample);
  return all.length === 0 ? null : all.reduce((sum, value) => sum + value, 0) / all.length;
}

/** All numbers in one list. */
export function joined(sample: Sample): Float64Array {
  const all = new Float64Array(sample.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of sample) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/**
 * Value at rank `below` plus `fraction` of the way to the next, of the numbers in [from, until). Needs at least one;
 * reorders them.
 */
export function interpolatedAt(
  work: Float64Array,
  below: number,
  fraction: number,
  from = 0,
  until = work.length,
): number {
  const nth = from + below;
  const low = until - from <= FEW ? sortedNth(work, nth, from, until) : selectNth(work, nth, from, until - 1);
  if (fraction === 0) return low;
  // Nothing right of the selected index is smaller, so the next value is the minimum there.
  let high = Number.POSITIVE_INFINITY;
  for (let i = nth + 1; i < until; i++) if (work[i]! < high) high = work[i]!;
  return low + fraction * (high - low);
}

/** Up to this size, sorting takes less than selecting. */
const FEW = 12;

/** Sorts by insertion. */
function sortedNth(work: Float64Array, nth: number, from: number, until: number): number {
  for (let next = from + 1; next < until; next++) {
    const value = work[next]!;
    let at = next;
    for (; at > from && work[at - 1]! > value; at--) work[at] = work[at - 1]!;
    work[at] = value;
  }
  return work[nth]!;
}

/** Rounds after which input is presumed adversarial and sorted. */
const PATIENCE = 64;
/** From this size on, sampling a pivot pays. */
const MANY = 600;

/**
 * The nth value in ascending order (from 0), in place: nothing before index nth is greater, nothing after smaller.
 * Floyd-Rivest: a sampled pivot close to the target leaves little to look at.
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

/** Selects within a sample around `nth`, shifted towards the larger side, so that work[nth] is a good pivot. */
function bringPivot(work: Float64Array, nth: number, left: number, right: number): void {
  const count = right - left + 1;
  const ordinal = nth - left + 1;
  const log = Math.log(count);
  const size = 0.5 * Math.exp((2 * log) / 3);
  const spread = 0.5 * Math.sqrt((log * size * (count - size)) / count) * Math.sign(ordinal - count / 2);
  const from = Math.max(left, Math.floor(nth - (ordinal * size) / count + spread));
  const to = Math.min(right, Math.floor(nth + ((count - ordinal) * size) / count + spread));
  selectNth(work, nth, from, to);
}
