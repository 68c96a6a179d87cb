/** How threads are started: as workers. A simulation replaces them. */
import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { TUNING } from '../../model/tuning.ts';

/** The part of a worker that is used. */
export type Thread = Pick<Worker, 'postMessage' | 'on' | 'once' | 'off' | 'ref' | 'unref' | 'terminate'>;

export type StartThread = (entry: URL, options: WorkerOptions) => Thread;

/**
 * Flags hold for the whole process, and kept compiled code is of use only under those it was made with. So they are set
 * here, before thread and program load, and not by the thread while the program loads.
 */
export const startWorker: StartThread = (entry, options) => {
  setFlagsFromString(`--min-semi-space-size=${TUNING.thread_young_mb}`);
  return new Worker(entry, options);
};
