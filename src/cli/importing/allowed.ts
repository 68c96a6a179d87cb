/** Loads the readers of files only if the operator allows imports. Other servers start without them. */
import type { importFrom } from './import_from.ts';

/** @throws ServiceError invalid_input if `folder` is not a directory */
export async function allowed(folder: string): ReturnType<typeof importFrom> {
  return (await import('./import_from.ts')).importFrom(folder);
}
