/**
 * Where questions are computed. Usually in a thread of their own, so that the process keeps taking events and requests.
 * In this one if there is so little data that asking the other would take longer, or if no other connection can see the
 * data (`:memory:`).
 */
import { availableParallelism } from 'node:os';
import { assert } from '../../base/assert.ts';
import type { Asked, NumbersOf } from '../../engine/answer.ts';
import { alone } from '../../engine/frame/team.ts';
import { cancelled, ServiceError, tookTooLong } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { AskedStatement } from '../../model/question/explanation.ts';
import type { Predicate } from '../../model/question/predicate.ts';
import type { Project } from '../../model/saved/project.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Store } from '../../store/types/store.ts';
import type { Datasets } from '../data/datasets.ts';
import type { Reason } from '../nothing/reasons.ts';
import type { BareKind, ShownKind } from '../present/showing.ts';
import type { Events, Given } from '../remote/events.ts';
import type { StartThread } from '../threads/start.ts';
import { InProgress } from './in_progress.ts';
import type { How, Outcome, ReasonsWanted, ShownAnswer, ShowTask, Task } from './messages.ts';
import { OutOfTime, type Pace } from './pace.ts';
import { listening } from './progress.ts';
import { type Ahead, heapOf } from './starting.ts';
import { ComputingThread } from './thread.ts';

export interface ComputingOptions {
  /** When to compute in a thread of its own. `auto`: for large projects, and whatever takes long. */
  readonly thread?: 'auto' | 'never' | 'always';
  /** Threads that share the computing thread's work. Default: as many as there are cores for. */
  readonly helpers?: number;
  /** Heap limit of the computing thread. */
  readonly heap_mb?: number;
}

interface ComputingStatus {
  readonly running: number;
  readonly waiting: number;
  /** Questions computed since the start, and their total time including waiting. */
  readonly computed: number;
  readonly computed_ms: number;
  /** Bytes of columns the thread holds. */
  readonly bytes: number;
}

/** Who waits for an answer, and the caller's name for it, used to cancel it. */
interface Asker {
  readonly project: Project;
  readonly signal: AbortSignal;
  readonly name?: string | null;
}

export interface Computing {
  /** Computations that somebody waits for. */
  readonly in_progress: InProgress;
  /** The answer includes every acknowledged event. @throws ServiceError cancelled, timeout, busy, error */
  show<K extends ShownKind>(project: Project, task: ShowTask<K>, signal: AbortSignal): Promise<ShownBy>;
  /** Like `show`, and in progress by its name. Whoever leaves takes the question along, unless others wait for it. */
  numbers<K extends BareKind>(asker: Asker, asked: Asked<K>): Promise<NumbersOf<K>>;
  /**
   * Like `show`, but nobody waits for the answer. Runs only in the computing thread, if it is idle and has memory left.
   * The next real question ends it. @throws ServiceError if the question is refused
   */
  rehearse(project: Project, task: ShowTask, signal: AbortSignal): Promise<Rehearsed>;
  /** How many persons match, by what they are and did. @throws ServiceError as `show` does */
  countPersons(project: Project, where: Predicate, signal: AbortSignal): Promise<number>;
  status(): ComputingStatus;
  close(): Promise<void>;
}

/** `left`: a real question came first. `over`: rehearsing is no longer possible. */
export type Rehearsed = 'computed' | 'left' | 'over';

/** `how` is null unless the caller wants to know. */
type ShownBy = ShownAnswer & { readonly how: How | null };

interface Parts {
  readonly store: Store;
  /** Datasets of this thread; they pass the checkpoints of `pace`. */
  readonly datasets: Datasets;
  readonly pace: Pace;
  readonly events: Events;
  /** Memory for columns in the computing thread. */
  readonly memory_bytes: number;
  readonly startThread: StartThread;
  readonly ahead: Ahead;
}

export function openComputing(parts: Parts, options: ComputingOptions): Computing {
  const threads = new BothThreads(parts, options);
  const in_progress = new InProgress();
  const numbers: Computing['numbers'] = async ({ project, signal, name = null }, asked) => {
    const { answer } = await in_progress.wait(project.id, name, signal, (leave) =>
      threads.compute(project, { asked: asked as Asked<BareKind> }, leave, []),
    );
    assert(answer.kind === 'numbers', 'an answer to what was asked');
    return answer.numbers as NumbersOf<typeof asked.kind>;
  };
  return {
    in_progress,
    async show(project, task, signal) {
      const started_ms = performance.now();
      const statements: AskedStatement[] = [];
      const { answer, in_thread } = await threads.compute(project, task as ShowTask, signal, statements);
      assert(answer.kind === 'shown', 'an answer to what was asked');
      const { traced, reasons_wanted } = answer;
      const reasons =
        reasons_wanted === null ? answer.reasons : await reasonsFor(parts, project, reasons_wanted, signal);
      return {
        ...answer,
        reasons,
        how: traced && { traced, in_thread, statements, took_ms: performance.now() - started_ms },
      };
    },
    numbers,
    rehearse: (project, task, signal) => threads.rehearse(project, task, signal),
    async countPersons(project, where, signal) {
      const counted = await parts.events.countPersons(project, where, signal);
      if (counted !== null) return counted;
      const query = { point: { kind: 'everybody', where }, offset: 0, limit: 0, order: 'actor', times: 0 } as const;
      return (await numbers({ project, signal }, { kind: 'people', query })).count;
    },
    status: () => threads.status(),
    close: () => threads.close(),
  };
}

/** Returns none if the rows cannot be read: the answer is right without reasons. */
async function reasonsFor(
  { store, datasets, events, memory_bytes }: Parts,
  project: Project,
  about: ReasonsWanted,
  signal: AbortSignal,
): Promise<Reason[]> {
  const shipped = await events.rowsAbout(project, about.lines, signal).catch(() => null);
  if (shipped === null) return [];
  const { reasonsIn } = await import('./outcome.ts');
  const sources = { store, datasets, team: alone(() => {}), memory_bytes };
  return store.snapshot(() => reasonsIn(project, about, shipped, sources));
}

interface Computed {
  readonly answer: Outcome;
  readonly in_thread: boolean;
}

/** At least this share of the memory stays for columns. */
const LEAST_SHARE = 0.25;

/** Where questions are computed: this thread and the computing thread. */
class BothThreads {
  readonly #parts: Parts;
  readonly #thread: ComputingThread;
  readonly #needsThread: (project: Project) => NeedsThread;
  #computed = 0;
  #computed_ms = 0;
  /** Ends the current rehearsal. */
  #rehearsing: AbortController | null = null;

  constructor(parts: Parts, options: ComputingOptions) {
    const { store, datasets, memory_bytes, startThread, ahead } = parts;
    // One thread per core: the computing thread and its helpers.
    const helpers = options.helpers ?? Math.min(availableParallelism() - 1, TUNING.compute_helpers);
    const heap_mb = options.heap_mb ?? heapOf(memory_bytes);
    // Memory that this thread cannot give back (ids of events above all) leaves less for columns there.
    const leftBytes = () => Math.max(memory_bytes - datasets.excessBytes(), memory_bytes * LEAST_SHARE);
    const limits = { memory_bytes, leftBytes, helpers, heap_mb };
    this.#parts = parts;
    this.#thread = new ComputingThread({ path: store.path, ...limits, startThread, ahead });
    this.#needsThread = needOfThread(store, options.thread ?? 'auto');
    const large = store.projects.list().find((project) => this.#needsThread(project) === 'always');
    if (large !== undefined) this.#thread.announce(large);
  }

  /** Adds to `statements` what another database was asked. @throws as `Computing.show` */
  async compute(project: Project, task: Task, signal: AbortSignal, statements: AskedStatement[]): Promise<Computed> {
    const started_ms = performance.now();
    this.#rehearsing?.abort();
    try {
      if (signal.aborted) throw cancelled();
      const listener = { heard: (statement: AskedStatement) => void statements.push(statement), reads: listening() };
      const there = this.#parts.events.compute(project, task.asked, signal, listener);
      // Await only if something is pending, so that the thread starts before the caller goes on.
      const given = there instanceof Promise ? await there : there;
      const afar = async () =>
        ({ answer: await this.#thread.ask(project, task, given, signal), in_thread: true }) as const;
      const needs = this.#needsThread(project);
      if (needs === 'always') return await afar();
      const limit_ms = needs === 'never' ? LIMIT.compute_ms : TUNING.compute_here_ms;
      const answer = await this.#here(project, task, given, signal, limit_ms);
      if (answer !== null) return { answer, in_thread: false };
      if (needs === 'never') throw tookTooLong();
      return await afar();
    } finally {
      this.#computed++;
      this.#computed_ms += performance.now() - started_ms;
    }
  }

  async rehearse(project: Project, task: ShowTask, signal: AbortSignal): Promise<Rehearsed> {
    const is_full = this.#thread.bytes > this.#parts.memory_bytes * TUNING.rehearsal_memory_share;
    if (is_full || this.#needsThread(project) !== 'always') return 'over';
    if (this.#thread.running > 0) return 'left';
    const rehearsing = new AbortController();
    this.#rehearsing = rehearsing;
    try {
      const ends = AbortSignal.any([signal, rehearsing.signal]);
      // Terminating the thread would cost a waiting question more than waiting does.
      await this.#thread.ask(project, task, { from: 'dataset' }, ends, LIMIT.compute_ms);
      return 'computed';
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'cancelled') return 'left';
      throw error;
    } finally {
      this.#rehearsing = null;
    }
  }

  /** Returns null if it takes longer than the limit. */
  async #here(
    project: Project,
    task: Task,
    given: Given,
    signal: AbortSignal,
    limit_ms: number,
  ): Promise<Outcome | null> {
    // Loaded on demand. If all projects are large, this thread never needs the code.
    const { outcomeOf } = await import('./outcome.ts');
    if (signal.aborted) throw cancelled();
    const { store, datasets, pace, memory_bytes } = this.#parts;
    const sources = { store, datasets, team: alone(() => pace.checkpoint()), memory_bytes };
    try {
      return pace.run(limit_ms, () => store.snapshot(() => outcomeOf(project, task, given, sources)));
    } catch (error) {
      if (error instanceof OutOfTime) return null;
      throw error;
    } finally {
      datasets.trim();
    }
  }

  status(): ComputingStatus {
    const { running, waiting, bytes } = this.#thread;
    return { running, waiting, computed: this.#computed, computed_ms: this.#computed_ms, bytes };
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** `if_slow`: what takes too long here is computed again in the thread. */
type NeedsThread = 'never' | 'if_slow' | 'always';

function needOfThread(store: Store, asked: 'auto' | 'never' | 'always'): (project: Project) => NeedsThread {
  if (store.path === ':memory:' || asked === 'never') return () => 'never';
  if (asked === 'always') return () => 'always';
  /** Projects that need the thread. Never shrinks because projects only grow. */
  const large = new Set<number>();
  return ({ id }) => {
    if (large.has(id)) return 'always';
    const events = store.definitions.events(id).reduce((sum, { count }) => sum + count, 0);
    if (events < TUNING.compute_events) return 'if_slow';
    large.add(id);
    return 'always';
  };
}
