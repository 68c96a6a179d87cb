/** Docs that can be derived are derived, and held equal. `npx vitest run test/docs.test.ts -u` writes them anew. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openApi } from '../src/http/openapi.ts';
import { toolsFor } from '../src/mcp/catalogue.ts';
import { PRODUCT } from '../src/model/version.ts';
import { localOwner } from '../src/service/authenticate.ts';
import type { Caller } from '../src/service/context.ts';
import { OPERATIONS } from '../src/service/operations/index.ts';
import { apiPage } from './support/api_page.ts';
import { temporaryProduct } from './support/product.ts';

const ROOT = resolve(import.meta.dirname, '..');
const BEGIN = '<!-- operations: made by test/docs.test.ts -->\n';
const END = '<!-- /operations -->';

function operationsTable(): string {
  const rows = OPERATIONS.map((operation) => {
    const prefix = operation.in_project ? '/api/projects/:project_id' : '/api';
    const routes = operation.routes.map((route) => `\`${route.method} ${prefix}${route.path}\``).join('<br>');
    return `| ${operation.tool ? `\`${operation.name}\`` : ''} | ${routes} | ${operation.scope === null ? 'any key' : `\`${operation.scope}\``} |`;
  });
  return ['| tool | REST | scope |', '|---|---|---|', ...rows, ''].join('\n');
}

test('README: the table of operations', async () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [before, rest] = readme.split(BEGIN);
  const after = rest?.split(END)[1];
  expect(after, 'the markers of the table').toBeDefined();
  await expect(`${before}${BEGIN}${operationsTable()}${END}${after}`).toMatchFileSnapshot(join(ROOT, 'README.md'));
});

test('tools.json: what hosts are told', async () => {
  const product = temporaryProduct();
  const owner: Caller = localOwner(product.service);
  const tools = toolsFor(owner, false, { read_only: false });
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
  for (const name of ['package.json', 'manifest.json']) {
    const manifest = JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
    expect(manifest.version, name).toBe(PRODUCT.version);
    expect(manifest.name, name).toBe(PRODUCT.name);
  }
});

test('README: every CLI command is described', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  for (const command of ['stdio', 'serve', 'import', 'describe', 'key create', 'key list', 'key revoke', 'demo'])
    expect(readme).toContain(command);
});
