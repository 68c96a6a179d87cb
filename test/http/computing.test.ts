/** Cancelling and timing over both faces, and the operator's view of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import { largeProduct, slow, writeLarge } from '../support/large.ts';
import { answered, connectHttp, type Era, refusal, served } from '../support/mcp.ts';
import { type Product, temporaryProduct } from '../support/product.ts';

/** The question would take twice as long on an idle machine. The aim is a thirtieth of it; the rest is for noisy ones. */
const FREE_MS = 1_500;

const folder = mkdtempSync(join(tmpdir(), 'insights-test-'));
const written = join(folder, 'written.db');
beforeAll(() => writeLarge(written));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const QUICK = { events: [{ id: 'visited' }] };

interface Rest {
  readonly product: Product;
  readonly base: string;
  readonly key: string;
}

async function started(product: Product): Promise<Rest> {
  return { product, base: await served(product), key: product.key(['insight:read']) };
}

async function post(
  { base, key }: Rest,
  path: string,
  body: unknown,
  signal: AbortSignal | null = null,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${base}/api/projects/@current/insights/${path}/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function untilRunning({ service }: Product, running: number): Promise<void> {
  while (service.computing.status().running !== running) await sleep(1);
}

async function metrics({ base }: Rest): Promise<string> {
  return (await fetch(`${base}/metrics`)).text();
}

describe('over REST', () => {
  test('a question is at most a megabyte, packed or not: it is read by the thread that answers everybody', async () => {
    const { base, key } = await started(temporaryProduct());
    const ask = (body: Uint8Array | string, headers: Record<string, string> = {}) =>
      fetch(`${base}/api/projects/@current/insights/trend/`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
        body,
      });
    const long = JSON.stringify({ ...QUICK, more: 'x'.repeat(LIMIT.question_bytes) });
    expect((await ask(long)).status).toBe(413);
    expect((await ask(gzipSync(long), { 'Content-Encoding': 'gzip' })).status).toBe(413);
    expect((await ask(JSON.stringify(QUICK))).status).toBe(200);
  });

  test('a computation is cancelled by its name while it runs', async () => {
    const rest = await started(largeProduct(written));
    await post(rest, 'trend', QUICK); // the thread is there
    const asked = post(rest, 'trend', { ...slow(), client_query_id: 'mine' });
    await untilRunning(rest.product, 1);
    expect(await metrics(rest)).toContain('\ninsights_computations_running 1\n');
    const began_ms = performance.now();
    const cancelled = await post(rest, 'cancel', { client_query_id: 'mine' });
    expect(cancelled).toMatchObject({
      status: 200,
      body: { id: null, short_id: null, result: null, query_status: { id: 'mine', complete: true, cancelled: true } },
    });
    expect(await asked).toMatchObject({ status: 400, body: { code: 'cancelled', attr: null } });
    await untilRunning(rest.product, 0);
    expect(performance.now() - began_ms).toBeLessThan(FREE_MS);
  });

  test('a client that goes away takes its computation along', async () => {
    const rest = await started(largeProduct(written));
    await post(rest, 'trend', QUICK); // the thread is there
    const control = new AbortController();
    const asked = post(rest, 'trend', slow(), control.signal).catch((error: Error) => error.name);
    await untilRunning(rest.product, 1);
    const began_ms = performance.now();
    control.abort();
    expect(await asked).toBe('AbortError');
    await untilRunning(rest.product, 0);
    expect(performance.now() - began_ms).toBeLessThan(FREE_MS);
  });

  test('without a name nothing is cancelled', async () => {
    const rest = await started(temporaryProduct());
    for (const body of [{}, { client_query_id: null }, { client_query_id: '' }, { name: 'an insight', tags: [] }]) {
      expect(await post(rest, 'cancel', body)).toMatchObject({
        status: 200,
        body: { id: null, query_status: { id: null, complete: true, cancelled: false } },
      });
    }
    for (const client_query_id of [['x'], 'x'.repeat(LIMIT.client_query_id_chars + 1)]) {
      const refused = await post(rest, 'cancel', { client_query_id });
      expect(refused).toMatchObject({ status: 400, body: { attr: 'client_query_id' } });
    }
    const unknown = await post(rest, 'cancel', { client_query_id: 'unknown', name: 'whatever' });
    expect(unknown).toMatchObject({ status: 200, body: { query_status: { cancelled: false } } });
  });

  test('timings add up in the metrics', async () => {
    const rest = await started(temporaryProduct());
    expect(await post(rest, 'timing', { milliseconds: 250 })).toMatchObject({ status: 200, body: { id: null } });
    await post(rest, 'timing', { time_to_see_data_ms: 4_000.5, insight: 'k3VbQ0pZ' });
    await post(rest, 'timing', { milliseconds: 90_000, event: 'render' });
    await post(rest, 'timing', { name: 'nothing measured' });
    const text = await metrics(rest);
    for (const line of [
      'insights_client_wait_ms_bucket{event="load",le="100"} 0',
      'insights_client_wait_ms_bucket{event="load",le="300"} 1',
      'insights_client_wait_ms_bucket{event="load",le="10000"} 2',
      'insights_client_wait_ms_sum{event="load"} 4250.5',
      'insights_client_wait_ms_count{event="load"} 2',
      'insights_client_wait_ms_bucket{event="render",le="30000"} 0',
      'insights_client_wait_ms_bucket{event="render",le="+Inf"} 1',
      'insights_computations_total 0',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    for (const body of [{ milliseconds: -1 }, { milliseconds: 'long' }, { milliseconds: 1e9 }]) {
      expect(await post(rest, 'timing', body)).toMatchObject({ status: 400, body: { attr: 'milliseconds' } });
    }
    expect(await post(rest, 'timing', { event: 'x' })).toMatchObject({ status: 400, body: { attr: 'event' } });
  });

  test('both need to read insights', async () => {
    const product = temporaryProduct();
    const rest = { product, base: await served(product), key: product.key(['project:read']) };
    expect(await post(rest, 'cancel', { client_query_id: 'x' })).toMatchObject({ status: 403 });
    expect(await post(rest, 'timing', { milliseconds: 1 })).toMatchObject({ status: 403 });
  });
});

describe.each<[Era]>([['2025'], ['2026']])('over MCP of %s', (era) => {
  test('a long call reports progress to those who ask for it', async () => {
    const product = largeProduct(written);
    const { client } = await connectHttp(await served(product), product.key(['insight:read']), era);
    const control = new AbortController();
    const progress: number[] = [];
    const onprogress = (told: { progress: number }) => {
      progress.push(told.progress);
      control.abort();
    };
    const asked = { name: 'compute_trend', arguments: slow() };
    await client.callTool(asked, { onprogress, signal: control.signal }).catch(() => {});
    expect(progress).toEqual([1]);
  });

  test('a tool call is cancelled by another, and by its client', async () => {
    const product = largeProduct(written);
    const { client } = await connectHttp(await served(product), product.key(['insight:read']), era);
    await answered(client, 'compute_trend', QUICK); // the thread is there
    const asked = refusal(client, 'compute_trend', { ...slow(), client_query_id: 'mine' });
    await untilRunning(product, 1);
    expect(await answered(client, 'cancel_computation', { client_query_id: 'mine' })).toMatchObject({
      query_status: { id: 'mine', complete: true, cancelled: true },
    });
    expect(await asked).toMatch(/^cancelled: /);
    await untilRunning(product, 0);

    const control = new AbortController();
    const given_up = client
      .callTool({ name: 'compute_trend', arguments: slow(1) }, { signal: control.signal })
      .catch(() => 'gone');
    await untilRunning(product, 1);
    const began_ms = performance.now();
    control.abort();
    expect(await given_up).toBe('gone');
    await untilRunning(product, 0);
    expect(performance.now() - began_ms).toBeLessThan(FREE_MS);
  });
});
