/** Events of months whose ids are not in memory, and too many to be read on the way. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import type { Project } from '../../src/model/saved/project.ts';
import type { IncomingEvent } from '../../src/service/identity/incoming.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { openService, type RunningService } from '../../src/service/service.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;
const folders: string[] = [];
const services: RunningService[] = [];

afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function open(path: string): { service: RunningService; project: Project } {
  const service = openService({ path, now: () => NOW });
  services.push(service);
  return { service, project: must(service.store.projects.list()[0], 'the first project') };
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'insights-waiting-'));
  folders.push(folder);
  return join(folder, 'events.db');
}

let made = 0;

/** Over ten months. */
function event(values: Partial<IncomingEvent> = {}): IncomingEvent {
  const uuid = new Uint8Array(16);
  new DataView(uuid.buffer).setUint32(12, ++made);
  return { event: 'e', distinct_id: 'a', timestamp_ms: NOW - (made % 300) * DAY_MS, uuid, properties: {}, ...values };
}

const items = (...events: IncomingEvent[]): IngestItem[] => events.map((item) => ({ kind: 'event', event: item }));

function rowsOf(service: RunningService, project: Project): number {
  const { events } = service.store;
  return events.segments(project.id).reduce((sum, { rows }) => sum + rows, events.tailEvents(project.id));
}

test('events of months whose ids have to be read first wait for them, and are told from repeats', async () => {
  const path = newFile();
  const before = open(path);
  const stored = Array.from({ length: 3_000 }, () => event());
  before.service.ingest.importItems(before.project, items(...stored));
  await before.service.ingest.settle(before.project, 0);
  await before.service.close();
  const { service, project } = open(path);
  const callers = Array.from({ length: 10 }, (_, i) => stored.filter((_, at) => at % 30 === i).concat(event()));
  // Each commit reads a little in its place, so the first one waits longest. Of today, ids are there from the beginning.
  const order: number[] = [];
  const answers = [...callers, [event({ timestamp_ms: NOW })]].map(async (events, at) => {
    const answer = await service.ingest.capture(project, events);
    order.push(at);
    return answer;
  });
  expect(await Promise.all(answers)).toEqual([
    ...callers.map(() => ({ taken: 1, duplicates: 100 })),
    { taken: 1, duplicates: 0 },
  ]);
  expect(order.at(-1)).toBe(0);
  expect(rowsOf(service, project)).toBe(stored.length + 11);
});

test('what waits for ids is flushed, and refused where the server stops', async () => {
  const path = newFile();
  const before = open(path);
  const stored = Array.from({ length: 3_000 }, () => event());
  before.service.ingest.importItems(before.project, items(...stored));
  await before.service.ingest.settle(before.project, 0);
  await before.service.close();
  const flushed = open(path);
  // Begins the preloading; then the queue is entered at once.
  await flushed.service.ingest.capture(flushed.project, []);
  const answer = flushed.service.ingest.capture(flushed.project, stored.slice(0, 300));
  await Promise.resolve();
  await flushed.service.ingest.flush();
  expect(await answer).toEqual({ taken: 0, duplicates: 300 });
  await flushed.service.close();
  const stopped = open(path);
  await stopped.service.ingest.capture(stopped.project, []);
  const refused = stopped.service.ingest.capture(stopped.project, [...stored.slice(0, 300), event()]);
  await Promise.resolve();
  const closed = stopped.service.close();
  await expect(refused).rejects.toMatchObject({ status: 503 });
  await closed;
});
