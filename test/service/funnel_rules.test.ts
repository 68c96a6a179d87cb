/** Rules of funnels that no golden case pins. */
import { beforeEach, describe, expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import type { FunnelResult, FunnelSeries, Step, TimesToConvert } from '../../src/model/question/funnel.ts';
import type { Insight } from '../../src/model/saved/insight.ts';
import { createInsightOperation } from '../../src/service/operations/insight_writes.ts';
import { getInsight } from '../../src/service/operations/insights.ts';
import { computeFunnel } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body, stepsOf } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

/** One person's events: name and time of 14 January, a letter after the seconds tells the person. */
function did(person: string, ...acts: readonly (readonly [name: string, time: string, properties?: Body])[]): void {
  for (const [name, time, properties] of acts) asked.add(event(name, person, `2026-01-14T${time}Z`, properties ?? {}));
}

async function countsOf(body: Body): Promise<number[]> {
  return ((await asked.funnel(body)).result as Step[]).map((step) => step.count);
}

async function seriesOf(body: Body): Promise<FunnelSeries[]> {
  return (await asked.funnel({ funnel_viz_type: 'trends', ...body })).result as FunnelSeries[];
}

async function timesOf(body: Body): Promise<TimesToConvert> {
  return (await asked.funnel({ funnel_viz_type: 'time_to_convert', ...body })).result as TimesToConvert;
}

/** What an exclusion of x between the first two steps adds to a body. */
const WITHOUT_X = { exclusions: [{ id: 'x', funnel_from_step: 0, funnel_to_step: 1 }] };
const TEN_SECONDS = { funnel_window_interval: 10, funnel_window_interval_type: 'second' };
const two = { events: stepsOf('a', 'b'), ...TEN_SECONDS };

describe('the window', () => {
  test.each(['ordered', 'strict', 'unordered'])('holds its last millisecond in %s trends and tables', async (order) => {
    did('in', ['a', '10:00:00.000'], ['b', '10:00:10.000']);
    did('out', ['a', '10:00:00.000'], ['b', '10:00:10.001']);
    const body = { ...two, funnel_order_type: order };
    expect(await countsOf(body)).toEqual([2, 1]);
    const [series] = await seriesOf({ ...body, date_from: '2026-01-14', date_to: '2026-01-14' });
    expect(series).toMatchObject({ count: 1, reached_from_counts: [2], reached_to_counts: [1], data: [50] });
  });

  test('of a month is 31 days', async () => {
    asked.add(event('a', 'in', '2025-12-01T00:00:00Z'), event('b', 'in', '2026-01-01T00:00:00Z'));
    asked.add(event('a', 'out', '2025-12-01T00:00:00Z'), event('b', 'out', '2026-01-01T00:00:01Z'));
    const month = { funnel_window_interval: 1, funnel_window_interval_type: 'month', date_from: '2025-12-01' };
    expect(await countsOf({ events: stepsOf('a', 'b'), ...month })).toEqual([2, 1]);
  });
});

describe('times', () => {
  test('of no length are left out of averages', async () => {
    did('p', ['a', '10:00:00'], ['b', '10:00:00']);
    did('q', ['a', '10:00:00'], ['b', '10:00:04']);
    const [, second] = (await asked.funnel(two)).result as Step[];
    expect(second).toMatchObject({ count: 2, average_conversion_time: 4, median_conversion_time: 4 });
  });

  test('to convert are binned from the shortest to the longest', async () => {
    did('p', ['a', '10:00:00'], ['b', '10:00:02']);
    did('q', ['a', '10:00:00'], ['b', '10:00:02.500']);
    did('r', ['a', '10:00:00'], ['b', '10:00:10']);
    expect(await timesOf({ ...two, bin_count: 4 })).toEqual({
      bins: [2, 4, 6, 8, 10].map((from_s, bin) => [from_s, [2, 0, 0, 0, 1][bin]]),
      average_conversion_time: 14.5 / 3,
    });
    expect((await timesOf({ ...two, bin_count: 1000 })).bins).toHaveLength(LIMIT.funnel_bins + 1);
    expect((await timesOf({ ...two, bin_count: 0 })).bins).toHaveLength(2);
  });

  test('to convert of nobody are none', async () => {
    did('p', ['a', '10:00:00']);
    const answer = await asked.funnel({ ...two, funnel_viz_type: 'time_to_convert' });
    expect(answer.result).toEqual({ bins: [], average_conversion_time: null });
    expect(computeFunnel.text(answer)).toContain('All numbers are 0');
    expect(computeFunnel.table!(answer)).toEqual({ columns: ['seconds', 'count'], rows: [] });
  });
});

describe('one instant', () => {
  test('converts in any stored order, but no event does two steps of an attempt', async () => {
    did('p', ['b', '10:00:00'], ['a', '10:00:00']);
    expect(await countsOf(two)).toEqual([1, 1]);
    did('q', ['a', '11:00:00', { plan: 'pro' }], ['c', '11:00:00']);
    // The pro event could be either step; the other event is neither.
    const events = [
      { id: 'a', order: 0 },
      { id: 'a', order: 1, properties: [{ key: 'plan', value: 'pro' }] },
    ];
    expect(await countsOf({ ...two, events })).toEqual([2, 0]);
  });

  test.each(['ordered', 'unordered'])(
    'that serves both steps does so in any stored order of %s funnels',
    async (order) => {
      // The plain event can only be the first step, so the pro one is the second.
      did('p', ['a', '10:00:00'], ['a', '10:00:00', { plan: 'pro' }]);
      did('q', ['a', '10:00:00', { plan: 'pro' }], ['a', '10:00:00']);
      const events = [
        { id: 'a', order: 0 },
        { id: 'a', order: 1, properties: [{ key: 'plan', value: 'pro' }] },
      ];
      const body = { ...two, events, funnel_order_type: order };
      expect(await countsOf(body)).toEqual([2, 2]);
      const [series] = await seriesOf({ ...body, date_from: '2026-01-14', date_to: '2026-01-14' });
      expect(series).toMatchObject({ reached_from_counts: [2], reached_to_counts: [2] });
    },
  );

  test('of different events does not reset a strict funnel', async () => {
    did('p', ['a', '10:00:00'], ['x', '10:00:00'], ['b', '10:00:05']);
    did('q', ['a', '10:00:00'], ['x', '10:00:01'], ['b', '10:00:05']);
    const strict = { ...two, funnel_order_type: 'strict' };
    expect(await countsOf(strict)).toEqual([2, 1]);
    const [series] = await seriesOf({ ...strict, date_from: '2026-01-14', date_to: '2026-01-14' });
    expect(series?.reached_to_counts).toEqual([1]);
  });
});

describe('an exclusion', () => {
  test('after the window spoils nothing', async () => {
    did('p', ['a', '10:00:00'], ['x', '10:00:11']);
    expect(await countsOf({ ...two, ...WITHOUT_X })).toEqual([1, 0]);
  });

  test('within it leaves out who never went on', async () => {
    did('p', ['a', '10:00:00'], ['x', '10:00:09']);
    expect(await countsOf({ ...two, ...WITHOUT_X })).toEqual([0, 0]);
  });

  test('is made good by a clean attempt that gets as deep', async () => {
    did('p', ['a', '10:00:00'], ['x', '10:00:02'], ['b', '10:00:04'], ['a', '11:00:00'], ['b', '11:00:07']);
    const [first, second] = (await asked.funnel({ ...two, ...WITHOUT_X })).result as Step[];
    expect([first?.count, second?.count, second?.average_conversion_time]).toEqual([1, 1, 7]);
  });
});

describe('a breakdown', () => {
  test('shows ten values unless more are asked for, and pools the rest', async () => {
    for (let value = 0; value < 13; value++) did(`p${value}`, ['a', '10:00:00', { plan: `plan ${value}` }]);
    const tables = (await asked.funnel({ ...two, breakdown: 'plan' })).result as Step[][];
    expect(tables).toHaveLength(LIMIT.breakdown_default_funnel + 1);
    expect(tables.at(-1)![0]).toMatchObject({ breakdown: 'Other', breakdown_value: 'Other', count: 3 });
  });

  test('says its value as it was asked for', async () => {
    did('p', ['a', '10:00:00', { plan: 'pro', seats: 3 }]);
    const valuesOf = async (body: Body) => {
      const [table] = (await asked.funnel({ ...two, ...body })).result as Step[][];
      const { breakdown, breakdowns, breakdown_value } = table![0]!;
      return { breakdown, breakdowns, breakdown_value };
    };
    expect(await valuesOf({ breakdown: 'plan' })).toEqual({ breakdown: 'pro', breakdown_value: 'pro' });
    expect(await valuesOf({ breakdown: ['plan'] })).toEqual({ breakdown: ['pro'], breakdown_value: ['pro'] });
    expect(await valuesOf({ breakdown: ['plan', 'seats'] })).toMatchObject({ breakdown: ['pro', '3'] });
    expect(await valuesOf({ breakdowns: [{ property: 'plan', type: 'event' }] })).toEqual({
      breakdown: undefined,
      breakdowns: ['pro'],
      breakdown_value: ['pro'],
    });
  });

  test('of an expression has no Other', async () => {
    for (let value = 0; value < 3; value++) did(`p${value}`, ['a', '10:00:00', { n: value }]);
    const body = { ...two, breakdown: 'properties.n + 1', breakdown_type: 'hogql', breakdown_limit: 1 };
    const tables = (await asked.funnel(body)).result as Step[][];
    expect(tables.map(([first]) => first!['breakdown_value'])).toEqual(['1', '2', '3']);
  });

  test('of trends keeps the values that most entered with, in their own order, and no Other', async () => {
    for (const [person, plan] of Object.entries({ p: 'c', q: 'c', r: 'b', s: 'a', t: 'a' })) {
      did(person, ['a', '10:00:00', { plan }]);
    }
    const series = await seriesOf({ ...two, breakdown: 'plan', breakdown_limit: 2 });
    expect(series.map((each) => each['breakdown_value'])).toEqual(['a', 'c']);
  });

  test.each([
    ['first_touch', { x: [1, 1] }],
    ['last_touch', { y: [1, 1] }],
    ['all_events', { x: [1, 0] }],
    ['step', { x: [1, 1] }],
  ])('by %s', async (kind, wanted) => {
    did('p', ['a', '10:00:00', { plan: 'x' }], ['b', '10:00:05', { plan: 'y' }]);
    const body = { ...two, breakdown: 'plan', breakdown_attribution_type: kind };
    const tables = (await asked.funnel(body)).result as Step[][];
    const found = tables.map((steps) => [String(steps[0]!['breakdown_value']), steps.map((step) => step.count)]);
    expect(Object.fromEntries(found)).toEqual(wanted);
  });
});

describe('who is counted', () => {
  test('is whatever an expression says; empty values are nobody', async () => {
    did('p', ['a', '10:00:00', { room: 'r' }], ['b', '10:00:05']);
    did('q', ['b', '10:00:06', { room: 'r' }], ['a', '10:00:00', { room: '' }]);
    expect(await countsOf(two)).toEqual([2, 2]);
    expect(await countsOf({ ...two, funnel_aggregate_by_hogql: 'properties.room' })).toEqual([1, 1]);
    expect(await countsOf({ ...two, funnel_aggregate_by_hogql: 'person_id' })).toEqual([2, 2]);
  });

  test('can be those who do a step for the first time ever', async () => {
    asked.add(event('a', 'old', '2025-01-01T00:00:00Z'));
    did('old', ['a', '10:00:00'], ['b', '10:00:01']);
    did('new', ['a', '10:00:00', { plan: 'free' }], ['a', '10:00:02', { plan: 'pro' }], ['b', '10:00:03']);
    const first = (math: string, properties: unknown[] = []) => ({
      ...{
        ...two,
        events: [
          { id: 'a', order: 0, math, properties },
          { id: 'b', order: 1 },
        ],
      },
    });
    const pro = [{ key: 'plan', value: 'pro' }];
    expect(await countsOf(first('total'))).toEqual([2, 2]);
    expect(await countsOf(first('first_time_for_user'))).toEqual([1, 1]);
    expect(await countsOf(first('first_time_for_user', pro))).toEqual([0, 0]);
    expect(await countsOf(first('first_time_for_user_with_filters', pro))).toEqual([1, 1]);
  });
});

describe('a strict funnel', () => {
  const strict = { ...two, funnel_order_type: 'strict' };

  test('does not see events that the filter of the whole question leaves out', async () => {
    did('p', ['a', '10:00:00', { site: 'x' }], ['noise', '10:00:01', { site: 'y' }], ['b', '10:00:02', { site: 'x' }]);
    expect(await countsOf(strict)).toEqual([1, 0]);
    expect(await countsOf({ ...strict, properties: [{ key: 'site', value: 'x' }] })).toEqual([1, 1]);
  });

  test('takes the value of a breakdown from events of no step as well', async () => {
    did('p', ['noise', '09:00:00', { plan: 'early' }], ['a', '10:00:00', { plan: 'late' }]);
    const tables = (await asked.funnel({ ...strict, breakdown: 'plan' })).result as Step[][];
    expect(tables.map(([first]) => first!['breakdown_value'])).toEqual(['early']);
  });
});

describe('a query node', () => {
  const series = [
    { kind: 'EventsNode', event: 'a' },
    { kind: 'EventsNode', event: 'b' },
  ];
  const node = (more: Body): Body => ({ query: { kind: 'FunnelsQuery', series, ...more } });
  const answerOf = async (body: Body): Promise<FunnelResult['result']> => (await asked.funnel(body)).result;

  test.each<[Body, Body]>([
    [
      { funnelsFilter: { funnelOrderType: 'strict', funnelWindowInterval: 5, funnelWindowIntervalUnit: 'second' } },
      { funnel_order_type: 'strict', funnel_window_interval: 5, funnel_window_interval_unit: 'second' },
    ],
    [
      { funnelsFilter: { funnelVizType: 'trends', funnelFromStep: 0, funnelToStep: 1 }, interval: 'hour' },
      { funnel_viz_type: 'trends', funnel_from_step: 0, funnel_to_step: 1, interval: 'hour' },
    ],
    [
      { funnelsFilter: { funnelVizType: 'time_to_convert', binCount: 2, layout: 'vertical' } },
      { funnel_viz_type: 'time_to_convert', bin_count: 2 },
    ],
    [
      {
        breakdownFilter: { breakdown: 'plan', breakdown_type: 'event', breakdown_limit: 1 },
        funnelsFilter: { breakdownAttributionType: 'step', breakdownAttributionValue: 1 },
      },
      {
        ...{ breakdown: 'plan', breakdown_type: 'event', breakdown_limit: 1 },
        ...{ breakdown_attribution_type: 'step', breakdown_attribution_value: 1 },
      },
    ],
    [
      { funnelsFilter: { exclusions: [{ kind: 'EventsNode', event: 'x', funnelFromStep: 0, funnelToStep: 1 }] } },
      WITHOUT_X,
    ],
    [
      { funnelsFilter: { funnelAggregateByHogQL: 'properties.plan' } },
      { funnel_aggregate_by_hogql: 'properties.plan' },
    ],
    [{ aggregation_group_type_index: 0 }, { aggregation_group_type: 'organization' }],
    [
      { dateRange: { date_from: '2026-01-14', date_to: '2026-01-14' }, properties: [{ key: 'plan', value: 'x' }] },
      { date_from: '2026-01-14', date_to: '2026-01-14', properties: [{ key: 'plan', value: 'x' }] },
    ],
  ])('%j says the same as filters', async (more, filters) => {
    asked.product.service.store.transaction(() => {
      const { store } = asked.product.service;
      store.groups.typeIndex(store.projects.list()[0]!.id, 'organization');
    });
    did('p', ['a', '10:00:00', { plan: 'x', $group_0: 'g' }], ['b', '10:00:04', { plan: 'y', $group_0: 'g' }]);
    did('q', ['a', '10:00:00', { plan: 'x' }], ['x', '10:00:02'], ['b', '10:00:07', { plan: 'x' }]);
    const events = stepsOf('a', 'b');
    expect(await answerOf(node(more))).toEqual(await answerOf({ events, ...filters }));
  });

  test('holds an excluded action, and filters that stay', async () => {
    const exclusions = [{ kind: 'ActionsNode', id: 666, funnelFromStep: 0, funnelToStep: 1 }];
    const missing = await asked.refusal(computeFunnel, node({ funnelsFilter: { exclusions } }));
    expect(missing.message).toContain('Action ID 666 does not exist');
    did('p', ['a', '10:00:00', { plan: 'x' }], ['b', '10:00:04']);
    const fixed = { kind: 'EventsNode', event: 'a', fixedProperties: [{ key: 'plan', value: 'other', type: 'event' }] };
    expect(await countsOf(node({ series: [fixed, series[1]] }))).toEqual([0, 0]);
  });

  test('with a step that may be left out is refused', async () => {
    const optional = [series[0], { ...series[1], optionalInFunnel: true }];
    const error = await asked.refusal(computeFunnel, node({ series: optional }));
    expect(error).toMatchObject({ code: 'not_supported', needs: 'funnel optional step' });
  });
});

describe('an answer as text and as rows', () => {
  test('has a line per point in time', async () => {
    did('p', ['a', '10:00:00'], ['b', '10:00:04']);
    did('q', ['a', '10:00:00']);
    const answer = await asked.funnel({ ...two, funnel_viz_type: 'trends', date_from: '2026-01-14' });
    expect(computeFunnel.text(answer)).toContain('2026-01-14 | 50% (1 of 2)');
    expect(computeFunnel.table!(answer)).toEqual({
      columns: ['date', 'conversion_rate', 'reached_from', 'reached_to'],
      rows: [
        ['2026-01-14', 50, 2, 1],
        ['2026-01-15', 0, 0, 0],
      ],
    });
    const split = await asked.funnel({ ...two, funnel_viz_type: 'trends', breakdown: 'plan' });
    expect(computeFunnel.table!(split).columns[0]).toBe('breakdown_value');
  });

  test('has a line per bin', async () => {
    did('p', ['a', '10:00:00'], ['b', '10:00:04']);
    const answer = await asked.funnel({ ...two, funnel_viz_type: 'time_to_convert' });
    expect(computeFunnel.text(answer)).toContain('Average 4 s.');
    expect(computeFunnel.table!(answer).rows).toEqual([
      [4, 1],
      [64, 0],
    ]);
  });

  test('is kept and read again as a saved insight in every view', async () => {
    did('p', ['a', '10:00:00'], ['b', '10:00:04']);
    for (const funnel_viz_type of ['steps', 'trends', 'time_to_convert']) {
      const filters = { insight: 'FUNNELS', ...two, funnel_viz_type };
      const made = await asked.ask<Insight>(createInsightOperation, { filters });
      const read = await asked.ask<Insight>(getInsight, { id: made.id });
      expect(read.result).toEqual((await asked.funnel(filters)).result);
      expect(getInsight.text(read)).toMatch(/of people through "a" -> "b"/);
    }
  });

  test('of part of the people is scaled up', async () => {
    for (let person = 0; person < 200; person++) did(`p${person}`, ['a', '10:00:00']);
    const [first] = await countsOf({ ...two, sampling_factor: 0.5 });
    expect(first).toBeGreaterThan(100);
    expect(first).toBeLessThan(300);
    expect(first! % 2).toBe(0);
  });
});
