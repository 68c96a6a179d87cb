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

/** Adds to sums[cell]. To add nothing costs less than to ask whether to add. */
export function addCells({ cells, values, length }: CellValues, sums: Float64Array): void {
  for (let at = 0; at < length; at++) {
    const value = values[at]!;
    sums[cells[at]!]! += Number.isNaN(value) ? 0 : value;
  }
}

/** Adds to sums[cell] and counts[cell]. */
export function averageCells({ cells, values, length }: CellValues, sums: Float64Array, counts: Uint32Array): void {
  for (let at = 0; at < length; at++) {
    const value = values[at]!;
    const cell = cells[at]!;
    sums[cell]! += Number.isNaN(value) ? 0 : value;
    counts[cell]! += Number.isNaN(value) ? 0 : 1;
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

/** Whether anything is in the range, number or not. */
export function isAnyWithin({ cells, length }: CellValues, { first, until }: CellRange): boolean {
  for (let at = 0; at < length; at++) if (cells[at]! >= first && cells[at]! < until) return true;
  return false;
}

/** Exact: numbers are sorted into their cells by counting, then selected cell by cell. Fills quantiles[cell]. */
export function quantilesOfCells(
  lists: readonly CellValues[],
  { first, until }: CellRange,
  q: number,
  quantiles: Float64Array,
): void {
  const size = quantiles.length;
  const counts = new Uint32Array(size);
  for (const list of lists) countCells(list, counts);
  /** cell -> where its next number goes. What is in no cell of the answer stays in one place, behind the others. */
  const next = new Uint32Array(size);
  /** cell -> 1 where numbers count. */
  const step = new Uint8Array(size).fill(1, first, until);
  let total = 0;
  for (let cell = first; cell < until; cell++) {
    next[cell] = total;
    total += counts[cell]!;
  }
  for (let cell = 0; cell < size; cell++) if (step[cell] === 0) next[cell] = total;
  const begin = next.slice();
  const numbers = new Float64Array(total + 1);
  for (const list of lists) sortNumbers(list, step, next, numbers);
  for (let cell = first; cell < until; cell++) {
    quantiles[cell] = quantileInPlace(numbers.subarray(begin[cell]!, next[cell]!), q) ?? 0;
  }
}

function countCells({ cells, length }: CellValues, counts: Uint32Array): void {
  for (let at = 0; at < length; at++) counts[cells[at]!]!++;
}

/** What is no number is written as well, and then over: that costs less than to ask. */
function sortNumbers(
  { cells, values, length }: CellValues,
  step: Uint8Array,
  next: Uint32Array,
  numbers: Float64Array,
): void {
  for (let at = 0; at < length; at++) {
    const cell = cells[at]!;
    const value = values[at]!;
    const place = next[cell]!;
    numbers[place] = value;
    next[cell] = place + (Number.isNaN(value) ? 0 : step[cell]!);
  }
}
