/** A slice of `npm run torture -- --erasures N`. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seeded } from '../../src/base/random.ts';
import { temporaryFolder } from '../support/product.ts';
import { killOnce, makeErasable } from './erasures.ts';

test('a person is erased whole, whenever the process that does it is killed', async () => {
  const folder = temporaryFolder();
  const whole = join(folder, 'whole.db');
  await makeErasable(whole);
  const random = seeded(7);
  for (let kill = 0; kill < 2; kill++) {
    expect(await killOnce(whole, join(folder, 'killed.db'), random)).toMatchObject({ about: '' });
  }
});
