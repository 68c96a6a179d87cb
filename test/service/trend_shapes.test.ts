/** Displays, breakdowns, formulas, smoothing and sampling of trends. */
import { beforeEach, describe, expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import { computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

const [NULL, OTHER] = ['$$_posthog_breakdown_null_$$', '$$_posthog_breakdown_other_$$'];
const DAY = '2026-01-15T01:00:00Z';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

/** So many events of each. */
function addMany(counts: readonly (readonly [count: number, properties: Body])[]): void {
  for (const [count, properties] of counts) {
    for (let at = 0; at < count; at++) asked.add(event('a', `p${at}`, DAY, properties));
  }
}

async function values(more: Body): Promise<unknown[][]> {
  const { result } = await asked.trend({ events: [{ id: 'a' }], date_from: 'dStart', ...more });
  return result.map((series) => [series.label, series.breakdown_value, series.aggregated_value ?? series.count]);
}

describe('a breakdown by several values', () => {
  test('lists their parts, those with a missing one behind, each part of the rest marked', async () => {
    addMany([
      [1, { os: 'mac', plan: 'pro' }],
      [2, { os: 'win', plan: 'pro' }],
      [4, { os: 'win' }],
      [3, { plan: 'free' }],
    ]);
    const breakdowns = [{ property: 'os' }, { property: 'plan', type: 'event' }];
    const all = [
      ['win::pro', ['win', 'pro'], 2],
      ['mac::pro', ['mac', 'pro'], 1],
      [`win::${NULL}`, ['win', NULL], 4],
      [`${NULL}::free`, [NULL, 'free'], 3],
    ];
    expect(await values({ breakdowns })).toEqual(all);
    expect(await values({ breakdowns: JSON.stringify(breakdowns) })).toEqual(all);
    expect(await values({ breakdown: ['os', 'plan'] })).toEqual(all);
    expect(await values({ breakdowns, breakdown_limit: 2 })).toEqual([
      ...all.slice(0, 2),
      [`${OTHER}::${OTHER}`, [OTHER, OTHER], 7],
    ]);
    // One number per value: the missing ones are ranked like any other.
    expect(await values({ breakdowns, breakdown_limit: 2, display: 'ActionsPie' })).toEqual([
      [`win::${NULL}`, ['win', NULL], 4],
      [`${NULL}::free`, [NULL, 'free'], 3],
      [`${OTHER}::${OTHER}`, [OTHER, OTHER], 3],
    ]);
    expect(await values({ breakdowns: [{ property: 'os' }] })).toContainEqual(['mac', ['mac'], 1]);
  });

  test('is ranked by the numbers that are shown: a running total favours those who came early', async () => {
    for (const at of [0, 1, 2]) asked.add(event('a', `p${at}`, '2026-01-10T01:00:00Z', { plan: 'early' }));
    for (const at of [0, 1, 2, 3]) asked.add(event('a', `p${at}`, DAY, { plan: 'late' }));
    const body = { date_from: '2026-01-10', date_to: '2026-01-15', breakdown: 'plan', breakdown_limit: 1 };
    const labels = async (more: Body) => (await values({ ...body, ...more })).map(([label]) => label);
    expect(await labels({})).toEqual(['late', OTHER]);
    expect(await labels({ display: 'ActionsLineGraphCumulative' })).toEqual(['early', OTHER]);
  });

  test('says whether there is more, and how to get at it', async () => {
    addMany(['x', 'y', 'z'].map((plan) => [1, { plan }] as const));
    const body = { events: [{ id: 'a' }], breakdown: 'plan', breakdown_hide_other_aggregation: 'true' };
    const cut = await asked.trend({ ...body, breakdown_limit: 2 });
    expect(cut).toMatchObject({ hasMore: true, result: [{ label: 'x' }, { label: 'y' }] });
    expect(computeTrend.text(cut)).toMatch(/^Left out: values past these. A higher `breakdown_limit` brings them\./);
    expect(await asked.trend(body)).not.toHaveProperty('hasMore');
  });

  test('bins numbers, cleans URLs, and looks at persons, groups and columns of the event', async () => {
    asked.add(
      {
        kind: 'group',
        group: { group_type: 'company', group_key: 'c', properties: { size: 'big' }, created_at_ms: null },
      },
      { kind: 'person', person: { distinct_ids: ['p1'], properties: { name: 'Ann' }, created_at_ms: null } },
      event('a', 'p1', DAY, { price: 10, url: 'x/', $group_0: 'c' }),
      event('a', 'p2', DAY, { price: 20, url: 'x' }),
    );
    expect(await values({ breakdown: 'price', breakdown_histogram_bin_count: '2' })).toEqual([
      ['[10,15]', '[10,15]', 1],
      ['[15,20.01]', '[15,20.01]', 1],
    ]);
    expect(await values({ breakdown: 'url', breakdown_normalize_url: 'true' })).toEqual([['x', 'x', 2]]);
    expect(await values({ breakdown: 'distinct_id', breakdown_type: 'event_metadata' })).toEqual([
      ['p1', 'p1', 1],
      ['p2', 'p2', 1],
    ]);
    const persons = await values({ breakdown: 'person_id', breakdown_type: 'event_metadata' });
    expect(persons.map(([label, value, count]) => [label === value, count])).toEqual([
      [true, 1],
      [true, 1],
    ]);
    expect(await values({ breakdown: '$group_0', breakdown_type: 'event_metadata' })).toEqual([
      ['c', 'c', 1],
      [NULL, NULL, 1],
    ]);
    const breakdowns = [
      { property: 'name', type: 'person' },
      { property: 'size', type: 'group', group_type_index: 0 },
    ];
    expect(await values({ breakdowns })).toEqual([
      ['Ann::big', ['Ann', 'big'], 1],
      [`${NULL}::${NULL}`, [NULL, NULL], 1],
    ]);
  });

  test('by the length of sessions', async () => {
    const session = { $session_id: 's' };
    asked.add(event('a', 'p', '2026-01-15T01:00:00Z', session), event('b', 'p', '2026-01-15T01:00:30Z', session));
    expect(await values({ breakdown: '$session_duration', breakdown_type: 'session' })).toEqual([['30', '30', 1]]);
  });

  test.each<[Body, string, string]>([
    [{ breakdowns: ['a', 'b', 'c', 'd'].map((property) => ({ property })) }, 'breakdowns__0', 'at most 3'],
    [{ breakdown: ['a', 'b', 'c', 'd'] }, 'breakdown', 'at most 3'],
    [{ breakdown: 'timestamp', breakdown_type: 'event_metadata' }, 'breakdown', 'distinct_id'],
    [{ breakdown: 'colour', breakdown_type: 'session' }, 'breakdown', '$session_duration'],
    [{ breakdowns: [{ property: 'a', type: 'group' }] }, 'breakdowns__0__group_type_index', 'no groups yet'],
    [{ breakdowns: [{ type: 'event' }] }, 'breakdowns__0', '$browser'],
    [{ breakdown: 'a', breakdown_histogram_bin_count: 0 }, 'breakdown_histogram_bin_count', '1'],
    [{ breakdowns: [{ property: 'a', histogram_bin_count: 'x' }] }, 'breakdowns__0__histogram_bin_count', 'number'],
    [{ breakdown: [1, 'x'], breakdown_type: 'cohort' }, 'breakdown', '"all"'],
    [{ breakdown: [7], breakdown_type: 'cohort' }, 'breakdown', 'does not exist'],
    [{ breakdowns: [{ property: 1, type: 'cohort' }, { property: 'a' }] }, 'breakdowns__0', 'combined'],
    [
      { breakdown: Array.from({ length: LIMIT.breakdown_cohorts + 1 }, (_, at) => at + 1), breakdown_type: 'cohort' },
      'breakdown',
      String(LIMIT.breakdown_cohorts),
    ],
    [{ formulas: ['A', 'B'] }, 'formulas__1', 'only 1 series'],
    [{ formulaNodes: [{ custom_name: 'x' }] }, 'formulaNodes__0__formula', 'required'],
    [{ smoothing_intervals: 0 }, 'smoothing_intervals', '1'],
    [{ sampling_factor: 0 }, 'sampling_factor', '0'],
    [{ sampling_factor: 1.5 }, 'sampling_factor', '1'],
  ])('refuses %j', async (more, attr, part) => {
    const error = await asked.refusal(computeTrend, { events: [{ id: 'a' }], ...more });
    expect(error).toMatchObject({ attr, status: 400 });
    expect(error.message).toContain(part);
  });
});

describe('a breakdown by cohort', () => {
  function addCohort(name: string, plans: readonly string[]): number {
    const { store } = asked.product.service;
    const project_id = store.projects.list()[0]!.id;
    const filters = { properties: { type: 'OR', values: [{ key: 'plan', value: plans, type: 'person' }] } };
    const times = { created_at_ms: 0, updated_at_ms: 0, created_by: null };
    const flags = { is_static: false, deleted: false };
    return store.cohorts.insert({ project_id, name, description: '', filters, ...flags, ...times }).id;
  }

  let [free, paying, nobody] = [0, 0, 0];
  beforeEach(() => {
    for (const [id, plan] of Object.entries({ p1: 'free', p2: 'pro', p3: 'team' })) {
      asked.add(
        { kind: 'person', person: { distinct_ids: [id], properties: { plan }, created_at_ms: null } },
        event('a', id, DAY),
        event('b', id, DAY),
      );
    }
    [free, paying, nobody] = [
      addCohort('free', ['free']),
      addCohort('paying', ['pro', 'team']),
      addCohort('no', ['x']),
    ];
  });

  const cohorts = (ids: unknown, more: Body = {}) => values({ breakdown: ids, breakdown_type: 'cohort', ...more });

  test('names them, by their size where they stand together, as they were named where everybody is one of them', async () => {
    expect(await cohorts([free, nobody, paying])).toEqual([
      ['paying', paying, 2],
      ['free', free, 1],
    ]);
    expect(await cohorts(String(free))).toEqual([['free', free, 1]]);
    expect(await cohorts([free, paying, nobody, 'all'])).toEqual([
      ['a - free', free, 1],
      ['a - paying', paying, 2],
      ['a - all users', 'all', 3],
    ]);
    expect(await cohorts(`["all",${paying}]`, { display: 'ActionsTable' })).toEqual([
      ['a - all users', 'all', 3],
      ['a - paying', paying, 2],
    ]);
    expect(await values({ breakdowns: [{ property: paying, type: 'cohort' }] })).toEqual([['paying', paying, 2]]);
  });

  test('goes cohort by cohort over several lines, line by line where cohorts stand together', async () => {
    const events = [{ id: 'a' }, { id: 'b' }];
    const labels = async (ids: unknown) => (await cohorts(ids, { events })).map(([label]) => label);
    expect(await labels([free, 'all'])).toEqual(['a - free', 'b - free', 'a - all users', 'b - all users']);
    expect(await labels([free, paying])).toEqual(['a - paying', 'a - free', 'b - paying', 'b - free']);
    expect(await cohorts([free, 'all'], { events, formula: 'A + B' })).toEqual([
      ['Formula (A + B)', 'all', 6],
      ['Formula (A + B)', free, 2],
    ]);
  });

  test('says them by their names in text', async () => {
    const body = { events: [{ id: 'a' }], date_from: 'dStart', breakdown: [paying], breakdown_type: 'cohort' };
    expect(computeTrend.text(await asked.trend(body))).toContain('date | "paying"\n');
  });
});

describe('points', () => {
  beforeEach(() => {
    for (const [day, count] of [
      [11, 1],
      [12, 4],
      [14, 3],
    ] as const) {
      for (let at = 0; at < count; at++) asked.add(event('a', `p${at}`, `2026-01-${day}T01:00:00Z`));
    }
  });

  const data = async (more: Body, line: Body = {}) => {
    const { result } = await asked.trend({ events: [{ id: 'a', ...line }], date_from: '-4d', ...more });
    return result[0]!;
  };

  test('are smoothed to whole means of those up to them', async () => {
    expect(await data({ smoothing_intervals: 1 })).toMatchObject({ data: [1, 4, 0, 3, 0], count: 8 });
    expect(await data({ smoothing_intervals: 3 })).toMatchObject({ data: [1, 2, 1, 2, 1], count: 7 });
    const cumulative = { smoothing_intervals: 2, display: 'ActionsLineGraphCumulative' };
    expect(await data(cumulative)).toMatchObject({ data: [1, 3, 5, 6, 8], count: 8 });
    expect(await data({ smoothing_intervals: 3, display: 'ActionsTable' })).toMatchObject({ aggregated_value: 8 });
  });

  test('add up; people once, when they were first seen', async () => {
    const display = 'ActionsLineGraphCumulative';
    expect(await data({ display })).toMatchObject({ data: [1, 5, 5, 8, 8], count: 8 });
    expect(await data({ display }, { math: 'dau' })).toMatchObject({ data: [1, 4, 4, 4, 4], count: 4 });
  });

  test('of a sample are scaled up', async () => {
    for (let at = 0; at < 200; at++) asked.add(event('b', `q${at}`, DAY, { size: 7 }));
    const sampled = async (line: Body) =>
      (await data({ sampling_factor: '0.5', events: [{ id: 'b', ...line }] })).count;
    const people = await sampled({ math: 'dau' });
    expect(people % 2).toBe(0);
    expect(Math.abs(people - 200)).toBeLessThan(60);
    expect(await sampled({})).toBe(people);
    expect(await sampled({ math: 'sum', math_property: 'size' })).toBe(people * 7);
    expect(await sampled({ math: 'avg', math_property: 'size' })).toBe(7);
  });
});

describe('several formulas', () => {
  test('follow one another, each with both periods, by their own names', async () => {
    asked.add(event('a', 'p', DAY), event('a', 'p', '2026-01-14T01:00:00Z'), event('a', 'p', '2026-01-14T02:00:00Z'));
    const body = { events: [{ id: 'a' }], date_from: 'dStart' };
    const rows = async (more: Body) =>
      (await asked.trend({ ...body, ...more })).result.map((series) => [
        series.label,
        series.compare_label,
        series.count,
      ]);
    expect(await rows({ formulas: ['A * 2', 'A + 1'], formula: 'A' })).toEqual([
      ['Formula (A * 2)', undefined, 2],
      ['Formula (A + 1)', undefined, 2],
    ]);
    const nodes = [{ formula: 'A', custom_name: 'as it is' }, { formula: '-A' }];
    const query = {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'a' }],
      trendsFilter: { formulaNodes: nodes },
    };
    expect(await rows({ query, compare: true })).toEqual([
      ['as it is', 'current', 1],
      ['as it is', 'previous', 2],
      ['Formula (-A)', 'current', -1],
      ['Formula (-A)', 'previous', -2],
    ]);
  });
});

test('values of a formula go by what they sum up to, the largest first', async () => {
  const on = (day: number, count: number, os: string) =>
    Array.from({ length: count }, (_, at) => event('a', `p${at}`, `2026-01-${day}T01:00:00Z`, { os }));
  // On the first day of either period the smaller one is ahead.
  asked.add(...on(13, 1, 'mac'), ...on(14, 5, 'mac'), ...on(13, 3, 'win'), ...on(10, 2, 'win'), ...on(11, 3, 'mac'));
  const body = { breakdown: 'os', formula: 'A * 2', date_from: '2026-01-13' };
  const named = async (more: Body) => (await values({ ...body, ...more })).map(([, ...row]) => row.join(' '));
  expect(await named({})).toEqual(['mac 12', 'win 6']);
  expect(await named({ compare: true })).toEqual(['mac 12', 'win 6', 'mac 6', 'win 4']);
});

test('a query node says all of it as well', async () => {
  addMany([
    [3, { os: 'mac', price: 1 }],
    [1, { os: 'win', price: 9 }],
  ]);
  const query = {
    kind: 'InsightVizNode',
    source: {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'a' }],
      dateRange: { date_from: '-1d' },
      breakdownFilter: { breakdowns: [{ property: 'os' }, { property: 'price', histogram_bin_count: 2 }] },
      trendsFilter: { smoothingIntervals: 2, display: 'ActionsBar' },
    },
  };
  const { result } = await asked.trend({ query });
  expect(result).toMatchObject([
    { breakdown_value: ['mac', '[1,5]'], data: [0, 1] },
    { breakdown_value: ['win', '[5,9.01]'], data: [0, 0] },
  ]);
});
