/** Points in time as text: `days` for programs, `labels` for people. Both show the project's wall clock. */
import {
  type Civil,
  formatDateTime,
  formatDay,
  formatOffset,
  MONTH_NAMES,
  SECOND_MS,
  secondOffset,
  toCivil,
  twoDigits,
} from '../../base/time.ts';
import type { Interval, TimeRange } from '../../model/question/query.ts';

export interface Axis {
  /** Bucket -> its start: "2020-01-31", with the time if buckets are shorter than a day. */
  readonly days: readonly string[];
  /** Bucket -> "31-Jan-2020", "31-Jan 13:00", "26 Jan – 1 Feb" and the like. */
  readonly labels: readonly string[];
}

/** `edges_ms` has one edge more than there are buckets. A week's label is cut to the range. */
export function axisOf(zone: string, interval: Interval, range: TimeRange, edges_ms: Float64Array): Axis {
  const days: string[] = [];
  const labels: string[] = [];
  for (let bucket = 0; bucket + 1 < edges_ms.length; bucket++) {
    const start_ms = edges_ms[bucket]!;
    days.push(isShort(interval) ? formatDateTime(zone, start_ms) : formatDay(zone, start_ms));
    const first = toCivil(zone, interval === 'week' ? Math.max(start_ms, range.from_ms) : start_ms);
    const last = interval === 'week' ? toCivil(zone, Math.min(edges_ms[bucket + 1]!, range.until_ms) - 1) : first;
    labels.push(labelOf(interval, first, last));
  }
  return { days, labels };
}

/** Bucket -> "31-Jan-2020", with the time if buckets are shorter than a day. Lifecycles label all buckets so. */
export function startLabels(zone: string, interval: Interval, edges_ms: Float64Array): string[] {
  return Array.from(edges_ms.subarray(0, -1), (start_ms) => {
    const civil = toCivil(zone, start_ms);
    return isShort(interval) ? `${longDay(civil)} ${twoDigits(civil.hour)}:${twoDigits(civil.minute)}` : longDay(civil);
  });
}

function isShort(interval: Interval): boolean {
  return interval === 'minute' || interval === 'hour';
}

function labelOf(interval: Interval, first: Civil, last: Civil): string {
  switch (interval) {
    case 'minute':
    case 'hour':
      return `${first.day}-${monthName(first)} ${twoDigits(first.hour)}:${twoDigits(first.minute)}`;
    case 'day':
      return longDay(first);
    case 'week':
      return weekLabel(first, last);
    case 'month':
      return `${monthName(first)} ${first.year}`;
  }
}

function weekLabel(first: Civil, last: Civil): string {
  if (first.year !== last.year) return `${longDay(first)} – ${longDay(last)}`;
  if (first.month !== last.month) return `${first.day}-${monthName(first)} – ${last.day}-${monthName(last)}`;
  return first.day === last.day ? longDay(first) : `${first.day}–${last.day} ${monthName(first)}`;
}

function longDay(civil: Civil): string {
  return `${civil.day}-${monthName(civil)}-${civil.year}`;
}

function monthName(civil: Civil): string {
  return MONTH_NAMES[civil.month - 1]!.slice(0, 3);
}

/** ISO 8601 with the zone's offset at that instant: 2020-01-31T13:00:00+01:00 */
export function isoWithOffset(zone: string, utc_ms: number): string {
  return `${formatDateTime(zone, utc_ms).replace(' ', 'T')}${formatOffset(zone, utc_ms)}`;
}

/** With milliseconds, if they are not zero. */
export function preciseIso(zone: string, utc_ms: number): string {
  const iso = isoWithOffset(zone, utc_ms);
  const rest_ms = ((utc_ms % SECOND_MS) + SECOND_MS) % SECOND_MS;
  return rest_ms === 0 ? iso : `${iso.slice(0, 19)}.${String(rest_ms).padStart(3, '0')}${iso.slice(19)}`;
}

/** A time of the wire, for a text that names the zone once. It can be sent back as a date. */
export function timeIn(zone: string, iso: string): string {
  if (zone === 'UTC') return iso;
  const utc_ms = Date.parse(iso);
  return `${preciseIso(zone, utc_ms).slice(0, -'+00:00'.length)}${secondOffset(zone, utc_ms)}`;
}
