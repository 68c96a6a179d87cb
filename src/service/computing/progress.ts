/** How far a call is, for whoever waits for it: told by what it waits for, which knows nothing of callers. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Rows read so far, and about how many there are. */
export type Reads = (rows: number, of_rows: number) => void;

/** If several calls wait for one computation, the first is told. */
const CALLS = new AsyncLocalStorage<Reads>();

/** `reads` is told by whatever `work` waits for. */
export function hearing<T>(reads: Reads | null, work: () => Promise<T>): Promise<T> {
  return reads === null ? work() : CALLS.run(reads, work);
}

/** Where to tell it; null if nobody listens. */
export function listening(): Reads | null {
  return CALLS.getStore() ?? null;
}
