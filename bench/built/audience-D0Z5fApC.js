import { f as sharedWords, t as allocateCodes } from "./column-B7o9AQr5.js";
import { r as QUARTER_HOUR_MS } from "./run-CYWAXQPr.js";
import { M as set, O as has, b as walkActors, m as rowCuts, p as actorCuts, v as firstRowOf } from "./edges-DAyJhmqb.js";
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
// src/engine/kernels/rows/skipped_rows.ts
/** Row ranges of skipped actors. An actor's rows are neighbours, so kernels need no test per row. */
/** first, until, first, until, …: row ranges of the actors in `skip`, ascending. */
function skippedRows({ actor, begin }, skip) {
	const rows = [];
	for (let rank = 0; rank < actor.length; rank++) if (has(skip, actor[rank])) rows.push(begin[rank], begin[rank + 1]);
	return Uint32Array.from(rows);
}
/** Index of the first such range that ends after this row. */
function firstSkipped(skipped, row) {
	let low = 0;
	let high = skipped.length >>> 1;
	while (low < high) {
		const middle = low + high >>> 1;
		if (skipped[2 * middle + 1] <= row) low = middle + 1;
		else high = middle;
	}
	return 2 * low;
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
		rows: newRows(0),
		spare: newRows(0),
		ends: /* @__PURE__ */ new Uint32Array(0),
		next: /* @__PURE__ */ new Uint32Array(0)
	}),
	add: orderSlice,
	end: () => null
};
function newRows(length) {
	return {
		time_ms: new Float64Array(length),
		id: new Float64Array(length)
	};
}
function orderSlice({ runs, timeline }, work, first, until) {
	const { begin } = timeline;
	const base = begin[first];
	reserve(work, begin[until] - base);
	work.next = begin.slice(first, until);
	for (let at = 0; at < until - first; at++) work.next[at] -= base;
	for (const [number, run] of runs.entries()) takeRun(run, number * ROW_LIMIT, first, until, work);
	for (let actor = first; actor < until; actor++) sortPieces(work, begin[actor] - base, begin[actor + 1] - base);
	writeTimeline(work.rows, timeline, base, begin[until]);
	for (let actor = first; actor < until; actor++) markTies(work.rows.time_ms, timeline, base, begin[actor], begin[actor + 1]);
}
function reserve(work, rows) {
	if (rows <= work.ends.length) return;
	work.rows = newRows(rows);
	work.spare = newRows(rows);
	work.ends = new Uint32Array(rows);
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
/** Sorts [begin, end) by time, stable: natural merge sort over ascending sequences. */
function sortPieces(work, begin, end) {
	const { rows, spare, ends } = work;
	const { time_ms } = rows;
	let pieces = 0;
	for (let at = begin + 1; at < end; at++) if (time_ms[at] < time_ms[at - 1]) ends[pieces++] = at;
	ends[pieces++] = end;
	while (pieces > 1) {
		let merged = 0;
		let first = begin;
		for (let piece = 0; piece < pieces; piece += 2) {
			const last = Math.min(piece + 1, pieces - 1);
			if (last > piece) mergePieces(rows, spare, first, ends[piece], ends[last]);
			first = ends[last];
			ends[merged++] = first;
		}
		pieces = merged;
	}
}
/** Merges [begin, middle) and [middle, end). */
function mergePieces(rows, spare, begin, middle, end) {
	const { time_ms, id } = rows;
	const { time_ms: left_ms, id: left_id } = spare;
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
export { slotsOfQuarters as C, shareAll as D, inOneRound as E, shareCounts as O, slotOf as S, counting as T, skippedRows as _, positionsOf as a, buildBuckets as b, markArrived as c, newSelectionVector as d, toCells as f, firstSkipped as g, walkSlotted as h, makeTimeline as i, markBefore as l, slotRows as m, ofActors as n, MARK_PRESENCE as o, BLOCK_ROWS as p, BUILD_TIMELINE as r, MARK_SELECTED as s, firstSteps as t, fillSelection as u, bucketCells as v, alone as w, slotCells as x, bucketOf as y };

//# sourceMappingURL=audience-D0Z5fApC.js.map