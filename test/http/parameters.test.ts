/**
 * Every query parameter that the interface and existing clients know: each has its effect or is refused. If one were
 * ignored, the list would not be what was asked for.
 */
import { describe, expect, test } from 'vitest';
import { event } from '../support/product.ts';
import { each, type Json, type Server, startServer } from './support.ts';

const START = Date.parse('2024-10-18T09:00:00Z');
const DAY_MS = 86_400_000;
const FILTERS = { insight: 'TRENDS', events: [{ id: 'a' }], date_from: '-7d' };

async function start(): Promise<Server> {
  const clock = { now_ms: START };
  const server = await startServer({ now: () => clock.now_ms });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('a', 'p', '2024-10-17T10:00:00Z', { plan: 'pro', size: 1, $groups: { team: 't' } }),
    event('b', 'q', '2024-10-15T10:00:00Z', { plan: 'free', $set: { age: 5 } }),
    event('a', 'q', '2024-10-15T10:00:00Z', { plan: 'free' }),
  ]);
  await server.post('dashboards/', { name: 'Growth', tags: [' KPI ', 'kpi', 'web'], pinned: true });
  await server.post('dashboards/', { name: 'Other', description: 'Old', tags: ['web'] });
  const flag = { ...FILTERS, breakdown: '$feature/new-page' };
  const filtered = { ...FILTERS, properties: [{ key: '$feature/other', value: 'on' }] };
  const node = { kind: 'FunnelsQuery', series: [{ kind: 'EventsNode', event: 'a' }] };
  for (const body of [
    { name: 'one', filters: FILTERS, tags: ['kpi'], saved: true, dashboards: [1] },
    { name: 'two', filters: flag, favorited: true, order: 1 },
    { name: 'three', filters: filtered, description: 'About one' },
    { name: 'four', query: node, dashboards: [1, 2] },
    { name: 'five', query: { kind: 'HogQLQuery', query: 'select 1' } },
  ]) {
    expect((await server.post('insights/', body)).status).toBe(201);
    clock.now_ms += DAY_MS;
  }
  await server.post('insights/2/viewed/', {});
  clock.now_ms += DAY_MS;
  await server.post('insights/1/viewed/', {});
  await server.post('cohorts/', {
    name: 'pro',
    filters: { properties: { type: 'OR', values: [{ key: 'age', value: 5, type: 'person' }] } },
  });
  await server.post('actions/', { name: 'Saw', steps: [{ event: 'a' }] });
  return server;
}

/** query -> ids, in order; a number is the status of a refusal. */
const LISTS: Readonly<Record<string, readonly [query: string, found: readonly unknown[] | number][]>> = {
  'insights/': [
    ['', [2, 1, 3, 4, 5]],
    ['search=ONE', [1, 3]],
    ['insight=TRENDS', [2, 1, 3]],
    ['insight=FUNNELS', [4]],
    ['insight=JSON', [4]],
    ['insight=SQL', [5]],
    ['insight=ALL', 400],
    ['tags=["kpi"]', [1]],
    ['tags=["KPI"," "]', [1]],
    ['favorited=true', [2]],
    ['favorited=', [2]],
    ['favorited=false', [1, 3, 4, 5]],
    ['saved=true', [1, 4]],
    ['saved=false', [2, 3, 4, 5]],
    ['user=true', [2, 1, 3, 4, 5]],
    ['created_by=1', [2, 1, 3, 4, 5]],
    ['created_by=9', 400],
    ['short_id=zzzzzzzz', []],
    ['dashboards=[1]', [1, 4]],
    ['dashboards=[1,2]', [4]],
    ['date_from=2024-10-21', [4, 5]],
    ['date_to=2024-10-20', [2, 1]],
    ['created_date_from=2024-10-21', [4, 5]],
    ['created_date_to=2024-10-20', [2, 1]],
    ['created_date_from=2024-10-19&created_date_to=2024-10-21', [2, 3]],
    ['created_date_from=soon', 400],
    ['last_viewed_date_from=2024-10-24', [1]],
    ['last_viewed_date_from=-1h', [1]],
    ['last_viewed_date_from=-30d', [2, 1]],
    ['last_viewed_date_to=2024-10-24', [2]],
    ['feature_flag=new-page', [2]],
    ['feature_flag=other', [3]],
    ['hide_feature_flag_insights=true', [1, 4, 5]],
    ['order=-name', [2, 3, 1, 4, 5]],
    ['order=-last_viewed_at', [1, 2, 3, 4, 5]],
    ['order=last_viewed_at', [3, 4, 5, 2, 1]],
    ['order=created', 400],
    ['limit=2', [2, 1]],
    ['limit=2&offset=2', [3, 4]],
    ['limit=0', 400],
    // As people write numbers, not as programs do.
    ['limit=0x2', 400],
    ['limit=', 400],
    ['offset=-1', 400],
    ['format=xml', 400],
    ['basic=true&limit=1', [2]],
    ['refresh=sometimes', 400],
  ],
  'dashboards/': [
    ['', [1, 2]],
    ['search=old', [2]],
    ['pinned=true', [1]],
    ['pinned=false', [2]],
    ['pinned=maybe', 400],
    ['tags=["web"]', [1, 2]],
    ['tags=["web","KPI"]', [1]],
    ['tags=["none"]', []],
    ['limit=1&offset=1', [2]],
  ],
  'cohorts/': [
    ['', [1]],
    ['search=x', []],
    ['limit=1&offset=1', []],
  ],
  'actions/': [
    ['', [1]],
    ['search=x', []],
    ['limit=1&offset=1', []],
  ],
};

test('lists hold what was asked for', async () => {
  const server = await start();
  for (const [path, queries] of Object.entries(LISTS)) {
    for (const [query, found] of queries) {
      const { status, body } = await server.get(`${path}?${query}`);
      const shown = typeof found === 'number' ? status : each(body.results, 'id');
      expect(shown, `${path}?${query}`).toEqual(found);
      if (!query.includes('limit') && typeof found !== 'number') expect(body.count).toBe(found.length);
    }
  }
});

test('definitions, by name', async () => {
  const server = await start();
  for (const [query, found] of [
    ['event_definitions/?', ['a', 'b']],
    ['event_definitions/?ordering=-name', ['b', 'a']],
    ['event_definitions/?search=B', ['b']],
    ['event_definitions/?limit=1&offset=1', ['b']],
    ['property_definitions/?search=siz', ['size']],
    ['property_definitions/?type=person', ['age']],
    ['property_definitions/?type=group&group_type_index=1', []],
    ['property_definitions/values/?key=plan&event=b', ['free']],
    ['property_definitions/values/?key=plan&limit=1', ['free']],
    ['property_definitions/values/?key=plan&search=PR', ['pro']],
  ] as const) {
    expect(each((await server.get(query)).body.results, 'name'), query).toEqual(found);
  }
  const seen = async (query: string) => each((await server.get(`property_definitions/?${query}`)).body.results, 'name');
  expect(await seen('event_names=["a"]&filter_by_event_names=true')).toEqual(['$group_0', 'plan', 'size']);
  expect(await seen('event_names=["b"]')).toEqual(['plan']);
  expect(await seen('event_names=["b","a"]&search=siz')).toEqual(['size']);
  expect(await seen('event_names=["none"]')).toEqual([]);
  expect(await seen('event_names=["b"]&filter_by_event_names=false')).toEqual(['$group_0', 'plan', 'size']);
  expect(await seen('event_names=[]&filter_by_event_names=true')).toEqual(['$group_0', 'plan', 'size']);
  expect(await seen('properties=size,age')).toEqual(['size']);

  const ids = async (path: string) => each((await server.get(path)).body.results, 'id');
  for (const path of ['event_definitions/', 'property_definitions/', 'property_definitions/?type=person']) {
    const first = await ids(path);
    expect(first.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
      true,
    );
    expect(new Set(first).size).toBe(first.length);
    expect(await ids(path)).toEqual(first);
  }
});

describe('one insight', () => {
  const counts = (body: Json) => body.result[0].data.reduce((sum: number, count: number) => sum + count, 0);

  test('filters_override: other dates and filters for one call, of a node too', async () => {
    const server = await start();
    const of = async (over: unknown, path = 'insights/1/?') =>
      server.get(`${path}filters_override=${encodeURIComponent(JSON.stringify(over))}`, { encoded: true });
    const all = (await server.get('insights/1/')).body;
    expect(all.result[0].data).toHaveLength(8);
    const { body } = await of({ date_from: '2024-10-14', date_to: '2024-10-16' });
    expect([body.result[0].data, body.filters.date_from]).toEqual([[0, 1, 0], '2024-10-14']);
    const only = { date_from: '2024-10-10', properties: [{ key: 'plan', value: 'pro' }] };
    expect(counts((await of(only)).body)).toBe(1);
    expect(counts((await of({ date_from: '2024-10-10' })).body)).toBe(2);
    expect((await of({ date_from: '2024-10-10' }, 'insights/4/?')).body.result[0].count).toBe(2);
    // It is of this call only.
    expect((await server.get('insights/1/')).body).toMatchObject({ filters: FILTERS, is_cached: true });
    for (const [over, attr] of [
      [{ date_from: 'soon' }, 'filters_override__date_from'],
      [{ breakdown: 'plan' }, 'filters_override__breakdown'],
      [{ properties: [{}] }, 'filters_override__properties__0__key'],
      ['plan', 'filters_override'],
    ] as const) {
      expect((await of(over)).body, JSON.stringify(over)).toMatchObject({ attr });
    }
  });

  test('filters_override of a query', async () => {
    const server = await start();
    const query = {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'a' }],
      dateRange: { date_from: '-30d' },
    };
    const ask = async (more: unknown) => server.post('query/', { query, ...(more as object) });
    expect((await ask({})).body.results[0].count).toBe(2);
    const filters_override = { date_from: '2024-10-16', properties: [{ key: 'plan', value: 'pro' }] };
    expect((await ask({ filters_override })).body.results[0].count).toBe(1);
    expect((await ask({ filters_override: JSON.stringify(filters_override) })).body.results[0].count).toBe(1);
    expect((await ask({ filters_override: { date_to: 5 } })).body.attr).toBe('filters_override__date_to');
    const { attr, detail } = (await ask({ variables_override: { a: 1 } })).body;
    expect(attr).toBe('variables_override');
    // What it advises is answered.
    const advised = JSON.parse(/\{.*\}/.exec(detail)![0]);
    expect((await server.post('query/', advised)).body.results).toEqual([['pro']]);
    expect((await ask({ variables_override: {} })).status).toBe(200);
  });

  test('a link opens it as it is', async () => {
    const server = await start();
    const { access_token } = (await server.patch('insights/1/sharing/', { enabled: true })).body;
    const open = (query: string) =>
      server.get(`insights/1/?sharing_access_token=${access_token}${query}`, { key: null });
    expect((await open('')).status).toBe(200);
    expect(await open('&filters_override={"date_from":"-30d"}')).toMatchObject({
      status: 400,
      body: { attr: 'filters_override' },
    });
    expect((await open('&from_dashboard=1')).body).not.toHaveProperty('layouts');
  });

  test('the rest', async () => {
    const server = await start();
    expect((await server.get('insights/1/?from_dashboard=1')).body).toHaveProperty('layouts');
    expect((await server.get('insights/1/?basic=true')).body).toMatchObject({
      name: 'one',
      result: null,
      refreshing: false,
    });
    expect((await server.get('insights/1/?variables_override={"a":1}')).body.attr).toBe('variables_override');
    expect((await server.get('insights/1/?refresh=x')).status).toBe(400);
    expect((await server.get('insights/1/?from_dashboard=x')).status).toBe(400);
  });
});

test('activity comes in pages, the people behind a number too', async () => {
  const server = await start();
  const page = (await server.get('insights/activity/?limit=2&page=2')).body;
  expect([page.results.length, page.total_count]).toEqual([2, 5]);
  expect((await server.get('insights/activity/?page=0')).status).toBe(400);
  const people = await server.get('persons/?question={"events":[{"id":"a"}],"date_from":"-30d"}&limit=1&offset=1');
  expect([people.body.count, people.body.results.length]).toEqual([2, 1]);
});

test('a table says what it is of, under the name that was asked for', async () => {
  const server = await start();
  const named = 'export_name=Sign ups, "weekly"&export_insight_id=Ab1';
  const { text, headers } = await server.get(`insights/trend/?events=[{"id":"a"}]&date_from=-1d&format=csv&${named}`);
  expect(headers['content-disposition']).toBe('attachment; filename="sign-ups-weekly.csv"');
  for (const [name, file] of [
    ['月次レポート 東京', '月次レポート-東京'],
    ['Satış, Şehir', 'satış-şehir'],
    ['\ud83d🎉', null],
    ['名'.repeat(101), '名'.repeat(100)],
  ] as const) {
    const path = `insights/trend/?events=[{"id":"a"}]&format=csv&export_name=${name.toWellFormed()}`;
    const other = file === null ? '' : `; filename*=UTF-8''${encodeURIComponent(file)}.csv`;
    expect((await server.get(path)).headers['content-disposition']).toBe(
      `attachment; filename="read_trend.csv"${other}`,
    );
  }
  expect(text.split('\n')[0]).toBe(`${server.origin}/api/projects/1/insights/Ab1/`);
  expect(text.split('\n')[1]).toMatch(/^series,/);
  expect((await server.get('insights/?format=csv&export_insight_id==1+1')).body.attr).toBe('export_insight_id');
});

test('what cannot be kept is refused: cohorts of a query, groups of no type', async () => {
  const server = await start();
  const cohort = await server.post('cohorts/', { name: 'x', query: { kind: 'HogQLQuery', query: 'select 1' } });
  expect(cohort).toMatchObject({ status: 400, body: { attr: 'query', code: 'not_supported' } });
  expect((await server.patch('cohorts/1/', { query: { kind: 'ActorsQuery' } })).body.attr).toBe('query');
  const steps = [{ id: 'a' }, { id: 'b' }];
  const by = async (more: object) => server.post('insights/funnel/', { events: steps, ...more });
  for (const more of [
    { aggregation_group_type_index: 3 },
    { aggregation_group_type: 'comany' },
    { aggregation_group_type: '3' },
  ]) {
    const { status, body } = await by(more);
    expect([status, body.code, body.attr]).toEqual([400, 'does_not_exist', Object.keys(more)[0]]);
    expect(body.detail).toContain('team');
  }
  expect((await by({ aggregation_group_type: 'team' })).body.result[0].count).toBe(1);
  expect((await by({ aggregation_group_type: '0' })).body.result[0].count).toBe(1);
});

test('dashboards echo what was written: tags, whether they are pinned, the order of their tiles', async () => {
  const server = await start();
  const made = (await server.get('dashboards/1/')).body;
  expect(made).toMatchObject({ tags: ['kpi', 'web'], pinned: true });
  expect(each(made.tiles, 'order')).toEqual([0, 1]);
  const tiles = [{ insight: 4, order: 1, color: 'blue' }, { insight: 1, order: 2 }, { insight: 2 }];
  const changed = (await server.patch('dashboards/1/', { tags: ['A'], pinned: false, tiles })).body;
  expect(changed).toMatchObject({ tags: ['a'], pinned: false });
  const shown = (body: Json) => body.tiles.map(({ insight, order, color }: Json) => [insight.id, order, color]);
  const order = [
    [4, 1, 'blue'],
    [1, 2, null],
    [2, 3, null],
  ];
  expect(shown(changed)).toEqual(order);
  expect(shown((await server.get('dashboards/1/')).body)).toEqual(order);
  expect((await server.patch('dashboards/1/', { tiles: [{ insight: 4, order: null }] })).body.tiles[0].insight.id).toBe(
    1,
  );
  expect((await server.get('dashboards/?tags=["a"]')).body.results[0]).toMatchObject({ id: 1, pinned: false });
});

test('projects show their token to whoever may read them', async () => {
  const server = await start();
  const { api_token } = (await server.get('/api/projects/1/')).body;
  const shown = async (key: string) => (await server.get('/api/projects/', { key })).body.results[0].api_token;
  expect(api_token).toMatch(/^phc_/);
  expect(await shown(server.all)).toBe(api_token);
  expect(await shown(server.key(['project:read']))).toBe(api_token);
  expect(await shown(server.key(['insight:read']))).toBeNull();
});

test('an unknown parameter gets a warning with the nearest name', async () => {
  const server = await start();
  const warning = async (path: string) => (await server.get(path)).headers['warning'];
  expect(await warning('insights/?serach=one')).toBe('299 insights-mcp "serach is passed over, did you mean search?"');
  expect(await warning('dashboards/?x"%0d%0ay=1')).toContain('is passed over');
  expect(await warning(`insights/?${'x'.repeat(51)}=1`)).toBe(`299 insights-mcp "${'x'.repeat(50)} is passed over"`);
  expect(await warning('insights/?search=one&format=json&limit=1')).toBeUndefined();
  // Where there is no table.
  expect(await warning('insights/1/sharing/?format=csv')).toBe('299 insights-mcp "format is passed over"');
  expect(await warning('groups_types/?format=xml')).toBe('299 insights-mcp "format is passed over"');
  expect(await warning('groups_types/?format=json')).toBeUndefined();
  expect(await warning('insights/?format=csv')).toBeUndefined();
  const posted = await server.post('insights/', { nmae: 'one', filters: { insight: 'TRENDS', evnts: [{ id: 'a' }] } });
  expect(posted.headers['warning']).toBe(
    '299 insights-mcp "nmae is passed over, did you mean name?; filters.evnts is passed over, did you mean events?"',
  );
  const cohort = await server.post('cohorts/', { name: 'C', gruops: [] });
  expect(cohort.headers['warning']).toBe('299 insights-mcp "gruops is passed over, did you mean groups?"');
  for (const [id, warned] of [
    [1, undefined],
    [2, '299 insights-mcp "id is passed over, the address has another"'],
  ]) {
    const { headers, body } = await server.patch('cohorts/1/', { id, name: 'Renamed' });
    expect([body.id, headers['warning']]).toEqual([1, warned]);
  }
  // Questions say so in their answers.
  expect(await warning('insights/trend/?events=[{"id":"a"}]&intervall=day')).toBeUndefined();
});

test('an answer as CSV has its warnings in a header', async () => {
  const server = await start();
  const warning = async (event: string) => {
    const asked = await server.post('insights/trend/?format=csv', { events: [{ id: event }] });
    return asked.headers['warning'];
  };
  expect(await warning('ä "x"\r\n')).toMatch(/^299 insights-mcp "No event named [^"\\]*"$/);
  expect(await warning('a')).toBeUndefined();
});

test('a page as CSV has the address of the next one in a header', async () => {
  const server = await start();
  const first = await server.get('insights/?format=csv&limit=3');
  const [, address = ''] = /^<http:..[^/]+([^>]+)>; rel="next"$/.exec(String(first.headers['link'])) ?? [];
  const last = await server.get(address, { encoded: true });
  expect([first, last].map(({ text }) => text.trim().split('\n').length)).toEqual([4, 3]);
  expect(last.headers['link']).toBeUndefined();
});
