/** Estimates the size of a JSON value without serialising it, and checks limits of JSON text without parsing it. */
import { isObject } from '../../base/json.ts';

/** Overhead per value: quotes, comma, a few digits. */
const VALUE_BYTES = 8;

/** Estimated bytes of the value as JSON; infinite if it nests deeper than `depth`. */
export function weigh(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length + VALUE_BYTES;
  if (!(Array.isArray(value) || isObject(value))) return VALUE_BYTES;
  if (depth === 0) return Number.POSITIVE_INFINITY;
  let bytes = VALUE_BYTES;
  if (Array.isArray(value)) {
    for (const item of value) bytes += weigh(item, depth - 1);
    return bytes;
  }
  for (const name in value) bytes += name.length + weigh(value[name], depth - 1);
  return bytes;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/**
 * Tells whether JSON text exceeds one of these limits. Checked before parsing: the parser survives millions of levels,
 * but code that walks the result does not, and millions of small values take it seconds and gigabytes.
 */
export function excessOf(text: Uint8Array, most: { levels: number; values: number }): 'levels' | 'values' | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]!;
    if (byte === QUOTE) {
      at = endOfString(text, at);
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      if (++depth > most.levels) return 'levels';
      if (++values > most.values) return 'values';
    } else if (byte === COMMA) {
      if (++values > most.values) return 'values';
    } else if (byte === OPEN_BRACKET + 2 || byte === OPEN_BRACE + 2) {
      depth--;
    }
  }
  return null;
}

/** Index of the closing quote of the string that opens at `at`. */
function endOfString(text: Uint8Array, at: number): number {
  for (;;) {
    const quote = text.indexOf(QUOTE, at + 1);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text[quote - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote;
    at = quote;
  }
}
