/**
 * Rows of Parquet files, a row group at a time: the largest group bounds the memory, not the file. The library trusts
 * what pages say about themselves. A flipped bit can keep it busy for hours, or fill the memory. So it runs in a thread
 * that can be ended.
 */
import { stat } from 'node:fs/promises';
import { isMainThread, Worker } from 'node:worker_threads';
import { put } from '../../base/json.ts';
import { readJson } from '../../model/fields.ts';
import { TUNING } from '../../model/tuning.ts';
import { errorOf, type Failure } from '../../service/threads/thread_failure.ts';
import { messagesOf } from './messages_of.ts';
import { type Group, storedGroups } from './parquet_groups.ts';
import type { Batch, Format, Row } from './types.ts';
import { columnType } from './values.ts';

/** What the thread sends: a group for each message it gets, and null after the last group. */
export type FromParquet = Group | { readonly failure: Failure } | null;

/** Beside this file, before and after the build. */
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './parquet_reading.ts' : './parquet_reading.js',
  import.meta.url,
);

const MEBIBYTE = 1024 * 1024;

export function isParquet(start: Buffer): boolean {
  return start.subarray(0, 4).toString('latin1') === 'PAR1';
}

/**
 * The first rows, and the text columns in which those hold lists or objects.
 * @throws ServiceError if the file is of a form that cannot be read
 */
export async function parquetStart(
  path: string,
): Promise<{ format: Extract<Format, { readonly kind: 'parquet' }>; rows: readonly Row[] }> {
  for await (const group of groupsOf(path)) {
    const until = Math.min(group.rows, TUNING.import_rows);
    const json = group.columns.filter(({ values }) => {
      const given = values.slice(0, until).filter((value) => value !== null);
      return given.every((value): value is string => typeof value === 'string') && columnType(given) === 'json';
    });
    const names = json.map(({ name }) => name);
    return { format: { kind: 'parquet', json: names }, rows: [...rowsOf(group, { from: 0, until }, new Set(names))] };
  }
  return { format: { kind: 'parquet', json: [] }, rows: [] };
}

/**
 * A row's line is its number in the file, from 1.
 * @param onShare gets the share of the file read so far, from 0 to 1
 */
export async function* parquetRows(
  path: string,
  json: readonly string[],
  onShare: (share: number) => void = () => {},
): AsyncGenerator<Batch> {
  const opened = new Set(json);
  for await (const group of groupsOf(path)) {
    for (let from = 0; from < group.rows; from += TUNING.import_rows) {
      const until = Math.min(group.rows, from + TUNING.import_rows);
      yield { last_line: group.first_row + until, rows: rowsOf(group, { from, until }, opened) };
    }
    onShare(group.share);
  }
}

function* rowsOf(
  { first_row, columns }: Group,
  { from, until }: { readonly from: number; readonly until: number },
  opened: ReadonlySet<string>,
): Iterable<Row> {
  for (let row = from; row < until; row++) {
    const value: Record<string, unknown> = {};
    for (const { name, values } of columns) {
      // Without an object, rows without properties would be read as flat ones.
      const given = values[row] ?? (name === 'properties' ? {} : null);
      if (given !== null) put(value, name, opened.has(name) ? readJson(given) : given);
    }
    yield { line: first_row + row + 1, value };
  }
}

/** @throws ServiceError if the file cannot be read */
async function* groupsOf(path: string): AsyncGenerator<Group> {
  // The import's reading thread is itself watched; through a second thread large files would take a third longer.
  if (!isMainThread) return yield* storedGroups(path);
  // The thread gets no heap limit of its own: Node ends the whole process if one large array exceeds it.
  const worker = new Worker(ENTRY, { workerData: path, name: 'parquet' });
  const longest_ms = longestMs((await stat(path)).size);
  worker.postMessage('next');
  for await (const message of messagesOf<FromParquet>(worker, longest_ms)) {
    if (message === null) return;
    if ('failure' in message) throw errorOf(message.failure);
    yield message;
    worker.postMessage('next');
  }
}

/** How long a row group may take in a file of this many bytes. */
export function longestMs(bytes: number): number {
  return TUNING.parquet_group_ms * (1 + (bytes / MEBIBYTE) * TUNING.parquet_share_of_mebibyte);
}
