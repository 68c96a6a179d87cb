/**
 * The tasks extension of the 2026 protocol: a long call returns a task, and the client fetches the result later without
 * holding a connection. Only for clients that declare the extension. Tasks are in memory and belong to the key that made
 * them.
 */
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { formatIso } from '../base/time.ts';
import { LIMIT } from '../model/limit.ts';
import { hostOf, TASKS } from './tools/host.ts';

type Status = 'working' | 'completed' | 'failed' | 'cancelled';

interface Task {
  readonly owner: string;
  readonly id: string;
  readonly created_ms: number;
  updated_ms: number;
  status: Status;
  /** Set when the task is over. */
  result: CallToolResult | null;
  readonly cancel: () => void;
}

/** Work that may become a task; `cancel` aborts it. */
export interface Work {
  readonly result: Promise<CallToolResult | InputRequiredResult>;
  readonly cancel: () => void;
  /** After this the work outlives its request. */
  readonly detach: () => void;
}

/** Aborts the work with its request until `detach`: a task's request ends as soon as it has the task's id. */
export function untilTask(request: AbortSignal, run: (signal: AbortSignal) => Work['result']): Work {
  const own = new AbortController();
  const cancel = () => own.abort();
  request.addEventListener('abort', cancel, { once: true });
  if (request.aborted) cancel();
  return { result: run(own.signal), cancel, detach: () => request.removeEventListener('abort', cancel) };
}

interface Clock {
  now(): number;
  randomBytes(bytes: number): Uint8Array;
}

const ID_BYTES = 16;

export class Tasks {
  readonly #clock: Clock;
  readonly #after_ms: number;
  readonly #tasks = new Map<string, Task>();

  /** @param after_ms work that is done by then needs no task */
  constructor(clock: Clock, after_ms: number = LIMIT.task_after_ms) {
    this.#clock = clock;
    this.#after_ms = after_ms;
  }

  /** The result if it comes soon, else the task in the form of the protocol. */
  async resultOrTask(owner: string, { result, cancel, detach }: Work): Promise<CallToolResult | InputRequiredResult> {
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), this.#after_ms);
    const soon = await Promise.race([result, late.promise]).finally(() => clearTimeout(timer));
    if (soon !== null) return soon;
    detach();
    const task = this.#add(owner, cancel);
    void this.#follow(task, result);
    return { resultType: 'task', ...this.#shown(task) } as unknown as CallToolResult;
  }

  /** @throws ProtocolError if the caller has no such task */
  get(owner: string, id: string): Record<string, unknown> {
    const task = this.#find(owner, id);
    const failure = { code: ProtocolErrorCode.InternalError, message: 'The server failed on this call.' };
    return {
      ...this.#shown(task),
      ...(task.status === 'completed' ? { result: { ...task.result, resultType: 'complete' } } : {}),
      ...(task.status === 'failed' ? { error: failure } : {}),
    };
  }

  /** Finished tasks do not change. @throws ProtocolError if the caller has no such task */
  cancel(owner: string, id: string): void {
    const task = this.#find(owner, id);
    if (task.status !== 'working') return;
    this.#end(task, 'cancelled', null);
    task.cancel();
  }

  /** Notes the outcome. A task cannot ask the user any more: questions come before anything takes long. */
  async #follow(task: Task, work: Work['result']): Promise<void> {
    try {
      const result = await work;
      if (isInputRequiredResult(result)) this.#end(task, 'failed', null);
      else this.#end(task, 'completed', result);
    } catch {
      this.#end(task, 'failed', null);
    }
  }

  #end(task: Task, status: Status, result: CallToolResult | null): void {
    if (task.status !== 'working') return;
    Object.assign(task, { status, result, updated_ms: this.#clock.now() });
  }

  #add(owner: string, cancel: () => void): Task {
    this.#forgetOld(LIMIT.tasks - 1);
    const created_ms = this.#clock.now();
    const id = Buffer.from(this.#clock.randomBytes(ID_BYTES)).toString('base64url');
    const task: Task = { owner, id, created_ms, updated_ms: created_ms, status: 'working', result: null, cancel };
    this.#tasks.set(id, task);
    return task;
  }

  /** Forgets expired tasks, and the oldest beyond `most`. Those are over, as every computation ends by itself. */
  #forgetOld(most: number): void {
    const [least_ms, over] = [this.#clock.now() - LIMIT.task_ms, this.#tasks.size - most];
    for (const [place, { id, created_ms }] of [...this.#tasks.values()].entries()) {
      if (place < over || created_ms <= least_ms) this.#tasks.delete(id);
    }
  }

  #find(owner: string, id: string): Task {
    this.#forgetOld(LIMIT.tasks);
    const task = this.#tasks.get(id);
    if (task !== undefined && task.owner === owner) return task;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'There is no such task. Results are kept for ten minutes.',
    );
  }

  #shown({ id, status, created_ms, updated_ms }: Task): Record<string, unknown> {
    const times = { createdAt: formatIso(created_ms), lastUpdatedAt: formatIso(updated_ms) };
    return { taskId: id, status, ...times, ttlMs: LIMIT.task_ms, pollIntervalMs: LIMIT.task_poll_ms };
  }
}

/** Whether the client supports tasks. */
function takesTasks(context: ServerContext): boolean {
  return hostOf(context, undefined).takes_tasks;
}

const OF_ONE = z.object({ taskId: z.string() });

/** Handles requests about tasks. `owner` returns the current caller. */
export function serveTasks(server: Server, tasks: Tasks, owner: () => string): void {
  const answering = (answer: (id: string) => Record<string, unknown>) => {
    return ({ taskId }: z.output<typeof OF_ONE>, context: ServerContext) => {
      if (takesTasks(context)) return answer(taskId);
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
    };
  };
  server.setRequestHandler(
    'tasks/get',
    { params: OF_ONE },
    answering((id) => tasks.get(owner(), id)),
  );
  server.setRequestHandler(
    'tasks/cancel',
    { params: OF_ONE },
    answering((id) => {
      tasks.cancel(owner(), id);
      return {};
    }),
  );
  // Our tasks never wait for the user.
  server.setRequestHandler(
    'tasks/update',
    { params: OF_ONE },
    answering((id) => {
      tasks.get(owner(), id);
      return {};
    }),
  );
}
