/** The first characters of a text as a number, so that most texts are ordered without being read. */

const BEGINNING_CHARS = 6;
/** Above all characters of ASCII. */
const OTHER_CHAR = 0xff;

/** Orders texts by their first characters. Those beyond ASCII count as larger than any other. */
export function textBeginning(text: string): number {
  let beginning = 0;
  for (let at = 0; at < BEGINNING_CHARS; at++) {
    beginning = beginning * 256 + (at < text.length ? Math.min(text.charCodeAt(at), OTHER_CHAR) : 0);
  }
  return beginning;
}

/** The same for a text of ASCII at `bytes[from]` up to `until`. */
export function asciiBeginning(bytes: Uint8Array, from: number, until: number): number {
  let beginning = 0;
  for (let at = from; at < from + BEGINNING_CHARS; at++) beginning = beginning * 256 + (at < until ? bytes[at]! : 0);
  return beginning;
}

/** Numbers from here up to there are written without an exponent, and their whole part is exact. */
const PLAIN_LEAST = 1e-6;
const PLAIN_MOST = 1e15;
/** Digits are told by rounded arithmetic: nearer to the next digit than this, they are unknown. */
const DOUBT = 1e-6;
const ZERO = 0x30;
const POINT = 0x2e;
const MINUS = 0x2d;

/** `textBeginning` of the text of a number, without making the text; -1 = unknown. */
export function numberBeginning(number: number): number {
  const size = Math.abs(number);
  if (size !== 0 && !(size >= PLAIN_LEAST && size < PLAIN_MOST)) return -1;
  const sign = number < 0 ? MINUS : 0;
  const room = number < 0 ? BEGINNING_CHARS - 1 : BEGINNING_CHARS;
  const whole = Math.floor(size);
  let digits = 1;
  for (let next = 10; next <= whole; next *= 10) digits++;
  if (digits >= room) return withDigits(sign, Math.floor(whole / 10 ** (digits - room)), room);
  const beginning = withDigits(sign, whole, digits);
  const places = room - digits - 1;
  if (size === whole) return beginning * 256 ** (places + 1);
  return withFraction(beginning * 256 + POINT, size, places);
}

/** Appends the first digits after the point. */
function withFraction(beginning: number, size: number, places: number): number {
  const scale = 10 ** places;
  const near = Math.round(size * scale);
  const scaled = (size % 1) * scale;
  // Zeros are written only before further digits.
  if (near / scale === size) {
    let [digits, fraction] = [places, near % scale];
    for (; digits > 0 && fraction % 10 === 0; digits--) fraction /= 10;
    return withDigits(beginning, fraction, digits) * 256 ** (places - digits);
  }
  const fraction = Math.floor(scaled);
  const past = scaled - fraction;
  return past < DOUBT || past > 1 - DOUBT ? -1 : withDigits(beginning, fraction, places);
}

/** Appends a whole number with so many digits. */
function withDigits(beginning: number, whole: number, digits: number): number {
  let all = beginning;
  for (let unit = 10 ** (digits - 1); unit >= 1; unit /= 10) all = all * 256 + ZERO + (Math.floor(whole / unit) % 10);
  return all;
}
