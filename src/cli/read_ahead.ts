/**
 * The reading thread of an import as the main thread sees it: it reads, parses and checks a file's rows and hands them
 * over in columns, some batches ahead, so that the main thread has only to find out whose they are and to write.
 */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ItemBatch } from '../service/ingest/types.ts';
import { errorOf, type Failure } from '../service/thread_failure.ts';
import type { FileInfo } from './files/types.ts';

export interface ReadTask {
  readonly file: FileInfo;
  /** Lines up to this one are stored already. Their refusals are told again. */
  readonly done: number;
}

export interface ReadBatch {
  readonly items: ItemBatch;
  /** Of the file, from 1: all lines up to here are read. */
  readonly last_line: number;
  /** Rows that are stored already. */
  readonly duplicates: number;
  /** Rows that cannot be taken, each as a line of the reject file. */
  readonly refused: readonly string[];
  /** Of the file, so far. */
  readonly bytes_read: number;
}

/** What the thread says; null at the end. It is answered when the batch has been dealt with. */
export type FromReader = ReadBatch | { readonly failure: Failure } | null;

/** Batches that wait here, or are being dealt with. */
export const BATCHES_AHEAD = 8;

/** Unbuilt and built, it lies beside this file. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './reading.ts' : './reading.js', import.meta.url);

/** @throws ServiceError as `readRows` does */
export async function* readAhead(task: ReadTask): AsyncGenerator<ReadBatch> {
  const worker = new Worker(ENTRY, { workerData: task, name: 'reading' });
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
