/** Lists of events over HTTP: filters, pages, refusals. */
import { expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { event } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';
import { type Json, type Server, startServer } from './support.ts';

const NOW = Date.parse('2026-01-15T12:00:00Z');

/** ana signs up under another id; ben is himself. */
async function shop(options: { computing?: { thread: 'always' } } = {}): Promise<Server> {
  const server = await startServer({ now: () => NOW, ...options });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('view', 'anon', '2026-01-01T10:00:00.123Z', {
      page: '/',
      nested: { a: [1, null], b: 'x' },
      ok: true,
      n: 1.5,
    }),
    event('view', 'ben', '2026-01-02T10:00:00Z', { page: '/pricing' }),
    event('sign up', 'anon', '2026-01-10T10:00:00Z', { plan: 'pro' }),
    event('$identify', 'ana', '2026-01-10T10:00:01Z', { $anon_distinct_id: 'anon' }),
    event('view', 'ana', '2026-01-15T11:00:00Z', { page: '/pricing' }),
  ]);
  return server;
}

const brief = (body: Json) => body.results.map((one: Json) => `${one.event} ${one.distinct_id}`);

test('the latest first, with what they came with and whose they are', async () => {
  const { get } = await shop();
  const { body } = await get('events/');
  expect(brief(body)).toEqual(['view ana', '$identify ana', 'sign up anon', 'view ben', 'view anon']);
  expect(body.results[4]).toMatchObject({
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    timestamp: '2026-01-01T10:00:00.123000Z',
    properties: { page: '/', nested: { a: [1, null], b: 'x' }, ok: true, n: 1.5 },
  });
  // One form, whole seconds or not: as texts they are in the order of time.
  expect(body.results[0].timestamp).toBe('2026-01-15T11:00:00.000000Z');
  expect((await get('events/?format=csv&limit=1')).text).toContain('2026-01-15T11:00:00.000000Z');
  const persons = body.results.map((one: Json) => one.person_id);
  expect(persons[4]).toBe(persons[0]);
  expect(persons[3]).not.toBe(persons[0]);
  expect(body).toMatchObject({ next: null, next_cursor: null, warnings: [] });
});

test('filters: event, person by either name, distinct id, time, properties', async () => {
  const { get } = await shop();
  const list = async (query: string) => brief((await get(`events/?${query}`)).body);
  expect(await list('event=view')).toEqual(['view ana', 'view ben', 'view anon']);
  expect(await list('person=ana')).toEqual(['view ana', '$identify ana', 'sign up anon', 'view anon']);
  const { person_id } = (await get('events/?distinct_id=anon')).body.results[0];
  for (const name of ['person', 'person_id']) {
    expect(await list(`${name}=${person_id.toUpperCase()}`)).toHaveLength(4);
  }
  expect(await list('distinct_id=anon')).toEqual(['sign up anon', 'view anon']);
  expect(await list('person=nobody')).toEqual([]);
  expect(await list('after=-1d')).toEqual(['view ana']);
  // From an instant on, and before another.
  expect(await list('after=2026-01-02T10:00:00Z&before=2026-01-10T10:00:00Z')).toEqual(['view ben']);
  expect(await list('properties=[{"key":"page","value":"/pricing"}]')).toHaveLength(2);
  const { body } = await get('events/?event=sing up');
  expect(body.results).toEqual([]);
  expect(body.warnings[0]).toContain('Did you mean "sign up"');
  expect((await get('events/?person=nobody')).body.warnings).toEqual([
    expect.stringContaining('There is no distinct id "nobody"'),
  ]);
});

test('pages: each event once, also while others come', async () => {
  const server = await shop();
  let { body } = await server.get('events/?limit=2');
  const met = brief(body);
  let late = 0;
  while (body.next !== null) {
    server.service.ingest.importItems(server.service.store.projects.get(1)!, [
      event('late', `new ${late++}`, '2026-01-15T11:30:00Z'),
    ]);
    const { pathname, search } = new URL(body.next);
    ({ body } = await server.get(`${pathname}${search}`, { encoded: true }));
    met.push(...brief(body));
  }
  expect(met).toEqual(['view ana', '$identify ana', 'sign up anon', 'view ben', 'view anon']);
  const csv = await server.get('events/?limit=1&format=csv');
  expect(csv.text.split('\n')[1]).toContain('late,new 1,');
});

test.each(['nonsense', '', 'W10', Buffer.from('[1,"00","a","b"]').toString('base64url')])(
  'the cursor %j is refused, as is one of another list',
  async (cursor) => {
    const { get } = await shop();
    const refused = await get(`events/?event=view&cursor=${cursor}`);
    // A blank one is none.
    expect(refused.status).toBe(cursor === '' ? 200 : 400);
    if (cursor !== '') expect(refused.body).toMatchObject({ attr: 'cursor' });
    const { next_cursor } = (await get('events/?limit=1')).body;
    expect((await get(`events/?limit=1&event=view&cursor=${next_cursor}`)).body).toMatchObject({ attr: 'cursor' });
    expect((await get(`events/?limit=3&cursor=${next_cursor}`)).status).toBe(200);
  },
);

test('what programs ask besides: a page by its offset, an action, the id and the person of each', async () => {
  const server = await shop();
  const paged = (await server.get('events/?limit=2&offset=2')).body;
  expect(brief(paged)).toEqual(['sign up anon', 'view ben']);
  const { pathname, search } = new URL(paged.next);
  expect(brief((await server.get(`${pathname}${search}`, { encoded: true })).body)).toEqual(['view anon']);
  expect((await server.get('events/?offset=5')).body).toMatchObject({ results: [], next: null });
  const [first] = paged.results;
  expect(first.id).toBe(first.uuid);
  expect(first.person).toEqual({ distinct_ids: ['anon'], is_identified: true, properties: {} });
  expect(first.elements_chain).toBe('');
  // Alone it is as it is in a list.
  expect((await server.get(`events/${first.id}/`)).body).toEqual(first);
  // Ids of tests are counted: neighbours of one may be there.
  for (const id of [first.id.replace(/^./, (begin: string) => (begin === 'f' ? '0' : 'f')), 'x']) {
    const { status, body } = await server.get(`events/${id}/`);
    expect([status, body.detail]).toEqual([404, 'Event not found. Lists of events tell their ids.']);
  }
  const steps = [{ event: 'sign up' }, { event: 'view', properties: [{ key: 'page', value: '/' }] }];
  const { id } = (await server.post('actions/', { name: 'Came', steps })).body;
  expect(brief((await server.get(`events/?action_id=${id}`)).body)).toEqual(['sign up anon', 'view anon']);
  expect(brief((await server.get(`events/?action_id=${id}&event=view`)).body)).toEqual(['view anon']);
  expect((await server.get('events/?action_id=77')).body).toMatchObject({ attr: 'action_id' });
  for (const order of ['["-timestamp"]', '-timestamp', '["timestamp DESC"]']) {
    expect((await server.get(`events/?orderBy=${order}`)).status).toBe(200);
  }
  const { attr, detail } = (await server.get('events/?orderBy=["timestamp"]')).body;
  expect([attr, detail]).toEqual(['orderBy', expect.stringContaining('"EventsQuery"')]);
  // A + that was not escaped is a blank.
  const early = '/api/projects/1/events/?before=2026-01-02T12:00:00+02:00';
  expect(brief((await server.get(early, { encoded: true })).body)).toEqual(['view anon']);
});

test('how far a page may lie', async () => {
  const { get } = await shop();
  const statusAt = async (offset: number) => (await get(`events/?offset=${offset}`)).status;
  await atAndPast('events_offset', statusAt, { at: 200, past: 400 });
});

test('a page has as many events as asked for, or says so to whoever counts', async () => {
  const { get, service } = await startServer({ now: () => NOW });
  const project = service.store.projects.get(1)!;
  const store = (name: string, count: number, text: string) => {
    const stored = Array.from({ length: count }, () => event(name, 'ana', '2026-01-01T10:00:00Z', { text }));
    service.ingest.importItems(project, stored);
  };
  // Connectors end with the first page of fewer events than they asked for.
  store('view', LIMIT.events_page, '');
  const paged = async (limit: number) => {
    const { status, body } = await get(`events/?event=view&limit=${limit}`);
    return status === 200 ? [body.results.length, body.next] : [body.attr];
  };
  await atAndPast('events_page', paged, { at: [LIMIT.events_page, null], past: ['limit'] });
  store('long', 36, '!'.repeat(900_000));
  const cut = (await get('events/?event=long&limit=36')).body;
  expect(cut.results).toHaveLength(35);
  const rest = await get(new URL(cut.next).pathname + new URL(cut.next).search, { encoded: true });
  expect(rest.body).toMatchObject({ results: [{ event: 'long' }], next: null });
  for (const counted of ['limit=36&offset=0', `limit=${LIMIT.events_page}`]) {
    const { status, body } = await get(`events/?event=long&${counted}`);
    expect([status, body.attr, body.detail]).toEqual([400, 'limit', expect.stringContaining('Ask for 35 or fewer')]);
  }
  expect((await get('events/?event=long&limit=35&offset=1')).body.results).toHaveLength(35);
});

test('what is refused', async () => {
  const server = await shop();
  const refused = async (query: string) => (await server.get(`events/?${query}`)).body;
  expect(await refused('after=yesterdayish')).toMatchObject({ attr: 'after' });
  expect(await refused('after=2026-01-03&before=2026-01-02')).toMatchObject({ attr: 'after' });
  expect(await refused('limit=0')).toMatchObject({ attr: 'limit' });
  expect(await refused('properties=[{"key":"a","operator":"like","value":1}]')).toMatchObject({
    attr: 'properties__0__operator',
  });
  const other = await server.get('events/', { key: server.key(['insight:read']) });
  expect([other.status, other.body.detail]).toEqual([403, expect.stringContaining("'query:read'")]);
});

test('where a thread computes, the same', async () => {
  const { get } = await shop({ computing: { thread: 'always' } });
  expect(brief((await get('events/?person=ana&limit=2')).body)).toEqual(['view ana', '$identify ana']);
});

test('a page of more events than are read in one turn has each once, and ends where it was asked to', async () => {
  const { get, service } = await startServer({ now: () => NOW });
  const count = 3 * TUNING.events_a_turn + 7;
  const at = (second: number) => new Date(NOW - second * 1_000).toISOString();
  service.ingest.importItems(
    service.store.projects.get(1)!,
    Array.from({ length: count }, (_, i) => event('tick', `d${i % 9}`, at(Math.floor(i / 2)), { i })),
  );
  const numbers = async (query: string) => {
    const { body } = await get(`events/?${query}`);
    return { next: body.next !== null, of: body.results.map((one: Json) => one.properties.i) };
  };
  const all = await numbers('limit=10000');
  expect([all.next, new Set(all.of).size, all.of.length]).toEqual([false, count, count]);
  expect(await numbers(`limit=${count}`)).toEqual(all);
  expect(await numbers(`limit=${count - 1}`)).toEqual({ next: true, of: all.of.slice(0, -1) });
  expect(await numbers(`limit=${TUNING.events_a_turn}&offset=3`)).toEqual({
    next: true,
    of: all.of.slice(3, 3 + TUNING.events_a_turn),
  });
  expect(await numbers(`limit=600&offset=${count - 300}`)).toEqual({ next: false, of: all.of.slice(-300) });
});
