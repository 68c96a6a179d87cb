/**
 * Sums of numbers per cell, shared by threads. Sums keep their rounding errors, so any order of rows gives the same
 * result.
 */
import type { Buckets } from '../../frame/buckets.ts';
import type { ScaledColumn } from '../../frame/column.ts';
import type { Task } from '../../frame/team.ts';
import { cellBlocks, codeReader, numberReader, type RowNumbers } from './cell_assignment.ts';
import { addCodes, areSumsExact, type CodeSums, newCodeSums, settleCodes } from './code_sums.ts';
import type { TrendRows } from './trend_rows.ts';
import { addCells, addSums, type CellSums, meetCells, newSums } from './value_aggregates.ts';

export interface SumArgs {
  readonly rows: TrendRows;
  readonly numbers: RowNumbers;
  readonly buckets: Buckets;
  readonly groups: number;
  /** How many cells there are. */
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

interface SumWork {
  readonly totals: CellTotals;
  /** Sums of codes of `column`, not yet in the totals; null before the first code. */
  codes: CodeSums | null;
  column: ScaledColumn | null;
}

/** A morsel is a range of rows. */
export const SUM_CELLS: Task<SumArgs, SumWork, CellTotals> = {
  name: 'sum cells',
  begin: ({ cells }) => ({ totals: newTotals(cells), codes: null, column: null }),
  add({ rows, numbers, buckets, groups, cells }, work, first, until) {
    const { sums, met } = work.totals;
    if (numbers instanceof Float64Array || !areSumsExact(numbers, rows.actor.length)) {
      for (const block of cellBlocks(rows, numberReader(numbers), buckets, groups, [first, until])) {
        addCells(block, sums);
        meetCells(block, met);
      }
      return;
    }
    if (work.column !== numbers) settle(work);
    work.column = numbers;
    work.codes ??= newCodeSums(cells);
    for (const block of cellBlocks(rows, codeReader(numbers.codes), buckets, groups, [first, until])) {
      addCodes(block, work.codes);
    }
  },
  end(work) {
    settle(work);
    return work.totals;
  },
};

function settle({ codes, column, totals }: SumWork): void {
  if (codes !== null && column !== null) settleCodes(codes, column, totals.sums, totals.met);
}
