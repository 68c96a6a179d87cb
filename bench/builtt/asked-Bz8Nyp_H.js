import { t as assert } from "./assert-Cucc65-M.js";
import { r as isObject } from "./json-GpSeq4qu.js";
import { r as invalid } from "./error-CL6ANKLD.js";
import { Ct as readJson, i as operationNamed } from "./wording-CGGP7Ahe.js";
import { r as KIND_BY_INSIGHT, s as namesOf } from "./kind-OiBJK3r5.js";
import { p as localOwner } from "./pattern_text-DCosbjGh.js";
import { n as call } from "./call-Do6ETd-V.js";
import { readFileSync } from "node:fs";
// src/cli/asked.ts
/** A question as typed at the prompt, and how it is asked. */
/** @param question the body of a computation, a query node, a statement, the number or short id of an insight; - is stdin */
async function askedBy(service, question, place) {
	const text = question === "-" ? readFileSync(0, "utf8").trim() : question;
	if (/^\s*(select|with)\b/i.test(text)) return {
		name: "run_sql",
		body: { query: text }
	};
	if (!text.startsWith("{")) return ofInsight(await run(service, place, {
		name: "get_insight",
		body: {
			id: text,
			refresh: "force_cache"
		}
	}));
	const body = readJson(text);
	if (!isObject(body)) throw invalid("question", "Expected JSON, as {\"events\":[{\"id\":\"sign up\"}]}.");
	return "kind" in body ? {
		name: "run_query",
		body: { query: body }
	} : ofFilters(body);
}
function ofInsight({ filters, query }) {
	if (isObject(query)) return {
		name: "run_query",
		body: { query }
	};
	return ofFilters(isObject(filters) ? filters : {});
}
/** `insight` says whose body it is; a trend unless said. */
function ofFilters(filters) {
	const kind = KIND_BY_INSIGHT.get(String(filters["insight"] ?? "").toUpperCase()) ?? "trend";
	return {
		name: namesOf(kind).operation,
		body: filters
	};
}
async function run(service, place, { name, body }) {
	const asked = { project_id: place.project ?? null };
	const answer = await call(service, localOwner(service), operationNamed(name), { ...body }, asked);
	assert(isObject(answer), "an answer has members");
	return answer;
}
export { run as n, askedBy as t };
