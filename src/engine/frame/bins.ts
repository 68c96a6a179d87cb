/**
 * Bins of one width over the numbers there are. Each holds its lower bound and not its upper one; the last one reaches
 * a little further, so that it holds the greatest number.
 */

import { asSharedNumbers } from '../../base/shared.ts';
import { allocateCodes, type Codes } from './column.ts';
import { rowCuts } from './slices.ts';
import type { Task, Team } from './team.ts';

/** How much further the last bin reaches. */
const LAST_EXTRA = 0.01;

export interface Bins {
  readonly count: number;
  /** Least and greatest number so far; min > max while there is none. */
  min: number;
  max: number;
}

export function newBins(count: number): Bins {
  return { count, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
}

/** NaN is no number. */
export function widen(bins: Bins, value: number): void {
  if (value < bins.min) bins.min = value;
  if (value > bins.max) bins.max = value;
}

/** The same for all numbers of a time: `time_ms` and `numbers` have the row as their index. */
export function widenWithin(
  bins: Bins,
  numbers: Float64Array,
  time_ms: Float64Array,
  { from_ms, until_ms }: { readonly from_ms: number; readonly until_ms: number },
): void {
  let { min, max } = bins;
  for (let row = 0; row < numbers.length; row++) {
    const time = time_ms[row]!;
    if (time < from_ms || time >= until_ms) continue;
    const value = numbers[row]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  bins.min = min;
  bins.max = max;
}

/** Where a bin begins. `bin` may be one past the last. */
function lowerBound({ count, min, max }: Bins, bin: number): number {
  const span = max - min;
  if (Number.isFinite(span)) return (span / count) * bin + min;
  // Twice the largest double is no double.
  return min * (1 - bin / count) + max * (bin / count);
}

/** The bin of a number within [min, max]. */
export function binOf(bins: Bins, value: number): number {
  // Compared with the bounds as they are written: a division might round to the other side of one.
  let low = 0;
  let high = bins.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (lowerBound(bins, middle) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** "[10,17.5]" */
export function binLabel(bins: Bins, bin: number): string {
  const extra = bin === bins.count - 1 ? LAST_EXTRA : 0;
  return `[${lowerBound(bins, bin)},${lowerBound(bins, bin + 1) + extra}]`;
}

interface BinArgs {
  readonly min: number;
  readonly max: number;
  /** Bins per unit, about; 0 where there is nothing to guess by. */
  readonly scale: number;
  /** bin -> where it begins; behind the last one where that ends. */
  readonly bounds: Float64Array;
  readonly numbers: Float64Array;
  /** What is filled. */
  readonly codes: Codes;
}

/** Over numbers. */
export const BIN_NUMBERS: Task<BinArgs, null, null> = {
  name: 'bin numbers',
  begin: () => null,
  add: ({ min, max, scale, bounds, numbers, codes }, _, first, until) =>
    fillBins(min, max, scale, bounds, numbers.subarray(first, until), codes.subarray(first, until)),
  end: () => null,
};

function fillBins(
  min: number,
  max: number,
  scale: number,
  bounds: Float64Array,
  numbers: Float64Array,
  codes: Codes,
): void {
  const last = bounds.length - 2;
  for (let index = 0; index < numbers.length; index++) {
    const value = numbers[index]!;
    if (!(value >= min && value <= max)) continue;
    // A guess that rounding may have put next to the right one.
    let bin = scale === 0 ? last : ((value - min) * scale) | 0;
    if (bin > last) bin = last;
    while (value < bounds[bin]!) bin--;
    while (value >= bounds[bin + 1]!) bin++;
    codes[index] = bin + 1;
  }
}

/** index -> one more than the number's bin, 0 where it is no number within the bins. */
export function binNumbers(bins: Bins, numbers: Float64Array, team: Team): Codes {
  const { count, min, max } = bins;
  const bounds = Float64Array.from({ length: count + 1 }, (_, bin) => lowerBound(bins, bin));
  // The last bin ends with the greatest number, whatever its bound comes to, and the first begins with the least.
  bounds[0] = Number.NEGATIVE_INFINITY;
  bounds[count] = Number.POSITIVE_INFINITY;
  // Between neighbouring doubles it would be infinite: then, as where all are the same, there is nothing to guess by.
  const guessed = count / (max - min);
  const scale = Number.isFinite(guessed) ? guessed : 0;
  const codes = allocateCodes(numbers.length, count + 1);
  const args = { min, max, scale, bounds, numbers: asSharedNumbers(numbers), codes };
  team.share(BIN_NUMBERS, args, rowCuts(numbers.length));
  return codes;
}
