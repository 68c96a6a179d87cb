/**
 * The proleptic Gregorian calendar as arithmetic on day numbers (day 0 is 1970-01-01). No zones, no Date objects:
 * the formulas count days in eras of 400 years that begin on the first of March, so that the leap day comes last.
 */

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** Sunday first. */
export const DAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A date and time as read off a wall clock. */
export interface Civil {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

const ERA_DAYS = 146_097;
/** Days from 0000-03-01, where eras begin, to 1970-01-01. */
const EPOCH_SHIFT_DAYS = 719_468;

/** The day number of a date. */
export function dayNumber(year: number, month: number, day: number): number {
  const march_year = month <= 2 ? year - 1 : year;
  const era = Math.floor(march_year / 400);
  const year_of_era = march_year - era * 400;
  const day_of_year = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const day_of_era = year_of_era * 365 + Math.floor(year_of_era / 4) - Math.floor(year_of_era / 100) + day_of_year;
  return era * ERA_DAYS + day_of_era - EPOCH_SHIFT_DAYS;
}

/** Wall-clock milliseconds: epoch milliseconds as if the wall clock showed UTC. */
export function wallMs(civil: Civil): number {
  return (
    dayNumber(civil.year, civil.month, civil.day) * DAY_MS +
    civil.hour * HOUR_MS +
    civil.minute * MINUTE_MS +
    civil.second * SECOND_MS +
    civil.millisecond
  );
}

/** The inverse of wallMs. */
export function civilOf(wall_ms: number): Civil {
  const days = Math.floor(wall_ms / DAY_MS);
  const rest_ms = wall_ms - days * DAY_MS;
  const shifted = days + EPOCH_SHIFT_DAYS;
  const era = Math.floor(shifted / ERA_DAYS);
  const day_of_era = shifted - era * ERA_DAYS;
  const year_of_era = Math.floor(
    (day_of_era - Math.floor(day_of_era / 1460) + Math.floor(day_of_era / 36_524) - Math.floor(day_of_era / 146_096)) /
      365,
  );
  const day_of_year = day_of_era - (365 * year_of_era + Math.floor(year_of_era / 4) - Math.floor(year_of_era / 100));
  const march_month = Math.floor((5 * day_of_year + 2) / 153);
  const month = march_month < 10 ? march_month + 3 : march_month - 9;
  return {
    year: era * 400 + year_of_era + (month <= 2 ? 1 : 0),
    month,
    day: day_of_year - Math.floor((153 * march_month + 2) / 5) + 1,
    hour: Math.floor(rest_ms / HOUR_MS),
    minute: Math.floor(rest_ms / MINUTE_MS) % 60,
    second: Math.floor(rest_ms / SECOND_MS) % 60,
    millisecond: Math.floor(rest_ms) % SECOND_MS,
  };
}

/** 0 is Sunday. */
export function weekday(civil: Civil): number {
  return weekdayOfDay(dayNumber(civil.year, civil.month, civil.day));
}

/** 0 is Sunday; day 0 was a Thursday. */
export function weekdayOfDay(day_number: number): number {
  return (((day_number + 4) % 7) + 7) % 7;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** With a leading zero. */
export function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
