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
  /** slot -> numbers; slots are cell * bins + bin, and one more for what is no number. */
  const counts = new Uint32Array(cells * binning.count + 1);
  const slots = lists.map((list) => countSlots(list, binning, counts));
  const wanted = rankCells(counts, binning.count, range, q, cells);
  const numbers = new Float64Array(wanted.room);
  const next = wanted.begin.slice();
  for (const [at, list] of lists.entries()) collect(list, slots[at]!, wanted.is_wanted, next, numbers);
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

/** row -> slot. NaN is not above any number. */
function countSlots(
  { cells, values, length }: CellValues,
  { count, least, scale }: Binning,
  counts: Uint32Array,
): Int32Array {
  const none = counts.length - 1;
  const slots = new Int32Array(length);
  for (let at = 0; at < length; at++) {
    const value = values[at]!;
    const slot = value >= least ? (Math.imul(cells[at]!, count) + (((value - least) * scale) | 0)) | 0 : none;
    slots[at] = slot;
    counts[slot]!++;
  }
  return slots;
}

/** What is wanted of each cell. */
interface Wanted {
  /** slot -> 1 where its numbers are wanted. */
  readonly is_wanted: Uint8Array;
  /** cell -> rank of the number at or below the quantile among the wanted ones, and how far it is to the next. */
  readonly below: Int32Array;
  readonly fraction: Float64Array;
  /** cell -> where the wanted numbers go. */
  readonly begin: Uint32Array;
  /** All places. */
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

/** Returns how many numbers are wanted. */
function rankCell(counts: Uint32Array, bins: number, q: number, cell: number, wanted: Wanted): number {
  const first = cell * bins;
  let total = 0;
  for (let slot = first; slot < first + bins; slot++) total += counts[slot]!;
  if (total === 0) return 0;
  const position = q * (total - 1);
  const below = Math.floor(position);
  const above = Math.ceil(position);
  let slot = first;
  let before = 0;
  for (; before + counts[slot]! <= below; slot++) before += counts[slot]!;
  wanted.is_wanted[slot] = 1;
  wanted.below[cell] = below - before;
  wanted.fraction[cell] = position - below;
  let numbers = counts[slot]!;
  while (before + numbers <= above) {
    numbers += counts[++slot]!;
    wanted.is_wanted[slot] = 1;
  }
  return numbers;
}

function collect(
  { cells, values, length }: CellValues,
  slots: Int32Array,
  is_wanted: Uint8Array,
  next: Uint32Array,
  numbers: Float64Array,
): void {
  for (let at = 0; at < length; at++) if (is_wanted[slots[at]!] === 1) numbers[next[cells[at]!]!++] = values[at]!;
}
