/**
 * Numbers pairs of whole numbers below 2^32: 0, 1, 2, … in the order they are met. An open hash table over typed
 * arrays, since a Map of a million pairs costs several times as much.
 */

const FIRST_ROOM = 64;
const MULTIPLY_LEFT = 0x9e37_79b1 | 0;
const MULTIPLY_RIGHT = 0x85eb_ca6b | 0;

export class PairNumbers {
  /** number -> its pair. Only the first `count` are valid. */
  lefts = new Uint32Array(FIRST_ROOM);
  rights = new Uint32Array(FIRST_ROOM);
  count = 0;
  /** slot -> number + 1, 0 = free. At least half are free. */
  #slots = new Uint32Array(2 * FIRST_ROOM);

  /** Number of the pair; a new pair gets the next one. */
  numberOf(left: number, right: number): number {
    const slot = this.#slotOf(left, right);
    const found = this.#slots[slot]!;
    if (found > 0) return found - 1;
    this.#slots[slot] = this.count + 1;
    this.lefts[this.count] = left;
    this.rights[this.count] = right;
    this.count++;
    if (this.count === this.lefts.length) this.#grow();
    return this.count - 1;
  }

  /** Number of the pair, -1 if it was never met. */
  find(left: number, right: number): number {
    return this.#slots[this.#slotOf(left, right)]! - 1;
  }

  /** row -> number of its pair. */
  numbersOf(lefts: Uint32Array, rights: Uint32Array): Uint32Array {
    const numbers = new Uint32Array(lefts.length);
    let [last_left, last_right, last] = [-1, -1, 0];
    for (let row = 0; row < numbers.length; row++) {
      const left = lefts[row]!;
      const right = rights[row]!;
      // Neighbours are often equal, so the last pair is remembered.
      if (left !== last_left || right !== last_right) {
        last = this.numberOf(left, right);
        last_left = left;
        last_right = right;
      }
      numbers[row] = last;
    }
    return numbers;
  }

  /** Slot of the pair, or the one where it belongs. */
  #slotOf(left: number, right: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hashOf(left, right) & mask;
    for (;;) {
      const number = slots[slot]! - 1;
      if (number < 0 || (this.lefts[number] === left && this.rights[number] === right)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const room = 2 * this.lefts.length;
    this.lefts = longer(this.lefts, room);
    this.rights = longer(this.rights, room);
    this.#slots = new Uint32Array(2 * room);
    for (let number = 0; number < this.count; number++)
      this.#slots[this.#slotOf(this.lefts[number]!, this.rights[number]!)] = number + 1;
  }
}

function hashOf(left: number, right: number): number {
  const mixed = Math.imul(left, MULTIPLY_LEFT) ^ Math.imul(right, MULTIPLY_RIGHT);
  return Math.imul(mixed ^ (mixed >>> 15), MULTIPLY_LEFT) >>> 7;
}

function longer(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const made = new Uint32Array(length);
  made.set(array);
  return made;
}
