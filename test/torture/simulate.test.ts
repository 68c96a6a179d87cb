/** A slice of `npm run torture -- --simulate`. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/product.ts';
import { simulate } from './simulate/run.ts';

test('falls, failing syncs and full disks lose nothing that was acknowledged, and a seed does the same again', async () => {
  const first = await simulate(temporaryFolder(), { seed: 12, count: 60 });
  expect(first.wrong).toBe(null);
  const falls = [...first.counts.keys()].filter((name) => /power|kill|fails|full/.test(name));
  expect(falls.length).toBeGreaterThan(4);
  const again = await simulate(temporaryFolder(), { seed: 12, count: 60 });
  expect(again.digest).toBe(first.digest);
});
