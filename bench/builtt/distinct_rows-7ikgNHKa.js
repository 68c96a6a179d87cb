import { n as must } from "./assert-Cucc65-M.js";
import { a as LIMIT, r as invalid } from "./error-CL6ANKLD.js";
import { d as sharedNumbers, p as sharedWords, s as asSharedNumbers, t as allocateCodes } from "./column-NKnza9zL.js";
import { _ as not, d as count, f as countBoth, h as has, p as countWord, u as andNot } from "./run-B9uRFbuc.js";
import { B as bucketOf, C as ofActors, F as toCells, I as BLOCK_ROWS, K as counting, L as slotRows, N as fillSelection, P as newSelectionVector, R as walkSlotted, S as firstSteps, U as slotOf, W as slotsOfQuarters, Y as shareCounts, c as newSums, m as addList, n as addSums, s as meetCells, t as addCells$1, v as newPartial } from "./value_aggregates-oy79J-9b.js";
import { a as newEdgeLog, b as firstRowOf, d as sumEdges, f as firstSkipped, g as rowCuts, l as roomFor, r as hashOf, s as recordsOf, x as nextActor, y as NO_ACTOR } from "./edges-BY1FQb0p.js";
import { i as reserveSteps, n as logSteps, r as newSteps, t as NO_STEP_NAME } from "./sessions-CzutF_mn.js";
// src/engine/kernels/rows/actor_slots.ts
/**
* Marks in which slots (see buckets.ts) each actor has rows: the first step of retention, lifecycle and stickiness.
* Input: runs of one part. Output: a small bitmap of slots per cell, cell = (actor - first actor) * groups + group.
* Cost: one step per row. Actors are processed in blocks that keep the bitmaps in cache.
* slot     0 1 2 3 4 ...
* actor 7  0 1 1 0 1       rows in buckets 0, 1 and 3
*/
const ANY_NUMBER = {
	min: 1,
	max: Number.POSITIVE_INFINITY
};
/** Cells are cleared one by one if at most one in this many was touched. */
const FEW_SHARE = 16;
/** Slots x cells per block, when marking and when counting. */
const BLOCK_BITS = 2 ** 19;
const BLOCK_NUMBERS = 2 ** 17;
/** Actors per block. */
function blockActors(buckets, groups, occurrences, actors) {
	const slots = wordsOf(buckets) * 32;
	const fitting = Math.floor((isAnyNumber(occurrences) ? BLOCK_BITS : BLOCK_NUMBERS) / (slots * groups));
	return Math.max(1, Math.min(fitting, actors));
}
/** Whether most actors have rows, so that visiting all is cheaper than tracking which. */
function areMostMet(runs, first_actor, until_actor) {
	let rows = 0;
	for (const { actor } of runs) rows += firstRowOf(actor, until_actor) - firstRowOf(actor, first_actor);
	return rows >= until_actor - first_actor;
}
/** `are_most_met`: for the actors it will be filled with. */
function newActorSlots(buckets, groups, actors, occurrences, are_most_met) {
	const cells = groups * actors;
	const words = wordsOf(buckets);
	const is_dense = groups === 1 && are_most_met;
	const touched = new Uint32Array(cells);
	if (is_dense) for (let cell = 0; cell < cells; cell++) touched[cell] = cell;
	return {
		buckets,
		occurrences,
		groups,
		first_actor: 0,
		is_dense,
		words,
		bits: new Int32Array(cells * words),
		rows: new Uint32Array(isAnyNumber(occurrences) ? 0 : cells * words * 32),
		is_touched: new Uint8Array(is_dense ? 0 : cells),
		touched,
		touched_count: 0,
		slots: new Int32Array(BLOCK_ROWS)
	};
}
function isAnyNumber(occurrences) {
	return occurrences.min <= 1 && occurrences.max === Number.POSITIVE_INFINITY;
}
function wordsOf(buckets) {
	return buckets.count + 2 + 31 >>> 5;
}
/** word -> bits of the slots that are buckets. */
function bucketBits(buckets) {
	const mask = new Int32Array(wordsOf(buckets));
	for (let slot = 1; slot <= buckets.count; slot++) mask[slot >>> 5] |= 1 << (slot & 31);
	return mask;
}
/** Gathers the slots of actors in [first_actor, until_actor) without groups, block by block; `add` is told of each. */
function eachBlock(runs, { buckets, occurrences }, first_actor, until_actor, add) {
	const step = blockActors(buckets, 1, occurrences, until_actor - first_actor);
	const block = newActorSlots(buckets, 1, step, occurrences, areMostMet(runs, first_actor, until_actor));
	for (let actor = first_actor; actor < until_actor; actor += step) {
		gatherSlots(runs, actor, Math.min(actor + step, until_actor), block);
		add(block);
	}
}
/** Overwrites `out` with the slots of actors in [first_actor, until_actor), over all runs. */
function gatherSlots(runs, first_actor, until_actor, out) {
	forget(out);
	out.first_actor = first_actor;
	if (out.is_dense) out.touched_count = until_actor - first_actor;
	for (const rows of runs) noteRun(rows, firstRowOf(rows.actor, first_actor), firstRowOf(rows.actor, until_actor), out);
	if (out.rows.length > 0) keepSlots(out.occurrences, out);
}
/** Rows [begin, end) of one run. */
function noteRun(rows, begin, end, out) {
	const { slots, buckets } = out;
	for (let first = begin; first < end; first += BLOCK_ROWS) {
		const until = Math.min(first + BLOCK_ROWS, end);
		slotRows(rows, buckets, first, until, slots);
		if (out.rows.length > 0) countRows(rows, first, until, out);
		else if (rows.group === null && out.is_dense) markActors(rows, first, until, out);
		else markCells(rows, first, until, out);
	}
}
function forget(out) {
	const { touched, is_touched, bits, rows, words } = out;
	if (out.touched_count * FEW_SHARE > touched.length) {
		bits.fill(0);
		rows.fill(0);
		is_touched.fill(0);
	} else for (let at = 0; at < out.touched_count; at++) {
		const cell = touched[at];
		is_touched[cell] = 0;
		bits.fill(0, cell * words, (cell + 1) * words);
		rows.fill(0, cell * words * 32, (cell + 1) * words * 32);
	}
	out.touched_count = 0;
}
/** A cell is an actor here. */
function markActors({ actor }, begin, end, out) {
	const { words, bits, slots, first_actor } = out;
	for (let row = begin; row < end; row++) {
		const slot = slots[row - begin];
		bits[(actor[row] - first_actor) * words + (slot >>> 5)] |= 1 << (slot & 31);
	}
}
function markCells({ actor, group }, begin, end, out) {
	const { words, bits, groups, slots, first_actor } = out;
	for (let row = begin; row < end; row++) {
		const slot = slots[row - begin];
		if (slot === 0) continue;
		const cell = (actor[row] - first_actor) * groups + (group === null ? 0 : group[row]);
		touch(out, cell);
		bits[cell * words + (slot >>> 5)] |= 1 << (slot & 31);
	}
}
function countRows({ actor, group }, begin, end, out) {
	const { words, rows, groups, slots, first_actor } = out;
	for (let row = begin; row < end; row++) {
		const slot = slots[row - begin];
		if (slot === 0) continue;
		const cell = (actor[row] - first_actor) * groups + (group === null ? 0 : group[row]);
		touch(out, cell);
		rows[cell * words * 32 + slot]++;
	}
}
function touch(out, cell) {
	if (out.is_dense || out.is_touched[cell] === 1) return;
	out.is_touched[cell] = 1;
	out.touched[out.touched_count++] = cell;
}
/** Turns row counts into bits where min <= count <= max. */
function keepSlots({ min, max }, out) {
	const { words, bits, rows, touched } = out;
	const slots = words * 32;
	for (let at = 0; at < out.touched_count; at++) {
		const cell = touched[at];
		for (let slot = 0; slot < slots; slot++) {
			const number = rows[cell * slots + slot];
			if (number > 0 && number >= min && number <= max) bits[cell * words + (slot >>> 5)] |= 1 << (slot & 31);
		}
	}
}
/**
* Actors in [first_actor, until_actor). Adds to counts[status * slots + slot]. The first bucket only tells who was
* active before.
*/
function countLifecycle({ runs, buckets, created_ms }, counts, first_actor, until_actor) {
	const mask = bucketBits(buckets);
	eachBlock(runs, {
		buckets,
		occurrences: ANY_NUMBER
	}, first_actor, until_actor, (active) => addBlock$1(active, mask, created_ms, counts));
}
function addBlock$1(active, mask, created_ms, counts) {
	const { touched, touched_count, first_actor } = active;
	for (let at = 0; at < touched_count; at++) {
		const cell = touched[at];
		addActor(active, cell * mask.length, mask, created_ms[first_actor + cell], counts);
	}
}
/** Slot bitmap of one actor from word `begin` on. */
function addActor({ bits, buckets }, begin, mask, created_ms, counts) {
	const slots = buckets.count + 2;
	let was = 0;
	let isFirst = true;
	for (let word = 0; word < mask.length; word++) {
		const now = bits[begin + word] & mask[word];
		const before = now << 1 | was;
		was = now >>> 31;
		if ((now | before) === 0) continue;
		const offset = word << 5;
		addBits(now & before, 1 * slots + offset, counts);
		addBits(before & ~now, 3 * slots + offset, counts);
		let begun = now & ~before;
		if (isFirst && begun !== 0) {
			const slot = offset + 31 - Math.clz32(begun & -begun);
			const isNew = created_ms >= buckets.bounds_ms[slot] && created_ms < buckets.bounds_ms[slot + 1];
			counts[(isNew ? 0 : 2) * slots + slot]++;
			begun &= begun - 1;
			isFirst = false;
		}
		addBits(begun, 2 * slots + offset, counts);
	}
}
function addBits(bits, begin, counts) {
	for (let left = bits; left !== 0; left &= left - 1) counts[begin + 31 - Math.clz32(left & -left)]++;
}
/**
* earliest_ms[actor] = minimum of owner_created_ms over the owners of its rows within the buckets. `owner`: row ->
* index into owner_created_ms.
*/
function noteEarliestOwner(rows, buckets, owner, owner_created_ms, earliest_ms) {
	const { actor, time_ms, select } = rows;
	const from_ms = buckets.bounds_ms[1];
	const until_ms = buckets.bounds_ms[buckets.count + 1];
	for (let row = 0; row < actor.length; row++) {
		if (time_ms[row] < from_ms || time_ms[row] >= until_ms) continue;
		if (select !== null && !has(select, row)) continue;
		const created = owner_created_ms[owner[row]];
		const who = actor[row];
		if (created < earliest_ms[who]) earliest_ms[who] = created;
	}
}
/** Morsels of actors. */
const LIFECYCLE = counting("lifecycle", countLifecycle);
// src/engine/kernels/presence/lifecycle.ts
/**
* Lifecycle from bitmaps: returning actors and new ones; set sizes give the rest.
* Input: a bitmap per bucket of who was active, and of who was created. Output: counts per status and slot. Cost: three
* passes over each bucket's words. Counts of word ranges, and of parts, add up.
*/
/**
* Bitmap words [first_word, until_word). Adds to counts[status * slots + slot]. Bucket 0 only tells who was active
* before. `created`: bucket -> who was created in it.
*/
function countLifecyclePresent(present, created, first_word, until_word, counts) {
	const slots = present.length + 2;
	const words = until_word - first_word;
	let before = present[0].subarray(first_word, until_word);
	const unseen = not(before.slice(), words * 32);
	for (let bucket = 1; bucket < present.length; bucket++) {
		const now = present[bucket].subarray(first_word, until_word);
		const slot = bucket + 1;
		counts[0 * slots + slot] += countNew(now, created[bucket].subarray(first_word, until_word), unseen);
		counts[1 * slots + slot] += countBoth(now, before, 0, words);
		andNot(unseen, now);
		before = now;
	}
}
/**
* Active, created and not seen yet. Actors created in one bucket are mostly neighbours, so empty words at both ends are
* skipped.
*/
function countNew(now, created, unseen) {
	let first = 0;
	let until = created.length;
	while (first < until && created[first] === 0) first++;
	while (until > first && created[until - 1] === 0) until--;
	let total = 0;
	for (let word = first; word < until; word++) total += countWord(now[word] & created[word] & unseen[word]);
	return total;
}
/** Morsels of words. */
const LIFECYCLE_PRESENT = counting("lifecycle present", ({ present, created }, counts, first, until) => countLifecyclePresent(present, created, first, until, counts));
// src/engine/frame/bins.ts
/**
* Equal-width bins over a range of numbers.
* Each bin includes its lower bound and excludes its upper one; the last reaches slightly further, to include the
* maximum.
*/
/** Extra reach of the last bin. */
const LAST_EXTRA = .01;
function newBins(count) {
	return {
		count,
		min: Number.POSITIVE_INFINITY,
		max: Number.NEGATIVE_INFINITY
	};
}
/** Ignores NaN, as comparisons with it are false. */
function widen(bins, value) {
	if (value < bins.min) bins.min = value;
	if (value > bins.max) bins.max = value;
}
/** Same for all numbers within a time range. Both arrays are indexed by row. */
function widenWithin(bins, numbers, time_ms, { from_ms, until_ms }) {
	let { min, max } = bins;
	for (let row = 0; row < numbers.length; row++) {
		const value = numbers[row];
		if (value >= min && value <= max) continue;
		const time = time_ms[row];
		if (time < from_ms || time >= until_ms) continue;
		if (value < min) min = value;
		if (value > max) max = value;
	}
	bins.min = min;
	bins.max = max;
}
/** Lower bound of a bin; `bin` may be one past the last. */
function lowerBound({ count, min, max }, bin) {
	const span = max - min;
	if (Number.isFinite(span)) return span / count * bin + min;
	return min * (1 - bin / count) + max * (bin / count);
}
/** Bin of a number in [min, max]. */
function binOf(bins, value) {
	let low = 0;
	let high = bins.count - 1;
	while (low < high) {
		const middle = low + high + 1 >>> 1;
		if (lowerBound(bins, middle) <= value) low = middle;
		else high = middle - 1;
	}
	return low;
}
/** "[10,17.5]" */
function binLabel(bins, bin) {
	const extra = bin === bins.count - 1 ? LAST_EXTRA : 0;
	return `[${lowerBound(bins, bin)},${lowerBound(bins, bin + 1) + extra}]`;
}
/** Morsels of numbers. */
const BIN_NUMBERS = {
	name: "bin numbers",
	begin: () => null,
	add: (args, _, first, until) => fillBins(args, args.numbers.subarray(first, until), args.codes.subarray(first, until)),
	end: () => null
};
function fillBins({ min, max, scale, bounds }, numbers, codes) {
	const last = bounds.length - 2;
	for (let index = 0; index < numbers.length; index++) {
		const value = numbers[index];
		if (!(value >= min && value <= max)) continue;
		let bin = scale === 0 ? last : (value - min) * scale | 0;
		if (bin > last) bin = last;
		while (value < bounds[bin]) bin--;
		while (value >= bounds[bin + 1]) bin++;
		codes[index] = bin + 1;
	}
}
/** index -> bin + 1; 0 = not a number, or outside the bins. */
function binNumbers(bins, numbers, team) {
	const { count, min, max } = bins;
	const bounds = Float64Array.from({ length: count + 1 }, (_, bin) => lowerBound(bins, bin));
	bounds[0] = Number.NEGATIVE_INFINITY;
	bounds[count] = Number.POSITIVE_INFINITY;
	const guessed = count / (max - min);
	const scale = Number.isFinite(guessed) ? guessed : 0;
	const codes = allocateCodes(numbers.length, count + 1);
	const args = {
		min,
		max,
		scale,
		bounds,
		numbers: asSharedNumbers(numbers),
		codes
	};
	team.share(BIN_NUMBERS, args, rowCuts(numbers.length));
	return codes;
}
// src/engine/kernels/rows/first_row.ts
/**
* The earliest row of each actor of a block, or of each actor and group, over all runs of a part. Cost: one step per
* row, often one per actor.
*/
function newFirst(actors, groups, is_split) {
	const cells = actors * (is_split ? groups : 1);
	return {
		groups,
		is_split,
		time_ms: new Float64Array(cells),
		group: new Uint32Array(cells),
		is_valid: new Uint8Array(cells),
		is_touched: new Uint8Array(cells),
		touched: new Uint32Array(cells),
		touched_count: 0
	};
}
/** Overwrites `out` with the first rows of actors in [first_actor, until_actor). */
function gatherFirst(runs, first_actor, until_actor, out) {
	for (let at = 0; at < out.touched_count; at++) out.is_touched[out.touched[at]] = 0;
	out.touched_count = 0;
	for (const rows of runs) noteRows(rows, firstRowOf(rows.actor, first_actor), firstRowOf(rows.actor, until_actor), first_actor, out);
}
function noteRows(rows, begin, end, first_actor, out) {
	const { actor, time_ms, select, skip, group, valid } = rows;
	const width = out.is_split ? out.groups : 1;
	const isFirstEnough = valid === null && (group === null || !out.is_split);
	let found = NO_ACTOR;
	for (let row = begin; row < end; row++) {
		const who = actor[row];
		if (who === found) continue;
		if (select !== null && !has(select, row)) continue;
		if (isFirstEnough) found = who;
		if (skip !== null && has(skip, who)) continue;
		const of = group === null ? 0 : group[row];
		const cell = (who - first_actor) * width + (out.is_split ? of : 0);
		const time = time_ms[row];
		if (out.is_touched[cell] === 0) {
			out.is_touched[cell] = 1;
			out.touched[out.touched_count++] = cell;
		} else if (time > out.time_ms[cell]) {
			if (!out.is_split) found = who;
			continue;
		} else if (time === out.time_ms[cell]) {
			if (valid === null || has(valid, row)) out.is_valid[cell] = 1;
			continue;
		}
		out.time_ms[cell] = time;
		out.group[cell] = of;
		out.is_valid[cell] = valid === null || has(valid, row) ? 1 : 0;
	}
}
// src/engine/kernels/activity/retention.ts
/**
* Retention from rows: how many actors started in each bucket, and how many of them came back n buckets later.
* Input: runs of one part. Output: counts per group, start bucket and distance. Works on slot bitmaps of a block of
* actors (see actor_slots.ts). Cost: one step per row, plus pairs of (start, return) per actor. Counts of disjoint
* actors, and of parts, add up.
*/
/**
* Actors in [first_actor, until_actor). Adds to counts[(group * n + start) * n + later] for n buckets; later = 0 is
* everybody who started.
*/
function countRetention$1({ runs, plan }, counts, first_actor, until_actor) {
	const { buckets, groups, occurrences, split_returns } = plan;
	const { starts, returns } = runs;
	const step = blockActors(buckets, groups, occurrences, until_actor - first_actor);
	const are_most_met = areMostMet(starts.runs, first_actor, until_actor);
	const came = newActorSlots(buckets, split_returns ? groups : 1, returns === null ? 0 : step, occurrences, are_most_met);
	const started = newActorSlots(buckets, groups, starts.kind === "every" ? step : 0, ANY_NUMBER, are_most_met);
	const first = newFirst(starts.kind === "first" ? step : 0, groups, split_returns);
	for (let actor = first_actor; actor < until_actor; actor += step) {
		const until = Math.min(actor + step, until_actor);
		if (returns !== null) gatherSlots(returns, actor, until, came);
		if (starts.kind === "first") {
			gatherFirst(starts.runs, actor, until, first);
			addFirsts$1(first, came, plan, counts);
		} else {
			gatherSlots(starts.runs, actor, until, started);
			addStarts(started, returns === null ? started : came, plan, counts);
		}
	}
}
function addStarts(started, came, plan, counts) {
	const { groups, words, bits, touched } = started;
	const size = plan.buckets.count;
	const isApart = came.groups !== groups;
	const starts = newCellBuckets(size);
	const returns = newCellBuckets(size);
	for (let at = 0; at < started.touched_count; at++) {
		const cell = touched[at];
		listBuckets(bits, cell * words, size, starts);
		if (starts.count === 0) continue;
		const group = cell % groups;
		const from = isApart ? (cell - group) / groups : cell;
		listBuckets(came.bits, from * words, size, returns);
		for (let start = 0; start < starts.count; start++) addStart(starts.list[start], group, returns, plan, counts);
	}
}
function addFirsts$1(first, came, plan, counts) {
	const { touched, time_ms, is_valid } = first;
	const { buckets } = plan;
	const returns = newCellBuckets(buckets.count);
	for (let at = 0; at < first.touched_count; at++) {
		const cell = touched[at];
		const bucket = slotOf(buckets, time_ms[cell]) - 1;
		if (is_valid[cell] === 0 || bucket < 0 || bucket >= buckets.count) continue;
		listBuckets(came.bits, cell * came.words, buckets.count, returns);
		addStart(bucket, first.group[cell], returns, plan, counts);
	}
}
function newCellBuckets(size) {
	return {
		list: new Int32Array(size),
		count: 0
	};
}
/** `begin` is the cell's first word. */
function listBuckets(bits, begin, size, out) {
	const { list } = out;
	let count = 0;
	for (let word = 0; word << 5 <= size; word++) for (let left = bits[begin + word]; left !== 0; left &= left - 1) {
		const slot = (word << 5) + 31 - Math.clz32(left & -left);
		if (slot > 0 && slot <= size) list[count++] = slot - 1;
	}
	out.count = count;
}
/** Counts one actor that started in the bucket, with its returns. */
function addStart(start, group, { list, count }, plan, counts) {
	const size = plan.buckets.count;
	const begin = (group * size + start) * size;
	counts[begin]++;
	if (plan.cumulative) {
		const last = count === 0 ? 0 : list[count - 1];
		for (let later = 1; later <= last - start; later++) counts[begin + later]++;
		return;
	}
	for (let at = count - 1; at >= 0 && list[at] > start; at--) counts[begin + list[at] - start]++;
}
/** Morsels of actors. */
const RETENTION = counting("retention", countRetention$1);
// src/engine/kernels/presence/retention.ts
/**
* Retention from bitmaps: actors of a start bucket that are also in a later bucket have come back.
* Input: a bitmap per bucket of starts and of returns. Output: counts per start bucket and distance. Cost: buckets²
* 2 ANDs over the words. Counts of word ranges, and of parts, add up.
*/
/** Bitmap words [first_word, until_word). Adds to counts[start * n + later] for n buckets; later = 0 is who started. */
function countRetentionPresent({ starts, started_before, returns, cumulative }, first_word, until_word, counts) {
	const size = starts.length;
	const words = until_word - first_word;
	const began = takeStarts(starts, started_before, first_word, until_word);
	const came = returns.map((set) => set.subarray(first_word, until_word));
	if (cumulative) for (let bucket = size - 2; bucket >= 0; bucket--) came[bucket] = unionOf(came[bucket], came[bucket + 1]);
	for (let start = 0; start < size; start++) {
		counts[start * size] += count(began[start]);
		for (let bucket = start + 1; bucket < size; bucket++) counts[start * size + bucket - start] += countBoth(began[start], came[bucket], 0, words);
	}
}
/** bucket -> who starts there, within these words. */
function takeStarts(starts, started_before, first_word, until_word) {
	const taken = starts.map((set) => set.subarray(first_word, until_word));
	if (started_before === null) return taken;
	const seen = started_before.slice(first_word, until_word);
	return taken.map((set) => takeNew(set, seen));
}
/** Those not seen before; marks them as seen. */
function takeNew(set, seen) {
	const fresh = new Uint32Array(set.length);
	for (let word = 0; word < fresh.length; word++) {
		fresh[word] = set[word] & ~seen[word];
		seen[word] |= set[word];
	}
	return fresh;
}
function unionOf(one, other) {
	const both = new Uint32Array(one.length);
	for (let word = 0; word < both.length; word++) both[word] = one[word] | other[word];
	return both;
}
/** Morsels of words. */
const RETENTION_PRESENT = counting("retention present", countRetention);
function countRetention(present, counts, first, until) {
	countRetentionPresent(present, first, until, counts);
}
// src/engine/kernels/activity/stickiness.ts
/**
* Stickiness from rows: in how many buckets each actor was active.
* Input: runs of one part. Output: number of buckets -> actors. A popcount over slot bitmaps of a block of actors (see
* actor_slots.ts). Cost: one step per row. Counts of disjoint actors, and of parts, add up.
*/
/** Actors in [first_actor, until_actor). Adds to counts[number of buckets]; the count at 0 is meaningless. */
function countStickiness({ runs, buckets, occurrences }, counts, first_actor, until_actor) {
	const mask = bucketBits(buckets);
	eachBlock(runs, {
		buckets,
		occurrences
	}, first_actor, until_actor, (active) => addBlock(active, mask, counts));
}
function addBlock({ touched, touched_count, bits, words }, mask, counts) {
	for (let at = 0; at < touched_count; at++) {
		const begin = touched[at] * words;
		let number = 0;
		for (let word = 0; word < words; word++) number += countWord(bits[begin + word] & mask[word]);
		counts[number]++;
	}
}
/** Morsels of actors. */
const STICKINESS = counting("stickiness", countStickiness);
// src/engine/kernels/presence/stickiness.ts
/**
* Stickiness from bitmaps: in how many buckets each actor was active.
* Input: a bitmap per bucket. Output: number of buckets -> actors. Counters of 32 actors are stored bit-sliced, and
* bitmaps are added with full adders, eight at a time:
* actor     31 ... 2 1 0
* plane 0    1     0 1 1     ones of each actor's counter
* plane 1    0     1 0 1     twos
* Cost: about five bit operations per word and bucket. Counts of word ranges, and of parts, add up.
*/
/**
* Bitmap words [first_word, until_word) of at most MOST_SETS bitmaps. Adds to counts[number of buckets]; the count at 0
* is meaningless.
*/
function countStickinessPresent(present, first_word, until_word, counts) {
	const words = until_word - first_word;
	const sets = present.map((set) => set.subarray(first_word, until_word));
	const nobody = new Uint32Array(words);
	while (sets.length % 8 !== 0) sets.push(nobody);
	const planes = Array.from({ length: 8 }, () => new Uint32Array(words));
	const carry = new Uint32Array(words);
	for (let at = 0; at < sets.length; at += 8) {
		addEight(sets.slice(at, at + 8), planes, carry);
		for (let plane = 3; 1 << plane <= Math.min(at + 8, present.length); plane++) addCarry(planes[plane], carry);
	}
	addNumbers(planes, counts);
}
/**
* Adds eight bitmaps to the three lowest planes; eights go to `carry`. Of three bits the sum is their XOR, the carry
* their majority.
*/
function addEight(sets, planes, carry) {
	const [a, b, c, d, e, f, g, h] = sets;
	const [ones, twos, fours] = planes;
	for (let word = 0; word < carry.length; word++) {
		const one = ones[word];
		const by_a = one ^ a[word];
		const to_b = by_a ^ b[word];
		const by_c = to_b ^ c[word];
		const to_d = by_c ^ d[word];
		const by_e = to_d ^ e[word];
		const to_f = by_e ^ f[word];
		const by_g = to_f ^ g[word];
		ones[word] = by_g ^ h[word];
		const two_b = one & a[word] | by_a & b[word];
		const two_d = to_b & c[word] | by_c & d[word];
		const two_f = to_d & e[word] | by_e & f[word];
		const two_h = to_f & g[word] | by_g & h[word];
		const two = twos[word];
		const by_two_b = two ^ two_b;
		const to_two_d = by_two_b ^ two_d;
		const by_two_f = to_two_d ^ two_f;
		twos[word] = by_two_f ^ two_h;
		const four_d = two & two_b | by_two_b & two_d;
		const four_h = to_two_d & two_f | by_two_f & two_h;
		const four = fours[word];
		const by_four_d = four ^ four_d;
		fours[word] = by_four_d ^ four_h;
		carry[word] = four & four_d | by_four_d & four_h;
	}
}
/** Adds the carry to a plane and leaves the next carry. Two words at a time. */
function addCarry(plane, carry) {
	const whole = plane.length - plane.length % 2;
	for (let word = 0; word < whole; word += 2) {
		const before = plane[word];
		const next_before = plane[word + 1];
		plane[word] = before ^ carry[word];
		plane[word + 1] = next_before ^ carry[word + 1];
		carry[word] &= before;
		carry[word + 1] &= next_before;
	}
	if (whole === plane.length) return;
	const before = plane[whole];
	plane[whole] = before ^ carry[whole];
	carry[whole] &= before;
}
/** Counts each actor's counter. */
function addNumbers(planes, counts) {
	const [p0, p1, p2, p3, p4, p5, p6, p7] = planes;
	/** byte * 256 + number -> actors; a table per byte, so that equal neighbours do not wait for each other. */
	const tally = /* @__PURE__ */ new Uint32Array(1024);
	for (let word = 0; word < p0.length; word++) {
		const a = p0[word];
		const b = p1[word];
		const c = p2[word];
		const d = p3[word];
		const e = p4[word];
		const f = p5[word];
		const g = p6[word];
		const h = p7[word];
		for (let bit = 0; bit < 8; bit++) {
			const numbers = bytesOf(a, bit) | bytesOf(b, bit) << 1 | bytesOf(c, bit) << 2 | bytesOf(d, bit) << 3 | (bytesOf(e, bit) | bytesOf(f, bit) << 1 | bytesOf(g, bit) << 2 | bytesOf(h, bit) << 3) << 4;
			tally[numbers & 255]++;
			tally[256 + (numbers >>> 8 & 255)]++;
			tally[512 + (numbers >>> 16 & 255)]++;
			tally[768 + (numbers >>> 24)]++;
		}
	}
	for (let number = 0; number < Math.min(256, counts.length); number++) counts[number] += tally[number] + tally[256 + number] + tally[512 + number] + tally[768 + number];
}
/** One bit of four actors, eight apart, at the bottom of each byte. */
function bytesOf(plane, bit) {
	return plane >>> bit & 16843009;
}
/** Morsels of words. */
const STICKINESS_PRESENT = counting("stickiness present", ({ present }, counts, first, until) => countStickinessPresent(present, first, until, counts));
// src/engine/kernels/funnel/actor_events.ts
function newActorRows(sources) {
	return {
		begin: new Uint32Array(sources),
		until: new Uint32Array(sources),
		active: new Uint32Array(sources),
		active_count: 0
	};
}
function newActorEvents(sources) {
	return {
		length: 0,
		...arrays$1(256),
		next_ms: new Float64Array(sources)
	};
}
function arrays$1(capacity) {
	return {
		time_ms: new Float64Array(capacity),
		steps: new Uint32Array(capacity),
		exclusions: new Uint32Array(capacity),
		group: new Uint32Array(capacity)
	};
}
/** Overwrites `out` with the rows of the current actor. */
function gatherEvents(walk, sources, window, out) {
	reserve(walk, out);
	out.length = 0;
	if (walk.active_count === 1) {
		const source = walk.active[0];
		append(sources[source], walk.begin[source], walk.until[source], Number.POSITIVE_INFINITY, window, out);
		return;
	}
	mergeActive(walk, sources, window, out);
}
function reserve(walk, out) {
	let rows = 0;
	for (let at = 0; at < walk.active_count; at++) {
		const source = walk.active[at];
		rows += walk.until[source] - walk.begin[source];
	}
	reserveEvents(out, rows);
}
/** Makes room for `count` events; contents may be lost. */
function reserveEvents(out, count) {
	if (count > out.time_ms.length) Object.assign(out, arrays$1(2 ** Math.ceil(Math.log2(count))));
}
/**
* Repeatedly takes a batch: from the source with the earliest next row, all rows before any other source's next row.
*/
function mergeActive(walk, sources, window, out) {
	const { active, active_count, begin, until } = walk;
	const { next_ms } = out;
	for (let at = 0; at < active_count; at++) {
		const source = active[at];
		const { time_ms } = sources[source];
		let row = begin[source];
		while (row < until[source] && time_ms[row] < window.from_ms) row++;
		begin[source] = row;
		next_ms[at] = row < until[source] ? time_ms[row] : Number.POSITIVE_INFINITY;
	}
	for (;;) {
		let first = 0;
		let first_ms = next_ms[0];
		let stop_ms = Number.POSITIVE_INFINITY;
		for (let at = 1; at < active_count; at++) {
			const time = next_ms[at];
			if (time < first_ms) {
				stop_ms = first_ms;
				first_ms = time;
				first = at;
			} else if (time < stop_ms) stop_ms = time;
		}
		if (!(first_ms < window.until_ms)) return;
		const source = active[first];
		const row = append(sources[source], begin[source], until[source], stop_ms, window, out);
		begin[source] = row;
		next_ms[first] = row < until[source] ? sources[source].time_ms[row] : Number.POSITIVE_INFINITY;
	}
}
/** Takes row `begin`, then rows while they are before `stop_ms`. Returns the first row not taken. Bare arguments: called per few rows. */
function append(source, begin, until, stop_ms, window, out) {
	const { time_ms, steps, steps_any, exclusions, exclusions_any, group } = source;
	const { from_ms, until_ms } = window;
	let at = out.length;
	let row = begin;
	do {
		const time = time_ms[row];
		const step_bits = steps === null ? steps_any : steps[row];
		const exclusion_bits = exclusions === null ? exclusions_any : exclusions[row];
		if ((step_bits | exclusion_bits) !== 0 && time >= from_ms && time < until_ms) {
			out.time_ms[at] = time;
			out.steps[at] = step_bits;
			out.exclusions[at] = exclusion_bits;
			if (group !== null) out.group[at] = group[row];
			at++;
		}
		row++;
	} while (row < until && time_ms[row] < stop_ms);
	out.length = at;
	return row;
}
// src/engine/kernels/funnel/attempt.ts
function newAttempt(steps) {
	return {
		level: 0,
		excluded: false,
		time_ms: new Float64Array(steps)
	};
}
function newAttempts(steps) {
	const time_ms = Array.from({ length: steps }, () => /* @__PURE__ */ new Float64Array(0));
	return {
		count: 0,
		actor: /* @__PURE__ */ new Uint32Array(0),
		group: /* @__PURE__ */ new Uint32Array(0),
		level: /* @__PURE__ */ new Uint8Array(0),
		time_ms
	};
}
/** Makes room for `more` attempts. */
function reserveAttempts(attempts, more) {
	const { count, time_ms } = attempts;
	if (count + more <= attempts.actor.length) return;
	const room = 2 ** Math.ceil(Math.log2(count + more));
	attempts.actor = grown$1(attempts.actor, new Uint32Array(room));
	attempts.group = grown$1(attempts.group, new Uint32Array(room));
	attempts.level = grown$1(attempts.level, new Uint8Array(room));
	for (const [step, times] of time_ms.entries()) time_ms[step] = grown$1(times, new Float64Array(room));
}
function grown$1(old, larger) {
	larger.set(old);
	return larger;
}
/** Adds the attempt if it is not excluded and has at least `needs` steps. */
function addAttempt(attempts, actor, group, needs, found) {
	const { level, excluded, time_ms } = found;
	if (level < needs || excluded) return;
	reserveAttempts(attempts, 1);
	const at = attempts.count++;
	attempts.actor[at] = actor;
	attempts.group[at] = group;
	attempts.level[at] = level;
	for (let step = 0; step < level; step++) attempts.time_ms[step][at] = time_ms[step];
}
// src/engine/kernels/funnel/groups.ts
/**
* Decides which groups of a breakdown an actor is judged for, and over which of its events.
* Groups come from the actor's own events, so an actor may count for none, one or several.
*/
const NONE$2 = -1;
/** All steps. */
const ANY_STEP = -1;
/** `empty`: group -> 1 if it has no value. `any_step`: try the groups of any step, not only the named one. */
function newChooser(attribution, empty, any_step) {
	return {
		attribution,
		step_bits: attribution.kind === "step" && !any_step ? 1 << attribution.step : ANY_STEP,
		empty,
		group: /* @__PURE__ */ new Uint32Array(16),
		count: 0,
		choice: new Uint32Array(empty.length),
		stamp: new Uint32Array(empty.length),
		actors: 0,
		judged: 0,
		first: /* @__PURE__ */ new Int32Array(16),
		last: /* @__PURE__ */ new Int32Array(16),
		next: /* @__PURE__ */ new Int32Array(256),
		subset: newActorEvents(0)
	};
}
/** Fills `group` for the actor with these events. */
function chooseGroups(chooser, events) {
	const { attribution } = chooser;
	switch (attribution.kind) {
		case "first_touch":
			chooseOne(chooser, firstTouch(chooser.empty, events));
			return;
		case "last_touch":
			chooseOne(chooser, lastTouch(chooser.empty, events));
			return;
		case "all_events":
			chooseEach(chooser, events, false);
			return;
		case "step":
			chooseEach(chooser, events, true);
			checkWork(chooser, events);
			return;
	}
}
/** Attribution by step judges all events once per value, so it can explode for an actor with many of both. */
function checkWork(chooser, events) {
	chooser.judged += chooser.count * events.length;
	if (chooser.judged <= LIMIT.funnel_judged_events) return;
	throw invalid("breakdown_attribution_type", "The step has too many different values per actor for attribution by step. Choose a property with fewer values, a shorter date range, or first_touch.");
}
/** Events that a choice is judged by: all of them, or only its own if every value has a funnel of its own. */
function eventsOfGroup(chooser, events, choice) {
	if (chooser.attribution.kind !== "all_events" || chooser.count === 1) return events;
	const { subset, next } = chooser;
	reserveEvents(subset, events.length);
	let count = 0;
	for (let at = chooser.first[choice]; at !== NONE$2; at = next[at]) {
		subset.time_ms[count] = events.time_ms[at];
		subset.steps[count] = events.steps[at];
		subset.exclusions[count] = events.exclusions[at];
		subset.group[count] = events.group[at];
		count++;
	}
	subset.length = count;
	return subset;
}
function chooseOne(chooser, at) {
	chooser.group[0] = at;
	chooser.count = 1;
}
/** If no event has a value, all are in the group without one. */
function firstTouch(empty, events) {
	const { group, length } = events;
	for (let at = 0; at < length; at++) if (empty[group[at]] === 0) return group[at];
	return length === 0 ? 0 : group[0];
}
function lastTouch(empty, events) {
	const { group, length } = events;
	for (let at = length - 1; at >= 0; at--) if (empty[group[at]] === 0) return group[at];
	return length === 0 ? 0 : group[0];
}
/** Collects the groups of all events, or of those of the step, with a linked list of events per group. */
function chooseEach(chooser, events, of_step) {
	if (chooser.next.length < events.length) chooser.next = new Int32Array(events.time_ms.length);
	chooser.actors++;
	chooser.count = 0;
	const { stamp, choice, actors, next, step_bits } = chooser;
	for (let at = 0; at < events.length; at++) {
		if (of_step && (events.steps[at] & step_bits) === 0) continue;
		const group = events.group[at];
		next[at] = NONE$2;
		if (stamp[group] === actors) {
			const of = choice[group];
			next[chooser.last[of]] = at;
			chooser.last[of] = at;
		} else {
			stamp[group] = actors;
			addChoice(chooser, group, at);
		}
	}
}
function addChoice(chooser, group, at) {
	const of = chooser.count++;
	if (of === chooser.group.length) {
		chooser.group = grown(chooser.group, new Uint32Array(of * 2));
		chooser.first = grown(chooser.first, new Int32Array(of * 2));
		chooser.last = grown(chooser.last, new Int32Array(of * 2));
	}
	chooser.choice[group] = of;
	chooser.group[of] = group;
	chooser.first[of] = at;
	chooser.last[of] = at;
}
function grown(old, larger) {
	larger.set(old);
	return larger;
}
// src/engine/kernels/funnel/slice_actors.ts
/**
* Set operations over a slice of actors: who has rows in which runs, 32 actors per word.
* Uses the bitmap and rank index of each run, so it reads no rows and searches no run.
*/
const NO_RANK = -1;
/** Actors with rows in any of the sources. */
function metInAny({ first_actor, until_actor }, sources) {
	const first = first_actor >>> 5;
	const until = until_actor + 31 >>> 5;
	const any = new Uint32Array(until - first);
	for (const { index } of sources) {
		const met = metWithin(index, first, until);
		for (let word = 0; word < met.length; word++) any[word] |= met[word];
	}
	return any;
}
/** Actors with rows for every one of these steps (bits). */
function metInAll(audience, steps) {
	let all = null;
	for (let left = steps; left !== 0; left &= left - 1) {
		const met = metInAny(audience, audience.sources.filter(({ steps_any }) => (steps_any & left & -left) !== 0));
		if (all === null) all = met;
		else for (let word = 0; word < all.length; word++) all[word] &= met[word];
	}
	return must(all, "at least one step");
}
/** Actors with rows in at least two sources, or in one that does several steps. */
function metInTwo(audience) {
	const one = metInAny(audience, []);
	const two = metInAny(audience, []);
	for (const source of audience.sources) {
		const met = metInAny(audience, [source]);
		for (let word = 0; word < met.length; word++) {
			two[word] |= isOneStep(source) ? one[word] & met[word] : met[word];
			one[word] |= met[word];
		}
	}
	return two;
}
function isOneStep({ steps_any }) {
	return (steps_any & steps_any - 1) === 0;
}
/** Intersection with `other`, or difference if `is_in` is false. */
function keep(set, other, is_in) {
	const flip = is_in ? 0 : -1;
	return set.map((bits, word) => bits & (other[word] ^ flip));
}
/** Adds an attempt at level 1 for each actor of the set that is not skipped. */
function addActors({ skip, first_actor, until_actor }, set, attempts) {
	reserveAttempts(attempts, until_actor - first_actor);
	const { actor, count } = attempts;
	const first = first_actor >>> 5;
	let to = count;
	for (let word = 0; word < set.length; word++) {
		const base = first + word << 5;
		let bits = set[word];
		if (skip !== null && first + word < skip.length) bits &= ~skip[first + word];
		if (base < first_actor) bits &= -1 << first_actor - base;
		if (base + 32 > until_actor) bits &= ~(-1 << until_actor - base);
		for (; bits !== 0; bits &= bits - 1) actor[to++] = base + 31 - Math.clz32(bits & -bits);
	}
	attempts.count = to;
	attempts.group.fill(0, count, to);
	attempts.level.fill(1, count, to);
}
/** Words [first, until) of the bitmap of actors with rows. */
function metWithin({ actor, met }, first, until) {
	if (met.length > 0) return met.subarray(first, until);
	const set = new Uint32Array(until - first);
	const end = firstRowOf(actor, until * 32);
	for (let rank = firstRowOf(actor, first * 32); rank < end; rank++) {
		const who = actor[rank];
		set[(who >>> 5) - first] |= 1 << (who & 31);
	}
	return set;
}
/** index in [first, until) -> rank + 1 of the actor; 0 = no rows. Actors ascend. */
function findRanks(index, actor, first, until, ranks) {
	const { met, before } = index;
	if (met.length === 0) {
		for (let at = first; at < until; at++) ranks[at] = rankOf(index, actor[at]) + 1;
		return;
	}
	let end = until;
	while (end > first && actor[end - 1] >>> 5 >= met.length) ranks[--end] = 0;
	for (let at = first; at < end; at++) {
		const who = actor[at];
		const bits = met[who >>> 5];
		const rank = before[who >>> 5] + countWord(bits & ~(-1 << (who & 31)));
		ranks[at] = rank + 1 & -(bits >>> (who & 31) & 1);
	}
}
/** Rank of the actor, -1 = no rows. */
function rankOf({ actor: of_rank, met, before }, actor) {
	if (met.length === 0) {
		const rank = firstRowOf(of_rank, actor);
		return of_rank[rank] === actor ? rank : NO_RANK;
	}
	if (actor >>> 5 >= met.length) return NO_RANK;
	const bits = met[actor >>> 5];
	if ((bits >>> (actor & 31) & 1) === 0) return NO_RANK;
	return before[actor >>> 5] + countWord(bits & ~(-1 << (actor & 31)));
}
/** Overwrites `rows` with the actor's ranges; sources without rows get an empty range. */
function findRows(sources, actor, rows) {
	rows.active_count = 0;
	for (let source = 0; source < sources.length; source++) {
		const { index, ranges } = sources[source];
		const rank = rankOf(index, actor);
		if (rank < 0) {
			rows.begin[source] = 0;
			rows.until[source] = 0;
			continue;
		}
		rows.begin[source] = ranges.begin[rank];
		rows.until[source] = ranges.begin[rank + 1];
		rows.active[rows.active_count++] = source;
	}
}
// src/engine/kernels/funnel/links.ts
/**
* Ordered funnels in place, step by step for a slice of actors: same result as stages.ts without visiting every event.
* Input: one run per step. Output: best attempt per actor. Of the first steps, by far the most rows, only the last one
* before each second step matters. Most actors then have a single attempt: each later step is its first row in time.
* For the others, every row of a step links to the attempt that waits for it:
* second  b1   b2      link: time, start of its attempt, link of the step before
*          \     \
* third     c1    c2   the first link of the deepest step is the best attempt
* Cost: one step per row of the later steps, about a sixteenth of a look per first-step row.
*/
const NEVER$2 = Number.NEGATIVE_INFINITY;
/** null if a run serves several steps, a step has several runs, or the first step has no rows. */
function newChain(sources, window, plan) {
	const of_step = sourceOfSteps(sources, plan.steps);
	if (of_step === null) return null;
	const exclusions = sources.filter(({ exclusions_any }) => exclusions_any !== 0);
	return {
		plan,
		window,
		sources,
		entrance: of_step[0],
		of_step,
		exclusions
	};
}
/** step -> its only source; null if sources and steps do not pair up, or the first step has no rows. */
function sourceOfSteps(sources, steps) {
	const of_step = new Array(steps).fill(null);
	for (const source of sources) {
		const { steps_any, exclusions_any } = source;
		if (steps_any === 0) continue;
		const step = 31 - Math.clz32(steps_any);
		if (steps_any !== 1 << step || exclusions_any !== 0 || of_step[step] !== null) return null;
		of_step[step] = source;
	}
	return of_step[0] === null ? null : of_step;
}
function newLinks() {
	return {
		...ofAttempts(0, 0),
		...ofLinks(0),
		several: 0
	};
}
function ofAttempts(room, steps) {
	return {
		room,
		rank: new Uint32Array(room),
		entrance_rank: new Uint32Array(room),
		number: new Uint32Array(room),
		attempt: new Uint32Array(room),
		level: new Uint8Array(room),
		begin: new Uint32Array(room * steps)
	};
}
function ofLinks(room) {
	return {
		time_ms: new Float64Array(room),
		start_ms: new Float64Array(room),
		before: new Uint32Array(room)
	};
}
/** Advances the attempts from index `first` on beyond the first step. */
function linkAttempts(chain, links, attempts, first) {
	const { actor, count, level, time_ms } = attempts;
	if (links.room <= actor.length) Object.assign(links, ofAttempts(actor.length + 1, chain.plan.steps));
	const [second, ...later] = chain.of_step.slice(1);
	links.several = 0;
	links.number.fill(0, first, count);
	if (second === void 0 || second === null) return;
	reserveLinks(links, rowsOf$1(second, attempts, first));
	findRanks(second.index, actor, first, count, links.rank);
	let until = linkSeconds(chain, second, links, attempts, first);
	for (const [at, source] of later.entries()) {
		const step = at + 2;
		if (source === null) break;
		findRanks(source.index, actor, first, count, links.rank);
		followAlone(chain, step, links, attempts, first);
		if (links.several === 0) continue;
		reserveLinks(links, until + rowsOf$1(source, attempts, first));
		until = linkSeveral(chain, source, step, until, links);
	}
	for (let number = 0; number < links.several; number++) chooseBest(links, level, time_ms, number);
}
/** Rows of the source between the first and the last actor. */
function rowsOf$1({ ranges }, { actor, count }, first) {
	if (count === first) return 0;
	const { begin } = ranges;
	return begin[firstRowOf(ranges.actor, actor[count - 1] + 1)] - begin[firstRowOf(ranges.actor, actor[first])];
}
function reserveLinks(links, count) {
	if (count <= links.time_ms.length) return;
	const larger = ofLinks(2 ** Math.ceil(Math.log2(count)));
	larger.time_ms.set(links.time_ms);
	larger.start_ms.set(links.start_ms);
	larger.before.set(links.before);
	Object.assign(links, larger);
}
/**
* Links second steps to the last first step before each. Returns the link past the last one. Single attempts leave no
* links; the others get level 0 until chooseBest.
*/
function linkSeconds({ plan, window, entrance }, source, links, { actor, count, level, time_ms: best_ms }, first) {
	const { begin, rank, entrance_rank, room, time_ms, start_ms } = links;
	const { time_ms: entered_ms, steps: is_first, ranges } = entrance;
	const { time_ms: row_ms, steps: is_second } = source;
	const [entrance_begin, rank_begin] = [ranges.begin, source.ranges.begin];
	const [best_start_ms, best_second_ms] = [best_ms[0], best_ms[1]];
	findRanks(entrance.index, actor, first, count, entrance_rank);
	let found = 0;
	for (let at = first; at < count; at++) {
		if (rank[at] === 0) continue;
		const until = entrance_begin[entrance_rank[at]];
		const end = rank_begin[rank[at]];
		let link = found;
		let passed = entrance_begin[entrance_rank[at] - 1];
		let start = NEVER$2;
		for (let row = rank_begin[rank[at] - 1]; row < end && row_ms[row] < window.until_ms; row++) {
			if (is_second !== null && is_second[row] === 0) continue;
			const time = row_ms[row];
			const next = rowAfter(entered_ms, passed, until, time);
			const last = is_first === null ? next - 1 : lastMarked(is_first, passed, next);
			const is_new = last >= passed;
			passed = next;
			if (!is_new || !(time - entered_ms[last] <= plan.window_ms) || entered_ms[last] < window.from_ms) continue;
			if (entered_ms[last] === start) continue;
			start = entered_ms[last];
			start_ms[link] = start;
			time_ms[link++] = time;
			if (plan.steps === 2) break;
		}
		if (link === found) continue;
		level[at] = 2;
		best_start_ms[at] = start_ms[found];
		best_second_ms[at] = time_ms[found];
		if (link === found + 1) continue;
		level[at] = 0;
		begin[room + links.several] = found;
		links.level[links.several] = 2;
		links.attempt[links.several++] = at;
		links.number[at] = links.several;
		found = link;
	}
	begin[room + links.several] = found;
	return found;
}
/** Rows leapt over at once while all are early enough. */
const LEAP_ROWS = 16;
/**
* First row in [begin, until) after that time. The tail is counted without branches: its length is unpredictable, and
* so the processor can start on the next actor.
*/
function rowAfter(time_ms, begin, until, time) {
	let row = begin;
	while (row + LEAP_ROWS < until && time_ms[row + LEAP_ROWS] <= time) row += LEAP_ROWS;
	const end = Math.min(row + LEAP_ROWS, until);
	let count = 0;
	for (let at = row; at < end; at++) count += Number(time_ms[at] <= time);
	return row + count;
}
/** Last row in [begin, until) that does the step; begin - 1 = none. */
function lastMarked(steps, begin, until) {
	let row = until - 1;
	while (row >= begin && steps[row] === 0) row--;
	return row;
}
/** A later step of single attempts: the first row since the step before. */
function followAlone({ plan, window, of_step }, step, { rank }, { count, level, time_ms: best_ms }, first) {
	const source = of_step[step];
	const { time_ms: row_ms, steps: is_step } = source;
	const { begin } = source.ranges;
	const [start_ms, before_ms, found_ms] = [
		best_ms[0],
		best_ms[step - 1],
		best_ms[step]
	];
	for (let at = first; at < count; at++) {
		if (level[at] !== step || rank[at] === 0) continue;
		const end = begin[rank[at]];
		const since = before_ms[at];
		let row = begin[rank[at] - 1];
		while (row < end && (row_ms[row] < since || is_step !== null && is_step[row] === 0)) row++;
		if (row === end || row_ms[row] >= window.until_ms || !(row_ms[row] - start_ms[at] <= plan.window_ms)) continue;
		found_ms[at] = row_ms[row];
		level[at] = step + 1;
	}
}
/**
* A later step of numbered attempts: each row continues the latest link of the step before. New links start at
* `first_link`.
*/
function linkSeveral({ plan, window }, source, step, first_link, { several, attempt, rank, level, begin, room, time_ms, start_ms, before }) {
	const { time_ms: row_ms, steps: is_step, ranges } = source;
	const is_last = step === plan.steps - 1;
	const to = step * room;
	const from = to - room;
	let link = first_link;
	for (let number = 0; number < several; number++) {
		begin[to + number] = link;
		const since = begin[from + number];
		const until = begin[from + number + 1];
		const at = rank[attempt[number]];
		if (level[number] !== step || at === 0) continue;
		const end = ranges.begin[at];
		let waiting = since;
		let start = NEVER$2;
		for (let row = ranges.begin[at - 1]; row < end && row_ms[row] < window.until_ms; row++) {
			const time = row_ms[row];
			if (time < time_ms[since] || is_step !== null && is_step[row] === 0) continue;
			while (waiting + 1 < until && time_ms[waiting + 1] <= time) waiting++;
			if (!(time - start_ms[waiting] <= plan.window_ms) || start_ms[waiting] === start) continue;
			start = start_ms[waiting];
			start_ms[link] = start;
			before[link] = waiting;
			time_ms[link++] = time;
			if (is_last) break;
		}
		if (link > begin[to + number]) level[number] = step + 1;
	}
	begin[to + several] = link;
	return link;
}
/** The first link of the deepest step is the best attempt. */
function chooseBest(links, level, best_ms, number) {
	const at = links.attempt[number];
	const reached = links.level[number];
	let link = links.begin[(reached - 1) * links.room + number];
	level[at] = reached;
	best_ms[0][at] = links.start_ms[link];
	for (let step = reached - 1; step > 0; step--) {
		best_ms[step][at] = links.time_ms[link];
		link = links.before[link];
	}
}
/** Fills in the time of actors who did the first step only; drops those who did not do it in the window. */
function enterAttempts({ entrance, window }, { count, actor, level, time_ms }) {
	const { begin } = entrance.ranges;
	for (let at = 0; at < count; at++) {
		if (level[at] !== 1) continue;
		const rank = rankOf(entrance.index, actor[at]);
		const row = entranceRow(entrance, begin[rank], begin[rank + 1], window);
		if (row < 0) level[at] = 0;
		else time_ms[0][at] = entrance.time_ms[row];
	}
}
/** First row in [begin, until) of one actor that does the step, -1 = none. */
function entranceRow({ time_ms, steps }, begin, until, { from_ms, until_ms }) {
	for (let row = begin; row < until && time_ms[row] < until_ms; row++) if (time_ms[row] >= from_ms && (steps === null || steps[row] !== 0)) return row;
	return -1;
}
// src/engine/kernels/funnel/excluded.ts
const NEVER$1 = Number.NEGATIVE_INFINITY;
/** Sets is_excluded[attempt], for attempts from `first` on. */
function markExcluded(chain, source, { links, attempts }, first, is_excluded) {
	const { actor, count, level } = attempts;
	const { time_ms, exclusions, exclusions_any, ranges } = source;
	const { window, plan } = chain;
	/** Nothing excludes an attempt that is through, from then on. */
	const through_ms = attempts.time_ms[plan.steps - 1];
	findRanks(source.index, actor, first, count, links.rank);
	for (let at = first; at < count; at++) {
		const rank = links.rank[at];
		if (rank === 0) continue;
		const until_ms = level[at] === plan.steps ? through_ms[at] : window.until_ms;
		for (let row = ranges.begin[rank - 1]; row < ranges.begin[rank] && time_ms[row] < until_ms; row++) {
			if (time_ms[row] < window.from_ms) continue;
			const bits = exclusions === null ? exclusions_any : exclusions[row];
			if (isAnyAwaited(chain, links, attempts, at, bits, time_ms[row])) is_excluded[at] = 1;
		}
	}
}
/**
* Whether at that time an attempt waits for one of the steps (bits): not done yet, and still within its window. Bare
* arguments: called per row.
*/
function isAnyAwaited(chain, links, attempts, at, steps, time) {
	const level = attempts.level[at];
	for (let bits = steps; bits !== 0; bits &= bits - 1) {
		const step = 31 - Math.clz32(bits & -bits);
		if (step > level) continue;
		const start = step === 1 ? enteredAt(chain, attempts.actor[at], time) : startAt(links, attempts, step - 1, at, time);
		if (!(time - start <= chain.plan.window_ms)) continue;
		if (step === level || startAt(links, attempts, step, at, time) !== start) return true;
	}
	return false;
}
/** Start of the attempt that was the last to do the step (not the first) by then; minus infinity = none was. */
function startAt(links, { time_ms: best_ms }, step, at, time) {
	const { begin, room, time_ms, start_ms } = links;
	const number = links.number[at] - 1;
	if (number < 0) return best_ms[step][at] <= time ? best_ms[0][at] : NEVER$1;
	const first = begin[step * room + number];
	let link = begin[step * room + number + 1] - 1;
	while (link >= first && time_ms[link] > time) link--;
	return link < first ? NEVER$1 : start_ms[link];
}
/** When the actor last did the first step by then; likewise. */
function enteredAt({ entrance, window }, actor, time) {
	const { ranges, index, time_ms, steps } = entrance;
	const rank = rankOf(index, actor);
	const first = ranges.begin[rank];
	let row = ranges.begin[rank + 1] - 1;
	while (row >= first && (time_ms[row] > time || steps !== null && steps[row] === 0)) row--;
	return row < first || time_ms[row] < window.from_ms ? NEVER$1 : time_ms[row];
}
// src/engine/kernels/funnel/touch.ts
/** null = no breakdown; undefined = an actor may have several groups, so this does not apply. */
function touchOf(chooser) {
	if (chooser === null) return null;
	const { attribution, empty } = chooser;
	if (attribution.kind === "first_touch") return {
		is_last: false,
		empty
	};
	if (attribution.kind === "last_touch") return {
		is_last: true,
		empty
	};
}
/** Sets the groups of the attempts from index `first` on. Actors without any value go to the group that has none. */
function touchGroups({ is_last, empty }, sources, window, attempts, first) {
	const actor = attempts.actor.subarray(first, attempts.count);
	const found = {
		rank: new Uint32Array(actor.length),
		time_ms: new Float64Array(actor.length).fill(is_last ? window.from_ms : window.until_ms),
		group: attempts.group.subarray(first, attempts.count).fill(Math.max(0, empty.indexOf(1)))
	};
	for (const source of sources) {
		findRanks(source.index, actor, 0, actor.length, found.rank);
		if (is_last) touchLast(source, window, empty, found);
		else touchFirst(source, window, empty, found);
	}
}
/** At one instant the first source wins. */
function touchFirst(source, { from_ms }, empty, found) {
	const { time_ms } = source;
	const { begin } = source.ranges;
	const group = source.group;
	for (let at = 0; at < found.rank.length; at++) {
		const rank = found.rank[at];
		if (rank === 0) continue;
		for (let row = begin[rank - 1]; row < begin[rank] && time_ms[row] < found.time_ms[at]; row++) {
			if (time_ms[row] < from_ms || empty[group[row]] === 1 || !counts(source, row)) continue;
			found.group[at] = group[row];
			found.time_ms[at] = time_ms[row];
			break;
		}
	}
}
/** At one instant the last source wins. */
function touchLast(source, { until_ms }, empty, found) {
	const { time_ms } = source;
	const { begin } = source.ranges;
	const group = source.group;
	for (let at = 0; at < found.rank.length; at++) {
		const rank = found.rank[at];
		if (rank === 0) continue;
		for (let row = begin[rank] - 1; row >= begin[rank - 1] && time_ms[row] >= found.time_ms[at]; row--) {
			if (time_ms[row] >= until_ms || empty[group[row]] === 1 || !counts(source, row)) continue;
			found.group[at] = group[row];
			found.time_ms[at] = time_ms[row];
			break;
		}
	}
}
function counts({ steps, steps_any, exclusions, exclusions_any }, row) {
	return ((steps === null ? steps_any : steps[row]) | (exclusions === null ? exclusions_any : exclusions[row])) !== 0;
}
// src/engine/kernels/funnel/ordered.ts
/**
* Ordered funnels in place: each step has a run of its own. Links attempts (links.ts) without gathering events, except
* those of actors that an exclusion meets (excluded.ts), who are judged again.
* Input: one run per step. Output: best attempts of a slice of actors. Cost: see links.ts.
*/
/** `judge` gives the same from an actor's events. */
function judgeOrdered(chain, audience, judging, touch, work) {
	const first = linkClimbers(chain, audience, judging.needs, touch, work);
	if (chain.exclusions.length > 0) judgeExcluded(chain, judging, work, first);
}
/**
* Adds an attempt for every actor with a first step; only those who may get further are linked. With needs > 1 there
* are no others. Returns the index of the first attempt that was linked.
*/
function linkClimbers(chain, audience, needs, touch, { links, attempts }) {
	const { entrance, sources, window } = chain;
	let climbers = metInAll(audience, firstSteps(needs));
	if (needs === 1) {
		const later = metInAny(audience, sources.filter((source) => source !== entrance && leadsOn(source, touch !== null)));
		addActors(audience, keep(climbers, later, false), attempts);
		if (touch !== null) touchGroups(touch, [entrance], window, attempts, 0);
		climbers = keep(climbers, later, true);
	}
	const first = attempts.count;
	addActors(audience, climbers, attempts);
	if (touch !== null) touchGroups(touch, sources, window, attempts, first);
	linkAttempts(chain, links, attempts, first);
	if (needs === 1) enterAttempts(chain, attempts);
	return first;
}
/** Whether the source decides if an actor gets beyond the first step, or which group it is in. */
function leadsOn({ steps_any, exclusions_any }, is_split) {
	return is_split || ((steps_any | exclusions_any) & 2) !== 0;
}
/** Drops the attempts that an exclusion meets, and judges their actors from their events. */
function judgeExcluded(chain, { needs, judge }, { links, attempt, attempts }, first) {
	const { sources, window } = chain;
	const until = attempts.count;
	const is_excluded = new Uint8Array(until);
	for (const source of chain.exclusions) markExcluded(chain, source, {
		links,
		attempts
	}, first, is_excluded);
	const events = newActorEvents(sources.length);
	const rows = newActorRows(sources.length);
	for (let at = first; at < until; at++) {
		if (is_excluded[at] === 0) continue;
		attempts.level[at] = 0;
		findRows(sources, attempts.actor[at], rows);
		gatherEvents(rows, sources, window, events);
		judge(events, attempts.group[at]);
		addAttempt(attempts, attempts.actor[at], attempts.group[at], needs, attempt);
	}
}
function newQueues(plan) {
	return {
		plan,
		oldest: new Int32Array(plan.steps),
		newest: new Int32Array(plan.steps),
		step_of: /* @__PURE__ */ new Int32Array(0),
		next: /* @__PURE__ */ new Int32Array(0),
		first: 0,
		filled: 0
	};
}
/** Fills `best` from the events of one actor, judged for one group. */
function judgeQueues(queues, events, group, best) {
	best.level = 0;
	best.excluded = false;
	emptyQueues(queues, events);
	for (let at = 0; at < events.length; at++) {
		dropOld(queues, events, at, best);
		takeIn(queues, events, at, group);
		if (queues.filled === queues.plan.steps) break;
	}
	note$1(queues, events, best);
}
/** Empties the queues and makes room for these events. */
function emptyQueues(queues, events) {
	if (queues.step_of.length < events.length) {
		queues.step_of = new Int32Array(events.time_ms.length);
		queues.next = new Int32Array(events.time_ms.length);
	}
	clear(queues, 0);
}
function clear(queues, first) {
	queues.oldest.fill(-1);
	queues.newest.fill(-1);
	queues.filled = 0;
	queues.first = first;
}
/** Drops events that left the window, noting the current state before each. */
function dropOld(queues, events, at, best) {
	const time = events.time_ms[at];
	for (; queues.filled > 0; queues.first++) {
		const step = queues.step_of[queues.first];
		if (step === -1) continue;
		if (time - events.time_ms[queues.first] <= queues.plan.window_ms) return;
		note$1(queues, events, best);
		dequeue(queues, step);
	}
}
/** Queues the event for one of its steps; an exclusion clears everything. */
function takeIn(queues, events, at, group) {
	queues.step_of[at] = -1;
	if (events.exclusions[at] !== 0) {
		clear(queues, at + 1);
		return;
	}
	if (events.steps[at] === 0) return;
	if (queues.filled === 0 && queues.plan.value_step !== -1 && events.group[at] !== group) return;
	enqueue(queues, at, shortestWait(queues, events, events.steps[at]));
}
/** Of the event's steps, an unserved one, else the one whose newest event is oldest. */
function shortestWait(queues, events, mask) {
	let chosen = -1;
	let chosen_ms = Number.POSITIVE_INFINITY;
	for (let step = 0; step < queues.plan.steps; step++) {
		if ((mask >>> step & 1) === 0) continue;
		const last = queues.newest[step];
		const last_ms = last === -1 ? Number.NEGATIVE_INFINITY : events.time_ms[last];
		if (last_ms >= chosen_ms) continue;
		chosen = step;
		chosen_ms = last_ms;
	}
	return chosen;
}
function enqueue(queues, at, step) {
	const last = queues.newest[step];
	queues.step_of[at] = step;
	queues.next[at] = -1;
	queues.newest[step] = at;
	if (last !== -1) {
		queues.next[last] = at;
		return;
	}
	if (queues.filled === 0) queues.first = at;
	queues.oldest[step] = at;
	queues.filled++;
}
/** Removes the oldest event of the step. */
function dequeue(queues, step) {
	const next = queues.next[queues.oldest[step]];
	queues.oldest[step] = next;
	if (next !== -1) return;
	queues.newest[step] = -1;
	queues.filled--;
}
/** Keeps the waiting steps if there are more than ever before; times are those of the oldest events. */
function note$1(queues, events, best) {
	const { oldest, filled } = queues;
	if (filled <= best.level) return;
	let count = 0;
	for (let step = 0; step < oldest.length; step++) if (oldest[step] !== -1) best.time_ms[count++] = events.time_ms[oldest[step]];
	best.time_ms.subarray(0, filled).sort();
	best.level = filled;
}
// src/engine/kernels/funnel/stages.ts
const EMPTY$1 = Number.NEGATIVE_INFINITY;
function newStages(plan, strict, best) {
	const cells = plan.steps * plan.steps;
	return {
		plan,
		strict,
		start_ms: new Float64Array(plan.steps),
		excluded: new Uint8Array(plan.steps),
		time_ms: new Float64Array(cells),
		event: new Uint32Array(cells),
		best,
		best_start_ms: EMPTY$1,
		group: 0
	};
}
/** Fills `stages.best` from the events of one actor, judged for one group. */
function judgeStages(stages, events, group) {
	stages.group = group;
	stages.start_ms.fill(EMPTY$1);
	stages.best.level = 0;
	stages.best.excluded = false;
	stages.best_start_ms = EMPTY$1;
	const { time_ms, length } = events;
	let begin = 0;
	while (begin < length) {
		const time = time_ms[begin];
		let end = begin + 1;
		while (end < length && time_ms[end] === time) end++;
		if (end === begin + 1) takeEvent$1(stages, events, begin);
		else takeInstant(stages, events, begin, end);
		if (stages.start_ms[stages.plan.steps - 1] !== EMPTY$1) return;
		begin = end;
	}
}
/** Events of one instant in [begin, end): identical ones follow each other, different ones have no order. */
function takeInstant(stages, events, begin, end) {
	if (!areAlike(events, begin, end)) {
		takeTogether$1(stages, events, begin, end);
		return;
	}
	for (let at = begin; at < end; at++) takeEvent$1(stages, events, at);
}
/** Whether the events in [begin, end) have the same step and exclusion bits. */
function areAlike(events, begin, end) {
	const { steps, exclusions } = events;
	for (let at = begin + 1; at < end; at++) if (steps[at] !== steps[begin] || exclusions[at] !== exclusions[begin]) return false;
	return true;
}
/** A single event: exclusions first, then its steps from last to first, so that it serves each attempt once. */
function takeEvent$1(stages, events, at) {
	const time = events.time_ms[at];
	for (let bits = events.exclusions[at]; bits !== 0;) {
		const step = 31 - Math.clz32(bits);
		bits &= ~(1 << step);
		exclude$1(stages, step, time);
	}
	const mask = events.steps[at];
	for (let bits = mask; bits !== 0;) {
		const step = 31 - Math.clz32(bits);
		bits &= ~(1 << step);
		if (step === stages.plan.value_step && events.group[at] !== stages.group) continue;
		if (step === 0) enter$1(stages, time, at);
		else advance$1(stages, step, time, at);
	}
	if (stages.strict) clearUnmatched$1(stages, mask);
}
/**
* Different events of one instant: steps in ascending order, each served by an event the attempt has not used; of
* several, the one that could serve the fewest later steps. So storage order has no effect. Exclusions and the strict
* reset do not apply.
*/
function takeTogether$1(stages, events, begin, end) {
	const time = events.time_ms[begin];
	for (let step = 0; step < stages.plan.steps; step++) {
		const at = eventFor(stages, events, begin, end, step);
		if (at < 0) continue;
		if (step === 0) enter$1(stages, time, at);
		else advance$1(stages, step, time, at);
	}
}
/** Event of the instant that serves the step, -1 = none. Smaller masks have no later steps. */
function eventFor(stages, events, begin, end, step) {
	let chosen = -1;
	let chosen_mask = Number.POSITIVE_INFINITY;
	for (let at = begin; at < end; at++) {
		const mask = events.steps[at];
		if ((mask >>> step & 1) === 0 || mask >= chosen_mask) continue;
		if (step === stages.plan.value_step && events.group[at] !== stages.group) continue;
		if (step > 0 && isUsed(stages, step - 1, at)) continue;
		chosen = at;
		chosen_mask = mask;
	}
	return chosen;
}
function isUsed(stages, stage, at) {
	if (stages.start_ms[stage] === EMPTY$1) return false;
	const row = stage * stages.plan.steps;
	return stages.event.subarray(row, row + stage + 1).includes(at);
}
/** Starts an attempt, unless one of this instant exists. */
function enter$1(stages, time, at) {
	if (stages.start_ms[0] === time) return;
	stages.start_ms[0] = time;
	stages.excluded[0] = 0;
	stages.time_ms[0] = time;
	stages.event[0] = at;
	if (stages.best.level === 0 || stages.best.level === 1 && stages.best.excluded) setBest(stages, 0, time, false);
}
/** Step `step` (not the first) happened: advances the attempt of the stage before. */
function advance$1(stages, step, time, at) {
	const from = step - 1;
	const start = stages.start_ms[from];
	if (!(time - start <= stages.plan.window_ms) || stages.start_ms[step] === start) return;
	const excluded = stages.excluded[from] === 1;
	if (!excluded) copyStage(stages, from, time, at);
	const level = step + 1;
	if (level > stages.best.level || level === stages.best.level && stages.best.excluded) setBest(stages, step, time, excluded);
}
function copyStage(stages, from, time, at) {
	const { steps } = stages.plan;
	const to = from + 1;
	for (let step = 0; step <= from; step++) {
		stages.time_ms[to * steps + step] = stages.time_ms[from * steps + step];
		stages.event[to * steps + step] = stages.event[from * steps + step];
	}
	stages.time_ms[to * steps + to] = time;
	stages.event[to * steps + to] = at;
	stages.start_ms[to] = stages.start_ms[from];
	stages.excluded[to] = 0;
}
/** Makes the attempt of the stage before `step`, with `step` done at `time`, the best so far. */
function setBest(stages, step, time, excluded) {
	const { best } = stages;
	const row = (step - 1) * stages.plan.steps;
	for (let before = 0; before < step; before++) best.time_ms[before] = stages.time_ms[row + before];
	best.time_ms[step] = time;
	best.level = step + 1;
	best.excluded = excluded;
	stages.best_start_ms = best.time_ms[0];
}
/** An exclusion between `step - 1` and `step`: marks the attempt that waits for `step`. */
function exclude$1(stages, step, time) {
	const from = step - 1;
	const start = stages.start_ms[from];
	const { window_ms } = stages.plan;
	if (!(time - start <= window_ms) || stages.start_ms[step] === start) return;
	stages.excluded[from] = 1;
	if (stages.best.level === step && time - stages.best_start_ms <= window_ms) stages.best.excluded = true;
}
/** Strict: an event that is neither of two adjacent steps ends the attempts waiting between them. */
function clearUnmatched$1(stages, mask) {
	for (let stage = 0; stage < stages.plan.steps; stage++) if ((mask >>> stage & 1) === 0) stages.start_ms[stage] = EMPTY$1;
}
// src/engine/kernels/funnel/timeline_events.ts
/**
* Gathers events of strict funnels from a timeline, where they are in order already.
* Input: a timeline, sources with bits per row, a list of actors. Output: ActorEvents per actor. Cost: one random read
* per row between an actor's first and last step.
*/
const NONE = -1;
/** Visits each of these actors with its events. */
function visitTimeline(audience, timeline, actors, visit) {
	const { sources, chooser } = audience;
	const events = newActorEvents(0);
	/** source -> its step bits, and its step and exclusion bits together. */
	const steps_of = Uint32Array.from(sources, ({ steps_any }) => steps_any);
	const bits_of = Uint32Array.from(sources, ({ steps_any, exclusions_any }) => steps_any | exclusions_any);
	for (let at = 0; at < actors.length; at++) {
		const actor = actors[at];
		const begin = timeline.begin[actor];
		const end = timeline.begin[actor + 1];
		const first = chooser === null ? firstStep(timeline, begin, end, steps_of) : begin;
		gatherTimeline(timeline, first, chooser === null ? lastStep(timeline, first, end, bits_of) : end, audience, events);
		visit(events, actor);
	}
}
/** First position that may do the first step, moved back so that no instant is split. */
function firstStep({ run }, begin, end, steps_of) {
	let position = begin;
	while (position < end && (steps_of[run[position] >>> 1] & 1) === 0) position++;
	while (position > begin && position < end && (run[position] & run[position - 1] & 1) !== 0) position--;
	return position;
}
/** Position after the last row with step or exclusion bits, moved forward likewise. */
function lastStep({ run }, begin, end, bits_of) {
	let until = end;
	while (until > begin && bits_of[run[until - 1] >>> 1] === 0) until--;
	while (until > begin && until < end && (run[until] & run[until - 1] & 1) !== 0) until++;
	return until;
}
/**
* Overwrites `out` with the rows at [begin, end) that count. Of consecutive step-less events without ties or groups,
* the first is enough.
*/
function gatherTimeline({ run, row }, begin, end, { sources, window }, out) {
	const { from_ms, until_ms } = window;
	reserveEvents(out, end - begin);
	let at = 0;
	let is_idle = false;
	for (let position = begin; position < end; position++) {
		const code = run[position];
		const { time_ms, steps, steps_any, exclusions, exclusions_any, group, others } = sources[code >>> 1];
		const is_other = (steps_any | exclusions_any) === 0 && others === null && group === null && (code & 1) === 0;
		if (is_other && is_idle) continue;
		const of = row[position];
		const time = time_ms[of];
		if (time < from_ms) continue;
		if (time >= until_ms) break;
		const step_bits = steps === null ? steps_any : steps[of];
		const exclusion_bits = exclusions === null ? exclusions_any : exclusions[of];
		if ((step_bits | exclusion_bits) === 0 && others !== null && !has(others, of)) continue;
		is_idle = is_other;
		out.time_ms[at] = time;
		out.steps[at] = step_bits;
		out.exclusions[at] = exclusion_bits;
		if (group !== null) out.group[at] = group[of];
		at++;
	}
	out.length = at;
}
/** Same as touch.ts, for the rows at [begin, end). */
function touchedAt({ is_last, empty }, timeline, begin, end, audience) {
	let first = NONE;
	let found = NONE;
	for (let position = begin; position < end; position++) {
		const of = groupAt(timeline, position, audience);
		if (of === NONE) continue;
		if (first === NONE) first = of;
		if (empty[of] === 1) continue;
		found = of;
		if (!is_last) break;
	}
	return found === NONE ? first : found;
}
/** NONE = the row does not count. */
function groupAt({ run, row }, position, { sources, window }) {
	const { time_ms, steps, steps_any, exclusions, exclusions_any, group, others } = sources[run[position] >>> 1];
	const of = row[position];
	if (time_ms[of] < window.from_ms || time_ms[of] >= window.until_ms) return NONE;
	return ((steps === null ? steps_any : steps[of]) | (exclusions === null ? exclusions_any : exclusions[of])) !== 0 || others === null || has(others, of) ? group[of] : NONE;
}
// src/engine/kernels/funnel/strict.ts
/**
* Strict funnels in place. Any event ends all attempts but the one it continues, so only one is ever under way.
* Input: one run per step, and the timeline of all runs. Output: best attempts of a slice of actors. An attempt needs a
* second step right after a first one: the kernel visits second-step rows and looks around each in the timeline. Cost:
* a few random reads per second-step row.
* timeline  a  x  a  b  c  x      b follows a directly: follow from here
*                 ^--^
*/
const SECOND = 1;
/** An event of no step. */
const OTHER = -1;
/** An event the question ignores. */
const LEFT_OUT = -2;
/** Returns false, with nothing done, if it does not apply. */
function judgeStrict(audience, { plan, needs, judge }, touch, { attempt: best, attempts }) {
	const { timeline, sources, window, skip, first_actor } = audience;
	const of_step = sourceOfSteps(sources.filter(({ steps_any }) => steps_any !== 0), plan.steps);
	if (timeline === null || of_step === null) return false;
	const entrance = of_step[0];
	const second = of_step[SECOND] ?? void 0;
	const follower = {
		audience,
		timeline,
		plan,
		step_of: Int32Array.from(sources, ({ steps_any }) => steps_any === 0 ? OTHER : 31 - Math.clz32(steps_any)),
		starts: startsOf(audience, timeline, sources.indexOf(entrance), second),
		time_ms: new Float64Array(plan.steps),
		best
	};
	const leads = leadsOf(audience, second);
	const events = newActorEvents(0);
	const visited = needs > 1 ? second : entrance;
	if (visited === void 0) return true;
	const { actor, begin } = visited.ranges;
	const end = firstRowOf(actor, audience.until_actor);
	for (let at = firstRowOf(actor, first_actor); at < end; at++) {
		const who = actor[at];
		if (skip !== null && has(skip, who)) continue;
		best.level = 0;
		best.excluded = false;
		if (visited === entrance) {
			const row = entranceRow(entrance, begin[at], begin[at + 1], window);
			if (row < 0) continue;
			best.level = 1;
			best.time_ms[0] = entrance.time_ms[row];
		}
		const first = timeline.begin[who];
		const until = timeline.begin[who + 1];
		const lead = leads[who - first_actor];
		if (lead !== NO_LEAD && (lead === NEEDS_ALL || !follow(follower, second, lead - 1, first, until))) {
			gatherTimeline(timeline, first, until, audience, events);
			judge(events, 0);
		}
		if (best.level < needs || best.excluded) continue;
		addAttempt(attempts, who, touch === null ? 0 : touchedAt(touch, timeline, first, until, audience), needs, best);
	}
	return true;
}
const NO_LEAD = 0;
/** Actors with exclusions are judged event by event. */
const NEEDS_ALL = 4294967295;
/** actor - first_actor -> rank + 1 in the second step's run, NO_LEAD or NEEDS_ALL. */
function leadsOf({ sources, first_actor, until_actor }, second) {
	const leads = new Uint32Array(until_actor - first_actor);
	for (const source of sources) {
		if (source !== second && source.exclusions_any === 0) continue;
		const { actor } = source.ranges;
		const end = firstRowOf(actor, until_actor);
		for (let at = firstRowOf(actor, first_actor); at < end; at++) {
			const who = actor[at] - first_actor;
			if (source.exclusions_any !== 0) leads[who] = NEEDS_ALL;
			else if (leads[who] === NO_LEAD) leads[who] = at + 1;
		}
	}
	return leads;
}
/** Looks up a whole slice loop by loop: independent random reads overlap in the memory system. */
function startsOf({ sources, first_actor, until_actor }, { run, row }, entrance, second) {
	if (second === void 0) return {
		first_row: 0,
		start_ms: /* @__PURE__ */ new Float64Array(0)
	};
	const { ranges, positions } = second;
	const first_row = ranges.begin[firstRowOf(ranges.actor, first_actor)];
	const rows = ranges.begin[firstRowOf(ranges.actor, until_actor)] - first_row;
	const { time_ms, steps } = sources[entrance];
	/** index -> second-step row - first_row, of rows right after a row of the entrance run. */
	const found = new Uint32Array(rows);
	let count = 0;
	for (let at = 0; at < rows; at++) {
		found[count] = at;
		count += Number(run[Math.max(positions[first_row + at] - 1, 0)] === 2 * entrance);
	}
	/** index -> row of the entrance run. */
	const before = new Uint32Array(count);
	for (let at = 0; at < count; at++) before[at] = row[positions[first_row + found[at]] - 1];
	const start_ms = new Float64Array(rows).fill(NaN);
	for (let at = 0; at < count; at++) if (steps === null || steps[before[at]] !== 0) start_ms[found[at]] = time_ms[before[at]];
	return {
		first_row,
		start_ms
	};
}
/**
* Fills `best` with the best attempt beyond the first step. Events are at [begin, end) of the timeline; `at` is the
* actor's rank in the second step's run. Returns false if a tie may matter: stages.ts decides then.
*/
function follow(follower, { ranges, steps, positions, time_ms }, at, begin, end) {
	const { timeline, best, plan, starts } = follower;
	const until = ranges.begin[at + 1];
	for (let row = ranges.begin[at]; row < until; row++) {
		if (steps !== null && steps[row] === 0) continue;
		const position = positions[row];
		if (isTied(timeline, position)) return false;
		let start_ms = starts.start_ms[row - starts.first_row];
		if (position === begin) continue;
		if (Number.isNaN(start_ms)) {
			let before = position - 1;
			while (before >= begin && stepAt(follower, before) === LEFT_OUT) before--;
			if (before < begin) continue;
			if (isTied(timeline, before)) return false;
			if (stepAt(follower, before) !== 0) continue;
			start_ms = timeAt(follower, before);
		}
		if (!followAttempt(follower, start_ms, position, time_ms[row], end)) return false;
		if (best.level === plan.steps) return true;
	}
	return true;
}
/** Follows the attempt with these first and second steps. */
function followAttempt(follower, start_ms, second, second_ms, end) {
	const { audience, timeline, plan, best, time_ms } = follower;
	const { from_ms, until_ms } = audience.window;
	const last_ms = Math.min(until_ms - 1, start_ms + plan.window_ms);
	if (start_ms < from_ms || second_ms > last_ms) return true;
	time_ms[0] = start_ms;
	time_ms[SECOND] = second_ms;
	let level = 2;
	if (level > best.level) noteBest(best, time_ms, level);
	for (let position = second + 1; position < end && level < plan.steps; position++) {
		const step = stepAt(follower, position);
		if (step === LEFT_OUT) continue;
		if (isTied(timeline, position)) return false;
		if (step === level - 1) continue;
		if (step !== level) break;
		const at_ms = timeAt(follower, position);
		if (at_ms > last_ms) break;
		time_ms[level++] = at_ms;
		if (level > best.level) noteBest(best, time_ms, level);
	}
	return true;
}
function noteBest(best, time_ms, level) {
	best.level = level;
	for (let step = 0; step < level; step++) best.time_ms[step] = time_ms[step];
}
function stepAt({ audience, timeline, step_of }, position) {
	const source = timeline.run[position] >>> 1;
	const { steps, steps_any, others } = audience.sources[source];
	if (steps_any !== 0 && (steps === null || steps[timeline.row[position]] !== 0)) return step_of[source];
	return others === null || has(others, timeline.row[position]) ? OTHER : LEFT_OUT;
}
function isTied({ run }, position) {
	return (run[position] & 1) !== 0;
}
function timeAt({ audience, timeline }, position) {
	const { time_ms } = audience.sources[timeline.run[position] >>> 1];
	return time_ms[timeline.row[position]];
}
// src/engine/kernels/funnel/unordered.ts
/**
* Unordered funnels in place: each step has a run of its own, and there are no exclusions. Same result as queues.ts.
* Input: one run per step. Output: best attempts of a slice of actors. Every row is tried as the first of an attempt; the
* best attempt is the one whose window holds the most steps, each done by its first row from there on. Cost: one look at
* every step's next row for each row tried; an actor is given up once the steps left cannot beat its best.
*/
const NEVER = Number.POSITIVE_INFINITY;
/** Returns false, with nothing done, if a run serves several steps, a step has several runs, or there are exclusions. */
function judgeUnordered(audience, { plan, needs }, touch, { attempt, attempts }) {
	const { sources, window } = audience;
	if (plan.has_exclusions || !isOneStepEach(sources)) return false;
	addActors(audience, needs > 1 ? metInTwo(audience) : metInAny(audience, sources), attempts);
	if (touch !== null) touchGroups(touch, sources, window, attempts, 0);
	const rows = newActorRows(sources.length);
	/** source -> time of its next row that counts, NEVER at the end. */
	const next_ms = new Float64Array(sources.length);
	for (let at = 0; at < attempts.count; at++) {
		findRows(sources, attempts.actor[at], rows);
		takeBest(audience, plan, rows, next_ms, attempt);
		attempts.level[at] = attempt.level;
		for (let step = 0; step < attempt.level; step++) attempts.time_ms[step][at] = attempt.time_ms[step];
	}
	return true;
}
function isOneStepEach(sources) {
	let bits = 0;
	for (const { steps_any } of sources) {
		if ((steps_any & steps_any - 1) !== 0 || (bits & steps_any) !== 0) return false;
		bits |= steps_any;
	}
	return true;
}
/** Fills `best` for one actor, trying its rows in time order as the first of the attempt. */
function takeBest({ sources, window }, { window_ms }, rows, next_ms, best) {
	const { active, active_count } = rows;
	best.level = 0;
	best.excluded = false;
	for (let at = 0; at < active_count; at++) seek(sources[active[at]], active[at], window, rows, next_ms);
	for (;;) {
		let first = active[0];
		let left = 0;
		for (let at = 0; at < active_count; at++) {
			const source = active[at];
			if (next_ms[source] < next_ms[first]) first = source;
			if (next_ms[source] < NEVER) left++;
		}
		if (left <= best.level) return;
		const until_ms = next_ms[first] + window_ms;
		let level = 0;
		for (let at = 0; at < active_count; at++) if (next_ms[active[at]] <= until_ms) level++;
		if (level > best.level) note(rows, next_ms, until_ms, best);
		rows.begin[first]++;
		seek(sources[first], first, window, rows, next_ms);
	}
}
/** Moves on to the source's next row that counts. */
function seek({ time_ms, steps }, source, { from_ms, until_ms }, { begin, until }, next_ms) {
	const end = until[source];
	let row = begin[source];
	while (row < end && (time_ms[row] < from_ms || steps !== null && steps[row] === 0)) row++;
	begin[source] = row;
	next_ms[source] = row < end && time_ms[row] < until_ms ? time_ms[row] : NEVER;
}
/** Takes the next rows up to that time as the best attempt, in ascending order. */
function note({ active, active_count }, next_ms, until_ms, best) {
	let count = 0;
	for (let at = 0; at < active_count; at++) {
		const time = next_ms[active[at]];
		if (time > until_ms) continue;
		let to = count++;
		for (; to > 0 && best.time_ms[to - 1] > time; to--) best.time_ms[to] = best.time_ms[to - 1];
		best.time_ms[to] = time;
	}
	best.level = count;
}
// src/engine/kernels/funnel/actors.ts
/**
* Entry point of the funnel kernels: the best attempt of each actor, once per group the actor counts for.
* Works on any slice of actors of one part. If each step has a run of its own, the runs are read as they lie (ordered.ts,
* strict.ts, unordered.ts). Otherwise each actor's events are gathered first (from the timeline, for strict
* funnels): always applicable, and the reference that tests compare the fast kernels with. README.md has the table.
*/
/** Best attempts with at least `needs` steps (one or more). */
function judgeActors(audience, plan, order, needs, work) {
	const { attempt, attempts } = work;
	attempts.count = 0;
	const judge = attemptJudge(order, plan, attempt);
	if (judgeInPlace(audience, {
		plan,
		order,
		needs,
		judge
	}, work)) {
		work.judged.in_place++;
		return attempts;
	}
	work.judged.gathered++;
	judgeGathered(audience, actorsWith(audience, order, needs), (events, group, actor) => {
		judge(events, group);
		addAttempt(attempts, actor, group, needs, attempt);
	});
	return attempts;
}
/** Returns false, with nothing done, if no in-place kernel applies. */
function judgeInPlace(audience, judging, work) {
	const { plan, order } = judging;
	const touch = touchOf(audience.chooser);
	if (touch === void 0 || plan.value_step !== -1) return false;
	if (order === "unordered") return judgeUnordered(audience, judging, touch, work);
	if (order === "strict") return judgeStrict(audience, judging, touch, work);
	const sources = audience.sources.filter(({ steps_any, exclusions_any }) => (steps_any | exclusions_any) !== 0);
	const chain = newChain(sources, audience.window, plan);
	if (chain === null) return false;
	judgeOrdered(chain, {
		...audience,
		sources
	}, judging, touch, work);
	return true;
}
/** Actors that may reach this many steps. */
function actorsWith(audience, order, steps) {
	if (order !== "unordered") return metInAll(audience, firstSteps(steps));
	return steps > 1 ? metInTwo(audience) : metInAny(audience, audience.sources);
}
/** Gathers the events of each of these actors, once per group. */
function judgeGathered(audience, actors_with, judge) {
	const { chooser, timeline } = audience;
	const visit = (events, actor) => {
		if (chooser === null) {
			judge(events, 0, actor);
			return;
		}
		chooseGroups(chooser, events);
		for (let choice = 0; choice < chooser.count; choice++) judge(eventsOfGroup(chooser, events, choice), chooser.group[choice], actor);
	};
	const met = newAttempts(0);
	addActors(audience, actors_with, met);
	const actors = met.actor.subarray(0, met.count);
	if (timeline === null) visitRuns(audience, actors, visit);
	else visitTimeline(audience, timeline, actors, visit);
}
function visitRuns({ sources, window }, actors, visit) {
	const events = newActorEvents(sources.length);
	const rows = newActorRows(sources.length);
	for (let at = 0; at < actors.length; at++) {
		findRows(sources, actors[at], rows);
		gatherEvents(rows, sources, window, events);
		visit(events, actors[at]);
	}
}
/** Returns a judge that fills `attempt` with the actor's best. */
function attemptJudge(order, plan, attempt) {
	if (order === "unordered") {
		const queues = newQueues(plan);
		return (events, group) => judgeQueues(queues, events, group, attempt);
	}
	const stages = newStages(plan, order === "strict", attempt);
	return (events, group) => judgeStages(stages, events, group);
}
// src/engine/kernels/funnel/work.ts
/** Buffers that one thread reuses for every slice of actors. */
function newFunnelWork({ steps }) {
	return {
		attempt: newAttempt(steps),
		attempts: newAttempts(steps),
		links: newLinks(),
		judged: {
			in_place: 0,
			gathered: 0
		}
	};
}
// src/engine/kernels/funnel/entry_tally.ts
function newEntryTally(buckets, groups) {
	const cells = buckets * groups;
	return {
		groups,
		reached_from: new Float64Array(cells),
		reached_to: new Float64Array(cells)
	};
}
/** Adds counts of the same buckets and groups. */
function addReached(reached, more) {
	for (let cell = 0; cell < reached.length; cell++) reached[cell] += more[cell];
}
// src/engine/kernels/rows/time_lists.ts
/**
* Growing lists of durations per cell, for statistics. Lists live in shared memory, so neither sums nor answers are
* copied between threads.
*/
const FIRST_TIMES = 256;
/** Full lists are summed while still in a core's own cache. */
const MOST_TIMES = 8192;
const NO_TIMES = /* @__PURE__ */ new Float64Array(0);
function newTimeLists(cells) {
	return {
		full: Array.from({ length: cells }, newPartial),
		last: new Array(cells).fill(NO_TIMES),
		count: new Uint32Array(cells)
	};
}
/** Appends the first `added` times. */
function addTimes(times, cell, took_ms, added) {
	for (let from = 0; from < added;) {
		if (times.count[cell] === times.last[cell].length) beginList(times, cell);
		const at = times.count[cell];
		const until = Math.min(added, from + times.last[cell].length - at);
		times.last[cell].set(took_ms.subarray(from, until), at);
		times.count[cell] = at + until - from;
		from = until;
	}
}
function addTime(times, cell, took_ms) {
	if (times.count[cell] === times.last[cell].length) beginList(times, cell);
	const at = times.count[cell];
	times.last[cell][at] = took_ms;
	times.count[cell] = at + 1;
}
/** Doubles in size each time. */
function beginList({ full, last, count }, cell) {
	const { length } = last[cell];
	if (length > 0) addList(full[cell], last[cell]);
	last[cell] = sharedNumbers(Math.min(MOST_TIMES, Math.max(FIRST_TIMES, length * 2)));
	count[cell] = 0;
}
/** cell -> its times; nothing may be added afterwards. */
function closeTimes({ full, last, count }) {
	for (const [cell, partial] of full.entries()) if (count[cell] > 0) addList(partial, last[cell].subarray(0, count[cell]));
	return full;
}
/** All numbers in one list. */
function joined(partials) {
	const all = sharedNumbers(partials.reduce((sum, { size }) => sum + size, 0));
	let at = 0;
	for (const list of partials.flatMap(({ lists }) => lists)) {
		all.set(list, at);
		at += list.length;
	}
	return all;
}
// src/engine/kernels/funnel/steps.ts
/** Morsels of actors. */
const FUNNEL = {
	name: "funnel",
	begin: ({ plan, groups }) => ({
		...newFunnelWork(plan),
		tally: newTally(plan.steps, groups)
	}),
	add({ audience, plan, order, knows_entered }, work, first, until) {
		const needs = knows_entered ? 2 : 1;
		addAttempts(judgeActors(ofActors(audience, first, until), plan, order, needs, work), work.tally);
	},
	end: ({ tally, judged }) => ({
		counts: countsOf(tally),
		times_ms: closeTimes(tally.times),
		judged
	})
};
function newTally(steps, groups) {
	return {
		steps,
		levels: new Uint32Array(groups * (steps + 1)),
		times: newTimeLists(groups * steps),
		...scratch(0)
	};
}
function scratch(room) {
	return {
		took_ms: new Float64Array(room),
		took_by: new Uint32Array(room)
	};
}
function addAttempts({ count, group, level, time_ms }, tally) {
	const { steps, levels, times } = tally;
	for (let at = 0; at < count; at++) levels[group[at] * (steps + 1) + level[at]]++;
	if (tally.took_ms.length < count) Object.assign(tally, scratch(2 * count));
	const { took_ms, took_by } = tally;
	for (let step = 1; step < steps; step++) {
		const [from_ms, to_ms] = [time_ms[step - 1], time_ms[step]];
		let found = 0;
		for (let at = 0; at < count; at++) {
			const took = to_ms[at] - from_ms[at];
			took_ms[found] = took;
			took_by[found] = group[at];
			found += Number(level[at] > step) & Number(took > 0);
		}
		if (levels.length === steps + 1) addTimes(times, step, took_ms, found);
		else for (let at = 0; at < found; at++) addTime(times, took_by[at] * steps + step, took_ms[at]);
	}
}
/** Whoever reached a step also reached those before it. */
function countsOf({ steps, levels }) {
	const counts = new Float64Array(levels.length / (steps + 1) * steps);
	for (let group = 0; group * steps < counts.length; group++) {
		let reached = 0;
		for (let level = steps; level > 0; level--) {
			reached += levels[group * (steps + 1) + level];
			counts[group * steps + level - 1] = reached;
		}
	}
	return counts;
}
// src/engine/kernels/funnel/times.ts
/** Morsels of actors; milliseconds. */
const FUNNEL_TIMES = {
	name: "funnel times",
	begin: ({ plan }) => ({
		...newFunnelWork(plan),
		times: newTimeLists(1)
	}),
	add({ audience, plan, order, from_step, to_step }, work, first, until) {
		const { count, level, time_ms } = judgeActors(ofActors(audience, first, until), plan, order, to_step + 1, work);
		const [from_ms, to_ms] = [time_ms[from_step], time_ms[to_step]];
		for (let at = 0; at < count; at++) if (level[at] > to_step) addTime(work.times, 0, to_ms[at] - from_ms[at]);
	},
	end: ({ times, judged }) => ({
		sample: closeTimes(times)[0],
		judged
	})
};
// src/engine/kernels/funnel/entries.ts
/**
* Ordered and strict funnels over time, event by event, for one actor.
* Input: the actor's events in time order. Output: per bucket, whether the actor entered and got through. Every bucket
* with a first step is an entry with stages of its own (see stages.ts). A first step refreshes its bucket's entry; a
* later step advances all entries still inside their window. An entry that got through is final. Cost: events x live
* entries.
*/
const EMPTY = Number.NEGATIVE_INFINITY;
/** State of an entry's deepest level: no exclusion met; one met; one met and the next step done anyway. */
const CLEAN = 0;
const EXCLUDED = 1;
const PASSED = 2;
function newEntries(plan, strict, buckets, from_level) {
	return {
		plan,
		strict,
		buckets,
		from_level,
		count: 0,
		live: 0,
		group: 0,
		...arrays(16, plan.steps)
	};
}
function arrays(capacity, steps) {
	return {
		bucket: new Int32Array(capacity),
		last_ms: new Float64Array(capacity),
		level: new Int32Array(capacity),
		level_ms: new Float64Array(capacity),
		exclusion: new Uint8Array(capacity),
		start_ms: new Float64Array(capacity * steps),
		excluded: new Uint8Array(capacity * steps)
	};
}
/** Adds the entries of one actor, judged for one group. */
function judgeEntries(entries, events, group, tally) {
	entries.count = 0;
	entries.live = 0;
	entries.group = group;
	const { time_ms, length } = events;
	let begin = 0;
	while (begin < length) {
		const time = time_ms[begin];
		let end = begin + 1;
		while (end < length && time_ms[end] === time) end++;
		retire(entries, time);
		if (end === begin + 1 || areAlike(events, begin, end)) for (let at = begin; at < end; at++) takeEvent(entries, events, at);
		else takeTogether(entries, events, begin, end);
		begin = end;
	}
	addEntries(entries, tally);
}
/** Retires entries whose window is over. */
function retire(entries, time) {
	const { window_ms } = entries.plan;
	while (entries.live < entries.count && time - entries.last_ms[entries.live] > window_ms) entries.live++;
}
/** A single event: exclusions first, then its steps from last to first, so that it serves each attempt once. */
function takeEvent(entries, events, at) {
	const { steps } = entries.plan;
	const time = events.time_ms[at];
	for (let step = steps - 1; step > 0; step--) {
		if ((events.exclusions[at] >>> step & 1) === 0) continue;
		for (let entry = entries.live; entry < entries.count; entry++) exclude(entries, entry, step, time);
	}
	takeSteps(entries, events, at);
	if (!entries.strict) return;
	for (let entry = entries.live; entry < entries.count; entry++) clearUnmatched(entries, entry, events.steps[at]);
}
/**
* Different events of one instant: earlier steps first, so storage order has no effect. Exclusions and the strict reset
* do not apply, as in stages.ts.
*/
function takeTogether(entries, events, begin, end) {
	for (let lowest = 0; lowest < entries.plan.steps; lowest++) for (let at = begin; at < end; at++) {
		const mask = events.steps[at];
		if (31 - Math.clz32(mask & -mask) === lowest) takeSteps(entries, events, at);
	}
}
function takeSteps(entries, events, at) {
	const { steps, value_step } = entries.plan;
	const time = events.time_ms[at];
	const mask = events.steps[at];
	for (let step = steps - 1; step >= 0; step--) {
		if ((mask >>> step & 1) === 0) continue;
		if (step === value_step && events.group[at] !== entries.group) continue;
		if (step === 0) enter(entries, time);
		else for (let entry = entries.live; entry < entries.count; entry++) advance(entries, entry, step, time);
	}
}
/** A first step: opens an entry for a new bucket, or refreshes the latest one. */
function enter(entries, time) {
	const { buckets } = entries;
	let entry = entries.count - 1;
	if (entry < 0 || time >= buckets.bounds_ms[entries.bucket[entry] + 2]) {
		entry = entries.count++;
		if (entry === entries.bucket.length) grow(entries);
		entries.bucket[entry] = bucketOf(buckets, time);
		begin(entries, entry, time);
	} else {
		if (isThrough(entries, entry)) return;
		if (entry < entries.live) entries.live = entry;
		if (entries.level[entry] === 1 && entries.exclusion[entry] !== CLEAN) begin(entries, entry, time);
	}
	const stage = entry * entries.plan.steps;
	entries.last_ms[entry] = time;
	entries.start_ms[stage] = time;
	entries.excluded[stage] = 0;
}
function begin(entries, entry, time) {
	const { steps } = entries.plan;
	for (let slot = 0; slot < steps; slot++) entries.start_ms[entry * steps + slot] = EMPTY;
	entries.level[entry] = 1;
	entries.level_ms[entry] = time;
	entries.exclusion[entry] = CLEAN;
}
/** Step `step` (not the first) happened: advances the attempt waiting in the stage before. */
function advance(entries, entry, step, time) {
	const { steps, window_ms } = entries.plan;
	if (isThrough(entries, entry)) return;
	const stage = entry * steps + step;
	const start = entries.start_ms[stage - 1];
	if (!(time - start <= window_ms) || entries.start_ms[stage] === start) return;
	const excluded = entries.excluded[stage - 1] === 1;
	if (!excluded) {
		entries.start_ms[stage] = start;
		entries.excluded[stage] = 0;
	}
	const level = step + 1;
	const reached = entries.level[entry];
	if (!(level === steps && !excluded) && level <= reached && !(level === reached && entries.exclusion[entry] === EXCLUDED)) return;
	entries.level[entry] = level;
	entries.level_ms[entry] = time;
	entries.exclusion[entry] = excluded ? PASSED : CLEAN;
}
function isThrough(entries, entry) {
	return entries.level[entry] === entries.plan.steps && entries.exclusion[entry] === CLEAN;
}
/** An exclusion between `step - 1` and `step`: marks the attempt that waits for `step`. */
function exclude(entries, entry, step, time) {
	const { steps, window_ms } = entries.plan;
	const stage = entry * steps + step;
	const start = entries.start_ms[stage - 1];
	if (!(time - start <= window_ms) || entries.start_ms[stage] === start || entries.excluded[stage - 1] === 1) return;
	entries.excluded[stage - 1] = 1;
	if (entries.level[entry] === step && time - entries.level_ms[entry] <= window_ms) entries.exclusion[entry] = EXCLUDED;
}
/** Strict: an event that is neither of two adjacent steps ends the attempts waiting between them. */
function clearUnmatched(entries, entry, mask) {
	const { steps } = entries.plan;
	for (let stage = 0; stage < steps; stage++) if ((mask >>> stage & 1) === 0) entries.start_ms[entry * steps + stage] = EMPTY;
}
/** An actor who passed an exclusion in any entry counts only for entries that got through. */
function addEntries(entries, tally) {
	let has_passed = false;
	for (let entry = 0; entry < entries.count; entry++) if (entries.exclusion[entry] === PASSED) has_passed = true;
	for (let entry = 0; entry < entries.count; entry++) {
		const cell = entries.bucket[entry] * tally.groups + entries.group;
		if (isThrough(entries, entry)) {
			tally.reached_from[cell]++;
			tally.reached_to[cell]++;
		} else if (!has_passed && entries.exclusion[entry] === CLEAN && entries.level[entry] >= entries.from_level) tally.reached_from[cell]++;
	}
}
function grow(entries) {
	const larger = arrays(entries.bucket.length * 2, entries.plan.steps);
	larger.bucket.set(entries.bucket);
	larger.last_ms.set(entries.last_ms);
	larger.level.set(entries.level);
	larger.level_ms.set(entries.level_ms);
	larger.exclusion.set(entries.exclusion);
	larger.start_ms.set(entries.start_ms);
	larger.excluded.set(entries.excluded);
	Object.assign(entries, larger);
}
// src/engine/kernels/funnel/entries_unordered.ts
/**
* Unordered funnels over time, event by event, for one actor.
* Input: the actor's events in time order. Output: per bucket, whether an entry counts and whether it got through.
* Events wait in queues (see queues.ts). When the oldest leaves (window over, all steps present, or the end), its
* bucket gets the number of distinct steps present. So each event is used once, and every bucket in which any step was
* done is an entry unless an exclusion cleared it. Cost: events x steps.
*/
function newQueueEntries(plan, buckets, from_level, to_level) {
	return {
		queues: newQueues(plan),
		buckets,
		from_level,
		to_level,
		bucket: -1,
		level: 0
	};
}
/** Adds the entries of one actor, judged for one group. */
function judgeQueueEntries(entries, events, group, tally) {
	const { queues } = entries;
	entries.bucket = -1;
	emptyQueues(queues, events);
	for (let at = 0; at < events.length; at++) {
		release(entries, events, events.time_ms[at] - queues.plan.window_ms, group, tally);
		takeIn(queues, events, at, group);
	}
	release(entries, events, Number.POSITIVE_INFINITY, group, tally);
	close(entries, group, tally);
}
/** Releases events before `since_ms`, then more while all steps are present. */
function release(entries, events, since_ms, group, tally) {
	const { queues } = entries;
	while (queues.filled > 0) {
		const step = oldestStep(queues, events);
		const time = events.time_ms[queues.oldest[step]];
		if (queues.filled < queues.plan.steps && time >= since_ms) return;
		const bucket = bucketOf(entries.buckets, time);
		if (bucket !== entries.bucket) {
			close(entries, group, tally);
			entries.bucket = bucket;
			entries.level = 0;
		}
		if (queues.filled > entries.level) entries.level = queues.filled;
		dequeue(queues, step);
	}
}
/** Step whose event has waited longest; at one instant the lowest step, so storage order has no effect. */
function oldestStep({ oldest }, events) {
	let chosen = -1;
	let chosen_ms = Number.POSITIVE_INFINITY;
	for (let step = 0; step < oldest.length; step++) {
		if (oldest[step] === -1) continue;
		const time = events.time_ms[oldest[step]];
		if (time >= chosen_ms) continue;
		chosen = step;
		chosen_ms = time;
	}
	return chosen;
}
/** Counts the bucket once all of its events have left. */
function close(entries, group, tally) {
	if (entries.bucket === -1) return;
	const cell = entries.bucket * tally.groups + group;
	if (entries.level >= entries.from_level) tally.reached_from[cell]++;
	if (entries.level >= entries.to_level) tally.reached_to[cell]++;
}
// src/engine/kernels/funnel/trend.ts
/** Adds the actors of the audience. The plan has all steps; those after `to_step` have no effect. */
function countEntries(audience, args, tally) {
	judgeGathered(audience, actorsWith(audience, args.order, args.order === "unordered" ? 1 : args.from_step + 1), entryJudge(args, tally));
}
function entryJudge({ plan, order, from_step, to_step, buckets }, tally) {
	const [from_level, to_level] = [from_step + 1, to_step + 1];
	if (order === "unordered") {
		const entries = newQueueEntries(plan, buckets, from_level, to_level);
		return (events, group) => judgeQueueEntries(entries, events, group, tally);
	}
	const entries = newEntries({
		...plan,
		steps: to_level
	}, order === "strict", buckets, from_level);
	return (events, group) => judgeEntries(entries, events, group, tally);
}
/** Morsels of actors. */
const FUNNEL_ENTRIES = {
	name: "funnel entries",
	begin: ({ buckets, groups }) => newEntryTally(buckets.count, groups),
	add: (args, tally, first, until) => countEntries(ofActors(args.audience, first, until), args, tally),
	end: (tally) => tally
};
// src/engine/kernels/presence/active.ts
/**
* Distinct actors per window of spans (7-day, 30-day active), from bitmaps.
* Input: a bitmap per span, windows in ascending order. Output: one count per window. Windows slide like a queue, but a
* bitmap cannot be removed from a union. So the queue has two halves: the front keeps, per span, the union from there
* to the middle; the back is one union. When the front is used up, everything becomes the front (two-stack queue).
* spans     0 1 2 | 3 4        window [1, 5) = front[1] | back
*           front | back
* Sets are stored as "absent", so one AND counts a window. Cost: about three passes over each span's words, however
* long the windows.
*/
/** All of 32 actors absent. */
const NOBODY = 4294967295;
/** Bitmap words [first_word, until_word). changes[window] grows by the window's count less the previous one's. */
function changeActiveSpans(present, { first, until }, first_word, until_word, changes) {
	const words = until_word - first_word;
	const sets = present.map((set) => set.subarray(first_word, until_word));
	/** span - first span of the front -> absent from there to the middle. */
	const front = [];
	let begin = 0;
	/** Absent from the middle on. */
	const back = new Uint32Array(words);
	let middle = 0;
	let end = 0;
	for (let window = 0; window < first.length; window++) {
		const from = first[window];
		const to = until[window];
		if (from >= middle) {
			begin = from;
			fillFront(sets.slice(from, to), words, front);
			back.fill(NOBODY);
			middle = to;
			end = to;
		}
		for (; end < to; end++) andNot(back, sets[end]);
		const active = from < to ? words * 32 - countBoth(front[from - begin], back, 0, words) : 0;
		changes[window] += active;
		changes[window + 1] -= active;
	}
}
/** Absent from each span and all later ones. Reuses arrays. */
function fillFront(sets, words, front) {
	for (let at = sets.length - 1; at >= 0; at--) {
		const absent = front[at] ?? new Uint32Array(words);
		if (at === sets.length - 1) absent.fill(NOBODY);
		else absent.set(front[at + 1]);
		front[at] = andNot(absent, sets[at]);
	}
}
/** Morsels of words. */
const ACTIVE_PRESENT = counting("active present", ({ present, spans }, changes, first, until) => changeActiveSpans(present, spans, first, until, changes));
// src/engine/kernels/path/walk.ts
/**
* Walks the paths of a range of actors into an edge log.
* Input: runs of each part with a step name per row. Output: records of the edge log. A single run is read as it lies,
* several by their timeline. Cost: one or two steps per row.
*/
/** Morsels of actors -> their logs. */
const PATHS = {
	name: "paths",
	begin: ({ spare }) => newPathWork(spare),
	add: walkPaths,
	end: ({ log }) => log.chunks
};
function newPathWork(spare) {
	return {
		log: newEdgeLog(spare),
		name: /* @__PURE__ */ new Uint32Array(0),
		kept: newSteps(),
		session: newSteps()
	};
}
/** Adds the edges of the actors in [first_actor, until_actor). */
function walkPaths(paths, work, first_actor, until_actor) {
	const { range, parts, plan, spans } = paths;
	if (plan.is_impossible) return;
	for (const { skip, sources, timeline } of parts) {
		const scope = {
			...range,
			skip,
			spans,
			first_actor,
			until_actor
		};
		if (timeline !== null) walkRuns(sources, timeline, plan, scope, work);
		else for (const source of sources) if (source !== null) walkRun(source, plan, scope, work);
	}
}
/** Reads one run as it lies. */
function walkRun({ time_ms, ranges, names }, plan, scope, work) {
	const { skip, spans } = scope;
	const { kept } = work;
	const { actor, begin } = ranges;
	const first = firstRowOf(actor, scope.first_actor);
	const until = firstRowOf(actor, scope.until_actor);
	const first_row = begin[first];
	const until_row = begin[until];
	reserveNames(work, until_row - first_row);
	nameRows(names, first_row, until_row, work.name, 0);
	const steps = {
		time_ms: time_ms.subarray(first_row, until_row),
		name: work.name
	};
	for (let rank = first; rank < until; rank++) {
		const who = actor[rank];
		if (skip !== null && has(skip, who)) continue;
		const from_ms = spans === null ? scope.from_ms : Math.max(scope.from_ms, spans.from_ms[who]);
		const until_ms = spans === null ? scope.until_ms : Math.min(scope.until_ms, spans.until_ms[who]);
		let row = begin[rank] - first_row;
		let end = begin[rank + 1] - first_row;
		while (row < end && steps.time_ms[row] < from_ms) row++;
		while (row < end && steps.time_ms[end - 1] >= until_ms) end--;
		if (names.is_every) logSteps(steps, row, end, plan, work);
		else logSteps(kept, 0, keepSteps(steps, row, end, kept), plan, work);
	}
}
/** Keeps the rows that are steps; returns their number. */
function keepSteps({ time_ms, name }, row, end, kept) {
	reserveSteps(kept, end - row);
	let count = 0;
	for (let at = row; at < end; at++) {
		kept.time_ms[count] = time_ms[at];
		kept.name[count] = name[at];
		count += Number(name[at] !== NO_STEP_NAME);
	}
	return count;
}
/** Reads several runs by their timeline. */
function walkRuns(sources, timeline, plan, scope, work) {
	const { skip, spans, first_actor } = scope;
	const { kept } = work;
	const { begin } = timeline;
	const slice = sliceSteps(sources, scope, work);
	const until_actor = Math.min(scope.until_actor, begin.length - 1);
	for (let actor = first_actor; actor < until_actor; actor++) {
		if (skip !== null && has(skip, actor)) continue;
		const from_ms = spans === null ? scope.from_ms : Math.max(scope.from_ms, spans.from_ms[actor]);
		const until_ms = spans === null ? scope.until_ms : Math.min(scope.until_ms, spans.until_ms[actor]);
		const steps = gatherSteps(slice, timeline, begin[actor], begin[actor + 1], from_ms, until_ms, kept);
		logSteps(kept, 0, steps, plan, work);
	}
}
function sliceSteps(sources, { first_actor, until_actor }, work) {
	const rows = sources.map((source) => source === null ? null : rowsOf(source, first_actor, until_actor));
	reserveNames(work, rows.reduce((sum, of) => sum + (of === null ? 0 : of.until - of.first), 0));
	const name_at = new Int32Array(sources.length);
	let to = 0;
	for (const [number, of] of rows.entries()) {
		if (of === null) continue;
		nameRows(sources[number].names, of.first, of.until, work.name, to);
		name_at[number] = to - of.first;
		to += of.until - of.first;
	}
	return {
		time_ms: sources.map((source) => source?.time_ms ?? null),
		name_at,
		name: work.name
	};
}
function rowsOf({ ranges }, first_actor, until_actor) {
	const { actor, begin } = ranges;
	return {
		first: begin[firstRowOf(actor, first_actor)],
		until: begin[firstRowOf(actor, until_actor)]
	};
}
/** Keeps the steps at positions [begin, end) within the time; returns their number. Bare arguments: called per actor. */
function gatherSteps({ time_ms, name_at, name }, { run, row }, begin, end, from_ms, until_ms, kept) {
	reserveSteps(kept, end - begin);
	const { time_ms: kept_ms, name: kept_name } = kept;
	let count = 0;
	for (let position = begin; position < end; position++) {
		const number = run[position] >>> 1;
		const times_ms = time_ms[number];
		if (times_ms === null) continue;
		const of = row[position];
		const time = times_ms[of];
		const step = name[of + name_at[number]];
		kept_ms[count] = time;
		kept_name[count] = step;
		count += Number(step !== NO_STEP_NAME) & Number(time >= from_ms) & Number(time < until_ms);
	}
	return count;
}
function reserveNames(work, rows) {
	if (work.name.length < rows) work.name = new Uint32Array(rows);
}
/** name[to + row - first] = number of the row's step, NO_STEP_NAME = not a step. */
function nameRows({ codes, numbers, select }, first, until, name, to) {
	const shift = to - first;
	for (let row = first; row < until; row++) name[row + shift] = numbers[codes[row]];
	if (select === null) return;
	for (let row = first; row < until; row++) if (!has(select, row)) name[row + shift] = NO_STEP_NAME;
}
/** row -> number of its step, likewise. */
function rowNumbers(names) {
	const numbers = sharedWords(names.codes.length);
	nameRows(names, 0, numbers.length, numbers, 0);
	return numbers;
}
// src/engine/kernels/path/heavy.ts
/**
* The heaviest edges of a log without summing all of it.
* Input: an edge log and how many edges are wanted. Output: exact sums of at least those. Pass one counts records per
* hash cell; a cell counts at least as much as each of its edges, so edges in light cells are light. Only records in
* heavy cells are summed. Cost: two cheap passes, plus the sums of a small part of the log, as most edges are rare.
*/
/** Records per cell, so that even a short log is thinned out. */
const CELL_RECORDS_BITS = 4;
/** Cells fit L2. */
const CELL_BITS_MAX = 16;
/** Exact whatever the first guess is: it only decides where to start. */
function sumHeaviest(log, wanted) {
	const records = recordsOf(log.chunks);
	const cells = countCells(log);
	let least = rankedCount(cells, wanted) - Math.ceil(2 * records / cells.length);
	for (;;) {
		const heavy = heavyRecords(log, cells, least);
		const sums = sumEdges(heavy);
		const is_whole = recordsOf(heavy) === records;
		const reached = rankedCount(sums.count, wanted);
		if (is_whole || reached >= least) return {
			sums,
			is_whole
		};
		least = reached;
	}
}
/** Sums of all edges with at least this many records, and of some others. */
function sumFrom(log, least) {
	return sumEdges(least > 1 ? heavyRecords(log, countCells(log), least) : log.chunks);
}
/** Morsels of chunks: cell -> records. */
const COUNT_CELLS = counting("count cells", ({ chunks }, cells, first, until) => {
	for (const chunk of chunks.slice(first, until)) countChunk(chunk, cells);
});
function countCells({ chunks, team }) {
	const bits = Math.min(CELL_BITS_MAX, Math.max(1, 32 - Math.clz32(recordsOf(chunks)) - CELL_RECORDS_BITS));
	const cells = new Uint32Array(2 ** bits);
	shareCounts(team, COUNT_CELLS, [{
		args: { chunks },
		cuts: eachOf(chunks)
	}], cells);
	return cells;
}
/** One chunk per morsel. */
function eachOf(chunks) {
	return Uint32Array.from({ length: chunks.length + 1 }, (_, at) => at);
}
function countChunk({ source, target, length }, cells) {
	const shift = shiftOf(cells);
	for (let at = 0; at < length; at++) cells[hashOf(source[at], target[at]) >>> shift]++;
}
/** The hash's upper bits choose the cell. */
function shiftOf(cells) {
	return 1 + Math.clz32(cells.length);
}
/** Morsels of chunks: records in cells with at least `least`. */
const KEEP_HEAVY = {
	name: "keep heavy edges",
	begin: ({ spare }) => newEdgeLog(spare),
	add({ chunks, cells, least }, heavy, first, until) {
		for (const chunk of chunks.slice(first, until)) for (let from = 0; from < chunk.length; from += BLOCK_RECORDS) keepHeavy(chunk, [from, Math.min(from + BLOCK_RECORDS, chunk.length)], cells, least, heavy);
	},
	end: ({ chunks }) => chunks
};
/** Room is reserved block by block. */
const BLOCK_RECORDS = 4096;
function heavyRecords({ chunks, spare, team }, cells, least) {
	if (least <= 1) return chunks;
	return team.share(KEEP_HEAVY, {
		chunks,
		spare,
		cells,
		least
	}, eachOf(chunks)).flat();
}
/** Records [from, until): each is appended and overwritten by the next unless heavy. */
function keepHeavy({ source, target, took_ms }, [from, until], cells, least, log) {
	const shift = shiftOf(cells);
	const heavy = roomFor(log, until - from);
	let kept = heavy.length;
	for (let at = from; at < until; at++) {
		heavy.source[kept] = source[at];
		heavy.target[kept] = target[at];
		heavy.took_ms[kept] = took_ms[at];
		kept += Number(cells[hashOf(source[at], target[at]) >>> shift] >= least);
	}
	heavy.length = kept;
}
/** Larger counts are ranked as this. */
const RANKED_MAX = 2 ** 16 - 1;
/** The largest count that at least `rank` of the counts reach; 0 if there are fewer. */
function rankedCount(counts, rank) {
	/** count -> how many have it. */
	const having = new Uint32Array(RANKED_MAX + 1);
	for (let at = 0; at < counts.length; at++) having[Math.min(counts[at], RANKED_MAX)]++;
	let count = RANKED_MAX;
	for (let reaching = having[count]; reaching < rank && count > 0; reaching += having[count]) count--;
	return count;
}
// src/engine/kernels/trend/first.ts
/**
* Counts each actor once per group, in the slot of its first row there.
* Input: runs of one part. Output: counts per slot and group. Cost: one step per row. Counts of disjoint actors, and of
* parts, add up.
*/
/** Actors in [first_actor, until_actor), over all runs. Adds to counts[slot * groups + group]. */
function countFirst({ runs, buckets, groups }, counts, first_actor, until_actor) {
	const { walk, slots, first_row, ungrouped } = walkSlotted(runs, buckets, first_actor, until_actor);
	const seen = newSeen(groups);
	while (nextActor(walk) !== NO_ACTOR) {
		for (let at = 0; at < walk.active_count; at++) {
			const run = walk.active[at];
			noteFirst(runs[run].group ?? ungrouped, slots[run], first_row[run], walk.begin[run], walk.until[run], buckets.count, seen);
		}
		addFirst(seen, groups, counts);
	}
}
function newSeen(groups) {
	return {
		slot: new Int32Array(groups),
		groups: new Uint32Array(groups),
		count: 0
	};
}
/**
* Rows [begin, end) of the actor; slots start at slots[begin - first_row]. Slots outside the range are ignored. Bare
* arguments: called per actor and run.
*/
function noteFirst(group, slots, first_row, begin, end, last_slot, seen) {
	for (let row = begin; row < end; row++) {
		const slot = slots[row - first_row];
		if (slot === 0 || slot > last_slot) continue;
		const of = group[row];
		const before = seen.slot[of];
		if (before === 0) seen.groups[seen.count++] = of;
		if (before === 0 || slot < before) seen.slot[of] = slot;
	}
}
/** Counts the actor and resets its state. */
function addFirst(seen, groups, counts) {
	for (let at = 0; at < seen.count; at++) {
		const group = seen.groups[at];
		counts[seen.slot[group] * groups + group]++;
		seen.slot[group] = 0;
	}
	seen.count = 0;
}
/** Morsels of actors. */
const FIRST = counting("first", countFirst);
// src/engine/kernels/rows/cell_assignment.ts
function newCelling(rows, buckets, groups) {
	return {
		rows,
		buckets,
		groups,
		group: new Int32Array(rows.group === null ? 0 : BLOCK_ROWS)
	};
}
/** row -> cell. */
function rowCells(rows, buckets, groups) {
	const celling = newCelling(rows, buckets, groups);
	const cells = new Int32Array(rows.actor.length);
	for (let first = 0; first < cells.length; first += BLOCK_ROWS) fillCells(celling, first, cells.subarray(first, first + BLOCK_ROWS));
	return cells;
}
/**
* Same for rows [begin, end) in blocks, with a number per row (`values`: row -> number), so that cells stay in cache.
* Each block overwrites the last one. Of filtered rows only the selected ones are listed.
*/
function* cellBlocks(rows, values, buckets, groups, [begin, end] = [0, rows.actor.length]) {
	const celling = newCelling(rows, buckets, groups);
	const cells = new Int32Array(Math.min(end - begin, BLOCK_ROWS));
	const counted = newSelectionVector();
	for (let first = begin; first < end; first += BLOCK_ROWS) {
		const until = Math.min(first + BLOCK_ROWS, end);
		if (rows.select === null) {
			fillCells(celling, first, cells.subarray(0, until - first));
			yield {
				cells,
				values: values.subarray(first, until),
				length: until - first
			};
			continue;
		}
		fillSelection(rows, buckets, first, until, counted);
		const { row, slot: place, length } = counted;
		const of_rows = new Float64Array(length);
		for (let at = 0; at < length; at++) of_rows[at] = values[row[at]];
		if (rows.group !== null) {
			celling.group.set(rows.group.subarray(first, until));
			toCells(counted, celling.group, first, groups);
		}
		yield {
			cells: place,
			values: of_rows,
			length
		};
	}
}
/** Fills the cells of a block that starts at row `first`. */
function fillCells({ rows, buckets, groups, group }, first, block) {
	const until = first + block.length;
	slotRows(rows, buckets, first, until, block);
	if (rows.group === null) return;
	group.set(rows.group.subarray(first, until));
	for (let at = 0; at < block.length; at++) block[at] = Math.imul(block[at], groups) + group[at];
}
// src/engine/kernels/rows/cell_sums.ts
function newTotals(cells) {
	return {
		sums: newSums(cells),
		met: new Uint8Array(cells)
	};
}
/** Adds `some` to `total`. */
function addTotals(some, total) {
	addSums(some.sums, total.sums);
	for (let cell = 0; cell < total.met.length; cell++) total.met[cell] |= some.met[cell];
}
/** Morsels of rows. */
const SUM_CELLS = {
	name: "sum cells",
	begin: ({ cells }) => newTotals(cells),
	add({ rows, numbers, buckets, groups }, { sums, met }, first, until) {
		for (const block of cellBlocks(rows, numbers, buckets, groups, [first, until])) {
			addCells$1(block, sums);
			meetCells(block, met);
		}
	},
	end: (totals) => totals
};
// src/engine/kernels/trend/total.ts
/**
* Counts rows per slot and group.
* Input: one run. Output: counts[slot * groups + group]. Cost: one increment per selected row. Counts of any row
* ranges, runs and parts add up.
*/
function firstCells({ quarters, select }, buckets, groups) {
	if (quarters === null || select !== null) return null;
	const places = slotsOfQuarters(quarters, buckets);
	if (places === null || places.has_cut) return null;
	const cells = new Int32Array(places.table.length);
	for (let quarter = 0; quarter < cells.length; quarter++) cells[quarter] = Math.imul(places.table[quarter], groups);
	return cells;
}
/** Morsels of rows. Counts outside the buckets are meaningless. */
const TOTAL = {
	name: "total",
	begin: ({ zeros }) => ({
		counts: zeros.slice(),
		first_cells: null,
		groups: new Int32Array(BLOCK_ROWS),
		selection: newSelectionVector()
	}),
	add(args, work, begin, end) {
		const { rows, buckets, groups } = args;
		if (work.first_cells?.of !== rows) work.first_cells = {
			of: rows,
			first_cell: firstCells(rows, buckets, groups)
		};
		const { first_cell } = work.first_cells;
		for (let first = begin; first < end; first += BLOCK_ROWS) {
			const until = Math.min(first + BLOCK_ROWS, end);
			if (first_cell !== null) countAll(rows, work, first_cell, first, until);
			else countSelection(args, work, first, until);
		}
	},
	end: ({ counts }) => counts
};
/** Counts all rows, then subtracts those of the few skipped actors. */
function countAll(rows, { counts, groups }, first_cell, begin, end) {
	const quarter = rows.quarters.of_row.subarray(begin, end);
	if (rows.group !== null) groups.set(rows.group.subarray(begin, end));
	addRows(quarter, first_cell, groups, counts);
	const { skipped } = rows;
	if (skipped === null) return;
	for (let at = firstSkipped(skipped, begin); at < skipped.length && skipped[at] < end; at += 2) {
		const first = Math.max(0, skipped[at] - begin);
		const until = Math.min(skipped[at + 1], end) - begin;
		takeRows(quarter.subarray(first, until), first_cell, groups.subarray(first, until), counts);
	}
}
/** Unrolled by four, as in column_select.ts. */
function addRows(quarter, first_cell, group, counts) {
	const whole = quarter.length - quarter.length % 4;
	for (let at = 0; at < whole; at += 4) {
		counts[first_cell[quarter[at]] + group[at]]++;
		counts[first_cell[quarter[at + 1]] + group[at + 1]]++;
		counts[first_cell[quarter[at + 2]] + group[at + 2]]++;
		counts[first_cell[quarter[at + 3]] + group[at + 3]]++;
	}
	for (let at = whole; at < quarter.length; at++) counts[first_cell[quarter[at]] + group[at]]++;
}
/** A counter may wrap below zero; the sums are still right. */
function takeRows(quarter, first_cell, group, counts) {
	for (let at = 0; at < quarter.length; at++) counts[first_cell[quarter[at]] + group[at]]--;
}
function countSelection({ rows, buckets, groups }, { counts, selection, groups: of_block }, begin, end) {
	fillSelection(rows, buckets, begin, end, selection);
	if (rows.group !== null) {
		of_block.set(rows.group.subarray(begin, end));
		toCells(selection, of_block, selection.row === selection.buffer ? begin : 0, groups);
	}
	addCells(selection, counts);
}
/** Likewise. */
function addCells({ slot: cell, length }, counts) {
	const whole = length - length % 4;
	for (let at = 0; at < whole; at += 4) {
		counts[cell[at]]++;
		counts[cell[at + 1]]++;
		counts[cell[at + 2]]++;
		counts[cell[at + 3]]++;
	}
	for (let at = whole; at < length; at++) counts[cell[at]]++;
}
// src/engine/kernels/trend/unique.ts
/**
* Distinct actors per slot and group.
* Input: runs sorted by (actor, time). Output: counts[slot * groups + group]. Equal (actor, slot) pairs are neighbours,
* so no hash table is needed. Cost: one step per selected row. Counts of disjoint actors, and of parts, add up.
*/
/** Rows [begin, end) of one run. Counts outside the buckets are meaningless. */
function countUnique({ rows, buckets, groups }, counts, begin, end) {
	const selection = newSelectionVector();
	/** Same index as counts -> last actor counted there. */
	const stamp = new Uint32Array(rows.group === null ? 0 : counts.length).fill(NO_ACTOR);
	const last = {
		actor: NO_ACTOR,
		slot: 0
	};
	const firsts = new Int32Array(BLOCK_ROWS);
	for (let first = begin; first < end; first += BLOCK_ROWS) {
		fillSelection(rows, buckets, first, Math.min(first + BLOCK_ROWS, end), selection);
		if (selection.group === null) addFirsts(firsts, listFirsts(selection, last, firsts), counts);
		else addGroups(selection, selection.group, groups, stamp, counts);
	}
}
/** Actors in [first_actor, until_actor) over several runs, each counted once. */
function countUniqueTogether({ runs, buckets, groups }, counts, first_actor, until_actor) {
	if (runs.every((rows) => rows.group === null)) {
		countMarked(runs, buckets, first_actor, until_actor, counts);
		return;
	}
	const { walk, slots, first_row, ungrouped } = walkSlotted(runs, buckets, first_actor, until_actor);
	const stamp = new Uint32Array(counts.length).fill(NO_ACTOR);
	while (nextActor(walk) !== NO_ACTOR) for (let at = 0; at < walk.active_count; at++) {
		const run = walk.active[at];
		const { actor, group } = runs[run];
		const begin = walk.begin[run];
		const end = walk.until[run];
		addStamped(actor, group ?? ungrouped, slots[run], first_row[run], begin, end, groups, stamp, counts);
	}
}
/**
* Lists the slot of the first row of each (actor, slot). Branch-free, as firsts are unpredictable: every slot is
* written and overwritten unless it was a first. `last` carries over between blocks.
*/
function listFirsts({ actor, row, slot, length }, last, firsts) {
	let last_actor = last.actor;
	let last_slot = last.slot;
	let count = 0;
	for (let at = 0; at < length; at++) {
		const here = slot[at];
		const who = actor[row[at]];
		const differs = who ^ last_actor | here ^ last_slot;
		firsts[count] = here;
		count += (differs | -differs) >>> 31;
		last_actor = who;
		last_slot = here;
	}
	last.actor = last_actor;
	last.slot = last_slot;
	return count;
}
/** `firsts`: index below `length` -> slot. */
function addFirsts(firsts, length, counts) {
	for (let at = 0; at < length; at++) counts[firsts[at]]++;
}
function addGroups({ actor, row, slot, length }, group, groups, stamp, counts) {
	for (let at = 0; at < length; at++) {
		const here = row[at];
		const cell = slot[at] * groups + group[here];
		const who = actor[here];
		if (stamp[cell] === who) continue;
		stamp[cell] = who;
		counts[cell]++;
	}
}
/** Without groups: each run marks its actors' slots, then the marks are counted. */
function countMarked(runs, buckets, first_actor, until_actor, counts) {
	const step = blockActors(buckets, 1, ANY_NUMBER, until_actor - first_actor);
	const marked = newActorSlots(buckets, 1, step, ANY_NUMBER, true);
	for (let actor = first_actor; actor < until_actor; actor += step) {
		gatherSlots(runs, actor, Math.min(actor + step, until_actor), marked);
		addMarks(marked, counts);
	}
}
/** Cells are the block's actors in order. */
function addMarks({ bits, words, touched_count }, counts) {
	for (let at = 0; at < touched_count * words; at++) {
		const highest = (at % words << 5) + 31;
		for (let left = bits[at]; left !== 0; left &= left - 1) counts[highest - Math.clz32(left & -left)]++;
	}
}
/** Rows [begin, end); slots start at slots[begin - first_row]. Actors ascend across calls. Bare arguments: called per actor and run. */
function addStamped(actor, group, slots, first_row, begin, end, groups, stamp, counts) {
	for (let row = begin; row < end; row++) {
		const cell = slots[row - first_row] * groups + group[row];
		const who = actor[row];
		if (stamp[cell] === who) continue;
		stamp[cell] = who;
		counts[cell]++;
	}
}
/** Morsels of rows, actors not split. */
const UNIQUE = counting("unique", countUnique);
/** Morsels of actors. */
const UNIQUE_TOGETHER = counting("unique together", countUniqueTogether);
// src/engine/kernels/rows/distinct_rows.ts
/**
* Marks rows that are the first of their actor in a (slot, group). Counting these rows counts actors.
* Input: one run with groups. Output: a bitmap over rows. An actor's rows of one slot are neighbours, so it is enough
* to remember, per group, the neighbourhood that met it last. Cost: one step per selected row.
*/
/** Morsels of rows with groups, actors not split. */
const DISTINCT_ROWS = {
	name: "distinct rows",
	begin: ({ groups }) => ({
		selection: newSelectionVector(),
		met: new Uint32Array(groups),
		neighbourhood: 0,
		bits: new Uint32Array(BLOCK_ROWS / 32 + 1)
	}),
	add({ rows, buckets, distinct }, work, begin, end) {
		const last = {
			actor: NO_ACTOR,
			slot: 0
		};
		for (let first = begin; first < end; first += BLOCK_ROWS) {
			fillSelection(rows, buckets, first, Math.min(first + BLOCK_ROWS, end), work.selection);
			markFirsts(work, work.selection.actor === rows.actor ? 0 : first, first >>> 5, last);
			for (let at = 0; at < work.bits.length; at++) if (work.bits[at] !== 0) Atomics.or(distinct, (first >>> 5) + at, work.bits[at]);
		}
	},
	end: () => null
};
/** `last`: state after the previous block. */
function markFirsts(work, first_row, first_word, last) {
	const { met, bits, selection } = work;
	const { actor, row, slot, length } = selection;
	const group = selection.group;
	let { neighbourhood } = work;
	let last_actor = last.actor;
	let last_slot = last.slot;
	bits.fill(0);
	for (let at = 0; at < length; at++) {
		const here = row[at];
		const who = actor[here];
		if (who !== last_actor || slot[at] !== last_slot) neighbourhood++;
		last_actor = who;
		last_slot = slot[at];
		if (met[group[here]] === neighbourhood) continue;
		met[group[here]] = neighbourhood;
		const first = first_row + here;
		bits[(first >>> 5) - first_word] |= 1 << (first & 31);
	}
	work.neighbourhood = neighbourhood;
	last.actor = last_actor;
	last.slot = last_slot;
}
export { STICKINESS_PRESENT as A, newBins as B, FUNNEL as C, newFunnelWork as D, newEntryTally as E, countRetention$1 as F, countLifecycle as G, widenWithin as H, BIN_NUMBERS as I, noteEarliestOwner as K, binLabel as L, countStickiness as M, RETENTION_PRESENT as N, judgeActors as O, RETENTION as P, binNumbers as R, FUNNEL_TIMES as S, addReached as T, LIFECYCLE_PRESENT as U, widen as V, LIFECYCLE as W, newPathWork as _, SUM_CELLS as a, ACTIVE_PRESENT as b, cellBlocks as c, countFirst as d, COUNT_CELLS as f, PATHS as g, sumHeaviest as h, TOTAL as i, STICKINESS as j, newChooser as k, rowCells as l, sumFrom as m, UNIQUE as n, addTotals as o, KEEP_HEAVY as p, isAnyNumber as q, UNIQUE_TOGETHER as r, newTotals as s, DISTINCT_ROWS as t, FIRST as u, rowNumbers as v, joined as w, FUNNEL_ENTRIES as x, walkPaths as y, binOf as z };
