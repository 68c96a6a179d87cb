/**
 * Packs flags into a bitmap in another order: row -> order[row] -> flags[...] -> bit.
 * Input: one byte per source row. Output: a bitmap over ordered rows. Cost: half a nanosecond per row, and a copy of the
 * flags in each thread. Whole words are written, so the caller trims the last one.
 */
import type { Task } from '../../frame/team.ts';
import { BLOCK_ROWS, scratch } from '../../wasm/blocks.ts';

export interface SelectOrderedArgs {
  readonly order: Uint32Array;
  /** source row -> 1 if it passes, else 0. */
  readonly flags: Uint8Array;
  /** Bitmap over rows, written to. */
  readonly found: Uint32Array;
}

/** Morsels of rows, starting at a word. Work: the address of the flags in this thread's scratch memory. */
export const SELECT_ORDERED: Task<SelectOrderedArgs, number, null> = {
  name: 'select ordered',
  begin: ({ flags }) => scratch().copyIn([flags])[0]!,
  add({ order, found }, flags_at, begin, end) {
    const memory = scratch();
    for (let first = begin; first < end; first += BLOCK_ROWS) {
      const until = Math.min(first + BLOCK_ROWS, end);
      memory.begin(until - first);
      memory.listed(order.subarray(first, until), flags_at, false);
      found.set(memory.bits(until - first), first >>> 5);
    }
  },
  end: () => null,
};
