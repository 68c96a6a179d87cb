import { f as sharedShorts, p as sharedWords } from "./column-NKnza9zL.js";
// src/base/bitmap.ts
/**
* Bitmaps: bit i is bit (i & 31) of word (i >>> 5). Bits past the allocated size stay zero; `not` takes the size for
* that. Combined bitmaps have the same size.
*/
function allocate(bits) {
	return sharedWords(bits + 31 >>> 5);
}
function set(bitmap, bit) {
	bitmap[bit >>> 5] |= 1 << (bit & 31);
}
/** Sets bits [from, until), at least one. */
function setRange(bitmap, from, until) {
	const first = from >>> 5;
	const last = until - 1 >>> 5;
	for (let word = first; word <= last; word++) {
		let bits = -1;
		if (word === first) bits &= -1 << (from & 31);
		if (word === last) bits &= -1 >>> 31 - (until - 1 & 31);
		bitmap[word] |= bits;
	}
}
function has(bitmap, bit) {
	return (bitmap[bit >>> 5] >>> (bit & 31) & 1) === 1;
}
/** into &= other. */
function and(into, other) {
	for (let word = 0; word < into.length; word++) into[word] &= other[word];
	return into;
}
/** into |= other; `other` may be shorter. */
function or(into, other) {
	for (let word = 0; word < other.length; word++) into[word] |= other[word];
	return into;
}
/** into &= ~other; either may be shorter. Unrolled by four: a third faster. */
function andNot(into, other) {
	const words = Math.min(into.length, other.length);
	const whole = words - words % 4;
	for (let word = 0; word < whole; word += 4) {
		into[word] &= ~other[word];
		into[word + 1] &= ~other[word + 1];
		into[word + 2] &= ~other[word + 2];
		into[word + 3] &= ~other[word + 3];
	}
	for (let word = whole; word < words; word++) into[word] &= ~other[word];
	return into;
}
/** Inverts `into`, which has `bits` bits. */
function not(into, bits) {
	for (let word = 0; word < into.length; word++) into[word] = ~into[word];
	return trim(into, bits);
}
/** Clears bits from `bits` on. */
function trim(into, bits) {
	if ((bits & 31) !== 0) into[into.length - 1] &= (1 << (bits & 31)) - 1;
	return into;
}
/** Popcount of words [first_word, until_word). */
function count(bitmap, first_word = 0, until_word = bitmap.length) {
	return countBoth(bitmap, bitmap, first_word, until_word);
}
/**
* Popcount of the intersection in words [first_word, until_word). Adds eight words with full adders (sum = XOR, carry =
* majority), so that only the word of eights needs a popcount (Harley-Seal).
*/
function countBoth(one, other, first_word, until_word) {
	let ones = 0;
	let twos = 0;
	let fours = 0;
	let eights = 0;
	let word = first_word;
	for (; word + 8 <= until_word; word += 8) {
		const a = one[word] & other[word];
		const b = one[word + 1] & other[word + 1];
		const c = one[word + 2] & other[word + 2];
		const d = one[word + 3] & other[word + 3];
		const e = one[word + 4] & other[word + 4];
		const f = one[word + 5] & other[word + 5];
		const g = one[word + 6] & other[word + 6];
		const h = one[word + 7] & other[word + 7];
		const to_b = ones ^ a ^ b;
		const to_d = to_b ^ c ^ d;
		const to_f = to_d ^ e ^ f;
		const two_b = ones & a | (ones ^ a) & b;
		const two_d = to_b & c | (to_b ^ c) & d;
		const two_f = to_d & e | (to_d ^ e) & f;
		const two_h = to_f & g | (to_f ^ g) & h;
		const four_d = twos & two_b | (twos ^ two_b) & two_d;
		const twos_d = twos ^ two_b ^ two_d;
		const four_h = twos_d & two_f | (twos_d ^ two_f) & two_h;
		eights += countWord(fours & four_d | (fours ^ four_d) & four_h);
		ones = to_f ^ g ^ h;
		twos = twos_d ^ two_f ^ two_h;
		fours = fours ^ four_d ^ four_h;
	}
	let total = 8 * eights + 4 * countWord(fours) + 2 * countWord(twos) + countWord(ones);
	for (; word < until_word; word++) total += countWord(one[word] & other[word]);
	return total;
}
/** Bits are summed in pairs, nibbles and bytes. */
function countWord(word) {
	let sum = word - (word >>> 1 & 1431655765) | 0;
	sum = (sum & 858993459) + (sum >>> 2 & 858993459);
	return Math.imul(sum + (sum >>> 4) & 252645135, 16843009) >>> 24;
}
/** Members, ascending. */
function members(bitmap) {
	const found = new Uint32Array(count(bitmap));
	let at = 0;
	for (let word = 0; word < bitmap.length; word++) {
		const highest = (word << 5) + 31;
		for (let left = bitmap[word] | 0; left !== 0; left &= left - 1) found[at++] = highest - Math.clz32(left & -left);
	}
	return found;
}
/** Returns flags: index -> 1 if set, else 0. */
function fromFlags(flags) {
	const bitmap = allocate(flags.length);
	const whole = flags.byteOffset % 4 === 0 ? flags.length >>> 5 : 0;
	const fours = new Uint32Array(flags.buffer, whole === 0 ? 0 : flags.byteOffset, whole << 3);
	for (let word = 0, at = 0; word < whole; word++) {
		let bits = 0;
		for (let shift = 0; shift < 32; shift += 4, at++) {
			const four = fours[at];
			bits |= ((four | four >>> 7 | four >>> 14 | four >>> 21) & 15) << shift;
		}
		bitmap[word] = bits;
	}
	for (let index = whole << 5; index < flags.length; index++) bitmap[index >>> 5] |= flags[index] << (index & 31);
	return bitmap;
}
// src/engine/frame/run.ts
/**
* The shapes kernels read. There is only this one shape, whatever the rows' history (sealed, fresh, late, merged).
* row      0   1   2   3   4   5       sorted by (actor, time, arrival)
* actor    2   2   2   7   7   9
* rank     0           1       2       ranges: actor = [2, 7, 9], begin = [0, 3, 5, 6]
*/
/** Event name of a run that holds the rows of all events. */
const ALL_EVENTS = "\0all events";
/** Column of such a run with each row's event name. */
const EVENT_NAME = "\0event name";
/** Column of fetched rows that stand for several: how many. */
const ROWS_ALIKE = "\0rows alike";
/** `actor`: row -> actor, ascending. */
function rangesOf(actor) {
	let ranks = 0;
	for (let row = 0; row < actor.length; row++) if (row === 0 || actor[row] !== actor[row - 1]) ranks++;
	const ranges = {
		actor: new Uint32Array(ranks),
		begin: new Uint32Array(ranks + 1)
	};
	let rank = 0;
	for (let row = 0; row < actor.length; row++) {
		if (row > 0 && actor[row] === actor[row - 1]) continue;
		ranges.actor[rank] = actor[row];
		ranges.begin[rank++] = row;
	}
	ranges.begin[ranks] = actor.length;
	return ranges;
}
/** Bitmap and rank words per actor that cost as much as a rank list. */
const WORD_RANKS = 4;
/** `actor`: ascending. */
function rankIndexOf(actor) {
	const span = actor.length === 0 ? 0 : (actor[actor.length - 1] >>> 5) + 1;
	const words = actor.length * WORD_RANKS < span ? 0 : span;
	const met = sharedWords(words);
	const before = sharedWords(words);
	for (let rank = actor.length - 1; rank >= 0 && words > 0; rank--) {
		const who = actor[rank];
		met[who >>> 5] |= 1 << (who & 31);
		before[who >>> 5] = rank;
	}
	return {
		actor,
		met,
		before
	};
}
const QUARTER_HOUR_MS = 9e5;
/** Thirty years; keeps tables small. */
const QUARTERS_MOST = 2 ** 20;
const SHORT_QUARTERS = 2 ** 16;
let quartersMade = 0;
/** Rounded up so that whole quarters never truncate downward. */
const QUARTER_SCALE = (1 + Number.EPSILON * 4) / QUARTER_HOUR_MS;
/** `time_ms`: row -> epoch milliseconds, ascending within each range. */
function quartersOf(time_ms, { begin }) {
	let earliest_ms = Number.POSITIVE_INFINITY;
	let latest_ms = Number.NEGATIVE_INFINITY;
	for (let rank = 0; rank + 1 < begin.length; rank++) {
		earliest_ms = Math.min(earliest_ms, time_ms[begin[rank]]);
		latest_ms = Math.max(latest_ms, time_ms[begin[rank + 1] - 1]);
	}
	const base_ms = Math.floor(earliest_ms / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
	const count = Math.floor((latest_ms - base_ms) / QUARTER_HOUR_MS) + 1;
	if (count < 1 || count > QUARTERS_MOST) return null;
	const of_row = count <= SHORT_QUARTERS ? sharedShorts(time_ms.length) : sharedWords(time_ms.length);
	for (let row = 0; row < of_row.length; row++) of_row[row] = (time_ms[row] - base_ms) * QUARTER_SCALE;
	return {
		number: quartersMade++,
		base_ms,
		count,
		of_row
	};
}
export { not as _, quartersOf as a, setRange as b, allocate as c, count as d, countBoth as f, members as g, has as h, ROWS_ALIKE as i, and as l, fromFlags as m, EVENT_NAME as n, rangesOf as o, countWord as p, QUARTER_HOUR_MS as r, rankIndexOf as s, ALL_EVENTS as t, andNot as u, or as v, trim as x, set as y };
