/**
 * The header of a segment: its partitions, and where the pieces of its columns are. On disk: members may be added,
 * never redefined.
 */
import { monthStart } from '../../base/time.ts';
import { corrupted, decodeFrame, encodeFrame, jsonBytes, KIND, packedSection, parseJsonBytes } from './codec.ts';

/** Rows per piece, the unit of decoding. */
export const PIECE_ROWS = 65_536;
/** The blob of small pieces. */
export const PACK = 'pack';
/** Piece number of a dictionary's values; pieces of rows count from 0. */
export const VALUES = -1;

/** Piece number, checksum, length, and offset in the pack (-1 = a blob of its own). */
export type PieceInfo = readonly [part: number, crc: number, bytes: number, at: number];

export interface ColumnInfo {
  /** null = not a property. */
  readonly property: string | null;
  readonly kind: 'distinct' | 'time' | 'uuid' | 'quarters' | 'dictionary' | 'number';
  /** How many distinct values a dictionary has, including missing; 0 for other kinds. */
  readonly values: number;
  readonly pieces: readonly PieceInfo[];
  /** Bitmap of partitions in which some row has the property; empty = not a property. */
  readonly has: readonly number[];
}

/** Rows of one event in one month (UTC), neighbours in the segment. */
export interface PartitionInfo {
  readonly event_ord: number;
  /** Months since 1970-01. */
  readonly month: number;
  /** First row in the segment. */
  readonly from_row: number;
  readonly rows: number;
  readonly from_ms: number;
  /** Exclusive. */
  readonly until_ms: number;
}

export interface Header {
  readonly rows: number;
  readonly partitions: readonly PartitionInfo[];
  readonly columns: readonly ColumnInfo[];
}

/** As JSON on disk: whatever members are called elsewhere, these names stay. */
interface StoredHeader {
  readonly rows: number;
  /** [event, month, rows, from_ms, until_ms] of each partition, end to end. */
  readonly portions: readonly number[];
  readonly columns: readonly ColumnInfo[];
}

const PARTITION_NUMBERS = 5;

/** Blob name of a piece. */
export function pieceName(column: number, part: number): string {
  return part === VALUES ? `${column}.values` : `${column}.${part}`;
}

export function encodeHeader({ rows, partitions, columns }: Header): Uint8Array {
  const numbers = partitions.flatMap((one) => [one.event_ord, one.month, one.rows, one.from_ms, one.until_ms]);
  const stored: StoredHeader = { rows, portions: numbers, columns };
  return encodeFrame(KIND.segment, rows, [packedSection(0, jsonBytes(stored))]);
}

/** @throws ServiceError data_corrupted */
export function decodeHeader(bytes: Uint8Array): Header {
  const text = decodeFrame(bytes, [KIND.segment]).sections[0]?.bytes;
  if (text === undefined) throw corrupted('incomplete header');
  const { rows, portions: numbers, columns } = parseJsonBytes(text) as StoredHeader;
  const partitions: PartitionInfo[] = [];
  let from_row = 0;
  for (let i = 0; i + PARTITION_NUMBERS <= numbers.length; i += PARTITION_NUMBERS) {
    const rows_here = numbers[i + 2]!;
    partitions.push({
      event_ord: numbers[i]!,
      month: numbers[i + 1]!,
      from_row,
      rows: rows_here,
      from_ms: numbers[i + 3]!,
      until_ms: numbers[i + 4]!,
    });
    from_row += rows_here;
  }
  if (from_row !== rows) throw corrupted('wrong row count');
  return { rows, partitions, columns };
}

/** `offsets_ms`: times of rows from `from_row` on, since the start of their partition's month. */
export function withMonths(
  offsets_ms: Uint32Array,
  from_row: number,
  partitions: readonly PartitionInfo[],
): Float64Array {
  const time_ms = new Float64Array(offsets_ms.length);
  for (let at = partitionAt(partitions, from_row), i = 0; i < time_ms.length; at++) {
    const partition = partitions[at]!;
    const start_ms = monthStart(partition.month);
    const until = Math.min(time_ms.length, partition.from_row + partition.rows - from_row);
    for (; i < until; i++) time_ms[i] = start_ms + offsets_ms[i]!;
  }
  return time_ms;
}

/** Index of the partition that holds the row. */
export function partitionAt(partitions: readonly PartitionInfo[], row: number): number {
  let low = 0;
  let high = partitions.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (partitions[middle]!.from_row <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether any row of the partition has a value. */
export function hasAt({ has }: ColumnInfo, partition: number): boolean {
  return ((has[partition >>> 5]! >>> (partition & 31)) & 1) === 1;
}

/** Rows in a piece of a segment with that many rows. */
export function pieceRows(rows: number, piece: number): number {
  return Math.min(PIECE_ROWS, rows - piece * PIECE_ROWS);
}
