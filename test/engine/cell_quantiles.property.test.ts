import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../src/base/random.ts';
import { binCells, newBinned, quantilesOf } from '../../src/engine/kernels/rows/cell_quantiles.ts';
import type { CellValues } from '../../src/engine/kernels/rows/value_aggregates.ts';
import { slowQuantile } from '../oracle/quantile.ts';
import { runs } from '../support/runs.ts';

const CELLS = 5;
/** The first and the last are around the range, as rows before and after it are. */
const RANGE = { first: 1, until: CELLS - 1 };

/** Kinds of numbers: few and equal, spread evenly, of all sizes, far apart, some missing; 0 and -0 are never both there. */
const KINDS: readonly ((chance: () => number) => number)[] = [
  (chance) => 1 + Math.floor(chance() * 3),
  (chance) => chance() * 1_000 - 500,
  (chance) => Math.exp(chance() * 40),
  (chance) => (chance() < 0.5 ? 1e308 : -1e308) * chance(),
  (chance) => (chance() < 0.3 ? Number.NaN : 1 + Math.floor(chance() * 100)),
  () => Number.NaN,
];

function listOf(seed: number, most: number, kind: number): CellValues {
  const random = seeded(seed);
  const length = Math.floor(random.next() * most);
  const cells = new Int32Array(length + 3);
  const values = new Float64Array(length + 3).fill(7);
  for (let at = 0; at < length; at++) {
    cells[at] = Math.floor(random.next() ** 2 * CELLS);
    values[at] = KINDS[kind]!(() => random.next());
  }
  return { cells, values, length };
}

describe('quantiles of cells', () => {
  it('are those of sorting, however many numbers there are, over several lists', () => {
    const most = fc.constantFrom(1, 6, 60, 3_000);
    const list = fc.tuple(fc.nat(), most, fc.nat(KINDS.length - 1));
    fc.assert(
      fc.property(
        fc.array(list, { maxLength: 3 }),
        fc.constantFrom(0, 0.25, 0.5, 0.9, 0.99, 1),
        most,
        (told, q, expected) => {
          const lists = told.map(([seed, length, kind]) => listOf(seed, length, kind));
          const binned = newBinned(CELLS, expected);
          for (const each of lists) binCells(each, binned);
          const found = quantilesOf(binned, RANGE, q);
          const wanted = Array.from({ length: CELLS }, (_, cell) => {
            const numbers = lists.flatMap(({ cells, values, length }) =>
              [...values.subarray(0, length)].filter((value, at) => cells[at] === cell && !Number.isNaN(value)),
            );
            return cell < RANGE.first || cell >= RANGE.until ? Number.NaN : (slowQuantile(numbers, q) ?? Number.NaN);
          });
          expect([...found]).toEqual(wanted);
        },
      ),
      { numRuns: runs(400) },
    );
  });
});
