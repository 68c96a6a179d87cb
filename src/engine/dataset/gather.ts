/**
 * Gathers rows of several sources into one column, in a given order.
 * Sealed sources use the project's dictionary codes, which are copied; unsealed ones are translated first. The result
 * has codes of its own by first appearance, as narrow as possible.
 */
import { complete, type Numeric } from '../../base/known.ts';
import { sharedNumbers } from '../../base/shared.ts';
import {
  allocateCodes,
  type Codes,
  type Column,
  type DictionaryColumn,
  missingColumn,
  type ScaledColumn,
  type StoredColumn,
  type Values,
  wideCodes,
} from '../frame/column.ts';
import type { Dictionary } from '../storage/dictionary.ts';
import { SomeValues } from '../storage/some_values.ts';
import type { ColumnPiece, RowSource } from '../storage/table.ts';
import { decodeScaled, plainColumn } from '../wasm/decoded.ts';
import type { Origin } from './origins.ts';

/** Rows where they are stored, or rows of a run. */
export type RunSource = RowSource | (Omit<RowSource, 'uuids'> & { originOf(row: number): Origin });

/** Some rows of a source: picked ones, or `rows` of them starting at `from`. */
export interface Slice {
  readonly source: RunSource;
  readonly from: number;
  readonly rows: number;
  /** position in the slice -> row of the source; null = the rows from `from` on. */
  readonly pick: Uint32Array | null;
}

export function wholeSlice(source: RunSource): Slice {
  return { source, from: 0, rows: source.rows, pick: null };
}

export function pickSlice(source: RunSource, pick: Uint32Array): Slice {
  return { source, from: 0, rows: pick.length, pick };
}

export function lengthOf(slices: readonly Slice[]): number {
  return slices.reduce((sum, { rows }) => sum + rows, 0);
}

/** Rows of slices in a given order, each row at most once. */
export interface Sequence {
  readonly slices: readonly Slice[];
  /** position -> row, counted over all slices. */
  readonly order: Uint32Array;
}

/** The same sequence. If it has few of its slices' rows, the slices are reduced to these. */
export function withoutOthers(sequence: Sequence): Sequence {
  const { slices, order } = sequence;
  const { length } = order;
  if (length * FEW_ROWS > lengthOf(slices)) return sequence;
  const keys = Float64Array.from(order, (row, position) => row * length + position).sort();
  const own = new Uint32Array(length);
  const taken: Slice[] = [];
  let begin = 0;
  let at = 0;
  for (const slice of slices) {
    const first = at;
    for (; at < length && keys[at]! < (begin + slice.rows) * length; at++) own[keys[at]! % length] = at;
    const rows = Uint32Array.from(keys.subarray(first, at), (key) => Math.floor(key / length) - begin);
    const pick =
      slice.pick === null
        ? rows.map((row) => slice.from + row)
        : reorder(slice.pick, rows, new Uint32Array(rows.length));
    if (pick.length > 0) taken.push(pickSlice(slice.source, pick));
    begin += slice.rows;
  }
  return { slices: taken, order: own };
}

/** position in the slice -> value of its row. */
export function sliceOf<A extends Numeric<A>>(slice: Slice, values: A): A {
  const { pick } = slice;
  if (pick === null) return values.subarray(slice.from, slice.from + slice.rows);
  const taken = values.slice(0, pick.length); // of the same type, to be overwritten: no row is picked twice
  for (let position = 0; position < pick.length; position++) taken[position] = values[pick[position]!]!;
  return taken;
}

/** Stored values of a slice, to be tested. */
export interface TestedPieces {
  readonly pieces: readonly ColumnPiece[];
  /** position in the slice -> row of the pieces; null = the same. */
  readonly pick: Uint32Array | null;
}

/** Tests all stored values if enough of them are picked: that is cheaper than copying the picked ones first. */
export function testedPieces(slice: Slice, property: string): TestedPieces {
  const { source, pick } = slice;
  if (pick === null || pick.length * FEW_ROWS < source.rows || source.columnPieces === undefined) {
    return { pieces: slicePieces(slice, property), pick: null };
  }
  return { pieces: slicePieces(wholeSlice(source), property), pick };
}

/** position in the slice -> value, piece by piece. */
export function slicePieces(slice: Slice, property: string): ColumnPiece[] {
  const { source, rows, pick } = slice;
  const isWhole = pick === null && rows === source.rows;
  const pieces = isWhole ? source.columnPieces?.(property) : undefined;
  if (pieces === undefined) return [{ rows, column: sliceColumn(slice, property) }];
  return pieces.length === 0 ? [{ rows, column: null }] : pieces.map(withoutMissing);
}

function withoutMissing({ rows, column }: ColumnPiece): ColumnPiece {
  return { rows, column: column && isMissing(column) ? null : column };
}

/** null = all missing. */
function sliceColumn(slice: Slice, property: string): Column | null {
  const column = slice.source.column(property);
  if (column === null || isMissing(column)) return null;
  if (column.kind === 'number') return { kind: 'number', values: sliceOf(slice, column.values) };
  return { ...column, codes: sliceOf(slice, column.codes) };
}

function isMissing(column: StoredColumn): boolean {
  return column.kind === 'dictionary' && column.values.length === 1;
}

/** position -> values[order[position]]; unchanged without an order. */
export function reorder<A extends Uint32Array | Float64Array>(values: A, order: Uint32Array | null, target: A): A {
  if (order === null) {
    target.set(values);
    return target;
  }
  for (let position = 0; position < order.length; position++) target[position] = values[order[position]!]!;
  return target;
}

/** Joins the slices, then reorders: `order` is position -> row, each row at most once. Numbers may stay as they are stored. */
export function gatherColumn(
  slices: readonly Slice[],
  property: string,
  order: Uint32Array | null,
  dictionary: Dictionary,
): StoredColumn {
  const pieces = slices.flatMap((slice) => slicePieces(slice, property));
  const length = lengthOf(slices);
  const gathered = { pieces, length, order };
  if (pieces.every(({ column }) => column === null)) return missingColumn(order?.length ?? length);
  if (pieces.some(({ column }) => column !== null && column.kind !== 'dictionary') && pieces.every(isNumeric)) {
    return scaledOf(gathered) ?? numbersOf(gathered);
  }
  return codesOf(gathered, dictionary);
}

interface Gathered {
  readonly pieces: readonly ColumnPiece[];
  readonly length: number;
  readonly order: Uint32Array | null;
}

function isNumeric({ column }: ColumnPiece): boolean {
  if (column?.kind !== 'dictionary') return true;
  const numbers = metNumbers(column);
  return column.codes.every((code) => code === 0 || !Number.isNaN(numbers[code]!));
}

/** code -> number, for codes in use: the dictionary may have many others. */
function metNumbers({ codes, values }: DictionaryColumn): Float64Array {
  const numbers = new Float64Array(values.length).fill(Number.NaN);
  const is_met = new Uint8Array(values.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (is_met[code] === 1) continue;
    is_met[code] = 1;
    const value = values.at(code)!;
    if (typeof value === 'number') numbers[code] = value;
  }
  return numbers;
}

/** As codes above the least base; null if the pieces have no common scale, or their range is too large. */
function scaledOf({ pieces, length, order }: Gathered): ScaledColumn | null {
  const there = pieces.flatMap(({ column }) => (column === null ? [] : [column]));
  const scaled = complete(there.map((column) => (column.kind === 'scaled' ? column : null)));
  const scale = scaled?.[0]?.scale;
  if (scaled === null || scale === undefined || scaled.some((column) => column.scale !== scale)) return null;
  const base = scaled.reduce((least, column) => Math.min(least, column.base), Number.POSITIVE_INFINITY);
  const largest = scaled.reduce((most, column) => Math.max(most, column.base - base + largestOf(column.codes)), 0);
  if (largest > CODE_MAX) return null;
  const all = allocateCodes(length, largest + 1);
  let at = 0;
  for (const { rows, column } of pieces) {
    if (column?.kind === 'scaled') addCodes(column.codes, column.base - base, all.subarray(at, at + rows));
    at += rows;
  }
  if (order === null) return { kind: 'scaled', codes: all, base, scale };
  const codes = allocateCodes(order.length, largest + 1);
  for (let position = 0; position < codes.length; position++) codes[position] = all[order[position]!]!;
  return { kind: 'scaled', codes, base, scale };
}

/** Largest code that a scaled column can have. */
const CODE_MAX = 2 ** 32 - 1;

function largestOf(codes: Codes): number {
  let largest = 0;
  for (let row = 0; row < codes.length; row++) if (codes[row]! > largest) largest = codes[row]!;
  return largest;
}

/** Adds `more` to each code. Missing stays missing. */
function addCodes(codes: Codes, more: number, target: Codes): void {
  if (more === 0) target.set(codes);
  else for (let row = 0; row < codes.length; row++) target[row] = codes[row]! === 0 ? 0 : codes[row]! + more;
}

function numbersOf({ pieces, length, order }: Gathered): Column {
  const all = sharedNumbers(length);
  let at = 0;
  for (const { rows, column } of pieces) {
    if (column === null) all.fill(Number.NaN, at, at + rows);
    else if (column.kind === 'number') all.set(column.values, at);
    else if (column.kind === 'scaled') decodeScaled(column, all.subarray(at, at + rows));
    else addNumbers(column, all.subarray(at, at + rows));
    at += rows;
  }
  return { kind: 'number', values: order === null ? all : reorder(all, order, sharedNumbers(order.length)) };
}

function addNumbers(column: DictionaryColumn, target: Float64Array): void {
  const { codes } = column;
  const numbers = metNumbers(column);
  for (let position = 0; position < codes.length; position++) target[position] = numbers[codes[position]!]!;
}

function codesOf({ pieces, length, order }: Gathered, dictionary: Dictionary): Column {
  const coded = pieces.map(({ column }) => column && codedBy(dictionary, plainColumn(column)));
  const [first] = coded;
  const all = coded.length === 1 && first ? first : allocateCodes(length, dictionary.length);
  let at = 0;
  for (const [i, { rows }] of pieces.entries()) {
    // Rows without a column stay 0, missing.
    if (coded[i] && all !== coded[i]) all.set(coded[i], at);
    at += rows;
  }
  const { codes, met } = renumbered(order === null ? new Uint32Array(all) : taken(all, order), dictionary.length);
  const values = new SomeValues(dictionary, met);
  if (values.length > DICTIONARY_NUMBERS) {
    const numbers = numbersIn(values);
    // Only this column's values count: the project may have others that are not numbers.
    if (numbers !== null) return { kind: 'number', values: looked(codes, numbers) };
  }
  const narrow = allocateCodes(codes.length, values.length);
  narrow.set(codes);
  return { kind: 'dictionary', codes: narrow, values };
}

function taken(codes: Codes, order: Uint32Array): Uint32Array {
  const wide = wideCodes(codes);
  const target = new Uint32Array(order.length);
  for (let position = 0; position < order.length; position++) target[position] = wide[order[position]!]!;
  return target;
}

/** Renumbers codes in place by first appearance; `met`: new code -> old code. */
function renumbered(codes: Uint32Array, distinct: number): { codes: Uint32Array; met: Uint32Array } {
  // old code -> new code, 0 = not met yet; missing stays missing
  const own = new Uint32Array(distinct);
  const met = [0];
  for (let position = 0; position < codes.length; position++) {
    const code = codes[position]!;
    if (code === 0) continue;
    if (own[code] === 0) own[code] = met.push(code) - 1;
    codes[position] = own[code]!;
  }
  return { codes, met: Uint32Array.from(met) };
}

/** code -> number; null if some value is not a number. */
function numbersIn(values: Values): Float64Array | null {
  const numbers = new Float64Array(values.length);
  numbers[0] = Number.NaN;
  for (let code = 1; code < numbers.length; code++) {
    const value = values.at(code);
    if (typeof value !== 'number') return null;
    numbers[code] = value;
  }
  return numbers;
}

function looked(codes: Uint32Array, numbers: Float64Array): Float64Array {
  const target = sharedNumbers(codes.length);
  for (let position = 0; position < codes.length; position++) target[position] = numbers[codes[position]!]!;
  return target;
}

/** The column's values as codes of the dictionary; a copy. */
export function codesIn(dictionary: Dictionary, column: Column): Uint32Array {
  return new Uint32Array(codedBy(dictionary, column));
}

/** The column's values as codes of the dictionary. May share memory with the column. */
function codedBy(dictionary: Dictionary, column: Column): Codes {
  if (column.kind === 'number') {
    return Uint32Array.from(column.values, (number) => (Number.isNaN(number) ? 0 : dictionary.codeOf(number)));
  }
  const { codes, values } = column;
  if (values === dictionary) return codes;
  const there =
    values instanceof SomeValues && values.all === dictionary ? values.codes : dictionary.learn(values, codes);
  const translated = new Uint32Array(codes.length);
  for (let position = 0; position < codes.length; position++) translated[position] = there[codes[position]!]!;
  return translated;
}

/** Picking one row costs about as much as reading this many in order. */
const FEW_ROWS = 8;
/** More distinct numbers than this are stored as numbers; below, a code takes one byte. */
const DICTIONARY_NUMBERS = 256;

/** Bytes of a column in its stored form. */
export function storedBytes(column: StoredColumn): number {
  return column.kind === 'scaled' ? column.codes.byteLength : columnBytes(column);
}

/** Bytes in memory; text is estimated. */
export function columnBytes(column: Column): number {
  if (column.kind === 'number') return column.values.byteLength;
  return column.codes.byteLength + valuesBytes(column.values);
}

/** Bytes of a list of distinct values. */
export function valuesBytes(values: Values): number {
  if (values instanceof SomeValues) return values.codes.byteLength;
  let bytes = 0;
  for (const value of values) {
    if (typeof value === 'string') bytes += VALUE_BYTES + value.length;
    else if (value !== null && typeof value === 'object') bytes += VALUE_BYTES + value.json.length;
    else bytes += 16;
  }
  return bytes;
}

/** Estimated bytes of a text's header and slot. */
const VALUE_BYTES = 32;
