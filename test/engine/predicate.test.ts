import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate, count, has, not } from '../../src/base/bitmap.ts';
import { numbersIn } from '../../src/base/json.ts';
import { codesIn } from '../../src/engine/dataset/gather.ts';
import { allocateCodes, type Column, type DictionaryColumn, type Value } from '../../src/engine/frame/column.ts';
import type { DatasetView } from '../../src/engine/frame/dataset.ts';
import type { Run } from '../../src/engine/frame/run.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { matchRows, select } from '../../src/engine/select/predicate.ts';
import { prepare } from '../../src/engine/select/values/value_test.ts';
import { Dictionary } from '../../src/engine/storage/dictionary.ts';
import type { Predicate, ValueSource, ValueTest } from '../../src/model/question/predicate.ts';
import { runs } from '../support/runs.ts';
import { newRun, presenceOf } from './new_run.ts';

const NO_OWNER = 0xffffffff;
const VALUES: readonly Value[] = [
  ...[
    '',
    'a',
    'A',
    'aB%c',
    'b_',
    '5',
    ' 5 ',
    '5.0',
    '1e1',
    'true',
    '2021-04-01',
    '01/04/2021 10:00',
    '1617300000',
    '日本',
  ],
  ...[0, -0, 5, 10, 1.5, 1617300000, 1617300000500],
  ...[true, false, { json: '{"a":5}' }, { json: '[1]' }],
];

/** A row, told as its values: what the columns below hold in another order. */
interface Row {
  readonly event: Value;
  readonly number: number | null;
  readonly person: number;
  readonly group: number | null;
}

interface World {
  readonly rows: readonly Row[];
  readonly persons: readonly Value[];
  readonly groups: readonly Value[];
  /** Whether events speak of a dictionary of their project, as sealed ones do. */
  readonly is_sealed: boolean;
  /** Whether the run's actors are its rows' persons, as they mostly are. */
  readonly of_persons: boolean;
}

const value = fc.constantFrom<Value>(null, ...VALUES);
const number = fc.option(fc.constantFrom(0, -0, 1, 5, 10, 1.5, -3, 1617300000, 1e300));
const PERSONS = 7;
const GROUPS = 4;
/** Two of each person. */
const DISTINCTS = PERSONS * 2;

const world: fc.Arbitrary<World> = fc.record({
  rows: fc.array(
    fc.record({
      event: value,
      number,
      person: fc.nat({ max: PERSONS - 1 }),
      group: fc.option(fc.nat({ max: GROUPS - 1 })),
    }),
    { maxLength: 100 },
  ),
  persons: fc.array(value, { minLength: PERSONS, maxLength: PERSONS }),
  groups: fc.array(value, { minLength: GROUPS, maxLength: GROUPS }),
  is_sealed: fc.boolean(),
  of_persons: fc.boolean(),
});

const text = fc.constantFrom('', 'a', 'B', '5', '5.0', '0', '1.5', 'true', 'a%c', 'b_', '{"a":5}', '1e+300', '日', '%');
const bound = fc.constantFrom(Number.NEGATIVE_INFINITY, -3, 0, 1.5, 5, 10, Number.POSITIVE_INFINITY);
const date = fc.constantFrom(-1e15, 1617235200000, 1617271200000, 1617300000000, 1617300000500, 1e15);
const valueTest: fc.Arbitrary<ValueTest> = fc.oneof(
  fc.constant<ValueTest>({ op: 'set' }),
  fc.record({ op: fc.constant('in' as const), values: fc.array(text, { minLength: 1, maxLength: 9 }) }),
  fc.record({ op: fc.constant('contains' as const), needles: fc.array(text, { minLength: 1, maxLength: 2 }) }),
  fc.record({
    op: fc.constant('matches' as const),
    patterns: fc.array(fc.constantFrom('^a', '5', '[A-Z]', '.+%', '^$')),
  }),
  fc.record({
    op: fc.constant('number' as const),
    min: bound,
    max: bound,
    min_open: fc.boolean(),
    max_open: fc.boolean(),
  }),
  fc.record({
    op: fc.constant('time' as const),
    from_ms: date,
    until_ms: date,
    from_wall_ms: date,
    until_wall_ms: date,
  }),
);
const source: fc.Arbitrary<ValueSource> = fc.constantFrom<ValueSource>(
  { of: 'event', key: 'event' },
  { of: 'event', key: 'number' },
  { of: 'person', key: 'p' },
  { of: 'group', type_index: 1, key: 'g' },
  { of: 'metadata', key: 'event' },
  { of: 'metadata', key: 'distinct_id' },
  { of: 'metadata', key: 'timestamp' },
  { of: 'session', key: '$session_duration' },
);
/** Conditions on persons; what they have in common with those on rows is tried by the cohorts made of them. */
const { personPredicate } = fc.letrec<{ personPredicate: Predicate }>((tie) => ({
  personPredicate: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({
      kind: fc.constant('value' as const),
      source: fc.constant<ValueSource>({ of: 'person', key: 'p' }),
      test: valueTest,
    }),
    fc.constantFrom<Predicate>({ kind: 'all' }, { kind: 'none' }),
    fc.record({ kind: fc.constant('members' as const), distincts: fc.array(fc.nat(DISTINCTS + 2)).map(String) }),
    fc.record({ kind: fc.constant('any_distinct_id' as const), test: valueTest }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('personPredicate'), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), of: tie('personPredicate') }),
    fc.record({ kind: fc.constant('cohort' as const), where: tie('personPredicate') }),
  ),
}));
const { predicate } = fc.letrec<{ predicate: Predicate }>((tie) => ({
  predicate: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ kind: fc.constant('value' as const), source, test: valueTest }),
    fc.record({ kind: fc.constant('cohort' as const), where: personPredicate }),
    fc.constantFrom<Predicate>({ kind: 'all' }, { kind: 'none' }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('predicate'), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), of: tie('predicate') }),
  ),
}));

function dictionaryOf(values: readonly Value[]): DictionaryColumn {
  const distinct: Value[] = [null];
  const codes = allocateCodes(values.length, VALUES.length + 1);
  for (const [row, item] of values.entries()) {
    if (!distinct.includes(item)) distinct.push(item);
    codes[row] = distinct.indexOf(item);
  }
  return { kind: 'dictionary', codes, values: distinct };
}

/** Of values some of which no row has. */
function sealed(column: Column): Column {
  if (column.kind === 'number') return column;
  const dictionary = new Dictionary();
  for (const each of VALUES) dictionary.codeOf(each);
  return { kind: 'dictionary', codes: codesIn(dictionary, column), values: dictionary };
}

function runOf({ rows, is_sealed }: World): Run {
  const events = dictionaryOf(rows.map((row) => row.event));
  const columns: Record<string, Column> = {
    event: is_sealed ? sealed(events) : events,
    number: { kind: 'number', values: Float64Array.from(rows, (row) => row.number ?? Number.NaN) },
  };
  return newRun(
    'e',
    Uint32Array.from(rows, (row) => row.person),
    Float64Array.from(rows, (row) => row.person * 2),
    (property) => columns[property]!,
  );
}

function viewOf({ rows, persons, groups, of_persons }: World): DatasetView {
  return {
    ...alone(),
    actorKey: () => '',
    actorCount: () => PERSONS,
    parts: () => [],
    rowParts: () => [],
    rowCounts: () => new Float64Array(0),
    eventProperties: () => [],
    ownerProperties: () => [],
    personColumn: () => dictionaryOf(persons),
    groupColumn: () => dictionaryOf(groups),
    rowOwner(run, owner) {
      if (of_persons && owner.kind === 'person') return run.actor;
      return Uint32Array.from(rows, (row) => (owner.kind === 'person' ? row.person : (row.group ?? NO_OWNER)));
    },
    shownIds: () => dictionaryOf(persons),
    personIdColumn: () => dictionaryOf(persons),
    personCreatedColumn: () => dictionaryOf([]),
    personsCreated: () => presenceOf(new Uint32Array(0), new Float64Array(0)),
    groupCreatedColumn: () => dictionaryOf([]),
    rowDistinct: () => Uint32Array.from(rows, distinctOf),
    distinctColumn: () => dictionaryOf(Array.from({ length: DISTINCTS }, (_, distinct) => textOfDistinct(distinct))),
    distinctPersons: () => Uint32Array.from({ length: DISTINCTS }, (_, distinct) => distinct >> 1),
    livingPersons: () => not(allocate(PERSONS), PERSONS),
    rowSession: () => Uint32Array.from(rows, (row) => row.group ?? NO_OWNER),
    sessionCount: () => 4,
    sessionColumn: () => ({ kind: 'number', values: Float64Array.of(0, 1.5, 5, 10) }),
    ownerSet: (_of, _name, make) => make(),
    version: () => 0,
  };
}

/** The first distinct id of the row's person. */
function distinctOf(row: Row): number {
  return row.person * 2;
}

function textOfDistinct(distinct: number): string {
  return ['a', 'b_', '5', '日本'][distinct % 4]!;
}

function valueIn({ persons, groups }: World, row: Row, from: ValueSource): Value {
  switch (from.of) {
    case 'event':
      return from.key === 'number' ? row.number : row.event;
    case 'person':
      return persons[row.person] ?? null;
    case 'group':
      return row.group === null ? null : groups[row.group]!;
    case 'session':
      return row.group === null ? null : [0, 1.5, 5, 10][row.group]!;
    case 'metadata':
      if (from.key === 'timestamp') return row.person * 2;
      if (from.key === 'event') return 'e';
      return distinctOf(row) < DISTINCTS ? textOfDistinct(distinctOf(row)) : null;
    default:
      throw new Error('expressions have tests of their own');
  }
}

function passes(world: World, row: Row, wanted: Predicate): boolean {
  switch (wanted.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'and':
      return wanted.of.every((part) => passes(world, row, part));
    case 'or':
      return wanted.of.some((part) => passes(world, row, part));
    case 'not':
      return !passes(world, row, wanted.of);
    case 'value':
      return prepare(wanted.test)(valueIn(world, row, wanted.source));
    case 'cohort':
      return passes(world, row, wanted.where);
    case 'members':
      return numbersIn(wanted.distincts).some((distinct) => distinct < DISTINCTS && distinct >> 1 === row.person);
    case 'any_distinct_id':
      return [0, 1].some((at) => row.person < PERSONS && prepare(wanted.test)(textOfDistinct(distinctOf(row) + at)));
    default:
      throw new Error('behaviour has tests of its own');
  }
}

describe('selecting', () => {
  test('agrees with asking every row', () => {
    fc.assert(
      fc.property(world, predicate, (world, wanted) => {
        const found = select(wanted, runOf(world), viewOf(world));
        const got = world.rows.map((_, row) => found === null || has(found, row));
        expect(got).toEqual(world.rows.map((row) => passes(world, row, wanted)));
        // Bits past the rows stay zero, so that counting a selection is right.
        if (found !== null && (world.rows.length & 31) !== 0) {
          expect(found.at(-1)! >>> (world.rows.length & 31)).toBe(0);
        }
      }),
      { numRuns: runs(900) },
    );
  });

  test('finds no bits past the rows after a last block that is not full', () => {
    const rows = 4_096 + 5;
    const column: Column = { kind: 'dictionary', codes: new Uint8Array(rows).fill(1, 1), values: [null, 'a'] };
    const run = newRun('e', new Uint32Array(rows), new Float64Array(rows), () => column);
    const source: ValueSource = { of: 'event', key: 'k' };
    const wanted: Predicate = { kind: 'value', source, test: { op: 'in', values: ['a'] } };
    expect(
      count(select(wanted, run, viewOf({ rows: [], persons: [], groups: [], is_sealed: false, of_persons: false }))!),
    ).toBe(rows - 1);
  });

  test('what a run remembers is what was asked, whatever was asked before', () => {
    const matches = fc.array(fc.array(predicate, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(world, matches, (world, asked) => {
        const run = runOf(world);
        const view = viewOf(world);
        for (const of of [...asked, ...asked]) {
          const found = matchRows(
            of.map((where) => ({ event: null, where })),
            run,
            view,
          );
          const got = world.rows.map((_, row) => found === null || has(found!, row));
          expect(got).toEqual(world.rows.map((row) => of.some((where) => passes(world, row, where))));
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('an open end is remembered as one', () => {
    const run = newRun('e', new Uint32Array(3), new Float64Array(3), () => ({
      kind: 'number',
      values: Float64Array.of(1, 5, 9),
    }));
    const view = viewOf({ rows: [], persons: [], groups: [], is_sealed: false, of_persons: false });
    const between = (min: number, max: number) => {
      const test = { op: 'number', min, max, min_open: false, max_open: false } as const;
      const where: Predicate = { kind: 'value', source: { of: 'event', key: 'n' }, test };
      return matchRows([{ event: 'e', where }], run, view)![0];
    };
    const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
    expect(between(5, POSITIVE_INFINITY)).toBe(0b110);
    expect(between(5, NEGATIVE_INFINITY)).toBe(0);
    expect(between(NEGATIVE_INFINITY, 5)).toBe(0b011);
  });

  test('a test asked twice of a dictionary that has grown sees the new values', () => {
    const values: Value[] = [null, 'a'];
    const column = (): Column => ({ kind: 'dictionary', codes: Uint8Array.of(0, 1, values.length - 1), values });
    const run = newRun('e', new Uint32Array(3), new Float64Array(3), column);
    const wanted: Predicate = {
      kind: 'value',
      source: { of: 'event', key: 'k' },
      test: { op: 'in', values: ['b'] },
    };
    const view = viewOf({ rows: [], persons: [], groups: [], is_sealed: false, of_persons: false });
    expect(Array.from(select(wanted, run, view)!)).toEqual([0]);
    values.push('b');
    expect(Array.from(select(wanted, run, view)!)).toEqual([0b100]);
  });
});
