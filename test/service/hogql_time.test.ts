/** Functions of time against the product's own calendar, in zones with and without daylight saving. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addUnits,
  DAY_MS,
  floorTo,
  formatDateTime,
  formatDay,
  toCivil,
  toWall,
  type Unit,
  weekday,
} from '../../src/base/time.ts';
import { expressionColumn } from '../../src/engine/select/expression/column.ts';
import { type ExpressionSetting, resolveValue } from '../../src/service/resolve/dates/expression.ts';
import { viewOf } from '../engine/history.ts';
import { newRun } from '../engine/new_run.ts';
import { valueAt } from '../oracle/rows.ts';
import { runs } from '../support/runs.ts';

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu', 'Africa/Monrovia', 'America/Sao_Paulo'],
  // The clock is changed by half an hour, within an hour, within a minute of a quarter.
  ...['Australia/Lord_Howe', 'Pacific/Chatham', 'Antarctica/Casey'],
];
const FROM_MS = Date.UTC(1975, 0, 1);
const UNTIL_MS = Date.UTC(2099, 0, 1);

const zone = fc.constantFrom(...ZONES);
const times = fc.array(
  fc.oneof(
    fc.integer({ min: FROM_MS, max: UNTIL_MS }),
    // Around the changes of the clocks.
    fc
      .tuple(
        fc.constantFrom(
          ...[1711846800000, 1729990800000, 1710064800000, 1730624400000, 1775314800000, 1791041400000],
          ...[1790431200000, 1601740860000],
        ),
        fc.integer({ min: -2e7, max: 2e7 }),
      )
      .map(([at, by]) => at + by),
  ),
  { minLength: 1, maxLength: 20 },
);

function setting(timezone: string, week_start: 0 | 1 = 0): ExpressionSetting {
  return { now_ms: Date.parse('2026-01-15T12:34:56.789Z'), timezone, week_start, groupTypes: () => [] };
}

/** The expression's value for each of the times. */
function valuesOf(text: string, at: ExpressionSetting, times_ms: readonly number[]): unknown[] {
  const run = newRun('a', new Uint32Array(times_ms.length), Float64Array.from(times_ms), () => ({
    kind: 'number',
    values: Float64Array.from(times_ms),
  }));
  const column = expressionColumn(resolveValue(at, text, 'x'), run, viewOf([]));
  return times_ms.map((_, row) => valueAt(column, row));
}

function agrees(text: string, wanted: (zone: string, time_ms: number) => unknown, week_start: 0 | 1 = 0): void {
  fc.assert(
    fc.property(zone, times, (timezone, all) => {
      expect(valuesOf(text, setting(timezone, week_start), all)).toEqual(all.map((time) => wanted(timezone, time)));
    }),
    { numRuns: runs(60) },
  );
}

const START_OF: readonly [string, Unit][] = [
  ['toStartOfSecond', 'second'],
  ['toStartOfMinute', 'minute'],
  ['toStartOfHour', 'hour'],
  ['toStartOfDay', 'day'],
  ['toStartOfWeek', 'week'],
  ['toStartOfMonth', 'month'],
  ['toStartOfQuarter', 'quarter'],
  ['toStartOfYear', 'year'],
];

describe('functions of time', () => {
  test.each(START_OF)('%s is the start of the %s', (name, unit) => {
    for (const week_start of [0, 1] as const) {
      const show = ['week', 'month', 'quarter', 'year'].includes(unit) ? formatDay : formatDateTime;
      agrees(`${name}(timestamp)`, (at, time) => show(at, floorTo(at, time, unit, week_start)), week_start);
    }
  });

  test('a property that holds the time gives the same', () => {
    agrees('toStartOfHour(toDateTime(properties.when))', (at, time) =>
      formatDateTime(at, floorTo(at, time, 'hour', 0)),
    );
    agrees('toDate(properties.when)', (at, time) => formatDay(at, time));
  });

  test('parts of a date', () => {
    agrees('toHour(timestamp)', (at, time) => toCivil(at, time).hour);
    agrees('toMinute(timestamp)', (at, time) => toCivil(at, time).minute);
    agrees('toSecond(timestamp)', (at, time) => toCivil(at, time).second);
    agrees('toDayOfWeek(timestamp)', (at, time) => weekday(toCivil(at, time)) || 7);
    agrees('toDayOfMonth(timestamp)', (at, time) => toCivil(at, time).day);
    agrees('toMonth(timestamp)', (at, time) => toCivil(at, time).month);
    agrees('toQuarter(timestamp)', (at, time) => Math.ceil(toCivil(at, time).month / 3));
    agrees('toYear(timestamp)', (at, time) => toCivil(at, time).year);
    agrees('toYYYYMM(timestamp)', (at, time) => toCivil(at, time).year * 100 + toCivil(at, time).month);
    agrees('toUnixTimestamp(timestamp)', (_, time) => Math.floor(time / 1000));
    agrees('toDayOfYear(timestamp)', (at, time) => {
      const start = toWall(at, floorTo(at, time, 'year', 0));
      return Math.floor(toWall(at, time) / DAY_MS) - Math.floor(start / DAY_MS) + 1;
    });
  });

  test.each<[string, Unit, number]>([
    ['timestamp + interval 3 hour', 'hour', 3],
    ['timestamp - interval 90 minute', 'minute', -90],
    ['addDays(timestamp, 10)', 'day', 10],
    ['subtractWeeks(timestamp, 2)', 'week', -2],
    ['timestamp + toIntervalMonth(1)', 'month', 1],
    ["timestamp - interval '1 quarter'", 'quarter', -1],
    ['addYears(timestamp, 4)', 'year', 4],
  ])('%s is so many units away', (text, unit, count) => {
    agrees(`toDateTime(${text})`, (at, time) => formatDateTime(at, addUnits(at, time, count, unit)));
  });

  test('letters of a pattern are those of its clock, and others are refused', () => {
    const shown = (time: string, pattern: string) =>
      valuesOf(`formatDateTime(toDateTime('${time}'), '${pattern}')`, setting('Europe/Berlin'), [0])[0];
    expect(shown('2027-01-03 15:04:05', '%Y-W%V %G-W%V %g %j %u %w %Q %C')).toBe('2027-W53 2026-W53 26 003 7 0 1 20');
    expect(shown('2024-12-31 00:04:05', '%G-W%V %j %D %r %h %l %f %R%%')).toBe(
      '2025-W01 366 12/31/24 12:04 AM 12 12 000000 00:04%',
    );
    for (const pattern of ['%G-%U', '%z', '%Y %E'])
      expect(() => shown('2027-01-03 15:04:05', pattern)).toThrow(/formatDateTime knows no %[UzE]\. Write it with %Y /);
  });

  test('dates of birth are read and shown by the same clock', () => {
    const shown = (text: string) =>
      valuesOf(`toStartOfSecond(toDateTime('${text}'))`, setting('America/New_York'), [0])[0];
    for (const text of ['1931-07-01 00:00:00', '1965-07-01 00:00:00']) expect(shown(text)).toBe(text);
  });

  test('what lies between two times', () => {
    const between = (unit: string, from: string, until: string, at = 'UTC') =>
      valuesOf(`dateDiff('${unit}', toDateTime('${from}'), toDateTime('${until}'))`, setting(at), [0])[0];
    expect(between('day', '2026-01-01 23:59:59', '2026-01-02 00:00:00')).toBe(1);
    expect(between('hour', '2026-01-01 00:59:00', '2026-01-01 02:00:00')).toBe(2);
    expect(between('minute', '2026-01-01 00:00:59', '2026-01-01 00:02:00')).toBe(2);
    expect(between('second', '2026-01-01 00:00:00', '2025-12-31 23:59:50')).toBe(-10);
    expect(between('week', '2026-01-04 00:00:00', '2026-01-05 00:00:00')).toBe(1);
    expect(between('week', '2026-01-05 00:00:00', '2026-01-11 23:59:00')).toBe(0);
    expect(between('months', '2025-12-31 00:00:00', '2026-02-01 00:00:00')).toBe(2);
    expect(between('quarter', '2025-12-31 00:00:00', '2026-04-01 00:00:00')).toBe(2);
    expect(between('year', '2025-12-31 00:00:00', '2026-01-01 00:00:00')).toBe(1);
    expect(between('day', '2026-03-28 12:00:00', '2026-03-30 11:00:00', 'Europe/Berlin')).toBe(2);
    // The clock is set back: the day has 25 hours.
    const around = ['2026-10-31 23:00:00', '2026-11-01 23:00:00', 'America/New_York'] as const;
    expect(['day', 'hour', 'minute', 'second'].map((unit) => between(unit, ...around))).toEqual([1, 25, 1500, 90_000]);
    expect(between('hour', '2026-03-28 23:30:00', '2026-03-29 03:30:00', 'Europe/Berlin')).toBe(3);
    // Hours begin where the clock says so.
    expect(between('hour', '2026-01-01 10:59:00', '2026-01-01 11:00:00', 'Asia/Kolkata')).toBe(1);
    expect(between('hour', '2026-01-01 10:00:00', '2026-01-01 10:59:00', 'Asia/Kolkata')).toBe(0);
  });

  test.each<[string, unknown]>([
    ['now()', '2026-01-15 13:34:56'],
    ['today()', '2026-01-15'],
    ['yesterday()', '2026-01-14'],
    ['today() - 14', '2026-01-01'],
    ['today() - interval 1 month', '2025-12-15'],
    ["toDate('2024-02-29') + interval 1 year", '2025-02-28'],
    ["toDateTime('2026-01-31 10:00:00Z')", '2026-01-31 11:00:00.000000'],
    ["toDateTime(toDate('2026-01-31'))", '2026-01-31 00:00:00'],
    ['toDateTime(0)', '1970-01-01 01:00:00'],
    ['fromUnixTimestamp(86400)', '1970-01-02 01:00:00'],
    ["toDate('soon' || '')", null],
    ["toISOWeek(toDate('2021-01-03'))", 53],
    ["toISOWeek(toDate('2021-01-04'))", 1],
    ["toISOWeek(toDate('2024-12-30'))", 1],
    ["dateTrunc('month', toDate('2026-01-31'))", '2026-01-01'],
    ["dateTrunc('hour', toDateTime('2026-01-31 10:59:00'))", '2026-01-31 10:00:00'],
    ["toMonday(toDate('2026-01-15'))", '2026-01-12'],
    ["toStartOfWeek(toDate('2026-01-15'), 0)", '2026-01-11'],
    ["toStartOfWeek(toDate('2026-01-15'), 1)", '2026-01-12'],
    ["greatest(toDate('2026-01-15'), toDate('2026-01-16'))", '2026-01-16'],
    ["if(true, toDate('2026-01-15'), now())", '2026-01-15 00:00:00.000000'],
    ["coalesce(null, toDate('2026-01-15'), 'never')", '2026-01-15'],
    ['toString(today())', '2026-01-15'],
    ["toDate('2026-01-15') in ('2026-01-15', '2026-01-16')", true],
    ["toDate('2026-01-15') < '2026-01-15 00:00:01'", false],
  ])('%s is %s in Berlin', (text, expected) => {
    expect(valuesOf(text, setting('Europe/Berlin'), [0])).toEqual([expected]);
  });
});

describe('functions of text and numbers', () => {
  test.each<[string, unknown]>([
    ["substring('abcdef', 2, 3)", 'bcd'],
    ["substring('abcdef', -3)", 'def'],
    ["substring('abc', 0)", ''],
    ["substring('😀bc', 2)", 'bc'],
    ["left('abc', 2)", 'ab'],
    ["right('abc', 2)", 'bc'],
    ["length('😀b')", 2],
    ["position('abc', 'c')", 3],
    ["positionCaseInsensitive('ABC', 'b')", 2],
    ["positionCaseInsensitive('İzmir', 'Z')", 2],
    ["positionCaseInsensitive('ΟΔΥΣΣΕΥΣ', 'οδυσ')", 1],
    ["position('abc', 'z')", 0],
    ["trim('  a b ')", 'a b'],
    ["trimLeft('  a ')", 'a '],
    ["rtrim(' a  ')", ' a'],
    ["replaceAll('a.a', '.', '$&')", 'a$&a'],
    ["replaceOne('aa', 'a', 'b')", 'ba'],
    ["startsWith('abc', 'ab') and endsWith('abc', 'bc')", true],
    ["empty('') and notEmpty('a')", true],
    ['empty(0)', true],
    ["extract('order 17 of 20', '(\\\\d+) of')", '17'],
    ["extract('order 17', '\\\\d+')", '17'],
    ["extract('order', '\\\\d+')", ''],
    ["'a_c' like 'a\\\\_c'", true],
    ["'abc' like 'a\\\\_c'", false],
    ["'ABC' ilike 'a%c'", true],
    ["domain('https://user@shop.example:8080/a?b')", 'shop.example'],
    ["path('https://shop.example/a/b?c#d')", '/a/b'],
    ["splitByString(', ', 'a, b, c')[-1]", 'c'],
    ["splitByChar('/', 'a/b')[3]", ''],
    ['round(2.5)', 2],
    ['round(3.5)', 4],
    ['round(-2.345, 2)', -2.35],
    ['floor(-1.5) + ceil(-1.5)', -3],
    ['abs(-3) % 2', 1],
    ['intDiv(7, 2)', 3],
    ['1 / 0', null],
    ['5 % 0', null],
    ['sqrt(-1)', null],
    ['pow(2, 10)', 1024],
    ['least(3, 1, 2) + max2(3, 4)', 5],
    ["toInt('12.7')", 12],
    ["toFloat('x')", null],
    ['toFloat(true)', 1],
    ["toBool('FALSE')", false],
    ['toString(1.50)', '1.5'],
    ['toString(true)', 'true'],
    ["concat('a', null, 1)", 'a1'],
    ['nullIf(1, 1)', null],
    ['nullIf(1, 2)', 1],
    ['ifNull(null, 2)', 2],
    ['null ?? 3', 3],
    ['null = null', true],
    ['null != 1', true],
    ['null < 1', false],
    ['not null', null],
    ['null and false', false],
    ['null or true', true],
    ['if(null, 1, 2)', 2],
    ["has(['a', 'b'], 'b')", true],
    ["in('a', ['b'])", false],
    ["'2' = 2", true],
    ["'5' in ('5', null)", true],
    ["null not in ('a')", true],
    ["match('abc', 'B')", false],
    ["null !~ 'x'", true],
    ["JSONExtractInt('{\"a\":{\"b\":[7,8]}}', 'a', 'b', 2)", 8],
    ["JSONExtractBool('{\"a\":true}', 'a')", true],
    ["JSONExtractRaw('{\"a\":[1]}', 'a')", '[1]'],
    ["JSONExtractFloat('nothing', 'a')", null],
  ])('%s is %s', (text, expected) => {
    expect(valuesOf(text, setting('UTC'), [0])).toEqual([expected]);
  });
});
