/**
 * Counts actors in the cell (see row_cells.ts) of the first thing they ever did, where that is one of the rows asked
 * for. Two passes: when each actor did it first, then which of the rows asked for are at that instant.
 */
import type { CellRange } from './row_cells.ts';

/** Rows among which an actor's first is sought. */
export interface EverRows {
  /** row -> actor. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds. */
  readonly time_ms: Float64Array;
  /** Bit set over rows: those that are such a thing; null = all. */
  readonly select: Uint32Array | null;
  /** Bit set over actors to pass over; null = none. */
  readonly skip: Uint32Array | null;
}

/** Lowers first_ms[actor] to the actor's earliest row before `until_ms`. */
export function noteFirstEver(rows: EverRows, until_ms: number, first_ms: Float64Array): void {
  const { actor, time_ms, select, skip } = rows;
  for (let row = 0; row < actor.length; row++) {
    const who = actor[row]!;
    const time = time_ms[row]!;
    if (time >= first_ms[who]! || time >= until_ms) continue;
    if (select !== null && ((select[row >>> 5]! >>> (row & 31)) & 1) === 0) continue;
    if (skip !== null && ((skip[who >>> 5]! >>> (who & 31)) & 1) === 1) continue;
    first_ms[who] = time;
  }
}

/** Adds to counts[cell]. An actor counts once: NaN is equal to no time. */
export function countFirstEver(
  rows: Pick<EverRows, 'actor' | 'time_ms'>,
  cells: Int32Array,
  { first, until }: CellRange,
  first_ms: Float64Array,
  counts: Float64Array,
): void {
  const { actor, time_ms } = rows;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!;
    if (cell < first || cell >= until || time_ms[row] !== first_ms[actor[row]!]) continue;
    first_ms[actor[row]!] = Number.NaN;
    counts[cell]!++;
  }
}
