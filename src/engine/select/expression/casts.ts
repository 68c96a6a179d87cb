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

export function dayOfYear(day: number): number {
  return day - dayNumber(civilOf(day * DAY_MS).year, 1, 1) + 1;
}

/** 1 (Monday) to 7. */
export function dayOfWeek(day: number): number {
  return ((weekdayOfDay(day) + 6) % 7) + 1;
}

/** ISO week: week 1 contains the first Thursday. */
export function isoWeek(day: number): number {
  const thursday = day - dayOfWeek(day) + 4;
  return Math.ceil(dayOfYear(thursday) / 7);
}

/** Formats as `formatDateTime` does: %i are minutes, %M and %W names. */
export function formatClock(wall_ms: number, pattern: string): string {
  const parts: Readonly<Record<string, string>> = { ...dateParts(wall_ms), ...clockParts(wall_ms), '%': '%' };
  return pattern.replace(/%(.)/g, (said, letter: string) => parts[letter] ?? said);
}

function dateParts(wall_ms: number): Readonly<Record<string, string>> {
  const { year, month, day } = civilOf(wall_ms);
  const number = Math.floor(wall_ms / DAY_MS);
  const [month_name, day_name] = [MONTH_NAMES[month - 1]!, DAY_NAMES[weekdayOfDay(number)]!];
  const [Y, y, m, d] = [String(year).padStart(4, '0'), twoDigits(year % 100), twoDigits(month), twoDigits(day)];
  return {
    ...{ Y, y, m, d, F: formatDate(number), D: `${m}/${d}/${y}`, c: String(month), e: String(day).padStart(2) },
    ...{ M: month_name, b: month_name.slice(0, 3), W: day_name, a: day_name.slice(0, 3) },
    ...{ j: String(dayOfYear(number)).padStart(3, '0'), u: String(dayOfWeek(number)), w: String(weekdayOfDay(number)) },
    ...{ V: twoDigits(isoWeek(number)), Q: String(Math.ceil(month / 3)) },
  };
}

function clockParts(wall_ms: number): Readonly<Record<string, string>> {
  const { hour, minute, second, millisecond } = civilOf(wall_ms);
  const [H, i, s, h] = [twoDigits(hour), twoDigits(minute), twoDigits(second), twoDigits(hour % 12 || 12)];
  const p = hour < 12 ? 'AM' : 'PM';
  return {
    ...{
      H,
      i,
      h,
      p,
      s,
      S: s,
      I: h,
      l: h,
      k: String(hour).padStart(2),
      f: `${String(millisecond).padStart(3, '0')}000`,
    },
    ...{ T: `${H}:${i}:${s}`, R: `${H}:${i}`, r: `${h}:${i} ${p}` },
  };
}

/** First day of the multiple-of-months span that contains the day. */
export function floorMonths(day: number, months: number): number {
  const { year, month } = civilOf(day * DAY_MS);
  return dayNumber(year, month - ((month - 1) % months), 1);
}
