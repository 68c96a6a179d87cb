/** How a point in time is named to those who ask who is behind it. */

/** Minutes by which a clock is set back at most. */
const SET_BACK = 120;
const DATE_CHARS = 'yyyy-mm-dd'.length;
export const SECOND = ' (2)';

/** The point's day as in the answer; if the clock was set back since it showed the same time, ` (2)` follows. */
export function dayName(days: readonly (string | number)[], at: number): string {
  return nameOnce(String(days[at] ?? ''), days, at);
}

/** Any other name of a point, such as its label, told apart in the same way. */
export function nameOnce(name: string, days: readonly (string | number)[], at: number): string {
  const day = String(days[at] ?? '');
  // Dates without a time never come twice.
  if (day.length <= DATE_CHARS) return name;
  const first = Math.max(0, at - SET_BACK);
  return days.indexOf(day, first) < at ? `${name}${SECOND}` : name;
}

/** As texts show it: without the seconds, which are always zero. */
export function shortDayName(days: readonly (string | number)[], at: number): string {
  return dayName(days, at).replace(/(?<=:\d\d):00\b/, '');
}

/** Takes short names, too. -1 = none of these days has that name. */
export function indexOfDayName(days: readonly string[], short: string): number {
  const name = short.replace(/(?<= )\d\d:\d\d(?= |$)/, '$&:00');
  if (!name.endsWith(SECOND)) return days.indexOf(name);
  const day = name.slice(0, -SECOND.length);
  const first = days.indexOf(day);
  return first < 0 ? -1 : days.indexOf(day, first + 1);
}
