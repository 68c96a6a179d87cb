import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PairNumbers } from '../../src/base/numbering/pair_numbers.ts';

/** Few values, so that pairs repeat, and those whose bits are all or none. */
const word = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constantFrom(0x7fff_ffff, 0x8000_0000, 0xffff_ffff));

test('pairs are numbered in the order in which they are met, as a Map does', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { maxLength: 400 }), (pairs) => {
      const numbers = new PairNumbers();
      const known = new Map<string, number>();
      for (const pair of pairs) if (!known.has(pair.join())) known.set(pair.join(), known.size);
      const [lefts, rights] = [0, 1].map((side) => Uint32Array.from(pairs, (pair) => pair[side]!));
      expect([...numbers.numbersOf(lefts!, rights!)]).toEqual(pairs.map((pair) => known.get(pair.join())));
      expect(numbers.count).toBe(known.size);
      const found = pairs.map(([left, right]) => numbers.find(left, right));
      expect(found).toEqual(pairs.map((pair) => known.get(pair.join())));
      expect(found.map((number) => [numbers.lefts[number], numbers.rights[number]])).toEqual(pairs);
      expect(numbers.find(21, 21)).toBe(-1);
    }),
  );
});
