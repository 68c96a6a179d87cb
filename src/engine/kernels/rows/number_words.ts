/**
 * Doubles as two words. The high word has sign, exponent and leading mantissa bits; truncated, it bins positive numbers
 * by size without arithmetic.
 */

const WORDS_OF_ONE = new Int32Array(Float64Array.of(1).buffer);
/** Index of the high word (endianness). */
const HIGH = WORDS_OF_ONE[0] === 0 ? 1 : 0;
/** High word of 1. */
export const HIGH_WORD_OF_ONE = WORDS_OF_ONE[HIGH]!;

/** 2 * i -> high word of number i. */
export function highWords({ buffer, byteOffset, length }: Float64Array): Int32Array {
  return new Int32Array(buffer, byteOffset, 2 * length).subarray(HIGH);
}
