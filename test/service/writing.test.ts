/** What readers write by the way is skipped where it cannot be written now, and only there. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ServiceError } from '../../src/model/error.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { untilFree, writeIfFree } from '../../src/service/data/writing.ts';
import { temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';

test('a write that another writer or a full disk prevents is skipped; what is wrong with it is thrown', () => {
  const { store } = temporaryProduct().service;
  const thrown = (error: Error) =>
    writeIfFree(store, () => {
      throw error;
    });
  expect(writeIfFree(store, () => {})).toBe(true);
  expect(thrown(new ServiceError('busy', 'Another process writes.'))).toBe(false);
  expect(() => thrown(new ServiceError('gone', 'It has expired.'))).toThrow('expired');
  expect(() => thrown(new Error('a bug'))).toThrow('a bug');
});

test('a writer waits so long for another process', async () => {
  const waitedFor = async (ms: number) => {
    const { path, service } = temporaryProduct();
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    // Only the clock stands still: it is asked in real time.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const free = untilFree(service.store).then(
      () => 'free',
      (error: ServiceError) => error.code,
    );
    vi.advanceTimersByTime(ms);
    await sleep(TUNING.lock_retry_ms * 5);
    other.close();
    return free;
  };
  await atAndPast('store_busy_ms', waitedFor, { at: 'free', past: 'busy' });
});
