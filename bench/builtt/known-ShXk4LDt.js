import { n as must } from "./assert-Cucc65-M.js";
// src/base/known.ts
/** Tests of values that tell the compiler what they found, and types that save claims about arrays. */
function isOneOf(list, value) {
	return list.some((one) => one === value);
}
/** Whether a table has the key itself, not from its prototype. */
function hasKey(table, key) {
	return Object.hasOwn(table, key);
}
/** Of a table whose members are all known. */
function keysOf(table) {
	return Object.keys(table);
}
function recordOf(keys, make) {
	return Object.fromEntries(keys.map((key) => [key, make(key)]));
}
/** A list that cannot be empty. */
function atLeastOne(list) {
	const [first, ...others] = list;
	return [must(first, "a list is not empty"), ...others];
}
/** The values if none is missing, else null. */
function complete(values) {
	return values.every((value) => value !== null) ? [...values] : null;
}
/** `code` of an error of the system: `ENOENT` and the like; '' for other errors. */
function errorCode(error) {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
export { isOneOf as a, hasKey as i, complete as n, keysOf as o, errorCode as r, recordOf as s, atLeastOne as t };
