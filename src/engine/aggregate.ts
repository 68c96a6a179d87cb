/** Which kernel an aggregate of numbers per cell is: one table for every math that aggregates. */
import type { Aggregate } from '../model/trend.ts';
import type { CellRange } from './buckets.ts';
import { binCells, newBinned, quantilesOf } from './kernels/cell_quantiles.ts';
import {
  addCells,
  averageCells,
  type CellValues,
  greatestOfCells,
  leastOfCells,
  newSums,
  sumsOf,
} from './kernels/cell_values.ts';

/** Grows list by list; the cells of a list may be written over after it was added, its values may not. */
export interface Aggregation {
  add(list: CellValues): void;
  /** cell -> aggregate of its numbers, 0 where it has none. Cells outside the range mean nothing. */
  end(): Float64Array;
}

const QUANTILES = { median: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 } as const;

/** `size`: cells; `numbers`: about how many there will be. */
export function beginAggregate(aggregate: Aggregate, range: CellRange, size: number, numbers: number): Aggregation {
  switch (aggregate) {
    case 'sum': {
      const sums = newSums(size);
      return { add: (list) => addCells(list, sums), end: () => sumsOf(sums) };
    }
    case 'avg':
      return averages(size);
    case 'min': {
      const least = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
      return { add: (list) => leastOfCells(list, least), end: () => zeroWhereNone(least) };
    }
    case 'max': {
      const greatest = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
      return { add: (list) => greatestOfCells(list, greatest), end: () => zeroWhereNone(greatest) };
    }
    default: {
      const binned = newBinned(size, numbers);
      return { add: (list) => binCells(list, binned), end: () => quantilesOf(binned, range, QUANTILES[aggregate]) };
    }
  }
}

function averages(size: number): Aggregation {
  const sums = new Float64Array(size);
  const counts = new Uint32Array(size);
  return {
    add: (list) => averageCells(list, sums, counts),
    end: () => sums.map((sum, cell) => (counts[cell] === 0 ? 0 : sum / counts[cell]!)),
  };
}

function zeroWhereNone(values: Float64Array): Float64Array {
  return values.map((value) => (Number.isFinite(value) ? value : 0));
}
