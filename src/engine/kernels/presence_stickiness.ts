/**
 * Stickiness from bit sets (see presence.ts): in how many of them each actor is. The numbers of 32 actors are kept
 * upright: plane k is a word with bit k of each of them. To add sets is then what an adder does: sums and carries, some
 * operations for 32 actors at once. Counts of ranges of words, and of parts, add up.
 */

import { counting } from '../team.ts';

/** Of numbers that fit a byte. */
export const MOST_SETS = 255;

/** Words [first_word, until_word) of at most MOST_SETS sets. Adds to counts[number of buckets]; that of 0 means nothing. */
export function countStickinessPresent(
  present: readonly Uint32Array[],
  first_word: number,
  until_word: number,
  counts: Uint32Array,
): void {
  const words = until_word - first_word;
  const sets = present.map((set) => set.subarray(first_word, until_word));
  const planes = Array.from({ length: 8 }, () => new Int32Array(words));
  const carry = new Int32Array(words);
  const nobody = new Uint32Array(words);
  for (let at = 0; at < sets.length; at += 4) {
    const [a, b, c, d] = [sets[at]!, sets[at + 1] ?? nobody, sets[at + 2] ?? nobody, sets[at + 3] ?? nobody];
    addFour(a, b, c, d, planes[0]!, planes[1]!, carry);
    // The number so far is below 2^k before plane k has anything.
    for (let plane = 2; 1 << plane <= Math.min(at + 4, sets.length); plane++) addCarry(planes[plane]!, carry);
  }
  addNumbers(planes, counts);
}

/** Four sets join the two lowest planes; what goes beyond, fours, is left in `carry`. */
function addFour(
  a: Uint32Array,
  b: Uint32Array,
  c: Uint32Array,
  d: Uint32Array,
  ones: Int32Array,
  twos: Int32Array,
  carry: Int32Array,
): void {
  for (let word = 0; word < ones.length; word++) {
    // A full adder: the sum of three bits is the one they differ by, its carry is what two of them agree on.
    const one = ones[word]!;
    const by_a = one ^ a[word]!;
    const low = by_a ^ b[word]!;
    const two_ab = (one & a[word]!) | (by_a & b[word]!);
    const by_c = low ^ c[word]!;
    ones[word] = by_c ^ d[word]!;
    const two_cd = (low & c[word]!) | (by_c & d[word]!);
    const two = twos[word]!;
    const by_ab = two ^ two_ab;
    twos[word] = by_ab ^ two_cd;
    carry[word] = (two & two_ab) | (by_ab & two_cd);
  }
}

/** Adds the carry to a plane; what goes beyond that is the new carry. */
function addCarry(plane: Int32Array, carry: Int32Array): void {
  for (let word = 0; word < plane.length; word++) {
    const before = plane[word]!;
    plane[word] = before ^ carry[word]!;
    carry[word]! &= before;
  }
}

/** Bits 0, 8, 16 and 24: those of four actors, each at the bottom of a byte. */
const BYTES = 0x01010101;

/** Adds one to the count of each actor's number. */
function addNumbers(planes: readonly Int32Array[], counts: Uint32Array): void {
  const [p0, p1, p2, p3, p4, p5, p6, p7] = planes;
  /** byte * 256 + number -> actors: a table for each byte, as equal neighbours would wait for each other. */
  const tally = new Uint32Array(4 * 256);
  for (let word = 0; word < p0!.length; word++) {
    for (let bit = 0; bit < 8; bit++) {
      const low =
        ((p0![word]! >>> bit) & BYTES) |
        (((p1![word]! >>> bit) & BYTES) << 1) |
        (((p2![word]! >>> bit) & BYTES) << 2) |
        (((p3![word]! >>> bit) & BYTES) << 3);
      const high =
        ((p4![word]! >>> bit) & BYTES) |
        (((p5![word]! >>> bit) & BYTES) << 1) |
        (((p6![word]! >>> bit) & BYTES) << 2) |
        (((p7![word]! >>> bit) & BYTES) << 3);
      const numbers = low | (high << 4);
      tally[numbers & 255]!++;
      tally[256 + ((numbers >>> 8) & 255)]!++;
      tally[512 + ((numbers >>> 16) & 255)]!++;
      tally[768 + (numbers >>> 24)]!++;
    }
  }
  for (let number = 0; number < Math.min(256, counts.length); number++) {
    counts[number]! += tally[number]! + tally[256 + number]! + tally[512 + number]! + tally[768 + number]!;
  }
}

/** Over words. */
export const STICKINESS_PRESENT = counting<{ readonly present: readonly Uint32Array[] }>(
  'stickiness present',
  ({ present }, counts, first, until) => countStickinessPresent(present, first, until, counts),
);
