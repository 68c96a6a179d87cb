import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { childEnvironment, NODE_ARGUMENTS, runCli, runHere, startCli } from '../support/cli.ts';
import { refusal, toolNames } from '../support/mcp.ts';
import { event, type Product, temporaryFolder, temporaryProduct } from '../support/product.ts';

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

const READY = { jsonrpc: '2.0', method: 'notifications/initialized' };

function toolCall(id: number, name: string, args: Record<string, unknown> = {}) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

function written(...messages: unknown[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('');
}

async function connected(product: Product, args: string[], environment: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...NODE_ARGUMENTS, 'stdio', '--db', product.path, ...args],
    env: childEnvironment(environment),
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const WRITERS = ['create_insight', 'update_insight', 'soft_delete_insight', 'mark_insight_viewed', 'rename_group_type'];

describe('the process', () => {
  test('writes nothing but JSON-RPC to stdout and ends with its input', async () => {
    const product = temporaryProduct();
    const project = product.service.store.projects.list()[0]!;
    product.service.ingest.importItems(project, [event('paid', 'ana', new Date().toISOString())]);
    const { child, finished } = startCli(['stdio', '--db', product.path], { INSIGHTS_MCP_LOG: 'trace' });
    child.stdin.end(
      written(
        HELLO,
        READY,
        { jsonrpc: '2.0', id: 2, method: 'tools/list' },
        toolCall(3, 'describe_project'),
        toolCall(4, 'compute_trend', { events: [{ id: 'paid' }] }),
        toolCall(5, 'compute_trend', { events: 'paid' }),
        toolCall(6, 'no_such_tool'),
      ),
    );
    const { code, stdout } = await finished;
    expect(code).toBe(0);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.every((answer) => answer.jsonrpc === '2.0')).toBe(true);
    expect(answers.map((answer) => answer.id).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    expect(byId.get(4).result.structuredContent.result).toMatchObject([{ label: 'paid', count: 1 }]);
    expect(byId.get(5).result.isError).toBe(true);
    expect(byId.get(6).error.message).toContain('Unknown tool "no_such_tool"');
  });

  test('answers no request of a version that it does not know, whatever was asked before', async () => {
    const { child, finished } = startCli(['stdio', '--db', temporaryProduct().path]);
    const asked = (id: number, version: string) => {
      const meta = { clientInfo: { name: 'test', version: '1' }, clientCapabilities: {}, protocolVersion: version };
      const named = Object.entries(meta).map(([name, value]) => [`io.modelcontextprotocol/${name}`, value]);
      return { jsonrpc: '2.0', id, method: 'tools/list', params: { _meta: Object.fromEntries(named) } };
    };
    child.stdin.end(written(asked(1, '2099-01-01'), asked(2, '2026-07-28'), asked(3, '2099-01-01')));
    const answers = (await finished).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    const data = { supported: ['2026-07-28'], requested: '2099-01-01' };
    for (const id of [1, 3]) expect(byId.get(id).error).toMatchObject({ code: -32_022, data });
    expect(byId.get(2).result.tools.length).toBeGreaterThan(0);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends cleanly on %s', async (signal) => {
    const { path } = temporaryProduct();
    const { child, finished } = startCli(['--db', path]); // stdio is what runs when no command is named
    child.stdin.write(written(HELLO));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill(signal);
    expect(await finished).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  test('a wrong key ends it with one line', async () => {
    const { path } = temporaryProduct();
    const failed = await runCli(['stdio', '--db', path], { INSIGHTS_MCP_API_KEY: 'phx_wrong' });
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(/^insights-mcp: [^\n]*invalid[^\n]*\n$/);
    expect(failed.stderr).not.toContain('phx_wrong');
  });

  test('a file that is no database ends it with one line', async () => {
    const failed = await runCli(['stdio', '--db', import.meta.filename]);
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(/^insights-mcp: [^\n]+\n$/);
  });
});

describe('what the assistant may do', () => {
  test('--read-only hides what changes anything', async () => {
    const client = await connected(temporaryProduct(), ['--read-only']);
    const names = await toolNames(client);
    expect(names).toContain('compute_trend');
    expect(names.filter((name) => WRITERS.includes(name))).toEqual([]);
    expect(await refusal(client, 'create_insight', { name: 'a' })).toMatch(/^permission_denied: .*--read-only/);
  });

  test('--scopes hides what needs another scope', async () => {
    const client = await connected(temporaryProduct(), ['--scopes', 'insight:read,group:read', '--toolsets', 'all']);
    const names = await toolNames(client);
    expect(names).toContain('list_group_types');
    for (const hidden of ['create_insight', 'rename_group_type', 'get_activity', 'get_insight_sharing']) {
      expect(names).not.toContain(hidden);
    }
    expect(await refusal(client, 'create_insight', { name: 'a' })).toContain("'insight:write'");
    expect(await refusal(client, 'get_activity')).toContain("'activity_log:read'");
  });

  test('a key in the environment decides, and its revocation bites at once', async () => {
    const product = temporaryProduct();
    const client = await connected(product, ['--toolsets', 'all'], {
      INSIGHTS_MCP_API_KEY: product.key(['group:write']),
    });
    expect(await toolNames(client)).toEqual(['rename_group_type', 'list_group_types', 'list_projects']);
    expect(await refusal(client, 'compute_trend', { events: [{ id: 'a' }] })).toContain("'insight:read'");
    expect((await client.callTool({ name: 'list_group_types', arguments: {} })).isError ?? false).toBe(false);
    product.service.store.keys.revoke(1, Date.now());
    await expect(client.callTool({ name: 'list_group_types', arguments: {} })).rejects.toThrow(/invalid|revoked/);
  });
});

test('help of every command is printed and opens no database', async () => {
  const db = join(temporaryFolder(), 'unmade', 'own.db');
  const commands = ['', 'stdio', 'serve', 'import', 'describe', 'key', 'key create', 'key list', 'key revoke', 'demo'];
  const helped = async (command: string, run: typeof runCli) => {
    const help = await run([...command.split(' ').filter((word) => word !== ''), '--help'], { INSIGHTS_MCP_DB: db });
    expect(help, command).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout, command).toMatch(/^Usage: insights-mcp/);
  };
  await helped('', runCli);
  for (const command of commands) await helped(command, runHere);
  expect(existsSync(db)).toBe(false);
});
