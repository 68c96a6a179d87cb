import { r as __toESM } from "./rolldown-runtime-DegdyBIC.js";
import { w as alone } from "./audience-D0Z5fApC.js";
import { n as must, r as unreachable, t as assert } from "./assert-Cucc65-M.js";
import { t as EDGE_SOURCES_MAX } from "./edges-DAyJhmqb.js";
import { a as LIMIT, n as ServiceError } from "./error-CvXVGQlg.js";
import { $ as parseNested, C as corrupted, E as frameCrc, L as monthStart, a as decodeOffsets, at as TUNING, j as parseJsonBytes, n as decodeColumn, nt as formatUuid, r as decodeDistinct, w as decodeFrame, x as KIND } from "./column_codec-1DCwPxVM.js";
import { i as PRODUCT } from "./version-DFrVXfdO.js";
import { t as openStore } from "./store-BAYd_BwN.js";
import { n as Timings, o as newProjectToken, p as untilFree } from "./timings-B8SLgoVI.js";
import { r as tooLong, t as cancelled$1 } from "./messages-B0oB8rxk.js";
import { t as errorOf$1 } from "./thread_failure-DvsL5TF2.js";
import { t as openDatasets } from "./datasets-Bc_jEl4M.js";
import { n as decodeUuids } from "./segment-BkjwUBT9.js";
import { a as longestExchange, c as gatherColumn, i as exchangeEnd, l as arrivalsOfChunks, n as Sealing, o as newExchange, r as endExchange, s as mergeArrivals, t as takeStep } from "./step-C_OenspY.js";
import { C as firstProperties, D as mergedIdOf, E as isIllegalId, a as RecentMap, b as changedProperties, c as checkEvent, g as Groups, k as visitBits, l as eventAt, n as weigh, o as BatchBuilder, r as Definitions, s as batchesOf, u as samplesOf, v as CAMPAIGN_BIT, x as changesOf } from "./weigh-DWeR6FLa.js";
import { a as ColumnBuilder, n as openChunk, t as encodeChunk } from "./chunk-Clisp7Gw.js";
import { t as PropertyColumns } from "./property_columns-CUDgmScx.js";
import { r as copyUuids } from "./dataset_feed-CF_LROtY.js";
import { c as STATUSES, n as restricted, u as personUuid } from "./query-CIUnPxLB.js";
import { a as textOf } from "./column-B7o9AQr5.js";
import module from "node:module";
import { Worker } from "node:worker_threads";
import { randomBytes, randomUUID } from "node:crypto";
import { availableParallelism, totalmem } from "node:os";
import { setImmediate, setTimeout as setTimeout$1 } from "node:timers/promises";
import { dirname } from "node:path";
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
// src/service/computing/pace.ts
/** How long this thread may go on with one computation: asked at every checkpoint of the engine. */
/** The time is up, before the computation was done. */
var OutOfTime = class extends Error {};
var Pace = class {
	#until_ms = Number.POSITIVE_INFINITY;
	/** @throws OutOfTime at a checkpoint, once `work` has taken longer */
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
/** The computations somebody waits for, by the names their askers gave them: what can be cancelled. */
var Running = class {
	/** `project id` and the name -> what makes those who wait leave. */
	#leaves = /* @__PURE__ */ new Map();
	/** The asker waits until `run` is done, its signal says, or the name is cancelled: both come as the signal of `run`. */
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
	/** How many were waiting under that name. */
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
/** Resolves when it is gone. Its messages include `close`. */
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
* The computing thread as the main thread sees it: started when first needed or announced, one question at a time, the
* others wait in a bounded line. It is no reason for the process to stay alive unless somebody waits for it.
*/
/** Unbuilt and built, it lies beside this file. */
const ENTRY$2 = new URL(import.meta.url.endsWith(".ts") ? "./answering.ts" : "./answering.js", import.meta.url);
var ComputingThread = class {
	#options;
	#flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
	#line = [];
	#worker = null;
	#current = null;
	#closed = false;
	/** Of columns the thread holds, as it said last. */
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
	/** Questions about the project are to be expected: the thread loads its code and who is who while the caller goes on. */
	announce(project) {
		this.#worker ??= this.#start();
		if (this.#current === null) this.#worker.unref();
		post$1(this.#worker, { expect: project });
	}
	/** @throws ServiceError cancelled, timeout, busy, whatever refuses the question, and `error` where the thread died */
	ask(project, task, given, signal) {
		if (signal.aborted || this.#closed) return Promise.reject(cancelled$1());
		if (this.#current !== null && this.#line.length >= this.#options.waiting) return Promise.reject(busy());
		return new Promise((resolve, reject) => {
			const job = {
				project,
				task,
				given,
				resolve,
				reject,
				deadline: setTimeout(() => this.#giveUp(job, this.#lateFor(job)), this.#options.compute_ms)
			};
			signal.addEventListener("abort", () => this.#giveUp(job, cancelled$1()), { once: true });
			this.#line.push(job);
			this.#next();
		});
	}
	/** What is asked is given up. */
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
			given
		});
	}
	#start() {
		const { path, memory_bytes, helpers, heap_mb } = this.#options;
		const opening = {
			path,
			memory_bytes,
			helpers,
			flag: this.#flag
		};
		const resourceLimits = { maxOldGenerationSizeMb: heap_mb };
		const worker = new Worker(ENTRY$2, {
			workerData: opening,
			name: "computing",
			env: environment(),
			resourceLimits
		});
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
	/** Whoever waits for the answer under way learns it; the next question gets a new thread. */
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
	/** The asker hears at once; the thread at its next checkpoint. */
	#giveUp(job, error) {
		const place = this.#line.indexOf(job);
		if (place >= 0) this.#line.splice(place, 1);
		job.reject(error);
		clearTimeout(job.deadline);
		const current = this.#current;
		if (current?.job !== job || current.stop !== null) return;
		Atomics.store(this.#flag, 0, 1);
		current.stop = setTimeout(() => void this.#worker?.terminate(), TUNING.compute_stop_ms);
	}
	#lateFor(job) {
		return this.#current?.job === job ? tooLong(this.#options.compute_ms) : busy();
	}
};
/** Compiled code is kept where the main thread keeps it: below the folder that the variable names. Helpers inherit it. */
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
* Where questions are computed: in a thread of its own, so that the process goes on taking events and requests; right
* here where so little is there that asking the thread would take longer, or no other connection can see the data.
*/
function openComputing({ store, datasets, pace, events, memory_bytes }, options) {
	const { compute_ms = LIMIT.compute_ms, waiting = LIMIT.computing_waiting } = options;
	const helpers = options.helpers ?? Math.min(availableParallelism() - 1, TUNING.compute_helpers);
	const heap_mb = options.heap_mb ?? TUNING.compute_heap_mb + Math.ceil(memory_bytes / 1024 ** 2);
	const thread = new ComputingThread({
		path: store.path,
		memory_bytes,
		helpers,
		heap_mb,
		compute_ms,
		waiting
	});
	const placeOf = places(store, options.place ?? "auto");
	const large = store.projects.list().find((project) => placeOf(project) === "thread");
	if (large !== void 0) thread.announce(large);
	let computed = 0;
	let computed_ms = 0;
	const outcome = async (project, task, signal) => {
		const started_ms = performance.now();
		try {
			if (signal.aborted) throw cancelled$1();
			const there = events.compute(project, task.asked, signal);
			const given = there instanceof Promise ? await there : there;
			const place = placeOf(project);
			if (place === "thread") return await thread.ask(project, task, given, signal);
			const { outcomeOf } = await import("./outcome-BPqeY1uS.js");
			if (signal.aborted) throw cancelled$1();
			const sources = {
				store,
				datasets,
				team: alone(() => pace.checkpoint()),
				memory_bytes
			};
			const here = () => store.snapshot(() => outcomeOf(project, task, given, sources));
			try {
				return pace.run(place === "here" ? compute_ms : TUNING.compute_here_ms, here);
			} catch (error) {
				if (!(error instanceof OutOfTime)) throw error;
				if (place === "here") throw tooLong(compute_ms);
				return await thread.ask(project, task, given, signal);
			}
		} finally {
			computed++;
			computed_ms += performance.now() - started_ms;
		}
	};
	return {
		running: new Running(),
		async show(project, show, signal) {
			const answer = await outcome(project, show, signal);
			assert(answer.kind === "shown", "an answer to what was asked");
			return answer;
		},
		async numbers(project, asked, signal) {
			const answer = await outcome(project, { asked }, signal);
			assert(answer.kind === "numbers", "an answer to what was asked");
			return answer.numbers;
		},
		countPersons: (project, where, signal) => events.countPersons(project, where, signal),
		status: () => ({
			running: thread.running,
			waiting: thread.waiting,
			computed,
			computed_ms,
			bytes: thread.bytes
		}),
		close: () => thread.close()
	};
}
function places(store, place) {
	if (store.path === ":memory:" || place === "here") return () => "here";
	if (place === "thread") return () => "thread";
	/** Projects only grow. */
	const large = /* @__PURE__ */ new Set();
	return ({ id }) => {
		if (large.has(id)) return "thread";
		if (store.definitions.events(id).reduce((sum, { count }) => sum + count, 0) < TUNING.compute_events) return "try";
		large.add(id);
		return "thread";
	};
}
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
/** Read at once; small ones are many to a step. */
const SEGMENTS_A_LOOK = 1e4;
/** @throws ServiceError data_corrupted where a segment cannot be read; all that is left stays as it was */
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
/** How many rows have been made anew; 0 where all are. */
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
/** Those of one project that make a span of the usual size. */
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
// src/service/sealing/thread.ts
/**
* The sealing thread as the main thread sees it: started when first needed, one step at a time. Between steps it is no
* reason for the process to stay alive. A thread that dies takes nothing with it: what it had not exchanged is still in the log.
*/
/** Unbuilt and built, it lies beside this file. */
const ENTRY$1 = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);
var SealingThread = class {
	#opening;
	#worker = null;
	constructor(opening) {
		this.#opening = opening;
	}
	/** Not before the last one has ended. Rejects where the step fails or the thread dies; the next step gets a new one. */
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
		const worker = new Worker(ENTRY$1, {
			workerData: this.#opening,
			name: "sealing"
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
* Keeps the store in shape between commits: seals the log's tail when it has grown long, then merges small segments,
* step by step in a thread of its own; a store in memory, which no thread can see, right here with pauses. Nothing depends
* on it but speed: what it leaves undone at the end is done after the next start.
*/
var Upkeep = class {
	#parts;
	#exchange = newExchange();
	#thread;
	/** Used where the store is in memory. */
	#sealing;
	/** project -> events in its log that are not sealed */
	#tails = /* @__PURE__ */ new Map();
	/** project -> as long as so many events are in its log */
	#toSeal = /* @__PURE__ */ new Map();
	#toCompact = /* @__PURE__ */ new Set();
	#toShrink = /* @__PURE__ */ new Set();
	/** The step under way: whether it went well. */
	#step = null;
	#isStopped = false;
	constructor(parts) {
		this.#parts = parts;
		this.#thread = new SealingThread({
			path: parts.store.path,
			exchange: this.#exchange,
			gives_way: parts.gives_way
		});
		this.#sealing = new Sealing(parts.store, this.#exchange);
	}
	/** After a commit that added so many events to the log: seals it when it has grown to `seal_from` events. */
	logGrew(project_id, events, seal_from) {
		if (events === 0) return;
		const known = this.#tails.get(project_id);
		if (known !== void 0) this.#tails.set(project_id, known + events);
		if (this.#tailOf(project_id) < seal_from) return;
		this.#toSeal.set(project_id, seal_from);
		this.#begin();
	}
	/**
	* Resolves when at most so many events are not sealed; with 0, when small segments are merged too. For callers that
	* write more than can be sealed meanwhile. Gives up where a step fails: the next commit asks again.
	*/
	async settle(project_id, events) {
		while (this.#tailOf(project_id) > events && !this.#isStopped) {
			this.#toSeal.set(project_id, TUNING.seal_events);
			if (!await this.#begin()) return;
		}
		if (events > 0) return;
		this.#toShrink.add(project_id);
		while ((this.#toCompact.has(project_id) || this.#toShrink.has(project_id)) && !this.#isStopped) if (!await this.#begin()) return;
	}
	/** See `exchangeEnd`. */
	exchangeEnd() {
		return exchangeEnd(this.#exchange);
	}
	/** See `longestExchange`. */
	longestExchange() {
		return longestExchange(this.#exchange);
	}
	/** A step under way that goes on for long is given up: what it had not exchanged is still in the log. */
	async stop() {
		this.#isStopped = true;
		await this.#thread.close();
		await this.#step;
	}
	/** Asked of the store once, then counted on. */
	#tailOf(project_id) {
		const known = this.#tails.get(project_id) ?? this.#parts.store.events.tailEvents(project_id);
		this.#tails.set(project_id, known);
		return known;
	}
	/** The step under way, or a new one. */
	#begin() {
		if (this.#isStopped || this.#parts.store.refusal() !== null) return Promise.resolve(false);
		this.#step ??= this.#take().finally(() => {
			this.#step = null;
			if (this.#toSeal.size + this.#toCompact.size + this.#toShrink.size > 0) this.#begin();
		});
		return this.#step;
	}
	async #take() {
		const step = this.#nextStep();
		const { project_id } = step;
		try {
			this.#note(step, await this.#run(step));
			return true;
		} catch (error) {
			this.#parts.log.warn({
				err: error,
				project: project_id
			}, "upkeep of the store was put off");
			this.#toSeal.delete(project_id);
			this.#toCompact.delete(project_id);
			this.#toShrink.delete(project_id);
			return false;
		}
	}
	#nextStep() {
		const [toCompact] = this.#toCompact;
		if (toCompact !== void 0) return {
			project_id: toCompact,
			kind: "compact"
		};
		const [toSeal] = this.#toSeal.keys();
		if (toSeal !== void 0) return {
			project_id: toSeal,
			kind: "seal"
		};
		const [toShrink] = this.#toShrink;
		return {
			project_id: toShrink,
			kind: "shrink"
		};
	}
	async #run(step) {
		const { settle } = this.#parts.events;
		if (step.kind === "seal" && settle !== null) {
			const settled = await settle(step.project_id);
			return {
				sealed: settled,
				is_more: settled > 0
			};
		}
		if (this.#parts.store.path !== ":memory:") return this.#thread.take(step);
		await setTimeout$1(TUNING.upkeep_pause_ms);
		return takeStep(this.#sealing, step);
	}
	#note({ kind, project_id }, { sealed, is_more }) {
		if (kind !== "seal") {
			if (!is_more) (kind === "compact" ? this.#toCompact : this.#toShrink).delete(project_id);
			return;
		}
		const tail = Math.max(0, (this.#tails.get(project_id) ?? 0) - sealed);
		if (is_more) this.#tails.set(project_id, tail);
		else this.#tails.delete(project_id);
		if (!is_more || tail < (this.#toSeal.get(project_id) ?? 0)) this.#toSeal.delete(project_id);
		this.#toCompact.add(project_id);
	}
};
// src/service/ingest/backlog.ts
/**
* How long what waits to be stored will take, from how long it took before: each newcomer waits for all of it. Told early
* that it is too much, a client comes again; let in, it would wait for seconds, and hold up those after it.
*/
/** Until measured: fifty thousand events a second. */
const FIRST_MS_PER_EVENT = .02;
/** Of the newest measurement. Smaller commits say little of an event's own cost. */
const SHARE = .2;
const MEASURED_EVENTS = 50;
var Backlog = class {
	#events = 0;
	#ms_per_event = FIRST_MS_PER_EVENT;
	/** When the last commit ended, where more was waiting then; else null. */
	#ended_ms = null;
	get wait_ms() {
		return this.#events * this.#ms_per_event;
	}
	get isTooLong() {
		return this.wait_ms > LIMIT.commit_wait_ms;
	}
	add(events) {
		this.#events += events;
	}
	/** Time that passes without anything being done, for a lock of others, says nothing of the work. */
	paused() {
		this.#ended_ms = null;
	}
	/** `began_ms`, now: of the commit. One after the other, what is done in between is part of the wait as well. */
	done(events, began_ms, now_ms) {
		this.#events -= events;
		const took_ms = now_ms - (this.#ended_ms ?? began_ms);
		if (events >= MEASURED_EVENTS) this.#ms_per_event += SHARE * (took_ms / events - this.#ms_per_event);
		this.#ended_ms = this.#events > 0 ? now_ms : null;
	}
	/** What waited was refused. */
	clear() {
		this.#events = 0;
		this.#ended_ms = null;
	}
};
const NO_PROPERTIES = Object.freeze({});
var Identities = class {
	#people;
	#project_id;
	#ids = new RecentMap(TUNING.cached_ids);
	#persons = new RecentMap(TUNING.cached_persons);
	/** New and changed in this transaction. Never evicted, so a person is never in two states at once. */
	#dirty = /* @__PURE__ */ new Map();
	/** Distinct ids made in it, in order, with the persons they were made for; likewise. */
	#newIds = /* @__PURE__ */ new Map();
	/** Persons that have ended in it, and in whom, in order: the store is told at the end, when all of them are there. */
	#merges = [];
	/** Ids that the store had not when this transaction asked. */
	#absent = /* @__PURE__ */ new Set();
	/** What the next new person and distinct id are called; null until asked for in this transaction. */
	#next = null;
	/** How often properties were taken away from somebody. */
	#unsets = 0;
	/** merged person -> the one it went into, for ids that were cached before the merge. */
	#merged = /* @__PURE__ */ new Map();
	constructor(people, project_id) {
		this.#people = people;
		this.#project_id = project_id;
	}
	/** Ids that will be asked for in this transaction: what is remembered of each; those that nobody has are found out at once. */
	lookAhead(distinct_ids) {
		const known = distinct_ids.map((id) => this.remembered(id));
		const unknown = distinct_ids.filter((_, at) => known[at] === void 0);
		if (unknown.length > 0) this.#absent = new Set(this.#people.absent(this.#project_id, unknown));
		return known;
	}
	/** A distinct id that is in memory; good for `isSettled` until the transaction ends. */
	remembered(distinct_id) {
		return this.#ids.get(distinct_id) ?? this.#newIds.get(distinct_id)?.id;
	}
	/** Whether an event with such a visit (`visitBits`) changes nothing about the id's person. */
	isSettled(id, visit) {
		return id.has_profile && visit >= 0 && (visit & ~this.#visitOf(id)) === 0;
	}
	/** The same of an event that tells of campaigns: whether they are the person's last ones already. */
	isCampaignKnown(id, visit, campaigns, row) {
		if ((visit & 536870912) === 0 || !this.isSettled(id, visit & -536870913)) return false;
		const { properties } = this.#person(this.#living(id));
		return campaigns.every(({ name, initial, valueAt }) => {
			const value = valueAt(row);
			if (value === void 0 || value === null) return true;
			return properties[name] === value && Object.hasOwn(properties, initial);
		});
	}
	/** The dense number of the event's distinct id; makes and changes persons as the event asks. */
	resolve(event, transaction) {
		const { properties } = event;
		if (properties["$process_person_profile"] === false) return this.#withoutProfile(event.distinct_id);
		const visit = visitBits(event.event, properties);
		const settled = this.remembered(event.distinct_id);
		if (settled !== void 0 && this.isSettled(settled, visit)) return settled.ord;
		const changes = changesOf(event.event, properties);
		const other = mergedIdOf(event.event, properties);
		if (other !== null && other !== event.distinct_id && !isIllegalId(other) && !isIllegalId(event.distinct_id)) this.#join(event, other, event.event === "$merge_dangerously");
		const known = this.#find(event.distinct_id);
		if (known === void 0) return this.#settled(this.#create(event, changes, transaction), visit).ord;
		this.#update(this.#person(known), event, changes, transaction);
		return this.#settled(known, visit).ord;
	}
	/** The id's person has had such an event. */
	#settled(id, visit) {
		id.visit = this.#visitOf(id) | (visit < 0 ? 0 : visit & ~CAMPAIGN_BIT);
		id.has_profile = true;
		id.unsets = this.#unsets;
		return id;
	}
	/** Properties of a visit that the id's person has for sure: merges and files only add to them. */
	#visitOf(known) {
		return known.unsets === this.#unsets ? known.visit : 0;
	}
	/** A person as a file tells it: all its ids end up on one person, its properties win. */
	describe(item, transaction) {
		const [first, ...others] = item.distinct_ids;
		const known = this.#find(must(first, "a person has an id"));
		const person = known ? this.#person(known) : this.#addPerson(must(first, "a person has an id"));
		for (const id of others) {
			const other = this.#find(id);
			if (other === void 0) this.#attach(id, person);
			else if (other.person_ord !== person.ord) this.#merge(this.#person(other), person);
		}
		transaction.notePersonProperties(item.properties);
		const changes = {
			set: item.properties,
			set_once: {},
			unset: []
		};
		const properties = changedProperties(person.properties, changes, "$set");
		const created_at_ms = item.created_at_ms ?? person.created_at_ms;
		const is_identified = person.is_identified || others.length > 0;
		this.#change(person, properties, created_at_ms, is_identified);
	}
	/** Writes back what changed; at the end of the caller's transaction. */
	finish(transaction) {
		this.#write(transaction);
		this.#absent = /* @__PURE__ */ new Set();
		this.#next = null;
		if (this.#merged.size > TUNING.cached_merges) this.forget();
	}
	/** Drops everything held in memory. */
	forget() {
		this.#ids.clear();
		this.#persons.clear();
		this.#dirty.clear();
		this.#newIds.clear();
		this.#merges.length = 0;
		this.#absent = /* @__PURE__ */ new Set();
		this.#next = null;
		this.#merged.clear();
	}
	#write(transaction) {
		if (this.#dirty.size + this.#newIds.size === 0) return;
		const persons = [...this.#dirty.values()];
		const ids = Array.from(this.#newIds, ([distinct_id, { id, person_ord }]) => ({
			distinct_id,
			ord: id.ord,
			person_ord
		}));
		const revision = transaction.revision();
		this.#people.write(this.#project_id, {
			persons,
			ids
		}, revision);
		for (const { from_ord, into_ord } of this.#merges) this.#people.merge(this.#project_id, from_ord, into_ord, revision);
		for (const person of persons) if (!this.#merged.has(person.ord)) this.#persons.set(person.ord, person);
		this.#dirty.clear();
		this.#newIds.clear();
		this.#merges.length = 0;
	}
	#withoutProfile(distinct_id) {
		const known = this.#find(distinct_id);
		if (known !== void 0) return known.ord;
		this.#addPerson(distinct_id);
		return must(this.#find(distinct_id), "the id was just made").ord;
	}
	#create(event, changes, transaction) {
		const properties = firstProperties(changes);
		transaction.notePersonProperties(properties);
		this.#addPerson(event.distinct_id, {
			properties,
			created_at_ms: event.timestamp_ms
		});
		return must(this.#find(event.distinct_id), "the id was just made");
	}
	#update(person, event, changes, transaction) {
		const properties = changedProperties(person.properties, changes, event.event);
		if (changes.unset.length > 0 && properties !== person.properties) this.#unsets++;
		if (properties !== person.properties) transaction.notePersonProperties(changes.set);
		if (properties !== person.properties) transaction.notePersonProperties(changes.set_once);
		const created_at_ms = person.created_at_ms === 5e3 ? event.timestamp_ms : person.created_at_ms;
		this.#change(person, properties, created_at_ms, person.is_identified);
	}
	/**
	* Makes the event's distinct id and the other one belong to one person. Two persons become one unless the person
	* of the other id is identified already: then both stay as they are, for that would be a stranger's account.
	*/
	#join(event, other_id, is_forced) {
		const target = this.#find(event.distinct_id);
		const source = this.#find(other_id);
		const person = this.#owner(target, source, event);
		if (target === void 0 && source !== void 0) this.#attach(event.distinct_id, person);
		if (source === void 0) this.#attach(other_id, person);
		else if (source.person_ord !== person.ord) {
			const from = this.#person(source);
			if (is_forced || !from.is_identified) this.#merge(from, person);
		}
		this.#change(person, person.properties, person.created_at_ms, true);
	}
	/** The person that stays. */
	#owner(target, source, event) {
		const known = target ?? source;
		if (known !== void 0) return this.#person(known);
		return this.#addPerson(event.distinct_id, { created_at_ms: event.timestamp_ms });
	}
	/** `from` ends in `into`: its ids move, its properties fill gaps, the older creation time holds. */
	#merge(from, into) {
		this.#persons.delete(from.ord);
		this.#merged.set(from.ord, into.ord);
		this.#merges.push({
			from_ord: from.ord,
			into_ord: into.ord
		});
		const created_at_ms = older(from.created_at_ms, into.created_at_ms);
		this.#change(into, {
			...from.properties,
			...into.properties
		}, created_at_ms, true);
		from.properties = NO_PROPERTIES;
	}
	#attach(distinct_id, person) {
		const id = newlyKnown(this.#numbers().distinct++, person.ord);
		this.#ids.set(distinct_id, id);
		this.#newIds.set(distinct_id, {
			id,
			person_ord: person.ord
		});
	}
	#addPerson(distinct_id, values = {}) {
		const next = this.#numbers();
		const person = {
			ord: next.person++,
			first_distinct: next.distinct,
			properties: values.properties ?? {},
			created_at_ms: values.created_at_ms ?? 5e3,
			is_identified: false
		};
		this.#dirty.set(person.ord, person);
		this.#attach(distinct_id, person);
		return person;
	}
	#numbers() {
		const people = this.#people;
		const project_id = this.#project_id;
		this.#next ??= {
			person: people.personLimit(project_id),
			distinct: people.distinctCount(project_id)
		};
		return this.#next;
	}
	#find(distinct_id) {
		const id = this.remembered(distinct_id) ?? this.#stored(distinct_id);
		return id === void 0 ? void 0 : this.#living(id);
	}
	#living(id) {
		let into = this.#merged.get(id.person_ord);
		for (; into !== void 0; into = this.#merged.get(into)) id.person_ord = into;
		return id;
	}
	#stored(distinct_id) {
		if (this.#absent.has(distinct_id)) return void 0;
		const found = this.#people.find(this.#project_id, distinct_id);
		if (found === void 0) return void 0;
		const id = newlyKnown(found.ord, found.person_ord);
		this.#ids.set(distinct_id, id);
		return id;
	}
	#person(id) {
		const held = this.#dirty.get(id.person_ord) ?? this.#persons.get(id.person_ord);
		if (held !== void 0) return held;
		const person = known(must(this.#people.get(this.#project_id, id.person_ord), "a distinct id has a person"));
		this.#persons.set(person.ord, person);
		return person;
	}
	#change(person, properties, created_at_ms, is_identified) {
		if (properties === person.properties && created_at_ms === person.created_at_ms && is_identified === person.is_identified) return;
		person.properties = properties;
		person.created_at_ms = created_at_ms;
		person.is_identified = is_identified;
		this.#dirty.set(person.ord, person);
	}
};
function newlyKnown(ord, person_ord) {
	return {
		ord,
		person_ord,
		has_profile: false,
		visit: 0,
		unsets: 0
	};
}
function known(person) {
	return { ...person };
}
function older(left_ms, right_ms) {
	if (left_ms === 5e3) return right_ms;
	return right_ms === 5e3 ? left_ms : Math.min(left_ms, right_ms);
}
// src/service/ingest/taking.ts
/**
* One batch of events, taken in row by row: which are new, whose they are, which groups they name. What most rows have
* in common is asked once for the batch: the number of a name, who stands behind a distinct id.
*/
const UUID_BYTES$1 = 16;
const NO_COLUMNS = /* @__PURE__ */ new Map();
/** Fewer ids are asked for one by one. */
const LOOK_AHEAD_ROWS = 256;
var Taking = class {
	#batch;
	#parts;
	/** code of a name -> the event's number */
	#event_ords = [];
	/** code of a distinct id -> what is known of it */
	#ids;
	/** The next row to be looked at, and how many before it are taken. */
	#row = 0;
	#count = 0;
	/** place of the taken one -> row, event's number, number of the distinct id */
	#rows;
	#event_ord;
	#distinct;
	/** Groups' keys of rows, if any has some. */
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
	/** The next row to be looked at. */
	get row() {
		return this.#row;
	}
	/** How many of the rows from the last end to this one are taken; the others are stored already. */
	takeUntil(end) {
		const before = this.#count;
		for (; this.#row < end; this.#row++) this.#take(this.#row);
		return this.#count - before;
	}
	/** The rows taken, for the log. */
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
	/** Of the rows taken; keys of groups win over what was sent under their names. What is packed stays so if it can. */
	#properties(taken, isWhole) {
		const { properties, rows } = this.#batch;
		const keys = this.#groupKeys === null ? NO_COLUMNS : columnsOf(this.#groupKeys.columns(rows), taken);
		const { packed } = properties;
		if (isWhole && packed !== null && !packed.names.some((name) => keys.has(name))) return {
			columns: keys,
			packed,
			samples: [...properties.samples(), ...samplesOf(keys)]
		};
		const sent = taken.length === 0 ? NO_COLUMNS : properties.columns();
		const selected = isWhole ? sent : columnsOf(sent, taken);
		const columns = new Map([...selected, ...Array.from(keys, ([name, key]) => laidOver(name, selected.get(name), key))]);
		return {
			columns,
			packed: null,
			samples: samplesOf(columns)
		};
	}
};
/** Of those rows, in that order; without the columns that have nothing then. */
function columnsOf(columns, rows) {
	const selected = /* @__PURE__ */ new Map();
	for (const [name, column] of columns) {
		const gathered = gatherColumn(column, rows);
		if (gathered !== null) selected.set(name, gathered);
	}
	return selected;
}
/** Where there is a key, that; else what was sent. */
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
* Writes one project's items inside the caller's open transaction: drops duplicates, finds out who and which group,
* notes names and types, and appends the rows to the log. What it remembers between transactions is dropped where others
* have changed the project since, and must be dropped by `forget` when a transaction fails.
*/
var ProjectWriter = class {
	#parts;
	#project;
	#identities;
	#groups;
	#definitions;
	/** The project's revision up to which all that is remembered holds. */
	#revision = -1;
	/** Of the transaction under way, and what it has added to the log. */
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
	/** Events of several callers, in order; one result for each. */
	write(callers) {
		const builder = new BatchBuilder(callers.reduce((sum, events) => sum + events.length, 0));
		for (const events of callers) for (const event of events) builder.addEvent(event);
		const transaction = this.#begin();
		const taking = this.#taking(builder.taken().events, transaction);
		let end = 0;
		const results = callers.map((events) => {
			end += events.length;
			const taken = taking.takeUntil(end);
			return {
				taken,
				duplicates: events.length - taken
			};
		});
		const logged = this.#log(taking, transaction);
		this.#finish(transaction);
		return {
			results,
			logged
		};
	}
	/** Items in order, those of a batch in one or more parts; one result for each part. */
	import(batches) {
		const transaction = this.#begin();
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
		return {
			results,
			logged
		};
	}
	/** The transaction has been committed: what it wrote is remembered. */
	committed() {
		this.#known?.committed({
			revision: this.#revision,
			chunks: this.#chunks
		});
		this.#known = null;
	}
	/** The transaction has failed, or others have written. */
	forget() {
		this.#known = null;
		this.#identities.forget();
		this.#groups.forget();
		this.#definitions.forget();
	}
	#begin() {
		const { events } = this.#parts.store;
		if (events.revision(this.#project.id) !== this.#revision && !events.isOnlySealedSince(this.#project.id, this.#revision)) this.forget();
		this.#known = this.#parts.datasets.known(this.#project);
		this.#chunks = [];
		return new Writing(this.#parts.store, this.#definitions, this.#project.id, this.#known);
	}
	#taking(batch, transaction) {
		return new Taking(batch, {
			known: transaction.known,
			identities: this.#identities,
			groups: this.#groups,
			definitions: this.#definitions,
			transaction
		});
	}
	/** The events up to that row, and the others among them. */
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
		if (line !== null && !store.events.noteLine(this.#project.id, line)) return "known";
		if (item.kind === "person") this.#identities.describe(item.person, transaction);
		else this.#groups.describe(item.group, now(), transaction);
		return "taken";
	}
	/** How many rows the log has got. */
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
		this.#identities.finish(transaction);
		this.#definitions.finish();
		this.#revision = this.#parts.store.events.revision(this.#project.id);
	}
};
/** What identities and groups may ask of the transaction they work in. */
var Writing = class {
	known;
	#store;
	#definitions;
	#project_id;
	#revision = null;
	constructor(store, definitions, project_id, known) {
		this.#store = store;
		this.#definitions = definitions;
		this.#project_id = project_id;
		this.known = known;
	}
	/** Raised when first asked for: a batch of duplicates changes nothing. */
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
* that many small requests share one write to the disk. Nobody gets an answer before that transaction is on the disk.
*/
function openIngest(parts) {
	const queue = new CommitQueue(parts);
	return {
		admit: () => queue.admit(),
		capture: async (project, events) => {
			await queue.warmed(project);
			return queue.add(project, events);
		},
		importItems: (project, items) => sumOf(queue.import(project, wholeBatches(items), TUNING.tail_events)),
		importBatch: (project, items, parts) => queue.import(project, [{
			items,
			parts
		}], TUNING.seal_events),
		settle: (project, events) => queue.settle(project, events),
		longestExchange: () => queue.longestExchange(),
		flush: () => queue.flush(),
		close: () => queue.close()
	};
}
/** What an event costs besides its properties. */
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
	#bytes = 0;
	#backlog = new Backlog();
	#timer = null;
	constructor(parts) {
		this.#parts = parts;
		this.#upkeep = new Upkeep(parts);
	}
	/** Before a project's first events in this process: what is known of the last weeks is read with pauses for others. */
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
		const bytes = events.reduce((sum, event) => sum + checkedBytes(event), 0);
		if (this.#bytes > 0 && this.#bytes + bytes > LIMIT.commit_queue_bytes) throw tooMuch();
		this.#bytes += bytes;
		this.#backlog.add(events.length);
		return new Promise((resolve, reject) => {
			this.#waiting.push({
				project,
				events,
				bytes,
				resolve,
				reject
			});
			this.#timer ??= setTimeout(() => void this.#commitOutsideExchange(), TUNING.commit_window_ms);
		});
	}
	import(project, batches, seal_from) {
		const { results, logged } = this.#transaction(() => this.#writer(project).import(batches));
		this.#upkeep.logGrew(project.id, logged, seal_from);
		return [...results];
	}
	async settle(project, events) {
		await this.#upkeep.settle(project.id, events);
		if (events === 0) await this.#parts.store.durable();
	}
	flush() {
		while (this.#waiting.length > 0) this.#commit();
		return this.#parts.store.durable();
	}
	/** What cannot be stored in the time there is was not acknowledged; its senders are told to send it again. */
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
	/** Requests are read meanwhile. What waits is written by whoever comes first. */
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
		const refused = this.#waiting.splice(0);
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
	/** Writes what waits, oldest first, as much as one commit may hold. */
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
		let events = 0;
		let count = 0;
		for (; count < this.#waiting.length && events < TUNING.commit_events; count++) {
			events += this.#waiting[count].events.length;
			this.#bytes -= this.#waiting[count].bytes;
		}
		const taken = this.#waiting.slice(0, count);
		this.#waiting = this.#waiting.slice(count);
		return taken;
	}
	/** False when several callers' events failed together for a reason that may be one caller's alone. */
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
			this.#parts.log.error({
				err: error,
				events: taken.length
			}, "events were not stored");
			for (const one of taken) one.reject(error);
			return true;
		}
	}
	/** What the writers remember holds when it is committed, and is forgotten when it fails. */
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
/** About the bytes of an event. What would fail only inside the shared transaction is a bug here and now. */
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
function sumOf(results) {
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
* SVG -> PNG in a thread of its own, started when the first picture is wanted: the painter is synchronous and takes a
* tenth of a second, and nobody else may wait for it. One picture at a time; past a few that wait, no more are taken.
*/
/** Unbuilt and built, it lies beside this file. */
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
* Pieces of statements. A piece is made by `sql`...``: what stands between the values is text of this program, each value
* becomes a parameter of its own. So no value can ever become text of a statement.
*/
/** Texts and numbers are bound, whole numbers as Int64. */
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
/** A name that this program made: of a column, a table or an alias. */
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
function numberList(value) {
	return {
		type: "Array(Float64)",
		value: [...value]
	};
}
/** Times that no event can have stand for no bound. */
const FAR_MS = 9e15;
/** A bound in time: infinite ones are far away, and between two milliseconds there is nothing. */
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
/** Nothing where there are no pieces. */
function joined(pieces, separator) {
	return pieces.reduce((all, piece, at) => at === 0 ? piece : sql`${all}${separator}${piece}`, sql``);
}
function list(pieces) {
	return joined(pieces, sql`, `);
}
/** True of nothing at all. */
function allOf(pieces) {
	const said = pieces.filter((piece) => piece.texts.length > 1 || piece.texts[0] !== "1");
	if (said.length < 2) return said[0] ?? sql`1`;
	return sql`(${joined(said, sql` and `)})`;
}
/** False of nothing at all. */
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
/** How a kind asks: statements go to the server one after the other, rows come back. */
/** undefined: of expressions. */
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
/** The same where there is always one. */
function plainActorOf(actor, frame) {
	return actorOf(actor, frame);
}
// src/clickhouse/statement/frame.ts
/** A value under a property's name; missing where there is none, which is not the same as ''. */
function propertyOf(properties, key) {
	return sql`if(mapContains(${properties}, ${key}), ${properties}[${key}], null)`;
}
var Frame = class {
	scope;
	/** By what is asked for. */
	#wanted = /* @__PURE__ */ new Map();
	#wants_id = false;
	#wants_created = false;
	#wants_sessions = false;
	constructor(scope) {
		this.scope = scope;
	}
	/** The column with a source's text, null where it is missing; undefined where SQL has no word for it. */
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
	/** What stands behind `from`. Ask it last, as it has the columns that were asked for until then. */
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
	/** Of all events of each session, whatever the statement looks at. */
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
/** The first and last day of which the table's column can speak. */
const DAYS_FROM_MS = Date.UTC(1900, 0, 1);
const DAYS_UNTIL_MS = Date.UTC(2299, 11, 31);
/** Days besides times: they are in the table's order. */
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
* A resolved condition as SQL. Exact, or none: what SQL cannot judge alike (dates as people write them, elements of pages,
* expressions) makes the whole condition undefined, and the question is finished by the kernels over rows that are sent.
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
/** Two-valued: what is missing passes nothing. */
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
/** Equal lists and objects may be written otherwise. */
function isNested(text) {
	return parseNested(text, LIMIT.json_depth) !== void 0;
}
/** What letters are the same in another case is settled among these only. */
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
/** The number that a text says; null for everything else. */
function numberOf(text) {
	return sql`arrayMap(number -> if(isFinite(number), number, null), [toFloat64OrNull(trim(${text}))])[1]`;
}
/** Rows that any of the matches finds. */
function matched(matches, frame) {
	const found = everyDefined(matches.map((match) => matchOf(match, frame)));
	return found && anyOf(found);
}
function matchOf({ event, where }, frame) {
	const passed = condition(where, frame);
	return event === null ? passed : passed && allOf([sql`event = ${event}`, passed]);
}
/** null = of every event. */
function eventsOf(matches) {
	const events = /* @__PURE__ */ new Set();
	for (const { event } of matches) {
		if (event === null) return null;
		events.add(event);
	}
	return [...events];
}
/** A statement of the persons for whom a condition holds, whatever events they have. */
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
/** By person. */
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
/** Ask it last: the frame's columns are those asked for until then. undefined where SQL has no word for a condition. */
function chosenRows(frame, matches, range, besides = []) {
	const found = matched(matches, frame);
	return found && sql`${frame.rows({
		events: eventsOf(matches),
		...range
	})} where ${allOf([found, ...besides])}`;
}
// src/clickhouse/kinds/activity.ts
/** Lifecycle and stickiness: in which buckets each actor is there, as an array for each. */
async function answerLifecycle(query, asking) {
	if (query.entity === null) return [];
	const rows = await asking.rows((scope) => lifecycleStatement(query, scope));
	if (rows === void 0) return null;
	const numbers = STATUSES.map(() => new Float64Array(query.edges_ms.length - 2));
	for (const [bucket, status, actors] of rows) numbers[Number(status)][Number(bucket) - 2] += Number(actors);
	return numbers;
}
/** Rows: the number of the bucket from 1, the place of the status, actors. Groups have other beginnings. */
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
/** Rows: the number of buckets, actors active in so many. */
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
async function answerEvents(query, asking) {
	const rows = await asking.rows((scope) => eventsStatement(query, scope));
	if (rows === void 0) return null;
	const events = upTo$1(query.bytes, rows.slice(0, query.limit));
	return {
		events,
		has_more: events.length < rows.length
	};
}
/** Of the members beside the properties, as JSON. */
const FIXED_BYTES = 250;
/** Those before the first that is too much, and the first in any case. */
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
		const properties = JSON.parse(String(json));
		events.push({
			...place,
			distinct: Number(distinct),
			person: Number(person),
			properties
		});
	}
	return events;
}
/** Rows: time, uuid, event, the numbers of distinct id and person, properties; one more than the page may have. */
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
// src/clickhouse/kinds/funnel.ts
async function answerFunnel(query, asking) {
	const { steps, viz } = query;
	if (steps.length === 0) return {
		viz: "steps",
		groups: []
	};
	if (!isPlain(query)) return null;
	const rows = await asking.rows((scope) => viz === "steps" ? stepsStatement(query, scope) : timesStatement(query, scope));
	if (rows === void 0) return null;
	if (viz === "time_to_convert") return {
		viz,
		times_ms: Float64Array.from(numbersOf$1(rows[0]?.[0]))
	};
	return {
		viz: "steps",
		groups: [{
			key: [],
			...stepNumbers(steps.length, rows[0] ?? [])
		}]
	};
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
function isPlain({ order, viz, exclusions, breakdown, steps }) {
	const events = steps.map(eventOf);
	return order === "ordered" && viz !== "trends" && exclusions.length === 0 && (breakdown === null || viz === "time_to_convert") && events.every((event) => event !== null) && new Set(events).size === events.length;
}
/** The one event that a step is; null for others. */
function eventOf({ matches, first_of }) {
	return matches.length === 1 && first_of === null ? matches[0].event : null;
}
function stepsStatement(query, scope) {
	const attempts = attemptsOf(query, scope);
	if (attempts === void 0) return void 0;
	const steps = query.steps.map((_, at) => at + 1);
	const reached = steps.map((step) => sql`countIf(length(times) >= ${step}) as ${numbered("reached", step)}`);
	const took = steps.slice(1).map((step) => {
		const between = sql`times[${step}] - times[${step - 1}]`;
		return sql`groupArrayIf(${between}, length(times) >= ${step} and ${between} > 0) as ${numbered("took", step)}`;
	});
	return {
		inner: sql`select ${list([...reached, ...took])} from (${attempts})`,
		outer: (parts) => sql`select ${list([...steps.map((step) => sql`sum(${numbered("reached", step)})`), ...steps.slice(1).map((step) => sql`groupArrayArray(${numbered("took", step)})`)])} from ${parts}`,
		per: perOf(query)
	};
}
function timesStatement(query, scope) {
	const attempts = attemptsOf(query, scope);
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
const NOWHERE = sql`(toInt64(0), toInt64(0), emptyArrayInt64())`;
const SO_FAR = sql`over (partition by actor order by time, step rows between unbounded preceding and current row)`;
/** By actor the times of its best attempt: the deepest, of those the first that got there. */
function attemptsOf(query, scope) {
	const rows = stepRows$1(query, scope);
	if (rows === void 0) return void 0;
	const count = query.steps.length;
	const stages = Array.from({ length: count }, (_, at) => stageOf(at + 1, query));
	const last = numbered("stage", count);
	const levels = query.steps.map((_, at) => at + 1).slice(1);
	const level = sql`multiIf(step = 1, 1, ${list([...levels.map((at) => sql`${numbered("leads", at)}, ${at}`), sql`0`])})`;
	const own = sql`multiIf(step = 1, ${numbered("at", 1)}.3, ${list([...levels.map((at) => sql`step = ${at}, ${numbered("at", at)}.3`), sql`emptyArrayInt64()`])})`;
	return sql`with steps as (${rows}), ${list(stages)}
    select actor, argMax(${own}, (level, -time)) as times from (select *, ${level} as level from ${last}) where level > 0 group by actor`;
}
/** The start, its time turned round, and the times of all steps: of the attempt that came so far with the latest start. */
function stageOf(step, { window_ms }) {
	const at = numbered("at", step);
	if (step === 1) return sql`${numbered("stage", 1)} as (select *, max(if(step = 1, (time, toInt64(0), [time]), ${NOWHERE})) ${SO_FAR} as ${at} from steps)`;
	const before = numbered("at", step - 1);
	const leads = numbered("leads", step);
	return sql`${numbered("stage", step)} as (
    select *, (step = ${step} and notEmpty(${before}.3) and time - ${before}.1 <= ${ms(window_ms)}) as ${leads},
      max(if(${leads}, (${before}.1, -time, arrayPushBack(${before}.3, time)), ${NOWHERE})) ${SO_FAR} as ${at}
    from ${numbered("stage", step - 1)})`;
}
/** actor, time, step from 1. */
function stepRows$1(query, scope) {
	const frame = new Frame(scope);
	const actor = actorOf(query.actor, frame);
	const found = everyDefined(query.steps.map(({ matches }) => matched(matches, frame)));
	if (actor === void 0 || found === void 0) return void 0;
	const reach = {
		events: eventsOf(query.steps.flatMap(({ matches }) => matches)),
		...query.range
	};
	const cases = found.map((one, at) => sql`${one}, ${at + 1}`);
	return sql`select ${actor.of} as actor, time, multiIf(${list([...cases, sql`0`])}) as step
    from ${frame.rows(reach)} where ${allOf([anyOf(found), actor.is_there])}`;
}
// src/clickhouse/kinds/path_name.ts
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
/** An alias in the server's terms: what stands for a group that is not there becomes nothing. */
function replacementOf({ regex, alias }) {
	const groups = groupsIn(regex);
	if (groups === void 0) return void 0;
	return alias.replace(/\\([0-9\\])|\\/g, (found, sign) => {
		if (sign === void 0 || sign === "\\") return "\\\\";
		return Number(sign) <= groups ? found : "";
	});
}
/** undefined where this platform reads the pattern otherwise. */
function groupsIn(regex) {
	try {
		return new RegExp(`${regex}|`).exec("").length - 1;
	} catch {
		return;
	}
}
const NO_END = 2 ** 31;
/** Of the groupings found in the text the one whose match ends first; the text itself where there is none. */
function grouped$1(text, groupings) {
	const ends = groupings.map((grouping) => {
		const pattern = patternOf(grouping);
		return sql`if(match(clean, ${pattern}), toInt64(length(extract(clean, ${pattern}))), ${NO_END})`;
	});
	return sql`arrayMap(clean -> arrayMap(ends -> if(arrayMin(ends) = ${NO_END}, clean, ${textList(groupings)}[indexOf(ends, arrayMin(ends))]),
    [[${list(ends)}]])[1], [${text}])[1]`;
}
/** A star is any run of characters; each part is found as early as it can be. */
function patternOf(grouping) {
	return `^(?s:.*?)${grouping.split("*").map((part) => part.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&")).join("(?s:.*?)")}`;
}
// src/clickhouse/kinds/path.ts
/** Paths: a person's steps as a sorted array, cut into sessions, of which each becomes edges. */
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
/** Edges that a path from some first step leads to, over edges that are there too. */
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
/** What takes the place of the steps in the middle of a path that is too long. */
const LEFT_OUT = "...";
/** Rows: step, source, target, paths, milliseconds; one more than the answer may have. */
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
/** time, event, arrived, step: of those that are left in. */
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
/** From the start point, up to the end point, and so many steps at most. */
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
/** Both ends matter: what is too much goes from the middle. */
function middleLeftOut(step_limit) {
	const half = Math.floor(step_limit / 2);
	const end = half === 0 ? sql`arraySlice(ended, 1, 0)` : sql`arraySlice(ended, -${half})`;
	return sql`if(length(ended) <= ${step_limit}, ended,
    arrayConcat(arraySlice(ended, 1, ${half}), [(ended[${half} + 1].1, ${LEFT_OUT})], ${end}))`;
}
// src/clickhouse/statement/breakdown.ts
/** Rows split by values: a key of texts for each row. '' stands for missing, null and '' together, as they are one group. */
const UNSPLIT = {
	parts: [],
	bounds: []
};
/** How much further the last bin reaches. */
const LAST_EXTRA = .01;
/** `measured`: least and greatest number of the part at that place among the rows that count; null = there are none. */
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
/** Written as the engine does, so that equal numbers come out. */
function boundsOf([min, max], bins) {
	const span = max - min;
	return Float64Array.from({ length: bins + 1 }, (_, bin) => Number.isFinite(span) ? span / bins * bin + min : min * (1 - bin / bins) + max * (bin / bins));
}
/** row -> Array(String); undefined where SQL has no word for a value. */
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
/** Its number as text. */
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
/** The least and greatest number of a value; null where there is none, undefined where SQL has no word for it. */
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
// src/clickhouse/kinds/retention.ts
/** Retention: who starts in which buckets, who is there in which ones, and how far these lie apart. */
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
/** Rows: the key, the bucket of the start, how many later, actors. */
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
/** The number of an edge's bucket, from 1. Asked once per actor and bucket, as it costs more than the edge. */
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
* The first of all time, per key where keys split actors altogether. It starts somebody where it lies in the range and,
* of those at that instant, one is a row of the target.
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
/** Of null there is nothing to aggregate. */
function aggregated(aggregate, value) {
	const { state, merge } = FUNCTIONS[aggregate];
	return {
		part: sql`${state}(${value})`,
		whole: (part) => sql`ifNull(ifNotFinite(${merge}(${part}), 0), 0)`
	};
}
/** Sums make up for what additions lose. Quantiles interpolate between the two values around their place. */
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
/** Trends: rows of each entity, grouped by the bucket's edge and the key, aggregated as its math says. */
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
	const split = await splitBy(query.breakdown, (part) => measure(asking, part, (frame) => chosenRows(frame, entity.matches, reachOf(entity.math, query))));
	const rows = split && await asking.rows((scope) => trendStatement(query, entity, split, scope));
	return rows ? numbersOf(query, split, rows) : null;
}
/** A person may be in several, so that each is a question of its own. Those without rows are left out. */
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
/** Rows: the edge a bucket begins with, the key, the number. */
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
/** undefined where SQL has no words for all of it. */
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
/** Windows reach back before the range. */
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
/** Straight from the rows. */
function grouped({ query, entity, key, frame }, { part, whole }, besides, per) {
	const rows = chosenRows(frame, entity.matches, query.range, besides);
	return rows && {
		inner: sql`select ${edgeOf(query)} as edge, ${key} as k, ${part} as part from ${rows} group by edge, k`,
		outer: (parts) => sql`select edge, k, ${whole(sql`part`)} from ${parts} group by edge, k`,
		per
	};
}
/** Persons of shards are different ones, so that their numbers add up. */
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
/** Numbers of which there is one per bucket and key already. */
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
* All rows of an actor between two neighbouring bounds of windows are in the same windows: they are taken as one, and only
* then is looked which windows these are.
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
/** Of several rows at a person's first instant one counts, the same each time. */
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
function numberIn({ source, multiplier }, frame) {
	if (source.of === "metadata" && source.key === "timestamp") return sql`(toNullable(toFloat64(intDiv(time, 1000))) * ${multiplier})`;
	const text = frame.text(source);
	return text && sql`(${numberOf(text)} * ${multiplier})`;
}
function ofProperty(math, counting) {
	const value = numberIn(math, counting.frame);
	return value && grouped(counting, aggregated(math.aggregate, value), [], "shard");
}
/** Sessions may be of several persons. */
function perSession(math, { query, entity, key, frame }) {
	const value = numberIn(math, frame);
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
/** Those that some distinct id leads to. */
function ofPersons(key, { tables, project_id }) {
	return sql`select ${propertyOf(sql`properties`, key)} as text from ${tables.persons} final where project = ${project_id}
    and person in (select person from ${tables.distincts} final where project = ${project_id})`;
}
// src/clickhouse/answer.ts
const ANSWER = {
	trend: (query, asking) => compared(query, (one) => answerTrend(one, asking)),
	lifecycle: answerLifecycle,
	stickiness: (query, asking) => compared(query, (one) => answerStickiness(one, asking)),
	funnel: answerFunnel,
	path: answerPath,
	retention: answerRetention,
	values: answerValues,
	events: answerEvents
};
/** @throws ServiceError as the server refuses, is cancelled or late */
function answerInSql(asked, asking) {
	const answer = Object.hasOwn(ANSWER, asked.kind) ? ANSWER[asked.kind] : void 0;
	return answer === void 0 ? Promise.resolve(null) : answer(asked.query, asking);
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
/** Row: the number. Everybody is on each shard, but not all of what they did. */
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
/** Where a ClickHouse is: `clickhouse://user:password@host:8123/database?cluster=name`; `clickhouses:` is by TLS. */
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
/** Without user and password: what may be shown and stored. */
function placeText({ url, database, cluster }) {
	const { protocol, host } = new URL(url);
	return `${protocol === "https:" ? "clickhouses" : "clickhouse"}://${host}/${database}${cluster === null ? "" : `?cluster=${cluster}`}`;
}
/** The address may hold a password, so it is not repeated. */
function unreadable() {
	return new ServiceError("invalid_input", "Events are kept in a ClickHouse named as clickhouse://user:password@host:8123/database?cluster=name; database and cluster are plain names, cluster may be left out, and clickhouses:// is by TLS.");
}
// src/clickhouse/shipping/needs.ts
/**
* Rows of a question for the kernels of the embedded engine, where SQL has no words for all of it, or only slow ones. They
* may be more than count: the kernels choose again. Written as RowBinary, read by `shipped.ts` on the other side.
*/
/** Read off the query, whatever its kind: where it names events, values and times. */
function needsOf(asked) {
	const needs = {
		events: /* @__PURE__ */ new Set(),
		from_ms: Number.POSITIVE_INFINITY,
		until_ms: Number.NEGATIVE_INFINITY,
		keys: asked.kind === "events" ? null : /* @__PURE__ */ new Set(),
		matches: []
	};
	if (!READ.has(asked.kind)) {
		everything(needs);
		needs.keys = null;
		return needs;
	}
	note(asked.query, needs);
	if (needs.events?.size === 0) needs.matches = null;
	return needs;
}
/** Kinds whose queries are read; of all others nothing is known. */
const READ = /* @__PURE__ */ new Set([...[
	"trend",
	"lifecycle",
	"stickiness",
	"funnel",
	"path",
	"retention",
	"correlation",
	"people",
	"events",
	"values"
]]);
function note(node, needs) {
	if (typeof node !== "object" || node === null || ArrayBuffer.isView(node)) return;
	if (Array.isArray(node)) {
		for (const item of node) note(item, needs);
		return;
	}
	const record = node;
	noteSource(record, needs);
	noteTimes(record, needs);
	noteEvents(record, needs);
	for (const [key, value] of Object.entries(record)) if (!UNREAD.has(key)) note(value, needs);
}
/** What was sent is not what was understood. */
const UNREAD = /* @__PURE__ */ new Set(["filters_sent"]);
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
	if ("event" in node && "where" in node) noteMatch(node, needs);
	if (node["order"] === "strict") everyEvent(needs);
	if (node["kind"] === "correlation" || node["type"] === "event_with_properties") everyEvent(needs);
	if (node["type"] === "event_with_properties") needs.keys = null;
	if ("session_gap_ms" in node) notePath(node, needs);
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
* Columns: event, distinct id and place of arrival as numbers, time, uuid, then for each key the type and the text of its
* value, '' where it is missing; or the JSON of all. One row more than may be sent tells that there are too many.
* `names`: events are told by their places in it, from 1.
*/
function shippingStatement(needs, names, scope) {
	const frame = new Frame(scope);
	const found = needs.matches === null ? sql`1` : anyOf(needs.matches.map((match) => loosely(match, frame)));
	const values = needs.keys === null ? sql`json` : valuesOf([...needs.keys]);
	const reach = {
		...needs,
		events: needs.events === null ? null : [...needs.events]
	};
	return sql`select toUInt32(indexOf(${textList(names)}, toString(event))), toUInt32(distinct), toInt64(time), toUInt64(arrived), uuid, ${values}
    from ${frame.rows(reach, SHIPPED)} where ${allOf([found])} limit ${LIMIT.remote_rows_shipped + 1}`;
}
const SHIPPED = ["json", "properties"];
function valuesOf(keys) {
	if (keys.length === 0) return sql`''`;
	return list(keys.map((key) => sql`if(mapContains(properties, ${key}), toString(JSONType(json, ${key})), ''), properties[${key}]`));
}
/** Finds whatever the match finds, and maybe more. */
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
* A question's statement in two: what each shard makes of its own persons, and what is made of all those. The inner part
* ends in numbers that add up, or in states, so that only groups cross the network.
*/
const OWN_TABLES = {
	events: name("events"),
	persons: name("persons"),
	distincts: name("distincts"),
	groups: name("groups")
};
/** On a shard: what lies there. All but the events lies on each. */
const LOCAL_TABLES = {
	...OWN_TABLES,
	events: name("events_local")
};
/** On one server the inner part is a subquery as it stands. */
function onOneServer({ inner, outer }) {
	return outer(sql`(${inner})`);
}
// src/clickhouse/server/failure.ts
/** What the server says when it cannot, in the words of this product. Its own words stay in the cause. */
const LATE = `The computation took longer than the ${LIMIT.compute_ms / 1e3} s there are. Ask for a shorter range of dates, fewer entities or fewer values.`;
const LARGE = "The question looks at more than one question may. Ask for a shorter range of dates, fewer entities, or a breakdown with fewer values.";
/** By the server's number of an error. */
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
/** Whether nobody answers there, or only for now. */
function isAway(error) {
	if (!(error instanceof Error)) return false;
	const { code } = error;
	return typeof code === "string" && !/^\d+$/.test(code) ? true : /timeout|socket hang up/i.test(error.message);
}
function away(cause) {
	return new ServiceError("busy", "The database of the events does not answer. Events are taken meanwhile; try again in a moment.", { cause });
}
function cancelled() {
	return new ServiceError("cancelled", "The computation was cancelled.");
}
// src/clickhouse/server/connection.ts
/** Of every statement of a question. */
const QUESTION = {
	max_execution_time: LIMIT.compute_ms / 1e3,
	max_memory_usage: String(LIMIT.remote_memory_bytes),
	max_rows_to_read: String(LIMIT.remote_rows_read),
	max_result_rows: String(LIMIT.remote_rows_answered),
	result_overflow_mode: "throw",
	wait_end_of_query: 1,
	cancel_http_readonly_queries_on_client_close: 1,
	join_use_nulls: 1,
	do_not_merge_across_partitions_select_final: 1,
	output_format_json_quote_64bit_integers: 0,
	distributed_product_mode: "global",
	skip_unavailable_shards: 0
};
/** Acknowledged means: the server has them, on the shard they belong to. */
const INSERT = {
	async_insert: 1,
	wait_for_async_insert: 1,
	distributed_foreground_insert: 1,
	input_format_json_read_objects_as_strings: 1
};
async function connect(address) {
	const { createClient } = await import("./dist-DYjZeWBu.js").then((m) => /* @__PURE__ */ __toESM(m.default, 1));
	const client = createClient({
		url: address.url,
		username: address.user,
		password: address.password,
		database: address.database,
		application: "insights-mcp",
		request_timeout: LIMIT.compute_ms * 2,
		compression: {
			request: true,
			response: false
		},
		clickhouse_settings: {},
		log: { level: 127 }
	});
	const ask = (signal, run) => asking(client, signal, run);
	return {
		rows: (statement, signal) => ask(signal, async (query_id) => {
			const { statement: query, parameters } = render(statement);
			return (await client.query({
				query,
				query_id,
				format: "JSONCompactEachRow",
				abort_signal: signal,
				clickhouse_settings: QUESTION,
				query_params: { ...parameters },
				use_multipart_params_auto: true
			})).json();
		}),
		bytes: (statement, signal) => ask(signal, async (query_id) => {
			const { statement: query, parameters } = render(sql`${statement} format RowBinary`);
			const { stream } = await client.exec({
				query,
				query_id,
				abort_signal: signal,
				clickhouse_settings: QUESTION,
				query_params: { ...parameters }
			});
			return collect(stream);
		}),
		insert: (table, values, token) => failing(async () => {
			const settings = {
				...INSERT,
				insert_deduplication_token: token
			};
			await client.insert({
				table,
				values,
				format: "JSONEachRow",
				clickhouse_settings: settings
			});
		}),
		command: (command) => failing(async () => {
			const { statement, parameters } = typeof command === "string" ? {
				statement: command,
				parameters: {}
			} : render(command);
			await client.command({
				query: statement,
				query_params: { ...parameters }
			});
		}),
		close: () => client.close()
	};
}
/** The connection going away does not end a statement everywhere, so it is ended by its name. */
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
// src/clickhouse/server/schema.ts
/** Values as texts, by which all questions compare them; `json` has them as they came. */
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
			/** Whose it was when it was sent; a later merge is in `distincts`. */
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
			/** Of the file whose events these are. */
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
/** In order; a server that has had the first n is sent the others. Never changed once they are released. */
const MIGRATIONS = [(place) => TABLES.flatMap((table) => createTable(table, place))];
/** What says which migrations a database has had. */
function createMigrations({ cluster }) {
	const engine = cluster === null ? "MergeTree" : "ReplicatedMergeTree('/clickhouse/tables/all/{database}/migrations', '{shard}-{replica}')";
	return `create table if not exists migrations${onCluster(cluster)} (number UInt32, done DateTime default now()) engine = ${engine} order by number`;
}
/** On a cluster each shard has its events in a table with _local behind its name, and the name itself stands for all of them. */
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
/** What lies on every shard has one path in the keeper for all of them. */
function engineOf(name, version, shard, cluster) {
	if (cluster === null) return `ReplacingMergeTree(${version})`;
	return `ReplicatedReplacingMergeTree('${`/clickhouse/tables/${shard === null ? "all" : "{shard}"}/{database}/${name}`}', '${shard === null ? "{shard}-{replica}" : "{replica}"}', ${version})`;
}
function onCluster(cluster) {
	return cluster === null ? "" : ` on cluster '${cluster}'`;
}
// src/clickhouse/server/squash.ts
/**
* After merges: events of people who turned out to be others are stored again for those, so that questions need not look
* anybody up. Each step may be taken twice.
*/
/** Of distinct ids whose events are stored for somebody else. */
function movesStatement(project_id) {
	return sql`select count() from distincts final where project = ${project_id} and moved = 1`;
}
const COLUMNS = "project, event, day, time, distinct, uuid, distinct_id, arrived, properties, json";
/** The rows again with a later version; on a cluster, where these lie on another shard, without the former ones; done. */
function squashStatements(cluster, project_id) {
	const moved = sql`select person as now, distinct from distincts final where project = ${project_id} and moved = 1`;
	const columns = {
		texts: [COLUMNS],
		values: []
	};
	const again = sql`insert into events (${columns}, person, version)
    select ${columns}, moves.now as person, version + 1 as version from events final join (${moved}) as moves using (distinct)
    where project = ${project_id} and events.person != moves.now`;
	const done = sql`insert into distincts (project, distinct_id, person, moved, version, distinct)
    select project, distinct_id, person, 0 as moved, version + 1 as version, distinct from distincts final where project = ${project_id} and moved = 1`;
	if (cluster === null) return [again, done];
	return [
		again,
		sql`delete from events_local on cluster ${name(cluster)} where project = ${project_id}
    and distinct in (select distinct from distincts final where project = ${project_id} and moved = 1)
    and (person, distinct) not in (select person, distinct from distincts final where project = ${project_id})`,
		done
	];
}
// src/clickhouse/server/database.ts
/** A ClickHouse that holds events: its schema, what is written to it, and how questions are put to one server or many. */
/** Brings the schema up to date. `owner`: of the file whose events are there, and no others. @throws ServiceError */
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
		question: ({ signal, ...of }) => ({
			asking: { rows: async (make) => {
				const statement = place(address.cluster, of.has_moves, (tables) => make({
					...of,
					tables
				}));
				return statement === void 0 ? void 0 : connection.rows(statement, signal);
			} },
			async ship(needs, names) {
				const statement = shippingStatement(needs, names, {
					...of,
					tables: OWN_TABLES
				});
				const keys = needs.keys === null ? null : [...needs.keys];
				return {
					bytes: await connection.bytes(statement, signal),
					names,
					keys
				};
			}
		}),
		sent: (project_id) => sentUpTo(connection, project_id),
		hasMoves: async (project_id) => {
			const rows = await connection.rows(movesStatement(project_id), NEVER);
			return Number(rows[0]?.[0] ?? 0) > 0;
		},
		squash: async (project_id) => {
			for (const statement of squashStatements(address.cluster, project_id)) await connection.command(statement);
		},
		write: (batch) => write(connection, batch, address.cluster),
		send: (table, rows, token) => connection.insert(table, rows, token),
		sums: (project_id) => monthSums(connection, project_id),
		close: () => connection.close()
	};
}
async function monthSums(connection, project_id) {
	return (await connection.rows(sql`select toString(event) as name, toYYYYMM(day) as month, count(), toString(sum(toInt128(time))),
      toString(sum(reinterpretAsUInt32(reverse(unhex(substring(toString(uuid), 1, 8)))))), sum(length(json))
      from events final where project = ${project_id} group by name, month`, NEVER)).map(([event, month, events, times, uuids, bytes]) => ({
		event: String(event),
		month: Number(month),
		events: Number(events),
		times: String(times),
		uuids: String(uuids),
		bytes: Number(bytes)
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
/** Who is who first: whoever asks in between finds events of persons that are there. */
async function write(connection, batch, cluster) {
	const { project_id, sent } = batch;
	const token = `${project_id} ${sent.revision} ${sent.seq}`;
	for (const table of [
		"distincts",
		"persons",
		"groups",
		"events"
	]) {
		if (batch[table].length === 0) continue;
		await connection.insert(table, batch[table], `${table} ${token}`);
		if (cluster !== null && table !== "events") await connection.command(`system sync replica on cluster '${cluster}' ${table}`);
	}
	const version = (sent.revision + 1) * VERSIONS + sent.seq;
	await connection.insert("sent", [{
		project: project_id,
		...sent,
		version
	}], `sent ${token}`);
}
const VERSIONS = 2 ** 24;
/** On a cluster each shard answers for what it has, where that is all of somebody; else one place looks at everything. */
function place(cluster, has_moves, make) {
	const staged = make(cluster === null ? OWN_TABLES : LOCAL_TABLES);
	if (staged === void 0 || cluster === null) return staged && onOneServer(staged);
	if (staged.per === "shard" && !has_moves) return staged.outer(sql`cluster(${name(cluster)}, view(${staged.inner}))`);
	const whole = make(OWN_TABLES);
	return whole && onOneServer(whole);
}
/** Numbers of projects and people are those of one file. */
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
// src/clickhouse/server/rows.ts
const CHUNKS = 2 ** 20;
const ARRIVALS = 2 ** 51;
/** Order of arrival over all chunks. */
function arrivalOf(seq, row) {
	return seq * CHUNKS + row;
}
/** Of two sendings of one event the first stays, save where it is stored again for another person (`versionOf + 1`). */
function versionOf(arrived) {
	return (ARRIVALS - arrived) * 2;
}
// src/service/remote/packing.ts
/** What has changed in the store since the last sending, as rows for the database of the events. */
const UUID_BYTES = 16;
/** Everything that is not there yet, of events about so many that one batch may have; null where all is there. */
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
/** In between there is room for what is stored again of what was sent before. */
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
/** Values as they are compared, and all of them as they came. */
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
		return column === null ? [] : [{
			name,
			key: JSON.stringify(name),
			column
		}];
	});
	const [event_ord, distincts, times_ms, uuids] = [
		arrivals.eventOrd(),
		arrivals.distinct(),
		arrivals.timeMs(),
		arrivals.uuids()
	];
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
				day: dayText(time),
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
function propertiesAt(columns, row) {
	const properties = Object.create(null);
	let json = "";
	for (const { name, key, column } of columns) {
		const value = valueAt(column, row);
		if (value === null) continue;
		properties[name] = textOf(value);
		const said = typeof value === "object" ? value.json : JSON.stringify(value);
		json += `${json === "" ? "" : ","}${key}:${said}`;
	}
	return {
		properties,
		json: `{${json}}`
	};
}
function valueAt(column, row) {
	if (column.kind === "dictionary") return column.values.at(column.codes[row]) ?? null;
	const number = column.values[row];
	return Number.isNaN(number) ? null : number;
}
// src/service/remote/clickhouse.ts
/** The server is asked for when it is needed first, so that events are taken while it is away. @throws ServiceError for an address */
function openClickhouse({ store, log, address, open = openDatabase }) {
	const place = parseAddress(address);
	claim(store, placeText(place));
	let database = null;
	/** Tried anew after it failed. */
	const opened = () => {
		database ??= open(place, ownerOf(store)).catch((error) => {
			database = null;
			throw error;
		});
		return database;
	};
	const sender = new Sender(store, opened);
	const timer = setInterval(() => {
		for (const { id } of store.projects.list()) sender.flush(id).catch((error) => put_off(log, id, error));
	}, TUNING.remote_send_ms);
	const squashing = setInterval(() => {
		for (const { id } of store.projects.list()) sender.squash(id).catch((error) => put_off(log, id, error));
	}, TUNING.remote_squash_ms);
	timer.unref();
	squashing.unref();
	return {
		async compute({ id }, asked, signal) {
			await waiting(sender.flush(id), signal);
			const { asking, ship } = (await opened()).question({
				project_id: id,
				has_moves: sender.hasMoves(id),
				signal
			});
			const numbers = await answerInSql(asked, asking);
			if (numbers !== null) return {
				from: "numbers",
				numbers
			};
			const names = store.definitions.events(id).map(({ name }) => name);
			return {
				from: "rows",
				shipped: await ship(needsOf(asked), names)
			};
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
		settle: (project_id) => sender.settle(project_id),
		squash: (project_id) => sender.squash(project_id),
		async close() {
			clearInterval(timer);
			clearInterval(squashing);
			await sender.idle();
			if (database !== null) await (await database.catch(() => null))?.close();
		}
	};
}
/** What tells files apart, copies of one not. */
function ownerOf({ users }) {
	return users.first().uuid;
}
/** @throws ServiceError where events of the file are somewhere else */
function claim(store, place) {
	const { events, projects } = store;
	const before = events.place();
	if (before === place) return;
	if (before !== null) throw elsewhereAlready(before);
	if (projects.list().some(({ id }) => events.segments(id).length > 0)) throw inFile();
	store.transaction(() => events.setPlace(place));
}
function elsewhereAlready(place) {
	return new ServiceError("conflict", `The events of this file are in ${place}, and not where --events says.`);
}
function inFile() {
	return new ServiceError("conflict", "The events of this file are in it. Bring them over first: insights-mcp move --to ADDRESS");
}
function put_off(log, project, error) {
	log.warn({
		err: error,
		project
	}, "events wait in the log, as their database does not take them");
}
/** Whoever gives up does not wait; what is sent is sent for all. */
function waiting(work, signal) {
	return new Promise((resolve, reject) => {
		const cancel = () => reject(new ServiceError("cancelled", "The computation was cancelled."));
		if (signal.aborted) cancel();
		signal.addEventListener("abort", cancel, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", cancel));
	});
}
/** Sends on what the store has, project by project, one batch after the other. */
var Sender = class {
	#store;
	#opened;
	#sendings = /* @__PURE__ */ new Map();
	/** project -> the sending under way */
	#running = /* @__PURE__ */ new Map();
	constructor(store, opened) {
		this.#store = store;
		this.#opened = opened;
	}
	hasMoves(project_id) {
		return this.#sendings.get(project_id)?.has_moves ?? false;
	}
	/** Resolves when the server has all that the store had when this was called. @throws ServiceError */
	async flush(project_id) {
		const under_way = this.#running.get(project_id);
		if (under_way !== void 0) await under_way;
		await (this.#running.get(project_id) ?? this.#begin(project_id));
	}
	/** All of it is sent, and leaves the log. How many events did. */
	async settle(project_id) {
		await this.flush(project_id);
		const sent = this.#sendings.get(project_id)?.sent;
		return sent === void 0 ? 0 : this.#leave(project_id, sent.seq);
	}
	/** Events of people who are others by now are stored for those. */
	async squash(project_id) {
		const sending = this.#sendings.get(project_id);
		if (sending === void 0 || !sending.has_moves || this.#running.has(project_id)) return;
		await this.#alone(project_id, async () => {
			await (await this.#opened()).squash(project_id);
			sending.has_moves = false;
		});
	}
	/** When nothing is under way any more, however it ended. */
	async idle() {
		await Promise.allSettled(this.#running.values());
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
		const known = this.#sendings.get(project_id);
		if (known !== void 0 && this.#isAllSent(project_id, known.sent)) return;
		const database = await this.#opened();
		const sending = known ?? await this.#first(project_id, database);
		for (;;) {
			const batch = this.#store.snapshot(() => nextBatch(this.#store, project_id, sending.sent));
			if (batch === null) return;
			await database.write(batch);
			sending.sent = batch.sent;
			sending.has_moves ||= batch.distincts.some(({ moved }) => moved === 1);
		}
	}
	async #first(project_id, database) {
		const sending = {
			sent: await database.sent(project_id),
			has_moves: await database.hasMoves(project_id)
		};
		this.#sendings.set(project_id, sending);
		return sending;
	}
	#isAllSent(project_id, { revision, seq }) {
		const { events } = this.#store;
		return events.revision(project_id) === revision && events.logSince(project_id, seq).length === 0;
	}
	/** Events up to that chunk are no longer in the log. */
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
/** In a database that nobody has named: events are taken into the log, where they wait. */
function elsewhere(place) {
	const refuse = () => Promise.reject(unnamed(place));
	return {
		compute: refuse,
		countPersons: refuse,
		settle: refuse,
		close: () => Promise.resolve()
	};
}
function unnamed(place) {
	return new ServiceError("not_supported", `The events of this file are in ${place}. Start with --events and its address, or with INSIGHTS_MCP_EVENTS.`, { needs: "the address of the events" });
}
const FROM_DATASET = { from: "dataset" };
/** In the database file. */
const EMBEDDED = {
	compute: () => FROM_DATASET,
	countPersons: () => Promise.resolve(null),
	settle: null,
	close: () => Promise.resolve()
};
// src/service/service.ts
/** Puts the parts together: one store, the datasets over it, the ingest door; and the first user and project. */
const DOUBT = "The disk has failed: nothing is stored any more. This may count the last events before, whose senders were told that they were not stored.";
const SILENT = {
	info: () => {},
	warn: () => {},
	error: () => {},
	dropped: () => 0
};
/** @throws ServiceError when the file cannot be used, with the reason */
function openService(options) {
	checkLimits(LIMIT);
	const now = options.now ?? Date.now;
	const random = options.randomBytes ?? ((bytes) => new Uint8Array(randomBytes(bytes)));
	const log = options.log ?? SILENT;
	const store = openStore(options.path, options.sync === void 0 ? {} : { sync: options.sync });
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
			memory_bytes: memory_bytes - here_bytes
		}, options.computing ?? {});
		const ingest = openIngest({
			store,
			datasets,
			events,
			log,
			gives_way: !is_all_here,
			now,
			randomBytes: random
		});
		const pictures = openPictures();
		return {
			store,
			datasets,
			ingest,
			computing,
			pictures,
			timings: new Timings(),
			log,
			doubt: () => store.refusal() === null ? null : DOUBT,
			public_url: options.public_url?.replace(/\/$/, "") ?? null,
			webhook_hosts: options.webhook_hosts ?? [],
			command: options.command ?? ((words) => `${PRODUCT.name} ${words}`),
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
/** A new file gets its owner and a first project. */
function setUp(store, now, random) {
	if (store.users.first()) return;
	store.transaction(() => {
		if (store.users.first()) return;
		const uuid = randomUUID();
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
export { ownersOf as a, placeText as c, nextBatch as i, answerInSql as l, ownerOf as n, openDatabase as o, eventRows as r, parseAddress as s, openService as t };

//# sourceMappingURL=service-BBnXkGJu.js.map