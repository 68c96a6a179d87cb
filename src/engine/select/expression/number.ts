/** Functions of numbers; null = no result. */

/** NaN and infinity become missing. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

const EXACT = 15;

/** Rounds half to even. */
export function roundTo(value: number, decimals: number): number {
  if (decimals >= EXACT) return value;
  const scale = 10 ** Math.trunc(decimals);
  const scaled = value * scale;
  const low = Math.floor(scaled);
  const rest = scaled - low;
  const isUp = rest > 0.5 || (rest === 0.5 && low % 2 !== 0);
  return (isUp ? low + 1 : low) / scale;
}
