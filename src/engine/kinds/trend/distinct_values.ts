/** Different values per cell. Values are compared by text. */
import type { Expression } from '../../../model/question/expression.ts';
import type { StoredColumn } from '../../frame/column.ts';
import type { Run } from '../../frame/run.ts';
import { distinctPairs } from '../../kernels/rows/distinct_pairs.ts';
import { countCells } from '../../kernels/rows/row_aggregates.ts';
import { expressionColumn } from '../../select/expression/column.ts';
import { NO_TEXT, TextKeys } from '../../select/values/text_keys.ts';
import { decodeScaled } from '../../wasm/decoded.ts';
import { type CellFrame, type CellRun, NOWHERE } from './cell_runs.ts';

/** cell -> how many */
export function countDistinct(runs: readonly CellRun[], value: Expression, frame: CellFrame): Float64Array {
  const columns = runs.map(({ run }) => valuesOf(value, run, frame));
  const [first] = columns;
  const of_first = first?.kind === 'dictionary' ? TextKeys.of(first.values) : null;
  const keys = of_first ?? new TextKeys(null);
  const lists = runs.map(({ cells }, at) => {
    const values = keysOf(columns[at]!, keys);
    return { cells: withKey(cells, values), values, length: values.length };
  });
  const counts = new Float64Array(frame.size);
  countCells(distinctPairs(lists, frame.range, keys.count).cells, counts);
  return counts;
}

/** A property as it is stored keeps its dictionary. */
function valuesOf(value: Expression, run: Run, { view }: CellFrame): StoredColumn {
  const [node] = value.nodes;
  const is_stored = value.nodes.length === 1 && node?.kind === 'source' && node.source.of === 'event';
  return is_stored ? run.storedColumn(node.source.key) : expressionColumn(value, run, view);
}

/** row -> key of its value */
function keysOf(column: StoredColumn, keys: TextKeys): Uint32Array {
  if (column.kind !== 'dictionary') {
    return keys.keysOfNumbers(column.kind === 'scaled' ? decodeScaled(column) : column.values);
  }
  const { codes } = column;
  const of_code = keys.keysOf(column.values);
  const of_row = new Uint32Array(codes.length);
  for (let row = 0; row < of_row.length; row++) of_row[row] = of_code[codes[row]!]!;
  return of_row;
}

/** Keeps rows that have a value. */
function withKey(cells: Int32Array, keys: Uint32Array): Int32Array {
  const kept = new Int32Array(cells.length);
  for (let row = 0; row < kept.length; row++) kept[row] = keys[row] === NO_TEXT ? NOWHERE : cells[row]!;
  return kept;
}
