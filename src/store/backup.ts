/** Copies of a file in use. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { ServiceError } from '../model/error.ts';
import type { Database } from './database.ts';

/** Writes a copy that is either complete or not there. @throws ServiceError where the target exists */
export async function saveCopy(database: Database, target: string): Promise<void> {
  if (existsSync(target)) {
    throw new ServiceError('conflict', `${target} exists already. Choose another name, or move that file away.`);
  }
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    await database.backup(unfinished);
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
