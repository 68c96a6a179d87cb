/** How requests are sent: whose key, which headers, and the body as bytes. */
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type Chance, type Json, mangled, mutated, one } from './chance.ts';

/** What requests may name of the server that they are sent to. */
export interface Names {
  /** May do everything in every project. */
  readonly key: string;
  /** May do everything in the first project, and read in it. */
  readonly project_key: string;
  readonly read_key: string;
  readonly token: string;
  readonly sharing_token: string;
  readonly mcp_session: string;
  /** Of a browser that may see pages. */
  readonly cookie: string;
}

export interface Hostile {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** Whether it came with a key of the first project only. */
  readonly is_confined: boolean;
}

export function keyOf(random: Chance, names: Names): { headers: Record<string, string>; is_confined: boolean } {
  const chance = random.next();
  if (chance < 0.75) return { headers: { authorization: `Bearer ${names.key}` }, is_confined: false };
  if (chance < 0.98) {
    const key = one(random, [names.project_key, names.read_key]);
    return { headers: { authorization: `Bearer ${key}` }, is_confined: true };
  }
  const wrong = one(random, [
    '',
    'Bearer',
    'Bearer phx_x',
    'Basic YTpi',
    `bearer  ${names.key.slice(0, -1)}`,
    'Bearer a b',
  ]);
  return { headers: { authorization: wrong }, is_confined: true };
}

export function wronged(random: Chance, body: Json): Json {
  let result = body;
  while (random.chance(random.is_wild ? 0.3 : 0.03)) result = mutated(random, result);
  return result;
}

export function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The text as bytes: now and then cut, damaged or compressed, and not always as the headers say. */
export function encoded(random: Chance, text: string): { headers: Record<string, string>; body: Uint8Array } {
  const said = random.chance(random.is_wild ? 0.08 : 0.01) ? mangled(random, text) : text;
  const plain = Buffer.from(said, random.chance(0.02) ? 'utf16le' : 'utf8');
  if (random.chance(random.is_wild ? 0.75 : 0.97))
    return { headers: {}, body: random.chance(0.02) ? damaged(random, plain) : plain };
  const [name, bytes] = one(random, [
    ['gzip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['zstd', zstdCompressSync(plain)],
    ['gzip, gzip', gzipSync(gzipSync(plain))],
    ['br', plain],
    ['compress', plain],
    ['gzip', plain],
  ] as const);
  return { headers: { 'content-encoding': name }, body: random.chance(0.2) ? damaged(random, bytes) : bytes };
}

function damaged(random: Chance, bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (let i = 1 + random.below(4); i > 0 && copy.length > 0; i--) copy[random.below(copy.length)] = random.below(256);
  return random.chance(0.3) ? copy.subarray(0, random.below(copy.length + 1)) : copy;
}

export function oddHeaders(random: Chance): Record<string, string> {
  if (random.chance(random.is_wild ? 0.8 : 0.98)) return {};
  return one<Record<string, string>>(random, [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/json; charset=utf-7' },
    { origin: 'null' },
    { origin: 'http://evil.example' },
    { host: 'evil.example' },
    { 'idempotency-key': one(random, ['a', 'b', 'x'.repeat(300), ' ']) },
    { 'x-forwarded-for': '::1, 1.2.3.4, ,' },
    { cookie: 'visit=x; a=b; __proto__=1' },
    { range: 'bytes=0-1' },
    { 'if-none-match': '*' },
    { accept: one(random, ['text/html', 'image/svg+xml', 'image/png', '*/*;q=-1', '']) },
    { 'x-http-method-override': 'DELETE' },
  ]);
}
