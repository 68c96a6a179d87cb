/**
 * V8 does not count memory that threads share. However large such arrays are, they never make it collect garbage, and
 * unused runs would stay for minutes. So threads that make or see such arrays request a collection.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sharedBytesMade } from '../../base/shared.ts';
import { TUNING } from '../../model/tuning.ts';

let collect: (() => void) | null = null;

/** Collects in the calling thread. Takes some milliseconds per ten megabytes of its heap in use. */
export function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc');
  }
  collect?.();
}

let collected_at_bytes = 0;

/** Collects if the calling thread has made enough shared arrays since the last time. Returns whether it did. */
export function collectSharedGarbage(): boolean {
  if (sharedBytesMade() - collected_at_bytes < TUNING.shared_garbage_bytes) return false;
  collectGarbage();
  collected_at_bytes = sharedBytesMade();
  return true;
}
