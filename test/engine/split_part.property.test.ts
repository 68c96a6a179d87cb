import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitPart } from '../../src/engine/select/expression/text.ts';
import { runs } from '../support/runs.ts';

test('a part of a text is that of the whole text in parts, counted from either end', () => {
  const text = fc.array(fc.constantFrom('a', 'aa', '@', '::', ':', 'é', '😀', ' ')).map((parts) => parts.join(''));
  const separator = fc.constantFrom('', 'a', '@', '::', ':', '😀', 'none');
  const index = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(0.5, 1.5, 2.5, Number.NaN, 1e9));
  fc.assert(
    fc.property(text, separator, index, (whole, between, nth) => {
      const parts = between === '' ? [...whole] : whole.split(between);
      const wanted = nth === 0 ? '' : (parts.at(nth > 0 ? nth - 1 : nth) ?? '');
      expect(splitPart(whole, between, nth)).toBe(wanted);
    }),
    { numRuns: runs(1000) },
  );
});
