/**
 * Counts the rows of each actor in each cell (e.g. events per user), and what these counts say of how unlike actors are.
 * Input: runs of one part with a cell per row. Output: a list of (cell, count). Rows are sorted by actor, so one stamp
 * per cell tells whose count it holds. Cost: one step per row.
 */

import { NO_ACTOR, nextActor, walkActors } from '../../frame/actor_walk.ts';
import type { CellRange } from '../../frame/buckets.ts';
import type { CellValues } from '../rows/value_aggregates.ts';

/** One run: row -> actor, ascending, and row -> cell. */
export interface ActorCells {
  readonly actor: Uint32Array;
  readonly cells: Int32Array;
}

/** Counts of one actor are neighbours. */
export interface ActorCounts extends CellValues {
  readonly actor: Uint32Array;
}

/** One count per actor and cell with rows, over all runs of the part. */
export function countPerActor(runs: readonly ActorCells[], range: CellRange, actors: number): ActorCounts {
  const tally = newTally(runs, range);
  const only = runs.length === 1 ? runs[0]! : null;
  if (only !== null) addRows(only, 0, only.actor.length, range, tally);
  else addTogether(runs, range, actors, tally);
  return { cells: tally.out_cells, values: tally.out_counts, actor: tally.out_actors, length: tally.length };
}

/** Multiplies each count by the actor's count in all groups of that bucket. */
export function timesAllGroups({ cells, values, actor, length }: ActorCounts, groups: number): CellValues {
  const products = new Float64Array(length);
  const of_slot = new Map<number, number>();
  for (let from = 0, until = 0; from < length; from = until) {
    of_slot.clear();
    for (; until < length && actor[until] === actor[from]; until++) {
      const slot = Math.floor(cells[until]! / groups);
      of_slot.set(slot, (of_slot.get(slot) ?? 0) + values[until]!);
    }
    for (let at = from; at < until; at++) products[at] = values[at]! * of_slot.get(Math.floor(cells[at]! / groups))!;
  }
  return { cells, values: products, length };
}

interface Tally {
  /** cell - first -> actor whose rows are being counted there. */
  readonly stamp: Uint32Array;
  /** cell - first -> index of that count in the output. */
  readonly at: Uint32Array;
  /** Output; the arrays share an index, below `length`. */
  readonly out_cells: Int32Array;
  readonly out_counts: Float64Array;
  readonly out_actors: Uint32Array;
  length: number;
}

function newTally(runs: readonly ActorCells[], { first, until }: CellRange): Tally {
  const most = runs.reduce((sum, run) => sum + run.actor.length, 0);
  return {
    stamp: new Uint32Array(until - first).fill(NO_ACTOR),
    at: new Uint32Array(until - first),
    out_cells: new Int32Array(most),
    out_counts: new Float64Array(most),
    out_actors: new Uint32Array(most),
    length: 0,
  };
}

function addTogether(runs: readonly ActorCells[], range: CellRange, actors: number, tally: Tally): void {
  const walk = walkActors(
    runs.map((run) => run.actor),
    0,
    actors,
  );
  while (nextActor(walk) !== NO_ACTOR) {
    for (let at = 0; at < walk.active_count; at++) {
      const run = walk.active[at]!;
      addRows(runs[run]!, walk.begin[run]!, walk.until[run]!, range, tally);
    }
  }
}

function addRows(run: ActorCells, begin: number, end: number, { first, until }: CellRange, tally: Tally): void {
  const { actor, cells } = run;
  const { stamp, at, out_cells, out_counts, out_actors } = tally;
  let { length } = tally;
  for (let row = begin; row < end; row++) {
    const cell = cells[row]!;
    if (cell < first || cell >= until) continue;
    const who = actor[row]!;
    if (stamp[cell - first] === who) {
      out_counts[at[cell - first]!]!++;
      continue;
    }
    stamp[cell - first] = who;
    at[cell - first] = length;
    out_cells[length] = cell;
    out_actors[length] = who;
    out_counts[length++] = 1;
  }
  tally.length = length;
}
