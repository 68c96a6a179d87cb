import { d as sharedShorts, f as sharedWords, u as sharedNumbers } from "./column-B7o9AQr5.js";
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
function firstTimesOf(time_ms, { actor, begin }) {
	const first_ms = sharedNumbers(actor.length);
	for (let rank = 0; rank < first_ms.length; rank++) first_ms[rank] = time_ms[begin[rank]];
	return first_ms;
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
export { quartersOf as a, firstTimesOf as i, EVENT_NAME as n, rangesOf as o, QUARTER_HOUR_MS as r, rankIndexOf as s, ALL_EVENTS as t };

//# sourceMappingURL=run-CYWAXQPr.js.map