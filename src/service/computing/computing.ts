/**
 * Where questions are computed: in a thread, so that the process keeps taking events and requests; or here, if there is
 * so little data that asking the thread would take longer, or no other connection can see it (`:memory:`).
 */
import { availableParallelism } from 'node:os';
import { assert } from '../../base/assert.ts';
import type { Asked, NumbersOf } from '../../engine/answer.ts';
import { alone } from '../../engine/frame/team.ts';
import { LIMIT } from '../../model/limit.ts';
import type { AskedStatement } from '../../model/question/explanation.ts';
import type { Predicate } from '../../model/question/predicate.ts';
import type { Project } from '../../model/saved/project.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Store } from '../../store/types/store.ts';
import type { Datasets } from '../data/datasets.ts';
import type { Reason } from '../nothing/reasons.ts';
import type { BareKind, ShownKind } from '../present/showing.ts';
import type { Events } from '../remote/events.ts';
import type { StartThread } from '../threads/start.ts';
import {
  cancelled,
  type How,
  type Outcome,
  type ShownAnswer,
  type ShowTask,
  type Task,
  tooLong,
  type Unexplained,
} from './messages.ts';
import { OutOfTime, type Pace } from './pace.ts';
import { Running } from './running.ts';
import { ComputingThread } from './thread.ts';

export interface ComputingOptions {
  /** Heap of the computing thread. */
  readonly place?: 'auto' | 'here' | 'thread';
  readonly compute_ms?: number;
  readonly waiting?: number;
  /** Threads that share the work of the computing thread; as many as there are cores for, unless said. */
  readonly helpers?: number;
  readonly heap_mb?: number;
}

interface ComputingStatus {
  readonly running: number;
  readonly waiting: number;
  /** Questions computed since the start, and their total time including waiting. */
  readonly computed: number;
  readonly computed_ms: number;
  /** Columns the thread holds. */
  readonly bytes: number;
}

export interface Computing {
  /** Computations somebody waits for. */
  readonly running: Running;
  /** Every acknowledged event is in the answer. @throws ServiceError cancelled, timeout, busy, error */
  show<K extends ShownKind>(project: Project, task: ShowTask<K>, signal: AbortSignal): Promise<ShownBy>;
  /** As `show`. */
  numbers<K extends BareKind>(project: Project, asked: Asked<K>, signal: AbortSignal): Promise<NumbersOf<K>>;
  /** How many persons match; null if that does not depend on events. @throws ServiceError as `show` */
  countPersons(project: Project, where: Predicate, signal: AbortSignal): Promise<number | null>;
  status(): ComputingStatus;
  close(): Promise<void>;
}

/** null unless it was asked how. */
type ShownBy = ShownAnswer & { readonly how: How | null };

interface Parts {
  readonly store: Store;
  /** This thread's; they yield to the checkpoints of `pace`. */
  readonly datasets: Datasets;
  readonly pace: Pace;
  readonly events: Events;
  /** For columns in the computing thread. */
  readonly memory_bytes: number;
  readonly startThread: StartThread;
}

export function openComputing(
  { store, datasets, pace, events, memory_bytes, startThread }: Parts,
  options: ComputingOptions,
): Computing {
  const { compute_ms = LIMIT.compute_ms, waiting = LIMIT.computing_waiting } = options;
  // One thread per core: the computing thread and its helpers.
  const helpers = options.helpers ?? Math.min(availableParallelism() - 1, TUNING.compute_helpers);
  // Some of what is cached beside columns lives on the heap: texts, identities.
  const heap_mb = options.heap_mb ?? TUNING.compute_heap_mb + Math.ceil(memory_bytes / 1024 ** 2);
  const limits = { memory_bytes, helpers, heap_mb, compute_ms, waiting };
  const thread = new ComputingThread({ path: store.path, ...limits, startThread });
  const placeOf = places(store, options.place ?? 'auto');
  const large = store.projects.list().find((project) => placeOf(project) === 'thread');
  if (large !== undefined) thread.announce(large);
  let computed = 0;
  let computed_ms = 0;
  const outcome = async (
    project: Project,
    task: Task,
    signal: AbortSignal,
    statements: AskedStatement[] = [],
  ): Promise<{ readonly answer: Outcome; readonly place: How['place'] }> => {
    const started_ms = performance.now();
    try {
      if (signal.aborted) throw cancelled();
      const there = events.compute(project, task.asked, signal, (statement) => statements.push(statement));
      // No await when nothing is pending, so that the thread starts before the caller goes on.
      const given = there instanceof Promise ? await there : there;
      const place = placeOf(project);
      const afar = async () => ({ answer: await thread.ask(project, task, given, signal), place: 'thread' }) as const;
      if (place === 'thread') return await afar();
      // Loaded on demand: with large projects only, this thread never needs the code.
      const { outcomeOf } = await import('./outcome.ts');
      if (signal.aborted) throw cancelled();
      const sources = { store, datasets, team: alone(() => pace.checkpoint()), memory_bytes };
      const here = (): Outcome => store.snapshot(() => outcomeOf(project, task, given, sources));
      try {
        return { answer: pace.run(place === 'here' ? compute_ms : TUNING.compute_here_ms, here), place: 'here' };
      } catch (error) {
        if (!(error instanceof OutOfTime)) throw error;
        if (place === 'here') throw tooLong(compute_ms);
        return await afar();
      }
    } finally {
      computed++;
      computed_ms += performance.now() - started_ms;
    }
  };
  /** None if they cannot be had: the answer stands without. */
  const reasonsFor = async (project: Project, about: Unexplained, signal: AbortSignal): Promise<Reason[]> => {
    const shipped = await events.rowsAbout(project, about.lines, signal).catch(() => null);
    if (shipped === null) return [];
    const { reasonsIn } = await import('./outcome.ts');
    const sources = { store, datasets, team: alone(() => {}), memory_bytes };
    return store.snapshot(() => reasonsIn(project, about, shipped, sources));
  };
  return {
    running: new Running(),
    async show(project, task, signal) {
      const started_ms = performance.now();
      const statements: AskedStatement[] = [];
      const { answer, place } = await outcome(project, task as ShowTask, signal, statements);
      assert(answer.kind === 'shown', 'an answer to what was asked');
      const { traced, unexplained } = answer;
      const reasons = unexplained === null ? answer.reasons : await reasonsFor(project, unexplained, signal);
      return {
        ...answer,
        reasons,
        how: traced && { traced, place, statements, took_ms: performance.now() - started_ms },
      };
    },
    async numbers(project, asked, signal) {
      const { answer } = await outcome(project, { asked: asked as Asked<BareKind> }, signal);
      assert(answer.kind === 'numbers', 'an answer to what was asked');
      return answer.numbers as NumbersOf<typeof asked.kind>;
    },
    countPersons: (project, where, signal) => events.countPersons(project, where, signal),
    status: () => ({ running: thread.running, waiting: thread.waiting, computed, computed_ms, bytes: thread.bytes }),
    close: () => thread.close(),
  };
}

/** `try`: here first, and in the thread if that takes too long. */
type Place = 'here' | 'try' | 'thread';

function places(store: Store, place: 'auto' | 'here' | 'thread'): (project: Project) => Place {
  if (store.path === ':memory:' || place === 'here') return () => 'here';
  if (place === 'thread') return () => 'thread';
  /** Never shrinks: projects only grow. */
  const large = new Set<number>();
  return ({ id }) => {
    if (large.has(id)) return 'thread';
    const events = store.definitions.events(id).reduce((sum, { count }) => sum + count, 0);
    if (events < TUNING.compute_events) return 'try';
    large.add(id);
    return 'thread';
  };
}
