/** Each field of an Insight: its type in every state, and what changes it. */
import { expect, test } from 'vitest';
import { event } from '../support/product.ts';
import { each, type Json, type Server, startServer } from './support.ts';

const START = Date.parse('2024-10-18T09:00:00Z');
const MINUTE_MS = 60_000;
const FILTERS = { insight: 'TRENDS', events: [{ id: 'sign up' }], date_from: '-14d' };

async function start(): Promise<Server & { clock: { now_ms: number } }> {
  const clock = { now_ms: START };
  const server = await startServer({ now: () => clock.now_ms });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('sign up', 'a', '2024-10-17T10:00:00Z', { plan: 'pro' }),
  ]);
  return { ...server, clock };
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const isText = (value: Json) => typeof value === 'string';
const isFlag = (value: Json) => typeof value === 'boolean';
const isTime = (value: Json) => ISO.test(value);
const isUser = (value: Json) =>
  Object.keys(value).join() === 'id,uuid,distinct_id,first_name,last_name,email,is_email_verified,hedgehog_config' &&
  /^[0-9a-f-]{36}$/.test(value.uuid) &&
  value.email.includes('@');
const orNull = (check: (value: Json) => boolean) => (value: Json) => value === null || check(value);

/** field -> whether a value may stand there. */
const FIELDS: Readonly<Record<string, (value: Json) => boolean>> = {
  id: Number.isInteger,
  short_id: (value) => /^[A-Za-z0-9]{8}$/.test(value),
  name: orNull(isText),
  derived_name: orNull(isText),
  filters: (value) => typeof value === 'object' && value !== null,
  query: orNull((value) => typeof value === 'object'),
  order: orNull(Number.isInteger),
  deleted: isFlag,
  dashboards: (value) => value.every(Number.isInteger),
  dashboard_tiles: (value) => value.every((tile: Json) => Object.keys(tile).join() === 'id,dashboard_id,deleted'),
  last_refresh: orNull(isTime),
  cache_target_age: orNull(isTime),
  next_allowed_client_refresh: orNull(isTime),
  result: orNull(Array.isArray),
  hasMore: (value) => value === null,
  columns: (value) => value === null,
  created_at: isTime,
  created_by: isUser,
  description: orNull(isText),
  updated_at: isTime,
  tags: (value) => value.every(isText),
  favorited: isFlag,
  saved: isFlag,
  last_modified_at: isTime,
  last_modified_by: isUser,
  is_sample: isFlag,
  effective_restriction_level: (value) => value === 21,
  effective_privilege_level: (value) => value === 37,
  timezone: orNull((value) => value === 'UTC'),
  is_cached: isFlag,
  query_status: orNull((value) => value.complete === true && value.error === true && isText(value.error_message)),
  hogql: (value) => value === null,
  types: (value) => value === null,
  resolved: orNull((value) => isText(value.date_from) && isText(value.date_to)),
  filters_hash: (value) => /^cache_[0-9a-f]{32}$/.test(value),
};

test('every answer has every field, of its type: made, read, changed, refreshed, listed, removed', async () => {
  const server = await start();
  await server.post('dashboards/', { name: 'G' });
  const answers = [
    (await server.post('insights/', {})).body,
    (await server.post('insights/', { name: 'a', order: 3, filters: FILTERS, dashboards: [1] })).body,
    (await server.post('insights/', { filters: { insight: 'TRENDS', events: [{ id: 'x', math: 'most' }] } })).body,
    (await server.get('insights/1/')).body,
    (await server.get('insights/2/')).body,
    (await server.get('insights/2/?refresh=true')).body,
    (await server.get('insights/3/')).body,
    (await server.patch('insights/2/', { description: 'b', tags: ['t'] })).body,
    ...(await server.get('insights/')).body.results,
    (await server.post('insights/2/viewed/', {})).body,
    ...each((await server.get('dashboards/1/')).body.tiles, 'insight'),
    (await server.patch('insights/2/', { deleted: true })).body,
  ];
  expect(answers).toHaveLength(14);
  for (const answer of answers) {
    const { color: _color, layouts: _layouts, ...fields } = answer;
    expect(Object.keys(fields)).toEqual(Object.keys(FIELDS));
    for (const [name, check] of Object.entries(FIELDS)) {
      expect(check(fields[name]), `${name}: ${JSON.stringify(fields[name])}`).toBe(true);
    }
  }
});

test('nothing computed: no result, no times, no zone, not cached', async () => {
  const server = await start();
  const { body } = await server.post('insights/', { filters: FILTERS });
  const nothing = { result: null, last_refresh: null, cache_target_age: null, next_allowed_client_refresh: null };
  expect(body).toMatchObject({ ...nothing, timezone: null, is_cached: false, query_status: null, resolved: null });
});

test('how soon a refresh computes again, and when a result counts as old', async () => {
  const server = await start();
  for (const [filters, minimum_min, old_min] of [
    [FILTERS, 15, 6 * 60],
    [{ ...FILTERS, date_from: '-7d' }, 15, 6 * 60], // eight calendar days
    [{ ...FILTERS, date_from: '-6d' }, 3, 6 * 60],
    [{ ...FILTERS, interval: 'hour' }, 3, 60],
    [{ ...FILTERS, interval: 'week' }, 15, 24 * 60],
    [{ ...FILTERS, interval: 'month' }, 15, 48 * 60],
    [{ insight: 'FUNNELS', events: [{ id: 'sign up' }], date_from: '-14d' }, 15, 6 * 60],
  ] as const) {
    const { id } = (await server.post('insights/', { filters })).body;
    const { body } = await server.get(`insights/${id}/`);
    const minutes = (time: string) => (Date.parse(time) - START) / MINUTE_MS;
    const told = [minutes(body.next_allowed_client_refresh), minutes(body.cache_target_age)];
    expect(told, JSON.stringify(filters)).toEqual([minimum_min, old_min]);
  }
});

test('query_status says why there is no result, and goes when the question is put right', async () => {
  const server = await start();
  await server.post('insights/', { filters: { insight: 'TRENDS', events: [{ id: 'sign up', math: 'most' }] } });
  const wrong = (await server.get('insights/1/')).body;
  expect(wrong).toMatchObject({ result: null, is_cached: false, query_status: { complete: true, error: true } });
  expect(wrong.query_status.error_message).toContain('dau');
  const right = (await server.patch('insights/1/', { filters: FILTERS })).body;
  expect(right.query_status).toBeNull();
  expect((await server.get('insights/1/')).body.result).toHaveLength(1);
});

test('filters_hash: equal for equal questions, another through a dashboard, not to be written', async () => {
  const server = await start();
  await server.post('dashboards/', { name: 'G', filters: { date_from: '-2d' } });
  const hashes = [];
  for (const body of [
    { filters: FILTERS },
    { filters: { ...FILTERS }, name: 'the same', dashboards: [1], filters_hash: 'mine' },
    { filters: { ...FILTERS, date_from: '-3d' } },
    { filters: FILTERS, query: { kind: 'TrendsQuery', series: [] } },
  ]) {
    hashes.push((await server.post('insights/', body)).body.filters_hash);
  }
  hashes.push((await server.get('insights/2/?from_dashboard=1')).body.filters_hash);
  expect(hashes[1]).toBe(hashes[0]);
  expect(new Set(hashes).size).toBe(4);
});

test('equal questions share one result', async () => {
  const server = await start();
  await server.post('insights/', { filters: FILTERS });
  await server.get('insights/1/');
  const { body } = await server.post('insights/', { filters: FILTERS });
  expect(body).toMatchObject({ is_cached: true, last_refresh: '2024-10-18T09:00:00Z', timezone: 'UTC' });
  expect(body.result).toHaveLength(1);
});

test('order: a whole number or null, by which lists go unless said', async () => {
  const server = await start();
  for (const order of [5, null, -1, 0]) await server.post('insights/', { order });
  expect(each((await server.get('insights/')).body.results, 'order')).toEqual([-1, 0, 5, null]);
  for (const order of [1.5, 'first', true]) {
    expect((await server.patch('insights/1/', { order })).body).toMatchObject({
      attr: 'order',
      type: 'validation_error',
    });
  }
});

test('dashboard tiles: false, also once put back; removed ones are not shown', async () => {
  const server = await start();
  for (const name of ['A', 'B']) await server.post('dashboards/', { name });
  const tiles = async (dashboards: number[]) =>
    (await server.patch('insights/1/', { dashboards })).body.dashboard_tiles;
  await server.post('insights/', { name: 'n', dashboards: [1, 2] });
  expect((await server.get('insights/1/')).body).toMatchObject({
    dashboards: [1, 2],
    dashboard_tiles: [
      { id: 1, dashboard_id: 1, deleted: false },
      { id: 2, dashboard_id: 2, deleted: false },
    ],
  });
  expect(await tiles([2])).toEqual([{ id: 2, dashboard_id: 2, deleted: false }]);
  expect(await tiles([2, 1, 1])).toEqual([
    { id: 1, dashboard_id: 1, deleted: false },
    { id: 2, dashboard_id: 2, deleted: false },
  ]);
});

test('people: all of their fields, the hedgehog too', async () => {
  const server = await start();
  const { body } = await server.post('insights/', {});
  expect(body.created_by).toEqual({
    id: 1,
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    distinct_id: expect.any(String),
    first_name: 'Owner',
    last_name: '',
    email: 'owner@localhost',
    is_email_verified: false,
    hedgehog_config: {},
  });
  expect(body.last_modified_by).toEqual(body.created_by);
});

test('a computation without an insight has the fields of one, null', async () => {
  const server = await start();
  const body = { events: [{ id: 'sign up' }, { id: 'paid' }] };
  for (const [method, path] of [
    ['GET', 'insights/trend/?events=[{"id":"sign up"}]'],
    ['GET', 'insights/funnel/?events=[{"id":"sign up"},{"id":"paid"}]'],
    ['POST', 'insights/retention/'],
    ['POST', 'insights/path/'],
    ['POST', 'insights/funnel/correlation/'],
  ] as const) {
    const answer = await server.send(method, path, method === 'POST' ? { body } : {});
    expect([answer.status, answer.body.id], path).toEqual([200, null]);
    for (const name of Object.keys(FIELDS)) {
      if (['cache_target_age', 'hasMore', 'hogql', 'types', 'filters_hash'].includes(name)) continue; // not in the interface
      expect(answer.body, path).toHaveProperty(name);
    }
    expect(answer.body).toMatchObject({ deleted: false, tags: [], dashboards: [], timezone: 'UTC', created_by: null });
  }
});

test('kinds whose arguments all have defaults are computed by a bare GET as by POST', async () => {
  const server = await start();
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('$pageview', 'a', '2024-10-17T10:01:00Z', { $current_url: '/' }),
    event('$pageview', 'a', '2024-10-17T10:02:00Z', { $current_url: '/pricing' }),
  ]);
  for (const path of ['insights/path/', 'insights/retention/']) {
    const posted = await server.post(path, {});
    const got = await server.get(path);
    expect([posted.status, got.status], path).toEqual([200, 200]);
    expect(got.body.result, path).toEqual(posted.body.result);
    expect(JSON.stringify(got.body.result), path).toMatch(/"(value|count)":1/);
  }
});
