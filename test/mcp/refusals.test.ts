/** Refusals and confirmations say what to send next, and of which argument they speak. */
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import type { Scope } from '../../src/model/scope.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { answered, connectHttp, refusal, served } from '../support/mcp.ts';
import { event, temporaryProduct } from '../support/product.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
type Arguments = Record<string, unknown>;

async function connected(scopes: readonly Scope[] = ['*']) {
  const product = temporaryProduct({ now: () => NOW });
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, [
    event('saw', 'ana', '2026-03-09T09:00:00Z'),
    event('bought', 'ana', '2026-03-09T10:00:00Z'),
    event('saw', 'ben', '2026-03-09T09:00:00Z'),
  ]);
  const { client } = await connectHttp(await served(product), product.key(scopes), '2026');
  return { product, client };
}

async function textOf(client: Client, name: string, sent: Arguments): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: sent });
  expect(isError ?? false, JSON.stringify(content)).toBe(false);
  return (content as { text: string }[])[0]!.text;
}

/** As it arrives: rounded. */
const LONG = Number('12345678901234567890');
const BOUGHT = { events: [{ id: 'bought' }] };
const VALUES = (filter: Arguments) => ({ properties: { type: 'AND', values: [filter] } });

test.each<[string, Arguments, string]>([
  [
    'create_insight',
    { filters: { ...BOUGHT, funnel_window_interval: 3 } },
    'It goes with another kind: send "insight":"FUNNELS" beside it.',
  ],
  ['create_insight', { filters: { total_intervals: 7 } }, 'send "insight":"RETENTION" beside it.'],
  ['create_insight', { filters: { target_entity: { id: 'bought' } } }, 'send "insight":"RETENTION" beside it.'],
  // The kind is said: that argument is of no use there.
  ['create_insight', { filters: { insight: 'FUNNELS', compare: true } }, 'It is an argument of compute_trend.'],
  ['compute_trend', { ...BOUGHT, picture: 'yes' }, 'invalid_input: Must be true or false. (field: picture)'],
  ['compute_trend', { ...BOUGHT, total_intervals: 7 }, 'It is an argument of compute_retention.'],
  ['create_insight', { filters: { query: 'SELECT 1' } }, '"query" stands beside "filters", not in it'],
  ['compute_trend', { ...BOUGHT, date_from: '2027-01-01' }, 'date_from is later than now, where the range ends.'],
  ['compute_trend', { ...BOUGHT, date_from: '2027-01-01', date_to: '2026-01-01' }, 'or leave date_to out for now.'],
  ['compute_trend', { ...BOUGHT, sampling_factor: 0 }, 'Ensure this field is above 0.'],
  ['list_property_values', { key: '' }, 'Ensure this field has at least 1 character.'],
  ['compute_trend', { ...BOUGHT, properties: [{ type: 'cohort', value: 1 }] }, '"key":"id", with the number'],
  ['create_cohort', { name: 'a', filters: VALUES({ type: 'cohort', value: 1 }) }, '"key":"id"'],
  ['run_sql', { query: 'SELECT {id}', values: { id: LONG } }, 'Send it as text, in quotes'],
  ['run_sql', { query: 'SELECT {ids}', values: { ids: [1, LONG] } }, '(field: values.ids)'],
  [
    'run_sql',
    { query: 'SELECT row_number() OVER () AS place FROM events GROUP BY place' },
    'place is made of windows, which come after WHERE and GROUP BY: use QUALIFY, or a sub-query',
  ],
  ['run_sql', { query: 'SELECT count() AS n FROM events GROUP BY n' }, 'n is made of groups'],
  ['create_action', { name: 'a', steps: [] }, 'Say which events'],
  ['compute_trend', { ...BOUGHT, properties: [{ key: 'order', value: LONG }] }, 'Send it as text, in quotes'],
  [
    'create_cohort',
    { name: 'a', filters: VALUES({ type: 'person', key: 'id', value: ['a', LONG] }) },
    'Send it as text',
  ],
])('%s %j', async (name, sent, said) => {
  expect(await refusal((await connected()).client, name, sent)).toContain(said);
});

test('an insight says why it has no result', async () => {
  const { client } = await connected();
  const made = await answered(client, 'create_insight', { name: 'a' });
  const read = await textOf(client, 'get_insight', { id: made['id'] });
  expect(read).toContain('"a" (no question)');
  expect(read).toContain('It has no result: It has no question yet. Change it with "filters"');
  const filters = { insight: 'RETENTION', period: 'Weekly' };
  const said = 'It has no result: period: Not one of the allowed values: Hour, Day, Week, Month.';
  expect(await textOf(client, 'create_insight', { name: 'b', filters })).toContain(said);
  expect(await textOf(client, 'get_insight', { id: Number(made['id']) + 1 })).toContain(said);
});

describe('what is removed comes back, and how is said at once and later', () => {
  test.each<[string, Arguments]>([
    ['insight', { name: 'a', filters: BOUGHT }],
    ['dashboard', { name: 'a' }],
    ['cohort', { name: 'a', filters: VALUES({ type: 'person', key: 'plan', value: 'pro' }) }],
    ['action', { name: 'a', steps: [{ event: 'bought' }] }],
    ['annotation', { content: 'a', date_marker: '2026-03-09' }],
  ])('%s', async (noun, sent) => {
    const { client } = await connected();
    const { id } = await answered(client, `create_${noun}`, sent);
    const back = `update_${noun} with "deleted": false brings it back.`;
    expect(await textOf(client, `update_${noun}`, { id, deleted: true })).toContain(`Soft-deleted; ${back}`);
    const gone = `It was removed: ${back}`;
    expect(await refusal(client, `update_${noun}`, { id, deleted: true })).toContain(gone);
    expect(await refusal(client, `get_${noun}`, { id })).toContain(gone);
    if (noun === 'insight') expect(await refusal(client, 'soft_delete_insight', { id })).toContain(gone);
    expect(await textOf(client, `update_${noun}`, { id, deleted: false })).not.toContain('Soft-deleted');
    expect(await refusal(client, `get_${noun}`, { id: 99 })).not.toContain('removed');
  });
});

test('an action keeps its steps', async () => {
  const { client } = await connected();
  const { id } = await answered(client, 'create_action', { name: 'a', steps: [{ event: 'bought' }] });
  expect(await refusal(client, 'update_action', { id, steps: [] })).toContain('Say which events');
});

describe('who may do less', () => {
  test('the owner of the file is told how to start the server, not to make a key', async () => {
    const { product } = await connected();
    const { service } = product;
    const create = operationNamed('create_insight');
    const owner = localOwner(service, ['insight:read']);
    await expect((async () => call(service, owner, create, {}))()).rejects.toThrow(
      "This server was started with --scopes, and 'insight:write' is not among them. Start it with --scopes insight:read,insight:write to allow this.",
    );
  });

  test('nobody is advised to call what they may not', async () => {
    const steps = { events: [{ id: 'saw' }, { id: 'bought' }], date_from: '-3d' };
    const { client } = await connected(['insight:read']);
    const told = await textOf(client, 'compute_funnel', steps);
    expect(told).toContain('Next: most are lost before step 2. compute_funnel_correlation with these steps');
    expect(told).not.toContain('list_persons');
    const { client: other } = await connected(['insight:read', 'person:read']);
    expect(await textOf(other, 'compute_funnel', steps)).toContain('list_persons with "funnel_step":-2 says who');
  });
});
