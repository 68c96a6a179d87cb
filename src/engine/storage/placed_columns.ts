/**
 * Columns of which few rows have a value: what they cost depends on their values, not on all rows of the table. As a frame
 * they have a section with these rows, then what a frame of them has.
 */
import type { Codes, Column, Columns, NumberColumn, PlacedColumn, PlacedColumns } from '../frame/column.ts';
import { corrupted, type Frame, packedSection, type Section } from './codec.ts';

/** A column with values in a smaller share of the rows has those only. */
export const SPARSE = 1 / 8;

/** The column without the rows that lack a value, if those are most. */
export function placedOf(column: Column): PlacedColumn {
  const rows = column.kind === 'number' ? column.values.length : column.codes.length;
  const at = fewRowsWithValues(column, rows * SPARSE);
  return at === null ? { at, column } : { at, column: rowsOf(column, at) };
}

export function placedColumns(columns: Columns): PlacedColumns {
  return new Map(Array.from(columns, ([name, column]) => [name, placedOf(column)]));
}

/** Rows with a value, ascending. */
export function rowsWithValues(column: Column): Uint32Array {
  const rows: number[] = [];
  for (let row = nextValue(column, 0); row >= 0; row = nextValue(column, row + 1)) rows.push(row);
  return Uint32Array.from(rows);
}

/** null if there are not fewer than `limit`. */
function fewRowsWithValues(column: Column, limit: number): Uint32Array | null {
  const rows = new Uint32Array(Math.ceil(limit));
  let count = 0;
  for (let row = nextValue(column, 0); row >= 0; row = nextValue(column, row + 1)) {
    if (count + 1 >= limit) return null;
    rows[count++] = row;
  }
  return rows.slice(0, count);
}

/** The first row with a value, from that one on; -1 = none. */
export function nextValue(column: Column, from: number): number {
  return column.kind === 'number' ? nextNumber(column, from) : nextCode(column.codes, from);
}

function nextNumber({ values }: NumberColumn, from: number): number {
  for (let row = from; row < values.length; row++) if (!Number.isNaN(values[row])) return row;
  return -1;
}

function nextCode(codes: Codes, from: number): number {
  for (let row = from; row < codes.length; row++) if (codes[row] !== 0) return row;
  return -1;
}

function rowsOf(column: Column, rows: Uint32Array): Column {
  if (column.kind === 'number') {
    const numbers = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) numbers[i] = column.values[rows[i]!]!;
    return { kind: 'number', values: numbers };
  }
  const codes = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) codes[i] = column.codes[rows[i]!]!;
  return { kind: 'dictionary', codes, values: column.values };
}

/** The column of all of that many rows. */
export function wholeColumn({ at, column }: PlacedColumn, rows: number): Column {
  if (at === null) return column;
  if (column.kind === 'number') {
    const values = new Float64Array(rows).fill(Number.NaN);
    for (let i = 0; i < at.length; i++) values[at[i]!] = column.values[i]!;
    return { kind: 'number', values };
  }
  const codes = new Uint32Array(rows);
  for (let i = 0; i < at.length; i++) codes[at[i]!] = column.codes[i]!;
  return { kind: 'dictionary', codes, values: column.values };
}

export function wholeColumns(columns: PlacedColumns, rows: number): Columns {
  return new Map(Array.from(columns, ([name, column]) => [name, wholeColumn(column, rows)]));
}

// --- as frames

/** Encoding of the section with the rows; see `column_codec.ts` for others. Since format 16. */
const PLACED = 7;

/** The frame's rows with a value (null = its rows), and the frame of these rows only. */
export function placedFrame(frame: Frame): { readonly at: Uint32Array | null; readonly held: Frame } {
  const [places, ...sections] = frame.sections;
  if (places?.encoding !== PLACED) return { at: null, held: frame };
  const at = rowsAt(places.bytes);
  if (at.length === 0 || at.at(-1)! >= frame.rows) throw corrupted('no such row');
  return { at, held: { ...frame, rows: at.length, sections } };
}

/** `to` with each value in its row. */
export function scattered<A extends Codes | Float64Array>(values: A, at: Uint32Array, to: A): A {
  for (let i = 0; i < at.length; i++) to[at[i]!] = values[i]!;
  return to;
}

/** Distances from each row to the next, seven bits to a byte. */
export function placesSection(at: Uint32Array): Section {
  const bytes: number[] = [];
  let before = -1;
  for (const row of at) {
    let distance = row - before - 1;
    for (; distance >= 128; distance >>>= 7) bytes.push((distance & 127) | 128);
    bytes.push(distance);
    before = row;
  }
  return packedSection(PLACED, Uint8Array.from(bytes));
}

/** Inverse of `placesSection`. */
function rowsAt(bytes: Uint8Array): Uint32Array {
  const rows = new Uint32Array(bytes.length);
  let count = 0;
  let row = -1;
  let distance = 0;
  let shift = 0;
  for (const byte of bytes) {
    distance += (byte & 127) * 2 ** shift;
    shift += 7;
    if (byte >= 128) continue;
    row += distance + 1;
    rows[count++] = row;
    distance = 0;
    shift = 0;
  }
  return rows.subarray(0, count);
}
