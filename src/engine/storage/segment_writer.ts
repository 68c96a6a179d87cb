/** Writes a segment in the format that segment.ts describes. */
import { indexOfLeast } from '../../base/ascending.ts';
import { assert } from '../../base/assert.ts';
import type { Numeric } from '../../base/known.ts';
import { monthStart } from '../../base/time.ts';
import { UUID_BYTES } from '../../base/uuid.ts';
import type { Column, PlacedColumn } from '../frame/column.ts';
import { type Arrivals, type OrderedArrivals, type PartitionRows, placedIn } from './arrivals.ts';
import { frameCrc } from './codec.ts';
import { encodeDistinct, encodeOffsets, encodePiece, encodeValues } from './column_codec.ts';
import { columnGatherer, gatherNumbers, gatherUuids, gatherWords } from './ordered_columns.ts';
import { nextValue } from './placed_columns.ts';
import { countQuarters, encodeQuarters } from './quarters.ts';
import {
  type ColumnInfo,
  encodeHeader,
  PACK,
  type PartitionInfo,
  PIECE_ROWS,
  type PieceInfo,
  pieceName,
  VALUES,
} from './segment_header.ts';
import { encodeUuids } from './uuid_codec.ts';

export interface SealedSegment {
  readonly rows: number;
  readonly from_ms: number;
  /** Exclusive. */
  readonly until_ms: number;
  readonly header: Uint8Array;
  readonly blobs: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** Smaller pieces share a blob: a blob of their own costs more than its bytes. */
const SMALL_BYTES = 4_096;
/** Partitions with fewer rows store no counts of rows per quarter hour: reading their times is as fast. */
const COUNTED_ROWS = 4_096;

/** A piece: its number within the column, and its bytes. */
type Piece = readonly [part: number, bytes: Uint8Array];

export function encodeSegment(source: Arrivals, { order, partitions }: OrderedArrivals): SealedSegment {
  assert(order.length > 0, 'a segment has rows');
  const time_ms = gatherNumbers(source.timeMs(), order);
  const infos = partitions.map((partition) => ({ ...partition, ...spanOf(time_ms, partition) }));
  const pieces = new PieceWriter();
  for (const [kind, made] of fixedColumns(source, order, time_ms, infos)) {
    pieces.addColumn({ property: null, kind, values: 0, has: [] }, made);
  }
  const gathered = columnGatherer(order, source.rows);
  for (const property of source.properties) {
    const placed = gathered(placedIn(source, property));
    if (placed === null) continue;
    const { column } = placed;
    const { kind } = column;
    const values = column.kind === 'dictionary' ? column.values.length : 0;
    const has = partitionsWith(placed, partitions);
    pieces.addColumn({ property, kind, values, has }, columnPieces(placed, order.length));
  }
  const { columns } = pieces;
  return {
    rows: order.length,
    from_ms: infos.reduce((least, { from_ms }) => Math.min(least, from_ms), Number.POSITIVE_INFINITY),
    until_ms: infos.reduce((most, { until_ms }) => Math.max(most, until_ms), Number.NEGATIVE_INFINITY),
    header: encodeHeader({ rows: order.length, partitions: infos, columns }),
    blobs: pieces.blobs(),
  };
}

/** The columns that every segment has. They are made one at a time, to hold only one in memory. */
function* fixedColumns(
  source: Arrivals,
  order: Uint32Array,
  time_ms: Float64Array,
  partitions: readonly PartitionInfo[],
): Iterable<readonly [kind: ColumnInfo['kind'], pieces: Iterable<Piece>]> {
  yield ['distinct', eachPiece(gatherWords(source.distinct(), order), encodeDistinct)];
  yield ['time', eachPiece(offsetsOf(time_ms, partitions), encodeOffsets)];
  const uuids = gatherUuids(source.uuids(), order);
  const uuidsFrom = (row: number, rows: number): Uint8Array =>
    uuids.subarray(row * UUID_BYTES, (row + rows) * UUID_BYTES);
  yield ['uuid', eachPiece(time_ms, (times_ms, row) => encodeUuids(uuidsFrom(row, times_ms.length), times_ms))];
  yield ['quarters', quarterPieces(time_ms, partitions)];
}

class PieceWriter {
  readonly columns: ColumnInfo[] = [];
  readonly #blobs: { name: string; bytes: Uint8Array }[] = [];
  readonly #small: Uint8Array[] = [];
  #small_bytes = 0;

  addColumn(info: Omit<ColumnInfo, 'pieces'>, pieces: Iterable<Piece>): void {
    const column = this.columns.length;
    this.columns.push({ ...info, pieces: Array.from(pieces, (piece) => this.#add(column, piece)) });
  }

  #add(column: number, [part, bytes]: Piece): PieceInfo {
    const crc = frameCrc(bytes);
    if (bytes.length >= SMALL_BYTES) {
      this.#blobs.push({ name: pieceName(column, part), bytes });
      return [part, crc, bytes.length, -1];
    }
    const at = this.#small_bytes;
    this.#small.push(bytes);
    this.#small_bytes += bytes.length;
    return [part, crc, bytes.length, at];
  }

  blobs(): { name: string; bytes: Uint8Array }[] {
    const pack = new Uint8Array(this.#small_bytes);
    let at = 0;
    for (const bytes of this.#small) {
      pack.set(bytes, at);
      at += bytes.length;
    }
    return at === 0 ? this.#blobs : [...this.#blobs, { name: PACK, bytes: pack }];
  }
}

function* eachPiece<A extends Numeric<A>>(
  values: A,
  encode: (values: A, from_row: number) => Uint8Array,
): Iterable<Piece> {
  for (let from = 0; from < values.length; from += PIECE_ROWS) {
    yield [from / PIECE_ROWS, encode(values.subarray(from, from + PIECE_ROWS), from)];
  }
}

/** Pieces without any value are left out. */
function* columnPieces(placed: PlacedColumn, rows: number): Iterable<Piece> {
  const { column } = placed;
  const distinct = column.kind === 'dictionary' ? column.values.length : 0;
  if (column.kind === 'dictionary') yield [VALUES, encodeValues(column.values)];
  for (let row = nextRow(placed, 0); row >= 0; ) {
    const part = Math.floor(row / PIECE_ROWS);
    const until = Math.min(rows, (part + 1) * PIECE_ROWS);
    yield [part, encodePiece(rowsBetween(placed, part * PIECE_ROWS, until), until - part * PIECE_ROWS, distinct)];
    row = nextRow(placed, until);
  }
}

/** The first row with a value, from that one on; -1 = none. */
function nextRow({ at, column }: PlacedColumn, from: number): number {
  return at === null ? nextValue(column, from) : (at[indexOfLeast(at, from)] ?? -1);
}

/** These rows, counted from the first of them. */
function rowsBetween({ at, column }: PlacedColumn, from: number, until: number): PlacedColumn {
  if (at === null) return { at, column: columnBetween(column, from, until) };
  const [first, end] = [indexOfLeast(at, from), indexOfLeast(at, until)];
  const rows = at.slice(first, end);
  for (let i = 0; i < rows.length; i++) rows[i]! -= from;
  return { at: rows, column: columnBetween(column, first, end) };
}

function columnBetween(column: Column, from: number, until: number): Column {
  return column.kind === 'number'
    ? { ...column, values: column.values.subarray(from, until) }
    : { ...column, codes: column.codes.subarray(from, until) };
}

/** A bit for each partition that has a value, 32 to a number. */
function partitionsWith(placed: PlacedColumn, partitions: readonly PartitionRows[]): number[] {
  const bits = new Array<number>((partitions.length + 31) >>> 5).fill(0);
  let at = 0;
  for (let row = nextRow(placed, 0); row >= 0; ) {
    while (row >= partitions[at]!.from_row + partitions[at]!.rows) at++;
    bits[at >>> 5]! |= 1 << (at & 31);
    row = nextRow(placed, partitions[at]!.from_row + partitions[at]!.rows);
  }
  return bits;
}

function offsetsOf(time_ms: Float64Array, partitions: readonly PartitionRows[]): Uint32Array {
  const offsets_ms = new Uint32Array(time_ms.length);
  for (const { month, from_row, rows } of partitions) {
    const start_ms = monthStart(month);
    for (let row = from_row; row < from_row + rows; row++) {
      const offset_ms = time_ms[row]! - start_ms;
      offsets_ms[row] = offset_ms;
      assert(offsets_ms[row] === offset_ms, 'a time is whole milliseconds within the month of its partition');
    }
  }
  return offsets_ms;
}

/** One piece per large partition, numbered like the partition. */
function* quarterPieces(time_ms: Float64Array, partitions: readonly PartitionRows[]): Iterable<Piece> {
  for (const [at, { from_row, rows }] of partitions.entries()) {
    if (rows < COUNTED_ROWS) continue;
    yield [at, encodeQuarters(countQuarters(time_ms.subarray(from_row, from_row + rows)), rows)];
  }
}

/** The times of a partition, which has at least one row. */
function spanOf(time_ms: Float64Array, { from_row, rows }: PartitionRows): { from_ms: number; until_ms: number } {
  let from_ms = time_ms[from_row]!;
  let last_ms = from_ms;
  for (let row = from_row + 1; row < from_row + rows; row++) {
    if (time_ms[row]! < from_ms) from_ms = time_ms[row]!;
    if (time_ms[row]! > last_ms) last_ms = time_ms[row]!;
  }
  return { from_ms, until_ms: last_ms + 1 };
}
