/** Loads the readers of files only if the operator allows imports. Otherwise every start would take half as long again. */
import type { importFrom } from './import_from.ts';

/** @throws ServiceError invalid_input if it is no folder */
export async function allowed(folder: string): ReturnType<typeof importFrom> {
  return (await import('./import_from.ts')).importFrom(folder);
}
