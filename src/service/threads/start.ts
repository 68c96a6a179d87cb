/** How threads are started: as workers. A simulation puts something else in their place. */
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** What is used of a worker. */
export type Thread = Pick<Worker, 'postMessage' | 'on' | 'once' | 'off' | 'ref' | 'unref' | 'terminate'>;

export type StartThread = (entry: URL, options: WorkerOptions) => Thread;

export const startWorker: StartThread = (entry, options) => new Worker(entry, options);
