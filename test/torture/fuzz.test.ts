/** A slice of `npm run torture -- --fuzz SECONDS`. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/product.ts';
import { fuzz, replay, textOf, triedOf } from './fuzz/fuzz.ts';
import { READERS } from './fuzz/readers.ts';

test('readers read or refuse whatever they are given, and what is found leads further', async () => {
  const { blocks, kept, findings } = await fuzz(temporaryFolder(), { seed: 1, seconds: 0.5 });
  expect(findings).toEqual([]);
  expect(kept).toBeGreaterThan(0);
  expect(blocks[1]).toBeGreaterThan(blocks[0]);
});

test('an input is read again from its text', async () => {
  const tried = { reader: 'ndjson', bytes: READERS['ndjson']!.begin[0]! };
  expect(triedOf(textOf(tried))).toEqual(tried);
  expect(await replay(temporaryFolder(), tried)).toBeNull();
});
