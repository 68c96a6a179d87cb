import { n as ServiceError } from "./error-CL6ANKLD.js";
// src/service/computing/messages.ts
function cancelled() {
	return new ServiceError("cancelled", "The computation was cancelled.");
}
function tooLong(compute_ms) {
	return new ServiceError("timeout", `The computation took longer than the ${compute_ms / 1e3} s there are. Ask for a shorter range of dates, fewer entities or fewer values.`);
}
/** @throws ServiceError cancelled, once nobody waits for the answer */
function checkFlag(flag) {
	if (Atomics.load(flag, 0) !== 0) throw cancelled();
}
export { checkFlag as n, tooLong as r, cancelled as t };
