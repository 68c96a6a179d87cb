/** Parquet in: written by another program, damaged, in other forms. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeFile } from '../../src/cli/files/describe.ts';
import { parseFileOptions } from '../../src/cli/files/settings.ts';
import { tellFiles } from '../../src/cli/files/tell.ts';
import { ParquetFile } from '../../src/cli/tables/parquet_file.ts';
import { ServiceError } from '../../src/model/error.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { importTest } from '../support/importing.ts';
import { temporaryFolder } from '../support/product.ts';
import { look, read } from '../support/reading.ts';

/** Of DuckDB: 60 rows, zstd; lists, a struct, a time with a zone, text that holds JSON. */
const DUCKDB = readFileSync(join(import.meta.dirname, 'inputs', 'duckdb.parquet'));
const MAP = { map: 'distinct_id=customer' };

test('a file of DuckDB: names, times, lists, structs, JSON in text', async () => {
  const { events, properties, refused } = await read(DUCKDB, MAP);
  expect(events.slice(0, 3)).toEqual([
    'opened cust-0 2026-03-09T10:00:00Z',
    'paid cust-1 2026-03-09T11:00:00Z',
    'left cust-2 2026-03-09T12:00:00Z',
  ]);
  expect([events.length, refused]).toEqual([60, []]);
  expect(properties.slice(0, 2)).toEqual([
    { session: 's0', amount: 0, device: { os: 'linux', v: 0 }, plan: 'p0' },
    { session: 's1', amount: 1.5, tags: ['a', 'b1'], device: { os: 'linux', v: 1 }, plan: 'p1' },
  ]);
  expect(tellFiles([await look(DUCKDB, MAP)])).toContain(': Parquet\n  event: column "action"');

  const flat = await read(DUCKDB, { map: 'distinct_id=customer,properties=device' });
  expect(flat.properties[1]).toMatchObject({ os: 'linux', v: 1, props: { plan: 'p1' } });
});

const DAY_MS = Date.parse('2026-03-09T10:00:00Z');

test('columns of all types; again doubles nothing', async () => {
  const { take, count, folder } = importTest();
  const path = join(folder, 'written.parquet');
  const file = new ParquetFile(path, [
    { name: 'event', type: 'text' },
    { name: 'distinct_id', type: 'text' },
    { name: 'timestamp', type: 'time' },
    { name: 'amount', type: 'number' },
    { name: 'items', type: 'integer' },
    { name: 'is_gift', type: 'boolean' },
    { name: 'tags', type: 'texts' },
  ]);
  for (let row = 0; row < 520; row++) {
    const more = row % 2 === 0 ? [row / 4, row, true, ['x', 'ÿ']] : [null, null, null, null];
    file.add([row === 7 ? null : 'paid', `u${row % 50}`, DAY_MS + row, ...more]);
  }
  file.finish();
  const counts = await take(path);
  expect(counts).toMatchObject({ taken: 519, known: 0, refused: 1 });
  expect(JSON.parse(readFileSync(counts.rejects!, 'utf8'))).toMatchObject({ line: 8 });
  expect(await count('paid', [{ key: 'is_gift', value: true }])).toBe(260);
  expect(await count('paid', [{ key: 'amount', value: 129, operator: 'gt' }])).toBe(1);
  expect(await count('paid', [{ key: 'items', value: 517, operator: 'gt' }])).toBe(1);
  expect(await count('paid', [{ key: 'tags', value: 'ÿ', operator: 'icontains' }])).toBe(260);
  expect(await take(path)).toMatchObject({ taken: 0, known: 519 });
});

test('a file of several row groups has the rows of each, and tells lines by their number in the file', async () => {
  const { take, count, folder } = importTest();
  const path = join(folder, 'groups.parquet');
  const names = ['event', 'distinct_id'].map((name) => ({ name, type: 'text' }) as const);
  const file = new ParquetFile(path, [...names, { name: 'timestamp', type: 'time' }]);
  const rows = TUNING.export_group_rows + 7;
  for (let row = 0; row < rows; row++) file.add([row === rows - 2 ? null : 'paid', 'ana', DAY_MS + row]);
  file.finish();
  const counts = await take(path);
  expect(counts).toMatchObject({ taken: rows - 1, known: 0, refused: 1 });
  expect(JSON.parse(readFileSync(counts.rejects!, 'utf8'))).toMatchObject({ line: rows - 1 });
  expect(await count('paid')).toBe(rows - 1);
});

test('damage is told and never crashes', async () => {
  const outcome = async (bytes: Uint8Array): Promise<string> => {
    try {
      const { events } = await read(bytes, MAP);
      return `${events.length} events`;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return error.message;
    }
  };
  for (const length of [4, 100, DUCKDB.length - 1]) {
    expect(await outcome(DUCKDB.subarray(0, length))).toContain('is damaged or was cut off');
  }
  // The place of a column in the file is not told any more, or far behind its end.
  for (const [at, byte] of [
    [1_918, 0],
    [1_930, 255],
  ] as const) {
    const bytes = Buffer.from(DUCKDB);
    bytes[at] = byte;
    expect(await outcome(bytes)).toContain('is damaged or was cut off');
  }
  const flips = fc.record({ at: fc.nat(DUCKDB.length - 1), bit: fc.nat(7) });
  await fc.assert(
    fc.asyncProperty(flips, async ({ at, bit }) => {
      const bytes = Buffer.from(DUCKDB);
      bytes[at]! ^= 1 << bit;
      expect(await outcome(bytes)).not.toBe('');
    }),
    { numRuns: 12, seed: 17 },
  );
});

test('not from stdin, not inside another file', async () => {
  await expect(look(gzipSync(DUCKDB), MAP)).rejects.toThrow(/a Parquet file inside another file.*Unpack it/);
  const empty = join(temporaryFolder(), 'empty.parquet');
  new ParquetFile(empty, [{ name: 'event', type: 'text' }]).finish();
  expect(await describeFile(empty, parseFileOptions({}))).toMatchObject({ columns: [], times: {} });
});
