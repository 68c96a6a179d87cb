/** Tracks unanswered requests, so that a connection can end after the last answer. */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

const LAST_LINES_MS = 20;

export class Calls {
  readonly #under_way = new Set<Promise<unknown>>();

  /** Returns the same call. It counts until its answer is handed to the transport. */
  count<T>(call: Promise<T>): Promise<T> {
    const counted = call.finally(() => turn()).finally(() => this.#under_way.delete(counted));
    // Failures go to the caller.
    counted.catch(() => {});
    this.#under_way.add(counted);
    return call;
  }

  /** Resolves when no call is running, or after `ms`. */
  async ended(ms: number): Promise<void> {
    // The last lines may not have become calls yet.
    await sleep(LAST_LINES_MS);
    const patience = new AbortController();
    const waited = sleep(ms, undefined, { signal: patience.signal }).catch(() => {});
    await Promise.race([this.#none(), waited]);
    patience.abort();
  }

  async #none(): Promise<void> {
    while (this.#under_way.size > 0) await Promise.allSettled(this.#under_way);
    await turn();
  }
}
