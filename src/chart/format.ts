/** Numbers and times as people read them. */
import { DAY_NAMES, MONTH_NAMES, twoDigits } from '../base/calendar/civil.ts';
import type { Unit } from '../model/question/chart.ts';

let numbers: Intl.NumberFormat | null = null;

/** Created on first use, because it would take most of the start-up time. */
function separated(value: number): string {
  numbers ??= new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
  return numbers.format(value);
}

const WHOLE_MAX = 10_000;
const SCALES: readonly (readonly [size: number, letter: string])[] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** In full with separators, for tables and tooltips. */
export function full(value: number, unit: Unit): string {
  if (unit === 'percent') return percent(value);
  if (unit === 'seconds') return duration(value);
  return minus(Math.abs(value) < 1 ? small(value) : separated(value));
}

export function timesText(count: number): string {
  return `${full(count, 'count')} ${count === 1 ? 'time' : 'times'}`;
}

/** A cell of a chart's table: what is missing and what is empty are told apart. */
export function cellText(cell: string | number | null, unit: Unit | 'text' = 'text'): string {
  if (cell === null) return '–';
  return typeof cell === 'number' && unit !== 'text' ? full(cell, unit) : String(cell) || '(empty)';
}

/** Three significant digits: what is not zero never looks like it. */
function small(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Short, for axes and narrow places: `9,400`, `12.3k`, `4.5M`. @param largest whose letter all values of an axis share */
export function compact(value: number, unit: Unit, largest = value): string {
  if (unit === 'percent') return full(value, unit);
  if (unit === 'seconds') return duration(value, largest);
  const size = Math.abs(largest);
  // Values that round up to the next unit use it: 999,950 is 1M.
  const scale = size < WHOLE_MAX ? undefined : SCALES.find(([least]) => size >= least * 0.99995);
  if (scale === undefined || value === 0) return full(value, unit);
  const scaled = value / scale[0];
  return `${minus(separated(Number(scaled.toFixed(Math.abs(scaled) < 100 ? 1 : 0))))}${scale[1]}`;
}

/** A value from 0 to 100, with one decimal unless it is whole. Below 1 it has two digits, so that 0.04% is not 0%. */
export function percent(value: number): string {
  const rounded = Math.abs(value) < 1 ? Number(value.toPrecision(2)) : Math.round(value * 10) / 10;
  return `${minus(Math.abs(rounded) < 1 ? small(rounded) : separated(rounded))}%`;
}

export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : percent((part / whole) * 100);
}

/** `42 s`, `12 min`, `3.4 h`, `4.2 d`. @param largest whose unit all durations of an axis share */
export function duration(seconds: number, largest = seconds): string {
  const size = Math.abs(largest);
  const [unit_s, name] =
    size < 90 ? [1, 's'] : size < 5_400 ? [60, 'min'] : size < 129_600 ? [3_600, 'h'] : [86_400, 'd'];
  const value = seconds / unit_s;
  if (size < 1) return `${minus(small(Number(value.toPrecision(2))))} ${name}`;
  return `${minus(separated(Math.abs(value) < 10 ? Math.round(value * 10) / 10 : Math.round(value)))} ${name}`;
}

/** From this factor on, changes are "times" instead of percent. */
const TIMES_FROM = 10;

/** `+12.5%`, `×24`; null if there is nothing to compare with. */
export function change(value: number, before: number): string | null {
  if (before === 0) return null;
  const times = value / before;
  if (times >= TIMES_FROM) return `×${compact(Math.round(times), 'count')}`;
  const percents = ((value - before) / Math.abs(before)) * 100;
  return `${percents > 0 ? '+' : ''}${percent(percents)}`;
}

function minus(text: string): string {
  return text.replace('-', '−');
}

/** Time on the project's wall clock. */
export interface Moment {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  /** Sunday is 0. */
  readonly weekday: number;
}

/** `2026-11-09`, `2026-11-09 14:00:00` or `2026-11-09 14:00:00 (2)`, as points are named. */
export function momentOf(start: string): Moment {
  const [year = 1970, month = 1, day = 1, hour = 0, minute = 0] = (start.match(/\d+/g) ?? []).map(Number);
  return { year, month, day, hour, minute, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() };
}

/** For axes. @param before the label to the left, to leave out what it says already */
export function shortTime(moment: Moment, interval: string, before: Moment | null): string {
  const { year, month, day, hour, minute } = moment;
  const is_new_year = before === null || before.year !== year;
  const month_name = shortName(MONTH_NAMES[month - 1]);
  if (interval === 'month') return is_new_year ? `${month_name} ${year}` : month_name;
  const date = `${day} ${month_name}`;
  if (interval !== 'hour' && interval !== 'minute') return is_new_year ? `${date} ${year}` : date;
  const clock = `${twoDigits(hour)}:${twoDigits(minute)}`;
  const is_new_day = before === null || before.day !== day || before.month !== month;
  if (!is_new_day) return clock;
  return hour === 0 && minute === 0 ? date : `${date} ${clock}`;
}

/** For tooltips: `Mon 9 Nov 2026`. */
export function longTime(start: string, interval: string): string {
  if (interval === 'month') return rowTime(start, interval);
  const { weekday } = momentOf(start);
  if (interval === 'week') return `Week of ${rowTime(start, interval)}`;
  return `${shortName(DAY_NAMES[weekday])} ${rowTime(start, interval)}`;
}

/** For row headings: `9 Nov 2026`, `Nov 2026`, `9 Nov 2026, 13:00`, and what follows if the clock shows that twice. */
export function rowTime(start: string, interval: string): string {
  const { year, month, day, hour, minute } = momentOf(start);
  if (interval === 'month') return `${shortName(MONTH_NAMES[month - 1])} ${year}`;
  const date = `${day} ${shortName(MONTH_NAMES[month - 1])} ${year}`;
  if (interval !== 'hour' && interval !== 'minute') return date;
  const which = /^\S+ [\d:]+(.*)$/.exec(start)?.[1] ?? '';
  return `${date}, ${twoDigits(hour)}:${twoDigits(minute)}${which}`;
}

function shortName(name = ''): string {
  return name.slice(0, 3);
}
