/** Aggregates of numbers per cell: which kernels each is made of, for maths of trends and for expressions. */
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

/** A number is the quantile of that level. */
export type CellAggregate = 'sum' | 'avg' | 'min' | 'max' | number;

/** Grows list by list; the cells of a list may be written over after it was added, its values may not. */
export interface Aggregating {
  add(list: CellValues): void;
  /** cell -> aggregate of its numbers; of none NaN, but a sum of none is 0. Cells outside the range mean nothing. */
  end(): Float64Array;
}

/** `size`: cells; `numbers`: about how many there will be. */
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
