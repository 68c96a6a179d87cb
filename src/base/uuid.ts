/** UUIDs as 16 bytes, the form they are stored in. */

export const UUID_BYTES = 16;
/** With dashes. */
export const UUID_CHARS = 36;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** Character code -> its value as a hexadecimal digit, -1 for all others. */
const DIGIT = new Int8Array(128).fill(-1);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  DIGIT[digit.charCodeAt(0)] = value;
  DIGIT[digit.toUpperCase().charCodeAt(0)] = value;
}
const DASH = 45;
const DIGITS = 32;

/**
 * 16 bytes, or null if the text is no UUID; dashes may be left out. No regex and no substrings, because this runs for
 * every event.
 */
export function parseUuid(text: string): Uint8Array | null {
  if (text.length < DIGITS || text.length > DIGITS + 4) return null;
  const bytes = new Uint8Array(UUID_BYTES);
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === DASH && mayBreak(digits) && text.charCodeAt(at - 1) !== DASH) continue;
    const value = code < 128 ? DIGIT[code]! : -1;
    if (value < 0 || digits === DIGITS) return null;
    bytes[digits >> 1] = (bytes[digits >> 1]! << 4) | value;
    digits++;
  }
  return digits === DIGITS ? bytes : null;
}

/** Dashes stand after 8, 12, 16 and 20 digits. */
function mayBreak(digits: number): boolean {
  return digits === 8 || digits === 12 || digits === 16 || digits === 20;
}

export function formatUuid(bytes: Uint8Array, offset = 0): string {
  let text = '';
  for (let i = 0; i < UUID_BYTES; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) text += '-';
    text += HEX[bytes[offset + i]!];
  }
  return text;
}

/** Marks 16 bytes as a UUID of that version (RFC 9562 variant), in place. */
export function stampUuid(bytes: Uint8Array, version: number): Uint8Array {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes;
}
