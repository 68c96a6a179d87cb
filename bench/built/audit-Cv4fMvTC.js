import { W as formatIso } from "./column_codec-1DCwPxVM.js";
import { t as openService } from "./service-BBnXkGJu.js";
import { r as typed } from "./invocation-CCRcu6eA.js";
import { n as existingDatabase } from "./paths-Co80JKi-.js";
// src/cli/audit.ts
/** `insights-mcp audit`: the audit log of all projects. */
async function audit(options) {
	const path = existingDatabase(options.db);
	const service = openService({
		path,
		computing: { place: "here" },
		command: (words) => typed(words, path)
	});
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

//# sourceMappingURL=audit-Cv4fMvTC.js.map