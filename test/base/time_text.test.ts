import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatIso, parseAbsolute, parseLooseDate, parseTimestamp } from '../../src/base/time.ts';
import { runs } from '../support/runs.ts';

const instant = fc.integer({ min: -62_135_000_000_000, max: 253_402_000_000_000 });

function utc(text: string): number {
  return Date.parse(text);
}

describe('timestamps of events', () => {
  test('all forms that clients write come back as the instant', () => {
    fc.assert(
      fc.property(instant, (ms) => {
        const iso = new Date(ms).toISOString();
        fc.pre(iso.length === 24);
        expect(parseTimestamp(iso)).toBe(ms);
        expect(parseTimestamp(formatIso(ms))).toBe(ms);
        expect(parseTimestamp(iso.replace('Z', '999Z'))).toBe(ms);
        expect(parseTimestamp(iso.replace('Z', '123+00:00'))).toBe(ms);
        expect(parseTimestamp(iso.replace('Z', ''))).toBe(ms);
        expect(parseTimestamp(iso.replace('T', ' '))).toBe(ms);
        expect(parseTimestamp(iso.replace('Z', '+02:00'))).toBe(ms - 7_200_000);
        expect(parseTimestamp(iso.slice(0, 19))).toBe(Math.floor(ms / 1000) * 1000);
        expect(parseTimestamp(iso.slice(0, 10))).toBe(Math.floor(ms / 86_400_000) * 86_400_000);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('is never laxer than the slow reader', () => {
    const typo = fc
      .tuple(instant, fc.nat({ max: 25 }), fc.constantFrom('0', '9', 'x', ' ', '.', ':', '-', 'Z', ''))
      .map(([ms, at, by]) => {
        const iso = new Date(ms).toISOString().slice(-24);
        return iso.slice(0, at) + by + iso.slice(at + 1);
      });
    fc.assert(
      fc.property(typo, (text) => {
        expect(parseTimestamp(text)).toBe(parseAbsolute(text, 'UTC')?.ms ?? null);
      }),
      { numRuns: runs(5000) },
    );
  });

  test.each([
    '',
    'now',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:00.Z',
    '0000-01-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
  ])('refuses %s, twice', (text) => {
    expect(parseTimestamp(text)).toBeNull();
    expect(parseTimestamp(text)).toBeNull();
  });
});

describe('dates that people write', () => {
  test.each([
    ['2020-01-31', '2020-01-30T15:00:00Z', false],
    ['2020-6-7', '2020-06-06T15:00:00Z', false],
    ['2020-01-31 13:00:00', '2020-01-31T04:00:00Z', true],
    ['2020-01-31T13:00', '2020-01-31T04:00:00Z', true],
    [' 2020-01-31T13:00:00.1239 ', '2020-01-31T04:00:00.123Z', true],
    ['2020-01-31T13:00:00Z', '2020-01-31T13:00:00Z', true],
    ['2020-01-31t13:00:00z', '2020-01-31T13:00:00Z', true],
    ['2020-01-31 13:00:00+01', '2020-01-31T12:00:00Z', true],
    ['2020-01-31 13:00:00-0330', '2020-01-31T16:30:00Z', true],
  ])('%s in Tokyo', (text, iso, has_time) => {
    expect(parseAbsolute(text, 'Asia/Tokyo')).toEqual({ ms: utc(iso), has_time });
  });

  test.each([
    '',
    '2020',
    '2020-01',
    '2020-00-10',
    '2020-02-30',
    '2020-01-31T',
    '2020-01-31 25:00',
    '31-01-2020',
    '2020-01-31Z',
    '2020-01-31 13:00:00+25',
  ])('refuses %s', (text) => {
    expect(parseAbsolute(text, 'UTC')).toBeNull();
  });
});

describe('dates in properties', () => {
  test.each<[string | number, string, boolean, boolean]>([
    ['2021-04-01', '2021-04-01T00:00:00Z', false, false],
    ['2021-04-01T19:00:00+02:00', '2021-04-01T17:00:00Z', true, true],
    ['01-04-2021 19:00:00', '2021-04-01T19:00:00Z', false, true],
    ['01/04/2021', '2021-04-01T00:00:00Z', false, false],
    ['1.4.2021', '2021-04-01T00:00:00Z', false, false],
    ['2021/04/01 19:00', '2021-04-01T19:00:00Z', false, true],
    ['Wed, 02 Oct 2002 15:00:00 +0200', '2002-10-02T13:00:00Z', true, true],
    ['2 Oct 2002 15:00 EST', '2002-10-02T20:00:00Z', true, true],
    ['Wed, 02 Oct 2002 13:00:00 GMT', '2002-10-02T13:00:00Z', true, true],
    [1639427152.339, '2021-12-13T20:25:52.339Z', true, true],
    ['1639427152', '2021-12-13T20:25:52Z', true, true],
    [1641977394339, '2022-01-12T08:49:54.339Z', true, true],
  ])('%s', (value, iso, zoned, has_time) => {
    expect(parseLooseDate(value)).toEqual({ ms: utc(iso), zoned, has_time });
  });

  test.each([
    '',
    'abc',
    '5',
    42,
    -7,
    Number.NaN,
    1e18,
    '13/13/2021',
    'Wed, 02 Foo 2002 15:00:00 GMT',
    '2 Oct 2002 15:00 XYZ',
  ])('is none: %s', (value) => {
    expect(parseLooseDate(value)).toBeNull();
  });
});
