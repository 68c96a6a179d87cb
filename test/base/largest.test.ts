import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestItems, leastOfLargest } from '../../src/base/largest.ts';
import { asciiBeginning, textBeginning } from '../../src/base/numbering/beginning.ts';

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

/** As a dictionary tells it: only of texts that it has as ASCII. */
function beginningOf(text: string): number {
  const bytes = Buffer.from(`"${text}"`);
  if (/[^ -~]/.test(text)) return -1;
  const beginning = asciiBeginning(bytes, 1, bytes.length - 1);
  expect(beginning).toBe(textBeginning(text));
  return beginning;
}

test('the largest items are those of a sorted list, ties by text, of many more than are collected at a time', () => {
  const text = fc.oneof(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9, unit: 'binary' }));
  const item = fc.record({ text, total: fc.nat(2) });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 40 }), fc.nat(60), fc.constantFrom(1, 60), (some, count, times) => {
      const named = Array.from({ length: times }, (_, time) =>
        some.map(({ text, total }) => ({ text: `${text}${time}`, total })),
      );
      const items = [...new Map(named.flat().map((one) => [one.text, one])).values()];
      const sorted = items.toSorted((a, b) => b.total - a.total || (a.text < b.text ? -1 : 1));
      const totals = items.map(({ total }) => total);
      const of = (at: number): string => items[at]!.text;
      const wanted = sorted.slice(0, count).map(({ text }) => text);
      for (const texts of [{ of }, { of, beginningOf: (at: number) => beginningOf(of(at)) }]) {
        expect(largestItems(totals, count, texts).map(of).sort()).toEqual(wanted.toSorted());
      }
    }),
  );
});
