/** Blobs of large segments are stored ahead, piece by piece; what comes of that is as if they had been stored at once. */
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { seeded } from '../../src/base/random.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { verifyFile } from '../../src/service/operator/verify.ts';
import { event, temporaryProduct } from '../support/product.ts';

const EVENTS = 8_000;
/** Together more than is stored at once. */
const TEXT_BYTES = 300;

test('large segments are staged, merged and rewritten, and nothing staged is left over', async () => {
  const random = seeded(3);
  const text = () => Buffer.from(random.bytes(TEXT_BYTES)).toString('base64');
  const { service, path } = temporaryProduct();
  const [project] = service.store.projects.list();
  const whose = (at: number) => (at % 10 === 0 ? 'ana' : 'bob');
  const items = Array.from({ length: EVENTS }, (_, at) =>
    event('seen', whose(at), `2026-03-01T10:00:00Z`, { text: `${whose(at)} ${text()}` }),
  );
  const file = new DatabaseSync(path, { readOnly: true });
  const staged = () => file.prepare('SELECT count(DISTINCT stage) AS n, count(*) AS parts FROM staged_blob').get();
  const used = () => file.prepare('SELECT count(*) AS n FROM segment WHERE stage IS NOT NULL').get()!['n'];
  const ask = async () => {
    const query = "select count(), uniq(properties.text), countIf(properties.text like 'ana%') from events";
    const answer = await call(service, localOwner(service), operationNamed('run_sql'), { query, refresh: true });
    return (answer as { results: unknown[] }).results[0];
  };
  try {
    service.ingest.importItems(project!, items);
    await service.ingest.settle(project!, 1);
    await service.ingest.settle(project!, 0);
    expect(used()).toBe(1);
    expect(staged()!['parts']).toBeGreaterThan(2);
    expect(await ask()).toEqual([EVENTS, EVENTS, EVENTS / 10]);

    // What a process left that was killed goes with the next deletion.
    service.store.transaction(() =>
      service.store.events.stage(7, [{ name: 'x', part: 0, bytes: Buffer.from('left') }]),
    );
    const { ord } = service.store.people.find(project!.id, 'ana')!;
    const task = { kind: 'persons', first_distincts: [ord], with_events: true } as const;
    service.store.transaction(() => service.store.erasures.request(project!.id, task, 1, 10));
    await service.ingest.erase(project!);
    expect(await ask()).toEqual([EVENTS * 0.9, EVENTS * 0.9, 0]);
    expect(used()).toBe(1);
    expect(await service.ingest.scrub()).toBe(true);
    expect(staged()!['n']).toBe(1);
    expect(verifyFile(path)).toMatchObject({ events: EVENTS * 0.9, people: 1, problems: [] });
  } finally {
    file.close();
  }
});

test('what a process staged that was killed goes with the first seal of the next', async () => {
  const { service, path, close } = temporaryProduct();
  const [project] = service.store.projects.list();
  service.ingest.importItems(project!, [event('seen', 'ana', '2026-03-01T10:00:00Z')]);
  const left = [{ name: 'x', part: 0, bytes: Buffer.from('left') }];
  service.store.transaction(() => service.store.events.stage(7, left));
  await service.ingest.settle(project!, 0);
  await close();
  const file = new DatabaseSync(path, { readOnly: true });
  expect(file.prepare('SELECT count(*) AS n FROM staged_blob').get()).toEqual({ n: 0 });
  file.close();
});

test('a segment whose blobs somebody removed meanwhile is not added', () => {
  const { service } = temporaryProduct();
  const { store } = service;
  const segment = { rows: 1, from_ms: 0, until_ms: 1, header: new Uint8Array(1), stage: 7, parts: 1 };
  store.transaction(() => store.events.stage(7, [{ name: 'x', part: 0, bytes: Buffer.from('left') }]));
  store.transaction(() => store.events.unstage(null));
  const add = () => store.transaction(() => store.events.replace(1, [], [segment], 1));
  expect(add).toThrow('Another process works on the same events');
  expect(store.events.segments(1)).toEqual([]);
});
