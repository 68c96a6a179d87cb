/** Threads that stop answering, or die. */
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { messagesOf } from '../../src/cli/formats/messages_of.ts';

function thread(code: string): Worker {
  return new Worker(`const { parentPort } = require('node:worker_threads'); ${code}`, { eval: true });
}

async function gone(worker: Worker): Promise<void> {
  await expect.poll(() => worker.threadId).toBe(-1);
}

test('a thread that never comes to an end is given up, and told', async () => {
  // Busy once the wait is nearly over, which leaves the machine to other tests.
  const asleep = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_800)';
  const worker = thread(`parentPort.postMessage('first'); ${asleep}; for (;;);`);
  const messages = messagesOf<string>(worker, 2_000);
  expect(await messages.next()).toEqual({ value: 'first', done: false });
  await expect(messages.next()).rejects.toMatchObject({ code: 'invalid_input' });
  await gone(worker);
});

test('nobody waits for what is not wanted any more', async () => {
  const worker = thread("setInterval(() => parentPort.postMessage('again'), 5);");
  for await (const message of messagesOf<string>(worker, null)) {
    expect(message).toBe('again');
    break;
  }
  await gone(worker);
});

test('what a thread fails with is told as it is', async () => {
  await expect(messagesOf(thread("throw new Error('mine')"), 10_000).next()).rejects.toThrow('mine');
});
