import { t as TUNING } from "./tuning-CBMlweQx.js";
import { u as sharedBytesMade } from "./column-NKnza9zL.js";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
// src/service/threads/garbage.ts
/**
* V8 leaves memory that threads share out of account: arrays there, however large, never make it collect garbage, and
* runs that nobody needs any more would stay for minutes. So threads that make or see such arrays ask for it.
*/
let collect = null;
/** Of the calling thread; takes some milliseconds per ten megabytes of its heap that are in use. */
function collectGarbage() {
	if (collect === null) {
		setFlagsFromString("--expose-gc");
		collect = runInNewContext("gc");
	}
	collect?.();
}
let collected_at_bytes = 0;
/** Collects once the calling thread has made enough shared arrays since the last time; returns whether it did. */
function collectSharedGarbage() {
	if (sharedBytesMade() - collected_at_bytes < TUNING.shared_garbage_bytes) return false;
	collectGarbage();
	collected_at_bytes = sharedBytesMade();
	return true;
}
// src/service/computing/control.ts
/**
* Shared-memory counters that synchronise the computing thread and its helpers. They block with Atomics.wait: it costs
* about ten microseconds, and a thread that computes does not return to its event loop.
*/
/** The next morsel nobody has taken. */
const NEXT = 0;
/** Helpers of this round that have not handed in their sums. */
const LEFT = 1;
/** Followed by, per helper: 1 once it is ready, and its number of rounds. */
const FIXED = 2;
const OF_HELPER = 2;
const READY = 0;
const ROUND = 1;
/** Larger than any number of morsels. */
const NONE_LEFT = 2 ** 30;
function newControl(helpers) {
	return new Int32Array(new SharedArrayBuffer((FIXED + OF_HELPER * helpers) * Int32Array.BYTES_PER_ELEMENT));
}
function cellOf(helper, which) {
	return FIXED + OF_HELPER * helper + which;
}
/** Claims a morsel; past the end once all are taken. */
function takeStretch(control) {
	return Atomics.add(control, NEXT, 1);
}
function isReady(control, helper) {
	return Atomics.load(control, cellOf(helper, READY)) === 1;
}
/** The helpers' messages must have been posted before. */
function beginRound(control, helpers) {
	Atomics.store(control, NEXT, 0);
	Atomics.store(control, LEFT, helpers.length);
	for (const helper of helpers) {
		Atomics.add(control, cellOf(helper, ROUND), 1);
		Atomics.notify(control, cellOf(helper, ROUND));
	}
}
/** Withdraws unclaimed morsels and waits until every helper has handed in. */
function endRound(control) {
	Atomics.store(control, NEXT, NONE_LEFT);
	for (let left = Atomics.load(control, LEFT); left > 0; left = Atomics.load(control, LEFT)) Atomics.wait(control, LEFT, left);
}
/** Returns the number of rounds so far. Read before the helper is announced as ready, so that none is missed. */
function becomeReady(control, helper) {
	const rounds = Atomics.load(control, cellOf(helper, ROUND));
	Atomics.store(control, cellOf(helper, READY), 1);
	return rounds;
}
/** Waits for more rounds than this; returns how many. */
function awaitRound(control, helper, rounds) {
	Atomics.wait(control, cellOf(helper, ROUND), rounds);
	return Atomics.load(control, cellOf(helper, ROUND));
}
function handIn(control) {
	Atomics.sub(control, LEFT, 1);
	Atomics.notify(control, LEFT);
}
export { handIn as a, takeStretch as c, endRound as i, collectGarbage as l, becomeReady as n, isReady as o, beginRound as r, newControl as s, awaitRound as t, collectSharedGarbage as u };
