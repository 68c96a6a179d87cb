/** A slice of `npm run torture`. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/product.ts';
import { flipOne, makeWhole, randomBits } from './flips.ts';

test('a bit that flips changes no answer in silence', async () => {
  const folder = temporaryFolder();
  const whole = await makeWhole(join(folder, 'whole.db'));
  const trials = [];
  for (const bit of randomBits(whole, 3).take(60)) trials.push(await flipOne(whole, bit, join(folder, 'flipped.db')));
  expect(trials.filter(({ about }) => about !== '')).toEqual([]);
  expect(new Set(trials.map(({ verdict }) => verdict))).toEqual(new Set(['same', 'named']));
});
