import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containing } from '../../src/store/file/containing.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '"'), maxLength: 14 });

test('a text that contains one of many is found, wherever it stands in it', () => {
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 6 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '"') }),
      (texts, whole) => {
        expect(containing(texts)(whole)).toBe(texts.some((one) => one !== '' && whole.includes(one)));
      },
    ),
  );
  expect(containing(['user-000001', 'user-0000'])('of user-00001')).toBe(true);
  expect(containing(['user-000001', 'user-00002'])('of user-00001')).toBe(false);
});
