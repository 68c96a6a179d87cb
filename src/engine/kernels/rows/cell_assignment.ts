/**
 * Assigns each row its cell of the answer: cell = slot * groups + group.
 * Input: rows of one run. Output: row -> cell, whole or in blocks. Unselected rows get slot 0, which is in no cell of
 * the answer. Cost: one or two table lookups per row.
 */
import { type Buckets, firstCells } from '../../frame/buckets.ts';
import type { Codes, ScaledColumn } from '../../frame/column.ts';
import type { Grains } from '../../frame/run.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';
import { decodeScaled } from '../../wasm/decoded.ts';
import { fillSelection, newSelectionVector, toCells } from './selection_vector.ts';
import { dropOthers, slotRows, type TrendRows } from './trend_rows.ts';
import type { CellValues } from './value_aggregates.ts';

/** row -> number, NaN = none; decoded or as stored. */
export type RowNumbers = Float64Array | ScaledColumn;

/** Reads the values of a block of rows. */
interface BlockReader<Values> {
  /** row - first -> value */
  within(first: number, until: number): Values;
  /** index below `length` -> value of that row */
  of(row: Int32Array, length: number): Values;
}

/** Each block gets a new array of numbers, because quantiles keep it. */
export function numberReader(numbers: RowNumbers): BlockReader<Float64Array> {
  if (numbers instanceof Float64Array) {
    return {
      within: (first, until) => numbers.subarray(first, until),
      of: (row, length) => pick(numbers, row, length, new Float64Array(length)),
    };
  }
  const { within, of } = codeReader(numbers.codes);
  const decode = (codes: Uint32Array): Float64Array =>
    decodeScaled({ ...numbers, codes }, new Float64Array(codes.length));
  return {
    within: (first, until) => decode(within(first, until).subarray(0, until - first)),
    of: (row, length) => decode(of(row, length).subarray(0, length)),
  };
}

/** Codes in one array type, whatever type they are stored in. The array is reused. */
export function codeReader(codes: Codes): BlockReader<Uint32Array> {
  const room = new Uint32Array(BLOCK_ROWS);
  return {
    within(first, until) {
      room.set(codes.subarray(first, until));
      return room;
    },
    of: (row, length) => pick(codes, row, length, room),
  };
}

function pick<A extends Codes | Float64Array>(
  values: Codes | Float64Array,
  row: Int32Array,
  length: number,
  out: A,
): A {
  for (let at = 0; at < length; at++) out[at] = values[row[at]!]!;
  return out;
}

/** State shared by all blocks of the same rows. */
interface Celling {
  readonly rows: TrendRows;
  readonly buckets: Buckets;
  readonly groups: number;
  /**
   * Groups in one array type, whatever type the codes have: a loop that sees several types checks it at each access.
   */
  readonly group: Int32Array;
}

function newCelling(rows: TrendRows, buckets: Buckets, groups: number): Celling {
  return { rows, buckets, groups, group: new Int32Array(rows.group === null ? 0 : BLOCK_ROWS) };
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
 * Cells and values of rows [begin, end), in blocks small enough to stay in cache. Each block overwrites the cells of
 * the last one. With a selection, only selected rows are listed.
 */
export function* cellBlocks<Values>(
  rows: TrendRows,
  reader: BlockReader<Values>,
  buckets: Buckets,
  groups: number,
  [begin, end]: readonly [number, number] = [0, rows.actor.length],
): Generator<CellValues<Values>> {
  const celling = newCelling(rows, buckets, groups);
  const cells = new Int32Array(Math.min(end - begin, BLOCK_ROWS));
  const counted = newSelectionVector();
  for (let first = begin; first < end; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, end);
    if (rows.select === null) {
      fillCells(celling, first, cells.subarray(0, until - first));
      yield { cells, values: reader.within(first, until), length: until - first };
      continue;
    }
    fillSelection(rows, buckets, first, until, counted);
    const { row, slot: cell, length } = counted;
    const values = reader.of(row, length);
    if (rows.group !== null) {
      celling.group.set(rows.group.subarray(first, until));
      toCells(counted, celling.group, first, groups);
    }
    yield { cells: cell, values, length };
  }
}

/** Fills the cells of a block that starts at row `first`. */
function fillCells({ rows, buckets, groups, group }: Celling, first: number, block: Int32Array): void {
  const until = first + block.length;
  const { grains } = rows;
  if (rows.group !== null) group.set(rows.group.subarray(first, until));
  const first_cell = rows.group && grains && firstCells(grains, buckets, groups);
  if (grains && first_cell) {
    lookUp(grains.of_row.subarray(first, until), first_cell, group, block);
    dropOthers(rows, first, until, block);
    return;
  }
  slotRows(rows, buckets, first, until, block);
  if (rows.group === null) return;
  for (let at = 0; at < block.length; at++) block[at] = Math.imul(block[at]!, groups) + group[at]!;
}

/** cells[row] = first_cell[grain[row]] + group[row], unrolled by four: loop overhead would dominate. */
function lookUp(grain: Grains['of_row'], first_cell: Int32Array, group: Int32Array, cells: Int32Array): void {
  const whole = grain.length - (grain.length % 4);
  for (let at = 0; at < whole; at += 4) {
    cells[at] = first_cell[grain[at]!]! + group[at]!;
    cells[at + 1] = first_cell[grain[at + 1]!]! + group[at + 1]!;
    cells[at + 2] = first_cell[grain[at + 2]!]! + group[at + 2]!;
    cells[at + 3] = first_cell[grain[at + 3]!]! + group[at + 3]!;
  }
  for (let at = whole; at < grain.length; at++) cells[at] = first_cell[grain[at]!]! + group[at]!;
}
