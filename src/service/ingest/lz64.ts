/**
 * Text as LZString packs it into base64, which libraries for React Native and for small pages sent by default until
 * 2024. All that a code stands for was written before, so places in the output are the whole dictionary: a body can
 * make it no larger than itself.
 */

/** The first codes: a character of 8 bits follows, or one of 16; the text ends. */
const SHORT = 0;
const LONG = 1;
const END = 2;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Int8Array(128).fill(-1);
for (let at = 0; at < DIGITS.length; at++) VALUES[DIGITS.charCodeAt(at)] = at;

/**
 * The text in UTF-16; null if this is no such code, or if it ends too early.
 * @throws what `tooLong` makes, if the text has more than `most_units`
 */
export function unpackLz64(packed: string, most_units: number, tooLong: () => Error): string | null {
  const read = readerOf(packed);
  // By code: where what it stands for begins in the output, and its length.
  const places = [0, 0, 0];
  const lengths = [0, 0, 0];
  let out = new Uint16Array(Math.min(most_units, 4 * packed.length));
  let end = 0;
  for (let before = 0; ; ) {
    let code = read(32 - Math.clz32(places.length));
    if (code === END) return Buffer.from(out.buffer, 0, 2 * end).toString('utf16le');
    const unit = code === SHORT ? read(8) : code === LONG ? read(16) : 0;
    if (code < 0 || unit < 0) return null;
    if (code <= LONG) {
      code = places.push(end) - 1;
      lengths.push(1);
    }
    // The text before, and the first character of this one, which may be the very same text.
    if (before > 0) {
      places.push(end - before);
      lengths.push(before + 1);
    }
    const place = places[code];
    const length = lengths[code];
    if (place === undefined || length === undefined) return null;
    if (end + length > most_units) throw tooLong();
    if (end + length > out.length) out = larger(out, Math.min(most_units, 2 * (end + length)));
    if (place === end) out[end] = unit;
    else for (let at = 0; at < length; at++) out[end + at] = out[place + at]!;
    end += length;
    before = length;
  }
}

/** Reads numbers of so many bits, the lowest first; -1 past the end. */
function readerOf(packed: string): (bits: number) => number {
  let at = 0;
  let digit = 0;
  let left = 0;
  return (bits) => {
    let value = 0;
    for (let bit = 0; bit < bits; bit++) {
      if (left === 0) {
        digit = VALUES[packed.charCodeAt(at++)] ?? -1;
        if (digit < 0) return -1;
        left = 6;
      }
      left--;
      value |= ((digit >> left) & 1) << bit;
    }
    return value;
  };
}

function larger(units: Uint16Array<ArrayBuffer>, length: number): Uint16Array<ArrayBuffer> {
  const grown = new Uint16Array(length);
  grown.set(units);
  return grown;
}
