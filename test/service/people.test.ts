import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { isObject } from '../../src/base/json.ts';
import { decodeQuery } from '../../src/http/rest/decode.ts';
import type { PeopleResult } from '../../src/model/question/people.ts';
import { unknownWarnings } from '../../src/service/names/unknown.ts';
import { listPersons } from '../../src/service/operations/persons.ts';
import { updateProject } from '../../src/service/operations/project.ts';
import {
  computeFunnel,
  computeFunnelCorrelation,
  computePath,
  computeRetention,
  computeTrend,
} from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body, stepsOf } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

const OPERATIONS = { computeTrend, computeFunnel, computeFunnelCorrelation, computeRetention };
type Name = keyof typeof OPERATIONS;

const URL_OF = 'http://127.0.0.1:1/api/projects/1/insights/any/';

/** What an address asks, as its query is decoded. */
function follow(url: string): Promise<PeopleResult> {
  const { searchParams, pathname } = new URL(url);
  expect(pathname).toBe('/api/projects/1/persons/');
  return asked.ask<PeopleResult>(listPersons, decodeQuery(searchParams, listPersons.input), url);
}

/** Each number that counts actors, and the address of who they are. */
type Numbered = readonly [label: string, count: number, url: string];

/** Between two steps of a funnel. */
function droppedOf(list: readonly unknown[]): Numbered[] {
  return list.flatMap((step, at): Numbered[] => {
    const before = list[at - 1];
    if (!isObject(step) || !isObject(before) || typeof step['dropped_people_url'] !== 'string') return [];
    return [['dropped', Number(before['count']) - Number(step['count']), step['dropped_people_url']]];
  });
}

function numbersOf(value: unknown): Numbered[] {
  if (Array.isArray(value)) return [...droppedOf(value), ...value.flatMap(numbersOf)];
  if (!isObject(value)) return [];
  const found: Numbered[] = [];
  const add = (label: string, count: unknown, url: unknown) => {
    if (typeof url === 'string') found.push([label, Math.abs(Number(count)), url]);
  };
  add('converted', value['count'], value['converted_people_url']);
  add('success', value['success_count'], value['success_people_url']);
  add('failure', value['failure_count'], value['failure_people_url']);
  if (isObject(value['persons'])) add('total', value['aggregated_value'], value['persons']['url']);
  const { data, persons_urls } = value;
  if (Array.isArray(persons_urls) && Array.isArray(data)) {
    for (const [at, link] of persons_urls.entries()) add(`point ${at}`, data[at], link.url);
  }
  if ('people_url' in value && 'count' in value) add('cell', value['count'], value['people_url']);
  return [...found, ...Object.values(value).flatMap((inner) => (Array.isArray(inner) ? numbersOf(inner) : []))];
}

const happening = fc.record({
  name: fc.constantFrom('a', 'a', 'b', 'b', 'c', '$identify'),
  person: fc.constantFrom('p', 'q', 'r', 's', 't'),
  was: fc.constantFrom('p', 'q', 'u'),
  hour: fc.nat(24 * 6),
  plan: fc.constantFrom('x', 'y', '', null),
  team: fc.constantFrom('one', 'two', null),
});
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;
const histories = fc.array(happening, { minLength: 20, maxLength: 60 });

const breakdowns = fc.constantFrom<Body>(
  {},
  {},
  { breakdown: 'plan' },
  { breakdown_type: 'cohort', breakdown: ['all'] },
  { breakdowns: [{ property: 'plan' }, { property: 'team' }] },
);
const actors = fc.constantFrom<Body>({}, { aggregation_group_type: 'company' });
const math = fc.constantFrom('dau', 'weekly_active', 'first_time_for_user', 'unique_group');
const line = fc
  .record({ id: fc.constantFrom('a', 'b', null), math })
  .map((one) => ({ ...one, math_group_type_index: 0 }));
const date_from = '2026-01-09';

const trends = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 2 }),
    breakdown: breakdowns,
    display: fc.constantFrom('ActionsLineGraph', 'ActionsLineGraphCumulative', 'BoldNumber', 'ActionsTable'),
    interval: fc.constantFrom('day', 'week'),
    compare: fc.boolean(),
  })
  .filter(
    ({ display, lines }) =>
      display !== 'ActionsLineGraphCumulative' ||
      lines.every((one) => one.math === 'dau' || one.math === 'unique_group'),
  )
  .map(({ lines, breakdown, ...rest }): [Name, Body] => [
    'computeTrend',
    { events: lines.map((one, order) => ({ ...one, order })), ...breakdown, ...rest, date_from },
  ]);
const lifecycles = actors.map((of): [Name, Body] => [
  'computeTrend',
  { insight: 'LIFECYCLE', events: [{ id: 'a' }], date_from, ...of },
]);
const stickiness = fc
  .boolean()
  .map((all): [Name, Body] => [
    'computeTrend',
    { insight: 'STICKINESS', events: stepsOf('a', 'b'), date_from, computed_as: all ? 'cumulative' : 'non_cumulative' },
  ]);
const funnel = fc
  .record({
    of: fc.oneof(actors, fc.constant<Body>({ funnel_aggregate_by_hogql: 'properties.team' })),
    breakdown: breakdowns,
    funnel_order_type: fc.constantFrom('ordered', 'strict', 'unordered'),
    breakdown_attribution_type: fc.constantFrom('first_touch', 'last_touch', 'all_events'),
    exclusions: fc.constantFrom([], [{ id: 'c', funnel_from_step: 0, funnel_to_step: 1 }]),
  })
  .map(({ of, breakdown, ...rest }) => ({ events: stepsOf('a', 'b'), date_from, ...of, ...breakdown, ...rest }));
const funnels = funnel.map((body): [Name, Body] => ['computeFunnel', body]);
const correlations = fc
  .constantFrom<Body>(
    {},
    { funnel_correlation_type: 'properties', funnel_correlation_names: ['$all'] },
    { funnel_correlation_type: 'event_with_properties', funnel_correlation_event_names: ['c'] },
  )
  .map((more): [Name, Body] => ['computeFunnelCorrelation', { events: stepsOf('a', 'b'), date_from, ...more }]);
const retentions = fc
  .record({
    of: actors,
    breakdown: breakdowns,
    retention_type: fc.constantFrom('retention_recurring', 'retention_first_time', 'retention_first_ever_occurrence'),
    cumulative: fc.boolean(),
    minimum_occurrences: fc.constantFrom(1, 2),
  })
  .map(({ of, breakdown, ...rest }): [Name, Body] => [
    'computeRetention',
    {
      target_entity: { id: 'a' },
      returning_entity: { id: 'b' },
      total_intervals: 4,
      date_to: '2026-01-14',
      ...of,
      ...breakdown,
      ...rest,
    },
  ]);

const KINDS = { trends, lifecycles, stickiness, funnels, correlations, retentions };

/** The events of a history, and who is whom. */
function seed(history: readonly Happening[]): void {
  asked = askedProduct();
  // So that there is a group, and somebody on either side of every funnel.
  asked.add(
    event('met', 'p', '2026-01-01T00:00:00Z', { $groups: { company: 'one' } }),
    ...['a', 'c', 'b'].map((name, hour) => event(name, 'k', `2026-01-10T0${hour}:00:00Z`)),
    ...['a', 'c'].map((name, hour) => event(name, 'l', `2026-01-10T0${hour}:00:00Z`)),
  );
  asked.add(
    ...history.map(({ name, person, hour, plan, team, was }) =>
      event(name, person, new Date(Date.parse('2026-01-09T00:30:00Z') + hour * 3_600_000).toISOString(), {
        ...{ plan, team },
        ...(team === null ? {} : { $groups: { company: team } }),
        ...(name === '$identify' ? { $anon_distinct_id: was } : {}),
        $set: { plan },
      }),
    ),
  );
}

/** Every number's list, and that its pages are parts of it. */
async function checkLists(result: unknown): Promise<number> {
  const numbers = numbersOf(result);
  for (const [label, count, url] of numbers) {
    const list = await follow(url);
    expect([list.count, list.results.length], `${label} ${url}`).toEqual([count, count]);
    expect(new Set(list.results.map(({ id }) => id)).size, label).toBe(count);
    if (count < 2) continue;
    const page = await follow(`${url}&limit=1&offset=1`);
    expect([page.count, page.results], `${label} ${url}`).toEqual([count, [list.results[1]]]);
  }
  return numbers.length;
}

describe('a list is as long as the number it explains', () => {
  for (const [name, questions] of Object.entries(KINDS)) {
    test(name, async () => {
      let followed = 0;
      await fc.assert(
        fc.asyncProperty(histories, questions, async (history, [operation, body]) => {
          seed(history);
          const answer = await asked.ask<{ result: unknown }>(OPERATIONS[operation], body, URL_OF);
          followed += await checkLists(answer.result);
        }),
        { numRuns: 10 },
      );
      expect(followed).toBeGreaterThan(0);
    });
  }

  test('paths', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.constantFrom<Body>({}, { start_point: 'a' }), async (history, more) => {
        seed(history);
        const body = { include_event_types: ['custom_event'], date_from, ...more };
        const { result } = await asked.ask<{ result: Linked[] }>(computePath, body, URL_OF);
        for (const { value, persons_url } of result) {
          const { count, results } = await follow(persons_url);
          // Somebody may go the same way again.
          expect([count > 0, count <= value, results.length]).toEqual([true, true, count]);
        }
      }),
      { numRuns: 10 },
    );
  });
});

interface Linked {
  readonly value: number;
  readonly persons_url: string;
}

describe('the people behind a number', () => {
  const body = { events: stepsOf('a', 'b'), date_from };
  const dropped = { question: { kind: 'funnel', ...body }, funnel_step: -2 };

  test('are told with ids, properties and times; a merged person is one', async () => {
    asked.add(
      event('a', 'anon', '2026-01-10T01:00:00Z'),
      event('$identify', 'mia', '2026-01-10T02:00:00Z', {
        $anon_distinct_id: 'anon',
        $set: { email: 'mia@example.com' },
      }),
      event('a', 'mia', '2026-01-11T01:00:00Z'),
      event('a', 'tom', '2026-01-10T01:00:00Z'),
      event('b', 'tom', '2026-01-10T03:00:00Z'),
    );
    const list = await asked.ask<PeopleResult>(listPersons, dropped);
    expect(list).toMatchObject({ count: 1, next: null, previous: null });
    expect(list.results).toEqual([
      {
        type: 'person',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'mia@example.com',
        distinct_ids: expect.arrayContaining(['anon', 'mia']),
        properties: expect.objectContaining({ email: 'mia@example.com' }),
        created_at: expect.any(String),
        matched_at: [expect.stringContaining('2026-01-10T01:00:00')],
      },
    ]);
    const through = await asked.ask<PeopleResult>(listPersons, { ...dropped, funnel_step: 2 });
    expect(through.results[0]!.matched_at.map((text) => text.slice(0, 13))).toEqual(['2026-01-10T01', '2026-01-10T03']);
    expect(listPersons.text(through)).toContain('| "tom" | 2026-01-10T01');
    expect(listPersons.table!(list).rows[0]).toHaveLength(7);
  });

  test('are found by a question in the form in which insights are saved', async () => {
    asked.add(event('a', 'p', '2026-01-10T01:00:00Z'), event('a', 'q', '2026-01-10T01:00:00Z'));
    asked.add(event('b', 'q', '2026-01-10T02:00:00Z'));
    const filters = { insight: 'FUNNELS', ...body };
    const series = ['a', 'b'].map((name) => ({ kind: 'EventsNode', event: name }));
    const query = { kind: 'FunnelsQuery', series, dateRange: { date_from } };
    const forms = [filters, { filters }, { query }, { query: { kind: 'InsightVizNode', source: query } }];
    for (const question of forms) {
      const { results } = await asked.ask<PeopleResult>(listPersons, { question, funnel_step: -2 });
      expect(results.map((one) => one.distinct_ids)).toEqual([['p']]);
      expect(unknownWarnings(listPersons.input, { question })).toEqual([]);
    }
  });

  test('are groups where groups are counted', async () => {
    asked.add(event('a', 'p', '2026-01-10T01:00:00Z', { $groups: { company: 'one' } }));
    const question = { ...dropped.question, aggregation_group_type: 'company' };
    const { results } = await asked.ask<PeopleResult>(listPersons, { question, funnel_step: 1 });
    expect(results).toMatchObject([{ type: 'group', id: 'one', distinct_ids: [] }]);
  });

  test('come in pages, with not too many times each', async () => {
    const hours = Array.from({ length: 15 }, (_, hour) => `2026-01-10T${String(hour).padStart(2, '0')}:00:00Z`);
    asked.add(...hours.flatMap((hour) => [event('a', 'p', hour), event('a', 'q', hour), event('a', 'r', hour)]));
    const question = { kind: 'trend', events: [{ id: 'a' }], date_from };
    const page = await asked.ask<PeopleResult>(listPersons, { question, day: '2026-01-10', limit: 1, offset: 1 });
    expect(page).toMatchObject({ count: 3, next: '?limit=1&offset=2', previous: '?limit=1' });
    expect(page.results.map(({ distinct_ids, matched_at }) => [distinct_ids, matched_at.length])).toEqual([
      [['q'], 10],
    ]);
  });

  test('have no address outside HTTP, for the rest of the values, and where it would be too long', async () => {
    asked.add(
      event('a', 'p', '2026-01-10T01:00:00Z', { plan: 'x' }),
      event('a', 'q', '2026-01-10T01:00:00Z', { plan: 'y' }),
    );
    const split = { events: [{ id: 'a' }], date_from, breakdown: 'plan', breakdown_limit: 1 };
    expect(numbersOf((await asked.trend(split)).result)).toEqual([]);
    const linked = await asked.ask<{ result: { persons_urls?: unknown }[] }>(computeTrend, split, URL_OF);
    expect(linked.result.map(({ persons_urls }) => persons_urls !== undefined)).toEqual([true, false]);
    const long = { ...split, properties: [{ key: 'plan', value: 'x'.repeat(40_000), operator: 'is_not' }] };
    expect(numbersOf((await asked.ask<{ result: unknown }>(computeTrend, long, URL_OF)).result)).toEqual([]);
  });

  test('without a question it is everybody, or whom a search finds', async () => {
    asked.add(
      event('a', 'p', '2019-01-10T01:00:00Z', { $set: { email: 'Ana@firm.example' } }),
      event('b', "o'q\\", '2026-01-10T01:00:00Z', { $set: { name: 'Ben' } }),
      event('b', 'ana', '2026-01-11T01:00:00Z'),
    );
    const found = async (sent: Body) => {
      const { results, count, warnings } = await asked.ask<PeopleResult>(listPersons, sent);
      expect([count, warnings]).toEqual([results.length, []]);
      return results.flatMap((one) => (one.type === 'person' ? one.distinct_ids : [])).sort();
    };
    expect(await found({})).toEqual(['ana', "o'q\\", 'p']);
    expect(await found({ search: 'ana' })).toEqual(['ana', 'p']);
    expect(await found({ search: 'BEN' })).toEqual(["o'q\\"]);
    expect(await found({ search: "o'q\\" })).toEqual(["o'q\\"]);
    expect(await found({ distinct_id: 'ana' })).toEqual(['ana']);
    expect(await found({ distinct_id: "') OR (1 = 1" })).toEqual([]);
  });

  test('without a question they have events or not; with filters of events they have some that pass', async () => {
    const told = (id: string, properties: Body) => ({ distinct_ids: [id], properties, created_at_ms: null });
    asked.add(
      event('a', 'p', '2026-01-10T01:00:00Z', { from: 'ad', $set: { email: 'ana@firm.example', plan: 'pro' } }),
      { kind: 'person', person: told('quiet', { email: 'quiet@firm.example', plan: 'pro' }) },
      { kind: 'person', person: told('other', { plan: 'free' }) },
    );
    const found = async (sent: Body) => {
      const { results, count, next } = await asked.ask<PeopleResult>(listPersons, sent);
      expect(count).toBe(next === null ? results.length : 3);
      return results.flatMap((one) => one.distinct_ids);
    };
    const pro = { key: 'plan', value: 'pro', type: 'person' };
    expect(await found({})).toEqual(['p', 'quiet', 'other']);
    expect(await found({ limit: 1, offset: 1 })).toEqual(['quiet']);
    expect(await found({ search: 'firm' })).toEqual(['p', 'quiet']);
    expect(await found({ distinct_id: 'other' })).toEqual(['other']);
    expect(await found({ email: 'quiet@firm.example' })).toEqual(['quiet']);
    expect(await found({ properties: [pro] })).toEqual(['p', 'quiet']);
    expect(await found({ properties: JSON.stringify([{ ...pro, operator: 'is_not' }]) })).toEqual(['other']);
    expect(await found({ properties: [pro, { key: 'from', value: 'ad' }] })).toEqual(['p']);
    for (const order of ['-count', 'most', 'most_active']) expect(await found({ order })).toEqual(['p']);
    expect(await found({ properties: [pro], order: '-count' })).toEqual(['p']);
  });

  test.each<[Body, string]>([
    [{ question: { kind: 'trend', events: [{ id: 'a' }] }, search: 'ana' }, 'question'],
    [{ search: 'ana', distinct_id: 'p' }, 'distinct_id'],
    [{ question: { kind: 'funnel' } }, 'question__events'],
    [{ ...dropped, funnel_step: 3 }, 'funnel_step'],
    [{ ...dropped, day: date_from }, 'day'],
    [{ question: { ...dropped.question, funnel_viz_type: 'trends' }, day: date_from, funnel_step: -3 }, 'funnel_step'],
    [{ question: { kind: 'trend', events: [{ id: 'a' }] }, day: 'never' }, 'day'],
    [{ question: { kind: 'trend', events: [{ id: 'a' }] }, series: 4 }, 'series'],
    [{ question: { kind: 'trend', events: [{ id: 'a' }] }, period: 'previous' }, 'period'],
    [{ question: { kind: 'trend', events: [{ id: 'a' }], breakdown: 'plan' } }, 'breakdown_value'],
    [{ question: { kind: 'stickiness', events: [{ id: 'a' }] } }, 'day'],
    [{ question: { kind: 'retention' }, cohort: 4, later: 9 }, 'later'],
    [{ question: { kind: 'path' }, source: 'a', target: '2_b' }, 'source'],
    [{ question: { kind: 'path' }, source: '1_a', target: '3_b' }, 'target'],
    [{ question: { kind: 'correlation', events: stepsOf('a', 'b') } }, 'correlated'],
    [{ question: { query: { kind: 'HogQLQuery', query: 'SELECT 1' } } }, 'question__kind'],
    [{ properties: [{ key: 'a', operator: 'never' }] }, 'properties__0__operator'],
  ])('%j is told what is missing', async (input, attr) => {
    expect((await asked.refusal(listPersons, input)).attr).toBe(attr);
  });
});

test('of two hours with one name, each has its own people', async () => {
  await asked.ask(updateProject, { timezone: 'Europe/Berlin' });
  asked.add(
    ...['2025-10-26T00:10:00Z', '2025-10-26T00:20:00Z', '2025-10-26T01:10:00Z'].map((time, at) =>
      event('e', `p${at}`, time),
    ),
  );
  for (const interval of ['hour', 'minute']) {
    const body = {
      events: [{ id: 'e', math: 'dau' }],
      interval,
      date_from: '2025-10-26',
      date_to: '2025-10-26 04:00:00',
    };
    const answer = await asked.ask<{ result: unknown }>(computeTrend, body, URL_OF);
    const numbers = numbersOf(answer.result).filter(([, count]) => count > 0);
    expect(numbers.map(([, count]) => count)).toEqual(interval === 'hour' ? [2, 1] : [1, 1, 1]);
    for (const [label, count, url] of numbers)
      expect([label, (await follow(url)).results.length]).toEqual([label, count]);
  }
});
