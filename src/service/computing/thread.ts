/**
 * The computing thread as the main thread sees it. It starts when first needed or announced. It answers one question at
 * a time; the others wait in a bounded queue. It keeps the process alive only while somebody waits.
 */
import { cancelled, ServiceError, tookTooLong } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Project } from '../../model/saved/project.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Given } from '../remote/events.ts';
import { endWorker } from '../threads/end_worker.ts';
import type { StartThread, Thread } from '../threads/start.ts';
import { errorOf } from '../threads/thread_failure.ts';
import type { FromThread, Outcome, Task, ToThread } from './messages.ts';
import { type Ahead, startComputing } from './starting.ts';

interface ThreadOptions {
  readonly path: string;
  readonly memory_bytes: number;
  /** How much of that memory is left now. */
  readonly leftBytes: () => number;
  readonly helpers: number;
  readonly heap_mb: number;
  readonly startThread: StartThread;
  /** Started before, to be taken instead of starting one. */
  readonly ahead: Ahead;
}

interface Job {
  readonly project: Project;
  readonly task: Task;
  readonly given: Given;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
  /** Time for the thread to stop by itself once the question is given up. */
  readonly stop_ms: number;
  /** Fires when the question times out. */
  readonly deadline: NodeJS.Timeout;
}

/** The job the thread works on. */
interface Current {
  readonly job: Job;
  /** Set once the job is given up: terminates the thread if it does not stop by itself. */
  stop: NodeJS.Timeout | null;
}

export class ComputingThread {
  readonly #options: ThreadOptions;
  readonly #flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #line: Job[] = [];
  #worker: Thread | null = null;
  #current: Current | null = null;
  #closed = false;
  /** Bytes of columns the thread holds, as last reported. */
  bytes = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#current === null ? 0 : 1;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** Announces a project: the thread loads its code and identities while the caller goes on. */
  announce(project: Project): void {
    this.#worker ??= this.#start();
    if (this.#current === null) this.#worker.unref();
    post(this.#worker, { expect: project });
  }

  /** @throws ServiceError cancelled, timeout, busy, `error` if the thread died, or why the question is refused */
  ask(
    project: Project,
    task: Task,
    given: Given,
    signal: AbortSignal,
    stop_ms: number = TUNING.compute_stop_ms,
  ): Promise<Outcome> {
    if (signal.aborted || this.#closed) return Promise.reject(cancelled());
    if (this.#current !== null && this.#line.length >= LIMIT.computing_waiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      // The time in the queue counts, too.
      const deadline = setTimeout(() => this.#giveUp(job, this.#lateFor(job)), LIMIT.compute_ms);
      const job: Job = { project, task, given, resolve, reject, stop_ms, deadline };
      signal.addEventListener('abort', () => this.#giveUp(job, cancelled()), { once: true });
      this.#line.push(job);
      this.#next();
    });
  }

  /** Pending questions are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of [...this.#line]) this.#giveUp(job, cancelled());
    if (this.#current !== null) this.#giveUp(this.#current.job, cancelled());
    const worker = this.#worker ?? this.#options.ahead();
    if (worker !== null) await endWorker(worker);
  }

  #next(): void {
    if (this.#current !== null) return;
    const job = this.#line.shift();
    if (job === undefined) return;
    this.#worker ??= this.#start();
    this.#worker.ref();
    Atomics.store(this.#flag, 0, 0);
    this.#current = { job, stop: null };
    const { project, task, given } = job;
    post(this.#worker, { project, task, given, memory_bytes: this.#options.leftBytes() });
  }

  #start(): Thread {
    const { path, memory_bytes, helpers, heap_mb, startThread, ahead } = this.#options;
    const worker = ahead() ?? startComputing(startThread, heap_mb);
    post(worker, { open: { path, memory_bytes, helpers, flag: this.#flag } });
    let why: unknown = null;
    worker.on('message', (message: FromThread) => this.#told(message));
    worker.on('error', (error) => {
      why = error;
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#ended(why);
    });
    return worker;
  }

  #told(message: FromThread): void {
    const { job } = this.#finish();
    this.bytes = message.bytes;
    if (message.kind === 'shown' || message.kind === 'numbers') job?.resolve(message);
    else job?.reject(errorOf(message));
    this.#worker?.unref();
    this.#next();
  }

  /** Rejects the current question; the next one gets a new thread. */
  #ended(why: unknown): void {
    this.#worker = null;
    this.bytes = 0;
    this.#finish().job?.reject(isOutOfMemory(why) ? tooMuch(this.#options.heap_mb) : ended(why));
    if (!this.#closed) this.#next();
  }

  #finish(): { job: Job | null } {
    const current = this.#current;
    this.#current = null;
    if (current !== null) {
      clearTimeout(current.job.deadline);
      clearTimeout(current.stop ?? undefined);
    }
    return { job: current?.job ?? null };
  }

  /** The caller hears it at once, the thread at its next checkpoint. */
  #giveUp(job: Job, error: ServiceError): void {
    const place = this.#line.indexOf(job);
    if (place >= 0) this.#line.splice(place, 1);
    job.reject(error);
    clearTimeout(job.deadline);
    const current = this.#current;
    if (current?.job !== job || current.stop !== null) return;
    Atomics.store(this.#flag, 0, 1);
    current.stop = setTimeout(() => void this.#worker?.terminate(), job.stop_ms);
  }

  #lateFor(job: Job): ServiceError {
    return this.#current?.job === job ? tookTooLong() : busy();
  }
}

function post(worker: Thread, message: ToThread): void {
  worker.postMessage(message);
}

function busy(): ServiceError {
  return new ServiceError('busy', 'Too many computations are waiting. Try again in a moment.');
}

function ended(why: unknown): ServiceError {
  const detail = 'The computation ended before it was done. Ask again, for less if it happens again.';
  return new ServiceError('error', detail, why === null ? {} : { cause: why });
}

function isOutOfMemory(why: unknown): boolean {
  return why instanceof Error && 'code' in why && why.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooMuch(heap_mb: number): ServiceError {
  return new ServiceError(
    'too_large',
    `The computation needs more than the ${heap_mb} MB of memory there are for one. Ask for a shorter range of dates, fewer series, or a breakdown with fewer values.`,
  );
}
