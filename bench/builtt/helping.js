import { n as must } from "./assert-Cucc65-M.js";
import { A as STICKINESS_PRESENT, C as FUNNEL, I as BIN_NUMBERS, N as RETENTION_PRESENT, P as RETENTION, S as FUNNEL_TIMES, U as LIFECYCLE_PRESENT, W as LIFECYCLE, a as SUM_CELLS, b as ACTIVE_PRESENT, f as COUNT_CELLS, g as PATHS, i as TOTAL, j as STICKINESS, n as UNIQUE, p as KEEP_HEAVY, r as UNIQUE_TOGETHER, t as DISTINCT_ROWS, u as FIRST, x as FUNNEL_ENTRIES } from "./distinct_rows-7ikgNHKa.js";
import { A as MARK_SELECTED, k as MARK_PRESENCE, q as inOneRound, w as BUILD_TIMELINE } from "./value_aggregates-oy79J-9b.js";
import { t as COUNT_CODES } from "./code_counts-B14JQ4tF.js";
import { m as SELECT_ORDERED } from "./edges-BY1FQb0p.js";
import { a as handIn, c as takeStretch, l as collectGarbage, n as becomeReady, t as awaitRound } from "./control-pbIc2bGi.js";
import { t as stepBack } from "./priority-cjv5riZI.js";
import { n as failureOf } from "./thread_failure-tFJdpjO7.js";
import { n as checkFlag } from "./messages-B0zBc8YC.js";
import { receiveMessageOnPort, workerData } from "node:worker_threads";
/** Each task twice: for one set of arguments, and for several. */
const TASKS = new Map([
	ACTIVE_PRESENT,
	BIN_NUMBERS,
	COUNT_CELLS,
	COUNT_CODES,
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
/** Entry of a helper thread: knows only the engine's tasks, and waits for its share. */
const { control, helper, port, flag } = workerData;
stepBack();
for (let rounds = becomeReady(control, helper), collected = 0;;) {
	rounds = awaitRound(control, helper, rounds);
	const collections = help() ?? collected;
	if (collections > collected) collectGarbage();
	collected = collections;
}
/** Does its share of the round; returns how often the computing thread has collected garbage, null without a share. */
function help() {
	const received = receiveMessageOnPort(port);
	if (received === void 0) return null;
	const share = received.message;
	port.postMessage(outcomeOf(share, control, flag));
	handIn(control);
	return share.collections;
}
function outcomeOf({ name, args, cuts }, control, flag) {
	try {
		const task = must(TASKS.get(name), "a task that threads can share");
		const work = task.begin(args);
		for (let at = takeStretch(control); at + 1 < cuts.length; at = takeStretch(control)) {
			checkFlag(flag);
			task.add(args, work, cuts[at], cuts[at + 1]);
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
