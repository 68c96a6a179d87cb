/**
 * A column holds one property of many rows. In memory there are two kinds; both are plain arrays that share the index
 * of their rows. A value is what JSON can say; objects and lists are kept as their JSON text.
 */
import { sharedBytes, sharedShorts, sharedWords } from '../../base/shared.ts';

/** An object or list as compact JSON text. */
interface JsonText {
  readonly json: string;
}

/** One distinct value. The type is kept, so that 5 and "5" come back as they went in. */
export type Value = string | number | boolean | null | JsonText;

/** code -> value. A list of them, or what reads one when it is asked for. */
export interface Values extends Iterable<Value> {
  readonly length: number;
  at(code: number): Value | undefined;
}

export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Few or textual values. row -> codes[row] -> value of the code; code 0 is always "missing" and its value null. */
export interface DictionaryColumn {
  readonly kind: 'dictionary';
  readonly codes: Codes;
  readonly values: Values;
}

/** Many distinct numbers. row -> values[row]; NaN is "missing" (JSON has no NaN). */
export interface NumberColumn {
  readonly kind: 'number';
  readonly values: Float64Array;
}

export type Column = DictionaryColumn | NumberColumn;

/** property -> its column; of the same rows all. */
export type Columns = ReadonlyMap<string, Column>;

/** The text by which values are compared, null for missing and null. */
export function textOf(value: Value): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? value.json : String(value);
}

/** Text of the value at an index of the column. */
export function textAt(column: Column, index: number): string | null {
  if (column.kind === 'dictionary') return textOf(column.values.at(column.codes[index]!)!);
  const value = column.values[index]!;
  return Number.isNaN(value) ? null : textOf(value);
}

/** The smallest code array for so many distinct values (0 included). */
export function allocateCodes(rows: number, distinct: number): Codes {
  if (distinct <= 256) return sharedBytes(rows);
  return distinct <= 65_536 ? sharedShorts(rows) : sharedWords(rows);
}

/** The column of a property that no row has. */
export function missingColumn(rows: number): DictionaryColumn {
  return { kind: 'dictionary', codes: new Uint8Array(rows), values: [null] };
}

/** The same codes in one type of array: a loop that meets several types asks at each look which it is. */
export function wideCodes(codes: Codes): Uint32Array {
  return codes instanceof Uint32Array ? codes : new Uint32Array(codes);
}

/** The same codes in the smallest array for so many distinct values. */
export function narrowCodes(codes: Codes, distinct: number): Codes {
  const narrow = allocateCodes(0, distinct);
  if (codes.BYTES_PER_ELEMENT === narrow.BYTES_PER_ELEMENT) return codes;
  const target = allocateCodes(codes.length, distinct);
  target.set(codes);
  return target;
}
