/** The product through its own doors: its import command, and its gate. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { importInto, lookAt } from '../src/cli/import.ts';
import { localOwner } from '../src/service/authenticate.ts';
import { call } from '../src/service/call.ts';
import { OPERATIONS } from '../src/service/operations/index.ts';
import { openService, type RunningService } from '../src/service/service.ts';
import type { Question, Rows } from './questions.ts';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');

/** Milliseconds the command took. */
export function importEvents(file: string, db: string): number {
  removeDatabase(db);
  const started = performance.now();
  const options = ['--disable-warning=ExperimentalWarning', MAIN, 'import', file, '--db', db];
  const run = spawnSync(process.execPath, options, { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`import failed: ${run.stderr}`);
  return performance.now() - started;
}

/** The same in this process: milliseconds for which sealing or merging kept all others from writing at most. */
export async function longestExchange(file: string, db: string): Promise<number> {
  removeDatabase(db);
  const service = openService({ path: db, computing: { place: 'here' } });
  await importInto(service, await lookAt([file]));
  const exchange_ms = service.ingest.longestExchange();
  await service.close();
  return exchange_ms;
}

function removeDatabase(db: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(db + ending, { force: true });
}

/** The computation itself: `refresh` passes by the cache of results. */
export async function ask(service: RunningService, question: Question): Promise<never> {
  const operation = OPERATIONS.find(({ name }) => name === question.operation);
  if (!operation) throw new Error(`no such operation: ${question.operation}`);
  const body = { ...question.body, refresh: true };
  const { result } = (await call(service, localOwner(service), operation, body)) as { result: never };
  return result;
}

export async function answer(service: RunningService, question: Question): Promise<Rows> {
  return question.rows(await ask(service, question));
}
