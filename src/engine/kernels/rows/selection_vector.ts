/**
 * The selected rows of a block as a selection vector, with the slot of each.
 * Input: a block of at most 4,096 rows, its selection bitmap and skipped ranges. Output: ascending row indices and
 * slots. If everything is selected, nothing is copied. Cost: one step per selected row (set bits are found with clz),
 * none per unselected row.
 */
import { type Buckets, slotOf, slotsOfGrains } from '../../frame/buckets.ts';
import type { Codes } from '../../frame/column.ts';
import type { Grains } from '../../frame/run.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';
import { firstSkipped } from './skipped_rows.ts';
import { slotAllRows, type TrendRows } from './trend_rows.ts';

export interface SelectionVector {
  length: number;
  /** index below `length` -> slot of the row, which may be outside the range. */
  readonly slot: Int32Array;
  /** index below `length` -> row, ascending; an index into `actor` and `group`. */
  row: Int32Array;
  /** row -> actor and group (null = none); views of the block if all its rows count. */
  actor: Uint32Array;
  group: Codes | null;
  /** Backing store of `row` when some rows are not selected. */
  readonly buffer: Int32Array;
}

/** `row` when all rows of the block count. Read-only. */
const EVERY = Int32Array.from({ length: BLOCK_ROWS }, (_, row) => row);

export function newSelectionVector(): SelectionVector {
  const buffer = new Int32Array(BLOCK_ROWS);
  return { length: 0, slot: new Int32Array(BLOCK_ROWS), row: EVERY, actor: new Uint32Array(0), group: null, buffer };
}

/** Fills the vector with the selected rows of [begin, end), at most a block. */
export function fillSelection(
  rows: TrendRows,
  buckets: Buckets,
  begin: number,
  end: number,
  out: SelectionVector,
): void {
  const { select, skipped } = rows;
  if (select === null && (skipped === null || isNoneSkipped(skipped, begin, end))) {
    out.length = end - begin;
    out.row = EVERY;
    out.actor = rows.actor.subarray(begin, end);
    out.group = rows.group?.subarray(begin, end) ?? null;
    slotAllRows(rows, buckets, begin, end, out.slot);
    return;
  }
  out.row = out.buffer;
  out.actor = rows.actor;
  out.group = rows.group;
  if (select === null) out.length = listOthers(skipped!, begin, end, out.buffer);
  else {
    out.length = listSelected(select, begin, end, out.buffer);
    if (skipped !== null) out.length = dropSkipped(skipped, begin, out);
  }
  slotRowsOf(rows, buckets, begin, end, out);
}

function isNoneSkipped(skipped: Uint32Array, begin: number, end: number): boolean {
  const next = firstSkipped(skipped, begin);
  return next === skipped.length || skipped[next]! >= end;
}

function listOthers(skipped: Uint32Array, begin: number, end: number, row: Int32Array): number {
  let count = 0;
  let from = begin;
  for (let at = firstSkipped(skipped, begin); at < skipped.length && skipped[at]! < end; at += 2) {
    count = listBetween(from, skipped[at]!, count, row);
    from = skipped[at + 1]!;
  }
  return listBetween(from, end, count, row);
}

/** Lists rows [from, until); none if `from` >= `until`. */
function listBetween(from: number, until: number, count: number, row: Int32Array): number {
  for (let at = 0; at < until - from; at++) row[count + at] = from + at;
  return count + Math.max(0, until - from);
}

function listSelected(select: Uint32Array, begin: number, end: number, row: Int32Array): number {
  const first = begin >>> 5;
  const last = (end - 1) >>> 5;
  const last_bits = select[last]! & (-1 >>> (31 - ((end - 1) & 31)));
  if (first === last) return listBits(last_bits & (-1 << (begin & 31)), last, 0, row);
  let length = listBits(select[first]! & (-1 << (begin & 31)), first, 0, row);
  for (let word = first + 1; word < last; word++) length = listBits(select[word]! | 0, word, length, row);
  return listBits(last_bits, last, length, row);
}

/** Appends the rows of one word of the bitmap; returns the new length. */
function listBits(bits: number, word: number, length: number, row: Int32Array): number {
  const highest = (word << 5) + 31;
  let count = length;
  for (let left = bits; left !== 0; left &= left - 1) row[count++] = highest - Math.clz32(left & -left);
  return count;
}

/** Removes skipped rows from the vector in place; returns its new length. */
function dropSkipped(skipped: Uint32Array, begin: number, { row, length }: SelectionVector): number {
  let next = firstSkipped(skipped, begin);
  let kept = 0;
  for (let at = 0; at < length; at++) {
    const here = row[at]!;
    while (next < skipped.length && skipped[next + 1]! <= here) next += 2;
    row[kept] = here;
    kept += Number(next === skipped.length || here < skipped[next]!);
  }
  return kept;
}

function slotRowsOf(rows: TrendRows, buckets: Buckets, begin: number, end: number, out: SelectionVector): void {
  const { grains, time_ms } = rows;
  const of_grains = grains === null ? null : slotsOfGrains(grains, buckets);
  if (grains !== null && of_grains !== null) {
    lookUp(grains.of_row, of_grains.table, out);
    if (of_grains.has_cut) slotCut(time_ms, buckets, out);
    return;
  }
  const all = new Int32Array(end - begin);
  slotAllRows(rows, buckets, begin, end, all);
  for (let at = 0; at < out.length; at++) out.slot[at] = all[out.row[at]! - begin]!;
}

/** slot[at] = table[grain of row[at]]. Unrolled by four: loop overhead would dominate. */
function lookUp(grain: Grains['of_row'], table: Int32Array, { row, slot, length }: SelectionVector): void {
  const whole = length - (length % 4);
  for (let at = 0; at < whole; at += 4) {
    slot[at] = table[grain[row[at]!]!]!;
    slot[at + 1] = table[grain[row[at + 1]!]!]!;
    slot[at + 2] = table[grain[row[at + 2]!]!]!;
    slot[at + 3] = table[grain[row[at + 3]!]!]!;
  }
  for (let at = whole; at < length; at++) slot[at] = table[grain[row[at]!]!]!;
}

function slotCut(time_ms: Float64Array, buckets: Buckets, { row, slot, length }: SelectionVector): void {
  for (let at = 0; at < length; at++) if (slot[at]! < 0) slot[at] = slotOf(buckets, time_ms[row[at]!]!);
}

/** Replaces each slot by its cell, in place. `group`: row - first -> its group. */
export function toCells(
  { row, slot, length }: SelectionVector,
  group: Int32Array,
  first: number,
  groups: number,
): void {
  const whole = length - (length % 4);
  for (let at = 0; at < whole; at += 4) {
    slot[at] = (Math.imul(slot[at]!, groups) + group[row[at]! - first]!) | 0;
    slot[at + 1] = (Math.imul(slot[at + 1]!, groups) + group[row[at + 1]! - first]!) | 0;
    slot[at + 2] = (Math.imul(slot[at + 2]!, groups) + group[row[at + 2]! - first]!) | 0;
    slot[at + 3] = (Math.imul(slot[at + 3]!, groups) + group[row[at + 3]! - first]!) | 0;
  }
  for (let at = whole; at < length; at++) slot[at] = (Math.imul(slot[at]!, groups) + group[row[at]! - first]!) | 0;
}
