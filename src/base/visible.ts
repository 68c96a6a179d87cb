/**
 * Makes stored text safe to show to people and models. Senders choose event names, which must not start a line, close a
 * quotation, break a table cell, or hide.
 */

import { graphemes } from './letters/graphemes.ts';

/** Scripts that are written with joiners between letters: without them other words stand there. */
const JOINING = String.raw`[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}]`;
/** Joiners and selectors that belong to what they stand in. */
const SEEN = String.raw`\ufe0f(?<=\p{Extended_Pictographic}\ufe0f)|\u200d(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?\u200d)(?=\p{Extended_Pictographic})|[\u200c\u200d](?<=${JOINING}.)(?=${JOINING})`;

/**
 * Characters that readers do not see as such: controls and format characters (line ends, escape, zero width,
 * directions, tags), lone surrogates, unassigned ones, unusual spaces, blank letters, variation selectors. Not what
 * belongs to an emoji and changes how it looks: the selector in ⚠️, the joiner in 👩‍💻. Nor one joiner between letters of a
 * script that is written so: in نمی‌شود.
 */
const UNSEEN = new RegExp(
  String.raw`(?!${SEEN})(?:[\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]|\p{Variation_Selector}|\p{Default_Ignorable_Code_Point})`,
  'gu',
);

/** In quotations, the closing quote, the escape sign and the cell separator are escaped, too. */
const IN_QUOTES = /["\\|]/g;

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

/** Longest quotation; longer ones end with … outside the quotes. */
const QUOTED_CHARS = 200;

/** One line, without anything invisible. */
export function visible(text: string): string {
  return text.replace(UNSEEN, escapedUnseen);
}

/** Text as data in double quotes: valid JSON of exactly the stored value, without line ends or "|". */
export function quoted(text: string, max_chars = QUOTED_CHARS): string {
  const kept = text.length <= max_chars ? text : wholeStart(text, max_chars);
  const safe = visible(kept.replace(IN_QUOTES, (found) => ESCAPES[found] ?? unitEscape(found)));
  return kept === text ? `"${safe}"` : `"${safe}"…`;
}

/** What spreadsheets take for a formula, even after blanks, line ends and invisible characters. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** As a cell of a table, in a form that no spreadsheet runs. */
export function inertText(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** Same value as JSON without hidden characters. */
export function visibleJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(UNSEEN, escapedUnseen);
}

function escapedUnseen(found: string): string {
  return found === ' ' ? found : (ESCAPES[found] ?? unitEscape(found));
}

/** One escape like \u0000 per UTF-16 unit, so two for a surrogate pair. */
function unitEscape(found: string): string {
  return Array.from({ length: found.length }, (_, at) => {
    return `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** Never splits a letter, unless it is longer than that. */
function wholeStart(text: string, chars: number): string {
  let end = 0;
  for (const letter of graphemes(text.slice(0, chars + 1))) {
    if (end + letter.length > chars) break;
    end += letter.length;
  }
  return text.slice(0, end === 0 ? chars : end);
}

/** What people wrote in several lines, line by line; blank ones are left out. */
export function visibleLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map(visible)
    .filter((line) => line !== '');
}
