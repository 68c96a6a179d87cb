/**
 * Small records as bytes. Numbers are varints (7 bits per byte, lowest first, high bit = more follows); texts are
 * UTF-8, prefixed with their length in bytes.
 */
import { must } from '../../base/assert.ts';

/** Longest varint: 53 bits. */
const NUMBER_BYTES = 8;
const FIRST_BYTES = 4_096;
const ENCODER = new TextEncoder();

/** Reuses one array. */
export class PackedWriter {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;

  clear(): void {
    this.#length = 0;
  }

  putNumber(value: number): void {
    this.#reserve(NUMBER_BYTES);
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = (rest % 128) + 128;
    this.#bytes[this.#length++] = rest;
  }

  /** Signed (zigzag); small values take one byte. */
  putSigned(value: number): void {
    this.putNumber(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** UTF-8, with its length. */
  putText(text: string): void {
    // Almost all texts are short ASCII, which needs no array here.
    const from = this.#length;
    this.#reserve(text.length + NUMBER_BYTES);
    this.putNumber(text.length);
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 128) {
        this.#length = from;
        const bytes = ENCODER.encode(text);
        this.putNumber(bytes.length);
        this.putBytes(bytes);
        return;
      }
      this.#bytes[this.#length++] = code;
    }
  }

  /** Bytes only, without a length: the reader must know it. */
  putBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Copies what was put since the last `clear`. */
  taken(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array((this.#length + more) * 2);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

export class PackedReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  number(): number {
    let byte = must(this.#bytes[this.#at++], 'a whole number');
    let value = byte & 127;
    for (let scale = 128; byte >= 128; scale *= 128) {
      byte = must(this.#bytes[this.#at++], 'a whole number');
      value += (byte & 127) * scale;
    }
    return value;
  }

  signed(): number {
    const folded = this.number();
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
  }

  /** Skips that many bytes. */
  pass(length: number): void {
    this.#at += length;
  }

  /** That many bytes, as a view. */
  bytes(length: number): Uint8Array {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
