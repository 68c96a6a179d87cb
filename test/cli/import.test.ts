import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeFile } from '../../src/cli/files/describe.ts';
import { readRows } from '../../src/cli/files/rows.ts';
import { type FileOptions, parseFileOptions } from '../../src/cli/files/settings.ts';
import { importInto } from '../../src/cli/import.ts';
import { localOwner } from '../../src/service/authenticate.ts';
import { call } from '../../src/service/call.ts';
import { computeTrend } from '../../src/service/operations/trend.ts';
import { runCli, startCli } from '../support/cli.ts';
import { type Product, temporaryFolder, temporaryProduct } from '../support/product.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const NDJSON = 'events.ndjson';

let product: Product;
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  product = temporaryProduct({ now: () => NOW });
});

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function ndjson(...rows: unknown[]): string {
  return rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');
}

function happened(event: string, distinct_id: string, more: Record<string, unknown> = {}) {
  return { event, distinct_id, timestamp: '2026-03-09T10:00:00Z', ...more };
}

/** The counts of one file, imported into the product of this test. */
async function take(path: string, options: FileOptions & { reject?: string } = {}) {
  const file = await describeFile(path, parseFileOptions(options));
  const [counts] = await importInto(product.service, [file], options);
  return counts!;
}

/** How often events that fit these filters happened, asked as every caller asks. */
async function count(event: string, properties: readonly unknown[] = []): Promise<number> {
  const body = { events: [{ id: event, properties }], date_from: 'all', display: 'BoldNumber', refresh: true };
  const answer = (await call(product.service, localOwner(product.service), computeTrend, body)) as {
    result: readonly { aggregated_value: number }[];
  };
  return answer.result[0]!.aggregated_value;
}

function rejected(path: string): { file: string; line: number; reason: string; text: unknown }[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('NDJSON', () => {
  test('events with and without uuid, persons and groups', async () => {
    const path = write(
      NDJSON,
      ndjson(
        happened('paid', 'ana', {
          uuid: '0190d6a4-0000-7000-8000-000000000001',
          properties: { amount: 5, $groups: { company: 'acme' } },
        }),
        happened('paid', 'ben', { properties: { amount: 7 } }),
        { type: 'person', distinct_ids: ['ana', 'ana@home'], properties: { plan: 'pro' } },
        { type: 'group', group_type: 'company', group_key: 'acme', properties: { size: 'large' } },
        '',
        happened('paid', 'ana@home', { properties: { amount: 9 } }),
      ),
    );
    expect(await take(path)).toEqual({ file: path, taken: 5, duplicates: 0, skipped: 0, rejects: null });
    expect(await count('paid')).toBe(3);
    expect(await count('paid', [{ key: 'amount', value: 6, operator: 'gt' }])).toBe(2);
    expect(await count('paid', [{ key: 'plan', value: 'pro', type: 'person' }])).toBe(2);
    expect(await count('paid', [{ key: 'size', value: 'large', type: 'group', group_type_index: 0 }])).toBe(1);
  });

  test('a second import adds nothing, also under another name', async () => {
    const path = write(NDJSON, ndjson(happened('paid', 'ana'), 'broken', happened('paid', 'ben')));
    expect(await take(path)).toMatchObject({ taken: 2, duplicates: 0, skipped: 1 });
    expect(await take(path)).toMatchObject({ taken: 0, duplicates: 2, skipped: 1 });
    const renamed = join(folder, 'renamed.json');
    renameSync(path, renamed);
    expect(await take(renamed)).toMatchObject({ taken: 0, duplicates: 2, skipped: 1 });
    expect(await count('paid')).toBe(2);
  });

  test('an event with an id counts once, whatever file it comes in', async () => {
    const paid = happened('paid', 'ana', { uuid: '0190d6a4-0000-7000-8000-000000000001' });
    await take(write('one.ndjson', ndjson(paid)));
    expect(await take(write('two.ndjson', ndjson(paid, paid)))).toMatchObject({ taken: 0, duplicates: 2 });
    expect(await count('paid')).toBe(1);
  });

  test('equal lines without an id are different events', async () => {
    const paid = happened('paid', 'ana');
    expect(await take(write(NDJSON, ndjson(paid, paid, paid)))).toMatchObject({ taken: 3, duplicates: 0 });
    expect(await count('paid')).toBe(3);
  });

  test('what cannot be taken is set aside with its line and the reason', async () => {
    const path = write(
      NDJSON,
      ndjson(
        happened('paid', 'ana'),
        '{"event":"paid", broken',
        { event: 'paid', timestamp: '2026-03-09T10:00:00Z' },
        happened('paid', 'ana', { timestamp: 'yesterday-ish' }),
        { event: 'paid', distinct_id: 'ana' },
        [happened('paid', 'ana')],
        { type: 'person', properties: { plan: 'pro' } },
        happened('paid', 'ben'),
      ),
    );
    const counts = await take(path);
    expect(counts).toEqual({ file: path, taken: 2, duplicates: 0, skipped: 6, rejects: `${path}.reject.ndjson` });
    const rows = rejected(counts.rejects!);
    expect(rows.map((row) => row.line)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(rows.map((row) => row.reason)).toEqual([
      expect.stringContaining('not valid JSON'),
      expect.stringContaining('distinct_id'),
      expect.stringContaining('timestamp'),
      expect.stringContaining('no timestamp'),
      expect.stringContaining('JSON object'),
      expect.stringContaining('distinct_ids'),
    ]);
    expect(rows[0]).toMatchObject({ file: path, text: '{"event":"paid", broken' });
    expect(rows[1]?.text).toEqual({ event: 'paid', timestamp: '2026-03-09T10:00:00Z' });
    expect(await count('paid')).toBe(2);
  });

  test('one reject file can be named for several input files', async () => {
    const paths = ['one.ndjson', 'two.ndjson'].map((name) => write(name, `${ndjson(happened('a', 'ana'))}${name}\n`));
    const reject = join(folder, 'rejected.ndjson');
    const files = await Promise.all(paths.map((path) => describeFile(path, parseFileOptions({}))));
    const results = await importInto(product.service, files, { reject });
    expect(results.map((counts) => [counts.skipped, counts.rejects])).toEqual([
      [1, reject],
      [1, reject],
    ]);
    expect(rejected(reject).map((row) => [row.file, row.line, row.text])).toEqual(
      paths.map((path, at) => [path, 2, ['one.ndjson', 'two.ndjson'][at]]),
    );
  });

  test('is read over a byte order mark, Windows line ends and a missing last line end', async () => {
    const text = `\uFEFF${JSON.stringify(happened('paid', 'zoë'))}\r\n${JSON.stringify(happened('paid', 'ben'))}`;
    expect(await take(write(NDJSON, text))).toMatchObject({ taken: 2, skipped: 0 });
  });

  test('more empty lines than a call takes arguments are passed over', async () => {
    const path = write(NDJSON, `${'\n'.repeat(2 ** 20)}${ndjson(happened('paid', 'ana'))}{\n`);
    expect(await take(path)).toMatchObject({ taken: 1, skipped: 1 });
    expect(rejected(`${path}.reject.ndjson`).map(({ line }) => line)).toEqual([2 ** 20 + 2]);
  });

  test('a file of one endless line is refused before it fills the memory', async () => {
    const path = write(NDJSON, `${ndjson(happened('paid', 'ana'))}${'['.repeat(18_000_000)}`);
    await expect(take(path)).rejects.toThrow(/events\.ndjson: Line 2 has more than 16777216 characters/);
  });
});

describe('long rows', () => {
  const ROWS = 40;
  const note = 'n'.repeat(2 ** 20);

  test.each([
    [NDJSON, ndjson(...Array.from({ length: ROWS }, () => happened('paid', 'ana', { properties: { note } })))],
    ['paid.csv', `event,distinct_id,timestamp,note\n${`paid,ana,2026-03-09,${note}\n`.repeat(ROWS)}`],
  ])('%s comes in batches that fit into the memory, each row once', async (name, content) => {
    const file = await describeFile(write(name, content), parseFileOptions({}));
    const batches: { last_line: number; rows: number }[] = [];
    for await (const { last_line, rows } of readRows(file, () => {})) {
      batches.push({ last_line, rows: [...rows].length });
    }
    // A batch is full with the row, or the piece of the file, that takes it past 16 MiB.
    for (const { rows } of batches) expect(rows).toBeLessThanOrEqual(17);
    expect(batches.reduce((sum, { rows }) => sum + rows, 0)).toBe(ROWS);
    expect(batches.at(-1)!.last_line).toBeGreaterThanOrEqual(ROWS);
  });
});

describe('compressed files', () => {
  test('are known by their bytes, not by their name', async () => {
    const lines = ndjson(happened('paid', 'ana'), happened('paid', 'ben'));
    expect(await take(write('plain-name.ndjson', gzipSync(lines)))).toMatchObject({ taken: 2, skipped: 0 });
    const csv = 'event,distinct_id,timestamp\npaid,cleo,2026-03-09T10:00:00Z\n';
    expect(await take(write('people.csv.gz', gzipSync(csv)))).toMatchObject({ taken: 1, skipped: 0 });
    expect(await take(write('not-compressed.ndjson.gz', ndjson(happened('paid', 'dan'))))).toMatchObject({ taken: 1 });
    expect(await count('paid')).toBe(4);
  });

  test('damage is told in one line', async () => {
    const whole = gzipSync(ndjson(...Array.from({ length: 2_000 }, (_, at) => happened('paid', `user ${at}`))));
    const flipped = whole.slice();
    flipped[1_000]! ^= 0xff;
    for (const bytes of [whole.subarray(0, whole.length - 500), flipped]) {
      const path = write('damaged.gz', bytes);
      await expect(take(path)).rejects.toThrow(`${path}: This is damaged, or no gzip file.`);
    }
    expect(await count('paid')).toBe(0);
  });
});

describe('CSV', () => {
  test('columns are mapped; the others are properties', async () => {
    const path = write(
      'orders.csv',
      [
        'what,who,when,amount,zip,note',
        'paid,ana,2026-03-09T10:00:00Z,12.5,01234,"says ""hi"", twice"',
        'paid,ben,2026-03-09 11:00:00,7,99999,',
        'paid,cleo,1773050400,8,10115,"two\nlines"',
        '',
      ].join('\n'),
    );
    const map = 'event=what, distinct_id=who, timestamp=when, price=amount';
    expect(await take(path, { map })).toMatchObject({ taken: 3, skipped: 0 });
    expect(await count('paid', [{ key: 'price', value: 7.5, operator: 'gt' }])).toBe(2);
    expect(await count('paid', [{ key: 'zip', value: '01234' }])).toBe(1);
    expect(await count('paid', [{ key: 'note', value: 'says "hi", twice' }])).toBe(1);
    expect(await count('paid', [{ key: 'note', operator: 'is_set', value: 'is_set' }])).toBe(2);
    expect(await take(path, { map })).toMatchObject({ taken: 0, duplicates: 3 });
  });

  test('rows of another width, or without a time, are set aside', async () => {
    const path = write(
      'orders.csv',
      'event,distinct_id,timestamp\npaid,ana,2026-03-09T10:00:00Z\npaid,ben\n\npaid,cleo,2026-03-09T10:00:00Z,x\npaid,dan,soon\n"paid"x,eve,2026-03-09T10:00:00Z\n',
    );
    const counts = await take(path);
    expect(counts).toMatchObject({ taken: 2, skipped: 3 });
    expect(rejected(counts.rejects!)).toMatchObject([
      { line: 3, reason: '2 values for 3 columns', text: 'paid,ben' },
      { line: 5, reason: '4 values for 3 columns' },
      { line: 6, reason: expect.stringContaining('timestamp') },
    ]);
  });

  test('a quote that never closes is told, not swallowed with the rest of the file', async () => {
    const path = write('orders.csv', 'event,distinct_id,timestamp\npaid,ana,2026-03-09\n"paid,ben,2026-03-09\n');
    await expect(take(path)).rejects.toThrow(`${path}: Row 3 opens a quote that never closes.`);
    expect(await count('paid')).toBe(0);
  });

  test('a column that is not there, or is needed and missing, is named', async () => {
    const path = write('orders.csv', 'what,distinct_id,timestamp\npaid,ana,2026-03-09\n');
    await expect(take(path, { map: 'event=wat' })).rejects.toThrow(
      'There is no column "wat". Columns: what, distinct_id, timestamp.',
    );
    await expect(take(path)).rejects.toThrow('No column gives "event"');
    expect(() => parseFileOptions({ map: 'event' })).toThrow('"event" is none');
  });
});

describe('as a command', () => {
  test('prints counts, fails with one line, and makes no database for a wrong name', async () => {
    const good = write('good.ndjson', ndjson(happened('paid', 'ana'), happened('paid', 'ben'), 'broken'));
    const bad = write('bad.ndjson', ndjson('broken'));
    const empty = write('empty.ndjson', '');
    const csv = write('orders.csv', 'what,distinct_id,timestamp\npaid,ana,2026-03-09\n');
    const unmade = join(folder, 'unmade', 'own.db');
    const db = ['--db', product.path];
    const [told, json, refused, missing, column, damaged] = await Promise.all([
      runCli(['import', good, empty, ...db, '--reject', join(folder, 'told.ndjson')]),
      runCli(['import', empty, ...db, '--json']),
      runCli(['import', bad, ...db]),
      runCli(['import', join(folder, 'missing.ndjson'), '--db', unmade]),
      runCli(['import', csv, '--map', 'event=wat', ...db]),
      runCli(['import', good, '--project', '99', ...db]),
    ]);
    expect(told).toMatchObject({ code: 0, stderr: '' });
    expect(told.stdout).toBe(
      `${good}: 2 taken, 1 skipped (see ${join(folder, 'told.ndjson')}), 0 duplicate\n${empty}: 0 taken, 0 skipped, 0 duplicate\n`,
    );
    expect(JSON.parse(json.stdout)).toEqual([{ file: empty, taken: 0, duplicates: 0, skipped: 0, rejects: null }]);
    expect(refused).toMatchObject({ code: 1, stderr: '', stdout: expect.stringContaining('0 taken, 1 skipped') });
    for (const [failed, text] of [
      [missing, 'missing.ndjson cannot be read'],
      [column, 'There is no column "wat"'],
      [damaged, 'Project not found'],
    ] as const) {
      expect(failed).toMatchObject({ code: 1, stdout: '' });
      expect(failed.stderr).toMatch(/^insights-mcp: [^\n]+\n$/);
      expect(failed.stderr).toContain(text);
    }
    expect(existsSync(unmade)).toBe(false);
    // The service of this test had the file open all the while.
    expect(await count('paid')).toBe(2);
  });

  test('stopped in the middle and run again, every line is there once', async () => {
    const lines = 230_000;
    const path = write(
      NDJSON,
      Array.from(
        { length: lines },
        (_, at) => `{"event":"paid","distinct_id":"u${at % 5_000}","timestamp":${1_772_000_000 + at}}\n`,
      ).join(''),
    );
    const { events, projects } = product.service.store;
    const { digest } = await describeFile(path, parseFileOptions({}));
    const project_id = projects.list()[0]!.id;
    const first = startCli(['import', path, '--db', product.path]);
    while (events.importedLines(project_id, digest) === 0) await sleep(5);
    first.child.kill('SIGKILL');
    expect(await first.finished).toMatchObject({ signal: 'SIGKILL', stdout: '' });
    const done = events.importedLines(project_id, digest);
    expect(done).toBeLessThan(lines);
    expect(await count('paid')).toBe(done);
    expect(await take(path)).toMatchObject({ taken: lines - done, duplicates: done, skipped: 0 });
    expect(await count('paid')).toBe(lines);
  });
});
