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
import { fillSelection, newSelectionVector, type SelectionVector } from '../rows/selection_vector.ts';
import type { TrendRows } from '../rows/trend_rows.ts';

interface Marks {
  readonly rows: TrendRows;
  readonly buckets: Buckets;
  /** slot -> first word of its bitmap in `bits`. */
  readonly begin: Int32Array;
  readonly bits: Uint32Array;
}

/** Morsels of rows; 32 consecutive actors stay together. */
export const MARK_PRESENCE: Task<Marks, SelectionVector, null> = {
  name: 'mark presence',
  begin: newSelectionVector,
  add({ rows, buckets, begin, bits }, selection, first_row, until_row) {
    for (let first = first_row; first < until_row; first += BLOCK_ROWS) {
      fillSelection(rows, buckets, first, Math.min(first + BLOCK_ROWS, until_row), selection);
      markSelection(selection, begin, bits);
    }
  },
  end: () => null,
};

function markSelection({ actor, row, slot, length }: SelectionVector, begin: Int32Array, bits: Uint32Array): void {
  for (let at = 0; at < length; at++) {
    const who = actor[row[at]!]!;
    bits[begin[slot[at]!]! + (who >>> 5)]! |= 1 << (who & 31);
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
