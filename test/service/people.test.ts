import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { isObject } from '../../src/base/json.ts';
import { decodeQuery, readingsOf } from '../../src/http/decode.ts';
import type { PeopleResult } from '../../src/model/people.ts';
import { computeFunnelCorrelation } from '../../src/service/operations/correlation.ts';
import { computeFunnel } from '../../src/service/operations/funnel.ts';
import { computePath } from '../../src/service/operations/path.ts';
import { listPersons } from '../../src/service/operations/persons.ts';
import { computeRetention } from '../../src/service/operations/retention.ts';
import { computeTrend } from '../../src/service/operations/trend.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body, stepsOf } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

const READINGS = readingsOf(listPersons.input);
const OPERATIONS = { computeTrend, computeFunnel, computeFunnelCorrelation, computeRetention };
type Name = keyof typeof OPERATIONS;

const URL_OF = 'http://127.0.0.1:1/api/projects/1/insights/any/';

/** What an address asks, as its query is decoded. */
function follow(url: string): Promise<PeopleResult> {
  const { searchParams, pathname } = new URL(url);
  expect(pathname).toBe('/api/projects/1/persons/');
  return asked.ask<PeopleResult>(listPersons, decodeQuery(searchParams, READINGS), url);
}

/** Each number that counts actors, and the address of who they are. */
type Numbered = readonly [label: string, count: number, url: string];

function numbersOf(value: unknown): Numbered[] {
  if (Array.isArray(value)) return value.flatMap(numbersOf);
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
  name: fc.constantFrom('a', 'b', 'c'),
  person: fc.constantFrom('p', 'q', 'r', 's', 't'),
  hour: fc.nat(24 * 6),
  plan: fc.constantFrom('x', 'y', '', null),
  team: fc.constantFrom('one', 'two', null),
});
const histories = fc.array(happening, { minLength: 1, maxLength: 40, size: 'max' });

const breakdowns = fc.constantFrom<Body>(
  {},
  {},
  { breakdown: 'plan' },
  { breakdowns: [{ property: 'plan' }, { property: 'team' }] },
);
const actors = fc.constantFrom<Body>({}, {}, { aggregation_group_type_index: 0 });
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
    of: actors,
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

describe('a list is as long as the number it explains', () => {
  for (const [name, questions] of Object.entries(KINDS)) {
    test(name, async () => {
      let followed = 0;
      await fc.assert(
        fc.asyncProperty(histories, questions, async (history, [operation, body]) => {
          asked = askedProduct();
          asked.add(
            ...history.map(({ name: of, person, hour, plan, team }) =>
              event(of, person, new Date(Date.parse('2026-01-09T00:30:00Z') + hour * 3_600_000).toISOString(), {
                ...{ plan, team },
                ...(team === null ? {} : { $groups: { company: team } }),
                $set: { plan },
              }),
            ),
          );
          const answer = await asked.ask<{ result: unknown }>(OPERATIONS[operation], body, URL_OF);
          for (const [label, count, url] of numbersOf(answer.result)) {
            const list = await follow(url);
            followed++;
            expect([list.count, list.results.length], `${label} ${url}`).toEqual([count, count]);
          }
        }),
        { numRuns: 25 },
      );
      expect(followed).toBeGreaterThan(100);
    });
  }
});
