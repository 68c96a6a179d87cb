/**
 * Distinct (cell, key) pairs, e.g. each session once per cell (see cell_assignment.ts).
 * Input: blocks of pairs. Output: each pair once. Neighbours are often equal; the first of them are listed without a
 * branch, which would be unpredictable. Most keys visit cells in ascending order, so remembering a key's last cell is
 * enough; a second pass deduplicates keys that go back to an earlier cell. Cost: one short step per row, and a look at
 * the key's last cell where neighbours differ; memory grows with keys and distinct pairs, not with rows.
 */
import type { CellRange } from '../../frame/buckets.ts';
import type { CellValues } from './value_aggregates.ts';

/** Pair i is (cells[i], keys[i]). */
export interface CellKeys {
  readonly cells: Int32Array;
  readonly keys: Uint32Array;
}

const NO_KEY = 0xffffffff;
const FIRST_ROOM = 1 << 14;

/** Distinct pairs with a cell in the range. Keys >= `none` count as the single key `none`. */
export function distinctPairs(blocks: Iterable<CellValues<Uint32Array>>, range: CellRange, none: number): CellKeys {
  const seen = { last: new Int32Array(none + 1), is_back: new Uint8Array(none + 1), backs: 0 };
  const found = { cells: new Int32Array(FIRST_ROOM), keys: new Uint32Array(FIRST_ROOM), length: 0 };
  for (const block of blocks) {
    makeRoom(found, block.length);
    addChanges(listChanges(block, range, found), seen, found);
  }
  const pairs = { cells: found.cells.subarray(0, found.length), keys: found.keys.subarray(0, found.length) };
  return seen.backs === 0 ? pairs : withoutRepeats(pairs, seen.is_back, range, none);
}

interface SeenKeys {
  /** key -> its last cell + 1; 0 = none yet. */
  readonly last: Int32Array;
  /** key -> 1: some of its pairs may repeat. */
  readonly is_back: Uint8Array;
  /** How often a key went back. */
  backs: number;
}

interface FoundPairs {
  cells: Int32Array;
  keys: Uint32Array;
  length: number;
}

function makeRoom(found: FoundPairs, more: number): void {
  const needed = found.length + more;
  if (needed <= found.cells.length) return;
  const { cells, keys } = found;
  found.cells = new Int32Array(2 * needed);
  found.cells.set(cells);
  found.keys = new Uint32Array(2 * needed);
  found.keys.set(keys);
}

/** Appends the pairs in the range that differ from the one before in the block, without counting them; returns their end. */
function listChanges(
  { cells, values: keys, length: rows }: CellValues<Uint32Array>,
  { first, until }: CellRange,
  { cells: found_cells, keys: found_keys, length }: FoundPairs,
): number {
  let end = length;
  let cell_before = -1;
  let key_before = 0;
  for (let at = 0; at < rows; at++) {
    const cell = cells[at]!;
    const key = keys[at]!;
    found_cells[end] = cell;
    found_keys[end] = key;
    const differs = (cell ^ cell_before) | (key ^ key_before);
    // A sign bit each: of x | -x unless x is 0, of a negative difference.
    end += ((differs | -differs) & ~(cell - first) & (cell - until)) >>> 31;
    cell_before = cell;
    key_before = key;
  }
  return end;
}

/** Keeps those of the pairs listed until `end` whose key's cell changes. */
function addChanges(end: number, seen: SeenKeys, found: FoundPairs): void {
  const { last, is_back } = seen;
  const none = last.length - 1;
  const { cells, keys } = found;
  let { length } = found;
  for (let at = length; at < end; at++) {
    const cell = cells[at]!;
    const key = Math.min(keys[at]!, none);
    const before = last[key]! - 1;
    if (cell === before) continue;
    if (cell < before) {
      is_back[key] = 1;
      seen.backs++;
    }
    last[key] = cell + 1;
    cells[length] = cell;
    keys[length++] = key;
  }
  found.length = length;
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
