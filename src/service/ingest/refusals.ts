/**
 * What was refused of late where events come in. In memory, for this process only: senders drop what is refused, mostly
 * without a word, and whoever misses an event asks here why.
 */
import type { Log } from '../../base/log.ts';
import { ServiceError } from '../../model/error.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Unmerged } from '../identity/persons.ts';

export interface Refusal {
  readonly reason: string;
  readonly count: number;
  readonly last_ms: number;
}

/** For requests that name no project's token. */
const NOBODY = 0;

// Without the ids, which not every reader of a description may see.
const BOTH_IDENTIFIED =
  'The two ids of $identify or $create_alias are of people who are both identified already, so they stay two. $merge_dangerously joins them; lists of these events show the ids.';
const NOBODYS_ID =
  '$identify or $create_alias came with an id that many may have ("null", "anonymous" …), so it joined nobody. Send the own id of a user; lists of these events show the ids.';

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
    this.#count(project_id, error.message, 1);
  }

  /** Events that were taken, and did not do what they say. */
  noteUnmerged(project_id: number, unmerged: Readonly<Record<Unmerged, number>>): void {
    if (unmerged.identified > 0) this.#count(project_id, BOTH_IDENTIFIED, unmerged.identified);
    if (unmerged.illegal > 0) this.#count(project_id, NOBODYS_ID, unmerged.illegal);
  }

  #count(project_id: number | null, reason: string, times: number): void {
    this.#log.info({ project_id, reason }, 'events refused');
    const kept = this.#kept.get(project_id ?? NOBODY) ?? new Map<string, Refusal>();
    this.#kept.set(project_id ?? NOBODY, kept);
    const count = (kept.get(reason)?.count ?? 0) + times;
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
