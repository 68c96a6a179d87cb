/** Two connections to one file, the histories they may have, and what must be in it then. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { arrivalsOfChunk } from '../../src/engine/storage/arrivals.ts';
import { openChunk } from '../../src/engine/storage/chunk.ts';
import { chunkOf as chunkWith, keptRows, segmentOf } from '../../src/engine/storage/erase.ts';
import { mergeArrivals, sealChunks } from '../../src/engine/storage/seal.ts';
import { openSegment, openWhole } from '../../src/engine/storage/segment.ts';
import type { ActorKind } from '../../src/model/question/query.ts';
import type { Project } from '../../src/model/saved/project.ts';
import { type Datasets, openDatasets } from '../../src/service/data/datasets.ts';
import { openStore } from '../../src/store/store.ts';
import type { Store } from '../../src/store/types/store.ts';
import { chunkOf, type EventRow, encodeRows } from '../engine/rows.ts';
import { expectSameRows, type NaiveRow, valueAt } from '../oracle/rows.ts';
import { addPerson, savePerson } from '../store/fixture.ts';
import { emptyDatabase } from '../support/empty.ts';

export const DAY_MS = 86_400_000;
export const ALWAYS = { events: null, from_ms: 0, until_ms: 400 * DAY_MS };
export const ACTORS: ActorKind[] = [{ kind: 'person' }, { kind: 'group', type_index: 0 }];
const DISTINCTS = 8;

/** An open file and the datasets over it. */
export interface Side {
  readonly store: Store;
  datasets: Datasets;
  /** What is being read beforehand, or since a transaction missed it, while other things happen. */
  warming: Generator<void> | null;
  reading: Generator<void> | null;
}

export type NewRow = Pick<NaiveRow, 'event' | 'distinct' | 'time_ms' | 'properties'>;

/** Two connections to one file, and what must be in it. */
export class World {
  readonly sides: readonly [Side, Side];
  readonly project: Project;
  rows: NaiveRow[] = [];
  /** Ids of rows that were erased. */
  readonly erased: NaiveRow[] = [];
  #next_id = 0;
  readonly person_of: number[] = [];
  readonly plans: (string | null)[] = [];
  readonly sizes = new Map<string, number>();
  readonly #memory_bytes: number;
  readonly #folder: string;

  constructor(memory_bytes: number) {
    this.#memory_bytes = memory_bytes;
    this.#folder = mkdtempSync(join(tmpdir(), 'insights-datasets-'));
    const path = emptyDatabase(join(this.#folder, 'events.db'));
    const open = (): Side => {
      const store = openStore(path);
      return { store, datasets: openDatasets(store, memory_bytes), warming: null, reading: null };
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
    rmSync(this.#folder, { recursive: true });
  }

  reopen(side: Side): void {
    side.datasets = openDatasets(side.store, this.#memory_bytes);
    side.warming = null;
    side.reading = null;
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

  /** `ids_at_most`: what the transaction may read; if that is not enough, it is given up, and made again. */
  append(side: Side, rows: readonly NewRow[], ids_at_most = Number.POSITIVE_INFINITY): void {
    const { store, datasets } = side;
    const { known, written } = this.#surely(side, () => {
      const project_id = this.project.id;
      const events = datasets.known(this.project, ids_at_most);
      store.events.nextRevision(project_id);
      for (const row of rows) this.#meet(store, row.distinct);
      const taken = rows.map((row, i) => this.#eventRow(store, row, this.#next_id + i));
      const news = taken.map((row) => events.take(row.event_ord, row.time_ms, row.uuid, 0));
      if (!events.isSure()) {
        events.undo();
        throw new Unsure();
      }
      expect(news).toEqual(taken.map(() => true));
      const bytes = encodeRows(taken);
      const seq = store.events.append(project_id, { events: taken.length, bytes });
      const chunks = [{ seq, events: taken.length, bytes }];
      return { known: events, written: { revision: store.events.revision(project_id), chunks } };
    });
    known.committed(written);
    this.#note(rows);
  }

  #surely<T>({ store, datasets }: Side, run: () => T): T {
    const people = [this.person_of.length, this.plans.length] as const;
    try {
      return store.transaction(run);
    } catch (error) {
      if (!(error instanceof Unsure)) throw error;
      [this.person_of.length, this.plans.length] = people;
      for (const _ of datasets.readKnown(this.project));
      return store.transaction(run);
    }
  }

  /** All rows of a distinct id, from segments and the log. */
  erase({ store }: Side, distinct: number): void {
    const gone = this.rows.filter((row) => row.distinct === distinct);
    if (gone.length === 0) return;
    const bitmap = new Uint32Array(1).fill(2 ** distinct);
    const rows = { kind: 'distincts', bitmap } as const;
    const { id } = this.project;
    store.transaction(() => {
      store.events.nextErasure(id);
      for (const { id: segment_id, header } of store.events.segments(id)) {
        const segment = openWhole(header, (name) => store.events.blob(segment_id, name));
        const kept = keptRows(segment, rows);
        if (kept !== null) store.events.rewrite(id, segment_id, kept.length === 0 ? null : segmentOf(segment, kept));
      }
      for (const { seq, bytes } of store.events.logSince(id, store.events.sealedSeq(id))) {
        const chunk = openChunk(bytes);
        const kept = keptRows(arrivalsOfChunk(chunk), rows);
        const left = kept && kept.length > 0 ? { events: kept.length, bytes: chunkWith(chunk, kept) } : null;
        if (kept !== null) store.events.rewriteLog(id, seq, left);
      }
    });
    this.erased.push(...gone);
    this.rows = this.rows.filter((row) => row.distinct !== distinct);
  }

  /** All of it is undone; the numbers it had come back. */
  appendInVain({ store, datasets }: Side, rows: readonly NewRow[]): void {
    const fail = () =>
      store.transaction(() => {
        const known = datasets.known(this.project);
        store.events.nextRevision(this.project.id);
        const taken = rows.map((row, i) => this.#eventRow(store, { ...row, distinct: 0 }, this.#next_id + i));
        for (const row of taken) known.take(row.event_ord, row.time_ms, row.uuid, 0);
        store.events.append(this.project.id, { events: taken.length, bytes: encodeRows(taken) });
        known.undo();
        throw new Error('in vain');
      });
    expect(fail).toThrow('in vain');
  }

  importDirectly({ store }: Side, rows: readonly NewRow[]): void {
    store.transaction(() => {
      const revision = store.events.nextRevision(this.project.id);
      for (const row of rows) this.#meet(store, row.distinct);
      const taken = rows.map((row, i) => this.#eventRow(store, row, this.#next_id + i));
      const personOf = store.people.personOf(this.project.id, 0);
      store.events.replace(this.project.id, [], sealChunks([chunkOf(taken)], personOf), revision);
    });
    this.#note(rows);
  }

  #note(rows: readonly NewRow[]): void {
    for (const row of rows) {
      const id = this.#next_id++;
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
    const from = this.person_of[from_distinct];
    const into = this.person_of[into_distinct];
    if (from === undefined || into === undefined || from === into) return;
    store.transaction(() => {
      const revision = store.events.nextRevision(this.project.id);
      store.people.merge(this.project.id, [{ from_ord: from, into_ord: into }], revision);
    });
    for (const [distinct, person] of this.person_of.entries()) if (person === from) this.person_of[distinct] = into;
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

  /** The same for what transactions have missed. */
  read(side: Side, steps: number): void {
    try {
      side.reading ??= side.datasets.readKnown(this.project);
      for (let step = 0; step < steps; step++) {
        if (side.reading?.next().done === true) side.reading = null;
      }
    } catch {
      side.reading = null;
    }
  }

  /** Which of these are new; null if the transaction may not read enough to say so. */
  #news({ store, datasets }: Side, rows: readonly (readonly [ord: number, row: NaiveRow])[], ids_at_most: number) {
    return store.transaction(() => {
      const known = datasets.known(this.project, ids_at_most);
      const news = rows.map(([ord, row]) => known.take(ord, row.time_ms, this.uuidOf(row.id), 0));
      known.undo();
      return known.isSure() ? news : null;
    });
  }

  /** Every row is known under its event and month, and only there; what was erased is not. */
  checkKnown(side: Side, ids_at_most = Number.POSITIVE_INFINITY): void {
    const ords = new Map(side.store.definitions.events(this.project.id).map(({ name, ord }) => [name, ord]));
    const ofEvent = (row: NaiveRow) => [ords.get(row.event)!, row] as const;
    const elsewhere = this.rows.flatMap((row) => [
      [ords.get(row.event)!, { ...row, time_ms: row.time_ms + 300 * DAY_MS }] as const,
      [99, row] as const,
    ]);
    const asked = [...this.rows.map(ofEvent), ...this.erased.map(ofEvent), ...elsewhere];
    const expected = asked.map((_, at) => at >= this.rows.length);
    let news = this.#news(side, asked, ids_at_most);
    while (news === null) {
      for (const _ of side.datasets.readKnown(this.project));
      news = this.#news(side, asked, ids_at_most);
    }
    expect(news).toEqual(expected);
  }

  /** Asks for what it may not read, so that it is missed; what it does say is right. */
  ask(side: Side, ids_at_most: number): void {
    const ord = side.store.definitions.events(this.project.id).find(({ name }) => name === 'view')?.ord;
    const rows = this.rows.filter(({ event }) => event === 'view').map((row) => [ord!, row] as const);
    const news = this.#news(side, rows, ids_at_most);
    if (news !== null) expect(news).toEqual(rows.map(() => false));
  }
}

/** A transaction that may not read enough. */
class Unsure extends Error {}

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
/** None, those of two partitions, all. */
export const atMost = fc.constantFrom(0, 20_000, Number.POSITIVE_INFINITY);
export const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('append'), side, rows, atMost) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('erase'), side, fc.nat(DISTINCTS - 1)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('ask'), side, atMost) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('read'), side, fc.nat(4)) },
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
  { weight: 1, arbitrary: fc.tuple(fc.constant('known'), side, atMost) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('warm'), side, fc.nat(4)) },
);

export type Step = readonly [string, number, ...unknown[]];

export function play(world: World, [what, which, ...rest]: Step): void {
  const on = world.sides[which]!;
  const [first, second, third] = rest as [never, never, never];
  if (what === 'append') world.append(on, first, second);
  else if (what === 'erase') world.erase(on, first);
  else if (what === 'ask') world.ask(on, first);
  else if (what === 'read') world.read(on, first);
  else if (what === 'vain') world.appendInVain(on, first);
  else if (what === 'import') world.importDirectly(on, first);
  else if (what === 'seal') world.seal(on, first);
  else if (what === 'compact') world.compact(on);
  else if (what === 'merge') world.merge(on, first, second);
  else if (what === 'describe') world.describe(on, first, second, third);
  else if (what === 'reopen') world.reopen(on);
  else if (what === 'warm') world.warm(on, first);
  else if (what === 'check') world.check(on);
  else world.checkKnown(on, first);
}
