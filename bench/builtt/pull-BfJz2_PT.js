import { r as __toESM } from "./rolldown-runtime-DegdyBIC.js";
import { a as LIMIT, n as ServiceError } from "./error-CL6ANKLD.js";
import { p as localOwner } from "./pattern_text-DCosbjGh.js";
import { r as findProject } from "./call-Do6ETd-V.js";
import { t as ownContext } from "./own_context-CFB_1oep.js";
import { l as DAY_MS } from "./zone-D9121KND.js";
import { r as isObject } from "./json-GpSeq4qu.js";
import { J as formatIso } from "./column_codec-CRp8qQ50.js";
import { N as isShortId } from "./wording-CGGP7Ahe.js";
import { a as SAVED_KINDS, r as filesOf, t as applyFiles } from "./apply-C7f4In0m.js";
import { t as openService } from "./service-D6L-yn6S.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { F as archived, I as archivedBytes } from "./read_ahead-DZbQCbsm.js";
import { i as prepareDatabase } from "./paths-DtsDNrVL.js";
import { r as openProgress } from "./progress-GH-rY4cR.js";
import { a as reportImport, n as importInto, o as stopSignal, r as lookAt } from "./import-Bvft-Tvf.js";
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createInterface } from "node:readline";
// src/service/saved_files/foreign.ts
/**
* What another server has saved, as its API tells it, made ours. Whatever cannot be had here is left out with the reason;
* the rest is applied as one. Known by short ids and names, so that doing it again changes nothing.
*/
/** Fields of each kind that mean the same in any project. */
const FIELDS = {
	actions: [
		"name",
		"description",
		"tags",
		"steps"
	],
	cohorts: [
		"name",
		"description",
		"is_static",
		"filters"
	],
	insights: [
		"short_id",
		"name",
		"derived_name",
		"description",
		"tags",
		"saved",
		"favorited",
		"order",
		"filters",
		"query"
	],
	dashboards: [
		"name",
		"description",
		"tags",
		"pinned",
		"filters",
		"tiles"
	],
	annotations: ["date_marker", "content"]
};
function applyForeign(context, rows) {
	let files = filesOf(SAVED_KINDS.map((kind) => ({
		kind,
		rows: rowsOf(kind, rows)
	})));
	const left_out = [];
	for (;;) try {
		return {
			applied: applyFiles(context, files, {
				dry_run: false,
				prune: false
			}),
			left_out
		};
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const path = files.map((file) => file.path).find((one) => error.message.startsWith(`${one}: `));
		if (path === void 0) throw error;
		left_out.push({
			path,
			reason: error.message.slice(path.length + 2)
		});
		files = withoutFile(files, path);
	}
}
/** A dashboard without an insight that cannot be had is still a dashboard. */
function withoutFile(files, path) {
	const gone = `${path.replace("s/", ":").replace(/\.json$/, "")}`;
	return files.filter((file) => file.path !== path).map((file) => file.path.startsWith("dashboards/") ? withoutTile(file, gone) : file);
}
function withoutTile(file, gone) {
	const content = JSON.parse(file.text);
	if (!isObject(content) || !Array.isArray(content["tiles"])) return file;
	const tiles = content["tiles"].filter((tile) => !isObject(tile) || tile["insight"] !== gone);
	return {
		...file,
		text: `${JSON.stringify({
			...content,
			tiles
		}, null, 2)}\n`
	};
}
function rowsOf({ folder }, rows) {
	return rows.filter((row) => row.folder === folder).map(({ item }) => ({
		id: Number(item["id"]),
		title: titleOf(item),
		content: contentOf(folder, item)
	}));
}
function titleOf(item) {
	for (const name of [
		"name",
		"derived_name",
		"short_id"
	]) {
		const title = item[name];
		if (typeof title === "string" && title !== "") return title;
	}
	return `${String(item["date_marker"] ?? "").slice(0, 10)} ${String(item["content"] ?? "")}`;
}
function contentOf(folder, item) {
	const given = FIELDS[folder].map((field) => [field, item[field]]);
	const content = Object.fromEntries(given.filter(([, value]) => value !== void 0 && value !== null));
	if (folder === "dashboards") content["tiles"] = tilesOf(item);
	const date_ms = Date.parse(String(content["date_marker"]));
	if (!Number.isNaN(date_ms)) content["date_marker"] = formatIso(date_ms);
	if (folder === "actions") content["steps"] = listOf(item["steps"]).map(present);
	const { short_id } = content;
	if (short_id !== void 0 && !(typeof short_id === "string" && isShortId(short_id))) delete content["short_id"];
	return content;
}
function tilesOf(item) {
	return listOf(item["tiles"]).flatMap((tile) => {
		const { insight, text, order = null, color = null, layouts = {} } = isObject(tile) ? tile : {};
		const dress = {
			order,
			color,
			layouts
		};
		if (isObject(insight)) return insight["deleted"] === true ? [] : [{
			insight: insight["id"],
			...dress
		}];
		return isObject(text) && text["body"] ? [{
			text: { body: text["body"] },
			...dress
		}] : [];
	});
}
function present(value) {
	return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) : value;
}
function listOf(value) {
	return Array.isArray(value) ? value : [];
}
// src/cli/pulls/client.ts
/** Asks another product's API: patient with limits, cut connections and broken answers, and never at another address. */
/** An answer that another try may better. */
var Retry = class extends Error {
	after_ms;
	constructor(message, after_ms = null, cause) {
		super(message, { cause });
		this.after_ms = after_ms;
	}
};
var Client = class Client {
	#source;
	constructor(source) {
		this.#source = source;
	}
	/** The same key at another address of the same product. */
	at(origin) {
		return new Client({
			...this.#source,
			origin
		});
	}
	get origin() {
		return this.#source.origin;
	}
	/**
	* @param address below the origin, or a whole one that must be there
	* @returns null for 404, which products answer where there is nothing
	* @throws ServiceError that says what to do
	*/
	json(address, form) {
		return this.#patiently(address, form, async (body) => {
			const chunks = [];
			let bytes = 0;
			for await (const read of body) {
				const chunk = read;
				bytes += chunk.length;
				if (bytes > LIMIT.pulled_page_bytes) throw tooLarge(address);
				chunks.push(chunk);
			}
			const text = Buffer.concat(chunks).toString("utf8");
			try {
				return JSON.parse(text);
			} catch (error) {
				throw new Retry("the answer is no whole JSON", null, error);
			}
		});
	}
	/** Into a file, which is complete or not there. @returns false for 404 @param check throws if it is not whole */
	async download(address, file, check) {
		const part = `${file}.part`;
		const done = await this.#patiently(address, void 0, async (body) => {
			await pipeline(body, createWriteStream(part));
			await check(part).catch((error) => {
				throw new Retry("what came is not whole", null, error);
			});
			renameSync(part, file);
			return true;
		});
		rmSync(part, { force: true });
		return done ?? false;
	}
	async #patiently(address, form, read) {
		const url = this.#urlOf(address);
		for (let attempt = 1;; attempt++) try {
			return await this.#once(url, form, read);
		} catch (error) {
			if (error instanceof ServiceError) throw error;
			const why = error instanceof Error ? error.message : String(error);
			if (attempt === TUNING.pull_attempts) throw unreachable(url, why, error);
			const wait_ms = (error instanceof Retry ? error.after_ms : null) ?? TUNING.pull_backoff_ms * 2 ** (attempt - 1);
			await (this.#source.wait ?? setTimeout)(Math.min(wait_ms, LIMIT.pull_wait_ms));
		}
	}
	async #once(url, form, read) {
		const { request } = await import("./undici-D7u7hlXi.js").then((m) => /* @__PURE__ */ __toESM(m.default, 1));
		const { statusCode, headers, body } = await request(url, {
			method: form === void 0 ? "GET" : "POST",
			headers: {
				authorization: this.#source.authorization,
				accept: "*/*",
				...form === void 0 ? {} : { "content-type": "application/x-www-form-urlencoded" }
			},
			...form === void 0 ? {} : { body: form.toString() },
			headersTimeout: TUNING.pull_timeout_ms,
			bodyTimeout: TUNING.pull_timeout_ms
		});
		if (statusCode === 200) return read(body);
		const said = (await body.text().catch(() => "")).slice(0, SAID_CHARS);
		if (statusCode === 404) return null;
		if (statusCode === 429 || statusCode >= 500) throw new Retry(`it answered ${statusCode}`, retryAfter(headers["retry-after"]));
		throw refused(url, statusCode, said);
	}
	/** The key goes nowhere else, whatever an answer names as its next page. */
	#urlOf(address) {
		const { origin } = this.#source;
		const url = URL.canParse(address, origin) ? new URL(address, origin) : null;
		if (url === null || url.origin !== new URL(origin).origin) throw new ServiceError("invalid_input", `${origin} names ${address} as its next page, which is another server.`);
		return url;
	}
};
const SAID_CHARS = 300;
/** Seconds, or a date. */
function retryAfter(header) {
	if (typeof header !== "string") return null;
	const seconds = Number(header);
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1e3);
	const until_ms = Date.parse(header);
	return Number.isNaN(until_ms) ? null : Math.max(0, until_ms - Date.now());
}
function refused(url, status, said) {
	const what = said === "" ? "" : `: ${said.replaceAll(/\s+/g, " ")}`;
	const hint = status === 401 || status === 403 ? " Is the key right, and may it read this project?" : "";
	return new ServiceError("invalid_input", `${url.origin}${url.pathname} answered ${status}${what}.${hint}`);
}
function unreachable(url, why, cause) {
	return new ServiceError("invalid_input", `${url.origin}${url.pathname} could not be read in ${TUNING.pull_attempts} attempts: ${why}. What came so far is kept; the same command goes on from there.`, { cause });
}
function tooLarge(address) {
	return new ServiceError("too_large", `${address} answers with more than ${LIMIT.pulled_page_bytes} bytes.`);
}
// src/cli/pulls/days.ts
/** Exports that are asked for by day. */
/** `2026-03-01` … in order, both included. @throws ServiceError if they are no days, or in the wrong order */
function daysBetween(since, until) {
	if (since === void 0) throw new ServiceError("invalid_input", "Say from which day on events are taken: --since 2026-01-01");
	const [from_ms, to_ms] = [dayOf(since, "--since"), dayOf(until, "--until")];
	if (to_ms < from_ms) throw new ServiceError("invalid_input", `--until ${until} lies before --since ${since}.`);
	const days = Math.round((to_ms - from_ms) / DAY_MS) + 1;
	return Array.from({ length: days }, (_, day) => dayText(from_ms + day * DAY_MS));
}
/** @throws ServiceError if it is none */
function dayAfter(until) {
	return dayText(dayOf(until, "--until") + DAY_MS);
}
function dayText(time_ms) {
	return new Date(time_ms).toISOString().slice(0, 10);
}
function dayOf(text, option) {
	const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
	if (!Number.isNaN(ms)) return ms;
	throw new ServiceError("invalid_input", `${option} takes a day as 2026-01-31; "${text}" is none.`);
}
// src/cli/pulls/folder.ts
/** Where pages wait until all are there, so that an import is whole, and an interrupted one goes on. */
const STATE = "state.json";
var PullFolder = class {
	path;
	/** @param asked what is asked for; a folder of something else is refused */
	constructor(path, asked) {
		this.path = path;
		mkdirSync(path, { recursive: true });
		const before = this.#read("asked.json");
		const text = JSON.stringify(asked);
		if (before !== null && JSON.stringify(before) !== text) throw new ServiceError("conflict", `${path} holds pages of another import. Remove it, or ask for the same.`);
		this.#write("asked.json", text);
	}
	has(name) {
		return existsSync(join(this.path, name));
	}
	file(name) {
		return join(this.path, name);
	}
	writeLines(name, lines) {
		this.#write(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
	}
	/** In the order in which they are to be imported. */
	files() {
		return readdirSync(this.path).filter((name) => !name.endsWith(".part") && !name.endsWith(".json")).sort().map((name) => join(this.path, name));
	}
	progressOf(list) {
		const state = this.#read(STATE);
		const found = isObject(state) ? state[list] : void 0;
		if (!isObject(found)) return null;
		const { next, pages } = found;
		return {
			next: typeof next === "string" ? next : null,
			pages: Number(pages)
		};
	}
	/** Called after the page is written: what is repeated after a crash is known again. */
	noteProgress(list, progress) {
		const state = this.#read(STATE);
		this.#write(STATE, JSON.stringify({
			...isObject(state) ? state : {},
			[list]: progress
		}));
	}
	remove() {
		rmSync(this.path, {
			recursive: true,
			force: true
		});
	}
	#read(name) {
		try {
			return JSON.parse(readFileSync(join(this.path, name), "utf8"));
		} catch {
			return null;
		}
	}
	#write(name, text) {
		const part = join(this.path, `${name}.part`);
		writeFileSync(part, text);
		renameSync(part, join(this.path, name));
	}
};
// src/cli/pulls/amplitude.ts
/** Amplitude: its export API, a zip archive for each day. */
const amplitude = {
	host: "https://amplitude.com",
	authorization: (key) => `Basic ${Buffer.from(key).toString("base64")}`,
	pull: pull$3
};
/** A day without events is answered with 404. */
async function* pull$3(client, folder, asked) {
	for (const [at, day] of daysBetween(asked.since, asked.until).entries()) {
		const [name, none] = [`events-${day}.zip`, `events-${day}.none.json`];
		if (!folder.has(name) && !folder.has(none)) {
			const hours = day.replaceAll("-", "");
			const address = `/api/2/export?start=${hours}T00&end=${hours}T23`;
			if (!await client.download(address, folder.file(name), checkArchive)) folder.writeLines(none, []);
		}
		yield {
			list: `events of ${day}`,
			items: at + 1
		};
	}
}
async function checkArchive(path) {
	const files = await archived(path);
	if (files === null) throw new Error("no zip archive");
	for (const file of files) for await (const _ of archivedBytes(path, file));
}
// src/cli/pulls/mixpanel.ts
/** Mixpanel: events by day of its raw export API, and profiles of its engage API. */
const PEOPLE = "z-people";
const mixpanel = {
	host: "https://data.mixpanel.com",
	authorization: (key) => `Basic ${Buffer.from(key.includes(":") ? key : `${key}:`).toString("base64")}`,
	pull: pull$2
};
async function* pull$2(client, folder, asked) {
	const project = asked.project === void 0 ? "" : `project_id=${encodeURIComponent(asked.project)}`;
	for (const [at, day] of daysBetween(asked.since, asked.until).entries()) {
		const name = `events-${day}.ndjson`;
		if (!folder.has(name)) {
			const address = `/api/2.0/export?from_date=${day}&to_date=${day}&${project}`;
			if (!await client.download(address, folder.file(name), checkLines)) folder.writeLines(name, []);
		}
		yield {
			list: `events of ${day}`,
			items: at + 1
		};
	}
	yield* pullPeople(client.at(queryOrigin(client.origin)), folder, project);
}
/** Profiles are at another address than events: `eu.mixpanel.com` for `data-eu.mixpanel.com`. */
function queryOrigin(origin) {
	return origin.replace(/^https:\/\/data(?:-(\w+))?\.mixpanel\.com$/, (_, region) => region === void 0 ? "https://mixpanel.com" : `https://${region}.mixpanel.com`);
}
/** Pages belong to a session, which the first answer names: they cannot be gone on with later. */
async function* pullPeople(client, folder, project) {
	if (folder.has(`${PEOPLE}.ndjson`)) return;
	const people = [];
	let session = null;
	for (let page = 0;; page++) {
		const form = new URLSearchParams(session === null ? {} : {
			session_id: session,
			page: String(page)
		});
		const answer = await client.json(`/api/query/engage?${project}`, form);
		const results = isObject(answer) && Array.isArray(answer["results"]) ? answer["results"].filter(isObject) : [];
		people.push(...results);
		yield {
			list: "people",
			items: people.length
		};
		session = isObject(answer) && typeof answer["session_id"] === "string" ? answer["session_id"] : null;
		const page_size = isObject(answer) ? Number(answer["page_size"]) : 0;
		if (session === null || results.length === 0 || results.length < page_size) break;
	}
	folder.writeLines(`${PEOPLE}.ndjson`, people);
}
/** An export that is cut ends within a line. */
async function checkLines(path) {
	let last = "";
	for await (const line of createInterface({ input: createReadStream(path) })) if (line.trim() !== "") last = line;
	if (last !== "") JSON.parse(last);
}
// src/cli/pulls/pages.ts
/** Lists with pages: an object with `results` and the address of the next page. */
/** All items of a short list. Nothing if the server has no such list. */
async function allOf(client, address) {
	const items = [];
	for await (const page of pagesOf(client, address)) items.push(...page.items);
	return items;
}
/** Each page into a file of its own, going on where it was interrupted. */
async function* pullPages(client, folder, { list, address, lineOf }) {
	const before = folder.progressOf(list);
	if (before !== null && before.next === null) return;
	let pages = before?.pages ?? 0;
	let items = 0;
	for await (const page of pagesOf(client, before?.next ?? address)) {
		pages++;
		items += page.items.length;
		if (page.items.length > 0) folder.writeLines(`${list}-${String(pages).padStart(8, "0")}.ndjson`, page.items.map(lineOf));
		folder.noteProgress(list, {
			next: page.next,
			pages
		});
		yield {
			list,
			items
		};
	}
}
async function* pagesOf(client, address) {
	const asked = /* @__PURE__ */ new Set();
	for (let next = address; next !== null;) {
		if (asked.has(next)) throw repeated(next);
		asked.add(next);
		const page = await client.json(next);
		if (page === null) return;
		const results = Array.isArray(page) ? page : isObject(page) ? page["results"] : void 0;
		if (!Array.isArray(results)) throw odd(next);
		const after = isObject(page) ? page["next"] : null;
		next = typeof after === "string" && after !== "" ? after : null;
		yield {
			items: results.filter(isObject),
			next
		};
	}
}
function repeated(address) {
	return new ServiceError("invalid_input", `The server names ${address} as the next page again: its list never ends.`);
}
function odd(address) {
	return new ServiceError("invalid_input", `${address} answers with no list. Is it the address of such a server?`);
}
// src/cli/pulls/posthog.ts
/** PostHog, and whatever answers like it: people, events, and what a project has saved. */
const PAGE = "limit=1000";
const ALWAYS = "1970-01-02";
const posthog = {
	host: "https://us.posthog.com",
	authorization: (key) => `Bearer ${key}`,
	pull: pull$1,
	saved
};
function base({ project = "@current" }) {
	return `/api/projects/${encodeURIComponent(project)}`;
}
/** Ids come first, so that no event makes a stranger; properties of people and groups last, so that they win. */
async function* pull$1(client, folder, asked) {
	const at = base(asked);
	const persons = `${at}/persons/?${PAGE}`;
	const range = new URLSearchParams({
		after: asked.since ?? ALWAYS,
		...asked.said_until === void 0 ? {} : { before: dayAfter(asked.said_until) }
	});
	yield* pullPages(client, folder, {
		list: "1-ids",
		address: persons,
		lineOf: ({ distinct_ids, created_at }) => ({
			type: "person",
			distinct_ids,
			created_at
		})
	});
	yield* pullPages(client, folder, {
		list: "2-events",
		address: `${at}/events/?${PAGE}&${range}`,
		lineOf: eventLine
	});
	for (const type of await allOf(client, `${at}/groups_types/`)) {
		const { group_type, group_type_index } = type;
		yield* pullPages(client, folder, {
			list: `3-groups-${String(group_type_index)}`,
			address: `${at}/groups/?group_type_index=${String(group_type_index)}`,
			lineOf: (group) => groupLine(group, group_type)
		});
	}
	yield* pullPages(client, folder, {
		list: "4-people",
		address: persons,
		lineOf: ({ distinct_ids, properties }) => ({
			type: "person",
			distinct_ids,
			properties
		})
	});
}
function eventLine({ id, uuid, event, distinct_id, timestamp, properties }) {
	return {
		event,
		distinct_id,
		timestamp,
		uuid: uuid ?? id,
		properties
	};
}
function groupLine({ group_key, group_properties, created_at }, group_type) {
	return {
		type: "group",
		group_type,
		group_key,
		properties: group_properties,
		created_at
	};
}
async function saved(client, asked) {
	const at = base(asked);
	const rows = [];
	for (const folder of [
		"actions",
		"cohorts",
		"insights",
		"annotations"
	]) for (const item of await allOf(client, `${at}/${folder}/?limit=100`)) rows.push({
		folder,
		item
	});
	for (const { id } of await allOf(client, `${at}/dashboards/?limit=100`)) {
		const item = await client.json(`${at}/dashboards/${String(id)}/`);
		if (isObject(item)) rows.push({
			folder: "dashboards",
			item
		});
	}
	return rows.filter(({ item }) => item["deleted"] !== true);
}
// src/cli/pulls/index.ts
/** Products that can be imported from by their API. */
const PULLERS = {
	posthog,
	mixpanel,
	amplitude
};
// src/cli/importing/pull.ts
/** `insights-mcp import posthog`, `mixpanel`, `amplitude`: from another product's API, first into a folder, then as one import. */
async function pull(name, options) {
	const { imported, saved } = await pullAll(name, options);
	reportImport(imported, {
		...options,
		verbose: false
	});
	if (saved !== null) tellSaved(saved);
}
async function pullAll(name, options, wait) {
	const puller = PULLERS[name];
	const origin = originOf(options.host ?? puller.host);
	const asked = {
		project: options.project,
		since: options.since,
		until: options.until ?? dayText(Date.now()),
		said_until: options.until
	};
	const path = prepareDatabase(options.db);
	const source = [
		name,
		new URL(origin).host,
		options.project ?? ""
	].join(" ").trim();
	const folder = new PullFolder(resolve(options.folder ?? `${path}.${source.replaceAll(/[^\w.-]+/g, "-")}`), {
		source,
		since: options.since ?? "",
		until: options.until ?? ""
	});
	const client = new Client({
		origin,
		authorization: puller.authorization(options.key),
		...wait && { wait }
	});
	const stop = stopSignal();
	const bar = openProgress();
	try {
		for await (const { list, items } of puller.pull(client, folder, asked)) {
			bar.update(null, items, list);
			if (stop.signal.aborted) throw interrupted(folder.path);
		}
		const saved = "saved" in puller ? await puller.saved(client, asked) : [];
		bar.end();
		if (folder.files().length + saved.length === 0) {
			folder.remove();
			throw new ServiceError("does_not_exist", `There was nothing at ${origin}. Is it the right project, and are these the days?`);
		}
		return await store(path, folder, {
			...options,
			source,
			saved,
			signal: stop.signal
		});
	} finally {
		bar.end();
		stop.end();
	}
}
async function store(path, folder, options) {
	const { saved, signal, source, timezone, into } = options;
	const service = openService({
		path,
		computing: { place: "here" }
	});
	try {
		const inputs = await lookAt(folder.files(), {
			source,
			...timezone === void 0 ? {} : { timezone }
		});
		const imported = await importInto(service, inputs, {
			...into === void 0 ? {} : { project: into },
			signal
		});
		if (imported.is_stopped) return {
			imported,
			saved: null
		};
		const { id } = findProject(service, localOwner(service), into ?? null);
		const applied = saved.length === 0 ? null : applyForeign(ownContext(service, id, signal), saved);
		if (imported.refused === 0) folder.remove();
		return {
			imported,
			saved: applied
		};
	} finally {
		await service.close();
	}
}
function tellSaved({ applied, left_out }) {
	const count = (change) => applied.filter((one) => one.change === change).length;
	process.stderr.write(`Saved things: ${count("create")} created, ${count("update")} changed, ${count("unchanged")} as they were, ${left_out.length} left out.\n`);
	for (const { path, reason } of left_out) process.stderr.write(`  ${path}: ${reason}\n`);
}
/** @throws ServiceError unless it is an address of a server */
function originOf(host) {
	const text = /^https?:\/\//i.test(host) ? host : `https://${host}`;
	if (URL.canParse(text)) return new URL(text).origin;
	throw new ServiceError("invalid_input", `--host takes an address as https://eu.posthog.com; "${host}" is none.`);
}
function interrupted(folder) {
	return new ServiceError("invalid_input", `Stopped. What came so far is in ${folder}; the same command goes on from there.`);
}
export { pull };
