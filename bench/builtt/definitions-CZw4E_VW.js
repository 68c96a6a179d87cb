import { n as must, t as assert } from "./assert-Cucc65-M.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { a as LIMIT } from "./error-CL6ANKLD.js";
import { l as put, r as isObject, t as canonical } from "./json-GpSeq4qu.js";
import { u as writeChain } from "./person_uuid-DHbHeQxN.js";
import { a as ColumnBuilder, r as openColumns } from "./chunk-DoCuzWrP.js";
import { n as propertiesAt, t as PropertyColumns } from "./property_columns-SZ6AAlPa.js";
import { a as Hash64, t as RecentMap } from "./cache-CXKrrNxS.js";
import { a as cutText, c as initialCampaign, d as isSame, l as isAboutPerson, m as visitBits, s as idText } from "./rules-BJOgSYYW.js";
// src/service/identity/groups.ts
/**
* Groups of a project: group types, the group of an event, and group properties. Works within the caller's open
* transaction; types are cached between transactions until `forget`.
*/
/** The event properties that `Groups.resolve` reads. */
const GROUP_PROPERTIES = /* @__PURE__ */ new Set([
	"$groups",
	"$group_type",
	"$group_key",
	"$group_set"
]);
function isAboutGroups(property) {
	return GROUP_PROPERTIES.has(property);
}
var Groups = class {
	#groups;
	#project_id;
	/** Type -> index. */
	#types = /* @__PURE__ */ new Map();
	constructor(groups, project_id) {
		this.#groups = groups;
		this.#project_id = project_id;
	}
	/** Returns `$group_<index>` for each of the event's groups; applies `$groupidentify`. */
	resolve(event, transaction) {
		if (event.event === "$groupidentify") this.#identify(event, transaction);
		const given = event.properties["$groups"];
		if (!isObject(given)) return {};
		const keys = {};
		for (const type of Object.keys(given)) {
			const key = keyText(given[type]);
			const index = key === null ? null : this.#typeIndex(type);
			if (key !== null && index !== null) keys[`$group_${index}`] = key;
		}
		return keys;
	}
	/** False if the group's type is new and the project is at its limit of types. */
	hasRoomFor(item) {
		return this.#typeIndex(item.group_type) !== null;
	}
	/** Applies a group from a file. Its type must have room. */
	describe(item, now_ms, transaction) {
		const index = must(this.#typeIndex(item.group_type), "there is room for the group");
		const before = this.#groups.get(this.#project_id, index, item.group_key);
		const created_at_ms = item.created_at_ms ?? before?.created_at_ms ?? now_ms;
		this.#merge(index, item.group_key, item.properties, created_at_ms, transaction);
	}
	forget() {
		this.#types.clear();
	}
	#identify(event, transaction) {
		const type = event.properties["$group_type"];
		const key = keyText(event.properties["$group_key"]);
		if (typeof type !== "string" || key === null) return;
		const index = this.#typeIndex(type);
		if (index === null) return;
		const given = event.properties["$group_set"];
		const before = this.#groups.get(this.#project_id, index, key);
		const created_at_ms = Math.min(before?.created_at_ms ?? event.timestamp_ms, event.timestamp_ms);
		this.#merge(index, key, isObject(given) ? given : {}, created_at_ms, transaction);
	}
	/** The later value of each key wins; writes nothing if nothing changes. */
	#merge(type_index, key, set, created_at_ms, transaction) {
		const before = this.#groups.get(this.#project_id, type_index, key);
		const properties = {
			...before?.properties,
			...set
		};
		if (before && before.created_at_ms === created_at_ms && isSame(before.properties, properties)) return;
		this.#groups.put(this.#project_id, {
			type_index,
			key,
			properties,
			created_at_ms
		}, transaction.revision());
		transaction.noteGroupProperties(type_index, set);
	}
	#typeIndex(type) {
		const name = cutText(type, LIMIT.name_chars);
		const held = this.#types.get(name);
		if (held !== void 0) return held;
		if (name === "") return null;
		const index = this.#groups.typeIndex(this.#project_id, name);
		if (index !== null) this.#types.set(name, index);
		return index;
	}
};
/** A group key as text; null if the value cannot be a key. */
function keyText(value) {
	return typeof value === "object" ? null : idText(value);
}
// src/service/ingest/content_hash.ts
/**
* 64-bit hashes of a batch's rows: equal for events with the same name, distinct id, time and properties, however
* written. Files repeat events with keys or columns in another order, with additional empty columns, or with numbers as
* text; so order does not matter, empty texts count as missing, and 4 equals "4". Each distinct value is hashed once,
* not once per row.
*/
/** Seeds for fields that are not properties; hashes of properties start with their names. */
const NAME = 1;
const DISTINCT_ID = 2;
const TIME = 3;
const PROPERTY = 4;
/** Type tags at the start of a value's hash. */
const TEXT = 1;
const NUMBER = 2;
/** Longer texts may lose digits as numbers. */
const NUMBER_CHARS = 15;
/** 2 * row -> both halves of the hash. */
function contentHashes({ rows, names, distinct_ids, time_ms, properties }) {
	const sums = new Int32Array(rows * 2);
	addCodes(sums, names.codes, hashesOf(names.texts, new Hash64().word(NAME)));
	addCodes(sums, distinct_ids.codes, hashesOf(distinct_ids.texts, new Hash64().word(DISTINCT_ID)));
	addNumbers(sums, time_ms, new Hash64().word(TIME));
	for (const [name, column] of properties.columns()) addColumn(sums, column, new Hash64().word(PROPERTY).text(name));
	return sums;
}
function addColumn(sums, column, start) {
	if (column.kind === "number") addNumbers(sums, column.values, start);
	else addCodes(sums, column.codes, hashesOf(column.values, start));
}
function addCodes(sums, codes, hashes) {
	for (let row = 0; row < codes.length; row++) {
		const at = codes[row] * 2;
		sums[row * 2] += hashes[at];
		sums[row * 2 + 1] += hashes[at + 1];
	}
}
function addNumbers(sums, values, start) {
	const hash = new Hash64();
	for (let row = 0; row < values.length; row++) {
		const value = values[row];
		if (Number.isNaN(value)) continue;
		hash.seed(start.a, start.b).word(NUMBER).number(value).end();
		sums[row * 2] += hash.a;
		sums[row * 2 + 1] += hash.b;
	}
}
/** 2 * code -> both halves; zero for values that count as missing. */
function hashesOf(values, start) {
	const hashes = new Int32Array(values.length * 2);
	const hash = new Hash64();
	for (let code = 1; code < values.length; code++) {
		const value = values.at(code);
		if (value === null || value === "") continue;
		addValue(hash.seed(start.a, start.b), value);
		hash.end();
		hashes[code * 2] = hash.a;
		hashes[code * 2 + 1] = hash.b;
	}
	return hashes;
}
function addValue(hash, value) {
	const number = typeof value === "string" ? numberIn(value) : value;
	if (typeof number === "number") hash.word(NUMBER).number(number);
	else if (typeof value === "object") hash.word(TEXT).text(canonical(JSON.parse(value.json)));
	else hash.word(TEXT).text(String(value));
}
/** null if the text is no number. */
function numberIn(text) {
	const first = text.charCodeAt(0);
	if (text.length > NUMBER_CHARS || first > 57 || first < 43) return null;
	const number = Number(text);
	return Number.isFinite(number) ? number : null;
}
// src/service/ingest/elements.ts
/** Elements of $autocapture events: arrays from older client libraries become the chain text of newer ones. */
/** Element fields besides the page's own attributes: name in the array -> name in the chain. */
const NAMED = {
	text: "text",
	$el_text: "text",
	href: "href",
	attr__href: "href",
	attr_id: "attr_id",
	attr__id: "attr_id",
	nth_child: "nth-child",
	nth_of_type: "nth-of-type"
};
/** Replaces `$elements` by `$elements_chain`; returns the given object if there is no such array. */
function withElementsChain(properties) {
	const list = properties["$elements"];
	if (!Array.isArray(list)) return properties;
	const { $elements: _elements, ...rest } = properties;
	return {
		$elements_chain: writeChain(list.filter(isObject).map(elementOf)),
		...rest
	};
}
function elementOf(sent) {
	const attributes = {};
	const inner = sent["attributes"];
	for (const [name, value] of Object.entries(isObject(inner) ? {
		...inner,
		...sent
	} : sent)) {
		if (!isText(value) || value === "") continue;
		if (name.startsWith("attr__") && name !== "attr__class") attributes[name] = String(value);
		if (Object.hasOwn(NAMED, name)) attributes[NAMED[name]] = String(value);
	}
	const tag_name = sent["tag_name"];
	return {
		tag_name: typeof tag_name === "string" ? tag_name : "",
		classes: classesOf(sent),
		attributes
	};
}
function isText(value) {
	return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
/** An array, or the class attribute as text. */
function classesOf(sent) {
	const classes = sent["attr_class"] ?? sent["attr__class"] ?? sent["classes"];
	if (typeof classes === "string") return classes.split(/\s+/).filter((name) => name !== "");
	return Array.isArray(classes) ? classes.filter((name) => typeof name === "string" && name !== "") : [];
}
// src/service/ingest/packed_batch.ts
/** Opens a batch packed in another thread. Values become strings only when asked for. */
const DECODER = new TextDecoder();
function openFileBatch({ names, distinct_ids, told, samples, packed, ...rows }) {
	const told_of = told.map(([name, values]) => [name, valueReader(values)]);
	return {
		...rows,
		names: openTexts(names),
		distinct_ids: openTexts(distinct_ids),
		properties: {
			packed,
			campaigns: campaignsOf(told_of),
			samples: () => samples,
			columns: () => openColumns(rows.rows, packed),
			told(row) {
				const properties = {};
				for (const [name, valueAt] of told_of) {
					const value = valueAt(row);
					if (value !== void 0) put(properties, name, value);
				}
				return properties;
			}
		}
	};
}
/** The campaign columns among these. */
function campaignsOf(columns) {
	const campaigns = [];
	for (const [name, valueAt] of columns) {
		const initial = initialCampaign(name);
		if (initial !== null) campaigns.push({
			name,
			initial,
			valueAt
		});
	}
	return campaigns;
}
/** Code 0 is unused. */
function openTexts({ codes, values }) {
	const list = codes.length === 0 ? "[null]" : `[null,${listed(values)}]`;
	return {
		codes,
		texts: JSON.parse(list)
	};
}
function valueReader(column) {
	if ("numbers" in column) {
		const { numbers } = column;
		return (row) => Number.isNaN(numbers[row]) ? void 0 : numbers[row];
	}
	const { codes } = column;
	let values = null;
	return (row) => {
		const code = codes[row];
		if (code === 0) return void 0;
		values ??= valuesOf(column.values);
		return values[code];
	};
}
/** Arrays and objects are JSON text within an array of one. */
function valuesOf(values) {
	return JSON.parse(`[null,${listed(values)}]`).map((value) => Array.isArray(value) ? JSON.parse(String(value[0])) : value);
}
function listed(values) {
	return DECODER.decode(values.subarray(0, -1));
}
// src/service/ingest/event_batch.ts
/**
* Events as columns, in order of arrival, with identities unresolved. Repeated names, ids and values are stored and
* looked up once; property columns go to the log as they are.
*/
const UUID_BYTES = 16;
var BatchBuilder = class {
	rows = 0;
	#names = new ColumnBuilder();
	#distinct_ids = new ColumnBuilder();
	#properties = new PropertyColumns();
	#time_ms;
	#uuids;
	#visits;
	#grouped;
	#others = [];
	/** Rows without an id, by the source that assigns one. */
	#unnamed = /* @__PURE__ */ new Map();
	/** Capacity in events. */
	constructor(room) {
		this.#time_ms = new Float64Array(room);
		this.#uuids = new Uint8Array(room * UUID_BYTES);
		this.#visits = new Int32Array(room);
		this.#grouped = new Uint8Array(room);
	}
	add(item) {
		if (item.kind === "event") this.addEvent(item.event);
		else this.#others.push({
			row: this.rows,
			item,
			line: null
		});
	}
	/** @param ids of the line's source */
	addLine(item, ids) {
		if (item.kind !== "event") {
			this.#others.push({
				row: this.rows,
				item,
				line: ids.of(item)
			});
			return;
		}
		if (item.event.uuid === null) this.#nameLater(ids);
		this.#addEvent(item.event);
	}
	addEvent(event) {
		this.#addEvent(event);
	}
	/** Estimated memory of the properties. */
	bytes() {
		return this.#properties.bytes();
	}
	/** At most so many values and gaps there are in columns once this event is added. */
	cellsWith({ properties }) {
		let names = this.#properties.size;
		for (const _ in properties) names++;
		return (this.rows + 1) * names;
	}
	/** End of what was added so far. */
	end() {
		return {
			events: this.rows,
			others: this.#others.length
		};
	}
	#addEvent(given) {
		const { event, distinct_id, timestamp_ms, uuid } = given;
		checkEvent(given);
		const properties = withElementsChain(given.properties);
		const row = this.rows++;
		this.#names.set(row, event);
		this.#distinct_ids.set(row, distinct_id);
		this.#time_ms[row] = timestamp_ms;
		if (uuid !== null) for (let i = 0, at = row * UUID_BYTES; i < UUID_BYTES; i++, at++) this.#uuids[at] = uuid[i];
		this.#visits[row] = visitBits(event, properties);
		this.#grouped[row] = event === "$groupidentify" || isObject(properties["$groups"]) ? 1 : 0;
		this.#properties.set(row, properties);
	}
	/** Everything that was added; nothing may be added afterwards. */
	taken() {
		const events = this.#events();
		if (this.#unnamed.size > 0) {
			const hashes = contentHashes(events);
			for (const [ids, rows] of this.#unnamed) ids.giveTo(events, rows, hashes);
		}
		return {
			events,
			others: this.#others
		};
	}
	#nameLater(ids) {
		const rows = this.#unnamed.get(ids);
		if (rows === void 0) this.#unnamed.set(ids, [this.rows]);
		else rows.push(this.rows);
	}
	#events() {
		const { rows } = this;
		return {
			rows,
			names: textsOf(this.#names.column(rows)),
			distinct_ids: textsOf(this.#distinct_ids.column(rows)),
			time_ms: this.#time_ms.subarray(0, rows),
			uuids: this.#uuids.subarray(0, rows * UUID_BYTES),
			visits: this.#visits.subarray(0, rows),
			grouped: this.#grouped.subarray(0, rows),
			properties: propertiesOf(this.#properties.columns(rows))
		};
	}
};
function propertiesOf(columns) {
	let told = null;
	return {
		packed: null,
		campaigns: campaignsOf(Array.from(columns, ([name, column]) => [name, (row) => valueAt(column, row)])),
		columns: () => columns,
		samples: () => samplesOf(columns),
		told(row) {
			told ??= new Map([...columns].filter(([name]) => isAboutPerson(name) || isAboutGroups(name)));
			return propertiesAt(told, row);
		}
	};
}
function valueAt(column, row) {
	if (column.kind === "dictionary") return column.values.at(column.codes[row]);
	const value = column.values[row];
	return Number.isNaN(value) ? void 0 : value;
}
/** All values there are: see `Samples`. */
function* samplesOf(columns) {
	for (const [name, column] of columns) yield [name, column.kind === "number" ? [0] : column.values];
}
/** Every row has a text, so code 0 (missing) is unused. */
function textsOf(column) {
	assert(column.kind === "dictionary" && column.codes instanceof Uint32Array, "texts have codes");
	return {
		codes: column.codes,
		texts: column.values
	};
}
/** Asserted here: later it would fail a transaction that others share. */
function checkEvent({ distinct_id, uuid, timestamp_ms }) {
	assert(distinct_id !== "", "an event has a distinct id");
	assert(uuid === null || uuid.length === UUID_BYTES, "an event has a uuid of 16 bytes");
	assert(timestamp_ms >= 0 && Number.isInteger(timestamp_ms), "an event has a time in whole milliseconds");
}
/** Events of several callers in order, as batches of a bounded number of cells. */
function* narrowBatches(callers) {
	let left = callers.reduce((sum, { length }) => sum + length, 0);
	let builder = new BatchBuilder(left);
	let ends = [];
	for (const [caller, events] of callers.entries()) {
		for (const event of events) {
			if (builder.cellsWith(event) > TUNING.chunk_cells && builder.rows > 0) {
				ends.push({
					caller,
					row: builder.rows
				});
				yield {
					batch: builder.taken().events,
					ends
				};
				builder = new BatchBuilder(left);
				ends = [];
			}
			builder.addEvent(event);
			left--;
		}
		ends.push({
			caller,
			row: builder.rows
		});
	}
	yield {
		batch: builder.taken().events,
		ends
	};
}
/** Batches of at most `room` items. */
function* batchesOf(items, room) {
	let builder = new BatchBuilder(room);
	let count = 0;
	for (const item of items) {
		builder.add(item);
		if (++count % room !== 0) continue;
		yield builder.taken();
		builder = new BatchBuilder(room);
	}
	yield builder.taken();
}
/** One event of the batch, with its person and group properties. */
function eventAt(batch, row) {
	const { names, distinct_ids, time_ms, uuids, properties } = batch;
	return {
		event: names.texts[names.codes[row]],
		distinct_id: distinct_ids.texts[distinct_ids.codes[row]],
		timestamp_ms: time_ms[row],
		uuid: uuids.subarray(row * UUID_BYTES, (row + 1) * UUID_BYTES),
		properties: properties.told(row)
	};
}
// src/service/ingest/definitions.ts
/**
* Names and types of a project's events and properties: stored once, cached between transactions until `forget`. Event
* counts are summed and written by `finish`.
*/
const EVENTS = {
	owner: "event",
	group_type_index: -1
};
const PERSONS = {
	owner: "person",
	group_type_index: -1
};
/** Instructions to the ingest, not properties of the event. */
const HIDDEN = /* @__PURE__ */ new Set([
	"$set",
	"$set_once",
	"$unset",
	"$groups",
	"$group_set"
]);
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Values of several types, arrays or objects. */
const MIXED = "mixed";
var Definitions = class {
	#store;
	#project_id;
	#ords = new RecentMap(TUNING.cached_event_names);
	/** Event number -> what this transaction adds. */
	#counts = /* @__PURE__ */ new Map();
	#eventTypes = /* @__PURE__ */ new Map();
	#personTypes = /* @__PURE__ */ new Map();
	/** Index of the group type -> types of its properties. */
	#groupTypes = /* @__PURE__ */ new Map();
	constructor(store, project_id) {
		this.#store = store;
		this.#project_id = project_id;
	}
	eventOrd(name) {
		const held = this.#ords.get(name);
		if (held !== void 0) return held;
		const ord = this.#store.eventOrd(this.#project_id, name);
		this.#ords.set(name, ord);
		return ord;
	}
	countEvent(ord, time_ms) {
		const count = this.#counts.get(ord);
		if (count === void 0) this.#counts.set(ord, {
			ord,
			count: 1,
			first_ms: time_ms,
			last_ms: time_ms
		});
		else {
			count.count++;
			if (time_ms < count.first_ms) count.first_ms = time_ms;
			if (time_ms > count.last_ms) count.last_ms = time_ms;
		}
	}
	/** `samples`: per property its distinct values, or the first ones of each type, in order. */
	noteProperties(samples) {
		for (const [name, values] of samples) for (const value of values) this.#noteValue(this.#eventTypes, EVENTS, name, value);
	}
	notePersonProperties(properties) {
		for (const name in properties) this.#noteValue(this.#personTypes, PERSONS, name, properties[name]);
	}
	noteGroupProperties(type_index, properties) {
		let types = this.#groupTypes.get(type_index);
		if (types === void 0) {
			types = /* @__PURE__ */ new Map();
			this.#groupTypes.set(type_index, types);
		}
		const owner = {
			owner: "group",
			group_type_index: type_index
		};
		for (const name in properties) this.#noteValue(types, owner, name, properties[name]);
	}
	/** Writes the counts; call at the end of the transaction. */
	finish() {
		if (this.#counts.size > 0) this.#store.noteEvents(this.#project_id, [...this.#counts.values()]);
		this.#counts.clear();
	}
	forget() {
		this.#ords.clear();
		this.#counts.clear();
		this.#eventTypes.clear();
		this.#personTypes.clear();
		this.#groupTypes.clear();
	}
	#noteValue(types, owner, name, value) {
		const held = types.get(name);
		if (held === MIXED || fits(value, held)) return;
		if (HIDDEN.has(name)) return;
		if (held === void 0 && types.size >= LIMIT.property_definitions) return;
		const seen = typeOf(value);
		types.set(name, held === void 0 || held === seen ? seen : MIXED);
		this.#store.noteProperty(this.#project_id, {
			...owner,
			name,
			type: seen === MIXED ? null : seen
		});
	}
};
/** Whether a value fits the known type, so that nothing needs to be noted. */
function fits(value, type) {
	switch (typeof value) {
		case "string": return type === "String" || type === "DateTime" && ISO_DATE.test(value);
		case "number": return type === "Numeric";
		case "boolean": return type === "Boolean";
		default: return value === null || value === void 0;
	}
}
/** MIXED for arrays and objects. */
function typeOf(value) {
	if (typeof value === "string") return ISO_DATE.test(value) ? "DateTime" : "String";
	if (typeof value === "number") return "Numeric";
	return typeof value === "boolean" ? "Boolean" : MIXED;
}
export { eventAt as a, openFileBatch as c, Groups as d, isAboutGroups as f, checkEvent as i, withElementsChain as l, typeOf as n, narrowBatches as o, batchesOf as r, samplesOf as s, Definitions as t, contentHashes as u };
