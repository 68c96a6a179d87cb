import { t as require_undici } from "./undici-rjyYJeIT.js";
import { t as seeded } from "./random-D6Z-1bUL.js";
import { i as createKey, p as localOwner } from "./pattern_text-DCosbjGh.js";
import { t as openService } from "./service-D6L-yn6S.js";
import { f as lineOf, g as generate, p as uuid } from "./rows-xNaC-MEb.js";
import { t as QUESTIONS } from "./questions-CxU8ogWy.js";
import { copyFileSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { setTimeout } from "node:timers/promises";
import { join } from "node:path";
import { once } from "node:events";
import { spawn } from "node:child_process";
// bench/load.ts
/**
* The server under load: a process takes bodies of a hundred events while questions are asked continuously.
* First at a steady pace, measuring latency; then as fast as possible.
*/
var import_undici = require_undici();
const MAIN = join(import.meta.dirname, "..", "src", "main.ts");
const BODY_EVENTS = 100;
const PACED_EVENTS_PER_S = 2e4;
const PACED_MS = 15e3;
const WARM_UP_MS = 3e3;
const FULL_MS = 8e3;
const CONNECTIONS = 16;
const RETRY_MS = 100;
/** Distinct events; each is sent repeatedly under new ids. */
const EVENTS = 2e4;
const ASKED = [
	"T1",
	"T2",
	"F1"
];
/** Uses a copy of the file, so that later measurements see the same data. */
async function underLoad(db) {
	const copy = `${db}.load`;
	copyFileSync(db, copy);
	try {
		return await measure(copy);
	} finally {
		for (const ending of [
			"",
			"-wal",
			"-shm"
		]) rmSync(copy + ending, { force: true });
	}
}
async function measure(db) {
	const server = await start(db);
	try {
		const bodyOf = bodies(server.token);
		const asking = ask(server);
		await pace(server, bodyOf, WARM_UP_MS);
		await lookAt(server);
		asking.times_ms.length = 0;
		const times_ms = (await pace(server, bodyOf, PACED_MS)).sort(ascending);
		const paced = await lookAt(server);
		const asked_ms = asking.times_ms.splice(0).sort(ascending);
		const events_per_second = await flood(server, bodyOf);
		await asking.stop();
		const full = await lookAt(server);
		return {
			events_per_second: Math.round(events_per_second),
			p50_ms: rounded(quantile(times_ms, .5)),
			p99_ms: rounded(quantile(times_ms, .99)),
			max_ms: rounded(times_ms.at(-1) ?? 0),
			paced_events_per_second: PACED_EVENTS_PER_S,
			event_loop_p99_ms: paced.event_loop_p99_ms,
			event_loop_max_ms: paced.event_loop_max_ms,
			exchange_max_ms: rounded(Math.max(paced.exchange_ms, full.exchange_ms)),
			questions: asked_ms.length,
			question_p50_ms: rounded(quantile(asked_ms, .5))
		};
	} finally {
		await server.close();
	}
}
async function start(db) {
	const service = openService({ path: db });
	const token = service.store.projects.list()[0].api_token;
	const user_id = localOwner(service).user.id;
	const { value } = createKey(service, {
		user_id,
		label: "load",
		scopes: ["*"],
		project_ids: null
	});
	await service.close();
	const options = [
		"--disable-warning=ExperimentalWarning",
		MAIN,
		"serve",
		"--db",
		db,
		"--port",
		"0",
		"--no-rate-limit"
	];
	const child = spawn(process.execPath, options, { stdio: [
		"ignore",
		"ignore",
		"pipe"
	] });
	let said = "";
	child.stderr.on("data", (text) => {
		if (said.length < 1e4) said += text;
	});
	let address;
	while (address === void 0 && child.exitCode === null) {
		address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
		await setTimeout(10);
	}
	if (address === void 0) throw new Error(`the server did not start: ${said}`);
	const pool = new import_undici.Pool(address, { connections: 17 });
	return {
		pool,
		token,
		key: value,
		async close() {
			await pool.destroy();
			child.kill("SIGTERM");
			await once(child, "close");
		}
	};
}
/** Every second body is compressed. */
function bodies(token) {
	const random = seeded(3);
	const lines = [];
	let time_ms = 0;
	for (const event of generate(EVENTS)) {
		lines.push(lineOf(event));
		time_ms = event.time_ms;
	}
	let next = 0;
	return () => {
		const batch = [];
		for (let i = 0; i < BODY_EVENTS; i++, next++) batch.push(`{"uuid":"${uuid(time_ms + next, random)}",${lines[next % lines.length]}`);
		const text = `{"api_key":"${token}","batch":[${batch.join()}]}`;
		const gzip = next / BODY_EVENTS % 2 === 0;
		return {
			body: gzip ? gzipSync(text, { level: 1 }) : Buffer.from(text),
			gzip
		};
	};
}
/** Like an SDK: retries what was refused because of a long queue. */
async function send({ pool }, { body, gzip }) {
	const headers = {
		"content-type": "application/json",
		...gzip ? { "content-encoding": "gzip" } : {}
	};
	for (;;) {
		const answer = await pool.request({
			method: "POST",
			path: "/batch/",
			headers,
			body
		});
		await answer.body.dump();
		if (answer.statusCode === 200) return;
		if (answer.statusCode !== 503) throw new Error(`POST /batch/ answers ${answer.statusCode}`);
		await setTimeout(RETRY_MS);
	}
}
/** Milliseconds per body from when it was due, however late it was sent. */
async function pace(server, bodyOf, duration_ms) {
	const every_ms = BODY_EVENTS / PACED_EVENTS_PER_S * 1e3;
	const times_ms = [];
	const pending = [];
	const started_ms = performance.now();
	for (let due_ms = started_ms; due_ms < started_ms + duration_ms; due_ms += every_ms) {
		const wait_ms = due_ms - performance.now();
		if (wait_ms > 0) await setTimeout(wait_ms);
		pending.push(send(server, bodyOf()).then(() => void times_ms.push(performance.now() - due_ms)));
	}
	await Promise.all(pending);
	return times_ms;
}
/** Events per second over all connections. */
async function flood(server, bodyOf) {
	const started_ms = performance.now();
	let sent = 0;
	const line = async () => {
		while (performance.now() - started_ms < FULL_MS) {
			await send(server, bodyOf());
			sent += BODY_EVENTS;
		}
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, line));
	return sent / (performance.now() - started_ms) * 1e3;
}
/** One question after the other until stopped. */
function ask({ pool, key }) {
	const questions = QUESTIONS.filter(({ name }) => ASKED.includes(name));
	const times_ms = [];
	let isStopped = false;
	const run = async () => {
		for (let number = 0; !isStopped; number++) {
			const { operation, body } = questions[number % questions.length];
			const path = `/api/projects/1/insights/${operation.replace("compute_", "")}/`;
			const headers = {
				"content-type": "application/json",
				authorization: `Bearer ${key}`
			};
			const started_ms = performance.now();
			const text = JSON.stringify({
				...body,
				refresh: true
			});
			const answer = await pool.request({
				method: "POST",
				path,
				headers,
				body: text
			});
			await answer.body.dump();
			if (answer.statusCode !== 200) throw new Error(`${operation} answers ${answer.statusCode}`);
			times_ms.push(performance.now() - started_ms);
		}
	};
	const running = run();
	return {
		times_ms,
		stop() {
			isStopped = true;
			return running;
		}
	};
}
/** The server's metrics since the last call. */
async function lookAt({ pool, key }) {
	const headers = { authorization: `Bearer ${key}` };
	const lines = (await (await pool.request({
		method: "GET",
		path: "/metrics",
		headers
	})).body.text()).split("\n");
	const number = (name) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(" ")[1]);
	return {
		event_loop_p99_ms: number("insights_event_loop_delay_ms{quantile=\"0.99\"}"),
		event_loop_max_ms: number("insights_event_loop_delay_ms{quantile=\"1\"}"),
		exchange_ms: number("insights_exchange_ms")
	};
}
function quantile(sorted, share) {
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
function ascending(left, right) {
	return left - right;
}
function rounded(ms) {
	return Math.round(ms * 10) / 10;
}
export { underLoad };
