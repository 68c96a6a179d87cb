import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded, soughtName } from '../../src/base/letters/caseless.ts';
import { likeTester } from '../../src/engine/select/expression/text.ts';
import { prepare } from '../../src/engine/select/values/value_test.ts';

const letters = fc.string({
  unit: fc.constantFrom('a', 'A', 'İ', 'i', 'Σ', 'σ', 'ς', 'ß', 'ẞ', ' ', '日'),
  maxLength: 6,
});

test('a text is found by each of its parts, however it ends, and with wildcards as without', () => {
  fc.assert(
    fc.property(letters, letters, letters, (before, part, after) => {
      const text = `${before}${part}${after}`;
      expect(folded(text).indexOf(folded(part))).toBeLessThanOrEqual(before.length);
      expect(folded(text)).toHaveLength(text.length);
      expect(prepare({ op: 'contains', needles: [part] })(text)).toBe(true);
      expect(likeTester(`%${part}%`, true)(after)).toBe(likeTester(`%%${part}%%_%`, true)(`${after} `));
    }),
  );
});

test('capitals of other scripts', () => {
  const has = (text: string, needle: string) => prepare({ op: 'contains', needles: [needle] })(text);
  expect(has('ΟΔΥΣΣΕΥΣ', 'ΟΔΥΣ')).toBe(true);
  expect(has('οδυσσευς', 'ΣΕΥΣ')).toBe(true);
  expect(has('STRAẞE', 'straße')).toBe(true);
  expect(has('ＡＢＣ', 'ａｂｃ')).toBe(true);
  expect(has('İzmir', 'izmir')).toBe(false);
});

test.each([
  ['İstanbul satış', 'ISTANBUL'],
  ['İstanbul satış', 'istanbul SATIS'],
  ['satın_alma', 'SATIN'],
  ['e\u0301te\u0301', 'été'],
  ['été', 'e\u0301te\u0301'],
  ['Łódź', 'łódz'],
  ['Ὀδυσσεύς', 'ΟΔΥΣΣ'],
  ['ＡＢＣ レポート', 'abc ﾚﾎﾟｰﾄ'],
  ['ซื้อสินค้า', 'สินค้า'],
])('%s is sought by %s', (name, typed) => {
  expect(soughtName(name)).toContain(soughtName(typed));
});

test('vowels and sounds that are marks in other scripts stay', () => {
  expect(soughtName('กิ')).not.toBe(soughtName('กุ'));
  expect(soughtName('が')).not.toBe(soughtName('か'));
});
