/**
 * Writing beside other processes. SQLite blocks the thread while it waits for a lock, and this thread serves everybody.
 * So writers first poll until the lock is free, and optional writes are skipped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Store } from '../../store/types/store.ts';

/**
 * Resolves when a transaction can begin.
 * @throws ServiceError busy (another process writes for too long), read_only
 */
export async function untilFree(store: Store): Promise<void> {
  const until_ms = performance.now() + LIMIT.store_busy_ms;
  for (;;) {
    const refusal = store.refusal();
    if (refusal !== null) throw refusal;
    if (store.isFree()) return;
    if (performance.now() > until_ms) throw locked();
    await sleep(TUNING.lock_retry_ms);
  }
}

function locked(): ServiceError {
  return new ServiceError(
    'busy',
    'Another process has been writing to the database for too long: nothing of this request was stored. Try again in a moment.',
  );
}

/** For optional writes by readers: skipped if they would wait or fail. Returns whether the write happened. */
export function writeIfFree(store: Store, run: () => void): boolean {
  if (store.refusal() !== null || !store.isFree()) return false;
  try {
    // Can be recomputed after a power cut, so no fsync.
    store.transactionAhead(run);
    return true;
  } catch (error) {
    // Another writer was faster, or the disk is full; a write that matters will report it.
    if (!(error instanceof ServiceError) || error.status !== 503) throw error;
    return false;
  }
}
