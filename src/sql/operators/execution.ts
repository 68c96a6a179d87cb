/** State that the operators of one execution share: data, results of sub-queries, and the memory limit. */
import type { Value } from '../../engine/frame/column.ts';
import type { Dataset } from '../../engine/frame/dataset.ts';
import { evaluate } from '../../engine/select/expression/evaluate.ts';
import type { Vector } from '../../engine/select/expression/vector.ts';
import { invalid } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Expression } from '../../model/question/expression.ts';
import type { Batch } from './batch.ts';

export interface Execution {
  readonly view: Dataset;
  /** Whether each row of events has in ROWS_ALIKE how many equal events it stands for. */
  readonly is_counted: boolean;
  /** Sub-query -> its first value, all values as a list, and as an object keyed by the second column. */
  readonly subqueries: { readonly value: Value; readonly list: Value; readonly map: Value }[];
  /** How many values are held now. */
  held: number;
}

export function computed({ view, subqueries }: Execution, expression: Expression, batch: Batch): Vector {
  return evaluate(
    expression,
    batch.rows,
    (leaf) =>
      leaf.kind === 'subquery' ? { kind: 'constant', value: subqueries[leaf.index]![leaf.as] } : batch.read(leaf),
    () => view.checkpoint(),
  );
}

/** @throws ServiceError if holding these rows would exceed the limit */
export function hold(execution: Execution, rows: number, columns: number): void {
  execution.held += rows * Math.max(1, columns);
  if (rows <= LIMIT.sql_rows_held && execution.held <= LIMIT.sql_values_held) return;
  throw invalid(
    'query',
    `A step of this statement would hold more than ${LIMIT.sql_rows_held.toLocaleString('en')} rows, or all together more than ${LIMIT.sql_values_held.toLocaleString('en')} values. Choose fewer rows with WHERE (a shorter range of timestamp), group them before they are joined or sorted, or select fewer columns.`,
  );
}
