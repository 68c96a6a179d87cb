/**
 * Counts distinct keys per cell where neither pairs need to be listed; threads share the rows.
 * Input: row -> cell, row -> key. Output: cell -> keys. Cost: a few nanoseconds per row.
 */
import { type Counting, counting } from '../../frame/team.ts';
import { BLOCK_ROWS } from './code_counts.ts';

interface KeyArgs {
  readonly cells: Int32Array;
  readonly keys: Uint32Array;
}

interface ChangeWork {
  /** cell -> its last key + 1 */
  readonly last: Uint32Array;
  readonly counts: Uint32Array;
}

/** Keys must ascend, so a cell's last key tells whether one is new. No key is in two morsels. */
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

interface PairArgs extends KeyArgs {
  /** Bit 32 x words_per_key x key + cell: whether the pair was met. Written to. */
  readonly met: Uint32Array;
  /** A key's cells are neighbours, as its rows mostly are. */
  readonly words_per_key: number;
}

/** Counts pairs that were not met, and notes them. Leaves out cell 0, and cells and keys past the bitmap. */
export const COUNT_NEW_PAIRS: Counting<PairArgs> = counting('count new pairs', (args, counts, first, until) => {
  const { cells, keys, met, words_per_key } = args;
  for (let begin = first; begin < until; begin += BLOCK_ROWS) {
    const end = Math.min(begin + BLOCK_ROWS, until);
    countNew(cells.subarray(begin, end), keys.subarray(begin, end), met, words_per_key, counts);
  }
});

/** Most pairs were met before, which a plain look tells; another thread may meet a new one at the same time. */
function countNew(
  cells: Int32Array,
  keys: Uint32Array,
  met: Uint32Array,
  words_per_key: number,
  counts: Uint32Array,
): void {
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!;
    const at = keys[row]! * words_per_key + (cell >>> 5);
    if (cell === 0 || cell >= counts.length || at >= met.length) continue;
    if (((met[at]! >>> (cell & 31)) & 1) === 1) continue;
    const bit = 1 << (cell & 31);
    if ((Atomics.or(met, at, bit) & bit) === 0) counts[cell]!++;
  }
}
