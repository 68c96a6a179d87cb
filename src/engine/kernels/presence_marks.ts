/**
 * From rows to bit sets over actors: who has rows in which place (see buckets.ts). Marks of any ranges of rows that do not
 * share an actor's word of bits may be made side by side.
 */
import { set } from '../../base/bitmap.ts';
import type { Buckets } from '../buckets.ts';
import type { Run } from '../run.ts';
import { BLOCK_ROWS, placeRows } from './trend_rows.ts';

/** Marks rows [first_row, until_row) in `bits`. `begin`: place -> first word there of the set of that place. */
export function markPresence(
  rows: Pick<Run, 'actor' | 'time_ms'>,
  buckets: Buckets,
  first_row: number,
  until_row: number,
  begin: Int32Array,
  bits: Uint32Array,
): void {
  const places = new Int32Array(BLOCK_ROWS);
  const all = { ...rows, quarters: null, select: null, skip: null, group: null };
  for (let first = first_row; first < until_row; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, until_row);
    placeRows(all, buckets, first, until, places);
    markBlock(rows.actor, places, first, until, begin, bits);
  }
}

function markBlock(
  actor: Uint32Array,
  places: Int32Array,
  first: number,
  until: number,
  begin: Int32Array,
  bits: Uint32Array,
): void {
  for (let row = first; row < until; row++) {
    const who = actor[row]!;
    bits[begin[places[row - first]!]! + (who >>> 5)]! |= 1 << (who & 31);
  }
}

/** Adds to `bits` whoever has a row before that time: an actor's first row tells. */
export function markBefore(
  { stretches, time_ms }: Pick<Run, 'stretches' | 'time_ms'>,
  before_ms: number,
  bits: Uint32Array,
): void {
  const { actor, begin } = stretches;
  for (let place = 0; place < actor.length; place++) {
    if (time_ms[begin[place]!]! < before_ms) set(bits, actor[place]!);
  }
}
