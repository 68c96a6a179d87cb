/** Conversions between kinds of values; null if there is none. */
import { civilOf, DAY_NAMES, dayNumber, MONTH_NAMES, twoDigits, weekdayOfDay } from '../../../base/calendar/civil.ts';
import { DAY_MS, parseLooseDate } from '../../../base/time.ts';
import type { ZoneOffsets } from '../../../model/question/expression.ts';
import { textOf, type Value } from '../../frame/column.ts';
import { numberOf } from '../values/value_test.ts';
import { fromWall, toWall } from './zone.ts';

/** Numeric text is a number, true is 1. */
export function toNumber(value: Value): number | null {
  return typeof value === 'boolean' ? Number(value) : numberOf(value);
}

export function toInteger(value: Value): number | null {
  const number = toNumber(value);
  return number === null ? null : Math.trunc(number);
}

export function toBoolean(value: Value): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isNaN(value) ? null : value !== 0;
  const text = textOf(value)?.trim().toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : null;
}

/** Epoch milliseconds of a date in any form clients send. */
export function toTime(value: Value, zone: ZoneOffsets): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const date = parseLooseDate(value);
  if (date === null) return null;
  return date.zoned ? date.ms : fromWall(zone, date.ms);
}

/** Day number on the wall clock. */
export function toDate(value: Value, zone: ZoneOffsets): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const date = parseLooseDate(value);
  if (date === null) return null;
  return Math.floor((date.zoned ? toWall(zone, date.ms) : date.ms) / DAY_MS);
}

/** 2020-01-31 */
export function formatDate(day: number): string {
  const { year, month, day: of_month } = civilOf(day * DAY_MS);
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(of_month)}`;
}

/** 2020-01-31 13:00:00, wall clock. */
export function formatSeconds(wall_ms: number): string {
  const { hour, minute, second } = civilOf(wall_ms);
  return `${formatDate(Math.floor(wall_ms / DAY_MS))} ${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`;
}

/** 2020-01-31 13:00:00.000000 */
export function formatTime(wall_ms: number): string {
  return `${formatSeconds(wall_ms)}.${String(civilOf(wall_ms).millisecond).padStart(3, '0')}000`;
}

/** Formats as `formatDateTime` does: %i are minutes, %M and %W names. */
export function formatClock(wall_ms: number, pattern: string): string {
  const { year, month, day, hour, minute, second } = civilOf(wall_ms);
  const [month_name, day_name] = [MONTH_NAMES[month - 1]!, DAY_NAMES[weekdayOfDay(Math.floor(wall_ms / DAY_MS))]!];
  const parts: Readonly<Record<string, string>> = {
    ...{
      Y: String(year).padStart(4, '0'),
      y: twoDigits(year % 100),
      m: twoDigits(month),
      c: String(month),
      d: twoDigits(day),
      e: String(day).padStart(2),
    },
    ...{
      H: twoDigits(hour),
      k: String(hour).padStart(2),
      I: twoDigits(hour % 12 || 12),
      i: twoDigits(minute),
      S: twoDigits(second),
      s: twoDigits(second),
    },
    ...{
      F: formatDate(Math.floor(wall_ms / DAY_MS)),
      T: `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`,
      R: `${twoDigits(hour)}:${twoDigits(minute)}`,
    },
    ...{
      p: hour < 12 ? 'AM' : 'PM',
      M: month_name,
      b: month_name.slice(0, 3),
      W: day_name,
      a: day_name.slice(0, 3),
      '%': '%',
    },
  };
  return pattern.replace(/%(.)/g, (said, letter: string) => parts[letter] ?? said);
}

/** First day of the multiple-of-months span that contains the day. */
export function floorMonths(day: number, months: number): number {
  const { year, month } = civilOf(day * DAY_MS);
  return dayNumber(year, month - ((month - 1) % months), 1);
}
