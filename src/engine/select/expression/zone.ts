/** Wall clocks from a table of offsets in the query: the engine knows no time zones. */
import { DAY_MS } from '../../../base/time.ts';
import type { ZoneOffsets } from '../../../model/question/expression.ts';

/** How many changes come before the instant, or at it. */
function changesUntil({ changes_ms }: ZoneOffsets, utc_ms: number): number {
  let low = 0;
  let high = changes_ms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (changes_ms[middle]! <= utc_ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

function offsetAt(zone: ZoneOffsets, utc_ms: number): number {
  return zone.offsets_ms[changesUntil(zone, utc_ms)]!;
}

/** When the clock was changed last. */
export function lastChange(zone: ZoneOffsets, utc_ms: number): number {
  return zone.changes_ms[changesUntil(zone, utc_ms) - 1] ?? Number.NEGATIVE_INFINITY;
}

export function toWall(zone: ZoneOffsets, utc_ms: number): number {
  return utc_ms + offsetAt(zone, utc_ms);
}

/** The instant of a wall clock reading, the earlier of two. Readings that a clock change skips move on by the gap. */
export function fromWall(zone: ZoneOffsets, wall_ms: number): number {
  // A day exceeds any offset, so these two lie on either side of a nearby change.
  const before_ms = offsetAt(zone, wall_ms - DAY_MS);
  const after_ms = offsetAt(zone, wall_ms + DAY_MS);
  const first_ms = wall_ms - before_ms;
  if (before_ms === after_ms || offsetAt(zone, first_ms) === before_ms) return first_ms;
  const second_ms = wall_ms - after_ms;
  return offsetAt(zone, second_ms) === after_ms ? second_ms : first_ms;
}
