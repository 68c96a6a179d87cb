import { AsyncLocalStorage } from "node:async_hooks";
// src/service/computing/progress.ts
/** How far a call is, for whoever waits for it: told by what it waits for, which knows nothing of callers. */
/** If several calls wait for one computation, the first is told. */
const CALLS = new AsyncLocalStorage();
/** `reads` is told by whatever `work` waits for. */
function hearing(reads, work) {
	return reads === null ? work() : CALLS.run(reads, work);
}
/** Where to tell it; null if nobody listens. */
function listening() {
	return CALLS.getStore() ?? null;
}
export { listening as n, hearing as t };
