/**
 * Bins of equal width, to find a quantile without sorting: numbers are counted in bins first, which tells the bin that
 * holds the wanted rank, and only that bin's numbers are looked at again. A greater number is never in a lower bin,
 * whatever is rounded, so the answer does not depend on the bins.
 */

/** The bin of a value is (value - least) * scale, rounded down. */
export interface Binning {
  readonly count: number;
  readonly least: number;
  /** Bins per unit; 0 where numbers lie too far apart to tell, or are all the same. */
  readonly scale: number;
}

/** Numbers per bin to aim at, and the most bins that pay for looking through them. */
const NUMBERS_PER_BIN = 8;
const BINS_MOST = 1024;

export function binningOf(least: number, greatest: number, numbers: number): Binning {
  const count = Math.max(1, Math.min(BINS_MOST, Math.floor(numbers / NUMBERS_PER_BIN)));
  const scale = (count - 1) / (greatest - least);
  return { count, least, scale: Number.isFinite(scale) ? scale : 0 };
}

/** Where the quantile is. */
export interface WantedBins {
  readonly first: number;
  readonly last: number;
  /** How many they hold. */
  readonly numbers: number;
  /** Rank of the number at or below the quantile among them, and how far it is from there to the next. */
  readonly below: number;
  readonly fraction: number;
}

/** `counts`: bin -> numbers; `total` of them, not none. */
export function wantedBins(counts: Uint32Array, total: number, q: number): WantedBins {
  const position = q * (total - 1);
  const below = Math.floor(position);
  const above = Math.ceil(position);
  let first = 0;
  let before = 0;
  for (; before + counts[first]! <= below; first++) before += counts[first]!;
  let last = first;
  let numbers = counts[first]!;
  while (before + numbers <= above) numbers += counts[++last]!;
  return { first, last, numbers, below: below - before, fraction: position - below };
}
