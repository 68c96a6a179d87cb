import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearestNames } from '../../src/base/nearest.ts';

test('the nearest names come first, and what is far away not at all', () => {
  const names = ['sign up', 'signed up', 'sign out', 'paid', '$pageview', 'user signed up'];
  expect(nearestNames('signup', names)[0]).toBe('sign up');
  expect(nearestNames('Sign Up', names)[0]).toBe('sign up');
  expect(nearestNames('pageview', names)).toEqual(['$pageview']);
  expect(nearestNames('zzzzzz', names)).toEqual([]);
  expect(nearestNames('sign', names)).toHaveLength(3);
  expect(nearestNames('a', ['id', 'b', 'ab'])).toEqual(['ab']);
  expect(nearestNames('SATIN ALMA', ['satın_alma', 'satir'])[0]).toBe('satın_alma');
  expect(nearestNames('e\u0301te\u0301', ['ete2', 'été'])[0]).toBe('été');
  expect(nearestNames('Ａｂｃ', ['abd', 'abc'])[0]).toBe('abc');
  const id = 'cc15cffe04b1b3f72e0f50e4ba28a09c';
  expect(nearestNames(id, [id.slice(2), '00112233445566778899aabbccddeeff'])).toEqual([id.slice(2)]);
});

/** By definition, without anything left out. */
function distance(from: string, to: string): number {
  if (from === '' || to === '') return from.length + to.length;
  const [a, b] = [from.slice(0, -1), to.slice(0, -1)];
  if (from.at(-1) === to.at(-1)) return distance(a, b);
  return 1 + Math.min(distance(a, to), distance(from, b), distance(a, b));
}

test('the edit distance is exact up to a limit, and above it otherwise', () => {
  expect(editDistance('kitten', 'sitting', 3)).toBe(3);
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(text, text, fc.nat(7), (from, to, most) => {
      const wanted = distance(from, to);
      const found = editDistance(from, to, most);
      if (wanted <= most) expect(found).toBe(wanted);
      else expect(found).toBeGreaterThan(most);
    }),
  );
});
