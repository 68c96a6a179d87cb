import { n as must, t as assert } from "./assert-Cucc65-M.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CL6ANKLD.js";
import { t as canonical } from "./json-GpSeq4qu.js";
import { B as monthOf, V as monthStart, _ as decodeScaled, v as plainColumn } from "./column_codec-CRp8qQ50.js";
import { a as textOf, c as asSharedWords, d as sharedNumbers, l as sharedBytes, n as missingColumn, o as wideCodes, p as sharedWords, s as asSharedNumbers, t as allocateCodes } from "./column-NKnza9zL.js";
import { a as quartersOf, c as allocate, g as members, h as has, m as fromFlags, o as rangesOf, r as QUARTER_HOUR_MS, s as rankIndexOf, t as ALL_EVENTS, u as andNot, v as or, y as set } from "./run-B9uRFbuc.js";
import { B as bucketOf, D as newTimeSort, E as positionsOf, M as markBefore, O as sortByTime, T as makeTimeline, V as buildBuckets, b as HIGH_WORD_OF_ONE, c as newSums, h as interpolatedAt, i as greatestOfCells, j as markArrived, k as MARK_PRESENCE, l as sumsOf, o as leastOfCells, p as withoutNoise, t as addCells, x as highWords } from "./value_aggregates-oy79J-9b.js";
import { C as SomeValues, D as columnOfProperties, E as sourceColumn, F as valueAt, I as PairNumbers, K as inStage, M as codedOf, O as expressionColumn, S as Dictionary, Y as tracing, d as tableOf, g as markPieces, h as markPassing, j as evaluate, l as ofMembers, p as topValues, u as tableBytes, w as numberOf, x as selectOrdered } from "./query-BO5VA2Zo.js";
import { r as personUuid } from "./person_uuid-DHbHeQxN.js";
import { _ as wholeActorCuts, b as firstRowOf } from "./edges-BY1FQb0p.js";
import { g as areInOrder, h as isWholeQuarter, p as countQuarters, t as openSegment } from "./segment-CAQSNtUo.js";
import { a as ColumnBuilder, n as openChunk } from "./chunk-DoCuzWrP.js";
import { t as PropertyColumns } from "./property_columns-SZ6AAlPa.js";
// src/engine/dataset/budget.ts
/** Share of the room that is in use after making room, so that it is not made for each value. */
const ROOM_SHARE = .9;
/** Share of the budget for values that are not held, however much the others take. */
const FREE_SHARE = .5;
/** Uses between two attempts to make room, if held values leave too little. */
const CROWDED_USES = 256;
var Budget = class {
	#limit_bytes;
	#kept = /* @__PURE__ */ new Set();
	#bytes = 0;
	#uses = 0;
	#crowded_until = 0;
	constructor(limit_bytes) {
		this.#limit_bytes = limit_bytes;
	}
	get bytes() {
		return this.#bytes;
	}
	/** Changes the limit, and makes room if there is less than before. */
	resize(limit_bytes) {
		this.#limit_bytes = limit_bytes;
		if (this.#bytes > limit_bytes && this.#uses >= this.#crowded_until) this.#makeRoom(null);
	}
	/**
	* Makes room by dropping others. A value larger than the whole budget stays alone until the next one comes; held
	* values may exceed the budget.
	*/
	add(kept) {
		this.#kept.add(kept);
		this.#bytes += kept.bytes;
		this.touch(kept);
		if (this.#bytes > this.#limit_bytes && this.#uses >= this.#crowded_until) this.#makeRoom(kept);
	}
	#makeRoom(newest) {
		const free = [...this.#kept].filter(({ held }) => !held);
		const held_bytes = free.reduce((rest, { bytes }) => rest - bytes, this.#bytes);
		const room_bytes = Math.max(this.#limit_bytes - held_bytes, this.#limit_bytes * FREE_SHARE);
		for (const oldest of free.sort((a, b) => a.used - b.used)) {
			if (this.#bytes - held_bytes <= room_bytes * ROOM_SHARE || oldest === newest) break;
			if (this.#kept.has(oldest)) {
				this.remove(oldest);
				oldest.forget();
			}
		}
		if (held_bytes > this.#limit_bytes * FREE_SHARE) this.#crowded_until = this.#uses + CROWDED_USES;
	}
	touch(kept) {
		kept.used = this.#uses++;
	}
	remove(kept) {
		if (this.#kept.delete(kept)) this.#bytes -= kept.bytes;
	}
};
/** Named values of one kind, within the budget. */
var Shelf = class {
	#budget;
	#sizeOf;
	#forgotten;
	#entries = /* @__PURE__ */ new Map();
	/** `forgotten` is called for every value that leaves. */
	constructor(budget, sizeOf, forgotten = () => {}) {
		this.#budget = budget;
		this.#sizeOf = sizeOf;
		this.#forgotten = forgotten;
	}
	get(name) {
		const entry = this.#entries.get(name);
		if (entry !== void 0) this.#budget.touch(entry);
		return entry?.value;
	}
	/** Also after a value has changed its size. `held`: it stays even if there is no room, until it is released. */
	put(name, value, held = false) {
		const before = this.#entries.get(name);
		if (before !== void 0) this.#budget.remove(before);
		const entry = {
			value,
			used: 0,
			bytes: this.#sizeOf(value),
			held,
			forget: () => {
				this.#entries.delete(name);
				this.#forgotten(value);
			}
		};
		this.#entries.set(name, entry);
		this.#budget.add(entry);
		return value;
	}
	release(name) {
		const entry = this.#entries.get(name);
		if (entry !== void 0) entry.held = false;
	}
	/** First value that passes the test; counts as used. */
	find(test) {
		for (const [name, { value }] of this.#entries) if (test(value, name)) return this.get(name);
	}
	/** Drops values that fail the test; all without one. */
	clear(keep = () => false) {
		for (const [name, entry] of this.#entries) {
			if (keep(entry.value, name)) continue;
			this.#budget.remove(entry);
			entry.forget();
		}
	}
};
// src/engine/select/row_numbers.ts
const SECOND_MS$1 = 1e3;
/** row -> number, NaN = none. Numeric text counts; other text, booleans and null do not. Do not write. */
function rowNumbers(source, run, view) {
	const { column, owner } = sourceColumn(source, run, view);
	const numbers = columnNumbers(column);
	const scaled = source.of === "metadata" && source.key === "timestamp" ? wholeSeconds(numbers) : numbers;
	return owner === null ? scaled : byOwner(scaled, owner);
}
function multiplied(numbers, factor) {
	if (factor === 1) return numbers;
	const products = new Float64Array(numbers.length);
	for (let at = 0; at < numbers.length; at++) products[at] = numbers[at] * factor;
	return products;
}
/** index -> number, NaN = none. Do not write. */
function columnNumbers(column) {
	if (column.kind === "number") return column.values;
	const { codes, values } = column;
	const of_code = numbersOf$2(values);
	const numbers = new Float64Array(codes.length);
	for (let index = 0; index < codes.length; index++) numbers[index] = of_code[codes[index]];
	return numbers;
}
/** Texts take long to read, and a column is asked for again. */
const known = /* @__PURE__ */ new WeakMap();
/** code -> number, NaN = none. */
function numbersOf$2(values) {
	let numbers = known.get(values);
	if (numbers === void 0 || numbers.length !== values.length) {
		numbers = Float64Array.from(values, (value) => numberOf(value) ?? NaN);
		known.set(values, numbers);
	}
	return numbers;
}
function wholeSeconds(times_ms) {
	const seconds = new Float64Array(times_ms.length);
	for (let row = 0; row < times_ms.length; row++) seconds[row] = Math.floor(times_ms[row] / SECOND_MS$1);
	return seconds;
}
/** row -> number of its owner; NaN for owners past the end. */
function byOwner(numbers, owner) {
	const rows = new Float64Array(owner.length);
	for (let row = 0; row < owner.length; row++) rows[row] = numbers[owner[row]] ?? NaN;
	return rows;
}
// src/engine/dataset/gather.ts
function wholeSlice(source) {
	return {
		source,
		from: 0,
		rows: source.rows,
		pick: null
	};
}
function pickSlice(source, pick) {
	return {
		source,
		from: 0,
		rows: pick.length,
		pick
	};
}
function lengthOf$1(slices) {
	return slices.reduce((sum, { rows }) => sum + rows, 0);
}
/** Same without other rows of the slices, if there are many. */
function withoutOthers(sequence) {
	const { slices, order } = sequence;
	const { length } = order;
	if (length * FEW_ROWS > lengthOf$1(slices)) return sequence;
	const keys = Float64Array.from(order, (row, position) => row * length + position).sort();
	const own = new Uint32Array(length);
	const taken = [];
	let begin = 0;
	let at = 0;
	for (const slice of slices) {
		const first = at;
		for (; at < length && keys[at] < (begin + slice.rows) * length; at++) own[keys[at] % length] = at;
		const rows = Uint32Array.from(keys.subarray(first, at), (key) => Math.floor(key / length) - begin);
		const pick = slice.pick === null ? rows.map((row) => slice.from + row) : reorder(slice.pick, rows, new Uint32Array(rows.length));
		if (pick.length > 0) taken.push(pickSlice(slice.source, pick));
		begin += slice.rows;
	}
	return {
		slices: taken,
		order: own
	};
}
/** position in the slice -> value of its row. */
function sliceOf(slice, values) {
	const { pick } = slice;
	if (pick === null) return values.subarray(slice.from, slice.from + slice.rows);
	const taken = values.slice(0, pick.length);
	for (let position = 0; position < pick.length; position++) taken[position] = values[pick[position]];
	return taken;
}
/** As they are stored, if most rows are picked: testing the others, too, is cheaper than copying the values first. */
function testedPieces(slice, property) {
	const { source, pick } = slice;
	if (pick === null || pick.length * FEW_ROWS < source.rows || source.columnPieces === void 0) return {
		pieces: slicePieces(slice, property),
		pick: null
	};
	return {
		pieces: slicePieces(wholeSlice(source), property),
		pick
	};
}
/** position in the slice -> value, piece by piece. */
function slicePieces(slice, property) {
	const { source, rows, pick } = slice;
	const pieces = pick === null && rows === source.rows ? source.columnPieces?.(property) : void 0;
	if (pieces === void 0) return [{
		rows,
		column: sliceColumn(slice, property)
	}];
	return pieces.length === 0 ? [{
		rows,
		column: null
	}] : pieces.map(withoutMissing);
}
function withoutMissing({ rows, column }) {
	return {
		rows,
		column: column && isMissing(column) ? null : column
	};
}
/** null = all missing. */
function sliceColumn(slice, property) {
	const column = slice.source.column(property);
	if (column === null || isMissing(column)) return null;
	if (column.kind === "number") return {
		kind: "number",
		values: sliceOf(slice, column.values)
	};
	return {
		...column,
		codes: sliceOf(slice, column.codes)
	};
}
function isMissing(column) {
	return column.kind === "dictionary" && column.values.length === 1;
}
/** position -> values[order[position]]; unchanged without an order. */
function reorder(values, order, target) {
	if (order === null) {
		target.set(values);
		return target;
	}
	for (let position = 0; position < order.length; position++) target[position] = values[order[position]];
	return target;
}
/** Slices one after the other, then ordered (position -> row, each at most once). */
function gatherColumn(slices, property, order, dictionary) {
	const pieces = slices.flatMap((slice) => slicePieces(slice, property));
	const length = lengthOf$1(slices);
	const gathered = {
		pieces,
		length,
		order
	};
	if (pieces.every(({ column }) => column === null)) return missingColumn(order?.length ?? length);
	if (pieces.some(({ column }) => column !== null && column.kind !== "dictionary") && pieces.every(isNumeric$2)) return numbersOf$1(gathered);
	return codesOf(gathered, dictionary);
}
function isNumeric$2({ column }) {
	if (column?.kind !== "dictionary") return true;
	const numbers = metNumbers(column);
	return column.codes.every((code) => code === 0 || !Number.isNaN(numbers[code]));
}
/** code -> number, for codes in use: the dictionary may have many others. */
function metNumbers({ codes, values }) {
	const numbers = new Float64Array(values.length).fill(NaN);
	const is_met = new Uint8Array(values.length);
	for (let row = 0; row < codes.length; row++) {
		const code = codes[row];
		if (is_met[code] === 1) continue;
		is_met[code] = 1;
		const value = values.at(code);
		if (typeof value === "number") numbers[code] = value;
	}
	return numbers;
}
function numbersOf$1({ pieces, length, order }) {
	const all = sharedNumbers(length);
	let at = 0;
	for (const { rows, column } of pieces) {
		if (column === null) all.fill(NaN, at, at + rows);
		else if (column.kind === "number") all.set(column.values, at);
		else if (column.kind === "scaled") decodeScaled(column, all.subarray(at, at + rows));
		else addNumbers(column, all.subarray(at, at + rows));
		at += rows;
	}
	return {
		kind: "number",
		values: order === null ? all : reorder(all, order, sharedNumbers(order.length))
	};
}
function addNumbers(column, target) {
	const { codes } = column;
	const numbers = metNumbers(column);
	for (let position = 0; position < codes.length; position++) target[position] = numbers[codes[position]];
}
function codesOf({ pieces, length, order }, dictionary) {
	const coded = pieces.map(({ column }) => column && codedBy(dictionary, plainColumn(column)));
	const [first] = coded;
	const all = coded.length === 1 && first ? first : allocateCodes(length, dictionary.length);
	let at = 0;
	for (const [i, { rows }] of pieces.entries()) {
		if (coded[i] && all !== coded[i]) all.set(coded[i], at);
		at += rows;
	}
	const { codes, met } = renumbered(order === null ? new Uint32Array(all) : taken(all, order), dictionary.length);
	const values = new SomeValues(dictionary, met);
	if (values.length > DICTIONARY_NUMBERS) {
		const numbers = numbersIn(values);
		if (numbers !== null) return {
			kind: "number",
			values: looked(codes, numbers)
		};
	}
	const narrow = allocateCodes(codes.length, values.length);
	narrow.set(codes);
	return {
		kind: "dictionary",
		codes: narrow,
		values
	};
}
function taken(codes, order) {
	const wide = wideCodes(codes);
	const target = new Uint32Array(order.length);
	for (let position = 0; position < order.length; position++) target[position] = wide[order[position]];
	return target;
}
/** In-place: codes by first appearance; `met`: new code -> old code. */
function renumbered(codes, distinct) {
	const own = new Uint32Array(distinct);
	const met = [0];
	for (let position = 0; position < codes.length; position++) {
		const code = codes[position];
		if (code === 0) continue;
		if (own[code] === 0) own[code] = met.push(code) - 1;
		codes[position] = own[code];
	}
	return {
		codes,
		met: Uint32Array.from(met)
	};
}
/** code -> number; null if some value is not a number. */
function numbersIn(values) {
	const numbers = new Float64Array(values.length);
	numbers[0] = NaN;
	for (let code = 1; code < numbers.length; code++) {
		const value = values.at(code);
		if (typeof value !== "number") return null;
		numbers[code] = value;
	}
	return numbers;
}
function looked(codes, numbers) {
	const target = sharedNumbers(codes.length);
	for (let position = 0; position < codes.length; position++) target[position] = numbers[codes[position]];
	return target;
}
/** The column's values as codes of the dictionary; a copy. */
function codesIn(dictionary, column) {
	return new Uint32Array(codedBy(dictionary, column));
}
/** Same, but may share memory. */
function codedBy(dictionary, column) {
	if (column.kind === "number") return Uint32Array.from(column.values, (number) => Number.isNaN(number) ? 0 : dictionary.codeOf(number));
	const { codes, values } = column;
	if (values === dictionary) return codes;
	const there = values instanceof SomeValues && values.all === dictionary ? values.codes : dictionary.learn(values, codes);
	const translated = new Uint32Array(codes.length);
	for (let position = 0; position < codes.length; position++) translated[position] = there[codes[position]];
	return translated;
}
/** Finding slices of picked rows costs as much as copying this many rows. */
const FEW_ROWS = 8;
/** More distinct numbers than this are stored as numbers; below, a code takes one byte. */
const DICTIONARY_NUMBERS = 256;
/** Bytes in memory; text is estimated. */
function columnBytes(column) {
	if (column.kind === "number") return column.values.byteLength;
	return column.codes.byteLength + valuesBytes(column.values);
}
/** Of distinct values. */
function valuesBytes(values) {
	if (values instanceof SomeValues) return values.codes.byteLength;
	let bytes = 0;
	for (const value of values) if (typeof value === "string") bytes += VALUE_BYTES + value.length;
	else if (value !== null && typeof value === "object") bytes += VALUE_BYTES + value.json.length;
	else bytes += 16;
	return bytes;
}
/** Header and slot of a text. */
const VALUE_BYTES = 32;
// src/engine/dataset/span_sets.ts
/** Cached bitmaps by span. The key is the span's two ends, so questions over other ranges share days in any zone. */
var SpanSets = class {
	/** "begin end", or "before end" -> bitmap. */
	#shelf;
	constructor(budget) {
		this.#shelf = new Shelf(budget, (set) => set.byteLength);
	}
	/** Bitmap i is for [edges_ms[i], edges_ms[i + 1]). `make` gets all missing ones at once: span -> known bitmap. */
	within(edges_ms, make) {
		const names = Array.from(edges_ms.subarray(1), (end_ms, span) => `${edges_ms[span]} ${end_ms}`);
		const known = names.map((name) => this.#shelf.get(name));
		if (known.every((set) => set !== void 0)) {
			tracing()?.note("kept presence");
			return known;
		}
		const made = make(known);
		return names.map((name, span) => known[span] ?? this.#shelf.put(name, made[span]));
	}
	before(time_ms, make) {
		const name = `before ${time_ms}`;
		return this.#shelf.get(name) ?? this.#shelf.put(name, make());
	}
	clear() {
		this.#shelf.clear();
	}
};
// src/engine/dataset/joined_presence.ts
/**
* Presence over both parts: sealed rows without skipped actors, plus the fresh rows of those. Bitmaps are cached, so a
* standing tail costs nothing after the first question.
*/
var JoinedPresence = class {
	#fresh;
	#sealed;
	/** Actors skipped in the sealed rows. */
	#skip;
	#sets;
	constructor(fresh, sealed, skip, budget) {
		this.#fresh = fresh;
		this.#sealed = sealed;
		this.#skip = skip;
		this.#sets = new SpanSets(budget);
	}
	isOf(sealed, skip) {
		return sealed === this.#sealed && skip === this.#skip;
	}
	within(edges_ms, team) {
		return this.#sets.within(edges_ms, (known) => {
			const sealed = this.#sealed.within(edges_ms, team);
			const fresh = this.#fresh.within(edges_ms, team);
			return known.map((set, span) => set ?? this.#join(sealed[span], fresh[span]));
		});
	}
	before(time_ms) {
		return this.#sets.before(time_ms, () => this.#join(this.#sealed.before(time_ms), this.#fresh.before(time_ms)));
	}
	clear() {
		this.#sets.clear();
	}
	#join(sealed, fresh) {
		const set = sharedWords(Math.max(sealed.length, fresh.length));
		set.set(sealed);
		return or(andNot(set, this.#skip), fresh);
	}
};
// src/engine/dataset/kept_presence.ts
/**
* Presence of a run: bitmaps of who has rows in which span. A question's missing bitmaps are made in one pass over the
* rows and cached while memory allows.
*/
var KeptPresence = class {
	#rows;
	words;
	#isMarked = false;
	#sets;
	#budget;
	/** Joined with the sealed rows asked about last; there are others only after those left memory. */
	#joined = null;
	#ranks;
	/** Actors are below the limit. */
	constructor(rows, actor_limit, budget) {
		this.#rows = rows;
		this.words = actor_limit + 31 >>> 5;
		this.#sets = new SpanSets(budget);
		this.#budget = budget;
		this.#ranks = new Shelf(budget, ({ met, before }) => met.byteLength + before.byteLength);
	}
	/** Bitmap i is for [edges_ms[i], edges_ms[i + 1]). Do not write. */
	within(edges_ms, team) {
		return this.#sets.within(edges_ms, (known) => this.#mark(edges_ms, known, team));
	}
	before(time_ms) {
		return this.#sets.before(time_ms, () => {
			const bits = sharedWords(this.words);
			tracing()?.note("first rows", this.#rows.ranges.actor.length);
			markBefore(this.#rows, time_ms, bits);
			return bits;
		});
	}
	joined(others, skip) {
		if (this.#joined?.isOf(others, skip)) return this.#joined;
		this.#joined?.clear();
		this.#joined = new JoinedPresence(this, others, skip, this.#budget);
		return this.#joined;
	}
	ranks() {
		return this.#ranks.get("all") ?? this.#ranks.put("all", rankIndexOf(this.#rows.ranges.actor));
	}
	clear() {
		this.#sets.clear();
		this.#joined?.clear();
		this.#ranks.clear();
	}
	/** span -> bitmap. */
	#mark(edges_ms, known, team) {
		const { words } = this;
		const begin = new Int32Array(known.length + 2);
		let end = words;
		for (const [span, set] of known.entries()) {
			if (set !== void 0) continue;
			begin[span + 1] = end;
			end += words;
		}
		const bits = sharedWords(end);
		const buckets = buildBuckets(edges_ms, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
		const arrived = this.#rows.arrived();
		if (arrived === null) {
			const { actor, time_ms } = this.#rows;
			tracing()?.note("presence", actor.length);
			const rows = {
				actor,
				time_ms,
				quarters: this.#isMarked ? this.#rows.quarters() : null
			};
			this.#isMarked = true;
			team.share(MARK_PRESENCE, {
				rows,
				buckets,
				begin,
				bits
			}, wholeActorCuts(actor, 32));
		}
		for (const rows of arrived ?? []) {
			tracing()?.note("presence", rows.actor.length);
			markArrived(rows, buckets, begin, bits, team);
		}
		return known.map((before, span) => before ?? copyOf(bits, begin[span + 1], words));
	}
};
function copyOf(bits, first, words) {
	const copy = sharedWords(words);
	copy.set(bits.subarray(first, first + words));
	return copy;
}
// src/engine/dataset/run_order.ts
/**
* Sorts rows of several sources by actor, time and arrival.
* One pass counts rows per actor, one scatters rows to their positions, and only actors whose times go back are sorted.
* Each source was sorted when sealed, so the scatter pass goes by blocks of actors: few rows of each source belong to a
* block, and its positions fit the cache. If merged persons broke a source's order, one block holds everybody: same
* passes, slower.
*/
/** Rows per block: at twelve bytes each, they fit a cache of a megabyte or two. */
const BLOCK_ROWS = 65536;
/** Room of the first actor that is sorted. */
const FIRST_ROWS$1 = 256;
/** With this many times more actors than rows, sorting rows beats counting actors. */
const SPARSE = 8;
/**
* Sorts the rows of all sources, one source after the other. Actors are below the limit. Inputs are not modified, and
* returned as they are only if a single source is in order.
*/
function orderRows(sources, actor_limit, checkpoint = () => {}) {
	if (areSorted(sources)) {
		const { actor, time_ms } = joined(sources);
		return {
			actor,
			time_ms,
			ranges: rangesOf(actor),
			order: null
		};
	}
	const rows = sources.reduce((sum, { actor }) => sum + actor.length, 0);
	const made = rows * SPARSE < actor_limit ? sortRows(joined(sources)) : countingSort(sources, rows, actor_limit, checkpoint);
	checkpoint();
	sortRanges(made);
	return made;
}
function joined(sources) {
	if (sources.length === 1) return sources[0];
	const rows = sources.reduce((sum, { actor }) => sum + actor.length, 0);
	const all = {
		actor: new Uint32Array(rows),
		time_ms: new Float64Array(rows)
	};
	let at = 0;
	for (const { actor, time_ms } of sources) {
		all.actor.set(actor, at);
		all.time_ms.set(time_ms, at);
		at += actor.length;
	}
	return all;
}
/** Whether all rows, one source after the other, are in order. Usually the seams tell. */
function areSorted(sources) {
	let last = null;
	for (const source of sources) {
		if (source.actor.length === 0) continue;
		if (last !== null && !isSeamless(last, source)) return false;
		last = source;
	}
	return sources.every(({ actor, time_ms }) => areInOrder(actor, time_ms));
}
function isSeamless(left, right) {
	const [of, then] = [left.actor.at(-1), right.actor[0]];
	return of < then || of === then && left.time_ms.at(-1) <= right.time_ms[0];
}
/** By (actor, row). Sorts exact keys of both, which fit a double. */
function sortRows({ actor, time_ms }) {
	const rows = actor.length;
	const keys = new Float64Array(rows);
	for (let row = 0; row < rows; row++) keys[row] = actor[row] * rows + row;
	keys.sort();
	const order = new Uint32Array(rows);
	for (let position = 0; position < rows; position++) order[position] = keys[position] % rows;
	const ordered = reorder(actor, order, new Uint32Array(rows));
	return {
		order,
		actor: ordered,
		time_ms: reorder(time_ms, order, new Float64Array(rows)),
		ranges: rangesOf(ordered)
	};
}
/** By (actor, row): counting sort. */
function countingSort(sources, rows, actor_limit, checkpoint) {
	const next = new Uint32Array(actor_limit + 1);
	let areAscending = true;
	for (const { actor } of sources) {
		checkpoint();
		if (!countRows(actor, next)) areAscending = false;
	}
	for (let of = 1; of < next.length; of++) next[of] += next[of - 1];
	const made = {
		order: new Uint32Array(rows),
		time_ms: sharedNumbers(rows),
		next
	};
	const block = areAscending ? Math.max(1, Math.floor(actor_limit * BLOCK_ROWS / rows)) : actor_limit;
	const from = new Uint32Array(sources.length);
	for (let until = block; until < actor_limit + block; until += block) {
		checkpoint();
		let base = 0;
		for (const [i, source] of sources.entries()) {
			from[i] = scatterBlock(source, from[i], until, base, made);
			base += source.actor.length;
		}
	}
	const ranges = rangesUntil(next);
	return {
		order: made.order,
		time_ms: made.time_ms,
		ranges,
		actor: actorsOf(ranges)
	};
}
/** counts[actor + 1] grows by the actor's rows. Returns whether actors never decrease. */
function countRows(actor, counts) {
	let isAscending = true;
	let last = 0;
	for (let row = 0; row < actor.length; row++) {
		const of = actor[row];
		if (of < last) isAscending = false;
		last = of;
		counts[of + 1]++;
	}
	return isAscending;
}
/** Scatters a source's rows from `from` on while actors are below `until`; returns the first row left. */
function scatterBlock({ actor, time_ms }, from, until, base, made) {
	const { order, time_ms: made_ms, next } = made;
	let row = from;
	for (; row < actor.length; row++) {
		const of = actor[row];
		if (of >= until) break;
		const to = next[of]++;
		order[to] = base + row;
		made_ms[to] = time_ms[row];
	}
	return row;
}
/** `ends`: actor -> row after its last one. */
function rangesUntil(ends) {
	let ranks = 0;
	for (let of = 0; of < ends.length; of++) if (ends[of] !== (of === 0 ? 0 : ends[of - 1])) ranks++;
	const actor = sharedWords(ranks);
	const begin = sharedWords(ranks + 1);
	let rank = 0;
	let row = 0;
	for (let of = 0; of < ends.length; of++) {
		if (ends[of] === row) continue;
		actor[rank] = of;
		begin[rank++] = row;
		row = ends[of];
	}
	begin[rank] = row;
	return {
		actor,
		begin
	};
}
/** row -> actor. */
function actorsOf({ actor, begin }) {
	const of_row = sharedWords(begin[actor.length]);
	for (let rank = 0; rank < actor.length; rank++) {
		const of = actor[rank];
		const end = begin[rank + 1];
		for (let row = begin[rank]; row < end; row++) of_row[row] = of;
	}
	return of_row;
}
/** Sorts each actor's rows by (time, row), in place. */
function sortRanges({ order, time_ms, ranges }) {
	const { begin } = ranges;
	let sort = newTimeSort(FIRST_ROWS$1);
	for (let rank = 0; rank + 1 < begin.length; rank++) {
		const first = begin[rank];
		const rows = begin[rank + 1] - first;
		if (isAscending(time_ms, first, first + rows)) continue;
		if (rows > sort.id.length) sort = newTimeSort(rows * 2);
		for (let at = 0; at < rows; at++) {
			sort.time_ms[at] = time_ms[first + at];
			sort.id[at] = order[first + at];
		}
		sortByTime(sort, 0, rows);
		for (let at = 0; at < rows; at++) {
			time_ms[first + at] = sort.time_ms[at];
			order[first + at] = sort.id[at];
		}
	}
}
function isAscending(time_ms, begin, end) {
	for (let row = begin + 1; row < end; row++) if (time_ms[row] < time_ms[row - 1]) return false;
	return true;
}
// src/engine/dataset/merged_run.ts
/** A run made of slices of several sources. Actors and times are ready; other columns are gathered on demand. */
/** Actor, time, order, and a share of the ranges. */
const ROW_BYTES = 18;
/** A selection is dropped if none of so many questions asks for it again. */
const UNWANTED_QUESTIONS = 128;
let made = 0;
/** Slices come in order of arrival. */
function runOf(event, assigned, actors, home) {
	const arrived = assigned.flatMap(({ slice, actor }) => {
		home.checkpoint();
		const all = {
			actor,
			time_ms: sliceOf(slice, slice.source.timeMs())
		};
		return slice.rows === slice.source.rows ? sortedParts(all, slice.source.sorted_rows) : [all];
	});
	return new MergedRun(event, {
		slices: assigned.map(({ slice }) => slice),
		arrived
	}, actors, home);
}
/** Splits rows into sorted sequences, which merge faster. */
function sortedParts(all, sorted_rows = [all.actor.length]) {
	let from = 0;
	return sorted_rows.map((rows) => {
		const part = {
			actor: all.actor.subarray(from, from + rows),
			time_ms: all.time_ms.subarray(from, from + rows)
		};
		from += rows;
		return part;
	});
}
var MergedRun = class MergedRun {
	/** Unique. */
	number = made++;
	event;
	rows;
	presence;
	/** What the indices in `actor` refer to. */
	actors;
	#slices;
	#home;
	/** Rows before sorting, or in order; exactly one is set. */
	#arrived;
	#ordered;
	/** Expressions that were filters. */
	#computed = 0;
	#columns;
	#numbers;
	#quarters;
	#selections;
	/** Runs of selections that are asked for again: skipping one scan pays for the copy. */
	#filtered;
	#timelines;
	constructor(event, made_of, actors, home) {
		const { budget } = home;
		this.event = event;
		this.actors = actors;
		this.#slices = made_of.slices;
		this.#home = home;
		this.#arrived = "arrived" in made_of ? made_of.arrived : null;
		this.#ordered = "ordered" in made_of ? shared(made_of.ordered) : null;
		this.rows = this.#ordered?.actor.length ?? lengthOf$1(this.#slices);
		this.#columns = new Shelf(budget, columnBytes);
		this.#numbers = new Shelf(budget, (numbers) => numbers.byteLength);
		this.#quarters = new Shelf(budget, (quarters) => quarters?.of_row.byteLength ?? 0);
		this.#selections = new Shelf(budget, ({ rows }) => rows?.byteLength ?? 0);
		this.#filtered = new Shelf(budget, (run) => run.bytes, (run) => run.release());
		this.#timelines = new Shelf(budget, ({ begin, run, row }) => begin.byteLength + run.byteLength + row.byteLength);
		this.presence = new KeptPresence(this, actors.count(), budget);
	}
	/** row -> actor, ascending. */
	get actor() {
		return this.#inOrder().actor;
	}
	/** row -> epoch milliseconds, ascending within an actor. */
	get time_ms() {
		return this.#inOrder().time_ms;
	}
	get ranges() {
		return this.#inOrder().ranges;
	}
	arrived() {
		return this.#arrived;
	}
	/** Sorted on first use: presence works without. */
	#inOrder() {
		if (this.#ordered !== null) return this.#ordered;
		const arrived = must(this.#arrived, "rows that are not in order yet");
		const order = () => orderRows(arrived, this.actors.count(), () => this.#home.checkpoint());
		this.#ordered = inStage("load", () => shared(order()));
		this.#arrived = null;
		return this.#ordered;
	}
	/** Estimate without columns, which are counted separately. */
	get bytes() {
		return this.rows * ROW_BYTES;
	}
	timeMs() {
		return this.time_ms;
	}
	get properties() {
		return [...new Set(this.#slices.flatMap(({ source }) => source.properties))];
	}
	column(property) {
		tracing()?.column(property === "\0event name" ? "event" : property);
		const gather = () => gatherColumn(this.#slices, property, this.#inOrder().order, this.#home.dictionary(property));
		return this.#columns.get(property) ?? this.#columns.put(property, inStage("load", gather));
	}
	computesStored() {
		return this.#computed++ === 0;
	}
	/** Tests values where they are stored, so a column used only by a filter is never gathered. */
	passing(all_of, team) {
		const { order } = this.#inOrder();
		const length = lengthOf$1(this.#slices);
		tracing()?.note("selected", length);
		const flags = roomFor("flags", length);
		for (const [at, condition] of all_of.entries()) {
			const passes = at === 0 ? flags : roomFor("passes", length);
			this.#mark(condition, passes, team);
			if (condition.is_not) negate(passes);
			if (at > 0) both(flags, passes);
		}
		if (!flags.includes(0)) return null;
		return order === null ? fromFlags(flags) : selectOrdered(order, flags, team);
	}
	/** row of the slices -> 1 if its value passes, else 0. */
	#mark({ of, test }, passes, team) {
		if (typeof of !== "string") {
			const checkpoint = () => team.checkpoint();
			const column = columnOfProperties(of, passes.length, (property) => this.#stored(property), checkpoint);
			markPassing(test, column, passes, team);
			return;
		}
		tracing()?.column(of);
		let at = 0;
		const tested = this.#slices.map((slice) => testedPieces(slice, of));
		for (const [i, { source, rows }] of this.#slices.entries()) {
			const { pieces, pick } = tested[i];
			const own = passes.subarray(at, at + rows);
			if (pick === null) markPieces(pieces, test, own, team);
			else {
				const all = roomFor("source", source.rows);
				markPieces(pieces, test, all, team);
				for (let position = 0; position < rows; position++) own[position] = all[pick[position]];
			}
			at += rows;
		}
	}
	/** In the order of the slices; not kept. */
	#stored(property) {
		tracing()?.column(property);
		return inStage("load", () => gatherColumn(this.#slices, property, null, this.#home.dictionary(property)));
	}
	hasText(property, text) {
		const pieces = this.#slices.flatMap((slice) => slicePieces(slice, property));
		const dictionary = this.#home.dictionary(property);
		const code = dictionary.find(text);
		const has = ({ column }) => column?.kind === "dictionary" && column.values === dictionary && column.codes.includes(code);
		return code !== 0 && pieces.some(has);
	}
	quarters() {
		const kept = this.#quarters.get("all");
		if (kept !== void 0) return kept;
		return this.#quarters.put("all", inStage("load", () => quartersOf(this.time_ms, this.ranges)));
	}
	selection(name, make) {
		const kept = this.#selections.get(name);
		if (kept !== void 0) {
			tracing()?.note("kept selection");
			kept.is_wanted ||= kept.question !== this.#home.question;
			return kept.rows;
		}
		const { question } = this.#home;
		this.#selections.clear((one) => one.is_wanted || one.question + UNWANTED_QUESTIONS > question);
		return this.#selections.put(name, {
			rows: make(),
			question,
			is_wanted: false
		}).rows;
	}
	filtered(name) {
		const selection = this.#selections.get(name);
		if (selection === void 0 || selection.question === this.#home.question) return null;
		selection.is_wanted = true;
		const { rows } = selection;
		const kept = rows === null ? this : this.#filtered.get(name);
		if (kept !== void 0) {
			tracing()?.note("run of a kept selection");
			return kept;
		}
		const picked = this.picked(members(rows));
		tracing()?.note("kept selection becomes a run", picked.rows);
		return this.#filtered.put(name, picked);
	}
	/** Some rows, in their order, as a run. */
	picked(rows) {
		const { actor, time_ms, order } = this.#inOrder();
		const own = reorder(actor, rows, new Uint32Array(rows.length));
		const taken = withoutOthers({
			slices: this.#slices,
			order: order === null ? rows : reorder(order, rows, new Uint32Array(rows.length))
		});
		const ordered = {
			actor: own,
			time_ms: reorder(time_ms, rows, new Float64Array(rows.length)),
			ranges: rangesOf(own),
			order: taken.order
		};
		return new MergedRun(this.event, {
			slices: taken.slices,
			ordered
		}, this.actors, this.#home);
	}
	distinct() {
		return this.numbers("distinct", () => {
			const all = new Uint32Array(lengthOf$1(this.#slices));
			let at = 0;
			for (const slice of this.#slices) {
				all.set(sliceOf(slice, slice.source.distinct()), at);
				at += slice.rows;
			}
			const { order } = this.#inOrder();
			return order === null ? all : reorder(all, order, new Uint32Array(this.rows));
		});
	}
	originOf(row) {
		const { order } = this.#inOrder();
		let position = order === null ? row : order[row];
		for (const { source, from, rows, pick } of this.#slices) {
			if (position < rows) {
				const there = pick === null ? from + position : pick[position];
				return "originOf" in source ? source.originOf(there) : {
					source,
					row: there
				};
			}
			position -= rows;
		}
		throw new Error("a row of the run");
	}
	/** Another array per row, under a name that changes when it does. */
	numbers(name, make) {
		return this.#numbers.get(name) ?? this.#numbers.put(name, make());
	}
	/** Timeline of this run and others; the name tells which. */
	timeline(name, make) {
		const kept = this.#timelines.get(name);
		if (kept === void 0) return this.#timelines.put(name, make());
		tracing()?.note("kept timeline");
		return kept;
	}
	/** Drops everything that can be rebuilt. */
	release() {
		this.#columns.clear();
		this.#numbers.clear();
		this.#quarters.clear();
		this.#selections.clear();
		this.#filtered.clear();
		this.#timelines.clear();
		this.presence.clear();
	}
};
function shared({ actor, time_ms, ranges, order }) {
	return {
		actor: asSharedWords(actor),
		time_ms: asSharedNumbers(time_ms),
		ranges: {
			actor: asSharedWords(ranges.actor),
			begin: asSharedWords(ranges.begin)
		},
		order: order && asSharedWords(order)
	};
}
/** Working memory of this thread, reused by each call: making it anew would cost as much as a pass over it. */
const rooms = {
	flags: sharedBytes(0),
	passes: sharedBytes(0),
	source: sharedBytes(0)
};
/** So many bytes, not cleared. */
function roomFor(use, length) {
	if (rooms[use].length < length) rooms[use] = sharedBytes(length + 3 & -4);
	return rooms[use].subarray(0, length);
}
/** The same bytes, four flags at a time; flags past the end mean nothing. */
function fours(flags) {
	return new Int32Array(flags.buffer, flags.byteOffset, flags.length + 3 >> 2);
}
/** 1 - flag */
function negate(flags) {
	const words = fours(flags);
	for (let word = 0; word < words.length; word++) words[word] ^= 16843009;
}
/** flags &= passes */
function both(flags, passes) {
	const [into, other] = [fours(flags), fours(passes)];
	for (let word = 0; word < into.length; word++) into[word] &= other[word];
}
// src/engine/dataset/part.ts
/**
* Makes a part of runs. What is known of several runs together is cached with one of them, under the numbers of all.
*/
/** `runs`: by name. */
function partOf(skip, runs) {
	const events = [...runs.keys()].sort();
	const sorted = events.map((event) => runs.get(event));
	const timeline = (team) => timelineOf(sorted, team);
	return {
		skip,
		events,
		timeline,
		run: (event) => runs.get(event),
		positions(event, team) {
			const run = must(runs.get(event), "an event of the part");
			return run.numbers(`place among ${nameOf(sorted)}`, () => positionsOf(timeline(team), sorted.indexOf(run), run.rows));
		}
	};
}
function timelineOf(runs, team) {
	const make = () => {
		const made = makeTimeline(runs, team);
		tracing()?.note("timeline", made.row.length);
		return made;
	};
	return runs[0]?.timeline(nameOf(runs), make) ?? make();
}
function nameOf(runs) {
	return runs.map(({ number }) => number).join();
}
// src/engine/storage/table.ts
/** Rows of one event in memory, in order of arrival: the tail, and the input of segments. */
const FIRST_ROWS = 64;
const UUID_BYTES$2 = 16;
/** Returned arrays are views, valid until rows are added. */
var EventTable = class {
	rows = 0;
	distincts = new Uint32Array(FIRST_ROWS);
	times_ms = new Float64Array(FIRST_ROWS);
	ids = /* @__PURE__ */ new Uint8Array(1024);
	builders = new PropertyColumns();
	/** Adds rows of a chunk with its columns. */
	addRows({ distinct, time_ms, uuids }, columns, rows) {
		const first_row = this.rows;
		this.reserve(first_row + rows.length);
		for (let i = 0; i < rows.length; i++) {
			const row = rows[i];
			this.distincts[first_row + i] = distinct[row];
			this.times_ms[first_row + i] = time_ms[row];
		}
		copyUuids(uuids, rows, this.ids, first_row);
		this.builders.addRows(first_row, columns, rows);
		this.rows += rows.length;
	}
	distinct() {
		return this.distincts.subarray(0, this.rows);
	}
	timeMs() {
		return this.times_ms.subarray(0, this.rows);
	}
	uuids() {
		return this.ids.subarray(0, this.rows * UUID_BYTES$2);
	}
	get properties() {
		return this.builders.names;
	}
	/** A property no row has is a column of missing values. */
	column(property) {
		return this.builders.column(property, this.rows) ?? missingColumn(this.rows);
	}
	bytes() {
		return this.distincts.byteLength + this.times_ms.byteLength + this.ids.byteLength + this.builders.bytes();
	}
	reserve(rows) {
		if (rows <= this.distincts.length) return;
		const room = Math.max(rows, this.distincts.length * 2);
		const distincts = new Uint32Array(room);
		const times_ms = new Float64Array(room);
		const ids = new Uint8Array(room * UUID_BYTES$2);
		distincts.set(this.distincts);
		times_ms.set(this.times_ms);
		ids.set(this.ids);
		this.distincts = distincts;
		this.times_ms = times_ms;
		this.ids = ids;
	}
};
/** The uuid of row `rows[i]` becomes that of row `first_row + i`. */
function copyUuids(from, rows, to, first_row) {
	let at = first_row * UUID_BYTES$2;
	for (let i = 0; i < rows.length; i++) {
		let from_at = rows[i] * UUID_BYTES$2;
		for (let byte = 0; byte < UUID_BYTES$2; byte++) to[at++] = from[from_at++];
	}
}
/** Distributes rows over the tables of their events. */
function tablesOf(chunks, tables = /* @__PURE__ */ new Map()) {
	for (const chunk of chunks) {
		const columns = chunk.columns();
		for (const [event, rows] of rowsByEvent(chunk.event_ord)) {
			let table = tables.get(event);
			if (table === void 0) {
				table = new EventTable();
				tables.set(event, table);
			}
			table.addRows(chunk, columns, rows);
		}
	}
	return tables;
}
/** event -> its rows, in order */
function rowsByEvent(event_ord) {
	const counts = /* @__PURE__ */ new Map();
	for (let row = 0; row < event_ord.length; row++) {
		const event = event_ord[row];
		counts.set(event, (counts.get(event) ?? 0) + 1);
	}
	const byEvent = new Map(Array.from(counts, ([event, count]) => [event, new Uint32Array(count)]));
	counts.clear();
	for (let row = 0; row < event_ord.length; row++) {
		const event = event_ord[row];
		const position = counts.get(event) ?? 0;
		byEvent.get(event)[position] = row;
		counts.set(event, position + 1);
	}
	return byEvent;
}
// src/engine/dataset/project_rows.ts
/** All rows of a project by event: segments, opened on first use, and the tail. */
/** Upper bound of partitions per segment. */
const PARTITIONS_MOST = 2 ** 20;
var ProjectRows = class {
	/** Grows with every change. */
	version = 0;
	/** Grows when segments or the start of the tail change. */
	epoch = 0;
	/** Grows when the tail restarts. */
	tailEpoch = 0;
	#read;
	/** Decoded pieces of segments, shared by many events. */
	#pieces;
	#seldomBudget = new Budget(TUNING.decoded_bytes);
	/** Pieces no question reads in bulk, i.e. ids of events. */
	#seldom = new Shelf(this.#seldomBudget, ({ bytes }) => bytes);
	/** property -> dictionary; never dropped, as cached columns use its codes. */
	#dictionaries = /* @__PURE__ */ new Map();
	#names = /* @__PURE__ */ new Map();
	#ords = /* @__PURE__ */ new Map();
	/** event -> partitions in order of arrival. */
	#partitions = /* @__PURE__ */ new Map();
	/** In order of arrival. */
	#segments = /* @__PURE__ */ new Map();
	/** Segments as partitions of ALL_ORD; made on first use. */
	#wholes = null;
	#sealedRows = 0;
	/** Chunks since the last sealing, in order of arrival. */
	#chunks = [];
	/** index in `#chunks` -> the chunk's number in the log, ascending */
	#seqs = [];
	/** event -> its rows of the first `#tabled` chunks. */
	#tail = /* @__PURE__ */ new Map();
	#tabled = 0;
	#tailRows = 0;
	constructor(read, budget) {
		this.#read = read;
		this.#pieces = new Shelf(budget, ({ bytes }) => bytes);
	}
	get rows() {
		return this.#sealedRows + this.#tailRows;
	}
	nameEvent(event_ord, name) {
		this.#names.set(event_ord, name);
		this.#ords.set(name, event_ord);
	}
	nameOf(event_ord) {
		if (event_ord === -1) return ALL_EVENTS;
		return must(this.#names.get(event_ord), "every event has a name");
	}
	isNamed(event_ord) {
		return this.#names.has(event_ord);
	}
	/** Known ones of these events; for null, all that may have rows. */
	ordsOf(events) {
		if (events === null) return [.../* @__PURE__ */ new Set([...this.#partitions.keys(), ...this.tails().keys()])].sort((a, b) => a - b);
		return [...new Set(events)].map((name) => this.#ords.get(name)).filter((ord) => ord !== void 0);
	}
	/** Events with sealed rows. */
	sealedOrds() {
		return [...this.#partitions.keys()];
	}
	/** Segment number -> all its rows, in order of arrival. */
	segments() {
		return this.#segments;
	}
	/** Replaces the list of segments; known ones stay open. @throws ServiceError data_corrupted */
	setSegments(infos) {
		const segments = /* @__PURE__ */ new Map();
		const byEvent = /* @__PURE__ */ new Map();
		this.#sealedRows = 0;
		for (const { id, header } of infos.toSorted((a, b) => a.id - b.id)) {
			const segment = this.#segments.get(id) ?? openSegment(header, this.#piecesOf(id));
			segments.set(id, segment);
			this.#sealedRows += segment.rows;
			for (const [at, partition] of segment.partitions.entries()) {
				const file = {
					id: id * PARTITIONS_MOST + at,
					segment_id: id,
					partition
				};
				const files = byEvent.get(partition.event_ord);
				if (files === void 0) byEvent.set(partition.event_ord, [file]);
				else files.push(file);
			}
		}
		if (this.#segments.keys().some((id) => !segments.has(id))) for (const shelf of [this.#pieces, this.#seldom]) shelf.clear((_, name) => segments.has(Number.parseInt(name, 10)));
		this.#segments = segments;
		this.#partitions = byEvent;
		this.#wholes = null;
		this.version++;
		this.epoch++;
	}
	/** Of an event property. */
	dictionary(property) {
		let dictionary = this.#dictionaries.get(property);
		if (dictionary === void 0) {
			dictionary = new Dictionary();
			this.#dictionaries.set(property, dictionary);
		}
		return dictionary;
	}
	#piecesOf(segment_id) {
		return {
			dictionary: (property) => this.dictionary(property),
			read: (name) => this.#load(segment_id, name),
			kept: (name, make, is_seldom = false) => {
				const key = `${segment_id} ${name}`;
				const shelf = is_seldom ? this.#seldom : this.#pieces;
				const kept = shelf.get(key);
				if (kept !== void 0) return kept.value;
				const value = inStage("load", make);
				shelf.put(key, {
					value,
					bytes: bytesOf$1(value)
				});
				return value;
			}
		};
	}
	#load(segment_id, name) {
		const blob = this.#read(segment_id, name);
		tracing()?.loaded(blob?.length ?? 0);
		return blob;
	}
	/** `seq`: the chunk's number in the log, ascending. */
	append(chunk, seq) {
		this.#chunks.push(chunk);
		this.#seqs.push(seq);
		this.#tailRows += chunk.rows;
		this.version++;
	}
	/** Chunks up to `seq` are sealed now; the others stay. */
	sealTail(seq) {
		const sealed = this.#seqs.findLastIndex((one) => one <= seq) + 1;
		this.#chunks = this.#chunks.slice(sealed);
		this.#seqs = this.#seqs.slice(sealed);
		this.#tail = /* @__PURE__ */ new Map();
		this.#tabled = 0;
		this.#tailRows = 0;
		for (const { rows } of this.#chunks) this.#tailRows += rows;
		this.version++;
		this.epoch++;
		this.tailEpoch++;
	}
	/** The tail as it arrived, with the chunks' numbers in the log. */
	tailChunks() {
		return {
			chunks: this.#chunks,
			seqs: this.#seqs
		};
	}
	/** The tail by event; made on demand, as ingest needs only ids. */
	tails() {
		tablesOf(this.#chunks.slice(this.#tabled), this.#tail);
		this.#tabled = this.#chunks.length;
		return this.#tail;
	}
	/** Partitions of an event with rows in [from_ms, until_ms), in order of arrival. */
	partitionsOf(event_ord, from_ms = Number.NEGATIVE_INFINITY, until_ms = Number.POSITIVE_INFINITY) {
		return (event_ord === -1 ? this.#allWholes() : this.#partitions.get(event_ord) ?? []).filter(({ partition }) => partition.from_ms < until_ms && partition.until_ms > from_ms);
	}
	/** Months (UTC) in which these events (null = all) have rows, newest first. */
	months(events) {
		const months = /* @__PURE__ */ new Set();
		for (const event_ord of this.ordsOf(events)) {
			for (const { partition } of this.partitionsOf(event_ord)) months.add(partition.month);
			addMonths(months, this.tails().get(event_ord)?.timeMs() ?? /* @__PURE__ */ new Float64Array());
		}
		return [...months].sort((a, b) => b - a);
	}
	/**
	* Slices of these partitions; neighbours in a segment become one slice, which is as fast to read as one partition.
	*/
	slicesOf(files) {
		const slices = [];
		for (let at = 0, first = 0; at < files.length; at++) {
			const { id } = files[at];
			if (files[at + 1]?.id === id + 1) continue;
			const segment = this.#segments.get(Math.floor(id / PARTITIONS_MOST));
			const last = id % PARTITIONS_MOST;
			const source = first === at || segment === void 0 ? null : segment.together(last - (at - first), last);
			if (source !== null) slices.push(wholeSlice(source));
			else for (const { partition } of files.slice(first, at + 1)) slices.push(wholeSlice(partition));
			first = at + 1;
		}
		return slices;
	}
	#allWholes() {
		this.#wholes ??= Array.from(this.#segments, ([id, segment]) => ({
			id: id * PARTITIONS_MOST + segment.partitions.length,
			segment_id: id,
			partition: this.#wholeOf(segment)
		}));
		return this.#wholes;
	}
	#wholeOf(segment) {
		const { partitions } = segment;
		const all = segment.together(0, partitions.length - 1);
		return {
			...segment,
			columnPieces: (property) => property === "\0event name" ? [{
				rows: segment.rows,
				column: this.#namesOf(segment.eventOrd())
			}] : all.columnPieces?.(property) ?? [],
			month: partitions[0].month,
			from_ms: partitions.reduce((least, { from_ms }) => Math.min(least, from_ms), Number.POSITIVE_INFINITY),
			until_ms: partitions.reduce((most, { until_ms }) => Math.max(most, until_ms), Number.NEGATIVE_INFINITY),
			quarters: () => countQuarters(segment.timeMs()),
			column: (property) => property === "\0event name" ? this.#namesOf(segment.eventOrd()) : segment.column(property)
		};
	}
	/** row -> event name. */
	#namesOf(event_ord) {
		const code_of = /* @__PURE__ */ new Map();
		const values = [null];
		return {
			kind: "dictionary",
			codes: Uint32Array.from(event_ord, (ord) => {
				const code = code_of.get(ord) ?? values.push(this.nameOf(ord)) - 1;
				code_of.set(ord, code);
				return code;
			}),
			values
		};
	}
	/** Rows of the event in the tail, per event for ALL_ORD, each with its event. */
	*tailsOf(event_ord) {
		const tails = this.tails();
		if (event_ord !== -1) {
			const table = tails.get(event_ord);
			if (table !== void 0) yield {
				event_ord,
				source: table
			};
			return;
		}
		for (const [ord, table] of tails) {
			const names = () => this.#namesOf(new Uint32Array(table.rows).fill(ord));
			yield {
				event_ord: ord,
				source: {
					rows: table.rows,
					properties: table.properties,
					distinct: () => table.distinct(),
					timeMs: () => table.timeMs(),
					uuids: () => table.uuids(),
					column: (property) => property === "\0event name" ? names() : table.column(property)
				}
			};
		}
	}
	/** Bytes outside the budget: the tail, dictionaries and ids. */
	residentBytes() {
		let bytes = this.#seldomBudget.bytes;
		for (const dictionary of this.#dictionaries.values()) bytes += dictionary.bytes();
		for (const table of this.#tail.values()) bytes += table.bytes();
		for (const chunk of this.#chunks) bytes += chunk.bytes;
		return bytes;
	}
};
function bytesOf$1(value) {
	if (ArrayBuffer.isView(value)) return value.byteLength;
	if (!("kind" in value)) return valuesBytes(value);
	return value.kind === "scaled" ? value.codes.byteLength : columnBytes(value);
}
/** Neighbours are mostly of one month; comparing with its bounds is faster than the calendar. */
function addMonths(months, time_ms) {
	let from_ms = 0;
	let until_ms = 0;
	for (let row = 0; row < time_ms.length; row++) {
		if (time_ms[row] >= from_ms && time_ms[row] < until_ms) continue;
		const month = monthOf(time_ms[row]);
		from_ms = monthStart(month);
		until_ms = monthStart(month + 1);
		months.add(month);
	}
}
// src/engine/dataset/actor_parts.ts
/**
* Splits a project's rows into two parts over the actors of one kind (see run.ts), so that freshness costs in
* proportion to what is fresh.
* part 0: base runs      everything when the base began; touched actors are skipped
* part 1: fresh runs     all rows of touched actors (new rows, a merge), rebuilt after each change
* Sealed rows stay fresh, as late segments, until they have cost as much as building a new base.
*/
/** A new base begins when more than a quarter of the actors are touched … */
const TOUCHED_SHARE = 4;
/** … and enough rows are fresh to pay for it: with few actors, any event touches most rows. */
const FRESH_SHARE = 64;
/** Rows scanned for the cost of one binary search. */
const SEARCH_ROWS = 32;
/**
* A cached run of a wider range is used if it has at most this many times the rows: cheaper than building and keeping
* another.
*/
const WIDER_ROWS = 2;
/** Ranges that are remembered. */
const RANGES_MOST = 1024;
var ActorParts = class {
	#rows;
	#actors;
	#home;
	#baseRuns;
	/** Runs of late segments; only sealing changes them. */
	#lateRuns;
	#freshRuns;
	/** `rows.epoch` and `rows.tailEpoch` that this state is valid for. */
	#epoch = -1;
	#tailEpoch = -1;
	/** event -> segments in the base; all others are late. */
	#sealed = /* @__PURE__ */ new Map();
	/** event -> rows of its tail in the base. */
	#included = /* @__PURE__ */ new Map();
	/** event -> rows of its tail that are in the base, or whose actors are marked. */
	#seen = /* @__PURE__ */ new Map();
	/** Bitmap of actors that changed since the base began. */
	#touched = allocate(1024);
	#touchedCount = 0;
	/** The copy handed out; null after a change. */
	#skip = null;
	/** Moves since the base began. */
	#moved = 0;
	/** Rows of late segments. */
	#late = 0;
	/** Moves and rows since the base began. */
	#fresh = 0;
	/** Rows of all fresh runs built since the base began. */
	#made = 0;
	/** Event and range -> its rows of the base. */
	#base = /* @__PURE__ */ new Map();
	/** `rows.version` of the fresh runs and the base. */
	#version = -1;
	constructor(rows, actors, home) {
		const { budget } = home;
		this.#rows = rows;
		this.#actors = actors;
		this.#home = home;
		this.#baseRuns = new Shelf(budget, ({ run }) => run.bytes, ({ run }) => run.release());
		this.#lateRuns = runShelf(budget);
		this.#freshRuns = runShelf(budget);
	}
	/** Actors skipped in the first part have all their rows in the second. */
	parts(request) {
		this.#catchUp();
		const { base, fresh } = this.#runs(request, true);
		if (this.#touchedCount === 0) return [partOf(null, base)];
		return [partOf(this.#skipOf(this.#actors.count()), base), partOf(null, fresh)];
	}
	/** The second part has the rows since the base began. Nothing is skipped, and no sealed rows are searched. */
	rowParts(request) {
		this.#catchUp();
		const { base, fresh } = this.#runs(request, false);
		return [partOf(null, base), ...fresh.size === 0 ? [] : [partOf(null, fresh)]];
	}
	/** Built up front, so that the answer is stable while the dataset moves on. */
	#runs(request, are_whole) {
		const base = /* @__PURE__ */ new Map();
		const fresh = /* @__PURE__ */ new Map();
		for (const event_ord of request.as_one ? [-1] : this.#rows.ordsOf(request.events)) {
			const name = this.#rows.nameOf(event_ord);
			const range = this.#rangeFor(event_ord, request);
			const run = this.#baseRun(event_ord, range);
			if (run !== null) base.set(name, run);
			const changed = this.#touchedCount === 0 ? null : this.#freshRun(event_ord, range, are_whole ? run : null);
			if (changed !== null) fresh.set(name, changed);
		}
		return {
			base,
			fresh
		};
	}
	/** The touched actors; the same bitmap until they change. */
	#skipOf(actors) {
		const words = actors + 31 >>> 5;
		if (this.#skip?.length !== words) {
			this.#skip = allocate(actors);
			this.#skip.set(this.#touched.subarray(0, words));
		}
		return this.#skip;
	}
	/** Something about the actor changed that its rows do not show. */
	touch(actor) {
		this.#mark(actor);
		this.#moved++;
		this.#fresh++;
	}
	#mark(actor) {
		const word = actor >>> 5;
		if (word >= this.#touched.length) {
			const grown = new Uint32Array(Math.max(word + 1, this.#touched.length * 2));
			grown.set(this.#touched);
			this.#touched = grown;
		}
		if (has(this.#touched, actor)) return;
		set(this.#touched, actor);
		this.#touchedCount++;
		this.#skip = null;
	}
	#catchUp() {
		if (this.#version === this.#rows.version) return;
		if (this.#epoch !== this.#rows.epoch) this.#followSealing();
		this.#markTail();
		if (this.#late > 0 && this.#made > this.#rows.rows || this.#isOutgrown()) this.#begin();
		if (this.#isOutgrown()) this.#includeTail();
		this.#freshRuns.clear();
		this.#base.clear();
		this.#version = this.#rows.version;
	}
	#isOutgrown() {
		return this.#touchedCount * TOUCHED_SHARE > this.#actors.count() && this.#fresh * FRESH_SHARE > this.#rows.rows;
	}
	/** Segments outside the base are late. A base that holds the tail ends when the tail is sealed. */
	#followSealing() {
		const isTailGone = this.#tailEpoch !== this.#rows.tailEpoch && this.#included.size > 0;
		if (this.#epoch === -1 || isTailGone) {
			this.#begin();
			return;
		}
		this.#lateRuns.clear();
		this.#seen = new Map(this.#included);
		this.#late = 0;
		this.#keepSealed(-1);
		for (const event_ord of this.#rows.sealedOrds()) {
			this.#keepSealed(event_ord);
			for (const file of this.#lateFiles(event_ord)) {
				this.#markRows(wholeSlice(file.partition));
				this.#late += file.partition.rows;
			}
		}
		this.#fresh = this.#moved + this.#late;
		this.#epoch = this.#rows.epoch;
		this.#tailEpoch = this.#rows.tailEpoch;
	}
	/**
	* If a base segment was merged into another one, all sealed rows of the event join the base; touching them all would
	* cost more.
	*/
	#keepSealed(event_ord) {
		const ids = this.#idsOf(event_ord);
		if (this.#sealed.get(event_ord)?.isSubsetOf(ids) ?? true) return;
		this.#sealed.set(event_ord, ids);
		this.#baseRuns.clear((kept) => kept.event_ord !== event_ord);
	}
	#idsOf(event_ord) {
		return new Set(this.#rows.partitionsOf(event_ord).map(({ id }) => id));
	}
	#markTail() {
		for (const [event_ord, table] of this.#rows.tails()) {
			const seen = this.#seen.get(event_ord) ?? 0;
			if (seen === table.rows) continue;
			this.#markRows({
				source: table,
				from: seen,
				rows: table.rows - seen,
				pick: null
			});
			this.#seen.set(event_ord, table.rows);
			this.#fresh += table.rows - seen;
		}
	}
	#markRows(slice) {
		const { actor } = this.#actors.assign(slice);
		for (let index = 0; index < actor.length; index++) this.#mark(actor[index]);
	}
	/** Everything sealed becomes the base. Runs that would be rebuilt unchanged stay. */
	#begin() {
		this.#baseRuns.clear(({ moves, holdsTail }) => moves === this.#actors.moves() && !holdsTail);
		this.#lateRuns.clear();
		this.#sealed = new Map([...this.#rows.sealedOrds(), -1].map((ord) => [ord, this.#idsOf(ord)]));
		this.#included = /* @__PURE__ */ new Map();
		this.#seen = /* @__PURE__ */ new Map();
		this.#moved = 0;
		this.#late = 0;
		this.#made = 0;
		this.#epoch = this.#rows.epoch;
		this.#tailEpoch = this.#rows.tailEpoch;
		this.#untouchAll();
		this.#markTail();
	}
	/** Adds the tail to a base that has just begun. */
	#includeTail() {
		this.#included = new Map([...this.#rows.tails()].map(([event_ord, table]) => [event_ord, table.rows]));
		this.#seen = new Map(this.#included);
		this.#untouchAll();
	}
	#untouchAll() {
		this.#touched.fill(0);
		this.#skip = null;
		this.#touchedCount = 0;
		this.#fresh = 0;
	}
	/** Range of the run to use: the requested one, or a wider one that is cached. */
	#rangeFor(event_ord, { from_ms, until_ms }) {
		const asked = {
			from_ms,
			until_ms
		};
		const { key, rows } = this.#baseRows(event_ord, asked);
		if (this.#baseRuns.get(key) !== void 0) return asked;
		return this.#baseRuns.find(({ run, event_ord: of, range }, kept) => {
			return of === event_ord && range.from_ms <= from_ms && range.until_ms >= until_ms && run.rows <= WIDER_ROWS * rows && kept === this.#baseRows(event_ord, range).key;
		})?.range ?? asked;
	}
	#baseRows(event_ord, { from_ms, until_ms }) {
		const name = `${event_ord}:${from_ms}:${until_ms}`;
		let base = this.#base.get(name);
		if (base !== void 0) return base;
		const ids = this.#sealed.get(event_ord);
		const files = this.#rows.partitionsOf(event_ord, from_ms, until_ms).filter((file) => ids?.has(file.id));
		base = {
			files,
			rows: files.reduce((sum, { partition }) => sum + partition.rows, 0),
			key: `${event_ord}:${idsOf(files)}:${this.#includedRows(event_ord)}`
		};
		if (this.#base.size >= RANGES_MOST) this.#base.clear();
		this.#base.set(name, base);
		return base;
	}
	/** In order of arrival, after everything in the base. */
	#lateFiles(event_ord, range) {
		const ids = this.#sealed.get(event_ord);
		return this.#rows.partitionsOf(event_ord, range?.from_ms, range?.until_ms).filter((file) => ids?.has(file.id) !== true);
	}
	/** Rows of the tail that are in the base. */
	#includedRows(event_ord) {
		if (event_ord !== -1) return this.#included.get(event_ord) ?? 0;
		return this.#included.values().reduce((sum, rows) => sum + rows, 0);
	}
	#baseRun(event_ord, range) {
		const { files, key } = this.#baseRows(event_ord, range);
		const kept = this.#baseRuns.get(key);
		if (kept !== void 0) return kept.run;
		const slices = this.#rows.slicesOf(files);
		for (const { event_ord: of, source } of this.#rows.tailsOf(event_ord)) slices.push({
			source,
			from: 0,
			rows: this.#included.get(of) ?? 0,
			pick: null
		});
		const run = this.#build(event_ord, slices);
		if (run === null) return null;
		const holdsTail = this.#includedRows(event_ord) > 0;
		this.#baseRuns.put(key, {
			run,
			event_ord,
			range,
			moves: this.#actors.moves(),
			holdsTail
		});
		return run;
	}
	/** All rows of touched actors: those in the base run (null = without), then later ones. */
	#freshRun(event_ord, range, base) {
		const late = this.#lateFiles(event_ord, range);
		const key = `${base === null ? event_ord : this.#baseRows(event_ord, range).key}:${idsOf(late)}`;
		const kept = this.#freshRuns.get(key);
		if (kept !== void 0) return kept;
		const slices = [];
		if (base !== null) slices.push(wholeSlice(base.picked(rowsOf(base.actor, this.#touched, this.#touchedCount))));
		const lateRun = this.#lateRun(event_ord, late);
		if (lateRun !== null) slices.push(wholeSlice(lateRun));
		for (const { event_ord: of, source } of this.#rows.tailsOf(event_ord)) {
			const from = this.#included.get(of) ?? 0;
			slices.push({
				source,
				from,
				rows: source.rows - from,
				pick: null
			});
		}
		const run = this.#build(event_ord, slices);
		if (run === null) return null;
		this.#made += run.rows;
		return this.#freshRuns.put(key, run);
	}
	/** Row owners may have changed since it was built, so they are looked up again. */
	#lateRun(event_ord, late) {
		const key = `${event_ord}:${idsOf(late)}`;
		const kept = this.#lateRuns.get(key);
		if (kept !== void 0) return kept;
		const run = this.#build(event_ord, this.#rows.slicesOf(late));
		return run === null ? null : this.#lateRuns.put(key, run);
	}
	/** null if no row has an actor. */
	#build(event_ord, slices) {
		const assigned = [];
		for (const slice of slices) {
			if (slice.rows === 0) continue;
			const found = this.#actors.assign(slice);
			if (found.actor.length > 0) assigned.push(found);
		}
		if (assigned.length === 0) return null;
		return runOf(this.#rows.nameOf(event_ord), assigned, this.#actors, this.#home);
	}
};
function runShelf(budget) {
	return new Shelf(budget, (run) => run.bytes, (run) => run.release());
}
function idsOf(files) {
	return files.map(({ id }) => id).join();
}
/** Ascending rows whose actor is in the set. `actor`: ascending. */
function rowsOf(actor, set, count) {
	return count * SEARCH_ROWS < actor.length ? searchRows(actor, set) : scanRows(actor, set);
}
function scanRows(actor, set) {
	const bits = set.length * 32;
	const found = new Uint32Array(actor.length);
	let count = 0;
	for (let row = 0; row < actor.length; row++) {
		const of = actor[row];
		if (of < bits && set[of >>> 5] >>> (of & 31) & 1) found[count++] = row;
	}
	return found.slice(0, count);
}
function searchRows(actor, set) {
	const found = [];
	for (let word = 0; word < set.length; word++) for (let bits = set[word]; bits !== 0; bits &= bits - 1) {
		const wanted = word * 32 + (31 - Math.clz32(bits & -bits));
		for (let row = firstRowOf(actor, wanted); row < actor.length && actor[row] === wanted; row++) found.push(row);
	}
	return Uint32Array.from(found);
}
// src/engine/dataset/actors.ts
/** Maps rows to actors: persons, which a merge can change, and groups of one type, which never change. */
/** "No group" as a group index. */
const NO_OWNER = 4294967295;
/** person = person_of[distinct id]. */
var PersonActors = class {
	/** distinct id -> person; the first `#distincts` elements are valid. */
	#person_of = /* @__PURE__ */ new Uint32Array(1024);
	#distincts = 0;
	#persons = 0;
	#moves = 0;
	count() {
		return this.#persons;
	}
	moves() {
		return this.#moves;
	}
	distinctCount() {
		return this.#distincts;
	}
	/** Appends distinct ids. */
	add(person_of) {
		const distincts = this.#distincts + person_of.length;
		if (distincts > this.#person_of.length) {
			const grown = new Uint32Array(Math.max(distincts, this.#person_of.length * 2));
			grown.set(this.#person_of.subarray(0, this.#distincts));
			this.#person_of = grown;
		}
		this.#person_of.set(person_of, this.#distincts);
		this.#distincts = distincts;
	}
	/** Upper bound of persons; never decreases. */
	setLimit(persons) {
		this.#persons = Math.max(this.#persons, persons);
	}
	/** Returns the previous person; null = nothing changed. */
	move(distinct, person) {
		assert(distinct < this.#distincts, "a moved distinct id is known");
		const before = this.#person_of[distinct];
		if (before === person) return null;
		this.#person_of[distinct] = person;
		this.#moves++;
		return before;
	}
	/** distinct id -> person. A copy, so it does not change under the reader. */
	ofDistincts() {
		return this.#person_of.slice(0, this.#distincts);
	}
	assign(slice) {
		return {
			slice,
			actor: this.personsOf(sliceOf(slice, slice.source.distinct()))
		};
	}
	/** row -> person. */
	personsOf(distinct) {
		const person_of = this.#person_of;
		const persons = new Uint32Array(distinct.length);
		let last = -1;
		for (let row = 0; row < persons.length; row++) {
			const ord = distinct[row];
			if (ord > last) last = ord;
			persons[row] = person_of[ord];
		}
		assert(last < this.#distincts, "the distinct ids of rows are known");
		return persons;
	}
};
/** Actors known by a text only: numbered as they are met, for the life of this object. */
var KeyActors = class {
	#indices = /* @__PURE__ */ new Map();
	/** index -> key. */
	#keys = [];
	count() {
		return this.#indices.size;
	}
	moves() {
		return 0;
	}
	indexOf(key) {
		let index = this.#indices.get(key);
		if (index === void 0) {
			index = this.#keys.length;
			this.#indices.set(key, index);
			this.#keys.push(key);
		}
		return index;
	}
	keyOf(index) {
		return must(this.#keys[index], "an actor that was met");
	}
	/** row -> group, NO_OWNER if the key is missing or empty. */
	groupsOf(column) {
		const rows = column.kind === "number" ? column.values.length : column.codes.length;
		const groups = new Uint32Array(rows);
		if (column.kind === "number") {
			for (let row = 0; row < rows; row++) {
				const number = column.values[row];
				groups[row] = Number.isNaN(number) ? NO_OWNER : this.indexOf(String(number));
			}
			return groups;
		}
		const met = new Float64Array(column.values.length);
		for (let row = 0; row < rows; row++) {
			const code = column.codes[row];
			if (met[code] === 0) met[code] = this.#groupOfValue(column.values.at(code)) + 1;
			groups[row] = met[code] - 1;
		}
		return groups;
	}
	#groupOfValue(value) {
		const key = textOf(value);
		return key === null || key === "" ? NO_OWNER : this.indexOf(key);
	}
};
/** Groups of one type, for the life of the dataset. */
var GroupActors = class extends KeyActors {
	/** Event property with the group's key. */
	property;
	constructor(type_index) {
		super();
		this.property = `$group_${type_index}`;
	}
	assign(slice) {
		const column = slice.source.column(this.property);
		const groups = column === null ? new Uint32Array(slice.rows).fill(NO_OWNER) : this.#groupsOfSlice(slice, column);
		let rows = 0;
		for (let index = 0; index < groups.length; index++) if (groups[index] !== 4294967295) rows++;
		if (rows === groups.length) return {
			slice,
			actor: groups
		};
		const pick = new Uint32Array(rows);
		const actor = new Uint32Array(rows);
		let to = 0;
		for (let index = 0; index < groups.length; index++) {
			if (groups[index] === 4294967295) continue;
			pick[to] = slice.pick === null ? slice.from + index : slice.pick[index];
			actor[to++] = groups[index];
		}
		return {
			slice: pickSlice(slice.source, pick),
			actor
		};
	}
	#groupsOfSlice(slice, column) {
		if (column.kind === "number") return this.groupsOf({
			kind: "number",
			values: sliceOf(slice, column.values)
		});
		return this.groupsOf({
			...column,
			codes: sliceOf(slice, column.codes)
		});
	}
};
// src/engine/dataset/kept_values.ts
var KeptValues = class {
	#rows;
	#checkpoint;
	#tables;
	constructor(rows, budget, checkpoint) {
		this.#rows = rows;
		this.#checkpoint = checkpoint;
		this.#tables = new Shelf(budget, ({ table }) => tableBytes(table));
	}
	/** `event` null = all. Counts of sealed rows hold until the next sealing. */
	ofEvents(event, property, wanted) {
		const name = JSON.stringify([event, property]);
		const table = this.#table(name, this.#rows.epoch, () => this.#sealed(event, property));
		return topValues(table, this.#tail(event, property), wanted);
	}
	/** `version`: changes whenever the column does. */
	ofPersons(property, column, wanted, version) {
		const table = this.#table(JSON.stringify([property]), version, () => [column()]);
		return topValues(table, [], wanted);
	}
	#table(name, version, columns) {
		const kept = this.#tables.get(name);
		if (kept?.version === version) return kept.table;
		return this.#tables.put(name, {
			version,
			table: tableOf(columns())
		}).table;
	}
	*#sealed(event, property) {
		if (event === null) {
			for (const segment of this.#rows.segments().values()) {
				this.#checkpoint();
				yield segment.column(property);
			}
			return;
		}
		for (const ord of this.#rows.ordsOf([event])) for (const { partition } of this.#rows.partitionsOf(ord)) yield partition.column(property);
	}
	*#tail(event, property) {
		for (const ord of this.#rows.ordsOf(event === null ? null : [event])) yield this.#rows.tails().get(ord)?.column(property) ?? null;
	}
};
// src/engine/dataset/origins.ts
const UUID_BYTES$1 = 16;
/** 16 * index -> the row's uuid. */
function uuidsOf(origins) {
	const uuids = new Uint8Array(origins.length * UUID_BYTES$1);
	for (const [source, indices] of bySource(origins)) {
		const all = source.uuids();
		for (const index of indices) {
			const from = origins[index].row * UUID_BYTES$1;
			uuids.set(all.subarray(from, from + UUID_BYTES$1), index * UUID_BYTES$1);
		}
	}
	return uuids;
}
/** index -> properties as JSON values. `checkpoint` runs before each column. */
function propertiesOf(origins, checkpoint) {
	const found = origins.map(() => []);
	for (const [source, indices] of bySource(origins)) for (const property of [...source.properties].sort()) {
		checkpoint();
		const column = source.column(property);
		if (column === null) continue;
		for (const index of indices) {
			const value = jsonAt(column, origins[index].row);
			if (value !== void 0) found[index].push([property, value]);
		}
	}
	return found.map((entries) => Object.fromEntries(entries));
}
function bySource(origins) {
	return Map.groupBy(origins.keys(), (index) => origins[index].source);
}
/** undefined = missing. */
function jsonAt(column, row) {
	if (column.kind === "number") {
		const number = column.values[row];
		return Number.isNaN(number) ? void 0 : number;
	}
	const code = column.codes[row];
	return code === 0 ? void 0 : plain(column.values.at(code));
}
function plain(value) {
	return value !== null && typeof value === "object" ? JSON.parse(value.json) : value;
}
// src/engine/dataset/property_table.ts
/** One property. */
var OwnerColumn = class {
	#builder = new ColumnBuilder();
	/** The copy handed out, while valid. */
	#column = null;
	#rows = 0;
	/** Replaces the value at the index; undefined clears it. */
	set(index, value) {
		this.#column = null;
		if (index < this.#rows) this.#builder.clear(index);
		else this.#rows = index + 1;
		this.#builder.set(index, value);
	}
	/** index -> value. A snapshot: it does not change under the reader. */
	column(rows) {
		if (this.#column === null || lengthOf(this.#column) !== rows) this.#column = frozen(this.#builder.column(rows));
		return this.#column;
	}
	bytes() {
		return this.#builder.bytes();
	}
};
var PropertyTable = class {
	#columns = /* @__PURE__ */ new Map();
	/** Replaces all properties at the index. */
	set(index, properties) {
		for (const name of Object.keys(properties)) if (!this.#columns.has(name)) this.#columns.set(name, new OwnerColumn());
		for (const [name, column] of this.#columns) column.set(index, Object.hasOwn(properties, name) ? properties[name] : void 0);
	}
	/** index -> value. A snapshot: it does not change under the reader. */
	column(property, rows) {
		return this.#columns.get(property)?.column(rows) ?? missingColumn(rows);
	}
	names() {
		return [...this.#columns.keys()];
	}
	bytes() {
		return this.#columns.values().reduce((bytes, column) => bytes + column.bytes(), 0);
	}
};
function lengthOf(column) {
	return column.kind === "number" ? column.values.length : column.codes.length;
}
function frozen(column) {
	if (column.kind === "number") return {
		kind: "number",
		values: column.values.slice()
	};
	const codes = allocateCodes(column.codes.length, column.values.length);
	codes.set(column.codes);
	return {
		kind: "dictionary",
		codes,
		values: Array.from(column.values)
	};
}
// src/engine/dataset/person_properties.ts
var PersonProperties = class {
	/** property -> column, and the revision it is of. */
	#columns = /* @__PURE__ */ new Map();
	/** All property names, as of a revision; -1 = not loaded. */
	#names = /* @__PURE__ */ new Set();
	#named = -1;
	/** `persons`: their number. `read` may return just that property. */
	column(property, persons, revision, read) {
		let kept = this.#columns.get(property);
		if (kept === void 0) {
			kept = {
				column: new OwnerColumn(),
				revision: -1
			};
			this.#columns.set(property, kept);
		}
		if (kept.revision < revision) {
			for (const { ord, properties } of read(kept.revision)) kept.column.set(ord, ownOf(properties, property));
			kept.revision = revision;
		}
		return kept.column.column(persons);
	}
	/** `read` returns all properties. Callers usually ask for the columns next, so these are filled on the way. */
	names(revision, read) {
		if (this.#named < revision) {
			for (const { ord, properties } of read(this.#named)) {
				for (const name of Object.keys(properties)) if (!this.#names.has(name)) this.#add(name);
				for (const [name, { column }] of this.#columns) column.set(ord, ownOf(properties, name));
			}
			for (const kept of this.#columns.values()) kept.revision = revision;
			this.#named = revision;
		}
		return [...this.#names];
	}
	bytes() {
		return this.#columns.values().reduce((bytes, { column }) => bytes + column.bytes(), 0);
	}
	/** A new property: nobody had it before. */
	#add(name) {
		this.#names.add(name);
		if (!this.#columns.has(name)) this.#columns.set(name, {
			column: new OwnerColumn(),
			revision: -1
		});
	}
};
function ownOf(properties, name) {
	return Object.hasOwn(properties, name) ? properties[name] : void 0;
}
// src/engine/dataset/row_counts.ts
/**
* Row counts per span of whole quarter hours, from the counts stored with segments and from the tail. No rows are read,
* and actors do not matter.
*/
var RowCounts = class {
	#rows;
	#checkpoint;
	/** Partition id -> its counts. */
	#shelf;
	#tails = /* @__PURE__ */ new WeakMap();
	constructor(rows, budget, checkpoint) {
		this.#rows = rows;
		this.#checkpoint = checkpoint;
		this.#shelf = new Shelf(budget, ({ counts }) => counts.byteLength);
	}
	/** span [edges_ms[i], edges_ms[i + 1]) -> rows. `events`: null = all. */
	within(events, edges_ms) {
		assert(edges_ms.every(isWholeQuarter), "counts are of whole quarters");
		const counts = new Float64Array(edges_ms.length - 1);
		const from_ms = edges_ms[0];
		const until_ms = edges_ms[counts.length];
		for (const event_ord of events === null ? [-1] : this.#rows.ordsOf(events)) for (const file of this.#rows.partitionsOf(event_ord, from_ms, until_ms)) addQuarters(this.#ofPartition(file), edges_ms, counts);
		for (const event_ord of this.#rows.ordsOf(events)) {
			const tail = this.#rows.tails().get(event_ord);
			if (tail !== void 0) addTail(this.#ofTail(tail), edges_ms, counts);
		}
		return counts;
	}
	/** Tails only grow, until they are replaced. */
	#ofTail(tail) {
		const kept = this.#tails.get(tail) ?? {
			rows: 0,
			index_of: /* @__PURE__ */ new Map(),
			at_ms: [],
			counts: []
		};
		const time_ms = tail.timeMs();
		for (; kept.rows < time_ms.length; kept.rows++) countQuarter(kept, Math.floor(time_ms[kept.rows] / QUARTER_HOUR_MS));
		this.#tails.set(tail, kept);
		return kept;
	}
	#ofPartition({ id, partition }) {
		const name = String(id);
		const kept = this.#shelf.get(name);
		if (kept !== void 0) return kept;
		this.#checkpoint();
		return this.#shelf.put(name, partition.quarters());
	}
};
function addQuarters({ from_ms, counts }, edges_ms, totals) {
	for (let span = 0; span < totals.length; span++) {
		const first = Math.max(0, (edges_ms[span] - from_ms) / QUARTER_HOUR_MS);
		const until = Math.min(counts.length, (edges_ms[span + 1] - from_ms) / QUARTER_HOUR_MS);
		let total = 0;
		for (let quarter = first; quarter < until; quarter++) total += counts[quarter];
		totals[span] += total;
	}
}
function countQuarter({ index_of, at_ms, counts }, quarter) {
	const index = index_of.get(quarter) ?? counts.length;
	if (index === counts.length) {
		index_of.set(quarter, index);
		at_ms.push(quarter * QUARTER_HOUR_MS);
		counts.push(0);
	}
	counts[index]++;
}
function addTail({ at_ms, counts }, edges_ms, totals) {
	const [from_ms, until_ms] = [edges_ms[0], edges_ms[totals.length]];
	const spans = buildBuckets(edges_ms, from_ms, until_ms);
	for (let index = 0; index < counts.length; index++) {
		const time_ms = at_ms[index];
		if (time_ms >= from_ms && time_ms < until_ms) totals[bucketOf(spans, time_ms)] += counts[index];
	}
}
// src/engine/dataset/sessions.ts
/**
* Sessions of a project: rows of any event with the same `$session_id`. First and last rows need every event, so they
* are kept here and updated with new rows. Reading a row twice is harmless.
*/
/** Event property that names the session. */
const SESSION_ID = "$session_id";
const NO_SESSION = 4294967295;
const SECOND_MS = 1e3;
var Sessions = class {
	#rows;
	/** A session's number is the dictionary code of its id. */
	#ids;
	/** Codes of ids that are not text -> code of their text. */
	#said = /* @__PURE__ */ new Map();
	/** Odd values of the dictionary seen so far. */
	#odd = 0;
	/** session -> time of its first and last event, milliseconds. */
	#first_ms = /* @__PURE__ */ new Float64Array(64);
	#last_ms = /* @__PURE__ */ new Float64Array(64);
	/** Sessions whose times are initialized. */
	#begun = 0;
	/** `rows.version` and `rows.epoch` seen so far. */
	#version = -1;
	#epoch = -1;
	/** Segments included. */
	#segments = /* @__PURE__ */ new Set();
	/** event -> rows of its tail included. */
	#tail = /* @__PURE__ */ new Map();
	/** Cached result; null after a change. */
	#durations = null;
	constructor(rows) {
		this.#rows = rows;
		this.#ids = rows.dictionary(SESSION_ID);
	}
	/** row -> session, for a column of ids. */
	of(ids) {
		return this.#indicesOf(ids);
	}
	/** One more than the largest number returned by `of`. */
	count() {
		return this.#ids.length;
	}
	/** session -> whole seconds from first to last event. */
	durations() {
		this.#catchUp();
		if (this.#durations?.values.length === this.#ids.length) return this.#durations;
		this.#grow();
		const values = new Float64Array(this.#ids.length);
		for (let session = 0; session < values.length; session++) {
			const seconds = secondsBetween(this.#first_ms[session], this.#last_ms[session]);
			values[session] = Number.isFinite(seconds) ? seconds : NaN;
		}
		this.#durations = {
			kind: "number",
			values
		};
		return this.#durations;
	}
	/** session -> time of its first or last event, milliseconds. */
	ends(which) {
		this.#catchUp();
		this.#grow();
		return {
			kind: "number",
			values: (which === "first" ? this.#first_ms : this.#last_ms).slice(0, this.#ids.length).map((time_ms) => Number.isFinite(time_ms) ? time_ms : NaN)
		};
	}
	bytes() {
		return this.#first_ms.byteLength * 2;
	}
	#catchUp() {
		if (this.#version === this.#rows.version) return;
		this.#durations = null;
		if (this.#epoch !== this.#rows.epoch) this.#tail.clear();
		const segments = /* @__PURE__ */ new Set();
		for (const [id, segment] of this.#rows.segments()) {
			segments.add(id);
			if (!this.#segments.has(id)) this.#note(segment, 0);
		}
		for (const [event_ord, table] of this.#rows.tails()) {
			this.#note(table, this.#tail.get(event_ord) ?? 0);
			this.#tail.set(event_ord, table.rows);
		}
		this.#segments = segments;
		this.#version = this.#rows.version;
		this.#epoch = this.#rows.epoch;
	}
	/** Extends sessions by a source's rows from `from` on. */
	#note(source, from) {
		const ids = source.column(SESSION_ID);
		if (ids === null || source.rows === from) return;
		const sessions = this.#indicesOf(ids);
		const time_ms = source.timeMs();
		this.#grow();
		for (let row = from; row < source.rows; row++) {
			const session = sessions[row];
			if (session === NO_SESSION) continue;
			const time = time_ms[row];
			if (time < this.#first_ms[session]) this.#first_ms[session] = time;
			if (time > this.#last_ms[session]) this.#last_ms[session] = time;
		}
	}
	#indicesOf(ids) {
		const sessions = codesIn(this.#ids, ids);
		while (this.#odd < this.#ids.odd.length) {
			const code = this.#ids.odd[this.#odd++];
			const value = this.#ids.at(code);
			if (typeof value !== "string") this.#said.set(code, this.#codeOf(textOf(value)));
		}
		this.#said.set(0, NO_SESSION).set(this.#ids.find(""), NO_SESSION);
		const said = new Uint8Array(this.#ids.length);
		for (const code of this.#said.keys()) said[code] = 1;
		for (let row = 0; row < sessions.length; row++) if (said[sessions[row]] === 1) sessions[row] = this.#said.get(sessions[row]);
		return sessions;
	}
	#codeOf(text) {
		return text === null ? NO_SESSION : this.#ids.codeOf(text);
	}
	/** Makes room for every session; new ones are empty. */
	#grow() {
		const before = this.#first_ms.length;
		const known = this.#ids.length;
		if (known > before) {
			const first_ms = new Float64Array(known * 2);
			const last_ms = new Float64Array(known * 2);
			first_ms.set(this.#first_ms);
			last_ms.set(this.#last_ms);
			this.#first_ms = first_ms;
			this.#last_ms = last_ms;
		}
		for (let session = this.#begun; session < known; session++) {
			this.#first_ms[session] = Number.POSITIVE_INFINITY;
			this.#last_ms[session] = Number.NEGATIVE_INFINITY;
		}
		this.#begun = known;
	}
};
/** Difference of whole seconds, as a clock shows them. */
function secondsBetween(first_ms, last_ms) {
	return Math.floor(last_ms / SECOND_MS) - Math.floor(first_ms / SECOND_MS);
}
// src/engine/dataset/value_parts.ts
/**
* Parts whose actors are the values of an expression. Made from the parts of persons and cached until something
* changes, as values may depend on current person properties.
*/
/** Estimated bytes per value. */
const KEY_BYTES = 100;
var ValueParts = class {
	#view;
	#home;
	#shelf;
	/** Kept for the life of a question, even if the cache drops them. */
	#actors = /* @__PURE__ */ new WeakMap();
	constructor(view, home) {
		this.#view = view;
		this.#home = home;
		this.#shelf = new Shelf(home.budget, bytesOf, release);
	}
	parts(expression, request) {
		const { events, from_ms, until_ms } = request;
		const key = canonical([
			expression,
			events,
			String(from_ms),
			String(until_ms)
		]);
		const version = this.#view.version();
		let kept = this.#shelf.get(key);
		if (kept === void 0 || kept.version !== version) {
			if (kept !== void 0) release(kept);
			const actors = new KeyActors();
			kept = this.#shelf.put(key, {
				version,
				actors,
				runs: this.#runs(expression, request, actors)
			});
		}
		this.#actors.set(expression, kept.actors);
		return [partOf(null, kept.runs)];
	}
	/** Of an expression whose parts were requested. */
	count(expression) {
		return this.#actors.get(expression)?.count() ?? 0;
	}
	/** Of an expression whose parts were requested. */
	keyOf(expression, index) {
		return must(this.#actors.get(expression), "an expression whose parts are known").keyOf(index);
	}
	#runs(expression, { events, from_ms, until_ms }, actors) {
		const parts = this.#view.parts({
			events,
			from_ms,
			until_ms,
			actor: { kind: "person" }
		});
		const assigned = /* @__PURE__ */ new Map();
		for (const part of parts) for (const event of part.events) {
			const slice = this.#assign(expression, part, event, actors);
			if (slice !== null) assigned.set(event, [...assigned.get(event) ?? [], slice]);
		}
		return new Map([...assigned].map(([event, slices]) => [event, runOf(event, slices, actors, this.#home)]));
	}
	/** Rows of a run that count and have a value; null = none. */
	#assign(expression, part, event, actors) {
		const run = part.run(event);
		if (!(run instanceof MergedRun)) return null;
		const of_row = actors.groupsOf(expressionColumn(expression, run, this.#view));
		const pick = selectedRows(of_row, run.actor, part.skip);
		if (pick.length === 0) return null;
		return {
			slice: wholeSlice(run.picked(pick)),
			actor: pick.map((row) => of_row[row])
		};
	}
};
/** Rows with a value whose person is not skipped. */
function selectedRows(of_row, person, skip) {
	const rows = new Uint32Array(of_row.length);
	let count = 0;
	for (let row = 0; row < of_row.length; row++) {
		if (of_row[row] === 4294967295 || skip !== null && has(skip, person[row])) continue;
		rows[count++] = row;
	}
	return rows.subarray(0, count);
}
function release({ runs }) {
	for (const run of runs.values()) run.release();
}
function bytesOf({ actors, runs }) {
	let bytes = actors.count() * KEY_BYTES;
	for (const run of runs.values()) bytes += run.bytes;
	return bytes;
}
// src/engine/dataset/project_data.ts
/** One project's events and identities in memory: fed by the service, read by questions. */
var ProjectData = class {
	rows;
	#source;
	#home;
	#persons = new PersonActors();
	#personParts;
	#personProperties = new PersonProperties();
	/** Persons' ids, as a table with one property. */
	#personIds = {
		table: new PropertyTable(),
		revision: -1
	};
	/** Creation times, likewise. */
	#personCreated = {
		table: new PropertyTable(),
		revision: -1
	};
	/** type index -> groups of the type; made on first use. */
	#groupTypes = /* @__PURE__ */ new Map();
	/** Presence of creations, valid until somebody is created. */
	#created = null;
	#rowCounts;
	#sessions;
	#valueParts;
	#distinctTexts;
	#topValues;
	#revision = 0;
	constructor(source, budget) {
		this.#source = source;
		this.rows = new ProjectRows(source.blob, budget);
		this.#home = {
			question: 0,
			budget,
			dictionary: (property) => this.rows.dictionary(property),
			checkpoint: () => source.team.checkpoint()
		};
		this.#personParts = new ActorParts(this.rows, this.#persons, this.#home);
		this.#rowCounts = new RowCounts(this.rows, budget, () => source.team.checkpoint());
		this.#sessions = new Sessions(this.rows);
		this.#valueParts = new ValueParts(this, this.#home);
		this.#distinctTexts = new Shelf(budget, columnBytes);
		this.#topValues = new KeptValues(this.rows, budget, () => source.team.checkpoint());
	}
	/** Properties changed after the previous revision are reloaded on next use. */
	setRevision(revision) {
		this.#revision = revision;
	}
	distinctCount() {
		return this.#persons.distinctCount();
	}
	/** Appends persons of new distinct ids; `person_limit` is one more than the largest person. */
	addDistincts(person_of, person_limit) {
		this.#persons.add(person_of);
		this.#persons.setLimit(person_limit);
	}
	moveDistinct(distinct, person) {
		const before = this.#persons.move(distinct, person);
		if (before === null) return;
		this.#personParts.touch(before);
		this.#personParts.touch(person);
		this.rows.version++;
	}
	begin() {
		this.#home.question++;
	}
	checkpoint() {
		this.#source.team.checkpoint();
	}
	share(task, args, cuts) {
		const { team } = this.#source;
		const trace = tracing();
		if (trace === null) return team.share(task, args, cuts);
		const sums = trace.within("kernels", () => team.share(task, args, cuts));
		trace.note(`kernel ${task.name}`, 0, cuts.length - 1, sums.length);
		return sums;
	}
	actorCount(actor) {
		if (actor.kind === "expression") return this.#valueParts.count(actor.expression);
		return actor.kind === "person" ? this.#persons.count() : this.#groupType(actor.type_index).actors.count();
	}
	actorKey(actor, index) {
		if (actor.kind === "expression") return this.#valueParts.keyOf(actor.expression, index);
		assert(actor.kind === "group", "persons have no key");
		return this.#groupType(actor.type_index).actors.keyOf(index);
	}
	parts(request) {
		const { actor } = request;
		return inStage("load", () => {
			if (actor.kind === "expression") return this.#valueParts.parts(actor.expression, request);
			return (actor.kind === "person" ? this.#personParts : this.#groupType(actor.type_index).parts).parts(request);
		});
	}
	rowParts(request) {
		return inStage("load", () => this.#personParts.rowParts(request));
	}
	rowCounts(events, edges_ms) {
		return inStage("load", () => this.#rowCounts.within(events, edges_ms));
	}
	eventProperties(run) {
		assert(run instanceof MergedRun, "a run of this dataset");
		return run.properties;
	}
	ownerProperties(owner) {
		if (owner.kind === "group") return this.#groupTable(owner.type_index).names();
		return this.#personProperties.names(this.#revision, (since) => this.#source.persons(since));
	}
	personColumn(property) {
		tracing()?.column(`person.${property}`);
		const names = /* @__PURE__ */ new Set([property]);
		const read = (since) => this.#source.persons(since, names);
		return inStage("load", () => this.#personProperties.column(property, this.#persons.count(), this.#revision, read));
	}
	personIdColumn() {
		return this.#caughtUp(this.#personIds, (own, since) => {
			for (const { ord, id } of this.#source.personIds(since)) own.set(ord, { id });
		}).column("id", this.#persons.count());
	}
	personCreatedColumn() {
		return this.#caughtUp(this.#personCreated, (own, since) => {
			for (const { ord, created_at_ms } of this.#source.personsCreated(since)) own.set(ord, { created: created_at_ms });
		}).column("created", this.#persons.count());
	}
	personsCreated() {
		const time_ms = columnNumbers(this.personCreatedColumn());
		if (this.#created?.time_ms !== time_ms) {
			this.#created?.presence.clear();
			const rows = rowEach(asSharedNumbers(time_ms));
			const bytes = rows.time_ms.byteLength + rows.actor.byteLength;
			this.#created = {
				time_ms,
				bytes,
				presence: new KeptPresence(rows, time_ms.length, this.#home.budget)
			};
		}
		return this.#created.presence;
	}
	groupCreatedColumn(type_index) {
		const { actors, created } = this.#groupType(type_index);
		return this.#caughtUp(created, (own, since) => {
			for (const { key, created_at_ms } of this.#source.groups(type_index, since)) own.set(actors.indexOf(key), { created: created_at_ms });
		}).column("created", actors.count());
	}
	groupColumn(type_index, property) {
		tracing()?.column(`group ${type_index}.${property}`);
		return inStage("load", () => this.#groupTable(type_index)).column(property, this.#groupType(type_index).actors.count());
	}
	#groupTable(type_index) {
		const { actors, properties } = this.#groupType(type_index);
		return this.#caughtUp(properties, (own, since) => {
			for (const { key, properties: all } of this.#source.groups(type_index, since)) own.set(actors.indexOf(key), all);
		});
	}
	/** The table as of now; `read` adds what changed since a revision. */
	#caughtUp(kept, read) {
		if (kept.revision < this.#revision) {
			read(kept.table, kept.revision);
			kept.revision = this.#revision;
		}
		return kept.table;
	}
	rowOwner(run, owner) {
		assert(run instanceof MergedRun, "a run of this dataset");
		if (owner.kind === "person") {
			if (run.actors === this.#persons) return run.actor;
			return run.numbers(`person ${this.#persons.moves()}`, () => this.#persons.personsOf(run.distinct()));
		}
		const { actors } = this.#groupType(owner.type_index);
		if (run.actors === actors) return run.actor;
		return run.numbers(actors.property, () => actors.groupsOf(run.column(actors.property)));
	}
	months(events) {
		return this.rows.months(events);
	}
	rowUuids(run, rows) {
		assert(run instanceof MergedRun, "a run of this dataset");
		return uuidsOf(rows.map((row) => run.originOf(row)));
	}
	rowProperties(run, rows) {
		assert(run instanceof MergedRun, "a run of this dataset");
		return propertiesOf(rows.map((row) => run.originOf(row)), () => this.checkpoint());
	}
	rowDistinct(run) {
		assert(run instanceof MergedRun, "a run of this dataset");
		return run.distinct();
	}
	distinctColumn() {
		tracing()?.column("distinct_id");
		const count = this.#persons.distinctCount();
		const kept = this.#distinctTexts.get("all");
		if (kept !== void 0 && kept.values.length === count + 1) return kept;
		const values = kept === void 0 ? [null] : Array.from(kept.values);
		const known = values.length - 1;
		for (const text of this.#source.distinctTexts(known)) {
			if (values.length > count) break;
			values.push(text);
		}
		const codes = Uint32Array.from({ length: count }, (_, distinct) => distinct + 1);
		return this.#distinctTexts.put("all", {
			kind: "dictionary",
			codes,
			values
		});
	}
	distinctPersons() {
		return this.#persons.ofDistincts();
	}
	rowSession(run) {
		assert(run instanceof MergedRun, "a run of this dataset");
		return run.numbers("session", () => this.#sessions.of(run.column(SESSION_ID)));
	}
	sessionCount() {
		return this.#sessions.count();
	}
	sessionColumn(property) {
		if (property === "$session_duration") return this.#sessions.durations();
		return this.#sessions.ends(property === "$start_timestamp" ? "first" : "last");
	}
	version() {
		return this.rows.version + this.#revision;
	}
	topValues({ owner, event }, property, wanted) {
		if (owner === "event") return this.#topValues.ofEvents(event, property, wanted);
		return this.#topValues.ofPersons(property, () => this.#livingColumn(property), wanted, this.version());
	}
	/** Missing for persons that were merged away. */
	#livingColumn(property) {
		const living = new Uint8Array(this.#persons.count());
		for (const person of this.#persons.ofDistincts()) living[person] = 1;
		return ofMembers(this.personColumn(property), living);
	}
	/** Bytes outside the budget: tail, properties, dictionaries. */
	residentBytes() {
		let bytes = this.rows.residentBytes() + this.#personProperties.bytes() + this.#personIds.table.bytes() + this.#personCreated.table.bytes() + (this.#created?.bytes ?? 0) + this.#sessions.bytes();
		for (const { properties, created } of this.#groupTypes.values()) bytes += properties.table.bytes() + created.table.bytes();
		return bytes;
	}
	#groupType(type_index) {
		let type = this.#groupTypes.get(type_index);
		if (type === void 0) {
			const actors = new GroupActors(type_index);
			type = {
				actors,
				parts: new ActorParts(this.rows, actors, this.#home),
				properties: {
					table: new PropertyTable(),
					revision: -1
				},
				created: {
					table: new PropertyTable(),
					revision: -1
				}
			};
			this.#groupTypes.set(type_index, type);
		}
		return type;
	}
};
/** One row per actor. `time_ms`: actor -> time. */
function rowEach(time_ms) {
	const begin = sharedWords(time_ms.length + 1);
	for (let row = 0; row < begin.length; row++) begin[row] = row;
	const actor = begin.subarray(0, time_ms.length);
	return {
		actor,
		time_ms,
		ranges: {
			actor,
			begin
		},
		quarters: () => null,
		arrived: () => null
	};
}
// src/service/data/dataset_feed.ts
/** Rows read between two checkpoints: about a millisecond. */
const CHECKED_ROWS = 512;
function* checked(rows, checkpoint) {
	let read = 0;
	for (const row of rows) {
		if (read++ % CHECKED_ROWS === 0) checkpoint();
		yield row;
	}
}
function* personIds(people, project_id, revision) {
	for (const { ord, first_id } of people.firstIdsSince(project_id, revision)) yield {
		ord,
		id: personUuid(project_id, first_id)
	};
}
/** Empty. */
function newProjectData(store, project_id, budget, team) {
	const checkpoint = () => team.checkpoint();
	const { people, groups, events } = store;
	return new ProjectData({
		team,
		blob(segment_id, name) {
			checkpoint();
			return events.blob(segment_id, name);
		},
		persons: (revision, names) => checked(people.changedSince(project_id, revision, names), checkpoint),
		personIds: (revision) => checked(personIds(people, project_id, revision), checkpoint),
		personsCreated: (revision) => checked(people.createdSince(project_id, revision), checkpoint),
		distinctTexts: (from) => checked(people.distinctTextsFrom(project_id, from), checkpoint),
		groups: (type_index, revision) => checked(groups.changedSince(project_id, type_index, revision), checkpoint)
	}, budget);
}
var DatasetFeed = class {
	data;
	#store;
	#project_id;
	/** Project revision up to which everything was read; -1 = nothing yet. */
	#revision = -1;
	/** Same for segments and tail alone; never behind. */
	#rowsRevision = -1;
	/** Chunks up to this sequence are in the tail or sealed. */
	#seq = 0;
	#sealedSeq = 0;
	#segmentsMark = "";
	/** Of the project when reading began. */
	#erasures;
	/** Chunks that were open before something was erased, by their number in the log. */
	#opened;
	/** `before`: of the same store, which has not gone back since. */
	constructor(store, project_id, budget, team, before = null) {
		this.#opened = before === null ? /* @__PURE__ */ new Map() : new Map(before.tailChunks().chunks.map((chunk, at) => [before.tailChunks().seqs[at], chunk]));
		this.#store = store;
		this.#project_id = project_id;
		this.#erasures = store.events.erasures(project_id);
		this.data = newProjectData(store, project_id, budget, team);
	}
	/** Returns false if the store went back to an earlier state, or something was erased; then start a new feed. */
	sync() {
		const { events } = this.#store;
		for (;;) {
			const revision = events.revision(this.#project_id);
			if (revision === this.#revision) return true;
			if (!this.#isSame(revision)) return false;
			this.#readIdentities();
			this.#readRows(revision);
			this.#revision = revision;
			this.data.setRevision(revision);
		}
	}
	/** Same without identities, within a transaction: enough to know which events exist. */
	syncRows() {
		const revision = this.#store.events.revision(this.#project_id);
		if (!this.#isSame(revision)) return false;
		if (revision > this.#rowsRevision) this.#readRows(revision);
		return true;
	}
	/** Whether something was erased since; otherwise a feed that is not the same any more is of a store that went back. */
	isErased() {
		const { events } = this.#store;
		return !(events.revision(this.#project_id) < this.#rowsRevision) && events.erasures(this.#project_id) > this.#erasures;
	}
	#isSame(revision) {
		return revision >= this.#rowsRevision && this.#store.events.erasures(this.#project_id) === this.#erasures;
	}
	/** Notes what this process wrote in the transaction of the last `syncRows`, so that it is not read again. */
	wrote({ revision, chunks }) {
		for (const chunk of chunks) this.#append(chunk);
		this.#rowsRevision = revision;
	}
	#readRows(revision) {
		this.#readSegments();
		this.#readLog();
		this.#rowsRevision = revision;
	}
	#readIdentities() {
		const { people } = this.#store;
		const isFirst = this.data.distinctCount() === 0;
		this.data.addDistincts(people.personOf(this.#project_id, this.data.distinctCount()), people.personLimit(this.#project_id));
		if (isFirst) return;
		for (const { distinct_ord, person_ord } of people.movedSince(this.#project_id, this.#revision)) this.data.moveDistinct(distinct_ord, person_ord);
	}
	#readSegments() {
		const { events } = this.#store;
		const mark = events.segmentsMark(this.#project_id);
		if (mark === this.#segmentsMark) return;
		const segments = events.segments(this.#project_id);
		this.data.rows.setSegments(segments);
		this.#nameEvents(this.data.rows.sealedOrds());
		this.#segmentsMark = mark;
	}
	/** Drops sealed rows from the tail. */
	#readLog() {
		const { events } = this.#store;
		const sealedSeq = events.sealedSeq(this.#project_id);
		if (sealedSeq !== this.#sealedSeq) {
			this.data.rows.sealTail(sealedSeq);
			this.#sealedSeq = sealedSeq;
			this.#seq = Math.max(this.#seq, sealedSeq);
		}
		for (const chunk of events.logSince(this.#project_id, this.#seq)) this.#append(chunk);
		this.#opened = /* @__PURE__ */ new Map();
	}
	#append({ seq, events, bytes }) {
		const opened = this.#opened.get(seq);
		const chunk = opened?.rows === events ? opened : openChunk(bytes);
		this.#nameEvents(chunk.event_ord);
		this.data.rows.append(chunk, seq);
		this.#seq = seq;
	}
	#nameEvents(ords) {
		if (ords.every((ord) => this.data.rows.isNamed(ord))) return;
		for (const { ord, name } of this.#store.definitions.events(this.#project_id)) this.data.rows.nameEvent(ord, name);
	}
};
// src/engine/kernels/rows/distinct_pairs.ts
const NO_CELL = -1;
const NO_KEY = 4294967295;
/** Distinct pairs with a cell in the range. Keys >= `none` count as the single key `none`. */
function distinctPairs(lists, range, none) {
	const rows = lists.reduce((sum, { cells }) => sum + cells.length, 0);
	const found = {
		cells: new Int32Array(rows),
		keys: new Uint32Array(rows),
		length: 0
	};
	const last = new Int32Array(none + 1).fill(NO_CELL);
	const is_back = new Uint8Array(none + 1);
	let backs = 0;
	for (const list of lists) backs += addChanges(list, range, {
		last,
		is_back
	}, found);
	const pairs = {
		cells: found.cells.subarray(0, found.length),
		keys: found.keys.subarray(0, found.length)
	};
	return backs === 0 ? pairs : withoutRepeats(pairs, is_back, range, none);
}
/** Adds a pair whenever a key's cell changes. Returns how often a key went back. */
function addChanges({ cells, keys }, { first, until }, { last, is_back }, found) {
	const none = last.length - 1;
	let { length } = found;
	let backs = 0;
	for (let row = 0; row < cells.length; row++) {
		const cell = cells[row];
		if (cell < first || cell >= until) continue;
		const key = Math.min(keys[row], none);
		const before = last[key];
		if (cell === before) continue;
		if (cell < before) {
			is_back[key] = 1;
			backs++;
		}
		last[key] = cell;
		found.cells[length] = cell;
		found.keys[length++] = key;
	}
	found.length = length;
	return backs;
}
/** Removes repeated pairs of keys that went back; others are already distinct. */
function withoutRepeats(pairs, is_back, { first, until }, none) {
	const { cells, keys } = pairs;
	/** key -> start of its cells; shifted by one while filling. */
	const starts = new Uint32Array(none + 3);
	for (let at = 0; at < keys.length; at++) if (is_back[keys[at]] === 1) starts[keys[at] + 2]++;
	for (let key = 2; key < starts.length; key++) starts[key] += starts[key - 1];
	const sorted = new Int32Array(starts[starts.length - 1]);
	let length = 0;
	for (let at = 0; at < keys.length; at++) {
		const key = keys[at];
		if (is_back[key] === 1) {
			sorted[starts[key + 1]++] = cells[at];
			continue;
		}
		cells[length] = cells[at];
		keys[length++] = key;
	}
	/** cell - first -> last key seen there. */
	const stamp = new Uint32Array(until - first).fill(NO_KEY);
	for (let key = 0; key <= none; key++) for (let at = starts[key]; at < starts[key + 1]; at++) {
		const cell = sorted[at];
		if (stamp[cell - first] === key) continue;
		stamp[cell - first] = key;
		cells[length] = cell;
		keys[length++] = key;
	}
	return {
		cells: cells.subarray(0, length),
		keys: keys.subarray(0, length)
	};
}
// src/engine/kernels/rows/cell_quantiles.ts
/**
* Exact quantiles of numbers per cell (see value_aggregates.ts) without sorting.
* Input: lists of (cell, number). Output: one quantile per cell. Pass one counts numbers in logarithmic bins per cell,
* which tells the bin of the wanted rank; pass two collects only that bin's numbers. Bins are monotonic, so the result
* does not depend on them. Cost: two steps per number.
*/
/** Sixteen bins per power of two from 2^-10 to 2^22; the rest is in the first and last bin. */
const FINEST_BITS = 9;
const UNUSED_BITS = 16;
const FIRST_BIN = (HIGH_WORD_OF_ONE >> UNUSED_BITS) - 160;
const WITHOUT_SIGN = 2147483647;
/** High words above this, ignoring the sign, are NaN. */
const BELOW_NAN = 2146959359;
/** Target; with many cells each gets fewer bins. */
const NUMBERS_PER_BIN = 8;
/** `numbers`: estimate of how many there will be. */
function newBinned(cells, numbers) {
	const binning = chooseBins(numbers, cells);
	return {
		cells,
		binning,
		counts: new Uint32Array((cells << binning.bits) + 1),
		lists: []
	};
}
/** Keeps a reference to the values, which must not change; cells may. */
function binCells(list, { binning, counts, lists }) {
	lists.push({
		counters: fillCounters(list, binning, counts),
		values: list.values
	});
}
/** cell -> quantile, for cells of the range; NaN if empty. */
function quantilesOf({ cells, binning, counts, lists }, range, q) {
	const wanted = rankCells(counts, 1 << binning.bits, range, q, cells);
	const numbers = new Float64Array(wanted.room);
	const next = wanted.begin.slice();
	for (const list of lists) collect(list, binning.bits, wanted.is_wanted, next, numbers);
	const quantiles = new Float64Array(cells).fill(NaN);
	for (let cell = range.first; cell < range.until; cell++) {
		const of_cell = numbers.subarray(wanted.begin[cell], next[cell]);
		if (of_cell.length > 0) quantiles[cell] = interpolatedAt(of_cell, wanted.below[cell], wanted.fraction[cell]);
	}
	return quantiles;
}
function chooseBins(numbers, cells) {
	const bits = Math.floor(Math.log2(Math.max(1, numbers / cells / NUMBERS_PER_BIN)));
	const coarser = Math.max(0, FINEST_BITS - bits);
	return {
		bits: FINEST_BITS - coarser,
		unused: UNUSED_BITS + coarser,
		first: FIRST_BIN >> coarser
	};
}
/** index -> counter. Branch-free for NaN, which may be scattered: the mask is all ones for NaN. */
function fillCounters({ cells, values, length }, binning, counts) {
	const { bits, unused, first } = binning;
	const last_bin = (1 << bits) - 1;
	const none = counts.length - 1;
	const high = highWords(values);
	const counters = new Int32Array(length);
	for (let at = 0; at < length; at++) {
		const word = high[2 * at];
		const bin = Math.min(Math.max((word >> unused) - first, 0), last_bin);
		const of_bin = cells[at] << bits | bin;
		const is_none = BELOW_NAN - (word & WITHOUT_SIGN) >> 31;
		const counter = of_bin ^ (of_bin ^ none) & is_none;
		counters[at] = counter;
		counts[counter]++;
	}
	return counters;
}
function rankCells(counts, bins, { first, until }, q, cells) {
	const wanted = {
		is_wanted: new Uint8Array(counts.length),
		below: new Int32Array(cells),
		fraction: new Float64Array(cells),
		begin: new Uint32Array(cells),
		room: 0
	};
	for (let cell = 0; cell < cells; cell++) {
		wanted.begin[cell] = wanted.room;
		if (cell >= first && cell < until) wanted.room += rankCell(counts, bins, q, cell, wanted);
	}
	return wanted;
}
/** Returns how many numbers the cell collects. */
function rankCell(counts, bins, q, cell, wanted) {
	const first = cell * bins;
	let total = 0;
	for (let counter = first; counter < first + bins; counter++) total += counts[counter];
	if (total === 0) return 0;
	const position = q * (total - 1);
	const below = Math.floor(position);
	const above = Math.ceil(position);
	let counter = first;
	let before = 0;
	for (; before + counts[counter] <= below; counter++) before += counts[counter];
	wanted.is_wanted[counter] = 1;
	wanted.below[cell] = below - before;
	wanted.fraction[cell] = position - below;
	let numbers = counts[counter];
	while (before + numbers <= above) {
		numbers += counts[++counter];
		wanted.is_wanted[counter] = 1;
	}
	return numbers;
}
/** Few are wanted, so four at a time are skipped. */
function collect({ counters, values }, bits, is_wanted, next, numbers) {
	for (let first = 0; first < counters.length; first += 4) {
		const end = Math.min(first + 4, counters.length);
		if (end - first === 4 && areUnwanted(counters, is_wanted, first)) continue;
		for (let at = first; at < end; at++) {
			const counter = counters[at];
			if (is_wanted[counter] === 1) numbers[next[counter >> bits]++] = values[at];
		}
	}
}
function areUnwanted(counters, is_wanted, at) {
	return (is_wanted[counters[at]] | is_wanted[counters[at + 1]] | is_wanted[counters[at + 2]] | is_wanted[counters[at + 3]]) === 0;
}
// src/sql/operators/accumulating.ts
/** Cell -> number, as a vector by group. */
function numbers(of_cell) {
	return {
		kind: "numbers",
		values: of_cell.subarray(1)
	};
}
/** Cell -> value, as a vector by group. */
function listed(values, size) {
	const made = Array.from({ length: size - 1 }, (_, group) => values[group + 1] ?? null);
	return {
		kind: "coded",
		codes: Uint32Array.from(made.keys()),
		values: made
	};
}
/** At least this long, keeping the contents. */
function grown(array, size, fill = 0) {
	if (array.length >= size) return array;
	const longer = new array.constructor(Math.max(size, array.length * 2));
	longer.fill(fill).set(array);
	return longer;
}
// src/sql/operators/batch.ts
/** Rows between operators, read column by column on demand. */
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
function tableRows(batch, width) {
	const columns = Array.from({ length: width }, (_, index) => batch.read({
		kind: "column",
		index
	}));
	return {
		rows: batch.rows,
		columns
	};
}
/** Caches leaves as long as the batch lives. */
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
/** Values of a vector whose codes are only compared, never shown. */
const NUMBERED = [];
/** Dictionaries this many times longer than the rows are reduced to the codes used. */
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
/** Keeps only values that some row has; fetches each once. */
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
/** Like pickVector; -1 gives a missing value. */
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
/** Row -> number, NaN for anything else. */
function numbersOf(vector, rows) {
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
/** Row -> whether it is true. */
function flagsOf(vector, rows) {
	const flags = new Uint8Array(rows);
	if (vector.kind === "constant") return vector.value === true ? flags.fill(1) : flags;
	if (vector.kind === "numbers") return flags;
	const { codes } = vector;
	const of_code = Uint8Array.from(vector.values, (value) => Number(value === true));
	for (let row = 0; row < rows; row++) flags[row] = of_code[codes[row]];
	return flags;
}
/** Indices of set rows; null if all are. */
function placesOf(flags) {
	let count = 0;
	for (let row = 0; row < flags.length; row++) count += flags[row];
	if (count === flags.length) return null;
	const places = new Uint32Array(count);
	for (let row = 0, at = 0; row < flags.length; row++) if (flags[row] === 1) places[at++] = row;
	return places;
}
/** Concatenates vectors. */
function stacked(vectors, rows) {
	if (vectors.length === 1) return vectors[0];
	const total = rows.reduce((sum, count) => sum + count, 0);
	if (vectors.every(isNumeric$1)) {
		const values = new Float64Array(total);
		let at = 0;
		for (const [nth, vector] of vectors.entries()) {
			values.set(numbersOf(vector, rows[nth]), at);
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
function computed({ view, subqueries }, expression, batch) {
	return evaluate(expression, batch.rows, (leaf) => leaf.kind === "subquery" ? {
		kind: "constant",
		value: subqueries[leaf.index][leaf.as]
	} : batch.read(leaf), () => view.checkpoint());
}
/** @throws ServiceError if a step would exceed the limit */
function hold(running, rows, columns) {
	running.held += rows * Math.max(1, columns);
	if (rows <= LIMIT.sql_rows_held && running.held <= LIMIT.sql_values_held) return;
	throw invalid("query", `A step of this statement would hold more than ${LIMIT.sql_rows_held.toLocaleString("en")} rows, or all together more than ${LIMIT.sql_values_held.toLocaleString("en")} values. Choose fewer rows with WHERE (a shorter range of timestamp), group them before they are joined or sorted, or select fewer columns.`);
}
// src/sql/operators/funnel.ts
/** windowFunnel: how many steps each group completes. */
/** The number of steps within the window, which starts at the first step. */
const windowFunnel = ({ parameter, args }, running) => {
	const steps = args.length - 1;
	const entries = [];
	return {
		add({ cells, args: [time, ...flags], rows }) {
			const times_ms = numbersOf(time, rows);
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
	/** Step -> start of the latest attempt that reached it. */
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
/** Rows -> groups of equal values. Values are compared as text, as everywhere: 5 is "5". */
/** Lists of texts, none of them twice: dictionaries as they are stored. */
const DISTINCT_TEXTS = /* @__PURE__ */ new WeakSet();
/** Numbers distinct values. */
var ValueNumbers = class {
	values = [];
	/** Number of null; -1 if it was not met. */
	missing = -1;
	/** Made when values come of a second list: those of one list of distinct texts need no look-up. */
	#numbers = null;
	#only = null;
	/** Dictionary -> code -> number, -1 = not looked up yet. */
	#of_codes = /* @__PURE__ */ new WeakMap();
	/** `of`: the list it stands in, if each of its values is asked for once. */
	numberOf(value, of = null) {
		if (this.#isOnly(of)) return this.#added(value);
		const numbers = this.#keyed();
		const key = keyOf(value);
		let number = numbers.get(key);
		if (number === void 0) {
			number = this.#added(value);
			numbers.set(key, number);
		} else if (typeof value === "number") this.values[number] = value;
		return number;
	}
	#added(value) {
		if (value === null) this.missing = this.values.length;
		return this.values.push(value) - 1;
	}
	#isOnly(of) {
		if (of === null || this.#numbers !== null) return false;
		if (this.#only === null && DISTINCT_TEXTS.has(of)) this.#only = of;
		return this.#only === of;
	}
	#keyed() {
		this.#numbers ??= new Map(this.values.map((value, number) => [keyOf(value), number]));
		return this.#numbers;
	}
	/** -1 if unknown. */
	find(value) {
		return this.#keyed().get(keyOf(value)) ?? -1;
	}
	/** Row -> number of its value. */
	numbersOf(vector, rows) {
		const { codes: said, values } = codedOf(vector, rows);
		const codes = wideCodes(said);
		const of_code = this.#ofCodes(values);
		const numbers = new Uint32Array(rows);
		for (let row = 0; row < rows; row++) {
			const code = codes[row];
			let number = of_code[code];
			if (number < 0) number = of_code[code] = this.numberOf(values[code], values);
			numbers[row] = number;
		}
		return numbers;
	}
	/** Code -> number of its value; filled on demand. */
	#ofCodes(values) {
		const known = this.#of_codes.get(values) ?? new Int32Array(values.length).fill(-1);
		this.#of_codes.set(values, known);
		return known;
	}
};
/** First characters of numbers as text: - 0 to 9, Infinity, NaN. */
function isNumeric(text) {
	const first = text.charCodeAt(0);
	return first >= 48 && first <= 57 || first === 45 || first === 73 || first === 78;
}
/** Equal for equal texts; numbers need no text. */
function keyOf(value) {
	if (typeof value === "number") return value === 0 ? 0 : value;
	const text = textOf(value);
	if (text === null || !isNumeric(text)) return text;
	const number = Number(text);
	return String(number) === text ? number : text;
}
var Grouping = class {
	#columns;
	/** For each column from the second on: (number of all before, number of its value) -> number of both. */
	#pairs;
	constructor(columns) {
		this.#columns = Array.from({ length: columns }, () => new ValueNumbers());
		this.#pairs = Array.from({ length: Math.max(0, columns - 1) }, () => new PairNumbers());
	}
	/** Without a column all rows are one group. */
	get count() {
		return this.#pairs.at(-1)?.count ?? this.#columns[0]?.values.length ?? 1;
	}
	/** row -> its group; new ones are made. */
	groupsOf(vectors, rows) {
		const [first, ...others] = vectors.map((vector, column) => this.#columns[column].numbersOf(vector, rows));
		return others.reduce((groups, numbers, at) => this.#pairs[at].numbersOf(groups, numbers), first ?? new Uint32Array(rows));
	}
	/** The group of these values; -1 if there is none. */
	find(values) {
		const [first, ...others] = values.map((value, column) => this.#columns[column].find(value));
		return others.reduce((group, number, at) => group < 0 || number < 0 ? -1 : this.#pairs[at].find(group, number), first);
	}
	/** Group -> values, column by column. */
	columns() {
		let groups = new Uint32Array(this.count);
		for (let group = 0; group < groups.length; group++) groups[group] = group;
		const codes = [];
		for (const { lefts, rights } of this.#pairs.toReversed()) {
			codes.unshift(codesAt(rights, groups));
			groups = codesAt(lefts, groups);
		}
		codes.unshift(groups);
		return this.#columns.map(({ values }, column) => ({
			kind: "coded",
			codes: codes[column],
			values
		}));
	}
};
function codesAt(codes, places) {
	const picked = new Uint32Array(places.length);
	for (let at = 0; at < picked.length; at++) picked[at] = codes[places[at]];
	return picked;
}
/** Row -> cell: its group + 1, or 0 where the flag is not set. */
function cellsOf(groups, flags) {
	const cells = new Int32Array(groups.length);
	if (flags === null) for (let row = 0; row < cells.length; row++) cells[row] = groups[row] + 1;
	else for (let row = 0; row < cells.length; row++) cells[row] = groups[row] + 1 & -flags[row];
	return cells;
}
// src/sql/operators/order.ts
/** Ordering of rows. */
/** Order of types. */
function kindOf(value) {
	if (typeof value === "boolean") return 0;
	return typeof value === "number" ? 1 : 2;
}
/** Negative: a first. Numbers come before texts. Neither is null. */
function compareValues(a, b) {
	const kind = kindOf(a);
	const order = kind - kindOf(b);
	if (order !== 0) return order;
	if (kind < 2) return Number(a) - Number(b);
	const [left, right] = [textOf(a), textOf(b)];
	return left < right ? -1 : Number(left > right);
}
/** Row -> number in the order of its value; NaN for null. */
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
/** For the first `count` rows: if these are few, texts are compared on demand instead of ranking all. */
function compareVectors(by, vectors, rows, count) {
	const compares = vectors.map((vector, at) => {
		const key = by[at];
		return vector.kind !== "coded" || count * FEW > rows ? compareRows([key], [ranksOf(vector, rows)]) : compareCoded(key, vector);
	});
	const [first] = compares;
	return first !== void 0 && compares.length === 1 ? first : inTurn(compares);
}
/** Share (1/n) of the rows below which comparing is cheaper than ranking all values. */
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
/** Compares rows by several columns; `ranks`: of each. 0 if equal. */
function compareRows(by, ranks) {
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
/** The first `count` rows in order. Stable. */
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
/** Aggregates whose result is a list of values. */
/** All values, in order of arrival. */
const list = ({ parameter }, running) => {
	const items = [];
	return {
		add({ cells, args, rows }) {
			hold(running, rows, 1);
			for (let row = 0; row < rows; row++) {
				const cell = cells[row];
				const value = cell === 0 ? null : valueAt(args[0], row);
				if (value === null) continue;
				items[cell] ??= [];
				if (items[cell].length >= parameter) continue;
				items[cell].push(value);
				checkLength(items[cell], "groupArray");
			}
		},
		end: (size) => listed(Array.from({ length: size }, (_, cell) => jsonList(items[cell] ?? [])), size)
	};
};
/** Different values with their counts; `finish` chooses and orders them. */
function distinctList(finish) {
	return ({ parameter }, running) => {
		const known = new ValueNumbers();
		/** Cells and numbers of values. */
		const pairs = new PairNumbers();
		let counts = /* @__PURE__ */ new Float64Array(1);
		return {
			add({ cells, args, rows, weights }) {
				const before = pairs.count;
				const of_cell = new Uint32Array(cells.buffer, cells.byteOffset, rows);
				const pair = pairs.numbersOf(of_cell, known.numbersOf(args[0], rows));
				hold(running, pairs.count - before, 1);
				counts = grown(counts, pairs.count);
				for (let row = 0; row < rows; row++) counts[pair[row]] += weights === null ? 1 : weights[row];
			},
			end(size) {
				const found = Array.from({ length: size }, () => []);
				for (let pair = 0; pair < pairs.count; pair++) {
					const number = pairs.rights[pair];
					if (number === known.missing) continue;
					found[pairs.lefts[pair]].push({
						value: known.values[number],
						count: counts[pair]
					});
				}
				found[0] = [];
				return listed(found.map((each) => {
					const kept = finish(each).slice(0, parameter);
					checkLength(kept, "groupUniqArray");
					return jsonList(kept.map(({ value }) => value));
				}), size);
			}
		};
	};
}
/** @throws ServiceError if a list has more items than one may have */
function checkLength({ length }, name) {
	if (length <= LIMIT.sql_list_items) return;
	throw invalid("query", `A list would have more than ${LIMIT.sql_list_items.toLocaleString("en")} items. Choose fewer rows, or say how many to take: ${name}(100)(x).`);
}
function jsonList(values) {
	return { json: `[${values.map(jsonOf).join(",")}]` };
}
function jsonOf(value) {
	return typeof value === "object" && value !== null ? value.json : JSON.stringify(value);
}
function mostFrequent(found) {
	return found.sort((a, b) => b.count - a.count || compareValues(a.value, b.value));
}
function inOrder(found) {
	return found.sort((a, b) => compareValues(a.value, b.value));
}
// src/sql/operators/accumulate.ts
/** Accumulators of the aggregates: state per group, and the result. */
function beginAggregate(aggregate, running) {
	return BEGIN[aggregate.name](aggregate, running);
}
/** Counts rows, or rows with a value. */
const count = () => {
	let counts = /* @__PURE__ */ new Float64Array(1);
	return {
		add({ cells, args: [value], rows, weights }, size) {
			counts = grown(counts, size);
			if (weights !== null) {
				const present = value === void 0 ? null : presentOf(value, rows);
				for (let row = 0; row < rows; row++) counts[cells[row]] += weights[row] * (present?.[row] ?? 1);
			} else if (value === void 0) for (let row = 0; row < rows; row++) counts[cells[row]]++;
			else {
				const present = presentOf(value, rows);
				for (let row = 0; row < rows; row++) counts[cells[row]] += present[row];
			}
		},
		end: (size) => numbers(grown(counts, size).subarray(0, size))
	};
};
/** Row -> 1 if it has a value. */
function presentOf(vector, rows) {
	if (vector.kind === "numbers") return Uint8Array.from(vector.values, (value) => Number(!Number.isNaN(value)));
	if (vector.kind === "constant") return new Uint8Array(rows).fill(Number(vector.value !== null));
	const { codes } = vector;
	const of_code = Uint8Array.from(vector.values, (value) => Number(value !== null));
	const flags = new Uint8Array(rows);
	for (let row = 0; row < rows; row++) flags[row] = of_code[codes[row]];
	return flags;
}
/** The sum of no numbers is missing. */
function summing(finish) {
	return () => {
		let sums = newSums(1);
		return {
			add({ cells, args, rows, weights }, size) {
				sums = grownSums(sums, size);
				const values = numbersOf(args[0], rows);
				if (weights === null) addCells({
					cells,
					values,
					length: rows
				}, sums);
				else addWeighed(cells, values, weights, sums);
			},
			end(size) {
				const { count: counts } = grownSums(sums, size);
				return numbers(padded(sumsOf(sums), size).map((total, cell) => finish(total, counts[cell])));
			}
		};
	};
}
/** Makes two halves of a number, each of 26 bits, so that their products with a number of rows are exact. */
const HALVES = 2 ** 27 + 1;
function addWeighed(cells, values, weights, sums) {
	const { length } = weights;
	const [both, halves] = [new Int32Array(2 * length), new Float64Array(2 * length)];
	for (let row = 0; row < length; row++) {
		const [value, weight] = [values[row], weights[row]];
		const large = value * HALVES;
		const high = Number.isFinite(large) ? large - (large - value) : value;
		both[2 * row] = both[2 * row + 1] = cells[row];
		halves[2 * row] = high * weight;
		halves[2 * row + 1] = (value - high) * weight;
		if (!Number.isNaN(value)) sums.count[cells[row]] += weight - 2;
	}
	addCells({
		cells: both,
		values: halves,
		length: 2 * length
	}, sums);
}
function grownSums(sums, size) {
	const { sum: totals, lost, negative, count: counts } = sums;
	if (totals.length >= size) return sums;
	const longer = (array) => grown(array, size);
	return {
		sum: longer(totals),
		lost: longer(lost),
		negative: longer(negative),
		count: longer(counts)
	};
}
function padded(values, size) {
	return grown(values, size).subarray(0, size);
}
const sum = summing((total, of) => of === 0 ? NaN : total);
const avg = summing((total, of) => withoutNoise(total / of));
/** Numbers take a fast loop; other values are compared one by one. */
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
/** Offers consecutive rows of equal value and cell once. */
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
/** The first or last value. */
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
/** The value beside the minimum or maximum; of several the smallest. */
function argOf(sign) {
	return () => {
		const values = [];
		const orders = [];
		return {
			add({ cells, args, rows }) {
				const [of, by] = [args[0], args[1]];
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
				values: numbersOf(args[0], rows),
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
/** Counts distinct values per cell. What a batch repeats is dropped with it. */
const unique = (_, running) => {
	const known = new ValueNumbers();
	const lists = [];
	let keys = 1;
	return {
		add({ cells, args, rows }, size) {
			const vector = args[0];
			const own = withoutNeighbours(vector.kind === "coded" && vector.values === NUMBERED ? {
				cells,
				keys: wideCodes(vector.codes)
			} : numbered(cells, vector, rows, known), size);
			for (const key of own.keys) if (key >= keys) keys = key + 1;
			hold(running, own.keys.length, 2);
			lists.push(own);
		},
		end(size) {
			const counts = new Float64Array(size);
			const { cells } = distinctPairs(lists, {
				first: 1,
				until: size
			}, keys);
			for (const cell of cells) counts[cell]++;
			return numbers(counts);
		}
	};
};
/** Of pairs that follow each other in a cell, as those of a person do, the first. */
function withoutNeighbours({ cells, keys }, size) {
	const last = new Float64Array(size).fill(-1);
	const own = {
		cells: new Int32Array(cells.length),
		keys: new Uint32Array(cells.length)
	};
	let length = 0;
	for (let row = 0; row < cells.length; row++) {
		const cell = cells[row];
		const key = keys[row];
		if (cell === 0 || last[cell] === key) continue;
		last[cell] = key;
		own.cells[length] = cell;
		own.keys[length++] = key;
	}
	return {
		cells: own.cells.slice(0, length),
		keys: own.keys.slice(0, length)
	};
}
/** Numbers values; rows without one get no cell. */
function numbered(cells, vector, rows, known) {
	const keys = known.numbersOf(vector, rows);
	const { missing } = known;
	if (missing < 0) return {
		cells,
		keys
	};
	const own = cells.slice();
	for (let row = 0; row < rows; row++) if (keys[row] === missing) own[row] = 0;
	return {
		cells: own,
		keys
	};
}
/** Welford's algorithm, which is exact for large numbers close to each other. */
function spread(finish) {
	return () => {
		const state = [];
		return {
			add({ cells, args, rows }) {
				const values = numbersOf(args[0], rows);
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
	list,
	unique_list: distinctList(inOrder),
	top: distinctList(mostFrequent),
	var_pop: spread((squares, of) => squares / of),
	var_samp: spread((squares, of) => of > 1 ? squares / (of - 1) : NaN),
	stddev_pop: spread((squares, of) => Math.sqrt(squares / of)),
	stddev_samp: spread((squares, of) => of > 1 ? Math.sqrt(squares / (of - 1)) : NaN),
	window_funnel: windowFunnel
};
/** Those to which many rows at once can be added, in any order. */
const WEIGHED = /* @__PURE__ */ new Set([...[
	"count",
	"sum",
	"avg",
	"min",
	"max",
	"unique",
	"arg_min",
	"arg_max",
	"unique_list",
	"top"
]]);
// src/sql/operators/fetching.ts
/** What rows are read from: below what passes them on one by one. */
function sourceOf(relation) {
	switch (relation.kind) {
		case "filter":
		case "unnest":
		case "project": return sourceOf(relation.of);
		default: return relation;
	}
}
/** Whether events that are alike in all that is read of them can be given once, with how many there are. */
function takesCounted({ relation, subqueries }) {
	return [relation, ...subqueries].every((each) => !readsRows(each) && counts(each));
}
function readsRows(relation) {
	return sourceOf(relation).kind === "events";
}
/** Whether all events below go into aggregates that can be told how many there are, or of which one is enough. */
function counts(relation) {
	switch (relation.kind) {
		case "aggregate": {
			const { of, aggregates } = relation;
			return readsRows(of) ? aggregates.every(({ name }) => WEIGHED.has(name)) : counts(of);
		}
		case "distinct": return readsRows(relation.of) || counts(relation.of);
		case "filter":
		case "unnest":
		case "project":
		case "window":
		case "limit_by":
		case "sort": return !readsRows(relation.of) && counts(relation.of);
		case "union": return relation.of.every((each) => !readsRows(each) && counts(each));
		case "join": return [relation.left, relation.right].every((each) => !readsRows(each) && counts(each));
		default: return true;
	}
}
/** The rows that are enough, if all that pass the scan are listed in the order of their times, or in none. */
function firstRowsOf({ relation, subqueries }) {
	if (relation.kind !== "sort" || relation.limit === null || subqueries.length > 0) return null;
	const { of, by, limit, offset } = relation;
	const columns = of.kind === "project" && of.of.kind === "events" ? of.columns : null;
	if (columns === null) return null;
	const rows = limit + offset;
	const [key] = by;
	if (key === void 0) return {
		rows,
		order: "any"
	};
	if (!isTime(columns[key.index])) return null;
	return {
		rows,
		order: key.is_descending ? "latest" : "earliest"
	};
}
function isTime({ nodes: [node, ...others] }) {
	return others.length === 0 && node?.kind === "source" && node.source.of === "metadata" && node.source.key === "timestamp";
}
// src/clickhouse/shipping/shipped.ts
/** Reads the answer to `shippingStatement`. */
const UUID_BYTES = 16;
const DECODER = new TextDecoder();
/** Set if another byte of the number follows. */
const GOES_ON = 128;
/** Yields the same object each time. @throws ServiceError if there are too many */
function* readShipped({ bytes, keys, has_ids }) {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const texts = Array.from({ length: keys === null ? 1 : keys.length * 2 }, () => "");
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
		at += 24;
		row.uuid = has_ids ? at : -1;
		at += has_ids ? UUID_BYTES : 0;
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
function countShipped(shipped) {
	let rows = 0;
	for (const _ of readShipped(shipped)) rows++;
	return rows;
}
/** The latest order of arrival among them; -1 if there are none. */
function lastArrival(shipped) {
	let last = -1;
	for (const { arrived } of readShipped(shipped)) last = Math.max(last, arrived);
	return last;
}
/** Short texts repeat, so they are cached. */
const SHORT = 24;
function textAt(bytes, at, length, known) {
	if (length === 0) return "";
	const text = DECODER.decode(bytes.subarray(at, at + length));
	if (length > SHORT) return text;
	const before = known.get(text);
	if (before === void 0) known.set(text, text);
	return before ?? text;
}
/** Copies a uuid into its written order: the server stores each half little-endian. */
function copyUuid(bytes, from, into, to) {
	for (let byte = 0; byte < 8; byte++) {
		into[to + byte] = bytes[from + 7 - byte];
		into[to + 8 + byte] = bytes[from + 15 - byte];
	}
}
function tooMany() {
	return new ServiceError("too_large", `This question needs more than ${LIMIT.remote_rows_shipped} events one by one. Ask for a shorter range of dates, or for fewer events.`);
}
export { binCells as A, rowNumbers as B, pickOrNothing as C, stacked as D, remembered as E, newProjectData as F, Shelf as H, copyUuids as I, byOwner as L, quantilesOf as M, distinctPairs as N, tableBatch as O, DatasetFeed as P, columnNumbers as R, numbersOf as S, placesOf as T, Budget as V, computed as _, firstRowsOf as a, cut as b, WEIGHED as c, compareVectors as d, firstRows as f, cellsOf as g, Grouping as h, readShipped as i, newBinned as j, tableRows as k, beginAggregate as l, DISTINCT_TEXTS as m, countShipped as n, sourceOf as o, ranksOf as p, lastArrival as r, takesCounted as s, copyUuid as t, compareRows as u, hold as v, pickVector as w, flagsOf as x, NUMBERED as y, multiplied as z };
