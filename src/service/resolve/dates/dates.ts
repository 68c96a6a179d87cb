/**
 * Dates of a question: relative forms, absolute dates and `all` become one range of milliseconds, [from_ms, until_ms).
 * If the last instant is included (now, or a literal date_to), the range ends one millisecond after it. The end of a
 * day or hour is the start of the next. Relative forms are wall-clock arithmetic in the project's zone.
 */
import {
  addUnits,
  type Clock,
  DAY_MS,
  floorTo,
  fromWall,
  MAX_MS,
  MIN_MS,
  nextStart,
  parseAbsolute,
  toWallEdge,
  type Unit,
} from '../../../base/time.ts';
import { invalid } from '../../../model/error.ts';
import type { TimeRange } from '../../../model/question/query.ts';

export interface ParsedDate {
  readonly ms: number;
  /** Whether the text has a time of day; relative dates never do. */
  readonly has_time: boolean;
  /** Unit of a relative date; null for an absolute one. */
  readonly relative: Unit | null;
  /** Units back from now, for a relative date. */
  readonly amount: number;
  readonly edge: 'Start' | 'End' | null;
}

export interface RangeInput extends Clock {
  /** As sent; null, undefined and '' mean "not given". */
  readonly date_from: string | null | undefined;
  readonly date_to: string | null | undefined;
  readonly interval: Unit;
  /**
   * If the interval is a day or longer, trends start at 00:00 of date_from's day, even if date_from has a time of day.
   * By day, relative hours start at their hour. Other questions start at that time.
   */
  readonly whole_first_day: boolean;
  /** Whether to take both bounds literally. */
  readonly explicit_date?: boolean;
  /** For one number over exact time: date_from keeps its time of day, and a missing date_to means now. */
  readonly exact?: boolean;
  /** Where `all` starts. */
  readonly first_event_ms: number | null;
}

const UNITS: Readonly<Record<string, Unit>> = {
  s: 'second',
  M: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  m: 'month',
  q: 'quarter',
  y: 'year',
};
/** Whole weeks, so that compared weekdays line up. */
const FRIENDLY_WEEKS: Readonly<Partial<Record<Unit, number>>> = { month: 4, quarter: 13, year: 52 };
const RELATIVE = /^-?(\d{0,6})([sMhdwmqy])(Start|End)?$/;
const WHOLE_UNIT = /^[wmqy]Start$/;
/** Word for the start of today. */
const TODAY = 'today';
/** Values of date_to that mean now. */
const END_WORDS: readonly string[] = ['now', TODAY, 'all'];
const DEFAULT_DAYS = 7;
/** Where `all` starts in a project without events. */
const NO_EVENTS_FROM = '2015-01-01';
const FORMS =
  'a date (2026-01-31), a date and time (2026-01-31 13:00:00 or 2026-01-31T13:00:00Z), or a relative date: a number and s, M (minutes), h, d, w, m (months), q or y as in -7d, -24h, -1m, with Start or End if wanted (dStart, mStart, -1mEnd, yStart), or today';

/** Reads one date without rounding it to the bounds of a range. null if unreadable. */
export function parseDate(text: string, clock: Clock, human_friendly = false): ParsedDate | null {
  const trimmed = text.trim();
  if (trimmed === 'now') return { ms: clock.now_ms, has_time: true, relative: 'second', amount: 0, edge: null };
  const match = RELATIVE.exec(trimmed.toLowerCase() === TODAY ? 'dStart' : trimmed);
  if (match === null) {
    const date = parseAbsolute(trimmed, clock.timezone);
    return date && { ...date, relative: null, amount: 0, edge: null };
  }
  const relative = UNITS[match[2]!]!;
  const amount = Number(match[1] || '0');
  const edge = match[3] === 'Start' || match[3] === 'End' ? match[3] : null;
  const shifted_ms = shift(clock.timezone, clock.now_ms, amount, relative, human_friendly);
  const ms = edge === null ? shifted_ms : toEdge(clock, shifted_ms, relative, edge);
  return ms >= MIN_MS && ms <= MAX_MS ? { ms, has_time: false, relative, amount, edge } : null;
}

/** `date_to`; null if the range ends now. */
export function endText(date_to: string | null | undefined): string | null {
  const text = textOf(date_to);
  return text === null || END_WORDS.includes(text.toLowerCase()) ? null : text;
}

/** Whether only the first instant of a bare last day counts, as intervals below a day take date_to literally. */
export function cutsLastDay(date_to: string | null | undefined, interval: Unit | null): boolean {
  if (interval !== 'hour' && interval !== 'minute' && interval !== 'second') return false;
  const text = endText(date_to);
  const date = text === null ? null : parseAbsolute(text, 'UTC');
  return date !== null && !date.has_time;
}

/** @throws ServiceError for an unreadable date or a reversed range */
export function resolveRange(input: RangeInput): TimeRange {
  const from_ms = resolveFrom(input);
  const { until_ms } = resolveUntil(input);
  if (from_ms >= until_ms) {
    const help =
      endText(input.date_to) === null
        ? 'date_from is later than now, where the range ends. Send an earlier date_from, as "-7d".'
        : 'date_from is after date_to. Send an earlier date_from, or leave date_to out for now.';
    throw invalid('date_from', help);
  }
  return { from_ms, until_ms };
}

/** Like `resolveRange`, but a reversed range is empty instead of an error. */
export function resolveRangeOrNone(input: RangeInput): TimeRange {
  const from_ms = resolveFrom(input);
  return { from_ms, until_ms: Math.max(from_ms, resolveUntil(input).until_ms) };
}

/** The range that `compare` puts beside the current one. `compare_to` (-1w, -1m, …) says how far back it starts. */
export function previousRange(input: RangeInput, compare_to: string | null = null, human_friendly = false): TimeRange {
  const current = resolveRange(input);
  if (compare_to !== null && compare_to !== '') return comparedTo(input, current, compare_to, human_friendly);
  const date_from = textOf(input.date_from) ?? '';
  if (WHOLE_UNIT.test(date_from) && endText(input.date_to) === null) {
    const unit = UNITS[date_from[0]!]!;
    return { from_ms: addUnits(input.timezone, current.from_ms, -1, unit), until_ms: current.from_ms };
  }
  if (date_from === 'all') return rangeBefore(input.timezone, current);
  // If the last instant is included, it is included in the previous range as well.
  const shared_ms = resolveUntil(input).instant ? 1 : 0;
  return input.exact === true || input.interval === 'minute' || input.interval === 'second'
    ? rangeBefore(input.timezone, current, shared_ms)
    : alignedBefore(input, current, shared_ms);
}

function resolveFrom(input: RangeInput): number {
  const { timezone } = input;
  const text = textOf(input.date_from);
  if (text === null) {
    const today_ms = floorTo(timezone, input.now_ms, 'day', input.week_start);
    return addUnits(timezone, today_ms, -DEFAULT_DAYS, 'day');
  }
  if (text === 'all') return input.first_event_ms ?? readDate('date_from', NO_EVENTS_FROM, input).ms;
  const date = readDate('date_from', text, input);
  if (input.explicit_date === true || input.exact === true) return date.ms;
  if (input.interval === 'minute' || input.interval === 'second') return date.ms;
  const day_ms = floorTo(timezone, date.ms, 'day', input.week_start);
  const keeps_hour = !input.whole_first_day || input.interval === 'hour' || input.interval === 'day';
  if (date.relative === 'hour' && keeps_hour) return floorTo(timezone, date.ms, 'hour', input.week_start);
  if (date.relative !== null) return day_ms;
  return input.whole_first_day && input.interval !== 'hour' ? day_ms : date.ms;
}

/** `instant`: the bound includes one last instant, instead of being the end of a unit. */
function resolveUntil(input: RangeInput): { until_ms: number; instant: boolean } {
  const { interval } = input;
  const text = endText(input.date_to);
  const as_is = input.explicit_date === true || (input.exact === true && text === null);
  if (text === null && as_is) return { until_ms: input.now_ms + 1, instant: true };
  const date = text === null ? null : readDate('date_to', text, input);
  const ms = date?.ms ?? input.now_ms;
  if (as_is) return { until_ms: ms + 1, instant: true };
  if (interval !== 'hour' && interval !== 'minute' && interval !== 'second') {
    return { until_ms: nextStart(input, ms, 'day'), instant: false };
  }
  if (date !== null && date.relative === null) return { until_ms: ms + 1, instant: true };
  // Relative bounds end with their minute or hour, but before their second.
  if (interval === 'second') return { until_ms: floorTo(input.timezone, ms, 'second', 0), instant: false };
  return { until_ms: nextStart(input, ms, interval), instant: false };
}

function comparedTo(input: RangeInput, current: TimeRange, compare_to: string, human_friendly: boolean): TimeRange {
  const match = RELATIVE.exec(compare_to.trim());
  if (match === null || match[3] !== undefined) {
    throw invalid('compare_to', 'Could not read compare_to. Send how far back the other period begins: -7d, -1m, -1y.');
  }
  const { timezone } = input;
  const from_ms = shift(timezone, current.from_ms, Number(match[1] || '0'), UNITS[match[2]!]!, human_friendly);
  if (from_ms < MIN_MS) throw invalid('compare_to', 'compare_to reaches too far back. Send less, such as -1y.');
  return { from_ms, until_ms: fromWall(timezone, toWallEdge(timezone, from_ms) + wallLength(timezone, current)) };
}

/** The range that ends where this one begins, of the same length; `shared_ms` at the end belong to both. */
export function rangeBefore(timezone: string, { from_ms, until_ms }: TimeRange, shared_ms = 0): TimeRange {
  const { days, rest_ms } = daysAndRest(timezone, { from_ms, until_ms: until_ms - shared_ms });
  return { from_ms: addUnits(timezone, from_ms, -days, 'day') - rest_ms, until_ms: from_ms + shared_ms };
}

/** All days are 24 hours long, those on which the clock is changed, too. */
export function lengthOf(timezone: string, range: TimeRange): number {
  const { days, rest_ms } = daysAndRest(timezone, range);
  return days * DAY_MS + rest_ms;
}

/** Days are those of the calendar, so that midnights stay midnights where the clock changes. */
function daysAndRest(timezone: string, range: TimeRange): { days: number; rest_ms: number } {
  const days = Math.max(0, Math.floor(wallLength(timezone, range) / DAY_MS));
  return { days, rest_ms: range.until_ms - addUnits(timezone, range.from_ms, days, 'day') };
}

/**
 * A range of the same length, starting at the same time of day. Its first day follows from the length. If that would
 * not be before the current range, it is one day earlier.
 */
function alignedBefore(input: RangeInput, current: TimeRange, shared_ms: number): TimeRange {
  const { timezone } = input;
  const from_wall = toWallEdge(timezone, current.from_ms);
  const length_ms = wallLength(timezone, current);
  const day_ms = Math.floor(from_wall / DAY_MS) * DAY_MS;
  let start_wall = Math.floor((from_wall - length_ms + shared_ms) / DAY_MS) * DAY_MS + (from_wall - day_ms);
  if (start_wall >= from_wall) start_wall -= DAY_MS;
  // Compare weekday with weekday. -7d is eight days including today, so the two ranges share a day.
  if (isWholeWeeks(input)) start_wall += DAY_MS;
  return { from_ms: fromWall(timezone, start_wall), until_ms: fromWall(timezone, start_wall + length_ms) };
}

function isWholeWeeks(input: RangeInput): boolean {
  if (input.interval !== 'day' || endText(input.date_to) !== null) return false;
  const date = parseDate(textOf(input.date_from) ?? `-${DEFAULT_DAYS}d`, input);
  return date?.relative === 'day' && date.amount > 0 && date.amount % 7 === 0;
}

function wallLength(timezone: string, range: TimeRange): number {
  return toWallEdge(timezone, range.until_ms) - toWallEdge(timezone, range.from_ms);
}

/** @throws ServiceError that lists the accepted forms */
export function readDate(attr: 'date_from' | 'date_to' | 'after' | 'before', text: string, clock: Clock): ParsedDate {
  const date = parseDate(text, clock);
  if (date !== null) return date;
  const all = attr === 'date_from' ? ', or "all" for everything since the first event' : '';
  throw invalid(attr, `Could not read the date. Send ${FORMS}${all}.`);
}

/** null if the bound was not given. */
function textOf(date: string | null | undefined): string | null {
  return date === null || date === undefined || date.trim() === '' ? null : date.trim();
}

function shift(timezone: string, from_ms: number, amount: number, unit: Unit, human_friendly: boolean): number {
  const weeks = human_friendly ? FRIENDLY_WEEKS[unit] : undefined;
  if (weeks !== undefined) return addUnits(timezone, from_ms, -amount * weeks, 'week');
  return addUnits(timezone, from_ms, -amount, unit);
}

/** First or last instant of the unit. */
function toEdge(clock: Clock, ms: number, unit: Unit, edge: 'Start' | 'End'): number {
  return edge === 'Start' ? floorTo(clock.timezone, ms, unit, clock.week_start) : nextStart(clock, ms, unit) - 1;
}
