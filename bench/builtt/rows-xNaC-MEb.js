import { n as weighted, r as zipf, t as seeded } from "./random-D6Z-1bUL.js";
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { finished } from "node:stream/promises";
// bench/text_file.ts
/** Large files, written line by line. */
const CHUNK_CHARS = 1 << 20;
function newTextFile(path) {
	const out = createWriteStream(path);
	let text = "";
	return {
		async add(line) {
			text += line;
			if (text.length < CHUNK_CHARS) return;
			const chunk = text;
			text = "";
			if (!out.write(chunk)) await once(out, "drain");
		},
		async end() {
			out.end(text);
			await finished(out);
		}
	};
}
// bench/old/generate.ts
/**
* Events made for the benchmark's questions: 60 days, 40 events (about half are $pageview), a
* sign-up funnel, 2,000 addresses, sessions of about eight events. A person's sessions do not overlap, so no two events
* of one person share an instant. A quarter of those who sign up get a second id then, by $identify.
*/
const START_MS = Date.UTC(2026, 0, 1);
const DAY_MS = 864e5;
const END_MS = START_MS + 60 * DAY_MS;
const EVENTS_PER_SESSION = 8;
const SESSION_EVENTS_MAX = 120;
const SESSIONS_MAX = 900;
const EVENTS_PER_PERSON = 25;
/** Low bits of a sort key: index of the event. */
const PLACE_BITS = 26;
const SIGN_UP = [
	"signup_started",
	"signup_email_entered",
	"signup_verified",
	"signup_completed",
	"project_created"
];
/** Probability of the next funnel step at each event. */
const SIGN_UP_CHANCE = [
	.1,
	.45,
	.5,
	.6,
	.3
];
const COMMON = [
	["$pageview", 40.5],
	["$autocapture", 17],
	["$pageleave", 13],
	["purchase", .7],
	["error_shown", 1.5]
];
const FEATURES = Array.from({ length: 30 }, (_, index) => `feature_${String(index + 1).padStart(2, "0")}`);
const EVENTS = [
	"$identify",
	...SIGN_UP,
	...COMMON.map(([name]) => name),
	...FEATURES
];
const PAGEVIEW = EVENTS.indexOf("$pageview");
const PURCHASE = EVENTS.indexOf("purchase");
const IDENTIFY = EVENTS.indexOf("$identify");
const SIGNED_UP = EVENTS.indexOf("signup_completed");
const FIRST_SIGN_UP = EVENTS.indexOf(SIGN_UP[0]);
const BROWSERS = [
	["Chrome", 62],
	["Safari", 19],
	["Firefox", 7],
	["Edge", 8],
	["Opera", 2],
	["Samsung Internet", 2]
];
const SYSTEMS = [
	["Windows", 38],
	["Mac OS X", 24],
	["iOS", 16],
	["Android", 15],
	["Linux", 5],
	["Chrome OS", 2]
];
const PLANS = [
	["free", 70],
	["pro", 22],
	["enterprise", 8]
];
const COUNTRIES = "US DE GB FR IN BR CA ES NL PL SE IT JP AU MX CH AT BE DK NO FI PT IE CZ KR SG".split(" ");
const SECTIONS = [
	"docs",
	"blog",
	"project",
	"settings",
	"pricing",
	"p"
];
const URLS = Array.from({ length: 2e3 }, (_, at) => `https://app.example.com/${SECTIONS[at % 6]}/${at}`);
/** About `count` events in time order, deterministic per seed. */
function* generate(count, seed = 1) {
	const random = seeded(seed);
	const pickers = makePickers(random);
	const persons = [];
	const columns = newColumns(Math.ceil(count * 1.3) + 1e3);
	const number = Math.ceil(count / EVENTS_PER_PERSON);
	const activity = Array.from({ length: number }, (_, rank) => 1 / (rank + 40) ** .75);
	const total = activity.reduce((sum, value) => sum + value, 0);
	const extra = Math.max(0, count / EVENTS_PER_SESSION - number);
	for (let at = 0; at < number; at++) {
		persons.push({
			system: pickers.system(),
			plan: pickers.plan(),
			country: pickers.country()
		});
		const sessions = 1 + Math.floor(extra * activity[at] / total + random.next());
		addPerson(columns, at, Math.min(SESSIONS_MAX, sessions), random, pickers);
	}
	for (const place of placesInTimeOrder(columns)) yield eventAt(columns, place, persons);
}
function newColumns(capacity) {
	return {
		length: 0,
		time_ms: new Float64Array(capacity),
		event: new Uint8Array(capacity),
		url: new Uint16Array(capacity),
		browser: new Uint8Array(capacity),
		person: new Uint32Array(capacity),
		session: new Uint32Array(capacity),
		is_known: new Uint8Array(capacity),
		amount: new Float64Array(capacity)
	};
}
function makePickers(random) {
	const features = zipf(FEATURES);
	const sum = features.reduce((total, [, weight]) => total + weight, 0);
	const events = [...COMMON, ...features.map(([name, weight]) => [name, 20 * weight / sum])];
	return {
		event: weighted(random, events.map(([name, weight]) => [EVENTS.indexOf(name), weight])),
		url: weighted(random, zipf(URLS.map((_, at) => at))),
		browser: weighted(random, BROWSERS.map(([, weight], at) => [at, weight])),
		system: weighted(random, SYSTEMS),
		plan: weighted(random, PLANS),
		country: weighted(random, zipf(COUNTRIES))
	};
}
function addPerson(columns, number, sessions, random, pickers) {
	const is_new = random.chance(.65);
	const first_day = is_new ? random.next() * 60 : 0;
	const starts = Array.from({ length: sessions }, () => first_day + random.next() * (60 - first_day)).sort((left, right) => left - right);
	const progress = {
		number,
		has_second_id: random.chance(.25),
		browser: pickers.browser(),
		step: is_new || random.chance(.3) ? 0 : SIGN_UP.length,
		is_known: false,
		until_ms: START_MS
	};
	for (const [session, day] of starts.entries()) {
		const start_ms = START_MS + Math.floor(day * DAY_MS);
		addSession(columns, progress, session, Math.max(start_ms, progress.until_ms), random, pickers);
	}
}
function addSession(columns, progress, session, start_ms, random, pickers) {
	const length = Math.min(SESSION_EVENTS_MAX, 1 + Math.floor(random.exponential(7)));
	const browser = random.chance(.03) ? pickers.browser() : progress.browser;
	let time_ms = start_ms;
	let url = pickers.url();
	const add = (event) => {
		if (time_ms >= END_MS) return;
		const at = columns.length++;
		columns.time_ms[at] = time_ms;
		columns.event[at] = event;
		columns.url[at] = url;
		columns.browser[at] = browser;
		columns.person[at] = progress.number;
		columns.session[at] = session;
		columns.is_known[at] = progress.is_known ? 1 : 0;
		columns.amount[at] = event === PURCHASE ? Math.round(100 * Math.exp(3 + random.next() * 3.5)) / 100 : NaN;
		time_ms += 1 + Math.floor(random.exponential(random.chance(.04) ? 9e5 : 35e3));
	};
	for (let index = 0; index < length && time_ms < END_MS; index++) {
		const event = index === 0 ? PAGEVIEW : nextEvent(progress, random, pickers);
		if (event === PAGEVIEW && index > 0) url = pickers.url();
		add(event);
		if (event !== SIGNED_UP || !progress.has_second_id) continue;
		progress.is_known = true;
		add(IDENTIFY);
	}
	progress.until_ms = time_ms;
}
function nextEvent(progress, random, pickers) {
	const { step } = progress;
	if (step < SIGN_UP.length && random.chance(SIGN_UP_CHANCE[step])) return FIRST_SIGN_UP + progress.step++;
	return pickers.event();
}
/** Sorts numeric keys of time and index: many times faster than sorting objects. */
function* placesInTimeOrder({ length, time_ms }) {
	const bits = BigInt(PLACE_BITS);
	const keys = new BigUint64Array(length);
	for (let at = 0; at < length; at++) keys[at] = BigInt(time_ms[at] - START_MS) << bits | BigInt(at);
	keys.sort();
	const mask = (1n << bits) - 1n;
	for (const key of keys) yield Number(key & mask);
}
function eventAt(columns, at, persons) {
	const person = columns.person[at];
	const event = EVENTS[columns.event[at]];
	const anonymous_id = `01990000-0000-7000-8000-${person.toString(16).padStart(12, "0")}`;
	const amount = columns.amount[at];
	const { system, plan, country } = persons[person];
	return {
		time_ms: columns.time_ms[at],
		event,
		person,
		distinct_id: columns.is_known[at] === 1 ? `user_${person}@example.com` : anonymous_id,
		anonymous_id: event === "$identify" ? anonymous_id : null,
		url: URLS[columns.url[at]],
		browser: BROWSERS[columns.browser[at]]?.[0],
		system,
		plan,
		country,
		session_id: `s${person.toString(36)}-${columns.session[at].toString(36)}`,
		amount: Number.isNaN(amount) ? null : amount
	};
}
// bench/old/files.ts
/** The generated events as files: NDJSON for the product's import, tab-separated values for the peers. */
/** Returns the number of events. */
async function writeFiles(files, count) {
	const random = seeded(2);
	const outs = [
		files.with_uuids,
		files.without_uuids,
		files.peers
	].map(newTextFile);
	let events = 0;
	for (const event of generate(count)) {
		const line = lineOf(event);
		const [with_uuids, without_uuids, peers] = outs;
		await with_uuids.add(`{"uuid":"${uuid(event.time_ms, random)}",${line}\n`);
		await without_uuids.add(`{${line}\n`);
		await peers.add(rowOf(event));
		events++;
	}
	for (const out of outs) await out.end();
	return events;
}
/** The event as JSON, without its opening brace. */
function lineOf(event) {
	const { time_ms, distinct_id, anonymous_id, amount } = event;
	const properties = {
		$current_url: event.url,
		$browser: event.browser,
		$os: event.system,
		$session_id: event.session_id,
		$geoip_country_code: event.country,
		plan: event.plan,
		...amount === null ? {} : { amount },
		...anonymous_id === null ? {} : { $anon_distinct_id: anonymous_id }
	};
	const timestamp = new Date(time_ms).toISOString();
	return JSON.stringify({
		event: event.event,
		distinct_id,
		timestamp,
		properties
	}).slice(1);
}
function rowOf(event) {
	const { time_ms, person, distinct_id, url, browser, system, plan, country, session_id, amount } = event;
	return `${[
		new Date(time_ms).toISOString().replace("T", " ").slice(0, -1),
		event.event,
		person,
		distinct_id,
		url,
		browser,
		system,
		plan,
		country,
		session_id
	].join("	")}\t${amount ?? "\\N"}\n`;
}
function uuid(time_ms, random) {
	const time = time_ms.toString(16).padStart(12, "0");
	const hex = (bits) => random.below(2 ** bits).toString(16).padStart(bits / 4, "0");
	return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(12)}-8${hex(12)}-${hex(24)}${hex(24)}`;
}
// bench/rows.ts
/** Drops zeros: SQL has no rows for what does not exist. */
function present(rows) {
	return rows.filter((row) => row[row.length - 1] !== 0);
}
function days(first) {
	return ([series]) => present((series?.data ?? []).map((value, at) => [first + at, value]));
}
function byValue(result) {
	return present(result.flatMap(({ data, breakdown_value }) => data.map((value, day) => [
		day,
		textOf(breakdown_value),
		value
	])));
}
function textOf(value) {
	return Array.isArray(value) ? value.join("::") : String(value ?? "");
}
/** For displays with one number per value. */
function totals(result) {
	return present(result.map(({ breakdown_value, aggregated_value = 0 }) => [textOf(breakdown_value), aggregated_value]));
}
/** For cumulative numbers: those that differ from the one before. */
function firstAndLater([series]) {
	return present((series?.data ?? []).flatMap((value, at, all) => at > 0 && all[at - 1] === value ? [] : [[at, value]]));
}
function byStatus(result) {
	return present(result.flatMap(({ data, status }) => data.map((value, day) => [
		day,
		status ?? "",
		Math.abs(value)
	])));
}
function counts(result) {
	return [result.map(({ count }) => count)];
}
/** Counts, then mean and median of the times between steps, in milliseconds. */
function withTimes(result) {
	const later = result.slice(1);
	const ms = (seconds) => Math.round((seconds ?? 0) * 1e3);
	return [[
		...result.map(({ count }) => count),
		...later.map((step) => ms(step.average_conversion_time)),
		...later.map((step) => ms(step.median_conversion_time))
	]];
}
function countsByValue(result) {
	return result.map((table) => [textOf(table[0]?.breakdown_value), ...table.map(({ count }) => count)]);
}
function byDay([series]) {
	if (series === void 0) return [];
	return series.reached_from_counts.flatMap((entered, day) => {
		return entered === 0 ? [] : [[
			day,
			entered,
			series.reached_to_counts[day]
		]];
	});
}
function triangle(result) {
	return present(result.flatMap(({ values }, start) => values.map(({ count }, later) => [
		start,
		later,
		count
	])));
}
function edges(result) {
	return result.map(({ source, target, value, average_conversion_time }) => [
		source,
		target,
		value,
		Math.round(average_conversion_time)
	]);
}
export { newTextFile as _, countsByValue as a, firstAndLater as c, withTimes as d, lineOf as f, generate as g, START_MS as h, counts as i, totals as l, writeFiles as m, byStatus as n, days as o, uuid as p, byValue as r, edges as s, byDay as t, triangle as u };
