/** Reads values from bytes, in their most frequent forms only; callers use a full parser for all others. */
import { EXACT_POWER, nearestDouble } from '../../base/decimal.ts';
import { dateMs, HOUR_MS, MINUTE_MS } from '../../base/time.ts';
import { UUID_CHARS } from '../../base/uuid.ts';

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
/** A number of at most this many digits is exact, and stays so when divided by a power of ten. */
const EXACT_DIGITS = 15;
/** Digits of a number that need no text to become a double. Most floats are written with 16 or 17. */
const LONG_DIGITS = 19;
/** Any number of this many digits fits into 32 bits. */
const WORD_DIGITS = 8;
const TENS = Array.from({ length: EXACT_DIGITS + 1 }, (_, places) => 10 ** places);
/** Deeper values are left to the parser, which enforces the limit. */
const LEVELS = 16;
/** Byte -> value as a hexadecimal digit, -1 for others. */
const HEX = new Int8Array(256).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  HEX[digit.charCodeAt(0)] = value;
  HEX[digit.toUpperCase().charCodeAt(0)] = value;
}

/** The high bit of each byte. In the results below only the lowest of these bits is reliable. */
export const HIGH_BITS = 0x8080_8080;

/** Sets the high bit of each byte that is a quote, a backslash or a control character. Other bits may be set, too. */
export function plainStops(word: number): number {
  return stopsAt(word, 0x2222_2222) | stopsAt(word, 0x5c5c_5c5c) | ((word - 0x2020_2020) & ~word);
}

/** Like `plainStops`, but for one character, given four times. */
export function stopsAt(word: number, signs: number): number {
  const other = word ^ signs;
  return (other - 0x0101_0101) & ~other;
}

/** Index of the text's end, or of its first escape or control character. May read some bytes past the end. */
export function endOfPlain(view: DataView, from: number): number {
  for (let at = from; ; at += 4) {
    const found = plainStops(view.getInt32(at, true)) & HIGH_BITS;
    if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
  }
}

/** Index after the closing quote of the text that opens at `from`; 0 if the line ends before. */
export function endOfQuoted(source: Uint8Array, from: number): number {
  for (let at = from + 1; at < source.length && source[at] !== NEWLINE; at++) {
    if (source[at] === QUOTE) return at + 1;
    if (source[at] === BACKSLASH) at++;
  }
  return 0;
}

/**
 * Index after the closing bracket of the array or object that opens at `from`. 0 if it is nested too deeply, or the
 * line ends before it.
 */
export function endOfNested(source: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length && source[at] !== NEWLINE; at++) {
    const byte = source[at]!;
    if (byte === QUOTE) {
      at = endOfQuoted(source, at) - 1;
      if (at < 0) return 0;
      // Square brackets and braces differ in one bit.
    } else if ((byte | 0x20) === 0x7b) {
      if (++depth > LEVELS) return 0;
    } else if ((byte | 0x20) === 0x7d && --depth === 0) return at + 1;
  }
  return 0;
}

/** Reads JSON numbers. */
export class NumberReader {
  /** Index after the last number read, and how many digits that has after the point. */
  end = 0;
  places = 0;

  /** NaN if there is no number, or it is too large. */
  read(source: Uint8Array, from: number): number {
    let value = this.readShort(source, from);
    if (Number.isNaN(value)) value = this.readLong(source, from);
    return Number.isNaN(value) ? this.#readText(source, from) : value;
  }

  /** NaN if there is no number, or it has many digits or an exponent. */
  readShort(source: Uint8Array, from: number): number {
    const is_negative = source[from] === MINUS;
    const start = is_negative ? from + 1 : from;
    let value = this.#digits(source, start, 0);
    let digits = this.end - start;
    let places = 0;
    if (digits === 0 || (digits > 1 && source[start] === ZERO)) return Number.NaN;
    if (source[this.end] === POINT) {
      const first = this.end + 1;
      value = this.#digits(source, first, value);
      places = this.end - first;
      digits += places;
      if (places === 0 || digits > EXACT_DIGITS) return Number.NaN;
      value /= TENS[places]!;
    }
    if (digits > EXACT_DIGITS || (source[this.end]! | 0x20) === SMALL_E) return Number.NaN;
    this.places = places;
    return is_negative ? -value : value;
  }

  /** Appends digits to a whole number, and sets `end` to the index after them. */
  #digits(source: Uint8Array, from: number, before: number): number {
    let at = from;
    let value = before;
    let digit = source[at]! - ZERO;
    while (digit >= 0 && digit <= 9) {
      // Up to eight digits at a time, as arithmetic of 32 bits is faster.
      const stop = at + WORD_DIGITS;
      const first = at;
      let part = 0;
      for (; digit >= 0 && digit <= 9 && at < stop; digit = source[++at]! - ZERO) part = (part * 10 + digit) | 0;
      value = value * TENS[at - first]! + part;
    }
    this.end = at;
    return value;
  }

  /** NaN if there is no number, it has more digits, or an exponent. */
  readLong(source: Uint8Array, from: number): number {
    const is_negative = source[from] === MINUS;
    const start = is_negative ? from + 1 : from;
    let [high, low, digits, point] = [0, 0, 0, -1];
    let at = start;
    for (; ; at++) {
      const digit = source[at]! - ZERO;
      if (digit >= 0 && digit <= 9) {
        if (digits < EXACT_DIGITS) high = high * 10 + digit;
        else low = low * 10 + digit;
        // Zeros before all others do not count.
        if (digits > 0 || digit > 0) digits++;
      } else if (source[at] === POINT && point < 0) point = at;
      else break;
    }
    const places = point < 0 ? 0 : at - point - 1;
    const is_number = source[start] !== ZERO ? point !== start : point === start + 1;
    if (!is_number || point === at - 1 || at === start || isOfNumber(source[at]!)) return Number.NaN;
    if (digits > LONG_DIGITS || places > EXACT_POWER) return Number.NaN;
    this.end = at;
    this.places = places;
    const value = nearestDouble(high, low, Math.max(0, digits - EXACT_DIGITS), places);
    return is_negative ? -value : value;
  }

  #readText(source: Uint8Array, from: number): number {
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
  /** Index after the last time read. */
  end = 0;

  /** -1 for other forms, and for times that cannot be stored. */
  read(source: Uint8Array, from: number): number {
    const year = twoDigits(source, from) * 100 + twoDigits(source, from + 2);
    const day_ms = dateMs(year, twoDigits(source, from + 5), twoDigits(source, from + 8));
    if (source[from + 4] !== MINUS || source[from + 7] !== MINUS) return -1;
    const hour = twoDigits(source, from + 11);
    const minute = twoDigits(source, from + 14);
    const second = twoDigits(source, from + 17);
    if (source[from + 10] !== CAPITAL_T || source[from + 13] !== COLON || source[from + 16] !== COLON) return -1;
    // NaN fails each of these comparisons.
    if (!(hour < 24 && minute < 60 && second < 60 && day_ms >= 0)) return -1;
    let ms = day_ms + hour * HOUR_MS + minute * MINUTE_MS + second * 1_000;
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

/** NaN if either is no digit. */
function twoDigits(source: Uint8Array, at: number): number {
  const tens = source[at]! - ZERO;
  const ones = source[at + 1]! - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Writes a dashed UUID as 16 bytes; false if there is none. */
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
    // Anything else than a hexadecimal digit gives a negative value, or 128 and more.
    bad |= (high | low) & ~0x0f;
    target[out++] = (high << 4) | low;
    i += 2;
  }
  return bad === 0;
}
