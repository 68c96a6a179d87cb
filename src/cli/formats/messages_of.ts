/** Messages of a thread that may hang. */
import { on } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { errorCode } from '../../base/known.ts';
import { ServiceError } from '../../model/error.ts';

/**
 * Ends the thread when the caller stops reading. `longest_ms`: longest wait for each message; null = no limit.
 * @throws ServiceError if the next message takes too long, or the thread runs out of memory
 */
export async function* messagesOf<T>(worker: Worker, longest_ms: number | null): AsyncGenerator<T> {
  const late = new AbortController();
  const wait = () => (longest_ms === null ? undefined : setTimeout(() => late.abort(), longest_ms));
  let timer = wait();
  try {
    for await (const [message] of on(worker, 'message', { signal: late.signal }) as AsyncIterable<[T]>) {
      clearTimeout(timer);
      yield message;
      timer = wait();
    }
  } catch (error) {
    const isGivenUp = late.signal.aborted || errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
    throw isGivenUp ? endless(error) : error;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function endless(cause: unknown): ServiceError {
  return new ServiceError(
    'invalid_input',
    'This file cannot be read within the time and memory that one of its size takes: it is damaged, or the row groups of a Parquet file are too large. Write it again, with row groups of 100000 rows.',
    { cause },
  );
}
