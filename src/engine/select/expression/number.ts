/** Functions of numbers, null where they have no result. */

/** What comes out of a calculation: what is no number is missing. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

const EXACT = 15;

/** To so many decimals; halves go to the even neighbour. */
export function roundTo(value: number, decimals: number): number {
  if (decimals >= EXACT) return value;
  const scale = 10 ** Math.trunc(decimals);
  const scaled = value * scale;
  const low = Math.floor(scaled);
  const rest = scaled - low;
  const isUp = rest > 0.5 || (rest === 0.5 && low % 2 !== 0);
  return (isUp ? low + 1 : low) / scale;
}
