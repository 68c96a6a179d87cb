import { expect, test } from 'vitest';
import { TUNING } from '../../src/model/tuning.ts';
import { readText, type StoredText, storeText } from '../../src/service/answers/stored_texts.ts';
import { temporaryProduct } from '../support/product.ts';

test('a long text is there as a whole or not at all, and nothing of the one before stays', async () => {
  const { store } = temporaryProduct().service;
  const place = { project_id: 1, key: 'long' };
  const keys = (made_at_ms: number) =>
    [0, 1, 2].filter((nth) => store.results.bytes(1, `long:${made_at_ms}:${nth}`) !== undefined);
  let told: StoredText | null = null;
  const write = async (length: number, made_at_ms: number) => {
    const bytes = new TextEncoder().encode('ü'.repeat(length / 2));
    await storeText(store, place, { bytes, made_at_ms, erasures: 0, before: told }, (text) => {
      told = text;
    });
    return bytes;
  };
  const size = TUNING.stored_piece_bytes;
  // A character lies across the border of two pieces.
  for (const [at, length] of [2 * size + 6, size + 2, size, 6, 0].entries()) {
    const bytes = await write(length, at);
    const read = await readText(store, place, told!);
    expect(Buffer.compare(read!, bytes)).toBe(0);
    expect(keys(at)).toEqual([0, 1, 2].slice(0, Math.max(1, Math.ceil(length / size))));
    expect(at === 0 ? [] : keys(at - 1)).toEqual([]);
  }
  await write(2 * size, 9);
  store.results.delete(1, 'long:9:1');
  expect(await readText(store, place, told!)).toBeNull();
});
