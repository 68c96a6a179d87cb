/**
 * Marks rows that are the first of their actor in a (slot, group). Counting these rows counts actors.
 * Input: one run with groups. Output: a bitmap over rows. An actor's rows of one slot are adjacent and form a
 * neighbourhood. It is enough to remember, per group, the last neighbourhood that had a row of it.
 * Cost: one step per selected row.
 */

import { NO_ACTOR } from '../../frame/actor_walk.ts';
import type { Buckets } from '../../frame/buckets.ts';
import type { Task } from '../../frame/team.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';
import { fillSelection, newSelectionVector, type SelectionVector } from './selection_vector.ts';
import type { TrendRows } from './trend_rows.ts';

export interface DistinctArgs {
  readonly rows: TrendRows;
  readonly buckets: Buckets;
  readonly groups: number;
  /** Bitmap over rows, written to. */
  readonly distinct: Uint32Array;
}

interface DistinctWork {
  readonly selection: SelectionVector;
  /** group -> last neighbourhood that had a row of it. */
  readonly met: Uint32Array;
  /** Running number of (actor, slot) neighbourhoods. */
  neighbourhood: number;
  /** Bits of one block, plus a word, as blocks need not start at a word. */
  readonly bits: Uint32Array;
}

/** Morsels of rows with groups; no actor is split. */
export const DISTINCT_ROWS: Task<DistinctArgs, DistinctWork, null> = {
  name: 'distinct rows',
  begin: ({ groups }) => ({
    selection: newSelectionVector(),
    met: new Uint32Array(groups),
    neighbourhood: 0,
    bits: new Uint32Array(BLOCK_ROWS / 32 + 1),
  }),
  add({ rows, buckets, distinct }, work, begin, end) {
    const last = { actor: NO_ACTOR, slot: 0 };
    for (let first = begin; first < end; first += BLOCK_ROWS) {
      fillSelection(rows, buckets, first, Math.min(first + BLOCK_ROWS, end), work.selection);
      // Selected rows are numbered from the block's start if the whole block counts, else from the run's.
      const first_row = work.selection.actor === rows.actor ? 0 : first;
      markFirsts(work, first_row, first >>> 5, last);
      for (let at = 0; at < work.bits.length; at++) {
        // Adjacent morsels may share a word.
        if (work.bits[at] !== 0) Atomics.or(distinct, (first >>> 5) + at, work.bits[at]!);
      }
    }
  },
  end: () => null,
};

/** `last`: state after the previous block. Branch-free: whether a row is the first of its kind is unpredictable. */
function markFirsts(
  work: DistinctWork,
  first_row: number,
  first_word: number,
  last: { actor: number; slot: number },
): void {
  const { met, bits, selection } = work;
  const { actor, row, slot, length } = selection;
  const group = selection.group!;
  let { neighbourhood } = work;
  let last_actor = last.actor;
  let last_slot = last.slot;
  bits.fill(0);
  for (let at = 0; at < length; at++) {
    const here = row[at]!;
    const who = actor[here]!;
    const in_slot = slot[at]!;
    const differs = (who ^ last_actor) | (in_slot ^ last_slot);
    // Sign bit of x | -x is set unless x is 0.
    neighbourhood = (neighbourhood + ((differs | -differs) >>> 31)) | 0;
    last_actor = who;
    last_slot = in_slot;
    const value = group[here]!;
    const is_new = met[value]! ^ neighbourhood;
    met[value] = neighbourhood;
    const first = first_row + here;
    bits[(first >>> 5) - first_word]! |= ((is_new | -is_new) >>> 31) << (first & 31);
  }
  work.neighbourhood = neighbourhood;
  last.actor = last_actor;
  last.slot = last_slot;
}
