import { p as sharedWords, t as allocateCodes } from "./column-NKnza9zL.js";
import { r as QUARTER_HOUR_MS, y as set } from "./run-B9uRFbuc.js";
import { S as walkActors, b as firstRowOf, f as firstSkipped, g as rowCuts, h as actorCuts } from "./edges-BY1FQb0p.js";
// src/engine/frame/team.ts
/** A team of the current thread only. */
function alone(checkpoint = () => {}) {
	return {
		checkpoint,
		share(task, args, cuts) {
			const work = task.begin(args);
			for (let at = 0; at + 1 < cuts.length; at++) {
				checkpoint();
				task.add(args, work, cuts[at], cuts[at + 1]);
			}
			return [task.end(work)];
		}
	};
}
/**
* `share` for several jobs in one round, e.g. the parts of a dataset. A small part becomes one more morsel instead of a
* round of its own, which would cost more than its work.
*/
function shareAll(team, task, jobs) {
	const [first, ...others] = jobs;
	if (first === void 0) return [];
	if (others.length === 0) return team.share(task, first.args, first.cuts);
	const begin = new Uint32Array(jobs.length + 1);
	for (const [job, { cuts }] of jobs.entries()) begin[job + 1] = begin[job] + cuts[cuts.length - 1];
	const cuts = jobs.flatMap((job, at) => Array.from(job.cuts.subarray(0, -1), (cut) => begin[at] + cut));
	const args = jobs.map((job) => job.args);
	return team.share(inOneRound(task), {
		args,
		begin
	}, Uint32Array.of(...cuts, begin[jobs.length]));
}
/** The same task over several jobs. */
function inOneRound({ name, begin, add, end }) {
	return {
		name: `${name}, several`,
		begin: ({ args }) => begin(args[0]),
		add({ args, begin: of_job }, work, first, until) {
			let job = 0;
			while (job + 1 < args.length && of_job[job + 1] <= first) job++;
			add(args[job], work, first - of_job[job], until - of_job[job]);
		},
		end
	};
}
/** A task that adds to an array of counts, starting from zeros in each thread. */
function counting(name, add) {
	return {
		name,
		begin: ({ zeros }) => zeros.slice(),
		add,
		end: (counts) => counts
	};
}
/** Adds the team's counts, over all jobs, to `counts`. */
function shareCounts(team, task, jobs, counts) {
	const zeros = counts.slice().fill(0);
	const counting = jobs.map(({ args, cuts }) => ({
		args: {
			...args,
			zeros
		},
		cuts
	}));
	for (const sum of shareAll(team, task, counting)) for (let at = 0; at < counts.length; at++) counts[at] += sum[at];
}
// src/engine/frame/buckets.ts
/**
* Maps a row's time to its bucket without search or branch.
* The caller knows the calendar; edges come in as epoch milliseconds. A slot is a bucket, or the time before or after
* all buckets, so every time has a slot and kernels need no range check:
* slot    0       | 1      | 2      | ...  | count  | count + 1
* bucket  (before)| 0      | 1      | ...  | count-1| (after)
* A table maps units of time (at least a minute) to slots; only units cut by an edge need a correction.
*/
const MINUTE_MS = 6e4;
/** Keeps the table in L1/L2, and finite for a range of a century. */
const TABLE_CELLS = 65536;
/** Recently built buckets: dashboards ask for the same ranges again and again. */
const BUILT_MOST = 16;
const built = [];
let made = 0;
/** Bucket i is [edges_ms[i], edges_ms[i + 1]), clipped to [from_ms, until_ms). */
function buildBuckets(edges_ms, from_ms, until_ms) {
	const range = {
		from_ms,
		until_ms
	};
	const at = built.findIndex((one) => one.range.from_ms === from_ms && one.range.until_ms === until_ms && areEqual(one.edges_ms, edges_ms));
	const [known = {
		edges_ms,
		range,
		buckets: makeBuckets(edges_ms, range)
	}] = at < 0 ? [] : built.splice(at, 1);
	built.unshift(known);
	built.length = Math.min(built.length, BUILT_MOST);
	return known.buckets;
}
function areEqual(left, right) {
	return left.length === right.length && left.every((value, at) => value === right[at]);
}
function makeBuckets(edges_ms, { from_ms, until_ms }) {
	const count = edges_ms.length - 1;
	const bounds_ms = slotBounds(edges_ms, from_ms, until_ms);
	const first_ms = bounds_ms[1];
	const last_ms = bounds_ms[count + 1];
	const span = last_ms - first_ms;
	const finest = span / count >= 9e5 ? QUARTER_HOUR_MS : MINUTE_MS;
	const unit_ms = Math.max(finest, Math.ceil(span / TABLE_CELLS));
	const base_ms = first_ms - unit_ms;
	const table = new Int32Array(sharedWords(Math.ceil(span / unit_ms) + 2).buffer);
	for (let slot = 1; slot <= count + 1; slot++) {
		const next_ms = Math.min(bounds_ms[slot + 1], last_ms + 2 * unit_ms);
		table.fill(slot, Math.ceil((bounds_ms[slot] - base_ms) / unit_ms), Math.ceil((next_ms - base_ms) / unit_ms));
	}
	const exact = bounds_ms.subarray(1, count + 2).every((bound) => (bound - base_ms) % unit_ms === 0) && unit_ms >= 9e5;
	const unit_scale = (1 + Number.EPSILON * 4) / unit_ms;
	return {
		number: made++,
		count,
		bounds_ms,
		base_ms,
		unit_scale,
		table,
		exact
	};
}
function slotBounds(edges_ms, from_ms, until_ms) {
	const count = edges_ms.length - 1;
	const first_ms = Math.max(from_ms, edges_ms[0]);
	const last_ms = Math.max(first_ms, Math.min(until_ms, edges_ms[count]));
	const bounds_ms = new Float64Array(count + 3);
	bounds_ms[0] = Number.NEGATIVE_INFINITY;
	for (let edge = 0; edge <= count; edge++) bounds_ms[edge + 1] = Math.min(last_ms, Math.max(first_ms, edges_ms[edge]));
	bounds_ms[count + 2] = Number.POSITIVE_INFINITY;
	return bounds_ms;
}
const CUT = -1;
/** Recently made tables of this thread; every block of rows asks for the same one. */
const TABLES_MOST = 16;
const tables = /* @__PURE__ */ new Map();
/** null if an inner edge cuts a quarter hour: minute buckets, historic time zones. */
function slotsOfQuarters(quarters, buckets) {
	const name = `${quarters.number} ${buckets.number}`;
	let slots = tables.get(name);
	if (slots === void 0) {
		slots = quarterSlots(quarters, buckets);
		for (const oldest of tables.size < TABLES_MOST ? [] : [...tables.keys()].slice(0, 1)) tables.delete(oldest);
		tables.set(name, slots);
	}
	return slots;
}
function quarterSlots({ base_ms, count }, { bounds_ms, count: buckets }) {
	/** slot -> quarters from base_ms to its start. */
	const begin = bounds_ms.map((bound_ms) => (bound_ms - base_ms) / QUARTER_HOUR_MS);
	const ends = [begin[1], begin[buckets + 1]];
	if (begin.subarray(2, buckets + 1).some((quarter) => !Number.isInteger(quarter) && !ends.includes(quarter))) return null;
	const table = new Int32Array(count);
	for (let slot = 1; slot <= buckets + 1; slot++) table.fill(slot, within(begin[slot], count), within(begin[slot + 1], count));
	const cuts = ends.filter((quarter) => !Number.isInteger(quarter));
	for (const quarter of cuts) table.fill(CUT, within(Math.floor(quarter), count), within(Math.ceil(quarter), count));
	return {
		table,
		has_cut: cuts.length > 0
	};
}
function within(quarter, count) {
	return Math.min(Math.max(0, Math.ceil(quarter)), count);
}
/** Size of a kernel's counts: counts[slot * groups + group]. */
function slotCells(buckets, groups) {
	return (buckets.count + 2) * groups;
}
function bucketCells(buckets, groups) {
	return {
		first: groups,
		until: groups * (buckets.count + 1)
	};
}
/** Bucket of a time inside the range. */
function bucketOf(buckets, time_ms) {
	const { base_ms, unit_scale, table, bounds_ms } = buckets;
	let slot = table[Math.min(table.length - 1, (time_ms - base_ms) * unit_scale | 0)];
	while (time_ms >= bounds_ms[slot + 1]) slot++;
	return slot - 1;
}
/** Slot of a single time by binary search, for kernels that look up few. */
function slotOf({ bounds_ms, count }, time_ms) {
	let low = 0;
	let high = count + 1;
	while (low < high) {
		const middle = low + high + 1 >>> 1;
		if (time_ms < bounds_ms[middle]) high = middle - 1;
		else low = middle;
	}
	return low;
}
// src/engine/kernels/rows/trend_rows.ts
/**
* Rows as the trend kernels read them, and how blocks of rows get their slots.
* Kernels run several plain loops over a block of 4,096 rows: loops without branches are several times faster than one
* loop that decides. Cost of a slot: one table lookup per row.
*/
/** A block's working set fits L1. */
const BLOCK_ROWS = 4096;
/** slots[row - begin] = slot of the row; 0 (before the range) for unselected and skipped rows. */
function slotRows(rows, buckets, begin, end, slots) {
	slotAllRows(rows, buckets, begin, end, slots);
	if (rows.select !== null) dropUnselected(rows.select, begin, end, slots);
	if (rows.skipped !== null) dropSkipped$1(rows.skipped, begin, end, slots);
}
/** Same without selection. Loops run over views starting at 0: an offset index would double their cost. */
function slotAllRows({ time_ms, quarters }, buckets, begin, end, slots) {
	const of_quarters = quarters === null ? null : slotsOfQuarters(quarters, buckets);
	if (quarters !== null && of_quarters !== null) {
		lookUp$1(quarters.of_row.subarray(begin, end), of_quarters.table, slots);
		if (of_quarters.has_cut) slotCut$1(time_ms.subarray(begin, end), buckets, slots);
		return;
	}
	locate(time_ms.subarray(begin, end), buckets, slots);
	if (!buckets.exact) correct(time_ms.subarray(begin, end), buckets, slots);
}
/** slots[row] = table[quarter[row]], unrolled by four: loop overhead would dominate. */
function lookUp$1(quarter, table, slots) {
	const whole = quarter.length - quarter.length % 4;
	for (let at = 0; at < whole; at += 4) {
		slots[at] = table[quarter[at]];
		slots[at + 1] = table[quarter[at + 1]];
		slots[at + 2] = table[quarter[at + 2]];
		slots[at + 3] = table[quarter[at + 3]];
	}
	for (let at = whole; at < quarter.length; at++) slots[at] = table[quarter[at]];
}
function slotCut$1(time_ms, buckets, slots) {
	for (let at = 0; at < time_ms.length; at++) if (slots[at] < 0) slots[at] = slotOf(buckets, time_ms[at]);
}
/** Clamps by sign bits: a branch would be mispredicted half of the time. */
function locate(time_ms, { base_ms, unit_scale, table }, slots) {
	const last_cell = table.length - 1;
	for (let at = 0; at < time_ms.length; at++) {
		const cell = (time_ms[at] - base_ms) * unit_scale | 0;
		const over = (cell & ~(cell >> 31)) - last_cell;
		slots[at] = table[last_cell + (over & over >> 31)];
	}
}
function correct(time_ms, { bounds_ms, count }, slots) {
	const first_ms = bounds_ms[1];
	const last_ms = bounds_ms[count + 1];
	for (let at = 0; at < time_ms.length; at++) {
		const time = time_ms[at];
		let slot = slots[at];
		if (time < first_ms) slot = 0;
		else if (time >= last_ms) slot = count + 1;
		else while (time >= bounds_ms[slot + 1]) slot++;
		slots[at] = slot;
	}
}
/** `slots` starts at row `begin`. */
function dropUnselected(select, begin, end, slots) {
	for (let at = 0; at < end - begin; at++) {
		const row = begin + at;
		slots[at] &= -(select[row >>> 5] >>> (row & 31) & 1);
	}
}
function dropSkipped$1(skipped, begin, end, slots) {
	for (let at = firstSkipped(skipped, begin); at < skipped.length && skipped[at] < end; at += 2) slots.fill(0, Math.max(0, skipped[at] - begin), Math.min(skipped[at + 1], end) - begin);
}
function walkSlotted(runs, buckets, first_actor, until_actor) {
	const actors = runs.map((rows) => rows.actor);
	const walk = walkActors(actors, first_actor, until_actor);
	const slots = runs.map((rows, run) => {
		const out = new Int32Array(walk.end[run] - walk.until[run]);
		slotRows(rows, buckets, walk.until[run], walk.end[run], out);
		return out;
	});
	const ungrouped = new Uint32Array(Math.max(...actors.map((actor) => actor.length), 0));
	return {
		walk,
		slots,
		first_row: walk.until.slice(),
		ungrouped
	};
}
// src/engine/kernels/rows/selection_vector.ts
/**
* The selected rows of a block as a selection vector, with the slot of each.
* Input: a block of at most 4,096 rows, its selection bitmap and skipped ranges. Output: ascending row numbers and
* slots. If everything is selected, nothing is copied. Cost: one step per selected row (set bits are found with clz),
* none per unselected row.
*/
/** `row` when all rows of the block count; do not write. */
const EVERY = Int32Array.from({ length: BLOCK_ROWS }, (_, row) => row);
function newSelectionVector() {
	return {
		length: 0,
		slot: new Int32Array(BLOCK_ROWS),
		row: EVERY,
		actor: /* @__PURE__ */ new Uint32Array(0),
		group: null,
		buffer: new Int32Array(BLOCK_ROWS)
	};
}
/** Fills the vector with the selected rows of [begin, end), at most a block. */
function fillSelection(rows, buckets, begin, end, out) {
	const { select, skipped } = rows;
	if (select === null && (skipped === null || isNoneSkipped(skipped, begin, end))) {
		out.length = end - begin;
		out.row = EVERY;
		out.actor = rows.actor.subarray(begin, end);
		out.group = rows.group?.subarray(begin, end) ?? null;
		slotAllRows(rows, buckets, begin, end, out.slot);
		return;
	}
	out.row = out.buffer;
	out.actor = rows.actor;
	out.group = rows.group;
	if (select === null) out.length = listOthers(skipped, begin, end, out.buffer);
	else {
		out.length = listSelected(select, begin, end, out.buffer);
		if (skipped !== null) out.length = dropSkipped(skipped, begin, out);
	}
	slotRowsOf(rows, buckets, begin, end, out);
}
function isNoneSkipped(skipped, begin, end) {
	const next = firstSkipped(skipped, begin);
	return next === skipped.length || skipped[next] >= end;
}
function listOthers(skipped, begin, end, row) {
	let count = 0;
	let from = begin;
	for (let at = firstSkipped(skipped, begin); at < skipped.length && skipped[at] < end; at += 2) {
		count = listBetween(from, skipped[at], count, row);
		from = skipped[at + 1];
	}
	return listBetween(from, end, count, row);
}
/** Nothing if `from` >= `until`. */
function listBetween(from, until, count, row) {
	for (let at = 0; at < until - from; at++) row[count + at] = from + at;
	return count + Math.max(0, until - from);
}
function listSelected(select, begin, end, row) {
	const first = begin >>> 5;
	const last = end - 1 >>> 5;
	const last_bits = select[last] & -1 >>> 31 - (end - 1 & 31);
	if (first === last) return listBits(last_bits & -1 << (begin & 31), last, 0, row);
	let length = listBits(select[first] & -1 << (begin & 31), first, 0, row);
	for (let word = first + 1; word < last; word++) length = listBits(select[word] | 0, word, length, row);
	return listBits(last_bits, last, length, row);
}
/** Appends the rows of one word of bits; returns the new length. */
function listBits(bits, word, length, row) {
	const highest = (word << 5) + 31;
	let count = length;
	for (let left = bits; left !== 0; left &= left - 1) row[count++] = highest - Math.clz32(left & -left);
	return count;
}
/** Compacts the vector in place. */
function dropSkipped(skipped, begin, { row, length }) {
	let next = firstSkipped(skipped, begin);
	let kept = 0;
	for (let at = 0; at < length; at++) {
		const here = row[at];
		while (next < skipped.length && skipped[next + 1] <= here) next += 2;
		row[kept] = here;
		kept += Number(next === skipped.length || here < skipped[next]);
	}
	return kept;
}
function slotRowsOf(rows, buckets, begin, end, out) {
	const { quarters, time_ms } = rows;
	const of_quarters = quarters === null ? null : slotsOfQuarters(quarters, buckets);
	if (quarters !== null && of_quarters !== null) {
		lookUp(quarters.of_row, of_quarters.table, out);
		if (of_quarters.has_cut) slotCut(time_ms, buckets, out);
		return;
	}
	const all = new Int32Array(end - begin);
	slotAllRows(rows, buckets, begin, end, all);
	for (let at = 0; at < out.length; at++) out.slot[at] = all[out.row[at] - begin];
}
/** Unrolled by four, as in trend_rows.ts. */
function lookUp(quarter, table, { row, slot, length }) {
	const whole = length - length % 4;
	for (let at = 0; at < whole; at += 4) {
		slot[at] = table[quarter[row[at]]];
		slot[at + 1] = table[quarter[row[at + 1]]];
		slot[at + 2] = table[quarter[row[at + 2]]];
		slot[at + 3] = table[quarter[row[at + 3]]];
	}
	for (let at = whole; at < length; at++) slot[at] = table[quarter[row[at]]];
}
function slotCut(time_ms, buckets, { row, slot, length }) {
	for (let at = 0; at < length; at++) if (slot[at] < 0) slot[at] = slotOf(buckets, time_ms[row[at]]);
}
/** In place: slot -> cell. `group`: row - first -> its group. */
function toCells({ row, slot, length }, group, first, groups) {
	const whole = length - length % 4;
	for (let at = 0; at < whole; at += 4) {
		slot[at] = Math.imul(slot[at], groups) + group[row[at] - first] | 0;
		slot[at + 1] = Math.imul(slot[at + 1], groups) + group[row[at + 1] - first] | 0;
		slot[at + 2] = Math.imul(slot[at + 2], groups) + group[row[at + 2] - first] | 0;
		slot[at + 3] = Math.imul(slot[at + 3], groups) + group[row[at + 3] - first] | 0;
	}
	for (let at = whole; at < length; at++) slot[at] = Math.imul(slot[at], groups) + group[row[at] - first] | 0;
}
// src/engine/kernels/presence/marks.ts
/**
* Marks presence: rows to bitmaps over actors, one bitmap per slot.
* Input: rows of one run. Output: bitmaps. Cost: one random bit write per row. Morsels run in parallel if no two share
* a word, i.e. 32 consecutive actors stay together.
*/
/** Rows [first_row, until_row). `slots` is scratch. */
function markPresence({ rows, buckets, begin, bits }, slots, first_row, until_row) {
	for (let first = first_row; first < until_row; first += BLOCK_ROWS) {
		const until = Math.min(first + BLOCK_ROWS, until_row);
		slotAllRows(rows, buckets, first, until, slots);
		markBlock(rows.actor.subarray(first, until), slots, begin, bits);
	}
}
/** Morsels of rows; 32 consecutive actors stay together. */
const MARK_PRESENCE = {
	name: "mark presence",
	begin: () => new Int32Array(BLOCK_ROWS),
	add: markPresence,
	end: () => null
};
/** Same morsels. */
const MARK_SELECTED = {
	name: "mark chosen",
	begin: newSelectionVector,
	add({ rows, buckets, begin, bits }, selection, first_row, until_row) {
		for (let first = first_row; first < until_row; first += BLOCK_ROWS) {
			fillSelection(rows, buckets, first, Math.min(first + BLOCK_ROWS, until_row), selection);
			markSelection(selection, begin, bits);
		}
	},
	end: () => null
};
function markSelection({ actor, row, slot, length }, begin, bits) {
	for (let at = 0; at < length; at++) {
		const who = actor[row[at]];
		bits[begin[slot[at]] + (who >>> 5)] |= 1 << (who & 31);
	}
}
/** Rows in any order, so this thread does them alone. */
function markArrived({ actor, time_ms }, buckets, begin, bits, team) {
	const marks = {
		rows: {
			actor,
			time_ms,
			quarters: null
		},
		buckets,
		begin,
		bits
	};
	alone(() => team.checkpoint()).share(MARK_PRESENCE, marks, rowCuts(actor.length));
}
function markBlock(actor, slots, begin, bits) {
	for (let at = 0; at < actor.length; at++) {
		const who = actor[at];
		bits[begin[slots[at]] + (who >>> 5)] |= 1 << (who & 31);
	}
}
/** Adds actors with a row before that time; their first row decides. */
function markBefore({ ranges, time_ms }, before_ms, bits) {
	const { actor, begin } = ranges;
	for (let rank = 0; rank < actor.length; rank++) if (time_ms[begin[rank]] < before_ms) set(bits, actor[rank]);
}
// src/engine/kernels/rows/time_sort.ts
function newTimeSort(rows) {
	return {
		time_ms: new Float64Array(rows),
		id: new Float64Array(rows),
		left_ms: new Float64Array(rows),
		left_id: new Float64Array(rows),
		ends: new Uint32Array(rows)
	};
}
function sortByTime(sort, begin, end) {
	const { time_ms, ends } = sort;
	let pieces = 0;
	for (let at = begin + 1; at < end; at++) if (time_ms[at] < time_ms[at - 1]) ends[pieces++] = at;
	ends[pieces++] = end;
	while (pieces > 1) {
		let merged = 0;
		let first = begin;
		for (let piece = 0; piece < pieces; piece += 2) {
			const last = Math.min(piece + 1, pieces - 1);
			if (last > piece) mergePieces(sort, first, ends[piece], ends[last]);
			first = ends[last];
			ends[merged++] = first;
		}
		pieces = merged;
	}
}
/** Merges [begin, middle) and [middle, end). */
function mergePieces({ time_ms, id, left_ms, left_id }, begin, middle, end) {
	let to = begin;
	while (time_ms[to] <= time_ms[middle]) to++;
	const lefts = middle - to;
	for (let at = 0; at < lefts; at++) {
		left_ms[at] = time_ms[to + at];
		left_id[at] = id[to + at];
	}
	let left = 0;
	let right = middle;
	while (left < lefts && right < end) if (left_ms[left] <= time_ms[right]) {
		time_ms[to] = left_ms[left];
		id[to++] = left_id[left++];
	} else {
		time_ms[to] = time_ms[right];
		id[to++] = id[right++];
	}
	while (left < lefts) {
		time_ms[to] = left_ms[left];
		id[to++] = left_id[left++];
	}
}
// src/engine/kernels/rows/timeline.ts
/**
* Builds a timeline: rows of several runs ordered by actor, time, run, arrival.
* Input: sorted runs. Output: position -> (run, row), and positions per actor. Each run brings an actor's rows as one
* ascending sequence; sequences are merged pairwise. Cost: rows x log(runs per actor).
* run 0   a1  a4      timeline  a1 b2 b3 a4
* run 1     b2 b3     run       0  1  1  0
*/
function makeTimeline(runs, team) {
	const begin = beginsOf(runs);
	const rows = begin[begin.length - 1];
	const timeline = {
		begin,
		run: allocateCodes(rows, 2 * runs.length),
		row: sharedWords(rows)
	};
	const timed = runs.map(({ time_ms, ranges }) => ({
		time_ms,
		ranges
	}));
	team.share(BUILD_TIMELINE, {
		runs: timed,
		timeline
	}, actorCuts(begin.length - 1));
	return timeline;
}
/** row of that run -> position. */
function positionsOf({ run, row }, number, rows) {
	const positions = sharedWords(rows);
	for (let position = 0; position < run.length; position++) if (run[position] >>> 1 === number) positions[row[position]] = position;
	return positions;
}
/** actor -> first position; the last entry is the number of positions. */
function beginsOf(runs) {
	let actors = 0;
	for (const { ranges } of runs) actors = Math.max(actors, 1 + (ranges.actor.at(-1) ?? -1));
	const begins = sharedWords(actors + 1);
	for (const { ranges } of runs) countRows(ranges, begins);
	for (let actor = 0; actor < actors; actor++) begins[actor + 1] += begins[actor];
	return begins;
}
/** counts[actor + 1] grows by the actor's rows. */
function countRows({ actor, begin }, counts) {
	for (let at = 0; at < actor.length; at++) counts[actor[at] + 1] += begin[at + 1] - begin[at];
}
/** Row numbers are below this. */
const ROW_LIMIT = 2 ** 32;
/** Morsels of actors. */
const BUILD_TIMELINE = {
	name: "build timeline",
	begin: () => ({
		rows: newTimeSort(0),
		next: /* @__PURE__ */ new Uint32Array(0)
	}),
	add: orderSlice,
	end: () => null
};
function orderSlice({ runs, timeline }, work, first, until) {
	const { begin } = timeline;
	const base = begin[first];
	if (begin[until] - base > work.rows.id.length) work.rows = newTimeSort(begin[until] - base);
	work.next = begin.slice(first, until);
	for (let at = 0; at < until - first; at++) work.next[at] -= base;
	for (const [number, run] of runs.entries()) takeRun(run, number * ROW_LIMIT, first, until, work);
	for (let actor = first; actor < until; actor++) sortByTime(work.rows, begin[actor] - base, begin[actor + 1] - base);
	writeTimeline(work.rows, timeline, base, begin[until]);
	for (let actor = first; actor < until; actor++) markTies(work.rows.time_ms, timeline, base, begin[actor], begin[actor + 1]);
}
function takeRun({ time_ms, ranges }, first_id, first_actor, until_actor, { rows, next }) {
	const { actor, begin } = ranges;
	const { time_ms: to_ms, id } = rows;
	const end = firstRowOf(actor, until_actor);
	for (let at = firstRowOf(actor, first_actor); at < end; at++) {
		const who = actor[at] - first_actor;
		const until = begin[at + 1];
		let to = next[who];
		for (let row = begin[at]; row < until; row++) {
			to_ms[to] = time_ms[row];
			id[to++] = first_id + row;
		}
		next[who] = to;
	}
}
/** Writes positions [first, until), without ties. */
function writeTimeline({ id }, { run, row }, first, until) {
	for (let position = first; position < until; position++) {
		const of = id[position - first];
		const number = Math.floor(of / ROW_LIMIT);
		run[position] = 2 * number;
		row[position] = of - number * ROW_LIMIT;
	}
}
/** Marks ties among one actor's positions. */
function markTies(time_ms, { run }, base, begin, end) {
	for (let position = begin + 1; position < end; position++) {
		if (time_ms[position - base] !== time_ms[position - 1 - base]) continue;
		run[position - 1] |= 1;
		run[position] |= 1;
	}
}
// src/engine/kernels/funnel/audience.ts
function ofActors(audience, first_actor, until_actor) {
	return {
		...audience,
		first_actor,
		until_actor
	};
}
/** Bits of the first `count` steps. */
function firstSteps(count) {
	return 2 ** count - 1;
}
// src/base/number_words.ts
/**
* Doubles as two words. The high word has sign, exponent and leading mantissa bits; truncated, it bins positive numbers
* by size without arithmetic.
*/
const WORDS_OF_ONE = new Int32Array(Float64Array.of(1).buffer);
/** Index of the high word (endianness). */
const HIGH = WORDS_OF_ONE[0] === 0 ? 1 : 0;
/** High word of 1. */
const HIGH_WORD_OF_ONE = WORDS_OF_ONE[HIGH];
/** 2 * i -> high word of number i. */
function highWords({ buffer, byteOffset, length }) {
	return new Int32Array(buffer, byteOffset, 2 * length).subarray(HIGH);
}
// src/engine/frame/statistics.ts
/** Exact statistics of samples of numbers (no NaN). Empty samples give null. */
/** From this size on, bins are counted while numbers are added; they weigh as much as 2,048 numbers. */
const BINS_PAY = 16384;
function newPartial() {
	return {
		lists: [],
		size: 0,
		sum: 0,
		bins: null
	};
}
/** Adds a list and updates sum and bins, best while it is still in cache. */
function addList(partial, list) {
	partial.lists.push(list);
	partial.size += list.length;
	partial.sum += sumOf(list);
	if (partial.bins !== null) countBins(list, partial.bins);
	else if (partial.size >= BINS_PAY) {
		partial.bins = new Uint32Array(BINS);
		for (const each of partial.lists) countBins(each, partial.bins);
	}
}
function partialOf(lists) {
	const partial = newPartial();
	for (const list of lists) addList(partial, list);
	return partial;
}
function sizeOf(sample) {
	return sample.reduce((sum, { size }) => sum + size, 0);
}
/** Four independent sums: a single one would wait for each addition. Exact for whole numbers. */
function sumOf(values) {
	const fours = values.length & -4;
	let one = 0;
	let two = 0;
	let three = 0;
	let four = 0;
	for (let i = 0; i < fours; i += 4) {
		one += values[i];
		two += values[i + 1];
		three += values[i + 2];
		four += values[i + 3];
	}
	for (let i = fours; i < values.length; i++) one += values[i];
	return one + two + three + four;
}
function mean(sample) {
	const size = sizeOf(sample);
	return size === 0 ? null : sample.reduce((total, { sum }) => total + sum, 0) / size;
}
function median(sample) {
	return quantile(sample, .5);
}
/** Linear interpolation between order statistics, at q * (n - 1). Does not modify the sample. */
function quantile(sample, q) {
	const size = sizeOf(sample);
	if (size === 0) return null;
	const position = q * (size - 1);
	const below = Math.floor(position);
	const fraction = position - below;
	const lists = sample.flatMap((partial) => partial.lists);
	if (size < MANY) return interpolatedAt(Float64Array.from(lists.flatMap((list) => [...list])), below, fraction);
	const wanted = wantedBins(binsOf(sample), below, Math.ceil(position));
	const found = new Float64Array(wanted.numbers + 1);
	const count = lists.reduce((to, list) => collect(list, wanted, found, to), 0);
	return interpolatedAt(found.subarray(0, count), wanted.below, fraction);
}
/**
* Logarithmic bins, so that one pass tells which few numbers can hold a rank: 128 per power of two from 1 to 2^32, the
* rest in the first and last bin. Monotonic. The bin is exponent and leading mantissa bits, all in the high word.
*/
const BINS = 4096;
const UNUSED_BITS = 13;
const FIRST_BIN = HIGH_WORD_OF_ONE >> UNUSED_BITS;
function binOf(high_word) {
	return Math.min(Math.max((high_word >> UNUSED_BITS) - FIRST_BIN, 0), 4095);
}
/** bin -> numbers */
function binsOf(sample) {
	const counts = new Uint32Array(BINS);
	for (const { lists, bins } of sample) if (bins === null) for (const list of lists) countBins(list, counts);
	else for (let bin = 0; bin < BINS; bin++) counts[bin] += bins[bin];
	return counts;
}
function countBins(values, counts) {
	const high = highWords(values);
	for (let i = 0; i < high.length; i += 2) counts[binOf(high[i])]++;
}
/** Bins that hold the ranks `below` and `above`. */
function wantedBins(counts, below, above) {
	let first = 0;
	let before = 0;
	for (; before + counts[first] <= below; first++) before += counts[first];
	let last = first;
	let numbers = counts[first];
	while (before + numbers <= above) numbers += counts[++last];
	return {
		first,
		last,
		numbers,
		below: below - before
	};
}
/**
* Appends the wanted numbers after index `count`. Writes unconditionally and advances only if wanted: cheaper than a
* branch.
*/
function collect(values, { first, last }, found, count) {
	const high = highWords(values);
	let next = count;
	for (let i = 0; i < values.length; i++) {
		const bin = binOf(high[2 * i]);
		found[next] = values[i];
		next += (bin - first | last - bin) >>> 31 ^ 1;
	}
	return next;
}
/** Value at rank `below` plus `fraction` of the way to the next. Needs at least one number; reorders `work`. */
function interpolatedAt(work, below, fraction) {
	const low = selectNth(work, below);
	if (fraction === 0) return low;
	let high = Number.POSITIVE_INFINITY;
	for (let i = below + 1; i < work.length; i++) if (work[i] < high) high = work[i];
	return low + fraction * (high - low);
}
/** Rounds after which input is presumed adversarial and sorted. */
const PATIENCE = 64;
/** From this size on, sampling a pivot pays. */
const MANY = 600;
/**
* The nth value in ascending order (from 0), in place: nothing before index nth is greater, nothing after smaller.
* Floyd-Rivest: a sampled pivot close to the target leaves little to look at.
*/
function selectNth(work, nth, from = 0, to = work.length - 1) {
	let left = from;
	let right = to;
	for (let round = 0; left < right; round++) {
		if (round === PATIENCE) {
			work.subarray(left, right + 1).sort();
			break;
		}
		if (right - left >= MANY) bringPivot(work, nth, left, right);
		const pivot = work[right - left >= MANY ? nth : left + right >>> 1];
		let i = left;
		let j = right;
		while (i <= j) {
			while (work[i] < pivot) i++;
			while (work[j] > pivot) j--;
			if (i > j) break;
			const swap = work[i];
			work[i++] = work[j];
			work[j--] = swap;
		}
		if (nth <= j) right = j;
		else if (nth >= i) left = i;
		else break;
	}
	return work[nth];
}
/** Selects within a sample around `nth`, shifted towards the larger side, so that work[nth] is a good pivot. */
function bringPivot(work, nth, left, right) {
	const count = right - left + 1;
	const ordinal = nth - left + 1;
	const log = Math.log(count);
	const size = .5 * Math.exp(2 * log / 3);
	const spread = .5 * Math.sqrt(log * size * (count - size) / count) * Math.sign(ordinal - count / 2);
	selectNth(work, nth, Math.max(left, Math.floor(nth - ordinal * size / count + spread)), Math.min(right, Math.floor(nth + (count - ordinal) * size / count + spread)));
}
// src/base/exact_sum.ts
/** Sums that keep rounding errors: amounts with cents add up to whole cents in any order. */
const DECIMALS_MAX = 9;
/** Relative error of summands and sum, as most decimals are not binary numbers. */
const NOISE = 4 * 2 ** -53;
/**
* The decimal a sum was meant to be: one with at most nine places within its noise, else the sum. `magnitude`: sum of
* absolute values; if they cancel out, as refunds and payments do, their noise is large beside the result.
*/
function withoutNoise(value, magnitude = Math.abs(value)) {
	if (Number.isInteger(value) || !Number.isFinite(value)) return value;
	const noise = magnitude * NOISE;
	for (let decimals = 1, scale = 10; decimals <= DECIMALS_MAX; decimals++, scale *= 10) {
		const decimal = Math.round(value * scale) / scale;
		if (Math.abs(decimal - value) <= noise) return decimal + 0;
	}
	return value;
}
var ExactSum = class {
	#sum = 0;
	#lost = 0;
	#magnitude = 0;
	add(value) {
		this.#magnitude += Math.abs(value);
		const sum = this.#sum + value;
		const back = sum - this.#sum;
		if (Number.isFinite(sum)) this.#lost += this.#sum - (sum - back) + (value - back);
		this.#sum = sum;
		return this;
	}
	get total() {
		return withoutNoise(this.#sum + this.#lost, this.#magnitude);
	}
};
/** Integers, the usual case, are exact while sums stay below 2^53. */
function sum(values) {
	let total = 0;
	let at = 0;
	for (; at < values.length && Number.isInteger(values[at]); at++) total += values[at];
	if (at === values.length && Math.abs(total) <= Number.MAX_SAFE_INTEGER) return total;
	const adding = new ExactSum();
	for (const value of values) adding.add(value);
	return adding.total;
}
/** Adds lists of equal length, element by element. */
function sumsOfPlaces(lists) {
	return (lists[0] ?? []).map((_, place) => {
		const adding = new ExactSum();
		for (const list of lists) adding.add(list[place]);
		return adding.total;
	});
}
// src/engine/kernels/rows/value_aggregates.ts
/**
* Aggregates of numbers per cell: sums, counts, minimum, maximum. NaN is skipped. Lists of any runs and parts go into
* the same totals.
* Input: blocks of (cell, number). Output: one number per cell. Cost: one step per number.
*/
function newSums(cells) {
	return {
		sum: new Float64Array(cells),
		lost: new Float64Array(cells),
		negative: new Float64Array(cells),
		count: new Uint32Array(cells)
	};
}
/** cell -> sum, without binary noise in decimals. */
function sumsOf({ sum, lost, negative }) {
	return sum.map((total, cell) => {
		if (!Number.isFinite(total)) return total;
		const exact = total + lost[cell];
		return withoutNoise(exact, Math.abs(exact) - 2 * negative[cell]);
	});
}
/** cell -> average, NaN without numbers. */
function averagesOf(sums) {
	return sumsOf(sums).map((sum, cell) => withoutNoise(sum / sums.count[cell]));
}
/** Skipping NaN costs half of adding zero, as most rows have a number. */
function addCells({ cells, values, length }, { sum, lost, negative, count }) {
	for (let at = 0; at < length; at++) {
		const value = values[at];
		if (Number.isNaN(value)) continue;
		const cell = cells[at];
		add(value, cell, sum, lost, negative);
		count[cell]++;
	}
}
function add(value, cell, sums, lost, negative) {
	const before = sums[cell];
	const sum = before + value;
	const back = sum - before;
	sums[cell] = sum;
	lost[cell] += before - (sum - back) + (value - back);
	if (value < 0) negative[cell] += value;
}
/** Adds sums to sums. */
function addSums(some, sums) {
	for (let cell = 0; cell < sums.sum.length; cell++) {
		sums.negative[cell] += some.negative[cell];
		add(some.sum[cell], cell, sums.sum, sums.lost, NOWHERE);
		sums.lost[cell] += some.lost[cell];
		sums.count[cell] += some.count[cell];
	}
}
/** Negative sums were already added above. */
const NOWHERE = /* @__PURE__ */ new Float64Array(0);
/** least[cell] = min; NaN compares false. */
function leastOfCells(list, least) {
	const { cells, values, length } = list;
	for (let at = 0; at < length; at++) {
		const cell = cells[at];
		if (values[at] < least[cell]) least[cell] = values[at];
	}
}
/** greatest[cell] = max. */
function greatestOfCells(list, greatest) {
	const { cells, values, length } = list;
	for (let at = 0; at < length; at++) {
		const cell = cells[at];
		if (values[at] > greatest[cell]) greatest[cell] = values[at];
	}
}
/** met[cell] = 1 if there is a row, with or without a number. */
function meetCells({ cells, length }, met) {
	const whole = length - length % 4;
	for (let at = 0; at < whole; at += 4) {
		met[cells[at]] = 1;
		met[cells[at + 1]] = 1;
		met[cells[at + 2]] = 1;
		met[cells[at + 3]] = 1;
	}
	for (let at = whole; at < length; at++) met[cells[at]] = 1;
}
/** Whether any row falls into the range. */
function isAnyWithin({ cells, length }, { first, until }) {
	for (let at = 0; at < length; at++) if (cells[at] >= first && cells[at] < until) return true;
	return false;
}
export { MARK_SELECTED as A, bucketOf as B, ofActors as C, newTimeSort as D, positionsOf as E, toCells as F, alone as G, slotCells as H, BLOCK_ROWS as I, shareAll as J, counting as K, slotRows as L, markBefore as M, fillSelection as N, sortByTime as O, newSelectionVector as P, walkSlotted as R, firstSteps as S, makeTimeline as T, slotOf as U, buildBuckets as V, slotsOfQuarters as W, shareCounts as Y, median as _, isAnyWithin as a, HIGH_WORD_OF_ONE as b, newSums as c, sum as d, sumsOfPlaces as f, mean as g, interpolatedAt as h, greatestOfCells as i, markArrived as j, MARK_PRESENCE as k, sumsOf as l, addList as m, addSums as n, leastOfCells as o, withoutNoise as p, inOneRound as q, averagesOf as r, meetCells as s, addCells as t, ExactSum as u, newPartial as v, BUILD_TIMELINE as w, highWords as x, partialOf as y, bucketCells as z };
