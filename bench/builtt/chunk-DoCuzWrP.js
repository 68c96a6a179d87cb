import { D as corrupted, E as bytesOf, F as parseJsonBytes, I as plainSection, M as openFrame, N as openSection, P as packedSection, T as KIND, h as valuesIn, j as jsonBytes, k as encodeFrame, m as toStored } from "./column_codec-CRp8qQ50.js";
import { r as narrowCodes } from "./column-NKnza9zL.js";
// src/engine/storage/column_builder.ts
const FIRST_ROWS = 64;
/** More distinct numbers than this are stored as numbers; up to here a code takes one byte. */
const DICTIONARY_NUMBERS = 256;
/** Estimated bytes per distinct value besides its text. */
const VALUE_BYTES = 64;
var ColumnBuilder = class {
	/** row -> code; unused while `numbers` is set. */
	codes = /* @__PURE__ */ new Uint32Array(0);
	/** row -> number, NaN = missing; null while the column is a dictionary. */
	numbers = null;
	/** code -> value; 0 is "missing". */
	values = [null];
	codeOf = /* @__PURE__ */ new Map();
	codeOfJson = /* @__PURE__ */ new Map();
	onlyNumbers = true;
	textBytes = 0;
	/** Rows may come in any order, with gaps. Values JSON cannot express become what JSON makes of them. */
	set(row, value) {
		if (this.numbers !== null) {
			if (typeof value === "number" && Number.isFinite(value)) {
				if (row >= this.numbers.length) this.growNumbers(row + 1);
				this.numbers[row] = value + 0;
				return;
			}
			if (value === void 0) return;
			this.becomeDictionary();
		}
		const code = this.code(value);
		if (code === 0) return;
		if (row >= this.codes.length) this.growCodes(row + 1);
		this.codes[row] = code;
		if (this.onlyNumbers && this.values.length > DICTIONARY_NUMBERS) this.becomeNumbers();
	}
	/** Makes the row missing again. */
	clear(row) {
		if (this.numbers !== null) {
			if (row < this.numbers.length) this.numbers[row] = NaN;
		} else if (row < this.codes.length) this.codes[row] = 0;
	}
	/** Appends a column: its row 0 becomes `first_row`, past every row set so far. */
	addColumn(first_row, column) {
		if (column.kind === "number") this.addNumbers(first_row, column.values);
		else if (this.numbers !== null && Array.from(column.values).every(isNumberOrMissing)) this.addNumberCodes(first_row, column);
		else this.addCodes(first_row, column);
	}
	/** Row `first_row + i` becomes row `rows[i]` of the column. Unused values are not added. */
	addRows(first_row, column, rows) {
		if (column.kind === "dictionary") {
			this.addRowsOfCodes(first_row, column, rows);
			return;
		}
		for (let i = 0; i < rows.length; i++) {
			const value = column.values[rows[i]];
			if (!Number.isNaN(value)) this.set(first_row + i, value);
		}
	}
	/** A view valid until the next `set`. Rows past the last one set are missing. */
	column(rows) {
		if (this.numbers !== null) {
			this.growNumbers(rows);
			return {
				kind: "number",
				values: this.numbers.subarray(0, rows)
			};
		}
		this.growCodes(rows);
		return {
			kind: "dictionary",
			codes: this.codes.subarray(0, rows),
			values: this.values
		};
	}
	bytes() {
		return (this.numbers === null ? this.codes.byteLength : this.numbers.byteLength) + this.textBytes + this.values.length * VALUE_BYTES;
	}
	addNumbers(first_row, values) {
		for (let row = 0; row < values.length; row++) {
			const value = values[row];
			if (!Number.isNaN(value)) this.set(first_row + row, value);
		}
	}
	addNumberCodes(first_row, { codes, values }) {
		const byCode = numbersOf(values);
		this.growNumbers(first_row + codes.length);
		for (let row = 0; row < codes.length; row++) this.numbers[first_row + row] = byCode[codes[row]];
	}
	/** One lookup per distinct value, not per row. */
	addCodes(first_row, { codes, values }) {
		if (this.numbers !== null) this.becomeDictionary();
		const translated = new Uint32Array(values.length);
		for (let code = 1; code < values.length; code++) translated[code] = this.codeOfValue(values.at(code));
		this.growCodes(first_row + codes.length);
		for (let row = 0; row < codes.length; row++) this.codes[first_row + row] = translated[codes[row]];
		if (this.onlyNumbers && this.values.length > DICTIONARY_NUMBERS) this.becomeNumbers();
	}
	/** One lookup per distinct value in use, not per row. */
	addRowsOfCodes(first_row, column, rows) {
		if (this.numbers !== null && this.addRowsOfNumbers(first_row, column, rows)) return;
		if (this.numbers !== null) this.becomeDictionary();
		const { codes, values } = column;
		const translated = new Uint32Array(values.length);
		this.growCodes(first_row + rows.length);
		for (let i = 0; i < rows.length; i++) {
			const code = codes[rows[i]];
			if (code === 0) continue;
			if (translated[code] === 0) translated[code] = this.codeOfValue(values.at(code));
			this.codes[first_row + i] = translated[code];
		}
		if (this.onlyNumbers && this.values.length > DICTIONARY_NUMBERS) this.becomeNumbers();
	}
	/** Returns false, with nothing lost, if a row has something else. */
	addRowsOfNumbers(first_row, { codes, values }, rows) {
		const byCode = numbersOf(values);
		this.growNumbers(first_row + rows.length);
		for (let i = 0; i < rows.length; i++) {
			const code = codes[rows[i]];
			const number = byCode[code];
			if (code !== 0 && Number.isNaN(number)) return false;
			this.numbers[first_row + i] = number;
		}
		return true;
	}
	code(value) {
		switch (typeof value) {
			case "string":
			case "boolean": return this.codeOf.get(value) ?? this.addValue(value);
			case "number": {
				const number = Number.isFinite(value) ? value + 0 : null;
				return this.codeOf.get(number) ?? this.addValue(number);
			}
			case "object": {
				if (value === null) return this.codeOf.get(null) ?? this.addValue(null);
				const json = JSON.stringify(value);
				return this.codeOfJson.get(json) ?? this.addValue({ json });
			}
			default: return 0;
		}
	}
	codeOfValue(value) {
		if (value === null || typeof value !== "object") return this.code(value);
		return this.codeOfJson.get(value.json) ?? this.addValue(value);
	}
	addValue(value) {
		const code = this.values.length;
		this.values.push(value);
		if (typeof value !== "number") this.onlyNumbers = false;
		if (value !== null && typeof value === "object") {
			this.codeOfJson.set(value.json, code);
			this.textBytes += value.json.length;
		} else {
			this.codeOf.set(value, code);
			if (typeof value === "string") this.textBytes += value.length;
		}
		return code;
	}
	becomeNumbers() {
		const numbers = new Float64Array(this.codes.length);
		const byCode = numbersOf(this.values);
		for (let row = 0; row < numbers.length; row++) numbers[row] = byCode[this.codes[row]];
		this.numbers = numbers;
		this.codes = /* @__PURE__ */ new Uint32Array(0);
		this.values = [null];
		this.codeOf.clear();
	}
	becomeDictionary() {
		const numbers = this.numbers;
		this.numbers = null;
		this.onlyNumbers = false;
		this.codes = new Uint32Array(numbers.length);
		for (let row = 0; row < numbers.length; row++) {
			const value = numbers[row];
			if (!Number.isNaN(value)) this.codes[row] = this.code(value);
		}
	}
	growCodes(rows) {
		if (rows <= this.codes.length) return;
		const grown = new Uint32Array(Math.max(rows, this.codes.length * 2, FIRST_ROWS));
		grown.set(this.codes);
		this.codes = grown;
	}
	growNumbers(rows) {
		const numbers = this.numbers;
		if (rows <= numbers.length) return;
		const grown = new Float64Array(Math.max(rows, numbers.length * 2, FIRST_ROWS));
		grown.set(numbers);
		grown.fill(NaN, numbers.length);
		this.numbers = grown;
	}
};
function isNumberOrMissing(value, code) {
	return code === 0 || typeof value === "number";
}
/** code -> number, NaN = missing. */
function numbersOf(values) {
	return Float64Array.from(values, (value) => typeof value === "number" ? value : NaN);
}
// src/engine/storage/chunk.ts
/**
* One commit of the log: events in order of arrival, in columns. Written before the sender gets an answer, read again
* when the tail is loaded or sealed.
*/
const PLAIN = 0;
const UUID_BYTES = 16;
const ENCODER = new TextEncoder();
const LIST_END = ENCODER.encode("]]");
function encodeChunk({ event_ord, distinct, time_ms, uuids, columns, packed }) {
	const lists = packed ? [packed.sections] : [];
	if (lists.length === 0 || columns.size > 0) lists.push(columnSections(columns));
	return encodeFrame(lists.length === 1 ? KIND.chunk : KIND.chunk_lists, event_ord.length, [
		packedSection(PLAIN, bytesOf(event_ord)),
		plainSection(PLAIN, bytesOf(distinct)),
		plainSection(PLAIN, bytesOf(time_ms)),
		plainSection(PLAIN, uuids),
		...lists.flat()
	]);
}
/** Names and distinct values as one JSON text, then codes and numbers per column. */
function columnSections(columns) {
	const stored = [];
	const arrays = [];
	for (const [name, column] of columns) {
		const isNumber = column.kind === "number";
		stored.push([name, isNumber ? null : Array.from(column.values, toStored)]);
		arrays.push(bytesOf(isNumber ? column.values : narrowCodes(column.codes, column.values.length)));
	}
	return [packedSection(PLAIN, jsonBytes(stored)), packedSection(PLAIN, joinedBytes(arrays))];
}
function joinedBytes(arrays) {
	const joined = new Uint8Array(arrays.reduce((sum, array) => sum + array.length, 0));
	let at = 0;
	for (const array of arrays) {
		joined.set(array, at);
		at += array.length;
	}
	return joined;
}
/** Same sections straight from JSON bytes. */
function packColumns(rows, columns) {
	const stored = [];
	const arrays = [];
	for (const { name, codes, numbers, values, count } of columns) {
		const start = `${stored.length === 0 ? "[" : ","}[${JSON.stringify(name)},`;
		if (numbers !== null) {
			stored.push(ENCODER.encode(`${start}null]`));
			arrays.push(bytesOf(numbers));
		} else {
			stored.push(ENCODER.encode(`${start}[null,`), values.subarray(0, -1), LIST_END);
			arrays.push(narrowed(codes, count + 1, rows));
		}
	}
	stored.push(ENCODER.encode(stored.length === 0 ? "[]" : "]"));
	return {
		names: columns.map(({ name }) => name),
		sections: [packedSection(PLAIN, joinedBytes(stored)), packedSection(PLAIN, joinedBytes(arrays))]
	};
}
/** As wide as a reader expects for that many values, including missing. */
function narrowed(codes, distinct, rows) {
	const width = narrowCodes(/* @__PURE__ */ new Uint8Array(0), distinct).BYTES_PER_ELEMENT;
	const target = width === 1 ? new Uint8Array(rows) : width === 2 ? new Uint16Array(rows) : new Uint32Array(rows);
	target.set(codes);
	return bytesOf(target);
}
/** @throws ServiceError data_corrupted, here and from the columns */
function openChunk(bytes) {
	const { rows, sections } = openFrame(bytes, [KIND.chunk, KIND.chunk_lists]);
	const [ords, distincts, times, uuids, ...lists] = sections;
	if (lists.length === 0 || lists.length % 2 !== 0) throw corrupted("incomplete");
	const fixed = (section, width) => {
		const column = section.unpacked();
		if (column.length !== rows * width) throw corrupted("incomplete");
		return column.slice();
	};
	return {
		rows,
		bytes: bytes.length * 2,
		event_ord: new Uint32Array(fixed(ords, 4).buffer),
		distinct: new Uint32Array(fixed(distincts, 4).buffer),
		time_ms: new Float64Array(fixed(times, 8).buffer),
		uuids: fixed(uuids, UUID_BYTES),
		columns: () => columnsOf(rows, lists)
	};
}
function openColumns(rows, { sections }) {
	return columnsOf(rows, sections.map(openSection));
}
/** Each list has its names and values, then its codes and numbers. */
function columnsOf(rows, lists) {
	const columns = /* @__PURE__ */ new Map();
	for (let list = 0; list < lists.length; list += 2) addColumns(columns, rows, parseJsonBytes(lists[list].unpacked()), lists[list + 1].unpacked());
	return columns;
}
/** `stored`: of each column its name, and its distinct values; null = numbers instead of codes. */
function addColumns(columns, rows, stored, joined) {
	if (!Array.isArray(stored)) throw corrupted("no list of columns");
	let at = 0;
	for (const [name, listed] of stored) {
		if (typeof name !== "string") throw corrupted("no name");
		const values = listed === null ? null : valuesIn(listed);
		const width = values === null ? 8 : narrowCodes(/* @__PURE__ */ new Uint8Array(0), values.length).BYTES_PER_ELEMENT;
		const bytes = joined.slice(at, at + rows * width);
		if (bytes.length !== rows * width) throw corrupted("incomplete");
		columns.set(name, columnOf(values, bytes.buffer, width));
		at += bytes.length;
	}
}
function columnOf(values, buffer, width) {
	if (values === null) return {
		kind: "number",
		values: new Float64Array(buffer)
	};
	return {
		kind: "dictionary",
		codes: width === 1 ? new Uint8Array(buffer) : width === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer),
		values
	};
}
export { ColumnBuilder as a, packColumns as i, openChunk as n, openColumns as r, encodeChunk as t };
