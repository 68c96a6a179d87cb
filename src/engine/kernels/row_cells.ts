/**
 * Rows with the cell of the answer that they count in: cell = place * groups + group (see buckets.ts for places). Rows
 * that do not count are in place 0 or past the last bucket, so in no cell of the answer.
 */
import type { Buckets } from '../buckets.ts';
import type { CellValues } from './cell_values.ts';
import { BLOCK_ROWS, placeRows, type TrendRows } from './trend_rows.ts';

/** row -> cell. */
export function rowCells(rows: TrendRows, buckets: Buckets, groups: number): Int32Array {
  const count = rows.actor.length;
  const cells = new Int32Array(count);
  const group = groupBlock(rows);
  for (let first = 0; first < count; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, count);
    fillCells(rows, buckets, groups, first, until, group, cells.subarray(first, until));
  }
  return cells;
}

/**
 * The same with a number for each row (values: row -> number), block by block: as long as all rows together, cells would
 * be in no near cache. They are written over by the next block.
 */
export function* cellBlocks(
  rows: TrendRows,
  values: Float64Array,
  buckets: Buckets,
  groups: number,
): Generator<CellValues> {
  const count = rows.actor.length;
  const group = groupBlock(rows);
  const cells = new Int32Array(Math.min(count, BLOCK_ROWS));
  for (let first = 0; first < count; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, count);
    const length = until - first;
    fillCells(rows, buckets, groups, first, until, group, cells.subarray(0, length));
    yield { cells, values: values.subarray(first, until), length };
  }
}

/** Of one type whatever the codes are: a loop that meets several types asks at each look which it is. */
function groupBlock(rows: TrendRows): Int32Array {
  return new Int32Array(rows.group === null ? 0 : BLOCK_ROWS);
}

function fillCells(
  rows: TrendRows,
  buckets: Buckets,
  groups: number,
  first: number,
  until: number,
  group: Int32Array,
  block: Int32Array,
): void {
  placeRows(rows, buckets, first, until, block);
  if (rows.group === null) return;
  group.set(rows.group.subarray(first, until));
  addGroups(block, group, groups);
}

/** Both begin with the same row. Four at a time, as in trend_rows.ts. */
function addGroups(block: Int32Array, group: Int32Array, groups: number): void {
  const whole = block.length - (block.length % 4);
  for (let at = 0; at < whole; at += 4) {
    block[at] = Math.imul(block[at]!, groups) + group[at]!;
    block[at + 1] = Math.imul(block[at + 1]!, groups) + group[at + 1]!;
    block[at + 2] = Math.imul(block[at + 2]!, groups) + group[at + 2]!;
    block[at + 3] = Math.imul(block[at + 3]!, groups) + group[at + 3]!;
  }
  for (let at = whole; at < block.length; at++) block[at] = Math.imul(block[at]!, groups) + group[at]!;
}
