import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distinctPairs } from '../../src/engine/kernels/rows/distinct_pairs.ts';

const NONE = 4;
/** Keys that are too large are one. */
const pair = fc.tuple(fc.nat(9), fc.oneof(fc.nat(NONE + 1), fc.constant(0xffffffff)));
const list = fc.array(pair, { maxLength: 30 });
/** In the order of cells, as most are. */
const ascending = list.map((pairs) => pairs.toSorted(([a], [b]) => a - b));

test('each pair is there once, whatever the order of cells', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(list, ascending), { maxLength: 3 }), fc.nat(5), fc.nat(5), (lists, first, length) => {
      const until = first + length;
      const wanted = lists.flat().flatMap(([cell, key]) => {
        return cell >= first && cell < until ? [`${cell} ${Math.min(key, NONE)}`] : [];
      });
      const { cells, keys } = distinctPairs(
        lists.map((pairs) => ({
          cells: Int32Array.from(pairs, ([cell]) => cell),
          values: Uint32Array.from(pairs, ([, key]) => key),
          length: pairs.length,
        })),
        { first, until },
        NONE,
      );
      expect(keys.length).toBe(cells.length);
      const found = Array.from(cells, (cell, at) => `${cell} ${keys[at]}`);
      expect(found.toSorted()).toEqual([...new Set(wanted)].toSorted());
    }),
  );
});

test('pairs beyond the first room are kept', () => {
  const length = 4_096;
  const blocks = Array.from({ length: 12 }, (_, block) => ({
    cells: new Int32Array(length).fill(block),
    values: Uint32Array.from({ length }, (_, at) => at),
    length,
  }));
  const { cells, keys } = distinctPairs(blocks, { first: 0, until: 12 }, length);
  expect(cells.length).toBe(12 * length);
  expect([cells[length], keys[length + 1], cells.at(-1), keys.at(-1)]).toEqual([1, 1, 11, length - 1]);
});
