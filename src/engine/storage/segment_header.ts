/**
 * What a segment says of itself: which rows belong to which event and month, and where the pieces of its columns lie.
 * On disk: members are added, never given another meaning.
 */
import { corrupted, decodeFrame, encodeFrame, jsonBytes, KIND, packedSection, parseJsonBytes } from './codec.ts';

/** Rows of a piece: what a question unpacks at least. */
export const PIECE_ROWS = 65_536;
/** The blob of small pieces. */
export const PACK = 'pack';
/** The part of a dictionary's values; parts of rows are numbered from 0. */
export const VALUES = -1;
export const UUID_BYTES = 16;

/** The part of the column, its checksum and length, and its place in the pack (-1 = a blob of its own). */
export type PieceInfo = readonly [part: number, crc: number, bytes: number, at: number];

export interface ColumnInfo {
  /** null for what is no property. */
  readonly property: string | null;
  readonly kind: 'distinct' | 'time' | 'uuid' | 'quarters' | 'dictionary' | 'number';
  /** Distinct values of a dictionary, the missing one included; 0 for other kinds. */
  readonly values: number;
  readonly pieces: readonly PieceInfo[];
  /** In which partitions some row has the property, as words of bits; none for what is no property. */
  readonly has: readonly number[];
}

/** Rows of one event in one month (UTC), neighbours in the segment. */
export interface PartitionInfo {
  readonly event_ord: number;
  /** Months since 1970-01. */
  readonly month: number;
  /** The first one in the segment. */
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

/** Of each partition [event, month, rows, from_ms, until_ms], one after the other. */
interface StoredHeader {
  readonly rows: number;
  readonly partitions: readonly number[];
  readonly columns: readonly ColumnInfo[];
}

const PARTITION_NUMBERS = 5;

/** The name of a piece's blob. */
export function pieceName(column: number, part: number): string {
  return part === VALUES ? `${column}.values` : `${column}.${part}`;
}

export function encodeHeader({ rows, partitions, columns }: Header): Uint8Array {
  const numbers = partitions.flatMap((one) => [one.event_ord, one.month, one.rows, one.from_ms, one.until_ms]);
  const stored: StoredHeader = { rows, partitions: numbers, columns };
  return encodeFrame(KIND.segment, rows, [packedSection(0, jsonBytes(stored))]);
}

/** @throws ServiceError data_corrupted */
export function decodeHeader(bytes: Uint8Array): Header {
  const text = decodeFrame(bytes, [KIND.segment]).sections[0]?.bytes;
  if (text === undefined) throw corrupted('incomplete header');
  const { rows, partitions: numbers, columns } = parseJsonBytes(text) as StoredHeader;
  const partitions: PartitionInfo[] = [];
  let from_row = 0;
  for (let i = 0; i + PARTITION_NUMBERS <= numbers.length; i += PARTITION_NUMBERS) {
    const partition = {
      ...{ event_ord: numbers[i]!, month: numbers[i + 1]!, rows: numbers[i + 2]!, from_row },
      ...{ from_ms: numbers[i + 3]!, until_ms: numbers[i + 4]! },
    };
    partitions.push(partition);
    from_row += partition.rows;
  }
  if (from_row !== rows) throw corrupted('wrong row count');
  return { rows, partitions, columns };
}
