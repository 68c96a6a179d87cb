/**
 * The sealing thread as the main thread sees it: started when first needed, one step at a time. Between steps it is no
 * reason for the process to stay alive. A thread that dies takes nothing with it: what it had not exchanged is still in the log.
 */
import { Worker } from 'node:worker_threads';
import { endWorker } from '../threads/end_worker.ts';
import { endExchange } from './exchange.ts';
import type { FromThread, Opening, Step, StepDone, ToThread } from './messages.ts';

/** Unbuilt and built, it lies beside this file. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

export class SealingThread {
  readonly #opening: Opening;
  #worker: Worker | null = null;

  constructor(opening: Opening) {
    this.#opening = opening;
  }

  /** Not before the last one has ended. Rejects where the step fails or the thread dies; the next step gets a new one. */
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

  #start(): Worker {
    const worker = new Worker(ENTRY, { workerData: this.#opening, name: 'sealing' });
    // Whoever waits for a step hears of it; without a listener the error would end the process.
    worker.on('error', () => {});
    worker.on('exit', () => {
      endExchange(this.#opening.exchange);
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }
}

function post(worker: Worker, message: ToThread): void {
  worker.postMessage(message);
}

function nextWord(worker: Worker): Promise<FromThread> {
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
