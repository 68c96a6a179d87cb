import { J as formatIso } from "./column_codec-CRp8qQ50.js";
import { n as openedAt } from "./opened-RfwCdNoq.js";
// src/cli/audit.ts
/** `insights-mcp audit`: the audit log of all projects. */
async function audit(options) {
	const service = openedAt(options);
	try {
		const { limit } = options;
		const told = service.store.audit.list({
			project_id: null,
			with_global: true,
			before: null,
			limit
		}).map(({ at_ms, user_id: _user_id, ...row }) => ({
			at: formatIso(at_ms),
			...row
		}));
		const lines = told.map(({ at, project_id, key_id, action, target, fields }) => [
			at,
			key_id === null ? "owner" : `key ${key_id}`,
			project_id === null ? "-" : `project ${project_id}`,
			action,
			target ?? "-",
			fields.join(",")
		].join("  "));
		process.stdout.write(`${options.json ? JSON.stringify(told, null, 2) : lines.join("\n") || "Nothing was changed yet."}\n`);
	} finally {
		await service.close();
	}
}
export { audit };
