/**
 * Counts rows per combination of codes; threads share the rows.
 * Input: columns of codes. Output: combination -> rows, where a combination is (code 0 x many 1 + code 1) x many 2 + ….
 * Cost: one short step per row and column.
 */
import type { Codes } from '../../frame/column.ts';
import { type Counting, counting } from '../../frame/team.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';

export interface CodeColumn {
  readonly codes: Codes;
  /** code -> class that is counted instead; null = the code itself. */
  readonly classes: Uint32Array | null;
  /** Counted codes or classes are below this. */
  readonly many: number;
}

export interface CodeArgs {
  readonly columns: readonly CodeColumn[];
  /** Bitmap of the rows that count; null = all. */
  readonly select: Uint32Array | null;
}

/** Codes of a block, copied into one type of array: a loop that sees several types checks the type at every row. */
const same = new Int32Array(BLOCK_ROWS);
const joint = new Int32Array(BLOCK_ROWS);

/** A morsel is a range of rows. */
export const COUNT_CODES: Counting<CodeArgs> = counting('count codes', ({ columns, select }, counts, first, until) => {
  for (let begin = first; begin < until; begin += BLOCK_ROWS) {
    const length = Math.min(BLOCK_ROWS, until - begin);
    joinBlock(columns, begin, length);
    if (select === null) countCodes(counts, 0, length);
    else countSelected(counts, select, begin, length);
  }
});

/** Returns the combinations of a block's rows, valid until the next call. */
export function joinBlock(columns: readonly CodeColumn[], begin: number, length: number): Int32Array {
  if (columns.length === 0) joint.fill(0);
  for (const [at, { codes, classes, many }] of columns.entries()) {
    const into = at === 0 ? joint : same;
    into.set(codes.subarray(begin, begin + length));
    if (classes !== null) for (let row = 0; row < length; row++) into[row] = classes[into[row]!]!;
    if (at > 0) joinCodes(many, length);
  }
  return joint;
}

function joinCodes(many: number, length: number): void {
  for (let at = 0; at < length; at++) joint[at] = Math.imul(joint[at]!, many) + same[at]!;
}

function countCodes(counts: Uint32Array, from: number, until: number): void {
  for (let at = from; at < until; at++) counts[joint[at]!]!++;
}

/** Blocks begin at a word of the bitmap, whose bits past the last row are 0. */
function countSelected(counts: Uint32Array, select: Uint32Array, begin: number, length: number): void {
  for (let first = 0; first < length; first += 32) {
    const word = select[(begin + first) >>> 5]! | 0;
    if (word === -1) countCodes(counts, first, first + 32);
    else for (let left = word; left !== 0; left &= left - 1) counts[joint[first + 31 - Math.clz32(left & -left)]!]!++;
  }
}
