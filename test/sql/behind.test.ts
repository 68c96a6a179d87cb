/** The condition behind a row finds as many events as the row counts, whatever the values are. */
import { expect, test } from 'vitest';
import { conditionOf } from '../../src/service/present/sql_links.ts';
import { sqlProduct } from '../support/sql.ts';

const LISTS = [['a', "it's"], '["a","it\'s"]', [], { b: 1, 10: { a: [null] } }];
const VALUES = [1, '1', '1.0', '01', 0, '0', true, 'true', false, 2.5, '2.50', 1e21, '', 'x', null, ...LISTS];

const product = () =>
  sqlProduct({
    events: VALUES.map((v, at) => ['a', `p${at}`, `2026-01-10T0${at % 3}:00:00Z`, { v }] as const),
  });

test.each([
  'properties.v',
  'toFloat(properties.v)',
  'toString(properties.v)',
  'properties.v = true',
  'toHour(timestamp)',
  'timestamp',
])('grouped by %s', async (key) => {
  const { run } = product();
  const { results, behind } = await run(`select ${key} as k, count() as n from events group by k`);
  expect(results.length).toBeGreaterThan(1);
  for (const row of results) {
    const found = await run(`select count() from events where ${conditionOf(behind!, row)}`);
    expect([row[0], found.results[0]![0]]).toEqual([row[0], row[1]]);
  }
});

test('a column that no filter knows has no condition', async () => {
  const { run } = product();
  for (const key of ['uuid', 'person.created_at', 'properties', 'events.uuid', "splitByChar(',', properties.v)"]) {
    expect([key, (await run(`select ${key} as k, count() from events group by k`)).behind]).toEqual([key, undefined]);
  }
  const lists = 'select groupArray(distinct_id) as distinct_id, min(uuid) from events group by uuid';
  expect((await run(lists)).behind).toBeUndefined();
  const young = "person.created_at > '2026-01-01'";
  expect((await run(`select count() from events where ${young}`)).behind).toBeUndefined();
});
