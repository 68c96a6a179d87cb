import { n as must } from "./assert-Cucc65-M.js";
import { n as failureOf } from "./thread_failure-tFJdpjO7.js";
import { n as readBatches } from "./read_ahead-DZbQCbsm.js";
import { parentPort, workerData } from "node:worker_threads";
// src/cli/importing/reading.ts
/** The import's reading thread: sends batches to the main thread, a bounded number ahead. */
const port = must(parentPort, "this is a thread");
/** Batches not acknowledged yet. */
let ahead = 0;
let wake = () => {};
port.on("message", () => {
	ahead--;
	wake();
});
try {
	for await (const batch of readBatches(workerData)) {
		say(batch, buffersOf(batch.events));
		if (++ahead >= 8) await new Promise((resolve) => wake = resolve);
	}
	say(null);
} catch (error) {
	say({ failure: failureOf(error) });
}
function say(message, moved = []) {
	port.postMessage(message, moved);
}
/** Transferred instead of copied: anything as long as the rows. */
function buffersOf({ names, distinct_ids, time_ms, uuids, visits, grouped, told, packed }) {
	const ofTold = told.flatMap(([, values]) => "numbers" in values ? [values.numbers] : [values.codes, values.values]);
	return [
		...[
			names.codes,
			names.values,
			distinct_ids.codes,
			distinct_ids.values
		],
		time_ms,
		uuids,
		visits,
		grouped,
		...ofTold,
		...packed.sections.map(({ bytes }) => bytes)
	].filter((array) => array.byteLength === array.buffer.byteLength).flatMap(({ buffer }) => buffer instanceof ArrayBuffer ? [buffer] : []);
}
export {};
