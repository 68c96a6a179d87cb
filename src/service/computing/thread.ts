/**
 * The computing thread as the main thread sees it: started when first needed or announced, one question at a time, the
 * others wait in a bounded line. It is no reason for the process to stay alive unless somebody waits for it.
 */
import module from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Project } from '../../model/project.ts';
import { endWorker } from '../end_worker.ts';
import { errorOf } from '../thread_failure.ts';
import { cancelled, type FromThread, type Opening, type Outcome, type Task, type ToThread } from './messages.ts';

interface ThreadOptions {
  readonly path: string;
  readonly memory_bytes: number;
  readonly helpers: number;
  readonly compute_ms: number;
  /** Questions that may wait for the one under way. */
  readonly waiting: number;
}

interface Job {
  readonly project: Project;
  readonly task: Task;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

/** The one the thread works on. */
interface Current {
  readonly job: Job;
  /** Until it is given up; then until the thread is ended with it. */
  timer: NodeJS.Timeout;
  is_given_up: boolean;
}

/** Unbuilt and built, it lies beside this file. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './answering.ts' : './answering.js', import.meta.url);

export class ComputingThread {
  readonly #options: ThreadOptions;
  readonly #flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #line: Job[] = [];
  #worker: Worker | null = null;
  #current: Current | null = null;
  #closed = false;
  /** Of columns the thread holds, as it said last. */
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

  /** Questions about the project are to be expected: the thread loads its code and who is who while the caller goes on. */
  announce(project: Project): void {
    this.#worker ??= this.#start();
    if (this.#current === null) this.#worker.unref();
    post(this.#worker, { expect: project });
  }

  /** @throws ServiceError cancelled, timeout, busy, whatever refuses the question, and `error` where the thread died */
  ask(project: Project, task: Task, signal: AbortSignal): Promise<Outcome> {
    if (signal.aborted || this.#closed) return Promise.reject(cancelled());
    if (this.#current !== null && this.#line.length >= this.#options.waiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const job: Job = { project, task, resolve, reject };
      signal.addEventListener('abort', () => this.#giveUp(job, cancelled()), { once: true });
      this.#line.push(job);
      this.#next();
    });
  }

  /** What is asked is given up. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#line.splice(0)) job.reject(cancelled());
    if (this.#current !== null) this.#giveUp(this.#current.job, cancelled());
    if (this.#worker !== null) await endWorker(this.#worker);
  }

  #next(): void {
    if (this.#current !== null) return;
    const job = this.#line.shift();
    if (job === undefined) return;
    this.#worker ??= this.#start();
    this.#worker.ref();
    Atomics.store(this.#flag, 0, 0);
    const { compute_ms } = this.#options;
    const timer = setTimeout(() => this.#giveUp(job, tooLong(compute_ms)), compute_ms);
    this.#current = { job, timer, is_given_up: false };
    post(this.#worker, { project: job.project, task: job.task });
  }

  #start(): Worker {
    const { path, memory_bytes, helpers } = this.#options;
    const opening: Opening = { path, memory_bytes, helpers, flag: this.#flag };
    const worker = new Worker(ENTRY, { workerData: opening, name: 'computing', env: environment() });
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
    if (message.kind === 'shown' || message.kind === 'people') job?.resolve(message);
    else job?.reject(errorOf(message));
    this.#worker?.unref();
    this.#next();
  }

  /** Whoever waits for the answer under way learns it; the next question gets a new thread. */
  #ended(why: unknown): void {
    this.#worker = null;
    this.bytes = 0;
    const options = why === null ? {} : { cause: why };
    this.#finish().job?.reject(
      new ServiceError(
        'error',
        'The computation ended before it was done. Ask again, for less if it happens again.',
        options,
      ),
    );
    if (!this.#closed) this.#next();
  }

  #finish(): { job: Job | null } {
    const current = this.#current;
    this.#current = null;
    if (current !== null) clearTimeout(current.timer);
    return { job: current?.job ?? null };
  }

  /** The asker hears at once; the thread at its next checkpoint. */
  #giveUp(job: Job, error: ServiceError): void {
    const place = this.#line.indexOf(job);
    if (place >= 0) this.#line.splice(place, 1);
    job.reject(error);
    const current = this.#current;
    if (current?.job !== job || current.is_given_up) return;
    current.is_given_up = true;
    Atomics.store(this.#flag, 0, 1);
    clearTimeout(current.timer);
    current.timer = setTimeout(() => void this.#worker?.terminate(), LIMIT.compute_stop_ms);
  }
}

/** Compiled code is kept where the main thread keeps it: below the folder that the variable names. Helpers inherit it. */
function environment(): NodeJS.ProcessEnv {
  const folder = module.getCompileCacheDir();
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) };
}

function post(worker: Worker, message: ToThread): void {
  worker.postMessage(message);
}

function busy(): ServiceError {
  return new ServiceError('busy', 'Too many computations are waiting. Try again in a moment.');
}

function tooLong(compute_ms: number): ServiceError {
  return new ServiceError(
    'timeout',
    `The computation took longer than the ${compute_ms / 1000} s there are. Ask for a shorter range of dates, fewer entities or fewer values.`,
  );
}
