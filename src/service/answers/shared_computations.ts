/** Concurrent callers with the same question share one computation. It is aborted when all of them have left. */
import { cancelled } from '../../model/error.ts';

interface SharedComputation<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

export class SharedComputations<T> {
  readonly #shared = new Map<string, SharedComputation<T>>();

  /** @throws ServiceError cancelled to callers whose `leave` aborts; all others get what it throws */
  join(key: string, leave: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (leave.aborted) return Promise.reject(cancelled());
    const shared = this.#shared.get(key) ?? this.#begin(key, start);
    shared.waiting++;
    return new Promise((resolve, reject) => {
      const left = (): void => {
        reject(cancelled());
        if (--shared.waiting === 0) this.#abandon(key, shared);
      };
      leave.addEventListener('abort', left, { once: true });
      shared.result.then(resolve, reject).finally(() => leave.removeEventListener('abort', left));
    });
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<T>): SharedComputation<T> {
    const controller = new AbortController();
    const shared = { result: start(controller.signal), controller, waiting: 0 };
    const forget = (): void => this.#forget(key, shared);
    shared.result.then(forget, forget);
    this.#shared.set(key, shared);
    return shared;
  }

  #forget(key: string, shared: SharedComputation<T>): void {
    if (this.#shared.get(key) === shared) this.#shared.delete(key);
  }

  /** Aborts a computation. It is forgotten first, so that nobody joins it. */
  #abandon(key: string, shared: SharedComputation<T>): void {
    this.#forget(key, shared);
    shared.controller.abort();
  }
}
