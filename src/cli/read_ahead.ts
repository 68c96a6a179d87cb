/**
 * The reading thread of an import as the main thread sees it: it reads, parses and checks the rows of all files and hands
 * them over in columns, some batches ahead, so that the main thread has only to find out whose they are and to write.
 */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { TUNING } from '../model/tuning.ts';
import { errorOf, type Failure } from '../service/threads/thread_failure.ts';
import { type ReadBatch, readBatches, type SourceFile } from './read_batches.ts';

/** What the thread says; null at the end. It is answered when the batch has been dealt with. */
export type FromReader = ReadBatch | { readonly failure: Failure } | null;

/** Batches that wait here, or are being dealt with. */
export const BATCHES_AHEAD = 8;

/** Unbuilt and built, it lies beside this file. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './reading.ts' : './reading.js', import.meta.url);

/** What takes less time than to start a thread is read right here. */
export function readAhead(files: readonly SourceFile[]): AsyncGenerator<ReadBatch> {
  // Nobody knows how much comes from stdin.
  const bytes = files.reduce((sum, { file }) => sum + (file.bytes ?? Number.POSITIVE_INFINITY), 0);
  return bytes <= TUNING.import_here_bytes ? readBatches(files) : readInThread(files);
}

async function* readInThread(files: readonly SourceFile[]): AsyncGenerator<ReadBatch> {
  const worker = new Worker(ENTRY, { workerData: files, name: 'reading' });
  try {
    for await (const [message] of on(worker, 'message') as AsyncIterable<[FromReader]>) {
      if (message === null) return;
      if ('failure' in message) throw errorOf(message.failure);
      yield message;
      worker.postMessage('next');
    }
  } finally {
    await worker.terminate();
  }
}
