import { n as ServiceError } from "./error-CL6ANKLD.js";
import { i as operationNamed, nt as counted } from "./wording-CGGP7Ahe.js";
import { n as run, t as askedBy } from "./asked-Bz8Nyp_H.js";
import { n as openedAt } from "./opened-RfwCdNoq.js";
import { n as tableText, r as writeTable, t as checkTarget } from "./table_file-BMbNxHUW.js";
import { resolve } from "node:path";
// src/cli/answer.ts
/** `insights-mcp answer`: the answer of a question as a table, printed or as a file. */
async function answer(question, options) {
	const service = openedAt(options);
	try {
		if (options.out !== void 0) checkTarget(options.out);
		const asked = await askedBy(service, question, options);
		const answered = await run(service, options, asked);
		if (options.out === void 0 && options.format === "json") {
			process.stdout.write(`${JSON.stringify(answered, null, 2)}\n`);
			return;
		}
		const table = operationNamed(asked.name).table?.(answered);
		if (table === void 0) throw new ServiceError("not_supported", "This answer is no table. Print it with --format json.", { needs: "table" });
		if (options.out === void 0) {
			process.stdout.write(await tableText(table, options.format === "csv" ? "csv" : "ndjson"));
			return;
		}
		await writeTable(table, options.out);
		process.stdout.write(`${resolve(options.out)}: ${counted(table.rows.length, "row")}\n`);
	} finally {
		await service.close();
	}
}
export { answer };
