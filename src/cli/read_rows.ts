/**
 * A file as numbered rows, in batches. NDJSON rows are parsed lines; CSV rows are objects made by a column mapping.
 * Compressed files are recognised by their first bytes, not by their name.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CsvError, type Info, parse } from 'csv-parse';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';

/** A row, or why there is none. `line` is the line of the file, from 1. */
export type Row =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly reason: string; readonly text: string };

/** Rows that follow each other, parsed as they are asked for. */
export interface Batch {
  readonly last_line: number;
  readonly rows: Iterable<Row>;
}

export interface FileInfo {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the file as it lies there, hex: the same file is known again under any name. */
  readonly digest: string;
  readonly gzip: boolean;
  readonly format: 'ndjson' | 'csv';
}

/** CSV column -> name in the event; columns without a pair become properties of their own name. */
export type ColumnMap = ReadonlyMap<string, string>;

const CSV_FIELDS = ['event', 'distinct_id', 'timestamp', 'uuid'];

/** @throws ServiceError when the file cannot be read */
export async function describeFile(path: string): Promise<FileInfo> {
  try {
    const file = await open(path);
    const head = Buffer.alloc(2);
    await file.read(head, 0, 2, 0);
    const { size } = await file.stat();
    await file.close();
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
    const format = /\.csv(\.gz)?$/i.test(path) ? 'csv' : 'ndjson';
    return { path, bytes: size, digest: hash.digest('hex'), gzip: head[0] === 0x1f && head[1] === 0x8b, format };
  } catch (error) {
    throw new ServiceError('invalid_input', `${path} cannot be read. Is the name right?`, { cause: error });
  }
}

/** @param onBytes told how many bytes of the file have been read */
export async function* readRows(
  file: FileInfo,
  map: ColumnMap,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Batch> {
  const raw = createReadStream(file.path, { highWaterMark: 1 << 20 });
  raw.on('data', () => onBytes(raw.bytesRead));
  const content = file.gzip ? raw.pipe(createGunzip({ chunkSize: 1 << 20 })) : raw;
  // An error of the file itself ends the reading of its content too.
  raw.once('error', (error) => content.destroy(error));
  try {
    yield* file.format === 'csv' ? csvRows(content, map) : ndjsonRows(content);
  } catch (error) {
    const told = error instanceof ServiceError ? error : null;
    const what = told?.message ?? damage(file, error);
    throw new ServiceError(told?.code ?? 'invalid_input', `${file.path}: ${what}`, { cause: error });
  } finally {
    raw.destroy();
  }
}

/** What stands in the way of reading on: from here to the end of the file no row can be told from the next. */
function damage(file: FileInfo, error: unknown): string {
  if (!(error instanceof CsvError)) return `This is damaged, or no ${file.gzip ? 'gzip' : 'text'} file.`;
  const row = Number(error['records'] ?? 0) + 1;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return `Row ${row} has more than ${LIMIT.import_row_chars} bytes.`;
  return `Row ${row} opens a quote that never closes.`;
}

async function* ndjsonRows(content: Readable): AsyncGenerator<Batch> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let lines: string[] = [];
  /** Of these lines at most. */
  let chars = 0;
  let last_line = 0;
  const taken = (count: number): Batch => {
    const batch = lines.slice(0, count);
    const first_line = last_line + 1;
    lines = lines.slice(count);
    last_line += batch.length;
    chars = 0;
    return { last_line, rows: jsonRows(batch, first_line) };
  };
  for await (const chunk of content) {
    // Not spread into a call: a chunk may have more lines than a call takes arguments.
    const text = rest + decoder.decode(chunk as Buffer, { stream: true });
    lines = lines.concat(text.split('\n'));
    rest = lines.pop() ?? '';
    chars += text.length - rest.length;
    while (lines.length >= LIMIT.import_rows) yield taken(LIMIT.import_rows);
    if (chars >= LIMIT.import_batch_chars) yield taken(lines.length);
    if (rest.length > LIMIT.import_row_chars) throw tooLong(last_line + lines.length + 1);
  }
  lines.push(rest + decoder.decode());
  yield taken(lines.length);
}

function* jsonRows(lines: readonly string[], first_line: number): Iterable<Row> {
  for (let at = 0; at < lines.length; at++) {
    const row = jsonRow(lines[at]!, first_line + at);
    if (row !== null) yield row;
  }
}

function tooLong(line: number): ServiceError {
  return new ServiceError(
    'too_large',
    `Line ${line} has more than ${LIMIT.import_row_chars} characters. Write one event a line (NDJSON), not one list.`,
  );
}

/** null for an empty line. */
function jsonRow(text: string, line: number): Row | null {
  const trimmed = line === 1 ? text.replace(/^\uFEFF/, '').trim() : text.trim();
  if (trimmed === '') return null;
  try {
    return { line, value: JSON.parse(trimmed) };
  } catch {
    return { line, reason: 'not valid JSON', text: trimmed };
  }
}

async function* csvRows(content: Readable, map: ColumnMap): AsyncGenerator<Batch> {
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

/** `event=name,distinct_id=user_id` (field = column) -> column -> field. @throws ServiceError */
export function parseColumnMap(text: string | undefined): ColumnMap {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  return new Map(
    pairs.map((pair) => {
      const [field, column, ...rest] = pair.split('=').map((part) => part.trim());
      if (!field || !column || rest.length > 0) {
        throw new ServiceError(
          'invalid_input',
          `--map takes pairs like event=name,distinct_id=user_id; "${pair}" is none.`,
        );
      }
      return [column, field];
    }),
  );
}
