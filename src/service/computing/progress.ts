/** Progress of a call. Whatever the call waits for reports it, without knowing who called. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Receives the rows read so far and about how many there are. */
export type Reads = (rows: number, of_rows: number) => void;

/** If several calls wait for one computation, only the first hears of its progress. */
const CALLS = new AsyncLocalStorage<Reads>();

/** Runs `work`; what it waits for reports to `reads`. */
export function hearing<T>(reads: Reads | null, work: () => Promise<T>): Promise<T> {
  return reads === null ? work() : CALLS.run(reads, work);
}

/** The listener of the current call; null if there is none. */
export function listening(): Reads | null {
  return CALLS.getStore() ?? null;
}
