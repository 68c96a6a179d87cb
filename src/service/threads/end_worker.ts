/** Ends a thread. It is told to close and finishes its work; if it does not, it is terminated. */
import { TUNING } from '../../model/tuning.ts';
import type { Thread } from './start.ts';

/** Resolves when the thread has ended. The thread must understand `close`. */
export async function endWorker(worker: Thread): Promise<void> {
  worker.ref();
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const timer = setTimeout(() => void worker.terminate(), TUNING.stop_thread_ms);
  worker.postMessage('close');
  await ended;
  clearTimeout(timer);
}
