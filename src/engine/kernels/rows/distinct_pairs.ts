/**
 * Distinct (cell, key) pairs, e.g. each session once per cell (see cell_assignment.ts).
 * Input: lists of pairs. Output: each pair once. Most keys visit cells in ascending order, so remembering a key's last
 * cell is enough; keys that go back to an earlier cell are sorted out in a second pass. Cost: one step per row.
 */
import type { CellRange } from '../../frame/buckets.ts';

/** Pairs of a cell and a key; both arrays share an index. */
export interface CellKeys {
  readonly cells: Int32Array;
  readonly keys: Uint32Array;
}

const NO_CELL = -1;
const NO_KEY = 0xffffffff;

/** Distinct pairs with a cell in the range. Keys >= `none` count as the single key `none`. */
export function distinctPairs(lists: readonly CellKeys[], range: CellRange, none: number): CellKeys {
  const rows = lists.reduce((sum, { cells }) => sum + cells.length, 0);
  const found = { cells: new Int32Array(rows), keys: new Uint32Array(rows), length: 0 };
  const last = new Int32Array(none + 1).fill(NO_CELL);
  const is_back = new Uint8Array(none + 1);
  let backs = 0;
  for (const list of lists) backs += addChanges(list, range, { last, is_back }, found);
  const pairs = { cells: found.cells.subarray(0, found.length), keys: found.keys.subarray(0, found.length) };
  return backs === 0 ? pairs : withoutRepeats(pairs, is_back, range, none);
}

interface SeenKeys {
  /** key -> its last cell. */
  readonly last: Int32Array;
  /** key -> 1: some of its pairs may repeat. */
  readonly is_back: Uint8Array;
}

/** Adds a pair whenever a key's cell changes. Returns how often a key went back. */
function addChanges(
  { cells, keys }: CellKeys,
  { first, until }: CellRange,
  { last, is_back }: SeenKeys,
  found: { readonly cells: Int32Array; readonly keys: Uint32Array; length: number },
): number {
  const none = last.length - 1;
  let { length } = found;
  let backs = 0;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!;
    if (cell < first || cell >= until) continue;
    const key = Math.min(keys[row]!, none);
    const before = last[key]!;
    if (cell === before) continue;
    if (cell < before) {
      is_back[key] = 1;
      backs++;
    }
    last[key] = cell;
    found.cells[length] = cell;
    found.keys[length++] = key;
  }
  found.length = length;
  return backs;
}

/** Removes repeated pairs of keys that went back; others are already distinct. */
function withoutRepeats(pairs: CellKeys, is_back: Uint8Array, { first, until }: CellRange, none: number): CellKeys {
  const { cells, keys } = pairs;
  /** key -> start of its cells; shifted by one while filling. */
  const starts = new Uint32Array(none + 3);
  for (let at = 0; at < keys.length; at++) if (is_back[keys[at]!] === 1) starts[keys[at]! + 2]!++;
  for (let key = 2; key < starts.length; key++) starts[key]! += starts[key - 1]!;
  const sorted = new Int32Array(starts[starts.length - 1]!);
  let length = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    if (is_back[key] === 1) {
      sorted[starts[key + 1]!++] = cells[at]!;
      continue;
    }
    cells[length] = cells[at]!;
    keys[length++] = key;
  }
  /** cell - first -> last key seen there. */
  const stamp = new Uint32Array(until - first).fill(NO_KEY);
  for (let key = 0; key <= none; key++) {
    for (let at = starts[key]!; at < starts[key + 1]!; at++) {
      const cell = sorted[at]!;
      if (stamp[cell - first] === key) continue;
      stamp[cell - first] = key;
      cells[length] = cell;
      keys[length++] = key;
    }
  }
  return { cells: cells.subarray(0, length), keys: keys.subarray(0, length) };
}
