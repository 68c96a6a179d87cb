/**
 * Rows with the cell of the answer that they count in: cell = place * groups + group (see buckets.ts for places). Rows
 * that do not count are in place 0 or past the last bucket, so in no cell of the answer.
 */
import type { Buckets } from '../buckets.ts';
import { BLOCK_ROWS, placeRows, type TrendRows } from './trend_rows.ts';

/** The cells that are buckets: [first, until). */
export interface CellRange {
  readonly first: number;
  readonly until: number;
}

export function bucketCells(buckets: Buckets, groups: number): CellRange {
  return { first: groups, until: groups * (buckets.count + 1) };
}

/** row -> cell. */
export function rowCells(rows: TrendRows, buckets: Buckets, groups: number): Int32Array {
  const count = rows.actor.length;
  const cells = new Int32Array(count);
  // Of one type whatever the codes are: a loop that meets several types asks at each look which it is.
  const group = new Int32Array(rows.group === null ? 0 : BLOCK_ROWS);
  for (let first = 0; first < count; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, count);
    const block = cells.subarray(first, until);
    placeRows(rows, buckets, first, until, block);
    if (rows.group === null) continue;
    group.set(rows.group.subarray(first, until));
    addGroups(block, group, groups);
  }
  return cells;
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
