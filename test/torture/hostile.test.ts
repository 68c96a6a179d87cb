/** A slice of `npm run torture -- --hostile`. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/product.ts';
import { attack } from './hostile/attack.ts';

test('whatever is sent is answered within a second, below 500, and tells nothing of the inside', async () => {
  const path = join(temporaryFolder(), 'attacked.db');
  const { findings, statuses } = await attack(path, { seed: 3, from: 0, count: 90 });
  expect(findings).toEqual([]);
  // What gets through is not only refused.
  expect(statuses.get(200)).toBeGreaterThan(20);
});
