/**
 * Packs flags into a bitmap in another order: row -> order[row] -> flags[...] -> bit.
 * Input: one byte per source row. Output: a bitmap over ordered rows. Cost: one random byte read per row. Whole words
 * are written, so the caller trims the last one.
 */
import type { Task } from '../../frame/team.ts';

export interface SelectOrderedArgs {
  readonly order: Uint32Array;
  /** source row -> 1 if it passes, else 0. */
  readonly flags: Uint8Array;
  /** Bitmap over rows, written to. */
  readonly found: Uint32Array;
}

/** A multiple of 32. Copying the order into plain memory first costs next to nothing. */
const BLOCK_ROWS = 4096;
/** Of this thread: making it would take longer than a short run. */
const block = new Int32Array(BLOCK_ROWS);

/** Morsels of rows, starting at a word. */
export const SELECT_ORDERED: Task<SelectOrderedArgs, null, null> = {
  name: 'select ordered',
  begin: () => null,
  add({ order, flags, found }, _, begin, end) {
    for (let first = begin; first < end; first += BLOCK_ROWS) {
      const until = Math.min(first + BLOCK_ROWS, end);
      block.set(order.subarray(first, until));
      pack(block, flags, found.subarray(first >>> 5, (until + 31) >>> 5));
    }
  },
  end: () => null,
};

/** Eight independent loads per step overlap. `index`: row -> source row. */
function pack(index: Int32Array, flags: Uint8Array, words: Uint32Array): void {
  let at = 0;
  for (let word = 0; word < words.length; word++) {
    let packed = 0;
    for (let shift = 0; shift < 32; shift += 8, at += 8) {
      const byte =
        flags[index[at]!]! |
        (flags[index[at + 1]!]! << 1) |
        (flags[index[at + 2]!]! << 2) |
        (flags[index[at + 3]!]! << 3) |
        (flags[index[at + 4]!]! << 4) |
        (flags[index[at + 5]!]! << 5) |
        (flags[index[at + 6]!]! << 6) |
        (flags[index[at + 7]!]! << 7);
      packed |= byte << shift;
    }
    words[word] = packed;
  }
}
