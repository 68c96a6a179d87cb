// src/base/stack.ts
/** Log text of something thrown. */
function stackOf(error) {
	return error instanceof Error ? error.stack ?? error.message : String(error);
}
export { stackOf as t };
