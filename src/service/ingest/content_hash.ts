/**
 * 64-bit hashes of a batch's rows. Events with the same name, distinct id, time and properties get equal hashes,
 * however they are written. Files repeat events with keys or columns in another order, with extra empty columns, or
 * with numbers as text. So order does not matter, blank texts count as missing, and 4 equals "4". A file that grows may
 * get other types of columns by a new row, so a text equals whatever a column of another type would make of it. Each
 * distinct value is hashed once, not once per row.
 */
import { ascending } from '../../base/ascending.ts';
import { Hash64 } from '../../base/hash64.ts';
import { canonical, isTextWithinDepth, parseText } from '../../base/json.ts';
import type { Codes, Value, Values } from '../../engine/frame/column.ts';
import { LIMIT } from '../../model/limit.ts';
import { commaNumberOf, numberOf } from './numeral.ts';
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
const DIGIT_NINE = 0x39;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const NOT_ASCII = 0x80;

/** 2 * row -> both halves of the hash. */
export interface ContentHashes {
  readonly hashes: Int32Array;
  /** As earlier versions made them, by which their imports are known; null if they are the same. */
  readonly former: Int32Array | null;
}

/** 2 * row -> both halves of the hash. */
export function contentHashes({ rows, names, distinct_ids, time_ms, properties }: EventBatch): ContentHashes {
  const all = ascending(rows);
  const hashes = new Int32Array(rows * 2);
  addCodes(hashes, names.codes, hashesOf(names.texts, new Hash64().word(NAME)), all);
  addCodes(hashes, distinct_ids.codes, hashesOf(distinct_ids.texts, new Hash64().word(DISTINCT_ID)), all);
  addNumbers(hashes, time_ms, new Hash64().word(TIME), all);
  let shifts: Int32Array | null = null;
  for (const [name, { at, column }] of properties.columns()) {
    const start = new Hash64().word(PROPERTY).text(name);
    const of_column = at ?? all;
    if (column.kind === 'number') {
      addNumbers(hashes, column.values, start, of_column);
      continue;
    }
    const { hashes: of_codes, shift } = meantHashesOf(column.values, start);
    addCodes(hashes, column.codes, of_codes, of_column);
    if (shift === null) continue;
    shifts ??= new Int32Array(rows * 2);
    addCodes(shifts, column.codes, shift, of_column);
  }
  return { hashes, former: shifts === null ? null : hashes.map((half, at) => half + shifts[at]!) };
}

/** `at`: the rows of the codes. */
function addCodes(sums: Int32Array, codes: Codes, hashes: Int32Array, at: Uint32Array): void {
  for (let i = 0; i < at.length; i++) {
    const to = at[i]! * 2;
    const from = codes[i]! * 2;
    sums[to]! += hashes[from]!;
    sums[to + 1]! += hashes[from + 1]!;
  }
}

function addNumbers(sums: Int32Array, values: Float64Array, start: Hash64, at: Uint32Array): void {
  const hash = new Hash64();
  for (let i = 0; i < at.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    const to = at[i]! * 2;
    hash.seed(start.a, start.b).word(NUMBER).number(value).end();
    sums[to]! += hash.a;
    sums[to + 1]! += hash.b;
  }
}

/** 2 * code -> both halves; zero for values that count as missing. */
function hashesOf(values: Values, start: Hash64): Int32Array {
  const hashes = new Int32Array(values.length * 2);
  const hash = new Hash64();
  for (let code = 1; code < values.length; code++) putHash(hashes, code, values.at(code)!, start, hash);
  return hashes;
}

/**
 * The same of properties: texts that another type of column would read as something else count as that. `shift` turns
 * these hashes into those of earlier versions; null if they are the same.
 */
function meantHashesOf(values: Values, start: Hash64): { hashes: Int32Array; shift: Int32Array | null } {
  const hashes = new Int32Array(values.length * 2);
  let shift: Int32Array | null = null;
  const hash = new Hash64();
  for (let code = 1; code < values.length; code++) {
    const value = values.at(code)!;
    const meaning = typeof value === 'string' && value !== '' ? meaningOf(value) : value;
    putHash(hashes, code, meaning, start, hash);
    if (meaning === value) continue;
    shift ??= new Int32Array(hashes.length);
    putHash(shift, code, value, start, hash);
    shift[code * 2]! -= hashes[code * 2]!;
    shift[code * 2 + 1]! -= hashes[code * 2 + 1]!;
  }
  return { hashes, shift };
}

/** `hash` is for reuse. */
function putHash(hashes: Int32Array, code: number, value: Value, start: Hash64, hash: Hash64): void {
  if (value === null || value === '') return;
  addValue(hash.seed(start.a, start.b), value);
  hash.end();
  hashes[code * 2] = hash.a;
  hashes[code * 2 + 1] = hash.b;
}

function addValue(hash: Hash64, value: Exclude<Value, null>): void {
  const number = typeof value === 'string' ? numberIn(value) : value;
  if (typeof number === 'number') hash.word(NUMBER).number(number);
  else if (typeof value === 'object') hash.word(TEXT).text(canonical(parseText(value.json)));
  else hash.word(TEXT).text(String(value));
}

/** What a column of numbers, of decimal commas or of JSON would make of a text, if no short number is in it. */
function meaningOf(text: string): Value {
  // Cheap check first: letters are texts.
  const first = text.charCodeAt(0);
  if (first > DIGIT_NINE && first < NOT_ASCII && first !== OPEN_LIST && first !== OPEN_OBJECT) return text;
  if (numberIn(text) !== null) return text;
  const bare = text.trim();
  if (bare === '') return null;
  if (bare.startsWith('[') || bare.startsWith('{')) return isJson(bare) ? { json: bare } : text;
  return numberOf(bare) ?? commaNumberOf(bare) ?? text;
}

function isJson(text: string): boolean {
  if (!isTextWithinDepth(text, LIMIT.json_depth)) return false;
  try {
    parseText(text);
    return true;
  } catch {
    return false;
  }
}

/** null if the text is not a number. */
function numberIn(text: string): number | null {
  const first = text.charCodeAt(0);
  // Cheap check first: a digit, a sign or a point.
  if (text.length > NUMBER_CHARS || first > 0x39 || first < 0x2b) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}
