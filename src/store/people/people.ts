/**
 * Persons and the distinct ids that lead to them. Both have dense numbers (`ord`), which index the engine's columns.
 */
import { assert } from '../../base/assert.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Database } from '../file/database.ts';
import type {
  ListedPerson,
  Merge,
  PeopleChanges,
  PeopleStore,
  Person,
  PropertiesInUse,
  Removal,
} from '../types/people.ts';
import { DistinctIds } from './distinct_ids.ts';
import { mendPeople } from './mending.ts';
import { moveCrc, personMap } from './person_map.ts';
import { merged, PersonPages } from './person_pages.ts';
import type { PackedPerson, PersonReader } from './person_reader.ts';
import { type PropertyPacker, propertyPacker } from './properties.ts';

export function peopleStore(database: Database): PeopleStore {
  const [packer, pages, ids] = [propertyPacker(database), new PersonPages(database), new DistinctIds(database)];
  const people: Parts = { database, packer, pages, ids };
  return {
    find: (project_id, distinct_id) => ids.find(project_id, distinct_id),
    findAll: (project_id, distinct_ids) => ids.findAll(project_id, distinct_ids),
    get: (project_id, person_ord) => get(people, project_id, person_ord),
    getAll: (project_id, person_ords) => toPersons(people, project_id, livingOf(pages, project_id, person_ords)),
    firstDistinct: (project_id, person_ord) => pages.get(project_id, person_ord)?.first_distinct,
    write: (project_id, changes, revision) => write(people, project_id, changes, revision),
    merge: (project_id, merges, revision) => merge(people, project_id, merges, revision),
    idsOf: (project_id, person_ords) => idsOfEach(database, project_id, livingOf(pages, project_id, person_ords)),
    erase: (project_id, person_ords, removal, revision) => erase(people, project_id, person_ords, removal, revision),
    mend: (project_id, known) => database.transaction(() => mendPeople(database, project_id, known)),
    propertiesInUse: (project_id, revision, without) => propertiesInUse(people, project_id, revision, without),
    readAhead: (project_id) => packer.readAhead(project_id),
    forgetUnused: (project_id, used) => packer.forgetUnused(project_id, used),
    list: (project_id, person_ords) => listed(people, project_id, person_ords),
    distinctTexts: (project_id, ords) => ids.texts(project_id, ords),
    distinctTextsFrom: (project_id, from_ord) => ids.textsFrom(project_id, from_ord),
    distinctCount: (project_id) => ids.count(project_id),
    personLimit: (project_id) => pages.limit(project_id),
    ...personMap(database, ids),
    *changedSince(project_id, since) {
      for (const reader of pages.changedSince(project_id, since)) {
        yield* toPersons(people, project_id, personsIn(reader, since));
      }
    },
    *propertiesSince(project_id, since, names) {
      const gathering = packer.gathering(project_id, names);
      for (const reader of pages.changedSince(project_id, since)) {
        pages.changedProperties(project_id, reader, since, gathering.add);
        yield gathering.taken();
      }
    },
    *firstIdsSince(project_id, since) {
      const textOf = ids.reader(project_id);
      for (const reader of pages.changedSince(project_id, since)) {
        while (reader.nextChanged(since)) yield { ord: reader.ord, first_id: textOf(reader.first_distinct) };
      }
    },
    *createdSince(project_id, since) {
      for (const reader of pages.changedSince(project_id, since)) {
        while (reader.nextChanged(since)) yield { ord: reader.ord, created_at_ms: reader.created_at_ms };
      }
    },
  };
}

interface Parts {
  readonly database: Database;
  readonly packer: PropertyPacker;
  readonly pages: PersonPages;
  readonly ids: DistinctIds;
}

function get(people: Parts, project_id: number, ord: number): Person | undefined {
  const person = people.pages.get(project_id, ord);
  return person === undefined || person.is_merged ? undefined : toPersons(people, project_id, [[ord, person]])[0];
}

/** Remembers people, because pages of a list, and lists with other filters, have many in common. */
function listed(people: Parts, project_id: number, ords: readonly number[]): Map<number, ListedPerson> {
  const known = people.database.remembered(`people ${project_id}`, () => new Map<number, ListedPerson>());
  if (known.size > TUNING.people_remembered) known.clear();
  const missing = ords.filter((ord) => !known.has(ord));
  for (const [ord, person] of list(people, project_id, missing)) known.set(ord, person);
  return new Map(ords.flatMap((ord) => (known.has(ord) ? [[ord, known.get(ord)!]] : [])));
}

/** Reads all of them in a few statements. */
function list(people: Parts, project_id: number, ords: readonly number[]): Map<number, ListedPerson> {
  const { database, pages, ids } = people;
  const living = livingOf(pages, project_id, ords);
  const id_ords = idsOfEach(database, project_id, living);
  const all = [...new Set([...id_ords.values()].flat())];
  const texts = new Map(ids.texts(project_id, all).map((text, at) => [all[at]!, text]));
  return new Map(
    toPersons(people, project_id, living).map((person) => {
      const place = (ord: number) => (ord === person.first_distinct ? -1 : ord);
      const distinct_ids = id_ords.get(person.ord)!.sort((left, right) => place(left) - place(right));
      const first_id = texts.get(person.first_distinct)!;
      return [person.ord, { ...person, first_id, distinct_ids: distinct_ids.map((distinct) => texts.get(distinct)!) }];
    }),
  );
}

function write(
  { database, packer, pages, ids }: Parts,
  project_id: number,
  changes: PeopleChanges,
  revision: number,
): void {
  database.transaction(() => {
    const packed = new Map<number, PackedPerson>();
    for (const { ord, properties, ...person } of changes.persons) {
      packed.set(ord, { ...person, is_merged: false, revision, properties: packer.pack(project_id, properties) });
    }
    pages.write(project_id, packed);
    ids.add(project_id, changes.ids);
    // A new person comes with its first id.
    for (const { ord, person_ord } of changes.ids) {
      if (packed.get(person_ord)?.first_distinct !== ord) addMore(database, project_id, person_ord, ord);
    }
  });
}

function merge({ database, pages, ids }: Parts, project_id: number, merges: readonly Merge[], revision: number): void {
  database.transaction(() => {
    const into = survivors(pages, project_id, merges);
    const gone = [...pages.list(project_id, [...into.keys()])];
    const id_ords = idsOfEach(database, project_id, gone);
    const moves = [...id_ords].flatMap(([from_ord, ords]) =>
      ords.map((distinct_ord) => ({ distinct_ord, person_ord: into.get(from_ord)! })),
    );
    moves.sort((left, right) => left.distinct_ord - right.distinct_ord);
    ids.move(project_id, moves);
    const sql = `INSERT INTO distinct_move (project_id, revision, distinct_ord, person_ord, crc) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (project_id, revision, distinct_ord) DO UPDATE
                 SET person_ord = excluded.person_ord, crc = excluded.crc`;
    for (const move of moves) {
      const crc = moveCrc(project_id, { revision, ...move });
      database.run(sql, project_id, revision, move.distinct_ord, move.person_ord, crc);
    }
    const follow = 'UPDATE distinct_more SET person_ord = ? WHERE project_id = ? AND person_ord = ?';
    for (const [from_ord, { first_distinct }] of gone) {
      const person_ord = into.get(from_ord)!;
      if (id_ords.get(from_ord)!.length > 1) database.run(follow, person_ord, project_id, from_ord);
      addMore(database, project_id, person_ord, first_distinct);
    }
    pages.write(project_id, new Map(gone.map(([ord, person]) => [ord, merged(person, revision)])));
  });
}

/** Merged person -> who has its ids in the end. The person it was merged into may have been merged in turn. */
function survivors(pages: PersonPages, project_id: number, merges: readonly Merge[]): Map<number, number> {
  const persons = pages.list(project_id, [
    ...new Set(merges.flatMap(({ from_ord, into_ord }) => [from_ord, into_ord])),
  ]);
  const into = new Map<number, number>();
  for (const { from_ord, into_ord } of merges) {
    assert(from_ord !== into_ord, 'a person is merged into another one');
    for (const ord of [from_ord, into_ord]) {
      assert(!into.has(ord) && persons.get(ord)?.is_merged === false, `person ${ord} exists`);
    }
    into.set(from_ord, into_ord);
  }
  // From the last merge to the first, so that the final person is known.
  for (const { from_ord, into_ord } of merges.toReversed()) into.set(from_ord, into.get(into_ord) ?? into_ord);
  return into;
}

function erase(
  people: Parts,
  project_id: number,
  person_ords: readonly number[],
  { nameless_created_at_ms, newId }: Removal,
  revision: number,
): string[] {
  const { database, pages, ids } = people;
  const isGone = nameless_created_at_ms === null;
  return database.transaction(() => {
    const before = livingOf(pages, project_id, person_ords);
    const id_ords = idsOfEach(database, project_id, before);
    const created_at_ms = nameless_created_at_ms ?? 0;
    const left = before.map(([ord, person]): [number, PackedPerson] => [
      ord,
      { ...merged(person, revision), is_merged: isGone, created_at_ms },
    ]);
    pages.write(project_id, new Map(left));
    const erased = [...id_ords.values()].flat();
    const texts = ids.texts(project_id, erased);
    ids.erase(project_id, erased, new Map(isGone ? [] : erased.map((ord) => [ord, newId(ord)])));
    if (isGone) {
      const sql = `DELETE FROM distinct_more
                   WHERE project_id = ? AND person_ord IN (SELECT value FROM json_each(?))`;
      database.run(sql, project_id, JSON.stringify([...id_ords.keys()]));
    }
    return texts;
  });
}

function livingOf(pages: PersonPages, project_id: number, ords: readonly number[]): [number, PackedPerson][] {
  return [...pages.list(project_id, ords)].filter(([, { is_merged }]) => !is_merged);
}

/** Person -> its distinct ids, the creating one first. */
function idsOfEach(
  database: Database,
  project_id: number,
  persons: readonly (readonly [number, PackedPerson])[],
): Map<number, number[]> {
  const id_ords = new Map(persons.map(([ord, { first_distinct }]) => [ord, [first_distinct]]));
  const more = database.all<{ person_ord: number; distinct_ord: number }>(
    `SELECT person_ord, distinct_ord FROM json_each(?)
     CROSS JOIN distinct_more ON distinct_more.project_id = ? AND person_ord = value`,
    JSON.stringify([...id_ords.keys()]),
    project_id,
  );
  for (const { person_ord, distinct_ord } of more) id_ords.get(person_ord)!.push(distinct_ord);
  return id_ords;
}

function propertiesInUse(
  { pages, packer }: Parts,
  project_id: number,
  since: number,
  without: ReadonlySet<number>,
): PropertiesInUse {
  const in_use = {
    terms: packer.terms(project_id),
    used: new Set<number>(),
    used_names: new Set<number>(),
    names: new Set<string>(),
  };
  for (const reader of pages.changedSince(project_id, since)) {
    pages.changedProperties(project_id, reader, since, (ord, bytes, begin, end) => {
      if (!without.has(ord)) packer.noteUse(bytes.subarray(begin, end), in_use);
    });
  }
  return in_use;
}

function addMore(database: Database, project_id: number, person_ord: number, distinct_ord: number): void {
  const sql = 'INSERT INTO distinct_more (project_id, person_ord, distinct_ord) VALUES (?, ?, ?)';
  database.run(sql, project_id, person_ord, distinct_ord);
}

function personsIn(reader: PersonReader, since: number): [ord: number, PackedPerson][] {
  const persons: [number, PackedPerson][] = [];
  while (reader.nextChanged(since)) persons.push([reader.ord, reader.person()]);
  return persons;
}

function toPersons(
  { packer, pages }: Parts,
  project_id: number,
  persons: readonly (readonly [ord: number, PackedPerson])[],
): Person[] {
  const packed = pages.properties(project_id, persons);
  return persons.map(([ord, { first_distinct, created_at_ms, is_identified }], at) => {
    const properties = packer.unpack(project_id, packed[at]!);
    return { ord, first_distinct, properties, created_at_ms, is_identified };
  });
}
