import { t as assert } from "./assert-Cucc65-M.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { a as LIMIT, n as ServiceError } from "./error-CL6ANKLD.js";
import { o as keysOf } from "./known-ShXk4LDt.js";
import { closeSync, constants, copyFileSync, existsSync, fdatasync, fsyncSync, openSync, realpathSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync, backup } from "node:sqlite";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
// src/store/file/durability.ts
/**
* Makes commits durable off the main thread. SQLite blocks on fsync inside a commit; committing without fsync is still
* atomic after a power loss, and syncing the write-ahead log afterwards makes it durable.
*/
const datasync = promisify(fdatasync);
var WalSync = class {
	#path;
	#datasync;
	/** Opened once: opening and closing would each queue for a thread. */
	#file = null;
	/** Started before some commit, so it does not cover that one. */
	#running = Promise.resolve();
	/** Starts when the current one ends, for everyone who asks until then. */
	#next = null;
	/** The system's write error; it reports that once and then forgets the data. */
	#failed = null;
	/** The file exists. For a symbolic link, the log is beside its target. */
	constructor(database_path, sync) {
		this.#path = `${realpathSync(database_path)}-wal`;
		this.#datasync = sync;
	}
	/** Resolves once everything committed so far is on disk; never again after a failure. */
	sync() {
		this.#next ??= this.#running.then(() => {
			this.#next = null;
			const written = this.#write();
			this.#running = written.catch((error) => {
				this.#failed ??= { error };
			});
			return written;
		});
		return this.#next;
	}
	/** Once all requested syncs have ended. Closing releases no SQLite lock, as those are on another file. */
	close() {
		(this.#next ?? this.#running).catch(() => {}).then(() => {
			if (this.#file !== null) closeSync(this.#file);
			this.#file = null;
		});
	}
	async #write() {
		if (this.#failed !== null) throw this.#failed.error;
		this.#file ??= openSync(this.#path, "r+");
		await this.#datasync(this.#file);
	}
};
// src/store/file/failure.ts
/**
* Translates SQLite result codes. Machine trouble (lock, disk, damage) becomes a ServiceError callers can act on;
* everything else is a bug whose message names the SQL, never the values, for the log.
*/
const GENERAL = 1;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;
/** Primary result code of a `node:sqlite` error; 0 = not one. */
function resultCode(error) {
	if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return 0;
	return error.errcode & 255;
}
/** Extended codes: data is not on disk, and the system has dropped it. */
const IO_ERROR_SYNC = 1034;
const IO_ERROR_SYNC_FOLDER = 1290;
function isSyncFailure(error) {
	if (error instanceof ServiceError) return isSyncFailure(error.cause);
	if (!(error instanceof Error) || !("errcode" in error)) return false;
	return error.errcode === IO_ERROR_SYNC || error.errcode === IO_ERROR_SYNC_FOLDER;
}
/** Whether another connection held the lock. */
function isLocked(error) {
	const code = resultCode(error instanceof ServiceError ? error.cause : error);
	return code === BUSY || code === LOCKED;
}
/** Why writing stops after a disk failure. */
function writesEnded(cause) {
	return new ServiceError("read_only", "The disk failed to keep what was written, so nothing is stored any more until the server is started again; questions are still answered. Look after the disk first. Whether the last events that were refused are there is not certain: send them again after the restart, where those with a uuid count once.", { cause });
}
function isForeign(error) {
	return resultCode(error) === NOT_A_DATABASE;
}
/** Error to throw in place of SQLite's; already translated ones pass through. */
function failure(error, sql) {
	if (error instanceof ServiceError) return error;
	switch (resultCode(error)) {
		case BUSY:
		case LOCKED: return new ServiceError("busy", "The database is locked by another process. Try again in a moment.", { cause: error });
		case FULL: return new ServiceError("busy", "The disk is full: what was to be written just now is not stored. Free space and try again.", { cause: error });
		case GENERAL:
			if (!/no such (table|column)|has no column/.test(String(error))) return bug(error, sql);
			return new ServiceError("data_corrupted", "The database file does not have the tables of its format: it is damaged, or another program changed it. Restore it from a backup.", { cause: error });
		case CORRUPT:
		case NOT_A_DATABASE: return new ServiceError("data_corrupted", "The database file is damaged. Restore it from a backup.", { cause: error });
		case READONLY: return new ServiceError("error", "The database file cannot be written: it or its folder is read-only.", { cause: error });
		case IO_ERROR: return new ServiceError("error", "The disk reported an error: what was to be written just now is not stored.", { cause: error });
		case CANNOT_OPEN: return new ServiceError("error", "The database file cannot be opened or made. Check that its folder exists and that this user may write there.", { cause: error });
		default: return bug(error, sql);
	}
}
function bug(error, sql) {
	return new Error(`${error instanceof Error ? error.message : String(error)} in SQL: ${sql}`, { cause: error });
}
// src/store/file/row_crc.ts
/**
* Row checksums. SQLite detects damaged structure at best; a flipped bit inside a value reads as another value. Rows
* that numbers depend on carry a checksum of their content and identity.
*/
const HIGH = 2 ** 32;
/** @param keys integers: the row's key and its integer columns */
function rowCrc(bytes, ...keys) {
	let start = 0;
	for (const key of keys) start = Math.imul(start ^ key, 2654435761) ^ Math.floor(key / HIGH);
	return crc32(bytes, start >>> 0);
}
/** For rows of numbers and texts only, in an order fixed per table. The same before and after they are stored. */
function valuesCrc(values) {
	return crc32(JSON.stringify(values.map((value) => typeof value === "string" ? asStored(value) : value)));
}
/** SQLite replaces lone surrogates, JSON escapes them. */
function asStored(text) {
	return text.toWellFormed();
}
/** @throws ServiceError data_corrupted if the checksum does not match */
function checkRow(stored_crc, crc, table, row) {
	if (stored_crc !== crc) throw damagedRow(table, row);
}
function damagedRow(table, row) {
	return new ServiceError("data_corrupted", `The database file is damaged (${table}, ${row}), so this cannot be answered. Restore it from a backup.`);
}
// src/store/file/database.ts
/**
* The only user of `node:sqlite`: cached prepared statements, transactions, translated errors. Rows are returned as
* SQLite has them (0/1 for flags, JSON as text); repositories map them. Column types are reliable, as every table is
* STRICT. Nothing iterates lazily: a cached statement is never in use twice.
*/
/** Cached statements; only the insight list builds SQL dynamically, all others are about a hundred. */
const KEPT_STATEMENTS = 256;
/** Of values that are remembered; all are forgotten when there are more. */
const REMEMBERED_MOST = 1e3;
const IN_MEMORY = ":memory:";
/** Opens or creates a file. Writes nothing before `configure`, so foreign files stay untouched. */
function openDatabase(path, busy_ms = LIMIT.store_busy_ms, sync = datasync) {
	const database = attempt("open", () => new DatabaseSync(path));
	if ("enableDefensive" in database) database.enableDefensive(true);
	database.function("fold", {
		deterministic: true,
		directOnly: true
	}, (text) => typeof text === "string" ? text.toLowerCase() : null);
	database.function("row_crc", {
		varargs: true,
		deterministic: true,
		directOnly: true
	}, (bytes, ...keys) => {
		assert(typeof bytes === "string" || bytes instanceof Uint8Array, "a checksum of bytes or a text");
		return rowCrc(bytes, ...keys.map(Number));
	});
	database.function("values_crc", {
		varargs: true,
		deterministic: true,
		directOnly: true
	}, (...values) => valuesCrc(values));
	const connection = new Connection(path, database, sync);
	connection.waitForLocks(busy_ms);
	return connection;
}
/** Whether another connection has the file open. Moves the log's content into the file. */
function isInUse(path) {
	const database = attempt("open", () => new DatabaseSync(path));
	try {
		database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
		return false;
	} catch (error) {
		if (isLocked(error)) return true;
		throw failure(error, "BEGIN EXCLUSIVE");
	} finally {
		database.close();
	}
}
/** Settings of our files. Page size and auto-vacuum apply to new files only. */
function configure(database) {
	database.execute("PRAGMA page_size = 8192");
	if (database.get("PRAGMA page_count").page_count === 0) database.execute("PRAGMA auto_vacuum = INCREMENTAL");
	database.execute("PRAGMA journal_mode = WAL");
	database.execute("PRAGMA synchronous = FULL");
	database.execute("PRAGMA fullfsync = ON");
	database.execute("PRAGMA foreign_keys = ON");
	database.execute("PRAGMA trusted_schema = OFF");
	database.execute("PRAGMA temp_store = MEMORY");
	database.execute(cacheOf(TUNING.store_cache_bytes));
	database.execute(`PRAGMA wal_autocheckpoint = ${TUNING.store_checkpoint_pages}`);
	database.execute(`PRAGMA journal_size_limit = ${TUNING.store_wal_bytes}`);
}
function cacheOf(bytes) {
	return `PRAGMA cache_size = -${bytes / 1024}`;
}
var Connection = class {
	#path;
	#database;
	/** null = in memory. */
	#wal;
	/** SQL -> statement, oldest first. */
	#statements = /* @__PURE__ */ new Map();
	/** Open `transaction` calls. */
	#depth = 0;
	#reading = false;
	/** SQLite rolled the whole transaction back by itself (disk full, say); nothing more may run in it. */
	#lost = false;
	#epoch = 0;
	#undone = 0;
	#remembered = /* @__PURE__ */ new Map();
	/** Of other connections' commits, when these values were read. */
	#data_version;
	#refusal = null;
	#lock_wait_ms = 0;
	constructor(path, database, sync) {
		this.#path = path;
		this.#database = database;
		this.#wal = path === ":memory:" ? null : new WalSync(path, sync);
	}
	all(sql, ...values) {
		return this.#attempt(sql, values, (statement, bound) => statement.all(...bound));
	}
	*each(sql) {
		yield* attempt(sql, () => this.#database.prepare(sql).iterate());
	}
	get(sql, ...values) {
		return this.#attempt(sql, values, (statement, bound) => statement.get(...bound));
	}
	remembered(key, read) {
		if (this.#depth > 0 || this.#reading) return read();
		const data_version = this.#prepare("PRAGMA data_version").get()?.["data_version"];
		if (data_version !== this.#data_version || this.#remembered.size > REMEMBERED_MOST) this.#remembered.clear();
		this.#data_version = data_version;
		if (this.#remembered.has(key)) return this.#remembered.get(key);
		const value = read();
		this.#remembered.set(key, value);
		return value;
	}
	run(sql, ...values) {
		if (this.#refusal !== null) throw this.#refusal;
		const done = this.#attempt(sql, values, (statement, bound) => statement.run(...bound));
		return {
			changes: Number(done.changes),
			last_id: Number(done.lastInsertRowid)
		};
	}
	execute(sql) {
		this.#remembered.clear();
		attempt(sql, () => this.#database.exec(sql));
	}
	snapshot(run) {
		if (this.#depth > 0 || this.#reading) return run();
		this.#control("BEGIN");
		this.#reading = true;
		try {
			const result = run();
			assert(!(result instanceof Promise), "a snapshot must not return a promise");
			return result;
		} finally {
			this.#reading = false;
			if (this.#database.isTransaction) this.#control("ROLLBACK");
		}
	}
	/** Of a snapshot, which writes nothing; prepared, as every question takes one. */
	#control(sql) {
		attempt(sql, () => this.#prepare(sql).run());
	}
	transaction(run) {
		assert(!this.#reading, "a snapshot only reads");
		if (this.#refusal !== null) throw this.#refusal;
		const outermost = this.#depth === 0;
		const name = `nested_${this.#depth}`;
		this.execute(outermost ? "BEGIN IMMEDIATE" : `SAVEPOINT ${name}`);
		this.#depth++;
		if (outermost) this.#epoch++;
		try {
			const result = run();
			assert(!(result instanceof Promise), "a transaction must not return a promise");
			assert(!this.#lost, "a transaction that was undone by a failure must not go on");
			this.execute(outermost ? "COMMIT" : `RELEASE ${name}`);
			return result;
		} catch (error) {
			this.#epoch++;
			this.#undone++;
			if (this.#database.isTransaction) this.execute(outermost ? "ROLLBACK" : `ROLLBACK TO ${name}; RELEASE ${name}`);
			if (isSyncFailure(error)) throw this.#endWrites(error);
			throw error;
		} finally {
			this.#depth--;
			if (outermost) this.#lost = false;
		}
	}
	transactionAhead(run) {
		assert(this.#depth === 0, "a transaction inside of another one ends with that one");
		this.execute("PRAGMA synchronous = NORMAL");
		try {
			return this.transaction(run);
		} finally {
			this.execute("PRAGMA synchronous = FULL");
		}
	}
	async durable() {
		if (this.#refusal !== null) throw this.#refusal;
		try {
			await this.#wal?.sync();
		} catch (error) {
			throw this.#endWrites(error);
		}
	}
	refusal() {
		return this.#refusal;
	}
	isFree() {
		this.#database.exec("PRAGMA busy_timeout = 0");
		try {
			this.#database.exec("BEGIN IMMEDIATE; ROLLBACK");
			return true;
		} catch (error) {
			if (!isLocked(error)) throw failure(error, "BEGIN IMMEDIATE");
			return false;
		} finally {
			this.waitForLocks(this.#lock_wait_ms);
		}
	}
	waitForLocks(ms) {
		this.#lock_wait_ms = ms;
		this.#database.exec(`PRAGMA busy_timeout = ${ms}`);
	}
	/** Set at the first failure; what the disk says later is worthless. */
	#endWrites(cause) {
		this.#refusal ??= writesEnded(cause);
		return this.#refusal;
	}
	epoch() {
		return this.#depth === 0 ? null : this.#epoch;
	}
	undone() {
		return this.#undone;
	}
	/** Uses its own connection and snapshot: writers neither wait for it nor restart it. */
	async backup(path) {
		if (this.#path === ":memory:") {
			await backup(this.#database, path);
			return;
		}
		const source = attempt("open", () => new DatabaseSync(this.#path, { readOnly: true }));
		try {
			source.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
			await backup(source, path, { rate: TUNING.store_backup_pages });
		} catch (error) {
			throw failure(error, "backup");
		} finally {
			source.close();
		}
	}
	close() {
		this.#statements.clear();
		this.#wal?.close();
		if (this.#database.isOpen) this.#database.close();
	}
	#attempt(sql, values, run) {
		if (!sql.startsWith("SELECT")) this.#remembered.clear();
		assert(!this.#lost, "a transaction that was undone by a failure must not go on");
		for (const value of values) assert(value !== void 0, `undefined bound in SQL: ${sql}`);
		const bound = values.some(isEmptyBytes) ? values.map((value) => isEmptyBytes(value) ? NO_BYTES : value) : values;
		try {
			return run(this.#prepare(sql), bound);
		} catch (error) {
			this.#lost = this.#depth > 0 && !this.#database.isTransaction;
			throw failure(error, sql);
		}
	}
	#prepare(sql) {
		const kept = this.#statements.get(sql);
		if (kept) return kept;
		const statement = this.#database.prepare(sql);
		if (this.#statements.size >= KEPT_STATEMENTS) {
			const oldest = this.#statements.keys().next().value;
			if (oldest !== void 0) this.#statements.delete(oldest);
		}
		this.#statements.set(sql, statement);
		return statement;
	}
};
/** Node 22 binds bytes without memory of their own as NULL; these have some. */
const NO_BYTES = (/* @__PURE__ */ new Uint8Array(1)).subarray(1);
function isEmptyBytes(value) {
	return value instanceof Uint8Array && value.length === 0;
}
function attempt(sql, run) {
	try {
		return run();
	} catch (error) {
		throw failure(error, sql);
	}
}
// src/store/backup.ts
/** Copies of a live file, restoring one, and checking whether a file is intact. */
/** Files SQLite keeps beside the database. */
const BESIDE = ["-wal", "-shm"];
/**
* Makes a copy the database. `check` inspects it in place, under another name.
* @param aside where the previous database goes; null = there must be none
* @throws ServiceError conflict if there is one, or somebody has it open; whatever `check` throws
*/
function takePlace(copy, path, aside, check) {
	if (existsSync(path)) {
		if (aside === null) throw taken(path);
		checkUnused(path);
	}
	const unfinished = `${path}.unfinished`;
	const forget = () => {
		for (const ending of ["", ...BESIDE]) rmSync(unfinished + ending, { force: true });
	};
	forget();
	try {
		copyFileSync(copy, unfinished, constants.COPYFILE_EXCL);
		check(unfinished);
		bringToDisk(unfinished);
		if (aside !== null && existsSync(path)) renameSync(path, aside);
		for (const ending of BESIDE) rmSync(path + ending, { force: true });
		renameSync(unfinished, path);
	} finally {
		forget();
	}
}
/** @throws ServiceError conflict if somebody has it open */
function checkUnused(path) {
	if (isInUse(path)) throw new ServiceError("conflict", `${path} is in use. Stop what has it open, then try again.`);
}
function bringToDisk(path) {
	const file = openSync(path, "r+");
	try {
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}
function taken(path) {
	return new ServiceError("conflict", `${path} exists already. Choose another name, or move that file away.`);
}
/** Writes a complete copy or none. @throws ServiceError if the target exists */
async function saveCopy(database, target) {
	if (existsSync(target)) throw taken(target);
	const unfinished = `${target}.unfinished`;
	rmSync(unfinished, { force: true });
	try {
		await database.backup(unfinished);
		renameSync(unfinished, target);
	} catch (error) {
		rmSync(unfinished, { force: true });
		throw error;
	}
}
function structureProblems(database) {
	return database.all("PRAGMA integrity_check").map(({ integrity_check }) => integrity_check).filter((text) => text !== "ok");
}
// src/model/question/kind.ts
/**
* Names of each kind of insight: in filters, in query nodes, and its operation. The only place for them; all tables of
* kinds derive from this one, in this order.
*/
const KIND_NAMES = {
	trend: {
		insight: "TRENDS",
		node: "TrendsQuery",
		operation: "compute_trend",
		topics: { trendsFilter: { smoothingIntervals: "smoothing_intervals" } }
	},
	lifecycle: {
		insight: "LIFECYCLE",
		node: "LifecycleQuery",
		operation: "compute_trend",
		topics: {}
	},
	stickiness: {
		insight: "STICKINESS",
		node: "StickinessQuery",
		operation: "compute_trend",
		topics: { stickinessFilter: {
			stickinessCriteria: "stickiness_criteria",
			computedAs: "computed_as"
		} }
	},
	funnel: {
		insight: "FUNNELS",
		node: "FunnelsQuery",
		operation: "compute_funnel",
		topics: { funnelsFilter: {
			funnelVizType: "funnel_viz_type",
			funnelOrderType: "funnel_order_type",
			funnelWindowInterval: "funnel_window_interval",
			funnelWindowIntervalUnit: "funnel_window_interval_type",
			funnelFromStep: "funnel_from_step",
			funnelToStep: "funnel_to_step",
			funnelAggregateByHogQL: "funnel_aggregate_by_hogql",
			binCount: "bin_count",
			breakdownAttributionType: "breakdown_attribution_type",
			breakdownAttributionValue: "breakdown_attribution_value"
		} }
	},
	path: {
		insight: "PATHS",
		node: "PathsQuery",
		operation: "compute_path",
		topics: { pathsFilter: {
			includeEventTypes: "include_event_types",
			excludeEvents: "exclude_events",
			startPoint: "start_point",
			endPoint: "end_point",
			stepLimit: "step_limit",
			edgeLimit: "edge_limit",
			minEdgeWeight: "min_edge_weight",
			maxEdgeWeight: "max_edge_weight",
			pathGroupings: "path_groupings",
			pathReplacements: "path_replacements",
			localPathCleaningFilters: "local_path_cleaning_filters",
			pathsHogQLExpression: "paths_hogql_expression"
		} },
		node_defaults: { path_replacements: true }
	},
	retention: {
		insight: "RETENTION",
		node: "RetentionQuery",
		operation: "compute_retention",
		topics: { retentionFilter: {
			targetEntity: "target_entity",
			returningEntity: "returning_entity",
			retentionType: "retention_type",
			totalIntervals: "total_intervals",
			minimumOccurrences: "minimum_occurrences"
		} },
		node_defaults: { total_intervals: 7 }
	},
	/** Its filters are those of a funnel. */
	correlation: {
		insight: null,
		node: null,
		operation: "compute_funnel_correlation",
		topics: {}
	},
	/** Says all in its node: a statement. */
	sql: {
		insight: null,
		node: "HogQLQuery",
		operation: "run_sql",
		topics: {}
	}
};
const KINDS_OF_INSIGHT = keysOf(KIND_NAMES);
/** `insight` of filters -> kind. */
const KIND_BY_INSIGHT = new Map(KINDS_OF_INSIGHT.flatMap((kind) => {
	const { insight } = KIND_NAMES[kind];
	return insight === null ? [] : [[insight, kind]];
}));
/** Kind of a query node -> kind. */
const KIND_BY_NODE = new Map(KINDS_OF_INSIGHT.flatMap((kind) => {
	const { node } = KIND_NAMES[kind];
	return node === null ? [] : [[node, kind]];
}));
const INSIGHT_NAMES = KINDS_OF_INSIGHT.flatMap((kind) => KIND_NAMES[kind].insight ?? []);
/** Kinds of query nodes that are computed. */
const NODE_NAMES = [...KIND_BY_NODE.keys()];
function namesOf(kind) {
	return KIND_NAMES[kind];
}
export { datasync as C, isForeign as S, checkRow as _, KIND_NAMES as a, valuesCrc as b, checkUnused as c, takePlace as d, IN_MEMORY as f, asStored as g, openDatabase as h, KIND_BY_NODE as i, saveCopy as l, configure as m, KINDS_OF_INSIGHT as n, NODE_NAMES as o, cacheOf as p, KIND_BY_INSIGHT as r, namesOf as s, INSIGHT_NAMES as t, structureProblems as u, damagedRow as v, failure as x, rowCrc as y };
