import { t as PACKAGE_ROOT } from "./assets-C6AiDBOS.js";
import { r as errorCode } from "./known-ShXk4LDt.js";
import { n as ServiceError } from "./error-CL6ANKLD.js";
import { homedir } from "node:os";
import { accessSync, closeSync, constants as constants$1, existsSync, mkdirSync, openSync, statSync } from "node:fs";
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
	attempt(absolute, "its folder cannot be written", () => accessSync(dirname(absolute), constants$1.W_OK));
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
		const code = errorCode(error);
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
	const found = statSync(path, { throwIfNoEntry: false });
	if (found === void 0) throw new ServiceError("does_not_exist", `There is no database at ${path}.`);
	if (!found.isFile()) throw new ServiceError("invalid_input", `${path} is no file, so it is no database.`);
	return path;
}
const TOLD = {
	EACCES: "this user may not",
	EDQUOT: "the quota of this user is used up",
	EIO: "the disk reported an error",
	EISDIR: "it is a folder",
	ELOOP: "links lead in a circle",
	ENAMETOOLONG: "the name is too long",
	ENOENT: "there is no such file or folder",
	ENOSPC: "the disk is full",
	ENOTDIR: "part of the path is no folder",
	EPERM: "this user may not",
	EROFS: "the file system is read-only"
};
/** What the system refused, in one line; null for anything else. */
function systemRefusal(error) {
	const told = TOLD[errorCode(error)];
	if (told === void 0 || !(error instanceof Error)) return null;
	const path = [member(error, "dest"), member(error, "path")].find((one) => one !== null) ?? null;
	return path === null ? `It cannot be read or written: ${told}.` : `${path}: ${told}.`;
}
function member(error, name) {
	const value = Reflect.get(error, name);
	return typeof value === "string" ? value : null;
}
/** What starts this program under any Node. */
function launcher() {
	return join(PACKAGE_ROOT, "bin", "insights-mcp.js");
}
export { systemRefusal as a, prepareDatabase as i, existingDatabase as n, launcher as r, defaultDatabase as t };
