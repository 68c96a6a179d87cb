import { p as localOwner } from "./pattern_text-DCosbjGh.js";
import { n as call } from "./call-Do6ETd-V.js";
import { r as OPERATIONS } from "./wording-CGGP7Ahe.js";
// bench/ours.ts
/** Questions to the product, through its gate. */
/** The computation itself: `refresh` bypasses cached results. Operations without a cache do not accept it. */
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
