/**
 * The threads that seal and answer, without threads: what they would do is done in place when their message is
 * delivered, and which of the messages under way is next is for chance to say. Each thread gets its own in order.
 */
import { EventEmitter } from 'node:events';
import type { Random } from '../../../src/base/random.ts';
import { newAnswering } from '../../../src/service/computing/working.ts';
import { openSealing } from '../../../src/service/sealing/working.ts';
import type { StartThread, Thread } from '../../../src/service/threads/start.ts';

interface Working {
  take(message: never): unknown;
  close(): void;
}

class Simulated extends EventEmitter {
  readonly is_sealing: boolean;
  readonly #open: () => Working;
  #working: Working | null = null;
  readonly toThread: unknown[] = [];
  readonly fromThread: unknown[] = [];

  constructor(is_sealing: boolean, open: () => Working) {
    super();
    this.is_sealing = is_sealing;
    this.#open = open;
  }

  postMessage(message: unknown): void {
    if (message === 'close') void this.terminate();
    else this.toThread.push(structuredClone(message));
  }

  terminate(): Promise<number> {
    this.toThread.length = 0;
    this.fromThread.length = 0;
    this.#working?.close();
    this.#working = null;
    queueMicrotask(() => this.emit('exit', 0));
    return Promise.resolve(0);
  }

  ref(): void {}
  unref(): void {}

  work(): void {
    this.#working ??= this.#open();
    const answer = this.#working.take(this.toThread.shift() as never);
    if (answer !== null) this.fromThread.push(structuredClone(answer));
  }
}

export class Threads {
  readonly #random: Random;
  readonly #threads: Simulated[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  readonly start: StartThread = (entry, { workerData: opening }) => {
    const is_sealing = entry.pathname.includes('/sealing/');
    const thread = new Simulated(is_sealing, () => (is_sealing ? openSealing(opening) : newAnswering()));
    this.#threads.push(thread);
    return thread as unknown as Thread;
  };

  /** The next message of any of them, or of those that answer; what it was, null = there is none. */
  deliver(seals: boolean): 'sealing' | 'computing' | 'answer' | null {
    const waiting = this.#threads.flatMap((thread) => [
      ...(thread.toThread.length > 0 && (seals || !thread.is_sealing) ? [{ thread, is_answer: false }] : []),
      ...(thread.fromThread.length > 0 ? [{ thread, is_answer: true }] : []),
    ]);
    const next = waiting.length > 1 ? waiting[this.#random.below(waiting.length)] : waiting[0];
    if (next === undefined) return null;
    const { thread, is_answer } = next;
    if (is_answer) thread.emit('message', thread.fromThread.shift());
    else thread.work();
    return is_answer ? 'answer' : thread.is_sealing ? 'sealing' : 'computing';
  }
}
