/** Tells whether the server is busy, so that work which can wait does. */

export interface Traffic {
  begin(): void;
  end(): void;
  /** Whether no request is running, and none was for this long. */
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
