/**
 * The earliest row of each actor of a block, or of each actor and group, over all runs of a part. Cost: at most one
 * step per row, often one per actor.
 */
import { has } from '../../../base/bitmap.ts';
import { firstRowOf, NO_ACTOR } from '../../frame/actor_walk.ts';
import type { TrendRows } from './trend_rows.ts';

export interface FirstRows extends TrendRows {
  /** Bitmap over rows: the cell counts if its first row is in here; null = always. */
  readonly valid: Uint32Array | null;
}

export interface FirstOf {
  readonly groups: number;
  /** Whether each group of an actor has its own first row: cell = (actor - first actor) * groups + group. */
  readonly is_split: boolean;
  /** Earlier rows do not count. */
  readonly from_ms: number;
  /** cell -> time of its first row. This and the arrays below are valid for touched cells only. */
  readonly time_ms: Float64Array;
  /** cell -> group of that row. */
  readonly group: Uint32Array;
  /** cell -> 1: that row, or another at the same instant, is valid. */
  readonly is_valid: Uint8Array;
  readonly is_touched: Uint8Array;
  /** index below touched_count -> cell with a row. */
  readonly touched: Uint32Array;
  touched_count: number;
}

export function newFirst(actors: number, groups: number, is_split: boolean, from_ms: number): FirstOf {
  const cells = actors * (is_split ? groups : 1);
  return {
    groups,
    is_split,
    from_ms,
    time_ms: new Float64Array(cells),
    group: new Uint32Array(cells),
    is_valid: new Uint8Array(cells),
    is_touched: new Uint8Array(cells),
    touched: new Uint32Array(cells),
    touched_count: 0,
  };
}

/** Overwrites `out` with the first rows of actors in [first_actor, until_actor). */
export function gatherFirst(runs: readonly FirstRows[], first_actor: number, until_actor: number, out: FirstOf): void {
  for (let at = 0; at < out.touched_count; at++) out.is_touched[out.touched[at]!] = 0;
  out.touched_count = 0;
  for (const rows of runs) {
    const begin = firstRowOf(rows.actor, first_actor);
    noteRows(rows, begin, firstRowOf(rows.actor, until_actor), first_actor, out);
  }
}

function noteRows(rows: FirstRows, begin: number, end: number, first_actor: number, out: FirstOf): void {
  const { actor, time_ms, select, skip, group, valid } = rows;
  const { from_ms } = out;
  const width = out.is_split ? out.groups : 1;
  // An actor's rows ascend in time, so the first one in a run usually decides.
  const isFirstEnough = valid === null && (group === null || !out.is_split);
  let found = NO_ACTOR;
  for (let row = begin; row < end; row++) {
    const who = actor[row]!;
    if (who === found) continue;
    if (time_ms[row]! < from_ms || (select !== null && !has(select, row))) continue;
    if (isFirstEnough) found = who;
    if (skip !== null && has(skip, who)) continue;
    const of = group === null ? 0 : group[row]!;
    const cell = (who - first_actor) * width + (out.is_split ? of : 0);
    const time = time_ms[row]!;
    if (out.is_touched[cell] === 0) {
      out.is_touched[cell] = 1;
      out.touched[out.touched_count++] = cell;
    } else if (time > out.time_ms[cell]!) {
      // The actor's later rows cannot be earlier, but those of its other groups may be their first.
      if (!out.is_split) found = who;
      continue;
    } else if (time === out.time_ms[cell]) {
      if (valid === null || has(valid, row)) out.is_valid[cell] = 1;
      continue;
    }
    out.time_ms[cell] = time;
    out.group[cell] = of;
    out.is_valid[cell] = valid === null || has(valid, row) ? 1 : 0;
  }
}
