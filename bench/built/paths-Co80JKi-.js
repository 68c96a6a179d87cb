import { t as PACKAGE_ROOT } from "./assets-C6AiDBOS.js";
import { n as ServiceError } from "./error-CvXVGQlg.js";
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
// src/cli/shell/paths.ts
/** Where things are on this machine. */
function defaultDatabase() {
	return join(homedir(), ".insights-mcp", "insights.db");
}
/**
* The absolute path, its folder made.
* @throws ServiceError when there cannot be a database, with the reason, which SQLite would not tell
*/
function prepareDatabase(path) {
	if (path === ":memory:") return path;
	const absolute = resolve(path);
	makeFolder(dirname(absolute), absolute);
	const found = statSync(absolute, { throwIfNoEntry: false });
	if (found?.isDirectory()) throw impossible(absolute, "it is a folder");
	if (found !== void 0 && !found.isFile()) throw impossible(absolute, "it is no ordinary file");
	if (found !== void 0) attempt(absolute, "the file cannot be written", () => closeSync(openSync(absolute, "r+")));
	attempt(absolute, "its folder cannot be written", () => accessSync(dirname(absolute), constants.W_OK));
	return absolute;
}
/** Step by step: where a file system refuses with "no such file", Node's own recursive way would try for ever. */
function makeFolder(folder, database) {
	if (existsSync(folder)) {
		if (!statSync(folder).isDirectory()) throw impossible(database, `${folder} is not a folder`);
		return;
	}
	makeFolder(dirname(folder), database);
	attempt(database, `the folder ${folder} cannot be made`, () => mkdirSync(folder));
}
function attempt(database, reason, run) {
	try {
		run();
	} catch (error) {
		const code = error.code ?? "";
		if (code !== "EEXIST") throw impossible(database, `${reason}${REASONS[code] ?? ""}`, error);
	}
}
const REASONS = {
	EACCES: ": this user may not",
	EPERM: ": this user may not",
	EROFS: ": the file system is read-only",
	ENOSPC: ": the disk is full",
	ENOENT: ": the file system does not allow it there"
};
function impossible(database, reason, cause) {
	return new ServiceError("invalid_input", `${database} cannot be the database: ${reason}. Name another file with --db.`, cause === void 0 ? {} : { cause });
}
/** To look at what is not there makes nothing. */
function existingDatabase(db) {
	const path = resolve(db);
	if (!existsSync(path)) throw new ServiceError("does_not_exist", `There is no database at ${path}.`);
	return path;
}
/** What starts this program under any Node. */
function launcher() {
	return join(PACKAGE_ROOT, "bin", "insights-mcp.js");
}
export { prepareDatabase as i, existingDatabase as n, launcher as r, defaultDatabase as t };

//# sourceMappingURL=paths-Co80JKi-.js.map