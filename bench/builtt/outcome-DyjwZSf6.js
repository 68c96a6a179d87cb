import { r as unreachable } from "./assert-Cucc65-M.js";
import { _ as compareText, b as linksFor, c as isoWithOffset, d as compareKeys, f as hasOther, g as OTHER_VALUE, l as startLabels, m as stepValue, n as evaluate, o as viewOf, p as seriesValue, r as linesIn, s as axisOf, t as nearestNames, u as OTHER, v as cutRanked, w as patchBetween } from "./nearest-DuLlCDvA.js";
import { n as selectRuns, t as answerQuery } from "./answer-Di1m1q-e.js";
import { A as moments, B as readItems, F as valueAt, G as Trace, J as traced, K as inStage, L as ValueList, M as codedOf, N as join, R as itemOf, V as formatDate, W as plainColumn, Y as tracing, c as STATUSES, m as leastOfLargest, r as ALL, z as plainValue } from "./query-BO5VA2Zo.js";
import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CL6ANKLD.js";
import { a as textOf$1, t as allocateCodes } from "./column-NKnza9zL.js";
import { g as members, h as has, i as ROWS_ALIKE, r as QUARTER_HOUR_MS } from "./run-B9uRFbuc.js";
import { C as pickOrNothing, D as stacked, E as remembered, O as tableBatch, S as numbersOf$1, T as placesOf, _ as computed$1, b as cut, c as WEIGHED, d as compareVectors, f as firstRows, g as cellsOf, h as Grouping, k as tableRows, l as beginAggregate, m as DISTINCT_TEXTS, o as sourceOf, p as ranksOf, u as compareRows$1, v as hold, w as pickVector, x as flagsOf, y as NUMBERED } from "./shipped-Crx_IG-5.js";
import { g as rowCuts } from "./edges-BY1FQb0p.js";
import { n as MIN_MS, t as MAX_MS } from "./zone-D9121KND.js";
import { Y as shareCounts, _ as median, d as sum, f as sumsOfPlaces, g as mean, u as ExactSum, y as partialOf } from "./value_aggregates-oy79J-9b.js";
import { t as COUNT_CODES } from "./code_counts-B14JQ4tF.js";
import { Q as formatUuid } from "./column_codec-CRp8qQ50.js";
import { d as livingPersons, f as matchRows, m as personsWhere, o as ELEMENT_MARK, s as checkNumbers, v as eventsAsOne } from "./names-DMcbKS9j.js";
import { i as hasKey } from "./known-ShXk4LDt.js";
import { l as parseChain } from "./person_uuid-DHbHeQxN.js";
import { t as quoted } from "./visible-CP275gyV.js";
import { n as shippedDataset } from "./dataset-DYQcOex9.js";
// src/sql/operators/combinations.ts
/**
* Rows of a batch that say the same of all that a grouping reads, put together: one row each, with how many there are.
* Most groupings are of columns with few values, so that a million rows come to some hundred.
*/
/** Fewer rows are faster read one by one. */
const ROWS_MIN = 4096;
/** Counts of several columns stay in the cache of a core; up to FEW, codes are counted as they are. */
const MOST = 1 << 18;
const FEW = 8192;
/** Rows per possible combination. */
const ROWS_EACH = 4;
/** null if there may be too many. */
function combined(vectors, rows, team) {
	if (rows < ROWS_MIN) return null;
	if (!areCoded(vectors)) return null;
	const coded = vectors.filter((vector) => vector.kind === "coded");
	const by_codes = [...Map.groupBy(coded, ({ codes }) => codes).values()];
	const most = Math.min(by_codes.length === 1 ? Number.POSITIVE_INFINITY : MOST, rows / ROWS_EACH);
	const is_few = product(by_codes.map(([first]) => first.values.length)) <= Math.min(FEW, most);
	const shared = by_codes.map((own) => sharedBy(own, is_few, most));
	const many = product(shared.map(({ column }) => column.many));
	return many > most ? null : counted$1(vectors, shared, countsOf(shared, many, rows, team));
}
/** Whether rows can be counted by their codes, if there are few enough. */
function areCoded(vectors) {
	return vectors.every((vector) => vector.kind !== "numbers" && (vector.kind !== "coded" || vector.values !== NUMBERED));
}
function product(numbers) {
	return numbers.reduce((all, number) => all * number, 1);
}
function sharedBy(vectors, is_few, most) {
	const { codes, values } = vectors[0];
	if (is_few || values.length > most || vectors.length === 1 && DISTINCT_TEXTS.has(values)) return {
		vectors,
		column: {
			codes,
			classes: null,
			many: values.length
		},
		codes: null
	};
	const known = /* @__PURE__ */ new Map();
	const firsts = [];
	return {
		vectors,
		column: {
			codes,
			classes: Uint32Array.from(values, (_, code) => {
				const key = keyOf$1(vectors, code);
				const found = known.get(key) ?? firsts.push(code) - 1;
				known.set(key, found);
				return found;
			}),
			many: firsts.length
		},
		codes: Uint32Array.from(firsts)
	};
}
/** Equal where all vectors have equal values. */
function keyOf$1(vectors, code) {
	const [first, ...others] = vectors.map(({ values }) => values[code]);
	return others.length === 0 && typeof first !== "object" ? first : JSON.stringify([first, ...others]);
}
function countsOf(shared, many, rows, team) {
	const counts = new Uint32Array(many);
	if (shared.length === 0) return counts.fill(rows);
	const columns = shared.map(({ column }) => column);
	shareCounts(team, COUNT_CODES, [{
		args: { columns },
		cuts: rowCuts(rows)
	}], counts);
	return counts;
}
function counted$1(vectors, shared, counts) {
	const met = new Uint32Array(counts.length);
	let rows = 0;
	for (let at = 0; at < counts.length; at++) {
		met[rows] = at;
		rows += Number(counts[at] > 0);
	}
	const found = met.subarray(0, rows);
	const own = /* @__PURE__ */ new Map();
	let after = counts.length;
	for (const { vectors: of, column, codes } of shared) {
		after /= column.many;
		const each = membersOf(found, after, column.many);
		if (codes !== null) for (let at = 0; at < each.length; at++) each[at] = codes[each[at]];
		for (const vector of of) own.set(vector, {
			...vector,
			codes: each
		});
	}
	const weights = new Float64Array(rows);
	for (let at = 0; at < rows; at++) weights[at] = counts[found[at]];
	return {
		rows,
		vectors: vectors.map((vector) => own.get(vector) ?? vector),
		weights
	};
}
/** Combination -> what it has of one column. */
function membersOf(found, after, many) {
	const each = found.slice();
	for (let at = 0; at < each.length; at++) each[at] = Math.floor(each[at] / after) % many;
	return each;
}
// src/sql/operators/join.ts
/** `left`: batches of so many columns. */
function* joined(join, { batches, width }, right, running) {
	const { how, columns } = join;
	const lookup = how === "cross" ? null : lookupOf(right, join.right_keys);
	const matched = new Uint8Array(right.rows);
	for (const batch of batches) {
		running.view.checkpoint();
		const left = tableRows(batch, width);
		const pairs = pairsOf(left, right, join, lookup, running);
		for (const place of pairs.right) if (place >= 0) matched[place] = 1;
		hold(running, pairs.left.length, columns.length);
		yield tableBatch(sideBySide(left, right, columns, pairs));
	}
	if (how !== "right" && how !== "full") return;
	const alone = Int32Array.from(placesOf(matched.map((flag) => 1 - flag)) ?? matched.keys());
	const nothing = {
		rows: 1,
		columns: Array.from({ length: width }, () => ({
			kind: "constant",
			value: null
		}))
	};
	yield tableBatch(sideBySide(nothing, right, columns, {
		left: new Int32Array(alone.length).fill(-1),
		right: alone
	}));
}
function lookupOf(table, keys) {
	const grouping = new Grouping(keys.length);
	const groups = grouping.groupsOf(keys.map((index) => table.columns[index]), table.rows);
	const begin = new Uint32Array(grouping.count + 2);
	for (const group of groups) begin[group + 2]++;
	for (let group = 2; group < begin.length; group++) begin[group] += begin[group - 1];
	const rows = new Uint32Array(table.rows);
	for (const [row, group] of groups.entries()) rows[begin[group + 1]++] = row;
	return {
		grouping,
		begin,
		rows
	};
}
function pairsOf(left, right, { how, left_keys }, lookup, running) {
	const lefts = [];
	const rights = [];
	const keeps_left = how === "left" || how === "full";
	const groups = lookup && groupsFound(lookup.grouping, left_keys.map((index) => left.columns[index]), left.rows);
	for (let row = 0; row < left.rows; row++) {
		const group = groups === null ? -1 : groups[row];
		const [first, until] = lookup === null ? [0, right.rows] : group < 0 ? [0, 0] : [lookup.begin[group], lookup.begin[group + 1]];
		if (lefts.length + until - first > LIMIT.sql_rows_held) hold(running, lefts.length + until - first, 1);
		for (let at = first; at < until; at++) {
			lefts.push(row);
			rights.push(lookup === null ? at : lookup.rows[at]);
		}
		if (first === until && keeps_left) {
			lefts.push(row);
			rights.push(-1);
		}
		if (row % 65536 === 0) running.view.checkpoint();
	}
	return {
		left: Int32Array.from(lefts),
		right: Int32Array.from(rights)
	};
}
/** Row -> the group that its values are equal to; -1 if there is none, or one of them is missing. */
function groupsFound(grouping, keys, rows) {
	const coded = keys.map((key) => codedOf(key, rows));
	const { codes, members, count } = join(coded, rows);
	const group_of = Int32Array.from({ length: count }, (_, code) => {
		const values = coded.map((column, at) => column.values[members[at][code]]);
		return values.includes(null) ? -1 : grouping.find(values);
	});
	return Int32Array.from({ length: rows }, (_, row) => group_of[codes[row]]);
}
function sideBySide(left, right, columns, pairs) {
	return {
		rows: pairs.left.length,
		columns: columns.map(({ side, index }) => pickOrNothing((side === "left" ? left : right).columns[index], pairs[side]))
	};
}
// src/sql/operators/scan.ts
/** Rows of the tables, in batches. */
/** Large enough to amortise the cost per batch, small enough for memory. */
const BATCH_ROWS = 1 << 20;
/** Of rows that are only counted by their codes, which are at hand. */
const WIDE_ROWS = 1 << 22;
const UUID_BYTES = 16;
const PERSON = { kind: "person" };
function* scanned(relation, running) {
	const { view } = running;
	switch (relation.kind) {
		case "events":
			yield* eventBatches(relation, running);
			break;
		case "persons":
			yield* slices(members(livingPersons(view)), (rows) => personBatch(rows, running, () => ({
				kind: "constant",
				value: null
			})));
			break;
		case "cohort_people":
			for (const { id, where } of relation.cohorts) yield* slices(members(personsWhere({
				kind: "cohort",
				where
			}, view)), (rows) => personBatch(rows, running, () => ({
				kind: "constant",
				value: id
			})));
			break;
		case "distinct_ids": {
			const person_of = view.distinctPersons();
			yield* slices(counted(person_of.length), (rows) => distinctBatch(rows, person_of, view));
			break;
		}
		case "groups":
			for (const type_index of relation.types) yield* groupBatches(type_index, running);
			break;
		default: yield* slices(counted(relation.count), numberBatch);
	}
}
function counted(count) {
	return Uint32Array.from({ length: count }, (_, at) => at);
}
function* slices(rows, batchOf) {
	tracing()?.note("scan", rows.length);
	for (let first = 0; first < rows.length; first += BATCH_ROWS) yield batchOf(rows.subarray(first, first + BATCH_ROWS));
}
/** `isWide`: of a batch of no rows, whether such batches take no room. */
function* eventBatches({ matches, range, is_of_rows }, running, isWide = () => false) {
	const { view } = running;
	if (matches.length === 0 || range.from_ms >= range.until_ms) return;
	const request = {
		...eventsAsOne(matches),
		...range
	};
	const parts = is_of_rows ? view.rowParts(request) : view.parts({
		...request,
		actor: PERSON
	});
	for (const part of parts) for (const chosen of inStage("select", () => selectRuns(matches, part, range, view))) {
		const { run } = chosen;
		const step = run.rows > BATCH_ROWS && isWide(eventBatch(run, /* @__PURE__ */ new Uint32Array(0), running)) ? WIDE_ROWS : BATCH_ROWS;
		for (let first = 0; first < run.rows; first += step) {
			view.checkpoint();
			const until = Math.min(first + step, run.rows);
			const rows = chosenRows(chosen, first, until);
			tracing()?.note("scan", until - first);
			if (rows === null || rows.length > 0) yield eventBatch(run, rows ?? {
				first,
				until
			}, running);
		}
	}
}
/** null if all are selected. */
function chosenRows({ run, range }, first, until) {
	const { select, skip, from_ms, until_ms } = range;
	const { time_ms, actor } = run;
	if (select === null && skip === null && from_ms === MIN_MS && until_ms === MAX_MS) return null;
	const rows = new Uint32Array(until - first);
	let count = 0;
	for (let row = first; row < until; row++) {
		const at_ms = time_ms[row];
		rows[count] = row;
		count += Number(at_ms >= from_ms) & Number(at_ms < until_ms);
	}
	if (select !== null) count = keptRows(rows, count, (row) => has(select, row));
	if (skip !== null) count = keptRows(rows, count, (row) => actor[row] >>> 5 >= skip.length || !has(skip, actor[row]));
	return count === rows.length ? null : rows.slice(0, count);
}
/** How many of them pass; those come first. */
function keptRows(rows, count, passes) {
	let kept = 0;
	for (let at = 0; at < count; at++) {
		rows[kept] = rows[at];
		kept += Number(passes(rows[at]));
	}
	return kept;
}
function eventBatch(run, rows, running) {
	const { view } = running;
	return remembered({
		rows: rows instanceof Uint32Array ? rows.length : rows.until - rows.first,
		read: (leaf) => readEvent(leaf, run, rows, running),
		pick(places) {
			const picked = places.slice();
			const first = rows instanceof Uint32Array ? 0 : rows.first;
			for (let at = 0; at < picked.length; at++) picked[at] = rows instanceof Uint32Array ? rows[places[at]] : first + places[at];
			view.checkpoint();
			return eventBatch(run, picked, running);
		}
	});
}
function readEvent(leaf, run, rows, running) {
	const { view } = running;
	if (leaf.kind === "moment") return readMoments(leaf.grain_ms, run, rows);
	if (leaf.kind === "field") return readField(leaf.name, run, rows, running);
	if (leaf.kind !== "source") return {
		kind: "constant",
		value: null
	};
	const { source } = leaf;
	if (source.of === "metadata" && source.key === "event" && run.event !== "\0all events") return {
		kind: "constant",
		value: run.event
	};
	const { column, owner } = plainColumn(source, run, view);
	if (owner !== null && source.of === "metadata" && source.key !== "event" && column.kind === "dictionary") return ownTexts(column, source.key === "person_id" ? view.actorCount(PERSON) : view.distinctPersons().length, numbersAt(owner, rows));
	return valuesAt(column, owner === null ? rows : numbersAt(owner, rows));
}
/** Quarters of an hour lie beside the run. */
function readMoments(grain_ms, run, rows) {
	const quarters = grain_ms === 9e5 ? run.quarters() : null;
	if (quarters === null) return moments(numbersAt(run.time_ms, rows), grain_ms);
	const { base_ms, count, of_row } = quarters;
	const times_ms = Array.from({ length: count }, (_, quarter) => base_ms + quarter * QUARTER_HOUR_MS);
	return {
		kind: "coded",
		codes: codesAt(of_row, rows, count),
		values: times_ms
	};
}
function readField(name, run, rows, running) {
	const { view } = running;
	if (name === "person_number" || name === "distinct_number") return {
		kind: "coded",
		codes: numbersAt(name === "person_number" ? view.rowOwner(run, PERSON) : view.rowDistinct(run), rows),
		values: NUMBERED
	};
	if (name === "person_created_at") return valuesAt(view.personCreatedColumn(), numbersAt(view.rowOwner(run, PERSON), rows));
	const list = Array.from(rows instanceof Uint32Array ? rows : counted(rows.until - rows.first).map((row) => row + rows.first));
	hold(running, list.length, name === "uuid" ? 1 : view.eventProperties(run).length);
	if (name === "uuid") {
		const uuids = view.rowUuids(run, list);
		return distinctVector(list.map((_, at) => formatUuid(uuids, at * UUID_BYTES)));
	}
	return distinctVector(view.rowProperties(run, list).map((properties) => ({ json: JSON.stringify(properties) })));
}
function distinctVector(values) {
	return {
		kind: "coded",
		codes: counted(values.length),
		values
	};
}
function numbersAt(of, rows) {
	if (!(rows instanceof Uint32Array)) return of.subarray(rows.first, rows.until);
	const values = new of.constructor(rows.length);
	for (let at = 0; at < values.length; at++) values[at] = of[rows[at]];
	return values;
}
/** Code -> value, for dictionaries that many batches read. */
const decoded = /* @__PURE__ */ new WeakMap();
/** Rows past the end of the column are missing. */
function valuesAt(column, rows) {
	if (column.kind === "number") {
		const { values } = column;
		if (!(rows instanceof Uint32Array)) return {
			kind: "numbers",
			values: values.subarray(rows.first, rows.until)
		};
		const own = new Float64Array(rows.length);
		for (let at = 0; at < own.length; at++) own[at] = values[rows[at]] ?? NaN;
		return {
			kind: "numbers",
			values: own
		};
	}
	const codes = codesAt(column.codes, rows, column.values.length);
	if (column.values.length > 2 * codes.length) return cut(codes, column.values.length, (code) => column.values.at(code) ?? null);
	let values = decoded.get(column.values);
	if (values === void 0 || values.length !== column.values.length) {
		values = Array.from(column.values);
		decoded.set(column.values, values);
		if (values.every((value, code) => typeof value === "string" || code === 0)) DISTINCT_TEXTS.add(values);
	}
	return {
		kind: "coded",
		codes,
		values
	};
}
/** Owner -> its text. */
const texts = /* @__PURE__ */ new WeakMap();
/** What each owner has of its own, as persons have an id: rows are coded by their owner. */
function ownTexts(column, owners, owner) {
	const { codes, values } = column;
	const textOf = (one) => values.at(codes[one] ?? 0) ?? null;
	if (owners > 2 * owner.length) return cut(owner, owners, textOf);
	let known = texts.get(column);
	if (known?.length !== owners) {
		known = Array.from({ length: owners }, (_, one) => textOf(one));
		texts.set(column, known);
		if (new Set(known).size === owners) DISTINCT_TEXTS.add(known);
	}
	return {
		kind: "coded",
		codes: owner,
		values: known
	};
}
function codesAt(codes, rows, distinct) {
	if (!(rows instanceof Uint32Array)) return codes.subarray(rows.first, rows.until);
	const own = allocateCodes(rows.length, distinct);
	for (let at = 0; at < own.length; at++) own[at] = codes[rows[at]] ?? 0;
	return own;
}
/** Rows by number. */
function indexed(rows, read) {
	return remembered({
		rows: rows.length,
		read: (leaf) => read(leaf, rows),
		pick: (places) => indexed(numbersAt(rows, places), read)
	});
}
function personBatch(rows, running, cohort) {
	const { view } = running;
	return indexed(rows, (leaf, of) => {
		if (leaf.kind === "source") return valuesAt(leaf.source.of === "person" ? view.personColumn(leaf.source.key) : view.personIdColumn(), of);
		const name = leaf.kind === "field" ? leaf.name : "";
		if (name === "created_at") return valuesAt(view.personCreatedColumn(), of);
		if (name === "cohort_id") return cohort();
		if (name !== "properties") return valuesAt(view.personIdColumn(), of);
		return objects(of, view.ownerProperties(PERSON), (key) => view.personColumn(key), running);
	});
}
/** All properties of a row as one object. */
function objects(rows, names, columnOf, running) {
	hold(running, rows.length, names.length);
	const made = Array.from(rows, () => ({}));
	for (const name of names) {
		const vector = valuesAt(columnOf(name), rows);
		for (const [at, object] of made.entries()) {
			const value = vector.kind === "numbers" ? vector.values[at] : vector.kind === "coded" ? vector.values[vector.codes[at]] : vector.value;
			if (value === null || Number.isNaN(value)) continue;
			object[name] = typeof value === "object" ? JSON.parse(value.json) : value;
		}
	}
	return distinctVector(made.map((object) => ({ json: JSON.stringify(object) })));
}
function distinctBatch(rows, person_of, view) {
	return indexed(rows, (leaf, of) => leaf.kind === "field" && leaf.name === "distinct_id" ? valuesAt(view.distinctColumn(), of) : valuesAt(view.personIdColumn(), numbersAt(person_of, of)));
}
function* groupBatches(type_index, running) {
	const { view } = running;
	const created = view.groupCreatedColumn(type_index);
	yield* slices(counted(view.actorCount({
		kind: "group",
		type_index
	})).filter((group) => isThere(created, group)), (rows) => indexed(rows, (leaf, of) => {
		const name = leaf.kind === "field" ? leaf.name : "";
		if (name === "index") return {
			kind: "constant",
			value: type_index
		};
		if (name === "created_at") return valuesAt(created, of);
		if (name === "key") return distinctVector(Array.from(of, (group) => view.actorKey({
			kind: "group",
			type_index
		}, group)));
		if (leaf.kind === "field" && leaf.key !== void 0) return valuesAt(view.groupColumn(type_index, leaf.key), of);
		return objects(of, view.ownerProperties({
			kind: "group",
			type_index
		}), (key) => view.groupColumn(type_index, key), running);
	}));
}
function isThere(column, index) {
	if (column.kind === "number") return !Number.isNaN(column.values[index] ?? NaN);
	return (column.codes[index] ?? 0) !== 0;
}
function numberBatch(rows) {
	return indexed(rows, (_, of) => ({
		kind: "numbers",
		values: Float64Array.from(of)
	}));
}
// src/sql/operators/window.ts
/** Window functions: orders rows within their partitions, then computes places, neighbours or aggregates over frames. */
/** Columns: one per window, then the table's. */
function withWindows(table, windows, running) {
	const made = windows.map((window) => {
		running.view.checkpoint();
		return windowVector(table, window, running);
	});
	return {
		rows: table.rows,
		columns: [...made, ...table.columns]
	};
}
function windowVector(table, window, running) {
	const { call, partition, order, frame } = window;
	const grouping = new Grouping(partition.length);
	const groups = grouping.groupsOf(partition.map((index) => table.columns[index]), table.rows);
	if (call.kind === "aggregate" && frame.from === null && frame.until === null) return overAll(table, groups, grouping.count, call.aggregate, running);
	const compare = compareRows$1(order, order.map(({ index }) => ranksOf(table.columns[index], table.rows)));
	const rows = Uint32Array.from({ length: table.rows }, (_, row) => row).sort((a, b) => groups[a] - groups[b] || compare(a, b) || a - b);
	const [begin, end] = stretches(rows, (a, b) => groups[a] === groups[b]);
	const [equals_begin, equals_end] = stretches(rows, (a, b) => groups[a] === groups[b] && compare(a, b) === 0);
	const places = {
		rows,
		begin,
		end,
		equals_begin,
		equals_end
	};
	const ordered = {
		...places,
		frame: frameOf$1(table, window, places)
	};
	return call.kind === "place" ? placed(table, ordered, call) : framed(table, ordered, call.aggregate, running);
}
/** Place -> begin and end of the run of like rows around it. */
function stretches(rows, areLike) {
	const [begin, end] = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
	for (let first = 0, until = 1; first < rows.length; first = until++) {
		while (until < rows.length && areLike(rows[until - 1], rows[until])) until++;
		begin.fill(first, first, until);
		end.fill(until, first, until);
	}
	return [begin, end];
}
function frameOf$1(table, { frame, order }, ordered) {
	const { begin, end, equals_begin, equals_end, rows } = ordered;
	const { unit, from, until } = frame;
	if (unit === "rows") return (place) => [from === null ? begin[place] : Math.min(end[place], Math.max(begin[place], place + from)), until === null ? end[place] : Math.max(begin[place], Math.min(end[place], place + until + 1))];
	const [key] = order;
	const values = key === void 0 ? /* @__PURE__ */ new Float64Array(0) : numbersOf$1(table.columns[key.index], table.rows);
	const sign = key?.is_descending === true ? -1 : 1;
	/** First place of the partition whose value is at least (or more than) `away` from this one. */
	const reach = (place, away, is_past) => {
		const bound = sign * values[rows[place]] + away;
		let [low, high] = [begin[place], end[place]];
		while (low < high) {
			const middle = low + high >> 1;
			const value = sign * values[rows[middle]];
			if (Number.isNaN(value) ? key.nulls_first : is_past ? value <= bound : value < bound) low = middle + 1;
			else high = middle;
		}
		return low;
	};
	return (place) => {
		const is_missing = Number.isNaN(values[rows[place]]);
		return [from === null ? begin[place] : from === 0 || is_missing ? equals_begin[place] : reach(place, from, false), until === null ? end[place] : until === 0 || is_missing ? equals_end[place] : reach(place, until, true)];
	};
}
function placed(table, ordered, { name, args, offset }) {
	const { rows, begin, end, frame } = ordered;
	if (args.length === 0) {
		const numbers = new Float64Array(rows.length);
		const numberAt = hasKey(PLACES, name) ? PLACES[name] : () => dense;
		let dense = 0;
		for (const [place, row] of rows.entries()) {
			if (ordered.equals_begin[place] === place) dense = begin[place] === place ? 1 : dense + 1;
			numbers[row] = numberAt(ordered, place, offset);
		}
		return {
			kind: "numbers",
			values: numbers
		};
	}
	const [of, otherwise] = args.map((index) => table.columns[index]);
	const values = [];
	for (const [place, row] of rows.entries()) {
		const is_away = name === "lag" || name === "lead";
		const [first, until] = is_away ? [begin[place], end[place]] : frame(place);
		const at = is_away ? place + (name === "lag" ? -offset : offset) : name === "last_value" ? until - 1 : first + (name === "first_value" ? 0 : offset - 1);
		values[row] = at >= first && at < until ? valueAt(of, rows[at]) : otherwise === void 0 ? null : valueAt(otherwise, row);
	}
	return listedByRow(values);
}
function listedByRow(values) {
	return {
		kind: "coded",
		codes: Uint32Array.from(values.keys()),
		values
	};
}
/** Number computed for a place. */
const PLACES = {
	row_number: ({ begin }, place) => place - begin[place] + 1,
	rank: ({ begin, equals_begin }, place) => equals_begin[place] - begin[place] + 1,
	percent_rank: ({ begin, end, equals_begin }, place) => (equals_begin[place] - begin[place]) / Math.max(1, end[place] - begin[place] - 1),
	cume_dist: ({ begin, end, equals_end }, place) => (equals_end[place] - begin[place]) / (end[place] - begin[place]),
	/** Parts of equal size; the first ones may be longer by one. */
	ntile({ begin, end }, place, parts) {
		const [count, at] = [end[place] - begin[place], place - begin[place]];
		const [short, longer] = [Math.floor(count / parts), count % parts];
		return at < longer * (short + 1) ? Math.floor(at / (short + 1)) + 1 : longer + Math.floor((at - longer * (short + 1)) / short) + 1;
	}
};
function cellRows(table, cells, aggregate, running) {
	const batch = tableBatch(table);
	const condition = aggregate.condition && flagsOf(computed$1(running, aggregate.condition, batch), table.rows);
	const args = aggregate.args.map((arg) => computed$1(running, arg, batch));
	return {
		cells: condition === null ? cells : cells.map((cell, row) => cell & -condition[row]),
		args,
		rows: table.rows,
		weights: null
	};
}
/** The same result for every row of a partition. */
function overAll(table, groups, count, aggregate, running) {
	const accumulating = beginAggregate(aggregate, running);
	accumulating.add(cellRows(table, cellsOf(groups, null), aggregate, running), count + 1);
	return pickVector(accumulating.end(count + 1), groups);
}
/** Accumulators cannot remove rows, so one is continued only if the frame starts where the last one did. */
function framed(table, { rows, frame }, aggregate, running) {
	const { args, cells } = cellRows(table, new Int32Array(table.rows).fill(1), aggregate, running);
	const values = [];
	let list_chars = 0;
	let accumulating = beginAggregate(aggregate, running);
	let [begun, added] = [-1, -1];
	let value = null;
	for (const [place, row] of rows.entries()) {
		if (place % CHECKED === 0) running.view.checkpoint();
		const [first, until] = frame(place);
		if (first !== begun || until < added) {
			accumulating = beginAggregate(aggregate, running);
			[begun, added] = [first, first];
		} else if (until === added) {
			values[row] = value;
			continue;
		}
		const picked = rows.slice(added, Math.max(added, until));
		added = Math.max(added, until);
		const own = {
			cells: Int32Array.from(picked, (each) => cells[each]),
			args: args.map((arg) => pickVector(arg, picked))
		};
		accumulating.add({
			...own,
			rows: picked.length,
			weights: null
		}, 2);
		value = valueAt(accumulating.end(2), 0);
		values[row] = value;
		if (typeof value === "object" && value !== null) list_chars += value.json.length;
		if (list_chars > LIMIT.sql_window_chars) throw tooManyLists();
	}
	return listedByRow(values);
}
function tooManyLists() {
	return invalid("query", `A window of this statement would make lists of more than ${LIMIT.sql_window_chars.toLocaleString("en")} characters together. Choose fewer rows with WHERE, a shorter frame (ROWS BETWEEN 9 PRECEDING AND CURRENT ROW), or shorter lists: groupArray(10)(x).`);
}
/** Places between two checkpoints. */
const CHECKED = 1024;
// src/sql/operators/run.ts
/** Runs a plan: each relation yields batches of rows on demand. */
/**
* Rows of the answer, at most one over its limit. `is_counted`: the view has events that are alike once, which only
* statements can be given of which `takesCounted`. @throws ServiceError from checkpoints, and for limits
*/
function runStatement(query, view, is_counted = false) {
	const running = {
		view,
		is_counted,
		subqueries: [],
		held: 0
	};
	for (const relation of query.subqueries) running.subqueries.push(subqueryOf(relation, running));
	return tableOf(query.relation, query.columns.length, running);
}
function subqueryOf(relation, running) {
	const { rows, columns } = tableOf(relation, widthOf(relation), running);
	const [values, keys] = columns.map((column) => Array.from({ length: rows }, (_, row) => valueAt(column, row)));
	return {
		value: values[0] ?? null,
		list: new ValueList(values),
		map: keys === void 0 ? null : mapOf(keys, values)
	};
}
function mapOf(keys, values) {
	const members = keys.flatMap((key, row) => key === null ? [] : [[textOf$1(key), itemOf(values[row])]]);
	return { json: JSON.stringify(Object.fromEntries(members)) };
}
function tableOf(relation, width, running) {
	return gathered(batchesOf(relation, running), width, running);
}
/** All rows as one table. */
function gathered(batches, width, running) {
	const parts = [];
	for (const batch of batches) {
		if (batch.rows === 0) continue;
		hold(running, batch.rows, width);
		parts.push(tableRows(batch, width));
	}
	return tableFrom(parts, width);
}
function tableFrom(parts, width) {
	const rows = parts.map((part) => part.rows);
	const columns = Array.from({ length: width }, (_, index) => {
		if (parts.length === 0) return {
			kind: "constant",
			value: null
		};
		return stacked(parts.map((part) => part.columns[index]), rows);
	});
	return {
		rows: rows.reduce((sum, count) => sum + count, 0),
		columns
	};
}
function batchesOf(relation, running) {
	switch (relation.kind) {
		case "events":
		case "persons":
		case "distinct_ids":
		case "groups":
		case "cohort_people":
		case "numbers": return scanned(relation, running);
		case "filter": return filtered(relation, running);
		case "unnest": return unnested(relation, running);
		case "project": return projected(relation, running);
		case "aggregate": return one(aggregated(relation, running));
		case "window": return one(withWindows(tableOf(relation.of, widthOf(relation.of), running), relation.columns, running));
		case "limit_by": return limitedBy(relation, running);
		case "distinct": return one(distinct(relation, running));
		case "sort": return relation.by.length === 0 ? cutOff(relation, running) : one(sorted(relation, running));
		case "union": return union(relation, running);
		case "join": return joined(relation, {
			batches: batchesOf(relation.left, running),
			width: widthOf(relation.left)
		}, tableOf(relation.right, widthOf(relation.right), running), running);
		default: return unreachable(relation);
	}
}
/** Number of columns. */
function widthOf(relation) {
	switch (relation.kind) {
		case "project":
		case "join":
		case "sort": return typeof relation.columns === "number" ? relation.columns : relation.columns.length;
		case "aggregate": return relation.keys.length + relation.aggregates.length;
		case "window": return relation.columns.length + widthOf(relation.of);
		case "filter":
		case "unnest":
		case "distinct":
		case "limit_by": return widthOf(relation.of);
		case "union": return widthOf(relation.of[0]);
		default: return 0;
	}
}
function one(table) {
	return [tableBatch(table)];
}
function* filtered({ of, where }, running) {
	for (const batch of batchesOf(of, running)) {
		const places = placesOf(flagsOf(computed$1(running, where, batch), batch.rows));
		if (places === null) yield batch;
		else if (places.length > 0) yield batch.pick(places);
	}
}
function* unnested({ of, list, name }, running) {
	for (const batch of batchesOf(of, running)) {
		running.view.checkpoint();
		const { codes, values } = codedOf(computed$1(running, list, batch), batch.rows);
		const items_of = values.map((value) => readItems(value)?.map(plainValue) ?? []);
		const begin = new Uint32Array(items_of.length);
		for (let code = 1; code < begin.length; code++) begin[code] = begin[code - 1] + items_of[code - 1].length;
		let rows = 0;
		for (let row = 0; row < batch.rows; row++) rows += items_of[codes[row]].length;
		hold(running, rows, 1);
		const [places, own] = [new Uint32Array(rows), new Uint32Array(rows)];
		for (let row = 0, at = 0; row < batch.rows; row++) {
			const code = codes[row];
			for (let item = 0; item < items_of[code].length; item++, at++) [places[at], own[at]] = [row, begin[code] + item];
		}
		if (rows > 0) yield withItems(batch.pick(places), name, {
			kind: "coded",
			codes: own,
			values: items_of.flat()
		});
	}
}
function withItems(below, name, items) {
	return {
		rows: below.rows,
		read: (leaf) => leaf.kind === "field" && leaf.name === name ? items : below.read(leaf),
		pick: (places) => withItems(below.pick(places), name, pickVector(items, places))
	};
}
/** Lazy: unread columns and dropped rows are not computed. */
function* projected({ of, columns }, running) {
	for (const batch of batchesOf(of, running)) yield projectedBatch(batch, columns, running);
}
function projectedBatch(batch, columns, running) {
	return remembered({
		rows: batch.rows,
		read: (leaf) => leaf.kind === "column" ? computed$1(running, columns[leaf.index], batch) : batch.read(leaf),
		pick: (places) => projectedBatch(batch.pick(places), columns, running)
	});
}
function* union({ of }, running) {
	for (const part of of) yield* batchesOf(part, running);
}
function aggregated({ of, keys, aggregates }, running) {
	const grouping = new Grouping(keys.length);
	const accumulating = aggregates.map((aggregate) => beginAggregate(aggregate, running));
	const is_weighed = aggregates.every(({ name }) => WEIGHED.has(name));
	const is_counted = running.is_counted && sourceOf(of).kind === "events";
	const inputs = [...keys, ...aggregates.flatMap(({ args, condition }) => [...args, condition ?? []].flat())];
	const read = (batch) => inputs.map((each) => computed$1(running, each, batch));
	const isWide = (empty) => is_weighed && areCoded(read(empty));
	for (const batch of of.kind === "events" ? eventBatches(of, running, isWide) : batchesOf(of, running)) {
		running.view.checkpoint();
		const before = grouping.count;
		const all = {
			rows: batch.rows,
			weights: is_counted ? alikeIn(batch) : null,
			vectors: read(batch)
		};
		const { rows, weights, vectors } = (is_weighed && !is_counted ? combined(all.vectors, batch.rows, running.view) : null) ?? all;
		const groups = grouping.groupsOf(vectors.slice(0, keys.length), rows);
		hold(running, grouping.count - before, keys.length + aggregates.length);
		let at = keys.length;
		for (const [place, { args, condition }] of aggregates.entries()) {
			const own = vectors.slice(at, at + args.length);
			at += args.length + Number(condition !== null);
			const cells = cellsOf(groups, condition === null ? null : flagsOf(vectors[at - 1], rows));
			accumulating[place].add({
				cells,
				args: own,
				rows,
				weights
			}, grouping.count + 1);
		}
	}
	const rows = grouping.count;
	return {
		rows,
		columns: [...grouping.columns(), ...accumulating.map((each) => each.end(rows + 1))]
	};
}
/** Row -> how many like it there are. */
function alikeIn(batch) {
	return numbersOf$1(batch.read({
		kind: "source",
		source: {
			of: "event",
			key: ROWS_ALIKE
		}
	}), batch.rows);
}
function distinct({ of }, running) {
	const width = widthOf(of);
	const grouping = new Grouping(width);
	for (const batch of batchesOf(of, running)) {
		const before = grouping.count;
		grouping.groupsOf(tableRows(batch, width).columns, batch.rows);
		hold(running, grouping.count - before, width);
	}
	return {
		rows: grouping.count,
		columns: grouping.columns()
	};
}
/** Rows in order. With a limit, rows that cannot be among the first are dropped batch by batch. */
function sorted({ of, by, columns, limit, offset }, running) {
	const width = widthOf(of);
	const wanted = limit === null ? Number.POSITIVE_INFINITY : limit + offset;
	let kept = [];
	let rows = 0;
	const ordered = (table) => {
		const count = Math.min(wanted, table.rows);
		const compare = compareVectors(by, by.map(({ index }) => table.columns[index]), table.rows, count);
		return tableRows(tableBatch(table).pick(firstRows(table.rows, count, compare)), width);
	};
	for (const batch of batchesOf(of, running)) {
		running.view.checkpoint();
		const best = batch.rows > wanted ? batch.pick(firstOf(batch, by, wanted)) : batch;
		hold(running, best.rows, width);
		kept.push(tableRows(best, width));
		rows += best.rows;
		if (rows <= MERGED * wanted) continue;
		kept = [ordered(tableFrom(kept, width))];
		running.held -= (rows - kept[0].rows) * width;
		rows = kept[0].rows;
	}
	const table = ordered(tableFrom(kept, width));
	const cut = tableBatch(table).pick(Uint32Array.from({ length: Math.max(0, table.rows - offset) }, (_, at) => at + offset));
	return tableRows(cut, columns);
}
/** Holds up to this many times the wanted rows before it drops the rest. */
const MERGED = 16;
function firstOf(batch, by, count) {
	const vectors = by.map(({ index }) => batch.read({
		kind: "column",
		index
	}));
	return firstRows(batch.rows, count, compareVectors(by, vectors, batch.rows, count));
}
/** LIMIT and OFFSET without an order. */
function* cutOff({ of, limit, offset }, running) {
	let skip = offset;
	let left = limit ?? Number.POSITIVE_INFINITY;
	if (left === 0) return;
	for (const batch of batchesOf(of, running)) {
		const first = Math.min(skip, batch.rows);
		const until = Math.min(batch.rows, first + left);
		skip -= first;
		left -= until - first;
		if (until > first) yield until - first === batch.rows ? batch : batch.pick(Uint32Array.from({ length: until - first }, (_, at) => first + at));
		if (left <= 0) return;
	}
}
function* limitedBy({ of, keys, limit }, running) {
	const grouping = new Grouping(keys.length);
	const counts = [];
	for (const batch of batchesOf(of, running)) {
		const groups = grouping.groupsOf(keys.map((index) => batch.read({
			kind: "column",
			index
		})), batch.rows);
		const flags = Uint8Array.from(groups, (group) => {
			counts[group] = (counts[group] ?? 0) + 1;
			return Number(counts[group] <= limit);
		});
		const places = placesOf(flags);
		yield places === null ? batch : batch.pick(places);
	}
}
// src/service/nothing/lines.ts
function isNothing(values) {
	return values === void 0 || values.every((value) => value === 0 || Number.isNaN(value));
}
function asLine({ name, matches }, range) {
	return {
		name,
		matches,
		range
	};
}
// src/service/present/correlation.ts
/** Per side. */
const SHOWN = 10;
/** Rows of fewer actors say little: this many, or a share of all if that is less. */
const ENOUGH_ACTORS = 25;
const ENOUGH_SHARE = .02;
const SKEW = 10;
function presentCorrelation(query, numbers) {
	const { success, failure } = numbers;
	const enough = Math.min(ENOUGH_ACTORS, ENOUGH_SHARE * (success + failure));
	const found = numbers.rows.filter((row) => row.success + row.failure >= enough).map((row) => ({
		row,
		odds: oddsOf(row, numbers)
	}));
	const best = found.filter(({ odds }) => odds > 1).sort((a, b) => b.odds - a.odds || compareRows(a.row, b.row));
	const worst = found.filter(({ odds }) => odds <= 1).sort((a, b) => a.odds - b.odds || compareRows(a.row, b.row));
	return {
		events: [...best.slice(0, SHOWN), ...worst.slice(0, SHOWN)].map(({ row, odds }) => correlated(row, odds)),
		skewed: query.funnel.steps.length > 0 && isSkewed(success, failure),
		success_total: success,
		failure_total: failure
	};
}
function isSkewed(success, failure) {
	return success === 0 || failure === 0 || success / failure > SKEW || failure / success > SKEW;
}
/** Odds ratio of converting with it versus without; adds one to each count, so that nothing is divided by zero. */
function oddsOf(row, all) {
	const without_success = all.success - row.success + 1;
	const without_failure = all.failure - row.failure + 1;
	return (row.success + 1) * without_failure / (without_success * (row.failure + 1));
}
/** Ties: more actors first, then by name. */
function compareRows(a, b) {
	return b.success + b.failure - a.success - a.failure || compareText(keyText$1(a), keyText$1(b));
}
function keyText$1({ key }) {
	return key.join("::");
}
function correlated(row, odds_ratio) {
	return {
		event: {
			event: keyText$1(row),
			...capturedOf(row)
		},
		success_count: row.success,
		success_people_url: null,
		failure_count: row.failure,
		failure_people_url: null,
		odds_ratio,
		correlation_type: odds_ratio > 1 ? "success" : "failure"
	};
}
/** For autocaptured events: what happened, to which element. */
function capturedOf({ key }) {
	const [event, , value] = key;
	if (event !== "$autocapture" || value === void 0) return {
		properties: {},
		elements: []
	};
	const at = value.indexOf(ELEMENT_MARK);
	const elements = parseChain(value.slice(at + ELEMENT_MARK.length)).map(elementShape);
	return {
		properties: { $event_type: value.slice(0, at) },
		elements
	};
}
function elementShape({ tag_name, classes, attributes }, order) {
	const { text, href, attr_id, ...rest } = attributes;
	return {
		tag_name,
		text: text ?? null,
		href: href ?? rest["attr__href"] ?? null,
		attr_id: attr_id ?? rest["attr__id"] ?? null,
		attr_class: classes.length === 0 ? null : classes,
		nth_child: numberOf(rest["nth-child"]),
		nth_of_type: numberOf(rest["nth-of-type"]),
		attributes: Object.fromEntries(Object.entries(rest).filter(([name]) => name.startsWith("attr__"))),
		order
	};
}
function numberOf(text) {
	const number = text === void 0 || text === "" ? NaN : Number(text);
	return Number.isFinite(number) ? number : null;
}
// src/service/kinds/shown/correlation.ts
const correlation = {
	present: (query, _, numbers) => ({ result: presentCorrelation(query, numbers) }),
	linked: linkBothSides,
	lines: ({ funnel }) => funnel.steps.map((step) => asLine(step, funnel.range)),
	empty: ({ funnel }, { success, failure }) => success + failure === 0 ? funnel.steps.slice(0, 1).map((step) => asLine(step, funnel.range)) : []
};
function linkBothSides(result, link) {
	const events = result.events.map((row) => ({
		...row,
		success_people_url: link({
			correlated: row.event.event,
			outcome: "success"
		}),
		failure_people_url: link({
			correlated: row.event.event,
			outcome: "failure"
		})
	}));
	return {
		...result,
		events
	};
}
// src/service/present/funnel_steps.ts
/** A funnel as tables of steps: names, counts, conversion times in seconds. */
const SECOND_MS$2 = 1e3;
/** One table, or one per breakdown value. */
function presentSteps(query, { form, sampled_share: share }, groups) {
	const { breakdown } = query;
	if (breakdown === null) return stepsOf(query, groups[0] ?? null, share);
	return rankGroups$1(groups, hasOther(query) ? breakdown.limit : LIMIT.breakdown_max, hasOther(query)).map((group) => {
		const value = stepValue(form, breakdown, group.key);
		return stepsOf(query, group, share).map((step) => ({
			...step,
			...value
		}));
	});
}
/** By arrivals at the last step, then the one before, and so on. Groups past the limit are pooled. */
function rankGroups$1(groups, limit, other) {
	const { kept, rest } = cutRanked([...groups].sort(compareGroups), 0, limit);
	return rest.length === 0 || !other ? kept : [...kept, pool(rest)];
}
function compareGroups(a, b) {
	for (let step = a.counts.length - 1; step >= 0; step--) {
		const difference = b.counts[step] - a.counts[step];
		if (difference !== 0) return difference;
	}
	return compareKeys(a.key, b.key);
}
function pool(groups) {
	const first = groups[0];
	return {
		key: OTHER,
		counts: first.counts.map((_, step) => groups.reduce((total, group) => total + group.counts[step], 0)),
		times_ms: first.times_ms.map((_, step) => groups.flatMap((group) => group.times_ms[step]))
	};
}
/** `group` null = nobody did anything: steps of zero. `share`: sampled share of persons. */
function stepsOf(query, group, share) {
	return query.steps.map((entity, order) => {
		const times_ms = group?.times_ms[order] ?? [];
		return {
			...query.order === "unordered" ? namedByCount(order) : namedByEntity(entity),
			order,
			people: [],
			count: scaled(group?.counts[order] ?? 0, share),
			type: entity.type,
			average_conversion_time: seconds(mean(times_ms)),
			median_conversion_time: seconds(median(times_ms)),
			converted_people_url: null,
			dropped_people_url: null
		};
	});
}
/** Scales a sample's count up to all persons. */
function scaled(count, share) {
	return share === 1 ? count : Math.round(count / share);
}
function namedByEntity(entity) {
	return {
		action_id: entity.id,
		name: entity.name,
		custom_name: entity.custom_name
	};
}
/** With steps in any order, a step is named by how many were done. */
function namedByCount(order) {
	return {
		action_id: null,
		name: `Completed ${order + 1} step${order === 0 ? "" : "s"}`,
		custom_name: null
	};
}
function seconds(ms) {
	return ms === null ? null : ms / SECOND_MS$2;
}
// src/service/present/funnel_times.ts
/** Times to convert: actors by duration, in bins of one width. */
const SECOND_MS$1 = 1e3;
/** Used when all took the same time. */
const LEAST_WIDTH_S = 60;
function presentTimes({ bin_count }, { sampled_share }, times_ms) {
	return {
		bins: binsOf(times_ms.map((time_ms) => time_ms / SECOND_MS$1), bin_count).map(([from_s, count]) => [from_s, scaled(count, sampled_share)]),
		average_conversion_time: seconds(mean([partialOf([times_ms])]))
	};
}
/** One bin more than requested: the last one contains the longest time, or begins after it. No bins without actors. */
function binsOf(took_s, bin_count) {
	if (took_s.length === 0) return [];
	const wanted = bin_count === null ? Math.min(Math.ceil(Math.cbrt(took_s.length)), LIMIT.funnel_bins_auto) : Math.min(bin_count, LIMIT.funnel_bins);
	const count = Math.max(1, wanted);
	const min_s = Math.floor(took_s.reduce((least, time) => Math.min(least, time)));
	const max_s = Math.ceil(took_s.reduce((most, time) => Math.max(most, time)));
	const width_s = Math.ceil((max_s - min_s) / count) || LEAST_WIDTH_S;
	const counts = new Float64Array(count + 1);
	for (const time of took_s) counts[Math.floor((time - min_s) / width_s)]++;
	return Array.from(counts, (actors, bin) => [min_s + bin * width_s, actors]);
}
// src/service/present/funnel_trend.ts
/** A funnel over time: conversion rates, one series per breakdown value. */
function presentFunnelTrend(query, { form, sampled_share }, groups) {
	const { breakdown, timezone, interval, range, edges_ms } = query;
	const axis = axisOf(timezone, interval, range, edges_ms);
	return shown(query, groups).map((group) => ({
		...seriesOf$1(axis, group, sampled_share),
		...breakdown === null ? {} : { breakdown_value: seriesValue(form, breakdown, group.key) }
	}));
}
/** Values with the most entrants, in the order given. There is no pooled rest, as rates do not add up. */
function shown({ breakdown }, groups) {
	if (breakdown === null) return groups;
	if (breakdown.kind === "cohorts") return groups.slice(0, LIMIT.breakdown_max);
	const sized = groups.map((group) => ({
		group,
		entered: group.reached_from.reduce((sum, count) => sum + count, 0)
	}));
	sized.sort((a, b) => b.entered - a.entered || compareKeys(a.group.key, b.group.key));
	return sized.slice(0, breakdown.limit).map(({ group }) => group).sort((a, b) => compareKeys(a.key, b.key));
}
function seriesOf$1(axis, group, share) {
	const { reached_from, reached_to } = group;
	return {
		count: axis.days.length,
		data: Array.from(reached_from, (from, bucket) => percent(reached_to[bucket], from)),
		days: [...axis.days],
		labels: [...axis.labels],
		reached_from_counts: Array.from(reached_from, (count) => scaled(count, share)),
		reached_to_counts: Array.from(reached_to, (count) => scaled(count, share))
	};
}
/** Two decimals. */
function percent(part, whole) {
	return whole === 0 ? 0 : Math.round(part / whole * 1e4) / 100;
}
// src/service/present/funnel.ts
/** FunnelNumbers -> the answer for the wire, in the requested view. */
function presentFunnel(query, showing, numbers) {
	switch (numbers.viz) {
		case "steps": return presentSteps(query, showing, numbers.groups);
		case "trends": return presentFunnelTrend(query, showing, numbers.groups);
		case "time_to_convert": return presentTimes(query, showing, numbers.times_ms);
		default: return unreachable(numbers);
	}
}
// src/service/kinds/shown/funnel.ts
const funnel = {
	present: (query, showing, numbers) => ({ result: presentFunnel(query, showing, numbers) }),
	linked: linkSteps,
	lines: ({ steps, range }) => steps.map((step) => asLine(step, range)),
	empty: firstStepMissed
};
/** Only steps have people. */
function linkSteps(result, link, { viz, breakdown }) {
	const view = viewOf(viz, result);
	if (view.viz !== "steps") return result;
	if (breakdown !== null && view.tables[0]?.length === 0) return result;
	const tables = view.tables.map((steps) => {
		const value = steps[0]?.["breakdown_value"];
		return breakdown?.kind === "values" && isPooled(value) ? steps : linkTable(steps, value, link);
	});
	return breakdown === null ? tables[0] ?? [] : tables;
}
function linkTable(steps, breakdown_value, link) {
	return steps.map((step) => ({
		...step,
		converted_people_url: link({
			funnel_step: step.order + 1,
			breakdown_value
		}),
		dropped_people_url: step.order === 0 ? null : link({
			funnel_step: -step.order - 1,
			breakdown_value
		})
	}));
}
/** A funnel's name for the pooled rest could also be a value. */
function isPooled(value) {
	return [value].flat().join() === OTHER[0];
}
function firstStepMissed(query, numbers) {
	const at = placeMissed(query, numbers);
	const step = at === null ? void 0 : query.steps[at];
	if (at === null || step === void 0) return [];
	const before = query.steps[at - 1];
	if (before === void 0) return [asLine(step, query.range)];
	const { window_ms } = query;
	return [{
		...asLine(step, query.range),
		step: {
			place: at + 1,
			before: before.name,
			window_ms
		}
	}];
}
function placeMissed({ steps, from_step, to_step }, numbers) {
	if (numbers.viz === "time_to_convert") return numbers.times_ms.length === 0 ? to_step : null;
	if (numbers.viz === "trends") {
		if (numbers.groups.every(({ reached_from }) => isNothing(reached_from))) return from_step;
		return numbers.groups.every(({ reached_to }) => isNothing(reached_to)) ? to_step : null;
	}
	const missed = steps.findIndex((_, at) => numbers.groups.every(({ counts }) => (counts[at] ?? 0) === 0));
	return missed < 0 ? null : missed;
}
// src/service/present/lifecycle.ts
/** LifecycleNumbers -> four series: new, returning, resurrecting, and dormant as negative numbers. */
function presentLifecycle(query, showing, numbers) {
	return { result: query.entity === null ? [] : seriesOf(query, query.entity, showing, numbers) };
}
function seriesOf({ timezone, interval, range, ...query }, entity, { filter, sampled_share }, numbers) {
	const edges_ms = query.edges_ms.subarray(1);
	const { days } = axisOf(timezone, interval, range, edges_ms);
	const labels = startLabels(timezone, interval, edges_ms);
	const { type, id, name } = entity;
	return STATUSES.map((status, at) => {
		const data = Array.from(numbers[at], (count) => signed(status, Math.round(count / sampled_share)));
		return {
			action: {
				id,
				name,
				type,
				order: 0,
				math: "total"
			},
			label: `${entity.custom_name ?? name} - ${status}`,
			status,
			data,
			count: data.reduce((total, count) => total + count, 0),
			days: [...days],
			labels: [...labels],
			filter
		};
	});
}
/** Dormant counts are negative, except that zero has no sign. */
function signed(status, count) {
	return status === "dormant" && count !== 0 ? -count : count;
}
// src/service/present/series_links.ts
/** If there is no room for all points, the latest of each line get links; other days are reached by changing the day. */
function linkSeries(result, link) {
	const lines = result.map((series) => ({
		series,
		point: pointOf(series),
		urls: urlsOf(series)
	}));
	const most = lines.reduce((longest, { urls }) => Math.max(longest, urls.length), 0);
	for (let back = 1; back <= most; back++) for (const { series, point, urls } of lines) {
		const at = urls.length - back;
		if (point !== null && at >= 0) urls[at] = { url: link({
			...point,
			day: series.days[at]
		}) };
	}
	return lines.map(({ series, point, urls }) => {
		if (point === null) return series;
		return series.aggregated_value === void 0 ? {
			...series,
			persons_urls: urls
		} : {
			...series,
			persons: { url: link(point) }
		};
	});
}
/** null if a series has no people of its own: formulas combine lines, and the pooled rest is not a value. */
function pointOf({ action, breakdown_value, compare_label, status }) {
	if (action === null || action === void 0 || [breakdown_value].flat().includes("$$_posthog_breakdown_other_$$")) return null;
	return {
		series: action["order"],
		period: compare_label,
		status,
		breakdown_value
	};
}
function urlsOf({ days, aggregated_value }) {
	return aggregated_value === void 0 ? Array.from(days, () => ({ url: null })) : [];
}
// src/service/kinds/shown/lifecycle.ts
const lifecycle = {
	present: presentLifecycle,
	linked: linkSeries,
	lines: ({ entity, range }) => entity === null ? [] : [asLine(entity, range)],
	empty: ({ entity, range }, numbers) => entity !== null && numbers.every(isNothing) ? [asLine(entity, range)] : []
};
// src/service/present/path.ts
function presentPath(query, { sampled_share }, numbers) {
	const warnings = [...emptyRange(query), ...numbers.is_cut ? [cutWarning(query)] : []];
	return {
		result: edgesOf(numbers, sampled_share),
		warnings
	};
}
function edgesOf({ edges }, sampled_share) {
	return edges.map(({ step, source, target, count, total_ms }) => ({
		source: `${step}_${source}`,
		target: `${step + 1}_${target}`,
		value: Math.round(count / sampled_share),
		average_conversion_time: total_ms / count
	}));
}
function cutWarning({ edge_limit }) {
	return `There are more edges: these are the ${edge_limit} that most paths take. Raise edge_limit for more.`;
}
function emptyRange({ range }) {
	return range.from_ms < range.until_ms ? [] : ["date_from is after date_to, so that nothing can have happened."];
}
// src/service/kinds/shown/path.ts
const path = {
	present: presentPath,
	linked: linkEdges,
	lines: (query) => [lineOf(query)],
	empty: (query, { edges }) => edges.length === 0 ? [lineOf(query)] : []
};
function linkEdges(edges, link) {
	return edges.map((edge) => ({
		...edge,
		persons_url: link({
			source: edge.source,
			target: edge.target
		})
	}));
}
function lineOf({ events, where, range, start_point, end_point }) {
	const names = events.every || events.custom ? [null] : events.names;
	const points = [start_point, end_point].filter((point) => point !== null);
	return {
		name: null,
		matches: names.map((event) => ({
			event,
			where
		})),
		range,
		points
	};
}
// src/service/present/retention.ts
function presentRetention(asked, { groups }) {
	const { breakdown } = asked.query;
	if (breakdown === null) return groups.flatMap((group) => periodRows(asked, group.counts));
	const shown = rankGroups(asked, groups, breakdown.limit);
	if (asked.is_row_per_value) return shown.map((group) => valueRow(asked, group));
	return shown.flatMap(({ value, counts }) => periodRows(asked, counts).map((row) => ({
		...row,
		breakdown_value: value
	})));
}
/** A triangle: each period is followed up to the last one. */
function periodRows(asked, counts) {
	const { query, intervals, period } = asked;
	return Array.from({ length: intervals }, (_, start) => ({
		values: Array.from({ length: intervals - start }, (_, later) => cellOf(asked, counts[start * sizeOf(asked) + later], later)),
		label: `${period} ${start}`,
		date: isoWithOffset(query.timezone, query.edges_ms[start]).replace("+00:00", "Z"),
		people_url: null
	}));
}
/** Sums over all start periods. */
function valueRow(asked, { value, counts }) {
	const size = sizeOf(asked);
	return {
		values: Array.from({ length: asked.intervals }, (_, later) => {
			let total = 0;
			for (let start = 0; start + later < size; start++) total += counts[start * size + later];
			return cellOf(asked, total, later);
		}),
		label: textOf(value),
		breakdown_value: value,
		people_url: null
	};
}
function cellOf({ period, sampled_share }, count, later) {
	return {
		count: Math.round(count / sampled_share),
		label: `${period} ${later}`,
		people: [],
		people_url: null
	};
}
/** Periods counted: one more than shown if the end is a period of its own. */
function sizeOf({ query }) {
	return query.edges_ms.length - 1;
}
/** By number of starters over all periods; values past the limit are pooled into one table. */
function rankGroups(asked, groups, limit) {
	const size = sizeOf(asked);
	const ranked = groups.map(({ key, counts }) => ({
		value: shownValue(asked, key),
		counts,
		started: startedIn(counts, size)
	})).sort((a, b) => b.started - a.started || compareText(textOf(a.value), textOf(b.value)));
	const { kept, rest } = cutRanked(ranked, 0, limit);
	if (rest.length === 0) return kept;
	const others = new Uint32Array(size * size);
	for (const { counts } of rest) for (let cell = 0; cell < others.length; cell++) others[cell] += counts[cell];
	return [...kept, {
		value: OTHER_VALUE,
		counts: others
	}];
}
function startedIn(counts, size) {
	let started = 0;
	for (let start = 0; start < size; start++) started += counts[start * size];
	return started;
}
/** "Everybody" is cohort 0; a missing value is shown as empty. */
function shownValue({ query }, key) {
	if (query.breakdown?.kind === "cohorts") return key[0] === "all" ? "0" : key[0] ?? "";
	const texts = key.map((text) => text ?? "");
	return texts.length === 1 ? texts[0] : texts;
}
function textOf(value) {
	return Array.isArray(value) ? value.join("::") : value;
}
// src/service/kinds/shown/retention.ts
const retention = {
	present: (query, showing, numbers) => ({ result: presentRetention({
		...showing,
		query
	}, numbers) }),
	linked: linkRows,
	lines: ({ target, returning, range }) => [target, returning].map((line) => asLine(line, range)),
	empty: whoIsMissing
};
/** Either a table of periods per breakdown value, or one row per value over all periods. */
function linkRows(rows, link, { breakdown }, { intervals, is_row_per_value }) {
	const has_value_rows = breakdown !== null && is_row_per_value;
	return rows.map((row, at) => {
		const { breakdown_value } = row;
		if ([breakdown_value].flat().includes("$$_posthog_breakdown_other_$$")) return row;
		const of_row = {
			cohort: has_value_rows ? void 0 : at % intervals,
			breakdown_value
		};
		return {
			...row,
			people_url: link(of_row),
			values: row.values.map((cell, later) => ({
				...cell,
				people_url: link({
					...of_row,
					later
				})
			}))
		};
	});
}
/** Either nobody started, or nobody who did came back. */
function whoIsMissing({ target, returning, range }, { groups }) {
	if (groups.every(({ counts }) => counts.every((count) => count === 0))) return [asLine(target, range)];
	const periods = Math.sqrt(groups[0]?.counts.length ?? 0);
	return groups.every(({ counts }) => counts.every((count, at) => count === 0 || at % periods === 0)) ? [asLine(returning, range)] : [];
}
// src/service/present/sql.ts
const SECOND_MS = 1e3;
/** Rows between two checkpoints. */
const CHECKED_ROWS = 4096;
function presentSql({ columns, limit }, { timezone }, table, checkpoint) {
	const rows = Math.min(table.rows, limit);
	const shown = columns.map(({ type }, index) => cells(table.columns[index], rows, shownAs(type, timezone)));
	return {
		result: Array.from({ length: rows }, (_, row) => {
			if (row % CHECKED_ROWS === 0) checkpoint();
			return shown.map((column) => column[row]);
		}),
		has_more: table.rows > limit
	};
}
/** Converts each distinct code once. */
function cells(vector, rows, show) {
	if (vector.kind === "constant") return new Array(rows).fill(show(vector.value));
	if (vector.kind === "numbers") return Array.from(vector.values.subarray(0, rows), (value) => show(Number.isNaN(value) ? null : value));
	const known = /* @__PURE__ */ new Map();
	return Array.from(vector.codes.subarray(0, rows), (code) => {
		if (!known.has(code)) known.set(code, show(vector.values[code]));
		return known.get(code);
	});
}
function shownAs(type, timezone) {
	switch (type) {
		case "time":
		case "second": return (value) => typeof value === "number" ? isoTime(timezone, value) : value;
		case "date": return (value) => typeof value === "number" ? formatDate(value) : value;
		default: return (value) => typeof value === "object" && value !== null ? JSON.parse(value.json) : value;
	}
}
/** Milliseconds only if there are any. */
function isoTime(timezone, time_ms) {
	const iso = isoWithOffset(timezone, time_ms);
	const rest_ms = (time_ms % SECOND_MS + SECOND_MS) % SECOND_MS;
	return rest_ms === 0 ? iso : `${iso.slice(0, 19)}.${String(rest_ms).padStart(3, "0")}${iso.slice(19)}`;
}
// src/service/kinds/shown/sql.ts
/** Statements in the computing thread. Their rows name people themselves, and they have no lines. */
const sql = {
	present: presentSql,
	linked: (rows) => rows,
	lines: () => [],
	empty: () => []
};
// src/service/present/stickiness.ts
/** Both periods; one member per entity of the query. */
function presentStickiness({ current, previous }, { filter, sampled_share }, numbers) {
	const period = (of, values, compared) => of.entities.map((entity, at) => {
		const counts = Array.from(values[at], (count) => Math.round(count / sampled_share));
		return {
			action: actionOf$1(entity),
			label: entity.name,
			...pointsOf$1(of, counts),
			filter,
			...compared
		};
	});
	if (previous === null || numbers.previous === null) return { result: period(current, numbers.current, {}) };
	return { result: [...period(current, numbers.current, {
		compare: true,
		compare_label: "current"
	}), ...period(previous, numbers.previous, {
		compare: true,
		compare_label: "previous"
	})] };
}
/** `counts`: number of periods - 1 -> actors active in exactly that many. */
function pointsOf$1({ interval, cumulative }, counts) {
	const days = counts.map((_, at) => at + 1);
	const suffix = cumulative ? " or more" : "";
	return {
		count: counts.reduce((total, count) => total + count, 0),
		data: cumulative ? sumsFromEnd(counts) : [...counts],
		days,
		labels: days.map((number) => `${number} ${interval}${number === 1 ? "" : "s"}${suffix}`)
	};
}
function sumsFromEnd(counts) {
	let total = 0;
	return counts.toReversed().map((count) => {
		total += count;
		return total;
	}).reverse();
}
function actionOf$1({ id, type, order, name, custom_name, math_name, actor }) {
	return {
		id,
		type,
		order,
		name,
		custom_name,
		math: math_name,
		math_group_type_index: actor.kind === "group" ? actor.type_index : null,
		properties: {}
	};
}
// src/service/kinds/shown/stickiness.ts
const stickiness = {
	present: presentStickiness,
	linked: linkSeries,
	lines: ({ current }) => current.entities.map((line) => asLine(line, current.range)),
	empty: ({ current }, numbers) => current.entities.filter((_, at) => isNothing(numbers.current[at])).map((line) => asLine(line, current.range))
};
// src/service/present/trend_rows.ts
/** Raw numbers -> rows, one per future line, with points as shown. */
function rowsOf(numbers, shaping) {
	return numbers.groups.map((_, group) => rowOf(numbers, group, shaping));
}
function rowOf(numbers, group, shaping) {
	return {
		key: numbers.groups[group].map((text) => text ?? "$$_posthog_breakdown_null_$$"),
		data: shaped(rawPoints(numbers, group), shaping)
	};
}
/** Whether points are shown as counted. */
function isUnshaped({ cumulative, smoothing_points, sampled_share }) {
	return !cumulative && smoothing_points <= 1 && sampled_share === 1;
}
/** A plain loop, as there may be very many. */
function rawPoints({ groups, values, buckets }, group) {
	const points = new Array(buckets);
	for (let bucket = 0; bucket < buckets; bucket++) points[bucket] = values[bucket * groups.length + group];
	return points;
}
function shaped(raw, shaping) {
	const { cumulative, smoothing_points, sampled_share } = shaping;
	const summed = cumulative ? runningSums(raw) : raw;
	const smooth = smoothing_points > 1 ? runningMeans(summed, smoothing_points) : summed;
	return sampled_share === 1 ? smooth : smooth.map((value) => Math.round(value / sampled_share));
}
function runningSums(data) {
	const adding = new ExactSum();
	return data.map((value) => adding.add(value).total);
}
/** The first means are over fewer points. */
function runningMeans(data, points) {
	return data.map((_, at) => {
		const window = data.slice(Math.max(0, at - points + 1), at + 1);
		return Math.floor(sum(window) / window.length);
	});
}
/** Numbers that do not grow with the number of persons, so samples are not scaled. */
function isSizeless(math) {
	return math.kind === "per_actor" || math.kind === "expression" || math.kind === "property" && math.aggregate !== "sum";
}
// src/service/present/trend_ranking.ts
/** Which breakdown values a trend shows, in which order: ordinary ones, those with a missing part, the rest. */
/**
* Ranks values by total. Over time a missing value ranks last, so it is the first to fall into the rest. There may be
* very many values, so rows are only made for those that can be on this page or before it.
*/
function rankValues(numbers, shaping, page) {
	const wanted = page.offset + page.limit;
	const { rest } = numbers;
	if (numbers.groups.length <= wanted || !isUnshaped(shaping)) return rankRows(rowsOf(numbers, shaping), page, rest === null ? [] : [[...rest]]);
	const totals = totalsOf(numbers);
	const least = leastWanted(numbers, totals, wanted, page);
	const chosen = [];
	const is_other = new Uint8Array(totals.length);
	for (let group = 0; group < totals.length; group++) if (totals[group] >= least || !isOrdinary(numbers.groups[group])) chosen.push(rowOf(numbers, group, shaping));
	else is_other[group] = 1;
	const others = is_other.includes(1) ? [otherPoints(numbers, is_other)] : [];
	return rankRows(chosen, page, rest === null ? others : [...others, [...rest]]);
}
/** `others`: points of values that are certainly behind the page. */
function rankRows(rows, page, others) {
	const ranked = rows.map(weigh).sort(page.totals ? byWeight : byPlaceThenWeight);
	const { kept, rest } = cutRanked(ranked, page.offset, page.limit);
	const shown = kept.sort(byPlaceThenWeight).map(({ row }) => row);
	const hidden = [...rest.map(({ row }) => row.data), ...others];
	const has_more = hidden.length > 0;
	if (!has_more || page.hide_other) return {
		rows: shown,
		has_more
	};
	const key = rows[0].key.map(() => OTHER_VALUE);
	return {
		rows: [...shown, {
			key,
			data: sumsOfPlaces(hidden)
		}],
		has_more
	};
}
/** group -> sum of its points, up to rounding. */
function totalsOf({ groups, values }) {
	const totals = new Float64Array(groups.length);
	for (let cell = 0; cell < values.length;) for (let group = 0; group < totals.length; group++) totals[group] += values[cell++];
	return totals;
}
/** Minimum total to be among the wanted values, minus a margin for rounding. */
function leastWanted({ groups }, totals, wanted, page) {
	const ranked = page.totals ? totals : totals.filter((_, group) => isOrdinary(groups[group]));
	if (ranked.length <= wanted) return Number.NEGATIVE_INFINITY;
	const least = leastOfLargest(ranked, wanted);
	return least - Math.abs(least) * ROUNDED;
}
/** Relative; more than the rounding error of the longest possible sum. */
const ROUNDED = 1e-9;
/** bucket -> sum over these groups. */
function otherPoints({ groups, values, buckets }, is_other) {
	const some = new Float64Array(groups.length);
	return Array.from({ length: buckets }, (_, bucket) => {
		const row = bucket * groups.length;
		let count = 0;
		for (let group = 0; group < groups.length; group++) if (is_other[group] === 1) some[count++] = values[row + group];
		return sum(some.subarray(0, count));
	});
}
function isOrdinary(key) {
	return key.every((text) => text !== null && text !== "$$_posthog_breakdown_other_$$" && text !== "$$_posthog_breakdown_null_$$");
}
/** Largest first, ties by the value's text. */
function largestFirst(rows) {
	return rows.map(weigh).sort(byWeight).map(({ row }) => row);
}
function weigh(row) {
	return {
		row,
		rank: rankOf(row),
		total: sum(row.data),
		text: keyText(row.key)
	};
}
function byWeight(a, b) {
	return b.total - a.total || compareText(a.text, b.text);
}
function byPlaceThenWeight(a, b) {
	return a.rank - b.rank || byWeight(a, b);
}
/** Primary order: 0 ordinary, 1 with a missing part, 2 the rest. */
function rankOf(row) {
	if (row.key.includes("$$_posthog_breakdown_other_$$")) return 2;
	return row.key.includes("$$_posthog_breakdown_null_$$") ? 1 : 0;
}
/** The parts of a value as one text. */
function keyText(key) {
	return key.join("::");
}
// src/service/present/trend_formula.ts
/** Formulas over the finished rows of all lines. */
/**
* One row per value of any line; lines without that value contribute zeros. Largest first, then the missing value and
* the rest. Ties: by value in reverse, or in the order of the lines if periods are compared (as the reference does).
*/
function applyFormula(formula, lines, buckets, compared) {
	const used = new Set(linesIn(formula));
	const data_of = lines.map((rows, at) => new Map(used.has(at) ? rows.map((row) => [keyOf(row), row.data]) : []));
	return [...keysOf(lines)].map(([name, key]) => {
		const data_of_key = data_of.map((line) => line.get(name));
		const values = new Array(lines.length).fill(0);
		return {
			key,
			data: Array.from({ length: buckets }, (_, bucket) => {
				for (const line of used) values[line] = data_of_key[line]?.[bucket] ?? 0;
				return evaluate(formula, values);
			})
		};
	}).sort(compared ? byPlaceThenTotal : byResult);
}
/** Number of distinct values over all lines. */
function valuesIn(lines) {
	return keysOf(lines).size;
}
/** Name -> value, over all lines. */
function keysOf(lines) {
	return new Map(lines.flatMap((rows) => rows.map((row) => [keyOf(row), row.key])));
}
/** Unique per value, unlike the text shown. */
function keyOf(row) {
	return JSON.stringify(row.key);
}
function byResult(a, b) {
	return byPlaceThenTotal(a, b) || byData(a, b) || compareText(keyText(b.key), keyText(a.key));
}
function byPlaceThenTotal(a, b) {
	return rankOf(a) - rankOf(b) || sum(b.data) - sum(a.data);
}
function byData(a, b) {
	for (const [bucket, value] of a.data.entries()) {
		const difference = b.data[bucket] - value;
		if (difference !== 0) return difference;
	}
	return 0;
}
// src/service/present/trend_series.ts
/** Rows -> series for the wire: names, numbers and days. */
/** `several`: whether the value alone would be ambiguous. */
function entitySeries(frame, entity, row, several) {
	const { breakdown } = frame.query;
	const count = frame.query.display === "ActionsLineGraphCumulative" ? row.data.at(-1) ?? 0 : sum(row.data);
	const value = breakdown === null ? null : valueLabel(breakdown, row);
	const label = value === null || several ? [entity.name, value].filter((part) => part !== null).join(" - ") : value;
	return {
		action: actionOf(entity),
		label,
		...pointsOf(frame, row, count),
		...sharedOf(frame, row)
	};
}
function formulaSeries(frame, label, row) {
	return {
		action: null,
		label,
		...pointsOf(frame, row, sum(row.data)),
		...sharedOf(frame, row)
	};
}
function valueLabel(breakdown, row) {
	if (breakdown.kind === "values") return keyText(row.key);
	return breakdown.cohorts.find((cohort) => String(cohort.id) === row.key[0])?.name ?? keyText(row.key);
}
/** One number per point in time, or one in total. */
function pointsOf(frame, row, count) {
	if (frame.totals) return {
		count: 0,
		data: [],
		labels: [],
		days: [],
		aggregated_value: sum(row.data)
	};
	return {
		count,
		data: [...row.data],
		labels: [...frame.axis.labels],
		days: [...frame.axis.days]
	};
}
function sharedOf(frame, row) {
	const { compare_label, query, filter } = frame;
	return {
		filter,
		...compare_label === null ? {} : {
			compare: true,
			compare_label
		},
		...query.breakdown === null ? {} : { breakdown_value: breakdownValue(frame, query.breakdown, row) }
	};
}
function breakdownValue(frame, breakdown, row) {
	const first = row.key[0];
	if (breakdown.kind === "cohorts") return first === "all" ? first : Number(first);
	return frame.as_list || row.key.length > 1 ? [...row.key] : first;
}
function actionOf(entity) {
	return {
		id: entity.id,
		type: entity.type,
		order: entity.order,
		name: entity.name,
		custom_name: entity.custom_name,
		math: entity.math_name,
		math_property: entity.math_property,
		math_hogql: entity.math.kind === "expression" ? entity.math.text : null,
		math_group_type_index: entity.math_group_type_index,
		properties: {}
	};
}
// src/service/present/trend.ts
/** TrendNumbers -> series, in order: all of the current period, then all of the previous one. */
/** Both periods; one member per entity of the query, computed while iterating. */
function presentTrend({ current, previous }, showing, numbers, checkpoint) {
	const { formulas } = showing;
	const compared = previous !== null;
	const tally = {
		numbers: 0,
		checkpoint
	};
	const periods = [periodOf(frameOf(current, showing, compared ? "current" : null), showing, numbers.current, tally)];
	if (compared) periods.push(periodOf(frameOf(previous, showing, "previous"), showing, numbers.previous ?? [], tally));
	return {
		result: formulas.length === 0 ? periods.flatMap(lineSeries) : formulas.flatMap((formula) => periods.flatMap((period) => formulaRows(formula, period, compared, checkpoint))),
		has_more: periods.some((period) => period.has_more)
	};
}
function frameOf(query, { totals, filter, as_list }, compare_label) {
	return {
		query,
		axis: axisOf(query.timezone, query.interval, query.range, query.edges_ms),
		filter,
		compare_label,
		as_list,
		totals
	};
}
function periodOf(frame, showing, numbers, tally) {
	const { query } = frame;
	const { offset, hide_other, totals } = showing;
	const page = {
		limit: query.breakdown?.limit ?? 0,
		offset,
		hide_other,
		totals
	};
	const lines = [];
	let has_more = false;
	for (const counted of numbers) {
		tally.checkpoint();
		const entity = query.entities[lines.length];
		const ordered = orderValues(query, counted, page, {
			cumulative: query.display === "ActionsLineGraphCumulative",
			smoothing_points: showing.smoothing_points,
			sampled_share: isSizeless(entity.math) ? 1 : showing.sampled_share
		});
		tally.numbers += ordered.rows.length * counted.buckets;
		checkNumbers({ "in all series": tally.numbers });
		lines.push(ordered.rows);
		has_more ||= ordered.has_more;
	}
	checkNumbers({
		formulas: showing.formulas.length,
		values: valuesIn(lines),
		points: query.edges_ms.length - 1
	});
	return {
		frame,
		lines,
		has_more
	};
}
/** Cohorts are few and chosen: none is dropped, and on their own they keep the order in which they were named. */
function orderValues({ breakdown }, numbers, page, shaping) {
	if (breakdown?.kind === "values") return rankValues(numbers, shaping, page);
	const rows = rowsOf(numbers, shaping);
	return {
		rows: breakdown !== null && !breakdown.apart ? largestFirst(rows) : rows,
		has_more: false
	};
}
/** Line by line; if each cohort is a question of its own, cohort by cohort. */
function lineSeries({ frame, lines }) {
	const { breakdown, entities } = frame.query;
	if (breakdown?.kind !== "cohorts" || !breakdown.apart) return lines.flatMap((rows, at) => rows.map((row) => entitySeries(frame, entities[at], row, entities.length > 1)));
	const several = entities.length * breakdown.cohorts.length > 1;
	return breakdown.cohorts.flatMap((cohort) => lines.flatMap((rows, at) => rows.filter((row) => row.key[0] === String(cohort.id)).map((row) => entitySeries(frame, entities[at], row, several))));
}
function formulaRows(formula, { frame, lines }, compared, checkpoint) {
	checkpoint();
	const label = formula.custom_name ?? `Formula (${formula.text})`;
	return applyFormula(formula.expression, lines, frame.query.edges_ms.length - 1, compared).map((row) => formulaSeries(frame, label, row));
}
// src/service/kinds/shown/trend.ts
const trend = {
	present: presentTrend,
	linked: linkSeries,
	lines: ({ current }) => current.entities.map((line) => asLine(line, current.range)),
	empty: ({ current }, _, series) => current.entities.filter(({ order }) => series.filter((one) => isOfLine(one, order)).every(isZero)).map((line) => asLine(line, current.range))
};
/** A formula uses all lines, so each may be why it is empty. */
function isOfLine({ action, compare_label }, order) {
	if (compare_label === "previous") return false;
	return action === null || action === void 0 || action["order"] === order;
}
function isZero({ data, aggregated_value = 0 }) {
	return aggregated_value === 0 && data.every((value) => value === 0);
}
// src/service/kinds/shown/index.ts
const BY_KIND = {
	trend,
	lifecycle,
	stickiness,
	funnel,
	path,
	retention,
	correlation,
	sql
};
function shownOf(kind) {
	return BY_KIND[kind];
}
/** The result, with links to people if wanted. */
function linkedResult({ asked, showing, links }, result) {
	if (links === null) return result;
	const { kind, query } = asked;
	return shownOf(kind).linked(result, linksFor(links), query, showing);
}
// src/engine/select/passing.ts
/** What a condition finds, and which values exist: for explaining empty answers. */
/** Whether any match finds a row in the range. */
function findsAny(matches, range, view) {
	for (const { part, run } of runsOf(matches, range, view)) {
		const select = matchRows(matches, run, view);
		if (select !== void 0 && hasRow(run, select, part.skip, range)) return true;
	}
	return false;
}
function hasRow({ rows, time_ms, actor }, select, skip, { from_ms, until_ms }) {
	for (let row = 0; row < rows; row++) {
		if (select !== null && !has(select, row)) {
			if (select[row >>> 5] === 0) row |= 31;
			continue;
		}
		if (time_ms[row] < from_ms || time_ms[row] >= until_ms) continue;
		if (skip === null || !has(skip, actor[row])) return true;
	}
	return false;
}
/** Whether the condition holds for any person. */
function holdsForAny(condition, view) {
	return personsWhere(condition, view).some((word) => word !== 0);
}
/** Whether a row has that text, which none is read for; false also where that would take reading them. */
function isText(source, text, matches, range, view) {
	if (source.of !== "event") return false;
	for (const { run } of runsOf(matches, range, view)) if (run.hasText(source.key, text)) return true;
	return false;
}
/** Distinct texts among the values of these rows, or of their persons or groups; at most `most`. */
function textsOf(source, matches, range, view, most) {
	const texts = /* @__PURE__ */ new Set();
	for (const { run } of runsOf(matches, range, view)) {
		addTexts(plainColumn(source, run, view).column, texts, most);
		if (texts.size >= most || source.of === "person" || source.of === "group") break;
	}
	return [...texts];
}
function addTexts(column, texts, most) {
	if (column.kind === "number") return;
	for (const value of column.values) {
		if (texts.size >= most) return;
		const text = textOf$1(value);
		if (text !== null && text !== "") texts.add(text);
	}
}
function* runsOf(matches, { from_ms, until_ms }, view) {
	for (const part of view.parts({
		...eventsAsOne(matches),
		from_ms,
		until_ms,
		actor: { kind: "person" }
	})) for (const name of part.events) {
		view.checkpoint();
		const run = part.run(name);
		if (run !== void 0) yield {
			part,
			run
		};
	}
}
// src/service/nothing/condition.ts
/** A resolved condition in words, as short as possible. */
const VALUES_TOLD = 3;
function conditionText(where) {
	switch (where.kind) {
		case "and":
		case "or": return where.of.slice(0, VALUES_TOLD).map(conditionText).join(` ${where.kind} `);
		case "not": return `not (${conditionText(where.of)})`;
		case "value": return `${sourceText(where.source)} ${testText(where.test)}`;
		case "cohort": return where.label ?? "a cohort";
		case "any_distinct_id": return `distinct_id ${testText(where.test)}`;
		case "behaviour": return behaviourText(where.behaviour);
		default: return "a condition on people";
	}
}
/** The question itself says the rest. */
function behaviourText(behaviour) {
	const matches = behaviour.op === "regular" ? behaviour.matches : behaviour.deeds.matches;
	const names = matches.slice(0, VALUES_TOLD).map(({ event }) => event === null ? "anything" : quoted(event));
	const how = matches.some(({ where }) => where.kind !== "all") ? " so" : "";
	return `people who did ${names.join(" or ")}${how}`;
}
function sourceText(source) {
	if (source.of === "expression") return "the expression";
	return source.of === "person" || source.of === "group" ? `${source.of} ${quoted(source.key)}` : quoted(source.key);
}
function testText(test) {
	switch (test.op) {
		case "set": return "is set";
		case "in": return test.values.length === 1 ? `= ${quoted(test.values[0])}` : `in ${listText(test.values)}`;
		case "contains": return `contains ${listText(test.needles)}`;
		case "matches": return `matches ${listText(test.patterns)}`;
		case "number": return rangeText(test);
		case "version": return "is a version in that range";
		case "time": return "is a date in that range";
		default: return "has such an element";
	}
}
function listText(texts) {
	const more = texts.length > VALUES_TOLD ? ", …" : "";
	return `${texts.slice(0, VALUES_TOLD).map((text) => quoted(text)).join(", ")}${more}`;
}
function rangeText({ min, max, min_open, max_open }) {
	const low = Number.isFinite(min) ? [`${min_open ? ">" : ">="} ${min}`] : [];
	const high = Number.isFinite(max) ? [`${max_open ? "<" : "<="} ${max}`] : [];
	return [...low, ...high].join(" and ") || "is a number";
}
// src/service/nothing/reasons.ts
/**
* Why a line found nothing: no such event in the range, or a condition that nothing passes, with the nearest existing
* values. Runs where the numbers are computed and returns plain data.
*/
/** A path step is named by this property, or by its event. */
const ADDRESS = "$current_url";
/**
* Reasons for the empty lines, and conditions of any line that have no effect. [] if something was found, or if rows
* were found but their number is empty.
*/
function reasonsOf(lines, empty, view) {
	return [...empty.slice(0, LIMIT.lines_explained).flatMap((line) => whyEmpty(line, view)), ...lines.slice(0, LIMIT.lines_explained).flatMap((line) => idleConditions(line, view))];
}
/** Whether there is anything to look for in the events. */
function mayHaveReasons(lines, empty) {
	return empty.length > 0 || lines.some(({ matches }) => conditionsOf(matches).some(({ where }) => where.kind === "not"));
}
/** Excluded values that nobody has: the filter has no effect and is probably misspelt. */
function idleConditions({ name, matches, range }, view) {
	return conditionsOf(matches).slice(0, LIMIT.conditions_explained).flatMap((match) => {
		const { where } = match;
		if (where.kind !== "not") return [];
		return wantedValues(where.of).flatMap(({ source, value }) => {
			if (source.of !== "event" && source.of !== "person" || !Number.isNaN(Number(value))) return [];
			if (isText(source, value, [match], range, view)) return [];
			const texts = textsOf(source, [match], range, view, LIMIT.values_compared);
			if (texts.length === 0 || texts.length >= LIMIT.values_compared || texts.includes(value)) return [];
			const near = nearestNames(value, texts);
			return near.length === 0 ? [] : [{
				kind: "idle",
				name,
				key: source.key,
				text: conditionText(where.of),
				near
			}];
		});
	});
}
function whyEmpty({ name, matches, range, step, points = [] }, view) {
	const bare = matches.map(({ event }) => ({
		event,
		where: ALL
	}));
	if (!findsAny(bare, range, view)) return [{
		kind: "absent",
		name,
		events: bare.map(({ event }) => event)
	}];
	const barred = conditionsOf(matches).slice(0, LIMIT.conditions_explained).filter((condition) => !findsAny([condition], range, view));
	if (barred.length > 0) return barred.map((condition) => aboutCondition(name, condition, range, view));
	if (!findsAny(matches, range, view)) return [{
		kind: "together",
		name
	}];
	if (step !== void 0) return [{
		kind: "step",
		name,
		...step
	}];
	if (points.length === 0) return [];
	const addresses = textsOf({
		of: "event",
		key: ADDRESS
	}, matches, range, view, LIMIT.values_compared);
	return points.filter((point) => !addresses.includes(point)).map((point) => ({
		kind: "point",
		name,
		point,
		near: nearestNames(point, addresses)
	}));
}
/** The conditions that must all hold, without duplicates. */
function conditionsOf(matches) {
	const all = matches.flatMap(({ event, where }) => (where.kind === "and" ? where.of : [where]).map((part) => ({
		event,
		where: part
	})));
	return [...new Map(all.map((condition) => [JSON.stringify(condition), condition])).values()].filter(({ where }) => where.kind !== "all" && where.kind !== "sampled");
}
function aboutCondition(name, match, range, view) {
	const { where } = match;
	if (where.kind === "cohort" && !holdsForAny(where, view)) return {
		kind: "nobody",
		name,
		cohort: conditionText(where)
	};
	const values = (where.kind === "behaviour" ? deedsOf(where.behaviour) : [{
		match,
		range
	}]).flatMap((one) => wantedValues(one.match.where).map((wanted) => ({
		...one,
		...wanted
	}))).slice(0, LIMIT.values_told).map((one) => {
		const texts = textsOf(one.source, [one.match], one.range, view, LIMIT.values_compared);
		return {
			near: texts.includes(one.value) ? [] : nearestNames(one.value, texts),
			texts
		};
	});
	const near = [...new Set(values.flatMap((value) => value.near))];
	return {
		kind: "condition",
		name,
		text: conditionText(where),
		near: near.slice(0, LIMIT.values_told),
		values: (values[0]?.texts ?? []).slice(0, LIMIT.values_told)
	};
}
/** What people must have done, each with its dates. */
function deedsOf(behaviour) {
	if (behaviour.op === "regular") {
		const { matches, edges_ms } = behaviour;
		return matches.map((match) => ({
			match,
			range: {
				from_ms: edges_ms[0],
				until_ms: edges_ms.at(-1)
			}
		}));
	}
	return (behaviour.op === "sequence" ? [behaviour.deeds, behaviour.later] : [behaviour.deeds]).flatMap(({ matches, from_ms, until_ms }) => matches.map((match) => ({
		match,
		range: {
			from_ms,
			until_ms
		}
	})));
}
/** Texts that a value must be one of. */
function wantedValues(where) {
	if (where.kind === "and" || where.kind === "or") return where.of.flatMap(wantedValues);
	if (where.kind !== "value" || where.test.op !== "in" || where.source.of === "expression") return [];
	const { source, test } = where;
	return test.values.map((value) => ({
		source,
		value
	}));
}
// src/service/computing/outcome.ts
/** Computes a question: its numbers, and the answer made of them. */
/** Call it within a snapshot. @throws ServiceError what the team's checkpoint throws, or if the answer would be too large */
function outcomeOf(project, task, given, sources) {
	if (!("is_traced" in task && task.is_traced)) return made(project, task, given, sources);
	const trace = new Trace(() => performance.now());
	const outcome = traced(trace, () => made(project, task, given, sources));
	return outcome.kind === "shown" ? {
		...outcome,
		traced: trace.end()
	} : outcome;
}
function made(project, task, given, sources) {
	const { store, datasets, team, memory_bytes } = sources;
	switch (given.from) {
		case "dataset": return computed(task, inStage("load", () => datasets.current(project)), null);
		case "numbers": return presented(task, given.numbers, () => team.checkpoint(), null);
		case "rows": return computed(task, inStage("load", () => shippedDataset(store, project.id, given.shipped, team, memory_bytes)), given.shipped);
		default: return unreachable(given);
	}
}
/** `shipped`: what was fetched for this question; reasons for an empty answer need all events. */
function computed(task, view, shipped) {
	return presented(task, numbersOf(task.asked, view, shipped?.is_counted ?? false), () => view.checkpoint(), shipped === null ? view : null);
}
function presented(task, numbers, checkpoint, view) {
	if (!("showing" in task)) return {
		kind: "numbers",
		numbers
	};
	return answerShown(task, numbers, checkpoint, view);
}
function answerShown(show, numbers, checkpoint, view) {
	const { kind, query } = show.asked;
	const shown = shownOf(kind);
	const present = () => shown.present(query, show.showing, numbers, checkpoint);
	const { result, has_more = false, warnings = [] } = inStage("present", present);
	const [lines, empty] = [shown.lines(query), shown.empty(query, numbers, result)];
	const reasons = view === null ? [] : reasonsOf(lines, empty, view);
	const unexplained = view === null && mayHaveReasons(lines, empty) ? {
		lines,
		empty
	} : null;
	return {
		kind: "shown",
		...inStage("write", () => write(result, linkedResult(show, result), checkpoint)),
		has_more,
		warnings,
		reasons,
		unexplained,
		traced: null
	};
}
/** Of rows that were fetched for it. Call it within a snapshot. */
function reasonsIn(project, { lines, empty }, shipped, { store, team, memory_bytes }) {
	return reasonsOf(lines, empty, shippedDataset(store, project.id, shipped, team, memory_bytes));
}
/** Statements are answered above the engine. */
function numbersOf(asked, view, is_counted) {
	if (asked.kind !== "sql") return answerQuery(asked, view);
	return inStage("kernels", () => runStatement(asked.query, view, is_counted));
}
/** Item by item, since each may repeat the whole question: stops before an answer that is too large is complete. */
function write(result, linked, checkpoint) {
	if (!Array.isArray(result)) {
		const json = JSON.stringify(result);
		return {
			json: encoded(json),
			ends: /* @__PURE__ */ new Uint32Array(0),
			patches: patchesOf(json, result, linked, 0)
		};
	}
	const items = [];
	const patches = [];
	const ends = new Uint32Array(result.length);
	let end = 0;
	let patched = 0;
	for (const [at, item] of result.entries()) {
		checkpoint();
		const text = JSON.stringify(item);
		const [patch] = patchesOf(text, item, Array.isArray(linked) ? linked[at] : item, end + 1);
		if (patch !== void 0) patches.push(patch);
		patched += patch?.text.length ?? 0;
		end += 1 + Buffer.byteLength(text);
		if (end + patched > LIMIT.answer_bytes) throw tooLong(items.length, result.length);
		ends[at] = end;
		items.push(text);
	}
	return {
		json: encoded(`[${items.join(",")}]`),
		ends,
		patches
	};
}
function patchesOf(text, item, linked, at) {
	return item === linked ? [] : [patchBetween(text, JSON.stringify(linked), at)];
}
/** In a buffer of its own, so that it can be transferred. */
function encoded(text) {
	return new TextEncoder().encode(text);
}
function tooLong(written, of) {
	const allowed = `${LIMIT.answer_bytes / 1024 ** 2} MB`;
	return new ServiceError("invalid_input", `This answer would be longer than the ${allowed} that are allowed: ${written} of its ${of} rows fill them. Ask for fewer series, values of a breakdown (breakdown_limit) or points, or with shorter filters.`);
}
export { reasonsIn as n, outcomeOf as t };
