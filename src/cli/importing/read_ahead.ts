/**
 * The main thread's side of the import reader. A thread reads, parses and checks rows, and delivers columns some batches
 * ahead. The main thread only resolves identities and writes.
 */
import { Worker } from 'node:worker_threads';
import { TUNING } from '../../model/tuning.ts';
import { errorOf, type Failure } from '../../service/threads/thread_failure.ts';
import { messagesOf } from '../formats/messages_of.ts';
import { longestMs } from '../formats/parquet.ts';
import { type ReadBatch, readBatches, type SourceFile } from './read_batches.ts';

/** A message of the thread; null at the end. The main thread acknowledges it when the batch is done. */
export type FromReader = ReadBatch | { readonly failure: Failure } | null;

/** Most batches that wait for this thread or are being written by it. */
export const BATCHES_AHEAD = 8;

/** Beside this file, before and after the build. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './reading.ts' : './reading.js', import.meta.url);

/** Small inputs are read in this thread, which is faster than starting another. */
export function readAhead(files: readonly SourceFile[]): AsyncGenerator<ReadBatch> {
  // The size of stdin is unknown.
  const bytes = files.reduce((sum, { file }) => sum + (file.bytes ?? Number.POSITIVE_INFINITY), 0);
  return bytes <= TUNING.import_here_bytes ? readBatches(files) : readInThread(files);
}

async function* readInThread(files: readonly SourceFile[]): AsyncGenerator<ReadBatch> {
  const worker = new Worker(ENTRY, { workerData: files, name: 'reading' });
  for await (const message of messagesOf<FromReader>(worker, longestOf(files))) {
    if (message === null) return;
    if ('failure' in message) throw errorOf(message.failure);
    yield message;
    worker.postMessage('next');
  }
}

/** Longest time without a message from the thread; null = no limit, as a pipe may send at any time. */
function longestOf(files: readonly SourceFile[]): number | null {
  if (!files.some(({ file }) => file.format.kind === 'parquet')) return null;
  // There may be more files than a function takes arguments.
  const bytes = files.reduce((most, { file }) => Math.max(most, file.bytes ?? Number.POSITIVE_INFINITY), 0);
  return bytes === Number.POSITIVE_INFINITY ? null : longestMs(bytes);
}
