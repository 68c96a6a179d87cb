/**
 * Distinct values of a property over a whole project, as JSON bytes end to end. Codes never change, so all segments
 * share them, and a text is decoded only when read.
 * bytes  "chrome"0 "firefox"0 42 0
 * ends   0 9 19 22                 code 1 = bytes 0 to 8
 */
import { indexOfLeast } from '../../base/ascending.ts';
import { assert, must } from '../../base/assert.ts';
import { asciiBeginning } from '../../base/numbering/beginning.ts';
import { sharedBytes, sharedWords } from '../../base/shared.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Codes, Value, Values } from '../frame/column.ts';
import { heldBytes, type SplitValues, scratch, type ValueBytes } from '../wasm/blocks.ts';
import { NO_PLACE } from '../wasm/held_bytes.ts';
import {
  AROUND_BYTES,
  BRACKET,
  BRACKET_CLOSED,
  COMMA,
  END,
  isOdd,
  JsonValue,
  QUOTE,
  viewOf,
  writePlain,
} from '../wasm/json_values.ts';
import { fromStored, toStored } from './column_codec.ts';

/** Up to this many values are cached decoded; beyond, values are rarely read twice. */
const FEW_VALUES = 1_024;
/** Estimated bytes per decoded value. */
const VALUE_BYTES = 64;
/** UTF-8 takes at most this many bytes per UTF-16 unit, and so does a JSON escape. */
const UNIT_BYTES = 6;

/** Arrays grow by this factor: at most a ninth stays empty, and each byte is copied about eight times. */
const GROWTH = 1.125;
/** Factor while lists are read one after the other: copying made up half of their time. `trim` gives the room back. */
const LIST_GROWTH = 1.5;
/** What may stay empty, in bytes or codes and as a share: less is not worth a copy. */
const SPARE = 1_024;
const SPARE_SHARE = 1 / 32;
/** Longer arrays are in memory that threads share, so that they can search together. */
const SHARED_BYTES = 65_536;
/** A hash table that is not made yet. */
const NO_SLOTS = new Uint32Array(0);

const ENCODER = new TextEncoder();

export class Dictionary implements Values {
  /** Values with terminators; grows. */
  #bytes: Buffer = Buffer.alloc(1_024);
  #view = viewOf(this.#bytes);
  /** code -> end of its value, including the terminator; 0 for code 0. */
  #ends: Uint32Array = new Uint32Array(64);
  #length = 1;
  /**
   * Hash table of codes, 0 = free. Length is a power of two; 0 until something is looked up. Bits that no code needs are
   * those of the value's hash, so that other values are hardly ever read.
   */
  #table = NO_SLOTS;
  /** code -> decoded value, for the first ones. */
  readonly #read: Value[] = [];
  /** list -> code there -> code here, 0 = not met yet. Lists may grow. */
  readonly #lists = new WeakMap<Values, Uint32Array>();
  /** Codes of values that are not plain ASCII texts: their bytes are not their text. */
  readonly #odd: number[] = [];
  /** test -> code -> flag; the one used last is at the end. */
  readonly #tested = new Map<string, Uint8Array>();

  /** Number of codes, including 0, the missing value. */
  get length(): number {
    return this.#length;
  }

  /** Codes of values not read from their bytes directly; all others are quoted ASCII. */
  get odd(): readonly number[] {
    return this.#odd;
  }

  bytes(): number {
    const kept = this.#read.length * VALUE_BYTES + this.#odd.length * 8;
    const tested = this.#tested.values().reduce((bytes, { length }) => bytes + length, 0);
    return this.#bytes.length + this.#ends.byteLength + this.#table.byteLength + kept + tested;
  }

  /** Gives back the room that lists did not need. Call when no more are expected soon. */
  trim(): void {
    const bytes = this.#ends[this.#length - 1]!;
    if (isSpare(this.#bytes.length - bytes, this.#bytes.length)) this.#resizeBytes(bytes);
    if (isSpare(this.#ends.length - this.#length, this.#ends.length)) this.#resizeEnds(this.#length);
  }

  at(code: number): Value | undefined {
    if (code === 0) return null;
    if (code >= FEW_VALUES) return code < this.#length ? this.#valueOf(code) : undefined;
    if (code >= this.#length) return undefined;
    // Decodes all before it, too, so that the list has no holes.
    for (let next = this.#read.length; next <= code; next++) this.#read.push(next === 0 ? null : this.#valueOf(next));
    return this.#read[code]!;
  }

  *[Symbol.iterator](): IterableIterator<Value> {
    for (let code = 0; code < this.#length; code++) yield this.at(code)!;
  }

  /** Values [from, until) as one text, including terminators. */
  textOf(from: number, until: number): string {
    return this.#bytes.toString('latin1', this.#ends[from - 1]!, this.#ends[until - 1]!);
  }

  /** Values [from, until) as they are stored; `from` is at least 1. */
  bytesOf(from: number, until: number): ValueBytes {
    const base = this.#ends[from - 1]!;
    return { bytes: this.#bytes.subarray(base, this.#ends[until - 1]!), ends: this.#ends.subarray(from, until), base };
  }

  /**
   * code -> 1 if the value passes the test of that name, else 0; cached if it was asked for lately. `make` gets what
   * was known when there were fewer values.
   */
  tested(name: string, make: (before: Uint8Array) => Uint8Array): Uint8Array {
    let table = this.#tested.get(name);
    if (table?.length !== this.#length) table = make(table ?? new Uint8Array(0));
    this.#tested.delete(name);
    this.#tested.set(name, table);
    const most = Math.max(1, Math.min(TUNING.kept_tests, Math.floor(TUNING.kept_tests_bytes / this.#length)));
    for (const oldest of this.#tested.keys()) {
      if (this.#tested.size <= most) break;
      this.#tested.delete(oldest);
    }
    return table;
  }

  /** Returns a reader of values [from, until) for ascending codes. Plain ASCII texts, cut from one, go to `ofText`. */
  reading<T>(
    from: number,
    until: number,
    ofText: (text: string) => T,
    ofOther: (value: Value) => T,
  ): (code: number) => T {
    if (from === 0) return (code) => ofOther(this.at(code)!);
    const text = this.textOf(from, until);
    const begin = this.#ends[from - 1]!;
    let odd = indexOfLeast(this.#odd, from);
    return (code) => {
      while (this.#odd[odd]! < code) odd++;
      if (this.#odd[odd] === code) return ofOther(this.at(code)!);
      return ofText(text.slice(this.#ends[code - 1]! + 1 - begin, this.#ends[code]! - 2 - begin));
    };
  }

  /** Orders texts as `textBeginning` does; -1 if the value is no plain text. */
  beginningOf(code: number): number {
    if (code === 0 || this.#odd[indexOfLeast(this.#odd, code)] === code) return -1;
    return asciiBeginning(this.#bytes, this.#ends[code - 1]! + 1, this.#ends[code]! - 2);
  }

  isText(code: number): boolean {
    return code !== 0 && this.#bytes[this.#ends[code - 1]!] === QUOTE;
  }

  /** Whether the text ends with that character. */
  endsWith(code: number, sign: string): boolean {
    return this.#bytes[this.#ends[code]! - 3] === sign.charCodeAt(0);
  }

  /** End of the value among all bytes. */
  endOf(code: number): number {
    return this.#ends[code]!;
  }

  /** Code of a value, 0 = none. */
  find(value: Value): number {
    this.#makeTable(this.#length);
    return this.#codeIn(this.#slotOf(jsonOf(value)));
  }

  /** Like `find`, but adds the value if it is new. */
  codeOf(value: Value): number {
    this.#makeTable(this.#length + 1);
    const json = jsonOf(value);
    const slot = this.#slotOf(json);
    return this.#codeIn(slot) || this.#putIn(slot, json, isOdd(json.bytes, json.begin, json.end));
  }

  /** Adds a value that is known to be new. The hash table is made only when a value is looked up. */
  append(value: Value): number {
    this.#table = NO_SLOTS;
    if (typeof value === 'string') {
      this.#reserve(1, value.length + AROUND_BYTES);
      const end = writePlain(this.#bytes, this.#ends[this.#length - 1]!, value);
      if (end >= 0) {
        this.#ends[this.#length] = end;
        return this.#length++;
      }
    }
    const json = jsonOf(value);
    this.#reserve(1, json.end + 1);
    return this.#put(json, isOdd(json.bytes, json.begin, json.end));
  }

  /** Code in another list -> code here. Learns only values that some row has. */
  learn(values: Values, codes: Codes): Uint32Array {
    let known = this.#lists.get(values);
    if (known === undefined || known.length < values.length) {
      const grown = new Uint32Array(values.length);
      grown.set(known ?? []);
      known = grown;
      this.#lists.set(values, known);
    }
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row]!;
      if (known[code] === 0 && code !== 0) known[code] = this.codeOf(values.at(code)!);
    }
    return known;
  }

  /** Adds a JSON list whose first value is the missing one: index -> code. null if it is not such a list. */
  addList(json: Uint8Array, count: number): Uint32Array | null {
    const split = json[0] === BRACKET ? scratch().split(json, 1, count) : null;
    if (split === null || !isList(json, split.ends)) return null;
    const list = new JsonValue(json);
    const codes = this.#known(list, split);
    this.#addNew(list, split, codes);
    return codes;
  }

  /** Codes of values of a list, 0 = new. All are compared at once with what their hashes lead to. */
  #known(list: JsonValue, split: SplitValues): Uint32Array {
    const codes = new Uint32Array(split.ends.length);
    const places = new Uint32Array(codes.length).fill(NO_PLACE);
    this.#makeTable(this.#length);
    for (let at = 1; at < codes.length; at++) {
      const code = this.#codeLike(split.hashes[at]!);
      if (code === 0) continue;
      codes[at] = code;
      const begin = this.#ends[code - 1]!;
      if (this.#ends[code]! - begin === split.ends[at]! - split.ends[at - 1]!) places[at] = begin;
    }
    const held = heldBytes();
    const own = this.#bytes.subarray(0, this.#ends[this.#length - 1]);
    const is_same = held.hold(this, own) ? held.same(list.bytes, split.ends, places) : new Uint8Array(codes.length);
    for (let at = 1; at < codes.length; at++) {
      if (codes[at] !== 0 && is_same[at] === 0) codes[at] = this.#codeIn(this.#slotOf(valueAt(list, split, at)));
    }
    return codes;
  }

  /** Adds values that have no code. Their number is known, so there is room for all of them at once. */
  #addNew(list: JsonValue, split: SplitValues, codes: Uint32Array): void {
    let values = 0;
    let bytes = 0;
    for (let at = 1; at < codes.length; at++) {
      if (codes[at] !== 0) continue;
      values++;
      bytes += split.ends[at]! - split.ends[at - 1]!;
    }
    this.#reserve(values, bytes, LIST_GROWTH);
    this.#makeTable(this.#length + values);
    for (let at = 1; at < codes.length; at++) {
      if (codes[at] !== 0) continue;
      const slot = this.#slotOf(valueAt(list, split, at));
      codes[at] = this.#codeIn(slot) || this.#putIn(slot, list, split.odd[at] === 1);
    }
  }

  #valueOf(code: number): Value {
    const from = this.#ends[code - 1]!;
    const until = this.#ends[code]! - 1;
    if (this.#odd[indexOfLeast(this.#odd, code)] !== code) return this.#bytes.toString('latin1', from + 1, until - 1);
    return fromStored(JSON.parse(this.#bytes.toString('utf8', from, until)));
  }

  /** Code in a slot of the table, 0 = none. */
  #codeIn(slot: number): number {
    return this.#table[slot]! & (this.#table.length - 1);
  }

  /** First code in the table with those bits of a hash, 0 = none. */
  #codeLike(hash: number): number {
    const table = this.#table;
    const mask = table.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = table[slot]!;
      if (entry === 0 || ((entry ^ hash) & ~mask) === 0) return entry & mask;
    }
  }

  #putIn(slot: number, json: JsonValue, is_odd: boolean): number {
    this.#reserve(1, json.end - json.begin + 1);
    const code = this.#put(json, is_odd);
    this.#table[slot] = entryOf(code, json.hash, this.#table.length - 1);
    return code;
  }

  #put(json: JsonValue, is_odd: boolean): number {
    const code = this.#length++;
    const begin = this.#ends[code - 1]!;
    const end = begin + json.end - json.begin;
    json.copyTo(this.#view, begin);
    this.#bytes[end] = END;
    this.#ends[code] = end + 1;
    if (is_odd) this.#odd.push(code);
    return code;
  }

  /** Table slot of the value, or where it would go. */
  #slotOf(json: JsonValue): number {
    const table = this.#table;
    const mask = table.length - 1;
    const { hash } = json;
    const length = json.end - json.begin + 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = table[slot]!;
      if (entry === 0) return slot;
      if (((entry ^ hash) & ~mask) !== 0) continue;
      const code = entry & mask;
      const begin = this.#ends[code - 1]!;
      if (this.#ends[code]! - begin === length && json.isAt(this.#view, begin)) return slot;
    }
  }

  /** Makes room for that many more values, and for their bytes with terminators. Full arrays grow by that factor. */
  #reserve(values: number, bytes: number, growth = GROWTH): void {
    const needed = this.#ends[this.#length - 1]! + bytes;
    assert(needed < 2 ** 32, 'the values of a property fit into four gigabytes');
    if (needed > this.#bytes.length) this.#resizeBytes(Math.max(needed, Math.ceil(this.#bytes.length * growth)));
    const codes = this.#length + values;
    if (codes > this.#ends.length) this.#resizeEnds(Math.max(codes, Math.ceil(this.#ends.length * growth)));
  }

  #resizeBytes(length: number): void {
    const resized = length < SHARED_BYTES ? Buffer.alloc(length) : Buffer.from(sharedBytes(length).buffer);
    resized.set(this.#bytes.subarray(0, this.#ends[this.#length - 1]));
    this.#bytes = resized;
    this.#view = viewOf(resized);
  }

  #resizeEnds(length: number): void {
    const resized = length * 4 < SHARED_BYTES ? new Uint32Array(length) : sharedWords(length);
    resized.set(this.#ends.subarray(0, this.#length));
    this.#ends = resized;
  }

  /** Makes the table for that many codes, unless there is one. */
  #makeTable(codes: number): void {
    if (codes * 5 <= this.#table.length * 4) return;
    const table = new Uint32Array(slotsFor(codes));
    const mask = table.length - 1;
    const { hashes } = must(scratch().split(this.#bytes, 0, this.#length - 1), 'each value has an end');
    for (let code = 1; code < this.#length; code++) {
      const hash = hashes[code - 1]!;
      let slot = hash & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = entryOf(code, hash, mask);
    }
    this.#table = table;
  }
}

/** Buffer of `jsonOf`, which the next call overwrites. */
let room = new JsonValue(new Uint8Array(1_024));

function jsonOf(value: Value): JsonValue {
  const json = JSON.stringify(toStored(value));
  if (json.length * UNIT_BYTES > room.bytes.length) room = new JsonValue(new Uint8Array(json.length * UNIT_BYTES));
  return room.at(0, ENCODER.encodeInto(json, room.bytes).written);
}

function valueAt(list: JsonValue, { ends, hashes }: SplitValues, at: number): JsonValue {
  return list.at(ends[at - 1]! + 1, ends[at]!, hashes[at]!);
}

/** Whether commas separate the values, and the last byte is a closing bracket. */
function isList(json: Uint8Array, ends: Uint32Array): boolean {
  const last = ends.length - 1;
  for (let at = 0; at < last; at++) if (json[ends[at]!] !== COMMA) return false;
  return json[ends[last]!] === BRACKET_CLOSED && ends[last]! + 1 === json.length;
}

/** The code, and the bits of the hash that no code has. */
function entryOf(code: number, hash: number, mask: number): number {
  return (hash & ~mask) | code;
}

function isSpare(empty: number, length: number): boolean {
  return empty > Math.max(SPARE, length * SPARE_SHARE);
}

/** A power of two, of which at most four fifths are taken. */
function slotsFor(values: number): number {
  return 2 ** Math.max(7, Math.ceil(Math.log2((values * 5) / 4)));
}
