import { describe, expect, test } from 'vitest';
import { formatDateTime, parseAbsolute } from '../../src/base/time.ts';
import { ServiceError } from '../../src/model/error.ts';
import {
  lengthOf,
  previousRange,
  type RangeInput,
  rangeBefore,
  resolveRange,
} from '../../src/service/resolve/dates/dates.ts';

function at(text: string, zone = 'UTC'): number {
  const date = parseAbsolute(text, zone);
  if (date === null) throw new Error(`unreadable: ${text}`);
  return date.ms;
}

function input(values: Partial<RangeInput>): RangeInput {
  return {
    now_ms: at('2020-01-15T12:34:56Z'),
    timezone: 'UTC',
    week_start: 0,
    date_from: null,
    date_to: null,
    interval: 'day',
    whole_first_day: true,
    first_event_ms: null,
    ...values,
  };
}

function range(values: Partial<RangeInput>): string[] {
  const filled = input(values);
  const found = resolveRange(filled);
  return [formatDateTime(filled.timezone, found.from_ms), formatDateTime(filled.timezone, found.until_ms)];
}

function previous(values: Partial<RangeInput>, compare_to: string | null = null): string[] {
  const filled = input(values);
  const found = previousRange(filled, compare_to);
  return [formatDateTime(filled.timezone, found.from_ms), formatDateTime(filled.timezone, found.until_ms)];
}

describe('a range', () => {
  test('left out is seven days and today', () => {
    expect(range({})).toEqual(['2020-01-08 00:00:00', '2020-01-16 00:00:00']);
    expect(range({ date_from: '', date_to: undefined })).toEqual(['2020-01-08 00:00:00', '2020-01-16 00:00:00']);
    expect(range({ date_to: 'now' })).toEqual(['2020-01-08 00:00:00', '2020-01-16 00:00:00']);
  });

  test('days are those of the project, also where one has 23 hours', () => {
    const timezone = 'Europe/Berlin';
    const now_ms = at('2026-03-29T12:00:00', timezone);
    const found = resolveRange(input({ timezone, now_ms, date_from: 'dStart' }));
    expect(found.until_ms - found.from_ms).toBe(23 * 3_600_000);
    expect(range({ timezone, now_ms, date_from: '-1d' })[0]).toBe('2026-03-28 00:00:00');
  });

  test('a day whose midnight the clock skips begins at one, and all others at midnight', () => {
    const timezone = 'America/Santiago';
    const now_ms = at('2026-09-08T12:00:00', timezone);
    const on = (date_from: string, date_to: string) => ({ timezone, now_ms, date_from, date_to });
    expect(range(on('2026-09-06', '2026-09-06'))).toEqual(['2026-09-06 01:00:00', '2026-09-07 00:00:00']);
    expect(range(on('-2dStart', '-1dEnd'))).toEqual(['2026-09-06 01:00:00', '2026-09-08 00:00:00']);
    expect(previous(on('2026-09-06', '2026-09-06'))).toEqual(['2026-09-05 00:00:00', '2026-09-06 01:00:00']);
    expect(previous(on('2026-09-06', '2026-09-07'))).toEqual(['2026-09-04 00:00:00', '2026-09-06 01:00:00']);
    expect(previous(on('2026-09-09', '2026-09-09'), '-3d')).toEqual(['2026-09-06 01:00:00', '2026-09-07 00:00:00']);
    expect(range({ timezone, now_ms: at('2026-09-06T12:00:00', timezone) })[0]).toBe('2026-08-30 00:00:00');
  });

  test('Start and End are the first and the last instant of their unit, whatever the interval', () => {
    for (const other of [
      { exact: true },
      { explicit_date: true },
      { interval: 'minute' as const },
      { interval: 'hour' as const },
    ]) {
      const begins = (date_from: string) => range({ date_from, ...other })[0];
      expect(begins('wStart')).toBe('2020-01-12 00:00:00');
      expect(begins('mStart')).toBe('2020-01-01 00:00:00');
      expect(begins('-1qStart')).toBe('2019-10-01 00:00:00');
      expect(range({ date_from: '-1mStart', date_to: '-1mEnd', ...other })[1]).toBe('2020-01-01 00:00:00');
    }
  });

  test('the end of an hour that a change of the clock cuts short is that change', () => {
    const timezone = 'Pacific/Chatham';
    const on = { timezone, now_ms: at('2026-09-27T01:40:00Z'), interval: 'hour' as const };
    // The clock went from 2:45 to 3:45 at 14:00 UTC the day before.
    for (const date_to of ['-12h', '-12hEnd']) {
      const found = resolveRange(input({ ...on, date_from: '2026-09-26', date_to }));
      expect(new Date(found.until_ms).toISOString()).toBe('2026-09-26T14:00:00.000Z');
    }
  });

  test('an absolute start with a time counts from its day only where that is asked for', () => {
    const date_from = '2020-01-05 13:00:00';
    expect(range({ date_from })[0]).toBe('2020-01-05 00:00:00');
    expect(range({ date_from, whole_first_day: false })[0]).toBe('2020-01-05 13:00:00');
    expect(range({ date_from, interval: 'hour' })[0]).toBe('2020-01-05 13:00:00');
    expect(range({ date_from: '-48h' })[0]).toBe('2020-01-13 12:00:00');
    for (const interval of ['week', 'month'] as const) {
      expect(range({ date_from: '-48h', interval })[0]).toBe('2020-01-13 00:00:00');
      expect(range({ date_from: '-48h', interval, whole_first_day: false })[0]).toBe('2020-01-13 12:00:00');
    }
    expect(range({ date_from: '-90M' })[0]).toBe('2020-01-15 00:00:00');
  });

  test('an absolute end is a day for days and an instant for hours', () => {
    const dates = { date_from: '2020-01-09', date_to: '2020-01-09' };
    expect(range(dates)).toEqual(['2020-01-09 00:00:00', '2020-01-10 00:00:00']);
    const found = resolveRange(input({ ...dates, interval: 'hour' }));
    expect(found.until_ms - found.from_ms).toBe(1);
    expect(range({ date_to: '-3h', interval: 'hour' })[1]).toBe('2020-01-15 10:00:00');
  });

  test('explicit and exact bounds stay as they are', () => {
    const dates = { date_from: '2020-01-03 01:02:03', date_to: '2020-01-04 05:06:07' };
    expect(range({ ...dates, explicit_date: true })).toEqual(['2020-01-03 01:02:03', '2020-01-04 05:06:07']);
    expect(range({ date_from: '-7d', exact: true })).toEqual(['2020-01-08 12:34:56', '2020-01-15 12:34:56']);
  });

  test('all begins with the first event', () => {
    expect(range({ date_from: 'all', first_event_ms: at('2019-05-06T07:08:09Z') })[0]).toBe('2019-05-06 07:08:09');
    expect(range({ date_from: 'all' })[0]).toBe('2015-01-01 00:00:00');
  });

  test.each([
    ['date_from', { date_from: 'yesterday' }],
    ['date_from', { date_from: '2020-02-30' }],
    ['date_from', { date_from: '+7d' }],
    ['date_from', { date_from: '-7D' }],
    ['date_from', { date_from: '-999999y' }],
    ['date_to', { date_to: '7 days' }],
    ['date_to', { date_to: 'whenever' }],
    ['date_from', { date_from: '2020-01-20', date_to: '2020-01-10' }],
    ['date_from', { date_from: '2020-01-10 10:00', date_to: '2020-01-10 09:00', interval: 'hour' as const }],
    ['date_from', { date_from: '2021-01-01' }],
  ])('refuses %s in %j', (attr, values) => {
    const refuse = () => resolveRange(input(values));
    expect(refuse).toThrow(ServiceError);
    expect(refuse).toThrow(expect.objectContaining({ code: 'invalid_input', attr }));
  });
});

test('a range and the one before are equally long, though the clock was changed in one of them', () => {
  for (const timezone of ['America/New_York', 'America/Santiago', 'Australia/Lord_Howe']) {
    for (const [from, until] of [
      ['2026-03-07T12:00:00', '2026-03-08T12:00:00'],
      ['2026-04-04T12:00:00', '2026-04-07T18:00:00'],
      ['2026-09-06T00:00:00', '2026-09-08T00:00:00'],
      ['2026-11-01T06:00:00', '2026-11-01T20:00:00'],
    ] as const) {
      const range = { from_ms: at(from, timezone), until_ms: at(until, timezone) };
      expect(lengthOf(timezone, rangeBefore(timezone, range))).toBe(lengthOf(timezone, range));
    }
  }
  const day = {
    from_ms: at('2026-03-07T12:00:00', 'America/New_York'),
    until_ms: at('2026-03-08T12:00:00', 'America/New_York'),
  };
  expect(lengthOf('America/New_York', day)).toBe(24 * 3_600_000);
});

describe('the previous period', () => {
  test('begins as many days earlier as there are from the first instant to the last', () => {
    for (const literal of [{ interval: 'hour' as const }, { explicit_date: true }]) {
      const earlier = (date_from: string, date_to: string) => previous({ date_from, date_to, ...literal });
      expect(earlier('2020-01-10', '2020-01-11')).toEqual(['2020-01-09 00:00:00', '2020-01-10 00:00:00']);
      expect(earlier('2020-01-10', '2020-01-12')).toEqual(['2020-01-08 00:00:00', '2020-01-10 00:00:00']);
      expect(earlier('2020-01-10', '2020-01-11T23:59:59')).toEqual(['2020-01-08 00:00:00', '2020-01-09 23:59:59']);
    }
  });

  test('of one number has whole days, also where the clock changes', () => {
    const timezone = 'America/New_York';
    const earlier = (date_from: string, date_to: string) => previous({ timezone, date_from, date_to, exact: true });
    expect(earlier('2026-11-02', '2026-11-08')).toEqual(['2026-10-26 00:00:00', '2026-11-02 00:00:00']);
    expect(earlier('2026-10-26', '2026-11-01')).toEqual(['2026-10-19 00:00:00', '2026-10-26 00:00:00']);
    expect(earlier('2026-03-09', '2026-03-09')).toEqual(['2026-03-08 00:00:00', '2026-03-09 00:00:00']);
    const now_ms = at('2026-11-02T12:00:00', timezone);
    const recent = previous({ timezone, now_ms, date_from: '-2d', exact: true });
    expect(recent).toEqual(['2026-10-29 12:00:00', '2026-10-31 12:00:00']);
  });

  test('of weeks shares a day, of other days does not', () => {
    expect(previous({ date_from: '-7d' })).toEqual(['2020-01-01 00:00:00', '2020-01-09 00:00:00']);
    expect(previous({ date_from: '-7d', date_to: 'now' })).toEqual(previous({ date_from: '-7d' }));
    expect(previous({})).toEqual(previous({ date_from: '-7d' }));
    expect(previous({ date_from: '-5d' })).toEqual(['2020-01-04 00:00:00', '2020-01-10 00:00:00']);
    expect(previous({ date_from: '2020-01-05', date_to: '2020-01-09' })).toEqual([
      '2019-12-31 00:00:00',
      '2020-01-05 00:00:00',
    ]);
  });

  test('of hours keeps the hour of the day', () => {
    expect(previous({ date_from: 'dStart', interval: 'hour' })).toEqual(['2020-01-14 00:00:00', '2020-01-14 13:00:00']);
    expect(previous({ date_from: '-24h', interval: 'hour' })).toEqual(['2020-01-13 12:00:00', '2020-01-14 13:00:00']);
    expect(previous({ date_from: '-1h', interval: 'hour' })).toEqual(['2020-01-14 11:00:00', '2020-01-14 13:00:00']);
  });

  test('of minutes and of exact time lies right before', () => {
    expect(previous({ date_from: '-10M', interval: 'minute' })).toEqual(['2020-01-15 12:14:52', '2020-01-15 12:24:56']);
    const exact = input({ date_from: '-7d', exact: true });
    const found = previousRange(exact);
    expect(found.from_ms).toBe(exact.now_ms - 14 * 86_400_000);
    expect(found.until_ms).toBe(exact.now_ms - 7 * 86_400_000 + 1);
  });

  test('of whole days begins at midnight, though the clock was changed', () => {
    const berlin = { timezone: 'Europe/Berlin', exact: true };
    expect(previous({ ...berlin, date_from: '2026-10-01', date_to: '2026-10-31' })).toEqual([
      '2026-08-31 00:00:00',
      '2026-10-01 00:00:00',
    ]);
    expect(previous({ ...berlin, date_from: '2026-03-29', date_to: '2026-03-29' })).toEqual([
      '2026-03-28 00:00:00',
      '2026-03-29 00:00:00',
    ]);
  });

  test('of a calendar unit is the whole one before, of all ends with it', () => {
    expect(previous({ date_from: 'mStart' })).toEqual(['2019-12-01 00:00:00', '2020-01-01 00:00:00']);
    expect(previous({ date_from: 'yStart' })).toEqual(['2019-01-01 00:00:00', '2020-01-01 00:00:00']);
    expect(previous({ date_from: 'all', first_event_ms: at('2020-01-10') })).toEqual([
      '2020-01-04 00:00:00',
      '2020-01-10 00:00:00',
    ]);
  });

  test('compare_to says where it begins and keeps the wall clock', () => {
    const timezone = 'Europe/Berlin';
    const now_ms = at('2026-04-10T12:00:00', timezone);
    const found = previous({ timezone, now_ms, date_from: '-7d' }, '-14d');
    expect(found).toEqual(['2026-03-20 00:00:00', '2026-03-28 00:00:00']);
    expect(() => previous({}, 'soon')).toThrow(expect.objectContaining({ attr: 'compare_to' }));
    expect(() => previous({}, '-1mStart')).toThrow(expect.objectContaining({ attr: 'compare_to' }));
  });
});
