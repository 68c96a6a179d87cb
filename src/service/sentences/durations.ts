/** Durations in words. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/time.ts';
import { counted } from '../words/lists.ts';

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
  [SECOND_MS, 'second'],
];

/** Duration in the largest unit that divides it, for example `14 days` or `90 minutes`. */
export function spanWords(ms: number): string {
  const [size, name] = UNITS.find(([unit_ms]) => ms >= unit_ms && ms % unit_ms === 0) ?? [1, 'millisecond'];
  return counted(ms / size, name);
}
