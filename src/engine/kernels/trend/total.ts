/**
 * Counts rows per slot and group.
 * Input: one run. Output: counts[slot * groups + group]. Cost: one increment per selected row. Counts of any row
 * ranges, runs and parts add up.
 */
import { type Buckets, firstCells } from '../../frame/buckets.ts';
import type { Grains } from '../../frame/run.ts';
import type { Counting } from '../../frame/team.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';
import { fillSelection, newSelectionVector, type SelectionVector, toCells } from '../rows/selection_vector.ts';
import { firstSkipped } from '../rows/skipped_rows.ts';
import type { TrendRows } from '../rows/trend_rows.ts';

export interface CountRowsArgs {
  readonly rows: TrendRows;
  readonly buckets: Buckets;
  readonly groups: number;
}

interface TotalWork {
  readonly counts: Uint32Array;
  /**
   * Groups of a block, copied into one array type: a loop that sees several types checks the type at each access.
   */
  readonly groups: Int32Array;
  readonly selection: SelectionVector;
}

/** Morsels of rows. Counts outside the buckets are meaningless. */
export const TOTAL: Counting<CountRowsArgs, Uint32Array, TotalWork> = {
  name: 'total',
  begin: ({ zeros }) => ({
    counts: zeros.slice(),
    groups: new Int32Array(BLOCK_ROWS),
    selection: newSelectionVector(),
  }),
  add(args, work, begin, end) {
    const { rows, buckets, groups } = args;
    const { grains, select } = rows;
    const first_cell = grains && select === null ? firstCells(grains, buckets, groups) : null;
    for (let first = begin; first < end; first += BLOCK_ROWS) {
      const until = Math.min(first + BLOCK_ROWS, end);
      if (first_cell !== null) countAll(rows, work, first_cell, first, until);
      else countSelection(args, work, first, until);
    }
  },
  end: ({ counts }) => counts,
};

/** Counts all rows, then subtracts those of skipped actors, who are few. */
function countAll(
  rows: TrendRows,
  { counts, groups }: TotalWork,
  first_cell: Int32Array,
  begin: number,
  end: number,
): void {
  const grain = rows.grains!.of_row.subarray(begin, end);
  if (rows.group !== null) groups.set(rows.group.subarray(begin, end));
  addRows(grain, first_cell, groups, counts);
  const { skipped } = rows;
  if (skipped === null) return;
  for (let at = firstSkipped(skipped, begin); at < skipped.length && skipped[at]! < end; at += 2) {
    const first = Math.max(0, skipped[at]! - begin);
    const until = Math.min(skipped[at + 1]!, end) - begin;
    takeRows(grain.subarray(first, until), first_cell, groups.subarray(first, until), counts);
  }
}

/** Unrolled by four: loop overhead would dominate. */
function addRows(grain: Grains['of_row'], first_cell: Int32Array, group: Int32Array, counts: Uint32Array): void {
  const whole = grain.length - (grain.length % 4);
  for (let at = 0; at < whole; at += 4) {
    counts[first_cell[grain[at]!]! + group[at]!]!++;
    counts[first_cell[grain[at + 1]!]! + group[at + 1]!]!++;
    counts[first_cell[grain[at + 2]!]! + group[at + 2]!]!++;
    counts[first_cell[grain[at + 3]!]! + group[at + 3]!]!++;
  }
  for (let at = whole; at < grain.length; at++) counts[first_cell[grain[at]!]! + group[at]!]!++;
}

/** Subtracts rows. A counter may wrap below zero, but the sum over all morsels is still right. */
function takeRows(grain: Grains['of_row'], first_cell: Int32Array, group: Int32Array, counts: Uint32Array): void {
  for (let at = 0; at < grain.length; at++) counts[first_cell[grain[at]!]! + group[at]!]!--;
}

function countSelection(
  { rows, buckets, groups }: CountRowsArgs,
  { counts, selection, groups: of_block }: TotalWork,
  begin: number,
  end: number,
): void {
  fillSelection(rows, buckets, begin, end, selection);
  if (rows.group !== null) {
    of_block.set(rows.group.subarray(begin, end));
    toCells(selection, of_block, selection.row === selection.buffer ? begin : 0, groups);
  }
  addCells(selection, counts);
}

/** Unrolled by four: loop overhead would dominate. */
function addCells({ slot: cell, length }: SelectionVector, counts: Uint32Array): void {
  const whole = length - (length % 4);
  for (let at = 0; at < whole; at += 4) {
    counts[cell[at]!]!++;
    counts[cell[at + 1]!]!++;
    counts[cell[at + 2]!]!++;
    counts[cell[at + 3]!]!++;
  }
  for (let at = whole; at < length; at++) counts[cell[at]!]!++;
}
