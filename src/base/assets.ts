/** Locates files made by the build, in a checkout and in an installed package. */
import { fileURLToPath } from 'node:url';

/** The package is two folders up, from sources and from their build. */
const FOLDER = new URL('../../dist/assets/', import.meta.url);

/** `chart.html`, or a font of pictures. */
export function assetFile(name: string): string {
  return fileURLToPath(new URL(name, FOLDER));
}
