/** Many files in one import: folders and patterns, reports, and bad files among good ones. */
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { constants, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { importText } from '../../src/cli/importing/import_counts.ts';
import { inputFiles } from '../../src/cli/importing/input_files.ts';
import { readBatches } from '../../src/cli/importing/read_batches.ts';
import { RejectFolder } from '../../src/cli/importing/rejects.ts';
import { durationText, openProgress, progressText } from '../../src/cli/shell/progress.ts';
import { wholeColumns } from '../../src/engine/storage/placed_columns.ts';
import { propertiesAt } from '../../src/engine/storage/property_columns.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { openFileBatch } from '../../src/service/ingest/packed_batch.ts';
import { happened, type ImportTest, importTest, ndjson, rejected } from '../support/importing.ts';
import { temporaryFolder } from '../support/product.ts';
import { look } from '../support/reading.ts';
import { atAndPast } from '../support/tried_limits.ts';

let it: ImportTest;
let write: ImportTest['write'];

beforeEach(() => {
  it = importTest();
  ({ write } = it);
});

/** So many files of so many lines, no two of them equal. */
function days(files: number, lines: number): string[] {
  return Array.from({ length: files }, (_, day) =>
    write(
      `days/day-${day + 1}.ndjson`,
      ndjson(...Array.from({ length: lines }, (__, at) => happened('paid', `u${at}`, { properties: { day, at } }))),
    ),
  );
}

describe('files', () => {
  const found = async (...args: string[]) => {
    const paths = await inputFiles(args.map((arg) => join(it.folder, arg)));
    return paths.map((path) => relative(it.folder, path));
  };

  test('are named, or found in folders and by patterns, sorted as people count', async () => {
    for (const name of ['day-10.csv', 'day-2.csv', 'day-1.ndjson.gz', 'in/a.csv', '.hidden', '.git/HEAD'])
      write(`data/${name}`, '');
    for (const name of ['day-2.csv.reject.ndjson', 'own.db', 'own.db-wal', 'own.db-shm']) write(`data/${name}`, '');
    symlinkSync(join(it.folder, 'data', 'day-2.csv'), join(it.folder, 'data', 'link.csv'));
    const all = ['day-1.ndjson.gz', 'day-2.csv', 'day-10.csv', 'in/a.csv'].map((name) => join('data', name));
    expect(await found('data')).toEqual(all);
    expect(await found('data/')).toEqual(all);
    expect(await found('data/day-*.csv')).toEqual(all.slice(1, 3));
    expect(await found('da*')).toEqual(all);
    // In the order given, each once.
    expect(await found('data/in/a.csv', 'data', 'data/day-2.csv')).toEqual([all[3], ...all.slice(0, 3)]);
    expect(await found('data/day*')).toEqual(all.slice(0, 3));
    // What a shell makes of a pattern may hold the folder of reject files.
    write('rejects/a.csv.reject.ndjson', '');
    expect(await found('data', 'rejects')).toEqual(all);
    await expect(found('rejects')).rejects.toThrow('There is no file in');
    expect(await found('missing.csv')).toEqual(['missing.csv']);
    write('odd[1].csv', '');
    expect(await found('odd[1].csv')).toEqual(['odd[1].csv']);
    await expect(found('data/*.parquet')).rejects.toThrow('No file fits');
  });

  test('that are one packed and one not are not taken twice', async () => {
    const lines = ndjson(happened('paid', 'ana'));
    const paths = [write('events.ndjson', lines), write('events.ndjson.gz', gzipSync(lines))];
    const imported = await it.takeAll(paths);
    expect(imported).toMatchObject({
      taken: 1,
      files: [{ failure: null }, { failure: expect.stringContaining('--source') }],
    });
    const third = await it.takeAll([...paths, write('events.ndjson.zst', '')]);
    expect(third.files[2]?.failure).toContain(`${paths[0]} is the same file by its name`);
    // Parts of one source are said to be different ones.
    expect(await it.takeAll(paths, { source: 'log' })).toMatchObject({ taken: 2, known: 0 });
  });
});

describe('one import', () => {
  test('of many small files takes batches that many of them share', async () => {
    const { events } = it.product.service.store;
    const imported = await it.takeAll(days(60, 100));
    expect(imported).toMatchObject({ taken: 6_000, known: 0, refused: 0 });
    for (const counts of imported.files)
      expect(counts).toMatchObject({ taken: 100, known: 0, refused: 0, failure: null });
    // Each commit raises it by one, as does each step of sealing and merging; not each file.
    expect(events.revision(1)).toBeLessThan(30);
    expect(await it.count('paid')).toBe(6_000);
    expect(existsSync(join(it.folder, 'rejects'))).toBe(false);
  });

  test('goes on past a file that cannot be read, from its beginning or from its middle', async () => {
    const good = days(3, 50);
    const packed = gzipSync(ndjson(...Array.from({ length: 3_000 }, (_, at) => happened('paid', `v${Math.sin(at)}`))));
    const cut = write('cut.gz', packed.subarray(0, packed.length - 100));
    const imported = await it.takeAll([good[0]!, cut, join(it.folder, 'missing.csv'), good[1]!, good[2]!]);
    expect(imported.files.map(({ taken, failure }) => [taken > 0, failure === null])).toEqual([
      [true, true],
      [true, false],
      [false, false],
      [true, true],
      [true, true],
    ]);
    expect(imported.files[1]?.failure).toBe(`${cut}: This is damaged, or no gzip file.`);
    expect(await it.count('paid')).toBe(150 + imported.files[1]!.taken);
  });

  test('keeps all that is there of a zstd file that is cut off, each time alike', async () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `paid,w${at},2026-03-01,${(at * 7_919) % 100_000}\n`);
    const packed = zstdCompressSync(`event,distinct_id,timestamp,v\n${lines.join('')}`);
    const cut = write('cut.csv.zst', packed.subarray(0, Math.floor(packed.length * 0.95)));
    const whole = zstdDecompressSync(packed.subarray(0, Math.floor(packed.length * 0.95)), {
      finishFlush: constants.ZSTD_e_flush,
    });
    const there = whole.toString().split('\n').length - 2;
    const {
      files: [counts],
    } = await it.takeAll([cut]);
    expect(counts).toMatchObject({ taken: there, failure: `${cut}: This is damaged, or no zstd file.` });
    expect((await it.takeAll([cut])).files[0]).toMatchObject({ taken: 0, known: there });
  });

  test('counts what was refused by its reason, and sets it aside in one folder', async () => {
    const paths = ['a/events.ndjson', 'b/events.ndjson', 'c/others.ndjson'].map((name, at) =>
      write(name, ndjson(happened('paid', `u${at}`), 'broken', ...(at === 0 ? [{ event: 'paid' }] : []))),
    );
    const imported = await it.takeAll([...paths, write('good.ndjson', ndjson(happened('paid', 'ana')))]);
    expect(imported).toMatchObject({ taken: 4, refused: 4 });
    expect(imported.reasons).toEqual([
      { reason: 'not valid JSON', file: paths[0], line: 2, count: 3 },
      { reason: expect.stringContaining('distinct_id'), file: paths[0], line: 3, count: 1 },
    ]);
    const folder = join(it.folder, 'rejects');
    const names = ['events.ndjson.reject.ndjson', 'events.ndjson.2.reject.ndjson', 'others.ndjson.reject.ndjson'];
    expect(imported.files.map(({ rejects }) => rejects)).toEqual([...names.map((name) => join(folder, name)), null]);
    expect(readdirSync(folder).sort()).toEqual(names.toSorted());
    expect(rejected(join(folder, names[1]!))).toEqual([
      { file: paths[1], line: 2, reason: 'not valid JSON', text: 'broken' },
    ]);
  });

  test('tells of groups that a project has no room for', async () => {
    const groups = Array.from({ length: LIMIT.groups_per_project + 2 }, (_, at) => ({
      type: 'group',
      group_type: `type ${at}`,
      group_key: 'k',
    }));
    const imported = await it.takeAll([write('groups.ndjson', ndjson(...groups))]);
    expect(imported).toMatchObject({ taken: LIMIT.groups_per_project, refused: 2 });
    expect(imported.reasons).toMatchObject([{ reason: expect.stringContaining('group types'), count: 2 }]);
  });

  test('a file with more reasons than can be told apart has them counted together', async () => {
    const told = async (count: number) => {
      const rows = Array.from({ length: count }, (_, at) => `paid,ana,2026-03-09${',x'.repeat(at + 1)}`);
      const path = write(`odd-${count}.csv`, `event,distinct_id,timestamp\n${rows.join('\n')}\n`);
      const { reasons } = await it.takeAll([path]);
      const others = reasons.filter(({ reason }) => reason === 'other reasons');
      return [reasons.length - others.length, ...others.map((one) => one.count)];
    };
    const most = LIMIT.import_reasons;
    await atAndPast('import_reasons', told, { at: [most], past: [most, 1] });
    expect(await told(most + 5)).toEqual([most, 5]);
  });

  test('that is interrupted ends after the current batch; the next one takes the rest', async () => {
    const paths = days(2, 6_000);
    const stopped = await it.takeAll(paths, { signal: AbortSignal.abort() });
    expect(stopped).toMatchObject({ is_stopped: true, taken: TUNING.import_batch_rows, known: 0 });
    const next = await it.takeAll(paths);
    const taken = TUNING.import_batch_rows;
    expect(next).toMatchObject({ is_stopped: false, taken: 12_000 - taken, known: taken });
    expect(await it.count('paid')).toBe(12_000);
  });
});

describe('what is said', () => {
  const counts = (file: string, taken: number, refused: number, failure: string | null = null) => ({
    file,
    source: file,
    taken,
    known: 1,
    refused,
    rejects: refused > 0 ? `rejects/${file}` : null,
    failure,
  });
  const imported = (files: ReturnType<typeof counts>[]) => ({
    taken: 1_234,
    known: 1,
    refused: 2,
    seconds: 2.5,
    import_id: 1,
    is_stopped: false,
    notes: [],
    reasons: [{ reason: 'not valid JSON', file: 'in/a.ndjson', line: 17, count: 2 }],
    files,
  });

  test('a table of the files where they are few', () => {
    expect(importText(imported([counts('a.ndjson', 34, 2), counts('b.csv', 1_200, 0)]), false)).toBe(
      `file              taken  known already  refused
a.ndjson             34              1        2
b.csv             1,200              1        0
total of 2 files  1,234              1        2

why lines were refused  lines  first in
not valid JSON              2  a.ndjson, line 17

Refused lines, each with its reason: rejects/a.ndjson
1,237 lines in 2.5 s (495 lines a second)
`,
    );
  });

  test('one line of all where they are many, but for those that failed', () => {
    const files = Array.from({ length: 40 }, (_, at) => counts(`f${at}`, 5, 0, at === 30 ? 'damaged' : null));
    const short = importText(imported(files), false).split('\n');
    expect(short.slice(0, 3).map((line) => line.split(' ')[0])).toEqual(['file', 'f30', 'total']);
    expect(
      importText(imported(files), true)
        .split('\n')
        .slice(0, 42)
        .filter((line) => line.startsWith('f')),
    ).toHaveLength(41);
  });

  test('a line for each of more files than a function takes arguments', () => {
    const files = Array.from({ length: 200_000 }, (_, at) => counts(`f${at}`, 5, 0));
    expect(importText(imported(files), true)).toContain('\nf199999                     5 ');
  });

  test('how far it is, how fast, and how long it will take', () => {
    expect(progressText(0.42, 218_000, 1_250, 'b.csv (2 of 7)')).toBe(
      `${'█'.repeat(13)}${'░'.repeat(17)} 42 %  218,000 lines, 174,400 a second, 1.7 s left  b.csv (2 of 7)`,
    );
    expect(progressText(null, 5_000, 1_000, '-')).toBe('5,000 lines, 5,000 a second  -');
    expect(progressText(0, 0, 0, 'a.csv')).toBe(`${'░'.repeat(30)} 0 %  0 lines, 0 a second  a.csv`);
    expect([400, 12_000, 100_000, 7_500_000].map(durationText)).toEqual(['0.4 s', '12 s', '2 min', '2 h 5 min']);
  });

  test('a bar on a terminal, and nothing anywhere else', () => {
    const drawn = (isTTY: boolean, columns = 120): string => {
      let text = '';
      const write = (piece: string): boolean => {
        text += piece;
        return true;
      };
      const bar = openProgress({ isTTY, columns, write });
      bar.update(0.5, 1_000, 'a.csv');
      bar.update(0.6, 1_100, 'a.csv');
      bar.end();
      return text;
    };
    // Drawn at most every tenth of a second, and wiped away in the end.
    const [nothing, bar, end] = drawn(true).split('\r\x1b[K');
    expect([nothing, end]).toEqual(['', '']);
    expect(bar).toMatch(/^█{15}░{15} 50 % {2}1,000 lines, .+ left {2}a\.csv$/);
    expect(drawn(true, 40).split('\r\x1b[K')[1]).toHaveLength(39);
    expect(drawn(false)).toBe('');
  });
});

test('a line too long for the scanner, with more names than batches keep columns for, is read all the same', async () => {
  const names = Array.from({ length: TUNING.import_kept_columns + 500 }, (_, nth) => `${'n'.repeat(60)}${nth}`);
  const properties = Object.fromEntries(names.map((name) => [name, 1]));
  const lines = ndjson(happened('paid', 'ana', { properties }), happened('paid', 'ben', { properties: { a: 1 } }));
  expect(await it.take(write('wide.ndjson', lines))).toMatchObject({ taken: 2, refused: 0 });
  const row = (who: string) => `paid,${who},2026-03-01T00:00:00Z,${names.map(() => 1).join(',')}\n`;
  const table = `event,distinct_id,timestamp,${names.join(',')}\n${row('ana')}${row('ben')}`;
  expect(await it.take(write('wide.csv', table))).toMatchObject({ taken: 2, refused: 0 });
}, 60_000);

test('batches of lines that have a few of many names are as long as others, and take as much as their values', async () => {
  const [lines, names, each] = [3_000, 2_000, 10];
  const value = (row: number, i: number) => (i % 3 === 0 ? row % 7 : `v${row % 5}`);
  const given = Array.from({ length: lines }, (_, row) =>
    Object.fromEntries(Array.from({ length: each }, (__, i) => [`p${(row * 17 + i * 191) % names}`, value(row, i)])),
  );
  const file = await look(ndjson(...given.map((properties) => happened('paid', 'ana', { properties }))));
  const rows: number[] = [];
  for await (const { events } of readBatches([{ file, source: 's' }])) {
    const opened = openFileBatch(events);
    rows.push(opened.rows);
    const columns = wholeColumns(opened.properties.columns(), opened.rows);
    for (const row of given.keys()) expect(propertiesAt(columns, row)).toEqual(given[row]);
    const bytes = events.packed.sections.reduce((sum, { raw_bytes }) => sum + raw_bytes, 0);
    expect(bytes).toBeLessThan(names * 80 + lines * each * 3);
  }
  expect(rows).toEqual([lines]);
});

test('a file of refused lines has so many', async () => {
  const written = async (count: number) => {
    const folder = new RejectFolder(temporaryFolder());
    const path = await folder.add(
      'in.ndjson',
      Array.from({ length: count }, () => '{}'),
    );
    await folder.end();
    return [count, readFileSync(path, 'utf8').split('\n').length - 1];
  };
  const most = LIMIT.reject_lines;
  await atAndPast('reject_lines', written, { at: [most, most], past: [most + 1, most] });
});
