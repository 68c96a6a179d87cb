import { constants, setPriority } from "node:os";
// src/service/threads/priority.ts
/**
* Questions and upkeep may use all cores, but capturing must not wait for one. So their threads run at lower priority,
* which costs nothing while cores are idle.
*/
/**
* For the calling thread: Linux has a priority per thread, and beside one of usual priority this one gets a tenth of a
* core. With a fourth (niceness 5) slow questions are faster on a crowded machine, and the slowest hundredth of batches
* takes twice as long at 20,000 events a second. Elsewhere it would apply to the whole process.
*/
function stepBack() {
	if (process.platform !== "linux") return;
	try {
		setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
	} catch {}
}
export { stepBack as t };
