/**
 * Each key (a session, say) once per cell (see row_cells.ts). Keys have nothing to do with the order of rows and may be
 * in any run and part, so pairs are sorted by key first, by counting.
 */
import type { CellRange } from '../buckets.ts';

/** Pairs of a cell and a key; both arrays have the same index. */
export interface CellKeys {
  readonly cells: Int32Array;
  readonly keys: Uint32Array;
}

const NO_KEY = 0xffffffff;

/** The different pairs whose cell is in the range. Keys from `none` on are one key, which is `none`. */
export function distinctPairs(lists: readonly CellKeys[], range: CellRange, none: number): CellKeys {
  /** key -> where its cells begin; shifted by two while they are counted and placed. */
  const starts = new Uint32Array(none + 3);
  for (const list of lists) countKeys(list, range, none, starts);
  for (let at = 2; at < starts.length; at++) starts[at]! += starts[at - 1]!;
  const sorted = new Int32Array(starts[starts.length - 1]!);
  for (const list of lists) sortCells(list, range, none, starts, sorted);
  return withoutRepeats(sorted, starts, range, none);
}

/** Rows of one key and cell are often neighbours: then one of them does. */
function countKeys({ cells, keys }: CellKeys, { first, until }: CellRange, none: number, starts: Uint32Array): void {
  let last_cell = -1;
  let last_key = -1;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!;
    if (cell < first || cell >= until) continue;
    const key = Math.min(keys[row]!, none);
    if (cell === last_cell && key === last_key) continue;
    starts[key + 2]!++;
    last_cell = cell;
    last_key = key;
  }
}

function sortCells(
  { cells, keys }: CellKeys,
  { first, until }: CellRange,
  none: number,
  starts: Uint32Array,
  sorted: Int32Array,
): void {
  let last_cell = -1;
  let last_key = -1;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!;
    if (cell < first || cell >= until) continue;
    const key = Math.min(keys[row]!, none);
    if (cell === last_cell && key === last_key) continue;
    sorted[starts[key + 1]!++] = cell;
    last_cell = cell;
    last_key = key;
  }
}

/** `sorted`: cells, key after key. They are overwritten by those that stay. */
function withoutRepeats(sorted: Int32Array, starts: Uint32Array, { first, until }: CellRange, none: number): CellKeys {
  const keys = new Uint32Array(sorted.length);
  /** cell - first -> the last key seen there. */
  const stamp = new Uint32Array(until - first).fill(NO_KEY);
  let length = 0;
  for (let key = 0; key <= none; key++) {
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
