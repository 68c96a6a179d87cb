/** Where things are on this machine. */
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PACKAGE_ROOT } from '../../base/assets.ts';
import { errorCode } from '../../base/known.ts';
import { ServiceError } from '../../model/error.ts';
import { finishedName } from '../../service/operator/unfinished.ts';

export function defaultDatabase(): string {
  return join(homedir(), '.insights-mcp', 'insights.db');
}

/**
 * Returns the absolute path, and makes its folder.
 * @throws ServiceError if there cannot be a database; it names the reason, which SQLite does not
 */
export function prepareDatabase(path: string): string {
  if (path === ':memory:') return path;
  const absolute = resolve(path);
  makeFolder(dirname(absolute), absolute);
  // Opening something else, such as a pipe, could block forever.
  const found = statSync(absolute, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw impossible(absolute, 'it is a folder');
  if (found !== undefined && !found.isFile()) throw impossible(absolute, 'it is no ordinary file');
  if (found !== undefined) attempt(absolute, 'the file cannot be written', () => closeSync(openSync(absolute, 'r+')));
  // SQLite writes its log beside the file.
  attempt(absolute, 'its folder cannot be written', () => accessSync(dirname(absolute), constants.W_OK));
  return absolute;
}

/** Makes folders one by one: where a file system answers "no such file", Node's recursive mkdir would try for ever. */
function makeFolder(folder: string, database: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw impossible(database, `${folder} is not a folder`);
    return;
  }
  makeFolder(dirname(folder), database);
  attempt(database, `the folder ${folder} cannot be made`, () => mkdirSync(folder));
}

function attempt(database: string, reason: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    const code = errorCode(error);
    // Another process may have just made it.
    if (code !== 'EEXIST') throw impossible(database, `${reason}${REASONS[code] ?? ''}`, error);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: ': this user may not',
  EPERM: ': this user may not',
  EROFS: ': the file system is read-only',
  ENOSPC: ': the disk is full',
  ENOENT: ': the file system does not allow it there',
};

function impossible(database: string, reason: string, cause?: unknown): ServiceError {
  return new ServiceError(
    'invalid_input',
    `${database} cannot be the database: ${reason}. Name another file with --db.`,
    cause === undefined ? {} : { cause },
  );
}

const TOLD: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EDQUOT: 'the quota of this user is used up',
  EIO: 'the disk reported an error',
  EISDIR: 'it is a folder',
  ELOOP: 'links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of the path is no folder',
  EPERM: 'this user may not',
  EROFS: 'the file system is read-only',
};

/** One line about what the operating system refused; null for other errors. */
export function systemRefusal(error: unknown): string | null {
  const told = TOLD[errorCode(error)];
  if (told === undefined || !(error instanceof Error)) return null;
  // A failed copy names two paths; show its target.
  const path = [member(error, 'dest'), member(error, 'path')].find((one) => one !== null) ?? null;
  return path === null ? `It cannot be read or written: ${told}.` : `${finishedName(path)}: ${told}.`;
}

function member(error: Error, name: string): string | null {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : null;
}

/** The script that starts this program under any Node. */
export function launcher(): string {
  return join(PACKAGE_ROOT, 'bin', 'insights-mcp.js');
}
