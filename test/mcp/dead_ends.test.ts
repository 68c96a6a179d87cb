/** Typos that would give empty answers: each answer leads back in one step. */
import { expect, test } from 'vitest';
import type { Scope } from '../../src/model/scope.ts';
import { answered, connectHttp, refusal, served } from '../support/mcp.ts';
import { event, temporaryProduct } from '../support/product.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
type Arguments = Record<string, unknown>;

async function connected() {
  const product = temporaryProduct({ now: () => NOW });
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, [
    event('bought', 'ana', '2026-03-09T10:00:00Z', {
      product: 'tea',
      $set: { country: 'Germany', email: 'a@b.example' },
    }),
    event('bought', 'ben', '2026-03-09T10:00:00Z', { product: 'coffee', $set: { country: 'France' } }),
  ]);
  const origin = await served(product);
  const connect = async (scopes: Scope[]) => (await connectHttp(origin, product.key(scopes), '2026')).client;
  const client = await connect(['*']);
  const text = async (name: string, sent: Arguments) => {
    const { content, isError } = await client.callTool({ name, arguments: sent });
    expect(isError ?? false, JSON.stringify(content)).toBe(false);
    return (content as { text: string }[])[0]!.text;
  };
  return { client, text, connect };
}

test('a value that nobody has is told with the nearest ones, in lists of events and of people', async () => {
  const { text } = await connected();
  const properties = [{ key: 'product', value: 'tee' }];
  const said = 'No event has "tee" as "product". Did you mean "tea"?';
  expect(await text('list_events', { properties })).toContain(said);
  expect(await text('list_persons', { question: { events: [{ id: 'bought' }], properties } })).toContain(said);
  // One that some have, though not here, is no slip.
  expect(
    await text('list_events', { event: 'bought', person: 'ben', properties: [{ key: 'product', value: 'tea' }] }),
  ).toBe('No events.');
  expect(await text('list_events', { properties: [{ key: 'product', value: '' }] })).not.toContain('Did you mean');
});

test('slips in what people are to have done are told', async () => {
  const { text } = await connected();
  const asked = (filter: Arguments) => ({
    events: [{ id: 'bought' }],
    properties: [{ type: 'behavioral', key: 'bought', event_filters: [filter] }],
  });
  expect(await text('compute_trend', asked({ key: 'prodct', value: 'tea' }))).toContain('Did you mean "product"?');
  const value = await text('compute_trend', asked({ key: 'product', value: 'tee' }));
  expect(value).toContain('people who did "bought" so. Did you mean "tea"?');
  expect(value).toContain('where people who did "bought" (where "product" is "tee")');
  expect(await text('compute_trend', asked({ key: 'product', value: 'tea' }))).not.toContain('Did you mean');
});

test('a cohort says who belongs to it; what may be a slip is told where nobody does', async () => {
  const { client, text } = await connected();
  for (const filters of [undefined, {}, { properties: {} }, { properties: { type: 'AND', values: [] } }]) {
    expect(await refusal(client, 'create_cohort', { name: 'a', filters })).toContain('Say who belongs to it');
  }
  const cohort = (filter: Arguments) => ({ name: 'a', filters: { properties: { type: 'AND', values: [filter] } } });
  const behaviour = { type: 'behavioral', event_type: 'events', value: 'performed_event' };
  const within = { time_value: 30, time_interval: 'day' };
  expect(await text('create_cohort', cohort({ ...behaviour, ...within, key: 'bougt' }))).toContain(
    'Did you mean "bought"?',
  );
  expect(await text('create_cohort', cohort({ type: 'person', key: 'contry', value: 'x' }))).toContain('"country"?');
  expect(await text('create_cohort', cohort({ type: 'person', key: 'country', value: 'Germani' }))).toContain(
    'Nobody has "Germani" as "country". Did you mean "Germany"?',
  );
  const { count, warnings } = await answered(
    client,
    'create_cohort',
    cohort({ type: 'person', key: 'country', value: 'Germany' }),
  );
  expect([count, warnings]).toEqual([1, undefined]);
});

test('an action says which events belong to it, and is saved with a word on names that nothing has', async () => {
  const { client, text } = await connected();
  expect(await refusal(client, 'create_action', { name: 'a', steps: [] })).toContain('Say which events');
  expect(await text('create_action', { name: 'a', steps: [{ event: 'bougt' }] })).toContain('Did you mean "bought"?');
  const steps = [{ event: 'bought', properties: [{ key: 'prodct', value: 'tea' }] }];
  expect(await text('create_action', { name: 'b', steps })).toContain('Did you mean "product"?');
});

test('a change of the project is confirmed, with who is left out', async () => {
  const { text } = await connected();
  const test_account_filters = [{ key: 'email', operator: 'not_icontains', value: '@b.example', type: 'person' }];
  const done = await text('update_project', { test_account_filters });
  expect(done).toContain('With "filter_test_accounts": true only those count who pass: [{"key":"email"');
  expect(done).not.toContain('Did you mean');
  const slip = await text('update_project', { test_account_filters: [{ ...test_account_filters[0], key: 'emial' }] });
  expect(slip).toContain('Did you mean "email"?');
  expect(await text('update_project', { week_start_day: 1, test_account_filters: [] })).toMatch(
    /weeks begin on Monday\.\nNobody is left out/,
  );
});

test('a change of the project tells what it replaced, so that it can be taken back', async () => {
  const { text } = await connected();
  const test_account_filters = [{ key: 'email', operator: 'not_icontains', value: '@b.example', type: 'person' }];
  expect(await text('update_project', { timezone: 'Asia/Kolkata', test_account_filters })).toContain(
    '\nBefore: {"timezone":"UTC","test_account_filters":[]}.',
  );
  const emptied = await text('update_project', { timezone: 'Asia/Kolkata', test_account_filters: [] });
  const [, before] = /\nBefore: (\{.*\})\./.exec(emptied) ?? [];
  expect(JSON.parse(before!)).toEqual({ test_account_filters });
  expect(await text('update_project', JSON.parse(before!))).toContain('only those count who pass: [{"key":"email"');
  expect(await text('update_project', { timezone: 'Asia/Kolkata' })).not.toContain('Before');
});

test('an answer without test accounts says so where the project names none, and nobody is left out', async () => {
  const { text } = await connected();
  const leavesNobodyOut = /filter_test_accounts leaves nobody out: .* update_project does, with "test_account_filters"/;
  const bodies: [string, Arguments][] = [
    ['compute_trend', { events: [{ id: 'bought' }], filter_test_accounts: true }],
    ['compute_funnel', { events: [{ id: 'bought' }, { id: 'bought' }], filter_test_accounts: true }],
    ['compute_retention', { target_entity: { id: 'bought' }, filter_test_accounts: true }],
    ['run_sql', { query: 'SELECT count() FROM events WHERE {filters}', filter_test_accounts: true }],
  ];
  for (const [tool, body] of bodies) expect(await text(tool, body), tool).toMatch(leavesNobodyOut);
  const [tool, body] = bodies[0]!;
  expect(await text(tool, { ...body, filter_test_accounts: false })).not.toMatch(leavesNobodyOut);
  const test_account_filters = [{ key: 'email', operator: 'not_icontains', value: '@b.example', type: 'person' }];
  await text('update_project', { test_account_filters });
  for (const [tool, body] of bodies) expect(await text(tool, body), tool).not.toMatch(leavesNobodyOut);
});

test('what is saved is told whole where it is asked for, to those who may read it', async () => {
  const { text, connect } = await connected();
  const filters = { properties: { type: 'AND', values: [{ type: 'person', key: 'country', value: 'France' }] } };
  await text('create_cohort', { name: 'French', filters });
  await text('create_cohort', { name: 'Picked', is_static: true, distinct_ids: ['ana'] });
  await text('create_action', { name: 'Interest', steps: [{ event: 'bought' }] });
  const test_account_filters = [{ key: 'email', operator: 'not_icontains', value: '@b.example', type: 'person' }];
  await text('update_project', { test_account_filters });

  const cohorts = await text('describe_project', { section: 'cohorts' });
  expect(cohorts).toMatch(/ {2}1 "French": \{"properties":.*"France"/);
  expect(cohorts).toContain('2 "Picked": "static"');
  expect(await text('describe_project', { section: 'actions' })).toContain('1 "Interest": [{"event":"bought"}]');
  // Filters are replaced as a whole: whoever adds one needs the others.
  const summary = await text('describe_project', {});
  expect(summary).toContain(`only those count who pass: ${JSON.stringify(test_account_filters)}.`);
  expect(summary).not.toContain('"France"');

  const reader = await connect(['insight:read']);
  for (const section of ['summary', 'cohorts', 'actions']) {
    const { content } = await reader.callTool({ name: 'describe_project', arguments: { section } });
    expect(JSON.stringify(content)).toMatch(section === 'actions' ? /Interest/ : /French/);
    expect(JSON.stringify(content)).not.toMatch(/France|bought\W+\}|b\.example/);
  }
});

test('times of events and people are told in the time zone in which dates are read', async () => {
  const { text } = await connected();
  const day = { question: { events: [{ id: 'bought' }], date_from: '-7d' }, day: '2026-03-09' };
  expect(await text('list_events', { limit: 1 })).toMatch(/times in UTC.*\n.*\n2026-03-09T10:00:00Z \|/);
  expect(await text('list_persons', day)).toMatch(/did it at \(UTC\)\n.*2026-03-09T10:00:00Z/);

  await text('update_project', { timezone: 'Asia/Kolkata' });
  const told = await text('list_events', { after: '2026-03-09T15:00', before: '2026-03-09T16:00', limit: 1 });
  expect(told).toMatch(/times in Asia\/Kolkata.*\n.*\n2026-03-09T15:30:00 \|/);
  expect(await text('list_persons', day)).toMatch(/did it at \(Asia\/Kolkata\)\n.*\| 2026-03-09T15:30:00\n/);
  expect(await text('list_persons', {})).toMatch(/first known at \(Asia\/Kolkata\)\n.*T\d\d:\d\d:00\n/);
});

test('the point of another kind of answer is refused, as all people would be told instead', async () => {
  const { client } = await connected();
  const question = { events: [{ id: 'bought' }] };
  expect(await refusal(client, 'list_persons', { question, breakdown_value: 'tea' })).toContain('has no breakdown');
  expect(await refusal(client, 'list_persons', { question, funnel_step: -2 })).toContain('of the kind funnel');
});

test('expressions have a topic of their own', async () => {
  const { client, text } = await connected();
  const { contents } = await client.readResource({ uri: 'insights://help/hogql' });
  const help = (contents[0] as { text: string }).text;
  for (const word of ['properties.price', 'toFloat', 'uniqExact', 'ilike']) expect(help).toContain(word);
  const properties = [
    { type: 'hogql', key: "properties['product'] = 'tea' and person.properties.country ilike 'ger%'" },
  ];
  expect(await text('compute_trend', { events: [{ id: 'bought' }], properties, date_from: '-2d' })).toContain(
    'total | 1',
  );
});

test('alerts are judged by describe_project', async () => {
  const { client, text } = await connected();
  const insight = await answered(client, 'create_insight', { name: 'Sales', filters: { events: [{ id: 'bought' }] } });
  expect(await text('describe_project', { section: 'alerts' })).toContain('There are no alerts.');
  await text('create_alert', { name: 'Few', insight: insight['short_id'], lower: 3 });
  await text('create_alert', { name: 'Many', insight: insight['short_id'], upper: 3 });
  const { alerts } = await answered(client, 'describe_project', { section: 'alerts' });
  expect(alerts).toMatchObject([
    { name: 'Few', state: 'firing' },
    { name: 'Many', state: 'not_firing' },
  ]);
  expect(await text('describe_project', { section: 'alerts', search: 'few' })).toMatch(
    /1 "Few" FIRES: .* 2 on 2026-03-09/,
  );
});

test('an alert that is switched off is told as such; who may not see alerts is not told that there are none', async () => {
  const { client, text, connect } = await connected();
  const insight = await answered(client, 'create_insight', { name: 'Sales', filters: { events: [{ id: 'bought' }] } });
  await text('create_alert', { name: 'Few', insight: insight['short_id'], lower: 3, enabled: false });
  const { alerts } = await answered(client, 'describe_project', { section: 'alerts' });
  expect(alerts).toMatchObject([{ name: 'Few', state: 'firing', enabled: false }]);
  expect(await text('describe_project', { section: 'alerts' })).toContain('1 "Few" (switched off) FIRES');

  const reader = await connect(['insight:read']);
  const told = await reader.callTool({ name: 'describe_project', arguments: { section: 'alerts' } });
  expect(JSON.stringify(told.content)).toContain('Alerts are not shown: this key lacks the scope alert:read.');
  expect(told.structuredContent).not.toHaveProperty('alerts_total');
});

test('filters sent without the question they narrow are refused with the whole, and what a change replaces is told', async () => {
  const { client, text } = await connected();
  const filters = { insight: 'TRENDS', events: [{ id: 'bought' }], date_from: '-30d' };
  const whole = JSON.stringify(filters);
  const { id } = await answered(client, 'create_insight', { name: 'Sales', filters });
  expect(await text('get_insight', { id })).toContain(`\nIts question is "filters": ${whole}.\n`);

  const refused = await refusal(client, 'update_insight', { id, filters: { filter_test_accounts: true } });
  expect(refused).toContain('These filters ask nothing');
  expect(refused).toContain(`Its question is "filters": ${whole}.`);
  expect(await refusal(client, 'create_insight', { filters: { date_from: '-7d' } })).toContain('ask nothing');
  expect(await text('get_insight', { id })).toContain(whole);

  // Whoever had put it there: the change can be taken back with what is told.
  const other = { ...filters, date_from: '-7d' };
  expect(await text('update_insight', { id, filters: other })).toContain(
    `Before, its question was "filters": ${whole}.`,
  );
  expect(await text('update_insight', { id, name: 'Sold', filters: other })).not.toContain('Before');
  await text('update_insight', { id, filters });
  expect((await answered(client, 'get_insight', { id }))['filters']).toEqual(filters);
});

test('an insight is found by its name, and removing it tells the dashboards that it does not come back to', async () => {
  const { client, text, connect } = await connected();
  const filters = { insight: 'TRENDS', events: [{ id: 'bought' }] };
  const { id, short_id } = await answered(client, 'create_insight', { name: 'Sales by day', filters });
  const meant = `Did you mean ${id} "Sales by day"?`;
  const named: [string, Arguments][] = [
    ['get_insight', { id: 'sales by day' }],
    ['create_alert', { insight: 'Sales', lower: 1 }],
    ['create_dashboard', { name: 'Board', tiles: [{ insight: 'Sales by day' }] }],
  ];
  for (const [tool, sent] of named) expect(await refusal(client, tool, sent)).toContain(meant);
  expect(await refusal(client, 'get_insight', { id: 'Orders' })).not.toContain('Did you mean');
  const blind = await connect(['insight:write', 'alert:write', 'dashboard:write']);
  expect(await refusal(blind, 'create_alert', { insight: 'Sales', lower: 1 })).toContain(meant);
  expect(await refusal(await connect(['dashboard:write']), ...named[2]!)).not.toContain('Did you mean');

  const board = await answered(client, 'create_dashboard', { name: 'Board', tiles: [{ insight: id }] });
  const back = { id: board['id'], tiles: [{ insight: short_id }] };
  const removed = await text('soft_delete_insight', { id: short_id });
  expect(removed).toContain(`It was on dashboard ${board['id']} "Board"`);
  expect(removed).toContain(`update_dashboard with ${JSON.stringify(back)} puts it there.`);
  expect(await text('update_insight', { id, deleted: false })).not.toContain('It was on dashboard');
  expect(await text('get_dashboard', { id: board['id'] })).not.toContain('Sales');
  expect(await text('update_dashboard', back)).toContain('"Sales by day"');
});

test('the list of tools leads to an alert for a fall by half, and the help has it to send', async () => {
  const { client, text } = await connected();
  const filters = { insight: 'TRENDS', events: [{ id: 'bought' }] };
  const { id } = await answered(client, 'create_insight', { name: 'Sales', filters });
  const { tools } = await client.listTools();
  const topic = 'insights://help/create_alert';
  expect(tools.find(({ name }) => name === 'create_alert')?.description).toContain(`fell by a share (${topic})`);
  const help = ((await client.readResource({ uri: topic })).contents[0] as { text: string }).text;
  const [, threshold, condition] = /Fell by more than half: (\{.*\}) with the condition (\w+)/.exec(help) ?? [];
  const sent = { insight: id, threshold: JSON.parse(threshold!), condition: { type: condition } };
  expect(await text('create_alert', sent)).toContain('It fires by a fall above 50 %');
  const either = { configuration: { type: 'percentage', bounds: { lower: -0.2, upper: 1 } } };
  expect(await text('create_alert', { ...sent, threshold: either })).toContain(
    'It fires by a rise above 20 % or by a fall above 100 %;',
  );
});

test('only what has lines over time can be watched', async () => {
  const { client } = await connected();
  const events = [{ id: 'bought' }];
  const asked: Record<string, unknown>[] = [
    { filters: { insight: 'STICKINESS', events } },
    { filters: { insight: 'FUNNELS', events: [...events, ...events] } },
    { query: { kind: 'HogQLQuery', query: 'select count() from events' } },
  ];
  for (const fields of asked) {
    const { id } = await answered(client, 'create_insight', { name: JSON.stringify(fields), ...fields });
    const refused = await refusal(client, 'create_alert', { insight: id, lower: 3 });
    expect(refused, JSON.stringify(fields)).toContain('with lines over time, of the kind TRENDS or LIFECYCLE');
  }
  const { id } = await answered(client, 'create_insight', { filters: { insight: 'LIFECYCLE', events } });
  expect(await answered(client, 'create_alert', { insight: id, lower: 3 })).toMatchObject({ state: 'firing' });
});

test('whose events are asked for by email is found by the answer, and an event by its name', async () => {
  const { client, text } = await connected();
  const none = await text('list_events', { person: 'a@b.example' });
  const [, sent] = /list_persons finds people by name or email: (\{.*\})\./.exec(none) ?? [];
  const found = await text('list_persons', JSON.parse(sent!));
  expect(found).toContain('"a@b.example" | "ana"');
  expect(await text('list_events', { person: 'ana' })).toContain('"bought"');

  const line = await refusal(client, 'compute_trend', { events: [{ event: 'bought' }] });
  expect(line).toContain('There is no argument "event" in events[0]. Did you mean "id"?');
  expect(await refusal(client, 'compute_retention', { target_entity: { event: 'bought' } })).toContain('mean "id"?');
});

test('words of other products lead to ours', async () => {
  const { client } = await connected();
  const filtered = (operator: string) => ({
    events: [{ id: 'bought' }],
    properties: [{ key: 'product', operator, value: 'tea' }],
  });
  expect(await refusal(client, 'compute_trend', filtered('equals'))).toContain('Did you mean "exact"?');
  expect(await refusal(client, 'compute_trend', filtered('!='))).toContain('Did you mean "is_not"?');
  const math = { id: 'bought', math: 'average', math_property: 'price' };
  expect(await refusal(client, 'compute_trend', { events: [math] })).toContain('Did you mean "avg"?');
  expect(await refusal(client, 'create_insight', { name: 'a', events: [{ id: 'bought' }] })).toContain(
    'put it into "filters"',
  );
  expect(await refusal(client, 'list_events', { user: 'ana' })).toContain('"person"');
  expect(await refusal(client, 'create_alert', { name: 'a', insight: '1', below: 3 })).toContain('"lower"');
  const share = await refusal(client, 'create_alert', { name: 'a', insight: '1', lower: '50%' });
  const asked = /send (\{.*\})\./.exec(share)?.[1];
  expect(JSON.parse(asked ?? share)).toEqual({
    condition: { type: 'relative_decrease' },
    threshold: { configuration: { type: 'percentage', bounds: { upper: 0.5 } } },
  });
});

test('whatever the argument is called that says which thing is meant, it is understood', async () => {
  const { client, text } = await connected();
  const filters = { insight: 'TRENDS', events: [{ id: 'bought' }] };
  const { id, short_id } = await answered(client, 'create_insight', { name: 'Sales', filters });
  for (const named of [{ insight_id: id }, { short_id }, { insight: short_id }, { id: short_id }]) {
    expect(await text('get_insight', named)).toContain('"Sales"');
    expect(await text('share_insight', named)).toBe('Not shared by link. "enabled": true shares it.');
  }
  const board = await answered(client, 'create_dashboard', { name: 'Board', tiles: [id] });
  for (const named of [{ dashboard_id: board['id'] }, { dashboard: board['id'] }]) {
    expect(await text('get_dashboard', named)).toContain('"Sales"');
  }
  expect(await text('create_alert', { name: 'Few', insight_id: id, lower: 1 })).toContain('"Few"');
  // What names another thing is no name of this one; and without any name, that is what is missing.
  expect(await refusal(client, 'update_dashboard', { insight_id: id })).toContain('no argument "insight_id"');
  expect(await refusal(client, 'get_dashboard')).toContain('required');
  expect(await text('soft_delete_insight', { insight_id: id })).toContain('Soft-deleted');
});

test('a cohort is of people: who asks for a property of events is told how to ask for what was done', async () => {
  const { client, text } = await connected();
  const behaviour = '"type":"behavioral"';
  const of_event = { type: 'event', key: 'product', value: 'tea' };
  expect(await refusal(client, 'create_cohort', { name: 'a', filters: { properties: [of_event] } })).toContain(
    behaviour,
  );
  expect(await text('create_cohort', { name: 'a', groups: [{ properties: [of_event] }] })).toContain(behaviour);
  const unfinished = { type: 'behavioral', key: 'bought', value: 'performed_event' };
  expect(await refusal(client, 'create_cohort', { name: 'a', filters: { properties: [unfinished] } })).toContain(
    'Send either: events, actions.',
  );
});

test('a step of paths that is no address is told by the events there are; days that nobody came on are one line', async () => {
  const { text } = await connected();
  expect(await text('compute_path', { start_point: 'bougt', date_from: '-3d' })).toContain('Did you mean "bought"?');
  const stickiness = await text('compute_trend', {
    events: [{ id: 'bought' }],
    insight: 'STICKINESS',
    date_from: '-300d',
  });
  expect(stickiness).toContain('1 day | 2\n2 days to 301 days | 0');
});
