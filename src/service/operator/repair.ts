/**
 * Makes a new file from a damaged one: copies intact rows, drops damaged pieces of segments, restores people from data
 * that is stored twice, and counts again. The new file takes its place only once it verifies.
 */
import { randomFillSync } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { allocate, set } from '../../base/bitmap.ts';
import { stampUuid, UUID_BYTES } from '../../base/uuid.ts';
import { type EventSpan, type LostValues, mendSegment } from '../../engine/storage/mend_segment.ts';
import { ServiceError } from '../../model/error.ts';
import { IMPORT_PROPERTY } from '../../model/import.ts';
import { salvage, Unrepairable } from '../../store/salvage/salvage.ts';
import { openStore } from '../../store/store.ts';
import type { LostRow, Salvaged } from '../../store/types/salvage.ts';
import type { Store } from '../../store/types/store.ts';
import { UNKNOWN_CREATED_MS } from '../identity/persons.ts';
import { definitionsLeft } from '../sealing/definitions_left.ts';
import { restore } from './copies.ts';
import { defineAgain } from './define_again.ts';
import type { EventsLost, Losses, ProjectLosses, Repaired } from './losses.ts';
import { told } from './repair_words.ts';
import { storedSpans } from './stored_lines.ts';
import { type Verified, verifyFile } from './verify.ts';

const MEND = { counted: IMPORT_PROPERTY, newIds };

/** Makes UUIDs of version 4. */
function newIds(rows: number): Uint8Array {
  const ids = randomFillSync(new Uint8Array(rows * UUID_BYTES));
  for (let at = 0; at < ids.length; at += UUID_BYTES) stampUuid(ids.subarray(at, at + UUID_BYTES), 4);
  return ids;
}

/** Returns null, writing nothing, if nothing is damaged. @throws ServiceError if `target` exists or repair fails */
export function repairFile(path: string, target: string): Repaired | null {
  if (existsSync(target)) throw new ServiceError('conflict', `${target} exists already. Choose another name.`);
  // Works beside the target, where there is room, in a folder of its own, so that no other files are in the way.
  const folder = mkdtempSync(`${target}.repair-`);
  const [copy, made] = [join(folder, 'damaged.db'), join(folder, 'repaired.db')];
  try {
    copyAtRest(path, copy);
    if (isWhole(copy)) return null;
    const losses = mendFile(copy, made);
    return { verified: placed(made, target), ...told(losses) };
  } catch (error) {
    throw error instanceof ServiceError ? error.saying(error.message.replaceAll(copy, path)) : error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Works on a copy because opening a file may change it. @throws ServiceError if somebody writes to it meanwhile */
function copyAtRest(path: string, copy: string): void {
  const state = (): string => ['', '-wal'].map((ending) => stateOf(path + ending)).join();
  const before = state();
  for (const ending of ['', '-wal']) if (existsSync(path + ending)) copyFileSync(path + ending, copy + ending);
  if (state() !== before)
    throw new ServiceError('conflict', `${path} is in use. Stop what has it open, then try again.`);
}

function stateOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return `${found?.size} ${found?.mtimeMs}`;
}

function isWhole(copy: string): boolean {
  let problems: readonly string[];
  try {
    openStore(copy).close(); // what is salvaged has today's tables
    ({ problems } = verifyFile(copy));
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new Unrepairable('it cannot be opened');
  }
  return problems.length === 0;
}

function isDamage(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'data_corrupted';
}

function placed(made: string, target: string): Verified {
  try {
    return restore(made, target, null);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new Unrepairable(`what is left does not agree (${error.message})`);
  }
}

function mendFile(copy: string, made: string): Losses {
  let salvaged: Salvaged;
  try {
    salvaged = salvage(copy, made);
  } catch (error) {
    if (!isDamage(error) || error instanceof Unrepairable) throw error;
    throw new Unrepairable('its tables cannot be read');
  }
  const store = openStore(made);
  try {
    store.outdated.drop(); // there are none
    if (store.events.place() !== null) throw new Unrepairable('its events are in another database');
    const projects = store.transaction(() =>
      store.projects.list().map(({ id }) => new ProjectRepair(store, id, salvaged).run()),
    );
    return { salvaged, projects };
  } finally {
    store.close();
  }
}

function unknownName(ord: number): string {
  return `unknown event ${ord}`;
}

class ProjectRepair {
  readonly #store: Store;
  readonly #project_id: number;
  readonly #salvaged: Salvaged;
  /** event_ord -> count of rows lost with pieces of segments, and the time span they lie in. */
  readonly #lost = new Map<number, { rows: number; from_ms: number; until_ms: number }>();
  readonly #values: LostValues[] = [];
  readonly #ids: EventSpan[] = [];
  /** Import -> how many of its events were lost with them. */
  readonly #imports = new Map<string, number>();

  constructor(store: Store, project_id: number, salvaged: Salvaged) {
    this.#store = store;
    this.#project_id = project_id;
    this.#salvaged = salvaged;
  }

  run(): ProjectLosses {
    const { events, cohorts } = this.#store;
    const id = this.#project_id;
    this.#mendSegments();
    const { ids_seen, ids_least, named } = this.#seen();
    const known = { ids_seen, ids_least, created_at_ms: UNKNOWN_CREATED_MS, revision: events.revision(id) };
    const people = this.#store.people.mend(id, known);
    const changed = cohorts.mendMembers(id, this.#store.people.distinctCount(id));
    const recounted = this.#recount(named);
    const is_defined = !this.#isHurt('property_definition');
    events.nextErasure(id);
    return {
      project_id: id,
      events: recounted.lost,
      values: this.#values,
      ids: this.#ids,
      imports: this.#imports,
      people,
      people_named: this.#namesOf([...people.persons, ...people.properties]),
      cohorts: changed.map((cohort) => `${cohort} ${JSON.stringify(cohorts.get(id, cohort)?.name ?? '')}`),
      properties: is_defined ? 0 : defineAgain(this.#store, id),
      recounted: recounted.changed,
      unnamed: recounted.unnamed,
    };
  }

  #isHurt(table: string): boolean {
    const { lost, torn } = this.#salvaged;
    return torn.includes(table) || lost.some((row: LostRow) => row.table === table);
  }

  #mendSegments(): void {
    const { events } = this.#store;
    for (const { id, header } of events.segments(this.#project_id)) {
      const mended = mendSegment(header, (name) => events.blob(id, name), MEND);
      if (mended === null) continue;
      events.rewrite(this.#project_id, id, mended.made);
      this.#values.push(...mended.values);
      this.#ids.push(...mended.ids);
      for (const [of, count] of mended.counts) this.#imports.set(of, (this.#imports.get(of) ?? 0) + count);
      for (const { event_ord, rows, from_ms, until_ms } of mended.rows) {
        const before = this.#lost.get(event_ord) ?? { rows: 0, from_ms, until_ms };
        this.#lost.set(event_ord, {
          rows: before.rows + rows,
          from_ms: Math.min(before.from_ms, from_ms),
          until_ms: Math.max(before.until_ms, until_ms),
        });
      }
    }
  }

  /** Distinct ids and events that occur in rows. */
  #seen() {
    const spans = () => storedSpans(this.#store, this.#project_id);
    let ids_least = 0;
    for (const span of spans()) {
      for (const ord of span.distinct()) if (ord >= ids_least) ids_least = ord + 1;
    }
    const ids_seen = allocate(ids_least);
    const named = new Set<number>();
    for (const span of spans()) {
      for (const ord of span.distinct()) set(ids_seen, ord);
      for (const ord of span.eventOrd()) named.add(ord);
    }
    return { ids_seen, ids_least, named };
  }

  #recount(seen: ReadonlySet<number>) {
    const { definitions } = this.#store;
    const id = this.#project_id;
    const before = new Map(
      this.#salvaged.counts.filter(({ project_id }) => project_id === id).map((count) => [count.ord, count]),
    );
    const unnamed = [...seen].filter((ord) => !before.has(ord));
    for (const ord of unnamed) definitions.nameEvent(id, ord, unknownName(ord));
    const nothing = new Set<string>();
    const left = definitionsLeft(this.#store, id, nothing, null);
    const all = definitions.properties(id, {}).map(({ name }) => name);
    definitions.recount(id, { ...left, event_properties: new Set(all), person_properties: new Set(all) });
    const counts = new Map(left.events.map(({ ord, count }) => [ord, count]));
    const lost: EventsLost[] = [];
    for (const ord of new Set([...before.keys(), ...this.#lost.keys()])) {
      const { name, count } = before.get(ord) ?? { name: unknownName(ord), count: null };
      const { rows, from_ms, until_ms } = this.#lost.get(ord) ?? { rows: 0, from_ms: 0, until_ms: 0 };
      const gone = count === null ? rows : count - (counts.get(ord) ?? 0);
      if (gone > 0) lost.push({ name, lost: gone, before: count, from_ms, until_ms });
    }
    const changed = [...before.values()].filter(({ ord, count }) => count !== (counts.get(ord) ?? 0));
    return { lost, changed: changed.length + unnamed.length, unnamed: unnamed.map(unknownName) };
  }

  #namesOf(persons: readonly number[]): string[] {
    const found = this.#store.people.list(this.#project_id, persons);
    return Array.from(found.values(), ({ first_id }) => first_id);
  }
}
