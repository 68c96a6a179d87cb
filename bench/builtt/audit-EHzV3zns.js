import { a as LIMIT } from "./error-CL6ANKLD.js";
// src/service/access/audit.ts
/** The audit log: changes to keys, settings, saved things and sharing. Names only, since values may be secrets. */
function logDone(service, caller, done) {
	const { user, key_id } = caller;
	const left_out = done.fields.length - LIMIT.audit_fields;
	const more = left_out > 0 ? [`and ${left_out} more`] : [];
	const fields = [...done.fields.slice(0, LIMIT.audit_fields), ...more];
	service.store.audit.append({
		...done,
		fields,
		at_ms: service.now(),
		user_id: user.id,
		key_id
	}, LIMIT.audit_rows);
}
export { logDone as t };
