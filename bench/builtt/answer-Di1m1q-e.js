import { C as SomeValues, E as sourceColumn, K as inStage, O as expressionColumn, P as toColumn, Y as tracing, c as STATUSES, j as evaluate, m as leastOfLargest, n as restricted, o as every, q as ofLine, w as numberOf } from "./query-BO5VA2Zo.js";
import { A as MARK_SELECTED, C as ofActors, H as slotCells, I as BLOCK_ROWS$1, J as shareAll, L as slotRows, V as buildBuckets, Y as shareCounts, a as isAnyWithin, c as newSums, i as greatestOfCells, l as sumsOf, o as leastOfCells, p as withoutNoise, r as averagesOf, s as meetCells, t as addCells, z as bucketCells } from "./value_aggregates-oy79J-9b.js";
import { S as walkActors, _ as wholeActorCuts, b as firstRowOf, c as recordsOfEdge, g as rowCuts, h as actorCuts, n as clearEdges, o as noSpare, u as spareChunks, v as wordCuts, x as nextActor, y as NO_ACTOR } from "./edges-BY1FQb0p.js";
import { A as STICKINESS_PRESENT, B as newBins, C as FUNNEL, D as newFunnelWork, E as newEntryTally, F as countRetention, G as countLifecycle, H as widenWithin, K as noteEarliestOwner, L as binLabel, M as countStickiness, N as RETENTION_PRESENT, O as judgeActors, P as RETENTION, R as binNumbers, S as FUNNEL_TIMES, T as addReached, U as LIFECYCLE_PRESENT, V as widen, W as LIFECYCLE, _ as newPathWork, a as SUM_CELLS, b as ACTIVE_PRESENT, c as cellBlocks, d as countFirst, g as PATHS, h as sumHeaviest, i as TOTAL, j as STICKINESS, k as newChooser, l as rowCells, m as sumFrom, n as UNIQUE, o as addTotals, q as isAnyNumber, r as UNIQUE_TOGETHER, s as newTotals, t as DISTINCT_ROWS, u as FIRST, v as rowNumbers, w as joined, x as FUNNEL_ENTRIES, y as walkPaths, z as binOf } from "./distinct_rows-7ikgNHKa.js";
import { _ as skippedOf, b as runsOf, c as shownValues, f as matchRows, g as rowsIn$1, h as select, i as numberOf$1, l as isOfRows, n as nameValues, o as ELEMENT_MARK, p as matchRun, r as newNames, s as checkNumbers, t as nameAll, u as isSourceOfRows, v as eventsAsOne, y as eventsOf$1 } from "./names-DMcbKS9j.js";
import { c as allocate, d as count, g as members, h as has, m as fromFlags, p as countWord, v as or, y as set } from "./run-B9uRFbuc.js";
import { a as textOf, d as sharedNumbers, o as wideCodes, p as sharedWords, s as asSharedNumbers, t as allocateCodes } from "./column-NKnza9zL.js";
import { a as LIMIT, r as invalid } from "./error-CL6ANKLD.js";
import { A as binCells, B as rowNumbers$1, L as byOwner, M as quantilesOf, N as distinctPairs, R as columnNumbers, j as newBinned, z as multiplied } from "./shipped-Crx_IG-5.js";
import { n as must, r as unreachable, t as assert } from "./assert-Cucc65-M.js";
import { t as canonical } from "./json-GpSeq4qu.js";
import { t as NO_STEP_NAME } from "./sessions-CzutF_mn.js";
import { Q as formatUuid, V as monthStart } from "./column_codec-CRp8qQ50.js";
import { h as isWholeQuarter } from "./segment-CAQSNtUo.js";
// src/engine/kernels/rows/people_rows.ts
/** Rows behind one number: whose they are, and when they happened. Cost: one step per selected row. */
/** Sets the bits of actors with a row of the group in the time range. */
function markActors(rows, { from_ms, until_ms }, group, marks) {
	const { actor, time_ms, select, skip, group: groups } = rows;
	for (let first = 0; first < actor.length; first += 32) {
		let left = select === null ? -1 : select[first >>> 5] | 0;
		if (actor.length - first < 32) left &= (1 << actor.length - first) - 1;
		for (; left !== 0; left &= left - 1) {
			const row = first + 31 - Math.clz32(left & -left);
			const time = time_ms[row];
			if (time < from_ms || time >= until_ms) continue;
			if (groups !== null && groups[row] !== group) continue;
			if (skip === null || !has(skip, actor[row])) set(marks, actor[row]);
		}
	}
}
/** counts[actor] grows by its rows of the group in the time range. */
function countRows$3({ actor, time_ms, select, skip, group: groups }, { from_ms, until_ms }, group, counts) {
	for (let row = 0; row < actor.length; row++) {
		if (select !== null && !has(select, row)) continue;
		const time = time_ms[row];
		if (time < from_ms || time >= until_ms) continue;
		if (groups !== null && groups[row] !== group) continue;
		const who = actor[row];
		if (skip === null || !has(skip, who)) counts[who]++;
	}
}
/**
* Marks actors whose first ever row is of the group and within the span. Of several first rows at one instant the first
* decides; first_ms[actor] becomes NaN so that the others do not count.
*/
function markFirstEver(rows, { range, span, group }, first_ms, marks) {
	const { actor, time_ms, select, skip } = rows;
	for (let row = 0; row < actor.length; row++) {
		const who = actor[row];
		const time = time_ms[row];
		if (time !== first_ms[who] || time < range.from_ms || time >= range.until_ms) continue;
		if (select !== null && !has(select, row)) continue;
		if (skip !== null && has(skip, who)) continue;
		first_ms[who] = NaN;
		if (time < span.from_ms || time >= span.until_ms) continue;
		if (rows.group === null || rows.group[row] === group) set(marks, who);
	}
}
/** Appends times of an actor's rows of the group (-1 = any) in the range, at most `most`. */
function addTimes(rows, { actor: wanted, group, from_ms, until_ms }, most, times_ms) {
	const { actor, time_ms, select, skip } = rows;
	if (skip !== null && has(skip, wanted)) return;
	let left = most;
	for (let row = firstRowOf(actor, wanted); left > 0 && row < actor.length && actor[row] === wanted; row++) {
		const time = time_ms[row];
		if (time < from_ms || time >= until_ms) continue;
		if (select !== null && !has(select, row)) continue;
		if (group >= 0 && rows.group !== null && rows.group[row] !== group) continue;
		times_ms.push(time);
		left--;
	}
}
// src/engine/select/coded_groups.ts
/**
* Groups that are dictionary codes, so that only shown texts are decoded. Applies if equal texts have equal codes and
* each text is used as it is.
*/
/** Cached per column values. */
const plain = /* @__PURE__ */ new WeakMap();
/** Quotes and terminator. */
const AROUND_BYTES = 3;
/** Whether all values are distinct texts, none empty or too long. */
function isPlain(values) {
	let known = plain.get(values);
	if (known === void 0) {
		known = arePlain(values);
		plain.set(values, known);
	}
	return known;
}
function arePlain({ all, codes }) {
	const odd = new Set(all.odd);
	for (let own = 1; own < codes.length; own++) {
		const code = codes[own];
		if (odd.has(code)) {
			const value = all.at(code);
			if (typeof value !== "string" || value.length > LIMIT.breakdown_value_chars) return false;
		} else {
			const chars = all.endOf(code) - all.endOf(code - 1) - AROUND_BYTES;
			if (chars === 0 || chars > LIMIT.breakdown_value_chars) return false;
		}
	}
	return true;
}
/** row -> group, and the groups including the column's; null if codes cannot be groups. */
function groupByCode(before, column) {
	if (column.kind === "number" || !(column.values instanceof SomeValues) || !isPlain(column.values)) return null;
	const { all, codes } = column.values;
	if (before === null) return {
		group: column.codes,
		groups: {
			dictionary: all,
			codes
		}
	};
	if (before.dictionary !== all) return null;
	const known = new Uint32Array(all.length);
	for (let group = 1; group < before.codes.length; group++) known[before.codes[group]] = group;
	const joined = Array.from(before.codes);
	const group_of = Uint32Array.from(codes, (code, own) => {
		if (own > 0 && known[code] === 0) known[code] = joined.push(code) - 1;
		return known[code];
	});
	const group = sharedWords(column.codes.length);
	for (let row = 0; row < group.length; row++) group[row] = group_of[column.codes[row]];
	return {
		group,
		groups: {
			dictionary: all,
			codes: joined
		}
	};
}
function codedText({ dictionary, codes }, group) {
	return textOf(dictionary.at(codes[group]));
}
/** Dictionaries up to this size are grouped as a whole. */
const FEW_VALUES = 4096;
/** Trailing characters that do not change the page of a URL. */
const URL_END = "/?#";
function newValueGroups(dimension, may_be_codes) {
	const bins = dimension.bins === null ? null : newBins(dimension.bins);
	const is_plain = bins === null && !dimension.normalize_url;
	return {
		...dimension,
		bins,
		may_be_codes: may_be_codes && is_plain,
		coded: null,
		texts: [null],
		of_text: /* @__PURE__ */ new Map()
	};
}
/** Groups so far. */
function groupsOf({ coded, texts }) {
	return coded === null ? texts.length : coded.codes.length;
}
function groupText({ coded, texts }, group) {
	return coded === null ? texts[group] : codedText(coded, group);
}
/** Switches from codes to texts. */
function forgetCodes(groups) {
	const { coded } = groups;
	groups.coded = null;
	for (let group = 1; coded !== null && group < coded.codes.length; group++) groupOfText(groups, codedText(coded, group));
}
/** row -> group. `rows`: supplies the rows that matter. */
function groupColumn(groups, read, rows, team) {
	const { column, owner, length } = read;
	if (groups.may_be_codes && owner === null && groups.texts.length === 1) {
		const found = groupByCode(groups.coded, column);
		if (found !== null) {
			groups.coded = found.groups;
			return found.group;
		}
	}
	forgetCodes(groups);
	if (column.kind === "dictionary" && column.values.length <= FEW_VALUES) return groupFew(groups, {
		column,
		owner,
		length
	});
	if (column.kind === "number" && groups.bins !== null) return groupBinned(groups, groups.bins, {
		column,
		owner,
		length
	}, team);
	const out = sharedWords(length);
	if (column.kind === "number") groupNumbers(groups, column, rows(), owner, out);
	else groupDictionary(groups, column, rows(), owner, out);
	return out;
}
/** Widens bins to hold the numbers of these rows. */
function measureColumn(bins, column, owner, rows) {
	if (column.kind === "number") {
		for (let at = 0; at < rows.length; at++) {
			const row = rows[at];
			widen(bins, column.values[owner === null ? row : owner[row]] ?? NaN);
		}
		return;
	}
	const met = new Uint8Array(column.values.length);
	for (const row of rows) met[column.codes[owner === null ? row : owner[row]] ?? 0] = 1;
	for (let code = 0; code < met.length; code++) if (met[code] === 1) widen(bins, numberOf(column.values.at(code)) ?? NaN);
}
/**
* Every value gets a group, met or not, which saves a test per row. If the question's first column has no duplicates,
* its codes are the groups.
*/
function groupFew(groups, { column, owner, length }) {
	const { codes, values } = column;
	return groupCodes(groups, codes, Array.from(values, (value) => groupOf$1(groups, value)), owner, length);
}
/** `group_of`: code -> group. */
function groupCodes(groups, codes, group_of, owner, length) {
	if (owner === null && group_of.every((group, code) => group === code)) return codes;
	const out = allocateCodes(length, groups.texts.length);
	if (owner === null) for (let row = 0; row < length; row++) out[row] = group_of[codes[row]];
	else for (let row = 0; row < length; row++) out[row] = group_of[codes[owner[row]] ?? 0];
	return out;
}
/** Only values that occur get a group. */
function groupDictionary(groups, column, rows, owner, out) {
	const { codes, values } = column;
	/** code -> group, -1 = not met yet. */
	const group_of = new Int32Array(values.length).fill(-1);
	for (const row of rows) {
		const code = codes[owner === null ? row : owner[row]] ?? 0;
		let group = group_of[code];
		if (group < 0) {
			group = groupOf$1(groups, values.at(code));
			group_of[code] = group;
		}
		out[row] = group;
	}
}
function groupNumbers(groups, column, rows, owner, out) {
	const group_of = /* @__PURE__ */ new Map();
	for (const row of rows) {
		const value = column.values[owner === null ? row : owner[row]] ?? NaN;
		if (Number.isNaN(value)) continue;
		let group = group_of.get(value);
		if (group === void 0) {
			group = groupOf$1(groups, value);
			group_of.set(value, group);
		}
		out[row] = group;
	}
}
/** Bins are grouped like the values of a small dictionary. */
function groupBinned(groups, bins, { column, owner, length }, team) {
	if (bins.min > bins.max) return allocateCodes(length, 1);
	return groupCodes(groups, binNumbers(bins, column.values, team), [null, ...Array.from({ length: bins.count }, (_, bin) => binLabel(bins, bin))].map((label) => groupOfText(groups, label)), owner, length);
}
function groupOf$1(groups, value) {
	return groupOfText(groups, labelOf(groups, value));
}
function groupOfText(groups, text) {
	if (text === null || text === "") return 0;
	let group = groups.of_text.get(text);
	if (group === void 0) {
		group = groups.texts.length;
		groups.texts.push(text);
		groups.of_text.set(text, group);
	}
	return group;
}
function labelOf({ bins, normalize_url }, value) {
	if (bins !== null) {
		const number = numberOf(value);
		return number === null || bins.max < number || bins.min > number ? null : binLabel(bins, binOf(bins, number));
	}
	const text = textOf(value);
	if (text === null) return null;
	return (normalize_url ? withoutUrlEnd(text) || "/" : text).slice(0, LIMIT.breakdown_value_chars);
}
function withoutUrlEnd(url) {
	let end = url.length;
	while (end > 0 && URL_END.includes(url[end - 1])) end--;
	return url.slice(0, end);
}
// src/engine/select/breakdown.ts
/**
* Assigns rows to groups of a breakdown.
* Groups are numbered per question, so runs and parts agree. With several dimensions, each is grouped first and then
* the combinations that occur are numbered. If numbers go into bins, all rows are measured first (`measureRows`), as
* bins span the data.
*/
/** More than the groups on either side; its square is still a safe integer. */
const PAIR_SPACE = 2 ** 26;
/** Up to this many combinations are looked up in a table. */
const TABLE_CELLS = 2 ** 20;
/** Up to this many are numbered beforehand; a code takes a byte. */
const FEW_COMBINATIONS = 256;
/** Listing selected rows pays if there are this many times more rows. */
const FEW_SELECTED = 8;
/** Fits the nearest cache; a loop over several array types checks the type at each access. */
const BLOCK_ROWS = 4096;
/** `may_be_codes`: whether a single dimension may have groups without rows. */
function newGroups(dimensions, may_be_codes = false) {
	return {
		dimensions,
		values: dimensions.map((dimension) => newValueGroups(dimension, may_be_codes && dimensions.length === 1)),
		pairs: dimensions.slice(1).map(() => ({
			left: [],
			right: [],
			of_pair: /* @__PURE__ */ new Map()
		}))
	};
}
/** Groups so far. */
function groupCount({ values, pairs }) {
	return pairs.at(-1)?.left.length ?? (values.length === 0 ? 1 : groupsOf(values[0]));
}
/** group -> its values. */
function groupKeys(groups) {
	return Array.from({ length: groupCount(groups) }, (_, group) => keyOf$1(groups, group));
}
/** Values of a group; [] without a breakdown. */
function keyOf$1({ values, pairs }, group) {
	const key = [];
	let left = group;
	for (let at = pairs.length - 1; at >= 0; at--) {
		key.unshift(groupText(values[at + 1], pairs[at].right[left]));
		left = pairs[at].left[left];
	}
	return values.length === 0 ? [] : [groupText(values[0], left), ...key];
}
/** group -> 1: no dimension is missing. */
function wholeGroups({ values, pairs }) {
	let whole = new Uint8Array(values.length === 0 ? 1 : groupsOf(values[0])).fill(1);
	if (values.length > 0) whole[0] = 0;
	for (const { left, right } of pairs) {
		const before = whole;
		whole = Uint8Array.from(left, (group, pair) => right[pair] === 0 ? 0 : before[group]);
	}
	return whole;
}
/** Group of these values, -1 = none. */
function groupOf(groups, key) {
	return groupKeys(groups).findIndex((known) => known.every((text, dimension) => text === (key[dimension] ?? null)));
}
/** Whether rows must be measured before grouping. */
function needsMeasure(groups) {
	return groups.dimensions.some((dimension) => dimension.bins !== null);
}
/** Widens bins to hold the numbers of these rows. */
function measureRows(groups, run, view, range) {
	view.checkpoint();
	let rows = null;
	for (const [at, dimension] of groups.dimensions.entries()) {
		const { bins } = groups.values[at];
		if (bins === null) continue;
		const { column, owner } = sourceColumn(dimension.source, run, view);
		if (column.kind === "number" && owner === null && range.select === null && range.skip === null) widenWithin(bins, column.values, run.time_ms, range);
		else {
			rows ??= rowsIn(run, range);
			measureColumn(bins, column, owner, rows);
		}
	}
}
/** row -> group, null = no breakdown. Do not write. Meaningless for rows outside `range`. */
function groupRows(groups, run, view, range) {
	const { dimensions, values, pairs } = groups;
	if (dimensions.length === 0) return null;
	view.checkpoint();
	let rows = null;
	const found = () => {
		rows ??= rowsIn(run, range);
		return rows;
	};
	const codes = dimensions.map((dimension, at) => {
		const { column, owner } = sourceColumn(dimension.source, run, view);
		return groupColumn(values[at], {
			column,
			owner,
			length: run.rows
		}, found, view);
	});
	let group = codes[0];
	for (const [at, pair] of pairs.entries()) {
		const left = {
			codes: group,
			count: at === 0 ? values[0].texts.length : pairs[at - 1].left.length
		};
		const right = {
			codes: codes[at + 1],
			count: values[at + 1].texts.length
		};
		group = left.count * right.count <= FEW_COMBINATIONS && isLong(run, range) ? combineAll(pair, left, right) : combine(pair, left, right, found());
	}
	return group;
}
/** @throws ServiceError if the answer would have too many numbers. `cells`: groups times numbers per group. */
function checkCells(cells) {
	if (cells <= LIMIT.breakdown_cells) return;
	throw invalid("breakdown", `This breakdown has too many distinct values: it would make ${cells} numbers, the limit is ${LIMIT.breakdown_cells}. Choose a property with fewer values, a shorter date range, or filter the values first.`);
}
/** Ascending rows to read. Branch-free: each row is written and overwritten unless it counts. */
function rowsIn(run, { select, skip, from_ms, until_ms }) {
	const { actor, time_ms } = run;
	const rows = select === null ? new Uint32Array(run.rows) : members(select);
	let count = 0;
	for (let at = 0; at < rows.length; at++) {
		const row = select === null ? at : rows[at];
		const time = time_ms[row];
		rows[count] = row;
		count += Number(time >= from_ms) & Number(time < until_ms);
	}
	if (skip === null) return rows.subarray(0, count);
	let kept = 0;
	for (let at = 0; at < count; at++) {
		const who = actor[rows[at]];
		rows[kept] = rows[at];
		kept += skip[who >>> 5] >>> (who & 31) & 1 ^ 1;
	}
	return rows.subarray(0, kept);
}
/** Whether it has many rows, of which not just a few are selected. */
function isLong(run, { select }) {
	return run.rows > BLOCK_ROWS && (select === null || count(select) * FEW_SELECTED > run.rows);
}
/** row -> combination, for all rows: few combinations are numbered whether they occur or not. */
function combineAll(pairs, { codes: left, count: lefts }, { codes: right, count: rights }) {
	const table = Int32Array.from({ length: lefts * rights }, (_, cell) => pairOf(pairs, Math.floor(cell / rights), cell % rights));
	const out = allocateCodes(left.length, pairs.left.length);
	const [left_of, right_of] = [new Int32Array(BLOCK_ROWS), new Int32Array(BLOCK_ROWS)];
	for (let first = 0; first < out.length; first += BLOCK_ROWS) {
		const until = Math.min(first + BLOCK_ROWS, out.length);
		left_of.set(left.subarray(first, until));
		right_of.set(right.subarray(first, until));
		lookUpPairs(table, rights, left_of, right_of, out.subarray(first, until));
	}
	return out;
}
/** Unrolled by four, see column_select.ts. */
function lookUpPairs(table, rights, left, right, out) {
	const whole = out.length - out.length % 4;
	for (let at = 0; at < whole; at += 4) {
		out[at] = table[Math.imul(left[at], rights) + right[at]];
		out[at + 1] = table[Math.imul(left[at + 1], rights) + right[at + 1]];
		out[at + 2] = table[Math.imul(left[at + 2], rights) + right[at + 2]];
		out[at + 3] = table[Math.imul(left[at + 3], rights) + right[at + 3]];
	}
	for (let at = whole; at < out.length; at++) out[at] = table[Math.imul(left[at], rights) + right[at]];
}
/** row -> combination; only for `rows`. */
function combine(pairs, { codes: left, count: lefts }, { codes: right, count: rights }, rows) {
	const out = sharedWords(left.length);
	if (lefts * rights > TABLE_CELLS) {
		for (const row of rows) out[row] = pairOf(pairs, left[row], right[row]);
		return out;
	}
	/** left * rights + right -> combination, -1 = not met yet in this run. */
	const table = new Int32Array(lefts * rights).fill(-1);
	const [left_of, right_of] = [wideCodes(left), wideCodes(right)];
	for (let at = 0; at < rows.length; at++) {
		const row = rows[at];
		const cell = Math.imul(left_of[row], rights) + right_of[row];
		if (table[cell] < 0) table[cell] = pairOf(pairs, left[row], right[row]);
		out[row] = table[cell];
	}
	return out;
}
function pairOf(pairs, left, right) {
	const key = left * PAIR_SPACE + right;
	let pair = pairs.of_pair.get(key);
	if (pair === void 0) {
		pair = pairs.left.length;
		checkCells(pair);
		pairs.left.push(left);
		pairs.right.push(right);
		pairs.of_pair.set(key, pair);
	}
	return pair;
}
// src/engine/select/selected_runs.ts
/** Runs of a part in which any match finds rows. */
function selectRuns(matches, part, range, view) {
	const { from_ms, until_ms } = range;
	return runsOf(part, eventsOf$1([{ matches }])).flatMap((run) => {
		const found = matchRun(matches, run, view);
		if (found === void 0) return [];
		return [{
			run: found.run,
			range: {
				select: found.select,
				skip: part.skip,
				from_ms,
				until_ms
			}
		}];
	});
}
/** Call with every run of a question before grouping any: bins span the data. */
function measureSelected(groups, selected, view) {
	if (!needsMeasure(groups)) return;
	for (const { run, range } of selected) measureRows(groups, run, view, range);
}
function groupSelected(groups, selected, view) {
	return {
		...ungrouped(selected),
		group: groupRows(groups, selected.run, view, selected.range)
	};
}
/** Without groups. */
function ungrouped({ run, range }) {
	return {
		run,
		select: range.select,
		skip: range.skip,
		group: null
	};
}
/** In the form row kernels read. Derived arrays are made only here. */
function trendRowsOf({ run, select, skip, group }) {
	const { actor, time_ms } = run;
	tracing()?.note("rows", rowsIn$1(run, select, skip));
	return {
		actor,
		time_ms,
		quarters: run.quarters(),
		select,
		skip,
		skipped: skippedOf(run, skip),
		group
	};
}
// src/engine/select/presence.ts
/**
* The shortcut for questions about who was there when, not how often: presence bitmaps instead of rows.
* Applies without groups, and pays if there are not many more bitmap words than rows; otherwise the row kernels answer,
* part by part. Bitmaps of whole events are cached, those of selected rows are made per question. Runs of all parts are
* passed together: an actor skipped in one part is in the other, so one bitmap holds everybody.
*/
/** Bitmap words that cost as much as one row in a kernel. */
const LOOKS_A_ROW = 8;
/** Bitmaps may take at most as much memory as actors and times: eight bytes of twelve. */
const WORDS_A_ROW = 2;
/** Whether that many bitmaps can replace these rows, and pay if each word is read `looks` times. */
function hasPresence(runs, sets, looks) {
	const rows = runs.reduce((sum, { run, select }) => sum + (select === null ? run.rows : count(select)), 0);
	const words = wordsOf(runs) * eventsOf(runs).length;
	return words * sets <= rows * WORDS_A_ROW && words * looks <= rows * LOOKS_A_ROW && runs.every(({ group }) => group === null);
}
function eventsOf(runs) {
	return [...new Set(runs.map(({ run }) => run.event))];
}
/** Words of a bitmap over all actors of the runs. */
function wordsOf(runs) {
	return runs.reduce((most, { run }) => Math.max(most, run.presence.words), 0);
}
/** bucket -> bitmap of at least `words` words: who has rows in it, in any run. */
function presentBuckets(runs, { bounds_ms, count }, words, view) {
	return presentWithin(runs, bounds_ms.subarray(1, count + 2), words, view);
}
/** span [edges_ms[i], edges_ms[i + 1]) -> bitmap likewise. */
function presentWithin(runs, edges_ms, words, view) {
	const lists = presentsOf(runs).map((present) => present.within(edges_ms, view));
	return Array.from({ length: edges_ms.length - 1 }, (_, span) => together(lists.map((sets) => sets[span]), words));
}
const sizes = /* @__PURE__ */ new WeakMap();
/** Number of actors in the bitmap, cached with it. */
function sizeOf$1(set) {
	let size = sizes.get(set);
	if (size === void 0) {
		size = count(set);
		sizes.set(set, size);
	}
	return size;
}
/** Bitmap of who has rows before that time. */
function presentBefore(runs, time_ms, words) {
	return together(presentsOf(runs).map((present) => present.before(time_ms)), words);
}
/** event -> presence over all parts. */
function presentsOf(runs) {
	return eventsOf(runs).map((event) => presentOf(runs.filter(({ run }) => run.event === event)));
}
/** Runs of one event: the part with skipped actors first, then the one that has them. */
function presentOf(runs) {
	if (runs.some(({ select }) => select !== null)) return selectedPresent(runs);
	const [first, second] = runs;
	const { presence } = first.run;
	const { skip } = first;
	return skip === null || second === void 0 ? presence : second.run.presence.joined(presence, skip);
}
/** Of selected rows only; made for each call. */
function selectedPresent(runs) {
	const words = wordsOf(runs);
	return {
		within(edges_ms, team) {
			const buckets = buildBuckets(edges_ms, edges_ms[0], edges_ms[edges_ms.length - 1]);
			const begin = Int32Array.from({ length: buckets.count + 2 }, (_, slot) => slot * words);
			const bits = sharedWords(begin.length * words);
			for (const each of runs) {
				const rows = trendRowsOf(each);
				team.share(MARK_SELECTED, {
					rows,
					buckets,
					begin,
					bits
				}, wholeActorCuts(rows.actor, 32));
			}
			return Array.from({ length: buckets.count }, (_, span) => bits.subarray(begin[span + 1], begin[span + 2]));
		},
		before(time_ms) {
			const bits = sharedWords(words);
			for (const { run, select, skip } of runs) markActors({
				actor: run.actor,
				time_ms: run.time_ms,
				select,
				skip,
				group: null
			}, {
				from_ms: Number.NEGATIVE_INFINITY,
				until_ms: time_ms
			}, 0, bits);
			return bits;
		}
	};
}
/** Union of the bitmaps; no copy if there is only one. */
function together(sets, words) {
	const only = sets.length === 1 ? sets[0] : null;
	if (only !== null && only.length >= words) return only;
	const all = sharedWords(words);
	for (const set of sets) or(all, set.subarray(0, words));
	return all;
}
// src/engine/kinds/activity/lifecycle.ts
/** Lifecycle: selects rows, finds when actors were created, lets the kernel count, adds up parts. */
function computeLifecycle(query, view) {
	const { actor, entity } = query;
	if (entity === null) return [];
	const { buckets, parts, createdMs } = prepareLifecycle(query, entity, view);
	const slots = buckets.count + 2;
	const counts = new Uint32Array(STATUSES.length * slots);
	if (!(actor.kind === "person" && addPresent$1(parts.flat(), buckets, view, counts))) {
		const created_ms = createdMs();
		const cuts = actorCuts(view.actorCount(actor));
		const jobs = parts.map((part) => ({
			args: {
				runs: part.map(trendRowsOf),
				buckets,
				created_ms
			},
			cuts
		}));
		shareCounts(view, LIFECYCLE, jobs, counts);
	}
	return STATUSES.map((_, status) => Float64Array.from(counts.subarray(status * slots + 2, (status + 1) * slots - 1)));
}
/** From bitmaps; returns false if they do not apply. */
function addPresent$1(runs, buckets, view, counts) {
	if (!hasPresence(runs, buckets.count, buckets.count * 3)) return false;
	const words = wordsOf(runs);
	const present = presentBuckets(runs, buckets, words, view);
	const created = view.personsCreated().within(buckets.bounds_ms.subarray(1, buckets.count + 2), view);
	shareCounts(view, LIFECYCLE_PRESENT, [{
		args: {
			present,
			created
		},
		cuts: wordCuts(words)
	}], counts);
	addOthers(present.map(sizeOf$1), counts);
	return true;
}
/** Active and neither returning nor new = resurrecting; active before and not returning = dormant. */
function addOthers(active, counts) {
	const slots = active.length + 2;
	for (let bucket = 1; bucket < active.length; bucket++) {
		const slot = bucket + 1;
		const returning = counts[1 * slots + slot];
		counts[2 * slots + slot] = active[bucket] - returning - counts[0 * slots + slot];
		counts[3 * slots + slot] = active[bucket - 1] - returning;
	}
}
function prepareLifecycle({ actor, edges_ms }, entity, view) {
	const reach = {
		from_ms: edges_ms[0],
		until_ms: edges_ms[edges_ms.length - 1]
	};
	const buckets = buildBuckets(edges_ms, reach.from_ms, reach.until_ms);
	const read = view.parts({
		...eventsAsOne(entity.matches),
		...reach,
		actor
	});
	const selected = inStage("select", () => read.map((part) => selectRuns(entity.matches, part, reach, view)));
	const createdMs = () => actor.kind === "person" ? columnNumbers(view.personCreatedColumn()) : groupsCreatedMs(actor.type_index, selected.flat(), buckets, view);
	return {
		buckets,
		parts: selected.map((runs) => runs.map(ungrouped)),
		createdMs
	};
}
/** A group nobody described began with the first person who acted for it. */
function groupsCreatedMs(type_index, selected, buckets, view) {
	const persons_ms = columnNumbers(view.personCreatedColumn());
	const earliest_ms = new Float64Array(view.actorCount({
		kind: "group",
		type_index
	})).fill(Number.POSITIVE_INFINITY);
	for (const each of selected) {
		const owner = view.rowOwner(each.run, { kind: "person" });
		noteEarliestOwner(trendRowsOf(ungrouped(each)), buckets, owner, persons_ms, earliest_ms);
	}
	const described_ms = columnNumbers(view.groupCreatedColumn(type_index));
	return earliest_ms.map((earliest, group) => {
		const described = described_ms[group] ?? NaN;
		return Number.isNaN(described) ? earliest : described;
	});
}
// src/engine/kinds/activity/retention_bitmaps.ts
/** Adds to counts like countRetention. Returns false if bitmaps do not apply. */
function addRetentionPresent(parts, plan, view, counts) {
	const { buckets, occurrences, cumulative } = plan;
	const starts = parts.flatMap((part) => part.starts.runs);
	const returns = parts.flatMap((part) => part.returns ?? part.starts.runs);
	const looks = buckets.count * (buckets.count + 3) / 2;
	if (!isAnyNumber(occurrences) || !parts.every(isEveryFirstValid) || !hasPresence([...starts, ...returns], buckets.count, looks)) return false;
	const words = wordsOf([...starts, ...returns]);
	const present = {
		starts: presentBuckets(starts, buckets, words, view),
		started_before: parts[0]?.starts.kind === "first" ? presentBefore(starts, buckets.bounds_ms[1], words) : null,
		returns: presentBuckets(returns, buckets, words, view),
		cumulative
	};
	shareCounts(view, RETENTION_PRESENT, [{
		args: present,
		cuts: wordCuts(words)
	}], counts);
	return true;
}
/** Whether any first row of an actor will do. */
function isEveryFirstValid({ starts }) {
	return starts.kind === "every" || starts.runs.every(({ valid }) => valid === null);
}
// src/engine/kinds/activity/retention.ts
/** Retention: selects rows that start and rows that return, lets the kernel count, adds up parts. */
function computeRetention(query, view) {
	const { breakdown } = query;
	switch (breakdown?.kind) {
		case void 0: return { groups: countGroups$1(query, [], view) };
		case "values": return { groups: countGroups$1(query, breakdown.dimensions, view).filter(hasStarts) };
		case "cohorts": return { groups: breakdown.cohorts.map((cohort) => {
			const { counts } = must(countGroups$1(withinCohort(query, cohort), [], view)[0], "one group without a breakdown");
			return {
				key: [String(cohort.id)],
				counts
			};
		}).filter(hasStarts) };
		default: return unreachable(breakdown);
	}
}
function withinCohort(query, { where }) {
	return {
		...query,
		target: restricted(query.target, where),
		returning: restricted(query.returning, where),
		first_among: restricted({
			...query.target,
			matches: query.first_among
		}, where).matches
	};
}
function prepareRetention(query, breakdown, view) {
	const buckets = buildBuckets(query.edges_ms, query.range.from_ms, query.range.until_ms);
	const named = newGroups(breakdown);
	const parts = inStage("select", () => partRuns(query, named, view));
	const groups = groupCount(named);
	checkCells(groups * buckets.count * buckets.count);
	checkShown(query, groups, buckets.count);
	return {
		named,
		parts,
		plan: {
			buckets,
			groups,
			split_returns: query.split_returns,
			occurrences: {
				min: query.minimum_occurrences,
				max: Number.POSITIVE_INFINITY
			},
			cumulative: query.cumulative
		}
	};
}
/** Values are tables, or one row each if returns are not split. */
function checkShown({ breakdown, split_returns }, groups, periods) {
	if (breakdown?.kind !== "values") return;
	const cells = split_returns ? periods * (periods + 1) / 2 : periods;
	checkNumbers({
		values: shownValues(groups, breakdown.limit),
		"cells of a table": cells
	});
}
function countGroups$1(query, breakdown, view) {
	const { named, parts, plan } = prepareRetention(query, breakdown, view);
	const size = plan.buckets.count;
	const counts = new Uint32Array(plan.groups * size * size);
	if (!addRetentionPresent(parts, plan, view, counts)) {
		const cuts = actorCuts(view.actorCount(query.actor));
		shareCounts(view, RETENTION, parts.map((part) => ({
			args: {
				runs: kernelRuns(part),
				plan
			},
			cuts
		})), counts);
	}
	return groupKeys(named).map((key, group) => ({
		key,
		counts: counts.subarray(group * size * size, (group + 1) * size * size)
	}));
}
function kernelRuns({ starts, returns }) {
	return {
		starts: starts.kind === "every" ? {
			kind: "every",
			runs: starts.runs.map(trendRowsOf)
		} : {
			kind: "first",
			runs: starts.runs.map((rows) => ({
				...trendRowsOf(rows),
				valid: rows.valid
			}))
		},
		returns: returns?.map(trendRowsOf) ?? null
	};
}
function hasStarts({ counts }) {
	return counts.some((count) => count > 0);
}
/** part -> its rows. */
function partRuns(query, groups, view) {
	const isFirst = query.start !== "every";
	const starts_range = isFirst ? {
		...query.range,
		from_ms: Number.NEGATIVE_INFINITY
	} : query.range;
	const start_matches = isFirst ? query.first_among : query.target.matches;
	const start_parts = partsOf(query, start_matches, starts_range, view);
	const return_parts = partsOf(query, query.returning.matches, query.range, view);
	const isSame = !isFirst && returnsAreStarts(query);
	const selected = start_parts.map((part, at) => ({
		starts: selectRuns(start_matches, part, starts_range, view),
		returns: isSame ? [] : selectRuns(query.returning.matches, must(return_parts[at], "as many"), query.range, view)
	}));
	for (const { starts, returns } of selected) measureSelected(groups, [...starts, ...returns], view);
	return selected.map(({ starts, returns }) => ({
		starts: isFirst ? {
			kind: "first",
			runs: starts.map((run) => firstRows(query, run, groups, view))
		} : {
			kind: "every",
			runs: starts.map((run) => groupSelected(groups, run, view))
		},
		returns: isSame ? null : returns.map((run) => query.split_returns ? groupSelected(groups, run, view) : ungrouped(run))
	}));
}
function partsOf(query, matches, range, view) {
	return view.parts({
		events: eventsOf$1([{ matches }]),
		...range,
		actor: query.actor
	});
}
function firstRows(query, selected, groups, view) {
	const rows = groupSelected(groups, selected, view);
	if (query.start !== "first_ever") return {
		...rows,
		valid: null
	};
	const valid = matchRows(query.target.matches, selected.run, view);
	return {
		...rows,
		valid: valid === void 0 ? new Uint32Array(selected.run.rows + 31 >>> 5) : valid
	};
}
/** Whether the same rows start and return, so that one read is enough. */
function returnsAreStarts({ target, returning, minimum_occurrences, split_returns, breakdown }) {
	if (minimum_occurrences > 1 || breakdown?.kind === "values" && !split_returns) return false;
	return canonical(target.matches) === canonical(returning.matches);
}
// src/engine/kinds/activity/stickiness.ts
function computeStickiness(query, view) {
	return query.entities.map((entity) => ofLine(entity, () => computeEntity$1(query, entity, view)));
}
function computeEntity$1(query, entity, view) {
	const { buckets, occurrences, parts } = prepareStickiness(query, entity, view);
	/** number of buckets -> actors */
	const counts = new Uint32Array(buckets.count + 1);
	if (!(isAnyNumber(occurrences) && addPresent(parts.flat(), buckets, view, counts))) {
		const cuts = actorCuts(view.actorCount(entity.actor));
		const jobs = parts.map((part) => ({
			args: {
				runs: part.map(trendRowsOf),
				buckets,
				occurrences
			},
			cuts
		}));
		shareCounts(view, STICKINESS, jobs, counts);
	}
	return Float64Array.from(counts.subarray(1));
}
/** From bitmaps; returns false if they do not apply. */
function addPresent(runs, buckets, view, counts) {
	const looks = buckets.count * 2 + 16;
	if (buckets.count > 255 || !hasPresence(runs, buckets.count, looks)) return false;
	const words = wordsOf(runs);
	const present = presentBuckets(runs, buckets, words, view);
	shareCounts(view, STICKINESS_PRESENT, [{
		args: { present },
		cuts: wordCuts(words)
	}], counts);
	return true;
}
function prepareStickiness({ range, edges_ms, min_rows, max_rows }, { actor, matches }, view) {
	const parts = view.parts({
		...eventsAsOne(matches),
		...range,
		actor
	});
	return {
		buckets: buildBuckets(edges_ms, range.from_ms, range.until_ms),
		occurrences: {
			min: min_rows,
			max: max_rows
		},
		parts: inStage("select", () => parts.map((part) => selectRuns(matches, part, range, view).map(ungrouped)))
	};
}
// src/engine/kernels/funnel/correlation.ts
/**
* Counts, per code of a column, how many actors who completed the funnel and how many who did not have such a row.
* Input: rows of one run and each actor's outcome. Output: two counts per code. Cost: one step per row; no hash table,
* as rows are sorted by actor.
*/
/** Ascending rows of the funnel's actors, between their steps and inside the range. */
function rowsBetween({ actor, time_ms }, { side, after_ms, before_ms }, range, skip) {
	const rows = new Uint32Array(actor.length);
	let count = 0;
	for (let row = 0; row < actor.length; row++) {
		const who = actor[row];
		if (side[who] === 0) continue;
		const time = time_ms[row];
		if (time <= after_ms[who] || time >= before_ms[who]) continue;
		if (time < range.from_ms || time >= range.until_ms) continue;
		if (skip === null || !has(skip, who)) rows[count++] = row;
	}
	return rows.subarray(0, count);
}
/** Returns [2 * code] = successes with a row of the code, [2 * code + 1] = failures with one. */
function countSides(rows, actor, side, codes, code_count) {
	const counts = new Uint32Array(code_count * 2);
	/** code -> 1 + the last actor counted there. An actor's rows are neighbours, so one entry per code is enough. */
	const last = new Uint32Array(code_count);
	for (let at = 0; at < rows.length; at++) {
		const row = rows[at];
		const who = actor[row];
		const code = codes[row];
		if (last[code] === who + 1) continue;
		last[code] = who + 1;
		counts[code * 2 + side[who] - 1]++;
	}
	return counts;
}
// src/engine/kernels/funnel/outcomes.ts
/**
* Funnel results actor by actor: how deep each got, and when it did each step. For questions about the people in a
* funnel.
*/
const FIRST_ENTRANTS = 256;
function newOutcomes(steps, actors) {
	return {
		steps,
		level: new Uint8Array(actors),
		entrant: new Uint32Array(actors),
		entrants: 0,
		time_ms: new Float64Array(FIRST_ENTRANTS * steps)
	};
}
/** Adds the actors of one group; without a breakdown every actor is in group 0. */
function noteOutcomes(audience, plan, order, wanted, out) {
	const { count, actor, group, level, time_ms } = judgeActors(audience, plan, order, 1, newFunnelWork(plan));
	for (let at = 0; at < count; at++) {
		if (group[at] !== wanted || level[at] === 0) continue;
		out.level[actor[at]] = level[at];
		out.entrant[actor[at]] = out.entrants;
		const offset = out.entrants++ * plan.steps;
		if (offset === out.time_ms.length) grow(out);
		for (let step = 0; step < level[at]; step++) out.time_ms[offset + step] = time_ms[step][at];
	}
}
function grow(out) {
	const larger = new Float64Array(out.time_ms.length * 2);
	larger.set(out.time_ms);
	out.time_ms = larger;
}
/** Time an actor did a step (from 0) that it reached. */
function stepTimeMs(outcomes, actor, step) {
	return outcomes.time_ms[outcomes.entrant[actor] * outcomes.steps + step];
}
// src/engine/kinds/trend/math_bitmaps.ts
/** Adds distinct actors to counts[slot]. Returns false if bitmaps do not apply. `runs`: of all parts. */
function addUniquePresent(runs, buckets, view, counts) {
	if (runs.some(({ select }) => select !== null) || !hasPresence(runs, buckets.count, buckets.count)) return false;
	const present = presentBuckets(runs, buckets, wordsOf(runs), view);
	for (const [bucket, set] of present.entries()) counts[bucket + 1] += sizeOf$1(set);
	return true;
}
/** Likewise for changes[window]: the window's count less the previous one's. */
function changeActivePresent(runs, windows, view, changes) {
	const { edges_ms, spans } = spansOf$1(windows);
	if (edges_ms.length < 2 || !hasPresence(runs, edges_ms.length, edges_ms.length * 3)) return false;
	const words = wordsOf(runs);
	const present = presentWithin(runs, edges_ms, words, view);
	shareCounts(view, ACTIVE_PRESENT, [{
		args: {
			present,
			spans
		},
		cuts: wordCuts(words)
	}], changes);
	return true;
}
/** Edges of all windows in one list, and the spans between them that make up each window. */
function spansOf$1({ from_ms, until_ms }) {
	const edges_ms = Float64Array.from(/* @__PURE__ */ new Set([...from_ms, ...until_ms])).sort();
	const spanOf = new Map(Array.from(edges_ms, (edge_ms, span) => [edge_ms, span]));
	const spansAt = (times_ms) => Int32Array.from(times_ms, (time_ms) => spanOf.get(time_ms));
	return {
		edges_ms,
		spans: {
			first: spansAt(from_ms),
			until: spansAt(until_ms)
		}
	};
}
// src/engine/kinds/funnel/entered.ts
/** Actors of all parts; null if it does not apply. In unordered funnels any step is an entry. */
function countEntered(query, parts, view) {
	const { from_ms, until_ms } = query.range;
	const whole = buildBuckets(Float64Array.of(from_ms, until_ms), from_ms, until_ms);
	return countDone(query, query.order === "unordered" ? ANY_STEP : FIRST_STEP, parts, whole, view)?.[0] ?? null;
}
/** bucket -> actors of all parts; null likewise, and for unordered funnels. */
function countEnteredOver(query, parts, buckets, view) {
	return query.order === "unordered" ? null : countDone(query, FIRST_STEP, parts, buckets, view);
}
const FIRST_STEP = 1;
const ANY_STEP = -1;
/** bucket -> actors who did any of the steps (bits). */
function countDone({ exclusions, breakdown }, steps, parts, buckets, view) {
	if (exclusions.length > 0 || breakdown !== null) return null;
	const done = [];
	for (const part of parts) {
		const rows = rowsOf$1(part, steps);
		if (rows === null) return null;
		done.push(...rows);
	}
	const counts = new Uint32Array(slotCells(buckets, 1));
	if (!addUniquePresent(done, buckets, view, counts)) return null;
	return counts.subarray(1, buckets.count + 1);
}
/** null if only some rows of a run do the step. */
function rowsOf$1({ sources, runs, skip }, wanted) {
	const done = [];
	for (const [source, { steps, steps_any }] of sources.entries()) {
		if ((steps_any & wanted) === 0) continue;
		if (steps !== null) return null;
		const run = runs[source];
		done.push({
			run,
			select: null,
			skip,
			group: null
		});
	}
	return done;
}
// src/engine/kernels/trend/first_ever.ts
/**
* Counts actors in the cell of the first thing they ever did, if that row was asked for.
* Input: runs of one part. Pass one notes each actor's first time, pass two finds the selected row at that time. Cost:
* mostly one row per actor.
*/
/** first_ms[actor] = earliest qualifying row before `until_ms`. */
function noteFirstEver(rows, until_ms, first_ms) {
	const { time_ms, select, skip } = rows;
	const { actor, begin } = rows.ranges;
	for (let rank = 0; rank < actor.length; rank++) {
		const who = actor[rank];
		if (skip !== null && has(skip, who)) continue;
		const end = begin[rank + 1];
		let row = begin[rank];
		while (row < end && select !== null && !has(select, row)) row++;
		if (row === end) continue;
		const time = time_ms[row];
		if (time < until_ms && time < first_ms[who]) first_ms[who] = time;
	}
}
/** Adds to counts[cell]. `cells`: row -> cell. first_ms becomes NaN once counted, as NaN equals no time. */
function countFirstEver({ ranges, time_ms }, cells, { first, until }, first_ms, counts) {
	const { actor, begin } = ranges;
	for (let rank = 0; rank < actor.length; rank++) {
		const who = actor[rank];
		const end = begin[rank + 1];
		for (let row = begin[rank]; row < end && time_ms[row] <= first_ms[who]; row++) {
			const cell = cells[row];
			if (cell < first || cell >= until || time_ms[row] !== first_ms[who]) continue;
			first_ms[who] = NaN;
			counts[cell]++;
		}
	}
}
// src/engine/select/first_time.ts
/** When each person did something first, over all time. */
const PERSON$4 = { kind: "person" };
/** Of this thread: a list as long as there are persons costs more to get and to give back than to fill. */
let room = /* @__PURE__ */ new Float64Array(0);
function roomFor(persons) {
	if (room.length < persons) room = new Float64Array(persons);
	return room.subarray(0, persons);
}
/** As `firstTimes`; valid until the next call. */
function passingFirstTimes(matches, until_ms, view) {
	return firstTimes(matches, until_ms, view, roomFor);
}
/** person -> time of the first row that matches, before `until_ms`; infinite = never. */
function firstTimes(matches, until_ms, view, allocateTimes = (persons) => new Float64Array(persons)) {
	const events = eventsAsOne(matches);
	const parts = view.parts({
		...events,
		from_ms: Number.NEGATIVE_INFINITY,
		until_ms,
		actor: PERSON$4
	});
	const first_ms = allocateTimes(view.actorCount(PERSON$4)).fill(Number.POSITIVE_INFINITY);
	for (const part of parts) for (const run of runsOf(part, events.events)) {
		const select = matchRows(matches, run, view);
		if (select === void 0) continue;
		tracing()?.note("first rows", run.ranges.actor.length);
		noteFirstEver({
			ranges: run.ranges,
			time_ms: run.time_ms,
			select,
			skip: part.skip
		}, until_ms, first_ms);
	}
	return first_ms;
}
function newFirstRows(first_ms) {
	return {
		first_ms,
		found: allocate(first_ms.length)
	};
}
/** Bitmap of the selected rows (null = all) that are their person's first. */
function takeFirstRows(firsts, select, run, skip, view) {
	const { first_ms, found } = firsts;
	const person = view.rowOwner(run, PERSON$4);
	const flags = new Uint8Array(run.rows);
	for (let row = 0; row < run.rows; row++) {
		const who = person[row];
		if (run.time_ms[row] !== first_ms[who] || has(found, who)) continue;
		if (select !== null && !has(select, row)) continue;
		if (skip !== null && has(skip, run.actor[row])) continue;
		flags[row] = 1;
		set(found, who);
	}
	return fromFlags(flags);
}
// src/engine/kinds/funnel/sources.ts
/** Builds what funnel kernels read: the runs of each part, with step and exclusion bits per row. */
const SECOND_STEP = 2;
/** Adds groups of the breakdown to `groups` as they are met. */
function partSources(query, groups, view) {
	const marking = {
		query,
		view,
		groups,
		firsts: query.steps.map(({ first_of }) => first_of === null ? null : newFirstRows(firstTimes(first_of, query.range.until_ms, view)))
	};
	const events = query.order === "strict" ? null : eventsOf$1([...query.steps, ...query.exclusions]);
	const { from_ms, until_ms } = query.range;
	return view.parts({
		events,
		from_ms,
		until_ms,
		actor: query.actor
	}).map((part) => {
		const read = runsOf(part, events).flatMap((run) => {
			const source = sourceOf$1(marking, run, part);
			return source === null ? [] : [{
				run,
				source
			}];
		});
		return {
			skip: part.skip,
			sources: read.map(({ source }) => source),
			runs: read.map(({ run }) => run),
			timeline: query.order === "strict" ? part.timeline(view) : null
		};
	});
}
/** null if no row of the run matters. */
function sourceOf$1(marking, run, part) {
	const { query, view } = marking;
	const steps = newMarks$1();
	for (const [step, entity] of query.steps.entries()) {
		const found = ofLine(entity, () => matchRows(entity.matches, run, view));
		const firsts = marking.firsts[step] ?? null;
		if (found === void 0) continue;
		mark(steps, 1 << step, firsts === null ? found : takeFirstRows(firsts, found, run, part.skip, view), run);
	}
	const exclusions = newMarks$1();
	for (const exclusion of query.exclusions) markExclusions(exclusions, exclusion, run, view);
	const strict = query.order === "strict";
	if (!strict && (steps.any | exclusions.any) === 0) return null;
	const others = strict ? matchRows([{
		event: null,
		where: query.where
	}], run, view) ?? null : null;
	const worth = strict ? others : markedRows(run.rows, steps, exclusions);
	tracing()?.note("rows of steps", rowsIn$1(run, worth, part.skip));
	return {
		actor: run.actor,
		ranges: run.ranges,
		index: run.presence.ranks(),
		time_ms: run.time_ms,
		steps: rowBits(steps),
		steps_any: steps.any,
		exclusions: rowBits(exclusions),
		exclusions_any: exclusions.any,
		group: groupRows(marking.groups, run, view, {
			select: worth,
			skip: part.skip,
			...query.range
		}),
		others,
		positions: strict && steps.any === SECOND_STEP ? part.positions(run.event, view) : null
	};
}
function newMarks$1() {
	return {
		rows: null,
		selected: [],
		all: 0,
		any: 0
	};
}
function markExclusions(exclusions, { from_step, to_step, matches }, run, view) {
	const found = matchRows(matches, run, view);
	if (found !== void 0) mark(exclusions, exclusionBits(from_step, to_step), found, run);
}
/** Bit k: between steps k - 1 and k. */
function exclusionBits(from_step, to_step) {
	let bits = 0;
	for (let step = from_step + 1; step <= to_step; step++) bits |= 1 << step;
	return bits;
}
/** `found`: bitmap over rows, null = all. */
function mark(marks, bits, found, run) {
	marks.any |= bits;
	if (found === null) {
		marks.all |= bits;
		return;
	}
	marks.rows ??= sharedWords(run.rows);
	marks.selected.push(found);
	markSelected(marks.rows, found, bits);
}
function markSelected(rows, found, bits) {
	for (let word = 0; word < found.length; word++) for (let left = found[word]; left !== 0; left &= left - 1) rows[(word << 5) + 31 - Math.clz32(left & -left)] |= bits;
}
/** In the form of EventSource: null if all rows have the same bits. */
function rowBits(marks) {
	const { rows, all } = marks;
	if (rows !== null && all !== 0) for (let row = 0; row < rows.length; row++) rows[row] |= all;
	return rows;
}
/** Bitmap of rows with any mark, null = all: only these need a group. */
function markedRows(rows, steps, exclusions) {
	if ((steps.all | exclusions.all) !== 0) return null;
	return [...steps.selected, ...exclusions.selected].reduce(or, allocate(rows));
}
// src/engine/kinds/funnel/funnel.ts
/** Funnels: reads the sources, lets the kernel of the requested view judge every actor, adds up parts, names groups. */
/** Weight of a step of one group, with its list of times, in plain numbers. */
const CELLS_PER_STEP = 16;
function computeFunnel(query, view) {
	switch (query.viz) {
		case "steps": return {
			viz: "steps",
			groups: perCohort(query, (one) => countSteps(one, view), isEntered)
		};
		case "trends": return {
			viz: "trends",
			groups: perCohort(query, (one) => countTrend(one, view), isEnteredOver)
		};
		case "time_to_convert": return timesToConvert({
			...query,
			breakdown: null
		}, view);
		default: return unreachable(query.viz);
	}
}
/** Cohorts overlap, so each is a funnel over its own persons. Cohorts that nobody entered are dropped. */
function perCohort(query, groupsOf, isMet) {
	const { breakdown } = query;
	if (breakdown?.kind !== "cohorts") return groupsOf(query);
	return breakdown.cohorts.flatMap((cohort) => groupsOf(ofCohort(query, cohort)).filter(isMet).map((group) => ({
		...group,
		key: [String(cohort.id)]
	})));
}
function isEntered({ counts }) {
	return counts[0] !== 0;
}
function isEnteredOver({ reached_from }) {
	return reached_from.some((count) => count !== 0);
}
function ofCohort(query, { where }) {
	return {
		...query,
		breakdown: null,
		where: every([query.where, where]),
		steps: query.steps.map((step) => restricted(step, where)),
		exclusions: query.exclusions.map((exclusion) => restricted(exclusion, where))
	};
}
function countSteps(query, view) {
	const { groups, parts, asked } = prepare(query, view, query.steps.length * CELLS_PER_STEP);
	const steps = query.steps.length;
	const cells = groupCount(groups) * steps;
	const counts = new Float64Array(cells);
	const entered = countEntered(query, parts, view);
	const sums = shareAll(view, FUNNEL, jobsOf(asked, { knows_entered: entered !== null }));
	noteJudged(sums);
	for (const sum of sums) for (let cell = 0; cell < cells; cell++) counts[cell] += sum.counts[cell];
	if (entered !== null) counts[0] = entered;
	const times_ms = Array.from(counts, (_, cell) => sums.map((sum) => sum.times_ms[cell]));
	return metGroups(query, groups, (group) => counts[group * steps] !== 0).map(({ key, group }) => {
		const [begin, end] = [group * steps, (group + 1) * steps];
		return {
			key,
			counts: [...counts.subarray(begin, end)],
			times_ms: times_ms.slice(begin, end)
		};
	});
}
function countTrend(query, view) {
	const { range, edges_ms, from_step, to_step } = query;
	const buckets = buildBuckets(edges_ms, range.from_ms, range.until_ms);
	const { groups, parts, asked } = prepare(query, view, buckets.count);
	checkNumbers({
		values: Math.min(groupCount(groups), query.breakdown?.limit ?? 1),
		points: buckets.count
	});
	const tally = newEntryTally(buckets.count, groupCount(groups));
	const entered = from_step === 0 ? countEnteredOver(query, parts, buckets, view) : null;
	const steps = {
		from_step: entered === null ? from_step : to_step,
		to_step
	};
	for (const { reached_from, reached_to } of shareAll(view, FUNNEL_ENTRIES, jobsOf(asked, {
		...steps,
		buckets
	}))) {
		addReached(tally.reached_to, reached_to);
		if (entered === null) addReached(tally.reached_from, reached_from);
	}
	if (entered !== null) addReached(tally.reached_from, entered);
	const column = (cells, group) => Float64Array.from({ length: buckets.count }, (_, bucket) => cells[bucket * tally.groups + group]);
	const isMet = (group) => column(tally.reached_from, group).some((count) => count !== 0);
	return metGroups(query, groups, isMet).map(({ key, group }) => ({
		key,
		reached_from: column(tally.reached_from, group),
		reached_to: column(tally.reached_to, group)
	}));
}
function timesToConvert(query, view) {
	const { from_step, to_step } = query;
	const { asked } = prepare(query, view, 0);
	const sums = shareAll(view, FUNNEL_TIMES, jobsOf(asked, {
		from_step,
		to_step
	}));
	noteJudged(sums);
	return {
		viz: "time_to_convert",
		times_ms: joined(sums.map(({ sample }) => sample))
	};
}
/** Which kernels judged, as each thread tells with its sum. */
function noteJudged(sums) {
	for (const { judged } of sums) {
		if (judged.in_place > 0) tracing()?.note("funnel in place", 0, judged.in_place);
		if (judged.gathered > 0) tracing()?.note("funnel from gathered events", 0, judged.gathered);
	}
}
/** One job per part, with task-specific arguments added. */
function jobsOf(asked, more) {
	return asked.map((args) => ({
		args: {
			...args,
			...more
		},
		cuts: actorCuts(args.audience.until_actor)
	}));
}
/** `cells`: weight of one group in numbers. */
function prepare(query, view, cells) {
	const { attribution, breakdown, exclusions, steps, window_ms, order } = query;
	assert(steps.length <= 31, `a funnel has at most 31 steps, as they are bits of a word`);
	const groups = newGroups(breakdown?.kind === "values" ? breakdown.dimensions : []);
	const parts = inStage("select", () => partSources(query, groups, view));
	checkCells(groupCount(groups) * cells);
	const chooser = breakdown === null ? null : chooserOf(query, groups);
	const actors = view.actorCount(query.actor);
	const value_step = chooser !== null && attribution.kind === "step" ? attribution.step : -1;
	const plan = {
		steps: steps.length,
		window_ms,
		has_exclusions: exclusions.length > 0,
		value_step
	};
	return {
		groups,
		parts,
		asked: parts.map(({ sources, skip, timeline }) => {
			return {
				audience: {
					sources,
					timeline,
					skip,
					window: query.range,
					chooser,
					first_actor: 0,
					until_actor: actors
				},
				plan,
				order,
				groups: groupCount(groups)
			};
		})
	};
}
function chooserOf({ attribution, order }, groups) {
	const empty = Uint8Array.from(groupKeys(groups), (key) => key.every((text) => text === null) ? 1 : 0);
	const any_step = order === "unordered" && attribution.kind === "step";
	return newChooser(attribution, empty, any_step);
}
/** Groups that anybody is in; the only one there is without a breakdown. */
function metGroups(query, groups, isMet) {
	const all = groupKeys(groups).map((key, group) => ({
		key,
		group
	}));
	return query.breakdown === null ? all : all.filter(({ group }) => isMet(group));
}
// src/engine/kinds/funnel/outcomes.ts
/** Best attempt of each actor regardless of breakdown, as in the table of steps. */
function funnelOutcomes(query, view) {
	return outcomesOfGroup({
		...query,
		breakdown: null
	}, [], view);
}
/** Outcomes of one group of a breakdown by values; [] = no breakdown. */
function outcomesOfGroup(query, key, view) {
	const { asked, groups } = prepare(query, view, 0);
	const cuts = actorCuts(view.actorCount(query.actor));
	const out = newOutcomes(query.steps.length, view.actorCount(query.actor));
	const group = groupOf(groups, key);
	if (group < 0) return out;
	for (const { audience, plan, order } of asked) for (let at = 0; at + 1 < cuts.length; at++) {
		view.checkpoint();
		const some = ofActors(audience, cuts[at], cuts[at + 1]);
		inStage("kernels", () => noteOutcomes(some, plan, order, group, out));
	}
	return out;
}
// src/engine/kinds/funnel/correlation.ts
/**
* Correlation: what actors who completed a funnel did between its steps, or are, more or less often than those who did
* not.
*/
const AUTOCAPTURE = "$autocapture";
/** Public name of the element chain as a property. */
const ELEMENTS = "elements_chain";
/** Its name in stored events; it is not a property of its own. */
const ELEMENTS_PROPERTY = "$elements_chain";
const EVENT_TYPE = "$event_type";
/** Values shared by no more actors than this say nothing. */
const FEW_ACTORS = 2;
function computeCorrelation(query, view) {
	const sides = sidesOf(query, funnelOutcomes(query.funnel, view));
	const success = countOf(sides, 1);
	const failure = countOf(sides, 2);
	return {
		success,
		failure,
		rows: success === 0 || failure === 0 ? [] : countRows$2(query, sides, view)
	};
}
/** Actors behind one side of one row. `key`: its parts, joined. */
function correlated(query, key, is_success, view) {
	const outcomes = funnelOutcomes(query.funnel, view);
	const sides = sidesOf(query, outcomes);
	const found = new Members(sides, is_success ? 1 : 2, key);
	findRows(query, sides, view, found);
	return {
		outcomes,
		members: found.actors
	};
}
function countRows$2(query, sides, view) {
	const found = new Counts(sides);
	inStage("kernels", () => findRows(query, sides, view, found));
	if (query.type !== "event_with_properties") return found.rows();
	return found.rows().filter(({ success, failure }) => success + failure > FEW_ACTORS);
}
function findRows(query, sides, view, found) {
	switch (query.type) {
		case "events":
			findEvents(query, sides, view, found);
			break;
		case "properties":
			findProperties(query, sides, view, found);
			break;
		case "event_with_properties":
			findEventProperties(query, sides, view, found);
			break;
		default: unreachable(query.type);
	}
}
function sidesOf({ funnel }, outcomes) {
	const actors = outcomes.level.length;
	const side = new Uint8Array(actors);
	const after_ms = new Float64Array(actors);
	const before_ms = new Float64Array(actors);
	const last = funnel.steps.length - 1;
	for (let actor = 0; actor < actors; actor++) {
		const level = outcomes.level[actor];
		if (level === 0) continue;
		const is_through = level > last;
		side[actor] = is_through ? 1 : 2;
		after_ms[actor] = stepTimeMs(outcomes, actor, 0);
		before_ms[actor] = is_through ? stepTimeMs(outcomes, actor, last) : after_ms[actor] + funnel.window_ms;
	}
	return {
		side,
		after_ms,
		before_ms
	};
}
function countOf({ side }, wanted) {
	let count = 0;
	for (let actor = 0; actor < side.length; actor++) if (side[actor] === wanted) count++;
	return count;
}
/** Counts by key across runs and parts. */
var Counts = class {
	#side;
	#rows = /* @__PURE__ */ new Map();
	constructor({ side }) {
		this.#side = side;
	}
	take(rows, actor, codes, keys) {
		const counts = countSides(rows, actor, this.#side, codes, keys.length);
		for (const [code, key] of keys.entries()) if (key !== null) this.#add(key, counts[code * 2], counts[code * 2 + 1]);
	}
	#add(key, success, failure) {
		if (success + failure === 0) return;
		const name = JSON.stringify(key);
		const row = this.#rows.get(name);
		if (row === void 0) this.#rows.set(name, {
			key,
			success,
			failure
		});
		else {
			row.success += success;
			row.failure += failure;
		}
	}
	rows() {
		return [...this.#rows.values()];
	}
};
/** Collects who is on one side and has one key. */
var Members = class {
	actors = /* @__PURE__ */ new Set();
	#side;
	#wanted;
	#key;
	constructor({ side }, wanted, key) {
		this.#side = side;
		this.#wanted = wanted;
		this.#key = key;
	}
	take(rows, actor, codes, keys) {
		/** code -> whether it belongs to the key. */
		const meant = keys.map((key) => key !== null && key.join("::") === this.#key);
		if (!meant.includes(true)) return;
		for (const row of rows) {
			const who = actor[row];
			if (meant[codes[row]] && this.#side[who] === this.#wanted) this.actors.add(who);
		}
	}
};
/** Runs, with their rows that lie between the steps of the funnel's actors. */
function* runsBetween({ funnel, excluded_events }, asked, sides, view) {
	const events = asked?.filter((event) => !excluded_events.includes(event)) ?? null;
	for (const part of view.parts({
		events,
		...funnel.range,
		actor: funnel.actor
	})) for (const run of runsOf(part, events)) {
		if (excluded_events.includes(run.event)) continue;
		view.checkpoint();
		tracing()?.note("rows", rowsIn$1(run, null, part.skip));
		const rows = rowsBetween(run, sides, funnel.range, part.skip);
		if (rows.length > 0) yield {
			run,
			part,
			rows
		};
	}
}
function findEvents(query, sides, view, found) {
	for (const { run, rows } of runsBetween(query, null, sides, view)) found.take(rows, run.actor, new Uint8Array(run.rows), [[run.event]]);
}
function findEventProperties(query, sides, view, found) {
	for (const { run, part, rows } of runsBetween(query, query.events, sides, view)) if (run.event === AUTOCAPTURE) addElements(query, view, {
		run,
		part,
		rows
	}, found);
	else addProperties(query, view, run, rows, found);
}
/** Text values only: numbers rarely repeat. */
function addProperties(query, view, run, rows, found) {
	for (const property of view.eventProperties(run)) {
		view.checkpoint();
		if (property === ELEMENTS_PROPERTY || query.excluded_event_properties.includes(property)) continue;
		view.checkpoint();
		const column = run.column(property);
		if (column.kind === "number") continue;
		const keys = Array.from(column.values, (value) => typeof value === "string" ? [
			run.event,
			property,
			value
		] : null);
		found.take(rows, run.actor, column.codes, keys);
	}
}
const CAPTURED = [EVENT_TYPE, ELEMENTS_PROPERTY].map((key) => ({
	source: {
		of: "event",
		key
	},
	normalize_url: false,
	bins: null
}));
/** Autocaptured events are told apart by element and event type. */
function addElements({ funnel, excluded_event_properties }, view, { run, part, rows }, found) {
	if (excluded_event_properties.includes(ELEMENTS)) return;
	const groups = newGroups(CAPTURED);
	const group = groupRows(groups, run, view, {
		select: null,
		skip: part.skip,
		...funnel.range
	});
	if (group === null) return;
	const keys = groupKeys(groups).map(([type, chain]) => {
		const value = `${type ?? ""}${ELEMENT_MARK}${chain ?? ""}`;
		return [
			run.event,
			ELEMENTS,
			value
		];
	});
	found.take(rows, run.actor, group, keys);
}
/** A named property has an empty value if missing; otherwise only existing values count. */
function findProperties(query, { side }, view, found) {
	const { actor } = query.funnel;
	assert(actor.kind !== "expression", "people or groups, as others have no properties");
	const names = query.properties ?? view.ownerProperties(actor);
	const members = Uint32Array.from(side.keys()).filter((index) => side[index] !== 0);
	const actors = Uint32Array.from(side.keys());
	for (const name of new Set(names)) {
		view.checkpoint();
		if (query.excluded_properties.includes(name)) continue;
		view.checkpoint();
		const { codes, values } = coded(actor.kind === "person" ? view.personColumn(name) : view.groupColumn(actor.type_index, name));
		const keys = Array.from(values, (value) => {
			const text = textOf(value);
			return text === null && query.properties === null ? null : [name, text ?? ""];
		});
		found.take(members, actors, codes, keys);
	}
}
/** A dictionary column with the same values. */
function coded(column) {
	if (column.kind === "dictionary") return column;
	const values = [null];
	const code_of = /* @__PURE__ */ new Map();
	return {
		codes: Uint32Array.from(column.values, (value) => {
			if (Number.isNaN(value)) return 0;
			let code = code_of.get(value);
			if (code === void 0) {
				code = values.length;
				values.push(value);
				code_of.set(value, code);
			}
			return code;
		}),
		values
	};
}
// src/engine/kinds/path/funnel.ts
/** Funnel paths: the span of time in which each person's events count. */
/** Persons the funnel step does not concern get an empty span. */
function funnelSpans(funnel, view) {
	const outcomes = funnelOutcomes(funnel.query, view);
	const actors = outcomes.level.length;
	const spans = {
		from_ms: sharedNumbers(actors),
		until_ms: sharedNumbers(actors)
	};
	spans.from_ms.fill(Number.POSITIVE_INFINITY);
	spans.until_ms.fill(Number.NEGATIVE_INFINITY);
	const { step } = funnel;
	for (let actor = 0; actor < actors; actor++) {
		const level = outcomes.level[actor];
		if (step > 0 ? level >= step : level > 0 && level === -step - 1) setSpan(funnel, outcomes, actor, spans);
	}
	return spans;
}
/** Both ends are inclusive. */
function setSpan({ query, around, step }, outcomes, actor, spans) {
	const at_ms = stepTimeMs(outcomes, actor, (step > 0 ? step : -step - 1) - 1);
	switch (around) {
		case "funnel_path_after_step":
			spans.from_ms[actor] = at_ms;
			spans.until_ms[actor] = Number.POSITIVE_INFINITY;
			break;
		case "funnel_path_before_step":
			spans.from_ms[actor] = Number.NEGATIVE_INFINITY;
			spans.until_ms[actor] = at_ms + (step > 0 ? 0 : query.window_ms) + 1;
			break;
		case "funnel_path_between_steps":
			spans.from_ms[actor] = stepTimeMs(outcomes, actor, step - 2);
			spans.until_ms[actor] = at_ms + 1;
	}
}
// src/engine/kinds/path/top.ts
function topEdges(log, texts, query) {
	const { min_weight, max_weight, edge_limit } = query;
	const is_weighed = min_weight > 0 || max_weight < Number.POSITIVE_INFINITY;
	const { sums, is_whole } = is_weighed ? {
		sums: sumFrom(log, min_weight),
		is_whole: true
	} : sumHeaviest(log, edge_limit);
	const ranking = {
		sums,
		texts
	};
	const weighed = edgesWithin(sums.count, min_weight, max_weight);
	const kept = largest(ranking, weighed, edge_limit);
	const edges = kept.map((edge) => describe(ranking, edge));
	const is_cut = weighed.length > kept.length || !is_whole;
	return {
		edges: is_weighed ? edges : withoutOrphans(edges),
		is_cut
	};
}
function edgesWithin(count, min, max) {
	const edges = new Uint32Array(count.length);
	let found = 0;
	for (let edge = 0; edge < count.length; edge++) if (count[edge] >= min && count[edge] <= max) edges[found++] = edge;
	return edges.subarray(0, found);
}
/** The first `limit` edges in order. Keeps a sorted list; most edges are compared with its last one only. */
function largest(ranking, edges, limit) {
	if (edges.length <= limit) return [...edges].sort((a, b) => compareEdges(ranking, a, b));
	const best = [];
	for (const edge of edges) {
		if (best.length === limit) {
			if (compareEdges(ranking, edge, best[limit - 1]) >= 0) continue;
			best.pop();
		}
		best.splice(indexFor(ranking, best, edge), 0, edge);
	}
	return best;
}
function indexFor(ranking, best, edge) {
	let low = 0;
	let high = best.length;
	while (low < high) {
		const middle = low + high >>> 1;
		if (compareEdges(ranking, best[middle], edge) < 0) low = middle + 1;
		else high = middle;
	}
	return low;
}
/** By falling count, then by the texts of source and target. */
function compareEdges(ranking, a, b) {
	const { count, source, target } = ranking.sums;
	const difference = count[b] - count[a];
	if (difference !== 0) return difference;
	const names = ranking.texts.length;
	const step_a = Math.floor(source[a] / names);
	const step_b = Math.floor(source[b] / names);
	return compareSteps(ranking, step_a, source[a] % names, step_b, source[b] % names) || compareSteps(ranking, step_a + 1, target[a], step_b + 1, target[b]);
}
/** Sorts like `${step}_${name}`, without building the texts. */
function compareSteps({ texts }, step_a, name_a, step_b, name_b) {
	if (step_a !== step_b) return `${step_a + 1}_` < `${step_b + 1}_` ? -1 : 1;
	if (name_a === name_b) return 0;
	return texts.at(name_a) < texts.at(name_b) ? -1 : 1;
}
function describe({ sums, texts }, edge) {
	const { source, target, count, total_ms } = sums;
	return {
		step: Math.floor(source[edge] / texts.length) + 1,
		source: texts.at(source[edge] % texts.length),
		target: texts.at(target[edge]),
		count: count[edge],
		total_ms: total_ms[edge]
	};
}
/** Keeps edges that lead from a first step over other kept edges. */
function withoutOrphans(edges) {
	/** step -> names reached. */
	const reached = [];
	const kept = /* @__PURE__ */ new Set();
	for (const edge of [...edges].sort((a, b) => a.step - b.step)) {
		if (edge.step > 1 && reached[edge.step]?.has(edge.source) !== true) continue;
		kept.add(edge);
		reached[edge.step + 1] ??= /* @__PURE__ */ new Set();
		reached[edge.step + 1].add(edge.target);
	}
	return edges.filter((edge) => kept.has(edge));
}
// src/engine/kinds/path/path.ts
/** Paths: names the steps of all rows, lets the kernel walk each person's sessions, picks the top edges. */
/** Paths are always about persons. */
const PERSON$3 = { kind: "person" };
function computePath(query, view) {
	const { names, paths } = preparePaths(query, view);
	const spare = spareChunks(rowsOf(paths));
	const chunks = view.share(PATHS, {
		...paths,
		spare
	}, actorCuts(view.actorCount(PERSON$3))).flat();
	view.checkpoint();
	return topEdges({
		chunks,
		spare,
		team: view
	}, names.texts, query);
}
/** Upper bound of the number of edges. */
function rowsOf({ parts }) {
	return parts.flatMap(({ sources }) => sources).reduce((sum, source) => sum + (source?.time_ms.length ?? 0), 0);
}
function preparePaths(query, view) {
	const { every, custom, names: wanted } = query.events;
	const events = every || custom ? null : [...new Set(wanted)];
	const names = newNames(query, () => view.checkpoint());
	const parts = view.parts({
		events,
		...query.range,
		actor: PERSON$3
	}).map((part) => {
		const sources = runsOf(part, null).map((run) => isStep(query, run.event) ? sourceOf(run, inStage("select", () => nameSteps(query, run, names, view)), part.skip) : null);
		const is_one = sources.filter((source) => source !== null).length < 2;
		return {
			skip: part.skip,
			sources,
			timeline: is_one ? null : part.timeline(view)
		};
	});
	const plan = planOf(query, names);
	const spans = query.funnel === null ? null : funnelSpans(query.funnel, view);
	return {
		names,
		paths: {
			range: query.range,
			parts,
			plan,
			spans
		}
	};
}
function isStep({ events }, event) {
	return events.every || events.custom && !event.startsWith("$") || events.names.includes(event);
}
function sourceOf(run, names, skip) {
	const { actor, time_ms, ranges } = run;
	tracing()?.note("rows", rowsIn$1(run, null, skip));
	return {
		actor,
		time_ms,
		ranges,
		names
	};
}
function nameSteps(query, run, names, view) {
	const select$1 = select(query.where, run, view);
	const naming = query.named.find(({ event }) => event === run.event);
	if (naming !== void 0) return nameValues(names, run.column(naming.key), naming.is_url, select$1);
	if (query.expression === null) return nameAll(names, run.event, select$1, run.rows);
	return nameValues(names, expressionColumn(query.expression, run, view), false, select$1);
}
function planOf(query, names) {
	const { start_point, end_point, session_gap_ms, step_limit } = query;
	const start = start_point === null ? NO_STEP_NAME : names.texts.find(start_point);
	const end = end_point === null ? NO_STEP_NAME : names.texts.find(end_point);
	const empty = names.texts.find("") ?? 4294967295;
	const left_out = numberOf$1(names, "...");
	return {
		session_gap_ms,
		step_limit,
		is_impossible: start === void 0 || end === void 0,
		empty,
		left_out,
		start: start ?? 4294967295,
		end: end ?? 4294967295,
		names: names.texts.length
	};
}
// src/engine/kinds/people/events.ts
/**
* The newest events, page by page.
* Reads months from the newest back until the page is full, and in each month only times first, then ids of rows that
* are new enough, then properties of the rows on the page.
*/
const PERSON$2 = { kind: "person" };
const UUID_BYTES = 16;
/** Rows between two checkpoints. */
const CHECKED_ROWS = 1 << 20;
function listEvents(query, view) {
	const wanted = query.limit + 1;
	const found = [];
	for (const window of windowsOf$1(view.months(eventsOf$1([query])), rangeOf(query))) {
		found.push(...newestOf(query, window, wanted - found.length, view));
		if (found.length >= wanted) break;
	}
	const events = withProperties(found.slice(0, query.limit), query.bytes, view);
	return {
		events,
		has_more: events.length < found.length
	};
}
/** Rows behind a cursor have its time or an earlier one. */
function rangeOf({ range: { from_ms, until_ms }, behind }) {
	return {
		from_ms,
		until_ms: behind === null ? until_ms : Math.min(until_ms, behind.time_ms + 1)
	};
}
/** Windows grow from the newest back: rare rows are not searched month by month. */
function* windowsOf$1(months, { from_ms, until_ms }) {
	const within = months.filter((month) => monthStart(month) < until_ms && monthStart(month + 1) > from_ms);
	for (let at = 0, length = 1; at < within.length; at += length, length *= 2) {
		const oldest = within[Math.min(at + length, within.length) - 1];
		yield {
			from_ms: Math.max(from_ms, monthStart(oldest)),
			until_ms: Math.min(until_ms, monthStart(within[at] + 1))
		};
	}
}
/** Sorted, at most `wanted`. */
function newestOf(query, window, wanted, view) {
	const parts = view.parts({
		events: eventsOf$1([query]),
		actor: PERSON$2,
		...window
	});
	const times = new LatestTimes(wanted);
	const candidates = parts.flatMap((part) => selectRuns(query.matches, part, window, view)).map(({ run, range }) => {
		const rows = [];
		for (let until = run.rows; until > 0; until -= CHECKED_ROWS) {
			view.checkpoint();
			addCandidates(run, {
				...range,
				first: Math.max(0, until - CHECKED_ROWS),
				until
			}, query.behind, times, rows);
		}
		return {
			run,
			rows: levelOnes(run, rows, query.behind, times, view)
		};
	});
	const newest = new Newest(wanted);
	for (const { run, rows } of candidates) {
		const late = rows.filter((row) => run.time_ms[row] >= times.least_ms);
		const uuids = view.rowUuids(run, late);
		for (const [at, row] of late.entries()) newest.offer(run, row, uuids, at * UUID_BYTES);
	}
	return newest.found;
}
/** From the last row back: an actor's rows ascend in time, so most rows are soon too early. */
function addCandidates({ time_ms, actor }, { select, skip, from_ms, until_ms, first, until }, behind, times, rows) {
	const level_ms = behind?.time_ms ?? NaN;
	for (let row = until - 1; row >= first; row--) {
		const at_ms = time_ms[row];
		if (at_ms < times.least_ms || at_ms < from_ms || at_ms >= until_ms) continue;
		if (select !== null && !has(select, row)) continue;
		if (skip !== null && isSkipped(skip, actor[row])) continue;
		rows.push(row);
		if (at_ms !== level_ms) times.add(at_ms);
	}
}
function isSkipped(skip, actor) {
	return actor >>> 5 < skip.length && has(skip, actor);
}
/** Drops rows at the cursor's time that are not behind it. */
function levelOnes(run, rows, behind, times, view) {
	if (behind === null) return rows;
	const level = rows.filter((row) => run.time_ms[row] === behind.time_ms);
	if (level.length === 0) return rows;
	const uuids = view.rowUuids(run, level);
	const passed = new Set(level.filter((_, at) => compareIds(formatUuid(uuids, at * UUID_BYTES), run.event, behind) < 0));
	for (let i = 0; i < passed.size; i++) times.add(behind.time_ms);
	return rows.filter((row) => run.time_ms[row] !== behind.time_ms || passed.has(row));
}
/** Below 0: behind the cursor, at the same time. */
function compareIds(uuid, event, cursor) {
	if (uuid !== cursor.uuid) return uuid < cursor.uuid ? -1 : 1;
	return event === cursor.event ? 0 : event < cursor.event ? -1 : 1;
}
/** The latest times seen: a heap with the earliest on top. */
var LatestTimes = class {
	#times_ms;
	#count = 0;
	constructor(room) {
		this.#times_ms = new Float64Array(room);
	}
	/** Earlier rows cannot make the page. */
	get least_ms() {
		return this.#count < this.#times_ms.length ? Number.NEGATIVE_INFINITY : this.#times_ms[0];
	}
	add(time_ms) {
		const heap = this.#times_ms;
		if (this.#count < heap.length) {
			heap[this.#count++] = time_ms;
			if (this.#count === heap.length) heap.sort();
		} else if (time_ms > heap[0]) sink(heap, time_ms);
	}
};
/** Replaces the top and sinks it to its place. */
function sink(heap, value) {
	let at = 0;
	for (;;) {
		let below = 2 * at + 1;
		if (below >= heap.length) break;
		if (below + 1 < heap.length && heap[below + 1] < heap[below]) below++;
		if (heap[below] >= value) break;
		heap[at] = heap[below];
		at = below;
	}
	heap[at] = value;
}
/** The first `room` rows offered, in order. */
var Newest = class {
	found = [];
	#room;
	constructor(room) {
		this.#room = room;
	}
	offer(run, row, uuids, at) {
		const time_ms = run.time_ms[row];
		const last = this.found.length < this.#room ? void 0 : this.found[this.#room - 1];
		if (last !== void 0 && time_ms < last.time_ms) return;
		const uuid = formatUuid(uuids, at);
		const index = this.#indexOf(time_ms, uuid, run.event);
		if (index >= this.#room) return;
		this.found.splice(index, 0, {
			time_ms,
			uuid,
			event: run.event,
			run,
			row
		});
		if (this.found.length > this.#room) this.found.pop();
	}
	/** Number of rows before it. */
	#indexOf(time_ms, uuid, event) {
		let low = 0;
		let high = this.found.length;
		while (low < high) {
			const middle = low + high >>> 1;
			const other = this.found[middle];
			if (other.time_ms === time_ms ? compareIds(uuid, event, other) < 0 : other.time_ms > time_ms) low = middle + 1;
			else high = middle;
		}
		return low;
	}
};
/** Stops before the byte limit is exceeded. */
function withProperties(found, bytes, view) {
	const properties = /* @__PURE__ */ new Map();
	for (const [run, of] of Map.groupBy(found, (one) => one.run)) {
		const rows = of.map(({ row }) => row);
		for (const [at, values] of view.rowProperties(run, rows).entries()) properties.set(of[at], values);
	}
	let left = bytes;
	const events = [];
	for (const one of found) {
		const values = properties.get(one);
		left -= sizeOf(values);
		if (left < 0 && events.length > 0) break;
		const { run, row, time_ms, uuid, event } = one;
		const distinct = view.rowDistinct(run)[row];
		events.push({
			time_ms,
			uuid,
			event,
			distinct,
			person: run.actor[row],
			properties: values
		});
	}
	return events;
}
/** JSON bytes of the members besides properties. */
const FIXED_BYTES = 250;
/** Estimate, as JSON. */
function sizeOf(properties) {
	return FIXED_BYTES + JSON.stringify(properties).length;
}
// src/engine/kernels/rows/merge_rows.ts
/**
* Merges the selected rows of several runs into one, sorted by (actor, time). Cost: one step per row and run of an
* actor.
*/
/** Runs of one part. Rows of one instant keep the order of the runs. */
function mergeRows(runs, actors) {
	const walk = walkActors(runs.map((rows) => rows.actor), 0, actors);
	const most = runs.reduce((sum, rows) => sum + rows.actor.length, 0);
	const out = {
		actor: new Uint32Array(most),
		time_ms: new Float64Array(most),
		group: runs.some((rows) => rows.group !== null) ? new Uint32Array(most) : null,
		length: 0
	};
	for (let actor = nextActor(walk); actor !== NO_ACTOR; actor = nextActor(walk)) {
		const { skip } = runs[walk.active[0]];
		if (skip === null || !has(skip, actor)) mergeActor(walk, runs, actor, out);
	}
	return {
		actor: out.actor.subarray(0, out.length),
		time_ms: out.time_ms.subarray(0, out.length),
		quarters: null,
		group: out.group?.subarray(0, out.length) ?? null,
		select: null,
		skip: null,
		skipped: null
	};
}
/** Takes the earliest next row of any run until the current actor is done. */
function mergeActor(walk, runs, actor, out) {
	const { active, active_count, begin, until } = walk;
	for (;;) {
		let earliest = -1;
		let earliest_ms = 0;
		for (let at = 0; at < active_count; at++) {
			const run = active[at];
			const row = begin[run];
			if (row === until[run]) continue;
			const time = runs[run].time_ms[row];
			if (earliest >= 0 && time >= earliest_ms) continue;
			earliest = run;
			earliest_ms = time;
		}
		if (earliest < 0) return;
		const { select, group } = runs[earliest];
		const row = begin[earliest]++;
		if (select !== null && !has(select, row)) continue;
		out.actor[out.length] = actor;
		out.time_ms[out.length] = earliest_ms;
		if (out.group !== null && group !== null) out.group[out.length] = group[row];
		out.length++;
	}
}
// src/engine/kernels/trend/active.ts
/** A whole unit, so that slots stay exact. */
const DAY_MS = 864e5;
function slotWindows({ from_ms, until_ms }) {
	const edges = [.../* @__PURE__ */ new Set([...from_ms, ...until_ms])].sort((a, b) => a - b);
	const closed = Float64Array.of(...edges, edges[edges.length - 1] + DAY_MS);
	return {
		slots: buildBuckets(closed, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
		begun: notAfter(from_ms, closed),
		ended: notAfter(until_ms, closed)
	};
}
/** slot -> times that are not after its edge; 0 in slot 0, where unselected rows are. */
function notAfter(times_ms, edges_ms) {
	const counts = new Int32Array(edges_ms.length + 1);
	let count = 0;
	for (const [edge, edge_ms] of edges_ms.entries()) {
		while (count < times_ms.length && times_ms[count] <= edge_ms) count++;
		counts[edge + 1] = count;
	}
	return counts;
}
/**
* changes[window * groups + group] grows by the window's count less the previous one's. Changes of row ranges that do
* not split actors, and of parts, add up.
*/
function changeActive(rows, windows, groups, changes) {
	const end = rows.actor.length;
	const slot = new Int32Array(BLOCK_ROWS$1);
	const last = {
		who: new Uint32Array(groups).fill(NO_ACTOR),
		reach: new Int32Array(groups)
	};
	for (let first = 0; first < end; first += BLOCK_ROWS$1) {
		const until = Math.min(first + BLOCK_ROWS$1, end);
		slotRows(rows, windows.slots, first, until, slot);
		const block = {
			actor: rows.actor,
			slot,
			first,
			until
		};
		if (rows.group === null) addUngrouped(block, windows, last, changes);
		else addGrouped(block, rows.group, windows, last, changes);
	}
}
/**
* A row is in windows [ended, begun); unselected rows are in none. Whether it extends the actor's range is
* unpredictable, so it is added with a mask instead of a branch.
*/
function addUngrouped({ actor, slot, first, until }, { begun, ended }, { who, reach }, changes) {
	let current = who[0];
	let counted = reach[0];
	for (let row = first; row < until; row++) {
		if (actor[row] !== current) {
			current = actor[row];
			counted = 0;
		}
		const at = slot[row - first];
		const stop = begun[at];
		const start = Math.max(ended[at], counted);
		const further = start - stop >> 31;
		changes[start] -= further;
		changes[stop] += further;
		counted ^= (counted ^ stop) & further;
	}
	who[0] = current;
	reach[0] = counted;
}
function addGrouped({ actor, slot, first, until }, group, { begun, ended }, { who, reach }, changes) {
	const groups = who.length;
	for (let row = first; row < until; row++) {
		const at = slot[row - first];
		const stop = begun[at];
		const of = group[row];
		const current = actor[row];
		const counted = who[of] === current ? reach[of] : 0;
		const start = Math.max(ended[at], counted);
		if (stop <= start) continue;
		changes[start * groups + of]++;
		changes[stop * groups + of]--;
		who[of] = current;
		reach[of] = stop;
	}
}
// src/engine/kernels/trend/per_actor.ts
/**
* Counts the rows of each actor in each cell (e.g. events per user).
* Input: runs of one part with a cell per row. Output: a list of (cell, count). Rows are sorted by actor, so one stamp
* per cell tells whose count it holds. Cost: one step per row.
*/
/** One number per actor and cell with rows, over all runs of the part. */
function countPerActor(runs, range, actors) {
	const tally = newTally(runs, range);
	const only = runs.length === 1 ? runs[0] : null;
	if (only !== null) addRows(only, 0, only.actor.length, range, tally);
	else addTogether(runs, range, actors, tally);
	return {
		cells: tally.out_cells,
		values: tally.out_counts,
		length: tally.length
	};
}
function newTally(runs, { first, until }) {
	const most = runs.reduce((sum, run) => sum + run.actor.length, 0);
	return {
		stamp: new Uint32Array(until - first).fill(NO_ACTOR),
		at: new Uint32Array(until - first),
		out_cells: new Int32Array(most),
		out_counts: new Float64Array(most),
		length: 0
	};
}
function addTogether(runs, range, actors, tally) {
	const walk = walkActors(runs.map((run) => run.actor), 0, actors);
	while (nextActor(walk) !== NO_ACTOR) for (let at = 0; at < walk.active_count; at++) {
		const run = walk.active[at];
		addRows(runs[run], walk.begin[run], walk.until[run], range, tally);
	}
}
function addRows(run, begin, end, { first, until }, tally) {
	const { actor, cells } = run;
	const { stamp, at, out_cells, out_counts } = tally;
	let { length } = tally;
	for (let row = begin; row < end; row++) {
		const cell = cells[row];
		if (cell < first || cell >= until) continue;
		const who = actor[row];
		if (stamp[cell - first] === who) {
			out_counts[at[cell - first]]++;
			continue;
		}
		stamp[cell - first] = who;
		at[cell - first] = length;
		out_cells[length] = cell;
		out_counts[length++] = 1;
	}
	tally.length = length;
}
// src/engine/kinds/trend/aggregate.ts
/** Aggregates of numbers per cell (sum, avg, min, max, quantiles): which kernels each one uses. */
/** `size`: number of cells; `numbers`: estimate of how many there will be. */
function beginAggregate(aggregate, range, size, numbers) {
	switch (aggregate) {
		case "sum": {
			const sums = newSums(size);
			return {
				add: (list) => addCells(list, sums),
				end: () => sumsOf(sums)
			};
		}
		case "avg": {
			const sums = newSums(size);
			return {
				add: (list) => addCells(list, sums),
				end: () => averagesOf(sums)
			};
		}
		case "min": return extremes(leastOfCells, size, Number.POSITIVE_INFINITY);
		case "max": return extremes(greatestOfCells, size, Number.NEGATIVE_INFINITY);
		default: {
			if (typeof aggregate !== "number") return unreachable(aggregate);
			const binned = newBinned(size, numbers);
			return {
				add: (list) => binCells(list, binned),
				end: () => quantilesOf(binned, range, aggregate)
			};
		}
	}
}
function extremes(note, size, none) {
	const found = new Float64Array(size).fill(none);
	return {
		add: (list) => note(list, found),
		end: () => found.map((value) => value === none ? NaN : value)
	};
}
// src/engine/kernels/rows/row_aggregates.ts
/** Aggregates per cell that need the row, not only its number: row counts and the earliest value. */
/** counts[cell] grows by its rows. */
function countCells(cells, counts) {
	for (let row = 0; row < cells.length; row++) counts[cells[row]]++;
}
/**
* Number of each cell's earliest row that has one; at one instant the smallest. `earliest_ms` starts infinite, `found`
* as NaN.
*/
function earliestOfCells(cells, time_ms, values, earliest_ms, found) {
	for (let row = 0; row < cells.length; row++) {
		const value = values[row];
		if (Number.isNaN(value)) continue;
		const cell = cells[row];
		const time = time_ms[row];
		if (time > earliest_ms[cell] || time === earliest_ms[cell] && value >= found[cell]) continue;
		earliest_ms[cell] = time;
		found[cell] = value;
	}
}
// src/engine/kinds/trend/math_expression.ts
/** A cell outside every range, for rows that must not count. */
const NOWHERE = 0;
/** cell of the range -> number; 0 if there is none. */
function aggregateExpression({ aggregations, result }, runs, frame) {
	const { first, until } = frame.range;
	const numbers = aggregations.map((each) => aggregate(each, runs, frame).subarray(first, until));
	const read = (leaf) => {
		if (leaf.kind === "column") return {
			kind: "numbers",
			values: numbers[leaf.index]
		};
		return {
			kind: "constant",
			value: null
		};
	};
	const vector = evaluate(result, until - first, read, () => frame.view.checkpoint());
	return columnNumbers(toColumn(vector, until - first)).map((value) => Number.isFinite(value) ? value : 0);
}
/** cell -> number, NaN = none. */
function aggregate(aggregation, runs, frame) {
	const { name, value, condition } = aggregation;
	const selected = condition === null ? runs : runs.map((run) => withCondition(run, condition, frame.view));
	if (value === null) return countRows$1(selected, frame.size);
	if (name === "count") return countRows$1(selected.map((run) => withValue(run, value, frame.view)), frame.size);
	if (name === "unique") return countDistinct(selected, value, frame);
	const lists = selected.map(({ run, cells }) => {
		const values = columnNumbers(expressionColumn(value, run, frame.view));
		return {
			cells,
			values,
			length: values.length
		};
	});
	if (name === "any") return earliest(selected, lists, frame.size);
	const numbers = lists.reduce((sum, { length }) => sum + length, 0);
	const aggregating = beginAggregate(name === "quantile" ? aggregation.level : name, frame.range, frame.size, numbers);
	for (const list of lists) aggregating.add(list);
	return aggregating.end();
}
function countRows$1(runs, size) {
	const counts = new Float64Array(size);
	for (const { cells } of runs) countCells(cells, counts);
	return counts;
}
/** Keeps rows for which the condition is true. */
function withCondition({ run, cells }, condition, view) {
	return {
		run,
		cells: keepCells(cells, expressionColumn(condition, run, view), (value) => value === true)
	};
}
/** Keeps rows that have a value. */
function withValue({ run, cells }, value, view) {
	return {
		run,
		cells: keepCells(cells, expressionColumn(value, run, view), (own) => own !== null)
	};
}
function keepCells(cells, column, keeps) {
	const kept = new Int32Array(cells.length);
	if (column.kind === "number") {
		for (let row = 0; row < kept.length; row++) kept[row] = Number.isNaN(column.values[row]) ? NOWHERE : cells[row];
		return kept;
	}
	const { codes } = column;
	const mask = Int32Array.from(column.values, (value) => keeps(value) ? -1 : NOWHERE);
	for (let row = 0; row < kept.length; row++) kept[row] = cells[row] & mask[codes[row]];
	return kept;
}
function earliest(runs, lists, size) {
	const found = new Float64Array(size).fill(NaN);
	const earliest_ms = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
	for (const [at, { run, cells }] of runs.entries()) earliestOfCells(cells, run.time_ms, lists[at].values, earliest_ms, found);
	return found;
}
/** Values are compared by text. */
function countDistinct(runs, value, { range, size, view }) {
	const known = /* @__PURE__ */ new Map();
	const lists = runs.map(({ run, cells }) => {
		const column = expressionColumn(value, run, view);
		return {
			cells: keepCells(cells, column, (own) => own !== null),
			keys: keysOf(column, known)
		};
	});
	const counts = new Float64Array(size);
	countCells(distinctPairs(lists, range, Math.max(1, known.size)).cells, counts);
	return counts;
}
/** row -> number of its text; arbitrary for rows without a value. */
function keysOf(column, known) {
	if (column.kind === "number") return Uint32Array.from(column.values, (value) => Number.isNaN(value) ? 0 : keyOf(String(value), known));
	const { codes } = column;
	const of_code = Uint32Array.from(column.values, (value) => value === null ? 0 : keyOf(textOf(value), known));
	const keys = new Uint32Array(codes.length);
	for (let row = 0; row < keys.length; row++) keys[row] = of_code[codes[row]];
	return keys;
}
function keyOf(text, known) {
	let key = known.get(text);
	if (key === void 0) {
		key = known.size;
		known.set(text, key);
	}
	return key;
}
// src/engine/kinds/trend/math.ts
/**
* The maths of a trend: rows of one entity become a number per bucket and group.
* Additive maths add up kernel results part by part; others (quantiles, sessions) collect numbers from all parts first.
*/
const PERSON$1 = { kind: "person" };
const NO_VALUES = /* @__PURE__ */ new Float64Array(0);
const CELL_AGGREGATES = {
	sum: "sum",
	avg: "avg",
	min: "min",
	max: "max",
	median: .5,
	p75: .75,
	p90: .9,
	p95: .95,
	p99: .99
};
/** Kernels that read runs together allocate state per morsel. */
const CUTS_TOGETHER = 8;
/** The actor that rows are grouped by. */
function actorOf(math) {
	return "actor" in math ? math.actor : PERSON$1;
}
/** Range of rows that can count; windows reach back before the query's range. */
function reachOf(math, query) {
	if (math.kind !== "active") return query.range;
	const { from_ms, until_ms } = windowsOf(math, query);
	return {
		from_ms: from_ms[0],
		until_ms: until_ms[until_ms.length - 1]
	};
}
/** `parts` hold the rows of `reachOf`, and possibly others. */
function countMath(math, parts, frame) {
	switch (math.kind) {
		case "total":
		case "unique":
		case "unique_once": return countRows(math, parts, frame);
		case "active": return countActive(math, parts, frame);
		case "first_ever": return countFirstTimes(math, readAll(parts), frame);
		case "unique_session": return countSessions(readAll(parts), frame);
		case "property":
			if (math.source.of === "session") return aggregateSessions(math, readAll(parts), frame);
			return math.aggregate === "sum" || math.aggregate === "avg" ? sumProperty(math, parts, frame) : aggregateProperty(math, readAll(parts), frame);
		case "per_actor": return math.aggregate === "avg" ? averagePerActor(math, parts, frame) : aggregatePerActor(math, readAll(parts), frame);
		case "expression": return aggregateRows(math.expression, readAll(parts), frame);
		default: return unreachable(math);
	}
}
/** For maths without a shortcut. */
function readAll(parts) {
	return parts.map((part) => part.map((each) => ({
		run: each.run,
		rows: trendRowsOf(each)
	})));
}
function countRows(math, parts, frame) {
	const { buckets, groups, view } = frame;
	const counts = new Uint32Array(slotCells(buckets, groups));
	if (math.kind === "total") {
		const jobs = parts.flat().map(trendRowsOf).map((rows) => ({
			args: {
				rows,
				buckets,
				groups
			},
			cuts: rowCuts(rows.actor.length)
		}));
		shareCounts(view, TOTAL, jobs, counts);
	} else if (math.kind === "unique_once") shareCounts(view, FIRST, jobsTogether(parts, math.actor, frame), counts);
	else if (!addUniquePresent(parts.flat(), buckets, view, counts)) countUniqueRows(math.actor, parts, frame, counts);
	return counted(counts, frame);
}
/** A single run without groups needs no per-actor state. */
function countUniqueRows(actor, parts, frame, counts) {
	const { buckets, groups, view } = frame;
	if (parts.some((runs) => runs.length > 1)) {
		shareCounts(view, UNIQUE_TOGETHER, jobsTogether(parts, actor, frame), counts);
		return;
	}
	const jobs = parts.flat().map(trendRowsOf).map((rows) => ({
		args: {
			rows,
			buckets,
			groups
		},
		cuts: wholeActorCuts(rows.actor)
	}));
	shareCounts(view, UNIQUE, jobs, counts);
}
/** Jobs for kernels that read all runs of a part together. */
function jobsTogether(parts, actor, { buckets, groups, view }) {
	const cuts = actorCuts(view.actorCount(actor), CUTS_TOGETHER);
	return parts.map((part) => ({
		args: {
			runs: part.map(trendRowsOf),
			buckets,
			groups
		},
		cuts
	}));
}
function windowsOf(math, query) {
	return must(query.windows.find((windows) => windows.days === math.days), "a query has the windows of its maths");
}
function countActive(math, parts, frame) {
	const { groups, query, view, buckets } = frame;
	const windows = windowsOf(math, query);
	const slots = slotWindows(windows);
	const changes = new Int32Array((buckets.count + 1) * groups);
	const is_done = changeActivePresent(parts.flat(), windows, view, changes);
	for (const part of is_done ? [] : parts) {
		if (part.length === 0) continue;
		const runs = part.map(trendRowsOf);
		changeActive(runs.length === 1 ? runs[0] : mergeRows(runs, view.actorCount(math.actor)), slots, groups, changes);
	}
	const values = new Float64Array(buckets.count * groups);
	for (let cell = 0; cell < values.length; cell++) values[cell] = changes[cell] + (values[cell - groups] ?? 0);
	return {
		values,
		present: presentIn(values, groups)
	};
}
function countFirstTimes(math, parts, frame) {
	const { buckets, groups } = frame;
	const range = bucketCells(buckets, groups);
	const first_ms = passingFirstTimes(math.of, frame.query.range.until_ms, frame.view);
	const counts = new Float64Array(slotCells(buckets, groups));
	for (const { run, rows } of parts.flat()) countFirstEver(run, rowCells(rows, buckets, groups), range, first_ms, counts);
	return counted(counts, frame);
}
/** Distinct (cell, session) pairs. Rows without a session share one extra number. */
function sessionCells(parts, { buckets, groups, view }) {
	const lists = parts.flat().map(({ run, rows }) => ({
		cells: rowCells(rows, buckets, groups),
		keys: view.rowSession(run)
	}));
	return distinctPairs(lists, bucketCells(buckets, groups), view.sessionCount());
}
/** session -> duration. */
function durations(parts, view) {
	for (const { run } of parts.flat()) view.rowSession(run);
	return columnNumbers(view.sessionColumn("$session_duration"));
}
function countSessions(parts, frame) {
	const { cells } = sessionCells(parts, frame);
	const counts = new Float64Array(slotCells(frame.buckets, frame.groups));
	for (let at = 0; at < cells.length; at++) counts[cells[at]]++;
	return counted(counts, frame);
}
/** Each session counts once per cell. */
function aggregateSessions(math, parts, frame) {
	const of_session = multiplied(durations(parts, frame.view), math.multiplier);
	const { cells, keys } = sessionCells(parts, frame);
	const values = byOwner(of_session, keys);
	return aggregated(math.aggregate, [{
		cells,
		values,
		length: values.length
	}], values.length, frame);
}
/** Summed by the team. */
function sumProperty(math, parts, frame) {
	const { buckets, groups, view } = frame;
	const cells = slotCells(buckets, groups);
	const jobs = parts.flat().map((each) => {
		const numbers = multiplied(rowNumbers$1(math.source, each.run, view), math.multiplier);
		return {
			args: {
				rows: trendRowsOf(each),
				numbers: asSharedNumbers(numbers),
				buckets,
				groups,
				cells
			},
			cuts: rowCuts(each.run.rows)
		};
	});
	const total = newTotals(cells);
	for (const some of shareAll(view, SUM_CELLS, jobs)) addTotals(some, total);
	return metValues(math.aggregate === "sum" ? sumsOf(total.sums) : averagesOf(total.sums), total.met, frame);
}
function aggregateProperty(math, parts, frame) {
	const { buckets, groups, view } = frame;
	const runs = parts.flat();
	const lists = runs.values().flatMap(({ run, rows }) => {
		const values = multiplied(rowNumbers$1(math.source, run, view), math.multiplier);
		return cellBlocks(rows, values, buckets, groups);
	});
	const numbers = runs.reduce((sum, { run }) => sum + run.rows, 0);
	return aggregated(math.aggregate, lists, numbers, frame);
}
/** Rows divided by actors; no per-actor counts needed. */
function averagePerActor({ actor }, parts, frame) {
	const { values: rows, present } = countRows({ kind: "total" }, parts, frame);
	const { values: actors } = countRows({
		kind: "unique",
		actor
	}, parts, frame);
	return {
		values: rows.map((count, cell) => count === 0 ? 0 : withoutNoise(count / actors[cell])),
		present
	};
}
function aggregatePerActor(math, parts, frame) {
	const { buckets, groups, view } = frame;
	const range = bucketCells(buckets, groups);
	const lists = parts.map((part) => {
		return countPerActor(part.map(({ rows }) => ({
			actor: rows.actor,
			cells: rowCells(rows, buckets, groups)
		})), range, view.actorCount(math.actor));
	});
	const numbers = lists.reduce((sum, { length }) => sum + length, 0);
	return aggregated(math.aggregate, lists, numbers, frame);
}
/** A group exists if it has rows, whatever the expression yields. */
function aggregateRows(expression, parts, frame) {
	const { buckets, groups, view } = frame;
	const range = bucketCells(buckets, groups);
	const size = slotCells(buckets, groups);
	const runs = parts.flat().map(({ run, rows }) => ({
		run,
		cells: rowCells(rows, buckets, groups)
	}));
	const met = new Uint8Array(size);
	for (const { cells } of runs) meetCells({
		cells,
		values: NO_VALUES,
		length: cells.length
	}, met);
	const own = met.subarray(range.first, range.until);
	return {
		values: aggregateExpression(expression, runs, {
			range,
			size,
			view
		}).map((value, cell) => own[cell] === 0 ? 0 : value),
		present: presentIn(new Float64Array(own), groups)
	};
}
/** Aggregates numbers in cells; `numbers`: estimate of how many. */
function aggregated(aggregate, lists, numbers, frame) {
	const { buckets, groups } = frame;
	const range = bucketCells(buckets, groups);
	const size = slotCells(buckets, groups);
	const aggregating = beginAggregate(CELL_AGGREGATES[aggregate], range, size, numbers);
	const met = new Uint8Array(size);
	for (const list of lists) {
		aggregating.add(list);
		if (groups > 1) meetCells(list, met);
		else if (met[range.first] === 0 && isAnyWithin(list, range)) met[range.first] = 1;
	}
	return metValues(aggregating.end(), met, frame);
}
/** Numbers of all cells (NaN = none) and which cells have rows -> those of buckets. */
function metValues(cells, met, { buckets, groups }) {
	const { first, until } = bucketCells(buckets, groups);
	const values = cells.subarray(first, until);
	for (let cell = 0; cell < values.length; cell++) if (Number.isNaN(values[cell])) values[cell] = 0;
	return {
		values,
		present: presentIn(new Float64Array(met.subarray(first, until)), groups)
	};
}
/** Numbers of all slots -> those of buckets; a group exists if any of its numbers is not 0. */
function counted(cells, { buckets, groups }) {
	const { first, until } = bucketCells(buckets, groups);
	const values = new Float64Array(cells.subarray(first, until));
	return {
		values,
		present: presentIn(values, groups)
	};
}
/** group -> 1 if one of its cells is not 0. */
function presentIn(cells, groups) {
	const present = new Uint8Array(groups);
	for (let first = 0; first < cells.length; first += groups) meet(cells.subarray(first, first + groups), present);
	return present;
}
/** Unrolled by four, see column_select.ts: there may be as many groups as a property has values. */
function meet(cells, present) {
	const whole = present.length - present.length % 4;
	for (let group = 0; group < whole; group += 4) {
		present[group] |= Number(cells[group] !== 0);
		present[group + 1] |= Number(cells[group + 1] !== 0);
		present[group + 2] |= Number(cells[group + 2] !== 0);
		present[group + 3] |= Number(cells[group + 3] !== 0);
	}
	for (let group = whole; group < present.length; group++) present[group] |= Number(cells[group] !== 0);
}
// src/engine/kinds/trend/largest.ts
/**
* Breakdowns with very many values of which few are shown.
* A first pass counts each value over the whole range; a second one counts the largest by bucket and merges all others.
* So a value x bucket table, larger than any cache, becomes a list and a small table. Unique actors work too: the first
* row of each (actor, bucket, value) is selected, and those rows are counted.
*/
/** With fewer cells, one pass is cheaper than two. */
const FEW_CELLS = 16384;
/** Whether merging small values pays. */
function paysToJoin(groups, buckets, told) {
	return told !== null && groups > told * 2 && groups * buckets > FEW_CELLS;
}
/** Whether the math counts rows, or a selection of rows. */
function isCountable(math, { events, as_one }) {
	return math.kind === "total" || math.kind === "unique" && (as_one === true || events?.length === 1);
}
/** The rows to count, independent of how buckets and groups are merged. If rows are selected, each part has one run. */
function countableRows(math, parts, { buckets, groups, view }) {
	if (math.kind === "total") return parts;
	const selected = parts.map((runs) => runs.map((rows) => ({
		...rows,
		select: allocate(rows.run.rows)
	})));
	const jobs = parts.flat().map((each, at) => {
		const rows = trendRowsOf(each);
		return {
			args: {
				rows,
				buckets,
				groups,
				distinct: selected.flat()[at].select
			},
			cuts: wholeActorCuts(rows.actor)
		};
	});
	shareAll(view, DISTINCT_ROWS, jobs);
	return selected;
}
/**
* Keeps the `told` largest ordinary values with all ties, and values with a missing part. Rows outside the range may
* have been counted.
*/
function countLargest(named, told, parts, frame) {
	const { range } = frame.query;
	const { bounds_ms, count } = frame.buckets;
	const whole = buildBuckets(Float64Array.of(bounds_ms[1], bounds_ms[count + 1]), range.from_ms, range.until_ms);
	const totals = countMath({ kind: "total" }, parts, {
		...frame,
		buckets: whole
	}).values;
	const is_ordinary = wholeGroups(named);
	const least = largestOf(totals, is_ordinary, told);
	const kept = [];
	for (let group = 0; group < totals.length; group++) if (totals[group] > 0 && (totals[group] >= least || is_ordinary[group] === 0)) kept.push(group);
	const index_of = new Uint32Array(totals.length).fill(kept.length);
	for (const [index, group] of kept.entries()) index_of[group] = index;
	const groups = kept.length + 1;
	const { values, present } = countMath({ kind: "total" }, parts.map((runs) => runs.map((rows) => ({
		...rows,
		group: rows.group && renumbered(rows.group, index_of, groups)
	}))), {
		...frame,
		groups
	});
	const told_values = new Float64Array(count * kept.length);
	const rest = new Float64Array(count);
	for (let bucket = 0; bucket < count; bucket++) {
		const from = bucket * groups;
		told_values.set(values.subarray(from, from + kept.length), bucket * kept.length);
		rest[bucket] = values[from + kept.length];
	}
	return {
		keys: kept.map((group) => keyOf$1(named, group)),
		counted: {
			values: told_values,
			present: present.subarray(0, kept.length)
		},
		rest
	};
}
/** The smallest of the `count` largest ordinary totals. */
function largestOf(totals, is_ordinary, count) {
	const some = new Float64Array(totals.length);
	let length = 0;
	for (let group = 0; group < totals.length; group++) if (is_ordinary[group] === 1) some[length++] = totals[group];
	return length <= count ? 0 : leastOfLargest(some.subarray(0, length), count);
}
/** row -> index_of[group[row]]. */
function renumbered(group, index_of, distinct) {
	const codes = allocateCodes(group.length, distinct);
	for (let row = 0; row < group.length; row++) codes[row] = index_of[group[row]];
	return codes;
}
// src/engine/kinds/trend/whole_totals.ts
/** null if rows have to be read. */
function countWhole(entity, { bounds_ms, count }, view) {
	const edges_ms = bounds_ms.subarray(1, count + 2);
	if (entity.math.kind !== "total" || !edges_ms.every(isWholeQuarter)) return null;
	const events = wholeEvents(entity.matches);
	if (events === void 0) return null;
	tracing()?.note("stored counts");
	const values = view.rowCounts(events, edges_ms);
	return {
		values,
		present: Uint8Array.of(values.some((rows) => rows > 0) ? 1 : 0)
	};
}
/** Events of which all rows match, null = all events; undefined if some match selects only part of an event. */
function wholeEvents(matches) {
	const whole = matches.filter(({ where }) => where.kind === "all");
	if (whole.some(({ event }) => event === null)) return null;
	const names = new Set(whole.flatMap(({ event }) => event === null ? [] : [event]));
	if (matches.every(({ event }) => event !== null && names.has(event))) return [...names];
}
// src/engine/kinds/trend/trend.ts
/** Trends: reads runs, selects rows, groups them, and lets the math count. One result per entity. */
/** Computes entities lazily, so that a large breakdown of one is cut before the next is computed. */
function* computeTrend(query, view) {
	const buckets = buildBuckets(query.edges_ms, query.range.from_ms, query.range.until_ms);
	for (const entity of query.entities) yield ofLine(entity, () => inStage("add_up", () => computeEntity(query, entity, buckets, view)));
}
function computeEntity(query, entity, buckets, view) {
	const { breakdown } = query;
	switch (breakdown?.kind) {
		case void 0: return numbersOf(countGroups(query, entity, [], buckets, view), buckets.count);
		case "values": return withoutEmptyGroups(countGroups(query, entity, breakdown.dimensions, buckets, view), buckets.count);
		case "cohorts": return withoutEmptyGroups(sideBySide(breakdown.cohorts.map((cohort) => {
			return {
				...countGroups(query, restricted(entity, cohort.where), [], buckets, view),
				keys: [[String(cohort.id)]]
			};
		}), buckets.count), buckets.count);
		default: return unreachable(breakdown);
	}
}
function countGroups(query, entity, breakdown, buckets, view) {
	const whole = breakdown.length === 0 ? countWhole(entity, buckets, view) : null;
	if (whole !== null) return {
		...whole,
		keys: [[]]
	};
	const request = {
		...eventsFor(entity),
		...reachOf(entity.math, query)
	};
	const { told } = query;
	const named = newGroups(breakdown, told !== null && isCountable(entity.math, request));
	const read = breakdown.every(isDimensionOfRows) && isEntityOfRows(entity) ? view.rowParts(request) : view.parts({
		...request,
		actor: actorOf(entity.math)
	});
	const parts = inStage("select", () => selectRows(entity, request, read, named, view));
	const groups = groupCount(named);
	if (query.breakdown?.kind === "values") checkNumbers({
		values: shownValues(groups, query.breakdown.limit),
		points: buckets.count
	});
	const frame = {
		query,
		buckets,
		groups,
		view
	};
	if (paysToJoin(groups, buckets.count, told) && isCountable(entity.math, request)) {
		const { counted, rest, keys } = inStage("kernels", () => countLargest(named, told, countableRows(entity.math, parts, frame), frame));
		return {
			...counted,
			keys,
			rest
		};
	}
	checkCells(slotCells(buckets, groups));
	return {
		...inStage("kernels", () => countMath(entity.math, parts, frame)),
		keys: groupKeys(named)
	};
}
/** Whether rows count regardless of actor; then fresh actors need no special care. */
function isEntityOfRows({ math, matches }) {
	return (math.kind === "total" || math.kind === "property" && isSourceOfRows(math.source)) && matches.every(({ where }) => isOfRows(where));
}
function isDimensionOfRows({ source }) {
	return isSourceOfRows(source);
}
/** These maths count one of several rows at one instant; the choice must not depend on storage order. */
const FIRST_ROWS = /* @__PURE__ */ new Set(["unique_once", "first_ever"]);
function eventsFor({ math, matches }) {
	return FIRST_ROWS.has(math.kind) ? { events: eventsOf$1([{ matches }]) } : eventsAsOne(matches);
}
/** part -> its runs with rows of the entity. Parts have different actors and are counted separately. */
function partRows(query, entity, groups, view) {
	const request = {
		...eventsFor(entity),
		...reachOf(entity.math, query)
	};
	return selectRows(entity, request, view.parts({
		...request,
		actor: actorOf(entity.math)
	}), groups, view);
}
function selectRows(entity, range, parts, groups, view) {
	const selected = parts.map((part) => selectRuns(entity.matches, part, range, view));
	measureSelected(groups, selected.flat(), view);
	return selected.map((runs) => runs.map((each) => groupSelected(groups, each, view)));
}
function numbersOf({ keys, values }, buckets) {
	return {
		groups: keys,
		values,
		buckets,
		rest: null
	};
}
/** One group per line, in order. */
function sideBySide(lines, buckets) {
	const values = new Float64Array(buckets * lines.length);
	for (const [group, line] of lines.entries()) for (let bucket = 0; bucket < buckets; bucket++) values[bucket * lines.length + group] = line.values[bucket];
	const present = Uint8Array.from(lines, (line) => line.present[0]);
	return {
		keys: lines.flatMap((line) => line.keys),
		values,
		present
	};
}
/** Values without rows in the range are no groups of the answer. */
function withoutEmptyGroups({ keys, values, present, rest }, buckets) {
	const kept = keys.map((_, group) => group).filter((group) => present[group] === 1);
	const compact = new Float64Array(buckets * kept.length);
	for (let bucket = 0; bucket < buckets; bucket++) for (let at = 0; at < kept.length; at++) compact[bucket * kept.length + at] = values[bucket * keys.length + kept[at]];
	return {
		groups: kept.map((group) => keys[group]),
		values: compact,
		buckets,
		rest: rest?.some((rows) => rows > 0) ? rest : null
	};
}
// src/engine/kinds/people/people_page.ts
/** Cuts a page out of the actors behind a number, in actor order. */
/** `marks`: bitmap over actors. Reads each word once, and the bits of words on the page. */
function pageOfMarks(marks, { offset, limit }) {
	const page = [];
	let before = 0;
	for (let word = 0; word < marks.length && page.length < limit; word++) {
		const size = countWord(marks[word]);
		for (let left = before + size > offset ? marks[word] | 0 : 0, at = before; left !== 0; left &= left - 1, at++) if (at >= offset && page.length < limit) page.push(word * 32 + 31 - Math.clz32(left & -left));
		before += size;
	}
	return {
		count: count(marks),
		actors: page
	};
}
/** Largest first, ties by actor; actors without rows are left out. `counts`: actor -> rows. */
function pageOfMost(counts, { offset, limit }) {
	const ascending = counts.slice().sort();
	const least = Math.max(1, ascending[ascending.length - offset - limit] ?? 1);
	const first = [];
	let having = 0;
	for (let actor = 0; actor < counts.length; actor++) {
		if (counts[actor] >= least) first.push(actor);
		if (counts[actor] > 0) having++;
	}
	first.sort((a, b) => counts[b] - counts[a] || a - b);
	return {
		count: having,
		actors: first.slice(offset, offset + limit)
	};
}
function newMarks(actors) {
	return allocate(actors);
}
/** Actors between two checkpoints. */
const CHECKED_ACTORS = 1024;
/**
* Finds contributing actors by bisection: it asks for the number of ever smaller ranges, so only the kernel knows the
* rule. `is_each_one`: each actor contributes at most one, so whole ranges can be skipped.
*/
function pageOfTally(tally, actors, is_each_one, { offset, limit }, view) {
	const page = [];
	let seen = 0;
	const descend = (first, until, number) => {
		if (number === 0 || is_each_one && page.length >= limit) return;
		if (is_each_one && seen + number <= offset) {
			seen += number;
			return;
		}
		if (until - first === 1) {
			if (seen >= offset && page.length < limit) page.push(first);
			seen++;
			return;
		}
		if (until - first > CHECKED_ACTORS) view.checkpoint();
		const middle = first + until >>> 1;
		const left = tally(first, middle);
		descend(first, middle, left);
		descend(middle, until, number - left);
	};
	const total = actors === 0 ? 0 : tally(0, actors);
	descend(0, actors, total);
	return {
		count: is_each_one ? total : seen,
		actors: page
	};
}
/** Earliest times of an actor's rows, at most `most`. */
function timesOf({ rows, spans, group }, actor, most) {
	const found = [];
	for (const span of spans) for (const run of rows) addTimes(run, {
		...span,
		actor,
		group
	}, most, found);
	return [...found].sort((a, b) => a - b).slice(0, most);
}
// src/engine/kinds/people/people.ts
/**
* The actors behind a number, a page at a time, with the times of what was counted.
* The counting code decides who counts: rows are selected, grouped and judged by the functions that made the number. If
* the rule is inside a kernel, that kernel counts ever smaller ranges of actors (people_page.ts).
*/
const PERSON = { kind: "person" };
function computePeople(query, view) {
	const { page, actor, times, rowsOf } = find(query.point, query, view);
	const people = page.actors.map((index) => ({
		actor: actor.kind === "person" ? index : view.actorKey(actor, index),
		times_ms: [...times(index, query.times)],
		rows: rowsOf?.(index) ?? null
	}));
	return {
		count: page.count,
		actor,
		people
	};
}
function find(point, page, view) {
	switch (point.kind) {
		case "trend": return page.order === "most" ? ofMost(point, page, view) : ofTrend(point, page, view);
		case "lifecycle": return ofLifecycle(point, page, view);
		case "stickiness": return ofStickiness(point, page, view);
		case "funnel": return ofFunnel(point, page, view);
		case "path": return ofPath(point, page, view);
		case "retention": return ofRetention(point, page, view);
		case "correlation": return ofCorrelation(point, page, view);
		default: return unreachable(point);
	}
}
/** The cohort a key names. */
function cohortOf(cohorts, key) {
	return must(cohorts.find(({ id }) => String(id) === key[0]), "a cohort of the breakdown");
}
/** What a trend counted at the point. */
function countedAt(point, view) {
	const { query, key } = point;
	const { breakdown } = query;
	const line = must(query.entities[point.entity], "an entity of the query");
	const entity = breakdown?.kind === "cohorts" ? restricted(line, cohortOf(breakdown.cohorts, key).where) : line;
	const named = newGroups(breakdown?.kind === "values" ? breakdown.dimensions : []);
	const parts = partRows(query, entity, named, view);
	const group = groupOf(named, key);
	const spans = spansOf(point);
	const rows = parts.flat().map(peopleRows);
	const times = (who, most) => timesOf({
		rows,
		spans,
		group
	}, who, most);
	return {
		entity,
		named,
		parts,
		group,
		spans,
		rows,
		actor: actorOf(entity.math),
		times
	};
}
function ofTrend(point, page, view) {
	const { query } = point;
	const { entity, named, parts, group, spans, rows, actor, times } = countedAt(point, view);
	const actors = view.actorCount(actor);
	const runs = parts.flat();
	if (group < 0) return {
		page: {
			count: 0,
			actors: []
		},
		actor,
		times
	};
	if (entity.math.kind === "unique_once") {
		const buckets = buildBuckets(query.edges_ms, query.range.from_ms, query.range.until_ms);
		return {
			page: firstSeen(point, {
				runs_of_parts: parts.map((part) => part.map(trendRowsOf)),
				buckets,
				groups: groupCount(named),
				group,
				actors
			}, page, view),
			actor,
			times
		};
	}
	const marks = newMarks(actors);
	if (entity.math.kind === "first_ever") {
		const first_ms = firstTimes(entity.math.of, query.range.until_ms, view);
		for (const each of rows) markFirstEver(each, {
			range: query.range,
			span: spans[0],
			group
		}, first_ms, marks);
	} else if (runs.every(({ select }) => select === null) && hasPresence(runs, spans.length, spans.length)) for (const { from_ms, until_ms } of spans) {
		const [present] = presentWithin(runs, Float64Array.of(from_ms, until_ms), wordsOf(runs), view);
		or(marks, present.subarray(0, marks.length));
	}
	else for (const each of rows) for (const span of spans) markActors(each, span, group, marks);
	return {
		page: pageOfMarks(marks, page),
		actor,
		times
	};
}
/** Actors of a trend's point by falling number of rows. */
function ofMost(point, page, view) {
	const { group, spans, rows, actor, times } = countedAt(point, view);
	const counts = new Uint32Array(view.actorCount(actor));
	for (const each of rows) {
		view.checkpoint();
		for (const span of group < 0 ? [] : spans) countRows$3(each, span, group, counts);
	}
	return {
		page: pageOfMost(counts, page),
		actor,
		times,
		rowsOf: (who) => counts[who]
	};
}
/** The fields needed row by row. */
function peopleRows({ run, select, skip, group }) {
	return {
		actor: run.actor,
		time_ms: run.time_ms,
		select,
		skip,
		group
	};
}
/** Actors first seen in these buckets. */
function firstSeen({ first, until }, { runs_of_parts, buckets, groups, group, actors }, page, view) {
	const counts = new Uint32Array(slotCells(buckets, groups));
	const tally = (first_actor, until_actor) => {
		counts.fill(0);
		for (const runs of runs_of_parts) countFirst({
			runs,
			buckets,
			groups
		}, counts, first_actor, until_actor);
		let number = 0;
		for (let bucket = first; bucket < until; bucket++) number += counts[(bucket + 1) * groups + group];
		return number;
	};
	return pageOfTally(tally, actors, true, page, view);
}
/** The spans in which rows count for the requested buckets. */
function spansOf({ query, entity, first, until }) {
	const { math } = must(query.entities[entity], "an entity of the query");
	const { range, edges_ms } = query;
	if (math.kind !== "active") return [{
		from_ms: Math.max(range.from_ms, edges_ms[first]),
		until_ms: Math.min(range.until_ms, edges_ms[until])
	}];
	const { from_ms, until_ms } = windowsOf(math, query);
	return [...from_ms.subarray(first, until)].map((from, at) => ({
		from_ms: from,
		until_ms: until_ms[first + at]
	}));
}
function ofLifecycle({ query, status, bucket }, page, view) {
	const { actor } = query;
	const { buckets, parts: selected, createdMs } = prepareLifecycle(query, must(query.entity, "a lifecycle is of an entity"), view);
	const parts = selected.map((runs) => runs.map(trendRowsOf));
	const created_ms = createdMs();
	const slots = buckets.count + 2;
	const slot = bucket + 2;
	const counts = new Uint32Array(STATUSES.length * slots);
	const tally = (first, until) => {
		counts.fill(0);
		for (const runs of parts) countLifecycle({
			runs,
			buckets,
			created_ms
		}, counts, first, until);
		return counts[status * slots + slot];
	};
	const seen = STATUSES[status] === "dormant" ? slot - 1 : slot;
	const spans = [{
		from_ms: buckets.bounds_ms[seen],
		until_ms: buckets.bounds_ms[seen + 1]
	}];
	return {
		page: pageOfTally(tally, view.actorCount(actor), true, page, view),
		actor,
		times: (who, most) => timesOf({
			rows: parts.flat(),
			spans,
			group: -1
		}, who, most)
	};
}
function ofStickiness(point, page, view) {
	const { query, periods } = point;
	const entity = must(query.entities[point.entity], "an entity of the query");
	const { buckets, occurrences, parts: selected } = prepareStickiness(query, entity, view);
	const parts = selected.map((runs) => runs.map(trendRowsOf));
	const counts = new Uint32Array(buckets.count + 1);
	const tally = (first, until) => {
		counts.fill(0);
		for (const runs of parts) countStickiness({
			runs,
			buckets,
			occurrences
		}, counts, first, until);
		if (!query.cumulative) return counts[periods];
		return counts.subarray(periods).reduce((sum, count) => sum + count, 0);
	};
	return {
		page: pageOfTally(tally, view.actorCount(entity.actor), true, page, view),
		actor: entity.actor,
		times: (who, most) => timesOf({
			rows: parts.flat(),
			spans: [query.range],
			group: -1
		}, who, most)
	};
}
function ofFunnel({ query, key, least, most }, page, view) {
	const { breakdown } = query;
	const outcomes = breakdown?.kind === "cohorts" ? outcomesOfGroup(ofCohort(query, cohortOf(breakdown.cohorts, key)), [], view) : outcomesOfGroup(query, key, view);
	return ofOutcomes(outcomes, query.actor, (actor) => {
		const level = outcomes.level[actor];
		return level >= least && level <= most;
	}, page);
}
function ofOutcomes(outcomes, actor, isMeant, { offset, limit }) {
	const actors = [...outcomes.level.keys()].filter(isMeant);
	return {
		page: {
			count: actors.length,
			actors: actors.slice(offset, offset + limit)
		},
		actor,
		times: (who, most) => Array.from({ length: Math.min(most, outcomes.level[who]) }, (_, step) => stepTimeMs(outcomes, who, step))
	};
}
function ofCorrelation({ query, key, is_success }, page, view) {
	const { outcomes, members } = correlated(query, key, is_success, view);
	return ofOutcomes(outcomes, query.funnel.actor, (actor) => members.has(actor), page);
}
function ofPath({ query, step, source, target }, page, view) {
	const { names, paths } = preparePaths(query, view);
	const of_source = names.texts.find(source);
	const of_target = names.texts.find(target);
	const work = newPathWork(noSpare());
	const tally = (first_actor, until_actor) => {
		if (of_source === void 0 || of_target === void 0) return 0;
		clearEdges(work.log);
		walkPaths(paths, work, first_actor, until_actor);
		return recordsOfEdge(work.log.chunks, (step - 1) * paths.plan.names + of_source, of_target);
	};
	const rows = paths.parts.flatMap(({ skip, sources }) => sources.filter((source) => source !== null).map(({ actor, time_ms, names: named }) => {
		return {
			actor,
			time_ms,
			select: null,
			skip,
			group: rowNumbers(named)
		};
	}));
	return {
		page: pageOfTally(tally, view.actorCount(PERSON), false, page, view),
		actor: PERSON,
		times: (who, most) => timesOf({
			rows,
			spans: [query.range],
			group: of_target ?? -1
		}, who, most)
	};
}
function ofRetention(point, page, view) {
	const { breakdown } = point.query;
	const of_cohort = breakdown?.kind === "cohorts" ? cohortOf(breakdown.cohorts, point.key) : null;
	const query = of_cohort === null ? point.query : withinCohort(point.query, of_cohort);
	const prepared = prepareRetention(query, breakdown?.kind === "values" ? breakdown.dimensions : [], view);
	const { named, plan } = prepared;
	const parts = prepared.parts.map(kernelRuns);
	const group = groupOf(named, point.key);
	const { buckets, groups } = plan;
	const size = buckets.count;
	const counts = new Uint32Array(groups * size * size);
	const tally = (first, until) => {
		counts.fill(0);
		for (const runs of parts) countRetention({
			runs,
			plan
		}, counts, first, until);
		let number = 0;
		for (let start = point.first; start < point.until && start + point.later < size; start++) number += counts[(group * size + start) * size + point.later];
		return number;
	};
	const rows = parts.flatMap(({ starts, returns }) => point.later === 0 ? starts.runs : returns ?? starts.runs);
	const last = Math.min(size, query.cumulative && point.later > 0 ? size : point.until + point.later);
	const spans = [{
		from_ms: query.edges_ms[Math.min(size, point.first + point.later)],
		until_ms: query.edges_ms[last]
	}];
	const is_each_one = point.until - point.first === 1;
	return {
		page: group < 0 ? {
			count: 0,
			actors: []
		} : pageOfTally(tally, view.actorCount(query.actor), is_each_one, page, view),
		actor: query.actor,
		times: (who, most) => timesOf({
			rows,
			spans,
			group
		}, who, most)
	};
}
// src/engine/kinds/people/values.ts
function computeValues(query, view) {
	return query.keys.map((key) => {
		view.checkpoint();
		return view.topValues(query, key, query);
	});
}
// src/engine/answer.ts
const COMPUTE = {
	trend: (query, view) => compared(query, (one) => computeTrend(one, view)),
	lifecycle: computeLifecycle,
	stickiness: (query, view) => compared(query, (one) => computeStickiness(one, view)),
	funnel: (query, view) => query.steps.length === 0 ? {
		viz: "steps",
		groups: []
	} : computeFunnel(query, view),
	path: computePath,
	retention: computeRetention,
	correlation: (query, view) => query.funnel.steps.length === 0 ? {
		success: 0,
		failure: 0,
		rows: []
	} : computeCorrelation(query, view),
	people: computePeople,
	events: listEvents,
	values: computeValues
};
/** @throws ServiceError from `view.checkpoint`, or if the answer would be too large */
function answerQuery({ kind, query }, view) {
	view.checkpoint();
	view.begin();
	return inStage("add_up", () => COMPUTE[kind](query, view));
}
function compared({ current, previous }, compute) {
	return {
		current: compute(current),
		previous: previous === null ? null : compute(previous)
	};
}
export { selectRuns as n, answerQuery as t };
