/** Work that is done again and again beside the requests: one round at a time, given up at the end. */
import type { Log } from '../../base/log.ts';

export interface Rounds {
  /** Nothing is begun after it; what is under way is given up, and resolves when it has ended. */
  stop(): Promise<void>;
}

export interface Round {
  readonly every_ms: number;
  /** Whether one may begin now; always unless said. */
  isTime?(): boolean;
  run(signal: AbortSignal): Promise<unknown>;
  /** What is logged of a round that failed. */
  readonly failed: string;
}

export function startRounds(log: Log, { every_ms, isTime = () => true, run, failed }: Round): Rounds {
  const stopping = new AbortController();
  let under_way: Promise<void> | null = null;
  const round = async () => {
    try {
      await run(stopping.signal);
    } catch (error) {
      // A lock or a full disk: requests will tell of it, and the next round goes on.
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
