import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CvXVGQlg.js";
import { at as TUNING, nt as formatUuid, rt as parseUuid, tt as put } from "./column_codec-1DCwPxVM.js";
import { n as must, t as assert } from "./assert-Cucc65-M.js";
import { r as KIND_BY_INSIGHT, s as namesOf, t as INSIGHT_NAMES } from "./kind-B0dmymjM.js";
import { closeSync, constants, copyFileSync, existsSync, fdatasync, fsyncSync, openSync, realpathSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync, backup } from "node:sqlite";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { hash } from "node:crypto";
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
		case FULL: return new ServiceError("busy", "The disk is full: nothing of this request was stored. Free space and try again.", { cause: error });
		case GENERAL:
			if (!/no such (table|column)|has no column/.test(String(error))) return bug(error, sql);
			return new ServiceError("data_corrupted", "The database file does not have the tables of its format: it is damaged, or another program changed it. Restore it from a backup.", { cause: error });
		case CORRUPT:
		case NOT_A_DATABASE: return new ServiceError("data_corrupted", "The database file is damaged. Restore it from a backup.", { cause: error });
		case READONLY: return new ServiceError("error", "The database file cannot be written: it or its folder is read-only.", { cause: error });
		case IO_ERROR: return new ServiceError("error", "The disk reported an error: nothing of this request was stored.", { cause: error });
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
/** For rows of numbers and texts only, in an order fixed per table. */
function valuesCrc(values) {
	return crc32(JSON.stringify(values));
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
	}, (bytes, ...keys) => rowCrc(bytes, ...keys));
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
	database.execute(`PRAGMA cache_size = -${TUNING.store_cache_bytes / 1024}`);
	database.execute(`PRAGMA wal_autocheckpoint = ${TUNING.store_checkpoint_pages}`);
	database.execute(`PRAGMA journal_size_limit = ${TUNING.store_wal_bytes}`);
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
	#data_version = 0;
	#refusal = null;
	#lock_wait_ms = 0;
	constructor(path, database, sync) {
		this.#path = path;
		this.#database = database;
		this.#wal = path === IN_MEMORY ? null : new WalSync(path, sync);
	}
	all(sql, ...values) {
		return this.#attempt(sql, values, (statement) => statement.all(...values));
	}
	get(sql, ...values) {
		return this.#attempt(sql, values, (statement) => statement.get(...values));
	}
	remembered(key, read) {
		if (this.#depth > 0 || this.#reading) return read();
		const { data_version } = this.#prepare("PRAGMA data_version").get();
		if (data_version !== this.#data_version || this.#remembered.size > REMEMBERED_MOST) this.#remembered.clear();
		this.#data_version = data_version;
		if (this.#remembered.has(key)) return this.#remembered.get(key);
		const value = read();
		this.#remembered.set(key, value);
		return value;
	}
	run(sql, ...values) {
		if (this.#refusal !== null) throw this.#refusal;
		const done = this.#attempt(sql, values, (statement) => statement.run(...values));
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
		this.execute("BEGIN");
		this.#reading = true;
		try {
			const result = run();
			assert(!(result instanceof Promise), "a snapshot must not return a promise");
			return result;
		} finally {
			this.#reading = false;
			if (this.#database.isTransaction) this.execute("ROLLBACK");
		}
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
		if (this.#path === IN_MEMORY) {
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
		try {
			return run(this.#prepare(sql));
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
		if (isInUse(path)) throw new ServiceError("conflict", `${path} is in use. Stop what has it open, then try again.`);
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
	return {
		...events(database),
		...properties(database)
	};
}
function events(database) {
	const nextOrd = denseCounter(database, "SELECT coalesce(max(ord) + 1, 0) AS next FROM event_definition WHERE project_id = ?");
	const find = (project_id, name) => database.get("SELECT ord FROM event_definition WHERE project_id = ? AND name = ?", project_id, name)?.ord;
	return {
		eventOrd(project_id, name) {
			return find(project_id, name) ?? database.transaction(() => find(project_id, name) ?? add(project_id, name));
		},
		hasEvent: (project_id, name) => database.remembered(`event ${project_id} ${name}`, () => find(project_id, name) !== void 0),
		noteEvents(project_id, counts) {
			database.transaction(() => {
				for (const { ord, count, first_ms, last_ms } of counts) {
					database.run(`UPDATE event_definition SET
               first_seen_ms = CASE WHEN count = 0 THEN ? ELSE min(first_seen_ms, ?) END,
               last_seen_ms = CASE WHEN count = 0 THEN ? ELSE max(last_seen_ms, ?) END,
               count = count + ?
             WHERE project_id = ? AND ord = ?`, first_ms, first_ms, last_ms, last_ms, count, project_id, ord);
					noteCrc(project_id, ord);
				}
			});
		},
		events: (project_id) => database.remembered(`events ${project_id}`, () => {
			return database.all(`SELECT ord, name, count, first_seen_ms, last_seen_ms, crc FROM event_definition
                   WHERE project_id = ? ORDER BY ord`, project_id).map(({ crc, ord, name, count, first_seen_ms, last_seen_ms }) => {
				checkRow(crc, rowCrc(name, project_id, ord, count, first_seen_ms, last_seen_ms), "event_definition", `event ${ord} of project ${project_id}`);
				return {
					ord,
					name,
					count,
					first_seen_ms,
					last_seen_ms
				};
			});
		})
	};
	function noteCrc(project_id, ord) {
		database.run(`UPDATE event_definition SET crc = row_crc(name, project_id, ord, count, first_seen_ms, last_seen_ms)
                 WHERE project_id = ? AND ord = ?`, project_id, ord);
	}
	function add(project_id, name) {
		const ord = nextOrd(project_id);
		database.run("INSERT INTO event_definition (project_id, ord, name) VALUES (?, ?, ?)", project_id, ord, name);
		noteCrc(project_id, ord);
		return ord;
	}
}
function properties(database) {
	return {
		property: (project_id, of) => database.remembered(`property ${project_id} ${of.owner} ${of.group_type_index} ${of.name}`, () => {
			const found = database.get(`SELECT type FROM property_definition
                   WHERE project_id = ? AND owner = ? AND group_type_index = ? AND name = ?`, project_id, of.owner, of.group_type_index, of.name);
			return found && {
				...of,
				type: found.type
			};
		}),
		noteProperty(project_id, { owner, group_type_index, name, type }) {
			database.run(`INSERT INTO property_definition (project_id, owner, group_type_index, name, type) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (project_id, owner, group_type_index, name) DO UPDATE SET type = NULL
         WHERE type IS NOT NULL AND type IS NOT excluded.type`, project_id, owner, group_type_index, name, type);
		},
		properties(project_id, filter) {
			const owner = filter.owner ?? null;
			return database.all(`SELECT owner, group_type_index, name, type FROM property_definition
           WHERE project_id = ? AND (? IS NULL OR owner = ?) AND instr(fold(name), ?)
           ORDER BY owner, group_type_index, name`, project_id, owner, owner, filter.search?.toLowerCase() ?? "").map((row) => ({ ...row }));
		}
	};
}
// src/store/events/events.ts
/**
* The event log and segments. Rows leave the log and arrive in segments in one transaction, so a reader sees each event
* exactly once.
*/
const SEGMENT = "id, rows, from_ms, until_ms, header, revision, crc";
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
function stateOf(database, project_id) {
	const state = database.get("SELECT revision, sealed_seq, crc FROM project_state WHERE project_id = ?", project_id);
	if (state === void 0) return void 0;
	checkRow(state.crc, rowCrc("", project_id, state.revision, state.sealed_seq), "project_state", `project ${project_id}`);
	return state;
}
function state(database) {
	return {
		revision: (project_id) => database.remembered(`revision ${project_id}`, () => stateOf(database, project_id)?.revision ?? 0),
		nextRevision(project_id) {
			const row = database.get(`UPDATE project_state
                   SET revision = revision + 1, crc = row_crc('', project_id, revision + 1, sealed_seq)
                   WHERE project_id = ? RETURNING revision`, project_id);
			assert(row !== void 0, `project ${project_id} exists`);
			return row.revision;
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
function log(database) {
	return {
		append(project_id, { events, bytes }) {
			return database.run("INSERT INTO log (project_id, events, bytes) VALUES (?, ?, ?)", project_id, events, bytes).last_id;
		},
		logSince(project_id, seq) {
			return database.all("SELECT seq, events, bytes FROM log WHERE project_id = ? AND seq > ? ORDER BY seq", project_id, seq).map((row) => ({ ...row }));
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
				const sealed_seq = Math.max(stateOf(database, project_id)?.sealed_seq ?? 0, seq);
				database.run(`UPDATE project_state SET sealed_seq = ?, crc = row_crc('', project_id, revision, ?) WHERE project_id = ?`, sealed_seq, sealed_seq, project_id);
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
		segments(project_id) {
			const sql = `SELECT ${SEGMENT} FROM segment WHERE project_id = ? ORDER BY id`;
			return database.all(sql, project_id).map(({ crc, ...row }) => {
				checkRow(crc, segmentCrc(project_id, row, row.revision), "segment", `number ${row.id}`);
				return row;
			});
		},
		/** Segment numbers never return, so the newest number and the count identify a list. */
		segmentsMark(project_id) {
			return database.get(`SELECT count(*) || ':' || coalesce(max(id), 0) AS mark FROM segment WHERE project_id = ?`, project_id).mark;
		},
		blob(segment_id, name) {
			return database.get("SELECT bytes FROM segment_blob WHERE segment_id = ? AND name = ?", segment_id, name)?.bytes;
		}
	};
}
function segmentCrc(project_id, { rows, from_ms, until_ms, header }, revision) {
	return rowCrc(header, project_id, rows, from_ms, until_ms, revision);
}
/** Its blobs are deleted with it. */
function addSegment(database, project_id, segment, revision) {
	const { last_id } = database.run(`INSERT INTO segment (project_id, rows, from_ms, until_ms, header, revision, crc)
     VALUES (?, ?, ?, ?, ?, ?, ?)`, project_id, segment.rows, segment.from_ms, segment.until_ms, segment.header, revision, segmentCrc(project_id, segment, revision));
	for (const { name, bytes } of segment.blobs) database.run("INSERT INTO segment_blob (segment_id, name, bytes) VALUES (?, ?, ?)", last_id, name, bytes);
}
function imports(database) {
	return {
		noteLine(project_id, { about, nth, content }) {
			if (database.get("SELECT 1 FROM imported_line WHERE project_id = ? AND about = ? AND nth = ? AND content = ?", project_id, about, nth, content) !== void 0) return false;
			database.run("DELETE FROM imported_line WHERE project_id = ? AND about = ? AND nth >= ?", project_id, about, nth);
			database.run("INSERT INTO imported_line VALUES (?, ?, ?, ?)", project_id, about, nth, content);
			return true;
		},
		hasFormerImports(project_id) {
			return database.get("SELECT 1 FROM import WHERE project_id = ? LIMIT 1", project_id) !== void 0;
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
`
];
/** Result of the first step. Earlier formats were never released. */
const FIRST_FORMAT = 4;
/** Result of the last step: this program's format. */
const FORMAT = FIRST_FORMAT + MIGRATIONS.length - 1;
/** Marks a SQLite file as ours: "InsM". */
const APPLICATION_ID = 1231975245;
/** Makes the file ours and current. @throws ServiceError if it is not ours, or newer than this program */
function migrate(database, path) {
	check(readStamp(database, path), path);
	configure(database);
	for (const [step, sql] of MIGRATIONS.entries()) {
		const format = FIRST_FORMAT + step;
		database.transaction(() => {
			if (stampOf(database).version >= format) return;
			database.execute(sql);
			database.execute(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${format}`);
		});
	}
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
// src/store/file/record.ts
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
		read: (stored) => JSON.parse(stored)
	};
}
/** JSON text, or NULL for null. */
function nullableJson() {
	return {
		write: (value) => value === null ? null : JSON.stringify(value),
		read: (stored) => stored === null ? null : JSON.parse(stored)
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
	const { last_id } = database.run(`INSERT INTO ${table} (${names}) VALUES (${marks})`, ...stored);
	noteCrc(database, table, codecs, {
		sql: "rowid = ?",
		values: [last_id]
	});
	return last_id;
}
/** Updates the given fields where the condition holds; returns the number of rows. */
function update(database, table, codecs, patch, where) {
	const { fields, stored } = encode(codecs, patch);
	if (fields.length === 0) return 0;
	const sets = fields.map((field) => `"${field}" = ?`).join(", ");
	const { changes } = database.run(`UPDATE ${table} SET ${sets} WHERE ${where.sql}`, ...stored, ...where.values);
	noteCrc(database, table, codecs, where);
	return changes;
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
	return Object.keys(codecs);
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
		properties: JSON.parse(row.properties),
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
		let value = 0;
		for (let scale = 1;; scale *= 128) {
			const byte = must(this.#bytes[this.#at++], "a whole number");
			value += (byte & 127) * scale;
			if (byte < 128) return value;
		}
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
// src/store/people/distinct_ids.ts
/**
* Distinct ids: a dense number, a text, and the person it leads to. Thirty-two neighbours share a row, as a row each
* would take more room than the texts; texts are found by a short hash. Texts and numbers never change or disappear.
*/
/** Ids per page: those with the same quotient. Part of the file format. */
const PAGE_IDS = 32;
/** Pages per read: nothing stays open between reads, whatever the reader does. */
const READ_PAGES$1 = 256;
/** Length of a UUID as text and as bytes. */
const UUID_CHARS = 36;
const UUID_BYTES = 16;
const PAGE$1 = "page, ids, bytes, crc";
var DistinctIds = class {
	#database;
	#out = new PackedWriter();
	/** Texts looked up together last -> their positions, and their project. */
	#places = /* @__PURE__ */ new Map();
	#places_of = -1;
	constructor(database) {
		this.#database = database;
	}
	/** Number of ids: one more than the largest number. */
	count(project_id) {
		const last = this.#database.get("SELECT page, ids FROM distinct_page WHERE project_id = ? ORDER BY page DESC LIMIT 1", project_id);
		return last === void 0 ? 0 : last.page * PAGE_IDS + last.ids;
	}
	find(project_id, distinct_id) {
		const wanted = packText(distinct_id);
		const sql = `SELECT distinct_hash.ord, page, ids, bytes, crc FROM distinct_hash LEFT JOIN distinct_page
                 ON distinct_page.project_id = ? AND distinct_page.page = distinct_hash.ord / ${PAGE_IDS}
                 WHERE distinct_hash.hash = ?`;
		for (let place = placeOf(project_id, distinct_id);; place++) {
			const row = this.#database.get(sql, project_id, place);
			if (row === void 0) return void 0;
			const found = row.bytes === null ? void 0 : openPage$1(project_id, row)[row.ord % PAGE_IDS];
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
		for (const [page, group] of Map.groupBy(ids, ({ ord }) => Math.floor(ord / PAGE_IDS))) {
			const packed = this.#read(project_id, page);
			for (const { ord, distinct_id, person_ord } of group) {
				assert(packed.length === ord % PAGE_IDS, `distinct id ${ord} of project ${project_id} is the next one`);
				packed.push({
					...packText(distinct_id),
					person_ord
				});
			}
			this.#write(project_id, page, packed);
		}
	}
	/** Ascending numbers. */
	move(project_id, ords, person_ord) {
		for (const [page, group] of Map.groupBy(ords, (ord) => Math.floor(ord / PAGE_IDS))) {
			const packed = this.#read(project_id, page);
			for (const ord of group) packed[ord % PAGE_IDS] = {
				...idAt(packed, project_id, ord),
				person_ord
			};
			this.#write(project_id, page, packed);
		}
	}
	/** Reads texts by number; consecutive ones share a read. */
	reader(project_id) {
		let page = -1;
		let packed = [];
		return (ord) => {
			if (Math.floor(ord / PAGE_IDS) !== page) {
				page = Math.floor(ord / PAGE_IDS);
				packed = this.#read(project_id, page);
			}
			return unpackText(idAt(packed, project_id, ord));
		};
	}
	/** Texts of numbers in any order; each page is read once. */
	texts(project_id, ords) {
		const sql = `SELECT ${PAGE$1} FROM json_each(?)
                 CROSS JOIN distinct_page ON distinct_page.project_id = ? AND page = value`;
		const pages = [...new Set(ords.map((ord) => Math.floor(ord / PAGE_IDS)))];
		const wanted = new Set(ords);
		const rows = this.#database.all(sql, JSON.stringify(pages), project_id);
		const opened = new Map(rows.map((row) => [row.page, openPage$1(project_id, row, wanted)]));
		return ords.map((ord) => unpackText(idAt(opened.get(Math.floor(ord / PAGE_IDS)), project_id, ord)));
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
	/** Ids from that number on, page by page. */
	*#pagesFrom(project_id, from_ord) {
		const sql = `SELECT ${PAGE$1} FROM distinct_page WHERE project_id = ? AND page >= ? ORDER BY page LIMIT ${READ_PAGES$1}`;
		let skipped = from_ord % PAGE_IDS;
		for (let page = Math.floor(from_ord / PAGE_IDS);; page += READ_PAGES$1) {
			const rows = this.#database.all(sql, project_id, page);
			for (const [at, row] of rows.entries()) {
				if (row.page !== page + at) throw damagedRow("distinct_page", nameOf(project_id, page + at));
				yield openPage$1(project_id, row).slice(skipped);
				skipped = 0;
			}
			if (rows.length < READ_PAGES$1) return;
		}
	}
	/** Most are free: takes all in order, and gives the ids in conflict the next ones. */
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
	/** At its hash, or at the next free number: linear probing; nothing is ever removed. */
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
	const id = page?.[ord % PAGE_IDS];
	if (id === void 0) throw damagedRow("distinct_page", nameOf(project_id, Math.floor(ord / PAGE_IDS)));
	return id;
}
/** In place of ids that are not wanted. */
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
		if (wanted?.has(page * PAGE_IDS + ids.length) === false) {
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
/** Longer properties are in `person_long`. */
const LONG_BYTES = 128;
const IDENTIFIED = 1;
const MERGED = 2;
const APART = 4;
const EMPTY$1 = /* @__PURE__ */ new Uint8Array(0);
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
			if (person === void 0) throw damagedRow("person_page", `person ${ord} of project ${project_id}`);
			found.set(ord, person);
		}
		return found;
	}
	get(project_id, ord) {
		return this.read(project_id, Math.floor(ord / 16)).persons[ord % 16];
	}
	properties(project_id, ord, person) {
		if (person.properties !== null) return person.properties;
		const row = this.#database.get("SELECT properties, crc FROM person_long WHERE project_id = ? AND person_ord = ?", project_id, ord);
		const name = `person ${ord} of project ${project_id}`;
		if (row === void 0) throw damagedRow("person_long", name);
		checkRow(row.crc, rowCrc(row.properties, project_id, ord), "person_long", name);
		return row.properties;
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
				persons[ord % 16] = this.#withoutLong(project_id, ord, before, changed.get(ord));
			}
			this.#write(project_id, page, persons);
		}
	}
	#write(project_id, page, persons) {
		const revision = persons.reduce((last, person) => Math.max(last, person.revision), 0);
		const bytes = this.#packed(persons, revision);
		this.#database.run(`INSERT INTO person_page (project_id, page, persons, revision, bytes, crc) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (project_id, page) DO UPDATE
       SET persons = excluded.persons, revision = excluded.revision, bytes = excluded.bytes, crc = excluded.crc`, project_id, page, persons.length, revision, bytes, rowCrc(bytes, project_id, page, persons.length, revision));
	}
	/** Long properties go to their own table, and leave it when they become short. */
	#withoutLong(project_id, ord, before, person) {
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
/** In place of persons that are not wanted, whose numbers are read only as others build on them. */
const PASSED = {
	first_distinct: 0,
	created_at_ms: 0,
	is_identified: false,
	is_merged: true,
	revision: 0,
	properties: EMPTY$1
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
/** What remains of a merged person. */
function merged(person, revision) {
	return {
		...person,
		is_identified: false,
		is_merged: true,
		revision,
		properties: EMPTY$1
	};
}
// src/store/people/properties.ts
/**
* Person properties as a few bytes. Names and recurring values ("Firefox") are terms, stored once and referred to by
* number; anything else is inline JSON.
* For each property, name and value follow each other: n > 0 for term n - 1, or 0, a length, and that many bytes of
* JSON (see packed.ts).
*/
const EMPTY = /* @__PURE__ */ new Uint8Array(0);
/** Terms per read. */
const BLOCK_TERMS = 256;
const DECODER = new TextDecoder();
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
		unpack: (project_id, bytes, names) => unpack(bytes, termsOf(project_id), names)
	};
}
function pack(properties, terms, out) {
	const names = Object.keys(properties);
	if (names.length === 0) return EMPTY;
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
/** Names may be anything, including `__proto__`. */
function unpack(bytes, terms, names) {
	const properties = {};
	const from = new PackedReader(bytes);
	while (!from.isAtEnd()) {
		const name = unpackOne(from, terms);
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
/** A term by number, or JSON. */
function putPlain(out, value, term) {
	if (term === null) putJson(out, JSON.stringify(value));
	else out.putNumber(term + 1);
}
function putJson(out, json) {
	out.putNumber(0);
	out.putText(json);
}
/** Terms of a project, in memory as in the store. Only ever added. */
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
	constructor(database, project_id) {
		this.#database = database;
		this.#project_id = project_id;
		this.#undone = database.undone();
	}
	/** Another process may have added terms. */
	catchUp() {
		this.#forgetUndone();
		const epoch = this.#database.epoch();
		if (epoch !== null && epoch === this.#epoch) return;
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
	/** Reads neighbours along: a page of people needs a few of very many terms. */
	valueOf(ord) {
		this.#forgetUndone();
		if (this.#values[ord] === void 0) {
			const first = ord - ord % BLOCK_TERMS;
			for (const [at, text] of this.#read(first, BLOCK_TERMS).entries()) this.#values[first + at] = JSON.parse(text);
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
		const value = JSON.parse(json);
		this.#ords.set(value, this.#counted);
		this.#values[this.#counted++] = value;
	}
};
// src/store/people/people.ts
/**
* Persons and the distinct ids that lead to them, both densely numbered; engine columns are indexed by these numbers.
*/
/** Pages per read: nothing stays open between reads, whatever the reader does. */
const READ_PAGES = 256;
function peopleStore(database) {
	const people = {
		database,
		packer: propertyPacker(database),
		pages: new PersonPages(database),
		ids: new DistinctIds(database)
	};
	const { pages, ids } = people;
	return {
		find: (project_id, distinct_id) => ids.find(project_id, distinct_id),
		absent: (project_id, distinct_ids) => ids.absent(project_id, distinct_ids),
		get: (project_id, person_ord) => get(people, project_id, person_ord),
		write: (project_id, changes, revision) => write(people, project_id, changes, revision),
		merge: (project_id, from_ord, into_ord, revision) => merge(people, project_id, from_ord, into_ord, revision),
		list: (project_id, person_ords) => list(people, project_id, person_ords),
		distinctTexts: (project_id, ords) => ids.texts(project_id, ords),
		distinctTextsFrom: (project_id, from_ord) => ids.textsFrom(project_id, from_ord),
		distinctCount: (project_id) => ids.count(project_id),
		personLimit: (project_id) => pages.limit(project_id),
		...personMap(database, ids),
		*changedSince(project_id, revision, names) {
			for (const [ord, person] of changedSince(pages, project_id, revision)) yield toPerson(people, project_id, ord, person, names);
		},
		*firstIdsSince(project_id, revision) {
			const textOf = ids.reader(project_id);
			for (const [ord, { first_distinct }] of changedSince(pages, project_id, revision)) yield {
				ord,
				first_id: textOf(first_distinct)
			};
		},
		*createdSince(project_id, revision) {
			for (const [ord, { created_at_ms }] of changedSince(pages, project_id, revision)) yield {
				ord,
				created_at_ms
			};
		}
	};
}
function get(people, project_id, ord) {
	const person = people.pages.get(project_id, ord);
	return person === void 0 || person.is_merged ? void 0 : toPerson(people, project_id, ord, person);
}
/** A few lookups for all of them. */
function list(people, project_id, ords) {
	const { database, pages, ids } = people;
	const living = [...pages.list(project_id, ords)].filter(([, { is_merged }]) => !is_merged);
	const more = database.all(`SELECT person_ord, distinct_ord FROM json_each(?)
     CROSS JOIN distinct_more ON distinct_more.project_id = ? AND person_ord = value`, JSON.stringify(living.map(([ord]) => ord)), project_id);
	const id_ords = new Map(living.map(([ord, { first_distinct }]) => [ord, [first_distinct]]));
	for (const { person_ord, distinct_ord } of more) id_ords.get(person_ord).push(distinct_ord);
	const all = [...new Set([...id_ords.values()].flat())];
	const texts = new Map(ids.texts(project_id, all).map((text, at) => [all[at], text]));
	return new Map(living.map(([ord, packed]) => {
		const person = toPerson(people, project_id, ord, packed);
		const distinct_ids = id_ords.get(ord).sort((left, right) => left - right);
		const first_id = texts.get(packed.first_distinct);
		return [ord, {
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
function merge(parts, project_id, from_ord, into_ord, revision) {
	const { database, pages, ids } = parts;
	assert(from_ord !== into_ord, "a person is merged into another one");
	database.transaction(() => {
		const from = living(pages, project_id, from_ord);
		living(pages, project_id, into_ord);
		const ords = idsOf(database, project_id, from_ord, from);
		ids.move(project_id, ords, into_ord);
		const sql = `INSERT INTO distinct_move (project_id, revision, distinct_ord, person_ord, crc) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (project_id, revision, distinct_ord) DO UPDATE
                 SET person_ord = excluded.person_ord, crc = excluded.crc`;
		for (const distinct_ord of ords) {
			const crc = moveCrc(project_id, {
				revision,
				distinct_ord,
				person_ord: into_ord
			});
			database.run(sql, project_id, revision, distinct_ord, into_ord, crc);
		}
		database.run("UPDATE distinct_more SET person_ord = ? WHERE project_id = ? AND person_ord = ?", into_ord, project_id, from_ord);
		addMore(database, project_id, into_ord, from.first_distinct);
		pages.write(project_id, /* @__PURE__ */ new Map([[from_ord, merged(from, revision)]]));
	});
}
function living(pages, project_id, ord) {
	const person = pages.get(project_id, ord);
	assert(person !== void 0 && !person.is_merged, `person ${ord} exists`);
	return person;
}
function addMore(database, project_id, person_ord, distinct_ord) {
	database.run("INSERT INTO distinct_more (project_id, person_ord, distinct_ord) VALUES (?, ?, ?)", project_id, person_ord, distinct_ord);
}
/** All its distinct ids, ascending. */
function idsOf(database, project_id, person_ord, { first_distinct }) {
	return [first_distinct, ...database.all("SELECT distinct_ord FROM distinct_more WHERE project_id = ? AND person_ord = ?", project_id, person_ord).map((row) => row.distinct_ord)].sort((left, right) => left - right);
}
/** Living persons by number. */
function* changedSince(pages, project_id, since) {
	let after = {
		revision: since,
		page: Number.MAX_SAFE_INTEGER
	};
	const limit = since <= 0 ? pages.limit(project_id) : 0;
	const met = /* @__PURE__ */ new Set();
	for (;;) {
		const read = pages.changedAfter(project_id, after, READ_PAGES);
		for (const { page, persons } of read) {
			if (limit > 0) met.add(page);
			for (const [at, person] of persons.entries()) if (person.revision > since && !person.is_merged) yield [page * 16 + at, person];
		}
		if (read.length < READ_PAGES) break;
		after = must(read.at(-1), "the last page");
	}
	for (let page = 0; page * 16 < limit; page++) if (!met.has(page)) throw damagedRow("person_page", `page ${page} of project ${project_id}`);
}
function toPerson({ packer, pages }, project_id, ord, person, names) {
	const { first_distinct, created_at_ms, is_identified } = person;
	return {
		ord,
		first_distinct,
		properties: packer.unpack(project_id, pages.properties(project_id, ord, person), names),
		created_at_ms,
		is_identified
	};
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
			return database.all("SELECT distinct_ord FROM cohort_member WHERE project_id = ? AND cohort_id = ? ORDER BY distinct_ord", project_id, id).map((row) => row.distinct_ord);
		},
		addMembers(project_id, id, distinct_ords) {
			database.run(`INSERT OR IGNORE INTO cohort_member (project_id, cohort_id, distinct_ord)
         SELECT ?, ?, value FROM json_each(?)`, project_id, id, JSON.stringify(distinct_ords));
		}
	};
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
	deleted: nullableFlag,
	order: plain(),
	color: plain(),
	layouts: json()
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
				tiles.get(tile.insight_id)?.push(tile);
			}
			return tiles;
		},
		tilesOn(dashboard_id) {
			return database.all(`${LIVE_TILES} AND dashboard_id = ? ORDER BY tile."order" NULLS LAST, tile.id`, dashboard_id).map((row) => decode(TILE, row));
		},
		placeInsight: (insight_id, dashboard_ids) => placeInsight(database, insight_id, dashboard_ids),
		dressTile(id, patch) {
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
	created_at_ms: plain()
});
function projectStore(database) {
	const one = (condition, value) => {
		const row = database.get(`SELECT * FROM project WHERE ${condition}`, value);
		return row && decode(PROJECT, row);
	};
	return {
		create(values) {
			const id = database.transaction(() => {
				const id = insert(database, "project", PROJECT, values);
				database.run("INSERT INTO project_state (project_id, crc) VALUES (?, row_crc('', ?, 0, 0))", id, id);
				return id;
			});
			return {
				...values,
				id
			};
		},
		get: (id) => database.remembered(`project ${id}`, () => one("id = ?", id)),
		byToken: (api_token) => one("api_token = ?", api_token),
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
		trim(project_id, begin, max) {
			const end = `${begin.slice(0, -1)};`;
			const rows = database.all(`SELECT key FROM result WHERE project_id = ? AND key > ? AND key < ?
         ORDER BY computed_at_ms DESC, key LIMIT -1 OFFSET ?`, project_id, begin, end, max);
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
		read: (stored) => stored === null ? {} : JSON.parse(stored)
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
function openStore(path, { folds = true, sync = datasync } = {}) {
	const database = openDatabase(path, LIMIT.store_busy_ms, sync);
	try {
		migrate(database, path);
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
		outdated: outdatedStore(database),
		problems: () => structureProblems(database),
		backup: (target) => saveCopy(database, target),
		close: () => database.close()
	};
}
export { takePlace as n, openStore as t };

//# sourceMappingURL=store-BAYd_BwN.js.map