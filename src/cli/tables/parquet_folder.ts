/** `insights-mcp export --parquet`: a project as a folder that DuckDB, Spark and ClickHouse can read directly. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { STORED_TABLES, storedParts } from '../../service/operator/stored_tables.ts';
import { appear, bringToDisk, forgetUnfinished, unfinishedBeside } from '../../service/operator/unfinished.ts';
import type { RunningService } from '../../service/service.ts';
import { ParquetFile } from './parquet_file.ts';

export interface Written {
  readonly rows: number;
  readonly files: number;
}

/**
 * Writes `events/project=1/month=2026-03/events-1.parquet`, and the same for people and groups. The folder is complete or
 * does not exist. Call it within a snapshot of the store.
 */
export function writeParquetFolder(
  store: RunningService['store'],
  project_id: number,
  target: string,
  onRows: (rows: number) => void,
): Written {
  if (!existsSync(dirname(target))) mkdirSync(dirname(target), { recursive: true });
  const unfinished = unfinishedBeside(target);
  let rows = 0;
  let files = 0;
  try {
    mkdirSync(unfinished);
    for (const part of storedParts(store, project_id)) {
      const { table, month } = part;
      const folder = join(unfinished, table, `project=${project_id}`, ...(month === null ? [] : [`month=${month}`]));
      mkdirSync(folder, { recursive: true });
      const path = unusedName(folder, table);
      const file = new ParquetFile(path, STORED_TABLES[table]);
      for (const row of part.rows) file.add(row);
      file.finish();
      bringToDisk(path);
      rows += file.rows;
      files++;
      onRows(rows);
    }
    appear(unfinished, target);
    return { rows, files };
  } finally {
    forgetUnfinished(unfinished);
  }
}

function unusedName(folder: string, table: string): string {
  for (let number = 1; ; number++) {
    const path = join(folder, `${table}-${number}.parquet`);
    if (!existsSync(path)) return path;
  }
}
