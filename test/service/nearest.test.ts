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
});

test('the edit distance is one', () => {
  expect(editDistance('kitten', 'sitting')).toBe(3);
  const text = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const distance = editDistance(a, b);
      expect(distance === 0).toBe(a === b);
      expect(distance).toBe(editDistance(b, a));
      expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});
