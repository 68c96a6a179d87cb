/** Numbers as text: integers in full, others with four decimals (below 1 with four significant digits). */

const SIGNIFICANT = 4;

export function numberText(value: number): string {
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value);
  const rounded = Math.abs(value) < 1 ? Number(value.toPrecision(SIGNIFICANT)) : Number(value.toFixed(SIGNIFICANT));
  return String(rounded);
}

/** For example `21.2%`; a dash if the whole is zero. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 1_000) / 10}%`;
}

const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** Rounded, for example `2.4 min`. */
export function durationText(seconds: number): string {
  const unit = UNITS.find(([size]) => seconds >= size);
  const [size, name] = unit ?? [1, 's'];
  return `${Math.round((seconds / size) * 10) / 10} ${name}`;
}
