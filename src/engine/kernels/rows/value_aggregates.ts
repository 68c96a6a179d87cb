/**
 * Aggregates of numbers per cell: sums, counts, minimum, maximum. NaN is skipped. Lists of any runs and parts go into
 * the same totals.
 * Input: blocks of (cell, number). Output: one number per cell. Cost: one step per number.
 */
import { withoutNoise } from '../../../base/exact_sum.ts';
import type { CellRange } from '../../frame/buckets.ts';

/** Numbers and their cells; arrays share an index, below `length`. */
export interface CellValues {
  readonly cells: Int32Array;
  readonly values: Float64Array;
  readonly length: number;
}

/**
 * A cell's sum is that of both lanes plus their rounding errors. Errors are kept exactly, so the order of rows does not
 * matter.
 */
export interface CellSums {
  /** cell -> sum of every other number. */
  readonly lane: Float64Array;
  readonly lost: Float64Array;
  /** cell -> sum of the rest. */
  readonly other_lane: Float64Array;
  readonly other_lost: Float64Array;
  /** cell -> sum of its negative numbers, both lanes. */
  readonly negative: Float64Array;
  /** cell -> numbers in each lane. */
  readonly count: Uint32Array;
  readonly other_count: Uint32Array;
}

export function newSums(cells: number): CellSums {
  return {
    lane: new Float64Array(cells),
    lost: new Float64Array(cells),
    other_lane: new Float64Array(cells),
    other_lost: new Float64Array(cells),
    negative: new Float64Array(cells),
    count: new Uint32Array(cells),
    other_count: new Uint32Array(cells),
  };
}

/** cell -> sum, without binary noise in decimals. */
export function sumsOf({ lane, lost, other_lane, other_lost, negative }: CellSums): Float64Array {
  return lane.map((sum, cell) => {
    const other = other_lane[cell]!;
    const total = sum + other;
    // Infinity has no rounding error.
    if (!Number.isFinite(total)) return total;
    const back = total - sum;
    const exact = total + (sum - (total - back) + (other - back) + lost[cell]! + other_lost[cell]!);
    return withoutNoise(exact, Math.abs(exact) - 2 * negative[cell]!);
  });
}

/** cell -> average, NaN without numbers. */
export function averagesOf(sums: CellSums): Float64Array {
  return sumsOf(sums).map((sum, cell) => withoutNoise(sum / (sums.count[cell]! + sums.other_count[cell]!)));
}

/**
 * Skipping NaN costs half of adding zero, as most rows have a number. Neighbours are often in one cell; alternating
 * lanes avoid waiting for the previous addition.
 */
export function addCells({ cells, values, length }: CellValues, sums: CellSums): void {
  const { lane, lost, other_lane, other_lost, negative, count, other_count } = sums;
  for (let at = 0; at < length; at += 2) {
    const value = values[at]!;
    if (!Number.isNaN(value)) {
      add(value, cells[at]!, lane, lost, negative);
      count[cells[at]!]!++;
    }
    const other = at + 1 < length ? values[at + 1]! : Number.NaN;
    if (!Number.isNaN(other)) {
      add(other, cells[at + 1]!, other_lane, other_lost, negative);
      other_count[cells[at + 1]!]!++;
    }
  }
}

function add(value: number, cell: number, lane: Float64Array, lost: Float64Array, negative: Float64Array): void {
  const before = lane[cell]!;
  const sum = before + value;
  const back = sum - before;
  lane[cell] = sum;
  lost[cell]! += before - (sum - back) + (value - back);
  if (value < 0) negative[cell]! += value;
}

/** Adds sums to sums. */
export function addSums(some: CellSums, sums: CellSums): void {
  for (let cell = 0; cell < sums.lane.length; cell++) {
    sums.negative[cell]! += some.negative[cell]!;
    add(some.lane[cell]!, cell, sums.lane, sums.lost, NOWHERE);
    add(some.other_lane[cell]!, cell, sums.other_lane, sums.other_lost, NOWHERE);
    sums.lost[cell]! += some.lost[cell]!;
    sums.other_lost[cell]! += some.other_lost[cell]!;
    sums.count[cell]! += some.count[cell]! + some.other_count[cell]!;
  }
}

/** Negative sums were already added above. */
const NOWHERE = new Float64Array(0);

/** least[cell] = min; NaN compares false. */
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

/** Whether any row falls into the range. */
export function isAnyWithin({ cells, length }: CellValues, { first, until }: CellRange): boolean {
  for (let at = 0; at < length; at++) if (cells[at]! >= first && cells[at]! < until) return true;
  return false;
}
