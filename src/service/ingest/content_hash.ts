/**
 * 64-bit hashes of a batch's rows. Events with the same name, distinct id, time and properties get equal hashes,
 * however they are written. Files repeat events with keys or columns in another order, with extra empty columns, or
 * with numbers as text. So order does not matter, empty texts count as missing, and 4 equals "4". Each distinct value
 * is hashed once, not once per row.
 */
import { ascending } from '../../base/ascending.ts';
import { Hash64 } from '../../base/hash64.ts';
import { canonical } from '../../base/json.ts';
import type { Codes, Column, Value, Values } from '../../engine/frame/column.ts';
import type { EventBatch } from './types.ts';

/** What a hash starts with, by kind of field. For properties the name follows. */
const NAME = 1;
const DISTINCT_ID = 2;
const TIME = 3;
const PROPERTY = 4;
/** Type tags at the start of a value's hash. */
const TEXT = 1;
const NUMBER = 2;
/** Longer texts may lose digits when read as numbers. */
const NUMBER_CHARS = 15;

/** Numbers of rows. */
type Rows = Int32Array | Uint32Array;

/** 2 * row -> both halves of the hash. `has`: property -> rows that have it, if known; other rows are not read. */
export function contentHashes(
  { rows, names, distinct_ids, time_ms, properties }: EventBatch,
  has: ReadonlyMap<string, Rows> = new Map(),
): Int32Array {
  const all = ascending(rows);
  const sums = new Int32Array(rows * 2);
  addCodes(sums, names.codes, hashesOf(names.texts, new Hash64().word(NAME)), all);
  addCodes(sums, distinct_ids.codes, hashesOf(distinct_ids.texts, new Hash64().word(DISTINCT_ID)), all);
  addNumbers(sums, time_ms, new Hash64().word(TIME), all);
  for (const [name, column] of properties.columns()) {
    addColumn(sums, column, new Hash64().word(PROPERTY).text(name), has.get(name) ?? all);
  }
  return sums;
}

function addColumn(sums: Int32Array, column: Column, start: Hash64, rows: Rows): void {
  if (column.kind === 'number') addNumbers(sums, column.values, start, rows);
  else addCodes(sums, column.codes, hashesOf(column.values, start), rows);
}

function addCodes(sums: Int32Array, codes: Codes, hashes: Int32Array, rows: Rows): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const at = codes[row]! * 2;
    sums[row * 2]! += hashes[at]!;
    sums[row * 2 + 1]! += hashes[at + 1]!;
  }
}

function addNumbers(sums: Int32Array, values: Float64Array, start: Hash64, rows: Rows): void {
  const hash = new Hash64();
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    hash.seed(start.a, start.b).word(NUMBER).number(value).end();
    sums[row * 2]! += hash.a;
    sums[row * 2 + 1]! += hash.b;
  }
}

/** 2 * code -> both halves; zero for values that count as missing. */
function hashesOf(values: Values, start: Hash64): Int32Array {
  const hashes = new Int32Array(values.length * 2);
  const hash = new Hash64();
  for (let code = 1; code < values.length; code++) {
    const value = values.at(code)!;
    if (value === null || value === '') continue;
    addValue(hash.seed(start.a, start.b), value);
    hash.end();
    hashes[code * 2] = hash.a;
    hashes[code * 2 + 1] = hash.b;
  }
  return hashes;
}

function addValue(hash: Hash64, value: Exclude<Value, null>): void {
  const number = typeof value === 'string' ? numberIn(value) : value;
  if (typeof number === 'number') hash.word(NUMBER).number(number);
  else if (typeof value === 'object') hash.word(TEXT).text(canonical(JSON.parse(value.json)));
  else hash.word(TEXT).text(String(value));
}

/** null if the text is not a number. */
function numberIn(text: string): number | null {
  const first = text.charCodeAt(0);
  // Cheap check first: a digit, a sign or a point.
  if (text.length > NUMBER_CHARS || first > 0x39 || first < 0x2b) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}
