import { r as errorCode } from "./known-ShXk4LDt.js";
import { a as openPath, c as challengeOf, l as readProtected, n as listen, o as pathOf, r as createApp, s as createTraffic, t as Visits } from "./visits-BekIrPfO.js";
import { a as readToolsets, t as DEFAULT_TOOLSETS } from "./toolsets-B5AM8kwS.js";
import { a as LIMIT, n as ServiceError } from "./error-CL6ANKLD.js";
import { _ as weekday } from "./zone-D9121KND.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { m as untilFree, o as isActive } from "./pattern_text-DCosbjGh.js";
import { f as NO_TRACING, t as openService } from "./service-D6L-yn6S.js";
import { t as expireEvents } from "./expiry-CJe5Fo1I.js";
import { n as startRehearsing, r as startRounds } from "./rehearse-BiQh5Dcr.js";
import { A as computedFields, E as asShownOn, j as onItsOwn, k as cachedFields, v as sendWebhook, y as judge } from "./wording-CGGP7Ahe.js";
import { t as ownContext } from "./own_context-CFB_1oep.js";
import { H as toCivil } from "./column_codec-CRp8qQ50.js";
import { t as allowed } from "./allowed-BDR6oUn8.js";
import { n as watchProcess, r as openLog, t as endProcess } from "./process-BcdfjWgX.js";
import { n as toldAfar, r as typed } from "./invocation-Bl8Guly5.js";
import { i as prepareDatabase } from "./paths-DtsDNrVL.js";
// src/service/rounds/expire.ts
/** What `serve` does about events that are too old, and about deletions that could not be finished. */
async function expireAll(service, signal) {
	const { store, ingest } = service;
	if (service.events.refusal !== null) return;
	for (const project of store.projects.list()) {
		if (signal.aborted) return;
		if (store.erasures.pending(project.id).length > 0) await ingest.erase(project);
		await expireEvents(service, project);
	}
	if (store.erasures.unscrubbed() !== null) await ingest.scrub();
}
function startExpiring(service) {
	return startRounds(service.log, {
		every_ms: TUNING.expiry_round_ms,
		run: (signal) => expireAll(service, signal),
		failed: "old events were not removed"
	});
}
// src/service/rounds/warm.ts
/**
* Keeps watched insights fresh while the server is idle: recomputes results past their `cache_target_age`, one insight
* at a time. Only recomputes; the first computation waits for a request. Several processes may do so, as results are
* shared.
*/
var Warmer = class {
	#service;
	/** Aborts the current computation. */
	#signal;
	/** Left to check in this round. */
	#waiting = [];
	#round_began_ms = Number.NEGATIVE_INFINITY;
	constructor(service, signal = new AbortController().signal) {
		this.#service = service;
		this.#signal = signal;
	}
	/** Checks the next insight. Returns the number of results recomputed; null when all have been checked for now. */
	async step() {
		const row = this.#next();
		if (row === void 0) return null;
		const context = ownContext(this.#service, row.project_id, this.#signal);
		if (context === null) return 0;
		let computed = 0;
		for (const asked of viewsOf(context, row)) if (await refresh(context, asked)) computed++;
		return computed;
	}
	/** Reread: it may have changed since the round began. */
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
/** The insight on its own and in each dashboard; each has a separate result. */
function viewsOf(context, row) {
	const { dashboards } = context.service.store;
	const shown = (dashboards.tilesOf([row.id]).get(row.id) ?? []).flatMap((tile) => {
		const dashboard = dashboards.get(context.project.id, tile.dashboard_id);
		return dashboard ? [asShownOn(dashboard, tile, row)] : [];
	});
	return [onItsOwn(row), ...shown];
}
/** Returns whether it was recomputed. Questions that no longer have an answer are left alone. */
async function refresh(context, asked) {
	if ((await cachedFields(context, asked, true)).last_refresh === null) return false;
	try {
		return !(await computedFields(context, asked, "blocking")).is_cached;
	} catch (error) {
		if (error instanceof ServiceError && error.status < 500) return false;
		throw error;
	}
}
/** Works while `isQuiet` says that nobody asks anything. */
function startWarming(service, isQuiet, pause_ms = TUNING.warm_pause_ms) {
	let warmer = null;
	return startRounds(service.log, {
		every_ms: pause_ms,
		isTime: isQuiet,
		run(signal) {
			warmer ??= new Warmer(service, signal);
			return warmer.step();
		},
		failed: "an insight was not kept fresh"
	});
}
// src/service/rounds/watch.ts
/** Alerts in `serve`: checks each every few minutes, and notifies once per point that is out of bounds. */
/** Checks the enabled alerts of all projects. Returns the number of notifications. */
async function checkAlerts(service, signal) {
	let told = 0;
	for (const { id } of service.store.projects.list()) {
		const { rows } = service.store.alerts.list(id, {
			limit: LIMIT.page_max,
			offset: 0
		});
		for (const row of rows) {
			if (signal.aborted) return told;
			if (!row.enabled || row.webhook_url === null) continue;
			const context = ownContext(service, id, signal);
			if (context === null || row.skip_weekend && isWeekend(context)) continue;
			if (await checkAlert(context, row)) told++;
		}
	}
	return told;
}
function isWeekend({ project, now_ms }) {
	return [0, 6].includes(weekday(toCivil(project.timezone, now_ms)));
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
/** A single number over the whole range has no point, so it is notified once a day. */
function pointOf({ now_ms }, { point }) {
	return point ?? new Date(now_ms).toISOString().slice(0, 10);
}
/** Chat services show `text`. */
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
		mcp ??= import("./http-DEALbrnR.js").then(({ mcpHttp }) => mcpHttp(service, asked));
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
	const expiring = startExpiring(service);
	const warming = startWarming(service, () => traffic.isQuiet(TUNING.warm_quiet_ms));
	const rehearsing = startRehearsing(service, () => traffic.isQuiet(TUNING.rehearsal_quiet_ms));
	return {
		port: server.port,
		async close() {
			clearTimeout(loading);
			const rounds = [
				rehearsing,
				warming,
				watching,
				expiring
			];
			await Promise.all([server.close(), ...rounds.map((round) => round.stop())]);
			await (await mcp)?.close();
		}
	};
}
async function serve(options) {
	const log = openLog();
	watchProcess(log);
	if (options.toolsets !== void 0) readToolsets(options.toolsets);
	readProtected(options.publicUrl, options.oauthIssuer ?? []);
	const importing = options.importFrom === void 0 ? {} : { importing: await allowed(options.importFrom) };
	const path = prepareDatabase(options.db);
	const tracing = await tracingOf(process.env);
	const service = openService({
		path,
		command: (words) => toldAfar(words, path),
		log,
		tracing,
		lock_wait_ms: TUNING.store_busy_serving_ms,
		events: options.events ?? null,
		webhook_hosts: options.webhookHosts ?? [],
		public_url: options.publicUrl ?? null,
		...importing,
		...options.memory === void 0 ? {} : { memory_bytes: options.memory },
		...options.slow === void 0 ? {} : { slow_ms: options.slow }
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
	await tracing.close();
	await endProcess();
}
/** User errors as text; anything else unchanged. */
function cannotListen({ host, port }, error) {
	const code = errorCode(error);
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
/** Its libraries are loaded only where there is a collector. */
async function tracingOf(environment) {
	const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = environment;
	if ((all ?? traces ?? "") === "") return NO_TRACING;
	return (await import("./tracing-DgeCEy1A.js")).openTracing(environment);
}
export { serve };
