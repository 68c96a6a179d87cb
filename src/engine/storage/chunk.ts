/**
 * One commit of the log: events in order of arrival, written before the sender gets an answer and read again when the
 * tail is loaded or sealed. Numbers are typed arrays, properties one JSON text for all rows.
 */
import {
  bytesOf,
  corrupted,
  decodeFrame,
  encodeFrame,
  jsonBytes,
  KIND,
  packedSection,
  parseJsonBytes,
  plainSection,
} from './codec.ts';
import type { EventRow } from './table.ts';

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

/** @throws ServiceError data_corrupted */
export function decodeChunk(bytes: Uint8Array): EventRow[] {
  const { rows, sections } = decodeFrame(bytes, [KIND.chunk]);
  const [ords, distincts, times, uuids, text] = sections.map((section) => section.bytes);
  if (
    ords?.length !== rows * 4 ||
    distincts?.length !== rows * 4 ||
    times?.length !== rows * 8 ||
    uuids?.length !== rows * UUID_BYTES ||
    text === undefined
  ) {
    throw corrupted('incomplete');
  }
  // Copies, as a typed array must start at a multiple of its width.
  const event_ord = new Uint32Array(ords.slice().buffer);
  const distinct = new Uint32Array(distincts.slice().buffer);
  const time_ms = new Float64Array(times.slice().buffer);
  const uuid = uuids.slice();
  const properties = parseJsonBytes(text) as Record<string, unknown>[];
  return properties.map((values, i) => ({
    event_ord: event_ord[i]!,
    distinct: distinct[i]!,
    time_ms: time_ms[i]!,
    uuid: uuid.subarray(i * UUID_BYTES, (i + 1) * UUID_BYTES),
    properties: values,
  }));
}
