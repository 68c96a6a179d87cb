// src/service/computing/control.ts
/**
* The numbers by which the computing thread and its helpers agree, in memory that all of them see. They wait on these
* numbers, as that costs some ten microseconds, and a thread that computes does not come back to its event loop.
*/
/** The next stretch that nobody has taken. */
const NEXT = 0;
/** Helpers of the round that have not handed in their sums. */
const LEFT = 1;
/** Then for each helper: 1 once it is there, and the number of its rounds. */
const FIXED = 2;
const OF_HELPER = 2;
const READY = 0;
const ROUND = 1;
/** Past every stretch there can be. */
const NONE_LEFT = 2 ** 30;
function newControl(helpers) {
	return new Int32Array(new SharedArrayBuffer((FIXED + OF_HELPER * helpers) * Int32Array.BYTES_PER_ELEMENT));
}
function cellOf(helper, which) {
	return FIXED + OF_HELPER * helper + which;
}
/** A stretch that nobody else takes; past the end once all are taken. */
function takeStretch(control) {
	return Atomics.add(control, NEXT, 1);
}
function isReady(control, helper) {
	return Atomics.load(control, cellOf(helper, READY)) === 1;
}
/** What the helpers are to do is on its way to them already. */
function beginRound(control, helpers) {
	Atomics.store(control, NEXT, 0);
	Atomics.store(control, LEFT, helpers.length);
	for (const helper of helpers) {
		Atomics.add(control, cellOf(helper, ROUND), 1);
		Atomics.notify(control, cellOf(helper, ROUND));
	}
}
/** Takes away what nobody has taken, and waits until every helper has handed in. */
function endRound(control) {
	Atomics.store(control, NEXT, NONE_LEFT);
	for (let left = Atomics.load(control, LEFT); left > 0; left = Atomics.load(control, LEFT)) Atomics.wait(control, LEFT, left);
}
/** Returns the number of rounds so far, which is asked before anybody knows that the helper is there: none is missed. */
function becomeReady(control, helper) {
	const rounds = Atomics.load(control, cellOf(helper, ROUND));
	Atomics.store(control, cellOf(helper, READY), 1);
	return rounds;
}
/** Waits until there are more rounds than these; returns how many. */
function awaitRound(control, helper, rounds) {
	Atomics.wait(control, cellOf(helper, ROUND), rounds);
	return Atomics.load(control, cellOf(helper, ROUND));
}
function handIn(control) {
	Atomics.sub(control, LEFT, 1);
	Atomics.notify(control, LEFT);
}
export { handIn as a, takeStretch as c, endRound as i, becomeReady as n, isReady as o, beginRound as r, newControl as s, awaitRound as t };

//# sourceMappingURL=control-CJH5h5CJ.js.map