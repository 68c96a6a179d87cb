import { beforeEach, describe, expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import type { TrendResult } from '../../src/model/question/trend.ts';
import { computeTrend, readFunnel, readTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body, manyLines } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

describe('a trend', () => {
  test('calls a line what the question calls it, else by its event', async () => {
    asked.add(event('a', 'p1', '2026-01-14T01:00:00Z'));
    const answer = await asked.trend({
      events: [
        { id: 'a', name: 'Signed up' },
        { id: 'a', name: '' },
        { id: 'a', name: 7 },
      ],
    });
    expect(answer.result.map(({ action, label }) => [action?.['name'], label])).toEqual([
      ['Signed up', 'Signed up'],
      ['a', 'a'],
      ['a', 'a'],
    ]);
  });

  test('has a number per day, names, and says how it was understood', async () => {
    asked.add(
      event('a', 'p1', '2026-01-14T01:00:00Z'),
      event('a', 'p1', '2026-01-15T01:00:00Z'),
      event('a', 'p2', '2026-01-15T02:00:00Z'),
    );
    const answer = await asked.trend({ events: [{ id: 'a', custom_name: 'A', math: 'dau' }], date_from: '-2d' });
    expect(answer.result).toEqual([
      {
        action: expect.objectContaining({ id: 'a', custom_name: 'A', math: 'dau', order: 0, type: 'events' }),
        label: 'a',
        count: 3,
        data: [0, 1, 2],
        days: ['2026-01-13', '2026-01-14', '2026-01-15'],
        labels: ['13-Jan-2026', '14-Jan-2026', '15-Jan-2026'],
        filter: {
          insight: 'TRENDS',
          events: [{ id: 'a', custom_name: 'A', math: 'dau' }],
          actions: [],
          properties: { type: 'AND', values: [] },
          filter_test_accounts: false,
          date_from: '-2d',
          display: 'ActionsLineGraph',
          interval: 'day',
        },
      },
    ]);
    expect(answer).toMatchObject({
      is_cached: false,
      last_refresh: '2026-01-15T12:00:00Z',
      timezone: 'UTC',
      next: null,
      resolved: {
        date_from: '2026-01-13T00:00:00+00:00',
        date_to: '2026-01-15T23:59:59+00:00',
        interval: 'day',
        entities: [{ id: 'a', name: 'a', order: 0, type: 'events' }],
        warnings: [],
      },
    });
    expect(Object.keys(answer).sort()).toEqual(['is_cached', 'last_refresh', 'next', 'resolved', 'result', 'timezone']);
  });

  test('splits by value: largest first, the missing one after them, the rest summed up', async () => {
    const day = '2026-01-15T01:00:00Z';
    for (const [value, count] of [
      ['x', 1],
      ['y', 3],
      ['z', 2],
      ['', 5],
    ] as const) {
      for (let at = 0; at < count; at++) asked.add(event('a', 'p', day, { plan: value }));
    }
    const body = { events: [{ id: 'a' }], breakdown: 'plan', date_from: 'dStart' };
    const values = async (more: Body) =>
      (await asked.trend({ ...body, ...more })).result.map((series) => [series['breakdown_value'], series.count]);
    const [missing, other] = ['$$_posthog_breakdown_null_$$', '$$_posthog_breakdown_other_$$'];
    expect(await values({})).toEqual([
      ['y', 3],
      ['z', 2],
      ['x', 1],
      [missing, 5],
    ]);
    expect(await values({ breakdown_limit: 2 })).toEqual([
      ['y', 3],
      ['z', 2],
      [other, 6],
    ]);
    expect(await values({ breakdown_limit: 2, offset: 2 })).toEqual([
      ['x', 1],
      [missing, 5],
    ]);
    expect(await values({ breakdown_limit: 2, breakdown_hide_other_aggregation: true })).toEqual([
      ['y', 3],
      ['z', 2],
    ]);
    const url = 'http://host/api/projects/1/insights/trend/?breakdown_limit=2';
    const paged = await asked.ask<TrendResult>(computeTrend, { ...body, breakdown_limit: 2 }, url);
    expect(paged.next).toBe(`${url}&offset=2`);
  });

  test('counts groups by name or index', async () => {
    const { service } = asked.product;
    asked.add(
      { kind: 'group', group: { group_type: 'company', group_key: 'c', properties: {}, created_at_ms: null } },
      event('a', 'p1', '2026-01-15T01:00:00Z', { $group_0: 'c' }),
      event('a', 'p2', '2026-01-15T01:00:00Z', { $group_0: 'c' }),
      event('a', 'p2', '2026-01-15T01:00:00Z'),
    );
    expect(service.store.groups.types(1)).toHaveLength(1);
    const count = async (line: Body, more: Body = {}) =>
      (await asked.trend({ events: [{ id: 'a', ...line }], date_from: 'dStart', ...more })).result[0]!.count;
    expect(await count({ math: 'unique_group', math_group_type_index: 0 })).toBe(1);
    expect(await count({ math: 'unique_group' }, { aggregation_group_type: 'company' })).toBe(1);
    expect(await count({ math: 'dau' })).toBe(2);
    expect(await count({ math: 'dau' }, { aggregation_group_type_index: 0 })).toBe(2);
  });

  test('of one number counts over the whole range', async () => {
    asked.add(event('a', 'p', '2026-01-14T01:00:00Z'), event('a', 'p', '2026-01-15T01:00:00Z'));
    const answer = await asked.trend({ events: [{ id: 'a', math: 'dau' }], display: 'BoldNumber', interval: 'hour' });
    expect(answer.result[0]).toMatchObject({ aggregated_value: 1, count: 0, data: [], days: [], labels: [] });
    expect(answer.resolved.date_to).toBe('2026-01-15T12:00:00+00:00');
    expect(computeTrend.text(answer)).toContain('"a" | 1');
    expect(computeTrend.table!(answer)).toEqual({ columns: ['series', 'value'], rows: [['a', 1]] });
  });

  test('adds up where it is cumulative', async () => {
    asked.add(event('a', 'p', '2026-01-13T01:00:00Z'), event('a', 'p', '2026-01-15T01:00:00Z'));
    const body = { events: [{ id: 'a' }], display: 'ActionsLineGraphCumulative', date_from: '-2d' };
    expect((await asked.trend(body)).result[0]).toMatchObject({ data: [1, 1, 2], count: 2 });
  });

  test.each([
    ['ActionsAreaGraph', 'ActionsLineGraph'],
    ['ActionsStackedBar', 'ActionsBar'],
    ['ActionsUnstackedBar', 'ActionsBar'],
  ])('%s has the numbers of %s', async (display, same) => {
    asked.add(event('a', 'p', '2026-01-13T01:00:00Z'));
    const body = { events: [{ id: 'a' }], date_from: '-2d' };
    const numbers = async (drawn: string) =>
      (await asked.trend({ ...body, display: drawn })).result.map(({ data }) => data);
    expect(await numbers(display)).toEqual(await numbers(same));
  });

  test('is compared with the period before', async () => {
    asked.add(event('a', 'p', '2026-01-13T01:00:00Z'), event('a', 'p', '2026-01-15T01:00:00Z'));
    const answer = await asked.trend({ events: [{ id: 'a' }], date_from: '-1d', compare: 'true' });
    expect(answer.result).toMatchObject([
      { label: 'a', compare: true, compare_label: 'current', data: [0, 1], days: ['2026-01-14', '2026-01-15'] },
      { label: 'a', compare: true, compare_label: 'previous', data: [0, 1], days: ['2026-01-12', '2026-01-13'] },
    ]);
    expect(answer.resolved.previous).toEqual({
      date_from: '2026-01-12T00:00:00+00:00',
      date_to: '2026-01-13T23:59:59+00:00',
      data_from: '2026-01-13T01:00:00+00:00',
    });
    const text = computeTrend.text(answer);
    expect(text).toContain('Current:\ndate | "a"\n2026-01-14 | 0');
    expect(text).toContain('Previous:\ndate | "a"\n2026-01-12 | 0');
  });

  test('makes one number of several lines', async () => {
    for (const plan of ['x', 'x', 'y']) asked.add(event('a', 'p', '2026-01-15T01:00:00Z', { plan }));
    asked.add(event('b', 'p', '2026-01-15T01:00:00Z', { plan: 'x' }));
    const body = { events: [{ id: 'a' }, { id: 'b' }], date_from: 'dStart', formula: 'A / B * 100' };
    expect((await asked.trend(body)).result).toMatchObject([
      { label: 'Formula (A / B * 100)', action: null, data: [300], count: 300, days: ['2026-01-15'] },
    ]);
    const split = await asked.trend({ ...body, formula: 'B - A', breakdown: 'plan' });
    expect(split.result.map((series) => [series.breakdown_value, series.count])).toEqual([
      ['y', -1],
      ['x', -1],
    ]);
    expect(computeTrend.text(split)).toContain('formula "B - A"');
    expect(computeTrend.text(split)).toContain('date | "y" | "x"');
  });

  test('of an event nobody sent is zero, and says which was meant', async () => {
    asked.add(event('sign up', 'p', '2026-01-15T01:00:00Z'));
    const answer = await asked.trend({ events: [{ id: 'signup' }] });
    expect(answer.result[0]!.count).toBe(0);
    expect(answer.resolved.warnings).toEqual(['No event named "signup" was ever received. Did you mean "sign up"?']);
    const text = computeTrend.text(answer);
    expect(text).toContain('Did you mean "sign up"?');
    expect(text).toContain('All numbers are 0 between');
  });

  test('says its numbers in text and as a table', async () => {
    asked.add(event('a', 'p', '2026-01-15T01:00:00Z'));
    const answer = await asked.trend({ events: [{ id: 'a' }, { id: 'b' }], date_from: '-1d' });
    expect(computeTrend.text(answer).split('\n')).toEqual([
      'Trend by day of "a" (events) and "b" (events).',
      '2026-01-14 to 2026-01-15 (2 days, up to now: 2026-01-15 12:00), UTC.',
      'No event named "b" was ever received. GET /api/projects/1/event_definitions/ lists all.',
      'date | "a" (events) | "b" (events)',
      '2026-01-14 | 0 | 0',
      '2026-01-15 (so far) | 1 | 0',
      'total | 1 | 0',
    ]);
    expect(computeTrend.table!(answer)).toEqual({
      columns: ['series', '14-Jan-2026', '15-Jan-2026'],
      rows: [
        ['a', 0, 1],
        ['b', 0, 0],
      ],
    });
  });

  test.each<[Body, string, string]>([
    [{}, 'events', '{"events":[{"id":"$pageview"}]}'],
    [{ events: [] }, 'events', '{"events"'],
    [{ events: ['sign up'] }, 'events__0', '{"id":"sign up"}'],
    [{ events: [{}] }, 'events__0__id', 'null for every event'],
    [{ events: [{ id: true }] }, 'events__0__id', 'name of an event'],
    [{ events: [{ id: 'x'.repeat(LIMIT.event_name_chars + 1) }] }, 'events__0__id', '200'],
    [{ events: manyLines(LIMIT.entities + 1) }, 'events', '26'],
    [{ events: [{ id: 'a', math: 'mode' }] }, 'events__0__math', 'total, dau'],
    [{ events: [{ id: 'a', math: 'unique_group' }] }, 'events__0__math_group_type_index', 'group type'],
    [{ events: [{ id: 'a' }], aggregation_group_type: 'planet' }, 'aggregation_group_type', 'no group types yet'],
    [{ events: [{ id: 'a' }], date_from: 'soon' }, 'date_from', '-7d'],
    [{ events: [{ id: 'a' }], date_from: '2026-01-10', date_to: '2026-01-01' }, 'date_from', 'after'],
    [{ events: [{ id: 'a' }], date_from: '-1000d', interval: 'minute' }, 'interval', '10000'],
    [{ events: [{ id: 'a' }], formula: 'A + B' }, 'formula', 'only 1 series'],
    [{ events: [{ id: 'a' }], formula: 'SUM(A)' }, 'formula', 'arithmetic'],
    [{ events: [{ id: 'a' }], compare_to: 'before' }, 'compare_to', '-7d'],
    [{ events: [{ id: 'a', properties: 'x' }] }, 'events__0__properties', 'JSON'],
    [
      { events: [{ id: 'a' }], properties: [{ key: 'a', value: 1, operator: 'near' }] },
      'properties__0__operator',
      'exact',
    ],
    [{ events: [{ id: 'a' }], breakdown: 'x', breakdown_type: 'group' }, 'breakdown_group_type_index', 'group type'],
    [{ events: [{ id: 'a' }], breakdowns: 'x' }, 'breakdowns', 'list'],
    [{ events: [{ id: 'a' }], breakdowns: ['x'] }, 'breakdowns__0', 'property'],
    [{ events: [{ id: 'a' }], breakdowns: [{ property: 'x', type: 'planet' }] }, 'breakdowns__0__type', 'person'],
  ])('refuses %j', async (body, attr, part) => {
    const error = await asked.refusal(computeTrend, body);
    expect(error).toMatchObject({ attr, status: 400 });
    expect(error.code).not.toBe('not_supported');
    expect(error.message).toContain(part);
  });

  test.each<[Body, string, string]>([
    [{ query: { kind: 'SessionsTimelineQuery' } }, 'query kind SessionsTimelineQuery', 'query__kind'],
    [{ query: { kind: 'HogQLQuery', query: 'select 1' } }, 'insight HOGQLQUERY', 'insight'],
  ])('says that it cannot do %j yet', async (more, needs, attr) => {
    const error = await asked.refusal(computeTrend, { events: [{ id: 'a' }], ...more });
    expect(error).toMatchObject({ code: 'not_supported', needs, attr, status: 400 });
  });
});

describe('GET', () => {
  test('answers the same in the shape of an insight', async () => {
    asked.add(event('a', 'p', '2026-01-15T01:00:00Z'));
    const answer = await asked.ask<Body>(readTrend, { events: '[{"id":"a"}]', date_from: 'dStart' });
    expect(answer).toMatchObject({
      id: null,
      short_id: null,
      tags: [],
      result: [{ count: 1 }],
      is_cached: false,
      filters: { insight: 'TRENDS', events: [{ id: 'a' }], date_from: 'dStart' },
      next: null,
    });
    expect(await asked.ask<Body>(readFunnel, { events: '[{"id":"a"}]' })).toMatchObject({
      id: null,
      filters: { insight: 'FUNNELS' },
    });
  });

  test('without a question is an empty insight', async () => {
    expect(await asked.ask<Body>(readTrend, {})).toMatchObject({ id: null, result: [], last_refresh: null });
    expect(await asked.ask<Body>(readFunnel, { refresh: 'true' })).toMatchObject({ id: null, result: [] });
  });
});
