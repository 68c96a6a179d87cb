/** A few values out of encoded pieces: decoding whole ones would take longer than all else. */
import { indexOfLeast } from '../../base/ascending.ts';
import type { Value } from '../frame/column.ts';
import { numberOfCode } from '../frame/scaled_numbers.ts';
import { endOf } from '../wasm/json_values.ts';
import { bytesOf, corrupted, decodeFrame, type Frame, KIND, openFrame, parseJsonBytes } from './codec.ts';
import {
  codesOf,
  fourBytes,
  fromStored,
  PLAIN,
  PLANES_16,
  PLANES_32,
  PLANES_64,
  scalingOf,
  sectionBytes,
  valuesJson,
} from './column_codec.ts';
import { placedFrame } from './placed_columns.ts';

/** Encoding -> bytes of a code, where each row's stand at known places. */
const CODE_PLANES: ReadonlyMap<number, number> = new Map([
  [PLAIN, 1],
  [PLANES_16, 2],
  [PLANES_32, 4],
]);

/** A longer list of values takes milliseconds to unpack and to walk through. */
const SEARCHED_BYTES = 4 * 1024 * 1024;

/** Codes of some rows of a piece. */
export function codesOfRows(bytes: Uint8Array, rows: number, distinct: number, wanted: readonly number[]): number[] {
  const frame = decodeFrame(bytes, [KIND.codes]);
  if (frame.rows !== rows) throw corrupted('wrong row count');
  return cellsOf(frame, wanted, 0, (held, places) => {
    const planes = sectionBytes(held, 0);
    const width = CODE_PLANES.get(held.sections[0]!.encoding);
    if (width !== undefined && planes.length === held.rows * width) {
      return places.map((place) => fromPlanesAt(planes, width, place));
    }
    const codes = codesOf(held, distinct);
    return places.map((place) => codes[place]!);
  });
}

/** Numbers of some rows of a piece; NaN = missing. */
export function numbersOfRows(bytes: Uint8Array, rows: number, wanted: readonly number[]): number[] {
  const frame = decodeFrame(bytes, [KIND.number]);
  if (frame.rows !== rows) throw corrupted('wrong row count');
  return cellsOf(frame, wanted, Number.NaN, (held, places) => {
    const bytes_of = sectionBytes(held, 0);
    if (held.sections[0]!.encoding === PLANES_64) return floatsOfRows(bytes_of, held.rows, places);
    const planes = fourBytes(bytes_of, held.rows);
    const scaling = scalingOf(held);
    return places.map((place) => {
      const code = fromPlanesAt(planes, 4, place);
      return code === 0 ? Number.NaN : numberOfCode(scaling, code);
    });
  });
}

function floatsOfRows(planes: Uint8Array, rows: number, wanted: readonly number[]): number[] {
  if (planes.length !== rows * 8) throw corrupted('wrong row count');
  const number = new Float64Array(1);
  const bytes = bytesOf(number);
  return wanted.map((row) => {
    for (let place = 0; place < 8; place++) bytes[place] = planes[place * rows + row]!;
    return number[0]!;
  });
}

/** Code -> value, for codes of a list of values; null if the list takes long to search, and is better read for good. */
export function valuesOfCodes(bytes: Uint8Array, count: number, codes: readonly number[]): Map<number, Value> | null {
  if (openFrame(bytes, [KIND.values]).sections[0]!.raw_bytes > SEARCHED_BYTES) return null;
  const json = valuesJson(bytes, count);
  const wanted = new Set(codes);
  const values = new Map<number, Value>();
  for (let code = 0, begin = 1; values.size < wanted.size; code++) {
    const end = endOf(json, begin);
    if (code === count || end >= json.length) throw corrupted('wrong number of values');
    if (wanted.has(code)) values.set(code, fromStored(parseJsonBytes(json.subarray(begin, end))));
    begin = end + 1;
  }
  return values;
}

/** A row's number from its planes. */
function fromPlanesAt(planes: Uint8Array, width: number, row: number): number {
  const count = planes.length / width;
  let value = 0;
  for (let place = width - 1; place >= 0; place--) value = value * 256 + planes[place * count + row]!;
  return value;
}

/** `read`: cells of a frame of which all rows are there. */
function cellsOf(
  frame: Frame,
  wanted: readonly number[],
  missing: number,
  read: (held: Frame, places: readonly number[]) => number[],
): number[] {
  const { at, held } = placedFrame(frame);
  if (at === null) return read(held, wanted);
  const places = new Map(wanted.map((row) => [row, indexOfLeast(at, row)]));
  const there = wanted.filter((row) => at[places.get(row)!] === row);
  const cells = new Map<number, number>();
  for (const [i, cell] of read(
    held,
    there.map((row) => places.get(row)!),
  ).entries())
    cells.set(there[i]!, cell);
  return wanted.map((row) => cells.get(row) ?? missing);
}
