/** Quantiles by sorting everything. */

/** Position q * (n - 1), between two numbers so much of the way from one to the other. null of nothing. */
export function slowQuantile(values: readonly number[], q: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const position = q * (sorted.length - 1);
  const below = sorted[Math.floor(position)]!;
  const above = sorted[Math.ceil(position)]!;
  return below + (position - Math.floor(position)) * (above - below);
}
