/**
 * Stored text in answers that people and models read. Whoever sends an event chooses its name: it must not be able to
 * begin a line, to close a quotation, to make a cell of a table, or to hide.
 */

/**
 * What is not seen as it is: control and format characters (line ends, escape, zero width, directions, tags), halves of
 * pairs, characters nobody has defined, every space that is not the plain one, blank letters, and selectors of variants.
 */
const UNSEEN = /[\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]|\p{Variation_Selector}|\p{Default_Ignorable_Code_Point}/gu;

/** In a quotation also its end, the escape itself, and what stands between the cells of a table. */
const IN_QUOTES = /["\\|]/g;

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

/** Of a text that is quoted; longer ones end with … after the quotation. */
const QUOTED_CHARS = 200;

/** A text on one line, with nothing in it that cannot be seen. */
export function visible(text: string): string {
  return text.replace(UNSEEN, escapedUnseen);
}

/**
 * A text as data, in double quotes: a JSON string, so that reading it as JSON gives back exactly what was stored. It
 * holds neither a line end nor "|".
 */
export function quoted(text: string, max_chars = QUOTED_CHARS): string {
  const kept = text.length <= max_chars ? text : wholeStart(text, max_chars);
  const safe = visible(kept.replace(IN_QUOTES, (found) => ESCAPES[found] ?? unitEscape(found)));
  return kept === text ? `"${safe}"` : `"${safe}"…`;
}

/** JSON of the same value whose text hides nothing. */
export function visibleJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(UNSEEN, escapedUnseen);
}

function escapedUnseen(found: string): string {
  return found === ' ' ? found : (ESCAPES[found] ?? unitEscape(found));
}

/** \u0000, twice for what is a pair. */
function unitEscape(found: string): string {
  return Array.from({ length: found.length }, (_, at) => {
    return `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** No pair is cut in two. */
function wholeStart(text: string, chars: number): string {
  const last = text.charCodeAt(chars - 1);
  return text.slice(0, last >= 0xd8_00 && last <= 0xdb_ff ? chars - 1 : chars);
}
