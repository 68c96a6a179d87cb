/** Exact statistics of samples of numbers (no NaN). Empty samples give null. */
import { HIGH_WORD_OF_ONE, highWords } from '../../base/number_words.ts';
import type { PartialSample, Sample } from '../../model/question/query.ts';

/** A partial sample that lists are added to. */
export interface GrowingSample {
  readonly lists: Float64Array[];
  size: number;
  sum: number;
  bins: Uint32Array | null;
}

/** From this size on, bins are counted as numbers are added. Bins take as much memory as 2,048 numbers. */
const BINS_PAY = 16_384;

export function newPartial(): GrowingSample {
  return { lists: [], size: 0, sum: 0, bins: null };
}

/** Adds a list and updates sum and bins, best while it is still in cache. */
export function addList(partial: GrowingSample, list: Float64Array): void {
  partial.lists.push(list);
  partial.size += list.length;
  partial.sum += sumOf(list);
  if (partial.bins !== null) countBins(list, partial.bins);
  else if (partial.size >= BINS_PAY) {
    partial.bins = new Uint32Array(BINS);
    for (const each of partial.lists) countBins(each, partial.bins);
  }
}

export function partialOf(lists: readonly Float64Array[]): PartialSample {
  const partial = newPartial();
  for (const list of lists) addList(partial, list);
  return partial;
}

function sizeOf(sample: Sample): number {
  return sample.reduce((sum, { size }) => sum + size, 0);
}

/** Four independent sums: a single one would wait for each addition. Exact for whole numbers. */
function sumOf(values: Float64Array): number {
  const fours = values.length & ~3;
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  for (let i = 0; i < fours; i += 4) {
    one += values[i]!;
    two += values[i + 1]!;
    three += values[i + 2]!;
    four += values[i + 3]!;
  }
  for (let i = fours; i < values.length; i++) one += values[i]!;
  return one + two + three + four;
}

export function mean(sample: Sample): number | null {
  const size = sizeOf(sample);
  return size === 0 ? null : sample.reduce((total, { sum }) => total + sum, 0) / size;
}

export function median(sample: Sample): number | null {
  return quantile(sample, 0.5);
}

/** Linear interpolation between order statistics, at q * (n - 1). Does not modify the sample. */
export function quantile(sample: Sample, q: number): number | null {
  const size = sizeOf(sample);
  if (size === 0) return null;
  const position = q * (size - 1);
  const below = Math.floor(position);
  const fraction = position - below;
  const lists = sample.flatMap((partial) => partial.lists);
  if (size < MANY) return interpolatedAt(Float64Array.from(lists.flatMap((list) => [...list])), below, fraction);
  const wanted = wantedBins(binsOf(sample), below, Math.ceil(position));
  const found = new Float64Array(wanted.numbers + 1);
  const count = lists.reduce((to, list) => collect(list, wanted, found, to), 0);
  return interpolatedAt(found.subarray(0, count), wanted.below, fraction);
}

/**
 * Logarithmic bins, so that one pass tells which few numbers can hold a rank: 128 per power of two from 1 to 2^32, the
 * rest in the first and last bin. Monotonic. The bin is exponent and leading mantissa bits, all in the high word.
 */
const BINS = 4096;
const UNUSED_BITS = 13;
const FIRST_BIN = HIGH_WORD_OF_ONE >> UNUSED_BITS;

function binOf(high_word: number): number {
  return Math.min(Math.max((high_word >> UNUSED_BITS) - FIRST_BIN, 0), BINS - 1);
}

/** bin -> count of numbers */
function binsOf(sample: Sample): Uint32Array {
  const counts = new Uint32Array(BINS);
  for (const { lists, bins } of sample) {
    if (bins === null) for (const list of lists) countBins(list, counts);
    else for (let bin = 0; bin < BINS; bin++) counts[bin]! += bins[bin]!;
  }
  return counts;
}

function countBins(values: Float64Array, counts: Uint32Array): void {
  const high = highWords(values);
  for (let i = 0; i < high.length; i += 2) counts[binOf(high[i]!)]!++;
}

interface WantedBins {
  readonly first: number;
  readonly last: number;
  /** How many numbers these bins hold. */
  readonly numbers: number;
  /** The wanted rank among these numbers. */
  readonly below: number;
}

/** Bins that hold the ranks `below` and `above`. */
function wantedBins(counts: Uint32Array, below: number, above: number): WantedBins {
  let first = 0;
  let before = 0;
  for (; before + counts[first]! <= below; first++) before += counts[first]!;
  let last = first;
  let numbers = counts[first]!;
  while (before + numbers <= above) numbers += counts[++last]!;
  return { first, last, numbers, below: below - before };
}

/**
 * Appends the wanted numbers after index `count`. Writes unconditionally and advances only if wanted: cheaper than a
 * branch.
 */
function collect(values: Float64Array, { first, last }: WantedBins, found: Float64Array, count: number): number {
  const high = highWords(values);
  let next = count;
  for (let i = 0; i < values.length; i++) {
    const bin = binOf(high[2 * i]!);
    found[next] = values[i]!;
    // Either difference has its sign bit set if the bin is not wanted.
    next += (((bin - first) | (last - bin)) >>> 31) ^ 1;
  }
  return next;
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
