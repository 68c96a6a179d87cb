/**
 * Counts rows per combination of codes; threads share the rows.
 * Input: columns of codes. Output: combination -> rows, where a combination is (code 0 x many 1 + code 1) x many 2 + ….
 * Cost: one short step per row and column.
 */
import type { Codes } from '../../frame/column.ts';
import { type Counting, counting } from '../../frame/team.ts';

export interface CodeColumn {
  readonly codes: Codes;
  /** code -> class that is counted instead; null = the code itself. */
  readonly classes: Uint32Array | null;
  /** Counted codes or classes are below this. */
  readonly many: number;
}

interface CodeArgs {
  readonly columns: readonly CodeColumn[];
}

/** A block of this size stays in a core's cache. */
const BLOCK_ROWS = 4096;
/** Codes of a block, copied into one type of array: a loop that sees several types checks the type at every row. */
const same = new Uint32Array(BLOCK_ROWS);
const joint = new Uint32Array(BLOCK_ROWS);

/** A morsel is a range of rows. */
export const COUNT_CODES: Counting<CodeArgs> = counting('count codes', ({ columns }, counts, first, until) => {
  for (let begin = first; begin < until; begin += BLOCK_ROWS) {
    const length = Math.min(BLOCK_ROWS, until - begin);
    for (const [at, { codes, classes, many }] of columns.entries()) {
      const into = at === 0 ? joint : same;
      into.set(codes.subarray(begin, begin + length));
      if (classes !== null) for (let row = 0; row < length; row++) into[row] = classes[into[row]!]!;
      if (at > 0) joinCodes(many, length);
    }
    countCodes(counts, length);
  }
});

function joinCodes(many: number, length: number): void {
  for (let at = 0; at < length; at++) joint[at] = Math.imul(joint[at]!, many) + same[at]!;
}

function countCodes(counts: Uint32Array, length: number): void {
  for (let at = 0; at < length; at++) counts[joint[at]!]!++;
}
