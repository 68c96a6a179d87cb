/**
 * Packs flags into a bitmap in another order: row -> order[row] -> flags[...] -> bit.
 * Input: one byte per source row. Output: a bitmap over ordered rows. Cost: half a nanosecond per row, and a copy of the
 * flags: all of them in each thread, or those of the block if the order is packed. Whole words are written, so the caller
 * trims the last one.
 */
import { assert } from '../../../base/assert.ts';
import { laidFlags, ORDER_BLOCK, type RowOrder } from '../../frame/row_order.ts';
import type { Task } from '../../frame/team.ts';
import { BLOCK_ROWS, scratch } from '../../wasm/blocks.ts';

export interface SelectOrderedArgs {
  readonly order: RowOrder;
  /** source row -> 1 if it passes, else 0. */
  readonly flags: Uint8Array;
  /** Bitmap over rows, written to. */
  readonly found: Uint32Array;
}

/** Morsels of rows, starting at a block. Work: the address of all flags in this thread's scratch memory. */
export const SELECT_ORDERED: Task<SelectOrderedArgs, number, null> = {
  name: 'select ordered',
  begin: ({ order, flags }) => (order instanceof Uint32Array ? scratch().copyIn([flags])[0]! : 0),
  add({ order, flags, found }, flags_at, begin, end) {
    if (order instanceof Uint32Array) {
      select(order.subarray(begin, end), flags_at, found.subarray(begin >>> 5));
      return;
    }
    assert(begin % ORDER_BLOCK === 0, 'a morsel starts at a block of the packed order');
    for (let first = begin; first < end; first += ORDER_BLOCK) {
      const until = Math.min(first + ORDER_BLOCK, end);
      const laid = scratch().copyIn(laidFlags(order, flags, first / ORDER_BLOCK));
      select(order.number.subarray(first, until), laid[0]!, found.subarray(first >>> 5));
    }
  },
  end: () => null,
};

function select(order: Uint32Array | Uint16Array, flags_at: number, found: Uint32Array): void {
  const memory = scratch();
  for (let first = 0; first < order.length; first += BLOCK_ROWS) {
    const some = order.subarray(first, first + BLOCK_ROWS);
    memory.begin(some.length);
    memory.listed(some, flags_at, false);
    found.set(memory.bits(some.length), first >>> 5);
  }
}
