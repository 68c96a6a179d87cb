import { n as must, t as assert } from "./assert-Cucc65-M.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { a as LIMIT } from "./error-CL6ANKLD.js";
import { A as frameCrc, B as monthOf, E as bytesOf, V as monthStart, c as encodeCodes, d as encodeOffsets, f as encodeValues, l as encodeDistinct, u as encodeNumbers } from "./column_codec-CRp8qQ50.js";
import { a as textOf, r as narrowCodes } from "./column-NKnza9zL.js";
import { c as allocate, h as has, y as set } from "./run-B9uRFbuc.js";
import { _ as orderByActorAndTime, a as PACK, c as encodeHeader, i as encodeUuids, m as encodeQuarters, n as openWhole, o as PIECE_ROWS, p as countQuarters, t as openSegment, u as pieceName } from "./segment-CAQSNtUo.js";
import { a as ColumnBuilder, n as openChunk, t as encodeChunk } from "./chunk-DoCuzWrP.js";
import { t as QUESTION_KEY } from "./result_keys-DCKRFVA_.js";
import { i as sourceHash, n as aboutHash, r as hashBytes, t as RecentMap } from "./cache-CXKrrNxS.js";
import { f as mergedIdOf, i as changesOf, m as visitBits, o as firstProperties, r as changedProperties, t as CAMPAIGN_BIT, u as isIllegalId } from "./rules-BJOgSYYW.js";
import { randomInt, randomUUID } from "node:crypto";
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
// src/engine/storage/erase.ts
/** Segments and chunks without some of their rows. */
/** Row numbers that stay, ascending; null = all do. */
function keptRows(source, erased) {
	const isErased = tested(source, erased);
	if (isErased === null) return null;
	const kept = new Uint32Array(source.rows);
	let count = 0;
	for (let row = 0; row < kept.length; row++) if (!isErased(row)) kept[count++] = row;
	return count === kept.length ? null : kept.subarray(0, count);
}
function tested(source, erased) {
	switch (erased.kind) {
		case "distincts": {
			const distinct = source.distinct();
			return (row) => has(erased.bitmap, distinct[row]);
		}
		case "before": {
			const time_ms = source.timeMs();
			return (row) => time_ms[row] < erased.time_ms;
		}
		case "value": return valueTest(source.column(erased.property), erased.text);
	}
}
function valueTest(column, text) {
	if (column === null) return null;
	if (column.kind === "number") return (row) => String(column.values[row]) === text;
	const { codes, values } = column;
	const has_text = Array.from({ length: values.length }, (_, code) => code > 0 && textOf(values.at(code)) === text);
	return (row) => has_text[codes[row]];
}
/** The segment with these rows only, in the same order. `kept`: at least one row. */
function segmentOf(segment, kept) {
	return encodeSegment(segment, {
		order: kept,
		partitions: partitionsOf(segment, kept)
	});
}
function partitionsOf(segment, kept) {
	const partitions = [];
	let at = 0;
	let end = 0;
	for (const { event_ord, month, rows } of segment.partitions) {
		end += rows;
		const from_row = at;
		while (at < kept.length && kept[at] < end) at++;
		if (at > from_row) partitions.push({
			event_ord,
			month,
			from_row,
			rows: at - from_row
		});
	}
	return partitions;
}
/** Likewise, in the log's format. */
function chunkOf(chunk, kept) {
	const columns = Array.from(chunk.columns(), ([name, column]) => [name, gatherColumn(column, kept)]);
	return encodeChunk({
		event_ord: gatherWords(chunk.event_ord, kept),
		distinct: gatherWords(chunk.distinct, kept),
		time_ms: gatherNumbers(chunk.time_ms, kept),
		uuids: gatherUuids(chunk.uuids, kept),
		columns: new Map(columns.flatMap(([name, column]) => column === null ? [] : [[name, column]]))
	});
}
/** A chunk as `keptRows` reads it. */
function rowsOf(chunk) {
	return {
		rows: chunk.rows,
		distinct: () => chunk.distinct,
		timeMs: () => chunk.time_ms,
		column: (property) => chunk.columns().get(property) ?? null
	};
}
// src/model/import.ts
/** Event property that tells which import took the event: the import's number. */
const IMPORT_PROPERTY = "$import_id";
// src/service/identity/persons.ts
/**
* Who an event belongs to. Works within the caller's open transaction: ids and persons are created and merged as events
* come; `finish` writes changed persons back once. After a failed transaction, or when another process has written,
* call `forget` to drop what is cached between transactions.
*
* A person whose `created_at_ms` is UNKNOWN_CREATED_MS stands for an id without a profile: its events are counted
* under it, it has no properties yet, and the first event that may make a profile sets its creation time.
*/
/** 1970-01-01T00:00:05Z: recognisable, and too early to be a real time. */
const UNKNOWN_CREATED_MS = 5e3;
const NO_PROPERTIES = Object.freeze({});
var Identities = class {
	#people;
	#project_id;
	#ids = new RecentMap(TUNING.cached_ids);
	#persons = new RecentMap(TUNING.cached_persons);
	/** Persons created or changed in this transaction. Never evicted, so that a person has one state only. */
	#dirty = /* @__PURE__ */ new Map();
	/** Distinct ids created in it, in order, with the person each was created for. Never evicted. */
	#newIds = /* @__PURE__ */ new Map();
	/** Merges in it, in order. Written at the end, when all persons are in the store. */
	#merges = [];
	/** Ids the store did not have when this transaction asked. */
	#absent = /* @__PURE__ */ new Set();
	/** Next numbers for persons and distinct ids; null until this transaction needs them. */
	#next = null;
	/** Number of times properties were removed from any person. */
	#unsets = 0;
	/** Merged person -> survivor, for ids cached before the merge. */
	#merged = /* @__PURE__ */ new Map();
	constructor(people, project_id) {
		this.#people = people;
		this.#project_id = project_id;
	}
	/** Returns what is cached of ids this transaction will need, and looks up at once which ones do not exist. */
	lookAhead(distinct_ids) {
		const known = distinct_ids.map((id) => this.remembered(id));
		const unknown = distinct_ids.filter((_, at) => known[at] === void 0);
		if (unknown.length > 0) this.#absent = new Set(this.#people.absent(this.#project_id, unknown));
		return known;
	}
	/** A cached distinct id; valid for `isSettled` until the transaction ends. */
	remembered(distinct_id) {
		return this.#ids.get(distinct_id) ?? this.#newIds.get(distinct_id)?.id;
	}
	/** Whether an event with this visit (`visitBits`) changes nothing about the id's person. */
	isSettled(id, visit) {
		return id.has_profile && visit >= 0 && (visit & ~this.#visitOf(id)) === 0;
	}
	/** Same for an event with campaigns: whether they already are the person's latest. */
	isCampaignKnown(id, visit, campaigns, row) {
		if ((visit & 536870912) === 0 || !this.isSettled(id, visit & -536870913)) return false;
		const { properties } = this.#person(this.#living(id));
		return campaigns.every(({ name, initial, valueAt }) => {
			const value = valueAt(row);
			if (value === void 0 || value === null) return true;
			return properties[name] === value && Object.hasOwn(properties, initial);
		});
	}
	/** Distinct id -> its number. Creates and changes persons as the event demands. */
	resolve(event, transaction) {
		const { properties } = event;
		if (properties["$process_person_profile"] === false) return this.#withoutProfile(event.distinct_id);
		const visit = visitBits(event.event, properties);
		const settled = this.remembered(event.distinct_id);
		if (settled !== void 0 && this.isSettled(settled, visit)) return settled.ord;
		const changes = changesOf(event.event, properties);
		const other = mergedIdOf(event.event, properties);
		if (other !== null && other !== event.distinct_id && !isIllegalId(other) && !isIllegalId(event.distinct_id)) this.#join(event, other, event.event === "$merge_dangerously");
		const known = this.#find(event.distinct_id);
		if (known === void 0) return this.#settled(this.#create(event, changes, transaction), visit).ord;
		this.#update(this.#person(known), event, changes, transaction);
		return this.#settled(known, visit).ord;
	}
	/** Notes that the id's person has had such an event. */
	#settled(id, visit) {
		id.visit = this.#visitOf(id) | (visit < 0 ? 0 : visit & ~CAMPAIGN_BIT);
		id.has_profile = true;
		id.unsets = this.#unsets;
		return id;
	}
	/** Visit properties the id's person certainly has: merges and imports only add to them. */
	#visitOf(known) {
		return known.unsets === this.#unsets ? known.visit : 0;
	}
	/** Applies a person from a file: all its ids end up on one person, and its properties win. */
	describe(item, transaction) {
		const [first, ...others] = item.distinct_ids;
		const known = this.#find(must(first, "a person has an id"));
		const person = known ? this.#person(known) : this.#addPerson(must(first, "a person has an id"));
		for (const id of others) {
			const other = this.#find(id);
			if (other === void 0) this.#attach(id, person);
			else if (other.person_ord !== person.ord) this.#merge(this.#person(other), person);
		}
		transaction.notePersonProperties(item.properties);
		const changes = {
			set: item.properties,
			set_once: {},
			unset: []
		};
		const properties = changedProperties(person.properties, changes, "$set");
		const created_at_ms = item.created_at_ms ?? person.created_at_ms;
		const is_identified = person.is_identified || others.length > 0;
		this.#change(person, properties, created_at_ms, is_identified);
	}
	/** Writes changes back; call at the end of the transaction. */
	finish(transaction) {
		this.#write(transaction);
		this.#absent = /* @__PURE__ */ new Set();
		this.#next = null;
		if (this.#merged.size > TUNING.cached_merges) this.forget();
	}
	/** Drops all cached state. */
	forget() {
		this.#ids.clear();
		this.#persons.clear();
		this.#dirty.clear();
		this.#newIds.clear();
		this.#merges.length = 0;
		this.#absent = /* @__PURE__ */ new Set();
		this.#next = null;
		this.#merged.clear();
	}
	#write(transaction) {
		if (this.#dirty.size + this.#newIds.size === 0) return;
		const persons = [...this.#dirty.values()];
		const ids = Array.from(this.#newIds, ([distinct_id, { id, person_ord }]) => ({
			distinct_id,
			ord: id.ord,
			person_ord
		}));
		const revision = transaction.revision();
		this.#people.write(this.#project_id, {
			persons,
			ids
		}, revision);
		if (this.#merges.length > 0) this.#people.merge(this.#project_id, this.#merges, revision);
		for (const person of persons) if (!this.#merged.has(person.ord)) this.#persons.set(person.ord, person);
		this.#dirty.clear();
		this.#newIds.clear();
		this.#merges.length = 0;
	}
	#withoutProfile(distinct_id) {
		const known = this.#find(distinct_id);
		if (known !== void 0) return known.ord;
		this.#addPerson(distinct_id);
		return must(this.#find(distinct_id), "the id was just made").ord;
	}
	#create(event, changes, transaction) {
		const properties = firstProperties(changes);
		transaction.notePersonProperties(properties);
		this.#addPerson(event.distinct_id, {
			properties,
			created_at_ms: event.timestamp_ms
		});
		return must(this.#find(event.distinct_id), "the id was just made");
	}
	#update(person, event, changes, transaction) {
		const properties = changedProperties(person.properties, changes, event.event);
		if (changes.unset.length > 0 && properties !== person.properties) this.#unsets++;
		if (properties !== person.properties) transaction.notePersonProperties(changes.set);
		if (properties !== person.properties) transaction.notePersonProperties(changes.set_once);
		const created_at_ms = person.created_at_ms === 5e3 ? event.timestamp_ms : person.created_at_ms;
		this.#change(person, properties, created_at_ms, person.is_identified);
	}
	/**
	* Merges the persons of the event's distinct id and the other id, unless the other id's person is already identified:
	* that might be a stranger's account, so both stay as they are.
	*/
	#join(event, other_id, is_forced) {
		const target = this.#find(event.distinct_id);
		const source = this.#find(other_id);
		const person = this.#owner(target, source, event);
		if (target === void 0 && source !== void 0) this.#attach(event.distinct_id, person);
		if (source === void 0) this.#attach(other_id, person);
		else if (source.person_ord !== person.ord) {
			const from = this.#person(source);
			if (is_forced || !from.is_identified) this.#merge(from, person);
		}
		this.#change(person, person.properties, person.created_at_ms, true);
	}
	/** The surviving person. */
	#owner(target, source, event) {
		const known = target ?? source;
		if (known !== void 0) return this.#person(known);
		return this.#addPerson(event.distinct_id, { created_at_ms: event.timestamp_ms });
	}
	/** Merges `from` into `into`: ids move, properties fill gaps, the older creation time holds. */
	#merge(from, into) {
		this.#persons.delete(from.ord);
		this.#merged.set(from.ord, into.ord);
		this.#merges.push({
			from_ord: from.ord,
			into_ord: into.ord
		});
		const created_at_ms = older(from.created_at_ms, into.created_at_ms);
		this.#change(into, {
			...from.properties,
			...into.properties
		}, created_at_ms, true);
		from.properties = NO_PROPERTIES;
	}
	#attach(distinct_id, person) {
		const id = newlyKnown(this.#numbers().distinct++, person.ord);
		this.#ids.set(distinct_id, id);
		this.#newIds.set(distinct_id, {
			id,
			person_ord: person.ord
		});
	}
	#addPerson(distinct_id, values = {}) {
		const next = this.#numbers();
		const person = {
			ord: next.person++,
			first_distinct: next.distinct,
			properties: values.properties ?? {},
			created_at_ms: values.created_at_ms ?? 5e3,
			is_identified: false
		};
		this.#dirty.set(person.ord, person);
		this.#attach(distinct_id, person);
		return person;
	}
	#numbers() {
		const people = this.#people;
		const project_id = this.#project_id;
		this.#next ??= {
			person: people.personLimit(project_id),
			distinct: people.distinctCount(project_id)
		};
		return this.#next;
	}
	#find(distinct_id) {
		const id = this.remembered(distinct_id) ?? this.#stored(distinct_id);
		return id === void 0 ? void 0 : this.#living(id);
	}
	#living(id) {
		let into = this.#merged.get(id.person_ord);
		for (; into !== void 0; into = this.#merged.get(into)) id.person_ord = into;
		return id;
	}
	#stored(distinct_id) {
		if (this.#absent.has(distinct_id)) return void 0;
		const found = this.#people.find(this.#project_id, distinct_id);
		if (found === void 0) return void 0;
		const id = newlyKnown(found.ord, found.person_ord);
		this.#ids.set(distinct_id, id);
		return id;
	}
	#person(id) {
		const held = this.#dirty.get(id.person_ord) ?? this.#persons.get(id.person_ord);
		if (held !== void 0) return held;
		const person = known(must(this.#people.get(this.#project_id, id.person_ord), "a distinct id has a person"));
		this.#persons.set(person.ord, person);
		return person;
	}
	#change(person, properties, created_at_ms, is_identified) {
		if (properties === person.properties && created_at_ms === person.created_at_ms && is_identified === person.is_identified) return;
		person.properties = properties;
		person.created_at_ms = created_at_ms;
		person.is_identified = is_identified;
		this.#dirty.set(person.ord, person);
	}
};
function newlyKnown(ord, person_ord) {
	return {
		ord,
		person_ord,
		has_profile: false,
		visit: 0,
		unsets: 0
	};
}
function known(person) {
	return { ...person };
}
function older(left_ms, right_ms) {
	if (left_ms === 5e3) return right_ms;
	return right_ms === 5e3 ? left_ms : Math.min(left_ms, right_ms);
}
// src/service/sealing/definitions_left.ts
/** What is left of names, counts and times of events, as their segments and the log tell. */
/** Within a transaction. @param person_properties names in use @param elsewhere events that rest in another database */
function definitionsLeft(store, project_id, person_properties, elsewhere) {
	const { events } = store;
	const counts = /* @__PURE__ */ new Map();
	const names = new Set(elsewhere?.properties);
	if (elsewhere === null) addSegments(events, project_id, counts, names);
	else addNamed(store, project_id, counts, elsewhere.events);
	for (const { bytes } of events.logSince(project_id, elsewhere?.seq ?? events.sealedSeq(project_id))) addChunk(counts, names, openChunk(bytes));
	return {
		events: [...counts.values()],
		event_properties: names,
		person_properties
	};
}
function addNamed({ definitions }, project_id, counts, named) {
	const ord_of = new Map(definitions.events(project_id).map(({ name, ord }) => [name, ord]));
	for (const { name, ...counted } of named) {
		const ord = must(ord_of.get(name), "a definition of each event");
		counts.set(ord, {
			ord,
			...counted
		});
	}
}
function addSegments(events, project_id, counts, names) {
	for (const { id, header } of events.segments(project_id)) {
		const { partitions, properties } = openSegment(header, {
			read: (name) => events.blob(id, name),
			kept: (_, make) => make()
		});
		for (const { event_ord, rows, from_ms, until_ms } of partitions) add(counts, event_ord, rows, from_ms, until_ms - 1);
		for (const name of properties) names.add(name);
	}
}
function addChunk(counts, names, chunk) {
	for (const [row, ord] of chunk.event_ord.entries()) add(counts, ord, 1, chunk.time_ms[row], chunk.time_ms[row]);
	for (const name of chunk.columns().keys()) names.add(name);
}
function add(counts, ord, count, first_seen_ms, last_seen_ms) {
	const before = counts.get(ord);
	if (before === void 0) {
		counts.set(ord, {
			ord,
			count,
			first_seen_ms,
			last_seen_ms
		});
		return;
	}
	before.count += count;
	before.first_seen_ms = Math.min(before.first_seen_ms, first_seen_ms);
	before.last_seen_ms = Math.max(before.last_seen_ms, last_seen_ms);
}
// src/service/sealing/staging.ts
/**
* Stores the blobs of new segments ahead, a few megabytes at a time, so that the transaction that adds the segments is
* short however large they are.
*/
const NEVER = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
const STAGE_MAX = 2 ** 48 - 1;
/** Small ones are returned as they are. */
function stage(store, segment, inExchange) {
	const { blobs, ...rest } = segment;
	if (blobs.reduce((sum, { bytes }) => sum + bytes.length, 0) <= TUNING.staged_bytes) return segment;
	const number = randomInt(STAGE_MAX);
	let parts = 0;
	for (const together of portionsOf(blobs)) {
		inExchange(() => store.events.stage(number, together));
		parts += together.length;
		store.checkpoint();
		Atomics.wait(NEVER, 0, 0, TUNING.staged_pause_ms);
	}
	return {
		...rest,
		stage: number,
		parts
	};
}
/** Call it for segments that were not added after all. */
function unstage({ events }, segments, inExchange) {
	for (const segment of segments) if ("stage" in segment) inExchange(() => events.unstage(segment.stage));
}
/** What is stored together: at most so many bytes. */
function* portionsOf(blobs) {
	let together = [];
	let room = TUNING.staged_bytes;
	for (const { name, bytes } of blobs) {
		let part = 0;
		let at = 0;
		do {
			const some = bytes.subarray(at, at + room);
			together.push({
				name,
				part: part++,
				bytes: some
			});
			at += some.length;
			room -= some.length;
			if (room > 0) continue;
			yield together;
			together = [];
			room = TUNING.staged_bytes;
		} while (at < bytes.length);
	}
	if (together.length > 0) yield together;
}
// src/service/sealing/erasing.ts
/**
* Removes everything an erasure names. Segments are rewritten without the rows while others read and write; the result
* takes their place only if the project has not changed since it was read. That, and removing people, rows of the log and
* derived data, is one transaction, which also finishes the erasure; after an interruption it starts over.
*/
const EVERYBODY = /* @__PURE__ */ new Set();
/** Leaves the erasure unfinished if it names others by now than were removed elsewhere. */
function erase(store, erasure, circumstances, inExchange) {
	const run = new ErasureRun(store, erasure, circumstances);
	try {
		for (let isDone = false; !isDone;) {
			const plan = store.snapshot(() => run.plan());
			if (circumstances.elsewhere !== null && !isSame(plan.target, circumstances.elsewhere)) return;
			run.stage(plan, inExchange);
			if (plan.in_use === null) continue;
			inExchange(() => {
				isDone = run.apply(plan);
			});
			run.unstage(inExchange);
		}
	} finally {
		run.unstage(inExchange);
	}
}
/** Whom the erasure is about. `alive`: for imports, distinct ids that still have events elsewhere. Call it within a snapshot. */
function peopleOf(store, erasure, alive) {
	return new ErasureRun(store, erasure, {
		now_ms: 0,
		elsewhere: null
	}).people(alive);
}
var ErasureRun = class {
	#store;
	#erasure;
	#circumstances;
	/** Segments without such rows, or without any once what was made of them takes their place. */
	#examined = /* @__PURE__ */ new Set();
	/** What was made of those that have such rows. */
	#staged = [];
	/** Staged before, and not to be used any more. */
	#dropped = [];
	/** The project's erasure count when the first of them was examined. */
	#erasures = -1;
	/** Distinct ids that still have events, for imports. */
	#alive = /* @__PURE__ */ new Uint32Array(0);
	constructor(store, erasure, circumstances) {
		this.#store = store;
		this.#erasure = erasure;
		this.#circumstances = circumstances;
	}
	/** See `peopleOf`. */
	people(alive) {
		const rows = this.#rows();
		this.#reserve();
		for (const distinct of alive) set(this.#alive, distinct);
		this.#noteLog(rows);
		const { persons, ids } = this.#target(rows);
		return {
			persons,
			ids
		};
	}
	/** Call it within a snapshot. */
	plan() {
		const { events, people } = this.#store;
		const { project_id } = this.#erasure;
		const erasures = events.erasures(project_id);
		if (erasures !== this.#erasures) this.#again();
		this.#erasures = erasures;
		const rows = this.#rows();
		const rewritten = [];
		let bytes = 0;
		let isLast = true;
		this.#reserve();
		for (const distinct of this.#circumstances.elsewhere?.alive ?? []) set(this.#alive, distinct);
		for (const segment of this.#segments()) {
			if (rows === null || this.#examined.has(segment.id)) continue;
			isLast = bytes < TUNING.erased_bytes;
			if (!isLast) break;
			const made = this.#examine(segment, rows);
			this.#examined.add(segment.id);
			if (made === null) continue;
			rewritten.push(made);
			bytes += made.made?.blobs.reduce((sum, blob) => sum + blob.bytes.length, 0) ?? 0;
		}
		if (isLast) this.#noteLog(rows);
		const target = this.#target(rows);
		return {
			erasures,
			revision: events.revision(project_id),
			target,
			rewritten,
			in_use: isLast ? people.propertiesInUse(project_id, -1, new Set(target.persons)) : null
		};
	}
	/** Stores what takes the place of segments, where nobody sees it yet. */
	stage({ rewritten }, inExchange) {
		for (const { id, made, erased } of rewritten) this.#staged.push({
			id,
			made: made && stage(this.#store, made, inExchange),
			erased
		});
	}
	/** Removes what was staged and not used. */
	unstage(inExchange) {
		const dropped = [...this.#staged, ...this.#dropped].flatMap(({ made }) => made ?? []);
		this.#staged = [];
		this.#dropped = [];
		unstage(this.#store, dropped, inExchange);
	}
	/** Call it within a transaction. Returns false if the rest must be planned again. */
	apply({ erasures, revision, target, in_use }) {
		const { events, erasures: pending } = this.#store;
		const { id, project_id } = this.#erasure;
		if (pending.get(id)?.done_at_ms !== null) return true;
		if (events.erasures(project_id) !== erasures) return this.#again();
		events.nextErasure(project_id);
		this.#erasures = events.erasures(project_id);
		const segments = new Set(this.#segments().map((segment) => segment.id));
		const still = this.#staged.filter((one) => segments.has(one.id));
		for (const one of still) events.rewrite(project_id, one.id, one.made);
		const erased = this.#circumstances.elsewhere === null ? still : [];
		pending.note(id, {
			events: erased.reduce((sum, one) => sum + one.erased, 0),
			persons: 0
		});
		pending.noteRemoval();
		if (in_use === null) return false;
		if (target.rows !== null && !segments.isSubsetOf(this.#examined)) return false;
		this.#eraseLog(target.rows);
		if (!isSame(this.#target(target.rows), target)) return this.#again();
		this.#finish(target, in_use, revision);
		return true;
	}
	#again() {
		this.#examined = /* @__PURE__ */ new Set();
		this.#dropped.push(...this.#staged);
		this.#staged = [];
		return false;
	}
	#finish({ persons, ids }, in_use, planned) {
		const store = this.#store;
		const { id, project_id, task } = this.#erasure;
		const { now_ms, elsewhere } = this.#circumstances;
		const { people, cohorts, erasures, imports, events, results, repeatable, definitions } = store;
		const revision = events.revision(project_id);
		const nameless_created_at_ms = task.kind === "persons" && !task.with_events ? UNKNOWN_CREATED_MS : null;
		const texts_given = elsewhere?.texts;
		const removal = {
			nameless_created_at_ms,
			newId: (id) => texts_given?.get(id) ?? randomUUID()
		};
		const texts = people.erase(project_id, persons, removal, revision);
		cohorts.removeMembers(project_id, ids);
		const sources = new Set(imports.list(project_id).flatMap((run) => run.sources));
		for (const hash of Array.from(sources, sourceHash)) imports.forgetLines(project_id, texts.map((text) => hashBytes(aboutHash(hash, ["person", text]))));
		results.clear(project_id, QUESTION_KEY, texts);
		repeatable.clear(texts);
		const newer = people.propertiesInUse(project_id, planned, EVERYBODY);
		const names = people.forgetUnused(project_id, {
			terms: in_use.terms,
			used: in_use.used.union(newer.used),
			used_names: in_use.used_names.union(newer.used_names),
			names: in_use.names.union(newer.names)
		});
		definitions.recount(project_id, definitionsLeft(store, project_id, names, elsewhere?.left ?? null));
		if (task.kind === "import") imports.remove(project_id, task.import_id);
		if (task.kind === "expiry") events.noteExpired(project_id, task.before_ms);
		erasures.note(id, {
			events: elsewhere?.events_erased ?? 0,
			persons: persons.length
		});
		erasures.finish(id, now_ms);
	}
	/** Rows to remove; null = none. */
	#rows() {
		const { task, project_id } = this.#erasure;
		if (task.kind === "expiry") return {
			kind: "before",
			time_ms: task.before_ms
		};
		if (task.kind === "import") return {
			kind: "value",
			property: IMPORT_PROPERTY,
			text: String(task.import_id)
		};
		if (!task.with_events) return null;
		const ids = this.#store.people.idsOf(project_id, this.#persons());
		const bitmap = allocate(Math.max(0, ...ids) + 1);
		for (const ord of ids) set(bitmap, ord);
		return {
			kind: "distincts",
			bitmap
		};
	}
	#target(rows) {
		const persons = this.#persons();
		return {
			rows,
			persons,
			ids: this.#store.people.idsOf(this.#erasure.project_id, persons)
		};
	}
	/** Those named, or for an import those left without events. */
	#persons() {
		const { task, project_id } = this.#erasure;
		const { people } = this.#store;
		if (task.kind === "expiry") return [];
		const person_of = people.personOf(project_id, 0);
		if (task.kind === "import") return this.#madeOnlyBy(task.import_id, person_of);
		return [...new Set(task.first_distincts.map((ord) => person_of[ord]))].filter((ord) => people.get(project_id, ord) !== void 0);
	}
	/** Created by the import, unchanged since, and without events now. */
	#madeOnlyBy(import_id, person_of) {
		const { people, imports } = this.#store;
		const { project_id } = this.#erasure;
		const run = imports.get(project_id, import_id);
		if (run === void 0) return [];
		const others = new Set(Array.from(people.createdSince(project_id, run.revision), ({ ord }) => ord));
		for (let ord = 0; ord < person_of.length; ord++) if (has(this.#alive, ord)) others.add(person_of[ord]);
		const made = [];
		for (const { ord } of people.createdSince(project_id, -1)) if (isWithin(run.persons, ord) && !others.has(ord)) made.push(ord);
		return made;
	}
	#examine({ id, header, from_ms, rows: all }, rows) {
		if (rows.kind === "before" && from_ms >= rows.time_ms) return null;
		const segment = this.#open(id, header);
		const kept = keptRows(segment, rows);
		this.#noteAlive(segment, rows, kept);
		if (kept === null) return null;
		return {
			id,
			made: kept.length === 0 ? null : segmentOf(segment, kept),
			erased: all - kept.length
		};
	}
	#open(id, header) {
		return openWhole(header, (name) => this.#store.events.blob(id, name));
	}
	#noteAlive(source, rows, kept) {
		if (this.#erasure.task.kind !== "import" || rows === null) return;
		const left = kept === void 0 ? keptRows(source, rows) : kept;
		const distinct = source.distinct();
		if (left === null) for (const ord of distinct) set(this.#alive, ord);
		else for (const row of left) set(this.#alive, distinct[row]);
	}
	/** Makes room for all distinct ids. */
	#reserve() {
		const words = allocate(this.#store.people.distinctCount(this.#erasure.project_id));
		words.set(this.#alive);
		this.#alive = words;
	}
	/** Those of the file; where events rest elsewhere there may be some of a move that is not finished. */
	#segments() {
		return this.#store.events.segments(this.#erasure.project_id);
	}
	#noteLog(rows) {
		for (const { bytes } of this.#log()) this.#noteAlive(rowsOf(openChunk(bytes)), rows);
	}
	#log() {
		const { project_id } = this.#erasure;
		const { events } = this.#store;
		return events.logSince(project_id, events.sealedSeq(project_id));
	}
	#eraseLog(rows) {
		if (rows === null) return;
		const { events, erasures } = this.#store;
		const sent_seq = this.#circumstances.elsewhere?.sent_seq ?? 0;
		const { id, project_id } = this.#erasure;
		this.#reserve();
		for (const { seq, bytes } of this.#log()) {
			const chunk = openChunk(bytes);
			const kept = keptRows(rowsOf(chunk), rows);
			this.#noteAlive(rowsOf(chunk), rows, kept);
			if (kept === null) continue;
			const left = kept.length === 0 ? null : {
				events: kept.length,
				bytes: chunkOf(chunk, kept)
			};
			events.rewriteLog(project_id, seq, left);
			if (seq <= sent_seq) continue;
			erasures.note(id, {
				events: chunk.rows - kept.length,
				persons: 0
			});
		}
	}
};
function isWithin(ranges, ord) {
	for (let at = 0; at + 1 < ranges.length; at += 2) if (ord >= ranges[at] && ord < ranges[at + 1]) return true;
	return false;
}
function isSame(one, other) {
	return one.persons.join() === other.persons.join() && one.ids.join() === other.ids.join();
}
// src/service/sealing/exchange.ts
/**
* Signals the short transaction that exchanges rows for segments, through shared memory. Writers are blocked while it
* lasts. SQLite would make a commit poll every few milliseconds and block its thread; waiting for the signal is
* immediate.
*/
/** 1 while an exchange is running or about to begin. */
const UNDER_WAY = 0;
/** The longest one since the last call, in microseconds. */
const LONGEST_US = 1;
function newExchange() {
	return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}
/** `transaction` calls its argument once it has the lock. */
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
/** Also called when the exchanging thread died. */
function endExchange(exchange) {
	Atomics.store(exchange, UNDER_WAY, 0);
	Atomics.notify(exchange, UNDER_WAY);
}
/** Resolves when the current exchange is over, or takes too long to wait for; null if there is none. */
function exchangeEnd(exchange) {
	if (Atomics.load(exchange, UNDER_WAY) === 0) return null;
	const { async: isLater, value } = Atomics.waitAsync(exchange, UNDER_WAY, 1, TUNING.exchange_wait_ms);
	return isLater ? value : null;
}
/** Longest time in milliseconds an exchange held the lock, since the last call. */
function longestExchange(exchange) {
	return Atomics.exchange(exchange, LONGEST_US, 0) / 1e3;
}
// src/service/sealing/person_of.ts
var PersonOf = class {
	#people;
	#project_id;
	/** Distinct id number -> person number; the first `#count` are valid. */
	#persons = /* @__PURE__ */ new Uint32Array(0);
	#count = 0;
	/** Revision up to which moves are included. */
	#revision = 0;
	constructor(people, project_id) {
		this.#people = people;
		this.#project_id = project_id;
	}
	/** The caller holds a snapshot at this revision. Returns a view, valid until the next call. */
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
* Transforms stored events: the log's tail into segments, small segments into larger ones. A step reads a snapshot,
* encodes while others read and write, and exchanges old for new in one short transaction, so that readers see every
* event exactly once. If the store has changed in a way that matters, the exchange is skipped and the next step starts
* over.
*/
var Sealing = class {
	#store;
	#exchange;
	/** Project -> identities. */
	#persons = /* @__PURE__ */ new Map();
	/** Of removals whose number was `#cleaningAfter`. */
	#cleaning = null;
	#cleaningAfter = -1;
	/** Removals after which the whole file was cleaned: only the write-ahead log remains. */
	#cleaned = null;
	constructor(store, exchange = newExchange()) {
		this.#store = store;
		this.#exchange = exchange;
	}
	/** Seals the log's oldest rows. Returns the number of events there were to seal; 0 if none. */
	seal(project_id) {
		const { events } = this.#store;
		const { sealed_seq, chunks, persons, revision, erasures } = this.#store.snapshot(() => {
			const seq = events.sealedSeq(project_id);
			const read = beginOf(events.logSince(project_id, seq));
			const now = events.revision(project_id);
			return {
				sealed_seq: seq,
				chunks: read,
				persons: this.#personsAt(project_id, now),
				revision: now,
				erasures: events.erasures(project_id)
			};
		});
		const last = chunks.at(-1);
		if (last === void 0) return 0;
		const segments = sealChunks(chunks.map(({ bytes }) => openChunk(bytes)), persons);
		this.#exchangeFor(segments, (staged) => {
			if (events.sealedSeq(project_id) !== sealed_seq || events.erasures(project_id) !== erasures) return false;
			events.seal(project_id, last.seq, staged, events.nextRevision(project_id));
			return true;
		});
		this.#inExchange(() => this.#store.people.keepPersonOf(project_id, persons, revision));
		return chunks.reduce((sum, chunk) => sum + chunk.events, 0);
	}
	/** Merges the newest small segments; false if there are too few. */
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
				})), this.#personsAt(project_id, events.revision(project_id))),
				erasures: events.erasures(project_id)
			};
		});
		if (found === null) return false;
		const { group, merged, erasures } = found;
		const ids = group.map(({ id }) => id);
		this.#exchangeFor([merged], (staged) => {
			if (events.erasures(project_id) !== erasures) return false;
			if (events.segments(project_id).slice(-ids.length).map(({ id }) => id).join() !== ids.join()) return false;
			events.replace(project_id, ids, staged, events.nextRevision(project_id));
			return true;
		});
		return true;
	}
	/** Returns free room in the file to the system; true if there is more. */
	shrink() {
		return this.#store.shrink();
	}
	/** Does the oldest pending erasure; whether there are more. */
	erase(project_id, circumstances) {
		const { erasures } = this.#store;
		const [oldest] = erasures.pending(project_id);
		if (oldest !== void 0) erase(this.#store, oldest, circumstances, (run) => this.#inExchange(run));
		return erasures.pending(project_id).length > 0;
	}
	/** After erasures, a step towards no unused part of the file holding anything. `held`: a reader prevents it, for now. */
	scrub() {
		const { erasures } = this.#store;
		const removals = erasures.unscrubbed();
		if (removals === null) return "done";
		if (this.#cleaned !== removals) {
			const left = this.#clean(removals);
			if (left !== "done") return left;
			this.#cleaned = removals;
		}
		this.#store.waitForLocks(TUNING.scrub_step_ms);
		try {
			if (!erasures.emptyLog()) return "held";
		} finally {
			this.#store.waitForLocks(LIMIT.store_busy_ms);
		}
		this.#inExchange(() => erasures.scrubbed(removals));
		return "done";
	}
	close() {
		this.#cleaning?.close();
		this.#cleaning = null;
	}
	/** Removals that come meanwhile need another round. */
	#clean(removals) {
		if (this.#cleaningAfter !== removals) {
			this.close();
			this.#inExchange(() => this.#store.events.unstage(null));
		}
		this.#cleaning ??= this.#store.erasures.cleaning();
		const cleaning = this.#cleaning;
		if (cleaning === null) return "done";
		this.#cleaningAfter = removals;
		this.#store.checkpoint();
		let left = "held";
		this.#inExchange(() => {
			left = cleaning.step(TUNING.scrub_step_ms);
		});
		if (left === "held") return left;
		cleaning.bringToDisk();
		if (left === "done") this.close();
		return left;
	}
	/** `add` returns whether they are part of the project now. */
	#exchangeFor(made, add) {
		const inExchange = (run) => this.#inExchange(run);
		const staged = made.map((segment) => stage(this.#store, segment, inExchange));
		let isAdded = false;
		try {
			inExchange(() => {
				isAdded = add(staged);
			});
		} finally {
			if (!isAdded) unstage(this.#store, staged, inExchange);
		}
	}
	/** No fsync: after a power cut the step is done or not, and the events exist either way. */
	#inExchange(run) {
		exchanging(this.#exchange, (hasLock) => this.#store.transactionAhead(() => {
			hasLock();
			run();
		}));
	}
	/** Call it within the snapshot of that revision. Returns a view, valid until the next call. */
	#personsAt(project_id, revision) {
		let persons = this.#persons.get(project_id);
		if (persons === void 0) {
			persons = new PersonOf(this.#store.people, project_id);
			this.#persons.set(project_id, persons);
		}
		return persons.current(revision);
	}
};
/** Whole chunks from the start, up to about as many events as keep the exchange short. */
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
* How many of the newest segments (the end of the list) to merge. Only those, as the merged one becomes the newest and
* rows keep their order of arrival. The most for which the largest is at most twice the others together: so a row is
* rewritten only when its segment grows by half, and the list stays logarithmic.
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
function takeStep(sealing, { kind, project_id, now_ms, elsewhere = null }) {
	switch (kind) {
		case "compact": return {
			sealed: 0,
			is_more: sealing.compact(project_id)
		};
		case "shrink": return {
			sealed: 0,
			is_more: sealing.shrink()
		};
		case "erase": return {
			sealed: 0,
			is_more: sealing.erase(project_id, {
				now_ms,
				elsewhere
			})
		};
		case "scrub": return scrubbed(sealing.scrub());
		case "seal": {
			const sealed = sealing.seal(project_id);
			return {
				sealed,
				is_more: sealed > 0
			};
		}
	}
}
function scrubbed(left) {
	return {
		sealed: 0,
		is_more: left !== "done",
		is_held: left === "held"
	};
}
export { longestExchange as a, definitionsLeft as c, IMPORT_PROPERTY as d, segmentOf as f, arrivalsOfChunks as g, gatherColumn as h, exchangeEnd as i, Identities as l, sealChunks as m, Sealing as n, newExchange as o, mergeArrivals as p, endExchange as r, peopleOf as s, takeStep as t, UNKNOWN_CREATED_MS as u };
