import { f as localOwner } from "./timings-B8SLgoVI.js";
import { a as wordingOf } from "./call-COkycNdr.js";
// src/service/rounds/own_context.ts
/** The context of what the product does by itself, with nobody asking: as the owner of the file. */
/** null where there is no such project. */
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
		signal,
		...asked
	};
}
export { ownContext as t };

//# sourceMappingURL=own_context-lQ-ggvto.js.map