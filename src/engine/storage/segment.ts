/**
 * A segment: the rows of one event in one month (UTC), sorted by (person at sealing, time, arrival), each column a blob
 * of its own so that a question reads only what it names. The header says which columns there are and carries their
 * checksums: a blob that is damaged, missing or belongs elsewhere is found before a number is made of it.
 */
import { assert } from '../../base/assert.ts';
import { monthStart } from '../../base/time.ts';
import { type Codes, type Column, narrowCodes, type Value } from '../column.ts';
import {
  bytesOf,
  corrupted,
  decodeFrame,
  encodeFrame,
  frameCrc,
  jsonBytes,
  KIND,
  packedSection,
  parseJsonBytes,
} from './codec.ts';
import {
  decodeColumn,
  decodeDistinct,
  decodeTimes,
  encodeColumn,
  encodeDistinct,
  encodeTimes,
} from './column_codec.ts';
import { countQuarters, decodeQuarters, encodeQuarters, type QuarterCounts } from './quarters.ts';
import type { RowSource } from './table.ts';
import { decodeUuids, encodeUuids } from './uuid_codec.ts';

export interface SealedSegment {
  readonly event_ord: number;
  /** Months since 1970-01. */
  readonly month: number;
  readonly rows: number;
  readonly from_ms: number;
  /** Exclusive. */
  readonly until_ms: number;
  readonly header: Uint8Array;
  readonly columns: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

interface ColumnInfo {
  /** The blob's name. */
  readonly name: string;
  /** null for what is no property. */
  readonly property: string | null;
  readonly kind: 'distinct' | 'time' | 'uuid' | 'quarters' | 'dictionary' | 'number';
  /** Distinct values of a dictionary, the missing one included; 0 for other kinds. */
  readonly values: number;
  readonly bytes: number;
  readonly crc: number;
}

interface Header {
  readonly event_ord: number;
  readonly month: number;
  readonly rows: number;
  readonly columns: readonly ColumnInfo[];
}

export interface Segment extends RowSource {
  readonly event_ord: number;
  readonly month: number;
  readonly columns: readonly ColumnInfo[];
  quarters(): QuarterCounts;
}

/** With fewer rows than that a segment has no counts: the times are as quick to read. */
const COUNTED_ROWS = 4_096;

/** Any property has a blob name that survives the store's UTF-8: odd names are kept as ASCII JSON text. */
function blobName(property: string): string {
  const isPlain = property.isWellFormed() && !property.includes('\0');
  return isPlain ? `p:${property}` : `j:${JSON.stringify(property)}`;
}

// --- writing

/** The rows `order[0]`, `order[1]`, … of the source; all of them lie in the month. */
export function encodeSegment(event_ord: number, month: number, source: RowSource, order: Uint32Array): SealedSegment {
  assert(order.length > 0, 'a segment has rows');
  const time_ms = gatherNumbers(source.timeMs(), order);
  const infos: ColumnInfo[] = [];
  const columns: { name: string; bytes: Uint8Array }[] = [];
  const put = (info: Pick<ColumnInfo, 'name' | 'property' | 'kind' | 'values'>, bytes: Uint8Array) => {
    infos.push({ ...info, bytes: bytes.length, crc: frameCrc(bytes) });
    columns.push({ name: info.name, bytes });
  };
  const fixed = { property: null, values: 0 };
  put({ name: 'distinct', kind: 'distinct', ...fixed }, encodeDistinct(gatherWords(source.distinct(), order)));
  put({ name: 'time', kind: 'time', ...fixed }, encodeTimes(time_ms, monthStart(month)));
  put({ name: 'uuid', kind: 'uuid', ...fixed }, encodeUuids(gatherUuids(source.uuids(), order), time_ms));
  if (order.length >= COUNTED_ROWS) {
    put({ name: 'quarters', kind: 'quarters', ...fixed }, encodeQuarters(countQuarters(time_ms), order.length));
  }
  for (const property of source.properties) {
    const column = gatherColumn(source.column(property), order);
    if (column === null) continue;
    const values = column.kind === 'dictionary' ? column.values.length : 0;
    put({ name: blobName(property), property, kind: column.kind, values }, encodeColumn(column));
  }
  const header: Header = { event_ord, month, rows: order.length, columns: infos };
  const { from_ms, until_ms } = span(time_ms);
  return { event_ord, month, rows: order.length, from_ms, until_ms, header: encodeHeader(header), columns };
}

function encodeHeader(header: Header): Uint8Array {
  return encodeFrame(KIND.header, header.rows, [packedSection(0, jsonBytes(header))]);
}

function span(time_ms: Float64Array): { from_ms: number; until_ms: number } {
  let from_ms = Number.POSITIVE_INFINITY;
  let last_ms = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < time_ms.length; i++) {
    if (time_ms[i]! < from_ms) from_ms = time_ms[i]!;
    if (time_ms[i]! > last_ms) last_ms = time_ms[i]!;
  }
  return { from_ms, until_ms: last_ms + 1 };
}

function gatherNumbers(values: Float64Array, order: Uint32Array): Float64Array {
  const gathered = new Float64Array(order.length);
  for (let i = 0; i < order.length; i++) gathered[i] = values[order[i]!]!;
  return gathered;
}

function gatherWords(values: Uint32Array, order: Uint32Array): Uint32Array {
  const gathered = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) gathered[i] = values[order[i]!]!;
  return gathered;
}

function gatherUuids(uuids: Uint8Array, order: Uint32Array): Uint8Array {
  // By words where the address allows, or after a copy that does.
  const source = uuids.byteOffset % 4 === 0 ? uuids : uuids.slice();
  const words = new Uint32Array(source.buffer, source.byteOffset, source.length / 4);
  const gathered = new Uint32Array(order.length * 4);
  for (let i = 0, to = 0; i < order.length; i++, to += 4) {
    const from = order[i]! * 4;
    gathered[to] = words[from]!;
    gathered[to + 1] = words[from + 1]!;
    gathered[to + 2] = words[from + 2]!;
    gathered[to + 3] = words[from + 3]!;
  }
  return bytesOf(gathered);
}

/** The rows in order, with only the values they use; null where all of them are missing. */
function gatherColumn(column: Column | null, order: Uint32Array): Column | null {
  if (column === null) return null;
  if (column.kind === 'number') {
    const values = gatherNumbers(column.values, order);
    return values.every(Number.isNaN) ? null : { kind: 'number', values };
  }
  const values: Value[] = [null];
  // Narrow first: the smaller the array that is read here and there, the more of it is at hand.
  const wide = gatherCodes(narrowCodes(column.codes, column.values.length), column.values, order, values);
  if (values.length === 1) return null;
  return { kind: 'dictionary', codes: narrowCodes(wide, values.length), values };
}

/** Codes by first appearance in the new order; `used` receives their values. */
function gatherCodes(codes: Codes, values: readonly Value[], order: Uint32Array, used: Value[]): Uint32Array {
  const gathered = new Uint32Array(order.length);
  // code in the source -> code here, 0 = not seen yet (and missing stays missing)
  const translated = new Uint32Array(values.length);
  for (let i = 0; i < order.length; i++) {
    const code = codes[order[i]!]!;
    if (code !== 0 && translated[code] === 0) {
      translated[code] = used.length;
      used.push(values[code]!);
    }
    gathered[i] = translated[code]!;
  }
  return gathered;
}

// --- reading

/**
 * `read` fetches a blob by name. Columns are decoded when asked for and not kept: that is the caller's to decide.
 * @throws ServiceError data_corrupted, here and from every column
 */
export function openSegment(header: Uint8Array, read: (name: string) => Uint8Array | undefined): Segment {
  const { event_ord, month, rows, columns } = decodeHeader(header);
  const byProperty = new Map<string, ColumnInfo>();
  for (const info of columns) if (info.property !== null) byProperty.set(info.property, info);
  const blob = (name: string, crc: number): Uint8Array => {
    const bytes = read(name);
    if (bytes === undefined) throw corrupted(`column ${name} is missing`);
    if (frameCrc(bytes) !== crc) throw corrupted(`column ${name} is not the one that was sealed`);
    return bytes;
  };
  const fixed = (kind: ColumnInfo['kind']): Uint8Array => {
    const info = columns.find((column) => column.kind === kind);
    if (info === undefined) throw corrupted(`no column ${kind}`);
    return blob(info.name, info.crc);
  };
  const timeMs = (): Float64Array => decodeTimes(fixed('time'), rows, monthStart(month));
  return {
    event_ord,
    month,
    rows,
    columns,
    properties: [...byProperty.keys()],
    distinct: () => decodeDistinct(fixed('distinct'), rows),
    timeMs,
    uuids: () => decodeUuids(fixed('uuid'), rows, timeMs),
    quarters() {
      // Small segments have none, and those sealed by an earlier version.
      const hasCounts = columns.some(({ kind }) => kind === 'quarters');
      return hasCounts ? decodeQuarters(fixed('quarters'), rows) : countQuarters(timeMs());
    },
    column(property) {
      const info = byProperty.get(property);
      return info === undefined ? null : decodeColumn(blob(info.name, info.crc), rows);
    },
  };
}

function decodeHeader(bytes: Uint8Array): Header {
  const frame = decodeFrame(bytes, [KIND.header]);
  const text = frame.sections[0]?.bytes;
  if (text === undefined) throw corrupted('incomplete header');
  return parseJsonBytes(text) as Header;
}
