/** How likely chance alone makes a difference between two counts, or between two factors. Uses normal tests. */

/** A difference is significant below this p-value. */
export const SIGNIFICANT = 0.05;

/** Two-sided p-value of a standard normal z. */
export function pOfZ(z: number): number {
  return Math.min(1, erfc(Math.abs(z) / Math.SQRT2));
}

/** Abramowitz and Stegun 7.1.26; error below 1.5e-7. */
function erfc(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return series * Math.exp(-x * x);
}

/**
 * Overdispersion of daily counts: variance divided by mean, averaged over both periods, at least 1. A period of a
 * single day does not count.
 */
export function dispersionOf(periods: readonly (readonly number[])[]): number {
  let squares = 0;
  let freedom = 0;
  for (const days of periods) {
    const mean = days.reduce((sum, day) => sum + day, 0) / Math.max(1, days.length);
    if (mean === 0 || days.length < 2) continue;
    squares += days.reduce((sum, day) => sum + (day - mean) ** 2 / mean, 0);
    freedom += days.length - 1;
  }
  return freedom === 0 ? 1 : Math.max(1, squares / freedom);
}

/** @param ratio length of the later period / length of the earlier one */
export function pOfChange(before: number, after: number, ratio: number, dispersion: number): number {
  const variance = dispersion * (after + ratio * ratio * before);
  return variance === 0 ? 1 : pOfZ((after - ratio * before) / Math.sqrt(variance));
}

/** Numbers of both periods. `before` is not scaled to the later period's length. */
export interface Counts {
  readonly before: number;
  readonly after: number;
}

/** Sums over people of both periods. */
export interface Squares {
  /** Of the square of their events with the value. */
  readonly own: number;
  /** Of the product of these and all their events. */
  readonly mixed: number;
}

/**
 * How much more a factor's share varies than if all events were independent: people are, but their events are not. Of
 * each person it takes how far their events with the value are from what the share of both periods makes of all their
 * events, so that one busy person counts much, and many who do a bit of everything count little.
 * @param all sum of the squares of people's events
 */
export function dispersionOfFactor(factor: Counts, whole: Counts, { own, mixed }: Squares, all: number): number {
  const events = whole.before + whole.after;
  const share = (factor.before + factor.after) / events;
  const independent = events * share * (1 - share);
  return independent > 0 ? Math.max(1, (own - 2 * share * mixed + share * share * all) / independent) : 1;
}

/** p-value that a factor keeps its share of the whole, however the whole changed. */
export function pOfFactor(factor: Counts, whole: Counts, dispersion: number): number {
  if (whole.before <= 0 || whole.after <= 0) return 1;
  const pooled = (factor.before + factor.after) / (whole.before + whole.after);
  const variance = dispersion * pooled * (1 - pooled) * (1 / whole.before + 1 / whole.after);
  if (!(variance > 0)) return 1;
  return pOfZ((factor.after / whole.after - factor.before / whole.before) / Math.sqrt(variance));
}

/**
 * Benjamini-Hochberg adjustment, because among many tests some succeed by chance: of all results whose adjusted p-value
 * is below 5 %, at most about 5 % are false. Keeps the order.
 */
export function adjusted(p_values: readonly number[]): number[] {
  const count = p_values.length;
  const order = p_values.map((_, at) => at).sort((a, b) => p_values[b]! - p_values[a]!);
  const found = new Array<number>(count).fill(1);
  let least = 1;
  for (const [behind, at] of order.entries()) {
    least = Math.min(least, (p_values[at]! * count) / (count - behind));
    found[at] = least;
  }
  return found;
}
