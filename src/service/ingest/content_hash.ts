/**
 * What the rows of a batch say, as a hash of 64 bits each: equal for events with the same name, distinct id, time and
 * properties, however they were written. A file gives an event again in another order of keys or columns, with a column
 * more that is empty, or with numbers as texts; so order does not matter, nothing is what an empty text is, and 4 is "4".
 * Values are hashed once for each distinct one, not once a row.
 */
import { Hash64 } from '../../base/hash64.ts';
import { canonical } from '../../base/json.ts';
import type { Column, DictionaryColumn, Value, Values } from '../../engine/frame/column.ts';
import type { EventBatch } from './types.ts';

/** Starts of the hashes of what is no property; those of properties begin with their names. */
const NAME = 1;
const DISTINCT_ID = 2;
const TIME = 3;
const PROPERTY = 4;
/** What a hash of a value begins with. */
const TEXT = 1;
const NUMBER = 2;
/** Up to here a number has all of its digits. */
const NUMBER_CHARS = 15;

/** 2 * row -> both halves. */
export function contentHashes({ rows, names, distinct_ids, time_ms, properties }: EventBatch): Int32Array {
  const sums = new Int32Array(rows * 2);
  addCodes(sums, names.codes, hashesOf(names.texts, new Hash64().word(NAME)));
  addCodes(sums, distinct_ids.codes, hashesOf(distinct_ids.texts, new Hash64().word(DISTINCT_ID)));
  addNumbers(sums, time_ms, new Hash64().word(TIME));
  for (const [name, column] of properties.columns()) addColumn(sums, column, new Hash64().word(PROPERTY).text(name));
  return sums;
}

function addColumn(sums: Int32Array, column: Column, start: Hash64): void {
  if (column.kind === 'number') addNumbers(sums, column.values, start);
  else addCodes(sums, column.codes, hashesOf(column.values, start));
}

function addCodes(sums: Int32Array, codes: DictionaryColumn['codes'], hashes: Int32Array): void {
  for (let row = 0; row < codes.length; row++) {
    const at = codes[row]! * 2;
    sums[row * 2]! += hashes[at]!;
    sums[row * 2 + 1]! += hashes[at + 1]!;
  }
}

function addNumbers(sums: Int32Array, values: Float64Array, start: Hash64): void {
  const hash = new Hash64();
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    hash.seed(start.a, start.b).word(NUMBER).number(value).end();
    sums[row * 2]! += hash.a;
    sums[row * 2 + 1]! += hash.b;
  }
}

/** 2 * code -> both halves; zero for what counts as nothing. */
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

/** null where the text is no number. */
function numberIn(text: string): number | null {
  const first = text.charCodeAt(0);
  // Digits, and what stands before them: + - .
  if (text.length > NUMBER_CHARS || first > 0x39 || first < 0x2b) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}
