/** How threads are started: as workers. A simulation replaces them. */
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The part of a worker that is used. */
export type Thread = Pick<Worker, 'postMessage' | 'on' | 'once' | 'off' | 'ref' | 'unref' | 'terminate'>;

export type StartThread = (entry: URL, options: WorkerOptions) => Thread;

export const startWorker: StartThread = (entry, options) => new Worker(entry, options);
