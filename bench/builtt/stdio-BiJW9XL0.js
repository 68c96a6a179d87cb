import { a as readToolsets } from "./toolsets-B5AM8kwS.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { p as localOwner, u as authenticate } from "./pattern_text-DCosbjGh.js";
import { t as openService } from "./service-D6L-yn6S.js";
import { t as allowed } from "./allowed-BDR6oUn8.js";
import { n as watchProcess, r as openLog, t as endProcess } from "./process-BcdfjWgX.js";
import { i as typedAnywhere } from "./invocation-Bl8Guly5.js";
import { i as prepareDatabase } from "./paths-DtsDNrVL.js";
// src/cli/stdio.ts
/** `insights-mcp stdio`: one assistant, one process. */
async function stdio(options) {
	const log = openLog();
	watchProcess(log);
	const toolsets = readToolsets(options.toolsets);
	const path = prepareDatabase(options.db);
	const service = openService({
		path,
		command: (words) => typedAnywhere(words, path),
		log,
		lock_wait_ms: TUNING.store_busy_serving_ms,
		events: options.events ?? null,
		webhook_hosts: options.webhookHosts,
		...options.importFrom === void 0 ? {} : { importing: await allowed(options.importFrom) },
		...options.memory === void 0 ? {} : { memory_bytes: options.memory },
		...options.slow === void 0 ? {} : { slow_ms: options.slow }
	});
	const key = options.apiKey || null;
	const caller = () => key === null ? localOwner(service, options.scopes ?? ["*"]) : authenticate(service, key);
	caller();
	const { connectStdio } = await import("./stdio-DsiAl_JB.js");
	const connection = connectStdio(service, caller, {
		read_only: options.readOnly,
		toolsets
	});
	const stop = () => void connection.close().then(() => process.stdin.destroy());
	process.once("SIGTERM", stop);
	process.once("SIGINT", stop);
	const { startRehearsing } = await import("./rehearse-B3g4fj49.js");
	const rehearsing = startRehearsing(service, () => service.computing.status().running === 0);
	await connection.closed;
	await connection.close();
	await rehearsing.stop();
	await service.close();
	await endProcess();
}
export { stdio };
