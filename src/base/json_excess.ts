/** Checks limits of JSON text without parsing it. */

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
