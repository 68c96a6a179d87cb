import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstByText, leastOfLargest } from '../../src/base/largest.ts';

test('the least of the largest is what sorting them tells', () => {
  const numbers = fc.array(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.double({ noNaN: true })), { maxLength: 40 });
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 30 }), fc.constantFrom(1, 60), (some, count, times) => {
      // Many more than are collected at a time, equal ones among them.
      const values = Array.from({ length: times }, (_, time) => some.map((one) => one + (time % 7))).flat();
      const wanted = values.toSorted((a, b) => b - a)[count - 1] ?? Number.NEGATIVE_INFINITY;
      // Zeros of either sign are as large as each other.
      expect(leastOfLargest(values, count) + 0).toBe(wanted + 0);
    }),
  );
});

test('the first by text are those of a sorted list, of many more than are collected at a time', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 40 }),
      fc.nat(60),
      fc.constantFrom(1, 60),
      (some, count, times) => {
        const texts = Array.from({ length: times }, (_, time) => some.map((one) => `${one}${time}`)).flat();
        const sorted = [...new Set(texts)].sort();
        const items = sorted.toReversed().keys();
        const found = firstByText(items, count, (item) => sorted.at(-1 - item)!);
        expect(found).toEqual(sorted.slice(0, count).map((text, at) => ({ item: sorted.length - 1 - at, text })));
      },
    ),
  );
});
