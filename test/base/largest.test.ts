import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestItems, leastOfLargest } from '../../src/base/largest.ts';

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

test('the largest items are those of a sorted list, ties by text, of many more than are collected at a time', () => {
  const item = fc.record({ text: fc.string({ maxLength: 3 }), total: fc.nat(2) });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 40 }), fc.nat(60), fc.constantFrom(1, 60), (some, count, times) => {
      const named = Array.from({ length: times }, (_, time) =>
        some.map(({ text, total }) => ({ text: `${text}${time}`, total })),
      );
      const items = [...new Map(named.flat().map((one) => [one.text, one])).values()];
      const sorted = items.toSorted((a, b) => b.total - a.total || (a.text < b.text ? -1 : 1));
      const totals = items.map(({ total }) => total);
      const found = largestItems(totals, count, (at) => items[at]!.text).map((at) => items[at]!.text);
      expect(found.sort()).toEqual(
        sorted
          .slice(0, count)
          .map(({ text }) => text)
          .sort(),
      );
    }),
  );
});
