/** Sums of cents are exact, whatever the order of rows and the cuts into lists. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactSum, sum, sumsOfPlaces, withoutNoise } from '../../src/base/exact_sum.ts';
import type { Codes, ScaledColumn } from '../../src/engine/frame/column.ts';
import { addCodes, areSumsExact, newCodeSums, settleCodes } from '../../src/engine/kernels/rows/code_sums.ts';
import { newSums, sumsOf } from '../../src/engine/kernels/rows/value_aggregates.ts';
import { beginAggregate } from '../../src/engine/kinds/trend/aggregate.ts';
import { runs } from '../support/runs.ts';

const CELLS = 3;
/** Payments and refunds, of which some cancel out nearly or wholly. */
const AMOUNT = fc.oneof(fc.integer({ min: -100_000, max: 5_000_000 }), fc.integer({ min: -20, max: 20 }));
const ROW = fc.tuple(fc.nat(CELLS - 1), AMOUNT);
const CENTS = fc
  .tuple(
    fc.array(ROW, { maxLength: 200 }),
    fc.array(fc.tuple(ROW, fc.integer({ min: -9, max: 9 })), { maxLength: 100 }),
  )
  .map(([rows, cancelled]) => [
    ...rows,
    ...cancelled.flatMap(([[cell, cents], left]): [number, number][] => [
      [cell, cents],
      [cell, left - cents],
    ]),
  ]);

function aggregate(name: 'sum' | 'avg', rows: readonly (readonly [number, number])[], cut: number): number[] {
  const aggregating = beginAggregate(name, { first: 0, until: CELLS }, CELLS, rows.length);
  for (const part of [rows.slice(0, cut), rows.slice(cut)]) {
    aggregating.add({
      cells: Int32Array.from(part, ([cell]) => cell),
      values: Float64Array.from(part, ([, cents]) => cents / 100),
      length: part.length,
    });
  }
  return Array.from(aggregating.end());
}

/** Numbers as they are stored: codes of two columns whose sums may cancel out. */
const STORED = fc.record({
  base: fc.integer({ min: -100_000, max: 100_000 }),
  scale: fc.constantFrom(1, 10, 100, 1_000, 1_000_000),
  rows: fc.array(fc.tuple(fc.nat(CELLS - 1), fc.nat(65_535)), { maxLength: 200 }),
});

test('sums of codes are the exact decimals, from several columns and in any cuts', () => {
  fc.assert(
    fc.property(fc.array(STORED, { maxLength: 4 }), fc.nat(200), (columns, cut) => {
      const [sums, codes] = [newSums(CELLS), newCodeSums(CELLS)];
      const millionths = new Array<number>(CELLS).fill(0);
      const numbers = new Array<number>(CELLS).fill(0);
      const met = new Uint8Array(CELLS);
      for (const { base, scale, rows } of columns) {
        for (const part of [rows.slice(0, cut), rows.slice(cut)]) {
          const [cells, values] = [Int32Array.from(part, ([cell]) => cell), Uint32Array.from(part, ([, code]) => code)];
          addCodes({ cells, values, length: part.length }, codes);
        }
        settleCodes(codes, { kind: 'scaled', codes: new Uint16Array(), base, scale }, sums, met);
        for (const [cell, code] of rows.filter((row) => row[1] !== 0)) {
          millionths[cell]! += (code - 1 + base) * (1_000_000 / scale);
          numbers[cell]!++;
        }
      }
      expect(Array.from(sumsOf(sums))).toEqual(millionths.map((total) => total / 1_000_000 + 0));
      expect(Array.from(sums.count)).toEqual(numbers);
      const rowed = new Set(columns.flatMap(({ rows }) => rows.map(([cell]) => cell)));
      expect(Array.from(met, Boolean)).toEqual(Array.from(met, (_, cell) => rowed.has(cell)));
    }),
    { numRuns: runs(1_000) },
  );
});

test('codes are added where no sum of them can be inexact', () => {
  const column = (codes: Codes, base: number): ScaledColumn => ({ kind: 'scaled', codes, base, scale: 10 });
  expect(areSumsExact(column(new Uint16Array(), -100), 3_000_000)).toBe(true);
  expect(areSumsExact(column(new Uint32Array(), 0), 2 ** 21 - 1)).toBe(true);
  expect(areSumsExact(column(new Uint32Array(), 0), 2 ** 21)).toBe(false);
  // Milliseconds since 1970.
  expect(areSumsExact(column(new Uint32Array(), 1_700_000_000_000), 10_000)).toBe(false);
});

describe('sums of cents', () => {
  test('are whole cents and equal from run to run', () => {
    fc.assert(
      fc.property(CENTS, fc.nat(400), fc.integer(), (rows, cut, seed) => {
        const of = (cell: number) => rows.filter((row) => row[0] === cell);
        const cents = Array.from({ length: CELLS }, (_, cell) => of(cell).reduce((total, row) => total + row[1], 0));
        const shuffled = rows.toSorted((a, b) => ((a[1] * seed) % 97) - ((b[1] * seed) % 97));
        const expected = cents.map((total) => total / 100);
        expect(aggregate('sum', rows, cut)).toEqual(expected.map((value) => value + 0));
        expect(aggregate('sum', shuffled, rows.length - cut)).toEqual(aggregate('sum', rows, cut));
        expect(aggregate('avg', shuffled, cut)).toEqual(
          expected.map((value, cell) => withoutNoise(value / of(cell).length)),
        );
        expect(sum(rows.map((row) => row[1] / 100))).toBe(cents.reduce((total, one) => total + one, 0) / 100 + 0);
      }),
      { numRuns: runs(300) },
    );
  });

  test('of a million amounts have no tail', () => {
    const rows = Array.from({ length: 1_000_000 }, (_, at) => [0, ((at * 7_919) % 20_011) + 1] as const);
    const cents = rows.reduce((total, [, one]) => total + one, 0);
    expect(aggregate('sum', rows, 333_333)[0]).toBe(cents / 100);
  });

  test('with what is no number left out, and infinite ones as they are', () => {
    const aggregating = beginAggregate('sum', { first: 0, until: 2 }, 2, 5);
    const values = Float64Array.of(0.1, Number.NaN, 0.2, Number.POSITIVE_INFINITY, 1);
    aggregating.add({ cells: Int32Array.of(0, 0, 0, 1, 1), values, length: 5 });
    expect(Array.from(aggregating.end())).toEqual([0.3, Number.POSITIVE_INFINITY]);
    expect(new ExactSum().add(Number.NEGATIVE_INFINITY).add(1).total).toBe(Number.NEGATIVE_INFINITY);
  });

  test('and numbers that are no short decimals stay as they are', () => {
    for (const value of [1 / 3, Math.PI, 82.81018518518519, 1e-12, 123_456_789.123_456_7, 0.30000000000000016]) {
      expect(withoutNoise(value)).toBe(value);
      expect(withoutNoise(-value)).toBe(-value);
    }
    expect([withoutNoise(0.1 + 0.2), withoutNoise(748_957.02), withoutNoise(4.35 * 100)]).toEqual([
      0.3, 748_957.02, 435,
    ]);
  });

  test('place by place', () => {
    expect(sumsOfPlaces([])).toEqual([]);
    expect(
      sumsOfPlaces(
        [
          [0.1, 1],
          [0.2, 2],
          [0.3, 3],
        ].map((pair) => pair),
      ),
    ).toEqual([0.6, 6]);
  });
});
