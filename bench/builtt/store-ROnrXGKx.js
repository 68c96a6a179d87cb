import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CL6ANKLD.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { C as datasync, S as isForeign, _ as checkRow, b as valuesCrc, g as asStored, h as openDatabase, l as saveCopy, m as configure, p as cacheOf, r as KIND_BY_INSIGHT, s as namesOf, t as INSIGHT_NAMES, u as structureProblems, v as damagedRow, x as failure, y as rowCrc } from "./kind-OiBJK3r5.js";
import { n as must, t as assert } from "./assert-Cucc65-M.js";
import { o as keysOf } from "./known-ShXk4LDt.js";
import { l as put, o as objectIn } from "./json-GpSeq4qu.js";
import { $ as parseUuid, Q as formatUuid } from "./column_codec-CRp8qQ50.js";
import { h as has } from "./run-B9uRFbuc.js";
import { fdatasyncSync, fstatSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { hash, randomUUID } from "node:crypto";
// src/store/file/counter.ts
/**
* Next free number of a project. `sql` reads it (as `next`) once per transaction; then it is counted in memory, as
* reading it per row would halve the rate of new ids.
*/
function denseCounter(database, sql) {
	/** project -> next number, valid in `epoch`. */
	const next = /* @__PURE__ */ new Map();
	let epoch = null;
	return (project_id) => {
		const now = database.epoch();
		if (now === null || now !== epoch) next.clear();
		epoch = now;
		const number = next.get(project_id) ?? database.get(sql, project_id).next;
		next.set(project_id, number + 1);
		return number;
	};
}
// src/store/events/definitions.ts
/** Events and properties a project has seen: names, types, counts. */
function definitionStore(database) {
	const kinds = {
		...events(database),
		...properties(database)
	};
	return {
		...kinds,
		recount(project_id, left) {
			database.transaction(() => {
				recountEvents(database, project_id, left.events);
				for (const definition of kinds.properties(project_id, {})) if (!isLeft(definition, left)) removeProperty(database, project_id, definition);
			});
		}
	};
}
function recountEvents(database, project_id, left) {
	const ords = JSON.stringify(left.map(({ ord }) => ord));
	database.run("DELETE FROM event_definition WHERE project_id = ? AND ord NOT IN (SELECT value FROM json_each(?))", project_id, ords);
	for (const { ord, count, first_seen_ms, last_seen_ms } of left) {
		database.run(`UPDATE event_definition SET count = ?, first_seen_ms = ?, last_seen_ms = ? WHERE project_id = ? AND ord = ?`, ...[
			count,
			first_seen_ms,
			last_seen_ms,
			project_id,
			ord
		]);
		noteCrc$1(database, project_id, ord);
	}
}
function isLeft({ owner, name }, left) {
	if (owner === "group") return true;
	return (owner === "event" ? left.event_properties : left.person_properties).has(name);
}
function removeProperty(database, project_id, { owner, group_type_index, name }) {
	database.run(`DELETE FROM property_definition
               WHERE project_id = ? AND owner = ? AND group_type_index = ? AND name = ?`, project_id, owner, group_type_index, name);
}
function noteCrc$1(database, project_id, ord) {
	database.run(`UPDATE event_definition SET crc = row_crc(name, project_id, ord, count, first_seen_ms, last_seen_ms)
               WHERE project_id = ? AND ord = ?`, project_id, ord);
}
/** Without its checksum, which is right. */
function checkedProperty(project_id, { crc, ...of }) {
	const expected = valuesCrc([
		project_id,
		of.owner,
		of.group_type_index,
		of.name,
		of.type
	]);
	checkRow(crc, expected, "property_definition", `a property of project ${project_id}`);
	return of;
}
const EVENT_COLUMNS = "ord, name, count, first_seen_ms, last_seen_ms, crc";
/** Without its checksum, which is right. */
function checkedEvent(project_id, { crc, ...of }) {
	const { ord, name, count, first_seen_ms, last_seen_ms } = of;
	const expected = rowCrc(name, project_id, ord, count, first_seen_ms, last_seen_ms);
	checkRow(crc, expected, "event_definition", `event ${ord} of project ${project_id}`);
	return {
		ord,
		name,
		count,
		first_seen_ms,
		last_seen_ms
	};
}
function events(database) {
	const nextOrd = denseCounter(database, "SELECT coalesce(max(ord) + 1, 0) AS next FROM event_definition WHERE project_id = ?");
	/** Project -> names that were there when a new one came; some may be gone since. */
	const names_seen = /* @__PURE__ */ new Map();
	const find = (project_id, name) => {
		const sql = `SELECT ${EVENT_COLUMNS} FROM event_definition WHERE project_id = ? AND name = ?`;
		const found = database.get(sql, project_id, name);
		return found?.name === asStored(name) ? checkedEvent(project_id, found).ord : void 0;
	};
	const list = (project_id) => {
		const sql = `SELECT ${EVENT_COLUMNS} FROM event_definition WHERE project_id = ? ORDER BY ord`;
		return database.all(sql, project_id).map((row) => checkedEvent(project_id, row));
	};
	/** As stored, unchecked: what is damaged is no name that comes. */
	const namesOf = (project_id) => {
		const names = new Set(database.all("SELECT name FROM event_definition WHERE project_id = ? ORDER BY ord", project_id).map(({ name }) => name));
		names_seen.set(project_id, names);
		return names;
	};
	return {
		eventOrd(project_id, name) {
			return find(project_id, name) ?? database.transaction(() => find(project_id, name) ?? add(project_id, name));
		},
		nameEvent,
		hasEvent(project_id, name) {
			return database.remembered(`event ${project_id} ${name}`, () => {
				return find(project_id, name) !== void 0 || list(project_id).some((one) => one.name === asStored(name));
			});
		},
		noteEvents(project_id, counts) {
			database.transaction(() => {
				for (const { ord, count, first_ms, last_ms } of counts) {
					database.run(`UPDATE event_definition SET
               first_seen_ms = CASE WHEN count = 0 THEN ? ELSE min(first_seen_ms, ?) END,
               last_seen_ms = CASE WHEN count = 0 THEN ? ELSE max(last_seen_ms, ?) END,
               count = count + ?
             WHERE project_id = ? AND ord = ?`, first_ms, first_ms, last_ms, last_ms, count, project_id, ord);
					noteCrc$1(database, project_id, ord);
				}
			});
		},
		events: (project_id) => database.remembered(`events ${project_id}`, () => list(project_id))
	};
	function add(project_id, name) {
		const names = names_seen.get(project_id) ?? namesOf(project_id);
		const stored = asStored(name);
		const hidden = names.has(stored) && namesOf(project_id).has(stored) ? list(project_id).find((one) => one.name === stored) : void 0;
		if (hidden !== void 0) return hidden.ord;
		names.add(stored);
		const ord = nextOrd(project_id);
		nameEvent(project_id, ord, name);
		return ord;
	}
	function nameEvent(project_id, ord, name) {
		database.run("INSERT INTO event_definition (project_id, ord, name) VALUES (?, ?, ?)", project_id, ord, name);
		noteCrc$1(database, project_id, ord);
	}
}
function properties(database) {
	const read = (project_id, owner, search) => database.all(`SELECT owner, group_type_index, name, type, crc FROM property_definition
         WHERE project_id = ? AND (? IS NULL OR owner = ?) AND instr(fold(name), ?)
         ORDER BY owner, group_type_index, name`, project_id, owner, owner, search.toLowerCase()).map((row) => checkedProperty(project_id, row));
	const all = (project_id, owner) => database.remembered(`properties ${project_id} ${owner}`, () => read(project_id, owner, ""));
	return {
		property: (project_id, of) => database.remembered(`property ${project_id} ${of.owner} ${of.group_type_index} ${of.name}`, () => {
			const isAsked = ({ owner, name, group_type_index }) => name === asStored(of.name) && owner === of.owner && group_type_index === of.group_type_index;
			const found = database.get(`SELECT owner, group_type_index, name, type, crc FROM property_definition
                   WHERE project_id = ? AND owner = ? AND group_type_index = ? AND name = ?`, project_id, of.owner, of.group_type_index, of.name);
			if (found !== void 0 && isAsked(found)) return checkedProperty(project_id, found);
			return all(project_id, of.owner).find(isAsked);
		}),
		noteProperty(project_id, { owner, group_type_index, name, type }) {
			const values = [
				project_id,
				owner,
				group_type_index,
				name,
				type
			];
			database.run(`INSERT INTO property_definition (project_id, owner, group_type_index, name, type, crc) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (project_id, owner, group_type_index, name) DO UPDATE SET
           type = NULL, crc = values_crc(project_id, owner, group_type_index, name, NULL)
         WHERE type IS NOT NULL AND type IS NOT excluded.type`, ...values, valuesCrc(values));
		},
		properties(project_id, filter) {
			const { owner = null, search = "" } = filter;
			return search === "" ? all(project_id, owner) : read(project_id, owner, search);
		}
	};
}
// src/store/file/page.ts
/**
* Pages of a SQLite file, as far as needed to tell which of their bytes are unused: SQLite leaves there what was deleted
* or moved. The format is documented at https://sqlite.org/fileformat2.html.
*/
/** What a page holds, as the file's pointer map says. */
const PAGE$3 = {
	root: 1,
	free: 2,
	firstOverflow: 3,
	overflow: 4,
	tree: 5
};
const INTERIOR_INDEX = 2;
const INTERIOR_TABLE = 5;
const LEAF_INDEX = 10;
const LEAF_TABLE = 13;
const KINDS = [
	INTERIOR_INDEX,
	INTERIOR_TABLE,
	LEAF_INDEX,
	LEAF_TABLE
];
const CELL_BYTES_MIN = 4;
const FREE_BLOCK_HEADER_BYTES = 4;
const NEXT_BYTES = 4;
/** Where a trunk of the list of free pages says how many it lists, and where these begin. */
const TRUNK_COUNT_AT = 4;
const TRUNK_PAGES_AT = 8;
/** The page does not make sense: the file is damaged. */
var UnreadablePage = class extends Error {};
/** With zeros for whatever is unused. `head_bytes`: before the tree. `usable`: bytes of a page but the reserved ones. */
function cleanTree(page, head_bytes, usable) {
	const clean = Buffer.alloc(page.length);
	const keep = (from, bytes) => {
		if (from + bytes > usable) throw new UnreadablePage();
		page.copy(clean, from, from, from + bytes);
	};
	page.copy(clean, usable, usable);
	keep(0, cellsAt(page, head_bytes) + 2 * page.readUInt16BE(head_bytes + 3));
	let free = page.readUInt16BE(head_bytes + 1);
	for (let blocks = 0; free !== 0; blocks++) {
		if (blocks > usable / FREE_BLOCK_HEADER_BYTES) throw new UnreadablePage();
		keep(free, FREE_BLOCK_HEADER_BYTES);
		free = page.readUInt16BE(free);
	}
	for (const { at, bytes } of cellsOf(page, head_bytes, usable)) keep(at, bytes);
	return clean;
}
/** The last page of a record's overflow, of which so many bytes are used. */
function cleanOverflow(page, used, usable) {
	if (used < 0 || NEXT_BYTES + used > usable) throw new UnreadablePage();
	return Buffer.from(page).fill(0, NEXT_BYTES + used, usable);
}
function nextOverflow(page) {
	return page.readUInt32BE(0);
}
/** A page that lists free ones. */
function cleanTrunk(page) {
	const end = TRUNK_PAGES_AT + 4 * page.readUInt32BE(TRUNK_COUNT_AT);
	if (end > page.length) throw new UnreadablePage();
	return Buffer.from(page).fill(0, end);
}
/** How many bytes stand in the last page of the overflow that begins at `first` and has so many pages. */
function lastBytes(owner, head_bytes, usable, { first, pages }) {
	const { overflow } = cellsOf(owner, head_bytes, usable).find((cell) => cell.overflow?.page === first) ?? {};
	if (!overflow) throw new UnreadablePage();
	return overflow.bytes - (pages - 1) * (usable - NEXT_BYTES);
}
function cellsAt(page, head_bytes) {
	const kind = page[head_bytes];
	if (!KINDS.includes(kind)) throw new UnreadablePage();
	return head_bytes + (isLeaf(kind) ? 8 : 12);
}
function isLeaf(kind) {
	return kind === LEAF_INDEX || kind === LEAF_TABLE;
}
function cellsOf(page, head_bytes, usable) {
	const kind = page[head_bytes];
	const pointers = cellsAt(page, head_bytes);
	const count = page.readUInt16BE(head_bytes + 3);
	if (pointers + 2 * count > usable) throw new UnreadablePage();
	return Array.from({ length: count }, (_, nth) => {
		const at = page.readUInt16BE(pointers + 2 * nth);
		if (at < pointers || at + CELL_BYTES_MIN > usable) throw new UnreadablePage();
		return cellAt(page, at, kind, usable);
	});
}
function cellAt(page, at, kind, usable) {
	let end = isLeaf(kind) ? at : at + 4;
	const number = () => {
		const [value, next] = varint(page, end);
		end = next;
		return value;
	};
	if (kind === INTERIOR_TABLE) {
		number();
		return {
			at,
			bytes: end - at,
			overflow: null
		};
	}
	const payload = number();
	if (kind === LEAF_TABLE) number();
	const local = localBytes(payload, kind, usable);
	end += local;
	if (local === payload) return {
		at,
		bytes: Math.max(CELL_BYTES_MIN, end - at),
		overflow: null
	};
	if (end + 4 > usable) throw new UnreadablePage();
	return {
		at,
		bytes: end + 4 - at,
		overflow: {
			page: page.readUInt32BE(end),
			bytes: payload - local
		}
	};
}
/** How much of a record stands in the tree itself. */
function localBytes(payload, kind, usable) {
	const most = kind === LEAF_TABLE ? usable - 35 : Math.floor((usable - 12) * 64 / 255) - 23;
	if (payload <= most) return payload;
	const least = Math.floor((usable - 12) * 32 / 255) - 23;
	const rest = least + (payload - least) % (usable - NEXT_BYTES);
	return rest <= most ? rest : least;
}
/** Value, and where it ends: seven bits a byte, highest first, the ninth byte has eight. */
function varint(page, from) {
	let value = 0;
	for (let nth = 0; nth < 8; nth++) {
		const byte = page[from + nth];
		value = value * 128 + (byte & 127);
		if (byte < 128) return [value, from + nth + 1];
	}
	return [value * 256 + page[from + 8], from + 9];
}
// src/store/file/cleaning.ts
/**
* Overwrites unused bytes of the file with zeros, in short steps between which others write. SQLite itself leaves what
* was deleted in free pages, in gaps of used ones and behind the end of long values, and only rewriting the whole file
* (VACUUM) would remove it all, which holds up writers for seconds.
*
* Pages are overwritten in place, beside SQLite. What makes this safe:
* - It happens while this connection has the write lock and the whole write-ahead log is in the file: then nobody else
*   writes to the file, nobody reads an earlier state, and no page is newer in the log.
* - Only bytes without meaning change. Whoever reads a page at that moment, or finds it half written after a power loss,
*   finds the same content.
* - Others may have the page in memory as it was and write it back. So the transaction also changes a row: all
*   connections then drop what they have in memory before they write.
*/
const PAUSE_MS = 1;
/** Read at once. */
const CHUNK_PAGES = 64;
/** In the file's header. */
const PAGE_BYTES_AT = 16;
const RESERVED_AT = 20;
const PAGES_AT = 28;
const TRUNK_AT = 32;
const MAPPED_AT = 52;
/** SQLite locks bytes here, so it uses this page for nothing. */
const LOCKED_AT = 1073741824;
const MAP_ENTRY_BYTES = 5;
/** Files by device and number. Closing one would release SQLite's locks on it, so they stay open. */
const files = /* @__PURE__ */ new Map();
function fileAt(path) {
	const { dev, ino } = statSync(path, { bigint: true });
	const key = `${dev} ${ino}`;
	const file = files.get(key) ?? openSync(path, "r+");
	files.set(key, file);
	return file;
}
/** Of a file; nothing needs cleaning in memory. */
function cleaningOf(database, path) {
	const file = fileAt(path);
	const log = openDatabase(path, 0);
	let next = 1;
	let used = 0;
	/** Whether others may still have pages in memory that were overwritten. */
	let is_stale = true;
	return {
		step(most_ms) {
			const until_ms = performance.now() + most_ms;
			if (!isLogInFile(log, until_ms)) return "held";
			const pages = new Pages(file);
			if (pages.used < used) next = 1;
			used = pages.used;
			const first = next === 1 ? rootsOf(database) : [];
			for (const page of first) is_stale = pages.clean(page) || is_stale;
			let at = next;
			do
				for (const end = Math.min(at + CHUNK_PAGES, pages.count + 1); at < end; at++) is_stale = pages.clean(at) || is_stale;
			while (at <= pages.count && performance.now() < until_ms);
			if (is_stale) forgetPages(database);
			is_stale = false;
			next = at;
			return next > pages.count ? "done" : "more";
		},
		bringToDisk: () => fdatasyncSync(file),
		close: () => log.close()
	};
}
/** Waits for readers of earlier states. */
function isLogInFile(log, until_ms) {
	const sql = "PRAGMA wal_checkpoint(PASSIVE)";
	for (;;) {
		const state = log.get(sql);
		if (state.busy === 0 && state.log === state.checkpointed) return true;
		if (performance.now() > until_ms) return false;
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
	}
}
/** Before all others: from a root, SQLite copies whole pages to other places. */
function rootsOf(database) {
	return database.all("SELECT rootpage FROM sqlite_schema WHERE rootpage > 0").map(({ rootpage }) => rootpage);
}
/** By a change, whatever it is, and for this connection by name. */
function forgetPages(database) {
	database.execute("PRAGMA shrink_memory");
	const row = database.get("SELECT removals, scrubbed FROM scrubbing");
	database.run("DELETE FROM scrubbing");
	database.run("INSERT INTO scrubbing (id, removals, scrubbed) VALUES (1, ?, ?)", row.removals, row.scrubbed);
}
/** The file as it is during one step. */
var Pages = class {
	#file;
	#bytes;
	#usable;
	#mapped;
	#trunks = /* @__PURE__ */ new Set();
	/** Pages of the map, by number. */
	#maps = /* @__PURE__ */ new Map();
	/** The pages from `#from` on. */
	#chunk = Buffer.alloc(0);
	#from = 0;
	/** Pages the file has; what comes behind them means nothing. */
	used;
	/** With those. */
	count;
	constructor(file) {
		this.#file = file;
		const header = Buffer.alloc(100);
		readSync(file, header, 0, header.length, 0);
		this.#bytes = header.readUInt16BE(PAGE_BYTES_AT) === 1 ? 65536 : header.readUInt16BE(PAGE_BYTES_AT);
		this.#usable = this.#bytes - header[RESERVED_AT];
		this.#mapped = Math.floor(this.#usable / MAP_ENTRY_BYTES) + 1;
		this.used = header.readUInt32BE(PAGES_AT);
		this.count = Math.max(this.used, Math.floor(fstatSync(file).size / this.#bytes));
		if (header.readUInt32BE(MAPPED_AT) === 0) throw damagedRow("file", "its header");
		for (let trunk = header.readUInt32BE(TRUNK_AT); trunk !== 0; trunk = nextOverflow(this.#read(trunk))) {
			if (this.#trunks.has(trunk)) throw damagedRow("file", `page ${trunk}`);
			this.#trunks.add(trunk);
		}
	}
	/** Whether there was something to overwrite. @throws ServiceError data_corrupted */
	clean(page) {
		if (page === this.#mapOf(page) || page === LOCKED_AT / this.#bytes + 1) return false;
		try {
			const before = this.#inChunk(page);
			const after = this.#cleaned(page, before);
			if (after === null || after.equals(before)) return false;
			writeSync(this.#file, after, 0, after.length, (page - 1) * this.#bytes);
			after.copy(before);
			return true;
		} catch (error) {
			throw error instanceof UnreadablePage || error instanceof RangeError ? damagedRow("file", `page ${page}`) : error;
		}
	}
	/** null = every byte is used. */
	#cleaned(page, before) {
		if (page > this.used) return Buffer.alloc(this.#bytes);
		if (page === 1) return cleanTree(before, 100, this.#usable);
		const { kind } = this.#mapEntry(page);
		switch (kind) {
			case PAGE$3.free: return this.#trunks.has(page) ? cleanTrunk(before) : Buffer.alloc(this.#bytes);
			case PAGE$3.root:
			case PAGE$3.tree: return cleanTree(before, 0, this.#usable);
			case PAGE$3.firstOverflow:
			case PAGE$3.overflow: return nextOverflow(before) === 0 ? cleanOverflow(before, this.#lastBytes(page), this.#usable) : null;
			default: throw new UnreadablePage();
		}
	}
	/** Used bytes of the last page of a long value. */
	#lastBytes(last) {
		let first = last;
		let pages = 1;
		let entry = this.#mapEntry(last);
		for (; entry.kind === PAGE$3.overflow; pages++) {
			if (pages > this.used) throw new UnreadablePage();
			first = entry.parent;
			entry = this.#mapEntry(first);
		}
		if (entry.kind !== PAGE$3.firstOverflow) throw new UnreadablePage();
		return lastBytes(this.#read(entry.parent), entry.parent === 1 ? 100 : 0, this.#usable, {
			first,
			pages
		});
	}
	#mapEntry(page) {
		const mapAt = this.#mapOf(page);
		const map = this.#maps.get(mapAt) ?? this.#read(mapAt);
		this.#maps.set(mapAt, map);
		const at = MAP_ENTRY_BYTES * (page - mapAt - 1);
		return {
			kind: map[at],
			parent: map.readUInt32BE(at + 1)
		};
	}
	/** The page of the map that has this one's entry. */
	#mapOf(page) {
		if (page < 2) return 0;
		const mapAt = Math.floor((page - 2) / this.#mapped) * this.#mapped + 2;
		return mapAt === LOCKED_AT / this.#bytes + 1 ? mapAt + 1 : mapAt;
	}
	/** One of those that are looked at in order. */
	#inChunk(page) {
		const at = (page - this.#from) * this.#bytes;
		if (at >= 0 && at + this.#bytes <= this.#chunk.length) return this.#chunk.subarray(at, at + this.#bytes);
		this.#from = page;
		this.#chunk = this.#read(page, Math.min(CHUNK_PAGES, this.count - page + 1));
		return this.#chunk.subarray(0, this.#bytes);
	}
	#read(page, pages = 1) {
		if (page < 1 || page > this.count) throw new UnreadablePage();
		const bytes = Buffer.alloc(pages * this.#bytes);
		readSync(this.#file, bytes, 0, bytes.length, (page - 1) * this.#bytes);
		return bytes;
	}
};
// src/store/file/record.ts
/**
* Maps table rows to types: each field declares once how it is stored; insert, update and read follow. Table and column
* names are our own constants, never from callers.
*/
/** Numbers and texts; null if the type allows it. */
function plain() {
	return {
		write: (value) => value,
		read: (stored) => stored
	};
}
const flag = {
	write: Number,
	read: (stored) => stored === 1
};
const nullableFlag = {
	write: (value) => value === null ? null : Number(value),
	read: (stored) => stored === null ? null : stored === 1
};
/** JSON text. If null has its own meaning in SQL, use `nullableJson`. */
function json() {
	return {
		write: (value) => JSON.stringify(value),
		read: (stored) => JSON.parse(String(stored))
	};
}
/** JSON text, or NULL for null. */
function nullableJson() {
	const { write, read } = json();
	return {
		write: (value) => value === null ? null : write(value),
		read: (stored) => stored === null ? null : read(stored)
	};
}
const CHECKED = /* @__PURE__ */ new WeakMap();
/** Codecs of a table whose rows carry a checksum of these fields, as answers depend on them. */
function checked(table, codecs) {
	CHECKED.set(codecs, table);
	return codecs;
}
/** A row as its type. @throws ServiceError data_corrupted if the checksum is wrong */
function decode(codecs, row) {
	const table = CHECKED.get(codecs);
	if (table !== void 0) {
		const stored = crcFields(codecs).map((field) => {
			if (row[field] === void 0) throw damagedRow(table, `column ${field}`);
			return row[field];
		});
		checkRow(row["crc"], valuesCrc(stored), table, `number ${row["id"]}`);
	}
	const value = {};
	for (const field of fieldsOf(codecs)) value[field] = codecs[field].read(row[field]);
	return value;
}
/** Inserts the given fields; returns the row id. */
function insert(database, table, codecs, values) {
	const { fields, stored } = encode(codecs, values);
	const names = fields.map((field) => `"${field}"`).join(", ");
	const marks = fields.map(() => "?").join(", ");
	return withCrc(database, codecs, () => {
		const { last_id } = database.run(`INSERT INTO ${table} (${names}) VALUES (${marks})`, ...stored);
		noteCrc(database, table, codecs, {
			sql: "rowid = ?",
			values: [last_id]
		});
		return last_id;
	});
}
/** Updates the given fields where the condition holds; returns the number of rows. */
function update(database, table, codecs, patch, where) {
	const { fields, stored } = encode(codecs, patch);
	if (fields.length === 0) return 0;
	const sets = fields.map((field) => `"${field}" = ?`).join(", ");
	return withCrc(database, codecs, () => {
		const { changes } = database.run(`UPDATE ${table} SET ${sets} WHERE ${where.sql}`, ...stored, ...where.values);
		noteCrc(database, table, codecs, where);
		return changes;
	});
}
/** Nobody may find a row without the checksum that belongs to it: another process, or whoever opens the file next. */
function withCrc(database, codecs, write) {
	return CHECKED.has(codecs) ? database.transaction(write) : write();
}
function noteCrc(database, table, codecs, where) {
	if (!CHECKED.has(codecs)) return;
	const names = crcFields(codecs).map((field) => `"${field}"`);
	database.run(`UPDATE ${table} SET crc = values_crc(${names.join(", ")}) WHERE ${where.sql}`, ...where.values);
}
/** A fixed order, independent of the type's. Migrations that add a field rebuild the checksums. */
function crcFields(codecs) {
	return fieldsOf(codecs).toSorted();
}
function encode(codecs, values) {
	const fields = [];
	const stored = [];
	for (const field of fieldsOf(codecs)) {
		const value = values[field];
		if (value === void 0) continue;
		fields.push(field);
		stored.push(codecs[field].write(value));
	}
	return {
		fields,
		stored
	};
}
function fieldsOf(codecs) {
	return keysOf(codecs);
}
// src/store/events/erasures.ts
/** Pending and finished erasures, and cleaning the file after them. */
const ERASURE = checked("erasure", {
	id: plain(),
	project_id: plain(),
	task: json(),
	requested_at_ms: plain(),
	done_at_ms: plain(),
	events: plain(),
	persons: plain()
});
function erasureStore(database, path) {
	const get = (id) => {
		const row = database.get("SELECT * FROM erasure WHERE id = ?", id);
		return row && decode(ERASURE, row);
	};
	return {
		request(project_id, task, requested_at_ms, most) {
			const id = insert(database, "erasure", ERASURE, {
				project_id,
				task,
				requested_at_ms,
				done_at_ms: null,
				events: 0,
				persons: 0
			});
			database.run("DELETE FROM erasure WHERE id <= ? AND done_at_ms IS NOT NULL", id - most);
			return must(get(id), `erasure ${id}`);
		},
		get,
		pending(project_id) {
			const sql = `SELECT * FROM erasure WHERE done_at_ms IS NULL AND (? IS NULL OR project_id = ?) ORDER BY id`;
			const of = project_id ?? null;
			return database.all(sql, of, of).map((row) => decode(ERASURE, row));
		},
		note(id, { events, persons }) {
			const before = must(get(id), `erasure ${id}`);
			const removed = {
				events: before.events + events,
				persons: before.persons + persons
			};
			update(database, "erasure", ERASURE, removed, {
				sql: "id = ?",
				values: [id]
			});
		},
		finish(id, done_at_ms) {
			update(database, "erasure", ERASURE, { done_at_ms }, {
				sql: "id = ?",
				values: [id]
			});
		},
		noteRemoval: () => void database.run("UPDATE scrubbing SET removals = removals + 1"),
		unscrubbed() {
			return database.get("SELECT removals FROM scrubbing WHERE removals > scrubbed")?.removals ?? null;
		},
		scrubbed: (removals) => void database.run("UPDATE scrubbing SET scrubbed = max(scrubbed, ?)", removals),
		cleaning: () => path === ":memory:" ? null : cleaningOf(database, path),
		emptyLog() {
			database.execute("PRAGMA wal_checkpoint(PASSIVE)");
			return database.get("PRAGMA wal_checkpoint(TRUNCATE)")?.busy === 0;
		}
	};
}
// src/store/events/events.ts
/**
* The event log and segments. Rows leave the log and arrive in segments in one transaction, so a reader sees each event
* exactly once.
*/
const SEGMENT = "id, rows, from_ms, until_ms, header, revision, stage, crc";
function eventStore(database) {
	return {
		...place(database),
		...state(database),
		...log(database),
		...segments(database),
		...imports(database)
	};
}
function place(database) {
	return {
		place: () => database.get("SELECT place FROM events_place")?.place ?? null,
		setPlace(text) {
			database.run("DELETE FROM events_place");
			if (text !== null) database.run("INSERT INTO events_place (id, place) VALUES (1, ?)", text);
		}
	};
}
const CRC = "row_crc('', project_id, revision, sealed_seq, erasures, expired_before_ms)";
function stateOf(database, project_id) {
	const state = database.get(`SELECT revision, sealed_seq, erasures, expired_before_ms, crc FROM project_state WHERE project_id = ?`, project_id);
	if (state === void 0) return void 0;
	const { revision, sealed_seq, erasures, expired_before_ms } = state;
	const crc = rowCrc("", project_id, revision, sealed_seq, erasures, expired_before_ms);
	checkRow(state.crc, crc, "project_state", `project ${project_id}`);
	return state;
}
/** `sql` sets columns of the project's state. */
function changeState(database, project_id, sql, ...values) {
	const set = `UPDATE project_state SET ${sql} WHERE project_id = ? RETURNING revision`;
	const row = database.get(set, ...values, project_id);
	assert(row !== void 0, `project ${project_id} exists`);
	database.run(`UPDATE project_state SET crc = ${CRC} WHERE project_id = ?`, project_id);
	return row.revision;
}
function state(database) {
	return {
		revision: (project_id) => database.remembered(`revision ${project_id}`, () => stateOf(database, project_id)?.revision ?? 0),
		nextRevision(project_id) {
			return changeState(database, project_id, "revision = revision + 1");
		},
		nextErasure(project_id) {
			return changeState(database, project_id, "revision = revision + 1, erasures = erasures + 1");
		},
		erasures: (project_id) => database.remembered(`erasures ${project_id}`, () => stateOf(database, project_id)?.erasures ?? 0),
		expiredBefore: (project_id) => database.remembered(`expired ${project_id}`, () => stateOf(database, project_id)?.expired_before_ms || null),
		noteExpired(project_id, before_ms) {
			changeState(database, project_id, "expired_before_ms = max(expired_before_ms, ?)", before_ms);
		},
		isOnlySealedSince(project_id, revision) {
			const row = database.get(`SELECT (SELECT count(DISTINCT revision) FROM segment WHERE project_id = ? AND revision > ?) AS sealed,
                   revision FROM project_state WHERE project_id = ?`, project_id, revision, project_id);
			return row !== void 0 && row.revision - revision === row.sealed;
		},
		sealedSeq(project_id) {
			return stateOf(database, project_id)?.sealed_seq ?? 0;
		}
	};
}
/** Numbers of chunks never return. */
const NEXT_SEQ = `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'log'), 0) + 1 AS next`;
function log(database) {
	return {
		append(project_id, { events, bytes }) {
			const { next } = database.get(NEXT_SEQ);
			return database.run("INSERT INTO log (seq, project_id, events, bytes, crc) VALUES (?, ?, ?, ?, ?)", next, project_id, events, bytes, rowCrc(bytes, next, project_id, events)).last_id;
		},
		logSince(project_id, seq) {
			return database.all("SELECT seq, events, bytes, crc FROM log WHERE project_id = ? AND seq > ? ORDER BY seq", project_id, seq).map(({ crc, ...row }) => {
				checkRow(crc, rowCrc(row.bytes, row.seq, project_id, row.events), "log", `number ${row.seq}`);
				return row;
			});
		},
		rewriteLog(project_id, seq, chunk) {
			if (chunk === null) database.run("DELETE FROM log WHERE project_id = ? AND seq = ?", project_id, seq);
			else {
				const { events, bytes } = chunk;
				database.run("UPDATE log SET events = ?, bytes = ?, crc = ? WHERE project_id = ? AND seq = ?", events, bytes, rowCrc(bytes, seq, project_id, events), project_id, seq);
			}
		},
		tailEvents(project_id) {
			return database.get(`SELECT coalesce(sum(events), 0) AS events FROM log JOIN project_state USING (project_id)
                   WHERE project_id = ? AND seq > sealed_seq`, project_id).events;
		},
		seal(project_id, seq, made, revision) {
			database.transaction(() => {
				const events = database.all("DELETE FROM log WHERE project_id = ? AND seq <= ? RETURNING events", project_id, seq).reduce((sum, row) => sum + row.events, 0);
				const rows = made.reduce((sum, segment) => sum + segment.rows, 0);
				assert(rows <= events, `sealing makes ${rows} rows of ${events} events`);
				for (const segment of made) addSegment(database, project_id, segment, revision);
				changeState(database, project_id, "sealed_seq = ?", Math.max(stateOf(database, project_id)?.sealed_seq ?? 0, seq));
			});
		}
	};
}
function segments(database) {
	return {
		replace(project_id, removed_ids, added, revision) {
			database.transaction(() => {
				for (const id of removed_ids) {
					const { changes } = database.run("DELETE FROM segment WHERE project_id = ? AND id = ?", project_id, id);
					assert(changes === 1, `segment ${id} exists`);
				}
				for (const segment of added) addSegment(database, project_id, segment, revision);
			});
		},
		rewrite(project_id, id, made) {
			database.transaction(() => {
				const before = database.get("SELECT revision FROM segment WHERE id = ?", id);
				assert(before !== void 0, `segment ${id} exists`);
				database.run("DELETE FROM segment WHERE project_id = ? AND id = ?", project_id, id);
				if (made !== null) addSegment(database, project_id, made, before.revision, id);
			});
		},
		segments(project_id) {
			const sql = `SELECT ${SEGMENT} FROM segment WHERE project_id = ? ORDER BY id`;
			return database.all(sql, project_id).map(({ stage, crc, ...row }) => {
				checkRow(crc, segmentCrc(project_id, row, row.revision, stage), "segment", `number ${row.id}`);
				return row;
			});
		},
		/** Segment numbers never return, so the newest number and the count identify a list. */
		segmentsMark(project_id) {
			return database.get(`SELECT count(*) || ':' || coalesce(max(id), 0) AS mark FROM segment WHERE project_id = ?`, project_id).mark;
		},
		blob(segment_id, name) {
			return database.get("SELECT bytes FROM segment_blob WHERE segment_id = ? AND name = ?", segment_id, name)?.bytes ?? stagedBlob(database, segment_id, name);
		},
		stage(stage, parts) {
			const sql = "INSERT INTO staged_blob (stage, name, part, bytes) VALUES (?, ?, ?, ?)";
			for (const { name, part, bytes } of parts) database.run(sql, stage, name, part, bytes);
		},
		unstage(stage) {
			const sql = `DELETE FROM staged_blob WHERE stage IN (${stage === null ? "SELECT DISTINCT stage FROM staged_blob" : "SELECT ? AS stage"} EXCEPT SELECT stage FROM segment WHERE stage IS NOT NULL)`;
			database.run(sql, ...stage === null ? [] : [stage]);
		}
	};
}
function stagedBlob(database, segment_id, name) {
	const parts = database.all(`SELECT bytes FROM staged_blob WHERE stage = (SELECT stage FROM segment WHERE id = ?) AND name = ? ORDER BY part`, segment_id, name).map(({ bytes }) => bytes);
	return parts.length > 1 ? Buffer.concat(parts) : parts[0];
}
function segmentCrc(project_id, { rows, from_ms, until_ms, header }, revision, stage) {
	return rowCrc(header, project_id, rows, from_ms, until_ms, revision, ...stage === null ? [] : [stage]);
}
/** Its blobs are deleted with it. `id`: the next number unless given. */
function addSegment(database, project_id, segment, revision, id = null) {
	const stage = "stage" in segment ? segment.stage : null;
	if ("stage" in segment) checkStaged(database, segment);
	const { last_id } = database.run(`INSERT INTO segment (id, project_id, rows, from_ms, until_ms, header, revision, stage, crc)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, id, project_id, segment.rows, segment.from_ms, segment.until_ms, segment.header, revision, stage, segmentCrc(project_id, segment, revision, stage));
	if ("stage" in segment) return;
	for (const { name, bytes } of segment.blobs) database.run("INSERT INTO segment_blob (segment_id, name, bytes) VALUES (?, ?, ?)", last_id, name, bytes);
}
/** Another process may have unstaged it. */
function checkStaged(database, { stage, parts }) {
	if (database.get("SELECT count(*) AS parts FROM staged_blob WHERE stage = ?", stage).parts !== parts) throw new ServiceError("busy", "Another process works on the same events. Try again in a moment.");
}
function imports(database) {
	return {
		noteLine(project_id, { about, nth, content }, import_id) {
			if (database.get("SELECT 1 FROM imported_line WHERE project_id = ? AND about = ? AND nth = ? AND content = ?", project_id, about, nth, content) !== void 0) return false;
			database.run("DELETE FROM imported_line WHERE project_id = ? AND about = ? AND nth >= ?", project_id, about, nth);
			database.run("INSERT INTO imported_line (project_id, about, nth, content, import_id) VALUES (?, ?, ?, ?, ?)", project_id, about, nth, content, import_id ?? null);
			return true;
		},
		hasFormerImports(project_id) {
			return database.get("SELECT 1 FROM import WHERE project_id = ? LIMIT 1", project_id) !== void 0;
		}
	};
}
// src/store/events/imports.ts
/** Imports, and their lines about people and groups. Lines of events are known by their ids. */
const RUN = checked("import_run", {
	project_id: plain(),
	id: plain(),
	sources: json(),
	started_at_ms: plain(),
	changed_at_ms: plain(),
	events: plain(),
	persons: json(),
	revision: plain()
});
function importStore(database) {
	const get = (project_id, id) => {
		const row = database.get("SELECT * FROM import_run WHERE project_id = ? AND id = ?", project_id, id);
		return row && decode(RUN, row);
	};
	return {
		get,
		begin(project_id, sources, started_at_ms) {
			const id = database.get(`SELECT 1 + max((SELECT coalesce(max(id), 0) FROM import_run WHERE project_id = ?),
                   (SELECT coalesce(max(task ->> 'import_id'), 0) FROM erasure WHERE project_id = ?)) AS next`, project_id, project_id).next;
			insert(database, "import_run", RUN, {
				project_id,
				id,
				sources,
				started_at_ms,
				changed_at_ms: started_at_ms,
				events: 0,
				persons: [],
				revision: 0
			});
			return must(get(project_id, id), `import ${id}`);
		},
		list(project_id) {
			return database.all("SELECT * FROM import_run WHERE project_id = ? ORDER BY id DESC", project_id).map((row) => decode(RUN, row));
		},
		note({ project_id, id, ...run }) {
			update(database, "import_run", RUN, run, {
				sql: "project_id = ? AND id = ?",
				values: [project_id, id]
			});
		},
		forgetLines(project_id, abouts) {
			const sql = "DELETE FROM imported_line WHERE project_id = ? AND about = ?";
			for (const about of abouts) database.run(sql, project_id, about);
		},
		remove(project_id, id) {
			database.run("DELETE FROM import_run WHERE project_id = ? AND id = ?", project_id, id);
			database.run("DELETE FROM imported_line WHERE project_id = ? AND import_id = ?", project_id, id);
		}
	};
}
// src/store/events/outdated.ts
function outdatedStore(database) {
	const exists = () => {
		return database.get(`SELECT 1 FROM sqlite_schema WHERE name = 'outdated_segment'`) !== void 0;
	};
	return {
		exists,
		rows() {
			return database.get("SELECT coalesce(sum(rows), 0) AS rows FROM outdated_segment").rows;
		},
		oldest(limit) {
			return database.all("SELECT id, project_id, rows, header FROM outdated_segment ORDER BY project_id, id LIMIT ?", limit).map((row) => ({ ...row }));
		},
		ofProject(project_id) {
			return database.all("SELECT id, project_id, rows, header FROM outdated_segment WHERE project_id = ? ORDER BY id", project_id).map((row) => ({ ...row }));
		},
		column(segment_id, name) {
			return database.get("SELECT bytes FROM outdated_column WHERE segment_id = ? AND name = ?", segment_id, name)?.bytes;
		},
		replace(project_id, ids, made) {
			database.transaction(() => {
				for (const id of ids) database.run("DELETE FROM outdated_segment WHERE id = ?", id);
				addSegment(database, project_id, made, database.get("SELECT revision FROM project_state WHERE project_id = ?", project_id).revision);
			});
		},
		drop: () => database.execute("DROP TABLE outdated_column; DROP TABLE outdated_segment")
	};
}
// src/store/file/repeatable.ts
function repeatableStore(database) {
	return {
		get(owner, key, since_ms) {
			const row = database.get("SELECT fingerprint, answer FROM repeatable WHERE owner = ? AND key = ? AND answered_at_ms >= ?", owner, key, since_ms);
			return row && {
				fingerprint: row.fingerprint,
				answer: JSON.parse(row.answer)
			};
		},
		put(owner, key, { fingerprint, answer }, at_ms) {
			database.run(`INSERT INTO repeatable (owner, key, fingerprint, answer, answered_at_ms) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (owner, key) DO UPDATE SET
           fingerprint = excluded.fingerprint, answer = excluded.answer, answered_at_ms = excluded.answered_at_ms`, owner, key, fingerprint, JSON.stringify(answer), at_ms);
		},
		clear(texts) {
			database.run("DELETE FROM repeatable WHERE EXISTS (SELECT 1 FROM json_each(?) WHERE instr(answer, value))", JSON.stringify(texts.map((text) => JSON.stringify(text).slice(1, -1))));
		},
		sweep: (before_ms) => database.run("DELETE FROM repeatable WHERE answered_at_ms < ?", before_ms).changes
	};
}
// src/store/migrations.ts
/**
* The file format as an ordered list of migrations, counted by SQLite's `user_version`. Released migrations are never
* edited; changes are appended. Each runs in one transaction.
*/
/** SQL per step; the first starts with an empty file. */
const MIGRATIONS = [
	`
CREATE TABLE project (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  api_token TEXT NOT NULL UNIQUE,
  timezone TEXT NOT NULL,
  week_start_day INTEGER NOT NULL,
  test_account_filters TEXT NOT NULL, -- JSON array
  path_cleaning_filters TEXT NOT NULL, -- JSON array
  created_at_ms INTEGER NOT NULL
) STRICT;

-- Apart from the project: it changes with every commit.
CREATE TABLE project_state (
  project_id INTEGER PRIMARY KEY REFERENCES project (id),
  revision INTEGER NOT NULL DEFAULT 0,
  sealed_seq INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE user (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  distinct_id TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL,
  is_email_verified INTEGER,
  hedgehog_config TEXT -- JSON object
) STRICT;

CREATE TABLE api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id),
  label TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  mask TEXT NOT NULL,
  scopes TEXT NOT NULL, -- JSON array
  project_ids TEXT, -- JSON array
  created_at_ms INTEGER NOT NULL,
  last_used_at_ms INTEGER,
  revoked_at_ms INTEGER
) STRICT;

CREATE TABLE insight (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project (id),
  short_id TEXT NOT NULL,
  name TEXT,
  derived_name TEXT,
  description TEXT,
  filters TEXT NOT NULL, -- JSON
  query TEXT, -- JSON
  "order" INTEGER,
  deleted INTEGER NOT NULL,
  saved INTEGER NOT NULL,
  favorited INTEGER NOT NULL,
  is_sample INTEGER NOT NULL,
  tags TEXT NOT NULL, -- JSON array of texts
  created_at_ms INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id),
  updated_at_ms INTEGER NOT NULL,
  last_modified_at_ms INTEGER NOT NULL,
  last_modified_by INTEGER REFERENCES user (id),
  UNIQUE (project_id, short_id)
) STRICT;

CREATE TABLE dashboard (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project (id),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  filters TEXT NOT NULL, -- JSON
  deleted INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id)
) STRICT;
CREATE INDEX dashboard_by_project ON dashboard (project_id);

CREATE TABLE tile (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dashboard_id INTEGER NOT NULL REFERENCES dashboard (id),
  insight_id INTEGER NOT NULL REFERENCES insight (id),
  deleted INTEGER,
  color TEXT,
  layouts TEXT NOT NULL, -- JSON
  UNIQUE (insight_id, dashboard_id)
) STRICT;
CREATE INDEX tile_by_dashboard ON tile (dashboard_id);

CREATE TABLE activity (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id INTEGER NOT NULL REFERENCES project (id),
  user_id INTEGER REFERENCES user (id),
  activity TEXT NOT NULL,
  scope TEXT NOT NULL,
  item_id TEXT NOT NULL,
  detail TEXT NOT NULL, -- JSON
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX activity_by_scope ON activity (project_id, scope, created_at_ms);
CREATE INDEX activity_by_item ON activity (project_id, scope, item_id, created_at_ms);

CREATE TABLE insight_view (
  project_id INTEGER NOT NULL REFERENCES project (id),
  user_id INTEGER NOT NULL REFERENCES user (id),
  insight_id INTEGER NOT NULL REFERENCES insight (id),
  viewed_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, user_id, insight_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE sharing (
  insight_id INTEGER PRIMARY KEY REFERENCES insight (id),
  enabled INTEGER NOT NULL,
  access_token TEXT NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE result (
  project_id INTEGER NOT NULL REFERENCES project (id),
  key TEXT NOT NULL,
  body TEXT NOT NULL, -- JSON
  computed_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, key)
) STRICT;
CREATE INDEX result_by_age ON result (computed_at_ms);

-- What was answered to a write that carried an Idempotency-Key. Owner: the API key's number, 0 for the file's owner.
CREATE TABLE repeatable (
  owner INTEGER NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  answer TEXT NOT NULL, -- JSON
  answered_at_ms INTEGER NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT;
CREATE INDEX repeatable_by_age ON repeatable (answered_at_ms);

-- Sixteen neighbours by number, see person_pages.ts. A merged person stays, so that its number is never given out again.
CREATE TABLE person_page (
  project_id INTEGER NOT NULL,
  page INTEGER NOT NULL, -- number / 16
  persons INTEGER NOT NULL,
  revision INTEGER NOT NULL, -- of the last change
  bytes BLOB NOT NULL,
  PRIMARY KEY (project_id, page)
) STRICT;
CREATE INDEX person_page_by_revision ON person_page (project_id, revision, page);

CREATE TABLE person_long (
  project_id INTEGER NOT NULL,
  person_ord INTEGER NOT NULL,
  properties BLOB NOT NULL, -- packed, see properties.ts
  PRIMARY KEY (project_id, person_ord)
) STRICT;

-- What persons' properties are packed with: names and values that come up again. Never changed, never removed.
CREATE TABLE property_term (
  project_id INTEGER NOT NULL,
  ord INTEGER NOT NULL,
  text TEXT NOT NULL, -- JSON
  PRIMARY KEY (project_id, ord)
) STRICT, WITHOUT ROWID;

-- Thirty-two neighbours by number, see distinct_ids.ts.
CREATE TABLE distinct_page (
  project_id INTEGER NOT NULL,
  page INTEGER NOT NULL, -- number / 32
  ids INTEGER NOT NULL,
  bytes BLOB NOT NULL, -- texts, and whose they are
  PRIMARY KEY (project_id, page)
) STRICT;

-- From texts to numbers, for all projects.
CREATE TABLE distinct_hash (
  hash INTEGER PRIMARY KEY, -- of project and text, or the next free number after it
  ord INTEGER NOT NULL
) STRICT;

-- Distinct ids of persons besides the one that each was made by.
CREATE TABLE distinct_more (
  project_id INTEGER NOT NULL,
  person_ord INTEGER NOT NULL,
  distinct_ord INTEGER NOT NULL,
  PRIMARY KEY (project_id, person_ord, distinct_ord)
) STRICT, WITHOUT ROWID;

-- Distinct ids that a merge gave another person.
CREATE TABLE distinct_move (
  project_id INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  distinct_ord INTEGER NOT NULL,
  person_ord INTEGER NOT NULL,
  PRIMARY KEY (project_id, revision, distinct_ord)
) STRICT, WITHOUT ROWID;

-- The persons of the first distinct ids, as of that revision, so that who is who is read at once and not page by
-- page. What came later is in distinct_page and distinct_move.
CREATE TABLE person_map (
  project_id INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,
  bytes BLOB NOT NULL -- 4 * ord -> person_ord, little-endian
) STRICT;

CREATE TABLE group_type (
  project_id INTEGER NOT NULL REFERENCES project (id),
  group_type_index INTEGER NOT NULL,
  group_type TEXT NOT NULL,
  name_singular TEXT,
  name_plural TEXT,
  PRIMARY KEY (project_id, group_type_index),
  UNIQUE (project_id, group_type)
) STRICT, WITHOUT ROWID;

CREATE TABLE actor_group (
  project_id INTEGER NOT NULL,
  type_index INTEGER NOT NULL,
  key TEXT NOT NULL,
  properties TEXT NOT NULL, -- JSON object
  created_at_ms INTEGER NOT NULL,
  revision INTEGER NOT NULL, -- of the last change
  PRIMARY KEY (project_id, type_index, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX actor_group_by_revision ON actor_group (project_id, type_index, revision);

CREATE TABLE event_definition (
  project_id INTEGER NOT NULL REFERENCES project (id),
  ord INTEGER NOT NULL,
  name TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  first_seen_ms INTEGER NOT NULL DEFAULT 0, -- means nothing while count is 0
  last_seen_ms INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, ord),
  UNIQUE (project_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE property_definition (
  project_id INTEGER NOT NULL REFERENCES project (id),
  owner TEXT NOT NULL,
  group_type_index INTEGER NOT NULL,
  name TEXT NOT NULL,
  type TEXT,
  PRIMARY KEY (project_id, owner, group_type_index, name)
) STRICT, WITHOUT ROWID;

-- Numbered within the project, so that what is brought over from elsewhere keeps the numbers that questions name.
CREATE TABLE action (
  project_id INTEGER NOT NULL REFERENCES project (id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  tags TEXT NOT NULL, -- JSON array of texts
  steps TEXT NOT NULL, -- JSON array
  deleted INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id),
  updated_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) STRICT;

CREATE TABLE cohort (
  project_id INTEGER NOT NULL REFERENCES project (id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  filters TEXT NOT NULL, -- JSON object
  is_static INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id),
  updated_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) STRICT;

-- Members of static cohorts, each by one of its distinct ids: whoever that leads to after a merge is the member.
CREATE TABLE cohort_member (
  project_id INTEGER NOT NULL,
  cohort_id INTEGER NOT NULL,
  distinct_ord INTEGER NOT NULL,
  PRIMARY KEY (project_id, cohort_id, distinct_ord)
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  events INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
CREATE INDEX log_by_project ON log (project_id, seq);

CREATE TABLE segment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project (id),
  event_ord INTEGER NOT NULL,
  month INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  from_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL,
  header BLOB NOT NULL,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX segment_by_project ON segment (project_id);

CREATE TABLE segment_column (
  segment_id INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (segment_id, name)
) STRICT;

CREATE TABLE import (
  project_id INTEGER NOT NULL REFERENCES project (id),
  digest TEXT NOT NULL,
  lines INTEGER NOT NULL,
  PRIMARY KEY (project_id, digest)
) STRICT, WITHOUT ROWID;
`,
	`
CREATE TABLE imported_line (
  project_id INTEGER NOT NULL REFERENCES project (id),
  about BLOB NOT NULL, -- hash of the source, and of whom the line is about
  nth INTEGER NOT NULL, -- from 1, among the lines about them
  content BLOB NOT NULL, -- hash of what it says
  PRIMARY KEY (project_id, about, nth)
) STRICT, WITHOUT ROWID;
`,
	`
DROP INDEX segment_by_project;
ALTER TABLE segment RENAME TO outdated_segment;
ALTER TABLE segment_column RENAME TO outdated_column;

CREATE TABLE segment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project (id),
  rows INTEGER NOT NULL,
  from_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL,
  header BLOB NOT NULL,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX segment_by_project ON segment (project_id);

CREATE TABLE segment_blob (
  segment_id INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (segment_id, name)
) STRICT;
`,
	`
ALTER TABLE dashboard ADD COLUMN tags TEXT NOT NULL DEFAULT '[]'; -- JSON list
ALTER TABLE dashboard ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tile ADD COLUMN "order" INTEGER;
`,
	`
ALTER TABLE person_page ADD COLUMN crc INTEGER;
UPDATE person_page SET crc = row_crc(bytes, project_id, page, persons, revision);
ALTER TABLE person_long ADD COLUMN crc INTEGER;
UPDATE person_long SET crc = row_crc(properties, project_id, person_ord);
ALTER TABLE distinct_page ADD COLUMN crc INTEGER;
UPDATE distinct_page SET crc = row_crc(bytes, project_id, page, ids);
ALTER TABLE distinct_move ADD COLUMN crc INTEGER;
UPDATE distinct_move SET crc = row_crc('', project_id, revision, distinct_ord, person_ord);
ALTER TABLE property_term ADD COLUMN crc INTEGER;
UPDATE property_term SET crc = row_crc(text, project_id, ord);
ALTER TABLE person_map ADD COLUMN crc INTEGER;
DELETE FROM person_map; -- made anew from the ids
ALTER TABLE actor_group ADD COLUMN crc INTEGER;
UPDATE actor_group SET crc = row_crc(key || char(10) || properties, project_id, type_index, created_at_ms, revision);
ALTER TABLE event_definition ADD COLUMN crc INTEGER;
UPDATE event_definition SET crc = row_crc(name, project_id, ord, count, first_seen_ms, last_seen_ms);
ALTER TABLE segment ADD COLUMN crc INTEGER;
UPDATE segment SET crc = row_crc(header, project_id, rows, from_ms, until_ms, revision);
ALTER TABLE project_state ADD COLUMN crc INTEGER;
UPDATE project_state SET crc = row_crc('', project_id, revision, sealed_seq);
ALTER TABLE project ADD COLUMN crc INTEGER;
UPDATE project SET crc = values_crc("api_token", "created_at_ms", "id", "name", "path_cleaning_filters", "test_account_filters", "timezone", "week_start_day");
ALTER TABLE insight ADD COLUMN crc INTEGER;
UPDATE insight SET crc = values_crc("created_at_ms", "created_by", "deleted", "derived_name", "description", "favorited", "filters", "id", "is_sample", "last_modified_at_ms", "last_modified_by", "name", "order", "project_id", "query", "saved", "short_id", "tags", "updated_at_ms");
ALTER TABLE dashboard ADD COLUMN crc INTEGER;
UPDATE dashboard SET crc = values_crc("created_at_ms", "created_by", "deleted", "description", "filters", "id", "name", "pinned", "project_id", "tags");
ALTER TABLE action ADD COLUMN crc INTEGER;
UPDATE action SET crc = values_crc("created_at_ms", "created_by", "deleted", "description", "id", "name", "project_id", "steps", "tags", "updated_at_ms");
ALTER TABLE cohort ADD COLUMN crc INTEGER;
UPDATE cohort SET crc = values_crc("created_at_ms", "created_by", "deleted", "description", "filters", "id", "is_static", "name", "project_id", "updated_at_ms");
`,
	`
CREATE TABLE annotation (
  project_id INTEGER NOT NULL REFERENCES project (id),
  id INTEGER NOT NULL,
  content TEXT NOT NULL,
  date_ms INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id),
  updated_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) STRICT;
CREATE INDEX annotation_by_date ON annotation (project_id, date_ms);

CREATE TABLE alert (
  project_id INTEGER NOT NULL REFERENCES project (id),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  insight_id INTEGER NOT NULL REFERENCES insight (id),
  lower REAL,
  upper REAL,
  series INTEGER NOT NULL,
  webhook_url TEXT,
  enabled INTEGER NOT NULL,
  notified_point TEXT, -- as answers write it
  notified_at_ms INTEGER,
  deleted INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id),
  updated_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, id)
) STRICT;
`,
	`
ALTER TABLE api_key ADD COLUMN expires_at_ms INTEGER;

CREATE TABLE audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  project_id INTEGER,
  user_id INTEGER,
  key_id INTEGER,
  action TEXT NOT NULL,
  target TEXT,
  fields TEXT NOT NULL -- JSON array of names
) STRICT;
CREATE INDEX audit_by_project ON audit (project_id, seq);
`,
	`
CREATE TABLE events_place (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  place TEXT NOT NULL
) STRICT;
`,
	`
ALTER TABLE project_state ADD COLUMN erasures INTEGER NOT NULL DEFAULT 0; -- readers begin anew when it changes
ALTER TABLE project_state ADD COLUMN expired_before_ms INTEGER NOT NULL DEFAULT 0; -- older events are gone; 0 = none
UPDATE project_state SET crc = row_crc('', project_id, revision, sealed_seq, erasures, expired_before_ms);
ALTER TABLE project ADD COLUMN retention_days INTEGER;
UPDATE project SET crc = values_crc("api_token", "created_at_ms", "id", "name", "path_cleaning_filters", "retention_days", "test_account_filters", "timezone", "week_start_day");

CREATE TABLE erasure (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  task TEXT NOT NULL, -- JSON, numbers only
  requested_at_ms INTEGER NOT NULL,
  done_at_ms INTEGER,
  events INTEGER NOT NULL, -- removed so far
  persons INTEGER NOT NULL,
  crc INTEGER
) STRICT;
CREATE INDEX erasure_pending ON erasure (project_id, id) WHERE done_at_ms IS NULL;

CREATE TABLE scrubbing (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  removals INTEGER NOT NULL, -- so many there were
  scrubbed INTEGER NOT NULL -- so many of them have left no bytes
) STRICT;
INSERT INTO scrubbing (id, removals, scrubbed) VALUES (1, 0, 0);

CREATE TABLE import_run (
  project_id INTEGER NOT NULL REFERENCES project (id),
  id INTEGER NOT NULL,
  sources TEXT NOT NULL, -- JSON array of names
  started_at_ms INTEGER NOT NULL,
  changed_at_ms INTEGER NOT NULL,
  events INTEGER NOT NULL,
  persons TEXT NOT NULL, -- JSON array: [from, until) of the numbers it gave, end to end
  revision INTEGER NOT NULL, -- of its last change
  crc INTEGER,
  PRIMARY KEY (project_id, id)
) STRICT;
ALTER TABLE imported_line ADD COLUMN import_id INTEGER;

ALTER TABLE log ADD COLUMN crc INTEGER;
UPDATE log SET crc = row_crc(bytes, seq, project_id, events);
ALTER TABLE property_definition ADD COLUMN crc INTEGER;
UPDATE property_definition SET crc = values_crc(project_id, owner, group_type_index, name, type);
ALTER TABLE cohort ADD COLUMN members_crc INTEGER; -- of all rows in cohort_member; null = there never were any
UPDATE cohort SET members_crc = (
  SELECT row_crc(group_concat(distinct_ord), cohort.project_id, cohort.id, count(*))
  FROM (SELECT distinct_ord FROM cohort_member
        WHERE cohort_member.project_id = cohort.project_id AND cohort_id = cohort.id ORDER BY distinct_ord)
  HAVING count(*) > 0);
`,
	`
ALTER TABLE project ADD COLUMN autocapture_opt_out INTEGER NOT NULL DEFAULT 0;
UPDATE project SET crc = values_crc("api_token", "autocapture_opt_out", "created_at_ms", "id", "name", "path_cleaning_filters", "retention_days", "test_account_filters", "timezone", "week_start_day");
`,
	`
CREATE TABLE staged_blob (
  stage INTEGER NOT NULL, -- random
  name TEXT NOT NULL,
  part INTEGER NOT NULL, -- from 0
  bytes BLOB NOT NULL,
  PRIMARY KEY (stage, name, part)
) STRICT;
ALTER TABLE segment ADD COLUMN stage INTEGER; -- of its blobs; null = they are in segment_blob
CREATE INDEX segment_by_stage ON segment (stage) WHERE stage IS NOT NULL;
CREATE TRIGGER unstage AFTER DELETE ON segment WHEN old.stage IS NOT NULL BEGIN
  DELETE FROM staged_blob WHERE stage = old.stage;
END;
`,
	`
CREATE TABLE new_tile (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dashboard_id INTEGER NOT NULL REFERENCES dashboard (id),
  insight_id INTEGER REFERENCES insight (id),
  text TEXT,
  deleted INTEGER,
  "order" INTEGER,
  color TEXT,
  layouts TEXT NOT NULL, -- JSON
  show_description INTEGER,
  UNIQUE (insight_id, dashboard_id),
  CHECK ((insight_id IS NULL) <> (text IS NULL))
) STRICT;
INSERT INTO new_tile (id, dashboard_id, insight_id, deleted, "order", color, layouts)
  SELECT id, dashboard_id, insight_id, deleted, "order", color, layouts FROM tile;
DROP TABLE tile;
ALTER TABLE new_tile RENAME TO tile;
CREATE INDEX tile_by_dashboard ON tile (dashboard_id);

ALTER TABLE alert ADD COLUMN condition TEXT NOT NULL DEFAULT 'absolute_value';
ALTER TABLE alert ADD COLUMN threshold TEXT NOT NULL DEFAULT 'absolute';
ALTER TABLE alert ADD COLUMN is_ongoing INTEGER NOT NULL DEFAULT 0;
ALTER TABLE alert ADD COLUMN skip_weekend INTEGER NOT NULL DEFAULT 0;
ALTER TABLE alert ADD COLUMN calculation_interval TEXT NOT NULL DEFAULT 'daily';
ALTER TABLE alert ADD COLUMN subscribed_users TEXT NOT NULL DEFAULT '[]'; -- JSON list of numbers
`
];
/** Result of the first step. Earlier formats were never released. */
const FIRST_FORMAT = 4;
/** Result of the last step: this program's format. */
const FORMAT = FIRST_FORMAT + MIGRATIONS.length - 1;
/** Marks a SQLite file as ours: "InsM". */
const APPLICATION_ID = 1231975245;
/** Makes the file ours and current, all at once. @throws ServiceError if it is not ours, or newer than this program */
function migrate(database, path) {
	const stamp = readStamp(database, path);
	check(stamp, path);
	configure(database);
	if (stamp.version === FORMAT) return;
	database.transaction(() => {
		const { version } = stampOf(database);
		for (const sql of MIGRATIONS.slice(version === 0 ? 0 : version - FIRST_FORMAT + 1)) database.execute(sql);
		database.execute(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT}`);
	});
}
function check(stamp, path) {
	if (!(stamp.application_id === 0 && stamp.version === 0 && stamp.tables === 0) && stamp.application_id !== 1231975245) throw foreign(path);
	if (stamp.version > FORMAT) throw new ServiceError("error", `${path} was written by a newer version of this program (format ${stamp.version}, this one knows formats up to ${FORMAT}). Update the program, or use another file.`);
	if (stamp.version > 0 && stamp.version < FIRST_FORMAT) throw new ServiceError("error", `${path} was written by a version of this program from before its first release (format ${stamp.version}), which this one cannot read. Use another file and import the events again.`);
}
function readStamp(database, path) {
	try {
		database.execute("BEGIN");
		const stamp = stampOf(database);
		database.execute("COMMIT");
		return stamp;
	} catch (error) {
		throw error instanceof ServiceError && isForeign(error.cause) ? foreign(path) : failure(error, "open");
	}
}
function stampOf(database) {
	const { application_id } = database.get("PRAGMA application_id");
	const { user_version } = database.get("PRAGMA user_version");
	const { tables } = database.get("SELECT count(*) AS tables FROM sqlite_schema");
	return {
		application_id,
		version: user_version,
		tables
	};
}
function foreign(path) {
	return new ServiceError("error", `${path} is not a database of this program. It was left as it is; use another file.`);
}
// src/store/people/groups.ts
/** Group types (organisation, team, …) of a project, and the groups themselves. */
const GROUP_TYPE = {
	group_type: plain(),
	group_type_index: plain(),
	name_singular: plain(),
	name_plural: plain()
};
const GROUP = "type_index, key, properties, created_at_ms, revision, crc";
/** Groups per read. */
const PAGE$2 = 1e3;
function groupStore(database) {
	return {
		types: (project_id) => types(database, project_id),
		typeIndex: (project_id, group_type) => typeIndex(database, project_id, group_type),
		rename(project_id, index, names) {
			update(database, "group_type", GROUP_TYPE, names, {
				sql: "project_id = ? AND group_type_index = ?",
				values: [project_id, index]
			});
			return must(types(database, project_id)[index], `group type ${index}`);
		},
		get(project_id, type_index, key) {
			const row = database.get(`SELECT ${GROUP} FROM actor_group WHERE project_id = ? AND type_index = ? AND key = ?`, project_id, type_index, key);
			return row && toGroup(project_id, row);
		},
		put(project_id, group, revision) {
			const row = {
				...group,
				properties: JSON.stringify(group.properties),
				revision
			};
			database.run(`INSERT INTO actor_group (project_id, ${GROUP}) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (project_id, type_index, key) DO UPDATE SET properties = excluded.properties,
           created_at_ms = excluded.created_at_ms, revision = excluded.revision, crc = excluded.crc`, project_id, row.type_index, row.key, row.properties, row.created_at_ms, revision, crcOf(project_id, row));
		},
		changedSince: (project_id, type_index, revision) => changedSince$1(database, project_id, type_index, revision)
	};
}
function types(database, project_id) {
	return database.all("SELECT * FROM group_type WHERE project_id = ? ORDER BY group_type_index", project_id).map((row) => decode(GROUP_TYPE, row));
}
function typeIndex(database, project_id, group_type) {
	const found = () => database.get("SELECT group_type_index FROM group_type WHERE project_id = ? AND group_type = ?", project_id, group_type)?.group_type_index;
	return found() ?? database.transaction(() => {
		const known = found();
		if (known !== void 0) return known;
		const index = types(database, project_id).length;
		if (index >= LIMIT.groups_per_project) return null;
		database.run("INSERT INTO group_type (project_id, group_type_index, group_type) VALUES (?, ?, ?)", project_id, index, group_type);
		return index;
	});
}
function* changedSince$1(database, project_id, type_index, revision) {
	let after = {
		revision: revision + .5,
		key: ""
	};
	for (;;) {
		const page = database.all(`SELECT ${GROUP} FROM actor_group
       WHERE project_id = ? AND type_index = ? AND (revision, key) > (?, ?) ORDER BY revision, key LIMIT ${PAGE$2}`, project_id, type_index, after.revision, after.key);
		for (const row of page) yield toGroup(project_id, row);
		if (page.length < PAGE$2) return;
		after = page[999];
	}
}
function crcOf(project_id, { type_index, key, properties, created_at_ms, revision }) {
	return rowCrc(`${key}\n${properties}`, project_id, type_index, created_at_ms, revision);
}
function toGroup(project_id, row) {
	checkRow(row.crc, crcOf(project_id, row), "actor_group", `${JSON.stringify(row.key)} of project ${project_id}`);
	return {
		type_index: row.type_index,
		key: row.key,
		properties: objectIn(row.properties),
		created_at_ms: row.created_at_ms
	};
}
// src/store/file/packed.ts
/**
* Small records as bytes. Numbers are varints (7 bits per byte, lowest first, high bit = more follows); texts and bytes
* are prefixed with their length.
*/
/** Longest varint: 53 bits. */
const NUMBER_BYTES = 8;
const FIRST_BYTES = 4096;
const ENCODER = new TextEncoder();
/** Reuses one array. */
var PackedWriter = class {
	#bytes = new Uint8Array(FIRST_BYTES);
	#length = 0;
	clear() {
		this.#length = 0;
	}
	putNumber(value) {
		this.#reserve(NUMBER_BYTES);
		let rest = value;
		for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = rest % 128 + 128;
		this.#bytes[this.#length++] = rest;
	}
	/** Signed (zigzag); small values take one byte. */
	putSigned(value) {
		this.putNumber(value < 0 ? -2 * value - 1 : 2 * value);
	}
	/** UTF-8, with its length. */
	putText(text) {
		const from = this.#length;
		this.#reserve(text.length + NUMBER_BYTES);
		this.putNumber(text.length);
		for (let at = 0; at < text.length; at++) {
			const code = text.charCodeAt(at);
			if (code >= 128) {
				this.#length = from;
				const bytes = ENCODER.encode(text);
				this.putNumber(bytes.length);
				this.putBytes(bytes);
				return;
			}
			this.#bytes[this.#length++] = code;
		}
	}
	/** Without length. */
	putBytes(bytes) {
		this.#reserve(bytes.length);
		this.#bytes.set(bytes, this.#length);
		this.#length += bytes.length;
	}
	/** Copies what was put since the last `clear`. */
	taken() {
		return this.#bytes.slice(0, this.#length);
	}
	#reserve(more) {
		if (this.#length + more <= this.#bytes.length) return;
		const grown = new Uint8Array((this.#length + more) * 2);
		grown.set(this.#bytes);
		this.#bytes = grown;
	}
};
var PackedReader = class {
	#bytes;
	#at = 0;
	constructor(bytes) {
		this.#bytes = bytes;
	}
	isAtEnd() {
		return this.#at >= this.#bytes.length;
	}
	number() {
		let byte = must(this.#bytes[this.#at++], "a whole number");
		let value = byte & 127;
		for (let scale = 128; byte >= 128; scale *= 128) {
			byte = must(this.#bytes[this.#at++], "a whole number");
			value += (byte & 127) * scale;
		}
		return value;
	}
	signed() {
		const folded = this.number();
		return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
	}
	/** Passes over that many bytes. */
	pass(length) {
		this.#at += length;
	}
	/** That many bytes, as a view. */
	bytes(length) {
		this.#at += length;
		return this.#bytes.subarray(this.#at - length, this.#at);
	}
};
/** Pages per read: nothing stays open between reads, whatever the reader does. */
const READ_PAGES$1 = 256;
/** Length of a UUID as text and as bytes. */
const UUID_CHARS = 36;
const UUID_BYTES = 16;
const PAGE$1 = "page, ids, bytes, crc";
var DistinctIds = class {
	#database;
	#out = new PackedWriter();
	/** Texts that were looked up together last -> their places in `distinct_hash`. */
	#places = /* @__PURE__ */ new Map();
	#places_of = -1;
	constructor(database) {
		this.#database = database;
	}
	/** Number of ids: one more than the largest number. */
	count(project_id) {
		const last = this.#database.get("SELECT page, ids FROM distinct_page WHERE project_id = ? ORDER BY page DESC LIMIT 1", project_id);
		return last === void 0 ? 0 : last.page * 32 + last.ids;
	}
	find(project_id, distinct_id) {
		const wanted = packText(distinct_id);
		const sql = `SELECT distinct_hash.ord, page, ids, bytes, crc FROM distinct_hash LEFT JOIN distinct_page
                 ON distinct_page.project_id = ? AND distinct_page.page = distinct_hash.ord / 32
                 WHERE distinct_hash.hash = ?`;
		for (let place = placeOf(project_id, distinct_id);; place++) {
			const row = this.#database.get(sql, project_id, place);
			if (row === void 0) return void 0;
			const found = row.bytes === null ? void 0 : openPage$1(project_id, row)[row.ord % 32];
			if (found !== void 0 && isSameText(found, wanted)) return {
				ord: row.ord,
				person_ord: found.person_ord
			};
		}
	}
	/** Texts that no id has, as far as one lookup tells; `find` finds none of them. */
	absent(project_id, texts) {
		const places = texts.map((text) => placeOf(project_id, text));
		this.#places = new Map(texts.map((text, at) => [text, places[at]]));
		this.#places_of = project_id;
		const rows = this.#database.all("SELECT hash FROM json_each(?) JOIN distinct_hash ON hash = value", JSON.stringify(places));
		const taken = new Set(rows.map(({ hash: place }) => place));
		return texts.filter((_, at) => !taken.has(places[at]));
	}
	/** Numbered from the count on, in order. */
	add(project_id, ids) {
		this.#addPlaces(project_id, ids);
		for (const [page, group] of Map.groupBy(ids, ({ ord }) => Math.floor(ord / 32))) {
			const packed = this.#read(project_id, page);
			for (const { ord, distinct_id, person_ord } of group) {
				assert(packed.length === ord % 32, `distinct id ${ord} of project ${project_id} is the next one`);
				packed.push({
					...packText(distinct_id),
					person_ord
				});
			}
			this.#write(project_id, page, packed);
		}
	}
	/** Leads ids to other persons. `moves`: numbers ascend. */
	move(project_id, moves) {
		for (const [page, group] of Map.groupBy(moves, ({ distinct_ord }) => Math.floor(distinct_ord / 32))) {
			const packed = this.#read(project_id, page);
			for (const { distinct_ord: ord, person_ord } of group) packed[ord % 32] = {
				...idAt(packed, project_id, ord),
				person_ord
			};
			this.#write(project_id, page, packed);
		}
	}
	/** Replaces or removes the texts of these ids; an id without a text leads to nobody. */
	erase(project_id, ords, others) {
		for (const [page, group] of Map.groupBy(ords, (ord) => Math.floor(ord / 32))) {
			const packed = this.#read(project_id, page);
			for (const ord of group) {
				const { person_ord, ...before } = idAt(packed, project_id, ord);
				this.#removePlace(project_id, unpackText({
					...before,
					person_ord
				}), ord);
				packed[ord % 32] = {
					...packText(others.get(ord) ?? ""),
					person_ord
				};
			}
			this.#write(project_id, page, packed);
			for (const ord of group) if (others.has(ord)) this.#addPlace(project_id, others.get(ord), ord);
		}
	}
	/** Reads texts by number; consecutive ones share a read. */
	reader(project_id) {
		let page = -1;
		let packed = [];
		return (ord) => {
			if (Math.floor(ord / 32) !== page) {
				page = Math.floor(ord / 32);
				packed = this.#read(project_id, page);
			}
			return unpackText(idAt(packed, project_id, ord));
		};
	}
	/** Texts of numbers in any order; each page is read once. */
	texts(project_id, ords) {
		const sql = `SELECT ${PAGE$1} FROM json_each(?)
                 CROSS JOIN distinct_page ON distinct_page.project_id = ? AND page = value`;
		const pages = [...new Set(ords.map((ord) => Math.floor(ord / 32)))];
		const wanted = new Set(ords);
		const rows = this.#database.all(sql, JSON.stringify(pages), project_id);
		const opened = new Map(rows.map((row) => [row.page, openPage$1(project_id, row, wanted)]));
		return ords.map((ord) => unpackText(idAt(opened.get(Math.floor(ord / 32)), project_id, ord)));
	}
	*textsFrom(project_id, from_ord) {
		for (const ids of this.#pagesFrom(project_id, from_ord)) for (const id of ids) yield unpackText(id);
	}
	/** Persons of the ids from that number on. */
	personsFrom(project_id, from_ord) {
		const persons = [];
		for (const ids of this.#pagesFrom(project_id, from_ord)) for (let at = 0; at < ids.length; at++) persons.push(ids[at].person_ord);
		return persons;
	}
	/** Pages that are there, as numbers. */
	pages(project_id) {
		return this.#database.all("SELECT page FROM distinct_page WHERE project_id = ? ORDER BY page", project_id).map(({ page }) => page);
	}
	/** Ids of a page; none if it is missing. */
	pageIds(project_id, page) {
		return this.#read(project_id, page).map((id, at) => ({
			ord: page * 32 + at,
			distinct_id: unpackText(id),
			person_ord: id.person_ord
		}));
	}
	/** Replaces the page. `find` does not know its ids until `place`. */
	putPage(project_id, page, ids) {
		const packed = ids.map(({ distinct_id, person_ord }) => ({
			...packText(distinct_id),
			person_ord
		}));
		this.#write(project_id, page, packed);
	}
	/** Makes `find` know them. */
	place(project_id, ids) {
		this.#addPlaces(project_id, ids);
	}
	/** Ids from that number on, page by page. */
	*#pagesFrom(project_id, from_ord) {
		const sql = `SELECT ${PAGE$1} FROM distinct_page WHERE project_id = ? AND page >= ? ORDER BY page LIMIT ${READ_PAGES$1}`;
		let skipped = from_ord % 32;
		for (let page = Math.floor(from_ord / 32);; page += READ_PAGES$1) {
			const rows = this.#database.all(sql, project_id, page);
			for (const [at, row] of rows.entries()) {
				if (row.page !== page + at) throw damagedRow("distinct_page", nameOf(project_id, page + at));
				yield openPage$1(project_id, row).slice(skipped);
				skipped = 0;
			}
			if (rows.length < READ_PAGES$1) return;
		}
	}
	/** Most places are free: takes all in order, then gives ids whose place was taken the next free one. */
	#addPlaces(project_id, ids) {
		const known = this.#places_of === project_id ? this.#places : /* @__PURE__ */ new Map();
		const placed_at = (id) => known.get(id) ?? placeOf(project_id, id);
		const places = ids.map(({ distinct_id, ord }) => [placed_at(distinct_id), ord]);
		this.#places = /* @__PURE__ */ new Map();
		places.sort(([one], [other]) => one - other);
		const placed = this.#database.all(`INSERT INTO distinct_hash (hash, ord) SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true
                 ON CONFLICT (hash) DO NOTHING RETURNING ord`, JSON.stringify(places));
		if (placed.length === ids.length) return;
		const ords = new Set(placed.map(({ ord }) => ord));
		for (const { distinct_id, ord } of ids) if (!ords.has(ord)) this.#addPlace(project_id, distinct_id, ord);
	}
	/** An id behind it may have found this place taken; then it stays taken, by nobody. */
	#removePlace(project_id, text, ord) {
		let place = placeOf(project_id, text);
		const ordAt = (at) => this.#database.get("SELECT ord FROM distinct_hash WHERE hash = ?", at)?.ord;
		for (let found = ordAt(place); found !== ord; found = ordAt(++place)) if (found === void 0) throw damagedRow("distinct_hash", `id ${ord} of project ${project_id}`);
		const sql = ordAt(place + 1) === void 0 ? "DELETE FROM distinct_hash WHERE hash = ?" : "UPDATE distinct_hash SET ord = -1 WHERE hash = ?";
		this.#database.run(sql, place);
	}
	/** At its hash, or at the next free number: linear probing. */
	#addPlace(project_id, distinct_id, ord) {
		const sql = "INSERT INTO distinct_hash (hash, ord) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING";
		const first = placeOf(project_id, distinct_id);
		for (let place = first;; place++) {
			if (this.#database.run(sql, place, ord).changes === 1) return;
			if (place === first) assert(!this.find(project_id, distinct_id), `${distinct_id} is a new distinct id`);
		}
	}
	#read(project_id, page) {
		const sql = `SELECT ${PAGE$1} FROM distinct_page WHERE project_id = ? AND page = ?`;
		const row = this.#database.get(sql, project_id, page);
		return row === void 0 ? [] : openPage$1(project_id, row);
	}
	#write(project_id, page, ids) {
		const bytes = this.#packed(ids);
		this.#database.run(`INSERT INTO distinct_page (project_id, page, ids, bytes, crc) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (project_id, page) DO UPDATE SET ids = excluded.ids, bytes = excluded.bytes, crc = excluded.crc`, project_id, page, ids.length, bytes, rowCrc(bytes, project_id, page, ids.length));
	}
	/** Persons as differences from the previous id: most ids created theirs in sequence. */
	#packed(ids) {
		const out = this.#out;
		out.clear();
		let before = 0;
		for (const { is_uuid, text, person_ord } of ids) {
			out.putNumber(is_uuid ? 0 : text.length + 1);
			out.putBytes(text);
			out.putSigned(person_ord - before);
			before = person_ord;
		}
		return out.taken();
	}
};
function nameOf(project_id, page) {
	return `page ${page} of project ${project_id}`;
}
function idAt(page, project_id, ord) {
	const id = page?.[ord % 32];
	if (id === void 0) throw damagedRow("distinct_page", nameOf(project_id, Math.floor(ord / 32)));
	return id;
}
/** Stands for ids that are not wanted. */
const PASSED$1 = {
	is_uuid: false,
	text: /* @__PURE__ */ new Uint8Array(0),
	person_ord: 0
};
/** `wanted`: numbers of ids; null = all. */
function openPage$1(project_id, { page, ids: count, bytes, crc }, wanted = null) {
	checkRow(crc, rowCrc(bytes, project_id, page, count), "distinct_page", nameOf(project_id, page));
	const from = new PackedReader(bytes);
	const ids = [];
	let person_ord = 0;
	while (!from.isAtEnd()) {
		const length = from.number();
		if (wanted?.has(page * 32 + ids.length) === false) {
			from.pass(length === 0 ? UUID_BYTES : length - 1);
			person_ord += from.signed();
			ids.push(PASSED$1);
			continue;
		}
		const text = from.bytes(length === 0 ? UUID_BYTES : length - 1);
		person_ord += from.signed();
		ids.push({
			is_uuid: length === 0,
			text,
			person_ord
		});
	}
	return ids;
}
function packText(text) {
	const uuid = text.length === UUID_CHARS && text === text.toLowerCase() ? parseUuid(text) : null;
	return uuid === null ? {
		is_uuid: false,
		text: Buffer.from(text, "utf8")
	} : {
		is_uuid: true,
		text: uuid
	};
}
function unpackText({ is_uuid, text }) {
	return is_uuid ? formatUuid(text) : Buffer.from(text.buffer, text.byteOffset, text.length).toString("utf8");
}
function isSameText(one, other) {
	return one.is_uuid === other.is_uuid && Buffer.compare(one.text, other.text) === 0;
}
/**
* Where lookups start: a 35-bit hash, which SQLite stores in five bytes. A few ids per million collide; nobody can
* force collisions, as the hash is cryptographic. (Reading it as text is three times as fast as bytes.)
*/
function placeOf(project_id, distinct_id) {
	return Math.floor(Number.parseInt(hash("sha1", `${project_id}:${distinct_id}`, "hex").slice(0, 9), 16) / 2);
}
/** Longer properties are in `person_long`. */
const LONG_BYTES = 128;
const IDENTIFIED = 1;
const MERGED = 2;
const APART = 4;
const EMPTY$2 = /* @__PURE__ */ new Uint8Array(0);
const PAGE = "page, persons, revision, bytes, crc";
var PersonPages = class {
	#database;
	#out = new PackedWriter();
	constructor(database) {
		this.#database = database;
	}
	/** One more than the largest number. */
	limit(project_id) {
		const last = this.#database.get("SELECT page, persons FROM person_page WHERE project_id = ? ORDER BY page DESC LIMIT 1", project_id);
		return last === void 0 ? 0 : last.page * 16 + last.persons;
	}
	/** Empty if there is no such page yet. */
	read(project_id, page) {
		const sql = `SELECT ${PAGE} FROM person_page WHERE project_id = ? AND page = ?`;
		const row = this.#database.get(sql, project_id, page);
		return row === void 0 ? {
			page,
			revision: 0,
			persons: []
		} : openPage(project_id, row);
	}
	/** number -> person, for persons that exist. */
	list(project_id, ords) {
		const sql = `SELECT ${PAGE} FROM json_each(?)
                 CROSS JOIN person_page ON person_page.project_id = ? AND page = value`;
		const pages = [...new Set(ords.map((ord) => Math.floor(ord / 16)))];
		const wanted = new Set(ords);
		const rows = this.#database.all(sql, JSON.stringify(pages), project_id);
		const found = /* @__PURE__ */ new Map();
		const opened = new Map(rows.map((row) => [row.page, openPage(project_id, row, wanted).persons]));
		for (const ord of ords) {
			const person = opened.get(Math.floor(ord / 16))?.[ord % 16];
			if (person === void 0) throw damagedRow("person_page", personName(project_id, ord));
			found.set(ord, person);
		}
		return found;
	}
	get(project_id, ord) {
		return this.read(project_id, Math.floor(ord / 16)).persons[ord % 16];
	}
	/** Packed, one per person; those stored apart take one read for all. */
	properties(project_id, persons) {
		const apart = persons.filter(([, { properties }]) => properties === null).map(([ord]) => ord);
		const long = apart.length === 0 ? /* @__PURE__ */ new Map() : this.#long(project_id, apart);
		return persons.map(([ord, { properties }]) => {
			const bytes = properties ?? long.get(ord);
			if (bytes === void 0) throw damagedRow("person_long", personName(project_id, ord));
			return bytes;
		});
	}
	#long(project_id, ords) {
		const rows = this.#database.all(`SELECT person_ord, properties, crc FROM json_each(?)
                 CROSS JOIN person_long ON project_id = ? AND person_ord = value`, JSON.stringify(ords), project_id);
		return new Map(rows.map(({ person_ord, properties, crc }) => {
			const name = personName(project_id, person_ord);
			checkRow(crc, rowCrc(properties, project_id, person_ord), "person_long", name);
			return [person_ord, properties];
		}));
	}
	/** Pages that are there, as numbers. */
	pages(project_id) {
		return this.#database.all("SELECT page FROM person_page WHERE project_id = ? ORDER BY page", project_id).map(({ page }) => page);
	}
	/** Packed properties that are stored apart; undefined = they are gone. */
	apart(project_id, ord) {
		return this.#long(project_id, [ord]).get(ord);
	}
	/** Pages from a number on. */
	from(project_id, page, pages) {
		const sql = `SELECT ${PAGE} FROM person_page WHERE project_id = ? AND page >= ? ORDER BY page LIMIT ?`;
		return this.#database.all(sql, project_id, page, pages).map((row) => openPage(project_id, row));
	}
	/** Pages changed after a revision, ordered by (revision, page), starting after `after`. */
	changedAfter(project_id, after, pages) {
		const sql = `SELECT ${PAGE} FROM person_page
                 WHERE project_id = ? AND (revision, page) > (?, ?) ORDER BY revision, page LIMIT ?`;
		return this.#database.all(sql, project_id, after.revision, after.page, pages).map((row) => openPage(project_id, row));
	}
	/** Existing persons are changed; new ones are numbered from the limit on. */
	write(project_id, changed) {
		const ords = [...changed.keys()].sort((left, right) => left - right);
		for (const [page, group] of Map.groupBy(ords, (ord) => Math.floor(ord / 16))) {
			const { persons } = this.read(project_id, page);
			for (const ord of group) {
				const before = persons[ord % 16];
				const isNext = before === void 0 && persons.length === ord % 16;
				assert(isNext || before?.is_merged === false, `person ${ord} of project ${project_id} exists`);
				persons[ord % 16] = this.withoutLong(project_id, ord, before, changed.get(ord));
			}
			this.put(project_id, page, persons);
		}
	}
	/** Replaces the page. */
	put(project_id, page, persons) {
		const revision = persons.reduce((last, person) => Math.max(last, person.revision), 0);
		const bytes = this.#packed(persons, revision);
		this.#database.run(`INSERT INTO person_page (project_id, page, persons, revision, bytes, crc) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (project_id, page) DO UPDATE
       SET persons = excluded.persons, revision = excluded.revision, bytes = excluded.bytes, crc = excluded.crc`, project_id, page, persons.length, revision, bytes, rowCrc(bytes, project_id, page, persons.length, revision));
	}
	/** Long properties go to their own table, and leave it when they become short. */
	withoutLong(project_id, ord, before, person) {
		const { properties } = person;
		if (properties !== null && properties.length > LONG_BYTES) {
			this.#database.run(`INSERT INTO person_long (project_id, person_ord, properties, crc) VALUES (?, ?, ?, ?)
                   ON CONFLICT (project_id, person_ord) DO UPDATE
                   SET properties = excluded.properties, crc = excluded.crc`, project_id, ord, properties, rowCrc(properties, project_id, ord));
			return {
				...person,
				properties: null
			};
		}
		if (before?.properties === null) this.#database.run("DELETE FROM person_long WHERE project_id = ? AND person_ord = ?", project_id, ord);
		return person;
	}
	/** Numbers as differences from the previous person: neighbours were created about the same time. */
	#packed(persons, revision) {
		const out = this.#out;
		out.clear();
		let first_distinct = 0;
		let created_at_ms = 0;
		for (const person of persons) {
			const { properties } = person;
			const apart = properties === null ? APART : 0;
			out.putNumber((person.is_identified ? IDENTIFIED : 0) + (person.is_merged ? MERGED : 0) + apart);
			out.putSigned(person.first_distinct - first_distinct);
			out.putSigned(person.created_at_ms - created_at_ms);
			out.putNumber(revision - person.revision);
			if (properties !== null) {
				out.putNumber(properties.length);
				out.putBytes(properties);
			}
			({first_distinct, created_at_ms} = person);
		}
		return out.taken();
	}
};
/** Stands for persons that are not wanted: their numbers are read only because later ones build on them. */
const PASSED = {
	first_distinct: 0,
	created_at_ms: 0,
	is_identified: false,
	is_merged: true,
	revision: 0,
	properties: EMPTY$2
};
/** `wanted`: numbers of persons; null = all. */
function openPage(project_id, { page, persons: count, revision, bytes, crc }, wanted = null) {
	const name = `page ${page} of project ${project_id}`;
	checkRow(crc, rowCrc(bytes, project_id, page, count, revision), "person_page", name);
	const from = new PackedReader(bytes);
	const persons = [];
	let first_distinct = 0;
	let created_at_ms = 0;
	while (!from.isAtEnd()) {
		const flags = from.number();
		first_distinct += from.signed();
		created_at_ms += from.signed();
		if (wanted?.has(page * 16 + persons.length) === false) {
			from.number();
			if ((flags & APART) === 0) from.pass(from.number());
			persons.push(PASSED);
			continue;
		}
		persons.push({
			first_distinct,
			created_at_ms,
			is_identified: (flags & IDENTIFIED) !== 0,
			is_merged: (flags & MERGED) !== 0,
			revision: revision - from.number(),
			properties: (flags & APART) === 0 ? from.bytes(from.number()) : null
		});
	}
	return {
		page,
		revision,
		persons
	};
}
function personName(project_id, ord) {
	return `person ${ord} of project ${project_id}`;
}
/** What remains of a merged person. */
function merged(person, revision) {
	return {
		...person,
		is_identified: false,
		is_merged: true,
		revision,
		properties: EMPTY$2
	};
}
// src/store/people/properties.ts
/**
* Person properties as a few bytes. Names and recurring values ("Firefox") are terms, stored once and referred to by
* number; anything else is inline JSON.
* For each property, name and value follow each other: n > 0 for term n - 1, or 0, a length, and that many bytes of
* JSON (see packed.ts).
*/
const EMPTY$1 = /* @__PURE__ */ new Uint8Array(0);
/** Terms per read. */
const BLOCK_TERMS = 256;
const DECODER = new TextDecoder();
/** In the place of a term that nobody uses any more: no JSON. */
const FORGOTTEN = "";
function propertyPacker(database) {
	const projects = /* @__PURE__ */ new Map();
	const termsOf = (project_id) => {
		let terms = projects.get(project_id);
		if (terms === void 0) {
			terms = new Terms(database, project_id);
			projects.set(project_id, terms);
		}
		return terms;
	};
	const out = new PackedWriter();
	return {
		pack: (project_id, properties) => pack(properties, termsOf(project_id), out),
		unpack: (project_id, bytes, names) => unpack(bytes, termsOf(project_id), names),
		terms: (project_id) => termsOf(project_id).count(),
		noteUse,
		forgetUnused: (project_id, in_use) => termsOf(project_id).forgetUnused(in_use)
	};
}
function pack(properties, terms, out) {
	const names = Object.keys(properties);
	if (names.length === 0) return EMPTY$1;
	terms.catchUp();
	out.clear();
	for (const name of names) {
		const value = plainOf(properties[name]);
		const json = value === void 0 ? JSON.stringify(properties[name]) : null;
		if (json === void 0) continue;
		putPlain(out, name, terms.ordOf(name, true));
		if (value === void 0) putJson(out, json);
		else putPlain(out, value, terms.ordOf(value, false));
	}
	return out.taken();
}
/** As JSON would have it; undefined for lists, objects and non-JSON. */
function plainOf(value) {
	if (typeof value === "number") return Number.isFinite(value) ? value : null;
	return typeof value === "string" || typeof value === "boolean" || value === null ? value : void 0;
}
function termIn(json) {
	const value = plainOf(JSON.parse(json));
	assert(value !== void 0, "lists and objects are no terms");
	return value;
}
/** Names may be anything, including `__proto__`. */
function unpack(bytes, terms, names) {
	const properties = {};
	const from = new PackedReader(bytes);
	while (!from.isAtEnd()) {
		const name = String(unpackOne(from, terms));
		if (names?.has(name) ?? true) put(properties, name, unpackOne(from, terms));
		else passOne(from);
	}
	return properties;
}
function unpackOne(from, terms) {
	const term = from.number();
	return term > 0 ? terms.valueOf(term - 1) : JSON.parse(DECODER.decode(from.bytes(from.number())));
}
function passOne(from) {
	if (from.number() === 0) from.bytes(from.number());
}
function noteUse(bytes, { used, names, used_names }) {
	const from = new PackedReader(bytes);
	while (!from.isAtEnd()) {
		const name = from.number();
		if (name === 0) names.add(String(JSON.parse(DECODER.decode(from.bytes(from.number())))));
		else {
			used.add(name - 1);
			used_names.add(name - 1);
		}
		const value = from.number();
		if (value === 0) from.bytes(from.number());
		else used.add(value - 1);
	}
}
/** Without what is made of lost terms, and what went: names, null where that is lost, too. null = nothing did. */
function withoutTerms(bytes, textOf) {
	const [from, out] = [new PackedReader(bytes), new PackedWriter()];
	const names = [];
	while (!from.isAtEnd()) {
		const pair = [packedIn(from), packedIn(from)];
		const [name, value] = pair.map((one) => one.json === null ? textOf(one.term - 1) : DECODER.decode(one.json));
		if (name === void 0 || value === void 0) {
			names.push(name === void 0 ? null : String(JSON.parse(name)));
			continue;
		}
		for (const { term, json } of pair) {
			out.putNumber(term);
			if (json === null) continue;
			out.putNumber(json.length);
			out.putBytes(json);
		}
	}
	return names.length === 0 ? null : {
		left: out.taken(),
		names
	};
}
function packedIn(from) {
	const term = from.number();
	return {
		term,
		json: term > 0 ? null : from.bytes(from.number())
	};
}
/** A term by number, or JSON. */
function putPlain(out, value, term) {
	if (term === null) putJson(out, JSON.stringify(value));
	else out.putNumber(term + 1);
}
function putJson(out, json) {
	out.putNumber(0);
	out.putText(json);
}
/** Terms of a project, in memory as in the store. Only erasures remove some. */
var Terms = class {
	#database;
	#project_id;
	/** ord -> term, as far as read. */
	#values = [];
	/** Terms up to `#counted` -> ord: most values are terms and found without serializing. */
	#ords = /* @__PURE__ */ new Map();
	#counted = 0;
	/** Values seen once; a value seen again while remembered becomes a term. */
	#once = /* @__PURE__ */ new Set();
	/** `database.epoch()` and `database.undone()` at the last check. */
	#epoch = null;
	#undone;
	/** Of the project, when terms were read. */
	#erasures = 0;
	constructor(database, project_id) {
		this.#database = database;
		this.#project_id = project_id;
		this.#undone = database.undone();
	}
	/** Another process may have added terms, or forgotten some. */
	catchUp() {
		this.#forgetUndone();
		const epoch = this.#database.epoch();
		if (epoch !== null && epoch === this.#epoch) return;
		const erasures = this.#database.get("SELECT erasures FROM project_state WHERE project_id = ?", this.#project_id)?.erasures ?? 0;
		if (erasures !== this.#erasures) this.#forget();
		this.#erasures = erasures;
		for (const text of this.#read(this.#counted, -1)) this.#add(text);
		this.#epoch = epoch;
	}
	/** null if better kept inline. Names recur; values may. */
	ordOf(value, isName) {
		const known = this.#ords.get(value);
		if (known !== void 0) return known;
		if (typeof value === "string" && value.length > TUNING.term_chars || this.#counted >= TUNING.property_terms) return null;
		if (!isName && !this.#once.has(value)) {
			if (this.#once.size >= TUNING.terms_seen_once) this.#once.clear();
			this.#once.add(value);
			return null;
		}
		const json = JSON.stringify(value);
		if (json.length > TUNING.term_chars) return null;
		this.#once.delete(value);
		const ord = this.#counted;
		this.#database.run("INSERT INTO property_term (project_id, ord, text, crc) VALUES (?, ?, ?, ?)", this.#project_id, ord, json, rowCrc(json, this.#project_id, ord));
		this.#add(json);
		return ord;
	}
	count() {
		return this.#database.get("SELECT count(*) AS count FROM property_term WHERE project_id = ?", this.#project_id).count;
	}
	/** Numbers of forgotten terms are not given again. */
	forgetUnused({ terms, used, used_names, names }) {
		const all = this.#read(0, -1);
		for (const [ord, text] of all.entries()) {
			if (ord >= terms || used.has(ord) || text === FORGOTTEN) continue;
			this.#database.run("UPDATE property_term SET text = ?, crc = ? WHERE project_id = ? AND ord = ?", FORGOTTEN, rowCrc(FORGOTTEN, this.#project_id, ord), this.#project_id, ord);
		}
		this.#forget();
		const newer = all.slice(terms);
		const used_texts = Array.from(used_names, (ord) => all[ord]);
		return /* @__PURE__ */ new Set([...names, ...[...used_texts, ...newer].map((text) => String(JSON.parse(text)))]);
	}
	/** Reads neighbours along: a page of people needs a few of very many terms. */
	valueOf(ord) {
		this.#forgetUndone();
		if (this.#values[ord] === void 0) {
			const first = ord - ord % BLOCK_TERMS;
			for (const [at, text] of this.#read(first, BLOCK_TERMS).entries()) if (text !== FORGOTTEN) this.#values[first + at] = termIn(text);
		}
		const value = this.#values[ord];
		if (value === void 0) throw damagedRow("property_term", this.#nameOf(ord));
		return value;
	}
	/** A rolled back transaction may have removed terms. */
	#forgetUndone() {
		const undone = this.#database.undone();
		if (undone === this.#undone) return;
		this.#undone = undone;
		this.#forget();
	}
	#forget() {
		this.#once.clear();
		this.#values = [];
		this.#ords = /* @__PURE__ */ new Map();
		this.#counted = 0;
		this.#epoch = null;
	}
	/** Terms from that number on, at most `limit`; -1 = all. */
	#read(from, terms) {
		return this.#database.all("SELECT ord, text, crc FROM property_term WHERE project_id = ? AND ord >= ? ORDER BY ord LIMIT ?", this.#project_id, from, terms).map(({ ord, text, crc }, at) => {
			if (ord !== from + at) throw damagedRow("property_term", this.#nameOf(from + at));
			checkRow(crc, rowCrc(text, this.#project_id, ord), "property_term", this.#nameOf(ord));
			return text;
		});
	}
	#nameOf(ord) {
		return `term ${ord} of project ${this.#project_id}`;
	}
	#add(json) {
		const ord = this.#counted++;
		if (json === FORGOTTEN) return;
		const value = termIn(json);
		this.#ords.set(value, ord);
		this.#values[ord] = value;
	}
};
// src/store/people/mending.ts
/**
* Restores people after some of their rows are lost. Who is who is stored twice, by distinct id and by person, so each
* fills the gaps of the other. Texts of ids and properties are stored once: what is lost of them stays lost.
*/
const NOBODY = -1;
const EMPTY = /* @__PURE__ */ new Uint8Array(0);
/** Call it within a transaction, on rows that are all intact. */
function mendPeople(database, project_id, known) {
	return new Mending(database, project_id, known).run();
}
var Mending = class {
	#database;
	#project_id;
	#known;
	#ids;
	#pages;
	/** Living person -> its first distinct id. */
	#first_of = /* @__PURE__ */ new Map();
	/** Distinct id -> person, for all ids but the first ones. */
	#more;
	/** Distinct id -> person. */
	#person_of = [];
	#persons = 0;
	#lost_persons = [];
	#lost_properties = [];
	#lost_values = /* @__PURE__ */ new Map();
	#lost_texts = 0;
	#strangers = 0;
	constructor(database, project_id, known) {
		this.#database = database;
		this.#project_id = project_id;
		this.#known = known;
		this.#ids = new DistinctIds(database);
		this.#pages = new PersonPages(database);
		const rows = database.all("SELECT distinct_ord, person_ord FROM distinct_more WHERE project_id = ?", project_id);
		this.#more = new Map(rows.map(({ distinct_ord, person_ord }) => [distinct_ord, person_ord]));
	}
	run() {
		this.#readPersons();
		this.#mendIds();
		this.#mendPersons();
		this.#mendTerms();
		this.#noteMore();
		return {
			texts: this.#lost_texts,
			strangers: this.#strangers,
			persons: this.#lost_persons,
			properties: this.#lost_properties,
			values: this.#lost_values
		};
	}
	#readPersons() {
		for (const page of this.#pages.pages(this.#project_id)) {
			const { persons } = this.#pages.read(this.#project_id, page);
			for (const [at, { is_merged, first_distinct }] of persons.entries()) if (!is_merged) this.#first_of.set(page * 16 + at, first_distinct);
			this.#persons = page * 16 + persons.length;
		}
	}
	#mendIds() {
		const whose = new Map([...this.#more, ...Array.from(this.#first_of, ([person, first]) => [first, person])]);
		const there = this.#ids.pages(this.#project_id);
		let count = Math.max(this.#ids.count(this.#project_id), this.#known.ids_least);
		for (const ord of whose.keys()) count = Math.max(count, ord + 1);
		for (const page of there) for (const { person_ord } of this.#ids.pageIds(this.#project_id, page)) this.#persons = Math.max(this.#persons, person_ord + 1);
		for (let page = 0; page * 32 < count; page++) {
			const ids = this.#ids.pageIds(this.#project_id, page);
			const size = Math.min(32, count - page * 32);
			const is_whole = ids.length === size;
			while (ids.length < size) ids.push(this.#madeId(page * 32 + ids.length, whose));
			if (!is_whole) this.#ids.putPage(this.#project_id, page, ids);
			for (const { person_ord } of ids) this.#person_of.push(person_ord);
			this.#ids.place(this.#project_id, ids.filter(({ distinct_id }) => distinct_id !== ""));
		}
	}
	/** For a lost id. If no person has it, it is of somebody deleted or, if events have it, of a new person. */
	#madeId(ord, whose) {
		const person_ord = whose.get(ord);
		const isSeen = ord < this.#known.ids_least && has(this.#known.ids_seen, ord);
		if (person_ord === void 0 && !isSeen && this.#persons > 0) return {
			ord,
			distinct_id: "",
			person_ord: 0
		};
		if (person_ord === void 0) this.#strangers++;
		this.#lost_texts++;
		return {
			ord,
			distinct_id: `unknown-${randomUUID()}`,
			person_ord: person_ord ?? this.#persons++
		};
	}
	/** A lost person who has distinct ids lives; one without was merged or deleted. */
	#mendPersons() {
		const nameless = this.#person_of.keys().filter((ord) => !this.#first_of.has(this.#person_of[ord]));
		const ids_of = Map.groupBy(nameless, (ord) => this.#person_of[ord]);
		for (let page = 0; page * 16 < this.#persons; page++) {
			const persons = [...this.#pages.read(this.#project_id, page).persons];
			const size = Math.min(16, this.#persons - page * 16);
			const is_whole = persons.length === size;
			while (persons.length < size) {
				const ord = page * 16 + persons.length;
				persons.push(this.#madePerson(ord, ids_of.get(ord) ?? []));
			}
			const apart = this.#emptyLost(page, persons);
			if (!is_whole || apart) this.#pages.put(this.#project_id, page, persons);
		}
	}
	#madePerson(ord, all) {
		const ids = all.filter((id) => this.#textOf(id) !== "");
		const { created_at_ms, revision } = this.#known;
		const first_distinct = ids.find((id) => !this.#more.has(id)) ?? ids[0] ?? 0;
		if (ids.length > 0) {
			this.#first_of.set(ord, first_distinct);
			this.#lost_persons.push(ord);
		}
		return {
			first_distinct,
			created_at_ms,
			is_identified: false,
			is_merged: ids.length === 0,
			revision,
			properties: EMPTY
		};
	}
	#textOf(ord) {
		return this.#ids.texts(this.#project_id, [ord])[0];
	}
	/** Empties properties that were stored apart and are lost. Returns whether there are any. */
	#emptyLost(page, persons) {
		let is_changed = false;
		for (const [at, person] of persons.entries()) {
			const ord = page * 16 + at;
			if (person.properties !== null || this.#pages.apart(this.#project_id, ord) !== void 0) continue;
			persons[at] = {
				...person,
				properties: EMPTY
			};
			this.#lost_properties.push(ord);
			is_changed = true;
		}
		return is_changed;
	}
	#mendTerms() {
		const rows = this.#database.all("SELECT ord, text FROM property_term WHERE project_id = ?", this.#project_id);
		const terms = new Map(rows.map(({ ord, text }) => [ord, text]));
		let count = rows.reduce((most, { ord }) => Math.max(most, ord + 1), 0);
		const textOf = (term) => {
			count = Math.max(count, term + 1);
			return terms.get(term);
		};
		for (const page of this.#pages.pages(this.#project_id)) this.#withoutTerms(page, textOf);
		const add = "INSERT INTO property_term (project_id, ord, text, crc) VALUES (?, ?, ?, ?)";
		for (let ord = 0; ord < count; ord++) if (!terms.has(ord)) this.#database.run(add, this.#project_id, ord, "", rowCrc("", this.#project_id, ord));
	}
	#withoutTerms(page, textOf) {
		const persons = [...this.#pages.read(this.#project_id, page).persons];
		let is_changed = false;
		for (const [at, person] of persons.entries()) {
			const ord = page * 16 + at;
			const mended = withoutTerms(person.properties ?? this.#pages.apart(this.#project_id, ord), textOf);
			if (mended === null) continue;
			is_changed = true;
			persons[at] = this.#pages.withoutLong(this.#project_id, ord, person, {
				...person,
				properties: mended.left
			});
			for (const name of mended.names) this.#lost_values.set(name, (this.#lost_values.get(name) ?? 0) + 1);
		}
		if (is_changed) this.#pages.put(this.#project_id, page, persons);
	}
	#noteMore() {
		this.#database.run("DELETE FROM distinct_more WHERE project_id = ?", this.#project_id);
		const sql = "INSERT INTO distinct_more (project_id, person_ord, distinct_ord) VALUES (?, ?, ?)";
		for (const [ord, person] of this.#person_of.entries()) {
			const first = this.#first_of.get(person) ?? NOBODY;
			if (first !== NOBODY && first !== ord) this.#database.run(sql, this.#project_id, person, ord);
		}
	}
};
// src/store/people/person_map.ts
/** The array is rewritten once newer ids exceed this share … */
const YOUNG_SHARE = 8;
/** … and at least this many: fewer rows are read as fast. */
const YOUNG_LEAST = 1024;
function personMap(database, ids) {
	return {
		personOf(project_id, from_ord) {
			const kept = keptFrom(database, project_id, from_ord);
			const young = ids.personsFrom(project_id, from_ord + kept.length);
			const person_of = new Uint32Array(kept.length + young.length);
			person_of.set(kept);
			person_of.set(young, kept.length);
			return person_of;
		},
		movedSince: (project_id, revision) => movedSince(database, project_id, revision),
		keepPersonOf(project_id, person_of, revision) {
			const { revision: since, count } = database.get("SELECT revision, length(bytes) / 4 AS count FROM person_map WHERE project_id = ?", project_id) ?? {
				revision: 0,
				count: 0
			};
			const young = person_of.length - count + movedCount(database, project_id, since);
			if (since >= revision || young < YOUNG_LEAST || young * YOUNG_SHARE < count) return;
			const bytes = new Uint8Array(person_of.buffer, person_of.byteOffset, person_of.byteLength);
			database.run(`INSERT INTO person_map (project_id, revision, bytes, crc) VALUES (?, ?, ?, ?)
         ON CONFLICT (project_id) DO UPDATE
         SET revision = excluded.revision, bytes = excluded.bytes, crc = excluded.crc`, project_id, revision, bytes, rowCrc(bytes, project_id, revision));
		}
	};
}
function moveCrc(project_id, { revision, distinct_ord, person_ord }) {
	return rowCrc("", project_id, revision, distinct_ord, person_ord);
}
function movedCount(database, project_id, revision) {
	return database.get("SELECT count(*) AS count FROM distinct_move WHERE project_id = ? AND revision > ?", project_id, revision).count;
}
/** Each once, with the person of its last move. */
function movedSince(database, project_id, revision) {
	return database.all(`SELECT distinct_ord, person_ord, max(revision) AS revision, crc FROM distinct_move
       WHERE project_id = ? AND revision > ? GROUP BY distinct_ord ORDER BY distinct_ord`, project_id, revision).map((move) => {
		const { distinct_ord, person_ord, crc } = move;
		checkRow(crc, moveCrc(project_id, move), "distinct_move", `id ${distinct_ord} of project ${project_id}`);
		return {
			distinct_ord,
			person_ord
		};
	});
}
/** The array from that number on, brought up to date. */
function keptFrom(database, project_id, from_ord) {
	const row = database.get("SELECT revision, bytes, crc FROM person_map WHERE project_id = ? AND length(bytes) > ?", project_id, from_ord * 4);
	if (row === void 0 || row.crc !== rowCrc(row.bytes, project_id, row.revision)) return /* @__PURE__ */ new Uint32Array(0);
	const kept = new Uint32Array(row.bytes.slice(from_ord * 4).buffer);
	for (const { distinct_ord, person_ord } of movedSince(database, project_id, row.revision)) {
		const at = distinct_ord - from_ord;
		if (at >= 0 && at < kept.length) kept[at] = person_ord;
	}
	return kept;
}
// src/store/people/people.ts
/**
* Persons and the distinct ids that lead to them, both densely numbered; engine columns are indexed by these numbers.
*/
/** Pages per read: nothing stays open between reads, whatever the reader does. A thousand persons take a millisecond. */
const READ_PAGES = 64;
function peopleStore(database) {
	const [pages, ids] = [new PersonPages(database), new DistinctIds(database)];
	const people = {
		database,
		packer: propertyPacker(database),
		pages,
		ids
	};
	return {
		find: (project_id, distinct_id) => ids.find(project_id, distinct_id),
		absent: (project_id, distinct_ids) => ids.absent(project_id, distinct_ids),
		get: (project_id, person_ord) => get(people, project_id, person_ord),
		write: (project_id, changes, revision) => write(people, project_id, changes, revision),
		merge: (project_id, merges, revision) => merge(people, project_id, merges, revision),
		idsOf: (project_id, person_ords) => [...idsOfEach(database, project_id, livingOf(pages, project_id, person_ords)).values()].flat(),
		erase: (project_id, person_ords, removal, revision) => erase(people, project_id, person_ords, removal, revision),
		mend: (project_id, known) => database.transaction(() => mendPeople(database, project_id, known)),
		propertiesInUse: (project_id, revision, without) => propertiesInUse(people, project_id, revision, without),
		forgetUnused: (project_id, used) => people.packer.forgetUnused(project_id, used),
		list: (project_id, person_ords) => list(people, project_id, person_ords),
		distinctTexts: (project_id, ords) => ids.texts(project_id, ords),
		distinctTextsFrom: (project_id, from_ord) => ids.textsFrom(project_id, from_ord),
		distinctCount: (project_id) => ids.count(project_id),
		personLimit: (project_id) => pages.limit(project_id),
		...personMap(database, ids),
		*changedSince(project_id, revision, names) {
			for (const persons of changedSince(pages, project_id, revision)) yield* toPersons(people, project_id, persons, names);
		},
		*firstIdsSince(project_id, revision) {
			const textOf = ids.reader(project_id);
			for (const persons of changedSince(pages, project_id, revision)) for (const [ord, { first_distinct }] of persons) yield {
				ord,
				first_id: textOf(first_distinct)
			};
		},
		*createdSince(project_id, revision) {
			for (const persons of changedSince(pages, project_id, revision)) for (const [ord, { created_at_ms }] of persons) yield {
				ord,
				created_at_ms
			};
		}
	};
}
function get(people, project_id, ord) {
	const person = people.pages.get(project_id, ord);
	return person === void 0 || person.is_merged ? void 0 : toPersons(people, project_id, [[ord, person]])[0];
}
/** A few lookups for all of them. */
function list(people, project_id, ords) {
	const { database, pages, ids } = people;
	const living = livingOf(pages, project_id, ords);
	const id_ords = idsOfEach(database, project_id, living);
	const all = [...new Set([...id_ords.values()].flat())];
	const texts = new Map(ids.texts(project_id, all).map((text, at) => [all[at], text]));
	return new Map(toPersons(people, project_id, living).map((person) => {
		const distinct_ids = id_ords.get(person.ord).sort((left, right) => left - right);
		const first_id = texts.get(person.first_distinct);
		return [person.ord, {
			...person,
			first_id,
			distinct_ids: distinct_ids.map((distinct) => texts.get(distinct))
		}];
	}));
}
function write({ database, packer, pages, ids }, project_id, changes, revision) {
	database.transaction(() => {
		const packed = /* @__PURE__ */ new Map();
		for (const { ord, properties, ...person } of changes.persons) packed.set(ord, {
			...person,
			is_merged: false,
			revision,
			properties: packer.pack(project_id, properties)
		});
		pages.write(project_id, packed);
		ids.add(project_id, changes.ids);
		for (const { ord, person_ord } of changes.ids) if (packed.get(person_ord)?.first_distinct !== ord) addMore(database, project_id, person_ord, ord);
	});
}
function merge({ database, pages, ids }, project_id, merges, revision) {
	database.transaction(() => {
		const into = survivors(pages, project_id, merges);
		const gone = [...pages.list(project_id, [...into.keys()])];
		const id_ords = idsOfEach(database, project_id, gone);
		const moves = [...id_ords].flatMap(([from_ord, ords]) => ords.map((distinct_ord) => ({
			distinct_ord,
			person_ord: into.get(from_ord)
		})));
		moves.sort((left, right) => left.distinct_ord - right.distinct_ord);
		ids.move(project_id, moves);
		const sql = `INSERT INTO distinct_move (project_id, revision, distinct_ord, person_ord, crc) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (project_id, revision, distinct_ord) DO UPDATE
                 SET person_ord = excluded.person_ord, crc = excluded.crc`;
		for (const move of moves) {
			const crc = moveCrc(project_id, {
				revision,
				...move
			});
			database.run(sql, project_id, revision, move.distinct_ord, move.person_ord, crc);
		}
		const follow = "UPDATE distinct_more SET person_ord = ? WHERE project_id = ? AND person_ord = ?";
		for (const [from_ord, { first_distinct }] of gone) {
			const person_ord = into.get(from_ord);
			if (id_ords.get(from_ord).length > 1) database.run(follow, person_ord, project_id, from_ord);
			addMore(database, project_id, person_ord, first_distinct);
		}
		pages.write(project_id, new Map(gone.map(([ord, person]) => [ord, merged(person, revision)])));
	});
}
/** Merged person -> who has its ids in the end: whom it is merged into may be merged, too, later on. */
function survivors(pages, project_id, merges) {
	const persons = pages.list(project_id, [...new Set(merges.flatMap(({ from_ord, into_ord }) => [from_ord, into_ord]))]);
	const into = /* @__PURE__ */ new Map();
	for (const { from_ord, into_ord } of merges) {
		assert(from_ord !== into_ord, "a person is merged into another one");
		for (const ord of [from_ord, into_ord]) assert(!into.has(ord) && persons.get(ord)?.is_merged === false, `person ${ord} exists`);
		into.set(from_ord, into_ord);
	}
	for (const { from_ord, into_ord } of merges.toReversed()) into.set(from_ord, into.get(into_ord) ?? into_ord);
	return into;
}
function erase(people, project_id, person_ords, { nameless_created_at_ms, newId }, revision) {
	const { database, pages, ids } = people;
	const isGone = nameless_created_at_ms === null;
	return database.transaction(() => {
		const before = livingOf(pages, project_id, person_ords);
		const id_ords = idsOfEach(database, project_id, before);
		const created_at_ms = nameless_created_at_ms ?? 0;
		const left = before.map(([ord, person]) => [ord, {
			...merged(person, revision),
			is_merged: isGone,
			created_at_ms
		}]);
		pages.write(project_id, new Map(left));
		const erased = [...id_ords.values()].flat();
		const texts = ids.texts(project_id, erased);
		ids.erase(project_id, erased, new Map(isGone ? [] : erased.map((ord) => [ord, newId(ord)])));
		if (isGone) database.run(`DELETE FROM distinct_more
                   WHERE project_id = ? AND person_ord IN (SELECT value FROM json_each(?))`, project_id, JSON.stringify([...id_ords.keys()]));
		return texts;
	});
}
function livingOf(pages, project_id, ords) {
	return [...pages.list(project_id, ords)].filter(([, { is_merged }]) => !is_merged);
}
/** Person -> its distinct ids, the creating one first. */
function idsOfEach(database, project_id, persons) {
	const id_ords = new Map(persons.map(([ord, { first_distinct }]) => [ord, [first_distinct]]));
	const more = database.all(`SELECT person_ord, distinct_ord FROM json_each(?)
     CROSS JOIN distinct_more ON distinct_more.project_id = ? AND person_ord = value`, JSON.stringify([...id_ords.keys()]), project_id);
	for (const { person_ord, distinct_ord } of more) id_ords.get(person_ord).push(distinct_ord);
	return id_ords;
}
function propertiesInUse({ pages, packer }, project_id, since, without) {
	const in_use = {
		terms: packer.terms(project_id),
		used: /* @__PURE__ */ new Set(),
		used_names: /* @__PURE__ */ new Set(),
		names: /* @__PURE__ */ new Set()
	};
	for (const persons of changedSince(pages, project_id, since)) {
		const others = persons.filter(([ord]) => !without.has(ord));
		for (const bytes of pages.properties(project_id, others)) packer.noteUse(bytes, in_use);
	}
	return in_use;
}
function addMore(database, project_id, person_ord, distinct_ord) {
	database.run("INSERT INTO distinct_more (project_id, person_ord, distinct_ord) VALUES (?, ?, ?)", project_id, person_ord, distinct_ord);
}
/** Living persons by number, some pages of them at a time. */
function* changedSince(pages, project_id, since) {
	const all = since <= 0 ? pages.limit(project_id) : 0;
	for (let page = 0; page * 16 < all; page += READ_PAGES) {
		const read = pages.from(project_id, page, READ_PAGES);
		for (let at = 0; at < READ_PAGES && (page + at) * 16 < all; at++) if (read[at]?.page !== page + at) throw damagedRow("person_page", `page ${page + at} of project ${project_id}`);
		yield livingIn(read, since);
	}
	if (all > 0) return;
	let after = {
		revision: since,
		page: Number.MAX_SAFE_INTEGER
	};
	for (;;) {
		const read = pages.changedAfter(project_id, after, READ_PAGES);
		yield livingIn(read, since);
		if (read.length < READ_PAGES) return;
		after = must(read.at(-1), "the last page");
	}
}
function livingIn(pages, since) {
	const living = [];
	for (const { page, persons } of pages) for (const [at, person] of persons.entries()) if (person.revision > since && !person.is_merged) living.push([page * 16 + at, person]);
	return living;
}
/** With all properties or only these. */
function toPersons({ packer, pages }, project_id, persons, names) {
	const packed = pages.properties(project_id, persons);
	return persons.map(([ord, { first_distinct, created_at_ms, is_identified }], at) => {
		return {
			ord,
			first_distinct,
			properties: packer.unpack(project_id, packed[at], names),
			created_at_ms,
			is_identified
		};
	});
}
// src/store/file/numbered.ts
/** Tables whose rows are numbered per project and soft-deleted. */
/** @param searched SQL expression that searches look in */
function numberedStore(database, table, codecs, searched = "name || ' ' || description") {
	const get = (project_id, id) => {
		const row = database.get(`SELECT * FROM ${table} WHERE project_id = ? AND id = ?`, project_id, id);
		return row && decode(codecs, row);
	};
	return {
		get,
		insert: (values, id) => database.transaction(() => {
			const next = `SELECT coalesce(max(id), 0) + 1 AS next FROM ${table} WHERE project_id = ?`;
			const number = id ?? database.get(next, values.project_id).next;
			insert(database, table, codecs, {
				...values,
				id: number
			});
			return must(get(values.project_id, number), `${table} ${number}`);
		}),
		update(project_id, id, patch) {
			update(database, table, codecs, patch, {
				sql: "project_id = ? AND id = ?",
				values: [project_id, id]
			});
			return must(get(project_id, id), `${table} ${id}`);
		},
		list(project_id, { search = "", limit, offset }) {
			const from = `FROM ${table} WHERE project_id = ? AND deleted = 0 AND instr(fold(${searched}), ?)`;
			const bound = [project_id, search.toLowerCase()];
			const { count } = database.get(`SELECT count(*) AS count ${from}`, ...bound);
			return {
				count,
				rows: database.all(`SELECT * ${from} ORDER BY id LIMIT ? OFFSET ?`, ...bound, limit, offset).map((row) => decode(codecs, row))
			};
		}
	};
}
// src/store/saved/actions.ts
const ACTION = checked("action", {
	project_id: plain(),
	id: plain(),
	name: plain(),
	description: plain(),
	tags: json(),
	steps: json(),
	deleted: flag,
	created_at_ms: plain(),
	created_by: plain(),
	updated_at_ms: plain()
});
function actionStore(database) {
	return numberedStore(database, "action", ACTION);
}
// src/store/saved/activity.ts
const ACTIVITY = {
	id: plain(),
	project_id: plain(),
	user_id: plain(),
	activity: plain(),
	scope: plain(),
	item_id: plain(),
	detail: json(),
	created_at_ms: plain()
};
function activityStore(database) {
	return {
		append(row) {
			insert(database, "activity", ACTIVITY, row);
		},
		list({ project_id, scope, item_id }, page) {
			const sql = `FROM activity WHERE project_id = ? AND scope = ?${item_id === void 0 ? "" : " AND item_id = ?"}`;
			const values = item_id === void 0 ? [project_id, scope] : [
				project_id,
				scope,
				item_id
			];
			const { count } = database.get(`SELECT count(*) AS count ${sql}`, ...values);
			return {
				count,
				rows: database.all(`SELECT * ${sql} ORDER BY created_at_ms DESC, seq DESC LIMIT ? OFFSET ?`, ...values, page.limit, page.offset).map((row) => decode(ACTIVITY, row))
			};
		},
		last: () => database.get("SELECT coalesce(max(seq), 0) AS last FROM activity").last,
		since(place, limit) {
			return database.all("SELECT * FROM activity WHERE seq > ? ORDER BY seq LIMIT ?", place, limit).map((row) => decode(ACTIVITY, row));
		}
	};
}
// src/store/saved/audit.ts
const AUDIT = {
	seq: plain(),
	at_ms: plain(),
	project_id: plain(),
	user_id: plain(),
	key_id: plain(),
	action: plain(),
	target: plain(),
	fields: json()
};
function auditStore(database) {
	return {
		append(row, most) {
			const seq = insert(database, "audit", AUDIT, row);
			database.run("DELETE FROM audit WHERE seq <= ?", seq - most);
		},
		list({ project_id, with_global, before, limit }) {
			const of_project = with_global ? "(project_id = ? OR project_id IS NULL)" : "project_id = ?";
			const conditions = [];
			if (project_id !== null) conditions.push([of_project, project_id]);
			if (before !== null) conditions.push(["seq < ?", before]);
			const sql = `SELECT * FROM audit ${conditions.length === 0 ? "" : `WHERE ${conditions.map(([sql]) => sql).join(" AND ")}`} ORDER BY seq DESC LIMIT ?`;
			return database.all(sql, ...conditions.map(([, value]) => value), limit).map((row) => decode(AUDIT, row));
		}
	};
}
// src/store/saved/cohorts.ts
const COHORT = checked("cohort", {
	project_id: plain(),
	id: plain(),
	name: plain(),
	description: plain(),
	filters: {
		write: (value) => JSON.stringify(value ?? {}),
		read: json().read
	},
	is_static: flag,
	deleted: flag,
	created_at_ms: plain(),
	created_by: plain(),
	updated_at_ms: plain()
});
function cohortStore(database) {
	return {
		...numberedStore(database, "cohort", COHORT),
		members(project_id, id) {
			const stored = database.get("SELECT members_crc AS crc FROM cohort WHERE project_id = ? AND id = ?", project_id, id)?.crc ?? null;
			const ords = membersOf(database, project_id, id);
			if (stored !== null || ords.length > 0) checkRow(stored, membersCrc(project_id, id, ords), "cohort_member", `of cohort ${id}`);
			return ords;
		},
		mendMembers(project_id, ids_limit) {
			database.run("DELETE FROM cohort_member WHERE project_id = ? AND distinct_ord NOT BETWEEN 0 AND ? - 1", project_id, ids_limit);
			const changed = database.all("SELECT id, members_crc AS crc FROM cohort WHERE project_id = ? ORDER BY id", project_id).filter(({ id, crc }) => {
				const ords = membersOf(database, project_id, id);
				return (crc !== null || ords.length > 0) && crc !== membersCrc(project_id, id, ords);
			});
			for (const { id } of changed) noteMembers(database, project_id, id);
			return changed.map(({ id }) => id);
		},
		addMembers(project_id, id, distinct_ords) {
			database.run(`INSERT OR IGNORE INTO cohort_member (project_id, cohort_id, distinct_ord)
         SELECT ?, ?, value FROM json_each(?)`, project_id, id, JSON.stringify(distinct_ords));
			noteMembers(database, project_id, id);
		},
		removeMembers(project_id, distinct_ords, id) {
			const removed = database.all(`DELETE FROM cohort_member
                   WHERE project_id = ? AND cohort_id = coalesce(?, cohort_id)
                     AND distinct_ord IN (SELECT value FROM json_each(?)) RETURNING cohort_id`, project_id, id ?? null, JSON.stringify(distinct_ords));
			for (const left of new Set(removed.map((row) => row.cohort_id))) noteMembers(database, project_id, left);
		}
	};
}
function membersOf(database, project_id, id) {
	return database.all("SELECT distinct_ord FROM cohort_member WHERE project_id = ? AND cohort_id = ? ORDER BY distinct_ord", project_id, id).map((row) => row.distinct_ord);
}
/** Of the whole list, as a row that is not found would be missed in silence. */
function membersCrc(project_id, id, ords) {
	return rowCrc(ords.join(), project_id, id, ords.length);
}
function noteMembers(database, project_id, id) {
	const crc = membersCrc(project_id, id, membersOf(database, project_id, id));
	database.run("UPDATE cohort SET members_crc = ? WHERE project_id = ? AND id = ?", crc, project_id, id);
}
// src/store/saved/insight_filter.ts
/** Filters and orders of the insight list as SQL. SQL consists of our own text only; callers' values are bound. */
/** Kind of a query node; a wrapper has the kind of its content. */
const QUERY_KIND = `CASE WHEN query ->> '$.kind' IN ('InsightVizNode', 'DataVisualizationNode')
  THEN query ->> '$.source.kind' ELSE query ->> '$.kind' END`;
const SQL_KIND = "HogQLQuery";
const LIVE_TILES$1 = `SELECT tile.dashboard_id FROM tile JOIN dashboard ON dashboard.id = tile.dashboard_id
  WHERE tile.insight_id = insight.id AND tile.deleted IS NOT 1 AND dashboard.deleted = 0`;
const LAST_VIEW = `SELECT max(viewed_at_ms) FROM insight_view AS seen
  WHERE seen.project_id = insight.project_id AND seen.insight_id = insight.id`;
/** Flags are event properties: $feature/name. */
const OF_FLAG = `coalesce(instr(filters ->> '$.breakdown', '$feature/' || ?), 0)
  OR coalesce(instr(filters ->> '$.properties', ?), 0) OR coalesce(instr(query, '$feature/' || ?), 0)`;
const SEARCH = `instr(fold(name), ?) OR instr(fold(derived_name), ?) OR instr(fold(description), ?)
  OR EXISTS (SELECT 1 FROM json_each(insight.tags) WHERE instr(fold(value), ?))`;
/** sortable field -> its expression. Texts compare case-insensitively. */
const ORDERS = {
	id: "id",
	short_id: "short_id",
	name: "fold(name)",
	derived_name: "fold(derived_name)",
	description: "fold(description)",
	order: "\"order\"",
	saved: "saved",
	favorited: "favorited",
	created_at: "created_at_ms",
	created_by: "created_by",
	updated_at: "updated_at_ms",
	last_modified_at: "last_modified_at_ms",
	last_modified_by: "last_modified_by"
};
/** @throws ServiceError invalid_choice if `insight` is not a kind */
function insightCondition(project_id, filter) {
	const parts = [{
		sql: "project_id = ? AND deleted = 0",
		values: [project_id]
	}];
	const add = (sql, ...values) => parts.push({
		sql,
		values
	});
	if (filter.created_by !== void 0) add("created_by = ?", filter.created_by);
	if (filter.short_id !== void 0) add("short_id = ?", filter.short_id);
	if (filter.favorited !== void 0) add("favorited = ?", Number(filter.favorited));
	if (filter.saved === true) add(`(saved = 1 OR EXISTS (${LIVE_TILES$1}))`);
	if (filter.saved === false) add("saved = 0");
	if (filter.modified_after_ms !== void 0) add("last_modified_at_ms > ?", filter.modified_after_ms);
	if (filter.modified_before_ms !== void 0) add("last_modified_at_ms < ?", filter.modified_before_ms);
	if (filter.created_after_ms !== void 0) add("created_at_ms > ?", filter.created_after_ms);
	if (filter.created_before_ms !== void 0) add("created_at_ms < ?", filter.created_before_ms);
	if (filter.viewed_after_ms !== void 0) add(`(${LAST_VIEW}) > ?`, filter.viewed_after_ms);
	if (filter.viewed_before_ms !== void 0) add(`(${LAST_VIEW}) < ?`, filter.viewed_before_ms);
	if (filter.feature_flag !== void 0) add(`(${OF_FLAG})`, filter.feature_flag, filter.feature_flag, filter.feature_flag);
	if (filter.without_flags === true) add(`NOT instr(filters || coalesce(query, ''), '$feature')`);
	if (filter.insight !== void 0) parts.push(kindCondition(filter.insight));
	if (filter.search !== void 0) {
		const needle = filter.search.toLowerCase();
		add(`(${SEARCH})`, needle, needle, needle, needle);
	}
	if (filter.tags !== void 0) add(hasAll("SELECT value FROM json_each(insight.tags)"), JSON.stringify(filter.tags));
	if (filter.dashboards !== void 0) add(hasAll(LIVE_TILES$1), JSON.stringify(filter.dashboards));
	return {
		sql: parts.map((part) => part.sql).join(" AND "),
		values: parts.flatMap((part) => part.values)
	};
}
/** ORDER BY terms: nulls last either way, then by id. @throws ServiceError invalid_choice */
function insightOrder(order = "order") {
	const descending = order.startsWith("-");
	const name = descending ? order.slice(1) : order;
	if (!Object.hasOwn(ORDERS, name)) throw invalid("order", `"${name}" is not a field to order by. Use one of ${Object.keys(ORDERS).join(", ")}, with "-" in front for descending.`, "invalid_choice");
	return `${ORDERS[name]} ${descending ? "DESC" : "ASC"} NULLS LAST, id`;
}
/** `subquery` selects everything in the bound list. */
function hasAll(subquery) {
	return `NOT EXISTS (SELECT 1 FROM json_each(?) AS wanted WHERE wanted.value NOT IN (${subquery}))`;
}
function kindCondition(insight) {
	if (insight === "SQL") return {
		sql: `${QUERY_KIND} = ?`,
		values: [SQL_KIND]
	};
	if (insight === "JSON") return {
		sql: `(query IS NOT NULL AND ${QUERY_KIND} IS NOT ?)`,
		values: [SQL_KIND]
	};
	const kind = KIND_BY_INSIGHT.get(insight);
	if (kind === void 0) throw invalid("insight", `"${insight}" is not a kind of insight. Use one of ${INSIGHT_NAMES.join(", ")}, JSON, SQL.`, "invalid_choice");
	return {
		sql: `((query IS NULL AND filters ->> '$.insight' = ?) OR ${QUERY_KIND} = ?)`,
		values: [insight, namesOf(kind).node]
	};
}
// src/store/saved/dashboards.ts
/** Dashboards and their tiles. A removed tile keeps its row, so that its position can come back. */
const DASHBOARD = checked("dashboard", {
	id: plain(),
	project_id: plain(),
	name: plain(),
	description: plain(),
	filters: {
		write: (value) => JSON.stringify(value ?? {}),
		read: json().read
	},
	tags: json(),
	pinned: flag,
	deleted: flag,
	created_at_ms: plain(),
	created_by: plain()
});
const TILE = {
	id: plain(),
	dashboard_id: plain(),
	insight_id: plain(),
	text: plain(),
	deleted: nullableFlag,
	order: plain(),
	color: plain(),
	layouts: json(),
	show_description: nullableFlag
};
const LIVE_TILES = `SELECT tile.* FROM tile JOIN dashboard ON dashboard.id = tile.dashboard_id
  WHERE tile.deleted IS NOT 1 AND dashboard.deleted = 0`;
function dashboardStore(database) {
	const get = (project_id, id) => {
		const row = database.get("SELECT * FROM dashboard WHERE project_id = ? AND id = ?", project_id, id);
		return row && decode(DASHBOARD, row);
	};
	return {
		insert: (values) => ({
			...values,
			id: insert(database, "dashboard", DASHBOARD, values)
		}),
		get,
		update(project_id, id, patch) {
			update(database, "dashboard", DASHBOARD, patch, {
				sql: "project_id = ? AND id = ?",
				values: [project_id, id]
			});
			return must(get(project_id, id), `dashboard ${id}`);
		},
		list(project_id, { search = "", pinned = null, tags = [], limit, offset }) {
			const live = `FROM dashboard WHERE project_id = ? AND deleted = 0 AND instr(fold(name || ' ' || description), ?)
        AND pinned = coalesce(?, pinned) AND ${hasAll("SELECT value FROM json_each(dashboard.tags)")}`;
			const wanted = pinned === null ? null : Number(pinned);
			const bound = [
				project_id,
				search.toLowerCase(),
				wanted,
				JSON.stringify(tags)
			];
			const { count } = database.get(`SELECT count(*) AS count ${live}`, ...bound);
			const sql = `SELECT * ${live} ORDER BY id LIMIT ? OFFSET ?`;
			return {
				count,
				rows: database.all(sql, ...bound, limit, offset).map((row) => decode(DASHBOARD, row))
			};
		},
		tilesOf(insight_ids) {
			const tiles = new Map(insight_ids.map((id) => [id, []]));
			const sql = `${LIVE_TILES} AND insight_id IN (SELECT value FROM json_each(?)) ORDER BY tile.id`;
			for (const row of database.all(sql, JSON.stringify(insight_ids))) {
				const tile = decode(TILE, row);
				tiles.get(tile.insight_id ?? 0)?.push(tile);
			}
			return tiles;
		},
		tilesOn(dashboard_id) {
			return database.all(`${LIVE_TILES} AND dashboard_id = ? ORDER BY tile."order" NULLS LAST, tile.id`, dashboard_id).map((row) => decode(TILE, row));
		},
		placeInsight: (insight_id, dashboard_ids) => placeInsight(database, insight_id, dashboard_ids),
		placeText(dashboard_id, text) {
			return insert(database, "tile", TILE, {
				dashboard_id,
				insight_id: null,
				text,
				deleted: null,
				order: null,
				color: null,
				layouts: {},
				show_description: null
			});
		},
		updateTile(id, patch) {
			update(database, "tile", TILE, patch, {
				sql: "id = ?",
				values: [id]
			});
		}
	};
}
function placeInsight(database, insight_id, dashboard_ids) {
	database.transaction(() => {
		database.run(`UPDATE tile SET deleted = 1 WHERE insight_id = ? AND deleted IS NOT 1
       AND dashboard_id NOT IN (SELECT value FROM json_each(?))`, insight_id, JSON.stringify(dashboard_ids));
		for (const dashboard_id of dashboard_ids) database.run(`INSERT INTO tile (dashboard_id, insight_id, layouts) VALUES (?, ?, '{}')
         ON CONFLICT (insight_id, dashboard_id) DO UPDATE SET deleted = 0 WHERE deleted = 1`, dashboard_id, insight_id);
	});
}
// src/store/saved/insights.ts
/** Saved insights. */
const INSIGHT = checked("insight", {
	id: plain(),
	project_id: plain(),
	short_id: plain(),
	name: plain(),
	derived_name: plain(),
	description: plain(),
	filters: {
		write: (value) => JSON.stringify(value ?? {}),
		read: json().read
	},
	query: nullableJson(),
	order: plain(),
	deleted: flag,
	saved: flag,
	favorited: flag,
	is_sample: flag,
	tags: json(),
	created_at_ms: plain(),
	created_by: plain(),
	updated_at_ms: plain(),
	last_modified_at_ms: plain(),
	last_modified_by: plain()
});
function insightStore(database) {
	const one = (condition, project_id, value) => {
		const row = database.get(`SELECT * FROM insight WHERE project_id = ? AND ${condition}`, project_id, value);
		return row && decode(INSIGHT, row);
	};
	return {
		insert(values) {
			const id = insert(database, "insight", INSIGHT, values);
			return must(one("id = ?", values.project_id, id), `insight ${id}`);
		},
		get: (project_id, id) => one("id = ?", project_id, id),
		byShortId: (project_id, short_id) => one("short_id = ?", project_id, short_id),
		update(project_id, id, patch) {
			update(database, "insight", INSIGHT, patch, {
				sql: "project_id = ? AND id = ?",
				values: [project_id, id]
			});
			return must(one("id = ?", project_id, id), `insight ${id}`);
		},
		list(project_id, filter) {
			const { sql, values } = insightCondition(project_id, filter);
			const { count } = database.get(`SELECT count(*) AS count FROM insight WHERE ${sql}`, ...values);
			return {
				count,
				rows: database.all(`SELECT * FROM insight WHERE ${sql} ORDER BY ${insightOrder(filter.order)} LIMIT ? OFFSET ?`, ...values, filter.limit, filter.offset).map((row) => decode(INSIGHT, row))
			};
		},
		watched(viewed_since_ms, limit) {
			return database.all(`SELECT * FROM insight WHERE deleted = 0 AND (favorited = 1
           OR EXISTS (SELECT 1 FROM sharing WHERE sharing.insight_id = insight.id AND enabled = 1)
           OR EXISTS (SELECT 1 FROM tile JOIN dashboard ON dashboard.id = tile.dashboard_id
             WHERE tile.insight_id = insight.id AND tile.deleted IS NOT 1 AND dashboard.deleted = 0)
           OR EXISTS (SELECT 1 FROM insight_view AS seen
             WHERE seen.project_id = insight.project_id AND seen.insight_id = insight.id AND viewed_at_ms >= ?))
         ORDER BY id LIMIT ?`, viewed_since_ms, limit).map((row) => decode(INSIGHT, row));
		}
	};
}
// src/store/saved/keys.ts
const KEY = {
	id: plain(),
	user_id: plain(),
	label: plain(),
	hash: plain(),
	mask: plain(),
	scopes: json(),
	project_ids: nullableJson(),
	created_at_ms: plain(),
	last_used_at_ms: plain(),
	revoked_at_ms: plain(),
	expires_at_ms: plain()
};
function keyStore(database) {
	return {
		insert(values) {
			const id = insert(database, "api_key", KEY, values);
			return {
				...values,
				id,
				last_used_at_ms: null,
				revoked_at_ms: null
			};
		},
		byHash: (hash) => database.remembered(`key ${hash}`, () => {
			const row = database.get("SELECT * FROM api_key WHERE hash = ?", hash);
			return row && decode(KEY, row);
		}),
		list: () => database.all("SELECT * FROM api_key ORDER BY id").map((row) => decode(KEY, row)),
		revoke(id, at_ms) {
			return database.run("UPDATE api_key SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL", at_ms, id).changes === 1;
		},
		expire(id, at_ms) {
			database.run("UPDATE api_key SET expires_at_ms = ? WHERE id = ?", at_ms, id);
		},
		touch(id, at_ms) {
			database.run("UPDATE api_key SET last_used_at_ms = ? WHERE id = ?", at_ms, id);
		}
	};
}
// src/store/saved/marks.ts
const ANNOTATION = {
	project_id: plain(),
	id: plain(),
	content: plain(),
	date_ms: plain(),
	deleted: flag,
	created_at_ms: plain(),
	created_by: plain(),
	updated_at_ms: plain()
};
const ALERT = {
	project_id: plain(),
	id: plain(),
	name: plain(),
	insight_id: plain(),
	lower: plain(),
	upper: plain(),
	series: plain(),
	condition: plain(),
	threshold: plain(),
	is_ongoing: flag,
	skip_weekend: flag,
	calculation_interval: plain(),
	subscribed_users: json(),
	webhook_url: plain(),
	enabled: flag,
	notified_point: plain(),
	notified_at_ms: plain(),
	deleted: flag,
	created_at_ms: plain(),
	created_by: plain(),
	updated_at_ms: plain()
};
function annotationStore(database) {
	return {
		...numberedStore(database, "annotation", ANNOTATION, "content"),
		within(project_id, from_ms, until_ms, limit) {
			const sql = `SELECT * FROM annotation WHERE project_id = ? AND deleted = 0 AND date_ms >= ? AND date_ms < ?
                   ORDER BY date_ms DESC, id DESC LIMIT ?`;
			return database.remembered(`annotations ${project_id} ${from_ms} ${until_ms} ${limit}`, () => {
				return database.all(sql, project_id, from_ms, until_ms, limit).map((row) => decode(ANNOTATION, row)).toReversed();
			});
		}
	};
}
function alertStore(database) {
	return numberedStore(database, "alert", ALERT, "name");
}
// src/store/saved/projects.ts
/** Projects. */
const PROJECT = checked("project", {
	id: plain(),
	name: plain(),
	api_token: plain(),
	timezone: plain(),
	week_start_day: plain(),
	test_account_filters: json(),
	path_cleaning_filters: json(),
	retention_days: plain(),
	autocapture_opt_out: flag,
	created_at_ms: plain()
});
function projectStore(database) {
	const one = (condition, value) => {
		const row = database.get(`SELECT * FROM project WHERE ${condition}`, value);
		return row && decode(PROJECT, row);
	};
	return {
		create(given) {
			const values = {
				...given,
				retention_days: null,
				autocapture_opt_out: false
			};
			const id = database.transaction(() => {
				const id = insert(database, "project", PROJECT, values);
				database.run("INSERT INTO project_state (project_id, crc) VALUES (?, row_crc('', ?, 0, 0, 0, 0))", id, id);
				return id;
			});
			return {
				...values,
				id
			};
		},
		get: (id) => database.remembered(`project ${id}`, () => one("id = ?", id)),
		byToken: (api_token) => database.remembered(`project of ${api_token}`, () => one("api_token = ?", api_token)),
		list: () => database.remembered("projects", () => database.all("SELECT * FROM project ORDER BY id").map((row) => decode(PROJECT, row))),
		update(id, patch) {
			update(database, "project", PROJECT, patch, {
				sql: "id = ?",
				values: [id]
			});
			return must(one("id = ?", id), `project ${id}`);
		}
	};
}
// src/store/saved/results.ts
const PUT = `
  INSERT INTO result (project_id, key, body, computed_at_ms) VALUES (?, ?, CAST(? AS TEXT), ?)
  ON CONFLICT (project_id, key) DO UPDATE SET body = excluded.body, computed_at_ms = excluded.computed_at_ms`;
const DELETE = "DELETE FROM result WHERE project_id = ? AND key = ?";
function resultStore(database) {
	return {
		get(project_id, key) {
			const row = database.get("SELECT body, computed_at_ms FROM result WHERE project_id = ? AND key = ?", project_id, key);
			return row && {
				key,
				body: JSON.parse(row.body),
				computed_at_ms: row.computed_at_ms
			};
		},
		put(project_id, { key, body, computed_at_ms }) {
			database.run(PUT, project_id, key, JSON.stringify(body), computed_at_ms);
		},
		bytes(project_id, key) {
			return database.get("SELECT CAST(body AS BLOB) AS body FROM result WHERE project_id = ? AND key = ?", project_id, key)?.body;
		},
		putBytes(project_id, key, bytes, computed_at_ms) {
			database.run(PUT, project_id, key, bytes, computed_at_ms);
		},
		delete(project_id, key) {
			database.run(DELETE, project_id, key);
		},
		clear(project_id, spared, texts) {
			database.run(`DELETE FROM result WHERE project_id = ?
                   AND (substr(key, 1, length(?)) != ? OR EXISTS (SELECT 1 FROM json_each(?) WHERE instr(body, value)))`, project_id, spared, spared, JSON.stringify(texts.map((text) => JSON.stringify(text).slice(1, -1))));
		},
		trim(project_id, begin, max) {
			const end = `${begin.slice(0, -1)};`;
			const of_kind = "project_id = ? AND key > ? AND key < ?";
			const counted = `SELECT count(*) AS count FROM result WHERE ${of_kind}`;
			const { count } = database.get(counted, project_id, begin, end);
			if (count <= max) return [];
			const rows = database.all(`SELECT key FROM result INDEXED BY result_by_age WHERE ${of_kind} ORDER BY computed_at_ms LIMIT ?`, project_id, begin, end, count - max);
			for (const { key } of rows) database.run(DELETE, project_id, key);
			return rows.map(({ key }) => key);
		},
		sweep: (before_ms) => database.run("DELETE FROM result WHERE computed_at_ms < ?", before_ms).changes
	};
}
// src/store/saved/sharing.ts
const SHARING = {
	insight_id: plain(),
	enabled: flag,
	access_token: plain(),
	created_at_ms: plain()
};
function sharingStore(database) {
	return {
		get(insight_id) {
			const row = database.get("SELECT * FROM sharing WHERE insight_id = ?", insight_id);
			return row && decode(SHARING, row);
		},
		opened(access_token) {
			const row = database.get(`SELECT insight.project_id, insight_id FROM sharing JOIN insight ON insight.id = insight_id
         WHERE access_token = ? AND enabled = 1 AND insight.deleted = 0`, access_token);
			return row && { ...row };
		},
		put(values) {
			database.run(`INSERT INTO sharing (insight_id, enabled, access_token, created_at_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT (insight_id) DO UPDATE SET
           enabled = excluded.enabled, access_token = excluded.access_token, created_at_ms = excluded.created_at_ms`, values.insight_id, Number(values.enabled), values.access_token, values.created_at_ms);
		}
	};
}
// src/store/saved/users.ts
const USER = {
	id: plain(),
	uuid: plain(),
	distinct_id: plain(),
	first_name: plain(),
	last_name: plain(),
	email: plain(),
	is_email_verified: flag,
	hedgehog_config: {
		write: JSON.stringify,
		read: (stored) => stored === null ? {} : JSON.parse(String(stored))
	}
};
function userStore(database) {
	const one = (which, ...values) => {
		const row = database.get(`SELECT * FROM user ${which}`, ...values);
		return row && decode(USER, row);
	};
	return {
		create: (values) => ({
			...values,
			id: insert(database, "user", USER, values)
		}),
		get: (id) => database.remembered(`user ${id}`, () => one("WHERE id = ?", id)),
		first: () => database.remembered("first user", () => one("ORDER BY id LIMIT 1"))
	};
}
// src/store/saved/views.ts
function viewStore(database) {
	return {
		mark(project_id, user_id, insight_id, at_ms) {
			database.run(`INSERT INTO insight_view (project_id, user_id, insight_id, viewed_at_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT (project_id, user_id, insight_id) DO UPDATE SET viewed_at_ms = excluded.viewed_at_ms`, project_id, user_id, insight_id, at_ms);
		},
		recent(project_id, user_id, limit) {
			return database.all(`SELECT insight_id, viewed_at_ms FROM insight_view AS seen JOIN insight ON insight.id = seen.insight_id
         WHERE seen.project_id = ? AND seen.user_id = ? AND insight.project_id = seen.project_id AND insight.deleted = 0
         ORDER BY viewed_at_ms DESC, insight_id DESC LIMIT ?`, project_id, user_id, limit).map((row) => ({ ...row }));
		},
		popular(project_id, since_ms, { limit, offset }) {
			const viewed = `FROM insight_view AS seen JOIN insight ON insight.id = seen.insight_id
        WHERE seen.project_id = ? AND viewed_at_ms > ? AND insight.project_id = seen.project_id AND insight.deleted = 0`;
			const { count } = database.get(`SELECT count(DISTINCT insight_id) AS count ${viewed}`, project_id, since_ms);
			return {
				count,
				rows: database.all(`SELECT insight_id, count(*) AS users, max(viewed_at_ms) AS viewed_at_ms ${viewed}
         GROUP BY insight_id ORDER BY users DESC, viewed_at_ms DESC, insight_id LIMIT ? OFFSET ?`, project_id, since_ms, limit, offset).map((row) => ({ ...row }))
			};
		},
		lastMs: () => database.get("SELECT coalesce(max(viewed_at_ms), 0) AS last FROM insight_view").last,
		changedSince(ms) {
			return database.all("SELECT DISTINCT project_id FROM insight_view WHERE viewed_at_ms > ?", ms).map(({ project_id }) => project_id);
		}
	};
}
// src/store/store.ts
/** The store: one SQLite file behind the contracts in `types/`. */
/**
* Opens a file, creating or upgrading it as needed. `:memory:` lives as long as the process.
* @throws ServiceError if the file is not ours, is newer than this program, or cannot be opened
*/
function openStore(path, options = {}) {
	const { folds = true, sync = datasync, pages_max, cache_bytes } = options;
	const database = openDatabase(path, LIMIT.store_busy_ms, sync);
	try {
		migrate(database, path);
		if (cache_bytes !== void 0) database.execute(cacheOf(cache_bytes));
		if (pages_max !== void 0) database.execute(`PRAGMA max_page_count = ${pages_max}`);
		if (!folds) database.execute("PRAGMA wal_autocheckpoint = 0");
	} catch (error) {
		database.close();
		throw error;
	}
	return {
		path,
		transaction: (run) => database.transaction(run),
		transactionAhead: (run) => database.transactionAhead(run),
		durable: () => database.durable(),
		refusal: () => database.refusal(),
		isFree: () => database.isFree(),
		waitForLocks: (ms) => database.waitForLocks(ms),
		snapshot: (run) => database.snapshot(run),
		shrink() {
			const free = () => database.get("PRAGMA freelist_count").freelist_count;
			const before = free();
			database.execute(`PRAGMA incremental_vacuum(${TUNING.store_shrink_pages})`);
			return free() > 0 && free() < before;
		},
		checkpoint: () => database.execute("PRAGMA wal_checkpoint(PASSIVE)"),
		projects: projectStore(database),
		users: userStore(database),
		keys: keyStore(database),
		insights: insightStore(database),
		dashboards: dashboardStore(database),
		actions: actionStore(database),
		annotations: annotationStore(database),
		alerts: alertStore(database),
		cohorts: cohortStore(database),
		activity: activityStore(database),
		audit: auditStore(database),
		views: viewStore(database),
		sharing: sharingStore(database),
		results: resultStore(database),
		repeatable: repeatableStore(database),
		people: peopleStore(database),
		groups: groupStore(database),
		definitions: definitionStore(database),
		events: eventStore(database),
		erasures: erasureStore(database, path),
		imports: importStore(database),
		outdated: outdatedStore(database),
		problems: () => structureProblems(database),
		backup: (target) => saveCopy(database, target),
		close: () => database.close()
	};
}
export { migrate as n, openStore as t };
