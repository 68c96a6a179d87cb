/** Datasets over a real file see whatever any connection committed, and nothing else. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { monthOf } from '../../src/base/time.ts';
import { openChunk } from '../../src/engine/storage/chunk.ts';
import { mergeArrivals, sealChunks } from '../../src/engine/storage/seal.ts';
import { openSegment } from '../../src/engine/storage/segment.ts';
import type { ActorKind } from '../../src/model/question/query.ts';
import type { Project } from '../../src/model/saved/project.ts';
import { type Datasets, openDatasets } from '../../src/service/data/datasets.ts';
import { openStore } from '../../src/store/store.ts';
import type { Store } from '../../src/store/types/store.ts';
import { chunkOf, type EventRow, encodeRows } from '../engine/rows.ts';
import { expectSameRows, type NaiveRow, valueAt } from '../oracle/rows.ts';
import { addPerson, savePerson } from '../store/fixture.ts';
import { emptyDatabase } from '../support/empty.ts';

const DAY_MS = 86_400_000;
const ALWAYS = { events: null, from_ms: 0, until_ms: 400 * DAY_MS };
const ACTORS: ActorKind[] = [{ kind: 'person' }, { kind: 'group', type_index: 0 }];
const DISTINCTS = 8;

const folder = mkdtempSync(join(tmpdir(), 'insights-datasets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** An open file and the datasets over it. */
interface Side {
  readonly store: Store;
  datasets: Datasets;
  /** What is being read beforehand, while other things happen. */
  warming: Generator<void> | null;
}

type NewRow = Pick<NaiveRow, 'event' | 'distinct' | 'time_ms' | 'properties'>;

/** Two connections to one file, and what must be in it. */
class World {
  readonly sides: readonly [Side, Side];
  readonly project: Project;
  readonly rows: NaiveRow[] = [];
  readonly person_of: number[] = [];
  readonly plans: (string | null)[] = [];
  readonly sizes = new Map<string, number>();
  readonly #memory_bytes: number;

  constructor(memory_bytes: number) {
    this.#memory_bytes = memory_bytes;
    const path = emptyDatabase(join(folder, `${++files}.db`));
    const open = (): Side => {
      const store = openStore(path);
      return { store, datasets: openDatasets(store, memory_bytes), warming: null };
    };
    this.sides = [open(), open()];
    this.project = this.sides[0].store.projects.create({
      name: 'Shop',
      api_token: 'phc_1',
      timezone: 'UTC',
      week_start_day: 0,
      test_account_filters: [],
      path_cleaning_filters: [],
      created_at_ms: 0,
    });
    this.sides[0].store.groups.typeIndex(this.project.id, 'organization');
  }

  close(): void {
    for (const { store } of this.sides) store.close();
  }

  reopen(side: Side): void {
    side.datasets = openDatasets(side.store, this.#memory_bytes);
    side.warming = null;
  }

  uuidOf(id: number): Uint8Array {
    return new Uint8Array(16)
      .fill(7, 0, 8)
      .fill(id & 255, 8, 12)
      .fill(id >>> 8, 12);
  }

  /** Distinct ids are numbered as they come: those up to this one are made where they are missing. */
  #meet(store: Store, distinct: number): void {
    while (this.person_of.length <= distinct) {
      const ord = this.person_of.length;
      const values = { properties: {}, created_at_ms: 0 };
      const revision = store.events.revision(this.project.id);
      const person_ord = addPerson(store, this.project.id, [`d${ord}`], revision, values);
      this.person_of.push(person_ord);
      this.plans[person_ord] = null;
    }
  }

  #eventRow(store: Store, row: NewRow, id: number): EventRow {
    const event_ord = store.definitions.eventOrd(this.project.id, row.event);
    return { ...row, event_ord, properties: { ...row.properties, id }, uuid: this.uuidOf(id) };
  }

  append({ store, datasets }: Side, rows: readonly NewRow[]): void {
    const { known, written } = store.transaction(() => {
      const events = datasets.known(this.project);
      store.events.nextRevision(this.project.id);
      for (const row of rows) this.#meet(store, row.distinct);
      const taken = rows.map((row, i) => this.#eventRow(store, row, this.rows.length + i));
      for (const row of taken) expect(events.take(row.event_ord, row.time_ms, row.uuid, 0)).toBe(true);
      const bytes = encodeRows(taken);
      const seq = store.events.append(this.project.id, { events: taken.length, bytes });
      const chunks = [{ seq, events: taken.length, bytes }];
      return { known: events, written: { revision: store.events.revision(this.project.id), chunks } };
    });
    known.committed(written);
    this.#note(rows);
  }

  /** All of it is undone; the numbers it had come back. */
  appendInVain({ store, datasets }: Side, rows: readonly NewRow[]): void {
    expect(() =>
      store.transaction(() => {
        const known = datasets.known(this.project);
        store.events.nextRevision(this.project.id);
        const taken = rows.map((row, i) => this.#eventRow(store, { ...row, distinct: 0 }, this.rows.length + i));
        for (const row of taken) known.take(row.event_ord, row.time_ms, row.uuid, 0);
        store.events.append(this.project.id, { events: taken.length, bytes: encodeRows(taken) });
        known.undo();
        throw new Error('in vain');
      }),
    ).toThrow('in vain');
  }

  importDirectly({ store }: Side, rows: readonly NewRow[]): void {
    store.transaction(() => {
      const revision = store.events.nextRevision(this.project.id);
      for (const row of rows) this.#meet(store, row.distinct);
      const taken = rows.map((row, i) => this.#eventRow(store, row, this.rows.length + i));
      const personOf = store.people.personOf(this.project.id, 0);
      store.events.replace(this.project.id, [], sealChunks([chunkOf(taken)], personOf), revision);
    });
    this.#note(rows);
  }

  #note(rows: readonly NewRow[]): void {
    for (const row of rows) {
      const id = this.rows.length;
      this.rows.push({ ...row, id, properties: { ...row.properties, id } });
    }
  }

  /** The oldest chunks, or all. */
  seal({ store }: Side, chunks: number): void {
    store.transaction(() => {
      const log = store.events.logSince(this.project.id, 0).slice(0, chunks);
      const last = log.at(-1);
      if (last === undefined) return;
      const read = log.map(({ bytes }) => openChunk(bytes));
      const revision = store.events.nextRevision(this.project.id);
      const made = sealChunks(read, store.people.personOf(this.project.id, 0));
      store.events.seal(this.project.id, last.seq, made, revision);
    });
  }

  /** All segments become one. */
  compact({ store }: Side): void {
    store.transaction(() => {
      const infos = store.events.segments(this.project.id);
      if (infos.length < 2) return;
      const open = infos.map(({ id, header }) =>
        openSegment(header, { read: (name) => store.events.blob(id, name), kept: (_, make) => make() }),
      );
      const merged = mergeArrivals(open, store.people.personOf(this.project.id, 0));
      const revision = store.events.nextRevision(this.project.id);
      const ids = infos.map((info) => info.id);
      store.events.replace(this.project.id, ids, [merged], revision);
    });
  }

  merge({ store }: Side, from_distinct: number, into_distinct: number): void {
    const [from_ord, into_ord] = [this.person_of[from_distinct], this.person_of[into_distinct]];
    if (from_ord === undefined || into_ord === undefined || from_ord === into_ord) return;
    store.transaction(() => {
      const revision = store.events.nextRevision(this.project.id);
      store.people.merge(this.project.id, [{ from_ord, into_ord }], revision);
    });
    for (const [id, person] of this.person_of.entries()) if (person === from_ord) this.person_of[id] = into_ord;
  }

  describe({ store }: Side, distinct: number, plan: string, size: number): void {
    const person_ord = this.person_of[distinct];
    if (person_ord === undefined) return;
    store.transaction(() => {
      const revision = store.events.nextRevision(this.project.id);
      const person = must(store.people.get(this.project.id, person_ord), 'a person');
      savePerson(store, this.project.id, { ...person, properties: { plan } }, revision);
      store.groups.put(
        this.project.id,
        { type_index: 0, key: 'acme', properties: { size }, created_at_ms: 0 },
        revision,
      );
    });
    this.plans[person_ord] = plan;
    this.sizes.set('acme', size);
  }

  check({ datasets }: Side): void {
    const view = datasets.current(this.project);
    for (const actor of ACTORS) expectSameRows(view, { ...ALWAYS, actor }, this);
    const plan = view.personColumn('plan');
    for (const person of new Set(this.person_of)) expect(valueAt(plan, person)).toBe(this.plans[person]);
    if (this.sizes.has('acme')) {
      const size = view.groupColumn(0, 'size');
      const values = Array.from({ length: view.actorCount({ kind: 'group', type_index: 0 }) }, (_, i) =>
        valueAt(size, i),
      );
      expect(values.filter((value) => value !== null)).toEqual([this.sizes.get('acme')]);
    }
  }

  /** As far as it comes in so many steps. */
  warm(side: Side, steps: number): void {
    side.warming ??= side.datasets.warmKnown(this.project, 0);
    try {
      for (let step = 0; step < steps; step++) {
        if (side.warming?.next().done === true) side.warming = null;
      }
    } catch {
      side.warming = null; // the segment it was about to read has been merged away
    }
  }

  /** Every row is known under its event and month, and only there. */
  checkKnown({ store, datasets }: Side): void {
    store.transaction(() => {
      const known = datasets.known(this.project);
      const ords = new Map(store.definitions.events(this.project.id).map(({ name, ord }) => [name, ord]));
      for (const row of this.rows) {
        expect(known.take(ords.get(row.event)!, row.time_ms, this.uuidOf(row.id), 0)).toBe(false);
        expect(known.take(ords.get(row.event)!, row.time_ms + 300 * DAY_MS, this.uuidOf(row.id), 0)).toBe(true);
        expect(known.take(99, row.time_ms, this.uuidOf(row.id), 0)).toBe(true);
      }
      known.undo();
    });
  }
}

const newRow: fc.Arbitrary<NewRow> = fc.record({
  event: fc.constantFrom('view', 'buy'),
  distinct: fc.nat(DISTINCTS - 1),
  time_ms: fc.nat(60).map((step) => step * 1.5 * DAY_MS),
  properties: fc.record(
    { mixed: fc.constantFrom<unknown>(5, '5', null, { a: 1 }), $group_0: fc.constantFrom('acme', 'globex', '') },
    { requiredKeys: [] },
  ),
});

const rows = fc.array(newRow, { minLength: 1, maxLength: 6 });
const side = fc.nat(1);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('append'), side, rows) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('vain'), side, rows) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('import'), side, rows) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('seal'), side, fc.constantFrom(1, 99)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('compact'), side) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('merge'), side, fc.nat(DISTINCTS - 1), fc.nat(DISTINCTS - 1)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('describe'), side, fc.nat(3), fc.constantFrom('free', 'pro'), fc.nat(9)),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('reopen'), side) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('check'), side) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('known'), side) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('warm'), side, fc.nat(4)) },
);

type Step = readonly [string, number, ...unknown[]];

function play(world: World, [what, which, ...rest]: Step): void {
  const on = world.sides[which]!;
  const [first, second, third] = rest as [never, never, never];
  if (what === 'append') world.append(on, first);
  else if (what === 'vain') world.appendInVain(on, first);
  else if (what === 'import') world.importDirectly(on, first);
  else if (what === 'seal') world.seal(on, first);
  else if (what === 'compact') world.compact(on);
  else if (what === 'merge') world.merge(on, first, second);
  else if (what === 'describe') world.describe(on, first, second, third);
  else if (what === 'reopen') world.reopen(on);
  else if (what === 'warm') world.warm(on, first);
  else if (what === 'check') world.check(on);
  else world.checkKnown(on);
}

describe('datasets', () => {
  test('are what the file says after any history of two connections', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(0, 3_000, 1e9),
        (steps, memory_bytes) => {
          const world = new World(memory_bytes);
          try {
            for (const one of steps) play(world, one as Step);
            for (const on of world.sides) {
              world.check(on);
              world.checkKnown(on);
            }
          } finally {
            world.close();
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  test('a number that a failed transaction had may come back with other events', () => {
    const world = new World(1e9);
    const [ours, theirs] = world.sides;
    const row = (mixed: string) => ({ event: 'view', distinct: 0, time_ms: DAY_MS, properties: { mixed } });
    world.append(ours, [row('first')]);
    world.check(ours);
    world.appendInVain(ours, [row('never stored')]);
    world.append(theirs, [row('stored')]);
    world.check(ours);
    world.checkKnown(ours);
    world.close();
  });

  test('what arrives while ids are read beforehand is known as well', () => {
    const world = new World(1e9);
    const [ours, theirs] = world.sides;
    const row = (event: string) => ({ event, distinct: 0, time_ms: DAY_MS, properties: {} });
    world.append(ours, [row('view')]);
    world.seal(ours, 99);
    world.warm(ours, 1);
    world.append(theirs, [row('view')]);
    world.append(ours, [row('buy')]);
    world.warm(ours, 1);
    expect(ours.warming).toBe(null);
    world.checkKnown(ours);
    world.close();
  });

  test('ids that transactions need stay in memory, above its bound if need be; columns leave', () => {
    const [tight, roomy] = [0, 1e9].map((memory_bytes) => {
      const world = new World(memory_bytes);
      const [ours] = world.sides;
      const rows = ['view', 'buy'].map((event) => ({ event, distinct: 0, time_ms: DAY_MS, properties: {} }));
      world.append(ours, rows);
      world.seal(ours, 99);
      world.append(ours, rows);
      const [held, excess] = [ours.datasets.bytes(), ours.datasets.excessBytes()];
      for (const part of ours.datasets.current(world.project).parts({ ...ALWAYS, actor: ACTORS[0]! })) part.run('view');
      const with_columns = ours.datasets.bytes();
      ours.datasets.resize(0);
      ours.datasets.current(world.project);
      world.close();
      return { held, excess, left: with_columns - ours.datasets.bytes() };
    });
    expect([tight!.held, tight!.excess, roomy!.excess, roomy!.left > 0]).toEqual([roomy!.held, roomy!.held, 0, true]);
  });

  test('an event is new once: by name, month and uuid', () => {
    const world = new World(1e9);
    const [{ datasets, store }] = world.sides;
    store.transaction(() => {
      const [known, uuid] = [datasets.known(world.project), world.uuidOf(1)];
      expect(known.take(0, DAY_MS, uuid, 0)).toBe(true);
      expect(known.take(0, 2 * DAY_MS, uuid, 0)).toBe(false);
      expect(known.take(1, DAY_MS, uuid, 0)).toBe(true);
      expect(monthOf(40 * DAY_MS)).toBe(1);
      expect(known.take(0, 40 * DAY_MS, uuid, 0)).toBe(true);
      known.undo(); // the next transaction has not taken anything yet
      expect(datasets.known(world.project).take(0, DAY_MS, uuid, 0)).toBe(true);
    });
    world.close();
  });

  test('projects do not see each other, and a revision is a number that changes', () => {
    const world = new World(1e9);
    const [{ datasets, store }] = world.sides;
    const { id: _, ...values } = world.project;
    const other = store.projects.create({ ...values, api_token: 'phc_2' });
    const before = datasets.revision(world.project);
    world.append(world.sides[0], [{ event: 'view', distinct: 0, time_ms: 5, properties: { mixed: 'a' } }]);
    expect(datasets.revision(world.project)).toBeGreaterThan(before);
    expect(datasets.current(other).months(null)).toEqual([]);
    expect(datasets.current(world.project).months(null)).toEqual([0]);
    expect(
      datasets.current(world.project).topValues({ owner: 'event', event: 'view' }, 'mixed', { search: '', limit: 5 }),
    ).toEqual([{ value: 'a', count: 1 }]);
    expect(datasets.bytes()).toBeGreaterThan(0);
    world.close();
  });
});
