/** Text in a picture: measured, cut, wrapped. */
import { graphemes } from '../base/letters/graphemes.ts';

/** Width of a text in pixels. */
export type Measure = (text: string, size_px: number, is_bold: boolean) => number;

/**
 * Widths of Inter from U+0020 and from U+00A0 on, one character for each: its code minus 35 is the width in fiftieths of
 * the font size.
 */
const FROM_SPACE = '12;CCTC255DD2:25C8BBDAB@BB22DDD=TFDHGAAIH1@E@PIICICCDHFVEEC535;:3?B@B@4BA//?/OAABB7>4A?L???949D';
const FROM_NBSP =
  '12@BG?1@AQ:@D#E;:D9:3AA212;@KNO=FFFFFFUHAAAA1111HIIIIIIDIHHHHECB??????Q@@@@@///8@AAAAAADAAAAA?B?F?F?F?H@H@H@H@GGHBA@A@A@A@A@IBIBIBIBHAJA1818181/1/M;@/E?>@/@/@4?5A/IAIAIADIAIAIAIAUUC7C7C7C>C>C>C>D4D6D4HAHAHAHAHAHAVLE?EC?C?C?3';
const OTHERS: Readonly<Record<string, number>> = {
  '…': 0.87,
  '–': 0.5,
  '→': 0.96,
  '−': 0.67,
  '“': 0.44,
  '”': 0.44,
  '↓': 0.84,
  '↑': 0.84,
};
/** Widths of letters that are not in the table: Cyrillic and Greek, and full-width ones. */
const LETTER = 0.68;
const WIDE = 1.05;
const WIDE_FROM = 0x1100;
const BOLD = 1.06;

/** For pictures in Inter, the product's own font. */
export const measureInter: Measure = (text, size_px, is_bold) => {
  let width = 0;
  for (const letter of text) if (!SET_UPON.test(letter)) width += letterWidth(letter);
  return width * size_px * (is_bold ? BOLD : 1);
};

/** Marks above and below other letters, and what joins emoji. */
const SET_UPON = /[\p{Mn}\p{Me}\p{Cf}]/u;

function letterWidth(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  const coded = code < 0xa0 ? FROM_SPACE.charCodeAt(code - 0x20) : FROM_NBSP.charCodeAt(code - 0xa0);
  if (!Number.isNaN(coded)) return (coded - 35) / 50;
  return OTHERS[letter] ?? (code >= WIDE_FROM && !(code >= 0x2000 && code < 0x2600) ? WIDE : LETTER);
}

/** For pages, which use the reader's font. It may be a little wider than Inter, and much wider in bold. */
export const measureAnyFont: Measure = (text, size_px, is_bold) =>
  measureInter(text, size_px, is_bold) * (is_bold ? 1.18 : 1.1);

/** How texts are drawn, for measuring them. */
export interface Lettering {
  readonly measure: Measure;
  readonly size_px: number;
  readonly is_bold?: boolean;
}

/** Cuts off the end. Addresses lose their beginning, because they differ at their ends. */
export function cut(text: string, width: number, { measure, size_px, is_bold = false }: Lettering): string {
  if (measure(text, size_px, is_bold) <= width) return text;
  const letters = graphemes(text);
  const is_address = /^(https?:\/\/|\/)/.test(text);
  const shown = (count: number) =>
    is_address
      ? `…${letters.slice(letters.length - count).join('')}`
      : `${letters.slice(0, count).join('').trimEnd()}…`;
  let least = 0;
  let most = Math.min(letters.length - 1, Math.ceil(width / (size_px * 0.2)));
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (measure(shown(middle), size_px, is_bold) <= width) least = middle;
    else most = middle - 1;
  }
  if (least === 0) return '…';
  if (!is_address) return shown(least);
  // Half of `https://` says less than none of it.
  const scheme = /^(https?:\/\/)?/.exec(text)![0];
  return wholeSteps(shown(Math.min(least, letters.length - scheme.length)));
}

/** Cuts at slashes: `…cts/mug/large` becomes `…/mug/large`, unless nothing would remain. */
function wholeSteps(text: string): string {
  const slash = text.search(/(?<!\/)\/(?!\/)/);
  return slash > 1 && slash < text.length - 3 ? `…${text.slice(slash)}` : text;
}

/** Breaks at spaces into at most this many lines; cuts the rest. */
export function wrapped(text: string, width: number, lines_max: number, lettering: Lettering): string[] {
  const { measure, size_px, is_bold = false } = lettering;
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '' && lines.length < lines_max - 1 && measure(rest, size_px, is_bold) > width) {
    const words = rest.split(' ');
    let taken = 1;
    while (taken < words.length && measure(words.slice(0, taken + 1).join(' '), size_px, is_bold) <= width) taken++;
    const head = words.slice(0, taken).join(' ');
    lines.push(cut(head, width, lettering));
    rest = words.slice(taken).join(' ');
  }
  return rest === '' ? lines : [...lines, cut(rest, width, lettering)];
}
