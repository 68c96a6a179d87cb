/** Who may do what, and the order of checks. */
import { expect, test } from 'vitest';
import { importFrom } from '../../src/cli/importing/import_from.ts';
import { namesOf } from '../../src/model/question/kind.ts';
import { allows, SCOPES, type Scope } from '../../src/model/scope.ts';
import { callerAgain, localOwner } from '../../src/service/access/authenticate.ts';
import { createKey } from '../../src/service/access/keys.ts';
import type { Operation, Route } from '../../src/service/contract/operation.ts';
import { OPERATIONS } from '../../src/service/operations/index.ts';
import { KIND_BODIES, KINDS_WITH_BODY } from '../support/kinds.ts';
import { event, temporaryFolder } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';
import { type Server, startServer } from './support.ts';

interface Door {
  readonly operation: Operation;
  readonly route: Route;
  readonly path: string;
}

/** What these ask for is not there: if it were, it would not be the next time. */
const ABSENT = new Set([
  ...['delete_person', 'delete_import', 'delete_tile', 'get_event_definition', 'get_event_definition_by_name'],
  ...['remove_dashboard', 'remove_action', 'remove_cohort', 'remove_annotation', 'remove_alert'],
  ...[
    'add_persons_to_cohort',
    'remove_person_from_cohort',
    'get_event',
    'get_person',
    'list_person_cohorts',
    'set_person_property',
    'unset_person_property',
  ],
]);
const NOBODY = '99';

/** Every route of the table, its variables filled in. */
function doors(id: string, project = '1'): Door[] {
  return OPERATIONS.flatMap((operation) =>
    operation.routes.map((route) => ({
      operation,
      route,
      path: `/api${operation.in_project ? `/projects/${project}` : ''}${route.path
        .replace('organizations/:id', 'organizations/@current')
        .replace('users/:uuid', 'users/@me')
        .replace(/:\w+/g, ABSENT.has(operation.name) ? NOBODY : id)}`,
    })),
  );
}

const BODIES: Record<string, unknown> = {
  // Of kinds that share an operation the first is meant.
  ...Object.fromEntries(KINDS_WITH_BODY.toReversed().map((kind) => [namesOf(kind).operation, KIND_BODIES[kind]])),
  cancel_computation: { client_query_id: 'x' },
  create_action: { name: 'Signed up', steps: [{ event: 'sign up' }] },
  explain_change: { question: { events: [{ id: 'sign up' }] } },
  create_annotation: { content: 'Release' },
  create_alert: { insight: 1, lower: 1 },
  create_cohort: { name: 'Team', is_static: true, distinct_ids: [] },
  create_project: { name: 'Another' },
  create_organization_project: { name: 'One more' },
  create_dashboard: { name: 'Growth', tiles: [1] },
  reorder_tiles: { tile_order: [1] },
  copy_tile: { fromDashboardId: 1, tileId: 1 },
  move_tile: { to_dashboard: 1, tile: { id: 1 } },
  delete_tile: { tile_id: 1 },
  add_persons_to_cohort: { person_ids: ['x'] },
  remove_person_from_cohort: { person_id: 'x' },
  execute_sql: { args: { query: 'SELECT count() FROM events' } },
  read_taxonomy: { args: { query: { kind: 'events' } } },
  set_person_property: { key: 'plan', value: 'pro' },
  unset_person_property: { $unset: 'plan' },
  run_query: { query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'sign up' }] } },
  rename_group_type: { group_type: 'team', name_singular: 'squad' },
  run_sql: { query: 'SELECT count() FROM events' },
};

/** What a GET cannot do without. */
const QUERIES: Record<string, string> = {
  list_property_values: '?key=plan',
  list_person_values: '?key=plan',
  list_groups: '?group_type_index=0',
  list_person_cohorts: `?person_id=${NOBODY}`,
  get_event_definition_by_name: '?name=nothing',
  list_persons: '?question={"kind":"trend","events":[{"id":"sign up"}]}',
};

async function prepared(): Promise<Server> {
  const server = await startServer({ importing: await importFrom(temporaryFolder()) });
  server.service.store.transaction(() => server.service.store.groups.typeIndex(1, 'team'));
  const filters = { insight: 'TRENDS', events: [{ id: 'sign up' }] };
  for (let i = 0; i < 3; i++) await server.post('insights/', { name: `n${i}`, filters });
  const saved = ['create_dashboard', 'create_action', 'create_cohort', 'create_annotation', 'create_alert'] as const;
  for (const name of saved) {
    await server.post(`${name.replace('create_', '')}s/`, BODIES[name]);
  }
  return server;
}

function knock(server: Server, { operation, route, path }: Door, key: string | null) {
  const body = route.method === 'POST' || route.method === 'PATCH' ? (BODIES[operation.name] ?? {}) : undefined;
  return server.send(route.method, path + (QUERIES[operation.name] ?? ''), {
    key,
    ...(body === undefined ? {} : { body }),
  });
}

test('every route with every scope: what is listed passes, all else names the missing scope', async () => {
  const server = await prepared();
  const keys = new Map(SCOPES.map((scope) => [scope, server.key([scope])]));
  for (const door of doors('1')) {
    const { scope: wanted, name } = door.operation;
    for (const [scope, key] of keys) {
      const { status, body } = await knock(server, door, key);
      if (wanted === null || allows([scope], wanted)) {
        expect([name, scope, status], name).toEqual([name, scope, ABSENT.has(name) ? 404 : (door.route.status ?? 200)]);
      } else {
        expect([name, scope, status], name).toEqual([name, scope, 403]);
        expect(body.code).toBe('permission_denied');
        expect(body.detail).toContain(`API key missing required scope '${wanted}'`);
      }
    }
  }
});

test('without a key that counts every route is 401, and says how to send one', async () => {
  const server = await prepared();
  const revoked = server.key(['*']);
  const { store } = server.service;
  const id = store.keys.list().at(-1)!.id;
  store.transaction(() => store.keys.revoke(id, server.service.now()));
  for (const door of doors('1')) {
    for (const [key, code] of [
      [null, 'not_authenticated'],
      ['', 'not_authenticated'],
      ['phx_wrong', 'authentication_failed'],
      [revoked, 'authentication_failed'],
    ] as const) {
      const { status, headers, body } = await knock(server, door, key);
      expect([status, body.code, headers['www-authenticate']]).toEqual([401, code, 'Bearer']);
      expect(body.detail).not.toContain('phx_wrong');
    }
  }
  const basic = await server.get('insights/', { key: null, headers: { authorization: 'Basic YTpi' } });
  expect(basic.body.code).toBe('not_authenticated');
});

test('checks come in order: credentials, scope, project, object, body', async () => {
  const server = await prepared();
  const reader = server.key(['insight:read']);
  const elsewhere = server.key(['*'], [99]);
  const broken = { raw: '{"name":' };
  const status = async (path: string, key: string | null) =>
    (await server.send('PATCH', path, { ...broken, key })).status;
  const [unknown_project, unknown_insight] = ['/api/projects/77/insights/1/', 'insights/77/'];
  expect(await status(unknown_project, null)).toBe(401);
  expect(await status(unknown_project, 'phx_wrong')).toBe(401);
  expect(await status(unknown_project, reader)).toBe(403);
  expect(await status('insights/1/', elsewhere)).toBe(403);
  expect(await status(unknown_project, server.all)).toBe(404);
  expect(await status('/api/projects/abc/insights/1/', server.all)).toBe(404);
  expect(await status(unknown_insight, server.all)).toBe(404);
  expect(await status('insights/1/', server.all)).toBe(400);
  const typed = { body: { name: 5 }, headers: { 'content-type': 'text/plain' } };
  expect((await server.send('PATCH', unknown_insight, typed)).status).toBe(404);
  expect((await server.send('PATCH', 'insights/1/', typed)).status).toBe(415);
});

test('a key of one project sees that project only, by number and as @current', async () => {
  const server = await prepared();
  const { store } = server.service;
  const first = store.projects.get(1)!;
  const { id: _, ...values } = { ...first, name: 'Second', api_token: 'phc_second' };
  const second = store.transaction(() => store.projects.create(values));
  const key = server.key(['*'] as Scope[], [second.id]);
  await server.post(`/api/projects/${second.id}/insights/`, { name: 'theirs' });

  expect((await server.get('/api/projects/', { key })).body).toMatchObject({ count: 1, results: [{ name: 'Second' }] });
  expect((await server.get('/api/projects/')).body.count).toBe(2);
  expect((await server.get('/api/projects/@current/insights/', { key })).body.count).toBe(1);
  expect((await server.get('/api/environments/@current/insights', { key })).body.count).toBe(1);
  for (const door of doors('1').filter(({ operation }) => operation.in_project)) {
    expect((await knock(server, door, key)).status).toBe(403);
  }
  const theirs = store.insights.list(second.id, { limit: 1, offset: 0 }).rows[0]!;
  for (const id of [theirs.id, theirs.short_id]) expect((await server.get(`insights/${id}/`)).status).toBe(404);
});

test('a key for the log alone reads how an insight changed, and not what it shows', async () => {
  const server = await startServer();
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('paid', 'ana', '2026-03-01T10:00:00Z'),
  ]);
  const query = { kind: 'HogQLQuery', query: 'SELECT distinct_id FROM events' };
  const { id } = (await server.post('insights/', { name: 'Who', query })).body;
  await server.get(`insights/${id}/?refresh=true`);
  const path = `insights/${id}/activity/`;
  const read = async (...scopes: Scope[]) => (await server.get(path, { key: server.key(scopes) })).body;
  expect(await read('activity_log:read', 'insight:read')).toMatchObject({ id, result: [['ana']], total_count: 1 });
  const alone = await read('activity_log:read');
  expect(alone).toMatchObject({ id, name: 'Who', total_count: 1, result: null, resolved: null, last_refresh: null });
  expect(JSON.stringify(alone)).not.toContain('ana');
});

test('later calls have the current permissions of the key, and none once it is revoked or has expired', async () => {
  let now_ms = Date.parse('2026-03-10T12:00:00Z');
  const server = await startServer({ now: () => now_ms });
  const { service } = server;
  const owner = localOwner(service);
  expect(callerAgain(service, owner)).toBe(owner);
  const make = (lives_ms: number | null) => {
    const values = { user_id: owner.user.id, label: 'k', scopes: ['insight:read'] as const, project_ids: [1] };
    return createKey(service, { ...values, lives_ms }).key.id;
  };
  const again = (key_id: number) => callerAgain(service, { ...owner, key_id, scopes: ['*'], project_ids: null });
  const lasting = make(null);
  const ending = make(60_000);
  for (const id of [lasting, ending]) expect(again(id)).toMatchObject({ scopes: ['insight:read'], project_ids: [1] });
  now_ms += 60_000;
  expect([again(ending), again(999)]).toEqual([null, null]);
  service.store.keys.revoke(lasting, now_ms);
  expect(again(lasting)).toBe(null);
});

test('a question of the maximum size is read, one byte more is too large', async () => {
  const server = await startServer();
  const send = async (bytes: number) =>
    (await server.post('insights/trend/', null, { raw: '{"events":[{"id":"a"}]}'.padEnd(bytes) })).status;
  await atAndPast('question_bytes', send, { at: 200, past: 413 });
});
