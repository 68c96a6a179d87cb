/** Locates the package and files made by its build, in a checkout and where it is installed. */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Two folders up, both from the sources and from their build. */
export const PACKAGE_ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** Path of `chart.html`, or of a font for pictures. */
export function assetFile(name: string): string {
  return join(PACKAGE_ROOT, 'dist', 'assets', name);
}
