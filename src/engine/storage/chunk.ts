/**
 * One commit of the log: events in order of arrival, in columns. Written before the sender gets an answer, read again
 * when the tail is loaded or sealed.
 */
import { UUID_BYTES } from '../../base/uuid.ts';
import type { Codes, Column, Columns, PlacedColumn, PlacedColumns } from '../frame/column.ts';
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
import { placedColumns, SPARSE } from './placed_columns.ts';

const PLAIN = 0;
const ENCODER = new TextEncoder();
const NULL = ENCODER.encode('null');
const LIST_START = ENCODER.encode('[null,');
const LIST_END = ENCODER.encode(']');

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
  columns(): PlacedColumns;
}

export function encodeChunk({ event_ord, distinct, time_ms, uuids, columns, packed }: ChunkRows): Uint8Array {
  const lists = packed ? [packed.sections] : [];
  if (lists.length === 0 || columns.size > 0) lists.push(packPlaced(event_ord.length, placedColumns(columns)).sections);
  return encodeFrame(lists.length === 1 ? KIND.chunk : KIND.chunk_lists, event_ord.length, [
    packedSection(PLAIN, bytesOf(event_ord)),
    plainSection(PLAIN, bytesOf(distinct)),
    plainSection(PLAIN, bytesOf(time_ms)),
    plainSection(PLAIN, uuids),
    ...lists.flat(),
  ]);
}

/**
 * Two sections: [name, distinct values] of each column as one JSON text, then codes and numbers of all. Values are null
 * for a column of numbers. A column of some rows has their count as a third member, and their rows before their codes.
 */
export function packPlaced(rows: number, columns: PlacedColumns): PackedColumns {
  const written: StoredColumn[] = [];
  for (const [name, { at, column }] of columns) {
    const isNumber = column.kind === 'number';
    const list = isNumber ? null : jsonBytes(Array.from(column.values, toStored));
    const cells = isNumber ? column.values : column.codes;
    written.push({ name, at, cells, count: isNumber ? 0 : column.values.length, list });
  }
  return { names: [...columns.keys()], sections: sectionsOf(written, rows) };
}

interface StoredColumn extends Pick<PlacedColumn, 'at'> {
  readonly name: string;
  readonly cells: Codes | Int32Array | Float64Array;
  /** Number of distinct values, including missing. */
  readonly count: number;
  /** Them as JSON; null for numbers. */
  readonly list: Uint8Array | null;
}

function sectionsOf(columns: readonly StoredColumn[], rows: number): Section[] {
  const stored: Uint8Array[] = [];
  let bytes = 0;
  for (const { name, at, cells, count, list } of columns) {
    const start = ENCODER.encode(`${stored.length === 0 ? '[' : ','}[${JSON.stringify(name)},`);
    stored.push(start, list ?? NULL, ENCODER.encode(at === null ? ']' : `,${at.length}]`));
    bytes += cells.length * (list === null ? 8 : widthOf(count)) + (at === null ? 0 : at.length * widthOf(rows));
  }
  stored.push(ENCODER.encode(stored.length === 0 ? '[]' : ']'));
  const joined = new Uint8Array(bytes);
  let to = 0;
  for (const { at, cells, count, list } of columns) {
    if (at !== null) to = putWords(joined, to, at, widthOf(rows));
    if (list !== null) to = putWords(joined, to, cells, widthOf(count));
    else {
      joined.set(bytesOf(cells), to);
      to += cells.byteLength;
    }
  }
  return [packedSection(PLAIN, joinedBytes(stored)), packedSection(PLAIN, joined)];
}

/** Bytes of a number below `count`. */
function widthOf(count: number): 1 | 2 | 4 {
  if (count <= 256) return 1;
  return count <= 65_536 ? 2 : 4;
}

/** Returns where they end. */
function putWords(bytes: Uint8Array, from: number, words: ArrayLike<number>, width: number): number {
  let to = from;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    bytes[to++] = word;
    if (width > 1) bytes[to++] = word >>> 8;
    if (width < 4) continue;
    bytes[to++] = word >>> 16;
    bytes[to++] = word >>> 24;
  }
  return to;
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

/** A column of some rows, whose values are JSON bytes already. */
interface WrittenColumn {
  readonly name: string;
  /** Rows with a value, ascending. */
  readonly at: Uint32Array;
  /** Their codes; unused if `numbers` is set. */
  readonly codes: Int32Array;
  readonly numbers: Float64Array | null;
  /** Values of codes from 1 on, as JSON (`toStored`), each followed by a comma. */
  readonly values: Uint8Array;
  readonly count: number;
}

/** Makes the sections of `packPlaced` directly from JSON bytes. */
export function packColumns(rows: number, columns: readonly WrittenColumn[]): PackedColumns {
  const written = columns.map(({ name, at, codes, numbers, values, count }): StoredColumn => {
    const list = numbers === null ? joinedBytes([LIST_START, values.subarray(0, -1), LIST_END]) : null;
    const isSparse = at.length < rows * SPARSE;
    const cells = isSparse ? (numbers ?? codes) : byRow(at, numbers ?? codes, rows);
    return { name, at: isSparse ? at : null, cells, count: count + 1, list };
  });
  return { names: columns.map(({ name }) => name), sections: sectionsOf(written, rows) };
}

/** Cells of some rows as those of all; zero or NaN are missing. */
export function byRow<A extends Int32Array | Float64Array>(at: Uint32Array, cells: A, rows: number): A;
export function byRow(at: Uint32Array, cells: Int32Array | Float64Array, rows: number): Int32Array | Float64Array {
  if (at.length === rows) return cells;
  const placed = cells instanceof Int32Array ? new Int32Array(rows) : new Float64Array(rows).fill(Number.NaN);
  for (let i = 0; i < at.length; i++) placed[at[i]!] = cells[i]!;
  return placed;
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

export function openColumns(rows: number, { sections }: PackedColumns): PlacedColumns {
  return columnsOf(rows, sections.map(openSection));
}

/** Each list is two sections: names and values, then codes and numbers. */
function columnsOf(rows: number, lists: readonly FrameSection[]): PlacedColumns {
  const columns = new Map<string, PlacedColumn>();
  for (let list = 0; list < lists.length; list += 2) {
    addColumns(columns, rows, parseJsonBytes(lists[list]!.unpacked()), new CellReader(lists[list + 1]!.unpacked()));
  }
  return columns;
}

/** `stored`: see `packPlaced`; up to format 15, all columns are of all rows. */
function addColumns(columns: Map<string, PlacedColumn>, rows: number, stored: unknown, cells: CellReader): void {
  if (!Array.isArray(stored)) throw corrupted('no list of columns');
  for (const [name, listed, marks] of stored) {
    if (typeof name !== 'string') throw corrupted('no name');
    if (marks !== undefined && !(Number.isInteger(marks) && marks >= 0 && marks <= rows)) throw corrupted('no rows');
    const count: number = marks ?? rows;
    const at = marks === undefined ? null : cells.words(count, widthOf(rows));
    if (at?.some((row) => row >= rows)) throw corrupted('no such row');
    columns.set(name, { at, column: columnOf(listed, count, cells) });
  }
}

function columnOf(listed: unknown, count: number, cells: CellReader): Column {
  if (listed === null) return { kind: 'number', values: cells.numbers(count) };
  const values = valuesIn(listed);
  return { kind: 'dictionary', codes: cells.words(count, widthOf(values.length)), values };
}

/** Reads one array after the other. */
class CellReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  words(count: number, width: 1 | 2 | 4): Uint32Array {
    const bytes = this.#next(count * width);
    const words = new Uint32Array(count);
    if (width === 1) words.set(bytes);
    else if (width === 2)
      for (let i = 0, at = 0; i < count; i++, at += 2) words[i] = bytes[at]! | (bytes[at + 1]! << 8);
    else words.set(new Uint32Array(bytes.slice().buffer));
    return words;
  }

  numbers(count: number): Float64Array {
    return new Float64Array(this.#next(count * 8).slice().buffer);
  }

  #next(length: number): Uint8Array {
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    if (bytes.length !== length) throw corrupted('incomplete');
    this.#at += length;
    return bytes;
  }
}
