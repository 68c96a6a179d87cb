/**
 * The product's only calendar: instants are epoch milliseconds, zones are IANA names, and daylight saving is handled
 * only here. Import dates and times from this file, not from its parts.
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
  wallMs,
  weekdayOfDay,
} from './calendar/civil.ts';
import { changeBetween, fromWall, offsetChanges, offsetMs, toWall, toWallEdge } from './calendar/zone.ts';

export {
  type Civil,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  MONTH_NAMES,
  SECOND_MS,
  twoDigits,
  weekday,
} from './calendar/civil.ts';
export { type DateForm, formsOf, isDateOrder, readDate } from './calendar/date_form.ts';
export { dateMs } from './calendar/time_parts.ts';
export {
  formatDateTime,
  formatDay,
  formatIso,
  formatMinute,
  formatOffset,
  parseAbsolute,
  parseClearDate,
  parseLooseDate,
  parseTimestamp,
  secondOffset,
} from './calendar/time_text.ts';
export { fromWall, isZone, MAX_MS, MIN_MS, offsetChanges, offsetMs, toWall, toWallEdge } from './calendar/zone.ts';

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';
/** 0 Sunday, 1 Monday. */
export type WeekStart = 0 | 1;

/** The moment and zone in which a relative date is read. */
export interface Clock {
  readonly now_ms: number;
  readonly timezone: string;
  readonly week_start: WeekStart;
}

type ElapsedUnit = 'second' | 'minute' | 'hour';
type CalendarUnit = Exclude<Unit, ElapsedUnit>;

const ELAPSED_MS: Readonly<Record<ElapsedUnit, number>> = { second: SECOND_MS, minute: MINUTE_MS, hour: HOUR_MS };
/** How many months a unit has; 0 for units of days. */
const MONTHS: Readonly<Record<CalendarUnit, number>> = { day: 0, week: 0, month: 1, quarter: 3, year: 12 };
const EPOCH_YEAR = 1970;

export function toCivil(zone: string, utc_ms: number): Civil {
  return civilOf(toWall(zone, utc_ms));
}

/** Instant of a wall-clock time: the earlier one if there are two. Times that the clock skips move on by the gap. */
export function toUtc(zone: string, civil: Civil): number {
  return fromWall(zone, wallMs(civil));
}

/**
 * Start of the unit that contains the instant. Hours and minutes follow the wall clock but never span a change of
 * offset: the change splits an hour in two.
 */
export function floorTo(zone: string, utc_ms: number, unit: Unit, week_start: WeekStart): number {
  if (isElapsed(unit)) return floorElapsed(zone, utc_ms, ELAPSED_MS[unit]);
  return fromWall(zone, floorWall(toWall(zone, utc_ms), unit, week_start));
}

/** Start of the unit after the one that contains the instant. A change of offset ends an hour early. */
export function nextStart({ timezone, week_start }: WallCalendar, utc_ms: number, unit: Unit): number {
  return bucketEdges({ timezone, week_start }, { from_ms: utc_ms, until_ms: utc_ms + 1 }, unit, 1).at(-1)!;
}

/** Elapsed time for seconds to hours; same wall-clock time for days and months, from the start of a day to that of another. */
export function addUnits(zone: string, utc_ms: number, count: number, unit: Unit): number {
  if (isElapsed(unit)) return utc_ms + count * ELAPSED_MS[unit];
  return fromWall(zone, addWall(toWallEdge(zone, utc_ms), count, unit));
}

/** What wall-clock times and weeks depend on. */
export interface WallCalendar {
  readonly timezone: string;
  readonly week_start: WeekStart;
}

/**
 * Edges of the buckets that touch [from_ms, until_ms), at least two. Stops one bucket past `max`, so more than max + 1
 * edges mean that the range has too many buckets.
 */
export function bucketEdges(
  { timezone: zone, week_start }: WallCalendar,
  { from_ms, until_ms }: { readonly from_ms: number; readonly until_ms: number },
  unit: Unit,
  max: number,
): Float64Array {
  if (isElapsed(unit)) return elapsedEdges(zone, from_ms, until_ms, ELAPSED_MS[unit], max);
  // Days and longer units step on the wall clock, so a moved edge does not affect later ones.
  let wall_ms = floorWall(toWall(zone, from_ms), unit, week_start);
  let edge_ms = fromWall(zone, wall_ms);
  const edges = [edge_ms];
  do {
    wall_ms = addWall(wall_ms, 1, unit);
    const next_ms = fromWall(zone, wall_ms);
    if (next_ms <= edge_ms) continue; // a date the zone skipped
    edges.push(next_ms);
    edge_ms = next_ms;
  } while (edge_ms < until_ms && edges.length <= max + 1);
  return Float64Array.from(edges);
}

/** Edges in equal steps between changes of offset; each change is an edge, too. */
function elapsedEdges(zone: string, from_ms: number, until_ms: number, unit_ms: number, max: number): Float64Array {
  let edge_ms = floorElapsed(zone, from_ms, unit_ms);
  const last_ms = Math.min(until_ms, edge_ms + (max + 1) * unit_ms) + unit_ms;
  const { changes_ms, offsets_ms } = offsetChanges(zone, edge_ms, last_ms);
  const edges = [edge_ms];
  let at = 0;
  do {
    const offset_ms = offsets_ms[at]!;
    const next_ms = (Math.floor((edge_ms + offset_ms) / unit_ms) + 1) * unit_ms - offset_ms;
    const change_ms = changes_ms[at] ?? Number.POSITIVE_INFINITY;
    if (next_ms >= change_ms) at++;
    edge_ms = Math.min(next_ms, change_ms);
    edges.push(edge_ms);
  } while (edge_ms < until_ms && edges.length <= max + 1);
  return Float64Array.from(edges);
}

/** Months since 1970-01, in UTC. */
export function monthOf(utc_ms: number): number {
  const civil = civilOf(utc_ms);
  return (civil.year - EPOCH_YEAR) * 12 + civil.month - 1;
}

/** The inverse of monthOf. */
export function monthStart(month: number): number {
  const year = Math.floor(month / 12);
  return dayNumber(EPOCH_YEAR + year, month - year * 12 + 1, 1) * DAY_MS;
}

function isElapsed(unit: Unit): unit is ElapsedUnit {
  return unit === 'second' || unit === 'minute' || unit === 'hour';
}

function floorElapsed(zone: string, utc_ms: number, unit_ms: number): number {
  const offset_ms = offsetMs(zone, utc_ms);
  const start_ms = Math.floor((utc_ms + offset_ms) / unit_ms) * unit_ms - offset_ms;
  if (offsetMs(zone, start_ms) === offset_ms) return start_ms;
  return changeBetween(zone, start_ms, utc_ms);
}

function floorWall(wall_ms: number, unit: CalendarUnit, week_start: WeekStart): number {
  const day = Math.floor(wall_ms / DAY_MS);
  if (unit === 'day') return day * DAY_MS;
  if (unit === 'week') return (day - ((weekdayOfDay(day) - week_start + 7) % 7)) * DAY_MS;
  const civil = civilOf(wall_ms);
  const month = civil.month - ((civil.month - 1) % MONTHS[unit]);
  return dayNumber(civil.year, month, 1) * DAY_MS;
}

function addWall(wall_ms: number, count: number, unit: CalendarUnit): number {
  if (MONTHS[unit] === 0) return wall_ms + count * (unit === 'week' ? 7 : 1) * DAY_MS;
  const civil = civilOf(wall_ms);
  const months = civil.year * 12 + civil.month - 1 + count * MONTHS[unit];
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  // 31 January plus a month is the last day of February.
  return wallMs({ ...civil, year, month, day: Math.min(civil.day, daysInMonth(year, month)) });
}
