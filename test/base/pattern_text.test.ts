import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { patternSteps } from '../../src/base/pattern_text.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['a+b?', 4],
  ['a{3}', 3],
  ['a{2,5}b{3,}', 8],
  ['(ab{3}){2}', 8],
  ['((a{10}){10}){10}', 1_000],
  ['(){50}', 50],
  ['[a{9}]{2}', 2],
  ['[]a]{3}[^]]{2}', 5],
  ['[[:alpha:]{]{4}', 4],
  ['\\x{2028}\\p{Greek}{2}\\pL', 5],
  ['\\{3}\\(a{2}', 6],
  ['\\Q(a){9}\\E', 10],
  ['a{,5}', 5],
  ['(a{5}', 5],
])('steps of %s', (pattern, steps) => {
  expect(patternSteps(pattern)).toBe(steps);
});

test('a program of RE2 grows with them', () => {
  for (const pattern of ['(?:.{30}){30}', '(?:[a-z\\p{L}]{0,90}.?)*', '(?i)[^a-z]{999}', 'x{0,400}(?:y?z){3}']) {
    const size = RE2JS.compile(pattern).programSize();
    expect(size / patternSteps(pattern), pattern).toBeGreaterThan(0.5);
    expect(size / patternSteps(pattern), pattern).toBeLessThan(3);
  }
});
