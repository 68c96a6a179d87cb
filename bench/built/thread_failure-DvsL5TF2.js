import { t as stackOf } from "./stack-DtTo5ekx.js";
import { n as ServiceError } from "./error-CvXVGQlg.js";
// src/service/threads/thread_failure.ts
/** What went wrong in a thread, as plain data, so that another one can throw it again. */
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

//# sourceMappingURL=thread_failure-DvsL5TF2.js.map