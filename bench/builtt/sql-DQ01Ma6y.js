import { n as visible } from "./visible-CP275gyV.js";
import { n as tableToCsv } from "./csv-DWZlkcBc.js";
import { B as sqlTable, Ct as readJson, V as explanationLines, a as runSql, nt as counted } from "./wording-CGGP7Ahe.js";
import { p as localOwner } from "./pattern_text-DCosbjGh.js";
import { n as call } from "./call-Do6ETd-V.js";
import { n as openedAt } from "./opened-RfwCdNoq.js";
import { n as tableText, r as writeTable, t as checkTarget } from "./table_file-BMbNxHUW.js";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
// src/cli/sql.ts
/** `insights-mcp sql`: a statement at the prompt, as a table, CSV or JSON. */
async function sql(statement, options) {
	const { values, limit, explain, format, out } = options;
	const query = statement === "-" ? readFileSync(0, "utf8") : statement;
	const service = openedAt(options);
	try {
		if (out !== void 0) checkTarget(out);
		const sent = {
			query,
			explain,
			...limit === void 0 ? {} : { limit },
			...values === void 0 ? {} : { values: readJson(values) }
		};
		const asked = { project_id: options.project ?? null };
		const answer = await call(service, localOwner(service), runSql, sent, asked);
		for (const warning of answer.resolved.warnings) process.stderr.write(`${visible(warning)}\n`);
		if (out === void 0) process.stdout.write(`${await textOf(answer, format)}\n`);
		else {
			await writeTable({
				columns: answer.columns,
				rows: answer.results
			}, out);
			const more = answer.hasMore ? "; there are more: --limit or LIMIT takes them" : "";
			process.stdout.write(`${resolve(out)}: ${counted(answer.results.length, "row")}${more}\n`);
		}
	} finally {
		await service.close();
	}
}
async function textOf(answer, format) {
	const { explain, columns, types, results, hasMore, limit } = answer;
	if (format === "json") return JSON.stringify({
		columns,
		types,
		results,
		hasMore,
		explain
	}, null, 2);
	if (format === "ndjson") return (await tableText({
		columns,
		rows: results
	}, "ndjson")).trimEnd();
	if (format === "csv") return (await tableToCsv(sqlTable(answer))).trimEnd();
	const more = hasMore ? [`There are more than ${limit} rows: --limit or LIMIT shows them.`] : [];
	const how = explain === void 0 ? [] : ["", ...explanationLines(explain)];
	return [
		...tableLines(columns, results),
		...more,
		...how
	].join("\n");
}
function cellText(value) {
	if (value === null || value === void 0) return "";
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}
const CELL_CHARS = 60;
/** Numbers to the right, so that their places stand over each other. */
function tableLines(columns, rows) {
	const texts = rows.map((row) => row.map((cell) => shortened(cell === null ? "null" : cellText(cell))));
	const names = columns.map(shortened);
	const widths = names.map((name, at) => texts.reduce((widest, row) => Math.max(widest, row[at].length), name.length));
	const is_right = columns.map((_, at) => rows.some((row) => typeof row[at] === "number"));
	const line = (cells) => cells.map((cell, at) => is_right[at] ? cell.padStart(widths[at]) : cell.padEnd(widths[at])).join("  ").trimEnd();
	return [
		line(names),
		widths.map((width) => "-".repeat(width)).join("  "),
		...texts.map(line)
	];
}
/** In one line; what would steer a terminal is shown as a blank. */
function shortened(text) {
	const plain = text.replace(/\p{Cc}+/gu, " ");
	return plain.length <= CELL_CHARS ? plain : `${plain.slice(0, 59)}…`;
}
export { sql };
