/** Copies of a live file, restoring one, and checking whether a file is intact. */
import { chmodSync, constants, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { ServiceError } from '../model/error.ts';
import { type Database, isInUse, makeOwnFile, OWNER_ONLY } from './file/database.ts';
import { appear, BESIDE, bringToDisk, forgetUnfinished, taken, unfinishedBeside } from './file/unfinished.ts';

/**
 * Puts a copy in the database's place. `check` inspects it first, in the same folder under another name.
 * @param aside where the previous database goes; null = there must be none
 * @throws ServiceError conflict if there is one without `aside`, or somebody has it open; whatever `check` throws
 */
export function takePlace(copy: string, path: string, aside: string | null, check: (path: string) => void): void {
  if (existsSync(path)) {
    if (aside === null) throw taken(path);
    if (existsSync(aside)) throw taken(aside);
    checkReplaceable(path);
  }
  const unfinished = unfinishedBeside(path);
  try {
    copyFileSync(copy, unfinished, constants.COPYFILE_EXCL);
    // A backup that was carried about may be open to all, or to nobody for writing.
    chmodSync(unfinished, statSync(path, { throwIfNoEntry: false })?.mode ?? OWNER_ONLY);
    check(unfinished);
    bringToDisk(unfinished);
    const is_there = existsSync(path);
    if (is_there) {
      if (aside === null) throw taken(path);
      putAside(path, aside);
    }
    // These belong to the previous file.
    for (const ending of BESIDE) rmSync(path + ending, { force: true });
    if (is_there) renameSync(unfinished, path);
    else appear(unfinished, path);
  } finally {
    forgetUnfinished(unfinished);
  }
}

/** A file that SQLite cannot read is what backups are for. @throws ServiceError conflict if somebody has it open */
function checkReplaceable(path: string): void {
  try {
    checkUnused(path);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'data_corrupted')) throw error;
  }
}

/**
 * The file also keeps its place until another takes it: whoever starts after a crash in between must not find nothing
 * there, and begin anew. What SQLite could not move from the log into a damaged file stays beside it.
 */
function putAside(path: string, aside: string): void {
  appear(path, aside);
  const log = BESIDE[0]!;
  if (existsSync(path + log)) renameSync(path + log, aside + log);
}

/** @throws ServiceError conflict if somebody has it open */
export function checkUnused(path: string): void {
  if (isInUse(path)) throw new ServiceError('conflict', `${path} is in use. Stop what has it open, then try again.`);
}

/**
 * Writes a complete copy or none. `check` inspects it before it appears.
 * @throws ServiceError if the target exists; whatever `check` throws
 */
export async function saveCopy(database: Database, target: string, check: (path: string) => void): Promise<void> {
  if (existsSync(target)) throw taken(target);
  const unfinished = unfinishedBeside(target);
  makeOwnFile(unfinished);
  try {
    await database.backup(unfinished);
    check(unfinished);
    appear(unfinished, target);
  } finally {
    forgetUnfinished(unfinished);
  }
}

export function structureProblems(database: Database): string[] {
  const found = database.all<{ integrity_check: string }>('PRAGMA integrity_check');
  return found.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok');
}
