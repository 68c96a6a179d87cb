/** What is erased is gone: from answers, from the file, also where somebody is killed in between. */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { deletePersons } from '../../src/service/erasing/persons.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { verifyFile } from '../../src/service/operator/verify.ts';
import { nextBatch } from '../../src/service/remote/packing.ts';
import { startExpiring } from '../../src/service/rounds/expire.ts';
import type { ErasureTask } from '../../src/store/types/erasures.ts';
import { SILENT } from '../support/log.ts';
import { event, type Product, temporaryProduct } from '../support/product.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

async function eraseNow({ service }: Product, task: ErasureTask): Promise<void> {
  const [project] = service.store.projects.list();
  service.store.transaction(() => service.store.erasures.request(project!.id, task, NOW, 10));
  await service.ingest.erase(project!);
  expect(await service.ingest.scrub()).toBe(true);
}

function ask({ service }: Product, name: string, input: Record<string, unknown>): Promise<unknown> {
  return call(service, localOwner(service), operationNamed(name), input);
}

function bytesOf({ path }: Product): string {
  return [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join();
}

test('nothing of a person is left', async () => {
  const product = temporaryProduct({ now: () => NOW });
  const { service } = product;
  const [project] = service.store.projects.list();
  const items = ['ana', 'bob', 'cy'].flatMap((who) =>
    Array.from({ length: 50 }, (_, at) =>
      event('seen', `${who}-with-a-name`, `2026-03-0${1 + (at % 9)}T10:00:00Z`, {
        page: `${who}-only-${at}`,
        shared: at % 3,
        $set: { email: `${who}@example.com`, plan: 'free' },
      }),
    ),
  );
  service.ingest.importItems(project!, items.slice(0, 100));
  await service.ingest.settle(project!, 0);
  service.ingest.importItems(project!, items.slice(100));
  service.ingest.importItems(
    project!,
    items.slice(40, 60).map((one) => structuredClone(one)),
  );
  const trend = {
    events: [{ id: 'seen', math: 'dau' }],
    date_from: '2026-03-01',
    breakdown: 'email',
    breakdown_type: 'person',
  };
  await ask(product, 'create_insight', { name: 'by mail', filters: { insight: 'TRENDS', ...trend } });
  expect(JSON.stringify(await ask(product, 'get_insight', { id: 1 }))).toContain('ana@example.com');
  expect(bytesOf(product)).toContain('ana-with-a-name');
  expect(await ask(product, 'describe_project', {})).toMatchObject({ people: 3 });
  const found = service.store.people.find(project!.id, 'ana-with-a-name')!;
  await eraseNow(product, { kind: 'persons', first_distincts: [found.ord], with_events: true });
  expect(bytesOf(product)).not.toMatch(/ana-with|ana@ex|ana-only/);
  expect(bytesOf(product)).toMatch(/bob-with/);
  expect(await ask(product, 'describe_project', {})).toMatchObject({ people: 2 });
  expect(service.store.people.find(project!.id, 'ana-with-a-name')).toBeUndefined();
  const answer = JSON.stringify(await ask(product, 'compute_trend', trend));
  expect(answer).not.toContain('ana@example.com');
  expect(answer).toContain('bob@example.com');
  expect(JSON.stringify(await ask(product, 'get_insight', { id: 1 }))).not.toContain('ana@example.com');
  expect(verifyFile(product.path)).toMatchObject({ events: 100, people: 2, problems: [] });
});

test('a person without their events leaves events of somebody, and nothing else', async () => {
  const product = temporaryProduct({ now: () => NOW });
  const { service } = product;
  const [project] = service.store.projects.list();
  const dora = {
    distinct_ids: ['dora-with-a-name', 'd-2'],
    properties: { email: 'dora@example.com' },
    created_at_ms: 5,
  };
  service.ingest.importItems(project!, [
    { kind: 'person', person: dora },
    event('seen', 'dora-with-a-name', '2026-03-05T10:00:00Z'),
    event('seen', 'd-2', '2026-03-06T10:00:00Z'),
    event('seen', 'eve', '2026-03-06T10:00:00Z'),
  ]);
  await service.ingest.settle(project!, 0);
  await ask(product, 'create_cohort', { name: 'Team', is_static: true, distinct_ids: ['dora-with-a-name', 'eve'] });
  const { ord } = service.store.people.find(project!.id, 'd-2')!;
  await eraseNow(product, { kind: 'persons', first_distincts: [ord], with_events: false });
  expect(bytesOf(product)).not.toMatch(/dora/);
  expect(await ask(product, 'get_cohort', { id: 1 })).toMatchObject({ count: 1 });
  const trend = { events: [{ id: 'seen', math: 'dau' }], date_from: '2026-03-05', date_to: '2026-03-06' };
  expect(await ask(product, 'compute_trend', trend)).toMatchObject({ result: [{ data: [1, 2] }] });
  const texts = service.store.people.distinctTexts(project!.id, [0, ord]);
  expect(texts).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), expect.stringMatching(/^[\da-f-]{36}$/)]);
  expect(verifyFile(product.path)).toMatchObject({ events: 3, people: 2, problems: [] });
});

test('whoever is gone is in no table and in no cohort', async () => {
  const product = temporaryProduct({ now: () => NOW });
  const { service } = product;
  const [project] = service.store.projects.list();
  const seen = (who: string, properties = {}) => event('seen', who, '2026-03-05T10:00:00Z', properties);
  service.ingest.importItems(project!, [
    ...Array.from({ length: 6 }, (_, at) => seen(`u${at}`, { $set: { plan: `p${at % 2}` } })),
    ...['n0', 'n1', 'm0', 'm1'].map((who) => seen(who)),
    event('$identify', 'm1', '2026-03-05T11:00:00Z', { $anon_distinct_id: 'm0' }),
  ]);
  await service.ingest.settle(project!, 0);
  const first_distincts = ['u0', 'u1', 'n0'].map((who) => service.store.people.find(project!.id, who)!.ord);
  const cohortCount = async (operator: string, value?: string) => {
    const values = [{ type: 'person', key: 'plan', operator, value }];
    return ask(product, 'create_cohort', { name: operator, filters: { properties: { type: 'AND', values } } });
  };
  const rows = async (statement: string) => ask(product, 'run_sql', { query: statement });
  await rows('select count() from persons');
  await eraseNow(product, { kind: 'persons', first_distincts, with_events: true });
  expect(await cohortCount('is_not_set')).toMatchObject({ count: 2 });
  expect(await cohortCount('is_not', 'p0')).toMatchObject({ count: 4 });
  expect(await rows('select count(), count(id) from persons')).toMatchObject({ results: [[6, 6]] });
  expect(await rows('select cohort_id, count() from cohort_people group by 1 order by 1')).toMatchObject({
    results: [
      [1, 2],
      [2, 4],
    ],
  });
  expect(await rows('select count(), count(person_id) from person_distinct_ids')).toMatchObject({ results: [[7, 7]] });
  const never = `select count() from persons p where not exists (select 1 from events e where e.person_id = p.id and e.event = 'seen')`;
  expect(await rows(never)).toMatchObject({ results: [[0]] });
  const batch = nextBatch(service.store, project!.id, { revision: 0, seq: 0, distincts: 0 });
  expect(batch).toMatchObject({ distincts: { length: 7 }, persons: { length: 6 }, sent: { distincts: 10 } });
});

test('a project whose events are damaged holds up no deletion in another', async () => {
  const product = temporaryProduct({ now: () => NOW });
  const { service, path } = product;
  const [project] = service.store.projects.list();
  const { id: _, ...like } = project!;
  const other = service.store.projects.create({ ...like, name: 'Other', api_token: 'phc_other' });
  for (const one of [project!, other]) {
    service.ingest.importItems(one, [event('seen', 'ana', '2026-03-05T10:00:00Z')]);
    await service.ingest.settle(one, 0);
  }
  const file = new DatabaseSync(path);
  file.exec(`UPDATE segment_blob SET bytes = zeroblob(length(bytes)) WHERE segment_id = 1`);
  file.close();
  const named = { uuids: [], distinct_ids: ['ana'] };
  const [failed, done] = await Promise.allSettled(
    [project!, other].map((one) => deletePersons(service, one, named, true)),
  );
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'busy' } });
  expect(done).toMatchObject({ status: 'fulfilled', value: { persons_deleted: 1, events_deleted: 1 } });
});

test('while a reader holds the file up, an erasure that fails is not tried again and again', async () => {
  const failed: string[] = [];
  const log = { ...SILENT, warn: (_: unknown, text: string) => failed.push(text) };
  const { service, path } = temporaryProduct({ now: () => NOW, log });
  const [project] = service.store.projects.list();
  service.ingest.importItems(project!, [event('seen', 'ana', '2026-03-05T10:00:00Z')]);
  await service.ingest.settle(project!, 0);
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec(`UPDATE segment_blob SET bytes = zeroblob(length(bytes))`);
  other.exec('BEGIN; SELECT count(*) FROM segment');
  service.store.transaction(() => service.store.erasures.noteRemoval());
  const deleted = deletePersons(service, project!, { uuids: [], distinct_ids: ['ana'] }, true);
  await expect(deleted).rejects.toThrow('noted but could not be done now');
  void service.ingest.scrub();
  await sleep(TUNING.scrub_retry_ms * 3);
  expect(service.store.erasures.unscrubbed()).not.toBeNull();
  expect(failed).toEqual(['upkeep of the store was put off']);
});

test('a server that stops does not wait for an erasure of its rounds, which the next start finishes', async () => {
  const { service, path, close } = temporaryProduct({ now: () => NOW });
  const [project] = service.store.projects.list();
  service.ingest.importItems(project!, [event('seen', 'ana', '2026-03-05T10:00:00Z')]);
  await service.ingest.settle(project!, 0);
  const task = { kind: 'expiry', before_ms: NOW } as const;
  service.store.transaction(() => service.store.erasures.request(project!.id, task, NOW, 10));
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const expiring = startExpiring(service, 10);
  await sleep(300);
  const began_ms = performance.now();
  await expiring.stop();
  expect(performance.now() - began_ms).toBeLessThan(LIMIT.store_busy_ms / 2);
  expect(service.store.erasures.pending()).toHaveLength(1);
  other.exec('ROLLBACK');
  await close();
  const next = temporaryProduct({ path, now: () => NOW });
  await next.service.ingest.erase(project!);
  expect(verifyFile(path)).toMatchObject({ events: 0, problems: [] });
});

test('a device whose clock is years behind has old events removed once a day, not in each round', async () => {
  let now = NOW;
  const { service } = temporaryProduct({ now: () => now });
  const [project] = service.store.projects.list();
  service.store.projects.update(project!.id, { retention_days: 30 });
  const expiring = startExpiring(service, 10);
  onTestFinished(() => expiring.stop());
  const send = () => service.ingest.importItems(project!, [event('seen', 'ana', '2019-01-01T10:00:00Z')]);
  const events = () => service.store.definitions.events(project!.id).reduce((sum, { count }) => sum + count, 0);
  const said = async () => {
    const { results } = (await call(service, localOwner(service), operationNamed('list_audit_log'), {})) as {
      results: { action: string }[];
    };
    return results.filter(({ action }) => action === 'expire_events').length;
  };
  send();
  await expect.poll(said).toBe(1);
  send();
  await sleep(300);
  expect([events(), await said()]).toEqual([1, 1]);
  now += 86_400_000;
  await expect.poll(said).toBe(2);
  expect(events()).toBe(0);
  service.store.projects.update(project!.id, { retention_days: 31 });
  send();
  await expect.poll(said).toBe(3);
});

test('a model cannot have old events removed for good', async () => {
  const { service } = temporaryProduct({ now: () => NOW });
  const update = operationNamed('update_project');
  const days = { retention_days: 1 };
  await expect(call(service, localOwner(service), update, days, { face: 'mcp' })).rejects.toThrow('expire --days');
  expect(service.store.projects.list()[0]!.retention_days).toBeNull();
  expect(await call(service, localOwner(service), update, days)).toMatchObject(days);
});
