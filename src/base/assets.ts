/** Files that the build puts together, in a checkout and in an installed package alike. */
import { fileURLToPath } from 'node:url';

/** Two folders up is the package, from the sources and from what is built of them. */
const FOLDER = new URL('../../dist/assets/', import.meta.url);

/** `chart.html`, or a font of pictures. */
export function assetFile(name: string): string {
  return fileURLToPath(new URL(name, FOLDER));
}
