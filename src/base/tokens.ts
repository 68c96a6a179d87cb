/**
 * How many tokens a language model makes of a text, from above: what tokenisers do differs, and their tables weigh
 * megabytes. Words, digits, signs and other scripts are counted as the usual ones split them, each rather too often;
 * `test/base/tokens.test.ts` holds it against a real one.
 */

const SPACE = 0x20;
const LINE_END = 0x0a;

/** Letters of one token in a long word of plain letters; a rare word has more tokens than a common one. */
const LETTERS = 3;
/** No tokeniser joins more digits. */
const DIGITS = 3;

export function tokensOf(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const end = runEnd(text, at, code);
    tokens += tokensOfRun(text, at, end, code);
    at = end;
  }
  return Math.ceil(tokens);
}

/** Where what is counted together ends: letters of one word, digits, spaces; anything else stands alone. */
function runEnd(text: string, at: number, code: number): number {
  const same = isLetter(code) ? isLowerLetter : isDigit(code) ? isDigit : code === SPACE ? isSpace : null;
  let end = at + 1;
  if (same !== null) while (end < text.length && same(text.charCodeAt(end))) end++;
  return end;
}

function tokensOfRun(text: string, at: number, end: number, code: number): number {
  const length = end - at;
  // What begins behind a digit is no word but a piece of an id.
  if (isLetter(code)) return Math.max(1, length / LETTERS) + (isDigit(text.charCodeAt(at - 1)) ? 0.25 : 0);
  if (isDigit(code)) return Math.ceil(length / DIGITS);
  // One space belongs to the word or sign behind it, not to a number.
  if (code === SPACE) return length > 1 || isDigit(text.charCodeAt(end)) ? 1 : 0;
  return tokensOfSign(code);
}

/** Of one UTF-16 unit that is none of the above. */
function tokensOfSign(code: number): number {
  if (code === LINE_END || code < 0x80) return 1;
  if (code >= 0x03_70 && code < 0x07_00) return 0.6; // Greek, Cyrillic, Hebrew, Arabic
  if (code < 0x0f_00) return 0.75; // accents, and the other alphabets up to Thai
  if (code < 0x19_00) return 2.5; // scripts that are rare in what models learn from
  if (code >= 0xd8_00 && code < 0xe0_00) return 2; // half of a pair
  return 1.25;
}

function isLetter(code: number): boolean {
  return isLowerLetter(code) || (code >= 0x41 && code <= 0x5a);
}

function isLowerLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isSpace(code: number): boolean {
  return code === SPACE;
}
