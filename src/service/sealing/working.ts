/** What the sealing thread does with its messages. */
import { stackOf } from '../../base/stack.ts';
import { TUNING } from '../../model/tuning.ts';
import { openStore } from '../../store/store.ts';
import type { FromThread, Opening, Step } from './messages.ts';
import { Sealing } from './sealing.ts';
import { takeStep } from './step.ts';

interface Working {
  take(step: Step): FromThread;
  close(): void;
}

/** Opens the database file itself. */
export function openSealing({ path, exchange }: Omit<Opening, 'gives_way'>): Working {
  // The write-ahead log is checkpointed after each step, not within an exchange.
  const store = openStore(path, { folds: false, cache_bytes: TUNING.store_thread_cache_bytes });
  const sealing = new Sealing(store, exchange);
  return {
    take(step) {
      try {
        const done = takeStep(sealing, step);
        store.checkpoint();
        return done;
      } catch (error) {
        return { failed: stackOf(error) };
      }
    },
    close() {
      sealing.close();
      store.close();
    },
  };
}
