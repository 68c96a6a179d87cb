/** Functions of numbers; null = no result. */

/** NaN and infinity become missing. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

const EXACT = 15;
/** Numbers from here on are whole. */
const WHOLE = 2 ** 53;

/** Rounds half to even. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** Math.trunc(decimals);
  const scaled = value * scale;
  // Neither the scale nor what is scaled may overflow, or vanish.
  if (decimals >= EXACT || (decimals >= 0 && Math.abs(scaled) >= WHOLE)) return value;
  if (scale === 0) return 0;
  const low = Math.floor(scaled);
  const rest = scaled - low;
  const isUp = rest > 0.5 || (rest === 0.5 && low % 2 !== 0);
  return (isUp ? low + 1 : low) / scale;
}
