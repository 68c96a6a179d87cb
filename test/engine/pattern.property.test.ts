/** Patterns mean the same as in RE2, whatever evaluates them. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { patternTest } from '../../src/engine/select/values/pattern.ts';
import { runs } from '../support/runs.ts';

const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    '/',
    '-',
    ' ',
    'é',
    '\u{1F600}',
    '.',
    '\\.',
    '\\d',
    '\\w',
    '\\/',
    '\\-',
    '[ab]',
    '[^a]',
    '[b-d/]',
    '[\\d-]',
  ],
  ...['[^\\w]', '[\\-a]', '[\\]a]', '[.]', '\\s', '\\b', '\\n', '[[:alpha:]]', '(?i)a', '(?:ab)', '^', '$'],
  ...[
    '[a-]',
    '[-a]',
    '[^-a]',
    '[a-b-c]',
    '[--a]',
    '[c-a]',
    '[\\w-]',
    '[$|(^]',
    '[a-\\-]',
    '[ -é]',
    '{',
    '}',
    ']',
    '()',
  ],
);
const repeat = fc.constantFrom('', '', '', '*', '+', '?', '*?', '{2}', '{1,2}', '{,2}');
const piece = fc.tuple(atom, repeat).map((parts) => parts.join(''));
const run = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
const group = fc.tuple(fc.array(run, { minLength: 1, maxLength: 3 }), repeat);
const pattern = fc
  .tuple(fc.constantFrom('', '', '^'), run, group, fc.constantFrom('', '|'), run, fc.constantFrom('', '', '$'))
  .map(([begin, first, [choices, times], or, last, end]) => {
    const middle = choices.length === 1 ? '' : `(${choices.join('|')})${times}`;
    return `${begin}${first}${middle}${or}${last}${end}`;
  });
const text = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    'c',
    'A',
    '3',
    '/',
    '-',
    '.',
    ' ',
    '\n',
    '\r',
    '\u2028',
    'é',
    '\u{1F600}',
    '\ud83d',
    ']',
  ),
  maxLength: 9,
});

test('as RE2 says', () => {
  let matches = 0;
  fc.assert(
    fc.property(
      pattern,
      fc.array(text, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('', 'x'.repeat(300)),
      (one, texts, more) => {
        let re2: RE2JS;
        try {
          re2 = RE2JS.compile(one);
        } catch {
          expect(() => patternTest(one)).toThrow();
          return;
        }
        const tested = patternTest(one);
        const long = texts.map((each) => each + more);
        const wanted = long.map((each) => re2.test(each));
        expect(long.map((each) => tested(each))).toEqual(wanted);
        matches += wanted.filter(Boolean).length;
      },
    ),
    { numRuns: runs(1_800) },
  );
  expect(matches).toBeGreaterThan(runs(1_000));
});

test('what could be tried in too many ways takes no longer than its length', () => {
  const long = 'a'.repeat(250);
  for (const slow of [
    '(a*)*b',
    '(a|a)*b',
    'a*a*a*a*b',
    `${'a?'.repeat(40)}${'a'.repeat(40)}b`,
    `${'(a|a)'.repeat(40)}b`,
    `^(${'a|'.repeat(16)}a)(${'a|'.repeat(16)}a)a*a*b`,
    'a?a?a?a?a+b',
    '^(a+)+$',
    '^a*a*b',
    'a+b',
  ]) {
    const started_ms = performance.now();
    for (let time = 0; time < 20; time++) expect(patternTest(slow)(`${long}c`)).toBe(false);
    expect(performance.now() - started_ms).toBeLessThan(2_000);
  }
});
