import { a as ownersOf, c as placeText, i as nextBatch, l as answerInSql, n as ownerOf, o as openDatabase, r as eventRows, s as parseAddress, t as openService } from "./service-BBnXkGJu.js";
import { t as answerQuery } from "./answer-CqHPHoNc.js";
import { n as ServiceError } from "./error-CvXVGQlg.js";
import { at as TUNING } from "./column_codec-1DCwPxVM.js";
import { r as ALL } from "./query-CIUnPxLB.js";
import { n as storedSpans } from "./stored_lines-B9EpDLNg.js";
import { r as openProgress } from "./progress-aqfjTEaQ.js";
import { r as typed } from "./invocation-CCRcu6eA.js";
import { n as existingDatabase } from "./paths-Co80JKi-.js";
import { setTimeout } from "node:timers/promises";
// src/service/operator/agreement.ts
/** Sums of floats depend on the order of additions. */
const DIGITS = 11;
/** Equal for equal numbers: the order of groups and of times means nothing, nor do groups of nothing but zeros. */
function agreed(kind, numbers) {
	return JSON.stringify(comparable(kind, numbers), (_, value) => typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value);
}
function comparable(kind, numbers) {
	switch (kind) {
		case "trend": {
			const { current, previous } = numbers;
			return [current, previous ?? []].map((entities) => Array.from(entities, trendOf));
		}
		case "stickiness": {
			const { current, previous } = numbers;
			return [current, previous ?? []].map((entities) => entities.map((actors) => [...actors]));
		}
		case "lifecycle": return numbers.map((actors) => [...actors]);
		case "retention": return byKey(numbers.groups, ({ counts }) => [...counts]);
		case "funnel": return funnelOf(numbers);
		default: return numbers;
	}
}
function trendOf({ groups, values, buckets }) {
	return byKey(groups.map((key, group) => ({
		key,
		values: Array.from({ length: buckets }, (_, bucket) => values[bucket * groups.length + group])
	})).filter((row) => row.values.some((value) => value !== 0)), (row) => row.values);
}
function funnelOf(numbers) {
	if (numbers.viz === "time_to_convert") return [...numbers.times_ms].sort((a, b) => a - b);
	if (numbers.viz === "trends") return byKey(numbers.groups, ({ reached_from, reached_to }) => [[...reached_from], [...reached_to]]);
	return byKey(numbers.groups, ({ counts, times_ms }) => [counts, times_ms.map(timesOf)]);
}
function timesOf(sample) {
	return sample.flatMap(({ lists }) => lists.flatMap((list) => [...list])).sort((a, b) => a - b);
}
function byKey(groups, of) {
	return groups.map((group) => [JSON.stringify(group.key), of(group)]).sort(([a], [b]) => a < b ? -1 : 1);
}
/** Of each event so many; with the events there are most of, about a hundred in all. */
const EVENTS_ASKED = 13;
const PERIODS = 12;
const PERSON = { kind: "person" };
const COMMON = {
	timezone: "UTC",
	interval: "day"
};
/** `names`: events, the most frequent first; the times are those of their rows. */
function sampleQuestions(names, from_ms, until_ms) {
	const edges_ms = Float64Array.from({ length: 13 }, (_, at) => Math.floor(from_ms + (until_ms + 1 - from_ms) * at / PERIODS));
	return names.slice(0, EVENTS_ASKED).flatMap((name, at) => {
		const next = names[(at + 1) % names.length];
		return [
			...trends(name, edges_ms),
			...activities(name, edges_ms),
			...orders(name, next, edges_ms)
		];
	});
}
function entityOf(name) {
	return {
		type: "events",
		id: name,
		name,
		custom_name: null,
		order: 0,
		matches: [{
			event: name,
			where: ALL
		}]
	};
}
function rangeOf(edges_ms) {
	return {
		from_ms: edges_ms[0],
		until_ms: edges_ms[edges_ms.length - 1]
	};
}
function trends(name, edges_ms) {
	const maths = [
		{ kind: "total" },
		{
			kind: "unique",
			actor: PERSON
		},
		{
			kind: "first_ever",
			of: [{
				event: name,
				where: ALL
			}]
		},
		{
			kind: "per_actor",
			aggregate: "p90",
			actor: PERSON
		}
	];
	const unsaid = {
		math_name: null,
		math_property: null,
		math_group_type_index: null
	};
	return maths.map((math) => ({
		kind: "trend",
		query: {
			current: {
				...COMMON,
				kind: "trend",
				edges_ms,
				range: rangeOf(edges_ms),
				windows: [],
				breakdown: null,
				told: null,
				display: "ActionsLineGraph",
				entities: [{
					...entityOf(name),
					...unsaid,
					math
				}]
			},
			previous: null
		}
	}));
}
function activities(name, edges_ms) {
	const entity = entityOf(name);
	const range = rangeOf(edges_ms);
	const many = {
		min_rows: 1,
		max_rows: Number.POSITIVE_INFINITY,
		cumulative: false
	};
	const entities = [{
		...entity,
		actor: PERSON,
		math_name: null
	}];
	return [{
		kind: "lifecycle",
		query: {
			...COMMON,
			kind: "lifecycle",
			edges_ms,
			range,
			actor: PERSON,
			entity
		}
	}, {
		kind: "stickiness",
		query: {
			current: {
				...COMMON,
				kind: "stickiness",
				edges_ms,
				range,
				...many,
				entities
			},
			previous: null
		}
	}];
}
function orders(name, next, edges_ms) {
	const range = rangeOf(edges_ms);
	const [target, returning] = [entityOf(name), entityOf(next)];
	const steps = [target, returning].map((entity) => ({
		...entity,
		first_of: null
	}));
	const funnel = {
		...COMMON,
		kind: "funnel",
		range,
		actor: PERSON,
		order: "ordered",
		viz: "steps",
		where: ALL,
		window_ms: 12096e5,
		steps,
		exclusions: [],
		breakdown: null,
		attribution: { kind: "first_touch" },
		from_step: 0,
		to_step: 1,
		edges_ms: /* @__PURE__ */ new Float64Array(0),
		bin_count: null
	};
	return [...name === next ? [] : [{
		kind: "funnel",
		query: funnel
	}], {
		kind: "retention",
		query: {
			...COMMON,
			kind: "retention",
			range,
			edges_ms,
			actor: PERSON,
			start: "first_time",
			target,
			returning,
			first_among: target.matches,
			minimum_occurrences: 1,
			cumulative: false,
			breakdown: null,
			split_returns: false
		}
	}];
}
// src/service/operator/move.ts
/**
* Brings a file's events over to a database of their own. What is there already is sent again and stays one, so a move that
* was stopped goes on where it was. Only when counts, checksums and answers are equal does the file say where its events are.
*/
/** @throws ServiceError where anything differs; then the file is as it was */
async function* moveEvents({ store, datasets }, address) {
	if (store.events.place() !== null) throw moved(store.events.place());
	const place = parseAddress(address);
	const database = await openDatabase(place, ownerOf(store));
	try {
		const projects = store.projects.list();
		const sums = /* @__PURE__ */ new Map();
		for (const { id } of projects) sums.set(id, yield* copy(store, database, id));
		for (const project of projects) {
			yield* compareSums(database, project.id, sums.get(project.id));
			yield* compareAnswers(store, datasets, database, project);
		}
		leave(store, projects, placeText(place));
	} finally {
		await database.close();
	}
}
function moved(place) {
	return new ServiceError("conflict", `The events of this file are in ${place} already.`);
}
const NOTHING = {
	events: 0,
	times: 0n,
	uuids: 0n,
	bytes: 0
};
async function* copy(store, database, project_id) {
	const sums = /* @__PURE__ */ new Map();
	await sendPeople(store, database, project_id);
	const owners = ownersOf(store, project_id);
	let copied = 0;
	let seq = 0;
	let rows = [];
	for (const span of storedSpans(store, project_id)) {
		seq++;
		for (const row of eventRows(span, seq, owners)) {
			add(sums, row);
			if (rows.push(row) < TUNING.remote_batch_events) continue;
			await database.send("events", rows, `move ${project_id} ${seq} ${copied}`);
			copied += rows.length;
			rows = [];
			yield {
				kind: "copied",
				project_id,
				done: copied
			};
			await setTimeout(0);
		}
	}
	if (rows.length > 0) await database.send("events", rows, `move ${project_id} ${seq} ${copied}`);
	yield {
		kind: "copied",
		project_id,
		done: copied + rows.length
	};
	return sums;
}
/** And groups. Of events nothing is sent from the log: its rows are copied like all others. */
async function sendPeople(store, database, project_id) {
	const nothing = {
		revision: -1,
		seq: Number.MAX_SAFE_INTEGER,
		distincts: 0
	};
	const batch = store.snapshot(() => nextBatch(store, project_id, nothing));
	if (batch === null) return;
	await database.write({
		...batch,
		sent: {
			...batch.sent,
			seq: lastSeq(store, project_id)
		}
	});
}
/** Of all that is in the log or was. */
function lastSeq({ events }, project_id) {
	const sealed = events.sealedSeq(project_id);
	return events.logSince(project_id, sealed).at(-1)?.seq ?? sealed;
}
function add(sums, { event, day, time, uuid, json }) {
	const key = JSON.stringify([event, Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7))]);
	const before = sums.get(key) ?? NOTHING;
	sums.set(key, {
		events: before.events + 1,
		times: before.times + BigInt(time),
		uuids: before.uuids + BigInt(Number.parseInt(uuid.slice(0, 8), 16)),
		bytes: before.bytes + Buffer.byteLength(json)
	});
}
async function* compareSums(database, project_id, own) {
	const there = /* @__PURE__ */ new Map();
	for (const { event, month, events, times, uuids, bytes } of await database.sums(project_id)) there.set(JSON.stringify([event, month]), {
		events,
		times: BigInt(times),
		uuids: BigInt(uuids),
		bytes
	});
	for (const key of /* @__PURE__ */ new Set([...own.keys(), ...there.keys()])) {
		const [here, copied] = [textOf(own.get(key)), textOf(there.get(key))];
		if (here !== copied) throw different(`${key}: ${here} here, ${copied} there`);
	}
	yield {
		kind: "compared",
		project_id,
		done: own.size
	};
}
function textOf({ events, times, uuids, bytes } = NOTHING) {
	return `${events} events, checksums ${times} ${uuids} ${bytes}`;
}
async function* compareAnswers(store, datasets, database, project) {
	const named = store.definitions.events(project.id).filter(({ count }) => count > 0);
	if (named.length === 0) return;
	const from_ms = Math.min(...named.map(({ first_seen_ms }) => first_seen_ms));
	const until_ms = Math.max(...named.map(({ last_seen_ms }) => last_seen_ms));
	const names = named.sort((a, b) => b.count - a.count).map(({ name }) => name);
	const { signal } = new AbortController();
	const { asking } = database.question({
		project_id: project.id,
		has_moves: false,
		signal
	});
	let done = 0;
	for (const asked of sampleQuestions(names, from_ms, until_ms)) {
		const there = await answerInSql(asked, asking);
		if (there === null) continue;
		const here = store.snapshot(() => answerQuery(asked, datasets.current(project)));
		const [own, other] = [agreed(asked.kind, here), agreed(asked.kind, there)];
		if (own !== other) throw different(`a question of kind ${asked.kind} about ${names.join(", ").slice(0, 200)}`);
		yield {
			kind: "asked",
			project_id: project.id,
			done: ++done
		};
	}
}
function different(what) {
	return new ServiceError("conflict", `What was copied differs, and nothing was changed: ${what}. Has the file been written to meanwhile?`);
}
/** The file's own copies go. */
function leave(store, projects, place) {
	const { events } = store;
	store.transaction(() => {
		for (const { id } of projects) {
			const segments = events.segments(id).map((segment) => segment.id);
			const seq = lastSeq(store, id);
			if (seq > events.sealedSeq(id)) events.seal(id, seq, [], events.nextRevision(id));
			if (segments.length > 0) events.replace(id, segments, [], events.nextRevision(id));
		}
		events.setPlace(place);
	});
}
// src/cli/move.ts
/** `insights-mcp move`: moves a file's events to a database that scales beyond one machine. */
async function move(options) {
	const path = existingDatabase(options.db);
	const service = openService({
		path,
		computing: { place: "here" },
		command: (words) => typed(words, path)
	});
	const counts = {
		copied: 0,
		compared: 0,
		asked: 0
	};
	/** project -> what was copied so far */
	const copied = /* @__PURE__ */ new Map();
	const bar = openProgress();
	try {
		for await (const { kind, project_id, done } of moveEvents(service, options.to)) {
			copied.set(project_id, kind === "copied" ? done : copied.get(project_id) ?? 0);
			if (kind !== "copied") counts[kind] += kind === "asked" ? 1 : done;
			counts.copied = copied.values().reduce((sum, events) => sum + events, 0);
			bar.update(null, counts.copied, `${counts.asked} questions compared`);
		}
	} finally {
		bar.end();
		await service.close();
	}
	const told = `${counts.copied.toLocaleString("en")} events, equal by ${counts.compared} counts and checksums and by ${counts.asked} answers`;
	process.stdout.write(`Moved ${told}.\nFrom now on start with --events and this address, or with INSIGHTS_MCP_EVENTS.\n`);
}
export { move };

//# sourceMappingURL=move-D5qvLxBk.js.map