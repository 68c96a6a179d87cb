/**
 * `npm run conformance`: the protocol's own suite, once against the product's layers with the suite's fixtures on top,
 * once against the shipped product, for both revisions of the protocol; then the inspector over stdio and HTTP, and the
 * tools of PostHog over REST. Arguments choose among them: `fixtures`, `product`, `inspector`, `posthog`, `2025-11-25`,
 * `2026-07-28`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from './inspect.ts';
import { callPostHogTools } from './posthog.ts';
import { relayTo } from './relay.ts';
import { type Started, startFixtures, startProduct } from './servers.ts';

const HERE = import.meta.dirname;
const SUITE = join(HERE, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
const REVISIONS = ['2025-11-25', '2026-07-28'];
const PARTS = ['fixtures', 'product', 'inspector', 'posthog'];

/** What was asked for, or all. */
function chosen(of: readonly string[]): readonly string[] {
  const named = of.filter((name) => process.argv.includes(name));
  return named.length === 0 ? of : named;
}

/** Whether the suite was content. */
async function runSuite(port: number, revision: string, output: string, baseline: string | null): Promise<boolean> {
  mkdirSync(output, { recursive: true });
  const expected = baseline === null ? [] : ['--expected-failures', baseline];
  const args = ['server', '--url', `http://localhost:${port}/mcp`, '--requirements', revision, '-o', output];
  const child = spawn(process.execPath, [SUITE, ...args, ...expected], { stdio: 'inherit' });
  return new Promise((done) => child.once('close', (code) => done(code === 0)));
}

async function suiteOn(name: string, start: () => Promise<Started>, has_baseline: boolean): Promise<string[]> {
  const server = await start();
  const relay = await relayTo(server.port, server.key);
  const failed: string[] = [];
  try {
    for (const revision of chosen(REVISIONS)) {
      process.stdout.write(`\n=== ${name}, ${revision}\n`);
      const baseline = has_baseline ? join(HERE, `product-${revision}.yml`) : null;
      if (!(await runSuite(relay.port, revision, join(HERE, 'results', name, revision), baseline))) {
        failed.push(`${name} ${revision}`);
      }
    }
  } finally {
    relay.close();
    await server.stop();
  }
  return failed;
}

const folder = mkdtempSync(join(tmpdir(), 'insights-conformance-'));
const failed: string[] = [];
const parts = chosen(PARTS);
rmSync(join(HERE, 'results'), { recursive: true, force: true });
try {
  if (parts.includes('fixtures')) failed.push(...(await suiteOn('fixtures', startFixtures, false)));
  if (parts.includes('product')) {
    failed.push(...(await suiteOn('product', () => startProduct(join(folder, 'product.db')), true)));
  }
  if (parts.includes('inspector')) failed.push(...(await inspect(join(folder, 'inspected.db'))));
  if (parts.includes('posthog')) failed.push(...(await callPostHogTools(join(folder, 'posthog.db'))));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  failed.length === 0 ? '\nAll as it should be.\n' : `\nNot as it should be: ${failed.join(', ')}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
