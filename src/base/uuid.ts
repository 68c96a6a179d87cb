/** UUIDs as 16 bytes, the form they are stored in. */

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const FORM = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** 16 bytes, or null where the text is no UUID. */
export function parseUuid(text: string): Uint8Array | null {
  if (!FORM.test(text)) return null;
  const digits = text.replaceAll('-', '');
  const bytes = new Uint8Array(16);
  for (let i = 0; i < 16; i++) bytes[i] = Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

export function formatUuid(bytes: Uint8Array, offset = 0): string {
  let text = '';
  for (let i = 0; i < 16; i++) {
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
