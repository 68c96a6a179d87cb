/** Decodes stored numbers (`ScaledColumn`), four at a time, and looks codes up in tables of bytes. */
import { sharedNumbers } from '../../base/shared.ts';
import type { Codes, Column, ScaledColumn, StoredColumn } from '../frame/column.ts';
import { BLOCK_ROWS, scratch } from './blocks.ts';

/** Decodes to numbers, NaN = missing. `target` has room for them. */
export function decodeScaled(
  column: ScaledColumn,
  target: Float64Array = sharedNumbers(column.codes.length),
): Float64Array {
  const { codes } = column;
  const memory = scratch();
  for (let begin = 0; begin < codes.length; begin += BLOCK_ROWS) {
    memory.decode(codes.subarray(begin, begin + BLOCK_ROWS), column, target.subarray(begin));
  }
  return target;
}

/** row -> table[code]; returns `target`, which has room for them. */
export function lookedUp(table: Uint8Array, codes: Codes, target: Uint8Array): Uint8Array {
  const memory = scratch();
  const [address] = memory.copyIn([table]);
  for (let begin = 0; begin < codes.length; begin += BLOCK_ROWS) {
    target.set(memory.lookUp(codes.subarray(begin, begin + BLOCK_ROWS), address!), begin);
  }
  return target;
}

/** Decodes a scaled column; returns others unchanged. */
export function plainColumn(column: StoredColumn): Column {
  return column.kind === 'scaled' ? { kind: 'number', values: decodeScaled(column) } : column;
}
