import { expect, test } from 'vitest';
import type { Value, Values } from '../../src/engine/frame/column.ts';
import { NO_TEXT, TextKeys } from '../../src/engine/select/values/text_keys.ts';
import { Dictionary } from '../../src/engine/storage/dictionary.ts';
import { SomeValues } from '../../src/engine/storage/some_values.ts';
import { Chosen, storedValues } from '../../src/sql/operators/chosen.ts';

function someOf(dictionary: Dictionary, values: readonly Value[]): SomeValues {
  return new SomeValues(dictionary, Uint32Array.of(0, ...values.map((value) => dictionary.codeOf(value))));
}

/** Keys of all values must be equal where the texts are. */
function check(keys: TextKeys, lists: readonly Values[], texts: readonly (string | null)[]): void {
  const found = lists.flatMap((list) => [...keys.keysOf(list)]);
  expect(found).toHaveLength(texts.length);
  for (const [at, text] of texts.entries()) {
    expect(found[at] === NO_TEXT).toBe(text === null);
    expect(found[at]).toBe(found[texts.indexOf(text)]);
    expect(found[at]).toBeLessThan(keys.count);
  }
  expect(new Set(found).size).toBe(new Set(texts).size);
}

test('keys are equal if texts are equal, whatever list they are from', () => {
  const dictionary = new Dictionary();
  const some = someOf(dictionary, ['b', '5', 'a']);
  const chosen = storedValues(new Chosen(some, [3, 0, 2]));
  expect(chosen).toBeInstanceOf(SomeValues);
  const others: Value[] = [null, 'a', 5, 'new', 'b', 'other', 'new'];
  const texts = ['a', null, '5', null, 'b', '5', 'a', null, 'a', '5', 'new', 'b', 'other', 'new'];
  check(new TextKeys(dictionary), [chosen, some, others], texts);
  check(new TextKeys(null), [chosen, some, others], texts);
});

test('5 and "5" have two codes and one key, also of values that the dictionary learns later', () => {
  const dictionary = new Dictionary();
  const keys = new TextKeys(dictionary);
  const first = someOf(dictionary, ['a', 5, true, null]);
  check(keys, [first], [null, 'a', '5', 'true', null]);
  check(keys, [[null, 'b', '7']], [null, 'b', '7']);
  const later = someOf(dictionary, [6, 5, '6', '5', 'b', 7, 'a']);
  check(keys, [first, later], [null, 'a', '5', 'true', null, null, '6', '5', '6', '5', 'b', '7', 'a']);
  expect(keys.keysOf(['b', '7'])).toEqual(keys.keysOf(later).subarray(5, 7));
});

test('numbers have the keys of their texts, wherever these are from', () => {
  const dictionary = new Dictionary();
  const some = someOf(dictionary, ['5', 'a', 0]);
  const numbers = Float64Array.of(5, Number.NaN, -0, 1e21, 0.1, 5, 1e21);
  const texts = ['5', null, '0', '1e+21', '0.1', '5', '1e+21', '1e+21'];
  for (const keys of [new TextKeys(dictionary), new TextKeys(null)]) {
    const of_texts = [...keys.keysOf(some)].slice(1);
    const found = [...keys.keysOfNumbers(numbers), keys.keyOf('1e+21')];
    expect(found.map((key) => found.indexOf(key))).toEqual(texts.map((text) => texts.indexOf(text)));
    expect([found[0], found[1], found[2]]).toEqual([of_texts[0], NO_TEXT, of_texts[2]]);
    expect(Math.max(...found)).toBeLessThan(keys.count);
  }
});

test('a dictionary much longer than what is met gives no keys', () => {
  const dictionary = new Dictionary();
  for (let value = 0; value < 1_000; value++) dictionary.codeOf(`value ${value}`);
  expect(TextKeys.of(someOf(dictionary, ['value 7']))).toBeNull();
  expect(
    TextKeys.of(
      someOf(
        dictionary,
        Array.from({ length: 100 }, (_, at) => `value ${at}`),
      ),
    ),
  ).not.toBeNull();
  expect(TextKeys.of(['a'])).toBeNull();
});
