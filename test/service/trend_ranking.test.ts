import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sum } from '../../src/base/exact_sum.ts';
import { keyText } from '../../src/model/question/query.ts';
import type { TrendNumbers } from '../../src/model/question/trend.ts';
import { compareText, NULL_VALUE, OTHER_VALUE } from '../../src/service/present/ranking.ts';
import { type Page, rankOf, rankValues } from '../../src/service/present/trend_ranking.ts';
import type { Row } from '../../src/service/present/trend_rows.ts';

const rows: fc.Arbitrary<Row[]> = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', NULL_VALUE))
  .chain((keys) =>
    fc.tuple(
      ...keys.map((key) =>
        fc.tuple(fc.constantFrom(-2, -1, 0, 0.1, 0.2, 1, 2, 3), fc.nat(2)).map((data) => ({ key: [key], data })),
      ),
    ),
  );

const page: fc.Arbitrary<Page> = fc.record({
  limit: fc.integer({ min: 1, max: 5 }),
  offset: fc.nat(4),
  hide_other: fc.boolean(),
  totals: fc.boolean(),
});

const AS_COUNTED = { cumulative: false, smoothing_points: 1, sampled_share: 1 };

function numbersOf(all: readonly Row[]): TrendNumbers {
  const groups = all.map(({ key }) => key.map((text) => (text === NULL_VALUE ? null : text)));
  const values = [0, 1].flatMap((bucket) => all.map(({ data }) => data[bucket]!));
  return { groups, values: Float64Array.from(values), buckets: 2, rest: null };
}

test('values are those of a full sort, whatever was left out of it; with the rest they are everything', () => {
  fc.assert(
    fc.property(rows, page, (all, asked) => {
      const { rows: shown, has_more } = rankValues(numbersOf(all), AS_COUNTED, asked);
      const place = (row: Row): number => (asked.totals ? 0 : rankOf(row));
      const ranked = all.toSorted(
        (a, b) => place(a) - place(b) || sum(b.data) - sum(a.data) || compareText(keyText(a.key), keyText(b.key)),
      );
      const end = asked.offset + asked.limit;
      const wanted = ranked.slice(asked.offset, end).toSorted((a, b) => rankOf(a) - rankOf(b));
      const named = shown.filter((row) => row.key[0] !== OTHER_VALUE);
      expect(named).toEqual(wanted);
      expect(has_more).toBe(ranked.length > end);
      const rest = shown.slice(named.length);
      expect(rest).toHaveLength(has_more && !asked.hide_other ? 1 : 0);
      for (const row of rest) {
        expect(row.data).toEqual([0, 1].map((at) => sum(ranked.slice(end).map((hidden) => hidden.data[at]!))));
      }
    }),
  );
});
