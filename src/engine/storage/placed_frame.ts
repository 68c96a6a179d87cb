/** Frames of pieces in which few rows have a value: a section with these rows, then what a frame of them has. */
import { indexOfLeast } from '../../base/ascending.ts';
import type { Codes } from '../frame/column.ts';
import { corrupted, type Frame, packedSection, type Section } from './codec.ts';

/** Encoding of the section with the rows; see `column_codec.ts` for others. Since format 16. */
const PLACED = 7;

/** The frame's rows with a value (null = its rows), and the frame of these rows only. */
export function placedFrame(frame: Frame): { readonly at: Uint32Array | null; readonly held: Frame } {
  const [places, ...sections] = frame.sections;
  if (places?.encoding !== PLACED) return { at: null, held: frame };
  const at = rowsAt(places.bytes);
  if (at.length === 0 || at.at(-1)! >= frame.rows) throw corrupted('no such row');
  return { at, held: { ...frame, rows: at.length, sections } };
}

/** `to` with each value in its row. */
export function scattered<A extends Codes | Float64Array>(values: A, at: Uint32Array, to: A): A {
  for (let i = 0; i < at.length; i++) to[at[i]!] = values[i]!;
  return to;
}

/** Distances from each row to the next, seven bits to a byte. */
export function placesSection(at: Uint32Array): Section {
  const bytes: number[] = [];
  let before = -1;
  for (const row of at) {
    let distance = row - before - 1;
    for (; distance >= 128; distance >>>= 7) bytes.push((distance & 127) | 128);
    bytes.push(distance);
    before = row;
  }
  return packedSection(PLACED, Uint8Array.from(bytes));
}

/** Inverse of `placesSection`. */
function rowsAt(bytes: Uint8Array): Uint32Array {
  const rows = new Uint32Array(bytes.length);
  let count = 0;
  let row = -1;
  let distance = 0;
  let shift = 0;
  for (const byte of bytes) {
    distance += (byte & 127) * 2 ** shift;
    shift += 7;
    if (byte >= 128) continue;
    row += distance + 1;
    rows[count++] = row;
    distance = 0;
    shift = 0;
  }
  return rows.subarray(0, count);
}

/** `read`: cells of a frame of which all rows are there. */
export function cellsOf(
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
