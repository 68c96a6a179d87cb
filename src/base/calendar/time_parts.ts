/** Parts of dates in text: a day, a clock, an offset, the name of a month. For the readers in this folder. */
import { DAY_MS, dayNumber, daysInMonth, HOUR_MS, MINUTE_MS, MONTH_NAMES, SECOND_MS } from './civil.ts';

/** Names of offsets that RFC 822 knows, in hours. */
const OFFSET_NAMES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

/** 1 to 12, from an English name or at least its first three letters; 0 if it is no month. */
export function monthOfName(name: string): number {
  const word = name.toLowerCase();
  return word.length < 3 ? 0 : MONTH_NAMES.findIndex((month) => month.toLowerCase().startsWith(word)) + 1;
}

/** Epoch milliseconds in UTC; NaN if there is no such date. */
export function dateMs(year: number, month: number, day: number): number {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return Number.NaN;
  return dayNumber(year, month, day) * DAY_MS;
}

/** Milliseconds since midnight; NaN if there is no such time. Digits after milliseconds are dropped. */
export function clockMs(hour: string, minute: string, second = '0', fraction = ''): number {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return Number.NaN;
  const millisecond = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * SECOND_MS + millisecond;
}

/** Milliseconds east of UTC, from `Z`, `+02`, `+0200`, `+02:00` or a name; NaN for an unknown one. */
export function parseOffset(text: string): number {
  const name = OFFSET_NAMES[text.toLowerCase()];
  if (name !== undefined) return name * HOUR_MS;
  const digits = text.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || '0');
  if (!(hours < 24 && minutes < 60)) return Number.NaN;
  return (text.startsWith('-') ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS);
}
