/** Files of earlier formats are upgraded and give the answers they gave when written. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Log } from '../../src/base/log.ts';
import { ServiceError } from '../../src/model/error.ts';
import { authenticate, localOwner } from '../../src/service/access/authenticate.ts';
import { upgrade } from '../../src/service/data/upgrade.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { backUp, restore } from '../../src/service/operator/copies.ts';
import { repairFile } from '../../src/service/operator/repair.ts';
import { verifyFile } from '../../src/service/operator/verify.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import { type Database, openDatabase } from '../../src/store/file/database.ts';
import { FORMAT } from '../../src/store/migrations.ts';
import { openStore } from '../../src/store/store.ts';
import { tempFile } from '../store/fixture.ts';
import { runHere } from '../support/cli.ts';
import { SILENT } from '../support/log.ts';
import { temporaryFolder } from '../support/product.ts';

const FORMATS = join(import.meta.dirname, '..', 'formats');
const EVENTS = 267;

interface Answered {
  readonly operation: string;
  readonly body: Record<string, unknown>;
  readonly numbers: readonly unknown[];
}

interface Kept {
  readonly answers: readonly Answered[];
  readonly key?: string;
  readonly lines?: string;
}

function kept(format: number): Kept {
  return JSON.parse(readFileSync(join(FORMATS, `format-${format}.json`), 'utf8')) as Kept;
}

function fileOf(format: number): string {
  const path = tempFile();
  writeFileSync(path, gunzipSync(readFileSync(join(FORMATS, `format-${format}.db.gz`))));
  return path;
}

function oldFile(): string {
  return fileOf(4);
}

async function expectAnswers(path: string, log = SILENT, format = 4): Promise<void> {
  const { answers } = kept(format);
  const service = openService({ path, log, computing: { thread: 'never' } });
  onTestFinished(() => service.close());
  for (const { operation, body, numbers } of answers) {
    const rounded = (value: unknown): unknown => JSON.parse(JSON.stringify(value), (_, one) => fourDecimals(one));
    // Today's answers may tell more.
    expect(rounded(await ask(service, operation, body))).toMatchObject(rounded(numbers) as unknown[]);
  }
}

function fourDecimals(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : value;
}

async function ask(service: RunningService, name: string, body: Record<string, unknown>): Promise<unknown[]> {
  const operation = operationNamed(name);
  const answer = await call(service, localOwner(service), operation, body);
  const { result = [], results = result } = answer as Partial<Record<'result' | 'results', Told[]>>;
  return results.map((told) => told.data ?? told.count ?? told);
}

interface Told {
  readonly data?: unknown;
  readonly count?: unknown;
}

/** What writes a file and what reads it may not be renumbered together. */
describe('a file of format 15, with events of every encoding sealed and in the log', () => {
  test('answers as it did', async () => {
    await expectAnswers(fileOf(15), SILENT, 15);
  });

  test('is opened by its key, and knows the lines it has', async () => {
    const { key, lines } = kept(15);
    const path = fileOf(15);
    const imported = join(temporaryFolder(), 'read.ndjson');
    writeFileSync(imported, lines!);
    const { stdout } = await runHere(['import', imported, '--db', path, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ taken: 0, known: 32, refused: 0 });
    const service = openService({ path, log: SILENT, computing: { thread: 'never' } });
    onTestFinished(() => service.close());
    expect(authenticate(service, key!).scopes).toEqual(['*']);
  });
});

test('a file of format 16, with properties of few rows sealed and in the log, answers as it did', async () => {
  await expectAnswers(fileOf(16), SILENT, 16);
});

test('a file of format 4 answers as it did, and says how far it is', async () => {
  const path = oldFile();
  const told: object[] = [];
  await expectAnswers(path, { ...SILENT, info: (fields) => void told.push(fields) });
  expect(told).toEqual([
    { format: 4, now: FORMAT },
    { rows: EVENTS, of: EVENTS },
  ]);
  const store = openStore(path);
  onTestFinished(() => store.close());
  expect(store.outdated.exists()).toBe(false);
  const [project] = store.projects.list();
  expect(store.events.segments(project!.id).map(({ rows }) => rows)).toEqual([EVENTS]);
});

test('it has the tables of a new file then', () => {
  const [upgraded, fresh] = [oldFile(), tempFile()].map((path) => {
    openStore(path).close();
    const database = openDatabase(path);
    onTestFinished(() => database.close());
    return tablesOf(database);
  });
  expect(upgraded).toEqual(fresh);
  expect(fresh!.length).toBeGreaterThan(50);
});

/** The columns of each table, index and trigger, and the words of its SQL: a column that was added stands after constraints. */
function tablesOf(database: Database): unknown[] {
  const named = database.all<{ name: string; sql: string | null }>('SELECT name, sql FROM sqlite_schema ORDER BY name');
  return named.map(({ name, sql }) => ({
    name,
    words: sql?.replaceAll(/--.*$/gm, '').match(/\w+/g)?.sort(),
    columns: database.all(`SELECT * FROM pragma_table_xinfo('${name}')`),
  }));
}

test('operators find it whole before that, back it up and put it back; a flipped bit of it is found', async () => {
  const path = oldFile();
  const whole = { events: EVENTS, problems: [] };
  const before = readFileSync(path);
  expect(verifyFile(path)).toMatchObject(whole);
  // Who checks a file with a newer program may go on with the older one.
  expect(readFileSync(path).equals(before)).toBe(true);
  const copy = tempFile();
  expect(await backUp(path, copy)).toMatchObject(whole);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(formatOf(copy)).toBe(4);
  const placed = tempFile();
  expect(restore(copy, placed, null)).toMatchObject(whole);
  expect(repairFile(path, tempFile())).toBe(null);
  const store = openStore(path);
  const { id } = store.outdated.oldest(1)[0]!;
  store.close();
  flipColumn(path, id);
  expect(verifyFile(path).problems[0]).toMatch(/^events of project 1: Stored events are damaged/);
  expect(() => repairFile(path, tempFile())).toThrow('its events are still in the form of an older version');
  await expectAnswers(placed);
});

test('nobody upgrades a file that a program of before may have open: it would go on to write as it knows', async () => {
  const path = oldFile();
  const before = readFileSync(path);
  const older = openDatabase(path);
  onTestFinished(() => older.close());
  const count = () => older.get('SELECT count(*) AS projects FROM project');
  expect(count()).toEqual({ projects: 1 });
  expect(() => openStore(path)).toThrow(
    expect.objectContaining({ code: 'conflict', message: expect.stringMatching(/older version[^\n]*Stop it/) }),
  );
  expect(await backUp(path, tempFile())).toMatchObject({ events: EVENTS, problems: [] });
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(count()).toEqual({ projects: 1 });
  older.close();
  await expectAnswers(path);
}, 30_000);

/** SQLite's `user_version`, without opening the file. */
function formatOf(path: string): number {
  return readFileSync(path).readUInt32BE(60);
}

/** One bit of a segment's columns. */
function flipColumn(path: string, segment_id: number): void {
  const database = openDatabase(path);
  const where = 'segment_id = ? ORDER BY name LIMIT 1';
  type Row = { name: string; bytes: Uint8Array };
  const { name, bytes } = database.get<Row>(`SELECT name, bytes FROM outdated_column WHERE ${where}`, segment_id)!;
  const flipped = Uint8Array.from(bytes);
  flipped[flipped.length - 1]! ^= 4;
  database.run('UPDATE outdated_column SET bytes = ? WHERE segment_id = ? AND name = ?', flipped, segment_id, name);
  database.close();
}

test('an upgrade that is stopped goes on where it was; two at once change nothing twice', async () => {
  const path = oldFile();
  const store = openStore(path);
  onTestFinished(() => store.close());
  const other = openStore(path);
  onTestFinished(() => other.close());
  const { outdated } = store;
  // Few at a time; the second step fails, then both go on in turns.
  const few = { ...store, outdated: { ...outdated, oldest: () => outdated.oldest(3) } };
  let steps = 0;
  const stops: Log = {
    ...SILENT,
    info: () => {
      if (++steps === 2) throw new Error('stopped');
    },
  };
  expect(() => upgrade(few, stops)).toThrow('stopped');
  expect(outdated.rows()).toBeLessThan(EVENTS);
  upgrade(few, { ...SILENT, info: () => upgrade(other, SILENT) });
  expect(outdated.exists()).toBe(false);
  await expectAnswers(path);
});

test('what cannot be read is named, and nothing is lost', () => {
  const path = oldFile();
  const store = openStore(path);
  onTestFinished(() => store.close());
  const raw = openDatabase(path);
  onTestFinished(() => raw.close());
  raw.run(`UPDATE outdated_column SET bytes = zeroblob(40) WHERE rowid = (SELECT max(rowid) FROM outdated_column)`);
  expect(() => upgrade(store, SILENT)).toThrow(ServiceError);
  expect(store.outdated.rows()).toBe(EVENTS);
});
