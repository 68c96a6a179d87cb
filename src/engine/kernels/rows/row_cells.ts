/**
 * Rows with the cell of the answer that they count in: cell = place * groups + group (see buckets.ts for places). Rows
 * that do not count are in place 0 or past the last bucket, so in no cell of the answer.
 */
import { type Buckets, placesOfQuarters } from '../../frame/buckets.ts';
import type { Quarters } from '../../frame/run.ts';
import type { CellValues } from './cell_values.ts';
import { BLOCK_ROWS, dropSkipped, lookUp, placeRows, type TrendRows } from './trend_rows.ts';

/** What all blocks of some rows share. */
interface Celling {
  readonly rows: TrendRows;
  readonly buckets: Buckets;
  readonly groups: number;
  readonly first_cell: Int32Array | null;
  /** Of one type whatever the codes are: a loop that meets several types asks at each look which it is. */
  readonly group: Int32Array;
}

function newCelling(rows: TrendRows, buckets: Buckets, groups: number): Celling {
  const group = new Int32Array(rows.group === null ? 0 : BLOCK_ROWS);
  return { rows, buckets, groups, first_cell: firstCells(rows, buckets, groups), group };
}

/** quarter -> cell of group 0, where the quarter alone tells the place and no row has to be chosen; else null. */
export function firstCells({ quarters, select }: TrendRows, buckets: Buckets, groups: number): Int32Array | null {
  if (quarters === null || select !== null) return null;
  const places = placesOfQuarters(quarters, buckets);
  if (places === null || places.has_cut) return null;
  const cells = new Int32Array(places.table.length);
  for (let quarter = 0; quarter < cells.length; quarter++) cells[quarter] = Math.imul(places.table[quarter]!, groups);
  return cells;
}

/** row -> cell. */
export function rowCells(rows: TrendRows, buckets: Buckets, groups: number): Int32Array {
  const celling = newCelling(rows, buckets, groups);
  const cells = new Int32Array(rows.actor.length);
  for (let first = 0; first < cells.length; first += BLOCK_ROWS) {
    fillCells(celling, first, cells.subarray(first, first + BLOCK_ROWS));
  }
  return cells;
}

/**
 * The same with a number for each row (values: row -> number) of [begin, end), block by block: as long as all rows together, cells would
 * be in no near cache. They are written over by the next block.
 */
export function* cellBlocks(
  rows: TrendRows,
  values: Float64Array,
  buckets: Buckets,
  groups: number,
  begin = 0,
  end = rows.actor.length,
): Generator<CellValues> {
  const celling = newCelling(rows, buckets, groups);
  const cells = new Int32Array(Math.min(end - begin, BLOCK_ROWS));
  for (let first = begin; first < end; first += BLOCK_ROWS) {
    const length = Math.min(BLOCK_ROWS, end - first);
    fillCells(celling, first, cells.subarray(0, length));
    yield { cells, values: values.subarray(first, first + length), length };
  }
}

/** Cells of as many rows as the block has, from the first on. */
function fillCells({ rows, buckets, groups, first_cell, group }: Celling, first: number, block: Int32Array): void {
  const until = first + block.length;
  if (rows.group !== null) group.set(rows.group.subarray(first, until));
  if (first_cell === null) {
    placeRows(rows, buckets, first, until, block);
    if (rows.group !== null) addGroups(block, group, groups);
    return;
  }
  const quarter = rows.quarters!.of_row.subarray(first, until);
  if (rows.group === null) lookUp(quarter, first_cell, block);
  else lookUpGrouped(quarter, first_cell, group, block);
  if (rows.skipped !== null) dropSkipped(rows.skipped, first, until, block);
}

/** Both begin with the same row. */
function addGroups(block: Int32Array, group: Int32Array, groups: number): void {
  for (let at = 0; at < block.length; at++) block[at] = Math.imul(block[at]!, groups) + group[at]!;
}

/** Four at a time, as in trend_rows.ts. */
function lookUpGrouped(
  quarter: Quarters['of_row'],
  first_cell: Int32Array,
  group: Int32Array,
  cells: Int32Array,
): void {
  const whole = quarter.length - (quarter.length % 4);
  for (let at = 0; at < whole; at += 4) {
    cells[at] = first_cell[quarter[at]!]! + group[at]!;
    cells[at + 1] = first_cell[quarter[at + 1]!]! + group[at + 1]!;
    cells[at + 2] = first_cell[quarter[at + 2]!]! + group[at + 2]!;
    cells[at + 3] = first_cell[quarter[at + 3]!]! + group[at + 3]!;
  }
  for (let at = whole; at < quarter.length; at++) cells[at] = first_cell[quarter[at]!]! + group[at]!;
}
