/**
 * Values of many rows in three forms: constant, coded, or numbers. A function of coded vectors runs once per code, or
 * once per combination of codes that occurs.
 */
import { ascending } from '../../../base/ascending.ts';
import { PairNumbers } from '../../../base/numbering/pair_numbers.ts';
import { allocateCodes, type Codes, type Column, type Value, type Values, wideCodes } from '../../frame/column.ts';
import { lookedUp } from '../../wasm/decoded.ts';

export type Vector =
  | { readonly kind: 'constant'; readonly value: Value }
  | Coded
  /** row -> number, NaN = missing */
  | { readonly kind: 'numbers'; readonly values: Float64Array };

/** Columns of equally many rows. */
export interface Table {
  readonly rows: number;
  readonly columns: readonly Vector[];
}

/** row -> codes[row] -> values[code]. Unlike in a column, code 0 may be any value, and values may repeat. */
export interface Coded {
  readonly kind: 'coded';
  readonly codes: Codes;
  readonly values: Values;
}

/** Several columns with one joint code per combination of their codes. */
export interface Joined {
  /** row -> joint code */
  readonly codes: Codes;
  /** column -> joint code -> the column's own code */
  readonly members: readonly Uint32Array[];
  readonly count: number;
}

/** One code per value; NaN becomes null. */
export function encodeNumbers(values: Float64Array): Coded {
  const codes = new Uint32Array(values.length);
  const numbers: Value[] = [null];
  const words = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  const known = new PairNumbers();
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    // 0 and -0 are one value.
    const number = value === 0 ? known.numberOf(0, 0) : known.numberOf(words[2 * row]!, words[2 * row + 1]!);
    codes[row] = number + 1;
    if (number === numbers.length - 1) numbers.push(value);
  }
  return { kind: 'coded', codes, values: numbers };
}

/** The vector in coded form. */
export function codedOf(vector: Vector, rows: number): Coded {
  if (vector.kind === 'coded') return vector;
  if (vector.kind === 'numbers') return encodeNumbers(vector.values);
  return { kind: 'coded', codes: new Uint8Array(rows), values: [vector.value] };
}

export function valueAt(vector: Vector, row: number): Value {
  if (vector.kind === 'constant') return vector.value;
  if (vector.kind === 'coded') return vector.values.at(vector.codes[row]!)!;
  const value = vector.values[row]!;
  return Number.isNaN(value) ? null : value;
}

/** Drops repeated values; few values give short codes. */
export function compact(vector: Coded): Coded {
  const { codes, values } = vector;
  const { code_of, distinct } = distinctValues(values, []);
  if (distinct.length === values.length) return vector;
  return { kind: 'coded', codes: recode(codes, code_of, distinct.length), values: distinct };
}

/** As a column, with code 0 = missing. */
export function toColumn(vector: Vector, rows: number): Column {
  if (vector.kind === 'numbers') return { kind: 'number', values: vector.values };
  if (vector.kind === 'constant') {
    if (vector.value === null) return { kind: 'dictionary', codes: new Uint8Array(rows), values: [null] };
    return { kind: 'dictionary', codes: new Uint8Array(rows).fill(1), values: [null, vector.value] };
  }
  const { codes, values } = vector;
  if (values.at(0) === null) return { kind: 'dictionary', codes, values };
  const { code_of, distinct } = distinctValues(values, [null]);
  return { kind: 'dictionary', codes: recode(codes, code_of, distinct.length), values: distinct };
}

/** `code_of`: code -> index of its value among the distinct ones, which begin with `first`. */
function distinctValues(values: Values, first: readonly null[]): { code_of: Uint32Array; distinct: Value[] } {
  const distinct: Value[] = [...first];
  const known = new Map<unknown, number>(first.map((value, code) => [value, code]));
  const jsons = new Map<string, number>();
  const code_of = new Uint32Array(values.length);
  let code = 0;
  for (const value of values) {
    const isJson = typeof value === 'object' && value !== null;
    let index = isJson ? jsons.get(value.json) : known.get(value);
    if (index === undefined) {
      index = distinct.length;
      distinct.push(value);
      if (isJson) jsons.set(value.json, index);
      else known.set(value, index);
    }
    code_of[code++] = index;
  }
  return { code_of, distinct };
}

function recode(codes: Codes, code_of: Uint32Array, count: number): Codes {
  const recoded = allocateCodes(codes.length, count);
  if (recoded instanceof Uint8Array) return lookedUp(Uint8Array.from(code_of), codes, recoded);
  for (let row = 0; row < codes.length; row++) recoded[row] = code_of[codes[row]!]!;
  return recoded;
}

/** Joins columns of equal length: each combination of codes that occurs gets one joint code. */
export function join(vectors: readonly Coded[], rows: number): Joined {
  const [first, ...others] = vectors;
  let codes: Codes = first!.codes;
  let count = first!.values.length;
  let members: Uint32Array[] = [ascending(count)];
  for (const next of others) {
    const pairs = joinPair(codes, count, next, rows);
    members = [...members.map((own) => pairs.left.map((code) => own[code]!)), pairs.right];
    codes = pairs.codes;
    count = pairs.right.length;
  }
  return { codes, members, count };
}

interface Pairs {
  readonly codes: Uint32Array;
  /** pair -> code on either side */
  readonly left: Uint32Array;
  readonly right: Uint32Array;
}

function joinPair(left: Codes, left_count: number, right: Coded, rows: number): Pairs {
  const cells = left_count * right.values.length;
  if (cells <= Math.max(PAIR_TABLE, rows)) return pairsByTable(left, right, cells, rows);
  const known = new PairNumbers();
  const codes = known.numbersOf(wideCodes(left), wideCodes(right.codes));
  return { codes, left: known.lefts.slice(0, known.count), right: known.rights.slice(0, known.count) };
}

/** Pair tables are limited to this size, or to the number of rows if that is larger. */
const PAIR_TABLE = 1 << 18;

function pairsByTable(left: Codes, { codes: right, values }: Coded, cells: number, rows: number): Pairs {
  const right_count = values.length;
  const codes = new Uint32Array(rows);
  /** key -> pair + 1, 0 = not met yet */
  const table = new Uint32Array(cells);
  const keys: number[] = [];
  for (let row = 0; row < rows; row++) {
    const key = left[row]! * right_count + right[row]!;
    let pair = table[key]!;
    if (pair === 0) pair = table[key] = keys.push(key);
    codes[row] = pair - 1;
  }
  return {
    codes,
    left: Uint32Array.from(keys, (key) => Math.floor(key / right_count)),
    right: Uint32Array.from(keys, (key) => key % right_count),
  };
}
