/** Opens a database for one command. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ServiceError } from '../../model/error.ts';
import { openService, type RunningService } from '../../service/service.ts';
import { typed } from './invocation.ts';

export interface Database {
  readonly db: string;
  /** Where the events are, if not in the file. */
  readonly events?: string;
}

/** Never creates anything: a mistyped name must not become a file. @throws ServiceError if there is none */
export function existingDatabase(db: string): string {
  const path = resolve(db);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    const help = `Is the name right? An import would make it: ${typed('import events.ndjson', path)}`;
    throw new ServiceError('does_not_exist', `There is no database at ${path}. ${help}`);
  }
  if (!found.isFile()) throw new ServiceError('invalid_input', `${path} is no file, so it is no database.`);
  return path;
}

/** @throws ServiceError if there is no such file */
export function openedAt({ db, events }: Database): RunningService {
  return opened(existingDatabase(db), events);
}

/** Computes in this process: a thread is not worth starting for one question. Messages name commands as typed here. */
export function opened(path: string, events: string | null = null): RunningService {
  return openService({ path, events, computing: { thread: 'never' }, command: (words) => typed(words, path) });
}
