import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeRetention } from '../../src/engine/kinds/activity/retention.ts';
import { computeTrend } from '../../src/engine/kinds/trend/trend.ts';
import type { RetentionNumbers, RetentionQuery } from '../../src/model/question/retention.ts';
import type { TrendQuery } from '../../src/model/question/trend.ts';
import { retentionOracle } from '../oracle/retention.ts';
import { runs } from '../support/runs.ts';
import { retentionQuestion } from './activity_questions.ts';
import { ACTORS, fresh, history, viewOf } from './history.ts';

/** Group ('' = none) -> rows; where nobody started at all the one group of no breakdown is left out. */
function asRecord({ groups }: RetentionNumbers, size: number): Record<string, number[][]> {
  const started = groups.filter(({ counts }) => counts.some((count) => count > 0));
  return Object.fromEntries(
    started.map(({ key, counts }) => [
      key[0] ?? '',
      Array.from({ length: size }, (_, start) => [...counts.subarray(start * size, (start + 1) * size)]),
    ]),
  );
}

describe('retention', () => {
  it('agrees with the slow twin on random histories', () => {
    fc.assert(
      fc.property(retentionQuestion, history, fresh, (asked, rows, fresh_actors) => {
        const found = computeRetention(asked, viewOf(rows, fresh_actors));
        expect(asRecord(found, asked.edges_ms.length - 1)).toEqual(retentionOracle(asked, rows));
      }),
      { numRuns: runs(400) },
    );
  });

  it('starts as many in each bucket as a trend counts there', () => {
    fc.assert(
      fc.property(retentionQuestion, history, (asked, rows) => {
        const found = computeRetention({ ...asked, start: 'every', breakdown: null }, viewOf(rows));
        const size = asked.edges_ms.length - 1;
        const started = Array.from({ length: size }, (_, start) => found.groups[0]!.counts[start * size]);
        expect(started).toEqual([...computeTrend(uniques(asked), viewOf(rows)).toArray()[0]!.values]);
      }),
    );
  });

  it('never keeps more than started, and cumulated it only falls', () => {
    fc.assert(
      fc.property(retentionQuestion, history, (asked, rows) => {
        const size = asked.edges_ms.length - 1;
        const tables = (cumulative: boolean) =>
          asRecord(computeRetention({ ...asked, cumulative }, viewOf(rows)), size);
        const plain = tables(false);
        for (const [group, table] of Object.entries(tables(true))) {
          for (const [start, row] of table.entries()) {
            expect(row).toEqual(row.toSorted((a, b) => b - a));
            expect(row.every((count, later) => plain[group]![start]![later]! <= count)).toBe(true);
          }
        }
      }),
    );
  });

  it('lets everybody start for the first time at most once', () => {
    fc.assert(
      fc.property(retentionQuestion, history, (asked, rows) => {
        const size = asked.edges_ms.length - 1;
        const once = computeRetention({ ...asked, start: 'first_time', breakdown: null }, viewOf(rows)).groups[0]!;
        let started = 0;
        for (let start = 0; start < size; start++) started += once.counts[start * size]!;
        expect(started).toBeLessThanOrEqual(ACTORS);
      }),
    );
  });

  it('does not depend on the order in which events came', () => {
    fc.assert(
      fc.property(retentionQuestion, history, (asked, rows) => {
        // Whose value counts of two rows of one instant is not said where only the first row has one.
        const split = { ...asked, split_returns: true };
        const answer = (of: typeof rows) => asRecord(computeRetention(split, viewOf(of)), asked.edges_ms.length - 1);
        expect(answer([...rows].reverse())).toEqual(answer(rows));
      }),
    );
  });
});

function uniques({ edges_ms, range, target }: RetentionQuery): TrendQuery {
  const unsaid = { math_name: null, math_property: null, math_group_type_index: null };
  return {
    ...{ kind: 'trend', timezone: 'UTC', interval: 'day', breakdown: null, told: null, display: 'ActionsLineGraph' },
    ...{ range, edges_ms, windows: [] },
    entities: [{ ...target, ...unsaid, math: { kind: 'unique', actor: { kind: 'person' } } }],
  };
}
