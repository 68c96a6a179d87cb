import { describe, expect, it } from 'vitest';
import { assert } from '../../src/base/assert.ts';
import { has } from '../../src/base/bitmap.ts';
import { seeded } from '../../src/base/random.ts';
import { ORDER_BLOCK, packOrder, rowAt, rowsAt, unpacked } from '../../src/engine/frame/row_order.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { selectOrdered } from '../../src/engine/select/column_select.ts';

/** Merges sources of these lengths at random, keeping the order of each. */
function merged(lengths: readonly number[]): Uint32Array {
  const random = seeded(7);
  const rows = lengths.reduce((sum, length) => sum + length, 0);
  const left = lengths.map((length, source) => ({
    length,
    next: lengths.slice(0, source).reduce((sum, other) => sum + other, 0),
  }));
  return Uint32Array.from({ length: rows }, () => {
    const some = left.filter(({ length }) => length > 0);
    const one = some[random.below(some.length)]!;
    one.length--;
    return one.next++;
  });
}

describe('an order of rows', () => {
  it.each([
    { lengths: [5, 0, 3], what: 'few rows, and a source without any' },
    { lengths: [ORDER_BLOCK], what: 'a full block' },
    { lengths: [ORDER_BLOCK, 1], what: 'a block and a row' },
    { lengths: [90_000, 40_000, 30_000, 1], what: 'several blocks' },
  ])('is the same when packed: $what', ({ lengths }) => {
    const order = merged(lengths);
    const packed = packOrder(order, lengths);
    assert(!(packed instanceof Uint32Array), 'a packed order');
    const all = Uint32Array.from(order.keys());
    expect(rowsAt(packed, all)).toEqual(order);
    expect(unpacked(packed)).toEqual(order);
    const some = Uint32Array.of(0, order.length >>> 1, order.length - 1);
    for (const position of some) expect(rowAt(packed, position)).toBe(order[position]);
    const flags = Uint8Array.from(order, (row) => Number(row % 3 === 0));
    const found = selectOrdered(packed, flags, alone());
    expect(found).toEqual(selectOrdered(order, flags, alone()));
    expect(order.every((row, position) => has(found, position) === (flags[row] === 1))).toBe(true);
  });

  it('stays as it is if a source is not sorted, or there are too many', () => {
    const unsorted = Uint32Array.from({ length: ORDER_BLOCK * 2 }, (_, position) => ORDER_BLOCK * 2 - 1 - position);
    expect(packOrder(unsorted, [unsorted.length])).toBe(unsorted);
    const single = Uint32Array.from({ length: 257 }, (_, position) => position);
    expect(packOrder(single, Array<number>(257).fill(1))).toBe(single);
  });
});
