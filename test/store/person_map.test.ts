/** Person of each distinct id: the stored array plus newer rows equal the rows alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Store } from '../../src/store/types/store.ts';
import { runs } from '../support/runs.ts';
import { addPerson, addProject, open, tempFile } from './fixture.ts';

/** From what each id says by itself. */
function oneByOne(store: Store, project: number, ids: number): number[] {
  return Array.from({ length: ids }, (_, id) => store.people.find(project, `id ${id}`)!.person_ord);
}

test('ids added, moved and kept in any order, by two processes', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), count: fc.constantFrom(1, 3, 1_100) }),
    fc.record({ kind: fc.constant('merge' as const), from: fc.nat(5_000), into: fc.nat(5_000) }),
    fc.record({ kind: fc.constant('keep' as const) }),
  );
  let keptYoung = 0;
  fc.assert(
    fc.property(fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 6 }), (transactions) => {
      const path = tempFile();
      const stores = [open(path), open(path)];
      const project = addProject(stores[0]!);
      const living: number[] = [];
      let ids = 0;
      for (const [turn, steps] of transactions.entries()) {
        const store = stores[turn % 2]!;
        const { people, events } = store;
        store.transaction(() => {
          const revision = events.nextRevision(project);
          for (const todo of steps) {
            if (todo.kind === 'add') {
              for (let i = 0; i < todo.count; i++) living.push(addPerson(store, project, [`id ${ids++}`], revision));
            } else if (todo.kind === 'keep') {
              people.keepPersonOf(project, people.personOf(project, 0), revision - 1);
            } else if (living.length > 1) {
              const from = living[todo.from % living.length]!;
              const into = living[todo.into % living.length]!;
              if (from === into) continue;
              people.merge(project, [{ from_ord: from, into_ord: into }], revision);
              living.splice(living.indexOf(from), 1);
            }
          }
        });
        const wanted = oneByOne(store, project, ids);
        for (const reader of stores) {
          expect([...reader.people.personOf(project, 0)]).toEqual(wanted);
          for (const from of [1, ids >> 1, ids]) {
            expect([...reader.people.personOf(project, from)]).toEqual(wanted.slice(from));
          }
        }
      }
      if (ids >= 1_100) keptYoung++;
    }),
    { numRuns: 12 },
  );
  expect(keptYoung).toBeGreaterThan(0);
});

test('merges that come at once are as one after the other, chains included', () => {
  const pick = fc.tuple(fc.nat(), fc.nat());
  fc.assert(
    fc.property(fc.array(pick, { minLength: 1, maxLength: 15 }), (picks) => {
      const living = Array.from({ length: 20 }, (_, person) => person);
      const merges = picks.map(([from, into]) => {
        const [from_ord] = living.splice(from % living.length, 1);
        return { from_ord: from_ord!, into_ord: living[into % living.length]! };
      });
      const told = [merges.map((one) => [one]), [merges]].map((calls) => {
        const store = open();
        const project = addProject(store);
        return store.transaction(() => {
          for (const person of living.keys()) addPerson(store, project, [`${person}`]);
          for (let person = living.length; person < 20; person++)
            addPerson(store, project, [`${person}`, `${person}+`]);
          for (const call of calls) store.people.merge(project, call, 2);
          const listed = [...store.people.list(project, living).values()];
          return [listed, [...store.people.personOf(project, 0)], store.people.movedSince(project, 1)];
        });
      });
      expect(told[1]).toEqual(told[0]);
    }),
    { numRuns: runs(40) },
  );
});

test('the array is what is read, and it is kept where it pays only', () => {
  const store = open();
  const project = addProject(store);
  const keep = (person_of: Uint32Array) =>
    store.transaction(() => store.people.keepPersonOf(project, person_of, store.events.nextRevision(project)));
  store.transaction(() => {
    for (let id = 0; id < 2_000; id++) addPerson(store, project, [`id ${id}`]);
  });
  // Not true of the rows, so it tells whence an answer comes.
  const marked = new Uint32Array(2_000).fill(7);
  keep(marked.subarray(0, 1_000));
  expect(store.people.personOf(project, 0)[999]).toBe(999);
  keep(marked);
  expect(store.people.personOf(project, 0)).toEqual(marked);
  expect(store.people.personOf(project, 1_990)).toEqual(marked.subarray(1_990));
  store.people.merge(project, [{ from_ord: 1_234, into_ord: 5 }], 1_000);
  expect(store.people.personOf(project, 0)).toEqual(marked.map((of, id) => (id === 1_234 ? 5 : of)));
  keep(store.people.personOf(project, 0).fill(8));
  expect(store.people.personOf(project, 0)[0]).toBe(7);
});
