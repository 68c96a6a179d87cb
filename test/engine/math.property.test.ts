import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTrend } from '../../src/engine/kinds/trend/trend.ts';
import type { Entity } from '../../src/model/question/query.ts';
import type { Aggregate, TrendMath, TrendNumbers, TrendQuery } from '../../src/model/question/trend.ts';
import type { Happening } from '../oracle/happening.ts';
import { mathOracle } from '../oracle/math.ts';
import { runs } from '../support/runs.ts';
import { PERSON, shape, trendQuestion, withMath } from './activity_questions.ts';
import { entity, fresh, history, viewOf } from './history.ts';

function asRecord({ groups, values, buckets }: TrendNumbers): Record<string, number[]> {
  return Object.fromEntries(
    groups.map((texts, group) => [
      texts[0] ?? '',
      Array.from({ length: buckets }, (_, bucket) => values[bucket * groups.length + group]!),
    ]),
  );
}

function answer(
  query: TrendQuery,
  rows: readonly Happening[],
  fresh_actors: readonly number[] = [],
): Record<string, number[]> {
  return asRecord(computeTrend(query, viewOf(rows, fresh_actors)).toArray()[0]!);
}

/** One bucket over all these histories, and one window that is the same. */
function whole(base: Entity, of: TrendMath, from_ms = 0, until_ms = 31): TrendQuery {
  const edges_ms = Float64Array.of(from_ms, until_ms);
  return { ...shape(null), range: { from_ms, until_ms }, edges_ms, windows: [], entities: [withMath(base, of)] };
}

function only(query: TrendQuery, rows: readonly Happening[]): number {
  return answer(query, rows)['']![0]!;
}

function property(name: Aggregate): TrendMath {
  return { kind: 'property', aggregate: name, source: { of: 'event', key: 'm' }, multiplier: 1 };
}

describe('maths of trends', () => {
  it('agree with their slow twins, whatever is fresh', () => {
    fc.assert(
      fc.property(trendQuestion, history, fresh, ({ query, key }, rows, fresh_actors) => {
        const expected = mathOracle(query, query.entities[0]!, key, rows);
        const found = answer(query, rows, fresh_actors);
        expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
        for (const [group, numbers] of Object.entries(expected)) {
          for (const [bucket, number] of numbers.entries()) expect(found[group]![bucket]).toBeCloseTo(number, 9);
        }
      }),
      { numRuns: runs(1600) },
    );
  });

  it('do not depend on the order in which events came', () => {
    fc.assert(
      fc.property(trendQuestion, history, ({ query, key }, rows) => {
        // Of several firsts at one instant the one that came first gives the value of the breakdown.
        fc.pre(key === null || query.entities[0]!.math.kind !== 'first_ever');
        expect(answer(query, [...rows].reverse())).toEqual(answer(query, rows));
      }),
    );
  });

  it('sum up over the halves of a period', () => {
    fc.assert(
      fc.property(entity, history, fc.nat(30), (base, rows, middle) => {
        const sum = (from_ms: number, until_ms: number): number =>
          only(whole(base, property('sum'), from_ms, until_ms), rows);
        expect(sum(0, middle) + sum(middle, 31)).toBeCloseTo(sum(0, 31), 9);
      }),
    );
  });

  it('keep their order: least, quantiles, greatest', () => {
    fc.assert(
      fc.property(entity, history, (base, rows) => {
        const names = ['min', 'median', 'p75', 'p90', 'p95', 'p99', 'max'] as const;
        const numbers = names.map((name) => only(whole(base, property(name)), rows));
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        const average = only(whole(base, property('avg')), rows);
        expect(average).toBeGreaterThanOrEqual(numbers[0]! - 1e-9);
        expect(average).toBeLessThanOrEqual(numbers.at(-1)! + 1e-9);
      }),
    );
  });

  it('multiply rows per actor by actors to rows', () => {
    fc.assert(
      fc.property(entity, history, (base, rows) => {
        const average = only(whole(base, { kind: 'per_actor', aggregate: 'avg', actor: PERSON }), rows);
        const actors = only(whole(base, { kind: 'unique', actor: PERSON }), rows);
        expect(average * actors).toBeCloseTo(only(whole(base, { kind: 'total' }), rows), 9);
      }),
    );
  });

  it('count more actors the further a window reaches', () => {
    fc.assert(
      fc.property(entity, history, fresh, (base, rows, fresh_actors) => {
        const edges_ms = Float64Array.from({ length: 32 }, (_, edge) => edge);
        const from = (back: number): Float64Array => edges_ms.slice(0, -1).map((edge) => edge - back);
        const until_ms = edges_ms.slice(1);
        const query = (of: TrendMath): TrendQuery => ({
          ...whole(base, of),
          edges_ms,
          windows: [
            { days: 7, from_ms: from(6), until_ms },
            { days: 30, from_ms: from(29), until_ms },
          ],
        });
        const [daily, weekly, monthly] = (
          [
            { kind: 'unique', actor: PERSON },
            { kind: 'active', actor: PERSON, days: 7 },
            { kind: 'active', actor: PERSON, days: 30 },
          ] as const
        ).map((of) => answer(query(of), rows, fresh_actors)['']!);
        for (let day = 0; day < 31; day++) {
          expect(daily![day]).toBeLessThanOrEqual(weekly![day]!);
          expect(weekly![day]).toBeLessThanOrEqual(monthly![day]!);
        }
      }),
    );
  });
});
