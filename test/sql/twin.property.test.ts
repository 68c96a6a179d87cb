/** Random statements over random rows: the columnar operators agree with the slow twin. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStatement } from '../../src/sql/grammar/statement.ts';
import { type Cell, keyOf, type PlainTable, sqlOracle } from '../oracle/sql.ts';
import { runs } from '../support/runs.ts';
import { type Rows, sqlProduct } from '../support/sql.ts';

const RUNS = runs(400);

const cell = fc.constantFrom<Cell[]>(1, 2, 10, -3, 0.5, '2', '10', 'ab', 'Ab', 'b', '', true, false, null);
const row = fc.record({
  event: fc.constantFrom('a', 'b', 'c'),
  who: fc.constantFrom('ann', 'bob', 'cid'),
  p: cell,
  q: cell,
  n: fc.integer({ min: -3, max: 9 }),
});

/** Expressions by their kind, with names of a table in front. */
const value = (t: string) => fc.constantFrom(`${t}properties.p`, `${t}properties.q`, `${t}event`, `${t}distinct_id`);
const number = (t: string) =>
  fc.oneof(
    fc
      .constantFrom(`${t}properties.n`, `toFloat(${t}properties.n)`, '2', '0')
      .map((text) => text.replace(/^toFloat\((.*)\)$/, '($1 + 0)')),
    fc
      .tuple(fc.constantFrom('+', '-', '*', '/', '%'), fc.constantFrom('1', '3', '0'))
      .map(([sign, by]) => `(${t}properties.n ${sign} ${by})`),
  );
const condition = (t: string): fc.Arbitrary<string> =>
  fc.letrec<{ any: string; one: string }>((tie) => ({
    one: fc.oneof(
      fc
        .tuple(value(t), fc.constantFrom('=', '!=', '<', '>='), fc.constantFrom("'a'", "'2'", "'Ab'", "''"))
        .map((parts) => parts.join(' ')),
      fc
        .tuple(number(t), fc.constantFrom('=', '!=', '<', '<=', '>', '>='), fc.constantFrom('2', '0', '-3'))
        .map((parts) => parts.join(' ')),
      fc
        .tuple(value(t), fc.constantFrom('is null', 'is not null', "in ('a', '2')", "not in ('b', 'ann')"))
        .map((parts) => parts.join(' ')),
      fc.constantFrom(
        `${t}event = 'a'`,
        `${t}distinct_id in (select distinct_id from events where event = 'b')`,
        `${t}distinct_id not in (select distinct_id from events where properties.n > 5)`,
      ),
    ),
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('one'),
      fc.tuple(tie('any'), fc.constantFrom('and', 'or'), tie('any')).map(([a, by, b]) => `(${a} ${by} ${b})`),
      tie('any').map((of) => `not (${of})`),
    ),
  })).any;

const AGGREGATES = [
  'count()',
  'count(properties.p)',
  'sum(properties.n)',
  'avg(properties.n)',
  'min(properties.n)',
  'max(event)',
  'uniq(properties.p)',
  "countIf(event = 'a')",
  'sumIf(properties.n, properties.n > 1)',
];

const scalar = fc.oneof(
  value(''),
  number(''),
  value('').map((of) => `lower(toString(${of}))`),
  fc.tuple(condition(''), number('')).map(([when, of]) => `if(${when}, ${of}, 7)`),
  condition(''),
  number('').map((of) => `coalesce(${of}, 5)`),
);
const where = fc.option(condition('')).map((of) => (of === null ? '' : ` where ${of}`));

const plain = fc
  .tuple(fc.array(scalar, { minLength: 1, maxLength: 3 }), where, fc.boolean())
  .map(([columns, when, distinct]) => `select ${distinct ? 'distinct ' : ''}${columns.join(', ')} from events${when}`);
const groups = fc
  .tuple(
    fc.uniqueArray(fc.oneof(value(''), fc.constantFrom('properties.n % 2', 'length(event)')), { maxLength: 3 }),
    fc.uniqueArray(fc.constantFrom(...AGGREGATES), { minLength: 1, maxLength: 4 }),
    where,
    fc.constantFrom('', ' having count() > 1'),
  )
  .map(
    ([keys, aggregates, when, having]) =>
      `select ${[...keys, ...aggregates].join(', ')} from events${when}${keys.length === 0 ? '' : ` group by ${keys.join(', ')}`}${having}`,
  );
const nested = fc
  .tuple(where, fc.constantFrom('n > 1', 'm is not null', "e = 'a' or n = 1"))
  .map(
    ([when, outer]) =>
      `select e, sum(n), count() from (select event as e, distinct_id as d, count() as n, max(properties.n) as m from events${when} group by e, d) where ${outer} group by e`,
  );
const joins = fc
  .tuple(
    fc.constantFrom('join', 'left join', 'right join', 'full join'),
    fc.constantFrom('a.distinct_id = b.d', 'a.distinct_id = b.d and a.event = b.e'),
    condition('a.'),
  )
  .map(
    ([how, on, when]) =>
      `select a.event, a.properties.n, b.n from (select event, distinct_id, properties.n from events) a ${how} (select event as e, distinct_id as d, count() as n from events where event != 'c' group by e, d) b on ${on}`.replace(
        '(select event, distinct_id, properties.n from events) a',
        `events a`,
      ) + (how === 'join' ? ` where ${when}` : ''),
  );
const unions = fc
  .tuple(plain, fc.constantFrom("select event from events where event = 'a'"))
  .map(([, two]) => `${two} union all select distinct_id from events where properties.n > 3`);
const statements = fc.oneof(plain, groups, nested, joins, unions);

function shown(rows: readonly (readonly unknown[])[]): string[] {
  return rows.map((each) => keyOf(each as Cell[])).sort();
}

test('agrees with its slow twin', async () => {
  const data = fc.sample(fc.array(row, { minLength: 40, maxLength: 40 }), { numRuns: 1 })[0]!;
  const events = data.map(({ event, who, p, q, n }, at): Rows['events'][number] => [
    event,
    who,
    new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
    { p, q, n },
  ]);
  const { run } = sqlProduct({ events });
  const table: PlainTable = {
    columns: ['event', 'distinct_id', 'properties.p', 'properties.q', 'properties.n'],
    rows: data.map(
      ({ event, who, p, q, n }) =>
        new Map<string, Cell>([
          ['event', event],
          ['distinct_id', who],
          ['properties.p', p],
          ['properties.q', q],
          ['properties.n', n],
        ]),
    ),
  };
  await fc.assert(
    fc.asyncProperty(statements, async (text) => {
      const { rows } = sqlOracle(parseStatement({ text, attr: 'query', what: 'SQL' }), () => table);
      const { results } = await run(text, { limit: 10_000 });
      expect(shown(results), text).toEqual(shown(rows));
    }),
    { numRuns: RUNS },
  );
});

test('rows come in order, and the first ones are those of all', async () => {
  const keys = fc.uniqueArray(fc.constantFrom('event', 'distinct_id', 'properties.n', 'properties.p'), {
    minLength: 1,
    maxLength: 3,
  });
  const events = fc
    .sample(row, { numRuns: runs(60) })
    .map(({ event, who, p, q, n }, at): Rows['events'][number] => [
      event,
      who,
      new Date(Date.UTC(2026, 0, 1, at)).toISOString(),
      { p, q, n },
    ]);
  const { run } = sqlProduct({ events });
  await fc.assert(
    fc.asyncProperty(keys, fc.boolean(), fc.nat(20), fc.nat(70), async (columns, desc, limit, offset) => {
      const text = `select ${columns.join(', ')} from events order by ${columns.map((of) => `${of}${desc ? ' desc' : ''}`).join(', ')}`;
      const all = await run(text, { limit: 1_000 });
      const some = await run(`${text} limit ${limit} offset ${offset}`);
      expect(some.results.map((each) => keyOf(each as Cell[]))).toEqual(
        all.results.slice(offset, offset + limit).map((each) => keyOf(each as Cell[])),
      );
    }),
    { numRuns: runs(60) },
  );
});
