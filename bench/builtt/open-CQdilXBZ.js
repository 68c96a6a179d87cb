import { a as openPath, i as createPages, n as listen, o as pathOf, t as Visits } from "./visits-BekIrPfO.js";
import { a as LIMIT, n as ServiceError } from "./error-CL6ANKLD.js";
import { p as localOwner } from "./pattern_text-DCosbjGh.js";
import { n as call, r as findProject } from "./call-Do6ETd-V.js";
import { r as OPERATIONS } from "./wording-CGGP7Ahe.js";
import { t as openService } from "./service-D6L-yn6S.js";
import { n as watchProcess, r as openLog, t as endProcess } from "./process-BcdfjWgX.js";
import { r as typed } from "./invocation-Bl8Guly5.js";
import { n as existingDatabase } from "./paths-DtsDNrVL.js";
import { spawn } from "node:child_process";
// src/cli/open.ts
/** `insights-mcp open`: insights and dashboards in the browser of the file's owner. */
/** Listens on loopback only: pages are for people at this machine. */
const HOST = "127.0.0.1";
/** @param insight number or short id; default: the list of all */
async function open(insight, options) {
	const log = {
		...openLog(),
		info: () => {}
	};
	watchProcess(log);
	const path = existingDatabase(options.db);
	const service = openService({
		path,
		command: (words) => typed(words, path),
		log
	});
	try {
		await show(service, insight, options);
	} finally {
		await service.close();
	}
	await endProcess();
}
async function show(service, insight, options) {
	const owner = localOwner(service);
	const project = findProject(service, owner, options.project ?? null);
	const visited = visitedOf(insight, options);
	if (visited !== null) await checkThere(service, project.id, visited);
	const visits = new Visits(service);
	const idle = untilIdle();
	const app = createPages(service, visits);
	const fetch = (...request) => {
		idle.again();
		return app.fetch(...request);
	};
	const server = await listen({ fetch }, {
		host: HOST,
		port: options.port
	});
	const url = `http://${HOST}:${server.port}${openPath(visits, owner, pathOf(project.id, visited))}`;
	process.stdout.write(`${url}\nOpens once, within ten minutes. Ctrl-C ends it.\n`);
	if (options.browser) startBrowser(url);
	await Promise.race([idle.over, untilStopped()]);
	idle.end();
	await server.close();
}
function visitedOf(insight, { dashboard }) {
	if (insight !== void 0 && dashboard !== void 0) throw new ServiceError("invalid_input", "Name an insight or a dashboard, not both.");
	if (insight !== void 0) return {
		kind: "insights",
		id: insight
	};
	return dashboard === void 0 ? null : {
		kind: "dashboards",
		id: dashboard
	};
}
/** Typos are reported here, not by a page. @throws ServiceError not_found */
async function checkThere(service, project_id, { kind, id }) {
	const name = kind === "insights" ? "get_insight" : "get_dashboard";
	const operation = OPERATIONS.find((one) => one.name === name);
	await call(service, localOwner(service), operation, { id }, { project_id: String(project_id) });
}
/** Without a browser, the address is printed. */
function startBrowser(url) {
	const [command, ...before] = process.platform === "darwin" ? ["open"] : process.platform === "win32" ? ["explorer.exe"] : ["xdg-open"];
	const child = spawn(command, [...before, url], {
		stdio: "ignore",
		detached: true
	});
	child.once("error", () => {});
	child.unref();
}
/** Ends when no page was viewed for as long as a visit lasts. */
function untilIdle() {
	const { promise: over, resolve } = Promise.withResolvers();
	let timer = setTimeout(resolve, LIMIT.visit_ms);
	return {
		over,
		again() {
			clearTimeout(timer);
			timer = setTimeout(resolve, LIMIT.visit_ms);
		},
		end: () => clearTimeout(timer)
	};
}
function untilStopped() {
	return new Promise((resolve) => {
		process.once("SIGINT", resolve);
		process.once("SIGTERM", resolve);
	});
}
export { open };
