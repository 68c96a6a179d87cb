/** Over stdio: invalid messages, an assistant that reads nothing, one that leaves. */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import { startCli } from '../support/cli.ts';
import { temporaryProduct } from '../support/product.ts';

const HELLO = {
  jsonrpc: '2.0',
  id: 'first',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

test('a line that is too long, too deep or no message is answered, and the next one works', async () => {
  // Nobody reads what it logs, either.
  const { child, finished } = startCli(['stdio', '--db', temporaryProduct().path], { INSIGHTS_MCP_LOG: 'trace' });
  child.stderr.pause();
  const answers: Record<string, unknown>[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => answers.push(JSON.parse(line)));
  const answered = async (count: number) => {
    while (answers.length < count) await sleep(5);
  };
  const write = (message: unknown) =>
    child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  write(HELLO);
  await answered(1);
  const long = 'x'.repeat(LIMIT.body_bytes);
  write(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"${long}"}}`);
  write(`{"method":"tools/call","params":{"name":"${long}","id":99},"jsonrpc":"2.0","id":"three"}`);
  write(`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  write('no JSON at all');
  write('');
  write({ jsonrpc: '1.0', id: 5, method: 'tools/list' });
  write([{ jsonrpc: '2.0', id: 6, method: 'ping' }]);
  for (let bad = 0; bad < 2_000; bad++) write('{');
  write({ jsonrpc: '2.0', id: 7, method: 'ping' });
  await answered(2_008);
  const [first, ...others] = answers;
  expect(first).toMatchObject({ id: 'first', result: {} });
  expect(others.slice(0, 6).map(({ id }) => id)).toEqual([2, 'three', 4, null, 5, null]);
  for (const other of others.slice(0, -1)) {
    expect(other).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number), message: expect.any(String) } });
  }
  expect(others.at(-1)).toMatchObject({ id: 7, result: {} });
  expect(JSON.stringify(others[0])).toContain('longer than 20 MiB');
  child.stderr.resume();
  child.stdin.end();
  expect((await finished).code).toBe(0);
});

test('lines are read as bodies are: UTF-8, perhaps behind a mark of it, with all digits; ids of no type are not sent back', async () => {
  const { child, finished } = startCli(['stdio', '--db', temporaryProduct().path]);
  const answers: Record<string, unknown>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => answers.push(JSON.parse(line)));
  const write = (...parts: (string | Buffer)[]) =>
    child.stdin.write(Buffer.concat([...parts, '\n'].map((part) => Buffer.from(part))));
  write('\ufeff', JSON.stringify(HELLO));
  write('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"', Buffer.of(0xff), '"}}');
  for (const id of ['{}', '[1]', 'true', '1.5', 'null']) write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
  write(
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_events","arguments":{"distinct_id":12345678901234567890}}}',
  );
  while (answers.length < 8) await sleep(5);
  expect(answers.find(({ id }) => id === 'first')).toMatchObject({ result: {} });
  const refused = answers.filter((answer) => 'error' in answer).map(({ id }) => id);
  expect(refused).toEqual([null, null, null, null, 1.5, null]);
  expect(JSON.stringify(answers.find(({ id }) => id === 2))).toContain('12345678901234567890');
  child.stdin.end('{"jsonrpc":"2.0","id":"without its end","method":"ping"}');
  expect((await finished).code).toBe(0);
  expect(answers.at(-1)).toMatchObject({ id: 'without its end', result: {} });
});

test('an assistant that closes its reading end ends the process', async () => {
  const { child, finished } = startCli(['stdio', '--db', temporaryProduct().path]);
  child.stdin.write(`${JSON.stringify(HELLO)}\n`);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.stdout.destroy();
  child.stdin.on('error', () => {});
  const talking = setInterval(
    () => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`),
    20,
  );
  const { code } = await finished;
  clearInterval(talking);
  expect(code).toBe(0);
});

test('an assistant that takes no answers is not read from without end, and does not keep the process', async () => {
  const { child, finished } = startCli(['stdio', '--db', temporaryProduct().path]);
  child.stdin.write(`${JSON.stringify(HELLO)}\n`);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.stdout.pause();
  const pings = Array.from(
    { length: 20_000 },
    (_, id) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`,
  );
  for (const ping of pings) child.stdin.write(ping);
  await sleep(500);
  // The pipe is full: what it does not read waits on this side.
  expect(child.stdin.writableLength).toBeGreaterThan(0);
  child.stdin.on('error', () => {});
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  child.stdout.resume();
  await finished;
});
