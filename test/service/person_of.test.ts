/** The incremental distinct id -> person array, against reading all of it. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { PersonOf } from '../../src/service/sealing/person_of.ts';
import { openStore } from '../../src/store/store.ts';
import { addPerson } from '../store/fixture.ts';
import { EmptyDatabases } from '../support/empty.ts';
import { runs } from '../support/runs.ts';

const PROJECT = 1;
/** Each step: add a person with so many ids, or merge two of the persons there are. */
const step = fc.oneof(
  fc.record({ ids: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ from: fc.nat(20), into: fc.nat(20) }),
);

const databases = new EmptyDatabases((path) => openStore(path));
afterAll(() => databases.end());

test('stays equal to the store, whatever was added and merged in between', async () => {
  const equal = fc.asyncProperty(fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 6 }), async (transactions) => {
    const store = databases.open();
    const values = { name: 'p', api_token: 'phc_t', timezone: 'UTC', week_start_day: 0 as const, created_at_ms: 0 };
    store.projects.create({ ...values, test_account_filters: [], path_cleaning_filters: [] });
    const { people } = store;
    const incremental = new PersonOf(people, PROJECT);
    const persons: number[] = [];
    let made = 0;
    for (const steps of transactions) {
      store.transaction(() => {
        const revision = store.events.nextRevision(PROJECT);
        for (const one of steps) {
          if ('ids' in one) {
            const ids = Array.from({ length: one.ids }, () => `id ${made++}`);
            persons.push(addPerson(store, PROJECT, ids, revision));
          } else if (persons.length > 1) {
            const [from] = persons.splice(one.from % persons.length, 1);
            people.merge(PROJECT, [{ from_ord: from!, into_ord: persons[one.into % persons.length]! }], revision);
          }
        }
      });
      // Not looked at after every transaction: what several of them did comes at once.
      if (made % 3 !== 0) {
        expect([...incremental.current(store.events.revision(PROJECT))]).toEqual([...people.personOf(PROJECT, 0)]);
      }
    }
  });
  await fc.assert(
    equal.afterEach(() => databases.clear()),
    { numRuns: runs(40) },
  );
});
