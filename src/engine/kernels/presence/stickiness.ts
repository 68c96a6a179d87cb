/**
 * Stickiness from bitmaps: in how many buckets each actor was active.
 * Input: a bitmap per bucket. Output: number of buckets -> actors. Counters of 32 actors are stored bit-sliced, and
 * bitmaps are added with full adders, eight at a time:
 * actor     31 ... 2 1 0
 * plane 0    1     0 1 1     ones of each actor's counter
 * plane 1    0     1 0 1     twos
 * Cost: about five bit operations per word and bucket. Counts of word ranges, and of parts, add up.
 */

import { counting } from '../../frame/team.ts';

/** Counters are bytes. */
export const MOST_SETS = 255;

/**
 * Bitmap words [first_word, until_word) of at most MOST_SETS bitmaps. Adds to counts[number of buckets]; the count at 0
 * is meaningless.
 */
export function countStickinessPresent(
  present: readonly Uint32Array[],
  first_word: number,
  until_word: number,
  counts: Uint32Array,
): void {
  const words = until_word - first_word;
  const sets = present.map((set) => set.subarray(first_word, until_word));
  const nobody = new Uint32Array(words);
  while (sets.length % 8 !== 0) sets.push(nobody);
  const planes = Array.from({ length: 8 }, () => new Uint32Array(words));
  const carry = new Uint32Array(words);
  for (let at = 0; at < sets.length; at += 8) {
    addEight(sets.slice(at, at + 8), planes, carry);
    // Counters stay below 2^k until plane k is used.
    for (let plane = 3; 1 << plane <= Math.min(at + 8, present.length); plane++) addCarry(planes[plane]!, carry);
  }
  addNumbers(planes, counts);
}

/**
 * Adds eight bitmaps to the three lowest planes; eights go to `carry`. Of three bits the sum is their XOR, the carry
 * their majority.
 */
function addEight(sets: readonly Uint32Array[], planes: readonly Uint32Array[], carry: Uint32Array): void {
  const [a, b, c, d, e, f, g, h] = sets;
  const [ones, twos, fours] = planes;
  for (let word = 0; word < carry.length; word++) {
    const one = ones![word]!;
    const by_a = one ^ a![word]!;
    const to_b = by_a ^ b![word]!;
    const by_c = to_b ^ c![word]!;
    const to_d = by_c ^ d![word]!;
    const by_e = to_d ^ e![word]!;
    const to_f = by_e ^ f![word]!;
    const by_g = to_f ^ g![word]!;
    ones![word] = by_g ^ h![word]!;
    const two_b = (one & a![word]!) | (by_a & b![word]!);
    const two_d = (to_b & c![word]!) | (by_c & d![word]!);
    const two_f = (to_d & e![word]!) | (by_e & f![word]!);
    const two_h = (to_f & g![word]!) | (by_g & h![word]!);
    const two = twos![word]!;
    const by_two_b = two ^ two_b;
    const to_two_d = by_two_b ^ two_d;
    const by_two_f = to_two_d ^ two_f;
    twos![word] = by_two_f ^ two_h;
    const four_d = (two & two_b) | (by_two_b & two_d);
    const four_h = (to_two_d & two_f) | (by_two_f & two_h);
    const four = fours![word]!;
    const by_four_d = four ^ four_d;
    fours![word] = by_four_d ^ four_h;
    carry[word] = (four & four_d) | (by_four_d & four_h);
  }
}

/** Adds the carry to a plane and leaves the next carry. Two words at a time. */
function addCarry(plane: Uint32Array, carry: Uint32Array): void {
  const whole = plane.length - (plane.length % 2);
  for (let word = 0; word < whole; word += 2) {
    const before = plane[word]!;
    const next_before = plane[word + 1]!;
    plane[word] = before ^ carry[word]!;
    plane[word + 1] = next_before ^ carry[word + 1]!;
    carry[word]! &= before;
    carry[word + 1]! &= next_before;
  }
  if (whole === plane.length) return;
  const before = plane[whole]!;
  plane[whole] = before ^ carry[whole]!;
  carry[whole]! &= before;
}

/** Adds to counts[value] the actors whose counter has that value. */
function addNumbers(planes: readonly Uint32Array[], counts: Uint32Array): void {
  const [p0, p1, p2, p3, p4, p5, p6, p7] = planes;
  /** byte * 256 + counter's value -> actors; a table per byte, so that equal neighbours do not wait for each other. */
  const tally = new Uint32Array(4 * 256);
  for (let word = 0; word < p0!.length; word++) {
    const a = p0![word]!;
    const b = p1![word]!;
    const c = p2![word]!;
    const d = p3![word]!;
    const e = p4![word]!;
    const f = p5![word]!;
    const g = p6![word]!;
    const h = p7![word]!;
    for (let bit = 0; bit < 8; bit++) {
      const low = bytesOf(a, bit) | (bytesOf(b, bit) << 1) | (bytesOf(c, bit) << 2) | (bytesOf(d, bit) << 3);
      const high = bytesOf(e, bit) | (bytesOf(f, bit) << 1) | (bytesOf(g, bit) << 2) | (bytesOf(h, bit) << 3);
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

/** One bit of four actors, eight apart, at the bottom of each byte. */
function bytesOf(plane: number, bit: number): number {
  return (plane >>> bit) & 0x01010101;
}

/** Morsels of words. */
export const STICKINESS_PRESENT = counting<{ readonly present: readonly Uint32Array[] }>(
  'stickiness present',
  ({ present }, counts, first, until) => countStickinessPresent(present, first, until, counts),
);
