/**
 * Rows whose code passes, as bits: row -> codes[row] -> passes[code] -> bit. Codes are copied into a block of one type
 * first, which costs next to nothing: a loop that meets arrays of several types asks at each look which it is. Whole
 * words are packed, whatever the block holds behind the last row, so the caller trims the last word.
 */
import type { Codes } from '../column.ts';
import type { Task } from '../team.ts';

export interface SelectCodesArgs {
  readonly codes: Codes;
  /** code -> 1 where it passes, else 0. */
  readonly passes: Uint8Array;
  /** Bit set over rows, to be filled. */
  readonly found: Uint32Array;
}

interface SelectWork {
  readonly singles: Int32Array;
  readonly pairs: CodePairs | null;
}

/** Two codes of a byte each are one number, which is looked up at once. */
interface CodePairs {
  readonly bytes: Uint8Array;
  /** The bytes, two by two. */
  readonly numbers: Uint16Array;
  /** number -> bits of its two codes. */
  readonly passing: Uint8Array;
}

/** Rows per block; whole words of bits. */
const BLOCK_ROWS = 4096;

/** Over rows; stretches begin with a word. */
export const SELECT_CODES: Task<SelectCodesArgs, SelectWork, null> = {
  name: 'select codes',
  begin: ({ codes, passes }) => ({
    singles: new Int32Array(BLOCK_ROWS),
    // Few codes, as a table of all pairs has to be filled first.
    pairs: codes instanceof Uint8Array && passes.length ** 2 <= codes.length ? newPairs(passes) : null,
  }),
  add({ codes, passes, found }, { singles, pairs }, begin, end) {
    for (let first = begin; first < end; first += BLOCK_ROWS) {
      const until = Math.min(first + BLOCK_ROWS, end);
      const words = found.subarray(first >>> 5, (until + 31) >>> 5);
      if (pairs === null) {
        singles.set(codes.subarray(first, until));
        pack(singles, passes, words);
      } else {
        pairs.bytes.set(codes.subarray(first, until));
        packPairs(pairs.numbers, pairs.passing, words);
      }
    }
  },
  end: () => null,
};

function newPairs(passes: Uint8Array): CodePairs {
  const bytes = new Uint8Array(BLOCK_ROWS);
  const numbers = new Uint16Array(bytes.buffer);
  const passing = new Uint8Array(1 << 16);
  for (let code = 0; code < passes.length; code++) {
    for (let next = 0; next < passes.length; next++) {
      bytes[0] = code;
      bytes[1] = next;
      passing[numbers[0]!] = passes[code]! | (passes[next]! << 1);
    }
  }
  return { bytes, numbers, passing };
}

/** Eight looks side by side wait for none of the others. `index`: row -> place in the table of bits. */
function pack(index: Int32Array, passes: Uint8Array, words: Uint32Array): void {
  let at = 0;
  for (let word = 0; word < words.length; word++) {
    let packed = 0;
    for (let shift = 0; shift < 32; shift += 8, at += 8) {
      const byte =
        passes[index[at]!]! |
        (passes[index[at + 1]!]! << 1) |
        (passes[index[at + 2]!]! << 2) |
        (passes[index[at + 3]!]! << 3) |
        (passes[index[at + 4]!]! << 4) |
        (passes[index[at + 5]!]! << 5) |
        (passes[index[at + 6]!]! << 6) |
        (passes[index[at + 7]!]! << 7);
      packed |= byte << shift;
    }
    words[word] = packed;
  }
}

/** The same with two bits at each look. */
function packPairs(pairs: Uint16Array, passing: Uint8Array, words: Uint32Array): void {
  let at = 0;
  for (let word = 0; word < words.length; word++) {
    let packed = 0;
    for (let shift = 0; shift < 32; shift += 16, at += 8) {
      const half =
        passing[pairs[at]!]! |
        (passing[pairs[at + 1]!]! << 2) |
        (passing[pairs[at + 2]!]! << 4) |
        (passing[pairs[at + 3]!]! << 6) |
        (passing[pairs[at + 4]!]! << 8) |
        (passing[pairs[at + 5]!]! << 10) |
        (passing[pairs[at + 6]!]! << 12) |
        (passing[pairs[at + 7]!]! << 14);
      packed |= half << shift;
    }
    words[word] = packed;
  }
}
