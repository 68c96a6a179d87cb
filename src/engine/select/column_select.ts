/**
 * Runs one test over one column and returns flags or a bitmap.
 * A test runs once per distinct value and fills a table over the dictionary; rows then only look up their code.
 */
import { allocate, fromFlags, has, setRange, trim } from '../../base/bitmap.ts';
import type { ValueTest } from '../../model/question/predicate.ts';
import type { Codes, Column, Value, Values } from '../frame/column.ts';
import type { ActorRanges } from '../frame/run.ts';
import { rowCuts } from '../frame/slices.ts';
import type { Team } from '../frame/team.ts';
import { SELECT_ORDERED } from '../kernels/rows/select_ordered.ts';
import { Dictionary } from '../storage/dictionary.ts';
import { codeOfLeast, decodeScaled, type ScaledColumn, type StoredColumn } from '../storage/scaled_numbers.ts';
import type { ColumnPiece } from '../storage/table.ts';
import { passingTexts } from './values/dictionary_test.ts';
import { prepare, type Tester } from './values/value_test.ts';

/**
 * Up to this many comparisons per number beat a set lookup. With this many times more rows than values, all values are
 * tested up front.
 */
const FEW = 4;
/** Tests may be slow (patterns over long texts): values between two checkpoints. */
const CHECKED_VALUES = 512;
/** Table entry: not tested yet. */
const UNKNOWN = 2;
/** Table entry: not tested yet, but some row has the value. */
const MET = 3;
/** A fixed type: a loop that sees several array types checks the type at each access. */
const BLOCK_ROWS = 4_096;
/** Of this thread: making it would take longer than a short piece. */
const room = new Int32Array(BLOCK_ROWS);

/** Bitmap of rows whose own value passes; null = all. */
export function selectColumn(test: ValueTest, column: Column, rows: number, team: Team): Uint32Array | null {
  const flags = new Uint8Array(rows);
  markPassing(test, column, flags, team);
  return flags.includes(0) ? fromFlags(flags) : null;
}

/** index -> 1 if it passes, else 0; whatever was there before. */
export function markPassing(test: ValueTest, column: StoredColumn, flags: Uint8Array, team: Team): void {
  if (column.kind === 'number') markNumbers(test, column.values, flags);
  else if (column.kind === 'scaled') markScaled(test, column, flags);
  else lookUp(column.codes, passingCodes(test, column.values, column.codes, team), flags);
}

/** Likewise for pieces of rows, one after the other. */
export function markPieces(pieces: readonly ColumnPiece[], test: ValueTest, passes: Uint8Array, team: Team): void {
  let at = 0;
  for (const { rows, column } of pieces) {
    const own = passes.subarray(at, at + rows);
    if (column === null) own.fill(0);
    else markPassing(test, column, own, team);
    at += rows;
  }
}

/** row -> order[row] -> flag -> bit; `flags` must be shared. */
export function selectOrdered(order: Uint32Array, flags: Uint8Array, team: Team): Uint32Array {
  const found = allocate(order.length);
  team.share(SELECT_ORDERED, { order, flags, found }, rowCuts(order.length));
  return trim(found, order.length);
}

/** Per test and column or values, kept while the test lives: one question runs the same test over many runs. */
class Kept<K extends object, V> {
  readonly #of_tests = new WeakMap<ValueTest, WeakMap<K, V>>();

  of(test: ValueTest): WeakMap<K, V> {
    let known = this.#of_tests.get(test);
    if (known === undefined) {
      known = new WeakMap();
      this.#of_tests.set(test, known);
    }
    return known;
  }
}

const tables = new Kept<Values, Uint8Array>();
/** Owners' columns that change are new objects. */
const sets = new Kept<Column, Uint32Array>();

function tableFor(test: ValueTest, values: Values, make: (before: Uint8Array) => Uint8Array): Uint8Array {
  const known = tables.of(test);
  let table = known.get(values);
  // The dictionary may have grown.
  if (table === undefined || table.length !== values.length) {
    table = make(table ?? NO_FLAGS);
    known.set(values, table);
  }
  return table;
}

const NO_FLAGS = new Uint8Array(0);

/** code -> 1 if its value passes, else 0, for all codes in use. */
function passingCodes(test: ValueTest, values: Values, codes: Codes, team: Team): Uint8Array {
  if (!(values instanceof Dictionary)) {
    return tableFor(test, values, () => {
      const passes = new Uint8Array(values.length).fill(UNKNOWN);
      askAll(testersOf(test).any, values, passes, team);
      return passes;
    });
  }
  // Project dictionary: tests that work on all values at once do; otherwise only values in use are tested.
  let is_told = true;
  const passes = tableFor(test, values, (before) => {
    const found = passingTexts(test, values, team);
    if (found !== null) return found;
    is_told = false;
    const unknown = new Uint8Array(values.length).fill(UNKNOWN);
    unknown.set(before);
    return unknown;
  });
  if (is_told && !passes.includes(UNKNOWN)) return passes;
  const isAll = values.length * FEW <= codes.length;
  if (!isAll) markMet(codes, passes);
  askWanted(testersOf(test), values, isAll ? UNKNOWN : MET, passes, team);
  return passes;
}

interface Testers {
  readonly any: Tester;
  /** Of plain ASCII texts. */
  readonly text: Tester;
}

/** Patterns take long to compile, and a column comes in pieces. */
const prepared = new WeakMap<ValueTest, Testers>();

function testersOf(test: ValueTest): Testers {
  let testers = prepared.get(test);
  if (testers === undefined) {
    testers = { any: prepare(test), text: prepare(test, true) };
    prepared.set(test, testers);
  }
  return testers;
}

function askAll(tester: Tester, values: Values, passes: Uint8Array, team: Team): void {
  let code = 0;
  for (const value of values) {
    if (code % CHECKED_VALUES === 0) team.checkpoint();
    if (passes[code] === UNKNOWN) passes[code] = tester(value) ? 1 : 0;
    code++;
  }
}

function markMet(codes: Codes, passes: Uint8Array): void {
  eachBlock(codes, (block) => {
    for (let at = 0; at < block.length; at++) if (passes[block[at]!] === UNKNOWN) passes[block[at]!] = MET;
  });
}

/** Values marked as wanted; neighbours are read together. */
function askWanted(testers: Testers, values: Dictionary, wanted: number, passes: Uint8Array, team: Team): void {
  for (let code = passes.indexOf(wanted); code >= 0; ) {
    team.checkpoint();
    const until = Math.min(code + CHECKED_VALUES, passes.length);
    const passesAt = values.reading(code, until, testers.text, testers.any);
    for (; code < until; code++) if (passes[code] === wanted) passes[code] = passesAt(code) ? 1 : 0;
    code = passes.indexOf(wanted, until);
  }
}

function lookUp(codes: Codes, passes: Uint8Array, flags: Uint8Array): void {
  eachBlock(codes, (block, first) => lookUpBlock(block, passes, flags.subarray(first, first + block.length)));
}

/**
 * Unrolled by four: loop overhead would dominate. It is also long enough to be compiled on its own; shorter loops get
 * inlined into callers that stay in the middle tier, ten times as slow.
 */
function lookUpBlock(codes: Int32Array, passes: Uint8Array, flags: Uint8Array): void {
  const whole = flags.length - (flags.length % 4);
  for (let at = 0; at < whole; at += 4) {
    flags[at] = passes[codes[at]!]!;
    flags[at + 1] = passes[codes[at + 1]!]!;
    flags[at + 2] = passes[codes[at + 2]!]!;
    flags[at + 3] = passes[codes[at + 3]!]!;
  }
  for (let at = whole; at < flags.length; at++) flags[at] = passes[codes[at]!]!;
}

function eachBlock(codes: Codes, visit: (block: Int32Array, first: number) => void): void {
  for (let first = 0; first < codes.length; first += BLOCK_ROWS) {
    const some = codes.subarray(first, first + BLOCK_ROWS);
    room.set(some);
    visit(room.subarray(0, some.length), first);
  }
}

/** Bitmap of owners (persons, groups, …) whose value passes; do not write. */
export function passingOwners(test: ValueTest, column: Column, team: Team): Uint32Array {
  const known = sets.of(test);
  let owners = known.get(column);
  if (owners === undefined) {
    const flags = new Uint8Array(column.kind === 'number' ? column.values.length : column.codes.length);
    markPassing(test, column, flags, team);
    owners = fromFlags(flags);
    known.set(column, owners);
  }
  return owners;
}

/** Rows of the actors in the set; whole ranges at once. */
export function selectActors(members: Uint32Array, { actor, begin }: ActorRanges, rows: number): Uint32Array {
  const found = allocate(rows);
  for (let rank = 0; rank < actor.length; rank++) {
    if (has(members, actor[rank]!)) setRange(found, begin[rank]!, begin[rank + 1]!);
  }
  return found;
}

/** row -> owner -> bit; owners past the end of the set are not in it: they look at a word of their own. */
export function selectMembers(members: Uint32Array, owner: Uint32Array, rows: number): Uint32Array {
  const found = allocate(rows);
  const outside = members.length;
  const words = new Uint32Array(outside + 1);
  words.set(members);
  for (let first = 0; first < rows; first += 32) {
    const last = Math.min(first + 32, rows);
    let word = 0;
    for (let row = first; row < last; row++) {
      const index = owner[row]!;
      word |= ((words[Math.min(index >>> 5, outside)]! >>> (index & 31)) & 1) << (row & 31);
    }
    found[first >>> 5] = word;
  }
  return found;
}

/** index -> flag. NaN is missing and fails every comparison. */
function markNumbers(test: ValueTest, values: Float64Array, flags: Uint8Array): void {
  const bounds = boundsOf(test);
  if (bounds !== null) markBetween(values, flags, bounds.min, bounds.max);
  else if (test.op === 'in') markEqual(numbersIn(test.values), values, flags);
  else markEach(prepare(test), values, flags);
}

/** Bounds are looked up among the codes, so that no number is made. */
function markScaled(test: ValueTest, column: ScaledColumn, flags: Uint8Array): void {
  const bounds = boundsOf(test);
  if (bounds === null) {
    markNumbers(test, decodeScaled(column), flags);
    return;
  }
  const least = codeOfLeast(column, bounds.min);
  const until = codeOfLeast(column, neighbour(bounds.max, true));
  eachBlock(column.codes, (block, first) =>
    markWithin(block, flags.subarray(first, first + block.length), least, Math.max(until - least, 0)),
  );
}

/** Of the numbers that pass, both included; null for other tests. */
function boundsOf(test: ValueTest): { readonly min: number; readonly max: number } | null {
  if (test.op === 'set') return { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  if (test.op !== 'number') return null;
  return {
    min: test.min_open ? neighbour(test.min, true) : test.min,
    max: test.max_open ? neighbour(test.max, false) : test.max,
  };
}

/** Only text in canonical number format can equal a number. */
function numbersIn(texts: readonly string[]): number[] {
  return texts.map(Number).filter((number, at) => String(number) === texts[at]);
}

function markEqual(members: readonly number[], values: Float64Array, flags: Uint8Array): void {
  const wanted = new Set(members);
  if (members.length > FEW) for (let at = 0; at < values.length; at++) flags[at] = wanted.has(values[at]!) ? 1 : 0;
  else {
    flags.fill(0);
    for (const member of members)
      for (let at = 0; at < values.length; at++) flags[at]! |= Number(values[at] === member);
  }
}

/** Bounds are inclusive. Branch-free: five times as fast on random data. Unrolled like `lookUp`. */
function markBetween(values: Float64Array, flags: Uint8Array, min: number, max: number): void {
  const whole = values.length - (values.length % 4);
  for (let at = 0; at < whole; at += 4) {
    flags[at] = Number(values[at]! >= min) & Number(values[at]! <= max);
    flags[at + 1] = Number(values[at + 1]! >= min) & Number(values[at + 1]! <= max);
    flags[at + 2] = Number(values[at + 2]! >= min) & Number(values[at + 2]! <= max);
    flags[at + 3] = Number(values[at + 3]! >= min) & Number(values[at + 3]! <= max);
  }
  for (let at = whole; at < values.length; at++) flags[at] = Number(values[at]! >= min) & Number(values[at]! <= max);
}

/** code -> whether it is one of `count` from `least` on. Unrolled like `lookUp`. */
function markWithin(codes: Int32Array, flags: Uint8Array, least: number, count: number): void {
  const whole = flags.length - (flags.length % 4);
  for (let at = 0; at < whole; at += 4) {
    flags[at] = Number((codes[at]! - least) >>> 0 < count);
    flags[at + 1] = Number((codes[at + 1]! - least) >>> 0 < count);
    flags[at + 2] = Number((codes[at + 2]! - least) >>> 0 < count);
    flags[at + 3] = Number((codes[at + 3]! - least) >>> 0 < count);
  }
  for (let at = whole; at < flags.length; at++) flags[at] = Number((codes[at]! - least) >>> 0 < count);
}

/** Next double above or below: turns an open bound into a closed one. */
function neighbour(value: number, above: boolean): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return above ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const double = Float64Array.of(value);
  const bits = new BigInt64Array(double.buffer);
  bits[0]! += value > 0 === above ? 1n : -1n;
  return double[0]!;
}

/** Text or date tests of numbers; rare, so row by row. */
function markEach(tester: (value: Value) => boolean, values: Float64Array, flags: Uint8Array): void {
  for (let at = 0; at < values.length; at++) flags[at] = tester(missingIfNan(values[at]!)) ? 1 : 0;
}

function missingIfNan(value: number): Value {
  return Number.isNaN(value) ? null : value;
}
