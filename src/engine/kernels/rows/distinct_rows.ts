/**
 * Chooses the rows that are the first of their actor in a slot (see buckets.ts) and group: among those, to count rows is
 * to count actors. Rows of an actor are in the order of time, so that those of one slot are neighbours and it is enough
 * to remember for each group by which of such neighbourhoods it was met last.
 */

import { NO_ACTOR } from '../../frame/actor_walk.ts';
import type { Buckets } from '../../frame/buckets.ts';
import type { Task } from '../../frame/team.ts';
import { type SelectionVector, fillSelection, newSelectionVector } from './selection_vector.ts';
import { BLOCK_ROWS, type TrendRows } from './trend_rows.ts';

export interface DistinctArgs {
  readonly rows: TrendRows;
  readonly buckets: Buckets;
  readonly groups: number;
  /** Bit set over rows, to be filled. */
  readonly distinct: Uint32Array;
}

interface DistinctWork {
  readonly selection: SelectionVector;
  /** group -> neighbourhood. */
  readonly met: Uint32Array;
  /** Number of the last one. */
  neighbourhood: number;
  /** Of a block, and one more as blocks need not begin with a word. */
  readonly bits: Uint32Array;
}

/** Over rows that have groups, no actor cut in two. */
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
      // Rows of a block that counts as a whole are numbered from its first.
      const first_row = work.selection.actor === rows.actor ? 0 : first;
      markFirsts(work, first_row, first >>> 5, last);
      for (let at = 0; at < work.bits.length; at++) {
        // Threads may share a word where their morsels meet.
        if (work.bits[at] !== 0) Atomics.or(distinct, (first >>> 5) + at, work.bits[at]!);
      }
    }
  },
  end: () => null,
};

/** `last`: of the block before. */
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
    if (who !== last_actor || slot[at] !== last_slot) neighbourhood++;
    last_actor = who;
    last_slot = slot[at]!;
    if (met[group[here]!] === neighbourhood) continue;
    met[group[here]!] = neighbourhood;
    const first = first_row + here;
    bits[(first >>> 5) - first_word]! |= 1 << (first & 31);
  }
  work.neighbourhood = neighbourhood;
  last.actor = last_actor;
  last.slot = last_slot;
}
