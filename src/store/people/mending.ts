/**
 * Restores people after some of their rows were lost. Identities are stored twice, by distinct id and by person, so
 * each fills the gaps of the other. Texts of ids and properties are stored once: if lost, they stay lost.
 */
import { has } from '../../base/bitmap.ts';
import type { Database } from '../file/database.ts';
import { rowCrc } from '../file/row_crc.ts';
import type { KnownOfPeople, NewDistinctId, PeopleLost } from '../types/people.ts';
import { DistinctIds, PAGE_IDS } from './distinct_ids.ts';
import { PersonPages } from './person_pages.ts';
import { PAGE_PERSONS, type PackedPerson } from './person_reader.ts';
import { withoutTerms } from './properties.ts';

const NOBODY = -1;
const EMPTY = new Uint8Array(0);

/** To be called within a transaction, when all remaining rows are intact. */
export function mendPeople(database: Database, project_id: number, known: KnownOfPeople): PeopleLost {
  return new Mending(database, project_id, known).run();
}

class Mending {
  readonly #database: Database;
  readonly #project_id: number;
  readonly #known: KnownOfPeople;
  readonly #ids: DistinctIds;
  readonly #pages: PersonPages;
  /** Living person -> its first distinct id. */
  readonly #first_of = new Map<number, number>();
  /** Distinct id -> person, for all ids but the first ones. */
  readonly #more: Map<number, number>;
  /** Distinct id -> person. */
  #person_of: number[] = [];
  #persons = 0;
  readonly #lost_persons: number[] = [];
  readonly #lost_properties: number[] = [];
  readonly #lost_values = new Map<string | null, number>();
  #lost_texts = 0;
  #strangers = 0;

  constructor(database: Database, project_id: number, known: KnownOfPeople) {
    this.#database = database;
    this.#project_id = project_id;
    this.#known = known;
    this.#ids = new DistinctIds(database);
    this.#pages = new PersonPages(database);
    const sql = 'SELECT distinct_ord, person_ord FROM distinct_more WHERE project_id = ?';
    const rows = database.all<{ distinct_ord: number; person_ord: number }>(sql, project_id);
    this.#more = new Map(rows.map(({ distinct_ord, person_ord }) => [distinct_ord, person_ord]));
  }

  run(): PeopleLost {
    this.#readPersons();
    this.#mendIds();
    this.#mendPersons();
    this.#mendTerms();
    this.#noteMore();
    return {
      texts: this.#lost_texts,
      strangers: this.#strangers,
      persons: this.#lost_persons,
      properties: this.#lost_properties,
      values: this.#lost_values,
    };
  }

  #readPersons(): void {
    for (const page of this.#pages.pages(this.#project_id)) {
      const persons = this.#pages.read(this.#project_id, page);
      for (const [at, { is_merged, first_distinct }] of persons.entries()) {
        if (!is_merged) this.#first_of.set(page * PAGE_PERSONS + at, first_distinct);
      }
      this.#persons = page * PAGE_PERSONS + persons.length;
    }
  }

  #mendIds(): void {
    const whose = new Map([
      ...this.#more,
      ...Array.from(this.#first_of, ([person, first]) => [first, person] as const),
    ]);
    const there = this.#ids.pages(this.#project_id);
    let count = Math.max(this.#ids.count(this.#project_id), this.#known.ids_least);
    for (const ord of whose.keys()) count = Math.max(count, ord + 1);
    for (const page of there) {
      for (const { person_ord } of this.#ids.pageIds(this.#project_id, page))
        this.#persons = Math.max(this.#persons, person_ord + 1);
    }
    for (let page = 0; page * PAGE_IDS < count; page++) {
      const ids = this.#ids.pageIds(this.#project_id, page);
      const size = Math.min(PAGE_IDS, count - page * PAGE_IDS);
      const is_whole = ids.length === size;
      while (ids.length < size) ids.push(this.#madeId(page * PAGE_IDS + ids.length, whose));
      if (!is_whole) this.#ids.putPage(this.#project_id, page, ids);
      for (const { person_ord } of ids) this.#person_of.push(person_ord);
      this.#ids.place(
        this.#project_id,
        ids.filter(({ distinct_id }) => distinct_id !== ''),
      );
    }
  }

  /** Replaces a lost id. If no person has it, its person was deleted, or is made anew if events have the id. */
  #madeId(ord: number, whose: ReadonlyMap<number, number>): NewDistinctId {
    const person_ord = whose.get(ord);
    const isSeen = ord < this.#known.ids_least && has(this.#known.ids_seen, ord);
    if (person_ord === undefined && !isSeen && this.#persons > 0) return { ord, distinct_id: '', person_ord: 0 };
    if (person_ord === undefined) this.#strangers++;
    this.#lost_texts++;
    return { ord, distinct_id: `unknown-${crypto.randomUUID()}`, person_ord: person_ord ?? this.#persons++ };
  }

  /** Replaces lost persons. One with distinct ids is living; one without was merged or deleted. */
  #mendPersons(): void {
    const nameless = this.#person_of.keys().filter((ord) => !this.#first_of.has(this.#person_of[ord]!));
    const ids_of = Map.groupBy(nameless, (ord) => this.#person_of[ord]!);
    for (let page = 0; page * PAGE_PERSONS < this.#persons; page++) {
      const persons = this.#pages.read(this.#project_id, page);
      const size = Math.min(PAGE_PERSONS, this.#persons - page * PAGE_PERSONS);
      const is_whole = persons.length === size;
      while (persons.length < size) {
        const ord = page * PAGE_PERSONS + persons.length;
        persons.push(this.#madePerson(ord, ids_of.get(ord) ?? []));
      }
      const apart = this.#emptyLost(page, persons);
      if (!is_whole || apart) this.#pages.put(this.#project_id, page, persons);
    }
  }

  #madePerson(ord: number, all: readonly number[]): PackedPerson {
    // Deleted people keep the ords of their ids, without texts.
    const ids = all.filter((id) => this.#textOf(id) !== '');
    const { created_at_ms, revision } = this.#known;
    const first_distinct = ids.find((id) => !this.#more.has(id)) ?? ids[0] ?? 0;
    if (ids.length > 0) {
      this.#first_of.set(ord, first_distinct);
      this.#lost_persons.push(ord);
    }
    const is_merged = ids.length === 0;
    return { first_distinct, created_at_ms, is_identified: false, is_merged, revision, properties: EMPTY };
  }

  #textOf(ord: number): string {
    return this.#ids.texts(this.#project_id, [ord])[0]!;
  }

  /** Empties properties that were stored apart and are lost. Returns whether there were any. */
  #emptyLost(page: number, persons: PackedPerson[]): boolean {
    let is_changed = false;
    for (const [at, person] of persons.entries()) {
      const ord = page * PAGE_PERSONS + at;
      if (person.properties !== null || this.#pages.apart(this.#project_id, ord) !== undefined) continue;
      persons[at] = { ...person, properties: EMPTY };
      this.#lost_properties.push(ord);
      is_changed = true;
    }
    return is_changed;
  }

  #mendTerms(): void {
    const sql = 'SELECT ord, text FROM property_term WHERE project_id = ?';
    const rows = this.#database.all<{ ord: number; text: string }>(sql, this.#project_id);
    const terms = new Map(rows.map(({ ord, text }) => [ord, text]));
    let count = rows.reduce((most, { ord }) => Math.max(most, ord + 1), 0);
    const textOf = (term: number): string | undefined => {
      count = Math.max(count, term + 1);
      return terms.get(term);
    };
    for (const page of this.#pages.pages(this.#project_id)) this.#withoutTerms(page, textOf);
    const add = 'INSERT INTO property_term (project_id, ord, text, crc) VALUES (?, ?, ?, ?)';
    for (let ord = 0; ord < count; ord++) {
      if (!terms.has(ord)) this.#database.run(add, this.#project_id, ord, '', rowCrc('', this.#project_id, ord));
    }
  }

  #withoutTerms(page: number, textOf: (term: number) => string | undefined): void {
    const persons = this.#pages.read(this.#project_id, page);
    let is_changed = false;
    for (const [at, person] of persons.entries()) {
      const ord = page * PAGE_PERSONS + at;
      const mended = withoutTerms(person.properties ?? this.#pages.apart(this.#project_id, ord)!, textOf);
      if (mended === null) continue;
      is_changed = true;
      persons[at] = this.#pages.withoutLong(this.#project_id, ord, person, { ...person, properties: mended.left });
      for (const name of mended.names) this.#lost_values.set(name, (this.#lost_values.get(name) ?? 0) + 1);
    }
    if (is_changed) this.#pages.put(this.#project_id, page, persons);
  }

  #noteMore(): void {
    this.#database.run('DELETE FROM distinct_more WHERE project_id = ?', this.#project_id);
    const sql = 'INSERT INTO distinct_more (project_id, person_ord, distinct_ord) VALUES (?, ?, ?)';
    for (const [ord, person] of this.#person_of.entries()) {
      const first = this.#first_of.get(person) ?? NOBODY;
      if (first !== NOBODY && first !== ord) this.#database.run(sql, this.#project_id, person, ord);
    }
  }
}
