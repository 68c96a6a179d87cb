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
  /** What is read next. */
  at = 0;
  #end: number;
  #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#end = bytes.length;
  }

  /** Goes on with these bytes. */
  open(bytes: Uint8Array, begin: number, end: number): this {
    this.#bytes = bytes;
    this.at = begin;
    this.#end = end;
    return this;
  }

  isAtEnd(): boolean {
    return this.at >= this.#end;
  }

  number(): number {
    const byte = this.#bytes[this.at++]!;
    // Short, as most numbers are, so that it is compiled into its callers.
    return byte < 128 ? byte : this.#long(byte);
  }

  #long(first: number | undefined): number {
    let byte = must(first, 'a whole number');
    let value = byte & 127;
    for (let scale = 128; byte >= 128; scale *= 128) {
      byte = must(this.#bytes[this.at++], 'a whole number');
      value += (byte & 127) * scale;
    }
    return value;
  }

  signed(): number {
    // Of a large number, a remainder takes longer than all else.
    const is_odd = (this.#bytes[this.at]! & 1) !== 0;
    const folded = this.number();
    return is_odd ? -(folded + 1) / 2 : folded / 2;
  }

  /** Passes over a number; returns whether it is 0. */
  passNumber(): boolean {
    const first = this.#bytes[this.at++]!;
    for (let byte = first; byte >= 128; ) byte = this.#bytes[this.at++]!;
    return first === 0;
  }

  /** Skips that many bytes. */
  pass(length: number): void {
    this.at += length;
  }

  /** That many bytes, as a view. */
  bytes(length: number): Uint8Array {
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
}
