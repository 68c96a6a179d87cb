/** Numbers that a run keeps as they are stored are those that were stored. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gatherColumn, type RunSource, wholeSlice } from '../../src/engine/dataset/gather.ts';
import { decodeNumbers } from '../../src/engine/storage/column_codec.ts';
import { Dictionary } from '../../src/engine/storage/dictionary.ts';
import { plainColumn } from '../../src/engine/wasm/decoded.ts';
import { runs } from '../support/runs.ts';
import { numbersFrame } from './rows.ts';

const number = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -300, max: 70_000 }).map((cents) => cents / 100) },
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 300 }) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 32, -(2 ** 31), 2 ** 52, -0, 1 / 3, Number.NaN) },
);
/** null = no row has a number. */
const piece = fc.oneof(
  fc.array(number, { minLength: 1, maxLength: 12 }),
  fc.array(fc.integer({ min: 1_000, max: 1_200 }), { minLength: 1, maxLength: 12 }),
  fc.integer({ min: 1, max: 3 }),
);

test('pieces of numbers with any base and scale, in any order', () => {
  let kept = 0;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.nat(), (pieces, seed) => {
      const columns = pieces.map((values) =>
        typeof values === 'number'
          ? { rows: values, column: null }
          : { rows: values.length, column: decodeNumbers(numbersFrame(Float64Array.from(values)), values.length) },
      );
      const all = pieces.flatMap((values) =>
        typeof values === 'number' ? new Array<number>(values).fill(Number.NaN) : values,
      );
      const source: RunSource = {
        rows: all.length,
        properties: ['n'],
        distinct: () => new Uint32Array(all.length),
        timeMs: () => new Float64Array(all.length),
        uuids: () => new Uint8Array(16 * all.length),
        column: () => null,
        columnPieces: () => columns,
      };
      const order = Uint32Array.from(all.keys()).sort((a, b) => ((a * 7 + seed) % 11) - ((b * 7 + seed) % 11));
      for (const by of [null, order, order.subarray(0, 3)]) {
        const column = gatherColumn([wholeSlice(source)], 'n', by, new Dictionary());
        if (column.kind === 'scaled') kept++;
        const plain = plainColumn(column);
        const wanted = by === null ? all : Array.from(by, (row) => all[row]!);
        if (plain.kind === 'number') expect([...plain.values]).toEqual(wanted);
        else expect(wanted.every(Number.isNaN) && plain.values.length === 1).toBe(true);
      }
    }),
    { numRuns: runs(400) },
  );
  expect(kept).toBeGreaterThan(100);
});
