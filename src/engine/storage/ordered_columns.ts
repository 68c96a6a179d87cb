/** Columns in another order, with only the values they use. Arrays are indexed by row. */
import { indexOfLeast } from '../../base/ascending.ts';
import { type Codes, type Column, narrowCodes, type PlacedColumn, type Value, type Values } from '../frame/column.ts';
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

/** Gathers all columns of a table, one after the other. `order`: position -> row, each row at most once. */
export function columnGatherer(order: Uint32Array, rows: number): (placed: PlacedColumn | null) => PlacedColumn | null {
  let position_of: Uint32Array | null = null;
  const mark_of = new Uint32Array(rows);
  return (placed) => {
    if (placed === null) return null;
    const { at, column } = placed;
    if (at === null) {
      const gathered = gatherColumn(column, order);
      return gathered && { at: null, column: gathered };
    }
    position_of ??= positionsOf(order, rows);
    for (let mark = 0; mark < at.length; mark++) mark_of[at[mark]!] = mark;
    const places = gatherWords(position_of, at).sort();
    const positions = places.subarray(0, indexOfLeast(places, LEFT_OUT));
    const marks = gatherWords(mark_of, gatherWords(order, positions));
    return positions.length === 0 ? null : { at: positions, column: gatherValues(column, marks) };
  };
}

/** Rows in order that all have a value. */
function gatherValues(column: Column, order: Uint32Array): Column {
  if (column.kind === 'number') return { kind: 'number', values: gatherNumbers(column.values, order) };
  const values: Value[] = [null];
  return { kind: 'dictionary', codes: gatherCodes(column.codes, column.values, order, values), values };
}

/** Position of rows that the order does not have, as those that are erased. */
const LEFT_OUT = 0xffff_ffff;

/** row -> position */
function positionsOf(order: Uint32Array, rows: number): Uint32Array {
  const position_of = new Uint32Array(rows).fill(LEFT_OUT);
  for (let position = 0; position < order.length; position++) position_of[order[position]!] = position;
  return position_of;
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
