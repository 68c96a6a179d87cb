/**
 * Numbers as the processor holds them: two words, of which the higher one tells the sign, the power of two and the first
 * bits after it. Cut to its first bits it sorts positive numbers into bins by size, without any arithmetic on them.
 */

const WORDS_OF_ONE = new Int32Array(Float64Array.of(1).buffer);
/** Which of the two words of a number is the higher one. */
const HIGH = WORDS_OF_ONE[0] === 0 ? 1 : 0;
/** The power of two and the bits after it, of the number 1. */
export const HIGH_WORD_OF_ONE = WORDS_OF_ONE[HIGH]!;

/** 2 * i -> the higher word of number i. */
export function highWords({ buffer, byteOffset, length }: Float64Array): Int32Array {
  return new Int32Array(buffer, byteOffset, 2 * length).subarray(HIGH);
}
