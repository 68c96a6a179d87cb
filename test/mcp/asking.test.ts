/** What else a host's user is asked besides removals, and the marker that hosts show. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { served } from '../support/mcp.ts';
import { temporaryProduct } from '../support/product.ts';

const FILTERS = { events: [{ id: 'sign up' }] };

/** A host whose user answers so. */
async function asked(answer: 'accept' | 'decline', mode: 'auto' | 'legacy') {
  const product = temporaryProduct();
  const origin = await served(product);
  const capabilities = { elicitation: { form: {} } };
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } });
  const messages: string[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    messages.push(params.message);
    return answer === 'accept' ? { action: 'accept', content: { agreed: true } } : { action: 'decline' };
  });
  const headers = { Authorization: `Bearer ${product.key(['*'])}` };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  const make = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  return {
    client,
    origin,
    messages,
    make,
    insights: () => product.service.store.insights.list(1, { limit: 9, offset: 0 }),
  };
}

test.each(['auto', 'legacy'] as const)('a second insight of one name is asked about (%s)', async (mode) => {
  const { messages, make, insights } = await asked('decline', mode);
  expect((await make('create_insight', { name: 'Sign-ups', filters: FILTERS })).isError ?? false).toBe(false);
  expect((await make('create_insight', { name: 'Sign-ups a day', filters: FILTERS })).isError ?? false).toBe(false);
  expect(messages).toEqual([]);
  const again = await make('create_insight', { name: 'Sign-ups', filters: FILTERS });
  expect([again.isError, messages]).toEqual([
    true,
    ['Save an insight? There is one of that name already: 1 "Sign-ups".'],
  ]);
  expect(insights().count).toBe(2);
});

test.each(['auto', 'legacy'] as const)(
  'whichever way something is removed, the user is asked by name (%s)',
  async (mode) => {
    const { messages, make, insights } = await asked('decline', mode);
    await make('create_insight', { name: 'Sign-ups', filters: FILTERS });
    await make('create_dashboard', { name: 'Weekly' });
    await make('create_cohort', {
      name: 'Buyers',
      groups: [{ properties: [{ key: 'plan', value: 'pro', type: 'person' }] }],
    });
    await make('create_annotation', { content: 'Release' });
    const { short_id } = insights().rows[0]!;
    for (const [name, args] of [
      ['soft_delete_insight', { id: short_id }],
      ['update_insight', { id: '1', deleted: true }],
      ['update_dashboard', { id: 1, deleted: true }],
      ['update_cohort', { id: 1, deleted: true }],
      ['update_annotation', { id: 1, deleted: true }],
    ] as const) {
      expect([name, (await make(name, args)).isError]).toEqual([name, true]);
    }
    const insight = 'Remove the insight 1 "Sign-ups"? It can be brought back.';
    expect(messages).toEqual([
      ...[insight, insight],
      ...['dashboard 1 "Weekly"', 'cohort 1 "Buyers"', 'annotation 1 "Release"'].map(
        (thing) => `Remove the ${thing}? It can be brought back.`,
      ),
    ]);
    expect(insights().count).toBe(1);
    // Neither for what is not there, nor for a change.
    for (const name of ['soft_delete_insight', 'update_insight']) {
      const { content } = await make(name, { id: '9', ...(name === 'update_insight' ? { deleted: true } : {}) });
      expect(JSON.stringify(content)).toContain('not_found');
    }
    expect((await make('update_insight', { id: '1', name: 'Others' })).isError ?? false).toBe(false);
    expect(messages).toHaveLength(5);
  },
);

test('whoever agrees has two; dashboards alike', async () => {
  const { messages, make, insights } = await asked('accept', 'auto');
  for (let times = 0; times < 2; times++) {
    await make('create_insight', { name: 'Sign-ups', filters: FILTERS });
    await make('create_dashboard', { name: 'Weekly' });
  }
  expect([insights().count, messages.length]).toEqual([2, 2]);
});

test.each(['auto', 'legacy'] as const)('the mark can be loaded (%s); tools have none', async (mode) => {
  const { client, origin } = await asked('accept', mode);
  const src = `${origin}/icon.svg`;
  expect(client.getServerVersion()?.icons).toEqual([{ src, mimeType: 'image/svg+xml', sizes: ['any'] }]);
  const { prompts } = await client.listPrompts();
  const { resourceTemplates } = await client.listResourceTemplates();
  expect([...prompts, ...resourceTemplates].every(({ icons }) => icons?.[0]?.src === src)).toBe(true);
  expect((await client.listTools()).tools.some(({ icons }) => icons !== undefined)).toBe(false);
  const icon = await fetch(src);
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});
