import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
// src/base/assets.ts
/** Locates the package and files made by its build, in a checkout and where it is installed. */
/** Two folders up, from sources and from their build. */
const PACKAGE_ROOT = resolve(fileURLToPath(new URL("../..", import.meta.url)));
/** `chart.html`, or a font of pictures. */
function assetFile(name) {
	return join(PACKAGE_ROOT, "dist", "assets", name);
}
export { assetFile as n, PACKAGE_ROOT as t };
