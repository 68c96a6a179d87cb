import { n as ServiceError } from "./error-CL6ANKLD.js";
import { a as nextBatch, c as parseAddress, i as eventRows, l as placeText, n as openClickhouse, o as ownersOf, t as openService, u as answerInSql } from "./service-D6L-yn6S.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { t as answerQuery } from "./answer-Di1m1q-e.js";
import { r as ALL } from "./query-BO5VA2Zo.js";
import { l as openElsewhere, o as storedSpans, s as dayElsewhere } from "./stored_lines-Cyhopdig.js";
import { n as must } from "./assert-Cucc65-M.js";
import { m as sealChunks } from "./step-iDreGGvA.js";
import { n as openWhole } from "./segment-CAQSNtUo.js";
import { r as typed } from "./invocation-Bl8Guly5.js";
import { n as existingDatabase } from "./paths-DtsDNrVL.js";
import { r as openProgress } from "./progress-GH-rY4cR.js";
import { setTimeout } from "node:timers/promises";
// src/service/operator/agreement.ts
/** Float sums depend on the order of additions. */
const DIGITS = 11;
/** Equal for equivalent numbers: order of groups and times is ignored, and so are groups of zeros only. */
function agreed(kind, numbers) {
	return JSON.stringify(comparable(kind, numbers), (_, value) => typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value);
}
/** Kinds whose numbers are equal in more than one form. */
const COMPARABLE = {
	trend: ({ current, previous }) => [current, previous ?? []].map((entities) => Array.from(entities, trendOf)),
	stickiness: ({ current, previous }) => [current, previous ?? []].map((entities) => entities.map((actors) => [...actors])),
	lifecycle: (numbers) => numbers.map((actors) => [...actors]),
	retention: ({ groups }) => byKey(groups, ({ counts }) => [...counts]),
	funnel: funnelOf
};
function comparable(kind, numbers) {
	const compare = COMPARABLE[kind];
	return compare === void 0 ? numbers : compare(numbers);
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
/** Questions per event; with the most frequent events about a hundred in all. */
const EVENTS_ASKED = 13;
const PERIODS = 12;
const PERSON = { kind: "person" };
const COMMON = {
	timezone: "UTC",
	interval: "day"
};
/** `names`: events, most frequent first; the times are those of their rows. */
function sampleQuestions(names, from_ms, until_ms) {
	const took_ms = Math.max(PERIODS, until_ms + 1 - from_ms);
	const edges_ms = Float64Array.from({ length: 13 }, (_, at) => Math.floor(from_ms + took_ms * at / PERIODS));
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
// src/service/operator/same_events.ts
/** Compares a file's events with their copy in a database of their own: counts, checksums, and answers. */
const NOTHING = {
	events: 0,
	times: 0n,
	uuids: 0n,
	bytes: 0
};
function addRow(sums, { time, uuid, json }, key) {
	const before = sums.get(key) ?? NOTHING;
	sums.set(key, {
		events: before.events + 1,
		times: before.times + BigInt(time),
		uuids: before.uuids + BigInt(Number.parseInt(uuid.slice(0, 8), 16)),
		bytes: before.bytes + Buffer.byteLength(json)
	});
}
/** Event and month (YYYYMM). */
function monthOf({ event, day }) {
	return JSON.stringify([event, Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7))]);
}
/** `own`: by `monthOf`. @throws ServiceError if anything differs */
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
/** No merge may be under way there. @throws ServiceError if one differs */
async function* compareAnswers({ store, datasets }, database, project) {
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
	return new ServiceError("conflict", `What was copied differs, and nothing was changed: ${what}. Has the file been written to meanwhile? A database that an earlier move left must be emptied first.`);
}
function revisionsOf({ events, projects }) {
	return new Map(projects.list().map(({ id }) => [id, events.revision(id)]));
}
/** Within the transaction that switches over. @throws ServiceError if there is anything that was not compared */
function checkUnchanged(store, before) {
	const now = revisionsOf(store);
	if (now.size === before.size && before.entries().every(([id, revision]) => now.get(id) === revision)) return;
	throw new ServiceError("conflict", "The file has been written to meanwhile, and nothing was changed. Stop the server, and move again.");
}
// src/service/operator/move.ts
/**
* Moves a file's events to a database of their own. Sending is idempotent, so an interrupted move can be repeated. The
* file is switched over only when counts, checksums and answers are equal.
*/
/** @throws ServiceError if anything differs; the file is then unchanged */
async function* moveEvents({ store, datasets }, address) {
	if (store.events.place() !== null) throw moved(store.events.place());
	const place = parseAddress(address);
	const database = await openElsewhere(store, place);
	try {
		const projects = store.projects.list();
		const revisions = revisionsOf(store);
		const sums = /* @__PURE__ */ new Map();
		for (const { id } of projects) sums.set(id, yield* copy(store, database, id));
		for (const project of projects) {
			yield* compareSums(database, project.id, sums.get(project.id));
			yield* compareAnswers({
				store,
				datasets
			}, database, project);
		}
		leave(store, revisions, placeText(place));
	} finally {
		await database.close();
	}
}
function moved(place) {
	return new ServiceError("conflict", `The events of this file are in ${place} already.`);
}
async function* copy(store, database, project_id) {
	const sums = /* @__PURE__ */ new Map();
	await sendPeople(store, database, project_id);
	const owners = ownersOf(store, project_id);
	const sending = new Sending(database);
	let seq = 0;
	let rows = [];
	try {
		for (const span of storedSpans(store, project_id)) {
			seq++;
			for (const row of eventRows(span, seq, owners)) {
				addRow(sums, row, monthOf(row));
				if (rows.push(row) < TUNING.remote_batch_events) continue;
				await sending.add(rows, `move ${project_id} ${seq}`);
				rows = [];
				yield {
					kind: "copied",
					project_id,
					done: sending.confirmed
				};
				await setTimeout(0);
			}
		}
		if (rows.length > 0) await sending.add(rows, `move ${project_id} ${seq}`);
	} finally {
		await sending.end();
	}
	yield {
		kind: "copied",
		project_id,
		done: sending.confirmed
	};
	return sums;
}
/** Batches on their way: the next one is made while the server takes those before. */
var Sending = class {
	#database;
	#under_way = /* @__PURE__ */ new Set();
	#added = 0;
	/** Events that the server has. */
	confirmed = 0;
	constructor(database) {
		this.#database = database;
	}
	/** Resolves when there is room for another. @throws ServiceError of this one or any before */
	async add(rows, token) {
		const sent = this.#persistently(rows, `${token} ${this.#added}`).then(() => {
			this.#under_way.delete(sent);
			this.confirmed += rows.length;
		});
		sent.catch(() => {});
		this.#under_way.add(sent);
		this.#added += rows.length;
		if (this.#under_way.size >= TUNING.remote_batches_under_way) await Promise.race(this.#under_way);
	}
	/** @throws ServiceError */
	async end() {
		await Promise.all(this.#under_way);
	}
	/** A connection that breaks must not end hours of work; what is sent twice counts once. */
	async #persistently(rows, token) {
		for (let left = TUNING.remote_retries;; left--) try {
			return await this.#database.send(rows, token);
		} catch (error) {
			if (left === 0 || !(error instanceof ServiceError) || error.code !== "busy") throw error;
			await setTimeout(TUNING.remote_send_ms);
		}
	}
};
/** Also sends groups, but no events: rows of the log are copied like all others. */
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
/** Last sequence ever in the log. */
function lastSeq({ events }, project_id) {
	const sealed = events.sealedSeq(project_id);
	return events.logSince(project_id, sealed).at(-1)?.seq ?? sealed;
}
/** Deletes the file's own copies. @throws ServiceError if any project is another than it was */
function leave(store, revisions, place) {
	const { events } = store;
	store.transaction(() => {
		checkUnchanged(store, revisions);
		for (const id of revisions.keys()) {
			const segments = events.segments(id).map((segment) => segment.id);
			const seq = lastSeq(store, id);
			if (seq > events.sealedSeq(id)) events.seal(id, seq, [], events.nextRevision(id));
			if (segments.length > 0) events.replace(id, segments, [], events.nextRevision(id));
		}
		events.setPlace(place);
	});
}
// src/service/operator/move_back.ts
/**
* Moves a file's events back into it, day by day. Whole days that an interrupted move has brought are kept. The file is
* switched over only when counts, checksums and answers are equal; then the tables there are dropped.
*/
/** @throws ServiceError if anything differs; events are then still where they were */
async function* moveEventsBack(parts, address) {
	const { store, log } = parts;
	const place = parseAddress(address);
	checkPlace(store.events.place(), placeText(place));
	await sendRest(store, log, address);
	const database = await openElsewhere(store, place);
	try {
		for (const { id } of store.projects.list()) yield* copyBack(store, database, id);
		const revisions = revisionsOf(store);
		for (const project of store.projects.list()) {
			yield* compareSums(database, project.id, sumsIn(store, project.id));
			yield* compareAnswers(parts, database, project);
		}
		store.transaction(() => {
			checkUnchanged(store, revisions);
			store.events.setPlace(null);
		});
		await database.drop().catch((error) => {
			throw stillThere(placeText(place), error);
		});
	} finally {
		await database.close();
	}
}
function checkPlace(now, named) {
	if (now === named) return;
	const where = now === null ? "in it already" : `in ${now}`;
	throw new ServiceError("conflict", `The events of this file are ${where}, and not in ${named}.`);
}
function stillThere(place, cause) {
	const detail = `The events are in the file again: start without --events. The tables in ${place} could not be dropped; do that yourself.`;
	return new ServiceError("busy", detail, { cause });
}
/** Everything is there afterwards, under its current person, and the log is empty. */
async function sendRest(store, log, address) {
	const events = openClickhouse({
		store,
		log,
		address
	});
	try {
		for (const { id } of store.projects.list()) {
			while (await must(events.settle, "a place to send to")(id) > 0);
			await events.squash(id);
		}
	} finally {
		await events.close();
	}
}
async function* copyBack(store, database, project_id) {
	const days = await database.days(project_id);
	const here = keepWholeDays(store, project_id, new Map(days.map(({ day, times, uuids, ...sum }) => [day, {
		...sum,
		times: BigInt(times),
		uuids: BigInt(uuids)
	}])));
	let copied = here.values().reduce((sum, { events }) => sum + events, 0);
	yield {
		kind: "copied",
		project_id,
		done: copied
	};
	let chunks = [];
	const rows = () => chunks.reduce((sum, chunk) => sum + chunk.rows, 0);
	const put = () => {
		copied += rows();
		storeSegment(store, project_id, chunks);
		chunks = [];
	};
	for (const { day, events } of days) {
		if (here.has(day)) continue;
		if (rows() > 0 && rows() + events > TUNING.seal_events) put();
		for await (const chunk of dayElsewhere(store, database, project_id, day)) {
			chunks.push(chunk);
			if (events > TUNING.seal_events && rows() >= TUNING.seal_events) put();
			yield {
				kind: "copied",
				project_id,
				done: copied + rows()
			};
		}
		if (events > TUNING.seal_events) put();
	}
	put();
	yield {
		kind: "copied",
		project_id,
		done: copied
	};
}
/** Removes segments with other days than those that are complete, and returns these. */
function keepWholeDays(store, project_id, there) {
	const here = /* @__PURE__ */ new Map();
	const days_of = /* @__PURE__ */ new Map();
	for (const [id, rows] of storedRows(store, project_id)) {
		const days = /* @__PURE__ */ new Set();
		for (const row of rows) {
			addRow(here, row, row.day);
			days.add(row.day);
		}
		days_of.set(id, days);
	}
	const isWhole = (day) => textOf(here.get(day)) === textOf(there.get(day));
	const broken = [...days_of].filter(([, days]) => !days.values().every(isWhole)).map(([id]) => id);
	const { events } = store;
	if (broken.length > 0) store.transaction(() => events.replace(project_id, broken, [], events.nextRevision(project_id)));
	for (const id of broken) for (const day of days_of.get(id)) here.delete(day);
	return here;
}
function* storedRows(store, project_id) {
	const owners = ownersOf(store, project_id);
	for (const { id, header } of store.events.segments(project_id)) {
		const segment = openWhole(header, (name) => store.events.blob(id, name));
		yield [id, eventRows(segment, 1, owners)];
	}
}
function sumsIn(store, project_id) {
	const sums = /* @__PURE__ */ new Map();
	for (const [, rows] of storedRows(store, project_id)) for (const row of rows) addRow(sums, row, monthOf(row));
	return sums;
}
function storeSegment(store, project_id, chunks) {
	const { events, people } = store;
	const segments = sealChunks(chunks, people.personOf(project_id, 0));
	if (segments.length === 0) return;
	store.transaction(() => events.replace(project_id, [], segments, events.nextRevision(project_id)));
}
// src/cli/move.ts
/** `insights-mcp move`: moves a file's events to a database that scales beyond one machine, and back. */
const FILE = "file";
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
		for await (const { kind, project_id, done } of stepsOf(service, options)) {
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
	const next = options.to === FILE ? "They are in the file again, and the tables there are gone. Start without --events and INSIGHTS_MCP_EVENTS." : "From now on start with --events and this address, or with INSIGHTS_MCP_EVENTS.";
	process.stdout.write(`Moved ${told}.\n${next}\n`);
}
function stepsOf(service, { to, events }) {
	if (to !== FILE) return moveEvents(service, to);
	if (events === void 0) throw new ServiceError("invalid_input", "Say where the events are: move --to file --events ADDRESS");
	return moveEventsBack(service, events);
}
export { move };
