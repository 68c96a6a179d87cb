/**
 * Numbers as they are stored: whole multiples of 1/scale, in one, two or four bytes. Filters test this form; everything
 * else gets decoded numbers.
 */
import { sharedNumbers } from '../../base/shared.ts';
import type { Codes, Column } from '../frame/column.ts';

/** row -> codes[row] -> (code - 1 + base) / scale. Code 0 is "missing". */
export interface ScaledColumn {
  readonly kind: 'scaled';
  readonly codes: Codes;
  readonly base: number;
  readonly scale: number;
}

/** A column where it is stored. */
export type StoredColumn = Column | ScaledColumn;

/** Decodes to numbers, NaN = missing. `target` has the same length. */
export function decodeScaled(
  { codes, base, scale }: ScaledColumn,
  target: Float64Array = sharedNumbers(codes.length),
): Float64Array {
  const first = base - 1;
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    target[row] = code === 0 ? Number.NaN : (code + first) / scale;
  }
  return target;
}

/** First code of the column's width that stands for at least this number; one past the last if none does. */
export function codeOfLeast({ codes, base, scale }: ScaledColumn, least: number): number {
  let low = 1;
  for (let high = 2 ** (8 * codes.BYTES_PER_ELEMENT); low < high; ) {
    const middle = Math.floor((low + high) / 2);
    if ((middle - 1 + base) / scale < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The column as everything but filters needs it. */
export function plainColumn(column: StoredColumn): Column {
  return column.kind === 'scaled' ? { kind: 'number', values: decodeScaled(column) } : column;
}
