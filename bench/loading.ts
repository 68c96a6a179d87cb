/** Loads events into the product: by the import command, or in this process. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { importInto, lookAt } from '../src/cli/importing/import.ts';
import { openService } from '../src/service/service.ts';
import { BUILT, buildChild } from './measure.ts';
import { callNamed } from './ours.ts';
import type { Shape } from './shape.ts';

/** Milliseconds of the command as it is published. */
export function importEvents(file: string, db: string): number {
  buildChild();
  removeDatabase(db);
  const started = performance.now();
  const options = ['--disable-warning=ExperimentalWarning', join(BUILT, 'main.js'), 'import', file, '--db', db];
  const run = spawnSync(process.execPath, options, { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`import failed: ${run.stderr}`);
  return performance.now() - started;
}

/** The same in this process, with the longest time that sealing or merging blocked writers. */
export async function importHere(file: string, db: string): Promise<{ took_ms: number; exchange_max_ms: number }> {
  removeDatabase(db);
  const started = performance.now();
  const service = openService({ path: db, computing: { thread: 'never' } });
  await importInto(service, await lookAt([file]));
  const exchange_max_ms = service.ingest.longestExchange();
  await service.close();
  return { took_ms: performance.now() - started, exchange_max_ms };
}

function removeDatabase(db: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(db + ending, { force: true });
}

export async function setUp(db: string, settings: Shape['settings']): Promise<void> {
  const service = openService({ path: db, computing: { thread: 'never' } });
  for (const [operation, input] of settings) await callNamed(service, operation, input);
  await service.close();
}

/** Number of pieces the columns are stored in; large ones stay where sealing staged them. */
export function blobsIn(db: string): number {
  const file = new DatabaseSync(db, { readOnly: true });
  const row = file
    .prepare('select (select count(*) from segment_blob) + (select count(*) from staged_blob) blobs')
    .get();
  file.close();
  return Number(row?.['blobs']);
}
