/** Conversions between kinds of values; null if there is none. */
import {
  type Civil,
  civilOf,
  DAY_NAMES,
  dayNumber,
  MONTH_NAMES,
  twoDigits,
  weekdayOfDay,
} from '../../../base/calendar/civil.ts';
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

/** A reading of the wall clock. */
interface Reading {
  readonly civil: Civil;
  readonly wall_ms: number;
  /** Its day's number. */
  readonly on: number;
}

/** Letters of `formatDateTime` -> their text: %i are minutes, %M and %W names. */
const LETTERS: Readonly<Record<string, (reading: Reading) => string>> = {
  Y: ({ civil }) => String(civil.year).padStart(4, '0'),
  y: ({ civil }) => twoDigits(civil.year % 100),
  C: ({ civil }) => twoDigits(Math.floor(civil.year / 100)),
  Q: ({ civil }) => String(Math.ceil(civil.month / 3)),
  m: ({ civil }) => twoDigits(civil.month),
  c: ({ civil }) => String(civil.month),
  M: ({ civil }) => monthName(civil),
  b: ({ civil }) => monthName(civil).slice(0, 3),
  d: ({ civil }) => twoDigits(civil.day),
  e: ({ civil }) => String(civil.day).padStart(2),
  j: ({ on }) => String(dayOfYear(on)).padStart(3, '0'),
  // Of the week that has the day's Thursday.
  G: ({ on }) => isoYear(on),
  g: ({ on }) => isoYear(on).slice(-2),
  V: ({ on }) => twoDigits(isoWeek(on)),
  u: ({ on }) => String(dayOfWeek(on)),
  w: ({ on }) => String(weekdayOfDay(on)),
  W: ({ on }) => dayName(on),
  a: ({ on }) => dayName(on).slice(0, 3),
  H: ({ civil }) => twoDigits(civil.hour),
  k: ({ civil }) => String(civil.hour).padStart(2),
  I: ({ civil }) => twoDigits(civil.hour % 12 || 12),
  h: ({ civil }) => twoDigits(civil.hour % 12 || 12),
  l: ({ civil }) => twoDigits(civil.hour % 12 || 12),
  p: ({ civil }) => (civil.hour < 12 ? 'AM' : 'PM'),
  i: ({ civil }) => twoDigits(civil.minute),
  S: ({ civil }) => twoDigits(civil.second),
  s: ({ civil }) => twoDigits(civil.second),
  f: ({ wall_ms }) => formatTime(wall_ms).slice(-6),
  F: ({ on }) => formatDate(on),
  D: ({ wall_ms }) => formatClock(wall_ms, '%m/%d/%y'),
  T: ({ wall_ms }) => formatClock(wall_ms, '%H:%i:%S'),
  R: ({ wall_ms }) => formatClock(wall_ms, '%H:%i'),
  r: ({ wall_ms }) => formatClock(wall_ms, '%I:%i %p'),
  n: () => '\n',
  t: () => '\t',
  '%': () => '%',
};
export const CLOCK_LETTERS: readonly string[] = Object.keys(LETTERS);

/** Formats as `formatDateTime` does. */
export function formatClock(wall_ms: number, pattern: string): string {
  const reading = { civil: civilOf(wall_ms), wall_ms, on: Math.floor(wall_ms / DAY_MS) };
  return pattern.replace(/%(.)/g, (said, letter: string) => LETTERS[letter]?.(reading) ?? said);
}

function monthName({ month }: Civil): string {
  return MONTH_NAMES[month - 1]!;
}

function dayName(day: number): string {
  return DAY_NAMES[weekdayOfDay(day)]!;
}

export function dayOfYear(day: number): number {
  return day - floorMonths(day, 12) + 1;
}

/** 1 (Monday) to 7. */
export function dayOfWeek(day: number): number {
  return weekdayOfDay(day) || 7;
}

/** Weeks begin on Monday; the first has the year's first Thursday. */
export function isoWeek(day: number): number {
  return Math.ceil(dayOfYear(thursdayOf(day)) / 7);
}

function isoYear(day: number): string {
  return String(civilOf(thursdayOf(day) * DAY_MS).year).padStart(4, '0');
}

function thursdayOf(day: number): number {
  return day - dayOfWeek(day) + 4;
}

/** First day of the multiple-of-months span that contains the day. */
export function floorMonths(day: number, months: number): number {
  const { year, month } = civilOf(day * DAY_MS);
  return dayNumber(year, month - ((month - 1) % months), 1);
}
