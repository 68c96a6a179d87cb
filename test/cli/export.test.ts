/** What exports are called, where they go, and what other programs read of them. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService } from '../../src/service/service.ts';
import { ok, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/product.ts';

const folder_of_all = mkdtempSync(join(tmpdir(), 'insights-test-'));
const written = join(folder_of_all, 'empty.db');
afterAll(() => rmSync(folder_of_all, { recursive: true, force: true }));

beforeAll(async () => {
  await openService({ path: written }).close();
});

test('Parquet has whole characters only, as other programs refuse JSON with half a one', async () => {
  const folder = temporaryFolder();
  const [lines, db, out] = [join(folder, 'a.ndjson'), join(folder, 'a.db'), join(folder, 'out')];
  const properties = {
    half: 'a\ud83d',
    pair: '\u{1f600}',
    text: '\\ud83d \\\\ud83d',
    list: ['\udc00b', '\ud800\ud800'],
    $set: { half: '\ud83d"' },
  };
  writeFileSync(
    lines,
    `${JSON.stringify({ event: 'paid', distinct_id: 'ana', timestamp: '2026-03-01', properties })}\n`,
  );
  await ok('import', lines, '--db', db);
  await ok('export', '--parquet', out, '--db', db);
  const read = async (path: string) => {
    const rows = await parquetReadObjects({
      file: await asyncBufferFromFile(join(out, path)),
      compressors: { ZSTD: (bytes) => zstdDecompressSync(bytes) },
    });
    return JSON.parse(String(rows[0]!['properties']));
  };
  expect(await read('events/project=1/month=2026-03/events-1.parquet')).toMatchObject({
    ...properties,
    half: 'a\ufffd',
    list: ['\ufffdb', '\ufffd\ufffd'],
    $set: { half: '\ufffd"' },
  });
  expect(await read('persons/project=1/persons-1.parquet')).toEqual({ half: '\ufffd"' });
  const rows = await ok('sql', 'select properties.half, properties.list from events', '--format', 'ndjson', '--db', db);
  expect(Object.values(JSON.parse(rows))).toEqual(['a\ufffd', ['\ufffdb', '\ufffd\ufffd']]);
});

test('an export has a name that says what it is, and a folder to be in', async () => {
  const folder = temporaryFolder();
  for (const name of ['-', 'a.csv', 'a.CSV.gz', 'a.parquet', 'a.ndjson.zst']) {
    const file = name === '-' ? name : join(folder, name);
    const { code, stderr } = await runHere(['export', file, '--db', written]);
    expect([name, code, stderr]).toEqual([name, 1, expect.stringContaining('Name it .ndjson or .ndjson.gz')]);
  }
  const none = join(folder, 'none');
  const told = `insights-mcp: There is no folder ${none}. Make one there first, or choose another place.\n`;
  for (const args of [
    ['export', join(none, 'a.ndjson')],
    ['sql', 'select 1', '--out', join(none, 'a.csv')],
    ['backup', join(none, 'a.db')],
  ]) {
    expect(await runHere([...args, '--db', written])).toMatchObject({ code: 1, stderr: told });
  }
  const long = join(folder, 'x'.repeat(250));
  expect((await runHere(['export', long, '--db', written])).stderr).toBe(
    `insights-mcp: ${long}: the name is too long.\n`,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a project that is not there is told in the words of a prompt', async () => {
  const folder = temporaryFolder();
  const [out, file] = [join(folder, 'out'), join(folder, 'in.csv')];
  writeFileSync(file, 'event,distinct_id,timestamp\npaid,ana,2026-03-01\n');
  for (const args of [
    ['export', out],
    ['export', '--parquet', out],
    ['insights', 'export', out],
    ['imports', 'delete', '1'],
    ['import', file],
  ]) {
    const { code, stderr } = await runHere([...args, '--project', '99', '--db', written]);
    expect([args, code, stderr]).toEqual([
      args,
      1,
      expect.stringMatching(/Project not found\. \S.* describe --db .* lists those/),
    ]);
  }
});
