/**
 * When a saved insight may be computed again: pure rules over (now, computed at, interval, range). A refresh that comes
 * too early is answered from what was computed before.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/time.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Interval, TimeRange } from '../../model/question/query.ts';
import { insists, type Refresh } from '../../model/question/refresh.ts';

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

/** interval -> how old a result may be before it counts as stale, and before it does to whoever is in no hurry. */
const STALE_AFTER_MS: Readonly<Record<Interval, readonly [usual: number, lazy: number]>> = {
  minute: [5 * MINUTE_MS, 15 * MINUTE_MS],
  hour: [HOUR_MS, 2 * HOUR_MS],
  day: [6 * HOUR_MS, 12 * HOUR_MS],
  week: [DAY_MS, 2 * DAY_MS],
  month: [2 * DAY_MS, 2 * DAY_MS],
};
/** Events arrive a little late: a range that ended just before counts as not over. */
const OVER_MS = 10_000;

/** From when on a result counts as stale: its `cache_target_age`. */
export function staleFromMs(computed_at_ms: number, interval: Interval | null, lazily = false): number {
  const [usual, lazy] = STALE_AFTER_MS[interval ?? 'day'];
  return computed_at_ms + (lazily ? lazy : usual);
}

/** Days that were over when it was computed have not changed since. */
function isStale(computed: Computed, now_ms: number, lazily: boolean): boolean {
  const { computed_at_ms, interval, range } = computed;
  return range.until_ms >= computed_at_ms - OVER_MS && now_ms >= staleFromMs(computed_at_ms, interval, lazily);
}

/** Whether a result that is there is computed anew. To whoever reads through a link one rule holds, whatever they ask. */
export function isDue(computed: Computed, refresh: Refresh, now_ms: number, shared: boolean): boolean {
  if (!insists(refresh)) return false;
  if (refresh === 'true' || shared) return now_ms >= nextRefreshMs(computed, shared);
  return refresh === 'force_blocking' || isStale(computed, now_ms, refresh === 'lazy_async');
}
