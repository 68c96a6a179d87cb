/** Versions in texts, against a slow twin: texts of equal width, which sort as the numbers do. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareVersions, parseVersion } from '../../src/base/version_text.ts';

const numbers = fc.array(fc.integer({ min: 0, max: 999_999_999 }), { minLength: 2, maxLength: 4 });

test('versions are found in texts, and compared number by number', () => {
  const padded = (version: readonly number[]) =>
    [0, 1, 2, 3].map((at) => String(version[at] ?? 0).padStart(9, '0')).join('.');
  fc.assert(
    fc.property(
      numbers,
      numbers,
      fc.constantFrom('', 'v', 'app/'),
      fc.constantFrom('', '-rc.1', ' (7)'),
      (a, b, before, after) => {
        expect(parseVersion(`${before}${a.join('.')}${after}`)).toEqual(a);
        const [left, right] = [padded(a), padded(b)];
        expect(Math.sign(compareVersions(a, b))).toBe(left === right ? 0 : left < right ? -1 : 1);
      },
    ),
  );
});

test('what is no version has none', () => {
  expect(['', 'new', '1e3', '-', 'x7', '2026 1', '12345678901'].map(parseVersion)).toEqual([
    null,
    null,
    null,
    null,
    null,
    [2026],
    null,
  ]);
  expect([' 7', 'V3-beta', '1.2.'].map(parseVersion)).toEqual([[7], [3], [1, 2]]);
});
