import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assembled, BINARY } from '../../build/wasm.mjs';
import { must } from '../../src/base/assert.ts';
import { fromFlags, trim } from '../../src/base/bitmap.ts';
import type { Codes, Value } from '../../src/engine/frame/column.ts';
import { automatonOf } from '../../src/engine/select/values/automaton.ts';
import { Dictionary } from '../../src/engine/storage/dictionary.ts';
import {
  BLOCK_ROWS,
  type Scratch,
  type Sought,
  twinHeldBytes,
  twinScratch,
  type ValueBytes,
  wasmHeldBytes,
  wasmScratch,
} from '../../src/engine/wasm/blocks.ts';
import { NO_PLACE } from '../../src/engine/wasm/held_bytes.ts';
import { runs } from '../support/runs.ts';

const TABLE_CODES = 70_000;

type Width = 8 | 16 | 32;

const CODES = {
  8: (codes: number[]) => Uint8Array.from(codes),
  16: (codes: number[]) => Uint16Array.from(codes),
  32: (codes: number[]) => Uint32Array.from(codes),
};

/** One condition over the codes of a block. */
interface Asked {
  readonly width: Width;
  readonly span: readonly [least: number, count: number] | null;
  readonly is_not: boolean;
  readonly seed: number;
}

const asked: fc.Arbitrary<Asked> = fc.constantFrom<Width>(8, 16, 32).chain((width) =>
  fc.record({
    width: fc.constant(width),
    span: fc.option(
      fc
        .nat(2 ** width - 1)
        .chain((least) => fc.nat(2 ** width - 1 - least).map((span): [number, number] => [least, span + 1])),
    ),
    is_not: fc.boolean(),
    seed: fc.nat(),
  }),
);

/** Any codes of the width, of which the table has one for each; wide codes are few, as tables would be long. */
function codesOf({ width, span, seed }: Asked, rows: number): Codes {
  const most = span === null ? Math.min(2 ** width, TABLE_CODES) : 2 ** width;
  return CODES[width](Array.from({ length: rows }, (_, row) => (((row + 1) * 2_654_435_761 + seed) >>> 0) % most));
}

function foundBy(
  memory: Scratch,
  conditions: readonly Asked[],
  rows: number,
): { flags: Uint8Array; bits: Uint32Array } {
  const tables = conditions.map(({ seed }) =>
    Uint8Array.from({ length: TABLE_CODES }, (_, code) => ((code * 7 + seed) >> 3) & 1),
  );
  const addresses = memory.copyIn(tables);
  memory.begin(rows);
  for (const [at, condition] of conditions.entries()) {
    const codes = codesOf(condition, rows);
    if (condition.span === null) memory.listed(codes, addresses[at]!, condition.is_not);
    else memory.within(codes, ...condition.span, condition.is_not);
  }
  return { flags: memory.flags(rows).slice(), bits: trim(memory.bits(rows).slice(), rows) };
}

/** A block of stored numbers; every fifth is missing. */
const stored = fc.record({
  width: fc.constantFrom<Width>(8, 16, 32),
  base: fc.oneof(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.maxSafeInteger()),
  scale: fc.constantFrom(1, 10, 1_000, 1_000_000),
  rows: fc.integer({ min: 1, max: BLOCK_ROWS }),
  seed: fc.nat(),
});

function searched(memory: Scratch, values: ValueBytes, sought: readonly Sought[]): Uint8Array {
  const passes = new Uint8Array(values.ends.length);
  memory.search(values, sought, passes);
  return passes;
}

/** Leaves out what is said of values that are not plain texts. */
function plainOf({ odd }: Dictionary): (flags: Uint8Array) => number[] {
  return (flags) => [...flags].filter((_, at) => !odd.includes(at + 2));
}

describe('loops in WebAssembly', () => {
  test('are assembled from the text', async () => {
    expect(readFileSync(BINARY, 'utf8')).toBe(await assembled());
  });

  test('decode as their twins do', () => {
    const [memory, twin] = [wasmScratch(), twinScratch()];
    fc.assert(
      fc.property(stored, ({ width, base, scale, rows, seed }) => {
        const codes = codesOf({ width, span: [0, 1], is_not: false, seed }, rows).map((code, row) =>
          row % 5 === 0 ? 0 : code,
        );
        const decoded = [memory, twin].map((each) => {
          const numbers = new Float64Array(rows);
          each.decode(codes, { base, scale }, numbers);
          return numbers;
        });
        expect(decoded[0]).toEqual(decoded[1]);
        expect(decoded[0]![0]).toBeNaN();
        if (rows > 1 && codes[1] !== 0) expect(decoded[0]![1]).toBe((codes[1]! + (base - 1)) / scale);
      }),
      { numRuns: runs(300) },
    );
  });

  test('do what their twins do', () => {
    const [memory, twin] = [wasmScratch(), twinScratch()];
    fc.assert(
      fc.property(
        fc.array(asked, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: BLOCK_ROWS }),
        (conditions, rows) => {
          expect(foundBy(memory, conditions, rows)).toEqual(foundBy(twin, conditions, rows));
        },
      ),
      { numRuns: runs(60) },
    );
  });

  test('search values as their twins do, and as their texts say', () => {
    const [memory, twin] = [wasmScratch(), twinScratch()];
    const text = fc.string({ unit: fc.constantFrom('a', 'B', 'b', '/', '[', '{', '@', 'z', '1'), maxLength: 40 });
    const odd = fc.constantFrom<Value>('é', 'a"b', 'aé'.repeat(40), 7, true, -1.5);
    const pattern = fc.constantFrom('^a', 'b$', '[a-z]/', '(a|bb)+[^z]', '', '^$', 'a{2}.B', '^[^a]*$');
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 5, arbitrary: text }, odd)), text, pattern, (some, needle, one) => {
        const dictionary = new Dictionary();
        for (const each of ['first', ...some]) dictionary.codeOf(each);
        const values = dictionary.bytesOf(2, Math.max(2, dictionary.length));
        const needles = needle === '' ? [] : [Buffer.from(needle.toLowerCase())];
        const automaton = must(automatonOf(one), 'an automaton');
        const found = searched(memory, values, needles);
        const accepted = searched(memory, values, [automaton]);
        const either = searched(memory, values, [...needles, automaton]);
        for (const [at, value] of [...dictionary].slice(2).entries()) {
          if (dictionary.odd.includes(at + 2)) continue;
          const is_found = needle !== '' && String(value).toLowerCase().includes(needle.toLowerCase());
          const is_accepted = new RegExp(one, 'u').test(String(value));
          expect([found[at], accepted[at], either[at]]).toEqual(
            [is_found, is_accepted, is_found || is_accepted].map(Number),
          );
        }
        expect(searched(twin, values, needles)).toEqual(found);
        const plain = plainOf(dictionary);
        expect(plain(searched(twin, values, [automaton]))).toEqual(plain(accepted));
        expect(plain(searched(twin, values, [...needles, automaton]))).toEqual(plain(either));
      }),
      { numRuns: runs(300) },
    );
  });

  test('split JSON as their twins do, where its values end', () => {
    const [memory, twin] = [wasmScratch(), twinScratch()];
    const part = fc.constantFrom(
      'a',
      'b',
      '/',
      '"',
      '\\',
      'é',
      '日',
      '\n',
      ',',
      ']',
      '0123456789abcdef',
      'long'.repeat(9),
    );
    const text = fc.string({ unit: part, maxLength: 40 });
    const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.tuple(text));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 30 }), fc.constantFrom(1, 70_000), (values, times) => {
        // A value that is longer than a window.
        const longer = [...values, 'x'.repeat(times * 4)];
        const json = Buffer.from(JSON.stringify(longer));
        const split = must(memory.split(json, 1, longer.length), 'all values');
        let end = 0;
        const ends = longer.map((each) => (end += Buffer.byteLength(JSON.stringify(each)) + 1));
        expect([...split.ends]).toEqual(ends);
        expect([...split.odd]).toEqual(
          longer.map((each) => Number(!/^"[^\\\x80-\uffff]*$/.test(JSON.stringify(each)))),
        );
        expect(twin.split(json, 1, longer.length)).toEqual(split);
        expect(memory.split(json, 1, longer.length + 1)).toBe(null);
        expect(memory.split(json.subarray(0, -1), 1, longer.length)).toBe(null);
        expect(twin.split(json.subarray(0, -1), 1, longer.length)).toBe(null);
      }),
      { numRuns: runs(100) },
    );
  });

  test('compare values with held bytes as their twins do, whoever they belong to', () => {
    const memories = [wasmHeldBytes(), twinHeldBytes()];
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '0123456789abcdef'), maxLength: 4 });
    const asked = fc.record({
      values: fc.array(text, { maxLength: 300 }),
      bytes: fc.array(text, { maxLength: 20 }),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(asked, { minLength: 1, maxLength: 3 }), (rounds) => {
        const owner = {};
        let all = '';
        for (const { values, bytes, seed } of rounds) {
          all += bytes.join('');
          const texts = ['', ...values];
          let end = -1;
          const ends = Uint32Array.from(texts, (each) => (end += each.length + 1));
          const places = Uint32Array.from(texts, (each, at) => {
            const place = (at * 31 + seed) % (all.length + 1);
            return at % 5 === 4 || place + each.length > all.length ? NO_PLACE : place;
          });
          const expected = texts.map((each, at) =>
            Number(at > 0 && places[at] !== NO_PLACE && all.startsWith(each, places[at])),
          );
          for (const memory of memories) {
            memory.hold(owner, Buffer.from(all));
            expect([...memory.same(Buffer.from(texts.join(',')), ends, places)]).toEqual(expected);
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('look codes and pairs of them up', () => {
    const table = Uint8Array.from({ length: TABLE_CODES }, (_, code) => (code * 37) >> 2);
    for (const memory of [wasmScratch(), twinScratch()]) {
      const [address] = memory.copyIn([table]);
      for (const codes of [Uint8Array.of(0, 200, 7), Uint16Array.of(0, 60_000, 9), Uint32Array.of(0, 69_999, 70)]) {
        expect([...memory.lookUp(codes, address!)]).toEqual([...codes].map((code) => table[code]));
      }
      const [left, right] = [Uint8Array.of(0, 4, 9), Uint8Array.of(5, 0, 3)];
      expect([...memory.lookUpPairs(left, right, 7, address!)]).toEqual([5, 28, 66].map((cell) => table[cell]));
    }
  });

  test('mark what is asked', () => {
    const memory = wasmScratch();
    memory.begin(5);
    memory.within(Uint16Array.of(0, 7, 8, 9, 65_535), 8, 65_528, false);
    memory.within(Uint8Array.of(1, 2, 3, 4, 5), 4, 1, true);
    expect([...memory.flags(5)]).toEqual([0, 0, 1, 0, 1]);
    expect(trim(memory.bits(5).slice(), 5)).toEqual(fromFlags(memory.flags(5)));
  });
});
