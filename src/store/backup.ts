/** Copies of a live file, restoring one, and checking whether a file is intact. */
import { closeSync, constants, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { ServiceError } from '../model/error.ts';
import { type Database, isInUse, makeOwnFile } from './file/database.ts';

/** Files that SQLite keeps beside the database. */
const BESIDE = ['-wal', '-shm'];

/**
 * Puts a copy in the database's place. `check` inspects it first, in the same folder under another name.
 * @param aside where the previous database goes; null = there must be none
 * @throws ServiceError conflict if there is one without `aside`, or somebody has it open; whatever `check` throws
 */
export function takePlace(copy: string, path: string, aside: string | null, check: (path: string) => void): void {
  if (existsSync(path)) {
    if (aside === null) throw taken(path);
    checkUnused(path);
  }
  const unfinished = `${path}.unfinished`;
  const forget = (): void => {
    for (const ending of ['', ...BESIDE]) rmSync(unfinished + ending, { force: true });
  };
  forget();
  try {
    copyFileSync(copy, unfinished, constants.COPYFILE_EXCL);
    check(unfinished);
    bringToDisk(unfinished);
    if (aside !== null && existsSync(path)) renameSync(path, aside);
    // These belong to the previous file.
    for (const ending of BESIDE) rmSync(path + ending, { force: true });
    renameSync(unfinished, path);
  } finally {
    forget();
  }
}

/** @throws ServiceError conflict if somebody has it open */
export function checkUnused(path: string): void {
  if (isInUse(path)) throw new ServiceError('conflict', `${path} is in use. Stop what has it open, then try again.`);
}

function bringToDisk(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function taken(path: string): ServiceError {
  return new ServiceError('conflict', `${path} exists already. Choose another name, or move that file away.`);
}

/** Writes a complete copy or none. @throws ServiceError if the target exists */
export async function saveCopy(database: Database, target: string): Promise<void> {
  if (existsSync(target)) throw taken(target);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  makeOwnFile(unfinished);
  try {
    await database.backup(unfinished);
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

export function structureProblems(database: Database): string[] {
  const found = database.all<{ integrity_check: string }>('PRAGMA integrity_check');
  return found.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok');
}
