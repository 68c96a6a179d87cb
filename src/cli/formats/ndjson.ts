/** Lines of JSON as rows. */
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import { parsedJson } from './json_text.ts';
import type { Batch, Row } from './types.ts';

/** @param chunks UTF-8, cut between characters */
export async function* ndjsonRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Batch> {
  let rest = '';
  let lines: string[] = [];
  /** Characters in the current batch. */
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
  try {
    for await (const chunk of chunks) {
      // No spread: a chunk may have more lines than a call can take arguments.
      const text = rest + chunk.toString('utf8');
      lines = lines.concat(text.split('\n'));
      rest = lines.pop() ?? '';
      chars += text.length - rest.length;
      while (lines.length >= TUNING.import_rows) yield taken(TUNING.import_rows);
      if (chars >= TUNING.import_batch_chars) yield taken(lines.length);
      if (rest.length > LIMIT.import_row_chars) throw tooLong(last_line + lines.length + 1);
    }
  } catch (error) {
    yield taken(lines.length);
    throw error;
  }
  lines.push(rest);
  yield taken(lines.length);
}

function* jsonRows(lines: readonly string[], first_line: number): Iterable<Row> {
  for (let at = 0; at < lines.length; at++) {
    const row = jsonRow(lines[at]!, first_line + at);
    if (row !== null) yield row;
  }
}

export function tooLong(line: number): ServiceError {
  return new ServiceError(
    'too_large',
    `Line ${line} has more than ${LIMIT.import_row_chars} characters. Write one event a line.`,
  );
}

/** null for an empty line. */
export function jsonRow(line_text: string, line: number): Row | null {
  const text = line_text.trim();
  return text === '' ? null : parsedRow(text, line);
}

export function parsedRow(text: string, line: number): Row {
  const parsed = parsedJson(text);
  return 'reason' in parsed ? { line, reason: parsed.reason, text } : { line, value: parsed.value };
}
