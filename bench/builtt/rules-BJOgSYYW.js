import { l as put, r as isObject, t as canonical } from "./json-GpSeq4qu.js";
import { a as LIMIT } from "./error-CL6ANKLD.js";
// src/service/identity/rules.ts
/**
* Rules of persons as pure functions: which ids may be merged, which properties an event sets, and whether a change is
* worth a write.
*/
const NO_PROPERTIES = Object.freeze({});
const NO_CHANGES = Object.freeze({
	set: NO_PROPERTIES,
	set_once: NO_PROPERTIES,
	unset: []
});
/** Events about the person only: even a change of automatic properties alone is stored. */
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
/** Events that never change the person, whatever they carry. */
const SILENT_EVENTS = /* @__PURE__ */ new Set(["$exception", "$$heatmap"]);
/** Where a visit came from; the person keeps the latest and the first. */
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
/** What the first visit looked like; the person keeps only the first. */
const VISIT = [...[
	"$browser",
	"$browser_version",
	"$device_type",
	"$current_url",
	"$pathname",
	"$os",
	"$referrer"
], "$referring_domain"];
/** Event property -> person property that keeps its first value. */
const INITIAL_NAMES = new Map([...CAMPAIGN, ...VISIT].map((name) => [name, `$initial_${name.replace(/^\$/, "")}`]));
const CAMPAIGN_NAMES = new Set(CAMPAIGN);
/** Event property -> its visit bit (campaigns share one); OTHER if it may change the person in another way. */
const OTHER = -2147483648;
/** Campaigns change: having had one says nothing about the next, so values must be compared. */
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
/** The remaining properties identities look at, besides `VISIT_BITS`. */
const MERGE_PROPERTIES = /* @__PURE__ */ new Set([
	"$process_person_profile",
	"$anon_distinct_id",
	"alias"
]);
/** Whether a property may affect the person. `Identities.resolve` reads no others. */
function isAboutPerson(property) {
	return VISIT_BITS.has(property) || MERGE_PROPERTIES.has(property);
}
/** Change with device and page; not worth a write on their own. */
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
/** Placeholders that programs send for missing ids. Merging on them would join strangers. */
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
/** Whether an id must never be merged. */
function isIllegalId(id) {
	const bare = QUOTED.exec(id)?.[2] ?? id;
	return bare.trim() === "" || ILLEGAL_EXACT.has(bare) || ILLEGAL_ANY_CASE.has(bare.toLowerCase());
}
/** An id or group key as text: numbers and objects are serialised, long ones cut; null if there is none. */
function idText(value) {
	if (value === void 0 || value === null) return null;
	const text = typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value) : String(value);
	return text === "" ? null : cutText(text, LIMIT.distinct_id_chars);
}
/**
* Cuts text and makes it fit for a database: NUL and lone surrogates become U+FFFD, so that texts that differ here also
* differ there.
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
/** The other id of a merge event; null if it merges nothing. */
function mergedIdOf(event, properties) {
	if (event === "$identify") return idText(properties["$anon_distinct_id"]);
	if (event === "$create_alias" || event === "$merge_dangerously") return idText(properties["alias"]);
	return null;
}
/**
* Bits of the visit properties in the event, and CAMPAIGN_BIT; negative if it may change anything else. A person who
* has had all of them once is not changed by them again.
*/
function visitBits(event, properties) {
	let bits = properties["$process_person_profile"] === false ? NO_PROFILE : 0;
	for (const name in properties) {
		const bit = VISIT_BITS.get(name);
		if (bit !== void 0 && properties[name] !== null && properties[name] !== void 0) bits |= bit;
	}
	return visitOf(event, bits);
}
/** Person property that keeps the first value of this campaign property; null for other properties. */
function initialCampaign(property) {
	return CAMPAIGN_NAMES.has(property) ? INITIAL_NAMES.get(property) : null;
}
/** A property's contribution to `visitOf`; 0 for most. */
function visitBitOf(property) {
	return VISIT_BITS.get(property) ?? 0;
}
/** @param bits of all non-null properties of the event, and NO_PROFILE */
function visitOf(event, bits) {
	if ((bits & 1073741824) !== 0 || MERGE_EVENTS.has(event)) return OTHER;
	return SILENT_EVENTS.has(event) ? 0 : bits;
}
/** Changes an event makes on its person; the shared `NO_CHANGES` for most. */
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
/** Changes implied by the visit itself; null if none. */
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
/** `$unset` is a list of names, or an object with the names as keys. */
function namesOf(unset) {
	if (Array.isArray(unset)) return unset.filter((name) => typeof name === "string");
	return isObject(unset) ? Object.keys(unset) : [];
}
/** Properties of a person created by this event: `$set` wins over `$set_once`. */
function firstProperties(changes) {
	const properties = {
		...changes.set_once,
		...changes.set
	};
	for (const name of changes.unset) delete properties[name];
	return properties;
}
/** The person's properties after the event; the same object if nothing is worth a write. */
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
/** JSON equality. */
function isSame(left, right) {
	if (left === right) return true;
	if (typeof left !== "object" || typeof right !== "object") return false;
	return canonical(left) === canonical(right);
}
export { cutText as a, initialCampaign as c, isSame as d, mergedIdOf as f, visitOf as h, changesOf as i, isAboutPerson as l, visitBits as m, NO_PROFILE as n, firstProperties as o, visitBitOf as p, changedProperties as r, idText as s, CAMPAIGN_BIT as t, isIllegalId as u };
