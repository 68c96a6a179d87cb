import { c as pathText, r as isObject, t as canonical } from "./json-GpSeq4qu.js";
import { T as readMembers, t as nearestNames } from "./nearest-DuLlCDvA.js";
import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CL6ANKLD.js";
import { n as allows } from "./scope-CZmFj7kT.js";
import { t as logDone } from "./audit-EHzV3zns.js";
import { t as hearing } from "./progress-_IdA24CJ.js";
import { J as checked, Ot as admittedNow, R as tellingNames, Tt as isStoring, n as wordingOf, t as reworded, wt as isNamed, xt as see, z as unknownError } from "./wording-CGGP7Ahe.js";
import { m as untilFree } from "./pattern_text-DCosbjGh.js";
import { t as assert } from "./assert-Cucc65-M.js";
import { createHash } from "node:crypto";
// src/service/gate/once.ts
/**
* Safe retries: a client that got no answer repeats its request under the same Idempotency-Key and gets the first
* answer.
* The answer is stored in the transaction of the write itself, so that neither exists without the other; two requests
* with the same key wait for each other, also across processes. Refusals are not stored.
*/
/** `key` null: just runs. */
function once(context, key, sent, run) {
	if (key === null) return run();
	checkKey(key);
	const { store } = context.service;
	const owner = context.caller.key_id ?? 0;
	const fingerprint = createHash("sha256").update(canonical([
		sent.operation,
		sent.project_id,
		sent.input
	])).digest("hex");
	return store.transaction(() => {
		const since_ms = context.now_ms - LIMIT.idempotency_age_ms;
		const given = store.repeatable.get(owner, key, since_ms);
		if (given && given.fingerprint !== fingerprint) throw otherCall();
		if (given) return given.answer;
		const answer = run();
		assert(!(answer instanceof Promise), `${sent.operation} answers at once`);
		store.repeatable.sweep(since_ms);
		store.repeatable.put(owner, key, {
			fingerprint,
			answer
		}, context.now_ms);
		return answer;
	});
}
function checkKey(key) {
	if (key.length > 0 && key.length <= LIMIT.idempotency_key_chars) return;
	throw invalid("Idempotency-Key", `Send 1 to ${LIMIT.idempotency_key_chars} characters that no other request of yours has, such as a UUID.`, key.length === 0 ? "required" : "max_length");
}
function otherCall() {
	return new ServiceError("conflict", "This Idempotency-Key came with another request within the last 24 hours. Take a new key for a new request, and the same one only to send the very same request again.");
}
// src/service/gate/call.ts
/** Parses output that is already JSON text. @throws ServiceError for every expected failure; anything else is a bug */
async function call(service, caller, operation, input, options = {}) {
	const run = async () => readMembers(await admit(service, caller, operation, input, options)(input));
	return await hearing(options.reads ?? null, run);
}
/**
* First half of a call: scope, project and object, checked before a body is read. Returns the second half: input and
* handler; members of its output may be JSON text. `named`: the input members that name the object.
*/
function admit(service, caller, operation, named, options = {}) {
	const { face = "rest" } = options;
	requireScope(service, caller, operation);
	if (caller.shared_insight_id !== void 0 && !operation.shareable) throw notShared();
	const context = {
		service,
		caller,
		now_ms: service.now(),
		admitted: admittedNow(),
		signal: options.signal ?? new AbortController().signal,
		url: options.url ?? null,
		face,
		wording: wordingOf(face)
	};
	const once_key = operation.repeatable ? options.once_key ?? null : null;
	const second = (project_id, handle) => secondHalf({
		context,
		operation,
		once_key,
		project_id
	}, handle);
	if (!operation.in_project) return second(null, (parsed) => audited(context, operation, null, parsed, operation.handle(context, parsed)));
	const project = inWords(context.wording, () => findProject(service, caller, options.project_id ?? null));
	const inside = {
		...context,
		project,
		wording: wordingOf(face, project.id)
	};
	if (operation.locate && isNamed(operation, named)) inWords(inside.wording, () => operation.locate?.(inside, named));
	return second(project.id, (parsed, admitted) => audited(inside, operation, project.id, parsed, operation.handle({
		...inside,
		admitted
	}, parsed)));
}
/** Checks the input and runs the handler: once per key, within a span, and not before the database is free to write. */
function secondHalf({ context, operation, once_key, project_id }, handle) {
	const { service, face } = context;
	const sent = {
		operation: operation.name,
		project_id
	};
	const run = (input) => inWords(wordingOf(face, project_id), () => once(context, once_key, {
		...sent,
		input
	}, () => {
		const begun_ms = performance.now();
		return handle(parse(operation.input, input, face), {
			begun_ms,
			parse_ms: performance.now() - begun_ms
		});
	}));
	const free = async (input) => {
		await untilFree(service.store);
		return run(input);
	};
	const whole = isStoring(operation) ? free : run;
	if (!service.tracing.is_on) return whole;
	const span = {
		name: operation.name,
		attributes: {
			"insights.face": face,
			"insights.project": project_id ?? 0
		}
	};
	return (input) => service.tracing.within(span, async () => whole(input));
}
/** What was made; of a storing operation an audit entry is written. */
function audited({ service, caller }, operation, project_id, sent, made) {
	if (!isStoring(operation) || operation.audited === false) return made;
	const note = (output) => {
		const id = (isObject(output) ? output["id"] : null) ?? sent["id"] ?? sent["insight_id"] ?? null;
		const fields = Object.keys(sent).filter((name) => !/^(insight_)?id$/.test(name) && sent[name] !== void 0);
		const target = id === null ? null : String(id);
		logDone(service, caller, {
			project_id,
			action: operation.name,
			target,
			fields
		});
	};
	if (made instanceof Promise) return made.then((output) => {
		note(output);
		return output;
	});
	note(made);
	return made;
}
/** Rewords errors, thrown or rejected, for the caller's face. */
function inWords(wording, run) {
	const fail = (error) => {
		throw reworded(error, wording);
	};
	try {
		const made = run();
		return made instanceof Promise ? made.catch(fail) : made;
	} catch (error) {
		return fail(error);
	}
}
function notShared() {
	return new ServiceError("permission_denied", "A sharing link opens its insight and nothing else. Use an API key here.");
}
function requireScope(service, caller, operation) {
	if (operation.scope === null || allows(caller.scopes, operation.scope)) return;
	throw new ServiceError("permission_denied", `API key missing required scope '${operation.scope}'. Make a key that has it: ${service.command(`key create --scopes ${operation.scope}`)}`);
}
/** The project a path or argument names, if the caller may see it. */
function findProject(service, caller, id) {
	if (id === null || id === "@current") return currentProject(service, caller);
	const project = /^\d{1,15}$/.test(id) ? service.store.projects.get(Number(id)) : void 0;
	if (!project) throw new ServiceError("not_found", `Project not found. ${see("list_projects")} lists those you may use.`);
	if (caller.project_ids !== null && !caller.project_ids.includes(project.id)) throw new ServiceError("permission_denied", `API key does not have access to the requested project: ID ${project.id}.`);
	return project;
}
function currentProject(service, caller) {
	const allowed = service.store.projects.list().filter((project) => caller.project_ids === null || caller.project_ids.includes(project.id));
	if (allowed.length === 0) throw new ServiceError("not_found", "Project not found. There is none this key may use.");
	return allowed[0];
}
/** Unknown fields in the body of a write -> nearest known name, or null. */
function unknownFields({ input, effect }, body) {
	const unknown = effect === "read" ? [] : tellingNames(input, body);
	return new Map(unknown.map(({ path, name, known }) => [pathText([...path, name]), nearestNames(name, known)[0] ?? null]));
}
function parse(schema, input, face) {
	const unknown = face === "mcp" ? unknownError(tellingNames(schema, input)) : null;
	if (unknown !== null) throw unknown;
	return checked(schema, input);
}
export { unknownFields as i, call as n, findProject as r, admit as t };
