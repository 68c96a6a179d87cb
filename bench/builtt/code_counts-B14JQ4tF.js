import { K as counting } from "./value_aggregates-oy79J-9b.js";
// src/engine/kernels/rows/code_counts.ts
/** As much as stays in the cache of a core. */
const BLOCK_ROWS = 4096;
/** Codes of a block in one kind of array: a loop that sees several kinds looks which it is at each row. */
const same = new Uint32Array(BLOCK_ROWS);
const joint = new Uint32Array(BLOCK_ROWS);
/** Morsels of rows. */
const COUNT_CODES = counting("count codes", ({ columns }, counts, first, until) => {
	for (let begin = first; begin < until; begin += BLOCK_ROWS) {
		const length = Math.min(BLOCK_ROWS, until - begin);
		for (const [at, { codes, classes, many }] of columns.entries()) {
			const into = at === 0 ? joint : same;
			into.set(codes.subarray(begin, begin + length));
			if (classes !== null) for (let row = 0; row < length; row++) into[row] = classes[into[row]];
			if (at > 0) joinCodes(many, length);
		}
		countCodes(counts, length);
	}
});
function joinCodes(many, length) {
	for (let at = 0; at < length; at++) joint[at] = Math.imul(joint[at], many) + same[at];
}
function countCodes(counts, length) {
	for (let at = 0; at < length; at++) counts[joint[at]]++;
}
export { COUNT_CODES as t };
