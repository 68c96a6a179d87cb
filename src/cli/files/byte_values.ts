/** Values from bytes, in their most frequent forms only: whoever reads a file with care has the last word on all others. */
import { parseTimestamp } from '../../base/time.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const MINUS = 0x2d;
const POINT = 0x2e;
const COLON = 0x3a;
const ZERO = 0x30;
const SMALL_E = 0x65;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const CAPITAL_T = 0x54;
const CAPITAL_Z = 0x5a;
/** Up to here digits are exact as a number, and so is what such a number is divided by. */
const EXACT_DIGITS = 15;
const TENS = Array.from({ length: EXACT_DIGITS + 1 }, (_, places) => 10 ** places);
/** Deeper is for whoever counts. */
const LEVELS = 16;
const UUID_CHARS = 36;
/** Byte -> its value as a hexadecimal digit, -1 for all others. */
const HEX = new Int8Array(256).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  HEX[digit.charCodeAt(0)] = value;
  HEX[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Where a text ends, or its first escape or control character stands. Some bytes past the end are read. */
export function endOfPlain(view: DataView, from: number): number {
  for (let at = from; ; at += 4) {
    const word = view.getInt32(at, true);
    const quote = word ^ 0x2222_2222;
    const slash = word ^ 0x5c5c_5c5c;
    const found =
      (((quote - 0x0101_0101) & ~quote) | ((slash - 0x0101_0101) & ~slash) | ((word - 0x2020_2020) & ~word)) &
      0x8080_8080;
    if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
  }
}

/** Past the closing quote of the text that opens at `from`; 0 where the line ends before. */
export function endOfQuoted(source: Uint8Array, from: number): number {
  for (let at = from + 1; at < source.length && source[at] !== NEWLINE; at++) {
    if (source[at] === QUOTE) return at + 1;
    if (source[at] === BACKSLASH) at++;
  }
  return 0;
}

/** Past the closing bracket of the list or object that opens at `from`; 0 where it is deep or the line ends before. */
export function endOfNested(source: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length && source[at] !== NEWLINE; at++) {
    const byte = source[at]!;
    if (byte === QUOTE) {
      at = endOfQuoted(source, at) - 1;
      if (at < 0) return 0;
      // Brackets of both kinds differ in one bit.
    } else if ((byte | 0x20) === 0x7b) {
      if (++depth > LEVELS) return 0;
    } else if ((byte | 0x20) === 0x7d && --depth === 0) return at + 1;
  }
  return 0;
}

/** A JSON number. */
export class NumberReader {
  /** Past the one that was read last, and how many digits it has after the point. */
  end = 0;
  places = 0;

  /** NaN where there is none, or one that is too large. */
  read(source: Uint8Array, from: number): number {
    const value = this.readShort(source, from);
    return Number.isNaN(value) ? this.#readLong(source, from) : value;
  }

  /** NaN where there is none, or one with many digits or an exponent. */
  readShort(source: Uint8Array, from: number): number {
    const is_negative = source[from] === MINUS;
    const start = is_negative ? from + 1 : from;
    let at = start;
    let value = 0;
    let digit = source[at]! - ZERO;
    for (; digit >= 0 && digit <= 9; digit = source[++at]! - ZERO) value = value * 10 + digit;
    let digits = at - start;
    let places = 0;
    if (digits === 0 || (digits > 1 && source[start] === ZERO)) return Number.NaN;
    if (source[at] === POINT) {
      const point = at;
      digit = source[++at]! - ZERO;
      for (; digit >= 0 && digit <= 9; digit = source[++at]! - ZERO) value = value * 10 + digit;
      places = at - point - 1;
      digits += places;
      if (places === 0 || digits > EXACT_DIGITS) return Number.NaN;
      value /= TENS[places]!;
    }
    if (digits > EXACT_DIGITS || (source[at]! | 0x20) === SMALL_E) return Number.NaN;
    this.end = at;
    this.places = places;
    return is_negative ? -value : value;
  }

  #readLong(source: Uint8Array, from: number): number {
    let at = from;
    while (isOfNumber(source[at]!)) at++;
    const text = Buffer.from(source.buffer, source.byteOffset + from, at - from).toString('latin1');
    const value = JSON_NUMBER.test(text) ? Number(text) : Number.NaN;
    this.end = at;
    return Number.isFinite(value) ? value : Number.NaN;
  }
}

export function isOfNumber(byte: number): boolean {
  return (
    (byte >= ZERO && byte <= 0x39) || byte === POINT || byte === MINUS || byte === 0x2b || (byte | 0x20) === SMALL_E
  );
}

/** `2026-01-31T12:00:00.123Z`, with or without milliseconds. */
export class TimeReader {
  /** Past the one that was read last. */
  end = 0;
  /** The day read last: its bytes as words, and its start. */
  #year = 0;
  #month = 0;
  #day = 0;
  #day_ms = -1;

  /** -1 for every other form, and for what cannot be stored. */
  read(source: Uint8Array, view: DataView, from: number): number {
    const year = view.getInt32(from, true);
    const month = view.getInt32(from + 4, true);
    const day = view.getUint16(from + 8, true);
    if (year !== this.#year || month !== this.#month || day !== this.#day) {
      const text = Buffer.from(source.buffer, source.byteOffset + from, 10).toString('latin1');
      this.#day_ms = parseTimestamp(`${text}T00:00:00Z`) ?? -1;
      this.#year = year;
      this.#month = month;
      this.#day = day;
    }
    const hour = twoDigits(source, from + 11);
    const minute = twoDigits(source, from + 14);
    const second = twoDigits(source, from + 17);
    if (source[from + 10] !== CAPITAL_T || source[from + 13] !== COLON || source[from + 16] !== COLON) return -1;
    // NaN fails each of these.
    if (!(hour < 24 && minute < 60 && second < 60 && this.#day_ms >= 0)) return -1;
    let ms = this.#day_ms + hour * 3_600_000 + minute * 60_000 + second * 1_000;
    let at = from + 19;
    if (source[at] === POINT) {
      ms += twoDigits(source, at + 1) * 10 + (twoDigits(source, at + 2) % 10);
      at += 4;
    }
    if (source[at] !== CAPITAL_Z || !(ms >= 0)) return -1;
    this.end = at + 1;
    return ms;
  }
}

/** NaN where one of the two is no digit. */
function twoDigits(source: Uint8Array, at: number): number {
  const tens = source[at]! - ZERO;
  const ones = source[at + 1]! - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** A UUID with its dashes into 16 bytes; false where there is none. */
export function writeUuid(source: Uint8Array, from: number, target: Uint8Array, to: number): boolean {
  let bad = 0;
  let out = to;
  for (let i = 0; i < UUID_CHARS; ) {
    if (i === 8 || i === 13 || i === 18 || i === 23) {
      bad |= source[from + i++]! ^ MINUS;
      continue;
    }
    const high = HEX[source[from + i]!]!;
    const low = HEX[source[from + i + 1]!]!;
    // Below zero, or 128 and more, where there is something else.
    bad |= (high | low) & ~0x0f;
    target[out++] = (high << 4) | low;
    i += 2;
  }
  return bad === 0;
}
