/** Questions of every kind in words, with everything that affects their numbers. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Resolved } from '../../src/model/question/result.ts';
import type { Operation } from '../../src/service/contract/operation.ts';
import { createCohort } from '../../src/service/operations/cohorts.ts';
import {
  computeFunnel,
  computeFunnelCorrelation,
  computePath,
  computeRetention,
  computeTrend,
} from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
  const day = '2026-01-14T10:00:00Z';
  asked.add(
    event('a', 'p', day, { plan: 'pro', amount: 2, $groups: { company: 'x' } }),
    event('b', 'p', '2026-01-14T11:00:00Z', { plan: 'pro' }),
  );
});

async function said(operation: Operation, body: Body): Promise<string> {
  return (await asked.ask<{ resolved: Resolved }>(operation, body)).resolved.question ?? '';
}

const A = { id: 'a' };
const PRO = [{ key: 'plan', value: 'pro' }];

describe('a trend says', () => {
  test.each<[Body, string]>([
    [{ events: [A] }, 'Trend by day of "a" (events)'],
    [{ events: [{ ...A, math: 'dau' }], interval: 'week' }, 'Trend by week of "a" (people)'],
    [
      { events: [{ ...A, math: 'unique_session' }] },
      'Trend by day of "a" (sessions; all events without one count as one)',
    ],
    [
      {
        events: [
          { ...A, math: 'sum', math_property: 'amount' },
          { ...A, math: 'p90', math_property: 'amount' },
        ],
      },
      'Trend by day of "a" (sum of "amount") and "a" (90th percentile of "amount")',
    ],
    [
      { events: [{ ...A, math: 'avg', math_property: 'age', math_property_type: 'person_properties' }] },
      `Trend by day of "a" (average of person's "age")`,
    ],
    [{ events: [{ ...A, math: 'weekly_active' }] }, 'Trend by day of "a" (people active within 7 days)'],
    [
      { events: [{ ...A, math: 'unique_group', math_group_type_index: 0 }] },
      'Trend by day of "a" (groups of type "company")',
    ],
    [
      { events: [{ ...A, math: 'hogql', math_hogql: 'sum(properties.amount) / count()' }] },
      'Trend by day of "a" (expression "sum(properties.amount) / count()")',
    ],
    [{ events: [{ id: null }] }, 'Trend by day of all events (events)'],
    [{ events: [{ ...A, custom_name: 'Signed up' }] }, 'Trend by day of "Signed up" = "a" (events)'],
    [{ events: [A], display: 'BoldNumber' }, 'Over the whole range of "a" (events)'],
    [
      { events: [A], display: 'ActionsLineGraphCumulative', smoothing_intervals: 3, sampling_factor: 0.5 },
      'Trend by day of "a" (events), scaled up from 50% of people, summed up from the start, each point the mean of 3 up to it',
    ],
    [
      { events: [A, { id: 'b' }], formula: 'A/B', filter_test_accounts: true },
      'Trend by day of formula "A/B" with A = "a" (events) and B = "b" (events), without test accounts',
    ],
    [
      { events: [{ ...A, properties: PRO }], breakdown: 'plan', breakdown_limit: 3 },
      'Trend by day of "a" (events) where "plan" is "pro", split by "plan" (at most 3 values, then Other)',
    ],
    [
      { events: [A], breakdowns: [{ property: 'plan' }, { property: 'amount', histogram_bin_count: 4 }] },
      'Trend by day of "a" (events), split by "plan" and "amount" in 4 bins (at most 25 values, then Other)',
    ],
    [{ events: [A], insight: 'LIFECYCLE' }, 'Lifecycle by day of people who did "a"'],
    [
      { events: [A], insight: 'STICKINESS', stickiness_criteria: { operator: 'gte', value: 2 } },
      'Stickiness: people by the number of days with "a", only periods with at least 2 events',
    ],
  ])('%j', async (body, expected) => {
    expect(await said(computeTrend, body)).toBe(expected);
  });
});

describe('filters are said', () => {
  test.each<[unknown, string]>([
    [PRO, '"plan" is "pro"'],
    [[{ key: 'plan', operator: 'is_not', value: ['a', 'b'] }], '"plan" is not "a" nor "b"'],
    [
      [
        { key: 'n', operator: 'gte', value: 5 },
        { key: 'm', operator: 'is_set' },
      ],
      '"n" ≥ 5 and "m" is set',
    ],
    [[{ key: 'mail', operator: 'icontains', value: '@x', type: 'person' }], `person's "mail" contains "@x"`],
    [[{ key: 'name', value: 'x', type: 'group', group_type_index: 0 }], `"company" group's "name" is "x"`],
    [[{ key: 'n', operator: 'between', value: [1, 2] }], '"n" is between 1 and 2'],
    [
      {
        type: 'OR',
        values: [
          { type: 'AND', values: [...PRO, { key: 'b', value: 1 }] },
          { key: 'c', value: true },
        ],
      },
      '("plan" is "pro" and "b" is 1) or "c" is true',
    ],
    [[{ key: 'plan', value: ['1', '2', '3', '4', '5', '6', '7'] }], '"plan" is "1", "2", "3", "4" or 3 more'],
    [{ plan__is_not: 'pro' }, '"plan" is not "pro"'],
    [[{ key: 'plan' }], '"plan" has no value to compare with (passed over)'],
    [[{ key: 'properties.amount > 1', type: 'hogql' }], 'expression "properties.amount > 1" holds'],
    [[{ key: 'id', type: 'cohort', value: 1 }], 'in cohort 1 "VIPs"'],
  ])('%j', async (properties, expected) => {
    await asked.ask(createCohort, {
      name: 'VIPs',
      filters: { properties: { type: 'AND', values: [{ key: 'vip', type: 'person', value: 'yes' }] } },
    });
    const body = { events: [A], properties };
    expect(await said(computeTrend, body)).toBe(`Trend by day of "a" (events), where ${expected}`);
    expect(await said(computeTrend, { events: [{ ...A, properties }] })).toBe(
      `Trend by day of "a" (events) where ${expected}`,
    );
  });
});

describe('the other kinds say', () => {
  const steps = { events: [A, { id: 'b', order: 1 }] };
  test.each<[Operation, Body, string]>([
    [
      computeFunnel,
      { ...steps, funnel_window_interval: 90, funnel_window_interval_type: 'minute' },
      'Funnel of people through "a" -> "b", in this order within 90 minutes of the first step',
    ],
    [
      computeFunnel,
      { ...steps, funnel_order_type: 'strict', breakdown: 'plan', breakdown_attribution_type: 'last_touch' },
      'Funnel of people through "a" -> "b", in this order with nothing between within 14 days of the first step, split by "plan" (at most 10 values, then Other), each by their last value (last touch)',
    ],
    [
      computeFunnel,
      {
        ...steps,
        exclusions: [{ id: 'c', funnel_from_step: 0, funnel_to_step: 1 }],
        funnel_viz_type: 'trends',
        aggregation_group_type: 'company',
      },
      'Conversion by day of groups of type "company" through "a" -> "b", in this order within 14 days of the first step, without "c" between steps 1 and 2',
    ],
    [
      computeFunnel,
      { ...steps, breakdown: ['all'], breakdown_type: 'cohort' },
      'Funnel of people through "a" -> "b", in this order within 14 days of the first step, split by everybody',
    ],
    [
      computeFunnel,
      { ...steps, funnel_aggregate_by_hogql: 'properties.$session_id' },
      'Funnel of values of "properties.$session_id" through "a" -> "b", in this order within 14 days of the first step',
    ],
    [
      computeFunnelCorrelation,
      {
        ...steps,
        funnel_correlation_type: 'properties',
        funnel_correlation_names: ['$all'],
        aggregation_group_type: 'company',
      },
      'Properties of groups of type "company" that go with completing the funnel of groups of type "company" through "a" -> "b", in this order within 14 days of the first step',
    ],
    [
      computeRetention,
      { target_entity: A, returning_entity: { id: 'b' }, retention_type: 'retention_first_time', period: 'Week' },
      'Retention by week: people who did for the first time "a" and came back with "b"',
    ],
    [
      computeRetention,
      { target_entity: A, returning_entity: { id: 'b' }, breakdown: 'plan' },
      'Retention by day: people who did "a" and came back with "b", split by "plan" (at most 25 values, then Other), and only returns with the same value count',
    ],
    [
      computeRetention,
      { target_entity: A, returning_entity: { id: 'b' }, breakdown: 'plan', breakdown_type: 'person' },
      'Retention by day: people who did "a" and came back with "b", split by person\'s "plan" (at most 25 values, then Other)',
    ],
    [
      computePath,
      { include_event_types: ['custom_event'], start_point: 'a', step_limit: 3, properties: PRO },
      'Paths of people over all custom events, from "a", at most 3 steps, ended by a pause of 30 minutes, where "plan" is "pro", the 50 edges most often taken',
    ],
    [
      computeFunnelCorrelation,
      { ...steps, funnel_correlation_type: 'properties', funnel_correlation_names: ['plan'] },
      'Values of "plan" that go with completing the funnel of people through "a" -> "b", in this order within 14 days of the first step',
    ],
    [
      computeFunnelCorrelation,
      {
        ...steps,
        funnel_correlation_type: 'properties',
        funnel_correlation_names: ['$all'],
        funnel_correlation_exclude_names: ['plan', 'amount'],
      },
      'Properties of people that go with completing the funnel of people through "a" -> "b", in this order within 14 days of the first step, without the properties "plan" or "amount"',
    ],
    [
      computeFunnelCorrelation,
      { ...steps, funnel_correlation_exclude_event_names: ['c'] },
      'Events that go with completing the funnel of people through "a" -> "b", in this order within 14 days of the first step, without the events "c"',
    ],
    [
      computePath,
      {
        include_event_types: ['custom_event'],
        path_groupings: ['/users/*'],
        local_path_cleaning_filters: [{ regex: '\\d+', alias: '<id>' }],
        exclude_events: ['b'],
      },
      'Paths of people over all custom events, at most 5 steps, ended by a pause of 30 minutes, names cleaned by 1 rule, names like "/users/*" as one, without "b", the 50 edges most often taken',
    ],
  ])('%# %j', async (operation, body, expected) => {
    expect(await said(operation, body)).toBe(expected);
  });
});

describe('two lines of one event', () => {
  test.each<[Body[], string[]]>([
    [
      [A, { ...A, math: 'dau' }],
      ['"a" (events)', '"a" (people)'],
    ],
    [
      [A, { ...A, properties: PRO }],
      ['"a" (events)', '"a" (events) where "plan" is "pro"'],
    ],
    [
      [A, A],
      ['"a" (events)', '"a" (events) no. 2'],
    ],
  ])('have two names: %j', async (events, expected) => {
    const { resolved } = await asked.trend({ events });
    expect(resolved.entities.map(({ words }) => words)).toEqual(expected);
    const answer = await asked.trend({ events });
    expect(computeTrend.text(answer)).toContain(`date | ${expected.join(' | ')}\n`);
    const names = computeTrend.table!(answer).rows.map(([name]) => name);
    expect(new Set(names).size).toBe(2);
  });
});
