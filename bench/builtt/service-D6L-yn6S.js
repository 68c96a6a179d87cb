import { r as __toESM } from "./rolldown-runtime-DegdyBIC.js";
import { n as definedOnly, o as objectIn, r as isObject, s as parseNested } from "./json-GpSeq4qu.js";
import { A as frameCrc, D as corrupted, F as parseJsonBytes, O as decodeFrame, Q as formatUuid, T as KIND, V as monthStart, a as decodeOffsets, et as stampUuid, n as decodeColumn, r as decodeDistinct } from "./column_codec-CRp8qQ50.js";
import { G as alone } from "./value_aggregates-oy79J-9b.js";
import { n as must, r as unreachable, t as assert } from "./assert-Cucc65-M.js";
import { t as EDGE_SOURCES_MAX } from "./edges-BY1FQb0p.js";
import { a as LIMIT, n as ServiceError } from "./error-CL6ANKLD.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { i as PRODUCT } from "./version-DFrVXfdO.js";
import { t as openStore } from "./store-ROnrXGKx.js";
import { m as untilFree, r as Timings, s as newProjectToken, t as literalPattern } from "./pattern_text-DCosbjGh.js";
import { r as tooLong, t as cancelled$1 } from "./messages-B0zBc8YC.js";
import { n as listening } from "./progress-_IdA24CJ.js";
import { t as errorOf$1 } from "./thread_failure-tFJdpjO7.js";
import { t as openDatasets } from "./datasets-DFdZUE4o.js";
import { r as decodeUuids } from "./segment-CAQSNtUo.js";
import { a as longestExchange, d as IMPORT_PROPERTY, g as arrivalsOfChunks, h as gatherColumn, i as exchangeEnd, l as Identities, n as Sealing, o as newExchange, p as mergeArrivals, r as endExchange, s as peopleOf, t as takeStep } from "./step-iDreGGvA.js";
import { a as eventAt, d as Groups, i as checkEvent, o as narrowBatches, r as batchesOf, s as samplesOf, t as Definitions } from "./definitions-CZw4E_VW.js";
import { n as weigh } from "./weigh-BEVyOaS9.js";
import { a as ColumnBuilder, n as openChunk, t as encodeChunk } from "./chunk-DoCuzWrP.js";
import { t as PropertyColumns } from "./property_columns-SZ6AAlPa.js";
import { I as copyUuids, a as firstRowsOf, n as countShipped, s as takesCounted } from "./shipped-Crx_IG-5.js";
import { c as STATUSES, n as restricted } from "./query-BO5VA2Zo.js";
import { r as errorCode } from "./known-ShXk4LDt.js";
import { i as ROWS_ALIKE } from "./run-B9uRFbuc.js";
import { a as textOf } from "./column-NKnza9zL.js";
import { r as personUuid } from "./person_uuid-DHbHeQxN.js";
import module from "node:module";
import { Worker } from "node:worker_threads";
import { availableParallelism, totalmem } from "node:os";
import { randomFillSync, randomUUID } from "node:crypto";
import { setImmediate, setTimeout as setTimeout$1 } from "node:timers/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
// src/engine/limits.ts
/** How far a configured limit can be raised before kernels can no longer represent the numbers. */
/** Cells of a breakdown are signed 32-bit numbers. */
const CELLS_MAX = 2 ** 31 - 1;
/** Formulas name series by letter. */
const LETTERS = 26;
/** `$group_0` to `$group_9`: a group type is always one digit. */
const GROUP_DIGITS = 10;
/** Called at start. @throws an assertion naming the limit at fault */
function checkLimits(limit) {
	const fits = (name, value, most) => assert(value <= most, `LIMIT.${name} is ${limit[name]}, but the engine holds ${most} (here ${value})`);
	fits("funnel_steps", limit.funnel_steps, 31);
	fits("path_names", limit.path_names * limit.path_steps, EDGE_SOURCES_MAX);
	fits("breakdown_cells", limit.breakdown_cells, CELLS_MAX);
	fits("entities", limit.entities, LETTERS);
	fits("groups_per_project", limit.groups_per_project, GROUP_DIGITS);
}
// src/service/access/random_source.ts
/** Random bytes for ids and secrets, from a reserve: to ask the system for ten of them takes as long as to take in an event. */
const RESERVE_BYTES = 16384;
function randomSource() {
	const reserve = new Uint8Array(RESERVE_BYTES);
	let at = RESERVE_BYTES;
	return (bytes) => {
		if (bytes > RESERVE_BYTES) return randomFillSync(new Uint8Array(bytes));
		if (at + bytes > RESERVE_BYTES) {
			randomFillSync(reserve);
			at = 0;
		}
		const taken = reserve.slice(at, at + bytes);
		reserve.fill(0, at, at + bytes);
		at += bytes;
		return taken;
	};
}
// src/service/computing/pace.ts
/** Time limit of a computation in this thread, checked at every checkpoint of the engine. */
/** Thrown when the time is up. */
var OutOfTime = class extends Error {};
var Pace = class {
	#until_ms = Number.POSITIVE_INFINITY;
	/** @throws OutOfTime at a checkpoint once `work` exceeds the limit */
	run(limit_ms, work) {
		this.#until_ms = performance.now() + limit_ms;
		try {
			return work();
		} finally {
			this.#until_ms = Number.POSITIVE_INFINITY;
		}
	}
	checkpoint() {
		if (performance.now() > this.#until_ms) throw new OutOfTime();
	}
};
// src/service/computing/running.ts
/** Computations in progress by the names their callers gave them, so that they can be cancelled. */
var Running = class {
	/** Project id and name -> callbacks that make the waiters leave. */
	#leaves = /* @__PURE__ */ new Map();
	/** Waits until `run` is done, `signal` aborts, or the name is cancelled; the latter two reach `run` as its signal. */
	async wait(project_id, name, signal, run) {
		const controller = new AbortController();
		const leave = () => controller.abort();
		if (signal.aborted) leave();
		signal.addEventListener("abort", leave);
		const forget = name === null ? null : this.#add(keyOf$1(project_id, name), leave);
		try {
			return await run(controller.signal);
		} finally {
			signal.removeEventListener("abort", leave);
			forget?.();
		}
	}
	/** Returns how many were waiting under that name. */
	cancel(project_id, name) {
		const leaves = [...this.#leaves.get(keyOf$1(project_id, name)) ?? []];
		for (const leave of leaves) leave();
		return leaves.length;
	}
	#add(key, leave) {
		const leaves = this.#leaves.get(key) ?? /* @__PURE__ */ new Set();
		this.#leaves.set(key, leaves.add(leave));
		return () => {
			leaves.delete(leave);
			if (leaves.size === 0) this.#leaves.delete(key);
		};
	}
};
function keyOf$1(project_id, name) {
	return `${project_id} ${name}`;
}
// src/service/threads/end_worker.ts
/** Ends a thread: told to close, it finishes its work; if it does not, it is terminated. */
/** Resolves when the thread is gone. Its messages must include `close`. */
async function endWorker(worker) {
	worker.ref();
	const ended = new Promise((resolve) => worker.once("exit", () => resolve()));
	const timer = setTimeout(() => void worker.terminate(), TUNING.stop_thread_ms);
	worker.postMessage("close");
	await ended;
	clearTimeout(timer);
}
// src/service/computing/thread.ts
/**
* The computing thread as the main thread sees it: started when first needed or announced; one question at a time, the
* others in a bounded queue. It keeps the process alive only while somebody waits.
*/
/** Beside this file, in sources as in the build. */
const ENTRY$2 = new URL(import.meta.url.endsWith(".ts") ? "./answering.ts" : "./answering.js", import.meta.url);
var ComputingThread = class {
	#options;
	#flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
	#line = [];
	#worker = null;
	#current = null;
	#closed = false;
	/** Columns the thread holds, as last reported. */
	bytes = 0;
	constructor(options) {
		this.#options = options;
	}
	get running() {
		return this.#current === null ? 0 : 1;
	}
	get waiting() {
		return this.#line.length;
	}
	/** Announces a project: the thread loads its code and identities while the caller goes on. */
	announce(project) {
		this.#worker ??= this.#start();
		if (this.#current === null) this.#worker.unref();
		post$1(this.#worker, { expect: project });
	}
	/** @throws ServiceError cancelled, timeout, busy, what refuses the question, and `error` if the thread died */
	ask(project, task, given, signal, stop_ms = TUNING.compute_stop_ms) {
		if (signal.aborted || this.#closed) return Promise.reject(cancelled$1());
		if (this.#current !== null && this.#line.length >= this.#options.waiting) return Promise.reject(busy());
		return new Promise((resolve, reject) => {
			const job = {
				project,
				task,
				given,
				resolve,
				reject,
				stop_ms,
				deadline: setTimeout(() => this.#giveUp(job, this.#lateFor(job)), this.#options.compute_ms)
			};
			signal.addEventListener("abort", () => this.#giveUp(job, cancelled$1()), { once: true });
			this.#line.push(job);
			this.#next();
		});
	}
	/** Pending questions are rejected. */
	async close() {
		this.#closed = true;
		for (const job of [...this.#line]) this.#giveUp(job, cancelled$1());
		if (this.#current !== null) this.#giveUp(this.#current.job, cancelled$1());
		if (this.#worker !== null) await endWorker(this.#worker);
	}
	#next() {
		if (this.#current !== null) return;
		const job = this.#line.shift();
		if (job === void 0) return;
		this.#worker ??= this.#start();
		this.#worker.ref();
		Atomics.store(this.#flag, 0, 0);
		this.#current = {
			job,
			stop: null
		};
		const { project, task, given } = job;
		post$1(this.#worker, {
			project,
			task,
			given,
			memory_bytes: this.#options.leftBytes()
		});
	}
	#start() {
		const { path, memory_bytes, helpers, heap_mb, startThread } = this.#options;
		const opening = {
			path,
			memory_bytes,
			helpers,
			flag: this.#flag
		};
		const resourceLimits = { maxOldGenerationSizeMb: heap_mb };
		const settings = {
			workerData: opening,
			name: "computing",
			env: environment(),
			resourceLimits
		};
		const worker = startThread(ENTRY$2, settings);
		let why = null;
		worker.on("message", (message) => this.#told(message));
		worker.on("error", (error) => {
			why = error;
		});
		worker.on("exit", () => {
			if (this.#worker === worker) this.#ended(why);
		});
		return worker;
	}
	#told(message) {
		const { job } = this.#finish();
		this.bytes = message.bytes;
		if (message.kind === "shown" || message.kind === "numbers") job?.resolve(message);
		else job?.reject(errorOf$1(message));
		this.#worker?.unref();
		this.#next();
	}
	/** Rejects the current question; the next one gets a new thread. */
	#ended(why) {
		this.#worker = null;
		this.bytes = 0;
		this.#finish().job?.reject(isOutOfMemory(why) ? tooMuch$1(this.#options.heap_mb) : ended(why));
		if (!this.#closed) this.#next();
	}
	#finish() {
		const current = this.#current;
		this.#current = null;
		if (current !== null) {
			clearTimeout(current.job.deadline);
			clearTimeout(current.stop ?? void 0);
		}
		return { job: current?.job ?? null };
	}
	/** The caller hears at once, the thread at its next checkpoint. */
	#giveUp(job, error) {
		const place = this.#line.indexOf(job);
		if (place >= 0) this.#line.splice(place, 1);
		job.reject(error);
		clearTimeout(job.deadline);
		const current = this.#current;
		if (current?.job !== job || current.stop !== null) return;
		Atomics.store(this.#flag, 0, 1);
		current.stop = setTimeout(() => void this.#worker?.terminate(), job.stop_ms);
	}
	#lateFor(job) {
		return this.#current?.job === job ? tooLong(this.#options.compute_ms) : busy();
	}
};
/** Inherits the compile cache directory of the main thread. So do helpers. */
function environment() {
	const folder = module.getCompileCacheDir();
	return folder === void 0 ? process.env : {
		...process.env,
		NODE_COMPILE_CACHE: dirname(folder)
	};
}
function post$1(worker, message) {
	worker.postMessage(message);
}
function busy() {
	return new ServiceError("busy", "Too many computations are waiting. Try again in a moment.");
}
function ended(why) {
	return new ServiceError("error", "The computation ended before it was done. Ask again, for less if it happens again.", why === null ? {} : { cause: why });
}
function isOutOfMemory(why) {
	return why instanceof Error && "code" in why && why.code === "ERR_WORKER_OUT_OF_MEMORY";
}
function tooMuch$1(heap_mb) {
	return new ServiceError("too_large", `The computation needs more than the ${heap_mb} MB of memory there are for one. Ask for a shorter range of dates, fewer series, or a breakdown with fewer values.`);
}
// src/service/computing/computing.ts
/**
* Where questions are computed: in a thread, so that the process keeps taking events and requests; or here, if there is
* so little data that asking the thread would take longer, or no other connection can see it (`:memory:`).
*/
function openComputing(parts, options) {
	const places = new Places(parts, options);
	return {
		running: new Running(),
		async show(project, task, signal) {
			const started_ms = performance.now();
			const statements = [];
			const { answer, place } = await places.compute(project, task, signal, statements);
			assert(answer.kind === "shown", "an answer to what was asked");
			const { traced, unexplained } = answer;
			const reasons = unexplained === null ? answer.reasons : await reasonsFor(parts, project, unexplained, signal);
			return {
				...answer,
				reasons,
				how: traced && {
					traced,
					place,
					statements,
					took_ms: performance.now() - started_ms
				}
			};
		},
		async numbers(project, asked, signal) {
			const { answer } = await places.compute(project, { asked }, signal, []);
			assert(answer.kind === "numbers", "an answer to what was asked");
			return answer.numbers;
		},
		rehearse: (project, task, signal) => places.rehearse(project, task, signal),
		countPersons: (project, where, signal) => parts.events.countPersons(project, where, signal),
		status: () => places.status(),
		close: () => places.close()
	};
}
/** None if they cannot be had: the answer stands without. */
async function reasonsFor({ store, datasets, events, memory_bytes }, project, about, signal) {
	const shipped = await events.rowsAbout(project, about.lines, signal).catch(() => null);
	if (shipped === null) return [];
	const { reasonsIn } = await import("./outcome-Bt58WPpm.js");
	const sources = {
		store,
		datasets,
		team: alone(() => {}),
		memory_bytes
	};
	return store.snapshot(() => reasonsIn(project, about, shipped, sources));
}
/** Share of the memory that stays for columns. */
const LEAST_SHARE = .25;
/** This thread and the computing thread. */
var Places = class {
	#parts;
	#thread;
	#placeOf;
	#compute_ms;
	#computed = 0;
	#computed_ms = 0;
	/** Ends the question that is computed for nobody. */
	#rehearsing = null;
	constructor(parts, options) {
		const { store, datasets, memory_bytes, startThread } = parts;
		const { compute_ms = LIMIT.compute_ms, waiting = LIMIT.computing_waiting } = options;
		const helpers = options.helpers ?? Math.min(availableParallelism() - 1, TUNING.compute_helpers);
		const heap_mb = options.heap_mb ?? TUNING.compute_heap_mb + Math.ceil(memory_bytes / 1024 ** 2);
		const leftBytes = () => Math.max(memory_bytes - datasets.excessBytes(), memory_bytes * LEAST_SHARE);
		const limits = {
			memory_bytes,
			leftBytes,
			helpers,
			heap_mb,
			compute_ms,
			waiting
		};
		this.#parts = parts;
		this.#thread = new ComputingThread({
			path: store.path,
			...limits,
			startThread
		});
		this.#placeOf = placesOf(store, options.place ?? "auto");
		this.#compute_ms = compute_ms;
		const large = store.projects.list().find((project) => this.#placeOf(project) === "thread");
		if (large !== void 0) this.#thread.announce(large);
	}
	/** `statements`: those another database was asked are added. @throws as `Computing.show` */
	async compute(project, task, signal, statements) {
		const started_ms = performance.now();
		this.#rehearsing?.abort();
		try {
			if (signal.aborted) throw cancelled$1();
			const listener = {
				heard: (statement) => void statements.push(statement),
				reads: listening()
			};
			const there = this.#parts.events.compute(project, task.asked, signal, listener);
			const given = there instanceof Promise ? await there : there;
			const afar = async () => ({
				answer: await this.#thread.ask(project, task, given, signal),
				place: "thread"
			});
			const place = this.#placeOf(project);
			if (place === "thread") return await afar();
			const limit_ms = place === "here" ? this.#compute_ms : TUNING.compute_here_ms;
			const answer = await this.#here(project, task, given, signal, limit_ms);
			if (answer !== null) return {
				answer,
				place: "here"
			};
			if (place === "here") throw tooLong(limit_ms);
			return await afar();
		} finally {
			this.#computed++;
			this.#computed_ms += performance.now() - started_ms;
		}
	}
	/** See `Computing`. */
	async rehearse(project, task, signal) {
		if (this.#thread.bytes > this.#parts.memory_bytes * TUNING.rehearsal_memory_share || this.#placeOf(project) !== "thread") return "over";
		if (this.#thread.running > 0) return "left";
		const rehearsing = new AbortController();
		this.#rehearsing = rehearsing;
		try {
			const ends = AbortSignal.any([signal, rehearsing.signal]);
			await this.#thread.ask(project, task, { from: "dataset" }, ends, this.#compute_ms);
			return "computed";
		} catch (error) {
			if (error instanceof ServiceError && error.code === "cancelled") return "left";
			throw error;
		} finally {
			this.#rehearsing = null;
		}
	}
	/** null if it takes longer. */
	async #here(project, task, given, signal, limit_ms) {
		const { outcomeOf } = await import("./outcome-Bt58WPpm.js");
		if (signal.aborted) throw cancelled$1();
		const { store, datasets, pace, memory_bytes } = this.#parts;
		const sources = {
			store,
			datasets,
			team: alone(() => pace.checkpoint()),
			memory_bytes
		};
		try {
			return pace.run(limit_ms, () => store.snapshot(() => outcomeOf(project, task, given, sources)));
		} catch (error) {
			if (error instanceof OutOfTime) return null;
			throw error;
		}
	}
	status() {
		const { running, waiting, bytes } = this.#thread;
		return {
			running,
			waiting,
			computed: this.#computed,
			computed_ms: this.#computed_ms,
			bytes
		};
	}
	close() {
		return this.#thread.close();
	}
};
function placesOf(store, place) {
	if (store.path === ":memory:" || place === "here") return () => "here";
	if (place === "thread") return () => "thread";
	/** Never shrinks: projects only grow. */
	const large = /* @__PURE__ */ new Set();
	return ({ id }) => {
		if (large.has(id)) return "thread";
		if (store.definitions.events(id).reduce((sum, { count }) => sum + count, 0) < TUNING.compute_events) return "try";
		large.add(id);
		return "thread";
	};
}
// src/service/contract/tracing.ts
const NO_TRACING = {
	is_on: false,
	within: (_, run) => run(() => {}),
	stages: () => {},
	close: async () => {}
};
// src/engine/storage/outdated_segment.ts
/** Reads segments of format 5 and older: one event and month each, every column a blob. */
/** @throws ServiceError data_corrupted, here and from every column */
function openOutdatedSegment(header, read) {
	const { event_ord, month, rows, columns } = headerOf(header);
	const byProperty = /* @__PURE__ */ new Map();
	for (const info of columns) if (info.property !== null) byProperty.set(info.property, info);
	const blob = ({ name, crc }) => {
		const bytes = read(name);
		if (bytes === void 0) throw corrupted(`column ${name} is missing`);
		if (frameCrc(bytes) !== crc) throw corrupted(`column ${name} is not the one that was sealed`);
		return bytes;
	};
	const fixed = (kind) => {
		const info = columns.find((column) => column.kind === kind);
		if (info === void 0) throw corrupted(`no column ${kind}`);
		return blob(info);
	};
	const start_ms = monthStart(month);
	const timeMs = () => Float64Array.from(decodeOffsets(fixed("time"), rows), (ms) => start_ms + ms);
	return {
		rows,
		properties: [...byProperty.keys()],
		eventOrd: () => new Uint32Array(rows).fill(event_ord),
		distinct: () => decodeDistinct(fixed("distinct"), rows),
		timeMs,
		uuids: () => decodeUuids(fixed("uuid"), rows, timeMs),
		column(property) {
			const info = byProperty.get(property);
			return info === void 0 ? null : decodeColumn(blob(info), rows);
		}
	};
}
function headerOf(bytes) {
	const text = decodeFrame(bytes, [KIND.header]).sections[0]?.bytes;
	if (text === void 0) throw corrupted("incomplete header");
	return parseJsonBytes(text);
}
// src/service/data/upgrade.ts
/** Segments listed at once; a step takes many small ones. */
const SEGMENTS_A_LOOK = 1e4;
/** @throws ServiceError data_corrupted if a segment cannot be read; the rest stays as it was */
function upgrade(store, log) {
	if (!store.outdated.exists()) return;
	const rows = store.outdated.rows();
	let done = 0;
	for (let made = upgradeSome(store); made > 0; made = upgradeSome(store)) {
		done += made;
		log.info({
			rows: done,
			of: rows
		}, "upgrading the database file: events are put into a new form");
	}
}
/** Returns the number of rows rebuilt; 0 when done. */
function upgradeSome(store) {
	const { outdated, people } = store;
	return store.transaction(() => {
		if (!outdated.exists()) return 0;
		const step = nextStep(outdated.oldest(SEGMENTS_A_LOOK));
		const [first] = step;
		if (first === void 0) {
			outdated.drop();
			return 0;
		}
		const sources = step.map(({ id, header }) => openOutdatedSegment(header, (name) => outdated.column(id, name)));
		const made = mergeArrivals(sources, people.personOf(first.project_id, 0));
		const ids = step.map(({ id }) => id);
		outdated.replace(first.project_id, ids, made);
		return made.rows;
	});
}
/** Segments of one project that make up a span of the usual size. */
function nextStep(oldest) {
	const step = [];
	let rows = 0;
	for (const segment of oldest) {
		if (segment.project_id !== oldest[0].project_id || rows >= TUNING.seal_events) break;
		step.push(segment);
		rows += segment.rows;
	}
	return step;
}
// src/service/sealing/erasing_elsewhere.ts
/**
* An erasure whose rows rest in a database of their own. They go there first, then people, and last, in one transaction,
* everything in the file; an interrupted one starts over.
*/
/** `finish` erases in the file, unless the people are others by then. @throws ServiceError; then it is still pending */
async function eraseElsewhere(store, erasure, erasing, finish) {
	const isDone = () => store.erasures.get(erasure.id)?.done_at_ms !== null;
	while (!isDone()) {
		const given = await removedStored(store, erasure, erasing);
		await erasing.alone(async (later, sent_seq) => {
			const people = store.snapshot(() => peopleOf(store, erasure, given.alive));
			if (erasure.task.kind === "persons" && !people.ids.every((id) => given.ids.includes(id))) return;
			const events_erased = given.events_erased + await removed(later, erasure, given);
			if (given.texts.size > 0) await erasing.people(people.persons, []);
			else await erasing.people(people.persons, people.ids);
			await finish({
				...given,
				...people,
				events_erased,
				sent_seq
			});
		});
	}
}
async function removedStored(store, erasure, erasing) {
	const { task } = erasure;
	const known = task.kind === "persons" ? store.snapshot(() => peopleOf(store, erasure, [])) : {
		persons: [],
		ids: []
	};
	const isNameless = task.kind === "persons" && !task.with_events;
	const texts = new Map(isNameless ? known.ids.map((id) => [id, randomUUID()]) : []);
	const events_erased = await removed(erasing.stored, erasure, {
		...known,
		texts
	});
	const { left, alive } = await erasing.left(candidates(store, erasure));
	return {
		...known,
		texts,
		events_erased,
		left,
		alive
	};
}
/** Returns the number of events. */
async function removed(from, { task }, { ids, texts }) {
	if (texts.size > 0) await from.rename(texts);
	const rows = rowsOf(task, ids);
	return rows === null ? 0 : from.remove(rows);
}
function rowsOf(task, ids) {
	switch (task.kind) {
		case "expiry": return {
			kind: "before",
			time_ms: task.before_ms
		};
		case "import": return {
			kind: "value",
			property: IMPORT_PROPERTY,
			text: String(task.import_id)
		};
		case "persons": return task.with_events ? {
			kind: "distincts",
			ids
		} : null;
	}
}
/** Distinct ids of whoever an import created: if they have no events left, it was all there is about them. */
function candidates(store, { task, project_id }) {
	if (task.kind !== "import") return [];
	const { persons } = store.imports.get(project_id, task.import_id) ?? { persons: [] };
	const created = [];
	for (let at = 0; at + 1 < persons.length; at += 2) for (let ord = persons[at]; ord < persons[at + 1]; ord++) created.push(ord);
	return store.people.idsOf(project_id, created);
}
// src/service/sealing/thread.ts
/**
* The sealing thread as the main thread sees it: started on first use, one step at a time, and no reason to keep the
* process alive between steps. If it dies nothing is lost: what was not exchanged is still in the log.
*/
/** Beside this file, in sources as in the build. */
const ENTRY$1 = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);
var SealingThread = class {
	#opening;
	#startThread;
	#worker = null;
	constructor(opening, startThread) {
		this.#opening = opening;
		this.#startThread = startThread;
	}
	/** Call it when the last step has ended. Rejects if the step fails or the thread dies; the next step gets a new thread. */
	async take(step) {
		this.#worker ??= this.#start();
		const worker = this.#worker;
		worker.ref();
		post(worker, step);
		const answer = await nextWord(worker).finally(() => worker.unref());
		if ("failed" in answer) throw new Error(answer.failed);
		return answer;
	}
	async close() {
		if (this.#worker !== null) await endWorker(this.#worker);
	}
	#start() {
		const worker = this.#startThread(ENTRY$1, {
			workerData: this.#opening,
			name: "sealing",
			trackUnmanagedFds: false
		});
		worker.on("error", () => {});
		worker.on("exit", () => {
			endExchange(this.#opening.exchange);
			if (this.#worker === worker) this.#worker = null;
		});
		return worker;
	}
};
function post(worker, message) {
	worker.postMessage(message);
}
function nextWord(worker) {
	return new Promise((resolve, reject) => {
		const settled = () => {
			worker.off("message", told);
			worker.off("error", failed);
			worker.off("exit", gone);
		};
		const told = (message) => {
			settled();
			resolve(message);
		};
		const failed = (error) => {
			settled();
			reject(error);
		};
		const gone = () => {
			settled();
			reject(/* @__PURE__ */ new Error("The sealing thread ended before it was done."));
		};
		worker.on("message", told);
		worker.on("error", failed);
		worker.on("exit", gone);
	});
}
// src/service/sealing/upkeep.ts
/**
* Keeps the store in shape between commits: seals a long tail, then merges small segments, step by step in a thread (or
* here with pauses, for a store in memory, which no thread can see). Only speed depends on it: what is left undone at
* the end is done after the next start.
*/
/** Before sealing: only the newest segments can be merged, and those of many sealings are too many for one merge. */
const CHORES = ["erase", "compact"];
const LATER_CHORES = ["scrub", "shrink"];
var Upkeep = class {
	#parts;
	#exchange = newExchange();
	#thread;
	/** For a store in memory. */
	#sealing;
	/** Project -> unsealed events in its log. */
	#tails = /* @__PURE__ */ new Map();
	/** Project -> seal while its log has this many events. */
	#toSeal = /* @__PURE__ */ new Map();
	/** chore -> projects */
	#due = {
		erase: /* @__PURE__ */ new Set(),
		compact: /* @__PURE__ */ new Set(),
		scrub: /* @__PURE__ */ new Set(),
		shrink: /* @__PURE__ */ new Set()
	};
	#scrubLater;
	/** Removals after which no bytes were left where events rest. */
	#scrubbedElsewhere = null;
	/** Why the last step failed. */
	#failure = null;
	/** The current step; resolves to whether it succeeded. */
	#step = null;
	#isStopped = false;
	constructor(parts) {
		this.#parts = parts;
		const { store, gives_way, startThread } = parts;
		this.#thread = new SealingThread({
			path: store.path,
			exchange: this.#exchange,
			gives_way
		}, startThread);
		this.#sealing = new Sealing(parts.store, this.#exchange);
		this.resume();
	}
	/** What was asked for and interrupted. */
	resume() {
		const { erasures } = this.#parts.store;
		for (const { project_id } of erasures.pending()) this.#due.erase.add(project_id);
		if (erasures.unscrubbed() !== null) this.#due.scrub.add(0);
		if (this.#due.erase.size + this.#due.scrub.size > 0) this.#begin();
	}
	/** Resolves when no erasure of the project is pending. @throws ServiceError if one fails; it is tried again later */
	async erase(project_id) {
		this.#due.erase.add(project_id);
		this.#failure = null;
		while (this.#due.erase.has(project_id)) if (!await this.#begin()) throw notYet(this.#failure);
		clearTimeout(this.#scrubLater);
		this.#scrubLater = setTimeout(() => this.resume(), TUNING.scrub_after_ms).unref();
	}
	/** Whether no bytes of what was erased are left; tries for a while. */
	async scrub() {
		const { erasures } = this.#parts.store;
		for (let tried = 0; tried < TUNING.scrub_tries && erasures.unscrubbed() !== null; tried++) {
			if (tried > 0) await setTimeout$1(TUNING.scrub_retry_ms);
			this.#due.scrub.add(0);
			while (this.#due.scrub.has(0)) if (!await this.#begin()) break;
		}
		return erasures.unscrubbed() === null;
	}
	/** Call it after a commit with the number of new events: starts sealing at `seal_from` events. */
	logGrew(project_id, events, seal_from) {
		if (events === 0) return;
		const known = this.#tails.get(project_id);
		if (known !== void 0) this.#tails.set(project_id, known + events);
		if (this.#tailOf(project_id) < seal_from) return;
		this.#toSeal.set(project_id, seal_from);
		this.#begin();
	}
	/**
	* Back-pressure for callers that write faster than sealing: resolves when at most this many events are unsealed; with
	* 0, when small segments are merged, too. Gives up if a step fails; the next commit tries again.
	*/
	async settle(project_id, events) {
		while (this.#tailOf(project_id) > events && !this.#isStopped) {
			this.#toSeal.set(project_id, TUNING.seal_events);
			if (!await this.#begin()) return;
		}
		if (events > 0) return;
		const { compact, shrink } = this.#due;
		shrink.add(project_id);
		while ((compact.has(project_id) || shrink.has(project_id)) && !this.#isStopped) if (!await this.#begin()) return;
	}
	/** See `exchangeEnd`. */
	exchangeEnd() {
		return exchangeEnd(this.#exchange);
	}
	/** See `longestExchange`. */
	longestExchange() {
		return longestExchange(this.#exchange);
	}
	/** Abandons a step that takes long: what was not exchanged is still in the log. */
	async stop() {
		this.#isStopped = true;
		clearTimeout(this.#scrubLater);
		await this.#thread.close();
		await this.#step;
		this.#sealing.close();
	}
	/** Read from the store once, then counted. */
	#tailOf(project_id) {
		const known = this.#tails.get(project_id) ?? this.#parts.store.events.tailEvents(project_id);
		this.#tails.set(project_id, known);
		return known;
	}
	/** The current step, or a new one. */
	#begin() {
		if (this.#isStopped || this.#parts.store.refusal() !== null) return Promise.resolve(false);
		this.#step ??= this.#take().finally(() => {
			this.#step = null;
			if (this.#nextStep() !== null) this.#begin();
		});
		return this.#step;
	}
	async #take() {
		const step = must(this.#nextStep(), "a step is due");
		const { project_id } = step;
		try {
			this.#note(step, await this.#run(step));
			return true;
		} catch (error) {
			this.#parts.log.warn({
				err: error,
				project: project_id
			}, "upkeep of the store was put off");
			this.#failure = error;
			this.#toSeal.delete(project_id);
			for (const projects of Object.values(this.#due)) projects.delete(project_id);
			return false;
		}
	}
	#nextStep() {
		const now_ms = this.#parts.now();
		const due = (chores) => {
			const kind = chores.find((chore) => this.#due[chore].size > 0);
			return kind === void 0 ? null : {
				kind,
				project_id: [...this.#due[kind]][0],
				now_ms
			};
		};
		const [toSeal] = this.#toSeal.keys();
		return due(CHORES) ?? (toSeal === void 0 ? due(LATER_CHORES) : {
			kind: "seal",
			project_id: toSeal,
			now_ms
		});
	}
	async #run(step) {
		const { settle, erasing } = this.#parts.events;
		if (step.kind === "seal" && settle !== null) {
			const settled = await settle(step.project_id);
			return {
				sealed: settled,
				is_more: settled > 0
			};
		}
		if (step.kind === "erase" && erasing !== null) return this.#eraseElsewhere(step, erasing);
		if (step.kind === "scrub") await this.#scrubElsewhere();
		return this.#inFile(step);
	}
	/** Once for all removals so far, as the file takes several steps. */
	async #scrubElsewhere() {
		const removals = this.#parts.store.erasures.unscrubbed();
		const { scrub } = this.#parts.events;
		if (scrub === null || removals === null || removals === this.#scrubbedElsewhere) return;
		await scrub();
		this.#scrubbedElsewhere = removals;
	}
	async #inFile(step) {
		if (this.#parts.store.path !== ":memory:") return this.#thread.take(step);
		await setTimeout$1(TUNING.upkeep_pause_ms);
		return takeStep(this.#sealing, step);
	}
	async #eraseElsewhere(step, erasing) {
		const { store } = this.#parts;
		const { project_id } = step;
		const [oldest] = store.erasures.pending(project_id);
		if (oldest !== void 0) {
			const finish = (elsewhere) => this.#inFile({
				...step,
				elsewhere
			});
			await eraseElsewhere(store, oldest, await erasing(project_id), finish);
		}
		return {
			sealed: 0,
			is_more: store.erasures.pending(project_id).length > 0
		};
	}
	#note({ kind, project_id }, { sealed, is_more, is_held = false }) {
		if (kind !== "seal") {
			if (!is_more || is_held) this.#due[kind].delete(project_id);
			if (kind === "erase") this.#tails.delete(project_id);
			if (is_held) {
				clearTimeout(this.#scrubLater);
				this.#scrubLater = setTimeout(() => this.resume(), TUNING.scrub_retry_ms).unref();
			}
			return;
		}
		const tail = Math.max(0, (this.#tails.get(project_id) ?? 0) - sealed);
		if (is_more) this.#tails.set(project_id, tail);
		else this.#tails.delete(project_id);
		if (!is_more || tail < (this.#toSeal.get(project_id) ?? 0)) this.#toSeal.delete(project_id);
		this.#due.compact.add(project_id);
	}
};
/** What the caller can mend is said as it is. */
function notYet(failure) {
	if (failure instanceof ServiceError && failure.code !== "busy") return failure;
	return new ServiceError("busy", "What was asked for is noted but could not be done now. It is tried again every quarter of an hour, when the server starts, and with the next deletion.");
}
// src/service/ingest/backlog.ts
/**
* Estimates how long the commit queue takes, from recent commits; every newcomer waits for all of it. A client refused
* early can retry; admitted, it would wait for seconds and delay those after it. A few events are always admitted: one
* commit that a busy machine delayed makes the estimate too high, and beacons of pages that close are not sent again.
*/
/** Initial estimate: fifty thousand events a second. */
const FIRST_MS_PER_EVENT = .02;
/** Weight of the newest measurement. Small commits say little about the cost per event. */
const SHARE = .2;
const MEASURED_EVENTS = 50;
var Backlog = class {
	#events = 0;
	#ms_per_event = FIRST_MS_PER_EVENT;
	/** When the last commit ended, if more was queued then; else null. */
	#ended_ms = null;
	get wait_ms() {
		return this.#events * this.#ms_per_event;
	}
	get isTooLong() {
		return this.#events > LIMIT.commit_wait_events && this.wait_ms > LIMIT.commit_wait_ms;
	}
	add(events) {
		this.#events += events;
	}
	/** Excludes idle time (waiting for locks of others) from the measurement. */
	paused() {
		this.#ended_ms = null;
	}
	/** `began_ms`, `now_ms`: of the commit. Between back-to-back commits the gap counts too, as clients wait for it. */
	done(events, began_ms, now_ms) {
		this.#events -= events;
		const took_ms = now_ms - (this.#ended_ms ?? began_ms);
		if (events >= MEASURED_EVENTS) this.#ms_per_event += SHARE * (took_ms / events - this.#ms_per_event);
		this.#ended_ms = this.#events > 0 ? now_ms : null;
	}
	/** The queue was refused. */
	clear() {
		this.#events = 0;
		this.#ended_ms = null;
	}
};
// src/service/ingest/taking.ts
/**
* Takes one batch of events in, row by row: which are new, whose they are, which groups they have. Lookups that rows
* share (event name, distinct id) are made once per batch.
*/
const UUID_BYTES$1 = 16;
const NO_COLUMNS = /* @__PURE__ */ new Map();
/** Below this many rows, ids are looked up one by one. */
const LOOK_AHEAD_ROWS = 256;
var Taking = class {
	#batch;
	#parts;
	/** Code of a name -> event number. */
	#event_ords = [];
	/** Code of a distinct id -> its identity. */
	#ids;
	/** Next row, and how many before it were taken. */
	#row = 0;
	#count = 0;
	/** Three per taken row: row, event number, distinct id number. */
	#rows;
	#event_ord;
	#distinct;
	/** Group keys of rows, if any. */
	#groupKeys = null;
	constructor(batch, parts) {
		this.#batch = batch;
		this.#parts = parts;
		const [, ...distinct_ids] = batch.distinct_ids.texts;
		this.#ids = batch.rows >= LOOK_AHEAD_ROWS ? [void 0, ...parts.identities.lookAhead(distinct_ids)] : [];
		this.#rows = new Uint32Array(batch.rows);
		this.#event_ord = new Uint32Array(batch.rows);
		this.#distinct = new Uint32Array(batch.rows);
	}
	/** Next row to take. */
	get row() {
		return this.#row;
	}
	/** Returns how many rows from the current one to `end` were taken; the others are duplicates. */
	takeUntil(end) {
		const before = this.#count;
		for (; this.#row < end; this.#row++) this.#take(this.#row);
		return this.#count - before;
	}
	/** The taken rows, for the log. */
	finish() {
		const count = this.#count;
		const taken = this.#rows.subarray(0, count);
		const isWhole = count === this.#batch.rows;
		const { time_ms, uuids } = this.#batch;
		const { columns, packed, samples } = this.#properties(taken, isWhole);
		this.#parts.definitions.noteProperties(samples);
		return {
			event_ord: this.#event_ord.subarray(0, count),
			distinct: this.#distinct.subarray(0, count),
			time_ms: isWhole ? time_ms : Float64Array.from(taken, (row) => time_ms[row]),
			uuids: isWhole ? uuids : uuidsOf(uuids, taken),
			columns,
			packed
		};
	}
	#take(row) {
		const { known, definitions } = this.#parts;
		const { time_ms, uuids } = this.#batch;
		const event_ord = this.#eventOrd(row);
		if (!known.take(event_ord, time_ms[row], uuids, row * UUID_BYTES$1)) return;
		const place = this.#count++;
		this.#rows[place] = row;
		this.#event_ord[place] = event_ord;
		this.#distinct[place] = this.#distinctOrd(row);
		if (this.#batch.grouped[row] === 1) this.#takeGroups(row);
		definitions.countEvent(event_ord, time_ms[row]);
	}
	#eventOrd(row) {
		const { codes, texts } = this.#batch.names;
		const code = codes[row];
		const ord = this.#event_ords[code] ?? this.#parts.definitions.eventOrd(texts[code]);
		this.#event_ords[code] = ord;
		return ord;
	}
	#distinctOrd(row) {
		const { identities, transaction } = this.#parts;
		const { distinct_ids, properties } = this.#batch;
		const { codes, texts } = distinct_ids;
		const code = codes[row];
		const id = this.#ids[code] ?? identities.remembered(texts[code]);
		this.#ids[code] = id;
		if (id !== void 0 && identities.isSettled(id, this.#batch.visits[row])) return id.ord;
		if (id !== void 0 && identities.isCampaignKnown(id, this.#batch.visits[row], properties.campaigns, row)) return id.ord;
		return identities.resolve(eventAt(this.#batch, row), transaction);
	}
	#takeGroups(row) {
		const keys = this.#parts.groups.resolve(eventAt(this.#batch, row), this.#parts.transaction);
		this.#groupKeys ??= new PropertyColumns();
		this.#groupKeys.set(row, keys);
	}
	/** Of the taken rows: keys of their groups, and their import. */
	#given(taken) {
		const keys = this.#groupKeys === null ? NO_COLUMNS : columnsOf(this.#groupKeys.columns(this.#batch.rows), taken);
		const { import_id } = this.#parts;
		if (import_id === null || taken.length === 0) return keys;
		const codes = new Uint8Array(taken.length).fill(1);
		return new Map([...keys, [IMPORT_PROPERTY, {
			kind: "dictionary",
			codes,
			values: [null, import_id]
		}]]);
	}
	/** Of the taken rows. Group keys replace properties sent under their names. Stays packed if possible. */
	#properties(taken, isWhole) {
		const { properties } = this.#batch;
		const keys = this.#given(taken);
		const { packed } = properties;
		if (isWhole && packed !== null && !packed.names.some((name) => keys.has(name) || name === "$import_id")) return {
			columns: keys,
			packed,
			samples: [...properties.samples(), ...samplesOf(keys)]
		};
		const sent = taken.length === 0 ? NO_COLUMNS : properties.columns();
		const selected = new Map(isWhole ? sent : columnsOf(sent, taken));
		selected.delete(IMPORT_PROPERTY);
		const columns = new Map([...selected, ...Array.from(keys, ([name, key]) => laidOver(name, selected.get(name), key))]);
		return {
			columns,
			packed: null,
			samples: samplesOf(columns)
		};
	}
};
/** Selects rows, in the given order; drops columns that become empty. */
function columnsOf(columns, rows) {
	const selected = /* @__PURE__ */ new Map();
	for (const [name, column] of columns) {
		const gathered = gatherColumn(column, rows);
		if (gathered !== null) selected.set(name, gathered);
	}
	return selected;
}
/** The key where there is one, else what was sent. */
function laidOver(name, sent, keys) {
	if (sent === void 0) return [name, keys];
	assert(keys.kind === "dictionary", "keys are texts");
	const both = new ColumnBuilder();
	both.addColumn(0, sent);
	for (const [row, code] of keys.codes.entries()) if (code !== 0) both.set(row, keys.values.at(code));
	return [name, both.column(keys.codes.length)];
}
function uuidsOf(uuids, rows) {
	const selected = new Uint8Array(rows.length * UUID_BYTES$1);
	copyUuids(uuids, rows, selected, 0);
	return selected;
}
// src/service/ingest/writer.ts
/**
* Writes one project's items within the caller's open transaction: drops duplicates, resolves persons and groups,
* records names and types, appends rows to the log. Caches are dropped when others have changed the project, and must
* be dropped by `forget` when a transaction fails.
*/
/** Too many ids of stored events would have to be read; read them, then try again. */
var IdsUnread = class extends Error {};
var ProjectWriter = class {
	#parts;
	#project;
	#identities;
	#groups;
	#definitions;
	/** Project revision for which the caches are valid. */
	#revision = -1;
	/** Of the current transaction, and what it has appended to the log. */
	#known = null;
	#chunks = [];
	constructor(parts, project) {
		const { people, groups, definitions } = parts.store;
		this.#parts = parts;
		this.#project = project;
		this.#identities = new Identities(people, project.id);
		this.#groups = new Groups(groups, project.id);
		this.#definitions = new Definitions(definitions, project.id);
	}
	/** Events of several callers, in order; one result each. @throws IdsUnread */
	write(callers) {
		const transaction = this.#begin(null, TUNING.known_ids_read);
		const taken = callers.map(() => 0);
		let logged = 0;
		for (const { batch, ends } of narrowBatches(callers)) {
			const taking = this.#taking(batch, transaction);
			for (const { caller, row } of ends) taken[caller] += taking.takeUntil(row);
			logged += this.#log(taking, transaction);
		}
		this.#finish(transaction);
		return {
			results: callers.map(({ length }, at) => ({
				taken: taken[at],
				duplicates: length - taken[at]
			})),
			logged
		};
	}
	/** Items in order, each batch in one or more parts; one result per part. */
	import(batches, import_id) {
		const transaction = this.#begin(import_id, Number.POSITIVE_INFINITY);
		const noteRun = import_id === null ? null : this.#run(import_id);
		const results = [];
		let logged = 0;
		for (const { items, parts } of batches) {
			const taking = this.#taking(items.events, transaction);
			let from = {
				events: 0,
				others: 0
			};
			for (const end of parts) {
				results.push(this.#takePart(taking, items.others.slice(from.others, end.others), end.events, transaction));
				from = end;
			}
			assert(from.events === items.events.rows && from.others === items.others.length, "parts make up the batch");
			logged += this.#log(taking, transaction);
		}
		this.#finish(transaction);
		noteRun?.(logged);
		return {
			results,
			logged
		};
	}
	/** Begins a batch of an import; what it returns notes what came of it. @throws ServiceError gone */
	#run(import_id) {
		const { imports, people } = this.#parts.store;
		const { id } = this.#project;
		const run = imports.get(id, import_id);
		if (run === void 0) throw takenBack();
		const from = people.personLimit(id);
		return (events) => {
			const until = people.personLimit(id);
			const persons = until === from ? run.persons : joinedRanges(run.persons, from, until);
			const changed = {
				changed_at_ms: this.#parts.now(),
				revision: this.#revision
			};
			imports.note({
				...run,
				...changed,
				events: run.events + events,
				persons
			});
		};
	}
	/** Call after the commit: caches now include what was written. */
	committed() {
		this.#known?.committed({
			revision: this.#revision,
			chunks: this.#chunks
		});
		this.#known = null;
	}
	/** The transaction failed, or others have written. */
	forget() {
		this.#known?.undo();
		this.#known = null;
		this.#identities.forget();
		this.#groups.forget();
		this.#definitions.forget();
	}
	#begin(import_id, ids_at_most) {
		const { events } = this.#parts.store;
		if (events.revision(this.#project.id) !== this.#revision && !events.isOnlySealedSince(this.#project.id, this.#revision)) this.forget();
		this.#known = this.#parts.datasets.known(this.#project, ids_at_most);
		this.#chunks = [];
		return new Writing(this.#parts.store, this.#definitions, this.#project.id, this.#known, import_id);
	}
	#taking(batch, transaction) {
		return new Taking(batch, {
			known: transaction.known,
			identities: this.#identities,
			groups: this.#groups,
			definitions: this.#definitions,
			transaction,
			import_id: transaction.import_id
		});
	}
	/** Events before row `end`, and the other items among them. */
	#takePart(taking, others, end, transaction) {
		const from = taking.row;
		let events = 0;
		const counts = {
			taken: 0,
			known: 0,
			left_out: 0
		};
		for (const { row, item, line } of others) {
			events += taking.takeUntil(row);
			counts[this.#takeOther(item, line, transaction)]++;
		}
		events += taking.takeUntil(end);
		const duplicates = end - from - events + counts.known;
		return {
			taken: events + counts.taken,
			duplicates,
			left_out: counts.left_out
		};
	}
	#takeOther(item, line, transaction) {
		const { store, now } = this.#parts;
		if (item.kind === "group" && !this.#groups.hasRoomFor(item.group)) return "left_out";
		if (line !== null && !store.events.noteLine(this.#project.id, line, transaction.import_id ?? void 0)) return "known";
		if (item.kind === "person") this.#identities.describe(item.person, transaction);
		else this.#groups.describe(item.group, now(), transaction);
		return "taken";
	}
	/** Returns the number of rows appended. */
	#log(taking, transaction) {
		const rows = taking.finish();
		const events = rows.event_ord.length;
		if (events === 0) return 0;
		transaction.revision();
		const bytes = encodeChunk(rows);
		const seq = this.#parts.store.events.append(this.#project.id, {
			events,
			bytes
		});
		this.#chunks.push({
			seq,
			events,
			bytes
		});
		return events;
	}
	#finish(transaction) {
		if (!transaction.known.isSure()) throw new IdsUnread();
		this.#identities.finish(transaction);
		this.#definitions.finish();
		this.#revision = this.#parts.store.events.revision(this.#project.id);
	}
};
/** [from, until) pairs, end to end, with another one at the end. */
function joinedRanges(ranges, from, until) {
	return ranges.at(-1) === from ? [...ranges.slice(0, -1), until] : [
		...ranges,
		from,
		until
	];
}
function takenBack() {
	return new ServiceError("gone", "The import was deleted while it ran, so nothing more of it is taken. Import again.");
}
/** What identities and groups may ask of their transaction. */
var Writing = class {
	known;
	import_id;
	#store;
	#definitions;
	#project_id;
	#revision = null;
	constructor(store, definitions, project_id, known, import_id) {
		this.#store = store;
		this.#definitions = definitions;
		this.#project_id = project_id;
		this.known = known;
		this.import_id = import_id;
	}
	/** Incremented on first use: a batch of duplicates changes nothing. */
	revision() {
		this.#revision ??= this.#store.events.nextRevision(this.#project_id);
		return this.#revision;
	}
	notePersonProperties(properties) {
		this.#definitions.notePersonProperties(properties);
	}
	noteGroupProperties(type_index, properties) {
		this.#definitions.noteGroupProperties(type_index, properties);
	}
};
// src/service/ingest/ingest.ts
/**
* The ingest door. Callers put events into one queue; a few milliseconds later one transaction takes all of them, so
* that many small requests share one fsync. Callers are answered once that transaction is on disk.
*/
function openIngest(parts) {
	const queue = new CommitQueue(parts);
	return {
		admit: () => queue.admit(),
		capture: async (project, events) => {
			await queue.warmed(project);
			return queue.add(project, events);
		},
		importItems: (project, items) => sumOf$1(queue.import(project, wholeBatches(items), TUNING.tail_events, null)),
		importBatch: (project, items, parts, import_id) => queue.import(project, [{
			items,
			parts
		}], TUNING.seal_events, import_id),
		settle: (project, events) => queue.settle(project, events),
		erase: (project) => queue.erase(project),
		scrub: () => queue.scrub(),
		longestExchange: () => queue.longestExchange(),
		flush: () => queue.flush(),
		close: () => queue.close()
	};
}
/** Cost of an event besides its properties. */
const EVENT_BYTES = 200;
const NOTHING = {
	taken: 0,
	duplicates: 0
};
var CommitQueue = class {
	#parts;
	#upkeep;
	#writers = /* @__PURE__ */ new Map();
	#warmed = /* @__PURE__ */ new Map();
	#waiting = [];
	/** Events that wait until ids are read. */
	#postponed = /* @__PURE__ */ new Set();
	/** Project -> the end of reading ids. */
	#reading = /* @__PURE__ */ new Map();
	/** Of all events that wait, for whatever reason. */
	#bytes = 0;
	#backlog = new Backlog();
	#timer = null;
	constructor(parts) {
		this.#parts = parts;
		this.#upkeep = new Upkeep(parts);
	}
	/** Before a project's first events in this process: preloads the ids of recent weeks, yielding in between. */
	warmed(project) {
		let warmed = this.#warmed.get(project.id);
		if (warmed === void 0) {
			warmed = this.#warm(project);
			this.#warmed.set(project.id, warmed);
		}
		return warmed;
	}
	async #warm(project) {
		try {
			const from_ms = this.#parts.now() - TUNING.warm_known_ms;
			for (const _ of this.#parts.datasets.warmKnown(project, from_ms)) await setImmediate();
		} catch (error) {
			this.#parts.log.warn({
				err: error,
				project: project.id
			}, "ids are read when they are needed");
		}
	}
	/** Reads the ids that a transaction missed. Others write meanwhile. */
	#readIds(project) {
		let reading = this.#reading.get(project.id);
		if (reading === void 0) {
			reading = this.#readInSteps(project).finally(() => this.#reading.delete(project.id));
			this.#reading.set(project.id, reading);
		}
		return reading;
	}
	async #readInSteps(project) {
		for (let tries = 1;; tries++) {
			await setImmediate();
			try {
				for (const _ of this.#parts.datasets.readKnown(project)) await setImmediate();
				return;
			} catch (error) {
				if (tries >= TUNING.known_ids_tries) throw error;
			}
		}
	}
	#postpone(one) {
		this.#postponed.add(one);
		this.#bytes += one.bytes;
		this.#readIds(one.project).then(() => this.#resume(one), (error) => {
			this.#parts.log.error({
				err: error,
				events: one.events.length
			}, "events were not stored");
			if (!this.#postponed.delete(one)) return;
			this.#bytes -= one.bytes;
			one.reject(error);
		});
	}
	#resume(one) {
		if (!this.#postponed.delete(one)) return;
		this.#backlog.add(one.events.length);
		this.#waiting.push(one);
		this.#timer ??= setTimeout(() => void this.#commitOutsideExchange(), 0);
	}
	/** @throws ServiceError busy, read_only */
	admit() {
		const refusal = this.#parts.store.refusal();
		if (refusal !== null) throw refusal;
		if (this.#backlog.isTooLong) throw tooMuch();
	}
	/** @throws ServiceError busy, read_only */
	add(project, events) {
		if (events.length === 0) return Promise.resolve(NOTHING);
		this.admit();
		const names = namesOf(events);
		if (names > LIMIT.batch_properties) throw tooManyNames();
		const bytes = events.reduce((sum, event) => sum + checkedBytes(event), 0);
		if (this.#bytes > 0 && this.#bytes + bytes > LIMIT.commit_queue_bytes) throw tooMuch();
		this.#bytes += bytes;
		this.#backlog.add(events.length);
		return new Promise((resolve, reject) => {
			this.#waiting.push({
				project,
				events,
				bytes,
				names,
				resolve,
				reject
			});
			this.#timer ??= setTimeout(() => void this.#commitOutsideExchange(), TUNING.commit_window_ms);
		});
	}
	import(project, batches, seal_from, import_id) {
		const { results, logged } = this.#transaction(() => this.#writer(project).import(batches, import_id));
		this.#upkeep.logGrew(project.id, logged, seal_from);
		return [...results];
	}
	async settle(project, events) {
		await this.#upkeep.settle(project.id, events);
		if (events === 0) await this.#parts.store.durable();
	}
	erase(project) {
		return this.#upkeep.erase(project.id);
	}
	scrub() {
		return this.#upkeep.scrub();
	}
	async flush() {
		for (;;) {
			while (this.#waiting.length > 0) this.#commit();
			if (this.#postponed.size === 0) return this.#parts.store.durable();
			await Promise.allSettled(this.#reading.values());
		}
	}
	/** Events that cannot be committed in time were not acknowledged; their senders are told to retry. */
	async close() {
		const until_ms = performance.now() + TUNING.stop_commit_ms;
		while (this.#waiting.length > 0 && performance.now() < until_ms) this.#commit();
		this.#refuseAll(new ServiceError("busy", "The server is shutting down. Send the events again."));
		await this.#parts.store.durable().catch(() => {});
		await this.#upkeep.stop();
	}
	longestExchange() {
		return this.#upkeep.longestExchange();
	}
	/** Waits for a segment exchange, while requests are still read. The first to continue commits for all. */
	async #commitOutsideExchange() {
		const exchanged = this.#upkeep.exchangeEnd();
		if (exchanged !== null) this.#backlog.paused();
		await exchanged;
		try {
			if (this.#waiting.length > 0 && !this.#parts.store.isFree()) {
				this.#backlog.paused();
				await untilFree(this.#parts.store);
			}
		} catch (error) {
			this.#refuseAll(error);
		}
		if (this.#waiting.length > 0) this.#commit();
	}
	#refuseAll(error) {
		const refused = [...this.#waiting.splice(0), ...this.#postponed];
		this.#postponed.clear();
		this.#bytes = 0;
		this.#backlog.clear();
		if (this.#timer !== null) clearTimeout(this.#timer);
		this.#timer = null;
		if (refused.length > 0) this.#parts.log.error({
			err: error,
			requests: refused.length
		}, "events were not stored");
		for (const one of refused) one.reject(error);
	}
	/** Writes the oldest waiting events, as many as fit one commit. */
	#commit() {
		if (this.#timer !== null) clearTimeout(this.#timer);
		this.#timer = null;
		const began_ms = performance.now();
		const taken = this.#takeWaiting();
		if (!this.#write(taken) && taken.length > 1) for (const one of taken) this.#write([one]);
		const events = taken.reduce((sum, one) => sum + one.events.length, 0);
		this.#backlog.done(events, began_ms, performance.now());
		if (this.#waiting.length > 0) this.#timer = setTimeout(() => void this.#commitOutsideExchange(), 0);
	}
	#takeWaiting() {
		let [events, names, count] = [
			0,
			0,
			0
		];
		const isFull = () => events >= TUNING.commit_events || names >= TUNING.commit_names;
		for (; count < this.#waiting.length && !isFull(); count++) {
			events += this.#waiting[count].events.length;
			names += this.#waiting[count].names;
			this.#bytes -= this.#waiting[count].bytes;
		}
		const taken = this.#waiting.slice(0, count);
		this.#waiting = this.#waiting.slice(count);
		return taken;
	}
	/** Returns false if several callers' events failed together for a reason that may be one caller's. */
	#write(taken) {
		const byProject = Map.groupBy(taken, (one) => one.project.id);
		try {
			const committed = this.#transaction(() => [...byProject.values()].map((waiting) => ({
				waiting,
				...this.#writer(waiting[0].project).write(waiting.map((one) => one.events))
			})));
			const durable = this.#parts.store.durable();
			for (const { waiting, results, logged } of committed) {
				waiting.forEach((one, i) => {
					durable.then(() => one.resolve(results[i]), one.reject);
				});
				this.#upkeep.logGrew(waiting[0].project.id, logged, TUNING.tail_events);
			}
			return true;
		} catch (error) {
			if (taken.length > 1 && !(error instanceof ServiceError)) return false;
			if (error instanceof IdsUnread) {
				for (const one of taken) this.#postpone(one);
				return true;
			}
			this.#parts.log.error({
				err: error,
				events: taken.length
			}, "events were not stored");
			for (const one of taken) one.reject(error);
			return true;
		}
	}
	/** Writers keep their caches on commit and drop them on failure. */
	#transaction(run) {
		try {
			const result = this.#parts.store.transactionAhead(run);
			for (const writer of this.#writers.values()) writer.committed();
			return result;
		} catch (error) {
			for (const writer of this.#writers.values()) writer.forget();
			throw error;
		}
	}
	#writer(project) {
		let writer = this.#writers.get(project.id);
		if (writer === void 0) {
			writer = new ProjectWriter(this.#parts, project);
			this.#writers.set(project.id, writer);
		}
		return writer;
	}
};
function tooMuch() {
	return new ServiceError("busy", "More events arrive than can be stored just now. Send them again in a moment.");
}
function namesOf(events) {
	const names = /* @__PURE__ */ new Set();
	for (const { properties } of events) {
		for (const name in properties) names.add(name);
		if (names.size > LIMIT.batch_properties) break;
	}
	return names.size;
}
function tooManyNames() {
	return new ServiceError("too_large", `A request may have ${LIMIT.batch_properties} different properties; send fewer events at once, and what varies as values, not as names.`);
}
/** Estimated bytes of an event. Asserts what would fail a transaction that others share. */
function checkedBytes(event) {
	checkEvent(event);
	const bytes = weigh(event.properties, LIMIT.json_depth);
	assert(Number.isFinite(bytes), "properties are not nested too deeply");
	return EVENT_BYTES + bytes;
}
function* wholeBatches(items) {
	for (const batch of batchesOf(items, TUNING.import_rows)) yield {
		items: batch,
		parts: [{
			events: batch.events.rows,
			others: batch.others.length
		}]
	};
}
function sumOf$1(results) {
	const sum = {
		taken: 0,
		duplicates: 0,
		left_out: 0
	};
	for (const { taken, duplicates, left_out } of results) {
		sum.taken += taken;
		sum.duplicates += duplicates;
		sum.left_out += left_out;
	}
	return sum;
}
// src/service/pictures/thread.ts
/**
* SVG -> PNG in a thread, started on first use: rendering is synchronous and takes a tenth of a second. One picture at
* a time, with a short bounded queue.
*/
/** Beside this file, in sources as in the build. */
const ENTRY = new URL(import.meta.url.endsWith(".ts") ? "./painting.ts" : "./painting.js", import.meta.url);
function openPictures() {
	let worker = null;
	let closed = false;
	const waiting = [];
	const start = () => {
		const started = new Worker(ENTRY, { name: "painting" });
		started.on("message", (painted) => settle(painted));
		started.on("error", () => {});
		started.on("exit", () => {
			if (worker !== started) return;
			worker = null;
			if (waiting.length > 0) settle({ failed: "The painting thread ended before it was done." });
		});
		return started;
	};
	const next = () => {
		const [first] = waiting;
		if (first === void 0) {
			worker?.unref();
			return;
		}
		worker ??= start();
		worker.ref();
		const { svg, zoom } = first;
		worker.postMessage({
			svg,
			zoom
		});
	};
	const settle = (painted) => {
		const done = waiting.shift();
		if ("png" in painted) done?.resolve(painted.png);
		else done?.reject(new Error(painted.failed));
		next();
	};
	return {
		png({ svg, zoom }) {
			if (closed || waiting.length >= LIMIT.pictures_waiting) throw new ServiceError("busy", "Too many pictures are being painted. Try again in a second, or take the .svg.");
			return new Promise((resolve, reject) => {
				waiting.push({
					svg,
					zoom,
					resolve,
					reject
				});
				if (waiting.length === 1) next();
			});
		},
		async close() {
			closed = true;
			for (const { reject } of waiting.splice(0)) reject(new ServiceError("busy", "The server is stopping."));
			if (worker !== null) await endWorker(worker);
		}
	};
}
// src/clickhouse/statement/sql.ts
/**
* SQL fragments. They are made with `sql`...``: literal text is this program's, and each value becomes a bound
* parameter, so values can never become SQL.
*/
/** Texts and numbers are bound, integers as Int64. */
function sql(strings, ...values) {
	const texts = [strings[0]];
	const bound = [];
	for (const [at, value] of values.entries()) {
		const piece = pieceOf(value);
		texts[texts.length - 1] += piece.texts[0];
		texts.push(...piece.texts.slice(1));
		bound.push(...piece.values);
		texts[texts.length - 1] += strings[at + 1];
	}
	return {
		texts,
		values: bound
	};
}
function pieceOf(value) {
	if (typeof value === "object") return "texts" in value ? value : {
		texts: ["", ""],
		values: [value]
	};
	if (typeof value === "string") return pieceOf({
		type: "String",
		value
	});
	return pieceOf({
		type: Number.isInteger(value) ? "Int64" : "Float64",
		value
	});
}
const NAME$1 = /^[a-z_][a-z0-9_]*$/i;
/** An identifier made by this program: a column, table or alias. */
function name(text) {
	assert(NAME$1.test(text), "a plain name");
	return {
		texts: [text],
		values: []
	};
}
function textList(value) {
	return {
		type: "Array(String)",
		value
	};
}
function integers(value) {
	return {
		type: "Array(Int64)",
		value
	};
}
function numberList(value) {
	return {
		type: "Array(Float64)",
		value: [...value]
	};
}
/** Times no event can have stand for "unbounded". */
const FAR_MS = 9e15;
/** A time bound; infinite ones become very distant, fractions are rounded up. */
function ms(value) {
	return {
		type: "Int64",
		value: Math.ceil(Math.min(Math.max(value, -9e15), FAR_MS))
	};
}
function msList(values) {
	return {
		type: "Array(Int64)",
		value: Array.from(values, (value) => Number(ms(value).value))
	};
}
/** Empty if there are no pieces. */
function joined(pieces, separator) {
	return pieces.reduce((all, piece, at) => at === 0 ? piece : sql`${all}${separator}${piece}`, sql``);
}
function list(pieces) {
	return joined(pieces, sql`, `);
}
/** True if empty. */
function allOf(pieces) {
	const said = pieces.filter((piece) => piece.texts.length > 1 || piece.texts[0] !== "1");
	if (said.length < 2) return said[0] ?? sql`1`;
	return sql`(${joined(said, sql` and `)})`;
}
/** False if empty. */
function anyOf(pieces) {
	if (pieces.length < 2) return pieces[0] ?? sql`0`;
	return sql`(${joined(pieces, sql` or `)})`;
}
/** Equal values share a parameter. */
function render({ texts, values }) {
	const names = /* @__PURE__ */ new Map();
	const parameters = {};
	let statement = texts[0];
	for (const [at, { type, value }] of values.entries()) {
		const key = JSON.stringify([type, value]);
		const known = names.get(key) ?? `p${names.size}`;
		names.set(key, known);
		parameters[known] = value;
		statement += `{${known}:${type}}${texts[at + 1]}`;
	}
	return {
		statement,
		parameters
	};
}
// src/clickhouse/statement/asking.ts
/** How kinds query the server: one statement after the other, returning rows. */
/** undefined for expressions. */
function actorOf(actor, frame) {
	switch (actor.kind) {
		case "person": return {
			of: sql`person`,
			is_there: sql`1`,
			per: "shard"
		};
		case "group": {
			const key = frame.group(actor.type_index);
			return {
				of: key,
				is_there: sql`${key} != ''`,
				per: "whole"
			};
		}
		case "expression": return;
		default: return unreachable(actor);
	}
}
/** The same for actors that SQL can always express. */
function plainActorOf(actor, frame) {
	return actorOf(actor, frame);
}
// src/clickhouse/statement/frame.ts
/** A property's value; missing if absent, which differs from ''. */
function propertyOf(properties, key) {
	return sql`if(mapContains(${properties}, ${key}), ${properties}[${key}], null)`;
}
var Frame = class {
	scope;
	/** By what was requested. */
	#wanted = /* @__PURE__ */ new Map();
	#wants_id = false;
	#wants_created = false;
	#wants_sessions = false;
	constructor(scope) {
		this.scope = scope;
	}
	/** Column with a source's text, null if missing; undefined if SQL cannot express it. */
	text(source) {
		switch (source.of) {
			case "event":
			case "person":
			case "group": return this.#owned(source);
			case "metadata": return this.#metadata(source.key);
			case "session":
				this.#wants_sessions = true;
				this.#owned(SESSION_ID$1);
				return sql`toString(session_seconds)`;
			default: return;
		}
	}
	/** When the row's person was created. */
	personCreated() {
		this.#wants_created = true;
		return sql`person_created`;
	}
	session() {
		return this.#owned(SESSION_ID$1);
	}
	group(type_index) {
		return sql`ifNull(${this.#owned({
			of: "event",
			key: `$group_${type_index}`
		})}, '')`;
	}
	/** The `from` clause. Call it last, as it contains the columns requested so far. */
	rows(reach, besides = []) {
		const wanted = [...this.#wanted.values()];
		const columns = wanted.filter(({ source }) => source.of === "event").map(({ column, source }) => sql`, ${propertyOf(sql`properties`, source.key)} as ${column}`);
		const { tables, project_id } = this.scope;
		return sql`${sql`(select event, time, arrived, uuid, distinct, distinct_id, ${this.#person()} as person${pieces(besides.map((column) => sql`, ${name(column)}`))}${pieces(columns)}
      from ${tables.events} final ${this.#moved()} where ${allOf([sql`project = ${project_id}`, ...conditionsOf(reach)])}) as happened`}${this.#persons(wanted)}${this.#groups(wanted)}${this.#sessions()}`;
	}
	#owned(source) {
		if (source.of === "group") this.group(source.type_index);
		const key = JSON.stringify([
			source.of,
			source.of === "group" ? source.type_index : null,
			source.key
		]);
		const known = this.#wanted.get(key) ?? {
			column: name(`${source.of}_${this.#wanted.size}`),
			source
		};
		this.#wanted.set(key, known);
		return known.column;
	}
	#metadata(key) {
		if (key === "person_id") this.#wants_id = true;
		return {
			event: sql`toNullable(toString(event))`,
			distinct_id: sql`toNullable(distinct_id)`,
			person_id: sql`toNullable(person_id)`,
			timestamp: sql`toNullable(toString(time))`
		}[key];
	}
	#person() {
		return this.scope.has_moves ? sql`if(moved_to.moved = 1, moved_to.person, person)` : sql`person`;
	}
	#moved() {
		if (!this.scope.has_moves) return sql``;
		const { tables, project_id } = this.scope;
		return sql`left any join (select person, moved, distinct from ${tables.distincts} final where project = ${project_id} and moved = 1) as moved_to using (distinct)`;
	}
	#persons(wanted) {
		const own = wanted.filter(({ source }) => source.of === "person");
		if (own.length === 0 && !this.#wants_id && !this.#wants_created) return sql``;
		const { tables, project_id } = this.scope;
		return sql` left any join (select person, id as person_id, created as person_created${pieces(own.map(({ column, source }) => sql`, ${propertyOf(sql`properties`, source.key)} as ${column}`))}
      from ${tables.persons} final where project = ${project_id}) as persons using (person)`;
	}
	#groups(wanted) {
		return pieces([...Map.groupBy(wanted, ({ source }) => source.of === "group" ? source.type_index : null)].map(([type, of_type]) => type === null ? sql`` : this.#groupsOf(type, of_type)));
	}
	#groupsOf(type_index, wanted) {
		const key = this.#wanted.get(JSON.stringify([
			"event",
			null,
			`$group_${type_index}`
		]));
		const { tables, project_id } = this.scope;
		const columns = wanted.map(({ column, source }) => sql`, ${propertyOf(sql`properties`, source.key)} as ${column}`);
		const groups = name(`groups_${type_index}`);
		return sql` left any join (select key as ${groups}_key${pieces(columns)} from ${tables.groups} final
      where project = ${project_id} and type = ${type_index}) as ${groups} on ifNull(${key.column}, '') = ${groups}.${groups}_key`;
	}
	/** Over all events of each session, whatever the statement reads. */
	#sessions() {
		if (!this.#wants_sessions) return sql``;
		const { tables, project_id } = this.scope;
		return sql` left any join (select ${sql`properties[${SESSION_ID$1.key}]`} as session_id, toNullable(intDiv(max(time) - min(time), 1000)) as session_seconds
      from ${tables.events} final where project = ${project_id} and mapContains(properties, ${SESSION_ID$1.key}) group by session_id) as sessions
      on ${this.session()} = sessions.session_id`;
	}
};
const SESSION_ID$1 = {
	of: "event",
	key: "$session_id"
};
function pieces(some) {
	return some.reduce((before, piece) => sql`${before}${piece}`, sql``);
}
/** First and last day that the table's column can hold. */
const DAYS_FROM_MS = Date.UTC(1900, 0, 1);
const DAYS_UNTIL_MS = Date.UTC(2299, 11, 31);
/** Days in addition to times, since days are in the table's sort order. */
function conditionsOf({ events, from_ms, until_ms }) {
	const conditions = [];
	if (events !== null) conditions.push(sql`event in (${list(events.map((event) => sql`${event}`))})`);
	if (Number.isFinite(from_ms)) conditions.push(sql`time >= ${Math.ceil(from_ms)}`);
	if (Number.isFinite(until_ms)) conditions.push(sql`time < ${Math.ceil(until_ms)}`);
	if (from_ms >= DAYS_FROM_MS && from_ms < DAYS_UNTIL_MS) conditions.push(sql`day >= ${dayText(from_ms)}::Date32`);
	if (until_ms > DAYS_FROM_MS && until_ms < DAYS_UNTIL_MS) conditions.push(sql`day <= ${dayText(until_ms)}::Date32`);
	return conditions;
}
/** YYYY-MM-DD. */
function dayText(time_ms) {
	return new Date(Math.min(Math.max(time_ms, DAYS_FROM_MS), DAYS_UNTIL_MS)).toISOString().slice(0, 10);
}
// src/clickhouse/statement/condition.ts
/**
* Resolved conditions as SQL. Exact or nothing: if SQL would judge differently (free-form dates, page elements,
* expressions), the whole condition is undefined, and the kernels answer from fetched rows.
*/
function condition(predicate, frame) {
	return judged(predicate, (source) => frame.text(source), frame.scope);
}
function judged(predicate, textOf, scope) {
	switch (predicate.kind) {
		case "all": return sql`1`;
		case "none": return sql`0`;
		case "and":
		case "or": {
			const parts = everyDefined(predicate.of.map((part) => judged(part, textOf, scope)));
			return parts && (predicate.kind === "and" ? allOf(parts) : anyOf(parts));
		}
		case "not": {
			const part = judged(predicate.of, textOf, scope);
			return part && sql`(not ${part})`;
		}
		case "value": {
			const text = textOf(predicate.source);
			return text && tested(predicate.test, text);
		}
		default: {
			const persons = personsOf(predicate, scope);
			return persons && sql`person in (${persons})`;
		}
	}
}
function everyDefined(values) {
	const defined = values.filter((value) => value !== void 0);
	return defined.length === values.length ? defined : void 0;
}
/** Two-valued: missing values fail. */
function tested(test, text) {
	switch (test.op) {
		case "set": return sql`isNotNull(${text})`;
		case "in": return test.values.some(isNested) ? void 0 : passes(sql`${text} in ${textList(test.values)}`);
		case "contains": return test.needles.every(isAscii) ? anyOf(test.needles.map((needle) => passes(sql`${text} ilike ${likeOf(needle)}`))) : void 0;
		case "matches": return anyOf(test.patterns.map((pattern) => passes(sql`match(${text}, ${`(?-s)${pattern}`})`)));
		case "number": return numberWithin(test, numberOf(text));
		default: return;
	}
}
function passes(said) {
	return sql`ifNull(${said}, 0)`;
}
/** Equal arrays and objects may be written differently. */
function isNested(text) {
	return parseNested(text, LIMIT.json_depth) !== void 0;
}
/** Case folding agrees for these characters only. */
function isAscii(text) {
	return Array.from(text).every((letter) => letter.charCodeAt(0) < 128);
}
/** `%` and `_` are wildcards in both. */
function likeOf(needle) {
	return `%${needle.replaceAll("\\", "\\\\")}%`;
}
function numberWithin(test, number) {
	const bounds = [];
	if (Number.isFinite(test.min)) bounds.push(sql`${number} ${test.min_open ? sql`>` : sql`>=`} ${float(test.min)}`);
	if (Number.isFinite(test.max)) bounds.push(sql`${number} ${test.max_open ? sql`<` : sql`<=`} ${float(test.max)}`);
	return bounds.length === 0 ? sql`isNotNull(${number})` : passes(allOf(bounds));
}
function float(value) {
	return sql`${{
		type: "Float64",
		value
	}}`;
}
/** The number a text holds, else null. */
function numberOf(text) {
	return sql`arrayMap(number -> if(isFinite(number), number, null), [toFloat64OrNull(trim(${text}))])[1]`;
}
/** Rows that any of the matches selects. */
function matched(matches, frame) {
	const found = everyDefined(matches.map((match) => matchOf(match, frame)));
	return found && anyOf(found);
}
function matchOf({ event, where }, frame) {
	const passed = condition(where, frame);
	return event === null ? passed : passed && allOf([sql`event = ${event}`, passed]);
}
/** null = every event. */
function eventsOf(matches) {
	const events = /* @__PURE__ */ new Set();
	for (const { event } of matches) {
		if (event === null) return null;
		events.add(event);
	}
	return [...events];
}
/** A statement that selects the persons who fulfil a condition, whatever events they have. */
function personsOf(condition_, scope) {
	const { tables, project_id } = scope;
	switch (condition_.kind) {
		case "cohort": {
			const passed = judged(condition_.where, personText, scope);
			return passed && sql`select person from ${tables.persons} final where project = ${project_id} and ${passed}`;
		}
		case "members": return sql`select person from ${tables.distincts} final where project = ${project_id} and distinct in ${msList(condition_.distincts)}`;
		case "any_distinct_id": {
			const passed = tested(condition_.test, sql`toNullable(distinct_id)`);
			return passed && sql`select person from ${tables.distincts} final where project = ${project_id} and ${passed}`;
		}
		case "behaviour": return behaved(condition_.behaviour, scope);
		case "sampled": return;
		default: return unreachable(condition_);
	}
}
function personText(source) {
	return source.of === "person" ? propertyOf(sql`properties`, source.key) : void 0;
}
function behaved(behaviour, scope) {
	switch (behaviour.op) {
		case "count": {
			const deeds = doneBy(behaviour.deeds, sql`count() as times`, scope);
			return deeds && sql`select person from (${deeds}) where ${between(behaviour.min, behaviour.max)}`;
		}
		case "sequence": return followed(behaviour, scope);
		case "regular": return regular(behaviour, scope);
		default: return unreachable(behaviour);
	}
}
function between(min, max) {
	return Number.isFinite(max) ? sql`times >= ${min} and times <= ${max}` : sql`times >= ${min}`;
}
/** Grouped by person. */
function doneBy({ matches, from_ms, until_ms }, what, scope) {
	const frame = new Frame(scope);
	const found = matched(matches, frame);
	const reach = {
		events: eventsOf(matches),
		from_ms,
		until_ms
	};
	return found && sql`select person, ${what} from ${frame.rows(reach)} where ${found} group by person`;
}
function followed(behaviour, scope) {
	const first = doneBy(behaviour.deeds, sql`groupArray(time) as began`, scope);
	const later = doneBy(behaviour.later, sql`groupArray(time) as went_on`, scope);
	if (first === void 0 || later === void 0) return void 0;
	return sql`select person from (${first}) as first_deeds join (${later}) as later_deeds using (person)
    where arrayExists(a -> arrayExists(b -> b > a and b - a <= ${ms(behaviour.within_ms)}, went_on), began)`;
}
function regular(behaviour, scope) {
	const { matches, edges_ms, min, max, min_periods } = behaviour;
	const frame = new Frame(scope);
	const found = matched(matches, frame);
	const reach = {
		events: eventsOf(matches),
		from_ms: edges_ms[0],
		until_ms: edges_ms.at(-1)
	};
	return found && sql`select person from (select person, roundDown(time, ${msList(edges_ms)}) as period, count() as times
      from ${frame.rows(reach)} where ${found} group by person, period)
      where ${between(min, max)} group by person having count() >= ${min_periods}`;
}
/** An alias with a number. */
function numbered(text, at) {
	return name(`${text}_${at}`);
}
// src/clickhouse/statement/rows.ts
/** Call it last, as the frame has the columns requested so far. undefined if SQL cannot express a condition. */
function chosenRows(frame, matches, range, besides = []) {
	const found = matched(matches, frame);
	return found && sql`${frame.rows({
		events: eventsOf(matches),
		...range
	})} where ${allOf([found, ...besides])}`;
}
// src/clickhouse/kinds/activity.ts
/** Lifecycle and stickiness: an array per actor of the buckets in which it was active. */
async function answerLifecycle(query, asking) {
	if (query.entity === null) return [];
	const rows = await asking.rows((scope) => lifecycleStatement(query, scope));
	if (rows === void 0) return null;
	const numbers = STATUSES.map(() => new Float64Array(query.edges_ms.length - 2));
	for (const [bucket, status, actors] of rows) numbers[Number(status)][Number(bucket) - 2] += Number(actors);
	return numbers;
}
/** Rows: bucket from 1, index of the status, actors. undefined for groups, whose first appearance is defined differently. */
function lifecycleStatement(query, scope) {
	const { actor, entity, edges_ms } = query;
	if (actor.kind !== "person" || entity === null) return void 0;
	const frame = new Frame(scope);
	const created = frame.personCreated();
	const edges = msList(edges_ms);
	const buckets = edges_ms.length - 1;
	const rows = chosenRows(frame, entity.matches, {
		from_ms: edges_ms[0],
		until_ms: edges_ms[buckets]
	});
	if (rows === void 0) return void 0;
	return {
		inner: sql`select standing.1 as bucket, standing.2 as status, count() as actors from (
        select arrayJoin(arrayConcat(
          arrayMap((bucket, place) -> (bucket, multiIf(place > 1 and there[place - 1] = bucket - 1, 1, ${sql`place = 1 and created >= ${edges}[bucket] and created < ${edges}[bucket + 1]`}, 0, 2)), there, arrayEnumerate(there)),
          arrayMap(bucket -> (bucket + 1, 3), arrayFilter((bucket, place) -> there[place + 1] != bucket + 1, there, arrayEnumerate(there)))
        )) as standing
        from (select arraySort(arrayMap(edge -> toInt64(indexOf(${edges}, edge)), groupUniqArray(roundDown(time, ${edges})))) as there,
          any(${created}) as created from ${rows} group by person))
      where bucket >= 2 and bucket <= ${buckets} group by bucket, status`,
		outer: (parts) => sql`select bucket, status, sum(actors) from ${parts} group by bucket, status`,
		per: "shard"
	};
}
async function answerStickiness(query, asking) {
	const numbers = [];
	for (const entity of query.entities) {
		const rows = await asking.rows((scope) => stickinessStatement(query, entity, scope));
		if (rows === void 0) return null;
		const actors_of = new Float64Array(query.edges_ms.length - 1);
		for (const [periods, actors] of rows) actors_of[Number(periods) - 1] += Number(actors);
		numbers.push(actors_of);
	}
	return numbers;
}
/** Rows: number of buckets, actors active in that many. */
function stickinessStatement(query, entity, scope) {
	const frame = new Frame(scope);
	const { of, is_there, per } = plainActorOf(entity.actor, frame);
	const rows = chosenRows(frame, entity.matches, query.range, [is_there]);
	if (rows === void 0) return void 0;
	const { min_rows, max_rows } = query;
	const most = Number.isFinite(max_rows) ? sql` and times <= ${max_rows}` : sql``;
	return {
		inner: sql`select periods, count() as actors from (
        select actor, count() as periods from (
          select ${of} as actor, roundDown(time, ${msList(query.edges_ms)}) as edge, count() as times
          from ${rows} group by actor, edge having times >= ${min_rows}${most})
        group by actor)
      group by periods`,
		outer: (parts) => sql`select periods, sum(actors) from ${parts} group by periods`,
		per
	};
}
// src/clickhouse/kinds/events.ts
/** Stored events, latest first. */
async function answerEvents(query, asking) {
	const rows = await asking.rows((scope) => eventsStatement(query, scope));
	if (rows === void 0) return null;
	const events = upTo$1(query.bytes, rows.slice(0, query.limit));
	return {
		events,
		has_more: events.length < rows.length
	};
}
/** Members besides the properties, as JSON. */
const FIXED_BYTES = 250;
/** As many as fit; at least the first. */
function upTo$1(bytes, rows) {
	const events = [];
	let left = bytes;
	for (const [time, uuid, event, distinct, person, json] of rows) {
		left -= FIXED_BYTES + String(json).length;
		if (left < 0 && events.length > 0) break;
		const place = {
			time_ms: Number(time),
			uuid: String(uuid),
			event: String(event)
		};
		events.push({
			...place,
			distinct: Number(distinct),
			person: Number(person),
			properties: byName(String(json))
		});
	}
	return events;
}
function byName(json) {
	const properties = Object.entries(objectIn(json));
	return Object.fromEntries(properties.sort(([a], [b]) => a < b ? -1 : 1));
}
/** Rows: time, uuid, event, numbers of distinct id and person, properties; one more than a page holds. */
function eventsStatement(query, scope) {
	const { matches, range, behind, limit } = query;
	const frame = new Frame(scope);
	const found = matched(matches, frame);
	if (found === void 0) return void 0;
	const rows = frame.rows({
		events: eventsOf(matches),
		...range
	}, ["json"]);
	const order = sql`order by at desc, id desc, name desc limit ${limit + 1}`;
	return {
		inner: sql`select time as at, toString(uuid) as id, toString(event) as name, distinct as of_distinct, person as of_person, json as values
      from ${rows} where ${allOf([found, ...behindOf(behind)])} ${order}`,
		outer: (parts) => sql`select at, id, name, of_distinct, of_person, values from ${parts} ${order}`,
		per: "shard"
	};
}
function behindOf(place) {
	if (place === null) return [];
	return [sql`(time, toString(uuid), toString(event)) < (${place.time_ms}, ${place.uuid}, ${place.event})`];
}
// src/clickhouse/statement/breakdown.ts
/** Breakdowns: a key of texts per row. '' means missing, null or '', which are one group. */
const UNSPLIT = {
	parts: [],
	bounds: []
};
/** Relative extension of the last bin. */
const LAST_EXTRA = .01;
/** `measured`: minimum and maximum of a part among the rows that count; null = none. */
async function splitBy(breakdown, measured) {
	const parts = breakdown?.kind === "values" ? breakdown.dimensions : [];
	const bounds = [];
	for (const part of parts) {
		if (part.bins === null) {
			bounds.push(void 0);
			continue;
		}
		const span = await measured(part);
		if (span === void 0) return null;
		bounds.push(span === null ? null : boundsOf(span, part.bins));
	}
	return {
		parts,
		bounds
	};
}
/** The same arithmetic as the engine's, for identical numbers. */
function boundsOf([min, max], bins) {
	const span = max - min;
	return Float64Array.from({ length: bins + 1 }, (_, bin) => Number.isFinite(span) ? span / bins * bin + min : min * (1 - bin / bins) + max * (bin / bins));
}
/** Row -> Array(String); undefined if SQL cannot express a value. */
function keyColumn({ parts, bounds }, frame) {
	if (parts.length === 0) return sql`emptyArrayString()`;
	const texts = everyDefined(parts.map((part, at) => {
		const text = frame.text(part.source);
		return text && partText(part, bounds[at], text);
	}));
	return texts && sql`[${list(texts)}]`;
}
function partText(part, bounds, text) {
	if (bounds === null) return sql`''`;
	if (bounds !== void 0) return binOf(numberOf(text), bounds);
	return sql`ifNull(substringUTF8(${part.normalize_url ? withoutUrlEnd(text) : text}, 1, ${LIMIT.breakdown_value_chars}), '')`;
}
/** The bin's number as text. */
function binOf(number, bounds) {
	return sql`ifNull(if(isNull(${number}), null, toString(arrayLastIndex(begin -> ${number} >= begin, ${numberList(bounds.subarray(0, -1))}) - 1)), '')`;
}
function withoutUrlEnd(text) {
	const cut = sql`replaceRegexpOne(ifNull(${text}, ''), '[/?#]+$', '')`;
	return sql`if(isNull(${text}), null, if(${cut} = '', '/', ${cut}))`;
}
function keyOf({ bounds }, cell) {
	if (!Array.isArray(cell)) return [];
	return cell.map((text, at) => {
		if (text === "") return null;
		const of_bins = bounds[at];
		return of_bins ? binLabel(of_bins, Number(text)) : text;
	});
}
/** "[10,17.5]" */
function binLabel(bounds, bin) {
	const extra = bin === bounds.length - 2 ? LAST_EXTRA : 0;
	return `[${bounds[bin]},${bounds[bin + 1] + extra}]`;
}
/** Minimum and maximum of a value; null if there is none, undefined if SQL cannot express it. */
async function measure(asking, part, chosen) {
	const rows = await asking.rows((scope) => measuring(new Frame(scope), part, chosen));
	if (rows === void 0) return void 0;
	const [least, greatest, count] = rows[0] ?? [];
	return Number(count ?? 0) === 0 ? null : [Number(least), Number(greatest)];
}
function measuring(frame, part, chosen) {
	const text = frame.text(part.source);
	const rows = chosen(frame);
	if (text === void 0 || rows === void 0) return void 0;
	return {
		inner: sql`select min(number) as least, max(number) as greatest, count(number) as numbers
      from (select ${numberOf(text)} as number from ${rows})`,
		outer: (parts) => sql`select min(least), max(greatest), sum(numbers) from ${parts} where numbers > 0`,
		per: "shard"
	};
}
// src/clickhouse/kinds/funnel.ts
async function answerFunnel(query, asking) {
	const { steps, viz, breakdown } = query;
	if (steps.length === 0) return {
		viz: "steps",
		groups: []
	};
	if (!isPlain(query)) return null;
	if (viz === "time_to_convert") {
		const rows = await asking.rows((scope) => timesStatement(query, scope));
		return rows ? {
			viz,
			times_ms: Float64Array.from(numbersOf$1(rows[0]?.[0]))
		} : null;
	}
	const groups = breakdown?.kind === "cohorts" ? await byCohort(query, breakdown, asking) : await byKey(query, asking);
	return groups && {
		viz: "steps",
		groups
	};
}
async function byCohort(query, { cohorts }, asking) {
	const groups = [];
	for (const { id, where } of cohorts) {
		const steps = query.steps.map((step) => restricted(step, where));
		const within = await byKey({
			...query,
			breakdown: null,
			steps
		}, asking);
		if (within === null) return null;
		for (const group of within) if (group.counts[0] !== 0) groups.push({
			...group,
			key: [String(id)]
		});
	}
	return groups;
}
/** Without a breakdown there is one group. */
async function byKey(query, asking) {
	const parts = query.breakdown?.kind === "values" ? query.breakdown.dimensions : [];
	if (parts.some(({ bins }) => bins !== null)) return null;
	const split = {
		parts,
		bounds: parts.map(() => void 0)
	};
	const rows = await asking.rows((scope) => stepsStatement(query, split, scope));
	if (rows === void 0) return null;
	return (parts.length === 0 ? [rows[0] ?? [[]]] : rows).map(([key, ...row]) => ({
		key: keyOf(split, key),
		...stepNumbers(query.steps.length, row)
	}));
}
/** Row: actors of each step, then times to each step from the second on. */
function stepNumbers(steps, row) {
	const counts = Array.from({ length: steps }, (_, step) => Number(row[step] ?? 0));
	return {
		counts,
		times_ms: counts.map((_, step) => [sampleOf(step === 0 ? [] : numbersOf$1(row[steps + step - 1]))])
	};
}
function numbersOf$1(cell) {
	return Array.isArray(cell) ? cell.map(Number) : [];
}
function sampleOf(numbers) {
	return {
		lists: numbers.length === 0 ? [] : [Float64Array.from(numbers)],
		size: numbers.length,
		sum: numbers.reduce((sum, number) => sum + number, 0),
		bins: null
	};
}
function isPlain({ order, viz, exclusions, attribution, breakdown, steps }) {
	const events = steps.map(eventOf);
	return order === "ordered" && viz !== "trends" && exclusions.length === 0 && (breakdown?.kind !== "values" || viz === "time_to_convert" || attribution.kind !== "step") && events.every((event) => event !== null) && new Set(events).size === events.length;
}
/** The event of a step that has no other condition; else null. */
function eventOf({ matches, first_of }) {
	return matches.length === 1 && first_of === null ? matches[0].event : null;
}
/** Rows: key, actors of each step, times of each from the second on. */
function stepsStatement(query, split, scope) {
	const attempts = attemptsOf(query, split, scope);
	if (attempts === void 0) return void 0;
	const steps = query.steps.map((_, at) => at + 1);
	const reached = steps.map((step) => sql`countIf(length(times) >= ${step}) as ${numbered("reached", step)}`);
	const took = steps.slice(1).map((step) => {
		const between = sql`times[${step}] - times[${step - 1}]`;
		return sql`groupArrayIf(${between}, length(times) >= ${step} and ${between} > 0) as ${numbered("took", step)}`;
	});
	return {
		inner: sql`select k, ${list([...reached, ...took])} from (${attempts}) group by k`,
		outer: (parts) => sql`select k, ${list([...steps.map((step) => sql`sum(${numbered("reached", step)})`), ...steps.slice(1).map((step) => sql`groupArrayArray(${numbered("took", step)})`)])} from ${parts} group by k`,
		per: perOf(query)
	};
}
function timesStatement(query, scope) {
	const attempts = attemptsOf(query, UNSPLIT, scope);
	const { from_step, to_step } = query;
	return attempts && {
		inner: sql`select groupArray(times[${to_step + 1}] - times[${from_step + 1}]) as took from (${attempts}) where length(times) > ${to_step}`,
		outer: (parts) => sql`select groupArrayArray(took) from ${parts}`,
		per: perOf(query)
	};
}
function perOf({ actor }) {
	return actor.kind === "person" ? "shard" : "whole";
}
/** Earlier than any attempt. */
const NOWHERE = sql`(${ms(Number.NEGATIVE_INFINITY)}, toInt64(0), emptyArrayInt64())`;
/** Rows whose order decides which of them gives an actor its key. */
const PLACE = sql`(time, event, arrived)`;
/**
* Of each actor, and of each of its keys where these have funnels of their own: the key, and the times of the best
* attempt: the deepest, and of those the first to get there.
*/
function attemptsOf(query, split, scope) {
	const is_apart = split.parts.length > 0 && query.attribution.kind === "all_events";
	const rows = stepRows$1(query, split, scope);
	if (rows === void 0) return void 0;
	const count = query.steps.length;
	const apart = is_apart ? sql`actor, own_key` : sql`actor`;
	const so_far = sql`over (partition by ${apart} order by time, step rows between unbounded preceding and current row)`;
	const stages = Array.from({ length: count }, (_, at) => stageOf(at + 1, query, so_far));
	const last = numbered("stage", count);
	const levels = query.steps.map((_, at) => at + 1).slice(1);
	const level = sql`multiIf(step = 1, 1, ${list([...levels.map((at) => sql`${numbered("leads", at)}, ${at}`), sql`0`])})`;
	const own = sql`multiIf(step = 1, ${numbered("at", 1)}.3, ${list([...levels.map((at) => sql`step = ${at}, ${numbered("at", at)}.3`), sql`emptyArrayInt64()`])})`;
	const key = is_apart ? sql`own_key` : touched(query, split);
	return sql`with steps as (${rows}), ${list(stages)}
    select ${key} as k, argMaxIf(${own}, (level, -time), level > 0) as times
    from (select *, ${level} as level from ${last}) group by ${apart} having max(level) > 0`;
}
/** The first or last key of which any part has a value. */
function touched({ attribution }, { parts }) {
	if (parts.length === 0) return sql`emptyArrayString()`;
	return sql`arrayResize(${attribution.kind === "last_touch" ? sql`argMaxIf` : sql`argMinIf`}(own_key, ${PLACE}, arrayExists(part -> part != '', own_key)), ${parts.length}, '')`;
}
/** Start, negated time, and times of all steps, of the attempt with the latest start that came this far. */
function stageOf(step, { window_ms }, so_far) {
	const at = numbered("at", step);
	if (step === 1) return sql`${numbered("stage", 1)} as (select *, max(if(step = 1, (time, toInt64(0), [time]), ${NOWHERE})) ${so_far} as ${at} from steps)`;
	const before = numbered("at", step - 1);
	const leads = numbered("leads", step);
	return sql`${numbered("stage", step)} as (
    select *, (step = ${step} and notEmpty(${before}.3) and time - ${before}.1 <= ${ms(window_ms)}) as ${leads},
      max(if(${leads}, (${before}.1, -time, arrayPushBack(${before}.3, time)), ${NOWHERE})) ${so_far} as ${at}
    from ${numbered("stage", step - 1)})`;
}
/** Rows: actor, time, step from 1; of a breakdown also the key, and what decides between rows of one instant. */
function stepRows$1(query, split, scope) {
	const frame = new Frame(scope);
	const actor = actorOf(query.actor, frame);
	const found = everyDefined(query.steps.map(({ matches }) => matched(matches, frame)));
	const key = keyColumn(split, frame);
	if (actor === void 0 || found === void 0 || key === void 0) return void 0;
	const reach = {
		events: eventsOf(query.steps.flatMap(({ matches }) => matches)),
		...query.range
	};
	const cases = found.map((one, at) => sql`${one}, ${at + 1}`);
	const keyed = split.parts.length === 0 ? sql`` : sql`, ${key} as own_key, event, arrived`;
	return sql`select ${actor.of} as actor, time, multiIf(${list([...cases, sql`0`])}) as step${keyed}
    from ${frame.rows(reach)} where ${allOf([anyOf(found), actor.is_there])}`;
}
// src/clickhouse/kinds/path_name.ts
/** Name of a path step: its event, or a value after cleaning rules and groupings. */
function stepName(query, frame) {
	if (query.expression !== null) return void 0;
	const raw = rawName(query.named, frame);
	const replacements = everyDefined(query.rules.map(replacementOf));
	if (replacements === void 0) return void 0;
	const clean = query.rules.reduce((text, { regex }, at) => sql`replaceRegexpAll(${text}, ${`(?-s)${regex}`}, ${replacements[at]})`, raw);
	return query.groupings.length === 0 ? clean : grouped$1(clean, query.groupings);
}
function rawName(named, frame) {
	if (named.length === 0) return sql`toString(event)`;
	return sql`multiIf(${list(named.map(({ event, key, is_url }) => {
		const text = sql`ifNull(${frame.text({
			of: "event",
			key
		})}, '')`;
		return sql`event = ${event}, ${is_url ? sql`if(length(${text}) > 1, replaceRegexpOne(${text}, '/$', ''), ${text})` : text}`;
	}))}, toString(event))`;
}
/** The alias as a replacement text of the server; references to missing groups become empty. */
function replacementOf({ regex, alias }) {
	const groups = groupsIn(regex);
	if (groups === void 0) return void 0;
	return alias.replace(/\\([0-9\\])|\\/g, (found, sign) => {
		if (sign === void 0 || sign === "\\") return "\\\\";
		return Number(sign) <= groups ? found : "";
	});
}
/** undefined if this platform cannot parse the pattern. */
function groupsIn(regex) {
	try {
		return new RegExp(`${regex}|`).exec("").length - 1;
	} catch {
		return;
	}
}
const NO_END = 2 ** 31;
/** The grouping whose match ends first; the text itself if none matches. */
function grouped$1(text, groupings) {
	const ends = groupings.map((grouping) => {
		const pattern = patternOf(grouping);
		return sql`if(match(clean, ${pattern}), toInt64(length(extract(clean, ${pattern}))), ${NO_END})`;
	});
	return sql`arrayMap(clean -> arrayMap(ends -> if(arrayMin(ends) = ${NO_END}, clean, ${textList(groupings)}[indexOf(ends, arrayMin(ends))]),
    [[${list(ends)}]])[1], [${text}])[1]`;
}
/** A star is any run of characters; parts match as early as possible. */
function patternOf(grouping) {
	return `^(?s:.*?)${grouping.split("*").map(literalPattern).join("(?s:.*?)")}`;
}
// src/clickhouse/kinds/path.ts
/** Paths: a person's steps as a sorted array, cut into sessions, and these into edges. */
async function answerPath(query, asking) {
	const rows = await asking.rows((scope) => pathStatement(query, scope));
	if (rows === void 0) return null;
	const edges = rows.slice(0, query.edge_limit).map(edgeOf$2);
	return {
		edges: query.min_weight > 0 || Number.isFinite(query.max_weight) ? edges : withoutOrphans(edges),
		is_cut: rows.length > query.edge_limit
	};
}
function edgeOf$2([step, source, target, count, total_ms]) {
	return {
		step: Number(step),
		source: String(source),
		target: String(target),
		count: Number(count),
		total_ms: Number(total_ms)
	};
}
/** Drops edges that no path from a first step reaches. */
function withoutOrphans(edges) {
	const reached = /* @__PURE__ */ new Set();
	const kept = /* @__PURE__ */ new Set();
	for (const edge of [...edges].sort((a, b) => a.step - b.step)) {
		if (edge.step > 1 && !reached.has(placeOf(edge.step, edge.source))) continue;
		kept.add(edge);
		reached.add(placeOf(edge.step + 1, edge.target));
	}
	return edges.filter((edge) => kept.has(edge));
}
function placeOf(step, text) {
	return `${step}_${text}`;
}
/** Replaces the middle of paths that are too long. */
const LEFT_OUT = "...";
/** Rows: step, source, target, paths, milliseconds; one more than the limit. */
function pathStatement(query, scope) {
	if (query.funnel !== null) return void 0;
	const steps = stepRows(query, scope);
	if (steps === void 0) return void 0;
	return {
		inner: sql`with happened_steps as (
        select person, arraySort(groupArray((time, event, arrived, step))) as steps from (${steps}) group by person),
      sessions as (select arrayJoin(arraySplit((step, begins) -> begins, steps, ${sql`arrayMap(place -> toUInt8(place > 1 and steps[place].1 - steps[place - 1].1 >= ${ms(query.session_gap_ms)}), arrayEnumerate(steps))`})) as session from happened_steps),
      paths as (select arrayMap(step -> (step.1, step.4),
        arrayFilter((step, place) -> step.4 != if(place = length(session), '', session[place + 1].4), session, arrayEnumerate(session))) as path from sessions),
      ${cutPaths(query)}
      select edge.1 as step, edge.2 as source, edge.3 as target, count() as paths, sum(edge.4) as took
      from (select arrayJoin(arrayMap((one, next, place) -> (place, one.2, next.2, next.1 - one.1),
          arraySlice(cut, 1, -1), arraySlice(cut, 2), arrayEnumerate(arraySlice(cut, 2)))) as edge from cut_paths where length(cut) > 1)
      group by step, source, target`,
		outer: (parts) => heaviest(query, parts),
		per: "shard"
	};
}
function heaviest({ min_weight, max_weight, edge_limit }, parts) {
	return sql`select step, source, target, sum(paths) as weight, sum(took) from ${parts}
    group by step, source, target having weight >= ${min_weight}${Number.isFinite(max_weight) ? sql` and weight <= ${max_weight}` : sql``}
    order by weight desc, concat(toString(step), '_', source), concat(toString(step + 1), '_', target) limit ${edge_limit + 1}`;
}
/** Rows: time, event, arrived, step; without excluded ones. */
function stepRows(query, scope) {
	const frame = new Frame(scope);
	const step = stepName(query, frame);
	const where = condition(query.where, frame);
	if (step === void 0 || where === void 0) return void 0;
	const { events, excluded, range } = query;
	const reach = {
		events: events.every || events.custom ? null : [...new Set(events.names)],
		...range
	};
	const kept = excluded.length === 0 ? sql`1` : sql`step not in ${textList(excluded)}`;
	return sql`select person, time, event, arrived, ${step} as step from ${frame.rows(reach)} where ${allOf([
		where,
		isStep(query),
		kept
	])}`;
}
function isStep({ events }) {
	if (events.every) return sql`1`;
	const kinds = [];
	if (events.custom) kinds.push(sql`not startsWith(event, '$')`);
	if (events.names.length > 0) kinds.push(sql`event in (${list(events.names.map((text) => sql`${text}`))})`);
	return anyOf(kinds);
}
/** From the start point to the end point, with at most this many steps. */
function cutPaths({ start_point, end_point, step_limit }) {
	const path = name("path");
	const begun = start_point === null ? sql`path` : from(start_point, path);
	const room = LIMIT.path_steps;
	const short = sql`arraySlice(begun, 1, ${Math.min(step_limit, room)})`;
	if (end_point === null) return sql`begun_paths as (select ${begun} as begun from paths where notEmpty(path)),
      cut_paths as (select ${short} as cut from begun_paths)`;
	const cut = start_point === null ? sql`arraySlice(ended, -least(${step_limit}, length(ended)))` : middleLeftOut(step_limit);
	return sql`begun_paths as (select ${begun} as begun from paths where notEmpty(path)),
      ended_paths as (select ${upTo(end_point, name("begun"))} as ended from begun_paths),
      cut_paths as (select ${cut} as cut from ended_paths)`;
}
function placeIn(point, path) {
	return sql`arrayFirstIndex(step -> step.2 = ${point}, ${path})`;
}
function from(point, path) {
	return sql`if(${placeIn(point, path)} = 0, [], arraySlice(${path}, ${placeIn(point, path)}))`;
}
function upTo(point, path) {
	return sql`if(${placeIn(point, path)} = 0, [], arraySlice(${path}, 1, ${placeIn(point, path)}))`;
}
/** Both ends matter, so the middle is cut. */
function middleLeftOut(step_limit) {
	const half = Math.floor(step_limit / 2);
	const end = half === 0 ? sql`arraySlice(ended, 1, 0)` : sql`arraySlice(ended, -${half})`;
	return sql`if(length(ended) <= ${step_limit}, ended,
    arrayConcat(arraySlice(ended, 1, ${half}), [(ended[${half} + 1].1, ${LEFT_OUT})], ${end}))`;
}
// src/clickhouse/kinds/retention.ts
/** Retention: who starts in which buckets, who is active in which ones, and how far apart these are. */
async function answerRetention(query, asking) {
	if (query.breakdown?.kind === "cohorts") return answerCohorts$1(query, query.breakdown, asking);
	const split = await splitBy(query.breakdown, (part) => measure(asking, part, (frame) => chosenRows(frame, query.target.matches, query.range)));
	if (split === null || split.bounds.some((bounds) => bounds !== void 0)) return null;
	const rows = await asking.rows((scope) => retentionStatement(query, split, scope));
	return rows ? { groups: groupsOf(query, split, rows) } : null;
}
async function answerCohorts$1(query, { cohorts }, asking) {
	const groups = [];
	for (const { id, where } of cohorts) {
		const within = {
			...query,
			breakdown: null,
			target: restricted(query.target, where),
			returning: restricted(query.returning, where),
			first_among: restricted({
				...query.target,
				matches: query.first_among
			}, where).matches
		};
		const rows = await asking.rows((scope) => retentionStatement(within, UNSPLIT, scope));
		if (rows === void 0) return null;
		if (rows.length > 0) groups.push({
			...groupsOf(within, UNSPLIT, rows)[0],
			key: [String(id)]
		});
	}
	return { groups };
}
/** Rows: key, bucket of the start, distance in buckets, actors. */
function groupsOf({ edges_ms, breakdown }, split, rows) {
	const size = edges_ms.length - 1;
	const groups = /* @__PURE__ */ new Map();
	const groupAt = (key) => {
		const name = JSON.stringify(key);
		const group = groups.get(name) ?? {
			key,
			counts: new Uint32Array(size * size)
		};
		groups.set(name, group);
		return group;
	};
	if (breakdown === null) groupAt([]);
	for (const [cell, start, later, actors] of rows) groupAt(keyOf(split, cell)).counts[(Number(start) - 1) * size + Number(later)] += Number(actors);
	return [...groups.values()];
}
function retentionStatement(query, split, scope) {
	const starts = query.start === "every" ? everyStart(query, split, scope) : firstStarts(query, split, scope);
	const returns = returnsOf(query, split, scope);
	if (starts === void 0 || returns === void 0) return void 0;
	return {
		inner: sql`with started as (${starts}), returned as (${returns})
      select k, began, later, count() as actors from (
        select k, began, arrayJoin(arrayConcat([toInt64(0)], ${query.cumulative ? sql`arrayMap(later -> toInt64(later), range(1, toUInt64(arrayMax(arrayConcat([began], buckets)) - began + 1)))` : sql`arrayMap(bucket -> bucket - began, arrayFilter(bucket -> bucket > began, buckets))`})) as later from (
          select started.k as k, started.began as began, returned.buckets as buckets
          from started left join returned on started.actor = returned.actor${query.split_returns ? sql` and started.k = returned.k` : sql``} settings join_use_nulls = 0))
      group by k, began, later`,
		outer: (parts) => sql`select k, began, later, sum(actors) from ${parts} group by k, began, later`,
		per: query.actor.kind === "person" ? "shard" : "whole"
	};
}
/** Number of an edge's bucket, from 1. Looked up once per actor and bucket, as it costs more than the edge. */
function bucketOf(edge, { edges_ms }) {
	return sql`toInt64(indexOf(${msList(edges_ms)}, ${edge}))`;
}
function edgeOf$1({ edges_ms }) {
	return sql`roundDown(time, ${msList(edges_ms)})`;
}
function everyStart(query, split, scope) {
	const frame = new Frame(scope);
	const { of, is_there } = plainActorOf(query.actor, frame);
	const key = keyColumn(split, frame);
	const rows = chosenRows(frame, query.target.matches, query.range, [is_there]);
	if (key === void 0 || rows === void 0) return void 0;
	return sql`select actor, k, ${bucketOf(sql`edge`, query)} as began
    from (select distinct ${of} as actor, ${key} as k, ${edgeOf$1(query)} as edge from ${rows})`;
}
/**
* The first of all time, per key if keys split actors. It counts as a start if it is in the range and one of the rows
* at that instant is a row of the target.
*/
function firstStarts(query, split, scope) {
	const frame = new Frame(scope);
	const { of, is_there } = plainActorOf(query.actor, frame);
	const key = keyColumn(split, frame);
	const valid = matched(query.target.matches, frame);
	const reach = {
		from_ms: Number.NEGATIVE_INFINITY,
		until_ms: query.range.until_ms
	};
	const rows = chosenRows(frame, query.first_among, reach, [is_there]);
	if (key === void 0 || valid === void 0 || rows === void 0) return void 0;
	const apart = query.split_returns ? sql`actor, k` : sql`actor`;
	const first = query.split_returns ? sql`k` : sql`argMin(k, (time, event, arrived))`;
	return sql`select actor, first_key as k, ${bucketOf(sql`edge`, query)} as began from (
      select actor, ${first} as first_key, min(time) as first_time, any(edge_at) as edge, max(is_valid) as is_started from (
        select *, min(time) over (partition by ${apart}) as earliest, ${edgeOf$1(query)} as edge_at
        from (select ${of} as actor, ${key} as k, time, event, arrived, ${valid} as is_valid from ${rows}))
      where time = earliest group by ${apart})
    where first_time >= ${Math.ceil(query.range.from_ms)} and is_started`;
}
function returnsOf(query, split, scope) {
	const frame = new Frame(scope);
	const { of, is_there } = plainActorOf(query.actor, frame);
	const key = keyColumn(query.split_returns ? split : UNSPLIT, frame);
	const rows = chosenRows(frame, query.returning.matches, query.range, [is_there]);
	if (key === void 0 || rows === void 0) return void 0;
	return sql`select actor, k, groupArray(${bucketOf(sql`edge`, query)}) as buckets from (
      select ${of} as actor, ${key} as k, ${edgeOf$1(query)} as edge, count() as times
      from ${rows} group by actor, k, edge having times >= ${query.minimum_occurrences})
    group by actor, k`;
}
// src/clickhouse/statement/aggregate.ts
/** Skips nulls. */
function aggregated(aggregate, value) {
	const { state, merge } = FUNCTIONS[aggregate];
	return {
		part: sql`${state}(${value})`,
		whole: (part) => sql`ifNull(ifNotFinite(${merge}(${part}), 0), 0)`
	};
}
/** Sums are compensated for rounding. Quantiles interpolate between the two neighbouring values. */
const FUNCTIONS = {
	sum: {
		state: sql`sumKahanState`,
		merge: sql`sumKahanMerge`
	},
	avg: {
		state: sql`avgState`,
		merge: sql`avgMerge`
	},
	min: {
		state: sql`minState`,
		merge: sql`minMerge`
	},
	max: {
		state: sql`maxState`,
		merge: sql`maxMerge`
	},
	median: {
		state: sql`quantileExactInclusiveState(0.5)`,
		merge: sql`quantileExactInclusiveMerge(0.5)`
	},
	p75: {
		state: sql`quantileExactInclusiveState(0.75)`,
		merge: sql`quantileExactInclusiveMerge(0.75)`
	},
	p90: {
		state: sql`quantileExactInclusiveState(0.9)`,
		merge: sql`quantileExactInclusiveMerge(0.9)`
	},
	p95: {
		state: sql`quantileExactInclusiveState(0.95)`,
		merge: sql`quantileExactInclusiveMerge(0.95)`
	},
	p99: {
		state: sql`quantileExactInclusiveState(0.99)`,
		merge: sql`quantileExactInclusiveMerge(0.99)`
	}
};
// src/clickhouse/kinds/trend.ts
/** Trends: rows of each entity, grouped by bucket edge and key, aggregated by the line's math. */
async function answerTrend(query, asking) {
	const numbers = [];
	for (const entity of query.entities) {
		const answered = await answerEntity(query, entity, asking);
		if (answered === null) return null;
		numbers.push(answered);
	}
	return numbers;
}
async function answerEntity(query, entity, asking) {
	if (query.breakdown?.kind === "cohorts") return answerCohorts(query, query.breakdown, entity, asking);
	const split = await splitBy(query.breakdown, (part) => measure(asking, part, (frame) => countedRows$1(frame, query, entity)));
	const rows = split && await asking.rows((scope) => trendStatement(query, entity, split, scope));
	return rows ? numbersOf(query, split, rows) : null;
}
/** Rows without the actor that is counted have no say in the bins either. */
function countedRows$1(frame, query, { matches, math }) {
	const besides = "actor" in math ? [plainActorOf(math.actor, frame).is_there] : [];
	return chosenRows(frame, matches, reachOf(math, query), besides);
}
/** A person may be in several cohorts, so each is a query of its own. Cohorts without rows are dropped. */
async function answerCohorts(query, { cohorts }, entity, asking) {
	const lines = [];
	for (const { id, where } of cohorts) {
		const rows = await asking.rows((scope) => trendStatement(query, restricted(entity, where), UNSPLIT, scope));
		if (rows === void 0) return null;
		if (rows.length > 0) lines.push({
			key: [String(id)],
			values: numbersOf(query, UNSPLIT, rows).values
		});
	}
	const buckets = query.edges_ms.length - 1;
	const values = new Float64Array(buckets * lines.length);
	for (const [group, line] of lines.entries()) for (const [bucket, value] of line.values.entries()) values[bucket * lines.length + group] = value;
	return {
		groups: lines.map(({ key }) => key),
		values,
		buckets,
		rest: null
	};
}
/** Rows: start of the bucket, key, number. */
function numbersOf({ edges_ms, breakdown }, split, rows) {
	const buckets = edges_ms.length - 1;
	const bucket_of = new Map(Array.from(edges_ms, (edge, bucket) => [edge, bucket]));
	const groups = breakdown === null ? [[]] : [];
	const group_of = new Map(breakdown === null ? [["", 0]] : []);
	const placed = rows.map(([edge, cell, value]) => {
		const key = keyOf(split, cell);
		const name = breakdown === null ? "" : JSON.stringify(key);
		const group = group_of.get(name) ?? groups.push(key) - 1;
		group_of.set(name, group);
		return {
			bucket: bucket_of.get(Number(edge)),
			group,
			value: Number(value)
		};
	});
	const values = new Float64Array(buckets * groups.length);
	for (const { bucket, group, value } of placed) values[bucket * groups.length + group] += value;
	return {
		groups,
		values,
		buckets,
		rest: null
	};
}
/** undefined if SQL cannot express it. */
function trendStatement(query, entity, split, scope) {
	const frame = new Frame(scope);
	const key = keyColumn(split, frame);
	return key && mathStatement(entity.math, {
		query,
		entity,
		key,
		frame
	});
}
function mathStatement(math, counting) {
	switch (math.kind) {
		case "total": return grouped(counting, {
			part: sql`count()`,
			whole: (part) => sql`sum(${part})`
		}, [], "shard");
		case "unique": return uniqueActors(math, counting);
		case "unique_once": return firstBuckets(math, counting);
		case "active": return activeActors(math, counting);
		case "first_ever": return firstTimes(math, counting);
		case "unique_session": return uniqueSessions(counting);
		case "property": return math.source.of === "session" ? perSession(math, counting) : ofProperty(math, counting);
		case "per_actor": return perActor(math, counting);
		case "expression": return;
		default: return unreachable(math);
	}
}
/** Windows start before the range. */
function reachOf(math, query) {
	if (math.kind !== "active") return query.range;
	const { from_ms, until_ms } = windowsOf(math, query);
	return {
		from_ms: from_ms[0],
		until_ms: until_ms[until_ms.length - 1]
	};
}
function windowsOf(math, query) {
	return query.windows.find(({ days }) => days === math.days);
}
function edgeOf({ edges_ms }) {
	return sql`roundDown(time, ${msList(edges_ms)})`;
}
/** Aggregates rows directly. */
function grouped({ query, entity, key, frame }, { part, whole }, besides, per) {
	const rows = chosenRows(frame, entity.matches, query.range, besides);
	return rows && {
		inner: sql`select ${edgeOf(query)} as edge, ${key} as k, ${part} as part from ${rows} group by edge, k`,
		outer: (parts) => sql`select edge, k, ${whole(sql`part`)} from ${parts} group by edge, k`,
		per
	};
}
/** Shards have different persons, so their numbers add up. */
function distinct(of, per) {
	if (per === "shard") return {
		part: sql`uniqExact(${of})`,
		whole: (part) => sql`sum(${part})`
	};
	return {
		part: sql`uniqExactState(${of})`,
		whole: (part) => sql`uniqExactMerge(${part})`
	};
}
function uniqueActors(math, counting) {
	const { of, is_there, per } = plainActorOf(math.actor, counting.frame);
	return grouped(counting, distinct(of, per), [is_there], "shard");
}
function uniqueSessions(counting) {
	return grouped(counting, distinct(sql`ifNull(${counting.frame.session()}, '')`, "whole"), [], "shard");
}
/** Sums partial numbers per bucket and key. */
const SUMMED = (parts) => sql`select edge, k, sum(part) from ${parts} group by edge, k`;
function firstBuckets(math, { query, entity, key, frame }) {
	const { of, is_there, per } = plainActorOf(math.actor, frame);
	const rows = chosenRows(frame, entity.matches, query.range, [is_there]);
	return rows && {
		inner: sql`select edge, k, count() as part
        from (select ${key} as k, ${of} as actor, min(${edgeOf(query)}) as edge from ${rows} group by k, actor) group by edge, k`,
		outer: SUMMED,
		per
	};
}
/**
* Between two window bounds all rows of an actor are in the same windows: they are merged first, and windows are
* assigned after that.
*/
function activeActors(math, { query, entity, key, frame }) {
	const windows = windowsOf(math, query);
	const { of, is_there, per } = plainActorOf(math.actor, frame);
	const rows = chosenRows(frame, entity.matches, reachOf(math, query), [is_there]);
	if (rows === void 0) return void 0;
	const bounds = [.../* @__PURE__ */ new Set([...windows.from_ms, ...windows.until_ms])].sort((a, b) => a - b);
	const edges = query.edges_ms.subarray(0, -1);
	const inWindow = sql`(edge, since, until) -> since <= stretch and stretch < until`;
	const { part, whole } = distinct(sql`actor`, per);
	return {
		inner: sql`select edge, k, ${part} as part
      from (select distinct ${key} as k, ${of} as actor, roundDown(time, ${msList(bounds)}) as stretch from ${rows})
      array join arrayFilter(${inWindow}, ${msList(edges)}, ${msList(windows.from_ms)}, ${msList(windows.until_ms)}) as edge group by edge, k`,
		outer: (parts) => sql`select edge, k, ${whole(sql`part`)} from ${parts} group by edge, k`,
		per: "shard"
	};
}
/** Of several rows at a person's first instant one counts, always the same. */
function firstTimes(math, { query, entity, key, frame }) {
	const first = chosenRows(new Frame(frame.scope), math.of, {
		from_ms: Number.NEGATIVE_INFINITY,
		until_ms: query.range.until_ms
	});
	if (first === void 0) return void 0;
	const isFirst = sql`(person, time) in (select person, min(time) from ${first} group by person)`;
	const rows = chosenRows(frame, entity.matches, query.range, [isFirst]);
	return rows && {
		inner: sql`select edge, k, count() as part
        from (select argMin((${edgeOf(query)}, ${key}), (event, arrived)) as began, began.1 as edge, began.2 as k from ${rows} group by person)
        group by edge, k`,
		outer: SUMMED,
		per: "shard"
	};
}
function numberIn$1({ source, multiplier }, frame) {
	if (source.of === "metadata" && source.key === "timestamp") return sql`(toNullable(toFloat64(intDiv(time, 1000))) * ${multiplier})`;
	const text = frame.text(source);
	return text && sql`(${numberOf(text)} * ${multiplier})`;
}
function ofProperty(math, counting) {
	const value = numberIn$1(math, counting.frame);
	return value && grouped(counting, aggregated(math.aggregate, value), [], "shard");
}
/** Sessions may span several persons. */
function perSession(math, { query, entity, key, frame }) {
	const value = numberIn$1(math, frame);
	const session = frame.session();
	const rows = chosenRows(frame, entity.matches, query.range);
	if (value === void 0 || rows === void 0) return void 0;
	const { part, whole } = aggregated(math.aggregate, sql`value`);
	return {
		inner: sql`select edge, k, ${part} as part
      from (select ${edgeOf(query)} as edge, ${key} as k, ${session} as of_session, any(${value}) as value from ${rows} group by edge, k, of_session)
      group by edge, k`,
		outer: (parts) => sql`select edge, k, ${whole(sql`part`)} from ${parts} group by edge, k`,
		per: "whole"
	};
}
function perActor(math, { query, entity, key, frame }) {
	const { of, is_there, per } = plainActorOf(math.actor, frame);
	const rows = chosenRows(frame, entity.matches, query.range, [is_there]);
	if (rows === void 0) return void 0;
	const { part, whole } = aggregated(math.aggregate, sql`toNullable(toFloat64(times))`);
	return {
		inner: sql`select edge, k, ${part} as part
      from (select ${edgeOf(query)} as edge, ${key} as k, ${of} as actor, count() as times from ${rows} group by edge, k, actor)
      group by edge, k`,
		outer: (parts) => sql`select edge, k, ${whole(sql`part`)} from ${parts} group by edge, k`,
		per
	};
}
// src/clickhouse/kinds/values.ts
async function answerValues(query, asking) {
	const numbers = [];
	for (const key of query.keys) {
		const rows = await asking.rows((scope) => valuesStatement(query, key, scope));
		if (rows === void 0) return null;
		numbers.push(rows.map(([value, count]) => ({
			value: String(value),
			count: Number(count)
		})));
	}
	return numbers;
}
function valuesStatement(query, key, scope) {
	const { search, limit, owner } = query;
	const found = search === "" ? sql`` : sql` and positionCaseInsensitiveUTF8(value, ${search}) > 0`;
	return {
		inner: sql`select assumeNotNull(text) as value, count() as times from (${owner === "event" ? ofEvents(query, key, scope) : ofPersons(key, scope)})
      where isNotNull(text) and text != ''${found} group by value`,
		outer: (parts) => sql`select value, sum(times) as count from ${parts} group by value order by count desc, value limit ${limit}`,
		per: owner === "event" ? "shard" : "whole"
	};
}
function ofEvents({ event }, key, scope) {
	const frame = new Frame(scope);
	const text = frame.text({
		of: "event",
		key
	});
	const reach = {
		events: event === null ? null : [event],
		from_ms: Number.NEGATIVE_INFINITY,
		until_ms: Number.POSITIVE_INFINITY
	};
	return sql`select ${text} as text from ${frame.rows(reach)}`;
}
/** Persons with at least one distinct id. */
function ofPersons(key, { tables, project_id }) {
	return sql`select ${propertyOf(sql`properties`, key)} as text from ${tables.persons} final where project = ${project_id}
    and person in (select person from ${tables.distincts} final where project = ${project_id})`;
}
// src/clickhouse/answer.ts
const notInSql = () => Promise.resolve(null);
const ANSWER = {
	trend: (query, asking) => compared(query, (one) => answerTrend(one, asking)),
	lifecycle: answerLifecycle,
	stickiness: (query, asking) => compared(query, (one) => answerStickiness(one, asking)),
	funnel: answerFunnel,
	path: answerPath,
	retention: answerRetention,
	correlation: notInSql,
	people: notInSql,
	values: answerValues,
	events: answerEvents
};
/** @throws ServiceError if the server refuses, or the query is cancelled or times out */
function answerInSql({ kind, query }, asking) {
	return ANSWER[kind](query, asking);
}
async function compared({ current, previous }, answer) {
	const now = await answer(current);
	if (now === null || previous === null) return now && {
		current: now,
		previous: null
	};
	const before = await answer(previous);
	return before && {
		current: now,
		previous: before
	};
}
// src/clickhouse/kinds/persons.ts
/** Row: the number. Persons are on each shard, but their events are not. */
function personsStatement(where, scope) {
	const { tables, project_id } = scope;
	const found = condition({
		kind: "cohort",
		where
	}, new Frame(scope));
	return found && {
		inner: sql`select uniqExact(person) as people from ${tables.distincts} final where project = ${project_id} and ${found}`,
		outer: (parts) => sql`select sum(people) from ${parts}`,
		per: "whole"
	};
}
// src/clickhouse/server/address.ts
/** Addresses: `clickhouse://user:password@host:8123/database?cluster=name`; `clickhouses:` uses TLS. */
const SCHEMES = {
	"clickhouse:": "http",
	"clickhouses:": "https"
};
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** @throws ServiceError invalid_input */
function parseAddress(text) {
	const url = URL.canParse(text) ? new URL(text) : null;
	const scheme = SCHEMES[url?.protocol ?? ""];
	if (url === null || scheme === void 0 || url.hostname === "") throw unreadable();
	const database = decodeURIComponent(url.pathname.slice(1)) || "default";
	const cluster = url.searchParams.get("cluster");
	const others = [...url.searchParams.keys()].filter((key) => key !== "cluster");
	if (!NAME.test(database) || cluster !== null && !NAME.test(cluster) || others.length > 0) throw unreadable();
	return {
		url: `${scheme}://${url.hostname}:${url.port || (scheme === "https" ? "8443" : "8123")}`,
		user: decodeURIComponent(url.username) || "default",
		password: decodeURIComponent(url.password),
		database,
		cluster
	};
}
/** Without credentials, so that it may be shown and stored. */
function placeText({ url, database, cluster }) {
	const { protocol, host } = new URL(url);
	return `${protocol === "https:" ? "clickhouses" : "clickhouse"}://${host}/${database}${cluster === null ? "" : `?cluster=${cluster}`}`;
}
/** Does not repeat the address, which may contain a password. */
function unreadable() {
	return new ServiceError("invalid_input", "Events are kept in a ClickHouse named as clickhouse://user:password@host:8123/database?cluster=name; database and cluster are plain names, cluster may be left out, and clickhouses:// is by TLS.");
}
// src/clickhouse/server/failure.ts
/** Server errors in this product's words; the original stays in the cause. */
const LATE = `The computation took longer than the ${LIMIT.compute_ms / 1e3} s there are. Ask for a shorter range of dates, fewer entities or fewer values.`;
const LARGE = "The question looks at more than one question may. Ask for a shorter range of dates, fewer entities, or a breakdown with fewer values.";
/** By the server's error code. */
const SAID = {
	"159": () => new ServiceError("timeout", LATE),
	"160": () => new ServiceError("timeout", LATE),
	"158": () => new ServiceError("too_large", LARGE),
	"191": () => new ServiceError("too_large", LARGE),
	"241": () => new ServiceError("too_large", LARGE),
	"307": () => new ServiceError("too_large", LARGE),
	"396": () => new ServiceError("too_large", LARGE),
	"394": cancelled,
	"427": () => new ServiceError("invalid_input", "A pattern of this question cannot be read: patterns follow the rules of RE2."),
	"202": () => new ServiceError("busy", "Too many computations are under way. Try again in a moment.")
};
function errorOf(error, is_aborted) {
	if (error instanceof ServiceError) return error;
	if (is_aborted) return cancelled();
	const said = error instanceof Error && "code" in error ? SAID[String(error.code)] : void 0;
	if (said !== void 0) return said();
	return isAway(error) ? away(error) : new ServiceError("error", "The events could not be asked.", { cause: error });
}
/** Whether the server is unreachable or temporarily unavailable. */
function isAway(error) {
	if (!(error instanceof Error)) return false;
	return /^(?!\d+$)./.test(errorCode(error)) || /timeout|socket hang up/i.test(error.message);
}
function away(cause) {
	return new ServiceError("busy", "The database of the events does not answer. Events are taken meanwhile; try again in a moment.", { cause });
}
function cancelled() {
	return new ServiceError("cancelled", "The computation was cancelled.");
}
// src/clickhouse/server/connection.ts
/**
* The server for the rest of this folder: statements out, rows back. The client library is loaded on first use. When a
* caller gives up, the statement is killed on the server, too.
*/
const NOBODY = {
	heard: () => {},
	reads: null
};
/** For every statement that reads. */
const READING = {
	max_memory_usage: String(LIMIT.remote_memory_bytes),
	result_overflow_mode: "throw",
	wait_end_of_query: 1,
	cancel_http_readonly_queries_on_client_close: 1,
	join_use_nulls: 1,
	do_not_merge_across_partitions_select_final: 1,
	output_format_json_quote_64bit_integers: 0,
	distributed_product_mode: "global",
	skip_unavailable_shards: 0
};
/** For every statement of a question. */
const QUESTION = {
	...READING,
	max_execution_time: LIMIT.compute_ms / 1e3,
	max_rows_to_read: String(LIMIT.remote_rows_read),
	max_result_rows: String(LIMIT.remote_rows_answered),
	max_result_bytes: String(LIMIT.remote_bytes_shipped)
};
const UPKEEP = {
	...READING,
	max_execution_time: TUNING.remote_upkeep_ms / 1e3
};
/** Acknowledged means that the server has the rows, on the right shard. */
const INSERT = {
	async_insert: 1,
	wait_for_async_insert: 1,
	distributed_foreground_insert: 1,
	input_format_json_read_objects_as_strings: 1
};
async function connect(address) {
	const { createClient } = await import("./dist-DYjZeWBu.js").then((m) => /* @__PURE__ */ __toESM(m.default, 1));
	const clientFor = (request_timeout) => createClient({
		url: address.url,
		username: address.user,
		password: address.password,
		database: address.database,
		application: "insights-mcp",
		request_timeout,
		clickhouse_settings: {},
		log: { level: 127 },
		compression: {
			request: {
				codec: "gzip",
				level: 1
			},
			response: false
		}
	});
	const client = clientFor(LIMIT.compute_ms * 2);
	const patient = clientFor(TUNING.remote_upkeep_ms);
	const run = (by, given) => failing(async () => {
		const { statement, parameters } = typeof given === "string" ? {
			statement: given,
			parameters: {}
		} : render(given);
		await by.command({
			query: statement,
			query_params: { ...parameters },
			use_multipart_params_auto: true,
			clickhouse_settings: { distributed_ddl_task_timeout: String(TUNING.remote_upkeep_ms / 1e3) }
		});
	});
	const ask = (signal, listener, run) => asking(client, signal, (query_id) => watched(client, query_id, listener, () => run(query_id)));
	return {
		rows: (statement, signal, listener = NOBODY) => ask(signal, listener, async (query_id) => {
			const { statement: query, parameters } = render(statement);
			const started_ms = performance.now();
			const answer = await client.query({
				query,
				query_id,
				format: "JSONCompactEachRow",
				abort_signal: signal,
				clickhouse_settings: QUESTION,
				query_params: { ...parameters },
				use_multipart_params_auto: true
			});
			const rows = await answer.json();
			listener.heard({
				sql: query,
				...readBy(answer.response_headers),
				ms: performance.now() - started_ms
			});
			return rows;
		}),
		bytes: (statement, signal, listener = NOBODY) => ask(signal, listener, async (query_id) => {
			const { statement: query, parameters } = render(sql`${statement} format RowBinary`);
			const started_ms = performance.now();
			const { stream, response_headers } = await client.exec({
				query,
				query_id,
				abort_signal: signal,
				clickhouse_settings: QUESTION,
				query_params: { ...parameters }
			});
			const bytes = await collect(stream);
			listener.heard({
				sql: query,
				...readBy(response_headers),
				ms: performance.now() - started_ms
			});
			return bytes;
		}),
		...insertingBy(client),
		command: (statement) => run(client, statement),
		work: (statement) => run(patient, statement),
		read: (given) => failing(async () => {
			const { statement: query, parameters } = render(given);
			return (await patient.query({
				query,
				format: "JSONCompactEachRow",
				clickhouse_settings: UPKEEP,
				query_params: { ...parameters },
				use_multipart_params_auto: true
			})).json();
		}),
		readBytes: (given) => failing(async () => {
			const { statement: query, parameters } = render(sql`${given} format RowBinary`);
			const { stream } = await patient.exec({
				query,
				clickhouse_settings: UPKEEP,
				query_params: { ...parameters }
			});
			return collect(stream);
		}),
		settleInserts: (on_cluster) => run(patient, sql`system flush async insert queue${on_cluster}`).catch((error) => {
			if (!isWithoutQueue(error)) throw error;
		}),
		async close() {
			await Promise.all([client.close(), patient.close()]);
		}
	};
}
function insertingBy(client) {
	const settings = (token) => ({
		...INSERT,
		insert_deduplication_token: token
	});
	return {
		insert: (table, values, token) => failing(async () => {
			await client.insert({
				table,
				values,
				format: "JSONEachRow",
				clickhouse_settings: settings(token)
			});
		}),
		insertLines: ({ table, columns: [first, ...others] }, text, token) => failing(async () => {
			const values = Readable.from([text], { objectMode: false });
			const columns = [first, ...others];
			await client.insert({
				table,
				columns,
				values,
				format: "TabSeparated",
				clickhouse_settings: settings(token)
			});
		})
	};
}
/** Closing the connection does not stop a statement everywhere, so it is killed by id. */
async function asking(client, signal, run) {
	const query_id = crypto.randomUUID();
	const end = () => {
		client.command({
			query: "KILL QUERY WHERE query_id = {id:String} ASYNC",
			query_params: { id: query_id }
		}).catch(() => {});
	};
	signal.addEventListener("abort", end, { once: true });
	try {
		return await failing(() => run(query_id), signal);
	} finally {
		signal.removeEventListener("abort", end);
	}
}
/**
* Asks the server how far a statement is while it runs. The headers of its answer would say so, too, but reach a program
* only when they are complete.
*/
async function watched(client, query_id, { reads }, run) {
	if (reads === null) return run();
	const query = "SELECT read_rows, total_rows_approx FROM system.processes WHERE query_id = {id:String}";
	const look = async () => {
		const [row] = await (await client.query({
			query,
			query_params: { id: query_id },
			format: "JSONCompactEachRow"
		})).json();
		if (row !== void 0) reads(Number(row[0]), Number(row[1]));
	};
	const timer = setInterval(() => look().catch(() => clearInterval(timer)), TUNING.progress_ms);
	try {
		return await run();
	} finally {
		clearInterval(timer);
	}
}
/** A server that does not gather inserts has none to wait for. */
function isWithoutQueue(error) {
	const cause = error instanceof Error ? error.cause : null;
	return cause instanceof Error && cause.message.includes("queue because it is not initialized");
}
/** Of the header's JSON: an object of texts. */
const SUMMARY_DEPTH = 2;
/** What the server has read for a statement: all of it, as `wait_end_of_query` holds the answer back until then. */
function readBy(headers) {
	const summary = parseNested(String(headers["x-clickhouse-summary"] ?? "{}"), SUMMARY_DEPTH);
	const numberOf = (name) => isObject(summary) && summary[name] !== void 0 ? Number(summary[name]) : null;
	return {
		rows_read: numberOf("read_rows"),
		bytes_read: numberOf("read_bytes")
	};
}
async function failing(run, signal) {
	try {
		return await run();
	} catch (error) {
		throw errorOf(error, signal?.aborted ?? false);
	}
}
async function collect(stream) {
	const chunks = [];
	for await (const chunk of stream) chunks.push(chunk);
	return Buffer.concat(chunks);
}
// src/clickhouse/shipping/needs.ts
/**
* Fetches a question's rows for the embedded engine's kernels, if SQL cannot express all of it or only slowly. May
* fetch more than counts, as the kernels select again. Written as RowBinary, read by `shipped.ts`.
*/
/** Finds the events, values and times that a query of any kind names. */
function needsOf(asked, { takes_counted, first } = {
	takes_counted: false,
	first: null
}) {
	const needs = {
		...noNeeds(),
		first
	};
	if (asked.kind === "events") [needs.keys, needs.ids] = [null, true];
	note(asked.query, needs);
	needs.apart ||= !takes_counted;
	if (needs.events?.size === 0) needs.matches = null;
	return needs;
}
function noNeeds() {
	return {
		ids: false,
		people: false,
		apart: false,
		joint: false,
		first: null,
		events: /* @__PURE__ */ new Set(),
		keys: /* @__PURE__ */ new Set(),
		matches: [],
		bounds_ms: /* @__PURE__ */ new Set(),
		grain_ms: Number.POSITIVE_INFINITY,
		from_ms: Number.POSITIVE_INFINITY,
		until_ms: Number.NEGATIVE_INFINITY
	};
}
/** Whether rows that are alike in all that is needed are fetched once. */
function areCounted({ apart, joint, ids, keys, grain_ms }) {
	return !apart && !joint && !ids && keys !== null && grain_ms > 1;
}
/** For telling why lines found nothing: all rows of their events, whatever their filters say. */
function needsOfLines(lines) {
	const needs = noNeeds();
	note(lines, needs);
	if (lines.some(({ points }) => points !== void 0)) needs.keys?.add("$current_url");
	needs.matches = null;
	return needs;
}
/**
* As `shippingStatement`, but of rows that no condition can tell apart only one. `most` + 1 rows mean that there are too
* many.
*/
function differentRowsStatement(lines, most, names, scope) {
	const needs = needsOfLines(lines);
	const apart = [...needs.keys ?? []].map((key) => sql`properties[${key}]`);
	if (!isOnly(lines, OF_EVENTS)) apart.push(sql`person`);
	const one = needs.keys !== null && isOnly(lines, OF_PEOPLE) ? sql` limit 1 by ${list([sql`event`, ...apart])}` : sql``;
	return sql`${shippedRows(needs, names, new Frame(scope))}${one} limit ${most + 1}`;
}
/** Whether all conditions are about these things: kinds of predicates, and owners of values. */
function isOnly(node, things) {
	if (Array.isArray(node)) return node.every((item) => isOnly(item, things));
	if (!isObject(node) || ArrayBuffer.isView(node)) return true;
	const { kind, of } = node;
	if (typeof kind === "string" && !things.has(kind)) return false;
	if (typeof of === "string" && !things.has(of)) return false;
	return Object.values(node).every((item) => isOnly(item, things));
}
const OF_EVENTS = /* @__PURE__ */ new Set([
	"all",
	"and",
	"or",
	"not",
	"value",
	"event"
]);
const OF_PEOPLE = /* @__PURE__ */ new Set([
	...OF_EVENTS,
	"cohort",
	"person",
	"group"
]);
function note(node, needs) {
	if (Array.isArray(node)) {
		for (const item of node) note(item, needs);
		return;
	}
	if (!isObject(node) || ArrayBuffer.isView(node)) return;
	noteSource(node, needs);
	noteRows(node, needs);
	noteTimes(node, needs);
	noteEvents(node, needs);
	for (const [key, value] of Object.entries(node)) if (!UNREAD.has(key)) note(value, needs);
}
/** Members that hold what was sent, not how it was understood. */
const UNREAD = /* @__PURE__ */ new Set(["filters_sent"]);
/** What a statement reads of a row itself, and of its person. */
function noteRows({ kind, of, key, name, grain_ms }, needs) {
	if (kind === "moment") needs.grain_ms = common(needs.grain_ms, Number(grain_ms));
	if (of === "metadata" && key === "timestamp") needs.grain_ms = 1;
	if (kind === "field" && name === "uuid") needs.ids = true;
	needs.people ||= of === "metadata" && key !== "event" && key !== "timestamp" || of === "person";
	needs.people ||= kind === "field" && OF_SOMEBODY.has(String(name)) || OF_PERSONS.has(String(kind));
	needs.joint ||= of === "session" || kind === "behaviour";
}
const OF_SOMEBODY = /* @__PURE__ */ new Set([
	"person_number",
	"distinct_number",
	"person_created_at"
]);
const OF_PERSONS = /* @__PURE__ */ new Set([
	"cohort",
	"members",
	"any_distinct_id",
	"sampled"
]);
/** The greatest common divisor. */
function common(a, b) {
	if (a === Number.POSITIVE_INFINITY) return b;
	return b === 0 ? a : common(b, a % b);
}
function noteSource({ of, key, kind, name, type_index }, needs) {
	if (kind === "field" && name === "properties") needs.keys = null;
	if (of === "event" && typeof key === "string") needs.keys?.add(key);
	if ((of === "group" || kind === "group") && typeof type_index === "number") needs.keys?.add(`$group_${type_index}`);
	if (kind === "unique_session") needs.keys?.add(SESSION_ID);
	if (of === "session") {
		needs.keys?.add(SESSION_ID);
		everything(needs);
	}
}
const SESSION_ID = "$session_id";
function everything(needs) {
	needs.events = null;
	needs.matches = null;
	needs.from_ms = Number.NEGATIVE_INFINITY;
	needs.until_ms = Number.POSITIVE_INFINITY;
}
function noteTimes(node, needs) {
	const { from_ms, until_ms, edges_ms, start, first_of, kind } = node;
	const times = [
		from_ms,
		until_ms,
		edges_ms
	].flatMap((value) => timesIn(value));
	for (const time of times) needs.bounds_ms.add(time);
	needs.from_ms = times.reduce((least, time) => Math.min(least, time), needs.from_ms);
	needs.until_ms = times.reduce((most, time) => Math.max(most, time), needs.until_ms);
	if (kind === "first_ever" || Array.isArray(first_of) || typeof start === "string" && start !== "every") needs.from_ms = Number.NEGATIVE_INFINITY;
}
function timesIn(value) {
	if (typeof value === "number") return [value];
	if (value instanceof Float64Array) return [...value];
	return Array.isArray(value) ? value.filter((item) => typeof item === "number") : [];
}
function noteEvents(node, needs) {
	if (isMatch(node)) noteMatch(node, needs);
	if (node["order"] === "strict") everyEvent(needs);
	if (node["kind"] === "correlation" || node["type"] === "event_with_properties") everyEvent(needs);
	if (node["type"] === "event_with_properties") needs.keys = null;
	if ("session_gap_ms" in node) notePath(node, needs);
}
function isMatch(node) {
	return "event" in node && "where" in node;
}
function noteMatch(match, needs) {
	if (match.event === null) needs.events = null;
	else needs.events?.add(match.event);
	needs.matches?.push(match);
}
function everyEvent(needs) {
	needs.events = null;
	needs.matches = null;
}
function notePath({ named }, needs) {
	everyEvent(needs);
	for (const { key } of Array.isArray(named) ? named : []) needs.keys?.add(key);
}
/**
* Columns: event, distinct id and arrival as numbers, time, uuid if needed, then for each key type and text of its
* value, '' if missing; or all as JSON. Of rows that are counted the last pair says how many. One row over the limit
* shows that there are too many. `names`: events are numbered by their index there, from 1.
*/
function shippingStatement(needs, names, scope) {
	const most = sql`limit ${LIMIT.remote_rows_shipped + 1}`;
	const all = (parts) => sql`select * from ${parts} ${most}`;
	const per = needs.joint ? "whole" : "row";
	if (areCounted(needs)) return {
		inner: countedRows(needs, names, scope),
		outer: all,
		per
	};
	const rows = shippedRows(needs, names, new Frame(scope));
	if (needs.first === null || !isExact(needs, scope)) return {
		inner: rows,
		outer: all,
		per
	};
	const { order, rows: enough } = needs.first;
	const cut = sql`${{
		latest: sql`order by at desc`,
		earliest: sql`order by at`,
		any: sql``
	}[order]} limit ${enough}${order === "any" ? sql`` : sql` with ties`}`;
	return {
		inner: sql`select * from (${rows}) ${cut}`,
		outer: (parts) => sql`select * from (select * from ${parts} ${cut}) ${most}`,
		per
	};
}
/** Whether SQL can select exactly the rows that are wanted, not only more. */
function isExact({ matches }, scope) {
	return matches?.every(({ where }) => condition(where, new Frame(scope)) !== void 0) ?? false;
}
function shippedRows(needs, names, frame) {
	const values = needs.keys === null ? [sql`json`] : valuesOf([...needs.keys]);
	const ids = needs.ids ? [sql`uuid`] : [];
	return sql`select ${list([
		sql`${numberIn(names)} as name, toUInt32(distinct) as whose, toInt64(time) as at, toUInt64(arrived) as nth`,
		...ids,
		...values
	])} from ${sourceRows(needs, frame)}`;
}
/** Rows as they are read, each group of equal ones once. */
function countedRows(needs, names, scope) {
	const values = valuesOf([...needs.keys ?? []]);
	const keys = [...needs.keys ?? []].flatMap((_, at) => [numbered("type", at), numbered("value", at)]);
	const whose = needs.people ? sql`distinct` : sql`min(distinct)`;
	const people = needs.people ? [sql`whose`] : [];
	return sql`select ${list([sql`${numberIn(names)} as name, toUInt32(${whose}) as whose, min(time) as at, toUInt64(0) as nth`, ...values])}, 'UInt64' as count_type, toString(count()) as alike
    from ${sourceRows(needs, new Frame(scope))} group by ${list([
		sql`name`,
		...people,
		...keys,
		...slotsOf(needs)
	])}`;
}
/** Expressions that round times as far as the question allows. */
function slotsOf({ grain_ms, bounds_ms, from_ms, until_ms }) {
	const within = [...bounds_ms].filter((time) => time > from_ms && time < until_ms).sort((a, b) => a - b);
	return [...Number.isFinite(grain_ms) ? [sql`time - positiveModulo(time, ${grain_ms})`] : [], ...within.length > 0 ? [sql`roundDown(time, ${msList([from_ms, ...within])})`] : []];
}
function numberIn(names) {
	return sql`toUInt32(indexOf(${textList(names)}, toString(event)))`;
}
function sourceRows(needs, frame) {
	const found = needs.matches === null ? sql`1` : anyOf(needs.matches.map((match) => loosely(match, frame)));
	const reach = {
		...needs,
		events: needs.events === null ? null : [...needs.events]
	};
	return sql`${frame.rows(reach, SHIPPED)} where ${allOf([found])}`;
}
/** The same columns, with all properties. */
function storedStatement({ project_id, names, day, after, rows }) {
	return sql`select toUInt32(indexOf(${textList(names)}, toString(event))), toUInt32(distinct), toInt64(time), toUInt64(arrived), uuid, json
    from events final where project = ${project_id} and day = ${day}::Date32 and arrived > ${after} order by arrived limit ${rows}`;
}
const SHIPPED = ["json", "properties"];
function valuesOf(keys) {
	return keys.flatMap((key, at) => {
		return [sql`${sql`if(mapContains(properties, ${key}), toString(JSONType(json, ${key})), '')`} as ${numbered("type", at)}`, sql`properties[${key}] as ${numbered("value", at)}`];
	});
}
/** Matches a superset of the match's rows. */
function loosely({ event, where }, frame) {
	const passed = above(where, frame);
	return event === null ? passed : allOf([sql`event = ${event}`, passed]);
}
function above(predicate, frame) {
	if (predicate.kind === "and") return allOf(predicate.of.map((part) => above(part, frame)));
	if (predicate.kind === "or") return anyOf(predicate.of.map((part) => above(part, frame)));
	return condition(predicate, frame) ?? sql`1`;
}
// src/clickhouse/statement/staged.ts
/**
* A question's statement in two stages: what each shard computes over its persons, and what combines those. The inner
* stage returns numbers that add up, or aggregate states, so that only groups cross the network.
*/
const OWN_TABLES = {
	events: name("events"),
	persons: name("persons"),
	distincts: name("distincts"),
	groups: name("groups")
};
/** A shard's own tables. All but the events are on each shard. */
const LOCAL_TABLES = {
	...OWN_TABLES,
	events: name("events_local")
};
/** On one server the inner stage is simply a subquery. */
function onOneServer({ inner, outer }) {
	return outer(sql`(${inner})`);
}
// src/clickhouse/server/rows.ts
/** Columns of `eventLine`. */
const EVENT_COLUMNS = ["project", ...[
	"event",
	"day",
	"time",
	"distinct",
	"uuid",
	"person",
	"distinct_id",
	"arrived",
	"version",
	"properties",
	"json"
]];
/** A row as TabSeparated, which costs a fraction of JSON on both sides. */
function eventLine(row) {
	const { project, event, day, time, distinct, uuid, person, distinct_id, arrived, version, entries, json } = row;
	return `${project}\t${escaped(event)}\t${day}\t${time}\t${distinct}\t${uuid}\t${person}\t${escaped(distinct_id)}\t${arrived}\t${version}\t{${entries}}\t${escaped(json)}\n`;
}
/** Name and comparable text of a value. */
function mapEntry(name, text) {
	return `'${escaped(name)}':'${escaped(text)}'`;
}
/** Signs that mean something to the server. */
const SPECIAL = /[\\'\t\n\r\0]/;
const SPECIALS = /[\\'\t\n\r\0]/g;
const ESCAPES = {
	"	": "\\t",
	"\n": "\\n",
	"\r": "\\r",
	"\0": "\\0"
};
function escaped(text) {
	return SPECIAL.test(text) ? text.replace(SPECIALS, (sign) => ESCAPES[sign] ?? `\\${sign}`) : text;
}
const CHUNKS = 2 ** 20;
const ARRIVALS = 2 ** 51;
/** Order of arrival over all chunks. */
function arrivalOf(seq, row) {
	return seq * CHUNKS + row;
}
/** Of two copies of an event the first wins, unless it is rewritten for another person (`versionOf + 1`). */
function versionOf(arrived) {
	return (ARRIVALS - arrived) * 2;
}
/** In order, of at most so many each. */
function slicesOf(all, most) {
	return Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most));
}
// src/clickhouse/server/removal.ts
/**
* Removing rows for good. A delete hides rows at once, from then on no statement sees them; `scrub` rewrites the parts
* that still hold their bytes. Every step may be repeated.
*/
/** A statement, and its entry in the keeper, stay small. */
const IDS_AT_ONCE = 1e4;
function removingFrom(connection, cluster, project_id) {
	const stored = eventsTable(cluster);
	const ofProject = sql`project = ${project_id}`;
	return {
		async events(rows, from_seq) {
			await connection.settleInserts(onCluster$1(cluster));
			let removed = 0;
			for (const one of conditions(rows)) {
				const where = sql`${ofProject} and ${one} and arrived >= ${arrivalOf(from_seq, 0)}`;
				const [row] = await connection.read(sql`select count() from events final where ${where}`);
				removed += Number(row?.[0] ?? 0);
				await connection.work(sql`delete from ${stored} where ${where}`);
			}
			return removed;
		},
		async rename(texts, from_seq) {
			for (const some of slicesOf([...texts], IDS_AT_ONCE)) {
				const ids = integers(some.map(([id]) => id));
				const names = textList(some.map(([, text]) => text));
				const where = sql`${ofProject} and distinct in (${ids})`;
				const named = sql`distinct_id = transform(toInt64(distinct), ${ids}, ${names}, distinct_id)`;
				const since = sql`${where} and arrived >= ${arrivalOf(from_seq, 0)}`;
				await connection.work(sql`alter table ${stored} update ${named} where ${since} settings mutations_sync = 2`);
				await connection.work(sql`alter table distincts update ${named} where ${where} settings mutations_sync = 2`);
			}
		},
		async people(persons, distincts) {
			for (const some of slicesOf(persons, IDS_AT_ONCE)) await connection.work(sql`delete from persons where ${ofProject} and person in (${integers(some)})`);
			for (const some of slicesOf(distincts, IDS_AT_ONCE)) await connection.work(sql`delete from distincts where ${ofProject} and distinct in (${integers(some)})`);
		},
		async left(seq) {
			const where = sql`${ofProject} and arrived < ${arrivalOf(seq + 1, 0)}`;
			const events = await connection.read(sql`select toString(event) as name, count(), min(time), max(time) from events final where ${where} group by name`);
			const properties = await connection.read(sql`select distinct arrayJoin(mapKeys(properties)) as key from events where ${where}`);
			return {
				events: events.map(([event, count, first, last]) => ({
					name: String(event),
					count: Number(count),
					first_seen_ms: Number(first),
					last_seen_ms: Number(last)
				})),
				properties: properties.map(([key]) => String(key))
			};
		},
		async withEvents(distincts) {
			const found = [];
			for (const some of slicesOf(distincts, IDS_AT_ONCE)) {
				const rows = await connection.read(sql`select distinct distinct from events where ${ofProject} and distinct in (${integers(some)})`);
				for (const [distinct] of rows) found.push(Number(distinct));
			}
			return found;
		}
	};
}
/** Leaves no bytes of what was removed, except in files that the server is about to delete. */
async function scrubTables(connection, cluster) {
	for (const table of [
		eventsTable(cluster),
		name("persons"),
		name("distincts")
	]) await connection.work(sql`alter table ${table} apply deleted mask settings mutations_sync = 2`);
}
/** Only tables that hold rows themselves can lose some. */
function eventsTable(cluster) {
	return cluster === null ? name("events") : sql`${name("events_local")}${onCluster$1(cluster)}`;
}
function onCluster$1(cluster) {
	return cluster === null ? sql`` : sql` on cluster ${name(cluster)}`;
}
function conditions(rows) {
	switch (rows.kind) {
		case "distincts": return slicesOf(rows.ids, IDS_AT_ONCE).map((some) => sql`distinct in (${integers(some)})`);
		case "before": return [sql`time < ${Math.ceil(rows.time_ms)}`];
		case "value": return [sql`properties[${rows.property}] = ${rows.text}`];
	}
}
// src/clickhouse/server/schema.ts
/** Values as text, as all comparisons use it; `json` has them as they came. */
const PROPERTIES = [{
	name: "properties",
	type: "Map(LowCardinality(String), String)"
}, {
	name: "json",
	type: "String CODEC(ZSTD(3))"
}];
const TABLES = [
	{
		name: "events",
		columns: [
			{
				name: "project",
				type: "UInt32"
			},
			{
				name: "event",
				type: "LowCardinality(String)"
			},
			{
				name: "day",
				type: "Date32 CODEC(Delta, ZSTD)"
			},
			{
				name: "time",
				type: "Int64 CODEC(Delta, ZSTD)"
			},
			{
				name: "distinct",
				type: "UInt32"
			},
			{
				name: "uuid",
				type: "UUID"
			},
			(
			/** The person when the event was sent; `distincts` has later merges. */
			{
				name: "person",
				type: "UInt32"
			}),
			{
				name: "distinct_id",
				type: "String"
			},
			(
			/** Order of arrival. */
			{
				name: "arrived",
				type: "UInt64 CODEC(Delta, ZSTD)"
			}),
			...PROPERTIES,
			{
				name: "version",
				type: "UInt64"
			}
		],
		key: "project, event, day, distinct, time, uuid",
		version: "version",
		partition: "toYYYYMM(day)",
		shard: "person"
	},
	{
		name: "persons",
		columns: [
			{
				name: "project",
				type: "UInt32"
			},
			{
				name: "person",
				type: "UInt32"
			},
			{
				name: "id",
				type: "String"
			},
			{
				name: "created",
				type: "Int64"
			},
			...PROPERTIES,
			{
				name: "version",
				type: "UInt64"
			}
		],
		key: "project, person",
		version: "version",
		partition: null,
		shard: null
	},
	{
		name: "distincts",
		columns: [
			{
				name: "project",
				type: "UInt32"
			},
			{
				name: "distinct",
				type: "UInt32"
			},
			{
				name: "distinct_id",
				type: "String"
			},
			{
				name: "person",
				type: "UInt32"
			},
			(
			/** Whether a merge gave it another person than its first. */
			{
				name: "moved",
				type: "UInt8"
			}),
			{
				name: "version",
				type: "UInt64"
			}
		],
		key: "project, distinct",
		version: "version",
		partition: null,
		shard: null
	},
	{
		name: "groups",
		columns: [
			{
				name: "project",
				type: "UInt32"
			},
			{
				name: "type",
				type: "UInt8"
			},
			{
				name: "key",
				type: "String"
			},
			{
				name: "created",
				type: "Int64"
			},
			...PROPERTIES,
			{
				name: "version",
				type: "UInt64"
			}
		],
		key: "project, type, key",
		version: "version",
		partition: null,
		shard: null
	},
	{
		name: "owner",
		columns: [
			{
				name: "one",
				type: "UInt8"
			},
			(
			/** Id of the file these events belong to. */
			{
				name: "uuid",
				type: "String"
			}),
			{
				name: "version",
				type: "UInt64"
			}
		],
		key: "one",
		version: "version",
		partition: null,
		shard: null
	},
	{
		name: "sent",
		columns: [
			{
				name: "project",
				type: "UInt32"
			},
			{
				name: "revision",
				type: "Int64"
			},
			{
				name: "seq",
				type: "UInt64"
			},
			{
				name: "distincts",
				type: "UInt32"
			},
			{
				name: "version",
				type: "UInt64"
			}
		],
		key: "project",
		version: "version",
		partition: null,
		shard: null
	}
];
/** In order; a server that has had the first n gets the rest. Released migrations never change. */
const MIGRATIONS = [(place) => TABLES.flatMap((table) => createTable(table, place))];
/** Undoes all migrations. */
function dropTables({ cluster }) {
	return [
		...TABLES.flatMap(({ name, shard }) => cluster !== null && shard !== null ? [name, `${name}_local`] : [name]).filter((name) => name !== "owner"),
		"migrations",
		"owner"
	].map((name) => `drop table if exists ${name}${onCluster(cluster)} sync`);
}
/** Records which migrations a database has had. */
function createMigrations({ cluster }) {
	const engine = cluster === null ? "MergeTree" : "ReplicatedMergeTree('/clickhouse/tables/all/{database}/migrations', '{shard}-{replica}')";
	return `create table if not exists migrations${onCluster(cluster)} (number UInt32, done DateTime default now()) engine = ${engine} order by number`;
}
/** On a cluster each shard has its events in the table name_local, and `name` is the distributed table over them. */
function createTable(table, place) {
	const { cluster, database } = place;
	if (cluster === null) return [createRows(table, table.name, null)];
	if (table.shard === null) return [createRows(table, table.name, cluster)];
	const local = `${table.name}_local`;
	return [createRows(table, local, cluster), `create table if not exists ${table.name}${onCluster(cluster)} as ${local} engine = Distributed('${cluster}', '${database}', '${local}', ${table.shard})`];
}
function createRows({ columns, key, version, partition, shard }, name, cluster) {
	const fields = columns.map((column) => `${column.name} ${column.type}`).join(", ");
	const by = partition === null ? "" : ` partition by ${partition}`;
	return `create table if not exists ${name}${onCluster(cluster)} (${fields}) engine = ${engineOf(name, version, shard, cluster)}${by} order by (${key})`;
}
/** Replicated tables share one path in the keeper. */
function engineOf(name, version, shard, cluster) {
	if (cluster === null) return `ReplacingMergeTree(${version})`;
	return `ReplicatedReplacingMergeTree('${`/clickhouse/tables/${shard === null ? "all" : "{shard}"}/{database}/${name}`}', '${shard === null ? "{shard}-{replica}" : "{replica}"}', ${version})`;
}
function onCluster(cluster) {
	return cluster === null ? "" : ` on cluster '${cluster}'`;
}
// src/clickhouse/server/squash.ts
/** For distinct ids whose events are stored under another person. */
function movesStatement(project_id) {
	return sql`select count() from distincts final where project = ${project_id} and moved = 1`;
}
const COLUMNS = "project, event, day, time, distinct, uuid, distinct_id, arrived, properties, json";
/** Rows: those distinct ids, and whose they are now. */
function movedStatement(project_id) {
	return sql`select distincts.distinct, person from distincts final where project = ${project_id} and moved = 1`;
}
/** A statement, and its entry in the keeper, stay small. */
const MOVES_AT_ONCE = 1e4;
/**
* Rewrites the rows with a later version; on a cluster, where those go to another shard, deletes the old ones, by
* number: replicated tables take no deletion that asks another table. Last it records that. `moved`: as
* `movedStatement` found them.
*/
function squashStatements(cluster, project_id, moved) {
	const now = sql`select person as now, distinct from distincts final where project = ${project_id} and moved = 1`;
	const columns = {
		texts: [COLUMNS],
		values: []
	};
	const again = sql`insert into events (${columns}, person, version)
    select ${columns}, moves.now as person, version + 1 as version from events final join (${now}) as moves using (distinct)
    where project = ${project_id} and events.person != moves.now`;
	const done = sql`insert into distincts (project, distinct_id, person, moved, version, distinct)
    select project, distinct_id, person, 0 as moved, version + 1 as version, distinct from distincts final where project = ${project_id} and moved = 1`;
	if (cluster === null) return [again, done];
	return [
		again,
		...slicesOf(moved, MOVES_AT_ONCE).map((some) => {
			const ids = integers(some.map(([distinct]) => Number(distinct)));
			const persons = integers(some.map(([, person]) => Number(person)));
			return sql`delete from events_local on cluster ${name(cluster)} where project = ${project_id}
      and distinct in (${ids}) and person != transform(toInt64(distinct), ${ids}, ${persons}, toInt64(person))`;
		}),
		done
	];
}
// src/clickhouse/server/database.ts
/** A ClickHouse that holds events: its schema, writing to it, and routing questions to one server or many. */
/** Migrates the schema. `owner`: the one file whose events the database holds. @throws ServiceError */
async function openDatabase(address, owner) {
	const connection = await connect(address);
	try {
		await migrate(connection, address);
		await claim$1(connection, owner);
	} catch (error) {
		await connection.close();
		throw error;
	}
	return {
		connection,
		question: ({ signal, listener, ...of }) => ({
			asking: { rows: async (make) => {
				const statement = place(address.cluster, of.has_moves, (tables) => make({
					...of,
					tables
				}));
				return statement === void 0 ? void 0 : connection.rows(statement, signal, listener);
			} },
			async ship(needs, names, alike) {
				const own = needs.keys === null ? null : [...needs.keys];
				const is_counted = areCounted(needs);
				const shipped = {
					names,
					keys: is_counted ? [...own, alike] : own,
					has_ids: needs.ids,
					is_counted
				};
				if (needs.events?.size === 0) return {
					bytes: /* @__PURE__ */ new Uint8Array(0),
					...shipped
				};
				const make = (tables) => shippingStatement(needs, names, {
					...of,
					tables
				});
				const statement = must(place(address.cluster, of.has_moves, make), "a statement");
				return {
					bytes: await connection.bytes(statement, signal, listener),
					...shipped
				};
			},
			async shipAbout(lines, names) {
				const most = LIMIT.remote_rows_explained;
				const statement = differentRowsStatement(lines, most, names, {
					...of,
					tables: OWN_TABLES
				});
				const { keys } = needsOfLines(lines);
				const shipped = {
					bytes: await connection.bytes(statement, signal, listener),
					names,
					keys: keys && [...keys],
					has_ids: false,
					is_counted: false
				};
				return countShipped(shipped) > most ? null : shipped;
			}
		}),
		sent: (project_id) => sentUpTo(connection, project_id),
		hasMoves: async (project_id) => {
			const rows = await connection.rows(movesStatement(project_id), NEVER);
			return Number(rows[0]?.[0] ?? 0) > 0;
		},
		squash: async (project_id) => {
			const moved = await connection.read(movedStatement(project_id));
			for (const statement of squashStatements(address.cluster, project_id, moved)) await connection.work(statement);
		},
		removing: (project_id) => removingFrom(connection, address.cluster, project_id),
		scrub: () => scrubTables(connection, address.cluster),
		write: (batch) => write(connection, batch, address.cluster),
		send: (events, token) => insertEvents(connection, events, token),
		sums: (project_id) => monthSums(connection, project_id),
		days: (project_id) => daySums(connection, project_id),
		stored: async (page) => ({
			bytes: await connection.readBytes(storedStatement(page)),
			names: page.names,
			keys: null,
			has_ids: true,
			is_counted: false
		}),
		async drop() {
			for (const statement of dropTables(address)) await connection.command(statement);
		},
		close: () => connection.close()
	};
}
const SUMS = {
	texts: [`count(), toString(sum(toInt128(time))),
      toString(sum(reinterpretAsUInt32(reverse(unhex(substring(toString(uuid), 1, 8)))))), sum(length(json))`],
	values: []
};
function sumOf([events, times, uuids, bytes]) {
	return {
		events: Number(events),
		times: String(times),
		uuids: String(uuids),
		bytes: Number(bytes)
	};
}
async function daySums(connection, project_id) {
	return (await connection.read(sql`select toString(day) as of_day, ${SUMS} from events final where project = ${project_id} group by of_day order by of_day`)).map(([day, ...sums]) => ({
		day: String(day),
		...sumOf(sums)
	}));
}
async function monthSums(connection, project_id) {
	return (await connection.read(sql`select toString(event) as name, toYYYYMM(day) as month, ${SUMS} from events final where project = ${project_id} group by name, month`)).map(([event, month, ...sums]) => ({
		event: String(event),
		month: Number(month),
		...sumOf(sums)
	}));
}
async function sentUpTo(connection, project_id) {
	const [row] = await connection.rows(sql`select revision, seq, distincts from sent final where project = ${project_id}`, NEVER);
	if (row === void 0) return {
		revision: -1,
		seq: 0,
		distincts: 0
	};
	return {
		revision: Number(row[0]),
		seq: Number(row[1]),
		distincts: Number(row[2])
	};
}
/** Identities first, so that a concurrent question finds events of existing persons only. */
async function write(connection, batch, cluster) {
	const { project_id, sent } = batch;
	const token = `${project_id} ${sent.revision} ${sent.seq}`;
	for (const table of [
		"distincts",
		"persons",
		"groups"
	]) {
		if (batch[table].length === 0) continue;
		for (const [at, rows] of slicesOf(batch[table], ROWS_AT_ONCE).entries()) await connection.insert(table, rows, `${table} ${token} ${at}`);
		if (cluster !== null) await connection.command(`system sync replica on cluster '${cluster}' ${table}`);
	}
	for (const [at, rows] of slicesOf(batch.events, ROWS_AT_ONCE).entries()) await insertEvents(connection, rows, `events ${token} ${at}`);
	const version = (sent.revision + 1) * VERSIONS + sent.seq;
	await connection.insert("sent", [{
		project: project_id,
		...sent,
		version
	}], `sent ${token}`);
}
function insertEvents(connection, rows, token) {
	return connection.insertLines({
		table: "events",
		columns: EVENT_COLUMNS
	}, rows.map(eventLine).join(""), token);
}
const VERSIONS = 2 ** 24;
/** A first batch has all people there are, too many for one text. */
const ROWS_AT_ONCE = 5e4;
/** On a cluster each shard computes its own part if it has all rows of its actors; else one server reads everything. */
function place(cluster, has_moves, make) {
	const staged = make(cluster === null ? OWN_TABLES : LOCAL_TABLES);
	if (staged === void 0 || cluster === null) return staged && onOneServer(staged);
	if (staged.per === "row" || staged.per === "shard" && !has_moves) return staged.outer(sql`cluster(${name(cluster)}, view(${staged.inner}))`);
	const whole = make(OWN_TABLES);
	return whole && onOneServer(whole);
}
/** Numbers of projects and people are unique within one file only. */
async function claim$1(connection, owner) {
	const known = (await connection.rows(sql`select uuid from owner final`, NEVER))[0]?.[0];
	if (known === owner) return;
	if (known !== void 0) throw new ServiceError("conflict", "That database holds the events of another file. Name another database.");
	await connection.insert("owner", [{
		one: 1,
		uuid: owner,
		version: 1
	}], "owner");
}
const NEVER = new AbortController().signal;
async function migrate(connection, address) {
	await connection.command(createMigrations(address));
	const done = await connection.rows(sql`select max(number) from migrations`, NEVER);
	const from = Number(done[0]?.[0] ?? 0);
	for (const [at, statements] of MIGRATIONS.entries()) {
		if (at < from) continue;
		for (const statement of statements(address)) await connection.command(statement);
		await connection.insert("migrations", [{ number: at + 1 }], `migration ${at + 1}`);
	}
}
// src/service/remote/packing.ts
/** Changes in the store since the last batch, as rows for the events database. */
const UUID_BYTES = 16;
/** Everything not sent yet, limited to about one batch of events; null if there is nothing. */
function nextBatch(store, project_id, sent) {
	const revision = store.events.revision(project_id);
	const log = store.events.logSince(project_id, sent.seq);
	if (revision === sent.revision && log.length === 0) return null;
	const chunks = beginOf(log);
	const people = peopleSince(store, project_id, sent);
	const owners = chunks.length === 0 ? null : ownersOf(store, project_id);
	return {
		project_id,
		...people,
		events: chunks.flatMap(({ seq, bytes }) => [...eventRows(arrivalsOfChunks([openChunk(bytes)]), seq, must(owners, "who is who"))]),
		groups: groupsSince(store, project_id, sent),
		sent: {
			revision,
			seq: chunks.at(-1)?.seq ?? sent.seq,
			distincts: sent.distincts + people.fresh
		}
	};
}
function beginOf(log) {
	let events = 0;
	let end = 0;
	for (; end < log.length && events < TUNING.remote_batch_events; end++) events += log[end].events;
	return log.slice(0, end);
}
/** Leaves a version in between for rewritten rows of earlier batches. */
function versionAfter({ revision }) {
	return (revision + 2) * 2;
}
function peopleSince({ people }, project_id, sent) {
	const version = versionAfter(sent);
	const ids = new Map(Array.from(people.firstIdsSince(project_id, sent.revision), ({ ord, first_id }) => [ord, first_id]));
	const persons = Array.from(people.changedSince(project_id, sent.revision), ({ ord, properties, created_at_ms }) => ({
		project: project_id,
		person: ord,
		created: created_at_ms,
		version,
		id: personUuid(project_id, must(ids.get(ord), "a first id of each person")),
		...packed(properties)
	}));
	const person_of = people.personOf(project_id, sent.distincts);
	const fresh = Array.from(people.distinctTextsFrom(project_id, sent.distincts), (distinct_id, at) => ({
		project: project_id,
		distinct: sent.distincts + at,
		distinct_id,
		person: person_of[at],
		moved: 0,
		version
	}));
	const moved = people.movedSince(project_id, sent.revision).filter(({ distinct_ord }) => distinct_ord < sent.distincts);
	const texts = people.distinctTexts(project_id, moved.map(({ distinct_ord }) => distinct_ord));
	const others = moved.map(({ distinct_ord, person_ord }, at) => ({
		project: project_id,
		distinct: distinct_ord,
		distinct_id: texts[at],
		person: person_ord,
		moved: 1,
		version
	}));
	return {
		persons,
		distincts: [...fresh, ...others],
		fresh: fresh.length
	};
}
function groupsSince({ groups }, project_id, sent) {
	const { revision } = sent;
	const version = versionAfter(sent);
	return Array.from({ length: LIMIT.groups_per_project }, (_, type) => Array.from(groups.changedSince(project_id, type, revision), ({ key, created_at_ms, properties }) => ({
		project: project_id,
		type,
		key,
		created: created_at_ms,
		version,
		...packed(properties)
	}))).flat();
}
/** Values in their comparable form, and all of them as they came. */
function packed(properties) {
	const texts = Object.create(null);
	for (const [name, value] of Object.entries(properties)) if (value !== null && value !== void 0) texts[name] = typeof value === "object" ? JSON.stringify(value) : String(value);
	return {
		properties: texts,
		json: JSON.stringify(properties)
	};
}
function ownersOf(store, project_id) {
	return {
		project_id,
		names: new Map(store.definitions.events(project_id).map(({ ord, name }) => [ord, name])),
		person_of: store.people.personOf(project_id, 0),
		distinctTexts: (distincts) => store.people.distinctTexts(project_id, distincts)
	};
}
/** Rows per batch of lookups. */
const BLOCK_ROWS = 8192;
/** `seq`: position of these rows in the order of arrival. */
function* eventRows(arrivals, seq, owners) {
	const columns = arrivals.properties.flatMap((name) => {
		const column = arrivals.column(name);
		return column === null ? [] : [writtenColumn(name, column)];
	});
	const [event_ord, distincts, times_ms, uuids] = [
		arrivals.eventOrd(),
		arrivals.distinct(),
		arrivals.timeMs(),
		arrivals.uuids()
	];
	const dayOf = daysOf();
	for (let first = 0; first < arrivals.rows; first += BLOCK_ROWS) {
		const until = Math.min(first + BLOCK_ROWS, arrivals.rows);
		const met = [...new Set(distincts.subarray(first, until))];
		const texts = owners.distinctTexts(met);
		const id_of = new Map(met.map((distinct, at) => [distinct, texts[at]]));
		for (let row = first; row < until; row++) {
			const arrived = arrivalOf(seq, row);
			const [time, distinct] = [times_ms[row], distincts[row]];
			yield {
				project: owners.project_id,
				time,
				day: dayOf(time),
				distinct,
				arrived,
				version: versionOf(arrived),
				event: must(owners.names.get(event_ord[row]), "every event has a name"),
				uuid: formatUuid(uuids, row * UUID_BYTES),
				person: owners.person_of[distinct],
				distinct_id: id_of.get(distinct),
				...propertiesAt(columns, row)
			};
		}
	}
}
const DAY_MS = 864e5;
/** `dayText`, remembering those met. */
function daysOf() {
	const known = /* @__PURE__ */ new Map();
	return (time_ms) => {
		const day = Math.floor(time_ms / DAY_MS);
		const text = known.get(day) ?? dayText(time_ms);
		known.set(day, text);
		return text;
	};
}
function writtenColumn(name, column) {
	const key = JSON.stringify(name);
	return {
		column,
		known: [],
		write(value) {
			const text = textOf(value);
			const said = typeof value === "object" && value !== null ? value.json : JSON.stringify(value);
			return {
				entry: text === null ? "" : mapEntry(name, text),
				json: `${key}:${said}`
			};
		}
	};
}
/** Codes up to here are remembered. */
const KNOWN_MOST = 65536;
/** undefined if the row has none. */
function writtenAt({ column, known, write }, row) {
	const code = column.kind === "dictionary" ? column.codes[row] : KNOWN_MOST;
	const before = known[code];
	if (before !== void 0) return before;
	const value = valueAt(column, row);
	const written = value === void 0 ? void 0 : write(value);
	if (code < KNOWN_MOST) known[code] = written;
	return written;
}
function propertiesAt(columns, row) {
	let [entries, json] = ["", ""];
	for (const column of columns) {
		const value = writtenAt(column, row);
		if (value === void 0) continue;
		if (value.entry !== "") entries += entries === "" ? value.entry : `,${value.entry}`;
		json += json === "" ? value.json : `,${value.json}`;
	}
	return {
		entries,
		json: `{${json}}`
	};
}
/** undefined if missing; null was sent. */
function valueAt(column, row) {
	if (column.kind === "dictionary") {
		const code = column.codes[row];
		return code === 0 ? void 0 : column.values.at(code) ?? null;
	}
	const number = column.values[row];
	return Number.isNaN(number) ? void 0 : number;
}
// src/service/remote/clickhouse.ts
/**
* Events in ClickHouse. Events are acknowledged once they are in the log, and leave it when the server has confirmed
* them.
* A question first sends what is left in the log, so that its answer includes every acknowledged event.
*/
/** Connects on first use, so that events are taken while the server is away. @throws ServiceError for an invalid address */
function openClickhouse({ store, log, address, open = openDatabase }) {
	const place = parseAddress(address);
	claim(store, placeText(place));
	let database = null;
	/** Retried after a failure. */
	const opened = () => {
		database ??= open(place, ownerOf(store)).catch((error) => {
			database = null;
			throw error;
		});
		return database;
	};
	const sender = new Sender(store, placeText(place), opened);
	const timer = setInterval(() => {
		for (const { id } of store.projects.list()) sender.flush(id).catch((error) => warnWaiting(log, id, error));
	}, TUNING.remote_send_ms);
	const squashing = setInterval(() => {
		for (const { id } of store.projects.list()) sender.squash(id).catch((error) => warnWaiting(log, id, error));
	}, TUNING.remote_squash_ms);
	timer.unref();
	squashing.unref();
	return {
		async compute({ id }, asked, signal, listener = NOBODY) {
			await waiting(sender.flush(id), signal);
			const of = {
				project_id: id,
				has_moves: sender.hasMoves(id),
				signal,
				listener
			};
			const { asking, ship } = (await opened()).question(of);
			const numbers = asked.kind === "sql" ? null : await answerInSql(asked, asking);
			if (numbers !== null) return {
				from: "numbers",
				numbers
			};
			const names = store.definitions.events(id).map(({ name }) => name);
			return {
				from: "rows",
				shipped: await ship(fetchedFor(asked), names, ROWS_ALIKE)
			};
		},
		async rowsAbout({ id }, lines, signal) {
			const names = store.definitions.events(id).map(({ name }) => name);
			const of = {
				project_id: id,
				has_moves: sender.hasMoves(id),
				signal
			};
			return (await opened()).question(of).shipAbout(lines, names);
		},
		async countPersons({ id }, where, signal) {
			await waiting(sender.flush(id), signal);
			const { asking } = (await opened()).question({
				project_id: id,
				has_moves: sender.hasMoves(id),
				signal
			});
			const rows = await asking.rows((scope) => personsStatement(where, scope));
			return rows === void 0 ? null : Number(rows[0]?.[0] ?? 0);
		},
		refusal: null,
		settle: (project_id) => sender.settle(project_id),
		erasing: (project_id) => sender.erasing(project_id),
		scrub: async () => (await opened()).scrub(),
		squash: (project_id) => sender.squash(project_id),
		async close() {
			clearInterval(timer);
			clearInterval(squashing);
			await sender.idle();
			if (database !== null) await (await database.catch(() => null))?.close();
		}
	};
}
/** What of the events is fetched for a question that the server cannot answer alone. */
function fetchedFor(asked) {
	if (asked.kind !== "sql") return needsOf(asked);
	return needsOf(asked, {
		takes_counted: takesCounted(asked.query),
		first: firstRowsOf(asked.query)
	});
}
/** Identifies a file; copies of it have the same. */
function ownerOf({ users }) {
	return users.first().uuid;
}
/**
* Before there are events, their place is what `--events` says; afterwards only `move` changes it.
* @throws ServiceError if the file's events are elsewhere
*/
function claim(store, place) {
	const { events, projects, definitions } = store;
	const before = events.place();
	if (before === place) return;
	if (!projects.list().every(({ id }) => definitions.events(id).length === 0)) throw before === null ? inFile() : elsewhereAlready(before);
	store.transaction(() => events.setPlace(place));
}
function elsewhereAlready(place) {
	return new ServiceError("conflict", `The events of this file are in ${place}, and not where --events says.`);
}
function inFile() {
	return new ServiceError("conflict", "The events of this file are in it. Bring them over first: insights-mcp move --to ADDRESS");
}
function warnWaiting(log, project, error) {
	log.warn({
		err: error,
		project
	}, "events wait in the log, as their database does not take them");
}
/** A cancelled caller stops waiting; sending goes on, as it is shared by all. */
function waiting(work, signal) {
	return new Promise((resolve, reject) => {
		const cancel = () => reject(new ServiceError("cancelled", "The computation was cancelled."));
		if (signal.aborted) cancel();
		signal.addEventListener("abort", cancel, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", cancel));
	});
}
/** Whether more has been sent of this file than this process knows of. */
function isAhead({ revision, seq }, { sent, tried }) {
	if (revision === tried.revision && seq === tried.seq) return false;
	return revision > sent.revision || revision === sent.revision && seq > sent.seq;
}
function isCopy() {
	return new ServiceError("conflict", "Another copy of this file sends its events to that database, so what was written to this one cannot be sent. One process takes events; copies only answer. Send events there, and make this copy anew.");
}
/** Sends what the store has, per project, one batch after the other. */
var Sender = class {
	#store;
	#place;
	#opened;
	#sendings = /* @__PURE__ */ new Map();
	/** Project -> its sending in progress. */
	#running = /* @__PURE__ */ new Map();
	/** Projects of which stored events are being removed. */
	#removing = /* @__PURE__ */ new Set();
	constructor(store, place, opened) {
		this.#store = store;
		this.#place = place;
		this.#opened = opened;
	}
	hasMoves(project_id) {
		return this.#sendings.get(project_id)?.has_moves ?? false;
	}
	/** Resolves when the server has everything the store had at the time of the call. @throws ServiceError */
	async flush(project_id) {
		const under_way = this.#running.get(project_id);
		if (under_way !== void 0) await under_way;
		await (this.#running.get(project_id) ?? this.#begin(project_id));
	}
	/** Sends all of the log and empties it. Returns the number of events. */
	async settle(project_id) {
		await this.flush(project_id);
		const sent = this.#sendings.get(project_id)?.sent;
		return sent === void 0 ? 0 : this.#leave(project_id, sent.seq);
	}
	/** Rewrites events of merged people under their new persons. */
	async squash(project_id) {
		const sending = this.#sendings.get(project_id);
		if (sending === void 0 || !sending.has_moves) return;
		if (this.#running.has(project_id) || this.#removing.has(project_id)) return;
		await this.#alone(project_id, async () => {
			await (await this.#opened()).squash(project_id);
			sending.has_moves = false;
		});
	}
	/** Two passes: through what is stored now, which may take long, and alone through the little that comes meanwhile. */
	async erasing(project_id) {
		await this.flush(project_id);
		const removing = (await this.#opened()).removing(project_id);
		const sent = () => must(this.#sendings.get(project_id), "what has been sent").sent;
		const { seq } = sent();
		const since = (first) => ({
			remove: (rows) => removing.events(rows, first),
			rename: (texts) => removing.rename(texts, first)
		});
		const stored = since(0);
		return {
			stored: {
				remove: (rows) => this.#unsquashed(project_id, () => stored.remove(rows)),
				rename: (texts) => this.#unsquashed(project_id, () => stored.rename(texts))
			},
			async left(distincts) {
				return {
					left: {
						seq,
						...await removing.left(seq)
					},
					alive: await removing.withEvents(distincts)
				};
			},
			alone: async (work) => {
				await this.#quiet(project_id);
				await this.#alone(project_id, async () => {
					await this.#send(project_id);
					await work(since(seq + 1), sent().seq);
				});
			},
			people: (persons, distincts) => removing.people(persons, distincts)
		};
	}
	/** Resolves when nothing is in progress, whatever the outcome. */
	async idle() {
		await Promise.allSettled(this.#running.values());
	}
	/** Keeps `squash` from running meanwhile; events are sent as usual. */
	async #unsquashed(project_id, work) {
		this.#removing.add(project_id);
		try {
			await this.#quiet(project_id);
			return await work();
		} finally {
			this.#removing.delete(project_id);
		}
	}
	async #quiet(project_id) {
		while (this.#running.has(project_id)) await this.#running.get(project_id).catch(() => {});
	}
	#begin(project_id) {
		return this.#alone(project_id, () => this.#send(project_id));
	}
	#alone(project_id, work) {
		const running = work().finally(() => this.#running.delete(project_id));
		this.#running.set(project_id, running);
		return running;
	}
	async #send(project_id) {
		const now = this.#store.events.place();
		if (now !== this.#place) throw elsewhereAlready(now ?? "it again");
		const known = this.#sendings.get(project_id);
		if (known !== void 0 && this.#isAllSent(project_id, known.sent)) return;
		const database = await this.#opened();
		const sending = known ?? await this.#first(project_id, database);
		const { copied_at } = sending;
		if (copied_at !== null) {
			if (this.#store.events.revision(project_id) !== copied_at) throw isCopy();
			return;
		}
		if (known !== void 0 && isAhead(await database.sent(project_id), sending)) throw isCopy();
		for (;;) {
			const batch = this.#store.snapshot(() => nextBatch(this.#store, project_id, sending.sent));
			if (batch === null) return;
			sending.tried = batch.sent;
			await database.write(batch);
			sending.sent = batch.sent;
			sending.has_moves ||= batch.distincts.some(({ moved }) => moved === 1);
		}
	}
	async #first(project_id, database) {
		const sent = await database.sent(project_id);
		const revision = this.#store.events.revision(project_id);
		const sending = {
			sent,
			tried: sent,
			copied_at: sent.revision > revision ? revision : null,
			has_moves: await database.hasMoves(project_id)
		};
		this.#sendings.set(project_id, sending);
		return sending;
	}
	#isAllSent(project_id, { revision, seq }) {
		const { events } = this.#store;
		return events.revision(project_id) === revision && events.logSince(project_id, seq).length === 0;
	}
	/** Removes events up to that chunk from the log. */
	#leave(project_id, seq) {
		const { events } = this.#store;
		return this.#store.transaction(() => {
			const before = events.tailEvents(project_id);
			if (before === 0 || events.sealedSeq(project_id) >= seq) return 0;
			events.seal(project_id, seq, [], events.nextRevision(project_id));
			return before - events.tailEvents(project_id);
		});
	}
};
// src/service/remote/events.ts
/** In a database whose address was not given: events are taken into the log and wait there. */
function elsewhere(place) {
	const refusal = unnamed(place);
	const refuse = () => Promise.reject(refusal);
	return {
		refusal,
		compute: refuse,
		rowsAbout: refuse,
		countPersons: refuse,
		settle: refuse,
		erasing: refuse,
		scrub: refuse,
		close: () => Promise.resolve()
	};
}
function unnamed(place) {
	return new ServiceError("not_supported", `The events of this file are in ${place}. Say that address with --events or INSIGHTS_MCP_EVENTS, or ask a server that was started so.`, { needs: "the address of the events" });
}
const FROM_DATASET = { from: "dataset" };
/** In the database file. */
const EMBEDDED = {
	refusal: null,
	compute: () => FROM_DATASET,
	rowsAbout: () => Promise.resolve(null),
	countPersons: () => Promise.resolve(null),
	settle: null,
	erasing: null,
	scrub: null,
	close: () => Promise.resolve()
};
// src/service/threads/start.ts
/** How threads are started: as workers. A simulation puts something else in their place. */
const startWorker = (entry, options) => new Worker(entry, options);
// src/service/service.ts
/** Puts the parts together: store, datasets, ingest door; creates the first user and project. */
const DOUBT = "The disk has failed: nothing is stored any more. This may count the last events, which were refused.";
const SILENT = {
	info: () => {},
	warn: () => {},
	error: () => {},
	dropped: () => 0
};
/** @throws ServiceError that says why the file cannot be used */
function openService(options) {
	checkLimits(LIMIT);
	const now = options.now ?? Date.now;
	const random = options.randomBytes ?? randomSource();
	const log = options.log ?? SILENT;
	const startThread = options.startThread ?? startWorker;
	const store = openStore(options.path, definedOnly({
		sync: options.sync,
		pages_max: options.pages_max
	}));
	try {
		upgrade(store, log);
		setUp(store, now, random);
		if (options.lock_wait_ms !== void 0) store.waitForLocks(options.lock_wait_ms);
		const memory_bytes = options.memory_bytes ?? Math.floor(totalmem() * TUNING.memory_share);
		const is_all_here = options.path === ":memory:" || options.computing?.place === "here";
		const here_bytes = Math.floor(memory_bytes * (is_all_here ? 1 : TUNING.memory_share_here));
		const pace = new Pace();
		const datasets = openDatasets(store, here_bytes, alone(() => pace.checkpoint()));
		const events = openEvents(store, log, options.events ?? null);
		const computing = openComputing({
			store,
			datasets,
			pace,
			events,
			memory_bytes: memory_bytes - here_bytes,
			startThread
		}, options.computing ?? {});
		const ingest = openIngest({
			store,
			datasets,
			events,
			log,
			gives_way: !is_all_here,
			startThread,
			now,
			randomBytes: random
		});
		const pictures = openPictures();
		return {
			store,
			datasets,
			events,
			ingest,
			computing,
			pictures,
			timings: new Timings(),
			log,
			doubt: () => store.refusal() === null ? null : DOUBT,
			public_url: options.public_url?.replace(/\/$/, "") ?? null,
			webhook_hosts: options.webhook_hosts ?? [],
			importing: options.importing ?? null,
			command: options.command ?? ((words) => `${PRODUCT.name} ${words}`),
			slow_ms: options.slow_ms ?? null,
			tracing: options.tracing ?? NO_TRACING,
			now,
			randomBytes: random,
			async close() {
				await ingest.close();
				await computing.close();
				await events.close();
				await pictures.close();
				store.close();
			}
		};
	} catch (error) {
		store.close();
		throw error;
	}
}
/** The file remembers where its events are, so that nobody computes without them. */
function openEvents(store, log, address) {
	const place = store.events.place();
	if (address !== null) return openClickhouse({
		store,
		log,
		address
	});
	return place === null ? EMBEDDED : elsewhere(place);
}
/** Creates owner and first project of a new file. */
function setUp(store, now, random) {
	if (store.users.first()) return;
	store.transaction(() => {
		if (store.users.first()) return;
		const uuid = formatUuid(stampUuid(random(16), 4));
		store.users.create({
			uuid,
			distinct_id: uuid,
			first_name: "Owner",
			last_name: "",
			email: "owner@localhost",
			is_email_verified: false,
			hedgehog_config: {}
		});
		store.projects.create({
			name: "Default project",
			api_token: newProjectToken({ randomBytes: random }),
			timezone: "UTC",
			week_start_day: 0,
			test_account_filters: [],
			path_cleaning_filters: [],
			created_at_ms: now()
		});
	});
}
export { nextBatch as a, parseAddress as c, openOutdatedSegment as d, NO_TRACING as f, eventRows as i, placeText as l, openClickhouse as n, ownersOf as o, ownerOf as r, openDatabase as s, openService as t, answerInSql as u };
