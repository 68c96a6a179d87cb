/** Opens a database for one command. */
import { openService, type RunningService } from '../../service/service.ts';
import { typed } from './invocation.ts';
import { existingDatabase } from './paths.ts';

export interface Database {
  readonly db: string;
  /** Where the events are, if not in the file. */
  readonly events?: string;
}

/** @throws ServiceError if there is no such file */
export function openedAt({ db, events }: Database): RunningService {
  return opened(existingDatabase(db), events);
}

/** Computes in this process: a thread is not worth starting for one question. Messages name commands as typed here. */
export function opened(path: string, events: string | null = null): RunningService {
  return openService({ path, events, computing: { thread: 'never' }, command: (words) => typed(words, path) });
}
