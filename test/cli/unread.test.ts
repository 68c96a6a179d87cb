/** A process must not stop because nobody reads its output. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { serving } from '../support/cli.ts';
import { temporaryProduct } from '../support/product.ts';

test('a server whose stderr nobody reads keeps answering, counts what it could not log, and reports it later', async () => {
  const { child, finished, address } = await serving(['--db', temporaryProduct().path], { INSIGHTS_MCP_LOG: 'info' });
  child.stderr.pause();
  const pool = new Pool(address, { connections: 8, pipelining: 4 });
  const get = async (path: string) => {
    const { statusCode, body } = await pool.request({ method: 'GET', path });
    return { status: statusCode, text: await body.text() };
  };
  // Each line of the log holds the start of its address, so that the pipe is full soon.
  const answers = await Promise.all(Array.from({ length: 2_500 }, () => get('/healthz')));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const dropped = () => get('/metrics').then(({ text }) => Number(/lines_dropped_total (\d+)/.exec(text)?.[1]));
  expect(await dropped()).toBeGreaterThan(0);
  await pool.close();

  child.stderr.resume();
  await sleep(200);
  child.kill('SIGTERM');
  const { code, stderr } = await finished;
  expect(code).toBe(0);
  expect(stderr).toMatch(/"lines":\d+,"msg":"log lines were dropped/);
});

test('it exits although nobody reads its output', async () => {
  const { child, finished, address } = await serving(['--db', temporaryProduct().path], { INSIGHTS_MCP_LOG: 'info' });
  child.stderr.pause();
  const pool = new Pool(address, { connections: 8 });
  await Promise.all(
    Array.from({ length: 2_000 }, () =>
      pool.request({ method: 'GET', path: '/healthz' }).then(({ body }) => body.dump()),
    ),
  );
  await pool.close();
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await Promise.race([exited, sleep(2_000, 'still there')])).toBe(0);
  child.stderr.resume();
  await finished;
});
