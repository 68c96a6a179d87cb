/** The envelopes of client libraries, and what is refused before anything is parsed. */
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { excessOf } from '../../src/base/json.ts';
import { ServiceError } from '../../src/model/error.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { inflate } from '../../src/service/ingest/inflate.ts';
import { unpackLz64 } from '../../src/service/ingest/lz64.ts';
import { type Payload, readPayload } from '../../src/service/ingest/payload.ts';
import { weigh } from '../../src/service/ingest/weigh.ts';
import { atAndPast } from '../support/tried_limits.ts';

const EVENT = { event: 'signed up', distinct_id: 'u1', properties: { plan: 'größe €' } };
const TEXT = JSON.stringify(EVENT);
// As LZString's compressToBase64 writes them: TEXT, the longer text below, and a thousand times "a".
const LZ64 =
  'N4IgpgbmB2AuIC4QGcCWBzaYAmACArgA4gA0I2qysq0AxrAPqraIj4CMpIhATgPaEwPamGSJQhADYBDaK3Q8AbwH2wuQDUEIAL5a' + 'gA==';
const LZ64_LONG =
  'N4IgpgbmB2AuIC5wgDQgCYEsDOtPQGNYB9TdREAH9RAAcAnAe1rHrzG0VAEMLBYFUCySgAJAfBuAU3cGiJw8ZNkzpUuYvlKFyjeq' +
  '1qdqvSoObdh7fqNnTJ4+asXrlm44UgAvi6A=';
const AS = 'IY18ZXTt/DFOS1b0c17Pd/wYUcSaWeRZVdTbXTEA';

function read(body: string | Uint8Array, query = '', content_type = 'application/json'): Promise<Payload> {
  const bytes = typeof body === 'string' ? new Uint8Array(Buffer.from(body)) : new Uint8Array(body);
  return readPayload({ body: bytes, content_type, query: new URLSearchParams(query) });
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof ServiceError ? `${error.status} ${error.code}` : `not refused: ${String(error)}`;
}

/** So many spaces in lz64: each code stands for one more than the one before, the last for what is left. */
function lz64OfSpaces(chars: number): string {
  const bits: number[] = [];
  const put = (value: number, width: number): void => {
    for (let bit = 0; bit < width; bit++) bits.push((value >> bit) & 1);
  };
  const widthAt = (codes: number): number => 32 - Math.clz32(codes);
  put(0, widthAt(3));
  put(0x20, 8);
  let codes = 4;
  for (let left = chars - 1; left > 0; codes++) {
    const length = Math.min(left, codes - 2);
    put(length + 2, widthAt(codes));
    left -= length;
  }
  put(2, widthAt(codes));
  const bytes = new Uint8Array(Math.ceil(bits.length / 24) * 3);
  for (const [at, bit] of bits.entries()) bytes[at >> 3]! |= bit << (7 - (at & 7));
  return encodeURIComponent(base64(bytes));
}

const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64');

describe('envelopes', () => {
  test('one event, a list, a batch', async () => {
    expect((await read(TEXT)).events).toEqual([EVENT]);
    expect((await read(`[${TEXT},${TEXT}]`)).events).toHaveLength(2);
    const batch = { api_key: 'phc_a', batch: [EVENT], sent_at: '2026-01-01T00:00:01Z', historical_migration: true };
    expect(await read(JSON.stringify(batch))).toEqual({
      events: [EVENT],
      token: 'phc_a',
      sent_at_ms: Date.parse('2026-01-01T00:00:01Z'),
    });
  });

  test('gzip by its first bytes, whatever the labels say, twice too', async () => {
    for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded', '']) {
      expect((await read(gzipSync(TEXT), 'compression=lz4', type)).events).toEqual([EVENT]);
    }
    expect((await read(gzipSync(gzipSync(TEXT)))).events).toEqual([EVENT]);
    expect((await read(TEXT, 'compression=gzip-js')).events).toEqual([EVENT]);
    // Only all three bytes are gzip's: what begins with some of them is unpacked by nobody.
    const almost = [Buffer.of(0x1f), Buffer.of(0x1f, 0x8b, 9), Buffer.of(0x1f, 0, 8), Buffer.of(0, 0x8b, 8)];
    for (const bytes of almost) expect(Buffer.from(await inflate(bytes))).toEqual(bytes);
    // beyond the size that is unpacked on the spot
    const many = JSON.stringify(Array.from({ length: 5_000 }, (_, i) => ({ ...EVENT, random: Math.sin(i) })));
    expect((await read(gzipSync(many))).events).toHaveLength(5_000);
  });

  test('forms: base64, plain JSON, gzip, plus signs that were not escaped', async () => {
    const form = 'application/x-www-form-urlencoded';
    expect((await read(`data=${encodeURIComponent(base64(TEXT))}`, '', form)).events).toEqual([EVENT]);
    expect((await read(`data=${base64(TEXT)}&compression=base64`, '', 'text/plain')).events).toEqual([EVENT]);
    expect((await read(`data=${encodeURIComponent(TEXT)}`, '', form)).events).toEqual([EVENT]);
    expect((await read(`data=${base64(gzipSync(TEXT))}&compression=gzip-js`, '', form)).events).toEqual([EVENT]);
    expect((await read(TEXT, '', form)).events).toEqual([EVENT]);
  });

  // React Native until version 3 and posthog-js-lite until version 3, which send this unless they are told otherwise.
  test('forms with lz64', async () => {
    const form = 'application/x-www-form-urlencoded';
    const packed = `data=${encodeURIComponent(LZ64)}&compression=lz64`;
    expect((await read(packed, '', form)).events).toEqual([EVENT]);
    expect((await read(`data=${LZ64}&compression=lz64`, '', form)).events).toEqual([EVENT]);
    expect((await read('', `data=${encodeURIComponent(LZ64)}&compression=lz64`)).events).toEqual([EVENT]);
    const text = JSON.stringify({ event: 'e', distinct_id: 'ü', properties: { a: '名前 🦔'.repeat(50) } });
    expect((await read(`data=${encodeURIComponent(LZ64_LONG)}&compression=lz64`)).events).toEqual([JSON.parse(text)]);
  });

  test('in the address', async () => {
    const query = new URLSearchParams({ data: base64(TEXT), _: '1795188964861' }).toString();
    expect(await read('', query)).toEqual({ events: [EVENT], token: null, sent_at_ms: 1795188964861 });
  });

  test('a byte order mark is no part of the JSON', async () => {
    expect((await read(`\ufeff${TEXT}`)).events).toEqual([EVENT]);
  });
});

describe('tokens', () => {
  test('anywhere libraries put them', async () => {
    for (const place of [
      { token: 'phc_a' },
      { $token: 'phc_a' },
      { api_key: 'phc_a' },
      { properties: { token: 'phc_a' } },
    ]) {
      expect((await read(JSON.stringify([{ ...EVENT, ...place }]))).token).toBe('phc_a');
    }
    expect((await read(TEXT)).token).toBeNull();
  });

  test('events that disagree are refused', async () => {
    const two = JSON.stringify([
      { ...EVENT, token: 'phc_a' },
      { ...EVENT, properties: { token: 'phc_b' } },
    ]);
    expect(await codeOf(read(two))).toBe('401 authentication_failed');
  });
});

describe('refused', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', 'hello'],
    ['half JSON', '{"event":'],
    ['a number', '17'],
    ['null', 'null'],
    ['an empty list', '[]'],
    ['an empty batch', '{"api_key":"phc_a","batch":[]}'],
    ['a batch that is no list', '{"api_key":"phc_a","batch":{"0":1}}'],
    ['events that are no objects', '[1,2]'],
    ['nested lists', '[[{"event":"e"}]]'],
    ['half gzip', gzipSync(TEXT.repeat(20)).subarray(0, 40)],
    ['a form without data', 'datum=1'],
  ])('%s', async (_name, body) => {
    expect(await codeOf(read(body))).toMatch(/^400 /);
  });

  test('lz64 that is cut off, changed, or no such code', async () => {
    for (const data of [LZ64.slice(0, 40), `${LZ64.slice(0, 30)}!${LZ64.slice(31)}`, '////', 'A', '']) {
      expect(await codeOf(read(`data=${encodeURIComponent(data)}&compression=lz64`))).toBe('400 parse_error');
    }
  });

  test('lz64 that grows beyond the limit, or is long', async () => {
    const refusal = new Error('too long');
    // Each code stands for one character more than the one before.
    expect(() => unpackLz64(AS, 999, () => refusal)).toThrow(refusal);
    expect(unpackLz64(AS, 1_000, () => refusal)).toBe('a'.repeat(1_000));
    const sent = (chars: number) => codeOf(read(`data=${'A'.repeat(chars)}&compression=lz64`));
    await atAndPast('lz64_chars', sent, { at: '400 parse_error', past: '413 too_large' });
    const grown = (chars: number) => codeOf(read(`data=${lz64OfSpaces(chars)}&compression=lz64`));
    await atAndPast('lz64_text_chars', grown, { at: '400 parse_error', past: '413 too_large' });
  });

  test('bombs: unpacked size, layers, depth, count', async () => {
    const packed = (bytes: number) => gzipSync(Buffer.alloc(bytes), { level: 1 });
    expect((await inflate(packed(LIMIT.body_inflated_bytes))).length).toBe(LIMIT.body_inflated_bytes);
    const zeros = packed(LIMIT.body_inflated_bytes + 1);
    expect(await codeOf(read(zeros))).toBe('413 too_large');
    expect(await codeOf(read(gzipSync(zeros)))).toBe('413 too_large');
    expect(await codeOf(read(`data=${encodeURIComponent(base64(zeros))}`))).toBe('413 too_large');
    const too_long = Buffer.alloc(LIMIT.body_inflated_bytes + 1);
    const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } };
    expect(await codeOf(inflate(deflateSync(too_long, { level: 1 })))).toBe('413 too_large');
    expect(await codeOf(inflate(zstdCompressSync(too_long)))).toBe('413 too_large');
    expect(await codeOf(inflate(brotliCompressSync(too_long, fast), 'br'))).toBe('413 too_large');
    const layered = [1, 2, 3, 4].reduce<Uint8Array>((bytes) => gzipSync(bytes), Buffer.from(TEXT));
    expect(await codeOf(read(layered))).toBe('400 parse_error');
    for (const levels of [LIMIT.json_depth + 1, 10_000, 1_000_000]) {
      expect(await codeOf(read('['.repeat(levels)))).toBe('400 parse_error');
    }
    const events = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ event: 'e' })));
    const batch = async (count: number) => (await read(events(count))).events.length;
    await atAndPast('batch_events', batch, { at: LIMIT.batch_events, past: /^413 too_large/ });
    // Three lists and objects, and a comma between members, count, too.
    const values = (count: number) => `[{"event":"e","x":[${'1,'.repeat(count - 4)}1]}]`;
    const valued = async (count: number) => (await read(values(count))).events.length;
    await atAndPast('json_values', valued, { at: 1, past: /^413 too_large/ });
    // They are counted before anything is parsed: nobody finds out that this ends too soon.
    await expect(read(`[${'{},'.repeat(LIMIT.json_values)}`)).rejects.toThrow(`${LIMIT.json_values} values`);
  });
});

describe('depth and weight', () => {
  test('brackets inside strings do not count, escaped quotes do not end them', () => {
    const isDeeper = (text: string, levels: number) =>
      excessOf(new Uint8Array(Buffer.from(text)), { levels, values: 100 }) === 'levels';
    expect(isDeeper('[[1,2],{"a":[]}]', 3)).toBe(false);
    expect(isDeeper('[[1,2],{"a":[]}]', 2)).toBe(true);
    expect(isDeeper(String.raw`["[[[[\"[[[\\"]`, 1)).toBe(false);
    expect(isDeeper(String.raw`["\\\\",[]]`, 1)).toBe(true);
    expect(isDeeper('["open [[[', 1)).toBe(false);
  });

  test('weight grows with the text and has no end below the allowed depth', () => {
    expect(weigh({ a: 'x'.repeat(1000) }, 2)).toBeGreaterThan(1000);
    expect(weigh({ a: { b: [1] } }, 3)).toBeLessThan(100);
    expect(weigh({ a: { b: [1] } }, 2)).toBe(Number.POSITIVE_INFINITY);
  });
});
