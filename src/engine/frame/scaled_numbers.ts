/**
 * Numbers as they are stored: whole multiples of 1/scale, in one, two or four bytes. Filters and bins test this form;
 * everything else gets decoded numbers.
 */
import { sharedNumbers } from '../../base/shared.ts';
import type { Column, ScaledColumn, StoredColumn } from './column.ts';

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

/** Number of a code other than 0. */
export function numberOfCode({ base, scale }: Pick<ScaledColumn, 'base' | 'scale'>, code: number): number {
  return (code - 1 + base) / scale;
}

/** First code of the column's width that stands for at least this number; one past the last if none does. */
export function codeOfLeast(column: ScaledColumn, least: number): number {
  let low = 1;
  for (let high = 2 ** (8 * column.codes.BYTES_PER_ELEMENT); low < high; ) {
    const middle = Math.floor((low + high) / 2);
    if (numberOfCode(column, middle) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The column as everything but filters needs it. */
export function plainColumn(column: StoredColumn): Column {
  return column.kind === 'scaled' ? { kind: 'number', values: decodeScaled(column) } : column;
}
