/** Servers stop quickly, and keep everything they acknowledged; an export that is stopped leaves nothing. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { serving, startCli } from '../support/cli.ts';
import { event, temporaryProduct } from '../support/product.ts';

test('SIGTERM under load: nothing is taken any more, what was acknowledged is there, and it is out within two seconds', async () => {
  const product = temporaryProduct();
  const token = product.service.store.projects.list()[0]!.api_token;
  const { child, finished, address } = await serving(['--db', product.path]);
  const pool = new Pool(address, { connections: 16 });
  let acknowledged = 0;
  let sent = 0;
  let last_ms = 0;
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const batch = Array.from({ length: 200 }, () => ({ event: 'seen', distinct_id: `p${sent++ % 50}` }));
      const body = JSON.stringify({ api_key: token, batch });
      try {
        const answer = await pool.request({ method: 'POST', path: '/batch/', body });
        await answer.body.dump();
        if (answer.statusCode !== 200) continue;
        acknowledged += batch.length;
        last_ms = performance.now();
      } catch {
        return;
      }
    }
  };
  const clients = Array.from({ length: 16 }, client);
  while (acknowledged < 10_000) await new Promise((resolve) => setTimeout(resolve, 5));
  const stopped_ms = performance.now();
  child.kill('SIGTERM');
  const { code } = await finished;
  const ended_ms = performance.now();
  isOver = true;
  await Promise.all(clients);
  await pool.destroy();
  expect(code).toBe(0);
  expect(ended_ms - stopped_ms).toBeLessThan(2_000);
  expect(last_ms - stopped_ms).toBeLessThan(1_000);
  const stored = product.service.store.definitions.events(1).reduce((sum, { count }) => sum + count, 0);
  expect(stored).toBeGreaterThanOrEqual(acknowledged);
  expect(stored).toBeLessThanOrEqual(sent);
});

test('Ctrl-C ends an export, and nothing is left of the file', async () => {
  const { service, path, close } = temporaryProduct();
  const items = Array.from({ length: 300_000 }, (_, at) =>
    event('seen', `p${at % 99}`, '2026-03-01T10:00:00Z', { at }),
  );
  service.ingest.importItems(service.store.projects.list()[0]!, items);
  await close();
  const folder = dirname(path);
  const left = () => readdirSync(folder).filter((name) => name.startsWith('all'));
  const { child, finished } = startCli(['export', join(folder, 'all.ndjson.gz'), '--db', path]);
  await expect.poll(left, { timeout: 20_000, interval: 5 }).toHaveLength(1);
  child.kill('SIGINT');
  expect(await finished).toMatchObject({ code: 130, stderr: expect.stringContaining('nothing is left of it') });
  expect(left()).toEqual([]);
});
