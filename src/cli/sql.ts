/** `insights-mcp sql`: prints a statement's rows as a table, CSV or JSON, or writes them to a file. */

import { text as allOf } from 'node:stream/consumers';
import { tableToCsv } from '../http/wire/csv.ts';
import { readJson } from '../model/fields.ts';
import type { SqlResult } from '../model/sql/body.ts';
import { localOwner } from '../service/access/authenticate.ts';
import { call } from '../service/gate/call.ts';
import { runSql } from '../service/operations/sql.ts';
import { explanationLines } from '../service/text/explanation_text.ts';
import { sqlTable } from '../service/text/sql_text.ts';
import { type Place, tellBeside } from './asked.ts';
import { aligned, shortened } from './shell/columns.ts';
import { type Database, openedAt } from './shell/opened.ts';
import { give, say } from './shell/output.ts';
import { cellText, checkTarget, tableText, writeTable } from './tables/table_file.ts';

interface SqlOptions extends Place, Database {
  readonly format: 'table' | 'csv' | 'ndjson' | 'json';
  /** A file; its ending gives the format. */
  readonly out?: string;
  readonly values?: string;
  readonly limit?: number;
  readonly explain: boolean;
}

export async function sql(statement: string, options: SqlOptions): Promise<void> {
  const { values, limit, explain, format, out } = options;
  const query = statement === '-' ? await allOf(process.stdin) : statement;
  const service = openedAt(options);
  try {
    if (out !== undefined) checkTarget(out);
    const sent = {
      query,
      explain,
      ...(limit === undefined ? {} : { limit }),
      ...(values === undefined ? {} : { values: readJson(values) }),
    };
    const asked = { project_id: options.project ?? null, face: 'person' } as const;
    const answer = await call(service, localOwner(service), runSql, sent, asked);
    if (out === undefined) (format === 'table' ? say : give)(await textOf(answer, format));
    else await writeTable({ columns: answer.columns, rows: answer.results }, out);
    tellBeside(answer);
  } finally {
    await service.close();
  }
}

async function textOf(answer: SqlResult, format: SqlOptions['format']): Promise<string> {
  const { explain, columns, types, results, hasMore } = answer;
  if (format === 'json') return JSON.stringify({ columns, types, results, hasMore, explain }, null, 2);
  if (format === 'ndjson') return (await tableText({ columns, rows: results }, 'ndjson')).trimEnd();
  if (format === 'csv') return (await tableToCsv(sqlTable(answer))).trimEnd();
  const how = explain === undefined ? [] : ['', ...explanationLines(explain)];
  return [...tableLines(columns, results), ...how].join('\n');
}

const CELL_COLUMNS = 60;

/** Aligns numbers right, so that their digits line up. */
function tableLines(columns: readonly string[], rows: readonly (readonly unknown[])[]): string[] {
  const short = (text: string): string => shortened(text, CELL_COLUMNS);
  const texts = rows.map((row) => row.map((cell) => short(cellText(cell))));
  return aligned(columns.map(short), texts, (at) => rows.some((row) => typeof row[at] === 'number'), true);
}
