import { n as definedOnly } from "./json-GpSeq4qu.js";
import { n as ServiceError } from "./error-CL6ANKLD.js";
import { c as dryRun, i as readable, l as tellFiles, n as importInto, r as lookAt, s as inputFiles } from "./import-Bvft-Tvf.js";
import { t as count } from "./progress-GH-rY4cR.js";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { realpath, stat } from "node:fs/promises";
// src/cli/importing/import_from.ts
/** Imports that callers of a server ask for: from one folder, and never from outside of it. */
/** @throws ServiceError if there is no such folder */
async function importFrom(folder) {
	const root = await realpath(folder).catch(() => null);
	if (root === null || !(await stat(root)).isDirectory()) throw new ServiceError("invalid_input", `--import-from takes a folder; there is none at ${folder}.`);
	let isRunning = false;
	let told = null;
	/** Instead of a bar on the server's own terminal. */
	const bar = {
		update(_, lines) {
			told = `${count(lines)} lines so far`;
		},
		end() {
			told = null;
		}
	};
	return {
		progress: () => told,
		async files() {
			const paths = await inputFiles([root]).catch(() => []);
			const inside = (await Promise.all(paths.map((path) => realpath(path)))).filter((path) => isInside(root, path));
			return Promise.all(inside.map(async (path) => ({
				path: relative(root, path),
				bytes: (await stat(path)).size
			})));
		},
		async take(service, { project_id, path, dry_run, options, signal }) {
			if (isRunning) throw new ServiceError("busy", "Another import runs. Ask again when it is done.");
			isRunning = true;
			try {
				const { date_format: dateFormat, ...others } = options;
				const inputs = await lookAt(await within(root, path), definedOnly({
					...others,
					dateFormat
				}));
				if (dry_run) return {
					import_id: null,
					files: [],
					reasons: [],
					told: named(root, await dryRuns(inputs))
				};
				const failed = inputs.flatMap(({ file }) => "failure" in file ? [file.failure] : []);
				if (failed.length === inputs.length) throw new ServiceError("invalid_input", failed.join("\n"));
				const imported = await importInto(service, inputs, {
					project: String(project_id),
					reject: null,
					signal,
					bar
				});
				return {
					import_id: imported.import_id,
					files: imported.files.map(({ file, taken, known, refused, failure }) => ({
						file: relative(root, file),
						taken,
						known,
						refused,
						failure: failure === null ? null : named(root, failure)
					})),
					reasons: imported.reasons.map(({ reason, count, line }) => ({
						reason: named(root, reason),
						count,
						line
					})),
					told: named(root, tellFiles(readable(inputs)))
				};
			} catch (error) {
				throw error instanceof ServiceError ? error.saying(named(root, error.message)) : error;
			} finally {
				isRunning = false;
			}
		}
	};
}
/** Files that a path below the folder means. Links that lead out of it are refused, not followed. */
async function within(root, path) {
	const wanted = resolve(root, path);
	if (path.includes("\0") || !isInside(root, wanted)) throw outside(path);
	const files = await inputFiles([wanted]);
	return Promise.all(files.map(async (file) => {
		const real = await realpath(file).catch(() => null);
		if (real === null) throw new ServiceError("does_not_exist", `There is no file ${path}.`);
		if (!isInside(root, real)) throw outside(path);
		return real;
	}));
}
function isInside(root, path) {
	const below = relative(root, path);
	return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}
function outside(path) {
	return new ServiceError("invalid_input", `${path} is not in the folder that may be imported from.`, { attr: "path" });
}
async function dryRuns(inputs) {
	let told = "";
	for (const { file } of inputs) if ("failure" in file) told += `${file.failure}\n`;
	else {
		const { text, failure } = await dryRun(file);
		told += failure === null ? text : `${text}${failure}\n`;
	}
	return told;
}
/** Callers know files by their names in the folder; where that is, is the operator's business. */
function named(root, text) {
	return text.replaceAll(root + sep, "");
}
export { importFrom };
