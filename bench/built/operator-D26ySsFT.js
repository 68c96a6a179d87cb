import { n as ServiceError } from "./error-CvXVGQlg.js";
import { f as localOwner } from "./timings-B8SLgoVI.js";
import { r as findProject } from "./call-COkycNdr.js";
import { n as takePlace, t as openStore } from "./store-BAYd_BwN.js";
import { n as storedSpans, t as storedLines } from "./stored_lines-B9EpDLNg.js";
import { t as openService } from "./service-BBnXkGJu.js";
import { r as openProgress } from "./progress-aqfjTEaQ.js";
import { r as typed } from "./invocation-CCRcu6eA.js";
import { i as prepareDatabase, n as existingDatabase } from "./paths-Co80JKi-.js";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { resolve } from "node:path";
// src/service/operator/verify.ts
/** Reads everything that answers depend on, and says what of it is damaged. Changes nothing. */
/** @throws ServiceError where it cannot even be opened */
function verifyFile(path) {
	const store = openStore(path);
	try {
		return store.snapshot(() => verifyStore(store));
	} finally {
		store.close();
	}
}
/** Within a snapshot of the store. */
function verifyStore(store) {
	const found = new Findings();
	found.problems.push(...found.read("the file", () => store.problems()) ?? []);
	for (const { id } of found.read("projects", () => store.projects.list()) ?? []) verifyProject(store, id, found);
	return found;
}
var Findings = class {
	events = 0;
	people = 0;
	segments = 0;
	problems = [];
	/** undefined where it cannot be read. */
	read(what, run) {
		try {
			return run();
		} catch (error) {
			this.problems.push(`${what}: ${error instanceof ServiceError ? error.message : "cannot be read"}`);
			return;
		}
	}
};
function verifyProject(store, project_id, found) {
	const of = (what) => `${what} of project ${project_id}`;
	const { people, groups, definitions, insights, dashboards, actions, cohorts, events } = store;
	found.read(of("people"), () => {
		for (const _ of people.changedSince(project_id, -1)) found.people++;
	});
	const ids = found.read(of("distinct ids"), () => {
		people.movedSince(project_id, 0);
		return verifyIds(store, project_id);
	});
	if (ids !== void 0) found.problems.push(...ids.map((problem) => of(problem)));
	for (const { group_type_index } of found.read(of("group types"), () => groups.types(project_id)) ?? []) found.read(of("groups"), () => Array.from(groups.changedSince(project_id, group_type_index, -1)));
	const all = {
		limit: -1,
		offset: 0
	};
	found.read(of("insights"), () => insights.list(project_id, all));
	found.read(of("dashboards"), () => dashboards.list(project_id, all));
	found.read(of("actions"), () => actions.list(project_id, all));
	found.read(of("cohorts"), () => cohorts.list(project_id, all));
	const defined = found.read(of("events"), () => definitions.events(project_id));
	const counted = verifyEvents(store, project_id, found);
	found.segments += found.read(of("segments"), () => events.segments(project_id).length) ?? 0;
	if (defined === void 0 || counted === null) return;
	for (const { ord, name, count } of defined) {
		const rows = counted.get(ord) ?? 0;
		if (rows !== count) found.problems.push(of(`${JSON.stringify(name)}: ${rows} events, where ${count} were counted,`));
	}
}
/** Each id by its text, as events look for it, and each number that leads to a person there is. */
function verifyIds({ people }, project_id) {
	const problems = [];
	const person_of = people.personOf(project_id, 0);
	const limit = people.personLimit(project_id);
	let ord = 0;
	for (const text of people.distinctTextsFrom(project_id, 0)) {
		const found = people.find(project_id, text);
		if (found?.ord !== ord) problems.push(`distinct id ${JSON.stringify(text)} is not found by its text`);
		else if (found.person_ord !== person_of[ord]) problems.push(`distinct id ${JSON.stringify(text)} leads to two people`);
		if (person_of[ord] >= limit) problems.push(`distinct id ${JSON.stringify(text)} leads to nobody`);
		ord++;
	}
	return problems;
}
/** Number of an event -> how many there are; null where not all can be read. */
function verifyEvents(store, project_id, found) {
	const rows = /* @__PURE__ */ new Map();
	return found.read(`events of project ${project_id}`, () => {
		for (const span of storedSpans(store, project_id)) {
			for (const ord of span.eventOrd()) rows.set(ord, (rows.get(ord) ?? 0) + 1);
			span.distinct();
			span.timeMs();
			span.uuids();
			for (const property of span.properties) span.column(property);
			found.events += span.rows;
		}
		return true;
	}) === true ? rows : null;
}
// src/service/operator/copies.ts
/** Backups: copies that were read whole before anybody relies on them. */
/** Others go on writing meanwhile. @throws ServiceError where there is such a file, or the copy is damaged */
async function backUp(path, target) {
	const store = openStore(path);
	try {
		await store.backup(target);
	} finally {
		store.close();
	}
	try {
		return whole(target, verifyFile(target));
	} catch (error) {
		rmSync(target, { force: true });
		throw error;
	}
}
/** @param aside where the database that is there goes; null = there must be none. @throws ServiceError */
function restore$1(copy, path, aside) {
	if (!existsSync(copy)) throw new ServiceError("does_not_exist", `There is no file ${copy}.`);
	let verified;
	takePlace(copy, path, aside, (placed) => {
		verified = whole(copy, verifyFile(placed));
	});
	return verified;
}
function whole(path, verified) {
	const [first, ...others] = verified.problems;
	if (first === void 0) return verified;
	const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
	throw new ServiceError("data_corrupted", `${path} is damaged: ${first}${more}`);
}
// src/cli/operator.ts
/** `insights-mcp backup`, `restore`, `verify`, `export`: for operators of a database. */
const MEGABYTE = 1e6;
async function backup(file, options) {
	const [path, target] = [existingDatabase(options.db), resolve(file)];
	const verified = await backUp(path, target);
	say(`${target}: ${sizeOf(target)}, read whole: ${told(verified)}.\nPut back with ${typed(`restore ${file}`, path)}`);
}
async function restore(file, options) {
	const path = prepareDatabase(options.db);
	const aside = options.replace ? `${path}.replaced-${(/* @__PURE__ */ new Date()).toISOString().replace(/\D/g, "").slice(0, 14)}` : null;
	const was = existsSync(path);
	const verified = restore$1(resolve(file), path, aside);
	const before = was ? `\nThe database of before is ${aside}` : "";
	say(`${path} is what ${file} holds: ${told(verified)}.${before}`);
}
async function verify(options) {
	const path = existingDatabase(options.db);
	const verified = verifyFile(path);
	const { problems } = verified;
	if (problems.length > 0) process.exitCode = 1;
	if (options.json) return say(JSON.stringify({
		database: path,
		...verified
	}, null, 2));
	if (problems.length === 0) return say(`${path} is whole: ${told(verified)}.`);
	say([...problems, `Damaged: ${path}. What could be read: ${told(verified)}. Restore it from a backup.`].join("\n"));
}
async function exportLines(file, options) {
	const [path, target] = [existingDatabase(options.db), resolve(file)];
	if (existsSync(target)) throw new ServiceError("conflict", `${target} exists already. Choose another name.`);
	const service = openService({
		path,
		computing: { place: "here" },
		command: (words) => typed(words, path)
	});
	try {
		const place = service.store.events.place();
		if (place !== null) throw new ServiceError("not_supported", `The events of this file are in ${place}: export them there.`);
		const project = findProject(service, localOwner(service), options.project ?? null);
		say(`${target}: ${service.store.snapshot(() => writeLines(storedLines(service.store, project.id), target)).toLocaleString("en")} lines, ${sizeOf(target)}. Another database takes them with import`);
	} finally {
		await service.close();
	}
}
/** One consistent snapshot, even during writes. Complete, or not there. */
function writeLines(stretches, target) {
	const unfinished = `${target}.unfinished`;
	const pack = target.endsWith(".gz") ? gzipSync : (text) => Buffer.from(text);
	const bar = openProgress();
	const out = openSync(unfinished, "w");
	let written = 0;
	try {
		for (const { text, lines } of stretches) {
			writeAll(out, pack(text));
			written += lines;
			bar.update(null, written, target);
		}
		fsyncSync(out);
		closeSync(out);
		renameSync(unfinished, target);
		return written;
	} catch (error) {
		rmSync(unfinished, { force: true });
		throw error;
	} finally {
		bar.end();
	}
}
function writeAll(out, bytes) {
	for (let from = 0; from < bytes.length;) from += writeSync(out, bytes, from);
}
function told({ events, people, segments }) {
	const count = (number) => number.toLocaleString("en");
	return `${count(events)} events, ${count(people)} people, ${count(segments)} segments`;
}
function sizeOf(path) {
	return `${(statSync(path).size / MEGABYTE).toFixed(1)} MB`;
}
function say(text) {
	process.stdout.write(`${text}\n`);
}
export { backup, exportLines, restore, verify };

//# sourceMappingURL=operator-D26ySsFT.js.map