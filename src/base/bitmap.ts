/**
 * Bitmaps: bit i is bit (i & 31) of word (i >>> 5). Bits past the allocated size stay zero, so `not` must be told the
 * size. Bitmaps that are combined have the same size unless said otherwise.
 */
import { sharedWords } from './shared.ts';

export function allocate(bits: number): Uint32Array {
  return sharedWords((bits + 31) >>> 5);
}

export function set(bitmap: Uint32Array, bit: number): void {
  bitmap[bit >>> 5]! |= 1 << (bit & 31);
}

export function clear(bitmap: Uint32Array, bit: number): void {
  bitmap[bit >>> 5]! &= ~(1 << (bit & 31));
}

/** Sets bits [from, until), which must not be empty. */
export function setRange(bitmap: Uint32Array, from: number, until: number): void {
  const first = from >>> 5;
  const last = (until - 1) >>> 5;
  for (let word = first; word <= last; word++) {
    let bits = -1;
    if (word === first) bits &= -1 << (from & 31);
    if (word === last) bits &= -1 >>> (31 - ((until - 1) & 31));
    bitmap[word]! |= bits;
  }
}

export function has(bitmap: Uint32Array, bit: number): boolean {
  return ((bitmap[bit >>> 5]! >>> (bit & 31)) & 1) === 1;
}

/** into &= other. */
export function and(into: Uint32Array, other: Uint32Array): Uint32Array {
  for (let word = 0; word < into.length; word++) into[word]! &= other[word]!;
  return into;
}

/** into |= other; `other` may be shorter. */
export function or(into: Uint32Array, other: Uint32Array): Uint32Array {
  for (let word = 0; word < other.length; word++) into[word]! |= other[word]!;
  return into;
}

/** into &= ~other; either may be shorter. Unrolled by four: a third faster. */
export function andNot(into: Uint32Array, other: Uint32Array): Uint32Array {
  const words = Math.min(into.length, other.length);
  const whole = words - (words % 4);
  for (let word = 0; word < whole; word += 4) {
    into[word]! &= ~other[word]!;
    into[word + 1]! &= ~other[word + 1]!;
    into[word + 2]! &= ~other[word + 2]!;
    into[word + 3]! &= ~other[word + 3]!;
  }
  for (let word = whole; word < words; word++) into[word]! &= ~other[word]!;
  return into;
}

/** Inverts `into`, which has `bits` bits. */
export function not(into: Uint32Array, bits: number): Uint32Array {
  for (let word = 0; word < into.length; word++) into[word] = ~into[word]!;
  return trim(into, bits);
}

/** Clears the bits of the last word that are past the size, `bits`. */
export function trim(into: Uint32Array, bits: number): Uint32Array {
  if ((bits & 31) !== 0) into[into.length - 1]! &= (1 << (bits & 31)) - 1;
  return into;
}

/** Popcount of words [first_word, until_word). */
export function count(bitmap: Uint32Array, first_word = 0, until_word = bitmap.length): number {
  return countBoth(bitmap, bitmap, first_word, until_word);
}

/**
 * Popcount of the intersection in words [first_word, until_word). Adds eight words with full adders (sum = XOR, carry =
 * majority), so that only the word of eights needs a popcount (Harley-Seal).
 */
export function countBoth(one: Uint32Array, other: Uint32Array, first_word: number, until_word: number): number {
  let ones = 0;
  let twos = 0;
  let fours = 0;
  let eights = 0;
  let word = first_word;
  for (; word + 8 <= until_word; word += 8) {
    const a = one[word]! & other[word]!;
    const b = one[word + 1]! & other[word + 1]!;
    const c = one[word + 2]! & other[word + 2]!;
    const d = one[word + 3]! & other[word + 3]!;
    const e = one[word + 4]! & other[word + 4]!;
    const f = one[word + 5]! & other[word + 5]!;
    const g = one[word + 6]! & other[word + 6]!;
    const h = one[word + 7]! & other[word + 7]!;
    const to_b = ones ^ a ^ b;
    const to_d = to_b ^ c ^ d;
    const to_f = to_d ^ e ^ f;
    const two_b = (ones & a) | ((ones ^ a) & b);
    const two_d = (to_b & c) | ((to_b ^ c) & d);
    const two_f = (to_d & e) | ((to_d ^ e) & f);
    const two_h = (to_f & g) | ((to_f ^ g) & h);
    const four_d = (twos & two_b) | ((twos ^ two_b) & two_d);
    const twos_d = twos ^ two_b ^ two_d;
    const four_h = (twos_d & two_f) | ((twos_d ^ two_f) & two_h);
    eights += countWord((fours & four_d) | ((fours ^ four_d) & four_h));
    ones = to_f ^ g ^ h;
    twos = twos_d ^ two_f ^ two_h;
    fours = fours ^ four_d ^ four_h;
  }
  let total = 8 * eights + 4 * countWord(fours) + 2 * countWord(twos) + countWord(ones);
  for (; word < until_word; word++) total += countWord(one[word]! & other[word]!);
  return total;
}

/** Popcount of one word: sums bits in pairs, nibbles and bytes. */
export function countWord(word: number): number {
  let sum = (word - ((word >>> 1) & 0x55555555)) | 0;
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Members, ascending. */
export function members(bitmap: Uint32Array): Uint32Array {
  const found = new Uint32Array(count(bitmap));
  let at = 0;
  for (let word = 0; word < bitmap.length; word++) {
    const highest = (word << 5) + 31;
    for (let left = bitmap[word]! | 0; left !== 0; left &= left - 1) found[at++] = highest - Math.clz32(left & -left);
  }
  return found;
}

/** Makes a bitmap of flags (index -> 1 if set, else 0). */
export function fromFlags(flags: Uint8Array): Uint32Array {
  const bitmap = allocate(flags.length);
  const whole = flags.byteOffset % 4 === 0 ? flags.length >>> 5 : 0;
  const fours = new Uint32Array(flags.buffer, whole === 0 ? 0 : flags.byteOffset, whole << 3);
  for (let word = 0, at = 0; word < whole; word++) {
    let bits = 0;
    for (let shift = 0; shift < 32; shift += 4, at++) {
      const four = fours[at]!;
      bits |= ((four | (four >>> 7) | (four >>> 14) | (four >>> 21)) & 15) << shift;
    }
    bitmap[word] = bits;
  }
  for (let index = whole << 5; index < flags.length; index++) bitmap[index >>> 5]! |= flags[index]! << (index & 31);
  return bitmap;
}
