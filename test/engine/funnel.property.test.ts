import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFunnel } from '../../src/engine/funnel.ts';
import type { EventSource } from '../../src/engine/kernels/actor_events.ts';
import { countFunnel, newTally, timesByCell } from '../../src/engine/kernels/funnel_steps.ts';
import { computeTrend } from '../../src/engine/trend.ts';
import type { Exclusion, FunnelNumbers, FunnelQuery } from '../../src/model/funnel.ts';
import { ALL } from '../../src/model/predicate.ts';
import type { Entity } from '../../src/model/query.ts';
import { funnelOracle, type OracleTable } from '../oracle/funnel.ts';
import { type Happening, matchesAny } from '../oracle/happening.ts';
import { ACTORS, EVENTS, entity, fresh, history, viewOf } from './history.ts';

const steps: fc.Arbitrary<Entity[]> = fc.array(entity, { minLength: 1, maxLength: 4 });

function exclusionsOf(count: number): fc.Arbitrary<Exclusion[]> {
  if (count < 2) return fc.constant<Exclusion[]>([]);
  const pair = fc.uniqueArray(fc.nat(count - 1), { minLength: 2, maxLength: 2 });
  const exclusion = fc.tuple(entity, pair).map(([base, [from, to]]) => ({
    ...{ ...base, from_step: Math.min(from!, to!), to_step: Math.max(from!, to!) },
  }));
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<Exclusion[]>([]) },
    { weight: 1, arbitrary: fc.array(exclusion, { minLength: 1, maxLength: 2 }) },
  );
}

const query: fc.Arbitrary<FunnelQuery> = steps.chain((asked) =>
  fc
    .record({
      order: fc.constantFrom('ordered', 'ordered', 'unordered'),
      exclusions: exclusionsOf(asked.length),
      window_ms: fc.constantFrom(0, 2, 5, 40),
      from_ms: fc.constantFrom(0, 3),
      until_ms: fc.constantFrom(20, 40),
      key: fc.constantFrom(null, null, 'p', 'n'),
    })
    .map(({ key, from_ms, until_ms, ...rest }) => ({
      ...{ kind: 'funnel', timezone: 'UTC', viz: 'steps', actor: { kind: 'person' }, steps: asked, ...rest },
      range: { from_ms, until_ms },
      breakdown: key === null ? null : { source: { of: 'event', key }, limit: 10 },
    })),
);

function asRecord({ groups }: FunnelNumbers): Record<string, OracleTable> {
  const met = groups.filter((group) => group.counts[0] !== 0);
  return Object.fromEntries(
    met.map((group) => [
      group.value ?? '',
      { counts: [...group.counts], times_ms: group.times_ms.map((times) => [...times].sort((a, b) => a - b)) },
    ]),
  );
}

const exclusionsAt = fc.constantFrom<[number, number]>([0, 1], [1, 2], [0, 2]);

function plain(event: string): Entity {
  const matches = [{ event, where: ALL }];
  return { type: 'events', id: event, name: event, custom_name: null, order: 0, matches };
}

function emptyTable({ steps: asked }: FunnelQuery): OracleTable {
  return { counts: asked.map(() => 0), times_ms: asked.map(() => []) };
}

/** The kernel itself: one source per event, with rows that match no step. */
function strictTable(asked: FunnelQuery, rows: readonly Happening[]): OracleTable {
  const sources = EVENTS.map((event) => sourceOf(asked, rows, event));
  const count = asked.steps.length;
  const plan = { steps: count, window_ms: asked.window_ms, has_gaps: asked.exclusions.length > 0 };
  const tally = newTally(count, 1);
  // In two slices of actors, whose tallies add up.
  for (const [first, until] of [
    [0, 2],
    [2, ACTORS],
  ] as const) {
    countFunnel(sources, plan, 'strict', { ...asked.range, keep_all: true }, null, first, until, tally);
  }
  return {
    counts: [...tally.counts],
    times_ms: timesByCell(tally).map((times) => [...times].sort((a, b) => a - b)),
  };
}

function sourceOf(asked: FunnelQuery, rows: readonly Happening[], event: string): EventSource {
  const own = rows.filter((row) => row.event === event).sort((a, b) => a.actor - b.actor || a.time_ms - b.time_ms);
  const bits = (test: (step: number, row: Happening) => boolean): Uint32Array =>
    Uint32Array.from(own, (row) => asked.steps.reduce((sum, _, step) => sum + (test(step, row) ? 2 ** step : 0), 0));
  return {
    actor: Uint32Array.from(own, (row) => row.actor),
    time_ms: Float64Array.from(own, (row) => row.time_ms),
    steps: bits((step, row) => matchesAny(asked.steps[step]!.matches, row)),
    steps_any: -1,
    gaps: bits((step, row) =>
      asked.exclusions.some((out) => out.from_step < step && step <= out.to_step && matchesAny(out.matches, row)),
    ),
    gaps_any: -1,
    group: null,
  };
}

describe('funnel', () => {
  it('agrees with the slow twin on random histories', () => {
    fc.assert(
      fc.property(query, history, fresh, (asked, rows, fresh_actors) => {
        expect(asRecord(computeFunnel(asked, viewOf(rows, fresh_actors)))).toEqual(funnelOracle(asked, rows));
      }),
      { numRuns: 5000 },
    );
  });

  it('agrees with it on long plain funnels, where attempts get deep and exclusions come between', () => {
    const deep = fc.tuple(fc.constantFrom('abc', 'abca', 'aab', 'abab'), fc.constantFrom(6, 15, 40), exclusionsAt);
    fc.assert(
      fc.property(deep, history, ([names, window_ms, [from_step, to_step]], rows) => {
        const exclusions = [{ ...plain('d'), from_step, to_step }];
        const asked: FunnelQuery = {
          ...{ kind: 'funnel', timezone: 'UTC', viz: 'steps', actor: { kind: 'person' }, order: 'ordered' },
          ...{ range: { from_ms: 0, until_ms: 40 }, window_ms, exclusions, breakdown: null },
          steps: [...names].map(plain),
        };
        expect(asRecord(computeFunnel(asked, viewOf(rows)))).toEqual(funnelOracle(asked, rows));
      }),
      { numRuns: 4000 },
    );
  });

  it('agrees with it in strict order, where events of no step count too', () => {
    fc.assert(
      fc.property(query, history, (asked, rows) => {
        const strict: FunnelQuery = { ...asked, order: 'strict', breakdown: null };
        expect(strictTable(strict, rows)).toEqual(funnelOracle(strict, rows)[''] ?? emptyTable(strict));
      }),
      { numRuns: 4000 },
    );
  });

  it('of one step counts unique actors', () => {
    fc.assert(
      fc.property(query, history, (asked, rows) => {
        const only = { ...asked, steps: asked.steps.slice(0, 1), exclusions: [], breakdown: null };
        const actors = computeFunnel(only, viewOf(rows)).groups[0]!.counts[0];
        const unique = { kind: 'unique', actor: { kind: 'person' } } as const;
        const trend = computeTrend(
          {
            ...{ kind: 'trend', timezone: 'UTC', interval: 'day', range: asked.range, display: 'BoldNumber' },
            edges_ms: Float64Array.of(asked.range.from_ms, asked.range.until_ms),
            entities: [{ ...asked.steps[0]!, math: unique, math_name: 'dau' }],
            breakdown: null,
          },
          viewOf(rows),
        );
        expect(actors).toBe(trend[0]!.values[0]);
      }),
    );
  });

  it('does not depend on the order in which events came, unless a value has to be taken from one of an instant', () => {
    fc.assert(
      fc.property(query, history, (asked, rows) => {
        const plain = { ...asked, breakdown: null };
        const answer = (of: readonly Happening[]): unknown => asRecord(computeFunnel(plain, viewOf(of)));
        if (asked.order === 'ordered') expect(answer([...rows].reverse())).toEqual(answer(rows));
      }),
      { numRuns: 2000 },
    );
  });

  it('never grows from one step to the next, and each step has at most as many times as actors', () => {
    fc.assert(
      fc.property(query, history, (asked, rows) => {
        for (const { counts, times_ms } of computeFunnel(asked, viewOf(rows)).groups) {
          for (let step = 1; step < counts.length; step++) {
            expect(counts[step]).toBeLessThanOrEqual(counts[step - 1]!);
            expect(times_ms[step]!.length).toBeLessThanOrEqual(counts[step]!);
          }
        }
      }),
    );
  });

  it('refuses what it cannot judge yet, naming it', () => {
    const base: Entity = { type: 'events', id: 'a', name: 'a', custom_name: null, order: 0, matches: [] };
    const asked: FunnelQuery = {
      ...{ kind: 'funnel', timezone: 'UTC', range: { from_ms: 0, until_ms: 1 }, actor: { kind: 'person' } },
      ...{ order: 'strict', viz: 'steps', window_ms: 1, steps: [base, base], exclusions: [], breakdown: null },
    };
    expect(() => computeFunnel(asked, viewOf([]))).toThrow(expect.objectContaining({ code: 'not_supported' }));
    const trends: FunnelQuery = { ...asked, order: 'ordered', viz: 'trends' };
    expect(() => computeFunnel(trends, viewOf([]))).toThrow(expect.objectContaining({ needs: 'funnel viz trends' }));
  });
});
