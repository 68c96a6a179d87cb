import { once } from 'node:events';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { sharedBytes } from '../../src/base/shared.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { GarbageCollector } from '../../src/service/computing/garbage.ts';

const COLLECTING = new URL('./collecting.ts', import.meta.url);

const arrayBytes = (): number => process.memoryUsage().arrayBuffers;

/** A reference that was just made is kept to the end of the turn. */
async function makeAndForget(bytes: number): Promise<void> {
  sharedBytes(bytes);
  await turn();
}

/** Another thread may free what is dead a little later; the fewest bytes are known then. */
async function settle(garbage: GarbageCollector): Promise<void> {
  await sleep(50);
  garbage.collect(0);
}

/** Nothing of what earlier tests of this process made counts as garbage. */
async function settled(): Promise<GarbageCollector> {
  const garbage = new GarbageCollector();
  await makeAndForget(TUNING.garbage_bytes);
  garbage.collect(0);
  await settle(garbage);
  expect(garbage.done).toEqual({ young: 0, all: 1 });
  return garbage;
}

test('shared arrays that nobody needs any more are given back once there are many', async () => {
  const garbage = await settled();
  const before_bytes = arrayBytes();
  await makeAndForget(TUNING.young_garbage_bytes / 2);
  garbage.collect(0);
  expect(garbage.done).toEqual({ young: 0, all: 1 });
  // V8 may collect by itself in between, which leaves less to be given back.
  for (let round = 0; garbage.done.young === 0 && round < 4; round++) {
    await makeAndForget(TUNING.young_garbage_bytes * 0.75);
    garbage.collect(0);
  }
  expect(garbage.done).toEqual({ young: 1, all: 1 });
  await expect.poll(() => arrayBytes() - before_bytes).toBeLessThan(TUNING.young_garbage_bytes / 2);
  garbage.collect(0);
  expect(garbage.done).toEqual({ young: 1, all: 1 });
});

test('what has grown old is collected, too, once there is much of it', async () => {
  const garbage = await settled();
  const before_bytes = arrayBytes();
  let old: Uint8Array[] = [];
  while (garbage.done.all < 2) {
    old.push(sharedBytes(TUNING.young_garbage_bytes));
    await turn();
    garbage.collect(0);
  }
  expect(old.every((array) => array[0] === 0)).toBe(true);
  const { young } = garbage.done;
  expect(young).toBeGreaterThan(0);
  expect(old.length * TUNING.young_garbage_bytes).toBeLessThan(TUNING.garbage_bytes * 1.5);
  await settle(garbage);
  old = [];
  await makeAndForget(TUNING.garbage_bytes);
  garbage.collect(0);
  expect(garbage.done).toEqual({ young, all: 3 });
  await expect.poll(() => arrayBytes() - before_bytes).toBeLessThan(TUNING.young_garbage_bytes);
});

test('arrays in caches are no garbage until they leave', async () => {
  const garbage = await settled();
  const kept = sharedBytes(2 * TUNING.garbage_bytes);
  garbage.collect(kept.byteLength);
  expect(garbage.done).toEqual({ young: 0, all: 1 });
  garbage.collect(0);
  expect(garbage.done).toEqual({ young: 0, all: 2 });
  expect(kept).toHaveLength(2 * TUNING.garbage_bytes);
});

test('threads that collect for the first time at the same moment all do', async () => {
  for (let round = 0; round < 3; round++) {
    const threads = 6;
    const workerData = { gate: new Int32Array(new SharedArrayBuffer(4)), threads };
    const workers = Array.from({ length: threads }, () => new Worker(COLLECTING, { workerData }));
    const said = await Promise.all(workers.map((worker) => once(worker, 'message')));
    expect(said.flat()).toEqual(Array(threads).fill('collected'));
  }
});
