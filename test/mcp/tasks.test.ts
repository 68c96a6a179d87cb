/** The tasks extension: long calls outlive their request, for clients that can wait for them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Tasks, untilTask } from '../../src/mcp/tasks.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { served } from '../support/mcp.ts';
import { temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';

const EXTENSION = 'io.modelcontextprotocol/tasks';
const DONE: CallToolResult = { content: [{ type: 'text', text: 'done' }] };

/** With a clock that stands until it is moved. */
function keeping() {
  const clock = { now_ms: Date.parse('2026-03-10T12:00:00Z'), made: 0 };
  const tasks = new Tasks(
    { now: () => clock.now_ms, randomBytes: (count) => Buffer.from(String(++clock.made).padStart(count, '0')) },
    0,
  );
  return { clock, tasks };
}

/** Work that ends when it is told to, or given up. */
function working(request = new AbortController()) {
  const { promise, resolve, reject } = Promise.withResolvers<CallToolResult>();
  const given_up: string[] = [];
  const work = untilTask(request.signal, (signal) => {
    signal.addEventListener('abort', () => given_up.push('given up'));
    return promise;
  });
  return { work, resolve, reject, given_up, request };
}

async function started(tasks: Tasks, work: ReturnType<typeof working>['work'], owner = 'key 1'): Promise<string> {
  const task = (await tasks.resultOrTask(owner, work)) as unknown as Record<string, unknown>;
  expect(task).toMatchObject({
    resultType: 'task',
    status: 'working',
    ttlMs: LIMIT.task_ms,
    pollIntervalMs: LIMIT.task_poll_ms,
  });
  return task['taskId'] as string;
}

describe('a task', () => {
  test('has its result once the work is over, and goes on when its request has ended', async () => {
    const { tasks, clock } = keeping();
    const { work, resolve, given_up, request } = working();
    const id = await started(tasks, work);
    request.abort();
    expect([given_up, tasks.get('key 1', id)['status']]).toEqual([[], 'working']);
    clock.now_ms += 1_000;
    resolve(DONE);
    await sleep(1);
    const got = tasks.get('key 1', id);
    expect(got).toMatchObject({ status: 'completed', result: DONE, lastUpdatedAt: '2026-03-10T12:00:01Z' });
    tasks.cancel('key 1', id);
    expect(tasks.get('key 1', id)).toEqual(got);
  });

  test('that is cancelled gives its work up, and stays so whatever comes of it', async () => {
    const { tasks } = keeping();
    const { work, resolve, given_up } = working();
    const id = await started(tasks, work);
    tasks.cancel('key 1', id);
    expect(given_up).toEqual(['given up']);
    resolve(DONE);
    await sleep(1);
    const { status, result } = tasks.get('key 1', id);
    expect([status, result]).toEqual(['cancelled', undefined]);
  });

  test('whose work breaks has failed, without the inside of it', async () => {
    const { tasks } = keeping();
    const { work, reject } = working();
    const id = await started(tasks, work);
    reject(new Error('secret'));
    await sleep(1);
    const got = tasks.get('key 1', id);
    expect(got).toMatchObject({ status: 'failed', error: { code: -32603 } });
    expect(JSON.stringify(got)).not.toContain('secret');
  });

  test('is seen by its owner only, for ten minutes, and makes room for newer ones', async () => {
    const { tasks, clock } = keeping();
    const id = await started(tasks, working().work);
    expect(() => tasks.get('key 2', id)).toThrow('no such task');
    expect(() => tasks.cancel('key 2', id)).toThrow('no such task');
    const seen = (of: Tasks, task: string) => {
      try {
        return of.get('key 1', task)['status'];
      } catch (error) {
        return String(error);
      }
    };
    const gone = expect.stringContaining('no such task');
    const seenAfter = async (ms: number) => {
      const late = await started(tasks, working().work);
      clock.now_ms += ms;
      return seen(tasks, late);
    };
    await atAndPast('task_ms', seenAfter, { at: gone, past: 'working', step: -1 });
    const oldestOf = async (count: number) => {
      const all = keeping().tasks;
      const oldest = await started(all, working().work);
      const others = Array.from({ length: count - 1 }, () => all.resultOrTask('key 1', working().work));
      await Promise.all(others);
      return seen(all, oldest);
    };
    await atAndPast('tasks', oldestOf, { at: 'working', past: gone });
  });

  test('is made of what takes longer than so long', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const tasks = new Tasks({ now: () => 0, randomBytes: (count) => new Uint8Array(count) });
    const asked = async (ms: number) => {
      const { work, resolve } = working();
      setTimeout(() => resolve(DONE), ms);
      const answer = tasks.resultOrTask('key 1', work);
      await vi.advanceTimersByTimeAsync(ms);
      return (await answer).resultType ?? 'at once';
    };
    await atAndPast('task_after_ms', asked, { at: 'at once', past: 'task' });
  });

  test('is not made of what is answered soon; until then the request ends the work', async () => {
    const clock = { now: () => 0, randomBytes: (count: number) => new Uint8Array(count) };
    const tasks = new Tasks(clock, 60_000);
    const { work, resolve, given_up, request } = working();
    const result = tasks.resultOrTask('key 1', work);
    request.abort();
    expect(given_up).toEqual(['given up']);
    resolve(DONE);
    expect(await result).toBe(DONE);
  });
});

test('over HTTP the extension is offered; whoever has not declared it is told so', async () => {
  const product = temporaryProduct();
  const address = new URL('/mcp', await served(product));
  const key = product.key(['*']);
  const ask = async (method: string, params: Record<string, unknown>, extensions: Record<string, unknown> = {}) => {
    const envelope = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { extensions },
    };
    const named = params['taskId'] ?? params['name'];
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(named === undefined ? {} : { 'Mcp-Name': String(named) }),
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } });
    const text = await (await fetch(address, { method: 'POST', headers, body })).text();
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  };
  const discovered = await ask('server/discover', {});
  expect(discovered.error).toBeUndefined();
  const { result } = discovered;
  expect(result.capabilities.extensions).toEqual({ [EXTENSION]: {} });
  expect((await ask('tasks/get', { taskId: 'x' })).error).toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { extensions: { [EXTENSION]: {} } } },
  });
  for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
    expect((await ask(method, { taskId: 'x' }, { [EXTENSION]: {} })).error, method).toMatchObject({ code: -32602 });
  }
  expect((await ask('tasks/list', {}, { [EXTENSION]: {} })).error).toMatchObject({ code: -32601 });
  const call = await ask('tools/call', { name: 'describe_project', arguments: {} }, { [EXTENSION]: {} });
  expect(call.result).toMatchObject({ resultType: 'complete', structuredContent: { section: 'summary' } });
});
