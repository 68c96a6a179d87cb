/** The product through its own doors: its import command, and its gate. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { localOwner } from '../src/service/authenticate.ts';
import { call } from '../src/service/call.ts';
import { OPERATIONS } from '../src/service/operations/index.ts';
import type { RunningService } from '../src/service/service.ts';
import type { Question, Rows } from './questions.ts';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');

/** Milliseconds the command took. */
export function importEvents(file: string, db: string): number {
  for (const ending of ['', '-wal', '-shm']) rmSync(db + ending, { force: true });
  const started = performance.now();
  const options = ['--disable-warning=ExperimentalWarning', MAIN, 'import', file, '--db', db];
  const run = spawnSync(process.execPath, options, { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`import failed: ${run.stderr}`);
  return performance.now() - started;
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
