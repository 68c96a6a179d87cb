/**
 * One commit of the log: events in order of arrival, written before the sender gets an answer and read again when the
 * tail is loaded or sealed. All of it in columns, so that a value that many rows share is written and read once.
 */
import { type Column, type Columns, narrowCodes } from '../column.ts';
import {
  bytesOf,
  corrupted,
  encodeFrame,
  type FrameSection,
  jsonBytes,
  KIND,
  openFrame,
  packedSection,
  parseJsonBytes,
  plainSection,
  type Section,
} from './codec.ts';
import { fromStored, type StoredValue, toStored } from './column_codec.ts';

const PLAIN = 0;
const UUID_BYTES = 16;

/** Events as the engine takes them: names and ids are numbers already. Each array has the row as its index. */
export interface ChunkRows {
  readonly event_ord: Uint32Array;
  /** Dense number of the distinct id. */
  readonly distinct: Uint32Array;
  readonly time_ms: Float64Array;
  /** 16 * row -> the row's uuid. */
  readonly uuids: Uint8Array;
  readonly columns: Columns;
}

export interface Chunk extends Omit<ChunkRows, 'columns'> {
  readonly rows: number;
  /** What it takes in memory, about. */
  readonly bytes: number;
  /** Read when asked for and not kept: who looks for ids or times does without. */
  columns(): Columns;
}

/** A property: its name, and its distinct values; null where the rows have numbers instead of codes. */
type StoredColumn = readonly [name: string, values: readonly StoredValue[] | null];

export function encodeChunk({ event_ord, distinct, time_ms, uuids, columns }: ChunkRows): Uint8Array {
  return encodeFrame(KIND.chunk, event_ord.length, [
    packedSection(PLAIN, bytesOf(event_ord)),
    plainSection(PLAIN, bytesOf(distinct)),
    plainSection(PLAIN, bytesOf(time_ms)),
    plainSection(PLAIN, uuids),
    ...columnSections(columns),
  ]);
}

/** Names and distinct values as one JSON text, codes and numbers one column after the other. */
function columnSections(columns: Columns): Section[] {
  const stored: StoredColumn[] = [];
  const arrays: Uint8Array[] = [];
  for (const [name, column] of columns) {
    const isNumber = column.kind === 'number';
    stored.push([name, isNumber ? null : Array.from(column.values, toStored)]);
    arrays.push(bytesOf(isNumber ? column.values : narrowCodes(column.codes, column.values.length)));
  }
  const joined = new Uint8Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return [packedSection(PLAIN, jsonBytes(stored)), packedSection(PLAIN, joined)];
}

/** @throws ServiceError data_corrupted, here and from the columns */
export function openChunk(bytes: Uint8Array): Chunk {
  const { rows, sections } = openFrame(bytes, [KIND.chunk]);
  const [ords, distincts, times, uuids, stored, joined] = sections;
  if (stored === undefined || joined === undefined) throw corrupted('incomplete');
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
    columns: () => columnsOf(rows, parseJsonBytes(stored.unpacked()) as StoredColumn[], joined.unpacked()),
  };
}

function columnsOf(rows: number, stored: readonly StoredColumn[], joined: Uint8Array): Columns {
  const columns = new Map<string, Column>();
  let at = 0;
  for (const [name, values] of stored) {
    const width = values === null ? 8 : narrowCodes(new Uint8Array(0), values.length).BYTES_PER_ELEMENT;
    const bytes = joined.slice(at, at + rows * width);
    if (bytes.length !== rows * width) throw corrupted('incomplete');
    columns.set(name, columnOf(values, bytes.buffer, width));
    at += bytes.length;
  }
  return columns;
}

function columnOf(values: readonly StoredValue[] | null, buffer: ArrayBuffer, width: number): Column {
  if (values === null) return { kind: 'number', values: new Float64Array(buffer) };
  const codes = width === 1 ? new Uint8Array(buffer) : width === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer);
  return { kind: 'dictionary', codes, values: values.map(fromStored) };
}
