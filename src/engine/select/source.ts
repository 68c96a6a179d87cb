/** Values of a source: computed for expressions, stored for all others. */
import type { ValueSource } from '../../model/question/predicate.ts';
import type { DatasetView } from '../frame/dataset.ts';
import type { Run } from '../frame/run.ts';
import { expressionColumn } from './expression/column.ts';
import { plainColumn, type SourceColumn } from './values/plain_source.ts';

export function sourceColumn(source: ValueSource, run: Run, view: DatasetView): SourceColumn {
  if (source.of !== 'expression') return plainColumn(source, run, view);
  return { column: expressionColumn(source.expression, run, view), owner: null };
}
