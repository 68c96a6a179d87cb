/**
 * What was refused of late where events come in. In memory, for this process only: senders drop what is refused, mostly
 * without a word, and whoever misses an event asks here why.
 */
import type { Log } from '../../base/log.ts';
import { ServiceError } from '../../model/error.ts';
import { TUNING } from '../../model/tuning.ts';

export interface Refusal {
  readonly reason: string;
  readonly count: number;
  readonly last_ms: number;
}

/** For requests that name no project's token. */
const NOBODY = 0;

export class Refusals {
  readonly #now: () => number;
  readonly #log: Log;
  /** Project -> reason -> how often; the latest last. */
  readonly #kept = new Map<number, Map<string, Refusal>>();
  /** Whoever knows the project notes an error first; it passes those who do not know it later. */
  readonly #noted = new WeakSet<ServiceError>();

  constructor(now: () => number, log: Log) {
    this.#now = now;
    this.#log = log;
  }

  async noting<T>(project_id: number | null, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ServiceError) this.note(project_id, error);
      throw error;
    }
  }

  note(project_id: number | null, error: ServiceError): void {
    // What is asked to come again is no loss.
    if (this.#noted.has(error) || error.status >= 500 || error.status === 429) return;
    this.#noted.add(error);
    const reason = error.message;
    this.#log.info({ project_id, reason }, 'events refused');
    const kept = this.#kept.get(project_id ?? NOBODY) ?? new Map<string, Refusal>();
    this.#kept.set(project_id ?? NOBODY, kept);
    const count = (kept.get(reason)?.count ?? 0) + 1;
    kept.delete(reason);
    kept.set(reason, { reason, count, last_ms: this.#now() });
    if (kept.size > TUNING.kept_refusals) kept.delete(kept.keys().next().value ?? '');
  }

  /** Those of the project, and those that may have been meant for it; the latest first. */
  of(project_id: number): Refusal[] {
    const all = [project_id, NOBODY].flatMap((id) => [...(this.#kept.get(id)?.values() ?? [])]);
    return all.sort((a, b) => b.last_ms - a.last_ms);
  }
}
