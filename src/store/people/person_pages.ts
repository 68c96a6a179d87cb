/**
 * Persons, sixteen to a row at a few bytes each: a row takes more room than a person. Long properties are stored apart, so
 * that a change of one person rewrites little of its neighbours.
 */
import { assert } from '../../base/assert.ts';
import type { Database } from '../file/database.ts';
import { PackedReader, PackedWriter } from '../file/packed.ts';
import { checkRow, damagedRow, rowCrc } from '../file/row_crc.ts';

/** Persons per page: number / PAGE_PERSONS is the page. Part of the file format. */
export const PAGE_PERSONS = 16;
/** Longer properties are in `person_long`. */
const LONG_BYTES = 128;

/** A person with packed properties. */
export interface PackedPerson {
  readonly first_distinct: number;
  readonly created_at_ms: number;
  readonly is_identified: boolean;
  /** Merged into another person. Only the number is left. */
  readonly is_merged: boolean;
  readonly revision: number;
  /** null if stored apart (`PersonPages.properties`). */
  readonly properties: Uint8Array | null;
}

export interface PersonPage {
  readonly page: number;
  /** Revision of the latest change to any of the persons. */
  readonly revision: number;
  /** number modulo PAGE_PERSONS -> person */
  readonly persons: PackedPerson[];
}

const IDENTIFIED = 1;
const MERGED = 2;
const APART = 4;
const EMPTY = new Uint8Array(0);

interface PageRow {
  readonly page: number;
  readonly persons: number;
  readonly revision: number;
  readonly bytes: Uint8Array;
  readonly crc: number | null;
}

interface LongRow {
  readonly person_ord: number;
  readonly properties: Uint8Array;
  readonly crc: number | null;
}

const PAGE = 'page, persons, revision, bytes, crc';

export class PersonPages {
  readonly #database: Database;
  readonly #out = new PackedWriter();

  constructor(database: Database) {
    this.#database = database;
  }

  /** One more than the largest number. */
  limit(project_id: number): number {
    const sql = 'SELECT page, persons FROM person_page WHERE project_id = ? ORDER BY page DESC LIMIT 1';
    const last = this.#database.get<{ page: number; persons: number }>(sql, project_id);
    return last === undefined ? 0 : last.page * PAGE_PERSONS + last.persons;
  }

  /** Returns an empty page if there is none yet. */
  read(project_id: number, page: number): PersonPage {
    const sql = `SELECT ${PAGE} FROM person_page WHERE project_id = ? AND page = ?`;
    const row = this.#database.get<PageRow>(sql, project_id, page);
    return row === undefined ? { page, revision: 0, persons: [] } : openPage(project_id, row);
  }

  /** number -> person, for existing persons. */
  list(project_id: number, ords: readonly number[]): Map<number, PackedPerson> {
    const sql = `SELECT ${PAGE} FROM json_each(?)
                 CROSS JOIN person_page ON person_page.project_id = ? AND page = value`;
    const pages = [...new Set(ords.map((ord) => Math.floor(ord / PAGE_PERSONS)))];
    const wanted = new Set(ords);
    const rows = this.#database.all<PageRow>(sql, JSON.stringify(pages), project_id);
    const found = new Map<number, PackedPerson>();
    const opened = new Map(rows.map((row) => [row.page, openPage(project_id, row, wanted).persons]));
    for (const ord of ords) {
      const person = opened.get(Math.floor(ord / PAGE_PERSONS))?.[ord % PAGE_PERSONS];
      if (person === undefined) throw damagedRow('person_page', personName(project_id, ord));
      found.set(ord, person);
    }
    return found;
  }

  get(project_id: number, ord: number): PackedPerson | undefined {
    return this.read(project_id, Math.floor(ord / PAGE_PERSONS)).persons[ord % PAGE_PERSONS];
  }

  /** Packed properties, one for each person. Those stored apart take one read for all. */
  properties(project_id: number, persons: readonly (readonly [ord: number, PackedPerson])[]): Uint8Array[] {
    const apart = persons.filter(([, { properties }]) => properties === null).map(([ord]) => ord);
    const long = apart.length === 0 ? new Map<number, Uint8Array>() : this.#long(project_id, apart);
    return persons.map(([ord, { properties }]) => {
      const bytes = properties ?? long.get(ord);
      if (bytes === undefined) throw damagedRow('person_long', personName(project_id, ord));
      return bytes;
    });
  }

  #long(project_id: number, ords: readonly number[]): Map<number, Uint8Array> {
    const sql = `SELECT person_ord, properties, crc FROM json_each(?)
                 CROSS JOIN person_long ON project_id = ? AND person_ord = value`;
    const rows = this.#database.all<LongRow>(sql, JSON.stringify(ords), project_id);
    return new Map(
      rows.map(({ person_ord, properties, crc }) => {
        const name = personName(project_id, person_ord);
        checkRow(crc, rowCrc(properties, project_id, person_ord), 'person_long', name);
        return [person_ord, properties];
      }),
    );
  }

  /** Numbers of existing pages. */
  pages(project_id: number): number[] {
    const sql = 'SELECT page FROM person_page WHERE project_id = ? ORDER BY page';
    return this.#database.all<{ page: number }>(sql, project_id).map(({ page }) => page);
  }

  /** Packed properties that are stored apart; undefined if they are gone. */
  apart(project_id: number, ord: number): Uint8Array | undefined {
    return this.#long(project_id, [ord]).get(ord);
  }

  /** Pages from number `page` on. */
  from(project_id: number, page: number, pages: number): PersonPage[] {
    const sql = `SELECT ${PAGE} FROM person_page WHERE project_id = ? AND page >= ? ORDER BY page LIMIT ?`;
    const rows = this.#database.all<PageRow>(sql, project_id, page, pages);
    return rows.map((row) => openPage(project_id, row));
  }

  /** Pages changed after a revision, ordered by (revision, page), starting after `after`. */
  changedAfter(project_id: number, after: Pick<PersonPage, 'revision' | 'page'>, pages: number): PersonPage[] {
    const sql = `SELECT ${PAGE} FROM person_page
                 WHERE project_id = ? AND (revision, page) > (?, ?) ORDER BY revision, page LIMIT ?`;
    const rows = this.#database.all<PageRow>(sql, project_id, after.revision, after.page, pages);
    return rows.map((row) => openPage(project_id, row));
  }

  /** Changes existing persons. New ones are numbered from the limit on. */
  write(project_id: number, changed: ReadonlyMap<number, PackedPerson>): void {
    const ords = [...changed.keys()].sort((left, right) => left - right);
    for (const [page, group] of Map.groupBy(ords, (ord) => Math.floor(ord / PAGE_PERSONS))) {
      const { persons } = this.read(project_id, page);
      for (const ord of group) {
        const before = persons[ord % PAGE_PERSONS];
        const isNext = before === undefined && persons.length === ord % PAGE_PERSONS;
        assert(isNext || before?.is_merged === false, `person ${ord} of project ${project_id} exists`);
        persons[ord % PAGE_PERSONS] = this.withoutLong(project_id, ord, before, changed.get(ord)!);
      }
      this.put(project_id, page, persons);
    }
  }

  /** Replaces the page. */
  put(project_id: number, page: number, persons: readonly PackedPerson[]): void {
    const revision = persons.reduce((last, person) => Math.max(last, person.revision), 0);
    const bytes = this.#packed(persons, revision);
    this.#database.run(
      `INSERT INTO person_page (project_id, page, persons, revision, bytes, crc) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (project_id, page) DO UPDATE
       SET persons = excluded.persons, revision = excluded.revision, bytes = excluded.bytes, crc = excluded.crc`,
      project_id,
      page,
      persons.length,
      revision,
      bytes,
      rowCrc(bytes, project_id, page, persons.length, revision),
    );
  }

  /** Moves long properties to their own table, and removes them there when they become short. */
  withoutLong(project_id: number, ord: number, before: PackedPerson | undefined, person: PackedPerson): PackedPerson {
    const { properties } = person;
    if (properties !== null && properties.length > LONG_BYTES) {
      const sql = `INSERT INTO person_long (project_id, person_ord, properties, crc) VALUES (?, ?, ?, ?)
                   ON CONFLICT (project_id, person_ord) DO UPDATE
                   SET properties = excluded.properties, crc = excluded.crc`;
      this.#database.run(sql, project_id, ord, properties, rowCrc(properties, project_id, ord));
      return { ...person, properties: null };
    }
    if (before?.properties === null) {
      this.#database.run('DELETE FROM person_long WHERE project_id = ? AND person_ord = ?', project_id, ord);
    }
    return person;
  }

  /** Numbers are differences from the previous person, because neighbours were created at about the same time. */
  #packed(persons: readonly PackedPerson[], revision: number): Uint8Array {
    const out = this.#out;
    out.clear();
    let first_distinct = 0;
    let created_at_ms = 0;
    for (const person of persons) {
      const { properties } = person;
      const apart = properties === null ? APART : 0;
      out.putNumber((person.is_identified ? IDENTIFIED : 0) + (person.is_merged ? MERGED : 0) + apart);
      out.putSigned(person.first_distinct - first_distinct);
      out.putSigned(person.created_at_ms - created_at_ms);
      out.putNumber(revision - person.revision);
      if (properties !== null) {
        out.putNumber(properties.length);
        out.putBytes(properties);
      }
      ({ first_distinct, created_at_ms } = person);
    }
    return out.taken();
  }
}

/** Placeholder for persons that are not wanted. Their numbers are read only because later ones build on them. */
const PASSED: PackedPerson = {
  first_distinct: 0,
  created_at_ms: 0,
  is_identified: false,
  is_merged: true,
  revision: 0,
  properties: EMPTY,
};

/** @param wanted numbers of persons; null for all */
function openPage(
  project_id: number,
  { page, persons: count, revision, bytes, crc }: PageRow,
  wanted: ReadonlySet<number> | null = null,
): PersonPage {
  const name = `page ${page} of project ${project_id}`;
  checkRow(crc, rowCrc(bytes, project_id, page, count, revision), 'person_page', name);
  const from = new PackedReader(bytes);
  const persons: PackedPerson[] = [];
  let first_distinct = 0;
  let created_at_ms = 0;
  while (!from.isAtEnd()) {
    const flags = from.number();
    first_distinct += from.signed();
    created_at_ms += from.signed();
    if (wanted?.has(page * PAGE_PERSONS + persons.length) === false) {
      from.number();
      if ((flags & APART) === 0) from.pass(from.number());
      persons.push(PASSED);
      continue;
    }
    persons.push({
      first_distinct,
      created_at_ms,
      is_identified: (flags & IDENTIFIED) !== 0,
      is_merged: (flags & MERGED) !== 0,
      revision: revision - from.number(),
      properties: (flags & APART) === 0 ? from.bytes(from.number()) : null,
    });
  }
  return { page, revision, persons };
}

function personName(project_id: number, ord: number): string {
  return `person ${ord} of project ${project_id}`;
}

/** What remains of a merged person. */
export function merged(person: PackedPerson, revision: number): PackedPerson {
  return { ...person, is_identified: false, is_merged: true, revision, properties: EMPTY };
}
