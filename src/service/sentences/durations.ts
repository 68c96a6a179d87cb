/** Durations in words. */
import { counted } from '../words/lists.ts';

const SECOND_MS = 1_000;

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [86_400 * SECOND_MS, 'day'],
  [3_600 * SECOND_MS, 'hour'],
  [60 * SECOND_MS, 'minute'],
  [SECOND_MS, 'second'],
];

/** Duration in the largest unit that divides it, for example `14 days` or `90 minutes`. */
export function spanWords(ms: number): string {
  const [size, name] = UNITS.find(([unit_ms]) => ms >= unit_ms && ms % unit_ms === 0) ?? [1, 'millisecond'];
  return counted(ms / size, name);
}
