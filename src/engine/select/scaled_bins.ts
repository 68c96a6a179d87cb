/**
 * Bins of numbers as they are stored. Codes ascend with the numbers, so a bin is a span of codes: bounds are looked up
 * once per bin, rows look up their code, and no number is made.
 */
import { lowerBound } from '../../base/bins.ts';
import { trim } from '../../base/bitmap.ts';
import { type Bins, widen } from '../frame/bins.ts';
import type { ScaledColumn, StoredColumn } from '../frame/column.ts';
import { codeOfLeast, numberOfCode } from '../frame/scaled_numbers.ts';
import { BLOCK_ROWS, scratch } from '../wasm/blocks.ts';

/** Codes up to this width are looked up in a table of all codes; wider codes are decoded. */
const TABLE_CODE_BYTES = 2;
const TABLE_CODES = 2 ** (8 * TABLE_CODE_BYTES);
const MISSING = 0;
/** An entry of the table is a byte: bin + 1, or 0 for no bin. */
const MOST_BINS = 255;

/** Whether the column's codes can be put into these bins without decoding. */
export function hasCodesFor(bins: Bins, column: StoredColumn): column is ScaledColumn {
  return column.kind === 'scaled' && column.codes.BYTES_PER_ELEMENT <= TABLE_CODE_BYTES && bins.count <= MOST_BINS;
}

/**
 * Widens the bins to hold the numbers of the rows in a bitmap; null = all. Soon nearly all codes are between the bounds
 * found so far, so blocks are searched for others.
 */
export function widenScaled(bins: Bins, column: ScaledColumn, rows: Uint32Array | null): void {
  const { codes } = column;
  const memory = scratch();
  let least = TABLE_CODES;
  let most = 0;
  for (let begin = 0; begin < codes.length; begin += BLOCK_ROWS) {
    const block = codes.subarray(begin, begin + BLOCK_ROWS);
    memory.begin(block.length);
    memory.within(block, MISSING, 1, true);
    if (most > 0) memory.within(block, least, most - least + 1, true);
    const outside = trim(memory.bits(block.length), block.length);
    for (let word = 0; word < outside.length; word++) {
      const bits = outside[word]! & (rows === null ? -1 : rows[(begin >> 5) + word]!);
      for (let left = bits; left !== 0; left &= left - 1) {
        const at = word * 32 + 31 - Math.clz32(left & -left);
        least = Math.min(least, block[at]!);
        most = Math.max(most, block[at]!);
      }
    }
  }
  if (most === 0) return;
  widen(bins, numberOfCode(column, least));
  widen(bins, numberOfCode(column, most));
}

/** code -> bin + 1; 0 = missing, or outside the bins. */
export function binTable(bins: Bins, column: ScaledColumn): Uint8Array {
  const table = new Uint8Array(2 ** (8 * column.codes.BYTES_PER_ELEMENT));
  if (bins.min > bins.max) return table;
  let end = codeOfLeast(column, bins.max);
  // Beyond 2^53 several codes are one number.
  while (end < table.length && numberOfCode(column, end) === bins.max) end++;
  const begins = Array.from({ length: bins.count }, (_, bin) => codeOfLeast(column, lowerBound(bins, bin)));
  for (const [bin, begin] of begins.entries()) table.fill(bin + 1, begin, Math.min(begins[bin + 1] ?? end, end));
  return table;
}
