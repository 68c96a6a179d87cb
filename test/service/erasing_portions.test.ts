/** Many people are removed a portion at a time: what others see and do in between, and who goes on after a crash. */
import { beforeEach, expect, test } from 'vitest';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { batchesOf } from '../../src/service/ingest/event_batch.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { verifyFile } from '../../src/service/operator/verify.ts';
import { erase } from '../../src/service/sealing/erasing.ts';
import type { Erasure, ErasureTask } from '../../src/store/types/erasures.ts';
import { event, type Product, temporaryProduct } from '../support/product.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
/** So many that one portion never takes them all. */
const MADE = 4_000;
const OLD = 10;
const IMPORT = 1;

let it: Product;
/** The people of an import, and ten others. */
beforeEach(() => {
  it = temporaryProduct({ now: () => NOW, computing: { thread: 'never' } });
  const { ingest, store } = it.service;
  ingest.importItems(project(), people('old', OLD));
  const run = store.imports.begin(project().id, ['file'], NOW);
  for (const batch of batchesOf(people('new', MADE), MADE)) {
    ingest.importBatch(project(), batch, [{ events: batch.events.rows, others: 0 }], run.id);
  }
});

const project = () => it.service.store.projects.list()[0]!;
const seen = (who: string, properties = {}) => event('seen', who, '2026-03-05T10:00:00Z', properties);

function people(who: string, count: number): IngestItem[] {
  return Array.from({ length: count }, (_, at) => seen(`${who}-${at}`, { $set: { mail: `${who}-${at}@x` } }));
}

function request(task: ErasureTask): Erasure {
  const { store } = it.service;
  return store.transaction(() => store.erasures.request(project().id, task, NOW, 10));
}

/** Calls `between` after each transaction, with how many persons are gone. Returns how often some but not all were. */
function eraseIn({ service }: Product, { id }: Erasure, between: (persons: number) => void = () => {}): number {
  const { store } = service;
  let portions = 0;
  erase(store, store.erasures.get(id)!, { now_ms: NOW, elsewhere: null }, (run) => {
    store.transactionAhead(run);
    const { persons, done_at_ms } = store.erasures.get(id)!;
    if (persons === 0 || done_at_ms !== null) return;
    portions++;
    between(persons);
  });
  return portions;
}

function firstDistincts(who: string, count: number): number[] {
  const texts = Array.from({ length: count }, (_, at) => `${who}-${at}`);
  return it.service.store.people.findAll(project().id, texts).map((found) => found!.ord);
}

async function rows(query: string): Promise<unknown> {
  const answer = await call(it.service, localOwner(it.service), operationNamed('run_sql'), { query });
  return (answer as { results: unknown[] }).results[0];
}

const living = () => [...it.service.store.people.createdSince(project().id, -1)].length;
const found = (who: string) => it.service.store.people.find(project().id, who);

test('others write between portions, and find each person there or gone', async () => {
  const erasure = request({ kind: 'import', import_id: IMPORT });
  const portions = eraseIn(it, erasure, (persons) => expect(living()).toBe(OLD + MADE - persons));
  expect(portions).toBeGreaterThan(1);
  expect(it.service.store.erasures.get(erasure.id)).toMatchObject({ persons: MADE, events: MADE, done_at_ms: NOW });
  expect(await rows('select count(), uniq(person_id) from events')).toEqual([OLD, OLD]);
  expect(await rows('select count() from persons')).toEqual([OLD]);
  expect(verifyFile(it.path)).toMatchObject({ events: OLD, people: OLD, problems: [] });
});

test('whoever is sent something between portions stays, or is somebody new', async () => {
  let sent = 0;
  eraseIn(it, request({ kind: 'import', import_id: IMPORT }), () => {
    if (sent++ > 0) return;
    const about = ['new-0', `new-${MADE - 1}`, `new-${MADE - 2}`].map((who) => seen(who, { again: 1 }));
    const changed = event('$set', `new-${MADE - 3}`, '2026-03-06T10:00:00Z', { $set: { plan: 'pro' } });
    it.service.ingest.importItems(project(), [...about, changed]);
  });
  const { store } = it.service;
  expect(await rows('select count(), uniq(person_id) from events')).toEqual([OLD + 4, OLD + 4]);
  expect(living()).toBe(OLD + 4);
  const propertiesOf = (who: string) => store.people.get(project().id, found(who)!.person_ord)?.properties;
  expect(propertiesOf('new-0')).toEqual({});
  expect(propertiesOf(`new-${MADE - 3}`)).toEqual({ mail: `new-${MADE - 3}@x`, plan: 'pro' });
  expect(await rows('select count() from persons')).toEqual([OLD + 4]);
  expect(verifyFile(it.path).problems).toEqual([]);
});

test('whoever is merged between portions with one of them goes with them', async () => {
  const first_distincts = firstDistincts('new', MADE);
  let merged = 0;
  eraseIn(it, request({ kind: 'persons', first_distincts, with_events: true }), () => {
    if (merged++ > 0) return;
    const last = `new-${MADE - 1}`;
    it.service.ingest.importItems(project(), [
      event('$merge_dangerously', last, '2026-03-06T10:00:00Z', { alias: 'old-0' }),
      event('$merge_dangerously', 'old-1', '2026-03-06T10:00:00Z', { alias: `new-${MADE - 2}` }),
    ]);
  });
  expect(living()).toBe(OLD - 2);
  expect(['old-0', 'old-1', `new-${MADE - 1}`].map(found)).toEqual([undefined, undefined, undefined]);
  expect(await rows('select count(), uniq(person_id) from events')).toEqual([OLD - 2, OLD - 2]);
  expect(verifyFile(it.path)).toMatchObject({ events: OLD - 2, people: OLD - 2, problems: [] });
});

test.each([
  ['an import', () => ({ kind: 'import', import_id: IMPORT }) as const, OLD],
  [
    'people',
    () => ({ kind: 'persons', first_distincts: firstDistincts('new', MADE), with_events: true }) as const,
    OLD,
  ],
  [
    'people whose events stay',
    () => ({ kind: 'persons', first_distincts: firstDistincts('new', MADE), with_events: false }) as const,
    OLD + MADE,
  ],
])('%s: the next process goes on, and removes nobody twice', async (_, taskOf, left) => {
  const erasure = request(taskOf());
  expect(() =>
    eraseIn(it, erasure, () => {
      throw new Error('killed');
    }),
  ).toThrow('killed');
  const { persons } = it.service.store.erasures.get(erasure.id)!;
  expect(persons).toBeGreaterThan(0);
  expect(verifyFile(it.path).problems).toEqual([]);
  await it.close();
  it = temporaryProduct({ path: it.path, now: () => NOW, computing: { thread: 'never' } });
  await it.service.ingest.erase(project());
  expect(it.service.store.erasures.get(erasure.id)).toMatchObject({ persons: MADE });
  expect(await it.service.ingest.scrub()).toBe(true);
  expect(await rows('select count(), uniq(person_id) from events')).toEqual([left, left]);
  expect(verifyFile(it.path)).toMatchObject({ events: left, people: left, problems: [] });
});

test('two processes do it together', async () => {
  const erasure = request({ kind: 'import', import_id: IMPORT });
  const other = temporaryProduct({ path: it.path, now: () => NOW });
  await Promise.all([it, other].map(({ service }) => service.ingest.erase(project())));
  expect(it.service.store.erasures.get(erasure.id)).toMatchObject({ persons: MADE, events: MADE });
  expect(verifyFile(it.path)).toMatchObject({ events: OLD, people: OLD, problems: [] });
});
