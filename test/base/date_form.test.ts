/** Dates in a decided format: every format files have, and what must be refused in it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DateForm, formsOf, readDate } from '../../src/base/time.ts';

/** What a form makes of a text, as ISO text; a wall clock's reading without the Z. */
function read(form: DateForm, value: string | number): string | null {
  const date = readDate(form, value);
  if (date === null) return null;
  const text = new Date(date.ms).toISOString().replace('.000', '');
  return date.zoned ? text : text.slice(0, -1);
}

describe('forms of dates', () => {
  test.each<[DateForm, string | number, string]>([
    ['ymd', '2010-01-12T08:26:00Z', '2010-01-12T08:26:00Z'],
    ['ymd', '2010-01-12T08:26:00.123+02:00', '2010-01-12T06:26:00.123Z'],
    ['ymd', '2010-01-12 08:26:00', '2010-01-12T08:26:00'],
    ['ymd', '2010-01-12 08:26:00 UTC', '2010-01-12T08:26:00Z'],
    ['ymd', '2010-01-12 08:26:00.123456 UTC', '2010-01-12T08:26:00.123Z'],
    ['ymd', '2010/1/12 8:26 pm', '2010-01-12T20:26:00'],
    ['ymd', '2010年1月12日', '2010-01-12T00:00:00'],
    ['ymd', '2010年1月12日(火) 20時26分', '2010-01-12T20:26:00'],
    ['ymd', '2010年1月12日 午後8:26', '2010-01-12T20:26:00'],
    ['ymd', '2010/1/12 上午8:26:05', '2010-01-12T08:26:05'],
    ['ymd', '2010년 1월 12일 오후 8:26', '2010-01-12T20:26:00'],
    ['ymd', '2010. 1. 12. 오전 8:26', '2010-01-12T08:26:00'],
    ['ymd', '２０１０－０１－１２　０８：２６', '2010-01-12T08:26:00'],
    ['ymd', '٢٠١٠-٠١-١٢ ٠٨:٢٦', '2010-01-12T08:26:00'],
    ['dmy', '۱۲/۰۱/۲۰۱۰', '2010-01-12T00:00:00'],
    ['dmy', '12/01/2010 08:26 م', '2010-01-12T20:26:00'],
    ['dmy', '12.01.2010 08:26 ÖS', '2010-01-12T20:26:00'],
    ['dmy', '12/1/2010 8:26 μ.μ.', '2010-01-12T20:26:00'],
    ['dmy', '12/01/2010 08:26 पूर्वाह्न', '2010-01-12T08:26:00'],
    ['dmy', '12/1/2010, 8:26\u00a0p.\u00a0m.', '2010-01-12T20:26:00'],
    ['ymd', '2010-01-12', '2010-01-12T00:00:00'],
    ['ymd', ' 2010-01-12 08:26 ', '2010-01-12T08:26:00'],
    ['dmy', '12.01.2010', '2010-01-12T00:00:00'],
    ['dmy', '12/1/2010 8:26', '2010-01-12T08:26:00'],
    ['dmy', '12-1-10 12:05 AM', '2010-01-12T00:05:00'],
    ['mdy', '12/1/2010 8:26', '2010-12-01T08:26:00'],
    ['mdy', '12/1/2010, 12:05:01 PM', '2010-12-01T12:05:01'],
    ['mdy', '12/1/70', '1970-12-01T00:00:00'],
    ['mdy', '12/1/69', '2069-12-01T00:00:00'],
    ['compact', '20100112', '2010-01-12T00:00:00'],
    ['compact', 20100112, '2010-01-12T00:00:00'],
    ['compact', '20100112082600', '2010-01-12T08:26:00'],
    ['compact', 20100112082600, '2010-01-12T08:26:00'],
    ['compact', '201001120826', '2010-01-12T08:26:00'],
    ['compact', '20100112T082600Z', '2010-01-12T08:26:00Z'],
    ['named', 'Dec 1, 2010', '2010-12-01T00:00:00'],
    ['named', 'December 1st, 2010 at 8:26 PM', '2010-12-01T20:26:00'],
    ['named', '1 Dec 2010', '2010-12-01T00:00:00'],
    ['named', '01-DEC-2010 08:26:00', '2010-12-01T08:26:00'],
    ['named', '01DEC2010', '2010-12-01T00:00:00'],
    ['named', 'Wed, 01 Dec 2010 08:26:00 +0100', '2010-12-01T07:26:00Z'],
    ['named', 'Wed, 01 Dec 2010 08:26:00 GMT', '2010-12-01T08:26:00Z'],
    ['named', '10/Oct/2000:13:55:36 -0700', '2000-10-10T20:55:36Z'],
    ['named', 'Wed Dec  1 08:26:00 UTC 2010', '2010-12-01T08:26:00Z'],
    ['named', 'Wed Dec 1 08:26:00 2010 +0100', '2010-12-01T07:26:00Z'],
    ['named', 'Wed Dec 01 2010 08:26:00 GMT+0100 (Central European Standard Time)', '2010-12-01T07:26:00Z'],
    ['seconds', 1291191960, '2010-12-01T08:26:00Z'],
    ['seconds', '1291191960.5', '2010-12-01T08:26:00.500Z'],
    ['milliseconds', 1291191960123, '2010-12-01T08:26:00.123Z'],
    ['microseconds', '1291191960123456', '2010-12-01T08:26:00.123Z'],
    ['nanoseconds', '1291191960123456789', '2010-12-01T08:26:00.123Z'],
  ])('%s: %s', (form, value, expected) => {
    expect(read(form, value)).toBe(expected);
    expect(formsOf(value)).toContain(form);
  });

  test.each([
    '2010-02-30',
    '2010-13-01',
    '31.02.2010',
    '12/1/2010 13:05 PM',
    '12/1/2010 0:05 PM',
    '12/1-2010',
    '12/1/201',
    '2010-01-12 24:00:00',
    '2010-01-12 08:26:00 CST',
    'Dez 1, 2010',
    'Dec 32, 2010',
    '20101301',
    '1291191960s',
    '42',
    42,
    44927.5,
    '',
    'yesterday',
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%s is no date', (value) => {
    expect(formsOf(value)).toEqual([]);
  });

  test('what has two readings has both', () => {
    expect(formsOf('12/1/2010 8:26')).toEqual(['dmy', 'mdy']);
    expect(formsOf('13/1/2010 8:26')).toEqual(['dmy']);
    expect(formsOf('1/13/2010')).toEqual(['mdy']);
    expect(formsOf('10-12-01')).toEqual(['ymd', 'dmy', 'mdy']);
    expect(formsOf('2010-12-01')).toEqual(['ymd']);
    // Never seconds of 1970, nor milliseconds of the year 2606.
    expect(formsOf('20100112')).toEqual(['compact']);
    expect(formsOf('20100112082600')).toEqual(['compact']);
  });

  test('a unit is told by its size, unless it is said', () => {
    expect(readDate('seconds', 1291191960123)).toBeNull();
    expect(readDate('milliseconds', 1291191960)).toBeNull();
    expect(readDate('milliseconds', 1291191960, true)).toEqual({ ms: 1291191960, zoned: true });
  });

  test('every day of two centuries is the same day in all orders and names', () => {
    const days = fc.integer({ min: 0, max: 73_000 });
    fc.assert(
      fc.property(days, (day) => {
        const ms = day * 86_400_000;
        const [y, m, d] = new Date(ms).toISOString().slice(0, 10).split('-') as [string, string, string];
        const month = new Date(ms).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' });
        const forms: [DateForm, string][] = [
          ['ymd', `${y}-${m}-${d}`],
          ['dmy', `${Number(d)}.${Number(m)}.${y}`],
          ['mdy', `${m}/${d}/${y}`],
          ['compact', `${y}${m}${d}`],
          ['named', `${month} ${Number(d)}, ${y}`],
          ['named', `${d}-${month.slice(0, 3)}-${y}`],
        ];
        for (const [form, text] of forms) expect(readDate(form, text)).toEqual({ ms, zoned: false });
      }),
    );
  });
});
