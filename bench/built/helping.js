import { n as must } from "./assert-Cucc65-M.js";
import { F as FUNNEL, J as STICKINESS_PRESENT, M as ACTIVE_PRESENT, N as FUNNEL_ENTRIES, O as PATHS, P as FUNNEL_TIMES, Q as RETENTION, S as FIRST, T as KEEP_HEAVY, Y as STICKINESS, Z as RETENTION_PRESENT, a as SUM_CELLS, ct as LIFECYCLE, et as BIN_NUMBERS, i as TOTAL, n as UNIQUE, r as UNIQUE_TOGETHER, st as LIFECYCLE_PRESENT, t as DISTINCT_ROWS, w as COUNT_CELLS } from "./distinct_rows-BRcuWvc9.js";
import { E as inOneRound, o as MARK_PRESENCE, r as BUILD_TIMELINE, s as MARK_SELECTED } from "./audience-D0Z5fApC.js";
import { f as SELECT_ORDERED } from "./edges-DAyJhmqb.js";
import { t as stepBack } from "./priority-D2o5f7v1.js";
import { n as failureOf } from "./thread_failure-DvsL5TF2.js";
import { a as handIn, c as takeStretch, n as becomeReady, t as awaitRound } from "./control-CJH5h5CJ.js";
import { n as checkFlag } from "./messages-B0oB8rxk.js";
import { receiveMessageOnPort, workerData } from "node:worker_threads";
/** Each task twice: for one set of arguments, and for several. */
const TASKS = new Map([
	ACTIVE_PRESENT,
	BIN_NUMBERS,
	COUNT_CELLS,
	DISTINCT_ROWS,
	FIRST,
	FUNNEL,
	FUNNEL_ENTRIES,
	FUNNEL_TIMES,
	KEEP_HEAVY,
	LIFECYCLE,
	LIFECYCLE_PRESENT,
	MARK_SELECTED,
	MARK_PRESENCE,
	PATHS,
	BUILD_TIMELINE,
	RETENTION,
	RETENTION_PRESENT,
	SELECT_ORDERED,
	STICKINESS,
	STICKINESS_PRESENT,
	SUM_CELLS,
	TOTAL,
	UNIQUE,
	UNIQUE_TOGETHER
].flatMap((task) => [task, inOneRound(task)]).map((task) => [task.name, task]));
// src/service/computing/helping.ts
/** A thread that helps the computing thread: it knows the tasks of the engine and nothing else, and waits for its share. */
const { control, helper, port, flag } = workerData;
stepBack();
for (let rounds = becomeReady(control, helper);;) {
	rounds = awaitRound(control, helper, rounds);
	const received = receiveMessageOnPort(port);
	if (received === void 0) continue;
	port.postMessage(outcomeOf(received.message, control, flag));
	handIn(control);
}
function outcomeOf({ name, args, cuts }, control, flag) {
	try {
		const task = must(TASKS.get(name), "a task that threads can share");
		const of_task = args;
		const work = task.begin(of_task);
		for (let at = takeStretch(control); at + 1 < cuts.length; at = takeStretch(control)) {
			checkFlag(flag);
			task.add(of_task, work, cuts[at], cuts[at + 1]);
		}
		return {
			kind: "sum",
			sum: task.end(work)
		};
	} catch (error) {
		return failureOf(error);
	}
}
export {};

//# sourceMappingURL=helping.js.map