/** Lines of text in batches, each with its number. */
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import { tooLong } from './ndjson.ts';
import type { Batch, Row } from './types.ts';

export interface TextLine {
  readonly text: string;
  /** Line number, from 1. */
  readonly line: number;
}

/** @param chunks UTF-8, cut between characters @param rowOf reads a line, null if it is no row; empty lines are skipped */
export async function* lineRows(
  chunks: AsyncIterable<Buffer>,
  rowOf: (line: TextLine) => Row | null,
): AsyncGenerator<Batch> {
  let rest = '';
  let rows: Row[] = [];
  let line = 0;
  const add = (text: string): void => {
    line++;
    const row = text.trim() === '' ? null : rowOf({ text: text.trimEnd(), line });
    if (row !== null) rows.push(row);
  };
  try {
    for await (const chunk of chunks) {
      const lines = (rest + chunk.toString('utf8')).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) {
        add(text);
        if (rows.length < TUNING.import_rows) continue;
        yield { last_line: line, rows };
        rows = [];
      }
      if (rest.length > LIMIT.import_row_chars) throw tooLong(line + 1);
    }
  } catch (error) {
    yield { last_line: line, rows };
    throw error;
  }
  add(rest);
  yield { last_line: line, rows };
}
