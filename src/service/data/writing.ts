/**
 * Writing beside other processes. SQLite waits for a lock inside of the thread, which here answers everybody else, too:
 * whoever must write waits before, without holding it; what need not be written is left out.
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

/** For what a reader would like to leave behind: not written where that would make it wait, or fail. Whether it was. */
export function writeIfFree(store: Store, run: () => void): boolean {
  if (store.refusal() !== null || !store.isFree()) return false;
  try {
    // What is lost with the power is asked for again: nobody waits for the disk.
    store.transactionAhead(run);
    return true;
  } catch (error) {
    // Somebody was faster, or the disk is full: who writes something of worth will be told.
    if (!(error instanceof ServiceError) || error.status !== 503) throw error;
    return false;
  }
}
