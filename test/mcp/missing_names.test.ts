/** Names that the project does not have, wherever they may be said: the nearest ones are told. */
import { describe, expect, test } from 'vitest';
import type { Scope } from '../../src/model/scope.ts';
import { answered, connectHttp, refusal, served } from '../support/mcp.ts';
import { event, temporaryProduct } from '../support/product.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
type Arguments = Record<string, unknown>;

const FUNNEL = { events: [{ id: '$pageview' }, { id: 'bought' }] };
const COMPANY = { $group_type: 'company', $group_key: 'acme', $group_set: { industry: 'steel' } };

async function connected() {
  const product = temporaryProduct({ now: () => NOW });
  const $current_url = 'https://shop.example/prices';
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, [
    event('$pageview', 'ana', '2026-03-09T09:00:00Z', { $current_url, channel: 'search', $set: { plan: 'pro' } }),
    event('bought', 'ana', '2026-03-09T10:00:00Z', { amount: 5, $groups: { company: 'acme' } }),
    event('$pageview', 'ben', '2026-03-09T09:00:00Z', { $current_url, channel: 'direct' }),
    event('asked for help', 'ben', '2026-03-09T10:00:00Z'),
    event('$groupidentify', 'ana', '2026-03-09T08:00:00Z', COMPANY),
  ]);
  const base = await served(product);
  const connect = async (scopes: readonly Scope[]) => (await connectHttp(base, product.key(scopes), '2026')).client;
  const client = await connect(['*']);
  const text = async (name: string, sent: Arguments) => {
    const { content, isError } = await client.callTool({ name, arguments: sent });
    expect(isError ?? false, JSON.stringify(content)).toBe(false);
    return (content as { text: string }[])[0]!.text;
  };
  return { product, client, text, connect };
}

test.each<[string, Arguments, string]>([
  [
    'compute_trend',
    { events: [{ id: '' }], breakdown: 'event' },
    'It is no property, but what every event has: send "breakdown_type":"event_metadata".',
  ],
  [
    'compute_trend',
    { events: [{ id: '' }], properties: [{ key: 'distinct_id', value: 'ana' }] },
    'It is no property, but what every event has: send "type":"event_metadata".',
  ],
  ['run_sql', { query: 'SELECT count() FROM sessions' }, 'No event property named "$session_id" was ever received.'],
  [
    'compute_trend',
    { events: [{ id: 'bought' }], breakdown: 'size', breakdown_type: 'group', breakdown_group_type_index: 0 },
    'describe_project with {"section":"groups"} lists those there are.',
  ],
  [
    'compute_trend',
    { events: [{ id: 'bought' }], breakdown: '$group_0', breakdown_type: 'group', breakdown_group_type_index: 0 },
    'No "company" property named "$group_0" was ever received. There is one of events: send "breakdown_type":"event".',
  ],
  [
    'compute_funnel_correlation',
    { ...FUNNEL, funnel_correlation_type: 'properties', funnel_correlation_names: ['plann'] },
    'No person property named "plann" was ever received. Did you mean "plan"?',
  ],
  [
    'compute_funnel_correlation',
    { ...FUNNEL, funnel_correlation_type: 'properties', funnel_correlation_names: ['channel'] },
    'There is one of events: send "funnel_correlation_type":"event_with_properties" and "funnel_correlation_event_names".',
  ],
  [
    'compute_funnel_correlation',
    { ...FUNNEL, funnel_correlation_type: 'properties', funnel_correlation_names: ['industry'] },
    'There is one of "company": send "aggregation_group_type":"company".',
  ],
  [
    'compute_funnel_correlation',
    {
      ...{ ...FUNNEL, funnel_correlation_type: 'properties', funnel_correlation_names: ['plan'] },
      aggregation_group_type: 'company',
    },
    'There is one of people: send "funnel_correlation_type":"properties" without "aggregation_group_type".',
  ],
  [
    'create_cohort',
    { name: 'a', filters: { properties: { type: 'AND', values: [{ type: 'person', key: 'industry', value: 'x' }] } } },
    'No person property named "industry" was ever received. describe_project with {"section":"people"} lists those there are.',
  ],
  [
    'compute_funnel_correlation',
    {
      ...{ ...FUNNEL, funnel_correlation_type: 'properties', funnel_correlation_names: ['$all'] },
      funnel_correlation_exclude_names: ['plann'],
    },
    'Did you mean "plan"?',
  ],
  [
    'compute_funnel_correlation',
    { ...FUNNEL, funnel_correlation_exclude_event_names: ['ask for help'] },
    'No event named "ask for help" was ever received. Did you mean "asked for help"?',
  ],
  [
    'compute_funnel_correlation',
    {
      ...{ ...FUNNEL, funnel_correlation_type: 'event_with_properties', funnel_correlation_event_names: ['bought'] },
      funnel_correlation_event_exclude_property_names: ['amuont'],
    },
    'No event property named "amuont" was ever received. Did you mean "amount"?',
  ],
  [
    'compute_path',
    { exclude_events: ['ask for help'] },
    'No path comes by the step "ask for help", so nothing is left out. Did you mean "asked for help"?',
  ],
  [
    'compute_path',
    { exclude_events: ['https://shop.example/price'] },
    'No path comes by the step "https://shop.example/price", so nothing is left out. Did you mean "https://shop.example/prices"?',
  ],
  [
    'run_sql',
    { query: "SELECT count() FROM events WHERE properties.channel = 'Search'" },
    'No event has "Search" as "channel". Did you mean "search"?',
  ],
  [
    'run_sql',
    { query: "SELECT countIf('Search' != properties.channel) FROM events" },
    'No event has "Search" as "channel". Did you mean "search"?',
  ],
  [
    'run_sql',
    { query: "SELECT id FROM persons WHERE properties.plan IN ('pr', 'team')" },
    'Nobody has "pr" as "plan". Did you mean "pro"?',
  ],
  [
    'compute_trend',
    { events: [{ id: '$pageview' }], properties: [{ type: 'hogql', key: "properties.channel = 'Search'" }] },
    'Did you mean "search"?',
  ],
  [
    'list_events',
    { properties: [{ type: 'hogql', key: "properties.channel = 'Search'" }] },
    'No event has "Search" as "channel". Did you mean "search"?',
  ],
  ['list_property_values', { key: 'chanel' }, 'Did you mean "channel"?'],
  ['list_property_values', { key: 'plan' }, 'There is one of people: send "type":"person".'],
  ['list_property_values', { key: 'channel', event: 'bougt' }, 'Did you mean "bought"?'],
])('%s %j', async (name, sent, said) => {
  expect(await (await connected()).text(name, sent)).toContain(said);
});

test('what exists is not warned of', async () => {
  const { client, text } = await connected();
  const { results } = await answered(client, 'list_property_values', { key: 'plan', type: 'person' });
  expect(results).toEqual([{ name: 'pro', count: 1 }]);
  const left_out = { exclude_events: ['asked for help', 'https://shop.example/prices'] };
  expect(await text('compute_path', left_out)).not.toContain('No path comes');
  // A rule may make any name of an address.
  const renamed = { ...left_out, exclude_events: ['prices'], path_groupings: ['*prices'] };
  expect(await text('compute_path', renamed)).not.toContain('No path comes');
  const query = "SELECT count() FROM events WHERE properties.channel IN ('search', 'direct') AND event = 'bougth'";
  expect(await text('run_sql', { query })).not.toContain('No event has');
});

test('a property that nobody has makes no row of a correlation', async () => {
  const { client } = await connected();
  const sent = { ...FUNNEL, funnel_correlation_type: 'properties', funnel_correlation_names: ['plann', 'plan'] };
  const { result } = await answered(client, 'compute_funnel_correlation', sent);
  const { events } = result as { events: { event: { event: string } }[] };
  expect(events.map(({ event: { event: key } }) => key).sort()).toEqual(['plan::', 'plan::pro']);
});

test('an action of that name is told', async () => {
  const { text } = await connected();
  await text('create_action', { name: 'Got it', steps: [{ event: 'bought' }] });
  const said = 'Action 1 has this name: send "actions":[{"id":1}], or for one entity {"type":"actions","id":1}.';
  expect(await text('compute_trend', { events: [{ id: 'Got it' }] })).toContain(said);
  expect(await text('compute_retention', { target_entity: { id: 'got it' } })).toContain(said);
});

describe('an insight is saved with a word on slips in its question', () => {
  test.each<[string, Arguments, string]>([
    ['an event', { filters: { events: [{ id: 'bougth' }] } }, 'Did you mean "bought"?'],
    ['a breakdown', { filters: { events: [{ id: 'bought' }], breakdown: 'chanel' } }, 'Did you mean "channel"?'],
    [
      'a node',
      {
        query: {
          kind: 'FunnelsQuery',
          series: ['$pageview', 'bougth'].map((name) => ({ kind: 'EventsNode', event: name })),
        },
      },
      'Did you mean "bought"?',
    ],
    [
      'both forms',
      { filters: { events: [{ id: 'bought' }] }, query: { kind: 'TrendsQuery', series: [] } },
      'Send "query": null, or "filters": {}, to keep one.',
    ],
  ])('%s', async (_, sent, said) => {
    const { client, text } = await connected();
    expect(await text('create_insight', { name: 'a', ...sent })).toContain(said);
    const good = await answered(client, 'create_insight', { name: 'b', filters: { events: [{ id: 'bought' }] } });
    expect(good['warnings']).toBeUndefined();
    const changed = { id: good['short_id'], filters: {}, ...sent };
    expect(await text('update_insight', changed)).toContain(said);
    // Only who changes the question is told.
    expect(await text('update_insight', { id: good['short_id'], name: 'c' })).not.toContain(said);
  });
});

test('explain_change names the nearest property, once', async () => {
  const { client } = await connected();
  const sent = { question: { events: [{ id: 'bought' }] }, properties: ['chanel'] };
  expect(await refusal(client, 'explain_change', sent)).toContain(
    'No property of events or people is named "chanel". Did you mean "channel"?',
  );
});

describe('describe_project', () => {
  const asked = (sent: Arguments) => async () => refusal((await connected()).client, 'describe_project', sent);

  test.each<[Arguments, string]>([
    [{ section: 'properties', event: 'Bought' }, 'No event named "Bought" was ever received. Did you mean "bought"?'],
    [{ section: 'groups', property: 'industri' }, 'Did you mean "industry"?'],
    [{ section: 'events', property: 'plan' }, 'Values are told by the sections properties, people and groups'],
    [{ section: 'cohorts', event: 'bought' }, 'It goes with section properties only.'],
    [{ section: 'people', event: 'bought' }, 'It goes with section properties only.'],
  ])('refuses what it would pass over: %j', async (sent, said) => {
    expect(await asked(sent)()).toContain(said);
  });

  test('tells the values of a property of groups', async () => {
    const { client } = await connected();
    const { section, properties } = await answered(client, 'describe_project', { property: 'industry' });
    expect(section).toBe('groups');
    expect(properties).toMatchObject([{ name: 'industry', top_values: [{ value: 'steel', count: 1 }] }]);
  });
});

test('help names the nearest topic, and all', async () => {
  const { client } = await connected();
  const read = client.readResource({ uri: 'insights://help/compute_trnd' });
  await expect(read).rejects.toThrow(/Did you mean "compute_trend".*Topics: filters, dates/);
});

test('the only group type there is need not be named; of several, the whole argument is told', async () => {
  const { product, client, text } = await connected();
  const events = [{ id: 'bought' }];
  const split = { events, breakdown: 'industry', breakdown_type: 'group' };
  const several = { events, breakdowns: [{ property: 'industry', type: 'group' }] };
  const filtered = { events, properties: [{ type: 'group', key: 'industry', value: 'steel' }] };
  const counted = { events: [{ id: 'bought', math: 'unique_group' }] };
  expect(await text('compute_trend', split)).toContain('split by "company" group\'s "industry"');
  for (const sent of [split, several, filtered, counted, { ...counted, insight: 'STICKINESS' }])
    expect(await text('compute_trend', sent)).toContain('company');
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, [
    event('$groupidentify', 'ana', '2026-03-09T08:00:00Z', { $group_type: 'team', $group_key: 't', $group_set: {} }),
  ]);
  const said = (argument: string) => `Send "${argument}": 0 for "company", or "${argument}": 1 for "team".`;
  expect(await refusal(client, 'compute_trend', split)).toContain(said('breakdown_group_type_index'));
  expect(await refusal(client, 'compute_trend', several)).toContain(said('group_type_index'));
  expect(await refusal(client, 'compute_trend', filtered)).toContain(said('group_type_index'));
  expect(await refusal(client, 'compute_trend', counted)).toContain(said('math_group_type_index'));
});

test('dashboards, cohorts, actions, annotations and alerts are found by their names', async () => {
  const { client, text, connect } = await connected();
  const values = [{ type: 'person', key: 'plan', value: 'pro' }];
  const named: [string, Arguments][] = [
    ['dashboard', { name: 'Weekly growth' }],
    ['cohort', { name: 'Weekly growth', filters: { properties: { type: 'AND', values } } }],
    ['action', { name: 'Weekly growth', steps: [{ event: 'bought' }] }],
    ['annotation', { content: 'Weekly growth' }],
  ];
  for (const [noun, sent] of named) await text(`create_${noun}`, sent);
  const filters = { insight: 'TRENDS', events: [{ id: 'bought' }] };
  const { id } = await answered(client, 'create_insight', { name: 'Weekly growth', filters });
  await text('create_alert', { name: 'Weekly growth', insight: id, lower: 1 });
  const nouns = [...named.map(([noun]) => noun), 'alert'];
  for (const noun of nouns) {
    expect(await refusal(client, `get_${noun}`, { id: 'growth' })).toContain('Did you mean 1 "Weekly growth"?');
    expect(await refusal(client, `update_${noun}`, { id: 'Weekly growht', deleted: true })).toContain('Did you mean 1');
    expect(await refusal(client, `get_${noun}`, { id: 'orders' })).not.toContain('Did you mean');
    expect(await refusal(client, `get_${noun}`, { id: 9 })).not.toContain('Did you mean');
  }
  // A name is told to those only who may read it.
  const blind = await connect(['cohort:read']);
  expect(await refusal(blind, 'get_cohort', { id: 'growth' })).toContain('Did you mean');
  expect(await refusal(blind, 'get_dashboard', { id: 'growth' })).not.toContain('Did you mean');
});

test('who misses an event is told what was refused, by the project and where no project was named, but not by others', async () => {
  const product = temporaryProduct({ now: () => NOW });
  const { store } = product.service;
  const [own] = store.projects.list();
  const { id: _, ...like } = own!;
  const other = store.projects.create({ ...like, name: 'Other', api_token: 'phc_other' });
  const origin = await served(product);
  const { client } = await connectHttp(origin, product.key(['*']), '2026');
  const text = async (name: string, sent: Arguments) => {
    const { content } = await client.callTool({ name, arguments: sent });
    return (content as { text: string }[])[0]!.text;
  };
  expect(await text('describe_project', {})).not.toContain('Refusals');
  const post = (path: string, body: unknown) => fetch(origin + path, { method: 'POST', body: JSON.stringify(body) });
  const batch = [{ event: 'paid', distinct_id: 'ana' }, { event: 'seen' }];
  for (const _ of [1, 2]) expect((await post('/batch/', { api_key: own!.api_token, batch })).status).toBe(400);
  expect((await post('/capture/', { api_key: 'phc_none', event: 'paid', distinct_id: 'ana' })).status).toBe(401);
  await post('/v1/batch', { writeKey: own!.api_token, batch: [{ type: 'track', userId: 'ana' }] });

  const told = await text('describe_project', { project_id: own!.id });
  expect(told).toContain('Refusals (3):');
  expect(told).toContain(
    '2 times, last at 2026-03-10T12:00:00+00:00: "Event \\"seen\\" was sent without a distinct_id',
  );
  expect(told).toContain('once, last at 2026-03-10T12:00:00+00:00: "No project has this token.');
  expect(told).toContain('It is the \\"api_token\\" that GET /api/projects/ shows');
  expect(await text('get_project', { project_id: own!.id })).toContain(own!.api_token);
  const of_other = await text('describe_project', { project_id: other.id });
  expect(of_other).toContain('Refusals (1):');
  expect(of_other).not.toContain('seen');
  expect(await text('list_events', { project_id: own!.id, event: 'paid' })).toContain(
    'Events were refused since the server started; describe_project tells why.',
  );
});

test('who finds two people for one user is told that they were not joined, and why', async () => {
  const product = temporaryProduct({ now: () => NOW });
  const [project] = product.service.store.projects.list();
  const origin = await served(product);
  const { client } = await connectHttp(origin, product.key(['*']), '2026');
  const identify = (distinct_id: string, $anon_distinct_id: string) => ({
    ...{ event: '$identify', distinct_id, timestamp: '2026-03-09T10:00:00Z', properties: { $anon_distinct_id } },
  });
  const send = (...batch: unknown[]) =>
    fetch(`${origin}/batch/`, { method: 'POST', body: JSON.stringify({ api_key: project!.api_token, batch }) });
  const described = async () => {
    const { content } = await client.callTool({ name: 'describe_project', arguments: {} });
    return (content as { text: string }[])[0]!.text;
  };
  await send(identify('ana', 'visitor'), identify('ben', 'passer-by'));
  expect(await described()).not.toContain('Refusals');
  await send(identify('ana', 'ben'), identify('ana', 'null'));
  await send(identify('ben', 'ana'));
  expect(await described()).toContain('2 times, last at 2026-03-10T12:00:00+00:00: "The two ids of $identify');
  expect(await described()).toContain('came with an id that many may have (');
});
