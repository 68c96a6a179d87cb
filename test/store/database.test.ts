/** Files, versions, transactions, copies, and what goes wrong with them. */
import { closeSync, openSync, readFileSync, statSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ServiceError } from '../../src/model/error.ts';
import { type Database, openDatabase, type Value } from '../../src/store/file/database.ts';
import { failure } from '../../src/store/file/failure.ts';
import { APPLICATION_ID, FORMAT } from '../../src/store/migrations.ts';
import { openStore } from '../../src/store/store.ts';
import { addPerson, addProject, open, tempFile } from './fixture.ts';

function raw(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

function numbers(): Database {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  database.execute('CREATE TABLE number (value INTEGER NOT NULL UNIQUE) STRICT');
  return database;
}

const all = (database: Database) =>
  database.all<{ value: number }>('SELECT value FROM number ORDER BY value').map((row) => row.value);
const add = (database: Database, value: Value) => database.run('INSERT INTO number VALUES (?)', value);

const FORMAT_BEFORE_MARKS = 8;

const BEFORE_ERASURES = `
  DROP TRIGGER unstage; DROP INDEX segment_by_stage; ALTER TABLE segment DROP COLUMN stage; DROP TABLE staged_blob;
  DROP TABLE erasure; DROP TABLE scrubbing; DROP TABLE import_run;
  ALTER TABLE project_state DROP COLUMN erasures; ALTER TABLE project_state DROP COLUMN expired_before_ms;
  ALTER TABLE project DROP COLUMN autocapture_opt_out; ALTER TABLE project DROP COLUMN retention_days;
  ALTER TABLE imported_line DROP COLUMN import_id;
  ALTER TABLE log DROP COLUMN crc; ALTER TABLE property_definition DROP COLUMN crc;
  ALTER TABLE cohort DROP COLUMN members_crc;`;

describe('files', () => {
  test('opening again changes nothing and finds everything', () => {
    const path = tempFile();
    const store = openStore(path);
    const project = addProject(store);
    store.close();
    store.close();
    const before = readFileSync(path);
    const again = openStore(path);
    expect(again.projects.get(project)?.name).toBe('Shop');
    again.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('are ours by application id, in WAL with full sync', () => {
    const path = tempFile();
    open(path);
    const file = raw(path);
    expect(file.prepare('PRAGMA application_id').get()).toMatchObject({ application_id: APPLICATION_ID });
    expect(file.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: FORMAT });
    expect(file.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    expect(file.prepare('PRAGMA page_size').get()).toMatchObject({ page_size: 8192 });
  });

  test('behind a symbolic link are made durable where they are', async () => {
    const [path, link] = [tempFile(), tempFile()];
    openStore(path).close();
    symlinkSync(path, link);
    const store = openStore(link);
    onTestFinished(() => store.close());
    addProject(store);
    await store.durable();
  });

  test('a newer version is refused in one line, and left alone', () => {
    const path = tempFile();
    openStore(path).close();
    raw(path).exec(`PRAGMA user_version = ${FORMAT + 1}`);
    expect(() => openStore(path)).toThrow(ServiceError);
    expect(() => openStore(path)).toThrow(/^[^\n]* newer version [^\n]*Update the program[^\n]*$/);
    expect(raw(path).prepare('PRAGMA user_version').get()).toMatchObject({ user_version: FORMAT + 1 });
  });

  test('a version from before the first release is refused in one line, and left alone', () => {
    const path = tempFile();
    openStore(path).close();
    raw(path).exec('PRAGMA user_version = 1');
    expect(() => openStore(path)).toThrow(/^[^\n]* before its first release [^\n]*import the events again[^\n]*$/);
    expect(raw(path).prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 1 });
  });

  test.each([
    [
      'another program’s database',
      (path: string) => raw(path).exec('CREATE TABLE theirs (a); PRAGMA page_size = 4096'),
    ],
    ['one with its own application id', (path: string) => raw(path).exec('PRAGMA application_id = 7')],
    ['a text file', (path: string) => writeFileSync(path, 'dear diary, '.repeat(200))],
  ])('%s is refused and left as it is', (_, make) => {
    const path = tempFile();
    make(path);
    const before = readFileSync(path);
    expect(() => openStore(path)).toThrow(/not a database of this program/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('an empty file counts as none; a missing folder is reported', () => {
    const path = tempFile();
    writeFileSync(path, '');
    expect(open(path).projects.list()).toEqual([]);
    expect(() => openStore(join(dirname(path), 'missing', 'store.db'))).toThrow(
      expect.objectContaining({ code: 'error', message: expect.stringContaining('folder exists') }),
    );
  });

  test('a file from before annotations and alerts gets them, and keeps what it has', () => {
    const path = tempFile();
    const first = openStore(path);
    const project_id = addProject(first);
    first.close();
    const before = raw(path);
    before.exec(BEFORE_ERASURES);
    before.exec(
      `DROP TABLE annotation; DROP TABLE alert; DROP TABLE audit; DROP TABLE events_place; ALTER TABLE api_key DROP COLUMN expires_at_ms; PRAGMA user_version = ${FORMAT_BEFORE_MARKS}`,
    );
    before.close();
    const store = open(path);
    expect(store.projects.get(project_id)?.name).toBe('Shop');
    const times = { created_at_ms: 5, updated_at_ms: 5, created_by: null, deleted: false };
    const add = (content: string, date_ms: number) =>
      store.transaction(() => store.annotations.insert({ project_id, content, date_ms, ...times }));
    for (const [at, content] of ['first', 'second', 'third'].entries()) add(content, at);
    store.transaction(() => store.annotations.update(project_id, 3, { deleted: true }));
    add('fourth', 9);
    const within = (from: number, until: number, limit: number) =>
      store.annotations.within(project_id, from, until, limit).map(({ content }) => content);
    expect([within(0, 9, 9), within(0, 10, 2), within(1, 2, 9)]).toEqual([
      ['first', 'second'],
      ['second', 'fourth'],
      ['second'],
    ]);
    expect(store.alerts.list(project_id, { limit: 9, offset: 0 })).toEqual({ count: 0, rows: [] });
  });

  test('a migration that fails leaves the file as it was', () => {
    const path = tempFile();
    const taken = raw(path);
    // Ours by its id, but a table stands in the way of the first migration.
    taken.exec(`PRAGMA application_id = ${APPLICATION_ID}; CREATE TABLE import (a)`);
    expect(() => openStore(path)).toThrow(/import already exists/);
    expect(taken.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()).toMatchObject({ tables: 1 });
    expect(taken.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 0 });
  });

  test('damage is told as damage', () => {
    const path = tempFile();
    const store = openStore(path);
    const project = addProject(store);
    store.transaction(() => {
      for (let i = 0; i < 5_000; i++) addPerson(store, project, [`somebody-${i}`]);
    });
    store.close();
    const file = openSync(path, 'r+');
    for (let at = 8192; at < statSync(path).size; at += 8192) writeSync(file, Buffer.alloc(64, 0xee), 0, 64, at);
    closeSync(file);
    expect(() => open(path).people.find(project, 'somebody-1')).toThrow(
      expect.objectContaining({ code: 'data_corrupted', status: 500 }),
    );
  });
});

describe('transactions', () => {
  test('are undone as a whole when something throws', () => {
    const database = numbers();
    expect(() =>
      database.transaction(() => {
        add(database, 1);
        database.transaction(() => add(database, 2));
        throw new RangeError('stop');
      }),
    ).toThrow(RangeError);
    expect(all(database)).toEqual([]);
    expect(database.transaction(() => add(database, 3).changes)).toBe(1);
    expect(all(database)).toEqual([3]);
  });

  test('nested: the inner one alone is undone when the outer one catches', () => {
    const database = numbers();
    database.transaction(() => {
      add(database, 1);
      for (const value of [2, 3]) {
        try {
          database.transaction(() => {
            add(database, value * 10);
            database.transaction(() => add(database, value * 100));
            throw new RangeError('stop');
          });
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }
      database.transaction(() => add(database, 4));
    });
    expect(all(database)).toEqual([1, 4]);
  });

  test('a promise is refused, and what was written is undone', () => {
    const database = numbers();
    expect(() => database.transaction(async () => add(database, 1))).toThrow('must not return a promise');
    expect(all(database)).toEqual([]);
  });

  test('where SQLite undoes everything by itself, the outer one cannot go on', () => {
    const database = numbers();
    expect(() =>
      database.transaction(() => {
        add(database, 1);
        expect(() => database.run('INSERT OR ROLLBACK INTO number VALUES (1)')).toThrow(/UNIQUE/);
        add(database, 2);
      }),
    ).toThrow('must not go on');
    expect(all(database)).toEqual([]);
    add(database, 3);
    expect(all(database)).toEqual([3]);
  });

  test('the epoch changes with each begin and undo, and is none outside', () => {
    const database = numbers();
    const epochs: (number | null)[] = [database.epoch()];
    database.transaction(() => {
      epochs.push(database.epoch());
      database.transaction(() => expect(database.epoch()).toBe(epochs[1]));
      expect(() =>
        database.transaction(() => {
          throw new Error('undo');
        }),
      ).toThrow('undo');
      epochs.push(database.epoch());
    });
    epochs.push(database.transaction(() => database.epoch()));
    expect(epochs[0]).toBeNull();
    expect(new Set(epochs).size).toBe(4);
  });
});

describe('statements', () => {
  test('undefined is refused on every Node, null is not', () => {
    const database = numbers();
    const missing = {} as { value: number };
    expect(() => add(database, missing.value)).toThrow('undefined bound in SQL: INSERT INTO number');
    expect(database.get('SELECT ? AS value', null)).toEqual({ value: null });
  });

  test('a bug names its SQL but not its values, and is no ServiceError', () => {
    const database = numbers();
    add(database, 424_242);
    const run = () => add(database, 424_242);
    expect(run).toThrow('in SQL: INSERT INTO number VALUES (?)');
    expect(run).not.toThrow(/424242/);
    expect(run).not.toThrow(ServiceError);
    expect(() => add(database, 'text')).toThrow(/in SQL/); // STRICT
  });

  test('a disk that is full already when a file is opened is told as full', () => {
    const found = Object.assign(new Error('disk I/O error'), { errcode: 4874 });
    expect(failure(found, 'SELECT 1').message).toMatch(/^The disk is full/);
  });

  test('times and large integers come back exactly', () => {
    const database = numbers();
    for (const value of [0, -1, 1_763_000_000_123, Number.MAX_SAFE_INTEGER]) add(database, value);
    expect(all(database)).toEqual([-1, 0, 1_763_000_000_123, Number.MAX_SAFE_INTEGER]);
  });

  test('a full disk is a busy answer, undone', () => {
    const database = numbers();
    database.execute('CREATE TABLE big (bytes BLOB) STRICT; PRAGMA max_page_count = 50');
    const fill = () => database.run('INSERT INTO big VALUES (?)', new Uint8Array(1_000_000));
    expect(() => database.transaction(() => [add(database, 1), fill()])).toThrow(
      expect.objectContaining({ code: 'busy', message: expect.stringContaining('disk is full') }),
    );
    expect(all(database)).toEqual([]);
  });
});

test('a file gives the room back that is free in it', () => {
  const path = tempFile();
  const store = open(path);
  const project = addProject(store);
  const bytes = new Uint8Array(4_000_000);
  const seqs = [1, 2].map(() => store.events.append(project, { events: 1, bytes }));
  store.checkpoint();
  const full = statSync(path).size;
  store.events.seal(project, seqs[1]!, [], 1);
  while (store.shrink()) {}
  store.checkpoint();
  expect(full).toBeGreaterThan(8_000_000);
  expect(statSync(path).size).toBeLessThan(1_000_000);
});

describe('what is remembered', () => {
  function remembering(path: string): { database: Database; sum: () => number; reads: () => number } {
    const database = openDatabase(path);
    onTestFinished(() => database.close());
    database.execute('PRAGMA journal_mode = WAL');
    database.execute('CREATE TABLE IF NOT EXISTS number (value INTEGER NOT NULL UNIQUE) STRICT');
    let reads = 0;
    const sum = (): number =>
      database.remembered('sum', () => {
        reads++;
        return database.get<{ sum: number }>('SELECT coalesce(sum(value), 0) AS sum FROM number')!.sum;
      });
    return { database, sum, reads: () => reads };
  }

  test('is read once, and again after whatever writes', () => {
    const path = tempFile();
    const { database, sum, reads } = remembering(path);
    const other = raw(path);
    expect([sum(), sum(), reads()]).toEqual([0, 0, 1]);
    add(database, 1);
    expect([sum(), sum(), reads()]).toEqual([1, 1, 2]);
    database.get('INSERT INTO number VALUES (2) RETURNING value');
    expect(sum()).toBe(3);
    database.execute('INSERT INTO number VALUES (4)');
    expect(sum()).toBe(7);
    other.exec('INSERT INTO number VALUES (8)');
    expect([sum(), sum(), reads()]).toEqual([15, 15, 5]);
  });

  test('is neither taken from nor left by a transaction', () => {
    const { database, sum } = remembering(tempFile());
    expect(sum()).toBe(0);
    const undone = (): number =>
      database.transaction(() => {
        add(database, 1);
        expect(sum()).toBe(1);
        throw new Error('undone');
      });
    expect(undone).toThrow('undone');
    expect(sum()).toBe(0);
    database.transaction(() => {
      expect(sum()).toBe(0);
      add(database, 2);
    });
    expect(sum()).toBe(2);
  });

  test('is not what a snapshot sees', () => {
    const path = tempFile();
    const { database, sum } = remembering(path);
    const other = raw(path);
    database.snapshot(() => {
      expect(sum()).toBe(0);
      other.exec('INSERT INTO number VALUES (8)');
      expect(sum()).toBe(0);
    });
    expect(sum()).toBe(8);
  });
});
