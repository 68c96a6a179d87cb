/** Rows of CSV as objects: columns that are fields of an event, all others properties. */
import type { Readable } from 'node:stream';
import { type Info, parse } from 'csv-parse';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ColumnMap } from './settings.ts';
import type { Batch, Row } from './types.ts';

const CSV_FIELDS = ['event', 'distinct_id', 'timestamp', 'uuid'];

export async function* csvRows(content: Readable, map: ColumnMap): AsyncGenerator<Batch> {
  let rows: Row[] = [];
  let first_byte = 0;
  let last_line = 0;
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LIMIT.import_row_chars,
  });
  content.once('error', (error) => parser.destroy(error));
  let columns: string[] | null = null;
  for await (const item of content.pipe(parser)) {
    const { record, info } = item as { record: string[]; info: Info };
    if (columns === null) {
      columns = record;
      checkColumns(columns, map);
      continue;
    }
    last_line = info.lines;
    rows.push(csvRow(record, columns, map, last_line));
    if (rows.length < LIMIT.import_rows && info.bytes - first_byte < LIMIT.import_batch_chars) continue;
    yield { last_line, rows };
    rows = [];
    first_byte = info.bytes;
  }
  yield { last_line, rows };
}

function checkColumns(columns: readonly string[], map: ColumnMap): void {
  const missing = [...map.keys()].find((column) => !columns.includes(column));
  if (missing !== undefined) {
    throw new ServiceError('invalid_input', `There is no column "${missing}". Columns: ${columns.join(', ')}.`);
  }
  const named = new Set(columns.map((column) => map.get(column) ?? column));
  const absent = CSV_FIELDS.slice(0, 2).find((field) => !named.has(field));
  if (absent !== undefined) {
    throw new ServiceError(
      'invalid_input',
      `No column gives "${absent}". Columns: ${columns.join(', ')}. Say which one it is: --map ${absent}=<column>`,
    );
  }
}

function csvRow(record: readonly string[], columns: readonly string[], map: ColumnMap, line: number): Row {
  if (record.length !== columns.length) {
    return { line, reason: `${record.length} values for ${columns.length} columns`, text: record.join(',') };
  }
  const value: Record<string, unknown> = {};
  const properties: [string, unknown][] = [];
  for (let i = 0; i < columns.length; i++) {
    const name = map.get(columns[i]!) ?? columns[i]!;
    const text = record[i]!;
    if (CSV_FIELDS.includes(name)) value[name] = text;
    else if (text !== '') properties.push([name, csvValue(text)]);
  }
  value['properties'] = Object.fromEntries(properties);
  return { line, value };
}

/** Text that is exactly how a number is written is a number. */
function csvValue(text: string): string | number {
  const number = Number(text);
  return String(number) === text && Number.isFinite(number) ? number : text;
}
