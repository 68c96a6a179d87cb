import { t as PACKAGE_ROOT } from "./assets-C6AiDBOS.js";
import { i as PRODUCT } from "./version-DFrVXfdO.js";
import { r as launcher, t as defaultDatabase } from "./paths-DtsDNrVL.js";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, relative, sep } from "node:path";
// src/cli/shell/invocation.ts
/** How this program is called at a prompt of this machine: texts print commands that work as they stand. */
function here() {
	return {
		folder: process.cwd(),
		environment: process.env
	};
}
/** For a terminal in the folder this was started in: `npx insights-mcp key list --db demo.db`. */
function typed(words, db, prompt = here()) {
	const from_here = relative(prompt.folder, db);
	const short = from_here.startsWith("..") || isAbsolute(from_here) ? db : from_here;
	return `${program(prompt) ?? absolute()} ${words}${databaseOption(short, db, prompt)}`;
}
/** For a shell in any folder of this machine, as an assistant may have one. */
function typedAnywhere(words, db, prompt = here()) {
	return `${isOnPath(prompt) ? PRODUCT.name : absolute()} ${words}${databaseOption(db, db, prompt)}`;
}
/** For readers on other machines, who are shown no path of this one. */
function toldAfar(words, db, prompt = here()) {
	const file = isDefault(db, prompt) ? "" : " --db FILE, where FILE is the database of this server";
	return `${program(prompt) ?? PRODUCT.name} ${words}${file}`;
}
/** Text as one word of a POSIX shell. */
function quoted(text) {
	return /^[\w@%+=:,./\\-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
function databaseOption(shown, db, prompt) {
	return isDefault(db, prompt) ? "" : ` --db ${quoted(shown)}`;
}
/** A database named by the environment is named again: another shell may not have the variable. */
function isDefault(db, prompt) {
	return db === defaultDatabase() && prompt.environment["INSIGHTS_MCP_DB"] === void 0;
}
function absolute() {
	return `node ${quoted(launcher())}`;
}
/** The shortest call that finds this very package; null where only its path does. */
function program(prompt) {
	if (isOnPath(prompt)) return PRODUCT.name;
	if (PACKAGE_ROOT.split(sep).includes("_npx")) return `npx -y ${PRODUCT.name}`;
	return isFoundByNpx(prompt.folder) ? `npx ${PRODUCT.name}` : null;
}
/** npm puts folders of its own in front of PATH while it runs a script; a prompt does not have them. */
function isOnPath({ environment }) {
	const first = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "" && !folder.endsWith(join("node_modules", ".bin"))).map((folder) => join(folder, PRODUCT.name)).find((file) => existsSync(file));
	return first !== void 0 && isSame(first, launcher());
}
/** npx looks into the nearest folder that is a package or has packages: it may be this package, or have it. */
function isFoundByNpx(folder) {
	if (existsSync(join(folder, "package.json")) || existsSync(join(folder, "node_modules"))) return [folder, join(folder, "node_modules", PRODUCT.name)].some((one) => isSame(one, PACKAGE_ROOT));
	return dirname(folder) !== folder && isFoundByNpx(dirname(folder));
}
function isSame(one, other) {
	return existsSync(one) && realpathSync(one) === realpathSync(other);
}
export { typedAnywhere as i, toldAfar as n, typed as r, quoted as t };
