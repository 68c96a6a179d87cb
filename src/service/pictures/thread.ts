/**
 * SVG -> PNG in a thread that starts on first use, because rendering is synchronous and takes a tenth of a second.
 * Paints one picture at a time; the queue is short and bounded.
 */
import { Worker } from 'node:worker_threads';
import { stackOf } from '../../base/stack.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { endWorker } from '../threads/end_worker.ts';

/** The thread's file is beside this one, in sources and in the build. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './painting.ts' : './painting.js', import.meta.url);

/** The picture to paint, with `zoom` pixels per SVG unit. */
export interface Wanted {
  readonly svg: string;
  readonly zoom: number;
}

export type Painted = { readonly png: Uint8Array } | { readonly failed: string };

export interface Pictures {
  /** @throws ServiceError busy if the queue is full */
  png(wanted: Wanted): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Waiting extends Wanted {
  readonly resolve: (png: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

export function openPictures(): Pictures {
  let worker: Worker | null = null;
  let closed = false;
  const waiting: Waiting[] = [];

  const start = (): Worker => {
    const started = new Worker(ENTRY, { name: 'painting' });
    started.on('message', (painted: Painted) => settle(painted));
    let why = 'The painting thread ended before it was done.';
    started.on('error', (error) => {
      why = stackOf(error);
    });
    started.on('exit', () => {
      if (worker !== started) return;
      worker = null;
      if (waiting.length > 0) settle({ failed: why });
    });
    return started;
  };
  const next = (): void => {
    const [first] = waiting;
    if (first === undefined) {
      worker?.unref();
      return;
    }
    worker ??= start();
    worker.ref();
    const { svg, zoom } = first;
    worker.postMessage({ svg, zoom } satisfies Wanted);
  };
  const settle = (painted: Painted): void => {
    const done = waiting.shift();
    if ('png' in painted) done?.resolve(painted.png);
    else done?.reject(new Error(painted.failed));
    next();
  };

  return {
    png({ svg, zoom }) {
      if (closed || waiting.length >= LIMIT.pictures_waiting) {
        throw new ServiceError('busy', 'Too many pictures are being painted. Try again in a second, or take the .svg.');
      }
      return new Promise((resolve, reject) => {
        waiting.push({ svg, zoom, resolve, reject });
        if (waiting.length === 1) next();
      });
    },
    async close() {
      closed = true;
      for (const { reject } of waiting.splice(0)) reject(new ServiceError('busy', 'The server is stopping.'));
      if (worker !== null) await endWorker(worker);
    },
  };
}
