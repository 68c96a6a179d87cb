/** Who asks the same at the same time shares one run. It is given up when all who wait for it have left. */
import { cancelled } from './messages.ts';

interface SharedRun<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

export class SharedRuns<T> {
  readonly #runs = new Map<string, SharedRun<T>>();

  /** @throws ServiceError cancelled, to whom `leave` says so, and whatever the run throws, to all others */
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

  /** Nobody may join what is being given up. */
  #abandon(key: string, run: SharedRun<T>): void {
    this.#forget(key, run);
    run.controller.abort();
  }
}
