import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean } from '../../src/engine/frame/statistics.ts';
import { quantile } from '../../src/engine/kernels/rows/cell_quantiles.ts';
import type { Sample } from '../../src/model/question/query.ts';
import { slowQuantile } from '../oracle/quantile.ts';
import { runs } from '../support/runs.ts';

/** Minus zero has no place in an order of its own. */
const number = fc
  .oneof(fc.integer({ min: -5, max: 5 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }))
  .map((value) => value + 0);
const numbers = fc.array(number, { maxLength: 60 });

describe('statistics', () => {
  it('agrees with sorting, and leaves the values as they were', () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom(0, 0.25, 0.5, 0.9, 0.99, 1), (values, q) => {
        const given = [Float64Array.from(values.slice(0, 7)), Float64Array.from(values.slice(7))];
        expect(quantile(given, q)).toBe(slowQuantile(values, q));
        expect(given.flatMap((list) => [...list])).toEqual(values.map(Number));
      }),
      { numRuns: runs(550) },
    );
  });

  it('agrees with sorting where values are many, and many of them equal', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.constantFrom(600, 5_000, 20_000, 40_000),
        fc.constantFrom(3, 50, 1e9),
        (seed, count, kinds) => {
          let state = seed;
          const values = Float64Array.from({ length: count }, () => {
            state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
            return state % kinds;
          });
          const sample = [values.subarray(0, seed % count), values.subarray(seed % count)];
          // What is sorted is soon sorted again, for each of the quantiles.
          const sorted = [...values.toSorted()];
          for (const q of [0, 0.01, 0.5, 0.9, 1]) expect(quantile(sample, q)).toBe(slowQuantile(sorted, q));
        },
      ),
    );
  });

  const median = (sample: Sample): number | null => quantile(sample, 0.5);

  it('has nothing to say of nothing', () => {
    for (const sample of [[], [new Float64Array()]]) expect([mean(sample), median(sample)]).toEqual([null, null]);
  });

  it('means what one expects', () => {
    expect(mean([Float64Array.of(1), Float64Array.of(2, 6)])).toBe(3);
    expect(median([Float64Array.of(7200, 3600)])).toBe(5400);
    expect(median([Float64Array.of(3600, 7200, 7200)])).toBe(7200);
  });

  it('stays quick on orders that make quickselect slow', () => {
    const count = 200_000;
    const orders = [
      Float64Array.from({ length: count }, (_, i) => i),
      Float64Array.from({ length: count }, (_, i) => count - i),
      Float64Array.from({ length: count }, (_, i) => Math.abs(count / 2 - i)),
      new Float64Array(count).fill(1),
      killer(count),
    ];
    for (const values of orders) expect(median([values])).toBe(slowQuantile([...values], 0.5));
  });
});

/** An order in which the middle is always the smallest that is left. */
function killer(count: number): Float64Array {
  const positions = Array.from({ length: count }, (_, i) => i);
  const values = new Float64Array(count);
  for (let left = 0; left < count; left++) {
    const middle = (left + count - 1) >>> 1;
    values[positions[middle]!] = left;
    [positions[middle], positions[left]] = [positions[left]!, positions[middle]!];
  }
  return values;
}
