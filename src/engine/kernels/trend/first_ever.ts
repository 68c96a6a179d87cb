/**
 * Counts actors in the cell (see cell_assignment.ts) of the first thing they ever did, where that is one of the rows asked
 * for. Two passes: when each actor did it first, then which of the rows asked for are at that instant.
 */
import { has } from '../../../base/bitmap.ts';
import type { CellRange } from '../../frame/buckets.ts';
import type { ActorRanges } from '../../frame/run.ts';

/** Rows among which an actor's first is sought. */
export interface EverRows {
  readonly ranges: ActorRanges;
  /** row -> epoch milliseconds, ascending within an actor. */
  readonly time_ms: Float64Array;
  /** Bit set over rows: those that are such a thing; null = all. */
  readonly select: Uint32Array | null;
  /** Bit set over actors to pass over; null = none. */
  readonly skip: Uint32Array | null;
}

/** Lowers first_ms[actor] to the actor's earliest row before `until_ms`: the first one that is such a thing. */
export function noteFirstEver(rows: EverRows, until_ms: number, first_ms: Float64Array): void {
  const { time_ms, select, skip } = rows;
  const { actor, begin } = rows.ranges;
  for (let rank = 0; rank < actor.length; rank++) {
    const who = actor[rank]!;
    if (skip !== null && has(skip, who)) continue;
    const end = begin[rank + 1]!;
    let row = begin[rank]!;
    while (row < end && select !== null && !has(select, row)) row++;
    if (row === end) continue;
    const time = time_ms[row]!;
    if (time < until_ms && time < first_ms[who]!) first_ms[who] = time;
  }
}

/** Adds to counts[cell]. `cells`: row -> cell. An actor counts once: NaN is equal to no time. */
export function countFirstEver(
  { ranges, time_ms }: Pick<EverRows, 'ranges' | 'time_ms'>,
  cells: Int32Array,
  { first, until }: CellRange,
  first_ms: Float64Array,
  counts: Float64Array,
): void {
  const { actor, begin } = ranges;
  for (let rank = 0; rank < actor.length; rank++) {
    const who = actor[rank]!;
    const end = begin[rank + 1]!;
    for (let row = begin[rank]!; row < end && time_ms[row]! <= first_ms[who]!; row++) {
      const cell = cells[row]!;
      if (cell < first || cell >= until || time_ms[row] !== first_ms[who]) continue;
      first_ms[who] = Number.NaN;
      counts[cell]!++;
    }
  }
}
