/** Persons and the distinct ids that lead to them. Both have dense numbers; columns of the engine are indexed by them. */
import { assert, must } from '../base/assert.ts';
import { denseCounter } from './counter.ts';
import type { Database } from './database.ts';
import type { PeopleStore, Person } from './types.ts';

interface PersonRow {
  readonly ord: number;
  readonly uuid: string;
  readonly properties: string;
  readonly created_at_ms: number;
  readonly is_identified: number;
  readonly revision: number;
}

const PERSON = 'ord, uuid, properties, created_at_ms, is_identified, revision';
const PERSON_LIMIT = 'SELECT coalesce(max(ord) + 1, 0) AS next FROM person WHERE project_id = ?';
const DISTINCT_LIMIT = 'SELECT coalesce(max(ord) + 1, 0) AS next FROM distinct_id WHERE project_id = ?';
/** Left to itself, SQLite walks all ids of the project, as its order suits. */
const IDS_OF_PERSON = 'distinct_id INDEXED BY distinct_id_by_person';

/** Persons read at a time: nothing stays open between pages, whatever the reader does meanwhile. */
const PAGE = 1_000;
/** Distinct ids whose persons are read at a time. */
const SPAN = 65_536;

export function peopleStore(database: Database): PeopleStore {
  return {
    ...distinctIds(database),
    ...persons(database),
    changedSince: (project_id, revision) => changedSince(database, project_id, revision),
    merge: (project_id, from_ord, into_ord, revision) => merge(database, project_id, from_ord, into_ord, revision),
  };
}

function distinctIds(database: Database) {
  const nextOrd = denseCounter(database, DISTINCT_LIMIT);
  return {
    find(project_id: number, distinct_id: string) {
      const row = database.get<{ ord: number; person_ord: number }>(
        'SELECT ord, person_ord FROM distinct_id WHERE project_id = ? AND text = ?',
        project_id,
        distinct_id,
      );
      return row && { ord: row.ord, person_ord: row.person_ord };
    },
    addDistinct(project_id: number, distinct_id: string, person_ord: number) {
      const ord = nextOrd(project_id);
      database.run(
        'INSERT INTO distinct_id (project_id, ord, text, person_ord) VALUES (?, ?, ?, ?)',
        project_id,
        ord,
        distinct_id,
        person_ord,
      );
      return ord;
    },
    distinctIds(project_id: number, person_ord: number) {
      return database
        .all<{ text: string }>(
          `SELECT text FROM ${IDS_OF_PERSON} WHERE project_id = ? AND person_ord = ? ORDER BY ord`,
          project_id,
          person_ord,
        )
        .map((row) => row.text);
    },
    distinctTexts(project_id: number, ords: readonly number[]) {
      const sql = 'SELECT text FROM distinct_id WHERE project_id = ? AND ord = ?';
      return ords.map((ord) => must(database.get<{ text: string }>(sql, project_id, ord), `distinct id ${ord}`).text);
    },
    distinctTextsFrom: (project_id: number, from_ord: number) => distinctTextsFrom(database, project_id, from_ord),
    distinctCount: (project_id: number) => database.get<{ next: number }>(DISTINCT_LIMIT, project_id)!.next,
    personOf: (project_id: number, from_ord: number) => personOf(database, project_id, from_ord),
    movedSince(project_id: number, revision: number) {
      return database
        .all<{ ord: number; person_ord: number }>(
          'SELECT ord, person_ord FROM distinct_id WHERE project_id = ? AND moved_revision > ? ORDER BY ord',
          project_id,
          revision,
        )
        .map((row) => ({ distinct_ord: row.ord, person_ord: row.person_ord }));
    },
  };
}

function persons(database: Database) {
  const nextOrd = denseCounter(database, PERSON_LIMIT);
  return {
    get(project_id: number, person_ord: number) {
      const row = database.get<PersonRow>(
        `SELECT ${PERSON} FROM person WHERE project_id = ? AND ord = ? AND merged_into IS NULL`,
        project_id,
        person_ord,
      );
      return row && toPerson(row);
    },
    add(project_id: number, values: Omit<Person, 'ord'>, revision: number) {
      const ord = nextOrd(project_id);
      database.run(
        `INSERT INTO person (project_id, ${PERSON}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        project_id,
        ord,
        values.uuid,
        JSON.stringify(values.properties),
        values.created_at_ms,
        Number(values.is_identified),
        revision,
      );
      return { ord, ...values };
    },
    save(project_id: number, person: Person, revision: number) {
      const { changes } = database.run(
        `UPDATE person SET uuid = ?, properties = ?, created_at_ms = ?, is_identified = ?, revision = ?
         WHERE project_id = ? AND ord = ? AND merged_into IS NULL`,
        person.uuid,
        JSON.stringify(person.properties),
        person.created_at_ms,
        Number(person.is_identified),
        revision,
        project_id,
        person.ord,
      );
      assert(changes === 1, `person ${person.ord} of project ${project_id} exists`);
    },
    personLimit: (project_id: number) => database.get<{ next: number }>(PERSON_LIMIT, project_id)!.next,
  };
}

function merge(database: Database, project_id: number, from_ord: number, into_ord: number, revision: number): void {
  assert(from_ord !== into_ord, 'a person is merged into another one');
  database.transaction(() => {
    const alive = 'SELECT 1 FROM person WHERE project_id = ? AND ord = ? AND merged_into IS NULL';
    assert(database.get(alive, project_id, into_ord) !== undefined, `person ${into_ord} exists`);
    database.run(
      `UPDATE ${IDS_OF_PERSON} SET person_ord = ?, moved_revision = ? WHERE project_id = ? AND person_ord = ?`,
      into_ord,
      revision,
      project_id,
      from_ord,
    );
    const { changes } = database.run(
      `UPDATE person SET merged_into = ?, properties = '{}', revision = ?
       WHERE project_id = ? AND ord = ? AND merged_into IS NULL`,
      into_ord,
      revision,
      project_id,
      from_ord,
    );
    assert(changes === 1, `person ${from_ord} exists`);
  });
}

/** One text of numbers per span: reading rows one by one takes four times as long. */
function personOf(database: Database, project_id: number, from_ord: number): Uint32Array {
  const spans: number[][] = [];
  let count = 0;
  for (let ord = from_ord; ; ord += SPAN) {
    const { list } = database.get<{ list: string | null }>(
      `SELECT group_concat(person_ord ORDER BY ord) AS list FROM distinct_id
       WHERE project_id = ? AND ord >= ? AND ord < ?`,
      project_id,
      ord,
      ord + SPAN,
    )!;
    if (list === null) break;
    const span = JSON.parse(`[${list}]`) as number[];
    spans.push(span);
    count += span.length;
  }
  /** distinct id's number - from_ord -> person's number. */
  const person_of = new Uint32Array(count);
  let at = 0;
  for (const span of spans) {
    person_of.set(span, at);
    at += span.length;
  }
  return person_of;
}

function* distinctTextsFrom(database: Database, project_id: number, from_ord: number): IterableIterator<string> {
  for (let ord = from_ord; ; ord += PAGE) {
    const page = database.all<{ text: string }>(
      'SELECT text FROM distinct_id WHERE project_id = ? AND ord >= ? AND ord < ? ORDER BY ord',
      project_id,
      ord,
      ord + PAGE,
    );
    for (const row of page) yield row.text;
    if (page.length < PAGE) return;
  }
}

function* changedSince(database: Database, project_id: number, revision: number): IterableIterator<Person> {
  let after = { revision: revision + 0.5, ord: 0 }; // after all of that revision, before all of the next
  for (;;) {
    const page = database.all<PersonRow>(
      `SELECT ${PERSON} FROM person
       WHERE project_id = ? AND (revision, ord) > (?, ?) AND merged_into IS NULL ORDER BY revision, ord LIMIT ${PAGE}`,
      project_id,
      after.revision,
      after.ord,
    );
    for (const row of page) yield toPerson(row);
    if (page.length < PAGE) return;
    after = page[PAGE - 1]!;
  }
}

function toPerson(row: PersonRow): Person {
  return {
    ord: row.ord,
    uuid: row.uuid,
    properties: JSON.parse(row.properties) as Record<string, unknown>,
    created_at_ms: row.created_at_ms,
    is_identified: row.is_identified === 1,
  };
}
