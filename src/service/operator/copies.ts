/** Backups, verified by reading them completely. */
import { statSync } from 'node:fs';
import { ServiceError } from '../../model/error.ts';
import { takePlace } from '../../store/backup.ts';
import { copyFile } from '../../store/store.ts';
import { type Verified, verifyFile } from './verify.ts';

/** Other processes may keep writing, and the file stays of its format. @throws ServiceError if the target exists or the copy is damaged */
export async function backUp(path: string, target: string): Promise<Verified> {
  let verified: Verified | undefined;
  await copyFile(path, target, (copy) => {
    verified = whole(target, verifiedAs(target, copy));
  });
  return verified!;
}

/** @param aside where to move the existing database; null if there must be none. @throws ServiceError */
export function restore(copy: string, path: string, aside: string | null): Verified {
  checkCopy(copy);
  let verified: Verified | undefined;
  takePlace(copy, path, aside, (placed) => {
    verified = whole(copy, verifiedAs(copy, placed));
  });
  return verified!;
}

/** @throws ServiceError if it is not a file, or not a complete database */
function checkCopy(copy: string): void {
  const found = statSync(copy, { throwIfNoEntry: false });
  if (found === undefined) throw new ServiceError('does_not_exist', `There is no file ${copy}.`);
  if (!found.isFile()) throw new ServiceError('invalid_input', `${copy} is no file. Name a backup.`);
  const log = `${copy}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw new ServiceError(
    'invalid_input',
    `${copy} is a database that is in use, or was not closed: what came last is in ${log}. Make a backup of it, and restore that one.`,
  );
}

/** Errors name the file that the caller knows. */
function verifiedAs(copy: string, placed: string): Verified {
  try {
    return verifyFile(placed);
  } catch (error) {
    throw error instanceof ServiceError ? error.saying(error.message.replaceAll(placed, copy)) : error;
  }
}

function whole(path: string, verified: Verified): Verified {
  const [first, ...others] = verified.problems;
  if (first === undefined) return verified;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new ServiceError('data_corrupted', `${path} is damaged: ${first}${more}`);
}
