/** Reads what `shippingStatement` asked for. */

import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';

/** Rows as they came over the wire; copied from thread to thread as they are. */
export interface Shipped {
  readonly bytes: Uint8Array;
  /** Event names by their numbers from 1. */
  readonly names: readonly string[];
  /** null = each row has all of its properties as JSON. */
  readonly keys: readonly string[] | null;
}

/** What a property's value is, in the server's words; '' where it is missing. */
export type ShippedType = '' | 'Null' | 'String' | 'Int64' | 'UInt64' | 'Double' | 'Bool' | 'Object' | 'Array';

export interface ShippedRow {
  /** Place in the names. */
  event: number;
  distinct: number;
  time_ms: number;
  arrived: number;
  /** Where its 16 bytes begin. */
  uuid: number;
  /** Two for each key, type and text; or one with the JSON. */
  readonly texts: string[];
}

const DECODER = new TextDecoder();
/** Beyond the numbers that are written in one byte the next one goes on. */
const GOES_ON = 0x80;

/** The same object again and again. @throws ServiceError where they are too many */
export function* readShipped({ bytes, keys }: Shipped): Generator<ShippedRow> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = Array.from({ length: keys === null ? 1 : Math.max(1, keys.length * 2) }, () => '');
  const row: ShippedRow = { event: 0, distinct: 0, time_ms: 0, arrived: 0, uuid: 0, texts };
  const known = new Map<string, string>();
  let rows = 0;
  for (let at = 0; at < bytes.length; ) {
    if (++rows > LIMIT.remote_rows_shipped) throw tooMany();
    row.event = view.getUint32(at, true);
    row.distinct = view.getUint32(at + 4, true);
    row.time_ms = Number(view.getBigInt64(at + 8, true));
    row.arrived = Number(view.getBigUint64(at + 16, true));
    row.uuid = at + 24;
    at += 40;
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

/** Short texts come again and again. */
const SHORT = 24;

function textAt(bytes: Uint8Array, at: number, length: number, known: Map<string, string>): string {
  if (length === 0) return '';
  const text = DECODER.decode(bytes.subarray(at, at + length));
  if (length > SHORT) return text;
  const before = known.get(text);
  if (before === undefined) known.set(text, text);
  return before ?? text;
}

/** Copies a uuid in the order in which it is written: the server has each half from its last byte to its first. */
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
