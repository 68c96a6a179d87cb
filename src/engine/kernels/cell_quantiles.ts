/**
 * Exact quantiles of numbers per cell (see cell_values.ts). Numbers are not sorted: they are counted in bins of equal
 * width first, which tells the bin that holds the wanted rank, and only that bin's numbers are looked at again. A greater
 * number is never in a lower bin, whatever is rounded, so the answer does not depend on the bins.
 */
import { interpolatedAt } from '../statistics.ts';
import type { CellValues } from './cell_values.ts';
import type { CellRange } from './row_cells.ts';

interface Binning {
  readonly count: number;
  readonly least: number;
  /** Bins per unit; 0 where numbers lie too far apart to tell, or are all the same. */
  readonly scale: number;
}

/** Numbers per bin to aim at, and the most bins that pay for looking through them. */
const NUMBERS_PER_BIN = 8;
const BINS_MOST = 1024;

/** Fills quantiles[cell], for cells within the range. */
export function quantilesOfCells(
  lists: readonly CellValues[],
  range: CellRange,
  q: number,
  quantiles: Float64Array,
): void {
  const cells = quantiles.length;
  const binning = chooseBins(lists, cells);
  /** cell * bins + bin -> numbers. */
  const counts = new Uint32Array(cells * binning.count);
  for (const list of lists) countBins(list, binning, counts);
  const wanted = rankCells(counts, binning.count, range, q, cells);
  const numbers = new Float64Array(wanted.room);
  const next = wanted.begin.slice();
  for (const list of lists) collect(list, binning, wanted, next, numbers);
  for (let cell = range.first; cell < range.until; cell++) {
    const of_cell = numbers.subarray(wanted.begin[cell]!, next[cell]!);
    quantiles[cell] = of_cell.length === 0 ? 0 : interpolatedAt(of_cell, wanted.below[cell]!, wanted.fraction[cell]!);
  }
}

function chooseBins(lists: readonly CellValues[], cells: number): Binning {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  let total = 0;
  for (const { values, length } of lists) {
    total += length;
    for (let at = 0; at < length; at++) {
      const value = values[at]!;
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
  }
  const count = Math.max(1, Math.min(BINS_MOST, Math.floor(total / cells / NUMBERS_PER_BIN)));
  const scale = (count - 1) / (greatest - least);
  return { count, least, scale: Number.isFinite(scale) ? scale : 0 };
}

/** NaN is no number and not above any: nothing is added for it. */
function countBins({ cells, values, length }: CellValues, { count, least, scale }: Binning, counts: Uint32Array): void {
  for (let at = 0; at < length; at++) {
    const value = values[at]!;
    counts[cells[at]! * count + (((value - least) * scale) | 0)]! += Number(value >= least);
  }
}

/** cell -> what is wanted of it. */
interface Wanted {
  /** First and last bin whose numbers are wanted; none where first > last. */
  readonly first_bin: Int32Array;
  readonly last_bin: Int32Array;
  /** Rank of the number at or below the quantile among the wanted ones, and how far it is to the next. */
  readonly below: Int32Array;
  readonly fraction: Float64Array;
  /** Where the wanted numbers go; each cell has a place more than it has numbers. */
  readonly begin: Uint32Array;
  /** All places. */
  room: number;
}

function rankCells(counts: Uint32Array, bins: number, { first, until }: CellRange, q: number, cells: number): Wanted {
  const wanted: Wanted = {
    first_bin: new Int32Array(cells).fill(1),
    last_bin: new Int32Array(cells),
    below: new Int32Array(cells),
    fraction: new Float64Array(cells),
    begin: new Uint32Array(cells),
    room: 0,
  };
  for (let cell = 0; cell < cells; cell++) {
    wanted.begin[cell] = wanted.room;
    if (cell >= first && cell < until)
      wanted.room += rankCell(counts.subarray(cell * bins, (cell + 1) * bins), q, cell, wanted);
    wanted.room++;
  }
  return wanted;
}

/** `counts`: bin -> numbers of the cell. Returns how many numbers are wanted. */
function rankCell(counts: Uint32Array, q: number, cell: number, wanted: Wanted): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 0;
  const position = q * (total - 1);
  const below = Math.floor(position);
  const above = Math.ceil(position);
  let bin = 0;
  let before = 0;
  for (; before + counts[bin]! <= below; bin++) before += counts[bin]!;
  wanted.first_bin[cell] = bin;
  wanted.below[cell] = below - before;
  wanted.fraction[cell] = position - below;
  let numbers = counts[bin]!;
  while (before + numbers <= above) numbers += counts[++bin]!;
  wanted.last_bin[cell] = bin;
  return numbers;
}

/** What is not wanted is written as well, and then over: that costs less than to ask. */
function collect(
  { cells, values, length }: CellValues,
  { least, scale }: Binning,
  { first_bin, last_bin }: Wanted,
  next: Uint32Array,
  numbers: Float64Array,
): void {
  for (let at = 0; at < length; at++) {
    const cell = cells[at]!;
    const value = values[at]!;
    const bin = ((value - least) * scale) | 0;
    const place = next[cell]!;
    numbers[place] = value;
    // The sign bit of either difference is set where the bin is not wanted.
    const is_out = ((bin - first_bin[cell]!) | (last_bin[cell]! - bin)) >>> 31;
    next[cell] = place + (Number(value >= least) & (is_out ^ 1));
  }
}
