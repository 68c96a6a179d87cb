import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBuckets } from '../../src/engine/frame/buckets.ts';
import { countStickiness } from '../../src/engine/kernels/activity/stickiness.ts';
import { computeLifecycle } from '../../src/engine/kinds/activity/lifecycle.ts';
import { computeStickiness } from '../../src/engine/kinds/activity/stickiness.ts';
import { computeTrend } from '../../src/engine/kinds/trend/trend.ts';
import type { Entity } from '../../src/model/question/query.ts';
import type { TrendQuery } from '../../src/model/question/trend.ts';
import { lifecycleOracle, stickinessOracle } from '../oracle/activity.ts';
import { runs } from '../support/runs.ts';
import { COMMON, lifecycleQuestion, PERSON, stickinessQuestion } from './activity_questions.ts';
import { CREATED_MS, DESCRIBED_MS, fresh, history, viewOf } from './history.ts';

function uniques(of: Entity, edges_ms: Float64Array, until_ms = edges_ms.at(-1)!): TrendQuery {
  const unsaid = { math_name: null, math_property: null, math_group_type_index: null };
  return {
    ...{ ...COMMON, kind: 'trend', breakdown: null, told: null, display: 'ActionsLineGraph', windows: [] },
    ...{ edges_ms, range: { from_ms: edges_ms[0]!, until_ms } },
    entities: [{ ...of, ...unsaid, math: { kind: 'unique', actor: PERSON } }],
  };
}

describe('lifecycle', () => {
  it('agrees with the slow twin on random histories', () => {
    fc.assert(
      fc.property(lifecycleQuestion, history, fresh, (asked, rows, fresh_actors) => {
        const found = computeLifecycle(asked, viewOf(rows, fresh_actors)).map((counts) => [...counts]);
        // In these histories group n is person n, who is what a group begins with unless it is described.
        const created = (actor: number): number => {
          const described = asked.actor.kind === 'group' ? DESCRIBED_MS[actor]! : Number.NaN;
          return Number.isNaN(described) ? CREATED_MS[actor]! : described;
        };
        expect(found).toEqual(lifecycleOracle(asked, rows, created));
      }),
      { numRuns: runs(300) },
    );
  });

  it('says of everybody active that they are new, returning or resurrecting, and of who is gone that they are dormant', () => {
    fc.assert(
      fc.property(lifecycleQuestion, history, (asked, rows) => {
        const [begun, returning, resurrecting, dormant] = computeLifecycle(asked, viewOf(rows));
        const active = computeTrend(uniques(asked.entity!, asked.edges_ms), viewOf(rows)).toArray()[0]!.values;
        for (let point = 0; point + 1 < active.length; point++) {
          expect(begun![point]! + returning![point]! + resurrecting![point]!).toBe(active[point + 1]);
          expect(dormant![point]!).toBe(active[point]! - returning![point]!);
        }
      }),
    );
  });
});

describe('stickiness', () => {
  it('agrees with the slow twin on random histories', () => {
    fc.assert(
      fc.property(stickinessQuestion, history, fresh, (asked, rows, fresh_actors) => {
        const found = computeStickiness(asked, viewOf(rows, fresh_actors)).map((counts) => [...counts]);
        expect(found).toEqual(stickinessOracle(asked, rows));
      }),
      { numRuns: runs(300) },
    );
  });

  it('counts everybody once, and every bucket somebody was active in', () => {
    fc.assert(
      fc.property(stickinessQuestion, history, (asked, rows) => {
        const any = { ...asked, min_rows: 1, max_rows: Number.POSITIVE_INFINITY };
        const { edges_ms, range } = any;
        const [counts] = computeStickiness(any, viewOf(rows));
        const whole = Float64Array.of(edges_ms[0]!, range.until_ms);
        const of = any.entities[0]!;
        const [actors] = computeTrend(uniques(of, whole), viewOf(rows)).toArray()[0]!.values;
        const active = computeTrend(uniques(of, edges_ms, range.until_ms), viewOf(rows)).toArray()[0]!.values;
        expect(counts!.reduce((sum, count) => sum + count, 0)).toBe(actors);
        expect(counts!.reduce((sum, count, at) => sum + count * (at + 1), 0)).toBe(active.reduce((a, b) => a + b, 0));
      }),
    );
  });

  it('works through many actors and buckets block by block', () => {
    const [actors, buckets] = [500, 3000];
    const edges_ms = Float64Array.from({ length: buckets + 1 }, (_, edge) => edge);
    // Actor n has two rows in each of n + 1 buckets, and one in a last one.
    const rows = Array.from({ length: actors }, (_, actor) =>
      Array.from({ length: actor + 1 }, (_unused, at) => [
        at * 2,
        at * 2,
        ...(at === actor ? [buckets - 1] : []),
      ]).flat(),
    );
    const run = {
      actor: Uint32Array.from(rows.flatMap((times, actor) => times.map(() => actor))),
      time_ms: Float64Array.from(rows.flat()),
      ...{ grains: null, select: null, skip: null, skipped: null, group: null },
    };
    const counted = (min: number, max: number, ...bounds: number[]): number[] => {
      const counts = new Uint32Array(buckets + 1);
      for (const [at, until] of bounds.entries()) {
        const from = bounds[at - 1] ?? 0;
        countStickiness(
          { runs: [run], buckets: buildBuckets(edges_ms, 0, buckets), occurrences: { min, max } },
          counts,
          from,
          until,
        );
      }
      return [...counts.subarray(0, actors + 3)];
    };
    const twice = [0, ...Array<number>(actors).fill(1), 0, 0];
    expect(counted(2, Number.POSITIVE_INFINITY, actors)).toEqual(twice);
    expect(counted(2, Number.POSITIVE_INFINITY, 7, 333, actors)).toEqual(twice);
    expect(counted(1, Number.POSITIVE_INFINITY, 200, actors)).toEqual([0, 0, ...Array<number>(actors).fill(1), 0]);
  });
});
