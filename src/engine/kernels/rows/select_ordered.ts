/**
 * Flags in another order, as bits: row -> order[row] -> flags[order[row]] -> bit. The order is copied into a block of plain
 * memory first, which costs next to nothing. Whole words are packed, whatever the block holds behind the last row, so the
 * caller trims the last word.
 */
import type { Task } from '../../frame/team.ts';

export interface SelectOrderedArgs {
  readonly order: Uint32Array;
  /** place -> 1 where it passes, else 0. */
  readonly flags: Uint8Array;
  /** Bit set over rows, to be filled. */
  readonly found: Uint32Array;
}

/** Rows per block; whole words of bits. */
const BLOCK_ROWS = 4096;

/** Over rows; morsels begin with a word. */
export const SELECT_ORDERED: Task<SelectOrderedArgs, Int32Array, null> = {
  name: 'select ordered',
  begin: () => new Int32Array(BLOCK_ROWS),
  add({ order, flags, found }, block, begin, end) {
    for (let first = begin; first < end; first += BLOCK_ROWS) {
      const until = Math.min(first + BLOCK_ROWS, end);
      block.set(order.subarray(first, until));
      pack(block, flags, found.subarray(first >>> 5, (until + 31) >>> 5));
    }
  },
  end: () => null,
};

/** Eight looks side by side wait for none of the others. `index`: row -> place of its flag. */
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
