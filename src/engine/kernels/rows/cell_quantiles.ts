/**
 * Exact quantiles of numbers per cell, without sorting.
 * Input: lists of (cell, number). Output: one quantile per cell. Pass one counts numbers in logarithmic bins per cell,
 * which tells the bin of the wanted rank; pass two collects only that bin's numbers. Bins are monotonic, so the result
 * does not depend on them. Cost: two steps per number.
 */

import type { Sample } from '../../../model/question/query.ts';
import type { CellRange } from '../../frame/buckets.ts';
import { interpolatedAt } from '../../frame/statistics.ts';
import { HIGH_WORD_OF_ONE, highWords } from './number_words.ts';
import type { CellValues } from './value_aggregates.ts';

/** Sixteen bins per power of two from 2^-20 to 2^44; numbers outside go to the first and last bin. */
const FINEST_BITS = 10;
const UNUSED_BITS = 16;
const FIRST_BIN = (HIGH_WORD_OF_ONE >> UNUSED_BITS) - 20 * 16;
const WITHOUT_SIGN = 0x7fffffff;
/** High words above this, ignoring the sign, are NaN. */
const BELOW_NAN = 0x7ff7ffff;
/** How many numbers a bin should have on average; with many cells, each gets fewer bins. */
const NUMBERS_PER_BIN = 8;

/** How numbers become bins, 2^bits per cell: counter = cell << bits | bin. */
interface Binning {
  readonly bits: number;
  /** Low bits of the high word that are not part of the bin. */
  readonly unused: number;
  readonly first: number;
}

/** Lists of numbers, and how many each bin has. */
export interface BinnedCells {
  readonly cells: number;
  readonly binning: Binning;
  /** counter -> how many numbers; the last counter is for NaN. */
  readonly counts: Uint32Array;
  readonly lists: BinnedList[];
}

/** A list of numbers with their counters; both arrays share an index. */
interface BinnedList {
  readonly counters: Int32Array;
  readonly values: Float64Array;
}

/** `numbers`: about how many there will be. */
export function newBinned(cells: number, numbers: number): BinnedCells {
  const binning = chooseBins(numbers, cells);
  return { cells, binning, counts: new Uint32Array((cells << binning.bits) + 1), lists: [] };
}

/** Keeps a reference to the values, which must not change; cells may. */
export function binCells(list: CellValues, { binning, counts, lists }: BinnedCells): void {
  lists.push({ counters: fillCounters(list, binning, counts), values: list.values });
}

/** Quantile of one sample, without NaN; null if it is empty. */
export function quantile(sample: Sample, q: number): number | null {
  const size = sample.reduce((sum, { length }) => sum + length, 0);
  if (size === 0) return null;
  const binned = newBinned(1, size);
  for (const values of sample)
    binCells({ cells: new Int32Array(values.length), values, length: values.length }, binned);
  return quantilesOf(binned, { first: 0, until: 1 }, q)[0]!;
}

/** cell -> quantile, for cells of the range; NaN if empty. */
export function quantilesOf(binned: BinnedCells, range: CellRange, q: number): Float64Array {
  const { cells, binning, counts, lists } = binned;
  const wanted = rankCells(counts, 1 << binning.bits, range, q, cells);
  const numbers = new Float64Array(wanted.room);
  const next = wanted.begin.slice();
  for (const list of lists) collect(list, binning.bits, wanted.is_wanted, next, numbers);
  const quantiles = new Float64Array(cells).fill(Number.NaN);
  for (let cell = range.first; cell < range.until; cell++) {
    const [from, until] = [wanted.begin[cell]!, next[cell]!];
    if (from === until) continue;
    quantiles[cell] = interpolatedAt(numbers, wanted.below[cell]!, wanted.fraction[cell]!, from, until);
  }
  return quantiles;
}

function chooseBins(numbers: number, cells: number): Binning {
  const bits = Math.floor(Math.log2(Math.max(1, numbers / cells / NUMBERS_PER_BIN)));
  const coarser = Math.max(0, FINEST_BITS - bits);
  return { bits: FINEST_BITS - coarser, unused: UNUSED_BITS + coarser, first: FIRST_BIN >> coarser };
}

/** index -> counter. NaN may be scattered, so there is no branch for it: `is_none` is all ones for NaN. */
function fillCounters({ cells, values, length }: CellValues, binning: Binning, counts: Uint32Array): Int32Array {
  const { bits, unused, first } = binning;
  const last_bin = (1 << bits) - 1;
  const none = counts.length - 1;
  const high = highWords(values);
  const counters = new Int32Array(length);
  for (let at = 0; at < length; at++) {
    const word = high[2 * at]!;
    const bin = Math.min(Math.max((word >> unused) - first, 0), last_bin);
    const of_bin = (cells[at]! << bits) | bin;
    const is_none = (BELOW_NAN - (word & WITHOUT_SIGN)) >> 31;
    const counter = of_bin ^ ((of_bin ^ none) & is_none);
    counters[at] = counter;
    counts[counter]!++;
  }
  return counters;
}

/** What to collect for each cell. */
interface Wanted {
  /** counter -> 1 if its numbers are wanted. */
  readonly is_wanted: Uint8Array;
  /** cell -> wanted rank among the collected numbers, and the fraction to the next. */
  readonly below: Int32Array;
  readonly fraction: Float64Array;
  /** cell -> where its collected numbers go. */
  readonly begin: Uint32Array;
  /** How many numbers are collected in all. */
  room: number;
}

function rankCells(counts: Uint32Array, bins: number, { first, until }: CellRange, q: number, cells: number): Wanted {
  const wanted: Wanted = {
    is_wanted: new Uint8Array(counts.length),
    below: new Int32Array(cells),
    fraction: new Float64Array(cells),
    begin: new Uint32Array(cells),
    room: 0,
  };
  for (let cell = 0; cell < cells; cell++) {
    wanted.begin[cell] = wanted.room;
    if (cell >= first && cell < until) wanted.room += rankCell(counts, bins, q, cell, wanted);
  }
  return wanted;
}

/** Returns how many numbers the cell collects. */
function rankCell(counts: Uint32Array, bins: number, q: number, cell: number, wanted: Wanted): number {
  const first = cell * bins;
  let total = 0;
  for (let counter = first; counter < first + bins; counter++) total += counts[counter]!;
  if (total === 0) return 0;
  const position = q * (total - 1);
  const below = Math.floor(position);
  const above = Math.ceil(position);
  let counter = first;
  let before = 0;
  for (; before + counts[counter]! <= below; counter++) before += counts[counter]!;
  wanted.is_wanted[counter] = 1;
  wanted.below[cell] = below - before;
  wanted.fraction[cell] = position - below;
  let numbers = counts[counter]!;
  while (before + numbers <= above) {
    numbers += counts[++counter]!;
    wanted.is_wanted[counter] = 1;
  }
  return numbers;
}

function collect(
  { counters, values }: BinnedList,
  bits: number,
  is_wanted: Uint8Array,
  next: Uint32Array,
  numbers: Float64Array,
): void {
  for (let at = 0; at < counters.length; at++) {
    const counter = counters[at]!;
    if (is_wanted[counter] === 1) numbers[next[counter >> bits]!++] = values[at]!;
  }
}
