/**
 * The sealing thread as the main thread sees it. It starts on first use, takes one step at a time, and does not keep
 * the process alive between steps. If it dies nothing is lost: whatever was not exchanged is still in the log.
 */
import { endWorker } from '../threads/end_worker.ts';
import type { StartThread, Thread } from '../threads/start.ts';
import { endExchange } from './exchange.ts';
import type { FromThread, Opening, Step, StepDone, ToThread } from './messages.ts';

/** Stands beside this file, in sources and in the build. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

export class SealingThread {
  readonly #opening: Opening;
  readonly #startThread: StartThread;
  #worker: Thread | null = null;

  constructor(opening: Opening, startThread: StartThread) {
    this.#opening = opening;
    this.#startThread = startThread;
  }

  /** Call when the last step has ended. Rejects if the step fails or the thread dies; the next gets a new thread. */
  async take(step: Step): Promise<StepDone> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    post(worker, step);
    const answer = await nextWord(worker).finally(() => worker.unref());
    if ('failed' in answer) throw new Error(answer.failed);
    return answer;
  }

  async close(): Promise<void> {
    if (this.#worker !== null) await endWorker(this.#worker);
  }

  #start(): Thread {
    // If it tracked descriptors, Node would close the cleaned file with the thread and so release everybody's locks on
    // it.
    const worker = this.#startThread(ENTRY, { workerData: this.#opening, name: 'sealing', trackUnmanagedFds: false });
    // The waiting step reports it; without a listener the error would end the process.
    worker.on('error', () => {});
    worker.on('exit', () => {
      endExchange(this.#opening.exchange);
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }
}

function post(worker: Thread, message: ToThread): void {
  worker.postMessage(message);
}

function nextWord(worker: Thread): Promise<FromThread> {
  return new Promise((resolve, reject) => {
    const settled = (): void => {
      worker.off('message', told);
      worker.off('error', failed);
      worker.off('exit', gone);
    };
    const told = (message: FromThread): void => {
      settled();
      resolve(message);
    };
    const failed = (error: unknown): void => {
      settled();
      reject(error);
    };
    const gone = (): void => {
      settled();
      reject(new Error('The sealing thread ended before it was done.'));
    };
    worker.on('message', told);
    worker.on('error', failed);
    worker.on('exit', gone);
  });
}
