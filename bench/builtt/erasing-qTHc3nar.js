import { J as formatIso } from "./column_codec-CRp8qQ50.js";
import { n as ServiceError } from "./error-CL6ANKLD.js";
import { t as logDone } from "./audit-EHzV3zns.js";
import { p as localOwner } from "./pattern_text-DCosbjGh.js";
import { t as expireEvents } from "./expiry-CJe5Fo1I.js";
import { F as checkErasable, I as checkNobodySends, P as deletePersons, T as shownImport, w as deleteImport } from "./wording-CGGP7Ahe.js";
import { r as findProject } from "./call-Do6ETd-V.js";
import { n as openedAt } from "./opened-RfwCdNoq.js";
import { n as existingDatabase } from "./paths-DtsDNrVL.js";
import { t as count } from "./progress-GH-rY4cR.js";
// src/cli/erasing.ts
/** `insights-mcp person delete`, `imports`, `expire`: what is removed for good. */
const BACKUPS = "Backups made before still hold it.";
const READ = "Somebody is reading the database: its bytes leave the file when a server runs or the next command does.";
async function withProject(options, work) {
	const service = openedAt(options);
	try {
		const { value, text } = await work(service, findProject(service, localOwner(service), options.project ?? null));
		process.stdout.write(`${options.json ? JSON.stringify(value, null, 2) : text}\n`);
	} finally {
		await service.close();
	}
}
/** As `withProject`, for what deletes events: nobody may be sending some to a database of their own. */
function withNobodyElse(...[options, work]) {
	if (options.events !== void 0) checkNobodySends(existingDatabase(options.db));
	return withProject(options, work);
}
/** Overwrites what the file still has of it, and says whether that is done. */
async function scrubbed({ ingest }) {
	return await ingest.scrub() ? `No byte of it is left in the file. ${BACKUPS}` : `${READ} ${BACKUPS}`;
}
function deletePerson(ids, options) {
	return withNobodyElse(options, async (service, project) => {
		const deleted = await deletePersons(service, project, {
			uuids: ids,
			distinct_ids: ids
		}, options.withEvents);
		if (deleted.persons_found === 0) throw new ServiceError("does_not_exist", "Nobody in this project has such an id. Nothing was deleted.");
		note(service, project, {
			action: "delete_persons",
			target: null,
			fields: options.withEvents ? ["delete_events"] : []
		});
		const { persons_deleted, events_deleted } = deleted;
		return {
			value: deleted,
			text: `${`Deleted ${counted(persons_deleted, "person", "people")} and ${counted(events_deleted, "event", "events")}.`} ${await scrubbed(service)}`
		};
	});
}
function listImports(options) {
	return withProject(options, ({ store }, project) => {
		const imports = store.imports.list(project.id).map(shownImport);
		const lines = imports.map(({ id, started_at, events, sources }) => [
			id,
			started_at,
			counted(events, "event", "events"),
			sources.join(", ")
		].join("  "));
		return Promise.resolve({
			value: imports,
			text: lines.join("\n") || "Nothing was imported."
		});
	});
}
function takeBack(id, options) {
	return withNobodyElse(options, async (service, project) => {
		const deleted = await deleteImport(service, project, id);
		note(service, project, {
			action: "delete_import",
			target: String(id),
			fields: []
		});
		const { events_deleted, persons_deleted } = deleted;
		return {
			value: deleted,
			text: `${`Import ${id} is taken back: ${counted(events_deleted, "event", "events")}, and ${counted(persons_deleted, "person", "people")} whom only it made.`} ${await scrubbed(service)}`
		};
	});
}
function expire(options) {
	return withNobodyElse(options, async (service, project) => {
		checkErasable(service);
		const { days } = options;
		const kept = days === void 0 ? project : service.store.projects.update(project.id, { retention_days: days });
		if (days !== void 0) note(service, project, {
			action: "update_project",
			target: null,
			fields: ["retention_days"]
		});
		const expired = await expireEvents(service, kept);
		if (expired === null) return {
			value: { retention_days: null },
			text: "All events are kept."
		};
		const { before_ms, events } = expired;
		const value = {
			retention_days: kept.retention_days,
			before: formatIso(before_ms),
			events_deleted: events
		};
		const rule = `Events are kept for ${kept.retention_days} days.`;
		if (events === 0) return {
			value,
			text: `${rule} None is older.`
		};
		return {
			value,
			text: `${`${rule} Deleted ${counted(events, "event", "events")} from before ${formatIso(before_ms)}.`} ${await scrubbed(service)}`
		};
	});
}
function note(service, { id }, done) {
	logDone(service, localOwner(service), {
		project_id: id,
		...done
	});
}
function counted(number, one, many) {
	return `${count(number)} ${number === 1 ? one : many}`;
}
export { deletePerson, expire, listImports, takeBack };
