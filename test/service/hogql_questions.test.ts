/** Expressions in questions: as filter, breakdown, math and actor, asked of a whole product. */

import { beforeEach, describe, expect, test } from 'vitest';
import type { Step } from '../../src/model/question/funnel.ts';
import { computeFunnel, computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body, stepsOf } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

const DAY = '2026-01-15';

function orders(): void {
  asked.add(
    event('order', 'ann', `${DAY}T01:00:00Z`, {
      price: 10,
      plan: 'pro',
      url: 'https://a.example/x?y',
      $session_id: 's1',
    }),
    event('order', 'ann', `${DAY}T02:30:00Z`, {
      price: '20',
      plan: 'free',
      url: 'https://b.example/',
      $session_id: 's1',
    }),
    event('order', 'bob', `${DAY}T02:45:00Z`, { price: 30.5, plan: 'Pro', $session_id: 's2' }),
    event('order', 'bob', `${DAY}T23:00:00Z`, { plan: true, tags: { kind: 'gift' } }),
  );
}

async function count(expression: string): Promise<number> {
  const filter = { type: 'hogql', key: expression };
  const body = { events: [{ id: 'order' }], date_from: DAY, properties: [filter] };
  return (await asked.trend(body)).result[0]!.count;
}

/** Expression -> rows it finds among the orders. */
const FOUND: readonly [string, number][] = [
  ["properties.plan = 'pro'", 1],
  ["lower(properties.plan) = 'pro'", 2],
  ["properties.plan != 'pro'", 3],
  ["properties.nothing != 'pro'", 4],
  ["properties.nothing = 'pro'", 0],
  ['properties.price > 10', 2],
  ['properties.price >= 10', 3],
  ['properties.price between 10 and 20', 2],
  ['not (properties.price between 10 and 20)', 2],
  ['properties.price is null', 1],
  ['properties.price is not null', 3],
  ["properties.plan in ('pro', 'free')", 2],
  ["properties.plan not in ('pro', 'free')", 2],
  ['properties.price in (10, 20)', 2],
  ["properties['plan'] like 'p%'", 1],
  ["properties.plan ilike '%R%'", 4],
  ["properties.plan not ilike 'pro'", 2],
  ["properties.plan =~ '^[Pp]'", 2],
  ["properties.plan !~ '^[Pp]'", 2],
  ["properties.plan =~* '^PRO$'", 2],
  ['properties.plan = true', 1],
  ['properties.price = true', 0],
  ['properties.price != true', 4],
  ['properties.price in (true, false)', 0],
  ['properties.plan', 1],
  ["event = 'order' and distinct_id = 'ann'", 2],
  ["person.properties.nobody = 'x' or $session_id = 's1'", 2],
  [`timestamp >= '${DAY} 02:40:00'`, 2],
  ['toHour(timestamp) = 2', 2],
  ["toStartOfHour(timestamp) = toDateTime('2026-01-15 02:00:00')", 2],
  ["toDate(timestamp) = '2026-01-15'", 4],
  ['timestamp < now() - interval 10 hour', 1],
  ["properties.tags.kind = 'gift'", 1],
  ["JSONExtractString(properties.tags, 'kind') = 'gift'", 1],
  ["domain(properties.url) = 'a.example'", 1],
  ["splitByChar('/', properties.url)[3] = 'b.example'", 1],
  ["if(properties.price > 15, 'much', 'little') = 'much'", 2],
  ["multiIf(properties.price > 25, 'a', properties.price > 15, 'b', 'c') = 'b'", 1],
  ["case properties.plan when 'pro' then 1 when 'free' then 2 else 0 end = 2", 1],
  ["(properties.price > 15 ? 'x' : 'y') = 'y'", 2],
  ['length(properties.plan) = 4', 2],
  ["concat(properties.plan, '-', properties.price) = 'pro-10'", 1],
  ["properties.plan || properties.nothing = 'pro'", 1],
  ['person_id is not null', 4],
  ['$session_duration > 60', 2],
  ['toFloat(properties.price) * 2 + 1 = 21', 1],
  ["toFloat('0x10') is null and toInt('0b11') is null", 4],
  ['1 = 1', 4],
  ['null', 0],
];

describe('a filter', () => {
  test('finds the rows for which it is true', async () => {
    orders();
    for (const [expression, expected] of FOUND)
      expect([expression, await count(expression)]).toEqual([expression, expected]);
  });

  test('works on a line, and with other filters in a group', async () => {
    orders();
    const filter = { type: 'hogql', key: 'properties.price > 15' };
    const plan = { key: 'plan', value: 'pro', type: 'event' };
    const properties = { type: 'OR', values: [filter, plan] };
    const answer = await asked.trend({ events: [{ id: 'order', properties }], date_from: DAY });
    expect(answer.result[0]!.count).toBe(3);
  });
});

async function split(more: Body): Promise<unknown[]> {
  const answer = await asked.trend({ events: [{ id: 'order' }], date_from: DAY, ...more });
  return answer.result.map((series) => [series.breakdown_value, series.count]);
}

describe('a breakdown', () => {
  test('by a value of any kind', async () => {
    orders();
    const none = '$$_posthog_breakdown_null_$$';
    const by = (breakdown: string) => split({ breakdown, breakdown_type: 'hogql' });
    expect(await by('lower(properties.plan)')).toEqual([
      ['pro', 2],
      ['free', 1],
      ['true', 1],
    ]);
    expect(await by("if(properties.price > 15, 'much', 'little')")).toEqual([
      ['little', 2],
      ['much', 2],
    ]);
    expect(await by('toFloat(properties.price) / 10')).toEqual([
      ['1', 1],
      ['2', 1],
      ['3.05', 1],
      [none, 1],
    ]);
    expect(await by('toStartOfHour(timestamp)')).toEqual([
      ['2026-01-15 02:00:00', 2],
      ['2026-01-15 01:00:00', 1],
      ['2026-01-15 23:00:00', 1],
    ]);
    expect(await by('toStartOfMonth(timestamp)')).toEqual([['2026-01-01', 4]]);
    expect(await by("properties.plan = 'pro'")).toEqual([
      ['false', 3],
      ['true', 1],
    ]);
  });

  test('in a list, next to others, and in bins', async () => {
    orders();
    const breakdowns = [
      { property: 'toHour(timestamp) < 12', type: 'hogql' },
      { property: '$session_id', type: 'event' },
    ];
    expect(await split({ breakdowns })).toEqual([
      [['true', 's1'], 2],
      [['true', 's2'], 1],
      [['false', '$$_posthog_breakdown_null_$$'], 1],
    ]);
    const bins = { property: 'toFloat(properties.price)', type: 'hogql', histogram_bin_count: 2 };
    expect((await split({ breakdowns: [bins] })).length).toBe(3);
  });
});

/** Expression -> what it makes of the orders. */
const MADE: readonly [string, number][] = [
  ['count()', 4],
  ['count(*)', 4],
  ['count(properties.price)', 3],
  ["countIf(properties.plan = 'pro')", 1],
  ['count(distinct properties.plan)', 4],
  ['uniq(person_id)', 2],
  ['uniq(properties.nothing)', 0],
  ['sum(properties.price)', 60.5],
  ['sumIf(properties.price, properties.price > 15)', 50.5],
  ['sum(properties.price) / count()', 15.125],
  ['round(avg(properties.price), 2)', 20.17],
  ['min(properties.price) + max(properties.price)', 40.5],
  ['median(properties.price)', 20],
  ['quantile(0.75)(properties.price)', 25.25],
  ['any(properties.price)', 10],
  ["dateDiff('minute', min(timestamp), max(timestamp))", 1320],
  ['if(count() > 3, 1, 0)', 1],
  ['sum(properties.nothing)', 0],
  ['avg(properties.nothing)', 0],
  ['ifNull(avg(properties.nothing), 7)', 7],
  ['1 / sum(properties.nothing)', 0],
];

describe('math_hogql', () => {
  const number = async (math_hogql: string): Promise<number> => {
    const answer = await asked.trend({ events: [{ id: 'order', math: 'hogql', math_hogql }], date_from: DAY });
    return answer.result[0]!.count;
  };

  test('makes one number of many rows', async () => {
    orders();
    for (const [expression, expected] of MADE)
      expect([expression, await number(expression)]).toEqual([expression, expected]);
  });

  test('per point, per group, and per person of a merge', async () => {
    orders();
    asked.add(event('order', 'ann', '2026-01-14T01:00:00Z', { price: 5, plan: 'pro' }));
    const line = { id: 'order', math: 'hogql', math_hogql: 'sum(properties.price) / uniq(distinct_id)' };
    const answer = await asked.trend({ events: [line], date_from: '2026-01-14' });
    expect(answer.result[0]!.data).toEqual([5, 30.25]);
    expect(answer.result[0]!.action).toMatchObject({ math: 'hogql', math_hogql: line.math_hogql });
    const grouped = await asked.trend({ events: [line], date_from: '2026-01-14', breakdown: '$session_id' });
    expect(grouped.result.map((series) => [series.breakdown_value, series.data])).toEqual([
      ['s2', [0, 30.5]],
      ['s1', [0, 30]],
      ['$$_posthog_breakdown_null_$$', [5, 0]],
    ]);
  });
});

describe('a sample', () => {
  test('scales what grows with the number of people, and only that', async () => {
    for (let person = 0; person < 400; person++) asked.add(event('a', `p${person}`, `${DAY}T01:00:00Z`, { price: 3 }));
    const number = async (math_hogql: string, sampling_factor: number) => {
      const body = { events: [{ id: 'a', math: 'hogql', math_hogql }], date_from: DAY, sampling_factor };
      return (await asked.trend(body)).result[0]!.count;
    };
    const counted = await number('count()', 0.5);
    expect(Math.abs(counted - 400)).toBeLessThan(120);
    expect(await number('uniq(person_id)', 0.5)).toBe(counted);
    expect(await number('sum(properties.price)', 0.5)).toBe(counted * 3);
    expect(await number('sum(properties.price) / count() + max(properties.price)', 0.5)).toBe(6);
    expect(await number('count()', 1)).toBe(400);
  });
});

describe('funnel_aggregate_by_hogql', () => {
  test('counts values instead of people', async () => {
    asked.add(
      event('a', 'ann', `${DAY}T01:00:00Z`, { $session_id: 's1' }),
      event('b', 'ann', `${DAY}T02:00:00Z`, { $session_id: 's1' }),
      event('a', 'ann', `${DAY}T03:00:00Z`, { $session_id: 's2' }),
      event('b', 'bob', `${DAY}T04:00:00Z`, { $session_id: 's2' }),
      event('a', 'bob', `${DAY}T05:00:00Z`, { $session_id: '' }),
      event('a', 'eve', `${DAY}T05:00:00Z`),
    );
    const counts = async (funnel_aggregate_by_hogql: string | null) => {
      const answer = await asked.funnel({ events: stepsOf('a', 'b'), date_from: DAY, funnel_aggregate_by_hogql });
      return (answer.result as Step[]).map((step) => (step as unknown as { count: number }).count);
    };
    expect(await counts('properties.$session_id')).toEqual([2, 2]);
    expect(await counts('distinct_id')).toEqual([3, 1]);
    expect(await counts('person_id')).toEqual([3, 1]);
    expect(await counts(null)).toEqual([3, 1]);
    expect(await counts("concat(properties.$session_id, '-', person_id)")).toEqual([4, 1]);
    // What is new since is seen.
    asked.add(event('b', 'eve', `${DAY}T06:00:00Z`));
    expect(await counts('distinct_id')).toEqual([3, 2]);
  });
});

describe('what cannot be read', () => {
  test.each<[Body, string, string]>([
    [
      { properties: [{ type: 'hogql', key: 'properties.a = ' }] },
      'properties__0__key',
      'at character 16: it ends too early',
    ],
    [{ properties: [{ type: 'hogql' }] }, 'properties__0__key', 'required'],
    [{ properties: [{ type: 'hogql', key: 'lowr(event)' }] }, 'properties__0__key', 'Did you mean lower'],
    [{ breakdown: 'foo', breakdown_type: 'hogql' }, 'breakdown', 'properties.foo'],
    [{ breakdowns: [{ property: 'count()', type: 'hogql' }] }, 'breakdowns__0', 'math_hogql'],
    [{ events: [{ id: 'a', math: 'hogql' }] }, 'events__0__math_hogql', 'required'],
    [
      { events: [{ id: 'a', math: 'hogql', math_hogql: 'properties.x' }] },
      'events__0__math_hogql',
      'sum(properties.x)',
    ],
  ])('refuses %j', async (more, attr, part) => {
    const error = await asked.refusal(computeTrend, { events: [{ id: 'a' }], ...more });
    expect(error).toMatchObject({ attr, status: 400 });
    expect(error.message).toContain(part);
  });

  test('in a funnel', async () => {
    const error = await asked.refusal(computeFunnel, { events: stepsOf('a'), funnel_aggregate_by_hogql: 'sum(1)' });
    expect(error).toMatchObject({ attr: 'funnel_aggregate_by_hogql', status: 400 });
  });
});
