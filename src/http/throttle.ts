/** How many requests a key may send: insight routes cost computations, the others little. */
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { LIMIT } from '../model/limit.ts';
import type { Caller } from '../service/context.ts';

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** `who`: text that tells callers apart. Seconds to wait, or null where the request may pass. */
export type Throttle = (who: string, route: string) => Promise<number | null>;

/** Each key for itself, and each sharing link. */
export function throttleName({ key_id, shared_insight_id }: Caller): string {
  return shared_insight_id === undefined ? `key ${key_id}` : `link ${shared_insight_id}`;
}

export const unlimited: Throttle = async () => null;

export function createThrottle(): Throttle {
  const insights = limiters(LIMIT.requests_per_minute, LIMIT.requests_per_hour);
  const others = limiters(LIMIT.other_requests_per_minute, LIMIT.other_requests_per_hour);
  return async (who, route) => {
    for (const limiter of route.startsWith('/insights/') ? insights : others) {
      const wait_s = await consume(limiter, who);
      if (wait_s !== null) return wait_s;
    }
    return null;
  };
}

function limiters(per_minute: number, per_hour: number): readonly RateLimiterMemory[] {
  return [
    new RateLimiterMemory({ points: per_minute, duration: MINUTE_S }),
    new RateLimiterMemory({ points: per_hour, duration: HOUR_S }),
  ];
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (refused) {
    if (refused instanceof Error) throw refused;
    return Math.max(1, Math.ceil((refused as RateLimiterRes).msBeforeNext / 1000));
  }
}
