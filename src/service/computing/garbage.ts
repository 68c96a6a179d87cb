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
    // Compiled code that other starts kept is of use under the same flags only, and the main thread may be loading some.
    setFlagsFromString('--no-expose-gc');
  }
  collect?.();
}

let collected_at_bytes = 0;

/**
 * Collects if the calling thread may have dropped enough shared arrays since the last time: those it made, but for
 * `kept_bytes` still in its caches. Returns whether it did.
 */
export function collectSharedGarbage(kept_bytes: number): boolean {
  const dropped_bytes = sharedBytesMade() - kept_bytes;
  // Caches also hold what is not shared, so what is dropped may seem to shrink.
  collected_at_bytes = Math.min(collected_at_bytes, dropped_bytes);
  if (dropped_bytes - collected_at_bytes < TUNING.shared_garbage_bytes) return false;
  collectGarbage();
  collected_at_bytes = dropped_bytes;
  return true;
}
