/** Window functions and their frames, with ties and missing values, beside SQLite's. */
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seeded } from '../../src/base/random.ts';
import { runs } from '../support/runs.ts';
import { sqlProduct } from '../support/sql.ts';

const ROWS = 90;
const EDGES = [
  ...['unbounded preceding', '3 preceding', '1 preceding', 'current row'],
  ...['1 following', '4 following', 'unbounded following'],
];

const frame = fc
  .tuple(fc.constantFrom('rows', 'range'), fc.nat(5), fc.integer({ min: 1, max: 6 }))
  .filter(([, first, last]) => first <= last)
  .map(([unit, first, last]) => `${unit} between ${EDGES[first]} and ${EDGES[last]}`);
const partition = fc.constantFrom('', 'partition by g', 'partition by n', 'partition by g, n');
const nulls = fc.constantFrom('nulls first', 'nulls last');

/** Rows that tie have one place together, and come together into frames by value. */
const tied = fc.tuple(
  fc.constantFrom('rank()', 'dense_rank()', 'percent_rank()', 'cume_dist()', 'sum(n)', 'count(n)', 'max(m)', 'avg(m)'),
  partition,
  fc.tuple(fc.constantFrom('n', 'n desc', 'm', 'm desc', 'n + 0 desc'), nulls).map((parts) => parts.join(' ')),
  frame.filter((text) => text.startsWith('range')),
);
/** Without ties each row has a place of its own. */
const alone = fc.tuple(
  fc.constantFrom(
    ...['row_number()', 'ntile(4)', 'ntile(100)', 'lag(n)', 'lag(m, 2)', 'lead(n, 3, -7)', 'lag(n, 1, i)'],
    ...['sum(n)', 'count(*)', 'min(n)', 'first_value(n)', 'last_value(m)', 'nth_value(n, 2)'],
  ),
  partition,
  fc.oneof(
    fc.constantFrom('i', 'i desc'),
    nulls.map((where) => `m ${where}, i`),
  ),
  frame.filter((text) => text.startsWith('rows')),
);
const column = fc.oneof(tied, alone).map(([call, by, order, bounds]) => {
  const takes_frame = !/rank|cume|row_number|ntile|lag|lead/.test(call);
  return `${call} over (${by} order by ${order}${takes_frame ? ` ${bounds}` : ''})`;
});

/** To ten digits: the last ones depend on the order in which numbers are added. */
function plain(cell: unknown): unknown {
  return typeof cell === 'number' ? Number(cell.toPrecision(10)) : cell;
}

test('agree with another database', async () => {
  const { below } = seeded(3);
  const rows = Array.from({ length: ROWS }, (_, i) => ({
    ...{ i, g: ['a', 'b', 'c'][below(3)]! },
    ...{ n: below(6) === 0 ? null : below(9) - 3, m: below(5) === 0 ? null : below(40) / 4 },
  }));
  const { run } = sqlProduct({
    events: rows.map(({ i, g, n, m }) => ['e', g, new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(), { i, n, m }]),
  });
  const other = new DatabaseSync(':memory:');
  other.exec('create table t (i real, g text, n real, m real)');
  const insert = other.prepare('insert into t values (?, ?, ?, ?)');
  for (const { i, g, n, m } of rows) insert.run(i, g, n, m);
  const numbers = ['i', 'n', 'm'].map((name) => `properties.${name} + 0 as ${name}`).join(', ');
  await fc.assert(
    fc.asyncProperty(column, async (value) => {
      const text = (from: string) => `select i, ${value} as v from ${from} order by i`;
      const { results } = await run(text(`(select distinct_id as g, ${numbers} from events) t`), { limit: 1_000 });
      const wanted = other.prepare(text('t')).all();
      expect(
        results.map((row) => row.map(plain)),
        value,
      ).toEqual(wanted.map(({ i, v }) => [i, v].map(plain)));
    }),
    { numRuns: runs(150) },
  );
  other.close();
});
