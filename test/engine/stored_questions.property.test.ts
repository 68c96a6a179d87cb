/** Questions of every kind over a real dataset, however its rows came: numbers are the twin's, and people are as many. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerQuery } from '../../src/engine/answer.ts';
import { computeLifecycle } from '../../src/engine/kinds/activity/lifecycle.ts';
import { computeRetention } from '../../src/engine/kinds/activity/retention.ts';
import { computeStickiness } from '../../src/engine/kinds/activity/stickiness.ts';
import { computeFunnel } from '../../src/engine/kinds/funnel/funnel.ts';
import { computeTrend } from '../../src/engine/kinds/trend/trend.ts';
import type { FunnelQuery } from '../../src/model/question/funnel.ts';
import type { PeoplePoint } from '../../src/model/question/people.ts';
import type { ActorKind, ValueActorKind } from '../../src/model/question/query.ts';
import type { TrendMath } from '../../src/model/question/trend.ts';
import { lifecycleOracle, stickinessOracle } from '../oracle/activity.ts';
import { funnelOracle } from '../oracle/funnel.ts';
import type { Happening } from '../oracle/happening.ts';
import { mathOracle } from '../oracle/math.ts';
import { retentionOracle } from '../oracle/retention.ts';
import { runs } from '../support/runs.ts';
import {
  GROUP,
  lifecycleQuestion,
  PERSON,
  retentionQuestion,
  stickinessQuestion,
  trendQuestion,
} from './activity_questions.ts';
import { World } from './dataset_world.ts';
import { funnelQuery, timesOf } from './funnel_questions.ts';
import { ACTORS, EVENTS, history } from './history.ts';

/** A unit of the histories' time, so that sessions have whole seconds; they begin at the end of a month. */
const UNIT_MS = 1_000;
const BEGIN_MS = Date.UTC(1970, 1, 1) - 15 * UNIT_MS;
/** Besides those of the history, so that its people are few enough to be served from a part of their own. */
const PERSONS = 90;
const OTHERS = 150;
/** Whoever has the same value. */
const VALUE: ValueActorKind = {
  kind: 'expression',
  expression: {
    nodes: [{ kind: 'source', source: { of: 'event', key: 'p' } }],
    zone: { changes_ms: [], offsets_ms: [0] },
  },
};

type Step =
  | { do: 'append'; share: number }
  | { do: 'seal' }
  | { do: 'compact' }
  | { do: 'ask' }
  | { do: 'merge'; from: number; into: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('append' as const), share: fc.constantFrom(0.1, 0.4, 1) }),
  fc.record({ do: fc.constantFrom('seal' as const, 'compact' as const, 'ask' as const) }),
  fc.record({ do: fc.constant('merge' as const), from: fc.nat(ACTORS), into: fc.nat(ACTORS) }),
);

const past = fc.record({
  rows: history,
  steps: fc.array(step, { minLength: 2, maxLength: 9 }),
  others: fc.constantFrom(0, OTHERS),
  memory_bytes: fc.constantFrom(0, 4_000, 1e9),
});
type Past = typeof past extends fc.Arbitrary<infer T> ? T : never;

function others(count: number): Happening[] {
  return Array.from({ length: count }, (_, at) => ({
    ...{ event: EVENTS[at % EVENTS.length]!, actor: ACTORS + ((at * 7) % (PERSONS - ACTORS)), time_ms: (at * 13) % 31 },
    properties: { p: ['x', 'y', 'z', ''][at % 4]!, n: at % 3 === 0 ? 7 : 1.5, $session_id: at % 5 === 0 ? 't' : null },
  }));
}

/**
 * Each row gets a group, or none; asks in between as the steps say, and at the end. `apart_ms`: between the rows of two
 * distinct ids at one instant, as such rows of a merged person or a group come in any order.
 */
function play(
  { rows, steps, others: count, memory_bytes }: Past,
  ask: (world: World, rows: readonly Happening[]) => void,
  apart_ms = 0,
): void {
  const world = new World(memory_bytes, PERSONS, EVENTS);
  const append = (some: readonly Happening[]): void =>
    world.append(
      some.map(({ actor, event, time_ms, properties }, at) => ({
        ...{ event, distinct: actor, time_ms: BEGIN_MS + time_ms * UNIT_MS + actor * apart_ms },
        properties: { ...properties, $group_0: (actor + at) % 5 === 0 ? null : `g${(actor * 3 + at) % 7}` },
      })),
    );
  const asked = (): void => {
    const seen = world.rows.map(({ distinct, properties, ...row }) => ({
      ...{ ...row, actor: world.person_of[distinct]! },
      properties: properties as Happening['properties'],
    }));
    ask(world, seen);
  };
  append(others(count));
  world.seal();
  let done = 0;
  for (const one of [...steps, { do: 'append', share: 1 } as const]) {
    if (one.do === 'append') {
      const until = done + Math.ceil((rows.length - done) * one.share);
      append(rows.slice(done, until));
      done = until;
    } else if (one.do === 'seal') world.seal();
    else if (one.do === 'compact') world.compact(3);
    else if (one.do === 'merge') world.merge(one.from, one.into);
    else asked();
  }
  asked();
}

/** The rows that have such an actor, who is a number. */
function rowsOf(actor: ValueActorKind, rows: readonly Happening[]): readonly Happening[] {
  if (actor.kind === 'person') return rows;
  const key = actor.kind === 'group' ? '$group_0' : 'p';
  const texts = [...new Set(rows.map(({ properties }) => String(properties[key] ?? '')))];
  const named = rows.filter(({ properties }) => String(properties[key] ?? '') !== '');
  return named.map((row) => ({ ...row, actor: texts.indexOf(String(row.properties[key])) }));
}

function moved(times: Float64Array): Float64Array {
  return times.map((time) => BEGIN_MS + time * UNIT_MS);
}

interface Timed {
  readonly range: { readonly from_ms: number; readonly until_ms: number };
  readonly edges_ms: Float64Array;
}

/** The question about the time in which rows are stored. */
function stored<Q extends Timed>(query: Q): Q {
  const [from_ms, until_ms] = moved(Float64Array.of(query.range.from_ms, query.range.until_ms));
  return { ...query, range: { from_ms, until_ms }, edges_ms: moved(query.edges_ms) };
}

function people(world: World, point: PeoplePoint): number {
  const query = { kind: 'people', point, order: 'actor', offset: 0, limit: 1_000, times: 5 } as const;
  return answerQuery({ kind: 'people', query }, world.data).count;
}

const actor = fc.constantFrom<ActorKind>(PERSON, PERSON, GROUP);

function withActor(math: TrendMath, who: ActorKind): TrendMath {
  return math.kind === 'per_actor' || math.kind === 'active' ? { ...math, actor: who } : math;
}

test('trends', () => {
  fc.assert(
    fc.property(trendQuestion, past, actor, ({ query, key }, history_of, who) => {
      const [line] = query.entities;
      const entity = { ...line!, math: withActor(line!.math, who) };
      const windows = query.windows.map(({ days, from_ms, until_ms }) => ({
        ...{ days, from_ms: moved(from_ms), until_ms: moved(until_ms) },
      }));
      const asked = { ...stored(query), windows, entities: [entity] };
      const { math } = entity;
      // The twin's sessions have milliseconds.
      const unit = math.kind === 'property' && math.source.of === 'session' ? UNIT_MS : 1;
      play(history_of, (world, rows) => {
        const counted = 'actor' in math ? rowsOf(math.actor, rows) : rows;
        const { groups, values, buckets } = computeTrend(asked, world.data).toArray()[0]!;
        const wanted = mathOracle(asked, entity, key, counted);
        expect(groups.map(([text]) => text ?? '').sort()).toEqual(Object.keys(wanted).sort());
        for (const [at, group] of groups.entries()) {
          for (let bucket = 0; bucket < buckets; bucket++) {
            const found = values[bucket * groups.length + at]!;
            expect(found).toBeCloseTo(wanted[group[0] ?? '']![bucket]! / unit, 9);
            if (math.kind !== 'active' && math.kind !== 'first_ever') continue;
            const point = {
              kind: 'trend',
              query: asked,
              entity: 0,
              first: bucket,
              until: bucket + 1,
              key: group,
            } as const;
            expect(people(world, point)).toBe(found);
          }
        }
      });
    }),
    { numRuns: runs(120) },
  );
});

test('lifecycle', () => {
  fc.assert(
    fc.property(lifecycleQuestion, past, (query, history_of) => {
      const asked = { ...stored(query), actor: PERSON };
      play(history_of, (world, rows) => {
        const found = computeLifecycle(asked, world.data).map((counts) => [...counts]);
        expect(found).toEqual(lifecycleOracle(asked, rows, () => 0));
        const behind = found.map((counts, status) =>
          counts.map((_, bucket) => people(world, { kind: 'lifecycle', query: asked, status, bucket })),
        );
        expect(behind).toEqual(found);
      });
    }),
    { numRuns: runs(40) },
  );
});

test('stickiness', () => {
  fc.assert(
    fc.property(stickinessQuestion, past, actor, fc.boolean(), (query, history_of, who, cumulative) => {
      const asked = { ...stored(query), entities: query.entities.map((each) => ({ ...each, actor: who })) };
      play(history_of, (world, rows) => {
        const found = computeStickiness(asked, world.data).map((counts) => [...counts]);
        expect(found).toEqual(stickinessOracle(asked, rowsOf(who, rows)));
        const shown = { ...asked, cumulative };
        for (const [entity, counts] of found.entries()) {
          const behind = counts.map((_, at) =>
            people(world, { kind: 'stickiness', query: shown, entity, periods: at + 1 }),
          );
          const sum = (at: number): number => counts.slice(at).reduce((all, count) => all + count, 0);
          expect(behind).toEqual(cumulative ? counts.map((_, at) => sum(at)) : counts);
        }
      });
    }),
    { numRuns: runs(80) },
  );
});

test('retention', () => {
  fc.assert(
    fc.property(retentionQuestion, past, actor, fc.nat(), (query, history_of, who, seed) => {
      const asked = { ...stored(query), actor: who };
      const size = asked.edges_ms.length - 1;
      play(history_of, (world, rows) => {
        const { groups } = computeRetention(asked, world.data);
        const met = groups.filter(({ counts }) => counts.some((count) => count > 0));
        const wanted = retentionOracle(asked, rowsOf(who, rows));
        expect(Object.fromEntries(met.map(({ key, counts }) => [key[0] ?? '', [...counts]]))).toEqual(
          Object.fromEntries(Object.entries(wanted).map(([key, counts]) => [key, counts.flat()])),
        );
        for (const { key, counts } of met) {
          const first = seed % size;
          const later = seed % (size - first);
          const point = { kind: 'retention', query: asked, key, first, until: first + 1, later } as const;
          expect(people(world, point)).toBe(counts[first * size + later]);
        }
      });
    }),
    { numRuns: runs(80) },
  );
});

test('funnels', () => {
  const whose = fc.constantFrom<ValueActorKind>(PERSON, PERSON, GROUP, VALUE);
  fc.assert(
    fc.property(funnelQuery('steps'), past, whose, (query, history_of, who) => {
      // First rows are those of persons.
      const steps = query.steps.map((each) => (who.kind === 'person' ? each : { ...each, first_of: null }));
      const asked: FunnelQuery = { ...stored(query), window_ms: query.window_ms * UNIT_MS, steps, actor: who };
      play(
        history_of,
        (world, rows) => {
          const numbers = computeFunnel(asked, world.data);
          const met = numbers.viz === 'steps' ? numbers.groups.filter(({ counts }) => counts[0] !== 0) : [];
          const told = met.map(({ key, counts, times_ms }) => [
            JSON.stringify(key.map((text) => text ?? '')),
            { counts: [...counts], times_ms: times_ms.map(timesOf) },
          ]);
          expect(Object.fromEntries(told)).toEqual(funnelOracle(asked, rowsOf(who, rows)));
          for (const { key, counts } of met) {
            const behind = counts.map((_, at) =>
              people(world, { kind: 'funnel', query: asked, key, bucket: null, least: at + 1, most: counts.length }),
            );
            expect(behind).toEqual([...counts]);
          }
        },
        1,
      );
    }),
    { numRuns: runs(200) },
  );
});
