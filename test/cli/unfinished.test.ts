/** Files and folders that commands write are complete or do not exist, also when two make them at once. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Written, writeParquetFolder } from '../../src/cli/tables/parquet_folder.ts';
import { writeTable } from '../../src/cli/tables/table_file.ts';
import { openService } from '../../src/service/service.ts';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/product.ts';

async function imported(): Promise<{ folder: string; db: string }> {
  const folder = temporaryFolder();
  const [csv, db] = [join(folder, 'a.csv'), join(folder, 'a.db')];
  writeFileSync(csv, 'event,distinct_id,timestamp\npaid,ana,2026-03-01\n');
  expect((await runHere(['import', csv, '--db', db])).code).toBe(0);
  return { folder, db };
}

test('what another makes under the same name is left alone', async () => {
  const { folder, db } = await imported();
  for (const args of [['export'], ['sql', 'select 1', '--out'], ['export', '--parquet']]) {
    const out = join(folder, `${args.length}.${args[0] === 'sql' ? 'csv' : 'ndjson'}`);
    writeFileSync(`${out}.unfinished`, 'of another');
    expect((await runHere([...args, out, '--db', db])).code).toBe(0);
    expect(readFileSync(`${out}.unfinished`, 'utf8')).toBe('of another');
    expect(readdirSync(folder).filter((name) => join(folder, name).startsWith(out))).toHaveLength(2);
  }
});

test('of two files at once the later is refused', async () => {
  const out = join(temporaryFolder(), 'rows.csv');
  const both = ['a', 'b'].map((name) => writeTable({ columns: [name], rows: [[1]] }, out));
  const ended = (await Promise.allSettled(both)).map(({ status }) => status);
  expect(ended.toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(readFileSync(out, 'utf8')).toBe(`${ended[0] === 'fulfilled' ? 'a' : 'b'}\n1\n`);
});

test('of two folders at once the later is refused', async () => {
  const { folder, db } = await imported();
  const out = join(folder, 'out');
  const service = openService({ path: db, computing: { thread: 'never' } });
  onTestFinished(() => service.close());
  let other: Written | undefined;
  const write = (onRows: () => void) => writeParquetFolder(service.store, 1, out, onRows);
  const outer = () =>
    write(() => {
      other ??= write(() => {});
    });
  expect(outer).toThrow('exists already');
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'));
  expect(files).toHaveLength(other!.files);
  expect(readdirSync(folder).filter((name) => name.startsWith('out'))).toEqual(['out']);
});
