import type { Random } from '../../src/base/random.ts';
import type { Probe } from './probe.ts';

const DAY_MS = 86_400_000;

/** Events in order of time, as lines of JSON. */
export function* linesOfProbe({ from_ms, days, event }: Probe, count: number, random: Random): Iterable<string> {
  for (let at = 0; at < count; at++) {
    const time_ms = from_ms + Math.floor((at / count) * days * DAY_MS);
    yield JSON.stringify({ ...event(random, at, count), timestamp: new Date(time_ms).toISOString() });
  }
}
