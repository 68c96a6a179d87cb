/** Reads an examined file as numbered rows, in batches. */
import { errorCode } from '../../base/known.ts';
import { ServiceError } from '../../model/error.ts';
import { csvRows } from '../formats/csv.ts';
import { jsonValueRows } from '../formats/json_values.ts';
import { lineRows } from '../formats/lines.ts';
import { ndjsonRows } from '../formats/ndjson.ts';
import { parquetRows } from '../formats/parquet.ts';
import type { Batch, Row, TextFormat } from '../formats/types.ts';
import { webLogReader } from '../formats/web_log.ts';
import { xesRows } from '../formats/xes.ts';
import { Seen } from '../origins/seen.ts';
import { rawBytes, unpacked } from './bytes.ts';
import { eventsOf } from './events.ts';
import { LineBlocks } from './line_blocks.ts';
import { originRows } from './origin_rows.ts';
import { utf8Of } from './text.ts';
import type { FileInfo } from './types.ts';

/**
 * Rows as objects for `itemOfLine`; read their times with `FileTimes`.
 * @param onBytes gets the number of bytes read so far
 * @param seen people of earlier files of the import
 * @param toEvent that of the caller, who wants to know what it drops
 * @throws ServiceError if the file cannot be read further
 */
export async function* readRows(
  file: FileInfo,
  onBytes: (bytes: number) => void,
  seen: Seen = new Seen(),
  toEvent = eventsOf(file),
): AsyncGenerator<Batch> {
  const { origin } = file;
  try {
    for await (const { last_line, rows } of rawRows(file, onBytes)) {
      yield { last_line, rows: origin === null ? mapped(rows, toEvent) : originRows(rows, origin, file, seen) };
    }
  } catch (error) {
    throw readError(file, error);
  }
}

function rawRows(file: FileInfo, onBytes: (bytes: number) => void): AsyncGenerator<Batch> {
  const { format, path, bytes } = file;
  if (format.kind === 'parquet') return parquetRows(path, format.json, (share) => onBytes(share * (bytes ?? 0)));
  return splitRows(utf8Of(unpacked(countedBytes(file, onBytes), file.packing), file.encoding), format);
}

/** Like `readRows`, but as blocks of lines for byte scanners. Callers turn errors into messages with `readError`. */
export function openBlocks(file: FileInfo, onBytes: (bytes: number) => void): LineBlocks {
  // Chunks may share one buffer, because blocks copy them. A decompressor may still hold earlier ones.
  const chunks = countedBytes(file, onBytes, file.packing === null);
  return new LineBlocks(utf8Of(unpacked(chunks, file.packing), file.encoding));
}

function countedBytes(file: FileInfo, onBytes: (bytes: number) => void, passing = false): AsyncGenerator<Buffer> {
  let bytes = 0;
  const count = (chunk: Uint8Array): void => {
    bytes += chunk.length;
    onBytes(bytes);
  };
  return rawBytes(file, count, passing);
}

/** Raw rows: cells of CSV, values of JSON. */
export function splitRows(
  chunks: AsyncGenerator<Buffer>,
  format: TextFormat,
  onHeader?: (header: readonly string[]) => void,
): AsyncGenerator<Batch> {
  if (format.kind === 'csv') return csvRows(chunks, format, onHeader);
  if (format.kind === 'web_log') return lineRows(chunks, webLogReader());
  if (format.kind === 'xes') return xesRows(chunks);
  return format.kind === 'values' ? jsonValueRows(chunks, format.within) : ndjsonRows(chunks);
}

/** Explains why reading stopped, starting with the file's name. */
export function readError({ path, packing }: Pick<FileInfo, 'path' | 'packing'>, error: unknown): ServiceError {
  if (error instanceof ServiceError) {
    const { code, needs, attr } = error;
    const more = { ...(needs === null ? {} : { needs }), ...(attr === null ? {} : { attr }) };
    return new ServiceError(code, `${path}: ${error.message}`, { ...more, cause: error });
  }
  const before = isAltered(error) ? ' What was read before the damage may be wrong, too.' : '';
  return new ServiceError('invalid_input', `${path}: This is damaged, or no ${packing ?? 'text'} file.${before}`, {
    cause: error,
  });
}

/** Whether bytes of a packed file are others than were written, and not only missing: that shows up late. */
function isAltered(error: unknown): boolean {
  return /^Z_DATA_ERROR$|^ZSTD_error/.test(errorCode(error));
}

function* mapped(rows: Iterable<Row>, toEvent: (row: Row) => Row): Iterable<Row> {
  for (const row of rows) yield toEvent(row);
}
