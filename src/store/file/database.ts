/**
 * The only user of `node:sqlite`: cached prepared statements (never iterated lazily, so none is in use twice),
 * transactions, translated errors. It returns rows as SQLite has them (0/1 for flags, JSON as text), and repositories map
 * them. Column types are reliable, as every table is STRICT.
 */
import { closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { assert } from '../../base/assert.ts';
import { soughtName } from '../../base/letters/caseless.ts';
import type { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import { datasync, type Sync, WalSync } from './durability.ts';
import { failure, isLocked, isSyncFailure, placeLost, writesEnded } from './failure.ts';
import { Place } from './place.ts';
import { rowCrc, valuesCrc } from './row_crc.ts';

export type Value = null | number | string | Uint8Array;

export interface Database {
  /** All rows of a SELECT or RETURNING. `T` is the row as SQLite returns it. */
  all<T extends object>(sql: string, ...values: readonly Value[]): T[];
  /** The first row. */
  get<T extends object>(sql: string, ...values: readonly Value[]): T | undefined;
  /** All rows of a SELECT, one by one, so that the rows before a damaged place can be read. */
  each<T extends object>(sql: string): IterableIterator<T>;
  /**
   * Caches what `read` returns until any connection writes to the file. For the few rows that every request looks up.
   * `key`: unique among all callers. Do not change the result.
   */
  remembered<T>(key: string, read: () => T): T;
  /** Number of changed rows, and the rowid inserted last. */
  run(sql: string, ...values: readonly Value[]): { changes: number; last_id: number };
  /** For statements without parameters or results: migrations, pragmas. */
  execute(sql: string): void;
  transaction<T>(run: () => T): T;
  /** A transaction, not nested, that returns before fsync; acknowledge only after durable(). */
  transactionAhead<T>(run: () => T): T;
  /** Resolves once everything committed so far is on disk. */
  durable(): Promise<void>;
  /** Why writing has stopped: the disk failed to keep data, or the file was moved. null: writing works. */
  refusal(): ServiceError | null;
  /** Whether a transaction could begin now, without waiting for another connection. */
  isFree(): boolean;
  /** Sets how long to wait for a lock held by another connection; this thread blocks meanwhile. */
  waitForLocks(ms: number): void;
  /** Runs reads on one snapshot: commits of other connections are not seen. */
  snapshot<T>(run: () => T): T;
  snapshotInTurns<T>(values: Iterable<T>): AsyncIterable<T>;
  /**
   * Changes inside a transaction whenever earlier reads may no longer hold (begin, rollback); null outside. Lets a
   * repository keep a counter for the length of a transaction.
   */
  epoch(): number | null;
  /** Grows with every rollback, also of a savepoint. What was learned before may not exist any more. */
  undone(): number;
  backup(path: string): Promise<void>;
  close(): void;
}

/** Most statements that are cached. Only the insight list builds SQL dynamically; all others are about a hundred. */
const KEPT_STATEMENTS = 256;

/** How many values are remembered. When there are more, all are forgotten. */
const REMEMBERED_MOST = 1_000;

export const IN_MEMORY = ':memory:';

/** Opens or creates a file. Writes nothing before `configure`, so foreign files stay untouched. */
export function openDatabase(path: string, busy_ms: number = LIMIT.store_busy_ms, sync: Sync = datasync): Connection {
  if (path !== IN_MEMORY) makeOwnFile(path);
  const database = attempt('open', () => new DatabaseSync(path));
  if ('enableDefensive' in database) database.enableDefensive(true); // Node 24 and later
  // SQLite folds ASCII only; names are searched for in every script.
  database.function('fold', { deterministic: true, directOnly: true }, (text) =>
    typeof text === 'string' ? soughtName(text) : null,
  );
  database.function('row_crc', { varargs: true, deterministic: true, directOnly: true }, (bytes, ...keys) => {
    assert(typeof bytes === 'string' || bytes instanceof Uint8Array, 'a checksum of bytes or a text');
    return rowCrc(bytes, ...keys.map(Number));
  });
  database.function('values_crc', { varargs: true, deterministic: true, directOnly: true }, (...values) =>
    valuesCrc(values),
  );
  const connection = new Connection(path, database, sync);
  connection.waitForLocks(busy_ms);
  return connection;
}

/**
 * Makes an empty file that only its owner may read, as it will hold data about people. SQLite gives the files beside it the
 * same permissions. Does nothing where there is one, or where SQLite will say what is wrong.
 */
export function makeOwnFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ONLY));
  } catch {}
}

export const OWNER_ONLY = 0o600;

/** Whether another connection has the file open. Moves the log's content into the file. */
export function isInUse(path: string): boolean {
  return !whileUnused(path, () => {});
}

/** Runs something while no other connection has the file open, nor can open it. Returns false if one has. */
export function whileUnused(path: string, run: (database: Database) => void): boolean {
  const database = openDatabase(path, 0);
  try {
    // In WAL mode, anyone with the file open keeps others from exclusive access.
    database.execute('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    run(database);
    return true;
  } catch (error) {
    if (isLocked(error)) return false;
    throw error;
  } finally {
    database.close();
  }
}

/** Settings of our files. Page size and auto-vacuum apply to new files only. */
export function configure(database: Database): void {
  database.execute('PRAGMA page_size = 8192');
  // In an existing file this would cause a write at every start.
  const isNew = database.get<{ page_count: number }>('PRAGMA page_count')!.page_count === 0;
  if (isNew) database.execute('PRAGMA auto_vacuum = INCREMENTAL');
  database.execute('PRAGMA journal_mode = WAL');
  database.execute('PRAGMA synchronous = FULL'); // acknowledged means on disk, even after a power loss
  database.execute('PRAGMA fullfsync = ON'); // same on macOS, where fsync stops at the drive's cache
  database.execute('PRAGMA foreign_keys = ON');
  database.execute('PRAGMA trusted_schema = OFF');
  database.execute('PRAGMA temp_store = MEMORY');
  database.execute(cacheOf(TUNING.store_cache_bytes));
  database.execute(`PRAGMA wal_autocheckpoint = ${TUNING.store_checkpoint_pages}`);
  database.execute(`PRAGMA journal_size_limit = ${TUNING.store_wal_bytes}`);
}

export function cacheOf(bytes: number): string {
  return `PRAGMA cache_size = -${bytes / 1024}`; // negative: KiB
}

class Connection implements Database {
  readonly #path: string;
  readonly #database: DatabaseSync;
  /** null = in memory. */
  readonly #wal: WalSync | null;
  readonly #place: Place | null;
  /** SQL -> statement, oldest first. */
  readonly #statements = new Map<string, StatementSync>();
  /** Number of nested `transaction` calls that are open. */
  #depth = 0;
  #reading = false;
  /** SQLite rolled the whole transaction back by itself (because the disk is full, say). Nothing more may run in it. */
  #lost = false;
  #epoch = 0;
  #undone = 0;
  readonly #remembered = new Map<string, unknown>();
  /** SQLite's counter of other connections' commits when the remembered values were read. */
  #data_version: SQLOutputValue | undefined;
  #refusal: ServiceError | null = null;
  #lock_wait_ms = 0;

  constructor(path: string, database: DatabaseSync, sync: Sync) {
    this.#path = path;
    this.#database = database;
    this.#wal = path === IN_MEMORY ? null : new WalSync(path, sync);
    this.#place = path === IN_MEMORY ? null : new Place(path);
  }

  all<T extends object>(sql: string, ...values: readonly Value[]): T[] {
    return this.#attempt(sql, values, (statement, bound) => statement.all(...bound)) as T[];
  }

  *each<T extends object>(sql: string): IterableIterator<T> {
    // Not a cached statement, because those must never be in use twice.
    yield* attempt(sql, () => this.#database.prepare(sql).iterate()) as IterableIterator<T>;
  }

  get<T extends object>(sql: string, ...values: readonly Value[]): T | undefined {
    return this.#attempt(sql, values, (statement, bound) => statement.get(...bound)) as T | undefined;
  }

  remembered<T>(key: string, read: () => T): T {
    // A transaction's writes may still be undone, and a snapshot may be older.
    if (this.#depth > 0 || this.#reading) return read();
    const data_version = this.#prepare('PRAGMA data_version').get()?.['data_version'];
    if (data_version !== this.#data_version || this.#remembered.size > REMEMBERED_MOST) this.#remembered.clear();
    this.#data_version = data_version;
    // A key always stands for the same type of value.
    if (this.#remembered.has(key)) return this.#remembered.get(key) as T;
    const value = read();
    this.#remembered.set(key, value);
    return value;
  }

  run(sql: string, ...values: readonly Value[]): { changes: number; last_id: number } {
    if (this.#refusal !== null) throw this.#refusal;
    const done = this.#attempt(sql, values, (statement, bound) => statement.run(...bound));
    return { changes: Number(done.changes), last_id: Number(done.lastInsertRowid) };
  }

  execute(sql: string): void {
    this.#remembered.clear();
    attempt(sql, () => this.#database.exec(sql));
  }

  snapshot<T>(run: () => T): T {
    if (this.#depth > 0 || this.#reading) return run();
    const end = this.#reads();
    try {
      const result = run();
      assert(!(result instanceof Promise), 'a snapshot must not return a promise');
      return result;
    } finally {
      end();
    }
  }

  async *snapshotInTurns<T>(values: Iterable<T>): AsyncGenerator<T> {
    const end = this.#reads();
    try {
      for (const value of values) {
        yield value;
        await setImmediate();
      }
    } finally {
      end();
    }
  }

  /** Begins a snapshot, which writes nothing, and returns what ends it. Prepared: every question takes one. */
  #reads(): () => void {
    const control = (sql: string) => attempt(sql, () => this.#prepare(sql).run());
    control('BEGIN');
    this.#reading = true;
    return () => {
      this.#reading = false;
      if (this.#database.isTransaction) control('ROLLBACK');
    };
  }

  transaction<T>(run: () => T): T {
    assert(!this.#reading, 'a snapshot only reads');
    const outermost = this.#depth === 0;
    if (outermost) this.#findPlace();
    if (this.#refusal !== null) throw this.#refusal;
    const name = `nested_${this.#depth}`;
    this.execute(outermost ? 'BEGIN IMMEDIATE' : `SAVEPOINT ${name}`);
    this.#depth++;
    if (outermost) this.#epoch++;
    try {
      const result = run();
      assert(!(result instanceof Promise), 'a transaction must not return a promise');
      assert(!this.#lost, 'a transaction that was undone by a failure must not go on');
      this.execute(outermost ? 'COMMIT' : `RELEASE ${name}`);
      return result;
    } catch (error) {
      this.#epoch++;
      this.#undone++;
      if (this.#database.isTransaction) {
        this.execute(outermost ? 'ROLLBACK' : `ROLLBACK TO ${name}; RELEASE ${name}`);
      }
      if (isSyncFailure(error)) throw this.#endWrites(error);
      throw error;
    } finally {
      this.#depth--;
      if (outermost) this.#lost = false;
    }
  }

  transactionAhead<T>(run: () => T): T {
    assert(this.#depth === 0, 'a transaction inside of another one ends with that one');
    this.execute('PRAGMA synchronous = NORMAL');
    try {
      return this.transaction(run);
    } finally {
      this.execute('PRAGMA synchronous = FULL');
    }
  }

  async durable(): Promise<void> {
    if (this.#refusal !== null) throw this.#refusal;
    try {
      await this.#wal?.sync();
    } catch (error) {
      throw this.#endWrites(error);
    }
    this.#findPlace();
    if (this.#refusal !== null) throw this.#refusal;
  }

  refusal(): ServiceError | null {
    return this.#refusal;
  }

  isFree(): boolean {
    this.#database.exec('PRAGMA busy_timeout = 0');
    try {
      this.#database.exec('BEGIN IMMEDIATE; ROLLBACK');
      return true;
    } catch (error) {
      if (!isLocked(error)) throw failure(error, 'BEGIN IMMEDIATE');
      return false;
    } finally {
      this.waitForLocks(this.#lock_wait_ms);
    }
  }

  waitForLocks(ms: number): void {
    this.#lock_wait_ms = ms;
    this.#database.exec(`PRAGMA busy_timeout = ${ms}`);
  }

  /** Refuses writes from the first failed sync on, because what the disk reports after that is worthless. */
  #endWrites(cause: unknown): ServiceError {
    this.#refusal ??= writesEnded(cause);
    return this.#refusal;
  }

  #findPlace(): void {
    if (this.#place?.isLost()) this.#refusal ??= placeLost();
  }

  epoch(): number | null {
    return this.#depth === 0 ? null : this.#epoch;
  }

  undone(): number {
    return this.#undone;
  }

  /** Uses its own connection and snapshot: writers neither wait for it nor restart it. */
  async backup(path: string): Promise<void> {
    if (this.#path === IN_MEMORY) {
      await backup(this.#database, path);
      return;
    }
    const source = attempt('open', () => new DatabaseSync(this.#path, { readOnly: true }));
    try {
      source.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
      await backup(source, path, { rate: TUNING.store_backup_pages });
    } catch (error) {
      throw failure(error, 'backup');
    } finally {
      source.close();
    }
  }

  close(): void {
    this.#statements.clear();
    this.#wal?.close();
    if (this.#database.isOpen) this.#database.close();
  }

  #attempt<T>(sql: string, values: readonly Value[], run: (statement: StatementSync, bound: readonly Value[]) => T): T {
    // A connection's own writes do not change its `data_version`.
    if (!sql.startsWith('SELECT')) this.#remembered.clear();
    assert(!this.#lost, 'a transaction that was undone by a failure must not go on');
    // Node 26 would bind undefined as NULL; a forgotten member must not become NULL.
    for (const value of values) assert(value !== undefined, `undefined bound in SQL: ${sql}`);
    const bound = values.some(isEmptyBytes) ? values.map((value) => (isEmptyBytes(value) ? NO_BYTES : value)) : values;
    try {
      return run(this.#prepare(sql), bound);
    } catch (error) {
      this.#lost = this.#depth > 0 && !this.#database.isTransaction;
      throw failure(error, sql);
    }
  }

  #prepare(sql: string): StatementSync {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = this.#database.prepare(sql);
    if (this.#statements.size >= KEPT_STATEMENTS) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Node 22 binds empty arrays without memory as NULL. This one has memory behind it. */
const NO_BYTES = new Uint8Array(1).subarray(1);

function isEmptyBytes(value: Value): boolean {
  return value instanceof Uint8Array && value.length === 0;
}

function attempt<T>(sql: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw failure(error, sql);
  }
}
