import { p as localOwner } from "./pattern_text-DCosbjGh.js";
import { Ot as admittedNow, n as wordingOf } from "./wording-CGGP7Ahe.js";
// src/service/rounds/own_context.ts
/** The context for work the product does by itself: as the owner of the file. */
/** null if there is no such project. */
function ownContext(service, project_id, signal) {
	const project = service.store.projects.get(project_id);
	if (!project) return null;
	const caller = localOwner(service);
	const face = "rest";
	const asked = {
		face,
		url: null,
		wording: wordingOf(face, project_id)
	};
	return {
		service,
		caller,
		project,
		now_ms: service.now(),
		admitted: admittedNow(),
		signal,
		...asked
	};
}
export { ownContext as t };
