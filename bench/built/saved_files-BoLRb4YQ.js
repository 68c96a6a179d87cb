import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CvXVGQlg.js";
import { f as localOwner } from "./timings-B8SLgoVI.js";
import { D as updateAction, E as createAction, L as inputError, T as isShortId, _ as createAnnotation, c as createInsightOperation, d as createDashboardOperation, f as updateDashboardOperation, g as updateCohort, h as createCohort, l as updateInsightOperation, p as createInsight, r as findProject, tt as InsightWrite, v as updateAnnotation } from "./call-COkycNdr.js";
import { t as ownContext } from "./own_context-lQ-ggvto.js";
import { J as canonical, W as formatIso, X as isObject } from "./column_codec-1DCwPxVM.js";
import { i as nearestNames } from "./visible-CtT769gf.js";
import { t as logDone } from "./audit-fWZhvwpt.js";
import { t as openService } from "./service-BBnXkGJu.js";
import { r as typed } from "./invocation-CCRcu6eA.js";
import { i as prepareDatabase, n as existingDatabase } from "./paths-Co80JKi-.js";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
// src/service/saved_files/references.ts
/**
* Questions, cohorts and dashboards name actions, cohorts and insights by number, which differs from database to
* database. Files name them by the file they are in: `cohort:staff` is `cohorts/staff.json`.
*/
const COHORT_TYPES = [
	"cohort",
	"precalculated-cohort",
	"static-cohort"
];
/** A copy of any JSON value in which every reference has gone through `rename`. */
function withReferences(value, rename) {
	if (Array.isArray(value)) return value.map((item) => withReferences(item, rename));
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, memberOf(value, name, member, rename)]));
}
function memberOf(node, name, member, rename) {
	const noun = nounAt(node, name);
	if (noun !== null) return Array.isArray(member) ? member.map((item) => rename(noun, item)) : rename(noun, member);
	if (name === "actions" && Array.isArray(member)) return member.map((line) => actionLine(line, rename));
	return withReferences(member, rename);
}
/** Lines of `actions` need not repeat that they are actions. */
function actionLine(line, rename) {
	return withReferences(isObject(line) ? {
		...line,
		id: rename("action", line["id"])
	} : line, rename);
}
/** What the member of a node refers to; null where it is no reference. */
function nounAt(node, name) {
	const { type, kind } = node;
	switch (name) {
		case "id": return type === "actions" || kind === "ActionsNode" ? "action" : null;
		case "key": return type === "behavioral" && node["event_type"] === "actions" ? "action" : null;
		case "seq_event": return type === "behavioral" && node["seq_event_type"] === "actions" ? "action" : null;
		case "value": return COHORT_TYPES.includes(type) ? "cohort" : null;
		case "property": return type === "cohort" ? "cohort" : null;
		case "breakdown": return node["breakdown_type"] === "cohort" ? "cohort" : null;
		default: return null;
	}
}
// src/service/saved_files/kinds.ts
const EVERY = {
	limit: Number.MAX_SAFE_INTEGER,
	offset: 0
};
/** What most kinds have in common. */
function kindOf(create, update) {
	return {
		fields: Object.keys(create.input.shape),
		marks: ({ name }) => ({
			id: null,
			name: typeof name === "string" && name !== "" ? name : null
		}),
		references: (content, rename) => withReferences(content, rename),
		isSame: (there, wanted, field) => canonical(there[field] ?? null) === canonical(wanted[field] ?? null),
		create: (context, content) => perform(create, context, content),
		update: (context, id, content) => void perform(update, context, {
			...content,
			id
		}),
		remove: (context, id) => void perform(update, context, {
			id,
			deleted: true
		})
	};
}
/** At once, inside of the caller's transaction. */
function perform(operation, context, input) {
	const made = operation.handle(context, parsed(operation.input, input));
	if (made instanceof Promise) throw new Error(`${operation.name} takes its time, and a transaction has none`);
	return made.id;
}
function parsed(schema, input) {
	const result = schema.safeParse(input, { reportInput: true });
	if (!result.success) throw inputError(result.error);
	return result.data;
}
const ACTIONS = {
	...kindOf(createAction, updateAction),
	folder: "actions",
	rows: ({ service, project }) => service.store.actions.list(project.id, EVERY).rows.map(({ id, name, description, tags, steps }) => ({
		id,
		title: name,
		content: {
			name,
			description,
			tags,
			steps
		}
	}))
};
const COHORT = kindOf(createCohort, updateCohort);
const COHORTS = {
	...COHORT,
	folder: "cohorts",
	rows(context) {
		const { cohorts, people } = context.service.store;
		const { id: project_id } = context.project;
		return cohorts.list(project_id, EVERY).rows.map(({ id, name, description, is_static, filters }) => {
			const members = () => people.distinctTexts(project_id, cohorts.members(project_id, id)).sort();
			return {
				id,
				title: name,
				content: {
					name,
					description,
					is_static,
					...is_static ? { distinct_ids: members() } : { filters }
				}
			};
		});
	},
	isSame(there, wanted, field) {
		if (field !== "distinct_ids") return COHORT.isSame(there, wanted, field);
		const members = new Set(listOf(there, field));
		return listOf(wanted, field).every((id) => members.has(id));
	},
	update: (context, id, { is_static: _is_static, ...content }, there) => COHORT.update(context, id, content, there)
};
const INSIGHT = kindOf(createInsightOperation, updateInsightOperation);
const INSIGHTS = {
	...INSIGHT,
	folder: "insights",
	fields: [...INSIGHT.fields, "short_id"],
	rows: ({ service, project }) => service.store.insights.list(project.id, EVERY).rows.map((row) => ({
		id: row.id,
		title: row.name || row.derived_name || row.short_id,
		content: insightContent(row)
	})),
	marks: (content) => ({
		...INSIGHT.marks(content),
		id: shortIdOf(content)
	}),
	isSame: (there, wanted, field) => field === "short_id" || INSIGHT.isSame(there, wanted, field),
	create(context, content) {
		const short_id = shortIdOf(content);
		if (short_id === null) return INSIGHT.create(context, content);
		const removed = context.service.store.insights.byShortId(context.project.id, short_id);
		if (removed === void 0) return createInsight(context, parsed(InsightWrite, content), short_id).id;
		INSIGHT.update(context, removed.id, {
			...content,
			deleted: false
		}, {});
		return removed.id;
	}
};
function shortIdOf({ short_id = null }) {
	if (short_id === null) return null;
	if (typeof short_id === "string" && isShortId(short_id)) return short_id;
	throw invalid("short_id", "Expected eight to twelve letters and digits. Leave it out for a new one.");
}
function insightContent(row) {
	const { short_id, name, derived_name, description, tags, saved, favorited, order, filters, query } = row;
	return {
		short_id,
		name,
		derived_name,
		description,
		tags,
		saved,
		favorited,
		order,
		filters,
		query
	};
}
const DASHBOARD = kindOf(createDashboardOperation, updateDashboardOperation);
const DASHBOARDS = {
	...DASHBOARD,
	folder: "dashboards",
	rows({ service, project }) {
		const { dashboards } = service.store;
		return dashboards.list(project.id, EVERY).rows.map(({ id, name, description, tags, pinned, filters }) => {
			return {
				id,
				title: name,
				content: {
					name,
					description,
					tags,
					pinned,
					filters,
					tiles: dashboards.tilesOn(id).filter((tile) => tile.deleted !== true).map(tileContent)
				}
			};
		});
	},
	references: (content, rename) => ({
		...DASHBOARD.references(content, rename),
		..."tiles" in content ? { tiles: tilesOf(content).map((tile) => namedTile(tile, rename)) } : {}
	}),
	update(context, id, content, there) {
		if (!("tiles" in content)) return DASHBOARD.update(context, id, content, there);
		const wanted = tilesOf(content);
		const kept = new Set(wanted.map(({ insight }) => insight));
		const gone = tilesOf(there).filter(({ insight }) => !kept.has(insight));
		const tiles = [...wanted, ...gone.map(({ insight }) => ({
			insight,
			deleted: true
		}))];
		return DASHBOARD.update(context, id, {
			...content,
			tiles
		}, there);
	}
};
function tileContent({ insight_id, order, color, layouts }) {
	return {
		insight: insight_id,
		order,
		color,
		layouts
	};
}
function tilesOf(content) {
	return listOf(content, "tiles").filter(isObject);
}
function listOf(content, field) {
	const list = content[field];
	return Array.isArray(list) ? list : [];
}
function namedTile(tile, rename) {
	return {
		...tile,
		insight: rename("insight", tile["insight"])
	};
}
/** In the order of references: each may name those before it, and cohorts and actions name each other. */
const SAVED_KINDS = [
	ACTIONS,
	COHORTS,
	INSIGHTS,
	DASHBOARDS,
	{
		...kindOf(createAnnotation, updateAnnotation),
		folder: "annotations",
		rows: ({ service, project }) => service.store.annotations.list(project.id, EVERY).rows.map(({ id, content, date_ms }) => {
			const date_marker = formatIso(date_ms);
			return {
				id,
				title: `${date_marker.slice(0, 10)} ${content}`,
				content: {
					date_marker,
					content
				}
			};
		}),
		marks: ({ date_marker, content }) => ({
			id: null,
			name: `${date_marker} ${content}`
		})
	}
];
// src/service/saved_files/files.ts
const KEY_CHARS = 60;
/** Equal projects give equal files, whatever numbers their databases use. */
function savedFiles(context) {
	const keyed = SAVED_KINDS.map((kind) => ({
		kind,
		rows: keyedRows(kind.rows(context))
	}));
	const keys = new Map(keyed.flatMap(({ kind, rows }) => rows.map(({ row, key }) => [`${nounOf(kind)} ${row.id}`, key])));
	const rename = (noun, value) => referenceTo(noun, keys.get(`${noun} ${String(value)}`)) ?? value;
	return keyed.flatMap(({ kind, rows }) => rows.map(({ row, key }) => ({
		path: `${kind.folder}/${key}.json`,
		text: `${JSON.stringify(kind.references(row.content, rename), null, 2)}\n`
	})));
}
/** A folder's name without the s: what references to its files begin with. */
function nounOf({ folder }) {
	return folder.slice(0, -1);
}
function referenceTo(noun, key) {
	return key === void 0 ? null : `${noun}:${key}`;
}
function keyedRows(rows) {
	const taken = /* @__PURE__ */ new Map();
	return rows.map((row) => {
		const slug = slugOf(row.title);
		const times = (taken.get(slug) ?? 0) + 1;
		taken.set(slug, times);
		return {
			row,
			key: times === 1 ? slug : `${slug}~${times}`
		};
	});
}
/** Letters and digits of any script, in small letters; what lies between becomes one hyphen. */
function slugOf(title) {
	return [...(title.normalize("NFC").toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join("-")].slice(0, KEY_CHARS).join("").replace(/-$/, "") || "unnamed";
}
// src/service/saved_files/apply.ts
/**
* Makes a project what files say. Everything happens in one transaction: all of the files are taken, or none. What is
* there already and says the same stays untouched, so that applying twice changes nothing.
*/
/** Leaves the transaction of a dry run, which is undone. */
var Undone = class extends Error {};
/** @throws ServiceError that begins with the path of the file at fault */
function applyFiles(context, files, options) {
	if (files.length > LIMIT.saved_files) throw invalid("files", `At most ${LIMIT.saved_files} files are applied at once, not ${files.length}.`);
	let applied = [];
	try {
		context.service.store.transaction(() => {
			applied = new Applying(context, files).all(options.prune);
			if (options.dry_run) throw new Undone();
			logApplied(context, applied);
		});
	} catch (error) {
		if (!(error instanceof Undone)) throw error;
	}
	return applied;
}
function logApplied({ service, caller, project }, applied) {
	const fields = applied.filter(({ change }) => change !== "unchanged").map(({ path }) => path);
	if (fields.length > 0) logDone(service, caller, {
		project_id: project.id,
		action: "apply_files",
		target: null,
		fields
	});
}
var Applying = class {
	#context;
	#wanted = /* @__PURE__ */ new Map();
	/** In no file. */
	#others;
	/** reference -> its number here; null while it is being written. */
	#ids = /* @__PURE__ */ new Map();
	#applied = [];
	constructor(context, files) {
		this.#context = context;
		const read = files.map(readFile);
		this.#others = SAVED_KINDS.flatMap((kind) => {
			const mine = read.filter((file) => file.kind === kind);
			const rows = kind.rows(context);
			const bound = bind(mine, rows);
			for (const [at, file] of mine.entries()) this.#wanted.set(file.reference, {
				...file,
				row: bound[at] ?? null
			});
			return rows.filter((row) => !bound.includes(row)).map((row) => ({
				kind,
				row
			}));
		});
	}
	all(prune) {
		for (const reference of this.#wanted.keys()) this.#settle(reference);
		if (prune) for (const { kind, row } of this.#others) this.#remove(kind, row);
		return this.#applied;
	}
	/** The number of what a file holds, which is written first where it is not yet. */
	#settle(reference) {
		const known = this.#ids.get(reference);
		const wanted = this.#wanted.get(reference);
		if (known === null) throw inFile(wanted.path, invalid("", "It refers to itself, by way of others."));
		if (known !== void 0) return known;
		this.#ids.set(reference, null);
		const id = this.#write(wanted);
		this.#ids.set(reference, id);
		return id;
	}
	#write({ kind, path, content: sent, row }) {
		const content = kind.references(sent, (noun, value) => {
			if (typeof value !== "string" || !value.startsWith(`${noun}:`)) return value;
			if (this.#wanted.has(value)) return this.#settle(value);
			throw inFile(path, invalid("", `It names "${value}", but there is no file ${noun}s/${value.slice(noun.length + 1)}.json.`));
		});
		try {
			if (row === null) {
				this.#applied.push({
					path,
					change: "create",
					fields: []
				});
				return kind.create(this.#context, content);
			}
			const fields = Object.keys(content).filter((field) => !kind.isSame(row.content, content, field));
			this.#applied.push({
				path,
				change: fields.length === 0 ? "unchanged" : "update",
				fields
			});
			if (fields.length > 0) kind.update(this.#context, row.id, content, row.content);
			return row.id;
		} catch (error) {
			throw inFile(path, error);
		}
	}
	#remove(kind, row) {
		kind.remove(this.#context, row.id);
		this.#applied.push({
			path: `${kind.folder}: ${row.title}`,
			change: "remove",
			fields: []
		});
	}
};
function readFile({ path, text }) {
	const [folder, name = ""] = path.split("/");
	const kind = SAVED_KINDS.find((one) => one.folder === folder);
	if (kind === void 0 || !name.endsWith(".json")) throw inFile(path, invalid("", `Files lie in ${SAVED_KINDS.map((one) => one.folder).join(", ")} and end in .json.`));
	const content = readContent(path, text);
	const unknown = Object.keys(content).find((field) => !kind.fields.includes(field));
	if (unknown !== void 0) {
		const [near] = nearestNames(unknown, kind.fields);
		const meant = near === void 0 ? `It may have ${kind.fields.join(", ")}.` : `Did you mean "${near}"?`;
		throw inFile(path, invalid(unknown, `There is no such field. ${meant}`));
	}
	const reference = `${nounOf(kind)}:${name.slice(0, -5)}`;
	try {
		return {
			kind,
			path,
			content,
			marks: kind.marks(content),
			row: null,
			reference
		};
	} catch (error) {
		throw inFile(path, error);
	}
}
function readContent(path, text) {
	try {
		const content = JSON.parse(text);
		if (isObject(content)) return content;
	} catch {}
	throw inFile(path, invalid("", "Expected a JSON object."));
}
/** file -> the row it is about. Rows of one name are taken in their order. */
function bind(files, rows) {
	const bound = files.map(() => void 0);
	for (const by of ["id", "name"]) for (const [at, file] of files.entries()) {
		const mark = file.marks[by];
		if (bound[at] !== void 0 || mark === null) continue;
		bound[at] = rows.find((row) => !bound.includes(row) && file.kind.marks(row.content)[by] === mark);
	}
	return bound;
}
function inFile(path, error) {
	if (!(error instanceof ServiceError)) return error;
	const place = error.attr === null || error.attr === "" ? "" : `${error.attr}: `;
	return error.saying(`${path}: ${place}${error.message}`);
}
// src/cli/saved_files.ts
/** `insights-mcp insights export` and `apply`: a project's saved things as files in a folder. */
async function exportSaved(folder, options) {
	const target = resolve(folder);
	const files = await inProject(options, existingDatabase, (context) => context.service.store.snapshot(() => savedFiles(context)));
	const before = new Map(existsSync(target) ? pathsIn(target).map((path) => [path, read$1(target, path)]) : []);
	const changed = files.filter(({ path, text }) => before.get(path) !== text);
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
	const files = pathsIn(source).map((path) => ({
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
	if (statSync(file).size > LIMIT.saved_file_bytes) throw new ServiceError("invalid_input", `${path} has more than ${LIMIT.saved_file_bytes} bytes.`);
	return readFileSync(file, "utf8");
}
function plural(count, noun) {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
function say(text) {
	process.stdout.write(`${text}\n`);
}
export { applySaved, exportSaved };

//# sourceMappingURL=saved_files-BoLRb4YQ.js.map