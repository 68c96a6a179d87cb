import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTrend } from '../../src/engine/kinds/trend/trend.ts';
import { every, type Predicate, type ValueSource } from '../../src/model/question/predicate.ts';
import type { Breakdown } from '../../src/model/question/query.ts';
import type { TrendEntity, TrendMath, TrendNumbers, TrendQuery } from '../../src/model/question/trend.ts';
import type { Happening } from '../oracle/happening.ts';
import { trendOracle } from '../oracle/trend.ts';
import { runs } from '../support/runs.ts';
import { ACTORS, entity, fresh, history, predicate, viewOf } from './history.ts';

const math: fc.Arbitrary<TrendMath> = fc.constantFrom({ kind: 'total' }, { kind: 'unique', actor: { kind: 'person' } });

/** What an entity only repeats. */
const UNSAID = { math_name: null, math_property: null, math_group_type_index: null };

const trendEntity: fc.Arbitrary<TrendEntity> = fc
  .tuple(entity, math)
  .map(([base, kind]) => ({ ...base, ...UNSAID, math: kind }));

function splitBy(source: ValueSource): Breakdown {
  return { kind: 'values', dimensions: [{ source, normalize_url: false, bins: null }], limit: 25 };
}

/** Edges anywhere, of unequal lengths, and a range that may cut the first and last bucket. */
const query: fc.Arbitrary<TrendQuery> = fc
  .record({
    edges: fc.uniqueArray(fc.nat(32), { minLength: 2, maxLength: 8 }),
    from_ms: fc.nat(12),
    until_ms: fc.integer({ min: 13, max: 40 }),
    entities: fc.array(trendEntity, { minLength: 1, maxLength: 2 }),
    key: fc.constantFrom(null, null, 'p', 'n', 'none'),
  })
  .map(({ edges, from_ms, until_ms, entities, key }) => ({
    kind: 'trend',
    timezone: 'UTC',
    interval: 'day',
    range: { from_ms, until_ms },
    edges_ms: Float64Array.from(edges.sort((a, b) => a - b)),
    entities,
    windows: [],
    breakdown: key === null ? null : splitBy({ of: 'event', key }),
    told: null,
    display: 'ActionsLineGraph',
  }));

/** Group ('' = none) -> numbers of the buckets, groups of nothing but zeros left out. */
function asRecord({ groups, values, buckets }: TrendNumbers): Record<string, number[]> {
  const record: Record<string, number[]> = {};
  for (const [group, key] of groups.entries()) {
    const numbers = Array.from({ length: buckets }, (_, bucket) => values[bucket * groups.length + group]!);
    if (numbers.some((number) => number !== 0)) record[key[0] ?? ''] = numbers;
  }
  return record;
}

function withoutZeros(record: Record<string, number[]>): Record<string, number[]> {
  return Object.fromEntries(Object.entries(record).filter(([, numbers]) => numbers.some((number) => number !== 0)));
}

function daily(base: TrendEntity, from_ms: number, days: number): TrendQuery {
  const edges_ms = Float64Array.from({ length: days + 1 }, (_, day) => from_ms + day * DAY_MS);
  const range = { from_ms, until_ms: edges_ms[days]! };
  const rest = {
    timezone: 'UTC',
    interval: 'day',
    windows: [],
    breakdown: null,
    told: null,
    display: 'ActionsLineGraph',
  } as const;
  return { kind: 'trend', range, edges_ms, entities: [base], ...rest };
}

const DAY_MS = 86_400_000;

describe('trend', () => {
  it('agrees with the slow twin on random histories', () => {
    fc.assert(
      fc.property(query, history, fresh, (asked, rows, fresh_actors) => {
        const found = computeTrend(asked, viewOf(rows, fresh_actors)).toArray().map(asRecord);
        expect(found).toEqual(trendOracle(asked, rows).map(withoutZeros));
      }),
      { numRuns: runs(1100) },
    );
  });

  it('answers a filter that is asked again as it did at first, of whomever', () => {
    const members = fc.uniqueArray(fc.nat(ACTORS - 1));
    fc.assert(
      fc.property(query, history, fresh, members, members, predicate, (of, rows, fresh_actors, some, others, where) => {
        const within = (condition: Predicate): TrendQuery => ({
          ...of,
          entities: of.entities.map((each) => ({
            ...each,
            matches: each.matches.map((match) => ({ ...match, where: every([match.where, condition]) })),
          })),
        });
        const view = viewOf(rows, fresh_actors);
        for (const distincts of [some, others, some, others]) {
          const found = computeTrend(
            within(every([where, { kind: 'members', distincts: distincts.join() }])),
            view,
          ).toArray();
          const theirs = rows.filter(({ actor }) => distincts.includes(actor));
          expect(found.map(asRecord)).toEqual(trendOracle(within(where), theirs).map(withoutZeros));
        }
      }),
      { numRuns: runs(400) },
    );
  });

  it('agrees with it on days, where the table of places is exact', () => {
    const spread = (rows: readonly Happening[]): Happening[] =>
      rows.map((row) => ({ ...row, time_ms: row.time_ms * 21_600_000 - (row.actor % 2) }));
    fc.assert(
      fc.property(trendEntity, history, fresh, (base, rows, fresh_actors) => {
        const asked = daily(base, DAY_MS, 4);
        const found = computeTrend(asked, viewOf(spread(rows), fresh_actors.length === 0 ? [] : [1]))
          .toArray()
          .map(asRecord);
        expect(found).toEqual(trendOracle(asked, spread(rows)).map(withoutZeros));
      }),
      { numRuns: runs(300) },
    );
  });

  it('adds up over the halves of a period', () => {
    fc.assert(
      fc.property(trendEntity, history, fc.nat(30), (base, rows, middle) => {
        const total = { ...base, math: { kind: 'total' } as const };
        const sum = (from_ms: number, until_ms: number): number => {
          const edges_ms = Float64Array.of(from_ms, until_ms);
          const asked = { ...daily(total, 0, 1), range: { from_ms, until_ms }, edges_ms };
          return computeTrend(asked, viewOf(rows)).toArray()[0]!.values[0]!;
        };
        expect(sum(0, middle) + sum(middle, 31)).toBe(sum(0, 31));
      }),
    );
  });

  it('does not depend on the order in which events came', () => {
    fc.assert(
      fc.property(query, history, (asked, rows) => {
        const answer = (of: readonly Happening[]): unknown => computeTrend(asked, viewOf(of)).toArray().map(asRecord);
        expect(answer([...rows].reverse())).toEqual(answer(rows));
      }),
    );
  });

  it('counts rows by what their person is today', () => {
    const rows = [0, 1, 2, 2].map((actor) => ({ actor, time_ms: 1, event: 'a', properties: {} }));
    const base: TrendEntity = {
      ...{ type: 'events', id: 'a', name: 'a', custom_name: null, order: 0, ...UNSAID },
      ...{ matches: [{ event: 'a', where: { kind: 'all' } }], math: { kind: 'total' } },
    };
    const asked: TrendQuery = { ...daily(base, 0, 2), breakdown: splitBy({ of: 'person', key: 'name' }) };
    expect(asRecord(computeTrend(asked, viewOf(rows)).toArray()[0]!)).toEqual({
      'person 0': [3, 0],
      'person 1': [1, 0],
    });
  });

  it('finds the bucket of a time whatever the edges: zones off the quarter hour, a century, minutes, far away times', () => {
    const zones = [0, 1_172_000, 20_700_000];
    for (const [step_ms, buckets] of [
      [60_000, 5],
      [3_600_000, 30],
      [DAY_MS, 400],
      [DAY_MS * 365, 110],
    ] as const) {
      for (const zone of zones) {
        const edges_ms = Float64Array.from({ length: buckets + 1 }, (_, edge) => zone + edge * step_ms);
        const times = [...edges_ms].flatMap((edge) => [edge - 1, edge, edge + 1]);
        const rows = [-8.64e15, ...times, 8.64e15, zone + 2 ** 32 * 60_000 + 1].map((time_ms) => ({
          ...{ actor: 0, time_ms, event: 'a', properties: {} },
        }));
        const base: TrendEntity = {
          ...{ type: 'events', id: 'a', name: 'a', custom_name: null, order: 0, ...UNSAID },
          ...{ matches: [{ event: 'a', where: { kind: 'all' } }], math: { kind: 'total' } },
        };
        const range = { from_ms: edges_ms[0]!, until_ms: edges_ms[buckets]! };
        const asked: TrendQuery = { ...daily(base, 0, 1), range, edges_ms };
        expect([...computeTrend(asked, viewOf(rows)).toArray()[0]!.values]).toEqual(Array(buckets).fill(3));
      }
    }
  });
});
