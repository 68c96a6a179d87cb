/** Identities: dense numbers, merges, what changed since a revision. */
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import type { Person } from '../../src/store/types/people.ts';
import { addIds, addPerson, addProject, held, heldBy, idsOf, open, savePerson, tempFile } from './fixture.ts';

const expectSame = ({ people }: ReturnType<typeof open>, project: number, ids: readonly string[]) =>
  expect(people.findAll(project, ids)).toEqual(ids.map((id) => people.find(project, id)));

describe('people', () => {
  test('distinct ids and persons are numbered densely, per project', () => {
    const store = open();
    const [a, b] = [addProject(store), addProject(store)];
    expect(addPerson(store, a, ['x', 'y'])).toBe(0);
    expect(addPerson(store, b, ['x'])).toBe(0);
    expect(addPerson(store, a, ['z'])).toBe(1);
    expect(store.people.find(a, 'y')).toEqual({ ord: 1, person_ord: 0 });
    expect(store.people.find(a, 'z')).toEqual({ ord: 2, person_ord: 1 });
    expect(store.people.find(b, 'z')).toBeUndefined();
    expect(idsOf(store.people, a, 0)).toEqual(['x', 'y']);
    expect(store.people.distinctTexts(a, [2, 0, 2])).toEqual(['z', 'x', 'z']);
    expect(() => store.people.distinctTexts(a, [3])).toThrow('distinct_page, page 0');
    expect([store.people.distinctCount(a), store.people.personLimit(a)]).toEqual([3, 2]);
    expect([store.people.distinctCount(99), store.people.personLimit(99)]).toEqual([0, 0]);
    expect(() => addIds(store, a, ['x'], 1)).toThrow('x is a new distinct id');
  });

  test('a person keeps its properties, odd keys included', () => {
    const store = open();
    const project = addProject(store);
    const properties = JSON.parse('{"__proto__": {"x": 1}, "constructor": null, "n": 1.5, "list": [1, "2"]}');
    const values = { properties, created_at_ms: 1_700_000_000_123, is_identified: true };
    const person = { ord: addPerson(store, project, ['x'], 1, values), first_distinct: 0, ...values };
    expect(store.people.get(project, person.ord)).toEqual(person);
    const changed = { ...person, properties: { n: 2 }, is_identified: false };
    savePerson(store, project, changed, 2);
    expect(store.people.get(project, person.ord)).toEqual(changed);
    expect(() => savePerson(store, project, { ...changed, ord: 7 }, 3)).toThrow('person 7');
  });

  test('ids keep their text, whether they look like a UUID or not', () => {
    const store = open();
    const project = addProject(store);
    const uuid = '018f0000-0000-7000-8000-00000000abcd';
    const ids = [uuid, uuid.toUpperCase(), uuid.replaceAll('-', ''), `${uuid.slice(0, -1)}x`, 'ann', '', '\ud83d'];
    const person = addPerson(store, project, ids);
    expect(idsOf(store.people, project, person).slice(0, -1)).toEqual(ids.slice(0, -1));
    expect(store.people.distinctTexts(project, [0, 1, 2])).toEqual(ids.slice(0, 3));
    expect([...store.people.distinctTextsFrom(project, 1)].slice(0, 2)).toEqual(ids.slice(1, 3));
    for (const [ord, id] of ids.entries()) {
      expect(store.people.find(project, id)).toEqual({ ord, person_ord: person });
    }
    expect(() => addIds(store, project, [uuid], person)).toThrow(`${uuid} is a new distinct id`);
  });

  test('ids with equal hashes are told apart, in other projects too', () => {
    const path = tempFile();
    const store = open(path);
    // In project 1 the hash of the first two is the same, and that of the last is one more than that of the third.
    const meeting = ['id 169491', 'id 193514', 'id 88290', 'id 222559'];
    const places = () => {
      const rows = new DatabaseSync(path, { readOnly: true })
        .prepare('SELECT hash FROM distinct_hash ORDER BY ord')
        .all();
      return rows.map((row) => Number(row['hash']));
    };
    const project = addProject(store);
    expect(store.people.find(project, meeting[1]!)).toBeUndefined();
    const ann = addPerson(store, project, meeting.slice(0, 1));
    expect(store.people.find(project, meeting[1]!)).toBeUndefined();
    expectSame(store, project, meeting);
    const bob = addPerson(store, project, meeting.slice(1));
    const [first, second, third, fourth] = places() as [number, number, number, number];
    expect([second, fourth]).toEqual([first + 1, third + 1]);
    const other = addProject(store);
    const cat = addPerson(store, other, ['cat', meeting[1]!]);
    const owners = meeting.map((text) => store.people.find(project, text));
    expect(owners).toEqual([ann, bob, bob, bob].map((person_ord, ord) => ({ ord, person_ord })));
    expect(store.people.find(other, meeting[1]!)).toEqual({ ord: 1, person_ord: cat });
    expect(store.people.find(other, meeting[0]!)).toBeUndefined();
    for (const one of [project, other]) expectSame(store, one, ['cat', ...meeting]);
    for (const text of meeting) expect(() => addIds(store, project, [text], ann)).toThrow('is a new distinct id');
  });

  test('ids with equal hashes are told apart when they come together', () => {
    const store = open();
    const project = addProject(store);
    const meeting = ['id 222559', 'id 169491', 'id 193514', 'id 88290'];
    const person_ord = addPerson(store, project, ['ann', ...meeting]);
    const found = [1, 2, 3, 4].map((ord) => ({ ord, person_ord }));
    expect(meeting.map((text) => store.people.find(project, text))).toEqual(found);
    expectSame(store, project, [...meeting, 'ann', 'bob']);
  });

  test('an erased person leaves numbers only; ids that met one of theirs are still found', () => {
    const store = open();
    const project = addProject(store);
    // The hash of both is the same.
    const [first, second] = ['id 169491', 'id 193514'] as const;
    const about = { properties: { mail: 'ann@x', plan: 'pro' }, created_at_ms: 5, is_identified: true };
    const ann = addPerson(store, project, [first, 'ann'], 1, about);
    const bob = addPerson(store, project, [second], 1, { ...about, properties: { plan: 'pro' } });
    const gone = { nameless_created_at_ms: null, newId: () => '' };
    expect(store.people.erase(project, [ann], gone, 2)).toEqual([first, 'ann']);
    expect([first, second, 'ann'].map((text) => store.people.find(project, text)?.person_ord)).toEqual([
      undefined,
      bob,
      undefined,
    ]);
    expect(store.people.get(project, ann)).toBeUndefined();
    expectSame(store, project, [first, second, 'ann', '']);
    expect(store.people.distinctTexts(project, [0, 1, 2])).toEqual(['', '', second]);
    const again = addPerson(store, project, [first], 3);
    expect([again, store.people.find(project, first)]).toEqual([2, { ord: 3, person_ord: 2 }]);

    const nameless = { nameless_created_at_ms: 9, newId: () => 'somebody' };
    expect(store.people.erase(project, [bob], nameless, 4)).toEqual([second]);
    expect(store.people.find(project, second)).toBeUndefined();
    expect(store.people.find(project, 'somebody')).toEqual({ ord: 2, person_ord: bob });
    expect(store.people.get(project, bob)).toMatchObject({ properties: {}, created_at_ms: 9, is_identified: false });
    expect(store.people.find(project, first)?.ord).toBe(3);
    expect(store.people.erase(project, [ann], gone, 5)).toEqual([]);
  });

  test('a merge moves the ids, ends the person, and its number never comes back', () => {
    const store = open();
    const project = addProject(store);
    const ann = addPerson(store, project, ['ann'], 1);
    const anon = addPerson(store, project, ['anon-1', 'anon-2'], 1);
    store.people.merge(project, [{ from_ord: anon, into_ord: ann }], 2);
    expect(store.people.get(project, anon)).toBeUndefined();
    expect(idsOf(store.people, project, ann)).toEqual(['ann', 'anon-1', 'anon-2']);
    expect(store.people.find(project, 'anon-2')).toEqual({ ord: 2, person_ord: ann });
    expect([...store.people.personOf(project, 0)]).toEqual([ann, ann, ann]);
    expect(addPerson(store, project, ['next'], 3)).toBe(2);
    expect(() => store.people.merge(project, [{ from_ord: anon, into_ord: ann }], 4)).toThrow(`person ${anon}`);
    expect(() => store.people.merge(project, [{ from_ord: ann, into_ord: anon }], 4)).toThrow(`person ${anon}`);
    expect(() => store.people.merge(project, [{ from_ord: ann, into_ord: ann }], 4)).toThrow('another');
    expect(idsOf(store.people, project, ann)).toHaveLength(3);
  });

  test('movedSince tells where moved ids are now, chains included', () => {
    const store = open();
    const project = addProject(store);
    const [a, b, c] = ['a', 'b', 'c'].map((id) => addPerson(store, project, [id], 1));
    store.people.merge(project, [{ from_ord: a!, into_ord: b! }], 2);
    store.people.merge(project, [{ from_ord: b!, into_ord: c! }], 3);
    expect(store.people.movedSince(project, 1)).toEqual([
      { distinct_ord: 0, person_ord: c },
      { distinct_ord: 1, person_ord: c },
    ]);
    expect(store.people.movedSince(project, 3)).toEqual([]);
  });

  test('changedSince gives new and saved persons once, by pages, and never ended ones', () => {
    const store = open();
    const project = addProject(store);
    store.transaction(() => {
      for (let i = 0; i < 2_500; i++) addPerson(store, project, [`p${i}`], 1 + (i % 3));
    });
    const since = (revision: number) => {
      const persons = [...store.people.changedSince(project, revision)];
      const created = persons.map(({ ord, created_at_ms }) => ({ ord, created_at_ms }));
      expect([...store.people.createdSince(project, revision)]).toEqual(created);
      return persons.map((person) => person.ord);
    };
    expect(since(0).toSorted((x, y) => x - y)).toEqual(Array.from({ length: 2_500 }, (_, ord) => ord));
    expect(since(2)).toEqual(Array.from({ length: 833 }, (_, i) => 3 * i + 2));
    savePerson(store, project, store.people.get(project, 4)!, 4);
    store.people.merge(project, [{ from_ord: 5, into_ord: 4 }], 5);
    expect(since(3)).toEqual([4]);
    expect(since(2)).toHaveLength(833);
  });

  test('persons and ids are what was last said of them, long or short, whatever shares their pages', () => {
    const about = fc.constantFrom<Person['properties']>(
      ...[{}, { plan: 'free' }, { seats: 3, plan: ['a', { b: null }], odd: null }, { said: 'a "b" \\ é', plan: '"' }],
      { text: 'long '.repeat(40), plan: 'paid' },
    );
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('add'), ids: fc.integer({ min: 1, max: 9 }), about }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('save'), who: fc.nat(), about }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge'), who: fc.nat(), into: fc.nat() }) },
    );
    let pages = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 40, maxLength: 60 }), (steps) => {
        const path = tempFile();
        const sides = [openStore(path), openStore(path)];
        const project = addProject(sides[0]!);
        // person's number -> what it is, its ids in order, and when it was last changed
        const persons = new Map<number, { person: Person; ids: [number, string][]; revision: number }>();
        let made = 0;
        for (const [at, one] of steps.entries()) {
          const store = sides[at % 2]!;
          const revision = at + 1;
          const living = [...persons.keys()];
          const chosen = 'who' in one ? living[one.who % living.length] : undefined;
          const values = { created_at_ms: 1_700_000_000_000 + at * 977, is_identified: at % 3 === 0 };
          if ('ids' in one) {
            const ids = Array.from({ length: one.ids }, (): [number, string] => [made, `id ${made++}`]);
            const person = { first_distinct: ids[0]![0], properties: one.about, ...values };
            const ord = addPerson(
              store,
              project,
              ids.map(([, text]) => text),
              revision,
              person,
            );
            persons.set(ord, { person: { ord, ...person }, ids, revision });
          } else if (chosen !== undefined && 'about' in one) {
            const known = persons.get(chosen)!;
            known.person = { ...known.person, properties: one.about, ...values };
            known.revision = revision;
            savePerson(store, project, known.person, revision);
          } else if (chosen !== undefined && 'into' in one) {
            const into = persons.get(living[one.into % living.length]!)!;
            if (into.person.ord === chosen) continue;
            store.people.merge(project, [{ from_ord: chosen, into_ord: into.person.ord }], revision);
            into.ids = [...into.ids, ...persons.get(chosen)!.ids].toSorted(([x], [y]) => x - y);
            persons.delete(chosen);
          }
        }
        for (const { people } of sides) {
          const listed = people.list(project, [...persons.keys(), ...persons.keys()]);
          expect(() => people.list(project, [1_000_000])).toThrow('person 1000000');
          expect(listed.size).toBe(persons.size);
          for (const [ord, { person, ids }] of persons) {
            expect(people.get(project, ord)).toEqual(person);
            const texts = ids.map(([, text]) => text);
            const first_id = `id ${person.first_distinct}`;
            // The first id comes first, as a copy's person is made of it.
            const distinct_ids = [first_id, ...texts.filter((text) => text !== first_id)];
            expect(listed.get(ord)).toEqual({ ...person, first_id, distinct_ids });
            for (const [id, text] of ids) expect(people.find(project, text)).toEqual({ ord: id, person_ord: ord });
          }
          expect([...people.distinctTextsFrom(project, 0)]).toEqual(
            Array.from({ length: made }, (_, id) => `id ${id}`),
          );
          for (const since of [0, steps.length >> 1]) {
            const changed = [...people.changedSince(project, since)].toSorted((x, y) => x.ord - y.ord);
            const wanted = [...persons.values()].filter(({ revision }) => revision > since).map(({ person }) => person);
            expect(changed).toEqual(wanted.toSorted((x, y) => x.ord - y.ord));
            for (const names of [null, new Set(['plan', 'odd'])]) {
              expect(held(people.propertiesSince(project, since, names))).toEqual(heldBy(changed, names));
            }
            const named = new Map(changed.map(({ ord, first_distinct }) => [ord, `id ${first_distinct}`]));
            for (const { ord, first_id } of people.firstIdsSince(project, since)) expect(first_id).toBe(named.get(ord));
          }
          if (people.personLimit(project) > 16 && made > 32) pages++;
        }
        for (const store of sides) store.close();
      }),
      { numRuns: 10 },
    );
    expect(pages).toBeGreaterThan(0);
  });

  test('changedSince tolerates other use of the store between its steps', () => {
    const store = open();
    const project = addProject(store);
    for (let i = 0; i < 5; i++) addPerson(store, project, [`p${i}`], 1);
    const seen: number[] = [];
    for (const person of store.people.changedSince(project, 0)) {
      seen.push(person.ord, [...store.people.changedSince(project, 0)].length);
    }
    expect(seen).toEqual([0, 5, 1, 5, 2, 5, 3, 5, 4, 5]);
  });

  test('personOf reads on from any number, across spans', () => {
    const store = open();
    const project = addProject(store);
    const count = 16_384 + 5; // some readings and a bit
    const ids = Array.from({ length: count }, (_, ord) => ({ distinct_id: `d${ord}`, ord, person_ord: ord % 777 }));
    store.people.write(project, { persons: [], ids }, 1);
    const all = store.people.personOf(project, 0);
    expect(all).toEqual(Uint32Array.from({ length: count }, (_, i) => i % 777));
    expect(store.people.personOf(project, 8_191)).toEqual(all.slice(8_191));
    expect(store.people.personOf(project, count)).toEqual(new Uint32Array(0));
  });

  test('numbers stay dense when transactions fail half way', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.record({ ids: fc.nat(3), fails: fc.boolean() }), { maxLength: 4 }), { maxLength: 6 }),
        (outer) => {
          const store = open();
          const project = addProject(store);
          let made = 0;
          for (const steps of outer) {
            store.transaction(() => {
              for (const { ids, fails } of steps) {
                const before = made;
                try {
                  store.transaction(() => {
                    for (let i = 0; i < ids; i++) {
                      expect(addIds(store, project, [`d${made}`], 0)).toBe(made);
                      made++;
                    }
                    if (fails) throw new RangeError('undo');
                  });
                } catch (error) {
                  if (!(error instanceof RangeError)) throw error;
                  made = before;
                }
              }
            });
          }
          expect(store.people.personOf(project, 0)).toHaveLength(made);
          store.close();
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('groups', () => {
  test('five types per project, found again by name', () => {
    const store = open();
    const project = addProject(store);
    const names = ['organization', 'team', 'site', 'plan', 'region'];
    expect(names.map((name) => store.groups.typeIndex(project, name))).toEqual([0, 1, 2, 3, 4]);
    expect(store.groups.typeIndex(project, 'sixth')).toBeNull();
    expect(store.groups.typeIndex(project, 'site')).toBe(2);
    expect(store.groups.typeIndex(addProject(store), 'site')).toBe(0);
    expect(store.groups.rename(project, 1, { name_singular: 'Team', name_plural: 'Teams' })).toEqual({
      group_type: 'team',
      group_type_index: 1,
      name_singular: 'Team',
      name_plural: 'Teams',
    });
    expect(store.groups.rename(project, 1, { name_plural: null })).toMatchObject({
      name_singular: 'Team',
      name_plural: null,
    });
    expect(store.groups.types(project).map((type) => type.group_type)).toEqual(names);
    expect(() => store.groups.rename(project, 5, {})).toThrow('group type 5');
  });

  test('properties are replaced, and told by revision within a type', () => {
    const store = open();
    const project = addProject(store);
    const group = (type_index: number, key: string, properties: Record<string, unknown>) => ({
      type_index,
      key,
      properties,
      created_at_ms: 3,
    });
    store.groups.put(project, group(0, '', { empty: true }), 1);
    store.groups.put(project, group(0, 'acme', { size: 1 }), 1);
    store.groups.put(project, group(1, 'acme', { other: true }), 2);
    store.groups.put(project, group(0, 'acme', { size: 2 }), 3);
    expect(store.groups.get(project, 0, 'acme')).toEqual(group(0, 'acme', { size: 2 }));
    expect(store.groups.get(project, 0, 'nobody')).toBeUndefined();
    const since = (revision: number) => [...store.groups.changedSince(project, 0, revision)].map((row) => row.key);
    expect(since(0)).toEqual(['', 'acme']);
    expect(since(1)).toEqual(['acme']);
    expect(since(3)).toEqual([]);
  });
});

describe('definitions', () => {
  test('events: dense numbers, counts add up, times widen', () => {
    const store = open();
    const project = addProject(store);
    expect(['view', 'buy', 'view'].map((name) => store.definitions.eventOrd(project, name))).toEqual([0, 1, 0]);
    store.definitions.noteEvents(project, [
      { ord: 0, count: 2, first_ms: 50, last_ms: 60 },
      { ord: 0, count: 1, first_ms: 55, last_ms: 70 },
    ]);
    store.definitions.noteEvents(project, [{ ord: 0, count: 1, first_ms: 40, last_ms: 45 }]);
    expect(store.definitions.events(project)).toEqual([
      { ord: 0, name: 'view', count: 4, first_seen_ms: 40, last_seen_ms: 70 },
      { ord: 1, name: 'buy', count: 0, first_seen_ms: 0, last_seen_ms: 0 },
    ]);
  });

  test('properties: the type is lost for good where values differ', () => {
    const store = open();
    const project = addProject(store);
    const note = (name: string, type: string | null, owner: 'event' | 'person' = 'event') =>
      store.definitions.noteProperty(project, { owner, group_type_index: -1, name, type });
    note('plan', 'String');
    note('plan', 'String');
    note('$Preis', 'Numeric');
    note('$Preis', 'String');
    note('$Preis', 'Numeric');
    note('plan', 'Numeric', 'person');
    const list = (filter: { owner?: 'event'; search?: string }) =>
      store.definitions.properties(project, filter).map((row) => `${row.owner} ${row.name} ${row.type}`);
    expect(list({})).toEqual(['event $Preis null', 'event plan String', 'person plan Numeric']);
    expect(list({ owner: 'event' })).toHaveLength(2);
    expect(list({ search: 'PREIS' })).toEqual(['event $Preis null']);
    expect(list({ owner: 'event', search: '_' })).toEqual([]);
  });
});
