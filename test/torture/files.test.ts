/** A slice of `npm run torture -- --files`. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/product.ts';
import { damageBackup, damageFile } from './files.ts';
import { makeWhole } from './flips.ts';

test('of damaged files nothing is lost without a word, and damaged backups are refused', async () => {
  const folder = temporaryFolder();
  const wrong = [];
  for (let nth = 0; nth < 18; nth++) wrong.push(await damageFile(join(folder, 'file.bin'), { seed: 5, nth }));
  const whole = await makeWhole(join(folder, 'whole.db'));
  for (let nth = 0; nth < 3; nth++) wrong.push(await damageBackup(whole, { seed: 5, nth }));
  expect(wrong.filter((one) => one !== null)).toEqual([]);
});
