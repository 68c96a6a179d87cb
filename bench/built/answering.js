import { n as must } from "./assert-Cucc65-M.js";
import { at as TUNING } from "./column_codec-1DCwPxVM.js";
import { t as openStore } from "./store-BAYd_BwN.js";
import { t as openDatasets } from "./datasets-Bc_jEl4M.js";
import { t as stepBack } from "./priority-D2o5f7v1.js";
import { n as failureOf, t as errorOf } from "./thread_failure-DvsL5TF2.js";
import { t as outcomeOf } from "./outcome-BGU2gl5c.js";
import { w as alone } from "./audience-D0Z5fApC.js";
import { c as takeStretch, i as endRound, o as isReady, r as beginRound, s as newControl } from "./control-CJH5h5CJ.js";
import { n as checkFlag } from "./messages-B0oB8rxk.js";
import { setFlagsFromString } from "node:v8";
import { MessageChannel, Worker, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
// src/service/computing/team.ts
/** The engine's team in threads: the computing thread and helpers of its own, which take stretches of work in turn. */
/** Fewer stretches than these are done before a helper has woken up. */
const SHARED_STRETCHES = 4;
/** Unbuilt and built, it lies beside this file. */
const ENTRY = new URL(import.meta.url.endsWith(".ts") ? "./helping.ts" : "./helping.js", import.meta.url);
function openTeam({ helpers, flag }) {
	const control = newControl(helpers);
	let ports = [];
	const single = alone(() => checkFlag(flag));
	return {
		start() {
			if (ports.length > 0) return;
			ports = Array.from({ length: helpers }, (_, helper) => startHelper({
				control,
				helper,
				flag
			}));
		},
		checkpoint: single.checkpoint,
		share(task, args, cuts) {
			const ready = [...ports.keys()].filter((helper) => isReady(control, helper));
			if (ready.length === 0 || cuts.length <= SHARED_STRETCHES) return single.share(task, args, cuts);
			const message = {
				name: task.name,
				args,
				cuts
			};
			for (const helper of ready) ports[helper].postMessage(message);
			beginRound(control, ready);
			let outcomes = [];
			let own;
			try {
				own = sumOfMine(task, args, cuts, control, flag);
			} finally {
				endRound(control);
				outcomes = ready.map((helper) => receive(ports[helper]));
			}
			return [own, ...outcomes.map(sumOf)];
		}
	};
}
function sumOfMine(task, args, cuts, control, flag) {
	const work = task.begin(args);
	for (let at = takeStretch(control); at + 1 < cuts.length; at = takeStretch(control)) {
		checkFlag(flag);
		task.add(args, work, cuts[at], cuts[at + 1]);
	}
	return task.end(work);
}
function receive(port) {
	return must(receiveMessageOnPort(port), "a helper sends before it hands in").message;
}
function sumOf(outcome) {
	if (outcome.kind !== "sum") throw errorOf(outcome);
	return outcome.sum;
}
function startHelper(shared) {
	const { port1, port2 } = new MessageChannel();
	const opening = {
		...shared,
		port: port2
	};
	const resourceLimits = { maxOldGenerationSizeMb: TUNING.helper_heap_mb };
	new Worker(ENTRY, {
		workerData: opening,
		transferList: [port2],
		name: "helper",
		resourceLimits
	}).unref();
	return port1;
}
// src/service/computing/answering.ts
/**
* What the computing thread does. It has the database file open by itself and brings its own datasets up to date at each
* question, so that every acknowledged event is in the answer. One question at a time, with helpers of its own.
*/
stepBack();
setFlagsFromString("--always-sparkplug");
const port = must(parentPort, "this is a thread");
const opening = workerData;
const store = openStore(opening.path);
const team = openTeam(opening);
const datasets = openDatasets(store, opening.memory_bytes, team);
port.on("message", (message) => {
	if (message === "close") {
		store.close();
		port.close();
		process.exit();
	}
	if ("expect" in message) {
		expect(message.expect);
		return;
	}
	const outcome = outcomeOrFailure(message);
	const answer = {
		...outcome,
		bytes: datasets.bytes()
	};
	const is_long = outcome.kind === "shown" && outcome.json.length > TUNING.handed_over_bytes;
	port.postMessage(answer, is_long ? [outcome.json.buffer] : []);
	team.start();
});
/** What fails here will fail again when it is asked for, and be told. */
function expect(project) {
	try {
		store.snapshot(() => datasets.current(project));
	} catch {}
}
function outcomeOrFailure({ project, task, given }) {
	try {
		return store.snapshot(() => outcomeOf(project, task, given, {
			store,
			datasets,
			team,
			memory_bytes: opening.memory_bytes
		}));
	} catch (error) {
		return failureOf(error);
	}
}
export {};

//# sourceMappingURL=answering.js.map