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
