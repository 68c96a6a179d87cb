/** Random histories and the runs that a dataset would make of them, for tests of the kernels against the oracles. */
import fc from 'fast-check';
import { allocate, not, set } from '../../src/base/bitmap.ts';
import { allocateCodes, type Column, type DictionaryColumn, type Value } from '../../src/engine/frame/column.ts';
import type { DatasetView } from '../../src/engine/frame/dataset.ts';
import type { Part, Run } from '../../src/engine/frame/run.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { makeTimeline, positionsOf } from '../../src/engine/kernels/rows/timeline.ts';
import { Dictionary } from '../../src/engine/storage/dictionary.ts';
import { SomeValues } from '../../src/engine/storage/some_values.ts';
import type { Expression } from '../../src/model/question/expression.ts';
import { ALL, type EventMatch, type Predicate } from '../../src/model/question/predicate.ts';
import type { Entity } from '../../src/model/question/query.ts';
import { type Happening, isWithin, sessionDuration } from '../oracle/happening.ts';
import { newRun, presenceOf } from './new_run.ts';

export const ACTORS = 4;
/** actor -> when it was created as a person, and when as a group; NaN = nobody has described the group. */
export const CREATED_MS: readonly number[] = [0, 6, 13, 29];
export const DESCRIBED_MS: readonly number[] = [4, Number.NaN, 20, Number.NaN];
export const EVENTS = ['a', 'b', 'c', 'd'];

/** Few actors and few instants, so that ties, re-entries and window ends are common. */
const happening: fc.Arbitrary<Happening> = fc.record({
  actor: fc.nat(ACTORS - 1),
  time_ms: fc.oneof(fc.nat(30), fc.nat(8)),
  event: fc.constantFrom(...EVENTS),
  properties: fc.record(
    {
      p: fc.constantFrom('x', 'y', 'z', '', null),
      n: fc.constantFrom(0, 1.5, 7),
      m: fc.constantFrom('3', ' 4.5 ', -2, 'x', '', null),
      $session_id: fc.constantFrom('s', 't', 'u', null),
    },
    { requiredKeys: [] },
  ),
});

export const history: fc.Arbitrary<Happening[]> = fc.array(happening, { maxLength: 50 });

/** Which actors are served from the second part, as if something of theirs had changed. */
export const fresh: fc.Arbitrary<number[]> = fc.uniqueArray(fc.nat(ACTORS - 1), { maxLength: ACTORS });

const TIME = { kind: 'source', source: { of: 'metadata', key: 'timestamp' } } as const;
const NUMBER = { kind: 'source', source: { of: 'event', key: 'n' } } as const;

/** What is true of some rows: early ones, and those with a number that is less than their time. */
const EXPRESSIONS = [
  [TIME, { kind: 'literal', value: 12 }, { kind: 'call', name: 'less', args: [0, 1] }],
  [NUMBER, TIME, { kind: 'call', name: 'add', args: [0, 0] }, { kind: 'call', name: 'less', args: [2, 1] }],
].map((nodes): Predicate => {
  const expression = { nodes, zone: { changes_ms: [], offsets_ms: [0] } } as Expression;
  return { kind: 'value', source: { of: 'expression', expression }, test: { op: 'in', values: ['true'] } };
});

export const predicate: fc.Arbitrary<Predicate> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Predicate>(ALL) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('x', 'y', '7').map((value): Predicate => {
      const source = { of: 'event', key: value === '7' ? 'n' : 'p' } as const;
      return { kind: 'value', source, test: { op: 'in', values: [value] } };
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(...EXPRESSIONS) },
  {
    weight: 1,
    arbitrary: fc.constant<Predicate>({
      kind: 'not',
      of: { kind: 'value', source: { of: 'event', key: 'p' }, test: { op: 'set' } },
    }),
  },
);

const match: fc.Arbitrary<EventMatch> = fc.record({
  event: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...EVENTS) }, { weight: 1, arbitrary: fc.constant(null) }),
  where: predicate,
});

export const entity: fc.Arbitrary<Entity> = fc
  .oneof(
    { weight: 4, arbitrary: fc.array(match, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(match, { minLength: 1, maxLength: 3 }) },
  )
  .map((matches) => ({ type: 'events', id: null, name: '', custom_name: null, order: 0, matches }));

/**
 * One part with everything, fresh actors skipped; one with all rows of just the fresh actors. `created_ms`: of every
 * actor there is.
 */
export function viewOf(
  rows: readonly Happening[],
  fresh_actors: readonly number[] = [],
  created_ms: readonly number[] = CREATED_MS,
): DatasetView {
  const actors = created_ms.length;
  const skip = allocate(actors);
  for (const actor of fresh_actors) set(skip, actor);
  // What the sealed part still says of a fresh actor is wrong on purpose: it must not be looked at.
  const isFresh = ({ actor }: Happening): boolean => fresh_actors.includes(actor);
  const stale = rows.map((row) =>
    isFresh(row) ? { ...row, time_ms: row.time_ms + (row.actor % 2 === 0 ? 1 : -1) } : row,
  );
  const parts = [partOf(stale, fresh_actors.length === 0 ? null : skip)];
  if (fresh_actors.length > 0) parts.push(partOf(rows.filter(isFresh), null));
  return {
    ...alone(),
    actorKey: () => '',
    actorCount: () => actors,
    parts: () => parts,
    rowParts: () => [partOf(rows.filter(isEarly).map(misowned), null), partOf(rows.filter(isLate).map(misowned), null)],
    rowCounts: (events, edges_ms) =>
      Float64Array.from(edges_ms.subarray(1), (until_ms, span) => {
        const asked = rows.filter(({ event }) => events?.includes(event) ?? true);
        return asked.filter((row) => isWithin({ from_ms: edges_ms[span]!, until_ms }, row)).length;
      }),
    eventProperties: () => [...new Set(rows.flatMap((row) => Object.keys(row.properties)))],
    ownerProperties: () => ['who'],
    personColumn: (property) =>
      column(Array.from({ length: actors }, (_, actor) => (property === 'other' ? null : `person ${actor % 2}`))),
    groupColumn: () => column([]),
    rowOwner: (run) => run.actor,
    rowDistinct: (run) => run.actor,
    distinctColumn: () => column(Array.from({ length: actors }, (_, actor) => `person-${actor}`)),
    distinctPersons: () => Uint32Array.from({ length: actors }, (_, actor) => actor),
    livingPersons: () => not(allocate(actors), actors),
    rowSession: (run) => sessionsOf(run.column('$session_id')),
    sessionCount: () => SESSIONS.length,
    sessionColumn: () => ({
      kind: 'number',
      values: Float64Array.from(SESSIONS, (session) => sessionDuration(rows, session)),
    }),
    shownIds: (of) =>
      column(Array.from({ length: actors }, (_, at) => `${of === 'persons' ? 'uuid' : 'person'}-${at}`)),
    personIdColumn: () => column(Array.from({ length: actors }, (_, actor) => `uuid-${actor}`)),
    personsCreated: () => presenceOf(Uint32Array.from(created_ms.keys()), Float64Array.from(created_ms)),
    personCreatedColumn: () => ({ kind: 'number', values: Float64Array.from(created_ms) }),
    groupCreatedColumn: () => ({ kind: 'number', values: Float64Array.from(DESCRIBED_MS) }),
    ownerSet: (_of, _name, make) => make(),
    version: () => 0,
  };
}

function isEarly({ time_ms }: Happening): boolean {
  return time_ms % 3 !== 0;
}

function isLate(row: Happening): boolean {
  return !isEarly(row);
}

/** Whose a row is said to be where nobody's identity matters is wrong on purpose: it must not be looked at. */
function misowned(row: Happening): Happening {
  return { ...row, actor: row.actor === 0 ? 1 : 0 };
}

const SESSIONS = ['s', 't', 'u'];

/** row -> place among SESSIONS */
function sessionsOf(ids: Column): Uint32Array {
  if (ids.kind === 'number') throw new Error('the sessions of these histories are text');
  return Uint32Array.from(ids.codes, (code) => SESSIONS.indexOf(String(ids.values.at(code))));
}

function partOf(rows: readonly Happening[], skip: Uint32Array | null): Part {
  const by_event = Map.groupBy(rows, (row) => row.event);
  const runs = new Map(Array.from(by_event, ([event, its]) => [event, runOf(event, its)]));
  const events = [...runs.keys()].sort();
  const sorted = events.map((event) => runs.get(event)!);
  return {
    ...{ skip, events, run: (event) => runs.get(event), timeline: (team) => makeTimeline(sorted, team) },
    positions: (event, team) => positionsOf(makeTimeline(sorted, team), events.indexOf(event), runs.get(event)!.rows),
  };
}

function runOf(event: string, rows: readonly Happening[]): Run {
  const sorted = rows.toSorted((a, b) => a.actor - b.actor || a.time_ms - b.time_ms);
  const made = new Map<string, Column>();
  const columnOf = (key: string): Column => {
    const column = made.get(key) ?? (key === 'n' ? numberColumn(key, sorted) : codedColumn(key, sorted));
    made.set(key, column);
    return column;
  };
  const actor = new Uint32Array(sorted.length);
  const time_ms = new Float64Array(sorted.length);
  for (let row = 0; row < sorted.length; row++) {
    actor[row] = sorted[row]!.actor;
    time_ms[row] = sorted[row]!.time_ms;
  }
  return newRun(event, actor, time_ms, columnOf);
}

function numberColumn(key: string, rows: readonly Happening[]): Column {
  const values = new Float64Array(rows.length);
  for (let row = 0; row < rows.length; row++) {
    const value = rows[row]!.properties[key] ?? null;
    values[row] = value === null ? Number.NaN : Number(value);
  }
  return { kind: 'number', values };
}

const dictionaries = new Map<string, Dictionary>();

/** By codes of a dictionary that all runs share; null is a value. */
function codedColumn(key: string, rows: readonly Happening[]): Column {
  const dictionary = dictionaries.get(key) ?? new Dictionary();
  dictionaries.set(key, dictionary);
  const of_row = rows.map((row) => row.properties[key]);
  const met = [...new Set(of_row)].filter((value) => value !== undefined);
  const codes = allocateCodes(rows.length, met.length + 1);
  for (let row = 0; row < rows.length; row++) {
    const value = of_row[row];
    codes[row] = value === undefined ? 0 : met.indexOf(value) + 1;
  }
  const values = new SomeValues(dictionary, Uint32Array.of(0, ...met.map((value) => dictionary.codeOf(value))));
  return { kind: 'dictionary', codes, values };
}

function column(of_row: readonly Value[]): DictionaryColumn {
  const values = [null, ...new Set(of_row)];
  const codes = allocateCodes(of_row.length, values.length);
  for (const [row, value] of of_row.entries()) codes[row] = values.lastIndexOf(value);
  return { kind: 'dictionary', codes, values };
}
