/** Projects over real HTTP: created, changed, and how changes affect answers. */

import { expect, test } from 'vitest';
import { ABSENT_PARTS } from '../../src/model/saved/project.ts';
import { event } from '../support/product.ts';
import { type Server, startServer } from './support.ts';

const NOW = Date.parse('2024-10-18T09:00:00Z');

function start(): Promise<Server> {
  return startServer({ now: () => NOW });
}

test('made with a token of its own, that lets events in', async () => {
  const server = await start();
  const { status, body } = await server.post('/api/projects/', { name: ' Web shop ', timezone: 'Europe/Berlin' });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: 2,
    uuid: expect.any(String),
    organization: expect.any(String),
    name: 'Web shop',
    timezone: 'Europe/Berlin',
    week_start_day: 0,
    created_at: '2024-10-18T09:00:00Z',
    api_token: expect.stringMatching(/^phc_[\w-]{43}$/),
    test_account_filters: [],
    path_cleaning_filters: [],
    retention_days: null,
    autocapture_opt_out: false,
    ...ABSENT_PARTS,
  });
  expect((await server.get('/api/projects/2/')).body).toEqual(body);
  expect((await server.get('/api/projects/')).body.count).toBe(2);
  const sent = { api_key: body.api_token, batch: [{ event: 'a', distinct_id: 'x' }] };
  expect((await server.post('/batch/', sent, { key: null })).status).toBe(200);
  const trend = { events: [{ id: 'a' }], date_from: '-1d' };
  expect((await server.post('/api/projects/2/insights/trend/', trend)).body.result[0].count).toBe(1);
  expect((await server.post('/api/projects/1/insights/trend/', trend)).body.result[0].count).toBe(0);
});

test('a key that is limited to some projects makes no other', async () => {
  const server = await start();
  const { status, body } = await server.post('/api/projects/', { name: 'x' }, { key: server.key(['*'], [1]) });
  expect([status, body.code]).toEqual([403, 'permission_denied']);
  expect((await server.post('/api/projects/', { name: 'x' }, { key: server.key(['project:read']) })).status).toBe(403);
});

test('changed in part; what is left out stays', async () => {
  const server = await start();
  const before = (await server.get('')).body;
  const filters = [{ key: 'email', operator: 'not_icontains', value: '@example.com', type: 'person' }];
  const rules = [{ alias: '/user/<id>', regex: '/user/[0-9]+' }];
  const changes = { week_start_day: 1, test_account_filters: filters, path_cleaning_filters: rules };
  const { status, body } = await server.patch('', changes);
  expect(status).toBe(200);
  expect(body).toEqual({ ...before, ...changes });
  expect((await server.patch('', {})).body).toEqual(body);
  expect((await server.get('')).body).toEqual(body);
  expect((await server.patch('', { api_token: 'phc_mine', id: 7, created_at: 'x' })).body).toEqual(body);
});

test('what no question could use is refused, and nothing is changed', async () => {
  const server = await start();
  const before = (await server.get('')).body;
  for (const [sent, code, attr] of [
    [{ name: '' }, 'invalid_input', 'name'],
    [{ name: 'x'.repeat(401) }, 'max_length', 'name'],
    [{ timezone: 'Mars/Olympus' }, 'invalid_input', 'timezone'],
    [{ timezone: '' }, 'invalid_input', 'timezone'],
    [{ week_start_day: 2 }, 'invalid_choice', 'week_start_day'],
    [{ week_start_day: null }, 'invalid_choice', 'week_start_day'],
    [{ test_account_filters: {} }, 'not_a_list', 'test_account_filters'],
    [
      { test_account_filters: [{ key: 'a', value: 1, operator: 'near' }] },
      'invalid_choice',
      'test_account_filters__0__operator',
    ],
    [
      { test_account_filters: [{ key: 'id', value: 5, type: 'cohort' }] },
      'does_not_exist',
      'test_account_filters__0__value',
    ],
    [{ path_cleaning_filters: [{ alias: 'a' }] }, 'required', 'path_cleaning_filters__0__regex'],
    [{ path_cleaning_filters: [{ alias: 'a', regex: '(?<=a)b' }] }, 'invalid_input', 'path_cleaning_filters__0__regex'],
    [
      { path_cleaning_filters: [{ alias: 'a', regex: '(' }], name: 'lost' },
      'invalid_input',
      'path_cleaning_filters__0__regex',
    ],
  ] as const) {
    const { status, body } = await server.patch('', sent);
    expect({ status, code: body.code, attr: body.attr }, JSON.stringify(sent)).toEqual({ status: 400, code, attr });
    const made = await server.post('/api/projects/', { name: 'New', ...sent });
    expect([made.status, made.body.attr], JSON.stringify(sent)).toEqual([400, attr]);
  }
  expect((await server.post('/api/projects/', {})).body).toMatchObject({ code: 'required', attr: 'name' });
  expect((await server.get('')).body).toEqual(before);
  expect((await server.get('/api/projects/')).body.count).toBe(1);
});

test('a change of settings changes the answers, kept ones too', async () => {
  const server = await start();
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('a', 'staff', '2024-10-16T23:00:00Z', { $set: { email: 's@example.com' } }),
    event('a', 'ana', '2024-10-17T10:00:00Z', {}),
  ]);
  const body = { events: [{ id: 'a' }], date_from: '-2d', filter_test_accounts: true };
  await server.post('insights/', { filters: { insight: 'TRENDS', ...body } });
  const data = async () => [
    (await server.post('insights/trend/', body)).body.result[0].data,
    (await server.get('insights/1/')).body.result[0].data,
  ];
  expect(await data()).toEqual(Array(2).fill([1, 1, 0]));
  await server.patch('', { timezone: 'Europe/Berlin' });
  expect(await data()).toEqual(Array(2).fill([0, 2, 0]));
  await server.patch('', {
    test_account_filters: [{ key: 'email', operator: 'not_icontains', value: '@example.com', type: 'person' }],
  });
  expect(await data()).toEqual(Array(2).fill([0, 1, 0]));
});

test('rules for paths apply to kept results too', async () => {
  const server = await start();
  const visit = (path: string, minute: number) =>
    event('$pageview', 'ana', `2024-10-17T10:0${minute}:00Z`, { $current_url: `https://x.org${path}` });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [visit('/user/7', 0), visit('/done', 1)]);
  await server.post('insights/', {
    filters: { insight: 'PATHS', include_event_types: ['$pageview'], path_replacements: true },
  });
  const first = async () => (await server.get('insights/1/')).body.result[0].source;
  expect(await first()).toMatch(/\/user\/7$/);
  await server.patch('', { path_cleaning_filters: [{ alias: '/user/<id>', regex: '/user/[0-9]+' }] });
  expect(await first()).toMatch(/\/user\/<id>$/);
});

test('addresses of the oldest clients name no project, or one by its token', async () => {
  const server = await startServer();
  const own = server.service.store.projects.get(1)!;
  server.service.ingest.importItems(own, [
    event('sign up', 'ana', '2024-10-17T01:00:00Z'),
    event('sign up', 'ben', '2024-10-17T02:00:00Z'),
    event('paid', 'ana', '2024-10-17T03:00:00Z'),
  ]);
  const { body: other } = await server.post('/api/projects/', { name: 'Other' });
  const names = async (path: string) => {
    const { status, body, headers } = await server.get(path);
    return [status, headers['warning'], body.results?.map((row: { event: string }) => row.event)];
  };
  expect(await names('/api/event/?limit=2')).toEqual([200, undefined, ['paid', 'sign up']]);
  expect(await names(`/api/event/?limit=1&token=${own.api_token}`)).toEqual([200, undefined, ['paid']]);
  expect(await names(`/api/event/?token=${other.api_token}`)).toEqual([200, undefined, []]);
  expect((await server.get('/api/event/?token=phc_none')).status).toBe(404);
  const { next } = (await server.get('/api/event?limit=1')).body;
  expect(next).toMatch(`${server.origin}/api/event?limit=1&cursor=`);
  const made = await server.post('/api/insight/', { name: 'Paid', filters: { events: [{ id: 'paid' }] } });
  expect((await server.get(`insights/${made.body.id}/`)).body.name).toBe('Paid');
  expect((await server.post('/api/insight/trend/', { events: [{ id: 'paid' }] })).status).toBe(200);
  for (const path of ['person', 'cohort', 'action', 'annotation', 'dashboard']) {
    expect((await server.get(`/api/${path}/`)).status, path).toBe(200);
  }
  expect((await server.get('/api/event/', { key: server.key(['insight:read']) })).status).toBe(403);
});
