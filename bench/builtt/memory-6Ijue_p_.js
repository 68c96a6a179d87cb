import { t as TUNING } from "./tuning-CBMlweQx.js";
import { setFlagsFromString } from "node:v8";
// src/cli/shell/memory.ts
/**
* How a server's process uses memory.
*
* glibc keeps what was freed for the thread that freed it. Large arrays come and go in several threads here, and
* within minutes such leftovers were half of what the process held. It reads its settings before a program begins, so a
* server starts again in the same process, once, with settings that give large arrays back at once.
*
* V8 begins to mark garbage when a heap is half full again after the last collection. Ours are small beside what they
* make in a second, so at 20,000 events a second that was every 0.6 s, and requests waited for it.
*/
/**
* Bytes, and numbers. The first is where glibc begins, which raises it to the largest array ever freed unless it is set.
* Each array above it is a mapping of its own; Linux limits these to 65,530.
*/
const SETTINGS = {
	MALLOC_MMAP_THRESHOLD_: String(131072),
	MALLOC_MMAP_MAX_: "16384",
	MALLOC_TRIM_THRESHOLD_: String(8388608),
	MALLOC_ARENA_MAX: "2"
};
/** Returns where nothing is to be done: elsewhere, under a parent that talks to this process, with settings of the operator. */
function giveBackMemory() {
	const { platform, env, execve, send } = process;
	if (platform !== "linux" || execve === void 0 || send !== void 0) return;
	if (Object.keys(env).some((name) => name.startsWith("MALLOC_") || name === "LD_PRELOAD")) return;
	try {
		execve.call(process, process.execPath, [
			process.execPath,
			...process.execArgv,
			...process.argv.slice(1)
		], {
			...env,
			...SETTINGS
		});
	} catch {}
}
/** Of all threads that begin later, too. */
function collectSeldom() {
	setFlagsFromString(`--heap-growing-percent=${TUNING.heap_growing_percent}`);
}
export { collectSeldom, giveBackMemory };
