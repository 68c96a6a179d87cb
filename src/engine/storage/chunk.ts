/**
 * One commit of the log: events in order of arrival, in columns. Written before the sender gets an answer, read again
 * when the tail is loaded or sealed.
 */
import { UUID_BYTES } from '../../base/uuid.ts';
import { type Column, type Columns, narrowCodes, type Value } from '../frame/column.ts';
import {
  bytesOf,
  corrupted,
  encodeFrame,
  type FrameSection,
  jsonBytes,
  KIND,
  openFrame,
  openSection,
  packedSection,
  parseJsonBytes,
  plainSection,
  type Section,
} from './codec.ts';
import { toStored, valuesIn } from './column_codec.ts';

const PLAIN = 0;
/** Columns with values in fewer rows are written value by value. */
const SPARSE = 1 / 8;
const ENCODER = new TextEncoder();
const LIST_END = ENCODER.encode(']]');

/** Events with names and ids already numbered. Arrays are indexed by row. */
export interface ChunkRows {
  readonly event_ord: Uint32Array;
  /** Number of the distinct id. */
  readonly distinct: Uint32Array;
  readonly time_ms: Float64Array;
  /** 16 * row -> the row's uuid. */
  readonly uuids: Uint8Array;
  readonly columns: Columns;
  /** Other properties of these rows. */
  readonly packed?: PackedColumns | null;
}

/** Columns in chunk format, packed elsewhere, maybe in another thread. */
export interface PackedColumns {
  readonly names: readonly string[];
  readonly sections: readonly Section[];
}

export interface Chunk extends Omit<ChunkRows, 'columns' | 'packed'> {
  readonly rows: number;
  /** Estimated bytes in memory. */
  readonly bytes: number;
  /** Read on demand and not cached: users of ids or times need no columns. */
  columns(): Columns;
}

export function encodeChunk({ event_ord, distinct, time_ms, uuids, columns, packed }: ChunkRows): Uint8Array {
  const lists = packed ? [packed.sections] : [];
  if (lists.length === 0 || columns.size > 0) lists.push(columnSections(columns));
  return encodeFrame(lists.length === 1 ? KIND.chunk : KIND.chunk_lists, event_ord.length, [
    packedSection(PLAIN, bytesOf(event_ord)),
    plainSection(PLAIN, bytesOf(distinct)),
    plainSection(PLAIN, bytesOf(time_ms)),
    plainSection(PLAIN, uuids),
    ...lists.flat(),
  ]);
}

/** Names and distinct values as one JSON text, then codes and numbers per column. */
function columnSections(columns: Columns): Section[] {
  const stored: unknown[] = [];
  const arrays: Uint8Array[] = [];
  for (const [name, column] of columns) {
    const isNumber = column.kind === 'number';
    stored.push([name, isNumber ? null : Array.from(column.values, toStored)]);
    arrays.push(bytesOf(isNumber ? column.values : narrowCodes(column.codes, column.values.length)));
  }
  return [packedSection(PLAIN, jsonBytes(stored)), packedSection(PLAIN, joinedBytes(arrays))];
}

function joinedBytes(arrays: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

/** A column whose values are JSON bytes already. */
interface WrittenColumn {
  readonly name: string;
  /** row -> code; unused if `numbers` is set */
  readonly codes: Int32Array;
  readonly numbers: Float64Array | null;
  /** Rows with a value. */
  readonly has: Int32Array;
  /** Values of codes from 1 on, as JSON (`toStored`), each followed by a comma. */
  readonly values: Uint8Array;
  readonly count: number;
}

/** Makes the sections of `columnSections` directly from JSON bytes. */
export function packColumns(rows: number, columns: readonly WrittenColumn[]): PackedColumns {
  const stored: Uint8Array[] = [];
  const arrays: Uint8Array[] = [];
  for (const column of columns) {
    const { name, numbers, values } = column;
    const start = `${stored.length === 0 ? '[' : ','}[${JSON.stringify(name)},`;
    if (numbers !== null) {
      stored.push(ENCODER.encode(`${start}null]`));
      arrays.push(bytesOf(numbers));
    } else {
      stored.push(ENCODER.encode(`${start}[null,`), values.subarray(0, -1), LIST_END);
      arrays.push(narrowed(column, rows));
    }
  }
  stored.push(ENCODER.encode(stored.length === 0 ? '[]' : ']'));
  return {
    names: columns.map(({ name }) => name),
    sections: [packedSection(PLAIN, joinedBytes(stored)), packedSection(PLAIN, joinedBytes(arrays))],
  };
}

/** Codes as wide as a reader expects for that many values, including missing. */
function narrowed({ codes, has, count }: WrittenColumn, rows: number): Uint8Array {
  const width = narrowCodes(new Uint8Array(0), count + 1).BYTES_PER_ELEMENT;
  const target = width === 1 ? new Uint8Array(rows) : width === 2 ? new Uint16Array(rows) : new Uint32Array(rows);
  if (has.length < rows * SPARSE) for (const row of has) target[row] = codes[row]!;
  else target.set(codes.subarray(0, rows));
  return bytesOf(target);
}

/** @throws ServiceError data_corrupted, here and from the columns */
export function openChunk(bytes: Uint8Array): Chunk {
  const { rows, sections } = openFrame(bytes, [KIND.chunk, KIND.chunk_lists]);
  const [ords, distincts, times, uuids, ...lists] = sections;
  if (lists.length === 0 || lists.length % 2 !== 0) throw corrupted('incomplete');
  const fixed = (section: FrameSection | undefined, width: number): Uint8Array => {
    const column = section!.unpacked();
    if (column.length !== rows * width) throw corrupted('incomplete');
    // A copy, as a typed array must start at a multiple of its width.
    return column.slice();
  };
  return {
    rows,
    bytes: bytes.length * 2,
    event_ord: new Uint32Array(fixed(ords, 4).buffer),
    distinct: new Uint32Array(fixed(distincts, 4).buffer),
    time_ms: new Float64Array(fixed(times, 8).buffer),
    uuids: fixed(uuids, UUID_BYTES),
    columns: () => columnsOf(rows, lists),
  };
}

export function openColumns(rows: number, { sections }: PackedColumns): Columns {
  return columnsOf(rows, sections.map(openSection));
}

/** Each list is two sections: names and values, then codes and numbers. */
function columnsOf(rows: number, lists: readonly FrameSection[]): Columns {
  const columns = new Map<string, Column>();
  for (let list = 0; list < lists.length; list += 2) {
    addColumns(columns, rows, parseJsonBytes(lists[list]!.unpacked()), lists[list + 1]!.unpacked());
  }
  return columns;
}

/** `stored`: name and distinct values of each column; null = numbers instead of codes. */
function addColumns(columns: Map<string, Column>, rows: number, stored: unknown, joined: Uint8Array): void {
  if (!Array.isArray(stored)) throw corrupted('no list of columns');
  let at = 0;
  for (const [name, listed] of stored) {
    if (typeof name !== 'string') throw corrupted('no name');
    const values = listed === null ? null : valuesIn(listed);
    const width = values === null ? 8 : narrowCodes(new Uint8Array(0), values.length).BYTES_PER_ELEMENT;
    const bytes = joined.slice(at, at + rows * width);
    if (bytes.length !== rows * width) throw corrupted('incomplete');
    columns.set(name, columnOf(values, bytes.buffer, width));
    at += bytes.length;
  }
}

function columnOf(values: readonly Value[] | null, buffer: ArrayBuffer, width: number): Column {
  if (values === null) return { kind: 'number', values: new Float64Array(buffer) };
  const codes = width === 1 ? new Uint8Array(buffer) : width === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer);
  return { kind: 'dictionary', codes, values };
}
