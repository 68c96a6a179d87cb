import { n as must } from "./assert-Cucc65-M.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { n as ServiceError } from "./error-CL6ANKLD.js";
import { Q as formatUuid } from "./column_codec-CRp8qQ50.js";
import { r as lastArrival } from "./shipped-Crx_IG-5.js";
import { n as openWhole } from "./segment-CAQSNtUo.js";
import { n as openChunk } from "./chunk-DoCuzWrP.js";
import { t as shippedChunk } from "./dataset-DYQcOex9.js";
import { g as arrivalsOfChunks } from "./step-iDreGGvA.js";
import { c as parseAddress, d as openOutdatedSegment, l as placeText, r as ownerOf, s as openDatabase } from "./service-D6L-yn6S.js";
// src/service/operator/stored_elsewhere.ts
/** A project's events as they rest in a database of their own, read page by page. */
/** Whether an address names that place. @throws ServiceError for an invalid address */
function isAt(address, place) {
	return placeText(parseAddress(address)) === place;
}
/** For operators, who may be told the place. @throws ServiceError */
async function openElsewhere(store, place) {
	try {
		return await openDatabase(place, ownerOf(store));
	} catch (error) {
		if (!(error instanceof ServiceError) || error.code !== "busy") throw error;
		const told = `Nothing answers at ${placeText(place)}. Check host and port, and that ClickHouse is running.`;
		throw new ServiceError("busy", told, { cause: error });
	}
}
/**
* All events, day by day, then those of the log that have not been sent. Sends nothing, so a server may run; an event it
* sends meanwhile may come twice. @throws ServiceError
*/
async function* storedElsewhere(store, address, project_id) {
	const database = await openElsewhere(store, parseAddress(address));
	try {
		const { seq } = await database.sent(project_id);
		const rest = store.events.logSince(project_id, seq).map(({ bytes }) => openChunk(bytes));
		for (const { day } of await database.days(project_id)) for await (const chunk of dayElsewhere(store, database, project_id, day)) yield arrivalsOfChunks([chunk]);
		if (rest.length > 0) yield arrivalsOfChunks(rest);
	} finally {
		await database.close();
	}
}
/** In order of arrival. `day`: YYYY-MM-DD. @throws ServiceError */
async function* dayElsewhere(store, database, project_id, day) {
	const defined = store.definitions.events(project_id);
	const names = defined.map(({ name }) => name);
	for (let after = -1;;) {
		const page = {
			project_id,
			names,
			day,
			after,
			rows: TUNING.remote_page_events
		};
		const shipped = await database.stored(page);
		const chunk = shippedChunk(shipped);
		if (chunk.rows === 0) return;
		const event_ord = chunk.event_ord.map((number) => must(defined[number - 1], "a definition of each event").ord);
		yield {
			...chunk,
			event_ord
		};
		if (chunk.rows < TUNING.remote_page_events) return;
		after = lastArrival(shipped);
	}
}
// src/service/operator/stored_lines.ts
/**
* Exports a project's groups, people and events as lines for the import, so that another database answers the same.
* Distinct ids come first, so that no event creates a stranger; current properties of people come last, so that they
* win.
*/
const UUID_BYTES = 16;
/** People looked up, and rows written, at a time. */
const STRETCH = 4096;
/** Blocks of lines. Call it within a snapshot of the store. */
function* storedLines(store, project_id) {
	const { before, of, after } = linesAround(store, project_id);
	yield* before();
	for (const span of storedSpans(store, project_id)) yield* of(span);
	yield* after();
}
/** The same where events rest elsewhere; people are as of the beginning. */
async function* linesElsewhere(store, project_id, spans) {
	const { before, of, after } = linesAround(store, project_id);
	yield* before();
	for await (const span of spans) yield* of(span);
	yield* after();
}
/** Lines of all events, and what must come before and after those. */
function linesAround(store, project_id) {
	const names = new Map(store.definitions.events(project_id).map(({ ord, name }) => [ord, JSON.stringify(name)]));
	const distinct_ids = Array.from(store.people.distinctTextsFrom(project_id, 0), (id) => JSON.stringify(id));
	return {
		*before() {
			yield* stretches(groupLines(store, project_id));
			yield* stretches(personLines(store, project_id, ({ distinct_ids: ids, created_at_ms }) => ({
				distinct_ids: ids,
				created_at_ms
			})));
		},
		of: (span) => stretches(eventLines(span, names, distinct_ids)),
		*after() {
			yield* stretches(personLines(store, project_id, ({ first_id, properties }) => {
				return Object.keys(properties).length === 0 ? null : {
					distinct_ids: [first_id],
					properties
				};
			}));
		}
	};
}
/** All rows: sealed ones, in the form of earlier versions first, then the tail. */
function* storedSpans(store, project_id) {
	for (const { id, header } of outdatedSegments(store, project_id)) yield openOutdatedSegment(header, (name) => store.outdated.column(id, name));
	for (const { id, header } of store.events.segments(project_id)) yield openWhole(header, (name) => store.events.blob(id, name));
	const { sealedSeq, logSince } = store.events;
	const chunks = logSince(project_id, sealedSeq(project_id)).map(({ bytes }) => openChunk(bytes));
	if (chunks.length > 0) yield arrivalsOfChunks(chunks);
}
/** Those that no server has put into the form of today yet. */
function outdatedSegments({ outdated }, project_id) {
	return outdated.exists() ? outdated.ofProject(project_id) : [];
}
function* stretches(lines) {
	let [text, count] = ["", 0];
	for (const line of lines) {
		text += `${line}\n`;
		if (++count < STRETCH) continue;
		yield {
			text,
			lines: count
		};
		[text, count] = ["", 0];
	}
	if (count > 0) yield {
		text,
		lines: count
	};
}
function* groupLines({ groups }, project_id) {
	for (const { group_type, group_type_index } of groups.types(project_id)) for (const { key, properties, created_at_ms } of groups.changedSince(project_id, group_type_index, -1)) yield JSON.stringify({
		type: "group",
		group_type,
		group_key: key,
		properties,
		created_at: isoOf(created_at_ms)
	});
}
/** People of the project, some at a time. */
function* storedPeople({ people }, project_id) {
	const limit = people.personLimit(project_id);
	for (let first = 0; first < limit; first += STRETCH) {
		const ords = Array.from({ length: Math.min(STRETCH, limit - first) }, (_, at) => first + at);
		yield* people.list(project_id, ords).values();
	}
}
function* personLines(store, project_id, tell) {
	for (const person of storedPeople(store, project_id)) {
		const told = tell(person);
		if (told !== null) yield JSON.stringify({
			type: "person",
			...told
		});
	}
}
/** @param names event number -> name as JSON @param distinct_ids likewise */
function* eventLines(span, names, distinct_ids) {
	const eventAt = storedEvents(span);
	for (let row = 0; row < span.rows; row++) {
		const { event, distinct, time_ms, uuid, properties } = eventAt(row);
		if (distinct >= distinct_ids.length) continue;
		yield `{"event":${names.get(event)},"distinct_id":${distinct_ids[distinct]},"timestamp":"${isoOf(time_ms)}","uuid":"${uuid}","properties":${properties}}`;
	}
}
/** Row -> its event. */
function storedEvents(span) {
	const [events, distincts, times_ms, uuids] = [
		span.eventOrd(),
		span.distinct(),
		span.timeMs(),
		span.uuids()
	];
	const columns = span.properties.map((name) => ({
		name: `${JSON.stringify(name)}:`,
		jsonAt: jsonAt(span.column(name))
	}));
	return (row) => {
		let properties = "";
		for (const { name, jsonAt } of columns) {
			const value = jsonAt(row);
			if (value !== null) properties += `${properties === "" ? "" : ","}${name}${value}`;
		}
		return {
			event: events[row],
			distinct: distincts[row],
			time_ms: times_ms[row],
			uuid: formatUuid(uuids, row * UUID_BYTES),
			properties: `{${properties}}`
		};
	};
}
/** Row -> value as JSON, null if missing. */
function jsonAt(column) {
	if (column === null) return () => null;
	if (column.kind === "number") {
		const { values } = column;
		return (row) => Number.isNaN(values[row]) ? null : JSON.stringify(values[row]);
	}
	const { codes, values } = column;
	const texts = /* @__PURE__ */ new Map();
	return (row) => {
		const code = codes[row];
		if (code === 0) return null;
		let text = texts.get(code);
		if (text === void 0) {
			text = jsonOf(values.at(code));
			texts.set(code, text);
		}
		return text;
	};
}
function jsonOf(value) {
	return typeof value === "object" && value !== null ? value.json : JSON.stringify(value);
}
function isoOf(time_ms) {
	return new Date(time_ms).toISOString();
}
export { storedPeople as a, isAt as c, storedLines as i, openElsewhere as l, outdatedSegments as n, storedSpans as o, storedEvents as r, dayElsewhere as s, linesElsewhere as t, storedElsewhere as u };
