/** Deleting people and imports, and events that are too old, over HTTP. */
import { expect, test } from 'vitest';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { expireEvents } from '../../src/service/erasing/expiry.ts';
import { call } from '../../src/service/gate/call.ts';
import { batchesOf } from '../../src/service/ingest/event_batch.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { openService } from '../../src/service/service.ts';
import { event, temporaryProduct } from '../support/product.ts';
import { type Server, startServer } from './support.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const DAYS = [1, 2, 3].map((day) => `2026-03-0${day}T10:00:00Z`);
const PEOPLE = 'persons/?question={"kind":"trend","events":[{"id":"seen"}],"date_from":"2026-03-01"}';

async function begin(): Promise<Server> {
  const server = await startServer({ now: () => NOW });
  const items = ['ana', 'bob'].flatMap((who) =>
    DAYS.map((at) => event('seen', who, at, { $set: { email: `${who}@x.org` } })),
  );
  server.service.ingest.importItems(server.service.store.projects.get(1)!, items);
  return server;
}

const listed = async (server: Server): Promise<{ id: string; distinct_ids: string[]; properties: object }[]> =>
  (await server.get(PEOPLE)).body.results;

test('a person goes with or without their events; whoever comes later under the same id is somebody new', async () => {
  const server = await begin();
  const [ana, bob] = await listed(server);
  const count = async () => (await server.get('events/?limit=50')).body.results.length;
  const read_only = server.key(['person:read']);
  expect((await server.send('DELETE', `persons/${ana!.id}/`, { key: read_only })).status).toBe(403);
  const nobody = await server.send('DELETE', 'persons/00000000-0000-0000-0000-000000000000/');
  expect(nobody).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await server.send('DELETE', `persons/${ana!.id}/?delete_events=perhaps`)).status).toBe(400);

  const kept = await server.send('DELETE', `persons/${ana!.id}/`);
  expect(kept).toMatchObject({ status: 202, body: { persons_deleted: 1, events_deleted: 0 } });
  const nameless = (await listed(server)).find(({ id }) => id !== bob!.id)!;
  const unknown = { properties: {}, created_at: null, distinct_ids: [expect.not.stringContaining('ana')] };
  expect(nameless).toMatchObject(unknown);
  expect((await server.get(`persons/${nameless.id}/`)).body).toMatchObject(unknown);
  expect(await count()).toBe(6);

  const gone = await server.send('DELETE', `persons/${bob!.id}/?delete_events=true`);
  expect(gone).toMatchObject({ status: 202, body: { persons_found: 1, persons_deleted: 1, events_deleted: 3 } });
  expect(await count()).toBe(3);

  await server.service.ingest.scrub();
  const { api_token } = server.service.store.projects.get(1)!;
  const batch = ['ana', 'bob'].map((distinct_id) => ({ event: 'seen', distinct_id, timestamp: DAYS[2] }));
  expect(await server.send('POST', '/batch/', { key: null, body: { api_key: api_token, batch } })).toMatchObject({
    status: 200,
  });
  const after = await listed(server);
  expect(after.map(({ distinct_ids }) => distinct_ids[0]).sort()).toEqual(
    ['ana', 'bob', nameless.distinct_ids[0]].sort(),
  );
  expect(after.every(({ properties }) => Object.keys(properties).length === 0)).toBe(true);

  const bulk = { distinct_ids: ['ana', 'bob', 'nobody'], ids: [nameless.id], delete_events: true };
  expect((await server.post('persons/bulk_delete/', bulk)).body).toEqual({
    ...{ persons_found: 3, persons_deleted: 3, events_deleted: 5 },
  });
  expect(await listed(server)).toEqual([]);
  const log = (await server.get('audit_log/')).body.results.map(({ action }: { action: string }) => action);
  expect(log).toEqual(['delete_persons', 'delete_person', 'delete_person']);
});

test('another process that has the project in memory answers without whoever was deleted', async () => {
  const server = await begin();
  const other = openService({ path: server.path, now: () => NOW });
  const rows = async () => {
    const answer = await call(other, localOwner(other), operationNamed('list_events'), {});
    return (answer as { results: unknown[] }).results.length;
  };
  expect(await rows()).toBe(6);
  const [ana] = await listed(server);
  await server.send('DELETE', `persons/${ana!.id}/?delete_events=true`);
  expect(await rows()).toBe(3);
  // Its memory of ids and people is gone, too.
  const project = other.store.projects.get(1)!;
  other.ingest.importItems(project, [event('seen', 'ana', DAYS[0]!)]);
  await other.close();
  expect((await listed(server)).map(({ distinct_ids, properties }) => [distinct_ids, properties])).toEqual([
    [['bob'], { email: 'bob@x.org' }],
    [['ana'], {}],
  ]);
});

test('an import is listed, and taken back with people whom only it made; what it brought can come again', async () => {
  const server = await begin();
  const { ingest, store } = server.service;
  const project = store.projects.get(1)!;
  const items = [...DAYS.map((at) => event('seen', 'cy', at)), event('paid', 'ana', DAYS[0]!)];
  const take = () => {
    const { id } = store.imports.begin(1, ['old.csv'], NOW);
    for (const batch of batchesOf(items, 2)) {
      ingest.importBatch(project, batch, [{ events: batch.events.rows, others: 0 }], id);
    }
    return id;
  };
  const id = take();
  expect((await server.get('imports/')).body.results).toEqual([
    expect.objectContaining({ id, sources: ['old.csv'], events: 4 }),
  ]);
  // Nobody can give an event the number of an import.
  const { api_token } = project;
  const sent = { event: 'forged', distinct_id: 'ana', properties: { $import_id: id } };
  await server.send('POST', '/batch/', { key: null, body: { api_key: api_token, batch: [sent] } });
  const undone = await server.send('DELETE', `imports/${id}/`);
  expect(undone).toMatchObject({ status: 202, body: { id, events_deleted: 4, persons_deleted: 1 } });
  expect((await listed(server)).map(({ distinct_ids }) => distinct_ids[0])).toEqual(['ana', 'bob']);
  expect(
    (await server.get('event_definitions/')).body.results.map(({ name }: { name: string }) => name).sort(),
  ).toEqual(['forged', 'seen']);
  expect((await server.send('DELETE', `imports/${id}/`)).status).toBe(404);
  expect(take()).toBe(id + 1);
  expect((await listed(server)).length).toBe(3);
});

test('events that are too old go, and answers over that time say so', async () => {
  const server = await begin();
  const trend = { events: [{ id: 'seen' }], date_from: '2026-03-01', date_to: '2026-03-05' };
  await server.post('insights/', { name: 'seen', filters: { insight: 'TRENDS', ...trend } });
  expect((await server.patch('', { retention_days: 0 })).status).toBe(400);
  expect((await server.patch('', { retention_days: 8 })).body).toMatchObject({ retention_days: 8 });
  expect((await server.get('')).body).toMatchObject({ retention_days: 8 });
  const project = server.service.store.projects.get(1)!;
  expect(await expireEvents(server.service, project)).toMatchObject({ events: 2 });
  expect(await expireEvents(server.service, project)).toMatchObject({ events: 0 });
  const answer = (await server.post('insights/trend/', trend)).body;
  expect(answer.result[0].data).toEqual([0, 2, 2, 0, 0]);
  expect(answer.resolved.warnings[0]).toContain('before 2026-03-02T00:00:00+00:00 are gone');
  expect((await server.get('insights/1/')).body.resolved.warnings[0]).toContain('retention_days');
  const later = (await server.post('insights/trend/', { ...trend, date_from: '2026-03-02' })).body;
  expect(JSON.stringify(later.resolved.warnings ?? [])).not.toContain('gone');
  // Who keeps everything from now on, and brings the history back, is told nothing wrong.
  await server.patch('', { retention_days: null });
  server.service.ingest.importItems(project, [event('seen', 'bob', '2026-03-01T10:00:00Z')]);
  const again = (await server.post('insights/trend/', trend)).body;
  expect(again.result[0].data).toEqual([1, 2, 2, 0, 0]);
  expect(again.resolved.warnings[0]).toMatch(/did not keep .* unless they were sent again since/);
});

test('where events are in a database that the server does not know, nothing is deleted, and that is said', async () => {
  const { path, service } = temporaryProduct();
  service.store.transaction(() => service.store.events.setPlace('clickhouse://events'));
  await service.close();
  const server = await startServer({ path });
  const refused = {
    status: 400,
    body: { code: 'not_supported', detail: expect.stringContaining('clickhouse://events') },
  };
  expect(await server.send('DELETE', 'persons/any/')).toMatchObject(refused);
  expect(await server.send('DELETE', 'imports/1/')).toMatchObject(refused);
  expect(await server.patch('', { retention_days: 9 })).toMatchObject(refused);
});
