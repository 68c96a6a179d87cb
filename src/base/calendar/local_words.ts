/** Dates as spreadsheets write them in other languages, in the signs that readers of dates know. */

const ASCII = /^[\0-\x7f]*$/;
/** Zeros of scripts with digits of their own; the other nine follow each. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];
const OTHER_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;

const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일](?:\s?\([^)]*\))?/u, '$1-$2-$3 '],
  [/^(\d{4})\. ?(\d{1,2})\. ?(\d{1,2})\. (?=\D)/, '$1-$2-$3 '],
  [/(?:午前|上午|오전) ?([\d:]+)/u, '$1 AM'],
  [/(?:午後|下午|오후) ?([\d:]+)/u, '$1 PM'],
  [/(\d{1,2})時(\d{1,2})分(?:(\d{1,2})秒)?/u, '$1:$2:$3'],
  [/:(?=\s|$)/, ''],
  [/ ?(?:ص|ق\.ظ|π\.μ\.|ÖÖ|पूर्वाह्न)$/u, ' AM'],
  [/ ?(?:م|ب\.ظ|μ\.μ\.|ÖS|अपराह्न)$/u, ' PM'],
];

/** The same text in digits, dashes and colons of ASCII, as far as it is known. Blanks of any kind become plain ones. */
export function inPlainSigns(text: string): string {
  if (ASCII.test(text)) return text;
  let plain = text.normalize('NFKC').replace(OTHER_DIGIT, digitOf);
  for (const [sign, written] of PARTS) plain = plain.replace(sign, written);
  return plain.trim();
}

function digitOf(letter: string): string {
  const code = letter.charCodeAt(0);
  return String(code - Math.max(...ZEROS.filter((zero) => zero <= code)));
}
