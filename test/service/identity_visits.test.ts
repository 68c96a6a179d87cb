/** What is remembered of persons' visits between events against a twin that remembers nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { Identities } from '../../src/service/identity.ts';
import type { IncomingEvent } from '../../src/service/ingest/types.ts';
import type { Store } from '../../src/store/types.ts';
import { addProject, open } from '../store/fixture.ts';

const NOON = Date.parse('2020-01-01T12:00:00Z');

function newWorld() {
  const store = open(':memory:');
  const project = addProject(store);
  const identities = new Identities(store.people, project);
  const run = (event: IncomingEvent) =>
    store.transaction(() => {
      const revision = store.events.nextRevision(project);
      const transaction = { revision: () => revision, notePersonProperties: () => {} };
      identities.resolve(event, transaction);
      identities.finish(transaction);
    });
  return { store, identities, run };
}

/** Both worlds have one project, the first. */
function personOf({ people }: Store, distinct_id: string) {
  const found = must(people.find(1, distinct_id), 'the id is known');
  return must(people.get(1, found.person_ord), 'its person exists');
}

const visit = fc.record(
  {
    $browser: fc.constantFrom('Chrome', 'Firefox', null),
    $os: fc.constantFrom('Linux', 'iOS'),
    utm_source: fc.constantFrom('mail', 'ad'),
    $unset: fc.constantFrom(['$initial_browser'], { $initial_os: '' }, ['nothing'], null),
    $process_person_profile: fc.boolean(),
    $anon_distinct_id: fc.constantFrom('a', 'b', 'c'),
  },
  { requiredKeys: [] },
);
/** Few ids, so that each comes often. */
const visits = fc.array(
  fc.tuple(fc.constantFrom('$pageview', '$pageview', '$identify', '$exception'), fc.constantFrom('a', 'b'), visit),
  { minLength: 10, maxLength: 30, size: 'max' },
);

test('what is remembered of visits changes nothing: the same as with no memory at all', () => {
  fc.assert(
    fc.property(visits, (steps) => {
      const [remembering, forgetting] = [newWorld(), newWorld()];
      for (const [at, [name, who, properties]] of steps.entries()) {
        const event = { event: name, distinct_id: who, timestamp_ms: NOON + at, uuid: new Uint8Array(16), properties };
        remembering.run(event);
        forgetting.identities.forget();
        forgetting.run(event);
        expect(personOf(remembering.store, who)).toEqual(personOf(forgetting.store, who));
      }
    }),
    { numRuns: 300 },
  );
});
