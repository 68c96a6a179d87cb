/** Texts as readers count them: an emoji of four people is one letter, and é is one, however it is encoded. */

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** All of these are letters of one unit, and by far most texts have no other. */
const PLAIN = /^[\x20-\x7e]*$/;

export function graphemes(text: string): string[] {
  return PLAIN.test(text) ? text.split('') : Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

/** What takes two columns of a terminal: letters of East Asia, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

/** What terminals set above, below or between other letters. */
const WITHOUT_COLUMN = /[\p{Mn}\p{Me}\p{Cf}]/gu;

/** How many columns of a terminal the text takes. */
export function terminalColumns(text: string): number {
  if (PLAIN.test(text)) return text.length;
  const columns = (letter: string): number => (WIDE.test(letter) ? 2 : [...letter.replace(WITHOUT_COLUMN, '')].length);
  return graphemes(text).reduce((sum, letter) => sum + columns(letter), 0);
}
