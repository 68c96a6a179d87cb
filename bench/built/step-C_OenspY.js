import { t as assert } from "./assert-Cucc65-M.js";
import { E as frameCrc, I as monthOf, L as monthStart, S as bytesOf, at as TUNING, c as encodeCodes, d as encodeOffsets, f as encodeValues, l as encodeDistinct, u as encodeNumbers } from "./column_codec-1DCwPxVM.js";
import { r as narrowCodes } from "./column-B7o9AQr5.js";
import { a as PIECE_ROWS, c as countQuarters, d as orderByActorAndTime, i as PACK, l as encodeQuarters, o as encodeHeader, r as encodeUuids, s as pieceName, t as openSegment } from "./segment-BkjwUBT9.js";
import { a as ColumnBuilder, n as openChunk } from "./chunk-Clisp7Gw.js";
// src/engine/storage/arrivals.ts
/** Rows of all events in order of arrival, as one source: chunks of the log, or segments, one after the other. */
function arrivalsOfChunks(chunks) {
	const rows = sumOfRows(chunks);
	const columns = chunks.map((chunk) => chunk.columns());
	return {
		rows,
		properties: [...new Set(columns.flatMap((one) => [...one.keys()]))],
		eventOrd: () => join(chunks, new Uint32Array(rows), ({ event_ord }) => event_ord),
		distinct: () => join(chunks, new Uint32Array(rows), ({ distinct }) => distinct),
		timeMs: () => join(chunks, new Float64Array(rows), ({ time_ms }) => time_ms),
		uuids: () => join(chunks, new Uint8Array(rows * 16), ({ uuids }) => uuids),
		column: (property) => joinColumns(chunks, rows, (_, at) => columns[at].get(property) ?? null)
	};
}
function arrivalsOfSources(sources) {
	const rows = sumOfRows(sources);
	return {
		rows,
		properties: [...new Set(sources.flatMap(({ properties }) => properties))],
		eventOrd: () => join(sources, new Uint32Array(rows), (source) => source.eventOrd()),
		distinct: () => join(sources, new Uint32Array(rows), (source) => source.distinct()),
		timeMs: () => join(sources, new Float64Array(rows), (source) => source.timeMs()),
		uuids: () => join(sources, new Uint8Array(rows * 16), (source) => source.uuids()),
		column: (property) => joinColumns(sources, rows, (source) => source.column(property))
	};
}
function sumOfRows(sources) {
	return sources.reduce((sum, { rows }) => sum + rows, 0);
}
function join(sources, target, read) {
	let at = 0;
	for (const source of sources) {
		const values = read(source);
		target.set(values, at);
		at += values.length;
	}
	return target;
}
function joinColumns(sources, rows, read) {
	const builder = new ColumnBuilder();
	let row = 0;
	for (const [at, source] of sources.entries()) {
		const column = read(source, at);
		if (column !== null) builder.addColumn(row, column);
		row += source.rows;
	}
	return builder.column(rows);
}
/** `personOf`: distinct id -> person (numbers). */
function orderArrivals(source, personOf) {
	const distinct = source.distinct();
	const person = new Uint32Array(source.rows);
	for (let row = 0; row < person.length; row++) {
		const ord = distinct[row];
		assert(ord < personOf.length, "every distinct id has a person");
		person[row] = personOf[ord];
	}
	const time_ms = source.timeMs();
	return byPartition(orderByActorAndTime(person, time_ms), source.eventOrd(), monthsOf(time_ms));
}
/** Stable sort by partition of rows already sorted by person and time. */
function byPartition(order, event_ord, months) {
	const codes = /* @__PURE__ */ new Map();
	const found = [];
	const of_row = new Uint32Array(order.length);
	for (let row = 0; row < of_row.length; row++) {
		const event = event_ord[row];
		const month = months[row];
		const key = event * MONTHS + month;
		let code = codes.get(key);
		if (code === void 0) {
			code = found.push({
				event_ord: event,
				month,
				rows: 0
			}) - 1;
			codes.set(key, code);
		}
		found[code].rows++;
		of_row[row] = code;
	}
	const next = new Uint32Array(found.length);
	const partitions = [];
	let from_row = 0;
	for (const partition of found.toSorted((a, b) => a.event_ord - b.event_ord || a.month - b.month)) {
		next[codes.get(partition.event_ord * MONTHS + partition.month)] = from_row;
		partitions.push({
			...partition,
			from_row
		});
		from_row += partition.rows;
	}
	const ordered = new Uint32Array(order.length);
	for (let position = 0; position < order.length; position++) {
		const row = order[position];
		ordered[next[of_row[row]]++] = row;
	}
	return {
		order: ordered,
		partitions
	};
}
/** More than any month number, of either sign. */
const MONTHS = 2 ** 20;
/** row -> month. Asks the calendar only when a row leaves the previous row's month. */
function monthsOf(time_ms) {
	const months = new Int32Array(time_ms.length);
	let month = 0;
	let from_ms = 0;
	let until_ms = 0;
	for (let row = 0; row < months.length; row++) {
		const at_ms = time_ms[row];
		if (at_ms < from_ms || at_ms >= until_ms) {
			month = monthOf(at_ms);
			from_ms = monthStart(month);
			until_ms = monthStart(month + 1);
		}
		months[row] = month;
	}
	return months;
}
// src/engine/storage/ordered_columns.ts
/** Columns in another order, with only the values they use. Arrays are indexed by row. */
function gatherNumbers(values, order) {
	const gathered = new Float64Array(order.length);
	for (let i = 0; i < order.length; i++) gathered[i] = values[order[i]];
	return gathered;
}
function gatherWords(values, order) {
	const gathered = new Uint32Array(order.length);
	for (let i = 0; i < order.length; i++) gathered[i] = values[order[i]];
	return gathered;
}
function gatherUuids(uuids, order) {
	const source = uuids.byteOffset % 4 === 0 ? uuids : uuids.slice();
	const words = new Uint32Array(source.buffer, source.byteOffset, source.length / 4);
	const gathered = new Uint32Array(order.length * 4);
	for (let i = 0, to = 0; i < order.length; i++, to += 4) {
		const from = order[i] * 4;
		gathered[to] = words[from];
		gathered[to + 1] = words[from + 1];
		gathered[to + 2] = words[from + 2];
		gathered[to + 3] = words[from + 3];
	}
	return bytesOf(gathered);
}
/** Rows in order, with only the values they use; null if all are missing. */
function gatherColumn(column, order) {
	if (column === null) return null;
	if (column.kind === "number") {
		const values = gatherNumbers(column.values, order);
		return values.every(Number.isNaN) ? null : {
			kind: "number",
			values
		};
	}
	const values = [null];
	const wide = gatherCodes(narrowCodes(column.codes, column.values.length), column.values, order, values);
	if (values.length === 1) return null;
	return {
		kind: "dictionary",
		codes: narrowCodes(wide, values.length),
		values
	};
}
/** Codes by first appearance in the new order; `used` receives their values. */
function gatherCodes(codes, values, order, used) {
	const gathered = new Uint32Array(order.length);
	const translated = new Uint32Array(values.length);
	for (let i = 0; i < order.length; i++) {
		const code = codes[order[i]];
		if (code !== 0 && translated[code] === 0) {
			translated[code] = used.length;
			used.push(values.at(code));
		}
		gathered[i] = translated[code];
	}
	return gathered;
}
// src/engine/storage/segment_writer.ts
/** Writes a segment; see segment.ts for the format. */
/** Smaller pieces share a blob: a blob of their own costs more than its bytes. */
const SMALL_BYTES = 4096;
/** Partitions with fewer rows store no counts: reading their times is as fast. */
const COUNTED_ROWS = 4096;
function encodeSegment(source, { order, partitions }) {
	assert(order.length > 0, "a segment has rows");
	const time_ms = gatherNumbers(source.timeMs(), order);
	const infos = partitions.map((partition) => ({
		...partition,
		...spanOf(time_ms, partition)
	}));
	const pieces = new PieceWriter();
	for (const [kind, made] of fixedColumns(source, order, time_ms, infos)) pieces.addColumn({
		property: null,
		kind,
		values: 0,
		has: []
	}, made);
	for (const property of source.properties) {
		const column = gatherColumn(source.column(property), order);
		if (column === null) continue;
		const { kind } = column;
		const values = column.kind === "dictionary" ? column.values.length : 0;
		pieces.addColumn({
			property,
			kind,
			values,
			has: partitionsWith(column, partitions)
		}, columnPieces(column));
	}
	const { columns } = pieces;
	return {
		rows: order.length,
		from_ms: infos.reduce((least, { from_ms }) => Math.min(least, from_ms), Number.POSITIVE_INFINITY),
		until_ms: infos.reduce((most, { until_ms }) => Math.max(most, until_ms), Number.NEGATIVE_INFINITY),
		header: encodeHeader({
			rows: order.length,
			partitions: infos,
			columns
		}),
		blobs: pieces.blobs()
	};
}
/** Columns every segment has, one at a time. */
function* fixedColumns(source, order, time_ms, partitions) {
	yield ["distinct", eachPiece(gatherWords(source.distinct(), order), encodeDistinct)];
	yield ["time", eachPiece(offsetsOf(time_ms, partitions), encodeOffsets)];
	const uuids = gatherUuids(source.uuids(), order);
	const uuidsFrom = (row, rows) => uuids.subarray(row * 16, (row + rows) * 16);
	yield ["uuid", eachPiece(time_ms, (times_ms, row) => encodeUuids(uuidsFrom(row, times_ms.length), times_ms))];
	yield ["quarters", quarterPieces(time_ms, partitions)];
}
var PieceWriter = class {
	columns = [];
	#blobs = [];
	#small = [];
	#small_bytes = 0;
	addColumn(info, pieces) {
		const column = this.columns.length;
		this.columns.push({
			...info,
			pieces: Array.from(pieces, (piece) => this.#add(column, piece))
		});
	}
	#add(column, [part, bytes]) {
		const crc = frameCrc(bytes);
		if (bytes.length >= SMALL_BYTES) {
			this.#blobs.push({
				name: pieceName(column, part),
				bytes
			});
			return [
				part,
				crc,
				bytes.length,
				-1
			];
		}
		const at = this.#small_bytes;
		this.#small.push(bytes);
		this.#small_bytes += bytes.length;
		return [
			part,
			crc,
			bytes.length,
			at
		];
	}
	blobs() {
		const pack = new Uint8Array(this.#small_bytes);
		let at = 0;
		for (const bytes of this.#small) {
			pack.set(bytes, at);
			at += bytes.length;
		}
		return at === 0 ? this.#blobs : [...this.#blobs, {
			name: PACK,
			bytes: pack
		}];
	}
};
function* eachPiece(values, encode) {
	for (let from = 0; from < values.length; from += PIECE_ROWS) yield [from / PIECE_ROWS, encode(values.subarray(from, from + PIECE_ROWS), from)];
}
/** Pieces without any value are left out. */
function* columnPieces(column) {
	if (column.kind === "number") {
		for (const [part, values] of pieceValues(column.values)) if (!values.every(Number.isNaN)) yield [part, encodeNumbers(values)];
		return;
	}
	yield [-1, encodeValues(column.values)];
	for (const [part, codes] of pieceValues(column.codes)) if (codes.some((code) => code !== 0)) yield [part, encodeCodes(codes, column.values.length)];
}
function* pieceValues(values) {
	for (let from = 0; from < values.length; from += PIECE_ROWS) yield [from / PIECE_ROWS, values.subarray(from, from + PIECE_ROWS)];
}
/** A bit per partition, 32 to a number. */
function partitionsWith(column, partitions) {
	const bits = new Array(partitions.length + 31 >>> 5).fill(0);
	const isMissing = missingIn(column);
	for (const [at, { from_row, rows }] of partitions.entries()) {
		let row = from_row;
		while (row < from_row + rows && isMissing(row)) row++;
		if (row < from_row + rows) bits[at >>> 5] |= 1 << (at & 31);
	}
	return bits;
}
function missingIn(column) {
	if (column.kind === "number") return (row) => Number.isNaN(column.values[row]);
	return (row) => column.codes[row] === 0;
}
function offsetsOf(time_ms, partitions) {
	const offsets_ms = new Uint32Array(time_ms.length);
	for (const { month, from_row, rows } of partitions) {
		const start_ms = monthStart(month);
		for (let row = from_row; row < from_row + rows; row++) {
			const offset_ms = time_ms[row] - start_ms;
			offsets_ms[row] = offset_ms;
			assert(offsets_ms[row] === offset_ms, "a time is whole milliseconds within the month of its partition");
		}
	}
	return offsets_ms;
}
/** Piece number = partition. */
function* quarterPieces(time_ms, partitions) {
	for (const [at, { from_row, rows }] of partitions.entries()) {
		if (rows < COUNTED_ROWS) continue;
		yield [at, encodeQuarters(countQuarters(time_ms.subarray(from_row, from_row + rows)), rows)];
	}
}
/** Needs at least one row. */
function spanOf(time_ms, { from_row, rows }) {
	let from_ms = time_ms[from_row];
	let last_ms = from_ms;
	for (let row = from_row + 1; row < from_row + rows; row++) {
		if (time_ms[row] < from_ms) from_ms = time_ms[row];
		if (time_ms[row] > last_ms) last_ms = time_ms[row];
	}
	return {
		from_ms,
		until_ms: last_ms + 1
	};
}
// src/engine/storage/seal.ts
/** Seals arrivals into a segment, and merges several segments into one. */
/** `personOf`: distinct id -> person (numbers). Returns nothing without rows. */
function sealChunks(chunks, personOf) {
	const arrivals = arrivalsOfChunks(chunks);
	return arrivals.rows === 0 ? [] : [encodeSegment(arrivals, orderArrivals(arrivals, personOf))];
}
/** All rows of the sources, sorted by current persons. Nothing is dropped or changed. */
function mergeArrivals(sources, personOf) {
	const arrivals = arrivalsOfSources(sources);
	return encodeSegment(arrivals, orderArrivals(arrivals, personOf));
}
// src/service/sealing/exchange.ts
/**
* The short transaction that exchanges rows for segments, as the other threads see it: numbers in memory that all of
* them have. While it lasts nobody can write. SQLite would have a commit look again every few milliseconds, and its
* thread do nothing else; who waits for the number to change is told at once.
*/
/** 1 while an exchange is under way, or about to begin. */
const UNDER_WAY = 0;
/** The longest since that was asked last, in microseconds. */
const LONGEST_US = 1;
function newExchange() {
	return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}
/** `transaction` calls what it is given as soon as it has the lock. */
function exchanging(exchange, transaction) {
	let began_ms = Number.POSITIVE_INFINITY;
	Atomics.store(exchange, UNDER_WAY, 1);
	try {
		transaction(() => {
			began_ms = performance.now();
		});
	} finally {
		const took_us = Math.max(0, Math.round((performance.now() - began_ms) * 1e3));
		if (took_us > Atomics.load(exchange, LONGEST_US)) Atomics.store(exchange, LONGEST_US, took_us);
		endExchange(exchange);
	}
}
/** Also where the thread that was at it is gone. */
function endExchange(exchange) {
	Atomics.store(exchange, UNDER_WAY, 0);
	Atomics.notify(exchange, UNDER_WAY);
}
/** Resolves when the exchange under way is over, or has taken too long to be waited for; null where there is none. */
function exchangeEnd(exchange) {
	if (Atomics.load(exchange, UNDER_WAY) === 0) return null;
	const { async: isLater, value } = Atomics.waitAsync(exchange, UNDER_WAY, 1, TUNING.exchange_wait_ms);
	return isLater ? value : null;
}
/** Milliseconds that the longest one has held the lock since this was asked last. */
function longestExchange(exchange) {
	return Atomics.exchange(exchange, LONGEST_US, 0) / 1e3;
}
// src/service/sealing/person_of.ts
var PersonOf = class {
	#people;
	#project_id;
	/** distinct id's number -> person's number; the first `#count` are known */
	#persons = /* @__PURE__ */ new Uint32Array(0);
	#count = 0;
	/** Moves up to this revision are in. */
	#revision = 0;
	constructor(people, project_id) {
		this.#people = people;
		this.#project_id = project_id;
	}
	/** As the store tells it at this revision; the caller holds the store at it. A view: it holds until the next call. */
	current(revision) {
		if (revision < this.#revision) this.#count = 0;
		const added = this.#people.personOf(this.#project_id, this.#count);
		const moved = this.#count === 0 ? [] : this.#people.movedSince(this.#project_id, this.#revision);
		this.#reserve(this.#count + added.length);
		this.#persons.set(added, this.#count);
		this.#count += added.length;
		for (const move of moved) this.#persons[move.distinct_ord] = move.person_ord;
		this.#revision = revision;
		return this.#persons.subarray(0, this.#count);
	}
	#reserve(count) {
		if (count <= this.#persons.length) return;
		const persons = new Uint32Array(Math.max(count, this.#persons.length * 2));
		persons.set(this.#persons.subarray(0, this.#count));
		this.#persons = persons;
	}
};
// src/service/sealing/sealing.ts
/**
* How stored events change their form: the log's tail becomes segments, small segments become larger ones. A step reads
* one moment of the store, encodes while others read and write, and exchanges the one for the other in one short
* transaction: a reader meets every event exactly once. Where the store has gone on in a way that matters, the exchange
* is left out and the next step begins anew.
*/
var Sealing = class {
	#store;
	#exchange;
	/** project -> who is who in it */
	#persons = /* @__PURE__ */ new Map();
	constructor(store, exchange = newExchange()) {
		this.#store = store;
		this.#exchange = exchange;
	}
	/** Turns the log's oldest rows into segments. How many events there were to seal, 0 where there are none. */
	seal(project_id) {
		const { events } = this.#store;
		const { sealed_seq, chunks, persons, revision } = this.#store.snapshot(() => {
			const seq = events.sealedSeq(project_id);
			const read = beginOf(events.logSince(project_id, seq));
			const now = events.revision(project_id);
			return {
				sealed_seq: seq,
				chunks: read,
				persons: this.#personsAt(project_id, now),
				revision: now
			};
		});
		const last = chunks.at(-1);
		if (last === void 0) return 0;
		const segments = sealChunks(chunks.map(({ bytes }) => openChunk(bytes)), persons);
		this.#inExchange(() => {
			if (events.sealedSeq(project_id) !== sealed_seq) return;
			events.seal(project_id, last.seq, segments, events.nextRevision(project_id));
		});
		this.#inExchange(() => this.#store.people.keepPersonOf(project_id, persons, revision));
		return chunks.reduce((sum, chunk) => sum + chunk.events, 0);
	}
	/** Merges the newest small segments; false when there are not enough of them. */
	compact(project_id) {
		const { events } = this.#store;
		const found = this.#store.snapshot(() => {
			const group = mergeable(events.segments(project_id));
			if (group === null) return null;
			return {
				group,
				merged: mergeArrivals(group.map(({ id, header }) => openSegment(header, {
					read: (name) => events.blob(id, name),
					kept: (_, make) => make()
				})), this.#personsAt(project_id, events.revision(project_id)))
			};
		});
		if (found === null) return false;
		const { group, merged } = found;
		const ids = group.map(({ id }) => id);
		this.#inExchange(() => {
			if (events.segments(project_id).slice(-ids.length).map(({ id }) => id).join() === ids.join()) events.replace(project_id, ids, [merged], events.nextRevision(project_id));
		});
		return true;
	}
	/** Gives free room in the file back; whether there is more. */
	shrink() {
		return this.#store.shrink();
	}
	/** Nobody waits for the disk: after a power loss the step is done or not, and the events are there either way. */
	#inExchange(run) {
		exchanging(this.#exchange, (hasLock) => this.#store.transactionAhead(() => {
			hasLock();
			run();
		}));
	}
	/** Within the snapshot of that revision. A view: it holds until the next call. */
	#personsAt(project_id, revision) {
		let persons = this.#persons.get(project_id);
		if (persons === void 0) {
			persons = new PersonOf(this.#store.people, project_id);
			this.#persons.set(project_id, persons);
		}
		return persons.current(revision);
	}
};
/** Whole chunks from the beginning, up to about so many events that the exchange is short. */
function beginOf(chunks) {
	let events = 0;
	let end = 0;
	for (; end < chunks.length && events < TUNING.seal_events; end++) events += chunks[end].events;
	return chunks.slice(0, end);
}
/** `segments` in order of arrival. */
function mergeable(segments) {
	const newest = segments.slice(segments.length - mergeableCount(segments.map(({ rows }) => rows)));
	return newest.length >= TUNING.compact_segments ? newest : null;
}
/**
* How many of the newest segments (last in the list) to merge. Only the end of the list, as the merged one becomes the
* newest and rows keep their order of arrival. As many as can be, of which the largest one is at most twice the others
* together: so each row is written again only when what it lies in grows by half, and the list stays logarithmic.
*/
function mergeableCount(rows) {
	let count = 1;
	let total = 0;
	let largest = 0;
	for (const [at, size] of rows.toReversed().entries()) {
		total += size;
		if (total > TUNING.compact_rows) break;
		largest = Math.max(largest, size);
		if (largest <= (total - largest) * 2) count = at + 1;
	}
	return count;
}
// src/service/sealing/step.ts
function takeStep(sealing, { kind, project_id }) {
	if (kind === "compact") return {
		sealed: 0,
		is_more: sealing.compact(project_id)
	};
	if (kind === "shrink") return {
		sealed: 0,
		is_more: sealing.shrink()
	};
	const sealed = sealing.seal(project_id);
	return {
		sealed,
		is_more: sealed > 0
	};
}
export { longestExchange as a, gatherColumn as c, exchangeEnd as i, arrivalsOfChunks as l, Sealing as n, newExchange as o, endExchange as r, mergeArrivals as s, takeStep as t };

//# sourceMappingURL=step-C_OenspY.js.map