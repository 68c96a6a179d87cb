/**
 * What the Terraform provider of the interface we follow sends and reads back. Terraform calls it a mistake of the
 * server if a written field comes back as something else, so each resource is compared with what was declared.
 */
import { expect, test } from 'vitest';
import { type Json, type Server, startServer } from './support.ts';

const API = '/api/projects/1';

const QUERY = {
  kind: 'InsightVizNode',
  source: {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: '$pageview', math: 'total', custom_name: 'Views' }],
    interval: 'week',
    dateRange: { date_from: '-30d' },
    trendsFilter: { display: 'ActionsBar' },
    properties: {
      type: 'AND',
      values: [{ type: 'AND', values: [{ key: '$browser', type: 'event', value: ['Chrome'], operator: 'exact' }] }],
    },
  },
};

interface Resource {
  readonly list: string;
  readonly declared: Json;
  readonly changed: Json;
  /** How the declared fields come back, where they do not as they are. */
  readonly read?: Json;
}

/** Creates, reads, changes and reads it; returns its id. */
async function applied(server: Server, { list, declared, changed, read = {} }: Resource): Promise<string | number> {
  const made = await server.send('POST', list, { body: declared });
  expect(made, list).toMatchObject({ status: 201, body: { ...declared, ...read } });
  const { id } = made.body;
  const path = `${list}${id}/`;
  expect((await server.send('GET', path)).body).toMatchObject({ ...declared, ...read });
  const answer = await server.send('PATCH', path, { body: { ...declared, ...changed } });
  expect(answer, path).toMatchObject({ status: 200, body: { ...declared, ...read, ...changed } });
  expect((await server.send('GET', path)).body).toMatchObject({ ...declared, ...read, ...changed });
  return id;
}

/** By PATCH, or by DELETE where there is no such field; read again it is not found, or the plan would differ. */
async function destroyed(server: Server, path: string, method: 'PATCH' | 'DELETE'): Promise<void> {
  const gone = await server.send(method, path, method === 'PATCH' ? { body: { deleted: true } } : {});
  expect(gone.status).toBe(method === 'PATCH' ? 200 : 204);
  expect((await server.send('GET', path)).status).toBe(404);
}

test('dashboards, insights, actions and alerts are read as they were declared', async () => {
  const server = await startServer();
  const dashboard = await applied(server, {
    list: `${API}/dashboards/`,
    declared: { name: 'Growth', description: 'Weekly', pinned: true, tags: ['a', 'b'] },
    changed: { name: 'Growth 2', description: '', tags: ['b'], deleted: false },
  });
  const insight = await applied(server, {
    list: `${API}/insights/`,
    declared: { name: 'Views', derived_name: 'Views a week', query: QUERY, tags: ['t'], dashboards: [dashboard] },
    changed: { name: 'All views', description: 'Of pages', dashboards: [], deleted: false },
  });
  await applied(server, {
    list: `${API}/actions/`,
    declared: {
      name: 'Priced',
      tags: ['x'],
      steps: [{ event: '$pageview', url: '/pricing', url_matching: 'contains' }],
    },
    changed: { description: 'Saw prices', steps: [] },
  });
  const alert = await applied(server, {
    list: '/api/environments/1/alerts/',
    declared: {
      name: 'Few views',
      insight,
      enabled: true,
      subscribed_users: [1],
      threshold: { configuration: { type: 'absolute', bounds: { lower: 3.5, upper: 10 } } },
      condition: { type: 'absolute_value' },
      config: { type: 'TrendsAlertConfig', series_index: 0, check_ongoing_interval: true },
      calculation_interval: 'weekly',
      skip_weekend: true,
    },
    read: { id: '1', insight: { id: insight }, subscribed_users: [{ id: 1 }] },
    changed: {
      name: 'Views fell',
      subscribed_users: [],
      threshold: { configuration: { type: 'percentage', bounds: { upper: 0.2 } } },
      condition: { type: 'relative_decrease' },
      enabled: false,
    },
  });
  await destroyed(server, `/api/environments/1/alerts/${alert}/`, 'DELETE');
  await destroyed(server, `${API}/insights/${insight}/`, 'PATCH');
  await destroyed(server, `${API}/dashboards/${dashboard}/`, 'PATCH');
  await destroyed(server, `${API}/actions/1/`, 'PATCH');
});

type Tile = Json & { readonly id: number };

test('the layout of a dashboard: insights and texts, moved, coloured, said anew, taken off', async () => {
  const server = await startServer();
  const [dashboard, first, second] = [
    (await server.post('dashboards/', { name: 'Growth' })).body.id,
    (await server.post('insights/', { name: 'Views', query: QUERY })).body.id,
    (await server.post('insights/', { name: 'More views', query: QUERY })).body.id,
  ];
  await server.patch(`insights/${first}/`, { dashboards: [dashboard] });
  const layout = async (tiles: readonly Json[]) => {
    const answer = await server.patch(`dashboards/${dashboard}/`, { tiles });
    expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
    const read = (await server.get(`dashboards/${dashboard}/`)).body.tiles as Tile[];
    expect(read).toMatchObject(answer.body.tiles.map(({ id, layouts }: Tile) => ({ id, layouts })));
    return read;
  };
  const [only] = await layout([]);
  const places = { sm: { x: 0, y: 0, w: 6, h: 5 }, xs: { x: 0, y: 0, w: 1, h: 5 } };
  const body = '# How to read this\nNumbers are *without* tests.';
  const two = await layout([
    { id: only!.id, layouts: places, color: 'blue', show_description: true },
    { text: { body }, layouts: { sm: { x: 6, y: 0, w: 6, h: 2 } } },
  ]);
  expect(two).toMatchObject([
    { insight: { id: first }, layouts: places, color: 'blue', show_description: true },
    { insight: null, text: { body }, layouts: { sm: { x: 6, y: 0, w: 6, h: 2 } }, color: null },
  ]);
  const text = two[1]!;
  expect((text['text'] as Tile).id).toBeGreaterThan(0);
  await server.patch(`insights/${second}/`, { dashboards: [dashboard] });
  const three = await layout([
    { id: text.id, text: { body: 'Without tests.' }, color: 'green' },
    { id: only!.id, show_description: null, color: '' },
  ]);
  expect(three).toMatchObject([
    { insight: { id: first }, color: '', layouts: places },
    { text: { body: 'Without tests.' }, color: 'green', layouts: { sm: { x: 6, y: 0, w: 6, h: 2 } } },
    { insight: { id: second } },
  ]);
  expect(await layout([{ id: text.id, deleted: true }])).toMatchObject([{ id: only!.id }, { insight: { id: second } }]);
  const refused = async (tile: Json) => {
    const { status, body: error } = await server.patch(`dashboards/${dashboard}/`, { tiles: [tile] });
    return [status, error.attr];
  };
  expect(await refused({ id: text.id, color: 'red' })).toEqual([400, 'tiles__0__id']);
  expect(await refused({ id: only!.id, text: { body: 'x' } })).toEqual([400, 'tiles__0__text']);
  expect(await refused({ text: { body: ' ' } })).toEqual([400, 'tiles__0__text__body']);
  expect(await refused({ color: 'red' })).toEqual([400, 'tiles__0']);
});

test('projects of the organization, and settings of parts that are not here', async () => {
  const server = await startServer();
  const { id: organization } = (await server.send('GET', '/api/organizations/@current/')).body;
  const list = `/api/organizations/${organization}/projects/`;
  const project = await applied(server, {
    list,
    declared: { name: 'Shop', timezone: 'Europe/Berlin' },
    changed: { name: 'Web shop', timezone: 'UTC' },
  });
  expect((await server.send('GET', list)).body.results).toMatchObject([{ id: 1 }, { id: project }]);
  expect((await server.send('POST', list, { body: { timezone: 'UTC' } })).body.attr).toBe('name');
  const other = '/api/organizations/00000000-0000-0000-0000-000000000000/projects/';
  expect((await server.send('POST', other, { body: { name: 'X' } })).status).toBe(404);
  const off = { heatmaps_opt_in: false, surveys_opt_in: false, cookieless_server_hash_mode: 0 };
  const settings = await server.send('PATCH', '/api/environments/1/', { body: off });
  expect(settings).toMatchObject({ status: 200, body: { id: 1, ...off, session_recording_opt_in: false } });
  const on = await server.send('PATCH', '/api/environments/1/', { body: { session_recording_opt_in: true } });
  expect(on).toMatchObject({ status: 400, body: { attr: 'session_recording_opt_in' } });
  expect(on.body.detail).toContain('no such part');
});
