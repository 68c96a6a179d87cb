/**
 * Merges the selected rows of several runs into one, sorted by (actor, time). Cost: for each row of an actor, one look
 * at each run with rows of that actor.
 */
import { has } from '../../../base/bitmap.ts';
import { type ActorWalk, NO_ACTOR, nextActor, walkActors } from '../../frame/actor_walk.ts';
import { EVERY_ROW, type TrendRows } from './trend_rows.ts';

/** Merges the runs of one part. Rows of one instant keep the order of the runs. */
export function mergeRows(runs: readonly TrendRows[], actors: number): TrendRows {
  const walk = walkActors(
    runs.map((rows) => rows.actor),
    0,
    actors,
  );
  const most = runs.reduce((sum, rows) => sum + rows.actor.length, 0);
  const out: Merged = {
    actor: new Uint32Array(most),
    time_ms: new Float64Array(most),
    group: runs.some((rows) => rows.group !== null) ? new Uint32Array(most) : null,
    length: 0,
  };
  for (let actor = nextActor(walk); actor !== NO_ACTOR; actor = nextActor(walk)) {
    const { skip } = runs[walk.active[0]!]!;
    if (skip === null || !has(skip, actor)) mergeActor(walk, runs, actor, out);
  }
  return {
    ...EVERY_ROW,
    actor: out.actor.subarray(0, out.length),
    time_ms: out.time_ms.subarray(0, out.length),
    grains: null,
    group: out.group?.subarray(0, out.length) ?? null,
  };
}

interface Merged {
  /** Indexed by row, below `length`. */
  readonly actor: Uint32Array;
  readonly time_ms: Float64Array;
  readonly group: Uint32Array | null;
  length: number;
}

/** Takes the earliest next row of any run until the current actor is done. */
function mergeActor(walk: ActorWalk, runs: readonly TrendRows[], actor: number, out: Merged): void {
  const { active, active_count, begin, until } = walk;
  for (;;) {
    let earliest = -1;
    let earliest_ms = 0;
    for (let at = 0; at < active_count; at++) {
      const run = active[at]!;
      const row = begin[run]!;
      if (row === until[run]) continue;
      const time = runs[run]!.time_ms[row]!;
      if (earliest >= 0 && time >= earliest_ms) continue;
      earliest = run;
      earliest_ms = time;
    }
    if (earliest < 0) return;
    const { select, group } = runs[earliest]!;
    const row = begin[earliest]!++;
    if (select !== null && !has(select, row)) continue;
    out.actor[out.length] = actor;
    out.time_ms[out.length] = earliest_ms;
    if (out.group !== null && group !== null) out.group[out.length] = group[row]!;
    out.length++;
  }
}
