/** Backups, verified by reading them completely. */
import { existsSync, rmSync } from 'node:fs';
import { ServiceError } from '../../model/error.ts';
import { takePlace } from '../../store/backup.ts';
import { openStore } from '../../store/store.ts';
import { type Verified, verifyFile } from './verify.ts';

/** Other processes may keep writing. @throws ServiceError if the target exists or the copy is damaged */
export async function backUp(path: string, target: string): Promise<Verified> {
  const store = openStore(path);
  try {
    await store.backup(target);
  } finally {
    store.close();
  }
  try {
    return whole(target, verifyFile(target));
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}

/** @param aside where to move the existing database; null = there must be none. @throws ServiceError */
export function restore(copy: string, path: string, aside: string | null): Verified {
  if (!existsSync(copy)) throw new ServiceError('does_not_exist', `There is no file ${copy}.`);
  let verified: Verified | undefined;
  takePlace(copy, path, aside, (placed) => {
    verified = whole(copy, verifyFile(placed));
  });
  return verified!;
}

function whole(path: string, verified: Verified): Verified {
  const [first, ...others] = verified.problems;
  if (first === undefined) return verified;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new ServiceError('data_corrupted', `${path} is damaged: ${first}${more}`);
}
