/** Rows of a statement for the wire: times with the project's offset, arrays and objects as JSON. */
import type { QueryOf } from '../../engine/answer.ts';
import { parsedValue, type Value } from '../../engine/frame/column.ts';
import { formatDate } from '../../engine/select/expression/casts.ts';
import type { Table, Vector } from '../../engine/select/expression/vector.ts';
import type { SqlType } from '../../model/sql/plan.ts';
import { preciseIso } from '../words/labels.ts';
import { moreRows } from '../words/more_rows.ts';
import type { Presented } from './showing.ts';

export interface SqlShowing {
  readonly timezone: string;
}

export type SqlRow = unknown[];

/** Rows between two checkpoints. */
const CHECKED_ROWS = 4_096;

export function presentSql(
  { columns, limit }: QueryOf<'sql'>,
  { timezone }: SqlShowing,
  table: Table,
  checkpoint: () => void,
): Presented<SqlRow[]> {
  const rows = Math.min(table.rows, limit);
  const shown = columns.map(({ type }, index) => cells(table.columns[index]!, rows, shownAs(type, timezone)));
  const result = Array.from({ length: rows }, (_, row): SqlRow => {
    if (row % CHECKED_ROWS === 0) checkpoint();
    return shown.map((column) => column[row]);
  });
  const has_more = table.rows > limit;
  return { result, has_more, warnings: has_more ? [moreRows(limit)] : [] };
}

/** Converts each distinct code once. */
function cells(vector: Vector, rows: number, show: (value: Value) => unknown): unknown[] {
  if (vector.kind === 'constant') return new Array<unknown>(rows).fill(show(vector.value));
  if (vector.kind === 'numbers')
    return Array.from(vector.values.subarray(0, rows), (value) => show(Number.isNaN(value) ? null : value));
  const known = new Map<number, unknown>();
  return Array.from(vector.codes.subarray(0, rows), (code) => {
    if (!known.has(code)) known.set(code, show(vector.values.at(code)!));
    return known.get(code);
  });
}

function shownAs(type: SqlType, timezone: string): (value: Value) => unknown {
  switch (type) {
    case 'time':
    case 'second':
      return (value) => (typeof value === 'number' ? preciseIso(timezone, value) : value);
    case 'date':
      return (value) => (typeof value === 'number' ? formatDate(value) : value);
    default:
      return parsedValue;
  }
}
