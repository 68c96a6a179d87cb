/** `insights-mcp open` with a real browser: from a link on another site's page to the insight, in light and dark. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { openService } from '../../src/service/service.ts';
import { runHere, startCli } from '../support/cli.ts';
import { event, temporaryFolder } from '../support/product.ts';
import { openBrowser } from './host.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const WIDE = { viewport: { width: 1_200, height: 800 } };

let browser: Browser;
let folder: string;
let path: string;
beforeAll(async () => {
  browser = await openBrowser();
  folder = mkdtempSync(join(tmpdir(), 'insights-test-'));
  path = join(folder, 'open.db');
  const service = openService({ path, computing: { thread: 'never' } });
  const project = service.store.projects.get(1)!;
  const now = new Date(Date.now() - 86_400_000).toISOString();
  service.ingest.importItems(project, [event('sign up', 'ana', now), event('sign up', 'ben', now)]);
  const make = (name: string, input: Record<string, unknown>) =>
    call(service, localOwner(service), operationNamed(name), input);
  await make('create_insight', { name: 'Sign-ups', filters: { events: [{ id: 'sign up' }], date_from: '-7d' } });
  // A table too wide for a phone, whose first cell is empty.
  const columns = Array.from({ length: 9 }, (_, at) => `'${at === 0 ? '' : 'some words'}' AS c${at}`);
  await make('create_insight', { query: { kind: 'HogQLQuery', query: `SELECT ${columns.join(', ')}` } });
  await make('create_dashboard', { name: 'Weekly', tiles: [{ insight: 1 }] });
  await service.close();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Started as at a prompt, on a machine without a browser of its own; the address it prints. */
async function opened(...words: string[]): Promise<string> {
  const { child } = startCli(['open', ...words, '--db', path, '--no-browser']);
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (text: string) => resolve(text.split('\n')[0]!));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
}

/** A page of another origin, as a chat is, with a link to it. */
async function elsewhere(link: string): Promise<string> {
  const server = createServer((_, answer) =>
    answer.setHeader('Content-Type', 'text/html').end(`<a href="${link}">See it</a>`),
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

test('a link on another page leads to the insight, from there to the list and the dashboard; nobody else gets in', async () => {
  const link = await opened('1');
  const context = await browser.newContext(WIDE);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  await page.goto(await elsewhere(link));
  await page.click('a');
  await page.waitForURL('**/view/1/insights/1');
  expect(await page.textContent('h1')).toBe('Sign-ups');
  expect(await page.isVisible('figure.wide svg')).toBe(true);
  expect(await page.evaluate('document.cookie')).toBe('');
  await page.click('text=All insights and dashboards');
  await page.click('text=Weekly');
  await page.waitForURL('**/view/1/dashboards/1');
  expect(await page.textContent('h2')).toBe('Sign-ups');
  const stranger = await browser.newContext();
  onTestFinished(() => stranger.close());
  const refused = await (await stranger.newPage()).goto(new URL('/view/1/insights/1', link).href);
  expect(refused?.status()).toBe(401);
  expect(troubles).toEqual([]);
});

test.each(['light', 'dark'] as const)('pages are readable to all in %s', async (colorScheme) => {
  const link = await opened();
  const context = await browser.newContext({ colorScheme, bypassCSP: true, viewport: { width: 360, height: 740 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(link);
  // The page that the link opens goes on by itself.
  await page.waitForURL('**/view/1/');
  for (const place of ['/view/1/', '/view/1/insights/1', '/view/1/insights/2', '/view/1/dashboards/1']) {
    await page.goto(new URL(place, link).href);
    await page.evaluate(readFileSync(AXE, 'utf8'));
    const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string }[] };
    expect(violations.map(({ id }) => `${place} ${id}`)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  }
});

test('on paper there is the wide picture, texts of a table begin at the left, and nothing of it is cut off', async () => {
  const context = await browser.newContext({ viewport: { width: 700, height: 900 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(await opened('2'));
  await page.waitForURL('**/view/1/insights/2');
  const styleOf = (selector: string, name: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`);
  expect(await page.isVisible('figure.wide')).toBe(false);
  expect(await styleOf('.scroll', 'overflowX')).toBe('auto');
  await page.emulateMedia({ media: 'print' });
  expect([await page.isVisible('figure.wide'), await page.isVisible('figure.narrow')]).toEqual([true, false]);
  expect(await styleOf('.scroll', 'overflowX')).toBe('visible');
  expect(await styleOf('td', 'textAlign')).toBe('left');
});

test('what is not there is told at the prompt, and makes no file', async () => {
  const missing = await runHere(['open', '9', '--db', path, '--no-browser']);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('There is no insight "9".')]);
  const both = await runHere(['open', '1', '--dashboard', '1', '--db', path]);
  expect(both.stderr).toContain('not both');
  const nowhere = await runHere(['open', '--db', join(temporaryFolder(), 'none.db')]);
  expect(nowhere.stderr).toContain('There is no database');
});
