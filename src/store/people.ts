/** Persons and the distinct ids that lead to them. Both have dense numbers; columns of the engine are indexed by them. */
import { assert, must } from '../base/assert.ts';
import { formatUuid, parseUuid } from '../base/uuid.ts';
import { denseCounter } from './counter.ts';
import type { Database } from './database.ts';
import type { PeopleStore, Person } from './people_types.ts';
import { personMap } from './person_map.ts';
import { type PropertyPacker, propertyPacker } from './properties.ts';

interface PersonRow {
  readonly ord: number;
  readonly uuid: Uint8Array;
  readonly properties: Uint8Array;
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
/** Length of a UUID in its usual form. */
const UUID_CHARS = 36;

export function peopleStore(database: Database): PeopleStore {
  const packer = propertyPacker(database);
  return {
    ...distinctIds(database),
    ...personMap(database),
    ...persons(database, packer),
    changedSince: (project_id, revision) => changedSince(database, packer, project_id, revision),
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
        packId(distinct_id),
      );
      return row && { ord: row.ord, person_ord: row.person_ord };
    },
    addDistinct(project_id: number, distinct_id: string, person_ord: number) {
      const ord = nextOrd(project_id);
      database.run(
        'INSERT INTO distinct_id (project_id, ord, text, person_ord) VALUES (?, ?, ?, ?)',
        project_id,
        ord,
        packId(distinct_id),
        person_ord,
      );
      return ord;
    },
    distinctIds(project_id: number, person_ord: number) {
      return database
        .all<{ text: PackedId }>(
          `SELECT text FROM ${IDS_OF_PERSON} WHERE project_id = ? AND person_ord = ? ORDER BY ord`,
          project_id,
          person_ord,
        )
        .map((row) => unpackId(row.text));
    },
    distinctTexts(project_id: number, ords: readonly number[]) {
      const sql = 'SELECT text FROM distinct_id WHERE project_id = ? AND ord = ?';
      const read = (ord: number) => must(database.get<{ text: PackedId }>(sql, project_id, ord), `distinct id ${ord}`);
      return ords.map((ord) => unpackId(read(ord).text));
    },
    distinctTextsFrom: (project_id: number, from_ord: number) => distinctTextsFrom(database, project_id, from_ord),
    distinctCount: (project_id: number) => database.get<{ next: number }>(DISTINCT_LIMIT, project_id)!.next,
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

function persons(database: Database, packer: PropertyPacker) {
  const nextOrd = denseCounter(database, PERSON_LIMIT);
  return {
    get(project_id: number, person_ord: number) {
      const row = database.get<PersonRow>(
        `SELECT ${PERSON} FROM person WHERE project_id = ? AND ord = ? AND merged_into IS NULL`,
        project_id,
        person_ord,
      );
      return row && toPerson(row, packer, project_id);
    },
    add(project_id: number, values: Omit<Person, 'ord'>, revision: number) {
      const ord = nextOrd(project_id);
      database.run(
        `INSERT INTO person (project_id, ${PERSON}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        project_id,
        ord,
        uuidBytes(values.uuid),
        packer.pack(project_id, values.properties),
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
        uuidBytes(person.uuid),
        packer.pack(project_id, person.properties),
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
      `UPDATE person SET merged_into = ?, properties = x'', revision = ?
       WHERE project_id = ? AND ord = ? AND merged_into IS NULL`,
      into_ord,
      revision,
      project_id,
      from_ord,
    );
    assert(changes === 1, `person ${from_ord} exists`);
  });
}

function* distinctTextsFrom(database: Database, project_id: number, from_ord: number): IterableIterator<string> {
  for (let ord = from_ord; ; ord += PAGE) {
    const page = database.all<{ text: PackedId }>(
      'SELECT text FROM distinct_id WHERE project_id = ? AND ord >= ? AND ord < ? ORDER BY ord',
      project_id,
      ord,
      ord + PAGE,
    );
    for (const row of page) yield unpackId(row.text);
    if (page.length < PAGE) return;
  }
}

function* changedSince(
  database: Database,
  packer: PropertyPacker,
  project_id: number,
  revision: number,
): IterableIterator<Person> {
  let after = { revision: revision + 0.5, ord: 0 }; // after all of that revision, before all of the next
  for (;;) {
    const page = database.all<PersonRow>(
      `SELECT ${PERSON} FROM person
       WHERE project_id = ? AND (revision, ord) > (?, ?) AND merged_into IS NULL ORDER BY revision, ord LIMIT ${PAGE}`,
      project_id,
      after.revision,
      after.ord,
    );
    for (const row of page) yield toPerson(row, packer, project_id);
    if (page.length < PAGE) return;
    after = page[PAGE - 1]!;
  }
}

function toPerson(row: PersonRow, packer: PropertyPacker, project_id: number): Person {
  return {
    ord: row.ord,
    uuid: formatUuid(row.uuid),
    properties: packer.unpack(project_id, row.properties),
    created_at_ms: row.created_at_ms,
    is_identified: row.is_identified === 1,
  };
}

function uuidBytes(uuid: string): Uint8Array {
  return must(parseUuid(uuid), 'a person has a UUID');
}

/** Many ids are UUIDs, which take less than half the room as bytes: twice, as they are in an index too. */
type PackedId = string | Uint8Array;

/** As bytes only where these give the same text again. */
function packId(text: string): PackedId {
  if (text.length !== UUID_CHARS || text !== text.toLowerCase()) return text;
  return parseUuid(text) ?? text;
}

function unpackId(id: PackedId): string {
  return typeof id === 'string' ? id : formatUuid(id);
}
