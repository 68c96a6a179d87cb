/**
 * Gives distinct pieces of text (as bytes) the numbers 1, 2, 3, … by first appearance. The pieces are stored as JSON with
 * commas between them, so a list of all is there without decoding any. Open addressing without objects; cleared and reused.
 * Sources are read four bytes at a time and must be readable for PADDING bytes past the piece.
 */

export const PADDING = 8;

const MULTIPLY = 0x9e37_79b1 | 0;
const QUOTE = 0x22;
const COMMA = 0x2c;
const FIRST_SLOTS = 64;
const FIRST_BYTES = 1_024;
/** Layout of a slot: hash, number, start, length. */
const WIDTH = 4;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** Masks for the lowest 0 to 3 bytes of a word. */
export function lowBytes(word: number, bytes: number): number {
  return word & ((1 << (bytes << 3)) - 1);
}

/** Hashes combine whole words, then the rest of the last one; see `hashOf`. */
export function hashWord(hash: number, word: number): number {
  const next = Math.imul(hash ^ word, MULTIPLY);
  return next ^ (next >>> 15);
}

/** `rest`: the last 0 to 3 bytes. */
export function hashRest(hash: number, rest: number, bytes: number): number {
  const next = Math.imul(hash ^ rest ^ (bytes << 27), MULTIPLY);
  return next ^ (next >>> 16);
}

export function hashOf(view: DataView, from: number, to: number): number {
  let hash = 0;
  let at = from;
  for (; at + 4 <= to; at += 4) hash = hashWord(hash, view.getInt32(at, true));
  return hashRest(hash, lowBytes(view.getInt32(at, true), to - at), to - at);
}

/** A text as a source of bytes. */
interface Source {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly length: number;
}

function sourceOf(text: string): Source {
  const encoded = ENCODER.encode(text);
  const bytes = new Uint8Array(encoded.length + PADDING);
  bytes.set(encoded);
  return { bytes, view: new DataView(bytes.buffer), length: encoded.length };
}

export class ByteTable {
  #slots = new Int32Array(FIRST_SLOTS * WIDTH);
  #slot_count = FIRST_SLOTS;
  /** Slots in use. */
  #used = 0;
  #bytes = new Uint8Array(FIRST_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  /** number -> start of its bytes, up to the start of the next one's. */
  #starts = new Uint32Array(FIRST_SLOTS);
  #size = 0;

  /** The largest number. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of `joined`. */
  get length(): number {
    return this.#length;
  }

  /**
   * Number of a piece, added if new. `quoted`: 1 = the piece is between a string's quotes, 0 = it is another value. The
   * piece must be written as `JSON.stringify` writes it.
   */
  code(view: DataView, from: number, to: number, hash: number, quoted: 0 | 1): number {
    const slots = this.#slots;
    const mask = this.#slot_count - 1;
    const length = ((to - from) << 1) | quoted;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const at = slot * WIDTH;
      const code = slots[at + 1]!;
      if (code === 0) return this.#add(view, from, length, hash, slot);
      if (slots[at] === hash && slots[at + 3] === length && this.#isSame(view, from, to - from, slots[at + 2]!))
        return code;
    }
  }

  /**
   * Reads where pieces with these hashes will be looked up. The reads are independent, so waits for memory overlap.
   * @param width distance between two hashes, as other numbers follow each
   */
  bringNear(hashes: Int32Array, from: number, to: number, width: number): number {
    const [slots, bytes, mask] = [this.#slots, this.#bytes, this.#slot_count - 1];
    let met = 0;
    for (let at = from; at < to; at += width) met |= bytes[slots[(hashes[at]! & mask) * WIDTH + 2]!]!;
    return met;
  }

  /** Like `code`, for a value given as JSON text. */
  codeOfText(json: string): number {
    const { bytes, view, length } = sourceOf(json);
    const quoted = bytes[0] === QUOTE ? 1 : 0;
    const end = length - quoted;
    return this.code(view, quoted, end, hashOf(view, quoted, end), quoted);
  }

  /** Adds an ASCII piece, such as a number, that is never looked up. */
  append(json: string): number {
    const code = this.#begin(json.length);
    for (let i = 0; i < json.length; i++) this.#bytes[this.#length++] = json.charCodeAt(i);
    this.#bytes[this.#length++] = COMMA;
    return code;
  }

  /** All pieces, each with a comma. A view, valid until the next change. */
  joined(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** JSON text of a piece. */
  text(code: number): string {
    const from = this.#starts[code]!;
    const to = code === this.#size ? this.#length : this.#starts[code + 1]!;
    return DECODER.decode(this.#bytes.subarray(from, to - 1));
  }

  clear(): void {
    if (this.#used > 0) this.#slots.fill(0);
    this.#used = 0;
    this.#length = 0;
    this.#size = 0;
  }

  #isSame(view: DataView, from: number, length: number, offset: number): boolean {
    const mine = this.#view;
    let at = 0;
    for (; at + 4 <= length; at += 4) {
      if (mine.getInt32(offset + at, true) !== view.getInt32(from + at, true)) return false;
    }
    return lowBytes(mine.getInt32(offset + at, true) ^ view.getInt32(from + at, true), length - at) === 0;
  }

  /** `length`: as in a slot, that is 2 * bytes + `quoted`. */
  #add(view: DataView, from: number, length: number, hash: number, slot: number): number {
    const quoted = length & 1;
    const code = this.#put(view, from, length >>> 1, quoted);
    const slots = this.#slots;
    slots[slot * WIDTH] = hash;
    slots[slot * WIDTH + 1] = code;
    slots[slot * WIDTH + 2] = this.#starts[code]! + quoted;
    slots[slot * WIDTH + 3] = length;
    if (++this.#used * 2 > this.#slot_count) this.#grow();
    return code;
  }

  #put(view: DataView, from: number, length: number, quoted: number): number {
    const code = this.#begin(length);
    const bytes = this.#bytes;
    let at = this.#length;
    if (quoted === 1) bytes[at++] = QUOTE;
    if (length < COPIED_BYTES) for (let i = from; i < from + length; i++) bytes[at++] = view.getUint8(i);
    else {
      bytes.set(new Uint8Array(view.buffer, view.byteOffset + from, length), at);
      at += length;
    }
    if (quoted === 1) bytes[at++] = QUOTE;
    bytes[at++] = COMMA;
    this.#length = at;
    return code;
  }

  /** Begins a new piece and makes room for this many bytes; returns its number. */
  #begin(bytes: number): number {
    const code = ++this.#size;
    if (code >= this.#starts.length) this.#starts = grown(this.#starts, code * 2);
    this.#reserve(bytes);
    this.#starts[code] = this.#length;
    return code;
  }

  #reserve(more: number): void {
    const needed = this.#length + more + 3 + PADDING;
    if (needed <= this.#bytes.length) return;
    const bytes = new Uint8Array(needed * 2);
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }

  #grow(): void {
    const old = this.#slots;
    this.#slot_count *= 4;
    const mask = this.#slot_count - 1;
    const slots = new Int32Array(this.#slot_count * WIDTH);
    for (let from = 0; from < old.length; from += WIDTH) {
      if (old[from + 1] === 0) continue;
      let slot = old[from]! & mask;
      while (slots[slot * WIDTH + 1] !== 0) slot = (slot + 1) & mask;
      for (let i = 0; i < WIDTH; i++) slots[slot * WIDTH + i] = old[from + i]!;
    }
    this.#slots = slots;
  }
}

/** Up to this length, copying byte by byte is faster. */
const COPIED_BYTES = 48;

function grown(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(array);
  return larger;
}
