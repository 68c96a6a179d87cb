/**
 * Marks presence: rows to bitmaps over actors, one bitmap per slot.
 * Input: rows of one run. Output: bitmaps. Cost: one random bit write per row. Morsels run in parallel if no two share
 * a word, i.e. 32 consecutive actors stay together.
 */
import { set } from '../../../base/bitmap.ts';
import type { Buckets } from '../../frame/buckets.ts';
import type { Run } from '../../frame/run.ts';
import type { Task } from '../../frame/team.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';
import { slotAllRows, type TrendRows } from '../rows/trend_rows.ts';

interface Marks {
  readonly rows: Pick<TrendRows, 'actor' | 'time_ms' | 'grains'>;
  readonly buckets: Buckets;
  /** slot -> first word of its bitmap in `bits`. */
  readonly begin: Int32Array;
  readonly bits: Uint32Array;
}

/** Morsels of rows; 32 consecutive actors stay together. */
export const MARK_PRESENCE: Task<Marks, Int32Array, null> = {
  name: 'mark presence',
  begin: () => new Int32Array(BLOCK_ROWS),
  add({ rows, buckets, begin, bits }, slots, first_row, until_row) {
    for (let first = first_row; first < until_row; first += BLOCK_ROWS) {
      const until = Math.min(first + BLOCK_ROWS, until_row);
      slotAllRows(rows, buckets, first, until, slots);
      markBlock(rows.actor.subarray(first, until), slots, begin, bits);
    }
  },
  end: () => null,
};

function markBlock(actor: Uint32Array, slots: Int32Array, begin: Int32Array, bits: Uint32Array): void {
  for (let at = 0; at < actor.length; at++) {
    const who = actor[at]!;
    bits[begin[slots[at]!]! + (who >>> 5)]! |= 1 << (who & 31);
  }
}

/** Adds actors with a row before `before_ms`. Rows are sorted by time, so the first row of each decides. */
export function markBefore(
  { ranges, time_ms }: Pick<Run, 'ranges' | 'time_ms'>,
  before_ms: number,
  bits: Uint32Array,
): void {
  const { actor, begin } = ranges;
  for (let rank = 0; rank < actor.length; rank++) {
    if (time_ms[begin[rank]!]! < before_ms) set(bits, actor[rank]!);
  }
}
