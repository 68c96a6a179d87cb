/** Rows between operators, read column by column on demand. */
import { must } from '../../base/assert.ts';
import { count, members } from '../../base/bitmap.ts';
import { allocateCodes, type Codes, type Value, type Values } from '../../engine/frame/column.ts';
import type { Leaf } from '../../engine/select/expression/evaluate.ts';
import { plainVector, type Source } from '../../engine/select/expression/number_loops.ts';
import { type Coded, codedOf, type Table, type Vector } from '../../engine/select/expression/vector.ts';
import { BLOCK_ROWS, byBlocks } from './blocks.ts';

export interface Batch {
  readonly rows: number;
  /** Values of a leaf, row by row. */
  read(leaf: Leaf): Source;
  /** The rows at these indices. */
  pick(places: Uint32Array): Batch;
}

/** Rows of which only some count. Reading all of them is cheaper than listing those that do, if they are most. */
export interface Marked {
  readonly batch: Batch;
  /** Bitmap of the rows that count; null = all. */
  readonly marks: Uint32Array | null;
}

export function* pickedFrom(marked: Iterable<Marked>): Iterable<Batch> {
  for (const { batch, marks } of marked) yield marks === null ? batch : batch.pick(members(marks));
}

/** Keeps the marks only if most rows have one. Nothing if none has. */
export function* ifMost({ batch, marks }: Marked): Iterable<Marked> {
  const many = marks === null ? batch.rows : count(marks);
  if (marks === null || many === batch.rows) yield { batch, marks: null };
  else if (2 * many >= batch.rows) yield { batch, marks };
  else if (many > 0) yield { batch: batch.pick(members(marks)), marks: null };
}

export function tableBatch({ rows, columns }: Table): Batch {
  return {
    rows,
    read: (leaf) => must(leaf.kind === 'column' ? columns[leaf.index] : undefined, 'a column of the table'),
    pick: (places) => tableBatch({ rows: places.length, columns: columns.map((column) => pickVector(column, places)) }),
  };
}

export function vectorOf(batch: Batch, leaf: Leaf): Vector {
  return plainVector(batch.read(leaf));
}

export function tableRows(batch: Batch, width: number): Table {
  const columns = Array.from({ length: width }, (_, index) => vectorOf(batch, { kind: 'column', index }));
  return { rows: batch.rows, columns };
}

/** Caches leaves for as long as the batch lives. */
export function remembered(batch: Batch): Batch {
  const known = new Map<string, Source>();
  return {
    ...batch,
    read(leaf) {
      const name = JSON.stringify(leaf);
      const vector = known.get(name) ?? batch.read(leaf);
      known.set(name, vector);
      return vector;
    },
  };
}

/** Values of vectors whose codes are only compared and never shown. */
export class Numbered implements Values {
  /** Codes are below this. */
  readonly length: number;
  /** Whether codes ascend from batch to batch, except that some begin anew that never occurred and never will again. */
  readonly is_ascending: boolean;

  constructor(length: number, is_ascending: boolean) {
    this.length = length;
    this.is_ascending = is_ascending;
  }

  at(): undefined {
    return undefined;
  }

  [Symbol.iterator](): Iterator<Value> {
    return [][Symbol.iterator]();
  }
}
/** Dictionaries longer than this many times the rows are reduced to the used codes. */
const LONG = 2;
/** Up to this many times the rows, clearing a table of all codes takes less time than looking rows up in a map. */
const TABLED = 32;

export function pickVector(vector: Vector, places: Uint32Array): Vector {
  if (vector.kind === 'constant') return vector;
  if (vector.kind === 'numbers') {
    const values = new Float64Array(places.length);
    for (let at = 0; at < values.length; at++) values[at] = vector.values[places[at]!]!;
    return { kind: 'numbers', values };
  }
  const { values } = vector;
  const codes = allocateCodes(places.length, values.length);
  for (let at = 0; at < codes.length; at++) codes[at] = vector.codes[places[at]!]!;
  return short({ kind: 'coded', codes, values });
}

function short(vector: Coded): Coded {
  const { values } = vector;
  if (values.length <= LONG * vector.codes.length) return vector;
  const { codes, kept } = cut(vector.codes, values.length);
  return { kind: 'coded', codes, values: kept.map((code) => values.at(code)!) };
}

/** Numbers the codes that occur. `kept`: number -> code. */
export function cut(of_rows: Codes, count: number): { readonly codes: Uint32Array; readonly kept: readonly number[] } {
  const places = count <= TABLED * of_rows.length ? new Uint32Array(count) : new Map<number, number>();
  const kept: number[] = [];
  const codes = new Uint32Array(of_rows.length);
  for (let at = 0; at < codes.length; at++) {
    const code = of_rows[at]!;
    let place = places instanceof Map ? (places.get(code) ?? 0) : places[code]!;
    if (place === 0) {
      place = kept.push(code);
      if (places instanceof Map) places.set(code, place);
      else places[code] = place;
    }
    codes[at] = place - 1;
  }
  return { codes, kept };
}

/** Like pickVector; -1 gives a missing value. */
export function pickOrNothing(vector: Vector, places: Int32Array): Vector {
  if (!places.includes(-1)) return pickVector(vector, new Uint32Array(places.buffer, places.byteOffset, places.length));
  if (vector.kind === 'numbers')
    return {
      kind: 'numbers',
      values: Float64Array.from(places, (place) => (place < 0 ? Number.NaN : vector.values[place]!)),
    };
  const { codes, values } = codedOf(vector, 1);
  const own = Uint32Array.from(places, (place) =>
    place < 0 ? 0 : (vector.kind === 'constant' ? 0 : codes[place]!) + 1,
  );
  return { kind: 'coded', codes: own, values: [null, ...values] };
}

/** Row -> number, NaN for anything else. */
export function numbersOf(vector: Vector, rows: number): Float64Array {
  if (vector.kind === 'numbers') return vector.values;
  if (vector.kind === 'constant') return new Float64Array(rows).fill(numberOr(vector.value));
  const { codes } = vector;
  const of_code = Float64Array.from(vector.values, numberOr);
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) values[row] = of_code[codes[row]!]!;
  return values;
}

function numberOr(value: Value): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** Row -> whether it is true. */
export function flagsOf(vector: Vector, rows: number): Uint8Array {
  if (vector.kind === 'constant') return new Uint8Array(rows).fill(Number(vector.value === true));
  if (vector.kind === 'numbers') return new Uint8Array(rows);
  const { codes } = vector;
  const of_code = Uint8Array.from(vector.values, (value) => Number(value === true));
  return flagsAt(of_code, codes);
}

/** Row -> flag of its code. */
export function flagsAt(of_code: Uint8Array, codes: Codes): Uint8Array {
  const flags = new Uint8Array(codes.length);
  byBlocks(codes.length, (first, until) =>
    lookUpFlags(of_code, codes.subarray(first, until), flags.subarray(first, until)),
  );
  return flags;
}

/** Codes of a block in one type of array. */
const same = new Uint32Array(BLOCK_ROWS);

function lookUpFlags(of_code: Uint8Array, codes: Codes, flags: Uint8Array): void {
  same.set(codes);
  for (let row = 0; row < flags.length; row++) flags[row] = of_code[same[row]!]!;
}

/** Indices of set rows; null if all are. */
export function placesOf(flags: Uint8Array): Uint32Array | null {
  let count = 0;
  for (let row = 0; row < flags.length; row++) count += flags[row]!;
  if (count === flags.length) return null;
  const places = new Uint32Array(count);
  for (let row = 0, at = 0; row < flags.length; row++) if (flags[row] === 1) places[at++] = row;
  return places;
}

/** Concatenates vectors. */
export function stacked(vectors: readonly Vector[], rows: readonly number[]): Vector {
  if (vectors.length === 1) return vectors[0]!;
  const total = rows.reduce((sum, count) => sum + count, 0);
  if (vectors.every(isNumeric)) {
    const values = new Float64Array(total);
    let at = 0;
    for (const [nth, vector] of vectors.entries()) {
      values.set(numbersOf(vector, rows[nth]!), at);
      at += rows[nth]!;
    }
    return { kind: 'numbers', values };
  }
  return stackedCodes(vectors, rows, total);
}

function isNumeric(vector: Vector): boolean {
  return (
    vector.kind === 'numbers' ||
    (vector.kind === 'constant' && (vector.value === null || typeof vector.value === 'number'))
  );
}

function stackedCodes(vectors: readonly Vector[], rows: readonly number[], total: number): Coded {
  const codes = new Uint32Array(total);
  const values: Value[] = [];
  const places = new Map<unknown, number>();
  // A text of its own could be any that lists are given.
  const of_lists = new Map<unknown, number>();
  const placeOf = (value: Value): number => {
    const is_list = typeof value === 'object' && value !== null;
    const [known, key] = is_list ? [of_lists, value.json] : [places, value];
    const place = known.get(key) ?? values.push(value) - 1;
    known.set(key, place);
    return place;
  };
  let at = 0;
  for (const [nth, vector] of vectors.entries()) {
    const coded = codedOf(vector, rows[nth]!);
    // Values that no row has are not read.
    const place_of = new Int32Array(coded.values.length).fill(-1);
    for (let row = 0; row < rows[nth]!; row++) {
      const code = coded.codes[row]!;
      if (place_of[code]! < 0) place_of[code] = placeOf(coded.values.at(code)!);
      codes[at++] = place_of[code]!;
    }
  }
  return { kind: 'coded', codes, values };
}
