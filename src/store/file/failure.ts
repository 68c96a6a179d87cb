/**
 * Translates SQLite result codes. Trouble of the machine (lock, disk, damage) becomes a ServiceError that callers can act
 * on. Everything else is a bug: its message, for the log, names the SQL but never the values.
 */
import { ServiceError } from '../../model/error.ts';

const GENERAL = 1;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;

/** The index of the log (`-shm`) cannot grow. Of a full disk, it is the first that SQLite notices when it opens a file. */
const IO_ERROR_INDEX_SIZE = 4874;

/** Primary result code of a `node:sqlite` error; 0 = not one. */
function resultCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return 0;
  if (error.errcode === IO_ERROR_INDEX_SIZE) return FULL;
  return error.errcode & 0xff; // the upper bits are SQLite's extended code
}

/** Extended codes of a failed fsync: data is not on disk, and the system has dropped it from its cache. */
const IO_ERROR_SYNC = 1034;
const IO_ERROR_SYNC_FOLDER = 1290;

export function isSyncFailure(error: unknown): boolean {
  if (error instanceof ServiceError) return isSyncFailure(error.cause);
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return error.errcode === IO_ERROR_SYNC || error.errcode === IO_ERROR_SYNC_FOLDER;
}

/** Whether another connection held the lock. */
export function isLocked(error: unknown): boolean {
  const code = resultCode(error instanceof ServiceError ? error.cause : error);
  return code === BUSY || code === LOCKED;
}

/** Why writing stops after a disk failure. */
export function writesEnded(cause: unknown): ServiceError {
  return new ServiceError(
    'read_only',
    'The disk failed to keep what was written, so nothing is stored any more until the server is started again; questions are still answered. Look after the disk first. Whether the last events that were refused are there is not certain: send them again after the restart, where those with a uuid count once.',
    { cause },
  );
}

/** Why writing stops once the file is no longer where others look for it. */
export function placeLost(): ServiceError {
  return new ServiceError(
    'read_only',
    'The database file, or the log beside it (its name and "-wal"), was moved, replaced or removed while this program had it open, so nothing is stored any more until it is started again; questions are still answered. Stop it, put both files back in their place together, or restore a backup, and start it again. Then send the last events that were refused again; those with a uuid count once.',
  );
}

export function isForeign(error: unknown): boolean {
  return resultCode(error) === NOT_A_DATABASE;
}

/** Error to throw in place of SQLite's; already translated ones pass through. */
export function failure(error: unknown, sql: string): Error {
  if (error instanceof ServiceError) return error;
  switch (resultCode(error)) {
    case BUSY:
    case LOCKED:
      return new ServiceError('busy', 'The database is locked by another process. Try again in a moment.', {
        cause: error,
      });
    case FULL:
      return new ServiceError(
        'busy',
        'The disk is full: what was to be written just now is not stored. Free space and try again.',
        {
          cause: error,
        },
      );
    case GENERAL:
      // Our statements are fixed and fit the format, so the file is damaged if a name is missing.
      if (!/no such (table|column)|has no column/.test(String(error))) return bug(error, sql);
      return new ServiceError(
        'data_corrupted',
        'The database file does not have the tables of its format: it is damaged, or another program changed it. Restore it from a backup.',
        { cause: error },
      );
    case CORRUPT:
    case NOT_A_DATABASE:
      return new ServiceError('data_corrupted', 'The database file is damaged. Restore it from a backup.', {
        cause: error,
      });
    case READONLY:
      return new ServiceError('error', 'The database file cannot be written: it or its folder is read-only.', {
        cause: error,
      });
    case IO_ERROR:
      return new ServiceError('error', 'The disk reported an error: what was to be written just now is not stored.', {
        cause: error,
      });
    case CANNOT_OPEN:
      return new ServiceError(
        'error',
        'The database file cannot be opened or made. Check that its folder exists and that this user may write there.',
        {
          cause: error,
        },
      );
    default:
      return bug(error, sql);
  }
}

function bug(error: unknown, sql: string): Error {
  return new Error(`${error instanceof Error ? error.message : String(error)} in SQL: ${sql}`, { cause: error });
}
