/**
 * Reads JSON values from bytes, one at a time. One pass finds the end of a value and its hash, four bytes at once where
 * text is plain ASCII.
 */
import { hashWord } from '../../base/byte_table.ts';

/** Terminates each value of a dictionary. JSON never contains it, so no search matches across two values. */
export const END = 0;
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const BRACKET = 0x5b;
export const BRACKET_CLOSED = 0x5d;

export class JsonValues {
  begin = 0;
  end = 0;
  hash = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
  }

  /** Sets the value to one that was read before. */
  at(begin: number, end: number, hash: number): this {
    this.begin = begin;
    this.end = end;
    this.hash = hash;
    return this;
  }

  /**
   * Reads the value that begins there; something must come after it. A list must hold one text: that of an object or
   * list. A text without an end ends past all bytes.
   */
  read(begin: number): this {
    const bytes = this.#bytes;
    this.begin = begin;
    this.hash = 0;
    let at = begin;
    if (bytes[begin] === QUOTE) at = this.#readText(begin + 1) + 1;
    else if (bytes[begin] === BRACKET && bytes[begin + 1] === QUOTE) at = this.#readText(begin + 2) + 2;
    else while (at < bytes.length && !isEnd(bytes[at]!)) this.hash = hashWord(this.hash, bytes[at++]!);
    this.end = at;
    const hash = hashWord(this.hash, at - begin);
    this.hash = hashWord(hash, hash >>> 13);
    return this;
  }

  /** Returns where the closing quote is. The hash depends on the text alone, not on what comes after it. */
  #readText(from: number): number {
    const [bytes, view] = [this.#bytes, this.#view];
    let [at, hash] = [from, 0];
    for (; at + 4 <= bytes.length; at += 4) {
      const four = view.getInt32(at, true);
      if (hasSpecial(four)) break;
      hash = hashWord(hash, four);
    }
    this.hash = hash;
    for (; at < bytes.length && bytes[at] !== QUOTE; at++) {
      this.hash = hashWord(this.hash, bytes[at]!);
      if (bytes[at] === BACKSLASH) this.hash = hashWord(this.hash, bytes[++at]!);
    }
    return at;
  }

  isAt(other: DataView, begin: number): boolean {
    const own = this.#view;
    const end = this.end;
    let at = this.begin;
    let there = begin;
    for (; at + 4 <= end; at += 4, there += 4) {
      if (own.getInt32(at, true) !== other.getInt32(there, true)) return false;
    }
    for (; at < end; at++, there++) if (own.getUint8(at) !== other.getUint8(there)) return false;
    return true;
  }

  copyTo(target: DataView, begin: number): void {
    const own = this.#view;
    const end = this.end;
    let at = this.begin;
    let there = begin;
    for (; at + 4 <= end; at += 4, there += 4) target.setInt32(there, own.getInt32(at, true), true);
    for (; at < end; at++, there++) target.setUint8(there, own.getUint8(at));
  }
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Whether the byte ends a number, true, false or null. */
function isEnd(byte: number): boolean {
  return byte === COMMA || byte === BRACKET_CLOSED || byte === END;
}

/** Whether any of four bytes is a quote, a backslash or past ASCII: a byte that becomes 0 borrows from its highest bit. */
function hasSpecial(four: number): boolean {
  const quote = four ^ 0x22222222;
  const backslash = four ^ 0x5c5c5c5c;
  return ((((quote - 0x01010101) & ~quote) | ((backslash - 0x01010101) & ~backslash) | four) & 0x80808080) !== 0;
}
