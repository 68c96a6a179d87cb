/**
 * What reads bytes that others made, each with a few inputs to begin with. A reader passes if it reads, or refuses with a
 * `ServiceError`; some know more of what must hold.
 */
import { writeFileSync } from 'node:fs';
import { crc32, gzipSync, zstdCompressSync } from 'node:zlib';
import { encodeChunk, openChunk } from '../../../src/engine/storage/chunk.ts';
import { sealChunks } from '../../../src/engine/storage/seal.ts';
import { openSegment } from '../../../src/engine/storage/segment.ts';
import { amplitude } from '../../../src/http/senders/amplitude.ts';
import { ofMixpanel } from '../../../src/http/senders/mixpanel.ts';
import { segment } from '../../../src/http/senders/segment.ts';
import { ServiceError } from '../../../src/model/error.ts';
import { batchesOf } from '../../../src/service/ingest/event_batch.ts';
import { normaliseEvent, type RawEvent } from '../../../src/service/ingest/normalise.ts';
import { readBody, readPayload } from '../../../src/service/ingest/payload.ts';
import type { IngestItem } from '../../../src/service/ingest/types.ts';
import { read } from '../files.ts';

export interface Reader {
  readonly begin: readonly Buffer[];
  /** @param path of a file that it may write. What is wrong with what it read; null = nothing. @throws ServiceError */
  read(bytes: Buffer, path: string): Promise<string | null>;
}

const LINES = [
  '{"event":"paid","distinct_id":"ana","timestamp":"2026-03-01T09:30:00Z","properties":{"plan":"free","n":1.5}}',
  '{"event":"größe","distinct_id":"b","timestamp":1772357400,"uuid":"00000000-0000-4000-8000-000000000001","x":[1,{"y":null}]}',
  '{"event":"$identify","distinct_id":"ana","timestamp":"2026-03-01","properties":{"$anon_distinct_id":"c","$set":{"a":true}}}',
].join('\n');
const TABLE =
  'event,distinct_id,timestamp,amount,"a ""b"""\npaid,ana,2026-03-01 09:30,1.5,x\n"se\nen",b,2026-03-02,,\n';
const MORE_TABLES = ['user;time;name\nana;01.03.2026 09:30;paid\n', 'event\tid\ttime\npaid\t1\t1772357400\n'];
const EVENT = {
  event: 'paid',
  distinct_id: 'ana',
  timestamp: '2026-03-01T09:30:00Z',
  properties: { plan: 'free', n: 1 },
};
const ARRIVAL = {
  now_ms: Date.UTC(2026, 2, 2),
  sent_at_ms: null,
  ip: null,
  randomBytes: (n: number) => new Uint8Array(n),
};

function texts(...values: readonly (string | object)[]): Buffer[] {
  return values.map((value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
}

/** As a file; packed or not. */
function file(begin: readonly Buffer[], pack: (bytes: Buffer) => Buffer = (bytes) => bytes): Reader {
  return {
    begin,
    async read(bytes, path) {
      writeFileSync(path, pack(bytes));
      const { events, failure } = await read(path);
      return events.every((text) => text.length > 0) || failure !== null ? null : 'an event without content';
    },
  };
}

/** Of bytes as they are sent: the first one says how. */
const payload: Reader = {
  begin: texts(
    ...[{ batch: [EVENT], api_key: 'phc_x' }, [EVENT], EVENT].map((one) => `a${JSON.stringify(one)}`),
    `bdata=${encodeURIComponent(Buffer.from(JSON.stringify(EVENT)).toString('base64'))}`,
    `bdata=${encodeURIComponent(JSON.stringify([EVENT]))}&compression=base64`,
  ).concat([Buffer.concat([Buffer.from('a'), gzipSync(JSON.stringify([EVENT]))])]),
  async read(bytes) {
    const content_type = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'][(bytes[0] ?? 0) % 3]!;
    const query = new URLSearchParams((bytes[0] ?? 0) % 5 === 0 ? 'compression=gzip-js' : '');
    const { events } = await readPayload({ body: bytes.subarray(1), content_type, query });
    return taken(events);
  },
};

/** Likewise, of libraries of others. */
const senders: Reader = {
  begin: texts(
    {
      batch: [{ type: 'track', event: 'paid', userId: 'a', messageId: 'm', properties: { n: 1 } }],
      sentAt: '2026-03-01',
    },
    {
      batch: [
        { type: 'identify', anonymousId: 'x', traits: { a: 1 } },
        { type: 'group', groupId: 'g', userId: 'a' },
      ],
    },
    {
      api_key: 'k',
      events: [{ event_type: 'paid', user_id: 'a', time: 1772357400000, user_properties: { $set: {} } }],
    },
    [{ event: 'paid', properties: { token: 't', distinct_id: 'a', time: 1772357400, $insert_id: 'i' } }],
    { $token: 't', $distinct_id: 'a', $set: { plan: 'free' } },
  ),
  async read(bytes) {
    const body = await readBody({ body: bytes, content_type: 'application/json', query: new URLSearchParams() });
    const asked = { body, path: '/v1/batch', authorization: undefined };
    const wrong: (string | null)[] = [segment, amplitude].map((sender) => {
      try {
        const { events } = sender.read(asked);
        return taken(events.filter((event): event is RawEvent => !(event instanceof ServiceError)));
      } catch (error) {
        if (error instanceof ServiceError) return null;
        throw error;
      }
    });
    const list = (Array.isArray(body) ? body : [body]).filter((one): one is RawEvent => isRecord(one));
    return [...wrong, taken(list.map(ofMixpanel))].find((one) => one !== null) ?? null;
  },
};

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Events that are not refused become rows with a name, an id and a time. */
function taken(events: readonly RawEvent[]): string | null {
  const items: IngestItem[] = [];
  for (const raw of events) {
    try {
      items.push({ kind: 'event', event: normaliseEvent(raw, ARRIVAL) });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }
  const rows = [...batchesOf(items, 100)].reduce((sum, { events: batch }) => sum + batch.rows, 0);
  if (rows !== items.length) return `${items.length} events became ${rows} rows`;
  const odd = items.find((item) => item.kind === 'event' && !Number.isFinite(item.event.timestamp_ms));
  return odd === undefined ? null : 'an event without a time';
}

const ROWS = 20;

function chunkBytes(): Buffer {
  const codes = Uint8Array.from({ length: ROWS }, (_, at) => at % 3);
  const values = { length: 3, at: (code: number) => [undefined, 'free', 'pro'][code] };
  const numbers = Float64Array.from({ length: ROWS }, (_, at) => at / 2);
  return Buffer.from(
    encodeChunk({
      event_ord: Uint32Array.from({ length: ROWS }, (_, at) => at % 2),
      distinct: Uint32Array.from({ length: ROWS }, (_, at) => at % 5),
      time_ms: Float64Array.from({ length: ROWS }, (_, at) => Date.UTC(2026, 2, 1) + at * 1_000),
      uuids: new Uint8Array(ROWS * 16).fill(7),
      columns: new Map([
        ['plan', { kind: 'codes', codes, values } as never],
        ['n', { kind: 'number', values: numbers } as never],
      ]),
    }),
  );
}

/** With the checksum that belongs to the bytes, which damage alone would not have. */
function sealed(bytes: Buffer): Uint8Array {
  const frame = Uint8Array.from(bytes);
  if (frame.length < 4) return frame;
  const body = frame.subarray(0, frame.length - 4);
  new DataView(frame.buffer).setUint32(body.length, crc32(body), true);
  return frame;
}

function chunk(seal: (bytes: Buffer) => Uint8Array): Reader {
  return {
    begin: [chunkBytes()],
    read(bytes) {
      const opened = openChunk(seal(bytes));
      const columns = opened.columns();
      for (const { column } of columns.values()) if (column.kind === 'number') column.values.at(-1);
      return Promise.resolve(opened.time_ms.length === opened.rows ? null : 'not as many times as rows');
    },
  };
}

/** A whole segment: which blob, and what of it. */
function segments(seal: (bytes: Buffer) => Uint8Array): Reader {
  const [made] = sealChunks([openChunk(Uint8Array.from(chunkBytes()))], Uint32Array.from([0, 1, 2, 3, 4]));
  const { header, blobs } = made!;
  const parts = [header, ...blobs.map(({ bytes }) => bytes)];
  return {
    begin: parts.map((bytes, at) => Buffer.concat([Buffer.from([at]), bytes])),
    read(bytes) {
      const at = (bytes[0] ?? 0) % parts.length;
      const changed = seal(bytes.subarray(1));
      const stored = new Map(blobs.map((blob, nth) => [blob.name, nth + 1 === at ? changed : blob.bytes]));
      const opened = openSegment(at === 0 ? changed : header, {
        read: (name) => stored.get(name),
        kept: (_, make) => make(),
      });
      const lengths = [opened.distinct().length, opened.timeMs().length];
      opened.uuids();
      for (const name of ['plan', 'n']) opened.column(name);
      return Promise.resolve(lengths.every((length) => length === opened.rows) ? null : 'not as many values as rows');
    },
  };
}

const plain = (bytes: Buffer): Uint8Array => Uint8Array.from(bytes);

export const READERS: Readonly<Record<string, Reader>> = {
  ndjson: file(texts(LINES)),
  csv: file(texts(TABLE, ...MORE_TABLES)),
  gzip: file([gzipSync(LINES), gzipSync(TABLE)]),
  zstd: file([zstdCompressSync(LINES), zstdCompressSync(TABLE)]),
  'packed lines': file(texts(LINES, TABLE), (bytes) => gzipSync(bytes)),
  payload,
  senders,
  chunk: chunk(plain),
  'sealed chunk': chunk(sealed),
  segment: segments(plain),
  'sealed segment': segments(sealed),
};
