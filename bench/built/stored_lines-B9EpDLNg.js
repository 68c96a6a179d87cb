import { nt as formatUuid } from "./column_codec-1DCwPxVM.js";
import { l as arrivalsOfChunks } from "./step-C_OenspY.js";
import { n as openChunk } from "./chunk-Clisp7Gw.js";
import { t as openSegment } from "./segment-BkjwUBT9.js";
// src/service/operator/stored_lines.ts
/**
* All of a project's groups, people and events as lines that the import takes: with them another database answers as
* this one does. Whose ids are whose comes first, so that no event meets a stranger; what people are like now comes
* last, so that it is what stays.
*/
const UUID_BYTES = 16;
/** People looked up, and rows written, at a time. */
const STRETCH = 4096;
/** Lines, a stretch of them at a time, each with the line end after it. Within a snapshot of the store. */
function* storedLines(store, project_id) {
	yield* stretches(groupLines(store, project_id));
	yield* stretches(personLines(store, project_id, ({ distinct_ids, created_at_ms }) => ({
		distinct_ids,
		created_at_ms
	})));
	const names = new Map(store.definitions.events(project_id).map(({ ord, name }) => [ord, JSON.stringify(name)]));
	const distinct_ids = Array.from(store.people.distinctTextsFrom(project_id, 0), (id) => JSON.stringify(id));
	for (const span of storedSpans(store, project_id)) yield* stretches(eventLines(span, names, distinct_ids));
	yield* stretches(personLines(store, project_id, ({ first_id, properties }) => {
		return Object.keys(properties).length === 0 ? null : {
			distinct_ids: [first_id],
			properties
		};
	}));
}
/** All rows there are: those of the segments, then those that are not sealed yet. */
function* storedSpans(store, project_id) {
	for (const { id, header } of store.events.segments(project_id)) {
		const kept = /* @__PURE__ */ new Map();
		yield openSegment(header, {
			read: (name) => store.events.blob(id, name),
			kept(name, make) {
				if (!kept.has(name)) kept.set(name, make());
				return kept.get(name);
			}
		});
	}
	const { sealedSeq, logSince } = store.events;
	const chunks = logSince(project_id, sealedSeq(project_id)).map(({ bytes }) => openChunk(bytes));
	if (chunks.length > 0) yield arrivalsOfChunks(chunks);
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
function* personLines({ people }, project_id, tell) {
	const limit = people.personLimit(project_id);
	for (let first = 0; first < limit; first += STRETCH) {
		const ords = Array.from({ length: Math.min(STRETCH, limit - first) }, (_, at) => first + at);
		for (const person of people.list(project_id, ords).values()) {
			const told = tell(person);
			if (told !== null) yield JSON.stringify({
				type: "person",
				...told
			});
		}
	}
}
/** @param names number of an event -> its name as JSON @param distinct_ids likewise */
function* eventLines(span, names, distinct_ids) {
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
	for (let row = 0; row < span.rows; row++) {
		let properties = "";
		for (const { name, jsonAt } of columns) {
			const value = jsonAt(row);
			if (value !== null) properties += `${properties === "" ? "" : ","}${name}${value}`;
		}
		const who = distinct_ids[distincts[row]];
		const when = isoOf(times_ms[row]);
		const uuid = formatUuid(uuids, row * UUID_BYTES);
		yield `{"event":${names.get(events[row])},"distinct_id":${who},"timestamp":"${when}","uuid":"${uuid}","properties":{${properties}}}`;
	}
}
/** row -> its value as JSON, null where it has none. */
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
export { storedSpans as n, storedLines as t };

//# sourceMappingURL=stored_lines-B9EpDLNg.js.map