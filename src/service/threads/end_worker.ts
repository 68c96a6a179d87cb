/** How a thread of ours ends: told to close, it finishes what it is at; one that does not is ended. */
import type { Worker } from 'node:worker_threads';
import { TUNING } from '../../model/tuning.ts';

/** Resolves when it is gone. Its messages include `close`. */
export async function endWorker(worker: Worker): Promise<void> {
  worker.ref();
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const timer = setTimeout(() => void worker.terminate(), TUNING.stop_thread_ms);
  worker.postMessage('close');
  await ended;
  clearTimeout(timer);
}
