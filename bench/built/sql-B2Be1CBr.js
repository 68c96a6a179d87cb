import { n as tableToCsv } from "./csv-CPGxTxiJ.js";
import { k as sqlTable, n as call, ot as readJson, s as runSql } from "./call-COkycNdr.js";
import { f as localOwner } from "./timings-B8SLgoVI.js";
import { t as openService } from "./service-BBnXkGJu.js";
import { r as typed } from "./invocation-CCRcu6eA.js";
import { n as existingDatabase } from "./paths-Co80JKi-.js";
import { readFileSync } from "node:fs";
// src/cli/sql.ts
/** `insights-mcp sql`: a statement at the prompt, as a table, CSV or JSON. */
async function sql(statement, options) {
	const path = existingDatabase(options.db);
	const { values, limit, explain, format } = options;
	const query = statement === "-" ? readFileSync(0, "utf8") : statement;
	const service = openService({
		path,
		computing: { place: "here" },
		command: (words) => typed(words, path)
	});
	try {
		const sent = {
			query,
			explain,
			...limit === void 0 ? {} : { limit },
			...values === void 0 ? {} : { values: readJson(values) }
		};
		const asked = { project_id: options.project ?? null };
		const answer = await call(service, localOwner(service), runSql, sent, asked);
		process.stdout.write(`${await textOf(answer, format)}\n`);
	} finally {
		await service.close();
	}
}
async function textOf(answer, format) {
	const { explain, columns, types, results, hasMore, limit } = answer;
	if (explain !== void 0) return explain.join("\n");
	if (format === "json") return JSON.stringify({
		columns,
		types,
		results,
		hasMore
	}, null, 2);
	if (format === "csv") return (await tableToCsv(sqlTable(answer))).trimEnd();
	const more = hasMore ? [`There are more than ${limit} rows: --limit or LIMIT shows them.`] : [];
	return [...tableLines(columns, results), ...more].join("\n");
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

//# sourceMappingURL=sql-B2Be1CBr.js.map