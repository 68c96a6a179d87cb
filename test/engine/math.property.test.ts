import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTrend } from '../../src/engine/kinds/trend/trend.ts';
import type { EventMatch } from '../../src/model/question/predicate.ts';
import type { Breakdown, Entity } from '../../src/model/question/query.ts';
import {
  AGGREGATES,
  type Aggregate,
  type TrendEntity,
  type TrendMath,
  type TrendNumbers,
  type TrendQuery,
} from '../../src/model/question/trend.ts';
import type { Happening } from '../oracle/happening.ts';
import { mathOracle } from '../oracle/math.ts';
import { EVENTS, entity, fresh, history, viewOf } from './history.ts';

const PERSON = { kind: 'person' } as const;
const aggregate = fc.constantFrom(...AGGREGATES);

const bare: fc.Arbitrary<EventMatch[]> = fc
  .uniqueArray(fc.constantFrom(...EVENTS, null), { minLength: 1, maxLength: 3 })
  .map((events) => events.map((event) => ({ event, where: { kind: 'all' } })));

const filtered = entity.map(({ matches }) => [...matches]);

const math: fc.Arbitrary<TrendMath> = fc.oneof(
  fc.record({
    kind: fc.constant('property'),
    aggregate,
    source: fc.constantFrom({ of: 'event', key: 'n' }, { of: 'event', key: 'm' }, { of: 'event', key: 'none' }),
    multiplier: fc.constantFrom(1, -2),
  }),
  fc.record({
    kind: fc.constant('property'),
    aggregate,
    source: fc.constant({ of: 'session', key: '$session_duration' }),
    multiplier: fc.constantFrom(1, 0.5),
  }),
  fc.record({ kind: fc.constant('per_actor'), aggregate, actor: fc.constant(PERSON) }),
  fc.record({ kind: fc.constant('active'), actor: fc.constant(PERSON), days: fc.constantFrom(7, 30) }),
  fc.record({ kind: fc.constant('first_ever'), of: fc.oneof(bare, filtered) }),
  fc.constant({ kind: 'unique_session' }),
) as fc.Arbitrary<TrendMath>;

/** `is_own`: first times are sought among the entity's own rows. */
function withMath(base: Entity, of: TrendMath, is_own = false): TrendEntity {
  const math: TrendMath = of.kind === 'first_ever' && is_own ? { ...of, of: base.matches } : of;
  return { ...base, math, math_name: null, math_property: null, math_group_type_index: null };
}

/** So many windows that begin and end in order, some of them empty. */
function windows(count: number): fc.Arbitrary<{ from_ms: Float64Array; until_ms: Float64Array }> {
  const edges = fc.array(fc.integer({ min: -3, max: 34 }), { minLength: count, maxLength: count });
  const ascending = (times: number[]): Float64Array => Float64Array.from(times.sort((a, b) => a - b));
  return fc.tuple(edges, edges).map(([from, until]) => ({ from_ms: ascending(from), until_ms: ascending(until) }));
}

interface Asked {
  readonly query: TrendQuery;
  readonly key: string | null;
}

/** Edges anywhere, of unequal lengths, and a range that may cut the first and last bucket. */
const asked: fc.Arbitrary<Asked> = fc
  .uniqueArray(fc.nat(32), { minLength: 2, maxLength: 6 })
  .chain((edges) =>
    fc.record({
      edges: fc.constant(edges),
      from_ms: fc.nat(12),
      until_ms: fc.integer({ min: 13, max: 40 }),
      base: entity,
      of: math,
      is_own: fc.boolean(),
      key: fc.constantFrom(null, 'p', 'n', 'none'),
      short: windows(edges.length - 1),
      long: windows(edges.length - 1),
    }),
  )
  .map(({ edges, from_ms, until_ms, base, of, is_own, key, short, long }) => ({
    key,
    query: {
      ...shape(key),
      range: { from_ms, until_ms },
      edges_ms: Float64Array.from(edges.sort((a, b) => a - b)),
      windows: [
        { days: 7, ...short },
        { days: 30, ...long },
      ],
      entities: [withMath(base, of, is_own)],
    },
  }));

function shape(
  key: string | null,
): Pick<TrendQuery, 'kind' | 'timezone' | 'interval' | 'breakdown' | 'display' | 'told'> {
  const part = { source: { of: 'event', key: key ?? '' }, normalize_url: false, bins: null } as const;
  const breakdown: Breakdown | null = key === null ? null : { kind: 'values', dimensions: [part], limit: 25 };
  return { kind: 'trend', told: null, timezone: 'UTC', interval: 'day', breakdown, display: 'ActionsLineGraph' };
}

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
      fc.property(asked, history, fresh, ({ query, key }, rows, fresh_actors) => {
        const expected = mathOracle(query, query.entities[0]!, key, rows);
        const found = answer(query, rows, fresh_actors);
        expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
        for (const [group, numbers] of Object.entries(expected)) {
          for (const [bucket, number] of numbers.entries()) expect(found[group]![bucket]).toBeCloseTo(number, 9);
        }
      }),
      { numRuns: 1600 },
    );
  });

  it('do not depend on the order in which events came', () => {
    fc.assert(
      fc.property(asked, history, ({ query, key }, rows) => {
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
