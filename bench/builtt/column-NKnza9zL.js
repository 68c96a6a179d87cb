// src/base/shared.ts
/**
* Zero-filled arrays in memory shared by all threads, so that passing them is free. For anything as long as rows or
* actors.
*/
let made_bytes = 0;
/** Bytes of all arrays that this thread has made here. */
function sharedBytesMade() {
	return made_bytes;
}
function share(bytes) {
	made_bytes += bytes;
	return new SharedArrayBuffer(bytes);
}
function sharedBytes(length) {
	return new Uint8Array(share(length));
}
function sharedShorts(length) {
	return new Uint16Array(share(length * Uint16Array.BYTES_PER_ELEMENT));
}
function sharedWords(length) {
	return new Uint32Array(share(length * Uint32Array.BYTES_PER_ELEMENT));
}
function sharedNumbers(length) {
	return new Float64Array(share(length * Float64Array.BYTES_PER_ELEMENT));
}
/** The array itself if shared, else a shared copy. */
function asSharedWords(words) {
	if (words.buffer instanceof SharedArrayBuffer) return words;
	const shared = sharedWords(words.length);
	shared.set(words);
	return shared;
}
/** Likewise. */
function asSharedNumbers(numbers) {
	if (numbers.buffer instanceof SharedArrayBuffer) return numbers;
	const shared = sharedNumbers(numbers.length);
	shared.set(numbers);
	return shared;
}
// src/engine/frame/column.ts
/**
* A column: one property of many rows.
* There are two kinds in memory, both plain arrays indexed by row. A value is anything JSON can say; objects and lists
* are kept as JSON text.
*/
/** Text that values are compared by; null for missing and null. */
function textOf(value) {
	if (value === null) return null;
	if (typeof value === "string") return value;
	return typeof value === "object" ? value.json : String(value);
}
/** Text of the value at an index. */
function textAt(column, index) {
	if (column.kind === "dictionary") return textOf(column.values.at(column.codes[index]));
	const value = column.values[index];
	return Number.isNaN(value) ? null : textOf(value);
}
/** Smallest code array for this many distinct values (including 0). */
function allocateCodes(rows, distinct) {
	if (distinct <= 256) return sharedBytes(rows);
	return distinct <= 65536 ? sharedShorts(rows) : sharedWords(rows);
}
/** Column of a property that no row has. */
function missingColumn(rows) {
	return {
		kind: "dictionary",
		codes: new Uint8Array(rows),
		values: [null]
	};
}
/** Same codes in one type of array: a loop that sees several array types checks the type at each access. */
function wideCodes(codes) {
	return codes instanceof Uint32Array ? codes : new Uint32Array(codes);
}
/** Same codes in the smallest array that fits. */
function narrowCodes(codes, distinct) {
	const narrow = allocateCodes(0, distinct);
	if (codes.BYTES_PER_ELEMENT === narrow.BYTES_PER_ELEMENT) return codes;
	const target = allocateCodes(codes.length, distinct);
	target.set(codes);
	return target;
}
export { textOf as a, asSharedWords as c, sharedNumbers as d, sharedShorts as f, textAt as i, sharedBytes as l, missingColumn as n, wideCodes as o, sharedWords as p, narrowCodes as r, asSharedNumbers as s, allocateCodes as t, sharedBytesMade as u };
