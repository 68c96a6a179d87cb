import { n as weighted, r as zipf, t as seeded } from "./random-D6Z-1bUL.js";
import { c as toWall, i as fromWall } from "./zone-D9121KND.js";
import { _ as newTextFile, a as countsByValue, c as firstAndLater, i as counts, l as totals, n as byStatus, o as days, p as uuid, r as byValue, s as edges, t as byDay, u as triangle } from "./rows-xNaC-MEb.js";
import { join } from "node:path";
// bench/web/vocabulary.ts
/** Words of the web shape: event names, addresses, places, devices. Frequent ones first. */
const COMMON_EVENTS = [
	["$pageview", 49],
	["$pageleave", 13],
	["$autocapture", 11],
	["product viewed", 4],
	["$web_vitals", 3],
	["search", 1.8],
	["added to cart", 1.5],
	["purchase", 1.1],
	["video played", .9],
	["$rageclick", .8],
	["filter applied", .7],
	["banner shown", .6],
	["banner clicked", .4],
	["checkout started", .4],
	["chat opened", .3],
	["error shown", .3],
	["newsletter signup", .2]
];
/** Generated at sign-up or on a second device, not at random. */
const SIGN_UP_EVENTS = [
	"signup started",
	"signup completed",
	"$identify"
];
/** Describes a group. */
const GROUP_EVENT = "$groupidentify";
const INDUSTRIES = [
	"retail",
	"software",
	"health",
	"finance",
	"travel",
	"energy"
];
const SECTIONS = [
	"products",
	"blog",
	"docs",
	"category",
	"help",
	"offers",
	"account",
	"stories"
];
const SLUGS = "quick winter light garden urban classic smart solid fresh north river stone paper cedar".split(" ");
const CAMPAIGNS = [
	[null, 82],
	["spring_sale", 7],
	["newsletter_04", 5],
	["retargeting", 4],
	["launch", 2]
];
const REFERRERS = [
	[null, 46],
	["https://www.google.com/", 34],
	["https://news.ycombinator.com/", 6],
	["https://www.bing.com/", 6],
	["https://t.co/", 5],
	["https://duckduckgo.com/", 3]
];
const COUNTRIES = "US GB DE CA FR IN BR AU ES NL IT JP MX SE PL CH BE AT DK NO FI PT IE CZ KR SG NZ ZA AR CL".split(" ");
const BROWSERS = [
	["Chrome", 61],
	["Mobile Safari", 15],
	["Safari", 9],
	["Edge", 6],
	["Firefox", 5],
	["Samsung Internet", 2],
	["Opera", 2]
];
const SYSTEMS = [
	["Windows", 41],
	["iOS", 19],
	["Mac OS X", 18],
	["Android", 17],
	["Linux", 5]
];
const SCREENS = [
	[1920, 30],
	[1536, 14],
	[390, 14],
	[1440, 12],
	[393, 9],
	[360, 8],
	[2560, 7],
	[1366, 6]
];
const PLANS = [
	"free",
	"starter",
	"pro",
	"enterprise"
];
const QUERIES = "lamp,desk lamp,chair,oak table,gift,sofa bed,rug,shelf,mirror,plant pot".split(",");
const TAGS = [
	"new",
	"sale",
	"gift",
	"eco",
	"bundle",
	"preorder"
];
/** Weight of each local hour, and of each weekday from Monday. */
const HOURS = [
	2,
	1,
	1,
	1,
	1,
	2,
	4,
	7,
	10,
	12,
	13,
	13,
	12,
	12,
	13,
	13,
	12,
	11,
	11,
	12,
	13,
	11,
	8,
	4
];
const WEEKDAYS = [
	11,
	12,
	12,
	12,
	11,
	7,
	7
];
// bench/web/generate.ts
/**
* Events like those of a real product: two years of growth with daily and weekly rhythm in New York, people of
* very unequal weight (a third with one event, five bots with one percent each), several devices that turn out to be
* one person, two kinds of groups, hundreds of thousands of addresses, and a share of events that arrive days late.
* Deterministic per seed and knobs.
*/
const ZONE = "America/New_York";
const START_DAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS$1 = 864e5;
const KNOBS = {
	events: 3e6,
	seed: 7,
	names: 300,
	days: 730,
	merged: .11,
	late: .02,
	bots: 5,
	tail: 1.8,
	properties: 0
};
const SIGN_UP_SHARE = .42;
/** Share of those who start to sign up. */
const KNOWN_SHARE = .67;
const SESSION_EVENTS_MAX = 150;
const SESSIONS_MAX = 600;
function makeWorld(knobs) {
	const random = seeded(knobs.seed);
	const names = namesOf(knobs);
	const addresses = Math.max(2e3, Math.round(knobs.events / 14));
	const companies = Math.max(50, Math.round(knobs.events / 250));
	const pickers = makePickers(random, knobs, names, {
		addresses,
		companies
	});
	const made = newColumns(Math.ceil(knobs.events * 1.03) + SESSION_EVENTS_MAX);
	const persons = [];
	let sessions = 0;
	const wanted = Math.round(knobs.events * (1 - knobs.bots / 100));
	while (made.length < wanted) {
		const person = pickers.person(persons.length, false);
		persons.push(person);
		sessions = addPerson(made, person, sessions, {
			random,
			knobs,
			pickers,
			names
		});
	}
	for (let bot = 0; bot < knobs.bots; bot++) {
		const person = pickers.person(persons.length, true);
		persons.push(person);
		sessions = addBot(made, person, sessions, {
			random,
			knobs,
			pickers,
			names
		});
	}
	persons.push(pickers.person(persons.length, true));
	nameCompanies(made, persons.at(-1), companies, sessions, {
		random,
		knobs,
		pickers,
		names
	});
	return {
		knobs,
		names,
		persons,
		addresses,
		companies,
		made
	};
}
function namesOf({ names }) {
	const common = [
		...COMMON_EVENTS.map(([name]) => name),
		...SIGN_UP_EVENTS,
		GROUP_EVENT
	];
	const rare = Array.from({ length: names - common.length }, (_, at) => `feature ${String(at + 1).padStart(3, "0")} used`);
	return [...common, ...rare];
}
function makePickers(random, knobs, names, { addresses, companies }) {
	const rare = zipf(names.slice(names.indexOf(GROUP_EVENT) + 1), .7);
	const share = 15 / rare.reduce((sum, [, weight]) => sum + weight, 0);
	const weights = [...COMMON_EVENTS.map(([, weight], at) => [at, weight]), ...rare.map(([name, weight]) => [names.indexOf(name), weight * share])];
	const days = Array.from({ length: knobs.days }, (_, day) => {
		return [day, (1 + 2 * day / knobs.days) * WEEKDAYS[day % 7]];
	});
	const numbers = (count) => Array.from({ length: count }, (_, at) => at);
	const country = weighted(random, zipf(numbers(COUNTRIES.length), 1.1));
	const city = weighted(random, zipf(numbers(40), 1));
	const company = weighted(random, zipf(numbers(companies), .6));
	const codes = (items) => weighted(random, items.map(([, weight], at) => [at, weight]));
	const [system, browser, screen] = [
		codes(SYSTEMS),
		codes(BROWSERS),
		codes(SCREENS)
	];
	return {
		event: weighted(random, weights),
		address: weighted(random, zipf(numbers(addresses), .75)),
		day: weighted(random, days),
		hour: codes(HOURS.map((weight) => [null, weight])),
		person(number, is_bot) {
			const signs_up = !is_bot && random.chance(SIGN_UP_SHARE);
			return {
				number,
				is_bot,
				signs_up,
				country: country(),
				city: city(),
				system: system(),
				browser: browser(),
				screen: screen(),
				company: company(),
				has_second_device: signs_up && random.chance(Math.min(1, knobs.merged / (SIGN_UP_SHARE * KNOWN_SHARE)))
			};
		}
	};
}
/** Returns the number of sessions so far. */
function addPerson(made, person, sessions, making) {
	const { random, knobs, pickers } = making;
	const progress = {
		is_known: false,
		plan: 0
	};
	let day = pickers.day();
	if (!person.signs_up && random.chance(.57)) {
		add(made, {
			person,
			progress,
			id: 0,
			session: sessions,
			address: pickers.address()
		}, making, timeOn(day, making), 0);
		return sessions + 1;
	}
	const count = Math.min(SESSIONS_MAX, Math.floor((1 - random.next()) ** (-1 / knobs.tail)));
	const at = Math.max(count, person.has_second_device ? 3 : person.signs_up ? 2 : 1);
	let until_ms = 0;
	for (let index = 0; index < at && day < knobs.days; index++) {
		const start_ms = Math.max(timeOn(day, making), until_ms + 1800001);
		until_ms = addSession(made, person, {
			progress,
			index,
			session: sessions++,
			start_ms
		}, making);
		day += Math.floor(random.exponential(9));
	}
	return sessions;
}
function timeOn(day, { random, pickers }) {
	const wall_ms = START_DAY_MS + day * DAY_MS$1 + pickers.hour() * 36e5 + random.below(36e5);
	return fromWall(ZONE, wall_ms);
}
function addSession(made, person, { progress, index, session, start_ms }, making) {
	const { random, pickers, names } = making;
	const events = Math.min(SESSION_EVENTS_MAX, 1 + Math.floor(random.exponential(4)));
	const on_second = person.has_second_device && index === 2 && progress.is_known;
	const at = {
		person,
		progress,
		id: on_second ? 2 : progress.is_known ? 1 : 0,
		session,
		address: pickers.address()
	};
	let time_ms = start_ms;
	const step = () => 1 + Math.floor(random.exponential(random.chance(.05) ? 6e5 : 28e3));
	const say = (event) => {
		add(made, at, making, time_ms, event);
		time_ms += step();
	};
	for (let done = 0; done < events; done++) {
		const event = done === 0 ? 0 : pickers.event();
		if (event === 0 && done > 0) at.address = pickers.address();
		say(event);
	}
	if (person.signs_up && index === 1 && !progress.is_known) {
		say(names.indexOf("signup started"));
		if (random.chance(KNOWN_SHARE)) {
			say(names.indexOf("signup completed"));
			progress.is_known = true;
			say(names.indexOf("$identify"));
			at.id = 1;
			say(0);
		}
	} else if (on_second) say(names.indexOf("$identify"));
	else if (progress.is_known && progress.plan < 3 && random.chance(.06)) {
		progress.plan++;
		at.id = 1;
		say(names.indexOf("$identify"));
	}
	return time_ms;
}
/** Active throughout the period, day and night. */
function addBot(made, person, sessions, making) {
	const { random, knobs, pickers } = making;
	const count = Math.round(knobs.events / 100);
	const step_ms = knobs.days * DAY_MS$1 / count;
	const progress = {
		is_known: false,
		plan: 0
	};
	for (let index = 0; index < count; index++) {
		const session = sessions + Math.floor(index / 400);
		const time_ms = Math.floor(START_DAY_MS + DAY_MS$1 + (index + random.next() * .9) * step_ms * .99);
		add(made, {
			person,
			progress,
			id: 0,
			session,
			address: pickers.address()
		}, making, time_ms, 0);
	}
	return sessions + Math.ceil(count / 400);
}
/** Some program describes each company on the first day; its number is in the address. */
function nameCompanies(made, person, companies, session, making) {
	const progress = {
		is_known: false,
		plan: 0
	};
	const event = making.names.indexOf(GROUP_EVENT);
	for (let company = 0; company < companies; company++) add(made, {
		person,
		progress,
		id: 0,
		session,
		address: company
	}, making, START_DAY_MS + DAY_MS$1 + company, event);
}
function add(made, place, { random, knobs, names }, time_ms, event) {
	const at = made.length++;
	const is_late = names[event] !== "$identify" && random.chance(knobs.late);
	made.time_ms[at] = time_ms;
	made.arrived_ms[at] = time_ms + (is_late ? Math.floor(random.exponential(3 * DAY_MS$1)) : 0);
	made.event[at] = event;
	made.person[at] = place.person.number;
	made.id[at] = place.id;
	made.session[at] = place.session;
	made.address[at] = place.address;
	made.plan[at] = place.progress.plan;
}
function newColumns(length) {
	return {
		length: 0,
		time_ms: new Float64Array(length),
		arrived_ms: new Float64Array(length),
		event: new Uint16Array(length),
		person: new Uint32Array(length),
		id: new Uint8Array(length),
		session: new Uint32Array(length),
		address: new Uint32Array(length),
		plan: new Uint8Array(length)
	};
}
/** Indices of events in order of arrival. */
function arrivals({ length, arrived_ms }) {
	const keys = new BigUint64Array(length);
	for (let at = 0; at < length; at++) keys[at] = BigInt(arrived_ms[at] - START_DAY_MS) << 26n | BigInt(at);
	keys.sort();
	return Uint32Array.from(keys, (key) => Number(key & 67108863n));
}
// bench/web/event.ts
/** One generated event with all its properties, as a line for the product and as typed cells for the peers. */
/** `order`: indices of events in order of arrival. */
function finalsOf({ made, persons, names }, order) {
	const plan = new Uint8Array(persons.length).fill(255);
	const last_ms = new Float64Array(persons.length);
	const created_ms = new Float64Array(persons.length).fill(Number.POSITIVE_INFINITY);
	const identify = names.indexOf("$identify");
	const met = new Uint8Array(persons.length);
	for (const at of order) {
		const who = made.person[at];
		const time_ms = made.time_ms[at];
		const device = 1 << (made.id[at] === 2 ? 1 : 0);
		if ((met[who] & device) === 0) created_ms[who] = Math.min(created_ms[who], time_ms);
		met[who] = met[who] | device;
		if (made.event[at] !== identify || time_ms < last_ms[who]) continue;
		plan[who] = made.plan[at];
		last_ms[who] = time_ms;
	}
	return {
		plan,
		created_ms
	};
}
function eventAt(world, finals, at) {
	const { made, names, persons } = world;
	const person = persons[made.person[at]];
	const event = names[made.event[at]];
	const time_ms = made.time_ms[at];
	const address = made.address[at];
	const final = finals.plan[person.number];
	const known = made.id[at] === 1 || event === "$identify";
	const path = pathOf(address);
	const system = SYSTEMS[person.system]?.[0];
	const screen_width = SCREENS[person.screen]?.[0];
	const chance = (salt) => hash(at, salt) / 2 ** 32;
	const bought = event === "purchase" || event === "added to cart";
	const amount = bought ? Math.round(100 * Math.exp(2.5 + chance(1) * 4)) / 100 : null;
	return {
		time_ms,
		event,
		path,
		system,
		screen_width,
		amount,
		person: person.number,
		distinct_id: known ? knownId(person.number) : deviceId(person.number, made.id[at]),
		session_id: `${hex(hash(made.session[at], 2))}-${hex(made.session[at])}`,
		url: `https://shop.example.com${path}?ref=${hash(address, 3) % 97}`,
		referrer: REFERRERS[pick(REFERRERS, hash(made.session[at], 4))]?.[0],
		browser: BROWSERS[person.browser]?.[0],
		browser_version: 110 + Math.floor((time_ms - 17e11) / 26e8) + hash(person.number, 5) % 3,
		system_version: `${10 + hash(person.number, 6) % 8}.${hash(person.number, 7) % 7}`,
		device_type: screen_width < 500 ? "Mobile" : screen_width < 1400 ? "Tablet" : "Desktop",
		country: COUNTRIES[person.country],
		city: `${COUNTRIES[person.country]} city ${person.city}`,
		campaign: CAMPAIGNS[pick(CAMPAIGNS, hash(made.session[at], 8))]?.[0],
		load_ms: Math.round(80 + 900 * chance(9) ** 4 * 10) / 10,
		scroll: Math.round(chance(10) * 1e6) / 1e6,
		depth: Math.floor(12 * chance(11) ** 2),
		is_member: known,
		plan: PLANS[made.plan[at]],
		quantity: bought ? 1 + hash(at, 12) % 5 : null,
		price: amount === null ? null : (amount * .8).toFixed(2),
		query: event === "search" ? QUERIES[Math.floor(chance(13) ** 2 * QUERIES.length)] : null,
		tags: bought || event === "product viewed" ? TAGS.slice(hash(at, 14) % 4, hash(at, 14) % 4 + 1 + hash(at, 15) % 2) : null,
		company: known ? `company-${person.company}` : null,
		team: known && hash(person.company, 16) % 2 === 0 ? `team-${person.company % 997}` : null,
		industry: known ? industryOf(person.company) : null,
		client_ms: time_ms - 1e3 + Math.floor(chance(17) * 4e3),
		person_plan: final === 255 ? null : PLANS[final],
		created_ms: finals.created_ms[person.number]
	};
}
/** As an SDK sends it, without the opening brace and the uuid. */
function lineOf(world, at, event) {
	const { made } = world;
	const screen_height = Math.round(event.screen_width * .5625);
	const properties = {
		$current_url: event.url,
		$pathname: event.path,
		$host: "shop.example.com",
		$referrer: event.referrer,
		$browser: event.browser,
		$browser_version: event.browser_version,
		$os: event.system,
		$os_version: event.system_version,
		$device_type: event.device_type,
		$device_id: deviceId(event.person, made.id[at] === 2 ? 2 : 0),
		$session_id: event.session_id,
		$screen_width: event.screen_width,
		$screen_height: screen_height,
		$geoip_country_code: event.country,
		$geoip_city_name: event.city,
		utm_campaign: event.campaign,
		$lib: "web",
		$lib_version: `1.${Math.floor((event.time_ms - 17e11) / 6e8)}.0`,
		load_ms: event.load_ms,
		scroll: event.scroll,
		depth: event.depth,
		is_member: event.is_member,
		plan: event.plan,
		client_ms: event.client_ms
	};
	const optional = {
		amount: event.amount,
		quantity: event.quantity,
		price: event.price,
		query: event.query,
		tags: event.tags
	};
	for (const [name, value] of Object.entries(optional)) if (value !== null) properties[name] = value;
	if (event.company !== null) properties["$groups"] = {
		company: event.company,
		...event.team && { team: event.team }
	};
	for (let extra = 0; extra < world.knobs.properties; extra++) properties[`extra_${extra}`] = hash(at, 100 + extra) % 1e3;
	if (event.event === "$identify") {
		const { anonymous_id, set } = saidBy(world, at, event);
		if (anonymous_id !== null) properties["$anon_distinct_id"] = anonymous_id;
		properties["$set"] = set;
		properties["$set_once"] = { first_campaign: event.campaign ?? "none" };
	}
	if (event.event === "$groupidentify") {
		const company = made.address[at];
		properties["$group_type"] = "company";
		properties["$group_key"] = `company-${company}`;
		properties["$group_set"] = {
			industry: industryOf(company),
			employees: 5 + hash(company, 41) % 900
		};
	}
	const timestamp = new Date(event.time_ms).toISOString();
	return JSON.stringify({
		event: event.event,
		distinct_id: event.distinct_id,
		timestamp,
		properties
	}).slice(1);
}
function saidBy({ made }, at, { person, plan, distinct_id }) {
	const id = made.id[at];
	return {
		anonymous_id: id === 1 ? null : deviceId(person, id),
		set: {
			plan,
			email: distinct_id
		}
	};
}
function industryOf(company) {
	return INDUSTRIES[hash(company, 40) % INDUSTRIES.length];
}
function pathOf(address) {
	const word = (salt) => SLUGS[hash(address, salt) % SLUGS.length];
	return `/${SECTIONS[address % SECTIONS.length]}/${word(20)}-${word(21)}-${word(22)}-${address}`;
}
function deviceId(person, device) {
	return `0190${hex(hash(person, 30 + device)).slice(0, 4)}-${hex(hash(person, 33)).slice(0, 4)}-7000-8${device}00-${hex(person)}0000`;
}
function knownId(person) {
	return `user-${person}@example.com`;
}
/** Weighted choice of an index. */
function pick(items, hashed) {
	let left = hashed % 100;
	for (const [at, [, weight]] of items.entries()) {
		left -= weight;
		if (left < 0) return at;
	}
	return 0;
}
function hex(value) {
	return value.toString(16).padStart(8, "0");
}
/** Deterministic pseudo-random number for an index and salt. */
function hash(value, salt) {
	let mixed = Math.imul(value ^ Math.imul(salt, 2654435761), 2246822507);
	mixed = Math.imul(mixed ^ mixed >>> 13, 3266489909);
	return (mixed ^ mixed >>> 16) >>> 0;
}
// bench/web/files.ts
/** The web shape as files: NDJSON and CSV for the product, tab-separated values for the peers. */
/** Peers' column -> its type in DuckDB and in ClickHouse, in the order of the file. */
const COLUMNS = [
	[
		"timestamp",
		"timestamp",
		"DateTime64(3, 'UTC')"
	],
	[
		"local",
		"timestamp",
		"DateTime64(3, 'UTC')"
	],
	[
		"event",
		"varchar",
		"LowCardinality(String)"
	],
	[
		"person",
		"uinteger",
		"UInt32"
	],
	[
		"distinct_id",
		"varchar",
		"String"
	],
	[
		"session_id",
		"varchar",
		"String"
	],
	[
		"url",
		"varchar",
		"String"
	],
	[
		"path",
		"varchar",
		"String"
	],
	[
		"referrer",
		"varchar",
		"LowCardinality(Nullable(String))"
	],
	[
		"browser",
		"varchar",
		"LowCardinality(String)"
	],
	[
		"browser_version",
		"integer",
		"UInt16"
	],
	[
		"system",
		"varchar",
		"LowCardinality(String)"
	],
	[
		"system_version",
		"varchar",
		"LowCardinality(String)"
	],
	[
		"device_type",
		"varchar",
		"LowCardinality(String)"
	],
	[
		"screen_width",
		"integer",
		"UInt16"
	],
	[
		"country",
		"varchar",
		"LowCardinality(String)"
	],
	[
		"city",
		"varchar",
		"LowCardinality(String)"
	],
	[
		"campaign",
		"varchar",
		"LowCardinality(Nullable(String))"
	],
	[
		"load_ms",
		"double",
		"Float64"
	],
	[
		"scroll",
		"double",
		"Float64"
	],
	[
		"depth",
		"integer",
		"UInt8"
	],
	[
		"is_member",
		"boolean",
		"Bool"
	],
	[
		"plan",
		"varchar",
		"LowCardinality(String)"
	],
	[
		"amount",
		"double",
		"Nullable(Float64)"
	],
	[
		"quantity",
		"integer",
		"Nullable(UInt8)"
	],
	[
		"price",
		"varchar",
		"Nullable(String)"
	],
	[
		"query",
		"varchar",
		"LowCardinality(Nullable(String))"
	],
	[
		"tags",
		"varchar",
		"LowCardinality(Nullable(String))"
	],
	[
		"company",
		"varchar",
		"LowCardinality(Nullable(String))"
	],
	[
		"team",
		"varchar",
		"LowCardinality(Nullable(String))"
	],
	[
		"client_ms",
		"bigint",
		"Int64"
	],
	[
		"industry",
		"varchar",
		"LowCardinality(Nullable(String))"
	],
	[
		"person_plan",
		"varchar",
		"LowCardinality(Nullable(String))"
	],
	[
		"created",
		"timestamp",
		"DateTime64(3, 'UTC')"
	]
];
/** Written in order of arrival. Returns the number of events. */
async function writeWebFiles(files, knobs) {
	const world = makeWorld(knobs);
	const order = arrivals(world.made);
	const finals = finalsOf(world, order);
	const random = seeded(knobs.seed + 1);
	const [ndjson, csv, peers] = [
		files.ndjson,
		files.csv,
		files.peers
	].map(newTextFile);
	await csv.add(`uuid,event,distinct_id,timestamp,${CSV_COLUMNS.join(",")}\n`);
	for (const at of order) {
		const event = eventAt(world, finals, at);
		const id = uuid(event.time_ms, random);
		await ndjson.add(`{"uuid":"${id}",${lineOf(world, at, event)}\n`);
		await csv.add(`${id},${csvOf(event)}\n`);
		await peers.add(`${COLUMNS.map(([name]) => cellOf(event, name)).join("	")}\n`);
	}
	for (const file of [
		ndjson,
		csv,
		peers
	]) await file.end();
	return order.length;
}
const CSV_COLUMNS = COLUMNS.map(([name]) => name).filter((name) => ![...[
	"timestamp",
	"local",
	"event",
	"person",
	"distinct_id",
	"tags"
], ...[
	"person_plan",
	"created",
	"company",
	"team",
	"industry"
]].includes(name));
function csvOf(event) {
	const cells = CSV_COLUMNS.map((name) => event[name] ?? "");
	return [
		event.event,
		event.distinct_id,
		new Date(event.time_ms).toISOString(),
		...cells
	].join(",");
}
function cellOf(event, name) {
	if (name === "timestamp") return timeCell(event.time_ms);
	if (name === "local") return timeCell(toWall(ZONE, event.time_ms));
	if (name === "created") return timeCell(toWall(ZONE, event.created_ms));
	const value = event[name];
	if (value === null) return "\\N";
	return Array.isArray(value) ? JSON.stringify(value) : String(value);
}
function timeCell(time_ms) {
	return new Date(time_ms).toISOString().replace("T", " ").slice(0, -1);
}
// bench/web/filters.ts
/** New filters: eight kinds in turn, with other values each time. */
const KINDS = [
	(number) => {
		const value = Math.round(4e3 + number * 3) / 10;
		return {
			properties: [{
				key: "load_ms",
				operator: "lt",
				value
			}],
			sql: () => `load_ms < ${value}`
		};
	},
	(number) => {
		const value = wordsOf(number);
		return {
			properties: [{
				key: "$current_url",
				operator: "icontains",
				value: value.toUpperCase()
			}],
			sql: () => `url ilike '%${value}%'`
		};
	},
	(number) => {
		const random = seeded(number);
		const value = Array.from({ length: 60 }, () => {
			return `${COUNTRIES[random.below(COUNTRIES.length)]} city ${random.below(40)}`;
		});
		const texts = value.map((city) => `'${city}'`).join(", ");
		return {
			properties: [{
				key: "$geoip_city_name",
				value
			}],
			sql: () => `city in (${texts})`
		};
	},
	(number) => {
		const [min, max] = [(1e3 + number) / 1e4, (6e3 + number) / 1e4];
		return {
			properties: [{
				key: "scroll",
				operator: "gte",
				value: min
			}, {
				key: "scroll",
				operator: "lt",
				value: max
			}],
			sql: () => `scroll >= ${min} and scroll < ${max}`
		};
	},
	(number) => {
		const plan = PLANS[number % PLANS.length];
		const most = (9e3 - number) / 1e4;
		return {
			properties: [{
				key: "plan",
				type: "person",
				operator: "is_not",
				value: plan
			}, {
				key: "scroll",
				operator: "lt",
				value: most
			}],
			sql: () => `(person_plan is null or person_plan <> '${plan}') and scroll < ${most}`
		};
	},
	(number) => {
		const pattern = `^/(${SECTIONS[number % SECTIONS.length]}|blog|products)/[${"bcdefg"[Math.floor(number / 10) % 6]}-z].*${number % 10}[0-9]*$`;
		return {
			properties: [{
				key: "$pathname",
				operator: "regex",
				value: pattern
			}],
			sql: ({ matches }) => matches("path", pattern)
		};
	},
	(number) => {
		const [times, least] = [5 + number % 11, (1200 + number) / 10];
		return {
			properties: [{
				type: "hogql",
				key: `properties.load_ms + properties.depth * ${times} > ${least}`
			}],
			sql: () => `load_ms + depth * ${times} > ${least}`
		};
	},
	(number) => {
		const least = (1100 + number) / 100;
		const browser = BROWSERS[number % BROWSERS.length]?.[0];
		return {
			properties: [
				{
					key: "$os_version",
					operator: "gt",
					value: least
				},
				{
					key: "utm_campaign",
					operator: "is_not_set"
				},
				{
					key: "$browser",
					operator: "is_not",
					value: [browser]
				}
			],
			sql: ({ number: read }) => `${read("system_version")} > ${least} and campaign is null and browser <> '${browser}'`
		};
	}
];
/** `question`: its number. */
function filterOf(question, round) {
	const kind = KINDS[round % KINDS.length];
	return kind(question + 61 * Math.floor(round / KINDS.length));
}
/** Two adjacent words of some addresses. */
function wordsOf(number) {
	const word = (at) => SLUGS[at % SLUGS.length];
	return `${word(number)}-${word(Math.floor(number / SLUGS.length) + number * 3)}`;
}
// bench/web/draft.ts
function asked(title, operation, body, sql, rows) {
	return {
		title,
		operation,
		body,
		sql,
		rows: ({ result }) => rows(result)
	};
}
// bench/web/sql.ts
const DIALECTS = {
	clickhouse: {
		day: (local) => `(toDate(${local}) - toDate('2024-01-01'))`,
		div: (number, by) => `intDiv(${number}, ${by})`,
		time: "toUnixTimestamp64Milli(timestamp)",
		quantile: (share, value) => `quantileExactInclusive(${share})(${value})`,
		matches: (text, pattern) => `match(${text}, '${pattern}')`,
		number: (text) => `toFloat64OrNull(${text})`,
		lag: "lagInFrame",
		lead: "leadInFrame",
		arg_min: "argMin",
		arg_max: "argMax"
	},
	duckdb: {
		day: (local) => `(${local}::date - date '2024-01-01')`,
		div: (number, by) => `((${number}) // ${by})`,
		time: "epoch_ms(timestamp)",
		quantile: (share, value) => `quantile_cont(${value}, ${share})`,
		matches: (text, pattern) => `regexp_matches(${text}, '${pattern}')`,
		number: (text) => `try_cast(${text} as double)`,
		lag: "lag",
		lead: "lead",
		arg_min: "arg_min",
		arg_max: "arg_max"
	}
};
/** Sunday to Saturday, 25 weeks. */
const WEEKS = {
	from: "2025-07-06",
	to: "2025-12-27",
	interval: "week"
};
const DAYS = {
	from: "2025-09-30",
	to: "2025-12-30",
	interval: "day"
};
const MONTHS = {
	from: "2025-01-01",
	to: "2025-12-30",
	interval: "month"
};
function dayNumber(date) {
	return Math.round((Date.parse(date) - Date.UTC(2024, 0, 1)) / 864e5);
}
function dateOf(day) {
	return new Date(Date.UTC(2024, 0, 1) + day * 864e5).toISOString().slice(0, 10);
}
/** From 0 for the range's first bucket. */
function bucket({ from, interval }, { day, div }, local = "local") {
	if (interval === "month") {
		const first = new Date(from);
		return `(extract(year from ${local}) * 12 + extract(month from ${local}) - ${first.getUTCFullYear() * 12 + first.getUTCMonth() + 1})`;
	}
	const days = `(${day(local)} - ${dayNumber(from)})`;
	return interval === "day" ? days : `(${div(`${days} + 7000`, 7)} - 1000)`;
}
/** `back`: days earlier. */
function within({ from, to }, back = 0) {
	return `local >= '${dateOf(dayNumber(from) - back)} 00:00:00' and local < '${dateOf(dayNumber(to) + 1)} 00:00:00'`;
}
/** Rows of one event; null = of all. */
function rowsOf({ table, filter }, event, range, back = 0) {
	return `from ${table} where ${event === null ? "true" : `event = '${event}'`} and ${within(range, back)} and ${filter}`;
}
// bench/web/funnels.ts
/** Funnels over the web shape. Events of one person, and nearly all of one company, have distinct times. */
const DAY_MS = 864e5;
const SO_FAR = "(partition by p order by t rows between unbounded preceding and current row)";
const FROM_HERE = "(partition by p order by t rows between current row and unbounded following)";
const ALL_OF_IT = "(partition by p order by t rows between unbounded preceding and unbounded following)";
const NEVER = 9e12;
const BUYING = [
	"$pageview",
	"product viewed",
	"added to cart"
];
const SIGN_UP = [
	"$pageview",
	"signup started",
	"signup completed"
];
/** Actor p, time t, step number s from 1; the exclusion comes after the last step. */
function eventsOf({ table, filter, dialect }, way) {
	const { steps, range, actor = "person", also, excluded } = way;
	const names = excluded === void 0 ? steps : [...steps, excluded];
	const cases = names.map((name, at) => `when event = '${name}' then ${at + 1}`).join(" ");
	const among = names.map((name) => `'${name}'`).join(", ");
	return `select ${actor} p, ${dialect.time} t, case ${cases} end s${also === void 0 ? "" : `, ${also} v`}
    from ${table} where event in (${among}) and ${within(range)} and ${actor} is not null and ${filter}`;
}
/** Each event carries the latest start of an attempt that got this far: f1 for the first step, f2 for the second. */
function attempts(setting, way, more = "") {
	const { steps, window_ms } = way;
	const later = steps.slice(1).map((_, index) => {
		const at = index + 2;
		const does = `s = ${at} and f${at - 1} > 0 and t - f${at - 1} <= ${window_ms}`;
		return `c${at} as (select *, case when ${does} then ${at} else 0 end l${at},
      max(case when ${does} then f${at - 1} else 0 end) over ${SO_FAR} f${at} from c${at - 1})`;
	});
	const levels = steps.slice(1).map((_, index) => `l${index + 2}`);
	const spoilt = `max(case when s = ${steps.length + 1} and f1 > 0 and t - f1 <= ${window_ms} and f2 < f1 then 1 else 0 end)`;
	return `with e as (${eventsOf(setting, way)}),
    c1 as (select *, max(case when s = 1 then t else 0 end) over ${SO_FAR} f1 from e),
    ${later.join(",\n    ")},
    pp as (select p, max(greatest(case when s = 1 then 1 else 0 end, ${levels.join(", ")})) m${more} from c${steps.length} group by p
      having m > 0${way.excluded === void 0 ? "" : ` and ${spoilt} = 0`})`;
}
/** How many reached each step. */
function reached(steps) {
	return steps.map((_, at) => `sum(case when m >= ${at + 1} then 1 else 0 end)`).join(", ");
}
function funnel(title, way, body, sql, rows) {
	const events = way.steps.map((id, order) => ({
		id,
		order
	}));
	const { from: date_from, to: date_to } = way.range;
	return asked(title, "compute_funnel", {
		events,
		date_from,
		date_to,
		funnel_window_interval: way.window_ms / 1e3,
		funnel_window_interval_type: "second",
		...body
	}, sql, rows);
}
function ordered(title, way, body = {}) {
	const sql = (setting) => `${attempts(setting, way)} select ${reached(way.steps)} from pp having count(*) > 0`;
	return funnel(title, way, body, sql, some);
}
/** No rows if nobody entered. */
function some(result) {
	return counts(result).filter(([first]) => first !== 0);
}
/** `touch`: which event with a value gives the breakdown value. */
function byTouch(title, way, touch, body) {
	const sql = (setting) => {
		return `${attempts(setting, way, `, ${`${setting.dialect[touch]}(v, t)`} v`)} select coalesce(v, ''), ${reached(way.steps)} from pp group by 1`;
	};
	return funnel(title, way, body, sql, countsByValue);
}
const WEEK = {
	steps: BUYING,
	window_ms: 7 * DAY_MS,
	range: DAYS
};
/**
* Nothing may come in between, so all events that pass the filter count. A repeated second step is not another event:
* the first in a row counts.
*/
const STRICT = (setting) => {
	const { dialect, table, filter } = setting;
	const [first, second, third] = [
		"$pageview",
		"$autocapture",
		"$pageleave"
	];
	const later = (column, rows, none) => `${dialect.lead}(${column}, ${rows}, ${none}) over ${ALL_OF_IT}`;
	return `with a as (select person p, ${dialect.time} t, event ev from ${table} where ${within(DAYS)} and ${filter}),
    b as (select p, t, ev, ${dialect.lag}(ev, 1, '') over ${ALL_OF_IT} as previous from a),
    r as (select p, t, ev from b where not (ev = '${second}' and previous = '${second}')),
    e as (select p, t, ev, ${later("ev", 1, `''`)} n1, ${later("ev", 2, `''`)} n2, ${later("t", 1, "0")} t1, ${later("t", 2, "0")} t2 from r),
    pp as (select p, max(case when ev <> '${first}' then 0 when not (n1 = '${second}' and t1 - t <= ${DAY_MS}) then 1
      when not (n2 = '${third}' and t2 - t <= ${DAY_MS}) then 2 else 3 end) m from e group by p having m > 0)
    select ${reached([
		1,
		2,
		3
	])} from pp having count(*) > 0`;
};
const UNORDERED = {
	steps: [
		"search",
		"product viewed",
		"added to cart"
	],
	window_ms: 3 * DAY_MS,
	range: DAYS
};
const IN_ANY_ORDER = (setting) => {
	const { window_ms } = UNORDERED;
	const last = [
		1,
		2,
		3
	].map((at) => `max(case when s = ${at} then t else 0 end) over ${SO_FAR} f${at}`);
	const there = [
		1,
		2,
		3
	].map((at) => `case when f${at} > 0 and t - f${at} <= ${window_ms} then 1 else 0 end`);
	return `with e as (${eventsOf(setting, UNORDERED)}), c as (select p, t, ${last.join(", ")} from e),
    pp as (select p, max(${there.join(" + ")}) m from c group by p) select ${reached([
		1,
		2,
		3
	])} from pp having count(*) > 0`;
};
const BY_WEEK = {
	steps: BUYING,
	window_ms: 2 * DAY_MS,
	range: WEEKS,
	also: "local"
};
const OVER_TIME = (setting) => `with e as (${eventsOf(setting, BY_WEEK)}),
    c1 as (select *, min(case when s = 3 then t else ${NEVER} end) over ${FROM_HERE} third from e),
    c2 as (select *, min(case when s = 2 then third else ${NEVER} end) over ${FROM_HERE} done from c1),
    pp as (select p, ${bucket(WEEKS, setting.dialect, "v")} b, max(case when done - t <= ${BY_WEEK.window_ms} then 1 else 0 end) ok from c2 where s = 1 group by p, b)
    select b, count(*), sum(ok) from pp group by b`;
const CART = {
	steps: ["product viewed", "purchase"],
	window_ms: 14 * DAY_MS,
	range: DAYS
};
const TIMES = (setting) => `${attempts(setting, CART, `, ${setting.dialect.arg_min}(case when l2 = 2 then t - f1 end, t) took`)}
    select count(*), avg(took) / 1000.0 from pp where m = 2 having count(*) > 0`;
function times(result) {
	const all = result.bins.reduce((sum, [, count]) => sum + count, 0);
	return all === 0 ? [] : [[all, result.average_conversion_time ?? 0]];
}
const FUNNELS = [
	ordered("three steps within a week", WEEK),
	ordered("five steps within an hour, 25 weeks", {
		steps: [
			"$pageview",
			"search",
			"product viewed",
			"added to cart",
			"purchase"
		],
		window_ms: 36e5,
		range: WEEKS
	}),
	funnel("one right after the other", {
		steps: [
			"$pageview",
			"$autocapture",
			"$pageleave"
		],
		window_ms: DAY_MS,
		range: DAYS
	}, { funnel_order_type: "strict" }, STRICT, some),
	funnel("in any order", UNORDERED, { funnel_order_type: "unordered" }, IN_ANY_ORDER, some),
	ordered("a purchase after signing up, no chat between", {
		steps: ["signup completed", "purchase"],
		window_ms: 30 * DAY_MS,
		range: WEEKS,
		excluded: "chat opened"
	}, { exclusions: [{
		id: "chat opened",
		funnel_from_step: 0,
		funnel_to_step: 1
	}] }),
	byTouch("by the plan at first", {
		...WEEK,
		also: "plan"
	}, "arg_min", { breakdown: "plan" }),
	byTouch("by the campaign at last", {
		...WEEK,
		steps: SIGN_UP,
		also: "campaign"
	}, "arg_max", {
		breakdown: "utm_campaign",
		breakdown_attribution_type: "last_touch"
	}),
	funnel("conversion by week of entry", BY_WEEK, {
		funnel_viz_type: "trends",
		interval: "week"
	}, OVER_TIME, byDay),
	funnel("how long a purchase takes", CART, { funnel_viz_type: "time_to_convert" }, TIMES, times),
	ordered("companies, three steps", {
		...WEEK,
		actor: "company"
	}, { aggregation_group_type: "company" })
];
// bench/web/people.ts
/** `back`: periods before the last. */
function retention(title, range, body, target, returning) {
	const period = {
		day: "Day",
		week: "Week",
		month: "Month"
	}[range.interval];
	const asks = {
		target_entity: { id: target },
		returning_entity: { id: returning },
		period,
		date_to: range.to,
		...body
	};
	const is_first = body["retention_type"] === "retention_first_time";
	const sql = (setting) => {
		const { dialect, table, filter } = setting;
		const at = bucket(range, dialect);
		const every = `select distinct person p, ${at} b ${rowsOf(setting, target, range)}`;
		const first = `select p, b from (select person p, min(${at}) b from ${table} where event = '${target}' and ${filter} group by person) t where b >= 0`;
		return `with s as (${is_first ? first : every}), r as (select distinct person p, ${at} b ${rowsOf(setting, returning, range)})
      select b, 0 later, count(*) n from s group by b
      union all select s.b, r.b - s.b later, count(*) n from s join r on s.p = r.p where r.b > s.b group by s.b, r.b`;
	};
	return asked(title, "compute_retention", asks, sql, triangle);
}
const TWELVE_DAYS = {
	from: "2025-12-16",
	to: "2025-12-27",
	interval: "day"
};
const TWELVE_WEEKS = {
	from: dateOf(dayNumber(WEEKS.to) - 83),
	to: WEEKS.to,
	interval: "week"
};
/** Whole months, as the last one extends to its end. */
const TWELVE_MONTHS = {
	...MONTHS,
	to: "2025-12-31"
};
/** Later edges without a predecessor are dropped from answers, so only those of first steps are compared. */
function firstEdges(result) {
	return edges(result.filter(({ source }) => source.startsWith("1_")));
}
/** A person's pages, cut after half an hour without any; of equal ones in a row the last, five at most. */
const PATHS = (setting) => {
	const { dialect } = setting;
	const all = "rows between unbounded preceding and unbounded following";
	const near = (call, column, none, by = "p") => `${call}(${column}, 1, ${none}) over (partition by ${by} order by t ${all})`;
	return `with r as (select person p, ${dialect.time} t, url u ${rowsOf(setting, "$pageview", DAYS)}),
    e as (select p, t, u, ${near(dialect.lag, "t", "0")} pt, ${near(dialect.lead, "t", "9000000000000")} nt, ${near(dialect.lead, "u", `''`)} nu from r),
    k as (select *, sum(case when t - pt >= 1800000 then 1 else 0 end) over (partition by p order by t rows between unbounded preceding and current row) sid from e),
    d as (select p, sid, t, u from k where nt - t >= 1800000 or u <> nu),
    w as (select t, u, row_number() over (partition by p, sid order by t) rn, ${near(dialect.lead, "t", "0", "p, sid")} tt, ${near(dialect.lead, "u", `''`, "p, sid")} uu from d),
    edges as (select concat(cast(rn as varchar), '_', u) s, concat(cast(rn + 1 as varchar), '_', uu) v, count(*) c, floor(avg(tt - t) + 0.5) a
    from w where rn <= 4 and tt > 0 group by s, v order by c desc, s, v limit 50)
    select s, v, c, a from edges where s like '1!_%' escape '!'`;
};
const ONE_DAY = {
	from: "2025-11-12",
	to: "2025-11-12",
	interval: "day"
};
const PEOPLE$1 = {
	title: "the people behind a number",
	operation: "list_persons",
	body: behind([]),
	sql: (setting) => `select count(distinct person) from ${setting.table} where event = '$pageview' and ${within(ONE_DAY)} and ${setting.filter}`,
	rows: ({ count }) => [[count]],
	filter: behind
};
function behind(properties) {
	return {
		question: {
			kind: "trend",
			events: [{
				id: "$pageview",
				math: "dau"
			}],
			date_from: DAYS.from,
			date_to: DAYS.to,
			properties
		},
		day: ONE_DAY.from
	};
}
/** Addresses that contain a text, most frequent first. */
function values(text) {
	return {
		body: {
			key: "$current_url",
			search: text,
			limit: 20
		},
		sql: ({ table }) => `select url, count(*) n from ${table} where url ilike '%${text}%' group by url order by n desc, url limit 20`
	};
}
const VALUES = {
	title: "values that hold a text",
	operation: "list_property_values",
	...values("quick-winter"),
	rows: ({ results }) => results.map(({ name, count }) => [name, count]),
	another: (number) => values(wordsOf(number))
};
const BOUGHT = {
	events: [{ id: "product viewed" }, { id: "purchase" }],
	date_from: DAYS.from,
	date_to: DAYS.to
};
function correlation(title, body) {
	const rows = (result) => result.events.map(({ event, success_count }) => [event.event, success_count]);
	return asked(title, "compute_funnel_correlation", {
		...BOUGHT,
		...body
	}, null, rows);
}
const RETENTIONS = [
	retention("page views, by day", TWELVE_DAYS, { total_intervals: 12 }, "$pageview", "$pageview"),
	retention("back by search after a product, by week", TWELVE_WEEKS, { total_intervals: 12 }, "product viewed", "search"),
	retention("months after the first page view ever", TWELVE_MONTHS, {
		total_intervals: 12,
		retention_type: "retention_first_time"
	}, "$pageview", "$pageview")
];
const OTHERS = [
	asked("the 50 most taken ways between pages", "compute_path", {
		include_event_types: ["$pageview"],
		date_from: DAYS.from,
		date_to: DAYS.to
	}, PATHS, firstEdges),
	PEOPLE$1,
	VALUES,
	correlation("what buyers do more often than others", {}),
	correlation("what buyers are more often than others", {
		funnel_correlation_type: "properties",
		funnel_correlation_names: ["plan"]
	})
];
// bench/web/statements.ts
/** In the project's zone, like the peers' `local`. */
const OURS = {
	days: `timestamp >= '${DAYS.from}' and timestamp < '2025-12-31'`,
	weeks: `timestamp >= '${WEEKS.from}' and timestamp < '2025-12-28'`
};
/** `own`: after `from events where {filters} and`; `theirs`: after `from table where … and`. */
function statement(title, select, own, theirs) {
	return {
		title,
		operation: "run_sql",
		body: {
			query: `${select} from events where {filters} and ${own}`,
			limit: 5e4,
			refresh: true
		},
		sql: theirs,
		rows: ({ results }) => results.map(plain$1)
	};
}
function plain$1(row) {
	return row.map((cell) => typeof cell === "number" ? cell : String(cell ?? ""));
}
const from = ({ table, filter }, where) => `from ${table} where ${filter} and ${where}`;
const STATEMENTS = [
	statement("events by name", "select event, count()", `${OURS.weeks} group by event`, (s) => `select event, count(*) ${from(s, within(WEEKS))} group by event`),
	statement("people by country and browser", "select properties.$geoip_country_code, properties.$browser, uniq(person_id)", `event = '$pageview' and ${OURS.days} group by 1, 2`, (s) => `select country, browser, count(distinct person) ${from(s, `event = '$pageview' and ${within(DAYS)}`)} group by country, browser`),
	statement("ten pages with the longest median time", "select properties.$pathname as page, median(properties.load_ms) as time", `event = '$pageview' and ${OURS.days} group by page having count() >= 50 order by time desc, page limit 10`, (s) => `select path, ${s.dialect.quantile(.5, "load_ms")} t ${from(s, `event = '$pageview' and ${within(DAYS)}`)} group by path having count(*) >= 50 order by t desc, path limit 10`),
	statement("revenue by plan", "select properties.plan, count(), round(sum(properties.amount), 2), round(avg(properties.amount), 4)", `event = 'purchase' and ${OURS.weeks} group by 1`, (s) => `select plan, count(*), round(sum(amount), 2), round(avg(amount), 4) ${from(s, `event = 'purchase' and ${within(WEEKS)}`)} group by plan`),
	statement("slow pages by device", "select properties.$device_type, countIf(properties.load_ms > 500), count()", `event = '$pageview' and ${OURS.weeks} group by 1`, (s) => `select device_type, sum(case when load_ms > 500 then 1 else 0 end), count(*) ${from(s, `event = '$pageview' and ${within(WEEKS)}`)} group by device_type`),
	statement("hours of the day", "select toHour(timestamp) as hour, count(), uniq(distinct_id)", `${OURS.days} group by hour`, (s) => `select extract(hour from local), count(*), count(distinct distinct_id) ${from(s, within(DAYS))} group by 1`),
	statement("the twenty most active people", "select distinct_id, count() as n", `${OURS.weeks} group by distinct_id order by n desc, distinct_id limit 20`, (s) => `select distinct_id, count(*) n ${from(s, within(WEEKS))} group by distinct_id order by n desc, distinct_id limit 20`),
	statement("cities whose pages are read to the end", "select properties.$geoip_city_name as city, avg(properties.scroll) as scroll", `event = '$pageview' and properties.depth > 3 and ${OURS.days} group by city having count() > 20 order by scroll desc, city limit 50`, (s) => `select city, avg(scroll) a ${from(s, `event = '$pageview' and depth > 3 and ${within(DAYS)}`)} group by city having count(*) > 20 order by a desc, city limit 50`),
	statement("addresses that contain a word", "select properties.$current_url as url, count() as n", `event = '$pageview' and properties.$current_url ilike '%red%' and ${OURS.weeks} group by url order by n desc, url limit 100`, (s) => `select url, count(*) n ${from(s, `event = '$pageview' and url ilike '%red%' and ${within(WEEKS)}`)} group by url order by n desc, url limit 100`),
	statement("the longest orders", "select properties.amount as amount, distinct_id", `event = 'purchase' and ${OURS.weeks} order by amount desc, distinct_id limit 100`, (s) => `select amount, distinct_id ${from(s, `event = 'purchase' and ${within(WEEKS)}`)} order by amount desc, distinct_id limit 100`)
];
// bench/web/trends.ts
/** Trends over the web shape. */
/** Id of the project's only cohort. */
const COHORT_ID = 1;
const BUYERS = {
	name: "Buyers on paid plans",
	filters: { properties: {
		type: "AND",
		values: [{
			key: "plan",
			type: "person",
			value: ["pro", "enterprise"]
		}, {
			key: "purchase",
			type: "behavioral",
			event_type: "events",
			value: "performed_event",
			time_value: 20,
			time_interval: "year"
		}]
	} }
};
const OTHER = "$$_posthog_breakdown_other_$$";
const NULL = "$$_posthog_breakdown_null_$$";
const PAGEVIEW = { event: "$pageview" };
const PEOPLE = "count(distinct person)";
function trend(title, line, range, body, sql, rows) {
	return asked(title, "compute_trend", {
		events: [{
			id: line.event ?? "",
			...line.math
		}],
		date_from: range.from,
		date_to: range.to,
		interval: range.interval,
		...body
	}, sql, rows);
}
/** A number per bucket, or per bucket and value of a column. */
function plain(title, line, range, more = {}) {
	const sql = (setting) => {
		const { dialect } = setting;
		const where = typeof more.where === "function" ? more.where(dialect) : more.where ?? "true";
		const value = more.by === void 0 ? "" : `, ${more.by} v`;
		return `select ${bucket(range, dialect)} b${value}, ${countOf(line, dialect)} n ${rowsOf(setting, line.event, range)} and ${where.replace("TABLE", setting.table)} group by b${value && ", v"}`;
	};
	return trend(title, line, range, more.body ?? {}, sql, more.by === void 0 ? days(0) : byValue);
}
function countOf({ count = "count(*)" }, dialect) {
	return typeof count === "string" ? count : count(dialect);
}
/** The largest values over all buckets; the pooled rest, if wanted. */
function largest(title, line, range, body, value, rest) {
	const sql = (setting) => {
		const { dialect } = setting;
		const cells = `select ${bucket(range, dialect)} b, ${value} v, ${countOf(line, dialect)} n ${rowsOf(setting, line.event, range)} group by b, v`;
		const top = "select v from cells group by v order by sum(n) desc, v limit 25";
		const others = `union all select b, '${rest}' o, sum(n) from cells where v not in (select v from top) group by b`;
		return `with cells as (${cells}), top as (${top}) select b, v, n from cells where v in (select v from top) ${rest && others}`;
	};
	return trend(title, line, range, body, sql, byValue);
}
/** Per day of the range: who was active on it or in the days before. */
function active(title, event, math, window, range) {
	const sql = (setting) => {
		return `with seen as (${`select distinct ${bucket(range, setting.dialect)} b, person p ${rowsOf(setting, event, range, window - 1)}`}), numbers as (${`select ${bucket(range, setting.dialect)} b ${rowsOf({
			...setting,
			filter: "true"
		}, event, range)} group by b`})
      select numbers.b b, count(distinct p) n from numbers cross join seen where seen.b <= numbers.b and seen.b > numbers.b - ${window} group by numbers.b`;
	};
	return trend(title, {
		event,
		math: { math }
	}, range, {}, sql, days(0));
}
/** Rows per person and bucket. */
const PER_PERSON = (setting) => `select b, avg(n) from (select ${bucket(WEEKS, setting.dialect)} b, person, count(*) n ${rowsOf(setting, "$pageview", WEEKS)} group by b, person) t group by b`;
/** Duration of a session in whole seconds, once per session with such an event in a bucket. */
const SESSION_TIMES = (setting) => `with
  long as (select session_id s, ${setting.dialect.div(`max(${setting.dialect.time})`, 1e3)} - ${setting.dialect.div(`min(${setting.dialect.time})`, 1e3)} d from ${setting.table} group by session_id),
  there as (select distinct ${bucket(WEEKS, setting.dialect)} b, session_id s ${rowsOf(setting, "product viewed", WEEKS)})
  select b, avg(d) from there join long on there.s = long.s group by b`;
const FIRST_TIMES = ({ table, filter, dialect }) => {
	const first = `select person, min(local) f from ${table} where event = 'purchase' and ${filter} group by person`;
	return `select ${bucket(WEEKS, dialect, "f")} b, count(*) from (${first}) t where f >= '${WEEKS.from} 00:00:00' and f < '2025-12-28 00:00:00' group by b`;
};
function ofProperty(math, math_property) {
	return {
		math,
		math_property
	};
}
// bench/web/questions.ts
const QUESTIONS = numbered({
	T: [
		plain("page views a day", PAGEVIEW, DAYS),
		plain("people a week, all events", {
			event: null,
			math: { math: "dau" },
			count: PEOPLE
		}, WEEKS),
		plain("people a day", {
			...PAGEVIEW,
			math: { math: "dau" },
			count: PEOPLE
		}, DAYS),
		active("people of the last 7 days, each day", "$pageview", "weekly_active", 7, DAYS),
		active("people of the last 30 days, each day", "product viewed", "monthly_active", 30, DAYS),
		plain("sessions a day", {
			...PAGEVIEW,
			math: { math: "unique_session" },
			count: "count(distinct session_id)"
		}, DAYS),
		plain("revenue by country and month", {
			event: "purchase",
			math: ofProperty("sum", "amount"),
			count: "sum(amount)"
		}, MONTHS, {
			by: "country",
			body: {
				breakdown: "$geoip_country_code",
				breakdown_limit: 50
			}
		}),
		plain("95th percentile of revenue by country and month", {
			event: "purchase",
			math: ofProperty("p95", "amount"),
			count: ({ quantile }) => quantile(.95, "amount")
		}, MONTHS, {
			by: "country",
			body: {
				breakdown: "$geoip_country_code",
				breakdown_limit: 50
			}
		}),
		plain("average time to load by device, weekly", {
			...PAGEVIEW,
			math: ofProperty("avg", "load_ms"),
			count: "avg(load_ms)"
		}, WEEKS, {
			by: "device_type",
			body: { breakdown: "$device_type" }
		}),
		plain("greatest price, a number as text, weekly", {
			event: "added to cart",
			math: ofProperty("max", "price"),
			count: ({ number }) => `max(${number("price")})`
		}, WEEKS),
		trend("page views per person, weekly", {
			...PAGEVIEW,
			math: { math: "avg_count_per_actor" }
		}, WEEKS, {}, PER_PERSON, days(0)),
		trend("first purchases, weekly", {
			event: "purchase",
			math: { math: "first_matching_event_for_user" }
		}, WEEKS, {}, FIRST_TIMES, days(0)),
		trend("length of sessions, weekly", {
			event: "product viewed",
			math: ofProperty("avg", "$session_duration")
		}, WEEKS, {}, SESSION_TIMES, days(0)),
		trend("sign-ups so far", { event: "signup completed" }, DAYS, { display: "ActionsLineGraphCumulative" }, (setting) => `select b, sum(n) over (order by b) from (select ${bucket(DAYS, setting.dialect)} b, count(*) n ${rowsOf(setting, "signup completed", DAYS)} group by b) t`, firstAndLater),
		trend("people by browser, one number each", {
			...PAGEVIEW,
			math: { math: "dau" }
		}, DAYS, {
			breakdown: "$browser",
			display: "ActionsBarValue"
		}, (setting) => `select browser, ${PEOPLE} ${rowsOf(setting, "$pageview", DAYS)} group by browser`, totals),
		largest("page views by address", PAGEVIEW, DAYS, { breakdown: "$current_url" }, "url", OTHER),
		largest("people by path, monthly", {
			...PAGEVIEW,
			math: { math: "dau" },
			count: PEOPLE
		}, MONTHS, {
			breakdown: "$pathname",
			breakdown_hide_other_aggregation: true
		}, "path", ""),
		largest("product views by city", { event: "product viewed" }, WEEKS, { breakdown: "$geoip_city_name" }, "city", OTHER),
		largest("all events by browser and system, weekly", { event: null }, WEEKS, { breakdowns: [{ property: "$browser" }, { property: "$os" }] }, `concat(browser, '::', system)`, `${OTHER}::${OTHER}`),
		trend("page views by time to load, ten bins", PAGEVIEW, MONTHS, {
			breakdown: "load_ms",
			breakdown_histogram_bin_count: 10,
			display: "ActionsTable"
		}, (setting) => `with r as (select load_ms x ${rowsOf(setting, "$pageview", MONTHS)}), m as (select min(x) l, max(x) h from r),
      w as (select x, l + (h - l) / 10.0 k from r cross join m)
      select 1, count(*) from w where x < k`, ([series]) => [[1, series?.aggregated_value ?? 0]]),
		plain("people by plan, monthly", {
			...PAGEVIEW,
			math: { math: "dau" },
			count: PEOPLE
		}, MONTHS, {
			by: `coalesce(person_plan, '${NULL}')`,
			body: {
				breakdown: "plan",
				breakdown_type: "person"
			}
		}),
		plain("product views by industry, weekly", { event: "product viewed" }, WEEKS, {
			by: `coalesce(industry, '${NULL}')`,
			body: {
				breakdown: "industry",
				breakdown_type: "group",
				breakdown_group_type_index: 0
			}
		}),
		plain("companies a week, all events", {
			event: null,
			math: {
				math: "unique_group",
				math_group_type_index: 0
			},
			count: "count(distinct company)"
		}, WEEKS, { where: "company is not null" }),
		trend("a quarter and the one before", { event: "added to cart" }, DAYS, { compare: true }, (setting) => {
			const before = {
				...DAYS,
				from: dateOf(dayNumber(DAYS.from) - 92),
				to: dateOf(dayNumber(DAYS.to) - 92)
			};
			const part = (label, range) => `select ${bucket(range, setting.dialect)} b, '${label}' v, count(*) ${rowsOf(setting, "added to cart", range)} group by b`;
			return `${part("current", DAYS)} union all ${part("previous", before)}`;
		}, (result) => byValue(result.map((series) => ({
			...series,
			breakdown_value: series.compare_label ?? ""
		})))),
		trend("purchases of product views, by formula", { event: "purchase" }, WEEKS, {
			events: [{ id: "purchase" }, { id: "product viewed" }],
			formula: "A / B"
		}, (setting) => `select ${bucket(WEEKS, setting.dialect)} b,
      sum(case when event = 'purchase' then 1 else 0 end) * 1.0 / sum(case when event = 'product viewed' then 1 else 0 end)
      ${rowsOf(setting, null, WEEKS)} and event in ('purchase', 'product viewed') group by b having count(distinct event) = 2`, days(0)),
		plain("lists and their opposites", PAGEVIEW, DAYS, {
			body: { properties: [{
				key: "$browser",
				value: [
					"Chrome",
					"Firefox",
					"Edge"
				]
			}, {
				key: "$geoip_country_code",
				operator: "is_not",
				value: ["US", "GB"]
			}] },
			where: `browser in ('Chrome', 'Firefox', 'Edge') and country not in ('US', 'GB')`
		}),
		plain("a text in an address, and a referrer", PAGEVIEW, DAYS, {
			body: { properties: [{
				key: "$current_url",
				operator: "icontains",
				value: "garden"
			}, {
				key: "$referrer",
				operator: "is_set"
			}] },
			where: `url ilike '%garden%' and referrer is not null`
		}),
		plain("a pattern of paths", {
			...PAGEVIEW,
			math: { math: "dau" },
			count: PEOPLE
		}, DAYS, {
			body: { properties: [{
				key: "$pathname",
				operator: "regex",
				value: "^/(docs|help)/.*-1[0-9]+$"
			}] },
			where: ({ matches }) => matches("path", "^/(docs|help)/.*-1[0-9]+$")
		}),
		plain("a time, numbers, and people of a plan", PAGEVIEW, DAYS, {
			body: { properties: [
				{
					key: "load_ms",
					operator: "gt",
					value: 300
				},
				{
					key: "$screen_width",
					operator: "lte",
					value: 1440
				},
				{
					key: "plan",
					type: "person",
					value: [
						"pro",
						"enterprise",
						"starter"
					]
				}
			] },
			where: `load_ms > 300 and screen_width <= 1440 and person_plan in ('pro', 'enterprise', 'starter')`
		}),
		plain("companies of an industry", PAGEVIEW, WEEKS, {
			body: { properties: [{
				key: "industry",
				type: "group",
				group_type_index: 0,
				value: ["health", "energy"]
			}] },
			where: `industry in ('health', 'energy')`
		}),
		plain("an expression by an expression", PAGEVIEW, WEEKS, {
			by: `case when depth > 4 then 'deep' else 'shallow' end`,
			body: {
				properties: [{
					type: "hogql",
					key: "properties.load_ms * 2 + properties.depth > 400"
				}],
				breakdown: `if(properties.depth > 4, 'deep', 'shallow')`,
				breakdown_type: "hogql"
			},
			where: "load_ms * 2 + depth > 400"
		}),
		plain("buyers on paid plans, a cohort", PAGEVIEW, DAYS, {
			body: { properties: [{
				key: "id",
				type: "cohort",
				value: COHORT_ID
			}] },
			where: `person_plan in ('pro', 'enterprise') and person in (select person from TABLE where event = 'purchase')`
		}),
		plain("of sessions longer than ten minutes", PAGEVIEW, DAYS, {
			body: { properties: [{
				key: "$session_duration",
				type: "session",
				operator: "gt",
				value: 600
			}] },
			where: ({ div, time }) => `session_id in (select session_id from TABLE group by session_id having ${div(`max(${time})`, 1e3)} - ${div(`min(${time})`, 1e3)} > 600)`
		}),
		plain("searches before a day, of members with a referrer", { event: "search" }, WEEKS, {
			body: { properties: [
				{
					key: "timestamp",
					type: "event_metadata",
					operator: "is_date_before",
					value: "2025-11-15"
				},
				{
					key: "is_member",
					value: ["true"]
				},
				{
					key: "company",
					operator: "is_not_set"
				}
			] },
			where: `local < '2025-11-15 00:00:00' and is_member`
		}),
		trend("new, returning, resurrecting, dormant by week", PAGEVIEW, WEEKS, { insight: "LIFECYCLE" }, (setting) => `with seen as (select distinct person p, ${bucket(WEEKS, setting.dialect)} w, ${bucket(WEEKS, setting.dialect, "created")} c
        from ${setting.table} where event = '$pageview' and local >= '2025-06-29 00:00:00' and local < '2025-12-28 00:00:00' and ${setting.filter}),
      near as (select p, w, c, ${setting.dialect.lag}(w, 1, -99) over (partition by p order by w rows between unbounded preceding and unbounded following) b,
        ${setting.dialect.lead}(w, 1, -99) over (partition by p order by w rows between unbounded preceding and unbounded following) n from seen)
      select w, s, count(*) from (select w, case when c = w and b = -99 then 'new' when b = w - 1 then 'returning' else 'resurrecting' end s from near where w >= 0
        union all select w + 1, 'dormant' from near where n <> w + 1 and w < 24) t group by w, s`, byStatus),
		trend("in how many weeks people were active", PAGEVIEW, WEEKS, { insight: "STICKINESS" }, (setting) => `select k, count(*) from (select count(distinct ${bucket(WEEKS, setting.dialect)}) k ${rowsOf(setting, "$pageview", WEEKS)} group by person) t group by k`, days(1))
	],
	F: FUNNELS,
	R: RETENTIONS,
	P: OTHERS,
	S: STATEMENTS
});
function numbered(kinds) {
	return Object.entries(kinds).flatMap(([letter, drafts]) => drafts.map((draft, at) => ({
		draft,
		name: `${letter}${String(at + 1).padStart(2, "0")}`
	}))).map(({ draft, name }, number) => ({
		name,
		title: draft.title,
		operation: draft.operation,
		body: draft.body,
		rows: draft.rows,
		sql: sqlOf(draft, null),
		filtered: (round) => filtered(draft, number, round)
	}));
}
function filtered(draft, number, round) {
	if (draft.another !== void 0) {
		const { body, sql } = draft.another(1 + number + 61 * round);
		return {
			body,
			sql: sqlOf({ sql }, null)
		};
	}
	const filter = filterOf(number, round);
	const properties = [...draft.body["properties"] ?? [], ...filter.properties];
	return {
		body: draft.filter?.(properties) ?? {
			...draft.body,
			properties
		},
		sql: sqlOf(draft, filter.sql)
	};
}
function sqlOf({ sql }, filter) {
	if (sql === null) return null;
	return (peer, table) => {
		const dialect = DIALECTS[peer];
		return sql({
			table,
			dialect,
			filter: filter === null ? "true" : `(${filter(dialect)})`
		});
	};
}
// bench/web/shape.ts
/** Events like those of a real product; see `generate.ts`. */
const WEB = {
	name: "web",
	events: 3e6,
	quick_events: 3e5,
	settings: [["update_project", { timezone: ZONE }], ["create_cohort", BUYERS]],
	questions: QUESTIONS,
	first: "T02",
	columns: {
		clickhouse: COLUMNS.map(([name, , type]) => `${name} ${type}`).join(", "),
		duckdb: COLUMNS.map(([name, type]) => `${name} ${type}`).join(", ")
	},
	orders: {
		clickhouse: {
			by_event: "event, toDate(local), person, timestamp",
			by_person: "person, timestamp"
		},
		duckdb: { by_event: "event, timestamp" }
	},
	load: null,
	async write(folder, count, knobs) {
		const unknown = Object.keys(knobs).find((name) => !Object.hasOwn(KNOBS, name));
		if (unknown !== void 0) throw new Error(`There is no knob ${unknown}: ${Object.keys(KNOBS).join(", ")}`);
		const files = {
			csv: join(folder, "events.csv"),
			ndjson: join(folder, "events.ndjson"),
			peers: join(folder, "events.tsv")
		};
		return {
			events: await writeWebFiles(files, {
				...KNOBS,
				...knobs,
				events: count
			}),
			ours: [["CSV", files.csv], ["NDJSON", files.ndjson]],
			peers: files.peers
		};
	}
};
export { WEB };
