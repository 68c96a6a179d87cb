/** Concurrent callers with the same question share one run. It is aborted when all of them have left. */
import { cancelled } from '../computing/messages.ts';

interface SharedRun<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

export class SharedRuns<T> {
  readonly #runs = new Map<string, SharedRun<T>>();

  /** @throws ServiceError cancelled to callers whose `leave` aborts; all others get what the run throws */
  join(key: string, leave: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (leave.aborted) return Promise.reject(cancelled());
    const run = this.#runs.get(key) ?? this.#begin(key, start);
    run.waiting++;
    return new Promise((resolve, reject) => {
      const left = (): void => {
        reject(cancelled());
        if (--run.waiting === 0) this.#abandon(key, run);
      };
      leave.addEventListener('abort', left, { once: true });
      run.result.then(resolve, reject).finally(() => leave.removeEventListener('abort', left));
    });
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<T>): SharedRun<T> {
    const controller = new AbortController();
    const run = { result: start(controller.signal), controller, waiting: 0 };
    const forget = (): void => this.#forget(key, run);
    run.result.then(forget, forget);
    this.#runs.set(key, run);
    return run;
  }

  #forget(key: string, run: SharedRun<T>): void {
    if (this.#runs.get(key) === run) this.#runs.delete(key);
  }

  /** Runs that are being aborted cannot be joined. */
  #abandon(key: string, run: SharedRun<T>): void {
    this.#forget(key, run);
    run.controller.abort();
  }
}
