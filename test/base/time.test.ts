import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byFormat } from '../../src/base/calendar/zone.ts';
import {
  addUnits,
  bucketEdges,
  type Civil,
  DAY_MS,
  floorTo,
  formatDateTime,
  formatDay,
  formatIso,
  HOUR_MS,
  isZone,
  MINUTE_MS,
  monthOf,
  monthStart,
  offsetMs,
  toCivil,
  toUtc,
  type Unit,
  type WeekStart,
  weekday,
} from '../../src/base/time.ts';
import { zoneHelp } from '../../src/model/zone_help.ts';
import { runs } from '../support/runs.ts';

const ZONES = [
  'UTC',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/Phoenix',
  'US/Pacific',
  'Asia/Tokyo',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'America/St_Johns',
];
/** Zones whose clocks never repeat or skip a midnight, where a day's start is the same by every reading. */
const CALM_ZONES = ZONES.filter((zone) => !['America/Sao_Paulo', 'America/Havana', 'America/St_Johns'].includes(zone));

const zone = fc.constantFrom(...ZONES);
const calmZone = fc.constantFrom(...CALM_ZONES);
/** 1970 to 2037, milliseconds included; half of them within a day of a change of offset. */
const anyInstant = fc.integer({ min: 0, max: 2_145_000_000_000 });

function nearChange(name: string, near_ms: number, away_ms: number): number {
  const change = Temporal.Instant.fromEpochMilliseconds(near_ms).toZonedDateTimeISO(name).getTimeZoneTransition('next');
  return change === null ? near_ms : change.epochMilliseconds + away_ms;
}

const away = fc.integer({ min: -26 * HOUR_MS, max: 26 * HOUR_MS });
const place = fc
  .tuple(zone, anyInstant, fc.option(away))
  .map(([name, ms, away_ms]) => ({ zone: name, ms: away_ms === null ? ms : nearChange(name, ms, away_ms) }));
const calmPlace = fc
  .tuple(calmZone, anyInstant, fc.option(away))
  .map(([name, ms, away_ms]) => ({ zone: name, ms: away_ms === null ? ms : nearChange(name, ms, away_ms) }));
const calendarUnit = fc.constantFrom<Unit>('day', 'week', 'month', 'quarter', 'year');
const anyUnit = fc.constantFrom<Unit>('second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year');
const weekStart = fc.constantFrom<WeekStart>(0, 1);

function zoned(name: string, ms: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name);
}

function civilFrom(time: Temporal.ZonedDateTime | Temporal.PlainDateTime): Civil {
  const { year, month, day, hour, minute, second, millisecond } = time;
  return { year, month, day, hour, minute, second, millisecond };
}

function startOf(time: Temporal.ZonedDateTime, unit: Unit, week_start: WeekStart): number {
  const date = time.toPlainDate();
  const first: Partial<Record<Unit, Temporal.PlainDate>> = {
    day: date,
    week: date.subtract({ days: (date.dayOfWeek - week_start + 7) % 7 }),
    month: date.with({ day: 1 }),
    quarter: date.with({ day: 1, month: Math.floor((date.month - 1) / 3) * 3 + 1 }),
    year: date.with({ day: 1, month: 1 }),
  };
  return first[unit]!.toZonedDateTime(time.timeZoneId).epochMilliseconds;
}

function duration(count: number, unit: Unit): Temporal.DurationLike {
  return unit === 'quarter' ? { months: count * 3 } : { [`${unit}s`]: count };
}

/** Node 24 and older have no Temporal to compare with; the functions are the same there. */
const NO_TEMPORAL = !('Temporal' in globalThis);

describe.skipIf(NO_TEMPORAL)('against Temporal', () => {
  test('offsets and wall clocks', () => {
    fc.assert(
      fc.property(place, ({ zone: name, ms }) => {
        const time = zoned(name, ms);
        expect(offsetMs(name, ms)).toBe(time.offsetNanoseconds / 1e6);
        expect(toCivil(name, ms)).toEqual(civilFrom(time));
        expect(weekday(toCivil(name, ms))).toBe(time.dayOfWeek % 7);
        expect(formatDateTime(name, ms)).toBe(
          `${time.toPlainDate()} ${time.toPlainTime().toString({ smallestUnit: 'second', roundingMode: 'trunc' })}`,
        );
      }),
      { numRuns: runs(1000) },
    );
  });

  test('wall clock to instant, gaps and repeated hours included', () => {
    fc.assert(
      fc.property(place, fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS }), ({ zone: name, ms }, shift_ms) => {
        const plain = zoned(name, ms).toPlainDateTime().add({ milliseconds: shift_ms });
        expect(toUtc(name, civilFrom(plain))).toBe(plain.toZonedDateTime(name).epochMilliseconds);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('starts of days and longer', () => {
    fc.assert(
      fc.property(calmPlace, calendarUnit, weekStart, ({ zone: name, ms }, unit, week_start) => {
        expect(floorTo(name, ms, unit, week_start)).toBe(startOf(zoned(name, ms), unit, week_start));
      }),
      { numRuns: runs(1000) },
    );
  });

  test('adding units', () => {
    fc.assert(
      fc.property(place, anyUnit, fc.integer({ min: -50, max: 50 }), ({ zone: name, ms }, unit, count) => {
        const time = zoned(name, ms);
        const elapsed = unit === 'second' || unit === 'minute' || unit === 'hour';
        const expected = elapsed
          ? time.add(duration(count, unit))
          : time.toPlainDateTime().add(duration(count, unit)).toZonedDateTime(name);
        expect(addUnits(name, ms, count, unit)).toBe(expected.epochMilliseconds);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('months and ISO text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -6e13, max: 2e14 }), (ms) => {
        const time = zoned('UTC', ms);
        const month = (time.year - 1970) * 12 + time.month - 1;
        expect(monthOf(ms)).toBe(month);
        expect(monthStart(month)).toBe(startOf(time, 'month', 0));
        expect(Date.parse(formatIso(ms))).toBe(ms);
      }),
    );
  });
});

describe('buckets', () => {
  test.skipIf(NO_TEMPORAL)('are a gapless partition that agrees with floorTo', () => {
    const length = fc.integer({ min: 1, max: 40 * DAY_MS });
    const unit = fc.constantFrom<Unit>('hour', 'day', 'week', 'month', 'quarter', 'year');
    fc.assert(
      fc.property(
        calmPlace,
        length,
        unit,
        weekStart,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (at, length_ms, unit, week_start, share) => {
          const until_ms = at.ms + length_ms;
          const edges = bucketEdges({ timezone: at.zone, week_start }, { from_ms: at.ms, until_ms }, unit, 10_000);
          expect(edges[0]).toBe(floorTo(at.zone, at.ms, unit, week_start));
          expect(edges.at(-1)).toBeGreaterThanOrEqual(until_ms);
          expect(edges.at(-2)).toBeLessThan(until_ms);
          for (let i = 1; i < edges.length; i++) expect(edges[i]).toBeGreaterThan(edges[i - 1]!);
          const inside_ms = Math.floor(at.ms + share * (length_ms - 1));
          const start_ms = edges.findLast((edge) => edge <= inside_ms);
          expect(floorTo(at.zone, inside_ms, unit, week_start)).toBe(start_ms);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  function hours(name: string, date: string): number[] {
    const from_ms = Temporal.PlainDate.from(date).toZonedDateTime(name).epochMilliseconds;
    const until_ms = Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(name).epochMilliseconds;
    const edges = bucketEdges({ timezone: name, week_start: 0 }, { from_ms, until_ms }, 'hour', 100);
    return Array.from(edges.subarray(1), (edge, i) => (edge - edges[i]!) / MINUTE_MS);
  }

  test.skipIf(NO_TEMPORAL)('of hours: a day of change has one bucket for each elapsed hour', () => {
    expect(hours('Europe/Berlin', '2026-03-29')).toEqual(Array(23).fill(60));
    expect(hours('Europe/Berlin', '2026-10-25')).toEqual(Array(25).fill(60));
    expect(hours('Asia/Kolkata', '2026-10-25')).toEqual(Array(24).fill(60));
  });

  test.skipIf(NO_TEMPORAL)('of hours where clocks jump by half an hour: the cut hour is a bucket of its own', () => {
    const name = 'Australia/Lord_Howe';
    expect(hours(name, '2026-04-05').filter((minutes) => minutes !== 60)).toEqual([30]);
    expect(hours(name, '2026-10-04').filter((minutes) => minutes !== 60)).toEqual([30]);
  });

  test.skipIf(NO_TEMPORAL)('of days: 23, 25 and 24.5 hours', () => {
    const lengths = (name: string, from: string, to: string) => {
      const [from_ms, until_ms] = [from, to].map(
        (date) => Temporal.PlainDate.from(date).toZonedDateTime(name).epochMilliseconds,
      );
      const edges = bucketEdges(
        { timezone: name, week_start: 0 },
        { from_ms: from_ms!, until_ms: until_ms! },
        'day',
        100,
      );
      return Array.from(edges.subarray(1), (edge, i) => (edge - edges[i]!) / HOUR_MS);
    };
    expect(lengths('Europe/Berlin', '2026-03-28', '2026-03-31')).toEqual([24, 23, 24]);
    expect(lengths('US/Pacific', '2026-10-31', '2026-11-03')).toEqual([24, 25, 24]);
    expect(lengths('Australia/Lord_Howe', '2026-04-04', '2026-04-07')).toEqual([24, 24.5, 24]);
    // Samoa went to bed on the 29th of December 2011 and woke on the 31st.
    expect(lengths('Pacific/Apia', '2011-12-29', '2012-01-01')).toEqual([24, 24]);
    // Days that begin at one o'clock, since midnight was skipped.
    expect(lengths('America/Sao_Paulo', '2018-11-03', '2018-11-06')).toEqual([24, 23, 24]);
  });

  test.skipIf(NO_TEMPORAL)('of minutes and hours begin wherever the unit that holds an instant changes', () => {
    const length = fc.integer({ min: 1, max: 1500 });
    const unit = fc.constantFrom<Unit>('minute', 'hour');
    fc.assert(
      fc.property(place, length, unit, fc.integer({ min: 1, max: 40 }), (at, minutes, unit, max) => {
        const from_ms = Math.floor(at.ms / MINUTE_MS) * MINUTE_MS;
        const until_ms = from_ms + minutes * MINUTE_MS;
        const slow = [floorTo(at.zone, from_ms, unit, 0)];
        // Offsets change at whole minutes since 1973, when Monrovia came to its senses.
        for (let at_ms = slow[0]!; slow.length <= max + 1; at_ms += MINUTE_MS) {
          if (slow.length > 1 && slow.at(-1)! >= until_ms) break;
          const start_ms = floorTo(at.zone, at_ms, unit, 0);
          if (start_ms > slow.at(-1)!) slow.push(start_ms);
        }
        expect(Array.from(bucketEdges({ timezone: at.zone, week_start: 0 }, { from_ms, until_ms }, unit, max))).toEqual(
          slow,
        );
      }),
      { numRuns: runs(150) },
    );
  });

  test('of ten thousand are cheap, and none but the calendar ends', () => {
    const [from_ms, until_ms] = [Date.UTC(2020, 0, 1), Date.UTC(2021, 1, 1)];
    const hours = () =>
      bucketEdges({ timezone: 'Europe/Berlin', week_start: 0 }, { from_ms, until_ms }, 'hour', 10_000);
    expect(hours()).toHaveLength(397 * 24 + 1);
    const least_ms = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage();
      hours();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    }).reduce((least, each) => Math.min(least, each));
    expect(least_ms).toBeLessThan(3);
    expect(
      bucketEdges(
        { timezone: 'Europe/Berlin', week_start: 0 },
        { from_ms: 253_402_300_000_000, until_ms: 253_402_900_000_000 },
        'hour',
        10,
      ),
    ).toHaveLength(12);
  });

  test('stop one past the most, and there is always one', () => {
    expect(
      bucketEdges({ timezone: 'UTC', week_start: 0 }, { from_ms: 0, until_ms: 100 * DAY_MS }, 'day', 10),
    ).toHaveLength(12);
    expect(
      bucketEdges({ timezone: 'UTC', week_start: 0 }, { from_ms: 0, until_ms: 10 * DAY_MS }, 'day', 10),
    ).toHaveLength(11);
    expect(Array.from(bucketEdges({ timezone: 'UTC', week_start: 0 }, { from_ms: 5, until_ms: 5 }, 'day', 10))).toEqual(
      [0, DAY_MS],
    );
  });
});

test('a Node without Temporal has the same offsets', () => {
  fc.assert(
    fc.property(zone, fc.integer({ min: Date.UTC(1850), max: Date.UTC(2120) }), (name, ms) => {
      const at_ms = Math.floor(ms / 1000) * 1000;
      expect(byFormat(name)(at_ms)).toBe(offsetMs(name, at_ms));
    }),
    { numRuns: runs(1000) },
  );
});

describe('names and text', () => {
  test('zones', () => {
    for (const name of [...ZONES, 'Etc/GMT+5', 'GMT']) expect(isZone(name)).toBe(true);
    for (const name of ['', 'Mars/Olympus', '+02:00', 'Europe', '-05']) expect(isZone(name)).toBe(false);
  });

  test.each([
    ['Zürich', '"Europe/Zurich"'],
    ['berlin', '"Europe/Berlin"'],
    ['Europa/Berlin', '"Europe/Berlin"'],
    ['Europe/Berln', '"Europe/Berlin"'],
    ['new york', '"America/New_York"'],
    ['St. Johns', '"America/St_Johns"'],
    ['Kyiv', '"Europe/Kyiv"'],
    ['UTC+2', '"Etc/GMT-2"'],
    ['GMT -05:00', '"Etc/GMT+5"'],
    ['+0', '"UTC"'],
    ['UTC+5:30', 'the name of a place'],
    ['BST', 'Abbreviations mean several places'],
    ['Germany', 'the name of a place'],
  ])('%s is no zone, and the help says what is', (sent, help) => {
    expect(isZone(sent)).toBe(false);
    expect(zoneHelp(sent)).toContain(help);
    for (const [, zone] of zoneHelp(sent).matchAll(/"([^"]+)"/g)) expect(isZone(zone!)).toBe(true);
  });

  test('a name that only formats know has an offset, as earlier versions saved some', () => {
    expect(isZone('PST')).toBe(false);
    expect(offsetMs('PST', Date.parse('2020-01-31T15:00:00Z'))).toBe(-8 * HOUR_MS);
  });

  test('formats', () => {
    expect(formatDay('Asia/Tokyo', Date.parse('2020-01-31T15:00:00Z'))).toBe('2020-02-01');
    expect(formatDateTime('Asia/Kolkata', Date.parse('2020-01-31T07:30:00Z'))).toBe('2020-01-31 13:00:00');
    expect(formatIso(Date.parse('2026-11-20T15:35:42Z'))).toBe('2026-11-20T15:35:42Z');
    expect(formatIso(Date.parse('2026-11-20T15:35:44.101Z'))).toBe('2026-11-20T15:35:44.101000Z');
  });

  test('times before the year 1 and after 9999 do not throw', () => {
    for (const ms of [-1e15, 1e15]) expect(Number.isFinite(floorTo('Europe/Berlin', ms, 'month', 0))).toBe(true);
  });
});
