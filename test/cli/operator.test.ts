/** The operator's commands: backup, restore, verify, repair, export. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleShop } from '../../src/cli/demo/shop.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { restore } from '../../src/service/operator/copies.ts';
import { openService } from '../../src/service/service.ts';
import { NODE_ARGUMENTS, ok, runCli, runHere, startCli } from '../support/cli.ts';
import { event, temporaryFolder } from '../support/product.ts';
import { SHOP_QUESTIONS, type ShopQuestion } from '../support/shop_questions.ts';
import { flip } from '../torture/flips.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const SECRETS = { note: 'a "quoted"\nline', list: [1, 'two', null], deep: { a: 1 }, text: '5', number: 5, none: null };

const QUESTIONS: readonly ShopQuestion[] = [...SHOP_QUESTIONS, ['list_events', { event: 'odd' }]];

/** As JSON. */
async function answersOf(path: string): Promise<string> {
  const service = openService({ path, now: () => NOW, computing: { thread: 'never' } });
  try {
    const answers: unknown[] = [];
    for (const [name, body] of QUESTIONS) {
      const operation = operationNamed(name);
      answers.push(await call(service, localOwner(service), operation, body));
    }
    return JSON.stringify(answers, null, 1);
  } finally {
    await service.close();
  }
}

const folder_of_all = mkdtempSync(join(tmpdir(), 'insights-test-'));
const written = join(folder_of_all, 'shop.db');
afterAll(() => rmSync(folder_of_all, { recursive: true, force: true }));

beforeAll(async () => {
  const service = openService({ path: written, now: () => NOW });
  const project = service.store.projects.list()[0]!;
  const items = sampleShop(NOW, 1).slice(0, 9_000);
  service.ingest.importItems(project, items.slice(0, 8_000));
  await service.ingest.settle(project, 0);
  service.ingest.importItems(project, [...items.slice(8_000), event('odd', 'x', '2026-03-01T10:00:00.123Z', SECRETS)]);
  await service.close();
});

let answers_as_written: Promise<string> | null = null;

/** Of the database that all tests have copies of. */
function writtenAnswers(): Promise<string> {
  answers_as_written ??= answersOf(shop());
  return answers_as_written;
}

/** What tells of an import, which the database that was exported has none of. */
function withoutImport(answers: string): string {
  return answers.replaceAll(/,\s+"\$import_id": 1|"\$import_id": 1,\s+/g, '');
}

function shop(): string {
  const path = join(temporaryFolder(), 'shop.db');
  copyFileSync(written, path);
  return path;
}

test('what is exported makes another database that answers alike', async () => {
  const db = shop();
  const folder = temporaryFolder();
  const [file, again] = [join(folder, 'all.ndjson.gz'), join(folder, 'again.db')];
  expect(await ok('export', file, '--db', db)).toMatch(/all\.ndjson\.gz: [\d,]+ lines, [\d.]+ MB/);
  await ok('import', file, '--db', again);
  expect(withoutImport(await answersOf(again))).toBe(await writtenAnswers());
  expect((await runHere(['export', file, '--db', db])).stderr).toContain('exists already');
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
});

test('as Parquet, too; files are by month, and import takes them', async () => {
  const db = shop();
  const folder = temporaryFolder();
  const [out, again] = [join(folder, 'out'), join(folder, 'again.db')];
  expect(await ok('export', '--parquet', out, '--db', db)).toMatch(/out: [\d,]+ rows in \d+ files/);
  expect(readdirSync(join(out, 'events', 'project=1'))).toContain('month=2026-03');
  await ok('import', out, '--db', again);
  expect(withoutImport(await answersOf(again))).toBe(await writtenAnswers());
  expect((await runHere(['export', '--parquet', out, '--db', db])).stderr).toContain('exists already');
  expect((await runHere(['export', '--db', db])).stderr).toContain('Name one target');
});

test('a folder of Parquet is imported in the same way if the project has no groups', async () => {
  const folder = temporaryFolder();
  const [csv, db, out] = [join(folder, 'a.csv'), join(folder, 'a.db'), join(folder, 'out')];
  writeFileSync(csv, 'event,distinct_id,timestamp\npaid,ana,2026-03-01\n');
  await ok('import', csv, '--db', db);
  await ok('export', '--parquet', out, '--db', db);
  const again = join(folder, 'again.db');
  await ok('import', join(out, 'groups'), out, '--db', again);
  expect(await ok('sql', 'select event, distinct_id from events', '--db', again)).toMatch(/paid +ana/);
});

test('answers and rows become files in the form of their ending', async () => {
  const db = shop();
  const folder = temporaryFolder();
  const question = '{"events":[{"id":"$pageview"}],"date_from":"2026-02-01","date_to":"2026-02-03"}';
  const csv = await ok('answer', question, '--db', db);
  const rows = csv.trimEnd().split('\n');
  expect(rows.length).toBeGreaterThan(1);
  const line = JSON.parse((await ok('answer', question, '--format', 'ndjson', '--db', db)).split('\n')[0]!);
  expect(Object.keys(line).join(',')).toBe(rows[0]);
  const statement = 'select event, count() as n, array(1, 2) as list from events group by event order by n desc';
  const out = join(folder, 'rows.parquet');
  expect(await ok('sql', statement, '--out', out, '--db', db)).toContain('rows.parquet: ');
  const [first] = await parquetReadObjects({
    file: await asyncBufferFromFile(out),
    compressors: { ZSTD: (bytes) => zstdDecompressSync(bytes) },
  });
  const { results } = JSON.parse(await ok('sql', statement, '--format', 'json', '--db', db));
  expect(first).toEqual({ event: results[0][0], n: BigInt(results[0][1]), list: '[1,2]' });
  expect(await ok('answer', question, '--out', join(folder, 'a.jsonl'), '--db', db)).toContain('a.jsonl: ');
  expect((await runHere(['answer', question, '--out', join(folder, 'a.xls'), '--db', db])).stderr).toContain(
    '.parquet',
  );
});

test('a backup is read whole, and takes the place of the database, which is kept', async () => {
  const db = shop();
  const copy = join(temporaryFolder(), 'a copy.db');
  const made = await ok('backup', copy, '--db', db);
  expect(made).toMatch(/read whole: 8,\d+ events, [\d,]+ people/);
  expect(made).toContain(` restore '${copy}' --replace --db`);
  const before = await writtenAnswers();

  const service = openService({ path: db, now: () => NOW });
  const project = service.store.projects.list()[0]!;
  service.ingest.importItems(project, [event('odd', 'y', '2026-03-01T10:00:00Z')]);
  expect((await runCli(['restore', copy, '--db', db])).stderr).toContain(
    'exists already. --replace puts the backup in',
  );
  expect((await runCli(['restore', copy, '--db', db, '--replace'])).stderr).toContain(
    'is in use. Stop what has it open',
  );
  await service.close();

  const said = await ok('restore', copy, '--db', db, '--replace');
  expect(await answersOf(db)).toBe(before);
  const aside = /of before is (.*)$/m.exec(said)![1]!;
  expect(await answersOf(aside)).not.toBe(before);
});

test('a backup takes the place of what SQLite cannot read, too, which is kept with its log', async () => {
  const [db, copy] = [shop(), join(temporaryFolder(), 'copy.db')];
  await ok('backup', copy, '--db', db);
  const restored = async (): Promise<string> => {
    const said = await ok('restore', copy, '--db', db, '--replace');
    expect(await ok('verify', '--db', db)).toContain('is whole: 8,');
    return /of before is (.*)$/m.exec(said)![1]!;
  };
  truncateSync(db, 100_000);
  expect(statSync(await restored()).size).toBe(100_000);
  const service = openService({ path: db, now: () => NOW });
  service.ingest.importItems(service.store.projects.list()[0]!, [event('odd', 'y', '2026-03-01T10:00:00Z')]);
  const log = readFileSync(`${db}-wal`);
  await service.close();
  writeFileSync(db, 'destroyed');
  writeFileSync(`${db}-wal`, log);
  expect(readFileSync(`${await restored()}-wal`)).toEqual(log);
});

test('what was put aside stays, should the clock give another the same name', async () => {
  const [db, copy] = [shop(), join(temporaryFolder(), 'copy.db')];
  await ok('backup', copy, '--db', db);
  restore(copy, db, `${db}.aside`);
  const first = statSync(`${db}.aside`).ino;
  expect(() => restore(copy, db, `${db}.aside`)).toThrow('exists already');
  expect(statSync(`${db}.aside`).ino).toBe(first);
});

test.skipIf(process.platform === 'win32')('databases, new and restored, and backups are their owner’s', async () => {
  const path = join(temporaryFolder(), 'new.db');
  const service = openService({ path });
  try {
    await ok('backup', `${path}.backup`, '--db', path);
    for (const ending of ['', '-wal', '-shm', '.backup']) {
      expect(statSync(path + ending).mode & 0o777, ending).toBe(0o600);
    }
  } finally {
    await service.close();
  }
  chmodSync(path, 0o640);
  for (const mode of [0o600, 0o644, 0o444]) {
    chmodSync(`${path}.backup`, mode);
    await ok('restore', `${path}.backup`, '--db', `${path}.${mode}`);
    await ok('restore', `${path}.backup`, '--replace', '--db', path);
    expect([`${path}.${mode}`, path].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o640]);
  }
});

test('damage is told by its place, and no damaged copy is made or put back', async () => {
  const db = shop();
  expect(await ok('verify', '--db', db)).toContain('is whole: ');
  flipInside(db, 'user-1');
  const { code, stdout } = await runCli(['verify', '--db', db, '--json']);
  const { problems } = JSON.parse(stdout) as { problems: string[] };
  expect([code, problems.join('\n')]).toEqual([1, expect.stringContaining('distinct_page, page ')]);

  const folder = temporaryFolder();
  expect((await runHere(['backup', join(folder, 'copy.db'), '--db', db])).stderr).toContain('is damaged: ');
  expect((await runHere(['restore', db, '--db', join(folder, 'new.db')])).stderr).toContain('is damaged: ');
  expect(readdirSync(folder)).toEqual([]);
  expect((await runHere(['verify', '--db', join(folder, 'none.db')])).stderr).toContain('There is no database at');
});

test('a repair makes a new file of what is left, and says what is gone', async () => {
  const db = shop();
  const folder = temporaryFolder();
  const target = join(folder, 'new.db');
  expect(await ok('repair', db, '--to', target)).toContain('is whole: there is nothing to repair');
  flipInside(db, 'user-1');
  const damaged = readFileSync(db);
  const { code, stdout } = await runHere(['repair', db, '--to', target]);
  expect([code, stdout]).toEqual([
    2,
    expect.stringMatching(/Gone: the texts of \d+ distinct ids, which begin with unknown-/),
  ]);
  expect(stdout).toMatch(/new\.db is whole: 8,\d+ events/);
  expect(readFileSync(db)).toEqual(damaged);
  expect(readdirSync(folder)).toEqual(['new.db']);
  expect(await ok('verify', '--db', target)).toContain('is whole: ');
  expect((await runHere(['repair', db, '--to', target])).stderr).toContain('exists already');
  const text = join(folder, 'a.txt');
  writeFileSync(text, 'no database');
  const refused = await runHere(['repair', text, '--to', join(folder, 'b.db')]);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('a.txt is not a database of this program'),
  ]);
  expect(readdirSync(folder).toSorted()).toEqual(['a.txt', 'new.db']);
});

test('a damaged file that was put aside under a like name stays', async () => {
  const target = join(temporaryFolder(), 'shop.db');
  copyFileSync(shop(), `${target}.damaged`);
  flipInside(`${target}.damaged`, 'checkout started', -3);
  const damaged = readFileSync(`${target}.damaged`);
  expect(await ok('repair', `${target}.damaged`, '--to', target)).toContain('Nothing is gone.');
  expect(readFileSync(`${target}.damaged`)).toEqual(damaged);
});

test('counts that are damaged are made anew, and nothing is gone', async () => {
  const db = shop();
  const before = await writtenAnswers();
  flipInside(db, 'checkout started', -3);
  const target = join(temporaryFolder(), 'new.db');
  expect(await ok('repair', db, '--to', target)).toContain('Nothing is gone.');
  expect(await answersOf(target)).toBe(before);
});

/** One bit of the last byte of a text, where the file has it last. */
function flipInside(path: string, text: string, before = 0): void {
  const at = readFileSync(path).lastIndexOf(text);
  expect(at).toBeGreaterThan(0);
  flip(path, (at + text.length - 1 + before) * 8);
}

test('what is no backup is refused by its name, and leaves the database as it is', async () => {
  const folder = temporaryFolder();
  const [db, text, live, rest] = ['shop.db', 'a.txt', 'live.db', 'live.db-wal'].map((name) => join(folder, name));
  copyFileSync(written, db!);
  writeFileSync(text!, 'no database');
  copyFileSync(written, live!);
  writeFileSync(rest!, 'what came last');
  for (const [copy, reason] of [
    [folder, 'is no file. Name a backup.'],
    [join(folder, 'gone.db'), 'There is no file'],
    [text!, `${text} is not a database of this program`],
    // Its newest events would be missing without a word.
    [live!, `what came last is in ${rest}`],
  ] as const) {
    const refused = await runHere(['restore', copy, '--db', db!, '--replace']);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(reason) });
    expect(refused.stderr.trim().split('\n')).toHaveLength(1);
  }
  expect(readFileSync(db!)).toEqual(readFileSync(written));
  expect(readdirSync(folder).toSorted()).toEqual(['a.txt', 'live.db', 'live.db-wal', 'shop.db']);
});

test('an address where nothing answers is named, without its password', async () => {
  const refused = await runHere(['move', '--to', 'clickhouse://ana:secret@127.0.0.1:9/shop', '--db', written]);
  const told = 'Nothing answers at clickhouse://127.0.0.1:9/shop. Check host and port, and that ClickHouse is running.';
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: `insights-mcp: ${told}\n` });
});

test('a reader that has seen enough is no failure', async () => {
  const { child, finished } = startCli(['sql', 'select event from events limit 5000', '--db', written]);
  child.stdout.destroy();
  expect(await finished).toMatchObject({ code: 0, stderr: '' });
});

test.skipIf(process.platform !== 'linux')('output that has no room is one line', () => {
  const full = openSync('/dev/full', 'w');
  const args = [...NODE_ARGUMENTS, 'describe', '--db', written];
  const refused = spawnSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  expect(refused).toMatchObject({
    status: 1,
    stderr: 'insights-mcp: output: It cannot be read or written: the disk is full.\n',
  });
});

test('what the system refuses is one line, whatever was to be written', async () => {
  const folder = temporaryFolder();
  const [file, select] = [join(folder, 'file'), 'select event from events'];
  writeFileSync(file, '');
  const below = (name: string): string => join(file, name);
  for (const args of [
    ['export', below('a.ndjson')],
    ['export', join(folder, 'x'.repeat(300))],
    ['export', '--parquet', below('parquet')],
    ['sql', select, '--out', below('a.csv')],
    ['insights', 'export', below('saved')],
    ['backup', below('a.db')],
    ['backup', join(folder, 'none', 'a.db')],
    ['import', below('a.ndjson')],
  ]) {
    const refused = await runHere([...args, '--db', written]);
    expect([args[0], refused]).toMatchObject([args[0], { code: 1, stdout: '' }]);
    expect(refused.stderr).toMatch(/^insights-mcp: .*\n$/);
  }
  const verified = await runHere(['verify', '--db', folder]);
  expect(verified).toMatchObject({ code: 1, stderr: `insights-mcp: ${folder} is no file, so it is no database.\n` });
});
