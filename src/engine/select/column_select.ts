/**
 * Runs one test over one column and returns flags or a bitmap.
 * A test runs once per distinct value and fills a table over the dictionary; rows then only look up their code.
 */
import { allocate, fromFlags, has, setRange, trim } from '../../base/bitmap.ts';
import { sharedBytes } from '../../base/shared.ts';
import type { ValueTest } from '../../model/question/predicate.ts';
import type { Codes, Column, DictionaryColumn, StoredColumn, Value, Values } from '../frame/column.ts';
import type { DatasetView } from '../frame/dataset.ts';
import type { RowOrder } from '../frame/row_order.ts';
import type { ActorRanges } from '../frame/run.ts';
import { codeOfLeast } from '../frame/scaled_numbers.ts';
import { lightRowCuts } from '../frame/slices.ts';
import { alone, type Team } from '../frame/team.ts';
import { MARK_ROWS, type PiecesTest, type PieceTest } from '../kernels/rows/mark_rows.ts';
import { SELECT_ORDERED } from '../kernels/rows/select_ordered.ts';
import { Dictionary } from '../storage/dictionary.ts';
import type { ColumnPiece } from '../storage/table.ts';
import { decodeScaled } from '../wasm/decoded.ts';
import { madeOnce, nameOf } from './named.ts';
import { passingTexts } from './values/dictionary_test.ts';
import { prepare, type Tester } from './values/value_test.ts';

/**
 * Up to this many comparisons per number beat a set lookup. With this many times more rows than values, all values are
 * tested up front.
 */
const FEW = 4;
/** Values between two checkpoints: tests may be slow (patterns over long texts). */
const CHECKED_VALUES = 512;
/** Table entry: not tested yet. */
const UNKNOWN = 2;
/** Table entry: not tested yet, but some row has the value. */
const MET = 3;

/** Bitmap of rows whose own value passes; null = all. */
export function selectColumn(test: ValueTest, column: Column, rows: number, team: Team): Uint32Array | null {
  const flags = new Uint8Array(rows);
  markPassing(test, column, flags, team);
  return flags.includes(0) ? fromFlags(flags) : null;
}

/** Sets each flag to 1 if the value passes, else 0. */
export function markPassing(test: ValueTest, column: StoredColumn, flags: Uint8Array, team: Team): void {
  const piece = testPiece(test, column, team);
  if (piece?.by === 'flags') {
    flags.set(piece.flags);
    return;
  }
  const condition = { is_not: false, begin: Uint32Array.of(0, flags.length), pieces: [piece] };
  // This thread does it alone: columns of people or computed values are seldom in shared memory.
  markRows(
    [condition],
    flags,
    alone(() => team.checkpoint()),
  );
}

/** Sets each flag to 1 if all conditions hold, else 0. If the team has other threads, all arguments must be shared. */
export function markRows(conditions: readonly PiecesTest[], flags: Uint8Array, team: Team): void {
  team.share(MARK_ROWS, { conditions, flags }, lightRowCuts(flags.length));
}

/** The test in terms of the column's codes. */
function testPiece(test: ValueTest, column: StoredColumn, team: Team): PieceTest {
  if (column.kind === 'dictionary') {
    const { codes, values } = column;
    return { by: 'table', codes, passes: passingCodes(test, values, [codes], team) };
  }
  const bounds = column.kind === 'scaled' ? boundsOf(test) : null;
  if (column.kind === 'scaled' && bounds !== null) {
    // Compares codes with the codes of the bounds, so that no number is decoded.
    const least = codeOfLeast(column, bounds.min);
    const count = codeOfLeast(column, neighbour(bounds.max, true)) - least;
    return count <= 0 ? null : { by: 'span', codes: column.codes, least, count };
  }
  const values = column.kind === 'scaled' ? decodeScaled(column) : column.values;
  const flags = sharedBytes(values.length);
  markNumbers(test, values, flags);
  return { by: 'flags', flags };
}

/** Tests the rows at `pick`, numbered over all pieces. */
export function testPicked(test: ValueTest, pieces: readonly ColumnPiece[], pick: Uint32Array, team: Team): PieceTest {
  const condition = piecesTest(false, testPieces(test, pieces, team));
  const all = new Uint8Array(condition.begin[pieces.length]!);
  markRows(
    [condition],
    all,
    alone(() => team.checkpoint()),
  );
  const flags = sharedBytes(pick.length);
  for (let position = 0; position < pick.length; position++) flags[position] = all[pick[position]!]!;
  return { by: 'flags', flags };
}

/** A test of consecutive rows. */
interface RowsTest {
  readonly rows: number;
  readonly test: PieceTest;
}

/** Pieces of one property; the values of its dictionary are tested for all of them at once. */
export function testPieces(test: ValueTest, pieces: readonly ColumnPiece[], team: Team): RowsTest[] {
  const coded = pieces.map(({ column }) => column).filter((column) => column !== null && isCoded(column));
  const lists = coded.map(({ codes }) => codes);
  const passes = coded[0] && passingOf(test, coded[0].values, lists, team);
  return pieces.map(({ rows, column }) => {
    if (column === null) return { rows, test: null };
    if (passes === undefined || !isCoded(column)) return { rows, test: testPiece(test, column, team) };
    return { rows, test: { by: 'table', codes: column.codes, passes } };
  });
}

function isCoded(column: StoredColumn): column is DictionaryColumn & { readonly values: Dictionary } {
  return column.kind === 'dictionary' && column.values instanceof Dictionary;
}

export function piecesTest(is_not: boolean, pieces: readonly RowsTest[]): PiecesTest {
  const begin = new Uint32Array(pieces.length + 1);
  for (const [at, { rows }] of pieces.entries()) begin[at + 1] = begin[at]! + rows;
  return { is_not, begin, pieces: pieces.map(({ test }) => test) };
}

/** row -> order[row] -> flag -> bit; `flags` must be shared. */
export function selectOrdered(order: RowOrder, flags: Uint8Array, team: Team): Uint32Array {
  const found = allocate(order.length);
  team.share(SELECT_ORDERED, { order, flags, found }, lightRowCuts(order.length));
  return trim(found, order.length);
}

/** code -> 1 if its value passes, else 0, for all codes in use. */
function passingCodes(test: ValueTest, values: Values, lists: readonly Codes[], team: Team): Uint8Array {
  if (values instanceof Dictionary) return passingOf(test, values, lists, team);
  const known = madeOnce(tables, test, newWeakMap<Values, Uint8Array>);
  let passes = known.get(values);
  // Values of unsealed rows grow.
  if (passes?.length !== values.length) {
    passes = new Uint8Array(values.length).fill(UNKNOWN);
    askAll(testerOf(test), values, passes, team);
    known.set(values, passes);
  }
  return passes;
}

/** Same for a project's dictionary. Tests all values at once if the test can, else only values in use. */
function passingOf(test: ValueTest, values: Dictionary, lists: readonly Codes[], team: Team): Uint8Array {
  const rows = lists.reduce((sum, { length }) => sum + length, 0);
  let is_told = true;
  const passes = values.tested(nameOf(test), (before) => {
    const found = passingTexts(test, values, rows, team);
    if (found !== null) return found;
    is_told = false;
    const unknown = new Uint8Array(values.length).fill(UNKNOWN);
    unknown.set(before);
    return unknown;
  });
  if (is_told && !passes.includes(UNKNOWN)) return passes;
  const isAll = values.length * FEW <= rows;
  if (!isAll) for (const codes of lists) markMet(codes, passes);
  askWanted(testerOf(test), values, isAll ? UNKNOWN : MET, passes, team);
  return passes;
}

/** Cached as long as the test: one question runs it over many runs. A changed column of owners is a new object. */
const tables = new WeakMap<ValueTest, WeakMap<Values, Uint8Array>>();

/** Cached, as patterns take long to compile and a column comes in pieces. */
const testers = new WeakMap<ValueTest, Tester>();

function testerOf(test: ValueTest): Tester {
  return madeOnce(testers, test, () => prepare(test));
}

function newWeakMap<K extends object, V>(): WeakMap<K, V> {
  return new WeakMap();
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
  for (let row = 0; row < codes.length; row++) if (passes[codes[row]!] === UNKNOWN) passes[codes[row]!] = MET;
}

/** Tests the values marked `wanted`; neighbours are read together. */
function askWanted(tester: Tester, values: Dictionary, wanted: number, passes: Uint8Array, team: Team): void {
  for (let code = passes.indexOf(wanted); code >= 0; ) {
    team.checkpoint();
    const until = Math.min(code + CHECKED_VALUES, passes.length);
    const passesAt = values.reading(code, until, tester, tester);
    askBetween(passesAt, code, until, wanted, passes);
    code = passes.indexOf(wanted, until);
  }
}

/** A function of its own, so that V8 need not leave optimised code at the end of each loop. */
function askBetween(
  passesAt: (code: number) => boolean,
  first: number,
  until: number,
  wanted: number,
  passes: Uint8Array,
): void {
  for (let code = first; code < until; code++) if (passes[code] === wanted) passes[code] = passesAt(code) ? 1 : 0;
}

/** Bitmap of owners (persons, groups, …) whose value passes; do not write. `named`: the condition. */
export function passingOwners(named: object, test: ValueTest, column: Column, view: DatasetView): Uint32Array {
  return view.ownerSet(column, nameOf(named), () => {
    const flags = new Uint8Array(column.kind === 'number' ? column.values.length : column.codes.length);
    markPassing(test, column, flags, view);
    return fromFlags(flags);
  });
}

/** Rows of the actors in the set; whole ranges at once. */
export function selectActors(members: Uint32Array, { actor, begin }: ActorRanges, rows: number): Uint32Array {
  const found = allocate(rows);
  for (let rank = 0; rank < actor.length; rank++) {
    if (has(members, actor[rank]!)) setRange(found, begin[rank]!, begin[rank + 1]!);
  }
  return found;
}

/** row -> owner -> bit. Owners past the end of the set look at an extra, empty word. */
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

/** Inclusive bounds of the numbers that pass; null for other tests. */
function boundsOf(test: ValueTest): { readonly min: number; readonly max: number } | null {
  if (test.op === 'set') return { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
  if (test.op !== 'number') return null;
  return {
    min: test.min_open ? neighbour(test.min, true) : test.min,
    max: test.max_open ? neighbour(test.max, false) : test.max,
  };
}

/** Only text in canonical number format can equal a number. NaN is none: it would find rows that have no value. */
function numbersIn(texts: readonly string[]): number[] {
  return texts.map(Number).filter((number, at) => String(number) === texts[at] && !Number.isNaN(number));
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

/** Bounds are inclusive. Branch-free: five times as fast on random data. Unrolled by four: loop overhead would dominate. */
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
