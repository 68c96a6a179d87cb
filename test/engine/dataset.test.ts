/** Parts of a dataset against a plain list of rows, whatever happened: late events, merges, sealing, little memory. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { has } from '../../src/base/bitmap.ts';
import { seeded } from '../../src/base/random.ts';
import { Budget } from '../../src/engine/dataset/budget.ts';
import { ProjectData } from '../../src/engine/dataset/project_data.ts';
import type { Column } from '../../src/engine/frame/column.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { decodeHeader } from '../../src/engine/storage/segment_header.ts';
import type { ActorKind, ValueActorKind } from '../../src/model/question/query.ts';
import { type NaiveRow, valueAt } from '../oracle/rows.ts';
import { runs } from '../support/runs.ts';
import { ALWAYS, DAY_MS, EVENTS, NO_IDS, World } from './dataset_world.ts';

const PERSON: ActorKind = { kind: 'person' };
const GROUP: ActorKind = { kind: 'group', type_index: 0 };
/** Whoever has the same amount. */
const VALUE: ValueActorKind = {
  kind: 'expression',
  expression: {
    nodes: [{ kind: 'source', source: { of: 'event', key: 'amount' } }],
    zone: { changes_ms: [], offsets_ms: [0] },
  },
};

const PERSONS = 12;
const value = fc.constantFrom<unknown>(5, '5', true, 'true', null, undefined, '', 'x', { a: [1] }, '{"a":[1]}', -1.5);

const row: fc.Arbitrary<Omit<NaiveRow, 'id'>> = fc.record({
  event: fc.constantFrom(...EVENTS),
  distinct: fc.nat(PERSONS - 1),
  // Three months, and few enough instants for ties.
  time_ms: fc.nat(60).map((step) => step * 1.5 * DAY_MS),
  properties: fc.record(
    {
      mixed: value,
      amount: fc.integer({ min: -3, max: 3 }),
      $group_0: fc.constantFrom<unknown>('acme', 'globex', '', null, 7, '7'),
      ['__proto__']: fc.constantFrom('p', 'q'),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
});

type Step =
  | { do: 'append'; rows: Omit<NaiveRow, 'id'>[] }
  | { do: 'seal' }
  | { do: 'compact'; count: number }
  | { do: 'merge'; from: number; into: number }
  | { do: 'ask'; actor: ValueActorKind; events: readonly string[] | null; from_ms: number; until_ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('append' as const), rows: fc.array(row, { maxLength: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('seal' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('compact' as const), count: fc.integer({ min: 2, max: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('merge' as const), from: fc.nat(PERSONS - 1), into: fc.nat(PERSONS - 1) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      actor: fc.constantFrom<ValueActorKind[]>(PERSON, GROUP, VALUE),
      events: fc.constantFrom<readonly string[] | null>(null, ['view'], ['buy', 'view'], ['unheard of']),
      from_ms: fc.constantFrom(0, 20 * DAY_MS, 45 * DAY_MS),
      until_ms: fc.constantFrom(31 * DAY_MS, 60 * DAY_MS, 400 * DAY_MS),
    }),
  },
);

function play(world: World, steps: readonly Step[]): void {
  for (const one of steps) {
    if (one.do === 'append') world.append(one.rows);
    else if (one.do === 'seal') world.seal();
    else if (one.do === 'compact') world.compact(one.count);
    else if (one.do === 'merge') world.merge(one.from, one.into);
    else world.check(one.actor, one.events, one);
  }
}

describe('parts', () => {
  test('hold every row once, under who it belongs to now', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 14 }),
        // Nothing can be kept, some, everything; few persons and many (rebuilds are by shares of both).
        fc.constantFrom(0, 4_000, 1e9),
        fc.constantFrom(PERSONS, 500),
        fc.constantFrom(0, 150, 400),
        (steps, memory_bytes, persons, rows) => {
          const world = new World(memory_bytes, persons);
          world.append(past(rows));
          world.seal();
          play(world, steps);
          world.check(PERSON);
          world.check(GROUP);
          world.check(VALUE);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  test('a fresh event is served from a second part that holds just its person', () => {
    const world = filled(200);
    world.seal();
    expect(world.data.parts({ events: ['view'], actor: PERSON, ...ALWAYS })).toHaveLength(1);
    world.append([{ event: 'view', distinct: 3, time_ms: 5, properties: {} }]);
    const [base, fresh] = world.data.parts({ events: ['view'], actor: PERSON, ...ALWAYS });
    expect(has(base!.skip!, 3)).toBe(true);
    expect(has(base!.skip!, 4)).toBe(false);
    expect([...new Set(fresh!.run('view')!.actor)]).toEqual([3]);
    expect(fresh!.run('view')!.time_ms[0]).toBe(5);
  });

  test('a sealing leaves the base as it is, until late rows have cost as much as a new one', () => {
    const world = filled(400);
    world.seal();
    const asked = { events: ['view'], actor: PERSON, ...ALWAYS };
    const base = world.data.parts(asked)[0]!.run('view')!;
    const late = (distinct: number) => {
      world.append([{ event: 'view', distinct, time_ms: 5 * DAY_MS, properties: { mixed: 'late' } }]);
      world.seal();
      world.check(PERSON);
      return world.data.parts(asked);
    };
    for (const persons of [1, 2]) {
      const parts = late(persons);
      expect(parts[0]!.run('view')).toBe(base);
      expect(new Set(parts[1]!.run('view')!.actor).size).toBe(persons);
    }
    // What is late becomes one segment, and the base does not hold it.
    world.compact(2);
    world.check(PERSON);
    expect(world.data.parts(asked)[0]!.run('view')).toBe(base);
    // One of the base with a late one, which joins the base: nobody else is touched.
    world.compact(2);
    world.check(PERSON);
    const joined = world.data.parts(asked);
    expect(joined[0]!.run('view')!.rows).toBe(402);
    expect(new Set(joined[1]!.run('view')!.actor).size).toBe(2);
    let parts = late(1);
    for (let sealed = 0; parts.length > 1 && sealed < 20; sealed++) parts = late(1);
    expect(parts).toHaveLength(1);
  });

  test('late rows are those of the range that is asked for', () => {
    const world = filled(400);
    world.seal();
    world.append([{ event: 'view', distinct: 1, time_ms: 200 * DAY_MS, properties: {} }]);
    world.seal();
    for (const until of [100, 300]) world.check(PERSON, ['view'], { from_ms: 0, until_ms: until * DAY_MS });
  });

  test('a tail that the base holds is not late as well when it is sealed', () => {
    const world = filled(40);
    world.seal();
    world.append([1, 2, 3, 4].map((distinct) => ({ event: 'view', distinct, time_ms: 5, properties: {} })));
    world.check(PERSON);
    world.join(100);
    world.seal();
    world.check(PERSON);
  });

  test('where much is fresh, a new base takes it in', () => {
    const world = filled(40);
    world.seal();
    world.check(PERSON);
    world.append([1, 2, 3, 4].map((distinct) => ({ event: 'view', distinct, time_ms: 5, properties: {} })));
    expect(world.data.parts({ events: null, actor: PERSON, ...ALWAYS })).toHaveLength(1);
    world.append([{ event: 'view', distinct: 1, time_ms: 6, properties: {} }]);
    expect(world.data.parts({ events: null, actor: PERSON, ...ALWAYS })).toHaveLength(2);
  });

  test('an answer stays what it was when the dataset goes on', () => {
    const world = filled(200);
    world.seal();
    world.check(PERSON);
    world.append([{ event: 'view', distinct: 3, time_ms: 5, properties: { mixed: 'late' } }]);
    const parts = world.data.parts({ events: ['view'], actor: PERSON, ...ALWAYS });
    const rows = parts[1]!.run('view')!.rows;
    world.append([{ event: 'view', distinct: 4, time_ms: 6, properties: { mixed: 'later' } }]);
    world.merge(3, 4);
    expect(has(parts[0]!.skip!, 4)).toBe(false);
    expect(parts[1]!.run('view')!.rows).toBe(rows);
    expect(valueAt(parts[1]!.run('view')!.column('mixed'), 0)).toBe('late');
  });

  test('a base run that a merge has made untrue is not used again', () => {
    const world = filled(40);
    world.seal();
    world.check(PERSON);
    world.merge(1, 2);
    world.check(PERSON);
    // Sealing another event begins a new base, in which nobody is touched; the first event's rows are the same.
    world.append([{ event: 'buy', distinct: 5, time_ms: 1, properties: {} }]);
    world.seal();
    world.check(PERSON);
  });

  test('a base run that holds a tail is not used again when the tail is another one', () => {
    const world = filled(40);
    world.seal();
    const january = { from_ms: 0, until_ms: 10 * DAY_MS };
    world.append([{ event: 'view', distinct: 5, time_ms: 80 * DAY_MS, properties: {} }]);
    world.check(PERSON, ['view'], january);
    world.seal();
    world.append([{ event: 'view', distinct: 5, time_ms: 5 * DAY_MS, properties: {} }]);
    world.check(PERSON, ['view'], january);
  });

  test('rows of one time come in order of arrival, sealed ones first', () => {
    const world = new World(1e9, 40);
    const at = (mixed: string) => ({ event: 'view', distinct: 1, time_ms: 1000, properties: { mixed } });
    world.append([at('1'), at('2')]);
    world.seal();
    world.append([at('3')]);
    world.seal();
    world.append([at('4'), at('5')]);
    const seen = world.data.parts({ events: null, actor: PERSON, ...ALWAYS }).flatMap((part) => {
      const run = part.run('view');
      if (run === undefined || (part.skip !== null && has(part.skip, 1))) return [];
      return Array.from({ length: run.rows }, (_, i) => valueAt(run.column('mixed'), i));
    });
    expect(seen).toEqual(['1', '2', '3', '4', '5']);
  });

  test('numbers, many of them, stay numbers across segments and tail', () => {
    const world = filled(2_000, (i) => ({ amount: i / 7 }));
    world.seal();
    world.append(
      Array.from({ length: 900 }, (_, i) => ({
        event: 'view',
        distinct: i % 9,
        time_ms: i,
        properties: { amount: -i },
      })),
    );
    world.check(PERSON);
    const [base] = world.data.parts({ events: ['view'], actor: PERSON, ...ALWAYS });
    expect(base!.run('view')!.column('amount').kind).toBe('number');
    world.append([{ event: 'view', distinct: 2, time_ms: 3, properties: { amount: 'text now' } }]);
    world.check(PERSON);
    world.seal();
    world.check(PERSON);
    world.check(GROUP);
  });

  test('only the months and columns that are asked for are read', () => {
    const reads: string[] = [];
    // Rows of chance, and so many that each piece is a blob of its own.
    const random = seeded(1);
    const world = new World(1e9, PERSONS);
    world.append(
      Array.from({ length: 12_000 }, () => ({
        event: 'view',
        distinct: random.below(PERSONS),
        time_ms: random.below(88 * DAY_MS),
        properties: { mixed: `v${random.below(5_000)}`, other: random.next() },
      })),
    );
    world.seal();
    const data = new ProjectData(
      {
        team: alone(),
        blob: (id, name) => {
          reads.push(`${id} ${name}`);
          return world.blob(id, name);
        },
        persons: () => [],
        ...NO_IDS,
        is_erased: true,
        personsCreated: () => [],
        groups: () => [],
      },
      new Budget(1e9),
    );
    data.rows.nameEvent(0, 'view');
    data.addDistincts(Uint32Array.from(world.person_of), PERSONS);
    data.rows.setSegments(world.segments());
    const [part] = data.parts({ events: ['view'], actor: PERSON, from_ms: 0, until_ms: 10 * DAY_MS });
    const { columns } = decodeHeader(world.segments()[0]!.header);
    const piece = (name: string, part: string) =>
      `1 ${columns.findIndex(({ kind, property }) => name === (property ?? kind))}.${part}`;
    // Who had them is so little that it lies in the pack.
    expect(reads.toSorted()).toEqual([piece('time', '0'), '1 pack']);
    part!.run('view')!.column('mixed');
    part!.run('view')!.column('mixed');
    expect(reads.slice(2).toSorted()).toEqual([piece('mixed', '0'), piece('mixed', 'values')]);
  });

  test('a run of more months serves a range that needs most of it, and no other', () => {
    const world = filled(300);
    world.seal();
    const asked = (first: number, until: number) =>
      world.data.parts({ events: ['view'], actor: PERSON, from_ms: first * DAY_MS, until_ms: until * DAY_MS });
    const [all] = asked(0, 88);
    world.append([{ event: 'view', distinct: 1, time_ms: 80 * DAY_MS, properties: {} }]);
    const [most, fresh] = asked(35, 88);
    expect(most!.run('view')).toBe(all!.run('view'));
    expect(fresh!.run('view')!.rows).toBeGreaterThan(0);
    const [month] = asked(35, 40);
    expect(month!.run('view')).not.toBe(all!.run('view'));
    expect(month!.run('view')!.rows).toBeLessThan(all!.run('view')!.rows / 2);
    expect(asked(35, 40)[0]!.run('view')).toBe(month!.run('view'));
  });
});

/** Rows of all events over three months, of which each second one has a group. */
function past(rows: number): Omit<NaiveRow, 'id'>[] {
  return Array.from({ length: rows }, (_, i) => ({
    event: EVENTS[i % 3]!,
    distinct: (i * 5) % PERSONS,
    time_ms: ((i * 37) % 60) * 1.5 * DAY_MS,
    properties: i % 2 === 0 ? { $group_0: `g${i % 40}`, amount: i } : { mixed: `m${i % 9}` },
  }));
}

/** Rows spread over three months and 12 persons. */
function filled(rows: number, properties = (i: number): Record<string, unknown> => ({ mixed: `v${i % 5}` })): World {
  const world = new World(1e9, PERSONS);
  world.append(
    Array.from({ length: rows }, (_, i) => ({
      event: 'view',
      distinct: (i * 7) % PERSONS,
      time_ms: Math.floor((i / rows) * 88 * DAY_MS),
      properties: properties(i),
    })),
  );
  return world;
}

describe('owners', () => {
  test('of persons and groups, whoever is counted', () => {
    const world = new World(1e9, PERSONS);
    const event = { event: 'view', time_ms: 1 };
    world.append([
      { ...event, distinct: 1, properties: { $group_0: 'acme' } },
      { ...event, distinct: 2, properties: {} },
      { ...event, distinct: 3, properties: { $group_0: 7 } },
    ]);
    world.seal();
    const run = world.data.parts({ events: null, actor: PERSON, ...ALWAYS })[0]!.run('view')!;
    expect(world.data.rowOwner(run, PERSON)).toBe(run.actor);
    expect([...world.data.rowOwner(run, GROUP)]).toEqual([0, 0xffffffff, 1]);
    const byGroup = world.data.parts({ events: null, actor: GROUP, ...ALWAYS })[0]!.run('view')!;
    expect([...byGroup.actor]).toEqual([0, 1]);
    expect([...world.data.rowOwner(byGroup, PERSON)]).toEqual([1, 3]);
    world.merge(1, 2);
    expect([...world.data.rowOwner(byGroup, PERSON)]).toEqual([2, 3]);
    expect(world.data.actorCount(GROUP)).toBe(2);
  });

  test("today's properties replace yesterday's", () => {
    const world = filled(20);
    const texts = (column: Column) => Array.from({ length: 3 }, (_, i) => valueAt(column, i));
    world.persons.push({ ord: 0, properties: { plan: 'free', age: 5 } }, { ord: 2, properties: { plan: 'pro' } });
    world.groups.push({ key: 'acme', properties: { size: 12 } });
    world.changed();
    const before = world.data.personColumn('plan');
    expect(texts(world.data.personIdColumn())).toEqual(['uuid 0', null, 'uuid 2']);
    expect(texts(before)).toEqual(['free', null, 'pro']);
    expect(world.data.personColumn('plan')).toBe(before);
    expect(valueAt(world.data.groupColumn(0, 'size'), 0)).toBe(12);
    expect(valueAt(world.data.groupColumn(0, 'colour'), 0)).toBe(null);
    world.persons.splice(0, 2, { ord: 0, properties: { age: '6' } });
    world.changed();
    expect(texts(world.data.personColumn('plan'))).toEqual([null, null, 'pro']);
    expect(texts(world.data.personColumn('age'))).toEqual(['6', null, null]);
    expect(texts(before)).toEqual(['free', null, 'pro']);
  });

  test('top values, sealed or not', () => {
    const world = new World(1e9, PERSONS);
    const some = (mixed: unknown, time_ms: number) => ({ event: 'buy', distinct: 0, time_ms, properties: { mixed } });
    world.append([some('a', 50), some('b', 40), some('', 60), some(null, 70), some(5, 80)]);
    world.seal();
    world.append([some('b', 90), some('5', 95), some('5', 96)]);
    const wanted = [
      { value: '5', count: 3 },
      { value: 'b', count: 2 },
      { value: 'a', count: 1 },
    ];
    expect(world.data.topValues({ owner: 'event', event: null }, 'mixed', { search: '', limit: 9 })).toEqual(wanted);
    expect(world.data.topValues({ owner: 'event', event: 'buy' }, 'mixed', { search: '', limit: 1 })).toEqual(
      wanted.slice(0, 1),
    );
    expect(world.data.topValues({ owner: 'event', event: 'view' }, 'mixed', { search: '', limit: 9 })).toEqual([]);
  });
});
