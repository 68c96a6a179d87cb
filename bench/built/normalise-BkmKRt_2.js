import { K as parseLooseDate, X as isObject, it as stampUuid, q as parseTimestamp, rt as parseUuid, tt as put } from "./column_codec-1DCwPxVM.js";
import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CvXVGQlg.js";
import { S as cutText, n as weigh, w as idText } from "./weigh-DWeR6FLa.js";
import { hash } from "node:crypto";
// src/service/ingest/normalise.ts
/**
* One event as client libraries send it -> an event whose names, time and id are settled. The forms are loose because
* ten years of libraries are; what cannot be understood is refused with the field's name.
*/
/** Times from here on do not fit the calendar (the year 10000). */
const TIME_END_MS = 0xe677d21fdc00;
const EMPTY = Object.freeze({});
/** What may stand beside the properties and belongs to them. */
const BESIDE = [
	"$set",
	"$set_once",
	"$unset",
	"$groups"
];
/** @throws ServiceError invalid_input, required, too_large: the event cannot be stored */
function normaliseEvent(raw, arrival) {
	const event = eventName(raw, arrival.default_event);
	const given = raw["properties"];
	if (given !== void 0 && given !== null && !isObject(given)) throw invalid("properties", `"properties" of event "${event}" must be an object.`);
	const properties = settledProperties(raw, given ?? EMPTY, arrival.ip);
	const distinct_id = distinctIdOf(raw, properties);
	if (distinct_id === null) throw invalid("distinct_id", `Event "${event}" was sent without a distinct_id: say who did it.`, "required");
	const timestamp_ms = eventTime(raw, properties, arrival);
	return {
		event,
		distinct_id,
		timestamp_ms,
		uuid: eventUuid(raw, event, distinct_id, timestamp_ms, arrival),
		properties
	};
}
/** @throws ServiceError required */
function eventName(raw, default_event) {
	const name = raw["event"] ?? default_event;
	if (typeof name !== "string" || name === "") throw invalid("event", "An event was sent without a name: \"event\" must be a text that is not empty.", "required");
	return cutText(name, LIMIT.event_name_chars);
}
/** The top level wins over the properties. */
function distinctIdOf(raw, properties) {
	return idText(raw["distinct_id"]) ?? idText(raw["$distinct_id"]) ?? idText(properties["distinct_id"]) ?? idText(properties["$distinct_id"]);
}
/**
* The properties with what clients put beside them. The given object is used as it is where nothing is added.
* @throws ServiceError too_large
*/
function settledProperties(raw, given, ip) {
	let bytes = weigh(given, LIMIT.json_depth);
	const added = {};
	for (const name of BESIDE) {
		const beside = raw[name];
		if (beside === void 0 || beside === null) continue;
		bytes += weigh(beside, LIMIT.json_depth);
		const inside = given[name];
		added[name] = isObject(beside) && isObject(inside) ? {
			...inside,
			...beside
		} : beside;
	}
	if (bytes > LIMIT.event_bytes) throw tooHeavy();
	if (ip !== null && given["$ip"] === void 0) added["$ip"] = ip;
	for (const name in given) {
		const value = given[name];
		if (typeof value === "number" && !Number.isFinite(value)) put(added, name, null);
	}
	for (const _ in added) return {
		...given,
		...added
	};
	return given;
}
function tooHeavy() {
	return new ServiceError("too_large", `An event may hold ${LIMIT.event_bytes} bytes and ${LIMIT.json_depth} levels of nesting. Send less with each event.`, { attr: "properties" });
}
/** When it happened by our clock: the client's clock may be wrong, its differences are not. */
function eventTime(raw, properties, arrival) {
	const { now_ms, sent_at_ms } = arrival;
	const given_ms = readTime(raw["timestamp"]);
	let time_ms = now_ms;
	if (given_ms !== null) time_ms = sent_at_ms !== null && properties["$ignore_sent_at"] !== true ? now_ms + (given_ms - sent_at_ms) : given_ms;
	else if (typeof raw["offset"] === "number") time_ms = now_ms - raw["offset"];
	return time_ms >= 0 && time_ms <= now_ms + LIMIT.future_ms && time_ms < TIME_END_MS ? Math.floor(time_ms) : now_ms;
}
/** A time as clients write it: ISO text, or seconds or milliseconds since 1970; null where it is unreadable. */
function readTime(value) {
	if (typeof value === "string") return parseTimestamp(value) ?? parseLooseDate(value)?.ms ?? null;
	return typeof value === "number" && Number.isFinite(value) ? parseLooseDate(value)?.ms ?? null : null;
}
/** Whether a time can be stored at all. */
function isStorableTime(time_ms) {
	return time_ms >= 0 && time_ms < TIME_END_MS;
}
/** The client's own id of the event, so that sending it again stores nothing; else a new one. */
function eventUuid(raw, event, distinct_id, time_ms, arrival) {
	return givenUuid(raw, event, distinct_id) ?? timedUuid(time_ms, arrival.randomBytes(10));
}
/** Made of `uuid`, else of `$insert_id`; null when the client names neither. */
function givenUuid(raw, event, distinct_id) {
	const given = raw["uuid"];
	if (typeof given === "string" && given !== "") return parseUuid(given) ?? digestUuid("uuid", event, distinct_id, given);
	const properties = raw["properties"];
	const insert_id = isObject(properties) ? properties["$insert_id"] : void 0;
	if (typeof insert_id !== "string" || insert_id === "") return null;
	return digestUuid("$insert_id", event, distinct_id, insert_id);
}
function digestUuid(...parts) {
	return stampUuid(new Uint8Array(hash("sha1", JSON.stringify(parts), "buffer").subarray(0, 16)), 8);
}
/** Version 7: begins with the time, so that neighbours compress well. */
function timedUuid(time_ms, random) {
	const bytes = /* @__PURE__ */ new Uint8Array(16);
	bytes[0] = time_ms / 2 ** 40;
	bytes[1] = time_ms / 2 ** 32;
	new DataView(bytes.buffer).setUint32(2, time_ms % 2 ** 32);
	bytes.set(random.subarray(0, 10), 6);
	return stampUuid(bytes, 7);
}
export { normaliseEvent as a, isStorableTime as i, eventName as n, readTime as o, givenUuid as r, settledProperties as s, distinctIdOf as t };

//# sourceMappingURL=normalise-BkmKRt_2.js.map