/**
 * Bins of one width over a range of numbers.
 * Each includes its lower bound and excludes its upper one; the last reaches slightly further, to include the maximum.
 */

/** Extra reach of the last bin. */
const LAST_EXTRA = 0.01;
/** Digits of which arithmetic leaves all as they should be. */
const DIGITS = 15;
/** How these digits of a short decimal end. */
const ZEROS = '000';

export interface Span {
  readonly count: number;
  readonly min: number;
  readonly max: number;
}

/** Lower bound of a bin; `bin` may be one past the last. */
export function lowerBound({ count, min, max }: Span, bin: number): number {
  if (bin === 0) return min;
  if (bin === count) return max;
  const width = (max - min) / count;
  // The difference may overflow: interpolate then.
  const bound = Number.isFinite(width) ? width * bin + min : min * (1 - bin / count) + max * (bin / count);
  const decimal = rounded(bound, Math.max(Math.abs(min), Math.abs(max)));
  return Math.min(Math.max(decimal, min), max);
}

/** "[10,17.5]" */
export function binText(from: number, until: number, is_last: boolean): string {
  return `[${from},${is_last ? rounded(until + LAST_EXTRA, Math.abs(until)) : until}]`;
}

/**
 * The decimal that is meant, if a short one is: -0.4, where -0.3999999999999999 would put -0.4 into the bin below. A third
 * stays as arithmetic has it.
 */
function rounded(value: number, largest: number): number {
  const places = DIGITS - 1 - Math.floor(Math.log10(largest));
  const decimal = places >= 0 && places <= 100 ? value.toFixed(places) : '';
  return decimal.endsWith(ZEROS) ? Number(decimal) : value;
}
