/** Which people an erasure names, and their removal, a portion at a time. */
import { randomUUID } from 'node:crypto';
import { allocate, has, set } from '../../base/bitmap.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Erasure, ErasureTask, ImportRun } from '../../store/types/erasures.ts';
import type { Store } from '../../store/types/store.ts';
import { aboutHash, hashBytes, sourceHash } from '../identity/line_about.ts';
import { UNKNOWN_CREATED_MS } from '../identity/persons.ts';

/** Persons, each with all their distinct ids. */
export type PeopleFound = ReadonlyMap<number, readonly number[]>;

/** Those whom a portion removed. */
export interface Portion {
  readonly persons: number;
  readonly ids: readonly number[];
  /** Of these distinct ids. */
  readonly texts: readonly string[];
}

export class ErasedPeople {
  readonly #store: Store;
  readonly #project_id: number;
  /** For imports: distinct ids that still have events. */
  #alive: Uint32Array = new Uint32Array(0);
  #found: PeopleFound = new Map();
  /** Those found who were not yet looked at in a portion. */
  #next: number[] = [];
  #isSomebodyLeft = false;
  /** Who changed since they were found, and up to which revision that is known. */
  #changed = new Set<number>();
  #revision = 0;

  constructor(store: Store, project_id: number) {
    this.#store = store;
    this.#project_id = project_id;
  }

  /** Whether a portion remains. */
  get isMore(): boolean {
    return this.#next.length > 0;
  }

  /** Whether portions left somebody, who is named still or no longer. */
  get isSomebodyLeft(): boolean {
    return this.#isSomebodyLeft;
  }

  /** Call before `noteAlive`: makes room for all distinct ids. */
  reserve(): void {
    const words = allocate(this.#store.people.distinctCount(this.#project_id));
    words.set(this.#alive);
    this.#alive = words;
  }

  noteAlive(distinct_ord: number): void {
    set(this.#alive, distinct_ord);
  }

  /** Whom the task names now; of an import, those it leaves without events. Call within a snapshot. */
  find(task: ErasureTask): PeopleFound {
    this.#found = this.#store.people.idsOf(this.#project_id, this.#named(task));
    this.#next = [...this.#found.keys()];
    this.#isSomebodyLeft = false;
    this.#changed = new Set();
    this.#revision = this.#store.events.revision(this.#project_id);
    return this.#found;
  }

  /**
   * Removes the next people found, for about `TUNING.erasing_ms`. Whoever is not as they were found stays. Call within a
   * transaction.
   */
  erase({ task }: Erasure, texts_given: ReadonlyMap<number, string> | undefined): Portion {
    const { people, cohorts, events } = this.#store;
    const until_ms = performance.now() + TUNING.erasing_ms;
    const nameless_created_at_ms = task.kind === 'persons' && !task.with_events ? UNKNOWN_CREATED_MS : null;
    const removal = { nameless_created_at_ms, newId: (id: number) => texts_given?.get(id) ?? randomUUID() };
    const revision = events.revision(this.#project_id);
    this.#noteChanged(revision);
    const ids: number[] = [];
    const texts: string[] = [];
    let persons = 0;
    do {
      const some = this.#next.splice(0, TUNING.erased_people);
      const same = this.#unchanged(task, some);
      if (same.length < some.length) this.#isSomebodyLeft = true;
      texts.push(...people.erase(this.#project_id, same, removal, revision));
      ids.push(...same.flatMap((ord) => this.#found.get(ord)!));
      persons += same.length;
    } while (this.isMore && performance.now() < until_ms);
    cohorts.removeMembers(this.#project_id, ids);
    this.#forgetLines(texts);
    return { persons, ids, texts };
  }

  #noteChanged(revision: number): void {
    for (const { ord } of this.#store.people.createdSince(this.#project_id, this.#revision)) this.#changed.add(ord);
    this.#revision = revision;
  }

  /** Somebody may have come between: merged two of them, or sent more about one whom only the import had told of. */
  #unchanged(task: ErasureTask, persons: readonly number[]): readonly number[] {
    const ids_now = this.#store.people.idsOf(this.#project_id, persons);
    const same = persons.filter((ord) => ids_now.get(ord)?.join() === this.#found.get(ord)!.join());
    if (task.kind !== 'import') return same;
    const isAlive = (ord: number): boolean => this.#found.get(ord)!.some((id) => has(this.#alive, id));
    const untouched = same.filter((ord) => !this.#changed.has(ord) && !isAlive(ord));
    return this.#onlyTold(task.import_id, untouched);
  }

  #forgetLines(texts: readonly string[]): void {
    const { imports } = this.#store;
    const sources = new Set(imports.list(this.#project_id).flatMap((run) => run.sources));
    for (const hash of Array.from(sources, sourceHash)) {
      imports.forgetLines(
        this.#project_id,
        texts.map((text) => hashBytes(aboutHash(hash, ['person', text]))),
      );
    }
  }

  #named(task: ErasureTask): readonly number[] {
    if (task.kind === 'expiry') return [];
    const person_of = this.#store.people.personOf(this.#project_id, 0);
    if (task.kind === 'import') return this.#madeOnlyBy(task.import_id, person_of);
    return [...new Set(task.first_distincts.map((ord) => person_of[ord]!))];
  }

  /**
   * Persons that the import created, that are unchanged since, that have no events now, into whom nobody was merged who
   * was there before, and of whom no other import told that ran at the same time.
   */
  #madeOnlyBy(import_id: number, person_of: Uint32Array): readonly number[] {
    const { people, imports } = this.#store;
    const run = imports.get(this.#project_id, import_id);
    if (run === undefined) return [];
    const others = new Set(Array.from(people.createdSince(this.#project_id, run.revision), ({ ord }) => ord));
    const first = run.persons[0];
    const before = first === undefined ? 0 : (people.firstDistinct(this.#project_id, first) ?? 0);
    for (let ord = 0; ord < person_of.length; ord++) {
      if (ord < before || has(this.#alive, ord)) others.add(person_of[ord]!);
    }
    const made: number[] = [];
    for (const { ord } of people.createdSince(this.#project_id, -1)) {
      if (isWithin(run.persons, ord) && !others.has(ord)) made.push(ord);
    }
    return this.#onlyTold(import_id, made);
  }

  /** Revisions tell of imports after this one, but not of those that ended before it did. */
  #onlyTold(import_id: number, persons: readonly number[]): readonly number[] {
    const { people, imports } = this.#store;
    const run = imports.get(this.#project_id, import_id);
    const sources = run === undefined ? [] : this.#sourcesBeside(run);
    if (run === undefined || sources.length === 0) return persons;
    const isTold = (text: string): boolean =>
      sources.some((source) => imports.isToldByOthers(run, hashBytes(aboutHash(source, ['person', text]))));
    const ids = [...people.idsOf(this.#project_id, persons)].flatMap(([ord, own]) =>
      own.map((id) => [ord, id] as const),
    );
    const texts = people.distinctTexts(
      this.#project_id,
      ids.map(([, id]) => id),
    );
    const told = new Set(ids.filter((_, at) => isTold(texts[at]!)).map(([ord]) => ord));
    return persons.filter((ord) => !told.has(ord));
  }

  #sourcesBeside(run: ImportRun) {
    const beside = this.#store.imports
      .list(run.project_id)
      .filter(({ id, started_at_ms }) => id !== run.id && started_at_ms <= run.changed_at_ms)
      .filter(({ changed_at_ms }) => changed_at_ms >= run.started_at_ms);
    return Array.from(new Set(beside.flatMap((other) => other.sources)), sourceHash);
  }
}

function isWithin(ranges: readonly number[], ord: number): boolean {
  for (let at = 0; at + 1 < ranges.length; at += 2) if (ord >= ranges[at]! && ord < ranges[at + 1]!) return true;
  return false;
}
