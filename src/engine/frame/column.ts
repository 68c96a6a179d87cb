/**
 * A column: one property of many rows.
 * There are two kinds in memory, both plain arrays indexed by row. A value is anything JSON can say; objects and lists
 * are kept as JSON text.
 */
import { sharedBytes, sharedShorts, sharedWords } from '../../base/shared.ts';

/** An object or list as compact JSON text. */
interface JsonText {
  readonly json: string;
}

/** One distinct value. Keeps the type, so that 5 and "5" survive a round trip. */
export type Value = string | number | boolean | null | JsonText;

/** code -> value: a list, or something that reads values on demand. */
export interface Values extends Iterable<Value> {
  readonly length: number;
  at(code: number): Value | undefined;
}

export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Few or textual values: row -> codes[row] -> value. Code 0 is "missing"; its value is null. */
export interface DictionaryColumn {
  readonly kind: 'dictionary';
  readonly codes: Codes;
  readonly values: Values;
}

/** Many distinct numbers: row -> values[row]. NaN is "missing" (JSON has no NaN). */
export interface NumberColumn {
  readonly kind: 'number';
  readonly values: Float64Array;
}

export type Column = DictionaryColumn | NumberColumn;

/** Numbers as they are stored: row -> codes[row] -> (code - 1 + base) / scale. Code 0 is "missing". */
export interface ScaledColumn {
  readonly kind: 'scaled';
  readonly codes: Codes;
  /** Passes `isBase`. */
  readonly base: number;
  readonly scale: number;
}

/** A column in its stored form: numbers may be scaled codes. */
export type StoredColumn = Column | ScaledColumn;

/** property -> column, all of the same rows. */
export type Columns = ReadonlyMap<string, Column>;

/** A column of the rows that have a value, where those are few. */
export interface PlacedColumn {
  /** Those rows, ascending; null: the column is of all rows. */
  readonly at: Uint32Array | null;
  readonly column: Column;
}

/** property -> column, all of rows of the same table. */
export type PlacedColumns = ReadonlyMap<string, PlacedColumn>;

/** Text that values are compared by; null for missing and null. */
export function textOf(value: Value): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? value.json : String(value);
}

/** The value as JSON. */
export function jsonOf(value: Value): string {
  return typeof value === 'object' && value !== null ? value.json : JSON.stringify(value);
}

/** Text of the value at an index. */
export function textAt(column: Column, index: number): string | null {
  if (column.kind === 'dictionary') return textOf(column.values.at(column.codes[index]!)!);
  const value = column.values[index]!;
  return Number.isNaN(value) ? null : textOf(value);
}

/** The value as `JSON.parse` gives it. */
export function parsedValue(value: Value): unknown {
  return typeof value === 'object' && value !== null ? JSON.parse(value.json) : value;
}

/** The same of a row; undefined = missing. */
export function parsedAt(column: Column, row: number): unknown {
  if (column.kind === 'dictionary') {
    const code = column.codes[row]!;
    return code === 0 ? undefined : parsedValue(column.values.at(code)!);
  }
  const number = column.values[row]!;
  return Number.isNaN(number) ? undefined : number;
}

/** Smallest code array for this many distinct values (including 0). */
export function allocateCodes(rows: number, distinct: number): Codes {
  if (distinct <= 256) return sharedBytes(rows);
  return distinct <= 65_536 ? sharedShorts(rows) : sharedWords(rows);
}

/** Column of a property that no row has. */
export function missingColumn(rows: number): DictionaryColumn {
  return { kind: 'dictionary', codes: new Uint8Array(rows), values: [null] };
}

/** Same codes as Uint32Array: a loop that sees several array types checks the type at each access. */
export function wideCodes(codes: Codes): Uint32Array {
  return codes instanceof Uint32Array ? codes : new Uint32Array(codes);
}

/** Same codes in the smallest array that fits. */
export function narrowCodes(codes: Codes, distinct: number): Codes {
  const narrow = allocateCodes(0, distinct);
  if (codes.BYTES_PER_ELEMENT === narrow.BYTES_PER_ELEMENT) return codes;
  const target = allocateCodes(codes.length, distinct);
  target.set(codes);
  return target;
}
