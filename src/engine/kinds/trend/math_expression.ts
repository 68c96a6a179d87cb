/** Aggregate expressions: computes each aggregate per cell, then the expression over the aggregates. */
import type { AggregateExpression, Aggregation, Expression } from '../../../model/question/expression.ts';
import type { Column, Value } from '../../frame/column.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import { countCells, earliestOfCells } from '../../kernels/rows/row_aggregates.ts';
import type { CellValues } from '../../kernels/rows/value_aggregates.ts';
import { expressionColumn } from '../../select/expression/column.ts';
import { evaluate, type Leaf } from '../../select/expression/evaluate.ts';
import { toColumn, type Vector } from '../../select/expression/vector.ts';
import { columnNumbers } from '../../select/row_numbers.ts';
import { beginAggregate } from './aggregate.ts';
import { type CellFrame, type CellRun, NOWHERE } from './cell_runs.ts';
import { countDistinct } from './distinct_values.ts';

/** cell of the range -> number; 0 if there is none. */
export function aggregateExpression(
  { aggregations, result }: AggregateExpression,
  runs: readonly CellRun[],
  frame: CellFrame,
): Float64Array {
  const { first, until } = frame.range;
  const numbers = aggregations.map((each) => aggregate(each, runs, frame).subarray(first, until));
  const read = (leaf: Leaf): Vector => {
    if (leaf.kind === 'column') return { kind: 'numbers', values: numbers[leaf.index]! };
    return { kind: 'constant', value: null };
  };
  const vector = evaluate(result, until - first, read, () => frame.view.checkpoint());
  return columnNumbers(toColumn(vector, until - first)).map((value) => (Number.isFinite(value) ? value : 0));
}

/** cell -> number, NaN = none. */
function aggregate(aggregation: Aggregation, runs: readonly CellRun[], frame: CellFrame): Float64Array {
  const { name, value, condition } = aggregation;
  const selected = condition === null ? runs : runs.map((run) => withCondition(run, condition, frame.view));
  if (value === null) return countRows(selected, frame.size);
  if (name === 'count')
    return countRows(
      selected.map((run) => withValue(run, value, frame.view)),
      frame.size,
    );
  if (name === 'unique') return countDistinct(selected, value, frame);
  const lists = selected.map(({ run, cells }) => {
    const values = columnNumbers(expressionColumn(value, run, frame.view));
    return { cells, values, length: values.length };
  });
  if (name === 'any') return earliest(selected, lists, frame.size);
  const numbers = lists.reduce((sum, { length }) => sum + length, 0);
  const aggregating = beginAggregate(name === 'quantile' ? aggregation.level : name, frame.range, frame.size, numbers);
  for (const list of lists) aggregating.add(list);
  return aggregating.end();
}

function countRows(runs: readonly CellRun[], size: number): Float64Array {
  const counts = new Float64Array(size);
  for (const { cells } of runs) countCells(cells, counts);
  return counts;
}

/** Keeps rows for which the condition is true. */
function withCondition({ run, cells }: CellRun, condition: Expression, view: DatasetView): CellRun {
  return { run, cells: keepCells(cells, expressionColumn(condition, run, view), (value) => value === true) };
}

/** Keeps rows that have a value. */
function withValue({ run, cells }: CellRun, value: Expression, view: DatasetView): CellRun {
  return { run, cells: keepCells(cells, expressionColumn(value, run, view), (own) => own !== null) };
}

function keepCells(cells: Int32Array, column: Column, keeps: (value: Value) => boolean): Int32Array {
  const kept = new Int32Array(cells.length);
  if (column.kind === 'number') {
    for (let row = 0; row < kept.length; row++) kept[row] = Number.isNaN(column.values[row]!) ? NOWHERE : cells[row]!;
    return kept;
  }
  const { codes } = column;
  // code -> mask, all ones if rows with it stay
  const mask = Int32Array.from(column.values, (value) => (keeps(value) ? -1 : NOWHERE));
  for (let row = 0; row < kept.length; row++) kept[row] = cells[row]! & mask[codes[row]!]!;
  return kept;
}

function earliest(runs: readonly CellRun[], lists: readonly CellValues[], size: number): Float64Array {
  const found = new Float64Array(size).fill(Number.NaN);
  const earliest_ms = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  for (const [at, { run, cells }] of runs.entries()) {
    earliestOfCells(cells, run.time_ms, lists[at]!.values, earliest_ms, found);
  }
  return found;
}
