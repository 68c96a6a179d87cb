/**
 * Aggregates of numbers per cell: sums, counts, minimum, maximum. NaN is skipped. Lists of any runs and parts go into
 * the same totals.
 * Input: blocks of (cell, number). Output: one number per cell. Cost: one step per number.
 */
import { withoutNoise } from '../../../base/exact_sum.ts';
import type { CellRange } from '../../frame/buckets.ts';

/** Numbers (or other values) and their cells; arrays share an index, below `length`. */
export interface CellValues<Values = Float64Array> {
  readonly cells: Int32Array;
  readonly values: Values;
  readonly length: number;
}

/** A cell's sum is `sum` plus its rounding errors. These are kept exactly, so the order of rows does not matter. */
export interface CellSums {
  /** cell -> rounded sum. */
  readonly sum: Float64Array;
  /** cell -> what rounding has lost of the sum. */
  readonly lost: Float64Array;
  /** cell -> sum of its negative numbers only. */
  readonly negative: Float64Array;
  /** cell -> how many numbers it has. */
  readonly count: Uint32Array;
}

export function newSums(cells: number): CellSums {
  return {
    sum: new Float64Array(cells),
    lost: new Float64Array(cells),
    negative: new Float64Array(cells),
    count: new Uint32Array(cells),
  };
}

/** cell -> sum, without binary noise in decimals. */
export function sumsOf({ sum, lost, negative }: CellSums): Float64Array {
  return sum.map((total, cell) => {
    // Infinity has no rounding error.
    if (!Number.isFinite(total)) return total;
    const exact = total + lost[cell]!;
    return withoutNoise(exact, Math.abs(exact) - 2 * negative[cell]!);
  });
}

/** cell -> average, NaN without numbers. */
export function averagesOf(sums: CellSums): Float64Array {
  return sumsOf(sums).map((sum, cell) => withoutNoise(sum / sums.count[cell]!));
}

/** Skipping NaN costs half of adding zero, as most rows have a number. */
export function addCells({ cells, values, length }: CellValues, { sum, lost, negative, count }: CellSums): void {
  for (let at = 0; at < length; at++) {
    const value = values[at]!;
    if (Number.isNaN(value)) continue;
    const cell = cells[at]!;
    add(value, cell, sum, lost, negative);
    count[cell]!++;
  }
}

function add(value: number, cell: number, sums: Float64Array, lost: Float64Array, negative: Float64Array): void {
  const before = sums[cell]!;
  const sum = before + value;
  const back = sum - before;
  sums[cell] = sum;
  lost[cell]! += before - (sum - back) + (value - back);
  if (value < 0) negative[cell]! += value;
}

/** Adds an exact sum to a cell's; its numbers are counted by the caller. */
export function addToCell(value: number, cell: number, { sum, lost }: CellSums): void {
  add(value, cell, sum, lost, NOWHERE);
}

/** Adds `some` to `sums`. */
export function addSums(some: CellSums, sums: CellSums): void {
  for (let cell = 0; cell < sums.sum.length; cell++) {
    sums.negative[cell]! += some.negative[cell]!;
    addToCell(some.sum[cell]!, cell, sums);
    sums.lost[cell]! += some.lost[cell]!;
    sums.count[cell]! += some.count[cell]!;
  }
}

/** Writes to an empty array do nothing: callers of `addToCell` add the negative sums themselves, if there are any. */
const NOWHERE = new Float64Array(0);

/** least[cell] = min. NaN is skipped, as comparing with it is false. */
export function leastOfCells(list: CellValues, least: Float64Array): void {
  const { cells, values, length } = list;
  for (let at = 0; at < length; at++) {
    const cell = cells[at]!;
    if (values[at]! < least[cell]!) least[cell] = values[at]!;
  }
}

/** greatest[cell] = max. */
export function greatestOfCells(list: CellValues, greatest: Float64Array): void {
  const { cells, values, length } = list;
  for (let at = 0; at < length; at++) {
    const cell = cells[at]!;
    if (values[at]! > greatest[cell]!) greatest[cell] = values[at]!;
  }
}

/** met[cell] = 1 if there is a row, with or without a number. */
export function meetCells({ cells, length }: CellValues<unknown>, met: Uint8Array): void {
  const whole = length - (length % 4);
  for (let at = 0; at < whole; at += 4) {
    met[cells[at]!] = 1;
    met[cells[at + 1]!] = 1;
    met[cells[at + 2]!] = 1;
    met[cells[at + 3]!] = 1;
  }
  for (let at = whole; at < length; at++) met[cells[at]!] = 1;
}

/** Whether any row falls into the range. */
export function isAnyWithin({ cells, length }: CellValues, { first, until }: CellRange): boolean {
  for (let at = 0; at < length; at++) if (cells[at]! >= first && cells[at]! < until) return true;
  return false;
}
