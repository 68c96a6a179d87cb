/**
 * Columns <-> frames, lossless in value and type. Arrays are indexed by row. Encodings are numbered on disk: never
 * reuse a number.
 */
import { asSharedWords, sharedBytes, sharedNumbers, sharedShorts, sharedWords } from '../../base/shared.ts';
import {
  allocateCodes,
  type Codes,
  type NumberColumn,
  narrowCodes,
  type PlacedColumn,
  type ScaledColumn,
  type Value,
  type Values,
} from '../frame/column.ts';
import { isBase, numberOfCode } from '../frame/scaled_numbers.ts';
import {
  bytesOf,
  corrupted,
  decodeFrame,
  encodeFrame,
  type Frame,
  jsonBytes,
  KIND,
  packedSection,
  parseJsonBytes,
  plainSection,
  type Section,
} from './codec.ts';
import { placedFrame, placesSection, SPARSE, scattered, wholeColumn } from './placed_columns.ts';
import { delta32, fromDeltaPlanes32, fromPlanes, fromPlanes16, fromPlanes32, toPlanes, toPlanes32 } from './planes.ts';

export const PLAIN = 0;
export const PLANES_16 = 1;
export const PLANES_32 = 2;
const DELTA_32 = 3;
export const PLANES_64 = 4;
/** Numbers as multiples of 1/scale above a base; 0 = missing. */
const SCALED_32 = 6;

/** Largest power of ten tried to turn decimals into integers. */
const SCALE_MAX = 1_000_000;
const ZEROS = new Uint8Array(4_096);
/** Offsets from the base are 1 to this; 0 is missing. */
const OFFSET_MAX = 0xffff_ffff;

// --- row -> dense number of the distinct id

export function encodeDistinct(values: Uint32Array): Uint8Array {
  return encodeFrame(KIND.distinct, values.length, [deltaSection(values)]);
}

export function decodeDistinct(bytes: Uint8Array, rows: number): Uint32Array {
  return fromDeltaPlanes32(deltaBytes(decodeFrame(bytes, [KIND.distinct]), rows));
}

// --- row -> milliseconds since the month's start

export function encodeOffsets(offsets_ms: Uint32Array): Uint8Array {
  return encodeFrame(KIND.time, offsets_ms.length, [deltaSection(offsets_ms)]);
}

export function decodeOffsets(bytes: Uint8Array, rows: number): Uint32Array {
  return fromDeltaPlanes32(deltaBytes(decodeFrame(bytes, [KIND.time]), rows));
}

// --- properties: distinct values of a whole segment, codes and numbers of some rows

export function encodeValues(values: Values): Uint8Array {
  return encodeFrame(KIND.values, values.length, [packedSection(PLAIN, jsonBytes(Array.from(values, toStored)))]);
}

export function decodeValues(bytes: Uint8Array, count: number): Value[] {
  const values = valuesIn(parseJsonBytes(valuesJson(bytes, count)));
  if (values.length !== count) throw corrupted('wrong number of values');
  return values;
}

/** A dictionary. `addList` gives codes to values of a JSON list: index -> code; null if the list has another length. */
interface Learner {
  addList(json: Uint8Array, count: number): Uint32Array | null;
}

/** Adds the values to a dictionary: code in the list -> code in the dictionary. */
export function decodeValuesInto(dictionary: Learner, bytes: Uint8Array, count: number): Uint32Array {
  const codes = dictionary.addList(valuesJson(bytes, count), count);
  if (codes === null) throw corrupted('wrong number of values');
  return codes;
}

export function valuesJson(bytes: Uint8Array, count: number): Uint8Array {
  const frame = decodeFrame(bytes, [KIND.values]);
  if (frame.rows !== count) throw corrupted('wrong number of values');
  return sectionBytes(frame, 0);
}

/** Some rows of a property. `distinct`: number of values of a dictionary, including missing. */
export function encodePiece(placed: PlacedColumn, rows: number, distinct: number): Uint8Array {
  const { at, column } = placed;
  if (at !== null && at.length >= rows * SPARSE) {
    return encodePiece({ at: null, column: wholeColumn(placed, rows) }, rows, distinct);
  }
  const sections = at === null ? [] : [placesSection(at)];
  if (column.kind === 'number') return encodeFrame(KIND.number, rows, [...sections, ...numberSections(column.values)]);
  return encodeFrame(KIND.codes, rows, [...sections, codesSection(column.codes, distinct)]);
}

export function decodeCodes(bytes: Uint8Array, rows: number, distinct: number): Codes {
  const frame = decodeFrame(bytes, [KIND.codes]);
  if (frame.rows !== rows) throw corrupted('wrong row count');
  return codesOf(frame, distinct);
}

export function decodeNumbers(bytes: Uint8Array, rows: number): NumberColumn | ScaledColumn {
  const frame = decodeFrame(bytes, [KIND.number]);
  if (frame.rows !== rows) throw corrupted('wrong row count');
  return numbersOf(frame);
}

/** A value as JSON lists store it: an object's text is wrapped in a one-element list, a form no other value has. */
export function toStored(value: Value): Exclude<Value, object> | null | readonly [json: string] {
  return value !== null && typeof value === 'object' ? [value.json] : value;
}

/** @throws ServiceError data_corrupted if it is no stored value */
export function fromStored(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null)
    return value;
  if (Array.isArray(value) && typeof value[0] === 'string') return { json: value[0] };
  throw corrupted('no value');
}

/** @throws ServiceError data_corrupted if it is no list of stored values */
export function valuesIn(list: unknown): Value[] {
  if (!Array.isArray(list)) throw corrupted('no list of values');
  return list.map(fromStored);
}

function codesSection(codes: Codes, distinct: number): Section {
  if (distinct <= 256) return packedSection(PLAIN, codes instanceof Uint8Array ? codes : new Uint8Array(codes));
  const wide = new Uint32Array(codes);
  // Codes are numbered by first appearance, so neighbouring session ids have close codes.
  if (closeNeighbours(wide) * 2 > wide.length) return deltaSection(wide);
  if (distinct <= 65_536) return packedSection(PLANES_16, toPlanes(bytesOf(new Uint16Array(codes)), 2));
  return packedSection(PLANES_32, toPlanes32(wide));
}

function closeNeighbours(codes: Uint32Array): number {
  let close = 0;
  for (let i = 1; i < codes.length; i++) {
    const delta = codes[i]! - codes[i - 1]!;
    if (delta >= -8 && delta <= 8) close++;
  }
  return close;
}

export function codesOf(frame: Frame, distinct: number): Codes {
  const { at, held } = placedFrame(frame);
  const codes = heldCodes(held, distinct);
  return at === null ? codes : scattered(codes, at, allocateCodes(frame.rows, distinct));
}

function heldCodes(frame: Frame, distinct: number): Codes {
  const { rows } = frame;
  const bytes = sectionBytes(frame, 0);
  switch (frame.sections[0]!.encoding) {
    case PLAIN:
      if (bytes.length !== rows) throw corrupted('wrong row count');
      return bytes;
    case PLANES_16:
      if (bytes.length !== rows * 2) throw corrupted('wrong row count');
      return fromPlanes16(bytes);
    case PLANES_32:
      return fromPlanes32(fourBytes(bytes, rows));
    case DELTA_32:
      return narrowCodes(fromDeltaPlanes32(fourBytes(bytes, rows)), distinct);
    default:
      throw corrupted('unknown encoding');
  }
}

function numberSections(values: Float64Array): Section[] {
  const scaled = scaledOffsets(values);
  if (scaled === null) return [packedSection(PLANES_64, toPlanes(bytesOf(values), 8))];
  return [
    packedSection(SCALED_32, toPlanes32(scaled.offsets)),
    plainSection(PLAIN, bytesOf(Float64Array.of(scaled.base, scaled.scale))),
  ];
}

/**
 * Integers and short decimals (prices) as 32-bit offsets; null if any value would not round-trip exactly, including the
 * sign of zero.
 */
function scaledOffsets(values: Float64Array): { offsets: Uint32Array; base: number; scale: number } | null {
  let scale = 1;
  let min = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    while (scale <= SCALE_MAX && Math.round(value * scale) / scale !== value && !Number.isNaN(value)) scale *= 10;
    if (scale > SCALE_MAX) return null;
    if (value < min) min = value;
  }
  const base = min === Number.POSITIVE_INFINITY ? 0 : Math.round(min * scale);
  if (!isBase(base)) return null;
  const offsets = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    const offset = Math.round(value * scale) - base + 1;
    if (!(offset >= 1 && offset <= OFFSET_MAX && Object.is((offset - 1 + base) / scale, value))) return null;
    offsets[i] = offset;
  }
  return { offsets, base, scale };
}

/** Row by row, for files whose base the loops that decode cannot take. */
function decodedOneByOne(column: ScaledColumn): NumberColumn {
  const values = sharedNumbers(column.codes.length).fill(Number.NaN);
  for (const [row, code] of column.codes.entries()) if (code !== 0) values[row] = numberOfCode(column, code);
  return { kind: 'number', values };
}

export function numbersOf(frame: Frame): NumberColumn | ScaledColumn {
  const { at, held } = placedFrame(frame);
  const column = heldNumbers(held);
  if (at === null) return column;
  const { rows } = frame;
  if (column.kind === 'number') {
    return { kind: 'number', values: scattered(column.values, at, sharedNumbers(rows).fill(Number.NaN)) };
  }
  return { ...column, codes: scattered(column.codes, at, sharedCodes(column.codes, rows)) };
}

/** An empty array of the same width. */
function sharedCodes(codes: Codes, length: number): Codes {
  if (codes instanceof Uint8Array) return sharedBytes(length);
  return codes instanceof Uint16Array ? sharedShorts(length) : sharedWords(length);
}

function heldNumbers(frame: Frame): NumberColumn | ScaledColumn {
  const { rows } = frame;
  const bytes = sectionBytes(frame, 0);
  if (frame.sections[0]!.encoding === PLANES_64) {
    if (bytes.length !== rows * 8) throw corrupted('wrong row count');
    return { kind: 'number', values: new Float64Array(fromPlanes(bytes, 8).buffer) };
  }
  const scaling = scalingOf(frame);
  const column: ScaledColumn = { kind: 'scaled', codes: narrowFromPlanes(fourBytes(bytes, rows)), ...scaling };
  return isBase(scaling.base) ? column : decodedOneByOne(column);
}

export function scalingOf(frame: Frame): Pick<ScaledColumn, 'base' | 'scale'> {
  const [base, scale] = new Float64Array(sectionBytes(frame, 1).slice().buffer);
  if (base === undefined || scale === undefined) throw corrupted('incomplete');
  return { base, scale };
}

/** Four planes as the narrowest codes, in shared memory. */
function narrowFromPlanes(planes: Uint8Array): Codes {
  const count = planes.length >>> 2;
  if (!isZero(planes.subarray(count * 2))) return asSharedWords(fromPlanes32(planes));
  const is_byte = isZero(planes.subarray(count, count * 2));
  const codes = is_byte ? sharedBytes(count) : sharedShorts(count);
  codes.set(is_byte ? planes.subarray(0, count) : fromPlanes16(planes.subarray(0, count * 2)));
  return codes;
}

function isZero(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += ZEROS.length) {
    const some = bytes.subarray(at, at + ZEROS.length);
    if (Buffer.compare(some, ZEROS.subarray(0, some.length)) !== 0) return false;
  }
  return true;
}

// --- sections

function deltaSection(values: Uint32Array): Section {
  return packedSection(DELTA_32, toPlanes32(delta32(values)));
}

/** Bytes of a frame that holds only 32-bit differences. */
function deltaBytes(frame: Frame, rows: number): Uint8Array {
  if (frame.rows !== rows) throw corrupted('wrong row count');
  if (frame.sections[0]?.encoding !== DELTA_32) throw corrupted('unknown encoding');
  return fourBytes(sectionBytes(frame, 0), rows);
}

/** Returns the bytes after checking that there are four per row. */
export function fourBytes(bytes: Uint8Array, rows: number): Uint8Array {
  if (bytes.length !== rows * 4) throw corrupted('wrong row count');
  return bytes;
}

export function sectionBytes(frame: Frame, index: number): Uint8Array {
  const section = frame.sections[index];
  if (section === undefined) throw corrupted('incomplete');
  return section.bytes;
}
