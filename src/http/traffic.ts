/** Whether anybody is asking anything right now: work that can wait does. */

export interface Traffic {
  begin(): void;
  end(): void;
  /** Whether no request runs, and none has for so long. */
  isQuiet(quiet_ms: number): boolean;
}

export function createTraffic(now: () => number = () => performance.now()): Traffic {
  let running = 0;
  let last_ms = now();
  return {
    begin() {
      running++;
    },
    end() {
      running--;
      last_ms = now();
    },
    isQuiet: (quiet_ms) => running === 0 && now() - last_ms >= quiet_ms,
  };
}
