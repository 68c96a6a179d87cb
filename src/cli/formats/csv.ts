/** Records of CSV as rows of cells, without the header. */
import { CsvError, type Info, type Parser, parse } from 'csv-parse';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import { withoutBackslashes } from './csv_backslashes.ts';
import type { Batch, Format, Row } from './types.ts';

type Dialect = Extract<Format, { readonly kind: 'csv' }>;

interface Before {
  readonly lines: number;
  readonly records: number;
}

/**
 * @param chunks UTF-8
 * @param onHeader gets the column names before the first row
 * @param before what precedes these chunks, if they are not the whole file; they still have a header
 */
export async function* csvRows(
  chunks: AsyncIterable<Buffer>,
  dialect: Dialect,
  onHeader: (header: readonly string[]) => void = () => {},
  before: Before = { lines: 0, records: 0 },
): AsyncGenerator<Batch> {
  let rows: Row[] = [];
  let first_byte = 0;
  const lines = new Lines();
  let last_line = 0;
  let width = -1;
  try {
    for await (const { record, info } of records(chunks, dialect)) {
      last_line = before.lines + lines.endOf(record, info.lines);
      if (width < 0) {
        width = record.length;
        onHeader(record);
        continue;
      }
      rows.push(rowOf(record, width, last_line, dialect.delimiter));
      if (rows.length < TUNING.import_rows && info.bytes - first_byte < TUNING.import_batch_chars) continue;
      yield { last_line, rows };
      rows = [];
      first_byte = info.bytes;
    }
  } catch (error) {
    yield { last_line, rows };
    throw error instanceof CsvError ? unreadable(error, before.records) : error;
  }
  yield { last_line, rows };
}

/** Line numbers. Within quotes the parser counts line ends of two characters twice. */
class Lines {
  #counted = 0;
  #twice = 0;

  endOf(record: readonly string[], counted: number): number {
    if (counted - this.#counted > 1) for (const cell of record) this.#twice += cell.split('\r\n').length - 1;
    this.#counted = counted;
    return counted - this.#twice;
  }
}

async function* records(
  chunks: AsyncIterable<Buffer>,
  { delimiter, backslashes, line_end, skip_lines }: Dialect,
): AsyncIterable<{ record: string[]; info: Info }> {
  const parser = parse({
    delimiter,
    record_delimiter: line_end === '\n' ? ['\r\n', '\n'] : '\r',
    from_line: skip_lines + 1,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LIMIT.import_row_chars,
  });
  // Told by an event as well, for which nobody waits while the next piece is read.
  parser.on('error', () => {});
  // A stream that is piped and fails would drop records it has not handed on, and take the last piece for a record.
  for await (const chunk of backslashes ? withoutBackslashes(chunks, delimiter) : chunks) {
    parser.write(chunk);
    yield* waiting(parser);
    if (parser.errored) throw parser.errored;
  }
  parser.end();
  yield* parser;
}

/** Records of what was written so far: the parser parses while it is written to. */
function* waiting(parser: Parser): Iterable<{ record: string[]; info: Info }> {
  for (let next = parser.read(); next !== null; next = parser.read()) yield next;
}

export function rowOf(record: readonly string[], width: number, line: number, delimiter: string): Row {
  if (record.length !== width) {
    return { line, reason: `${record.length} values for ${width} columns`, text: record.join(delimiter) };
  }
  if (record.some((cell) => cell.includes('\0'))) {
    return { line, reason: 'holds a zero character, which no text has', text: record.join(delimiter) };
  }
  return { line, value: record };
}

/** After this error rows cannot be told apart any more. */
function unreadable(error: CsvError, before: number): ServiceError {
  const row = before + Number(error['records'] ?? 0) + 1;
  const what =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `has more than ${LIMIT.import_row_chars} bytes`
      : 'opens a quote that never closes';
  return new ServiceError('invalid_input', `Row ${row} ${what}.`, { cause: error });
}
