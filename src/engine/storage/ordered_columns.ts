/** Columns in another order, with only the values they use. Arrays are indexed by row. */
import { indexOfLeast } from '../../base/ascending.ts';
import {
  allocateCodes,
  type Codes,
  type Column,
  type DictionaryColumn,
  narrowCodes,
  type Value,
  type Values,
} from '../frame/column.ts';
import { bytesOf } from './codec.ts';

export function gatherNumbers(values: Float64Array, order: Uint32Array): Float64Array {
  const gathered = new Float64Array(order.length);
  for (let i = 0; i < order.length; i++) gathered[i] = values[order[i]!]!;
  return gathered;
}

export function gatherWords(values: Uint32Array, order: Uint32Array): Uint32Array {
  const gathered = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) gathered[i] = values[order[i]!]!;
  return gathered;
}

export function gatherUuids(uuids: Uint8Array, order: Uint32Array): Uint8Array {
  // Copies words instead of bytes; an unaligned source is copied first.
  const source = uuids.byteOffset % 4 === 0 ? uuids : uuids.slice();
  const words = new Uint32Array(source.buffer, source.byteOffset, source.length / 4);
  const gathered = new Uint32Array(order.length * 4);
  for (let i = 0, to = 0; i < order.length; i++, to += 4) {
    const from = order[i]! * 4;
    gathered[to] = words[from]!;
    gathered[to + 1] = words[from + 1]!;
    gathered[to + 2] = words[from + 2]!;
    gathered[to + 3] = words[from + 3]!;
  }
  return bytesOf(gathered);
}

/** Rows in order, with only the values they use; null if all are missing. */
export function gatherColumn(column: Column | null, order: Uint32Array): Column | null {
  if (column === null) return null;
  if (column.kind === 'number') {
    const values = gatherNumbers(column.values, order);
    return values.every(Number.isNaN) ? null : { kind: 'number', values };
  }
  const values: Value[] = [null];
  // Narrow first: random reads from a smaller array hit the cache more often.
  const wide = gatherCodes(narrowCodes(column.codes, column.values.length), column.values, order, values);
  if (values.length === 1) return null;
  return { kind: 'dictionary', codes: narrowCodes(wide, values.length), values };
}

/** Columns with values in fewer rows are gathered value by value. */
const SPARSE = 1 / 8;

export interface GatheredColumn {
  readonly column: Column;
  /** The first row with a value, from that one on; -1 = none. */
  nextValue(from: number): number;
}

/**
 * The same for all columns of a table, one after the other. `order`: position -> row, each row at most once. Tables have
 * hundreds of columns that most rows lack, so what a column costs should depend on its values, not on all rows.
 */
export function columnGatherer(order: Uint32Array): (column: Column | null) => GatheredColumn | null {
  let position_of: Uint32Array | null = null;
  return (column) => {
    const rows = column && rowsWithValues(column, order.length * SPARSE);
    if (column === null || rows === null) {
      const gathered = gatherColumn(column, order);
      return gathered && { column: gathered, nextValue: (from) => nextValue(gathered, from) };
    }
    position_of ??= positionsOf(order, column.kind === 'number' ? column.values.length : column.codes.length);
    const places = gatherWords(position_of, rows).sort();
    const positions = places.subarray(0, indexOfLeast(places, LEFT_OUT));
    if (positions.length === 0) return null;
    const gathered: Column =
      column.kind === 'number'
        ? { kind: 'number', values: placedNumbers(column.values, order, positions) }
        : placedCodes(column, order, positions);
    return { column: gathered, nextValue: (from) => positions[indexOfLeast(positions, from)] ?? -1 };
  };
}

/** Position of rows that the order does not have, as those that are erased. */
const LEFT_OUT = 0xffff_ffff;

/** row -> position */
function positionsOf(order: Uint32Array, rows: number): Uint32Array {
  const position_of = new Uint32Array(rows).fill(LEFT_OUT);
  for (let position = 0; position < order.length; position++) position_of[order[position]!] = position;
  return position_of;
}

/** null if there are more than `most`. */
function rowsWithValues(column: Column, most: number): Uint32Array | null {
  const rows = new Uint32Array(Math.floor(most));
  let count = 0;
  for (let row = nextValue(column, 0); row >= 0; row = nextValue(column, row + 1)) {
    if (count === rows.length) return null;
    rows[count++] = row;
  }
  return rows.subarray(0, count);
}

/** The first row with a value, from that one on; -1 = none. */
function nextValue(column: Column, from: number): number {
  return column.kind === 'number' ? nextNumber(column.values, from) : nextCode(column.codes, from);
}

function nextNumber(values: Float64Array, from: number): number {
  for (let row = from; row < values.length; row++) if (!Number.isNaN(values[row])) return row;
  return -1;
}

function nextCode(codes: Codes, from: number): number {
  for (let row = from; row < codes.length; row++) if (codes[row] !== 0) return row;
  return -1;
}

function placedNumbers(values: Float64Array, order: Uint32Array, positions: Uint32Array): Float64Array {
  const placed = new Float64Array(order.length).fill(Number.NaN);
  for (const position of positions) placed[position] = values[order[position]!]!;
  return placed;
}

function placedCodes({ codes, values }: DictionaryColumn, order: Uint32Array, positions: Uint32Array): Column {
  const used: Value[] = [null];
  const some = gatherCodes(codes, values, gatherWords(order, positions), used);
  const placed = allocateCodes(order.length, used.length);
  for (let at = 0; at < positions.length; at++) placed[positions[at]!] = some[at]!;
  return { kind: 'dictionary', codes: placed, values: used };
}

/** Codes by first appearance in the new order; `used` receives their values. */
function gatherCodes(codes: Codes, values: Values, order: Uint32Array, used: Value[]): Uint32Array {
  const gathered = new Uint32Array(order.length);
  // code in the source -> code here, 0 = not seen yet (and missing stays missing)
  const translated = new Uint32Array(values.length);
  for (let i = 0; i < order.length; i++) {
    const code = codes[order[i]!]!;
    if (code !== 0 && translated[code] === 0) {
      translated[code] = used.length;
      used.push(values.at(code)!);
    }
    gathered[i] = translated[code]!;
  }
  return gathered;
}
