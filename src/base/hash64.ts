/**
 * A 64-bit hash in two halves that tells millions of things apart: fast, stable across machines, not secret. Call
 * `seed`, then add words and texts, then `end`.
 */

const WORDS = new Float64Array(1);
const HALVES = new Int32Array(WORDS.buffer);

export class Hash64 {
  a = 0;
  b = 0;

  seed(a: number, b: number): this {
    this.a = a | 0;
    this.b = b | 0;
    return this;
  }

  word(word: number): this {
    this.a = Math.imul(this.a ^ word, 0x9e37_79b1);
    this.b = Math.imul(this.b ^ word, 0x5f35_6495);
    this.a ^= this.a >>> 15;
    this.b ^= this.b >>> 13;
    return this;
  }

  /** Adds a number; 0 and -0 are the same. */
  number(number: number): this {
    WORDS[0] = number + 0;
    return this.word(HALVES[0]!).word(HALVES[1]!);
  }

  text(text: string): this {
    let { a, b } = this;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      a = Math.imul(a ^ code, 0x9e37_79b1);
      b = Math.imul(b ^ code, 0x5f35_6495);
      a ^= a >>> 15;
      b ^= b >>> 13;
    }
    this.a = a;
    this.b = b;
    return this.word(text.length);
  }

  /** Final mix: each input bit flips about half of both halves. */
  end(): this {
    let { a, b } = this;
    a = Math.imul(a ^ (a >>> 16), 0x85eb_ca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2_ae35);
    b = Math.imul(b ^ (b >>> 16), 0x85eb_ca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2_ae35);
    a = Math.imul(a ^ (a >>> 15), 0x27d4_eb2f) ^ (b >>> 16);
    this.a = a | 0;
    this.b = b | 0;
    return this;
  }
}

const FIRST_SLOTS = 1_024;
/** Layout of a slot: both halves, and the count. */
const WIDTH = 3;

/** Counts occurrences of hashes. Open addressing, at most three quarters full: 16 to 32 bytes per distinct hash. */
export class HashCounts {
  /** 3 * slot -> both halves, and how often this hash occurred (0 = the slot is free) */
  #table = new Int32Array(FIRST_SLOTS * WIDTH);
  #slots = FIRST_SLOTS;
  #size = 0;

  /** Counts a hash; returns its count, including this time. */
  count(a: number, b: number): number {
    if (this.#size * 4 >= this.#slots * 3) this.#grow();
    const at = slotOf(this.#table, this.#slots, a, b);
    if (this.#table[at + 2] === 0) {
      this.#table[at] = a;
      this.#table[at + 1] = b;
      this.#size++;
    }
    return ++this.#table[at + 2]!;
  }

  bytes(): number {
    return this.#table.byteLength;
  }

  #grow(): void {
    const old = this.#table;
    this.#slots *= 2;
    this.#table = new Int32Array(this.#slots * WIDTH);
    for (let from = 0; from < old.length; from += WIDTH) {
      if (old[from + 2] === 0) continue;
      const at = slotOf(this.#table, this.#slots, old[from]!, old[from + 1]!);
      this.#table[at] = old[from]!;
      this.#table[at + 1] = old[from + 1]!;
      this.#table[at + 2] = old[from + 2]!;
    }
  }
}

/** Slot of the hash, or the free one where it belongs. */
function slotOf(table: Int32Array, slots: number, a: number, b: number): number {
  const mask = slots - 1;
  for (let slot = a & mask; ; slot = (slot + 1) & mask) {
    const at = slot * WIDTH;
    if (table[at + 2] === 0 || (table[at] === a && table[at + 1] === b)) return at;
  }
}
