/** What a batch writes to the log, against its events one by one. */
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { definedOnly } from '../../src/base/json.ts';
import { openChunk } from '../../src/engine/storage/chunk.ts';
import { wholeColumns } from '../../src/engine/storage/placed_columns.ts';
import { propertiesAt } from '../../src/engine/storage/property_columns.ts';
import type { IncomingEvent } from '../../src/service/identity/incoming.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import { runs } from '../support/runs.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const services: RunningService[] = [];

afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

/** The properties in the log after the batches were taken, in order. */
function logged(batches: readonly (readonly IncomingEvent[])[]): Record<string, unknown>[] {
  const service = openService({ path: ':memory:', now: () => NOW });
  services.push(service);
  const project = must(service.store.projects.list()[0], 'the first project');
  for (const events of batches) {
    service.ingest.importItems(
      project,
      events.map((event) => ({ kind: 'event', event })),
    );
  }
  return [...service.store.events.logSince(project.id, 0)].flatMap(({ bytes }) => {
    const chunk = openChunk(bytes);
    const columns = wholeColumns(chunk.columns(), chunk.rows);
    return Array.from({ length: chunk.rows }, (_, row) => propertiesAt(columns, row));
  });
}

function eventOf(id: number, properties: Record<string, unknown>): IncomingEvent {
  const uuid = new Uint8Array(16);
  new DataView(uuid.buffer).setUint32(12, id);
  return { event: 'e', distinct_id: 'a', timestamp_ms: NOW, uuid, properties };
}

/** What is to be there: of equal ids the first, and of an event that says its groups no other keys of groups. */
function expected(events: readonly IncomingEvent[]): Record<string, unknown>[] {
  const seen = new Set<string>();
  const types: string[] = [];
  const rows: Record<string, unknown>[] = [];
  for (const { uuid, properties } of events) {
    if (seen.has(uuid.join())) continue;
    seen.add(uuid.join());
    const { $group_0, $group_1, ...others } = properties;
    const keys: Record<string, unknown> = properties['$groups'] === undefined ? { $group_0, $group_1 } : {};
    for (const [type, key] of Object.entries(properties['$groups'] ?? {})) {
      if (!types.includes(type)) types.push(type);
      keys[`$group_${types.indexOf(type)}`] = key;
    }
    rows.push(definedOnly({ ...others, ...keys }));
  }
  return rows;
}

const properties = fc.record(
  {
    n: fc.oneof(fc.integer(), fc.constantFrom('x', null, true)),
    list: fc.constantFrom([1], { deep: ['a'] }),
    $group_0: fc.oneof(fc.integer(), fc.constantFrom('sent', null, false)),
    $group_1: fc.constantFrom('sent', 3),
    $groups: fc.dictionary(fc.constantFrom('company', 'team'), fc.constantFrom('k1', 'k2')),
  },
  { requiredKeys: [] },
);

test('events that come again are left out, keys of groups win, all else is there as it was sent', () => {
  const batches = fc.array(fc.array(fc.tuple(fc.nat(30), properties), { maxLength: 20 }), { maxLength: 3 });
  fc.assert(
    fc.property(batches, (given) => {
      const made = given.map((batch) => batch.map(([id, said]) => eventOf(id, said)));
      expect(logged(made)).toEqual(expected(made.flat()));
    }),
    { numRuns: runs(40) },
  );
});

test('a key among many numbers that were sent under its name takes nothing from them', () => {
  const events = Array.from({ length: 600 }, (_, at) =>
    eventOf(at, { $group_0: at + 0.5, ...(at === 599 ? { $groups: { company: 'k' } } : {}) }),
  );
  expect(logged([events])).toEqual(expected(events));
});
