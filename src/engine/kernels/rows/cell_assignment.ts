/**
 * Assigns each row its cell of the answer: cell = slot * groups + group.
 * Input: rows of one run. Output: row -> cell, whole or in blocks. Unselected rows get slot 0, which is in no cell of
 * the answer. Cost: one or two table lookups per row.
 */
import type { Buckets } from '../../frame/buckets.ts';
import type { ScaledColumn } from '../../frame/column.ts';
import { fillSelection, newSelectionVector, toCells } from './selection_vector.ts';
import { BLOCK_ROWS, slotRows, type TrendRows } from './trend_rows.ts';
import type { CellValues } from './value_aggregates.ts';

/** row -> number, NaN = none; decoded or as stored. */
export type RowNumbers = Float64Array | ScaledColumn;

/** Numbers of a block's rows, in an array of their own: quantiles keep it. */
class NumberBlock {
  readonly #numbers: RowNumbers;
  /** Codes in one array type, whatever type they are stored in. */
  readonly #codes = new Uint32Array(BLOCK_ROWS);

  constructor(numbers: RowNumbers) {
    this.#numbers = numbers;
  }

  /** row - first -> number. */
  within(first: number, until: number): Float64Array {
    if (this.#numbers instanceof Float64Array) return this.#numbers.subarray(first, until);
    this.#codes.set(this.#numbers.codes.subarray(first, until));
    return decoded(this.#codes, until - first, this.#numbers);
  }

  /** index below `length` -> number of that row. */
  of(row: Int32Array, length: number): Float64Array {
    if (this.#numbers instanceof Float64Array) return numbersAt(this.#numbers, row, length);
    const { codes } = this.#numbers;
    for (let at = 0; at < length; at++) this.#codes[at] = codes[row[at]!]!;
    return decoded(this.#codes, length, this.#numbers);
  }
}

function numbersAt(numbers: Float64Array, row: Int32Array, length: number): Float64Array {
  const values = new Float64Array(length);
  for (let at = 0; at < length; at++) values[at] = numbers[row[at]!]!;
  return values;
}

function decoded(codes: Uint32Array, length: number, { base, scale }: ScaledColumn): Float64Array {
  const values = new Float64Array(length);
  const first = base - 1;
  for (let at = 0; at < length; at++) values[at] = codes[at] === 0 ? Number.NaN : (codes[at]! + first) / scale;
  return values;
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
 * Same for rows [begin, end) in blocks, with a number per row, so that cells and decoded numbers stay in cache. Each
 * block overwrites the cells of the last one. With a selection, only selected rows are listed.
 */
export function* cellBlocks(
  rows: TrendRows,
  numbers: RowNumbers,
  buckets: Buckets,
  groups: number,
  [begin, end]: readonly [number, number] = [0, rows.actor.length],
): Generator<CellValues> {
  const celling = newCelling(rows, buckets, groups);
  const cells = new Int32Array(Math.min(end - begin, BLOCK_ROWS));
  const counted = newSelectionVector();
  const block = new NumberBlock(numbers);
  for (let first = begin; first < end; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, end);
    if (rows.select === null) {
      fillCells(celling, first, cells.subarray(0, until - first));
      yield { cells, values: block.within(first, until), length: until - first };
      continue;
    }
    fillSelection(rows, buckets, first, until, counted);
    const { row, slot: cell, length } = counted;
    const of_rows = block.of(row, length);
    if (rows.group !== null) {
      celling.group.set(rows.group.subarray(first, until));
      toCells(counted, celling.group, first, groups);
    }
    yield { cells: cell, values: of_rows, length };
  }
}

/** Fills the cells of a block that starts at row `first`. */
function fillCells({ rows, buckets, groups, group }: Celling, first: number, block: Int32Array): void {
  const until = first + block.length;
  slotRows(rows, buckets, first, until, block);
  if (rows.group === null) return;
  group.set(rows.group.subarray(first, until));
  for (let at = 0; at < block.length; at++) block[at] = Math.imul(block[at]!, groups) + group[at]!;
}
