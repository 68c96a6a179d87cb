/** Where a file's events are: said at first, changed by moving them only. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openService } from '../../src/service/service.ts';
import { event, temporaryFolder } from '../support/product.ts';

const [FIRST, OTHER] = ['clickhouse://127.0.0.1:1/first', 'clickhouse://127.0.0.1:1/other'];

function opening() {
  const path = join(temporaryFolder(), 'insights.db');
  return (events: string | null) => {
    const service = openService({ path, events, computing: { thread: 'never' } });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await service.close();
      isOpen = false;
    };
    onTestFinished(close);
    return { service, close, project: service.store.projects.get(1)! };
  };
}

test('another address does not take events away from a file, though none of them is sealed yet', async () => {
  const open = opening();
  const { service, close, project } = open(null);
  service.ingest.importItems(project, [event('paid', 'ana', '2026-03-01T10:00:00Z')]);
  expect(service.store.events.segments(1)).toEqual([]);
  await close();
  expect(() => open(FIRST)).toThrow('The events of this file are in it. Bring them over first');
  const again = open(null);
  expect(again.service.store.events.place()).toBeNull();
});

test('a wrong address of an empty file is put right by saying the right one; with events it is held to', async () => {
  const open = opening();
  await open(FIRST).close();
  const { service, close, project } = open(OTHER);
  expect(service.store.events.place()).toBe(OTHER);
  service.ingest.importItems(project, [event('paid', 'ana', '2026-03-01T10:00:00Z')]);
  await close();
  expect(() => open(FIRST)).toThrow('not where --events says');
});
