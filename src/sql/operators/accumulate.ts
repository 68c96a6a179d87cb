/** Accumulators of the aggregates. Each keeps state per group and ends with a result. */
import { withoutNoise } from '../../base/exact_sum.ts';
import type { Value } from '../../engine/frame/column.ts';
import { binCells, newBinned, quantilesOf } from '../../engine/kernels/rows/cell_quantiles.ts';
import {
  addCells,
  type CellSums,
  type CellValues,
  greatestOfCells,
  leastOfCells,
  newSums,
  sumsOf,
} from '../../engine/kernels/rows/value_aggregates.ts';
import { type Vector, valueAt } from '../../engine/select/expression/vector.ts';
import type { SqlAggregate, SqlAggregateName } from '../../model/sql/plan.ts';
import { type Accumulating, type Begin, grown, listed, numbers } from './accumulating.ts';
import { flagsAt, numbersOf, pickVector } from './batch.ts';
import { byBlocks } from './blocks.ts';
import { beginningsOf } from './chosen.ts';
import { type Execution, hold } from './execution.ts';
import { windowFunnel } from './funnel.ts';
import { cellsWhere, DISTINCT_TEXTS } from './grouping.ts';
import { distinctList, inOrder, list, mostFrequent } from './lists.ts';
import { compareValues } from './order.ts';
import { unique } from './unique.ts';

export function beginAggregate(aggregate: SqlAggregate, execution: Execution): Accumulating {
  return BEGIN[aggregate.name](aggregate, execution);
}

/** Counts rows, or rows with a value. */
const count: Begin = () => {
  let counts = new Float64Array(1);
  return {
    add(given, size) {
      counts = grown(counts, size);
      const [value] = given.args;
      if (value === undefined && given.addCounts) {
        given.addCounts(counts);
        return;
      }
      const { cells, rows, weights } = given;
      const own = value === undefined ? cells : cellsWhere(cells, presentOf(value, rows));
      byBlocks(rows, (first, until) => addCounts(own, weights, counts, first, until));
    },
    end: (size) => numbers(grown(counts, size).subarray(0, size)),
  };
};

function addCounts(
  cells: Int32Array,
  weights: Float64Array | null,
  counts: Float64Array,
  first: number,
  until: number,
): void {
  if (weights === null) for (let row = first; row < until; row++) counts[cells[row]!]!++;
  else for (let row = first; row < until; row++) counts[cells[row]!]! += weights[row]!;
}

/** Row -> 1 if it has a value. */
function presentOf(vector: Vector, rows: number): Uint8Array {
  if (vector.kind === 'numbers') return Uint8Array.from(vector.values, (value) => Number(!Number.isNaN(value)));
  if (vector.kind === 'constant') return new Uint8Array(rows).fill(Number(vector.value !== null));
  const { codes } = vector;
  const missing = DISTINCT_TEXTS.get(vector.values);
  const of_code =
    missing === undefined
      ? Uint8Array.from(vector.values, (value) => Number(value !== null))
      : new Uint8Array(vector.values.length).fill(1);
  if (missing !== undefined && missing >= 0) of_code[missing] = 0;
  return flagsAt(of_code, codes);
}

/** The sum of no numbers is missing. */
function summing(finish: (sum: number, count: number) => number): Begin {
  return () => {
    let sums: CellSums = newSums(1);
    return {
      add({ cells, args, rows, weights }, size) {
        sums = grownSums(sums, size);
        const values = numbersOf(args[0]!, rows);
        if (weights === null) addCells({ cells, values, length: rows }, sums);
        else addWeighed(cells, values, weights, sums);
      },
      end(size) {
        const { count: counts } = grownSums(sums, size);
        const totals = padded(sumsOf(sums), size);
        return numbers(totals.map((total, cell) => finish(total, counts[cell]!)));
      },
    };
  };
}

/** Factor that splits a double into two halves of 26 bits, whose products with a row count are exact. */
const HALVES = 2 ** 27 + 1;

function addWeighed(cells: Int32Array, values: Float64Array, weights: Float64Array, sums: CellSums): void {
  const { length } = weights;
  const [both, halves] = [new Int32Array(2 * length), new Float64Array(2 * length)];
  for (let row = 0; row < length; row++) {
    const [value, weight] = [values[row]!, weights[row]!];
    const large = value * HALVES;
    const high = Number.isFinite(large) ? large - (large - value) : value;
    both[2 * row] = both[2 * row + 1] = cells[row]!;
    halves[2 * row] = high * weight;
    halves[2 * row + 1] = (value - high) * weight;
    // `addCells` counts both halves, so only the rest of `weight` is added here.
    if (!Number.isNaN(value)) sums.count[cells[row]!]! += weight - 2;
  }
  addCells({ cells: both, values: halves, length: 2 * length }, sums);
}

function grownSums(sums: CellSums, size: number): CellSums {
  const { sum: totals, lost, negative, count: counts } = sums;
  if (totals.length >= size) return sums;
  const longer = <A extends Float64Array | Uint32Array>(array: A): A => grown(array, size);
  return { sum: longer(totals), lost: longer(lost), negative: longer(negative), count: longer(counts) };
}

function padded(values: Float64Array, size: number): Float64Array {
  return grown(values, size).subarray(0, size);
}

const sum = summing((total, of) => (of === 0 ? Number.NaN : total));
const avg = summing((total, of) => withoutNoise(total / of));

/** Numbers take a fast loop; other values are compared one by one. */
function extreme(sign: 1 | -1): Begin {
  const none = sign * Number.POSITIVE_INFINITY;
  return () => {
    let found = new Float64Array(1).fill(none);
    const values: Value[] = [];
    let is_numeric = true;
    const offer = (cell: number, value: Value): void => {
      const before = values[cell] ?? null;
      if (value !== null && (before === null || sign * compareValues(value, before) < 0)) values[cell] = value;
    };
    return {
      add({ cells, args, rows }, size) {
        const vector = args[0]!;
        found = grown(found, size, none);
        if (vector.kind === 'numbers') {
          const list = { cells, values: vector.values, length: rows };
          if (sign === 1) leastOfCells(list, found);
          else greatestOfCells(list, found);
          return;
        }
        is_numeric = false;
        offerCodes(vector, { cells, rows, sign }, offer);
      },
      end(size) {
        found = grown(found, size, none);
        if (is_numeric) return numbers(found.subarray(0, size).map((value) => (value === none ? Number.NaN : value)));
        for (let cell = 1; cell < size; cell++) if (found[cell] !== none) offer(cell, found[cell]!);
        return listed(values, size);
      },
    };
  };
}

/**
 * Offers values that may be first in their cell. Consecutive rows with equal value and cell are one; texts of which the
 * beginning comes later are not read.
 */
function offerCodes(
  vector: Vector,
  { cells, rows, sign }: { cells: Int32Array; rows: number; sign: 1 | -1 },
  offer: (cell: number, value: Value) => void,
): void {
  const codes = vector.kind === 'coded' ? vector.codes : null;
  const beginningOf = vector.kind === 'coded' ? beginningsOf(vector.values) : null;
  let leads = new Float64Array(0);
  let [last_cell, last_code] = [-1, -1];
  for (let row = 0; row < rows; row++) {
    const cell = cells[row]!;
    const code = codes === null ? 0 : codes[row]!;
    if (cell === 0 || (cell === last_cell && code === last_code)) continue;
    [last_cell, last_code] = [cell, code];
    if (beginningOf !== null) {
      const beginning = beginningOf(code);
      leads = grown(leads, cell + 1, -1);
      const lead = leads[cell]!;
      if (lead >= 0 && beginning >= 0 && sign * (beginning - lead) > 0) continue;
      if (beginning >= 0) leads[cell] = beginning;
    }
    offer(cell, valueAt(vector, row));
  }
}

/** The first or last value. */
function anyOf(is_last: boolean): Begin {
  return () => {
    const values: Value[] = [];
    return {
      add({ cells, args, rows }) {
        for (let row = 0; row < rows; row++) {
          const cell = cells[row]!;
          if (cell === 0 || (!is_last && (values[cell] ?? null) !== null)) continue;
          const value = valueAt(args[0]!, row);
          if (value !== null) values[cell] = value;
        }
      },
      end: (size) => listed(values, size),
    };
  };
}

/** The value in the row of the minimum or maximum; the smallest if there are several. */
function argOf(sign: 1 | -1): Begin {
  return () => {
    const values: Value[] = [];
    const orders: Value[] = [];
    return {
      add({ cells, args, rows }) {
        const [of, by] = [args[0]!, args[1]!];
        for (let row = 0; row < rows; row++) {
          const cell = cells[row]!;
          if (cell === 0) continue;
          const order = valueAt(by, row);
          if (order === null) continue;
          const before = orders[cell] ?? null;
          const compared = before === null ? -1 : sign * compareValues(order, before);
          if (compared > 0) continue;
          const value = valueAt(of, row);
          if (value === null || (compared === 0 && compareValues(value, values[cell]!) >= 0)) continue;
          orders[cell] = order;
          values[cell] = value;
        }
      },
      end: (size) => listed(values, size),
    };
  };
}

const quantile: Begin = ({ parameter }, execution) => {
  const lists: CellValues[] = [];
  const of = (each: readonly CellValues[], size: number): Vector => {
    const binned = newBinned(
      size,
      each.reduce((total, { length }) => total + length, 0),
    );
    for (const list of each) binCells(list, binned);
    return numbers(quantilesOf(binned, { first: 1, until: size }, parameter));
  };
  return {
    add({ cells, args, rows }) {
      hold(execution, countIn(cells), 2);
      lists.push({ cells: cells.slice(), values: numbersOf(args[0]!, rows), length: rows });
    },
    end: (size) => of(lists, size),
    endOf(groups, size) {
      const cell_of = new Int32Array(size);
      let cells = 0;
      for (const group of groups) if (cell_of[group + 1] === 0) cell_of[group + 1] = ++cells;
      const own = lists.map((list) => ofCells(list, cell_of));
      return pickVector(
        of(own, cells + 1),
        groups.map((group) => cell_of[group + 1]! - 1),
      );
    },
  };
};

/** How many rows count. */
function countIn(cells: Int32Array): number {
  let count = 0;
  byBlocks(cells.length, (first, until) => {
    count += countNotZero(cells.subarray(first, until));
  });
  return count;
}

function countNotZero(cells: Int32Array): number {
  let count = 0;
  for (let row = 0; row < cells.length; row++) count += Number(cells[row] !== 0);
  return count;
}

/** The rows whose cell has a new one, in that. */
function ofCells({ cells, values, length }: CellValues, cell_of: Int32Array): CellValues {
  const own = { cells: new Int32Array(length), values: new Float64Array(length) };
  let at = 0;
  byBlocks(length, (first, until) => {
    const left = { cells: own.cells.subarray(at), values: own.values.subarray(at) };
    at += keepRows(cells.subarray(first, until), values.subarray(first, until), cell_of, left.cells, left.values);
  });
  return { cells: own.cells, values: own.values.subarray(0, at), length: at };
}

/** Writes each row and advances past those that are kept: which these are follows no pattern. Returns how many. */
function keepRows(
  cells: Int32Array,
  values: Float64Array,
  cell_of: Int32Array,
  own_cells: Int32Array,
  own_values: Float64Array,
): number {
  let at = 0;
  for (let row = 0; row < cells.length; row++) {
    const cell = cell_of[cells[row]!]!;
    own_cells[at] = cell;
    own_values[at] = values[row]!;
    at += Number(cell !== 0);
  }
  return at;
}

/** Welford's algorithm, which is exact for large numbers close to each other. */
function spread(finish: (squares: number, count: number) => number): Begin {
  return () => {
    const state: { count: number; mean: number; squares: number }[] = [];
    return {
      add({ cells, args, rows }) {
        const values = numbersOf(args[0]!, rows);
        for (let row = 0; row < rows; row++) {
          const value = values[row]!;
          if (cells[row] === 0 || Number.isNaN(value)) continue;
          state[cells[row]!] ??= { count: 0, mean: 0, squares: 0 };
          const of = state[cells[row]!]!;
          of.count++;
          const away = value - of.mean;
          of.mean += away / of.count;
          of.squares += away * (value - of.mean);
        }
      },
      end: (size) =>
        numbers(
          Float64Array.from({ length: size }, (_, cell) => {
            const { squares, count: of } = state[cell] ?? { squares: 0, count: 0 };
            return of === 0 ? Number.NaN : finish(squares, of);
          }),
        ),
    };
  };
}

const BEGIN: Readonly<Record<SqlAggregateName, Begin>> = {
  ...{ count, sum, avg, quantile, unique },
  min: extreme(1),
  max: extreme(-1),
  any: anyOf(false),
  last: anyOf(true),
  arg_min: argOf(1),
  arg_max: argOf(-1),
  list,
  unique_list: distinctList(inOrder),
  top: distinctList(mostFrequent),
  var_pop: spread((squares, of) => squares / of),
  var_samp: spread((squares, of) => (of > 1 ? squares / (of - 1) : Number.NaN)),
  stddev_pop: spread((squares, of) => Math.sqrt(squares / of)),
  stddev_samp: spread((squares, of) => (of > 1 ? Math.sqrt(squares / (of - 1)) : Number.NaN)),
  window_funnel: windowFunnel,
};

/** Aggregates that can take many equal rows at once, in any order. */
export const WEIGHED: ReadonlySet<SqlAggregateName> = new Set<SqlAggregateName>([
  ...(['count', 'sum', 'avg', 'min', 'max', 'unique', 'arg_min', 'arg_max', 'unique_list', 'top'] as const),
]);
