/** MCP clients of both protocol eras, as assistants have them. */
import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished } from 'vitest';
import { startServer } from '../../src/cli/serve.ts';
import type { Product } from './product.ts';

const ERAS = {
  '2025': { versionNegotiation: { mode: 'legacy' } },
  '2026': { versionNegotiation: { mode: { pin: '2026-07-28' } } },
} as const;

export type Era = keyof typeof ERAS;

/** Both faces on a free port of loopback, closed when the test is over. Returns the address without a path. */
export async function served(product: Product, allowedHosts: readonly string[] = []): Promise<string> {
  const server = await startServer(product.service, {
    port: 0,
    host: '127.0.0.1',
    allowedHosts,
    readOnly: false,
    rateLimit: false,
  });
  onTestFinished(() => server.close());
  return `http://127.0.0.1:${server.port}`;
}

export interface Connected {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
}

/** @param query of the address: `?toolsets=all` */
export async function connectHttp(
  base: string,
  key: string,
  era: Era,
  query = '',
  capabilities: ClientCapabilities = {},
): Promise<Connected> {
  const client = new Client({ name: 'test', version: '1' }, { ...ERAS[era], capabilities });
  const transport = new StreamableHTTPClientTransport(new URL(`/mcp${query}`, base), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

export async function toolNames(client: Client): Promise<string[]> {
  const { tools } = await client.listTools();
  return tools.map((tool) => tool.name);
}

export type Arguments = Record<string, unknown>;

/** The structured answer; a refusal fails the test. */
export async function answered(client: Client, name: string, args: Arguments = {}): Promise<Record<string, unknown>> {
  const answer = await client.callTool({ name, arguments: args });
  expect(answer.isError ?? false, JSON.stringify(answer.content)).toBe(false);
  return answer.structuredContent as Record<string, unknown>;
}

/** What the model reads of a call that is refused. */
export async function refusal(client: Client, name: string, args: Arguments = {}): Promise<string> {
  const answer = await client.callTool({ name, arguments: args });
  expect(answer.isError, `${name} ${JSON.stringify(answer.structuredContent)}`).toBe(true);
  return (answer.content as { text: string }[])[0]!.text;
}
