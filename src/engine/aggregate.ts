/** Which kernel an aggregate of numbers per cell is: one table for every math that aggregates. */
import type { Aggregate } from '../model/trend.ts';
import { quantilesOfCells } from './kernels/cell_quantiles.ts';
import { addCells, averageCells, type CellValues, greatestOfCells, leastOfCells } from './kernels/cell_values.ts';
import type { CellRange } from './kernels/row_cells.ts';

const QUANTILES = { median: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 } as const;

/** cell -> aggregate of its numbers, 0 where it has none. Cells outside the range mean nothing. */
export function aggregateCells(
  aggregate: Aggregate,
  lists: readonly CellValues[],
  range: CellRange,
  size: number,
): Float64Array {
  switch (aggregate) {
    case 'sum': {
      const sums = new Float64Array(size);
      for (const list of lists) addCells(list, sums);
      return sums;
    }
    case 'avg':
      return averages(lists, size);
    case 'min': {
      const least = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
      for (const list of lists) leastOfCells(list, least);
      return zeroWhereNone(least);
    }
    case 'max': {
      const greatest = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
      for (const list of lists) greatestOfCells(list, greatest);
      return zeroWhereNone(greatest);
    }
    default: {
      const quantiles = new Float64Array(size);
      quantilesOfCells(lists, range, QUANTILES[aggregate], quantiles);
      return quantiles;
    }
  }
}

function averages(lists: readonly CellValues[], size: number): Float64Array {
  const sums = new Float64Array(size);
  const counts = new Uint32Array(size);
  for (const list of lists) averageCells(list, sums, counts);
  return sums.map((sum, cell) => (counts[cell] === 0 ? 0 : sum / counts[cell]!));
}

function zeroWhereNone(values: Float64Array): Float64Array {
  return values.map((value) => (Number.isFinite(value) ? value : 0));
}
