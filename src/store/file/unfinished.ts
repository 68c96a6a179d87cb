/** Files and folders that are made under another name, so that they are complete or do not exist. */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../base/known.ts';
import { DAY_MS } from '../../base/time.ts';
import { ServiceError } from '../../model/error.ts';

/** Files that SQLite keeps beside the database. */
export const BESIDE = ['-wal', '-shm'];
const UNFINISHED = '.unfinished';

/**
 * A name of its own, as another process may be making the same file. Removes what a crash left there: nobody works a day
 * at one copy without writing to it.
 * @throws ServiceError if there is no such folder
 */
export function unfinishedBeside(path: string): string {
  const before = Date.now() - DAY_MS;
  const folder = dirname(path);
  for (const name of namesIn(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(UNFINISHED)) continue;
    const left = join(folder, name);
    const { mtimeMs } = statSync(left, { throwIfNoEntry: false }) ?? { mtimeMs: before };
    if (mtimeMs < before) forgetUnfinished(left);
  }
  return `${path}.${randomUUID()}${UNFINISHED}`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Told here, as what the system says of it would name the file that nobody asked for.
    if (errorCode(error) === 'ENOENT') throw noFolder(`There is no folder ${folder}`);
    if (errorCode(error) === 'ENOTDIR') throw noFolder(`${folder} is no folder`);
    return []; // one may write in a folder that one may not read
  }
}

function noFolder(told: string): ServiceError {
  return new ServiceError('invalid_input', `${told}. Make one there first, or choose another place.`);
}

/** The name that the file would get, for messages. */
export function finishedName(path: string): string {
  return path.endsWith(UNFINISHED) ? path.slice(0, -`.${randomUUID()}${UNFINISHED}`.length) : path;
}

export function forgetUnfinished(unfinished: string): void {
  for (const ending of ['', ...BESIDE]) rmSync(unfinished + ending, { recursive: true, force: true });
}

/** Gives a file another name. It took long to make, so somebody may have made one there meanwhile. @throws ServiceError */
export function appear(path: string, as: string): void {
  try {
    linkSync(path, as);
  } catch {
    if (existsSync(as)) throw taken(as);
    renameSync(path, as); // not all file systems have links
  }
}

export function bringToDisk(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** @returns the error of a name that has to be free */
export function taken(path: string): ServiceError {
  return new ServiceError('conflict', `${path} exists already. Choose another name, or move that file away.`);
}
