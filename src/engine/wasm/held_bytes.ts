/**
 * A copy of a dictionary's bytes in a WebAssembly memory, where the values of a list are compared with them sixteen
 * bytes at once. Segments are read one after the other, so the copy usually lacks only what the last one added.
 *   byte 0      1,024  2,048   3,072   1 MiB
 *        flags  ends   places  values  the bytes
 */
import type { LoopMemory, Loops } from './twins.ts';

/** How many values are compared at once: what they are compared with is prefetched, and fits the cache. */
const TOGETHER = 256;
const ENDS_AT = 1_024;
const PLACES_AT = ENDS_AT + TOGETHER * 4;
const VALUES_AT = PLACES_AT + TOGETHER * 4;
const BYTES_AT = 1_048_576;
const PAGE_BYTES = 65_536;
/** Loops read up to this many bytes past the end. */
const SLACK_BYTES = 64;
/** Dictionaries with more bytes than this are not held. */
const HELD_MOST = 268_435_456;
/** Place of a value that is not compared. */
export const NO_PLACE = 2 ** 32 - 1;

export class HeldBytes {
  readonly #same: Loops['same'];
  readonly #memory: LoopMemory;
  #owner: object | null = null;
  #length = 0;

  constructor({ same }: Pick<Loops, 'same'>, memory: LoopMemory) {
    this.#same = same;
    this.#memory = memory;
  }

  /** Holds an owner's bytes, which only grow at the end between calls. Returns false if they are too many. */
  hold(owner: object, bytes: Uint8Array): boolean {
    if (bytes.length > HELD_MOST) return false;
    const missing = BYTES_AT + bytes.length + SLACK_BYTES - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    const from = this.#owner === owner ? this.#length : 0;
    new Uint8Array(this.#memory.buffer).set(bytes.subarray(from), BYTES_AT + from);
    this.#owner = owner;
    this.#length = bytes.length;
    return true;
  }

  /**
   * value -> 1 if its bytes are also at its place in the held ones. Each value begins one byte after the end of the one
   * before. The first and very long ones get 0.
   */
  same(json: Uint8Array, ends: Uint32Array, places: Uint32Array): Uint8Array {
    const flags = new Uint8Array(places.length);
    const bytes = new Uint8Array(this.#memory.buffer, 0, BYTES_AT);
    const words = new Uint32Array(this.#memory.buffer, 0, VALUES_AT >> 2);
    for (let first = 1; first < places.length; ) {
      const begin = ends[first - 1]! + 1;
      const most = Math.min(first + TOGETHER, places.length);
      let until = first;
      while (until < most && ends[until]! - begin < BYTES_AT - VALUES_AT) until++;
      words.set(ends.subarray(first, until), ENDS_AT >> 2);
      words.set(places.subarray(first, until), PLACES_AT >> 2);
      if (until > first) bytes.set(json.subarray(begin, ends[until - 1]), VALUES_AT);
      this.#same(VALUES_AT, ENDS_AT, until - first, begin, PLACES_AT, BYTES_AT, 0);
      flags.set(bytes.subarray(0, until - first), first);
      first = Math.max(until, first + 1);
    }
    return flags;
  }
}
