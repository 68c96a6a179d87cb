/**
 * Rows as the trend kernels read them, and how blocks of rows get their slots.
 * Kernels run several plain loops over a block of 4,096 rows: loops without branches are several times faster than one
 * loop that decides. Cost of a slot: one table lookup per row.
 */

import { type Buckets, slotOf, slotsOfGrains } from '../../frame/buckets.ts';
import type { Codes } from '../../frame/column.ts';
import type { Grains } from '../../frame/run.ts';
import { firstSkipped } from './skipped_rows.ts';

export interface TrendRows {
  /** row -> counted actor, ascending. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds, ascending within an actor. */
  readonly time_ms: Float64Array;
  /** row -> grain; null = only times are known. */
  readonly grains: Grains | null;
  /** Bitmap of selected rows; null = all. */
  readonly select: Uint32Array | null;
  /** Bitmap of actors to skip; null = none. */
  readonly skip: Uint32Array | null;
  /** Row ranges of those actors (first, until, first, until, …), for loops without a test per row; null = none. */
  readonly skipped: Uint32Array | null;
  /** row -> group of the breakdown; null = no breakdown, all rows in group 0. */
  readonly group: Codes | null;
}

/** All rows count, in one group. */
export const EVERY_ROW = { select: null, skip: null, skipped: null, group: null } as const;

/** slots[row - begin] = slot of the row; 0 (before the range) for unselected and skipped rows. */
export function slotRows(rows: TrendRows, buckets: Buckets, begin: number, end: number, slots: Int32Array): void {
  slotAllRows(rows, buckets, begin, end, slots);
  dropOthers(rows, begin, end, slots);
}

/** Sets slots, or cells, of unselected and skipped rows to 0. */
export function dropOthers({ select, skipped }: TrendRows, begin: number, end: number, slots: Int32Array): void {
  if (select !== null) dropUnselected(select, begin, end, slots);
  if (skipped !== null) dropSkipped(skipped, begin, end, slots);
}

/** As slotRows, but for all rows. Loops run over views that start at 0: an offset index would double their cost. */
export function slotAllRows(
  { time_ms, grains }: Pick<TrendRows, 'time_ms' | 'grains'>,
  buckets: Buckets,
  begin: number,
  end: number,
  slots: Int32Array,
): void {
  const of_grains = grains === null ? null : slotsOfGrains(grains, buckets);
  if (grains !== null && of_grains !== null) {
    lookUp(grains.of_row.subarray(begin, end), of_grains.table, slots);
    if (of_grains.has_cut) slotCut(time_ms.subarray(begin, end), buckets, slots);
    return;
  }
  locate(time_ms.subarray(begin, end), buckets, slots);
  if (!buckets.exact) correct(time_ms.subarray(begin, end), buckets, slots);
}

/** slots[row] = table[grain[row]], unrolled by four: loop overhead would dominate. */
function lookUp(grain: Grains['of_row'], table: Int32Array, slots: Int32Array): void {
  const whole = grain.length - (grain.length % 4);
  for (let at = 0; at < whole; at += 4) {
    slots[at] = table[grain[at]!]!;
    slots[at + 1] = table[grain[at + 1]!]!;
    slots[at + 2] = table[grain[at + 2]!]!;
    slots[at + 3] = table[grain[at + 3]!]!;
  }
  for (let at = whole; at < grain.length; at++) slots[at] = table[grain[at]!]!;
}

function slotCut(time_ms: Float64Array, buckets: Buckets, slots: Int32Array): void {
  for (let at = 0; at < time_ms.length; at++) if (slots[at]! < 0) slots[at] = slotOf(buckets, time_ms[at]!);
}

/** Looks slots up by time. Clamps by sign bits, because a branch would be mispredicted half of the time. */
function locate(time_ms: Float64Array, { base_ms, unit_scale, table }: Buckets, slots: Int32Array): void {
  const last_cell = table.length - 1;
  for (let at = 0; at < time_ms.length; at++) {
    const cell = ((time_ms[at]! - base_ms) * unit_scale) | 0;
    const over = (cell & ~(cell >> 31)) - last_cell;
    slots[at] = table[last_cell + (over & (over >> 31))]!;
  }
}

function correct(time_ms: Float64Array, { bounds_ms, count }: Buckets, slots: Int32Array): void {
  const first_ms = bounds_ms[1]!;
  const last_ms = bounds_ms[count + 1]!;
  for (let at = 0; at < time_ms.length; at++) {
    const time = time_ms[at]!;
    let slot = slots[at]!;
    if (time < first_ms) slot = 0;
    else if (time >= last_ms) slot = count + 1;
    else while (time >= bounds_ms[slot + 1]!) slot++;
    slots[at] = slot;
  }
}

/** Sets slots of unselected rows to 0. The first item of `slots` is that of row `begin`. */
function dropUnselected(select: Uint32Array, begin: number, end: number, slots: Int32Array): void {
  for (let at = 0; at < end - begin; at++) {
    const row = begin + at;
    slots[at]! &= -((select[row >>> 5]! >>> (row & 31)) & 1);
  }
}

function dropSkipped(skipped: Uint32Array, begin: number, end: number, slots: Int32Array): void {
  for (let at = firstSkipped(skipped, begin); at < skipped.length && skipped[at]! < end; at += 2) {
    slots.fill(0, Math.max(0, skipped[at]! - begin), Math.min(skipped[at + 1]!, end) - begin);
  }
}
