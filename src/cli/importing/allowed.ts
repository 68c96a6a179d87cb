/** Imports that the operator allows. Readers of files are loaded only then: a start would take half as long again. */
import type { importFrom } from './import_from.ts';

/** @throws ServiceError invalid_input if it is no folder */
export async function allowed(folder: string): ReturnType<typeof importFrom> {
  return (await import('./import_from.ts')).importFrom(folder);
}
