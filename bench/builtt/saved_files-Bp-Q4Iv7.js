import { a as LIMIT, n as ServiceError } from "./error-CL6ANKLD.js";
import { p as localOwner } from "./pattern_text-DCosbjGh.js";
import { r as findProject } from "./call-Do6ETd-V.js";
import { t as ownContext } from "./own_context-CFB_1oep.js";
import { a as SAVED_KINDS, i as savedFiles, n as checkCount, t as applyFiles } from "./apply-C7f4In0m.js";
import { t as openService } from "./service-D6L-yn6S.js";
import { r as typed } from "./invocation-Bl8Guly5.js";
import { i as prepareDatabase, n as existingDatabase } from "./paths-DtsDNrVL.js";
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
// src/cli/saved_files.ts
/** `insights-mcp insights export` and `apply`: a project's saved things as files in a folder. */
async function exportSaved(folder, options) {
	const target = resolve(folder);
	for (const { folder: name } of SAVED_KINDS) refuseLink(target, name);
	const files = await inProject(options, existingDatabase, (context) => context.service.store.snapshot(() => savedFiles(context)));
	const before = new Map(existsSync(target) ? pathsIn(target).map((path) => [path, read$1(target, path)]) : []);
	const changed = files.filter(({ path, text }) => before.get(path) !== text);
	for (const { path } of changed) refuseLink(target, path);
	for (const { folder: name } of SAVED_KINDS) mkdirSync(join(target, name), { recursive: true });
	for (const { path, text } of changed) writeFileSync(join(target, path), text);
	const written = new Set(files.map(({ path }) => path));
	const others = [...before.keys()].filter((path) => !written.has(path));
	if (options.prune) for (const path of others) rmSync(join(target, path));
	say(`${folder}: ${plural(files.length, "file")}, ${changed.length} written.`);
	if (others.length > 0) say(`${options.prune ? "Removed" : "Of things that are not there (--prune removes them)"}: ${others.join(", ")}`);
}
async function applySaved(folder, options) {
	const source = resolve(folder);
	if (!existsSync(source)) throw new ServiceError("does_not_exist", `There is no folder ${folder}.`);
	const paths = pathsIn(source);
	checkCount(paths.length);
	const files = paths.map((path) => ({
		path,
		text: read$1(source, path)
	}));
	const { prune, dryRun: dry_run } = options;
	const applied = await inProject(options, prepareDatabase, (context) => applyFiles(context, files, {
		dry_run,
		prune
	}));
	for (const line of applied.filter(({ change }) => change !== "unchanged").map(told)) say(line);
	const count = (change) => applied.filter((one) => one.change === change).length;
	const sums = `${count("create")} created, ${count("update")} changed, ${count("remove")} removed, ${count("unchanged")} as they were`;
	say(dry_run ? `Nothing was done. It would be: ${sums}.` : `${sums}.`);
}
function told({ path, change, fields }) {
	return fields.length === 0 ? `${change} ${path}` : `${change} ${path} (${fields.join(", ")})`;
}
async function inProject(options, find, work) {
	const path = find(options.db);
	const service = openService({
		path,
		computing: { place: "here" },
		command: (words) => typed(words, path)
	});
	try {
		const { id } = findProject(service, localOwner(service), options.project ?? null);
		return work(ownContext(service, id, new AbortController().signal));
	} finally {
		await service.close();
	}
}
/** `cohorts/staff.json`, sorted; other files in the folder are ignored. */
function pathsIn(folder) {
	return SAVED_KINDS.map((kind) => kind.folder).filter((name) => existsSync(join(folder, name))).flatMap((name) => readdirSync(join(folder, name)).filter((file) => file.endsWith(".json")).sort().map((file) => `${name}/${file}`));
}
function read$1(folder, path) {
	const file = join(folder, path);
	const found = statSync(file, { throwIfNoEntry: false });
	if (!found?.isFile()) throw new ServiceError("invalid_input", `${path} is no file that can be read.`);
	if (found.size > LIMIT.saved_file_bytes) throw new ServiceError("invalid_input", `${path} has more than ${LIMIT.saved_file_bytes} bytes.`);
	return readFileSync(file, "utf8");
}
/** A folder from others may have links in it: nothing is written or removed where they lead. */
function refuseLink(folder, path) {
	if (lstatSync(join(folder, path), { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
	throw new ServiceError("invalid_input", `${path} is a link to another place, where nothing is written. Remove it.`);
}
function plural(count, noun) {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
function say(text) {
	process.stdout.write(`${text}\n`);
}
export { applySaved, exportSaved };
