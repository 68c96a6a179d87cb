import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sharedBytes } from '../../src/base/shared.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { collectSharedGarbage } from '../../src/service/computing/garbage.ts';

function makeAndForget(bytes: number): WeakRef<object> {
  return new WeakRef(sharedBytes(bytes).buffer);
}

test('shared arrays that nobody needs any more are given back once there are many', async () => {
  // What earlier tests of this process have made counts as well: from here on, nothing of it does.
  makeAndForget(TUNING.shared_garbage_bytes);
  expect(collectSharedGarbage(0)).toBe(true);
  const bytes = TUNING.shared_garbage_bytes / 2;
  const first = makeAndForget(bytes);
  // A reference that was just made or read is kept to the end of the turn.
  await turn();
  expect(collectSharedGarbage(0)).toBe(false);
  const kept = sharedBytes(bytes);
  await turn();
  expect(collectSharedGarbage(0)).toBe(true);
  expect(first.deref()).toBe(undefined);
  expect(kept).toHaveLength(bytes);
  expect(collectSharedGarbage(0)).toBe(false);
});

test('arrays in caches are no garbage until they leave', () => {
  const kept = sharedBytes(2 * TUNING.shared_garbage_bytes);
  expect(collectSharedGarbage(kept.byteLength)).toBe(false);
  expect(collectSharedGarbage(0)).toBe(true);
  expect(collectSharedGarbage(0)).toBe(false);
});
