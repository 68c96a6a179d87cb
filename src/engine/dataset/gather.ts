/**
 * Rows of several sources as one column, in another order. Dictionaries are unified on the way: each value is looked
 * up once per source, and only where a row has it, so that a few rows of a large source cost little.
 */
import { sharedNumbers } from '../../base/shared.ts';
import { allocateCodes, type Codes, type Column, missingColumn, type Value } from '../column.ts';
import type { RowSource } from '../storage/table.ts';
import type { Origin } from './origins.ts';

/** Rows where they are kept, or a run: rows of others. */
export type RunSource = RowSource | (Omit<RowSource, 'uuids'> & { originOf(row: number): Origin });

/** Some rows of a source: those picked, or `rows` of them from `from` on. */
export interface Slice {
  readonly source: RunSource;
  readonly from: number;
  readonly rows: number;
  /** place in the slice -> row of the source; null = the rows from `from` on. */
  readonly pick: Uint32Array | null;
}

export function wholeSlice(source: RunSource): Slice {
  return { source, from: 0, rows: source.rows, pick: null };
}

export function pickSlice(source: RunSource, pick: Uint32Array): Slice {
  return { source, from: 0, rows: pick.length, pick };
}

/** place in the slice -> value of its row. */
export function sliceOf<A extends Uint32Array | Float64Array | Codes>(slice: Slice, values: A): A {
  const { pick } = slice;
  if (pick === null) return values.subarray(slice.from, slice.from + slice.rows) as A;
  const taken = values.slice(0, pick.length) as A; // of the same type, to be overwritten: no row is picked twice
  for (let place = 0; place < pick.length; place++) taken[place] = values[pick[place]!]!;
  return taken;
}

/** place -> values[order[place]]; as it is where there is no order. */
export function reorder<A extends Uint32Array | Float64Array>(values: A, order: Uint32Array | null, target: A): A {
  if (order === null) {
    target.set(values);
    return target;
  }
  for (let place = 0; place < order.length; place++) target[place] = values[order[place]!]!;
  return target;
}

/** The slices one after the other, then put in order (place -> row of that sequence). */
export function gatherColumn(slices: readonly Slice[], property: string, order: Uint32Array | null): Column {
  const columns = slices.map((slice) => slice.source.column(property));
  const rows = slices.reduce((sum, slice) => sum + slice.rows, 0);
  if (columns.every(isMissing)) return missingColumn(rows);
  if (columns.some((column) => column?.kind === 'number') && columns.every(isNumeric)) {
    return { kind: 'number', values: gatherNumbers(slices, columns, rows, order) };
  }
  return gatherCodes(slices, columns, rows, order);
}

function isMissing(column: Column | null): boolean {
  return column === null || (column.kind === 'dictionary' && column.values.length === 1);
}

function isNumeric(column: Column | null): boolean {
  if (column === null || column.kind === 'number') return true;
  return column.values.every((value) => value === null || typeof value === 'number');
}

function gatherNumbers(
  slices: readonly Slice[],
  columns: readonly (Column | null)[],
  rows: number,
  order: Uint32Array | null,
): Float64Array {
  const all = sharedNumbers(rows);
  let at = 0;
  for (const [i, slice] of slices.entries()) {
    const column = columns[i] ?? null;
    if (column === null) all.fill(Number.NaN, at, at + slice.rows);
    else if (column.kind === 'number') all.set(sliceOf(slice, column.values), at);
    else numbersOfCodes(sliceOf(slice, column.codes), column.values, all, at);
    at += slice.rows;
  }
  return order === null ? all : reorder(all, order, sharedNumbers(rows));
}

function numbersOfCodes(codes: Codes, values: readonly Value[], target: Float64Array, at: number): void {
  const numbers = Float64Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN));
  for (let place = 0; place < codes.length; place++) target[at + place] = numbers[codes[place]!]!;
}

function gatherCodes(
  slices: readonly Slice[],
  columns: readonly (Column | null)[],
  rows: number,
  order: Uint32Array | null,
): Column {
  const dictionary = new Dictionary();
  // row of the sequence -> code in the unified dictionary; rows without a column stay 0, missing
  const all = new Uint32Array(rows);
  // Slices of one segment share their values.
  const translations = new Map<readonly Value[], Uint32Array>();
  let at = 0;
  for (const [i, slice] of slices.entries()) {
    const column = columns[i] ?? null;
    const target = all.subarray(at, at + slice.rows);
    if (column?.kind === 'number') numbersToCodes(sliceOf(slice, column.values), dictionary, target);
    else if (column !== null) translate(sliceOf(slice, column.codes), column.values, dictionary, target, translations);
    at += slice.rows;
  }
  const { values } = dictionary;
  if (values.length > DICTIONARY_NUMBERS && values.every((value, code) => code === 0 || typeof value === 'number')) {
    // The others of the segment have values that are no numbers.
    const numbers = Float64Array.from(values, (value) => (value === null ? Number.NaN : (value as number)));
    return { kind: 'number', values: decoded(all, numbers, order) };
  }
  const codes = allocateCodes(rows, values.length);
  if (order === null) codes.set(all);
  else for (let place = 0; place < rows; place++) codes[place] = all[order[place]!]!;
  return { kind: 'dictionary', codes, values };
}

/** place -> numbers[codes[order[place]]]. */
function decoded(codes: Uint32Array, numbers: Float64Array, order: Uint32Array | null): Float64Array {
  const target = sharedNumbers(codes.length);
  for (let place = 0; place < codes.length; place++) target[place] = numbers[codes[order?.[place] ?? place]!]!;
  return target;
}

function numbersToCodes(numbers: Float64Array, dictionary: Dictionary, target: Uint32Array): void {
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place]!;
    if (!Number.isNaN(number)) target[place] = dictionary.codeOf(number);
  }
}

/** `translations`: values there -> code there -> code here, 0 = not met yet; missing stays missing. */
function translate(
  codes: Codes,
  values: readonly Value[],
  dictionary: Dictionary,
  target: Uint32Array,
  translations: Map<readonly Value[], Uint32Array>,
): void {
  const known = translations.get(values);
  if (known === undefined && codes.length * FEW_ROWS < values.length) {
    // A rare event of a large segment: a look-up for each row costs less than room for all values.
    for (let place = 0; place < codes.length; place++) {
      const code = codes[place]!;
      if (code !== 0) target[place] = dictionary.codeOf(values[code]!);
    }
    return;
  }
  const translated = known ?? new Uint32Array(values.length);
  translations.set(values, translated);
  for (let place = 0; place < codes.length; place++) {
    const code = codes[place]!;
    if (code === 0) continue;
    let here = translated[code]!;
    if (here === 0) {
      here = dictionary.codeOf(values[code]!);
      translated[code] = here;
    }
    target[place] = here;
  }
}

/** Values by first appearance. Types are told apart: 5 is not "5", and JSON text is not the same text as a string. */
class Dictionary {
  /** code -> value; 0 is missing. */
  readonly values: Value[] = [null];
  readonly #plain = new Map<Value, number>();
  readonly #json = new Map<string, number>();

  codeOf(value: Value): number {
    if (value !== null && typeof value === 'object') {
      return this.#json.get(value.json) ?? this.#add(this.#json, value.json, value);
    }
    return this.#plain.get(value) ?? this.#add(this.#plain, value, value);
  }

  #add<K>(codes: Map<K, number>, key: K, value: Value): number {
    const code = this.values.length;
    this.values.push(value);
    codes.set(key, code);
    return code;
  }
}

/** More distinct numbers than this are read as numbers; below, a code takes one byte. */
const DICTIONARY_NUMBERS = 256;
/** A look-up costs as much as so many values of a table that is made. */
const FEW_ROWS = 16;

/** What a column takes in memory; texts are estimated. */
export function columnBytes(column: Column): number {
  if (column.kind === 'number') return column.values.byteLength;
  return column.codes.byteLength + valuesBytes(column.values);
}

/** Of distinct values. */
export function valuesBytes(values: readonly Value[]): number {
  let bytes = 0;
  for (const value of values) {
    if (typeof value === 'string') bytes += VALUE_BYTES + value.length;
    else if (value !== null && typeof value === 'object') bytes += VALUE_BYTES + value.json.length;
    else bytes += 16;
  }
  return bytes;
}

/** Header of a text and its slot. */
const VALUE_BYTES = 32;
