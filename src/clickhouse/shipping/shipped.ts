/** Reads the answer to `shippingStatement`. */

import { UUID_BYTES } from '../../base/uuid.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';

/** Rows as received. Threads pass them on unchanged. */
export interface Shipped {
  readonly bytes: Uint8Array;
  /** Event names, numbered from 1. */
  readonly names: readonly string[];
  /** null = each row has all of its properties as JSON. */
  readonly keys: readonly string[] | null;
  /** Whether each row has its uuid. */
  readonly has_ids: boolean;
  /** Whether the last of the keys is the number of equal rows. */
  readonly is_counted: boolean;
}

/** ClickHouse's name of a value's type; '' if missing. */
export type ShippedType = '' | 'Null' | 'String' | 'Int64' | 'UInt64' | 'Double' | 'Bool' | 'Object' | 'Array';

export interface ShippedRow {
  /** Index into the names. */
  event: number;
  distinct: number;
  time_ms: number;
  arrived: number;
  /** Offset of its 16 bytes; -1 = not fetched. */
  uuid: number;
  /** Type and text per key, or one JSON text. */
  readonly texts: string[];
}

const DECODER = new TextDecoder();
/** Set if more bytes of the number follow. */
const GOES_ON = 0x80;

/** Yields the same object each time. @throws ServiceError if there are too many rows */
export function* readShipped({ bytes, keys, has_ids }: Shipped): Generator<ShippedRow> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = Array.from({ length: keys === null ? 1 : keys.length * 2 }, () => '');
  const row: ShippedRow = { event: 0, distinct: 0, time_ms: 0, arrived: 0, uuid: 0, texts };
  const known = new Map<string, string>();
  let rows = 0;
  for (let at = 0; at < bytes.length; ) {
    if (++rows > LIMIT.remote_rows_shipped) throw tooMany();
    row.event = view.getUint32(at, true);
    row.distinct = view.getUint32(at + 4, true);
    row.time_ms = Number(view.getBigInt64(at + 8, true));
    row.arrived = Number(view.getBigUint64(at + 16, true));
    at += 24;
    row.uuid = has_ids ? at : -1;
    at += has_ids ? UUID_BYTES : 0;
    for (let place = 0; place < texts.length; place++) {
      let length = 0;
      let shift = 0;
      let byte = GOES_ON;
      for (; byte >= GOES_ON; shift += 7) {
        byte = bytes[at++]!;
        length += (byte & (GOES_ON - 1)) * 2 ** shift;
      }
      texts[place] = textAt(bytes, at, length, known);
      at += length;
    }
    yield row;
  }
}

export function countShipped(shipped: Shipped): number {
  let rows = 0;
  for (const _ of readShipped(shipped)) rows++;
  return rows;
}

/** The greatest order of arrival among the rows; -1 if there are none. */
export function lastArrival(shipped: Shipped): number {
  let last = -1;
  for (const { arrived } of readShipped(shipped)) last = Math.max(last, arrived);
  return last;
}

/** Short texts repeat, so they are cached. */
const SHORT = 24;

function textAt(bytes: Uint8Array, at: number, length: number, known: Map<string, string>): string {
  if (length === 0) return '';
  const text = DECODER.decode(bytes.subarray(at, at + length));
  if (length > SHORT) return text;
  const before = known.get(text);
  if (before === undefined) known.set(text, text);
  return before ?? text;
}

/** Copies a uuid into its written order: the server stores each half little-endian. */
export function copyUuid(bytes: Uint8Array, from: number, into: Uint8Array, to: number): void {
  for (let byte = 0; byte < 8; byte++) {
    into[to + byte] = bytes[from + 7 - byte]!;
    into[to + 8 + byte] = bytes[from + 15 - byte]!;
  }
}

function tooMany(): ServiceError {
  return new ServiceError(
    'too_large',
    `This question needs more than ${LIMIT.remote_rows_shipped} events one by one. Ask for a shorter range of dates, or for fewer events.`,
  );
}
