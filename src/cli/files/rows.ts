/** A file that was looked at as numbered rows, in batches. */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { CsvError } from 'csv-parse';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { csvRows } from './csv.ts';
import { ndjsonRows } from './ndjson.ts';
import type { Batch, FileInfo } from './types.ts';

/** @param onBytes told how many bytes of the file have been read */
export async function* readRows(file: FileInfo, onBytes: (bytes: number) => void): AsyncGenerator<Batch> {
  const raw = createReadStream(file.path, { highWaterMark: 1 << 20 });
  raw.on('data', () => onBytes(raw.bytesRead));
  const content = file.gzip ? raw.pipe(createGunzip({ chunkSize: 1 << 20 })) : raw;
  // An error of the file itself ends the reading of its content too.
  raw.once('error', (error) => content.destroy(error));
  try {
    yield* file.format === 'csv' ? csvRows(content, file.settings.map) : ndjsonRows(content);
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
