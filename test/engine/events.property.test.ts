/** Lists of events against one sorted list of all rows, while rows come, are sealed, and persons are merged. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUuid } from '../../src/base/uuid.ts';
import { answerQuery } from '../../src/engine/answer.ts';
import type { EventCursor, EventsQuery } from '../../src/model/question/events.ts';
import { ALL, type EventMatch } from '../../src/model/question/predicate.ts';
import { runs } from '../support/runs.ts';
import { DAY_MS, EVENTS, World } from './dataset_world.ts';

const PERSONS = 6;

const rowOf = fc.record({
  event: fc.constantFrom(...EVENTS),
  distinct: fc.nat(PERSONS - 1),
  // Few different times, and months apart: ties and windows.
  time_ms: fc.oneof(fc.constantFrom(0, DAY_MS, 31 * DAY_MS, 200 * DAY_MS), fc.nat(390 * DAY_MS)),
  properties: fc.record({ mixed: fc.constantFrom('a', 1, true, { a: [1] }), amount: fc.nat(3) }, { requiredKeys: [] }),
});

const stepOf = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('append' as const), rows: fc.array(rowOf, { maxLength: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('seal' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compact' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('merge' as const), from: fc.nat(5), into: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('list' as const) }) },
);

const amountIs = (amount: number): EventMatch['where'] => ({
  kind: 'value',
  source: { of: 'event', key: 'amount' },
  test: { op: 'in', values: [String(amount)] },
});
const members = (distinct: number): EventMatch['where'] => ({ kind: 'members', distincts: String(distinct) });

const questionOf = fc.record({
  event: fc.constantFrom(null, 'view', 'buy', 'unheard of'),
  where: fc.oneof(
    fc.constant({ where: ALL, amount: null, who: null }),
    fc.nat(3).map((amount) => ({ where: amountIs(amount), amount, who: null })),
    fc.nat(PERSONS - 1).map((who) => ({ where: members(who), amount: null, who })),
  ),
  range: fc.constantFrom(
    { from_ms: Number.NEGATIVE_INFINITY, until_ms: Number.POSITIVE_INFINITY },
    { from_ms: DAY_MS, until_ms: 200 * DAY_MS },
    { from_ms: 31 * DAY_MS, until_ms: 31 * DAY_MS + 1 },
  ),
  limit: fc.constantFrom(1, 2, 7, 500),
});

type Question = typeof questionOf extends fc.Arbitrary<infer Q> ? Q : never;

function wantedOf(world: World, { event, where: { amount, who }, range }: Question) {
  const found = world.rows.filter(
    (row) =>
      (event === null || row.event === event) &&
      row.time_ms >= range.from_ms &&
      row.time_ms < range.until_ms &&
      (amount === null || row.properties['amount'] === amount) &&
      (who === null || world.person_of[row.distinct] === world.person_of[who]),
  );
  // Ids are as large as the order of arrival here.
  return found
    .sort((a, b) => b.time_ms - a.time_ms || b.id - a.id)
    .map(({ event: name, id, time_ms, distinct, properties }) => ({
      ...{ event: name, time_ms, distinct, properties, person: world.person_of[distinct] },
      uuid: formatUuid(new Uint8Array(16).fill(id)),
    }));
}

/** Page after page. */
function listed(world: World, { event, where, range, limit }: Question, bytes: number) {
  const all = [];
  let behind: EventCursor | null = null;
  for (let pages = 0; pages < 300; pages++) {
    const query: EventsQuery = { matches: [{ event, where: where.where }], range, behind, limit, bytes };
    const { events, has_more } = answerQuery({ kind: 'events', query }, world.data);
    expect(events.length).toBeLessThanOrEqual(limit);
    all.push(...events);
    if (!has_more) return all;
    behind = events.at(-1)!;
  }
  throw new Error('the pages have no end');
}

/** One page, by how many come before it. */
function pageAt(world: World, { event, where, range, limit }: Question, skip: number, uuid?: string) {
  const id = uuid === undefined ? {} : { uuid };
  const query = { matches: [{ event, where: where.where }], range, behind: null, limit, skip, bytes: 1e9, ...id };
  const { events, has_more } = answerQuery({ kind: 'events', query }, world.data);
  return { events, has_more };
}

function wantedAt(world: World, question: Question, skip: number) {
  const rows = wantedOf(world, question);
  const until = skip + question.limit;
  return { events: rows.slice(skip, until), has_more: rows.length > until };
}

test('pages of events are the sorted rows, cut', () => {
  fc.assert(
    fc.property(
      fc.array(stepOf, { minLength: 1, maxLength: 14 }),
      fc.array(questionOf, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, 60, 1e9),
      (steps, questions, bytes) => {
        const world = new World(1e6, PERSONS);
        for (const step of [...steps, { do: 'list' as const }]) {
          if (step.do === 'append') world.append(step.rows);
          else if (step.do === 'seal') world.seal();
          else if (step.do === 'compact') world.compact(3);
          else if (step.do === 'merge') world.merge(world.person_of[step.from]!, world.person_of[step.into]!);
          else
            for (const question of questions) {
              expect(listed(world, question, bytes)).toEqual(wantedOf(world, question));
              for (const row of wantedOf(world, question)) {
                expect(pageAt(world, { ...question, limit: 1 }, 0, row.uuid)).toEqual({
                  events: [row],
                  has_more: false,
                });
              }
              expect(pageAt(world, question, 0, formatUuid(new Uint8Array(16).fill(255))).events).toEqual([]);
              for (const skip of [1, 3, 8])
                expect(pageAt(world, question, skip)).toEqual(wantedAt(world, question, skip));
            }
        }
      },
    ),
    { numRuns: runs(80) },
  );
});

test('the newest page of a long history looks at its last month only', () => {
  const world = new World(1e6, PERSONS);
  for (let month = 0; month < 12; month++) {
    world.append(
      Array.from({ length: 20 }, (_, at) => ({
        ...{ event: 'view', distinct: at % PERSONS, time_ms: month * 31 * DAY_MS + at, properties: { amount: at } },
      })),
    );
    world.seal();
  }
  const read: number[] = [];
  const blob = world.blob.bind(world);
  world.blob = (id, name) => {
    read.push(id);
    return blob(id, name);
  };
  const range = { from_ms: Number.NEGATIVE_INFINITY, until_ms: Number.POSITIVE_INFINITY };
  const query = { matches: [{ event: null, where: ALL }], range, behind: null, limit: 10, bytes: 1e9 };
  expect(answerQuery({ kind: 'events', query }, world.data).events).toHaveLength(10);
  expect(new Set(read).size).toBe(1);
});

test('a page far down reads the ids of its own rows, not of those before it', () => {
  const world = new World(1e6, PERSONS);
  const rows = Array.from({ length: 200 }, (_, at) => ({
    ...{ event: EVENTS[at % 2]!, distinct: at % PERSONS, time_ms: at * DAY_MS, properties: { amount: at } },
  }));
  world.append(rows);
  world.seal();
  let ids = 0;
  const { data } = world;
  const rowUuids = data.rowUuids.bind(data);
  data.rowUuids = (run, of) => {
    ids += of.length;
    return rowUuids(run, of);
  };
  const range = { from_ms: Number.NEGATIVE_INFINITY, until_ms: Number.POSITIVE_INFINITY };
  const query = { matches: [{ event: null, where: ALL }], range, behind: null, skip: 150, limit: 10, bytes: 1e9 };
  const { events } = answerQuery({ kind: 'events', query }, data);
  expect(events.map(({ properties }) => properties['amount'])).toEqual(
    Array.from({ length: 10 }, (_, at) => 200 - 150 - 1 - at),
  );
  expect(ids).toBe(11);
});
