/** A slice of `npm run torture`. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/product.ts';
import { flipOne, makeWhole, randomBits } from './flips.ts';
import { known, repairOne } from './repairs.ts';

test('a bit that flips changes no answer in silence', async () => {
  const folder = temporaryFolder();
  const whole = await makeWhole(join(folder, 'whole.db'));
  const trials = [];
  for (const bit of randomBits(whole, 3).take(14)) trials.push(await flipOne(whole, bit, join(folder, 'flipped.db')));
  expect(trials.filter(({ about }) => about !== '')).toEqual([]);
  expect(new Set(trials.map(({ verdict }) => verdict))).toEqual(new Set(['same', 'named']));

  // What was named is repaired, or refused; so is a block of other bytes in its place.
  const [file, outcomes] = [known(whole), new Set<string>()];
  for (const { bit } of trials.filter(({ verdict }) => verdict === 'named').slice(0, 2)) {
    for (const kind of ['bit', 'block'] as const) {
      const { outcome, about } = await repairOne(file, bit, kind, join(folder, 'damaged.db'));
      outcomes.add(outcome);
      expect([bit, kind, outcome === 'wrong' ? about : '']).toEqual([bit, kind, '']);
    }
  }
  expect(outcomes).toContain('lost');
});
