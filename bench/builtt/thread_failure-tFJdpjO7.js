import { t as stackOf } from "./stack-DtTo5ekx.js";
import { n as ServiceError } from "./error-CL6ANKLD.js";
// src/service/threads/thread_failure.ts
/** A thread's error as plain data, so that another thread can rethrow it. */
function failureOf(error) {
	if (error instanceof ServiceError) return {
		kind: "refused",
		code: error.code,
		detail: error.message,
		attr: error.attr,
		needs: error.needs
	};
	return {
		kind: "failed",
		stack: stackOf(error)
	};
}
function errorOf(failure) {
	if (failure.kind === "failed") return new Error(failure.stack);
	const { code, detail, attr, needs } = failure;
	return new ServiceError(code, detail, {
		...attr === null ? {} : { attr },
		...needs === null ? {} : { needs }
	});
}
export { failureOf as n, errorOf as t };
