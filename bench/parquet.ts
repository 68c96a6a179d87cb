/**
 * npm --prefix bench run parquet
 * Checks that DuckDB and ClickHouse read our Parquet export and count the same, and that an import takes what DuckDB
 * writes, with each compression.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleShop } from '../src/cli/demo/shop.ts';
import { importInto, lookAt } from '../src/cli/importing/import.ts';
import { writeParquetFolder } from '../src/cli/tables/parquet_folder.ts';
import { localOwner } from '../src/service/access/authenticate.ts';
import { call } from '../src/service/gate/call.ts';
import { runSql } from '../src/service/operations/sql.ts';
import { openService, type RunningService } from '../src/service/service.ts';
import { type ChdbModule, type DuckdbModule, load } from './peers.ts';

const CODECS = ['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli'];
const NOW = Date.parse('2026-03-10T12:00:00Z');

const folder = mkdtempSync(join(tmpdir(), 'parquet-'));
const { DuckDBInstance } = await load<DuckdbModule>('@duckdb/node-api');
const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
const { Session } = await load<ChdbModule>('chdb');
const clickhouse = new Session(join(folder, 'clickhouse'));
const service = openService({ path: join(folder, 'shop.db'), now: () => NOW });
try {
  const project = service.store.projects.list()[0]!;
  service.ingest.importItems(project, sampleShop(NOW, 1));
  await service.ingest.settle(project, 0);
  const out = join(folder, 'out');
  const { rows, files } = service.store.snapshot(() => writeParquetFolder(service.store, project.id, out, () => {}));
  console.log(`${rows} rows in ${files} files`);
  const ours = await counted(service);
  const events = join(out, 'events', 'project=1', 'month=*', '*.parquet');
  const counts = 'event, count(*) AS n, count(DISTINCT person_id) AS people';
  const theirs = await duckdb.runAndReadAll(
    `SELECT ${counts} FROM read_parquet('${events}') GROUP BY event ORDER BY event`,
  );
  assert.deepEqual(
    theirs.getRowsJS().map((row) => row.map(String)),
    ours,
  );
  console.log('DuckDB counts alike');
  const click = clickhouse.query(
    `SELECT ${counts} FROM file('${events}') GROUP BY event ORDER BY event`,
    'JSONCompact',
  );
  assert.deepEqual(
    (JSON.parse(click) as { data: unknown[][] }).data.map((row) => row.map(String)),
    ours,
  );
  console.log('ClickHouse counts alike');
  for (const codec of CODECS) {
    const file = join(folder, `${codec}.parquet`);
    await duckdb.runAndReadAll(
      `COPY (SELECT * FROM read_parquet('${events}')) TO '${file}' (FORMAT parquet, COMPRESSION ${codec})`,
    );
    const other = openService({ path: join(folder, `${codec}.db`), now: () => NOW });
    try {
      await importInto(other, await lookAt([join(out, 'distinct_ids'), file].flatMap(parquetIn)));
      assert.deepEqual(await counted(other), ours);
    } finally {
      await other.close();
    }
    console.log(`DuckDB's own file, ${codec}, is taken alike`);
  }
} finally {
  await service.close();
  clickhouse.close?.();
  duckdb.closeSync();
  rmSync(folder, { recursive: true, force: true });
}

function parquetIn(path: string): string[] {
  return path.endsWith('.parquet') ? [path] : [join(path, 'project=1', 'distinct_ids-1.parquet')];
}

async function counted(of: RunningService): Promise<string[][]> {
  const statement = 'SELECT event, count(), count(DISTINCT person_id) FROM events GROUP BY event ORDER BY event';
  const { results } = (await call(of, localOwner(of), runSql, { query: statement })) as { results: unknown[][] };
  return results.map((row) => row.map(String));
}
