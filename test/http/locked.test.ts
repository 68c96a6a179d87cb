/** Another process holds the write lock: readers do not notice, writers wait without blocking others. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { TUNING } from '../../src/model/tuning.ts';
import { openDatabase } from '../../src/store/file/database.ts';
import { startServer } from './support.ts';

const HOLDER = fileURLToPath(new URL('../store/appender.ts', import.meta.url));

/** Resolves when the lock is held; it is for so long. */
async function hold(path: string, ms: number): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', HOLDER, path, 'hold', String(ms)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
}

const TREND = { events: [{ id: 'paid' }], date_from: '-7d' };
const HELD_MS = 1_200;

test('reads answer as ever, writes when the lock is free', async () => {
  let now_ms = Date.now();
  const server = await startServer({ lock_wait_ms: TUNING.store_busy_serving_ms, now: () => now_ms });
  const { api_token } = server.service.store.projects.list()[0]!;
  const event = { event: 'paid', distinct_id: 'a' };
  await server.send('POST', '/batch/', { key: null, body: { api_key: api_token, batch: [event] } });
  const { id } = (await server.post('insights/', { name: 'Payments', filters: TREND })).body;
  const { access_token } = (await server.patch(`insights/${id}/sharing/`, { enabled: true })).body;
  await server.get(`insights/${id}/`);
  // So late that a key would be marked as used, and a result is due.
  now_ms += 5 * 3_600_000;

  await hold(server.path, HELD_MS);
  const held_at_ms = performance.now();
  const writes = Promise.all([
    server.post('insights/', { name: 'Later' }),
    server.post(`insights/${id}/viewed/`, {}),
    server.send('POST', '/batch/', { key: null, body: { api_key: api_token, batch: [event, event] } }),
  ]);
  let slowest_ms = 0;
  const reads = [
    () => server.get(`insights/${id}/?refresh=true`),
    () => server.get('insights/'),
    () => server.get('insights/my_last_viewed/'),
    () => server.post('insights/trend/', TREND),
    () => server.get('describe/'),
    () => server.get(`/shared/${access_token}.json`, { key: null }),
    () => server.get(`/shared/${access_token}`, { key: null }),
    () => server.get('/metrics'),
  ];
  for (const read of [...reads, ...reads]) {
    const began_ms = performance.now();
    const { status } = await read();
    expect(status).toBe(200);
    slowest_ms = Math.max(slowest_ms, performance.now() - began_ms);
  }
  expect(performance.now() - held_at_ms).toBeLessThan(HELD_MS); // all of them while it was held
  expect(slowest_ms).toBeLessThan(300);
  const written = await writes;
  expect(performance.now() - held_at_ms).toBeGreaterThan(HELD_MS - 200);
  expect(written.map(({ status }) => status)).toEqual([201, 200, 200]);
  expect((await server.post('insights/trend/', TREND)).body.result[0].count).toBe(3);
});

test('events that another process overtook, between the look at the lock and their commit, wait for their turn again', async () => {
  const server = await startServer({ lock_wait_ms: TUNING.store_busy_serving_ms });
  const { store } = server.service;
  const other = openDatabase(server.path);
  onTestFinished(() => other.close());
  const { isFree } = store;
  let overtook = 0;
  const overtake = () => {
    const free = isFree();
    if (!free || overtook === 3) return free;
    overtook++;
    other.execute('BEGIN IMMEDIATE');
    setTimeout(() => other.execute('ROLLBACK'), 2 * TUNING.store_busy_serving_ms);
    return free;
  };
  Object.assign(store, { isFree: overtake });
  const { api_token } = store.projects.list()[0]!;
  const send = (distinct_id: string) => {
    const batch = [{ event: 'paid', distinct_id }];
    return server.send('POST', '/batch/', { key: null, body: { api_key: api_token, batch } });
  };
  const sent = await Promise.all(['a', 'b', 'c'].map(send));
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(overtook).toBe(3);
  expect((await server.post('insights/trend/', TREND)).body.result[0].count).toBe(3);
});
