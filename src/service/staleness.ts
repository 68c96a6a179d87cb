/**
 * When a saved insight may be computed again: pure rules over (now, computed at, interval, range). A refresh that comes
 * too early is answered from what was computed before.
 */
import { DAY_MS, MINUTE_MS } from '../base/time.ts';
import { LIMIT } from '../model/limit.ts';
import type { Interval, TimeRange } from '../model/query.ts';

const USUAL_MS = 15 * MINUTE_MS;
/** Short ranges and hours change visibly within minutes, and cost little. */
const SHORT_MS = 3 * MINUTE_MS;
/** Whoever reads through a link is not known, so their refreshes are rarer. */
const SHARED_MS = 30 * MINUTE_MS;
const SHORT_RANGE_DAYS = 7;

/** What a result was computed from, as far as its age matters. */
export interface Computed {
  readonly computed_at_ms: number;
  readonly interval: Interval | null;
  readonly range: TimeRange;
}

/** The earliest time at which a refresh computes. */
export function nextRefreshMs(computed: Computed, shared: boolean): number {
  return computed.computed_at_ms + minimumAgeMs(computed.interval, computed.range, shared);
}

export function minimumAgeMs(interval: Interval | null, range: TimeRange, shared: boolean): number {
  if (shared) return SHARED_MS;
  const days = Math.ceil((range.until_ms - range.from_ms) / DAY_MS);
  return interval === 'hour' || interval === 'minute' || days <= SHORT_RANGE_DAYS ? SHORT_MS : USUAL_MS;
}

/** Results are kept so long, then forgotten, whoever asks. */
export function isExpired(now_ms: number, computed_at_ms: number): boolean {
  return now_ms - computed_at_ms > LIMIT.result_age_ms;
}
