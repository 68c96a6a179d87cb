// src/cli/importing/allowed.ts
/** @throws ServiceError invalid_input if it is no folder */
async function allowed(folder) {
	return (await import("./import_from-DUGwBI_5.js")).importFrom(folder);
}
export { allowed as t };
