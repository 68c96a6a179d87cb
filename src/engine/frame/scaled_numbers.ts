/**
 * Numbers as they are stored: whole multiples of 1/scale, in one, two or four bytes. Filters and bins test this form;
 * everything else gets decoded numbers.
 */
import type { ScaledColumn } from './column.ts';

/** The number that a code other than 0 stands for. */
export function numberOfCode({ base, scale }: Pick<ScaledColumn, 'base' | 'scale'>, code: number): number {
  return (code - 1 + base) / scale;
}

/** Whether a column may have this base: loops add `base - 1` to codes, which is exact only among safe integers. */
export function isBase(base: number): boolean {
  return Number.isSafeInteger(base - 1);
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
