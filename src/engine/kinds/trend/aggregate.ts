/** Aggregates of numbers per cell (sum, avg, min, max, quantiles): which kernels each one uses. */
import { unreachable } from '../../../base/assert.ts';
import type { CellRange } from '../../frame/buckets.ts';
import { binCells, newBinned, quantilesOf } from '../../kernels/rows/cell_quantiles.ts';
import {
  addCells,
  averagesOf,
  type CellValues,
  greatestOfCells,
  leastOfCells,
  newSums,
  sumsOf,
} from '../../kernels/rows/value_aggregates.ts';

/** A number means the quantile of that level. */
export type CellAggregate = 'sum' | 'avg' | 'min' | 'max' | number;

/** Takes list by list. A list's cells may be overwritten afterwards, its values may not. */
export interface Aggregating {
  add(list: CellValues): void;
  /** cell -> aggregate; without numbers NaN, but the sum is 0. Cells outside the range are meaningless. */
  end(): Float64Array;
}

/** `size`: number of cells; `numbers`: estimate of how many there will be. */
export function beginAggregate(aggregate: CellAggregate, range: CellRange, size: number, numbers: number): Aggregating {
  switch (aggregate) {
    case 'sum': {
      const sums = newSums(size);
      return { add: (list) => addCells(list, sums), end: () => sumsOf(sums) };
    }
    case 'avg': {
      const sums = newSums(size);
      return { add: (list) => addCells(list, sums), end: () => averagesOf(sums) };
    }
    case 'min':
      return extremes(leastOfCells, size, Number.POSITIVE_INFINITY);
    case 'max':
      return extremes(greatestOfCells, size, Number.NEGATIVE_INFINITY);
    default: {
      if (typeof aggregate !== 'number') return unreachable(aggregate);
      const binned = newBinned(size, numbers);
      return { add: (list) => binCells(list, binned), end: () => quantilesOf(binned, range, aggregate) };
    }
  }
}

function extremes(note: (list: CellValues, into: Float64Array) => void, size: number, none: number): Aggregating {
  const found = new Float64Array(size).fill(none);
  return {
    add: (list) => note(list, found),
    end: () => found.map((value) => (value === none ? Number.NaN : value)),
  };
}
