import { n as must } from "./assert-Cucc65-M.js";
import { o as wideCodes, t as allocateCodes } from "./column-NKnza9zL.js";
import { A as frameCrc, C as toPlanes, D as corrupted, E as bytesOf, F as parseJsonBytes, I as plainSection, O as decodeFrame, P as packedSection, S as fromPlanes32, T as KIND, V as monthStart, a as decodeOffsets, b as fromDeltaPlanes32, i as decodeNumbers, j as jsonBytes, k as encodeFrame, o as decodeValues, r as decodeDistinct, s as decodeValuesInto, t as decodeCodes, v as plainColumn, w as toPlanes32, x as fromPlanes, y as delta32 } from "./column_codec-CRp8qQ50.js";
import { r as QUARTER_HOUR_MS } from "./run-B9uRFbuc.js";
// src/engine/storage/order.ts
/** Sorts rows by actor, time and arrival: the order every kernel reads. */
const DIGIT_BITS = 11;
const DIGITS = 2048;
const WORD = 2 ** 32;
/** position -> row, by (actor, time, row). Radix sort: cost does not depend on the input. */
function orderByActorAndTime(actor, time_ms) {
	const rows = actor.length;
	let order = new Uint32Array(rows);
	for (let row = 0; row < rows; row++) order[row] = row;
	if (areInOrder(actor, time_ms)) return order;
	let spare = new Uint32Array(rows);
	const counts = new Uint32Array(DIGITS);
	for (const key of [...timeKeys(time_ms), actor]) for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
		if (!sortByDigit(order, spare, key, shift, counts)) continue;
		[order, spare] = [spare, order];
	}
	return order;
}
function areInOrder(actor, time_ms) {
	for (let row = 1; row < actor.length; row++) {
		if (actor[row] < actor[row - 1]) return false;
		if (actor[row] === actor[row - 1] && time_ms[row] < time_ms[row - 1]) return false;
	}
	return true;
}
/** row -> milliseconds since the earliest row, as one or two 32-bit words, low word first. */
function timeKeys(time_ms) {
	let min_ms = Number.POSITIVE_INFINITY;
	let max_ms = Number.NEGATIVE_INFINITY;
	for (let row = 0; row < time_ms.length; row++) {
		const at_ms = time_ms[row];
		if (at_ms < min_ms) min_ms = at_ms;
		if (at_ms > max_ms) max_ms = at_ms;
	}
	const low = new Uint32Array(time_ms.length);
	if (max_ms - min_ms < WORD) {
		for (let row = 0; row < low.length; row++) low[row] = time_ms[row] - min_ms;
		return [low];
	}
	const high = new Uint32Array(time_ms.length);
	for (let row = 0; row < low.length; row++) {
		const offset_ms = time_ms[row] - min_ms;
		high[row] = Math.floor(offset_ms / WORD);
		low[row] = offset_ms - high[row] * WORD;
	}
	return [low, high];
}
/** One stable pass from `order` to `target`. Returns false, with nothing done, if all rows share the digit. */
function sortByDigit(order, target, key, shift, counts) {
	counts.fill(0);
	for (let row = 0; row < key.length; row++) counts[key[row] >>> shift & 2047]++;
	if (counts[key[0] >>> shift & 2047] === key.length) return false;
	let start = 0;
	for (let digit = 0; digit < DIGITS; digit++) {
		const count = counts[digit];
		counts[digit] = start;
		start += count;
	}
	for (let position = 0; position < order.length; position++) {
		const row = order[position];
		const digit = key[row] >>> shift & 2047;
		target[counts[digit]++] = row;
	}
	return true;
}
// src/engine/storage/quarters.ts
/**
* Row counts of a partition per quarter hour: all that totals over time need, as every zone today shifts by whole
* quarters.
*/
function isWholeQuarter(time_ms) {
	return time_ms % QUARTER_HOUR_MS === 0;
}
const PLANES_32 = 0;
const PLAIN$1 = 1;
/** Needs at least one time. */
function countQuarters(time_ms) {
	let first_ms = time_ms[0];
	let last_ms = first_ms;
	for (let row = 1; row < time_ms.length; row++) {
		if (time_ms[row] < first_ms) first_ms = time_ms[row];
		if (time_ms[row] > last_ms) last_ms = time_ms[row];
	}
	const from_ms = Math.floor(first_ms / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
	const counts = new Uint32Array(Math.floor((last_ms - from_ms) / QUARTER_HOUR_MS) + 1);
	for (let row = 0; row < time_ms.length; row++) counts[Math.floor((time_ms[row] - from_ms) / QUARTER_HOUR_MS)]++;
	return {
		from_ms,
		counts
	};
}
function encodeQuarters({ from_ms, counts }, rows) {
	return encodeFrame(KIND.quarters, rows, [packedSection(PLANES_32, toPlanes32(counts)), plainSection(PLAIN$1, bytesOf(Float64Array.of(from_ms)))]);
}
/** @throws ServiceError data_corrupted */
function decodeQuarters(bytes, rows) {
	const frame = decodeFrame(bytes, [KIND.quarters]);
	const [planes, start] = frame.sections.map((section) => section.bytes);
	if (planes === void 0 || start?.length !== Float64Array.BYTES_PER_ELEMENT) throw corrupted("incomplete");
	const counts = fromPlanes32(planes);
	if (frame.rows !== rows || counts.reduce((sum, count) => sum + count, 0) !== rows) throw corrupted("wrong row count");
	return {
		from_ms: new Float64Array(start.slice().buffer)[0],
		counts
	};
}
// src/engine/storage/segment_header.ts
/**
* The header of a segment: its partitions, and where the pieces of its columns are. On disk: members may be added,
* never redefined.
*/
/** Rows per piece, the unit of decoding. */
const PIECE_ROWS = 65536;
/** The blob of small pieces. */
const PACK = "pack";
const PARTITION_NUMBERS = 5;
/** Blob name of a piece. */
function pieceName(column, part) {
	return part === -1 ? `${column}.values` : `${column}.${part}`;
}
function encodeHeader({ rows, partitions, columns }) {
	const stored = {
		rows,
		portions: partitions.flatMap((one) => [
			one.event_ord,
			one.month,
			one.rows,
			one.from_ms,
			one.until_ms
		]),
		columns
	};
	return encodeFrame(KIND.segment, rows, [packedSection(0, jsonBytes(stored))]);
}
/** @throws ServiceError data_corrupted */
function decodeHeader(bytes) {
	const text = decodeFrame(bytes, [KIND.segment]).sections[0]?.bytes;
	if (text === void 0) throw corrupted("incomplete header");
	const { rows, portions: numbers, columns } = parseJsonBytes(text);
	const partitions = [];
	let from_row = 0;
	for (let i = 0; i + PARTITION_NUMBERS <= numbers.length; i += PARTITION_NUMBERS) {
		const partition = {
			event_ord: numbers[i],
			month: numbers[i + 1],
			rows: numbers[i + 2],
			from_row,
			from_ms: numbers[i + 3],
			until_ms: numbers[i + 4]
		};
		partitions.push(partition);
		from_row += partition.rows;
	}
	if (from_row !== rows) throw corrupted("wrong row count");
	return {
		rows,
		partitions,
		columns
	};
}
/** `offsets_ms`: of rows from `from_row` on, since the start of their partition's month. */
function withMonths(offsets_ms, from_row, partitions) {
	const time_ms = new Float64Array(offsets_ms.length);
	for (let at = partitionAt(partitions, from_row), i = 0; i < time_ms.length; at++) {
		const partition = partitions[at];
		const start_ms = monthStart(partition.month);
		const until = Math.min(time_ms.length, partition.from_row + partition.rows - from_row);
		for (; i < until; i++) time_ms[i] = start_ms + offsets_ms[i];
	}
	return time_ms;
}
/** Index of the partition that holds the row. */
function partitionAt(partitions, row) {
	let low = 0;
	let high = partitions.length - 1;
	while (low < high) {
		const middle = low + high + 1 >>> 1;
		if (partitions[middle].from_row <= row) low = middle;
		else high = middle - 1;
	}
	return low;
}
/** Whether any row of the partition has a value. */
function hasAt({ has }, partition) {
	return (has[partition >>> 5] >>> (partition & 31) & 1) === 1;
}
/** Of a segment with so many rows. */
function pieceRows(rows, piece) {
	return Math.min(PIECE_ROWS, rows - piece * PIECE_ROWS);
}
// src/engine/storage/uuid_codec.ts
/**
* Event ids <-> frames. Random bits do not compress, but most ids start with a timestamp (UUID version 7, or assigned
* by an import) or are counters in time order. Row times are known, so only the difference is stored. Lossless for any
* ids and times.
*/
/** Encodings on disk: never reuse a number. */
const PLAIN = 0;
const PLANES = 1;
/** Planes of ids whose first six bytes are the distance from the row's time. */
const TIMED = 2;
/** Only the last four bytes, in time order; the common prefix is the second section. */
const COUNTED = 3;
const UUID_BYTES = 16;
const COMMON_BYTES = 12;
/** Ids sampled to choose the encoding. */
const SAMPLE_ROWS = 4096;
const TIME_SPAN = 2 ** 48;
/** `uuids`: 16 * row -> the row's id. `time_ms`: row -> epoch milliseconds. */
function encodeUuids(uuids, time_ms) {
	const rows = time_ms.length;
	if (haveOneBeginning(uuids)) {
		const planes = toPlanes32(delta32(countsByTime(uuids, time_ms)));
		const beginning = plainSection(PLAIN, uuids.slice(0, COMMON_BYTES));
		return encodeFrame(KIND.uuid, rows, [packedSection(COUNTED, planes), beginning]);
	}
	return encodeFrame(KIND.uuid, rows, [planesSection(uuids, time_ms)]);
}
/** `times`: row -> epoch milliseconds; called only if the encoding needs them. */
function decodeUuids(bytes, rows, times) {
	const frame = decodeFrame(bytes, [KIND.uuid]);
	const [ids, beginning] = frame.sections;
	const width = ids?.encoding === COUNTED ? 4 : UUID_BYTES;
	if (ids === void 0 || frame.rows !== rows || ids.bytes.length !== rows * width) throw corrupted("wrong row count");
	switch (ids.encoding) {
		case PLAIN: return ids.bytes;
		case PLANES: return fromPlanes(ids.bytes, UUID_BYTES);
		case TIMED: return withTimes(fromPlanes(ids.bytes, UUID_BYTES), times());
		case COUNTED:
			if (beginning?.bytes.length !== COMMON_BYTES) throw corrupted("incomplete");
			return withCounts(beginning.bytes, fromDeltaPlanes32(ids.bytes), times());
		default: throw corrupted("unknown encoding");
	}
}
/** Smallest encoding of the sample; plain bytes are the cheapest to read. */
function planesSection(uuids, time_ms) {
	const few = uuids.subarray(0, SAMPLE_ROWS * UUID_BYTES);
	const plain = packedSection(PLANES, toPlanes(few, UUID_BYTES));
	const timed = packedSection(TIMED, toPlanes(withDistances(few, time_ms), UUID_BYTES));
	const best = timed.bytes.length < plain.bytes.length ? timed : plain;
	if (!best.packed) return plainSection(PLAIN, uuids);
	if (few.length === uuids.length) return best;
	const all = best === timed ? withDistances(uuids, time_ms) : uuids;
	return packedSection(best.encoding, toPlanes(all, UUID_BYTES));
}
/** A copy with the first six bytes replaced by the folded distance from the row's time. */
function withDistances(uuids, time_ms) {
	const ids = uuids.slice();
	const view = viewOf(ids);
	for (let at = 0, row = 0; at < ids.length; at += UUID_BYTES, row++) setTime(view, at, fold(wrap(timeAt(view, at) - time_ms[row])));
	return ids;
}
/** In-place inverse. */
function withTimes(ids, time_ms) {
	const view = viewOf(ids);
	for (let at = 0, row = 0; at < ids.length; at += UUID_BYTES, row++) {
		const time = unfold(timeAt(view, at)) + time_ms[row];
		setTime(view, at, time < 0 ? time + TIME_SPAN : time % TIME_SPAN);
	}
	return ids;
}
/** First 48 bits: milliseconds, in a version 7 UUID. */
function timeAt(view, at) {
	return view.getUint32(at) * 65536 + view.getUint16(at + 4);
}
function setTime(view, at, time) {
	view.setUint32(at, Math.floor(time / 65536));
	view.setUint16(at + 4, time % 65536);
}
/** The same modulo 2^48, from -2^47 up and below 2^47. */
function wrap(distance) {
	if (distance >= TIME_SPAN / 2) return distance - TIME_SPAN;
	return distance < -TIME_SPAN / 2 ? distance + TIME_SPAN : distance;
}
/** Small numbers of either sign to small ones without. */
function fold(distance) {
	return distance < 0 ? -2 * distance - 1 : 2 * distance;
}
function unfold(folded) {
	return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
}
function haveOneBeginning(uuids) {
	for (let at = UUID_BYTES; at < uuids.length; at += UUID_BYTES) for (let byte = 0; byte < COMMON_BYTES; byte++) if (uuids[at + byte] !== uuids[byte]) return false;
	return uuids.length > UUID_BYTES;
}
function byTime(time_ms) {
	return orderByActorAndTime(new Uint32Array(time_ms.length), time_ms);
}
/** place in order of time -> last four bytes of the row's id. */
function countsByTime(uuids, time_ms) {
	const view = viewOf(uuids);
	return byTime(time_ms).map((row) => view.getUint32(row * UUID_BYTES + COMMON_BYTES));
}
function withCounts(beginning, counts, time_ms) {
	const ids = new Uint8Array(counts.length * UUID_BYTES);
	const view = viewOf(ids);
	const order = byTime(time_ms);
	for (let place = 0; place < order.length; place++) {
		const at = order[place] * UUID_BYTES;
		ids.set(beginning, at);
		view.setUint32(at + COMMON_BYTES, counts[place]);
	}
	return ids;
}
function viewOf(bytes) {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
// src/engine/storage/segment.ts
/**
* Reads a segment: rows of all events, sorted by (event, month, person at sealing, time, arrival).
* Columns are cut into pieces of 65,536 rows, so a question reads few blobs of a useful size, however many names there
* are; small pieces share one blob. The header lists partitions and pieces with checksums: a damaged, missing or
* misplaced piece is detected before it is used.
*   rows      | event 0, Jan | event 0, Feb | event 1, Jan | event 1, Feb |   partitions
*   $browser  [ codes of 65,536 rows ][ codes of 65,536 rows ][ ... ]  values
*   amount                            [ numbers              ]                 none where no row has one
*/
/** Keeps all that it decodes, for readers of everything. @throws as `openSegment` */
function openWhole(header, read) {
	const kept = /* @__PURE__ */ new Map();
	return openSegment(header, {
		read,
		kept(name, make) {
			if (!kept.has(name)) kept.set(name, make());
			return kept.get(name);
		}
	});
}
/** @throws ServiceError data_corrupted, here and from every column */
function openSegment(header, pieces) {
	const read = decodeHeader(header);
	const { rows, partitions, columns } = read;
	const reader = new PieceReader(read, pieces);
	const whole = {
		from_row: 0,
		rows
	};
	const byProperty = /* @__PURE__ */ new Map();
	for (const [at, { property }] of columns.entries()) if (property !== null) byProperty.set(property, at);
	const opened = {
		reader,
		header: read,
		byProperty
	};
	return {
		rows,
		properties: [...byProperty.keys()],
		partitions: partitions.map((_, at) => new OpenPortion(opened, at)),
		together: (first, last) => new Neighbours(opened, first, last),
		eventOrd() {
			const events = new Uint32Array(rows);
			for (const one of partitions) events.fill(one.event_ord, one.from_row, one.from_row + one.rows);
			return events;
		},
		distinct: () => reader.distinct(whole),
		timeMs: () => reader.timeMs(whole),
		uuids: () => reader.uuids(whole),
		uuidPieces: () => reader.uuidPieces(whole),
		column(property) {
			const column = byProperty.get(property);
			return column === void 0 ? null : reader.column(column, whole);
		}
	};
}
/** Rows of neighbouring partitions. Thousands are created when a file is opened, so everything is lazy. */
var Neighbours = class {
	rows;
	opened;
	#first;
	#last;
	constructor(opened, first, last) {
		const { partitions } = opened.header;
		this.opened = opened;
		this.rows = partitions[last].from_row + partitions[last].rows - partitions[first].from_row;
		this.#first = first;
		this.#last = last;
	}
	get sorted_rows() {
		return this.opened.header.partitions.slice(this.#first, this.#last + 1).map(({ rows }) => rows);
	}
	get properties() {
		return [...this.opened.byProperty].flatMap(([name, column]) => this.#has(column) ? [name] : []);
	}
	distinct() {
		return this.opened.reader.distinct(this.#stretch);
	}
	timeMs() {
		return this.opened.reader.timeMs(this.#stretch);
	}
	uuids() {
		return this.opened.reader.uuids(this.#stretch);
	}
	column(property) {
		const column = this.opened.byProperty.get(property);
		return column === void 0 || !this.#has(column) ? null : this.opened.reader.column(column, this.#stretch);
	}
	columnPieces(property) {
		const column = this.opened.byProperty.get(property);
		return column === void 0 || !this.#has(column) ? [] : this.opened.reader.columnPieces(column, this.#stretch);
	}
	uuidPieces() {
		return this.opened.reader.uuidPieces(this.#stretch);
	}
	get #stretch() {
		return {
			from_row: this.opened.header.partitions[this.#first].from_row,
			rows: this.rows
		};
	}
	#has(column) {
		const info = this.opened.header.columns[column];
		for (let at = this.#first; at <= this.#last; at++) if (hasAt(info, at)) return true;
		return false;
	}
};
var OpenPortion = class extends Neighbours {
	event_ord;
	month;
	from_ms;
	until_ms;
	#at;
	constructor(opened, at) {
		super(opened, at, at);
		const { event_ord, month, from_ms, until_ms } = opened.header.partitions[at];
		this.event_ord = event_ord;
		this.month = month;
		this.from_ms = from_ms;
		this.until_ms = until_ms;
		this.#at = at;
	}
	quarters() {
		return this.opened.reader.quarters(this.#at, this.rows) ?? countQuarters(this.timeMs());
	}
};
/** Reads any range of rows from the pieces it lies in. */
var PieceReader = class {
	#header;
	#pieces;
	/** column -> piece number -> piece; made on first use. */
	#infos = /* @__PURE__ */ new Map();
	constructor(header, pieces) {
		this.#header = header;
		this.#pieces = pieces;
	}
	distinct(range) {
		const column = this.#columnOf("distinct");
		const piece = (at) => this.#decoded(column, at, decodeDistinct);
		return joined(range, (rows) => new Uint32Array(rows), piece);
	}
	timeMs(range) {
		const column = this.#columnOf("time");
		const piece = (at) => this.#decoded(column, at, decodeOffsets);
		return withMonths(joined(range, (rows) => new Uint32Array(rows), piece), range.from_row, this.#header.partitions);
	}
	*uuidPieces({ from_row, rows }) {
		for (let row = from_row; row < from_row + rows;) {
			const until = Math.min((Math.floor(row / PIECE_ROWS) + 1) * PIECE_ROWS, from_row + rows);
			yield this.uuids({
				from_row: row,
				rows: until - row
			});
			row = until;
		}
	}
	uuids(range) {
		const column = this.#columnOf("uuid");
		const piece = (at) => {
			const timeMs = (rows) => this.timeMs({
				from_row: at * PIECE_ROWS,
				rows
			});
			return this.#decoded(column, at, (bytes, rows) => decodeUuids(bytes, rows, () => timeMs(rows)), true);
		};
		return joined(range, (rows) => new Uint8Array(rows * 16), piece, 16);
	}
	/** null = none stored. */
	quarters(partition, rows) {
		const column = this.#columnOf("quarters");
		const info = this.#infosOf(column).get(partition);
		return info === void 0 ? null : decodeQuarters(this.#bytes(column, info), rows);
	}
	column(column, range) {
		return columnOf(this.columnPieces(column, range), range.rows);
	}
	columnPieces(column, { from_row, rows }) {
		const pieces = [];
		for (let row = from_row; row < from_row + rows;) {
			const at = Math.floor(row / PIECE_ROWS);
			const begin = at * PIECE_ROWS;
			const until = Math.min(begin + PIECE_ROWS, from_row + rows);
			const piece = this.#infosOf(column).has(at) ? this.#columnPiece(column, at) : null;
			pieces.push({
				rows: until - row,
				column: piece && cutColumn(piece, row - begin, until - begin)
			});
			row = until;
		}
		return pieces;
	}
	#columnPiece(column, piece) {
		const { property, kind, values: distinct } = this.#header.columns[column];
		if (kind === "number") return this.#decoded(column, piece, decodeNumbers);
		const bytes = () => this.#bytes(column, this.#infoOf(column, -1));
		const decode = (piece, rows) => decodeCodes(piece, rows, distinct);
		const dictionary = this.#pieces.dictionary?.(must(property, "a property has a name"));
		if (dictionary === void 0) {
			const values = this.#pieces.kept(pieceName(column, -1), () => decodeValues(bytes(), distinct));
			return {
				kind: "dictionary",
				codes: this.#decoded(column, piece, decode),
				values
			};
		}
		const there = this.#pieces.kept(pieceName(column, -1), () => decodeValuesInto(dictionary, bytes(), distinct));
		return {
			kind: "dictionary",
			codes: this.#decoded(column, piece, (piece, rows) => translated(decode(piece, rows), there, allocateCodes(rows, dictionary.length))),
			values: dictionary
		};
	}
	#columnOf(kind) {
		const column = this.#header.columns.findIndex((info) => info.kind === kind);
		if (column < 0) throw corrupted(`no column ${kind}`);
		return column;
	}
	#decoded(column, piece, decode, is_seldom = false) {
		const rows = pieceRows(this.#header.rows, piece);
		const make = () => decode(this.#bytes(column, this.#infoOf(column, piece)), rows);
		return this.#pieces.kept(pieceName(column, piece), make, is_seldom);
	}
	#infoOf(column, piece) {
		const info = this.#infosOf(column).get(piece);
		if (info === void 0) throw corrupted(`piece ${pieceName(column, piece)} is missing`);
		return info;
	}
	#infosOf(column) {
		let infos = this.#infos.get(column);
		if (infos === void 0) {
			infos = new Map(must(this.#header.columns[column], "a column").pieces.map((info) => [info[0], info]));
			this.#infos.set(column, infos);
		}
		return infos;
	}
	#bytes(column, [piece, crc, length, at]) {
		const name = pieceName(column, piece);
		const bytes = at < 0 ? this.#pieces.read(name) : this.#pack().subarray(at, at + length);
		if (bytes === void 0) throw corrupted(`piece ${name} is missing`);
		if (bytes.length !== length || frameCrc(bytes) !== crc) throw corrupted(`piece ${name} is not the one that was sealed`);
		return bytes;
	}
	#pack() {
		return this.#pieces.kept(PACK, () => {
			const pack = this.#pieces.read(PACK);
			if (pack === void 0) throw corrupted("the pack of small pieces is missing");
			return pack;
		});
	}
};
/** row -> there[codes[row]]. */
function translated(codes, there, target) {
	const wide = wideCodes(codes);
	for (let row = 0; row < wide.length; row++) wide[row] = there[wide[row]];
	target.set(wide);
	return target;
}
function cutColumn(column, from, until) {
	if (column.kind === "number") return {
		...column,
		values: column.values.subarray(from, until)
	};
	return {
		...column,
		codes: column.codes.subarray(from, until)
	};
}
/** Pieces of one property; a view if a single piece has all rows; null if no row has the property. */
function columnOf(pieces, rows) {
	const plain = pieces.map(({ column }) => column && plainColumn(column));
	const some = plain.find((column) => column !== null) ?? null;
	if (some === null || pieces.length === 1) return some;
	const joined = some.kind === "number" ? {
		kind: "number",
		values: new Float64Array(rows).fill(NaN)
	} : {
		...some,
		codes: allocateCodes(rows, some.values.length)
	};
	let at = 0;
	for (const [piece, column] of plain.entries()) {
		if (column?.kind === "number" && joined.kind === "number") joined.values.set(column.values, at);
		if (column?.kind === "dictionary" && joined.kind === "dictionary") joined.codes.set(column.codes, at);
		at += pieces[piece].rows;
	}
	return joined;
}
/** A view if a single piece has the whole range. `make` allocates. */
function joined({ from_row, rows }, make, piece, width = 1) {
	const first = Math.floor(from_row / PIECE_ROWS);
	const last = Math.floor((from_row + rows - 1) / PIECE_ROWS);
	if (first === last) {
		const from = (from_row - first * PIECE_ROWS) * width;
		return piece(first).subarray(from, from + rows * width);
	}
	const all = make(rows);
	for (let at = first; at <= last; at++) {
		const begin = at * PIECE_ROWS;
		const from = Math.max(from_row - begin, 0);
		const until = Math.min(from_row + rows - begin, PIECE_ROWS);
		all.set(piece(at).subarray(from * width, until * width), (begin + from - from_row) * width);
	}
	return all;
}
export { orderByActorAndTime as _, PACK as a, encodeHeader as c, pieceRows as d, withMonths as f, areInOrder as g, isWholeQuarter as h, encodeUuids as i, hasAt as l, encodeQuarters as m, openWhole as n, PIECE_ROWS as o, countQuarters as p, decodeUuids as r, decodeHeader as s, openSegment as t, pieceName as u };
