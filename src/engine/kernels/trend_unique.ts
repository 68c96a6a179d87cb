/**
 * Counts distinct actors per place (see buckets.ts) and group. Rows are sorted by (actor, time), so that no hash table
 * is needed. Counts of ranges that do not cut an actor in two, and of parts, add up.
 */
import type { Buckets } from '../buckets.ts';
import { NO_ACTOR, nextActor } from './actor_walk.ts';
import { BLOCK_ROWS, placeRows, type TrendRows, walkPlaced } from './trend_rows.ts';

/** Rows [begin, end) of one run. Adds to counts[place * groups + group]; what lands in place 0 means nothing. */
export function countUnique(
  rows: TrendRows,
  buckets: Buckets,
  begin: number,
  end: number,
  groups: number,
  counts: Uint32Array,
): void {
  const places = new Int32Array(BLOCK_ROWS);
  /** The same index as counts -> the last actor counted there. */
  const stamp = new Uint32Array(rows.group === null ? 0 : counts.length).fill(NO_ACTOR);
  const last = { actor: NO_ACTOR, place: 0 };
  for (let first = begin; first < end; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, end);
    placeRows(rows, buckets, first, until, places);
    if (rows.group === null) addChanges(rows.actor, places, first, until, last, counts);
    else addStamped(rows.actor, rows.group, places, first, first, until, groups, stamp, counts);
  }
}

/** Several runs together, actors in [first_actor, until_actor): an actor counts once however many runs it is in. */
export function countUniqueTogether(
  runs: readonly TrendRows[],
  buckets: Buckets,
  first_actor: number,
  until_actor: number,
  groups: number,
  counts: Uint32Array,
): void {
  const { walk, places, first_row, ungrouped } = walkPlaced(runs, buckets, first_actor, until_actor);
  const stamp = new Uint32Array(counts.length).fill(NO_ACTOR);
  while (nextActor(walk) !== NO_ACTOR) {
    for (let at = 0; at < walk.active_count; at++) {
      const run = walk.active[at]!;
      const { actor, group } = runs[run]!;
      const begin = walk.begin[run]!;
      const end = walk.until[run]!;
      addStamped(actor, group ?? ungrouped, places[run]!, first_row[run]!, begin, end, groups, stamp, counts);
    }
  }
}

/**
 * Rows of one (actor, place) are neighbours. Whether a row is the first of them is as good as random, so that is added
 * up instead of asked for. `last` carries over from block to block.
 */
function addChanges(
  actor: Uint32Array,
  places: Int32Array,
  begin: number,
  end: number,
  last: { actor: number; place: number },
  counts: Uint32Array,
): void {
  let last_actor = last.actor;
  let last_place = last.place;
  for (let row = begin; row < end; row++) {
    const place = places[row - begin]!;
    const who = actor[row]!;
    const differs = (who ^ last_actor) | (place ^ last_place);
    // The sign bit of x | -x is set for every x but 0.
    counts[place]! += (differs | -differs) >>> 31;
    // All bits set, or none in place 0: rows that do not count may stand between two that do.
    const counted = (place | -place) >> 31;
    last_actor ^= (last_actor ^ who) & counted;
    last_place ^= (last_place ^ place) & counted;
  }
  last.actor = last_actor;
  last.place = last_place;
}

/** Rows [begin, end), whose places start at places[begin - first_row]. Actors come in ascending order over all calls. */
function addStamped(
  actor: Uint32Array,
  group: Uint32Array,
  places: Int32Array,
  first_row: number,
  begin: number,
  end: number,
  groups: number,
  stamp: Uint32Array,
  counts: Uint32Array,
): void {
  for (let row = begin; row < end; row++) {
    const cell = places[row - first_row]! * groups + group[row]!;
    const who = actor[row]!;
    if (stamp[cell] === who) continue;
    stamp[cell] = who;
    counts[cell]!++;
  }
}
