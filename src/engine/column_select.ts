/**
 * One test over one column -> the rows that pass, as bits. A test runs once per distinct value and fills a table over the
 * dictionary; rows then only look their code up, 32 of them to a word.
 */
import { allocate, has, or, setRange, trim } from '../base/bitmap.ts';
import type { ValueTest } from '../model/predicate.ts';
import type { Codes, Column, DictionaryColumn, Value } from './column.ts';
import type { Stretches } from './run.ts';
import { prepare } from './value_test.ts';

/** So many passes over a column of numbers are faster than one that looks each number up. */
const FEW = 4;

/** Tests may be slow (patterns over long texts): so many run between two checkpoints. */
const CHECKED_VALUES = 512;
/** That of a DatasetView. */
type Checkpoint = () => void;

/** Rows whose own value passes: null = every row. */
export function selectColumn(
  test: ValueTest,
  column: Column,
  rows: number,
  checkpoint: Checkpoint,
): Uint32Array | null {
  if (column.kind === 'number') return selectNumbers(test, column.values, rows);
  const passes = passingCodes(test, column, checkpoint);
  // Columns that agree on one answer need no look at their rows.
  if (!passes.includes(1)) return allocate(rows);
  if (!passes.includes(0)) return null;
  return selectCodes(column.codes, passes, rows);
}

/**
 * Tables that were made for a test, kept as long as the test lives: one question asks the same test of many runs, and
 * those share dictionaries and owners. The key of the inner map is the array of values or the owners' column. So a column
 * that changes otherwise than by growing must be another object for the next question (which brings its own tests).
 */
const tables = new WeakMap<ValueTest, WeakMap<object, Uint8Array>>();

function tableFor(test: ValueTest, key: object, length: number, make: () => Uint8Array): Uint8Array {
  let known = tables.get(test);
  if (known === undefined) {
    known = new WeakMap();
    tables.set(test, known);
  }
  let table = known.get(key);
  // A dictionary may have grown since.
  if (table === undefined || table.length !== length) {
    table = make();
    known.set(key, table);
  }
  return table;
}

/** code -> 1 where its value passes, else 0. */
function passingCodes(test: ValueTest, column: DictionaryColumn, checkpoint: Checkpoint): Uint8Array {
  const { values } = column;
  return tableFor(test, values, values.length, () => passing(test, values, checkpoint));
}

function passing(test: ValueTest, values: ArrayLike<Value>, checkpoint: Checkpoint): Uint8Array {
  const tester = prepare(test);
  const passes = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at++) {
    if (at % CHECKED_VALUES === 0) checkpoint();
    passes[at] = tester(missingIfNan(values[at]!)) ? 1 : 0;
  }
  return passes;
}

function missingIfNan(value: Value): Value {
  return typeof value === 'number' && Number.isNaN(value) ? null : value;
}

/** index of an owner (person, group, …) -> 1 where its value passes, else 0. */
export function passingIndices(test: ValueTest, column: Column, checkpoint: Checkpoint): Uint8Array {
  if (column.kind === 'number') {
    const { values } = column;
    return tableFor(test, column, values.length, () => passing(test, values, checkpoint));
  }
  const { codes } = column;
  return tableFor(test, column, codes.length, () => {
    const passes = passingCodes(test, column, checkpoint);
    const flags = new Uint8Array(codes.length);
    for (let index = 0; index < codes.length; index++) flags[index] = passes[codes[index]!]!;
    return flags;
  });
}

/** Rows per block; whole words of bits. */
const BLOCK_ROWS = 4096;

/**
 * row -> codes[row] -> passes[code] -> bit. Codes are copied into a block of one type first, which costs next to nothing:
 * a loop that meets arrays of several types asks at each look which it is. Whole words are packed, whatever the block
 * holds behind the last row.
 */
function selectCodes(codes: Codes, passes: Uint8Array, rows: number): Uint32Array {
  const found = allocate(rows);
  if (codes instanceof Uint8Array && passes.length ** 2 <= rows) selectPairs(codes, passes, found);
  else {
    const block = new Int32Array(BLOCK_ROWS);
    for (let first = 0; first < rows; first += BLOCK_ROWS) {
      const until = Math.min(first + BLOCK_ROWS, rows);
      block.set(codes.subarray(first, until));
      pack(block, passes, found.subarray(first >>> 5, (until + 31) >>> 5));
    }
  }
  return trim(found, rows);
}

/** Two codes of a byte each are one number, which is looked up at once. */
function selectPairs(codes: Uint8Array, passes: Uint8Array, found: Uint32Array): void {
  const block = new Uint8Array(BLOCK_ROWS * 2);
  const pairs = new Uint16Array(block.buffer);
  const passing = new Uint8Array(1 << 16);
  for (let code = 0; code < passes.length; code++) {
    for (let next = 0; next < passes.length; next++) {
      block[0] = code;
      block[1] = next;
      passing[pairs[0]!] = passes[code]! | (passes[next]! << 1);
    }
  }
  for (let first = 0; first < codes.length; first += block.length) {
    const until = Math.min(first + block.length, codes.length);
    block.set(codes.subarray(first, until));
    packPairs(pairs, passing, found.subarray(first >>> 5, (until + 31) >>> 5));
  }
}

/** Eight looks side by side wait for none of the others. `index`: row -> place in the table of bits. */
function pack(index: Int32Array, passes: Uint8Array, words: Uint32Array): void {
  let at = 0;
  for (let word = 0; word < words.length; word++) {
    let packed = 0;
    for (let shift = 0; shift < 32; shift += 8, at += 8) {
      const byte =
        passes[index[at]!]! |
        (passes[index[at + 1]!]! << 1) |
        (passes[index[at + 2]!]! << 2) |
        (passes[index[at + 3]!]! << 3) |
        (passes[index[at + 4]!]! << 4) |
        (passes[index[at + 5]!]! << 5) |
        (passes[index[at + 6]!]! << 6) |
        (passes[index[at + 7]!]! << 7);
      packed |= byte << shift;
    }
    words[word] = packed;
  }
}

/** The same with two bits at each look. */
function packPairs(pairs: Uint16Array, passing: Uint8Array, words: Uint32Array): void {
  let at = 0;
  for (let word = 0; word < words.length; word++) {
    let packed = 0;
    for (let shift = 0; shift < 32; shift += 16, at += 8) {
      const half =
        passing[pairs[at]!]! |
        (passing[pairs[at + 1]!]! << 2) |
        (passing[pairs[at + 2]!]! << 4) |
        (passing[pairs[at + 3]!]! << 6) |
        (passing[pairs[at + 4]!]! << 8) |
        (passing[pairs[at + 5]!]! << 10) |
        (passing[pairs[at + 6]!]! << 12) |
        (passing[pairs[at + 7]!]! << 14);
      packed |= half << shift;
    }
    words[word] = packed;
  }
}

/** The rows of the actors in the set. An actor's rows are neighbours: whole stretches are set at once. */
export function selectActors(members: Uint32Array, { actor, begin }: Stretches, rows: number): Uint32Array {
  const found = allocate(rows);
  for (let place = 0; place < actor.length; place++) {
    if (has(members, actor[place]!)) setRange(found, begin[place]!, begin[place + 1]!);
  }
  return found;
}

/** row -> owner[row] -> whether it is in the set -> bit; owners past the set are not in it. */
export function selectMembers(members: Uint32Array, owner: Uint32Array, rows: number): Uint32Array {
  const found = allocate(rows);
  for (let first = 0; first < rows; first += 32) {
    const last = Math.min(first + 32, rows);
    let word = 0;
    for (let row = first; row < last; row++) {
      const index = owner[row]!;
      word |= ((members[index >>> 5]! >>> (index & 31)) & 1) << (row & 31);
    }
    found[first >>> 5] = word;
  }
  return found;
}

/** row -> values[row] -> bit; NaN is missing and fails every comparison. */
function selectNumbers(test: ValueTest, values: Float64Array, rows: number): Uint32Array {
  switch (test.op) {
    case 'set':
      return selectBetween(values, rows, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    case 'number': {
      const min = test.min_open ? neighbour(test.min, true) : test.min;
      return selectBetween(values, rows, min, test.max_open ? neighbour(test.max, false) : test.max);
    }
    case 'in':
      return selectEqual(numbersIn(test.values), values, rows);
    default:
      return selectEach(prepare(test), values, rows);
  }
}

/** Only text that is written as numbers are written can be equal to one. */
function numbersIn(texts: readonly string[]): number[] {
  return texts.map(Number).filter((number, at) => String(number) === texts[at]);
}

function selectEqual(members: readonly number[], values: Float64Array, rows: number): Uint32Array {
  const found = allocate(rows);
  if (members.length <= FEW) {
    for (const member of members) or(found, selectBetween(values, rows, member, member));
    return found;
  }
  const wanted = new Set(members);
  for (let row = 0; row < rows; row++) {
    if (wanted.has(values[row]!)) found[row >>> 5]! |= 1 << (row & 31);
  }
  return found;
}

/** Both bounds inclusive. Comparisons are turned into bits without a branch: at random data that is five times as fast. */
function selectBetween(values: Float64Array, rows: number, min: number, max: number): Uint32Array {
  const found = allocate(rows);
  for (let first = 0; first < rows; first += 32) {
    const last = Math.min(first + 32, rows);
    let word = 0;
    for (let row = first; row < last; row++) {
      const value = values[row]!;
      word |= (Number(value >= min) & Number(value <= max)) << (row & 31);
    }
    found[first >>> 5] = word;
  }
  return found;
}

/** The next double above or below, which makes an open bound a closed one. */
function neighbour(value: number, above: boolean): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return above ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const double = Float64Array.of(value);
  const bits = new BigInt64Array(double.buffer);
  bits[0]! += value > 0 === above ? 1n : -1n;
  return double[0]!;
}

/** Tests of the text or date of a number, rare enough to ask row by row. */
function selectEach(tester: (value: Value) => boolean, values: Float64Array, rows: number): Uint32Array {
  const found = allocate(rows);
  for (let row = 0; row < rows; row++) {
    if (tester(missingIfNan(values[row]!))) found[row >>> 5]! |= 1 << (row & 31);
  }
  return found;
}
