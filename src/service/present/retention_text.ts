/** Retention as a few lines that a model can use as they are. */
import type { RetentionResult, RetentionRow } from '../../model/retention.ts';
import type { Table } from '../operation.ts';
import { emptyReason, headline, joined, TABLE_CELLS } from './text.ts';

export function retentionText(answer: RetentionResult): string {
  const { resolved, result } = answer;
  const empty = result.every((row) => (row.values[0]?.count ?? 0) === 0);
  const cells = result.reduce((total, row) => total + row.values.length, 0);
  return joined([
    headline('Retention', resolved),
    ...(cells > TABLE_CELLS ? sizeLines(result) : tableLines(result)),
    empty ? emptyReason(resolved) : '',
    ...resolved.warnings,
  ]);
}

/** A row per start period; the last ones have fewer numbers. */
export function retentionTable({ result }: RetentionResult): Table {
  const longest = result.reduce((most, row) => Math.max(most, row.values.length), 0);
  const widest = result.find((row) => row.values.length === longest);
  const split = result.some((row) => row.breakdown_value !== undefined);
  return {
    columns: [
      ...(split ? ['breakdown_value'] : []),
      'start',
      'date',
      ...(widest?.values ?? []).map(({ label }) => label),
    ],
    rows: result.map((row) => [
      ...(split ? [shownValue(row)] : []),
      row.label,
      row.date ?? null,
      ...Array.from({ length: longest }, (_, later) => row.values[later]?.count ?? null),
    ]),
  };
}

function tableLines(result: readonly RetentionRow[]): string[] {
  return result.map((row) => {
    const counts = row.values.map(({ count }) => String(count));
    return [nameOf(row), ...counts].join(' | ');
  });
}

function sizeLines(result: readonly RetentionRow[]): string[] {
  return ['start | people', ...result.map((row) => `${nameOf(row)} | ${row.values[0]?.count ?? 0}`)];
}

/** Where the row began, and with what value. */
function nameOf(row: RetentionRow): string {
  if (row.date === undefined) return row.label;
  const start = `${row.label} (${row.date.slice(0, 16)})`;
  return row.breakdown_value === undefined ? start : `${shownValue(row)}, ${start}`;
}

function shownValue({ breakdown_value: value }: RetentionRow): string {
  return Array.isArray(value) ? value.join('::') : (value ?? '');
}
