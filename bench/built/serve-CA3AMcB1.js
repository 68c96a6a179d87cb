import { a as openPath, c as challengeOf, l as readProtected, n as listen, o as pathOf, r as createApp, s as createTraffic, t as Visits } from "./visits-C1-Fe-SC.js";
import { a as readToolsets, t as DEFAULT_TOOLSETS } from "./toolsets-LrD9wKpX.js";
import { a as LIMIT, n as ServiceError } from "./error-CvXVGQlg.js";
import { at as TUNING } from "./column_codec-1DCwPxVM.js";
import { a as isActive, p as untilFree } from "./timings-B8SLgoVI.js";
import { C as computedFields, S as cachedFields, b as judge, w as onItsOwn, x as asShownOn, y as sendWebhook } from "./call-COkycNdr.js";
import { t as ownContext } from "./own_context-lQ-ggvto.js";
import { t as openService } from "./service-BBnXkGJu.js";
import { n as watchProcess, r as openLog, t as endProcess } from "./process-Dh9Q2Q9H.js";
import { n as toldAfar, r as typed } from "./invocation-CCRcu6eA.js";
import { i as prepareDatabase } from "./paths-Co80JKi-.js";
// src/service/rounds/rounds.ts
function startRounds(log, { every_ms, isTime = () => true, run, failed }) {
	const stopping = new AbortController();
	let under_way = null;
	const round = async () => {
		try {
			await run(stopping.signal);
		} catch (error) {
			log.warn({ err: error }, failed);
		}
		under_way = null;
	};
	const timer = setInterval(() => {
		if (under_way === null && isTime()) under_way = round();
	}, every_ms);
	timer.unref();
	return { async stop() {
		clearInterval(timer);
		stopping.abort();
		await under_way;
	} };
}
// src/service/rounds/warm.ts
/**
* Keeps fresh what people look at, while nobody asks anything: results of watched insights that are past their
* `cache_target_age` are computed again, one insight at a time. Only what was computed before is: the first computation
* waits for somebody to ask. Several processes may do so: what one has computed is fresh for all.
*/
var Warmer = class {
	#service;
	/** Gives up the computation under way. */
	#signal;
	/** Still to be looked at in this round. */
	#waiting = [];
	#round_began_ms = Number.NEGATIVE_INFINITY;
	constructor(service, signal = new AbortController().signal) {
		this.#service = service;
		this.#signal = signal;
	}
	/** Looks at the next insight. How many results of it were computed; null when all have been looked at for now. */
	async step() {
		const row = this.#next();
		if (row === void 0) return null;
		const context = ownContext(this.#service, row.project_id, this.#signal);
		if (context === null) return 0;
		let computed = 0;
		for (const asked of viewsOf(context, row)) if (await refresh(context, asked)) computed++;
		return computed;
	}
	/** As it is now: it may have changed since the round began. */
	#next() {
		const { store } = this.#service;
		const now_ms = this.#service.now();
		if (this.#waiting.length === 0 && now_ms - this.#round_began_ms >= TUNING.warm_round_ms) {
			this.#round_began_ms = now_ms;
			this.#waiting = store.insights.watched(now_ms - TUNING.warm_viewed_ms, TUNING.warm_insights);
		}
		const known = this.#waiting.shift();
		if (known === void 0) return void 0;
		const row = store.insights.get(known.project_id, known.id);
		return row && !row.deleted ? row : this.#next();
	}
};
/** The insight by itself, and as each dashboard shows it: each has a result of its own. */
function viewsOf(context, row) {
	const { dashboards } = context.service.store;
	const shown = (dashboards.tilesOf([row.id]).get(row.id) ?? []).flatMap((tile) => {
		const dashboard = dashboards.get(context.project.id, tile.dashboard_id);
		return dashboard ? [asShownOn(dashboard, tile, row)] : [];
	});
	return [onItsOwn(row), ...shown];
}
/** Whether it was computed. A question that has no answer any more is left as it is. */
async function refresh(context, asked) {
	if ((await cachedFields(context, asked, true)).last_refresh === null) return false;
	try {
		return !(await computedFields(context, asked, "blocking")).is_cached;
	} catch (error) {
		if (error instanceof ServiceError && error.status < 500) return false;
		throw error;
	}
}
/** Steps for as long as nobody asks anything; `isQuiet` tells. */
function startWarming(service, isQuiet) {
	let warmer = null;
	return startRounds(service.log, {
		every_ms: TUNING.warm_pause_ms,
		isTime: isQuiet,
		run(signal) {
			warmer ??= new Warmer(service, signal);
			return warmer.step();
		},
		failed: "an insight was not kept fresh"
	});
}
// src/service/rounds/watch.ts
/** What `serve` does with alerts: looks at each every few minutes, and tells once of each point that is out of bounds. */
/** Looks at all enabled alerts of all projects. How many were told. */
async function checkAlerts(service, signal) {
	let told = 0;
	for (const { id } of service.store.projects.list()) {
		const { rows } = service.store.alerts.list(id, {
			limit: LIMIT.page_max,
			offset: 0
		});
		for (const row of rows) {
			if (signal.aborted) return told;
			const context = row.enabled && row.webhook_url !== null ? ownContext(service, id, signal) : null;
			if (context !== null && await checkAlert(context, row)) told++;
		}
	}
	return told;
}
async function checkAlert(context, row) {
	const judgement = await judge(context, row);
	const point = pointOf(context, judgement);
	if (judgement.state !== "firing" || point === row.notified_point) return false;
	if (!await sendWebhook(context.service, row.webhook_url ?? "", messageOf(context, row, judgement))) return false;
	const { store } = context.service;
	await untilFree(store);
	const told = {
		notified_point: point,
		notified_at_ms: context.now_ms
	};
	store.transaction(() => store.alerts.update(context.project.id, row.id, told));
	return true;
}
/** One number over all of the range has no point of its own: it is told once a day. */
function pointOf({ now_ms }, { point }) {
	return point ?? new Date(now_ms).toISOString().slice(0, 10);
}
/** `text` is what chat services show. */
function messageOf({ project }, row, judgement) {
	const { id, name, lower, upper, insight_id } = row;
	const { value, point, reason } = judgement;
	return {
		text: `${name}: ${reason}`,
		alert: {
			id,
			name,
			lower,
			upper
		},
		insight: insight_id,
		project: {
			id: project.id,
			name: project.name
		},
		value,
		point
	};
}
function startWatching(service) {
	return startRounds(service.log, {
		every_ms: TUNING.alert_round_ms,
		run: (signal) => checkAlerts(service, signal),
		failed: "alerts were not checked"
	});
}
// src/cli/serve.ts
/** `insights-mcp serve`: REST, capture and MCP on one port. */
const LOOPBACK = [
	"127.0.0.1",
	"localhost",
	"::1"
];
/** Both faces of one service on one port. Tests start it the same way. */
async function startServer(service, options) {
	const toolsets = options.toolsets === void 0 ? DEFAULT_TOOLSETS : readToolsets(options.toolsets);
	const guarded = readProtected(options.publicUrl, options.oauthIssuer ?? []);
	const visits = new Visits(service);
	const asked = {
		read_only: options.readOnly,
		toolsets,
		linkTo: (caller, place) => openPath(visits, caller, pathOf(place.project_id, place)),
		...guarded === null ? {} : { challenge: challengeOf(guarded) }
	};
	let mcp = null;
	const loadMcp = () => {
		mcp ??= import("./http-LQyMhtul.js").then(({ mcpHttp }) => mcpHttp(service, asked));
		return mcp;
	};
	const askMcp = async (request) => (await loadMcp()).fetch(request);
	const traffic = createTraffic();
	const app = createApp(service, {
		traffic,
		visits,
		allowed_hosts: options.allowedHosts,
		rate_limit: options.rateLimit,
		trusted_proxies: options.trustProxy ?? 0,
		protected: guarded,
		mounts: [{
			path: "/mcp",
			fetch: askMcp
		}]
	});
	const server = await listen(app, {
		host: options.host,
		port: options.port
	});
	const loading = setTimeout(() => loadMcp().catch(() => {}), TUNING.mcp_loaded_after_ms).unref();
	const watching = startWatching(service);
	const warming = startWarming(service, () => traffic.isQuiet(TUNING.warm_quiet_ms));
	return {
		port: server.port,
		async close() {
			clearTimeout(loading);
			await Promise.all([
				server.close(),
				warming.stop(),
				watching.stop()
			]);
			await (await mcp)?.close();
		}
	};
}
async function serve(options) {
	const log = openLog();
	watchProcess(log);
	if (options.toolsets !== void 0) readToolsets(options.toolsets);
	readProtected(options.publicUrl, options.oauthIssuer ?? []);
	const path = prepareDatabase(options.db);
	const service = openService({
		path,
		command: (words) => toldAfar(words, path),
		log,
		lock_wait_ms: TUNING.store_busy_serving_ms,
		events: options.events ?? null,
		webhook_hosts: options.webhookHosts ?? [],
		public_url: options.publicUrl ?? null,
		...options.memory === void 0 ? {} : { memory_bytes: options.memory }
	});
	if (!LOOPBACK.includes(options.host) && !service.store.keys.list().some((key) => isActive(key, service.now()))) {
		await service.close();
		throw new ServiceError("invalid_input", `${options.host} can be reached from outside and there is no API key yet. Make one first: ${typed("key create", path)}`);
	}
	const server = await startServer(service, options).catch(async (error) => {
		await service.close();
		throw cannotListen(options, error);
	});
	const base = `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${server.port}`;
	const stopped = untilStopped();
	process.stderr.write(greeting(service, base, path));
	await stopped;
	await server.close();
	await service.close();
	await endProcess();
}
/** User errors as text; anything else unchanged. */
function cannotListen({ host, port }, error) {
	const code = error.code ?? "";
	const why = {
		EADDRINUSE: `Port ${port} is taken by another program. Name another one with --port; 0 picks a free one.`,
		EACCES: `This user may not listen on port ${port}. Name one above 1023 with --port.`,
		EADDRNOTAVAIL: `This machine has no address ${host}. Name another one with --host.`,
		ENOTFOUND: `This machine has no address ${host}. Name another one with --host.`
	};
	return why[code] === void 0 ? error : new ServiceError("invalid_input", why[code], { cause: error });
}
function greeting(service, base, db) {
	const projects = service.store.projects.list().map((project) => `  ${project.id}  ${project.name}  token for sending events: ${project.api_token}`);
	const has_key = service.store.keys.list().some((key) => isActive(key, service.now()));
	return [
		`REST     ${base}/api/projects/   (described at ${base}/openapi.json)`,
		`MCP      ${base}/mcp`,
		`Events   ${base}/batch/   (set an SDK's host to ${base})`,
		"Projects",
		...projects,
		has_key ? "" : `No API key yet; make one: ${typed("key create", db)}\n`
	].join("\n");
}
function untilStopped() {
	return new Promise((resolve) => {
		process.once("SIGINT", resolve);
		process.once("SIGTERM", resolve);
	});
}
export { serve };

//# sourceMappingURL=serve-CA3AMcB1.js.map