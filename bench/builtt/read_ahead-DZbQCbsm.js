import { n as __require, t as __commonJSMin } from "./rolldown-runtime-DegdyBIC.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { t as errorOf } from "./thread_failure-tFJdpjO7.js";
import { a as isOneOf, i as hasKey, r as errorCode } from "./known-ShXk4LDt.js";
import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CL6ANKLD.js";
import { i as isTextWithinDepth, l as put, r as isObject, s as parseNested, t as canonical } from "./json-GpSeq4qu.js";
import { t as storedGroups } from "./parquet_groups-D8IEHEzH.js";
import { i as fromWall } from "./zone-D9121KND.js";
import { n as must, t as assert } from "./assert-Cucc65-M.js";
import { i as packColumns } from "./chunk-DoCuzWrP.js";
import { c as openFileBatch, f as isAboutGroups, i as checkEvent, l as withElementsChain, n as typeOf, u as contentHashes } from "./definitions-CZw4E_VW.js";
import { a as cutText, h as visitOf, l as isAboutPerson, m as visitBits, n as NO_PROFILE, p as visitBitOf, s as idText } from "./rules-BJOgSYYW.js";
import { a as hashOf, c as lowBytes, i as ByteTable, o as hashRest, s as hashWord } from "./person_uuid-DHbHeQxN.js";
import { G as readDate, K as formatDateTime, U as formsOf, W as isDateOrder, Z as parseTimestamp, p as fromStored } from "./column_codec-CRp8qQ50.js";
import { a as Hash64, i as sourceHash, n as aboutHash, o as HashCounts, r as hashBytes } from "./cache-CXKrrNxS.js";
import { i as isStorableTime, n as eventName, r as givenUuid, s as settledProperties, t as distinctIdOf } from "./normalise-lUcwx6nv.js";
import { t as quoted } from "./visible-CP275gyV.js";
import { Worker, isMainThread } from "node:worker_threads";
import { close, open, read } from "node:fs";
import { promisify } from "node:util";
import { crc32, createGunzip, createZstdDecompress } from "node:zlib";
import { hash } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { join } from "node:path";
import { on } from "node:events";
import { open as open$1, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { Transform as Transform$1 } from "stream";
import { isUtf8 } from "node:buffer";
// src/cli/formats/messages_of.ts
/** Messages of a thread that may never send the next. */
/**
* Ends the thread when nobody wants more. `longest_ms`: for each message; null = as long as it takes.
* @throws ServiceError if the next one takes too long, or more memory than the thread has
*/
async function* messagesOf(worker, longest_ms) {
	const late = new AbortController();
	const wait = () => longest_ms === null ? void 0 : setTimeout(() => late.abort(), longest_ms);
	let timer = wait();
	try {
		for await (const [message] of on(worker, "message", { signal: late.signal })) {
			clearTimeout(timer);
			yield message;
			timer = wait();
		}
	} catch (error) {
		throw late.signal.aborted || errorCode(error) === "ERR_WORKER_OUT_OF_MEMORY" ? endless(error) : error;
	} finally {
		clearTimeout(timer);
		await worker.terminate();
	}
}
function endless(cause) {
	return new ServiceError("invalid_input", "This file cannot be read within the time and memory that one of its size takes: it is damaged, or the row groups of a Parquet file are too large. Write it again, with row groups of 100000 rows.", { cause });
}
// src/cli/formats/json_text.ts
/** Parses JSON text from files. */
/** Shorter texts cannot nest harmfully deep. */
const HARMLESS_CHARS = 2e3;
/**
* The value, or why there is none. A million nested arrays would keep the parser busy for a minute, and code that walks
* them would fail.
*/
function parsedJson(text) {
	if (text.length > HARMLESS_CHARS && !isTextWithinDepth(text, LIMIT.json_depth)) return { reason: `nested deeper than ${LIMIT.json_depth} levels` };
	try {
		return { value: JSON.parse(text) };
	} catch {
		return { reason: "not valid JSON" };
	}
}
// src/cli/formats/values.ts
/**
* Types of CSV columns. Text that looks like a number only becomes one if the whole column agrees: codes
* with leading zeros, phone numbers and very long ids stay text.
*/
const NUMERAL = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** A code: numbers are not written like this. */
const CODE = /^(?:\+|-?0)\d[\d ]*$/;
const WITH_COMMA = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/;
/** One comma and three digits: 1,234 may be a thousand or a fraction. */
const TWO_WAYS = /^-?\d{1,3},\d{3}$/;
/** "No value" in database dumps. */
const NO_VALUE = "\\N";
/** @param values known cells of the column */
function columnType(values) {
	const given = values.filter((text) => !isMissing(text)).map((text) => text.trim());
	if (given.length === 0) return "empty";
	if (given.some(isCode)) return "text";
	if (given.every((text) => numberOf(text) !== null)) return "number";
	if (isDecimalComma(given)) return "decimal_comma";
	if (given.every((text) => jsonOf(text) !== null)) return "json";
	return given.some((text) => canonicalNumber(text) !== null) ? "mixed" : "text";
}
function isMissing(text) {
	return text === "" || text === NO_VALUE;
}
/** The stored value; undefined if empty. */
function cellValue(text, type) {
	if (isMissing(text)) return void 0;
	switch (type) {
		case "number": return text.trim() === "" ? void 0 : numberOf(text.trim()) ?? text;
		case "decimal_comma": return text.trim() === "" ? void 0 : commaNumberOf(text.trim()) ?? text;
		case "json": return jsonOf(text) ?? text;
		case "text": return text;
		default: return canonicalNumber(text) ?? text;
	}
}
function holdsObject(text) {
	const value = jsonOf(text);
	return value !== null && !Array.isArray(value);
}
/** Adds members of the cell's object to the properties. False if the cell has none. */
function openInto(properties, text) {
	const value = jsonOf(text);
	if (value === null || Array.isArray(value)) return false;
	for (const [name, member] of Object.entries(value)) put(properties, name, member);
	return true;
}
function isCode(text) {
	return CODE.test(text) || /^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text));
}
function numberOf(text) {
	if (!NUMERAL.test(text) || isCode(text)) return null;
	const number = Number(text);
	return Number.isFinite(number) ? number : null;
}
/** The number if its text is canonical, so that nothing is lost. */
function canonicalNumber(text) {
	const number = Number(text);
	return String(number) === text && Number.isFinite(number) ? number : null;
}
function isDecimalComma(texts) {
	return texts.every((text) => WITH_COMMA.test(text)) && texts.some((text) => text.includes(",") && !TWO_WAYS.test(text));
}
function commaNumberOf(text) {
	return WITH_COMMA.test(text) ? Number(text.replaceAll(".", "").replace(",", ".")) : null;
}
function jsonOf(text) {
	const first = text.trimStart()[0];
	if (first !== "{" && first !== "[") return null;
	const parsed = parsedJson(text);
	return "value" in parsed && typeof parsed.value === "object" ? parsed.value : null;
}
// src/cli/formats/parquet.ts
/**
* Rows of Parquet files, a row group at a time: what is in memory is bounded by the largest group, not by the file. The
* library believes what pages say of themselves: a flipped bit keeps it busy for hours, or fills the memory. So it runs
* in a thread that is given up.
*/
/** Beside this file, before and after the build. */
const ENTRY$1 = new URL(import.meta.url.endsWith(".ts") ? "./parquet_reading.ts" : "./parquet_reading.js", import.meta.url);
const MEBIBYTE = 1048576;
function isParquet(start) {
	return start.subarray(0, 4).toString("latin1") === "PAR1";
}
/**
* The first rows, and which columns of text hold lists or objects according to them.
* @throws ServiceError if the file is of a form that cannot be read
*/
async function parquetStart(path) {
	for await (const group of groupsOf$1(path)) {
		const until = Math.min(group.rows, TUNING.import_rows);
		const names = group.columns.filter(({ values }) => {
			const given = values.slice(0, until).filter((value) => value !== null);
			return given.every((value) => typeof value === "string") && columnType(given) === "json";
		}).map(({ name }) => name);
		return {
			format: {
				kind: "parquet",
				json: names
			},
			rows: [...rowsOf(group, {
				from: 0,
				until
			}, new Set(names))]
		};
	}
	return {
		format: {
			kind: "parquet",
			json: []
		},
		rows: []
	};
}
/**
* A row's line is its number, from 1.
* @param onShare gets the share of the file that is read, from 0 to 1
*/
async function* parquetRows(path, json, onShare = () => {}) {
	const opened = new Set(json);
	for await (const group of groupsOf$1(path)) {
		for (let from = 0; from < group.rows; from += TUNING.import_rows) {
			const until = Math.min(group.rows, from + TUNING.import_rows);
			yield {
				last_line: group.first_row + until,
				rows: rowsOf(group, {
					from,
					until
				}, opened)
			};
		}
		onShare(group.share);
	}
}
function* rowsOf({ first_row, columns }, { from, until }, opened) {
	for (let row = from; row < until; row++) {
		const value = {};
		for (const { name, values } of columns) {
			const given = values[row] ?? (name === "properties" ? {} : null);
			if (given !== null) put(value, name, opened.has(name) ? openedJson(given) : given);
		}
		yield {
			line: first_row + row + 1,
			value
		};
	}
}
function openedJson(value) {
	return typeof value === "string" ? parseNested(value, LIMIT.json_depth) ?? value : value;
}
/** @throws ServiceError if the file cannot be read */
async function* groupsOf$1(path) {
	if (!isMainThread) return yield* storedGroups(path);
	const worker = new Worker(ENTRY$1, {
		workerData: path,
		name: "parquet"
	});
	const longest_ms = longestMs((await stat(path)).size);
	worker.postMessage("next");
	for await (const message of messagesOf(worker, longest_ms)) {
		if (message === null) return;
		if ("failure" in message) throw errorOf(message.failure);
		yield message;
		worker.postMessage("next");
	}
}
/** What a row group of a file of so many bytes may take. */
function longestMs(bytes) {
	return TUNING.parquet_group_ms * (1 + bytes / MEBIBYTE * TUNING.parquet_share_of_mebibyte);
}
// src/service/ingest/number_codes.ts
/** Number -> code: open addressing without an object per number. Can be cleared and refilled. */
const FIRST_SLOTS = 64;
const MULTIPLY = -1640531535;
const BITS = /* @__PURE__ */ new Float64Array(1);
const HALVES = new Int32Array(BITS.buffer);
var NumberCodes = class {
	size = 0;
	#numbers = new Float64Array(FIRST_SLOTS);
	/** Slot -> code; 0 if free. */
	#codes = new Int32Array(FIRST_SLOTS);
	/** 0 if there is none. */
	get(value) {
		return this.#codes[this.#slotOf(value)];
	}
	/** The number must be new. */
	add(value, code) {
		if (++this.size * 2 > this.#codes.length) this.#grow();
		const slot = this.#slotOf(value);
		this.#numbers[slot] = value;
		this.#codes[slot] = code;
	}
	clear() {
		if (this.size > 0) this.#codes.fill(0);
		this.size = 0;
	}
	#slotOf(value) {
		const mask = this.#codes.length - 1;
		BITS[0] = value;
		const hash = Math.imul(HALVES[0] ^ Math.imul(HALVES[1], MULTIPLY), MULTIPLY);
		let slot = (hash ^ hash >>> 15) & mask;
		while (this.#codes[slot] !== 0 && this.#numbers[slot] !== value) slot = slot + 1 & mask;
		return slot;
	}
	#grow() {
		const numbers = this.#numbers;
		const codes = this.#codes;
		this.#numbers = new Float64Array(codes.length * 4);
		this.#codes = new Int32Array(codes.length * 4);
		for (let from = 0; from < codes.length; from++) {
			if (codes[from] === 0) continue;
			const slot = this.#slotOf(numbers[from]);
			this.#numbers[slot] = numbers[from];
			this.#codes[slot] = codes[from];
		}
	}
};
const NUMBER = -3;
/** Rows settled at a time. */
const STRETCH_ROWS = 1024;
/** With this many distinct numbers a column holds numbers instead of codes. */
const DICTIONARY_NUMBERS = 256;
/** Texts of so many rows are brought near before the first is looked up (`ByteTable.bringNear`). */
const NEAR = 192;
const LITERALS = [
	"null",
	"false",
	"true"
];
const FIRST_ROWS = 64;
const NOTHING = /* @__PURE__ */ new Uint8Array(0);
const ZERO$2 = 48;
const DASH = 45;
const DATE_BYTES = 10;
var FileColumn = class {
	name;
	/** Row -> mark or code. */
	codes = /* @__PURE__ */ new Int32Array(0);
	numbers = null;
	/** SPAN * row of the stretch -> where its text is. */
	spans = /* @__PURE__ */ new Int32Array(0);
	/** One value of each type found. */
	samples = [];
	#values = new ByteTable();
	#number_codes = new NumberCodes();
	/** Codes of null, false and true; 0 if unassigned. */
	#literals = [
		0,
		0,
		0
	];
	#written = /* @__PURE__ */ new Map();
	#only_numbers = true;
	#has_numbers = false;
	#types = /* @__PURE__ */ new Set();
	#has_text = false;
	#has_date = false;
	constructor(name) {
		this.name = name;
	}
	/** Makes room for so many rows of marks. */
	open(rows) {
		this.#reserve(rows - 1);
		const stretch_rows = Math.min(STRETCH_ROWS, this.codes.length);
		if (this.spans.length < 3 * stretch_rows) this.spans = grown(this.spans, 3 * stretch_rows);
		return this;
	}
	isEmpty() {
		return this.#values.size === 0 && !this.#has_numbers;
	}
	/** Requires room for the row. */
	setNumber(row, value) {
		this.numbers ??= new Float64Array(this.codes.length).fill(NaN);
		this.codes[row] = NUMBER;
		this.numbers[row] = value + 0;
	}
	/** Sets any JSON value. Earlier rows must be settled. */
	set(row, value) {
		if (value === void 0) return;
		this.#reserve(row);
		if (typeof value === "number" && Number.isFinite(value)) {
			this.setNumber(row, value);
			this.codes[row] = this.#numberCode(row);
		} else if (typeof value === "boolean") this.codes[row] = this.#literal(value ? -6 : -5, row);
		else if (value === null || typeof value === "number") this.codes[row] = this.#literal(-4, row);
		else this.codes[row] = this.#writtenCode(row, writtenValue(value));
	}
	/** Clears the row's mark. */
	unset(row) {
		if (row >= this.codes.length) return;
		this.codes[row] = 0;
		if (this.numbers !== null) this.numbers[row] = NaN;
	}
	/** Gives the rows of a stretch their codes. @param written values as JSON text, by index */
	settle(source, view, from, to, written) {
		const { codes, spans } = this;
		const values = this.#values;
		if (spans.length === 0) return;
		let near = 0;
		for (let row = from, at = 0; row < to; row++, at += 3) {
			if (at % NEAR === 0) near |= values.bringNear(spans, at, Math.min(at + NEAR, (to - from) * 3), 3);
			const mark = codes[row];
			if (mark >= 0) continue;
			if (mark === -1) {
				if (this.#only_numbers) this.#leaveNumbers(row);
				const known = values.size;
				const start = spans[at + 1];
				const code = values.code(view, start, spans[at + 2], spans[at], 1);
				codes[row] = code;
				if (code > known) this.#noteText(source, start, spans[at + 2] - start, code);
			} else if (mark === NUMBER) codes[row] = this.#numberCode(row);
			else if (mark === -2) codes[row] = this.#writtenCode(row, written[spans[at]]);
			else codes[row] = this.#literal(mark, row);
		}
		assert(near < 256, "bytes");
	}
	/** null if no row has a value. All rows must be settled. */
	filled(rows) {
		if (this.isEmpty()) return null;
		this.#reserve(rows - 1);
		if (this.#has_numbers) return {
			codes: this.codes,
			numbers: this.numbers.subarray(0, rows),
			values: NOTHING,
			count: 0
		};
		return {
			codes: this.codes.subarray(0, rows),
			numbers: null,
			values: this.#values.joined(),
			count: this.#values.size
		};
	}
	/** For columns of texts. */
	textOf(code) {
		return String(JSON.parse(this.#values.text(code)));
	}
	/** Estimated memory of the values. */
	bytes() {
		return this.#values.length;
	}
	clear(rows) {
		this.codes.fill(0, 0, rows);
		this.numbers?.fill(NaN, 0, rows);
		this.#values.clear();
		this.#number_codes.clear();
		this.#literals.fill(0);
		this.#written.clear();
		this.#forgetSamples();
		this.#only_numbers = true;
		this.#has_numbers = false;
	}
	#forgetSamples() {
		this.samples = [];
		this.#types.clear();
		this.#has_text = false;
		this.#has_date = false;
	}
	#reserve(row) {
		if (row < this.codes.length) return;
		const length = Math.min(TUNING.import_batch_rows, Math.max(row + 1, this.codes.length * 2, FIRST_ROWS));
		const { numbers } = this;
		this.codes = grown(this.codes, length);
		if (numbers === null) return;
		this.numbers = new Float64Array(length).fill(NaN);
		this.numbers.set(numbers);
	}
	#numberCode(row) {
		if (this.#has_numbers) return NUMBER;
		const value = this.numbers[row];
		const known = this.#number_codes.get(value);
		if (known !== 0) return known;
		if (this.#number_codes.size === 0) this.#note(0);
		const code = this.#values.append(String(value));
		this.#number_codes.add(value, code);
		if (!this.#only_numbers || code < DICTIONARY_NUMBERS) return code;
		this.#becomeNumbers(row);
		return NUMBER;
	}
	#becomeNumbers(row) {
		const { codes } = this;
		for (let at = 0; at < row; at++) if (codes[at] !== 0) codes[at] = NUMBER;
		this.#has_numbers = true;
		this.#values.clear();
		this.#number_codes.clear();
	}
	/** Switches from numbers to codes, at the first value that is no number. */
	#leaveNumbers(row) {
		this.#only_numbers = false;
		if (!this.#has_numbers) return;
		this.#has_numbers = false;
		this.#forgetSamples();
		for (let at = 0; at < row; at++) if (this.codes[at] === NUMBER) this.codes[at] = this.#numberCode(at);
	}
	#literal(mark, row) {
		if (this.#only_numbers) this.#leaveNumbers(row);
		const at = -4 - mark;
		if (this.#literals[at] === 0) {
			this.#literals[at] = this.#values.append(LITERALS[at]);
			if (mark !== -4) this.#note(true);
		}
		return this.#literals[at];
	}
	#writtenCode(row, json) {
		if (this.#only_numbers) this.#leaveNumbers(row);
		const held = this.#written.get(json);
		if (held !== void 0) return held;
		const known = this.#values.size;
		const code = this.#values.codeOfText(json);
		if (code > known) this.#note(fromStored(JSON.parse(json)));
		this.#written.set(json, code);
		return code;
	}
	/** Keeps a sample of each type that texts can have, String and DateTime; then looks at no more. */
	#noteText(source, at, length, code) {
		const first = source[at] - ZERO$2;
		if (!(first >= 0 && first <= 9 && source[at + 4] === DASH && length >= DATE_BYTES)) {
			if (!this.#has_text) this.#note("");
			this.#has_text = true;
		} else if (!this.#has_text || !this.#has_date) {
			const type = this.#note(this.textOf(code));
			this.#has_date ||= type === "DateTime";
			this.#has_text ||= type === "String";
		}
	}
	#note(value) {
		const type = typeOf(value);
		if (!this.#types.has(type)) this.samples.push(value);
		this.#types.add(type);
		return type;
	}
};
function grown(old, length) {
	const longer = new Int32Array(length);
	longer.set(old);
	return longer;
}
/** A value other than a number, in the log's encoding: see `toStored`. */
function writtenValue(value) {
	const json = JSON.stringify(value);
	return typeof value === "string" ? json : JSON.stringify([json]);
}
// src/service/ingest/file_batch.ts
/**
* Events of files as columns, like `BatchBuilder` for requests, but from bytes (see file_column.ts). Batches become
* plain data that moves between threads; their properties are already packed for the log.
*/
const UUID_BYTES$2 = 16;
const ROOM = TUNING.import_batch_rows;
const ANY_VISIT = 1;
var FileBatch = class {
	rows = 0;
	names = new FileColumn("event").open(ROOM);
	distinct_ids = new FileColumn("distinct_id").open(ROOM);
	time_ms = new Float64Array(ROOM);
	uuids = new Uint8Array(ROOM * UUID_BYTES$2);
	/** Until a row is settled: bits from its properties alone (see `visitBitOf`). */
	visits = new Int32Array(ROOM);
	grouped = new Uint8Array(ROOM);
	/** Values of rows in this stretch as JSON: see WRITTEN. */
	written = [];
	/** Columns of this and earlier batches, in order of appearance. */
	#columns = [];
	#byName = /* @__PURE__ */ new Map();
	/** Code of a name -> the name if it affects people or groups, else null. */
	#telling = [];
	/** Rows before this one have codes. */
	#settled = 0;
	#others = [];
	/** Rows without an id, by the source that assigns one. */
	#unnamed = /* @__PURE__ */ new Map();
	/** Incremented when columns are dropped. */
	generation = 0;
	get columns() {
		return this.#columns;
	}
	get stretch_rows() {
		return this.rows - this.#settled;
	}
	isFull() {
		return this.rows >= this.#room();
	}
	column(name) {
		let column = this.#byName.get(name);
		if (column === void 0) {
			column = new FileColumn(name);
			this.#columns.push(column);
			this.#byName.set(name, column);
		}
		return column;
	}
	/** A column that readers fill without looking at its length. */
	openColumn(name) {
		return this.column(name).open(Math.max(this.rows + 1, this.#room()));
	}
	/** Gives marked rows their codes. Call before their bytes are gone. */
	settle(source, view) {
		const { rows, names, written } = this;
		const from = this.#settled;
		if (from === rows) return;
		names.settle(source, view, from, rows, written);
		this.distinct_ids.settle(source, view, from, rows, written);
		for (const column of this.#columns) column.settle(source, view, from, rows, written);
		for (let row = from; row < rows; row++) this.#settleVisit(row);
		written.length = 0;
		this.#settled = rows;
	}
	/** Clears the marks of the unfinished row. */
	giveUp() {
		this.names.unset(this.rows);
		this.distinct_ids.unset(this.rows);
		for (const column of this.#columns) column.unset(this.rows);
		this.visits[this.rows] = 0;
		this.grouped[this.rows] = 0;
	}
	/** All rows must be settled. @param ids of the line's source */
	addLine(item, ids) {
		assert(this.stretch_rows === 0, "rows are in order");
		if (item.kind === "event") this.#addEvent(item.event, ids);
		else this.#others.push({
			row: this.rows,
			item,
			line: ids.of(item)
		});
	}
	/** Registers the last row as having no id. */
	nameLater(row, ids) {
		const rows = this.#unnamed.get(ids);
		if (rows === void 0) this.#unnamed.set(ids, [row]);
		else rows.push(row);
	}
	/** Estimated memory. */
	bytes() {
		return this.#columns.reduce((sum, column) => sum + column.bytes(), 0);
	}
	/** End of what was added so far. */
	end() {
		return {
			events: this.rows,
			others: this.#others.length
		};
	}
	/** Everything added since the last call. All rows must be settled. */
	taken() {
		assert(this.stretch_rows === 0, "all rows have codes");
		const events = this.#packed();
		if (this.#unnamed.size > 0) {
			const batch = openFileBatch(events);
			const hashes = contentHashes(batch);
			for (const [ids, rows] of this.#unnamed) ids.giveTo(batch, rows, hashes);
		}
		const others = this.#others;
		this.#clear();
		return {
			events,
			others
		};
	}
	/** How many rows a batch takes. Columns only come, so what was opened has room until they go. */
	#room() {
		return Math.min(ROOM, Math.ceil(TUNING.import_batch_cells / this.#columns.length));
	}
	#settleVisit(row) {
		const code = this.names.codes[row];
		let name = this.#telling[code];
		if (name === void 0) {
			const text = this.names.textOf(code);
			name = visitOf(text, ANY_VISIT) === ANY_VISIT && text !== "$groupidentify" ? null : text;
			this.#telling[code] = name;
		}
		if (name === "$groupidentify") this.grouped[row] = 1;
		this.visits[row] = visitOf(name ?? "", this.visits[row]);
	}
	#addEvent(given, ids) {
		const { event, distinct_id, timestamp_ms, uuid } = given;
		checkEvent(given);
		const properties = withElementsChain(given.properties);
		const row = this.rows++;
		this.names.set(row, event);
		this.distinct_ids.set(row, distinct_id);
		this.time_ms[row] = timestamp_ms;
		if (uuid === null) this.nameLater(row, ids);
		else this.uuids.set(uuid, row * UUID_BYTES$2);
		this.visits[row] = visitBits(event, properties);
		this.grouped[row] = event === "$groupidentify" || isObject(properties["$groups"]) ? 1 : 0;
		for (const name in properties) this.column(name).set(row, properties[name]);
		this.#settled = this.rows;
	}
	#packed() {
		const { rows } = this;
		const filled = this.#columns.flatMap((column) => {
			const values = column.filled(rows);
			return values === null ? [] : [{
				name: column.name,
				...values,
				samples: column.samples
			}];
		});
		const told = filled.filter(({ name }) => isAboutPerson(name) || isAboutGroups(name));
		return {
			rows,
			names: textsOf(this.names, rows),
			distinct_ids: textsOf(this.distinct_ids, rows),
			time_ms: this.time_ms.slice(0, rows),
			uuids: this.uuids.slice(0, rows * UUID_BYTES$2),
			visits: this.visits.slice(0, rows),
			grouped: this.grouped.slice(0, rows),
			told: told.map(({ name, codes, numbers, values }) => [name, numbers === null ? {
				codes: codes.slice(),
				values: values.slice()
			} : { numbers: numbers.slice() }]),
			samples: filled.map(({ name, samples }) => [name, samples]),
			packed: packColumns(rows, filled)
		};
	}
	#clear() {
		this.names.clear(this.rows);
		this.distinct_ids.clear(this.rows);
		if (this.#columns.length >= TUNING.import_kept_columns) this.#dropUnused();
		for (const column of this.#columns) column.clear(this.rows);
		this.visits.fill(0, 0, this.rows);
		this.grouped.fill(0, 0, this.rows);
		this.rows = 0;
		this.#settled = 0;
		this.#others = [];
		this.#unnamed.clear();
		this.#telling = [];
	}
	/** Names that differ in each row (such as ids) must not make all later batches short. */
	#dropUnused() {
		const used = this.#columns.filter((column) => !column.isEmpty());
		if (used.length === this.#columns.length) return;
		for (const column of this.#columns) if (column.isEmpty()) this.#byName.delete(column.name);
		this.#columns = used;
		this.generation++;
	}
};
function textsOf(column, rows) {
	const filled = column.filled(rows);
	if (filled === null) return {
		codes: /* @__PURE__ */ new Uint32Array(0),
		values: /* @__PURE__ */ new Uint8Array(0)
	};
	return {
		codes: new Uint32Array(filled.codes),
		values: filled.values.slice()
	};
}
// src/service/ingest/line_ids.ts
/**
* Ids for file lines without one: made of their content, and of how many equal lines came before in the same source. So
* a file that has grown, was compressed, or was split differently adds only what is new. Everything imported together
* counts as one document; the project holds each event as often as the document that has it most often.
*/
const UUID_BYTES$1 = 16;
/** Hash tag of events; other lines have theirs in line_about.ts. */
const EVENT$1 = 1;
/** For one source, while its files are imported. */
var LineIds = class {
	#start;
	#counts = new HashCounts();
	constructor(source) {
		this.#start = sourceHash(source);
	}
	/**
	* Assigns ids to these rows of the batch, in order.
	* @param hashes 2 * row -> content hash, see `contentHashes`
	*/
	giveTo(batch, rows, hashes) {
		const { uuids, time_ms } = batch;
		const view = new DataView(uuids.buffer, uuids.byteOffset, uuids.byteLength);
		const { a, b } = this.#start;
		const hash = new Hash64();
		for (const row of rows) {
			hash.seed(a, b).word(EVENT$1).word(hashes[row * 2]).word(hashes[row * 2 + 1]).end();
			const nth = this.#counts.count(hash.a, hash.b);
			if (nth > 1) hash.word(nth).end();
			writeId(view, row * UUID_BYTES$1, time_ms[row], hash);
		}
	}
	/** A line about a person or a group. */
	of(item) {
		const [about, content] = item.kind === "person" ? [["person", item.person.distinct_ids[0]], item.person] : [[
			"group",
			item.group.group_type,
			item.group.group_key
		], item.group];
		const hash = aboutHash(this.#start, about);
		const nth = this.#counts.count(hash.a, hash.b);
		const { a, b } = this.#start;
		return {
			about: hashBytes(hash),
			nth,
			content: hashBytes(new Hash64().seed(a, b).text(canonical(content)).end())
		};
	}
};
/**
* Time, then 56 bits of the hash. As in version 7, the time comes first, where it compresses away beside the event's
* own.
* The hash separates events of one name in the same millisecond; each further byte would cost one on disk.
*/
function writeId(uuids, at, time_ms, { a, b }) {
	uuids.setUint32(at, Math.floor(time_ms / 65536));
	uuids.setUint16(at + 4, time_ms % 65536);
	uuids.setUint16(at + 6, 32768);
	uuids.setUint32(at + 8, 2147483648 + (b >>> 8));
	uuids.setUint32(at + 12, a);
}
// src/service/ingest/lines.ts
/**
* One object of an events file -> an item to import. Unlike live requests nothing is guessed: lines without a time are
* refused, times are taken literally, and lines without an id are left without one (see line_ids.ts).
*/
/**
* `{"type":"person",…}` and `{"type":"group",…}`; anything else is an event.
* @throws ServiceError invalid_input, required, too_large: why the line cannot be taken
*/
function itemOfLine(value, timeOf) {
	if (!isObject(value)) throw invalid("line", "A line must be a JSON object.");
	if (value["event"] === void 0 && value["type"] === "person") return {
		kind: "person",
		person: personOf$2(value, timeOf)
	};
	if (value["event"] === void 0 && value["type"] === "group") return {
		kind: "group",
		group: groupOf(value, timeOf)
	};
	return {
		kind: "event",
		event: eventOf$2(value, timeOf)
	};
}
function eventOf$2(raw, timeOf) {
	const event = eventName(raw);
	const properties = settledProperties(raw, objectAt(raw, "properties"), null);
	const distinct_id = distinctIdOf(raw, properties);
	if (distinct_id === null) throw invalid("distinct_id", "The event has no distinct_id: say who did it.", "required");
	const timestamp_ms = timeAt(raw, "timestamp", timeOf);
	if (timestamp_ms === null) throw invalid("timestamp", "The event has no timestamp. Write it as 2026-01-31T12:00:00Z.", "required");
	return {
		event,
		distinct_id,
		timestamp_ms,
		uuid: givenUuid(raw, event, distinct_id),
		properties
	};
}
function personOf$2(raw, timeOf) {
	const given = raw["distinct_ids"] ?? (raw["distinct_id"] === void 0 ? void 0 : [raw["distinct_id"]]);
	if (!Array.isArray(given) || given.length === 0) throw invalid("distinct_ids", "A person needs \"distinct_ids\", a list with at least one id.", "required");
	const ids = given.map(idText).filter((id) => id !== null);
	if (ids.length < given.length) throw invalid("distinct_ids", "An id of a person must not be empty.");
	return {
		distinct_ids: [...new Set(ids)],
		properties: settledProperties({}, objectAt(raw, "properties"), null),
		created_at_ms: timeAt(raw, "created_at", timeOf)
	};
}
function groupOf(raw, timeOf) {
	const group_type = idText(raw["group_type"]);
	const group_key = idText(raw["group_key"]);
	if (group_type === null) throw invalid("group_type", "A group needs \"group_type\", such as \"company\".", "required");
	if (group_key === null) throw invalid("group_key", "A group needs \"group_key\", the id of the group.", "required");
	return {
		group_type: cutText(group_type, LIMIT.name_chars),
		group_key,
		properties: settledProperties({}, objectAt(raw, "properties"), null),
		created_at_ms: timeAt(raw, "created_at", timeOf)
	};
}
function objectAt(raw, name) {
	const value = raw[name];
	if (value === void 0 || value === null) return {};
	if (!isObject(value)) throw invalid(name, `"${name}" must be an object.`);
	return value;
}
/** null if the member is missing. */
function timeAt(raw, name, timeOf) {
	const value = raw[name];
	if (value === void 0 || value === null || value === "") return null;
	const time_ms = timeOf(name, value);
	if (time_ms === null) throw invalid(name, `"${name}" is no time. Write it as 2026-01-31T12:00:00Z.`);
	if (!isStorableTime(time_ms)) throw invalid(name, `"${name}" must lie between the years 1970 and 9999.`);
	return Math.floor(time_ms);
}
// node_modules/csv-parse/lib/utils/is_object.js
const is_object = function(obj) {
	return typeof obj === "object" && obj !== null && !Array.isArray(obj);
};
// node_modules/csv-parse/lib/api/CsvError.js
var CsvError = class CsvError extends Error {
	constructor(code, message, options, ...contexts) {
		if (Array.isArray(message)) message = message.join(" ").trim();
		super(message);
		if (Error.captureStackTrace !== void 0) Error.captureStackTrace(this, CsvError);
		this.code = code;
		for (const context of contexts) for (const key in context) {
			const value = context[key];
			this[key] = Buffer.isBuffer(value) ? value.toString(options.encoding) : value == null ? value : JSON.parse(JSON.stringify(value));
		}
	}
};
// node_modules/csv-parse/lib/api/normalize_columns_array.js
const normalize_columns_array = function(columns) {
	const normalizedColumns = [];
	for (let i = 0, l = columns.length; i < l; i++) {
		const column = columns[i];
		if (column === void 0 || column === null || column === false) normalizedColumns[i] = { disabled: true };
		else if (typeof column === "string" || typeof column === "number") normalizedColumns[i] = { name: `${column}` };
		else if (is_object(column)) {
			if (typeof column.name !== "string") throw new CsvError("CSV_OPTION_COLUMNS_MISSING_NAME", [
				"Option columns missing name:",
				`property "name" is required at position ${i}`,
				"when column is an object literal"
			]);
			normalizedColumns[i] = column;
		} else throw new CsvError("CSV_INVALID_COLUMN_DEFINITION", [
			"Invalid column definition:",
			"expect a string or a literal object,",
			`got ${JSON.stringify(column)} at position ${i}`
		]);
	}
	return normalizedColumns;
};
// node_modules/csv-parse/lib/utils/ResizeableBuffer.js
var ResizeableBuffer = class {
	constructor(size = 100) {
		this.size = size;
		this.length = 0;
		this.buf = Buffer.allocUnsafe(size);
	}
	prepend(val) {
		if (Buffer.isBuffer(val)) {
			const length = this.length + val.length;
			if (length >= this.size) {
				this.resize();
				if (length >= this.size) throw Error("INVALID_BUFFER_STATE");
			}
			const buf = this.buf;
			this.buf = Buffer.allocUnsafe(this.size);
			val.copy(this.buf, 0);
			buf.copy(this.buf, val.length);
			this.length += val.length;
		} else {
			const length = this.length++;
			if (length === this.size) this.resize();
			const buf = this.clone();
			this.buf[0] = val;
			buf.copy(this.buf, 1, 0, length);
		}
	}
	append(val) {
		const length = this.length++;
		if (length === this.size) this.resize();
		this.buf[length] = val;
	}
	clone() {
		return Buffer.from(this.buf.slice(0, this.length));
	}
	resize() {
		const length = this.length;
		this.size = this.size * 2;
		const buf = Buffer.allocUnsafe(this.size);
		this.buf.copy(buf, 0, 0, length);
		this.buf = buf;
	}
	toString(encoding) {
		if (encoding) return this.buf.toString(encoding, 0, this.length);
		else return Uint8Array.prototype.slice.call(this.buf.slice(0, this.length));
	}
	toJSON() {
		return this.toString("utf8");
	}
	reset() {
		this.length = 0;
	}
};
// node_modules/csv-parse/lib/api/init_state.js
const init_state = function(options) {
	const timchars = [
		32,
		9,
		10,
		13,
		12,
		11,
		160,
		5760,
		8192,
		8193,
		8194,
		8195,
		8196,
		8197,
		8198,
		8199,
		8200,
		8201,
		8202,
		8232,
		8233,
		8239,
		8287,
		12288,
		65279
	].reduce((acc, codepoint) => {
		const encoded = Buffer.from(String.fromCharCode(codepoint), options.encoding);
		if (codepoint !== 63 && encoded.length === 1 && encoded[0] === 63) return acc;
		acc.push(encoded);
		return acc;
	}, []);
	const timcharFirstBytes = /* @__PURE__ */ new Uint8Array(256);
	for (const t of timchars) timcharFirstBytes[t[0]] = 1;
	return {
		bomSkipped: false,
		bufBytesStart: 0,
		castField: options.cast_function,
		commenting: false,
		delimiterBufPrevious: void 0,
		delimiterDiscovered: false,
		error: void 0,
		enabled: options.from_line === 1,
		escaping: false,
		escapeIsQuote: Buffer.isBuffer(options.escape) && Buffer.isBuffer(options.quote) && Buffer.compare(options.escape, options.quote) === 0,
		expectedRecordLength: Array.isArray(options.columns) ? options.columns.length : void 0,
		field: new ResizeableBuffer(20),
		firstLineToHeaders: options.cast_first_line_to_header,
		needMoreDataSize: Math.max(options.comment !== null ? options.comment.length : 0, ...options.delimiter ? options.delimiter.map((delimiter) => delimiter.length) : [], options.delimiter_auto ? 1 : 0, options.quote !== null ? options.quote.length : 0, ...timchars.map((t) => t.length)),
		previousBuf: void 0,
		quoting: false,
		stop: false,
		rawBuffer: new ResizeableBuffer(100),
		record: [],
		recordHasError: false,
		record_length: 0,
		recordDelimiterMaxLength: options.record_delimiter.length === 0 ? 0 : Math.max(...options.record_delimiter.map((v) => v.length)),
		trimChars: [Buffer.from(" ", options.encoding)[0], Buffer.from("	", options.encoding)[0]],
		wasQuoting: false,
		wasRowDelimiter: false,
		timchars,
		timcharFirstBytes
	};
};
// node_modules/csv-parse/lib/utils/underscore.js
const underscore = function(str) {
	return str.replace(/([A-Z])/g, function(_, match) {
		return "_" + match.toLowerCase();
	});
};
// node_modules/csv-parse/lib/api/normalize_options.js
const normalize_options = function(opts) {
	const options = {};
	for (const opt in opts) options[underscore(opt)] = opts[opt];
	if (options.encoding === void 0 || options.encoding === true) options.encoding = "utf8";
	else if (options.encoding === null || options.encoding === false) options.encoding = null;
	else if (typeof options.encoding !== "string" && options.encoding !== null) throw new CsvError("CSV_INVALID_OPTION_ENCODING", [
		"Invalid option encoding:",
		"encoding must be a string or null to return a buffer,",
		`got ${JSON.stringify(options.encoding)}`
	], options);
	if (options.bom === void 0 || options.bom === null || options.bom === false) options.bom = false;
	else if (options.bom !== true) throw new CsvError("CSV_INVALID_OPTION_BOM", [
		"Invalid option bom:",
		"bom must be true,",
		`got ${JSON.stringify(options.bom)}`
	], options);
	options.cast_function = null;
	if (options.cast === void 0 || options.cast === null || options.cast === false || options.cast === "") options.cast = void 0;
	else if (typeof options.cast === "function") {
		options.cast_function = options.cast;
		options.cast = true;
	} else if (options.cast !== true) throw new CsvError("CSV_INVALID_OPTION_CAST", [
		"Invalid option cast:",
		"cast must be true or a function,",
		`got ${JSON.stringify(options.cast)}`
	], options);
	if (options.cast_date === void 0 || options.cast_date === null || options.cast_date === false || options.cast_date === "") options.cast_date = false;
	else if (options.cast_date === true) options.cast_date = function(value) {
		const date = Date.parse(value);
		return !isNaN(date) ? new Date(date) : value;
	};
	else if (typeof options.cast_date !== "function") throw new CsvError("CSV_INVALID_OPTION_CAST_DATE", [
		"Invalid option cast_date:",
		"cast_date must be true or a function,",
		`got ${JSON.stringify(options.cast_date)}`
	], options);
	options.cast_first_line_to_header = void 0;
	if (options.columns === true) options.cast_first_line_to_header = void 0;
	else if (typeof options.columns === "function") {
		options.cast_first_line_to_header = options.columns;
		options.columns = true;
	} else if (Array.isArray(options.columns)) options.columns = normalize_columns_array(options.columns);
	else if (options.columns === void 0 || options.columns === null || options.columns === false) options.columns = false;
	else throw new CsvError("CSV_INVALID_OPTION_COLUMNS", [
		"Invalid option columns:",
		"expect an array, a function or true,",
		`got ${JSON.stringify(options.columns)}`
	], options);
	if (options.group_columns_by_name === void 0 || options.group_columns_by_name === null || options.group_columns_by_name === false) options.group_columns_by_name = false;
	else if (options.group_columns_by_name !== true) throw new CsvError("CSV_INVALID_OPTION_GROUP_COLUMNS_BY_NAME", [
		"Invalid option group_columns_by_name:",
		"expect an boolean,",
		`got ${JSON.stringify(options.group_columns_by_name)}`
	], options);
	else if (options.columns === false) throw new CsvError("CSV_INVALID_OPTION_GROUP_COLUMNS_BY_NAME", ["Invalid option group_columns_by_name:", "the `columns` mode must be activated."], options);
	if (options.comment === void 0 || options.comment === null || options.comment === false || options.comment === "") options.comment = null;
	else {
		if (typeof options.comment === "string") options.comment = Buffer.from(options.comment, options.encoding);
		if (!Buffer.isBuffer(options.comment)) throw new CsvError("CSV_INVALID_OPTION_COMMENT", [
			"Invalid option comment:",
			"comment must be a buffer or a string,",
			`got ${JSON.stringify(options.comment)}`
		], options);
	}
	if (options.comment_no_infix === void 0 || options.comment_no_infix === null || options.comment_no_infix === false) options.comment_no_infix = false;
	else if (options.comment_no_infix !== true) throw new CsvError("CSV_INVALID_OPTION_COMMENT", [
		"Invalid option comment_no_infix:",
		"value must be a boolean,",
		`got ${JSON.stringify(options.comment_no_infix)}`
	], options);
	if (options.delimiter_auto === void 0 || options.delimiter_auto === null || options.delimiter_auto === false) options.delimiter_auto = false;
	else if (options.delimiter_auto === true) options.delimiter_auto = {};
	else if (!is_object(options.delimiter_auto)) throw new CsvError("CSV_INVALID_OPTION_DELIMITER_AUTO", [
		"Invalid option delimiter_auto:",
		"delimiter_auto must be a boolean or a configuration object,",
		`got ${JSON.stringify(options.delimiter_auto)}`
	], options);
	if (options.delimiter_auto) {
		if (options.delimiter_auto.preferred === void 0) options.delimiter_auto.preferred = {
			[",".charCodeAt(0)]: 1.8,
			["	".charCodeAt(0)]: 1.8,
			[";".charCodeAt(0)]: 1.6,
			[" ".charCodeAt(0)]: 1.6,
			[":".charCodeAt(0)]: 1.5,
			[".".charCodeAt(0)]: 1.4,
			["/".charCodeAt(0)]: 1.4
		};
		else if (!is_object(options.delimiter_auto.preferred)) throw new CsvError("CSV_INVALID_OPTION_DELIMITER_AUTO", [
			"Invalid option delimiter_auto:",
			"preferred must be an object,",
			`got ${JSON.stringify(options.delimiter_auto.preferred)}`
		], options);
		if (options.delimiter_auto.score === void 0) options.delimiter_auto.score = (info, options) => {
			return (info.total - info.std) * (options.preferred[info.char_code] || 1);
		};
		else if (typeof options.delimiter_auto.score !== "function") throw new CsvError("CSV_INVALID_OPTION_DELIMITER_AUTO", [
			"Invalid option delimiter_auto:",
			"score must be a function,",
			`got ${JSON.stringify(options.delimiter_auto.score)}`
		], options);
		if (options.delimiter_auto.size === void 0) options.delimiter_auto.size = 2048;
		else if (typeof options.delimiter_auto.size !== "number") throw new CsvError("CSV_INVALID_OPTION_DELIMITER_AUTO", [
			"Invalid option delimiter_auto:",
			"size must be a number,",
			`got ${JSON.stringify(options.delimiter_auto.size)}`
		], options);
	}
	const delimiter_json = JSON.stringify(options.delimiter);
	if (options.delimiter_auto !== false) options.delimiter = [];
	if (!Array.isArray(options.delimiter)) {
		if (options.delimiter === void 0 || options.delimiter === null || options.delimiter === false) options.delimiter = Buffer.from(",", options.encoding);
		options.delimiter = [options.delimiter];
	}
	options.delimiter = options.delimiter.map(function(delimiter) {
		if (typeof delimiter === "string") delimiter = Buffer.from(delimiter, options.encoding);
		if (!Buffer.isBuffer(delimiter) || delimiter.length === 0) throw new CsvError("CSV_INVALID_OPTION_DELIMITER", [
			"Invalid option delimiter:",
			"delimiter must be a non empty string or buffer or array of string|buffer,",
			`got ${delimiter_json}`
		], options);
		return delimiter;
	});
	if (options.escape === void 0 || options.escape === true) options.escape = Buffer.from("\"", options.encoding);
	else if (typeof options.escape === "string") options.escape = Buffer.from(options.escape, options.encoding);
	else if (options.escape === null || options.escape === false) options.escape = null;
	if (options.escape !== null) {
		if (!Buffer.isBuffer(options.escape)) throw new Error(`Invalid Option: escape must be a buffer, a string or a boolean, got ${JSON.stringify(options.escape)}`);
	}
	if (options.from === void 0 || options.from === null) options.from = 1;
	else {
		if (typeof options.from === "string" && /\d+/.test(options.from)) options.from = parseInt(options.from);
		if (Number.isInteger(options.from)) {
			if (options.from < 0) throw new Error(`Invalid Option: from must be a positive integer, got ${JSON.stringify(opts.from)}`);
		} else throw new Error(`Invalid Option: from must be an integer, got ${JSON.stringify(options.from)}`);
	}
	if (options.from_line === void 0 || options.from_line === null) options.from_line = 1;
	else {
		if (typeof options.from_line === "string" && /\d+/.test(options.from_line)) options.from_line = parseInt(options.from_line);
		if (Number.isInteger(options.from_line)) {
			if (options.from_line <= 0) throw new Error(`Invalid Option: from_line must be a positive integer greater than 0, got ${JSON.stringify(opts.from_line)}`);
		} else throw new Error(`Invalid Option: from_line must be an integer, got ${JSON.stringify(opts.from_line)}`);
	}
	if (options.ignore_last_delimiters === void 0 || options.ignore_last_delimiters === null) options.ignore_last_delimiters = false;
	else if (typeof options.ignore_last_delimiters === "number") {
		options.ignore_last_delimiters = Math.floor(options.ignore_last_delimiters);
		if (options.ignore_last_delimiters === 0) options.ignore_last_delimiters = false;
	} else if (typeof options.ignore_last_delimiters !== "boolean") throw new CsvError("CSV_INVALID_OPTION_IGNORE_LAST_DELIMITERS", [
		"Invalid option `ignore_last_delimiters`:",
		"the value must be a boolean value or an integer,",
		`got ${JSON.stringify(options.ignore_last_delimiters)}`
	], options);
	if (options.ignore_last_delimiters === true && options.columns === false) throw new CsvError("CSV_IGNORE_LAST_DELIMITERS_REQUIRES_COLUMNS", ["The option `ignore_last_delimiters`", "requires the activation of the `columns` option"], options);
	if (options.info === void 0 || options.info === null || options.info === false) options.info = false;
	else if (options.info !== true) throw new Error(`Invalid Option: info must be true, got ${JSON.stringify(options.info)}`);
	if (options.max_record_size === void 0 || options.max_record_size === null || options.max_record_size === false) options.max_record_size = 0;
	else if (Number.isInteger(options.max_record_size) && options.max_record_size >= 0) {} else if (typeof options.max_record_size === "string" && /\d+/.test(options.max_record_size)) options.max_record_size = parseInt(options.max_record_size);
	else throw new Error(`Invalid Option: max_record_size must be a positive integer, got ${JSON.stringify(options.max_record_size)}`);
	if (options.objname === void 0 || options.objname === null || options.objname === false) options.objname = void 0;
	else if (Buffer.isBuffer(options.objname)) {
		if (options.objname.length === 0) throw new Error(`Invalid Option: objname must be a non empty buffer`);
		if (options.encoding === null) {} else options.objname = options.objname.toString(options.encoding);
	} else if (typeof options.objname === "string") {
		if (options.objname.length === 0) throw new Error(`Invalid Option: objname must be a non empty string`);
	} else if (typeof options.objname === "number") {} else throw new Error(`Invalid Option: objname must be a string or a buffer, got ${options.objname}`);
	if (options.objname !== void 0) {
		if (typeof options.objname === "number") {
			if (options.columns !== false) throw Error("Invalid Option: objname index cannot be combined with columns or be defined as a field");
		} else if (options.columns === false) throw Error("Invalid Option: objname field must be combined with columns or be defined as an index");
	}
	if (options.on_record === void 0 || options.on_record === null) options.on_record = void 0;
	else if (typeof options.on_record !== "function") throw new CsvError("CSV_INVALID_OPTION_ON_RECORD", [
		"Invalid option `on_record`:",
		"expect a function,",
		`got ${JSON.stringify(options.on_record)}`
	], options);
	if (options.on_skip !== void 0 && options.on_skip !== null && typeof options.on_skip !== "function") throw new Error(`Invalid Option: on_skip must be a function, got ${JSON.stringify(options.on_skip)}`);
	if (options.quote === null || options.quote === false || options.quote === "") options.quote = null;
	else {
		if (options.quote === void 0 || options.quote === true) options.quote = Buffer.from("\"", options.encoding);
		else if (typeof options.quote === "string") options.quote = Buffer.from(options.quote, options.encoding);
		if (!Buffer.isBuffer(options.quote)) throw new Error(`Invalid Option: quote must be a buffer or a string, got ${JSON.stringify(options.quote)}`);
	}
	if (options.raw === void 0 || options.raw === null || options.raw === false) options.raw = false;
	else if (options.raw !== true) throw new Error(`Invalid Option: raw must be true, got ${JSON.stringify(options.raw)}`);
	if (options.record_delimiter === void 0) options.record_delimiter = [];
	else if (typeof options.record_delimiter === "string" || Buffer.isBuffer(options.record_delimiter)) {
		if (options.record_delimiter.length === 0) throw new CsvError("CSV_INVALID_OPTION_RECORD_DELIMITER", [
			"Invalid option `record_delimiter`:",
			"value must be a non empty string or buffer,",
			`got ${JSON.stringify(options.record_delimiter)}`
		], options);
		options.record_delimiter = [options.record_delimiter];
	} else if (!Array.isArray(options.record_delimiter)) throw new CsvError("CSV_INVALID_OPTION_RECORD_DELIMITER", [
		"Invalid option `record_delimiter`:",
		"value must be a string, a buffer or array of string|buffer,",
		`got ${JSON.stringify(options.record_delimiter)}`
	], options);
	options.record_delimiter = options.record_delimiter.map(function(rd, i) {
		if (typeof rd !== "string" && !Buffer.isBuffer(rd)) throw new CsvError("CSV_INVALID_OPTION_RECORD_DELIMITER", [
			"Invalid option `record_delimiter`:",
			"value must be a string, a buffer or array of string|buffer",
			`at index ${i},`,
			`got ${JSON.stringify(rd)}`
		], options);
		else if (rd.length === 0) throw new CsvError("CSV_INVALID_OPTION_RECORD_DELIMITER", [
			"Invalid option `record_delimiter`:",
			"value must be a non empty string or buffer",
			`at index ${i},`,
			`got ${JSON.stringify(rd)}`
		], options);
		if (typeof rd === "string") rd = Buffer.from(rd, options.encoding);
		return rd;
	});
	if (typeof options.relax_column_count === "boolean") {} else if (options.relax_column_count === void 0 || options.relax_column_count === null) options.relax_column_count = false;
	else throw new Error(`Invalid Option: relax_column_count must be a boolean, got ${JSON.stringify(options.relax_column_count)}`);
	if (typeof options.relax_column_count_less === "boolean") {} else if (options.relax_column_count_less === void 0 || options.relax_column_count_less === null) options.relax_column_count_less = false;
	else throw new Error(`Invalid Option: relax_column_count_less must be a boolean, got ${JSON.stringify(options.relax_column_count_less)}`);
	if (typeof options.relax_column_count_more === "boolean") {} else if (options.relax_column_count_more === void 0 || options.relax_column_count_more === null) options.relax_column_count_more = false;
	else throw new Error(`Invalid Option: relax_column_count_more must be a boolean, got ${JSON.stringify(options.relax_column_count_more)}`);
	if (typeof options.relax_quotes === "boolean") {} else if (options.relax_quotes === void 0 || options.relax_quotes === null) options.relax_quotes = false;
	else throw new Error(`Invalid Option: relax_quotes must be a boolean, got ${JSON.stringify(options.relax_quotes)}`);
	if (typeof options.skip_empty_lines === "boolean") {} else if (options.skip_empty_lines === void 0 || options.skip_empty_lines === null) options.skip_empty_lines = false;
	else throw new Error(`Invalid Option: skip_empty_lines must be a boolean, got ${JSON.stringify(options.skip_empty_lines)}`);
	if (typeof options.skip_records_with_empty_values === "boolean") {} else if (options.skip_records_with_empty_values === void 0 || options.skip_records_with_empty_values === null) options.skip_records_with_empty_values = false;
	else throw new Error(`Invalid Option: skip_records_with_empty_values must be a boolean, got ${JSON.stringify(options.skip_records_with_empty_values)}`);
	if (typeof options.skip_records_with_error === "boolean") {} else if (options.skip_records_with_error === void 0 || options.skip_records_with_error === null) options.skip_records_with_error = false;
	else throw new Error(`Invalid Option: skip_records_with_error must be a boolean, got ${JSON.stringify(options.skip_records_with_error)}`);
	if (options.rtrim === void 0 || options.rtrim === null || options.rtrim === false) options.rtrim = false;
	else if (options.rtrim !== true) throw new Error(`Invalid Option: rtrim must be a boolean, got ${JSON.stringify(options.rtrim)}`);
	if (options.ltrim === void 0 || options.ltrim === null || options.ltrim === false) options.ltrim = false;
	else if (options.ltrim !== true) throw new Error(`Invalid Option: ltrim must be a boolean, got ${JSON.stringify(options.ltrim)}`);
	if (options.trim === void 0 || options.trim === null || options.trim === false) options.trim = false;
	else if (options.trim !== true) throw new Error(`Invalid Option: trim must be a boolean, got ${JSON.stringify(options.trim)}`);
	if (options.trim === true && opts.ltrim !== false) options.ltrim = true;
	else if (options.ltrim !== true) options.ltrim = false;
	if (options.trim === true && opts.rtrim !== false) options.rtrim = true;
	else if (options.rtrim !== true) options.rtrim = false;
	if (options.to === void 0 || options.to === null) options.to = -1;
	else if (options.to !== -1) {
		if (typeof options.to === "string" && /\d+/.test(options.to)) options.to = parseInt(options.to);
		if (Number.isInteger(options.to)) {
			if (options.to <= 0) throw new Error(`Invalid Option: to must be a positive integer greater than 0, got ${JSON.stringify(opts.to)}`);
		} else throw new Error(`Invalid Option: to must be an integer, got ${JSON.stringify(opts.to)}`);
	}
	if (options.to_line === void 0 || options.to_line === null) options.to_line = -1;
	else if (options.to_line !== -1) {
		if (typeof options.to_line === "string" && /\d+/.test(options.to_line)) options.to_line = parseInt(options.to_line);
		if (Number.isInteger(options.to_line)) {
			if (options.to_line <= 0) throw new Error(`Invalid Option: to_line must be a positive integer greater than 0, got ${JSON.stringify(opts.to_line)}`);
		} else throw new Error(`Invalid Option: to_line must be an integer, got ${JSON.stringify(opts.to_line)}`);
	}
	return options;
};
// node_modules/csv-parse/lib/utils/delimiter_discover.js
const delimiter_discover = function(records, options) {
	if (!options) ({delimiter_auto: options} = normalize_options({ delimiter_auto: true }));
	if (typeof records === "string") records = Buffer.from(records);
	if (Buffer.isBuffer(records)) records = ((data) => {
		const records = [];
		const parser = transform({ delimiter: [] });
		const push = (record) => records.push(record);
		const close = () => {};
		const error = parser.parse(data, true, push, close);
		if (error !== void 0) throw error;
		return records;
	})(records);
	const info = Array(127).fill().map(() => ({ lines: [] }));
	records.map(([record], line) => {
		for (let i = 0, l = record.length; i < l; i++) {
			const code = record.charCodeAt(i);
			if (info[code].lines[line] === void 0) info[code].lines[line] = 0;
			info[code].lines[line]++;
		}
	});
	info.map((info, i) => {
		info.char_code = i;
		info.std = std(info.lines);
		info.total = info.lines.reduce((acc, val) => acc + val, 0);
		info.preferred = !!options.preferred[i];
		info.score = options.score(info, options);
	});
	const result = info.reduce((acc, info) => acc.score > info.score ? acc : info, {});
	return String.fromCharCode(result.char_code);
};
const std = function(array) {
	const n = array.length;
	if (n === 0) return 0;
	const mean = array.reduce((a, b) => a + b) / n;
	return Math.sqrt(array.map((x) => Math.pow(x - mean, 2)).reduce((a, b) => a + b) / n);
};
// node_modules/csv-parse/lib/api/index.js
const isRecordEmpty = function(record) {
	return record.every((field) => field == null || field.toString && field.toString().trim() === "");
};
const cr = 13;
const nl = 10;
const boms = {
	utf8: Buffer.from([
		239,
		187,
		191
	]),
	utf16le: Buffer.from([255, 254])
};
const transform = function(original_options = {}) {
	const info = {
		bytes: 0,
		bytes_records: 0,
		comment_lines: 0,
		empty_lines: 0,
		invalid_field_length: 0,
		lines: 1,
		records: 0
	};
	const options = normalize_options(original_options);
	return {
		info,
		original_options,
		options,
		state: init_state(options),
		__needMoreData: function(i, bufLen, end) {
			if (end) return false;
			const { encoding, escape, quote } = this.options;
			const { quoting, needMoreDataSize, recordDelimiterMaxLength } = this.state;
			return bufLen - i - 1 < Math.max(needMoreDataSize, recordDelimiterMaxLength === 0 ? Buffer.from("\r\n", encoding).length : recordDelimiterMaxLength, quoting ? (escape === null ? 0 : escape.length) + quote.length : 0, quoting ? quote.length + recordDelimiterMaxLength : 0);
		},
		parse: function(nextBuf, end, push, close) {
			const { bom, comment_no_infix, delimiter_auto, encoding, from_line, ltrim, max_record_size, raw, relax_quotes, rtrim, skip_empty_lines, to, to_line } = this.options;
			let { comment, escape, quote, record_delimiter } = this.options;
			const { bomSkipped, delimiterDiscovered, delimiterBufPrevious, rawBuffer, escapeIsQuote } = this.state;
			if (!delimiterDiscovered && delimiter_auto) {
				let delimiterBuf;
				if (delimiterBufPrevious === void 0) delimiterBuf = nextBuf;
				else if (delimiterBufPrevious !== void 0 && nextBuf === void 0) delimiterBuf = delimiterBufPrevious;
				else delimiterBuf = Buffer.concat([delimiterBufPrevious, nextBuf]);
				nextBuf = void 0;
				if (end || delimiterBuf.length > delimiter_auto.size) {
					this.options.delimiter = [Buffer.from(delimiter_discover(delimiterBuf, this.options.delimiter_auto))];
					this.state.previousBuf = delimiterBuf;
					this.state.delimiterBufPrevious = void 0;
					this.state.delimiterDiscovered = true;
				} else {
					this.state.delimiterBufPrevious = delimiterBuf;
					return;
				}
			}
			const { previousBuf } = this.state;
			let buf;
			if (previousBuf === void 0) {
				if (nextBuf === void 0) {
					close();
					return;
				} else buf = nextBuf;
			} else if (previousBuf !== void 0 && nextBuf === void 0) buf = previousBuf;
			else buf = Buffer.concat([previousBuf, nextBuf]);
			if (bomSkipped === false) {
				if (bom === false) this.state.bomSkipped = true;
				else if (buf.length < 3) {
					if (end === false) {
						this.state.previousBuf = buf;
						return;
					}
				} else {
					for (const encoding in boms) if (boms[encoding].compare(buf, 0, boms[encoding].length) === 0) {
						const bomLength = boms[encoding].length;
						this.state.bufBytesStart += bomLength;
						buf = buf.slice(bomLength);
						const options = normalize_options({
							...this.original_options,
							encoding
						});
						for (const key in options) this.options[key] = options[key];
						({comment, escape, quote} = this.options);
						break;
					}
					this.state.bomSkipped = true;
				}
			}
			const bufLen = buf.length;
			let pos = 0;
			for (; pos < bufLen; pos++) {
				if (this.__needMoreData(pos, bufLen, end)) break;
				if (this.state.wasRowDelimiter === true) {
					this.info.lines++;
					this.state.wasRowDelimiter = false;
				}
				if (to_line !== -1 && this.info.lines > to_line) {
					this.state.stop = true;
					close();
					return;
				}
				if (this.state.quoting === false && record_delimiter.length === 0) {
					if (this.__autoDiscoverRecordDelimiter(buf, pos)) record_delimiter = this.options.record_delimiter;
				}
				const chr = buf[pos];
				if (raw === true) rawBuffer.append(chr);
				if ((chr === cr || chr === nl) && this.state.wasRowDelimiter === false) this.state.wasRowDelimiter = true;
				if (this.state.escaping === true) this.state.escaping = false;
				else {
					if (escape !== null && this.state.quoting === true && this.__isEscape(buf, pos, chr) && pos + escape.length < bufLen) {
						if (escapeIsQuote) {
							if (this.__isQuote(buf, pos + escape.length)) {
								this.state.escaping = true;
								pos += escape.length - 1;
								continue;
							}
						} else {
							this.state.escaping = true;
							pos += escape.length - 1;
							continue;
						}
					}
					if (this.state.commenting === false && this.__isQuote(buf, pos)) {
						if (this.state.quoting === true) {
							const nextChr = buf[pos + quote.length];
							const isNextChrTrimable = rtrim && this.__isCharTrimable(buf, pos + quote.length);
							const isNextChrComment = comment !== null && this.__compareBytes(comment, buf, pos + quote.length, nextChr);
							const isNextChrDelimiter = this.__isDelimiter(buf, pos + quote.length, nextChr);
							const isNextChrRecordDelimiter = record_delimiter.length === 0 ? this.__autoDiscoverRecordDelimiter(buf, pos + quote.length) : this.__isRecordDelimiter(nextChr, buf, pos + quote.length);
							if (escape !== null && this.__isEscape(buf, pos, chr) && this.__isQuote(buf, pos + escape.length)) pos += escape.length - 1;
							else if (!nextChr || isNextChrDelimiter || isNextChrRecordDelimiter || isNextChrComment || isNextChrTrimable) {
								this.state.quoting = false;
								this.state.wasQuoting = true;
								pos += quote.length - 1;
								continue;
							} else if (relax_quotes === false) {
								const err = this.__error(new CsvError("CSV_INVALID_CLOSING_QUOTE", [
									"Invalid Closing Quote:",
									`got "${String.fromCharCode(nextChr)}"`,
									`at line ${this.info.lines}`,
									"instead of delimiter, record delimiter, trimable character",
									"(if activated) or comment"
								], this.options, this.__infoField()));
								if (err !== void 0) return err;
							} else {
								this.state.quoting = false;
								this.state.wasQuoting = true;
								this.state.field.prepend(quote);
								pos += quote.length - 1;
							}
						} else if (this.state.field.length !== 0) {
							if (relax_quotes === false) {
								const info = this.__infoField();
								const bom = Object.keys(boms).map((b) => boms[b].equals(this.state.field.toString()) ? b : false).filter(Boolean)[0];
								const err = this.__error(new CsvError("INVALID_OPENING_QUOTE", [
									"Invalid Opening Quote:",
									`a quote is found on field ${JSON.stringify(info.column)} at line ${info.lines}, value is ${JSON.stringify(this.state.field.toString(encoding))}`,
									bom ? `(${bom} bom)` : void 0
								], this.options, info, { field: this.state.field }));
								if (err !== void 0) return err;
							}
						} else {
							this.state.quoting = true;
							pos += quote.length - 1;
							continue;
						}
					}
					if (this.state.quoting === false) {
						const recordDelimiterLength = this.__isRecordDelimiter(chr, buf, pos);
						if (recordDelimiterLength !== 0) {
							if (this.state.commenting && this.state.wasQuoting === false && this.state.record.length === 0 && this.state.field.length === 0) this.info.comment_lines++;
							else {
								if (this.state.enabled === false && this.info.lines + (this.state.wasRowDelimiter === true ? 1 : 0) >= from_line) {
									this.state.enabled = true;
									this.__resetField();
									this.__resetRecord();
									pos += recordDelimiterLength - 1;
									continue;
								}
								if (skip_empty_lines === true && this.state.wasQuoting === false && this.state.record.length === 0 && this.state.field.length === 0) {
									this.info.empty_lines++;
									pos += recordDelimiterLength - 1;
									continue;
								}
								this.info.bytes = this.state.bufBytesStart + pos;
								const errField = this.__onField();
								if (errField !== void 0) return errField;
								this.info.bytes = this.state.bufBytesStart + pos + recordDelimiterLength;
								const errRecord = this.__onRecord(push);
								if (errRecord !== void 0) return errRecord;
								if (to !== -1 && this.info.records >= to) {
									this.state.stop = true;
									close();
									return;
								}
							}
							this.state.commenting = false;
							pos += recordDelimiterLength - 1;
							continue;
						}
						if (this.state.commenting) continue;
						if (comment !== null && (comment_no_infix === false || this.state.record.length === 0 && this.state.field.length === 0)) {
							if (this.__compareBytes(comment, buf, pos, chr) !== 0) {
								this.state.commenting = true;
								continue;
							}
						}
						const delimiterLength = this.__isDelimiter(buf, pos, chr);
						if (delimiterLength !== 0) {
							this.info.bytes = this.state.bufBytesStart + pos;
							const errField = this.__onField();
							if (errField !== void 0) return errField;
							pos += delimiterLength - 1;
							continue;
						}
					}
				}
				if (this.state.commenting === false) {
					if (max_record_size !== 0 && this.state.record_length + this.state.field.length > max_record_size) return this.__error(new CsvError("CSV_MAX_RECORD_SIZE", [
						"Max Record Size:",
						"record exceed the maximum number of tolerated bytes",
						`of ${max_record_size}`,
						`at line ${this.info.lines}`
					], this.options, this.__infoField()));
				}
				const lappend = ltrim === false || this.state.quoting === true || this.state.field.length !== 0 || !this.__isCharTrimable(buf, pos);
				const rappend = rtrim === false || this.state.wasQuoting === false;
				if (lappend === true && rappend === true) this.state.field.append(chr);
				else if (rtrim === true && !this.__isCharTrimable(buf, pos)) return this.__error(new CsvError("CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE", [
					"Invalid Closing Quote:",
					"found non trimable byte after quote",
					`at line ${this.info.lines}`
				], this.options, this.__infoField()));
				else {
					if (lappend === false) pos += this.__isCharTrimable(buf, pos) - 1;
					continue;
				}
			}
			if (end === true) {
				if (this.state.quoting === true) {
					const err = this.__error(new CsvError("CSV_QUOTE_NOT_CLOSED", ["Quote Not Closed:", `the parsing is finished with an opening quote at line ${this.info.lines}`], this.options, this.__infoField()));
					if (err !== void 0) return err;
				} else if (this.state.wasQuoting === true || this.state.record.length !== 0 || this.state.field.length !== 0) {
					this.info.bytes = this.state.bufBytesStart + pos;
					const errField = this.__onField();
					if (errField !== void 0) return errField;
					const errRecord = this.__onRecord(push);
					if (errRecord !== void 0) return errRecord;
				} else if (this.state.wasRowDelimiter === true) this.info.empty_lines++;
				else if (this.state.commenting === true) this.info.comment_lines++;
			} else {
				this.state.bufBytesStart += pos;
				this.state.previousBuf = buf.slice(pos);
			}
			if (this.state.wasRowDelimiter === true) {
				this.info.lines++;
				this.state.wasRowDelimiter = false;
			}
		},
		__onRecord: function(push) {
			const { columns, group_columns_by_name, encoding, info, from, relax_column_count, relax_column_count_less, relax_column_count_more, raw, skip_records_with_empty_values } = this.options;
			const { enabled, record } = this.state;
			if (enabled === false) return this.__resetRecord();
			const recordLength = record.length;
			if (columns === true) {
				if (skip_records_with_empty_values === true && isRecordEmpty(record)) {
					this.__resetRecord();
					return;
				}
				return this.__firstLineToColumns(record);
			}
			if (columns === false && this.info.records === 0) this.state.expectedRecordLength = recordLength;
			if (recordLength !== this.state.expectedRecordLength) {
				const err = columns === false ? new CsvError("CSV_RECORD_INCONSISTENT_FIELDS_LENGTH", [
					"Invalid Record Length:",
					`expect ${this.state.expectedRecordLength},`,
					`got ${recordLength} on line ${this.info.lines}`
				], this.options, this.__infoField(), { record }) : new CsvError("CSV_RECORD_INCONSISTENT_COLUMNS", [
					"Invalid Record Length:",
					`columns length is ${columns.length},`,
					`got ${recordLength} on line ${this.info.lines}`
				], this.options, this.__infoField(), { record });
				if (relax_column_count === true || relax_column_count_less === true && recordLength < this.state.expectedRecordLength || relax_column_count_more === true && recordLength > this.state.expectedRecordLength) {
					this.info.invalid_field_length++;
					this.state.error = err;
				} else {
					const finalErr = this.__error(err);
					if (finalErr) return finalErr;
				}
			}
			if (skip_records_with_empty_values === true && isRecordEmpty(record)) {
				this.__resetRecord();
				return;
			}
			if (this.state.recordHasError === true) {
				this.__resetRecord();
				this.state.recordHasError = false;
				return;
			}
			this.info.records++;
			if (from === 1 || this.info.records >= from) {
				const { objname } = this.options;
				if (columns !== false) {
					const obj = {};
					for (let i = 0, l = record.length; i < l; i++) {
						if (columns[i] === void 0 || columns[i].disabled) continue;
						if (group_columns_by_name === true && Object.hasOwn(obj, columns[i].name)) {
							if (Array.isArray(obj[columns[i].name])) obj[columns[i].name] = obj[columns[i].name].concat(record[i]);
							else obj[columns[i].name] = [obj[columns[i].name], record[i]];
						} else Object.defineProperty(obj, columns[i].name, {
							value: record[i],
							enumerable: true,
							writable: true,
							configurable: true
						});
					}
					if (raw === true || info === true) {
						const extRecord = Object.assign({ record: obj }, raw === true ? { raw: this.state.rawBuffer.toString(encoding) } : {}, info === true ? { info: this.__infoRecord() } : {});
						const err = this.__push(objname === void 0 ? extRecord : [obj[objname], extRecord], push);
						if (err) return err;
					} else {
						const err = this.__push(objname === void 0 ? obj : [obj[objname], obj], push);
						if (err) return err;
					}
				} else if (raw === true || info === true) {
					const extRecord = Object.assign({ record }, raw === true ? { raw: this.state.rawBuffer.toString(encoding) } : {}, info === true ? { info: this.__infoRecord() } : {});
					const err = this.__push(objname === void 0 ? extRecord : [record[objname], extRecord], push);
					if (err) return err;
				} else {
					const err = this.__push(objname === void 0 ? record : [record[objname], record], push);
					if (err) return err;
				}
			}
			this.__resetRecord();
		},
		__firstLineToColumns: function(record) {
			const { firstLineToHeaders } = this.state;
			try {
				const headers = firstLineToHeaders === void 0 ? record : firstLineToHeaders.call(null, record);
				if (!Array.isArray(headers)) return this.__error(new CsvError("CSV_INVALID_COLUMN_MAPPING", [
					"Invalid Column Mapping:",
					"expect an array from column function,",
					`got ${JSON.stringify(headers)}`
				], this.options, this.__infoField(), { headers }));
				const normalizedHeaders = normalize_columns_array(headers);
				this.state.expectedRecordLength = normalizedHeaders.length;
				this.options.columns = normalizedHeaders;
				this.__resetRecord();
				return;
			} catch (err) {
				return err;
			}
		},
		__resetRecord: function() {
			if (this.options.raw === true) this.state.rawBuffer.reset();
			this.state.error = void 0;
			this.state.record = [];
			this.state.record_length = 0;
		},
		__onField: function() {
			const { cast, encoding, rtrim, max_record_size } = this.options;
			const { enabled, wasQuoting } = this.state;
			if (enabled === false) return this.__resetField();
			let field = this.state.field.toString(encoding);
			if (rtrim === true && wasQuoting === false) field = field.trimRight();
			if (cast === true) {
				const [err, f] = this.__cast(field);
				if (err !== void 0) return err;
				field = f;
			}
			this.state.record.push(field);
			if (max_record_size !== 0 && typeof field === "string") this.state.record_length += field.length;
			this.__resetField();
		},
		__resetField: function() {
			this.state.field.reset();
			this.state.wasQuoting = false;
		},
		__push: function(record, push) {
			const { on_record } = this.options;
			if (on_record !== void 0) {
				const info = this.__infoRecord();
				try {
					record = on_record.call(null, record, info);
				} catch (err) {
					return err;
				}
				if (record === void 0 || record === null) return;
			}
			this.info.bytes_records += this.info.bytes;
			push(record);
		},
		__cast: function(field) {
			const { columns, relax_column_count } = this.options;
			if (Array.isArray(columns) === true && relax_column_count && this.options.columns.length <= this.state.record.length) return [void 0, void 0];
			if (this.state.castField !== null) try {
				const info = this.__infoField();
				return [void 0, this.state.castField.call(null, field, info)];
			} catch (err) {
				return [err];
			}
			if (this.__isFloat(field)) return [void 0, parseFloat(field)];
			else if (this.options.cast_date !== false) {
				const info = this.__infoField();
				return [void 0, this.options.cast_date.call(null, field, info)];
			}
			return [void 0, field];
		},
		__compareBytes: function(sourceBuf, targetBuf, targetPos, firstByte) {
			if (sourceBuf[0] !== firstByte) return 0;
			const sourceLength = sourceBuf.length;
			for (let i = 1; i < sourceLength; i++) if (sourceBuf[i] !== targetBuf[targetPos + i]) return 0;
			return sourceLength;
		},
		__isCharTrimable: function(buf, pos) {
			const { timchars, timcharFirstBytes } = this.state;
			const first = buf[pos];
			if (first === void 0 || timcharFirstBytes[first] === 0) return 0;
			loop1: for (let i = 0; i < timchars.length; i++) {
				const timchar = timchars[i];
				for (let j = 0; j < timchar.length; j++) if (timchar[j] !== buf[pos + j]) continue loop1;
				return timchar.length;
			}
			return 0;
		},
		__isDelimiter: function(buf, pos, chr) {
			const { delimiter, ignore_last_delimiters } = this.options;
			if (ignore_last_delimiters === true && this.state.record.length === this.options.columns.length - 1) return 0;
			else if (ignore_last_delimiters !== false && typeof ignore_last_delimiters === "number" && this.state.record.length === ignore_last_delimiters - 1) return 0;
			loop1: for (let i = 0; i < delimiter.length; i++) {
				const del = delimiter[i];
				if (del[0] === chr) {
					for (let j = 1; j < del.length; j++) if (del[j] !== buf[pos + j]) continue loop1;
					return del.length;
				}
			}
			return 0;
		},
		__isEscape: function(buf, pos, chr) {
			const { escape } = this.options;
			if (escape === null) return false;
			const l = escape.length;
			if (escape[0] === chr) {
				for (let i = 0; i < l; i++) if (escape[i] !== buf[pos + i]) return false;
				return true;
			}
			return false;
		},
		__isFloat: function(value) {
			return value - parseFloat(value) + 1 >= 0;
		},
		__isQuote: function(buf, pos) {
			const { quote } = this.options;
			if (quote === null) return false;
			const l = quote.length;
			for (let i = 0; i < l; i++) if (quote[i] !== buf[pos + i]) return false;
			return true;
		},
		__isRecordDelimiter: function(chr, buf, pos) {
			const { record_delimiter } = this.options;
			const recordDelimiterLength = record_delimiter.length;
			loop1: for (let i = 0; i < recordDelimiterLength; i++) {
				const rd = record_delimiter[i];
				const rdLength = rd.length;
				if (rd[0] !== chr) continue;
				for (let j = 1; j < rdLength; j++) if (rd[j] !== buf[pos + j]) continue loop1;
				return rd.length;
			}
			return 0;
		},
		__autoDiscoverRecordDelimiter: function(buf, pos) {
			const { encoding } = this.options;
			const rds = [
				Buffer.from("\r\n", encoding),
				Buffer.from("\n", encoding),
				Buffer.from("\r", encoding)
			];
			loop: for (let i = 0; i < rds.length; i++) {
				const l = rds[i].length;
				for (let j = 0; j < l; j++) if (rds[i][j] !== buf[pos + j]) continue loop;
				this.options.record_delimiter.push(rds[i]);
				this.state.recordDelimiterMaxLength = rds[i].length;
				return rds[i].length;
			}
			return 0;
		},
		__error: function(msg) {
			const { encoding, raw, skip_records_with_error } = this.options;
			const err = typeof msg === "string" ? new Error(msg) : msg;
			if (skip_records_with_error) {
				this.state.recordHasError = true;
				if (this.options.on_skip !== void 0) try {
					this.options.on_skip(err, raw ? this.state.rawBuffer.toString(encoding) : void 0);
				} catch (err) {
					return err;
				}
				return;
			} else return err;
		},
		__infoDataSet: function() {
			return {
				...this.info,
				columns: this.options.columns
			};
		},
		__infoRecord: function() {
			const { columns, raw, encoding } = this.options;
			return {
				...this.__infoDataSet(),
				bytes_records: this.info.bytes,
				error: this.state.error,
				header: columns === true,
				index: this.state.record.length,
				raw: raw ? this.state.rawBuffer.toString(encoding) : void 0
			};
		},
		__infoField: function() {
			const { columns } = this.options;
			const isColumns = Array.isArray(columns);
			const bytes_records = this.info.bytes_records;
			return {
				...this.__infoRecord(),
				bytes_records,
				column: isColumns === true ? columns.length > this.state.record.length ? columns[this.state.record.length].name : null : this.state.record.length,
				quoting: this.state.wasQuoting
			};
		}
	};
};
// node_modules/csv-parse/lib/index.js
var Parser = class extends Transform$1 {
	constructor(opts = {}) {
		super({
			readableObjectMode: true,
			...opts,
			encoding: null
		});
		this.api = transform({
			on_skip: (err, chunk) => {
				this.emit("skip", err, chunk);
			},
			...opts
		});
		this.state = this.api.state;
		this.options = this.api.options;
		this.info = this.api.info;
	}
	_transform(buf, _, callback) {
		if (this.state.stop === true) return;
		const err = this.api.parse(buf, false, (record) => {
			this.push(record);
		}, () => {
			this.push(null);
			this.end();
			this.on("end", this.destroy);
		});
		if (err !== void 0) this.state.stop = true;
		callback(err);
	}
	_flush(callback) {
		if (this.state.stop === true) return;
		callback(this.api.parse(void 0, true, (record) => {
			this.push(record);
		}, () => {
			this.push(null);
			this.on("end", this.destroy);
		}));
	}
};
const parse = function() {
	let data, options, callback;
	for (const i in arguments) {
		const argument = arguments[i];
		const type = typeof argument;
		if (data === void 0 && (typeof argument === "string" || Buffer.isBuffer(argument))) data = argument;
		else if (options === void 0 && is_object(argument)) options = argument;
		else if (callback === void 0 && type === "function") callback = argument;
		else throw new CsvError("CSV_INVALID_ARGUMENT", ["Invalid argument:", `got ${JSON.stringify(argument)} at index ${i}`], options || {});
	}
	const parser = new Parser(options);
	if (callback) {
		const records = options === void 0 || options.objname === void 0 ? [] : Object.create(null);
		parser.on("readable", function() {
			let record;
			while ((record = this.read()) !== null) if (options === void 0 || options.objname === void 0) records.push(record);
			else Object.assign(records, { [record[0]]: record[1] });
		});
		parser.on("error", function(err) {
			callback(err, void 0, parser.api.__infoDataSet());
		});
		parser.on("end", function() {
			callback(void 0, records, parser.api.__infoDataSet());
		});
	}
	if (data !== void 0) {
		const writer = function() {
			parser.write(data);
			parser.end();
		};
		if (typeof setImmediate === "function") setImmediate(writer);
		else setTimeout(writer, 0);
	}
	return parser;
};
// src/cli/formats/csv.ts
/** Records of CSV as rows of cells, without the header. */
/**
* @param chunks UTF-8
* @param onHeader gets the column names before the first row
* @param before what precedes these chunks, if they are not the whole file; they still have a header
*/
async function* csvRows(chunks, dialect, onHeader = () => {}, before = {
	lines: 0,
	records: 0
}) {
	let rows = [];
	let first_byte = 0;
	const lines = new Lines();
	let last_line = 0;
	let width = -1;
	try {
		for await (const { record, info } of records(chunks, dialect)) {
			last_line = before.lines + lines.endOf(record, info.lines);
			if (width < 0) {
				width = record.length;
				onHeader(record);
				continue;
			}
			rows.push(rowOf(record, width, last_line, dialect.delimiter));
			if (rows.length < TUNING.import_rows && info.bytes - first_byte < TUNING.import_batch_chars) continue;
			yield {
				last_line,
				rows
			};
			rows = [];
			first_byte = info.bytes;
		}
	} catch (error) {
		throw error instanceof CsvError ? unreadable(error, before.records) : error;
	}
	yield {
		last_line,
		rows
	};
}
/** Line numbers. Within quotes the parser counts line ends of two characters twice. */
var Lines = class {
	#counted = 0;
	#twice = 0;
	endOf(record, counted) {
		if (counted - this.#counted > 1) for (const cell of record) this.#twice += cell.split("\r\n").length - 1;
		this.#counted = counted;
		return counted - this.#twice;
	}
};
async function* records(chunks, { delimiter, line_end, skip_lines }) {
	const parser = parse({
		delimiter,
		record_delimiter: line_end === "\n" ? ["\r\n", "\n"] : "\r",
		from_line: skip_lines + 1,
		info: true,
		relax_column_count: true,
		relax_quotes: true,
		skip_empty_lines: true,
		max_record_size: LIMIT.import_row_chars
	});
	const source = Readable.from(chunks, { objectMode: false });
	source.once("error", (error) => parser.destroy(error));
	try {
		yield* source.pipe(parser);
	} finally {
		source.destroy();
	}
}
function rowOf(record, width, line, delimiter) {
	if (record.length !== width) return {
		line,
		reason: `${record.length} values for ${width} columns`,
		text: record.join(delimiter)
	};
	if (record.some((cell) => cell.includes("\0"))) return {
		line,
		reason: "holds a zero character, which no text has",
		text: record.join(delimiter)
	};
	return {
		line,
		value: record
	};
}
/** From here on rows cannot be told apart. */
function unreadable(error, before) {
	const row = before + Number(error["records"] ?? 0) + 1;
	const what = error.code === "CSV_MAX_RECORD_SIZE" ? `has more than ${LIMIT.import_row_chars} bytes` : "opens a quote that never closes";
	return new ServiceError("invalid_input", `Row ${row} ${what}.`, { cause: error });
}
// node_modules/pend/index.js
var require_pend = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = Pend;
	function Pend() {
		this.pending = 0;
		this.max = Infinity;
		this.listeners = [];
		this.waiting = [];
		this.error = null;
	}
	Pend.prototype.go = function(fn) {
		if (this.pending < this.max) pendGo(this, fn);
		else this.waiting.push(fn);
	};
	Pend.prototype.wait = function(cb) {
		if (this.pending === 0) cb(this.error);
		else this.listeners.push(cb);
	};
	Pend.prototype.hold = function() {
		return pendHold(this);
	};
	function pendHold(self) {
		self.pending += 1;
		var called = false;
		return onCb;
		function onCb(err) {
			if (called) throw new Error("callback called twice");
			called = true;
			self.error = self.error || err;
			self.pending -= 1;
			if (self.waiting.length > 0 && self.pending < self.max) pendGo(self, self.waiting.shift());
			else if (self.pending === 0) {
				var listeners = self.listeners;
				self.listeners = [];
				listeners.forEach(cbListener);
			}
		}
		function cbListener(listener) {
			listener(self.error);
		}
	}
	function pendGo(self, fn) {
		fn(pendHold(self));
	}
}));
// node_modules/yauzl/fd-slicer.js
var require_fd_slicer = /* @__PURE__ */ __commonJSMin(((exports) => {
	var fs = __require("fs");
	var util = __require("util");
	var stream = __require("stream");
	var Readable = stream.Readable;
	var PassThrough = stream.PassThrough;
	var Pend = require_pend();
	var EventEmitter = __require("events").EventEmitter;
	exports.BufferSlicer = BufferSlicer;
	exports.FdSlicer = FdSlicer;
	util.inherits(FdSlicer, EventEmitter);
	function FdSlicer(fd) {
		EventEmitter.call(this);
		this.fd = fd;
		this.pend = new Pend();
		this.pend.max = 1;
		this.refCount = 0;
	}
	FdSlicer.prototype.read = function(buffer, offset, length, position, callback) {
		var self = this;
		self.pend.go(function(cb) {
			fs.read(self.fd, buffer, offset, length, position, function(err, bytesRead, buffer) {
				cb();
				callback(err, bytesRead, buffer);
			});
		});
	};
	FdSlicer.prototype.createReadStream = function(options) {
		return new ReadStream(this, options);
	};
	FdSlicer.prototype.ref = function() {
		this.refCount += 1;
	};
	FdSlicer.prototype.unref = function() {
		var self = this;
		self.refCount -= 1;
		if (self.refCount < 0) throw new Error("invalid unref");
		if (self.refCount > 0) return;
		fs.close(self.fd, onCloseDone);
		function onCloseDone(err) {
			if (err) self.emit("error", err);
			else self.emit("close");
		}
	};
	util.inherits(ReadStream, Readable);
	function ReadStream(context, options) {
		options = options || {};
		Readable.call(this, options);
		this.context = context;
		this.context.ref();
		this.start = options.start || 0;
		this.endOffset = options.end;
		this.pos = this.start;
	}
	ReadStream.prototype._read = function(n) {
		var self = this;
		var toRead = Math.min(self._readableState.highWaterMark, n);
		if (self.endOffset != null) toRead = Math.min(toRead, self.endOffset - self.pos);
		if (toRead <= 0) {
			self.push(null);
			this._cleanup();
			return;
		}
		self.context.pend.go(function(cb) {
			var buffer = Buffer.allocUnsafe(toRead);
			fs.read(self.context.fd, buffer, 0, toRead, self.pos, function(err, bytesRead) {
				if (err) self.destroy(err);
				else if (bytesRead === 0) {
					self.push(null);
					self._cleanup();
				} else {
					self.pos += bytesRead;
					self.push(buffer.slice(0, bytesRead));
				}
				cb();
			});
		});
	};
	ReadStream.prototype._destroy = function(err, cb) {
		this._cleanup();
		cb(err);
	};
	ReadStream.prototype._cleanup = function() {
		if (this.context != null) {
			this.context.unref();
			this.context = null;
		}
	};
	util.inherits(BufferSlicer, EventEmitter);
	function BufferSlicer(buffer) {
		EventEmitter.call(this);
		this.refCount = 0;
		this.buffer = buffer;
	}
	BufferSlicer.prototype.read = function(buffer, offset, length, position, callback) {
		if (!(0 <= offset && offset <= buffer.length)) throw new RangeError("offset outside buffer: 0 <= " + offset + " <= " + buffer.length);
		if (position < 0) throw new RangeError("position is negative: " + position);
		if (offset + length > buffer.length) length = buffer.length - offset;
		if (position + length > this.buffer.length) length = this.buffer.length - position;
		if (length <= 0) {
			setImmediate(function() {
				callback(null, 0);
			});
			return;
		}
		this.buffer.copy(buffer, offset, position, position + length);
		setImmediate(function() {
			callback(null, length);
		});
	};
	BufferSlicer.prototype.createReadStream = function(options) {
		options = options || {};
		var readStream = new PassThrough(options);
		readStream.start = options.start || 0;
		readStream.endOffset = options.end;
		readStream.pos = readStream.endOffset || this.buffer.length;
		var entireSlice = this.buffer.slice(readStream.start, readStream.pos);
		var maxChunkSize = 65536;
		var offset = 0;
		while (true) {
			var nextOffset = offset + maxChunkSize;
			if (nextOffset >= entireSlice.length) {
				if (offset < entireSlice.length) readStream.write(entireSlice.slice(offset, entireSlice.length));
				break;
			}
			readStream.write(entireSlice.slice(offset, nextOffset));
			offset = nextOffset;
		}
		readStream.end();
		return readStream;
	};
	BufferSlicer.prototype.ref = function() {
		this.refCount += 1;
	};
	BufferSlicer.prototype.unref = function() {
		this.refCount -= 1;
		if (this.refCount < 0) throw new Error("invalid unref");
	};
}));
// node_modules/yauzl/crc32.js
var require_crc32 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const CRC_TABLE = new Int32Array([
		0,
		1996959894,
		3993919788,
		2567524794,
		124634137,
		1886057615,
		3915621685,
		2657392035,
		249268274,
		2044508324,
		3772115230,
		2547177864,
		162941995,
		2125561021,
		3887607047,
		2428444049,
		498536548,
		1789927666,
		4089016648,
		2227061214,
		450548861,
		1843258603,
		4107580753,
		2211677639,
		325883990,
		1684777152,
		4251122042,
		2321926636,
		335633487,
		1661365465,
		4195302755,
		2366115317,
		997073096,
		1281953886,
		3579855332,
		2724688242,
		1006888145,
		1258607687,
		3524101629,
		2768942443,
		901097722,
		1119000684,
		3686517206,
		2898065728,
		853044451,
		1172266101,
		3705015759,
		2882616665,
		651767980,
		1373503546,
		3369554304,
		3218104598,
		565507253,
		1454621731,
		3485111705,
		3099436303,
		671266974,
		1594198024,
		3322730930,
		2970347812,
		795835527,
		1483230225,
		3244367275,
		3060149565,
		1994146192,
		31158534,
		2563907772,
		4023717930,
		1907459465,
		112637215,
		2680153253,
		3904427059,
		2013776290,
		251722036,
		2517215374,
		3775830040,
		2137656763,
		141376813,
		2439277719,
		3865271297,
		1802195444,
		476864866,
		2238001368,
		4066508878,
		1812370925,
		453092731,
		2181625025,
		4111451223,
		1706088902,
		314042704,
		2344532202,
		4240017532,
		1658658271,
		366619977,
		2362670323,
		4224994405,
		1303535960,
		984961486,
		2747007092,
		3569037538,
		1256170817,
		1037604311,
		2765210733,
		3554079995,
		1131014506,
		879679996,
		2909243462,
		3663771856,
		1141124467,
		855842277,
		2852801631,
		3708648649,
		1342533948,
		654459306,
		3188396048,
		3373015174,
		1466479909,
		544179635,
		3110523913,
		3462522015,
		1591671054,
		702138776,
		2966460450,
		3352799412,
		1504918807,
		783551873,
		3082640443,
		3233442989,
		3988292384,
		2596254646,
		62317068,
		1957810842,
		3939845945,
		2647816111,
		81470997,
		1943803523,
		3814918930,
		2489596804,
		225274430,
		2053790376,
		3826175755,
		2466906013,
		167816743,
		2097651377,
		4027552580,
		2265490386,
		503444072,
		1762050814,
		4150417245,
		2154129355,
		426522225,
		1852507879,
		4275313526,
		2312317920,
		282753626,
		1742555852,
		4189708143,
		2394877945,
		397917763,
		1622183637,
		3604390888,
		2714866558,
		953729732,
		1340076626,
		3518719985,
		2797360999,
		1068828381,
		1219638859,
		3624741850,
		2936675148,
		906185462,
		1090812512,
		3747672003,
		2825379669,
		829329135,
		1181335161,
		3412177804,
		3160834842,
		628085408,
		1382605366,
		3423369109,
		3138078467,
		570562233,
		1426400815,
		3317316542,
		2998733608,
		733239954,
		1555261956,
		3268935591,
		3050360625,
		752459403,
		1541320221,
		2607071920,
		3965973030,
		1969922972,
		40735498,
		2617837225,
		3943577151,
		1913087877,
		83908371,
		2512341634,
		3803740692,
		2075208622,
		213261112,
		2463272603,
		3855990285,
		2094854071,
		198958881,
		2262029012,
		4057260610,
		1759359992,
		534414190,
		2176718541,
		4139329115,
		1873836001,
		414664567,
		2282248934,
		4279200368,
		1711684554,
		285281116,
		2405801727,
		4167216745,
		1634467795,
		376229701,
		2685067896,
		3608007406,
		1308918612,
		956543938,
		2808555105,
		3495958263,
		1231636301,
		1047427035,
		2932959818,
		3654703836,
		1088359270,
		936918e3,
		2847714899,
		3736837829,
		1202900863,
		817233897,
		3183342108,
		3401237130,
		1404277552,
		615818150,
		3134207493,
		3453421203,
		1423857449,
		601450431,
		3009837614,
		3294710456,
		1567103746,
		711928724,
		3020668471,
		3272380065,
		1510334235,
		755167117
	]);
	function crc32(buf) {
		let crc = -1;
		for (let x of buf) crc = CRC_TABLE[(crc ^ x) & 255] ^ crc >>> 8;
		return (crc ^ -1) >>> 0;
	}
	module.exports = crc32;
}));
// src/cli/formats/zip.ts
/** Files in zip archives, each read as a file of its own. */
var import_yauzl = (/* @__PURE__ */ __commonJSMin(((exports) => {
	var fs = __require("fs");
	var zlib = __require("zlib");
	var fd_slicer = require_fd_slicer();
	var util = __require("util");
	var EventEmitter = __require("events").EventEmitter;
	var Transform = __require("stream").Transform;
	var PassThrough = __require("stream").PassThrough;
	var Writable = __require("stream").Writable;
	const crc32 = typeof zlib.crc32 === "function" ? zlib.crc32 : require_crc32();
	exports.openPromise = openPromise;
	function openPromise(path, options) {
		return new Promise((resolve, reject) => {
			open(path, {
				...options,
				lazyEntries: true
			}, function(err, zipfile) {
				if (err) return reject(err);
				resolve(zipfile);
			});
		});
	}
	function open(path, options, callback) {
		if (typeof options === "function") {
			callback = options;
			options = null;
		}
		if (options == null) options = {};
		if (options.autoClose == null) options.autoClose = true;
		if (options.lazyEntries == null) options.lazyEntries = false;
		if (options.decodeStrings == null) options.decodeStrings = true;
		if (options.validateEntrySizes == null) options.validateEntrySizes = true;
		if (options.strictFileNames == null) options.strictFileNames = false;
		if (callback == null) callback = defaultCallback;
		fs.open(path, "r", function(err, fd) {
			if (err) return callback(err);
			fromFd(fd, options, function(err, zipfile) {
				if (err) fs.close(fd, defaultCallback);
				callback(err, zipfile);
			});
		});
	}
	function fromFd(fd, options, callback) {
		if (typeof options === "function") {
			callback = options;
			options = null;
		}
		if (options == null) options = {};
		if (options.autoClose == null) options.autoClose = false;
		if (options.lazyEntries == null) options.lazyEntries = false;
		if (options.decodeStrings == null) options.decodeStrings = true;
		if (options.validateEntrySizes == null) options.validateEntrySizes = true;
		if (options.strictFileNames == null) options.strictFileNames = false;
		if (callback == null) callback = defaultCallback;
		fs.fstat(fd, function(err, stats) {
			if (err) return callback(err);
			fromRandomAccessReader(new fd_slicer.FdSlicer(fd), stats.size, options, callback);
		});
	}
	function fromRandomAccessReader(reader, totalSize, options, callback) {
		if (typeof options === "function") {
			callback = options;
			options = null;
		}
		if (options == null) options = {};
		if (options.autoClose == null) options.autoClose = true;
		if (options.lazyEntries == null) options.lazyEntries = false;
		if (options.decodeStrings == null) options.decodeStrings = true;
		var decodeStrings = !!options.decodeStrings;
		if (options.validateEntrySizes == null) options.validateEntrySizes = true;
		if (options.strictFileNames == null) options.strictFileNames = false;
		if (callback == null) callback = defaultCallback;
		if (typeof totalSize !== "number") throw new Error("expected totalSize parameter to be a number");
		if (totalSize > Number.MAX_SAFE_INTEGER) throw new Error("zip file too large. only file sizes up to 2^52 are supported due to JavaScript's Number type being an IEEE 754 double.");
		reader.ref();
		var eocdrWithoutCommentSize = 22;
		var zip64EocdlSize = 20;
		var bufferSize = Math.min(zip64EocdlSize + eocdrWithoutCommentSize + 65535, totalSize);
		var buffer = newBuffer(bufferSize);
		readAndAssertNoEof(reader, buffer, 0, bufferSize, totalSize - buffer.length, function(err) {
			if (err) return callback(err);
			for (var i = bufferSize - eocdrWithoutCommentSize; i >= 0; i -= 1) {
				if (buffer.readUInt32LE(i) !== 101010256) continue;
				var eocdrBuffer = buffer.subarray(i);
				var diskNumber = eocdrBuffer.readUInt16LE(4);
				var entryCount = eocdrBuffer.readUInt16LE(10);
				var centralDirectoryOffset = eocdrBuffer.readUInt32LE(16);
				var commentLength = eocdrBuffer.readUInt16LE(20);
				var expectedCommentLength = eocdrBuffer.length - eocdrWithoutCommentSize;
				if (commentLength !== expectedCommentLength) return callback(/* @__PURE__ */ new Error("Invalid comment length. Expected: " + expectedCommentLength + ". Found: " + commentLength + ". Are there extra bytes at the end of the file? Or is the end of central dir signature `PK☺☻` in the comment?"));
				var comment = decodeStrings ? decodeBuffer(eocdrBuffer.subarray(22), false) : eocdrBuffer.subarray(22);
				if (i - zip64EocdlSize >= 0 && buffer.readUInt32LE(i - zip64EocdlSize) === 117853008) {
					var zip64EocdrOffset = readUInt64LE(buffer.subarray(i - zip64EocdlSize, i - zip64EocdlSize + zip64EocdlSize), 8);
					var zip64EocdrBuffer = newBuffer(56);
					return readAndAssertNoEof(reader, zip64EocdrBuffer, 0, zip64EocdrBuffer.length, zip64EocdrOffset, function(err) {
						if (err) return callback(err);
						if (zip64EocdrBuffer.readUInt32LE(0) !== 101075792) return callback(/* @__PURE__ */ new Error("invalid zip64 end of central directory record signature"));
						diskNumber = zip64EocdrBuffer.readUInt32LE(16);
						if (diskNumber !== 0) return callback(/* @__PURE__ */ new Error("multi-disk zip files are not supported: found disk number: " + diskNumber));
						entryCount = readUInt64LE(zip64EocdrBuffer, 32);
						centralDirectoryOffset = readUInt64LE(zip64EocdrBuffer, 48);
						return callback(null, new ZipFile(reader, centralDirectoryOffset, totalSize, entryCount, comment, options.autoClose, options.lazyEntries, decodeStrings, options.validateEntrySizes, options.strictFileNames));
					});
				}
				if (diskNumber !== 0) return callback(/* @__PURE__ */ new Error("multi-disk zip files are not supported: found disk number: " + diskNumber));
				return callback(null, new ZipFile(reader, centralDirectoryOffset, totalSize, entryCount, comment, options.autoClose, options.lazyEntries, decodeStrings, options.validateEntrySizes, options.strictFileNames));
			}
			callback(/* @__PURE__ */ new Error("End of central directory record signature not found. Either not a zip file, or file is truncated."));
		});
	}
	util.inherits(ZipFile, EventEmitter);
	function ZipFile(reader, centralDirectoryOffset, fileSize, entryCount, comment, autoClose, lazyEntries, decodeStrings, validateEntrySizes, strictFileNames) {
		var self = this;
		EventEmitter.call(self);
		self.reader = reader;
		self.reader.on("error", function(err) {
			emitError(self, err);
		});
		self.reader.once("close", function() {
			self.emit("close");
		});
		self.readEntryCursor = centralDirectoryOffset;
		self.fileSize = fileSize;
		self.entryCount = entryCount;
		self.comment = comment;
		self.entriesRead = 0;
		self.autoClose = !!autoClose;
		self.lazyEntries = !!lazyEntries;
		self.decodeStrings = !!decodeStrings;
		self.validateEntrySizes = !!validateEntrySizes;
		self.strictFileNames = !!strictFileNames;
		self.isOpen = true;
		self.emittedError = false;
		self.hasEachEntryBeenCalled = false;
		if (!self.lazyEntries) self._readEntry();
	}
	ZipFile.prototype.close = function() {
		if (!this.isOpen) return;
		this.isOpen = false;
		this.reader.unref();
	};
	function emitErrorAndAutoClose(self, err) {
		if (self.autoClose) self.close();
		emitError(self, err);
	}
	function emitError(self, err) {
		if (self.emittedError) return;
		self.emittedError = true;
		self.emit("error", err);
	}
	ZipFile.prototype.readEntry = function() {
		if (!this.lazyEntries) throw new Error("readEntry() called without lazyEntries:true");
		this._readEntry();
	};
	ZipFile.prototype._readEntry = function() {
		var self = this;
		if (self.entryCount === self.entriesRead) {
			setImmediate(function() {
				if (self.autoClose) self.close();
				if (self.emittedError) return;
				self.emit("end");
			});
			return;
		}
		if (self.emittedError) return;
		var buffer = newBuffer(46);
		readAndAssertNoEof(self.reader, buffer, 0, buffer.length, self.readEntryCursor, function(err) {
			if (err) return emitErrorAndAutoClose(self, err);
			if (self.emittedError) return;
			var entry = new Entry();
			var signature = buffer.readUInt32LE(0);
			if (signature !== 33639248) return emitErrorAndAutoClose(self, /* @__PURE__ */ new Error("invalid central directory file header signature: 0x" + signature.toString(16)));
			entry.versionMadeBy = buffer.readUInt16LE(4);
			entry.versionNeededToExtract = buffer.readUInt16LE(6);
			entry.generalPurposeBitFlag = buffer.readUInt16LE(8);
			entry.compressionMethod = buffer.readUInt16LE(10);
			entry.lastModFileTime = buffer.readUInt16LE(12);
			entry.lastModFileDate = buffer.readUInt16LE(14);
			entry.crc32 = buffer.readUInt32LE(16);
			entry.compressedSize = buffer.readUInt32LE(20);
			entry.uncompressedSize = buffer.readUInt32LE(24);
			entry.fileNameLength = buffer.readUInt16LE(28);
			entry.extraFieldLength = buffer.readUInt16LE(30);
			entry.fileCommentLength = buffer.readUInt16LE(32);
			entry.internalFileAttributes = buffer.readUInt16LE(36);
			entry.externalFileAttributes = buffer.readUInt32LE(38);
			entry.relativeOffsetOfLocalHeader = buffer.readUInt32LE(42);
			if (entry.generalPurposeBitFlag & 64) return emitErrorAndAutoClose(self, /* @__PURE__ */ new Error("strong encryption is not supported"));
			self.readEntryCursor += 46;
			buffer = newBuffer(entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength);
			readAndAssertNoEof(self.reader, buffer, 0, buffer.length, self.readEntryCursor, function(err) {
				if (err) return emitErrorAndAutoClose(self, err);
				if (self.emittedError) return;
				entry.fileNameRaw = buffer.subarray(0, entry.fileNameLength);
				var fileCommentStart = entry.fileNameLength + entry.extraFieldLength;
				entry.extraFieldRaw = buffer.subarray(entry.fileNameLength, fileCommentStart);
				entry.fileCommentRaw = buffer.subarray(fileCommentStart, fileCommentStart + entry.fileCommentLength);
				try {
					entry.extraFields = parseExtraFields(entry.extraFieldRaw);
				} catch (err) {
					return emitErrorAndAutoClose(self, err);
				}
				if (self.decodeStrings) {
					var isUtf8 = (entry.generalPurposeBitFlag & 2048) !== 0;
					entry.fileComment = decodeBuffer(entry.fileCommentRaw, isUtf8);
					entry.fileName = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, self.strictFileNames);
					var errorMessage = validateFileName(entry.fileName);
					if (errorMessage != null) return emitErrorAndAutoClose(self, new Error(errorMessage));
				} else {
					entry.fileComment = entry.fileCommentRaw;
					entry.fileName = entry.fileNameRaw;
				}
				entry.comment = entry.fileComment;
				self.readEntryCursor += buffer.length;
				self.entriesRead += 1;
				for (var i = 0; i < entry.extraFields.length; i++) {
					var extraField = entry.extraFields[i];
					if (extraField.id !== 1) continue;
					var zip64EiefBuffer = extraField.data;
					var index = 0;
					if (entry.uncompressedSize === 4294967295) {
						if (index + 8 > zip64EiefBuffer.length) return emitErrorAndAutoClose(self, /* @__PURE__ */ new Error("zip64 extended information extra field does not include uncompressed size"));
						entry.uncompressedSize = readUInt64LE(zip64EiefBuffer, index);
						index += 8;
					}
					if (entry.compressedSize === 4294967295) {
						if (index + 8 > zip64EiefBuffer.length) return emitErrorAndAutoClose(self, /* @__PURE__ */ new Error("zip64 extended information extra field does not include compressed size"));
						entry.compressedSize = readUInt64LE(zip64EiefBuffer, index);
						index += 8;
					}
					if (entry.relativeOffsetOfLocalHeader === 4294967295) {
						if (index + 8 > zip64EiefBuffer.length) return emitErrorAndAutoClose(self, /* @__PURE__ */ new Error("zip64 extended information extra field does not include relative header offset"));
						entry.relativeOffsetOfLocalHeader = readUInt64LE(zip64EiefBuffer, index);
						index += 8;
					}
					break;
				}
				if (self.validateEntrySizes && entry.compressionMethod === 0) {
					var expectedCompressedSize = entry.uncompressedSize;
					if (entry.isEncrypted()) expectedCompressedSize += 12;
					if (entry.compressedSize !== expectedCompressedSize) {
						var msg = "compressed/uncompressed size mismatch for stored file: " + entry.compressedSize + " != " + entry.uncompressedSize;
						return emitErrorAndAutoClose(self, new Error(msg));
					}
				}
				self.emit("entry", entry);
				if (!self.lazyEntries) self._readEntry();
			});
		});
	};
	ZipFile.prototype.eachEntry = function() {
		const self = this;
		if (!self.lazyEntries) throw new Error("eachEntry() requires lazyEntries: true");
		if (self.hasEachEntryBeenCalled) throw new Error("eachEntry() must only be called once per ZipFile");
		self.hasEachEntryBeenCalled = true;
		let pendingResolveReject = null;
		self.on("entry", onEntry);
		self.on("end", onEnd);
		self.on("error", onError);
		function cleanup() {
			self.removeListener("entry", onEntry);
			self.removeListener("end", onEnd);
			self.removeListener("error", onError);
			if (self.autoClose) self.close();
		}
		function onEntry(entry) {
			let { resolve } = pendingResolveReject;
			pendingResolveReject = null;
			resolve({ value: entry });
		}
		function onEnd() {
			let { resolve } = pendingResolveReject;
			pendingResolveReject = null;
			cleanup();
			resolve({ done: true });
		}
		function onError(err) {
			let { reject } = pendingResolveReject;
			pendingResolveReject = null;
			cleanup();
			reject(err);
		}
		return {
			[Symbol.asyncIterator]() {
				return this;
			},
			next() {
				const promise = new Promise((resolve, reject) => {
					if (pendingResolveReject != null) throw new Error("next() called before previous Promise was resolved.");
					pendingResolveReject = {
						resolve,
						reject
					};
				});
				self.readEntry();
				return promise;
			},
			return(value) {
				cleanup();
				return Promise.resolve({
					done: true,
					value
				});
			},
			throw(value) {
				cleanup();
				return Promise.reject(value);
			}
		};
	};
	ZipFile.prototype.openReadStream = function(entry, options, callback) {
		var self = this;
		var relativeStart = 0;
		var relativeEnd = entry.compressedSize;
		if (callback == null) {
			callback = options;
			options = null;
		}
		if (options == null) options = {};
		else {
			if (options.decodeFileData === false) {
				if (options.decrypt != null) throw new Error("cannot use options.decrypt when options.decodeFileData === false");
				if (options.decompress != null) throw new Error("cannot use options.decompress when options.decodeFileData === false");
			} else {
				if (options.decrypt != null) {
					if (!entry.isEncrypted()) throw new Error("options.decrypt can only be specified for encrypted entries. See also option decodeFileData.");
					if (options.decrypt !== false) throw new Error("invalid options.decrypt value: " + options.decrypt);
					if (entry.isCompressed()) {
						if (options.decompress !== false) throw new Error("entry is encrypted and compressed, and options.decompress !== false. See also option decodeFileData.");
					}
				}
				if (options.decompress != null) {
					if (!entry.isCompressed()) throw new Error("options.decompress can only be specified for compressed entries. See also option decodeFileData.");
					if (!(options.decompress === false || options.decompress === true)) throw new Error("invalid options.decompress value: " + options.decompress);
					decompress = options.decompress;
				}
			}
			if (options.start != null) {
				relativeStart = options.start;
				if (relativeStart < 0) throw new Error("options.start < 0");
				if (relativeStart > entry.compressedSize) throw new Error("options.start > entry.compressedSize");
			}
			if (options.end != null) {
				relativeEnd = options.end;
				if (relativeEnd < 0) throw new Error("options.end < 0");
				if (relativeEnd > entry.compressedSize) throw new Error("options.end > entry.compressedSize");
				if (relativeEnd < relativeStart) throw new Error("options.end < options.start");
			}
		}
		var rawMode = options.decodeFileData === false || (entry.compressionMethod === 0 || entry.compressionMethod === 8 && options.decompress === false) && (!entry.isEncrypted() || options.decrypt === false);
		if (options.start != null || options.end != null) {
			if (!rawMode) throw new Error("start/end range require options.decodeFileData === false for non-trivial encoded entries.");
		}
		if (!self.isOpen) return callback(/* @__PURE__ */ new Error("closed"));
		if (entry.isEncrypted() && !rawMode) {
			if (options.decrypt !== false) return callback(/* @__PURE__ */ new Error("entry is encrypted, and options.decodeFileData !== false"));
		}
		var decompress;
		if (rawMode) decompress = false;
		else if (entry.compressionMethod === 8) decompress = options.decodeFileData !== true;
		else return callback(/* @__PURE__ */ new Error("unsupported compression method: " + entry.compressionMethod));
		self.readLocalFileHeader(entry, { minimal: true }, function(err, localFileHeader) {
			if (err) return callback(err);
			self.openReadStreamLowLevel(localFileHeader.fileDataStart, entry.compressedSize, relativeStart, relativeEnd, decompress, entry.uncompressedSize, callback);
		});
	};
	ZipFile.prototype.openReadStreamLowLevel = function(fileDataStart, compressedSize, relativeStart, relativeEnd, decompress, uncompressedSize, callback) {
		var self = this;
		fileDataStart + compressedSize;
		var readStream = self.reader.createReadStream({
			start: fileDataStart + relativeStart,
			end: fileDataStart + relativeEnd
		});
		var endpointStream = readStream;
		if (decompress) {
			var destroyed = false;
			var inflateFilter = zlib.createInflateRaw();
			readStream.on("error", function(err) {
				setImmediate(function() {
					if (!destroyed) inflateFilter.emit("error", err);
				});
			});
			readStream.pipe(inflateFilter);
			if (self.validateEntrySizes) {
				endpointStream = new AssertByteCountStream(uncompressedSize);
				inflateFilter.on("error", function(err) {
					setImmediate(function() {
						if (!destroyed) endpointStream.emit("error", err);
					});
				});
				inflateFilter.pipe(endpointStream);
			} else endpointStream = inflateFilter;
			installDestroyFn(endpointStream, function() {
				destroyed = true;
				if (inflateFilter !== endpointStream) inflateFilter.unpipe(endpointStream);
				readStream.unpipe(inflateFilter);
				readStream.destroy();
			});
		}
		callback(null, endpointStream);
	};
	ZipFile.prototype.readLocalFileHeader = function(entry, options, callback) {
		var self = this;
		if (callback == null) {
			callback = options;
			options = null;
		}
		if (options == null) options = {};
		self.reader.ref();
		var buffer = newBuffer(30);
		readAndAssertNoEof(self.reader, buffer, 0, buffer.length, entry.relativeOffsetOfLocalHeader, function(err) {
			try {
				if (err) return callback(err);
				var signature = buffer.readUInt32LE(0);
				if (signature !== 67324752) return callback(/* @__PURE__ */ new Error("invalid local file header signature: 0x" + signature.toString(16)));
				var fileNameLength = buffer.readUInt16LE(26);
				var extraFieldLength = buffer.readUInt16LE(28);
				var fileDataStart = entry.relativeOffsetOfLocalHeader + 30 + fileNameLength + extraFieldLength;
				if (fileDataStart + entry.compressedSize > self.fileSize) return callback(/* @__PURE__ */ new Error("file data overflows file bounds: " + fileDataStart + " + " + entry.compressedSize + " > " + self.fileSize));
				if (options.minimal) return callback(null, { fileDataStart });
				var localFileHeader = new LocalFileHeader();
				localFileHeader.fileDataStart = fileDataStart;
				localFileHeader.versionNeededToExtract = buffer.readUInt16LE(4);
				localFileHeader.generalPurposeBitFlag = buffer.readUInt16LE(6);
				localFileHeader.compressionMethod = buffer.readUInt16LE(8);
				localFileHeader.lastModFileTime = buffer.readUInt16LE(10);
				localFileHeader.lastModFileDate = buffer.readUInt16LE(12);
				localFileHeader.crc32 = buffer.readUInt32LE(14);
				localFileHeader.compressedSize = buffer.readUInt32LE(18);
				localFileHeader.uncompressedSize = buffer.readUInt32LE(22);
				localFileHeader.fileNameLength = fileNameLength;
				localFileHeader.extraFieldLength = extraFieldLength;
				buffer = newBuffer(fileNameLength + extraFieldLength);
				self.reader.ref();
				readAndAssertNoEof(self.reader, buffer, 0, buffer.length, entry.relativeOffsetOfLocalHeader + 30, function(err) {
					try {
						if (err) return callback(err);
						localFileHeader.fileName = buffer.subarray(0, fileNameLength);
						localFileHeader.extraField = buffer.subarray(fileNameLength);
						return callback(null, localFileHeader);
					} finally {
						self.reader.unref();
					}
				});
			} finally {
				self.reader.unref();
			}
		});
	};
	ZipFile.prototype.openReadStreamPromise = function(entry, options) {
		return new Promise((resolve, reject) => {
			this.openReadStream(entry, options, function(err, readStream) {
				if (err) return reject(err);
				resolve(readStream);
			});
		});
	};
	ZipFile.prototype.openReadStreamLowLevelPromise = function(fileDataStart, compressedSize, relativeStart, relativeEnd, decompress, uncompressedSize) {
		return new Promise((resolve, reject) => {
			this.openReadStream(fileDataStart, compressedSize, relativeStart, relativeEnd, decompress, uncompressedSize, function(err, readStream) {
				if (err) return reject(err);
				resolve(readStream);
			});
		});
	};
	ZipFile.prototype.readLocalFileHeaderPromise = function(entry, options) {
		return new Promise((resolve, reject) => {
			this.readLocalFileHeader(entry, options, function(err, localFileHeader) {
				if (err) return reject(err);
				resolve(localFileHeader);
			});
		});
	};
	function Entry() {}
	Entry.prototype.getLastModDate = function(options) {
		if (options == null) options = {};
		if (!options.forceDosFormat) for (var i = 0; i < this.extraFields.length; i++) {
			var extraField = this.extraFields[i];
			if (extraField.id === 21589) {
				var data = extraField.data;
				if (data.length < 5) continue;
				if (!(data[0] & 1)) continue;
				var posixTimestamp = data.readInt32LE(1);
				return /* @__PURE__ */ new Date(posixTimestamp * 1e3);
			} else if (extraField.id === 10) {
				var data = extraField.data;
				if (data.length !== 32) continue;
				if (data.readUInt16LE(4) !== 1) continue;
				if (data.readUInt16LE(6) !== 24) continue;
				var millisecondsSince1970 = (data.readUInt32LE(8) + 4294967296 * data.readInt32LE(12)) / 1e4 - 0xa9730b66800;
				return new Date(millisecondsSince1970);
			}
		}
		return dosDateTimeToDate(this.lastModFileDate, this.lastModFileTime, options.timezone);
	};
	Entry.prototype.canDecodeFileData = function() {
		return !this.isEncrypted() && (this.compressionMethod === 0 || this.compressionMethod === 8);
	};
	Entry.prototype.isEncrypted = function() {
		return (this.generalPurposeBitFlag & 1) !== 0;
	};
	Entry.prototype.isCompressed = function() {
		return this.compressionMethod === 8;
	};
	function LocalFileHeader() {}
	function dosDateTimeToDate(date, time, timezone) {
		var day = date & 31;
		var month = (date >> 5 & 15) - 1;
		var year = (date >> 9 & 127) + 1980;
		var millisecond = 0;
		var second = (time & 31) * 2;
		var minute = time >> 5 & 63;
		var hour = time >> 11 & 31;
		if (timezone == null || timezone === "local") return new Date(year, month, day, hour, minute, second, millisecond);
		else if (timezone === "UTC") return new Date(Date.UTC(year, month, day, hour, minute, second, millisecond));
		else throw new Error("unrecognized options.timezone: " + options.timezone);
	}
	function getFileNameLowLevel(generalPurposeBitFlag, fileNameBuffer, extraFields, strictFileNames) {
		var fileName = null;
		for (var i = 0; i < extraFields.length; i++) {
			var extraField = extraFields[i];
			if (extraField.id === 28789) {
				if (extraField.data.length < 6) continue;
				if (extraField.data.readUInt8(0) !== 1) continue;
				var oldNameCrc32 = extraField.data.readUInt32LE(1);
				if (crc32(fileNameBuffer) !== oldNameCrc32) continue;
				fileName = decodeBuffer(extraField.data.subarray(5), true);
				break;
			}
		}
		if (fileName == null) fileName = decodeBuffer(fileNameBuffer, (generalPurposeBitFlag & 2048) !== 0);
		if (!strictFileNames) fileName = fileName.replace(/\\/g, "/");
		return fileName;
	}
	function validateFileName(fileName) {
		if (fileName.indexOf("\\") !== -1) return "invalid characters in fileName: " + fileName;
		if (/^[a-zA-Z]:/.test(fileName) || /^\//.test(fileName)) return "absolute path: " + fileName;
		if (fileName.split("/").indexOf("..") !== -1) return "invalid relative path: " + fileName;
		return null;
	}
	function parseExtraFields(extraFieldBuffer) {
		var extraFields = [];
		var i = 0;
		while (i < extraFieldBuffer.length - 3) {
			var headerId = extraFieldBuffer.readUInt16LE(i + 0);
			var dataSize = extraFieldBuffer.readUInt16LE(i + 2);
			var dataStart = i + 4;
			var dataEnd = dataStart + dataSize;
			if (dataEnd > extraFieldBuffer.length) throw new Error("extra field length exceeds extra field buffer size");
			var dataBuffer = extraFieldBuffer.subarray(dataStart, dataEnd);
			extraFields.push({
				id: headerId,
				data: dataBuffer
			});
			i = dataEnd;
		}
		return extraFields;
	}
	function readAndAssertNoEof(reader, buffer, offset, length, position, callback) {
		if (length === 0) return setImmediate(function() {
			callback(null, newBuffer(0));
		});
		reader.read(buffer, offset, length, position, function(err, bytesRead) {
			if (err) return callback(err);
			if (bytesRead < length) return callback(/* @__PURE__ */ new Error("unexpected EOF"));
			callback();
		});
	}
	util.inherits(AssertByteCountStream, Transform);
	function AssertByteCountStream(byteCount) {
		Transform.call(this);
		this.actualByteCount = 0;
		this.expectedByteCount = byteCount;
	}
	AssertByteCountStream.prototype._transform = function(chunk, encoding, cb) {
		this.actualByteCount += chunk.length;
		if (this.actualByteCount > this.expectedByteCount) {
			var msg = "too many bytes in the stream. expected " + this.expectedByteCount + ". got at least " + this.actualByteCount;
			return cb(new Error(msg));
		}
		cb(null, chunk);
	};
	AssertByteCountStream.prototype._flush = function(cb) {
		if (this.actualByteCount < this.expectedByteCount) {
			var msg = "not enough bytes in the stream. expected " + this.expectedByteCount + ". got only " + this.actualByteCount;
			return cb(new Error(msg));
		}
		cb();
	};
	util.inherits(RandomAccessReader, EventEmitter);
	function RandomAccessReader() {
		EventEmitter.call(this);
		this.refCount = 0;
	}
	RandomAccessReader.prototype.ref = function() {
		this.refCount += 1;
	};
	RandomAccessReader.prototype.unref = function() {
		var self = this;
		self.refCount -= 1;
		if (self.refCount > 0) return;
		if (self.refCount < 0) throw new Error("invalid unref");
		self.close(onCloseDone);
		function onCloseDone(err) {
			if (err) return self.emit("error", err);
			self.emit("close");
		}
	};
	RandomAccessReader.prototype.createReadStream = function(options) {
		if (options == null) options = {};
		var start = options.start;
		var end = options.end;
		if (start === end) {
			var emptyStream = new PassThrough();
			setImmediate(function() {
				emptyStream.end();
			});
			return emptyStream;
		}
		var stream = this._readStreamForRange(start, end);
		var destroyed = false;
		var refUnrefFilter = new RefUnrefFilter(this);
		stream.on("error", function(err) {
			setImmediate(function() {
				if (!destroyed) refUnrefFilter.emit("error", err);
			});
		});
		installDestroyFn(refUnrefFilter, function() {
			stream.unpipe(refUnrefFilter);
			refUnrefFilter.unref();
			stream.destroy();
		});
		var byteCounter = new AssertByteCountStream(end - start);
		refUnrefFilter.on("error", function(err) {
			setImmediate(function() {
				if (!destroyed) byteCounter.emit("error", err);
			});
		});
		installDestroyFn(byteCounter, function() {
			destroyed = true;
			refUnrefFilter.unpipe(byteCounter);
			refUnrefFilter.destroy();
		});
		return stream.pipe(refUnrefFilter).pipe(byteCounter);
	};
	RandomAccessReader.prototype._readStreamForRange = function(start, end) {
		throw new Error("not implemented");
	};
	RandomAccessReader.prototype.read = function(buffer, offset, length, position, callback) {
		var readStream = this.createReadStream({
			start: position,
			end: position + length
		});
		var writeStream = new Writable();
		var written = 0;
		writeStream._write = function(chunk, encoding, cb) {
			chunk.copy(buffer, offset + written, 0, chunk.length);
			written += chunk.length;
			cb();
		};
		writeStream.on("finish", callback);
		readStream.on("error", function(error) {
			callback(error);
		});
		readStream.pipe(writeStream);
	};
	RandomAccessReader.prototype.close = function(callback) {
		setImmediate(callback);
	};
	util.inherits(RefUnrefFilter, PassThrough);
	function RefUnrefFilter(context) {
		PassThrough.call(this);
		this.context = context;
		this.context.ref();
		this.unreffedYet = false;
	}
	RefUnrefFilter.prototype._flush = function(cb) {
		this.unref();
		cb();
	};
	RefUnrefFilter.prototype.unref = function(cb) {
		if (this.unreffedYet) return;
		this.unreffedYet = true;
		this.context.unref();
	};
	var cp437 = "\0☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼ !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~⌂ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xA0";
	function decodeBuffer(buffer, isUtf8) {
		if (isUtf8) return buffer.toString("utf8");
		else {
			var result = "";
			for (var i = 0; i < buffer.length; i++) result += cp437[buffer[i]];
			return result;
		}
	}
	function readUInt64LE(buffer, offset) {
		var lower32 = buffer.readUInt32LE(offset);
		return buffer.readUInt32LE(offset + 4) * 4294967296 + lower32;
	}
	var newBuffer;
	if (typeof Buffer.allocUnsafe === "function") newBuffer = function(len) {
		return Buffer.allocUnsafe(len);
	};
	else newBuffer = function(len) {
		return new Buffer(len);
	};
	function installDestroyFn(stream, fn) {
		if (typeof stream.destroy === "function") stream._destroy = function(err, cb) {
			fn();
			if (cb != null) cb(err);
		};
		else stream.destroy = fn;
	}
	function defaultCallback(err) {
		if (err) throw err;
	}
})))();
const MAGIC$1 = "PK";
const WORKBOOK = "[Content_Types].xml";
/**
* Paths of the files in an archive: that of the archive, and the name within; null if the file is none.
* @throws ServiceError if the archive cannot be read, or holds an office document
*/
async function archived(path) {
	if (!await isZip(path)) return null;
	const names = [];
	try {
		const archive = await (0, import_yauzl.openPromise)(path);
		for await (const { fileName } of archive.eachEntry()) if (isFile(fileName)) names.push(fileName);
	} catch (error) {
		throw damaged(path, error);
	}
	if (!names.includes(WORKBOOK)) return names.sort().map((name) => join(path, name));
	throw new ServiceError("not_supported", `${path}: This is an Excel workbook. Export the sheet as CSV.`, { needs: "import format" });
}
/** @param path as `archived` gives it */
async function* archivedBytes(archive, path) {
	const zip = await (0, import_yauzl.openPromise)(archive, { autoClose: false });
	try {
		for await (const entry of zip.eachEntry()) {
			if (join(archive, entry.fileName) !== path) continue;
			let sum = 0;
			for await (const read of await zip.openReadStreamPromise(entry)) {
				const chunk = read;
				sum = crc32(chunk, sum);
				yield chunk;
			}
			if (sum !== entry.crc32) throw new Error("bits have flipped");
			return;
		}
		throw new Error("an archive that changed");
	} catch (error) {
		if (error instanceof ServiceError) throw error;
		throw damaged(archive, error);
	} finally {
		zip.close();
	}
}
async function isZip(path) {
	const handle = await open$1(path, "r").catch(() => null);
	if (handle === null) return false;
	try {
		if (!(await handle.stat()).isFile()) return false;
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
		return buffer.toString("latin1", 0, bytesRead) === MAGIC$1;
	} finally {
		await handle.close();
	}
}
/** Folders end in a slash; systems leave hidden files behind. */
function isFile(name) {
	return !name.endsWith("/") && !name.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");
}
function damaged(path, cause) {
	return new ServiceError("invalid_input", `${path}: This zip archive is damaged or encrypted. Unpack it first.`, { cause });
}
// src/cli/files/zstd_frames.ts
/**
* Notices zstd data that is cut short, which the decompressor of Node 22 does not: it ends as if all had been there. Walks
* over the frames (RFC 8878, section 3.1) without decompressing them.
*/
const FRAME = 4247762216;
/** The first of sixteen. */
const SKIPPABLE = 407710288;
const SINGLE_SEGMENT = 32;
const CHECKSUM = 4;
const CONTENT_SIZE_BYTES = [
	0,
	2,
	4,
	8
];
const DICTIONARY_BYTES = [
	0,
	1,
	2,
	4
];
const RLE = 1;
const keep = (bytes) => ({
	bytes,
	keep: true
});
const pass = (bytes) => ({
	bytes,
	keep: false
});
/** What every frame begins with. */
const MAGIC = keep(4);
/** One frame. @returns false if it is none: what that means the decompressor says */
function* frame() {
	const magic = (yield MAGIC).readUInt32LE();
	if (magic - magic % 16 === SKIPPABLE) {
		yield pass((yield keep(4)).readUInt32LE());
		return true;
	}
	if (magic !== FRAME) return false;
	const descriptor = (yield keep(1))[0];
	const is_single = (descriptor & SINGLE_SEGMENT) !== 0;
	const content_size = descriptor < 64 && is_single ? 1 : CONTENT_SIZE_BYTES[descriptor >>> 6];
	yield pass((is_single ? 0 : 1) + DICTIONARY_BYTES[descriptor & 3] + content_size);
	for (let is_last = false; !is_last;) {
		const header = (yield keep(3)).readUIntLE(0, 3);
		is_last = (header & 1) === 1;
		yield pass((header >>> 1 & 3) === RLE ? 1 : header >>> 3);
	}
	if ((descriptor & CHECKSUM) !== 0) yield pass(4);
	return true;
}
/** The chunks as they are. @throws Error Z_BUF_ERROR if they end within a frame */
async function* wholeFrames(chunks) {
	let walk = frame();
	let step = null;
	let passed = 0;
	let kept = [];
	let isFrames = true;
	for await (const chunk of chunks) {
		for (let at = 0; isFrames && at < chunk.length;) {
			if (step === null) {
				walk.next();
				step = MAGIC;
			}
			const count = Math.min(step.bytes - passed, chunk.length - at);
			if (step.keep) kept.push(...chunk.subarray(at, at + count));
			[at, passed] = [at + count, passed + count];
			while (step !== null && passed === step.bytes) {
				const { done, value } = walk.next(Buffer.from(kept));
				[passed, kept, step] = [
					0,
					[],
					done ? null : value
				];
				if (!done) continue;
				isFrames = value;
				walk = frame();
			}
		}
		yield chunk;
	}
	if (isFrames && step !== null) throw Object.assign(/* @__PURE__ */ new Error("unexpected end of file"), { code: "Z_BUF_ERROR" });
}
const STDIN_FD = 0;
/** A process that used stdin without blocking may have left it in that mode, so reads can return "nothing yet". */
const AGAIN_MS = 20;
const openFile = promisify(open);
const readFile = promisify(read);
const closeFile = promisify(close);
/**
* @param head bytes already read; stdin cannot be read twice
* @param onChunk gets each chunk read now
* @param passing each chunk is used up before the next one is asked for: all are read into the same place, as memory
* that is new each time makes the garbage collector look at all there is, again and again
*/
async function* rawBytes({ path, head, archive }, onChunk, passing = false) {
	for (const chunk of head) {
		onChunk(chunk);
		yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
	}
	if (archive !== null) {
		for await (const chunk of archivedBytes(archive, path)) {
			onChunk(chunk);
			yield chunk;
		}
		return;
	}
	const fd = path === "-" ? STDIN_FD : await openFile(path, "r");
	try {
		let place = newPlace();
		for (;; place = passing ? place : newPlace()) {
			const chunk = await nextChunk(fd, place);
			if (chunk.length === 0) return;
			onChunk(chunk);
			yield chunk;
		}
	} finally {
		if (path !== "-") await closeFile(fd);
	}
}
function newPlace() {
	return Buffer.allocUnsafeSlow(TUNING.import_chunk_bytes);
}
/** Empty at the end. */
async function nextChunk(fd, buffer) {
	for (;;) try {
		const { bytesRead } = await readFile(fd, buffer, 0, buffer.length, null);
		return buffer.subarray(0, bytesRead);
	} catch (error) {
		const code = errorCode(error);
		if (code === "EOF") return buffer.subarray(0, 0);
		if (code !== "EAGAIN") throw error;
		await setTimeout$1(AGAIN_MS);
	}
}
/** Several concatenated streams are one file. */
async function* unpacked(chunks, packing) {
	if (packing === null) {
		yield* chunks;
		return;
	}
	const source = Readable.from(packing === "zstd" ? wholeFrames(chunks) : chunks, { objectMode: false });
	const options = { chunkSize: TUNING.import_chunk_bytes };
	const content = packing === "gzip" ? createGunzip(options) : createZstdDecompress(options);
	source.once("error", (error) => content.destroy(error));
	try {
		yield* source.pipe(content);
	} finally {
		source.destroy();
	}
}
/** At least this many first bytes, if there are, and all bytes from the start. */
async function peeked(chunks, enough) {
	let block = Buffer.alloc(0);
	let ended = false;
	while (!enough(block)) {
		const next = await chunks.next();
		if (next.done) {
			ended = true;
			break;
		}
		block = block.length === 0 ? next.value : Buffer.concat([block, next.value]);
	}
	return {
		block,
		ended,
		chunks: joined(block, chunks)
	};
}
async function* joined(first, rest) {
	if (first.length > 0) yield first;
	yield* rest;
}
// src/cli/files/byte_values.ts
/** Reads values from bytes, in their most frequent forms only; callers fall back to a full parser for others. */
const QUOTE$4 = 34;
const BACKSLASH$1 = 92;
const NEWLINE$5 = 10;
const MINUS = 45;
const POINT = 46;
const COLON$1 = 58;
const ZERO$1 = 48;
const SMALL_E = 101;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const CAPITAL_T = 84;
const CAPITAL_Z = 90;
/** With at most this many digits a number is exact, and so is dividing it by a power of ten. */
const EXACT_DIGITS = 15;
const TENS = Array.from({ length: 16 }, (_, places) => 10 ** places);
/** Deeper values are left to the parser, which has the limit. */
const LEVELS = 16;
const UUID_CHARS$1 = 36;
/** Byte -> value as a hexadecimal digit, -1 for others. */
const HEX = (/* @__PURE__ */ new Int8Array(256)).fill(-1);
for (const [value, digit] of [..."0123456789abcdef"].entries()) {
	HEX[digit.charCodeAt(0)] = value;
	HEX[digit.toUpperCase().charCodeAt(0)] = value;
}
/** High bits of bytes; of those set below, only the lowest is exact. */
const HIGH_BITS = 2155905152;
/** Four bytes -> the high bit of each that is a quote, a backslash or a control character; other bits may be set, too. */
function plainStops(word) {
	return stopsAt(word, 572662306) | stopsAt(word, 1549556828) | word - 538976288 & ~word;
}
/** The same for one sign, given four times. */
function stopsAt(word, signs) {
	const other = word ^ signs;
	return other - 16843009 & ~other;
}
/** End of a text, or its first escape or control character. May read some bytes past the end. */
function endOfPlain(view, from) {
	for (let at = from;; at += 4) {
		const found = plainStops(view.getInt32(at, true)) & HIGH_BITS;
		if (found !== 0) return at + (31 - Math.clz32(found & -found) >> 3);
	}
}
/** Index after the closing quote of the text that opens at `from`; 0 if the line ends before. */
function endOfQuoted(source, from) {
	for (let at = from + 1; at < source.length && source[at] !== NEWLINE$5; at++) {
		if (source[at] === QUOTE$4) return at + 1;
		if (source[at] === BACKSLASH$1) at++;
	}
	return 0;
}
/**
* Index after the closing bracket of the array or object that opens at `from`; 0 if it is too deep or the line ends
* before.
*/
function endOfNested(source, from) {
	let depth = 0;
	for (let at = from; at < source.length && source[at] !== NEWLINE$5; at++) {
		const byte = source[at];
		if (byte === QUOTE$4) {
			at = endOfQuoted(source, at) - 1;
			if (at < 0) return 0;
		} else if ((byte | 32) === 123) {
			if (++depth > LEVELS) return 0;
		} else if ((byte | 32) === 125 && --depth === 0) return at + 1;
	}
	return 0;
}
/** Reads JSON numbers. */
var NumberReader = class {
	/** Index after the last number read, and its digits after the point. */
	end = 0;
	places = 0;
	/** NaN if there is none, or it is too large. */
	read(source, from) {
		const value = this.readShort(source, from);
		return Number.isNaN(value) ? this.#readLong(source, from) : value;
	}
	/** NaN if there is none, or it has many digits or an exponent. */
	readShort(source, from) {
		const is_negative = source[from] === MINUS;
		const start = is_negative ? from + 1 : from;
		let at = start;
		let value = 0;
		let digit = source[at] - ZERO$1;
		for (; digit >= 0 && digit <= 9; digit = source[++at] - ZERO$1) value = value * 10 + digit;
		let digits = at - start;
		let places = 0;
		if (digits === 0 || digits > 1 && source[start] === ZERO$1) return NaN;
		if (source[at] === POINT) {
			const point = at;
			digit = source[++at] - ZERO$1;
			for (; digit >= 0 && digit <= 9; digit = source[++at] - ZERO$1) value = value * 10 + digit;
			places = at - point - 1;
			digits += places;
			if (places === 0 || digits > EXACT_DIGITS) return NaN;
			value /= TENS[places];
		}
		if (digits > EXACT_DIGITS || (source[at] | 32) === SMALL_E) return NaN;
		this.end = at;
		this.places = places;
		return is_negative ? -value : value;
	}
	#readLong(source, from) {
		let at = from;
		while (isOfNumber(source[at])) at++;
		const text = Buffer.from(source.buffer, source.byteOffset + from, at - from).toString("latin1");
		const value = JSON_NUMBER.test(text) ? Number(text) : NaN;
		this.end = at;
		return Number.isFinite(value) ? value : NaN;
	}
};
function isOfNumber(byte) {
	return byte >= ZERO$1 && byte <= 57 || byte === POINT || byte === MINUS || byte === 43 || (byte | 32) === SMALL_E;
}
/** `2026-01-31T12:00:00.123Z`, with or without milliseconds. */
var TimeReader = class {
	/** Index after the last time read. */
	end = 0;
	/** Cache of the last day: its bytes as words, and its start. */
	#year = 0;
	#month = 0;
	#day = 0;
	#day_ms = -1;
	/** -1 for other forms, and for times that cannot be stored. */
	read(source, view, from) {
		const year = view.getInt32(from, true);
		const month = view.getInt32(from + 4, true);
		const day = view.getUint16(from + 8, true);
		if (year !== this.#year || month !== this.#month || day !== this.#day) {
			const text = Buffer.from(source.buffer, source.byteOffset + from, 10).toString("latin1");
			this.#day_ms = parseTimestamp(`${text}T00:00:00Z`) ?? -1;
			this.#year = year;
			this.#month = month;
			this.#day = day;
		}
		const hour = twoDigits(source, from + 11);
		const minute = twoDigits(source, from + 14);
		const second = twoDigits(source, from + 17);
		if (source[from + 10] !== CAPITAL_T || source[from + 13] !== COLON$1 || source[from + 16] !== COLON$1) return -1;
		if (!(hour < 24 && minute < 60 && second < 60 && this.#day_ms >= 0)) return -1;
		let ms = this.#day_ms + hour * 36e5 + minute * 6e4 + second * 1e3;
		let at = from + 19;
		if (source[at] === POINT) {
			ms += twoDigits(source, at + 1) * 10 + twoDigits(source, at + 2) % 10;
			at += 4;
		}
		if (source[at] !== CAPITAL_Z || !(ms >= 0)) return -1;
		this.end = at + 1;
		return ms;
	}
};
/** NaN if either is no digit. */
function twoDigits(source, at) {
	const tens = source[at] - ZERO$1;
	const ones = source[at + 1] - ZERO$1;
	return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}
/** Writes a dashed UUID as 16 bytes; false if there is none. */
function writeUuid(source, from, target, to) {
	let bad = 0;
	let out = to;
	for (let i = 0; i < UUID_CHARS$1;) {
		if (i === 8 || i === 13 || i === 18 || i === 23) {
			bad |= source[from + i++] ^ MINUS;
			continue;
		}
		const high = HEX[source[from + i]];
		const low = HEX[source[from + i + 1]];
		bad |= (high | low) & -16;
		target[out++] = high << 4 | low;
		i += 2;
	}
	return bad === 0;
}
// src/cli/files/shown.ts
/** Contents of unknown files for the terminal: short, and without control characters. */
const SHOWN_CHARS = 60;
const CONTROLS = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** A line of a file. */
function shownLine(text, chars) {
	const line = text.replace(CONTROLS, "?");
	return line.length <= chars ? line : `${line.slice(0, chars)}…`;
}
/** A name, unquoted. */
function shownName(name) {
	return shownLine(name, SHOWN_CHARS);
}
/** A value as JSON. */
function shownValue(value) {
	const text = typeof value === "string" ? value.slice(0, 61) : value;
	return shownLine(JSON.stringify(text) ?? "nothing", SHOWN_CHARS);
}
// src/cli/files/columns.ts
/** Which column, or member of JSON lines, is which field of an event. */
const EVENT_FIELDS = [
	"event",
	"distinct_id",
	"timestamp",
	"uuid"
];
const NEEDED$1 = [
	"event",
	"distinct_id",
	"timestamp"
];
/** JSON members have types of their own. */
const JSON_COLUMN = {
	role: "field",
	type: "json",
	at: 0
};
/** Other places where client libraries put the id. */
const PERSON_PLACES = [
	"$distinct_id",
	"properties.distinct_id",
	"properties.$distinct_id"
];
/** At most, in an error. */
const NAMES_LISTED = 40;
/**
* Synonyms, ignoring case and separators. Who did it is never guessed: a wrong id makes all numbers
* of people wrong.
*/
const ALIASES = {
	event: [
		"eventname",
		"eventtype",
		"activity",
		"action"
	],
	timestamp: [
		"time",
		"ts",
		"date",
		"datetime",
		"eventtime",
		"eventdate",
		"eventdatetime",
		"eventtimestamp",
		"occurredat",
		"happenedat",
		"createdat"
	],
	properties: [
		"eventproperties",
		"props",
		"params",
		"eventparams"
	]
};
/** Likely names: suggested, never assumed. */
const LIKELY = {
	event: /event|action|activity/i,
	distinct_id: /user|customer|client|visitor|person|member|account|uid|email|player/i,
	timestamp: /time|date/i
};
/**
* @param names columns or members, as in the file
* @param held fields found by other means, e.g. in the properties of JSON lines
* @throws ServiceError if a field is missing or ambiguous
*/
function matchFields(names, settings, held = /* @__PURE__ */ new Set()) {
	for (const { column } of settings.map) namedColumn(names, column);
	const said = new Set(settings.map.map(({ column }) => namedColumn(names, column)));
	const free = names.filter((name) => name !== "" && !said.has(name));
	const found = [];
	for (const field of [...EVENT_FIELDS, "properties"]) {
		const pair = settings.map.find(({ name }) => name === field);
		if (pair !== void 0) found.push({
			field,
			name: namedColumn(names, pair.column),
			matched: "said"
		});
		else if (!held.has(field)) found.push(...byName(field, free, settings));
	}
	const missing = NEEDED$1.filter((field) => !held.has(field) && !found.some((match) => match.field === field));
	if (missing.some((field) => field !== "event" || settings.event === null)) throw noColumn(missing, names);
	return found;
}
/** For CSV. @param rows the file's first rows */
function csvColumns(header, rows, settings) {
	const names = distinctNames(header);
	const matches = matchFields(names, settings);
	return names.flatMap((name, at) => {
		const cells = rows.map((row) => row[at] ?? "");
		const base = {
			name,
			type: columnType(cells),
			at
		};
		if (name === "") return [{
			...base,
			as: "",
			role: "unused",
			matched: "name"
		}];
		const fields = matches.filter((match) => match.name === name).map((match) => fieldColumn(base, match, cells));
		const properties = settings.map.filter((pair) => namedColumn(names, pair.column) === name && !matches.some(({ field }) => field === pair.name)).map((pair) => ({
			...base,
			as: pair.name,
			role: "property",
			matched: "said"
		}));
		const all = [...fields, ...properties];
		return all.length > 0 ? all : [{
			...base,
			as: name,
			role: "property",
			matched: "name"
		}];
	});
}
/** For CSV whose fields are found by other means: all columns with their types. */
function plainColumns(header, rows) {
	return distinctNames(header).map((name, at) => {
		const type = columnType(rows.map((row) => row[at] ?? ""));
		return {
			name,
			as: name,
			role: name === "" ? "unused" : "property",
			type,
			at,
			matched: "name"
		};
	});
}
/** For JSON: members whose name differs from their field. @param events the file's first events */
function jsonColumns(events, settings) {
	const names = /* @__PURE__ */ new Set();
	const held = /* @__PURE__ */ new Set();
	for (const event of events) for (const name in event) {
		names.add(name);
		const inner = event[name];
		if (!isObject(inner)) continue;
		for (const member in inner) names.add(`${name}.${member}`);
	}
	for (const field of EVENT_FIELDS) if (names.has(field)) held.add(field);
	if (names.has("properties")) held.add("properties");
	if (PERSON_PLACES.some((name) => names.has(name))) held.add("distinct_id");
	return [...matchFields([...names], settings, held).map(({ field, name, matched }) => ({
		...JSON_COLUMN,
		name,
		as: field,
		matched
	})), ...jsonColumnsSaid(settings).filter(({ role }) => role === "property")];
}
/** For JSON: members that are dropped. */
function unusedColumns(names) {
	return names.map((name) => ({
		...JSON_COLUMN,
		name,
		as: "",
		role: "unused",
		matched: "name"
	}));
}
/** Columns given with --map, whatever the lines contain. */
function jsonColumnsSaid({ map }) {
	return map.map(({ name, column }) => ({
		...JSON_COLUMN,
		name: column,
		as: name,
		role: isField(name) ? "field" : "property",
		matched: "said"
	}));
}
function isField(name) {
	return name === "properties" || isOneOf(EVENT_FIELDS, name);
}
function fieldColumn(base, { field, name, matched }, cells) {
	if (field !== "properties") return {
		...base,
		as: field,
		role: "field",
		matched
	};
	if (base.type === "empty" || cells.some(holdsObject)) return {
		...base,
		as: field,
		role: "opened",
		matched
	};
	return {
		...base,
		as: name,
		role: "property",
		matched: "name"
	};
}
/** Trims names; the second of two equal ones gets a number. */
function distinctNames(header) {
	const names = [];
	for (const cell of header) {
		const name = cell.trim();
		let distinct = name;
		for (let at = 2; name !== "" && names.includes(distinct); at++) distinct = `${name}_${at}`;
		names.push(distinct);
	}
	return names;
}
function byName(field, names, settings) {
	if (names.includes(field)) {
		if (field !== "event" || settings.event === null) return [{
			field,
			name: field,
			matched: "name"
		}];
		throw new ServiceError("invalid_input", "There is a column \"event\" and --event as well. Leave --event out, or give the column another name: --map what=event");
	}
	if (field === "event" && settings.event !== null) return [];
	for (const wanted of [[letters(field)], ALIASES[field] ?? []]) {
		const fitting = names.filter((name) => wanted.includes(letters(name)));
		if (fitting.length > 1) throw several(field, fitting);
		if (fitting.length === 1) return [{
			field,
			name: fitting[0],
			matched: "alias"
		}];
	}
	return [];
}
/** Ignores case and separators. */
function letters(name) {
	return name.toLowerCase().replace(/[\s_.$-]/g, "");
}
/** The column that --map means. Case only matters if two names differ in nothing else. */
function namedColumn(names, column) {
	if (names.includes(column)) return column;
	const fitting = names.filter((name) => name.toLowerCase() === column.toLowerCase());
	if (fitting.length === 1) return fitting[0];
	throw new ServiceError("invalid_input", `There is no column ${quoted(column)}. Columns: ${listed(names)}.`);
}
function noColumn(fields, names) {
	const pairs = fields.map((field) => [field, names.find((name) => LIKELY[field]?.test(name))]).map(([field, name]) => `${field}=${name === void 0 ? "<column>" : shownName(name)}`);
	const one = fields.includes("event") ? ". One name for all events: --event <name>" : "";
	return new ServiceError("invalid_input", `No column gives ${fields.map((field) => `"${field}"`).join(" or ")}. Columns: ${listed(names)}. Say which one it is: --map ${pairs.join(",")}${one}`);
}
function listed(names) {
	const more = names.length > NAMES_LISTED ? ` and ${names.length - NAMES_LISTED} more` : "";
	return `${names.slice(0, NAMES_LISTED).map((name) => quoted(name)).join(", ")}${more}`;
}
function several(field, names) {
	return new ServiceError("invalid_input", `"${field}" could be ${names.map((name) => quoted(name)).join(" or ")}. Say which one it is: --map ${field}=${shownName(names[0])}`);
}
// src/cli/files/events.ts
/** Raw rows of a file -> the objects that `itemOfLine` takes. */
/** Members beside the properties that have a meaning of their own. */
const MEANT = /* @__PURE__ */ new Set([
	...EVENT_FIELDS,
	"$distinct_id",
	"properties",
	"$set",
	"$set_once",
	"$unset",
	"$groups",
	"token",
	"api_key"
]);
function eventsOf({ format, columns, settings }) {
	const { event } = settings;
	const used = columns.filter(({ role }) => role !== "unused");
	return format.kind === "csv" ? (row) => csvEvent(row, used, event) : (row) => jsonEvent(row, used, event);
}
function csvEvent(row, columns, event) {
	if ("reason" in row) return row;
	const cells = row.value;
	const value = event === null ? {} : { event };
	const properties = {};
	for (const { as, role, type, at } of columns) {
		const text = cells[at];
		if (role === "field") value[as] = text;
		else if (role === "property") {
			const stored = cellValue(text, type);
			if (stored !== void 0) putProperty(properties, as, stored);
		} else if (role === "opened" && !isMissing(text) && !openInto(properties, text)) return {
			line: row.line,
			reason: `"${as}" must hold a JSON object`,
			text: cells.join("|")
		};
	}
	value["properties"] = properties;
	return {
		line: row.line,
		value
	};
}
function jsonEvent(row, columns, event) {
	if ("reason" in row || !isEventLike(row.value)) return row;
	const given = row.value;
	const isFlat = given["properties"] === void 0 && hasMore(given);
	if (columns.length === 0 && !isFlat && (event === null || given["event"] !== void 0)) return row;
	const value = { ...given };
	if (event !== null) value["event"] ??= event;
	const moved = /* @__PURE__ */ new Set();
	for (const { name, as, role } of columns) {
		const member = memberAt(given, name);
		if (member === void 0) continue;
		moved.add(name);
		if (role === "property") {
			const properties = { ...asObject(value["properties"]) };
			putProperty(properties, as, member);
			value["properties"] = properties;
		} else value[as] = member;
	}
	if (value["properties"] === void 0 || isFlat) value["properties"] = flatProperties(value, moved);
	return {
		line: row.line,
		value
	};
}
/** `$set.email` is a property of the person, `$groups.company` a group of the event. */
const INNER = /^(\$set|\$set_once|\$groups)\.(.+)$/s;
function isInner(name) {
	return INNER.test(name);
}
function putProperty(properties, name, value) {
	const [, outer, inner] = INNER.exec(name) ?? [];
	if (outer === void 0 || inner === void 0) {
		put(properties, name, value);
		return;
	}
	const members = { ...asObject(properties[outer]) };
	put(members, inner, value);
	properties[outer] = members;
}
/** Lines with a `type` are not events. */
function isEventLike(value) {
	if (!isObject(value)) return false;
	return value["event"] !== void 0 || value["type"] !== "person" && value["type"] !== "group";
}
/** In a line without properties, every other member is one. */
function flatProperties(value, moved) {
	const properties = { ...asObject(value["properties"]) };
	for (const name in value) if (!MEANT.has(name) && !moved.has(name) && value[name] !== null) put(properties, name, value[name]);
	return properties;
}
/** Members beside the properties of lines that have some; they are dropped. @param events the file's first events */
function unusedMembers(events, columns) {
	const used = new Set(columns.map(({ name }) => name));
	const names = /* @__PURE__ */ new Set();
	for (const event of events) {
		if (event["properties"] === void 0) continue;
		for (const name in event) if (!MEANT.has(name) && !used.has(name)) names.add(name);
	}
	return [...names];
}
function hasMore(value) {
	for (const name in value) if (!MEANT.has(name)) return true;
	return false;
}
/** By name, else by path, e.g. properties.time. */
function memberAt(value, name) {
	if (value[name] !== void 0) return value[name];
	const dot = name.indexOf(".");
	if (dot < 0) return void 0;
	const inner = value[name.slice(0, dot)];
	return isObject(inner) ? memberAt(inner, name.slice(dot + 1)) : void 0;
}
function asObject(value) {
	return isObject(value) ? value : {};
}
// src/cli/files/csv_scanner.ts
/**
* Scans CSV records from bytes into columns without making strings, like line_scanner.ts for JSON. Records that do not
* fit their columns are left to the parser.
*/
/** Properties that also affect the event; those need objects. */
const MEANING$1 = [
	"$elements",
	"$insert_id",
	"$groups",
	"$process_person_profile"
];
const QUOTE$3 = 34;
const ZERO = 48;
const NEWLINE$4 = 10;
const RETURN$2 = 13;
const UUID_CHARS = 36;
const UUID_BYTES = 16;
/** JSON writes smaller numbers differently: 1e-7. */
const PLAIN_MIN = 1e-6;
/** Whether records can be scanned: each cell matches its column's type and is one property. */
function isScannable({ format, columns, settings }) {
	if (format.kind !== "csv" || format.line_end !== "\n" || format.skip_lines > 0 || settings.event !== null) return false;
	const used = columns.filter(({ role }) => role !== "unused");
	const names = new Set(used.map(({ as }) => as));
	return format.delimiter.charCodeAt(0) < 128 && names.size === used.length && columns.every(({ role, as, at }, place) => at === place && role !== "opened" && !MEANING$1.includes(as) && !isInner(as)) && [
		"event",
		"distinct_id",
		"timestamp"
	].every((field) => used.some(({ role, as }) => role === "field" && as === field));
}
var CsvScanner = class {
	#batch;
	#columns;
	#delimiter;
	/** The delimiter's byte, four times. */
	#delimiters;
	#has_uuids;
	#numbers = new NumberReader();
	#times = new TimeReader();
	#cells = [];
	#generation = -1;
	/** End of the block. */
	#end = 0;
	#bits = 0;
	#has_id = false;
	/** Line ends within cells of scanned records. */
	inner_lines = 0;
	/** @param columns of a scannable file */
	constructor(batch, columns, delimiter) {
		this.#batch = batch;
		this.#columns = columns;
		this.#delimiter = delimiter.charCodeAt(0);
		this.#delimiters = Math.imul(this.#delimiter, 16843009);
		this.#has_uuids = columns.some(({ role, as }) => role === "field" && as === "uuid");
	}
	/**
	* Scans records until the end, a full batch, or a record it cannot handle; returns the position.
	* @param ids for records without one
	*/
	scan({ bytes, view, end }, from, ids) {
		const batch = this.#batch;
		if (batch.generation !== this.#generation) this.#openCells();
		this.#end = end;
		let at = from;
		while (at < end && !batch.isFull()) {
			if (batch.stretch_rows === 1024) batch.settle(bytes, view);
			this.#bits = 0;
			this.#has_id = this.#has_uuids;
			const lines = this.inner_lines;
			const next = this.#record(bytes, view, at);
			if (next === 0 || next - at > LIMIT.event_bytes / 16) {
				this.inner_lines = lines;
				batch.giveUp();
				break;
			}
			const row = batch.rows++;
			batch.visits[row] = this.#bits;
			if (!this.#has_id) batch.nameLater(row, ids);
			at = next;
		}
		batch.settle(bytes, view);
		return at;
	}
	#openCells() {
		const batch = this.#batch;
		this.#generation = batch.generation;
		this.#cells = this.#columns.map(({ as, role, type }) => {
			const kind = isOneOf(EVENT_FIELDS, as) && role === "field" ? as : role === "property" ? "property" : "unused";
			const column = kind === "event" ? batch.names : kind === "property" ? batch.openColumn(as) : batch.distinct_ids;
			return {
				kind,
				type,
				visit_bit: kind === "property" ? visitBitOf(as) : 0,
				column
			};
		});
	}
	/** Start of the next record; 0 if anything is unusual. */
	#record(source, view, from) {
		const cells = this.#cells;
		let at = from;
		for (let place = 0; place < cells.length; place++) {
			if (place > 0 && source[at++] !== this.#delimiter) return 0;
			at = this.#cell(source, view, at, cells[place]);
			if (at < 0) return 0;
		}
		if (source[at] === RETURN$2) at++;
		return source[at] === NEWLINE$4 ? at + 1 : 0;
	}
	/** End of the cell; negative if unusual. */
	#cell(source, view, at, cell) {
		const { kind, column } = cell;
		if (this.#isEnd(source, at)) {
			if (kind === "uuid") this.#has_id = false;
			return kind === "event" || kind === "distinct_id" || kind === "timestamp" ? -1 : at;
		}
		const quotes = source[at] === QUOTE$3 ? 1 : 0;
		if (kind === "property") return this.#property(source, view, at, cell);
		if (kind === "event" || kind === "distinct_id") {
			const end = this.#text(source, view, at, column);
			return end - at > 2 * quotes && end - at <= LIMIT.distinct_id_chars ? end : -1;
		}
		if (kind === "unused") return this.#endOf(source, at);
		const start = at + quotes;
		let end = start + UUID_CHARS;
		if (kind === "timestamp") {
			const read_ms = this.#times.read(source, view, start);
			if (read_ms < 0) return -1;
			this.#batch.time_ms[this.#batch.rows] = read_ms;
			end = this.#times.end;
		} else if (!writeUuid(source, start, this.#batch.uuids, this.#batch.rows * UUID_BYTES)) return -1;
		if (quotes === 1 && source[end++] !== QUOTE$3) return -1;
		return this.#isEnd(source, end) ? end : -1;
	}
	#property(source, view, at, cell) {
		const { type, column } = cell;
		const row = this.#batch.rows;
		let end = -1;
		if (type === "text") end = this.#text(source, view, at, column);
		else if (type === "number") end = this.#number(source, at, cell);
		else if (type !== "mixed" && type !== "empty") end = -1;
		else if (this.#canBeNumber(source, at)) end = this.#number(source, at, cell);
		else end = this.#text(source, view, at, column);
		if (end <= 0) end = this.#oddCell(source, at, cell);
		if (column.codes[row] !== 0) this.#bits |= cell.visit_bit;
		return end;
	}
	#isEnd(source, at) {
		const byte = source[at];
		return byte === this.#delimiter || byte === NEWLINE$4 || byte === RETURN$2 && source[at + 1] === NEWLINE$4;
	}
	/** False if another character rules it out. */
	#canBeNumber(source, from) {
		let at = from;
		while (isOfNumber(source[at])) at++;
		return source[at] === QUOTE$3 || this.#isEnd(source, at);
	}
	/** Index after a number that JSON preserves exactly; 0 for anything else. */
	#number(source, at, { type, column }) {
		const value = this.#numbers.readShort(source, at);
		const { end, places } = this.#numbers;
		if (Number.isNaN(value) || !this.#isEnd(source, end)) return 0;
		const is_usual = places > 0 ? source[end - 1] !== ZERO && Math.abs(value) >= PLAIN_MIN : !Object.is(value, -0);
		if (type !== "number" && !is_usual) return 0;
		column.setNumber(this.#batch.rows, value);
		return end;
	}
	/** Index after a text that needs no escapes in JSON; -1 for others. */
	#text(source, view, from, column) {
		const is_quoted = source[from] === QUOTE$3;
		const stop = is_quoted ? 572662306 : this.#delimiters;
		const start = is_quoted ? from + 1 : from;
		let hash = 0;
		let at = start;
		for (;;) {
			const word = view.getInt32(at, true);
			const found = (plainStops(word) | stopsAt(word, stop)) & HIGH_BITS;
			if (found !== 0) {
				const bytes = 31 - Math.clz32(found & -found) >> 3;
				hash = hashRest(hash, lowBytes(word, bytes), bytes);
				at += bytes;
				break;
			}
			hash = hashWord(hash, word);
			at += 4;
		}
		const end = is_quoted ? at + 1 : at;
		if (is_quoted && source[at] !== QUOTE$3 || !this.#isEnd(source, end)) return -1;
		if (at === start) return end;
		const row = this.#batch.rows;
		const span = 3 * this.#batch.stretch_rows;
		column.codes[row] = -1;
		column.spans[span] = hash;
		column.spans[span + 1] = start;
		column.spans[span + 2] = at;
		return end;
	}
	/** Index after any cell, by way of its text. */
	#oddCell(source, at, { type, column }) {
		const end = this.#endOf(source, at);
		if (end < 0) return -1;
		const value = cellValue(textOf$3(source, at, end, source[at] === QUOTE$3), type);
		if (value === void 0) return end;
		if (typeof value === "number") column.setNumber(this.#batch.rows, value);
		else {
			column.codes[this.#batch.rows] = -2;
			column.spans[3 * this.#batch.stretch_rows] = this.#batch.written.push(writtenValue(value)) - 1;
		}
		return end;
	}
	/** End of a cell; -1 if it cannot be determined here, or contains characters no text has. */
	#endOf(source, from) {
		let at = from;
		if (source[from] !== QUOTE$3) {
			for (; !this.#isEnd(source, at); at++) if (source[at] === 0) return -1;
			return at;
		}
		for (at++; at < this.#end; at++) {
			const byte = source[at];
			if (byte === 0) return -1;
			if (byte === NEWLINE$4) this.inner_lines++;
			if (byte !== QUOTE$3) continue;
			if (source[at + 1] !== QUOTE$3) return this.#isEnd(source, at + 1) ? at + 1 : -1;
			at++;
		}
		return -1;
	}
};
function textOf$3(source, from, to, is_quoted) {
	const quotes = is_quoted ? 1 : 0;
	const text = Buffer.from(source.buffer, source.byteOffset + from + quotes, to - from - 2 * quotes).toString("utf8");
	return is_quoted ? text.replaceAll("\"\"", "\"") : text;
}
// src/cli/files/csv_blocks.ts
/** Blocks of CSV into a batch: records as expected by the scanner, others as rows, one by one. */
const QUOTE$2 = 34;
const NEWLINE$3 = 10;
const RETURN$1 = 13;
/** For one file. */
var CsvBlocks = class {
	#batch;
	#scanner;
	#dialect;
	#delimiter;
	#width;
	/** Lines and records before the next one; the header is one. */
	line = 0;
	records = 0;
	/** Read position within the block. */
	taken = 0;
	/** The next record needs a parser to find its end. */
	is_odd = false;
	/** @param file must be scannable */
	constructor(batch, { columns, format }) {
		this.#batch = batch;
		assert(format.kind === "csv", "a scannable file");
		this.#dialect = format;
		this.#scanner = new CsvScanner(batch, columns, this.#dialect.delimiter);
		this.#delimiter = this.#dialect.delimiter.charCodeAt(0);
		this.#width = columns.length;
	}
	/**
	* Rows of a block that the scanner could not add. The caller adds each before it asks for the next.
	* @returns null if the batch is full and must be taken
	*/
	*rows(block, { ids, times, toEvent }) {
		this.taken = 0;
		this.is_odd = block.is_cut;
		const held = [];
		while (this.taken < block.end) {
			if (held.length === 0 && this.records > 0 && times.isUsual()) {
				this.#scan(block, ids);
				if (this.#batch.isFull() && this.#batch.rows > 0) {
					yield null;
					continue;
				}
				if (this.taken >= block.end) return;
			}
			const split = this.#split(block);
			if (split === null) break;
			const given = this.#rowOf(block, split);
			if (given === null) continue;
			const row = toEvent(given);
			if (held.length > 0 || times.isUndecided(row)) held.push(row);
			else yield row;
		}
		if (held.length === 0) return;
		times.decide(held);
		yield* held;
	}
	/** The rest, after an odd record, by the parser. */
	async *rest(blocks, { toEvent }) {
		const { line, records } = this;
		const header = this.records > 0 ? `${"h".concat(this.#dialect.delimiter).repeat(this.#width - 1)}h\n` : "";
		const before = header === "" ? {
			lines: line,
			records
		} : {
			lines: line - 1,
			records: records - 1
		};
		const chunks = joined(Buffer.from(header), blocks.rest(this.taken));
		for await (const { rows } of csvRows(chunks, this.#dialect, () => {}, before)) yield Array.from(rows, toEvent);
	}
	#scan(block, ids) {
		const { rows } = this.#batch;
		const { inner_lines } = this.#scanner;
		this.taken = this.#scanner.scan(block, this.taken, ids);
		this.records += this.#batch.rows - rows;
		this.line += this.#batch.rows - rows + this.#scanner.inner_lines - inner_lines;
	}
	/** null for the header and empty lines. */
	#rowOf({ bytes }, { cells, end }) {
		const is_empty = cells.length === 1 && cells[0] === "" && bytes[this.taken] !== QUOTE$2;
		for (let at = this.taken; at < end; at++) if (bytes[at] === NEWLINE$3) this.line++;
		this.taken = end;
		if (is_empty) return null;
		if (this.records++ === 0) return null;
		return rowOf(cells, this.#width, this.line, this.#dialect.delimiter);
	}
	/** null if the block does not contain the whole record, or it is odd. */
	#split(block) {
		const { bytes } = block;
		const cells = [];
		for (let at = this.taken;; at++) {
			const end = bytes[at] === QUOTE$2 ? this.#endOfQuoted(block, at) : this.#endOfPlain(bytes, at);
			if (end === null) return null;
			cells.push(textOf$2(bytes, at, end));
			at = end;
			if (bytes[at] === this.#delimiter) continue;
			return {
				cells,
				end: bytes[at] === RETURN$1 ? at + 2 : at + 1
			};
		}
	}
	#endOfPlain(bytes, from) {
		let at = from;
		while (!this.#isEnd(bytes, at)) at++;
		return at;
	}
	#endOfQuoted({ bytes, end, is_last }, from) {
		for (let at = from + 1; at < end; at++) {
			if (bytes[at] !== QUOTE$2) continue;
			if (bytes[at + 1] === QUOTE$2) at++;
			else if (this.#isEnd(bytes, at + 1)) return at + 1;
			else {
				this.is_odd = true;
				return null;
			}
		}
		this.is_odd ||= is_last;
		return null;
	}
	#isEnd(bytes, at) {
		const byte = must(bytes[at], "a block ends with a line");
		return byte === this.#delimiter || byte === NEWLINE$3 || byte === RETURN$1 && bytes[at + 1] === NEWLINE$3;
	}
};
function textOf$2(bytes, from, to) {
	const is_quoted = bytes[from] === QUOTE$2;
	const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("utf8");
	return is_quoted ? text.slice(1, -1).replaceAll("\"\"", "\"") : text;
}
// src/cli/formats/ndjson.ts
/** Lines of JSON as rows. */
/** @param chunks UTF-8, cut between characters */
async function* ndjsonRows(chunks) {
	let rest = "";
	let lines = [];
	/** Characters in the current batch. */
	let chars = 0;
	let last_line = 0;
	const taken = (count) => {
		const batch = lines.slice(0, count);
		const first_line = last_line + 1;
		lines = lines.slice(count);
		last_line += batch.length;
		chars = 0;
		return {
			last_line,
			rows: jsonRows(batch, first_line)
		};
	};
	for await (const chunk of chunks) {
		const text = rest + chunk.toString("utf8");
		lines = lines.concat(text.split("\n"));
		rest = lines.pop() ?? "";
		chars += text.length - rest.length;
		while (lines.length >= TUNING.import_rows) yield taken(TUNING.import_rows);
		if (chars >= TUNING.import_batch_chars) yield taken(lines.length);
		if (rest.length > LIMIT.import_row_chars) throw tooLong$1(last_line + lines.length + 1);
	}
	lines.push(rest);
	yield taken(lines.length);
}
function* jsonRows(lines, first_line) {
	for (let at = 0; at < lines.length; at++) {
		const row = jsonRow(lines[at], first_line + at);
		if (row !== null) yield row;
	}
}
function tooLong$1(line) {
	return new ServiceError("too_large", `Line ${line} has more than ${LIMIT.import_row_chars} characters. Write one event a line.`);
}
/** null for an empty line. */
function jsonRow(line_text, line) {
	const text = line_text.trim();
	return text === "" ? null : parsedRow(text, line);
}
function parsedRow(text, line) {
	const parsed = parsedJson(text);
	return "reason" in parsed ? {
		line,
		reason: parsed.reason,
		text
	} : {
		line,
		value: parsed.value
	};
}
// src/cli/files/line_scanner.ts
/**
* Scans lines of JSON from bytes into columns, without strings or objects. Keys are predicted from the key before and
* compared as bytes; texts are hashed while their end is searched. Rare values (with escapes, arrays and objects) are
* parsed once per spelling. Lines that are not events as clients send them are left to the parser, which also says why
* they cannot be taken.
*/
/** Keys of an event, followed by those of its properties. */
const START = 0;
const UUID = 1;
const EVENT = 2;
const TIMESTAMP = 4;
const PROPERTIES$1 = 5;
const AFTER = 6;
const FIRST_COLUMN = 7;
const TOP = [
	"",
	"uuid",
	"event",
	"distinct_id",
	"timestamp",
	"properties",
	""
];
const NEEDED = 60;
/** Properties that also affect the event. */
const MEANING = /* @__PURE__ */ new Map([
	["$elements", 1],
	["$insert_id", 2],
	["$groups", 3],
	["$process_person_profile", 4]
]);
const [ELEMENTS, INSERT_ID, GROUPS, PROFILE] = [
	1,
	2,
	3,
	4
];
/** Longer lines may exceed the limit. */
const LINE_BYTES = LIMIT.event_bytes / 16;
const WRITTEN_KEPT = 1e4;
const QUOTE$1 = 34;
const COMMA$1 = 44;
const COLON = 58;
const OPEN_LIST$1 = 91;
const OPEN_OBJECT$1 = 123;
const CLOSE_OBJECT$1 = 125;
const NEWLINE$2 = 10;
const RETURN = 13;
const BLANK = 32;
/** The literals as 32-bit words. */
const NUL = 1819047278;
const TRU = 1702195828;
const FALS = 1936482662;
var LineScanner = class {
	#batch;
	#ids = null;
	#numbers = new NumberReader();
	#times = new TimeReader();
	/** A value's spelling in the file -> its log encoding, null if unreadable. */
	#written = /* @__PURE__ */ new Map();
	#generation = -1;
	#names = new ByteTable();
	#columns = [];
	#visit_bits = [];
	#meanings = [];
	/** Key -> the key that followed it last time. */
	#next = [];
	/** `"name":` of all keys, concatenated. */
	#key_bytes = /* @__PURE__ */ new Uint8Array(65536);
	#key_view = new DataView(this.#key_bytes.buffer);
	#key_at = [];
	#key_length = [];
	#key_used = 0;
	#seen = 0;
	#bits = 0;
	constructor(batch) {
		this.#batch = batch;
	}
	/**
	* Scans lines until the end, a full batch, or a line it cannot handle; returns the position.
	* @param ids for lines without one
	*/
	scan({ bytes, view, end }, from, ids) {
		const batch = this.#batch;
		this.#ids = ids;
		if (batch.generation !== this.#generation) this.#forgetKeys();
		let at = from;
		while (at < end && !batch.isFull()) {
			if (batch.stretch_rows === 1024) batch.settle(bytes, view);
			const next = this.#line(bytes, view, at);
			if (next === 0 || next - at > LINE_BYTES) {
				batch.giveUp();
				break;
			}
			this.#take();
			at = next;
		}
		batch.settle(bytes, view);
		return at;
	}
	#take() {
		const batch = this.#batch;
		const row = batch.rows++;
		batch.visits[row] = this.#bits;
		if ((this.#seen & 2) === 0) batch.nameLater(row, this.#ids);
	}
	/** Start of the next line; 0 if anything is unusual. */
	#line(source, view, from) {
		if (source[from] !== OPEN_OBJECT$1) return 0;
		let at = from + 1;
		let last = START;
		let is_inside = false;
		this.#seen = 0;
		this.#bits = 0;
		for (;;) {
			let key = this.#next[last];
			if (key === 0 || !this.#isKey(view, at, key)) {
				key = this.#otherKey(source, view, at, is_inside);
				if (key === 0) return 0;
				this.#next[last] = key;
			}
			if (key >= FIRST_COLUMN !== is_inside) return 0;
			last = key;
			at += this.#key_length[key];
			if (source[at] === BLANK) at++;
			if (key >= FIRST_COLUMN) at = this.#property(source, view, at, key);
			else if (key === PROPERTIES$1) {
				if (source[at] !== OPEN_OBJECT$1 || (this.#seen & 32) !== 0) return 0;
				this.#seen |= 32;
				is_inside = true;
				if (source[++at] !== CLOSE_OBJECT$1) continue;
			} else at = this.#field(source, view, at, key);
			if (at === 0) return 0;
			if (source[at] === CLOSE_OBJECT$1 && is_inside) {
				is_inside = false;
				last = AFTER;
				at++;
			}
			const byte = source[at++];
			if (byte === CLOSE_OBJECT$1 && !is_inside) return this.#end(source, at);
			if (byte !== COMMA$1) return 0;
			if (source[at] === BLANK) at++;
		}
	}
	#end(source, at) {
		const end = source[at] === RETURN ? at + 1 : at;
		return source[end] === NEWLINE$2 && (this.#seen & NEEDED) === NEEDED && this.#hasId() ? end + 1 : 0;
	}
	/** `$insert_id` can replace it; lines without either get an id from their content. */
	#hasId() {
		return (this.#seen & 2) !== 0 || (this.#seen & 64) === 0;
	}
	#isKey(view, at, key) {
		const mine = this.#key_view;
		const from = this.#key_at[key];
		const length = this.#key_length[key];
		let i = 0;
		for (; i + 4 <= length; i += 4) if (mine.getInt32(from + i, true) !== view.getInt32(at + i, true)) return false;
		return lowBytes(mine.getInt32(from + i, true) ^ view.getInt32(at + i, true), length - i) === 0;
	}
	/** 0 if there is none. */
	#otherKey(source, view, at, is_inside) {
		if (source[at] !== QUOTE$1) return 0;
		const end = endOfPlain(view, at + 1);
		if (source[end] !== QUOTE$1 || source[end + 1] !== COLON) return 0;
		if (is_inside) return this.#propertyKey(source, view, at + 1, end);
		const key = TOP.indexOf(textOf$1(source, at + 1, end));
		return key > 0 ? key : 0;
	}
	#propertyKey(source, view, from, to) {
		const known = this.#names.size;
		const key = this.#names.code(view, from, to, hashOf(view, from, to), 1) - 1 + FIRST_COLUMN;
		if (this.#names.size === known) return key;
		const name = textOf$1(source, from, to);
		this.#addKey(name, this.#batch.openColumn(name));
		this.#visit_bits[key] = visitBitOf(name);
		this.#meanings[key] = MEANING.get(name) ?? 0;
		return key;
	}
	#forgetKeys() {
		const { names, distinct_ids, generation } = this.#batch;
		this.#generation = generation;
		this.#names = new ByteTable();
		this.#columns = [];
		this.#visit_bits = [];
		this.#meanings = [];
		this.#key_at = [];
		this.#key_length = [];
		this.#key_used = 0;
		for (const [key, name] of TOP.entries()) this.#addKey(name, key === EVENT ? names : distinct_ids);
		this.#next = TOP.map((_, key) => key < PROPERTIES$1 ? key + 1 : 0);
	}
	#addKey(name, column) {
		const bytes = Buffer.from(`"${name}":`);
		const needed = this.#key_used + bytes.length + 8;
		if (needed > this.#key_bytes.length) {
			const larger = new Uint8Array(needed * 2);
			larger.set(this.#key_bytes);
			this.#key_bytes = larger;
			this.#key_view = new DataView(larger.buffer);
		}
		this.#key_bytes.set(bytes, this.#key_used);
		this.#key_at.push(this.#key_used);
		this.#key_length.push(bytes.length);
		this.#key_used += bytes.length;
		this.#columns.push(column);
		this.#visit_bits.push(0);
		this.#meanings.push(0);
		this.#next.push(0);
	}
	/** Index after a field's value; 0 if unusual. */
	#field(source, view, at, key) {
		if (source[at] !== QUOTE$1 || (this.#seen & 1 << key) !== 0) return 0;
		this.#seen |= 1 << key;
		const { rows, uuids, time_ms } = this.#batch;
		if (key === UUID) return writeUuid(source, at + 1, uuids, rows * 16) && source[at + 37] === QUOTE$1 ? at + 38 : 0;
		if (key === TIMESTAMP) {
			const read_ms = this.#times.read(source, view, at + 1);
			if (read_ms < 0 || source[this.#times.end] !== QUOTE$1) return 0;
			time_ms[rows] = read_ms;
			return this.#times.end + 1;
		}
		const end = this.#text(source, view, at + 1, this.#columns[key]);
		return end - at > 2 && end - at - 2 <= LIMIT.distinct_id_chars ? end : 0;
	}
	/** Index after a text whose first character is at `from`; 0 if it has escapes. */
	#text(source, view, from, column) {
		let hash = 0;
		let at = from;
		for (;;) {
			const word = view.getInt32(at, true);
			const found = plainStops(word) & HIGH_BITS;
			if (found !== 0) {
				const bytes = 31 - Math.clz32(found & -found) >> 3;
				hash = hashRest(hash, lowBytes(word, bytes), bytes);
				at += bytes;
				break;
			}
			hash = hashWord(hash, word);
			at += 4;
		}
		if (source[at] !== QUOTE$1) return 0;
		const row = this.#batch.rows;
		const span = 3 * this.#batch.stretch_rows;
		const { spans } = column;
		column.codes[row] = -1;
		spans[span] = hash;
		spans[span + 1] = from;
		spans[span + 2] = at;
		return at + 1;
	}
	/** Index after a property's value; 0 if unusual. */
	#property(source, view, at, key) {
		const column = this.#columns[key];
		const row = this.#batch.rows;
		if (column.codes[row] !== 0) return 0;
		const first = source[at];
		if (this.#meanings[key] !== 0 && !this.#heed(this.#meanings[key], first)) return 0;
		if (first === QUOTE$1) {
			this.#bits |= this.#visit_bits[key];
			const end = this.#text(source, view, at + 1, column);
			return end > 0 ? end : this.#writtenAt(source, at, endOfQuoted(source, at), column);
		}
		const word = view.getInt32(at, true);
		if (word === NUL) {
			column.codes[row] = -4;
			return at + 4;
		}
		this.#bits |= this.#visit_bits[key];
		if (first === OPEN_OBJECT$1 || first === OPEN_LIST$1) return this.#writtenAt(source, at, endOfNested(source, at), column);
		if (word === TRU || word === FALS && source[at + 4] === 101) {
			column.codes[row] = word === TRU ? -6 : -5;
			return word === TRU ? at + 4 : at + 5;
		}
		const number = this.#numbers.read(source, at);
		if (Number.isNaN(number)) return 0;
		column.setNumber(row, number);
		return this.#numbers.end;
	}
	/** False if the whole line must be parsed. */
	#heed(meaning, first) {
		if (meaning === ELEMENTS) return false;
		if (meaning === INSERT_ID) this.#seen |= 64;
		else if (meaning === GROUPS && first === OPEN_OBJECT$1) this.#batch.grouped[this.#batch.rows] = 1;
		else if (meaning === PROFILE && first === 102) this.#bits |= NO_PROFILE;
		return true;
	}
	/** A value with several possible spellings. */
	#writtenAt(source, from, to, column) {
		if (to === 0) return 0;
		const raw = Buffer.from(source.buffer, source.byteOffset + from, to - from).toString("latin1");
		let written = this.#written.get(raw);
		if (written === void 0) {
			if (this.#written.size >= WRITTEN_KEPT) this.#written.clear();
			written = read$1(textOf$1(source, from, to));
			this.#written.set(raw, written);
		}
		if (written === null) return 0;
		column.codes[this.#batch.rows] = -2;
		column.spans[3 * this.#batch.stretch_rows] = this.#batch.written.push(written) - 1;
		return to;
	}
};
function read$1(json) {
	try {
		return writtenValue(JSON.parse(json));
	} catch {
		return null;
	}
}
function textOf$1(source, from, to) {
	return Buffer.from(source.buffer, source.byteOffset + from, to - from).toString("utf8");
}
// src/cli/files/ndjson_blocks.ts
/** After this many consecutive misses the scanner pauses for as many lines. */
const MISSES = 50;
const NEWLINE$1 = 10;
var NdjsonBlocks = class {
	#batch;
	#scanner;
	#line = 0;
	#misses = 0;
	#at = 0;
	constructor(batch) {
		this.#batch = batch;
		this.#scanner = new LineScanner(batch);
	}
	/** Resets to line 1. */
	begin() {
		this.#line = 0;
		this.#misses = 0;
	}
	/**
	* Rows of a block that the scanner could not add. The caller adds each before it asks for the next.
	* @returns null if the batch is full and must be taken
	* @throws ServiceError too_large
	*/
	*rows(block, setting) {
		if (block.is_cut) throw tooLong$1(this.#line + 1);
		let held = null;
		this.#at = 0;
		while (this.#at < block.end) {
			if (held === null && this.#isForScanner(setting)) {
				this.#scan(block, setting.ids);
				if (this.#batch.isFull() && this.#batch.rows > 0) {
					yield null;
					continue;
				}
				if (this.#at >= block.end) return;
				this.#misses++;
			}
			const given = this.#nextRow(block);
			if (given === null) continue;
			const row = setting.toEvent(given);
			if (held !== null) held.push(row);
			else if (setting.times.isUndecided(row)) held = [row];
			else yield row;
		}
		if (held === null) return;
		setting.times.decide(held);
		yield* held;
	}
	#isForScanner({ is_plain, times }) {
		if (!is_plain || !times.isUsual()) return false;
		if (this.#misses < MISSES) return true;
		if (++this.#misses > 2050) this.#misses = 0;
		return false;
	}
	#scan(block, ids) {
		const before = this.#batch.rows;
		this.#at = this.#scanner.scan(block, this.#at, ids);
		const taken = this.#batch.rows - before;
		this.#line += taken;
		if (taken > 0) this.#misses = 0;
	}
	/** null where the line is empty. */
	#nextRow({ bytes }) {
		const from = this.#at;
		const to = bytes.indexOf(NEWLINE$1, from);
		this.#at = to + 1;
		return jsonRow(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("utf8"), ++this.#line);
	}
};
// src/cli/formats/json_values.ts
/** JSON values in an array or one after the other, with any line breaks: each is a row. */
const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
/** @param chunks UTF-8 */
async function* jsonValueRows(chunks) {
	const scanner = new Scanner();
	let rows = [];
	let bytes = 0;
	let last_line = 0;
	for await (const chunk of chunks) {
		for (const text of scanner.add(chunk)) {
			rows.push(parsedRow(text, ++last_line));
			bytes += text.length;
			if (rows.length < TUNING.import_rows && bytes < TUNING.import_batch_chars) continue;
			yield {
				last_line,
				rows
			};
			rows = [];
			bytes = 0;
		}
		if (scanner.pending_bytes > LIMIT.import_row_chars) throw tooLong(last_line + 1);
	}
	yield {
		last_line,
		rows
	};
	scanner.end(last_line + 1);
}
/** State of a byte: outside values, inside one, its last, or the first after it. */
const BETWEEN = 0;
const INSIDE = 1;
const END = 2;
const BEHIND = 3;
/** Finds the bounds of values; JSON.parse judges the contents. */
var Scanner = class {
	/** The incomplete value so far. */
	#rest = Buffer.alloc(0);
	#depth = 0;
	#inList = false;
	#quoted = false;
	#escaped = false;
	/** Within a number or word, which ends at the next delimiter. */
	#bare = false;
	get pending_bytes() {
		return this.#rest.length;
	}
	*add(chunk) {
		const block = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
		let start = this.#rest.length === 0 ? -1 : 0;
		for (let at = this.#rest.length; at < block.length; at++) {
			const step = this.#step(block[at]);
			if (step === BETWEEN) continue;
			if (start < 0) start = at;
			if (step === INSIDE) continue;
			yield block.toString("utf8", start, step === END ? at + 1 : at);
			start = -1;
		}
		this.#rest = start < 0 ? Buffer.alloc(0) : Buffer.from(block.subarray(start));
	}
	#step(byte) {
		if (this.#quoted) {
			if (this.#escaped) this.#escaped = false;
			else if (byte === BACKSLASH) this.#escaped = true;
			else if (byte === QUOTE) this.#quoted = false;
			return this.#quoted || this.#depth > 0 ? INSIDE : END;
		}
		if (this.#depth > 0) {
			if (byte === QUOTE) this.#quoted = true;
			else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth++;
			else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth--;
			return this.#depth > 0 ? INSIDE : END;
		}
		return this.#stepOutside(byte);
	}
	#stepOutside(byte) {
		const wasBare = this.#bare;
		this.#bare = false;
		if (isBetween(byte) || byte === CLOSE_LIST) {
			if (byte === CLOSE_LIST) this.#inList = false;
			return wasBare ? BEHIND : BETWEEN;
		}
		if (byte === OPEN_LIST && !this.#inList && !wasBare) {
			this.#inList = true;
			return BETWEEN;
		}
		if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth = 1;
		else if (byte === QUOTE) this.#quoted = true;
		else this.#bare = true;
		return INSIDE;
	}
	/** @throws ServiceError if the file ends within a value or an array */
	end(item) {
		if (this.#rest.length === 0 && !this.#inList) return;
		const where = this.#rest.length > 0 ? `within item ${item}` : "before its list does";
		throw new ServiceError("invalid_input", `The file ends ${where}. Was it cut off?`);
	}
};
function isBetween(byte) {
	return byte === COMMA || byte === 32 || byte === 10 || byte === 13 || byte === 9;
}
function tooLong(item) {
	return new ServiceError("too_large", `Item ${item} has more than ${LIMIT.import_row_chars} bytes: it is no event.`);
}
// src/cli/formats/lines.ts
/** Lines of text in batches, each with its number. */
/** @param chunks UTF-8, cut between characters @param rowOf reads a line; empty ones are skipped */
async function* lineRows(chunks, rowOf) {
	let rest = "";
	let rows = [];
	let line = 0;
	const add = (text) => {
		line++;
		if (text.trim() !== "") rows.push(rowOf({
			text: text.trimEnd(),
			line
		}));
	};
	for await (const chunk of chunks) {
		const lines = (rest + chunk.toString("utf8")).split("\n");
		rest = lines.pop() ?? "";
		for (const text of lines) {
			add(text);
			if (rows.length < TUNING.import_rows) continue;
			yield {
				last_line: line,
				rows
			};
			rows = [];
		}
		if (rest.length > LIMIT.import_row_chars) throw tooLong$1(line + 1);
	}
	add(rest);
	yield {
		last_line: line,
		rows
	};
}
// src/cli/formats/web_log.ts
/** Perhaps host and port, then address, identity, user, time, request, status, bytes, and in the combined form referrer and user agent. */
const LINE = /^(?:(\S+):\d+ )?(\S+) (\S+) (.+?) \[([^\]]+)\] "((?:[^"\\]|\\.)*)" (\d{3}|-) (\d+|-)(?: "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)")?/;
const REQUEST = /^([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?$/;
const NONE = "-";
function isWebLog(line) {
	return LINE.test(line) && /\[\d{1,2}\/[a-z]{3}\/\d{4}:\d\d:\d\d:\d\d/i.test(line);
}
/** An event by the address, unless there is a user. Its name is a property's business: --event says another one. */
function webLogRow({ text, line }) {
	const found = LINE.exec(text);
	if (found === null) return {
		line,
		reason: "no line of an access log in the common or combined form",
		text
	};
	const [, host, address, , user, time, request, status, bytes, referrer, agent] = found;
	const [, method, target] = REQUEST.exec(request) ?? [];
	const [path, query] = (target ?? "").split(/\?(.*)/s);
	return {
		line,
		value: {
			event: "request",
			distinct_id: user === NONE ? address : user,
			timestamp: time,
			properties: present$1({
				$host: host,
				$ip: address,
				method,
				request: method === void 0 ? request : void 0,
				$pathname: path,
				query,
				status: status === NONE ? void 0 : Number(status),
				bytes: bytes === NONE ? void 0 : Number(bytes),
				$referrer: unescaped(referrer),
				$raw_user_agent: unescaped(agent)
			})
		}
	};
}
function unescaped(text) {
	return text === void 0 || text === NONE ? void 0 : text.replaceAll(/\\(["\\])/g, "$1");
}
function present$1(values) {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== void 0 && value !== ""));
}
// node_modules/xmlchars/xml/1.0/ed5.js
var require_ed5 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/**
	* Character classes and associated utilities for the 5th edition of XML 1.0.
	*
	* @author Louis-Dominique Dubeau
	* @license MIT
	* @copyright Louis-Dominique Dubeau
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.CHAR = "	\n\r -퟿-�𐀀-􏿿";
	exports.S = " 	\r\n";
	exports.NAME_START_CHAR = ":A-Z_a-zÀ-ÖØ-öø-˿Ͱ-ͽͿ-῿‌‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�𐀀-󯿿";
	exports.NAME_CHAR = "-" + exports.NAME_START_CHAR + ".0-9·̀-ͯ‿-⁀";
	exports.CHAR_RE = new RegExp("^[" + exports.CHAR + "]$", "u");
	exports.S_RE = new RegExp("^[" + exports.S + "]+$", "u");
	exports.NAME_START_CHAR_RE = new RegExp("^[" + exports.NAME_START_CHAR + "]$", "u");
	exports.NAME_CHAR_RE = new RegExp("^[" + exports.NAME_CHAR + "]$", "u");
	exports.NAME_RE = new RegExp("^[" + exports.NAME_START_CHAR + "][" + exports.NAME_CHAR + "]*$", "u");
	exports.NMTOKEN_RE = new RegExp("^[" + exports.NAME_CHAR + "]+$", "u");
	var TAB = 9;
	var NL = 10;
	var CR = 13;
	var SPACE = 32;
	/** All characters in the ``S`` production. */
	exports.S_LIST = [
		SPACE,
		NL,
		CR,
		TAB
	];
	/**
	* Determines whether a codepoint matches the ``CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``CHAR``.
	*/
	function isChar(c) {
		return c >= SPACE && c <= 55295 || c === NL || c === CR || c === TAB || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
	}
	exports.isChar = isChar;
	/**
	* Determines whether a codepoint matches the ``S`` (space) production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``S``.
	*/
	function isS(c) {
		return c === SPACE || c === NL || c === CR || c === TAB;
	}
	exports.isS = isS;
	/**
	* Determines whether a codepoint matches the ``NAME_START_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``NAME_START_CHAR``.
	*/
	function isNameStartChar(c) {
		return c >= 65 && c <= 90 || c >= 97 && c <= 122 || c === 58 || c === 95 || c === 8204 || c === 8205 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
	}
	exports.isNameStartChar = isNameStartChar;
	/**
	* Determines whether a codepoint matches the ``NAME_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``NAME_CHAR``.
	*/
	function isNameChar(c) {
		return isNameStartChar(c) || c >= 48 && c <= 57 || c === 45 || c === 46 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
	}
	exports.isNameChar = isNameChar;
}));
// node_modules/xmlchars/xml/1.1/ed2.js
var require_ed2 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/**
	* Character classes and associated utilities for the 2nd edition of XML 1.1.
	*
	* @author Louis-Dominique Dubeau
	* @license MIT
	* @copyright Louis-Dominique Dubeau
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.CHAR = "-퟿-�𐀀-􏿿";
	exports.RESTRICTED_CHAR = "-\b\v\f---";
	exports.S = " 	\r\n";
	exports.NAME_START_CHAR = ":A-Z_a-zÀ-ÖØ-öø-˿Ͱ-ͽͿ-῿‌‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�𐀀-󯿿";
	exports.NAME_CHAR = "-" + exports.NAME_START_CHAR + ".0-9·̀-ͯ‿-⁀";
	exports.CHAR_RE = new RegExp("^[" + exports.CHAR + "]$", "u");
	exports.RESTRICTED_CHAR_RE = new RegExp("^[" + exports.RESTRICTED_CHAR + "]$", "u");
	exports.S_RE = new RegExp("^[" + exports.S + "]+$", "u");
	exports.NAME_START_CHAR_RE = new RegExp("^[" + exports.NAME_START_CHAR + "]$", "u");
	exports.NAME_CHAR_RE = new RegExp("^[" + exports.NAME_CHAR + "]$", "u");
	exports.NAME_RE = new RegExp("^[" + exports.NAME_START_CHAR + "][" + exports.NAME_CHAR + "]*$", "u");
	exports.NMTOKEN_RE = new RegExp("^[" + exports.NAME_CHAR + "]+$", "u");
	var TAB = 9;
	var NL = 10;
	var CR = 13;
	var SPACE = 32;
	/** All characters in the ``S`` production. */
	exports.S_LIST = [
		SPACE,
		NL,
		CR,
		TAB
	];
	/**
	* Determines whether a codepoint matches the ``CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``CHAR``.
	*/
	function isChar(c) {
		return c >= 1 && c <= 55295 || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
	}
	exports.isChar = isChar;
	/**
	* Determines whether a codepoint matches the ``RESTRICTED_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``RESTRICTED_CHAR``.
	*/
	function isRestrictedChar(c) {
		return c >= 1 && c <= 8 || c === 11 || c === 12 || c >= 14 && c <= 31 || c >= 127 && c <= 132 || c >= 134 && c <= 159;
	}
	exports.isRestrictedChar = isRestrictedChar;
	/**
	* Determines whether a codepoint matches the ``CHAR`` production and does not
	* match the ``RESTRICTED_CHAR`` production. ``isCharAndNotRestricted(x)`` is
	* equivalent to ``isChar(x) && !isRestrictedChar(x)``. This function is faster
	* than running the two-call equivalent.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``CHAR`` and does not match
	* ``RESTRICTED_CHAR``.
	*/
	function isCharAndNotRestricted(c) {
		return c === 9 || c === 10 || c === 13 || c > 31 && c < 127 || c === 133 || c > 159 && c <= 55295 || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
	}
	exports.isCharAndNotRestricted = isCharAndNotRestricted;
	/**
	* Determines whether a codepoint matches the ``S`` (space) production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``S``.
	*/
	function isS(c) {
		return c === SPACE || c === NL || c === CR || c === TAB;
	}
	exports.isS = isS;
	/**
	* Determines whether a codepoint matches the ``NAME_START_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``NAME_START_CHAR``.
	*/
	function isNameStartChar(c) {
		return c >= 65 && c <= 90 || c >= 97 && c <= 122 || c === 58 || c === 95 || c === 8204 || c === 8205 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
	}
	exports.isNameStartChar = isNameStartChar;
	/**
	* Determines whether a codepoint matches the ``NAME_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``NAME_CHAR``.
	*/
	function isNameChar(c) {
		return isNameStartChar(c) || c >= 48 && c <= 57 || c === 45 || c === 46 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
	}
	exports.isNameChar = isNameChar;
}));
// node_modules/xmlchars/xmlns/1.0/ed3.js
var require_ed3 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/**
	* Character class utilities for XML NS 1.0 edition 3.
	*
	* @author Louis-Dominique Dubeau
	* @license MIT
	* @copyright Louis-Dominique Dubeau
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NC_NAME_START_CHAR = "A-Z_a-zÀ-ÖØ-öø-˿Ͱ-ͽͿ-῿‌-‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�𐀀-󯿿";
	exports.NC_NAME_CHAR = "-" + exports.NC_NAME_START_CHAR + ".0-9·̀-ͯ‿-⁀";
	exports.NC_NAME_START_CHAR_RE = new RegExp("^[" + exports.NC_NAME_START_CHAR + "]$", "u");
	exports.NC_NAME_CHAR_RE = new RegExp("^[" + exports.NC_NAME_CHAR + "]$", "u");
	exports.NC_NAME_RE = new RegExp("^[" + exports.NC_NAME_START_CHAR + "][" + exports.NC_NAME_CHAR + "]*$", "u");
	/**
	* Determines whether a codepoint matches [[NC_NAME_START_CHAR]].
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches.
	*/
	function isNCNameStartChar(c) {
		return c >= 65 && c <= 90 || c === 95 || c >= 97 && c <= 122 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8204 && c <= 8205 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
	}
	exports.isNCNameStartChar = isNCNameStartChar;
	/**
	* Determines whether a codepoint matches [[NC_NAME_CHAR]].
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches.
	*/
	function isNCNameChar(c) {
		return isNCNameStartChar(c) || c === 45 || c === 46 || c >= 48 && c <= 57 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
	}
	exports.isNCNameChar = isNCNameChar;
}));
// src/cli/formats/xes.ts
var import_saxes = (/* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.SaxesParser = exports.EVENTS = void 0;
	const ed5 = require_ed5();
	const ed2 = require_ed2();
	const NSed3 = require_ed3();
	var isS = ed5.isS;
	var isChar10 = ed5.isChar;
	var isNameStartChar = ed5.isNameStartChar;
	var isNameChar = ed5.isNameChar;
	var S_LIST = ed5.S_LIST;
	var NAME_RE = ed5.NAME_RE;
	var isChar11 = ed2.isChar;
	var isNCNameStartChar = NSed3.isNCNameStartChar;
	var isNCNameChar = NSed3.isNCNameChar;
	var NC_NAME_RE = NSed3.NC_NAME_RE;
	const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
	const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";
	const rootNS = {
		__proto__: null,
		xml: XML_NAMESPACE,
		xmlns: XMLNS_NAMESPACE
	};
	const XML_ENTITIES = {
		__proto__: null,
		amp: "&",
		gt: ">",
		lt: "<",
		quot: "\"",
		apos: "'"
	};
	const EOC = -1;
	const NL_LIKE = -2;
	const S_BEGIN = 0;
	const S_BEGIN_WHITESPACE = 1;
	const S_DOCTYPE = 2;
	const S_DOCTYPE_QUOTE = 3;
	const S_DTD = 4;
	const S_DTD_QUOTED = 5;
	const S_DTD_OPEN_WAKA = 6;
	const S_DTD_OPEN_WAKA_BANG = 7;
	const S_DTD_COMMENT = 8;
	const S_DTD_COMMENT_ENDING = 9;
	const S_DTD_COMMENT_ENDED = 10;
	const S_DTD_PI = 11;
	const S_DTD_PI_ENDING = 12;
	const S_TEXT = 13;
	const S_ENTITY = 14;
	const S_OPEN_WAKA = 15;
	const S_OPEN_WAKA_BANG = 16;
	const S_COMMENT = 17;
	const S_COMMENT_ENDING = 18;
	const S_COMMENT_ENDED = 19;
	const S_CDATA = 20;
	const S_CDATA_ENDING = 21;
	const S_CDATA_ENDING_2 = 22;
	const S_PI_FIRST_CHAR = 23;
	const S_PI_REST = 24;
	const S_PI_BODY = 25;
	const S_PI_ENDING = 26;
	const S_XML_DECL_NAME_START = 27;
	const S_XML_DECL_NAME = 28;
	const S_XML_DECL_EQ = 29;
	const S_XML_DECL_VALUE_START = 30;
	const S_XML_DECL_VALUE = 31;
	const S_XML_DECL_SEPARATOR = 32;
	const S_XML_DECL_ENDING = 33;
	const S_OPEN_TAG = 34;
	const S_OPEN_TAG_SLASH = 35;
	const S_ATTRIB = 36;
	const S_ATTRIB_NAME = 37;
	const S_ATTRIB_NAME_SAW_WHITE = 38;
	const S_ATTRIB_VALUE = 39;
	const S_ATTRIB_VALUE_QUOTED = 40;
	const S_ATTRIB_VALUE_CLOSED = 41;
	const S_ATTRIB_VALUE_UNQUOTED = 42;
	const S_CLOSE_TAG = 43;
	const S_CLOSE_TAG_SAW_WHITE = 44;
	const TAB = 9;
	const NL = 10;
	const CR = 13;
	const SPACE = 32;
	const BANG = 33;
	const DQUOTE = 34;
	const AMP = 38;
	const SQUOTE = 39;
	const MINUS = 45;
	const FORWARD_SLASH = 47;
	const SEMICOLON = 59;
	const LESS = 60;
	const EQUAL = 61;
	const GREATER = 62;
	const QUESTION = 63;
	const OPEN_BRACKET = 91;
	const CLOSE_BRACKET = 93;
	const NEL = 133;
	const LS = 8232;
	const isQuote = (c) => c === DQUOTE || c === SQUOTE;
	const QUOTES = [DQUOTE, SQUOTE];
	const DOCTYPE_TERMINATOR = [
		...QUOTES,
		OPEN_BRACKET,
		GREATER
	];
	const DTD_TERMINATOR = [
		...QUOTES,
		LESS,
		CLOSE_BRACKET
	];
	const XML_DECL_NAME_TERMINATOR = [
		EQUAL,
		QUESTION,
		...S_LIST
	];
	const ATTRIB_VALUE_UNQUOTED_TERMINATOR = [
		...S_LIST,
		GREATER,
		AMP,
		LESS
	];
	function nsPairCheck(parser, prefix, uri) {
		switch (prefix) {
			case "xml":
				if (uri !== XML_NAMESPACE) parser.fail(`xml prefix must be bound to ${XML_NAMESPACE}.`);
				break;
			case "xmlns": if (uri !== XMLNS_NAMESPACE) parser.fail(`xmlns prefix must be bound to ${XMLNS_NAMESPACE}.`);
		}
		switch (uri) {
			case XMLNS_NAMESPACE:
				parser.fail(prefix === "" ? `the default namespace may not be set to ${uri}.` : `may not assign a prefix (even "xmlns") to the URI \
${XMLNS_NAMESPACE}.`);
				break;
			case XML_NAMESPACE: switch (prefix) {
				case "xml": break;
				case "":
					parser.fail(`the default namespace may not be set to ${uri}.`);
					break;
				default: parser.fail("may not assign the xml namespace to another prefix.");
			}
		}
	}
	function nsMappingCheck(parser, mapping) {
		for (const local of Object.keys(mapping)) nsPairCheck(parser, local, mapping[local]);
	}
	const isNCName = (name) => NC_NAME_RE.test(name);
	const isName = (name) => NAME_RE.test(name);
	const FORBIDDEN_START = 0;
	const FORBIDDEN_BRACKET = 1;
	const FORBIDDEN_BRACKET_BRACKET = 2;
	/**
	* The list of supported events.
	*/
	exports.EVENTS = [
		"xmldecl",
		"text",
		"processinginstruction",
		"doctype",
		"comment",
		"opentagstart",
		"attribute",
		"opentag",
		"closetag",
		"cdata",
		"error",
		"end",
		"ready"
	];
	const EVENT_NAME_TO_HANDLER_NAME = {
		xmldecl: "xmldeclHandler",
		text: "textHandler",
		processinginstruction: "piHandler",
		doctype: "doctypeHandler",
		comment: "commentHandler",
		opentagstart: "openTagStartHandler",
		attribute: "attributeHandler",
		opentag: "openTagHandler",
		closetag: "closeTagHandler",
		cdata: "cdataHandler",
		error: "errorHandler",
		end: "endHandler",
		ready: "readyHandler"
	};
	var SaxesParser = class {
		/**
		* @param opt The parser options.
		*/
		constructor(opt) {
			this.opt = opt !== null && opt !== void 0 ? opt : {};
			this.fragmentOpt = !!this.opt.fragment;
			const xmlnsOpt = this.xmlnsOpt = !!this.opt.xmlns;
			this.trackPosition = this.opt.position !== false;
			this.fileName = this.opt.fileName;
			if (xmlnsOpt) {
				this.nameStartCheck = isNCNameStartChar;
				this.nameCheck = isNCNameChar;
				this.isName = isNCName;
				this.processAttribs = this.processAttribsNS;
				this.pushAttrib = this.pushAttribNS;
				this.ns = Object.assign({ __proto__: null }, rootNS);
				const additional = this.opt.additionalNamespaces;
				if (additional != null) {
					nsMappingCheck(this, additional);
					Object.assign(this.ns, additional);
				}
			} else {
				this.nameStartCheck = isNameStartChar;
				this.nameCheck = isNameChar;
				this.isName = isName;
				this.processAttribs = this.processAttribsPlain;
				this.pushAttrib = this.pushAttribPlain;
			}
			this.stateTable = [
				this.sBegin,
				this.sBeginWhitespace,
				this.sDoctype,
				this.sDoctypeQuote,
				this.sDTD,
				this.sDTDQuoted,
				this.sDTDOpenWaka,
				this.sDTDOpenWakaBang,
				this.sDTDComment,
				this.sDTDCommentEnding,
				this.sDTDCommentEnded,
				this.sDTDPI,
				this.sDTDPIEnding,
				this.sText,
				this.sEntity,
				this.sOpenWaka,
				this.sOpenWakaBang,
				this.sComment,
				this.sCommentEnding,
				this.sCommentEnded,
				this.sCData,
				this.sCDataEnding,
				this.sCDataEnding2,
				this.sPIFirstChar,
				this.sPIRest,
				this.sPIBody,
				this.sPIEnding,
				this.sXMLDeclNameStart,
				this.sXMLDeclName,
				this.sXMLDeclEq,
				this.sXMLDeclValueStart,
				this.sXMLDeclValue,
				this.sXMLDeclSeparator,
				this.sXMLDeclEnding,
				this.sOpenTag,
				this.sOpenTagSlash,
				this.sAttrib,
				this.sAttribName,
				this.sAttribNameSawWhite,
				this.sAttribValue,
				this.sAttribValueQuoted,
				this.sAttribValueClosed,
				this.sAttribValueUnquoted,
				this.sCloseTag,
				this.sCloseTagSawWhite
			];
			this._init();
		}
		/**
		* Indicates whether or not the parser is closed. If ``true``, wait for
		* the ``ready`` event to write again.
		*/
		get closed() {
			return this._closed;
		}
		_init() {
			var _a;
			this.openWakaBang = "";
			this.text = "";
			this.name = "";
			this.piTarget = "";
			this.entity = "";
			this.q = null;
			this.tags = [];
			this.tag = null;
			this.topNS = null;
			this.chunk = "";
			this.chunkPosition = 0;
			this.i = 0;
			this.prevI = 0;
			this.carriedFromPrevious = void 0;
			this.forbiddenState = FORBIDDEN_START;
			this.attribList = [];
			const { fragmentOpt } = this;
			this.state = fragmentOpt ? S_TEXT : S_BEGIN;
			this.reportedTextBeforeRoot = this.reportedTextAfterRoot = this.closedRoot = this.sawRoot = fragmentOpt;
			this.xmlDeclPossible = !fragmentOpt;
			this.xmlDeclExpects = ["version"];
			this.entityReturnState = void 0;
			let { defaultXMLVersion } = this.opt;
			if (defaultXMLVersion === void 0) {
				if (this.opt.forceXMLVersion === true) throw new Error("forceXMLVersion set but defaultXMLVersion is not set");
				defaultXMLVersion = "1.0";
			}
			this.setXMLVersion(defaultXMLVersion);
			this.positionAtNewLine = 0;
			this.doctype = false;
			this._closed = false;
			this.xmlDecl = {
				version: void 0,
				encoding: void 0,
				standalone: void 0
			};
			this.line = 1;
			this.column = 0;
			this.ENTITIES = Object.create(XML_ENTITIES);
			(_a = this.readyHandler) === null || _a === void 0 || _a.call(this);
		}
		/**
		* The stream position the parser is currently looking at. This field is
		* zero-based.
		*
		* This field is not based on counting Unicode characters but is to be
		* interpreted as a plain index into a JavaScript string.
		*/
		get position() {
			return this.chunkPosition + this.i;
		}
		/**
		* The column number of the next character to be read by the parser.  *
		* This field is zero-based. (The first column in a line is 0.)
		*
		* This field reports the index at which the next character would be in the
		* line if the line were represented as a JavaScript string.  Note that this
		* *can* be different to a count based on the number of *Unicode characters*
		* due to how JavaScript handles astral plane characters.
		*
		* See [[column]] for a number that corresponds to a count of Unicode
		* characters.
		*/
		get columnIndex() {
			return this.position - this.positionAtNewLine;
		}
		/**
		* Set an event listener on an event. The parser supports one handler per
		* event type. If you try to set an event handler over an existing handler,
		* the old handler is silently overwritten.
		*
		* @param name The event to listen to.
		*
		* @param handler The handler to set.
		*/
		on(name, handler) {
			this[EVENT_NAME_TO_HANDLER_NAME[name]] = handler;
		}
		/**
		* Unset an event handler.
		*
		* @parma name The event to stop listening to.
		*/
		off(name) {
			this[EVENT_NAME_TO_HANDLER_NAME[name]] = void 0;
		}
		/**
		* Make an error object. The error object will have a message that contains
		* the ``fileName`` option passed at the creation of the parser. If position
		* tracking was turned on, it will also have line and column number
		* information.
		*
		* @param message The message describing the error to report.
		*
		* @returns An error object with a properly formatted message.
		*/
		makeError(message) {
			var _a;
			let msg = (_a = this.fileName) !== null && _a !== void 0 ? _a : "";
			if (this.trackPosition) {
				if (msg.length > 0) msg += ":";
				msg += `${this.line}:${this.column}`;
			}
			if (msg.length > 0) msg += ": ";
			return new Error(msg + message);
		}
		/**
		* Report a parsing error. This method is made public so that client code may
		* check for issues that are outside the scope of this project and can report
		* errors.
		*
		* @param message The error to report.
		*
		* @returns this
		*/
		fail(message) {
			const err = this.makeError(message);
			const handler = this.errorHandler;
			if (handler === void 0) throw err;
			else handler(err);
			return this;
		}
		/**
		* Write a XML data to the parser.
		*
		* @param chunk The XML data to write.
		*
		* @returns this
		*/
		write(chunk) {
			if (this.closed) return this.fail("cannot write after close; assign an onready handler.");
			let end = false;
			if (chunk === null) {
				end = true;
				chunk = "";
			} else if (typeof chunk === "object") chunk = chunk.toString();
			if (this.carriedFromPrevious !== void 0) {
				chunk = `${this.carriedFromPrevious}${chunk}`;
				this.carriedFromPrevious = void 0;
			}
			let limit = chunk.length;
			const lastCode = chunk.charCodeAt(limit - 1);
			if (!end && (lastCode === CR || lastCode >= 55296 && lastCode <= 56319)) {
				this.carriedFromPrevious = chunk[limit - 1];
				limit--;
				chunk = chunk.slice(0, limit);
			}
			const { stateTable } = this;
			this.chunk = chunk;
			this.i = 0;
			while (this.i < limit) stateTable[this.state].call(this);
			this.chunkPosition += limit;
			return end ? this.end() : this;
		}
		/**
		* Close the current stream. Perform final well-formedness checks and reset
		* the parser tstate.
		*
		* @returns this
		*/
		close() {
			return this.write(null);
		}
		/**
		* Get a single code point out of the current chunk. This updates the current
		* position if we do position tracking.
		*
		* This is the algorithm to use for XML 1.0.
		*
		* @returns The character read.
		*/
		getCode10() {
			const { chunk, i } = this;
			this.prevI = i;
			this.i = i + 1;
			if (i >= chunk.length) return EOC;
			const code = chunk.charCodeAt(i);
			this.column++;
			if (code < 55296) {
				if (code >= SPACE || code === TAB) return code;
				switch (code) {
					case NL:
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL;
					case CR:
						if (chunk.charCodeAt(i + 1) === NL) this.i = i + 2;
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL_LIKE;
					default:
						this.fail("disallowed character.");
						return code;
				}
			}
			if (code > 56319) {
				if (!(code >= 57344 && code <= 65533)) this.fail("disallowed character.");
				return code;
			}
			const final = 65536 + (code - 55296) * 1024 + (chunk.charCodeAt(i + 1) - 56320);
			this.i = i + 2;
			if (final > 1114111) this.fail("disallowed character.");
			return final;
		}
		/**
		* Get a single code point out of the current chunk. This updates the current
		* position if we do position tracking.
		*
		* This is the algorithm to use for XML 1.1.
		*
		* @returns {number} The character read.
		*/
		getCode11() {
			const { chunk, i } = this;
			this.prevI = i;
			this.i = i + 1;
			if (i >= chunk.length) return EOC;
			const code = chunk.charCodeAt(i);
			this.column++;
			if (code < 55296) {
				if (code > 31 && code < 127 || code > 159 && code !== LS || code === TAB) return code;
				switch (code) {
					case NL:
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL;
					case CR: {
						const next = chunk.charCodeAt(i + 1);
						if (next === NL || next === NEL) this.i = i + 2;
					}
					case NEL:
					case LS:
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL_LIKE;
					default:
						this.fail("disallowed character.");
						return code;
				}
			}
			if (code > 56319) {
				if (!(code >= 57344 && code <= 65533)) this.fail("disallowed character.");
				return code;
			}
			const final = 65536 + (code - 55296) * 1024 + (chunk.charCodeAt(i + 1) - 56320);
			this.i = i + 2;
			if (final > 1114111) this.fail("disallowed character.");
			return final;
		}
		/**
		* Like ``getCode`` but with the return value normalized so that ``NL`` is
		* returned for ``NL_LIKE``.
		*/
		getCodeNorm() {
			const c = this.getCode();
			return c === NL_LIKE ? NL : c;
		}
		unget() {
			this.i = this.prevI;
			this.column--;
		}
		/**
		* Capture characters into a buffer until encountering one of a set of
		* characters.
		*
		* @param chars An array of codepoints. Encountering a character in the array
		* ends the capture. (``chars`` may safely contain ``NL``.)
		*
		* @return The character code that made the capture end, or ``EOC`` if we hit
		* the end of the chunk. The return value cannot be NL_LIKE: NL is returned
		* instead.
		*/
		captureTo(chars) {
			let { i: start } = this;
			const { chunk } = this;
			while (true) {
				const c = this.getCode();
				const isNLLike = c === NL_LIKE;
				const final = isNLLike ? NL : c;
				if (final === EOC || chars.includes(final)) {
					this.text += chunk.slice(start, this.prevI);
					return final;
				}
				if (isNLLike) {
					this.text += `${chunk.slice(start, this.prevI)}\n`;
					start = this.i;
				}
			}
		}
		/**
		* Capture characters into a buffer until encountering a character.
		*
		* @param char The codepoint that ends the capture. **NOTE ``char`` MAY NOT
		* CONTAIN ``NL``.** Passing ``NL`` will result in buggy behavior.
		*
		* @return ``true`` if we ran into the character. Otherwise, we ran into the
		* end of the current chunk.
		*/
		captureToChar(char) {
			let { i: start } = this;
			const { chunk } = this;
			while (true) {
				let c = this.getCode();
				switch (c) {
					case NL_LIKE:
						this.text += `${chunk.slice(start, this.prevI)}\n`;
						start = this.i;
						c = NL;
						break;
					case EOC:
						this.text += chunk.slice(start);
						return false;
				}
				if (c === char) {
					this.text += chunk.slice(start, this.prevI);
					return true;
				}
			}
		}
		/**
		* Capture characters that satisfy ``isNameChar`` into the ``name`` field of
		* this parser.
		*
		* @return The character code that made the test fail, or ``EOC`` if we hit
		* the end of the chunk. The return value cannot be NL_LIKE: NL is returned
		* instead.
		*/
		captureNameChars() {
			const { chunk, i: start } = this;
			while (true) {
				const c = this.getCode();
				if (c === EOC) {
					this.name += chunk.slice(start);
					return EOC;
				}
				if (!isNameChar(c)) {
					this.name += chunk.slice(start, this.prevI);
					return c === NL_LIKE ? NL : c;
				}
			}
		}
		/**
		* Skip white spaces.
		*
		* @return The character that ended the skip, or ``EOC`` if we hit
		* the end of the chunk. The return value cannot be NL_LIKE: NL is returned
		* instead.
		*/
		skipSpaces() {
			while (true) {
				const c = this.getCodeNorm();
				if (c === EOC || !isS(c)) return c;
			}
		}
		setXMLVersion(version) {
			this.currentXMLVersion = version;
			if (version === "1.0") {
				this.isChar = isChar10;
				this.getCode = this.getCode10;
			} else {
				this.isChar = isChar11;
				this.getCode = this.getCode11;
			}
		}
		sBegin() {
			if (this.chunk.charCodeAt(0) === 65279) {
				this.i++;
				this.column++;
			}
			this.state = S_BEGIN_WHITESPACE;
		}
		sBeginWhitespace() {
			const iBefore = this.i;
			const c = this.skipSpaces();
			if (this.prevI !== iBefore) this.xmlDeclPossible = false;
			switch (c) {
				case LESS:
					this.state = S_OPEN_WAKA;
					if (this.text.length !== 0) throw new Error("no-empty text at start");
					break;
				case EOC: break;
				default:
					this.unget();
					this.state = S_TEXT;
					this.xmlDeclPossible = false;
			}
		}
		sDoctype() {
			var _a;
			const c = this.captureTo(DOCTYPE_TERMINATOR);
			switch (c) {
				case GREATER:
					(_a = this.doctypeHandler) === null || _a === void 0 || _a.call(this, this.text);
					this.text = "";
					this.state = S_TEXT;
					this.doctype = true;
					break;
				case EOC: break;
				default:
					this.text += String.fromCodePoint(c);
					if (c === OPEN_BRACKET) this.state = S_DTD;
					else if (isQuote(c)) {
						this.state = S_DOCTYPE_QUOTE;
						this.q = c;
					}
			}
		}
		sDoctypeQuote() {
			const q = this.q;
			if (this.captureToChar(q)) {
				this.text += String.fromCodePoint(q);
				this.q = null;
				this.state = S_DOCTYPE;
			}
		}
		sDTD() {
			const c = this.captureTo(DTD_TERMINATOR);
			if (c === EOC) return;
			this.text += String.fromCodePoint(c);
			if (c === CLOSE_BRACKET) this.state = S_DOCTYPE;
			else if (c === LESS) this.state = S_DTD_OPEN_WAKA;
			else if (isQuote(c)) {
				this.state = S_DTD_QUOTED;
				this.q = c;
			}
		}
		sDTDQuoted() {
			const q = this.q;
			if (this.captureToChar(q)) {
				this.text += String.fromCodePoint(q);
				this.state = S_DTD;
				this.q = null;
			}
		}
		sDTDOpenWaka() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			switch (c) {
				case BANG:
					this.state = S_DTD_OPEN_WAKA_BANG;
					this.openWakaBang = "";
					break;
				case QUESTION:
					this.state = S_DTD_PI;
					break;
				default: this.state = S_DTD;
			}
		}
		sDTDOpenWakaBang() {
			const char = String.fromCodePoint(this.getCodeNorm());
			const owb = this.openWakaBang += char;
			this.text += char;
			if (owb !== "-") {
				this.state = owb === "--" ? S_DTD_COMMENT : S_DTD;
				this.openWakaBang = "";
			}
		}
		sDTDComment() {
			if (this.captureToChar(MINUS)) {
				this.text += "-";
				this.state = S_DTD_COMMENT_ENDING;
			}
		}
		sDTDCommentEnding() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			this.state = c === MINUS ? S_DTD_COMMENT_ENDED : S_DTD_COMMENT;
		}
		sDTDCommentEnded() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			if (c === GREATER) this.state = S_DTD;
			else {
				this.fail("malformed comment.");
				this.state = S_DTD_COMMENT;
			}
		}
		sDTDPI() {
			if (this.captureToChar(QUESTION)) {
				this.text += "?";
				this.state = S_DTD_PI_ENDING;
			}
		}
		sDTDPIEnding() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			if (c === GREATER) this.state = S_DTD;
		}
		sText() {
			if (this.tags.length !== 0) this.handleTextInRoot();
			else this.handleTextOutsideRoot();
		}
		sEntity() {
			let { i: start } = this;
			const { chunk } = this;
			loop: while (true) switch (this.getCode()) {
				case NL_LIKE:
					this.entity += `${chunk.slice(start, this.prevI)}\n`;
					start = this.i;
					break;
				case SEMICOLON: {
					const { entityReturnState } = this;
					const entity = this.entity + chunk.slice(start, this.prevI);
					this.state = entityReturnState;
					let parsed;
					if (entity === "") {
						this.fail("empty entity name.");
						parsed = "&;";
					} else {
						parsed = this.parseEntity(entity);
						this.entity = "";
					}
					if (entityReturnState !== S_TEXT || this.textHandler !== void 0) this.text += parsed;
					break loop;
				}
				case EOC:
					this.entity += chunk.slice(start);
					break loop;
			}
		}
		sOpenWaka() {
			const c = this.getCode();
			if (isNameStartChar(c)) {
				this.state = S_OPEN_TAG;
				this.unget();
				this.xmlDeclPossible = false;
			} else switch (c) {
				case FORWARD_SLASH:
					this.state = S_CLOSE_TAG;
					this.xmlDeclPossible = false;
					break;
				case BANG:
					this.state = S_OPEN_WAKA_BANG;
					this.openWakaBang = "";
					this.xmlDeclPossible = false;
					break;
				case QUESTION:
					this.state = S_PI_FIRST_CHAR;
					break;
				default:
					this.fail("disallowed character in tag name");
					this.state = S_TEXT;
					this.xmlDeclPossible = false;
			}
		}
		sOpenWakaBang() {
			this.openWakaBang += String.fromCodePoint(this.getCodeNorm());
			switch (this.openWakaBang) {
				case "[CDATA[":
					if (!this.sawRoot && !this.reportedTextBeforeRoot) {
						this.fail("text data outside of root node.");
						this.reportedTextBeforeRoot = true;
					}
					if (this.closedRoot && !this.reportedTextAfterRoot) {
						this.fail("text data outside of root node.");
						this.reportedTextAfterRoot = true;
					}
					this.state = S_CDATA;
					this.openWakaBang = "";
					break;
				case "--":
					this.state = S_COMMENT;
					this.openWakaBang = "";
					break;
				case "DOCTYPE":
					this.state = S_DOCTYPE;
					if (this.doctype || this.sawRoot) this.fail("inappropriately located doctype declaration.");
					this.openWakaBang = "";
					break;
				default: if (this.openWakaBang.length >= 7) this.fail("incorrect syntax.");
			}
		}
		sComment() {
			if (this.captureToChar(MINUS)) this.state = S_COMMENT_ENDING;
		}
		sCommentEnding() {
			var _a;
			const c = this.getCodeNorm();
			if (c === MINUS) {
				this.state = S_COMMENT_ENDED;
				(_a = this.commentHandler) === null || _a === void 0 || _a.call(this, this.text);
				this.text = "";
			} else {
				this.text += `-${String.fromCodePoint(c)}`;
				this.state = S_COMMENT;
			}
		}
		sCommentEnded() {
			const c = this.getCodeNorm();
			if (c !== GREATER) {
				this.fail("malformed comment.");
				this.text += `--${String.fromCodePoint(c)}`;
				this.state = S_COMMENT;
			} else this.state = S_TEXT;
		}
		sCData() {
			if (this.captureToChar(CLOSE_BRACKET)) this.state = S_CDATA_ENDING;
		}
		sCDataEnding() {
			const c = this.getCodeNorm();
			if (c === CLOSE_BRACKET) this.state = S_CDATA_ENDING_2;
			else {
				this.text += `]${String.fromCodePoint(c)}`;
				this.state = S_CDATA;
			}
		}
		sCDataEnding2() {
			var _a;
			const c = this.getCodeNorm();
			switch (c) {
				case GREATER:
					(_a = this.cdataHandler) === null || _a === void 0 || _a.call(this, this.text);
					this.text = "";
					this.state = S_TEXT;
					break;
				case CLOSE_BRACKET:
					this.text += "]";
					break;
				default:
					this.text += `]]${String.fromCodePoint(c)}`;
					this.state = S_CDATA;
			}
		}
		sPIFirstChar() {
			const c = this.getCodeNorm();
			if (this.nameStartCheck(c)) {
				this.piTarget += String.fromCodePoint(c);
				this.state = S_PI_REST;
			} else if (c === QUESTION || isS(c)) {
				this.fail("processing instruction without a target.");
				this.state = c === QUESTION ? S_PI_ENDING : S_PI_BODY;
			} else {
				this.fail("disallowed character in processing instruction name.");
				this.piTarget += String.fromCodePoint(c);
				this.state = S_PI_REST;
			}
		}
		sPIRest() {
			const { chunk, i: start } = this;
			while (true) {
				const c = this.getCodeNorm();
				if (c === EOC) {
					this.piTarget += chunk.slice(start);
					return;
				}
				if (!this.nameCheck(c)) {
					this.piTarget += chunk.slice(start, this.prevI);
					const isQuestion = c === QUESTION;
					if (isQuestion || isS(c)) {
						if (this.piTarget === "xml") {
							if (!this.xmlDeclPossible) this.fail("an XML declaration must be at the start of the document.");
							this.state = isQuestion ? S_XML_DECL_ENDING : S_XML_DECL_NAME_START;
						} else this.state = isQuestion ? S_PI_ENDING : S_PI_BODY;
					} else {
						this.fail("disallowed character in processing instruction name.");
						this.piTarget += String.fromCodePoint(c);
					}
					break;
				}
			}
		}
		sPIBody() {
			if (this.text.length === 0) {
				const c = this.getCodeNorm();
				if (c === QUESTION) this.state = S_PI_ENDING;
				else if (!isS(c)) this.text = String.fromCodePoint(c);
			} else if (this.captureToChar(QUESTION)) this.state = S_PI_ENDING;
		}
		sPIEnding() {
			var _a;
			const c = this.getCodeNorm();
			if (c === GREATER) {
				const { piTarget } = this;
				if (piTarget.toLowerCase() === "xml") this.fail("the XML declaration must appear at the start of the document.");
				(_a = this.piHandler) === null || _a === void 0 || _a.call(this, {
					target: piTarget,
					body: this.text
				});
				this.piTarget = this.text = "";
				this.state = S_TEXT;
			} else if (c === QUESTION) this.text += "?";
			else {
				this.text += `?${String.fromCodePoint(c)}`;
				this.state = S_PI_BODY;
			}
			this.xmlDeclPossible = false;
		}
		sXMLDeclNameStart() {
			const c = this.skipSpaces();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				return;
			}
			if (c !== EOC) {
				this.state = S_XML_DECL_NAME;
				this.name = String.fromCodePoint(c);
			}
		}
		sXMLDeclName() {
			const c = this.captureTo(XML_DECL_NAME_TERMINATOR);
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.name += this.text;
				this.text = "";
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (!(isS(c) || c === EQUAL)) return;
			this.name += this.text;
			this.text = "";
			if (!this.xmlDeclExpects.includes(this.name)) switch (this.name.length) {
				case 0:
					this.fail("did not expect any more name/value pairs.");
					break;
				case 1:
					this.fail(`expected the name ${this.xmlDeclExpects[0]}.`);
					break;
				default: this.fail(`expected one of ${this.xmlDeclExpects.join(", ")}`);
			}
			this.state = c === EQUAL ? S_XML_DECL_VALUE_START : S_XML_DECL_EQ;
		}
		sXMLDeclEq() {
			const c = this.getCodeNorm();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (isS(c)) return;
			if (c !== EQUAL) this.fail("value required.");
			this.state = S_XML_DECL_VALUE_START;
		}
		sXMLDeclValueStart() {
			const c = this.getCodeNorm();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (isS(c)) return;
			if (!isQuote(c)) {
				this.fail("value must be quoted.");
				this.q = SPACE;
			} else this.q = c;
			this.state = S_XML_DECL_VALUE;
		}
		sXMLDeclValue() {
			const c = this.captureTo([this.q, QUESTION]);
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.text = "";
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (c === EOC) return;
			const value = this.text;
			this.text = "";
			switch (this.name) {
				case "version": {
					this.xmlDeclExpects = ["encoding", "standalone"];
					const version = value;
					this.xmlDecl.version = version;
					if (!/^1\.[0-9]+$/.test(version)) this.fail("version number must match /^1\\.[0-9]+$/.");
					else if (!this.opt.forceXMLVersion) this.setXMLVersion(version);
					break;
				}
				case "encoding":
					if (!/^[A-Za-z][A-Za-z0-9._-]*$/.test(value)) this.fail("encoding value must match /^[A-Za-z0-9][A-Za-z0-9._-]*$/.");
					this.xmlDeclExpects = ["standalone"];
					this.xmlDecl.encoding = value;
					break;
				case "standalone":
					if (value !== "yes" && value !== "no") this.fail("standalone value must match \"yes\" or \"no\".");
					this.xmlDeclExpects = [];
					this.xmlDecl.standalone = value;
			}
			this.name = "";
			this.state = S_XML_DECL_SEPARATOR;
		}
		sXMLDeclSeparator() {
			const c = this.getCodeNorm();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				return;
			}
			if (!isS(c)) {
				this.fail("whitespace required.");
				this.unget();
			}
			this.state = S_XML_DECL_NAME_START;
		}
		sXMLDeclEnding() {
			var _a;
			if (this.getCodeNorm() === GREATER) {
				if (this.piTarget !== "xml") this.fail("processing instructions are not allowed before root.");
				else if (this.name !== "version" && this.xmlDeclExpects.includes("version")) this.fail("XML declaration must contain a version.");
				(_a = this.xmldeclHandler) === null || _a === void 0 || _a.call(this, this.xmlDecl);
				this.name = "";
				this.piTarget = this.text = "";
				this.state = S_TEXT;
			} else this.fail("The character ? is disallowed anywhere in XML declarations.");
			this.xmlDeclPossible = false;
		}
		sOpenTag() {
			var _a;
			const c = this.captureNameChars();
			if (c === EOC) return;
			const tag = this.tag = {
				name: this.name,
				attributes: Object.create(null)
			};
			this.name = "";
			if (this.xmlnsOpt) this.topNS = tag.ns = Object.create(null);
			(_a = this.openTagStartHandler) === null || _a === void 0 || _a.call(this, tag);
			this.sawRoot = true;
			if (!this.fragmentOpt && this.closedRoot) this.fail("documents may contain only one root.");
			switch (c) {
				case GREATER:
					this.openTag();
					break;
				case FORWARD_SLASH:
					this.state = S_OPEN_TAG_SLASH;
					break;
				default:
					if (!isS(c)) this.fail("disallowed character in tag name.");
					this.state = S_ATTRIB;
			}
		}
		sOpenTagSlash() {
			if (this.getCode() === GREATER) this.openSelfClosingTag();
			else {
				this.fail("forward-slash in opening tag not followed by >.");
				this.state = S_ATTRIB;
			}
		}
		sAttrib() {
			const c = this.skipSpaces();
			if (c === EOC) return;
			if (isNameStartChar(c)) {
				this.unget();
				this.state = S_ATTRIB_NAME;
			} else if (c === GREATER) this.openTag();
			else if (c === FORWARD_SLASH) this.state = S_OPEN_TAG_SLASH;
			else this.fail("disallowed character in attribute name.");
		}
		sAttribName() {
			const c = this.captureNameChars();
			if (c === EQUAL) this.state = S_ATTRIB_VALUE;
			else if (isS(c)) this.state = S_ATTRIB_NAME_SAW_WHITE;
			else if (c === GREATER) {
				this.fail("attribute without value.");
				this.pushAttrib(this.name, this.name);
				this.name = this.text = "";
				this.openTag();
			} else if (c !== EOC) this.fail("disallowed character in attribute name.");
		}
		sAttribNameSawWhite() {
			const c = this.skipSpaces();
			switch (c) {
				case EOC: return;
				case EQUAL:
					this.state = S_ATTRIB_VALUE;
					break;
				default:
					this.fail("attribute without value.");
					this.text = "";
					this.name = "";
					if (c === GREATER) this.openTag();
					else if (isNameStartChar(c)) {
						this.unget();
						this.state = S_ATTRIB_NAME;
					} else {
						this.fail("disallowed character in attribute name.");
						this.state = S_ATTRIB;
					}
			}
		}
		sAttribValue() {
			const c = this.getCodeNorm();
			if (isQuote(c)) {
				this.q = c;
				this.state = S_ATTRIB_VALUE_QUOTED;
			} else if (!isS(c)) {
				this.fail("unquoted attribute value.");
				this.state = S_ATTRIB_VALUE_UNQUOTED;
				this.unget();
			}
		}
		sAttribValueQuoted() {
			const { q, chunk } = this;
			let { i: start } = this;
			while (true) switch (this.getCode()) {
				case q:
					this.pushAttrib(this.name, this.text + chunk.slice(start, this.prevI));
					this.name = this.text = "";
					this.q = null;
					this.state = S_ATTRIB_VALUE_CLOSED;
					return;
				case AMP:
					this.text += chunk.slice(start, this.prevI);
					this.state = S_ENTITY;
					this.entityReturnState = S_ATTRIB_VALUE_QUOTED;
					return;
				case NL:
				case NL_LIKE:
				case TAB:
					this.text += `${chunk.slice(start, this.prevI)} `;
					start = this.i;
					break;
				case LESS:
					this.text += chunk.slice(start, this.prevI);
					this.fail("disallowed character.");
					return;
				case EOC:
					this.text += chunk.slice(start);
					return;
			}
		}
		sAttribValueClosed() {
			const c = this.getCodeNorm();
			if (isS(c)) this.state = S_ATTRIB;
			else if (c === GREATER) this.openTag();
			else if (c === FORWARD_SLASH) this.state = S_OPEN_TAG_SLASH;
			else if (isNameStartChar(c)) {
				this.fail("no whitespace between attributes.");
				this.unget();
				this.state = S_ATTRIB_NAME;
			} else this.fail("disallowed character in attribute name.");
		}
		sAttribValueUnquoted() {
			const c = this.captureTo(ATTRIB_VALUE_UNQUOTED_TERMINATOR);
			switch (c) {
				case AMP:
					this.state = S_ENTITY;
					this.entityReturnState = S_ATTRIB_VALUE_UNQUOTED;
					break;
				case LESS:
					this.fail("disallowed character.");
					break;
				case EOC: break;
				default:
					if (this.text.includes("]]>")) this.fail("the string \"]]>\" is disallowed in char data.");
					this.pushAttrib(this.name, this.text);
					this.name = this.text = "";
					if (c === GREATER) this.openTag();
					else this.state = S_ATTRIB;
			}
		}
		sCloseTag() {
			const c = this.captureNameChars();
			if (c === GREATER) this.closeTag();
			else if (isS(c)) this.state = S_CLOSE_TAG_SAW_WHITE;
			else if (c !== EOC) this.fail("disallowed character in closing tag.");
		}
		sCloseTagSawWhite() {
			switch (this.skipSpaces()) {
				case GREATER:
					this.closeTag();
					break;
				case EOC: break;
				default: this.fail("disallowed character in closing tag.");
			}
		}
		handleTextInRoot() {
			let { i: start, forbiddenState } = this;
			const { chunk, textHandler: handler } = this;
			scanLoop: while (true) switch (this.getCode()) {
				case LESS:
					this.state = S_OPEN_WAKA;
					if (handler !== void 0) {
						const { text } = this;
						const slice = chunk.slice(start, this.prevI);
						if (text.length !== 0) {
							handler(text + slice);
							this.text = "";
						} else if (slice.length !== 0) handler(slice);
					}
					forbiddenState = FORBIDDEN_START;
					break scanLoop;
				case AMP:
					this.state = S_ENTITY;
					this.entityReturnState = S_TEXT;
					if (handler !== void 0) this.text += chunk.slice(start, this.prevI);
					forbiddenState = FORBIDDEN_START;
					break scanLoop;
				case CLOSE_BRACKET:
					switch (forbiddenState) {
						case FORBIDDEN_START:
							forbiddenState = FORBIDDEN_BRACKET;
							break;
						case FORBIDDEN_BRACKET:
							forbiddenState = FORBIDDEN_BRACKET_BRACKET;
							break;
						case FORBIDDEN_BRACKET_BRACKET: break;
						default: throw new Error("impossible state");
					}
					break;
				case GREATER:
					if (forbiddenState === FORBIDDEN_BRACKET_BRACKET) this.fail("the string \"]]>\" is disallowed in char data.");
					forbiddenState = FORBIDDEN_START;
					break;
				case NL_LIKE:
					if (handler !== void 0) this.text += `${chunk.slice(start, this.prevI)}\n`;
					start = this.i;
					forbiddenState = FORBIDDEN_START;
					break;
				case EOC:
					if (handler !== void 0) this.text += chunk.slice(start);
					break scanLoop;
				default: forbiddenState = FORBIDDEN_START;
			}
			this.forbiddenState = forbiddenState;
		}
		handleTextOutsideRoot() {
			let { i: start } = this;
			const { chunk, textHandler: handler } = this;
			let nonSpace = false;
			outRootLoop: while (true) {
				const code = this.getCode();
				switch (code) {
					case LESS:
						this.state = S_OPEN_WAKA;
						if (handler !== void 0) {
							const { text } = this;
							const slice = chunk.slice(start, this.prevI);
							if (text.length !== 0) {
								handler(text + slice);
								this.text = "";
							} else if (slice.length !== 0) handler(slice);
						}
						break outRootLoop;
					case AMP:
						this.state = S_ENTITY;
						this.entityReturnState = S_TEXT;
						if (handler !== void 0) this.text += chunk.slice(start, this.prevI);
						nonSpace = true;
						break outRootLoop;
					case NL_LIKE:
						if (handler !== void 0) this.text += `${chunk.slice(start, this.prevI)}\n`;
						start = this.i;
						break;
					case EOC:
						if (handler !== void 0) this.text += chunk.slice(start);
						break outRootLoop;
					default: if (!isS(code)) nonSpace = true;
				}
			}
			if (!nonSpace) return;
			if (!this.sawRoot && !this.reportedTextBeforeRoot) {
				this.fail("text data outside of root node.");
				this.reportedTextBeforeRoot = true;
			}
			if (this.closedRoot && !this.reportedTextAfterRoot) {
				this.fail("text data outside of root node.");
				this.reportedTextAfterRoot = true;
			}
		}
		pushAttribNS(name, value) {
			var _a;
			const { prefix, local } = this.qname(name);
			const attr = {
				name,
				prefix,
				local,
				value
			};
			this.attribList.push(attr);
			(_a = this.attributeHandler) === null || _a === void 0 || _a.call(this, attr);
			if (prefix === "xmlns") {
				const trimmed = value.trim();
				if (this.currentXMLVersion === "1.0" && trimmed === "") this.fail("invalid attempt to undefine prefix in XML 1.0");
				this.topNS[local] = trimmed;
				nsPairCheck(this, local, trimmed);
			} else if (name === "xmlns") {
				const trimmed = value.trim();
				this.topNS[""] = trimmed;
				nsPairCheck(this, "", trimmed);
			}
		}
		pushAttribPlain(name, value) {
			var _a;
			const attr = {
				name,
				value
			};
			this.attribList.push(attr);
			(_a = this.attributeHandler) === null || _a === void 0 || _a.call(this, attr);
		}
		/**
		* End parsing. This performs final well-formedness checks and resets the
		* parser to a clean state.
		*
		* @returns this
		*/
		end() {
			var _a, _b;
			if (!this.sawRoot) this.fail("document must contain a root element.");
			const { tags } = this;
			while (tags.length > 0) {
				const tag = tags.pop();
				this.fail(`unclosed tag: ${tag.name}`);
			}
			if (this.state !== S_BEGIN && this.state !== S_TEXT) this.fail("unexpected end.");
			const { text } = this;
			if (text.length !== 0) {
				(_a = this.textHandler) === null || _a === void 0 || _a.call(this, text);
				this.text = "";
			}
			this._closed = true;
			(_b = this.endHandler) === null || _b === void 0 || _b.call(this);
			this._init();
			return this;
		}
		/**
		* Resolve a namespace prefix.
		*
		* @param prefix The prefix to resolve.
		*
		* @returns The namespace URI or ``undefined`` if the prefix is not defined.
		*/
		resolve(prefix) {
			var _a, _b;
			let uri = this.topNS[prefix];
			if (uri !== void 0) return uri;
			const { tags } = this;
			for (let index = tags.length - 1; index >= 0; index--) {
				uri = tags[index].ns[prefix];
				if (uri !== void 0) return uri;
			}
			uri = this.ns[prefix];
			if (uri !== void 0) return uri;
			return (_b = (_a = this.opt).resolvePrefix) === null || _b === void 0 ? void 0 : _b.call(_a, prefix);
		}
		/**
		* Parse a qname into its prefix and local name parts.
		*
		* @param name The name to parse
		*
		* @returns
		*/
		qname(name) {
			const colon = name.indexOf(":");
			if (colon === -1) return {
				prefix: "",
				local: name
			};
			const local = name.slice(colon + 1);
			const prefix = name.slice(0, colon);
			if (prefix === "" || local === "" || local.includes(":")) this.fail(`malformed name: ${name}.`);
			return {
				prefix,
				local
			};
		}
		processAttribsNS() {
			var _a;
			const { attribList } = this;
			const tag = this.tag;
			{
				const { prefix, local } = this.qname(tag.name);
				tag.prefix = prefix;
				tag.local = local;
				const uri = tag.uri = (_a = this.resolve(prefix)) !== null && _a !== void 0 ? _a : "";
				if (prefix !== "") {
					if (prefix === "xmlns") this.fail("tags may not have \"xmlns\" as prefix.");
					if (uri === "") {
						this.fail(`unbound namespace prefix: ${JSON.stringify(prefix)}.`);
						tag.uri = prefix;
					}
				}
			}
			if (attribList.length === 0) return;
			const { attributes } = tag;
			const seen = /* @__PURE__ */ new Set();
			for (const attr of attribList) {
				const { name, prefix, local } = attr;
				let uri;
				let eqname;
				if (prefix === "") {
					uri = name === "xmlns" ? XMLNS_NAMESPACE : "";
					eqname = name;
				} else {
					uri = this.resolve(prefix);
					if (uri === void 0) {
						this.fail(`unbound namespace prefix: ${JSON.stringify(prefix)}.`);
						uri = prefix;
					}
					eqname = `{${uri}}${local}`;
				}
				if (seen.has(eqname)) this.fail(`duplicate attribute: ${eqname}.`);
				seen.add(eqname);
				attr.uri = uri;
				attributes[name] = attr;
			}
			this.attribList = [];
		}
		processAttribsPlain() {
			const { attribList } = this;
			const attributes = this.tag.attributes;
			for (const { name, value } of attribList) {
				if (attributes[name] !== void 0) this.fail(`duplicate attribute: ${name}.`);
				attributes[name] = value;
			}
			this.attribList = [];
		}
		/**
		* Handle a complete open tag. This parser code calls this once it has seen
		* the whole tag. This method checks for well-formeness and then emits
		* ``onopentag``.
		*/
		openTag() {
			var _a;
			this.processAttribs();
			const { tags } = this;
			const tag = this.tag;
			tag.isSelfClosing = false;
			(_a = this.openTagHandler) === null || _a === void 0 || _a.call(this, tag);
			tags.push(tag);
			this.state = S_TEXT;
			this.name = "";
		}
		/**
		* Handle a complete self-closing tag. This parser code calls this once it has
		* seen the whole tag. This method checks for well-formeness and then emits
		* ``onopentag`` and ``onclosetag``.
		*/
		openSelfClosingTag() {
			var _a, _b, _c;
			this.processAttribs();
			const { tags } = this;
			const tag = this.tag;
			tag.isSelfClosing = true;
			(_a = this.openTagHandler) === null || _a === void 0 || _a.call(this, tag);
			(_b = this.closeTagHandler) === null || _b === void 0 || _b.call(this, tag);
			if ((this.tag = (_c = tags[tags.length - 1]) !== null && _c !== void 0 ? _c : null) === null) this.closedRoot = true;
			this.state = S_TEXT;
			this.name = "";
		}
		/**
		* Handle a complete close tag. This parser code calls this once it has seen
		* the whole tag. This method checks for well-formeness and then emits
		* ``onclosetag``.
		*/
		closeTag() {
			const { tags, name } = this;
			this.state = S_TEXT;
			this.name = "";
			if (name === "") {
				this.fail("weird empty close tag.");
				this.text += "</>";
				return;
			}
			const handler = this.closeTagHandler;
			let l = tags.length;
			while (l-- > 0) {
				const tag = this.tag = tags.pop();
				this.topNS = tag.ns;
				handler === null || handler === void 0 || handler(tag);
				if (tag.name === name) break;
				this.fail("unexpected close tag.");
			}
			if (l === 0) this.closedRoot = true;
			else if (l < 0) {
				this.fail(`unmatched closing tag: ${name}.`);
				this.text += `</${name}>`;
			}
		}
		/**
		* Resolves an entity. Makes any necessary well-formedness checks.
		*
		* @param entity The entity to resolve.
		*
		* @returns The parsed entity.
		*/
		parseEntity(entity) {
			if (entity[0] !== "#") {
				const defined = this.ENTITIES[entity];
				if (defined !== void 0) return defined;
				this.fail(this.isName(entity) ? "undefined entity." : "disallowed character in entity name.");
				return `&${entity};`;
			}
			let num = NaN;
			if (entity[1] === "x" && /^#x[0-9a-f]+$/i.test(entity)) num = parseInt(entity.slice(2), 16);
			else if (/^#[0-9]+$/.test(entity)) num = parseInt(entity.slice(1), 10);
			if (!this.isChar(num)) {
				this.fail("malformed character entity.");
				return `&${entity};`;
			}
			return String.fromCodePoint(num);
		}
	};
	exports.SaxesParser = SaxesParser;
})))();
const NAME = "concept:name";
const TIME = "time:timestamp";
/** Attributes of a case that all its events get. */
const CASE = "case:";
/** Where events are in no trace, or know their case by themselves. */
const CASE_NAME = "case:concept:name";
/** @param start of a text */
function isXes(start) {
	return start[0] === "<" && /<log[\s>]/.test(start) && /xes\.|<trace[\s>]/.test(start);
}
/** @param chunks UTF-8. A row's line is where its event ends. */
async function* xesRows(chunks) {
	const reader = new Reader();
	let bytes_without = 0;
	let events = 0;
	for await (const chunk of chunks) {
		reader.write(chunk.toString("utf8"));
		bytes_without = reader.events === events ? bytes_without + chunk.length : 0;
		events = reader.events;
		if (bytes_without > LIMIT.import_row_chars) throw wrong(reader.line, "there is no event for long: is this an event log?");
		while (reader.rows.length >= TUNING.import_rows) {
			const rows = reader.rows.splice(0, TUNING.import_rows);
			yield {
				last_line: reader.line,
				rows
			};
		}
	}
	reader.close();
	yield {
		last_line: reader.line,
		rows: reader.rows
	};
}
var Reader = class {
	rows = [];
	/** Of which there were rows. */
	events = 0;
	#parser = new import_saxes.SaxesParser();
	/** Open tags, outermost first. */
	#open = [];
	#case = {};
	#event = null;
	/** Cases without a name are numbered. */
	#cases = 0;
	constructor() {
		this.#parser.on("doctype", () => {
			throw wrong(this.line, "a document type is not read.");
		});
		this.#parser.on("error", (error) => {
			throw wrong(this.line, error.message);
		});
		this.#parser.on("opentag", (tag) => this.#begin(tag));
		this.#parser.on("closetag", ({ name }) => this.#end(name));
	}
	get line() {
		return this.#parser.line;
	}
	write(text) {
		this.#parser.write(text);
	}
	close() {
		this.#parser.close();
	}
	#begin(tag) {
		const parent = this.#open.at(-1);
		this.#open.push(tag.name);
		if (this.#open.length > LIMIT.json_depth) throw wrong(this.line, `it is nested deeper than ${LIMIT.json_depth} levels.`);
		if (tag.name === "trace") {
			this.#case = {};
			this.#cases++;
		} else if (tag.name === "event") this.#event = {};
		else if (parent === "event" && this.#event !== null) note(this.#event, tag);
		else if (parent === "trace") note(this.#case, tag);
	}
	#end(name) {
		this.#open.pop();
		if (name !== "event" || this.#event === null) return;
		const { [NAME]: event, [TIME]: timestamp, [CASE_NAME]: own_case, ...rest } = this.#event;
		const { [NAME]: case_name = own_case, ...about } = this.#case;
		const properties = {};
		for (const [key, value] of Object.entries(about)) put(properties, `${CASE}${key}`, value);
		for (const [key, value] of Object.entries(rest)) put(properties, key, value);
		const distinct_id = case_name === void 0 ? `case ${this.#cases}` : String(case_name);
		this.events++;
		this.rows.push({
			line: this.line,
			value: {
				event,
				distinct_id,
				timestamp,
				properties
			}
		});
		this.#event = null;
	}
};
/** `<string key="org:resource" value="Ana"/>`; lists and containers have no value of their own. */
function note(values, { name, attributes }) {
	const { key, value } = attributes;
	if (key === void 0 || value === void 0) return;
	put(values, key, typed(name, value));
}
function typed(name, value) {
	if (name === "int" || name === "float") return Number.isFinite(Number(value)) ? Number(value) : value;
	return name === "boolean" ? value.trim().toLowerCase() === "true" : value;
}
function wrong(line, what) {
	return new ServiceError("invalid_input", `Line ${line} of the XES log: ${what}`);
}
// src/cli/origins/seen.ts
/**
* What an import has seen of people. Exports tell with every event who it belongs to; a line about a person is made only
* where that says something new. Bounded: beyond that the people not heard of for longest are forgotten, and told again.
*/
var Seen = class {
	#persons = /* @__PURE__ */ new Map();
	/**
	* Lines about a person, if this is news: a further id of theirs, or other properties.
	* @param key the product's own id of the person, in a scope of its own
	*/
	person(key, distinct_id, properties = {}) {
		if (distinct_id === void 0) return [];
		const told = Object.keys(properties).length === 0 ? "" : hash("sha1", JSON.stringify(properties), "base64");
		const known = this.#persons.get(key);
		if (known === void 0) {
			this.#add(key, {
				ids: [distinct_id],
				told
			});
			return told === "" ? [] : [{
				type: "person",
				distinct_ids: [distinct_id],
				properties
			}];
		}
		const isNew = !known.ids.includes(distinct_id);
		if (isNew) known.ids.push(distinct_id);
		const isChanged = told !== "" && told !== known.told;
		if (isChanged) known.told = told;
		if (!isNew && !isChanged) return [];
		return [{
			type: "person",
			distinct_ids: isNew ? [known.ids[0], distinct_id] : [distinct_id],
			...isChanged ? { properties } : {}
		}];
	}
	/** Joins an anonymous id with the first person who shows up with it; whoever comes later only shares the device. */
	joined(anonymous, distinct_id) {
		if (anonymous === void 0 || distinct_id === void 0 || anonymous === distinct_id) return [];
		const key = `joined ${anonymous}`;
		if (this.#persons.has(key)) return [];
		this.#add(key, {
			ids: [],
			told: ""
		});
		return [{
			type: "person",
			distinct_ids: [distinct_id, anonymous]
		}];
	}
	#add(key, person) {
		this.#persons.set(key, person);
		if (this.#persons.size <= TUNING.import_people) return;
		for (const oldest of this.#persons.keys()) {
			this.#persons.delete(oldest);
			return;
		}
	}
};
// src/cli/files/line_blocks.ts
/** Cuts text into blocks of whole lines, one at a time. */
/** Most bytes that scanners read past a line's end. */
const PAST_END = 64;
const NEWLINE = 10;
var LineBlocks = class {
	#chunks;
	#bytes = new Uint8Array(TUNING.import_block_bytes);
	#view = new DataView(this.#bytes.buffer);
	/** Bytes in the buffer, and end of the next block. */
	#used = 0;
	#end = 0;
	#is_last = false;
	/** @param chunks UTF-8; each is copied before the next one is asked for */
	constructor(chunks) {
		this.#chunks = chunks[Symbol.asyncIterator]();
	}
	/** @param taken read position in the last block, from which bytes are repeated with more after them; null at the end */
	async next(taken = this.#end) {
		this.#bytes.copyWithin(0, taken, this.#used);
		this.#used -= taken;
		this.#end = 0;
		while (!this.#is_last) {
			const { done, value } = await this.#chunks.next();
			if (done) this.#endLine();
			else this.#add(value);
			const is_cut = this.#used - this.#end > LIMIT.import_row_chars;
			if (this.#end > 0 || is_cut) return {
				bytes: this.#bytes,
				view: this.#view,
				end: this.#end,
				is_cut,
				is_last: this.#is_last
			};
		}
		return null;
	}
	/** The file's bytes from that position of the last block on. */
	async *rest(taken) {
		yield Buffer.from(this.#bytes.subarray(taken, this.#used));
		for (;;) {
			const { done, value } = await this.#chunks.next();
			if (done) return;
			yield Buffer.from(value);
		}
	}
	async close() {
		await this.#chunks.return?.();
	}
	#add(chunk) {
		this.#reserve(chunk.length);
		this.#bytes.set(chunk, this.#used);
		const last = chunk.lastIndexOf(NEWLINE);
		if (last >= 0) this.#end = this.#used + last + 1;
		this.#used += chunk.length;
	}
	#endLine() {
		this.#is_last = true;
		if (this.#used === 0) return;
		this.#reserve(1);
		this.#bytes[this.#used++] = NEWLINE;
		this.#end = this.#used;
	}
	#reserve(more) {
		const needed = this.#used + more + PAST_END;
		if (needed <= this.#bytes.length) return;
		const larger = new Uint8Array(needed * 2);
		larger.set(this.#bytes.subarray(0, this.#used));
		this.#bytes = larger;
		this.#view = new DataView(larger.buffer);
	}
};
// src/cli/origins/origin.ts
/** Products whose exports are read as they are. Each has a file here that turns their rows into lines of ours. */
/** Whether a row has all of these members. */
function hasAll(row, ...names) {
	return names.every((name) => Object.hasOwn(row, name));
}
/** Text; a number as text; undefined if empty or missing. */
function textOf(value) {
	if (typeof value === "number" && Number.isFinite(value)) return String(value);
	return typeof value === "string" && value !== "" ? value : void 0;
}
/** An object, also one written as JSON text; else empty. */
function objectOf(value) {
	if (isObject(value)) return value;
	if (typeof value !== "string" || !value.trimStart().startsWith("{")) return {};
	try {
		const parsed = JSON.parse(value);
		return isObject(parsed) ? parsed : {};
	} catch {
		return {};
	}
}
/** Drops members that are undefined, null or empty text. */
function present(values) {
	const given = {};
	for (const [name, value] of Object.entries(values)) if (value !== void 0 && value !== null && value !== "") put(given, name, value);
	return given;
}
/** Members under other names: theirs -> ours. What is not in the table keeps its name. */
function renamed(values, names) {
	const given = {};
	for (const [name, value] of Object.entries(values)) put(given, names.get(name) ?? name, value);
	return given;
}
/** Members but these. */
function without(values, names) {
	const rest = {};
	for (const [name, value] of Object.entries(values)) if (!names.has(name)) put(rest, name, value);
	return rest;
}
// src/cli/origins/amplitude.ts
/** Amplitude: the events of its export, JSON lines packed with gzip, many in a zip archive. */
const EVENTS$2 = /* @__PURE__ */ new Map([["[Amplitude] Page Viewed", "$pageview"]]);
const amplitude = {
	title: "Amplitude",
	recognises: (row) => hasAll(row, "event_type", "event_time", "amplitude_id", "event_properties"),
	itemsOf: itemsOf$3
};
function itemsOf$3(row, seen) {
	const type = textOf(row["event_type"]);
	const distinct_id = textOf(row["user_id"]) ?? textOf(row["device_id"]) ?? textOf(row["amplitude_id"]);
	const groups = objectOf(row["groups"]);
	return [{
		event: type === void 0 ? void 0 : EVENTS$2.get(type) ?? type,
		distinct_id,
		timestamp: row["event_time"],
		...present({ uuid: textOf(row["uuid"]) ?? textOf(row["$insert_id"]) ?? textOf(row["insert_id"]) }),
		properties: {
			...ofDevice$1(row),
			...objectOf(row["event_properties"]),
			...groupsOf(groups)
		}
	}, ...seen.person(`amplitude ${textOf(row["amplitude_id"])}`, distinct_id, objectOf(row["user_properties"]))];
}
/** A list of keys counts for its first: an event belongs to one group of a type. */
function groupsOf(groups) {
	const given = Object.entries(groups).map(([type, key]) => [type, textOf(Array.isArray(key) ? key[0] : key)]).filter(([, key]) => key !== void 0);
	return given.length === 0 ? {} : { $groups: Object.fromEntries(given) };
}
function ofDevice$1(row) {
	const session = Number(row["session_id"]);
	return present({
		$ip: row["ip_address"],
		$os: row["os_name"],
		$os_version: row["os_version"],
		$device_type: row["device_type"],
		$device_model: row["device_model"] ?? row["device_family"],
		$device_manufacturer: row["device_manufacturer"],
		$app_version: row["version_name"],
		$lib: textOf(row["library"])?.split("/")[0],
		$locale: row["language"],
		$geoip_country_name: row["country"],
		$geoip_subdivision_1_name: row["region"],
		$geoip_city_name: row["city"],
		$session_id: session > 0 ? String(session) : void 0,
		platform: row["platform"],
		carrier: row["device_carrier"],
		$device_id: row["device_id"]
	});
}
// src/cli/origins/ga4.ts
/** Google Analytics 4: its export to BigQuery, as JSON lines or Parquet. */
const EVENTS$1 = /* @__PURE__ */ new Map([["page_view", "$pageview"]]);
const PARAMS = /* @__PURE__ */ new Map([
	["page_location", "$current_url"],
	["page_referrer", "$referrer"],
	["page_title", "title"],
	["source", "utm_source"],
	["medium", "utm_medium"],
	["campaign", "utm_campaign"]
]);
/** One of them holds the value. */
const VALUES = [
	"string_value",
	"int_value",
	"double_value",
	"float_value"
];
const MICROS = 1e3;
const ga4 = {
	title: "Google Analytics 4 (BigQuery)",
	recognises: (row) => hasAll(row, "event_name", "event_timestamp") && (hasAll(row, "user_pseudo_id") || hasAll(row, "event_params")),
	itemsOf: itemsOf$2
};
function itemsOf$2(row, seen) {
	const name = textOf(row["event_name"]);
	const [user, pseudo] = [textOf(row["user_id"]), textOf(row["user_pseudo_id"])];
	const distinct_id = user ?? pseudo;
	const params = pairsOf(row["event_params"], PARAMS);
	const session = textOf(params["ga_session_id"]);
	return [
		{
			event: name === void 0 ? void 0 : EVENTS$1.get(name) ?? name,
			distinct_id,
			timestamp: millisecondsOf(row["event_timestamp"]),
			properties: {
				...ofDevice(row),
				...params,
				...present({ $session_id: session === void 0 ? void 0 : `${pseudo ?? user}.${session}` }),
				...commerceOf(row)
			}
		},
		...seen.joined(pseudo, user),
		...seen.person(`ga4 ${distinct_id}`, distinct_id, pairsOf(row["user_properties"], /* @__PURE__ */ new Map()))
	];
}
/** Microseconds, as a number or as digits. */
function millisecondsOf(micros) {
	const digits = textOf(micros);
	return digits !== void 0 && /^\d+$/.test(digits) ? Math.floor(Number(digits) / MICROS) : micros;
}
/** `[{key, value: {string_value}}]` -> members. Numbers of 64 bits come as digits. */
function pairsOf(pairs, names) {
	const members = {};
	for (const pair of listOf(pairs)) {
		const { key, value } = objectOf(pair);
		const name = textOf(key);
		if (name === void 0) continue;
		const given = givenOf(objectOf(value));
		if (given !== void 0) put(members, names.get(name) ?? name, given);
	}
	return members;
}
function givenOf(value) {
	for (const kind of VALUES) {
		const given = value[kind];
		if (given === void 0 || given === null) continue;
		return kind !== "string_value" && typeof given === "string" && Number.isFinite(Number(given)) ? Number(given) : given;
	}
}
/** Parquet wraps lists and their items. */
function listOf(value) {
	if (Array.isArray(value)) return value;
	if (!isObject(value) || !Array.isArray(value["list"])) return [];
	return value["list"].map((item) => isObject(item) && isObject(item["element"]) ? item["element"] : item);
}
function commerceOf(row) {
	const { transaction_id, purchase_revenue } = objectOf(row["ecommerce"]);
	const items = listOf(row["items"]);
	return present({
		transaction_id: transaction_id === "(not set)" ? void 0 : transaction_id,
		revenue: purchase_revenue,
		items: items.length === 0 ? void 0 : items
	});
}
function ofDevice(row) {
	const [device, geo, source] = [
		objectOf(row["device"]),
		objectOf(row["geo"]),
		objectOf(row["traffic_source"])
	];
	const web = objectOf(device["web_info"]);
	return present({
		$browser: web["browser"] ?? device["browser"],
		$browser_version: web["browser_version"] ?? device["browser_version"],
		$host: web["hostname"],
		$os: device["operating_system"],
		$os_version: device["operating_system_version"],
		$device_type: device["category"],
		$device_model: device["mobile_model_name"],
		$device_manufacturer: device["mobile_brand_name"],
		$locale: device["language"],
		$geoip_continent_name: geo["continent"],
		$geoip_country_name: geo["country"],
		$geoip_subdivision_1_name: geo["region"],
		$geoip_city_name: geo["city"],
		first_source: source["source"],
		first_medium: source["medium"],
		first_campaign: source["name"],
		platform: row["platform"]
	});
}
// src/cli/origins/mixpanel.ts
/** Mixpanel: its raw event export (JSON lines), and profiles as its engage API gives them. */
const EVENTS = /* @__PURE__ */ new Map([["$mp_web_page_view", "$pageview"]]);
const NAMES = /* @__PURE__ */ new Map([
	["mp_lib", "$lib"],
	["$city", "$geoip_city_name"],
	["$region", "$geoip_subdivision_1_name"],
	["mp_country_code", "$geoip_country_code"],
	["current_url_path", "$pathname"],
	["current_page_title", "title"]
]);
/** Fields of the event, and what only concerns their servers. */
const FIELDS = /* @__PURE__ */ new Set([...[
	"time",
	"distinct_id",
	"token",
	"mp_processing_time_ms",
	"$mp_api_endpoint",
	"$mp_api_timestamp_ms"
]]);
const DEVICE = "$device:";
const mixpanel = {
	title: "Mixpanel",
	recognises: (row) => hasAll(row, "$distinct_id", "$properties") || hasAll(row, "event", "properties") && !hasAll(row, "timestamp") && hasAll(objectOf(row["properties"]), "time", "distinct_id"),
	itemsOf: (row, seen, timezone) => hasAll(row, "$distinct_id") ? personOf$1(row) : eventOf$1(row, seen, timezone)
};
function personOf$1(row) {
	const { $created, ...properties } = objectOf(row["$properties"]);
	return [{
		type: "person",
		distinct_ids: [row["$distinct_id"]],
		properties,
		...present({ created_at: textOf($created) })
	}];
}
function eventOf$1(row, seen, timezone) {
	const given = objectOf(row["properties"]);
	const distinct_id = textOf(given["distinct_id"]);
	const merged = mergedBy(row["event"], given);
	const [user, device] = [textOf(given["$user_id"]), textOf(given["$device_id"])];
	return [{
		event: EVENTS.get(String(row["event"])) ?? row["event"],
		distinct_id,
		timestamp: timeOf(given["time"], timezone),
		properties: renamed(without(given, FIELDS), NAMES),
		...merged
	}, ...user === void 0 || device === void 0 ? [] : seen.joined(`${DEVICE}${device}`, user)];
}
/** Above it a time is in milliseconds: in seconds it would lie beyond the year 5000. */
const SECONDS_MAX = 1e11;
/** Seconds, of late also milliseconds, of the project's own clock: a project that is not in UTC needs --timezone. */
function timeOf(time, timezone) {
	const given = typeof time === "string" && /^\d+$/.test(time) ? Number(time) : time;
	if (typeof given !== "number") return time;
	return fromWall(timezone, given < SECONDS_MAX ? given * 1e3 : given);
}
/** Merges of the older kind are events. */
function mergedBy(event, given) {
	const properties = without(given, FIELDS);
	if (event === "$identify" && hasAll(given, "$identified_id", "$anon_id")) return {
		distinct_id: given["$identified_id"],
		properties: {
			...properties,
			$anon_distinct_id: given["$anon_id"]
		}
	};
	if (event === "$merge" && Array.isArray(given["$distinct_ids"])) {
		const [first, second] = given["$distinct_ids"];
		return {
			event: "$merge_dangerously",
			distinct_id: first,
			properties: {
				...properties,
				alias: second
			}
		};
	}
	return {};
}
// src/cli/origins/plausible.ts
/**
* Plausible: the tables of its CSV export. They hold sums by day, not events: each row becomes one event with these sums
* as properties, of which trends add up. Unique visitors of several days cannot be had from them.
*/
/** What a table is split by -> the name of its events. The first that fits counts. */
const TABLES = [
	["page", "plausible pages"],
	["entry_page", "plausible entry pages"],
	["exit_page", "plausible exit pages"],
	["source", "plausible sources"],
	["country", "plausible locations"],
	["browser", "plausible browsers"],
	["operating_system", "plausible operating systems"],
	["device", "plausible devices"],
	["name", "plausible events"]
];
const ALL = "plausible visitors";
const WHO = "plausible";
const plausible = {
	title: "Plausible (sums by day)",
	recognises: (row) => hasAll(row, "date", "visitors") && (hasAll(row, "visit_duration") || hasAll(row, "pageviews") || hasAll(row, "events")) && !hasAll(row, "event") && !hasAll(row, "distinct_id"),
	itemsOf: itemsOf$1
};
function itemsOf$1(row) {
	const table = TABLES.find(([column]) => hasAll(row, column));
	const properties = present(without(row, /* @__PURE__ */ new Set(["date"])));
	return [{
		event: table?.[1] ?? ALL,
		distinct_id: WHO,
		timestamp: textOf(row["date"]),
		properties
	}];
}
// src/cli/origins/posthog.ts
/** PostHog: batch exports of events and of people (JSON lines, Parquet), events of its API, and CSV of its lists. */
const PROPERTIES = "properties.";
const posthog = {
	title: "PostHog",
	recognises: (row) => isPerson(row) || hasAll(row, "event", "distinct_id", "timestamp") && [
		"person_properties",
		"elements_chain",
		"elements",
		"person"
	].some((name) => hasAll(row, name)) && (hasAll(row, "properties") || Object.keys(row).some((name) => name.startsWith(PROPERTIES))),
	itemsOf: (row, seen) => isPerson(row) ? personOf(row, seen) : eventOf(row, seen)
};
/** Columns of lists saved as CSV, where they are expressions. */
const COLUMNS = [[/-- Url \/ Screen$/, `${PROPERTIES}$current_url`], [/^\*\.(?=.)/, ""]];
/** With the names of the fields that columns hold. */
function plainNames(row) {
	const plain = {};
	for (const [name, value] of Object.entries(row)) put(plain, plainName(name), value);
	return plain;
}
function plainName(name) {
	const [pattern, plain = name] = COLUMNS.find(([one]) => one.test(name)) ?? [];
	if (pattern === void 0) return name;
	return plain === "" ? name.replace(pattern, "") : plain;
}
/** A row of the people's export: one for each distinct id. */
function isPerson(row) {
	return hasAll(row, "distinct_id", "person_id", "properties") && !hasAll(row, "event");
}
function personOf(row, seen) {
	const distinct_id = textOf(row["distinct_id"]);
	const properties = objectOf(row["properties"]);
	const told = seen.person(`person ${textOf(row["person_id"])}`, distinct_id, properties);
	const created_at = textOf(row["created_at"]);
	return (told.length > 0 ? told : [{
		type: "person",
		distinct_ids: [distinct_id]
	}]).map((line) => ({
		...line,
		...present({ created_at })
	}));
}
function eventOf(given_row, seen) {
	const row = plainNames(given_row);
	const distinct_id = textOf(row["distinct_id"]);
	const person = objectOf(row["person"]);
	const person_id = textOf(row["person_id"]) ?? textOf(person["id"]) ?? textOf(person["uuid"]);
	const about = {
		...objectOf(row["person_properties"]),
		...objectOf(person["properties"])
	};
	const properties = propertiesOf(row);
	const elements_chain = textOf(row["elements_chain"]);
	return [{
		event: row["event"],
		distinct_id,
		timestamp: row["timestamp"],
		...present({ uuid: row["uuid"] ?? row["id"] }),
		properties: {
			...properties,
			...present({
				$ip: properties["$ip"] ?? row["ip"],
				$elements_chain: properties["$elements_chain"] ?? elements_chain
			})
		},
		...given("$set", objectOf(row["set"])),
		...given("$set_once", objectOf(row["set_once"]))
	}, ...person_id === void 0 ? [] : seen.person(`person ${person_id}`, distinct_id, about)];
}
function given(name, members) {
	return Object.keys(members).length === 0 ? {} : { [name]: members };
}
/** Lists saved as CSV have a column for each property. */
function propertiesOf(row) {
	const properties = { ...objectOf(row["properties"]) };
	for (const [name, value] of Object.entries(row)) if (name.startsWith(PROPERTIES) && value !== "") put(properties, name.slice(11), value);
	return properties;
}
// src/cli/origins/umami.ts
/** Umami: the table `website_event` of its data export, as CSV. */
const CUSTOM_EVENT = "2";
/** Read under other names, or of no use elsewhere. */
const READ = /* @__PURE__ */ new Set([
	...[
		"website_id",
		"session_id",
		"visit_id",
		"event_id",
		"event_type",
		"event_name",
		"distinct_id",
		"created_at"
	],
	...[
		"hostname",
		"browser",
		"os",
		"device",
		"language",
		"country",
		"region",
		"subdivision1",
		"city",
		"job_id"
	],
	...[
		"url_path",
		"url_query",
		"referrer_domain",
		"referrer_path",
		"referrer_query",
		"page_title"
	]
]);
const umami = {
	title: "Umami",
	recognises: (row) => hasAll(row, "website_id", "session_id", "event_type", "url_path", "created_at"),
	itemsOf
};
function itemsOf(row) {
	const isCustom = String(row["event_type"]) === CUSTOM_EVENT;
	const [host, path] = [textOf(row["hostname"]), textOf(row["url_path"])];
	const domain = textOf(row["referrer_domain"]);
	return [{
		event: isCustom ? textOf(row["event_name"]) : "$pageview",
		distinct_id: textOf(row["distinct_id"]) ?? textOf(row["session_id"]),
		timestamp: row["created_at"],
		...present({ uuid: textOf(row["event_id"]) }),
		properties: {
			...present(without(row, READ)),
			...present({
				$session_id: row["visit_id"],
				$host: host,
				$pathname: path,
				$current_url: host === void 0 ? path : `https://${host}${path ?? "/"}${queryOf(row["url_query"])}`,
				$referring_domain: domain,
				$referrer: domain === void 0 ? void 0 : `https://${domain}${textOf(row["referrer_path"]) ?? "/"}${queryOf(row["referrer_query"])}`,
				title: row["page_title"],
				$browser: row["browser"],
				$os: row["os"],
				$device_type: row["device"],
				$locale: row["language"],
				$geoip_country_code: row["country"],
				$geoip_subdivision_1_code: row["region"] ?? row["subdivision1"],
				$geoip_city_name: row["city"]
			})
		}
	}];
}
function queryOf(query) {
	const text = textOf(query);
	return text === void 0 ? "" : `?${text}`;
}
// src/cli/origins/index.ts
/** All origins, by the name that --from takes. */
const ORIGINS = {
	posthog,
	mixpanel,
	amplitude,
	ga4,
	umami,
	plausible
};
function isOriginName(name) {
	return Object.hasOwn(ORIGINS, name);
}
/** Whose rows these are, if they all are of one. @param rows the first of a file */
function originOf(rows) {
	if (rows.length === 0) return null;
	for (const [name, { recognises }] of Object.entries(ORIGINS)) if (isOriginName(name) && rows.every(recognises)) return name;
	return null;
}
// src/cli/files/origin_rows.ts
/** Rows of other products' exports -> the objects that `itemOfLine` takes. */
function* originRows(rows, origin, file, seen) {
	for (const row of rows) {
		const value = "value" in row ? objectOfRow(row.value, file) : null;
		if (value === null) yield row;
		else for (const item of ORIGINS[origin].itemsOf(value, seen, file.settings.timezone)) yield {
			line: row.line,
			value: item
		};
	}
}
/** null if the row is no object. */
function objectOfRow(value, { columns, format }) {
	if (format.kind === "csv") return Array.isArray(value) ? objectOfCells(value, columns) : null;
	return isObject(value) ? value : null;
}
/** Empty cells are members, too: which columns there are says whose rows these are. */
function objectOfCells(cells, columns) {
	const value = {};
	for (const { name, type, at } of columns) if (name !== "") put(value, name, cellValue(cells[at], type) ?? "");
	return value;
}
// src/cli/files/text.ts
/** Bytes as text: whatever a file's encoding, readers get valid UTF-8, cut between characters. */
const MARK = Buffer.from("﻿");
/** A UTF-8 character has at most four bytes, so three may be missing at a chunk's end. */
const TAIL_BYTES = 3;
/** @throws ServiceError if the bytes are invalid in the encoding */
async function* utf8Of(chunks, encoding) {
	const decoded = encoding === "utf-8" ? checkedUtf8(chunks) : decodedFrom(chunks, encoding);
	let first = true;
	for await (const chunk of decoded) {
		const marked = first && chunk.subarray(0, MARK.length).equals(MARK);
		first = false;
		yield marked ? chunk.subarray(MARK.length) : chunk;
	}
}
async function* checkedUtf8(chunks) {
	let rest = Buffer.alloc(0);
	let bytes = 0;
	for await (const chunk of chunks) {
		const block = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
		const end = endOfWhole(block);
		const whole = block.subarray(0, end);
		if (!isUtf8(whole)) throw notUtf8(whole, bytes);
		rest = Buffer.from(block.subarray(end));
		bytes += end;
		if (end > 0) yield whole;
	}
	if (rest.length > 0) throw notUtf8(rest, bytes);
}
/** End of the last complete character. */
function endOfWhole(block) {
	for (let back = 1; back <= TAIL_BYTES && back <= block.length; back++) {
		const byte = block[block.length - back];
		if (byte < 128) return block.length;
		if (byte < 192) continue;
		return (byte >= 240 ? 4 : byte >= 224 ? 3 : 2) > back ? block.length - back : block.length;
	}
	return block.length;
}
function notUtf8(block, bytes_before) {
	let from = 0;
	let until = block.length;
	while (until - from > 1) {
		const middle = from + Math.floor((until - from) / 2);
		if (isUtf8(block.subarray(0, endOfWhole(block.subarray(0, middle))))) from = middle;
		else until = middle;
	}
	const at = endOfWhole(block.subarray(0, until - 1));
	const line_start = block.lastIndexOf(10, at) + 1;
	const near = new TextDecoder("windows-1252").decode(block.subarray(Math.max(line_start, at - 20), at + 10));
	return new ServiceError("invalid_input", `Byte ${bytes_before + at + 1} is not valid UTF-8 (read as windows-1252: ${shownValue(near)}). Say what the file is written in, e.g. --encoding windows-1252.`);
}
async function* decodedFrom(chunks, encoding) {
	const decoder = new TextDecoder(encoding, { fatal: true });
	try {
		for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
		yield Buffer.from(decoder.decode());
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		throw new ServiceError("invalid_input", `This is no text in ${encoding}. Say another --encoding.`, { cause: error });
	}
}
// src/cli/files/rows.ts
/** Reads an examined file as numbered rows, in batches. */
/**
* Rows as objects for `itemOfLine`; read their times with `FileTimes`.
* @param onBytes gets the number of bytes read so far
* @param seen people of earlier files of the import
* @throws ServiceError if the file cannot be read further
*/
async function* readRows(file, onBytes, seen = new Seen()) {
	const toEvent = eventsOf(file);
	const { origin } = file;
	try {
		for await (const { last_line, rows } of rawRows(file, onBytes)) yield {
			last_line,
			rows: origin === null ? mapped(rows, toEvent) : originRows(rows, origin, file, seen)
		};
	} catch (error) {
		throw readError(file, error);
	}
}
function rawRows(file, onBytes) {
	const { format, path, bytes } = file;
	if (format.kind === "parquet") return parquetRows(path, format.json, (share) => onBytes(share * (bytes ?? 0)));
	return splitRows(utf8Of(unpacked(countedBytes(file, onBytes), file.packing), file.encoding), format);
}
/** Same as blocks of lines, for byte scanners. Errors: see `readError`. */
function openBlocks(file, onBytes) {
	return new LineBlocks(utf8Of(unpacked(countedBytes(file, onBytes, file.packing === null), file.packing), file.encoding));
}
function countedBytes(file, onBytes, passing = false) {
	let bytes = 0;
	const count = (chunk) => {
		bytes += chunk.length;
		onBytes(bytes);
	};
	return rawBytes(file, count, passing);
}
/** Raw rows: cells of CSV, values of JSON. */
function splitRows(chunks, format, onHeader) {
	if (format.kind === "csv") return csvRows(chunks, format, onHeader);
	if (format.kind === "web_log") return lineRows(chunks, webLogRow);
	if (format.kind === "xes") return xesRows(chunks);
	return format.kind === "values" ? jsonValueRows(chunks) : ndjsonRows(chunks);
}
/** Explains why reading stopped, starting with the file's name. */
function readError({ path, packing }, error) {
	if (error instanceof ServiceError) {
		const { code, needs, attr } = error;
		const more = {
			...needs === null ? {} : { needs },
			...attr === null ? {} : { attr }
		};
		return new ServiceError(code, `${path}: ${error.message}`, {
			...more,
			cause: error
		});
	}
	return new ServiceError("invalid_input", `${path}: This is damaged, or no ${packing ?? "text"} file.`, { cause: error });
}
function* mapped(rows, toEvent) {
	for (const row of rows) yield toEvent(row);
}
// src/cli/files/types.ts
/** Fields with times: of events; of persons and groups. */
const TIME_FIELDS = ["timestamp", "created_at"];
// src/cli/files/times.ts
/**
* How the times of a file are read. A field's format is decided once, from the first rows, for all: values in another
* format are refused, and if day and month cannot be told apart nothing is read until the user decides.
*/
/** Format -> name on the screen. */
const FORM_TEXTS = {
	ymd: "year-month-day",
	dmy: "day.month.year",
	mdy: "month/day/year",
	named: "with the name of the month",
	compact: "year, month and day as digits",
	seconds: "seconds since 1970",
	milliseconds: "milliseconds since 1970",
	microseconds: "microseconds since 1970",
	nanoseconds: "nanoseconds since 1970"
};
/** Code of errors that end a file, not only a row. */
const CONTRADICTION = "conflict";
/**
* @param values of the field, in order
* @returns null if there are none
* @throws ServiceError if no format reads any of them, or several could be meant
*/
function decideForm(field, values, settings) {
	const given = values.filter(isTimeValue);
	if (given.length === 0) return null;
	if (settings.date_format !== null) return formSaid(field, given, settings.date_format);
	const count = /* @__PURE__ */ new Map();
	const ordered = [];
	const sampleOf = /* @__PURE__ */ new Map();
	for (const value of given) {
		const forms = formsOf(value);
		if (forms.some(isDateOrder)) ordered.push({
			value,
			forms
		});
		for (const form of forms) {
			count.set(form, (count.get(form) ?? 0) + 1);
			if (!sampleOf.has(form)) sampleOf.set(form, value);
		}
	}
	if (count.size === 0) throw noTimes(field, given[0]);
	const [form, most] = [...count].reduce((best, one) => one[1] > best[1] ? one : best);
	if (!isDateOrder(form) && most > ordered.length) return {
		form,
		said: false,
		sample: sampleOf.get(form)
	};
	return {
		form: orderOf(field, ordered, settings.timezone),
		said: false,
		sample: ordered[0].value
	};
}
function formSaid(field, values, form) {
	const sample = values.find((value) => readDate(form, value, true) !== null);
	if (sample !== void 0) return {
		form,
		said: true,
		sample
	};
	throw new ServiceError("invalid_input", `--date-format ${form} (${FORM_TEXTS[form]}) reads nothing in "${field}", e.g. ${shownValue(values[0])}.`);
}
/** The only order in which all can be read. */
function orderOf(field, ordered, timezone) {
	let fitting = ordered[0].forms;
	for (const { value, forms } of ordered) {
		const both = fitting.filter((form) => forms.includes(form));
		if (both.length === 0) throw contrary(field, ordered[0].value, value);
		fitting = both;
	}
	if (fitting.length === 1) return fitting[0];
	const { value } = ordered[0];
	const readings = fitting.map((form) => `--date-format ${form} (${shownTime(form, value, timezone)})`);
	throw new ServiceError("invalid_input", `"${field}" can be read in ${fitting.length} ways: say what ${shownValue(value)} means with ${readings.join(" or ")}.`);
}
function contrary(field, one, other) {
	return new ServiceError("invalid_input", `"${field}" is written in more than one way, as ${shownValue(one)} and ${shownValue(other)}. Say which holds with --date-format dmy, mdy or ymd; rows written in another way are then refused.`);
}
function noTimes(field, sample) {
	return new ServiceError("invalid_input", `"${field}" holds no times: ${shownValue(sample)} is none. Known forms: 2026-01-31T12:00:00Z, 31.01.2026 12:00, Jan 31, 2026 12:00 PM, 20260131, and seconds, milliseconds or microseconds since 1970. Another column: --map timestamp=<column>`);
}
/** Times in the rows of one file. */
var FileTimes = class {
	#forms;
	#settings;
	#path;
	constructor({ path, times, settings }) {
		this.#path = path;
		this.#forms = { ...times };
		this.#settings = settings;
	}
	/**
	* A field missing from the first rows is decided by the first batch that has it, which is read completely before its
	* rows are handed on. Other batches are not held: most files have events only, and thousands of held rows are much
	* garbage.
	*/
	*decided(rows) {
		let held = null;
		for (const row of rows) if (held !== null) held.push(row);
		else if (this.isUndecided(row)) held = [row];
		else yield row;
		if (held === null) return;
		this.decide(held);
		yield* held;
	}
	/** From the first undecided rows, as many as are at hand. */
	decide(rows) {
		const values = rows.map(valueIn);
		for (const field of TIME_FIELDS) this.#forms[field] ??= this.#decide(field, values);
	}
	/** Whether event times have the usual format, which can be scanned. */
	isUsual() {
		return this.#forms.timestamp?.form === "ymd";
	}
	/** Whether the row is among the first that decide its time's format. */
	isUndecided(row) {
		const value = valueIn(row);
		if (!isObject(value)) return false;
		const field = timeFieldOf(value);
		return this.#forms[field] === void 0 && isTimeValue(value[field]);
	}
	#decide(field, values) {
		try {
			return decideForm(field, timesIn(values, field), this.#settings) ?? void 0;
		} catch (error) {
			throw readError({
				path: this.#path,
				packing: null
			}, error);
		}
	}
	/** @throws ServiceError if the value is no time in the field's format; CONTRADICTION if it proves the format wrong */
	timeOf = (name, value) => {
		const decided = hasKey(this.#forms, name) ? this.#forms[name] : void 0;
		if (decided === void 0 || !isTimeValue(value)) return null;
		const date = readDate(decided.form, value, decided.said);
		if (date === null) throw this.#misfit(name, value, decided);
		return date.zoned ? date.ms : fromWall(this.#settings.timezone, date.ms);
	};
	#misfit(name, value, { form, said, sample }) {
		if (!said && isDateOrder(form) && formsOf(value).some(isDateOrder)) return new ServiceError(CONTRADICTION, `${this.#path}: "${name}" was taken for ${FORM_TEXTS[form]}, as in ${shownValue(sample)}, and then says ${shownValue(value)}. Rows before this one were taken and may lie on wrong days. Say which form holds with --date-format dmy, mdy or ymd, best into a new database.`);
		const how = said ? "as --date-format says" : `as ${shownValue(sample)}`;
		return new ServiceError("invalid_input", `"${name}" is no time in the form of its column: ${FORM_TEXTS[form]}, ${how}.`);
	}
};
function valueIn(row) {
	return "value" in row ? row.value : null;
}
/** Values of a field, from events or from persons and groups. */
function timesIn(values, field) {
	return values.map((value) => isObject(value) && timeFieldOf(value) === field ? value[field] : void 0);
}
function timeFieldOf(value) {
	return isEventLike(value) ? "timestamp" : "created_at";
}
/** For the screen: `month/day/year, times in UTC; "12/1/2010 8:26" is 2010-12-01 08:26:00` */
function formText({ form, said, sample }, timezone) {
	const how = said ? " (as said)" : "";
	return `${FORM_TEXTS[form]}${how}; ${shownValue(sample)} is ${shownTime(form, sample, timezone)}`;
}
function shownTime(form, value, timezone) {
	const date = readDate(form, value, true);
	if (date === null) return "no time";
	return date.zoned ? `${formatDateTime("UTC", date.ms)} UTC` : `${formatDateTime("UTC", date.ms)} in ${timezone}`;
}
function isTimeValue(value) {
	return typeof value === "number" || typeof value === "string" && value.trim() !== "";
}
// src/cli/files/row_setting.ts
function rowSetting(file, ids) {
	return {
		path: file.path,
		ids,
		times: new FileTimes(file),
		toEvent: eventsOf(file),
		is_plain: isPlain(file)
	};
}
/** JSON with renamed or added fields cannot be scanned. */
function isPlain(file) {
	const { format, settings, columns } = file;
	if (format.kind === "csv") return isScannable(file);
	return format.kind === "ndjson" && settings.event === null && columns.every(({ role }) => role === "unused");
}
// src/cli/importing/read_batches.ts
/**
* Rows of files, checked and in columns, batch by batch. Small files share a batch; unreadable files are reported, and
* the next one follows.
*/
async function* readBatches(files) {
	const sources = new Sources(files);
	const collected = new Collected();
	/** Of earlier files, and of all. */
	let before = 0;
	let bytes_read = 0;
	for (const [place, { file, source }] of files.entries()) {
		const setting = rowSetting(file, sources.open(source));
		let failure = null;
		try {
			for await (const rows of collected.read(file, setting, (bytes) => bytes_read = before + bytes)) {
				for (const row of rows) {
					if (collected.isFull()) {
						collected.endPart(place);
						yield collected.batch(bytes_read);
					}
					if (row !== null) collected.add(row, setting);
				}
				if (!collected.isHeavy()) continue;
				collected.endPart(place);
				yield collected.batch(bytes_read);
			}
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			failure = error.message;
		}
		collected.endPart(place, failure);
		sources.close(source);
		before = file.bytes === null ? bytes_read : before + file.bytes;
		bytes_read = before;
	}
	if (files.length > 0) yield collected.batch(bytes_read);
}
/** A source's counts are kept from its first file to its last. */
var Sources = class {
	/** source -> files to come */
	#left = /* @__PURE__ */ new Map();
	#open = /* @__PURE__ */ new Map();
	constructor(files) {
		for (const { source } of files) this.#left.set(source, (this.#left.get(source) ?? 0) + 1);
	}
	open(source) {
		const ids = this.#open.get(source) ?? new LineIds(source);
		this.#open.set(source, ids);
		return ids;
	}
	/** One of its files is done. */
	close(source) {
		const left = must(this.#left.get(source), "a source has files") - 1;
		this.#left.set(source, left);
		if (left === 0) this.#open.delete(source);
	}
};
/** Batches being built, one after the other. */
var Collected = class {
	#events = new FileBatch();
	#lines = new NdjsonBlocks(this.#events);
	#seen = new Seen();
	#parts = [];
	#refused = [];
	/** Added row by row. */
	#rows = 0;
	#refused_chars = 0;
	/** Rows the batch lacks, each to be added before requesting the next; null when the batch is full. */
	async *read(file, setting, onBytes) {
		if (file.origin !== null || file.format.kind !== "ndjson" && !setting.is_plain) {
			for await (const { rows } of readRows(file, onBytes, this.#seen)) yield setting.times.decided(rows);
			return;
		}
		const blocks = openBlocks(file, onBytes);
		try {
			yield* file.format.kind === "ndjson" ? this.#readLines(blocks, setting) : this.#readRecords(blocks, file, setting);
		} catch (error) {
			throw readError(file, error);
		} finally {
			await blocks.close();
		}
	}
	async *#readLines(blocks, setting) {
		this.#lines.begin();
		for (let block = await blocks.next(); block !== null; block = await blocks.next()) yield this.#lines.rows(block, setting);
	}
	/** From a record only a parser can delimit, the parser takes over. */
	async *#readRecords(blocks, file, setting) {
		const records = new CsvBlocks(this.#events, file);
		let block = await blocks.next();
		while (block !== null) {
			yield records.rows(block, setting);
			if (records.is_odd) break;
			block = await blocks.next(records.taken);
		}
		if (block !== null) for await (const rows of records.rest(blocks, setting)) yield setting.times.decided(rows);
	}
	isFull() {
		return this.#rows >= TUNING.import_batch_rows || this.#events.isFull();
	}
	/** Asked now and then, as it recounts. */
	isHeavy() {
		return this.#events.bytes() + this.#refused_chars >= TUNING.import_batch_chars;
	}
	add(row, { path, ids, times }) {
		this.#rows++;
		if ("reason" in row) {
			this.#refuse(path, row.line, row.reason, row.text);
			return;
		}
		try {
			this.#events.addLine(itemOfLine(row.value, times.timeOf), ids);
		} catch (error) {
			if (!(error instanceof ServiceError) || error.code === "conflict") throw error;
			this.#refuse(path, row.line, error.message, row.value);
		}
	}
	#refuse(file, line, reason, text) {
		const json = JSON.stringify({
			file,
			line,
			reason,
			text
		});
		this.#refused.push({
			line,
			reason,
			json
		});
		this.#refused_chars += json.length;
	}
	/** Whatever was added since the last part belongs to that file. */
	endPart(file, failure = null) {
		this.#parts.push({
			file,
			end: this.#events.end(),
			refused: this.#refused,
			failure
		});
		this.#refused = [];
	}
	/** Rows added since the last one. */
	batch(bytes_read) {
		const parts = this.#parts;
		this.#parts = [];
		this.#rows = 0;
		this.#refused_chars = 0;
		return {
			...this.#events.taken(),
			parts,
			bytes_read
		};
	}
};
// src/cli/importing/read_ahead.ts
/**
* The main thread's side of the import reader: a thread reads, parses and checks rows and delivers columns some batches
* ahead; the main thread only resolves identities and writes.
*/
/** Beside this file, before and after the build. */
const ENTRY = new URL(import.meta.url.endsWith(".ts") ? "./reading.ts" : "./reading.js", import.meta.url);
/** Small inputs are read here: faster than starting a thread. */
function readAhead(files) {
	return files.reduce((sum, { file }) => sum + (file.bytes ?? Number.POSITIVE_INFINITY), 0) <= TUNING.import_here_bytes ? readBatches(files) : readInThread(files);
}
async function* readInThread(files) {
	const worker = new Worker(ENTRY, {
		workerData: files,
		name: "reading"
	});
	for await (const message of messagesOf(worker, longestOf(files))) {
		if (message === null) return;
		if ("failure" in message) throw errorOf(message.failure);
		yield message;
		worker.postMessage("next");
	}
}
/** A pipe sends whenever it sends. */
function longestOf(files) {
	if (!files.some(({ file }) => file.format.kind === "parquet")) return null;
	const bytes = Math.max(...files.map((one) => one.file.bytes ?? Number.POSITIVE_INFINITY));
	return bytes === Number.POSITIVE_INFINITY ? null : longestMs(bytes);
}
export { shownName as A, unusedMembers as C, plainColumns as D, jsonColumnsSaid as E, archived as F, archivedBytes as I, itemOfLine as L, peeked as M, rawBytes as N, unusedColumns as O, unpacked as P, isParquet as R, isEventLike as S, jsonColumns as T, originOf as _, decideForm as a, isWebLog as b, TIME_FIELDS as c, splitRows as d, utf8Of as f, isOriginName as g, ORIGINS as h, FileTimes as i, shownValue as j, shownLine as k, readError as l, originRows as m, readBatches as n, formText as o, objectOfRow as p, CONTRADICTION as r, timesIn as s, readAhead as t, readRows as u, Seen as v, csvColumns as w, eventsOf as x, isXes as y, parquetStart as z };
