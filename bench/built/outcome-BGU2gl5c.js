import { n as must, r as unreachable } from "./assert-Cucc65-M.js";
import { C as linksFor, D as patchBetween, _ as stepValue, a as evaluate, b as compareText, d as isoWithOffset, f as startLabels, g as seriesValue, h as hasOther, i as nearestNames, l as viewOf, m as compareKeys, o as linesIn, p as OTHER, t as quoted, u as axisOf, x as cutRanked, y as OTHER_VALUE } from "./visible-CtT769gf.js";
import { a as distinctPairs, i as quantilesOf, n as binCells, o as selectRuns, r as newBinned, t as answerQuery } from "./answer-CqHPHoNc.js";
import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CvXVGQlg.js";
import { B as partialOf, R as mean, b as sumsOfPlaces, c as addCells, f as leastOfCells, h as sumsOf, m as newSums, u as greatestOfCells, v as ExactSum, x as withoutNoise, y as sum$1, z as median } from "./distinct_rows-BRcuWvc9.js";
import { a as textOf$1, r as narrowCodes, t as allocateCodes } from "./column-B7o9AQr5.js";
import { A as encodeNumbers, I as plainColumn, N as formatDate, O as moments, c as STATUSES, g as leastOfLargest, j as join, k as evaluate$1, r as ALL } from "./query-CIUnPxLB.js";
import { O as has, k as members } from "./edges-DAyJhmqb.js";
import { nt as formatUuid } from "./column_codec-1DCwPxVM.js";
import "./run-CYWAXQPr.js";
import { d as livingPersons, f as matchRows, g as eventsAsOne, m as personsWhere, o as ELEMENT_MARK, s as checkNumbers } from "./names-C0GqucL5.js";
import { t as parseChain } from "./elements-D33cl05g.js";
import { c as Budget, n as newProjectData } from "./dataset_feed-CF_LROtY.js";
// src/sql/operators/accumulating.ts
/** cell -> number, as a vector by group. */
function numbers(of_cell) {
	return {
		kind: "numbers",
		values: of_cell.subarray(1)
	};
}
/** cell -> value, as a vector by group. */
function listed(values, size) {
	const made = Array.from({ length: size - 1 }, (_, group) => values[group + 1] ?? null);
	return {
		kind: "coded",
		codes: Uint32Array.from(made.keys()),
		values: made
	};
}
// src/sql/operators/batch.ts
/** Rows as operators hand them to each other: read column by column, when somebody asks. */
function tableBatch({ rows, columns }) {
	return {
		rows,
		read: (leaf) => must(leaf.kind === "column" ? columns[leaf.index] : void 0, "a column of the table"),
		pick: (places) => tableBatch({
			rows: places.length,
			columns: columns.map((column) => pickVector(column, places))
		})
	};
}
/** With leaves remembered as long as the batch lives. */
function remembered(batch) {
	const known = /* @__PURE__ */ new Map();
	return {
		...batch,
		read(leaf) {
			const name = JSON.stringify(leaf);
			const vector = known.get(name) ?? batch.read(leaf);
			known.set(name, vector);
			return vector;
		}
	};
}
/** A dictionary much longer than the rows is cut to what they have. */
const LONG = 2;
function pickVector(vector, places) {
	if (vector.kind === "constant") return vector;
	if (vector.kind === "numbers") {
		const values = new Float64Array(places.length);
		for (let at = 0; at < values.length; at++) values[at] = vector.values[places[at]];
		return {
			kind: "numbers",
			values
		};
	}
	const { values } = vector;
	const codes = allocateCodes(places.length, values.length);
	for (let at = 0; at < codes.length; at++) codes[at] = vector.codes[places[at]];
	return short({
		kind: "coded",
		codes,
		values
	});
}
function short(vector) {
	const { codes, values } = vector;
	if (values.length <= LONG * codes.length) return vector;
	return cut(codes, values.length, (code) => values[code]);
}
/** With the values that some row has, which are asked for one by one. */
function cut(codes, count, read) {
	const places = count <= LONG * codes.length ? new Uint32Array(count) : /* @__PURE__ */ new Map();
	const kept = [];
	const own = new Uint32Array(codes.length);
	for (let at = 0; at < codes.length; at++) {
		const code = codes[at];
		let place = places instanceof Map ? places.get(code) ?? 0 : places[code];
		if (place === 0) {
			place = kept.push(read(code));
			if (places instanceof Map) places.set(code, place);
			else places[code] = place;
		}
		own[at] = place - 1;
	}
	return {
		kind: "coded",
		codes: own,
		values: kept
	};
}
/** As pickVector; -1 is nothing. */
function pickOrNothing(vector, places) {
	if (!places.includes(-1)) return pickVector(vector, new Uint32Array(places.buffer, places.byteOffset, places.length));
	if (vector.kind === "numbers") return {
		kind: "numbers",
		values: Float64Array.from(places, (place) => place < 0 ? NaN : vector.values[place])
	};
	const { codes, values } = codedOf(vector, 1);
	return {
		kind: "coded",
		codes: Uint32Array.from(places, (place) => place < 0 ? 0 : (vector.kind === "constant" ? 0 : codes[place]) + 1),
		values: [null, ...values]
	};
}
/** By code, whatever it was. */
function codedOf(vector, rows) {
	if (vector.kind === "coded") return vector;
	if (vector.kind === "numbers") return encodeNumbers(vector.values);
	return {
		kind: "coded",
		codes: new Uint8Array(rows),
		values: [vector.value]
	};
}
function valueAt(vector, row) {
	if (vector.kind === "constant") return vector.value;
	if (vector.kind === "coded") return vector.values[vector.codes[row]];
	const value = vector.values[row];
	return Number.isNaN(value) ? null : value;
}
/** row -> number, NaN for what is none. */
function numbersOf$1(vector, rows) {
	if (vector.kind === "numbers") return vector.values;
	if (vector.kind === "constant") return new Float64Array(rows).fill(numberOr(vector.value));
	const { codes } = vector;
	const of_code = Float64Array.from(vector.values, numberOr);
	const values = new Float64Array(rows);
	for (let row = 0; row < rows; row++) values[row] = of_code[codes[row]];
	return values;
}
function numberOr(value) {
	return typeof value === "number" ? value : NaN;
}
/** row -> whether it is true. */
function flagsOf(vector, rows) {
	const flags = new Uint8Array(rows);
	if (vector.kind === "constant") return vector.value === true ? flags.fill(1) : flags;
	if (vector.kind === "numbers") return flags;
	const { codes } = vector;
	const of_code = Uint8Array.from(vector.values, (value) => Number(value === true));
	for (let row = 0; row < rows; row++) flags[row] = of_code[codes[row]];
	return flags;
}
/** Places of the rows that are set; null where all are. */
function placesOf(flags) {
	let count = 0;
	for (let row = 0; row < flags.length; row++) count += flags[row];
	if (count === flags.length) return null;
	const places = new Uint32Array(count);
	for (let row = 0, at = 0; row < flags.length; row++) if (flags[row] === 1) places[at++] = row;
	return places;
}
/** One below the other. */
function stacked(vectors, rows) {
	if (vectors.length === 1) return vectors[0];
	const total = rows.reduce((sum, count) => sum + count, 0);
	if (vectors.every(isNumeric$1)) {
		const values = new Float64Array(total);
		let at = 0;
		for (const [nth, vector] of vectors.entries()) {
			values.set(numbersOf$1(vector, rows[nth]), at);
			at += rows[nth];
		}
		return {
			kind: "numbers",
			values
		};
	}
	return stackedCodes(vectors, rows, total);
}
function isNumeric$1(vector) {
	return vector.kind === "numbers" || vector.kind === "constant" && (vector.value === null || typeof vector.value === "number");
}
function stackedCodes(vectors, rows, total) {
	const codes = new Uint32Array(total);
	const values = [];
	const places = /* @__PURE__ */ new Map();
	let at = 0;
	for (const [nth, vector] of vectors.entries()) {
		const coded = codedOf(vector, rows[nth]);
		const place_of = coded.values.map((value) => {
			const key = typeof value === "object" && value !== null ? `\0${value.json}` : value;
			const place = places.get(key) ?? values.push(value) - 1;
			places.set(key, place);
			return place;
		});
		for (let row = 0; row < rows[nth]; row++) codes[at++] = place_of[coded.codes[row]];
	}
	return {
		kind: "coded",
		codes,
		values
	};
}
// src/sql/operators/running.ts
function computed$1({ view, subqueries }, expression, batch) {
	return evaluate$1(expression, batch.rows, (leaf) => leaf.kind === "subquery" ? {
		kind: "constant",
		value: subqueries[leaf.index][leaf.as]
	} : batch.read(leaf), () => view.checkpoint());
}
/** @throws ServiceError where a step would hold more than it may */
function hold(running, rows, columns) {
	running.held += rows * Math.max(1, columns);
	if (rows <= LIMIT.sql_rows_held && running.held <= LIMIT.sql_values_held) return;
	throw invalid("query", `A step of this statement would hold more than ${LIMIT.sql_rows_held.toLocaleString("en")} rows, or all together more than ${LIMIT.sql_values_held.toLocaleString("en")} values. Choose fewer rows with WHERE (a shorter range of timestamp), group them before they are joined or sorted, or select fewer columns.`);
}
// src/sql/operators/funnel.ts
/** windowFunnel: how far each group comes. */
/** How far each group comes within the window: later steps count from the time of the first. */
const windowFunnel = ({ parameter, args }, running) => {
	const steps = args.length - 1;
	const entries = [];
	return {
		add({ cells, args: [time, ...flags], rows }) {
			const times_ms = numbersOf$1(time, rows);
			const met = flags.map((vector) => flagsOf(vector, rows));
			for (let row = 0; row < rows; row++) {
				let bits = 0;
				for (let step = 0; step < steps; step++) bits |= met[step][row] << step;
				if (cells[row] === 0 || bits === 0 || Number.isNaN(times_ms[row])) continue;
				hold(running, 1, 1);
				entries[cells[row]] ??= [];
				entries[cells[row]].push({
					time_ms: times_ms[row],
					bits
				});
			}
		},
		end: (size) => numbers(Float64Array.from({ length: size }, (_, cell) => furthest(entries[cell] ?? [], steps, parameter)))
	};
};
function furthest(entries, steps, window_ms) {
	entries.sort((a, b) => a.time_ms - b.time_ms);
	/** step -> when the latest way there began */
	const begun_ms = new Float64Array(steps).fill(NaN);
	let level = 0;
	for (const { time_ms, bits } of entries) for (let step = steps - 1; step >= 0; step--) {
		if ((bits & 1 << step) === 0) continue;
		const begin_ms = step === 0 ? time_ms : begun_ms[step - 1];
		if (!(time_ms <= begin_ms + window_ms)) continue;
		begun_ms[step] = begin_ms;
		level = Math.max(level, step + 1);
	}
	return level;
}
// src/sql/operators/grouping.ts
/** Rows -> groups of equal values. Values are equal by their text, as they are everywhere: 5 is "5". */
/** Different values and their numbers. */
var ValueNumbers = class {
	values = [];
	#numbers = /* @__PURE__ */ new Map();
	/** dictionary -> code -> number, -1 = not looked up yet. */
	#of_codes = /* @__PURE__ */ new WeakMap();
	numberOf(value) {
		const key = keyOf$1(value);
		let number = this.#numbers.get(key);
		if (number === void 0) {
			number = this.values.push(value) - 1;
			this.#numbers.set(key, number);
		} else if (typeof value === "number") this.values[number] = value;
		return number;
	}
	/** -1: it is none of them. */
	find(value) {
		return this.#numbers.get(keyOf$1(value)) ?? -1;
	}
	/** code -> number of its value; filled for codes that are asked for. */
	ofCodes(values) {
		const known = this.#of_codes.get(values) ?? new Int32Array(values.length).fill(-1);
		this.#of_codes.set(values, known);
		return known;
	}
};
/** Beginnings of what numbers are written as: - 0 to 9, Infinity, NaN. */
function isNumeric(text) {
	const first = text.charCodeAt(0);
	return first >= 48 && first <= 57 || first === 45 || first === 73 || first === 78;
}
/** Equal for equal texts; numbers need no text. */
function keyOf$1(value) {
	if (typeof value === "number") return value === 0 ? 0 : value;
	const text = textOf$1(value);
	if (text === null || !isNumeric(text)) return text;
	const number = Number(text);
	return String(number) === text ? number : text;
}
/** Two numbers as one. */
const SECOND = 2 ** 26;
var Grouping = class {
	#columns;
	/** column from the second on -> number of what stands before and of its value -> number of both. */
	#pairs;
	/** column -> group -> number of its value. */
	#members;
	count = 0;
	constructor(columns) {
		this.#columns = Array.from({ length: columns }, () => new ValueNumbers());
		this.#pairs = Array.from({ length: columns }, () => /* @__PURE__ */ new Map());
		this.#members = Array.from({ length: columns }, () => []);
	}
	/** row -> its group; new ones are made. */
	groupsOf(vectors, rows) {
		if (vectors.length === 0) {
			this.count = 1;
			return new Int32Array(rows);
		}
		const coded = vectors.map((vector) => codedOf(vector, rows));
		const joined = join(coded, rows);
		const met = new Uint8Array(joined.count);
		for (let row = 0; row < rows; row++) met[joined.codes[row]] = 1;
		const numbers = coded.map(({ values }, column) => this.#columns[column].ofCodes(values));
		const group_of = new Int32Array(joined.count);
		const parts = new Array(coded.length);
		for (let code = 0; code < joined.count; code++) {
			if (met[code] === 0) continue;
			for (let column = 0; column < parts.length; column++) {
				const own = joined.members[column][code];
				let number = numbers[column][own];
				if (number < 0) number = numbers[column][own] = this.#columns[column].numberOf(coded[column].values[own]);
				parts[column] = number;
			}
			group_of[code] = this.#group(parts);
		}
		const groups = new Int32Array(rows);
		for (let row = 0; row < rows; row++) groups[row] = group_of[joined.codes[row]];
		return groups;
	}
	#group(parts) {
		if (parts.length === 1) return this.#single(parts[0]);
		let before = 0;
		for (const [column, part] of parts.entries()) {
			const pairs = this.#pairs[column];
			const key = before * SECOND + part;
			let pair = pairs.get(key);
			if (pair === void 0) {
				pair = pairs.size;
				pairs.set(key, pair);
				if (column === parts.length - 1) {
					for (const [at, member] of parts.entries()) this.#members[at].push(member);
					this.count++;
				}
			}
			before = pair;
		}
		return before;
	}
	/** Values are numbered as they are met, and so are the groups of one column. */
	#single(number) {
		if (number === this.count) {
			this.#members[0].push(number);
			this.count++;
		}
		return number;
	}
	/** The group of these values; -1 where there is none. */
	find(values) {
		if (values.length === 1) return this.#columns[0].find(values[0]);
		let before = 0;
		for (const [column, value] of values.entries()) {
			const number = this.#columns[column].find(value);
			const pair = number < 0 ? void 0 : this.#pairs[column].get(before * SECOND + number);
			if (pair === void 0) return -1;
			before = pair;
		}
		return before;
	}
	/** group -> its values, column by column. */
	columns() {
		return this.#members.map((members, column) => ({
			kind: "coded",
			codes: Uint32Array.from(members),
			values: this.#columns[column].values
		}));
	}
};
// src/sql/operators/order.ts
/** Which row comes before which. */
/** Kinds of values in their order. */
function kindOf(value) {
	if (typeof value === "boolean") return 0;
	return typeof value === "number" ? 1 : 2;
}
/** Below 0: a comes first. Numbers by value, before texts. Neither is null. */
function compareValues(a, b) {
	const kind = kindOf(a);
	const order = kind - kindOf(b);
	if (order !== 0) return order;
	if (kind < 2) return Number(a) - Number(b);
	const [left, right] = [textOf$1(a), textOf$1(b)];
	return left < right ? -1 : Number(left > right);
}
/** row -> number that stands in the same order as its value; NaN for null. */
function ranksOf(vector, rows) {
	if (vector.kind === "numbers") return vector.values;
	if (vector.kind === "constant") return new Float64Array(rows).fill(vector.value === null ? NaN : 0);
	const { codes, values } = vector;
	const sorted = values.flatMap((value, code) => value === null ? [] : [code]).sort((a, b) => compareValues(values[a], values[b]));
	const rank_of = new Float64Array(values.length).fill(NaN);
	let rank = 0;
	for (const [at, code] of sorted.entries()) {
		if (at > 0 && compareValues(values[sorted[at - 1]], values[code]) !== 0) rank++;
		rank_of[code] = rank;
	}
	const ranks = new Float64Array(rows);
	for (let row = 0; row < rows; row++) ranks[row] = rank_of[codes[row]];
	return ranks;
}
/** To find the first `count` rows: where these are few, texts are compared as they meet instead of ranked all. */
function compareVectors(by, vectors, rows, count) {
	const compares = vectors.map((vector, at) => {
		const key = by[at];
		return vector.kind !== "coded" || count * FEW > rows ? compareRows$1([key], [ranksOf(vector, rows)]) : compareCoded(key, vector);
	});
	const [first] = compares;
	return first !== void 0 && compares.length === 1 ? first : inTurn(compares);
}
/** Of the rows, so that ranking all values would cost more than comparing some. */
const FEW = 8;
function compareCoded({ is_descending, nulls_first }, { codes, values }) {
	const sign = is_descending ? -1 : 1;
	const null_sign = nulls_first ? -1 : 1;
	return (a, b) => {
		const [x, y] = [values[codes[a]], values[codes[b]]];
		if (x === null || y === null) return null_sign * (Number(x === null) - Number(y === null));
		return sign * compareValues(x, y);
	};
}
function inTurn(compares) {
	return (a, b) => {
		for (const compare of compares) {
			const order = compare(a, b);
			if (order !== 0) return order;
		}
		return 0;
	};
}
/** Of rows, by several columns; `ranks`: of each. Equal ones are 0. */
function compareRows$1(by, ranks) {
	const compares = by.map(({ is_descending, nulls_first }, at) => {
		const values = ranks[at];
		const sign = is_descending ? -1 : 1;
		const null_sign = nulls_first ? -1 : 1;
		return (a, b) => {
			const [x, y] = [values[a], values[b]];
			if (x < y) return -sign;
			if (x > y) return sign;
			if (x === y) return 0;
			return null_sign * (Number(Number.isNaN(x)) - Number(Number.isNaN(y)));
		};
	});
	const [first] = compares;
	return first !== void 0 && compares.length === 1 ? first : inTurn(compares);
}
/** The first `count` of so many rows, in order; equal ones in the order they come. */
function firstRows(rows, count, compare) {
	const stable = (a, b) => compare(a, b) || a - b;
	if (count * 4 >= rows) return Uint32Array.from({ length: rows }, (_, row) => row).sort(stable).subarray(0, count);
	const heap = [];
	for (let row = 0; row < rows && count > 0; row++) if (heap.length < count) rise(heap, row, stable);
	else if (compare(row, heap[0]) < 0) sink(heap, row, stable);
	return Uint32Array.from(heap).sort(stable);
}
function rise(heap, row, compare) {
	let at = heap.push(row) - 1;
	while (at > 0) {
		const above = at - 1 >> 1;
		if (compare(heap[above], row) >= 0) break;
		heap[at] = heap[above];
		at = above;
	}
	heap[at] = row;
}
function sink(heap, row, compare) {
	let at = 0;
	for (;;) {
		let below = 2 * at + 1;
		if (below >= heap.length) break;
		if (below + 1 < heap.length && compare(heap[below + 1], heap[below]) > 0) below++;
		if (compare(heap[below], row) <= 0) break;
		heap[at] = heap[below];
		at = below;
	}
	heap[at] = row;
}
// src/sql/operators/lists.ts
/** Lists of values: `finish` makes one of how often each came, in order of arrival. */
function listing(is_each, finish) {
	return ({ parameter }, running) => {
		const known = new ValueNumbers();
		const counts = [];
		const items = [];
		return {
			add({ cells, args, rows }) {
				hold(running, rows, 1);
				for (let row = 0; row < rows; row++) {
					const cell = cells[row];
					const value = cell === 0 ? null : valueAt(args[0], row);
					if (value === null) continue;
					if (is_each) {
						items[cell] ??= [];
						if (items[cell].length < parameter) items[cell].push(value);
						continue;
					}
					counts[cell] ??= /* @__PURE__ */ new Map();
					const number = known.numberOf(value);
					counts[cell].set(number, (counts[cell].get(number) ?? 0) + 1);
				}
			},
			end(size) {
				return listed(Array.from({ length: size }, (_, cell) => {
					return { json: `[${(is_each ? items[cell] ?? [] : finish(counts[cell] ?? /* @__PURE__ */ new Map(), known.values, parameter)).map(jsonOf).join(",")}]` };
				}), size);
			}
		};
	};
}
function jsonOf(value) {
	return typeof value === "object" && value !== null ? value.json : JSON.stringify(value);
}
function mostFrequent(counts, values, most) {
	return [...counts].sort(([a, x], [b, y]) => y - x || compareValues(values[a], values[b])).slice(0, most).map(([number]) => values[number]);
}
function inOrder(counts, values, most) {
	return [...counts.keys()].map((number) => values[number]).sort(compareValues).slice(0, most);
}
// src/sql/operators/accumulate.ts
/** One aggregate while rows are added: what it holds of each group, and what comes of it. */
function beginAggregate(aggregate, running) {
	return BEGIN[aggregate.name](aggregate, running);
}
/** At least so long; what is there stays. */
function grown(array, size, fill = 0) {
	if (array.length >= size) return array;
	const longer = new array.constructor(Math.max(size, array.length * 2));
	longer.fill(fill).set(array);
	return longer;
}
/** Rows, or rows that have a value. */
const count = () => {
	let counts = /* @__PURE__ */ new Float64Array(1);
	return {
		add({ cells, args: [value], rows }, size) {
			counts = grown(counts, size);
			const present = value === void 0 ? null : presentOf(value, rows);
			for (let row = 0; row < rows; row++) counts[cells[row]] += present === null ? 1 : present[row];
		},
		end: (size) => numbers(grown(counts, size).subarray(0, size))
	};
};
/** row -> 1 where there is a value. */
function presentOf(vector, rows) {
	if (vector.kind === "numbers") return Uint8Array.from(vector.values, (value) => Number(!Number.isNaN(value)));
	if (vector.kind === "constant") return new Uint8Array(rows).fill(Number(vector.value !== null));
	const { codes } = vector;
	const of_code = Uint8Array.from(vector.values, (value) => Number(value !== null));
	const flags = new Uint8Array(rows);
	for (let row = 0; row < rows; row++) flags[row] = of_code[codes[row]];
	return flags;
}
/** Of no numbers there is no sum. */
function summing(finish) {
	return () => {
		let sums = newSums(1);
		return {
			add({ cells, args, rows }, size) {
				sums = grownSums(sums, size);
				addCells({
					cells,
					values: numbersOf$1(args[0], rows),
					length: rows
				}, sums);
			},
			end(size) {
				const { count: counts, other_count } = grownSums(sums, size);
				return numbers(padded(sumsOf(sums), size).map((total, cell) => finish(total, counts[cell] + other_count[cell])));
			}
		};
	};
}
function grownSums(sums, size) {
	const { lane, lost, other_lane, other_lost, negative, count: counts, other_count } = sums;
	if (lane.length >= size) return sums;
	const longer = (array) => grown(array, size);
	return {
		lane: longer(lane),
		lost: longer(lost),
		negative: longer(negative),
		count: longer(counts),
		other_lane: longer(other_lane),
		other_lost: longer(other_lost),
		other_count: longer(other_count)
	};
}
function padded(values, size) {
	return grown(values, size).subarray(0, size);
}
const sum = summing((total, of) => of === 0 ? NaN : total);
const avg = summing((total, of) => withoutNoise(total / of));
/** Numbers alone take a loop; else values are compared one by one. */
function extreme(sign) {
	const none = sign * Number.POSITIVE_INFINITY;
	return () => {
		let found = (/* @__PURE__ */ new Float64Array(1)).fill(none);
		const values = [];
		let is_numeric = true;
		const offer = (cell, value) => {
			const before = values[cell] ?? null;
			if (value !== null && (before === null || sign * compareValues(value, before) < 0)) values[cell] = value;
		};
		return {
			add({ cells, args, rows }, size) {
				const vector = args[0];
				found = grown(found, size, none);
				if (vector.kind === "numbers") {
					const list = {
						cells,
						values: vector.values,
						length: rows
					};
					if (sign === 1) leastOfCells(list, found);
					else greatestOfCells(list, found);
					return;
				}
				is_numeric = false;
				offerCodes(vector, cells, rows, offer);
			},
			end(size) {
				found = grown(found, size, none);
				if (is_numeric) return numbers(found.subarray(0, size).map((value) => value === none ? NaN : value));
				for (let cell = 1; cell < size; cell++) if (found[cell] !== none) offer(cell, found[cell]);
				return listed(values, size);
			}
		};
	};
}
/** Rows of one value and cell that follow each other are offered once. */
function offerCodes(vector, cells, rows, offer) {
	const codes = vector.kind === "coded" ? vector.codes : null;
	let [last_cell, last_code] = [-1, -1];
	for (let row = 0; row < rows; row++) {
		const cell = cells[row];
		const code = codes === null ? 0 : codes[row];
		if (cell === 0 || cell === last_cell && code === last_code) continue;
		[last_cell, last_code] = [cell, code];
		offer(cell, valueAt(vector, row));
	}
}
/** The first value there is, or the last. */
function anyOf(is_last) {
	return () => {
		const values = [];
		return {
			add({ cells, args, rows }) {
				for (let row = 0; row < rows; row++) {
					const cell = cells[row];
					if (cell === 0 || !is_last && (values[cell] ?? null) !== null) continue;
					const value = valueAt(args[0], row);
					if (value !== null) values[cell] = value;
				}
			},
			end: (size) => listed(values, size)
		};
	};
}
/** The value beside the least or greatest one; of several the least. */
function argOf(sign) {
	return () => {
		const values = [];
		const orders = [];
		return {
			add({ cells, args, rows }) {
				const [of, by] = args;
				for (let row = 0; row < rows; row++) {
					const cell = cells[row];
					if (cell === 0) continue;
					const order = valueAt(by, row);
					if (order === null) continue;
					const before = orders[cell] ?? null;
					const compared = before === null ? -1 : sign * compareValues(order, before);
					if (compared > 0) continue;
					const value = valueAt(of, row);
					if (value === null || compared === 0 && compareValues(value, values[cell]) >= 0) continue;
					orders[cell] = order;
					values[cell] = value;
				}
			},
			end: (size) => listed(values, size)
		};
	};
}
const quantile = ({ parameter }, running) => {
	const lists = [];
	return {
		add({ cells, args, rows }) {
			hold(running, rows, 2);
			lists.push({
				cells,
				values: numbersOf$1(args[0], rows),
				length: rows
			});
		},
		end(size) {
			const binned = newBinned(size, lists.reduce((total, { length }) => total + length, 0));
			for (const list of lists) binCells(list, binned);
			return numbers(quantilesOf(binned, {
				first: 1,
				until: size
			}, parameter));
		}
	};
};
/** Of different values in a cell. */
const unique = (_, running) => {
	const known = new ValueNumbers();
	const lists = [];
	return {
		add({ cells, args, rows }) {
			hold(running, rows, 2);
			lists.push(numbered(cells, args[0], rows, known));
		},
		end(size) {
			const counts = new Float64Array(size);
			const { cells } = distinctPairs(lists, {
				first: 1,
				until: size
			}, Math.max(1, known.values.length));
			for (const cell of cells) counts[cell]++;
			return numbers(counts);
		}
	};
};
/** Values by number; rows without one are in no cell. */
function numbered(cells, vector, rows, known) {
	const own = new Int32Array(rows);
	const keys = new Uint32Array(rows);
	const of_code = vector.kind === "coded" ? known.ofCodes(vector.values) : null;
	for (let row = 0; row < rows; row++) {
		const cell = cells[row];
		if (cell === 0) continue;
		const code = vector.kind === "coded" ? vector.codes[row] : 0;
		let number = of_code === null ? -1 : of_code[code];
		if (number < 0) {
			const value = valueAt(vector, row);
			if (value === null) continue;
			number = known.numberOf(value);
			if (of_code !== null) of_code[code] = number;
		}
		own[row] = cell;
		keys[row] = number;
	}
	return {
		cells: own,
		keys
	};
}
/** By Welford's updates, so that large numbers close to each other lose nothing. */
function spread(finish) {
	return () => {
		const state = [];
		return {
			add({ cells, args, rows }) {
				const values = numbersOf$1(args[0], rows);
				for (let row = 0; row < rows; row++) {
					const value = values[row];
					if (cells[row] === 0 || Number.isNaN(value)) continue;
					state[cells[row]] ??= {
						count: 0,
						mean: 0,
						squares: 0
					};
					const of = state[cells[row]];
					of.count++;
					const away = value - of.mean;
					of.mean += away / of.count;
					of.squares += away * (value - of.mean);
				}
			},
			end: (size) => numbers(Float64Array.from({ length: size }, (_, cell) => {
				const { squares, count: of } = state[cell] ?? {
					squares: 0,
					count: 0
				};
				return of === 0 ? NaN : finish(squares, of);
			}))
		};
	};
}
const BEGIN = {
	count,
	sum,
	avg,
	quantile,
	unique,
	min: extreme(1),
	max: extreme(-1),
	any: anyOf(false),
	last: anyOf(true),
	arg_min: argOf(1),
	arg_max: argOf(-1),
	list: listing(true, () => []),
	unique_list: listing(false, inOrder),
	top: listing(false, mostFrequent),
	var_pop: spread((squares, of) => squares / of),
	var_samp: spread((squares, of) => of > 1 ? squares / (of - 1) : NaN),
	stddev_pop: spread((squares, of) => Math.sqrt(squares / of)),
	stddev_samp: spread((squares, of) => of > 1 ? Math.sqrt(squares / (of - 1)) : NaN),
	window_funnel: windowFunnel
};
// src/sql/operators/scan.ts
/** Rows of the tables there are, in batches. */
/** Of a batch: enough that what is done once for each is little, few enough that it stays small. */
const BATCH_ROWS = 1 << 20;
const UUID_BYTES$1 = 16;
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
	for (let first = 0; first < rows.length; first += BATCH_ROWS) yield batchOf(rows.subarray(first, first + BATCH_ROWS));
}
function* eventBatches({ matches, range, is_of_rows }, running) {
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
	for (const part of parts) for (const chosen of selectRuns(matches, part, range, view)) {
		const { run } = chosen;
		for (let first = 0; first < run.rows; first += BATCH_ROWS) {
			view.checkpoint();
			const until = Math.min(first + BATCH_ROWS, run.rows);
			const rows = chosenRows(chosen, first, until);
			if (rows === null || rows.length > 0) yield eventBatch(run, rows ?? {
				first,
				until
			}, running);
		}
	}
}
/** null where all of them are. */
function chosenRows({ run, range }, first, until) {
	const { select, skip, from_ms, until_ms } = range;
	const { time_ms, actor } = run;
	const rows = new Uint32Array(until - first);
	let count = 0;
	for (let row = first; row < until; row++) {
		const at_ms = time_ms[row];
		if (at_ms < from_ms || at_ms >= until_ms) continue;
		if (select !== null && !has(select, row)) continue;
		if (skip !== null && actor[row] >>> 5 < skip.length && has(skip, actor[row])) continue;
		rows[count++] = row;
	}
	return count === rows.length ? null : rows.slice(0, count);
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
	if (leaf.kind === "moment") return moments(numbersAt(run.time_ms, rows), leaf.grain_ms);
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
	return valuesAt(column, owner === null ? rows : numbersAt(owner, rows));
}
function readField(name, run, rows, running) {
	const { view } = running;
	if (name === "person_created_at") return valuesAt(view.personCreatedColumn(), numbersAt(view.rowOwner(run, PERSON), rows));
	const list = Array.from(rows instanceof Uint32Array ? rows : counted(rows.until - rows.first).map((row) => row + rows.first));
	hold(running, list.length, name === "uuid" ? 1 : view.eventProperties(run).length);
	if (name === "uuid") {
		const uuids = view.rowUuids(run, list);
		return distinctVector(list.map((_, at) => formatUuid(uuids, at * UUID_BYTES$1)));
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
/** code -> value, of dictionaries that many batches read. */
const decoded = /* @__PURE__ */ new WeakMap();
/** Entries past the end of the column have nothing. */
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
	}
	return {
		kind: "coded",
		codes,
		values
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
/** All properties as one object a row. */
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
/** Columns: one for each window, then those of the table. */
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
function windowVector(table, { call, partition, order }, running) {
	const grouping = new Grouping(partition.length);
	const groups = grouping.groupsOf(partition.map((index) => table.columns[index]), table.rows);
	const compare = compareRows$1(order, order.map(({ index }) => ranksOf(table.columns[index], table.rows)));
	const rows = Uint32Array.from({ length: table.rows }, (_, row) => row).sort((a, b) => groups[a] - groups[b] || compare(a, b) || a - b);
	const ordered = {
		rows,
		partition: Int32Array.from(rows, (row) => groups[row]),
		areEqual: equals(rows, compare)
	};
	if (call.kind === "place") return placed(table, ordered, call);
	if (order.length === 0) return overAll(table, groups, grouping.count, call.aggregate, running);
	return runningTotals(table, ordered, call.aggregate, running);
}
function equals(rows, compare) {
	return (a, b) => compare(rows[a], rows[b]) === 0;
}
function placed(table, ordered, { name, args, offset }) {
	if (args.length === 0) return {
		kind: "numbers",
		values: numbersOfPlaces(ordered, name)
	};
	const [of, otherwise] = args.map((index) => table.columns[index]);
	const values = [];
	const codes = Uint32Array.from({ length: table.rows }, (_, row) => row);
	const { rows, partition } = ordered;
	let begin = 0;
	let end = 0;
	for (let place = 0; place < rows.length; place++) {
		if (place === 0 || partition[place] !== partition[place - 1]) {
			begin = place;
			for (end = place + 1; end < rows.length && partition[end] === partition[place]; end++);
		}
		const row = rows[place];
		const at = {
			lag: place - offset,
			lead: place + offset,
			first_value: begin
		}[name] ?? lastEqual(ordered, place, end);
		values[row] = at >= begin && at < end ? valueAt(of, rows[at]) : otherwise === void 0 ? null : valueAt(otherwise, row);
	}
	return {
		kind: "coded",
		codes,
		values
	};
}
/** As windows with an order reach to the current row and its equals. */
function lastEqual({ areEqual }, place, end) {
	let last = place;
	while (last + 1 < end && areEqual(place, last + 1)) last++;
	return last;
}
function numbersOfPlaces({ rows, partition, areEqual }, name) {
	const numbers = new Float64Array(rows.length);
	let [begin, rank, dense] = [
		0,
		0,
		0
	];
	for (let place = 0; place < rows.length; place++) {
		if (place === 0 || partition[place] !== partition[place - 1]) [begin, rank, dense] = [
			place,
			1,
			1
		];
		else if (!areEqual(place - 1, place)) {
			rank = place - begin + 1;
			dense++;
		}
		numbers[rows[place]] = name === "row_number" ? place - begin + 1 : name === "rank" ? rank : dense;
	}
	return numbers;
}
function cellRows(table, cells, aggregate, running) {
	const batch = tableBatch(table);
	const condition = aggregate.condition && flagsOf(computed$1(running, aggregate.condition, batch), table.rows);
	const args = aggregate.args.map((arg) => computed$1(running, arg, batch));
	return {
		cells: condition === null ? cells : cells.map((cell, row) => condition[row] === 1 ? cell : 0),
		args,
		rows: table.rows
	};
}
/** Every row of a partition is told the same. */
function overAll(table, groups, count, aggregate, running) {
	const accumulating = beginAggregate(aggregate, running);
	accumulating.add(cellRows(table, groups.map((group) => group + 1), aggregate, running), count + 1);
	return pickVector(accumulating.end(count + 1), Uint32Array.from(groups));
}
/** Rows are added one set of equals after the other, and each is told what it came to by then. */
function runningTotals(table, { rows, partition, areEqual }, aggregate, running) {
	const { args, cells } = cellRows(table, new Int32Array(table.rows).fill(1), aggregate, running);
	const values = [];
	let accumulating = beginAggregate(aggregate, running);
	for (let place = 0; place < rows.length;) {
		if (place > 0 && partition[place] !== partition[place - 1]) accumulating = beginAggregate(aggregate, running);
		let end = place + 1;
		while (end < rows.length && partition[end] === partition[place] && areEqual(place, end)) end++;
		const picked = rows.slice(place, end);
		const own = {
			cells: Int32Array.from(picked, (row) => cells[row]),
			args: args.map((arg) => pickVector(arg, picked)),
			rows: picked.length
		};
		accumulating.add(own, 2);
		const value = valueAt(accumulating.end(2), 0);
		for (const row of picked) values[row] = value;
		place = end;
	}
	return {
		kind: "coded",
		codes: Uint32Array.from({ length: table.rows }, (_, row) => row),
		values
	};
}
// src/sql/operators/run.ts
/** A plan over the data: each relation is batches of rows, made when the one above asks for them. */
/** The rows of the answer, at most one more than its limit. @throws ServiceError what checkpoints throw, and limits */
function runStatement(query, view) {
	const running = {
		view,
		subqueries: [],
		held: 0
	};
	for (const relation of query.subqueries) running.subqueries.push(subqueryOf(relation, running));
	return tableOf(query.relation, query.columns.length, running);
}
function subqueryOf(relation, running) {
	const { rows, columns } = tableOf(relation, 1, running);
	const [column] = columns;
	const values = Array.from({ length: rows }, (_, row) => valueAt(column, row));
	const list = { json: `[${values.map((value) => typeof value === "object" && value !== null ? value.json : JSON.stringify(value)).join(",")}]` };
	return {
		value: values[0] ?? null,
		list
	};
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
		parts.push({
			rows: batch.rows,
			columns: columnsOf(batch, width)
		});
	}
	return tableFrom(parts, width);
}
function columnsOf(batch, width) {
	return Array.from({ length: width }, (_, index) => batch.read({
		kind: "column",
		index
	}));
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
		case "project": return projected(relation, running);
		case "aggregate": return one(aggregated(relation, running));
		case "window": return one(withWindows(tableOf(relation.of, widthOf(relation.of), running), relation.columns, running));
		case "limit_by": return limitedBy(relation, running);
		case "distinct": return one(distinct(relation, running));
		case "sort": return relation.by.length === 0 ? cutOff(relation, running) : one(sorted(relation, running));
		case "union": return union(relation, running);
		case "join": return joined(relation, running);
		default: return unreachable(relation);
	}
}
/** How many columns it has. */
function widthOf(relation) {
	switch (relation.kind) {
		case "project":
		case "join":
		case "sort": return typeof relation.columns === "number" ? relation.columns : relation.columns.length;
		case "aggregate": return relation.keys.length + relation.aggregates.length;
		case "window": return relation.columns.length + widthOf(relation.of);
		case "filter":
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
/** What nobody reads of the columns is not computed, nor of rows that are dropped. */
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
	for (const batch of batchesOf(of, running)) {
		running.view.checkpoint();
		const before = grouping.count;
		const groups = grouping.groupsOf(keys.map((key) => computed$1(running, key, batch)), batch.rows);
		hold(running, grouping.count - before, keys.length + aggregates.length);
		const cells = groups;
		for (let row = 0; row < cells.length; row++) cells[row]++;
		for (const [at, aggregate] of aggregates.entries()) {
			const args = aggregate.args.map((arg) => computed$1(running, arg, batch));
			const own = aggregate.condition === null ? cells : withCondition(cells, flagsOf(computed$1(running, aggregate.condition, batch), batch.rows));
			accumulating[at].add({
				cells: own,
				args,
				rows: batch.rows
			}, grouping.count + 1);
		}
	}
	const rows = keys.length === 0 ? 1 : grouping.count;
	return {
		rows,
		columns: [...grouping.columns(), ...accumulating.map((each) => each.end(rows + 1))]
	};
}
function withCondition(cells, flags) {
	const own = new Int32Array(cells.length);
	for (let row = 0; row < own.length; row++) own[row] = cells[row] & -flags[row];
	return own;
}
function distinct({ of }, running) {
	const width = widthOf(of);
	const grouping = new Grouping(width);
	for (const batch of batchesOf(of, running)) {
		const before = grouping.count;
		grouping.groupsOf(columnsOf(batch, width), batch.rows);
		hold(running, grouping.count - before, width);
	}
	return {
		rows: grouping.count,
		columns: grouping.columns()
	};
}
/** Rows in order. Of many, those that cannot be among the first are dropped batch by batch. */
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
	return tableRows(tableBatch(table).pick(Uint32Array.from({ length: Math.max(0, table.rows - offset) }, (_, at) => at + offset)), columns);
}
/** So many times the rows wanted are held before the last of them are dropped. */
const MERGED = 16;
function firstOf(batch, by, count) {
	const vectors = by.map(({ index }) => batch.read({
		kind: "column",
		index
	}));
	return firstRows(batch.rows, count, compareVectors(by, vectors, batch.rows, count));
}
function tableRows(batch, width) {
	return {
		rows: batch.rows,
		columns: columnsOf(batch, width)
	};
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
		const places = placesOf(Uint8Array.from(groups, (group) => {
			counts[group] = (counts[group] ?? 0) + 1;
			return Number(counts[group] <= limit);
		}));
		yield places === null ? batch : batch.pick(places);
	}
}
function* joined(join, running) {
	const { how, columns } = join;
	const right = tableOf(join.right, widthOf(join.right), running);
	const lookup = how === "cross" ? null : lookupOf(right, join.right_keys);
	const matched = new Uint8Array(right.rows);
	const width = widthOf(join.left);
	for (const batch of batchesOf(join.left, running)) {
		running.view.checkpoint();
		const left = tableRows(batch, width);
		const pairs = pairsOf(left, right, join, lookup, running);
		for (const place of pairs.right) if (place >= 0) matched[place] = 1;
		hold(running, pairs.left.length, columns.length);
		yield tableBatch(sideBySide(left, right, columns, pairs));
	}
	if (how !== "right" && how !== "full") return;
	const alone = Int32Array.from(placesOf(matched.map((flag) => 1 - flag)) ?? matched.keys());
	yield tableBatch(sideBySide({
		rows: 1,
		columns: Array.from({ length: width }, () => ({
			kind: "constant",
			value: null
		}))
	}, right, columns, {
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
	const key_columns = left_keys.map((index) => left.columns[index]);
	for (let row = 0; row < left.rows; row++) {
		const values = key_columns.map((column) => valueAt(column, row));
		const group = lookup === null || values.includes(null) ? -1 : lookup.grouping.find(values);
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
function sideBySide(left, right, columns, pairs) {
	return {
		rows: pairs.left.length,
		columns: columns.map(({ side, index }) => pickOrNothing((side === "left" ? left : right).columns[index], pairs[side]))
	};
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
/** Of each side. */
const SHOWN = 10;
/** What fewer actors have says little: so many, or a share of all where that is less. */
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
/** How much likelier those who have it came through; one more of each, so that nothing is divided by zero. */
function oddsOf(row, all) {
	const without_success = all.success - row.success + 1;
	const without_failure = all.failure - row.failure + 1;
	return (row.success + 1) * without_failure / (without_success * (row.failure + 1));
}
/** Ties: what more actors have, then by name. */
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
/** Of events that were captured by themselves: what happened, to which element. */
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
/** A funnel as tables of steps: names, whole counts, conversion times in seconds. */
const SECOND_MS$2 = 1e3;
/** One table, or one per value of the breakdown. */
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
/** By who arrived at the last step, then the one before, and so on. What is past the limit is pooled. */
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
/** `group` null = nobody did anything: steps of zero. `share`: of persons that were looked at. */
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
/** What a sample of persons stands for. */
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
/** Where any order will do, a step is how many of them were done. */
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
/** Times to convert: how many actors took how long, in bins of one width. */
const SECOND_MS$1 = 1e3;
/** Where all took the same time. */
const LEAST_WIDTH_S = 60;
function presentTimes(query, { sampled_share }, times_ms) {
	return {
		bins: binsOf(times_ms.map((time_ms) => time_ms / SECOND_MS$1), query.bin_count).map(([from_s, count]) => [from_s, scaled(count, sampled_share)]),
		average_conversion_time: seconds(mean([partialOf([times_ms])]))
	};
}
/** One bin more than asked for: the last begins where the longest time lies, or after it. Nobody, no bins. */
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
/** A funnel over time: conversion rates, a series per value of the breakdown. */
function presentFunnelTrend(query, { form, sampled_share }, groups) {
	const { breakdown, timezone, interval, range, edges_ms } = query;
	const axis = axisOf(timezone, interval, range, edges_ms);
	return shown(query, groups).map((group) => ({
		...seriesOf$1(axis, group, sampled_share),
		...breakdown === null ? {} : { breakdown_value: seriesValue(form, breakdown, group.key) }
	}));
}
/** Of values those that most actors entered with, in their own order. There is no rest: rates do not add up. */
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
/** To two decimals. */
function percent(part, whole) {
	return whole === 0 ? 0 : Math.round(part / whole * 1e4) / 100;
}
// src/service/present/funnel.ts
/** FunnelNumbers -> the answer as the wire has it, in the view that was asked for. */
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
/** Only steps lead to people. */
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
/** A funnel calls the rest of the values by a word that might be a value as well. */
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
/** Who is dormant is taken away; zero has no sign. */
function signed(status, count) {
	return status === "dormant" && count !== 0 ? -count : count;
}
// src/service/present/series_links.ts
/** Where there is no room for all points, the latest of each line have theirs: with another day it leads to the others. */
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
/** null where it has no people of its own: formulas are made of several lines, the rest of the values is no value. */
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
/** A triangle: a period is followed up to the last one. */
function periodRows(asked, counts) {
	const { query, intervals, period } = asked;
	return Array.from({ length: intervals }, (_, start) => ({
		values: Array.from({ length: intervals - start }, (_, later) => cellOf(asked, counts[start * sizeOf(asked) + later], later)),
		label: `${period} ${start}`,
		date: isoWithOffset(query.timezone, query.edges_ms[start]).replace("+00:00", "Z"),
		people_url: null
	}));
}
/** Whenever it began, so many periods later. */
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
/** Periods that are counted: where the end is one of its own, one more than are shown. */
function sizeOf({ query }) {
	return query.edges_ms.length - 1;
}
/** By who started, all periods together; what is past the limit is one table. */
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
/** Everybody is cohort 0; what has no value is shown as an empty one. */
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
/** Rows come as a table of periods, one per value of a breakdown; or a row per value, which is of all periods. */
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
/** Nobody started; or of those who did, nobody came back. */
function whoIsMissing({ target, returning, range }, { groups }) {
	if (groups.every(({ counts }) => counts.every((count) => count === 0))) return [asLine(target, range)];
	const periods = Math.sqrt(groups[0]?.counts.length ?? 0);
	return groups.every(({ counts }) => counts.every((count, at) => count === 0 || at % periods === 0)) ? [asLine(returning, range)] : [];
}
// src/service/present/sql.ts
const SECOND_MS = 1e3;
/** Between two checkpoints. */
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
/** What codes stand for is shown once each. */
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
/** With milliseconds where there are some. */
function isoTime(timezone, time_ms) {
	const iso = isoWithOffset(timezone, time_ms);
	const rest_ms = (time_ms % SECOND_MS + SECOND_MS) % SECOND_MS;
	return rest_ms === 0 ? iso : `${iso.slice(0, 19)}.${String(rest_ms).padStart(3, "0")}${iso.slice(19)}`;
}
// src/service/kinds/shown/sql.ts
/** Statements where they are computed: their rows name people themselves, and look for nothing in particular. */
const sql = {
	present: presentSql,
	linked: (rows) => rows,
	lines: () => [],
	empty: () => []
};
// src/service/present/stickiness.ts
/** Of both periods, a member per entity of the query. */
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
/** `counts`: number of periods - 1 -> actors active in exactly so many. */
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
/** Raw numbers -> rows: one line to be each, with the points as they are shown. */
function rowsOf(numbers, shaping) {
	return numbers.groups.map((_, group) => rowOf(numbers, group, shaping));
}
function rowOf(numbers, group, shaping) {
	return {
		key: numbers.groups[group].map((text) => text ?? "$$_posthog_breakdown_null_$$"),
		data: shaped(rawPoints(numbers, group), shaping)
	};
}
/** Whether points are shown as they were counted. */
function isUnshaped({ cumulative, smoothing_points, sampled_share }) {
	return !cumulative && smoothing_points <= 1 && sampled_share === 1;
}
/** A loop, as there may be very many. */
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
/** At the start the means are over fewer points. */
function runningMeans(data, points) {
	return data.map((_, at) => {
		const window = data.slice(Math.max(0, at - points + 1), at + 1);
		return Math.floor(sum$1(window) / window.length);
	});
}
/** Numbers that do not grow with the number of persons: they hold for a sample as they are. */
function isSizeless(math) {
	return math.kind === "per_actor" || math.kind === "expression" || math.kind === "property" && math.aggregate !== "sum";
}
// src/service/present/trend_ranking.ts
/** Which values of a breakdown a trend shows, and in which order: ordinary ones, those with a missing part, the rest. */
/**
* Values by their total. Over time a missing value ranks behind all others, so it is the first to fall into the rest.
* There may be very many: rows are made of those only that can be on the page or before it.
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
/** `others`: points of values that are known to be behind the page. */
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
/** group -> the sum of its points, but for what additions round away. */
function totalsOf({ groups, values }) {
	const totals = new Float64Array(groups.length);
	for (let cell = 0; cell < values.length;) for (let group = 0; group < totals.length; group++) totals[group] += values[cell++];
	return totals;
}
/** What a value must have at least to be among so many. A hair less than that, as totals are rounded. */
function leastWanted({ groups }, totals, wanted, page) {
	const ranked = page.totals ? totals : totals.filter((_, group) => isOrdinary(groups[group]));
	if (ranked.length <= wanted) return Number.NEGATIVE_INFINITY;
	const least = leastOfLargest(ranked, wanted);
	return least - Math.abs(least) * ROUNDED;
}
/** Relative: more than the sums of as many points as there can be are off. */
const ROUNDED = 1e-9;
/** bucket -> sum over these groups. */
function otherPoints({ groups, values, buckets }, is_other) {
	const some = new Float64Array(groups.length);
	return Array.from({ length: buckets }, (_, bucket) => {
		const row = bucket * groups.length;
		let count = 0;
		for (let group = 0; group < groups.length; group++) if (is_other[group] === 1) some[count++] = values[row + group];
		return sum$1(some.subarray(0, count));
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
		total: sum$1(row.data),
		text: keyText(row.key)
	};
}
function byWeight(a, b) {
	return b.total - a.total || compareText(a.text, b.text);
}
function byPlaceThenWeight(a, b) {
	return a.rank - b.rank || byWeight(a, b);
}
/** Where a row stands whatever its numbers: 0 ordinary, 1 something is missing, 2 the rest. */
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
* One row per value that any line has; a line without that value adds zeros. The largest come first, the missing value
* and the rest stay behind. Ties are by the value backwards, or, where periods are compared, in the order of the lines:
* so the reference does it.
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
/** Different values that any line has. */
function valuesIn(lines) {
	return keysOf(lines).size;
}
/** name -> value, of all that any line has. */
function keysOf(lines) {
	return new Map(lines.flatMap((rows) => rows.map((row) => [keyOf(row), row.key])));
}
/** Unlike the text that is shown, never the same for two values. */
function keyOf(row) {
	return JSON.stringify(row.key);
}
function byResult(a, b) {
	return byPlaceThenTotal(a, b) || byData(a, b) || compareText(keyText(b.key), keyText(a.key));
}
function byPlaceThenTotal(a, b) {
	return rankOf(a) - rankOf(b) || sum$1(b.data) - sum$1(a.data);
}
function byData(a, b) {
	for (const [bucket, value] of a.data.entries()) {
		const difference = b.data[bucket] - value;
		if (difference !== 0) return difference;
	}
	return 0;
}
// src/service/present/trend_series.ts
/** Rows -> series as the wire has them: their names, numbers and days. */
/** `several`: whether the value alone would not say which line it is of. */
function entitySeries(frame, entity, row, several) {
	const { breakdown } = frame.query;
	const count = frame.query.display === "ActionsLineGraphCumulative" ? row.data.at(-1) ?? 0 : sum$1(row.data);
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
		...pointsOf(frame, row, sum$1(row.data)),
		...sharedOf(frame, row)
	};
}
function valueLabel(breakdown, row) {
	if (breakdown.kind === "values") return keyText(row.key);
	return breakdown.cohorts.find((cohort) => String(cohort.id) === row.key[0])?.name ?? keyText(row.key);
}
/** A number per point in time, or one for all of it. */
function pointsOf(frame, row, count) {
	if (frame.totals) return {
		count: 0,
		data: [],
		labels: [],
		days: [],
		aggregated_value: sum$1(row.data)
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
/** Of both periods, a member per entity of the query; they are computed as they are read. */
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
/** Cohorts are few and chosen by whoever asks: none is left out, and on their own they keep the order they were named in. */
function orderValues({ breakdown }, numbers, page, shaping) {
	if (breakdown?.kind === "values") return rankValues(numbers, shaping, page);
	const rows = rowsOf(numbers, shaping);
	return {
		rows: breakdown !== null && !breakdown.apart ? largestFirst(rows) : rows,
		has_more: false
	};
}
/** Line by line; where each cohort is a question of its own, cohort by cohort. */
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
/** A formula is of all lines: where it comes to nothing, each may be why. */
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
/** The result with addresses of people where they are asked for, else the result itself. */
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
		if (select !== null && !has(select, row)) continue;
		if (time_ms[row] < from_ms || time_ms[row] >= until_ms) continue;
		if (skip === null || !has(skip, actor[row])) return true;
	}
	return false;
}
/** Whether the condition holds for any person. */
function holdsForAny(condition, view) {
	return personsWhere(condition, view).some((word) => word !== 0);
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
	const names = matches.map(({ event }) => event);
	const events = names.includes(null) ? null : [...new Set(names.filter((name) => name !== null))];
	for (const part of view.parts({
		events,
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
/** A resolved condition in words, as short as it can be told by. */
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
/** What is asked of it besides is told by the question itself. */
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
* Why nothing was found for a line, where it was looked for: no such event in the range, or a condition that nothing
* passes, with the values there are that come nearest. Done beside the computation, so plain data comes of it.
*/
/** A step of a path is called by it, or by its event. */
const ADDRESS = "$current_url";
/**
* Why nothing was found for the empty lines, and which conditions of any line do nothing. [] where something was found, or
* rows were found and the number made of them is nothing.
*/
function reasonsOf(lines, empty, view) {
	return [...empty.slice(0, LIMIT.lines_explained).flatMap((line) => whyEmpty(line, view)), ...lines.slice(0, LIMIT.lines_explained).flatMap((line) => idleConditions(line, view))];
}
/** Values that are left out though nobody has them: the filter does nothing, and most often is misspelt. */
function idleConditions({ name, matches, range }, view) {
	return conditionsOf(matches).slice(0, LIMIT.conditions_explained).flatMap((match) => {
		const { where } = match;
		if (where.kind !== "not") return [];
		return wantedValues(where.of).flatMap(({ source, value }) => {
			if (source.of !== "event" && source.of !== "person" || !Number.isNaN(Number(value))) return [];
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
/** What must hold, one by one; each once. */
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
/** What people are to have done, each with its dates. */
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
/** Texts that a value has to be one of. */
function wantedValues(where) {
	if (where.kind === "and" || where.kind === "or") return where.of.flatMap(wantedValues);
	if (where.kind !== "value" || where.test.op !== "in" || where.source.of === "expression") return [];
	const { source, test } = where;
	return test.values.map((value) => ({
		source,
		value
	}));
}
// src/clickhouse/shipping/shipped.ts
/** Reads what `shippingStatement` asked for. */
const DECODER = new TextDecoder();
/** Beyond the numbers that are written in one byte the next one goes on. */
const GOES_ON = 128;
/** The same object again and again. @throws ServiceError where they are too many */
function* readShipped({ bytes, keys }) {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const texts = Array.from({ length: keys === null ? 1 : Math.max(1, keys.length * 2) }, () => "");
	const row = {
		event: 0,
		distinct: 0,
		time_ms: 0,
		arrived: 0,
		uuid: 0,
		texts
	};
	const known = /* @__PURE__ */ new Map();
	let rows = 0;
	for (let at = 0; at < bytes.length;) {
		if (++rows > LIMIT.remote_rows_shipped) throw tooMany();
		row.event = view.getUint32(at, true);
		row.distinct = view.getUint32(at + 4, true);
		row.time_ms = Number(view.getBigInt64(at + 8, true));
		row.arrived = Number(view.getBigUint64(at + 16, true));
		row.uuid = at + 24;
		at += 40;
		for (let place = 0; place < texts.length; place++) {
			let length = 0;
			let shift = 0;
			let byte = GOES_ON;
			for (; byte >= GOES_ON; shift += 7) {
				byte = bytes[at++];
				length += (byte & 127) * 2 ** shift;
			}
			texts[place] = textAt(bytes, at, length, known);
			at += length;
		}
		yield row;
	}
}
/** Short texts come again and again. */
const SHORT = 24;
function textAt(bytes, at, length, known) {
	if (length === 0) return "";
	const text = DECODER.decode(bytes.subarray(at, at + length));
	if (length > SHORT) return text;
	const before = known.get(text);
	if (before === void 0) known.set(text, text);
	return before ?? text;
}
/** Copies a uuid in the order in which it is written: the server has each half from its last byte to its first. */
function copyUuid(bytes, from, into, to) {
	for (let byte = 0; byte < 8; byte++) {
		into[to + byte] = bytes[from + 7 - byte];
		into[to + 8 + byte] = bytes[from + 15 - byte];
	}
}
function tooMany() {
	return new ServiceError("too_large", `This question needs more than ${LIMIT.remote_rows_shipped} events one by one. Ask for a shorter range of dates, or for fewer events.`);
}
// src/service/remote/dataset.ts
/** Rows that were sent for one question as a dataset: who is who is read from the store as always. */
const UUID_BYTES = 16;
/** Within a snapshot of the store. @throws ServiceError where the rows are too many */
function shippedDataset(store, project_id, shipped, team, memory_bytes) {
	const data = newProjectData(store, project_id, new Budget(memory_bytes), team);
	const { people, events } = store;
	data.addDistincts(people.personOf(project_id, 0), people.personLimit(project_id));
	for (const [at, name] of shipped.names.entries()) data.rows.nameEvent(at + 1, name);
	const chunk = chunkOf(shipped);
	if (chunk.rows > 0) data.rows.append(chunk, 1);
	data.setRevision(events.revision(project_id));
	return data;
}
/** In order of arrival, which settles what comes first of one instant. */
function chunkOf(shipped) {
	const rows = [];
	const values = new ValueCodes(shipped.keys);
	for (const row of readShipped(shipped)) {
		const { event, distinct, time_ms, arrived, uuid } = row;
		rows.push({
			event,
			distinct,
			time_ms,
			arrived,
			uuid,
			codes: values.codesOf(row.texts)
		});
	}
	rows.sort((a, b) => a.arrived - b.arrived);
	const uuids = new Uint8Array(rows.length * UUID_BYTES);
	for (const [at, { uuid }] of rows.entries()) copyUuid(shipped.bytes, uuid, uuids, at * UUID_BYTES);
	const columns = values.columns(rows.map(({ codes }) => codes));
	return {
		rows: rows.length,
		bytes: shipped.bytes.length,
		event_ord: Uint32Array.from(rows, ({ event }) => event),
		distinct: Uint32Array.from(rows, ({ distinct }) => distinct),
		time_ms: Float64Array.from(rows, ({ time_ms }) => time_ms),
		uuids,
		columns: () => columns
	};
}
var ValueCodes = class {
	#keys;
	#known = [];
	#place_of = /* @__PURE__ */ new Map();
	constructor(keys) {
		this.#keys = keys;
		for (const key of keys ?? []) this.#placeOf(key);
	}
	/** place of a property -> its code; those that come later have none yet. */
	codesOf(texts) {
		if (this.#keys === null) return this.#codesOfAll(texts[0]);
		return this.#keys.map((_, place) => {
			const type = texts[place * 2];
			return this.#codeOf(place, type, texts[place * 2 + 1]);
		});
	}
	columns(rows) {
		return new Map(this.#known.map(({ name, values }, place) => {
			const codes = Uint32Array.from(rows, (row) => row[place] ?? 0);
			return [name, {
				kind: "dictionary",
				codes: narrowCodes(codes, values.length),
				values
			}];
		}));
	}
	#codesOfAll(json) {
		const codes = [];
		for (const [name, said] of Object.entries(JSON.parse(json))) {
			const value = typeof said === "object" && said !== null ? { json: JSON.stringify(said) } : said;
			const place = this.#placeOf(name);
			codes[place] = value === null ? 0 : this.#add(place, `${typeof value} ${textOf$1(value)}`, value);
		}
		return codes;
	}
	#placeOf(name) {
		const known = this.#place_of.get(name);
		if (known !== void 0) return known;
		this.#place_of.set(name, this.#known.length);
		return this.#known.push({
			name,
			values: [null],
			code_of: /* @__PURE__ */ new Map()
		}) - 1;
	}
	#codeOf(place, type, text) {
		if (type === "" || type === "Null") return 0;
		return this.#known[place].code_of.get(`${type} ${text}`) ?? this.#add(place, `${type} ${text}`, valueFrom(type, text));
	}
	#add(place, key, value) {
		const { values, code_of } = this.#known[place];
		const known = code_of.get(key);
		if (known !== void 0) return known;
		const code = values.push(value) - 1;
		code_of.set(key, code);
		return code;
	}
};
function valueFrom(type, text) {
	switch (type) {
		case "String": return text;
		case "Bool": return text === "true";
		case "Object":
		case "Array": return { json: text };
		default: return Number(text);
	}
}
// src/service/computing/outcome.ts
/** What is done with a question where it is computed: its numbers, and the answer made of them. */
/** Within a snapshot of the store. @throws ServiceError what the team's checkpoint throws, and where the answer would be too large */
function outcomeOf(project, task, given, sources) {
	const { store, datasets, team, memory_bytes } = sources;
	switch (given.from) {
		case "dataset": return computed(task, datasets.current(project), true);
		case "numbers": return presented(task, given.numbers, () => team.checkpoint(), null);
		case "rows": return computed(task, shippedDataset(store, project.id, given.shipped, team, memory_bytes), false);
		default: return unreachable(given);
	}
}
/** Why there is nothing is told from all events, and not from those that were sent for the question. */
function computed(task, view, has_all) {
	return presented(task, numbersOf(task.asked, view), () => view.checkpoint(), has_all ? view : null);
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
	const { result, has_more = false, warnings = [] } = shown.present(query, show.showing, numbers, checkpoint);
	const reasons = view === null ? [] : reasonsOf(shown.lines(query), shown.empty(query, numbers, result), view);
	return {
		kind: "shown",
		...write(result, linkedResult(show, result), checkpoint),
		has_more,
		warnings,
		reasons
	};
}
/** Statements are answered above the engine. */
function numbersOf(asked, view) {
	return asked.kind === "sql" ? runStatement(asked.query, view) : answerQuery(asked, view);
}
/** Item by item, as each may carry the whole question: so what is too large is found out before it is there. */
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
/** In memory of its own, which can be handed on. */
function encoded(text) {
	return new TextEncoder().encode(text);
}
function tooLong(written, of) {
	const allowed = `${LIMIT.answer_bytes / 1024 ** 2} MB`;
	return new ServiceError("invalid_input", `This answer would be longer than the ${allowed} that are allowed: ${written} of its ${of} rows fill them. Ask for fewer series, values of a breakdown (breakdown_limit) or points, or with shorter filters.`);
}
export { outcomeOf as t };

//# sourceMappingURL=outcome-BGU2gl5c.js.map