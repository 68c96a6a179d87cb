/** Starts the computing thread. Imports little, because it may run before the rest of the program is loaded. */
import { statSync } from 'node:fs';
import module from 'node:module';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import { TUNING } from '../../model/tuning.ts';
import { type StartThread, startWorker, type Thread } from '../threads/start.ts';

/** Stands beside this file, in sources and in the build. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './answering.ts' : './answering.js', import.meta.url);

/** Bytes for columns in the main thread and in the computing thread. The default is a share of the machine's memory. */
export function memoryOf(bytes: number = Math.floor(totalmem() * TUNING.memory_share)): {
  here: number;
  there: number;
} {
  const here = Math.floor(bytes * TUNING.memory_share_here);
  return { here, there: bytes - here };
}

/** Some cached data besides columns lives on the heap: texts, identities. */
export function heapOf(memory_bytes: number): number {
  return TUNING.compute_heap_mb + Math.ceil(memory_bytes / 1024 ** 2);
}

/** The thread loads its code; it waits for `open` before it opens the file. */
export function startComputing(startThread: StartThread, heap_mb: number): Thread {
  const resourceLimits = { maxOldGenerationSizeMb: heap_mb };
  return startThread(ENTRY, { name: 'computing', env: environment(), resourceLimits });
}

/** Gives the thread to the first who asks; null if there is none. */
export type Ahead = () => Thread | null;

/**
 * Starts the thread of a large file before the service is loaded, so that both load at the same time. The service that
 * opens the file takes it.
 */
export function startAhead(path: string, memory_bytes?: number): Ahead {
  if (sizeOf(path) < TUNING.ahead_bytes) return () => null;
  const worker = startComputing(startWorker, heapOf(memoryOf(memory_bytes).there));
  worker.unref();
  let left: Thread | null = worker;
  const gone = (): void => {
    left = null;
  };
  worker.once('error', gone).once('exit', gone);
  return () => {
    const thread = left;
    left = null;
    return thread;
  };
}

/** 0 if it cannot be read; whoever opens it says why. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** Passes on the main thread's compile cache directory, to helpers as well. */
function environment(): NodeJS.ProcessEnv {
  const folder = module.getCompileCacheDir();
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) };
}
