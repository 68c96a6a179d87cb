import { n as must, t as assert } from "./assert-Cucc65-M.js";
import { J as canonical, X as isObject, at as TUNING, tt as put } from "./column_codec-1DCwPxVM.js";
import { a as LIMIT } from "./error-CvXVGQlg.js";
import { n as writeChain } from "./elements-D33cl05g.js";
import { a as ColumnBuilder, r as openColumns } from "./chunk-Clisp7Gw.js";
import { n as propertiesAt, t as PropertyColumns } from "./property_columns-CUDgmScx.js";
// src/service/identity/rules.ts
/**
* The rules of persons as plain functions: which ids may be merged, which properties an event sets, and whether a
* change is worth storing. Nothing here touches the store.
*/
const NO_PROPERTIES = Object.freeze({});
const NO_CHANGES = Object.freeze({
	set: NO_PROPERTIES,
	set_once: NO_PROPERTIES,
	unset: []
});
/** Events whose whole purpose is the person: even a mere change of an automatic property is stored. */
const PERSON_EVENTS = /* @__PURE__ */ new Set([
	"$identify",
	"$create_alias",
	"$merge_dangerously",
	"$set"
]);
const MERGE_EVENTS = /* @__PURE__ */ new Set([
	"$identify",
	"$create_alias",
	"$merge_dangerously"
]);
/** Events that say nothing about the person, whatever they carry. */
const SILENT_EVENTS = /* @__PURE__ */ new Set(["$exception", "$$heatmap"]);
/** Where a visit came from; kept on the person as the latest and the first seen. */
const CAMPAIGN = [
	...[
		"utm_source",
		"utm_medium",
		"utm_campaign",
		"utm_content",
		"utm_term",
		"gclid",
		"gad_source",
		"gclsrc"
	],
	...[
		"dclid",
		"gbraid",
		"wbraid",
		"fbclid",
		"msclkid",
		"twclid",
		"li_fat_id",
		"mc_cid",
		"igshid",
		"ttclid"
	],
	...[
		"rdt_cid",
		"epik",
		"qclid",
		"sccid",
		"irclid",
		"_kx"
	]
];
/** What the first visit looked like; kept on the person as first seen only. */
const VISIT = [...[
	"$browser",
	"$browser_version",
	"$device_type",
	"$current_url",
	"$pathname",
	"$os",
	"$referrer"
], "$referring_domain"];
/** event property -> name under which its first value is kept on the person */
const INITIAL_NAMES = new Map([...CAMPAIGN, ...VISIT].map((name) => [name, `$initial_${name.replace(/^\$/, "")}`]));
const CAMPAIGN_NAMES = new Set(CAMPAIGN);
/** event property -> its bit where it belongs to the visit, or one for all campaigns; OTHER where it says something else about the person */
const OTHER = -2147483648;
/** A campaign is told by its value: having had one says nothing about the next. */
const CAMPAIGN_BIT = 1 << 29;
/** `$process_person_profile` is false. */
const NO_PROFILE = 1 << 30;
const VISIT_BITS = new Map([
	...VISIT.map((name, at) => [name, 1 << at]),
	...CAMPAIGN.map((name) => [name, CAMPAIGN_BIT]),
	...[
		"$set",
		"$set_once",
		"$unset"
	].map((name) => [name, OTHER])
]);
/** Beside what `VISIT_BITS` names, all that identities look at. */
const MERGE_PROPERTIES = /* @__PURE__ */ new Set([
	"$process_person_profile",
	"$anon_distinct_id",
	"alias"
]);
/** Whether an event's property can say anything about its person: `Identities.resolve` reads no other. */
function isAboutPerson(property) {
	return VISIT_BITS.has(property) || MERGE_PROPERTIES.has(property);
}
/** Follow the device around and change with every page; alone they are not worth a write. */
const AUTOMATIC = /* @__PURE__ */ new Set([
	...VISIT,
	...[
		"$os_name",
		"$os_version",
		"$app_build",
		"$app_name",
		"$app_namespace",
		"$app_version",
		"$raw_user_agent"
	],
	...[
		"$screen_height",
		"$screen_width",
		"$viewport_height",
		"$viewport_width"
	]
]);
/** Ids that programs send when they have none; merging on them would weld strangers together. */
const ILLEGAL_ANY_CASE = new Set([
	"anonymous",
	"guest",
	"distinctid",
	"distinct_id",
	"id",
	"not_authenticated",
	"email",
	"undefined"
].concat(["true", "false"]));
const ILLEGAL_EXACT = /* @__PURE__ */ new Set([
	"[object Object]",
	"NaN",
	"None",
	"none",
	"null",
	"0",
	"undefined"
]);
const QUOTED = /^(["'])(.*)\1$/s;
/** Whether an id must never take part in a merge. */
function isIllegalId(id) {
	const bare = QUOTED.exec(id)?.[2] ?? id;
	return bare.trim() === "" || ILLEGAL_EXACT.has(bare) || ILLEGAL_ANY_CASE.has(bare.toLowerCase());
}
/** An id or group key as text: numbers and objects are written out, too long ones cut; null where there is none. */
function idText(value) {
	if (value === void 0 || value === null) return null;
	const text = typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value) : String(value);
	return text === "" ? null : cutText(text, LIMIT.distinct_id_chars);
}
/**
* At most so many characters, fit for a database: a NUL or half of a surrogate pair becomes U+FFFD, for two texts that
* differ here must still differ there.
*/
function cutText(text, max_chars) {
	if (text.length <= max_chars && text.isWellFormed() && !text.includes("\0")) return text;
	const isPairCut = text.length > max_chars && isHighSurrogate(text.charCodeAt(max_chars - 1));
	const cut = text.length > max_chars ? text.slice(0, isPairCut ? max_chars - 1 : max_chars) : text;
	return (cut.isWellFormed() ? cut : cut.toWellFormed()).replaceAll("\0", "�");
}
function isHighSurrogate(unit) {
	return unit >= 55296 && unit < 56320;
}
/** The other id of a merge event, null where the event merges nothing. */
function mergedIdOf(event, properties) {
	if (event === "$identify") return idText(properties["$anon_distinct_id"]);
	if (event === "$create_alias" || event === "$merge_dangerously") return idText(properties["alias"]);
	return null;
}
/**
* Which properties of the visit the event tells its person, a bit for each, and CAMPAIGN_BIT; below 0 where it may tell
* anything else. Somebody who has had all of a visit once is not changed by them again.
*/
function visitBits(event, properties) {
	let bits = properties["$process_person_profile"] === false ? NO_PROFILE : 0;
	for (const name in properties) {
		const bit = VISIT_BITS.get(name);
		if (bit !== void 0 && properties[name] !== null && properties[name] !== void 0) bits |= bit;
	}
	return visitOf(event, bits);
}
/** Name under which the first campaign of that kind is kept; null where the property tells of none. */
function initialCampaign(property) {
	return CAMPAIGN_NAMES.has(property) ? INITIAL_NAMES.get(property) : null;
}
/** What a property tells by being there; 0 for most. */
function visitBitOf(property) {
	return VISIT_BITS.get(property) ?? 0;
}
/** @param bits of all properties of the event that are not null, and NO_PROFILE */
function visitOf(event, bits) {
	if ((bits & 1073741824) !== 0 || MERGE_EVENTS.has(event)) return OTHER;
	return SILENT_EVENTS.has(event) ? 0 : bits;
}
/** What an event changes on its person; the shared `NO_CHANGES` for most events. */
function changesOf(event, properties) {
	if (SILENT_EVENTS.has(event)) return NO_CHANGES;
	const set = properties["$set"];
	const once = properties["$set_once"];
	const unset = properties["$unset"];
	const derived = derivedChanges(properties);
	if (set === void 0 && once === void 0 && unset === void 0) return derived ?? NO_CHANGES;
	return {
		set: {
			...derived?.set,
			...isObject(set) ? set : {}
		},
		set_once: {
			...derived?.set_once,
			...isObject(once) ? once : {}
		},
		unset: namesOf(unset)
	};
}
/** What the visit itself tells about the person; null when nothing. */
function derivedChanges(properties) {
	let set = null;
	let once = null;
	for (const name in properties) {
		const initial = INITIAL_NAMES.get(name);
		if (initial === void 0) continue;
		const value = properties[name];
		if (value === null || value === void 0) continue;
		once ??= {};
		once[initial] = value;
		if (!CAMPAIGN_NAMES.has(name)) continue;
		set ??= {};
		set[name] = value;
	}
	return once === null ? null : {
		set: set ?? NO_PROPERTIES,
		set_once: once,
		unset: []
	};
}
/** `$unset` comes as a list of names, or as an object with the names as keys. */
function namesOf(unset) {
	if (Array.isArray(unset)) return unset.filter((name) => typeof name === "string");
	return isObject(unset) ? Object.keys(unset) : [];
}
/** The properties of a person made by this event: `$set` wins over `$set_once`. */
function firstProperties(changes) {
	const properties = {
		...changes.set_once,
		...changes.set
	};
	for (const name of changes.unset) delete properties[name];
	return properties;
}
/** The person's properties after the event; the same object when there is nothing worth storing. */
function changedProperties(before, changes, event) {
	if (changes === NO_CHANGES) return before;
	const added = {};
	let isWorthStoring = false;
	for (const name in changes.set_once) {
		if (Object.hasOwn(before, name)) continue;
		put(added, name, changes.set_once[name]);
		isWorthStoring = true;
	}
	for (const name in changes.set) {
		const value = changes.set[name];
		const isKnown = Object.hasOwn(before, name);
		if (isKnown && isSame(before[name], value)) continue;
		put(added, name, value);
		isWorthStoring ||= !isKnown || !isAutomatic(name) || PERSON_EVENTS.has(event);
	}
	const removed = changes.unset.filter((name) => Object.hasOwn(before, name) || Object.hasOwn(added, name));
	if (!isWorthStoring && removed.length === 0) return before;
	const after = {
		...before,
		...added
	};
	for (const name of removed) delete after[name];
	return after;
}
function isAutomatic(name) {
	return AUTOMATIC.has(name) || name.startsWith("$geoip_");
}
/** Equal as JSON. */
function isSame(left, right) {
	if (left === right) return true;
	if (typeof left !== "object" || typeof right !== "object") return false;
	return canonical(left) === canonical(right);
}
// src/service/identity/groups.ts
/**
* Groups of a project: which types there are, which group an event belongs to, and what groups are like. Works inside
* the caller's open transaction; types are remembered between transactions until `forget`.
*/
/** All that `Groups.resolve` reads of an event's properties. */
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
	/** type -> its index */
	#types = /* @__PURE__ */ new Map();
	constructor(groups, project_id) {
		this.#groups = groups;
		this.#project_id = project_id;
	}
	/** `$group_<index>` for each of the event's groups; takes in what a `$groupidentify` tells. */
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
	/** False when the project has as many group types as it may, and the group's is another one. */
	hasRoomFor(item) {
		return this.#typeIndex(item.group_type) !== null;
	}
	/** A group as a file tells it, one there is room for. */
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
	/** Key by key, the later one wins; nothing is stored where nothing changes. */
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
/** A group's key as text; null for what cannot name a group. */
function keyText(value) {
	return typeof value === "object" ? null : idText(value);
}
// src/base/hash64.ts
/**
* A 64-bit hash in two halves, to tell millions of things apart: fast, stable across machines, not secret. `seed`, then
* words and texts, then `end`.
*/
const WORDS = /* @__PURE__ */ new Float64Array(1);
const HALVES = new Int32Array(WORDS.buffer);
var Hash64 = class {
	a = 0;
	b = 0;
	seed(a, b) {
		this.a = a | 0;
		this.b = b | 0;
		return this;
	}
	word(word) {
		this.a = Math.imul(this.a ^ word, 2654435761);
		this.b = Math.imul(this.b ^ word, 1597334677);
		this.a ^= this.a >>> 15;
		this.b ^= this.b >>> 13;
		return this;
	}
	/** Zero has one sign. */
	number(number) {
		WORDS[0] = number + 0;
		return this.word(HALVES[0]).word(HALVES[1]);
	}
	text(text) {
		let { a, b } = this;
		for (let at = 0; at < text.length; at++) {
			const code = text.charCodeAt(at);
			a = Math.imul(a ^ code, 2654435761);
			b = Math.imul(b ^ code, 1597334677);
			a ^= a >>> 15;
			b ^= b >>> 13;
		}
		this.a = a;
		this.b = b;
		return this.word(text.length);
	}
	/** Final mix: each input bit flips about half of both halves. */
	end() {
		let { a, b } = this;
		a = Math.imul(a ^ a >>> 16, 2246822507) ^ Math.imul(b ^ b >>> 13, 3266489909);
		b = Math.imul(b ^ b >>> 16, 2246822507) ^ Math.imul(a ^ a >>> 13, 3266489909);
		a = Math.imul(a ^ a >>> 15, 668265263) ^ b >>> 16;
		this.a = a | 0;
		this.b = b | 0;
		return this;
	}
};
const FIRST_SLOTS = 1024;
/** Layout of a slot: both halves, and the count. */
const WIDTH = 3;
/** Counts occurrences of hashes. Open addressing, at most three quarters full: 16 to 32 bytes per distinct hash. */
var HashCounts = class {
	/** 3 * slot -> both halves, and how often they came up (0 = the slot is free) */
	#table = new Int32Array(FIRST_SLOTS * WIDTH);
	#slots = FIRST_SLOTS;
	#size = 0;
	/** Its count, including this time. */
	count(a, b) {
		if (this.#size * 4 >= this.#slots * 3) this.#grow();
		const at = slotOf(this.#table, this.#slots, a, b);
		if (this.#table[at + 2] === 0) {
			this.#table[at] = a;
			this.#table[at + 1] = b;
			this.#size++;
		}
		return ++this.#table[at + 2];
	}
	bytes() {
		return this.#table.byteLength;
	}
	#grow() {
		const old = this.#table;
		this.#slots *= 2;
		this.#table = new Int32Array(this.#slots * WIDTH);
		for (let from = 0; from < old.length; from += WIDTH) {
			if (old[from + 2] === 0) continue;
			const at = slotOf(this.#table, this.#slots, old[from], old[from + 1]);
			this.#table[at] = old[from];
			this.#table[at + 1] = old[from + 1];
			this.#table[at + 2] = old[from + 2];
		}
	}
};
/** Its slot, or the free one where it belongs. */
function slotOf(table, slots, a, b) {
	const mask = slots - 1;
	for (let slot = a & mask;; slot = slot + 1 & mask) {
		const at = slot * WIDTH;
		if (table[at + 2] === 0 || table[at] === a && table[at + 1] === b) return at;
	}
}
// src/service/ingest/content_hash.ts
/**
* What the rows of a batch say, as a hash of 64 bits each: equal for events with the same name, distinct id, time and
* properties, however they were written. A file gives an event again in another order of keys or columns, with a column
* more that is empty, or with numbers as texts; so order does not matter, nothing is what an empty text is, and 4 is "4".
* Values are hashed once for each distinct one, not once a row.
*/
/** Starts of the hashes of what is no property; those of properties begin with their names. */
const NAME = 1;
const DISTINCT_ID = 2;
const TIME = 3;
const PROPERTY = 4;
/** What a hash of a value begins with. */
const TEXT = 1;
const NUMBER = 2;
/** Up to here a number has all of its digits. */
const NUMBER_CHARS = 15;
/** 2 * row -> both halves. */
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
/** 2 * code -> both halves; zero for what counts as nothing. */
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
/** null where the text is no number. */
function numberIn(text) {
	const first = text.charCodeAt(0);
	if (text.length > NUMBER_CHARS || first > 57 || first < 43) return null;
	const number = Number(text);
	return Number.isFinite(number) ? number : null;
}
// src/service/ingest/elements.ts
/** The elements of an $autocapture event: lists, as older client libraries send them, become the text that newer ones send. */
/** What belongs to an element besides the page's own attributes: name in the list -> name in the chain. */
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
/** The properties with `$elements_chain` instead of `$elements`; the given object where there is no such list. */
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
/** A list, or one text as the page has it. */
function classesOf(sent) {
	const classes = sent["attr_class"] ?? sent["attr__class"] ?? sent["classes"];
	if (typeof classes === "string") return classes.split(/\s+/).filter((name) => name !== "");
	return Array.isArray(classes) ? classes.filter((name) => typeof name === "string" && name !== "") : [];
}
// src/service/ingest/packed_batch.ts
/** A batch that was packed in another thread, opened: values become texts when somebody asks for them. */
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
/** Of columns those that tell of campaigns. */
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
/** Code 0 is none's. */
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
/** Lists and objects stand in a list of one as JSON text. */
function valuesOf(values) {
	return JSON.parse(`[null,${listed(values)}]`).map((value) => Array.isArray(value) ? JSON.parse(value[0]) : value);
}
function listed(values) {
	return DECODER.decode(values.subarray(0, -1));
}
// src/service/ingest/event_batch.ts
/**
* Events in columns, in order of arrival: what they say is settled, whose they are is not. A name, an id or a value that
* comes again is there once, so it is looked up once; the columns of properties go to the log as they are.
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
	/** Rows without an id, by the source that gives them one. */
	#unnamed = /* @__PURE__ */ new Map();
	/** For so many events at most. */
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
	/** @param ids of the source the line is from */
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
	/** About the memory that the properties take. */
	bytes() {
		return this.#properties.bytes();
	}
	/** Where what was added by now ends. */
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
	/** All that was added; nothing may be added any more. */
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
/** Every row has a text, so code 0 (missing) is none's. */
function textsOf(column) {
	assert(column.kind === "dictionary" && column.codes instanceof Uint32Array, "texts have codes");
	return {
		codes: column.codes,
		texts: column.values
	};
}
/** What would fail only inside a shared transaction is a bug here and now. */
function checkEvent({ distinct_id, uuid, timestamp_ms }) {
	assert(distinct_id !== "", "an event has a distinct id");
	assert(uuid === null || uuid.length === UUID_BYTES, "an event has a uuid of 16 bytes");
	assert(timestamp_ms >= 0 && Number.isInteger(timestamp_ms), "an event has a time in whole milliseconds");
}
/** So many items a batch. */
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
/** One event of many, with what it tells of its person and groups. */
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
// src/service/identity/cache.ts
var RecentMap = class {
	#young = /* @__PURE__ */ new Map();
	#old = /* @__PURE__ */ new Map();
	#capacity;
	/** Holds between `capacity` and twice as many of the last used entries. */
	constructor(capacity) {
		this.#capacity = capacity;
	}
	get(key) {
		const found = this.#young.get(key);
		if (found !== void 0) return found;
		const aged = this.#old.get(key);
		if (aged !== void 0) this.set(key, aged);
		return aged;
	}
	set(key, value) {
		if (this.#young.size >= this.#capacity) {
			this.#old = this.#young;
			this.#young = /* @__PURE__ */ new Map();
		}
		this.#young.set(key, value);
	}
	delete(key) {
		this.#young.delete(key);
		this.#old.delete(key);
	}
	clear() {
		this.#young.clear();
		this.#old.clear();
	}
};
// src/service/ingest/definitions.ts
/**
* What a project's events and properties are called and of what type they are: noted once, remembered between
* transactions until `forget`. Event counts are added up and written by `finish`.
*/
const EVENTS = {
	owner: "event",
	group_type_index: -1
};
const PERSONS = {
	owner: "person",
	group_type_index: -1
};
/** Instructions to the ingest, not facts about the event. */
const HIDDEN = /* @__PURE__ */ new Set([
	"$set",
	"$set_once",
	"$unset",
	"$groups",
	"$group_set"
]);
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Values of several types, or lists and objects. */
const MIXED = "mixed";
var Definitions = class {
	#store;
	#project_id;
	#ords = new RecentMap(TUNING.cached_event_names);
	/** event ord -> what this transaction adds to it */
	#counts = /* @__PURE__ */ new Map();
	#eventTypes = /* @__PURE__ */ new Map();
	#personTypes = /* @__PURE__ */ new Map();
	/** group type's index -> types of its properties */
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
	/** Properties of events: of each its distinct values, or those that are the first ones of their type, in order. */
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
	/** Writes the counts; at the end of the caller's transaction. */
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
/** Whether a value tells nothing new about a property of that type. */
function fits(value, type) {
	switch (typeof value) {
		case "string": return type === "String" || type === "DateTime" && ISO_DATE.test(value);
		case "number": return type === "Numeric";
		case "boolean": return type === "Boolean";
		default: return value === null || value === void 0;
	}
}
/** Of lists and objects MIXED. */
function typeOf(value) {
	if (typeof value === "string") return ISO_DATE.test(value) ? "DateTime" : "String";
	if (typeof value === "number") return "Numeric";
	return typeof value === "boolean" ? "Boolean" : MIXED;
}
// src/service/ingest/weigh.ts
/** How heavy a JSON value is, roughly, without writing it out; and how deep a JSON text goes, without parsing it. */
/** What a value costs besides its characters: quotes, comma, a few digits. */
const VALUE_BYTES = 8;
/** About the bytes of the value as JSON; infinite where it is nested deeper than `depth` levels. */
function weigh(value, depth) {
	if (typeof value === "string") return value.length + VALUE_BYTES;
	if (typeof value !== "object" || value === null) return VALUE_BYTES;
	if (depth === 0) return Number.POSITIVE_INFINITY;
	let bytes = VALUE_BYTES;
	if (Array.isArray(value)) {
		for (const item of value) bytes += weigh(item, depth - 1);
		return bytes;
	}
	for (const name in value) bytes += name.length + weigh(value[name], depth - 1);
	return bytes;
}
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;
/**
* Whether a JSON text nests deeper than so many levels. Looked at before parsing: a parser survives millions of levels,
* but everything that walks the result would not.
*/
function isDeeperThan(text, levels) {
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const byte = text[at];
		if (byte === QUOTE) at = endOfString(text, at);
		else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
			if (++depth > levels) return true;
		} else if (byte === 93 || byte === 125) depth--;
	}
	return false;
}
/** Where the string that opens at `at` closes. */
function endOfString(text, at) {
	for (;;) {
		const quote = text.indexOf(QUOTE, at + 1);
		if (quote < 0) return text.length;
		let slashes = 0;
		while (text[quote - 1 - slashes] === BACKSLASH) slashes++;
		if (slashes % 2 === 0) return quote;
		at = quote;
	}
}
export { visitOf as A, firstProperties as C, mergedIdOf as D, isIllegalId as E, visitBitOf as O, cutText as S, isAboutPerson as T, isAboutGroups as _, RecentMap as a, changedProperties as b, checkEvent as c, openFileBatch as d, withElementsChain as f, Groups as g, HashCounts as h, typeOf as i, visitBits as k, eventAt as l, Hash64 as m, weigh as n, BatchBuilder as o, contentHashes as p, Definitions as r, batchesOf as s, isDeeperThan as t, samplesOf as u, CAMPAIGN_BIT as v, idText as w, changesOf as x, NO_PROFILE as y };

//# sourceMappingURL=weigh-DWeR6FLa.js.map