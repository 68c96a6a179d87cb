import { r as isObject } from "./json-GpSeq4qu.js";
// src/service/ingest/weigh.ts
/** Estimates the size of a JSON value without serialising it, and the depth of JSON text without parsing it. */
/** Overhead per value: quotes, comma, a few digits. */
const VALUE_BYTES = 8;
/** Estimated bytes of the value as JSON; infinite if nested deeper than `depth`. */
function weigh(value, depth) {
	if (typeof value === "string") return value.length + VALUE_BYTES;
	if (!(Array.isArray(value) || isObject(value))) return VALUE_BYTES;
	if (depth === 0) return Number.POSITIVE_INFINITY;
	let bytes = VALUE_BYTES;
	if (Array.isArray(value)) {
		for (const item of value) bytes += weigh(item, depth - 1);
		return bytes;
	}
	for (const name in value) bytes += name.length + weigh(value[name], depth - 1);
	return bytes;
}
const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;
/**
* Whether JSON text nests deeper or has more values than that. Checked before parsing: the parser survives millions of
* levels, but code that walks the result does not; and millions of small values take it seconds and gigabytes.
*/
function excessOf(text, most) {
	let depth = 0;
	let values = 0;
	for (let at = 0; at < text.length; at++) {
		const byte = text[at];
		if (byte === QUOTE) at = endOfString(text, at);
		else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
			if (++depth > most.levels) return "levels";
			if (++values > most.values) return "values";
		} else if (byte === COMMA) {
			if (++values > most.values) return "values";
		} else if (byte === 93 || byte === 125) depth--;
	}
	return null;
}
/** Index of the closing quote of the string that opens at `at`. */
function endOfString(text, at) {
	for (;;) {
		const quote = text.indexOf(QUOTE, at + 1);
		if (quote < 0) return text.length;
		let slashes = 0;
		while (text[quote - 1 - slashes] === BACKSLASH) slashes++;
		if (slashes % 2 === 0) return quote;
		at = quote;
	}
}
export { weigh as n, excessOf as t };
