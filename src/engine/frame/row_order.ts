/**
 * Where the rows of a run are stored, in two bytes a row. Sources are sorted like the run, so neighbours come from one
 * stretch of each source. A block's stretches are laid end to end, and its rows are numbered as they lie there.
 * order     0 4 5 1   2 6 3 7            of two sources, rows 0 to 3 and 4 to 7; in blocks of four here
 * laid      0 1|4 5   2 3|6 7            at = [0, 2, 4, 6, 8], row = [0, 4, 2, 6]
 * number    0 2 3 1   0 2 1 3
 */
import { asSharedWords, sharedShorts } from '../../base/shared.ts';

/** Positions whose rows are laid end to end: as many as two bytes can number. */
export const ORDER_BLOCK = 65_536;
/** Up to this many sources, the source of a row is a byte. */
const SOURCES_MOST = 256;
/** Searching for the row of one position takes as long as writing so many. */
const SEARCH_ROWS = 16;

export interface PackedOrder {
  readonly length: number;
  /** position -> number of its row in the block. */
  readonly number: Uint16Array;
  readonly sources: number;
  /** block * sources + source -> where the stretch lies among all; the last item is the length. */
  readonly at: Uint32Array;
  /** The same -> first row of the stretch, which may have none. */
  readonly row: Uint32Array;
}

/** position -> row. */
export type RowOrder = Uint32Array | PackedOrder;

/** Packs an order of all rows of the sources, whose lengths are given; unchanged if one of them is not sorted. */
export function packOrder(order: Uint32Array, lengths: readonly number[]): RowOrder {
  const { length } = order;
  const sources = lengths.length;
  if (sources > SOURCES_MOST) return order;
  const source_of = sourcesOf(length, lengths);
  const counts = new Uint32Array(Math.ceil(length / ORDER_BLOCK) * sources);
  for (let position = 0; position < length; position++) {
    counts[(position >>> 16) * sources + source_of[order[position]!]!]!++;
  }
  const { at, row } = stretchesOf(counts, lengths);
  const number = sharedShorts(length);
  for (let position = 0; position < length; position++) {
    const stretch = (position >>> 16) * sources + source_of[order[position]!]!;
    const place = at[stretch]! + order[position]! - row[stretch]!;
    if (place < at[stretch]! || place >= at[stretch + 1]!) return order;
    number[position] = place; // without its upper bits, which are those of the block
  }
  return { length, number, sources, at: asSharedWords(at), row: asSharedWords(row) };
}

/** row -> source. */
function sourcesOf(rows: number, lengths: readonly number[]): Uint8Array {
  const source_of = new Uint8Array(rows);
  let row = 0;
  for (const [source, length] of lengths.entries()) {
    source_of.fill(source, row, row + length);
    row += length;
  }
  return source_of;
}

function stretchesOf(counts: Uint32Array, lengths: readonly number[]): Pick<PackedOrder, 'at' | 'row'> {
  const at = new Uint32Array(counts.length + 1);
  const row = new Uint32Array(counts.length);
  let first = 0;
  for (const [source, length] of lengths.entries()) {
    let next = first;
    for (let stretch = source; stretch < row.length; stretch += lengths.length) {
      row[stretch] = next;
      next += counts[stretch]!;
    }
    first += length;
  }
  for (let stretch = 0; stretch < row.length; stretch++) at[stretch + 1] = at[stretch]! + counts[stretch]!;
  return { at, row };
}

/** Rows of all positions. */
export function unpacked(order: RowOrder): Uint32Array {
  if (order instanceof Uint32Array) return order;
  const { length, number, sources, at, row } = order;
  const rows = new Uint32Array(length);
  // number -> row, of one block
  const laid = new Uint32Array(Math.min(ORDER_BLOCK, length));
  for (let from = 0, stretch = 0; from < length; from += ORDER_BLOCK) {
    for (const end = stretch + sources; stretch < end; stretch++) {
      const more = row[stretch]! - at[stretch]!;
      for (let place = at[stretch]!; place < at[stretch + 1]!; place++) laid[place - from] = place + more;
    }
    const until = Math.min(from + ORDER_BLOCK, length);
    for (let position = from; position < until; position++) rows[position] = laid[number[position]!]!;
  }
  return rows;
}

/** Rows of some positions. */
export function rowsAt(order: RowOrder, positions: Uint32Array): Uint32Array {
  const rows = new Uint32Array(positions.length);
  if (positions.length * SEARCH_ROWS < order.length) {
    for (let at = 0; at < rows.length; at++) rows[at] = rowAt(order, positions[at]!);
    return rows;
  }
  const all = unpacked(order);
  for (let at = 0; at < rows.length; at++) rows[at] = all[positions[at]!]!;
  return rows;
}

export function rowAt(order: RowOrder, position: number): number {
  if (order instanceof Uint32Array) return order[position]!;
  const { number, sources, at, row } = order;
  const block = position >>> 16;
  const place = block * ORDER_BLOCK + number[position]!;
  let stretch = block * sources;
  for (let end = stretch + sources; end - stretch > 1; ) {
    const middle = (stretch + end) >>> 1;
    if (at[middle]! <= place) stretch = middle;
    else end = middle;
  }
  return row[stretch]! + place - at[stretch]!;
}

/** Flags of the rows of a block, as they lie there, stretch by stretch. */
export function laidFlags({ sources, at, row }: PackedOrder, flags: Uint8Array, block: number): Uint8Array[] {
  const laid: Uint8Array[] = [];
  for (let stretch = block * sources; stretch < (block + 1) * sources; stretch++) {
    const rows = at[stretch + 1]! - at[stretch]!;
    if (rows > 0) laid.push(flags.subarray(row[stretch]!, row[stretch]! + rows));
  }
  return laid;
}
