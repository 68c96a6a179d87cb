/**
 * Counts, per code of a column, the actors who have a row with it: those who completed the funnel, and those who did
 * not.
 * Input: rows of one run and each actor's outcome. Output: two counts per code. Cost: one step per row; no hash
 * table, as rows are sorted by actor.
 */
import { has } from '../../../base/bitmap.ts';

/** Outcome per actor; arrays are indexed by actor. */
export interface Sides {
  /** 0 = not in the funnel, SUCCESS or FAILURE. */
  readonly side: Uint8Array;
  /** Rows of the actor count if they are strictly after this … */
  readonly after_ms: Float64Array;
  /** … and strictly before this. */
  readonly before_ms: Float64Array;
}

export const SUCCESS = 1;
export const FAILURE = 2;

interface Rows {
  /** row -> actor, ascending. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds. */
  readonly time_ms: Float64Array;
}

/** Ascending rows of the funnel's actors, between their steps and inside the range. */
export function rowsBetween(
  { actor, time_ms }: Rows,
  { side, after_ms, before_ms }: Sides,
  range: { readonly from_ms: number; readonly until_ms: number },
  skip: Uint32Array | null,
): Uint32Array {
  const rows = new Uint32Array(actor.length);
  let count = 0;
  for (let row = 0; row < actor.length; row++) {
    const who = actor[row]!;
    if (side[who] === 0) continue;
    const time = time_ms[row]!;
    if (time <= after_ms[who]! || time >= before_ms[who]!) continue;
    if (time < range.from_ms || time >= range.until_ms) continue;
    if (skip === null || !has(skip, who)) rows[count++] = row;
  }
  return rows.subarray(0, count);
}

/** Returns counts: [2 * code] = successful actors with a row of the code, [2 * code + 1] = failed actors with one. */
export function countSides(
  rows: Uint32Array,
  actor: Uint32Array,
  side: Uint8Array,
  codes: Uint8Array | Uint16Array | Uint32Array,
  code_count: number,
): Uint32Array {
  const counts = new Uint32Array(code_count * 2);
  /** code -> 1 + the last actor counted there. An actor's rows are neighbours, so one item per code is enough. */
  const last = new Uint32Array(code_count);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    const who = actor[row]!;
    const code = codes[row]!;
    if (last[code] === who + 1) continue;
    last[code] = who + 1;
    counts[code * 2 + side[who]! - 1]!++;
  }
  return counts;
}
