/**
 * Counts distinct keys per cell where pairs need not be listed.
 * Input: row -> cell, row -> key. Output: cell -> keys. Cost: a few nanoseconds per row.
 */
import type { Counting } from '../../frame/team.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';

interface KeyArgs {
  readonly cells: Int32Array;
  readonly keys: Uint32Array;
}

interface ChangeWork {
  /** cell -> its last key + 1 */
  readonly last: Uint32Array;
  readonly counts: Uint32Array;
}

/** Threads share the rows. Keys must ascend, so a cell's last key tells whether one is new. No key is in two morsels. */
export const COUNT_CHANGES: Counting<KeyArgs, Uint32Array, ChangeWork> = {
  name: 'count changes',
  begin: ({ zeros }) => ({ last: new Uint32Array(zeros.length), counts: zeros.slice() }),
  add({ cells, keys }, { last, counts }, first, until) {
    for (let begin = first; begin < until; begin += BLOCK_ROWS) {
      const end = Math.min(begin + BLOCK_ROWS, until);
      countChanges(cells.subarray(begin, end), keys.subarray(begin, end), last, counts);
    }
  },
  end: ({ counts }) => counts,
};

/** Without a branch, which would be unpredictable. */
function countChanges(cells: Int32Array, keys: Uint32Array, last: Uint32Array, counts: Uint32Array): void {
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!;
    const key = keys[row]! + 1;
    counts[cell]! += Number(last[cell] !== key);
    last[cell] = key;
  }
}

/** Rows [first, until). */
interface KeyRows extends KeyArgs {
  readonly first: number;
  readonly until: number;
}

/** Pairs in a bitmap: bit 32 x words_per_key x key + cell. A key's cells are neighbours, as its rows mostly are. */
export interface MetPairs {
  readonly met: Uint32Array;
  readonly words_per_key: number;
}

/**
 * Counts pairs that were not met, and notes them. Leaves out cell 0, cells without a count, and keys past the bitmap.
 * Threads do not share this: noting pairs for each other takes twice the time.
 */
export function countNewPairs(
  { cells, keys, first, until }: KeyRows,
  { met, words_per_key }: MetPairs,
  counts: Uint32Array,
): void {
  for (let row = first; row < until; row++) {
    const cell = cells[row]!;
    const at = keys[row]! * words_per_key + (cell >>> 5);
    if (cell === 0 || cell >= counts.length || at >= met.length) continue;
    const bit = 1 << (cell & 31);
    const before = met[at]!;
    if ((before & bit) !== 0) continue;
    met[at] = before | bit;
    counts[cell]!++;
  }
}
