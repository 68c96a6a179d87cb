import { n as must } from "./assert-Cucc65-M.js";
import { n as failureOf } from "./thread_failure-tFJdpjO7.js";
import { t as storedGroups } from "./parquet_groups-D8IEHEzH.js";
import { parentPort, workerData } from "node:worker_threads";
// src/cli/formats/parquet_reading.ts
/** The thread that reads Parquet: sends a row group for each message it gets. */
const port = must(parentPort, "this is a thread");
const groups = storedGroups(String(workerData));
port.on("message", () => void next());
async function next() {
	try {
		const { value, done } = await groups.next();
		say(done ? null : value);
	} catch (error) {
		say({ failure: failureOf(error) });
	}
}
function say(message) {
	port.postMessage(message);
}
export {};
