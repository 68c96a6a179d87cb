/**
 * Scalar functions. Each is bound once to its constant arguments (patterns compiled, lists become sets) and called per
 * distinct value.
 */
import { RE2JS } from 're2js';
import { civilOf, dayNumber, daysInMonth } from '../../../base/calendar/civil.ts';
import { isObject, parseNested } from '../../../base/json.ts';
import { keysOf, recordOf } from '../../../base/known.ts';
import { folded } from '../../../base/letters/caseless.ts';
import { DAY_MS } from '../../../base/time.ts';
import { LIMIT } from '../../../model/limit.ts';
import type { FunctionName, ZoneOffsets } from '../../../model/question/expression.ts';
import { parsedValue, textOf, type Value } from '../../frame/column.ts';
import { patternTest } from '../values/pattern.ts';
import {
  dayOfWeek,
  dayOfYear,
  floorMonths,
  formatClock,
  formatDate,
  formatSeconds,
  formatTime,
  isoWeek,
  toBoolean,
  toDate,
  toInteger,
  toNumber,
  toTime,
} from './casts.ts';
import { isAtMost, isEqual, isLess, member } from './compare.ts';
import { hasItem, itemText, LIST_FUNCTIONS, listOf, ofLists, placeOf, readItems } from './lists.ts';
import { finite, roundTo } from './number.ts';
import {
  extractor,
  extractorOfAll,
  jsonIn,
  jsonMember,
  lengthOf,
  likeTester,
  position,
  spanOf,
  splitPart,
  substring,
  trim,
} from './text.ts';
import { fromWall, lastChange, toWall } from './zone.ts';

/** A function with its constant arguments bound. The caller reuses the list `args`, so it must not be kept. */
export type Bound = (args: readonly Value[]) => Value;
/** `constants`: argument -> value if it is the same for all rows, else undefined. */
type Bind = (constants: readonly (Value | undefined)[], zone: ZoneOffsets) => Bound;

export function bind(name: FunctionName, constants: readonly (Value | undefined)[], zone: ZoneOffsets): Bound {
  return FUNCTIONS[name](constants, zone);
}

// --- kinds of functions; a missing argument gives a missing result

const plain =
  (run: (args: readonly Value[]) => Value): Bind =>
  () =>
    run;

const numbers = (run: (a: number, b: number) => number): Bind =>
  plain(([a, b = 0]) => (typeof a === 'number' && typeof b === 'number' ? finite(run(a, b)) : null));

const manyNumbers = (run: (numbers: readonly number[]) => number): Bind =>
  plain((args) => (args.every((value) => typeof value === 'number') ? run(args) : null));

const texts = (run: (a: string, b: string, c: string) => Value): Bind =>
  plain(([a, b = '', c = '']) =>
    typeof a === 'string' && typeof b === 'string' && typeof c === 'string' ? run(a, b, c) : null,
  );

/** A function of a text and a pattern; constant patterns are prepared once. */
const pattern = (prepare: (pattern: string) => (text: string) => Value): Bind => {
  return ([, known]) => {
    const prepared = typeof known === 'string' ? prepare(known) : null;
    return ([text, said]) => {
      if (typeof text !== 'string' || typeof said !== 'string') return null;
      return prepared === null ? prepare(said)(text) : prepared(text);
    };
  };
};

const days = (run: (day: number) => Value): Bind => plain(([day]) => (typeof day === 'number' ? run(day) : null));

const readings = (run: (wall_ms: number) => Value): Bind => days(run);

/** Replaces matches of a pattern. In the replacement, \\1 is the first group, \\0 the whole match; others are nothing. */
function replacer([, known, , all]: readonly (Value | undefined)[]): Bound {
  const compiled = RE2JS.compile(String(known));
  const groups = compiled.groupCount();
  const said = (_: string, group: string): string =>
    group === '0' ? '$&' : Number(group) <= groups ? `$${group}` : '';
  return ([text, , to]) => {
    if (typeof text !== 'string' || typeof to !== 'string') return null;
    const made = to.replaceAll('$', '$$$$').replace(/\\(\d)/g, said);
    const matcher = compiled.matcher(text);
    return all === true ? matcher.replaceAll(made) : matcher.replaceFirst(made);
  };
}

function and(args: readonly Value[]): Value {
  if (args.includes(false)) return false;
  return args.includes(null) ? null : true;
}

function or(args: readonly Value[]): Value {
  if (args.includes(true)) return true;
  return args.includes(null) ? null : false;
}

function choose(args: readonly Value[]): Value {
  for (let at = 0; at + 1 < args.length; at += 2) if (args[at] === true) return args[at + 1]!;
  return args.at(-1)!;
}

function sliceOf(items: unknown[] | null, start: Value, length: Value | undefined): Value {
  if (items === null || typeof start !== 'number') return null;
  return listOf(items.slice(...spanOf(items.length, start, typeof length === 'number' ? length : undefined)));
}

function rangeOf(first: Value, until: Value): Value {
  if (typeof first !== 'number' || typeof until !== 'number' || until - first > LIMIT.sql_list_items) return null;
  return listOf(Array.from({ length: Math.max(0, Math.ceil(until - first)) }, (_, at) => first + at));
}

function jsonKeys(value: Value): Value {
  const inner = jsonIn(value);
  return isObject(inner) ? listOf(Object.keys(inner)) : null;
}

function jsonLength(value: Value): Value {
  const inner = jsonIn(value);
  return typeof inner === 'object' && inner !== null ? Object.keys(inner).length : null;
}

function jsonText(value: Value): Value {
  return typeof value === 'object' ? textOf(value) : JSON.stringify(value);
}

function jsonItems(value: Value): Value {
  const items = typeof value === 'string' ? parseNested(value, LIMIT.json_depth) : readItems(value);
  return Array.isArray(items) ? listOf(items.map((item) => JSON.stringify(item))) : null;
}

function substringOf([text, start, length]: readonly Value[]): Value {
  if (typeof text !== 'string' || typeof start !== 'number' || length === null) return null;
  return typeof length === 'number' ? substring(text, start, length) : substring(text, start);
}

function addMonths(day: number, count: number): number {
  const civil = civilOf(day * DAY_MS);
  const months = civil.year * 12 + civil.month - 1 + count;
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  return dayNumber(year, month, Math.min(civil.day, daysInMonth(year, month)));
}

const LIST_BINDS = recordOf(keysOf(LIST_FUNCTIONS), (name) => plain(ofLists(LIST_FUNCTIONS[name])));

const FUNCTIONS: Readonly<Record<FunctionName, Bind>> = {
  and: plain(and),
  or: plain(or),
  not: plain(([value]) => (typeof value === 'boolean' ? !value : null)),
  choose: plain(choose),
  coalesce: plain((args) => args.find((value) => value !== null) ?? null),
  is_null: plain(([value]) => value === null),
  null_if: plain(([value, other]) => (isEqual(value!, other!) ? null : value!)),
  equal: plain(([a, b]) => isEqual(a!, b!)),
  not_equal: plain(([a, b]) => !isEqual(a!, b!)),
  less: plain(([a, b]) => isLess(a!, b!)),
  less_equal: plain(([a, b]) => isAtMost(a!, b!)),
  greater: plain(([a, b]) => isLess(b!, a!)),
  greater_equal: plain(([a, b]) => isAtMost(b!, a!)),
  in: member,
  has_item: plain(([value, list]) => hasItem(value!, list!)),
  list_of: plain((args) => listOf(args.map(parsedValue))),
  list_text: plain(
    ([list, between]) =>
      readItems(list!)
        ?.filter((item) => item !== null)
        .map(itemText)
        .join(textOf(between!) ?? '') ?? null,
  ),
  list_split: texts((separator, text) => listOf(separator === '' ? [...text] : text.split(separator))),
  list_slice: plain(([list, start, length]) => sliceOf(readItems(list!), start!, length)),
  list_range: plain(([first, until]) => rangeOf(first!, until!)),
  list_find: plain(([list, value]) => placeOf(value!, readItems(list!) ?? [])),
  json_keys: plain(([value]) => jsonKeys(value!)),
  json_length: plain(([value]) => jsonLength(value!)),
  json_text: plain(([value]) => jsonText(value!)),
  json_texts: plain(([value]) => jsonItems(value!)),
  ...LIST_BINDS,
  add: numbers((a, b) => a + b),
  subtract: numbers((a, b) => a - b),
  multiply: numbers((a, b) => a * b),
  divide: numbers((a, b) => a / b),
  modulo: numbers((a, b) => a % b),
  divide_whole: numbers((a, b) => Math.trunc(a / b)),
  negate: numbers((a) => -a),
  abs: numbers(Math.abs),
  floor: numbers(Math.floor),
  ceil: numbers(Math.ceil),
  truncate: numbers(Math.trunc),
  round: numbers(roundTo),
  power: numbers((a, b) => a ** b),
  sqrt: numbers(Math.sqrt),
  exp: numbers(Math.exp),
  log: numbers(Math.log),
  log2: numbers(Math.log2),
  log10: numbers(Math.log10),
  least: manyNumbers((all) => Math.min(...all)),
  greatest: manyNumbers((all) => Math.max(...all)),
  concat: plain((args) => args.map((value) => textOf(value) ?? '').join('')),
  length: texts(lengthOf),
  lower: texts((text) => text.toLowerCase()),
  fold: texts(folded),
  upper: texts((text) => text.toUpperCase()),
  trim: texts((text) => trim(text, true, true)),
  trim_left: texts((text) => trim(text, true, false)),
  trim_right: texts((text) => trim(text, false, true)),
  substring: plain(substringOf),
  replace_all: texts((text, from, to) => (from === '' ? text : text.replaceAll(from, () => to))),
  replace_one: texts((text, from, to) => (from === '' ? text : text.replace(from, () => to))),
  starts_with: texts((text, start) => text.startsWith(start)),
  ends_with: texts((text, end) => text.endsWith(end)),
  position: texts(position),
  is_empty: texts((text) => text === ''),
  split_part: plain(([separator, text, index]) =>
    typeof text === 'string' && typeof separator === 'string' && typeof index === 'number'
      ? splitPart(text, separator, index)
      : null,
  ),
  json_get: ([value]) => {
    const member = value === undefined ? null : jsonMember(value);
    return member === null ? ([of, key]) => jsonMember(of!)(key!) : ([, key]) => member(key!);
  },
  like: pattern((said) => likeTester(said, false)),
  ilike: pattern((said) => likeTester(said, true)),
  matches: pattern(patternTest),
  extract: pattern(extractor),
  extract_all: pattern(extractorOfAll),
  replace_pattern: replacer,
  to_text: plain(([value]) => textOf(value!)),
  to_number: plain(([value]) => toNumber(value!)),
  to_integer: plain(([value]) => toInteger(value!)),
  to_boolean: plain(([value]) => toBoolean(value!)),
  to_time:
    (_, zone) =>
    ([value]) =>
      toTime(value!, zone),
  to_date:
    (_, zone) =>
    ([value]) =>
      toDate(value!, zone),
  to_wall:
    (_, zone) =>
    ([time]) =>
      typeof time === 'number' ? toWall(zone, time) : null,
  from_wall:
    (_, zone) =>
    ([wall]) =>
      typeof wall === 'number' ? fromWall(zone, wall) : null,
  last_change:
    (_, zone) =>
    ([time]) =>
      typeof time === 'number' ? lastChange(zone, time) : null,
  year: days((day) => civilOf(day * DAY_MS).year),
  quarter: days((day) => Math.ceil(civilOf(day * DAY_MS).month / 3)),
  month: days((day) => civilOf(day * DAY_MS).month),
  day_of_month: days((day) => civilOf(day * DAY_MS).day),
  day_of_week: days(dayOfWeek),
  day_of_year: days(dayOfYear),
  iso_week: days(isoWeek),
  month_number: days((day) => civilOf(day * DAY_MS).year * 12 + civilOf(day * DAY_MS).month - 1),
  add_months: numbers(addMonths),
  floor_month: days((day) => floorMonths(day, 1)),
  floor_quarter: days((day) => floorMonths(day, 3)),
  floor_year: days((day) => floorMonths(day, 12)),
  format_date: days(formatDate),
  format_seconds: readings(formatSeconds),
  format_time: readings(formatTime),
  format_clock: plain(([wall, said]) =>
    typeof wall === 'number' && typeof said === 'string' ? formatClock(wall, said) : null,
  ),
};
