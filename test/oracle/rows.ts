/** A project's events the slow and obvious way: one list of rows in order of arrival, and who each distinct id is. */
import { expect } from 'vitest';
import { has } from '../../src/base/bitmap.ts';
import { type Column, textOf, type Value } from '../../src/engine/frame/column.ts';
import type { DatasetView, PartsRequest } from '../../src/engine/frame/dataset.ts';
import { ALL_EVENTS, EVENT_NAME, type Part, type Run } from '../../src/engine/frame/run.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { prepare } from '../../src/engine/select/values/value_test.ts';
import type { ValueTest } from '../../src/model/question/predicate.ts';
import { present } from './presence.ts';
import { expectTimeline } from './timeline.ts';

const PROPERTIES = ['id', 'mixed', 'amount', '$group_0', '__proto__', 'nobody has it'];

export interface NaiveRow {
  /** Order of arrival. */
  readonly id: number;
  readonly event: string;
  readonly distinct: number;
  readonly time_ms: number;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What both sides are turned into: of each actor, by a name that both know, its rows in order. */
type ByActor = Record<string, string[]>;

export interface NaiveWorld {
  readonly rows: readonly NaiveRow[];
  /** distinct id -> person */
  readonly person_of: readonly number[];
}

/** Rows of the dataset's parts: each part has whole actors, in order of time, with the values they came with. */
export function expectSameRows(view: DatasetView, request: PartsRequest, world: NaiveWorld): void {
  expectSame(view, request, world);
  if (request.events === null && request.actor.kind !== 'expression')
    expectSame(view, { ...request, as_one: true }, world);
}

function expectSame(view: DatasetView, request: PartsRequest, world: NaiveWorld): void {
  const parts = view.parts(request);
  const met: ByActor = {};
  for (const part of parts) collect(view, part, request, met);
  expectWholeActors(parts);
  expectCounts(view, request, world);
  expectRows(view, request, world);
  const wanted: ByActor = {};
  for (const row of world.rows.toSorted((a, b) => a.time_ms - b.time_ms || a.id - b.id)) {
    if (row.time_ms < request.from_ms || row.time_ms >= request.until_ms) continue;
    if (request.events !== null && !request.events.includes(row.event)) continue;
    const actor = naiveActor(row, request, world);
    if (actor === null) continue;
    wanted[actor] ??= [];
    wanted[actor].push(describe(row.event, row.time_ms, valuesOf(row), world.person_of[row.distinct]!));
  }
  // Rows of one actor and time come in order of arrival within an event; between events and after merges any will do.
  for (const lists of [met, wanted]) for (const list of Object.values(lists)) list.sort();
  expect(met).toEqual(wanted);
}

/** Spans that begin and end within the range, and outside of everything. */
function spansOf({ from_ms, until_ms }: PartsRequest): Float64Array {
  const quarter_ms = 900_000;
  const middle_ms = Math.floor((from_ms + until_ms) / 2 / quarter_ms) * quarter_ms;
  const edges = [from_ms - quarter_ms, from_ms, middle_ms, middle_ms + quarter_ms, until_ms, until_ms + 7 * quarter_ms];
  return Float64Array.from(edges.sort((a, b) => a - b));
}

/** Rows whoever they belong to: nothing of the parts is asked. */
function expectCounts(view: DatasetView, request: PartsRequest, { rows }: NaiveWorld): void {
  const edges_ms = spansOf(request);
  const asked = rows.filter(({ event }) => request.events?.includes(event) ?? true);
  const wanted = [...edges_ms.subarray(1)].map(
    (end_ms, span) => asked.filter(({ time_ms }) => time_ms >= edges_ms[span]! && time_ms < end_ms).length,
  );
  expect([...view.rowCounts(request.events, edges_ms)]).toEqual(wanted);
}

/** Rows whoever they belong to, each in one part. */
function expectRows(view: DatasetView, request: PartsRequest, { rows }: NaiveWorld): void {
  const { events, from_ms, until_ms } = request;
  const met: number[] = [];
  for (const part of view.rowParts(request)) {
    expect(part.skip).toBe(null);
    for (const event of part.events) {
      const run = part.run(event)!;
      for (let row = 0; row < run.rows; row++) {
        const time_ms = run.time_ms[row]!;
        if (time_ms >= from_ms && time_ms < until_ms) met.push(Number(valueAt(run.column('id'), row)));
      }
    }
  }
  const asked = rows.filter(
    ({ event, time_ms }) => (events?.includes(event) ?? true) && time_ms >= from_ms && time_ms < until_ms,
  );
  expect(met.sort((a, b) => a - b)).toEqual(asked.map(({ id }) => id));
}

/** An actor whose rows are in one part has none in another: sums over actors would count it twice. */
function expectWholeActors(parts: readonly Part[]): void {
  const seen = new Set<number>();
  const again: number[] = [];
  for (const { events, run, skip } of parts) {
    const actors = new Set(events.flatMap((event) => [...run(event)!.actor]));
    for (const actor of actors) {
      if (skip !== null && has(skip, actor)) continue;
      if (seen.has(actor)) again.push(actor);
      seen.add(actor);
    }
  }
  expect(again).toEqual([]);
}

function naiveActor(row: NaiveRow, { actor }: PartsRequest, world: NaiveWorld): string | null {
  if (actor.kind === 'person') return String(world.person_of[row.distinct]);
  const key = row.properties[keyProperty(actor)];
  return key === undefined || key === null || key === '' ? null : String(key);
}

/** The property whose values are the actors: of an expression, the one it consists of. */
function keyProperty(actor: Exclude<PartsRequest['actor'], { kind: 'person' }>): string {
  if (actor.kind === 'group') return `$group_${actor.type_index}`;
  const [node] = actor.expression.nodes;
  return node?.kind === 'source' && node.source.of === 'event' ? node.source.key : '';
}

function collect(view: DatasetView, part: Part, request: PartsRequest, met: ByActor): void {
  expectTimeline(part);
  for (const event of part.events) {
    const run = part.run(event)!;
    // Before the rows are asked for, and put in order by that.
    const sets = run.presence.within(spansOf(request), alone());
    expectSorted(run);
    expectPresence(run, sets, spansOf(request));
    if (request.as_one) expect(part.events).toEqual([ALL_EVENTS]);
    const columns = PROPERTIES.map((name) => run.column(name));
    if (run.rows % 3 === 0) expectPassing(run, 'mixed', run.column('mixed'));
    const of_actor = request.actor.kind === 'person' ? null : run.column(keyProperty(request.actor));
    const names = event === ALL_EVENTS ? run.column(EVENT_NAME) : null;
    const person = view.rowOwner(run, { kind: 'person' });
    expect(person.length).toBe(run.rows);
    const actors = view.actorCount(request.actor);
    expect(run.actor.find((actor) => actor >= actors)).toBe(undefined);
    for (let row = 0; row < run.rows; row++) {
      const actor = run.actor[row]!;
      if (part.skip !== null && has(part.skip, actor)) continue;
      const time_ms = run.time_ms[row]!;
      if (time_ms < request.from_ms || time_ms >= request.until_ms) continue;
      const name = of_actor === null ? String(actor) : String(valueAt(of_actor, row));
      met[name] ??= [];
      const called = names === null ? event : String(valueAt(names, row));
      const values = columns.map((column) => valueAt(column, row));
      met[name].push(describe(called, time_ms, values, person[row]!));
    }
  }
}

const TESTS: readonly ValueTest[] = [
  { op: 'set' },
  { op: 'in', values: ['a', '5', 'true'] },
  { op: 'contains', needles: ['A'] },
  { op: 'number', min: 2, max: 60, min_open: true, max_open: false },
];

/**
 * Rows are asked where they are kept, for a property or what is computed of it; the answer is that of the gathered
 * column. One of the tests, for runs are many.
 */
function expectPassing(run: Run, property: string, column: Column): void {
  const asked = TESTS[run.rows % TESTS.length]!;
  const is_not = run.rows % 2 === 1;
  const nodes = [{ kind: 'source', source: { of: 'event', key: property } }] as const;
  const of = run.rows % 3 === 0 ? property : { nodes, zone: { changes_ms: [], offsets_ms: [0] } };
  const found = run.passing(
    [
      { of, test: asked, is_not },
      { of: 'id', test: { op: 'set' }, is_not: false },
    ],
    alone(),
  );
  const got = Array.from({ length: run.rows }, (_, row) => found === null || has(found, row));
  const passes = prepare(asked);
  expect(got).toEqual(got.map((_, row) => passes(storedAt(column, row)) !== is_not));
}

function storedAt(column: Column, row: number): Value {
  if (column.kind === 'dictionary') return column.values.at(column.codes[row]!)!;
  return Number.isNaN(column.values[row]!) ? null : column.values[row]!;
}

/** One expectation of all rows, as thousands of them cost more than what they are about. */
function expectSorted({ rows, actor, time_ms }: Run): void {
  expect([actor.length, time_ms.length]).toEqual([rows, rows]);
  const follows = (row: number): boolean =>
    row === 0 || actor[row]! > actor[row - 1]! || (actor[row] === actor[row - 1] && time_ms[row]! >= time_ms[row - 1]!);
  expect([...actor.keys()].filter((row) => !follows(row))).toEqual([]);
}

function expectPresence(run: Run, sets: readonly Uint32Array[], edges_ms: Float64Array): void {
  const rows = Array.from(run.actor, (actor, row) => ({ actor, time_ms: run.time_ms[row]! }));
  const actors = (wanted: (time_ms: number) => boolean): number[] => [
    ...new Set(rows.filter(({ time_ms }) => wanted(time_ms)).map(({ actor }) => actor)),
  ];
  for (const [span, set] of sets.entries()) {
    expect(present(set)).toEqual(actors((time_ms) => time_ms >= edges_ms[span]! && time_ms < edges_ms[span + 1]!));
  }
  expect(present(run.presence.before(edges_ms[2]!))).toEqual(actors((time_ms) => time_ms < edges_ms[2]!));
}

/** Types count: "5" and 5 are different. Missing and null are one. */
export function valueAt(column: Column, row: number): unknown {
  if (column.kind === 'number') return Number.isNaN(column.values[row]!) ? null : column.values[row];
  const value = column.values.at(column.codes[row]!)!;
  return value !== null && typeof value === 'object' ? JSON.parse(textOf(value)!) : value;
}

function valuesOf({ properties }: NaiveRow): unknown[] {
  return PROPERTIES.map((name) => (Object.hasOwn(properties, name) ? (properties[name] ?? null) : null));
}

/** `values`: of `PROPERTIES`, null where there is none. */
function describe(event: string, time_ms: number, values: readonly unknown[], person: number): string {
  return JSON.stringify([time_ms, event, person, values]);
}
