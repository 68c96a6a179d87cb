/** Help on arguments beyond the schemas; lists cut to what is asked for. */
import { expect, test } from 'vitest';
import { helpTopics } from '../../src/mcp/tools/help.ts';
import { answered, connectHttp, refusal, served, toolNames } from '../support/mcp.ts';
import { event, temporaryProduct } from '../support/product.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

async function connected(query = '') {
  const product = temporaryProduct({ now: () => NOW });
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, [
    event('visited', 'ana', '2026-03-09T10:00:00Z', { plan: 'pro', page: '/a' }),
    event('visited', 'ben', '2026-03-09T10:00:00Z', { plan: 'free', page: '/b' }),
    event('visited', 'ben', '2026-03-09T11:00:00Z', { plan: 'free', page: '/ab' }),
  ]);
  const { client } = await connectHttp(await served(product), product.key(['*']), '2026', query);
  return client;
}

async function help(client: Awaited<ReturnType<typeof connected>>, topic: string): Promise<string> {
  const { contents } = await client.readResource({ uri: `insights://help/${topic}` });
  return (contents[0] as { text: string }).text;
}

test('an argument that no schema shows is told by the help, taken, and checked', async () => {
  const client = await connected();
  const trend = (await client.listTools()).tools.find(({ name }) => name === 'compute_trend');
  expect(trend?.inputSchema.properties).not.toHaveProperty('smoothing_intervals');
  expect(await help(client, 'compute_trend')).toContain('- smoothing_intervals (integer) Each point is the mean');
  const events = [{ id: 'visited' }];
  const { result } = await answered(client, 'compute_trend', { events, date_from: '-2d', smoothing_intervals: 2 });
  expect(result).toMatchObject([{ data: [0, 1, 1] }]);
  expect(await refusal(client, 'compute_trend', { events, smoothing_intervals: 0 })).toContain('smoothing_intervals');
  // One that is near to a hidden argument is led to it.
  const near = await refusal(client, 'compute_trend', { events, smoothing_interval: 2 });
  expect(near).toContain('Did you mean "smoothing_intervals"');
});

test('every topic has a text; another one is not found', async () => {
  const client = await connected();
  expect(helpTopics().length).toBeGreaterThan(40);
  for (const topic of helpTopics()) expect(await help(client, topic), topic).toMatch(/^# \w/);
  await expect(help(client, 'everything')).rejects.toThrow();
});

test('the address says which tools are listed; a hidden one can be called', async () => {
  const client = await connected();
  expect(await toolNames(client)).not.toContain('list_event_definitions');
  expect(await answered(client, 'list_event_definitions')).toMatchObject({ count: 1 });
  const more = await connected('?toolsets=core,definitions&read_only=true');
  const names = await toolNames(more);
  expect(names).toContain('list_event_definitions');
  expect(names).not.toContain('create_insight');
  expect(await refusal(more, 'create_insight', { name: 'a' })).toMatch(/^permission_denied/);
  await expect(connected('?toolsets=charts')).rejects.toThrow();
});

test('the address makes a connection read-only in every way one says yes, and refuses what it does not know', async () => {
  for (const way of ['read_only', 'read_only=', 'read_only=1', 'read_only=yes', 'read_only=TRUE']) {
    const client = await connected(`?${way}`);
    expect(await toolNames(client), way).not.toContain('create_insight');
    expect(await refusal(client, 'create_insight', { name: 'a' })).toContain('or its address here says read_only');
  }
  expect(await toolNames(await connected('?read_only=false'))).toContain('create_insight');
  const slips = [
    ['readonly=true', 'read_only'],
    ['read-only=true', 'read_only'],
    ['toolset=all', 'toolsets'],
    ['mode=reader', 'read_only and toolsets'],
    ['read_only=maybe', 'read_only=true'],
  ] as const;
  const product = temporaryProduct();
  const origin = await served(product);
  const headers = { authorization: `Bearer ${product.key(['*'])}` };
  for (const [slip, named] of slips) {
    const answer = await fetch(`${origin}/mcp?${slip}`, { method: 'POST', headers, body: '{}' });
    expect([answer.status, await answer.text()], slip).toEqual([400, expect.stringContaining(named)]);
  }
});

test('all values of one property, and a search in them', async () => {
  const client = await connected();
  const asked = { section: 'properties', property: 'page' };
  const values = async (more: object) => {
    const { properties } = await answered(client, 'describe_project', { ...asked, ...more });
    return (properties as { top_values: { value: string }[] }[])[0]!.top_values.map(({ value }) => value);
  };
  expect(await values({})).toEqual(['/a', '/ab', '/b']);
  expect(await values({ search: 'B' })).toEqual(['/ab', '/b']);
  expect(await values({ limit: 1 })).toEqual(['/a']);
  expect(await refusal(client, 'describe_project', { ...asked, property: 'pag' })).toContain('Did you mean "page" or');
});

test('a cursor that is none is refused', async () => {
  const client = await connected();
  const cursor = 'garbage';
  for (const list of ['listResources', 'listTools', 'listPrompts', 'listResourceTemplates'] as const) {
    await expect(client[list]({ cursor }), list).rejects.toThrow(/Invalid cursor/);
  }
});
