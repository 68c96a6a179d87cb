/** Saved insights over real HTTP: what is written comes back, with the interface's life cycle. */
import { describe, expect, test } from 'vitest';
import { event } from '../support/product.ts';
import { each, type Server, startServer } from './support.ts';

const START = Date.parse('2024-10-18T09:00:00Z');
const MINUTE_MS = 60_000;
const SIGN_UPS = { insight: 'TRENDS', events: [{ id: 'sign up' }], date_from: '-7d' };

/** A server whose clock the test moves. */
async function startAt(): Promise<Server & { clock: { now_ms: number } }> {
  const clock = { now_ms: START };
  const server = await startServer({ now: () => clock.now_ms });
  return { ...server, clock };
}

function addEvents(server: Server, ...items: ReturnType<typeof event>[]): void {
  server.service.ingest.importItems(server.service.store.projects.get(1)!, items);
}

function addDashboard(server: Server, values: Record<string, unknown> = {}): number {
  return server.service.store.transaction(
    () =>
      server.service.store.dashboards.insert({
        project_id: 1,
        name: 'Growth',
        description: '',
        filters: {},
        tags: [],
        pinned: false,
        deleted: false,
        created_at_ms: START,
        created_by: null,
        ...values,
      }).id,
  );
}

const FULL_FIELDS = [
  ...['id', 'short_id', 'name', 'derived_name', 'filters', 'query', 'order', 'deleted', 'dashboards'],
  ...['dashboard_tiles', 'last_refresh', 'cache_target_age', 'next_allowed_client_refresh', 'result', 'hasMore'],
  ...['columns', 'created_at', 'created_by', 'description', 'updated_at', 'tags', 'favorited', 'saved'],
  ...['last_modified_at', 'last_modified_by', 'is_sample', 'effective_restriction_level'],
  ...[
    'effective_privilege_level',
    'timezone',
    'is_cached',
    'query_status',
    'hogql',
    'types',
    'resolved',
    'filters_hash',
  ],
];

describe('create', () => {
  test('nothing is required; every field is answered, in order', async () => {
    const server = await startAt();
    const { status, body } = await server.post('insights/', {});
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(FULL_FIELDS);
    expect(body).toMatchObject({ name: null, filters: {}, query: null, tags: [], deleted: false, result: null });
    expect(body.short_id).toMatch(/^[A-Za-z0-9]{8}$/);
    expect(body.created_by).toMatchObject({ email: 'owner@localhost' });
    expect(body.created_at).toBe('2024-10-18T09:00:00Z');
    expect(body.last_modified_at).toBe(body.created_at);
  });

  test('keeps what it was given, cleans tags, passes over what is not writable', async () => {
    const server = await startAt();
    const sent = { name: 'Sign-ups', filters: SIGN_UPS, order: 3, favorited: true, saved: true, description: 'why' };
    const { body } = await server.post('insights/', {
      ...sent,
      tags: [' Growth ', 'growth', 'B'],
      ...{ id: 99, short_id: 'zzzzzzzz', created_by: 7, created_at: '2001-01-01', is_sample: true, result: [1] },
    });
    expect(body).toMatchObject({ ...sent, tags: ['growth', 'b'], id: 1, is_sample: false, result: null });
    expect(body.short_id).not.toBe('zzzzzzzz');
    expect((await server.get('insights/1/')).body).toMatchObject({ ...sent, tags: ['growth', 'b'] });
  });

  test('tells at once that a question will have no answer', async () => {
    const server = await startAt();
    const { status, body } = await server.post('insights/', { query: { kind: 'HogQuery', code: 'return 1' } });
    expect(status).toBe(201);
    expect(body.query).toEqual({ kind: 'HogQuery', code: 'return 1' });
    expect(body.query_status).toMatchObject({ error: true });
    const read = await server.get('insights/1/');
    expect(read.status).toBe(200);
    expect(read.body.query_status.error_message).toMatch(/TRENDS/);
    expect((await server.get('insights/1/?refresh=true')).status).toBe(400);
  });
});

describe('retrieve', () => {
  test('computes when nothing is cached, serves the cache whatever its age, refreshes when due', async () => {
    const server = await startAt();
    addEvents(server, event('sign up', 'a', '2024-10-17T10:00:00Z'));
    await server.post('insights/', { filters: SIGN_UPS });
    const first = (await server.get('insights/1/')).body;
    expect(first).toMatchObject({ is_cached: false, timezone: 'UTC', last_refresh: '2024-10-18T09:00:00Z' });
    expect(first.next_allowed_client_refresh).toBe('2024-10-18T09:15:00Z');
    expect(first.result[0]).toMatchObject({ label: 'sign up', count: 1, data: [0, 0, 0, 0, 0, 0, 1, 0] });
    expect(first.resolved).toMatchObject({ interval: 'day', timezone: 'UTC' });

    addEvents(server, event('sign up', 'b', '2024-10-17T11:00:00Z'));
    server.clock.now_ms += 10 * MINUTE_MS;
    expect((await server.get('insights/1/?refresh=true')).body).toMatchObject({
      is_cached: true,
      result: first.result,
    });
    server.clock.now_ms += 10 * MINUTE_MS;
    expect((await server.get('insights/1/')).body).toMatchObject({ is_cached: true, result: first.result });
    const fresh = (await server.get('insights/1/?refresh=true')).body;
    expect(fresh).toMatchObject({ is_cached: false, last_refresh: '2024-10-18T09:20:00Z' });
    expect(fresh.result[0].count).toBe(2);
    expect(fresh.last_modified_at).toBe(first.last_modified_at);
  });

  test('by number or short id; anything else is not found', async () => {
    const server = await startAt();
    const { short_id } = (await server.post('insights/', { name: 'x' })).body;
    expect((await server.get(`insights/${short_id}/`)).body.id).toBe(1);
    expect((await server.get('insights/1')).body.short_id).toBe(short_id);
    for (const id of ['2', '0', '-1', '1.0', 'abc', 'AAAAAAAA', '99999999999999999999']) {
      const { status, body } = await server.get(`insights/${id}/`);
      expect([id, status, body.code]).toEqual([id, 404, 'not_found']);
    }
  });

  test('through a dashboard: its dates and filters are laid over, in a result of its own', async () => {
    const server = await startAt();
    addEvents(
      server,
      event('sign up', 'a', '2024-10-17T10:00:00Z', { plan: 'free' }),
      event('sign up', 'b', '2024-10-17T11:00:00Z', { plan: 'paid' }),
    );
    const on = addDashboard(server, { filters: { date_from: '-1d', properties: [{ key: 'plan', value: 'paid' }] } });
    const { body: made } = await server.post('insights/', { filters: SIGN_UPS, dashboards: [on] });
    const shown = (await server.get(`insights/1/?from_dashboard=${on}`)).body;
    expect(shown.filters).toMatchObject({ date_from: '-1d', properties: [{ key: 'plan', value: 'paid' }] });
    expect(shown.result[0].data).toEqual([1, 0]);
    expect(shown).toMatchObject({ color: null, layouts: {} });
    expect(shown.filters_hash).not.toBe(made.filters_hash);
    const plain = (await server.get('insights/1/?from_dashboard=77')).body;
    expect(plain.result[0].count).toBe(2);
    expect(plain).not.toHaveProperty('color');
  });
});

describe('update', () => {
  test('modification times move with the question and its name, not with housekeeping', async () => {
    const server = await startAt();
    await server.post('insights/', { name: 'a' });
    for (const [body, modified] of [
      [{ favorited: true }, false],
      [{ tags: ['x'] }, false],
      [{ order: 1 }, false],
      [{ saved: true }, false],
      [{ derived_name: 'd' }, false],
      [{ name: 'a' }, true],
      [{ description: 'd' }, true],
      [{ filters: SIGN_UPS }, true],
      [{ query: null }, true],
    ] as const) {
      const before = (await server.get('insights/1/')).body;
      server.clock.now_ms += MINUTE_MS;
      const now = new Date(server.clock.now_ms).toISOString().replace('.000Z', 'Z');
      const after = (await server.patch('insights/1/', body)).body;
      expect(after.updated_at).toBe(now);
      expect(after.last_modified_at, JSON.stringify(body)).toBe(modified ? now : before.last_modified_at);
      expect(after).toMatchObject(body);
    }
  });

  test('fields left out stay, null empties a text', async () => {
    const server = await startAt();
    await server.post('insights/', { name: 'a', description: 'b', filters: SIGN_UPS, tags: ['t'], order: 2 });
    const { body } = await server.patch('insights/1/', { description: null, order: null });
    expect(body).toMatchObject({ name: 'a', description: null, filters: SIGN_UPS, tags: ['t'], order: null });
  });

  test('dashboards are the whole set; unknown, deleted and foreign ones change nothing', async () => {
    const server = await startAt();
    const [first, second, gone] = [addDashboard(server), addDashboard(server), addDashboard(server, { deleted: true })];
    const { body: made } = await server.post('insights/', { name: 'a', dashboards: [first] });
    expect(made).toMatchObject({ dashboards: [first], dashboard_tiles: [{ dashboard_id: first, deleted: false }] });
    const { body: both } = await server.patch('insights/1/', { dashboards: [first, second] });
    expect(both.dashboards).toEqual([first, second]);
    expect(both.dashboard_tiles[0].id).toBe(made.dashboard_tiles[0].id);
    for (const id of [gone, 999]) {
      const refused = await server.patch('insights/1/', { dashboards: [first, id], name: 'b' });
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ code: 'does_not_exist', attr: 'dashboards' });
    }
    expect((await server.get('insights/1/')).body).toMatchObject({ name: 'a', dashboards: [first, second] });
    await server.patch('insights/1/', { dashboards: [second] });
    const { body: revived } = await server.patch('insights/1/', { dashboards: [first, second] });
    expect(revived.dashboard_tiles[0]).toEqual({ id: made.dashboard_tiles[0].id, dashboard_id: first, deleted: false });
  });
});

describe('soft delete', () => {
  test('hides everywhere, comes back with deleted: false only; hard delete is always refused', async () => {
    const server = await startAt();
    const on = addDashboard(server);
    await server.post('insights/', { name: 'a', dashboards: [on] });
    await server.post('insights/1/viewed/', {});
    const refused = await server.send('DELETE', 'insights/1/');
    expect([refused.status, refused.text, refused.headers['allow']]).toEqual([405, '', 'GET, PATCH']);
    expect((await server.send('DELETE', 'insights/999/')).status).toBe(405);
    expect((await server.get('insights/1/')).status).toBe(200);

    expect((await server.patch('insights/1/', { deleted: true })).body).toMatchObject({
      deleted: true,
      dashboards: [],
    });
    expect((await server.get('insights/1/')).status).toBe(404);
    expect((await server.get('insights/')).body.count).toBe(0);
    expect((await server.get('insights/my_last_viewed/')).body).toEqual([]);
    expect((await server.post('insights/1/viewed/', {})).status).toBe(404);
    expect((await server.get('insights/1/activity/')).status).toBe(404);
    expect((await server.get('insights/1/sharing/')).status).toBe(404);
    expect((await server.patch('insights/1/', { name: 'b' })).status).toBe(404);
    expect((await server.patch('insights/1/', { deleted: true })).status).toBe(404);

    const { status, body } = await server.patch('insights/1/', { deleted: false, name: 'back' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ deleted: false, name: 'back', dashboards: [] });
    expect((await server.get('insights/')).body.count).toBe(1);
  });
});

describe('list', () => {
  test('pages with real addresses, each row once', async () => {
    const server = await startAt();
    for (let i = 0; i < 5; i++) await server.post('insights/', { name: `n${i}` });
    const seen: number[] = [];
    let path: string | null = '/api/projects/1/insights/?limit=2&search=n&basic=true';
    const pages = [];
    while (path !== null) {
      const { body } = await server.get(decodeURI(path));
      pages.push(body);
      seen.push(...each(body.results, 'id'));
      path = body.next === null ? null : body.next.slice(server.origin.length);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(pages.map((page) => page.count)).toEqual([5, 5, 5]);
    expect(pages[1].next).toBe(`${server.origin}/api/projects/1/insights/?limit=2&search=n&basic=true&offset=4`);
    expect(pages[1].previous).toBe(`${server.origin}/api/projects/1/insights/?limit=2&search=n&basic=true`);
    expect(pages[0].previous).toBeNull();
    expect((await server.get('insights/?offset=99')).body).toMatchObject({ count: 5, next: null, results: [] });
  });

  test('filters', async () => {
    const server = await startAt();
    const on = addDashboard(server);
    const made = [];
    for (const body of [
      { name: 'Weekly sign-ups', filters: SIGN_UPS, tags: ['growth', 'weekly'], order: 2 },
      {
        name: 'Checkout',
        description: 'sign here',
        filters: { insight: 'FUNNELS', events: [] },
        favorited: true,
        order: 1,
      },
      { name: 'Raw', query: { kind: 'HogQLQuery', query: 'select 1' }, saved: true },
      { name: 'On board', dashboards: [on], tags: ['growth'] },
    ]) {
      made.push((await server.post('insights/', body)).body);
      server.clock.now_ms += 24 * 60 * MINUTE_MS;
    }
    const ids = async (query: string) => each((await server.get(`insights/?${query}`)).body.results, 'id');
    expect(await ids('')).toEqual([2, 1, 3, 4]);
    expect(await ids('order=-name')).toEqual([1, 3, 4, 2]);
    expect(await ids('search=SIGN')).toEqual([2, 1]);
    expect(await ids('search=growth')).toEqual([1, 4]);
    await server.patch('insights/3/', { name: 'İstanbul’da satış' });
    for (const typed of ['istanbul', 'SATIS', 'satıs\u0327']) expect(await ids(`search=${typed}`)).toEqual([3]);
    await server.patch('insights/3/', { name: 'Raw' });
    expect(await ids('insight=FUNNELS')).toEqual([2]);
    expect(await ids('insight=SQL')).toEqual([3]);
    expect(await ids('tags=["Growth"]')).toEqual([1, 4]);
    expect(await ids('tags=["growth","weekly"]')).toEqual([1]);
    expect(await ids(`dashboards=[${on}]`)).toEqual([4]);
    expect(await ids('favorited=true')).toEqual([2]);
    expect(await ids('favorited')).toEqual([2]);
    expect(await ids('saved=true')).toEqual([3, 4]);
    expect(await ids('saved=false')).toEqual([2, 1, 4]);
    expect(await ids(`short_id=${made[2]!.short_id}`)).toEqual([3]);
    expect(await ids('created_by=1&user=true&limit=1')).toEqual([2]);
    expect(await ids('date_from=2024-10-20')).toEqual([3, 4]);
    expect(await ids('date_to=-3d')).toEqual([1]);
  });

  test('rows carry what is cached, basic rows carry no result', async () => {
    const server = await startAt();
    await server.post('insights/', { filters: SIGN_UPS });
    const [before] = (await server.get('insights/')).body.results;
    expect(before).toMatchObject({ result: null, is_cached: false, last_refresh: null });
    await server.get('insights/1/');
    const [after] = (await server.get('insights/')).body.results;
    expect(after).toMatchObject({ is_cached: true, last_refresh: '2024-10-18T09:00:00Z' });
    expect(after.result).toHaveLength(1);
    const [basic] = (await server.get('insights/?basic=true')).body.results;
    expect(basic).not.toHaveProperty('result');
    expect(basic).toMatchObject({ refreshing: false, last_refresh: '2024-10-18T09:00:00Z' });
  });

  test('an insight that cannot be computed never breaks a page', async () => {
    const server = await startAt();
    for (const filters of ['text', [1], 5, null, {}, { insight: 'NOPE' }, { properties: 7 }]) {
      expect((await server.post('insights/', { filters })).status).toBe(201);
    }
    // As a version stored it that did not look.
    const { store } = server.service;
    store.transaction(() => store.insights.update(1, 5, { filters: { events: 'nonsense' } }));
    const { status, body } = await server.get('insights/');
    expect([status, body.count]).toEqual([200, 7]);
    for (const row of body.results) expect((await server.get(`insights/${row.id}/`)).status).toBe(200);
    expect((await server.get('insights/?format=csv')).text.split('\n')).toHaveLength(9);
  });
});

describe('views', () => {
  test('the last five, most recent first, each once', async () => {
    const server = await startAt();
    for (let i = 0; i < 7; i++) await server.post('insights/', { name: `n${i}` });
    for (const id of [1, 2, 3, 4, 5, 6, 7, 2]) {
      server.clock.now_ms += MINUTE_MS;
      const { status, body } = await server.post(`insights/${id}/viewed/`, { name: 'not written' });
      expect([status, body.id, body.name]).toEqual([200, id, `n${id - 1}`]);
    }
    const { body } = await server.get('insights/my_last_viewed/');
    expect(each(body, 'id')).toEqual([2, 7, 6, 5, 4]);
    await server.patch('insights/7/', { deleted: true });
    expect(each((await server.get('insights/my_last_viewed/')).body, 'id')).toEqual([2, 6, 5, 4, 3]);
  });
});

describe('activity', () => {
  test('an entry per creation and change, newest first, in pages', async () => {
    const server = await startAt();
    await server.post('insights/', { name: 'old', tags: ['b'] });
    await server.post('insights/', { derived_name: 'other' });
    await server.post('insights/', {});
    server.clock.now_ms += MINUTE_MS;
    await server.patch('insights/1/', { name: 'new', description: 'd', tags: ['b', 'a'], favorited: true });
    await server.patch('insights/1/', { name: 'new', saved: true });
    await server.patch('insights/1/', { description: null });

    const { body } = await server.get('insights/1/activity/');
    expect(body).toMatchObject({ id: 1, name: 'new', total_count: 3, next: null, previous: null });
    expect(each(body.results, 'activity')).toEqual(['updated', 'updated', 'created']);
    expect(body.results[0].detail.changes).toEqual([
      { type: 'Insight', action: 'deleted', field: 'description', before: 'd' },
    ]);
    expect(body.results[1]).toMatchObject({ scope: 'Insight', item_id: '1', user: { email: 'owner@localhost' } });
    expect(body.results[1].detail).toMatchObject({ name: 'new', short_id: body.short_id });
    expect(body.results[1].detail.changes).toEqual([
      { type: 'Insight', action: 'changed', field: 'name', before: 'old', after: 'new' },
      { type: 'Insight', action: 'created', field: 'description', after: 'd' },
      { type: 'Insight', action: 'changed', field: 'favorited', before: false, after: true },
      { type: 'Insight', action: 'changed', field: 'tags', before: ['b'], after: ['a', 'b'] },
    ]);
    expect(body.results[2].detail.changes).toBeNull();

    const all = (await server.get('insights/activity/?limit=2')).body;
    expect(all).toMatchObject({ id: null, name: null, total_count: 4, previous: null });
    expect(all.next).toBe(`${server.origin}/api/projects/1/insights/activity/?limit=2&page=2`);
    const second = (await server.get('insights/activity/?limit=2&page=2')).body;
    expect(second.results).toHaveLength(2);
    expect(second.previous).toBe(`${server.origin}/api/projects/1/insights/activity/?limit=2&page=1`);
  });
});

test('sharing: reading it shares nothing', async () => {
  const server = await startAt();
  await server.post('insights/', { name: 'a' });
  const { status, body } = await server.get('insights/1/sharing/');
  expect(status).toBe(200);
  expect(body).toEqual({
    created_at: '2024-10-18T09:00:00Z',
    enabled: false,
    access_token: expect.stringMatching(/^[\w-]{30}$/),
  });
  expect((await server.get('insights/1/sharing/')).body.access_token).not.toBe(body.access_token);
  server.service.store.transaction(() =>
    server.service.store.sharing.put({ insight_id: 1, enabled: true, access_token: 'tok', created_at_ms: START }),
  );
  expect((await server.get('insights/1/sharing/')).body).toEqual({
    created_at: '2024-10-18T09:00:00Z',
    enabled: true,
    access_token: 'tok',
  });
});
