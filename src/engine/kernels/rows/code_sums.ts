/**
 * Sums of numbers in stored form, whole multiples of 1/scale. Integers add up exactly in any order, so numbers need not
 * be decoded and rounding errors not tracked, which takes a third of the time.
 * Input: blocks of (cell, code). Output: sums per cell. Cost: one step per number.
 */
import type { ScaledColumn } from '../../frame/column.ts';
import { addToCell, type CellSums, type CellValues } from './value_aggregates.ts';

/** Sums of one column's codes; cleared when they are added to sums of numbers. */
export interface CodeSums {
  /** cell -> sum of codes. */
  readonly sum: Float64Array;
  /** cell -> codes other than 0. */
  readonly count: Uint32Array;
}

export function newCodeSums(cells: number): CodeSums {
  return { sum: new Float64Array(cells), count: new Uint32Array(cells) };
}

/** Whether a sum of `rows` numbers of the column is always exact. */
export function areSumsExact({ codes, base }: ScaledColumn, rows: number): boolean {
  const largest = Math.abs(base) + 2 ** (8 * codes.BYTES_PER_ELEMENT);
  return rows * largest <= Number.MAX_SAFE_INTEGER;
}

/** Skips missing numbers, code 0. */
export function addCodes({ cells, values: codes, length }: CellValues<Uint32Array>, { sum, count }: CodeSums): void {
  for (let at = 0; at < length; at++) {
    const code = codes[at]!;
    if (code === 0) continue;
    const cell = cells[at]!;
    sum[cell]! += code;
    count[cell]!++;
  }
}

/** Adds the sums to sums of numbers, and clears them. */
export function settleCodes(codes: CodeSums, { base, scale }: ScaledColumn, sums: CellSums): void {
  for (let cell = 0; cell < codes.sum.length; cell++) {
    const count = codes.count[cell]!;
    if (count === 0) continue;
    const whole = codes.sum[cell]! + count * (base - 1);
    const value = whole / scale;
    addToCell(value, cell, sums);
    sums.lost[cell]! += remainder(whole, value, scale) / scale;
    sums.count[cell]! += count;
  }
  codes.sum.fill(0);
  codes.count.fill(0);
}

/** whole - value * scale, exactly: each half of the value times the scale fits a number. */
function remainder(whole: number, value: number, scale: number): number {
  const high = Math.fround(value);
  return whole - high * scale - (value - high) * scale;
}
