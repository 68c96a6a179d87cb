/** Whatever can be stored can be read; what another version stored is reported by name, and can be fixed or removed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAction, getAction } from '../../src/service/operations/actions.ts';
import { createCohort, getCohort } from '../../src/service/operations/cohorts.ts';
import { createInsightOperation } from '../../src/service/operations/insight_writes.ts';
import { getInsight } from '../../src/service/operations/insights.ts';
import { updateProject } from '../../src/service/operations/project.ts';
import { computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { askedProduct } from '../support/questions.ts';
import { runs } from '../support/runs.ts';
import { type Server, startServer } from './support.ts';

const EVENTS = [{ id: 'a' }];
const ONE_EVENT = event('a', 'p', '2026-01-14T10:00:00Z', { plan: 'pro' });
/** Read as the old form {key: value}, this once was a condition on events, of which no set of people can be made. */
const NAMELESS = { properties: { type: 'OR', values: [{}] } };

async function started(): Promise<Server> {
  const server = await startServer({ now: () => Date.parse('2026-01-15T12:00:00Z') });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [ONE_EVENT]);
  return server;
}

const SAVED = { project_id: 1, description: '', deleted: false, created_at_ms: 0, created_by: null, updated_at_ms: 0 };

test('a cohort', async () => {
  const server = await started();
  const refused = await server.post('cohorts/', { name: 'x', filters: NAMELESS });
  expect(refused).toMatchObject({ status: 400, body: { attr: 'filters__properties__values__0__key' } });
  const { store } = server.service;
  store.transaction(() => store.cohorts.insert({ ...SAVED, name: 'Old', filters: NAMELESS, is_static: false }));
  const read = (await server.get('cohorts/1/')).body;
  expect(read).toMatchObject({ filters: NAMELESS, count: null, error_message: expect.stringContaining('key') });
  expect((await server.get('cohorts/')).body).toMatchObject({ count: 1 });
  const of_it = [{ key: 'id', value: 1, type: 'cohort' }];
  for (const [path, body] of [
    ['insights/trend/', { events: EVENTS, properties: of_it }],
    ['insights/trend/', { events: EVENTS, breakdown: [1], breakdown_type: 'cohort' }],
    ['insights/funnel/', { events: EVENTS, properties: of_it }],
    ['insights/retention/', { properties: of_it }],
    ['cohorts/', { name: 'y', filters: { properties: { type: 'OR', values: of_it } } }],
  ] as const) {
    const { status, body: error } = await server.post(path, body);
    expect([status, error.detail]).toEqual([400, expect.stringContaining('In cohort 1 (Old)')]);
  }
  expect(await server.patch('cohorts/1/', { name: 'Older' })).toMatchObject({ status: 200, body: { name: 'Older' } });
  expect(await server.patch('cohorts/1/', { deleted: true })).toMatchObject({ status: 200 });
  const filters = { properties: { type: 'OR', values: [{ key: 'plan', value: 'x', type: 'person' }] } };
  const mended = await server.patch('cohorts/1/', { filters, deleted: false });
  expect(mended).toMatchObject({ status: 200, body: { count: 0, error_message: null } });
});

test('an action', async () => {
  const server = await started();
  const { store } = server.service;
  store.transaction(() => store.actions.insert({ ...SAVED, name: 'Old', steps: [{ event: {} }, 'x'], tags: [] }));
  const refused = await server.post('insights/trend/', { actions: [{ id: 1 }] });
  expect(refused).toMatchObject({ status: 400, body: { attr: 'actions__0__id' } });
  expect(refused.body.detail).toContain('In action 1 (Old)');
  expect(await server.get('actions/1/')).toMatchObject({ status: 200, body: { name: 'Old' } });
  expect(await server.patch('actions/1/', { name: 'Older' })).toMatchObject({ status: 200 });
  expect(await server.patch('actions/1/', { steps: [{ event: 'a' }] })).toMatchObject({ status: 200 });
  expect((await server.post('insights/trend/', { actions: [{ id: 1 }] })).body.result[0].count).toBe(1);
});

test("a project's filters and rules", async () => {
  const server = await started();
  for (const body of [
    { test_account_filters: [{}] },
    { test_account_filters: [{ key: 'a', operator: 'regex', value: '(' }] },
    { path_cleaning_filters: [{ alias: 'x', regex: '' }] },
    { path_cleaning_filters: [{ alias: 'x', regex: '(' }] },
  ]) {
    expect((await server.patch('/api/projects/1/', body)).status, JSON.stringify(body)).toBe(400);
  }
  const { store } = server.service;
  const old = { test_account_filters: [{}], path_cleaning_filters: [{ regex: '(' }] };
  store.transaction(() => store.projects.update(1, old));
  expect((await server.get('/api/projects/1/')).body).toMatchObject(old);
  const trend = await server.post('insights/trend/', { events: EVENTS, filter_test_accounts: true });
  expect(trend).toMatchObject({ status: 400, body: { attr: 'filter_test_accounts' } });
  expect(trend.body.detail).toContain("the project's test_account_filters");
  const path = await server.post('insights/path/', { path_replacements: true });
  expect(path.body.detail).toContain("the project's path_cleaning_filters");
  const none = { test_account_filters: [], path_cleaning_filters: [] };
  expect(await server.patch('/api/projects/1/', none)).toMatchObject({ status: 200 });
  expect((await server.post('insights/trend/', { events: EVENTS, filter_test_accounts: true })).status).toBe(200);
});

const MISTAKES = [
  [{ filters: { events: ['sign up'] } }, 'filters__events__0'],
  [{ filters: { events: EVENTS, properties: '[{' } }, 'filters__properties'],
  [{ filters: { events: EVENTS, properties: [{ value: 1 }] } }, 'filters__properties__0__key'],
  [{ filters: { events: EVENTS, date_from: 'soon' } }, 'filters__date_from'],
  [{ filters: { events: EVENTS, formula: 'A +' } }, 'filters__formula'],
  [{ filters: { events: [{ id: 'a', math: 'sum' }] } }, 'filters__events__0__math_property'],
  [{ query: { kind: 'TrendsQuery', series: 'a' } }, 'query__series'],
  [
    { query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'a', properties: [{}] }] } },
    'query__events__0__properties__0__key',
  ],
] as const;

const KEPT = [
  { query: { kind: 'HogQuery', code: 'return 1' } },
  { query: { kind: 'constructor' } },
  { query: { kind: 'InsightVizNode', source: { kind: 'toString' } } },
  { query: { kind: {} } },
  { filters: { insight: 'constructor' } },
  { filters: { insight: 'WHATEVER', events: [5] } },
  { filters: [1, 2] },
  { filters: { note: 'nothing is asked' } },
  { filters: { events: EVENTS, display: 'BoxPlot' } },
  { filters: { actions: [{ id: 9 }], insight: 'FUNNELS' } },
];

describe('an insight', () => {
  test('that is no question is refused, and nothing is stored', async () => {
    const server = await started();
    await server.post('insights/', { name: 'x', filters: { events: EVENTS } });
    for (const [body, attr] of MISTAKES) {
      const refused = { status: 400, body: { attr } };
      expect(await server.post('insights/', body)).toMatchObject(refused);
      expect(await server.patch('insights/1/', { name: 'y', ...body })).toMatchObject(refused);
    }
    expect((await server.get('insights/')).body.count).toBe(1);
    expect((await server.get('insights/1/')).body).toMatchObject({ name: 'x', filters: { events: EVENTS } });
  });

  test('that may have an answer one day is kept, and says why it has none', async () => {
    const server = await started();
    for (const body of KEPT) {
      const made = await server.post('insights/', body);
      expect(made, JSON.stringify(body)).toMatchObject({ status: 201, body: { query_status: { error: true } } });
      const read = await server.get(`insights/${made.body.id}/`);
      expect(read).toMatchObject({ status: 200, body: { result: null, query_status: { error: true } } });
      const refused = await server.get(`insights/${made.body.id}/?refresh=true`);
      expect(refused.status).toBe(400);
      const not_sent = 'query' in body ? /^filters/ : /^query/;
      for (const told of [made.body.query_status.error_message, refused.body.attr]) expect(told).not.toMatch(not_sent);
    }
    expect((await server.get('insights/?refresh=true')).status).toBe(200);
  });

  test('of another version is read, renamed, removed', async () => {
    const server = await started();
    await server.post('insights/', { name: 'x', filters: { events: EVENTS } });
    const { store } = server.service;
    store.transaction(() => store.insights.update(1, 1, { filters: { insight: 'TRENDS', events: ['a'] } }));
    expect(await server.get('insights/1/')).toMatchObject({ status: 200, body: { query_status: { error: true } } });
    expect(await server.patch('insights/1/', { name: 'y' })).toMatchObject({ status: 200, body: { name: 'y' } });
    expect(await server.patch('insights/1/', { deleted: true })).toMatchObject({ status: 200 });
    const mended = await server.patch('insights/1/', { deleted: false, filters: { events: EVENTS } });
    expect(mended.body.query_status).toBeNull();
  });
});

const word = fc.constantFrom(
  'a',
  'plan',
  '',
  'person',
  'cohort',
  'behavioral',
  'event',
  'OR',
  'AND',
  'in',
  'exact',
  '1',
  'performed_event',
  'day',
  'constructor',
  '[{}]',
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  word,
  fc.constantFrom(1, 0, -1, 1.5, true, null),
  fc.array(word, { maxLength: 2 }),
  fc.constant({}),
);
const NAMES = [
  'key',
  'value',
  'values',
  'type',
  'operator',
  'negation',
  'event_type',
  'time_value',
  'time_interval',
  'event_filters',
  'group_type_index',
  'event',
  'properties',
  'url',
  'selector',
];
const leaf = fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 6 });
/** Mostly what is meant to be sent, so that much of it is taken. */
const of_person = fc.record({
  type: fc.constant('person'),
  key: fc.constantFrom('plan', 'a', 'constructor'),
  value: fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 2 }), fc.constantFrom(1, 0, -1, 1.5, true)),
});
const of_deeds = fc.record({
  type: fc.constant('behavioral'),
  key: fc.constantFrom('a', 'b'),
  value: fc.constantFrom('performed_event', 'performed_event_multiple'),
  event_type: fc.constant('events'),
  time_value: fc.integer({ min: 1, max: 40 }),
  time_interval: fc.constantFrom('day', 'week'),
  operator: fc.constantFrom('gte', 'lte', 'exact'),
  operator_value: fc.nat(3),
});
const changed = fc
  .tuple(fc.oneof(of_person, of_deeds), fc.constantFrom(...NAMES), value)
  .map(([one, name, by]) => ({ ...one, [name]: by }));
const condition = fc.oneof(
  { weight: 8, arbitrary: of_person },
  { weight: 4, arbitrary: of_deeds },
  { weight: 2, arbitrary: changed },
  { weight: 1, arbitrary: leaf },
);
const groupOf = (one: fc.Arbitrary<unknown>) =>
  fc.record({ type: fc.constantFrom('OR', 'AND'), values: fc.array(one, { minLength: 1, maxLength: 3 }) });
const filters = fc.record({
  properties: fc.oneof(
    { weight: 12, arbitrary: groupOf(of_person) },
    { weight: 5, arbitrary: groupOf(condition) },
    { weight: 1, arbitrary: fc.array(condition, { maxLength: 2 }) },
    { weight: 1, arbitrary: value },
  ),
});

test('whatever is taken can be used: no answer to it is a bug of ours', async () => {
  const asked = askedProduct();
  asked.add(ONE_EVENT);
  /** Anything but a refusal is thrown. */
  const ask = async <T>(...question: Parameters<typeof asked.ask>): Promise<T | null> => {
    try {
      return await asked.ask<T>(...question);
    } catch (error) {
      if ((error as { status?: number }).status === 400) return null;
      throw error;
    }
  };
  const trend = (more: Record<string, unknown>) => ask(computeTrend, { events: EVENTS, ...more });
  let stored = 0;
  await fc.assert(
    fc.asyncProperty(filters, async (sent) => {
      const cohort = await ask<{ id: number; error_message: unknown }>(createCohort, { name: 'x', filters: sent });
      if (cohort !== null) {
        stored++;
        expect(await ask(getCohort, { id: cohort.id })).toMatchObject({ error_message: null });
        expect(await trend({ properties: [{ type: 'cohort', key: 'id', value: cohort.id }] })).not.toBeNull();
      }
      const steps = [sent.properties].flat();
      const action = await ask<{ id: number }>(createAction, { name: 'x', steps });
      if (action !== null) {
        stored++;
        expect(await ask(getAction, { id: action.id })).not.toBeNull();
        expect(await ask(computeTrend, { actions: [{ id: action.id }] })).not.toBeNull();
      }
      const test_account_filters = [sent.properties].flat();
      if ((await ask(updateProject, { test_account_filters })) !== null) {
        stored++;
        expect(await trend({ filter_test_accounts: true })).not.toBeNull();
      }
      const insight = await ask<{ id: number }>(createInsightOperation, { filters: { events: EVENTS, ...sent } });
      if (insight !== null) expect(await ask(getInsight, { id: String(insight.id) })).not.toBeNull();
    }),
    { numRuns: runs(60) },
  );
  expect(stored).toBeGreaterThan(runs(120));
});
