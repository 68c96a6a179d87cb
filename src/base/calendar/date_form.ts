/**
 * Dates in a known form. All values of a column share one form; values in another form are not read. `formsOf` lists
 * the forms that a value could have.
 */
import { inPlainSigns } from './local_words.ts';
import { clockMs, dateMs, monthOfName, parseOffset } from './time_parts.ts';
import { parseUtcTimestamp } from './time_text.ts';

/**
 * `ymd`, `dmy`, `mdy`: numbers in this order; `named`: with the name of a month; `compact`: 20100112 or 20100112083000;
 * the others count since 1970.
 */
const DATE_FORMS = [
  'ymd',
  'dmy',
  'mdy',
  'named',
  'compact',
  'seconds',
  'milliseconds',
  'microseconds',
  'nanoseconds',
] as const;
export type DateForm = (typeof DATE_FORMS)[number];
type Order = 'ymd' | 'dmy' | 'mdy';
type Count = 'seconds' | 'milliseconds' | 'microseconds' | 'nanoseconds';

/** An instant if the text has an offset (`zoned`), else a wall-clock reading. */
export interface FormedDate {
  readonly ms: number;
  readonly zoned: boolean;
}

const OFFSET = String.raw`(?:UTC|GMT|UT)?[+-]\d{2}(?::?\d{2})?|UTC|GMT|UT|Z`;
/** Groups: hour, minute, second, fraction, A or P, offset. */
const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?(?:\s?([AP])\.?\s?M\.?)?(?:\s?(${OFFSET}))?`;
const AFTER_DATE = String.raw`(?:(?:T|,?\s+|\s+at\s+)${CLOCK})?$`;
const WEEKDAY = String.raw`^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s+)?`;
const ORDERED = new RegExp(String.raw`^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})${AFTER_DATE}`, 'i');
const COMPACT = new RegExp(
  String.raw`^(\d{4})(\d{2})(\d{2})(?:[T ]?(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,12}))?)?()(${OFFSET})?)?$`,
  'i',
);
/** 1 Dec 2010, 01-Dec-2010, Wed, 1 December 2010 08:26:00 +0100, and servers' 10/Oct/2000:13:55:36 -0700 */
const DAY_NAMED = new RegExp(
  String.raw`${WEEKDAY}(\d{1,2})(?:st|nd|rd|th)?[\s/.-]*([a-z]{3,9})\.?,?[\s/.-]*(\d{4})(?:(?:T|:|,?\s+|\s+at\s+)${CLOCK})?$`,
  'i',
);
/** Dec 1, 2010 8:26 AM; a browser adds the zone's name in brackets. */
const MONTH_NAMED = new RegExp(
  String.raw`${WEEKDAY}([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:(?:,?\s+|\s+at\s+)${CLOCK}(?:\s\([^)]*\))?)?$`,
  'i',
);
/** Wed Dec  1 08:26:00 UTC 2010; an offset may follow the year. */
const YEAR_LAST = new RegExp(
  String.raw`${WEEKDAY}([a-z]{3,9})\s+(\d{1,2})\s+${CLOCK}\s+(\d{4})(?:\s+([+-]\d{2}:?\d{2}))?$`,
  'i',
);
/** Two-digit years start here: nothing older can be stored. */
const FIRST_YEAR = 1970;
/** Compact dates of other years are read as plain numbers. */
const COMPACT_YEARS = [1900, 2199] as const;
/** Unit -> how many make a millisecond, and the smallest number read in it (March 1973; 1,000 times: the next unit). */
const COUNTS: Readonly<Record<Count, { readonly per_ms: number; readonly min: number }>> = {
  seconds: { per_ms: 1e-3, min: 1e8 },
  milliseconds: { per_ms: 1, min: 1e11 },
  microseconds: { per_ms: 1e3, min: 1e14 },
  nanoseconds: { per_ms: 1e6, min: 1e17 },
};

/** Whether the form is an order of numbers: these can be mistaken for each other. */
export function isDateOrder(form: DateForm): form is Order {
  return form === 'ymd' || form === 'dmy' || form === 'mdy';
}

/** Every form that the value could have. */
export function formsOf(value: string | number): DateForm[] {
  const forms = DATE_FORMS.filter((form) => readDate(form, value) !== null);
  // 8 or 14 digits can also be a count, but an unlikely one: 14 digits of a date, as milliseconds, are the year 2600.
  return forms.includes('compact') ? ['compact'] : forms;
}

/**
 * @param any_size whether to read a number of any size in the given unit; otherwise one that more likely has another
 * unit is not read
 * @returns null if the value does not have the form, or is no date
 */
export function readDate(form: DateForm, value: string | number, any_size = false): FormedDate | null {
  if (typeof value === 'number' && form !== 'compact') return isCount(form) ? readCount(form, value, any_size) : null;
  const text = typeof value === 'string' ? inPlainSigns(value.trim()) : String(value);
  switch (form) {
    case 'ymd': {
      const ms = parseUtcTimestamp(text);
      return ms === null ? readOrdered(form, text) : { ms, zoned: true };
    }
    case 'dmy':
    case 'mdy':
      return readOrdered(form, text);
    case 'named':
      return readNamed(text);
    case 'compact':
      return readCompact(text);
    default:
      return /^-?\d{1,25}(?:\.\d{0,25})?$/.test(text) ? readCount(form, Number(text), any_size) : null;
  }
}

function isCount(form: DateForm): form is Count {
  return form in COUNTS;
}

function readCount(unit: Count, value: number, any_size: boolean): FormedDate | null {
  const { per_ms, min } = COUNTS[unit];
  if (!Number.isFinite(value) || (!any_size && !(value >= min && value < min * 1000))) return null;
  return { ms: Math.floor(unit === 'seconds' ? value * 1000 : value / per_ms), zoned: true };
}

function readOrdered(order: Order, text: string): FormedDate | null {
  const match = ORDERED.exec(text);
  if (match === null) return null;
  const [, first, , middle, last] = match;
  const year = order === 'ymd' ? first! : last!;
  const month = order === 'mdy' ? first! : middle!;
  const day = order === 'ymd' ? last! : order === 'mdy' ? middle! : first!;
  if (month.length > 2 || day.length > 2 || (year.length !== 4 && year.length !== 2)) return null;
  return assembled(dateMs(fullYear(year), Number(month), Number(day)), match, 5);
}

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return year + (year < FIRST_YEAR % 100 ? 2000 : 1900);
}

function readNamed(text: string): FormedDate | null {
  const day_first = DAY_NAMED.exec(text);
  if (day_first !== null) return assembled(namedMs(day_first[3]!, day_first[2]!, day_first[1]!), day_first, 4);
  const month_first = MONTH_NAMED.exec(text);
  if (month_first !== null)
    return assembled(namedMs(month_first[3]!, month_first[1]!, month_first[2]!), month_first, 4);
  const year_last = YEAR_LAST.exec(text);
  if (year_last === null) return null;
  return assembled(namedMs(year_last[9]!, year_last[1]!, year_last[2]!), year_last, 3, year_last[10] ?? year_last[8]);
}

function namedMs(year: string, month: string, day: string): number {
  return dateMs(Number(year), monthOfName(month), Number(day));
}

function readCompact(text: string): FormedDate | null {
  const match = COMPACT.exec(text);
  if (match === null) return null;
  const year = Number(match[1]);
  if (year < COMPACT_YEARS[0] || year > COMPACT_YEARS[1]) return null;
  return assembled(dateMs(year, Number(match[2]), Number(match[3])), match, 4);
}

/** @param clock_at index of the match's first group of CLOCK */
function assembled(
  date_ms: number,
  match: RegExpExecArray,
  clock_at: number,
  offset = match[clock_at + 5],
): FormedDate | null {
  const hour = hourOf(match[clock_at], match[clock_at + 4]);
  const time_ms = hour === null ? 0 : clockMs(hour, match[clock_at + 1]!, match[clock_at + 2], match[clock_at + 3]);
  const offset_ms = offset === undefined ? 0 : parseOffset(offset.replace(/^[a-z]+(?=[+-])/i, ''));
  const ms = date_ms + time_ms - offset_ms;
  return Number.isNaN(ms) ? null : { ms, zoned: offset !== undefined };
}

/** Hour in 24-hour form, as text; null without a clock time, 'NaN' for a contradiction such as 13 PM. */
function hourOf(hour: string | undefined, half: string | undefined): string | null {
  if (hour === undefined) return null;
  if (half === undefined || half === '') return hour;
  const of_12 = Number(hour);
  if (of_12 < 1 || of_12 > 12) return 'NaN';
  return String((of_12 % 12) + (half.toUpperCase() === 'P' ? 12 : 0));
}
