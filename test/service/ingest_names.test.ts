/** Properties whose names are new with each event: what they cost, and how many a request may have. */
import { afterEach, expect, test } from 'vitest';
import type { Log } from '../../src/base/log.ts';
import { LIMIT } from '../../src/model/limit.ts';
import type { IncomingEvent } from '../../src/service/identity/incoming.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import { SILENT } from '../support/log.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const services: RunningService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

function open(log?: Log) {
  const service = openService({ path: ':memory:', now: () => NOW, ...(log && { log }) });
  services.push(service);
  const project = service.store.projects.list()[0]!;
  return { service, project, logged: () => service.store.events.logSince(project.id, 0).map(({ events }) => events) };
}

let made = 0;

/** With properties n<from>, n<from + 1> … */
function event(from: number, count: number): IncomingEvent {
  const uuid = new Uint8Array(16);
  new DataView(uuid.buffer).setUint32(12, ++made);
  const properties = Object.fromEntries(Array.from({ length: count }, (_, nth) => [`n${from + nth}`, nth]));
  return { event: 'e', distinct_id: 'a', timestamp_ms: NOW, uuid, properties };
}

test('a commit is cut into chunks, as each column is as long as its chunk', async () => {
  const { service, project, logged } = open();
  const usual = Array.from({ length: 600 }, () => event(0, 5));
  const wide = [event(0, 1_000), event(1_000, 1_000), event(2_000, 1_000)];
  const callers = [usual, wide, [wide[0]!, wide[2]!, usual[0]!], [event(0, 5)]];
  const results = await Promise.all(callers.map((events) => service.ingest.capture(project, events)));
  expect(results.map(({ taken, duplicates }) => [taken, duplicates])).toEqual([
    [600, 0],
    [3, 0],
    [0, 3],
    [1, 0],
  ]);
  // With one wide event a chunk has 601 x 1,000 cells, with two it would have more than a million.
  expect(logged()).toEqual([601, 3]);
});

test('requests of one moment whose names are many are not all in one commit', async () => {
  const { service, project, logged } = open();
  const requests = Array.from({ length: 5 }, (_, nth) => [event(nth * 4_000, 4_000)]);
  await Promise.all(requests.map((events) => service.ingest.capture(project, events)));
  expect(logged()).toEqual([3, 2]);
});

test('the server tells in its log of each group type without room, once', async () => {
  const told: unknown[] = [];
  const keep = (of: object): number => told.push(of);
  const { service, project } = open({ ...SILENT, warn: keep, error: keep });
  const named = (type: string) => ({ ...event(0, 1), properties: { $groups: { [type]: 'a' } } });
  const types = Array.from({ length: LIMIT.groups_per_project + 1 }, (_, at) => `type ${at}`);
  await service.ingest.capture(project, types.map(named));
  await service.ingest.capture(project, types.map(named));
  expect(told).toMatchObject([{ project: project.id, group_types: ['type 5'] }]);
});

test('a request has a limit of names, over all its events', async () => {
  const { service, project, logged } = open();
  const most = event(0, LIMIT.batch_properties);
  await service.ingest.capture(project, [most, event(0, 5)]);
  await expect(service.ingest.capture(project, [event(1, LIMIT.batch_properties), event(0, 1)])).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining(`${LIMIT.batch_properties} different properties`),
  });
  expect(logged()).toEqual([2]);
});
