// src/base/assert.ts
/** Assertions: a failure is a bug of ours, never bad input (that is a ServiceError). */
function assert(condition, message) {
	if (!condition) throw new Error(`assertion failed: ${message}`);
}
/** The value, which cannot be missing. */
function must(value, message) {
	assert(value !== null && value !== void 0, message);
	return value;
}
/** The end of an exhaustive switch. */
function unreachable(value) {
	throw new Error(`unreachable: ${String(value)}`);
}
export { must as n, unreachable as r, assert as t };
