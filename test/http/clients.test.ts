/** What only clients of the same interface ask: tiles, removal, people one by one, search, and parts that are not here. */
import { expect, test } from 'vitest';
import { dashboardChart } from '../../src/service/dashboards/chart.ts';
import { event } from '../support/product.ts';
import { type Server, startServer } from './support.ts';

async function started(): Promise<Server> {
  const server = await startServer({ now: () => Date.parse('2024-10-18T12:00:00Z') });
  const at = (hour: number) => `2024-10-17T0${hour}:00:00Z`;
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('sign up', 'ana', at(1), { plan: 'pro', $set: { email: 'ana@example.com', plan: 'pro' } }),
    event('sign up', 'ben', at(2), { $set: { email: 'ben@example.com', plan: 'free' } }),
    event('paid', 'ana', at(3), { plan: 'pro' }),
  ]);
  return server;
}

async function board(server: Server, ...names: string[]) {
  const insights: number[] = [];
  for (const name of names) {
    const filters = { events: [{ id: name }], date_from: '2024-10-16' };
    insights.push((await server.post('insights/', { name, filters })).body.id);
  }
  const { id, tiles } = (await server.post('dashboards/', { name: 'Growth', tiles: insights })).body;
  return { id, tiles: (tiles as { id: number }[]).map((tile) => tile.id), insights };
}

type Shown = { id: number; order: number; layouts: Record<string, unknown>; insight: Record<string, unknown> };

test('tiles are put in order, with places that do not overlap', async () => {
  const server = await started();
  const { id, tiles } = await board(server, 'sign up', 'paid', 'left');
  const [a, b, c] = tiles as [number, number, number];
  await server.patch(`dashboards/${id}/`, {
    tiles: [{ id: c, layouts: { sm: { x: 6, y: 9, w: 8, h: 3 }, md: { x: 1 } } }],
  });
  const places = async (body: unknown) => {
    const { status, body: shown } = await server.post(`dashboards/${id}/reorder_tiles/`, body);
    expect([status, shown.code, shown.detail]).toEqual([200, undefined, undefined]);
    return (shown.tiles as Shown[]).map((tile) => [tile.id, tile.layouts['sm']]);
  };
  expect(await places({ tile_order: [c, a] })).toEqual([
    [c, { x: 0, y: 0, w: 8, h: 3 }],
    [a, { x: 0, y: 3, w: 6, h: 5 }],
    [b, { x: 6, y: 3, w: 6, h: 5 }],
  ]);
  const kept = (await server.get(`dashboards/${id}/`)).body.tiles as Shown[];
  expect(kept.map((tile) => [tile.id, tile.order])).toEqual([c, a, b].map((tile, order) => [tile, order]));
  expect(kept[0]!.layouts).toMatchObject({ md: { x: 1 }, xs: { x: 0, y: 0, w: 1, h: 3 } });
  expect(await places({ tile_order: [b, c, a], layout: 'full_width' })).toEqual([
    [b, { x: 0, y: 0, w: 12, h: 5 }],
    [c, { x: 0, y: 5, w: 12, h: 3 }],
    [a, { x: 0, y: 8, w: 12, h: 5 }],
  ]);
  for (const [tile_order, attr] of [
    [[a, 99], 'tile_order__1'],
    [[a, b, a], 'tile_order__2'],
    [[], 'tile_order'],
  ] as const) {
    const refused = await server.post(`dashboards/${id}/reorder_tiles/`, { tile_order });
    expect([refused.status, refused.body.attr]).toEqual([400, attr]);
  }
  expect((await server.post('dashboards/99/reorder_tiles/', { tile_order: [a] })).status).toBe(404);
});

test('tiles are copied, moved and taken off', async () => {
  const server = await started();
  const { id, tiles, insights } = await board(server, 'sign up', 'paid');
  const [a, b] = tiles as [number, number];
  const other = (await server.post('dashboards/', { name: 'Other' })).body.id;
  await server.patch(`dashboards/${id}/`, { tiles: [{ id: a, color: 'blue' }] });
  const on = async (dashboard: number) =>
    ((await server.get(`dashboards/${dashboard}/`)).body.tiles as Shown[]).map((tile) => tile.insight['id']);
  const copied = await server.post(`dashboards/${other}/copy_tile/`, { fromDashboardId: id, tileId: a });
  expect(copied.body.tiles).toEqual([expect.objectContaining({ color: 'blue' })]);
  expect([await on(id), await on(other)]).toEqual([insights, [insights[0]]]);
  const moved = await server.patch(`dashboards/${id}/move_tile/`, { to_dashboard: other, tile: { id: b } });
  expect([moved.status, moved.body.id]).toEqual([200, id]);
  expect([await on(id), await on(other)]).toEqual([[insights[0]], insights]);
  expect((await server.patch(`dashboards/${id}/move_tile/`, { to_dashboard: 99, tile: { id: a } })).status).toBe(404);
  expect((await server.patch(`dashboards/${id}/move_tile/`, { to_dashboard: other, tile: { id: b } })).status).toBe(
    400,
  );
  expect(await on(id)).toEqual([insights[0]]);
  expect((await server.post(`dashboards/${id}/delete_tile/`, { tile_id: a })).status).toBe(200);
  expect([await on(id), await on(other)]).toEqual([[], insights]);
  const reading = server.key(['dashboard:read']);
  for (const path of ['copy_tile', 'delete_tile', 'reorder_tiles']) {
    expect((await server.post(`dashboards/${id}/${path}/`, {}, { key: reading })).status).toBe(403);
  }
});

test('the insights of a dashboard are computed, as they are and under other filters', async () => {
  const server = await started();
  const { id } = await board(server, 'sign up', 'paid');
  const counts = async (query: string) => {
    const { body } = await server.get(`dashboards/${id}/run_insights/?${query}`);
    return (body.results as Shown[]).map(({ insight }) => (insight['result'] as { count: number }[])[0]!.count);
  };
  expect(await counts('')).toEqual([2, 1]);
  expect(await counts('refresh=force_blocking')).toEqual([2, 1]);
  expect(await counts(`filters_override=${JSON.stringify({ properties: [{ key: 'plan', value: 'pro' }] })}`)).toEqual([
    1, 1,
  ]);
  const dates = { date_from: '-1d' };
  const { body } = await server.get(`dashboards/${id}/run_insights/?filters_override=${JSON.stringify(dates)}`);
  // What was asked goes with what was answered.
  for (const { insight } of body.results as Shown[]) expect(insight['filters']).toMatchObject(dates);
  const told = (await server.get(`dashboards/${id}/run_insights/?output_format=optimized`)).body.results as Shown[];
  expect(told[0]!.insight['result']).toMatch(/sign up/);
  expect((await server.get(`dashboards/${id}/run_insights/?filters_override={"near":1}`)).status).toBe(400);
  expect((await server.get(`dashboards/${id}/run_insights/`, { key: server.key(['insight:read']) })).status).toBe(403);
});

test('a board says how many insights it shows, and how many it cannot', async () => {
  const server = await started();
  const { id } = await board(server, 'paid');
  const summaryOf = async () => {
    const { summary, notes } = dashboardChart((await server.get(`dashboards/${id}/?refresh=blocking`)).body);
    return [summary, ...notes];
  };
  expect(await summaryOf()).toEqual(['1 insight.']);
  const { body } = await server.post('insights/', { filters: {} });
  await server.patch(`dashboards/${id}/`, { tiles: [{ insight: body.id }] });
  expect(await summaryOf()).toEqual(['1 insight.', '1 insight without a result to draw.']);
});

test('DELETE removes softly; a PATCH brings back', async () => {
  const server = await started();
  const insight = (await server.post('insights/', { filters: { events: [{ id: 'paid' }] } })).body.id;
  const things = [
    ['dashboards', { name: 'D' }],
    ['actions', { name: 'A', steps: [{ event: 'paid' }] }],
    ['cohorts', { name: 'C', is_static: true, distinct_ids: ['ana'] }],
    ['annotations', { content: 'Release' }],
    ['alerts', { name: 'Few', insight, lower: 1 }],
  ] as const;
  for (const [path, body] of things) {
    const { id } = (await server.post(`${path}/`, body)).body;
    const refused = await server.send('DELETE', `${path}/${id}/`, {
      key: server.key([`${path.slice(0, -1)}:read` as never]),
    });
    expect(refused.status, path).toBe(403);
    const removed = await server.send('DELETE', `${path}/${id}/`);
    expect([removed.status, removed.text], path).toEqual([204, '']);
    expect((await server.get(`${path}/${id}/`)).status, path).toBe(404);
    expect((await server.send('DELETE', `${path}/${id}/`)).status, path).toBe(404);
    expect((await server.patch(`${path}/${id}/`, { deleted: false })).status, path).toBe(200);
    expect((await server.get(`${path}/${id}/`)).status, path).toBe(200);
  }
});

test('a person by id: who they are, where they belong, and what is changed', async () => {
  const server = await started();
  const [ana] = (await server.get('persons/?email=ana@example.com')).body.results;
  // Connectors and automations know people by both names.
  expect(ana.uuid).toBe(ana.id);
  expect(ana.distinct_ids).toEqual(['ana']);
  expect((await server.get('persons/?email=nobody@example.com')).body.count).toBe(0);
  // Whoever deletes those that a list names must not get everybody.
  for (const name of ['id', 'uuid']) {
    const { body } = await server.get(`persons/?${name}=${ana.id},${ana.id.replace(/^./, 'f')}`);
    expect(body).toMatchObject({ count: 1, results: [{ id: ana.id }] });
  }
  expect((await server.get(`persons/?uuid=${ana.id.replace(/^./, 'f')}`)).body.count).toBe(0);
  expect((await server.get('persons/?id=214882')).body.attr).toBe('uuid');
  expect((await server.get('persons/?email=a@b.c&search=x')).body.attr).toBe('distinct_id');
  expect((await server.get(`persons/${ana.id}/`)).body).toEqual({
    id: ana.id,
    uuid: ana.id,
    name: 'ana@example.com',
    distinct_ids: ['ana'],
    properties: { email: 'ana@example.com', plan: 'pro' },
    created_at: '2024-10-17T01:00:00Z',
  });
  const pro = { properties: { type: 'AND', values: [{ key: 'plan', value: 'pro', type: 'person' }] } };
  const paying = {
    properties: {
      type: 'AND',
      values: [
        {
          type: 'behavioral',
          key: 'paid',
          event_type: 'events',
          value: 'performed_event',
          time_value: 7,
          time_interval: 'day',
        },
      ],
    },
  };
  await server.post('cohorts/', { name: 'Pro', filters: pro });
  await server.post('cohorts/', { name: 'Paying', filters: paying });
  await server.post('cohorts/', { name: 'Listed', is_static: true, distinct_ids: ['ben'] });
  const cohorts = async (id: string) =>
    (await server.get(`persons/cohorts/?person_id=${id}`)).body.results.map((one: { name: string }) => one.name);
  const [ben] = (await server.get('persons/?distinct_id=ben')).body.results;
  expect([await cohorts(ana.id), await cohorts(ben.id)]).toEqual([['Pro', 'Paying'], ['Listed']]);
  expect((await server.get('persons/values/?key=plan')).body).toEqual([
    { name: 'free', count: 1 },
    { name: 'pro', count: 1 },
  ]);
  expect((await server.get('persons/values/?key=plan&value=PR')).body).toEqual([{ name: 'pro', count: 1 }]);
  const set = await server.post(`persons/${ben.id}/update_property/`, { key: 'plan', value: 'pro' });
  expect([set.status, set.body]).toEqual([202, { id: ben.id }]);
  expect(await cohorts(ben.id)).toEqual(['Pro', 'Listed']);
  await server.post(`persons/${ben.id}/delete_property/`, { $unset: 'plan' });
  expect((await server.get(`persons/${ben.id}/`)).body.properties).toEqual({ email: 'ben@example.com' });
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect((await server.get(`persons/${nobody}/`)).status).toBe(404);
  expect((await server.post(`persons/${nobody}/update_property/`, { key: 'a', value: 1 })).status).toBe(404);
  const reading = server.key(['person:read']);
  const refused = await server.post(`persons/${ben.id}/update_property/`, { key: 'a', value: 1 }, { key: reading });
  expect(refused.status).toBe(403);
});

test('a search finds names of what the key may read', async () => {
  const server = await started();
  await board(server, 'paid');
  await server.post('actions/', { name: 'Paid once', steps: [{ event: 'paid' }] });
  const found = async (query: string, key = server.all) => {
    const { body } = await server.get(`search/?${query}`, { key });
    return [body.results.map((one: { type: string }) => one.type), body.counts];
  };
  expect(await found('q=PAID')).toEqual([
    ['insight', 'action', 'event_definition'],
    { insight: 1, dashboard: 0, cohort: 0, action: 1, event_definition: 1, property_definition: 0 },
  ]);
  expect(await found('q=paid&entities=action')).toEqual([['action'], { action: 1 }]);
  expect(await found('q=paid&entities=action&entities=insight')).toEqual([
    ['insight', 'action'],
    { insight: 1, action: 1 },
  ]);
  expect(await found('q=paid&entities=notebook')).toEqual([[], {}]);
  expect(await found('q=paid', server.key(['project:read', 'insight:read']))).toEqual([['insight'], { insight: 1 }]);
  expect((await server.get('search/?entities=planet')).status).toBe(400);
});

test('a search names an insight without a name by its question', async () => {
  const server = await started();
  await server.post('insights/', { name: '', derived_name: 'Paid by day', filters: { events: [{ id: 'paid' }] } });
  const { body } = await server.get('search/?q=paid&entities=insight');
  expect(body.results.map(({ extra_fields }: { extra_fields: { name: string } }) => extra_fields.name)).toEqual([
    'Paid by day',
  ]);
});

test('events by name and by id, and insights that people look at', async () => {
  const server = await started();
  const paid = (await server.get('event_definitions/by_name/?name=paid')).body;
  expect(paid).toMatchObject({ name: 'paid', count: 1 });
  expect((await server.get(`event_definitions/${paid.id}/`)).body).toEqual(paid);
  expect((await server.get('event_definitions/by_name/?name=Paid')).status).toBe(404);
  const { insights } = await board(server, 'sign up', 'paid');
  expect((await server.get('insights/trending/')).body).toEqual({ count: 0, next: null, previous: null, results: [] });
  await server.post(`insights/${insights[1]}/viewed/`, {});
  const { count, results } = (await server.get('insights/trending/?days=1')).body;
  expect(count).toBe(1);
  expect(results[0]).toMatchObject({ id: insights[1], view_count: 1, last_viewed_at: '2024-10-18T12:00:00Z' });
  await server.patch(`insights/${insights[1]}/`, { deleted: true });
  expect((await server.get('insights/trending/')).body.count).toBe(0);
});

test('a project as a part of its organization', async () => {
  const server = await started();
  const { id, name } = (await server.get('/api/organizations/@current/projects/1/')).body;
  expect(id).toBe(1);
  const path = '/api/organizations/@current/projects/1/';
  expect((await server.patch(path, { name: `${name} 2`, timezone: 'Europe/Rome' })).body).toMatchObject({
    name: `${name} 2`,
    timezone: 'Europe/Rome',
  });
  expect((await server.get('')).body.timezone).toBe('Europe/Rome');
  const other = (await server.post('/api/projects/', { name: 'Other' })).body.id;
  const key = server.key(['project:write'], [other]);
  expect((await server.get(path, { key })).status).toBe(404);
  expect((await server.patch(path, { name: 'Mine' }, { key })).status).toBe(404);
  expect((await server.patch(path, { name: 'X' }, { key: server.key(['project:read']) })).status).toBe(403);
  const me = (await server.get('/api/users/@me/')).body;
  expect((await server.get('/api/users/%40me/', { encoded: true })).body).toEqual(me);
  expect((await server.get(`/api/users/${me.uuid}/`)).body).toEqual(me);
  expect((await server.get('/api/users/7/')).status).toBe(404);
  expect((await server.get('/api/organizations/@current/members/')).body.results).toMatchObject([
    { user: { id: me.id } },
  ]);
});

test('people are added to a static cohort, and removed', async () => {
  const server = await started();
  const [ana, ben] = (await server.get('persons/')).body.results as { id: string }[];
  const { id } = (await server.post('cohorts/', { name: 'Team', is_static: true, distinct_ids: ['ana'] })).body;
  const path = `cohorts/${id}`;
  const count = async () => (await server.get(`${path}/`)).body.count;
  const add = (person_ids: unknown) => server.patch(`${path}/add_persons_to_static_cohort/`, { person_ids });
  expect((await add([ana!.id, ben!.id])).body).toEqual({ id, members: 2 });
  expect(await count()).toBe(2);
  const page = (await server.get(`${path}/persons/?limit=1`)).body;
  expect(page.results[0].uuid).toBe(page.results[0].id);
  expect([
    page.count,
    page.results.length,
    (await server.get(new URL(page.next).pathname + new URL(page.next).search)).body.results.length,
  ]).toEqual([2, 1, 1]);
  expect((await server.get('cohorts/99/persons/')).status).toBe(404);
  expect((await add([ben!.id, '00000000-0000-4000-8000-000000000000'])).body.attr).toBe('person_ids');
  const removed = await server.patch(`${path}/remove_person_from_static_cohort/`, { person_id: ana!.id });
  expect([removed.body, await count()]).toEqual([{ id, members: 1 }, 1]);
  const pro = { properties: { type: 'AND', values: [{ key: 'plan', value: 'pro', type: 'person' }] } };
  const other = (await server.post('cohorts/', { name: 'Pro', filters: pro })).body.id;
  const refused = await server.patch(`cohorts/${other}/add_persons_to_static_cohort/`, { person_ids: [ana!.id] });
  expect([refused.status, refused.body.attr]).toEqual([400, 'id']);
  expect((await server.patch('cohorts/99/add_persons_to_static_cohort/', {})).status).toBe(404);
  await server.send('DELETE', `${path}/`);
  const gone = await add([ana!.id]);
  expect([gone.status, gone.body.detail]).toEqual([404, expect.stringContaining('It was removed')]);
});

test('assistants read names, values and SQL as text', async () => {
  const server = await started();
  await server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('paid', 'ana', '2024-10-17T05:00:00Z', { amount: 7, $groups: { company: 'acme' } }),
    event('$groupidentify', 'ana', '2024-10-17T05:00:00Z', {
      ...{ $group_type: 'company', $group_key: 'acme', $group_set: { size: 5 } },
    }),
  ]);
  const { id } = (await server.post('actions/', { name: 'Paid', steps: [{ event: 'paid' }] })).body;
  const read = async (query: Record<string, unknown>) => {
    const { status, body } = await server.post('/api/environments/1/mcp_tools/read_taxonomy/', { args: { query } });
    return status === 200 ? (body.content as string).split('\n') : [status, body.attr];
  };
  expect(await read({ kind: 'events', limit: 2 })).toEqual(['"paid": 2', '"sign up": 2']);
  expect(await read({ kind: 'event_properties', event_name: 'sign up' })).not.toContain('"amount" (Numeric)');
  expect(await read({ kind: 'event_properties', event_name: 'paid' })).toEqual(
    expect.arrayContaining(['"amount" (Numeric)', '"plan" (String)']),
  );
  expect(await read({ kind: 'event_property_values', event_name: 'paid', property_name: 'plan' })).toEqual([
    '"pro": 1',
  ]);
  expect(await read({ kind: 'action_properties', action_id: id })).toContain('"amount" (Numeric)');
  expect(await read({ kind: 'action_property_values', action_id: id, property_name: 'amount' })).toEqual(['"7": 1']);
  expect(await read({ kind: 'entity_properties', entity: 'person' })).toEqual(['"email" (String)', '"plan" (String)']);
  expect(await read({ kind: 'entity_properties', entity: 'company' })).toEqual(['"size" (Numeric)']);
  expect(await read({ kind: 'entity_property_values', entity: 'company', property_name: 'size' })).toEqual(['"5": 1']);
  expect(await read({ kind: 'entity_property_values', entity: 'person', property_name: 'plan' })).toEqual([
    '"free": 1',
    '"pro": 1',
  ]);
  expect(await read({ kind: 'event_properties', event_name: 'payd' })).toEqual([404, null]);
  expect(await read({ kind: 'entity_properties', entity: 'planet' })).toEqual([400, 'args__query__entity']);
  expect((await read({ kind: 'planets' }))[0]).toBe(400);
  const sql = (query: string) => server.post('/api/environments/1/mcp_tools/execute_sql/', { args: { query } });
  const { body } = await sql(
    'SELECT event, count() AS times FROM events GROUP BY event ORDER BY times DESC, event LIMIT 2',
  );
  expect(body.success).toBe(true);
  expect(body.content).toMatch(/paid.*2[\s\S]*sign up.*2/);
  expect((await sql('DROP TABLE events')).status).toBe(400);
});

test('a host that ends in a slash', async () => {
  const server = await started();
  const { api_token } = server.service.store.projects.get(1)!;
  const sent = { api_key: api_token, batch: [{ event: 'paid', distinct_id: 'eve' }] };
  for (const path of ['//batch', '//batch/', '//flags/?v=2', '///e/']) {
    expect((await server.post(path, sent)).status).toBe(200);
  }
  expect((await server.get('//api/projects/1/events/?distinct_id=eve')).body.results).toHaveLength(3);
  expect((await server.get('//api/projects/1/events/', { key: null })).status).toBe(401);
});

test('an alert in the words of other clients', async () => {
  const server = await started();
  const filters = { events: [{ id: 'sign up' }], date_from: '2024-10-14' };
  const insight = (await server.post('insights/', { name: 'Sign-ups', filters })).body.id;
  const made = await server.post('alerts/', {
    ...{ name: 'Many', insight, subscribed_users: [], condition: { type: 'absolute_value' } },
    threshold: { configuration: { type: 'absolute', bounds: { upper: 5 } } },
    config: { type: 'TrendsAlertConfig', series_index: 0 },
  });
  expect([made.status, made.body]).toEqual([201, expect.objectContaining({ upper: 5, lower: null, series: 0 })]);
  expect(made.body).toMatchObject({
    threshold: { configuration: { type: 'absolute', bounds: { lower: null, upper: 5 } } },
    config: { series_index: 0 },
  });
  const { id } = made.body;
  // A threshold is sent whole.
  const threshold = { configuration: { bounds: { lower: 1 } } };
  expect((await server.patch(`alerts/${id}/`, { threshold })).body).toMatchObject({ lower: 1, upper: null });
  const unlike = { condition: { type: 'relative_surprise' } };
  expect((await server.patch(`alerts/${id}/`, unlike)).body.attr).toBe('condition__type');
  const nobody = { subscribed_users: [1, 77] };
  expect((await server.patch(`alerts/${id}/`, nobody)).body.attr).toBe('subscribed_users__1');
});
