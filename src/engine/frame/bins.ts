/** Bins while they are measured, and the numbers of columns put into them. */

import { binText, lowerBound } from '../../base/bins.ts';
import { has } from '../../base/bitmap.ts';
import { asSharedNumbers } from '../../base/shared.ts';
import { allocateCodes, type Codes } from './column.ts';
import { rowCuts } from './slices.ts';
import type { Task, Team } from './team.ts';

export interface Bins {
  readonly count: number;
  /** Minimum and maximum so far; min > max if there are no numbers. */
  min: number;
  max: number;
}

export function newBins(count: number): Bins {
  return { count, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
}

/** Ignores NaN, as comparisons with it are false. */
export function widen(bins: Bins, value: number): void {
  if (value < bins.min) bins.min = value;
  if (value > bins.max) bins.max = value;
}

/** Same for the numbers of the rows in a bitmap; null = all. */
export function widenWithin(bins: Bins, numbers: Float64Array, rows: Uint32Array | null): void {
  let { min, max } = bins;
  for (let row = 0; row < numbers.length; row++) {
    const value = numbers[row]!;
    // Soon nearly all numbers are between min and max; NaN is never outside.
    if (!(value < min || value > max) || (rows !== null && !has(rows, row))) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  bins.min = min;
  bins.max = max;
}

/** Bin of a number in [min, max]. */
export function binOf(bins: Bins, value: number): number {
  // Compares with the printed bounds; a division might round to the other side of one.
  let low = 0;
  let high = bins.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (lowerBound(bins, middle) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function binLabel(bins: Bins, bin: number): string {
  return binText(lowerBound(bins, bin), lowerBound(bins, bin + 1), bin === bins.count - 1);
}

interface BinArgs {
  readonly min: number;
  readonly max: number;
  /** Bins per unit, approximately; 0 = no guess possible. */
  readonly scale: number;
  /** bin -> lower bound; the last item is the end of the last bin. */
  readonly bounds: Float64Array;
  readonly numbers: Float64Array;
  /** Written to. */
  readonly codes: Codes;
}

/** Morsels of numbers. */
export const BIN_NUMBERS: Task<BinArgs, null, null> = {
  name: 'bin numbers',
  begin: () => null,
  add: (args, _, first, until) =>
    fillBins(args, args.numbers.subarray(first, until), args.codes.subarray(first, until)),
  end: () => null,
};

function fillBins({ min, max, scale, bounds }: BinArgs, numbers: Float64Array, codes: Codes): void {
  const last = bounds.length - 2;
  for (let index = 0; index < numbers.length; index++) {
    const value = numbers[index]!;
    if (!(value >= min && value <= max)) continue;
    // Rounding may have put the guess one bin off.
    let bin = scale === 0 ? last : ((value - min) * scale) | 0;
    if (bin > last) bin = last;
    while (value < bounds[bin]!) bin--;
    while (value >= bounds[bin + 1]!) bin++;
    codes[index] = bin + 1;
  }
}

/** index -> bin + 1; 0 = not a number, or outside the bins. */
export function binNumbers(bins: Bins, numbers: Float64Array, team: Team): Codes {
  const { count, min, max } = bins;
  const bounds = Float64Array.from({ length: count + 1 }, (_, bin) => lowerBound(bins, bin));
  // The first bin has no lower bound and the last no upper one, whatever the bounds round to.
  bounds[0] = Number.NEGATIVE_INFINITY;
  bounds[count] = Number.POSITIVE_INFINITY;
  // Infinite between adjacent doubles, NaN if all numbers are equal: no guess then.
  const guessed = count / (max - min);
  const scale = Number.isFinite(guessed) ? guessed : 0;
  const codes = allocateCodes(numbers.length, count + 1);
  const args = { min, max, scale, bounds, numbers: asSharedNumbers(numbers), codes };
  team.share(BIN_NUMBERS, args, rowCuts(numbers.length));
  return codes;
}
