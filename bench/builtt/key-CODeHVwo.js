import { J as formatIso } from "./column_codec-CRp8qQ50.js";
import { n as ServiceError } from "./error-CL6ANKLD.js";
import { t as logDone } from "./audit-EHzV3zns.js";
import { a as describeKey, c as noSuchKey, i as createKey, l as rotateKey, p as localOwner } from "./pattern_text-DCosbjGh.js";
import { t as opened } from "./opened-RfwCdNoq.js";
import { i as prepareDatabase } from "./paths-DtsDNrVL.js";
// src/cli/key.ts
/** `insights-mcp key create|list|rotate|revoke`. */
async function withService(db, work) {
	const service = opened(prepareDatabase(db));
	try {
		work(service);
	} finally {
		await service.close();
	}
}
const KEY_DONE = {
	project_id: null,
	fields: []
};
function print(options, value, text) {
	process.stdout.write(`${options.json ? JSON.stringify(value, null, 2) : text}\n`);
}
function create(options) {
	return withService(options.db, (service) => {
		const named = options.project?.map((id) => knownProject(service, id));
		const project_ids = named === void 0 ? null : [...new Set(named)];
		const user = localOwner(service).user;
		const { key, value } = createKey(service, {
			user_id: user.id,
			label: options.label,
			scopes: options.scopes,
			project_ids,
			lives_ms: options.expires ?? null
		});
		logDone(service, localOwner(service), {
			...KEY_DONE,
			action: "create_key",
			target: String(key.id)
		});
		print(options, {
			...describeKey(key),
			value
		}, value);
		if (!options.json) process.stderr.write(`This is shown once. Scopes: ${key.scopes.join(", ")}.${endOf(key)} Send it as "Authorization: Bearer <key>".\n`);
	});
}
function knownProject(service, id) {
	const project = /^\d{1,15}$/.test(id) ? service.store.projects.get(Number(id)) : void 0;
	if (project) return project.id;
	const known = service.store.projects.list().map((one) => `${one.id} (${one.name})`);
	throw new ServiceError("does_not_exist", `There is no project ${id}. Projects: ${known.join(", ")}.`);
}
function list(options) {
	return withService(options.db, (service) => {
		const keys = service.store.keys.list().map(describeKey);
		const lines = keys.map((key) => [
			key.id,
			key.mask_value,
			stateOf(key, service.now()),
			key.scopes.join(","),
			key.label
		].join("  "));
		print(options, keys, lines.length === 0 ? `No keys yet. Make one: ${service.command("key create")}` : lines.join("\n"));
	});
}
function revoke(id, options) {
	return withService(options.db, (service) => {
		if (!service.store.keys.revoke(id, service.now())) throw noSuchKey(service, id);
		logDone(service, localOwner(service), {
			...KEY_DONE,
			action: "revoke_key",
			target: String(id)
		});
		print(options, {
			id,
			revoked: true
		}, `Key ${id} is revoked.`);
	});
}
/** `grace`: milliseconds. */
function rotate(id, options) {
	return withService(options.db, (service) => {
		const { key, value } = rotateKey(service, id, options.grace);
		logDone(service, localOwner(service), {
			...KEY_DONE,
			action: "rotate_key",
			target: `${id} -> ${key.id}`
		});
		print(options, {
			...describeKey(key),
			value
		}, value);
		if (options.json) return;
		const until = options.grace === 0 ? "no longer" : `until ${formatIso(service.now() + options.grace)}`;
		process.stderr.write(`Key ${key.id}, shown once.${endOf(key)} Key ${id} works ${until}.\n`);
	});
}
function endOf({ expires_at_ms }) {
	return expires_at_ms === null ? "" : ` Expires ${formatIso(expires_at_ms)}.`;
}
function stateOf({ revoked_at, expires_at }, now_ms) {
	if (revoked_at !== null) return "revoked";
	if (expires_at === null) return "active";
	return `${Date.parse(expires_at) > now_ms ? "active until" : "expired"} ${expires_at}`;
}
export { create, list, revoke, rotate };
