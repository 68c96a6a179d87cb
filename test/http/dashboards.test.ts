/** Dashboards over real HTTP: insights side by side, seen through the dashboard's filters. */
import { expect, test } from 'vitest';
import { event } from '../support/product.ts';
import { each, type Server, startServer } from './support.ts';

const NOW = Date.parse('2024-10-18T09:00:00Z');
const SIGN_UPS = { insight: 'TRENDS', events: [{ id: 'sign up' }], date_from: '-7d' };
const NODE = {
  kind: 'InsightVizNode',
  source: {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: 'sign up' }],
    dateRange: { date_from: '-7d', date_to: '-1d' },
  },
};

/** Insight 1 asks by filters, insight 2 by a query node. */
async function start(): Promise<Server> {
  const server = await startServer({ now: () => NOW });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('sign up', 'a', '2024-10-17T10:00:00Z', { plan: 'pro' }),
    event('sign up', 'b', '2024-10-17T11:00:00Z', { plan: 'free' }),
    event('sign up', 'c', '2024-10-12T11:00:00Z', { plan: 'pro' }),
  ]);
  await server.post('insights/', { name: 'By filters', filters: SIGN_UPS });
  await server.post('insights/', { name: 'By node', query: NODE });
  return server;
}

test('made, listed, read, changed, removed and brought back', async () => {
  const server = await start();
  const made = await server.post('dashboards/', { name: 'Growth', description: 'What grows' });
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    id: 1,
    name: 'Growth',
    description: 'What grows',
    filters: {},
    tags: [],
    pinned: false,
    deleted: false,
    created_at: '2024-10-18T09:00:00Z',
    created_by: expect.objectContaining({ email: 'owner@localhost' }),
    effective_restriction_level: 21,
    effective_privilege_level: 37,
    tiles: [],
  });
  const { tiles, ...fields } = made.body;
  await server.post('dashboards/', { name: 'Other' });
  expect((await server.get('dashboards/?limit=1')).body).toEqual({
    count: 2,
    next: `${server.origin}/api/projects/1/dashboards/?limit=1&offset=1`,
    previous: null,
    results: [fields],
  });
  expect(each((await server.get('dashboards/?search=GROW')).body.results, 'id')).toEqual([1]);

  const changed = (await server.patch('dashboards/1/', { name: 'Growing', description: null })).body;
  expect(changed).toEqual({ ...fields, tiles, name: 'Growing', description: '' });
  expect((await server.get('dashboards/1/')).body).toEqual(changed);

  expect((await server.patch('dashboards/1/', { deleted: true })).body.deleted).toBe(true);
  expect((await server.get('dashboards/1/')).status).toBe(404);
  expect((await server.patch('dashboards/1/', { name: 'x' })).status).toBe(404);
  expect((await server.get('dashboards/')).body.count).toBe(1);
  expect((await server.patch('dashboards/1/', { deleted: false, name: 'Back' })).body).toMatchObject({
    deleted: false,
    name: 'Back',
  });
  expect((await server.send('DELETE', 'dashboards/1/')).status).toBe(204);
});

test('tiles are put on, dressed and taken off, each by its insight or its number', async () => {
  const server = await start();
  const { short_id } = (await server.get('insights/2/')).body;
  const made = (await server.post('dashboards/', { name: 'G', tiles: [{ insight: 1, color: 'blue' }] })).body;
  expect(made.tiles).toMatchObject([{ id: 1, color: 'blue', layouts: {}, insight: { id: 1, dashboards: [1] } }]);

  const layouts = { sm: { x: 0, y: 0, w: 6, h: 5 } };
  const both = (
    await server.patch('dashboards/1/', {
      tiles: [
        { insight: short_id, layouts },
        { id: 1, color: null },
      ],
    })
  ).body;
  expect(both.tiles).toMatchObject([
    { id: 1, color: null, insight: { id: 1 } },
    { id: 2, color: null, layouts, insight: { id: 2, layouts, color: null } },
  ]);
  expect((await server.get('insights/2/')).body).toMatchObject({
    dashboards: [1],
    dashboard_tiles: [{ id: 2, dashboard_id: 1, deleted: false }],
  });
  const one = (await server.patch('dashboards/1/', { tiles: [{ insight: 1, deleted: true }] })).body;
  expect(each(one.tiles, 'id')).toEqual([2]);
  // A tile that comes back is the same one, with its place.
  const back = (await server.patch('dashboards/1/', { tiles: [{ insight: 1 }, { id: 2, deleted: true }] })).body;
  expect(each(back.tiles, 'id')).toEqual([1]);
  expect((await server.get('insights/1/')).body.dashboard_tiles).toEqual([{ id: 1, dashboard_id: 1, deleted: false }]);
  expect((await server.patch('dashboards/1/', { tiles: [{ insight: 2, deleted: true }] })).status).toBe(200);

  const log = (await server.get('insights/1/activity/')).body.results;
  expect(each(log, 'activity')).toEqual(['updated', 'updated', 'updated', 'created']);
  expect(log[0].detail.changes).toEqual([
    { type: 'Insight', action: 'changed', field: 'dashboards', before: [], after: [{ id: 1, name: 'G' }] },
  ]);
});

test('the dashboard’s dates win over those of its insights, and filters of both hold', async () => {
  const server = await start();
  const filters = { date_from: '-1d', properties: [{ key: 'plan', value: 'pro' }] };
  await server.post('dashboards/', { name: 'G', filters, tiles: [{ insight: 1 }, { insight: 2 }] });
  const { tiles } = (await server.get('dashboards/1/')).body;
  for (const { insight } of tiles) expect(insight.result[0].data).toEqual([1, 0]);
  expect(tiles[0].insight.filters).toMatchObject({ date_from: '-1d', properties: filters.properties });
  expect(tiles[1].insight.query.source).toMatchObject({
    dateRange: { date_from: '-1d' },
    properties: filters.properties,
  });
  expect((await server.get('insights/2/?from_dashboard=1')).body).toMatchObject({ is_cached: true, layouts: {} });
  expect((await server.get('insights/1/')).body.result[0].data).toEqual([0, 1, 0, 0, 0, 0, 2, 0]);
  expect((await server.get('insights/1/')).body.filters).toEqual(SIGN_UPS);

  await server.patch('dashboards/1/', { filters: { date_from: 'all', date_to: null } });
  expect((await server.get('dashboards/1/')).body.tiles[0].insight.result[0].data).toEqual([1, 0, 0, 0, 0, 2, 0]);
  await server.patch('dashboards/1/', { filters: {} });
  expect((await server.get('dashboards/1/')).body.tiles[1].insight.result[0].data).toEqual([0, 1, 0, 0, 0, 0, 2]);
});

test('a question without an answer spoils its own tile only, refreshed or not', async () => {
  const server = await start();
  await server.post('insights/', { filters: { insight: 'TRENDS', events: [{ id: 'a', math: 'most' }] } });
  await server.post('insights/', { query: { kind: 'HogQuery', code: 'return 1' } });
  await server.post('dashboards/', { name: 'G', tiles: [1, 3, 4].map((insight) => ({ insight })) });
  for (const path of ['dashboards/1/', 'dashboards/1/?refresh=true', 'dashboards/1/?refresh=force_blocking']) {
    const { status, body } = await server.get(path);
    expect(status).toBe(200);
    const [good, wrong, unknown] = each(body.tiles, 'insight');
    expect(good.result).toHaveLength(1);
    for (const insight of [wrong, unknown])
      expect(insight).toMatchObject({ result: null, query_status: { error: true } });
  }
});

test('insights that are gone are not shown', async () => {
  const server = await start();
  await server.post('dashboards/', { name: 'G', tiles: [{ insight: 1 }, { insight: 2 }] });
  await server.patch('insights/1/', { deleted: true });
  expect((await server.get('dashboards/1/')).body.tiles).toMatchObject([{ insight: { id: 2 } }]);
  await server.patch('dashboards/1/', { deleted: true });
  expect((await server.get('insights/2/')).body).toMatchObject({ dashboards: [], dashboard_tiles: [] });
  await server.patch('dashboards/1/', { deleted: false });
  expect((await server.get('insights/2/')).body.dashboards).toEqual([1]);
});

test('what is wrong is refused by name, and nothing is changed', async () => {
  const server = await start();
  await server.post('dashboards/', { name: 'G' });
  const tile = { insight: 1 };
  for (const [sent, code, attr] of [
    [{ name: 5 }, 'invalid_input', 'name'],
    [{ filters: 'x' }, 'invalid_input', 'filters'],
    [{ filters: { breakdown: 'a' } }, 'invalid_input', 'filters__breakdown'],
    [{ filters: { date_from: 'someday' } }, 'invalid_input', 'filters__date_from'],
    [{ filters: { date_to: 5 } }, 'invalid_input', 'filters__date_to'],
    [
      { filters: { properties: [{ key: 'a', value: 1, type: 'star' }] } },
      'invalid_choice',
      'filters__properties__0__type',
    ],
    [{ tiles: [tile, {}] }, 'required', 'tiles__1'],
    [{ tiles: [tile, { insight: 99 }] }, 'does_not_exist', 'tiles__1__insight'],
    [{ tiles: [tile, { id: 99 }] }, 'does_not_exist', 'tiles__1__id'],
    [{ tiles: [{ ...tile, layouts: [] }] }, 'invalid_input', 'tiles__0__layouts'],
    [{ tiles: [{ ...tile, layouts: { sm: 'x'.repeat(10_000) } }] }, 'invalid_input', 'tiles__0__layouts'],
    [{ tiles: Array(101).fill(tile) }, 'invalid_input', 'tiles'],
  ] as const) {
    const { status, body } = await server.patch('dashboards/1/', sent);
    expect({ status, code: body.code, attr: body.attr }, JSON.stringify(sent)).toEqual({ status: 400, code, attr });
  }
  expect((await server.post('dashboards/', {})).body).toMatchObject({ code: 'required', attr: 'name' });
  expect((await server.get('dashboards/1/')).body).toMatchObject({ name: 'G', filters: {}, tiles: [] });
  for (const path of ['dashboards/9/', 'dashboards/abc/']) expect((await server.get(path)).status).toBe(404);
  const { id } = (await server.post('/api/projects/', { name: 'Second' })).body;
  expect((await server.get(`/api/projects/${id}/dashboards/1/`)).status).toBe(404);
});

test('a dashboard takes a hundred insights', async () => {
  const server = await start();
  const { store } = server.service;
  await server.post('dashboards/', { name: 'G' });
  store.transaction(() => {
    const { id: _, ...row } = store.insights.get(1, 1)!;
    for (let i = 0; i < 100; i++)
      store.dashboards.placeInsight(store.insights.insert({ ...row, short_id: `s${i}` }).id, [1]);
  });
  const { body } = await server.patch('dashboards/1/', { tiles: [{ insight: 1 }] });
  expect(body).toMatchObject({ code: 'invalid_input', attr: 'dashboards' });
  expect(body.detail).toContain('100');
  expect((await server.patch('insights/1/', { dashboards: [1] })).status).toBe(400);
  expect((await server.patch('insights/3/', { dashboards: [1], name: 'is there already' })).status).toBe(200);
});
