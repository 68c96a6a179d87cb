/** Number -> code: open addressing without an object per number. Can be cleared and refilled. */

const FIRST_SLOTS = 64;
const MULTIPLY = 0x9e37_79b1 | 0;
const BITS = new Float64Array(1);
const HALVES = new Int32Array(BITS.buffer);

export class NumberCodes {
  size = 0;
  #numbers = new Float64Array(FIRST_SLOTS);
  /** Slot -> code; 0 if free. */
  #codes = new Int32Array(FIRST_SLOTS);

  /** Code of the number; 0 if it has none. */
  get(value: number): number {
    return this.#codes[this.#slotOf(value)]!;
  }

  /** The number must be new. */
  add(value: number, code: number): void {
    if (++this.size * 2 > this.#codes.length) this.#grow();
    const slot = this.#slotOf(value);
    this.#numbers[slot] = value;
    this.#codes[slot] = code;
  }

  clear(): void {
    if (this.size > 0) this.#codes.fill(0);
    this.size = 0;
  }

  #slotOf(value: number): number {
    const mask = this.#codes.length - 1;
    BITS[0] = value;
    const hash = Math.imul(HALVES[0]! ^ Math.imul(HALVES[1]!, MULTIPLY), MULTIPLY);
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.#codes[slot] !== 0 && this.#numbers[slot] !== value) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const numbers = this.#numbers;
    const codes = this.#codes;
    this.#numbers = new Float64Array(codes.length * 4);
    this.#codes = new Int32Array(codes.length * 4);
    for (let from = 0; from < codes.length; from++) {
      if (codes[from] === 0) continue;
      const slot = this.#slotOf(numbers[from]!);
      this.#numbers[slot] = numbers[from]!;
      this.#codes[slot] = codes[from]!;
    }
  }
}
