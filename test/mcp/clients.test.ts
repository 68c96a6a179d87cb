/** Real clients of both protocol eras over both transports see one and the same product. */

import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../src/cli/serve.ts';
import { NODE_ARGUMENTS } from '../support/cli.ts';
import { event, type Product, temporaryProduct } from '../support/product.ts';

const INFO = { name: 'test-client', version: '1.0.0' };

/** What the checks below need; every client has it. */
type AnyClient = Pick<
  ModernClient,
  'listTools' | 'callTool' | 'listResources' | 'listResourceTemplates' | 'readResource' | 'close'
>;

const LEGACY = { versionNegotiation: { mode: 'legacy' } } as const;
const MODERN = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;

function stdioArguments(product: Product) {
  return {
    command: process.execPath,
    args: [...NODE_ARGUMENTS, 'stdio', '--db', product.path],
    env: { ...(process.env as Record<string, string>), INSIGHTS_MCP_LOG: 'error' },
    stderr: 'inherit' as const,
  };
}

async function httpAddress(product: Product): Promise<URL> {
  const server = await startServer(product.service, {
    port: 0,
    host: '127.0.0.1',
    allowedHosts: [],
    readOnly: false,
    rateLimit: false,
  });
  onTestFinished(() => server.close());
  return new URL(`http://127.0.0.1:${server.port}/mcp`);
}

function bearer(product: Product) {
  return { requestInit: { headers: { Authorization: `Bearer ${product.key(['*'])}` } } };
}

const CLIENTS: Record<string, (product: Product) => Promise<AnyClient>> = {
  'v1 over stdio': async (product) => {
    const client = new FirstClient(INFO);
    await client.connect(new FirstStdio(stdioArguments(product)));
    return client as unknown as AnyClient;
  },
  'v2 legacy over stdio': async (product) => {
    const client = new ModernClient(INFO, LEGACY);
    await client.connect(new ModernStdio(stdioArguments(product)));
    expect(client.getProtocolEra()).toBe('legacy');
    return client;
  },
  'v2 modern over stdio': async (product) => {
    const client = new ModernClient(INFO, MODERN);
    await client.connect(new ModernStdio(stdioArguments(product)));
    expect(client.getProtocolEra()).toBe('modern');
    return client;
  },
  'v1 over HTTP': async (product) => {
    const client = new FirstClient(INFO);
    const transport = new FirstHttp(await httpAddress(product), bearer(product));
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    expect(transport.sessionId).toBeDefined();
    return client as unknown as AnyClient;
  },
  'v2 legacy over HTTP': async (product) => {
    const client = new ModernClient(INFO, LEGACY);
    await client.connect(new ModernHttp(await httpAddress(product), bearer(product)));
    expect(client.getProtocolEra()).toBe('legacy');
    return client;
  },
  'v2 modern over HTTP': async (product) => {
    const client = new ModernClient(INFO, MODERN);
    await client.connect(new ModernHttp(await httpAddress(product), bearer(product)));
    expect(client.getProtocolEra()).toBe('modern');
    return client;
  },
};

const NOW = Date.now();
const yesterday = (hour: number) => new Date(NOW - 86_400_000 - hour * 60_000).toISOString();

function seeded(): Product {
  const product = temporaryProduct();
  const project = product.service.store.projects.list()[0]!;
  product.service.ingest.importItems(project, [
    event('signed up', 'ana', yesterday(30)),
    event('purchase', 'ana', yesterday(20), { amount: 12 }),
    event('signed up', 'ben', yesterday(10)),
  ]);
  return product;
}

interface Answer {
  isError?: boolean;
  content: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
}

describe.each(Object.entries(CLIENTS))('%s', (_name, connect) => {
  test('tools, answers, errors and resources', async () => {
    const product = seeded();
    const client = await connect(product);
    onTestFinished(() => client.close());
    const call = async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })) as unknown as Answer;

    const { tools } = await client.listTools();
    const names = tools.map((tool) => tool.name);
    for (const name of [
      'list_insights',
      'create_insight',
      'compute_trend',
      'compute_funnel',
      'rename_group_type',
      'soft_delete_insight',
    ]) {
      expect(names).toContain(name);
    }
    expect(
      tools.every(({ outputSchema, annotations }) => {
        const { readOnlyHint, destructiveHint } = annotations ?? {};
        return outputSchema?.['type'] === 'object' && (readOnlyHint === true || destructiveHint !== undefined);
      }),
    ).toBe(true);

    const trend = await call('compute_trend', { events: [{ id: 'signed up' }] });
    expect(trend.isError ?? false, JSON.stringify(trend.content)).toBe(false);
    expect(trend.structuredContent?.['result']).toMatchObject([{ label: 'signed up', count: 2 }]);
    expect(trend.content[0]?.text).toContain('signed up');

    const funnel = await call('compute_funnel', {
      events: [
        { id: 'signed up', order: 0 },
        { id: 'purchase', order: 1 },
      ],
    });
    expect(funnel.structuredContent?.['result']).toMatchObject([
      { count: 2 },
      { count: 1, average_conversion_time: 600 },
    ]);

    const wrong = await call('compute_trend', { events: [{ id: 'signed up' }], interval: 'fortnight' });
    expect(wrong.isError).toBe(true);
    expect(wrong.content[0]?.text).toMatch(/day/);

    const created = await call('create_insight', {
      name: 'Sign-ups',
      filters: { insight: 'TRENDS', events: [{ id: 'signed up' }] },
    });
    const id = created.structuredContent?.['id'];
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map((template) => template.uriTemplate)).toEqual([
      'insight://{project_id}/{id}',
      'insights://help/{topic}',
      'insights://{project_id}/my-last-viewed',
      'insights://{project_id}/group-types',
      'insights://{project_id}/schema',
    ]);
    const { resources } = await client.listResources();
    expect(resources.map((resource) => resource.uri)).toContain(`insight://1/${id}`);
    const { contents } = await client.readResource({ uri: `insight://1/${id}` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({
      id,
      name: 'Sign-ups',
      result: [{ count: 2 }],
    });
    await expect(client.readResource({ uri: 'insight://1/999999' })).rejects.toThrow();

    await call('mark_insight_viewed', { id });
    const groups = await client.readResource({ uri: 'insights://1/group-types' });
    expect(JSON.parse((groups.contents[0] as { text: string }).text)).toEqual({ results: [] });
    const schema = await client.readResource({ uri: 'insights://1/schema' });
    expect((schema.contents[0] as { text: string }).text).toContain('"signed up"');
    const viewed = await client.readResource({ uri: 'insights://1/my-last-viewed' });
    expect(JSON.parse((viewed.contents[0] as { text: string }).text)).toMatchObject({ results: [{ id }] });
  });
});
