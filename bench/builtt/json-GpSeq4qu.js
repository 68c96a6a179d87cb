import { t as assert } from "./assert-Cucc65-M.js";
// src/base/json.ts
/** JSON values: types, depth, canonical text. */
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
/** @throws Error if the text is no JSON object */
function objectIn(text) {
	const value = JSON.parse(text);
	assert(isObject(value), "a JSON object");
	return value;
}
/**
* Canonical JSON: equal for equal values, keys sorted, no spaces. Used for cache keys and snapshots. Drops `undefined`
* members, as JSON does.
*/
function canonical(value) {
	if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(",")}]`;
	if (!isObject(value)) return JSON.stringify(value) ?? "null";
	return `{${Object.keys(value).filter((key) => value[key] !== void 0).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}
/** `events[0].math`. */
function pathText(path) {
	return path.reduce((text, step) => {
		if (typeof step === "number") return `${text}[${step}]`;
		return text === "" ? step : `${text}.${step}`;
	}, "");
}
/** Drops `undefined` members. */
function definedOnly(values) {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== void 0));
}
/** Sets a member by any name, including `__proto__`, as plain data. */
function put(target, name, value) {
	if (name === "__proto__") Object.defineProperty(target, name, {
		value,
		enumerable: true,
		writable: true,
		configurable: true
	});
	else target[name] = value;
}
/** Whether nesting is at most this deep. */
function isWithinDepth(value, max_depth) {
	if (typeof value !== "object" || value === null) return true;
	return max_depth > 0 && Object.values(value).every((member) => isWithinDepth(member, max_depth - 1));
}
const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = [91, 123];
const CLOSING = [93, 125];
/** Same for JSON text, before parsing: deep nesting costs a parser seconds, and recursion its stack. */
function isTextWithinDepth(text, max_depth) {
	let depth = 0;
	let quoted = false;
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		if (quoted) {
			if (code === BACKSLASH) i++;
			else if (code === QUOTE) quoted = false;
		} else if (code === QUOTE) quoted = true;
		else if (OPENING.includes(code)) {
			if (++depth > max_depth) return false;
		} else if (CLOSING.includes(code)) depth--;
	}
	return true;
}
/** Parses the text of a list or object; undefined for anything else, or if nested deeper. */
function parseNested(text, max_depth) {
	if (!/^\s*[[{]/.test(text) || !isTextWithinDepth(text, max_depth)) return void 0;
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
export { isWithinDepth as a, pathText as c, isTextWithinDepth as i, put as l, definedOnly as n, objectIn as o, isObject as r, parseNested as s, canonical as t };
