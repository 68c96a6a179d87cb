/**
 * Aggregates of numbers per cell (see row_cells.ts). NaN is no number: it is passed over. Lists of any runs and parts
 * go into the same totals, which for sums, least and greatest values need not be kept apart.
 */
import { quantileInPlace } from '../statistics.ts';
import type { CellRange } from './row_cells.ts';

/** Numbers and where they count; both arrays have the same index, below `length`. */
export interface CellValues {
  readonly cells: Int32Array;
  readonly values: Float64Array;
  readonly length: number;
}

/** Adds to sums[cell] and counts[cell]. */
export function sumCells(list: CellValues, sums: Float64Array, counts: Uint32Array): void {
  const { cells, values, length } = list;
  for (let at = 0; at < length; at++) {
    const value = values[at]!;
    if (Number.isNaN(value)) continue;
    const cell = cells[at]!;
    sums[cell]! += value;
    counts[cell]!++;
  }
}

/** Lowers least[cell]; NaN compares as false. */
export function leastOfCells(list: CellValues, least: Float64Array): void {
  const { cells, values, length } = list;
  for (let at = 0; at < length; at++) {
    const cell = cells[at]!;
    if (values[at]! < least[cell]!) least[cell] = values[at]!;
  }
}

/** Raises greatest[cell]. */
export function greatestOfCells(list: CellValues, greatest: Float64Array): void {
  const { cells, values, length } = list;
  for (let at = 0; at < length; at++) {
    const cell = cells[at]!;
    if (values[at]! > greatest[cell]!) greatest[cell] = values[at]!;
  }
}

/** met[cell] = 1 where there is anything, number or not. */
export function meetCells({ cells, length }: CellValues, met: Uint8Array): void {
  for (let at = 0; at < length; at++) met[cells[at]!] = 1;
}

/** Exact: numbers are sorted into their cells by counting, then selected cell by cell. Fills quantiles[cell]. */
export function quantilesOfCells(
  lists: readonly CellValues[],
  { first, until }: CellRange,
  q: number,
  quantiles: Float64Array,
): void {
  /** cell - first -> where its numbers begin; shifted by two while they are counted and placed. */
  const starts = new Uint32Array(until - first + 2);
  for (const list of lists) countNumbers(list, first, until, starts);
  for (let at = 2; at < starts.length; at++) starts[at]! += starts[at - 1]!;
  const numbers = new Float64Array(starts[starts.length - 1]!);
  for (const list of lists) placeNumbers(list, first, until, starts, numbers);
  for (let cell = first; cell < until; cell++) {
    const own = numbers.subarray(starts[cell - first]!, starts[cell - first + 1]!);
    quantiles[cell] = quantileInPlace(own, q) ?? 0;
  }
}

/** Adds to starts[cell - first + 2]. */
function countNumbers(list: CellValues, first: number, until: number, starts: Uint32Array): void {
  const { cells, values, length } = list;
  for (let at = 0; at < length; at++) {
    const cell = cells[at]!;
    if (cell >= first && cell < until && !Number.isNaN(values[at]!)) starts[cell - first + 2]!++;
  }
}

/** starts[cell - first + 1] runs from where the cell begins to where it ends. */
function placeNumbers(
  list: CellValues,
  first: number,
  until: number,
  starts: Uint32Array,
  numbers: Float64Array,
): void {
  const { cells, values, length } = list;
  for (let at = 0; at < length; at++) {
    const cell = cells[at]!;
    const value = values[at]!;
    if (cell >= first && cell < until && !Number.isNaN(value)) numbers[starts[cell - first + 1]!++] = value;
  }
}
