/**
 * Each key (a session, say) once per cell (see row_cells.ts). Keys have nothing to do with the order of rows and may be
 * in any run and part, so pairs are sorted by key first, by counting.
 */
import type { CellRange } from './row_cells.ts';

/** Pairs of a cell and a key; both arrays have the same index. */
export interface CellKeys {
  readonly cells: Int32Array;
  readonly keys: Uint32Array;
}

const NO_KEY = 0xffffffff;

/** The different pairs whose cell is in the range. Keys are below `key_count`. */
export function distinctPairs(lists: readonly CellKeys[], range: CellRange, key_count: number): CellKeys {
  /** key -> where its cells begin; shifted by two while they are counted and placed. */
  const starts = new Uint32Array(key_count + 2);
  for (const list of lists) countKeys(list, range, starts);
  for (let at = 2; at < starts.length; at++) starts[at]! += starts[at - 1]!;
  const sorted = new Int32Array(starts[starts.length - 1]!);
  for (const list of lists) sortCells(list, range, starts, sorted);
  return withoutRepeats(sorted, starts, range, key_count);
}

function countKeys({ cells, keys }: CellKeys, { first, until }: CellRange, starts: Uint32Array): void {
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!;
    if (cell >= first && cell < until) starts[keys[row]! + 2]!++;
  }
}

function sortCells({ cells, keys }: CellKeys, { first, until }: CellRange, starts: Uint32Array, sorted: Int32Array): void {
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!;
    if (cell >= first && cell < until) sorted[starts[keys[row]! + 1]!++] = cell;
  }
}

/** `sorted`: cells, key after key. They are overwritten by those that stay. */
function withoutRepeats(sorted: Int32Array, starts: Uint32Array, { first, until }: CellRange, key_count: number): CellKeys {
  const keys = new Uint32Array(sorted.length);
  /** cell - first -> the last key seen there. */
  const stamp = new Uint32Array(until - first).fill(NO_KEY);
  let length = 0;
  for (let key = 0; key < key_count; key++) {
    const end = starts[key + 1]!;
    for (let at = starts[key]!; at < end; at++) {
      const cell = sorted[at]!;
      if (stamp[cell - first] === key) continue;
      stamp[cell - first] = key;
      keys[length] = key;
      sorted[length++] = cell;
    }
  }
  return { cells: sorted.subarray(0, length), keys: keys.subarray(0, length) };
}
