/** Rows put together by what they say answer like the rows one by one. */
import { expect, test } from 'vitest';
import { seeded } from '../../src/base/random.ts';
import type { Value, Values } from '../../src/engine/frame/column.ts';
import type { Dataset } from '../../src/engine/frame/dataset.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { type Vector, valueAt } from '../../src/engine/select/expression/vector.ts';
import type { SqlAggregateName } from '../../src/model/sql/plan.ts';
import { beginAggregate, WEIGHED } from '../../src/sql/operators/accumulate.ts';
import { Numbered } from '../../src/sql/operators/batch.ts';
import { combined } from '../../src/sql/operators/combinations.ts';
import { sqlProduct } from '../support/sql.ts';

const ROWS = 20_000;
const { next } = seeded(5);
const below = (count: number) => Math.floor(next() * count);
const coded = (codes: Uint8Array | Uint16Array, values: Values): Vector => ({
  ...{ kind: 'coded', codes, values },
});

const places = Uint8Array.from({ length: ROWS }, () => below(5));
const amounts = Uint16Array.from({ length: ROWS }, () => below(300));
const numbers = Array.from({ length: 300 }, (_, at) => (at === 0 ? null : at === 7 ? 1e300 : (at - 150) * 0.1));
const VECTORS: readonly Vector[] = [
  coded(places, ['a', 'b', null, 'd', 'e']),
  // The same codes mean fewer values.
  coded(places, ['x', 'y', 'x', 'y', 'x']),
  coded(amounts, numbers),
  { kind: 'constant', value: 3 },
];

function tuples(vectors: readonly Vector[], rows: number, weightOf: (row: number) => number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let row = 0; row < rows; row++) {
    const key = JSON.stringify(vectors.map((vector) => valueAt(vector, row)));
    counts[key] = (counts[key] ?? 0) + weightOf(row);
  }
  return counts;
}

test.each([[[0, 2, 3]], [[0, 1, 2]], [[1, 2]], [[3]]])('as often as the rows say so: %j', (chosen) => {
  const vectors = chosen.map((at) => VECTORS[at]!);
  const made = combined(vectors, ROWS, null, alone())!;
  expect(made.rows).toBeLessThan(ROWS / 4);
  expect(tuples(made.vectors, made.rows, (row) => made.weights[row]!)).toEqual(tuples(vectors, ROWS, () => 1));
});

test('texts that look like the JSON of other values are values of their own', () => {
  const odd: Value[] = [null, '[null]', { json: '[1]' }, '[1]', '[{"json":"[1]"}]', 'null', 0, '0', true, 'true'];
  const values = Array.from({ length: 9_000 }, (_, at) =>
    at < odd.length ? odd[at]! : at % 2 === 0 ? null : `t${at % 50}`,
  );
  const codes = Uint16Array.from({ length: ROWS }, () => (below(2) === 0 ? below(odd.length) : below(values.length)));
  const vectors = [coded(codes, values)];
  const made = combined(vectors, ROWS, null, alone())!;
  expect(made.rows).toBeLessThan(100);
  expect(tuples(made.vectors, made.rows, (row) => made.weights[row]!)).toEqual(tuples(vectors, ROWS, () => 1));
});

test.each([...WEIGHED])('%s of many rows at once', (name: SqlAggregateName) => {
  const aggregate = { name, args: [], condition: null, parameter: 10 };
  const running = { view: alone() as unknown as Dataset, is_counted: false, subqueries: [], held: 0 };
  const args = [VECTORS[2]!, VECTORS[0]!].slice(0, name.startsWith('arg') ? 2 : 1);
  const answer = (vectors: readonly Vector[], rows: number, weights: Float64Array | null) => {
    const accumulating = beginAggregate(aggregate, running);
    const [by, ...own] = vectors as [Vector, ...Vector[]];
    const cells = Int32Array.from({ length: rows }, (_, row) => (valueAt(by, row) === 'x' ? 1 : 2));
    accumulating.add({ cells, args: own, rows, weights }, 3);
    const made = accumulating.end(3);
    return [valueAt(made, 0), valueAt(made, 1)];
  };
  const vectors = [VECTORS[1]!, ...args];
  const { rows, weights, vectors: few } = combined(vectors, ROWS, null, alone())!;
  expect(answer(few, rows, weights)).toEqual(answer(vectors, ROWS, null));
});

test('too many combinations, numbers and who is who are left alone; so are few rows', () => {
  const each = coded(
    Uint16Array.from({ length: ROWS }, (_, row) => row),
    Array.from({ length: ROWS }, (_, row) => row),
  );
  expect(combined([each], ROWS, null, alone())).toBeNull();
  expect(combined([{ kind: 'numbers', values: new Float64Array(ROWS) }], ROWS, null, alone())).toBeNull();
  expect(combined([coded(places, new Numbered(5, false))], ROWS, null, alone())).toBeNull();
  expect(combined([VECTORS[0]!], 100, null, alone())).toBeNull();
});

test('a statement over many rows: groups, conditions, sums and people', async () => {
  const start_ms = Date.parse('2026-01-01T00:00:00Z');
  const at = (row: number) => new Date(start_ms + row * 60_000).toISOString();
  const events = Array.from({ length: 9000 }, (_, row) => {
    const properties = { plan: ['pro', 'free'][row % 2], n: row % 10 };
    return [['a', 'b', 'c'][row % 3]!, `u${row % 7}`, at(row), properties] as const;
  });
  const { run } = sqlProduct({ events });
  const { results } = await run(
    "SELECT event, properties.plan AS plan, count(), countIf(toHour(timestamp) = 0), sum(properties.n), uniq(properties.n) FROM events GROUP BY event, plan HAVING event != 'c' ORDER BY 1, 2",
  );
  const expected = ['a', 'b'].flatMap((event) =>
    ['free', 'pro'].map((plan) => {
      const own = events.filter(([name, , , properties]) => name === event && properties.plan === plan);
      const sum = own.reduce((total, [, , , { n }]) => total + n, 0);
      const nights = own.filter(([, , time]) => time.slice(11, 13) === '00').length;
      return [event, plan, own.length, nights, sum, new Set(own.map(([, , , { n }]) => n)).size];
    }),
  );
  expect(results).toEqual(expected);
  const { results: people } = await run(
    'SELECT count(), uniq(distinct_id), uniqIf(person_id, properties.n < 5) FROM events',
  );
  expect(people).toEqual([[9000, 7, 7]]);
});
