/**
 * `npm --prefix test/clickhouse run killed`: kills and restarts either side at various moments. Every acknowledged
 * event must be in the next answer, once.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from './server.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'killed-'));
const path = join(folder, 'insights.db');
const BATCH = 50;
let sent = 0;

interface Product {
  readonly process: ChildProcess;
  readonly origin: string;
  readonly token: string;
}

async function startProduct(events: string): Promise<Product> {
  const args = [
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'src/main.ts'),
    'serve',
    '--db',
    path,
    '--port',
    '0',
    '--events',
    events,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const found = { origin: '', token: '' };
  return new Promise((resolve, reject) => {
    const look = (line: string): void => {
      found.origin ||= /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
      found.token ||= /phc_[\w-]+/.exec(line)?.[0] ?? '';
      if (found.origin !== '' && found.token !== '') resolve({ process: child, ...found });
    };
    createInterface({ input: child.stdout! }).on('line', look);
    createInterface({ input: child.stderr! }).on('line', look);
    child.on('exit', (code) => reject(new Error(`the product ended: ${code}`)));
  });
}

const PEOPLE = 7;
const personOf = (event: number): string => `person ${event % PEOPLE}`;

/** Resolves when they are acknowledged. */
async function send({ origin, token }: Product): Promise<void> {
  const batch = Array.from({ length: BATCH }, () => ({
    event: 'tick',
    distinct_id: personOf(sent++),
    timestamp: new Date().toISOString(),
    uuid: crypto.randomUUID(),
    properties: {},
  }));
  const post = (): Promise<Response> =>
    fetch(`${origin}/batch/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ api_key: token, batch }),
    });
  let response = await post();
  // A busy machine says so before it takes anything; libraries send again, too.
  while (response.status === 503) {
    await sleep(200);
    response = await post();
  }
  assert.equal(response.status, 200, await response.text());
}

async function ask({ origin }: Product, key: string): Promise<Response> {
  return fetch(`${origin}/api/projects/@current/insights/trend/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ events: [{ id: 'tick' }], date_from: '-1d' }),
  });
}

async function counted(product: Product, key: string): Promise<number> {
  const response = await ask(product, key);
  const { result } = (await response.json()) as { result: { count: number }[] };
  assert.equal(response.status, 200);
  return result[0]!.count;
}

/** Deletes somebody and all of their events. */
async function remove({ origin }: Product, key: string, distinct_id: string): Promise<Response> {
  return fetch(`${origin}/api/projects/@current/persons/bulk_delete/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ distinct_ids: [distinct_id], delete_events: true }),
  });
}

function command(...words: string[]): Promise<string> {
  const child = spawn(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'src/main.ts'),
    ...words,
    '--db',
    path,
  ]);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return new Promise((resolve) => child.on('exit', () => resolve(text)));
}

async function killed({ process: child }: { process: ChildProcess }): Promise<void> {
  child.removeAllListeners('exit');
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

const server = join(folder, 'server');
let clickhouse = await startServer(server);
const events = clickhouse.address('default');
const { port } = clickhouse;
let product = await startProduct(events);
const key = /phx_[\w-]+/.exec(await command('key', 'create'))![0];
try {
  await send(product);
  assert.equal(await counted(product, key), sent);

  // The server goes: events are taken all the same, a question says that it cannot be answered now.
  await killed(clickhouse);
  for (let round = 0; round < 5; round++) await send(product);
  const refused = await ask(product, key);
  assert.equal(refused.status, 503);
  clickhouse = await startServer(server, port);
  assert.equal(await counted(product, key), sent);
  console.log(`the server was killed and came back: ${sent} of ${sent} events`);

  // The product goes while it sends on, at whatever point that is.
  for (const wait_ms of [0, 5, 40, 300, 1_100]) {
    await Promise.all([send(product), send(product)]);
    const asking = ask(product, key).catch(() => null);
    await sleep(wait_ms);
    await killed(product);
    await asking;
    product = await startProduct(events);
    assert.equal(await counted(product, key), sent);
  }
  console.log(`the product was killed 5 times while it sent on: ${sent} of ${sent} events`);

  // A deletion is asked for, and the product goes, at whatever point that is: nothing is left of it soon after the start.
  let left = sent;
  for (const [person, wait_ms] of [0, 3, 10, 30, 100].entries()) {
    left -= Array.from({ length: sent }, (_, event) => event).filter((event) => event % PEOPLE === person).length;
    const deleting = remove(product, key, `person ${person}`).catch(() => null);
    await sleep(wait_ms);
    await killed(product);
    const was_done = (await deleting) !== null;
    product = await startProduct(events);
    // Before it was noted it may be asked for again.
    if (!was_done) await remove(product, key, `person ${person}`);
    assert.equal(await counted(product, key), left);
  }
  console.log(`the product was killed 5 times while it deleted people: ${left} of ${left} other events`);

  // The server goes: a deletion is noted, and done with the next one.
  await killed(clickhouse);
  assert.equal((await remove(product, key, 'person 5')).status, 503);
  clickhouse = await startServer(server, port);
  assert.equal((await remove(product, key, 'person 6')).status, 202);
  assert.equal(await counted(product, key), 0);
  console.log('a deletion that the server was away for was done with the next one');
} finally {
  await killed(product).catch(() => {});
  await clickhouse.stop();
  rmSync(folder, { recursive: true, force: true });
}
