/**
 * Pages of persons. Sixteen share a row, because a row's overhead exceeds the few bytes of a person. Long properties
 * are stored apart, so that a change of one person rewrites little of its neighbours.
 */
import { assert } from '../../base/assert.ts';
import type { Database } from '../file/database.ts';
import { PackedWriter } from '../file/packed.ts';
import { damagedRow, pageName, rowCrc } from '../file/row_crc.ts';
import {
  APART,
  IDENTIFIED,
  MERGED,
  PAGE_PERSONS,
  type PackedPerson,
  type PagesRead,
  PersonReader,
} from './person_reader.ts';

/** Longer properties are in `person_long`. */
const LONG_BYTES = 128;

const EMPTY = new Uint8Array(0);

interface PageRow {
  readonly page: number;
  readonly persons: number;
  readonly revision: number;
  readonly bytes: Uint8Array;
  readonly crc: number | null;
}

const PAGE = 'page, persons, revision, bytes, crc';

/** Pages per read. A thousand persons take less than a millisecond. */
const READ_PAGES = 64;
/** Spans of long properties per read: SQLite joins no more than a gigabyte. */
const READ_SPANS = READ_PAGES * PAGE_PERSONS;

/** Several rows joined into one, because SQLite takes longer to hand over a row than to read it. */
interface Together {
  /** JSON: one list for each numeric column. */
  readonly numbers: string;
  /** The rows' bytes, end to end; null without rows. */
  readonly bytes: Uint8Array | null;
}

type Crcs = readonly (number | null)[];
type PageLists = [pages: number[], persons: number[], revisions: number[], crcs: Crcs, lengths: number[]];
type LongLists = [ords: number[], crcs: Crcs, lengths: number[]];

/** Joins bytes as text, because SQLite does not validate text. */
function together(numbers: readonly string[], bytes: string, rows: string): string {
  const lists = [...numbers, `length(${bytes})`].map((number) => `json_group_array(${number})`);
  return `SELECT json_array(${lists}) AS numbers, CAST(group_concat(${bytes}, '') AS BLOB) AS bytes FROM (${rows})`;
}

function pagesTogether(which: string): string {
  const rows = `SELECT ${PAGE} FROM person_page WHERE project_id = ? AND ${which} LIMIT ${READ_PAGES}`;
  return together(['page', 'persons', 'revision', 'crc'], 'bytes', rows);
}

const PAGES_FROM = pagesTogether('page >= ? ORDER BY page');
const PAGES_AFTER = pagesTogether('(revision, page) > (?, ?) ORDER BY revision, page');
/** Reads the long properties of spans of persons. */
const LONG = together(
  ['person_ord', 'crc'],
  'properties',
  `SELECT person_ord, properties, crc FROM json_each(?)
   CROSS JOIN person_long ON project_id = ? AND person_ord BETWEEN value ->> 0 AND value ->> 1`,
);

/** The first and last of consecutive persons. */
type Span = [first: number, last: number];

export class PersonPages {
  readonly #database: Database;
  readonly #out = new PackedWriter();

  constructor(database: Database) {
    this.#database = database;
  }

  /** One more than the largest ord. */
  limit(project_id: number): number {
    const sql = 'SELECT page, persons FROM person_page WHERE project_id = ? ORDER BY page DESC LIMIT 1';
    const last = this.#database.get<{ page: number; persons: number }>(sql, project_id);
    return last === undefined ? 0 : last.page * PAGE_PERSONS + last.persons;
  }

  /** Returns an empty page if there is none yet. */
  read(project_id: number, page: number): PackedPerson[] {
    const sql = `SELECT ${PAGE} FROM person_page WHERE project_id = ? AND page = ?`;
    return personsOn(project_id, this.#database.get<PageRow>(sql, project_id, page));
  }

  /** ord -> person. @throws ServiceError data_corrupted if one does not exist */
  list(project_id: number, ords: readonly number[]): Map<number, PackedPerson> {
    const wanted = new Set(ords);
    const found = new Map<number, PackedPerson>();
    for (const row of this.#rowsOf(project_id, new Set(ords.map(pageOf)))) {
      for (const reader = openPage(project_id, row); reader.next(); ) {
        if (wanted.has(reader.ord)) found.set(reader.ord, reader.person());
      }
    }
    return new Map(
      Array.from(wanted, (ord) => {
        const person = found.get(ord);
        if (person === undefined) throw damagedRow('person_page', personName(project_id, ord));
        return [ord, person];
      }),
    );
  }

  #rowsOf(project_id: number, pages: Iterable<number>): PageRow[] {
    const sql = `SELECT ${PAGE} FROM json_each(?)
                 CROSS JOIN person_page ON person_page.project_id = ? AND page = value`;
    return this.#database.all<PageRow>(sql, JSON.stringify([...pages]), project_id);
  }

  get(project_id: number, ord: number): PackedPerson | undefined {
    return this.read(project_id, pageOf(ord))[ord % PAGE_PERSONS];
  }

  /** Packed properties, one for each person. Those stored apart take one read for all. */
  properties(project_id: number, persons: readonly (readonly [ord: number, PackedPerson])[]): Uint8Array[] {
    const apart = persons.filter(([, { properties }]) => properties === null).map(([ord]) => ord);
    const long = this.#long(
      project_id,
      apart.map((ord) => [ord, ord]),
    );
    return persons.map(([ord, { properties }]) => properties ?? longOf(long, project_id, ord));
  }

  /** For each person changed after revision `since`, tells where its packed properties are. */
  changedProperties(
    project_id: number,
    reader: PersonReader,
    since: number,
    tell: (ord: number, bytes: Uint8Array, begin: number, end: number) => void,
  ): void {
    const { pages, bytes } = reader.read;
    const long = this.#long(project_id, spansOf(pages));
    while (reader.nextChanged(since, false)) {
      if (reader.isApart) {
        const own = longOf(long, project_id, reader.ord);
        tell(reader.ord, own, 0, own.length);
      } else tell(reader.ord, bytes, reader.begin, reader.end);
    }
  }

  #long(project_id: number, spans: readonly Span[]): Map<number, Uint8Array> {
    const long = new Map<number, Uint8Array>();
    for (let from = 0; from < spans.length; from += READ_SPANS) {
      const asked = JSON.stringify(spans.slice(from, from + READ_SPANS));
      const { numbers, bytes } = this.#database.get<Together>(LONG, asked, project_id)!;
      const [ords, crcs, lengths]: LongLists = JSON.parse(numbers);
      let begin = 0;
      for (const [at, ord] of ords.entries()) {
        const properties = bytes!.subarray(begin, begin + lengths[at]!);
        begin += properties.length;
        if (rowCrc(properties, project_id, ord) !== crcs[at]) {
          throw damagedRow('person_long', personName(project_id, ord));
        }
        long.set(ord, properties);
      }
    }
    return long;
  }

  /** Numbers of existing pages. */
  pages(project_id: number): number[] {
    const sql = 'SELECT page FROM person_page WHERE project_id = ? ORDER BY page';
    return this.#database.all<{ page: number }>(sql, project_id).map(({ page }) => page);
  }

  /** Packed properties that are stored apart; undefined if they are gone. */
  apart(project_id: number, ord: number): Uint8Array | undefined {
    return this.#long(project_id, [[ord, ord]]).get(ord);
  }

  /** Pages changed after a revision, several at a time. Nothing stays open between reads, whatever the reader does. */
  *changedSince(project_id: number, since: number): IterableIterator<PersonReader> {
    // If all pages are wanted, they are read in order of number: a missing page would otherwise silently lose people.
    const all = since <= 0 ? Math.ceil(this.limit(project_id) / PAGE_PERSONS) : 0;
    for (let page = 0; page < all; page += READ_PAGES) {
      const read = this.#together(project_id, PAGES_FROM, page);
      for (let at = 0; at < READ_PAGES && page + at < all; at++) {
        if (read.pages[at] !== page + at) throw damagedRow('person_page', pageName(project_id, page + at));
      }
      yield new PersonReader(read);
    }
    if (all > 0) return;
    let after = [since, Number.MAX_SAFE_INTEGER]; // after all of that revision
    for (;;) {
      const read = this.#together(project_id, PAGES_AFTER, ...after);
      yield new PersonReader(read);
      if (read.pages.length < READ_PAGES) return;
      after = [read.revisions.at(-1)!, read.pages.at(-1)!];
    }
  }

  #together(project_id: number, sql: string, ...values: readonly number[]): PagesRead {
    const { numbers, bytes } = this.#database.get<Together>(sql, project_id, ...values)!;
    const [pages, persons, revisions, crcs, lengths]: PageLists = JSON.parse(numbers);
    let end = 0;
    const ends = lengths.map((length) => (end += length));
    for (const [at, page] of pages.entries()) {
      const own = bytes!.subarray(ends[at]! - lengths[at]!, ends[at]);
      checkPage(project_id, { page, persons: persons[at]!, revision: revisions[at]!, crc: crcs[at] ?? null }, own);
    }
    return { pages, revisions, ends, bytes: bytes ?? EMPTY };
  }

  /** Changes existing persons and adds new ones, which are numbered from `limit` on. */
  write(project_id: number, changed: ReadonlyMap<number, PackedPerson>): void {
    const ords = [...changed.keys()].sort((left, right) => left - right);
    const by_page = Map.groupBy(ords, pageOf);
    const rows = new Map(this.#rowsOf(project_id, by_page.keys()).map((row) => [row.page, row]));
    for (const [page, group] of by_page) {
      const persons = personsOn(project_id, rows.get(page));
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

  /** Stores differences from the previous person, because neighbours were created at about the same time. */
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

function pageOf(ord: number): number {
  return Math.floor(ord / PAGE_PERSONS);
}

function personsOn(project_id: number, row: PageRow | undefined): PackedPerson[] {
  const persons: PackedPerson[] = [];
  if (row === undefined) return persons;
  for (const reader = openPage(project_id, row); reader.next(); ) persons.push(reader.person());
  return persons;
}

function openPage(project_id: number, row: PageRow): PersonReader {
  const { page, revision, bytes } = row;
  checkPage(project_id, row, bytes);
  return new PersonReader({ pages: [page], revisions: [revision], ends: [bytes.length], bytes });
}

function checkPage(project_id: number, row: Omit<PageRow, 'bytes'>, bytes: Uint8Array): void {
  const { page, persons, revision, crc } = row;
  if (rowCrc(bytes, project_id, page, persons, revision) !== crc) {
    throw damagedRow('person_page', pageName(project_id, page));
  }
}

/** Persons in these pages. Neighbouring pages are merged: one long span reads twice as fast as many short ones. */
function spansOf(pages: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (const page of pages) {
    const first = page * PAGE_PERSONS;
    const before = spans.at(-1);
    if (before?.[1] === first - 1) before[1] += PAGE_PERSONS;
    else spans.push([first, first + PAGE_PERSONS - 1]);
  }
  return spans;
}

function longOf(long: ReadonlyMap<number, Uint8Array>, project_id: number, ord: number): Uint8Array {
  const bytes = long.get(ord);
  if (bytes === undefined) throw damagedRow('person_long', personName(project_id, ord));
  return bytes;
}

function personName(project_id: number, ord: number): string {
  return `person ${ord} of project ${project_id}`;
}

/** What remains of a merged person. */
export function merged(person: PackedPerson, revision: number): PackedPerson {
  return { ...person, is_identified: false, is_merged: true, revision, properties: EMPTY };
}
