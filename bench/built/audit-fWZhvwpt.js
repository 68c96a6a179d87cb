import { a as LIMIT } from "./error-CvXVGQlg.js";
// src/service/access/audit.ts
/** The log of what was done to keys, settings, saved things and sharing. Names only: values may be secrets. */
function logDone(service, caller, done) {
	const { user, key_id } = caller;
	service.store.audit.append({
		...done,
		at_ms: service.now(),
		user_id: user.id,
		key_id
	}, LIMIT.audit_rows);
}
export { logDone as t };

//# sourceMappingURL=audit-fWZhvwpt.js.map