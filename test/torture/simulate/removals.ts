/** Imports, and what is deleted for good: people, imports, old events. */
import { expireEvents } from '../../../src/service/erasing/expiry.ts';
import { deleteImport as eraseImport } from '../../../src/service/erasing/imports.ts';
import { deletePersons } from '../../../src/service/erasing/persons.ts';
import { batchesOf } from '../../../src/service/ingest/event_batch.ts';
import { normaliseEvent } from '../../../src/service/ingest/normalise.ts';
import type { OracleLine } from '../../oracle/identity.ts';
import { codeOf } from './refusal.ts';
import { rawOf, type SentEvent } from './sent.ts';
import { PROJECT, type World } from './world.ts';

const DAY_MS = 86_400_000;

export function deletePerson(world: World, id: string, with_events: boolean): Promise<string | null> {
  const { any: service, model } = world;
  const project = service.store.projects.get(PROJECT)!;
  const named = { uuids: [], distinct_ids: [id] };
  return world.erase(
    () => deletePersons(service, project, named, with_events),
    () => model.deletePerson(id, with_events),
  );
}

/** Number of the import; null = it was refused. */
export function importEvents(
  world: World,
  lines: readonly Omit<OracleLine, 'import_id'>[],
  events: readonly SentEvent[],
): number | null {
  const { any: service, model, now_ms } = world;
  const project = service.store.projects.get(PROJECT)!;
  const arrival = { now_ms, sent_at_ms: null, ip: null, randomBytes: (count: number) => world.random.bytes(count) };
  try {
    const { id: import_id } = service.store.imports.begin(PROJECT, ['file'], now_ms);
    const items = events.map((event) => ({ kind: 'event', event: normaliseEvent(rawOf(event), arrival) }) as const);
    const people = lines.map(({ ids, properties }) => {
      return { kind: 'person', person: { distinct_ids: ids, properties, created_at_ms: null } } as const;
    });
    for (const batch of batchesOf([...people, ...items], people.length + items.length)) {
      const end = { events: batch.events.rows, others: batch.others.length };
      service.ingest.importBatch(project, batch, [end], import_id);
    }
    world.logSynced();
    model.imported(
      lines.map((line) => ({ ...line, import_id })),
      events.map((event) => ({ ...event, import_id })),
    );
    return import_id;
  } catch (error) {
    codeOf(error);
    return null;
  }
}

export function deleteImport(world: World, import_id: number): Promise<string | null> {
  const { any: service, model } = world;
  const project = service.store.projects.get(PROJECT)!;
  return world.erase(
    () => eraseImport(service, project, import_id),
    () => model.deleteImport(import_id),
  );
}

/** Once, for events older than that. */
export async function expire(world: World, retention_days: number): Promise<string | null> {
  const { any: service, model } = world;
  const before_ms = dayStart(world.now_ms - retention_days * DAY_MS);
  const keeping = async (days: number | null) => world.change('update_project', { retention_days: days });
  const kept = await keeping(retention_days);
  if ('refused' in kept) return kept.refused;
  const code = await world.erase(
    () => expireEvents(service, service.store.projects.get(PROJECT)!),
    () => model.deleteEvents(({ at_ms }) => at_ms < before_ms),
  );
  await keeping(null);
  return code;
}

function dayStart(at_ms: number): number {
  return Math.floor(at_ms / DAY_MS) * DAY_MS;
}

/** The power fails while unused parts of the file are overwritten. */
export async function fallInCleaning(world: World): Promise<void> {
  const { store } = world.service;
  try {
    store.transaction(() => store.erasures.noteRemoval());
  } catch (error) {
    codeOf(error);
    return;
  }
  world.checkpoint();
  await world.fallWhile(() => world.sealing.scrub());
}
