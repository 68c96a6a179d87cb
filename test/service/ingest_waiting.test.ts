/** Events of months whose ids are not in memory, and too many to be read on the way. */
import { expect, test } from 'vitest';
import type { Project } from '../../src/model/saved/project.ts';
import type { IncomingEvent } from '../../src/service/identity/incoming.ts';
import type { RunningService } from '../../src/service/service.ts';
import { event, items, NOW, newFile, open } from './ingesting.ts';

/** A file of so many events, of which a new process knows no ids. */
async function sealed(): Promise<{ path: string; stored: IncomingEvent[] }> {
  const path = newFile();
  const { service, project } = open(path);
  const stored = Array.from({ length: 3_000 }, () => event());
  service.ingest.importItems(project, items(...stored));
  await service.ingest.settle(project, 0);
  await service.close();
  return { path, stored };
}

function rowsOf(service: RunningService, project: Project): number {
  const { events } = service.store;
  return events.segments(project.id).reduce((sum, { rows }) => sum + rows, events.tailEvents(project.id));
}

test('events of months whose ids have to be read first wait for them, and are told from repeats', async () => {
  const { path, stored } = await sealed();
  const { service, project } = open(path);
  const callers = Array.from({ length: 10 }, (_, i) => stored.filter((_, at) => at % 30 === i).concat(event()));
  // A commit reads a few months in its place, so the first caller waits for the rest; one or two more may, depending on
  // what was preloaded. Events of today do not.
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
  expect(order.indexOf(callers.length)).toBeLessThan(order.indexOf(0));
  expect(rowsOf(service, project)).toBe(stored.length + 11);
});

test('what waits for ids is flushed, and refused where the server stops', async () => {
  const { path, stored } = await sealed();
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
