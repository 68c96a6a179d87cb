import { t as openService } from "./service-D6L-yn6S.js";
import { r as typed } from "./invocation-Bl8Guly5.js";
import { n as existingDatabase } from "./paths-DtsDNrVL.js";
// src/cli/shell/opened.ts
/** A database, opened for one command. */
/** @throws ServiceError if there is no such file */
function openedAt({ db, events }) {
	return opened(existingDatabase(db), events);
}
/** Computes in this process: a thread would start for one question. What messages name are commands as typed here. */
function opened(path, events = null) {
	return openService({
		path,
		events,
		computing: { place: "here" },
		command: (words) => typed(words, path)
	});
}
export { openedAt as n, opened as t };
