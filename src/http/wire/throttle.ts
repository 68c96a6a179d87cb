/**
 * Rate limits per caller; routes that compute insights have lower limits than others. Callers without a key are counted
 * by address, and only for refused or costly requests, because an address may be a whole office. A good key is never
 * refused for what others do.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { LIMIT } from '../../model/limit.ts';
import type { Caller } from '../../service/contract/context.ts';

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** Each kind has its own counters. `refusals`: requests with invalid credentials. */
type Kind = 'insights' | 'others' | 'refusals';

/** @param who identifies the caller. Returns seconds to wait, or null if the request may pass. */
export type Throttle = (who: string, kind: Kind) => Promise<number | null>;

/** One name per key, and one per visitor of a sharing link. */
export function throttleName({ key_id, shared_insight_id }: Caller, network: string): string {
  return shared_insight_id === undefined ? `key ${key_id}` : `link ${shared_insight_id} ${network}`;
}

export function kindOf(route: { readonly path: string }): Kind {
  return route.path.startsWith('/insights/') ? 'insights' : 'others';
}

export const unlimited: Throttle = async () => null;

export function createThrottle(): Throttle {
  const limiters: Record<Kind, readonly RateLimiterMemory[]> = {
    insights: [limiter(LIMIT.requests_per_minute, MINUTE_S), limiter(LIMIT.requests_per_hour, HOUR_S)],
    others: [limiter(LIMIT.other_requests_per_minute, MINUTE_S), limiter(LIMIT.other_requests_per_hour, HOUR_S)],
    refusals: [limiter(LIMIT.refusals_per_minute, MINUTE_S)],
  };
  return async (who, kind) => {
    for (const each of limiters[kind]) {
      const wait_s = await consume(each, who);
      if (wait_s !== null) return wait_s;
    }
    return null;
  };
}

function limiter(points: number, duration: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration });
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
  }
}
