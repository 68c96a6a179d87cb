/** Periodic background work: one round at a time, aborted on shutdown. */
import type { Log } from '../../base/log.ts';

export interface Rounds {
  /** Aborts the current round and starts no more. Resolves when the round has ended or may be left. */
  stop(): Promise<void>;
}

export interface Round {
  readonly every_ms: number;
  /** Whether a round may start now; the default is always. */
  isTime?(): boolean;
  run(signal: AbortSignal): Promise<unknown>;
  /** Whether a stop need not wait for the round, because the next start continues its work; the default is no. */
  readonly may_be_left?: boolean;
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
      if (!signal.aborted) log.warn({ id: item.id, err: error }, failed);
    }
  }
}

export function startRounds(
  log: Log,
  { every_ms, isTime = () => true, run, may_be_left = false, failed }: Round,
): Rounds {
  const stopping = new AbortController();
  let under_way: Promise<void> | null = null;
  const round = async () => {
    try {
      await run(stopping.signal);
    } catch (error) {
      // The cause may be a lock or a full disk. Requests will report it, and the next round tries again.
      if (!stopping.signal.aborted) log.warn({ err: error }, failed);
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
      if (!may_be_left) await under_way;
    },
  };
}
