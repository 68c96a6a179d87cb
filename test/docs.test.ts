/** Derived docs must be current. `npx vitest run test/docs.test.ts -u` rewrites them. */
import { readFileSync } from 'node:fs';
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
  const tools = toolsFor(owner, false, { read_only: false, toolsets: ['core'] });
  await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot(
    join(ROOT, 'test', 'snapshots', 'tools.json'),
  );
});

test('openapi.json: what programs are told', async () => {
  await expect(`${JSON.stringify(openApi(), null, 2)}\n`).toMatchFileSnapshot(
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
