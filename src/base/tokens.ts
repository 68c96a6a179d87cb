/**
 * Upper estimate of a text's tokens for a language model; real tokenizers differ, and are megabytes large. Counts
 * words, digits, symbols and scripts as common tokenizers split them, and rather too many. `test/base/tokens.test.ts`
 * compares with a real one.
 */

const SPACE = 0x20;
const LINE_END = 0x0a;

/** Letters per token in a long plain word; rare words have more tokens than common ones. */
const LETTERS = 3;
/** No tokenizer joins more digits than this. */
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

/** End of a run that is counted as one: letters, digits or spaces; anything else stands alone. */
function runEnd(text: string, at: number, code: number): number {
  const same = isLetter(code) ? isLowerLetter : isDigit(code) ? isDigit : code === SPACE ? isSpace : null;
  let end = at + 1;
  if (same !== null) while (end < text.length && same(text.charCodeAt(end))) end++;
  return end;
}

function tokensOfRun(text: string, at: number, end: number, code: number): number {
  const length = end - at;
  // Letters after a digit are part of an id, not a word.
  if (isLetter(code)) return Math.max(1, length / LETTERS) + (isDigit(text.charCodeAt(at - 1)) ? 0.25 : 0);
  if (isDigit(code)) return Math.ceil(length / DIGITS);
  // One space belongs to the following word or symbol, but not to a number.
  if (code === SPACE) return length > 1 || isDigit(text.charCodeAt(end)) ? 1 : 0;
  return tokensOfSign(code);
}

/** Tokens of a UTF-16 unit that is none of the above. */
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
