/** Services on files of their own, and events for them. Closed and removed after each test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { must } from '../../src/base/assert.ts';
import type { Log } from '../../src/base/log.ts';
import type { Project } from '../../src/model/saved/project.ts';
import type { IncomingEvent } from '../../src/service/identity/incoming.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { openService, type RunningService } from '../../src/service/service.ts';

export const NOW = Date.parse('2026-11-20T12:00:00Z');
export const DAY_MS = 86_400_000;
const folders: string[] = [];
const services: RunningService[] = [];

afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

export interface Opened {
  readonly service: RunningService;
  readonly project: Project;
}

export function open(path = ':memory:', log?: Log): Opened {
  const service = openService({ path, now: () => NOW, ...(log === undefined ? {} : { log }) });
  services.push(service);
  return { service, project: must(service.store.projects.list()[0], 'the first project') };
}

export function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'insights-ingest-'));
  folders.push(folder);
  return join(folder, 'events.db');
}

let made = 0;

/** Over ten months. */
export function event(values: Partial<IncomingEvent> = {}): IncomingEvent {
  const uuid = new Uint8Array(16);
  new DataView(uuid.buffer).setUint32(12, ++made);
  return { event: 'e', distinct_id: 'a', timestamp_ms: NOW - (made % 300) * DAY_MS, uuid, properties: {}, ...values };
}

export const items = (...events: IncomingEvent[]): IngestItem[] =>
  events.map((item) => ({ kind: 'event', event: item }));
