/** Shortcuts of identities (cached visits, only some properties, shared transactions) against twins without them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import type { IncomingEvent } from '../../src/service/identity/incoming.ts';
import { Identities } from '../../src/service/identity/persons.ts';
import { isAboutPerson } from '../../src/service/identity/rules.ts';
import type { Store } from '../../src/store/types/store.ts';
import { addProject, idsOf, open } from '../store/fixture.ts';
import { runs } from '../support/runs.ts';

const NOON = Date.parse('2020-01-01T12:00:00Z');

/** A project of its own: the runs of a property share a store, since making one takes longer than a run. */
function newWorld(store: Store, project = addProject(store)) {
  const identities = new Identities(store.people, project);
  const run = (...events: IncomingEvent[]) =>
    store.transaction(() => {
      if (events.length > 1) identities.lookAhead([...new Set(events.map(({ distinct_id }) => distinct_id))]);
      const revision = store.events.nextRevision(project);
      const transaction = { complete: null, revision: () => revision, notePersonProperties: () => {} };
      for (const event of events) identities.resolve(event, transaction);
      identities.finish(transaction);
    });
  return { people: store.people, project, identities, run };
}

type World = ReturnType<typeof newWorld>;

function personOf({ people, project }: World, distinct_id: string) {
  const found = must(people.find(project, distinct_id), 'the id is known');
  return must(people.get(project, found.person_ord), 'its person exists');
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
  { minLength: 10, maxLength: 30 },
);

test('what is remembered of visits changes nothing: the same as with no memory at all', () => {
  const [one, other] = [open(':memory:'), open(':memory:')];
  fc.assert(
    fc.property(visits, (steps) => {
      const [remembering, forgetting] = [newWorld(one), newWorld(other)];
      for (const [at, [name, who, properties]] of steps.entries()) {
        const event = { event: name, distinct_id: who, timestamp_ms: NOON + at, uuid: new Uint8Array(16), properties };
        remembering.run(event);
        forgetting.identities.forget();
        forgetting.run(event);
        expect(personOf(remembering, who)).toEqual(personOf(forgetting, who));
      }
    }),
    { numRuns: runs(100) },
  );
});

/** All persons, each with its ids: whatever number it has. */
function personsIn({ people, project }: World) {
  return Array.from(people.changedSince(project, 0), ({ ord, properties, created_at_ms, is_identified }) => ({
    ids: idsOf(people, project, ord).toSorted(),
    ...{ properties, created_at_ms, is_identified },
  })).toSorted((one, other) => one.ids.join().localeCompare(other.ids.join()));
}

const told = fc.record(
  {
    $browser: fc.constantFrom('Chrome', 'Firefox'),
    $referring_domain: fc.constantFrom('a.example', 'b.example'),
    gclid: fc.constantFrom('1', '2'),
    $geoip_city_name: fc.constantFrom('Rome', 'Oslo'),
    name: fc.constantFrom('Ann', 'Bob'),
    $set: fc.constantFrom({ plan: 'free' }, { plan: 'paid', $browser: 'Safari' }),
    $set_once: fc.constantFrom({ from: 'mail' }, { from: 'ad' }),
    $unset: fc.constantFrom(['plan'], ['$initial_gclid']),
    $process_person_profile: fc.boolean(),
    $anon_distinct_id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    alias: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  },
  { requiredKeys: [] },
);
const names = fc.constantFrom('$pageview', '$set', '$identify', '$create_alias', '$merge_dangerously');
const histories = fc
  .array(fc.tuple(names, fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), told), { minLength: 5, maxLength: 25 })
  .map((steps) =>
    steps.map(([event, distinct_id, properties], at) => ({
      ...{ event, distinct_id, properties },
      timestamp_ms: NOON + at,
      uuid: new Uint8Array(16),
    })),
  );

test('many events in few transactions, with nothing but what is about persons: as each by itself with all it says', () => {
  const [one, other] = [open(':memory:'), open(':memory:')];
  fc.assert(
    fc.property(histories, fc.nat(25), (events, cut) => {
      const [together, apart] = [newWorld(one), newWorld(other)];
      const stripped = events.map((event) => ({
        ...event,
        properties: Object.fromEntries(Object.entries(event.properties).filter(([name]) => isAboutPerson(name))),
      }));
      together.run(...stripped.slice(0, cut));
      together.run(...stripped.slice(cut));
      for (const event of events) {
        apart.identities.forget();
        apart.run(event);
      }
      expect(personsIn(together)).toEqual(personsIn(apart));
      const ordsOf = ({ people, project }: World) => [...people.personOf(project, 0)];
      expect(ordsOf(together)).toEqual(ordsOf(apart));
    }),
    { numRuns: runs(50) },
  );
});

test('people of a batch are read together, with their ids', () => {
  const store = open();
  const { people, project, run } = newWorld(store);
  const ids = Array.from({ length: 40 }, (_, at) => `id ${at}`);
  const saying = (distinct_id: string, plan: string) => ({
    ...{ event: '$set', distinct_id, timestamp_ms: NOON, uuid: new Uint8Array(16) },
    properties: { $set: { plan } },
  });
  run(...ids.map((id) => saying(id, 'free')));
  const one_by_one: string[] = [];
  const watched = {
    ...people,
    find(project_id: number, id: string) {
      one_by_one.push(id);
      return people.find(project_id, id);
    },
    get(project_id: number, ord: number) {
      one_by_one.push(`person ${ord}`);
      return people.get(project_id, ord);
    },
  };
  newWorld({ ...store, people: watched }, project).run(...[...ids, 'nobody'].map((id) => saying(id, 'pro')));
  expect(one_by_one).toEqual([]);
  const stored = [...people.changedSince(project, 0)].map(({ properties }) => properties);
  expect(stored).toEqual(Array.from({ length: 41 }, () => ({ plan: 'pro' })));
});
