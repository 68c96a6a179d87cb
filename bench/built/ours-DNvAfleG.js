import "./import-DoGapD-o.js";
import { f as localOwner } from "./timings-B8SLgoVI.js";
import { n as call, o as OPERATIONS } from "./call-COkycNdr.js";
import "./service-BBnXkGJu.js";
import "node:fs";
import "node:sqlite";
import { join } from "node:path";
join(import.meta.dirname, "..", "src", "main.ts");
/** The computation itself: `refresh` passes by the cache of results. What is computed each time does not take it. */
function ask(service, { operation, body }) {
	return callNamed(service, operation, operation.startsWith("compute_") ? {
		...body,
		refresh: true
	} : body);
}
async function callNamed(service, name, input) {
	const operation = OPERATIONS.find((one) => one.name === name);
	if (!operation) throw new Error(`no such operation: ${name}`);
	return await call(service, localOwner(service), operation, input);
}
async function answer(service, question) {
	return question.rows(await ask(service, question));
}
export { answer, ask };

//# sourceMappingURL=ours-DNvAfleG.js.map