import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LIMIT } from '../../src/model/limit.ts';
import { FunnelBody } from '../../src/model/question/funnel.ts';
import { TrendBody } from '../../src/model/question/trend.ts';
import { checked, isQuestion, normaliseBody, readBody } from '../../src/service/resolve/body.ts';
import { resolveWindowMs } from '../../src/service/resolve/window.ts';
import { HOSTS_TAKE } from '../support/operations.ts';
import { refusal } from '../support/refusal.ts';

const DAY_MS = 86_400_000;

const trend = (raw: Record<string, unknown>) => readBody(TrendBody, raw);
const windowOf = (raw: Record<string, unknown>) => resolveWindowMs(readBody(FunnelBody, raw));

test('a body is checked once by a schema, and what it came to travels on', () => {
  let checks = 0;
  const counting = z.object({ name: z.preprocess((sent) => [sent, checks++][0], z.string()) });
  const body = checked(counting, { name: 'a' });
  expect(checked(counting, normaliseBody(body))).toBe(body);
  expect(checks).toBe(1);
  expect(() => checked(z.object({ name: z.number() }), body)).toThrow();
  // With layers it is another body.
  expect(checked(counting, normaliseBody({ ...body, filters: {} }))).toEqual(body);
  expect(checks).toBe(2);
});

describe('what a body may look like', () => {
  test('lists, numbers and flags as text', () => {
    const body = trend({
      events: '[{"id":"a","order":"1"},"{\\"id\\":\\"b\\"}"]',
      filter_test_accounts: 'true',
      compare: 'false',
      breakdown_limit: '7',
      interval: 'Week',
      explicit_date: 1,
    });
    expect(body.events).toEqual([{ id: 'a', order: 1 }, { id: 'b' }]);
    expect(body).toMatchObject({
      filter_test_accounts: true,
      compare: false,
      breakdown_limit: 7,
      interval: 'week',
      explicit_date: true,
    });
  });

  test('null and blank text are "not given"', () => {
    const body = trend({ events: [{ id: 'a' }], display: null, formula: '', breakdown_limit: null });
    expect(Object.entries(body).filter(([, value]) => value !== undefined)).toEqual([['events', [{ id: 'a' }]]]);
  });

  test('filter keys stand at the top, under filters or as JSON text; the top wins', () => {
    expect(normaliseBody({ filters: { date_from: '-1d', interval: 'day' }, date_from: '-2d' })).toEqual({
      date_from: '-2d',
      interval: 'day',
    });
    expect(normaliseBody({ filters: '{"date_from":"-1d"}' })).toEqual({ date_from: '-1d' });
    expect(refusal(() => normaliseBody({ filters: [] })).attr).toBe('filters');
  });

  test('what nobody knows is kept', () => {
    expect(trend({ events: [{ id: 'a' }], client_query_id: 'x' })['client_query_id']).toBe('x');
  });

  test('only what is asked makes a question', () => {
    expect(isQuestion({})).toBe(false);
    expect(isQuestion({ refresh: true, format: 'csv' })).toBe(false);
    expect(isQuestion({ events: [] })).toBe(true);
  });
});

describe('a query node', () => {
  test('says the same as filters', () => {
    const source = {
      kind: 'FunnelsQuery',
      series: [
        { kind: 'EventsNode', event: 'a', custom_name: 'A' },
        { kind: 'EventsNode', event: null },
      ],
      dateRange: { date_from: '-3d', date_to: null },
      funnelsFilter: {
        funnelWindowInterval: 2,
        funnelWindowIntervalUnit: 'hour',
        exclusions: [{ kind: 'EventsNode', event: 'x', funnelFromStep: 0, funnelToStep: 1 }],
      },
      breakdownFilter: { breakdown: 'plan', breakdown_type: 'person' },
      aggregation_group_type_index: 0,
      filterTestAccounts: true,
    };
    expect(normaliseBody({ query: { kind: 'InsightVizNode', source } })).toMatchObject({
      insight: 'FUNNELS',
      events: [
        { id: 'a', custom_name: 'A', order: 0 },
        { id: null, order: 1 },
      ],
      date_from: '-3d',
      funnel_window_interval: 2,
      funnel_window_interval_type: 'hour',
      exclusions: [{ id: 'x', funnel_from_step: 0, funnel_to_step: 1 }],
      breakdown: 'plan',
      breakdown_type: 'person',
      aggregation_group_type: '0',
      filter_test_accounts: true,
    });
  });

  test.each([
    [{ kind: 'HogQuery', code: 'return 1' }, 'query__kind'],
    [{ kind: 'TrendsQuery', series: {} }, 'query__series'],
    [{ kind: 'TrendsQuery', series: ['a'] }, 'query__series__0'],
    [{ kind: 'TrendsQuery', series: [{ kind: 'DataWarehouseNode' }] }, 'query__series__0'],
    [{ kind: 'InsightVizNode' }, 'query__source'],
    ['select 1', 'query'],
  ])('%j is refused', (query, attr) => {
    expect(refusal(() => normaliseBody({ query }))).toMatchObject({ attr, status: 400 });
  });
});

describe('what a schema refuses', () => {
  test.each([
    [{ events: ['sign up'] }, 'events__0', 'invalid_input', '{"id":"sign up"}'],
    [{ events: [null] }, 'events__0', 'invalid_input', '{"id":"sign up"}'],
    [{ events: 'sign up' }, 'events', 'not_a_list', 'list'],
    [{ events: {} }, 'events', 'not_a_list', 'list'],
    [{ display: 'Pie' }, 'display', 'invalid_choice', 'ActionsPie'],
    [{ interval: 'fortnight' }, 'interval', 'invalid_choice', 'week'],
    [{ breakdown_type: 'planet' }, 'breakdown_type', 'invalid_choice', 'person'],
    [{ breakdown_limit: 0 }, 'breakdown_limit', 'invalid_input', '1'],
    [{ breakdown_limit: LIMIT.breakdown_max + 1 }, 'breakdown_limit', 'invalid_input', String(LIMIT.breakdown_max)],
    [{ compare: 'maybe' }, 'compare', 'invalid_input', 'boolean'],
    [{ aggregation_group_type_index: 5 }, 'aggregation_group_type_index', 'invalid_input', '4'],
  ])('%j', (raw, attr, code, part) => {
    const error = refusal(() => trend(raw));
    expect(error).toMatchObject({ attr, code, status: 400 });
    expect(error.message).toContain(part);
  });
});

describe('the window of a funnel', () => {
  test.each([
    [{}, 14],
    [{ funnel_window_interval: 2 }, 2],
    [{ funnel_window_interval: '2', funnel_window_interval_type: 'DAY' }, 2],
    [{ funnel_window_interval: 2, funnel_window_interval_type: 'days' }, 2],
    [{ funnel_window_interval: 2, funnel_window_interval_unit: 'week' }, 14],
    [{ funnel_window_interval: 1, funnel_window_interval_type: 'MONTH' }, 31],
    [{ funnel_window_interval: 12, funnel_window_interval_type: 'hours' }, 0.5],
    [{ funnel_window_interval: 3, funnel_window_days: 5 }, 5],
  ])('%j', (raw, days) => {
    expect(windowOf(raw)).toBe(days * DAY_MS);
  });

  test.each([
    [{ funnel_window_interval: 0 }, 'funnel_window_interval'],
    [{ funnel_window_days: -1 }, 'funnel_window_days'],
    [{ funnel_window_interval: 1, funnel_window_interval_type: 'fortnight' }, 'funnel_window_interval_type'],
    [{ funnel_window_interval: 1, funnel_window_interval_unit: 'year' }, 'funnel_window_interval_unit'],
    [{ funnel_window_interval: 100_000, funnel_window_interval_type: 'week' }, 'funnel_window_interval'],
    [{ funnel_window_interval: 'soon' }, 'funnel_window_interval'],
  ])('%j is refused', (raw, attr) => {
    expect(refusal(() => windowOf(raw))).toMatchObject({ attr, status: 400 });
  });
});

describe('the published schemas', () => {
  test.each([
    ['trend', TrendBody],
    ['funnel', FunnelBody],
  ])('of a %s are flat, small and portable', (_name, schema) => {
    const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input' }));
    expect(text.length).toBeLessThan(HOSTS_TAKE.schema_chars);
    for (const word of ['"anyOf"', '"oneOf"', '"allOf"', '"$ref"', '"$defs"', '"const"', '"type":[']) {
      expect(text).not.toContain(word);
    }
    const fields = (JSON.parse(text) as { properties: Record<string, Record<string, unknown>> }).properties;
    for (const [name, field] of Object.entries(fields)) {
      expect(field['description'], name).toBeTypeOf('string');
      if (field['type'] === 'array') expect(field['items'], name).toBeDefined();
    }
  });
});
