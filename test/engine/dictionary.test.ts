import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import type { Value } from '../../src/engine/frame/column.ts';
import { decodeValuesInto, encodeValues } from '../../src/engine/storage/column_codec.ts';
import { Dictionary } from '../../src/engine/storage/dictionary.ts';
import { SomeValues } from '../../src/engine/storage/some_values.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { anyText } from '../support/any_text.ts';
import { runs } from '../support/runs.ts';

const value: fc.Arbitrary<Value> = fc.oneof(
  anyText(),
  fc.constantFrom('', 'a', '"', '\\', 'a"b\\', '\u0000', '\ud800', 'é', '日本', 'null', '5'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.boolean(),
  fc.constant(null),
  fc.json().map((json) => ({ json: JSON.stringify({ json }) })),
);

describe('a dictionary', () => {
  test('gives each value one code, and the value back', () => {
    fc.assert(
      fc.property(fc.array(fc.array(value, { maxLength: 150 }), { maxLength: 6 }), (lists) => {
        const dictionary = new Dictionary();
        const codeOf = new Map<string, number>();
        for (const [at, list] of lists.entries()) {
          const values: Value[] = [null, ...list];
          // As a segment has them, or one by one.
          const codes =
            at % 2 === 0
              ? decodeValuesInto(dictionary, encodeValues(values), values.length)
              : values.map((each, place) => (place === 0 ? 0 : dictionary.codeOf(each)));
          for (const [place, each] of values.entries()) {
            const code = must(codes[place], 'a code for each');
            if (place === 0) expect(code).toBe(0);
            else {
              const name = JSON.stringify([typeof each, each]);
              expect([dictionary.find(each), codeOf.get(name) ?? code, dictionary.at(code)]).toEqual([
                code,
                code,
                each,
              ]);
              codeOf.set(name, code);
            }
          }
        }
        expect(new Set(codeOf.values()).size).toBe(codeOf.size);
        expect(dictionary.length).toBe(codeOf.size + 1);
        expect([...new SomeValues(dictionary, Uint32Array.from([...dictionary].keys()))]).toEqual([...dictionary]);
      }),
      { numRuns: runs(100) },
    );
  });

  test('gives back the room that lists did not need, and goes on', () => {
    const dictionary = new Dictionary();
    const lists = [5_000, 500, 5_000].map((length, list) =>
      Array.from({ length }, (_, at): Value => (at === 0 ? null : `${list} ${at}`)),
    );
    const learn = (list: readonly Value[]) => must(decodeValuesInto(dictionary, encodeValues(list), list.length), 'it');
    const codes = lists.slice(0, 2).map(learn);
    const before = dictionary.bytes();
    dictionary.trim();
    expect(dictionary.bytes()).toBeLessThan(before * 0.95);
    const trimmed = dictionary.bytes();
    dictionary.trim();
    expect(dictionary.bytes()).toBe(trimmed);
    codes.push(learn(must(lists[2], 'the last list')));
    for (const [at, list] of lists.entries()) {
      expect(Array.from(must(codes[at], 'its codes'), (code) => dictionary.at(code))).toEqual(list);
      expect(list.slice(1).map((text) => dictionary.find(text))).toEqual([...must(codes[at], 'its codes')].slice(1));
    }
  });

  test('finds what was added without a look, too', () => {
    const dictionary = new Dictionary();
    const texts = Array.from({ length: 1_000 }, (_, at) => `visitor ${at} "é"`);
    const codes = texts.map((text) => dictionary.append(text));
    expect(codes).toEqual(texts.map((_, at) => at + 1));
    expect(dictionary.find('visitor')).toBe(0);
    expect(texts.map((text) => dictionary.find(text))).toEqual(codes);
    expect(dictionary.codeOf('visitor')).toBe(1_001);
    expect(dictionary.append('another')).toBe(1_002);
    expect([texts[7]!, 'visitor', 'another'].map((text) => dictionary.codeOf(text))).toEqual([8, 1_001, 1_002]);
  });

  test('reads and finds any text that was added without a look', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '\\', '\u007f', '\u0000', '\ud800'),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(
          text.filter((one) => one !== ''),
          { maxLength: 20 },
        ),
        (texts) => {
          const dictionary = new Dictionary();
          const codes = texts.map((one) => dictionary.append(one));
          expect(codes).toEqual(texts.map((_, at) => at + 1));
          expect(codes.map((code) => dictionary.at(code))).toEqual(texts);
          expect(texts.map((one) => dictionary.find(one))).toEqual(codes);
          expect(texts.map((one) => dictionary.codeOf(one))).toEqual(codes);
        },
      ),
    );
  });

  test('finds values again after it has grown many times', () => {
    const dictionary = new Dictionary();
    const texts = Array.from({ length: 20_000 }, (_, at) => `https://shop.example/products/${at}?page=${at % 7}`);
    const codes = texts.map((text) => dictionary.codeOf(text));
    expect(new Set(codes).size).toBe(texts.length);
    expect(texts.map((text) => dictionary.find(text))).toEqual(codes);
    expect(codes.map((code) => dictionary.at(code))).toEqual(texts);
    expect(dictionary.find('https://shop.example/products/20000')).toBe(0);
  });

  test('keeps what tests found, the latest of them, until it has more values', () => {
    const dictionary = new Dictionary();
    for (let value = 0; value < 9; value++) dictionary.codeOf(value);
    const asked: string[] = [];
    const tested = (name: string): Uint8Array =>
      dictionary.tested(name, (before) => {
        asked.push(`${name} ${before.length}`);
        return new Uint8Array(dictionary.length);
      });
    for (let test = 0; test < TUNING.kept_tests; test++) tested(`test ${test}`);
    tested('test 0');
    tested('one more');
    asked.length = 0;
    tested('test 0');
    expect(asked).toEqual([]);
    tested('test 1');
    expect(asked).toEqual(['test 1 0']);
    dictionary.codeOf('new');
    expect(tested('test 0').length).toBe(11);
    expect(asked).toEqual(['test 1 0', 'test 0 10']);
  });

  test('rejects anything but a list of that many values', () => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    for (const wrong of ['', '[', '[null', '[null,1', '[null,1]]', '[null,1,2]', 'null,1]', '{"a":1}', '[null,"a]']) {
      expect(new Dictionary().addList(bytes(wrong), 2)).toBe(null);
    }
    expect(new Dictionary().addList(bytes('[null,1]'), 2)).toEqual(Uint32Array.of(0, 1));
  });
});
