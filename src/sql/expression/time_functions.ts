/**
 * Functions of times and dates. Calendar arithmetic uses wall-clock readings and day numbers, so the engine needs no zones
 * but the table of offsets that it is given.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, toWall } from '../../base/time.ts';
import type { FunctionName } from '../../model/question/expression.ts';
import { nearestText, wrongAt } from '../grammar/source.ts';
import { clockPattern } from './clock_pattern.ts';
import { plainNumber, plainText, type Signature, type Signatures, shaped, takes } from './signature.ts';
import type { Tree } from './tree.ts';
import {
  apply,
  asDate,
  asNumber,
  asTime,
  coarse,
  floorTo,
  instantOf,
  literal,
  type Scope,
  type Type,
  type Typed,
  type Unit,
  wallOf,
} from './typed.ts';
import { cutsSteps } from './zone_table.ts';

const UNITS: readonly Unit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
const ELAPSED_MS = { second: SECOND_MS, minute: MINUTE_MS, hour: HOUR_MS } as const;
const MONTHS = { month: 1, quarter: 3, year: 12 } as const;
const FLOOR_OF = new Map<number, FunctionName>([
  [1, 'floor_month'],
  [3, 'floor_quarter'],
  [12, 'floor_year'],
]);
/** Day number of a Monday. Weeks are counted from it. */
const MONDAY = 4;

export const TIME: Signatures = {
  now: takes(0, 0, (scope, _, at) => second(literal(floorSecond(scope.clock.now_ms)), at)),
  today: takes(0, 0, (scope, _, at) => date(literal(todayOf(scope)), at)),
  yesterday: takes(0, 0, (scope, _, at) => date(literal(todayOf(scope) - 1), at)),
  toDate: shaped('date', [asDate], (day) => day),
  toDateTime: takes(1, 1, toDateTime),
  toTimeZone: takes(1, 1, (scope, [of], at) => typed(timeType(of!), asTime(scope, of!), at)),
  toDateTime64: shaped('time', [asTime, asNumber], (time) => time, 1),
  parseDateTimeBestEffort: shaped('time', [asTime], (time) => time),
  parseDateTimeBestEffortOrNull: shaped('time', [asTime], (time) => time),
  toUnixTimestamp: shaped('number', [asTime], (time) => floorTo(time, SECOND_MS)),
  toUnixTimestamp64Milli: shaped('number', [asTime], (time) => time),
  fromUnixTimestamp64Milli: shaped('time', [asNumber], (milliseconds) => milliseconds),
  fromUnixTimestamp: shaped('second', [asNumber], secondsOf),
  toStartOfSecond: startOf(SECOND_MS),
  toStartOfMinute: startOf(MINUTE_MS),
  toStartOfFiveMinutes: startOf(5 * MINUTE_MS),
  toStartOfTenMinutes: startOf(10 * MINUTE_MS),
  toStartOfFifteenMinutes: startOf(15 * MINUTE_MS),
  toStartOfHour: startOf(HOUR_MS),
  toStartOfDay: takes(1, 1, startOfDay),
  toStartOfWeek: takes(1, 2, startOfWeek),
  toMonday: shaped('date', [asDate], (day) => weekOf(day, 1)),
  toStartOfMonth: ofDay('floor_month', 'date'),
  toStartOfQuarter: ofDay('floor_quarter', 'date'),
  toStartOfYear: ofDay('floor_year', 'date'),
  dateTrunc: takes(2, 2, dateTrunc),
  toStartOfInterval: takes(2, 2, startOfInterval),
  formatDateTime: shaped('text', [(scope, of) => wallOf(scope, asTime(scope, of)), clockPattern], (wall, pattern) =>
    apply('format_clock', wall, pattern),
  ),
  toLastDayOfMonth: shaped('date', [asDate], (day) =>
    apply('subtract', apply('floor_month', apply('add_months', day, literal(1))), literal(1)),
  ),
  toSecond: ofClock(MINUTE_MS, SECOND_MS),
  toMinute: ofClock(HOUR_MS, MINUTE_MS),
  toHour: ofClock(DAY_MS, HOUR_MS),
  toDayOfWeek: ofDay('day_of_week', 'number'),
  toDayOfMonth: ofDay('day_of_month', 'number'),
  toDayOfYear: ofDay('day_of_year', 'number'),
  toISOWeek: ofDay('iso_week', 'number'),
  toMonth: ofDay('month', 'number'),
  toQuarter: ofDay('quarter', 'number'),
  toYear: ofDay('year', 'number'),
  toYYYYMM: shaped('number', [asDate], yearMonth),
  toYYYYMMDD: shaped('number', [asDate], (day) =>
    apply('add', apply('multiply', yearMonth(day), literal(100)), apply('day_of_month', day)),
  ),
  dateDiff: takes(3, 3, dateDiff),
  dateAdd: takes(2, 3, (scope, args, at) => moved(scope, args, 1, at)),
  dateSub: takes(2, 3, (scope, args, at) => moved(scope, args, -1, at)),
  ...Object.fromEntries(UNITS.map((unit) => [`toInterval${capital(unit)}`, intervalOf(unit)])),
  ...Object.fromEntries(UNITS.map((unit) => [`add${capital(unit)}s`, shiftBy(unit, 1)])),
  ...Object.fromEntries(UNITS.map((unit) => [`subtract${capital(unit)}s`, shiftBy(unit, -1)])),
};

function yearMonth(day: Tree): Tree {
  return apply('add', apply('multiply', apply('year', day), literal(100)), apply('month', day));
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

function typed(type: Type, node: Tree, at: number): Typed {
  return { type, node, at };
}

const second = (node: Tree, at: number): Typed => typed('second', node, at);
const date = (node: Tree, at: number): Typed => typed('date', node, at);
const number = (node: Tree, at: number): Typed => typed('number', node, at);

function floorSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS;
}

function todayOf({ clock }: Scope): number {
  return Math.floor(toWall(clock.timezone, clock.now_ms) / DAY_MS);
}

function secondsOf(seconds: Tree): Tree {
  return apply('multiply', seconds, literal(SECOND_MS));
}

/** Numbers are seconds since 1970; times lose their fraction. */
function toDateTime(scope: Scope, [of]: readonly Typed[], at: number): Typed {
  if (of!.type === 'number') return second(secondsOf(of!.node), at);
  if (of!.type === 'any' || of!.type === 'text') return typed('time', asTime(scope, of!), at);
  return second(secondsOf(floorTo(coarse(scope, asTime(scope, of!), SECOND_MS), SECOND_MS)), at);
}

function startOf(step_ms: number): Signature {
  return takes(1, 1, (scope, [of], at) => second(truncated(scope, of!, step_ms), at));
}

/**
 * Steps of an hour or less begin where the passed part of them is subtracted from the instant, or at a clock change that
 * cuts them: half an hour, say. Longer ones begin when the clock shows it, and have an hour more or less.
 */
function truncated(scope: Scope, of: Typed, step_ms: number): Tree {
  const time = coarse(scope, asTime(scope, of), step_ms);
  const wall = wallOf(scope, time);
  const start = apply('multiply', floorTo(wall, step_ms), literal(step_ms));
  if (step_ms > HOUR_MS) return instantOf(scope, start);
  const begun = apply('subtract', time, apply('subtract', wall, start));
  return cutsSteps(scope.clock.timezone, step_ms) ? apply('greatest', begun, apply('last_change', time)) : begun;
}

function startOfDay(scope: Scope, [of]: readonly Typed[], at: number): Typed {
  return second(instantOf(scope, apply('multiply', asDate(scope, of!), literal(DAY_MS))), at);
}

/** The mode gives the first day: even is Sunday, odd is Monday. The default is the project's. */
function startOfWeek(scope: Scope, [of, mode]: readonly Typed[], at: number): Typed {
  const first = mode === undefined ? scope.clock.week_start : plainNumber(scope, mode) % 2;
  return date(weekOf(asDate(scope, of!), first), at);
}

/** @param first 0 for Sunday, 1 for Monday */
function weekOf(day: Tree, first: number): Tree {
  const monday_day = apply('day_of_week', day);
  const passed = first === 1 ? apply('subtract', monday_day, literal(1)) : apply('modulo', monday_day, literal(7));
  return apply('subtract', day, passed);
}

function ofDay(name: FunctionName, type: 'date' | 'number'): Signature {
  return shaped(type, [asDate], (day) => apply(name, day));
}

/** Number of whole steps within the span, e.g. hours of the day. */
function ofClock(span_ms: number, step_ms: number): Signature {
  return takes(1, 1, (scope, [of], at) => {
    const wall = wallOf(scope, asTime(scope, of!), step_ms);
    const span = apply('multiply', floorTo(wall, span_ms), literal(span_ms));
    return number(floorTo(apply('subtract', wall, span), step_ms), at);
  });
}

function dateTrunc(scope: Scope, [unit, of]: readonly Typed[], at: number): Typed {
  const step = readUnit(scope, unit!);
  if (step === 'second' || step === 'minute' || step === 'hour')
    return second(truncated(scope, of!, ELAPSED_MS[step]), at);
  if (step === 'day') return startOfDay(scope, [of!], at);
  if (step === 'week') return startOfWeek(scope, [of!, { ...of!, ...typed('number', literal(1), at) }], at);
  return date(apply(`floor_${step}`, asDate(scope, of!)), at);
}

/** Intervals may have several units. Those of a day or more start at midnight. */
function startOfInterval(scope: Scope, [of, step]: readonly Typed[], at: number): Typed {
  const count = step!.unit === undefined ? null : step!.node.kind === 'literal' ? step!.node.value : null;
  const unit = step!.unit!;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
    throw wrongAt(scope.source, step!.at, 'write the interval out: toStartOfInterval(timestamp, INTERVAL 15 MINUTE).');
  if (unit === 'hour' && count > 1) return second(hoursOf(scope, of!, count * HOUR_MS), at);
  if (unit === 'second' || unit === 'minute' || unit === 'hour')
    return second(truncated(scope, of!, count * ELAPSED_MS[unit]), at);
  if (unit === 'day')
    return second(instantOf(scope, apply('multiply', floorTo(asDate(scope, of!), count), literal(count * DAY_MS))), at);
  if (unit === 'week') return count === 1 ? date(weekOf(asDate(scope, of!), 1), at) : refuseStep(scope, step!);
  const months = count * MONTHS[unit];
  const name = FLOOR_OF.get(months);
  return name === undefined ? refuseStep(scope, step!) : date(apply(name, asDate(scope, of!)), at);
}

/** Steps of several hours begin anew at each midnight, so the last of a day may be short. */
function hoursOf(scope: Scope, of: Typed, step_ms: number): Tree {
  const wall = wallOf(scope, coarse(scope, asTime(scope, of), HOUR_MS));
  const midnight = apply('multiply', floorTo(wall, DAY_MS), literal(DAY_MS));
  const passed = apply('multiply', floorTo(apply('subtract', wall, midnight), step_ms), literal(step_ms));
  return instantOf(scope, apply('add', midnight, passed));
}

function refuseStep(scope: Scope, step: Typed): never {
  throw wrongAt(scope.source, step.at, 'steps are any number of seconds to days, one week, or 1, 3 or 12 months.');
}

/** dateAdd(t, interval 1 day), dateAdd('day', 1, t) */
function moved(scope: Scope, [first, count, of]: readonly Typed[], sign: 1 | -1, at: number): Typed {
  if (of !== undefined) {
    const shift = { count: asNumber(scope, count!), unit: readUnit(scope, first!), sign };
    return shifted(scope, of, shift, at);
  }
  if (count!.unit !== undefined) return shifted(scope, first!, { count: count!.node, unit: count!.unit, sign }, at);
  throw wrongAt(scope.source, at, "write dateAdd('day', 1, timestamp) or timestamp + INTERVAL 1 DAY.");
}

/** 'day', 'days', 'DAY', 'd' */
function readUnit(scope: Scope, unit: Typed): Unit {
  return unitNamed(scope, plainText(scope, unit, UNITS), unit.at);
}

export function unitNamed(scope: Scope, said: string, at: number): Unit {
  const word = said.toLowerCase().replace(/s$/, '');
  const found = UNITS.find((known) => known === word);
  if (found !== undefined) return found;
  throw wrongAt(
    scope.source,
    at,
    `there is no unit ${said}. ${nearestText(said, UNITS)}Units are ${UNITS.join(', ')}.`,
  );
}

/**
 * Counts boundaries of the unit in between: from Monday 23:59 to Tuesday 00:01 is one day. Hours and less are those that
 * passed, whatever the clock was set to meanwhile; days and more are those of the calendar.
 */
function dateDiff(scope: Scope, [unit, from, until]: readonly Typed[], at: number): Typed {
  const step = readUnit(scope, unit!);
  const [first, last] = [from!, until!].map((of) => unitNumber(scope, of, step));
  return number(apply('subtract', last!, first!), at);
}

function unitNumber(scope: Scope, of: Typed, unit: Unit): Tree {
  if (unit === 'second') return floorTo(coarse(scope, asTime(scope, of), SECOND_MS), SECOND_MS);
  if (unit === 'minute' || unit === 'hour') return floorTo(truncated(scope, of, ELAPSED_MS[unit]), ELAPSED_MS[unit]);
  const day = asDate(scope, of);
  if (unit === 'day') return day;
  if (unit === 'week') return floorTo(apply('subtract', day, literal(MONDAY)), 7);
  return floorTo(apply('month_number', day), MONTHS[unit]);
}

function intervalOf(unit: Unit): Signature {
  return takes(1, 1, (scope, [count], at) => ({ type: 'interval', unit, node: asNumber(scope, count!), at }));
}

function shiftBy(unit: Unit, sign: 1 | -1): Signature {
  return takes(2, 2, (scope, [of, count], at) =>
    shifted(scope, of!, { count: asNumber(scope, count!), unit, sign }, at),
  );
}

/** A number of units, forwards or backwards. */
interface Shift {
  readonly count: Tree;
  readonly unit: Unit;
  readonly sign: 1 | -1;
}

/** Shifts by days or more keep the wall clock's time. A date stays a date unless hours or less are added. */
export function shifted(scope: Scope, of: Typed, { count, unit, sign }: Shift, at: number): Typed {
  const units = sign === 1 ? count : apply('negate', count);
  if (unit === 'second' || unit === 'minute' || unit === 'hour') {
    const type = of.type === 'date' ? 'second' : timeType(of);
    return typed(type, apply('add', asTime(scope, of), apply('multiply', units, literal(ELAPSED_MS[unit]))), at);
  }
  if (of.type === 'date') return date(shiftedDay(of.node, units, unit), at);
  const wall = wallOf(scope, asTime(scope, of));
  const day = floorTo(wall, DAY_MS);
  const clock = apply('subtract', wall, apply('multiply', day, literal(DAY_MS)));
  const moved = apply('add', apply('multiply', shiftedDay(day, units, unit), literal(DAY_MS)), clock);
  return typed(timeType(of), instantOf(scope, moved), at);
}

function timeType(of: Typed): Type {
  return of.type === 'second' ? 'second' : 'time';
}

function shiftedDay(day: Tree, units: Tree, unit: Exclude<Unit, 'second' | 'minute' | 'hour'>): Tree {
  if (unit === 'day') return apply('add', day, units);
  if (unit === 'week') return apply('add', day, apply('multiply', units, literal(7)));
  return apply('add_months', day, MONTHS[unit] === 1 ? units : apply('multiply', units, literal(MONTHS[unit])));
}
