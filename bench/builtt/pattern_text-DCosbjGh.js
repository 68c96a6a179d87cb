import { t as TUNING } from "./tuning-CBMlweQx.js";
import { a as LIMIT, n as ServiceError } from "./error-CL6ANKLD.js";
import { J as formatIso } from "./column_codec-CRp8qQ50.js";
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
// src/service/data/writing.ts
/**
* Writing beside other processes. SQLite blocks the thread while it waits for a lock, and this thread serves everybody.
* So writers poll first, without holding it, and optional writes are skipped.
*/
/**
* Resolves when a transaction can begin.
* @throws ServiceError busy (another process writes for too long), read_only
*/
async function untilFree(store) {
	const until_ms = performance.now() + LIMIT.store_busy_ms;
	for (;;) {
		const refusal = store.refusal();
		if (refusal !== null) throw refusal;
		if (store.isFree()) return;
		if (performance.now() > until_ms) throw locked();
		await setTimeout(TUNING.lock_retry_ms);
	}
}
function locked() {
	return new ServiceError("busy", "Another process has been writing to the database for too long: nothing of this request was stored. Try again in a moment.");
}
/** For optional writes by readers: skipped if they would wait or fail. Returns whether it was written. */
function writeIfFree(store, run) {
	if (store.refusal() !== null || !store.isFree()) return false;
	try {
		store.transactionAhead(run);
		return true;
	} catch (error) {
		if (!(error instanceof ServiceError) || error.status !== 503) throw error;
		return false;
	}
}
// src/service/access/authenticate.ts
/** Bearer text -> caller. Keys are looked up by SHA-256; their text is neither stored nor logged. */
const HOUR_MS = 36e5;
function hashKey(key) {
	return createHash("sha256").update(key, "utf8").digest("hex");
}
/** @throws ServiceError not_authenticated, authentication_failed */
function authenticate(service, key) {
	if (key === null || key.trim() === "") throw new ServiceError("not_authenticated", `Authentication credentials were not provided. Send the header "Authorization: Bearer <personal API key>". Make a key: ${service.command("key create")}`);
	const found = service.store.keys.byHash(hashKey(key.trim()));
	const user = found && service.store.users.get(found.user_id);
	if (!found || !user || found.revoked_at_ms !== null) throw new ServiceError("authentication_failed", `Personal API key found in request Authorization header is invalid. It may have been revoked. See which keys there are: ${service.command("key list")}`);
	const now_ms = service.now();
	if (isExpired(found, now_ms)) throw new ServiceError("authentication_failed", `Personal API key found in request Authorization header expired at ${formatIso(found.expires_at_ms)}. Make another one: ${service.command("key create")}`);
	if (found.last_used_at_ms === null || now_ms - found.last_used_at_ms > HOUR_MS) writeIfFree(service.store, () => service.store.keys.touch(found.id, now_ms));
	return {
		user,
		key_id: found.id,
		scopes: found.scopes,
		project_ids: found.project_ids
	};
}
function isExpired({ expires_at_ms }, now_ms) {
	return expires_at_ms !== null && expires_at_ms <= now_ms;
}
/** The same caller with the key's current permissions; null if it was revoked. */
function callerAgain(service, caller) {
	if (caller.key_id === null) return caller;
	const key = service.store.keys.list().find(({ id }) => id === caller.key_id);
	if (key === void 0 || key.revoked_at_ms !== null || isExpired(key, service.now())) return null;
	return {
		...caller,
		scopes: key.scopes,
		project_ids: key.project_ids
	};
}
/** The caller over stdio without a key: the owner of the database file. */
function localOwner(service, scopes = ["*"]) {
	const user = service.store.users.first();
	if (!user) throw new ServiceError("error", "The database has no user; it was not set up by this program.");
	return {
		user,
		key_id: null,
		scopes,
		project_ids: null
	};
}
const NOBODY = {
	id: 0,
	uuid: "00000000-0000-0000-0000-000000000000",
	distinct_id: "",
	first_name: "",
	last_name: "",
	email: "",
	is_email_verified: false,
	hedgehog_config: {}
};
/** The holder of a sharing link; null if the token is unknown, switched off, or its insight was removed. */
function linkHolder(service, access_token) {
	const opened = service.store.sharing.opened(access_token);
	if (!opened) return null;
	return {
		user: NOBODY,
		key_id: null,
		scopes: ["insight:read", "group:read"],
		project_ids: [opened.project_id],
		shared_insight_id: opened.insight_id
	};
}
// src/service/access/keys.ts
/** Creates keys and tokens. A key's text leaves this file once, to whoever created it. */
const KEY_BYTES = 32;
function randomText(service, bytes) {
	return Buffer.from(service.randomBytes(bytes)).toString("base64url");
}
/** Public token of a project, for sending events. */
function newProjectToken(service) {
	return `phc_${randomText(service, KEY_BYTES)}`;
}
/** The only place where the key's text is returned. */
function createKey(service, { lives_ms = null, ...values }) {
	const now_ms = service.now();
	if (service.store.keys.list().filter((key) => key.user_id === values.user_id && isActive(key, now_ms)).length >= LIMIT.keys_per_user) throw new ServiceError("invalid_input", `A user has at most ${LIMIT.keys_per_user} keys; revoke one first. See which there are: ${service.command("key list")}`);
	const value = `phx_${randomText(service, KEY_BYTES)}`;
	return {
		key: service.store.keys.insert({
			...values,
			hash: hashKey(value),
			mask: `phx_…${value.slice(-4)}`,
			created_at_ms: now_ms,
			expires_at_ms: lives_ms === null ? null : now_ms + lives_ms
		}),
		value
	};
}
function isActive(key, now_ms) {
	return key.revoked_at_ms === null && !isExpired(key, now_ms);
}
/**
* Creates a key with the same permissions and lifetime. The old one expires after `grace_ms`, so that clients have time
* to switch. @throws ServiceError does_not_exist
*/
function rotateKey(service, id, grace_ms) {
	const now_ms = service.now();
	const old = service.store.keys.list().find((key) => key.id === id && isActive(key, now_ms));
	if (old === void 0) throw noSuchKey(service, id);
	const { user_id, label, scopes, project_ids, expires_at_ms, created_at_ms } = old;
	const lives_ms = expires_at_ms === null ? null : expires_at_ms - created_at_ms;
	return service.store.transaction(() => {
		service.store.keys.expire(id, Math.min(expires_at_ms ?? Number.POSITIVE_INFINITY, now_ms + grace_ms));
		return createKey(service, {
			user_id,
			label,
			scopes,
			project_ids,
			lives_ms
		});
	});
}
function noSuchKey(service, id) {
	return new ServiceError("does_not_exist", `There is no active key ${id}; see: ${service.command("key list")}`);
}
/** The fields of a key that may always be shown. */
function describeKey(key) {
	return {
		id: key.id,
		label: key.label,
		mask_value: key.mask,
		scopes: key.scopes,
		project_ids: key.project_ids,
		created_at: new Date(key.created_at_ms).toISOString(),
		last_used_at: key.last_used_at_ms === null ? null : new Date(key.last_used_at_ms).toISOString(),
		revoked_at: key.revoked_at_ms === null ? null : new Date(key.revoked_at_ms).toISOString(),
		expires_at: key.expires_at_ms === null ? null : new Date(key.expires_at_ms).toISOString()
	};
}
// src/service/contract/timings.ts
/** How long users waited for their answers, as clients report it; shown to the operator. */
const TIMED_EVENTS = ["load", "render"];
/** Longer times are only in the total. */
const CLASSES_MS = [
	100,
	300,
	1e3,
	3e3,
	1e4,
	3e4
];
var Timings = class {
	#timings = /* @__PURE__ */ new Map();
	record(event, milliseconds) {
		const kept = this.#timings.get(event) ?? new Array(CLASSES_MS.length + 2).fill(0);
		for (const [at, most_ms] of CLASSES_MS.entries()) if (milliseconds <= most_ms) kept[at]++;
		kept[CLASSES_MS.length]++;
		kept[CLASSES_MS.length + 1] += milliseconds;
		this.#timings.set(event, kept);
	}
	list() {
		return [...this.#timings].map(([event, kept]) => ({
			event,
			count: kept[CLASSES_MS.length],
			sum_ms: kept[CLASSES_MS.length + 1],
			classes: CLASSES_MS.map((at_most_ms, at) => ({
				at_most_ms,
				count: kept[at]
			}))
		}));
	}
};
// src/base/pattern_text.ts
/** Text within regular expressions, of RE2 as of JavaScript. */
/** A pattern that this text matches, and nothing else. */
function literalPattern(text) {
	return text.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&");
}
export { describeKey as a, noSuchKey as c, callerAgain as d, linkHolder as f, writeIfFree as h, createKey as i, rotateKey as l, untilFree as m, TIMED_EVENTS as n, isActive as o, localOwner as p, Timings as r, newProjectToken as s, literalPattern as t, authenticate as u };
