import { expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { Dictionary } from '../../src/engine/storage/dictionary.ts';
import { SomeValues } from '../../src/engine/storage/some_values.ts';
import { Chosen } from '../../src/sql/operators/chosen.ts';
import { DictionaryKeys } from '../../src/sql/operators/dictionary_keys.ts';

const coded = (values: Chosen | SomeValues | (string | number | null)[], ...codes: number[]) =>
  ({ kind: 'coded', codes: Uint8Array.from(codes), values }) as const;

test('rows have equal keys if their texts are equal, whatever list they are from', () => {
  const dictionary = new Dictionary();
  const [a, b, five] = ['a', 'b', '5'].map((text) => dictionary.codeOf(text));
  const some = new SomeValues(
    dictionary,
    Uint32Array.of(0, must(b, 'a code'), must(five, 'a code'), must(a, 'a code')),
  );
  const chosen = new Chosen(some, [3, 0, 2]);
  const keys = must(DictionaryKeys.of(coded(chosen, 0, 1, 2)), 'keys of a dictionary');
  const rows = [
    ...keys.keysOf(coded(chosen, 0, 1, 2), 3),
    ...keys.keysOf(coded(some, 0, 1, 2, 3), 4),
    ...keys.keysOf(coded([null, 'a', 5, 'new', 'b', 'other', 'new'], 0, 1, 2, 3, 4, 5, 6), 7),
    ...keys.keysOf({ kind: 'numbers', values: Float64Array.of(5, Number.NaN, 7) }, 3),
    ...keys.keysOf({ kind: 'constant', value: 'other' }, 1),
  ];
  const texts = [
    'a',
    null,
    '5',
    null,
    'b',
    '5',
    'a',
    null,
    'a',
    '5',
    'new',
    'b',
    'other',
    'new',
    '5',
    null,
    '7',
    'other',
  ];
  for (const [at, text] of texts.entries()) {
    expect(rows[at] === 0).toBe(text === null);
    expect(rows[at]).toBe(rows[texts.indexOf(text)]);
    expect(rows[at]).toBeLessThan(keys.count);
  }
  expect(new Set(rows).size).toBe(new Set(texts).size);
});

test('a dictionary with values that are no plain texts has no keys: 5 and "5" have two codes', () => {
  const dictionary = new Dictionary();
  const codes = ['a', 5, '5'].map((value) => dictionary.codeOf(value));
  expect(DictionaryKeys.of(coded(new SomeValues(dictionary, Uint32Array.of(0, ...codes)), 1, 2, 3))).toBeNull();
  expect(DictionaryKeys.of(coded(['a', 'b'], 0, 1))).toBeNull();
});
