/** How heavy a JSON value is, roughly, without writing it out; and how deep a JSON text goes, without parsing it. */

/** What a value costs besides its characters: quotes, comma, a few digits. */
const VALUE_BYTES = 8;

/** About the bytes of the value as JSON; infinite where it is nested deeper than `depth` levels. */
export function weigh(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length + VALUE_BYTES;
  if (typeof value !== 'object' || value === null) return VALUE_BYTES;
  if (depth === 0) return Number.POSITIVE_INFINITY;
  let bytes = VALUE_BYTES;
  if (Array.isArray(value)) {
    for (const item of value) bytes += weigh(item, depth - 1);
    return bytes;
  }
  for (const name in value) bytes += name.length + weigh((value as Record<string, unknown>)[name], depth - 1);
  return bytes;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/**
 * Whether a JSON text nests deeper than so many levels. Looked at before parsing: a parser survives millions of levels,
 * but everything that walks the result would not.
 */
export function isDeeperThan(text: Uint8Array, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]!;
    if (byte === QUOTE) {
      at = endOfString(text, at);
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      if (++depth > levels) return true;
    } else if (byte === OPEN_BRACKET + 2 || byte === OPEN_BRACE + 2) {
      depth--;
    }
  }
  return false;
}

/** Where the string that opens at `at` closes. */
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
