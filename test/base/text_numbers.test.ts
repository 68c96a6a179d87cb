import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberBeginning, textBeginning } from '../../src/base/numbering/beginning.ts';
import { TextNumbers, writtenAs } from '../../src/base/numbering/text_numbers.ts';
import { runs } from '../support/runs.ts';

const decimal = fc
  .tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.nat(9))
  .map(([digits, places]) => digits / 10 ** places);
const number = fc.oneof(
  decimal,
  fc.double({ noNaN: true }),
  fc.double({ noNaN: true, min: -200, max: 200 }),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -0, 1e-6, 1e-7, 1e15, 1e21, 0.1 + 0.2, 9.9999999, 99999.95, 999999.9999, 5e-324, 0.30000001),
);

test('the beginning of a number is that of its text, as far as it is known', () => {
  let known = 0;
  fc.assert(
    fc.property(number, (one) => {
      const beginning = numberBeginning(one);
      if (beginning !== -1) expect(beginning).toBe(textBeginning(String(one)));
      known += Number(beginning !== -1);
    }),
    { numRuns: runs(20_000) },
  );
  expect(known).toBeGreaterThan(runs(20_000) / 4);
});

test('texts and numbers are numbered in the order in which they are met, those written alike as one', () => {
  const text = fc.oneof(
    number.map(String),
    fc.constantFrom('', '-0', '05', '5.0', '1e3', 'NaN', 'Infinity', '-', ' 5', 'a'),
  );
  const values = fc.array(fc.oneof(number, text), { maxLength: 400 });
  fc.assert(
    fc.property(values, (some) => {
      const numbers = new TextNumbers();
      const known = new Map<string, number>();
      for (const one of some) if (!known.has(String(one))) known.set(String(one), known.size);
      const met = some.map((one) => (typeof one === 'string' ? numbers.ofText(one) : numbers.ofNumber(one)));
      expect(met).toEqual(some.map((one) => known.get(String(one))));
      expect(numbers.count).toBe(known.size);
      expect(Array.from(known.keys(), (_, at) => numbers.textAt(at))).toEqual([...known.keys()]);
      for (const [said, at] of known) {
        expect(numbers.find(said)).toBe(at);
        if (!Number.isNaN(writtenAs(said))) expect(numbers.find(writtenAs(said))).toBe(at);
        expect([-1, textBeginning(said)]).toContain(numbers.beginningAt(at));
      }
      expect([numbers.find(0.123456789), numbers.find('never met'), numbers.find('0.5e1')]).toEqual([-1, -1, -1]);
      expect(numbers.ofOther()).toBe(known.size);
    }),
  );
});
