/** Names in a question that the project does not have: properties, events other than lines, saved things. */
import { describe, expect, test } from 'vitest';
import { operationNamed } from '../../src/service/operations/index.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

function shop(): Asked {
  const asked = askedProduct();
  const groups = { $groups: { organization: 'acme' } };
  asked.add(
    event('buy', 'a', '2026-01-14T10:00:00Z', {
      country: 'Germany',
      amount: 5,
      from: { city: 'Bonn' },
      ...groups,
      $set: { plan: 'pro', age: 30 },
    }),
    event('visit', 'a', '2026-01-14T09:00:00Z', { country: 'France' }),
    event('$groupidentify', 'a', '2026-01-14T08:00:00Z', {
      ...{ $group_type: 'organization', $group_key: 'acme', $group_set: { size: 7, industry: 'steel' } },
    }),
  );
  return asked;
}

async function warningsOf(asked: Asked, name: string, body: Body): Promise<string[]> {
  const answer = await asked.ask<{ resolved: { warnings: string[] } }>(operationNamed(name), body);
  return answer.resolved.warnings;
}

/** How what is inside a property is asked for. */
const inside = (sent: string) =>
  `"from.city" was ever received. What is inside "from" is read by an expression: ${sent}.`;

const BUY = { events: [{ id: 'buy' }] };
const STEPS = { events: [{ id: 'visit' }, { id: 'buy' }] };
const near = 'No event property named "contry" was ever received. Did you mean "country"?';

describe('a property nobody has', () => {
  test.each<[string, Body, string]>([
    ['compute_trend', { ...BUY, properties: [{ key: 'contry', value: 'x', operator: 'is_not' }] }, near],
    [
      'compute_trend',
      { events: [{ id: 'buy', properties: [{ key: 'contry', value: 'x', operator: 'is_not' }] }] },
      near,
    ],
    ['compute_trend', { ...BUY, breakdown: 'contry' }, near],
    [
      'compute_trend',
      { ...BUY, breakdown: 'from.city' },
      inside('"breakdown_type":"hogql","breakdown":"properties.from.city"'),
    ],
    [
      'compute_trend',
      { ...BUY, breakdowns: [{ property: 'from.city' }] },
      inside('{"type":"hogql","property":"properties.from.city"}'),
    ],
    [
      'compute_funnel',
      { ...STEPS, properties: [{ key: 'from.city', value: 'Bonn' }] },
      inside(`{"type":"hogql","key":"properties.from.city = 'x'"}`),
    ],
    [
      'compute_trend',
      { events: [{ id: 'buy', math: 'max', math_property: 'from.city' }] },
      inside('"math":"hogql","math_hogql":"sum(properties.from.city)"'),
    ],
    ['compute_trend', { ...BUY, breakdowns: [{ property: 'contry' }] }, near],
    ['compute_trend', { events: [{ id: 'buy', math: 'sum', math_property: 'amuont' }] }, 'Did you mean "amount"?'],
    ['compute_trend', { ...BUY, properties: [{ type: 'hogql', key: "properties.contry != 'x'" }] }, near],
    ['compute_trend', { events: [{ id: 'buy', math: 'hogql', math_hogql: 'sum(properties.amuont)' }] }, '"amount"'],
    ['compute_trend', { ...BUY, insight: 'LIFECYCLE', properties: [{ key: 'contry', operator: 'is_not_set' }] }, near],
    ['compute_funnel', { ...STEPS, properties: [{ key: 'contry', operator: 'is_not_set' }] }, near],
    [
      'compute_retention',
      { target_entity: { id: 'buy', properties: [{ key: 'contry', operator: 'is_not_set' }] } },
      near,
    ],
    ['compute_path', { properties: [{ key: 'contry', operator: 'is_not_set' }] }, near],
    ['compute_funnel_correlation', { ...STEPS, properties: [{ key: 'contry', operator: 'is_not_set' }] }, near],
    [
      'compute_trend',
      { ...BUY, properties: [{ key: 'plam', type: 'person', operator: 'is_not_set' }] },
      'No person property named "plam" was ever received. Did you mean "plan"?',
    ],
    [
      'compute_trend',
      { ...BUY, properties: [{ key: 'sise', type: 'group', group_type_index: 0, operator: 'is_not_set' }] },
      'No "organization" property named "sise" was ever received. Did you mean "size"?',
    ],
    [
      'compute_trend',
      { ...BUY, breakdown: 'organization' },
      'It is a type of groups, and which of them an event has is the event property "$group_0".',
    ],
    [
      'compute_trend',
      { ...BUY, breakdown: 'xyzzyxyzzy' },
      'GET /api/projects/1/property_definitions/ lists those there are.',
    ],
  ])('%s %j', async (name, body, said) => {
    expect((await warningsOf(shop(), name, body)).join('\n')).toContain(said);
  });
});

describe('a property that somebody else has', () => {
  test.each<[Body, string]>([
    [
      { ...BUY, properties: [{ key: 'plan', operator: 'is_not_set' }] },
      'There is one of people: send "type":"person".',
    ],
    [{ ...BUY, breakdown: 'plan' }, 'There is one of people: send "breakdown_type":"person".'],
    [{ events: [{ id: 'buy', math: 'sum', math_property: 'age' }] }, 'send "math_property_type":"person_properties".'],
    [{ ...BUY, properties: [{ type: 'hogql', key: "properties.plan = 'pro'" }] }, 'send person.properties.plan.'],
    [{ ...BUY, properties: [{ key: 'size', operator: 'is_not_set' }] }, 'send "type":"group","group_type_index":0.'],
    [
      { ...BUY, breakdown: 'country', breakdown_type: 'person' },
      'There is one of events: send "breakdown_type":"event".',
    ],
  ])('%j', async (body, said) => {
    expect((await warningsOf(shop(), 'compute_trend', body)).join('\n')).toContain(said);
  });
});

describe('text where a number is needed', () => {
  const text = 'The event property "country" holds text where numbers are needed';
  test.each<[Body]>([
    [{ ...BUY, properties: [{ key: 'country', operator: 'gt', value: 5 }] }],
    [{ events: [{ id: 'buy', math: 'sum', math_property: 'country' }] }],
    [{ ...BUY, breakdown: 'country', breakdown_histogram_bin_count: 3 }],
    [{ events: [{ id: 'buy', math: 'hogql', math_hogql: 'sum(properties.country)' }] }],
  ])('%j', async (body) => {
    expect((await warningsOf(shop(), 'compute_trend', body)).join('\n')).toContain(text);
  });
});

test('what is there raises no warning', async () => {
  const asked = shop();
  asked.product.service.store.projects.update(1, {
    test_account_filters: [{ key: 'host', value: 'x', operator: 'is_not' }],
  });
  for (const [name, body] of [
    [
      'compute_trend',
      { ...BUY, properties: [{ key: 'country', value: 'Germany' }], breakdown: 'plan', breakdown_type: 'person' },
    ],
    ['compute_trend', { events: [{ id: 'buy', math: 'sum', math_property: 'amount' }], filter_test_accounts: true }],
    [
      'compute_trend',
      { ...BUY, properties: [{ key: 'size', type: 'group', group_type_index: 0, operator: 'gt', value: 1 }] },
    ],
    ['compute_trend', { ...BUY, breakdown: '$group_0', properties: [{ key: '$window_id', operator: 'is_not_set' }] }],
    ['compute_funnel', { ...BUY, aggregation_group_type: 'organization' }],
  ] as [string, Body][]) {
    expect(await warningsOf(asked, name, body), JSON.stringify(body)).toEqual([]);
  }
  expect(await warningsOf(asked, 'compute_path', {})).toEqual([expect.stringContaining('no session goes from one')]);
  expect(await warningsOf(askedProduct(), 'compute_trend', { ...BUY, breakdown: 'x' })).toEqual([
    'The project has no events yet.',
  ]);
});

test('events besides the lines are looked up too', async () => {
  const said = 'No event named "vist" was ever received. Did you mean "visit"?';
  const exclusions = [{ id: 'vist', funnel_from_step: 0, funnel_to_step: 1 }];
  const asked = shop();
  expect(await warningsOf(asked, 'compute_funnel', { ...STEPS, exclusions })).toEqual([said]);
  expect(await warningsOf(asked, 'compute_path', { include_custom_events: ['vist'] })).toContain(said);
  const names = { funnel_correlation_type: 'event_with_properties', funnel_correlation_event_names: ['vist'] };
  expect(await warningsOf(asked, 'compute_funnel_correlation', { ...STEPS, ...names })).toContain(said);
  // Also those of the funnel that a correlation is about.
  expect(await warningsOf(asked, 'compute_funnel_correlation', { ...STEPS, exclusions })).toContain(said);
});

test('cohorts, actions and group types that are not there are told with those that are', async () => {
  const asked = shop();
  const filters = { properties: { type: 'OR', values: [{ key: 'plan', value: 'pro', type: 'person' }] } };
  await asked.ask(operationNamed('create_cohort'), { name: 'paying customers', filters });
  await asked.ask(operationNamed('create_action'), { name: 'bought', steps: [{ event: 'buy' }] });
  const refused = async (name: string, body: Body) => (await asked.refusal(operationNamed(name), body)).message;
  const cohort = (value: unknown) => ({ ...BUY, properties: [{ key: 'id', type: 'cohort', value }] });
  expect(await refused('compute_trend', cohort(9))).toContain('Among them: 1 "paying customers".');
  expect(await refused('compute_trend', cohort('paying custmers'))).toContain('Did you mean 1 "paying customers"?');
  expect(
    await refused('compute_trend', { ...BUY, breakdown: ['payng customers'], breakdown_type: 'cohort' }),
  ).toContain('Did you mean 1 "paying customers"?');
  expect(await refused('compute_funnel', { ...BUY, actions: [{ id: 7 }] })).toContain('Among them: 1 "bought".');
  expect(await refused('compute_funnel', { ...BUY, actions: [{ id: 'bougt' }] })).toContain('Did you mean 1 "bought"?');
  expect(await warningsOf(asked, 'compute_trend', { ...BUY, actions: [{ id: 7 }] })).toEqual([
    'Action ID 7 does not exist, so it has no line. GET /api/projects/1/actions/ lists those there are.',
  ]);
  expect(await refused('compute_trend', { ...BUY, aggregation_group_type: 'organisation' })).toContain(
    'Did you mean "organization"?',
  );
  const unknown = { events: [{ id: 'buy', math: 'unique_group', math_group_type_index: 3 }] };
  expect((await warningsOf(asked, 'compute_trend', unknown))[0]).toContain(
    'There is no group type 3. There are 0 "organization"',
  );
});
