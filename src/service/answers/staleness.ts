/**
 * When a saved insight may be recomputed. Pure rules over (now, computed at, interval, range). A refresh that comes too
 * early gets the stored result.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/time.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Interval, TimeRange } from '../../model/question/query.ts';
import { insists, type Refresh } from '../../model/question/refresh.ts';

const USUAL_MS = 15 * MINUTE_MS;
/** Results with short ranges or hourly intervals change within minutes and are cheap. */
const SHORT_MS = 3 * MINUTE_MS;
/** Refreshes through a sharing link are anonymous, so they happen less often. */
const SHARED_MS = 30 * MINUTE_MS;
const SHORT_RANGE_DAYS = 7;

/** What a result's age depends on. */
export interface Computed {
  readonly computed_at_ms: number;
  readonly interval: Interval | null;
  readonly range: TimeRange;
}

/** The earliest time at which a refresh recomputes. */
export function nextRefreshMs(computed: Computed, shared: boolean): number {
  return computed.computed_at_ms + minimumAgeMs(computed.interval, computed.range, shared);
}

export function minimumAgeMs(interval: Interval | null, range: TimeRange, shared: boolean): number {
  if (shared) return SHARED_MS;
  const days = Math.ceil((range.until_ms - range.from_ms) / DAY_MS);
  return interval === 'hour' || interval === 'minute' || days <= SHORT_RANGE_DAYS ? SHORT_MS : USUAL_MS;
}

/** Requests that run at once differ by less. A result further ahead was made while the clock was wrong. */
const AHEAD_MS = HOUR_MS;

/** Older results are dropped, and so are those from the future: they would not become stale until then. */
export function isExpired(now_ms: number, computed_at_ms: number): boolean {
  return now_ms - computed_at_ms > LIMIT.result_age_ms || computed_at_ms - now_ms > AHEAD_MS;
}

/** interval -> age at which a result is stale; `lazy_async` uses the larger one */
const STALE_AFTER_MS: Readonly<Record<Interval, readonly [usual: number, lazy: number]>> = {
  minute: [5 * MINUTE_MS, 15 * MINUTE_MS],
  hour: [HOUR_MS, 2 * HOUR_MS],
  day: [6 * HOUR_MS, 12 * HOUR_MS],
  week: [DAY_MS, 2 * DAY_MS],
  month: [2 * DAY_MS, 2 * DAY_MS],
};
/** Events arrive a little late, so a range that ended this recently is still open. */
const OVER_MS = 10_000;

/** When a result becomes stale: its `cache_target_age`. */
export function staleFromMs(computed_at_ms: number, interval: Interval | null, lazily = false): number {
  const [usual, lazy] = STALE_AFTER_MS[interval ?? 'day'];
  return computed_at_ms + (lazily ? lazy : usual);
}

/** A result never becomes stale if its range had ended when it was computed. */
function isStale(computed: Computed, now_ms: number, lazily: boolean): boolean {
  const { computed_at_ms, interval, range } = computed;
  return range.until_ms >= computed_at_ms - OVER_MS && now_ms >= staleFromMs(computed_at_ms, interval, lazily);
}

/** Whether to recompute an existing result. Sharing links follow one rule, whatever refresh is requested. */
export function isDue(computed: Computed, refresh: Refresh, now_ms: number, shared: boolean): boolean {
  if (!insists(refresh)) return false;
  if (refresh === 'true' || shared) return now_ms >= nextRefreshMs(computed, shared);
  return refresh === 'force_blocking' || isStale(computed, now_ms, refresh === 'lazy_async');
}
