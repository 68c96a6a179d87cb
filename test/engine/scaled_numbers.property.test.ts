/** Numbers tested as they are stored, against each number tested by itself. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromFlags } from '../../src/base/bitmap.ts';
import { binNumbers, newBins, widen } from '../../src/engine/frame/bins.ts';
import type { ScaledColumn } from '../../src/engine/frame/column.ts';
import { codeOfLeast } from '../../src/engine/frame/scaled_numbers.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { markPassing } from '../../src/engine/select/column_select.ts';
import { binTable, hasCodesFor, widenScaled } from '../../src/engine/select/scaled_bins.ts';
import { prepare } from '../../src/engine/select/values/value_test.ts';
import { bytesOf, encodeFrame, KIND, plainSection } from '../../src/engine/storage/codec.ts';
import { decodeNumbers } from '../../src/engine/storage/column_codec.ts';
import { toPlanes32 } from '../../src/engine/storage/planes.ts';
import { plainColumn } from '../../src/engine/wasm/decoded.ts';
import type { ValueTest } from '../../src/model/question/predicate.ts';
import { runs } from '../support/runs.ts';
import { numbersFrame } from './rows.ts';

/** Encodings as files have them. */
const PLAIN = 0;
const SCALED_32 = 6;

/** Where the number before, or every second one, is not a number of its own. */
const BEYOND_SAFE = [-(2 ** 53), 2 ** 53, 2 ** 53 + 2, 1e16 + 2, 1e17 + 16];

/** Texts that JavaScript takes for numbers, which no event has. */
const ODD_TEXTS = ['NaN', 'Infinity', '-Infinity', '', ' ', '-0', '05'];

/** The largest distance from the base decides how wide codes are. */
const numbers = fc
  .record({
    scale: fc.constantFrom(1, 10, 100, 1_000, 1_000_000),
    base: fc.oneof(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.maxSafeInteger(),
      fc.constantFrom(...BEYOND_SAFE),
    ),
    width: fc.constantFrom(3, 254, 255, 256, 65_534, 65_535, 65_536, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1),
    shares: fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 1, maxLength: 40 }),
  })
  .map(({ scale, base, width, shares }) => [
    ...shares.map((share) => (share === null ? Number.NaN : (base + Math.round(share * width)) / scale)),
    ...[base / scale, (base + width) / scale],
  ]);

const bound = (values: readonly number[]): fc.Arbitrary<number> => {
  const known = values.filter((value) => !Number.isNaN(value));
  const near = fc.constantFrom(...known);
  return fc.oneof(
    near,
    near.map((value) => value + Math.abs(value) * Number.EPSILON),
    near.map((value) => value - 0.0005),
    fc.constantFrom(0, -0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.MAX_VALUE),
    fc.double({ noNaN: true }),
  );
};

const testOf = (values: readonly number[]): fc.Arbitrary<ValueTest> => {
  const number = bound(values);
  return fc.oneof(
    fc.record({
      ...{ op: fc.constant('number' as const), min: number, max: number },
      ...{ min_open: fc.boolean(), max_open: fc.boolean() },
    }),
    fc.constant<ValueTest>({ op: 'set' }),
    fc.record({
      op: fc.constant('in' as const),
      values: fc.array(fc.oneof({ weight: 4, arbitrary: number.map(String) }, fc.constantFrom(...ODD_TEXTS)), {
        maxLength: 7,
      }),
    }),
    fc.record({ op: fc.constant('contains' as const), needles: fc.constantFrom(['1'], ['-'], ['.5']) }),
  );
};

const asked = numbers.chain((values) => testOf(values).map((of) => ({ values, of })));

test('a test passes the same numbers, as they are stored', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(asked, ({ values, of }) => {
      const column = decodeNumbers(numbersFrame(Float64Array.from(values)), values.length);
      kinds.add(column.kind === 'scaled' ? `scaled ${column.codes.BYTES_PER_ELEMENT}` : column.kind);
      expect(plainColumn(column)).toEqual({ kind: 'number', values: Float64Array.from(values) });
      const flags = new Uint8Array(values.length).fill(7);
      markPassing(of, column, flags, alone());
      const passing = values.map((value) => Number(prepare(of)(Number.isNaN(value) ? null : value)));
      expect([...flags]).toEqual(passing);
    }),
    { numRuns: runs(1_200) },
  );
  expect([...kinds].sort()).toEqual(['number', 'scaled 1', 'scaled 2', 'scaled 4']);
});

test('numbers beyond safe integers are read from a file of an earlier version', () => {
  for (const base of BEYOND_SAFE) {
    const written = encodeFrame(KIND.number, 3, [
      plainSection(SCALED_32, toPlanes32(Uint32Array.of(1, 0, 33))),
      plainSection(PLAIN, bytesOf(Float64Array.of(base, 1))),
    ]);
    const values = Float64Array.of(base, Number.NaN, base + 32);
    expect(plainColumn(decodeNumbers(written, 3))).toEqual({ kind: 'number', values });
  }
});

test('codes of bounds are found at the ends of their width', () => {
  for (const codes of [Uint8Array.of(1), Uint16Array.of(1), Uint32Array.of(1)]) {
    const most = 2 ** (8 * codes.BYTES_PER_ELEMENT) - 1;
    const column: ScaledColumn = { kind: 'scaled', codes, base: -5, scale: 10 };
    expect(codeOfLeast(column, Number.NEGATIVE_INFINITY)).toBe(1);
    expect(codeOfLeast(column, (most - 6) / 10)).toBe(most);
    expect(codeOfLeast(column, (most - 5) / 10)).toBe(most + 1);
    expect(codeOfLeast(column, Number.POSITIVE_INFINITY)).toBe(most + 1);
  }
});

test('bins of numbers as they are stored hold the same rows', () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 90 }), fc.nat(), (values, count, seed) => {
      const column = decodeNumbers(numbersFrame(Float64Array.from(values)), values.length);
      const stored = newBins(count);
      fc.pre(hasCodesFor(stored, column));
      // Rows that do not count may lie outside the bins.
      const counts = (row: number): boolean => (seed >> (row % 7)) % 2 === 0;
      widenScaled(stored, column, fromFlags(Uint8Array.from(values, (_, row) => Number(counts(row)))));
      const decoded = newBins(count);
      for (const [row, value] of values.entries()) if (counts(row)) widen(decoded, value);
      expect(stored).toEqual(decoded);
      const table = binTable(stored, column);
      const found = Array.from(column.codes, (code) => table[code]);
      const wanted =
        decoded.min > decoded.max ? values.map(() => 0) : binNumbers(decoded, Float64Array.from(values), alone());
      expect(found).toEqual([...wanted]);
    }),
    { numRuns: runs(500) },
  );
});
