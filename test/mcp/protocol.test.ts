/** The protocol besides tools: prompts, completion, subscriptions, progress, confirmation of removals. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { childEnvironment, NODE_ARGUMENTS } from '../support/cli.ts';
import { answered, connectHttp, served } from '../support/mcp.ts';
import { event, type Product, temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';

const LEGACY = { versionNegotiation: { mode: 'legacy' } } as const;
const MODERN = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;

function seeded(): Product {
  const product = temporaryProduct();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, [
    event('signed up', 'ana', yesterday, { plan: 'pro', $set: { country: 'DE' } }),
    event('signed in', 'ana', yesterday, { plan: 'free' }),
    event('purchase', 'ben', yesterday),
  ]);
  return product;
}

function write({ service }: Product, name: string, input: Record<string, unknown>): Promise<unknown> {
  return call(service, localOwner(service), operationNamed(name), input, { face: 'mcp' });
}

type Connect = (product: Product, more?: object) => Promise<Client>;

async function overHttp(product: Product, era: object, more: object): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { ...era, ...more });
  const headers = { Authorization: `Bearer ${product.key(['*'])}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', await served(product)), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return client;
}

async function overStdio(product: Product, era: object, more: object): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { ...era, ...more });
  const args = [...NODE_ARGUMENTS, 'stdio', '--db', product.path];
  const transport = { command: process.execPath, args, env: childEnvironment(), stderr: 'inherit' as const };
  await client.connect(new StdioClientTransport(transport));
  onTestFinished(() => client.close());
  return client;
}

const CONNECTIONS: Record<string, Connect> = {
  'the 2025 protocol over HTTP': (product, more = {}) => overHttp(product, LEGACY, more),
  'the 2026 protocol over HTTP': (product, more = {}) => overHttp(product, MODERN, more),
  'the 2025 protocol over stdio': (product, more = {}) => overStdio(product, LEGACY, more),
  'the 2026 protocol over stdio': (product, more = {}) => overStdio(product, MODERN, more),
};

test('the instructions are short', async () => {
  const product = seeded();
  const { client } = await connectHttp(await served(product), product.key(['*']), '2025');
  const instructions = client.getInstructions() ?? '';
  expect(instructions).toContain('describe_project');
  expect(countTokens(instructions)).toBeLessThan(400);
});

test('prompts are listed, filled in, and refused', async () => {
  const product = seeded();
  const { client } = await connectHttp(await served(product), product.key(['*']), '2026');
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual([
    ...['weekly_review', 'diagnose_drop', 'explain_insight', 'plan_tracking', 'tidy_up'],
  ]);
  const textOf = async (name: string, args: Record<string, string> = {}) => {
    const { messages } = await client.getPrompt({ name, arguments: args });
    return (messages[0]!.content as { text: string }).text;
  };
  const tools = (await client.listTools()).tools.map(({ name }) => name);
  for (const { name, arguments: needed = [] } of prompts) {
    const args = Object.fromEntries(needed.map((one) => [one.name, 'signed "up"']));
    const text = await textOf(name, args);
    // What people type is quoted, so that it cannot pass for a step; every tool that is named is listed.
    for (const _ of Object.keys(args)) expect(text, name).toMatch(/signed \\"up\\"/);
    const named = [...text.matchAll(/\b(?:compute|list|get|describe|explain)_\w+/g)].map(([tool]) => tool);
    expect(named.filter((tool) => !tools.includes(tool))).toEqual([]);
  }
  expect(await textOf('explain_insight', { insight: 'Sign-ups (k3VbQ0pZ)' })).toContain('the insight "k3VbQ0pZ"');
  await expect(textOf('diagnose_drop')).rejects.toThrow(/needs "event"/);
  await expect(textOf('write_poem')).rejects.toThrow(/Prompts: weekly_review, /);
});

test('arguments are completed with names of the project, as far as the key may read them', async () => {
  const product = seeded();
  const base = await served(product);
  await write(product, 'create_insight', { name: 'Sign-ups', filters: { events: [{ id: 'signed up' }] } });
  const { short_id } = product.service.store.insights.get(1, 1)!;
  const completing = async (key: string) => {
    const { client } = await connectHttp(base, key, '2026');
    return async (ref: object, name: string, value: string, others: Record<string, string> = {}) => {
      const params = { ref, argument: { name, value }, context: { arguments: others } };
      return (await client.complete(params as Parameters<typeof client.complete>[0])).completion.values;
    };
  };
  const ask = await completing(product.key(['*']));
  const drop = { type: 'ref/prompt', name: 'diagnose_drop' };
  expect(await ask(drop, 'event', 'signed')).toEqual(['signed in', 'signed up']);
  expect(await ask(drop, 'property', '')).toEqual(['plan', 'country']);
  expect(await ask(drop, 'value', '', { property: 'plan' })).toEqual(['free', 'pro']);
  expect(await ask(drop, 'value', 'd', { property: 'country' })).toEqual(['DE']);
  expect(await ask(drop, 'value', 'x')).toEqual([]);
  expect(await ask({ type: 'ref/prompt', name: 'explain_insight' }, 'insight', 'sign')).toEqual([
    `Sign-ups (${short_id})`,
  ]);
  const address = { type: 'ref/resource', uri: 'insight://{project_id}/{id}' };
  expect(await ask(address, 'id', 'SIGN', { project_id: '1' })).toEqual([short_id]);
  expect(await ask(address, 'project_id', '')).toEqual(['1']);
  expect(await ask({ type: 'ref/resource', uri: 'insights://help/{topic}' }, 'topic', 'fil')).toEqual(['filters']);
  await expect(ask({ type: 'ref/prompt', name: 'poem' }, 'event', '')).rejects.toThrow(/no such prompt/);
  const stranger = await completing(product.key(['group:read']));
  expect(await stranger(drop, 'event', 'signed')).toEqual([]);
});

/** Listens to so many resources, in a stream of their own or one by one. */
function listeningOf(client: Client, in_streams: boolean) {
  const uri = (at: number) => `insight://1/${1_000 + at}`;
  let subscribed = 0;
  return async (count: number) => {
    const resourceSubscriptions = Array.from({ length: count }, (_, at) => uri(at));
    if (in_streams) await (await client.listen({ resourceSubscriptions })).close();
    else for (; subscribed < count; subscribed++) await client.subscribeResource({ uri: uri(subscribed) });
    return 'listening';
  };
}

describe.each(Object.entries(CONNECTIONS))('%s', (name, connect) => {
  test('changes are sent to those who listen, whoever made them; a host that cannot ask is not asked', async () => {
    const product = seeded();
    await write(product, 'create_insight', { name: 'Sign-ups' });
    const client = await connect(product);
    const told: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
    client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('list'));
    client.setNotificationHandler('notifications/tools/list_changed', () => void told.push('tools'));
    const uris = ['insight://1/1', 'insight://@current/1', 'insights://1/my-last-viewed', 'insights://1/schema'];
    if (name.includes('2026')) {
      const listening = await client.listen({
        resourceSubscriptions: uris,
        resourcesListChanged: true,
        toolsListChanged: true,
      });
      onTestFinished(() => listening.close());
    } else {
      for (const uri of uris) await client.subscribeResource({ uri });
      await expect(client.subscribeResource({ uri: 'file:///etc/passwd' })).rejects.toThrow();
    }
    await write(product, 'update_insight', { id: 1, name: 'All sign-ups' });
    await write(product, 'mark_insight_viewed', { id: 1 });
    await write(product, 'create_insight', { name: 'Another' });
    await write(product, 'create_project', { name: 'Second' });
    const { ingest, store } = product.service;
    ingest.importItems(store.projects.get(1)!, [event('never seen before', 'ann', '2026-03-09T10:00:00Z')]);
    const expected = [...uris, 'list', 'tools'];
    await expect.poll(() => [...new Set(told)].toSorted(), { timeout: 10_000 }).toEqual(expected);
    await answered(client, 'soft_delete_insight', { id: '1' });
    expect(product.service.store.insights.get(1, 1)?.deleted).toBe(true);
    if (!name.includes('2026')) for (const uri of uris) await client.unsubscribeResource({ uri });
    const listening = listeningOf(client, name.includes('2026'));
    await atAndPast('subscriptions', (count) => listening(count).catch((error: Error) => error.message), {
      at: 'listening',
      past: new RegExp(`At most ${LIMIT.subscriptions} resources can be subscribed to`),
    });
  });

  test('something is removed once the user agrees, and not when they decline', async () => {
    const product = seeded();
    await write(product, 'create_insight', { name: 'Sign-ups' });
    const asked: string[] = [];
    let action: 'accept' | 'decline' = 'decline';
    const client = await connect(product, { capabilities: { elicitation: { form: {} } } });
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return action === 'accept' ? { action, content: { agreed: true } } : { action };
    });
    const remove = async () => client.callTool({ name: 'soft_delete_insight', arguments: { id: '1' } });
    const declined = await remove();
    expect(declined.isError).toBe(true);
    expect((declined.content as { text: string }[])[0]!.text).toMatch(/^cancelled: The user was asked and declined/);
    expect(product.service.store.insights.get(1, 1)?.deleted).toBe(false);
    action = 'accept';
    expect((await remove()).isError ?? false).toBe(false);
    expect(product.service.store.insights.get(1, 1)?.deleted).toBe(true);
    expect(asked).toEqual(Array.from({ length: 2 }, () => 'Remove the insight 1 "Sign-ups"? It can be brought back.'));
  });
});

test('a saved insight comes with a link to it', async () => {
  const product = seeded();
  const { client } = await connectHttp(await served(product), product.key(['*']), '2026');
  const { content } = await client.callTool({ name: 'create_insight', arguments: { name: 'Sign-ups' } });
  const link = (content as { type: string; uri?: string }[]).find(({ type }) => type === 'resource_link');
  expect(link).toMatchObject({ uri: 'insight://1/1', name: 'Sign-ups' });
  const { contents } = await client.readResource({ uri: link!.uri! });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ name: 'Sign-ups' });
});
