/** Derived docs must be current. `npx vitest run test/docs.test.ts -u` rewrites them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openApi } from '../src/http/rest/openapi.ts';
import { toolsFor } from '../src/mcp/tools/catalogue.ts';
import { PRODUCT } from '../src/model/version.ts';
import { localOwner } from '../src/service/access/authenticate.ts';
import type { Caller } from '../src/service/contract/context.ts';
import { apiPage } from './support/api_page.ts';
import { temporaryProduct } from './support/product.ts';

const ROOT = resolve(import.meta.dirname, '..');
test('tools.json: what hosts are told', async () => {
  const product = temporaryProduct();
  const owner: Caller = localOwner(product.service);
  const tools = await toolsFor(owner, false, { read_only: false, toolsets: ['core'] });
  await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot(
    join(ROOT, 'test', 'snapshots', 'tools.json'),
  );
});

test('openapi.json: what programs are told', async () => {
  await expect(`${JSON.stringify(await openApi(), null, 2)}\n`).toMatchFileSnapshot(
    join(ROOT, 'test', 'snapshots', 'openapi.json'),
  );
});

test('docs/api.md: what people are told', async () => {
  await expect(apiPage()).toMatchFileSnapshot(join(ROOT, 'docs', 'api.md'));
});

test('one version everywhere', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
  for (const name of ['package.json', 'manifest.json']) {
    expect(read(name).version, name).toBe(PRODUCT.version);
    expect(read(name).name, name).toBe(PRODUCT.name);
  }
  const listed = read('server.json');
  expect(listed).toMatchObject({ name: read('package.json').mcpName, version: PRODUCT.version });
  expect(listed.packages).toMatchObject([{ identifier: PRODUCT.name, version: PRODUCT.version }]);
});

test('README: every CLI command is described', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  for (const command of ['stdio', 'serve', 'import', 'describe', 'key create', 'key list', 'key revoke', 'demo'])
    expect(readme).toContain(command);
});

/** Paths of all files in these folders, from the checkout on. */
function filesIn(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  );
}

test('sources and tests that pages name exist', () => {
  const records = readdirSync(join(ROOT, 'docs/adr')).map((name) => `docs/adr/${name}`);
  const files = filesIn('src', 'test', 'bench', 'build', 'docs', 'evals', 'conformance');
  const missing = ['src/README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/scaling.md', ...records].flatMap((page) => {
    const named = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`([\w./-]+\.(?:ts|mjs|wat))`/g)];
    return named.filter(([, name]) => !files.some((file) => `/${file}`.endsWith(`/${name}`))).map(([, name]) => name);
  });
  expect(missing).toEqual([]);
  const tried = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8').matchAll(/`(\w+\/[\w.]+)`/g);
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  const rooms = new Set(tests.map((file) => file.split('/')[1]));
  const named = [...tried].map(([, name = '']) => name).filter((name) => rooms.has(name.split('/')[0]));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !tests.includes(`test/${name}.test.ts`))).toEqual([]);
});
