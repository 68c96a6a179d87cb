/**
 * Mends segments that have damaged pieces. A damaged piece loses values of a property, ids of events (which get new
 * ones), or, if it held persons or times, whole rows. The rest is encoded anew.
 */
import { textOf } from '../frame/column.ts';
import { corrupted, frameCrc } from './codec.ts';
import {
  decodeCodes,
  decodeDistinct,
  decodeNumbers,
  decodeOffsets,
  decodeValues,
  encodeDistinct,
  encodeOffsets,
} from './column_codec.ts';
import { segmentOf } from './erase.ts';
import type { Pieces } from './piece_reader.ts';
import { openWhole, type Segment } from './segment.ts';
import {
  type ColumnInfo,
  decodeHeader,
  encodeHeader,
  type Header,
  hasAt,
  PACK,
  type PartitionInfo,
  PIECE_ROWS,
  type PieceInfo,
  pieceName,
  pieceRows,
  VALUES,
  withMonths,
} from './segment_header.ts';
import type { SealedSegment } from './segment_writer.ts';
import { decodeUuids, encodeUuids } from './uuid_codec.ts';

/** Some rows of one event, and the time span they lie in. */
export interface EventSpan extends Pick<PartitionInfo, 'event_ord' | 'rows' | 'from_ms'> {
  /** Exclusive. */
  readonly until_ms: number;
}

export interface LostValues {
  readonly property: string;
  /** Rows that may have had a value. */
  readonly spans: readonly EventSpan[];
}

export interface MendedSegment {
  /** null = no row is left. */
  readonly made: SealedSegment | null;
  /** Rows that were lost. */
  readonly rows: readonly EventSpan[];
  /** Value of the counted property -> how many of the lost rows had it. */
  readonly counts: ReadonlyMap<string, number>;
  readonly values: readonly LostValues[];
  /** Rows that got new ids. */
  readonly ids: readonly EventSpan[];
}

type Read = Pieces['read'];

export interface Mend {
  /** Lost rows are counted by the values of this property. */
  readonly counted: string;
  /** Returns 16 bytes per row: ids that no event has. */
  newIds(rows: number): Uint8Array;
}

/** null = nothing is damaged. @throws ServiceError data_corrupted if the header is */
export function mendSegment(header: Uint8Array, read: Read, { counted, newIds }: Mend): MendedSegment | null {
  const before = decodeHeader(header);
  const readable = checkedRead(read);
  const damaged = before.columns.map((info, column) =>
    info.pieces.filter((piece) => !isReadable(before, info, piece, readable(column, piece))).map(([part]) => part),
  );
  if (damaged.every(({ length }) => length === 0)) return null;
  const damagedOf = (...kinds: ColumnInfo['kind'][]) =>
    new Set(damaged.filter((_, column) => kinds.includes(before.columns[column]!.kind)).flat());
  const broken = damagedOf('distinct', 'time');
  const nameless = damagedOf('uuid').difference(broken);
  const columns = before.columns.map((info, column) => withoutPieces(info, damaged[column]!));
  const segment = standIn({ ...before, columns }, { broken, nameless, newIds }, readable);
  const kept = rowsOutside(before.rows, broken);
  return {
    made: kept.length === 0 ? null : segmentOf(segment, kept),
    rows: spansIn(before.partitions, broken),
    counts: countsOf(segment, counted, broken),
    values: lostValues(before, columns),
    ids: spansIn(before.partitions, nameless),
  };
}

/** `left`: columns with the pieces that remain. */
function lostValues({ columns, partitions }: Header, left: readonly ColumnInfo[]): LostValues[] {
  return columns.flatMap((info, column) => {
    const { property, pieces } = info;
    const there = new Set(left[column]!.pieces.map(([part]) => part));
    const gone = pieces.map(([part]) => part).filter((part) => !there.has(part));
    if (property === null || gone.length === 0) return [];
    const having = partitions.filter((_, at) => hasAt(info, at));
    const parts = gone.filter((part) => part !== VALUES);
    return [{ property, spans: spansIn(having, parts) }];
  });
}

/** Without its values, a dictionary's codes mean nothing. */
function withoutPieces(info: ColumnInfo, damaged: readonly number[]): ColumnInfo {
  if (info.property === null && info.kind !== 'quarters') return info;
  if (damaged.includes(VALUES)) return { ...info, pieces: [] };
  return { ...info, pieces: info.pieces.filter(([part]) => !damaged.includes(part)) };
}

function countsOf(segment: Segment, property: string, broken: ReadonlySet<number>): Map<string, number> {
  const counts = new Map<string, number>();
  const column = broken.size === 0 ? null : segment.column(property);
  if (column === null) return counts;
  for (let row = 0; row < segment.rows; row++) {
    if (!broken.has(Math.floor(row / PIECE_ROWS))) continue;
    const value = column.kind === 'number' ? column.values[row]! : column.values.at(column.codes[row]!);
    const text = value === undefined || Number.isNaN(value) ? null : textOf(value);
    if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** Bytes of a piece if they match the header's checksum; undefined = damaged or missing. */
type CheckedRead = (column: number, piece: PieceInfo) => Uint8Array | undefined;

function checkedRead(read: Read): CheckedRead {
  const pack = read(PACK);
  return (column, [part, crc, length, at]) => {
    const bytes = at < 0 ? read(pieceName(column, part)) : pack?.subarray(at, at + length);
    return bytes?.length === length && frameCrc(bytes) === crc ? bytes : undefined;
  };
}

function isReadable(header: Header, { kind, values }: ColumnInfo, [part]: PieceInfo, bytes?: Uint8Array): boolean {
  const rows = pieceRows(header.rows, part);
  try {
    if (bytes === undefined) return false;
    if (part === VALUES) decodeValues(bytes, values);
    else if (kind === 'distinct') decodeDistinct(bytes, rows);
    else if (kind === 'time') decodeOffsets(bytes, rows);
    else if (kind === 'uuid') decodeUuids(bytes, rows, () => new Float64Array(rows));
    else if (kind === 'number') decodeNumbers(bytes, rows);
    else if (kind === 'dictionary') decodeCodes(bytes, rows, values);
    return true;
  } catch {
    return false;
  }
}

/** Pieces whose rows are dropped, and pieces whose rows get new ids. */
interface Damage {
  readonly broken: ReadonlySet<number>;
  readonly nameless: ReadonlySet<number>;
  readonly newIds: Mend['newIds'];
}

/** The segment with placeholders for damaged pieces, so that it can be read. Their rows are dropped or get new ids. */
function standIn(header: Header, { broken, nameless, newIds }: Damage, read: CheckedRead): Segment {
  const made = new Map<string, Uint8Array>();
  const columns = header.columns.map((info, column) => ({
    ...info,
    pieces: info.pieces.map((piece): PieceInfo => {
      const [part] = piece;
      const isMade =
        info.kind === 'uuid' ? broken.has(part) || nameless.has(part) : FIXED.includes(info.kind) && broken.has(part);
      const bytes = isMade ? standInOf(header, info.kind, part, newIds) : read(column, piece);
      if (bytes === undefined) throw corrupted(`piece ${pieceName(column, part)} is missing`);
      made.set(pieceName(column, part), bytes);
      return [part, frameCrc(bytes), bytes.length, -1];
    }),
  }));
  return openWhole(encodeHeader({ ...header, columns }), (name) => made.get(name));
}

const FIXED: readonly ColumnInfo['kind'][] = ['distinct', 'time'];

function standInOf(
  { rows: all, partitions }: Header,
  kind: ColumnInfo['kind'],
  part: number,
  newIds: Damage['newIds'],
): Uint8Array {
  const rows = pieceRows(all, part);
  const zeros = new Uint32Array(rows);
  if (kind === 'distinct') return encodeDistinct(zeros);
  if (kind === 'time') return encodeOffsets(zeros);
  return encodeUuids(newIds(rows), withMonths(zeros, part * PIECE_ROWS, partitions));
}

function rowsOutside(rows: number, broken: ReadonlySet<number>): Uint32Array {
  const kept = new Uint32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row++) if (!broken.has(Math.floor(row / PIECE_ROWS))) kept[count++] = row;
  return kept.subarray(0, count);
}

/** Rows of a partition that lie in these pieces. */
function spansIn(partitions: readonly PartitionInfo[], pieces: Iterable<number>): EventSpan[] {
  const spans: EventSpan[] = [];
  for (const piece of pieces) {
    const [from, until] = [piece * PIECE_ROWS, (piece + 1) * PIECE_ROWS];
    for (const { event_ord, from_row, rows: all, from_ms, until_ms } of partitions) {
      const rows = Math.min(until, from_row + all) - Math.max(from, from_row);
      if (rows > 0) spans.push({ event_ord, rows, from_ms, until_ms });
    }
  }
  return spans;
}
