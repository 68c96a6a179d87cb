/**
 * Counts distinct actors per window. Windows may overlap, but begin and end in order, so that a row is in a stretch of
 * them; the stretches of one actor, in time order, only ever reach further. Each adds one at its begin and takes one off
 * at its end; the sums along the windows are the answer.
 */
import type { ActiveWindows } from '../../model/trend.ts';
import { type Buckets, buildBuckets } from '../buckets.ts';
import { NO_ACTOR } from './actor_walk.ts';
import { BLOCK_ROWS, placeRows, type TrendRows } from './trend_rows.ts';

/** Places among the begins and among the ends of windows: how many are not after a time. */
export interface WindowPlaces {
  readonly begun: Buckets;
  readonly ended: Buckets;
  readonly count: number;
}

export function placeWindows({ from_ms, until_ms }: Pick<ActiveWindows, 'from_ms' | 'until_ms'>): WindowPlaces {
  return { begun: placesOf(from_ms), ended: placesOf(until_ms), count: from_ms.length };
}

/** One edge more, as buckets need an end: what lies behind it is behind the last window as well. */
function placesOf(edges_ms: Float64Array): Buckets {
  const closed = Float64Array.of(...edges_ms, edges_ms[edges_ms.length - 1]! + 1);
  return buildBuckets(closed, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
}

/**
 * Adds to changes[window * groups + group], for windows up to `count`: what is counted there less what is counted in the
 * window before. Changes of ranges that do not cut an actor in two, and of parts, add up.
 */
export function changeActive(
  rows: TrendRows,
  places: WindowPlaces,
  begin: number,
  end: number,
  groups: number,
  changes: Int32Array,
): void {
  const begun = new Int32Array(BLOCK_ROWS);
  const ended = new Int32Array(BLOCK_ROWS);
  /** group -> actor who was there last, and the window after the last one it is counted in. */
  const who = new Uint32Array(groups).fill(NO_ACTOR);
  const reach = new Int32Array(groups);
  for (let first = begin; first < end; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, end);
    placeRows(rows, places.begun, first, until, begun);
    placeRows(rows, places.ended, first, until, ended);
    addStretches(rows, begun, ended, first, until, places.count, groups, who, reach, changes);
  }
}

/** A row is in the windows [ended, begun); rows that do not count are in none, as none has begun. */
function addStretches(
  rows: TrendRows,
  begun: Int32Array,
  ended: Int32Array,
  first: number,
  until: number,
  count: number,
  groups: number,
  who: Uint32Array,
  reach: Int32Array,
  changes: Int32Array,
): void {
  const { actor, group } = rows;
  for (let row = first; row < until; row++) {
    const stop = Math.min(begun[row - first]!, count);
    const start = ended[row - first]!;
    if (stop <= start) continue;
    const of = group === null ? 0 : group[row]!;
    const current = actor[row]!;
    if (who[of] !== current) {
      who[of] = current;
      reach[of] = 0;
    }
    const counted = reach[of]!;
    if (stop <= counted) continue;
    changes[Math.max(start, counted) * groups + of]!++;
    changes[stop * groups + of]!--;
    reach[of] = stop;
  }
}
