import { a as readToolsets } from "./toolsets-LrD9wKpX.js";
import { at as TUNING } from "./column_codec-1DCwPxVM.js";
import { f as localOwner, l as authenticate } from "./timings-B8SLgoVI.js";
import { t as openService } from "./service-BBnXkGJu.js";
import { n as watchProcess, r as openLog, t as endProcess } from "./process-Dh9Q2Q9H.js";
import { i as typedAnywhere } from "./invocation-CCRcu6eA.js";
import { i as prepareDatabase } from "./paths-Co80JKi-.js";
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
		...options.memory === void 0 ? {} : { memory_bytes: options.memory }
	});
	const key = options.apiKey || null;
	const caller = () => key === null ? localOwner(service, options.scopes ?? ["*"]) : authenticate(service, key);
	caller();
	const { connectStdio } = await import("./stdio-BYOzOizs.js");
	const connection = connectStdio(service, caller, {
		read_only: options.readOnly,
		toolsets
	});
	const stop = () => void connection.close().then(() => process.stdin.destroy());
	process.once("SIGTERM", stop);
	process.once("SIGINT", stop);
	await connection.closed;
	await connection.close();
	await service.close();
	await endProcess();
}
export { stdio };

//# sourceMappingURL=stdio-FLrE_lGL.js.map