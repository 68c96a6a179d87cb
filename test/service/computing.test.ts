/** The computing thread gives the same, fresh answers, cancels in time, and survives whatever happens to it. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { createApp } from '../../src/http/app.ts';
import type { ServiceError } from '../../src/model/error.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { openService } from '../../src/service/service.ts';
import { largeProduct, slow, writeLarge } from '../support/large.ts';
import { event, type Product, temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';

/** How soon the thread must be free again; the aim is a tenth of it, the rest is for noisy machines. */
const FREE_MS = 500;
/** What the main thread may work for one answer, likewise: whatever it does at once is shorter. */
const BUSY_MS = 150;
/** In which helpers come up. */
const HELPERS_MS = 300;

const folder = mkdtempSync(join(tmpdir(), 'insights-test-'));
const written = join(folder, 'written.db');
beforeAll(() => writeLarge(written));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Body = Record<string, unknown>;

function ask({ service }: Product, name: string, body: Body, signal?: AbortSignal): Promise<unknown> {
  const operation = operationNamed(name);
  return call(service, localOwner(service), operation, body, signal === undefined ? {} : { signal });
}

async function count(product: Product): Promise<number> {
  const answer = (await ask(product, 'compute_trend', { events: [{ id: 'visited' }], date_from: '-30d' })) as {
    result: { count: number }[];
  };
  return answer.result[0]!.count;
}

/** Until so many are computed and waiting. */
async function until({ service }: Product, running: number, waiting = 0): Promise<void> {
  for (;;) {
    const status = service.computing.status();
    if (status.running === running && status.waiting === waiting) return;
    await sleep(1);
  }
}

/** The next thread that starts. */
function nextThread(): Promise<Worker> {
  return new Promise((resolve) => process.once('worker', resolve));
}

const STEPS = [
  { id: 'visited', order: 0 },
  { id: 'paid', order: 1 },
];

const KINDS: readonly (readonly [string, Body])[] = [
  ['compute_trend', { events: [{ id: 'visited' }], breakdown: 'plan', compare: true }],
  ['compute_trend', { events: [{ id: 'paid', math: 'sum', math_property: 'amount' }], date_from: '-30d' }],
  ['compute_trend', { events: [{ id: 'paid', math: 'dau' }], date_from: '-30d' }],
  ['compute_trend', { insight: 'LIFECYCLE', events: [{ id: 'paid' }] }],
  ['compute_trend', { insight: 'STICKINESS', events: [{ id: 'paid' }], date_from: '-30d' }],
  ['compute_funnel', { events: STEPS, date_from: '-30d' }],
  ['compute_funnel', { events: STEPS, funnel_viz_type: 'trends', date_from: '-30d' }],
  ['compute_funnel', { events: STEPS, funnel_viz_type: 'time_to_convert', date_from: '-30d' }],
  ['compute_retention', { total_intervals: 7 }],
  ['compute_path', { include_event_types: ['$pageview'], date_from: '-30d' }],
  ['compute_funnel_correlation', { events: STEPS, date_from: '-30d' }],
  ['list_persons', { question: { kind: 'funnel', events: STEPS, date_from: '-30d' }, funnel_step: 2 }],
];

test('the thread starts with the process where much is stored, and ends with it unasked', async () => {
  const threads: Worker[] = [];
  const note = (worker: Worker): void => void threads.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  temporaryProduct({});
  largeProduct(written, { computing: { thread: 'never' } });
  await sleep(10);
  expect(threads).toHaveLength(0);
  const path = join(folder, 'unasked.db');
  copyFileSync(written, path);
  const service = openService({ path });
  await sleep(10);
  expect(threads).toHaveLength(1);
  await service.close();
  expect(threads[0]!.threadId).toBe(-1);
});

describe('in the thread', () => {
  test('every kind is answered as without it, alone and with helpers', async () => {
    const thread = largeProduct(written, { computing: { thread: 'always', helpers: 2 } });
    const here = largeProduct(written, { computing: { thread: 'never' } });
    for (const refresh of [false, true]) {
      for (const [name, body] of KINDS) {
        const asked = { ...body, refresh };
        const [left, right] = await Promise.all([ask(thread, name, asked), ask(here, name, asked)]);
        expect(left, `${name} ${JSON.stringify(asked)}`).toEqual(right);
      }
      // Helpers begin after the first answer; by now they are there.
      await sleep(HELPERS_MS);
    }
    expect(thread.service.computing.status()).toMatchObject({ running: 0, waiting: 0 });
    expect(thread.service.computing.status().bytes).toBeGreaterThan(0);
    expect(here.service.computing.status().bytes).toBe(0);
  });

  test('a question that is too large is refused in the same words', async () => {
    const product = largeProduct(written, { computing: { thread: 'always' } });
    const huge = { events: [{ id: 'visited' }], breakdown: 'note', interval: 'minute', date_from: '-6d' };
    await expect(ask(product, 'compute_trend', huge)).rejects.toMatchObject({ status: 400 });
    expect(await count(product)).toBeGreaterThan(0);
  });

  test('every acknowledged event is in the next answer', async () => {
    const product = largeProduct(written, { computing: { thread: 'always' } });
    const project = product.service.store.projects.list()[0]!;
    let before = await count(product);
    for (let round = 0; round < 20; round++) {
      const item = event('visited', `new${round}`, '2026-03-10T10:00:00Z');
      if (item.kind === 'event') await product.service.ingest.capture(project, [item.event]);
      const after = await count(product);
      expect(after).toBe(before + 1);
      before = after;
    }
  });

  test('large projects are computed by themselves, small ones and those in memory are not', async () => {
    let started = 0;
    const noted = (): void => void started++;
    process.on('worker', noted);
    onTestFinished(() => void process.off('worker', noted));
    // Asked once before, as code that runs for the first time may take longer than a small project may.
    await count(temporaryProduct({ computing: { thread: 'never' } }));
    const small = temporaryProduct();
    await count(small);
    await count(temporaryProduct({ path: ':memory:', computing: { thread: 'always' } }));
    expect(started).toBe(0);
    const large = largeProduct(written);
    await count(large);
    await count(large);
    expect(started).toBe(1);
    expect(large.service.computing.status().computed).toBe(1);
  });
});

describe('the main thread', () => {
  const LARGE: readonly (readonly [string, Body])[] = [
    ['trend', { events: Array(26).fill({ id: 'visited', math: 'dau' }), date_from: '-2900h', interval: 'hour' }],
    ['trend', { events: Array(8).fill({ id: 'paid' }), date_from: '-360h', interval: 'hour', breakdown: 'amount' }],
    ['trend', { events: [{ id: 'visited' }], date_from: '-30d', breakdown: 'note', breakdown_limit: 1_000 }],
    ['retention', { ...{ period: 'Hour', total_intervals: 105 }, breakdowns: [{ property: 'amount' }] }],
  ];

  /** Posts with a body, gets without one. */
  function sender(product: Product) {
    const app = createApp(product.service, { rate_limit: false });
    const Authorization = `Bearer ${product.key(['*'])}`;
    const headers = { Authorization, Host: 'localhost', 'Content-Type': 'application/json' };
    return (path: string, body?: unknown) =>
      app.request(`http://localhost/api/projects/1/${path}`, {
        headers,
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
  }

  /** What this thread works for an answer of at least so many characters, in ms. */
  async function busyMs(send: () => Response | Promise<Response>, least_chars: number): Promise<number> {
    const before = process.threadCpuUsage();
    const response = await send();
    const { user, system } = process.threadCpuUsage(before);
    const text = await response.text();
    expect(response.status, text.slice(0, 500)).toBe(200);
    expect(text.length).toBeGreaterThan(least_chars);
    return (user + system) / 1_000;
  }

  /** A collection of garbage may fall into one answer; work that belongs elsewhere would show in each. */
  async function leastBusyMs(answered: () => Promise<number>): Promise<number> {
    let least_ms = await answered();
    for (let more = 0; more < 2 && least_ms >= BUSY_MS; more++) least_ms = Math.min(least_ms, await answered());
    return least_ms;
  }

  test('neither reads nor links a large result of a saved insight, nor one among others', async () => {
    const send = sender(largeProduct(written, { computing: { thread: 'always', helpers: 0 } }));
    await send('insights/', { filters: { insight: 'TRENDS', ...LARGE[0]![1] } });
    expect((await send('dashboards/', { name: 'All', tiles: [{ insight: 1 }] })).status).toBe(201);
    await send('insights/?refresh=false');
    for (const path of ['insights/1/?refresh=force_blocking', 'insights/1/', 'insights/', 'dashboards/1/']) {
      if (path === 'dashboards/1/') await send(path);
      expect(await leastBusyMs(() => busyMs(() => send(path), 2_500_000)), path).toBeLessThan(BUSY_MS);
    }
  });

  test('neither ranks nor writes a large answer', async () => {
    const send = sender(largeProduct(written, { computing: { thread: 'always', helpers: 0 } }));
    await send('insights/trend/', {}); // loads what it needs
    for (const [kind, body] of LARGE) {
      const post = () => send(`insights/${kind}/`, { ...body, refresh: true });
      expect(await leastBusyMs(() => busyMs(post, 500_000)), JSON.stringify(body)).toBeLessThan(BUSY_MS);
    }
  });
});

describe('what goes wrong', () => {
  test('a thread that dies is an error for who waits, and the next question gets another', async () => {
    const product = largeProduct(written);
    const [thread] = await Promise.all([nextThread(), count(product)]);
    const asked = ask(product, 'compute_trend', slow());
    await Promise.all([
      expect(asked).rejects.toMatchObject({ code: 'error', status: 500 }),
      until(product, 1).then(() => thread.terminate()),
    ]);
    expect(await count(product)).toBeGreaterThan(0);
  });

  test('too long is a timeout, and the thread is free again', async () => {
    const product = largeProduct(written);
    const asked = async (ms: number) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const control = new AbortController();
      const code = ask(product, 'compute_trend', slow(), control.signal).catch((error: ServiceError) => error.code);
      await until(product, 1);
      vi.advanceTimersByTime(ms);
      vi.useRealTimers();
      await Promise.race([code, sleep(50)]);
      // Whoever is not given up by then leaves.
      control.abort();
      await until(product, 0);
      return code;
    };
    onTestFinished(() => void vi.useRealTimers());
    await atAndPast('compute_ms', asked, { at: 'timeout', past: 'cancelled', step: -1 });
  });

  test('a question that runs out of memory fails alone, and others are answered', async () => {
    const product = largeProduct(written, { computing: { thread: 'always', heap_mb: 24, helpers: 1 } });
    expect(await count(product)).toBeGreaterThan(0);
    // A text of a thousand characters for each event.
    const breakdown = `upper(concat(${Array(9).fill('properties.note').join(', ')}))`;
    const runaway = { events: [{ id: null }], breakdown, breakdown_type: 'hogql', date_from: '-30d' };
    const asked = ask(product, 'compute_trend', runaway);
    await until(product, 1);
    const after = count(product);
    await expect(asked).rejects.toMatchObject({ code: 'too_large', status: 413 });
    expect(await after).toBeGreaterThan(0);
  });

  test('more than may wait are turned away', async () => {
    const product = largeProduct(written);
    const waited = async (count: number) => {
      const control = new AbortController();
      const codes = Array.from({ length: 1 + count }, (_, at) =>
        ask(product, 'compute_trend', at === 0 ? slow() : slow(at, 1, 1), control.signal).catch(
          (error: ServiceError) => error.code,
        ),
      );
      const last = codes.at(-1)!;
      await until(product, 1, LIMIT.computing_waiting);
      await Promise.race([last, sleep(50)]);
      control.abort();
      const [first] = await Promise.all(codes);
      return [first, await last];
    };
    await atAndPast('computing_waiting', waited, { at: ['cancelled', 'cancelled'], past: ['cancelled', 'busy'] });
    expect(await count(product)).toBeGreaterThan(0);
  });

  test('closing does not wait for what is computed', async () => {
    const product = largeProduct(written);
    await count(product);
    const asked = expect(ask(product, 'compute_trend', slow())).rejects.toMatchObject({ code: 'cancelled' });
    await until(product, 1);
    const started_ms = performance.now();
    await product.close();
    expect(performance.now() - started_ms).toBeLessThan(FREE_MS * 2);
    await asked;
  });
});

describe('giving up', () => {
  test('by name: the asker hears "cancelled", the thread is free', async () => {
    const product = largeProduct(written);
    await count(product);
    const asked = ask(product, 'compute_trend', { ...slow(), client_query_id: 'mine' });
    const refused = expect(asked).rejects.toMatchObject({ code: 'cancelled', status: 400 });
    await until(product, 1);
    await sleep(50);
    const started_ms = performance.now();
    const cancel = () => ask(product, 'cancel_computation', { client_query_id: 'mine' });
    expect(await cancel()).toMatchObject({ id: null, query_status: { id: 'mine', complete: true, cancelled: true } });
    await refused;
    await until(product, 0);
    expect(performance.now() - started_ms).toBeLessThan(FREE_MS);
    expect(await cancel()).toMatchObject({ query_status: { cancelled: false } });
  });

  test('a name belongs to its project', async () => {
    const product = largeProduct(written);
    await count(product);
    const { service } = product;
    const { id: first_id, ...first } = service.store.projects.list()[0]!;
    const other = service.store.transaction(() => service.store.projects.create({ ...first, api_token: 'phc_other' }));
    const asked = ask(product, 'compute_trend', { ...slow(), client_query_id: 'mine' });
    const refused = expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    await until(product, 1);
    expect(service.computing.in_progress.cancel(other.id, 'mine')).toBe(0);
    expect(service.computing.in_progress.cancel(first_id, 'mine')).toBe(1);
    await refused;
  });

  test('by leaving, while it runs and while it waits', async () => {
    const product = largeProduct(written);
    await count(product);
    const [first, second] = [new AbortController(), new AbortController()];
    const running = ask(product, 'compute_trend', slow(1), first.signal).catch((error) => error.code);
    await until(product, 1);
    const waiting = ask(product, 'compute_trend', slow(2), second.signal).catch((error) => error.code);
    await until(product, 1, 1);
    second.abort();
    expect(await waiting).toBe('cancelled');
    await until(product, 1, 0);
    const started_ms = performance.now();
    first.abort();
    expect(await running).toBe('cancelled');
    await until(product, 0);
    expect(performance.now() - started_ms).toBeLessThan(FREE_MS);
  });

  test('one of two who share a run leaves: the other is answered', async () => {
    const product = largeProduct(written);
    const body = slow(0, 1, 4);
    const leaving = ask(product, 'compute_trend', { ...body, client_query_id: 'leaves' });
    const staying = ask(product, 'compute_trend', { ...body, client_query_id: 'stays' });
    const refused = expect(leaving).rejects.toMatchObject({ code: 'cancelled' });
    await until(product, 1);
    await ask(product, 'cancel_computation', { client_query_id: 'leaves' });
    await refused;
    expect(product.service.computing.status().running).toBe(1);
    expect(await staying).toMatchObject({ is_cached: false });
    expect(product.service.computing.status().computed).toBe(1);
  });

  test('others go on meanwhile', async () => {
    const product = largeProduct(written);
    const project = product.service.store.projects.list()[0]!;
    const capture = async (): Promise<void> => {
      const item = event('visited', 'p1', '2026-03-10T11:00:00Z');
      if (item.kind === 'event') await product.service.ingest.capture(project, [item.event]);
    };
    await capture(); // learns which events are there
    const control = new AbortController();
    const asked = ask(product, 'compute_trend', slow(), control.signal).catch(() => null);
    await until(product, 1);
    const started_ms = performance.now();
    await capture();
    expect(performance.now() - started_ms).toBeLessThan(FREE_MS);
    expect(product.service.computing.status().running).toBe(1);
    control.abort();
    await asked;
  });
});
