import { l as put, r as isObject } from "./json-GpSeq4qu.js";
import { $ as parseUuid, X as parseLooseDate, Z as parseTimestamp, et as stampUuid } from "./column_codec-CRp8qQ50.js";
import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CL6ANKLD.js";
import { t as digestUuid } from "./person_uuid-DHbHeQxN.js";
import { a as cutText, s as idText } from "./rules-BJOgSYYW.js";
import { n as weigh } from "./weigh-BEVyOaS9.js";
// src/service/ingest/normalise.ts
/**
* One event as client libraries send it -> an event with name, time and id settled. Accepts the forms of ten years of
* libraries; refusals name the field.
*/
/** Times from the year 10000 on do not fit the calendar. */
const TIME_END_MS = 0xe677d21fdc00;
const EMPTY = Object.freeze({});
/** Members beside the properties that belong to them. */
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
/** The top level wins over `properties`. */
function distinctIdOf(raw, properties) {
	return idText(raw["distinct_id"]) ?? idText(raw["$distinct_id"]) ?? idText(properties["distinct_id"]) ?? idText(properties["$distinct_id"]);
}
/**
* The properties, including what clients put beside them. Returns the given object if nothing is added.
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
/** Converts to our clock: the client's may be wrong, but its differences are right. */
function eventTime(raw, properties, arrival) {
	const { now_ms, sent_at_ms } = arrival;
	const given_ms = readTime(raw["timestamp"]);
	let time_ms = now_ms;
	if (given_ms !== null) time_ms = sent_at_ms !== null && properties["$ignore_sent_at"] !== true ? now_ms + (given_ms - sent_at_ms) : given_ms;
	else if (typeof raw["offset"] === "number") time_ms = now_ms - raw["offset"];
	return time_ms >= 0 && time_ms <= now_ms + LIMIT.future_ms && time_ms < TIME_END_MS ? Math.floor(time_ms) : now_ms;
}
/** ISO text, or seconds or milliseconds since 1970; null if unreadable. */
function readTime(value) {
	if (typeof value === "string") return parseTimestamp(value) ?? parseLooseDate(value)?.ms ?? null;
	return typeof value === "number" && Number.isFinite(value) ? parseLooseDate(value)?.ms ?? null : null;
}
/** Whether a time can be stored at all. */
function isStorableTime(time_ms) {
	return time_ms >= 0 && time_ms < TIME_END_MS;
}
/** The client's own id, so that a repeated event is a duplicate; else a new one. */
function eventUuid(raw, event, distinct_id, time_ms, arrival) {
	return givenUuid(raw, event, distinct_id) ?? timedUuid(time_ms, arrival.randomBytes(10));
}
/** From `uuid`, else from `$insert_id`; null if the client sent neither. */
function givenUuid(raw, event, distinct_id) {
	const given = raw["uuid"];
	if (typeof given === "string" && given !== "") return parseUuid(given) ?? digestUuid(JSON.stringify([
		"uuid",
		event,
		distinct_id,
		given
	]));
	const properties = raw["properties"];
	const insert_id = isObject(properties) ? properties["$insert_id"] : void 0;
	if (typeof insert_id !== "string" || insert_id === "") return null;
	return digestUuid(JSON.stringify([
		"$insert_id",
		event,
		distinct_id,
		insert_id
	]));
}
/** Version 7: starts with the time, so that neighbours compress well. */
function timedUuid(time_ms, random) {
	const bytes = /* @__PURE__ */ new Uint8Array(16);
	bytes[0] = time_ms / 2 ** 40;
	bytes[1] = time_ms / 2 ** 32;
	bytes[2] = time_ms / 2 ** 24;
	bytes[3] = time_ms / 2 ** 16;
	bytes[4] = time_ms / 256;
	bytes[5] = time_ms;
	for (let at = 6; at < 16; at++) bytes[at] = random[at - 6];
	return stampUuid(bytes, 7);
}
export { normaliseEvent as a, isStorableTime as i, eventName as n, readTime as o, givenUuid as r, settledProperties as s, distinctIdOf as t };
