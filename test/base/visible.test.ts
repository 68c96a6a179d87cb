import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoted, visible, visibleJson } from '../../src/base/visible.ts';
import { anyText } from '../support/any_text.ts';
import { runs } from '../support/runs.ts';

/** Line ends, escapes, directions, zero width, tags, variants, blanks that look like nothing, halves of pairs. */
const UNSEEN = [
  ...['\n', '\r', '\t', '\u0000', '\u001b[31m', '\u0085', '\u2028', '\u2029', '\u202e', '\u2066', '\u200b', '\ufeff'],
  ...['\u00ad', '\u{e0041}', '\u{e0100}', '\ufe0f', '\u00a0', '\u3000', '\u3164', '\ud800', '\udfff', '\u{10ffff}'],
];

describe('stored text', () => {
  test('is quoted as data that holds no line end, no separator and nothing unseen, and can be read back', () => {
    const part = fc.oneof(fc.constantFrom(...UNSEEN, '|', '"', '\\', ' | '), anyText());
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('');
        const shown = quoted(text, 1_000);
        expect(JSON.parse(shown)).toBe(text);
        expect(shown.replaceAll(/\p{Extended_Pictographic}\ufe0f/gu, '')).not.toMatch(
          /[|\p{C}\p{Zl}\p{Zp}\u3164]|\ufe0f/u,
        );
        expect(shown.slice(1, -1).replaceAll('\\\\', '').replaceAll('\\"', '')).not.toContain('"');
        expect(visible(text)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(JSON.parse(visibleJson({ [text]: text }))).toEqual({ [text]: text });
      }),
      { numRuns: runs(150) },
    );
  });

  test('that can be seen stays as it is, in any language', () => {
    for (const text of [
      'sign up',
      'Größe',
      'покупка',
      '购买',
      '購入した',
      'عملية شراء',
      'ñandú',
      '🎉',
      '⚠️ late',
      '👩🏽‍💻',
      'نمی\u200cشود',
      'क्\u200dष',
      '❤️‍🔥',
      '$pageview',
    ]) {
      expect(quoted(text)).toBe(`"${text}"`);
      expect(visible(text)).toBe(text);
    }
  });

  test('of which a part belongs to an emoji shows that part elsewhere only', () => {
    expect(visible('a\ufe0f')).toBe('a\\ufe0f');
    expect(visible('⚠️\ufe0f')).toBe('⚠️\\ufe0f');
    expect(visible('⚠️\u200da')).toBe('⚠️\\u200da');
    expect(visible('a\u200d👩')).toBe('a\\u200d👩');
    expect(visible('ی\u200ca\u200cی')).toBe('ی\\u200ca\\u200cی');
    expect(visible('ی\u200c\u200cی')).toBe('ی\\u200c\\u200cی');
    expect(visible('👩\u200d\u200d💻')).toBe('👩\\u200d\\u200d💻');
  });

  test('that is long ends with what says so, outside the quotation, and no pair is cut in two', () => {
    expect(quoted('abcdef', 3)).toBe('"abc"…');
    expect(quoted('ab🎉', 3)).toBe('"ab"…');
    expect(quoted('ab🎉', 4)).toBe('"ab🎉"');
  });
});
