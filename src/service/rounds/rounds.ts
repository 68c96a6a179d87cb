/** Periodic background work: one round at a time, aborted on shutdown. */
import type { Log } from '../../base/log.ts';

export interface Rounds {
  /** Aborts the current round and starts no more. Resolves when the round has ended. */
  stop(): Promise<void>;
}

export interface Round {
  readonly every_ms: number;
  /** Whether a round may start now; the default is always. */
  isTime?(): boolean;
  run(signal: AbortSignal): Promise<unknown>;
  /** Log message for a failed round. */
  readonly failed: string;
}

/** Does one after the other until the round is aborted. What fails, because of damage say, holds up none of the others. */
export async function each<T extends { readonly id: number }>(
  items: readonly T[],
  { log, signal, failed }: { readonly log: Log; readonly signal: AbortSignal; readonly failed: string },
  run: (item: T) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    if (signal.aborted) return;
    try {
      await run(item);
    } catch (error) {
      log.warn({ id: item.id, err: error }, failed);
    }
  }
}

export function startRounds(log: Log, { every_ms, isTime = () => true, run, failed }: Round): Rounds {
  const stopping = new AbortController();
  let under_way: Promise<void> | null = null;
  const round = async () => {
    try {
      await run(stopping.signal);
    } catch (error) {
      // The cause may be a lock or a full disk. Requests will report it, and the next round tries again.
      log.warn({ err: error }, failed);
    }
    under_way = null;
  };
  const timer = setInterval(() => {
    if (under_way === null && isTime()) under_way = round();
  }, every_ms);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await under_way;
    },
  };
}
