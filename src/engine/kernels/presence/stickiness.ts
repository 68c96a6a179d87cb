/**
 * Stickiness from bit sets (see presence.ts): in how many of them each actor is. The numbers of 32 actors are kept
 * upright: plane k is a word with bit k of each of them. To add sets is then what an adder does: sums and carries, some
 * operations for 32 actors at once. Counts of ranges of words, and of parts, add up.
 */

import { counting } from '../../frame/team.ts';

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
  const nobody = new Uint32Array(words);
  while (sets.length % 8 !== 0) sets.push(nobody);
  const planes = Array.from({ length: 8 }, () => new Uint32Array(words));
  const carry = new Uint32Array(words);
  for (let at = 0; at < sets.length; at += 8) {
    addEight(sets.slice(at, at + 8), planes, carry);
    // The numbers so far are below 2^k before plane k has anything.
    for (let plane = 3; 1 << plane <= Math.min(at + 8, present.length); plane++) addCarry(planes[plane]!, carry);
  }
  addNumbers(planes, counts);
}

/**
 * Eight sets join the three lowest planes; what goes beyond, eights, is left in `carry`. Of three bits, the sum is where
 * they differ and the carry is what two of them agree on.
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

/** Adds the carry to a plane; what goes beyond that is the new carry. Two words at a time. */
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

/** Adds one to the count of each actor's number. */
function addNumbers(planes: readonly Uint32Array[], counts: Uint32Array): void {
  const [p0, p1, p2, p3, p4, p5, p6, p7] = planes;
  /** byte * 256 + number -> actors: a table for each byte, as equal neighbours would wait for each other. */
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

/** Of four actors, eight apart, each bit at the bottom of a byte. */
function bytesOf(plane: number, bit: number): number {
  return (plane >>> bit) & 0x01010101;
}

/** Over words. */
export const STICKINESS_PRESENT = counting<{ readonly present: readonly Uint32Array[] }>(
  'stickiness present',
  ({ present }, counts, first, until) => countStickinessPresent(present, first, until, counts),
);
