import { n as tableToCsv } from "./csv-DWZlkcBc.js";
import { n as ServiceError } from "./error-CL6ANKLD.js";
import { t as ParquetFile } from "./parquet_file-CdR40aK2.js";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { extname, resolve } from "node:path";
// src/cli/tables/table_file.ts
/** Tables as text, or as a file whose name says in which form. */
const ENDINGS = {
	".csv": "csv",
	".ndjson": "ndjson",
	".jsonl": "ndjson",
	".parquet": "parquet"
};
/** @throws ServiceError if its name says no form, or there is such a file */
function checkTarget(out) {
	if (ENDINGS[extname(out).toLowerCase()] === void 0) throw new ServiceError("invalid_input", `${out} must end in .csv, .ndjson, .jsonl or .parquet.`);
	if (existsSync(out)) throw new ServiceError("conflict", `${resolve(out)} exists already. Choose another name.`);
}
/** Complete, or not there. @param out see `checkTarget` */
async function writeTable(table, out) {
	const unfinished = `${out}.unfinished`;
	const form = ENDINGS[extname(out).toLowerCase()];
	try {
		if (form === "parquet") writeParquet(table, unfinished);
		else writeFileSync(unfinished, await tableText(table, form === "csv" ? "csv" : "ndjson"));
		renameSync(unfinished, out);
	} catch (error) {
		rmSync(unfinished, { force: true });
		throw error;
	}
}
async function tableText({ columns, rows }, form) {
	if (form === "csv") return tableToCsv({
		columns,
		rows: rows.map((row) => row.map(flatCell))
	});
	const names = distinctNames(columns);
	return rows.map((row) => JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])))).map((line) => `${line}\n`).join("");
}
function writeParquet({ columns, rows }, path) {
	const typed = distinctNames(columns).map((name, at) => ({
		name,
		type: typeOf(rows, at)
	}));
	const file = new ParquetFile(path, typed);
	for (const row of rows) file.add(row.map((cell, at) => typed[at].type === "text" && cell !== null ? textOf(cell) : cell));
	file.finish();
}
function typeOf(rows, at) {
	const given = rows.map((row) => row[at]).filter((cell) => cell !== null && cell !== void 0);
	if (given.length === 0) return "text";
	if (given.every((cell) => Number.isSafeInteger(cell))) return "integer";
	if (given.every((cell) => typeof cell === "number")) return "number";
	return given.every((cell) => typeof cell === "boolean") ? "boolean" : "text";
}
function flatCell(cell) {
	if (typeof cell === "number" || typeof cell === "boolean") return cell;
	return cell === null || cell === void 0 ? null : textOf(cell);
}
function textOf(cell) {
	return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}
/** The second of two equal names gets a number. */
function distinctNames(names) {
	const distinct = [];
	for (const name of names) {
		let free = name;
		for (let number = 2; distinct.includes(free); number++) free = `${name}_${number}`;
		distinct.push(free);
	}
	return distinct;
}
export { tableText as n, writeTable as r, checkTarget as t };
