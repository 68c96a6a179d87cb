/**
 * V8 leaves memory that threads share out of account: arrays there, however large, never make it collect garbage, and
 * runs that nobody needs any more would stay for minutes. So threads that make or see such arrays ask for it.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sharedBytesMade } from '../../base/shared.ts';
import { TUNING } from '../../model/tuning.ts';

let collect: (() => void) | null = null;

/** Of the calling thread; takes some milliseconds per ten megabytes of its heap that are in use. */
export function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc');
  }
  collect?.();
}

let collected_at_bytes = 0;

/** Collects once the calling thread has made enough shared arrays since the last time; returns whether it did. */
export function collectSharedGarbage(): boolean {
  if (sharedBytesMade() - collected_at_bytes < TUNING.shared_garbage_bytes) return false;
  collectGarbage();
  collected_at_bytes = sharedBytesMade();
  return true;
}
