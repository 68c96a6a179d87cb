/** Decimals are rounded as `Number` rounds them, or not at all. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestDouble } from '../../src/base/decimal.ts';
import { NumberReader } from '../../src/cli/files/byte_values.ts';

function digitsOf(text: string, places: number): number {
  const low = text.slice(15);
  return nearestDouble(Number(text.slice(0, 15)), Number(low), low.length, places);
}

const digits = fc.stringMatching(/^[1-9]\d{15,18}$/);

test('any 16 to 19 digits over any power of ten up to 22', () => {
  let told = 0;
  fc.assert(
    fc.property(digits, fc.nat(22), (text, places) => {
      const read = digitsOf(text, places);
      if (Number.isNaN(read)) return;
      told++;
      expect(read).toBe(Number(`${text}e-${places}`));
    }),
    { numRuns: 20_000 },
  );
  expect(told).toBeGreaterThan(19_500);
});

test('in the middle of two doubles nothing is told, just beside it the right one', () => {
  // 2^53 + 1, and 2^52 and a half.
  expect(digitsOf('9007199254740993', 0)).toBeNaN();
  expect(digitsOf('4503599627370496500', 3)).toBeNaN();
  expect(digitsOf('4503599627370496501', 3)).toBe(4503599627370497);
  expect(digitsOf('4503599627370496499', 3)).toBe(4503599627370496);
});

test('floats as JSON writes them, and what only begins like a number', () => {
  const reader = new NumberReader();
  const read = (text: string) => [reader.read(Buffer.from(`${text},`), 0), reader.end];
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = JSON.stringify(value);
      expect(read(text)).toEqual([Number(text), text.length]);
    }),
    { numRuns: 5_000 },
  );
  for (const text of [
    '0.00012345678901234567',
    '-0.1234567890123456789',
    '1704094113859123456',
    '0.000000000000000000000000123456',
  ])
    expect(read(text)).toEqual([Number(text), text.length]);
  for (const text of [
    '00.12345678901234567',
    '.12345678901234567',
    '1234567890123456.',
    '1.234567890123456.7',
    '-',
    '1234567890123456-1',
  ])
    expect(read(text)[0]).toBeNaN();
});
