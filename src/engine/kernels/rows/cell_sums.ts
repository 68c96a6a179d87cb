/**
 * Sums of numbers per cell (see cell_assignment.ts), shared by threads. Sums keep their rounding errors, so any order
 * of rows gives the same result.
 */
import type { Buckets } from '../../frame/buckets.ts';
import type { Task } from '../../frame/team.ts';
import { cellBlocks, type RowNumbers } from './cell_assignment.ts';
import type { TrendRows } from './trend_rows.ts';
import { addCells, addSums, type CellSums, meetCells, newSums } from './value_aggregates.ts';

export interface SumArgs {
  readonly rows: TrendRows;
  readonly numbers: RowNumbers;
  readonly buckets: Buckets;
  readonly groups: number;
  /** Number of cells. */
  readonly cells: number;
}

export interface CellTotals {
  readonly sums: CellSums;
  /** cell -> 1: has a row, with or without a number. */
  readonly met: Uint8Array;
}

export function newTotals(cells: number): CellTotals {
  return { sums: newSums(cells), met: new Uint8Array(cells) };
}

/** Adds `some` to `total`. */
export function addTotals(some: CellTotals, total: CellTotals): void {
  addSums(some.sums, total.sums);
  for (let cell = 0; cell < total.met.length; cell++) total.met[cell]! |= some.met[cell]!;
}

/** Morsels of rows. */
export const SUM_CELLS: Task<SumArgs, CellTotals, CellTotals> = {
  name: 'sum cells',
  begin: ({ cells }) => newTotals(cells),
  add({ rows, numbers, buckets, groups }, { sums, met }, first, until) {
    for (const block of cellBlocks(rows, numbers, buckets, groups, [first, until])) {
      addCells(block, sums);
      meetCells(block, met);
    }
  },
  end: (totals) => totals,
};
