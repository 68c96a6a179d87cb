/** Decimals in texts, as the nearest double. */

/** Largest power of ten that is a double exactly. */
export const EXACT_POWER = 22;
const TENS = Array.from({ length: EXACT_POWER + 1 }, (_, places) => Number(`1e${places}`));
/** Multiplying by this cuts a double into halves of 26 bits (Dekker). */
const CUTTER = 2 ** 27 + 1;
/** Far above the error of the sums below, relative to the quotient, and far below the distance of two doubles. */
const DOUBT = 2 ** -95;
/** JavaScript reads these as numbers, too, but people write ids and addresses like this. */
const OTHER_BASE = /^0[box]/i;

/** The decimal that a text holds, blanks around it aside; null if it holds none, or none that is finite. */
export function numberInText(text: string): number | null {
  const written = text.trim();
  if (written === '' || OTHER_BASE.test(written)) return null;
  const number = Number(written);
  return Number.isFinite(number) ? number : null;
}

/**
 * (high * 10^low_digits + low) / 10^places, rounded as `Number` rounds; NaN in the few cases that lie too close to the
 * middle of two doubles to tell. `high` is whole and below 10^15, `low` whole and below 10^4, `places` at most `EXACT_POWER`.
 * Computes with pairs of doubles, which carry 106 bits.
 */
export function nearestDouble(high: number, low: number, low_digits: number, places: number): number {
  const scale = TENS[low_digits]!;
  const product = high * scale;
  const below = productError(high, scale, product) + low;
  const whole = product + below;
  const rest = below - (whole - product);
  // whole + rest are the digits without the point, exactly.
  const divisor = TENS[places]!;
  const quotient = whole / divisor;
  const back = quotient * divisor;
  const remainder = whole - back - productError(quotient, divisor, back) + rest;
  const more = remainder / divisor;
  const nearest = quotient + more;
  const doubt = quotient * DOUBT;
  return quotient + (more - doubt) === nearest && quotient + (more + doubt) === nearest ? nearest : Number.NaN;
}

/** What rounding took from the product. */
function productError(a: number, b: number, product: number): number {
  const a_high = upperHalf(a);
  const b_high = upperHalf(b);
  const a_low = a - a_high;
  const b_low = b - b_high;
  return a_low * b_low - (product - a_high * b_high - a_low * b_high - a_high * b_low);
}

function upperHalf(value: number): number {
  const cut = CUTTER * value;
  return cut - (cut - value);
}
