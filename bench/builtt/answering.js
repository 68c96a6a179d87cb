import { writeSync as WS0 } from 'node:fs';const TM=(x)=>WS0(2,'        '+(Date.now()-Number(process.env.T0))+' '+x+'\n');TM('thread begins');
import { n as must } from "./assert-Cucc65-M.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { t as stepBack } from "./priority-cjv5riZI.js";
import { t as openStore } from "./store-ROnrXGKx.js";
import { t as openDatasets } from "./datasets-DFdZUE4o.js";
import { c as takeStretch, i as endRound, o as isReady, r as beginRound, s as newControl, u as collectSharedGarbage } from "./control-pbIc2bGi.js";
import { n as failureOf, t as errorOf } from "./thread_failure-tFJdpjO7.js";
import { t as outcomeOf } from "./outcome-DyjwZSf6.js";
import { G as alone } from "./value_aggregates-oy79J-9b.js";
import { n as checkFlag } from "./messages-B0zBc8YC.js";
import { setFlagsFromString } from "node:v8";
import { MessageChannel, Worker, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
// src/service/computing/team.ts
/** The engine's team as threads: the computing thread and its helpers, which claim morsels of work. */
/** With fewer morsels the work is done before a helper wakes up. */
const SHARED_STRETCHES = 4;
/** Beside this file, in sources as in the build. */
const ENTRY = new URL(import.meta.url.endsWith(".ts") ? "./helping.ts" : "./helping.js", import.meta.url);
function openTeam({ helpers, flag }) {
	const control = newControl(helpers);
	let ports = [];
	let collections = 0;
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
		collected() {
			collections++;
		},
		checkpoint: single.checkpoint,
		share(task, args, cuts) {
			const ready = [...ports.keys()].filter((helper) => isReady(control, helper));
			if (ready.length === 0 || cuts.length <= SHARED_STRETCHES) return single.share(task, args, cuts);
			const message = {
				name: task.name,
				args,
				cuts,
				collections
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
/** The helper ran the same task. */
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
// src/service/computing/working.ts
function openAnswering(opening) {
	const { path, memory_bytes } = opening;
	const store = openStore(path, { cache_bytes: TUNING.store_thread_cache_bytes });
	const team = openTeam(opening);
	const datasets = openDatasets(store, memory_bytes, team);
	/** A failure here will recur, and be reported, when the question is asked. */
	const expect = (project) => {
		try {
			store.snapshot(() => datasets.current(project));
		} catch {}
	};
	const outcomeOrFailure = ({ project, task, given, memory_bytes: now_bytes }) => {
		try {
			datasets.resize(now_bytes);
			return store.snapshot(() => outcomeOf(project, task, given, {
				store,
				datasets,
				team,
				memory_bytes
			}));
		} catch (error) {
			return failureOf(error);
		}
	};
	return {
		take(message) {
			if (!("expect" in message)) return {
				...outcomeOrFailure(message),
				bytes: datasets.bytes()
			};
			expect(message.expect);
			return null;
		},
		callHelpers: () => team.start(),
		freeMemory: () => {
			if (collectSharedGarbage()) team.collected();
		},
		close: () => store.close()
	};
}
// src/service/computing/answering.ts
/** Entry of the computing thread. */
stepBack();
setFlagsFromString("--always-sparkplug");
const port = must(parentPort, "this is a thread");
const answering = openAnswering(workerData);
port.on("message", (message) => {
	if (message === "close") {
		answering.close();
		port.close();
		process.exit();
	}
	TM("takes "+Object.keys(message));const answer = answering.take(message);TM("took");
	if (answer === null) return;
	const is_long = answer.kind === "shown" && answer.json.length > TUNING.handed_over_bytes;
	port.postMessage(answer, is_long ? [answer.json.buffer] : []);
	answering.callHelpers();
	answering.freeMemory();
});
export {};
