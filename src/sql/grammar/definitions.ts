/**
 * Functions defined in HogQL itself: name and arguments -> the expression they are short for. Case and _ of a name do
 * not matter. `name distinct(x)` defines name(distinct x); `name ordered(x, y)` defines name(x order by y).
 */
import type { CallSyntax, Syntax } from './syntax.ts';

/** Functions of HogQL and ClickHouse. */
const OWN: Readonly<Record<string, string>> = {
  // lists; of a property `length` counts characters, so its items are counted where it has become a list
  'arrayPushBack(list, x)': 'arrayConcat(list, [x])',
  'arrayPushFront(list, x)': 'arrayConcat([x], list)',
  'arrayPopBack(list)': 'arraySlice(list, 1, length(arraySlice(list, 1)) - 1)',
  'arrayPopFront(list)': 'arraySlice(list, 2)',
  'arrayCompact(list)':
    'arrayMap(p -> p.2, arrayFilter(p -> p.1 = 1 or p.2 != list[p.1 - 1], arrayZip(arrayEnumerate(list), list)))',
  'arrayDifference(list)': 'arrayMap((x, at) -> if(at = 1, 0, x - list[at - 1]), list, arrayEnumerate(list))',
  'countEqual(list, x)': 'arrayCount(item -> item = x, list)',
  'groupArray distinct(x)': 'groupUniqArray(x)',
  'tupleElement(list, nth)': 'list[nth]',
  'transform(x, list, others)': 'if(has(list, x), others[indexOf(list, x)], x)',
  'transform(x, list, others, otherwise)': 'if(has(list, x), others[indexOf(list, x)], otherwise)',
  // numbers; what is not finite has no value here
  'intDivOrZero(a, b)': 'ifNull(intDiv(a, b), 0)',
  'exp2(x)': 'pow(2, x)',
  'exp10(x)': 'pow(10, x)',
  'pi()': '3.141592653589793',
  'isFinite(x)': 'isNotNull(toFloat(x))',
  'isNaN(x)': 'isNull(toFloat(x))',
  'ifNotFinite(x, y)': 'ifNull(toFloat(x), y)',
  'toDecimal(x, digits)': 'toFloat(x)',
  'roundBankers(x)': 'round(x)',
  'roundBankers(x, digits)': 'round(x, digits)',
  // conditions
  'xor(a, b)': 'toBool(a) != toBool(b)',
  'notLike(text, pattern)': 'text not like pattern',
  'notILike(text, pattern)': 'text not ilike pattern',
  // texts
  'concatWithSeparator(glue, a, b)': 'concat(a, glue, b)',
  'concatWithSeparator(glue, a, b, c)': 'concat(a, glue, b, glue, c)',
  'countMatches(text, pattern)': 'length(extractAll(text, pattern))',
  'splitByWhitespace(text)': "extractAll(text, '[^[:space:]]+')",
  'splitByNonAlpha(text)': "extractAll(text, '[^[:space:][:punct:]]+')",
  'alphaTokens(text)': "extractAll(text, '[a-zA-Z]+')",
  'multiSearchAny(text, list)': 'arrayExists(part -> position(text, part) > 0, list)',
  'multiSearchAnyCaseInsensitive(text, list)': 'arrayExists(part -> positionCaseInsensitive(text, part) > 0, list)',
  'substringUTF8(text, start)': 'substring(text, start)',
  'substringUTF8(text, start, count)': 'substring(text, start, count)',
  'repeat(text, times)': 'arrayStringConcat(arrayMap(nth -> text, range(times)))',
  'leftPad(text, count, by)':
    'if(length(text) >= count, left(text, count), concat(left(repeat(by, count), count - length(text)), text))',
  'rightPad(text, count, by)': 'left(concat(text, repeat(by, count)), count)',
  'toUUID(x)': 'toString(x)',
  'countSubstrings(text, part)': 'length(splitByString(part, text)) - 1',
  // addresses
  'protocol(url)': "extract(url, '^([a-zA-Z][a-zA-Z0-9+.-]*):')",
  'queryString(url)': "extract(url, '^[^?#]*[?]([^#]*)')",
  'fragment(url)': "extract(url, '#(.*)')",
  'cutFragment(url)': "extract(url, '^[^#]*')",
  'topLevelDomain(url)': "extract(domain(url), '[.]([^.]*)$')",
  // times
  'dateName(unit, time)':
    "multiIf(unit = 'month', monthName(time), unit = 'weekday', dayName(time), unit = 'year', formatDateTime(time, '%Y'), unit = 'quarter', toString(toQuarter(time)), unit = 'week', toString(toISOWeek(time)), unit = 'dayofyear', toString(toDayOfYear(time)), unit = 'day', toString(toDayOfMonth(time)), unit = 'hour', toString(toHour(time)), unit = 'minute', toString(toMinute(time)), unit = 'second', toString(toSecond(time)), null)",
  'timeSlot(time)': 'toStartOfInterval(time, interval 30 minute)',
  'toWeek(time)': 'intDiv(toDayOfYear(time) + 6 - toDayOfWeek(time) % 7, 7)',
  'toISOYear(time)': 'toYear(toMonday(time) + 3)',
  'toDateOrNull(x)': 'toDate(x)',
  'toDateTimeOrNull(x)': 'toDateTime(x)',
  'parseDateTime64BestEffort(x)': 'parseDateTimeBestEffort(x)',
  'parseDateTime64BestEffortOrNull(x)': 'parseDateTimeBestEffort(x)',
  'toLastDayOfWeek(time)': 'toStartOfWeek(time) + 6',
  'monthName(time)': "formatDateTime(time, '%M')",
  'dayName(time)': "formatDateTime(time, '%W')",
};

/** Functions of PostgreSQL, MySQL, BigQuery, Snowflake and DuckDB with one possible meaning; aggregates of ClickHouse. */
const OTHERS: Readonly<Record<string, string>> = {
  // choices
  'nvl(x, y)': 'ifNull(x, y)',
  'isNull(x, y)': 'ifNull(x, y)',
  'zeroIfNull(x)': 'ifNull(x, 0)',
  'nullIfZero(x)': 'nullIf(x, 0)',
  'iff(c, x, y)': 'if(c, x, y)',
  'iif(c, x, y)': 'if(c, x, y)',
  // numbers
  'safeDivide(a, b)': 'a / b',
  'div0(a, b)': 'ifNull(a / b, 0)',
  'ceiling(x)': 'ceil(x)',
  'power(x, y)': 'pow(x, y)',
  'mod(x, y)': 'modulo(x, y)',
  'truncate(x)': 'trunc(x)',
  // texts
  'charLength(text)': 'length(text)',
  'characterLength(text)': 'length(text)',
  'len(text)': 'length(text)',
  'ucase(text)': 'upper(text)',
  'lcase(text)': 'lower(text)',
  'lpad(text, count, by)': 'leftPad(text, count, by)',
  'rpad(text, count, by)': 'rightPad(text, count, by)',
  'strPos(text, part)': 'position(text, part)',
  'inStr(text, part)': 'position(text, part)',
  'contains(text, part)': 'position(text, part) > 0',
  'split(text, by)': 'splitByString(by, text)',
  'stringSplit(text, by)': 'splitByString(by, text)',
  'stringToArray(text, by)': 'splitByString(by, text)',
  'splitPart(text, by, nth)': 'splitByString(by, text)[nth]',
  'regexpLike(text, pattern)': 'match(text, pattern)',
  'regexpContains(text, pattern)': 'match(text, pattern)',
  'regexpMatches(text, pattern)': 'match(text, pattern)',
  'regexpExtract(text, pattern)': 'extract(text, pattern)',
  'regexpSubstr(text, pattern)': 'extract(text, pattern)',
  'regexpReplace(text, pattern, by)': 'replaceRegexpAll(text, pattern, by)',
  'concatWs(glue, a, b)': 'arrayStringConcat([a, b], glue)',
  'concatWs(glue, a, b, c)': 'arrayStringConcat([a, b, c], glue)',
  // lists
  'arrayLength(list)': 'length(arraySlice(list, 1))',
  'arrayLength(list, dimension)': 'length(arraySlice(list, 1))',
  'cardinality(list)': 'length(arraySlice(list, 1))',
  'jsonArrayLength(list)': 'length(arraySlice(list, 1))',
  'arrayContains(list, x)': 'has(list, x)',
  'listContains(list, x)': 'has(list, x)',
  'arrayToString(list, glue)': 'arrayStringConcat(list, glue)',
  'unnest(list)': 'arrayJoin(list)',
  'explode(list)': 'arrayJoin(list)',
  // times
  'currentDate()': 'today()',
  'curDate()': 'today()',
  'currentTimestamp()': 'now()',
  'getDate()': 'now()',
  'date(time)': 'toDate(time)',
  'year(time)': 'toYear(time)',
  'quarter(time)': 'toQuarter(time)',
  'month(time)': 'toMonth(time)',
  'day(time)': 'toDayOfMonth(time)',
  'dayOfMonth(time)': 'toDayOfMonth(time)',
  'dayOfYear(time)': 'toDayOfYear(time)',
  'weekOfYear(time)': 'toISOWeek(time)',
  'hour(time)': 'toHour(time)',
  'minute(time)': 'toMinute(time)',
  'second(time)': 'toSecond(time)',
  'lastDay(time)': 'toLastDayOfMonth(time)',
  'dateFormat(time, pattern)': 'formatDateTime(time, pattern)',
  'unixTimestamp(time)': 'toUnixTimestamp(time)',
  'toUnixTime(time)': 'toUnixTimestamp(time)',
  'fromUnixTime(seconds)': 'fromUnixTimestamp(seconds)',
  'daysBetween(later, time)': "dateDiff('day', time, later)",
  'partYear(time)': 'toYear(time)',
  'partQuarter(time)': 'toQuarter(time)',
  'partMonth(time)': 'toMonth(time)',
  'partWeek(time)': 'toISOWeek(time)',
  'partIsoWeek(time)': 'toISOWeek(time)',
  'partDay(time)': 'toDayOfMonth(time)',
  'partHour(time)': 'toHour(time)',
  'partMinute(time)': 'toMinute(time)',
  'partSecond(time)': 'toSecond(time)',
  'partDate(time)': 'toDate(time)',
  'partEpoch(time)': 'toUnixTimestamp(time)',
  'partDoy(time)': 'toDayOfYear(time)',
  'partDayOfYear(time)': 'toDayOfYear(time)',
  'partDow(time)': 'toDayOfWeek(time) % 7',
  'partIsoDow(time)': 'toDayOfWeek(time)',
  'partDayOfWeek(time)': 'toDayOfWeek(time) % 7 + 1',
  // aggregates
  'anyValue(x)': 'any(x)',
  'minBy(x, by)': 'argMin(x, by)',
  'maxBy(x, by)': 'argMax(x, by)',
  'min distinct(x)': 'min(x)',
  'max distinct(x)': 'max(x)',
  'uniq distinct(x)': 'uniq(x)',
  'medianTDigest(x)': 'median(x)',
  'medianTiming(x)': 'median(x)',
  'approxDistinct(x)': 'uniq(x)',
  'approxPercentile(x, level)': 'quantile(level)(x)',
  'percentile(x, level)': 'quantile(level)(x)',
  'quantile(x, level)': 'quantile(level)(x)',
  'quantileCont(x, level)': 'quantile(level)(x)',
  'approxQuantile(x, level)': 'quantile(level)(x)',
  'quantileTDigest(level)(x)': 'quantile(level)(x)',
  'quantileTiming(level)(x)': 'quantile(level)(x)',
  'uniqCombined64(x)': 'uniq(x)',
  'uniqTheta(x)': 'uniq(x)',
  'approxCountDistinct(x)': 'uniq(x)',
  'retention(a)': '[toInt(countIf(a) > 0)]',
  'retention(a, b)': 'arrayConcat(retention(a), [toInt(countIf(a) > 0 and countIf(b) > 0)])',
  'retention(a, b, c)': 'arrayConcat(retention(a, b), [toInt(countIf(a) > 0 and countIf(c) > 0)])',
  'boolOr(c)': 'countIf(c) > 0',
  'boolAnd(c)': 'countIf(not c) = 0',
  'logicalOr(c)': 'countIf(c) > 0',
  'logicalAnd(c)': 'countIf(not c) = 0',
  'mode(x)': 'topK(1)(x)[1]',
  'arrayAgg(x)': 'groupArray(x)',
  'arrayAgg distinct(x)': 'groupUniqArray(x)',
  'arrayAgg ordered(x, y)': 'groupArray(x order by y)',
  'groupArray ordered(x, y)': 'arrayMap(pair -> pair.2, arraySort(pair -> pair.1, groupArray((y, x))))',
  'groupArray descending(x, y)': 'arrayMap(pair -> pair.2, arrayReverseSort(pair -> pair.1, groupArray((y, x))))',
  'arrayAgg descending(x, y)': 'groupArray(x order by y desc)',
  'stringAgg(x, glue)': 'arrayStringConcat(groupArray(x), glue)',
  'stringAgg distinct(x, glue)': 'arrayStringConcat(groupUniqArray(x), glue)',
  'groupConcat(x)': "arrayStringConcat(groupArray(x), ',')",
  'groupConcat distinct(x)': "arrayStringConcat(groupUniqArray(x), ',')",
  'groupConcat(x, glue)': 'stringAgg(x, glue)',
  'groupConcat distinct(x, glue)': 'stringAgg(distinct x, glue)',
  'listAgg(x, glue)': 'stringAgg(x, glue)',
};

interface Definition {
  readonly names: readonly string[];
  readonly body: string;
  /** Parsed on first use. */
  syntax?: Syntax;
}

/** The form of the arguments: f(x), f(distinct x), f(x order by y), f(x order by y desc). */
export type Form = '' | 'distinct' | 'ordered' | 'descending';

const BY_KEY: ReadonlyMap<string, Definition> = new Map(
  Object.entries({ ...OWN, ...OTHERS }).map(([signature, body]) => {
    const [, name, form = '', first, second] = /^(\w+)(?: (\w+))?\((.*?)\)(?:\((.*)\))?$/.exec(signature)!;
    const [parameters, args] = second === undefined ? [null, first!] : [namesIn(first!), second];
    const names = namesIn(args);
    const key = keyOf(name!, form, parameters?.length ?? -1, names.length);
    return [key, { names: [...(parameters ?? []), ...names], body }];
  }),
);

/** Names of HogQL functions that are defined here. */
export const DEFINED_NAMES: readonly string[] = [
  ...new Set(Object.keys(OWN).flatMap((signature) => /^\w+(?=\()/.exec(signature) ?? [])),
];

function namesIn(list: string): string[] {
  return list === '' ? [] : list.split(', ');
}

function keyOf(name: string, form: string, parameters: number, args: number): string {
  return [plainName(name), form, parameters, args].join('/');
}

export function plainName(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

/** The expression that the call is short for, all of it at the call's place; null if it is not defined here. */
export function definedAs(call: CallSyntax, form: Form, parse: (text: string) => Syntax): Syntax | null {
  const { name, parameters, args, at } = call;
  const definition = BY_KEY.get(keyOf(name, form, parameters?.length ?? -1, args.length));
  if (definition === undefined) return null;
  definition.syntax ??= parse(definition.body);
  const said = [...(parameters ?? []), ...args];
  return replaced(definition.syntax, new Map(definition.names.map((of, place) => [of, said[place]!])), at);
}

/** Replaces names by arguments. Names of lambdas are marked, so that no argument can mean them. */
function replaced(syntax: Syntax, args: ReadonlyMap<string, Syntax>, at: number): Syntax {
  const inner = (part: Syntax) => replaced(part, args, at);
  switch (syntax.kind) {
    case 'path': {
      const of = args.get(syntax.parts[0]!);
      if (of === undefined) return { ...syntax, at };
      return syntax.parts.slice(1).reduce(
        (list, place): Syntax => ({
          ...{ kind: 'element', of: list, at },
          index: { kind: 'literal', value: Number(place), at },
        }),
        of,
      );
    }
    case 'lambda': {
      const names = syntax.names.map((name) => `\0${name}`);
      const own = names.map((name, place) => [syntax.names[place]!, { kind: 'path', parts: [name], at }] as const);
      return { ...syntax, names, of: replaced(syntax.of, new Map([...args, ...own]), at), at };
    }
    case 'list':
      return { ...syntax, items: syntax.items.map(inner), at };
    case 'unary':
      return { ...syntax, of: inner(syntax.of), at };
    case 'binary':
      return { ...syntax, left: inner(syntax.left), right: inner(syntax.right), at };
    case 'element':
      return { ...syntax, of: inner(syntax.of), index: inner(syntax.index), at };
    case 'call':
      return { ...syntax, args: syntax.args.map(inner), parameters: syntax.parameters?.map(inner) ?? null, at };
    default:
      return { ...syntax, at };
  }
}
