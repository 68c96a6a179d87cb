import { r as isObject, t as canonical } from "./json-GpSeq4qu.js";
import { t as nearestNames } from "./nearest-DuLlCDvA.js";
import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CL6ANKLD.js";
import { t as logDone } from "./audit-EHzV3zns.js";
import { J as formatIso } from "./column_codec-CRp8qQ50.js";
import { C as updateAction, N as isShortId, O as createInsight, S as createAction, X as inputError, _ as updateAnnotation, c as updateInsightOperation, g as createAnnotation, gt as InsightWrite, h as updateCohort, m as createCohort, p as updateDashboardOperation, s as createInsightOperation, u as createDashboardOperation } from "./wording-CGGP7Ahe.js";
// src/service/saved_files/references.ts
/**
* Questions, cohorts and dashboards refer to actions, cohorts and insights by number, which differs between databases.
* Files refer to files instead: `cohort:staff` is `cohorts/staff.json`.
*/
const COHORT_TYPES = [
	"cohort",
	"precalculated-cohort",
	"static-cohort"
];
/** Copies a JSON value, passing every reference through `rename`. */
function withReferences(value, rename) {
	if (Array.isArray(value)) return value.map((item) => withReferences(item, rename));
	return isObject(value) ? membersWithReferences(value, rename) : value;
}
function membersWithReferences(node, rename) {
	return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, memberOf(node, name, member, rename)]));
}
function memberOf(node, name, member, rename) {
	const noun = nounAt(node, name);
	if (noun !== null) return Array.isArray(member) ? member.map((item) => rename(noun, item)) : rename(noun, member);
	if (name === "actions" && Array.isArray(member)) return member.map((line) => actionLine(line, rename));
	return withReferences(member, rename);
}
/** Lines in `actions` need not say that they are actions. */
function actionLine(line, rename) {
	return withReferences(isObject(line) ? {
		...line,
		id: rename("action", line["id"])
	} : line, rename);
}
/** What a member of a node refers to; null if it is no reference. */
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
/** Common to most kinds. */
function kindOf(create, update) {
	return {
		fields: Object.keys(create.input.shape),
		marks: ({ name }) => ({
			id: null,
			name: typeof name === "string" && name !== "" ? name : null
		}),
		references: membersWithReferences,
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
/** Synchronous, within the caller's transaction. */
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
		const tiles = changedTiles(context.service.store.dashboards.tilesOn(id), tilesOf(content));
		return DASHBOARD.update(context, id, {
			...content,
			tiles
		}, there);
	}
};
/** Texts have no identity but what they say: one that says something new is another. */
function changedTiles(there, wanted) {
	const texts = there.filter(({ text }) => text !== null);
	const named = wanted.map((tile) => {
		const at = texts.findIndex(({ text }) => text === textOf(tile));
		return at < 0 ? tile : {
			...tile,
			id: texts.splice(at, 1)[0].id
		};
	});
	const kept = new Set(wanted.map(({ insight }) => insight));
	const insights = there.filter(({ insight_id }) => insight_id !== null && !kept.has(insight_id));
	return [...named, ...[...insights, ...texts].map(({ id }) => ({
		id,
		deleted: true
	}))];
}
function textOf({ text }) {
	return isObject(text) ? text["body"] : void 0;
}
function tileContent({ insight_id, text, order, color, layouts, show_description }) {
	return {
		...text === null ? { insight: insight_id } : { text: { body: text } },
		order,
		color,
		layouts,
		...show_description === null ? {} : { show_description }
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
	return "insight" in tile ? {
		...tile,
		insight: rename("insight", tile["insight"])
	} : tile;
}
/** In the order of references: each kind may refer to those before it; cohorts and actions refer to each other. */
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
/** Devices to Windows, whatever ending they have. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/;
/** Equal projects give equal files, whatever ids their databases use. */
function savedFiles(context) {
	return filesOf(SAVED_KINDS.map((kind) => ({
		kind,
		rows: kind.rows(context)
	})));
}
/** Rows may refer to each other by number. */
function filesOf(kinds) {
	const keyed = kinds.map(({ kind, rows }) => ({
		kind,
		rows: keyedRows(rows)
	}));
	const keys = new Map(keyed.flatMap(({ kind, rows }) => rows.map(({ row, key }) => [`${nounOf(kind)} ${row.id}`, key])));
	const rename = (noun, value) => referenceTo(noun, keys.get(`${noun} ${String(value)}`)) ?? value;
	return keyed.flatMap(({ kind, rows }) => rows.map(({ row, key }) => ({
		path: `${kind.folder}/${key}.json`,
		text: `${JSON.stringify(kind.references(row.content, rename), null, 2)}\n`
	})));
}
/** The folder's name in the singular, as in references. */
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
			key: times === 1 && !RESERVED.test(slug) ? slug : `${slug}~${times}`
		};
	});
}
/** Lowercase letters and digits of any script; anything between becomes one hyphen. */
function slugOf(title) {
	return [...(title.normalize("NFC").toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join("-")].slice(0, KEY_CHARS).join("").replace(/-$/, "") || "unnamed";
}
// src/service/saved_files/apply.ts
/**
* Makes a project match its files. All files are applied in one transaction, or none. What already matches is left
* alone, so applying twice changes nothing.
*/
/** Thrown to roll back a dry run. */
var Undone = class extends Error {};
/** @throws ServiceError that starts with the path of the file at fault */
function applyFiles(context, files, options) {
	checkCount(files.length);
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
/** Before they are read. @throws ServiceError */
function checkCount(files) {
	if (files <= LIMIT.saved_files) return;
	throw invalid("files", `At most ${LIMIT.saved_files} files are applied at once, not ${files}.`);
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
	/** Things in no file. */
	#others;
	/** Reference -> number; null while it is being written. */
	#ids = /* @__PURE__ */ new Map();
	#applied = [];
	constructor(context, files) {
		this.#context = context;
		const read = files.map(readFile);
		this.#others = SAVED_KINDS.flatMap((kind) => {
			const mine = read.filter((file) => file.kind === kind);
			const rows = kind.rows(context);
			const bound = bind(kind, mine, rows);
			for (const file of mine) this.#wanted.set(file.reference, {
				...file,
				row: bound.get(file) ?? null
			});
			const taken = new Set(bound.values());
			return rows.filter((row) => !taken.has(row)).map((row) => ({
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
	/** Number of the thing in a file, which is written first if necessary. */
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
/** Matches files to rows. Rows of one name are matched in order. @throws ServiceError if two files mean one thing */
function bind(kind, files, rows) {
	const bound = /* @__PURE__ */ new Map();
	refuseTwins(files);
	for (const by of ["id", "name"]) {
		const taken = new Set(bound.values());
		const free = Map.groupBy(rows.filter((row) => !taken.has(row)), (row) => kind.marks(row.content)[by]);
		for (const file of files) {
			const mark = file.marks[by];
			const row = bound.has(file) || mark === null ? void 0 : free.get(mark)?.shift();
			if (row !== void 0) bound.set(file, row);
		}
	}
	return bound;
}
function refuseTwins(files) {
	const paths = /* @__PURE__ */ new Map();
	for (const { path, marks } of files) {
		if (marks.id === null) continue;
		const other = paths.get(marks.id);
		if (other !== void 0) throw inFile(path, invalid("short_id", `${other} has the same one. Leave it out in one.`));
		paths.set(marks.id, path);
	}
}
function inFile(path, error) {
	if (!(error instanceof ServiceError)) return error;
	const place = error.attr === null || error.attr === "" ? "" : `${error.attr}: `;
	return error.saying(`${path}: ${place}${error.message}`);
}
export { SAVED_KINDS as a, savedFiles as i, checkCount as n, filesOf as r, applyFiles as t };
