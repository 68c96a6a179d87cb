import { expect, test } from 'vitest';
import { randomSource } from '../../src/service/access/random_source.ts';

test('no bytes are given twice, whatever was asked for before, and nobody shares memory', () => {
  const random = randomSource();
  const seen = new Set<string>();
  for (let nth = 0; nth < 5_000; nth++) {
    const bytes = random(10 + (nth % 7));
    expect(bytes.length).toBe(10 + (nth % 7));
    expect(bytes.buffer.byteLength).toBe(bytes.length);
    seen.add(Buffer.from(bytes.subarray(0, 10)).toString('hex'));
  }
  expect(seen.size).toBe(5_000);
});

test('more than the reserve holds', () => {
  const bytes = randomSource()(100_000);
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte]!++;
  expect(Math.min(...counts)).toBeGreaterThan(200);
  expect(Math.max(...counts)).toBeLessThan(600);
});
