/**
 * Aggregates of numbers per cell (see row_cells.ts). NaN is no number: it is passed over. Lists of any runs and parts
 * go into the same totals, which for sums, least and greatest values need not be kept apart.
 */
import type { CellRange } from './row_cells.ts';

/** Numbers and where they count; both arrays have the same index, below `length`. */
export interface CellValues {
  readonly cells: Int32Array;
  readonly values: Float64Array;
  readonly length: number;
}

/**
 * Adds to sums[cell]. Most rows have a number: to ask is half the time of adding nothing where there is none. Neighbours
 * are often in one cell: every other one is added elsewhere first, so that it need not wait for the sum before it.
 */
export function addCells({ cells, values, length }: CellValues, sums: Float64Array): void {
  const others = new Float64Array(sums.length);
  const whole = length - (length % 2);
  for (let at = 0; at < whole; at += 2) {
    const value = values[at]!;
    if (!Number.isNaN(value)) sums[cells[at]!]! += value;
    const other = values[at + 1]!;
    if (!Number.isNaN(other)) others[cells[at + 1]!]! += other;
  }
  if (whole < length && !Number.isNaN(values[whole]!)) sums[cells[whole]!]! += values[whole]!;
  for (let cell = 0; cell < sums.length; cell++) sums[cell]! += others[cell]!;
}

/** Adds to sums[cell] and counts[cell]. */
export function averageCells({ cells, values, length }: CellValues, sums: Float64Array, counts: Uint32Array): void {
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
  const whole = length - (length % 4);
  for (let at = 0; at < whole; at += 4) {
    met[cells[at]!] = 1;
    met[cells[at + 1]!] = 1;
    met[cells[at + 2]!] = 1;
    met[cells[at + 3]!] = 1;
  }
  for (let at = whole; at < length; at++) met[cells[at]!] = 1;
}

/** Whether anything is in the range, number or not. */
export function isAnyWithin({ cells, length }: CellValues, { first, until }: CellRange): boolean {
  for (let at = 0; at < length; at++) if (cells[at]! >= first && cells[at]! < until) return true;
  return false;
}
