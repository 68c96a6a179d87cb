/** Whatever is deleted from whatever tree of the file: afterwards no byte of it is left, and everything else is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Random, seeded } from '../../src/base/random.ts';
import { cleaningOf } from '../../src/store/file/cleaning.ts';
import { type Database, openDatabase } from '../../src/store/file/database.ts';
import { temporaryFolder } from '../support/product.ts';

const TABLES = {
  plain: 'CREATE TABLE plain (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT',
  sorted: 'CREATE TABLE sorted (id INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (text, id)) STRICT, WITHOUT ROWID',
  indexed: 'CREATE TABLE indexed (id INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (text)) STRICT',
} as const;
type Table = keyof typeof TABLES;

/** Each row's text is its mark, again and again, so that every piece of it tells whose it was. */
function textOf(mark: number, length: number): string {
  return `#${String(mark).padStart(6, '0')}`.repeat(Math.ceil(length / 7));
}

function open(path: string, page_bytes: number): Database {
  const database = openDatabase(path);
  database.execute(`PRAGMA page_size = ${page_bytes}; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL`);
  database.execute('CREATE TABLE IF NOT EXISTS scrubbing (id INTEGER PRIMARY KEY, removals INTEGER, scrubbed INTEGER)');
  return database;
}

class Life {
  readonly #random: Random;
  /** Lives in two connections, each with pages in memory. */
  readonly #connections: readonly Database[];
  readonly live = new Map<number, Table>();
  marks = 0;

  constructor(random: Random, connections: readonly Database[]) {
    this.#random = random;
    this.#connections = connections;
  }

  change(): void {
    const random = this.#random;
    const database = this.#connections[random.below(this.#connections.length)]!;
    database.transaction(() => {
      for (let changes = random.below(20); changes >= 0; changes--) {
        const marks = [...this.live.keys()];
        const mark = marks[random.below(marks.length)];
        if (mark === undefined || random.chance(0.45)) this.#insert(database);
        else if (random.chance(0.5)) this.#remove(database, mark);
        else this.#rewrite(database, mark);
      }
    });
    if (random.chance(0.1)) database.execute('PRAGMA incremental_vacuum(3)');
  }

  removeMost(): void {
    const [database] = this.#connections;
    for (const mark of this.live.keys()) if (this.#random.chance(0.7)) this.#remove(database!, mark);
  }

  #length(): number {
    const most = [20, 200, 3_000, 40_000][this.#random.below(4)]!;
    return 1 + this.#random.below(most);
  }

  #insert(database: Database): void {
    const mark = ++this.marks;
    const table = (Object.keys(TABLES) as Table[])[this.#random.below(3)]!;
    database.run(`INSERT INTO ${table} (id, text) VALUES (?, ?)`, mark, textOf(mark, this.#length()));
    this.live.set(mark, table);
  }

  #remove(database: Database, mark: number): void {
    database.run(`DELETE FROM ${this.live.get(mark)} WHERE id = ?`, mark);
    this.live.delete(mark);
  }

  #rewrite(database: Database, mark: number): void {
    database.run(`UPDATE ${this.live.get(mark)} SET text = ? WHERE id = ?`, textOf(mark, this.#length()), mark);
  }
}

/** Whatever is in the tables. */
function contentOf(database: Database): string {
  return JSON.stringify(Object.keys(TABLES).map((table) => database.all(`SELECT * FROM ${table} ORDER BY id`)));
}

function marksIn(path: string): Set<number> {
  return new Set([...readFileSync(path, 'latin1').matchAll(/#(\d{6})/g)].map(([, mark]) => Number(mark)));
}

test('what was deleted is nowhere in the file, what was not is untouched, and others may write meanwhile', () => {
  for (const [seed, page_bytes] of [512, 8_192].entries()) {
    const random = seeded(seed);
    const path = join(temporaryFolder(), 'cleaned.db');
    const database = open(path, page_bytes);
    database.run('INSERT INTO scrubbing (id, removals, scrubbed) VALUES (1, 1, 0)');
    for (const sql of Object.values(TABLES)) database.execute(sql);
    const other = open(path, 512);
    const life = new Life(random, [database, other]);
    for (let nth = 0; nth < 40; nth++) life.change();
    life.removeMost();
    const [marks, kept_until_now] = [life.marks, new Set(life.live.keys())];
    const before = contentOf(database);
    database.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    expect([...marksIn(path)].some((mark) => !life.live.has(mark))).toBe(true);

    const cleaning = cleaningOf(database, path);
    const step = () => database.transaction(() => cleaning.step(0));
    expect(step()).not.toBe('held');
    expect(contentOf(other)).toBe(before);
    for (let left = step(); left !== 'done'; left = step()) if (random.chance(0.3)) life.change();
    cleaning.bringToDisk();
    cleaning.close();
    const after = contentOf(database);
    database.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    expect(database.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(contentOf(other)).toBe(after);
    // What was removed while it went on may be left.
    expect([...marksIn(path)].filter((mark) => mark <= marks && !kept_until_now.has(mark))).toEqual([]);
    other.close();
    database.close();
  }
});

test('a reader of an earlier state is waited for', () => {
  const path = join(temporaryFolder(), 'read.db');
  const database = open(path, 4_096);
  database.run('INSERT INTO scrubbing (id, removals, scrubbed) VALUES (1, 1, 0)');
  const reader = open(path, 4_096);
  const cleaning = cleaningOf(database, path);
  reader.snapshot(() => {
    reader.get('SELECT * FROM scrubbing');
    database.run('UPDATE scrubbing SET removals = 2');
    expect(database.transaction(() => cleaning.step(1))).toBe('held');
  });
  expect(database.transaction(() => cleaning.step(50))).toBe('done');
  cleaning.close();
  reader.close();
  database.close();
});
