/** Long series are thinned without losing their highest and lowest points. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draw } from '../../src/chart/draw.ts';
import { ticksOf } from '../../src/chart/scale.ts';
import { LIMIT } from '../../src/model/limit.ts';
import type { Chart } from '../../src/model/question/chart.ts';
import { thinned, thinnedIndices, thinning } from '../../src/service/chart/points.ts';
import { runs } from '../support/runs.ts';
import { atAndPast } from '../support/tried_limits.ts';
import { labelsOf, linesOf } from './pictures.ts';

const Values = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: -1000, max: 1000 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  { maxLength: 6 * LIMIT.chart_points },
);

test('short ones stay as they are; of long ones the extremes of each group stay, in order, at most so many', () => {
  fc.assert(
    fc.property(Values, (values) => {
      const thin = thinning(values.length);
      const found = thinned(values, thin);
      expect(found).toHaveLength(thin.kept.length);
      if (values.length <= LIMIT.chart_points) expect(found).toEqual(values);
      expect(found.length).toBeLessThanOrEqual(LIMIT.chart_points + 1);
      const numbers = (list: readonly (number | null)[]) => list.filter((value) => value !== null);
      const [before, after] = [numbers(values), numbers(found)];
      expect(Math.max(...after)).toBe(Math.max(...before));
      expect(Math.min(...after)).toBe(Math.min(...before));
      const strange = found.filter((value, at) => {
        const from = thin.kept[at]! - (thin.kept[at]! % thin.per_group);
        return value !== null && !values.slice(from, from + thin.per_group).includes(value);
      });
      expect(strange).toEqual([]);
    }),
    { numRuns: runs(100) },
  );
});

test('as many as can be told apart stay; one more, and of three two stay', async () => {
  const shown = (points: number) => thinned(new Array<number>(points).fill(1), thinning(points)).length;
  const past = Math.ceil((2 / 3) * (LIMIT.chart_points + 1));
  await atAndPast('chart_points', shown, { at: LIMIT.chart_points, past });
});

test('indices of points that are not whole follow', () => {
  const thin = thinning(10 * LIMIT.chart_points);
  const last = 10 * LIMIT.chart_points - 1;
  expect(thinnedIndices([last], thin)).toContain(thin.kept.length - 1);
  expect(thinnedIndices([3], thinning(10))).toEqual([3]);
});

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 } as const;

/** So many points from 1 January 2024, which is a Monday. */
function startsOf(interval: keyof typeof UNIT_MS | 'month', count: number): string[] {
  const time = (at: number) => Date.UTC(2024, interval === 'month' ? at : 0, 1);
  return Array.from({ length: count }, (_, at) => {
    const ms = interval === 'month' ? time(at) : time(0) + at * UNIT_MS[interval];
    return new Date(ms).toISOString().replace('T', ' ').slice(0, 'yyyy-mm-dd hh:mm'.length);
  });
}

test.each([
  ['minute', 20, '1 Jan, 00:05, 00:10, 00:15'],
  ['minute', 90, '1 Jan, 00:10, 00:20, 00:30, 00:40, 00:50, 01:00, 01:10, 01:20'],
  ['minute', 180, '1 Jan, 00:30, 01:00, 01:30, 02:00, 02:30'],
  ['minute', 540, '1 Jan, 01:00, 02:00, 03:00, 04:00, 05:00, 06:00, 07:00, 08:00'],
  ['minute', 2880, '1 Jan, 06:00, 12:00, 18:00, 2 Jan, 06:00, 12:00, 18:00'],
  ['hour', 12, '1 Jan, 03:00, 06:00, 09:00'],
  ['hour', 96, '1 Jan, 12:00, 2 Jan, 12:00, 3 Jan, 12:00, 4 Jan, 12:00'],
  ['hour', 168, '1 Jan, 2 Jan, 3 Jan, 4 Jan, 5 Jan, 6 Jan, 7 Jan'],
  ['day', 30, '1 Jan 2024, 8 Jan, 15 Jan, 22 Jan, 29 Jan'],
  ['day', 150, '1 Jan 2024, 1 Feb, 1 Mar, 1 Apr, 1 May'],
  ['day', 500, '1 Jan 2024, 1 Apr, 1 Jul, 1 Oct, 1 Jan 2025, 1 Apr'],
  ['day', 1461, '1 Jan 2024, 1 Jan 2025, 1 Jan 2026, 1 Jan 2027'],
  ['week', 9, '1 Jan 2024, 15 Jan, 29 Jan, 12 Feb, 26 Feb'],
  ['month', 18, 'Jan 2024, Apr, Jul, Oct, Jan 2025, Apr'],
  ['month', 40, 'Jan 2024, Jul, Jan 2025, Jul, Jan 2026, Jul, Jan 2027'],
  ['month', 72, 'Jan 2024, Jan 2025, Jan 2026, Jan 2027, Jan 2028, Jan 2029'],
  ['month', 500, 'Jan 2025, Jan 2030, Jan 2035, Jan 2040, Jan 2045, Jan 2050, Jan 2055, Jan 2060, Jan 2065'],
] as const)('an axis of %s, %d points, has labels where the calendar turns', (interval, count, said) => {
  const starts = startsOf(interval, count);
  const xs = starts.map((_, at) => (at * 600) / (count - 1));
  const ticks = ticksOf({ kind: 'time', interval, starts }, { xs, left: -8, widthOf: (text) => text.length * 6 });
  expect(ticks.map(({ text }) => text).join(', ')).toBe(said);
});

test('where the days of a week do not fit, every second has its label, at midnight', () => {
  const starts = startsOf('hour', 168);
  const xs = starts.map((_, at) => at * 1.7);
  const ticks = ticksOf({ kind: 'time', interval: 'hour', starts }, { xs, left: 0, widthOf: () => 40 });
  expect(ticks.map(({ text }) => text)).toEqual(['1 Jan', '3 Jan', '5 Jan', '7 Jan']);
});

test('the first bar, whose middle is not at the edge, leaves the second its label', () => {
  const starts = startsOf('day', 8);
  const chart = { ...linesOf(['a'], [starts.map(() => 1)]), form: 'bars' } as Chart;
  const labels = labelsOf(draw(chart, { width: 760, theme: 'light' }).svg).map(({ text }) => text);
  expect(labels.filter((text) => text.includes('Jan'))).toEqual([
    '1 Jan 2026',
    ...Array.from({ length: 7 }, (_, at) => `${at + 2} Jan`),
  ]);
});
