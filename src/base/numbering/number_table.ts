/**
 * Gives different numbers the numbers 0, 1, 2, … in the order they are met. An open hash table over typed arrays: a Map of
 * a million numbers costs several times as much. 0 and -0 are the same.
 * Input: numbers, NaN among them. Output: their numbers. Cost: one look at a slot for a row, most of it waiting for memory.
 */

const FIRST_ROOM = 64;
const FREE = -1;
/** Below that, room grows fourfold: each time, all are put into new slots. */
const FEW = 1 << 20;
/** Slots of a cache line. */
const NEAR_BITS = 4;
const NEAR = 2 ** NEAR_BITS - 1;
const BITS = new Float64Array(1);
const HALVES = new Int32Array(BITS.buffer);

export class NumberTable {
  count = 0;
  /** number -> what has it; NaN = something else than a number. Only the first `count` are valid. */
  #values = new Float64Array(FIRST_ROOM);
  /** slot -> number, FREE = none. At least half are free. */
  #slots = new Int32Array(2 * FIRST_ROOM).fill(FREE);

  /** NaN = something else than a number. */
  at(number: number): number {
    return this.#values[number]!;
  }

  /** Gives the next number to something else. */
  add(): number {
    return this.#push(Number.NaN);
  }

  /** `value`: not NaN. A new one gets the next number. */
  numberOf(value: number): number {
    const slot = this.#slotOf(value);
    const known = this.#slots[slot]!;
    if (known !== FREE) return known;
    this.#slots[slot] = this.count;
    return this.#push(value);
  }

  /** Number of the value, -1 if it was never met. */
  find(value: number): number {
    return this.#slots[this.#slotOf(value)]!;
  }

  bytes(): number {
    return this.#values.byteLength + this.#slots.byteLength;
  }

  /** Slot of the value, or the one where it belongs. */
  #slotOf(value: number): number {
    const slots = this.#slots;
    const values = this.#values;
    const mask = slots.length - 1;
    let slot = hashOf(value) & mask;
    for (;;) {
      const number = slots[slot]!;
      if (number === FREE || values[number] === value) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #push(value: number): number {
    this.#values[this.count++] = value;
    if (this.count === this.#values.length) this.#grow();
    return this.count - 1;
  }

  #grow(): void {
    const values = new Float64Array((this.count < FEW ? 4 : 2) * this.count);
    values.set(this.#values);
    this.#values = values;
    const slots = new Int32Array(2 * values.length).fill(FREE);
    this.#slots = slots;
    const mask = slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      if (Number.isNaN(values[number]!)) continue;
      let slot = hashOf(values[number]!) & mask;
      while (slots[slot] !== FREE) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
  }
}

/** Whole numbers that follow each other are in neighbouring slots, which are near in memory. */
function hashOf(value: number): number {
  const whole = value | 0;
  if (whole === value) return mixed(whole >> NEAR_BITS) ^ (whole & NEAR);
  BITS[0] = value;
  return mixed(Math.imul(HALVES[0]!, 0x85eb_ca6b) ^ HALVES[1]!);
}

function mixed(word: number): number {
  const half = Math.imul(word ^ (word >>> 15), 0x9e37_79b1);
  return half ^ (half >>> 13);
}
