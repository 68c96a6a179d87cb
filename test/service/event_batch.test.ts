/** Events in columns: nothing is lost, and taking them in together equals one by one. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { formatUuid } from '../../src/base/uuid.ts';
import { wholeColumns } from '../../src/engine/storage/placed_columns.ts';
import { propertiesAt } from '../../src/engine/storage/property_columns.ts';
import type { IncomingEvent } from '../../src/service/identity/incoming.ts';
import { batchesOf, eventAt } from '../../src/service/ingest/event_batch.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { exchangeEnd, exchanging, longestExchange, newExchange } from '../../src/service/sealing/exchange.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import { rowsOfChunk } from '../engine/rows.ts';
import { type StoredEvent, takeOneByOne } from '../oracle/intake.ts';
import { EmptyDatabases } from '../support/empty.ts';
import { runs } from '../support/runs.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const PROJECT = 1;
const databases = new EmptyDatabases((path) => openService({ path, now: () => NOW }));
const clear = () => databases.clear();
afterAll(() => databases.end());

const value = fc.oneof(
  fc.constantFrom<unknown>('x', 'y', '2026-01-01', '', null, true, 0, 7, 7.5, [1], { a: 1 }),
  fc.integer(),
);
/** Groups, instructions for persons, and names that come with values of several types. */
const properties = fc.record(
  {
    n: value,
    m: value,
    ['__proto__']: fc.constantFrom('p', 'q'),
    $browser: fc.constantFrom('Chrome', 'Firefox'),
    $set: fc.constantFrom({ plan: 'pro' }, { plan: 'free' }),
    $groups: fc.constantFrom<unknown>({ team: 't', company: 7 }, { team: 'u' }, 'none', { a: '1', b: '2', c: '3' }),
    $group_0: fc.constantFrom('sent', 'told'),
    $group_type: fc.constantFrom('team', 'guild'),
    $group_key: fc.constantFrom('t', 'g'),
    $anon_distinct_id: fc.constantFrom('a', 'b', 'c'),
    $process_person_profile: fc.boolean(),
  },
  { requiredKeys: [] },
);
const event: fc.Arbitrary<IngestItem> = fc
  .record({
    event: fc.constantFrom('view', 'view', '$identify', '$groupidentify', '$exception'),
    distinct_id: fc.constantFrom('a', 'b', 'c', 'd'),
    timestamp_ms: fc.constantFrom(NOW, NOW + 1, NOW - 40 * 86_400_000),
    // Few, so that some come twice.
    uuid: fc.nat(40).map((last) => Uint8Array.of(...new Array<number>(15).fill(0), last)),
    properties,
  })
  .map((made) => ({ kind: 'event', event: made }));
const other: fc.Arbitrary<IngestItem> = fc.oneof(
  fc
    .record({
      distinct_ids: fc.constantFrom(['a'], ['b', 'd'], ['new']),
      properties: fc.constantFrom({ plan: 'file' }, {}),
      created_at_ms: fc.constantFrom(5, null),
    })
    .map((person) => ({ kind: 'person' as const, person })),
  fc
    .record({
      group_type: fc.constantFrom('team', 'guild', 'house'),
      group_key: fc.constantFrom('t', 'k'),
      properties: fc.constantFrom({ size: 1 }, { size: 'l' }),
      created_at_ms: fc.constant(null),
    })
    .map((group) => ({ kind: 'group' as const, group })),
);
const items = fc.array(fc.oneof({ weight: 5, arbitrary: event }, { weight: 1, arbitrary: other }), { maxLength: 40 });

/** The rows of a project's log, in words. */
function rowsIn({ store }: RunningService): StoredEvent[] {
  const names = new Map(store.definitions.events(PROJECT).map(({ ord, name }) => [ord, name]));
  const ids = [...store.people.distinctTextsFrom(PROJECT, 0)];
  return store.events.logSince(PROJECT, 0).flatMap(({ bytes }) =>
    rowsOfChunk(bytes).map((row) => ({
      event: must(names.get(row.event_ord), 'a name'),
      distinct_id: must(ids[row.distinct], 'an id'),
      time_ms: row.time_ms,
      uuid: formatUuid(row.uuid),
      properties: Object.fromEntries(Object.entries(row.properties).sort(([x], [y]) => (x < y ? -1 : 1))),
    })),
  );
}

/** Who is who, and which groups there are. */
function actorsIn({ store }: RunningService) {
  const ids = [...store.people.distinctTextsFrom(PROJECT, 0)];
  const people = ids.map((id) => {
    const { person_ord } = must(store.people.find(PROJECT, id), 'the id is known');
    return must(store.people.get(PROJECT, person_ord), 'its person exists');
  });
  const groups = store.groups.types(PROJECT).map(({ group_type, group_type_index }) => {
    const told = [...store.groups.changedSince(PROJECT, group_type_index, 0)];
    const byKey = told.map(({ key, properties: about, created_at_ms }) => ({ key, about, created_at_ms }));
    return [group_type, byKey.sort((x, y) => (x.key < y.key ? -1 : 1))];
  });
  return { ids, people, groups };
}

/** In batches of that size, each a transaction of its own. */
function imported(given: readonly IngestItem[], size: number): RunningService {
  const service = databases.open();
  const project = must(service.store.projects.get(PROJECT), 'the first project');
  for (const batch of batchesOf(given, size)) {
    service.ingest.importBatch(project, batch, [{ events: batch.events.rows, others: batch.others.length }], null);
  }
  return service;
}

test('a batch gives back its events', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (given) => {
      const [batch] = batchesOf(given, given.length + 1);
      const { events } = must(batch, 'a batch');
      const columns = wholeColumns(events.properties.columns(), events.rows);
      const back = Array.from({ length: events.rows }, (_, row) => ({
        ...eventAt(events, row),
        properties: propertiesAt(columns, row),
      }));
      const wanted = given.map((item) => (item as { readonly event: IncomingEvent }).event);
      expect(back).toEqual(wanted);
    }),
  );
});

test('items in batches of any size leave behind what they leave one by one', async () => {
  const alike = fc.asyncProperty(items, fc.integer({ min: 1, max: 50 }), async (given, size) => {
    const ours = imported(given, size);
    const twin = databases.open();
    const { rows, types } = takeOneByOne(twin.store, PROJECT, given, NOW);
    expect(rowsIn(ours)).toEqual(rows);
    expect(actorsIn(ours)).toEqual(actorsIn(twin));
    const definitions = ours.store.definitions.properties(PROJECT, { owner: 'event' });
    expect(new Map(definitions.map(({ name, type }) => [name, type]))).toEqual(types);
    const counts = ours.store.definitions.events(PROJECT).map(({ name, count }) => [name, count]);
    const counted = [...Map.groupBy(rows, (row) => row.event)].map(([name, of]) => [name, of.length]);
    expect(counts.sort()).toEqual(counted.sort());
  });
  await fc.assert(alike.afterEach(clear), { numRuns: runs(60) });
});

test('repeated person properties change nothing, and new ones are never skipped', async () => {
  const told = fc.oneof(
    { weight: 9, arbitrary: fc.record({ utm_source: fc.constantFrom<unknown>('mail', 'mail', 'ad', null, 7) }) },
    fc.constantFrom<Record<string, unknown>>(
      ...[{}, { $browser: 'Chrome' }, { utm_source: 'ad', utm_medium: 'web' }, { $set: { utm_source: 'mail' } }],
      ...[{ $unset: ['utm_source'] }, { $unset: ['$initial_utm_source'] }],
    ),
  );
  const visits = fc.array(fc.tuple(fc.constantFrom('a', 'b'), told), { maxLength: 12 });
  const alike = fc.asyncProperty(visits, fc.integer({ min: 1, max: 12 }), async (given, size) => {
    const made = given.map(([distinct_id, about], at): IngestItem => {
      const uuid = new Uint8Array(16).fill(at + 1);
      return { kind: 'event', event: { event: 'view', distinct_id, timestamp_ms: NOW, uuid, properties: about } };
    });
    const twin = databases.open();
    takeOneByOne(twin.store, PROJECT, made, NOW);
    expect(actorsIn(imported(made, size))).toEqual(actorsIn(twin));
  });
  await fc.assert(alike.afterEach(clear), { numRuns: runs(60) });
});

test('waiters learn when an exchange ends, and how long it held the lock', async () => {
  const exchange = newExchange();
  expect(exchangeEnd(exchange)).toBeNull();
  let waiting: Promise<unknown> | null = null;
  exchanging(exchange, (hasLock) => {
    hasLock();
    waiting = exchangeEnd(exchange);
    expect(waiting).not.toBeNull();
  });
  expect(await waiting).toBe('ok');
  expect(exchangeEnd(exchange)).toBeNull();
  const held_ms = longestExchange(exchange);
  expect(held_ms).toBeGreaterThan(0);
  expect(longestExchange(exchange)).toBe(0);
  const fails = (): void =>
    exchanging(exchange, () => {
      throw new Error('no lock');
    });
  expect(fails).toThrow('no lock');
  expect(exchangeEnd(exchange)).toBeNull();
  expect(longestExchange(exchange)).toBe(0);
});
