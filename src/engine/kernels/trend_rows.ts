/**
 * The rows of one run as the trend kernels read them, and their places in time. Kernels work in blocks of rows and in
 * several plain loops over a block: loops without conditions run at a fraction of the time of one loop that decides.
 */
import type { Buckets } from '../buckets.ts';
import { type ActorWalk, walkActors } from './actor_walk.ts';

export interface TrendRows {
  /** row -> counted actor, ascending. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds, ascending within an actor. */
  readonly time_ms: Float64Array;
  /** Bit set over rows: the rows that count; null = all. */
  readonly select: Uint32Array | null;
  /** Bit set over actors: whose rows do not count; null = none. */
  readonly skip: Uint32Array | null;
  /** row -> group of the breakdown; null where there is no breakdown (all rows are group 0). */
  readonly group: Uint32Array | null;
}

/** Rows per block: what a block needs stays in the nearest cache. */
export const BLOCK_ROWS = 4096;

/** places[row - begin] = place of the row (see buckets.ts); 0, before the range, for rows that do not count. */
export function placeRows(rows: TrendRows, buckets: Buckets, begin: number, end: number, places: Int32Array): void {
  locate(rows.time_ms, buckets, begin, end, places);
  if (!buckets.exact) correct(rows.time_ms, buckets, begin, end, places);
  if (rows.select !== null) dropUnselected(rows.select, begin, end, places);
  if (rows.skip !== null) dropSkipped(rows.skip, rows.actor, begin, end, places);
}

/** Clamps the cell to the table by its sign bits, as a condition would be wrong half of the time. */
function locate(time_ms: Float64Array, buckets: Buckets, begin: number, end: number, places: Int32Array): void {
  const { base_ms, unit_scale, table } = buckets;
  const last_cell = table.length - 1;
  for (let row = begin; row < end; row++) {
    const cell = ((time_ms[row]! - base_ms) * unit_scale) | 0;
    const over = (cell & ~(cell >> 31)) - last_cell;
    places[row - begin] = table[last_cell + (over & (over >> 31))]!;
  }
}

function correct(time_ms: Float64Array, buckets: Buckets, begin: number, end: number, places: Int32Array): void {
  const { bounds_ms, count } = buckets;
  const first_ms = bounds_ms[1]!;
  const last_ms = bounds_ms[count + 1]!;
  for (let row = begin; row < end; row++) {
    const time = time_ms[row]!;
    let place = places[row - begin]!;
    if (time < first_ms) place = 0;
    else if (time >= last_ms) place = count + 1;
    else while (time >= bounds_ms[place + 1]!) place++;
    places[row - begin] = place;
  }
}

function dropUnselected(select: Uint32Array, begin: number, end: number, places: Int32Array): void {
  for (let row = begin; row < end; row++) places[row - begin]! &= -((select[row >>> 5]! >>> (row & 31)) & 1);
}

function dropSkipped(skip: Uint32Array, actor: Uint32Array, begin: number, end: number, places: Int32Array): void {
  for (let row = begin; row < end; row++) {
    const who = actor[row]!;
    places[row - begin]! &= ((skip[who >>> 5]! >>> (who & 31)) & 1) - 1;
  }
}

/** Several runs walked side by side, actor by actor, with the place of each of their rows. */
export interface PlacedWalk {
  readonly walk: ActorWalk;
  /** run -> (row - first_row[run]) -> place. */
  readonly places: readonly Int32Array[];
  /** run -> first row walked. */
  readonly first_row: Uint32Array;
  /** row -> group 0, for runs without groups. */
  readonly ungrouped: Uint32Array;
}

export function walkPlaced(
  runs: readonly TrendRows[],
  buckets: Buckets,
  first_actor: number,
  until_actor: number,
): PlacedWalk {
  const actors = runs.map((rows) => rows.actor);
  const walk = walkActors(actors, first_actor, until_actor);
  const places = runs.map((rows, run) => {
    const out = new Int32Array(walk.end[run]! - walk.until[run]!);
    placeRows(rows, buckets, walk.until[run]!, walk.end[run]!, out);
    return out;
  });
  const ungrouped = new Uint32Array(Math.max(...actors.map((actor) => actor.length), 0));
  return { walk, places, first_row: walk.until.slice(), ungrouped };
}
