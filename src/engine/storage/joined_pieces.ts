/** Rows that lie in several pieces, put together. */
import type { Numeric } from '../../base/known.ts';
import { allocateCodes, type Column, type StoredColumn } from '../frame/column.ts';
import { plainColumn } from '../wasm/decoded.ts';
import { type PartitionInfo, PIECE_ROWS } from './segment_header.ts';
import type { ColumnPiece } from './table.ts';

/** Some neighbouring rows. */
export type RowRange = Pick<PartitionInfo, 'from_row' | 'rows'>;

/** A piece from one row up to another. */
export function cutColumn(column: StoredColumn, from: number, until: number): StoredColumn {
  if (column.kind === 'number') return { ...column, values: column.values.subarray(from, until) };
  return { ...column, codes: column.codes.subarray(from, until) };
}

/** Joins the pieces of one property. A view if a single piece has all rows; null if no row has the property. */
export function joinedColumn(pieces: readonly ColumnPiece[], rows: number): Column | null {
  const plain = pieces.map(({ column }) => column && plainColumn(column));
  const some = plain.find((column) => column !== null) ?? null;
  if (some === null || pieces.length === 1) return some;
  const joined: Column =
    some.kind === 'number'
      ? { kind: 'number', values: new Float64Array(rows).fill(Number.NaN) }
      : { ...some, codes: allocateCodes(rows, some.values.length) };
  let at = 0;
  for (const [piece, column] of plain.entries()) {
    if (column?.kind === 'number' && joined.kind === 'number') joined.values.set(column.values, at);
    if (column?.kind === 'dictionary' && joined.kind === 'dictionary') joined.codes.set(column.codes, at);
    at += pieces[piece]!.rows;
  }
  return joined;
}

/** Joins the rows of a range from their pieces. A view if a single piece has the whole range. `make` allocates. */
export function joined<A extends Numeric<A>>(
  { from_row, rows }: RowRange,
  make: (rows: number) => A,
  piece: (piece: number) => A,
  width = 1,
): A {
  const first = Math.floor(from_row / PIECE_ROWS);
  const last = Math.floor((from_row + rows - 1) / PIECE_ROWS);
  if (first === last) {
    const from = (from_row - first * PIECE_ROWS) * width;
    return piece(first).subarray(from, from + rows * width);
  }
  const all = make(rows);
  for (let at = first; at <= last; at++) {
    const begin = at * PIECE_ROWS;
    const from = Math.max(from_row - begin, 0);
    const until = Math.min(from_row + rows - begin, PIECE_ROWS);
    all.set(piece(at).subarray(from * width, until * width), (begin + from - from_row) * width);
  }
  return all;
}
