import { B as isDateOrder, H as formatDateTime, J as canonical, V as readDate, X as isObject, Z as isTextWithinDepth, at as TUNING, p as fromStored, q as parseTimestamp, tt as put, z as formsOf } from "./column_codec-1DCwPxVM.js";
import { t as errorOf } from "./thread_failure-DvsL5TF2.js";
import { n as must, t as assert } from "./assert-Cucc65-M.js";
import { i as fromWall } from "./zone-C4mubXLb.js";
import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CvXVGQlg.js";
import { i as packColumns } from "./chunk-Clisp7Gw.js";
import { A as visitOf, O as visitBitOf, S as cutText, T as isAboutPerson, _ as isAboutGroups, c as checkEvent, d as openFileBatch, f as withElementsChain, h as HashCounts, i as typeOf, k as visitBits, m as Hash64, p as contentHashes, w as idText, y as NO_PROFILE } from "./weigh-DWeR6FLa.js";
import { i as isStorableTime, n as eventName, r as givenUuid, s as settledProperties, t as distinctIdOf } from "./normalise-BkmKRt_2.js";
import { Worker } from "node:worker_threads";
import { close, open, read } from "node:fs";
import { promisify } from "node:util";
import { createGunzip, createZstdDecompress } from "node:zlib";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { on } from "node:events";
import { Readable } from "node:stream";
import { Transform as Transform$1 } from "stream";
import { isUtf8 } from "node:buffer";
const MULTIPLY$1 = -1640531535;
const QUOTE$5 = 34;
const COMMA$2 = 44;
const FIRST_SLOTS$1 = 64;
const FIRST_BYTES = 1024;
/** Layout of a slot: hash, number, start, length. */
const WIDTH = 4;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();
/** Masks for the lowest 0 to 3 bytes of a word. */
function lowBytes(word, bytes) {
	return word & (1 << (bytes << 3)) - 1;
}
/** Hashes combine whole words, then the rest of the last one; see `hashOf`. */
function hashWord(hash, word) {
	const next = Math.imul(hash ^ word, MULTIPLY$1);
	return next ^ next >>> 15;
}
/** `rest`: the last 0 to 3 bytes. */
function hashRest(hash, rest, bytes) {
	const next = Math.imul(hash ^ rest ^ bytes << 27, MULTIPLY$1);
	return next ^ next >>> 16;
}
function hashOf(view, from, to) {
	let hash = 0;
	let at = from;
	for (; at + 4 <= to; at += 4) hash = hashWord(hash, view.getInt32(at, true));
	return hashRest(hash, lowBytes(view.getInt32(at, true), to - at), to - at);
}
function sourceOf(text) {
	const encoded = ENCODER.encode(text);
	const bytes = new Uint8Array(encoded.length + 8);
	bytes.set(encoded);
	return {
		bytes,
		view: new DataView(bytes.buffer),
		length: encoded.length
	};
}
var ByteTable = class {
	#slots = /* @__PURE__ */ new Int32Array(256);
	#slot_count = FIRST_SLOTS$1;
	/** Pieces in slots. */
	#used = 0;
	#bytes = new Uint8Array(FIRST_BYTES);
	#view = new DataView(this.#bytes.buffer);
	#length = 0;
	/** number -> start of its bytes; the next entry is the next one's */
	#starts = new Uint32Array(FIRST_SLOTS$1);
	#size = 0;
	/** The largest number. */
	get size() {
		return this.#size;
	}
	/** Estimated bytes. */
	get length() {
		return this.#length;
	}
	/**
	* Number of a piece, added if new. `quoted`: 1 = the piece is between a string's quotes, 0 = it is another value. It
	* must be as `JSON.stringify` writes it.
	*/
	code(source, view, from, to, hash, quoted) {
		const slots = this.#slots;
		const mask = this.#slot_count - 1;
		const length = to - from << 1 | quoted;
		for (let slot = hash & mask;; slot = slot + 1 & mask) {
			const at = slot * WIDTH;
			const code = slots[at + 1];
			if (code === 0) return this.#add(source, from, to, hash, quoted, slot);
			if (slots[at] === hash && slots[at + 3] === length && this.#isSame(view, from, to - from, slots[at + 2])) return code;
		}
	}
	/** Same for any JSON text. */
	codeOfText(json) {
		const { bytes, view, length } = sourceOf(json);
		const quoted = bytes[0] === QUOTE$5 ? 1 : 0;
		const end = length - quoted;
		return this.code(bytes, view, quoted, end, hashOf(view, quoted, end), quoted);
	}
	/** A piece that is never looked up: ASCII, such as a number. */
	append(json) {
		const code = this.#begin(json.length);
		for (let i = 0; i < json.length; i++) this.#bytes[this.#length++] = json.charCodeAt(i);
		this.#bytes[this.#length++] = COMMA$2;
		return code;
	}
	/** All pieces, each with a comma. A view, valid until the next change. */
	joined() {
		return this.#bytes.subarray(0, this.#length);
	}
	/** JSON text. */
	text(code) {
		const from = this.#starts[code];
		const to = code === this.#size ? this.#length : this.#starts[code + 1];
		return DECODER.decode(this.#bytes.subarray(from, to - 1));
	}
	clear() {
		if (this.#used > 0) this.#slots.fill(0);
		this.#used = 0;
		this.#length = 0;
		this.#size = 0;
	}
	#isSame(view, from, length, offset) {
		const mine = this.#view;
		let at = 0;
		for (; at + 4 <= length; at += 4) if (mine.getInt32(offset + at, true) !== view.getInt32(from + at, true)) return false;
		return lowBytes(mine.getInt32(offset + at, true) ^ view.getInt32(from + at, true), length - at) === 0;
	}
	#add(source, from, to, hash, quoted, slot) {
		const code = this.#put(source, from, to, quoted);
		const slots = this.#slots;
		slots[slot * WIDTH] = hash;
		slots[slot * WIDTH + 1] = code;
		slots[slot * WIDTH + 2] = this.#starts[code] + quoted;
		slots[slot * WIDTH + 3] = to - from << 1 | quoted;
		if (++this.#used * 2 > this.#slot_count) this.#grow();
		return code;
	}
	#put(source, from, to, quoted) {
		const code = this.#begin(to - from);
		const bytes = this.#bytes;
		let at = this.#length;
		if (quoted === 1) bytes[at++] = QUOTE$5;
		if (to - from < COPIED_BYTES) for (let i = from; i < to; i++) bytes[at++] = source[i];
		else {
			bytes.set(source.subarray(from, to), at);
			at += to - from;
		}
		if (quoted === 1) bytes[at++] = QUOTE$5;
		bytes[at++] = COMMA$2;
		this.#length = at;
		return code;
	}
	/** Makes room for one more of this many bytes. */
	#begin(bytes) {
		const code = ++this.#size;
		if (code >= this.#starts.length) this.#starts = grown(this.#starts, code * 2);
		this.#reserve(bytes);
		this.#starts[code] = this.#length;
		return code;
	}
	#reserve(more) {
		const needed = this.#length + more + 3 + 8;
		if (needed <= this.#bytes.length) return;
		const bytes = new Uint8Array(needed * 2);
		bytes.set(this.#bytes.subarray(0, this.#length));
		this.#bytes = bytes;
		this.#view = new DataView(bytes.buffer);
	}
	#grow() {
		const old = this.#slots;
		this.#slot_count *= 4;
		const mask = this.#slot_count - 1;
		const slots = new Int32Array(this.#slot_count * WIDTH);
		for (let from = 0; from < old.length; from += WIDTH) {
			if (old[from + 1] === 0) continue;
			let slot = old[from] & mask;
			while (slots[slot * WIDTH + 1] !== 0) slot = slot + 1 & mask;
			for (let i = 0; i < WIDTH; i++) slots[slot * WIDTH + i] = old[from + i];
		}
		this.#slots = slots;
	}
};
/** Up to this length, copying byte by byte is faster. */
const COPIED_BYTES = 48;
function grown(array, length) {
	const larger = new Uint32Array(length);
	larger.set(array);
	return larger;
}
// src/service/ingest/number_codes.ts
/** Different numbers and the codes they were given: open addressing, no object a number. Made to be cleared and filled again. */
const FIRST_SLOTS = 512;
const MULTIPLY = -1640531535;
const BITS = /* @__PURE__ */ new Float64Array(1);
const HALVES = new Int32Array(BITS.buffer);
var NumberCodes = class {
	size = 0;
	#numbers = new Float64Array(FIRST_SLOTS);
	/** slot -> code, 0 where it is free */
	#codes = new Int32Array(FIRST_SLOTS);
	/** 0 where it has none. */
	get(value) {
		return this.#codes[this.#slotOf(value)];
	}
	/** One that has none yet. */
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
/** Rows that are settled at a time. */
const STRETCH_ROWS = 1024;
/** As many different numbers, and a column has numbers instead of codes. */
const DICTIONARY_NUMBERS = 256;
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
	/** row -> what it has */
	codes = /* @__PURE__ */ new Int32Array(0);
	numbers = null;
	/** SPAN * row of the stretch -> where its text is */
	spans = /* @__PURE__ */ new Int32Array(0);
	/** One value of each type there is. */
	samples = [];
	#values = new ByteTable();
	#number_codes = new NumberCodes();
	/** Of null, false and true; 0 where there is none yet. */
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
	/** Makes room for marks in all rows that a batch may have. */
	open() {
		this.#reserve(TUNING.import_batch_rows - 1);
		if (this.spans.length === 0) this.spans = new Int32Array(3 * STRETCH_ROWS);
		return this;
	}
	/** There is room for the row. */
	setNumber(row, value) {
		this.numbers ??= new Float64Array(this.codes.length).fill(NaN);
		this.codes[row] = NUMBER;
		this.numbers[row] = value + 0;
	}
	/** A value as JSON has it; rows before it are settled. */
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
	/** Gives up what the row was marked with. */
	unset(row) {
		if (row >= this.codes.length) return;
		this.codes[row] = 0;
		if (this.numbers !== null) this.numbers[row] = NaN;
	}
	/** Codes for the rows of a stretch. @param written values as JSON text, by their place */
	settle(source, view, from, to, written) {
		const { codes, spans } = this;
		const values = this.#values;
		if (spans.length === 0) return;
		for (let row = from, at = 0; row < to; row++, at += 3) {
			const mark = codes[row];
			if (mark >= 0) continue;
			if (mark === -1) {
				if (this.#only_numbers) this.#leaveNumbers(row);
				const known = values.size;
				const start = spans[at + 1];
				const code = values.code(source, view, start, spans[at + 2], spans[at], 1);
				codes[row] = code;
				if (code > known) this.#noteText(source, start, spans[at + 2] - start, code);
			} else if (mark === NUMBER) codes[row] = this.#numberCode(row);
			else if (mark === -2) codes[row] = this.#writtenCode(row, written[spans[at]]);
			else codes[row] = this.#literal(mark, row);
		}
	}
	/** null where no row has anything. All rows are settled. */
	filled(rows) {
		const count = this.#values.size;
		if (count === 0 && !this.#has_numbers) return null;
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
			count
		};
	}
	/** Of a column of texts. */
	textOf(code) {
		return JSON.parse(this.#values.text(code));
	}
	/** About the memory that its values take. */
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
		const { codes, numbers } = this;
		this.codes = new Int32Array(length);
		this.codes.set(codes);
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
	/** Something else than a number turns up: from here on there are codes. */
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
	/** Texts that are no dates are one type, dates another one: few of them are looked at. */
	#noteText(source, at, length, code) {
		const first = source[at] - ZERO$2;
		if (!(first >= 0 && first <= 9 && source[at + 4] === DASH && length >= DATE_BYTES)) {
			if (!this.#has_text) this.#note("");
			this.#has_text = true;
		} else if (!this.#has_text || !this.#has_date) {
			const type = this.#note(JSON.parse(this.#values.text(code)));
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
/** A value other than a number as the log keeps it: see `toStored`. */
function writtenValue(value) {
	const json = JSON.stringify(value);
	return typeof value === "string" ? json : JSON.stringify([json]);
}
// src/service/ingest/file_batch.ts
/**
* The events of files in columns, as `BatchBuilder` has those of requests, but from bytes: see file_column.ts. What is made
* of a batch is plain data that goes from thread to thread; its properties are packed for the log already.
*/
const UUID_BYTES$2 = 16;
const ROOM = TUNING.import_batch_rows;
const ANY_VISIT = 1;
var FileBatch = class {
	rows = 0;
	names = new FileColumn("event").open();
	distinct_ids = new FileColumn("distinct_id").open();
	time_ms = new Float64Array(ROOM);
	uuids = new Uint8Array(ROOM * UUID_BYTES$2);
	/** Until a row is settled: what its properties alone tell, as `visitBitOf` has it. */
	visits = new Int32Array(ROOM);
	grouped = new Uint8Array(ROOM);
	/** Values that rows of this stretch have, as JSON: see WRITTEN. */
	written = [];
	/** All that this and former batches had, in order of appearance. */
	#columns = [];
	#byName = /* @__PURE__ */ new Map();
	/** code of a name -> the name where it says something about people or groups, else null */
	#telling = [];
	/** Rows up to here have codes. */
	#settled = 0;
	#others = [];
	/** Rows without an id, by the source that gives them one. */
	#unnamed = /* @__PURE__ */ new Map();
	/** Changes when columns are forgotten. */
	generation = 0;
	get columns() {
		return this.#columns;
	}
	get stretch_rows() {
		return this.rows - this.#settled;
	}
	isFull() {
		return this.rows >= ROOM || this.#columns.length >= TUNING.import_batch_properties;
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
	/** The marked rows get their codes; called before their bytes go. */
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
	/** Gives up what the row that is not there yet was marked with. */
	giveUp() {
		this.names.unset(this.rows);
		this.distinct_ids.unset(this.rows);
		for (const column of this.#columns) column.unset(this.rows);
		this.visits[this.rows] = 0;
		this.grouped[this.rows] = 0;
	}
	/** All rows are settled. @param ids of the source the line is from */
	addLine(item, ids) {
		assert(this.stretch_rows === 0, "rows are in order");
		if (item.kind === "event") this.#addEvent(item.event, ids);
		else this.#others.push({
			row: this.rows,
			item,
			line: ids.of(item)
		});
	}
	/** The row that was added last has no id. */
	nameLater(row, ids) {
		const rows = this.#unnamed.get(ids);
		if (rows === void 0) this.#unnamed.set(ids, [row]);
		else rows.push(row);
	}
	/** About the memory that it takes. */
	bytes() {
		return this.#columns.reduce((sum, column) => sum + column.bytes(), 0);
	}
	/** Where what was added by now ends. */
	end() {
		return {
			events: this.rows,
			others: this.#others.length
		};
	}
	/** All that was added since the last time. All rows are settled. */
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
		for (const column of this.#columns) column.clear(this.rows);
		this.visits.fill(0, 0, this.rows);
		this.grouped.fill(0, 0, this.rows);
		this.rows = 0;
		this.#settled = 0;
		this.#others = [];
		this.#unnamed.clear();
		this.#telling = [];
		if (this.#columns.length < TUNING.import_batch_properties) return;
		this.#columns = [];
		this.#byName.clear();
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
* Lines of files that bring no id are known again by what they say, and by how many equal ones came before them in the
* same source: so a file that has grown, was packed, or was split in another way adds only what is new. All that is
* imported at a time counts as one document; the project holds each event as often as the document that has it most often.
*/
const UUID_BYTES$1 = 16;
/** What is counted: a project's source tells of events and of others under the same number otherwise. */
const EVENT$1 = 1;
const OTHER = 2;
/** Of one source, for as long as its files are imported. */
var LineIds = class {
	#start;
	#counts = new HashCounts();
	constructor(source) {
		this.#start = new Hash64().text(source).end();
	}
	/**
	* Gives these rows of the batch their ids, in order.
	* @param hashes 2 * row -> what the row says, see `contentHashes`
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
	/** A line that says how a person or a group is. */
	of(item) {
		const [about, content] = item.kind === "person" ? [["person", item.person.distinct_ids[0]], item.person] : [[
			"group",
			item.group.group_type,
			item.group.group_key
		], item.group];
		const hash = this.#hash().word(OTHER).text(canonical(about)).end();
		const nth = this.#counts.count(hash.a, hash.b);
		return {
			about: bytesOf(hash),
			nth,
			content: bytesOf(this.#hash().text(canonical(content)).end())
		};
	}
	#hash() {
		return new Hash64().seed(this.#start.a, this.#start.b);
	}
};
/**
* The time, and 56 bits of the hash. The time comes first, as in ids of version 7: it takes no room beside the event's
* own. The rest tells events of one name at the very same millisecond apart; each byte more costs one on the disk.
*/
function writeId(uuids, at, time_ms, { a, b }) {
	uuids.setUint32(at, Math.floor(time_ms / 65536));
	uuids.setUint16(at + 4, time_ms % 65536);
	uuids.setUint16(at + 6, 32768);
	uuids.setUint32(at + 8, 2147483648 + (b >>> 8));
	uuids.setUint32(at + 12, a);
}
function bytesOf({ a, b }) {
	return new Uint8Array(Int32Array.of(a, b).buffer);
}
// src/service/ingest/lines.ts
/**
* One object of an events file -> an item to import. Unlike a live request nothing is guessed: a line without a time
* is refused, a time is taken as it stands, and a line without an id stays without one (see line_ids.ts).
*/
/**
* `{"type":"person",…}` and `{"type":"group",…}` are what they say; everything else is an event.
* @throws ServiceError invalid_input, required, too_large: why the line cannot be taken
*/
function itemOfLine(value, timeOf) {
	if (!isObject(value)) throw invalid("line", "A line must be a JSON object.");
	if (value["event"] === void 0 && value["type"] === "person") return {
		kind: "person",
		person: personOf(value, timeOf)
	};
	if (value["event"] === void 0 && value["type"] === "group") return {
		kind: "group",
		group: groupOf(value, timeOf)
	};
	return {
		kind: "event",
		event: eventOf(value, timeOf)
	};
}
function eventOf(raw, timeOf) {
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
function personOf(raw, timeOf) {
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
/** null where the member is absent. */
function timeAt(raw, name, timeOf) {
	const value = raw[name];
	if (value === void 0 || value === null || value === "") return null;
	const time_ms = timeOf(name, value);
	if (time_ms === null) throw invalid(name, `"${name}" is no time. Write it as 2026-01-31T12:00:00Z.`);
	if (!isStorableTime(time_ms)) throw invalid(name, `"${name}" must lie between the years 1970 and 9999.`);
	return Math.floor(time_ms);
}
const STDIN_FD = 0;
/** Somebody who left stdin without waiting for it made it answer "nothing yet". */
const AGAIN_MS = 20;
const openFile = promisify(open);
const readFile = promisify(read);
const closeFile = promisify(close);
/**
* @param head what was read of it already; of stdin nothing can be read twice
* @param onChunk told each chunk that is read now
*/
async function* rawBytes({ path, head }, onChunk) {
	for (const chunk of head) {
		onChunk(chunk);
		yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
	}
	const fd = path === "-" ? STDIN_FD : await openFile(path, "r");
	try {
		for (;;) {
			const chunk = await nextChunk(fd);
			if (chunk.length === 0) return;
			onChunk(chunk);
			yield chunk;
		}
	} finally {
		if (path !== "-") await closeFile(fd);
	}
}
/** Empty at the end. */
async function nextChunk(fd) {
	const buffer = Buffer.allocUnsafeSlow(TUNING.import_chunk_bytes);
	for (;;) try {
		const { bytesRead } = await readFile(fd, buffer, 0, TUNING.import_chunk_bytes, null);
		return buffer.subarray(0, bytesRead);
	} catch (error) {
		const { code } = error;
		if (code === "EOF") return buffer.subarray(0, 0);
		if (code !== "EAGAIN") throw error;
		await setTimeout$1(AGAIN_MS);
	}
}
/** Several packed files one after the other are one file. */
async function* unpacked(chunks, packing) {
	if (packing === null) {
		yield* chunks;
		return;
	}
	const source = Readable.from(chunks, { objectMode: false });
	const options = { chunkSize: TUNING.import_chunk_bytes };
	const content = packing === "gzip" ? createGunzip(options) : createZstdDecompress(options);
	source.once("error", (error) => content.destroy(error));
	try {
		yield* source.pipe(content);
	} finally {
		source.destroy();
	}
}
/** The first bytes, so many at least where there are so many, and all bytes from the start. */
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
// src/cli/files/csv.ts
/** Records of CSV as rows of cells. The header is not among them. */
/**
* @param chunks UTF-8
* @param onHeader told the names of the columns before the first row
* @param before what came before these chunks, where they are not all of the file; a header they have nevertheless
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
/** Lines of the file. The parser counts a line end within quotes twice where it has two characters. */
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
/** From here to the end of the file no row can be told from the next. */
function unreadable(error, before) {
	const row = before + Number(error["records"] ?? 0) + 1;
	const what = error.code === "CSV_MAX_RECORD_SIZE" ? `has more than ${LIMIT.import_row_chars} bytes` : "opens a quote that never closes";
	return new ServiceError("invalid_input", `Row ${row} ${what}.`, { cause: error });
}
// src/cli/files/byte_values.ts
/** Values from bytes, in their most frequent forms only: whoever reads a file with care has the last word on all others. */
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
/** Up to here digits are exact as a number, and so is what such a number is divided by. */
const EXACT_DIGITS = 15;
const TENS = Array.from({ length: 16 }, (_, places) => 10 ** places);
/** Deeper is for whoever counts. */
const LEVELS = 16;
const UUID_CHARS$1 = 36;
/** Byte -> its value as a hexadecimal digit, -1 for all others. */
const HEX = (/* @__PURE__ */ new Int8Array(256)).fill(-1);
for (const [value, digit] of [..."0123456789abcdef"].entries()) {
	HEX[digit.charCodeAt(0)] = value;
	HEX[digit.toUpperCase().charCodeAt(0)] = value;
}
/** Where a text ends, or its first escape or control character stands. Some bytes past the end are read. */
function endOfPlain(view, from) {
	for (let at = from;; at += 4) {
		const word = view.getInt32(at, true);
		const quote = word ^ 572662306;
		const slash = word ^ 1549556828;
		const found = (quote - 16843009 & ~quote | slash - 16843009 & ~slash | word - 538976288 & ~word) & 2155905152;
		if (found !== 0) return at + (31 - Math.clz32(found & -found) >> 3);
	}
}
/** Past the closing quote of the text that opens at `from`; 0 where the line ends before. */
function endOfQuoted(source, from) {
	for (let at = from + 1; at < source.length && source[at] !== NEWLINE$5; at++) {
		if (source[at] === QUOTE$4) return at + 1;
		if (source[at] === BACKSLASH$1) at++;
	}
	return 0;
}
/** Past the closing bracket of the list or object that opens at `from`; 0 where it is deep or the line ends before. */
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
/** A JSON number. */
var NumberReader = class {
	/** Past the one that was read last, and how many digits it has after the point. */
	end = 0;
	places = 0;
	/** NaN where there is none, or one that is too large. */
	read(source, from) {
		const value = this.readShort(source, from);
		return Number.isNaN(value) ? this.#readLong(source, from) : value;
	}
	/** NaN where there is none, or one with many digits or an exponent. */
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
	/** Past the one that was read last. */
	end = 0;
	/** The day read last: its bytes as words, and its start. */
	#year = 0;
	#month = 0;
	#day = 0;
	#day_ms = -1;
	/** -1 for every other form, and for what cannot be stored. */
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
/** NaN where one of the two is no digit. */
function twoDigits(source, at) {
	const tens = source[at] - ZERO$1;
	const ones = source[at + 1] - ZERO$1;
	return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}
/** A UUID with its dashes into 16 bytes; false where there is none. */
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
// src/cli/files/json_text.ts
/** JSON text that a file brings, parsed. */
/** What is shorter cannot be nested so deep that it harms. */
const HARMLESS_CHARS = 2e3;
/** Or why there is no value. A list of a million lists would keep the parser busy for a minute, and then nothing walks it. */
function parsedJson(text) {
	if (text.length > HARMLESS_CHARS && !isTextWithinDepth(text, LIMIT.json_depth)) return { reason: `nested deeper than ${LIMIT.json_depth} levels` };
	try {
		return { value: JSON.parse(text) };
	} catch {
		return { reason: "not valid JSON" };
	}
}
// src/cli/files/values.ts
/**
* What the cells of a CSV column are. Text that could be a number is one only where the whole column says so: codes
* with leading zeros, phone numbers and ids longer than a number's digits stay the text they are.
*/
const NUMERAL = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
/** A code: nobody writes numbers so. */
const CODE = /^(?:\+|-?0)\d[\d ]*$/;
const WITH_COMMA = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/;
/** One comma and three digits: 1,234 may be a thousand or one and a bit. */
const TWO_WAYS = /^-?\d{1,3},\d{3}$/;
/** How database dumps write "no value". */
const NO_VALUE = "\\N";
/** @param values cells of the column, as many as are known */
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
/** The cell as it is stored; undefined where there is nothing. */
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
/** Members of an object in a cell, put into the properties. False where the cell holds none. */
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
/** Where text and number are the same: nothing is lost. */
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
	return "value" in parsed ? parsed.value : null;
}
// src/cli/files/csv_scanner.ts
/**
* Records of CSV from bytes to columns, without a text of any cell: as line_scanner.ts does with JSON. A record that is
* anything else than an event as its columns promise is left alone.
*/
/** Properties that mean something to the event besides: whoever has objects looks at them. */
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
/** Smaller numbers are not written as they are in files: 1e-7. */
const PLAIN_MIN = 1e-6;
/** Whether the file's records can be read from bytes: cells are what their columns say, one property each. */
function isScannable({ format, columns, settings }) {
	if (format.kind !== "csv" || format.line_end !== "\n" || format.skip_lines > 0 || settings.event !== null) return false;
	const used = columns.filter(({ role }) => role !== "unused");
	const names = new Set(used.map(({ as }) => as));
	return format.delimiter.charCodeAt(0) < 128 && names.size === used.length && columns.every(({ role, as, at }, place) => at === place && role !== "opened" && !MEANING$1.includes(as)) && [
		"event",
		"distinct_id",
		"timestamp"
	].every((field) => used.some(({ role, as }) => role === "field" && as === field));
}
var CsvScanner = class {
	#batch;
	#columns;
	#delimiter;
	/** Four times. */
	#delimiters;
	#has_uuids;
	#numbers = new NumberReader();
	#times = new TimeReader();
	#cells = [];
	#generation = -1;
	/** Of the block. */
	#end = 0;
	#bits = 0;
	#has_id = false;
	/** Lines that ended within cells of records that were taken. */
	inner_lines = 0;
	/** @param columns of a file that is scannable */
	constructor(batch, columns, delimiter) {
		this.#batch = batch;
		this.#columns = columns;
		this.#delimiter = delimiter.charCodeAt(0);
		this.#delimiters = Math.imul(this.#delimiter, 16843009);
		this.#has_uuids = columns.some(({ role, as }) => role === "field" && as === "uuid");
	}
	/**
	* Takes records until the end, until the batch is full, or up to one that is not for it; where that is.
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
			const kind = role === "field" ? as : role === "property" ? "property" : "unused";
			const column = kind === "event" ? batch.names : kind === "property" ? batch.column(as).open() : batch.distinct_ids;
			return {
				kind,
				type,
				visit_bit: kind === "property" ? visitBitOf(as) : 0,
				column
			};
		});
	}
	/** Where the next record begins; 0 where anything is unusual. */
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
	/** Where it ends; below 0 where it is unusual. */
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
	/** False where another character says that it is none. */
	#canBeNumber(source, from) {
		let at = from;
		while (isOfNumber(source[at])) at++;
		return source[at] === QUOTE$3 || this.#isEnd(source, at);
	}
	/** Past a number of which nothing is lost; 0 for all else. */
	#number(source, at, { type, column }) {
		const value = this.#numbers.readShort(source, at);
		const { end, places } = this.#numbers;
		if (Number.isNaN(value) || !this.#isEnd(source, end)) return 0;
		const is_usual = places > 0 ? source[end - 1] !== ZERO && Math.abs(value) >= PLAIN_MIN : !Object.is(value, -0);
		if (type !== "number" && !is_usual) return 0;
		column.setNumber(this.#batch.rows, value);
		return end;
	}
	/** Past a text that stands in JSON as it stands here; -1 for all others. */
	#text(source, view, from, column) {
		const is_quoted = source[from] === QUOTE$3;
		const stop = is_quoted ? 572662306 : this.#delimiters;
		const start = is_quoted ? from + 1 : from;
		let hash = 0;
		let at = start;
		for (;;) {
			const word = view.getInt32(at, true);
			const quote = word ^ 572662306;
			const slash = word ^ 1549556828;
			const other = word ^ stop;
			const found = (quote - 16843009 & ~quote | slash - 16843009 & ~slash | other - 16843009 & ~other | word - 538976288 & ~word) & 2155905152;
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
	/** Past any cell, by way of its text. */
	#oddCell(source, at, { type, column }) {
		const end = this.#endOf(source, at);
		if (end < 0) return -1;
		const value = cellValue(textOf$2(source, at, end, source[at] === QUOTE$3), type);
		if (value === void 0) return end;
		if (typeof value === "number") column.setNumber(this.#batch.rows, value);
		else {
			column.codes[this.#batch.rows] = -2;
			column.spans[3 * this.#batch.stretch_rows] = this.#batch.written.push(writtenValue(value)) - 1;
		}
		return end;
	}
	/** Where a cell ends; -1 where that cannot be told from here, or it holds what no text has. */
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
function textOf$2(source, from, to, is_quoted) {
	const quotes = is_quoted ? 1 : 0;
	const text = Buffer.from(source.buffer, source.byteOffset + from + quotes, to - from - 2 * quotes).toString("utf8");
	return is_quoted ? text.replaceAll("\"\"", "\"") : text;
}
// src/cli/files/csv_blocks.ts
/** Blocks of CSV into a batch: what is as its columns promise by the scanner, all else as rows, one after the other. */
const QUOTE$2 = 34;
const NEWLINE$3 = 10;
const RETURN$1 = 13;
/** Of one file. */
var CsvBlocks = class {
	#batch;
	#scanner;
	#dialect;
	#delimiter;
	#width;
	/** Lines and records before what is read next; the header is one. */
	line = 0;
	records = 0;
	/** Up to where the block is read. */
	taken = 0;
	/** A record stands there that only a parser can tell the end of. */
	is_odd = false;
	/** @param file that is scannable */
	constructor(batch, { columns, format }) {
		this.#batch = batch;
		this.#dialect = format;
		this.#scanner = new CsvScanner(batch, columns, this.#dialect.delimiter);
		this.#delimiter = this.#dialect.delimiter.charCodeAt(0);
		this.#width = columns.length;
	}
	/**
	* The rows of a block that the batch has not got. The caller adds each before it asks for the next.
	* @returns null where the batch is full: the caller takes it
	*/
	*rows(block, { ids, times, toEvent }) {
		this.taken = 0;
		this.is_odd = block.is_cut;
		const held = [];
		while (this.taken < block.end) {
			if (held.length === 0 && this.records > 0 && times.isUsual()) {
				this.#scan(block, ids);
				if (this.#batch.isFull()) {
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
	/** What follows, where it is odd; by records of its own. */
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
	/** null for the header, and for lines without anything. */
	#rowOf({ bytes }, { cells, end }) {
		const is_empty = cells.length === 1 && cells[0] === "" && bytes[this.taken] !== QUOTE$2;
		for (let at = this.taken; at < end; at++) if (bytes[at] === NEWLINE$3) this.line++;
		this.taken = end;
		if (is_empty) return null;
		if (this.records++ === 0) return null;
		return rowOf(cells, this.#width, this.line, this.#dialect.delimiter);
	}
	/** null where the block has not all of the record, or it is odd. */
	#split(block) {
		const { bytes } = block;
		const cells = [];
		for (let at = this.taken;; at++) {
			const end = bytes[at] === QUOTE$2 ? this.#endOfQuoted(block, at) : this.#endOfPlain(bytes, at);
			if (end === null) return null;
			cells.push(textOf$1(bytes, at, end));
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
function textOf$1(bytes, from, to) {
	const is_quoted = bytes[from] === QUOTE$2;
	const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("utf8");
	return is_quoted ? text.slice(1, -1).replaceAll("\"\"", "\"") : text;
}
// src/cli/files/line_scanner.ts
/**
* Lines of JSON from bytes to columns, without a text or an object of any. Keys are guessed from the key before, and
* compared as bytes; texts are hashed while their end is looked for. What is rare (escapes, lists and objects) is parsed
* once for each way it is written. A line that is anything else than an event as clients send it is left alone: whoever
* reads it with care also says why it cannot be taken.
*/
/** Keys of an event; its properties' follow them. */
const START = 0;
const UUID = 1;
const EVENT = 2;
const TIMESTAMP = 4;
const PROPERTIES = 5;
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
const NEEDED$1 = 60;
/** What a property by that name means to the event besides. */
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
/** A longer line may be too heavy. */
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
/** As words. */
const NUL = 1819047278;
const TRU = 1702195828;
const FALS = 1936482662;
var LineScanner = class {
	#batch;
	#ids = null;
	#numbers = new NumberReader();
	#times = new TimeReader();
	/** How a value is written in the file -> as the log has it, null where it cannot be read. */
	#written = /* @__PURE__ */ new Map();
	#generation = -1;
	#names = new ByteTable();
	#columns = [];
	#visit_bits = [];
	#meanings = [];
	/** key -> what followed it last time */
	#next = [];
	/** `"name":` of all keys. */
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
	* Takes lines until the end, until the batch is full, or up to one that is not for it; where that is.
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
	/** Where the next line begins; 0 where anything is unusual. */
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
			else if (key === PROPERTIES) {
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
		return source[end] === NEWLINE$2 && (this.#seen & NEEDED$1) === NEEDED$1 && this.#hasId() ? end + 1 : 0;
	}
	/** An id can be made of `$insert_id`, too; whoever has neither gets one from what it says. */
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
	/** 0 where there is none. */
	#otherKey(source, view, at, is_inside) {
		if (source[at] !== QUOTE$1) return 0;
		const end = endOfPlain(view, at + 1);
		if (source[end] !== QUOTE$1 || source[end + 1] !== COLON) return 0;
		if (is_inside) return this.#propertyKey(source, view, at + 1, end);
		const key = TOP.indexOf(textOf(source, at + 1, end));
		return key > 0 ? key : 0;
	}
	#propertyKey(source, view, from, to) {
		const known = this.#names.size;
		const key = this.#names.code(source, view, from, to, hashOf(view, from, to), 1) - 1 + FIRST_COLUMN;
		if (this.#names.size === known) return key;
		const name = textOf(source, from, to);
		this.#addKey(name, this.#batch.column(name).open());
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
		this.#next = TOP.map((_, key) => key < PROPERTIES ? key + 1 : 0);
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
	/** Past the value of a field; 0 where it is unusual. */
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
	/** Past a text whose first character stands at `from`; 0 where it has escapes. */
	#text(source, view, from, column) {
		let hash = 0;
		let at = from;
		for (;;) {
			const word = view.getInt32(at, true);
			const quote = word ^ 572662306;
			const slash = word ^ 1549556828;
			const found = (quote - 16843009 & ~quote | slash - 16843009 & ~slash | word - 538976288 & ~word) & 2155905152;
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
	/** Past the value of a property; 0 where it is unusual. */
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
	/** False where the whole line has to be looked at. */
	#heed(meaning, first) {
		if (meaning === ELEMENTS) return false;
		if (meaning === INSERT_ID) this.#seen |= 64;
		else if (meaning === GROUPS && first === OPEN_OBJECT$1) this.#batch.grouped[this.#batch.rows] = 1;
		else if (meaning === PROFILE && first === 102) this.#bits |= NO_PROFILE;
		return true;
	}
	/** A value that is written in more than one way. */
	#writtenAt(source, from, to, column) {
		if (to === 0) return 0;
		const raw = Buffer.from(source.buffer, source.byteOffset + from, to - from).toString("latin1");
		let written = this.#written.get(raw);
		if (written === void 0) {
			if (this.#written.size >= WRITTEN_KEPT) this.#written.clear();
			written = read$1(textOf(source, from, to));
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
function textOf(source, from, to) {
	return Buffer.from(source.buffer, source.byteOffset + from, to - from).toString("utf8");
}
// src/cli/files/ndjson.ts
/** Lines of JSON as rows. */
/** @param chunks UTF-8, cut between characters */
async function* ndjsonRows(chunks) {
	let rest = "";
	let lines = [];
	/** Of these lines at most. */
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
// src/cli/files/ndjson_blocks.ts
/** So many lines in a row that are not for the scanner, and it rests for as many as that. */
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
	/** Line 1 comes next. */
	begin() {
		this.#line = 0;
		this.#misses = 0;
	}
	/**
	* The rows of a block that the batch has not got. The caller adds each before it asks for the next.
	* @returns null where the batch is full: the caller takes it
	* @throws ServiceError too_large
	*/
	*rows(block, setting) {
		if (block.is_cut) throw tooLong$1(this.#line + 1);
		let held = null;
		this.#at = 0;
		while (this.#at < block.end) {
			if (held === null && this.#isForScanner(setting)) {
				this.#scan(block, setting.ids);
				if (this.#batch.isFull()) {
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
// src/cli/files/shown.ts
/** What stands in a stranger's file, on the screen: short, and without characters that a terminal obeys. */
const SHOWN_CHARS = 60;
const CONTROLS = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** A line of what a file holds. */
function shownLine(text, chars) {
	const line = text.replace(CONTROLS, "?");
	return line.length <= chars ? line : `${line.slice(0, chars)}…`;
}
/** A name as it is. */
function shownName(name) {
	return shownLine(name, SHOWN_CHARS);
}
/** A value as JSON writes it. */
function shownValue(value) {
	const text = typeof value === "string" ? value.slice(0, 61) : value;
	return shownLine(JSON.stringify(text) ?? "nothing", SHOWN_CHARS);
}
// src/cli/files/columns.ts
/** Which column, or member of a JSON line, is which field of an event. */
const EVENT_FIELDS = [
	"event",
	"distinct_id",
	"timestamp",
	"uuid"
];
const NEEDED = [
	"event",
	"distinct_id",
	"timestamp"
];
/** Members of JSON have their types. */
const JSON_COLUMN = {
	role: "field",
	type: "json",
	at: 0
};
/** Where client libraries put the id as well. */
const PERSON_PLACES = [
	"$distinct_id",
	"properties.distinct_id",
	"properties.$distinct_id"
];
/** In an error. */
const NAMES_LISTED = 40;
/**
* Other names that say the same, without case and separators. Who did it is never guessed: a wrong id makes all numbers
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
/** Names that may tell it: proposed, never taken. */
const LIKELY = {
	event: /event|action|activity/i,
	distinct_id: /user|customer|client|visitor|person|member|account|uid|email|player/i,
	timestamp: /time|date/i
};
/**
* @param names columns or members, as the file calls them
* @param held fields that are found where names do not tell, e.g. in the properties of JSON lines
* @throws ServiceError where a field is missing, or could be several
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
	const missing = NEEDED.filter((field) => !held.has(field) && !found.some((match) => match.field === field));
	if (missing.some((field) => field !== "event" || settings.event === null)) throw noColumn(missing, names);
	return found;
}
/** Of CSV. @param rows the first ones of the file */
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
/** Of JSON: members that have another name than the field they are. @param events the first ones of the file */
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
/** Of JSON: members that nothing is made of. */
function unusedColumns(names) {
	return names.map((name) => ({
		...JSON_COLUMN,
		name,
		as: "",
		role: "unused",
		matched: "name"
	}));
}
/** What --map says, whatever the lines hold. */
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
	return name === "properties" || EVENT_FIELDS.includes(name);
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
/** Blanks around names say nothing; the second of two equal names gets a number. */
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
/** Without case and separators. */
function letters(name) {
	return name.toLowerCase().replace(/[\s_.$-]/g, "");
}
/** The column that --map means: its case counts only where two differ in nothing else. */
function namedColumn(names, column) {
	if (names.includes(column)) return column;
	const fitting = names.filter((name) => name.toLowerCase() === column.toLowerCase());
	if (fitting.length === 1) return fitting[0];
	throw new ServiceError("invalid_input", `There is no column "${column}". Columns: ${listed(names)}.`);
}
function noColumn(fields, names) {
	const pairs = fields.map((field) => [field, names.find((name) => LIKELY[field]?.test(name))]).map(([field, name]) => `${field}=${name === void 0 ? "<column>" : shownName(name)}`);
	const one = fields.includes("event") ? ". One name for all events: --event <name>" : "";
	return new ServiceError("invalid_input", `No column gives ${fields.map((field) => `"${field}"`).join(" or ")}. Columns: ${listed(names)}. Say which one it is: --map ${pairs.join(",")}${one}`);
}
function listed(names) {
	const more = names.length > NAMES_LISTED ? ` and ${names.length - NAMES_LISTED} more` : "";
	return `${names.slice(0, NAMES_LISTED).map(shownName).join(", ")}${more}`;
}
function several(field, names) {
	return new ServiceError("invalid_input", `"${field}" could be ${names.map((name) => `"${shownName(name)}"`).join(" or ")}. Say which one it is: --map ${field}=${shownName(names[0])}`);
}
// src/cli/files/events.ts
/** Rows as they stand in a file -> the objects of events, persons and groups that `itemOfLine` takes. */
/** Beside the properties these mean something by themselves. */
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
			if (stored !== void 0) put(properties, as, stored);
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
		if (role === "property") value["properties"] = {
			...asObject(value["properties"]),
			[as]: member
		};
		else value[as] = member;
	}
	if (value["properties"] === void 0 || isFlat) value["properties"] = flatProperties(value, moved);
	return {
		line: row.line,
		value
	};
}
/** What says what it is, is no event. */
function isEventLike(value) {
	if (!isObject(value)) return false;
	return value["event"] !== void 0 || value["type"] !== "person" && value["type"] !== "group";
}
/** Of a line without properties every member that means nothing else is one. */
function flatProperties(value, moved) {
	const properties = { ...asObject(value["properties"]) };
	for (const name in value) if (!MEANT.has(name) && !moved.has(name) && value[name] !== null) put(properties, name, value[name]);
	return properties;
}
/** Members beside the properties of a line that has some: they are left out. @param events the first ones of the file */
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
/** By name, else by a path such as properties.time */
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
// src/cli/files/json_values.ts
/** JSON texts that stand in a list or follow each other, however they are broken into lines: each is a row. */
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
/** What a byte is: outside of values, of one, its last one, or the first one behind it. */
const BETWEEN = 0;
const INSIDE = 1;
const END = 2;
const BEHIND = 3;
/** Finds where each value begins and ends; whether it is right inside is JSON.parse's to say. */
var Scanner = class {
	/** From the beginning of the value that is not complete. */
	#rest = Buffer.alloc(0);
	#depth = 0;
	#inList = false;
	#quoted = false;
	#escaped = false;
	/** Within a number or a word, which ends where something else begins. */
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
	/** @throws ServiceError where the file ends within a value or a list */
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
// src/cli/files/line_blocks.ts
/** Text cut into blocks of whole lines, one at a time. */
/** What readers look at past a line's end at most. */
const PAST_END = 64;
const NEWLINE = 10;
var LineBlocks = class {
	#chunks;
	#bytes = new Uint8Array(TUNING.import_block_bytes);
	#view = new DataView(this.#bytes.buffer);
	/** What is there, and where the next block ends. */
	#used = 0;
	#end = 0;
	#is_last = false;
	/** @param chunks UTF-8 */
	constructor(chunks) {
		this.#chunks = chunks[Symbol.asyncIterator]();
	}
	/** @param taken where the last block was read to: what follows comes again, with more behind it; null at the end */
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
	/** What follows the last block, which was read to there, as it was in the file. */
	async *rest(taken) {
		yield Buffer.from(this.#bytes.subarray(taken, this.#used));
		for (;;) {
			const { done, value } = await this.#chunks.next();
			if (done) return;
			yield value;
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
// src/cli/files/text.ts
/** Bytes as text: whatever a file is written in, its readers get valid UTF-8, cut between characters. */
const MARK = Buffer.from("﻿");
/** A character of UTF-8 has four bytes at most, so three may be missing at the end of a chunk. */
const TAIL_BYTES = 3;
/** @throws ServiceError where the bytes are not what the encoding makes of text */
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
/** Where the last character that is complete ends. */
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
/** A file that was looked at as numbered rows, in batches. */
/**
* Rows as objects for `itemOfLine`. Their times are read with `FileTimes`.
* @param onBytes told how many bytes of the file have been read
* @throws ServiceError where the file cannot be read on
*/
async function* readRows(file, onBytes) {
	const raw = countedBytes(file, onBytes);
	const toEvent = eventsOf(file);
	try {
		for await (const { last_line, rows } of splitRows(utf8Of(unpacked(raw, file.packing), file.encoding), file.format)) yield {
			last_line,
			rows: mapped(rows, toEvent)
		};
	} catch (error) {
		throw readError(file, error);
	}
}
/** The same in blocks of lines, for whoever reads them from bytes. What stands in the way is told by `readError`. */
function openBlocks(file, onBytes) {
	return new LineBlocks(utf8Of(unpacked(countedBytes(file, onBytes), file.packing), file.encoding));
}
function countedBytes(file, onBytes) {
	let bytes = 0;
	return rawBytes(file, (chunk) => {
		bytes += chunk.length;
		onBytes(bytes);
	});
}
/** Rows as they stand in the file: cells of CSV, values of JSON. */
function splitRows(chunks, format, onHeader) {
	if (format.kind === "csv") return csvRows(chunks, format, onHeader);
	return format.kind === "values" ? jsonValueRows(chunks) : ndjsonRows(chunks);
}
/** What stands in the way of reading on, with the file's name in front. */
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
/** Fields that hold times: of events, and of persons and groups. */
const TIME_FIELDS = ["timestamp", "created_at"];
// src/cli/files/times.ts
/**
* How the times of a file are read. The form of a field is decided once, from the first rows, for all: a value that
* does not have it is refused, and where the day and the month could be taken for each other nothing is read at all
* until it is said which is which.
*/
/** Form -> how it is called on the screen. */
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
/** The code of what ends the reading of a file, not of a row only. */
const CONTRADICTION = "conflict";
/**
* @param values of the field, in order
* @returns null where there are none
* @throws ServiceError where no form reads any of them, or more than one could be meant
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
/** The one order in which all can be read. */
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
/** Times of the rows of one file. */
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
	* A field that the first rows did not have is decided by the first batch that has it: those rows are read before one
	* is handed on. All others are not held, as most files tell of events alone and thousands of rows are much garbage.
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
	/** By the first rows that are undecided: so many as are at hand. */
	decide(rows) {
		const values = rows.map(valueIn);
		for (const field of TIME_FIELDS) this.#forms[field] ??= this.#decide(field, values);
	}
	/** Whether times of events have the usual form, which is read from bytes. */
	isUsual() {
		return this.#forms.timestamp?.form === "ymd";
	}
	/** Whether the row is the first one of its kind, so that it has a say in what form its time has. */
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
	/** @throws ServiceError where the value is no time in the field's form; CONTRADICTION where it proves the form wrong */
	timeOf = (name, value) => {
		const decided = this.#forms[name];
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
/** The values of a field, of events or of persons and groups. */
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
/** In JSON nothing may be called otherwise, and nothing added. */
function isPlain(file) {
	const { format, settings, columns } = file;
	if (format.kind === "csv") return isScannable(file);
	return format.kind === "ndjson" && settings.event === null && columns.every(({ role }) => role === "unused");
}
// src/cli/read_batches.ts
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
	#parts = [];
	#refused = [];
	/** Added row by row. */
	#rows = 0;
	#refused_chars = 0;
	/** Rows the batch lacks, each to be added before requesting the next; null when the batch is full. */
	async *read(file, setting, onBytes) {
		if (file.format.kind !== "ndjson" && !setting.is_plain) {
			for await (const { rows } of readRows(file, onBytes)) yield setting.times.decided(rows);
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
// src/cli/read_ahead.ts
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
	try {
		for await (const [message] of on(worker, "message")) {
			if (message === null) return;
			if ("failure" in message) throw errorOf(message.failure);
			yield message;
			worker.postMessage("next");
		}
	} finally {
		await worker.terminate();
	}
}
export { peeked as C, itemOfLine as E, shownValue as S, unpacked as T, jsonColumns as _, decideForm as a, shownLine as b, TIME_FIELDS as c, splitRows as d, utf8Of as f, csvColumns as g, unusedMembers as h, FileTimes as i, readError as l, isEventLike as m, readBatches as n, formText as o, eventsOf as p, CONTRADICTION as r, timesIn as s, readAhead as t, readRows as u, jsonColumnsSaid as v, rawBytes as w, shownName as x, unusedColumns as y };

//# sourceMappingURL=read_ahead-AjbJyIGP.js.map