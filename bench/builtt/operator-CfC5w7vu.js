import { n as ServiceError } from "./error-CL6ANKLD.js";
import { p as localOwner } from "./pattern_text-DCosbjGh.js";
import { r as findProject } from "./call-Do6ETd-V.js";
import { b as valuesCrc, d as takePlace, h as openDatabase, y as rowCrc } from "./kind-OiBJK3r5.js";
import { n as migrate, t as openStore } from "./store-ROnrXGKx.js";
import { a as storedPeople, c as isAt, i as storedLines, n as outdatedSegments, o as storedSpans, r as storedEvents, t as linesElsewhere, u as storedElsewhere } from "./stored_lines-Cyhopdig.js";
import { c as allocate, y as set } from "./run-B9uRFbuc.js";
import { a as textOf } from "./column-NKnza9zL.js";
import { A as frameCrc, B as monthOf, D as corrupted, V as monthStart, a as decodeOffsets, d as encodeOffsets, i as decodeNumbers, l as encodeDistinct, o as decodeValues, r as decodeDistinct, t as decodeCodes } from "./column_codec-CRp8qQ50.js";
import { c as definitionsLeft, d as IMPORT_PROPERTY, f as segmentOf, u as UNKNOWN_CREATED_MS } from "./step-iDreGGvA.js";
import { a as PACK, c as encodeHeader, d as pieceRows, f as withMonths, i as encodeUuids, l as hasAt, n as openWhole, o as PIECE_ROWS, r as decodeUuids, s as decodeHeader, u as pieceName } from "./segment-CAQSNtUo.js";
import { t as Definitions } from "./definitions-CZw4E_VW.js";
import { rt as listed } from "./wording-CGGP7Ahe.js";
import { t as openService } from "./service-D6L-yn6S.js";
import { r as typed } from "./invocation-Bl8Guly5.js";
import { i as prepareDatabase, n as existingDatabase } from "./paths-DtsDNrVL.js";
import { r as openProgress } from "./progress-GH-rY4cR.js";
import { r as personUuid } from "./person_uuid-DHbHeQxN.js";
import { t as ParquetFile } from "./parquet_file-CdR40aK2.js";
import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { randomFillSync } from "node:crypto";
import { join, resolve } from "node:path";
// src/service/operator/verify.ts
/** Reads everything that answers depend on and reports damage. Changes nothing. */
/** @throws ServiceError if the file cannot be opened */
function verifyFile(path) {
	const store = openStore(path);
	try {
		return store.snapshot(() => verifyStore(store));
	} finally {
		store.close();
	}
}
/** Call it within a snapshot of the store. */
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
	/** undefined if it cannot be read. */
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
	found.read(of("cohorts"), () => {
		for (const { id } of cohorts.list(project_id, all).rows) cohorts.members(project_id, id);
	});
	found.read(of("properties"), () => definitions.properties(project_id, {}));
	const defined = found.read(of("events"), () => definitions.events(project_id));
	const counted = verifyEvents(store, project_id, found);
	const segments = () => events.segments(project_id).length + outdatedSegments(store, project_id).length;
	found.segments += found.read(of("segments"), segments) ?? 0;
	if (defined === void 0 || counted === null) return;
	for (const { ord, name, count } of defined) {
		const rows = counted.get(ord) ?? 0;
		if (rows !== count) found.problems.push(of(`${JSON.stringify(name)}: ${rows} events, where ${count} were counted,`));
	}
}
/** Checks that each id is found by its text and leads to an existing person. */
function verifyIds({ people }, project_id) {
	const problems = [];
	const person_of = people.personOf(project_id, 0);
	const limit = people.personLimit(project_id);
	let ord = 0;
	for (const text of people.distinctTextsFrom(project_id, 0)) {
		const found = text === "" ? void 0 : people.find(project_id, text);
		if (text === "") problems.push(...person_of[ord] >= limit ? ["a deleted distinct id leads to nobody"] : []);
		else if (found?.ord !== ord) problems.push(`distinct id ${JSON.stringify(text)} is not found by its text`);
		else if (found.person_ord !== person_of[ord]) problems.push(`distinct id ${JSON.stringify(text)} leads to two people`);
		if (person_of[ord] >= limit) problems.push(`distinct id ${JSON.stringify(text)} leads to nobody`);
		ord++;
	}
	return problems;
}
/** Event number -> count; null if some cannot be read. */
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
/** Backups, verified by reading them completely. */
/** Other processes may keep writing. @throws ServiceError if the target exists or the copy is damaged */
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
/** @param aside where to move the existing database; null = there must be none. @throws ServiceError */
function restore$1(copy, path, aside) {
	checkCopy(copy);
	let verified;
	takePlace(copy, path, aside, (placed) => {
		verified = whole(copy, verifiedAs(copy, placed));
	});
	return verified;
}
/** @throws ServiceError if it is no file, or not all of a database */
function checkCopy(copy) {
	const found = statSync(copy, { throwIfNoEntry: false });
	if (found === void 0) throw new ServiceError("does_not_exist", `There is no file ${copy}.`);
	if (!found.isFile()) throw new ServiceError("invalid_input", `${copy} is no file. Name a backup.`);
	const log = `${copy}-wal`;
	if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
	throw new ServiceError("invalid_input", `${copy} is a database that is in use, or was not closed: what came last is in ${log}. Make a backup of it, and restore that one.`);
}
/** Refusals name the file that the caller knows. */
function verifiedAs(copy, placed) {
	try {
		return verifyFile(placed);
	} catch (error) {
		throw error instanceof ServiceError ? error.saying(error.message.replaceAll(placed, copy)) : error;
	}
}
function whole(path, verified) {
	const [first, ...others] = verified.problems;
	if (first === void 0) return verified;
	const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
	throw new ServiceError("data_corrupted", `${path} is damaged: ${first}${more}`);
}
// src/engine/storage/mend_segment.ts
/**
* Mends segments that have damaged pieces. What goes with a piece depends on its column: the values of a property, the
* ids of events (they get new ones), or, with persons and times, the rows themselves. What is left is encoded anew.
*/
/** null = nothing is damaged. @throws ServiceError data_corrupted if the header is */
function mendSegment(header, read, { counted, newIds }) {
	const before = decodeHeader(header);
	const readable = checkedRead(read);
	const damaged = before.columns.map((info, column) => info.pieces.filter((piece) => !isReadable(before, info, piece, readable(column, piece))).map(([part]) => part));
	if (damaged.every(({ length }) => length === 0)) return null;
	const damagedOf = (...kinds) => new Set(damaged.filter((_, column) => kinds.includes(before.columns[column].kind)).flat());
	const broken = damagedOf("distinct", "time");
	const nameless = damagedOf("uuid").difference(broken);
	const columns = before.columns.map((info, column) => withoutPieces(info, damaged[column]));
	const segment = standIn({
		...before,
		columns
	}, {
		broken,
		nameless,
		newIds
	}, readable);
	const kept = rowsOutside(before.rows, broken);
	return {
		made: kept.length === 0 ? null : segmentOf(segment, kept),
		rows: spansIn(before.partitions, broken),
		counts: countsOf(segment, counted, broken),
		values: lostValues(before, columns),
		ids: spansIn(before.partitions, nameless)
	};
}
/** `left`: columns with the pieces that remain. */
function lostValues({ columns, partitions }, left) {
	return columns.flatMap((info, column) => {
		const { property, pieces } = info;
		const there = new Set(left[column].pieces.map(([part]) => part));
		const gone = pieces.map(([part]) => part).filter((part) => !there.has(part));
		if (property === null || gone.length === 0) return [];
		return [{
			property,
			spans: spansIn(partitions.filter((_, at) => hasAt(info, at)), gone.filter((part) => part !== -1))
		}];
	});
}
/** Without its values, a dictionary's codes mean nothing. */
function withoutPieces(info, damaged) {
	if (info.property === null && info.kind !== "quarters") return info;
	if (damaged.includes(-1)) return {
		...info,
		pieces: []
	};
	return {
		...info,
		pieces: info.pieces.filter(([part]) => !damaged.includes(part))
	};
}
function countsOf(segment, property, broken) {
	const counts = /* @__PURE__ */ new Map();
	const column = broken.size === 0 ? null : segment.column(property);
	if (column === null) return counts;
	for (let row = 0; row < segment.rows; row++) {
		if (!broken.has(Math.floor(row / 65536))) continue;
		const value = column.kind === "number" ? column.values[row] : column.values.at(column.codes[row]);
		const text = value === void 0 || Number.isNaN(value) ? null : textOf(value);
		if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	return counts;
}
function checkedRead(read) {
	const pack = read(PACK);
	return (column, [part, crc, length, at]) => {
		const bytes = at < 0 ? read(pieceName(column, part)) : pack?.subarray(at, at + length);
		return bytes?.length === length && frameCrc(bytes) === crc ? bytes : void 0;
	};
}
function isReadable(header, { kind, values }, [part], bytes) {
	const rows = pieceRows(header.rows, part);
	try {
		if (bytes === void 0) return false;
		if (part === -1) decodeValues(bytes, values);
		else if (kind === "distinct") decodeDistinct(bytes, rows);
		else if (kind === "time") decodeOffsets(bytes, rows);
		else if (kind === "uuid") decodeUuids(bytes, rows, () => new Float64Array(rows));
		else if (kind === "number") decodeNumbers(bytes, rows);
		else if (kind === "dictionary") decodeCodes(bytes, rows, values);
		return true;
	} catch {
		return false;
	}
}
/** The segment with placeholders for damaged pieces, so that it can be read: rows with one go, or have new ids. */
function standIn(header, { broken, nameless, newIds }, read) {
	const made = /* @__PURE__ */ new Map();
	const columns = header.columns.map((info, column) => ({
		...info,
		pieces: info.pieces.map((piece) => {
			const [part] = piece;
			const bytes = (info.kind === "uuid" ? broken.has(part) || nameless.has(part) : FIXED.includes(info.kind) && broken.has(part)) ? standInOf(header, info.kind, part, newIds) : read(column, piece);
			if (bytes === void 0) throw corrupted(`piece ${pieceName(column, part)} is missing`);
			made.set(pieceName(column, part), bytes);
			return [
				part,
				frameCrc(bytes),
				bytes.length,
				-1
			];
		})
	}));
	return openWhole(encodeHeader({
		...header,
		columns
	}), (name) => made.get(name));
}
const FIXED = ["distinct", "time"];
function standInOf({ rows: all, partitions }, kind, part, newIds) {
	const rows = pieceRows(all, part);
	const zeros = new Uint32Array(rows);
	if (kind === "distinct") return encodeDistinct(zeros);
	if (kind === "time") return encodeOffsets(zeros);
	return encodeUuids(newIds(rows), withMonths(zeros, part * PIECE_ROWS, partitions));
}
function rowsOutside(rows, broken) {
	const kept = new Uint32Array(rows);
	let count = 0;
	for (let row = 0; row < rows; row++) if (!broken.has(Math.floor(row / 65536))) kept[count++] = row;
	return kept.subarray(0, count);
}
/** Rows of a partition that lie in these pieces. */
function spansIn(partitions, pieces) {
	const spans = [];
	for (const piece of pieces) {
		const [from, until] = [piece * PIECE_ROWS, (piece + 1) * PIECE_ROWS];
		for (const { event_ord, from_row, rows: all, from_ms, until_ms } of partitions) {
			const rows = Math.min(until, from_row + all) - Math.max(from, from_row);
			if (rows > 0) spans.push({
				event_ord,
				rows,
				from_ms,
				until_ms
			});
		}
	}
	return spans;
}
// src/store/salvage/rows.ts
/** Table -> columns that a row's checksum covers: its content, then numbers (NULLs are left out). */
const CONTENT = {
	person_page: [
		["bytes"],
		"project_id",
		"page",
		"persons",
		"revision"
	],
	person_long: [
		["properties"],
		"project_id",
		"person_ord"
	],
	distinct_page: [
		["bytes"],
		"project_id",
		"page",
		"ids"
	],
	property_term: [
		["text"],
		"project_id",
		"ord"
	],
	actor_group: [
		["key", "properties"],
		"project_id",
		"type_index",
		"created_at_ms",
		"revision"
	],
	event_definition: [
		["name"],
		"project_id",
		"ord",
		"count",
		"first_seen_ms",
		"last_seen_ms"
	],
	segment: [
		["header"],
		"project_id",
		"rows",
		"from_ms",
		"until_ms",
		"revision",
		"stage"
	],
	project_state: [
		[],
		"project_id",
		"revision",
		"sealed_seq",
		"erasures",
		"expired_before_ms"
	],
	log: [
		["bytes"],
		"seq",
		"project_id",
		"events"
	]
};
/** Tables whose checksum covers all columns: in alphabetical order (null), or in the order listed. */
const VALUES = {
	project: null,
	insight: null,
	dashboard: null,
	action: null,
	cohort: null,
	import_run: null,
	erasure: null,
	property_definition: [
		"project_id",
		"owner",
		"group_type_index",
		"name",
		"type"
	]
};
const CHECKSUMS = ["crc", "members_crc"];
function isChecked(table) {
	return table in CONTENT || table in VALUES;
}
/** Whether the checksum fits; always true where the table has none. */
function isIntact(table, row) {
	if (!isChecked(table)) return true;
	try {
		return row["crc"] === (table in CONTENT ? contentCrc(table, row) : allCrc(VALUES[table] ?? null, row));
	} catch {
		return false;
	}
}
function contentCrc(table, row) {
	const [content, ...keys] = CONTENT[table];
	const values = keys.map((key) => row[key]).filter((value) => value !== null);
	const numbers = values.filter((value) => typeof value === "number");
	const [first = "", ...more] = content.map((name) => row[name]);
	const bytes = more.length === 0 ? first : [first, ...more].map(String).join("\n");
	if (numbers.length < values.length || bytes === null || typeof bytes === "number") return NaN;
	return rowCrc(bytes, ...numbers);
}
function allCrc(order, row) {
	const values = (order ?? Object.keys(row).filter((name) => !CHECKSUMS.includes(name)).toSorted()).map((name) => row[name]);
	return valuesCrc(values.map((value) => value instanceof Uint8Array ? null : value ?? null));
}
/**
* Calls `take` with each row, from the beginning. Where damage stops that, goes on from the end backwards, so some rows
* may come twice. Returns whether all were read. Never seeks by key, as keys may be damaged, too.
*/
function readRows(database, table, take) {
	const names = database.all(`PRAGMA table_info(${table})`).map(({ name }) => `"${name}"`);
	const keys = keysOf(database, table).map((key) => `"${key}" DESC`);
	const from = `SELECT ${names.join(", ")} FROM ${table} NOT INDEXED`;
	if (readTo(database, from, take)) return true;
	readTo(database, `${from} ORDER BY ${keys.join(", ")}`, take);
	return false;
}
function hasRowid(database, table) {
	return database.get(`SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`, table)?.wr !== 1;
}
/** The columns by which the table itself, not an index, is ordered. */
function keysOf(database, table) {
	if (hasRowid(database, table)) return ["rowid"];
	return database.all(`PRAGMA table_info(${table})`).filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk).map(({ name }) => name);
}
function readTo(database, sql, take) {
	const rows = database.each(sql);
	for (;;) {
		let next;
		try {
			next = rows.next();
		} catch {
			return false;
		}
		if (next.done === true) return true;
		take(next.value);
	}
}
/** These columns of each row as the index has them; null if the index cannot be read to its end. */
function readIndex(database, table, index, columns) {
	const rows = [];
	return readTo(database, `SELECT ${columns} FROM ${table} INDEXED BY ${index}`, (row) => rows.push(row)) ? rows : null;
}
/** Indexes that have every row; partial ones are left out. */
function indexesOf(database, table) {
	const sql = `PRAGMA index_list(${table})`;
	return database.all(sql).filter(({ partial }) => partial === 0).map(({ name }) => name);
}
function numberIn(value) {
	return typeof value === "number" ? value : null;
}
// src/store/salvage/salvage.ts
/**
* Copies those rows of a damaged file that are as they were written into a new file, which builds its own indexes. What
* can be computed from other rows is left out.
*/
/** Computed from other tables, or of no use outside the damaged file. */
const LEFT_OUT = [
	"result",
	"distinct_hash",
	"distinct_move",
	"person_map",
	"scrubbing",
	"event_definition"
];
/** If a single row of these is lost, nothing else makes sense. */
const NEEDED = [
	"project",
	"user",
	"group_type",
	"events_place"
];
/** What is missing of these is told by gaps in their numbers, or by other tables; no index is asked. */
const SEQUENCES = [
	"person_page",
	"person_long",
	"distinct_page",
	"property_term",
	"log",
	"segment_blob",
	"staged_blob"
];
const MISSING = /^row (\d+) missing from index (.+)$/;
/** @param source a copy, which may change @param target a new file @throws ServiceError if that cannot be done */
function salvage(source, target) {
	const [from, to] = [openDatabase(source), openDatabase(target)];
	try {
		migrate(from, source);
		if (tablesOf(from).includes("outdated_segment")) throw new Unrepairable("its events are still in the form of an older version");
		migrate(to, target);
		to.execute("PRAGMA foreign_keys = OFF");
		return to.transaction(() => new Salvage(from, to).run());
	} finally {
		from.close();
		to.close();
	}
}
/** Nothing more can be done with the file. */
var Unrepairable = class extends ServiceError {
	constructor(why) {
		super("data_corrupted", `The database cannot be repaired: ${why}. Restore a backup.`);
	}
};
function tablesOf(database) {
	return database.all(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`).map(({ name }) => name);
}
var Salvage = class {
	#from;
	#to;
	#lost = [];
	#torn = [];
	constructor(from, to) {
		this.#from = from;
		this.#to = to;
	}
	run() {
		const there = tablesOf(this.#from);
		for (const table of tablesOf(this.#to)) if (!LEFT_OUT.includes(table) && there.includes(table)) this.#copy(table);
		const needed = NEEDED.find((table) => this.#torn.includes(table) || this.#lost.some((row) => row.table === table));
		if (needed !== void 0) throw new Unrepairable(`its table ${needed} is damaged`);
		const counts = copyDefinitions(this.#from, this.#to);
		this.#dropOrphans();
		mendStates(this.#to);
		keepNumbers(this.#from, this.#to);
		return {
			lost: this.#lost,
			torn: this.#torn,
			doubtful: this.#doubtful(),
			counts
		};
	}
	#copy(table) {
		const bad = /* @__PURE__ */ new Map();
		const add = inserter(this.#to, table);
		const is_whole = readRows(this.#from, table, (row) => {
			if (isIntact(table, row) && add(row)) return;
			const lost = lostRow(table, row);
			bad.set(JSON.stringify(lost), lost);
		});
		this.#lost.push(...bad.values());
		if (!is_whole) this.#torn.push(table);
		if (!SEQUENCES.includes(table)) this.#noteMissing(table);
	}
	/** Notes as lost the rows that only an index still has. */
	#noteMissing(table) {
		const columns = keysOf(this.#to, table).map((name) => `"${name}"${name === "rowid" ? " AS id" : ""}`).join(", ");
		const textOf = (row) => JSON.stringify(Object.values(row));
		const there = new Set(this.#to.all(`SELECT ${columns} FROM ${table}`).map(textOf));
		const told = new Set(this.#lost.filter((row) => row.table === table).map(rowKey));
		for (const index of indexesOf(this.#to, table)) {
			const rows = readIndex(this.#from, table, index, columns) ?? [];
			if (rows.length <= there.size + told.size) continue;
			for (const row of rows) {
				const lost = lostRow(table, row);
				if (there.has(textOf(row)) || told.has(rowKey(lost))) continue;
				told.add(rowKey(lost));
				this.#lost.push(lost);
			}
		}
	}
	/** Drops rows that refer to a row that is gone. */
	#dropOrphans() {
		for (;;) {
			const orphan = this.#to.get("SELECT \"table\", parent, fkid FROM pragma_foreign_key_check LIMIT 1");
			if (orphan === void 0) return;
			const { table, parent, fkid } = orphan;
			const { from } = this.#to.get("SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE id = ?", table, fkid);
			const sql = `DELETE FROM ${table} WHERE ${from} NOT IN (SELECT id FROM ${parent}) RETURNING *`;
			const rows = this.#to.all(sql);
			if (table !== "segment_blob") this.#lost.push(...rows.map((row) => lostRow(table, row)));
		}
	}
	/** Rows without a checksum that differ from what an index says of them. */
	#doubtful() {
		const doubtful = /* @__PURE__ */ new Map();
		for (const table of tablesOf(this.#to)) {
			if (LEFT_OUT.includes(table) || SEQUENCES.includes(table) || isChecked(table) || !hasRowid(this.#to, table)) continue;
			for (const problem of problemsOf(this.#from, table)) {
				const [, rowid] = MISSING.exec(problem) ?? [];
				const sql = `SELECT * FROM ${table} WHERE rowid = ?`;
				const row = rowid === void 0 ? void 0 : this.#to.get(sql, Number(rowid));
				if (row !== void 0) doubtful.set(`${table} ${rowid}`, lostRow(table, row));
			}
		}
		return [...doubtful.values()];
	}
};
/** What SQLite finds wrong in a table; nothing if the table cannot be checked. */
function problemsOf(database, table) {
	try {
		return database.all(`PRAGMA integrity_check(${table})`).map(({ integrity_check }) => integrity_check);
	} catch {
		return [];
	}
}
function rowKey({ id, project_id, name }) {
	return JSON.stringify([id ?? project_id, name === null || id !== null ? null : name]);
}
/** Returns whether the row could be stored, or is there. */
function inserter(to, table) {
	const names = to.all(`PRAGMA table_info(${table})`).map(({ name }) => name);
	const insert = `INSERT OR IGNORE INTO ${table} (${names.map((name) => `"${name}"`).join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
	const find = `SELECT 1 FROM ${table} WHERE ${names.map((name) => `"${name}" IS ?`).join(" AND ")}`;
	return (row) => {
		const values = names.map((name) => row[name]);
		try {
			return to.run(insert, ...values).changes === 1 || to.get(find, ...values) !== void 0;
		} catch {
			return false;
		}
	};
}
function lostRow(table, row) {
	const text = row["name"] ?? row["text"] ?? row["key"] ?? row["label"] ?? row["content"] ?? row["derived_name"];
	return {
		table,
		project_id: numberIn(row["project_id"]),
		id: numberIn(row["id"] ?? row["seq"] ?? row["ord"] ?? row["insight_id"]),
		name: typeof text === "string" ? text : null,
		events: numberIn(row["events"] ?? row["rows"])
	};
}
/** Copies names of events: those with the right checksum, and those that the index says without contradiction from the row. */
function copyDefinitions(from, to) {
	const rows = /* @__PURE__ */ new Map();
	const keyOf = (row) => `${row["project_id"]} ${row["ord"]}`;
	readRows(from, "event_definition", (row) => {
		const known = rows.get(keyOf(row));
		if (known === void 0 || !isIntact("event_definition", known)) rows.set(keyOf(row), row);
	});
	const named = /* @__PURE__ */ new Map();
	for (const index of indexesOf(from, "event_definition").filter((name) => name.endsWith("_2"))) for (const row of readIndex(from, "event_definition", index, "project_id, ord, name") ?? []) named.set(keyOf(row), row);
	const add = inserter(to, "event_definition");
	const counts = [];
	for (const key of /* @__PURE__ */ new Set([...rows.keys(), ...named.keys()])) {
		const made = definitionOf(rows.get(key), named.get(key));
		if (made === null) continue;
		const { row, is_counted } = made;
		const [project_id, ord, name] = [
			numberIn(row["project_id"]),
			numberIn(row["ord"]),
			row["name"]
		];
		if (project_id === null || ord === null || typeof name !== "string") continue;
		const crc = rowCrc(name, project_id, ord, 0, 0, 0);
		if (!add(is_counted ? row : {
			...row,
			count: 0,
			first_seen_ms: 0,
			last_seen_ms: 0,
			crc
		})) continue;
		counts.push({
			project_id,
			ord,
			name,
			count: is_counted ? numberIn(row["count"]) : null
		});
	}
	return counts;
}
function definitionOf(row, named) {
	if (row !== void 0 && isIntact("event_definition", row)) return {
		row,
		is_counted: true
	};
	if (named === void 0) return null;
	const other = row && {
		...row,
		name: named["name"]
	};
	if (other !== void 0 && isIntact("event_definition", other)) return {
		row: other,
		is_counted: true
	};
	return row === void 0 || row["name"] === named["name"] ? {
		row: named,
		is_counted: false
	} : null;
}
/** Every project has a state; a lost one is rebuilt from the numbers that other tables carry. */
function mendStates(to) {
	to.run(`INSERT INTO project_state (project_id, revision, sealed_seq, erasures, expired_before_ms)
    SELECT id, 1 + max(
      (SELECT coalesce(max(revision), 0) FROM person_page WHERE project_id = project.id),
      (SELECT coalesce(max(revision), 0) FROM segment WHERE project_id = project.id),
      (SELECT coalesce(max(revision), 0) FROM actor_group WHERE project_id = project.id),
      (SELECT coalesce(max(revision), 0) FROM import_run WHERE project_id = project.id)),
      (SELECT coalesce(min(seq) - 1, 0) FROM log WHERE project_id = project.id), 0, 0
    FROM project WHERE id NOT IN (SELECT project_id FROM project_state)`);
	to.run(`UPDATE project_state SET crc = row_crc('', project_id, revision, sealed_seq, erasures, expired_before_ms)
          WHERE crc IS NULL`);
}
/** Numbers that were given once are not given again. */
function keepNumbers(from, to) {
	const rows = [];
	readRows(from, "sqlite_sequence", (row) => rows.push(row));
	for (const { name, seq } of rows) {
		if (typeof name !== "string" || typeof seq !== "number" || LEFT_OUT.includes(name)) continue;
		to.run("DELETE FROM sqlite_sequence WHERE name = ? AND seq < ?", name, seq);
		to.run(`INSERT INTO sqlite_sequence (name, seq) SELECT ?, ?
                 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)`, name, seq, name);
	}
}
// src/service/operator/define_again.ts
/** Types come from the values there are now. Returns how many properties were defined. */
function defineAgain(store, project_id) {
	const { definitions, people, groups } = store;
	const before = definitions.properties(project_id, {});
	const known = new Set(before.map(({ owner, group_type_index, name }) => `${owner} ${group_type_index} ${name}`));
	const isNew = (owner, name) => !known.has(`${owner} ${name}`);
	const noted = new Definitions(definitions, project_id);
	const without = (properties, owner) => Object.fromEntries(Object.entries(properties).filter(([name]) => isNew(owner, name)));
	for (const span of storedSpans(store, project_id)) for (const name of span.properties) if (isNew("event -1", name)) noted.noteProperties(/* @__PURE__ */ new Map([[name, valuesOf(span.column(name))]]));
	for (const { properties } of people.changedSince(project_id, -1)) noted.notePersonProperties(without(properties, "person -1"));
	for (const { group_type_index } of groups.types(project_id)) for (const { properties } of groups.changedSince(project_id, group_type_index, -1)) noted.noteGroupProperties(group_type_index, without(properties, `group ${group_type_index}`));
	return definitions.properties(project_id, {}).length - before.length;
}
/** Code 0 is "missing". */
function valuesOf(column) {
	if (column === null) return [];
	return column.kind === "number" ? [0] : [...column.values].slice(1);
}
// src/service/operator/repair_words.ts
/** Named in a line, the rest as a number. */
const NAMED_MOST = 20;
/** Their rows are not named one by one: what is told of events and people includes them, or they are no loss. */
const TOLD_OTHERWISE = [
	"property_definition",
	"project_state",
	"distinct_more",
	"insight_view",
	"person_page",
	"person_long",
	"distinct_page",
	"property_term",
	"cohort_member",
	"segment_blob",
	"staged_blob",
	"log",
	"segment"
];
/** Table -> what a row of it is called. */
const ROWS = {
	tile: "tile of a dashboard",
	sharing: "sharing link of insight",
	api_key: "key",
	activity: "entry of the history of changes",
	audit: "entry of the audit log",
	import_run: "record of an import, which cannot be undone any more: import",
	imported_line: "record of a line that was imported, which counts as new if it comes again",
	import: "record of a file that was imported, which counts as new if it comes again",
	erasure: "record of a removal",
	repeatable: "answer kept for a request that is sent again",
	actor_group: "properties of the group"
};
function told$1({ salvaged, projects }) {
	const gone = [];
	const made_anew = ["kept answers (computed when they are asked for), and what ids are found by"];
	for (const project of projects) {
		const where = projects.length === 1 ? "" : ` (project ${project.project_id})`;
		gone.push(...[...eventLines(project), ...peopleLines(project)].map((line) => line + where));
		if (project.recounted > 0) made_anew.push(`counts and times of ${counted(project.recounted, "event name")}${where}`);
		if (project.properties > 0) made_anew.push(`${counted(project.properties, "definition")} of properties, with the types of their values${where}`);
	}
	const parts = salvaged.lost.filter(({ table }) => table === "log" || table === "segment");
	if (parts.length > 0) gone.push(`of these events, ${listed(parts.map(partText))}`);
	const others = salvaged.lost.filter(({ table }) => !TOLD_OTHERWISE.includes(table));
	for (const [what, rows] of Map.groupBy(others, ({ table }) => ROWS[table] ?? table)) gone.push(`${what} ${named(rows.map(rowText))}`);
	for (const row of salvaged.doubtful) gone.push(`perhaps a value of ${ROWS[row.table] ?? row.table} ${rowText(row)}, which was kept: look at it`);
	for (const table of salvaged.torn.filter((one) => !TOLD_OTHERWISE.includes(one))) gone.push(`perhaps more of the same kind: ${ROWS[table] ?? table}`);
	return {
		made_anew,
		gone,
		events_gone: projects.flatMap(({ events }) => events).reduce((sum, { lost }) => sum + lost, 0)
	};
}
function eventLines({ events, values, ids, imports, unnamed }) {
	const lines = [];
	const total = events.reduce((sum, { lost }) => sum + lost, 0);
	if (total > 0) {
		const names = events.map(({ name, lost, before }) => {
			return `${JSON.stringify(name)} ${number(lost)}${before === null ? "" : ` of ${number(before)}`}`;
		});
		lines.push(`${counted(total, "event")}: ${named(names)}${timesOf(events.filter(({ until_ms }) => until_ms > 0))}`);
	}
	for (const [of, count] of imports) lines.push(`${number(count)} of these events were of import ${of}: import the same file again`);
	if (ids.length > 0) {
		const rows = ids.reduce((sum, span) => sum + span.rows, 0);
		lines.push(`the ids of ${counted(rows, "event")}${timesOf(ids)}; if they are sent again, they count twice`);
	}
	for (const [property, lost] of Map.groupBy(values, (one) => one.property)) {
		const spans = lost.flatMap((one) => one.spans);
		const rows = spans.reduce((sum, span) => sum + span.rows, 0);
		lines.push(`values of ${JSON.stringify(property)} of up to ${counted(rows, "event")}${timesOf(spans)}`);
	}
	lines.push(...unnamed.map((name) => `the name of what is called ${JSON.stringify(name)} now`));
	return lines;
}
function timesOf(spans) {
	if (spans.length === 0) return "";
	const from_ms = spans.reduce((least, span) => Math.min(least, span.from_ms), Number.POSITIVE_INFINITY);
	const until_ms = spans.reduce((most, span) => Math.max(most, span.until_ms), Number.NEGATIVE_INFINITY);
	return `, between ${day(from_ms)} and ${day(until_ms - 1)}`;
}
function day(time_ms) {
	return new Date(time_ms).toISOString().slice(0, 10);
}
function peopleLines({ people, people_named, cohorts }) {
	const lines = [];
	if (people.texts > 0) lines.push(`the texts of ${counted(people.texts, "distinct id")}, which begin with unknown- now`);
	if (people.strangers > 0) lines.push(`to whom ${counted(people.strangers, "distinct id")} of these belonged: each is a person of its own now`);
	const whole = people.persons.length;
	const some = people.properties.length;
	if (whole > 0) lines.push(`all properties and times of creation of ${personsText(whole)}: ${named(people_named.slice(0, whole))}`);
	if (some > 0) lines.push(`all properties of ${personsText(some)}: ${named(people_named.slice(whole))}`);
	for (const [name, persons] of people.values) {
		const property = name === null ? "a property whose name is gone" : JSON.stringify(name);
		lines.push(`values of ${property} of ${personsText(persons)}`);
	}
	for (const cohort of cohorts) lines.push(`some members of the static cohort ${cohort}, or some are wrong: look at them`);
	return lines;
}
function personsText(count) {
	return count === 1 ? "1 person" : `${number(count)} people`;
}
function partText({ table, id, events }) {
	const many = events === null || events < 0 ? "an unknown number" : number(events);
	return table === "log" ? `${many} were in part ${id} of the log, not sealed yet` : `${many} were in segment ${id}`;
}
function rowText({ id, name }) {
	return [id, name === null ? null : JSON.stringify(name)].filter((part) => part !== null).join(" ");
}
function named(words) {
	return listed(words, "and", NAMED_MOST);
}
function counted(count, noun) {
	return `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
}
function number(count) {
	return count.toLocaleString("en");
}
// src/service/operator/repair.ts
/**
* Makes a new file of what a damaged one still has: copies intact rows, drops damaged pieces of segments, restores people
* from what is stored twice, and counts again. The new file is put in its place only once it verifies.
*/
const UUID_BYTES = 16;
const MEND = {
	counted: IMPORT_PROPERTY,
	newIds
};
/** UUIDs of version 4. */
function newIds(rows) {
	const ids = randomFillSync(new Uint8Array(rows * UUID_BYTES));
	for (let at = 0; at < ids.length; at += UUID_BYTES) {
		ids[at + 6] = ids[at + 6] & 15 | 64;
		ids[at + 8] = ids[at + 8] & 63 | 128;
	}
	return ids;
}
/** null = nothing is damaged, so nothing was written. @throws ServiceError if the target exists, or it cannot be done */
function repairFile(path, target) {
	if (existsSync(target)) throw new ServiceError("conflict", `${target} exists already. Choose another name.`);
	const folder = mkdtempSync(`${target}.repair-`);
	const [copy, made] = [join(folder, "damaged.db"), join(folder, "repaired.db")];
	try {
		copyAtRest(path, copy);
		if (isWhole(copy)) return null;
		const losses = mendFile(copy, made);
		return {
			verified: placed(made, target),
			...told$1(losses)
		};
	} catch (error) {
		throw error instanceof ServiceError ? error.saying(error.message.replaceAll(copy, path)) : error;
	} finally {
		rmSync(folder, {
			recursive: true,
			force: true
		});
	}
}
/** A copy, as opening a file may change it. @throws ServiceError if somebody writes to it meanwhile */
function copyAtRest(path, copy) {
	const state = () => ["", "-wal"].map((ending) => stateOf(path + ending)).join();
	const before = state();
	for (const ending of ["", "-wal"]) if (existsSync(path + ending)) copyFileSync(path + ending, copy + ending);
	if (state() !== before) throw new ServiceError("conflict", `${path} is in use. Stop what has it open, then try again.`);
}
function stateOf(path) {
	const found = statSync(path, { throwIfNoEntry: false });
	return `${found?.size} ${found?.mtimeMs}`;
}
function isWhole(copy) {
	let problems;
	try {
		({problems} = verifyFile(copy));
	} catch (error) {
		if (!isDamage(error)) throw error;
		throw new Unrepairable("it cannot be opened");
	}
	return problems.length === 0;
}
function isDamage(error) {
	return error instanceof ServiceError && error.code === "data_corrupted";
}
function placed(made, target) {
	try {
		return restore$1(made, target, null);
	} catch (error) {
		if (!isDamage(error)) throw error;
		throw new Unrepairable(`what is left does not agree (${error.message})`);
	}
}
function mendFile(copy, made) {
	let salvaged;
	try {
		salvaged = salvage(copy, made);
	} catch (error) {
		if (!isDamage(error) || error instanceof Unrepairable) throw error;
		throw new Unrepairable("its tables cannot be read");
	}
	const store = openStore(made);
	try {
		store.outdated.drop();
		if (store.events.place() !== null) throw new Unrepairable("its events are in another database");
		const projects = store.transaction(() => store.projects.list().map(({ id }) => new ProjectRepair(store, id, salvaged).run()));
		return {
			salvaged,
			projects
		};
	} finally {
		store.close();
	}
}
function unknownName(ord) {
	return `unknown event ${ord}`;
}
var ProjectRepair = class {
	#store;
	#project_id;
	#salvaged;
	/** Event number -> rows that were lost with pieces of segments, with their first and last time. */
	#lost = /* @__PURE__ */ new Map();
	#values = [];
	#ids = [];
	/** Import -> how many of its events were among them. */
	#imports = /* @__PURE__ */ new Map();
	constructor(store, project_id, salvaged) {
		this.#store = store;
		this.#project_id = project_id;
		this.#salvaged = salvaged;
	}
	run() {
		const { events, cohorts } = this.#store;
		const id = this.#project_id;
		this.#mendSegments();
		const { ids_seen, ids_least, named } = this.#seen();
		const known = {
			ids_seen,
			ids_least,
			created_at_ms: UNKNOWN_CREATED_MS,
			revision: events.revision(id)
		};
		const people = this.#store.people.mend(id, known);
		const changed = cohorts.mendMembers(id, this.#store.people.distinctCount(id));
		const recounted = this.#recount(named);
		const is_defined = !this.#isHurt("property_definition");
		events.nextErasure(id);
		return {
			project_id: id,
			events: recounted.lost,
			values: this.#values,
			ids: this.#ids,
			imports: this.#imports,
			people,
			people_named: this.#namesOf([...people.persons, ...people.properties]),
			cohorts: changed.map((cohort) => `${cohort} ${JSON.stringify(cohorts.get(id, cohort)?.name ?? "")}`),
			properties: is_defined ? 0 : defineAgain(this.#store, id),
			recounted: recounted.changed,
			unnamed: recounted.unnamed
		};
	}
	#isHurt(table) {
		const { lost, torn } = this.#salvaged;
		return torn.includes(table) || lost.some((row) => row.table === table);
	}
	#mendSegments() {
		const { events } = this.#store;
		for (const { id, header } of events.segments(this.#project_id)) {
			const mended = mendSegment(header, (name) => events.blob(id, name), MEND);
			if (mended === null) continue;
			events.rewrite(this.#project_id, id, mended.made);
			this.#values.push(...mended.values);
			this.#ids.push(...mended.ids);
			for (const [of, count] of mended.counts) this.#imports.set(of, (this.#imports.get(of) ?? 0) + count);
			for (const { event_ord, rows, from_ms, until_ms } of mended.rows) {
				const before = this.#lost.get(event_ord) ?? {
					rows: 0,
					from_ms,
					until_ms
				};
				this.#lost.set(event_ord, {
					rows: before.rows + rows,
					from_ms: Math.min(before.from_ms, from_ms),
					until_ms: Math.max(before.until_ms, until_ms)
				});
			}
		}
	}
	/** Distinct ids and events that rows name. */
	#seen() {
		const spans = () => storedSpans(this.#store, this.#project_id);
		let ids_least = 0;
		for (const span of spans()) for (const ord of span.distinct()) if (ord >= ids_least) ids_least = ord + 1;
		const ids_seen = allocate(ids_least);
		const named = /* @__PURE__ */ new Set();
		for (const span of spans()) {
			for (const ord of span.distinct()) set(ids_seen, ord);
			for (const ord of span.eventOrd()) named.add(ord);
		}
		return {
			ids_seen,
			ids_least,
			named
		};
	}
	#recount(seen) {
		const { definitions } = this.#store;
		const id = this.#project_id;
		const before = new Map(this.#salvaged.counts.filter(({ project_id }) => project_id === id).map((count) => [count.ord, count]));
		const unnamed = [...seen].filter((ord) => !before.has(ord));
		for (const ord of unnamed) definitions.nameEvent(id, ord, unknownName(ord));
		const nothing = /* @__PURE__ */ new Set();
		const left = definitionsLeft(this.#store, id, nothing, null);
		const all = definitions.properties(id, {}).map(({ name }) => name);
		definitions.recount(id, {
			...left,
			event_properties: new Set(all),
			person_properties: new Set(all)
		});
		const counts = new Map(left.events.map(({ ord, count }) => [ord, count]));
		const lost = [];
		for (const ord of /* @__PURE__ */ new Set([...before.keys(), ...this.#lost.keys()])) {
			const { name, count } = before.get(ord) ?? {
				name: unknownName(ord),
				count: null
			};
			const { rows, from_ms, until_ms } = this.#lost.get(ord) ?? {
				rows: 0,
				from_ms: 0,
				until_ms: 0
			};
			const gone = count === null ? rows : count - (counts.get(ord) ?? 0);
			if (gone > 0) lost.push({
				name,
				lost: gone,
				before: count,
				from_ms,
				until_ms
			});
		}
		return {
			lost,
			changed: [...before.values()].filter(({ ord, count }) => count !== (counts.get(ord) ?? 0)).length + unnamed.length,
			unnamed: unnamed.map(unknownName)
		};
	}
	#namesOf(persons) {
		const found = this.#store.people.list(this.#project_id, persons);
		return Array.from(found.values(), ({ first_id }) => first_id);
	}
};
// src/service/operator/stored_tables.ts
/**
* A project's events, people and groups as tables, for readers of other programs. Import takes them, too: columns are
* named like the members of its lines.
*/
const CREATED = {
	name: "created_at",
	type: "time"
};
const text = (name) => ({
	name,
	type: "text"
});
/** In the order in which import takes a folder of them: ids before events, so that no event creates a stranger. */
const STORED_TABLES = {
	distinct_ids: [
		text("type"),
		text("person_id"),
		{
			name: "distinct_ids",
			type: "texts"
		},
		CREATED
	],
	events: [
		text("event"),
		text("distinct_id"),
		text("person_id"),
		{
			name: "timestamp",
			type: "time"
		},
		text("uuid"),
		text("properties")
	],
	groups: [
		text("type"),
		text("group_type"),
		text("group_key"),
		text("properties"),
		CREATED
	],
	persons: [
		text("type"),
		text("person_id"),
		{
			name: "distinct_ids",
			type: "texts"
		},
		text("properties"),
		CREATED,
		{
			name: "is_identified",
			type: "boolean"
		}
	]
};
/** Parts without rows are left out; several may be of one month. Call it within a snapshot of the store. */
function* storedParts(store, project_id) {
	const names = new Map(store.definitions.events(project_id).map(({ ord, name }) => [ord, name]));
	const distinct_ids = Array.from(store.people.distinctTextsFrom(project_id, 0));
	const uuids = /* @__PURE__ */ new Map();
	for (const { ord, first_id } of storedPeople(store, project_id)) uuids.set(ord, personUuid(project_id, first_id));
	const people = store.people.personOf(project_id, 0);
	if (uuids.size > 0) yield {
		table: "distinct_ids",
		month: null,
		rows: idRows(store, project_id, uuids)
	};
	for (const span of storedSpans(store, project_id)) {
		const eventAt = storedEvents(span);
		for (const [month, rows] of monthsOf(span)) {
			const told = rows.values().map((row) => {
				const { event, distinct, time_ms, uuid, properties } = eventAt(row);
				const person = uuids.get(people[distinct]) ?? null;
				return [
					names.get(event),
					distinct_ids[distinct],
					person,
					time_ms,
					uuid,
					properties
				];
			});
			yield {
				table: "events",
				month: new Date(monthStart(month)).toISOString().slice(0, 7),
				rows: told
			};
		}
	}
	if (store.groups.types(project_id).length > 0) yield {
		table: "groups",
		month: null,
		rows: groupRows(store, project_id)
	};
	if (uuids.size > 0) yield {
		table: "persons",
		month: null,
		rows: personRows(store, project_id, uuids)
	};
}
/** Month -> rows. */
function monthsOf(span) {
	const months = /* @__PURE__ */ new Map();
	for (const [row, time_ms] of span.timeMs().entries()) {
		const month = monthOf(time_ms);
		const rows = months.get(month);
		if (rows === void 0) months.set(month, [row]);
		else rows.push(row);
	}
	return [...months].sort(([one], [other]) => one - other);
}
function* groupRows({ groups }, project_id) {
	for (const { group_type, group_type_index } of groups.types(project_id)) for (const { key, properties, created_at_ms } of groups.changedSince(project_id, group_type_index, -1)) yield [
		"group",
		group_type,
		key,
		JSON.stringify(properties),
		created_at_ms
	];
}
function* idRows(store, project_id, uuids) {
	for (const person of storedPeople(store, project_id)) yield [
		"person",
		uuids.get(person.ord),
		idsOf(person),
		person.created_at_ms
	];
}
/** The id that made a person comes first: import makes the same person of it. */
function idsOf({ first_id, distinct_ids }) {
	return [first_id, ...distinct_ids.filter((id) => id !== first_id)];
}
function* personRows(store, project_id, uuids) {
	for (const person of storedPeople(store, project_id)) {
		const { ord, properties, created_at_ms, is_identified } = person;
		yield [
			"person",
			uuids.get(ord),
			idsOf(person),
			JSON.stringify(properties),
			created_at_ms,
			is_identified
		];
	}
}
// src/cli/tables/parquet_folder.ts
/** `insights-mcp export --parquet`: a project as a folder that DuckDB, Spark and ClickHouse read at once. */
/**
* `events/project=1/month=2026-03/events-1.parquet`, and the same for people and groups. Complete, or not there. Call it
* within a snapshot of the store.
*/
function writeParquetFolder(store, project_id, target, onRows) {
	const unfinished = `${target}.unfinished`;
	rmSync(unfinished, {
		recursive: true,
		force: true
	});
	let rows = 0;
	let files = 0;
	try {
		mkdirSync(unfinished, { recursive: true });
		for (const part of storedParts(store, project_id)) {
			const { table, month } = part;
			const folder = join(unfinished, table, `project=${project_id}`, ...month === null ? [] : [`month=${month}`]);
			mkdirSync(folder, { recursive: true });
			const file = new ParquetFile(unusedName(folder, table), STORED_TABLES[table]);
			for (const row of part.rows) file.add(row);
			file.finish();
			rows += file.rows;
			files++;
			onRows(rows);
		}
		renameSync(unfinished, target);
		return {
			rows,
			files
		};
	} catch (error) {
		rmSync(unfinished, {
			recursive: true,
			force: true
		});
		throw error;
	}
}
function unusedName(folder, table) {
	for (let number = 1;; number++) {
		const path = join(folder, `${table}-${number}.parquet`);
		if (!existsSync(path)) return path;
	}
}
// src/cli/operator.ts
/** `insights-mcp backup`, `restore`, `verify`, `repair`, `export`: for operators of a database. */
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
	say([...problems, `Damaged: ${path}. What could be read: ${told(verified)}. Restore it from a backup, or see what repair can keep.`].join("\n"));
}
/** Something is gone for good. */
const GONE_CODE = 2;
async function repair(damaged, options) {
	const [path, target] = [existingDatabase(damaged), resolve(options.to)];
	const repaired = repairFile(path, target);
	if (repaired === null) return say(`${path} is whole: there is nothing to repair, and nothing was written.`);
	const { verified, made_anew, gone } = repaired;
	if (gone.length > 0) process.exitCode = GONE_CODE;
	if (options.json) return say(JSON.stringify({
		database: target,
		...verified,
		made_anew,
		gone
	}, null, 2));
	say([
		...made_anew.map((line) => `Made anew: ${line}.`),
		...gone.length === 0 ? ["Nothing is gone."] : gone.map((line) => `Gone: ${line}.`),
		`${target} is whole: ${told(verified)}. ${path} is as it was.`
	].join("\n"));
}
async function exportProject(file, options) {
	const path = existingDatabase(options.db);
	const { parquet } = options;
	const named = parquet ?? file;
	if (named === void 0 || parquet !== void 0 && file !== void 0) throw new ServiceError("invalid_input", "Name one target: a file for lines, or a folder with --parquet.");
	const target = resolve(named);
	if (existsSync(target)) throw new ServiceError("conflict", `${target} exists already. Choose another name.`);
	const service = openService({
		path,
		computing: { place: "here" },
		command: (words) => typed(words, path)
	});
	try {
		const place = service.store.events.place();
		const project = findProject(service, localOwner(service), options.project ?? null);
		if (place !== null) {
			say(`${target}: ${(await writeLines(linesFrom(service, project.id, place, options), target)).toLocaleString("en")} lines, ${sizeOf(target)}. Another database takes them with import`);
			return;
		}
		if (parquet !== void 0) {
			const { rows, files } = service.store.snapshot(() => writeFolder(service.store, project.id, target));
			say(`${target}: ${rows.toLocaleString("en")} rows in ${files.toLocaleString("en")} files`);
			return;
		}
		say(`${target}: ${service.store.snapshot(() => writtenLines(storedLines(service.store, project.id), target)).toLocaleString("en")} lines, ${sizeOf(target)}. Another database takes them with import`);
	} finally {
		await service.close();
	}
}
function writeFolder(store, project_id, target) {
	const bar = openProgress();
	try {
		return writeParquetFolder(store, project_id, target, (rows) => bar.update(null, rows, target));
	} finally {
		bar.end();
	}
}
/** One consistent snapshot, even during writes. Complete, or not there. */
function writtenLines(blocks, target) {
	const file = unfinishedFile(target);
	try {
		for (const block of blocks) file.write(block);
		return file.finish();
	} catch (error) {
		file.remove();
		throw error;
	}
}
/** The same of blocks that take time to come. */
async function writeLines(blocks, target) {
	const file = unfinishedFile(target);
	try {
		for await (const block of blocks) file.write(block);
		return file.finish();
	} catch (error) {
		file.remove();
		throw error;
	}
}
function unfinishedFile(target) {
	const unfinished = `${target}.unfinished`;
	const pack = target.endsWith(".gz") ? gzipSync : (text) => Buffer.from(text);
	const bar = openProgress();
	const out = openSync(unfinished, "w");
	let written = 0;
	return {
		write({ text, lines }) {
			writeAll(out, pack(text));
			written += lines;
			bar.update(null, written, target);
		},
		/** Returns the number of lines. */
		finish() {
			fsyncSync(out);
			closeSync(out);
			renameSync(unfinished, target);
			bar.end();
			return written;
		},
		remove() {
			rmSync(unfinished, { force: true });
			bar.end();
		}
	};
}
function linesFrom({ store }, project_id, place, { events, parquet }) {
	if (parquet !== void 0) throw new ServiceError("not_supported", `The events of this file are in ${place}: export lines, without --parquet.`);
	if (events === void 0 || !isAt(events, place)) throw new ServiceError("invalid_input", `The events of this file are in ${place}: say its address with --events.`);
	return linesElsewhere(store, project_id, storedElsewhere(store, events, project_id));
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
export { backup, exportProject, repair, restore, verify };
