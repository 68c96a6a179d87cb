/** Questions between changes of one dataset: nothing cached for one question may answer the next wrongly. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeFunnel } from '../../src/engine/kinds/funnel/funnel.ts';
import { computeTrend } from '../../src/engine/kinds/trend/trend.ts';
import type { FunnelQuery } from '../../src/model/question/funnel.ts';
import type { TrendQuery } from '../../src/model/question/trend.ts';
import { funnelOracle } from '../oracle/funnel.ts';
import { entriesOracle } from '../oracle/funnel_trend.ts';
import type { Happening } from '../oracle/happening.ts';
import { trendOracle } from '../oracle/trend.ts';
import { DAY_MS, World } from './dataset_world.ts';
import { plainQuery, plainStep, timesOf } from './funnel_questions.ts';

const PERSONS = 200;
const RANGE = { from_ms: 0, until_ms: 60 * DAY_MS };

type Change =
  | { do: 'append'; event: string; distinct: number; day: number }
  | { do: 'merge'; from: number; into: number }
  | { do: 'seal' };

const person = fc.nat(PERSONS - 1);
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ do: fc.constant('append' as const), event: fc.constantFrom('view', 'buy') },
      ...{ distinct: person, day: fc.nat(59) },
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('merge' as const), from: person, into: person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('seal' as const) }) },
);

function asked(order: FunnelQuery['order']): FunnelQuery {
  return { ...plainQuery(['view', 'buy'].map(plainStep), order), range: RANGE, window_ms: 20 * DAY_MS };
}

/** By the time of entry. */
function overTime(order: FunnelQuery['order']): FunnelQuery {
  return {
    ...asked(order),
    viz: 'trends',
    edges_ms: Float64Array.from({ length: 7 }, (_, span) => span * 10 * DAY_MS),
  };
}

/** People by a property. */
const BY_PROPERTY: TrendQuery = {
  ...{ kind: 'trend', timezone: 'UTC', interval: 'day', range: RANGE, windows: [], told: null },
  edges_ms: Float64Array.from({ length: 7 }, (_, span) => span * 10 * DAY_MS),
  entities: [
    {
      ...{ ...plainStep('view'), math: { kind: 'unique', actor: { kind: 'person' } } },
      ...{ math_name: null, math_property: null, math_group_type_index: null },
    },
  ],
  breakdown: {
    kind: 'values',
    dimensions: [{ source: { of: 'event', key: 'p' }, normalize_url: false, bins: null }],
    limit: 25,
  },
  display: 'ActionsLineGraph',
};

function propertyOf(distinct: number): { p: string } {
  return { p: distinct % 2 === 0 ? 'x' : 'y' };
}

function happenings(world: World): Happening[] {
  return world.rows.map(({ event, distinct, time_ms }) => ({
    ...{ event, time_ms, actor: world.person_of[distinct]!, properties: propertyOf(distinct) },
  }));
}

function expectAnswers(world: World, order: FunnelQuery['order']): void {
  const { groups, values, buckets } = [...computeTrend(BY_PROPERTY, world.data)][0]!;
  const people = groups.map(([value], group) => [
    value,
    Array.from({ length: buckets }, (_, day) => values[day * groups.length + group]),
  ]);
  expect(Object.fromEntries(people)).toEqual(trendOracle(BY_PROPERTY, happenings(world))[0]);
  const numbers = computeFunnel(asked(order), world.data);
  const tables = numbers.viz === 'steps' ? numbers.groups : [];
  const told = tables.map(({ counts, times_ms }) => ({ counts: [...counts], times_ms: times_ms.map(timesOf) }));
  expect(told).toEqual(Object.values(funnelOracle(asked(order), happenings(world))));
  const entries = computeFunnel(overTime(order), world.data);
  const days = entries.viz === 'trends' ? entries.groups : [];
  expect(days.map((group) => [...group.reached_from])).toEqual(
    Object.values(entriesOracle(overTime(order), happenings(world))).map((group) => group.reached_from),
  );
}

test('what is asked between any changes is answered as of now', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<FunnelQuery['order']>('ordered', 'strict', 'unordered'),
      fc.array(change, { minLength: 2, maxLength: 8 }),
      (order, changes) => {
        const world = new World(1e9, PERSONS);
        world.append(
          Array.from({ length: PERSONS * 3 }, (_, at) => ({
            ...{ event: at % 3 === 0 ? 'buy' : 'view', distinct: (at * 7) % PERSONS },
            ...{ time_ms: (((at * 13) % 60) + 0.5) * DAY_MS + at, properties: propertyOf((at * 7) % PERSONS) },
          })),
        );
        world.seal();
        expectAnswers(world, order);
        for (const [at, one] of changes.entries()) {
          if (one.do === 'append')
            world.append([{ ...one, time_ms: one.day * DAY_MS + at, properties: propertyOf(one.distinct) }]);
          else if (one.do === 'merge') world.merge(one.from, one.into);
          else world.seal();
          expectAnswers(world, order);
        }
      },
    ),
    { numRuns: 20 },
  );
});
