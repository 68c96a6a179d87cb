// src/base/visible.ts
/**
* Makes stored text safe to show to people and models. Senders choose event names, which must not start a line, close a
* quotation, break a table cell, or hide.
*/
/**
* Characters that are not seen as they are: controls and format characters (line ends, escape, zero width, directions,
* tags), lone surrogates, unassigned ones, unusual spaces, blank letters, variation selectors.
*/
const UNSEEN = /[\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]|\p{Variation_Selector}|\p{Default_Ignorable_Code_Point}/gu;
/** In quotations also the closing quote, the escape, and the cell separator. */
const IN_QUOTES = /["\\|]/g;
const ESCAPES = {
	"\n": "\\n",
	"\r": "\\r",
	"	": "\\t",
	"\"": "\\\"",
	"\\": "\\\\"
};
/** Longest quotation; longer ones end with … outside the quotes. */
const QUOTED_CHARS = 200;
/** One line, without anything invisible. */
function visible(text) {
	return text.replace(UNSEEN, escapedUnseen);
}
/** Text as data in double quotes: valid JSON of exactly the stored value, without line ends or "|". */
function quoted(text, max_chars = QUOTED_CHARS) {
	const kept = text.length <= max_chars ? text : wholeStart(text, max_chars);
	const safe = visible(kept.replace(IN_QUOTES, (found) => ESCAPES[found] ?? unitEscape(found)));
	return kept === text ? `"${safe}"` : `"${safe}"…`;
}
/** Same value as JSON without hidden characters. */
function visibleJson(value) {
	return (JSON.stringify(value) ?? "null").replace(UNSEEN, escapedUnseen);
}
function escapedUnseen(found) {
	return found === " " ? found : ESCAPES[found] ?? unitEscape(found);
}
/** \u0000, twice for a surrogate pair. */
function unitEscape(found) {
	return Array.from({ length: found.length }, (_, at) => {
		return `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`;
	}).join("");
}
/** Never splits a surrogate pair. */
function wholeStart(text, chars) {
	const last = text.charCodeAt(chars - 1);
	return text.slice(0, last >= 55296 && last <= 56319 ? chars - 1 : chars);
}
export { visible as n, visibleJson as r, quoted as t };
