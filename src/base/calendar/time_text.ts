/**
 * Dates as text, both ways. Three readers: `parseTimestamp` for events (fast), `parseAbsolute` for dates that people
 * type into a question, `parseLooseDate` for property values, which come in every form that clients write.
 */
import {
  type Civil,
  civilOf,
  DAY_MS,
  dayNumber,
  daysInMonth,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  twoDigits,
} from './civil.ts';
import { clockMs, dateMs, monthOfName, parseOffset } from './time_parts.ts';
import { fromWall, offsetMs, toWall } from './zone.ts';

/** A date as read: an instant if the text has an offset (`zoned`), else a wall-clock reading. */
interface LooseDate {
  readonly ms: number;
  readonly zoned: boolean;
  readonly has_time: boolean;
}

const TIME = String.raw`(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?`;
const ISO = new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${TIME}$`, 'i');
const YEAR_FIRST = new RegExp(`^(\\d{4})[/.](\\d{1,2})[/.](\\d{1,2})${TIME}$`, 'i');
const DAY_FIRST = new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})${TIME}$`, 'i');
/** The form of mail and HTTP headers: Wed, 02 Oct 2002 15:00:00 +0200 */
const MAIL =
  /^(?:[a-z]{3},\s*)?(\d{1,2})\s([a-z]{3})\s(\d{4})\s(\d{1,2}):(\d{2})(?::(\d{2}))?\s?([a-z]{1,3}|[+-]\d{4})?$/i;
/** Smaller numbers are no dates (an age, a price). From here on: seconds since 1970, i.e. March 1973 and later. */
const SECONDS_MIN = 1e8;
/** From here on: milliseconds, of the same dates. */
const MILLISECONDS_MIN = 1e11;
/** From here on: no date. */
const MILLISECONDS_MAX = 1e14;

const MINUTE_CHARS = 'yyyy-mm-dd hh:mm'.length;

/** A date written by a person: ISO date or date-time; without an offset it is read in the zone. null if unreadable. */
export function parseAbsolute(text: string, zone: string): { ms: number; has_time: boolean } | null {
  const date = parseIso(text.trim());
  if (date === null) return null;
  return { ms: date.zoned ? date.ms : fromWall(zone, date.ms), has_time: date.has_time };
}

/** A property's value read as a date: as `parseClearDate` does, or 31/12/2020 and the like. */
export function parseLooseDate(value: string | number): LooseDate | null {
  return parseClearDate(value) ?? (typeof value === 'string' ? parseOrder(value.trim(), DAY_FIRST, 3, 1) : null);
}

/** Dates that have one reading: ISO, 2020/12/31 and the like, RFC 822, seconds or milliseconds since 1970. */
export function parseClearDate(value: string | number): LooseDate | null {
  if (typeof value === 'number') return dateOfNumber(value);
  const text = value.trim();
  if (/^-?\d+(\.\d+)?$/.test(text)) return dateOfNumber(Number(text));
  return parseIso(text) ?? parseOrder(text, YEAR_FIRST, 1, 3) ?? parseMail(text);
}

const DASH = 45;
const POINT = 46;
const COLON = 58;
const CAPITAL_T = 84;
const CAPITAL_Z = 90;

/** The last date that was read, as one number of year, month and day, and the start of that day. */
let last_date = -1;
let last_day_ms = 0;

/** Time of an event as clients write it. Unusual forms are parsed in full, as UTC. */
export function parseTimestamp(text: string): number | null {
  return parseUtcTimestamp(text) ?? parseAbsolute(text, 'UTC')?.ms ?? null;
}

/**
 * Reads the form that almost all events use, `2026-11-20T15:35:42.676Z`, digit by digit. Remembers the start of the
 * day, as neighbours share it. null for any other form.
 */
export function parseUtcTimestamp(text: string): number | null {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH || text.charCodeAt(10) !== CAPITAL_T) return null;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return null;
  const year = digitsAt(text, 0) * 100 + digitsAt(text, 2);
  const month = digitsAt(text, 5);
  const day = digitsAt(text, 8);
  const hour = digitsAt(text, 11);
  const minute = digitsAt(text, 14);
  const second = digitsAt(text, 17);
  const fraction_ms = readFraction(text);
  // NaN fails each of these, so letters among the digits also return null.
  if (!(hour < 24 && minute < 60 && second < 60 && month >= 1 && month <= 12 && fraction_ms >= 0)) return null;
  const date = (year * 100 + month) * 100 + day;
  if (date !== last_date) {
    if (!(year >= 1 && day >= 1 && day <= daysInMonth(year, month))) return null;
    last_day_ms = dayNumber(year, month, day) * DAY_MS;
    last_date = date;
  }
  return last_day_ms + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + fraction_ms;
}

/** The day in that zone, as 2020-01-31. */
export function formatDay(zone: string, utc_ms: number): string {
  return dayText(civilOf(toWall(zone, utc_ms)));
}

/** The time in that zone, as 2020-01-31 13:00:00. */
export function formatDateTime(zone: string, utc_ms: number): string {
  const civil = civilOf(toWall(zone, utc_ms));
  return `${dayText(civil)} ${clockText(civil)}`;
}

/** To the minute, as 2020-01-31 13:00, and with the offset where the clock shows that for the second time. */
export function formatMinute(zone: string, utc_ms: number): string {
  return `${formatDateTime(zone, utc_ms).slice(0, MINUTE_CHARS)}${secondOffset(zone, utc_ms)}`;
}

/** The offset if the clock shows this time for the second time: without it, readers take it for the first. Else ''. */
export function secondOffset(zone: string, utc_ms: number): string {
  return fromWall(zone, toWall(zone, utc_ms)) === utc_ms ? '' : formatOffset(zone, utc_ms);
}

/** As +05:30. */
export function formatOffset(zone: string, utc_ms: number): string {
  const minutes = Math.round(offsetMs(zone, utc_ms) / MINUTE_MS);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

/** In UTC; six digits of fraction, or none on a whole second, as the clients of this wire format expect. */
export function formatIso(utc_ms: number): string {
  const civil = civilOf(utc_ms);
  const fraction = civil.millisecond === 0 ? '' : `.${String(civil.millisecond).padStart(3, '0')}000`;
  return `${dayText(civil)}T${clockText(civil)}${fraction}Z`;
}

/** Milliseconds after a timestamp's seconds; NaN unless the text then ends with `Z` or `+00:00`. */
function readFraction(text: string): number {
  let at = 19;
  let fraction_ms = 0;
  if (text.charCodeAt(at) === POINT) {
    for (let scale = 100; ; scale = Math.floor(scale / 10)) {
      const digit = text.charCodeAt(++at) - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      fraction_ms += digit * scale;
    }
    if (at === 20) return Number.NaN;
  }
  if (at === text.length - 1 && text.charCodeAt(at) === CAPITAL_Z) return fraction_ms;
  return at === text.length - 6 && text.endsWith('+00:00') ? fraction_ms : Number.NaN;
}

/** NaN where one of the two is no digit. */
function digitsAt(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function parseIso(text: string): LooseDate | null {
  return parseOrder(text, ISO, 1, 3);
}

/** A date in numbers; `year_at` and `day_at` are the indices of the pattern's groups. */
function parseOrder(text: string, form: RegExp, year_at: number, day_at: number): LooseDate | null {
  const match = form.exec(text);
  if (match === null) return null;
  const date_ms = dateMs(Number(match[year_at]), Number(match[2]), Number(match[day_at]));
  const time_ms = match[4] === undefined ? 0 : clockMs(match[4], match[5]!, match[6], match[7]);
  return assemble(date_ms, time_ms, match[8], match[4] !== undefined);
}

function parseMail(text: string): LooseDate | null {
  const match = MAIL.exec(text);
  if (match === null) return null;
  const date_ms = dateMs(Number(match[3]), monthOfName(match[2]!), Number(match[1]));
  return assemble(date_ms, clockMs(match[4]!, match[5]!, match[6], undefined), match[7], true);
}

function assemble(date_ms: number, time_ms: number, offset: string | undefined, has_time: boolean): LooseDate | null {
  const offset_ms = offset === undefined ? 0 : parseOffset(offset);
  const ms = date_ms + time_ms - offset_ms;
  return Number.isNaN(ms) ? null : { ms, zoned: offset !== undefined, has_time };
}

function dateOfNumber(value: number): LooseDate | null {
  const size = Math.abs(value);
  if (!(size >= SECONDS_MIN && size < MILLISECONDS_MAX)) return null;
  return { ms: Math.floor(size < MILLISECONDS_MIN ? value * 1000 : value), zoned: true, has_time: true };
}

function dayText(civil: Civil): string {
  return `${String(civil.year).padStart(4, '0')}-${twoDigits(civil.month)}-${twoDigits(civil.day)}`;
}

function clockText(civil: Civil): string {
  return `${twoDigits(civil.hour)}:${twoDigits(civil.minute)}:${twoDigits(civil.second)}`;
}
