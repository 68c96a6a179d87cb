import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { typed } from '../../src/cli/shell/invocation.ts';
import { openApi } from '../../src/http/rest/openapi.ts';
import { runCli, runHere, serving } from '../support/cli.ts';
import { answered, connectHttp } from '../support/mcp.ts';
import { event, temporaryFolder, temporaryProduct } from '../support/product.ts';

test('answers REST and MCP on one port, tells what to do next, and stops when asked', async () => {
  const product = temporaryProduct();
  const { child, finished, address } = await serving(['--db', product.path, '--read-only']);
  const healthy = await request(`${address}/healthz`);
  expect([healthy.statusCode, await healthy.body.json()]).toEqual([200, { status: 'ok' }]);

  const { client } = await connectHttp(address, product.key(['*']), '2026');
  expect(await answered(client, 'describe_project')).toMatchObject({ project: { id: 1 } });
  const { tools } = await client.listTools();
  expect(tools.filter((tool) => !tool.annotations?.readOnlyHint)).toEqual([]);
  await client.close();

  child.kill('SIGTERM');
  const { code, stdout, stderr } = await finished;
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toContain(`REST     ${address}/api/projects/`);
  expect(stderr).toContain(`No API key yet; make one: ${typed('key create', product.path)}`);
  expect(stderr).toContain(product.service.store.projects.list()[0]!.api_token);
});

test('the published program, which makes the fields of schemas late, has the operations of the sources', async () => {
  const { address } = await serving(['--db', temporaryProduct().path]);
  const described = await request(`${address}/openapi.json`);
  expect(await described.body.json()).toEqual(await openApi());
});

test('a start makes a few of all schemas', async () => {
  const counting = `let made = 0;
    globalThis.__zod_globalConfig = { postProcessor: () => void made++ };
    process.on('exit', () => process.stderr.write('made ' + made));`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(counting)}`;
  const { stderr } = await runCli(['describe', '--db', temporaryProduct().path], { NODE_OPTIONS });
  const made = Number(/made (\d+)/.exec(stderr)?.[1]);
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(1_000);
});

test('a port that cannot be is said before anything starts', async () => {
  const path = join(temporaryFolder(), 'none.db');
  const refused = await runCli(['serve', '--port', '65536', '--db', path]);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^error: option '--port <number>' [^\n]+ A port is a number up to 65535[^\n]+\n$/);
  expect(existsSync(path)).toBe(false);
});

test('does not open itself to the network before there is a key, nor on a port that is taken', async () => {
  const product = temporaryProduct();
  const { address } = await serving(['--db', product.path]);
  const [open, taken] = await Promise.all([
    runCli(['serve', '--host', '0.0.0.0', '--port', '0', '--db', product.path]),
    runCli(['serve', '--port', new URL(address).port, '--db', product.path]),
  ]);
  for (const failed of [open, taken]) {
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(/^insights-mcp: [^\n]+\n$/);
  }
  expect(open.stderr).toContain(typed('key create', product.path));
  expect(taken.stderr).toContain(`Port ${new URL(address).port}`);
});

test.each(['0m', '1.5g', '512', 'much'])('--memory %s is no size, and says what is', async (size) => {
  const { code, stderr } = await runHere(['serve', '--port', '0', '--memory', size]);
  expect(code).not.toBe(0);
  expect(stderr).toContain('512m or 4g');
});

test('--memory bounds what is kept of events, not what is answered', async () => {
  const product = temporaryProduct();
  const at = (second: number) => `2026-01-01T00:00:${String(second % 60).padStart(2, '0')}Z`;
  product.service.ingest.importItems(
    product.service.store.projects.list()[0]!,
    Array.from({ length: 60_000 }, (_, number) => event('signed up', `person ${number % 1_000}`, at(number))),
  );
  const { child, finished, address } = await serving(['--db', product.path, '--memory', '1m']);
  const { client } = await connectHttp(address, product.key(['*']), '2026');
  const range = { date_from: '2026-01-01', date_to: '2026-01-01' };
  for (const [math, count] of [
    ['total', 60_000],
    ['dau', 1_000],
  ] as const) {
    const asked = { events: [{ id: 'signed up', math }], ...range };
    expect(await answered(client, 'compute_trend', asked)).toMatchObject({ result: [{ data: [count] }] });
  }
  await client.close();
  child.kill('SIGTERM');
  await finished;
});
