/** Rows of a statement as text and as a table. */
import { isObject } from '../../base/json.ts';
import { quoted, visible } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Resolved } from '../../model/question/result.ts';
import type { SqlResult } from '../../model/sql/body.ts';
import type { SqlBehind } from '../../model/sql/plan.ts';
import type { Table } from '../contract/operation.ts';
import { conditionOf, filterOf } from '../present/sql_links.ts';
import { withExplanation } from './explanation_text.ts';
import { type Passage, written } from './passages.ts';

export function sqlText(answer: SqlResult): string {
  const { results, columns, behind } = answer;
  const text = written([
    filtersLine(answer.resolved),
    ...rowPassages(results, columns),
    ...answer.resolved.warnings.map(visible),
    behind === undefined || results.length === 0 ? '' : nextStep(behind, results[0]!),
  ]);
  return withExplanation(text, answer.explain);
}

/** Result of a saved insight. */
export interface SavedSql {
  readonly result: SqlResult['results'];
  readonly resolved: Resolved | null;
}

export function sqlPassages({ result, resolved }: SavedSql): Passage[] {
  const [first] = result;
  const next = first === undefined || resolved?.behind === undefined ? '' : nextStep(resolved.behind, first);
  return [
    ...(resolved === null ? [] : [filtersLine(resolved)]),
    ...rowPassages(result, resolved?.columns ?? []),
    ...(resolved?.warnings ?? []).map(visible),
    next,
  ];
}

/** What {filters} stands for: dates and filters of a dashboard are nowhere else in the text. */
function filtersLine({ question = '' }: Pick<Resolved, 'question'>): string {
  return question.includes('{filters}') ? `${question}.` : '';
}

function rowPassages(rows: readonly (readonly unknown[])[], columns: readonly string[]): Passage[] {
  if (rows.length === 0) return [`No rows. Columns: ${columns.map(visible).join(', ')}.`];
  return [
    {
      head: [columns.map(visible).join(' | ')],
      rows: rows.map((row) => row.map(cellText).join(' | ')),
      keep: 'first',
      noun: 'rows',
      how: 'LIMIT and OFFSET in the statement page through them, GROUP BY makes them fewer.',
    },
  ];
}

/** Text from the project's data is quoted, so that nobody takes it for ours. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return quoted(value, LIMIT.breakdown_value_chars);
  return typeof value === 'object' ? visible(JSON.stringify(value)) : String(value);
}

/** How to get from a row to the events behind it. */
function nextStep(behind: SqlBehind, row: readonly unknown[]): string {
  const condition = conditionOf(behind, row);
  if (condition.length > LIMIT.breakdown_value_chars * 2) return '';
  const filters = visible(JSON.stringify({ properties: [filterOf(condition)] }));
  return `Behind the first row: list_events with ${filters}.`;
}

type Cell = Table['rows'][number][number];

export function sqlTable({ results, columns }: Pick<SqlResult, 'results' | 'columns'>): Table {
  return { columns, rows: results.map((row) => row.map(cellOf)) };
}

export function savedSqlTable({ result, resolved }: SavedSql): Table {
  return sqlTable({ results: result, columns: resolved?.columns ?? [] });
}

function cellOf(value: unknown): Cell {
  if (isObject(value) || Array.isArray(value)) return JSON.stringify(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
