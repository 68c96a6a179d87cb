/** Long series are thinned without losing their highest and lowest points. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import { thinned, thinnedIndices, thinning } from '../../src/service/chart/points.ts';
import { atAndPast } from '../support/tried_limits.ts';

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
    { numRuns: 100 },
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
