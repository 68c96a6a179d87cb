/** Of which statements few rows are enough, where events are fetched from a database of their own. */
import { expect, test } from 'vitest';
import type { Asked } from '../../src/engine/answer.ts';
import type { SqlQuery } from '../../src/model/sql/plan.ts';
import { firstRowsOf, takesCounted } from '../../src/sql/operators/fetching.ts';
import { sqlProduct } from '../support/sql.ts';

async function planOf(query: string): Promise<SqlQuery> {
  const { service, run } = sqlProduct({ events: [['e', 'ann', '2026-01-10T00:00:00Z', { a: 1 }]] });
  const plans: SqlQuery[] = [];
  service.computing.show = (_, task) => {
    const asked = task.asked as Asked;
    if (asked.kind === 'sql') plans.push(asked.query);
    return Promise.reject(new Error('resolved'));
  };
  await run(query).catch(() => {});
  return plans[0]!;
}

test.each([
  ['select event, count() from events group by event', true],
  ['select sum(properties.a), avg(properties.a), uniq(person_id), max(timestamp) from events', true],
  ['select distinct event from events', true],
  ['select e, count() from (select event as e from events) group by e', true],
  ["select count() from events where properties.a > 2 and lower(properties.b) = 'x'", true],
  ['select n, count() from (select distinct_id, count() as n from events group by 1) group by n', true],
  ['select event from events', false],
  ['select quantile(0.5)(properties.a) from events', false],
  ['select any(properties.a) from events', false],
  ['select groupArray(properties.a) from events', false],
  ['select event, row_number() over (order by timestamp) from events', false],
  ['select count() from events a join (select event from events) b on a.event = b.event', false],
  ['select count() from events where distinct_id in (select distinct_id from events)', false],
  [
    'select event from events union all select event, count() from events group by event'.replace(', count()', ''),
    false,
  ],
  ['select count() from (select event from events limit 3)', false],
])('%s may be told how many rows are alike: %s', async (query, expected) => {
  expect(takesCounted(await planOf(query))).toBe(expected);
});

test.each([
  ['select * from events limit 5', { rows: 5, order: 'any' }],
  ['select event from events order by timestamp desc, event limit 5 offset 2', { rows: 7, order: 'latest' }],
  ["select event, timestamp from events where event = 'e' order by timestamp limit 5", { rows: 5, order: 'earliest' }],
  ['select event from events order by event limit 5', null],
  ['select event from events order by toDate(timestamp) limit 5', null],
  ['select event from events where uuid > event order by timestamp limit 5', null],
  ['select event, count() from events group by event limit 5', null],
  ['select distinct event from events limit 5', null],
])('%s is answered by %j', async (query, expected) => {
  expect(firstRowsOf(await planOf(query))).toEqual(expected);
});
