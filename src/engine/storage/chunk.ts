/**
 * One commit of the log: events in order of arrival, written before the sender gets an answer and read again when the
 * tail is loaded or sealed. Numbers are typed arrays, properties one JSON text for all rows.
 */
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
} from './codec.ts';

/** One event as the engine takes it: names and ids are numbers already. */
export interface EventRow {
  readonly event_ord: number;
  /** Dense number of the distinct id. */
  readonly distinct: number;
  readonly time_ms: number;
  /** 16 bytes. */
  readonly uuid: Uint8Array;
  readonly properties: Readonly<Record<string, unknown>>;
}

const PLAIN = 0;
const UUID_BYTES = 16;

export function encodeChunk(rows: readonly EventRow[]): Uint8Array {
  // row -> …, as in EventRow
  const event_ords = new Uint32Array(rows.length);
  const distincts = new Uint32Array(rows.length);
  const times_ms = new Float64Array(rows.length);
  const uuids = new Uint8Array(rows.length * UUID_BYTES);
  const properties = new Array<unknown>(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    event_ords[i] = row.event_ord;
    distincts[i] = row.distinct;
    times_ms[i] = row.time_ms;
    uuids.set(row.uuid, i * UUID_BYTES);
    properties[i] = row.properties;
  }
  return encodeFrame(KIND.chunk, rows.length, [
    packedSection(PLAIN, bytesOf(event_ords)),
    plainSection(PLAIN, bytesOf(distincts)),
    plainSection(PLAIN, bytesOf(times_ms)),
    plainSection(PLAIN, uuids),
    packedSection(PLAIN, jsonBytes(properties)),
  ]);
}

/** A chunk in columns. Each array has the row as its index. */
export interface Chunk {
  readonly rows: number;
  /** What it takes in memory, about. */
  readonly bytes: number;
  readonly event_ord: Uint32Array;
  /** Dense number of the distinct id. */
  readonly distinct: Uint32Array;
  readonly time_ms: Float64Array;
  /** 16 * row -> the row's uuid. */
  readonly uuids: Uint8Array;
  /** Parsed when asked for and not kept: who looks for ids or times does without. */
  properties(): readonly Readonly<Record<string, unknown>>[];
}

/** @throws ServiceError data_corrupted, here and from the properties */
export function openChunk(bytes: Uint8Array): Chunk {
  const { rows, sections } = openFrame(bytes, [KIND.chunk]);
  const [ords, distincts, times, uuids, text] = sections;
  if (text === undefined) throw corrupted('incomplete');
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
    properties: () => parseJsonBytes(text.unpacked()) as Record<string, unknown>[],
  };
}
