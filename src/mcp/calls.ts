/** Tool calls that are not answered yet, so that a connection can end when they are. */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

const LAST_LINES_MS = 20;

export class Calls {
  readonly #under_way = new Set<Promise<unknown>>();

  /** The same call, counted until its answer is handed to the transport. */
  count<T>(call: Promise<T>): Promise<T> {
    const counted = call.finally(() => turn()).finally(() => this.#under_way.delete(counted));
    // Whoever called hears of its failure.
    counted.catch(() => {});
    this.#under_way.add(counted);
    return call;
  }

  /** Resolves when none is under way, or after that time. */
  async ended(ms: number): Promise<void> {
    // Lines that came last have not become calls yet.
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
