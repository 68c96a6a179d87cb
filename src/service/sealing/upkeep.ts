/**
 * Keeps the store in shape between commits: seals a long tail, then merges small segments. It works step by step in a
 * thread (or here with pauses for a store in memory, which no thread can see). Only speed depends on it. Unfinished
 * work is done after the next start.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../../base/assert.ts';
import type { Log } from '../../base/log.ts';
import { ServiceError } from '../../model/error.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Store } from '../../store/types/store.ts';
import type { ErasedElsewhere, Events } from '../remote/events.ts';
import type { StartThread } from '../threads/start.ts';
import { eraseElsewhere } from './erasing_elsewhere.ts';
import { exchangeEnd, longestExchange, newExchange } from './exchange.ts';
import type { Step, StepDone } from './messages.ts';
import { Sealing } from './sealing.ts';
import { takeStep } from './step.ts';
import { SealingThread } from './thread.ts';

export interface UpkeepParts {
  readonly store: Store;
  readonly log: Log;
  /** Whether capturing has priority over upkeep. False for imports, which wait for upkeep. */
  readonly gives_way: boolean;
  readonly events: Events;
  readonly startThread: StartThread;
  now(): number;
}

/** Done before sealing, because merging reaches only the newest segments, and every sealing adds more. */
const CHORES = ['erase', 'compact'] as const;
const LATER_CHORES = ['scrub', 'shrink'] as const;

interface Failure {
  readonly cause: unknown;
  readonly at_ms: number;
}

type Chore = (typeof CHORES)[number] | (typeof LATER_CHORES)[number];

export class Upkeep {
  readonly #parts: UpkeepParts;
  readonly #exchange = newExchange();
  readonly #thread: SealingThread;
  /** Used for a store in memory. */
  readonly #sealing: Sealing;
  /** Project -> unsealed events in its log. */
  readonly #tails = new Map<number, number>();
  /** Project -> seal while its log has this many events. */
  readonly #toSeal = new Map<number, number>();
  /** chore -> projects */
  readonly #due: Readonly<Record<Chore, Set<number>>> = {
    erase: new Set(),
    compact: new Set(),
    scrub: new Set(),
    shrink: new Set(),
  };
  #scrubLater: NodeJS.Timeout | undefined;
  /** `erasures.unscrubbed()` at the last scrub of the other database that holds the events; null = never. */
  #scrubbedElsewhere: number | null = null;
  /** Project -> how its last step failed, until one succeeds. */
  readonly #failures = new Map<number, Failure>();
  /** The current step; resolves to whether it succeeded. */
  #step: Promise<boolean> | null = null;
  #isStopped = false;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
    const { store, gives_way, startThread } = parts;
    this.#thread = new SealingThread({ path: store.path, exchange: this.#exchange, gives_way }, startThread);
    this.#sealing = new Sealing(parts.store, this.#exchange);
    this.resume();
  }

  /** Continues work that was requested and interrupted. */
  resume(): void {
    // A step that ends while this stops may still set the timer.
    if (this.#isStopped) return;
    const { erasures } = this.#parts.store;
    for (const { project_id } of erasures.pending()) this.#due.erase.add(project_id);
    if (erasures.unscrubbed() !== null) this.#due.scrub.add(0);
    if (this.#due.erase.size + this.#due.scrub.size > 0) void this.#begin();
  }

  /** Not `resume`: a reader may stay for days, and an erasure that fails would be tried twice a second. */
  #scrubAgain(): void {
    if (this.#isStopped) return;
    this.#due.scrub.add(0);
    void this.#begin();
  }

  /** Resolves when no erasure of the project is pending. @throws ServiceError if one fails; it is retried later */
  async erase(project_id: number): Promise<void> {
    const { erase } = this.#due;
    erase.add(project_id);
    this.#failures.delete(project_id);
    // A step that fails may be another project's, whose turn came first.
    while (erase.has(project_id) && this.#canBegin()) await this.#begin();
    if (erase.has(project_id) || this.#failures.has(project_id)) throw notYet(this.#failures.get(project_id)?.cause);
    // Several deletions share one scrub.
    clearTimeout(this.#scrubLater);
    this.#scrubLater = setTimeout(() => this.resume(), TUNING.scrub_after_ms).unref();
  }

  /** Overwrites erased bytes, with retries. Returns whether all are gone. */
  async scrub(): Promise<boolean> {
    const { erasures } = this.#parts.store;
    for (let tried = 0; tried < TUNING.scrub_tries && erasures.unscrubbed() !== null; tried++) {
      if (tried > 0) await sleep(TUNING.scrub_retry_ms);
      if (this.#isStopped) return false;
      this.#due.scrub.add(0);
      while (this.#due.scrub.has(0)) if (!(await this.#begin())) break;
    }
    return erasures.unscrubbed() === null;
  }

  /** Call after a commit with the number of new events. Starts sealing at `seal_from` events. */
  logGrew(project_id: number, events: number, seal_from: number): void {
    if (events === 0) return;
    const known = this.#tails.get(project_id);
    if (known !== undefined) this.#tails.set(project_id, known + events);
    if (this.#tailOf(project_id) < seal_from || this.#hasJustFailed(project_id)) return;
    this.#toSeal.set(project_id, seal_from);
    this.#begin();
  }

  /**
   * Back-pressure for callers that write faster than sealing. Resolves when at most this many events are unsealed; with
   * 0, when small segments are merged, too. Gives up if a step fails; the next commit tries again.
   */
  async settle(project_id: number, events: number): Promise<void> {
    while (this.#tailOf(project_id) > events && !this.#isStopped) {
      this.#toSeal.set(project_id, TUNING.seal_events);
      if (!(await this.#begin())) return;
    }
    if (events > 0) return;
    // Shrink the file after an import. A server would reuse the free pages for its log.
    const { compact, shrink } = this.#due;
    shrink.add(project_id);
    while ((compact.has(project_id) || shrink.has(project_id)) && !this.#isStopped) {
      if (!(await this.#begin())) return;
    }
  }

  /** Resolves when the current exchange ends, or once it has taken too long to wait for; null if there is none. */
  exchangeEnd(): Promise<unknown> | null {
    return exchangeEnd(this.#exchange);
  }

  /** The longest that an exchange held the lock since the last call, in milliseconds. */
  longestExchange(): number {
    return longestExchange(this.#exchange);
  }

  /** Abandons a step that takes long. Nothing is lost: whatever was not exchanged is still in the log. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#scrubLater);
    await this.#thread.close();
    await this.#step;
    this.#sealing.close();
  }

  /** Reads the count from the store once, then keeps it up to date. */
  #tailOf(project_id: number): number {
    const known = this.#tails.get(project_id) ?? this.#parts.store.events.tailEvents(project_id);
    this.#tails.set(project_id, known);
    return known;
  }

  /** Commits come many times a second, and damage stays. */
  #hasJustFailed(project_id: number): boolean {
    const failure = this.#failures.get(project_id);
    return failure !== undefined && performance.now() - failure.at_ms < TUNING.upkeep_retry_ms;
  }

  #canBegin(): boolean {
    return !this.#isStopped && this.#parts.store.refusal() === null;
  }

  /** The current step, or a new one. */
  #begin(): Promise<boolean> {
    if (!this.#canBegin()) return Promise.resolve(false);
    this.#step ??= this.#take().finally(() => {
      this.#step = null;
      if (this.#nextStep() !== null) void this.#begin();
    });
    return this.#step;
  }

  async #take(): Promise<boolean> {
    const step = must(this.#nextStep(), 'a step is due');
    const { project_id } = step;
    try {
      this.#note(step, await this.#run(step));
      this.#failures.delete(project_id);
      return true;
    } catch (error) {
      // Failures (a lock, a full disk, a thread that died) are harmless: a later commit tries again.
      if (!this.#isStopped)
        this.#parts.log.warn({ err: error, project: project_id }, 'upkeep of the store was put off');
      this.#failures.set(project_id, { cause: error, at_ms: performance.now() });
      this.#toSeal.delete(project_id);
      for (const projects of Object.values(this.#due)) projects.delete(project_id);
      return false;
    }
  }

  #nextStep(): Step | null {
    const now_ms = this.#parts.now();
    const due = (chores: readonly Chore[]): Step | null => {
      const kind = chores.find((chore) => this.#due[chore].size > 0);
      return kind === undefined ? null : { kind, project_id: [...this.#due[kind]][0]!, now_ms };
    };
    const [toSeal] = this.#toSeal.keys();
    return due(CHORES) ?? (toSeal === undefined ? due(LATER_CHORES) : { kind: 'seal', project_id: toSeal, now_ms });
  }

  async #run(step: Step): Promise<StepDone> {
    const { settle, erasing } = this.#parts.events;
    if (step.kind === 'seal' && settle !== null) {
      const settled = await settle(step.project_id);
      return { sealed: settled, is_more: settled > 0 };
    }
    if (step.kind === 'erase' && erasing !== null) return this.#eraseElsewhere(step, erasing);
    if (step.kind === 'scrub') await this.#scrubElsewhere();
    return this.#inFile(step);
  }

  /** Runs once per set of erasures, not once per step of scrubbing the file. */
  async #scrubElsewhere(): Promise<void> {
    const removals = this.#parts.store.erasures.unscrubbed();
    const { scrub } = this.#parts.events;
    if (scrub === null || removals === null || removals === this.#scrubbedElsewhere) return;
    await scrub();
    this.#scrubbedElsewhere = removals;
  }

  async #inFile(step: Step): Promise<StepDone> {
    if (this.#parts.store.path !== ':memory:') return this.#thread.take(step);
    await sleep(TUNING.upkeep_pause_ms);
    return takeStep(this.#sealing, step);
  }

  async #eraseElsewhere(step: Step, erasing: NonNullable<Events['erasing']>): Promise<StepDone> {
    const { store } = this.#parts;
    const { project_id } = step;
    const [oldest] = store.erasures.pending(project_id);
    if (oldest !== undefined) {
      const finish = (elsewhere: ErasedElsewhere): Promise<StepDone> => this.#inFile({ ...step, elsewhere });
      await eraseElsewhere(store, oldest.id, await erasing(project_id), finish);
    }
    return { sealed: 0, is_more: store.erasures.pending(project_id).length > 0 };
  }

  #note({ kind, project_id }: Step, { sealed, is_more, is_held = false }: StepDone): void {
    if (kind !== 'seal') {
      if (!is_more || is_held) this.#due[kind].delete(project_id);
      if (kind === 'erase') this.#tails.delete(project_id);
      // A reader needs the write-ahead log. Try later; a new process tries as well.
      if (is_held) {
        clearTimeout(this.#scrubLater);
        this.#scrubLater = setTimeout(() => this.#scrubAgain(), TUNING.scrub_retry_ms).unref();
      }
      return;
    }
    const tail = Math.max(0, (this.#tails.get(project_id) ?? 0) - sealed);
    // Nothing was found although events were counted: another process sealed them, so count again.
    if (is_more) this.#tails.set(project_id, tail);
    else this.#tails.delete(project_id);
    const seal_from = this.#toSeal.get(project_id) ?? Number.POSITIVE_INFINITY;
    // Set anew, it comes after the other projects: an import may keep its own log long for hours.
    this.#toSeal.delete(project_id);
    if (is_more && tail >= seal_from) this.#toSeal.set(project_id, seal_from);
    this.#due.compact.add(project_id);
  }
}

/** Errors that the caller can fix are passed on unchanged. */
function notYet(failure: unknown): ServiceError {
  if (failure instanceof ServiceError && failure.code !== 'busy') return failure;
  return new ServiceError(
    'busy',
    'What was asked for is noted but could not be done now. It is tried again every quarter of an hour, when the server starts, and with the next deletion.',
  );
}
