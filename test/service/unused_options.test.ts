/** Options that change nothing are named; those that must change something do. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/service/contract/operation.ts';
import { createAction, updateAction } from '../../src/service/operations/actions.ts';
import {
  computeFunnel,
  computeFunnelCorrelation,
  computePath,
  computeRetention,
  computeTrend,
} from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
  for (const [at, person] of ['a', 'b', 'c', 'd'].entries()) {
    const given = { $groups: { company: 'acme' }, $set: { country: at === 0 ? 'DE' : 'FR' }, amount: 10 };
    asked.add(
      event('view', person, '2026-01-14T10:00:00Z', given),
      event('buy', person, `2026-01-14T10:0${at + 1}:00Z`, given),
    );
  }
});

type Answer = { readonly result: never; readonly resolved: { readonly warnings: readonly string[] } };

const warnings = async (operation: Operation, body: Body) =>
  (await asked.ask<Answer>(operation, { date_from: '-2d', ...body })).resolved.warnings.join('\n');
const VIEW = { events: [{ id: 'view' }] };
const STEPS = {
  events: [
    { id: 'view', order: 0 },
    { id: 'buy', order: 1 },
  ],
};

test('an option without effect for several reasons is named once', async () => {
  const times = { ...STEPS, funnel_viz_type: 'time_to_convert' };
  const said = 'is ignored: times to convert are not split';
  expect(await warnings(computeFunnel, { ...times, breakdown_limit: 5 })).toBe(`breakdown_limit ${said}.`);
  const twice = { breakdown: 'amount', breakdowns: [{ property: 'amount' }] };
  expect(await warnings(computeFunnel, { ...times, ...twice })).toBe(
    'breakdown and breakdowns are ignored: times to convert are not split.',
  );
});

describe('an option without effect', () => {
  test.each<[string, Operation, Body]>([
    [
      'aggregation_group_type_index is ignored: aggregation_group_type was sent as well',
      computeFunnel,
      { ...STEPS, aggregation_group_type: 'company', aggregation_group_type_index: 1 },
    ],
    ['interval_count is ignored: only stickiness has such options', computeTrend, { ...VIEW, interval_count: 2 }],
    [
      'smoothing_intervals is ignored: the display is one number',
      computeTrend,
      { ...VIEW, smoothing_intervals: 3, display: 'BoldNumber' },
    ],
    ['hide_weekends is ignored: answers and charts show all days', computeTrend, { ...VIEW, hide_weekends: true }],
    [
      'hideWeekends is ignored: answers and charts show all days',
      computeTrend,
      {
        query: {
          kind: 'TrendsQuery',
          series: [{ kind: 'EventsNode', event: 'view' }],
          trendsFilter: { hideWeekends: true },
        },
      },
    ],
    [
      'breakdown_histogram_bin_count is ignored: no breakdown was sent',
      computeTrend,
      { ...VIEW, breakdown_histogram_bin_count: 3 },
    ],
    [
      'breakdown_limit and breakdown_hide_other_aggregation are ignored: no breakdown was sent',
      computeTrend,
      { ...VIEW, breakdown_limit: 3, breakdown_hide_other_aggregation: true },
    ],
    [
      'breakdown_attribution_type is ignored: no breakdown was sent',
      computeFunnel,
      { ...STEPS, breakdown_attribution_type: 'last_touch' },
    ],
    ['breakdown_limit is ignored: no breakdown was sent', computeRetention, { breakdown_limit: 3 }],
    [
      'breakdown_limit is ignored: stickiness has no such options',
      computeTrend,
      { ...VIEW, insight: 'STICKINESS', breakdown_limit: 3 },
    ],
    [
      'aggregation_group_type is ignored: no line counts groups',
      computeTrend,
      { ...VIEW, aggregation_group_type: 'company' },
    ],
    [
      'bin_count is ignored: it goes with "funnel_viz_type":"time_to_convert"',
      computeFunnel,
      { ...STEPS, bin_count: 3 },
    ],
    [
      'funnel_aggregate_by_hogql is ignored: a group type was sent as well',
      computeFunnel,
      { ...STEPS, funnel_aggregate_by_hogql: 'distinct_id', aggregation_group_type: 'company' },
    ],
    [
      'explicit_date is ignored: the periods of retention are whole',
      computeRetention,
      { explicit_date: true, date_to: '2026-01-14T10:00:00' },
    ],
    [
      'include_event_types is ignored: path_type was sent as well',
      computePath,
      { path_type: '$pageview', include_event_types: ['$screen'] },
    ],
    [
      'breakdown is ignored: breakdowns was sent as well',
      computeTrend,
      { ...VIEW, breakdown: 'x', breakdowns: [{ property: 'amount' }] },
    ],
    ['formula is ignored: formulas was sent as well', computeTrend, { ...STEPS, formula: 'A', formulas: ['A/B'] }],
    [
      'formula and formulas are ignored: formulaNodes was sent as well',
      computeTrend,
      { ...STEPS, formula: 'A', formulas: ['A/B'], formulaNodes: [{ formula: 'B' }] },
    ],
    [
      'math_property of events[0] is ignored: it goes with a math',
      computeTrend,
      { events: [{ id: 'buy', math_property: 'amount' }] },
    ],
    [
      'math_multiplier of events[0] is ignored: it goes with a math such as "sum" or "avg", and this is "dau"',
      computeTrend,
      { events: [{ id: 'buy', math: 'dau', math_multiplier: 100 }] },
    ],
    [
      'formula and compare are ignored: a lifecycle has no such options',
      computeTrend,
      { ...VIEW, insight: 'LIFECYCLE', formula: 'A', compare: true },
    ],
    [
      'math "sum" of events[0] is ignored: a lifecycle counts people',
      computeTrend,
      { events: [{ id: 'buy', math: 'sum', math_property: 'amount' }], insight: 'LIFECYCLE' },
    ],
    [
      'formula is ignored: stickiness has no such options',
      computeTrend,
      { ...VIEW, insight: 'STICKINESS', formula: 'zzz(' },
    ],
    [
      'the group type of events[0] is ignored: "first_time_for_user" counts people',
      computeTrend,
      { events: [{ id: 'buy', math: 'first_time_for_user' }], aggregation_group_type: 'company' },
    ],
    [
      'aggregation_group_type is ignored: no line counts groups',
      computeTrend,
      {
        events: [{ id: 'view' }, { id: 'buy', math: 'sum', math_property: 'amount' }],
        aggregation_group_type: 'company',
      },
    ],
    [
      'math_group_type_index of events[0] is ignored: it goes with a math that counts groups, as "unique_group", and this is "total"',
      computeTrend,
      { events: [{ id: 'view', math_group_type_index: 0 }] },
    ],
    [
      'display is ignored: stickiness has several numbers',
      computeTrend,
      { ...VIEW, insight: 'STICKINESS', display: 'BoldNumber' },
    ],
    [
      'breakdown is ignored: times to convert are not split',
      computeFunnel,
      { ...STEPS, funnel_viz_type: 'time_to_convert', breakdown: 'amount' },
    ],
    ['funnel_from_step is ignored: the view of steps shows all', computeFunnel, { ...STEPS, funnel_from_step: 1 }],
    [
      'breakdown_attribution_value is ignored: it goes with "breakdown_attribution_type"',
      computeFunnel,
      { ...STEPS, breakdown: 'amount', breakdown_attribution_value: 1 },
    ],
    [
      'funnel_window_interval is ignored: funnel_window_days was sent as well',
      computeFunnel,
      { ...STEPS, funnel_window_days: 1, funnel_window_interval: 2 },
    ],
    [
      'breakdown is ignored: a correlation has no breakdown',
      computeFunnelCorrelation,
      { ...STEPS, breakdown: 'amount' },
    ],
    [
      'math "sum" of events[0] is ignored: a funnel counts who did a step, or did it for the first time by "first_time_for_user" or',
      computeFunnel,
      { events: [{ id: 'buy', math: 'sum', math_property: 'amount' }] },
    ],
    [
      'math "first_matching_event_for_user" of events[0] is ignored: a funnel counts',
      computeFunnelCorrelation,
      { events: [{ id: 'view', math: 'first_matching_event_for_user' }, { id: 'buy' }] },
    ],
    [
      'funnel_filter is ignored: it goes with funnel_paths',
      computePath,
      { funnel_filter: { ...STEPS, funnel_step: 1 } },
    ],
  ])('%s', async (words, operation, body) => {
    expect(await warnings(operation, body)).toContain(words);
  });

  test('is not named if it says what is so anyway', async () => {
    const neutral = {
      smoothing_intervals: 1,
      interval_count: 1,
      compare: false,
      hide_weekends: false,
      breakdown: '',
      formula: null,
      display: 'ActionsLineGraph',
    };
    for (const insight of ['LIFECYCLE', 'STICKINESS'])
      expect(await warnings(computeTrend, { ...VIEW, insight, ...neutral })).toBe('');
    expect(await warnings(computeFunnel, { ...STEPS, breakdown: null, funnel_viz_type: 'time_to_convert' })).toBe('');
    // Older clients ask for the view over time by its display.
    const over_time = { display: 'ActionsLineGraph', funnel_from_step: 0, funnel_to_step: 1 };
    expect(await warnings(computeFunnel, { ...STEPS, ...over_time })).toBe('');
    expect(await warnings(computeFunnel, { ...STEPS, breakdown_attribution_type: 'first_touch' })).toBe('');
    for (const times of [{ math_multiplier: 1 }, { math: 'sum', math_property: 'amount', math_multiplier: 2 }])
      expect(await warnings(computeTrend, { events: [{ id: 'buy', ...times }] })).toBe('');
    for (const math of ['', null, 'total', 'dau', 'first_time_for_user', 'first_time_for_user_with_filters'])
      expect(await warnings(computeFunnel, { events: [{ id: 'view', math }] })).toBe('');
  });
});

test('a math that there is not is refused in a funnel, too, as it may be a misspelt first time', async () => {
  const step = (math: unknown) => warnings(computeFunnel, { events: [{ id: 'view', math }] });
  await expect(step('first_time_for_users')).rejects.toMatchObject({
    code: 'invalid_choice',
    attr: 'events__0__math',
    message: expect.stringContaining('Did you mean "first_time_for_user"?'),
  });
  await expect(step(5)).rejects.toMatchObject({ attr: 'events__0__math' });
});

const counted = async (body: Body) =>
  (
    await asked.ask<{ result: { count: number; data: number[] }[] }>(computeTrend, {
      date_from: '2026-01-14',
      date_to: '2026-01-14',
      ...body,
    })
  ).result;

test.each([true, 'true'])('negation %j turns any filter round', async (negation) => {
  const country = { key: 'country', type: 'person', value: 'DE', negation };
  expect((await counted({ ...VIEW, properties: [country] }))[0]!.count).toBe(3);
  expect(
    (await counted({ ...VIEW, properties: [{ key: 'amount', operator: 'gt', value: 5, negation }] }))[0]!.count,
  ).toBe(0);
  expect(
    (await counted({ ...VIEW, properties: [{ type: 'hogql', key: 'properties.amount > 50', negation }] }))[0]!.count,
  ).toBe(4);
  expect(
    (await counted({ ...VIEW, properties: [{ key: 'country', type: 'person', value: [], negation }] }))[0]!.count,
  ).toBe(4);
});

test('groups are counted instead of people wherever that is asked for', async () => {
  const by_group = { aggregation_group_type: 'company' };
  expect((await counted({ ...VIEW, ...by_group, insight: 'STICKINESS' }))[0]!.data).toEqual([1]);
  const line = { id: 'view', math: 'dau', math_group_type_index: 0 };
  expect((await counted({ events: [line], insight: 'STICKINESS' }))[0]!.data).toEqual([1]);
  const statuses = await counted({ events: [{ ...line, math: 'unique_group' }], insight: 'LIFECYCLE' });
  expect(statuses.map(({ count }) => Math.abs(count)).sort()).toEqual([0, 0, 0, 1]);
});

test('a deleted action is a 400 in any formula, as it would shift the letters', async () => {
  const { id } = await asked.ask<{ id: number }>(createAction, { name: 'bought', steps: [{ event: 'buy' }] });
  const body = { actions: [{ id, order: 0 }], events: [{ id: 'view', order: 1 }] };
  await asked.ask(updateAction, { id, deleted: true });
  expect(await counted(body)).toHaveLength(1);
  for (const formulas of [{ formula: 'A/B' }, { formulas: ['A/B'] }, { formulaNodes: [{ formula: 'A/B' }] }])
    await expect(counted({ ...body, ...formulas })).rejects.toThrow('does not exist');
});

test('the funnel of paths is taken over the dates of the paths, unless it has its own', async () => {
  const around = { funnel_paths: 'funnel_path_after_step', funnel_filter: { ...STEPS, funnel_step: 1 } };
  const dates = { date_from: '2025-12-20', date_to: '2025-12-20' };
  asked.add(event('view', 'z', '2025-12-20T10:00:00Z'), event('buy', 'z', '2025-12-20T10:01:00Z'));
  const edges = async (body: Body) => (await asked.ask<{ result: unknown[] }>(computePath, body)).result.length;
  expect(await edges({ ...around, ...dates })).toBeGreaterThan(0);
  expect(await edges({ ...around, ...dates, funnel_filter: { ...around.funnel_filter, date_from: '-1d' } })).toBe(0);
});

test('a correlation of a sample is scaled up, like the funnel it is of', async () => {
  const people = Array.from({ length: 400 }, (_, at) => `s${at}`);
  asked.add(...people.map((person) => event('view', person, '2026-01-14T11:00:00Z')));
  asked.add(...people.slice(0, 200).map((person) => event('buy', person, '2026-01-14T11:30:00Z')));
  const body = { ...STEPS, date_from: '2026-01-14', sampling_factor: 0.5 };
  const { result } = await asked.ask<{ result: { success_total: number; failure_total: number } }>(
    computeFunnelCorrelation,
    body,
  );
  const [viewed, bought] = (await asked.funnel(body)).result as unknown as { count: number }[];
  expect([result.success_total, result.success_total + result.failure_total]).toEqual([bought!.count, viewed!.count]);
});

describe('a formula over values that lines choose each for itself', () => {
  beforeEach(() => {
    const many = (name: string, channel: string, count: number) =>
      Array.from({ length: count }, (_, at) =>
        event(name, `p${at}`, '2026-01-14T09:00:00Z', { channel, size: name.length + at }),
      );
    const counts = [
      ['bought', 'US', 3],
      ['bought', 'DE', 2],
      ['bought', 'FR', 1],
      ['seen', 'US', 9],
      ['seen', 'CN', 8],
      ['seen', 'JP', 7],
      ['seen', 'DE', 4],
    ] as const;
    for (const [name, channel, count] of counts) asked.add(...many(name, channel, count));
  });
  const lines = {
    events: [
      { id: 'bought', order: 0 },
      { id: 'seen', order: 1 },
    ],
    formula: 'A/B',
  };

  test('names those that another line has under Other, until there is none', async () => {
    const cut = await warnings(computeTrend, { ...lines, breakdown: 'channel', breakdown_limit: 2 });
    expect(cut).toContain('"DE" and "CN" may be under Other in one of the lines');
    expect(await warnings(computeTrend, { ...lines, breakdown: 'channel' })).toBe('');
    expect(await warnings(computeTrend, { ...lines, formula: 'A*2', breakdown: 'channel', breakdown_limit: 2 })).toBe(
      '',
    );
  });

  test('says that bins are of one line each', async () => {
    const bins = { ...lines, breakdown: 'size', breakdown_histogram_bin_count: 2 };
    expect(await warnings(computeTrend, bins)).toContain('Each line has bins of its own');
  });
});

describe('a window of behaviour', () => {
  const viewers = (more: Body) =>
    counted({
      ...VIEW,
      properties: [{ type: 'behavioral', key: 'buy', explicit_datetime: '2026-01-14', ...more }],
    }).then(([line]) => line!.count);

  test('has its last day whole', async () => {
    expect(await viewers({ explicit_datetime_to: '2026-01-14' })).toBe(4);
    expect(await viewers({ explicit_datetime_to: '2026-01-14 10:02:00' })).toBe(2);
  });

  test('that can hold nobody is refused', async () => {
    await expect(viewers({ explicit_datetime_to: '2026-01-13' })).rejects.toThrow('ends before it begins');
    await expect(viewers({ explicit_datetime: '2030-01-01' })).rejects.toThrow('begins later than now');
  });
});
