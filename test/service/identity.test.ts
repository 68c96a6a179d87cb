/** Persons and groups: the golden cases, what they leave open, and the oracle for random sequences. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { Groups } from '../../src/service/identity/groups.ts';
import type { IncomingEvent } from '../../src/service/identity/incoming.ts';
import { Identities, UNKNOWN_CREATED_MS } from '../../src/service/identity/persons.ts';
import { changedProperties, cutText, idText, isIllegalId } from '../../src/service/identity/rules.ts';
import { openStore } from '../../src/store/store.ts';
import type { Store } from '../../src/store/types/store.ts';
import type { Expected, Op } from '../golden/persons.ts';
import { ORACLE_ILLEGAL_ID, type OracleEvent, replay } from '../oracle/identity.ts';
import { idsOf } from '../store/fixture.ts';
import { EmptyDatabases } from '../support/empty.ts';
import { runs } from '../support/runs.ts';

const PROJECT = 1;
const NOON = Date.parse('2020-01-01T12:00:00Z');
const databases = new EmptyDatabases((path) => openStore(path));
afterEach(() => databases.clear());
afterAll(() => databases.end());

interface World {
  readonly store: Store;
  readonly identities: Identities;
  /** Runs events in one transaction; answers their distinct numbers. */
  run(...events: IncomingEvent[]): number[];
}

function world(): World {
  const store = databases.open();
  const values = { name: 'p', api_token: 'phc_t', timezone: 'UTC', week_start_day: 0 as const, created_at_ms: 0 };
  store.projects.create({ ...values, test_account_filters: [], path_cleaning_filters: [] });
  const identities = new Identities(store.people, PROJECT);
  const run = (...events: IncomingEvent[]) =>
    store.transaction(() => {
      const transaction = writing(store);
      const ords = events.map((item) => identities.resolve(item, transaction));
      identities.finish(transaction);
      return ords;
    });
  return { store, identities, run };
}

function writing(store: Store) {
  const revision = store.events.nextRevision(PROJECT);
  return { complete: null, revision: () => revision, notePersonProperties: () => {}, noteGroupProperties: () => {} };
}

function event(
  name: string,
  distinct_id: string,
  properties: Record<string, unknown> = {},
  timestamp_ms = NOON,
): IncomingEvent {
  return { event: name, distinct_id, timestamp_ms, uuid: new Uint8Array(16), properties };
}

/** The person of an id, as the store has it. */
function personOf({ store }: World, distinct_id: string) {
  const found = must(store.people.find(PROJECT, distinct_id), `id ${distinct_id} is known`);
  return must(store.people.get(PROJECT, found.person_ord), 'its person exists');
}

interface Case {
  readonly id: string;
  readonly about: string;
  readonly ops: readonly Op[];
  readonly expect: Expected;
}

const EVENT_OF: Record<Op['op'], string> = {
  capture: 'event',
  identify: '$identify',
  alias: '$create_alias',
  merge: '$merge_dangerously',
};

function eventOf(op: Op): IncomingEvent {
  const properties: Record<string, unknown> = { $set: op.set, $set_once: op.set_once };
  if (op.anon_distinct_id !== undefined) properties['$anon_distinct_id'] = op.anon_distinct_id;
  if (op.alias !== undefined) properties['alias'] = op.alias;
  return event(op.event ?? EVENT_OF[op.op], op.distinct_id, properties, Date.parse(op.timestamp));
}

describe('golden cases', () => {
  const cases: Case[] = JSON.parse(readFileSync(join(import.meta.dirname, '../cases/person-merge.json'), 'utf8'));

  for (const one of cases) {
    for (const together of [false, true]) {
      test(`${one.id} ${one.about}${together ? ' (one transaction)' : ''}`, () => {
        const all = world();
        const events = one.ops.map(eventOf);
        if (together) all.run(...events);
        else for (const item of events) all.run(item);
        for (const expected of one.expect.persons) {
          const person = personOf(all, must(expected.distinct_ids[0], 'an id'));
          expect(idsOf(all.store.people, PROJECT, person.ord).toSorted()).toEqual(expected.distinct_ids.toSorted());
          if (expected.properties) expect(person.properties).toEqual(expected.properties);
          if (expected.created_at) expect(person.created_at_ms).toBe(Date.parse(expected.created_at));
          if (expected.is_identified !== undefined) expect(person.is_identified).toBe(expected.is_identified);
        }
        if (!one.expect.allow_other_persons) {
          expect([...all.store.people.changedSince(PROJECT, 0)]).toHaveLength(one.expect.persons.length);
        }
        for (const [left, right] of one.expect.not_same_person ?? []) {
          expect(personOf(all, left).ord).not.toBe(personOf(all, right).ord);
        }
      });
    }
  }
});

describe('merging', () => {
  test('$merge_dangerously takes an identified source too; target properties win, the older creation time holds', () => {
    const all = world();
    all.run(
      event('$identify', 'a', { $anon_distinct_id: 'a2', $set: { x: 1, y: 1 } }, NOON),
      event('$identify', 'b', { $anon_distinct_id: 'b2', $set: { y: 2 } }, NOON + 1),
      event('$merge_dangerously', 'b', { alias: 'a', $set: { z: 3 } }, NOON + 2),
    );
    expect(personOf(all, 'a2')).toMatchObject({
      properties: { x: 1, y: 2, z: 3 },
      created_at_ms: NOON,
      is_identified: true,
    });
    expect(personOf(all, 'a').ord).toBe(personOf(all, 'b').ord);
  });

  test('a refused merge still marks the target identified and sets its properties', () => {
    const all = world();
    all.run(event('$identify', 'known', { $anon_distinct_id: 'k2' }), event('e', 'new'));
    all.run(event('$identify', 'new', { $anon_distinct_id: 'known', $set: { a: 1 } }));
    expect(personOf(all, 'new')).toMatchObject({ properties: { a: 1 }, is_identified: true });
    expect(personOf(all, 'new').ord).not.toBe(personOf(all, 'known').ord);
  });

  test('ids seen before a merge lead to the merged person, across transactions and chains of merges', () => {
    const all = world();
    all.run(event('e', 'a'), event('e', 'b'), event('e', 'c'));
    all.run(event('$create_alias', 'b', { alias: 'a' }));
    all.run(event('$merge_dangerously', 'c', { alias: 'b' }));
    all.run(event('e', 'a', { $set: { from: 'a' } }));
    expect(personOf(all, 'c').properties).toEqual({ from: 'a' });
    expect(idsOf(all.store.people, PROJECT, personOf(all, 'a').ord)).toEqual(['c', 'a', 'b']);
  });

  test('a number as the other id is text; an object is not lost', () => {
    const all = world();
    all.run(event('$identify', 'a', { $anon_distinct_id: 17 }));
    expect(personOf(all, '17').ord).toBe(personOf(all, 'a').ord);
  });

  test('illegal ids', () => {
    for (const id of [
      '',
      '  ',
      'NULL'.toLowerCase(),
      'Guest',
      'ANONYMOUS',
      '"undefined"',
      "'0'",
      '[object Object]',
      'NaN',
    ]) {
      expect(isIllegalId(id), id).toBe(true);
    }
    for (const id of ['NULL', 'nan', 'guest1', '00', '"', "'a'", 'none of these'])
      expect(isIllegalId(id), id).toBe(false);
  });
});

describe('properties', () => {
  test('$unset removes, by list or by object; an empty change stores nothing', () => {
    const all = world();
    all.run(event('e', 'a', { $set: { x: 1, y: 2, z: 3 } }));
    all.run(event('e', 'a', { $unset: ['x'] }));
    all.run(event('e', 'a', { $unset: { y: '' } }));
    expect(personOf(all, 'a').properties).toEqual({ z: 3 });
    const before = { z: { deep: [1, { k: 2 }] } };
    const same = { set: { z: { deep: [1, { k: 2 }] } }, set_once: {}, unset: ['nothing'] };
    expect(changedProperties(before, same, 'e')).toBe(before);
  });

  test('$exception never changes a person', () => {
    const all = world();
    all.run(event('$exception', 'a', { $set: { x: 1 } }), event('$exception', 'a', { $set_once: { y: 1 } }));
    expect(personOf(all, 'a').properties).toEqual({});
  });

  test('the first visit is kept as $initial_, a campaign also as the latest', () => {
    const all = world();
    all.run(event('$pageview', 'a', { $browser: 'Firefox', utm_source: 'mail', plan: 'free' }));
    all.run(event('$pageview', 'a', { $browser: 'Chrome', utm_source: 'ad' }));
    expect(personOf(all, 'a').properties).toEqual({
      $initial_browser: 'Firefox',
      $initial_utm_source: 'mail',
      utm_source: 'ad',
    });
  });

  test('__proto__, constructor and the like are plain data', () => {
    const all = world();
    const evil = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2, "hasOwnProperty": 3}');
    all.run(event('e', '__proto__', { $set: evil }), event('e', '__proto__', { $set: { a: 1 } }));
    expect(JSON.parse(JSON.stringify(personOf(all, '__proto__').properties))).toEqual({ ...evil, a: 1 });
    expect(Object.hasOwn(personOf(all, '__proto__').properties, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('without a profile', () => {
  const quiet = { $process_person_profile: false, $set: { a: 1 } };

  test('events count under an id that has no properties and no creation time', () => {
    const all = world();
    const [first, second] = all.run(event('e', 'anon', quiet), event('e', 'anon', quiet));
    expect(first).toBe(second);
    expect(personOf(all, 'anon')).toMatchObject({ properties: {}, created_at_ms: UNKNOWN_CREATED_MS });
  });

  test('the first event with a profile settles it, and $identify takes the earlier events along', () => {
    const all = world();
    all.run(event('e', 'anon', quiet));
    all.run(event('$identify', 'user', { $anon_distinct_id: 'anon', $set: { b: 2 } }, NOON + 5));
    expect(personOf(all, 'anon')).toMatchObject({ properties: { b: 2 }, created_at_ms: NOON + 5, is_identified: true });
    expect(personOf(all, 'anon').ord).toBe(personOf(all, 'user').ord);
  });

  test('an id without a profile joins whom it is merged with, as an id that is new would', () => {
    const ways = [
      event('$identify', 'user', { $anon_distinct_id: 'a' }),
      event('$create_alias', 'user', { alias: 'a' }),
    ];
    for (const merge of ways) {
      const all = world();
      all.run(event('$identify', 'a', { $anon_distinct_id: 'a2', $set: { x: 1 } }), event('e', 'user', quiet), merge);
      expect(personOf(all, 'user')).toEqual(personOf(all, 'a2'));
      expect(personOf(all, 'user')).toMatchObject({ properties: { x: 1 }, created_at_ms: NOON, is_identified: true });
    }
  });

  test('a known person is used and left alone', () => {
    const all = world();
    all.run(event('e', 'a', { $set: { x: 1 } }), event('e', 'a', quiet));
    expect(personOf(all, 'a').properties).toEqual({ x: 1 });
  });
});

describe('persons of files', () => {
  test('all ids of a line end on one person, identified or not; its properties and time win', () => {
    const all = world();
    all.run(event('$identify', 'a', { $anon_distinct_id: 'a2', $set: { x: 1 } }), event('e', 'b', { $set: { y: 1 } }));
    all.store.transaction(() => {
      const transaction = writing(all.store);
      const item = { distinct_ids: ['b', 'a', 'new'], properties: { x: 5 }, created_at_ms: 77 };
      all.identities.describe(item, transaction);
      all.identities.finish(transaction);
    });
    const person = personOf(all, 'a2');
    expect(idsOf(all.store.people, PROJECT, person.ord)).toEqual(['b', 'a', 'a2', 'new']);
    expect(person).toMatchObject({ properties: { x: 5, y: 1 }, created_at_ms: 77, is_identified: true });
  });
});

describe('memory', () => {
  test('a failed transaction leaves nothing behind', () => {
    const all = world();
    all.run(event('e', 'a', { $set: { x: 1 } }));
    expect(() =>
      all.store.transaction(() => {
        const transaction = writing(all.store);
        all.identities.resolve(event('e', 'a', { $set: { x: 2 } }), transaction);
        all.identities.resolve(event('e', 'ghost'), transaction);
        throw new Error('undone');
      }),
    ).toThrow('undone');
    all.identities.forget();
    const [ord] = all.run(event('e', 'ghost'));
    expect(all.store.people.find(PROJECT, 'ghost')?.ord).toBe(ord);
    expect(personOf(all, 'a').properties).toEqual({ x: 1 });
  });

  test('texts are cut by whole characters and fit for the database', () => {
    expect(cutText(`${'a'.repeat(199)}\u{1f600}`, 200)).toBe('a'.repeat(199));
    expect(cutText('a\ud800b\0', 200)).toBe('a\ufffdb\ufffd');
    expect(idText({ a: 1 })).toBe('{"a":1}');
    expect(idText('x'.repeat(500))).toHaveLength(LIMIT.distinct_id_chars);
  });
});

describe('groups', () => {
  function groupWorld() {
    const { store } = world();
    const groups = new Groups(store.groups, PROJECT);
    const run = (item: IncomingEvent) =>
      store.transaction(() => ({ ...item.properties, ...groups.resolve(item, writing(store)) }));
    return { store, groups, run };
  }

  test('each type has its place on the event; the sixth type and odd values have none', () => {
    const { store, run } = groupWorld();
    const first = run(event('e', 'a', { $groups: { company: 7, team: 't', odd: { a: 1 }, none: null, blank: '' } }));
    expect(first).toMatchObject({ $group_0: '7', $group_1: 't' });
    expect(Object.keys(first)).not.toContain('$group_2');
    const more = run(event('e', 'a', { $groups: { c3: '3', c4: '4', c5: '5', c6: '6', team: 'u' } }));
    expect(more).toMatchObject({ $group_1: 'u', $group_2: '3', $group_3: '4', $group_4: '5' });
    expect(Object.keys(more)).not.toContain('$group_5');
    expect(store.groups.types(PROJECT).map((type) => type.group_type)).toEqual(['company', 'team', 'c3', 'c4', 'c5']);
    expect(run(event('e', 'a', { $groups: 'company' }))).toEqual({ $groups: 'company' });
  });

  test('$groupidentify merges key by key and keeps the older time', () => {
    const { store, run } = groupWorld();
    const about = (set: unknown) => ({ $group_type: 'company', $group_key: 'acme', $group_set: set });
    run(event('$groupidentify', 'x', about({ name: 'Acme', size: 1 }), NOON));
    run(event('$groupidentify', 'x', about({ size: 2 }), NOON + 5));
    expect(store.groups.get(PROJECT, 0, 'acme')).toMatchObject({
      properties: { name: 'Acme', size: 2 },
      created_at_ms: NOON,
    });
    const revision = store.events.revision(PROJECT);
    run(event('$groupidentify', 'x', about({ size: 2 }), NOON + 9));
    expect([...store.groups.changedSince(PROJECT, 0, revision)]).toEqual([]);
  });
});

describe('any sequence', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', ORACLE_ILLEGAL_ID);
  const values = fc.dictionary(fc.constantFrom('x', 'y', '$os'), fc.constantFrom(1, 2, 'v'), { maxKeys: 2 });
  const step: fc.Arbitrary<OracleEvent> = fc.record({
    kind: fc.constantFrom('event', 'identify', 'merge_dangerously'),
    id,
    other: id,
    at_ms: fc.integer({ min: NOON, max: NOON + 9 }),
    // `$os` is automatic: a mere change of it is stored with person events only, which the oracle does not know.
    set: values.map(({ $os: _, ...rest }) => rest),
    set_once: values,
  });
  /** Steps of each transaction; true = the transaction fails at its end. */
  const transactions = fc.array(fc.tuple(fc.array(step, { minLength: 1, maxLength: 6 }), fc.boolean()), {
    maxLength: 8,
  });

  test('ends with the persons of the oracle, whatever was undone in between', async () => {
    const ends = fc.asyncProperty(transactions, async (all) => {
      const { store, identities, run } = world();
      for (const [steps, fails] of all) {
        if (!fails) {
          run(...steps.map(incoming));
          continue;
        }
        expect(() =>
          store.transaction(() => {
            run(...steps.map(incoming));
            throw new Error('undone');
          }),
        ).toThrow('undone');
        identities.forget();
      }
      const expected = replay(all.filter(([, fails]) => !fails).flatMap(([steps]) => steps));
      const found = [...store.people.changedSince(PROJECT, 0)].map((person) => ({
        ids: idsOf(store.people, PROJECT, person.ord).toSorted(),
        properties: person.properties,
        created_at_ms: person.created_at_ms,
        is_identified: person.is_identified,
      }));
      const byIds = (left: { ids: string[] }, right: { ids: string[] }) => (left.ids < right.ids ? -1 : 1);
      expect(found.toSorted(byIds)).toEqual(
        expected.map((person) => ({ ...person, ids: [...person.ids].toSorted() })).toSorted(byIds),
      );
    });
    await fc.assert(
      ends.afterEach(() => databases.clear()),
      { numRuns: runs(100) },
    );
  });

  const NAMES = { event: 'e', identify: '$identify', merge_dangerously: '$merge_dangerously' };
  function incoming(item: OracleEvent): IncomingEvent {
    const other = { [item.kind === 'identify' ? '$anon_distinct_id' : 'alias']: item.other };
    return event(NAMES[item.kind], item.id, { ...other, $set: item.set, $set_once: item.set_once }, item.at_ms);
  }
});
