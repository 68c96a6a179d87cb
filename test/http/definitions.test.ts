/** Names of events and properties, their values, and questions as query nodes. */
import { expect, test } from 'vitest';
import { event } from '../support/product.ts';
import { each, type Server, startServer } from './support.ts';

const NOW = Date.parse('2024-10-18T09:00:00Z');

async function start(): Promise<Server> {
  const server = await startServer({ now: () => NOW });
  const team = { $groups: { team: 't1' } };
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('sign up', 'a', '2024-10-15T10:00:00Z', { plan: 'free', $set: { city: 'Oslo', age: 7 } }),
    event('sign up', 'b', '2024-10-16T10:00:00Z', { plan: 'pro', $set: { city: 'Rome', age: 7 } }),
    event('sign up', 'c', '2024-10-17T10:00:00Z', { plan: 'pro', $set: { city: 'Rome' }, ...team }),
    event('paid', 'c', '2024-10-17T11:00:00Z', { plan: 'team', amount: 12, ...team }),
    event('Sign out', 'c', '2024-10-17T12:00:00Z', {}),
    event('$groupidentify', 'c', '2024-10-17T12:00:00Z', {
      $group_type: 'team',
      $group_key: 't1',
      $group_set: { size: 5, tags: ['x'] },
    }),
  ]);
  return server;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('events by name: most frequent first, searched, ordered, in pages', async () => {
  const server = await start();
  const { body } = await server.get('event_definitions/');
  expect(each(body.results, 'name')).toEqual(['sign up', '$groupidentify', 'Sign out', 'paid']);
  expect(body.results[0]).toEqual({
    id: expect.stringMatching(UUID),
    name: 'sign up',
    count: 3,
    created_at: '2024-10-15T10:00:00Z',
    last_seen_at: '2024-10-17T10:00:00Z',
  });
  const names = async (query: string) => each((await server.get(`event_definitions/${query}`)).body.results, 'name');
  expect(await names('?search=SIGN')).toEqual(['sign up', 'Sign out']);
  expect(await names('?ordering=-name')).toEqual(['sign up', 'paid', 'Sign out', '$groupidentify']);
  expect(await names('?ordering=created_at&limit=2')).toEqual(['sign up', 'paid']);
  const page = (await server.get('event_definitions/?limit=2&offset=2')).body;
  expect(page).toMatchObject({ count: 4, next: null });
  expect(page.previous).toMatch(/event_definitions\/\?limit=2$/);
  expect((await server.get('event_definitions/?ordering=size')).body).toMatchObject({ attr: 'ordering' });
});

test('properties by owner, with the kind of their values', async () => {
  const server = await start();
  const { body } = await server.get('property_definitions/');
  expect(body.results).toContainEqual({
    id: expect.stringMatching(UUID),
    name: 'amount',
    type: 'event',
    group_type_index: null,
    property_type: 'Numeric',
    is_numerical: true,
  });
  const names = async (query: string) => each((await server.get(`property_definitions/${query}`)).body.results, 'name');
  expect(await names('?type=person')).toEqual(['age', 'city']);
  expect(await names('?type=group')).toEqual(['size', 'tags']);
  expect(await names('?type=group&group_type_index=1')).toEqual([]);
  expect(await names('?type=person&search=CIT')).toEqual(['city']);
  expect(await names('?type=person&limit=1&offset=1')).toEqual(['city']);
  expect((await server.get('property_definitions/?type=star')).body).toMatchObject({ attr: 'type' });
});

test('values of a property, most frequent first: of events, people, groups', async () => {
  const server = await start();
  const values = async (query: string) => (await server.get(`property_definitions/values/?${query}`)).body.results;
  expect(await values('key=plan')).toEqual([
    { name: 'pro', count: 2 },
    { name: 'free', count: 1 },
    { name: 'team', count: 1 },
  ]);
  expect(await values('key=plan&event=paid')).toEqual([{ name: 'team', count: 1 }]);
  expect(await values('key=plan&search=R&limit=1')).toEqual([{ name: 'pro', count: 2 }]);
  expect(await values('key=city&type=person')).toEqual([
    { name: 'Rome', count: 2 },
    { name: 'Oslo', count: 1 },
  ]);
  expect(await values('key=age&type=person')).toEqual([{ name: '7', count: 2 }]);
  expect(await values('key=size&type=group&group_type_index=0')).toEqual([{ name: '5', count: 1 }]);
  expect(await values('key=tags&type=group&group_type_index=0')).toEqual([{ name: '["x"]', count: 1 }]);
  expect(await values('key=nothing')).toEqual([]);
  for (const [query, attr] of [
    ['', 'key'],
    ['key=size&type=group', 'group_type_index'],
    ['key=a&limit=0', 'limit'],
  ]) {
    expect((await server.get(`property_definitions/values/?${query}`)).body).toMatchObject({ attr });
  }
});

test('people who became one count once', async () => {
  const server = await start();
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('$identify', 'b', '2024-10-17T13:00:00Z', { $anon_distinct_id: 'a' }),
  ]);
  const { body } = await server.get('property_definitions/values/?key=city&type=person');
  expect(body.results).toEqual([{ name: 'Rome', count: 2 }]);
});

const SERIES = [{ kind: 'EventsNode', event: 'sign up' }];
const TRENDS = { kind: 'TrendsQuery', series: SERIES, dateRange: { date_from: '-3d' } };

test('query nodes are computed, alone or wrapped, and kept like every question', async () => {
  const server = await start();
  const ask = async (body: unknown, path = 'query/') => (await server.post(path, body)).body;
  const first = await ask({ query: TRENDS });
  expect(first).toMatchObject({
    is_cached: false,
    last_refresh: '2024-10-18T09:00:00Z',
    timezone: 'UTC',
    query_status: null,
    resolved: { date_from: '2024-10-15T00:00:00+00:00' },
  });
  expect(first.results[0]).toMatchObject({ label: 'sign up', data: [1, 1, 1, 0] });
  const viz = { query: { kind: 'InsightVizNode', source: TRENDS } };
  expect((await ask(viz, '/api/environments/1/query/')).results).toEqual(first.results);
  expect((await ask({ query: JSON.stringify(TRENDS) })).results).toEqual(first.results);
  expect(await ask({ query: TRENDS, client_query_id: 'x' })).toMatchObject({ is_cached: true, results: first.results });
  for (const [refresh, is_cached] of [
    ['blocking', true],
    ['force_blocking', false],
    ['force_async', false],
    ['lazy_async', true],
    ['async', true],
    ['force_cache', true],
    [true, false],
    [false, true],
  ] as const) {
    expect((await ask({ query: TRENDS, refresh })).is_cached, String(refresh)).toBe(is_cached);
  }
  const never = { kind: 'TrendsQuery', series: SERIES, dateRange: { date_from: '-2d' } };
  expect(await ask({ query: never, refresh: 'force_cache' })).toMatchObject({
    ...{ results: null, is_cached: false, last_refresh: null },
    resolved: { date_from: '2024-10-16T00:00:00+00:00' },
  });
  expect((await server.post('insights/trend/', { query: TRENDS, refresh: 'force_async' })).body.is_cached).toBe(false);
  expect((await server.post('insights/trend/', { query: TRENDS, refresh: 'blocking' })).body.is_cached).toBe(true);
  const funnel = { kind: 'FunnelsQuery', series: [...SERIES, { kind: 'EventsNode', event: 'paid' }] };
  expect(each((await ask({ query: funnel })).results, 'count')).toEqual([3, 1]);
});

test('what cannot be computed is refused by name', async () => {
  const server = await start();
  for (const [body, code, attr] of [
    [{}, 'required', 'query'],
    [{ query: 5 }, 'invalid_input', 'query'],
    [{ query: {} }, 'required', 'query__kind'],
    [{ query: { kind: 'HogQuery', code: 'return 1' } }, 'not_supported', 'query__kind'],
    [{ query: { kind: 'InsightVizNode', source: { kind: 'EventsQuery' } } }, 'not_supported', 'query__kind'],
    [{ query: TRENDS, refresh: 'soon' }, 'invalid_input', 'refresh'],
  ] as const) {
    const answer = await server.post('query/', body);
    expect([answer.status, answer.body.code, answer.body.attr], JSON.stringify(body)).toEqual([400, code, attr]);
  }
  const { detail } = (await server.post('query/', { query: { kind: 'HogQuery' } })).body;
  expect(detail).toMatch(/HogQuery.*TrendsQuery.*FunnelsQuery/);
  expect((await server.post('query/', { query: TRENDS }, { key: server.key(['insight:read']) })).status).toBe(403);
});
