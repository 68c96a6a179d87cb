import { l as DAY_MS } from "./zone-D9121KND.js";
import { J as formatIso, z as floorTo } from "./column_codec-CRp8qQ50.js";
import { t as logDone } from "./audit-EHzV3zns.js";
import { p as localOwner } from "./pattern_text-DCosbjGh.js";
import { L as erase } from "./wording-CGGP7Ahe.js";
// src/service/erasing/expiry.ts
/** Removes events older than the project's retention. */
/** null if all are kept. @throws ServiceError */
async function expireEvents(service, project) {
	const { id, retention_days, timezone, week_start_day } = project;
	if (retention_days === null) return null;
	const before_ms = floorTo(timezone, service.now() - retention_days * DAY_MS, "day", week_start_day);
	const { definitions } = service.store;
	if (!definitions.events(id).some(({ count, first_seen_ms }) => count > 0 && first_seen_ms < before_ms)) return {
		before_ms,
		events: 0
	};
	const { events } = await erase(service, project, {
		kind: "expiry",
		before_ms
	});
	const done = {
		project_id: id,
		action: "expire_events",
		target: `before ${formatIso(before_ms)}`,
		fields: []
	};
	logDone(service, localOwner(service), done);
	return {
		before_ms,
		events
	};
}
export { expireEvents as t };
