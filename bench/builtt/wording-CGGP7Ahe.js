import { r as __toESM } from "./rolldown-runtime-DegdyBIC.js";
import { n as must, r as unreachable, t as assert } from "./assert-Cucc65-M.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { a as LIMIT, i as notSupported, n as ServiceError, r as invalid } from "./error-CL6ANKLD.js";
import { a as KIND_NAMES, c as checkUnused, i as KIND_BY_NODE, n as KINDS_OF_INSIGHT, o as NODE_NAMES, r as KIND_BY_INSIGHT, s as namesOf$5, t as INSIGHT_NAMES } from "./kind-OiBJK3r5.js";
import { a as isOneOf, i as hasKey, n as complete, o as keysOf, s as recordOf, t as atLeastOne } from "./known-ShXk4LDt.js";
import { a as isWithinDepth, c as pathText, n as definedOnly, r as isObject, s as parseNested, t as canonical } from "./json-GpSeq4qu.js";
import { $ as parseUuid, J as formatIso, K as formatDateTime, L as addUnits, Q as formatUuid, R as bucketEdges, X as parseLooseDate, Y as parseAbsolute, et as stampUuid, z as floorTo$1 } from "./column_codec-CRp8qQ50.js";
import { d as count, l as and } from "./run-B9uRFbuc.js";
import { H as checkPattern, T as parseVersion, U as RE2JS, a as either, c as STATUSES, f as topTexts, i as ELEMENT_PARTS, j as evaluate, n as restricted, o as every, r as ALL, s as not, t as INTERVALS$1 } from "./query-BO5VA2Zo.js";
import { a as isZone, c as toWall, d as MINUTE_MS, i as fromWall, l as DAY_MS$2, n as MIN_MS, o as offsetChanges, t as MAX_MS, u as HOUR_MS } from "./zone-D9121KND.js";
import { n as nameUuid, r as personUuid, t as digestUuid } from "./person_uuid-DHbHeQxN.js";
import { T as readMembers, a as valueText$1, c as isoWithOffset, g as OTHER_VALUE, h as NULL_VALUE, i as parseFormula, o as viewOf, s as axisOf$1, t as nearestNames, u as OTHER, x as Written, y as linksAt } from "./nearest-DuLlCDvA.js";
import { a as withoutSlash, d as livingPersons, m as personsWhere, s as checkNumbers } from "./names-DMcbKS9j.js";
import { n as visible, r as visibleJson, t as quoted$1 } from "./visible-CP275gyV.js";
import { t as cancelled } from "./messages-B0zBc8YC.js";
import { t as QUESTION_KEY } from "./result_keys-DCKRFVA_.js";
import { a as normaliseEvent } from "./normalise-lUcwx6nv.js";
import { h as writeIfFree, n as TIMED_EVENTS, s as newProjectToken, t as literalPattern } from "./pattern_text-DCosbjGh.js";
import { n as allows } from "./scope-CZmFj7kT.js";
import { A as literal$1, B as union, C as array, D as int, F as preprocess, I as record, J as globalRegistry, M as number$1, N as object, R as string, T as discriminatedUnion, V as unknown$2, Y as NEVER, _ as ZodObject, a as longTime, b as _enum, c as rowTime, d as ZodArray, f as ZodDefault, h as ZodNullable, i as full, j as looseObject, l as share, r as duration, s as percent, v as ZodOptional, w as boolean, x as _null, y as ZodPipe, z as tuple } from "./format-wxDgD8CQ.js";
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
// src/model/question/expression.ts
const METADATA_KEYS = [
	"event",
	"distinct_id",
	"person_id",
	"timestamp"
];
/** `$session_duration`: whole seconds from the session's first to its last event of any kind. */
const SESSION_KEYS$1 = ["$session_duration"];
/** Aggregates that make one number of many events. */
const EVENT_AGGREGATES = [
	"count",
	"sum",
	"avg",
	"min",
	"max",
	"any",
	"quantile",
	"unique"
];
// src/service/contract/context.ts
/** Of a call that has nothing to check. */
function admittedNow() {
	return {
		begun_ms: performance.now(),
		parse_ms: 0
	};
}
// src/service/contract/operation.ts
function operation(values) {
	return {
		...values,
		in_project: true
	};
}
function globalOperation(values) {
	return {
		...values,
		in_project: false
	};
}
/** Whether the input names the object; if not, that is the error to report. */
function isNamed({ routes }, input) {
	return routes.some((route) => membersInPath(route).every((member) => (input[member] ?? null) !== null));
}
/** Members of the input that stand in the route's path. */
function membersInPath({ path }) {
	return Array.from(path.matchAll(/:(\w+)/g), ([, member]) => member);
}
function isStoring({ effect }) {
	return effect !== "read" && effect !== "act";
}
/** Names the operation's input does not have -> the nearest one it has, or null. */
function unknownMembers({ input }, names) {
	const known = Object.keys(input.shape);
	const unknown = names.filter((name) => !known.includes(name));
	return new Map(unknown.map((name) => [name, nearestNames(name, known)[0] ?? null]));
}
// src/model/fields.ts
/**
* Fields of bodies. Each accepts what clients really send (JSON text, "true", "7", null for "not given") and publishes
* the simple form only: preprocessing does not show in the JSON schema.
*/
/** null and blank text mean "not given". */
function given$2(value) {
	if (value === null) return void 0;
	return typeof value === "string" && value.trim() === "" ? void 0 : value;
}
function field(prepare, schema, description, refuse = () => null) {
	return preprocess((value, ctx) => {
		const kept = given$2(value);
		if (kept === void 0) return void 0;
		const prepared = prepare(kept);
		const message = refuse(prepared);
		if (message === null) return prepared;
		ctx.addIssue({
			code: "custom",
			message
		});
		return NEVER;
	}, schema.optional()).optional().describe(description);
}
function textField(description, max_chars = Number.POSITIVE_INFINITY) {
	return field((value) => typeof value === "number" ? String(value) : value, Number.isFinite(max_chars) ? string().max(max_chars) : string(), description);
}
/** One of a few words; case and surrounding blanks are ignored, other words are a 400 listing the valid ones. */
function choiceField(choices, description, aliases = {}) {
	const known = new Map(choices.map((choice) => [choice.toLowerCase(), choice]));
	for (const [alias, choice] of Object.entries(aliases)) known.set(alias, choice);
	const prepare = (value) => typeof value === "string" ? known.get(value.trim().toLowerCase()) ?? value : value;
	return field(prepare, _enum(choices), description);
}
function flagField(description) {
	return field(readFlag, boolean(), description);
}
function readFlag(value) {
	if (value === 1 || value === 0) return value === 1;
	if (typeof value !== "string") return value;
	const text = value.trim().toLowerCase();
	if (text === "true" || text === "1") return true;
	return text === "false" || text === "0" ? false : value;
}
/** An integer, also as text. */
function wholeField(description, bounds = {}) {
	let schema = number$1().int();
	if (bounds.min !== void 0) schema = schema.min(bounds.min);
	if (bounds.max !== void 0) schema = schema.max(bounds.max);
	return field(readNumber$1, schema, description);
}
/** Any number, also as text. */
function numberField(description, bounds = {}) {
	let schema = number$1();
	if (bounds.above !== void 0) schema = schema.gt(bounds.above);
	if (bounds.max !== void 0) schema = schema.max(bounds.max);
	return field(readNumber$1, schema, description);
}
function readNumber$1(value) {
	return typeof value === "string" && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
}
/** JSON text is parsed; other text stays text. */
function readJson(value) {
	return typeof value === "string" ? parseNested(value, LIMIT.json_depth) ?? value : value;
}
/** An object, also as JSON text. `refuse` explains an invalid one. */
function jsonField(schema, description, refuse = () => null) {
	return field(readJson, schema, description, refuse);
}
/** A list of items, either also as JSON text. `refuse` explains an invalid item. */
function listField(item, description, refuse = () => null) {
	return preprocess((value, ctx) => {
		const list = readJson(given$2(value));
		if (!Array.isArray(list)) return list;
		const items = list.map(readJson);
		const at = items.findIndex((entry) => refuse(entry) !== null);
		if (at < 0) return items;
		ctx.addIssue({
			code: "custom",
			message: refuse(items[at]),
			path: [at]
		});
		return NEVER;
	}, array(item).optional()).optional().describe(description);
}
/** Which insight: its number or short id, as text. */
function insightId(description) {
	return preprocess((value) => typeof value === "number" ? String(value) : value, string()).describe(description);
}
/** A value that code parses and checks; the schema publishes its usual form only. */
function openField(published, description) {
	return unknown$2().optional().meta({
		...published,
		description
	});
}
/** Same if lists and objects may come as JSON text, which is parsed first. */
function openJsonField(published, description) {
	return preprocess((value) => readJson(given$2(value)), unknown$2()).optional().meta({
		...published,
		description
	});
}
/** One value or a list, maybe as JSON text; other text is a value. */
function oneOrListField(published, description) {
	const read = (value) => {
		const list = readJson(given$2(value));
		return Array.isArray(list) ? list : given$2(value);
	};
	return preprocess(read, unknown$2()).optional().meta({
		...published,
		description
	});
}
/** Marks fields that hosts are not told of. */
const REST_ONLY = "x-rest-only";
/** Accepted from existing clients but not worth a model's attention: left out of the tools' schemas. */
function restOnly(schema) {
	return schema.meta({
		...schema.meta(),
		[REST_ONLY]: true
	});
}
// src/service/words/places.ts
/**
* Names of operations in messages. Messages are written once and stored (in cached answers and results), but read over
* both faces. So they contain a placeholder for the operation, which each face replaces (`service/gate/wording.ts`).
*/
/** Operations that messages name. Over MCP, those not listed by default are replaced by another tool. */
const ELSEWHERE$3 = {
	list_projects: "describe_project",
	list_insights: null,
	list_group_types: "describe_project with {\"section\":\"groups\"}",
	describe_project: null,
	list_cohorts: "describe_project with {\"section\":\"cohorts\"}",
	list_actions: "describe_project with {\"section\":\"actions\"}",
	list_event_definitions: "describe_project with {\"section\":\"events\"}",
	list_property_definitions: "describe_project with {\"section\":\"properties\"}",
	list_property_values: "describe_project with {\"section\":\"properties\"}",
	list_annotations: "describe_project with {\"section\":\"annotations\"}",
	list_alerts: "describe_project with {\"section\":\"alerts\"}",
	list_dashboards: "describe_project with {\"section\":\"dashboards\"}"
};
const COMPUTING = KINDS_OF_INSIGHT.map((kind) => KIND_NAMES[kind].operation);
const NAMED_OPERATIONS = {
	...ELSEWHERE$3,
	...recordOf(COMPUTING, () => null)
};
/** Private-use characters, which no text has by chance; forging them can only name an operation. */
const BEGIN = "";
const END = "";
const MARKED = /\u{E000}(\w+)\u{E001}/gu;
/** Refers to an operation: `${see('list_cohorts')} lists those there are`. */
function see(named) {
	return `${BEGIN}${named}${END}`;
}
function withOperations(text, name) {
	if (!text.includes(BEGIN)) return text;
	return text.replace(MARKED, (whole, named) => hasKey(NAMED_OPERATIONS, named) ? name(named) : whole);
}
// src/model/question/explanation.ts
/** How an answer was made, beside the answer where `explain` was sent. The same for every kind of question. */
const explainField = flagField("Say how it was computed, too");
/** A statement that another database has answered. */
const StatementSchema = object({
	sql: string(),
	/** As the server reports; null where it does not. */
	rows_read: number$1().nullable(),
	bytes_read: number$1().nullable(),
	ms: number$1()
});
const ExplanationSchema = object({
	/** What was done, a line each; what belongs to a line stands further in below it. */
	plan: array(string()),
	/** Rows a loop looked at, each time it did. */
	rows_read: number$1(),
	/** Besides who and when. */
	columns_read: array(string()),
	/** Of the file, as they are stored; 0 where all was in memory. */
	bytes_loaded: number$1(),
	/** Stage -> milliseconds; `total` is the time since the request was admitted. */
	ms: record(string(), number$1()),
	statements: array(StatementSchema).optional()
});
// src/model/question/refresh.ts
/**
* When a cached result is recomputed, in the words of the wire. There is no background computation: "async" requests
* are answered when complete.
*/
const MEANINGS = {
	true: "true",
	false: "false",
	force_cache: "force_cache",
	blocking: "blocking",
	async: "blocking",
	async_except_on_cache_miss: "blocking",
	lazy_async: "lazy_async",
	force_blocking: "force_blocking",
	force_async: "force_blocking"
};
/** Synonyms of yes and no. */
const ALIASES = {
	"": "true",
	"1": "true",
	yes: "true",
	"0": "false",
	no: "false"
};
/** Unknown values pass through: the schema rejects them. */
function readRefresh(value) {
	if (value === null || value === void 0) return void 0;
	const word = String(value).trim().toLowerCase();
	if (Object.hasOwn(ALIASES, word)) return ALIASES[word];
	return Object.hasOwn(MEANINGS, word) ? MEANINGS[word] : value;
}
function isRefresh(value) {
	return value === void 0 || Object.values(MEANINGS).includes(value);
}
const MESSAGE = `Not one of the allowed values: ${Object.keys(MEANINGS).join(", ")}.`;
const Word = unknown$2().refine(isRefresh, MESSAGE);
/** `refresh` as accepted; hosts see its simple form. */
function refreshField(description) {
	return preprocess(readRefresh, Word).optional().meta({
		type: "boolean",
		description
	});
}
/** For answers that never age: whether to recompute anyway. */
function isForced(refresh) {
	return refresh === "true" || refresh === "force_blocking";
}
/** Whether a result is demanded, so that a question without one is an error. */
function insists(refresh) {
	return refresh !== "force_cache" && refresh !== "false";
}
// src/model/question/body.ts
/** Fields of question bodies that all kinds of insight share. */
const BREAKDOWN_TYPES = [
	"event",
	"person",
	"cohort",
	"group",
	"session",
	"hogql",
	"event_metadata"
];
const FILTER_ITEM = {
	type: "object",
	properties: {
		key: { type: "string" },
		value: {
			type: "array",
			items: { type: "string" },
			description: "Any of them; one may stand alone"
		},
		operator: {
			type: "string",
			description: "exact unless said"
		},
		type: {
			type: "string",
			description: "event (default), person, group, cohort, hogql (key: an expression)"
		}
	}
};
const PROPERTIES_TEXT = "Filters, all must hold: [{\"key\":\"$browser\",\"value\":[\"Chrome\"],\"operator\":\"exact\",\"type\":\"event\"}]. Operators: exact, is_not, icontains, not_icontains, regex, not_regex, gt, gte, lt, lte, between, not_between, is_set, is_not_set, is_date_before, is_date_after, is_date_exact";
/** A list of filters; also a group {type: AND|OR, values: […]}, {key: value}, or JSON text of any of them. */
function propertiesField(description) {
	return openJsonField({
		type: "array",
		items: FILTER_ITEM
	}, description);
}
/** One line of `events` or `actions`. */
const EntityBody = looseObject({
	id: openField({ type: "string" }, "Name of the event (\"\" for every event); number of the action"),
	custom_name: textField("Name to show instead"),
	order: wholeField("Place among the lines, from 0"),
	properties: openJsonField({
		type: "array",
		items: { type: "object" }
	}, "Filters on this event only, in the form of `properties`")
});
const TREND_MATHS = "total (default), dau (people), weekly_active, monthly_active, unique_group, unique_session, first_time_for_user, first_matching_event_for_user; sum, avg, min, max, median, p75, p90, p95, p99 of math_property; avg_count_per_actor (likewise min, max, median, p75 …); hogql: math_hogql";
const TrendEntityBody = looseObject({
	...EntityBody.shape,
	math: textField(`What is counted: ${TREND_MATHS}`),
	math_property: textField("Numeric property for sum, avg …; $session_duration and $time too"),
	math_property_type: textField("Whose property: event_properties (default), person_properties, groups_0"),
	math_hogql: textField("Aggregate expression: sum(properties.price) / count()"),
	math_multiplier: numberField("Every number times this"),
	math_group_type_index: wholeField("Count groups of this type", {
		min: 0,
		max: LIMIT.groups_per_project - 1
	})
});
const ExclusionBody = looseObject({
	...EntityBody.shape,
	funnel_from_step: wholeField("After this step, from 0"),
	funnel_to_step: wholeField("Before this step")
});
/** Why an item of `events` is invalid, with the valid form; null if it is an object. */
function refuseItem(item) {
	return isObject(item) ? null : `Each line is an object, not ${describeKind(item)}: ${eventForm(item)}.`;
}
/** Same for an event on its own. */
function refuseEvent(value) {
	return isObject(value) ? null : `An event is an object, not ${describeKind(value)}: ${eventForm(value)}.`;
}
function eventForm(sent) {
	return JSON.stringify({ id: typeof sent === "string" && sent !== "" ? sent : "sign up" });
}
function describeKind(item) {
	if (item === null) return "null";
	return Array.isArray(item) ? "a list" : `a ${typeof item}`;
}
function entitiesField(item, description) {
	return listField(item, description, refuseItem);
}
const breakdownTypeField = choiceField(BREAKDOWN_TYPES, "Where the breakdown key lives (default event)", { events: "event" });
const breakdownGroupField = wholeField("Group type of the breakdown when its type is group", {
	min: 0,
	max: LIMIT.groups_per_project - 1
});
const normalizeUrlField = flagField("Values are URLs: take those that differ by a final / ? # only as one");
const binCountField = wholeField("Put numbers into so many bins of one width", {
	min: 1,
	max: LIMIT.breakdown_bins
});
function refuseBreakdown(item) {
	if (isObject(item)) return null;
	const property = typeof item === "string" && item !== "" ? item : "$browser";
	return `Each breakdown is an object, not ${describeKind(item)}: ${JSON.stringify({ property })}.`;
}
/** One item of `breakdowns`. */
const BreakdownItem = looseObject({
	property: openField({ type: "string" }, "Property key"),
	type: breakdownTypeField,
	group_type_index: breakdownGroupField,
	normalize_url: normalizeUrlField,
	histogram_bin_count: binCountField
});
/** Documented once, for `events`: actions take the same fields. */
const ACTION_ITEM = {
	type: "object",
	properties: { id: { type: "integer" } }
};
/** The published part of an exclusion. */
const EXCLUSION_ITEM = {
	type: "object",
	properties: {
		id: { type: "string" },
		funnel_from_step: {
			type: "integer",
			description: "After this step, from 0"
		},
		funnel_to_step: {
			type: "integer",
			description: "Before this step"
		}
	}
};
/** Saved actions; only the number of an item is published. */
function actionsField(item, description) {
	return entitiesField(item, description).meta({ items: ACTION_ITEM });
}
/** In every body. */
const QUESTION_FIELDS = {
	properties: propertiesField(PROPERTIES_TEXT),
	filter_test_accounts: flagField("Leave out internal and test accounts, as the project defines them"),
	date_from: textField(`Start (default -7d): YYYY-MM-DD, or relative: -7d, -24h, -1m, dStart, mStart, yStart, today, all`),
	date_to: textField("End, same forms; now unless given"),
	explicit_date: restOnly(flagField("Take date_from and date_to to the second instead of whole days")),
	breakdown: oneOrListField({ type: "string" }, "Split by this property key; list of cohort ids for type cohort"),
	breakdown_type: breakdownTypeField,
	breakdown_group_type_index: breakdownGroupField,
	breakdown_normalize_url: normalizeUrlField,
	breakdown_histogram_bin_count: binCountField,
	breakdowns: listField(BreakdownItem, "Split by up to three at once: [{\"property\":\"$browser\",\"type\":\"event\"}]; also group_type_index, normalize_url, histogram_bin_count", refuseBreakdown).meta({ items: { type: "object" } }),
	breakdown_limit: wholeField("Most values shown; the rest is summed up as Other", {
		min: 1,
		max: LIMIT.breakdown_max
	}),
	aggregation_group_type: textField("Count groups of this type (as \"organization\") instead of people"),
	aggregation_group_type_index: restOnly(wholeField("0 or absent counts people, n > 0 groups of type n", {
		min: 0,
		max: LIMIT.groups_per_project - 1
	})),
	refresh: refreshField("Compute again even if a cached answer is current"),
	explain: explainField,
	client_query_id: textField("Your own name for it, to cancel it")
};
const intervalField = choiceField(INTERVALS$1, "Length of a point in time (default day)");
const EventsBody = object({
	event: textField("Only events of this name"),
	person: textField("Only events of this person: a person id, or any distinct id of theirs"),
	person_id: restOnly(textField("The same as `person`")),
	distinct_id: textField("Only events that came with this distinct id"),
	after: textField(`Only events from then on: a date or time, or relative as -1d, -24h, mStart`),
	before: textField(`Only events before then, in the same forms`),
	properties: openJsonField({
		type: "array",
		items: { type: "object" }
	}, "Filters, all must hold, in the form of `properties` of compute_trend"),
	cursor: textField("`next_cursor` of the page before, with the same filters"),
	limit: wholeField(`How many (default ${LIMIT.page_default})`, {
		min: 1,
		max: LIMIT.page_max
	})
});
const ListedEvent = object({
	uuid: string(),
	event: string(),
	distinct_id: string(),
	/** By the current person of the distinct id. */
	person_id: string(),
	timestamp: string(),
	properties: record(string(), unknown$2())
});
const EventsResult = object({
	next: string().nullable(),
	next_cursor: string().nullable().describe("Brings the events before these; null at the end"),
	results: array(ListedEvent).describe("The latest first"),
	warnings: array(string())
});
// src/model/question/result.ts
/** What every computed answer carries besides its `result`. */
/** An annotation as answers show it. */
const MarkSchema = object({
	id: int(),
	date: string(),
	content: string()
});
/** How the question was understood. Dates are ISO 8601 with the project's offset, inclusive. */
/** The events behind a row, where they can be told: `where` holds, and each key is what stands in that column of the row. */
const BehindSchema = object({
	where: string().nullable(),
	keys: array(object({
		text: string(),
		column: number$1()
	})).readonly()
});
const ResolvedSchema = looseObject({
	/** Kind of question, which determines the result's shape. */
	kind: _enum(KINDS_OF_INSIGHT),
	/** For funnels: which view the result is. */
	viz: string().optional(),
	date_from: string(),
	date_to: string(),
	previous: object({
		date_from: string(),
		date_to: string()
	}).optional(),
	interval: string().nullable(),
	timezone: string(),
	/** For funnels: longest time from the first step to the last. */
	window_ms: number$1().optional(),
	/** The question in words, except its dates. Names and values of the project are quoted. */
	question: string().optional(),
	entities: array(looseObject({
		id: union([string(), number$1()]).nullable(),
		name: string(),
		/** A name unique within the question. */
		words: string().optional()
	})),
	/** Annotations within the range. */
	annotations: array(MarkSchema).optional(),
	/** Of statements: names of columns, and name and type of each. */
	columns: array(string()).optional(),
	types: array(array(string())).optional(),
	behind: BehindSchema.optional(),
	warnings: array(string())
});
const RESULT_FIELDS = {
	is_cached: boolean(),
	last_refresh: string(),
	timezone: string(),
	resolved: ResolvedSchema,
	explain: ExplanationSchema.optional()
};
// src/model/question/funnel.ts
/** Funnels: how many actors completed each step, and how long it took; `test/oracle/funnel.ts` defines the rules. */
const FUNNEL_ORDERS = [
	"ordered",
	"strict",
	"unordered"
];
const FUNNEL_VIZ_TYPES = [
	"steps",
	"trends",
	"time_to_convert"
];
const WINDOW_UNITS = [
	"second",
	"minute",
	"hour",
	"day",
	"week",
	"month"
];
const ATTRIBUTIONS = [
	"first_touch",
	"last_touch",
	"all_events",
	"step"
];
/** The question on the wire. */
const FunnelBody = looseObject({
	events: entitiesField(EntityBody, "The steps in order: [{\"id\":\"sign up\"},{\"id\":\"paid\"}]"),
	actions: actionsField(EntityBody, "Saved actions as steps: [{\"id\":1,\"order\":1}]"),
	...QUESTION_FIELDS,
	interval: intervalField,
	funnel_window_interval: wholeField("Time to convert, from the first step (default 14)"),
	funnel_window_interval_type: textField(`Unit of the window: ${WINDOW_UNITS.join(", ")} (default day)`),
	funnel_window_days: restOnly(wholeField("Deprecated: the window in days")),
	funnel_viz_type: choiceField(FUNNEL_VIZ_TYPES, "steps (default), trends over time, or time_to_convert"),
	funnel_order_type: choiceField(FUNNEL_ORDERS, "ordered (default): anything may happen between; strict: nothing; unordered: in whatever sequence"),
	exclusions: entitiesField(ExclusionBody, "Who did this between two steps is left out: [{\"id\":\"refund\",\"funnel_from_step\":0,\"funnel_to_step\":1}]").meta({ items: EXCLUSION_ITEM }),
	breakdown_attribution_type: choiceField(ATTRIBUTIONS, "Which event gives a person its breakdown value (default first_touch)"),
	breakdown_attribution_value: wholeField("The step, from 0, for attribution by step"),
	funnel_from_step: wholeField("First step looked at by trends and time_to_convert (default 0)"),
	funnel_to_step: wholeField("Last step looked at by trends and time_to_convert (default the last)"),
	bin_count: wholeField("Number of bins of time_to_convert, up to 90 (default: by the number of people)"),
	sampling_factor: numberField("Count this share of people only, above 0 up to 1, and scale the numbers up", {
		above: 0,
		max: 1
	}),
	funnel_aggregate_by_hogql: textField("Count values of this expression instead of people: properties.$session_id"),
	display: restOnly(textField("Accepted for compatibility: ActionsLineGraph means funnel_viz_type trends"))
});
const StepSchema = looseObject({
	action_id: union([string(), number$1()]).nullable(),
	name: string(),
	custom_name: string().nullable(),
	order: number$1(),
	count: number$1(),
	/** Seconds from the step before; null for the first step and without actors. */
	average_conversion_time: number$1().nullable(),
	median_conversion_time: number$1().nullable(),
	converted_people_url: string().nullable(),
	dropped_people_url: string().nullable()
});
const FunnelSeriesSchema = looseObject({
	/** Number of points. */
	count: number$1(),
	/** Percent of those at the first step looked at that reached the last one. */
	data: array(number$1()),
	days: array(string()),
	labels: array(string()),
	reached_from_counts: array(number$1()),
	reached_to_counts: array(number$1())
});
const TimesToConvertSchema = looseObject({
	/** Start of the bin in seconds, and how many fall into it. */
	bins: array(tuple([number$1(), number$1()])),
	average_conversion_time: number$1().nullable()
});
/** Steps: one table, or one per value of the breakdown. Trends: series. Time to convert: bins. */
const FunnelResult = object({
	...RESULT_FIELDS,
	result: union([
		array(StepSchema),
		array(array(StepSchema)),
		array(FunnelSeriesSchema),
		TimesToConvertSchema
	])
});
// src/model/question/path.ts
/** Paths: what people do in sequence, as edges between the steps of their sessions. */
const PATH_EVENT_TYPES = [
	"$pageview",
	"$screen",
	"custom_event",
	"hogql"
];
const FUNNEL_PATHS = [
	"funnel_path_after_step",
	"funnel_path_before_step",
	"funnel_path_between_steps"
];
/** A rule of `local_path_cleaning_filters`. */
const CleaningRuleBody = looseObject({
	alias: openField({ type: "string" }, "What a match becomes: /users/<id>"),
	regex: openField({ type: "string" }, "Pattern by RE2 rules, found anywhere: /users/\\d+")
});
const namesField$1 = (description) => listField(string(), description);
const weightField = (description) => wholeField(description, { min: 0 });
/** The question on the wire. */
const PathBody = looseObject({
	include_event_types: listField(_enum(PATH_EVENT_TYPES), "Which events are steps: $pageview (by URL), $screen, custom_event (names that do not begin with $); all events unless given"),
	include_custom_events: namesField$1("Events that are steps, by name, besides the types"),
	exclude_events: namesField$1("Steps to leave out, as they are named in the answer"),
	path_type: choiceField(PATH_EVENT_TYPES, "Deprecated: the one type of include_event_types"),
	start_point: textField("Only paths that come by this step, from there on"),
	end_point: textField("Only paths that come by this step, up to there"),
	step_limit: wholeField("Most steps of a path (default 5)", {
		min: 1,
		max: LIMIT.path_steps
	}),
	edge_limit: wholeField("Most edges in the answer (default 50)", {
		min: 1,
		max: LIMIT.path_edges
	}),
	min_edge_weight: weightField("Only edges that at least so many paths take"),
	max_edge_weight: weightField("Only edges that at most so many paths take"),
	path_groupings: namesField$1("Steps to take as one, * for anything: [\"/users/*\"]"),
	path_replacements: flagField("Apply the project's path cleaning rules"),
	local_path_cleaning_filters: listField(CleaningRuleBody, "Cleaning rules of this question only, applied in order"),
	paths_hogql_expression: textField("Names the steps when include_event_types has hogql"),
	funnel_paths: choiceField(FUNNEL_PATHS, "Only what people of a funnel did around a step of it"),
	funnel_filter: openJsonField({ type: "object" }, "The funnel of funnel_paths, with funnel_step: 2 = who got to step 2, -2 = who did not get to step 2 after step 1"),
	properties: QUESTION_FIELDS.properties,
	filter_test_accounts: QUESTION_FIELDS.filter_test_accounts,
	date_from: QUESTION_FIELDS.date_from,
	date_to: QUESTION_FIELDS.date_to,
	explicit_date: QUESTION_FIELDS.explicit_date,
	sampling_factor: numberField("Follow this share of people only, above 0 up to 1, and scale the numbers up", {
		above: 0,
		max: 1
	}),
	refresh: QUESTION_FIELDS.refresh,
	client_query_id: QUESTION_FIELDS.client_query_id
});
const EdgeSchema = object({
	/** Depth and name: 1_/pricing. */
	source: string(),
	target: string(),
	/** Number of paths. */
	value: number$1(),
	/** Milliseconds in between. */
	average_conversion_time: number$1(),
	/** Address of the people. */
	persons_url: string().nullable().optional()
});
const PathResult = object({
	...RESULT_FIELDS,
	result: array(EdgeSchema)
});
// src/model/question/retention.ts
/**
* Retention: of those who started in a bucket, how many came back n buckets later; `test/oracle/retention.ts` defines
* the rules.
*/
const PERIODS$1 = [
	"Hour",
	"Day",
	"Week",
	"Month"
];
const RETENTION_TYPES = [
	"retention_recurring",
	"retention_first_time",
	"retention_first_ever_occurrence"
];
const TargetBody = looseObject({
	...EntityBody.shape,
	type: choiceField(["events", "actions"], "events (default) or actions", {
		event: "events",
		action: "actions"
	})
});
/** The published part of a target; see `events` for its fields. */
const PUBLISHED_TARGET = { properties: {
	id: { type: "string" },
	type: { type: "string" }
} };
/** The question on the wire. */
const RetentionBody = looseObject({
	target_entity: jsonField(TargetBody, "What starts: {\"id\":\"sign up\",\"type\":\"events\"} (default $pageview); also properties", refuseEvent).meta(PUBLISHED_TARGET),
	returning_entity: jsonField(TargetBody, "What counts as coming back (default $pageview)", refuseEvent).meta(PUBLISHED_TARGET),
	retention_type: choiceField(RETENTION_TYPES, "Who starts: retention_recurring (default) in every period they did it, retention_first_time in that of their first time ever"),
	period: choiceField(PERIODS$1, "Length of a period (default Day)"),
	total_intervals: wholeField("How many periods, the last is that of date_to (default 11)", {
		min: 1,
		max: LIMIT.retention_intervals
	}),
	cumulative: flagField("Count who came back later as having stayed until then"),
	minimum_occurrences: wholeField("Times somebody must return within a period", {
		min: 1,
		max: 1e6
	}),
	...QUESTION_FIELDS,
	date_to: textField("The last period is the one that holds this day; now unless given. date_from does not matter"),
	sampling_factor: numberField("Count this share of people only, above 0 up to 1, and scale the numbers up", {
		above: 0,
		max: 1
	})
});
const ValueSchema = looseObject({
	count: number$1(),
	label: string(),
	people: array(unknown$2()),
	people_url: string().nullable()
});
const RowSchema = looseObject({
	/** Index 0 is everybody who started. */
	values: array(ValueSchema),
	label: string(),
	date: string().optional(),
	people_url: string().nullable(),
	breakdown_value: union([string(), array(string())]).optional()
});
/** A row per start period, or a table per breakdown value. */
const RetentionResult = looseObject({
	...RESULT_FIELDS,
	result: array(RowSchema)
});
// src/model/saved/project.ts
/** A project, its group types, and the product's users. */
const CleaningRule = looseObject({
	alias: string().max(LIMIT.name_chars).describe("What stands there instead: /user/<id>"),
	regex: string().max(LIMIT.regex_chars).describe("RE2: /user/[0-9]+")
});
/** Most people send just a city. */
function zoneError(sent) {
	const city = `/${sent.trim().toLowerCase().replaceAll(" ", "_")}`;
	const found = Intl.supportedValuesOf("timeZone").find((zone) => zone.toLowerCase().endsWith(city));
	return `Not a time zone. ${found === void 0 ? "Send an IANA name: UTC, Europe/Berlin, America/New_York." : `Did you mean "${found}"?`}`;
}
/** Settings of parts that only the system we follow has: off, and cannot be switched on. */
const ABSENT_PARTS = {
	heatmaps_opt_in: false,
	session_recording_opt_in: false,
	surveys_opt_in: false,
	autocapture_exceptions_opt_in: false,
	autocapture_web_vitals_opt_in: false,
	cookieless_server_hash_mode: 0
};
function absentPart(schema, off) {
	const error = `There is no such part here: leave it out, or send ${JSON.stringify(off)}.`;
	const isOff = (value) => value === off;
	return restOnly(schema.refine(isOff, { error }).nullish().describe("Part of another product; off"));
}
/** What clients may write; all fields are optional. The service checks filters and patterns. */
const ProjectWrite = object({
	name: string().trim().min(1).max(LIMIT.name_chars).optional().describe("What people call it"),
	timezone: string().refine(isZone, { error: ({ input }) => zoneError(String(input)) }).optional().describe("IANA name; where its days begin"),
	week_start_day: literal$1([0, 1]).optional().describe("0: weeks begin on Sunday, 1: on Monday"),
	test_account_filters: array(unknown$2()).max(LIMIT.filter_leaves).optional().describe("Filters that hold for real people, for questions with filter_test_accounts: [{\"key\":\"email\",\"operator\":\"not_icontains\",\"value\":\"@example.com\",\"type\":\"person\"}]").meta({ items: { type: "object" } }),
	path_cleaning_filters: array(CleaningRule).max(LIMIT.path_rules).optional().describe("Rules that make paths alike, applied in order: [{\"alias\":\"/user/<id>\",\"regex\":\"/user/[0-9]+\"}]"),
	retention_days: int().min(1).max(LIMIT.retention_days).nullable().optional().describe("Events older than that are removed for good, once a day; null keeps all"),
	autocapture_opt_out: boolean().optional().describe("true: the browser library captures no clicks, changes and submits by itself"),
	heatmaps_opt_in: absentPart(boolean(), ABSENT_PARTS.heatmaps_opt_in),
	session_recording_opt_in: absentPart(boolean(), ABSENT_PARTS.session_recording_opt_in),
	surveys_opt_in: absentPart(boolean(), ABSENT_PARTS.surveys_opt_in),
	autocapture_exceptions_opt_in: absentPart(boolean(), ABSENT_PARTS.autocapture_exceptions_opt_in),
	autocapture_web_vitals_opt_in: absentPart(boolean(), ABSENT_PARTS.autocapture_web_vitals_opt_in),
	cookieless_server_hash_mode: absentPart(int(), ABSENT_PARTS.cookieless_server_hash_mode)
});
const UserSchema = object({
	id: int(),
	uuid: string(),
	distinct_id: string(),
	first_name: string(),
	last_name: string(),
	email: string(),
	is_email_verified: boolean(),
	hedgehog_config: record(string(), unknown$2())
});
const GroupTypeSchema = object({
	group_type: string(),
	group_type_index: int(),
	name_singular: string().nullable(),
	name_plural: string().nullable()
});
// src/model/saved/insight.ts
/**
* A saved question in three shapes: as written, as returned in full, and the short form of lists. Fields are in
* response order.
*/
/**
* Access levels on the wire. Restriction: of the insight; everyone with the scope may edit, unless viewed by a link's
* holder. Privilege: of the caller.
*/
const LEVEL = {
	everyone_edits: 21,
	only_collaborators_edit: 37,
	can_view: 21,
	can_edit: 37
};
/** Filter for lists: a kind, any non-SQL query node (JSON), or SQL. */
const INSIGHT_FILTERS = [
	...INSIGHT_NAMES,
	"JSON",
	"SQL"
];
const DashboardTileSchema = object({
	id: int(),
	dashboard_id: int(),
	deleted: boolean()
});
/** Why there is no result; null if there is one. */
const QueryStatusSchema = looseObject({
	complete: boolean(),
	error: boolean(),
	error_message: string().nullable()
});
const TEXT$1 = string().nullable();
const InsightSchema = looseObject({
	id: int().describe("Number of the insight"),
	short_id: string().describe("Eight letters and digits; stands for the id everywhere"),
	name: TEXT$1,
	derived_name: TEXT$1,
	filters: unknown$2(),
	query: unknown$2(),
	order: int().nullable(),
	deleted: boolean(),
	dashboards: array(int()),
	dashboard_tiles: array(DashboardTileSchema),
	last_refresh: TEXT$1,
	cache_target_age: TEXT$1,
	next_allowed_client_refresh: TEXT$1,
	result: unknown$2(),
	hasMore: boolean().nullable(),
	columns: array(unknown$2()).nullable(),
	created_at: string(),
	created_by: UserSchema.nullable(),
	description: TEXT$1,
	updated_at: string(),
	tags: array(string()),
	favorited: boolean(),
	saved: boolean(),
	last_modified_at: string(),
	last_modified_by: UserSchema.nullable(),
	is_sample: boolean(),
	effective_restriction_level: int(),
	effective_privilege_level: int(),
	timezone: TEXT$1,
	is_cached: boolean(),
	query_status: QueryStatusSchema.nullable(),
	hogql: TEXT$1,
	types: array(unknown$2()).nullable(),
	resolved: ResolvedSchema.nullable()
});
/** Insight-shaped answer without an insight. */
const NO_INSIGHT = recordOf(keysOf(InsightSchema.shape), () => null);
const BasicInsightSchema = object({
	id: int(),
	short_id: string(),
	name: TEXT$1,
	derived_name: TEXT$1,
	filters: unknown$2(),
	query: unknown$2(),
	dashboards: array(int()),
	dashboard_tiles: array(DashboardTileSchema),
	description: TEXT$1,
	last_refresh: TEXT$1,
	refreshing: boolean(),
	saved: boolean(),
	tags: array(string()),
	updated_at: string(),
	created_by: UserSchema.nullable(),
	created_at: string(),
	last_modified_at: string(),
	favorited: boolean()
});
/** A page of a list. `next` and `previous` are addresses, null at the ends and outside HTTP. */
function paginated(item) {
	return object({
		count: int().describe("How many there are in all"),
		next: string().nullable(),
		previous: string().nullable(),
		results: array(item)
	});
}
/** Any JSON that is small and shallow. */
function smallJson(value) {
	if (value === void 0) return true;
	return isWithinDepth(value, LIMIT.json_depth) && JSON.stringify(value).length <= LIMIT.filters_bytes;
}
const TOO_LARGE = `Ensure this field has no more than ${LIMIT.filters_bytes} bytes of JSON, nested at most ${LIMIT.json_depth} levels deep.`;
const QUERY_FORM = "Expected a query node: an object with a \"kind\", or null.";
function isQueryNode(value) {
	return value === void 0 || value === null || isObject(value);
}
const TagSchema = string().max(LIMIT.tag_chars);
/** What clients may write; all fields are optional, others (id, created_at, …) are ignored. */
const InsightWrite = object({
	name: string().max(LIMIT.name_chars).nullable().optional().describe("Title, as people will look for it"),
	derived_name: string().max(LIMIT.name_chars).nullable().optional().describe("Fallback title made by a program"),
	description: string().max(LIMIT.description_chars).nullable().optional().describe("What it tells, for people"),
	filters: preprocess(readJson, unknown$2().refine(smallJson, TOO_LARGE)).optional().meta({
		type: "object",
		description: "The question: {\"insight\":\"TRENDS\",\"events\":[{\"id\":\"sign up\"}],\"date_from\":\"-7d\"}; the keys are the arguments of compute_trend or compute_funnel, \"insight\" is TRENDS or FUNNELS"
	}),
	query: preprocess(readJson, unknown$2().refine(isQueryNode, QUERY_FORM).refine(smallJson, TOO_LARGE)).optional().meta({
		type: "object",
		description: "Another form of the question: a query node with a \"kind\"; filters is simpler"
	}),
	tags: array(TagSchema).max(LIMIT.tags).optional().describe("Labels; the whole list, in lower case"),
	favorited: boolean().optional().describe("Mark as a favourite"),
	saved: boolean().optional().describe("Show among the saved insights"),
	order: int().nullable().optional().describe("Place in the list, smallest first"),
	deleted: boolean().optional().describe("true removes it softly, false brings it back"),
	dashboards: array(int()).optional().describe("Deprecated: ids of all dashboards that show it")
});
// src/service/resolve/refuse.ts
/** Which kind of insight a body means, and refusal of kinds that belong to another operation. */
const SHOWN_AS = ["lifecycle", "stickiness"];
function askedKind(body) {
	const shown_as = named$3(body["shown_as"], "shown_as");
	return SHOWN_AS.includes(shown_as.kind) ? shown_as : named$3(body["insight"], "insight");
}
function named$3(sent, attr) {
	const name = typeof sent === "string" ? sent.toUpperCase() : "";
	return {
		name,
		kind: KIND_BY_INSIGHT.get(name) ?? KIND_BY_NODE.get(String(sent)) ?? null,
		attr
	};
}
/** @throws ServiceError not_supported if the body names another kind */
function refuseOtherKind(body, kind) {
	const asked = askedKind(body);
	if (asked.kind === kind || asked.name === "") return;
	const elsewhere = asked.kind === null ? `Kinds are ${INSIGHT_NAMES.join(", ")}.` : `${see(KIND_NAMES[asked.kind].operation)} does.`;
	throw notSupported(`insight ${asked.name}`, asked.attr, `"${asked.name}" is not computed here: this computes ${KIND_NAMES[kind].insight}. ${elsewhere}`);
}
// src/model/question/correlation.ts
/** Correlation: what those who completed a funnel did, or are, more or less often than those who did not. */
const CORRELATION_TYPES = [
	"events",
	"properties",
	"event_with_properties"
];
const namesField = (description) => listField(string(), description);
/** Of a funnel, the fields that are usual here. */
const OF_FUNNEL = FunnelBody.pick({
	events: true,
	actions: true,
	properties: true,
	filter_test_accounts: true,
	date_from: true,
	date_to: true,
	aggregation_group_type: true,
	funnel_window_interval: true,
	funnel_window_interval_type: true,
	refresh: true,
	explain: true,
	client_query_id: true
});
/**
* The question on the wire: a funnel, and what to look for. All other fields of a funnel are accepted too (it is also
* parsed as a FunnelBody); these are the usual ones.
*/
const CorrelationBody = looseObject({
	...OF_FUNNEL.shape,
	funnel_correlation_type: choiceField(CORRELATION_TYPES, "Look for events (default), properties of the people, or event_with_properties"),
	funnel_correlation_names: namesField("Properties to look at: [\"plan\"], or [\"$all\"]"),
	funnel_correlation_exclude_names: namesField("Properties to leave out"),
	funnel_correlation_event_names: namesField("Events whose properties to look at"),
	funnel_correlation_exclude_event_names: namesField("Events to leave out"),
	funnel_correlation_event_exclude_property_names: namesField("Event properties to leave out")
});
const CorrelatedSchema = looseObject({
	event: object({
		event: string(),
		properties: record(string(), unknown$2()),
		elements: array(unknown$2())
	}),
	success_count: number$1(),
	success_people_url: string().nullable(),
	failure_count: number$1(),
	failure_people_url: string().nullable(),
	odds_ratio: number$1(),
	correlation_type: _enum(["success", "failure"])
});
const CorrelationResult = object({
	...RESULT_FIELDS,
	result: object({
		events: array(CorrelatedSchema),
		/** Whether one side is too small for meaningful ratios. */
		skewed: boolean(),
		/** How many completed the funnel, and how many did not; those not counted in a line have not done it. */
		success_total: number$1(),
		failure_total: number$1()
	})
});
// src/chart/marks.ts
const ESCAPES$1 = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;",
	"'": "&#39;"
};
/** Characters XML cannot contain at all. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
/** For text and attributes alike. */
function escaped(text) {
	return text.toWellFormed().replace(UNWRITABLE, "�").replace(/[&<>"']/g, (found) => ESCAPES$1[found]);
}
function element(name, attributes, inside = "") {
	const written = Object.entries(attributes).filter(([, value]) => value !== null && value !== "").map(([key, value]) => ` ${key}="${typeof value === "number" ? px(value) : escaped(value)}"`).join("");
	return inside === "" ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`;
}
/** Tenths are precise enough and short. */
function px(value) {
	return String(Math.round(value * 10) / 10);
}
function rect(box, attributes) {
	const { x, y, width, height } = box;
	return element("rect", {
		x,
		y,
		width: Math.max(0, width),
		height: Math.max(0, height),
		...attributes
	});
}
function line$1(x1, y1, x2, y2, attributes) {
	return element("line", {
		x1,
		y1,
		x2,
		y2,
		...attributes
	});
}
// src/chart/text.ts
/**
* Widths of Inter from U+0020 and from U+00A0 on, one character each: its code less 35 is the width in fiftieths of the
* size.
*/
const FROM_SPACE = "12;CCTC255DD2:25C8BBDAB@BB22DDD=TFDHGAAIH1@E@PIICICCDHFVEEC535;:3?B@B@4BA//?/OAABB7>4A?L???949D";
const FROM_NBSP = "12@BG?1@AQ:@D#E;:D9:3AA212;@KNO=FFFFFFUHAAAA1111HIIIIIIDIHHHHECB??????Q@@@@@///8@AAAAAADAAAAA?B?F?F?F?H@H@H@H@GGHBA@A@A@A@A@IBIBIBIBHAJA1818181/1/M;@/E?>@/@/@4?5A/IAIAIADIAIAIAIAUUC7C7C7C>C>C>C>D4D6D4HAHAHAHAHAHAVLE?EC?C?C?3";
const OTHERS$1 = {
	"…": .87,
	"–": .5,
	"→": .96,
	"−": .67,
	"“": .44,
	"”": .44,
	"↓": .84,
	"↑": .84
};
/** Letters not in the table: Cyrillic and Greek, and full-width ones. */
const LETTER = .68;
const WIDE = 1.05;
const WIDE_FROM = 4352;
const BOLD = 1.06;
/** For pictures in the product's own font. */
const measureInter = (text, size_px, is_bold) => {
	let width = 0;
	for (const letter of text) width += letterWidth(letter);
	return width * size_px * (is_bold ? BOLD : 1);
};
function letterWidth(letter) {
	const code = letter.codePointAt(0) ?? 0;
	const coded = code < 160 ? FROM_SPACE.charCodeAt(code - 32) : FROM_NBSP.charCodeAt(code - 160);
	if (!Number.isNaN(coded)) return (coded - 35) / 50;
	return OTHERS$1[letter] ?? (code >= WIDE_FROM && !(code >= 8192 && code < 9728) ? WIDE : LETTER);
}
/** For pages, which use the reader's font: it may be a little wider than Inter, and much wider in bold. */
const measureAnyFont = (text, size_px, is_bold) => measureInter(text, size_px, is_bold) * (is_bold ? 1.18 : 1.1);
/** Cuts the end; for addresses the beginning, since they differ at their ends. */
function cut(text, width, { measure, size_px, is_bold = false }) {
	if (measure(text, size_px, is_bold) <= width) return text;
	const letters = [...text];
	const is_address = /^(https?:\/\/|\/)/.test(text);
	const shown = (count) => is_address ? `…${letters.slice(letters.length - count).join("")}` : `${letters.slice(0, count).join("").trimEnd()}…`;
	let least = 0;
	let most = Math.min(letters.length - 1, Math.ceil(width / (size_px * .2)));
	while (least < most) {
		const middle = Math.ceil((least + most) / 2);
		if (measure(shown(middle), size_px, is_bold) <= width) least = middle;
		else most = middle - 1;
	}
	if (least === 0) return "…";
	return is_address ? wholeSteps(shown(least)) : shown(least);
}
/** Cuts at slashes: `…cts/mug/large` becomes `…/mug/large`, unless nothing would remain. */
function wholeSteps(text) {
	const slash = text.search(/(?<!\/)\/(?!\/)/);
	return slash > 1 && slash < text.length - 3 ? `…${text.slice(slash)}` : text;
}
/** Breaks at spaces into at most this many lines; cuts the rest. */
function wrapped(text, width, lines_max, lettering) {
	const { measure, size_px, is_bold = false } = lettering;
	const lines = [];
	let rest = text.trim();
	while (rest !== "" && lines.length < lines_max - 1 && measure(rest, size_px, is_bold) > width) {
		const words = rest.split(" ");
		let taken = 1;
		while (taken < words.length && measure(words.slice(0, taken + 1).join(" "), size_px, is_bold) <= width) taken++;
		const head = words.slice(0, taken).join(" ");
		lines.push(cut(head, width, lettering));
		rest = words.slice(taken).join(" ");
	}
	return rest === "" ? lines : [...lines, cut(rest, width, lettering)];
}
var Canvas = class {
	width;
	paint;
	measure;
	hits = [];
	#form;
	constructor(width, paint, measure, form) {
		this.width = width;
		this.paint = paint;
		this.measure = measure;
		this.#form = form;
	}
	/** Width between the paddings. */
	get room() {
		return this.width - 32;
	}
	get is_narrow() {
		return this.width < 560;
	}
	/** Text broken at spaces into at most this many lines. */
	wrapped(text, width, lines_max, size_px, is_bold = false) {
		return wrapped(text, width, lines_max, {
			measure: this.measure,
			size_px,
			is_bold
		});
	}
	/** `y`: of the baseline. */
	text(x, y, words, style = {}) {
		const { size = 12, bold = false, paint = "muted", anchor = "start", width, halo = false } = style;
		const shown = width === void 0 ? words : cut(words, width, {
			measure: this.measure,
			size_px: size,
			is_bold: bold
		});
		const rim = halo ? {
			stroke: this.paint("ground"),
			"stroke-width": 3,
			"stroke-linejoin": "round",
			"paint-order": "stroke"
		} : {};
		return element("text", {
			x,
			y,
			fill: this.paint(paint),
			"font-size": size === 12 ? null : size,
			"font-weight": bold ? 600 : null,
			"text-anchor": anchor === "start" ? null : anchor,
			...rim
		}, escaped(shown));
	}
	widthOf(words, size = 12, bold = false) {
		return this.measure(words, size, bold);
	}
	/** Adds a mark a reader can point at. `focus`: also reachable by keyboard. */
	hit(mark, lines, people = null) {
		if (this.#form === "none") return mark;
		this.hits.push({
			lines,
			people
		});
		if (this.#form === "numbers") return element("g", { "data-hit": this.hits.length - 1 }, mark);
		return element("g", {}, `<title>${escaped(lines.join("\n"))}</title>${mark}`);
	}
};
// src/chart/odds.ts
const ROW = 28;
const ROW_NARROW = 44;
const BAR = 12;
const ROWS_MAX = 20;
const BESIDE_FROM = 640;
function drawOdds(canvas, chart, top) {
	const rows = chart.rows.slice(0, ROWS_MAX);
	const beside = canvas.width >= BESIDE_FROM;
	const widest = (texts) => texts.reduce((most, text) => Math.max(most, canvas.widthOf(text)), 0);
	const figures_px = widest(rows.map(({ odds }) => oddsText(odds)));
	const names_px = beside ? Math.min(canvas.room * .35, widest(rows.map(({ name }) => name))) : canvas.room - figures_px - 16;
	const left = beside ? 16 + names_px + 16 : 16;
	const right = beside ? canvas.width - 16 - figures_px - 16 : canvas.width - 16;
	const middle = (left + right) / 2;
	const row_px = beside ? ROW : ROW_NARROW;
	const most = rows.reduce((found, { odds }) => Math.max(found, Math.abs(doublings(odds))), 1);
	const body = top + 26;
	const bars = rows.map((row, at) => {
		const y = body + at * row_px;
		const bar_y = beside ? y + 5 : y + 21;
		const length = Math.max(1.5, Math.abs(doublings(row.odds)) / most * ((right - left) / 2));
		const is_up = row.odds >= 1;
		const figure = oddsText(row.odds);
		const box = {
			x: is_up ? middle : middle - length,
			y: bar_y,
			width: length,
			height: BAR
		};
		const drawn = [
			canvas.text(16, y + 15, row.name, {
				paint: "ink",
				width: names_px + 1
			}),
			canvas.text(canvas.width - 16, y + 15, figure, { anchor: "end" }),
			rect(box, {
				fill: canvas.paint(is_up ? "hue0" : "hue1"),
				rx: 2
			}),
			line$1(middle, bar_y - 3, middle, bar_y + BAR + 3, { stroke: canvas.paint("line") })
		].join("");
		const counts = `${full(row.with_success, "count")} who completed it, ${full(row.with_failure, "count")} who did not`;
		return canvas.hit(drawn, [
			row.name,
			figure,
			counts
		], row.people);
	});
	return {
		marks: [...[canvas.text(middle - 8, top + 14, "less likely ←", {
			anchor: "end",
			size: 11
		}), canvas.text(middle + 8, top + 14, "→ more likely", { size: 11 })], ...bars],
		bottom: body + rows.length * row_px + 4
	};
}
/** Logarithmic, so that double and half are equally long. */
function doublings(odds) {
	return Math.log2(Math.max(odds, 1e-6));
}
/** In words: `3.2 × as likely`. */
function oddsText(odds) {
	if (odds === 1) return "equal odds";
	if (odds > 1 || odds <= 0) return `${full(Number(odds.toPrecision(3)), "number")} × higher odds`;
	return `${full(Number((1 / odds).toPrecision(3)), "number")} × lower odds`;
}
// src/service/words/lists.ts
/** Joins words as people read them. */
/** `a`, `a and b`, `a, b and c`; at most this many, the rest as a number. */
function listed$1(words, last = "and", most = words.length) {
	const shown = words.length > most ? [...words.slice(0, most - 1), `${words.length - most + 1} more`] : [...words];
	const end = shown.pop() ?? "";
	return shown.length === 0 ? end : `${shown.join(", ")} ${last} ${end}`;
}
/** Joins the non-empty clauses with commas. */
function claused(parts) {
	return parts.filter((part) => part !== null && part !== "").join(", ");
}
/** `1 day`, `8 days`. */
function counted$3(count, noun) {
	return `${count} ${count === 1 ? noun : plural(noun)}`;
}
function plural(noun) {
	if (noun === "person") return "people";
	return noun.endsWith("y") && !noun.endsWith("ay") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
// src/service/words/numbers.ts
/** Numbers as text: integers in full, others rounded to four decimals (four significant digits below 1). */
const SIGNIFICANT$1 = 4;
function numberText(value) {
	if (Number.isInteger(value) || !Number.isFinite(value)) return String(value);
	const rounded = Math.abs(value) < 1 ? Number(value.toPrecision(SIGNIFICANT$1)) : Number(value.toFixed(SIGNIFICANT$1));
	return String(rounded);
}
/** `21.2%`; a share of nothing is undefined. */
function percentText(part, whole) {
	return whole === 0 ? "–" : `${Math.round(part / whole * 1e3) / 10}%`;
}
const UNITS$4 = [
	[86400, "d"],
	[3600, "h"],
	[60, "min"]
];
/** Rounded: `2.4 min`. */
function durationText(seconds) {
	const [size, name] = UNITS$4.find(([size]) => seconds >= size) ?? [1, "s"];
	return `${Math.round(seconds / size * 10) / 10} ${name}`;
}
// src/service/words/periods.ts
/** The range of an answer in words, and which of its points are incomplete. In the project's wall clock. */
const SECOND_MS$7 = 1e3;
/** Length of a written time up to its day, and up to its minute. */
const DAY_CHARS = 10;
const MINUTE_CHARS = 16;
/** When an answer was made; later points have not happened yet. */
function instantOf$2(text, timezone) {
	return parseAbsolute(text, timezone)?.ms ?? NaN;
}
function spanOf$1({ date_from, date_to }, timezone) {
	const last_ms = instantOf$2(date_to, timezone);
	return {
		from_ms: instantOf$2(date_from, timezone),
		until_ms: Math.floor(last_ms / SECOND_MS$7) * SECOND_MS$7 + SECOND_MS$7
	};
}
/** `2026-11-15 to 2026-11-22 (8 days, the last one so far), Europe/Berlin.`, and the comparison period. */
function periodLines(resolved, now_ms) {
	const { timezone, previous } = resolved;
	const current = periodWords(resolved, timezone, now_ms);
	if (previous === void 0) return [`${current}, ${timezone}.`];
	const shared = sharedWords(resolved, previous, timezone);
	return [
		`Current: ${current}, ${timezone}.`,
		`Previous: ${periodWords(previous, timezone, now_ms)}.`,
		...shared
	];
}
function periodWords(dates, timezone, now_ms) {
	const { from_ms, until_ms } = spanOf$1(dates, timezone);
	const from = formatDateTime(timezone, from_ms);
	const to = formatDateTime(timezone, until_ms - SECOND_MS$7);
	const is_whole = from.endsWith("00:00:00") && to.endsWith("23:59:59");
	const length = is_whole ? counted$3(Math.round((toWall(timezone, until_ms) - toWall(timezone, from_ms)) / DAY_MS$2), "day") : durationText((until_ms - from_ms) / SECOND_MS$7);
	const running = now_ms >= from_ms && now_ms < until_ms ? `, up to now: ${minuteOf(timezone, now_ms)}` : "";
	const chars = is_whole ? DAY_CHARS : MINUTE_CHARS;
	return `${[.../* @__PURE__ */ new Set([from.slice(0, chars), to.slice(0, chars)])].join(" to ")} (${length}${running})`;
}
function minuteOf(timezone, now_ms) {
	return formatDateTime(timezone, now_ms).slice(0, MINUTE_CHARS);
}
/** Periods of whole weeks that include today share a day. */
function sharedWords(current, previous, timezone) {
	const begin = Math.max(spanOf$1(current, timezone).from_ms, spanOf$1(previous, timezone).from_ms);
	const end = Math.min(spanOf$1(current, timezone).until_ms, spanOf$1(previous, timezone).until_ms);
	if (begin >= end) return [];
	const from = formatDateTime(timezone, begin).slice(0, DAY_CHARS);
	const to = formatDateTime(timezone, end - SECOND_MS$7).slice(0, DAY_CHARS);
	return [`Both periods hold ${from === to ? from : `${from} to ${to}`}.`];
}
/**
* Point -> why it is incomplete: it has not begun, is still running, or is cut by the range. `days`: starts as written
* in answers.
*/
function lacksOf(days, dates, resolved, now_ms) {
	const { timezone } = resolved;
	const unit = INTERVALS$1.find((known) => known === resolved.interval);
	if (unit === void 0) return days.map(() => "");
	const { from_ms, until_ms } = spanOf$1(dates, timezone);
	const lacks = new Array(days.length).fill("");
	for (let at = days.length - 1; at >= 0; at--) {
		const start_ms = instantOf$2(days[at], timezone);
		const end_ms = addUnits(timezone, start_ms, 1, unit);
		const isEdge = at === 0 || at === days.length - 1;
		if (start_ms > now_ms) lacks[at] = "not yet";
		else if (end_ms > now_ms && until_ms > now_ms) lacks[at] = "so far";
		else if (isEdge && (start_ms < from_ms || end_ms > until_ms)) lacks[at] = "partial";
		if (!isEdge && end_ms <= now_ms) at = Math.min(at, 1);
	}
	return lacks;
}
// src/service/text/headline.ts
/** First lines of an answer: what was counted and when, and warnings. */
function headlines({ resolved, last_refresh }, title) {
	return [
		`${resolved.question ?? `${title} of ${resolved.entities.map(({ name }) => quoted$1(name)).join(", ") || "nothing"}`}.`,
		...periodLines(resolved, nowOf({
			resolved,
			last_refresh
		})),
		...resolved.warnings.map(visible),
		...markLines(resolved)
	];
}
/** Annotations, which may explain a rise or a fall. */
function markLines({ annotations = [] }) {
	if (annotations.length === 0) return [];
	return [`Marked in this time: ${annotations.map(({ date, content }) => `${markTime(date)} ${quoted$1(content)}`).join(", ")}.`];
}
/** Midnight is written as the day only. */
function markTime(date) {
	return date.slice(0, 16).replace("T", " ").replace(" 00:00", "");
}
/** When it was computed; later points have not happened yet. */
function nowOf({ resolved, last_refresh }) {
	return last_refresh === null ? Number.POSITIVE_INFINITY : instantOf$2(last_refresh, resolved.timezone);
}
/** Arguments by the names the reader can send. */
function byArguments({ via }, ...names) {
	const list = names.map((name) => `\`${name}\``).join(" or ");
	return via === null ? list : `${list} of ${via}`;
}
function emptyReason(resolved) {
	const reason = resolved.warnings.length > 0 ? "see above" : "widen date_from, or drop a filter";
	return `Nothing matched between ${resolved.date_from} and ${resolved.date_to}: ${reason}.`;
}
// src/service/chart/frame.ts
/** What every chart says besides its numbers: title, what was counted and when, notes, and what can be asked from it. */
/** A question that was just asked and is not saved. */
function unsaved(kind, asked) {
	const { refresh: _, client_query_id: __, ...question } = asked;
	return {
		kind,
		title: null,
		description: "",
		tool: KIND_NAMES[kind].operation,
		arguments: question
	};
}
function frameOf$1(answer, asked, said) {
	const { resolved } = answer;
	const own = asked.title === null || asked.title === "" ? null : asked.title;
	const notes = [...said.notes ?? [], ...resolved.warnings.map(visible)];
	return {
		title: own === null ? said.title : visible(own),
		subtitle: [
			...asked.description === "" ? [] : [visible(asked.description)],
			...resolved.question === void 0 ? [] : [`${resolved.question}.`],
			periodLines(resolved, nowOf(answer)).join(" "),
			...said.figures ?? []
		],
		summary: said.is_empty ? "Nothing was counted." : said.summary,
		notes,
		empty: said.is_empty ? `Nothing matched between ${dayOf$2(resolved.date_from)} and ${dayOf$2(resolved.date_to)}. A longer range or fewer filters may find something.` : null,
		controls: said.controls ?? [],
		ask: {
			tool: asked.tool,
			arguments: asked.arguments
		},
		listing: {
			tool: "list_persons",
			arguments: listingArguments(asked.kind, asked.arguments)
		},
		table: said.table
	};
}
function listingArguments(kind, asked) {
	const { project_id, ...question } = asked;
	return {
		question: {
			...question,
			kind
		},
		...project_id === void 0 ? {} : { project_id }
	};
}
function dayOf$2(iso) {
	return iso.slice(0, 10);
}
/** A breakdown value as people read it. */
function shownName(text) {
	return visible(text.replaceAll(NULL_VALUE, "None").replaceAll(OTHER_VALUE, "Other"));
}
function isRest(value) {
	return [value].flat().includes(OTHER_VALUE);
}
/** Annotations, at the points they fall into. `starts` ascend. */
function marksOf({ resolved }, starts) {
	return (resolved.annotations ?? []).map(({ date, content }) => {
		const wall = date.slice(0, 16).replace("T", " ");
		return {
			at: Math.max(0, starts.findLastIndex((start) => start.slice(0, 16) <= wall)),
			text: visible(content)
		};
	});
}
/** Most rows of a table with this many columns. */
function rowsKept(columns) {
	const shown = Math.max(1, Math.min(columns, LIMIT.chart_columns));
	return Math.max(20, Math.min(LIMIT.chart_rows, Math.floor(LIMIT.chart_cells / shown)));
}
/** `left_out`: rows that were never made. */
function tableOf$1(columns, rows, keep = "first", left_out = 0) {
	const shown = columns.slice(0, LIMIT.chart_columns);
	const most = rowsKept(columns.length);
	const kept = keep === "first" ? rows.slice(0, most) : rows.slice(-most);
	return {
		columns: shown.map(([name, unit]) => ({
			name,
			unit
		})),
		rows: kept.map((row) => row.slice(0, shown.length)),
		rows_left_out: rows.length - kept.length + left_out
	};
}
const RANGES = [
	["7 days", "-7d"],
	["30 days", "-30d"],
	["90 days", "-90d"],
	["12 months", "-12m"]
];
/** null removes an argument. */
function rangeControl({ arguments: sent }) {
	return {
		label: "Range",
		choices: RANGES.map(([label, date_from]) => ({
			label,
			added: {
				date_from,
				date_to: null,
				explicit_date: null
			},
			is_on: sent["date_from"] === date_from && (sent["date_to"] ?? null) === null
		}))
	};
}
function intervalControl({ resolved }) {
	return {
		label: "By",
		choices: Object.entries({
			hour: "Hour",
			day: "Day",
			week: "Week",
			month: "Month"
		}).map(([interval, label]) => ({
			label,
			added: { interval },
			is_on: resolved.interval === interval
		}))
	};
}
function named$2(text) {
	return quoted$1(text, 80);
}
function groupTypeName({ service, project }, index) {
	const found = service.store.groups.types(project.id).find((type) => type.group_type_index === index);
	return found === void 0 ? `type ${index}` : named$2(found.group_type);
}
function cohortName({ service, project }, id) {
	const name = service.store.cohorts.get(project.id, Number(id))?.name ?? null;
	return `cohort ${Number(id)}${name === null || name === "" ? "" : ` ${named$2(name)}`}`;
}
/** Actors: `people`, `groups of type "company"`. */
function actorWords(context, actor) {
	if (actor.kind === "person") return "people";
	if (actor.kind === "expression") return "values of an expression";
	return `groups of type ${groupTypeName(context, actor.type_index)}`;
}
/** Source of a value: `"plan"`, `person's "plan"`. */
function sourceWords(context, source) {
	switch (source.of) {
		case "event": return named$2(source.key);
		case "person": return `person's ${named$2(source.key)}`;
		case "group": return `${groupTypeName(context, source.type_index)} group's ${named$2(source.key)}`;
		case "session": return `session's ${named$2(source.key)}`;
		case "metadata": return `event's ${source.key}`;
		case "expression": return "an expression";
	}
}
// src/service/questions/words/splits.ts
/** Breakdowns in words. */
const COHORTS_SHOWN = 5;
/** `split by "plan" (25 largest values, then Other)`; null without a breakdown. */
function splitWords(context, body, breakdown, rest) {
	if (breakdown === null) return null;
	if (breakdown.kind === "cohorts") return `split by ${listed$1(breakdown.cohorts.map(({ id, name }) => id === "all" ? "everybody" : `cohort ${id} ${named$2(name)}`), "and", COHORTS_SHOWN)}`;
	const keys = breakdownKeys(body);
	return `split by ${listed$1(breakdown.dimensions.map((part, at) => partWords(context, part, keys[at])))} (at most ${breakdown.limit} values${rest})`;
}
function partWords(context, { source, bins, normalize_url }, key) {
	return `${source.of === "expression" ? `expression ${named$2(String(key))}` : sourceWords(context, source)}${bins === null ? "" : ` in ${bins} bins`}${normalize_url ? " as URLs" : ""}`;
}
/** Keys as sent, to show expressions as written. */
function breakdownKeys({ breakdown, breakdowns }) {
	const items = readJson(breakdowns);
	if (Array.isArray(items) && items.length > 0) return items.map((item) => isObject(item) ? item["property"] ?? item["value"] : void 0);
	const sent = readJson(breakdown);
	return Array.isArray(sent) ? sent : [sent];
}
// src/service/chart/title.ts
/** Short titles for unnamed charts: what was counted. The whole question is shown below. */
const NAME_CHARS$1 = 48;
const LINES_NAMED = 3;
const STEPS_NAMED = 4;
/** Suffix of a line named like one before it. */
const REPEATED = / no\. \d+$/;
const QUOTATION = /"(?:[^"\\]|\\.)*"/g;
/** `Buyers per day`, `$pageview by channel`. Totals have no interval. */
function trendTitle(resolved, asked, is_total) {
	const pace = is_total || resolved.interval === null ? "" : ` per ${resolved.interval}`;
	return `${countedTitle(resolved, asked)}${pace}${splitTitle(asked)}`;
}
function countedTitle(resolved, { arguments: { formula, formulas, formulaNodes } }) {
	if (typeof formula === "string" && formula !== "") return visible(formula);
	if ((formulas ?? formulaNodes) !== void 0) return "Formulas";
	return listed$1(namesOf$4(resolved), "and", LINES_NAMED) || "Nothing";
}
/** `Lifecycle: $pageview` */
function aboutTitle(what, resolved, asked) {
	const names = [...new Set(namesOf$4(resolved))];
	return `${what}${names.length === 0 ? "" : `: ${listed$1(names, "and", LINES_NAMED)}`}${splitTitle(asked)}`;
}
/** `Funnel: $pageview → … → purchase` */
function wayTitle(what, resolved, asked) {
	const names = namesOf$4(resolved);
	const shown = names.length > STEPS_NAMED ? [
		...names.slice(0, 2),
		"…",
		names.at(-1)
	] : names;
	return `${what}${shown.length === 0 ? "" : `: ${shown.join(" → ")}`}${splitTitle(asked)}`;
}
/** `Paths from / to /thanks` */
function pathTitle({ arguments: { start_point, end_point } }) {
	const [from, to] = [start_point, end_point].map((point) => typeof point === "string" && point !== "" ? visible(point) : null);
	return `Paths${from === null ? "" : ` from ${from}`}${to === null ? "" : ` to ${to}`}`;
}
/** Names of the lines, without the quotation marks of sentences, which are JSON strings (see `quoted`). */
function namesOf$4({ entities }) {
	return entities.map(({ words, name }) => {
		const text = words === void 0 ? visible(name) : words.replace(REPEATED, "").replace(QUOTATION, unquoted);
		return text.length > NAME_CHARS$1 ? `${text.slice(0, NAME_CHARS$1).trimEnd()}…` : text;
	});
}
function unquoted(quotation) {
	return visible(String(JSON.parse(quotation)));
}
function splitTitle({ arguments: sent }) {
	if (sent["breakdown_type"] === "cohort") return " by cohort";
	const names = breakdownKeys(sent).filter((key) => typeof key === "string" && key !== "");
	return names.length === 0 ? "" : ` by ${listed$1(names.map(visible))}`;
}
// src/service/chart/path.ts
/** Paths as flows, and correlations of a funnel as odds. */
const SECOND_MS$6 = 1e3;
const EDGES_DRAWN = 60;
function pathChart(answer, asked) {
	const { result } = answer;
	const edges = result.slice(0, EDGES_DRAWN);
	const nodes = [...new Set(edges.flatMap(({ source, target }) => [source, target]))].map((id) => ({
		id,
		step: stepOf$3(id),
		name: placeName(id)
	}));
	const [first] = result;
	return {
		...frameOf$1(answer, asked, {
			title: pathTitle(asked),
			summary: first === void 0 ? "" : `The most usual way is from ${placeName(first.source)} to ${placeName(first.target)}, ${full(first.value, "count")} times.`,
			notes: result.length > edges.length ? [`The ${edges.length} largest of ${result.length} ways are drawn; the table has more.`] : [],
			is_empty: result.length === 0,
			controls: [rangeControl(asked)],
			table: edgeTable(result)
		}),
		kind: "flow",
		nodes: nodes.toSorted((a, b) => a.step - b.step),
		edges: edges.map(({ source, target, value, average_conversion_time }) => ({
			source,
			target,
			value,
			average_s: average_conversion_time / SECOND_MS$6,
			people: {
				source,
				target
			}
		}))
	};
}
function edgeTable(edges) {
	return tableOf$1([
		["Step", "count"],
		["From", "text"],
		["To", "text"],
		["Times", "count"],
		["Average time", "seconds"]
	], edges.map(({ source, target, value, average_conversion_time }) => [
		stepOf$3(source),
		placeName(source),
		placeName(target),
		value,
		average_conversion_time / SECOND_MS$6
	]));
}
function stepOf$3(id) {
	return Number(id.slice(0, id.indexOf("_")));
}
/** `1_/pricing` is /pricing at position 1. */
function placeName(id) {
	return shownName(id.slice(id.indexOf("_") + 1)) || "(empty)";
}
function correlationChart(answer, asked) {
	const { events, skewed, success_total, failure_total } = answer.result;
	const rows = events.map(({ event, odds_ratio, success_count, failure_count }) => ({
		name: shownName(event.event.replaceAll("::", " · ")),
		odds: odds_ratio,
		with_success: success_count,
		with_failure: failure_count,
		people: {
			correlated: event.event,
			outcome: "success"
		}
	}));
	const [first] = rows;
	return {
		...frameOf$1(answer, asked, {
			title: wayTitle("What goes with converting", answer.resolved, asked),
			summary: first === void 0 ? "" : `${first.name}: ${oddsText(first.odds)}.`,
			figures: [`${full(success_total, "count")} completed it, ${full(failure_total, "count")} dropped off.`],
			notes: skewed ? ["The two sides are of very different size, so that the ratios say little."] : [],
			is_empty: rows.length === 0,
			controls: [rangeControl(asked)],
			table: tableOf$1([
				["What", "text"],
				["Odds ratio", "number"],
				["Completed", "count"],
				["Dropped off", "count"],
				["Completed with it", "text"]
			], rows.map(({ name, odds, with_success, with_failure }) => [
				name,
				odds,
				with_success,
				with_failure,
				share(with_success, with_success + with_failure)
			]))
		}),
		kind: "odds",
		rows
	};
}
// src/service/resolve/dates/dates.ts
/**
* Dates of a question: relative forms, absolute dates and `all` become one range of milliseconds, [from_ms, until_ms).
* If the last instant counts (now, or a literal date_to), the range ends one millisecond after it; an end of a day or
* hour is the start of the next. Relative forms are wall-clock arithmetic in the project's zone.
*/
const UNITS$3 = {
	s: "second",
	M: "minute",
	h: "hour",
	d: "day",
	w: "week",
	m: "month",
	q: "quarter",
	y: "year"
};
/** Whole weeks, so that compared weekdays line up. */
const FRIENDLY_WEEKS = {
	month: 4,
	quarter: 13,
	year: 52
};
const RELATIVE = /^-?(\d{0,6})([sMhdwmqy])(Start|End)?$/;
const WHOLE_UNIT = /^[wmqy]Start$/;
/** The word for the start of today. */
const TODAY = "today";
/** Ends of a range that mean now. */
const END_WORDS = [TODAY, "all"];
/** Start of `all` in a project without events. */
const NO_EVENTS_FROM = "2015-01-01";
const FORMS$1 = "a date (2026-01-31), a date and time (2026-01-31 13:00:00 or 2026-01-31T13:00:00Z), or a relative date: a number and s, M (minutes), h, d, w, m (months), q or y as in -7d, -24h, -1m, with Start or End if wanted (dStart, mStart, -1mEnd, yStart), or today";
/** Reads one date, without rounding to a range's bounds. null if unreadable. */
function parseDate(text, clock, human_friendly = false) {
	const trimmed = text.trim();
	if (trimmed === "now") return {
		ms: clock.now_ms,
		has_time: true,
		relative: "second",
		amount: 0,
		edge: null
	};
	const match = RELATIVE.exec(trimmed.toLowerCase() === TODAY ? "dStart" : trimmed);
	if (match === null) {
		const date = parseAbsolute(trimmed, clock.timezone);
		return date && {
			...date,
			relative: null,
			amount: 0,
			edge: null
		};
	}
	const relative = UNITS$3[match[2]];
	const amount = Number(match[1] || "0");
	const edge = match[3] === "Start" || match[3] === "End" ? match[3] : null;
	const shifted_ms = shift(clock.timezone, clock.now_ms, amount, relative, human_friendly);
	const ms = edge === null ? shifted_ms : toEdge(clock, shifted_ms, relative, edge);
	return ms >= MIN_MS && ms <= MAX_MS ? {
		ms,
		has_time: false,
		relative,
		amount,
		edge
	} : null;
}
/** `date_to`; null if the range ends now. */
function endText(date_to) {
	const text = textOf$2(date_to);
	return text === null || END_WORDS.includes(text.toLowerCase()) ? null : text;
}
/** Whether only the first instant of a bare last day counts: intervals below a day take date_to literally. */
function cutsLastDay(date_to, interval) {
	if (interval !== "hour" && interval !== "minute" && interval !== "second") return false;
	const text = endText(date_to);
	const date = text === null ? null : parseAbsolute(text, "UTC");
	return date !== null && !date.has_time;
}
/** @throws ServiceError for an unreadable date or a reversed range */
function resolveRange(input) {
	const from_ms = resolveFrom(input);
	const { until_ms } = resolveUntil(input);
	if (from_ms >= until_ms) throw invalid("date_from", "date_from is after date_to. Send an earlier date_from, or leave date_to out for now.");
	return {
		from_ms,
		until_ms
	};
}
/** Same, but a reversed range is empty instead of an error. */
function resolveRangeOrNone(input) {
	const from_ms = resolveFrom(input);
	return {
		from_ms,
		until_ms: Math.max(from_ms, resolveUntil(input).until_ms)
	};
}
/** The range `compare` puts beside the current one; `compare_to` (-1w, -1m, …) says how far back it starts. */
function previousRange(input, compare_to = null, human_friendly = false) {
	const current = resolveRange(input);
	if (compare_to !== null && compare_to !== "") return comparedTo(input, current, compare_to, human_friendly);
	const date_from = textOf$2(input.date_from) ?? "";
	if (WHOLE_UNIT.test(date_from) && endText(input.date_to) === null) {
		const unit = UNITS$3[date_from[0]];
		return {
			from_ms: addUnits(input.timezone, current.from_ms, -1, unit),
			until_ms: current.from_ms
		};
	}
	if (date_from === "all") return shiftPlain(current, 0);
	if (input.exact === true || input.interval === "minute" || input.interval === "second") return shiftPlain(current, resolveUntil(input).instant ? 1 : 0);
	return alignedBefore(input, current);
}
function resolveFrom(input) {
	const { timezone } = input;
	const text = textOf$2(input.date_from);
	if (text === null) {
		const today_ms = floorTo$1(timezone, input.now_ms, "day", input.week_start);
		return addUnits(timezone, today_ms, -7, "day");
	}
	if (text === "all") return input.first_event_ms ?? readDate$3("date_from", NO_EVENTS_FROM, input).ms;
	const date = readDate$3("date_from", text, input);
	if (input.explicit_date === true || input.exact === true) return date.ms;
	if (input.interval === "minute" || input.interval === "second") return date.ms;
	if (date.relative === "hour") return floorTo$1(timezone, date.ms, "hour", input.week_start);
	const day_ms = floorTo$1(timezone, date.ms, "day", input.week_start);
	if (date.relative !== null) return day_ms;
	return input.whole_first_day && input.interval !== "hour" ? day_ms : date.ms;
}
/** `instant`: the bound is a last instant that counts, not the end of a unit. */
function resolveUntil(input) {
	const { interval } = input;
	const text = endText(input.date_to);
	const as_is = input.explicit_date === true || input.exact === true && text === null;
	if (text === null && as_is) return {
		until_ms: input.now_ms + 1,
		instant: true
	};
	const date = text === null ? null : readDate$3("date_to", text, input);
	const ms = date?.ms ?? input.now_ms;
	if (as_is) return {
		until_ms: ms + 1,
		instant: true
	};
	if (interval !== "hour" && interval !== "minute" && interval !== "second") return {
		until_ms: endOf(input, ms, "day"),
		instant: false
	};
	if (date !== null && date.relative === null) return {
		until_ms: ms + 1,
		instant: true
	};
	if (interval === "second") return {
		until_ms: floorTo$1(input.timezone, ms, "second", 0),
		instant: false
	};
	return {
		until_ms: endOf(input, ms, interval),
		instant: false
	};
}
function comparedTo(input, current, compare_to, human_friendly) {
	const match = RELATIVE.exec(compare_to.trim());
	if (match === null || match[3] !== void 0) throw invalid("compare_to", "Could not read compare_to. Send how far back the other period begins: -7d, -1m, -1y.");
	const { timezone } = input;
	const from_ms = shift(timezone, current.from_ms, Number(match[1] || "0"), UNITS$3[match[2]], human_friendly);
	if (from_ms < MIN_MS) throw invalid("compare_to", "compare_to reaches too far back. Send less, such as -1y.");
	return {
		from_ms,
		until_ms: fromWall(timezone, toWall(timezone, from_ms) + wallLength(timezone, current))
	};
}
function shiftPlain(current, shared_ms) {
	const length_ms = current.until_ms - current.from_ms - shared_ms;
	return {
		from_ms: current.from_ms - length_ms,
		until_ms: current.until_ms - length_ms
	};
}
/**
* A range of the same length at the same time of day, starting on the day its length alone would give, or one day
* earlier if that is not before the current range.
*/
function alignedBefore(input, current) {
	const { timezone } = input;
	const from_wall = toWall(timezone, current.from_ms);
	const length_ms = wallLength(timezone, current);
	const day_ms = Math.floor(from_wall / DAY_MS$2) * DAY_MS$2;
	let start_wall = Math.floor((from_wall - length_ms) / DAY_MS$2) * DAY_MS$2 + (from_wall - day_ms);
	if (start_wall >= from_wall) start_wall -= DAY_MS$2;
	if (isWholeWeeks(input)) start_wall += DAY_MS$2;
	return {
		from_ms: fromWall(timezone, start_wall),
		until_ms: fromWall(timezone, start_wall + length_ms)
	};
}
function isWholeWeeks(input) {
	const text = textOf$2(input.date_from);
	if (input.interval !== "day" || text === null || endText(input.date_to) !== null) return false;
	const date = parseDate(text, input);
	return date?.relative === "day" && date.amount > 0 && date.amount % 7 === 0;
}
function wallLength(timezone, range) {
	return toWall(timezone, range.until_ms) - toWall(timezone, range.from_ms);
}
/** @throws ServiceError that lists the accepted forms */
function readDate$3(attr, text, clock) {
	const date = parseDate(text, clock);
	if (date !== null) return date;
	throw invalid(attr, `Could not read the date. Send ${FORMS$1}${attr === "date_from" ? ", or \"all\" for everything since the first event" : ""}.`);
}
/** null if the bound was not given. */
function textOf$2(date) {
	return date === null || date === void 0 || date.trim() === "" ? null : date.trim();
}
function shift(timezone, from_ms, amount, unit, human_friendly) {
	const weeks = human_friendly ? FRIENDLY_WEEKS[unit] : void 0;
	if (weeks !== void 0) return addUnits(timezone, from_ms, -amount * weeks, "week");
	return addUnits(timezone, from_ms, -amount, unit);
}
/** Start or End of the unit. Weeks and longer keep the time of day; range bounds are truncated to days later. */
function toEdge(clock, ms, unit, edge) {
	const { timezone, week_start } = clock;
	const start_ms = floorTo$1(timezone, ms, unit, week_start);
	const next_ms = addUnits(timezone, start_ms, 1, unit);
	if (unit === "second" || unit === "minute" || unit === "hour" || unit === "day") return edge === "Start" ? start_ms : next_ms - 1;
	const day_ms = edge === "Start" ? start_ms : addUnits(timezone, next_ms, -1, "day");
	const wall_ms = toWall(timezone, ms);
	const time_ms = wall_ms - Math.floor(wall_ms / DAY_MS$2) * DAY_MS$2;
	return fromWall(timezone, toWall(timezone, day_ms) + time_ms);
}
/** Start of the next unit. */
function endOf(clock, ms, unit) {
	return addUnits(clock.timezone, floorTo$1(clock.timezone, ms, unit, clock.week_start), 1, unit);
}
// src/service/resolve/dates/clock.ts
function clockOf(context) {
	const { timezone, week_start_day } = context.project;
	return {
		now_ms: context.now_ms,
		timezone,
		week_start: week_start_day
	};
}
// src/service/resolve/dates/edges.ts
/** Bucket edges of a range, by the project's calendar. */
/** Bucket i is [edges[i], edges[i + 1]); the first may begin before the range, the last may end after it. */
function resolveEdges(context, range, interval) {
	const edges_ms = bucketEdges(clockOf(context), range, interval, LIMIT.buckets);
	if (edges_ms.length - 1 <= LIMIT.buckets) return edges_ms;
	throw invalid("interval", `The range holds more than ${LIMIT.buckets} points by ${interval}. Take a longer interval.`);
}
// src/sql/grammar/definitions.ts
/** Of HogQL and ClickHouse. */
const OWN$1 = {
	"arrayPushBack(list, x)": "arrayConcat(list, [x])",
	"arrayPushFront(list, x)": "arrayConcat([x], list)",
	"arrayPopBack(list)": "arraySlice(list, 1, length(list) - 1)",
	"arrayPopFront(list)": "arraySlice(list, 2)",
	"arrayCompact(list)": "arrayMap(p -> p.2, arrayFilter(p -> p.1 = 1 or p.2 != list[p.1 - 1], arrayZip(arrayEnumerate(list), list)))",
	"arrayDifference(list)": "arrayMap((x, at) -> if(at = 1, 0, x - list[at - 1]), list, arrayEnumerate(list))",
	"countEqual(list, x)": "arrayCount(item -> item = x, list)",
	"groupArray distinct(x)": "groupUniqArray(x)",
	"intDivOrZero(a, b)": "ifNull(intDiv(a, b), 0)",
	"exp2(x)": "pow(2, x)",
	"exp10(x)": "pow(10, x)",
	"pi()": "3.141592653589793",
	"isFinite(x)": "isNotNull(toFloat(x))",
	"concatWithSeparator(glue, a, b)": "concat(a, glue, b)",
	"concatWithSeparator(glue, a, b, c)": "concat(a, glue, b, glue, c)",
	"countSubstrings(text, part)": "length(splitByString(part, text)) - 1",
	"protocol(url)": "extract(url, '^([a-zA-Z][a-zA-Z0-9+.-]*):')",
	"queryString(url)": "extract(url, '^[^?#]*[?]([^#]*)')",
	"fragment(url)": "extract(url, '#(.*)')",
	"cutFragment(url)": "extract(url, '^[^#]*')",
	"topLevelDomain(url)": "extract(domain(url), '[.]([^.]*)$')",
	"toLastDayOfWeek(time)": "toStartOfWeek(time) + 6",
	"monthName(time)": "formatDateTime(time, '%M')",
	"dayName(time)": "formatDateTime(time, '%W')"
};
/** Of PostgreSQL, MySQL, BigQuery, Snowflake and DuckDB, where they can mean one thing only; aggregates of ClickHouse. */
const OTHERS = {
	"nvl(x, y)": "ifNull(x, y)",
	"isNull(x, y)": "ifNull(x, y)",
	"zeroIfNull(x)": "ifNull(x, 0)",
	"nullIfZero(x)": "nullIf(x, 0)",
	"iff(c, x, y)": "if(c, x, y)",
	"iif(c, x, y)": "if(c, x, y)",
	"safeDivide(a, b)": "a / b",
	"div0(a, b)": "ifNull(a / b, 0)",
	"ceiling(x)": "ceil(x)",
	"power(x, y)": "pow(x, y)",
	"mod(x, y)": "modulo(x, y)",
	"truncate(x)": "trunc(x)",
	"charLength(text)": "length(text)",
	"characterLength(text)": "length(text)",
	"len(text)": "length(text)",
	"ucase(text)": "upper(text)",
	"lcase(text)": "lower(text)",
	"strPos(text, part)": "position(text, part)",
	"inStr(text, part)": "position(text, part)",
	"contains(text, part)": "position(text, part) > 0",
	"split(text, by)": "splitByString(by, text)",
	"stringSplit(text, by)": "splitByString(by, text)",
	"stringToArray(text, by)": "splitByString(by, text)",
	"splitPart(text, by, nth)": "splitByString(by, text)[nth]",
	"regexpLike(text, pattern)": "match(text, pattern)",
	"regexpContains(text, pattern)": "match(text, pattern)",
	"regexpMatches(text, pattern)": "match(text, pattern)",
	"regexpExtract(text, pattern)": "extract(text, pattern)",
	"regexpSubstr(text, pattern)": "extract(text, pattern)",
	"regexpReplace(text, pattern, by)": "replaceRegexpAll(text, pattern, by)",
	"concatWs(glue, a, b)": "arrayStringConcat([a, b], glue)",
	"concatWs(glue, a, b, c)": "arrayStringConcat([a, b, c], glue)",
	"arrayLength(list)": "length(list)",
	"arrayLength(list, dimension)": "length(list)",
	"cardinality(list)": "length(list)",
	"arrayContains(list, x)": "has(list, x)",
	"arrayToString(list, glue)": "arrayStringConcat(list, glue)",
	"unnest(list)": "arrayJoin(list)",
	"explode(list)": "arrayJoin(list)",
	"currentDate()": "today()",
	"curDate()": "today()",
	"currentTimestamp()": "now()",
	"getDate()": "now()",
	"date(time)": "toDate(time)",
	"year(time)": "toYear(time)",
	"quarter(time)": "toQuarter(time)",
	"month(time)": "toMonth(time)",
	"day(time)": "toDayOfMonth(time)",
	"dayOfMonth(time)": "toDayOfMonth(time)",
	"dayOfYear(time)": "toDayOfYear(time)",
	"weekOfYear(time)": "toISOWeek(time)",
	"hour(time)": "toHour(time)",
	"minute(time)": "toMinute(time)",
	"second(time)": "toSecond(time)",
	"lastDay(time)": "toLastDayOfMonth(time)",
	"dateFormat(time, pattern)": "formatDateTime(time, pattern)",
	"unixTimestamp(time)": "toUnixTimestamp(time)",
	"toUnixTime(time)": "toUnixTimestamp(time)",
	"fromUnixTime(seconds)": "fromUnixTimestamp(seconds)",
	"daysBetween(later, time)": "dateDiff('day', time, later)",
	"partYear(time)": "toYear(time)",
	"partQuarter(time)": "toQuarter(time)",
	"partMonth(time)": "toMonth(time)",
	"partWeek(time)": "toISOWeek(time)",
	"partIsoWeek(time)": "toISOWeek(time)",
	"partDay(time)": "toDayOfMonth(time)",
	"partHour(time)": "toHour(time)",
	"partMinute(time)": "toMinute(time)",
	"partSecond(time)": "toSecond(time)",
	"partDate(time)": "toDate(time)",
	"partEpoch(time)": "toUnixTimestamp(time)",
	"partDoy(time)": "toDayOfYear(time)",
	"partDayOfYear(time)": "toDayOfYear(time)",
	"partDow(time)": "toDayOfWeek(time) % 7",
	"partIsoDow(time)": "toDayOfWeek(time)",
	"partDayOfWeek(time)": "toDayOfWeek(time) % 7 + 1",
	"anyValue(x)": "any(x)",
	"minBy(x, by)": "argMin(x, by)",
	"maxBy(x, by)": "argMax(x, by)",
	"min distinct(x)": "min(x)",
	"max distinct(x)": "max(x)",
	"uniq distinct(x)": "uniq(x)",
	"approxDistinct(x)": "uniq(x)",
	"approxPercentile(x, level)": "quantile(level)(x)",
	"percentile(x, level)": "quantile(level)(x)",
	"quantile(x, level)": "quantile(level)(x)",
	"quantileCont(x, level)": "quantile(level)(x)",
	"quantileTDigest(level)(x)": "quantile(level)(x)",
	"quantileTiming(level)(x)": "quantile(level)(x)",
	"uniqCombined64(x)": "uniq(x)",
	"uniqTheta(x)": "uniq(x)",
	"approxCountDistinct(x)": "uniq(x)",
	"retention(a)": "[toInt(countIf(a) > 0)]",
	"retention(a, b)": "arrayConcat(retention(a), [toInt(countIf(a) > 0 and countIf(b) > 0)])",
	"retention(a, b, c)": "arrayConcat(retention(a, b), [toInt(countIf(a) > 0 and countIf(c) > 0)])",
	"boolOr(c)": "countIf(c) > 0",
	"boolAnd(c)": "countIf(not c) = 0",
	"logicalOr(c)": "countIf(c) > 0",
	"logicalAnd(c)": "countIf(not c) = 0",
	"mode(x)": "topK(1)(x)[1]",
	"arrayAgg(x)": "groupArray(x)",
	"arrayAgg distinct(x)": "groupUniqArray(x)",
	"arrayAgg ordered(x, y)": "groupArray(x order by y)",
	"groupArray ordered(x, y)": "arrayMap(pair -> pair.2, arraySort(pair -> pair.1, groupArray((y, x))))",
	"groupArray descending(x, y)": "arrayMap(pair -> pair.2, arrayReverseSort(pair -> pair.1, groupArray((y, x))))",
	"arrayAgg descending(x, y)": "groupArray(x order by y desc)",
	"stringAgg(x, glue)": "arrayStringConcat(groupArray(x), glue)",
	"stringAgg distinct(x, glue)": "arrayStringConcat(groupUniqArray(x), glue)",
	"groupConcat(x)": "arrayStringConcat(groupArray(x), ',')",
	"groupConcat distinct(x)": "arrayStringConcat(groupUniqArray(x), ',')",
	"groupConcat(x, glue)": "stringAgg(x, glue)",
	"groupConcat distinct(x, glue)": "stringAgg(distinct x, glue)",
	"listAgg(x, glue)": "stringAgg(x, glue)"
};
const BY_KEY = new Map(Object.entries({
	...OWN$1,
	...OTHERS
}).map(([signature, body]) => {
	const [, name, form = "", first, second] = /^(\w+)(?: (\w+))?\((.*?)\)(?:\((.*)\))?$/.exec(signature);
	const [parameters, args] = second === void 0 ? [null, first] : [namesIn(first), second];
	const names = namesIn(args);
	return [keyOf$3(name, form, parameters?.length ?? -1, names.length), {
		names: [...parameters ?? [], ...names],
		body
	}];
}));
/** Names of HogQL that are defined here. */
const DEFINED_NAMES = [...new Set(Object.keys(OWN$1).flatMap((signature) => /^\w+(?=\()/.exec(signature) ?? []))];
function namesIn(list) {
	return list === "" ? [] : list.split(", ");
}
function keyOf$3(name, form, parameters, args) {
	return [
		plainName(name),
		form,
		parameters,
		args
	].join("/");
}
function plainName(name) {
	return name.toLowerCase().replaceAll("_", "");
}
/** What the call stands for, all of it at the call's place; null if it is not defined here. */
function definedAs(call, form, parse) {
	const { name, parameters, args, at } = call;
	const definition = BY_KEY.get(keyOf$3(name, form, parameters?.length ?? -1, args.length));
	if (definition === void 0) return null;
	definition.syntax ??= parse(definition.body);
	const said = [...parameters ?? [], ...args];
	return replaced(definition.syntax, new Map(definition.names.map((of, place) => [of, said[place]])), at);
}
/** Names of lambdas are marked, so that no argument can mean them. */
function replaced(syntax, args, at) {
	const inner = (part) => replaced(part, args, at);
	switch (syntax.kind) {
		case "path": {
			const of = args.get(syntax.parts[0]);
			if (of === void 0) return {
				...syntax,
				at
			};
			return syntax.parts.slice(1).reduce((list, place) => ({
				kind: "element",
				of: list,
				at,
				index: {
					kind: "literal",
					value: Number(place),
					at
				}
			}), of);
		}
		case "lambda": {
			const names = syntax.names.map((name) => `\0${name}`);
			const own = names.map((name, place) => [syntax.names[place], {
				kind: "path",
				parts: [name],
				at
			}]);
			return {
				...syntax,
				names,
				of: replaced(syntax.of, new Map([...args, ...own]), at),
				at
			};
		}
		case "list": return {
			...syntax,
			items: syntax.items.map(inner),
			at
		};
		case "unary": return {
			...syntax,
			of: inner(syntax.of),
			at
		};
		case "binary": return {
			...syntax,
			left: inner(syntax.left),
			right: inner(syntax.right),
			at
		};
		case "element": return {
			...syntax,
			of: inner(syntax.of),
			index: inner(syntax.index),
			at
		};
		case "call": return {
			...syntax,
			args: syntax.args.map(inner),
			parameters: syntax.parameters?.map(inner) ?? null,
			at
		};
		default: return {
			...syntax,
			at
		};
	}
}
// src/sql/grammar/source.ts
/** An expression as sent, and errors that point into it. */
/** A 400 on the field. `at`: index of the offending character. */
function wrongAt(source, at, detail) {
	return invalid(source.attr, `${source.what ?? "Expression"}, at ${placeOf$2(source, at)}: ${detail}`);
}
/** Only statements have lines. */
function placeOf$2({ text, what }, at) {
	if (what === void 0 || !text.includes("\n")) return `character ${at + 1}`;
	const lines = text.slice(0, at).split("\n");
	return `line ${lines.length}, character ${lines.at(-1).length + 1}`;
}
/** "Did you mean a or b? ", or nothing. */
function nearestText(wanted, known) {
	const near = nearestNames(wanted, known);
	return near.length === 0 ? "" : `Did you mean ${near.join(" or ")}? `;
}
// src/sql/expression/zone_table.ts
/** A zone's offset changes as a table for the engine, which knows no zones. */
/** Earlier changes are rarely needed; future rules are unknown. */
const FROM_MS = 0;
const UNTIL_MS = Math.min(Date.UTC(2050, 0, 1), MAX_MS);
/** For expressions that do not depend on a zone. */
const NO_ZONE = {
	changes_ms: [],
	offsets_ms: [0]
};
/** There are a few hundred zones. */
const tables = /* @__PURE__ */ new Map();
function zoneTable(timezone) {
	let table = tables.get(timezone);
	if (table === void 0) {
		table = timezone === "UTC" ? NO_ZONE : offsetChanges(timezone, FROM_MS, UNTIL_MS);
		tables.set(timezone, table);
	}
	return table;
}
// src/sql/expression/typed.ts
const TYPE_TEXT = {
	any: "a property",
	text: "text",
	number: "a number",
	boolean: "a condition",
	time: "a time",
	second: "a time",
	date: "a date",
	array: "a list of values",
	null: "null",
	list: "a list",
	interval: "an interval",
	parts: "a list of parts",
	lambda: "a lambda"
};
function literal(value) {
	return {
		kind: "literal",
		value
	};
}
function apply(name, ...args) {
	return {
		kind: "call",
		name,
		args
	};
}
/** Into an object or list. */
function within$2(root, names) {
	return names.reduce((of, name) => apply("json_get", of, literal(/^\d+$/.test(name) ? Number(name) : name)), root);
}
function literalOf$1(typed) {
	return typed.node.kind === "literal" ? typed.node.value : void 0;
}
function mismatch(scope, typed, wanted, help) {
	return wrongAt(scope.source, typed.at, `expected ${wanted}, found ${TYPE_TEXT[typed.type]}. ${help}`);
}
function asNumber(scope, typed) {
	switch (typed.type) {
		case "number":
		case "null": return typed.node;
		case "any":
		case "boolean": return apply("to_number", typed.node);
		case "time":
		case "second":
		case "date": throw mismatch(scope, typed, "a number", "Use toUnixTimestamp(…), or dateDiff(…) for what lies between two times.");
		default: throw mismatch(scope, typed, "a number", "Use toFloat(…) where text holds a number.");
	}
}
function asText$1(scope, typed) {
	if (typed.type === "text" || typed.type === "null") return typed.node;
	if (typed.type === "any") return apply("to_text", typed.node);
	throw mismatch(scope, typed, "text", "Use toString(…).");
}
/** Any value as text, as shown. */
function shown$9(scope, typed) {
	switch (typed.type) {
		case "time": return apply("format_time", wallOf(scope, typed.node));
		case "second": return apply("format_seconds", wallOf(scope, typed.node));
		case "date": return apply("format_date", typed.node);
		case "text":
		case "null": return typed.node;
		case "list":
		case "interval":
		case "parts":
		case "lambda": throw mismatch(scope, typed, "a single value", "A list can stand behind in, an interval behind + and -.");
		default: return apply("to_text", typed.node);
	}
}
/** Whether it is a single value, of any type. */
function isSingle(typed) {
	return typed.type !== "list" && typed.type !== "interval" && typed.type !== "parts" && typed.type !== "lambda";
}
/** As a member of a list: times become text; lists may be nested. */
function itemNode(scope, typed) {
	if (typed.type === "list" || typed.type === "parts") return asList(scope, typed);
	return isTime$1(typed) || typed.type === "interval" || typed.type === "lambda" ? shown$9(scope, typed) : typed.node;
}
/** JSON of a list. */
function asList(scope, typed) {
	switch (typed.type) {
		case "array":
		case "any":
		case "null": return typed.node;
		case "list": return apply("list_of", ...(typed.items ?? []).map((item) => itemNode(scope, item)));
		case "parts": return typed.node.kind === "call" ? apply("list_split", ...typed.node.args) : typed.node;
		default: throw mismatch(scope, typed, "a list", "Write [1, 2], groupArray(…), or a property that is a list.");
	}
}
/** The list of a lambda's results for the items of lists. */
function eachItem(scope, lambda, lists, cast) {
	if (lambda.body === void 0 || lists.length === 0) throw mismatch(scope, lambda, "a lambda first, then lists", "As arrayMap(x -> x * 2, list).");
	const { of, captured, names } = lambda.body(lists.length);
	if (names !== lists.length) throw wrongAt(scope.source, lambda.at, `a lambda of ${names} names needs ${names} lists, not ${lists.length}.`);
	return {
		kind: "each",
		args: [...lists.map((list) => asList(scope, list)), ...captured],
		lists: lists.length,
		body: cast(scope, of)
	};
}
function asCondition(scope, typed) {
	switch (typed.type) {
		case "boolean":
		case "null": return typed.node;
		case "any": return apply("to_boolean", typed.node);
		case "number": return apply("not_equal", apply("coalesce", typed.node, literal(0)), literal(0));
		default: throw mismatch(scope, typed, "a condition", "Compare it with something, as properties.plan = 'pro'.");
	}
}
function isTime$1(typed) {
	return typed.type === "time" || typed.type === "second" || typed.type === "date";
}
/** Epoch milliseconds. */
function asTime(scope, typed) {
	switch (typed.type) {
		case "time":
		case "second":
		case "null": return typed.node;
		case "date": return instantOf$1(scope, apply("multiply", typed.node, literal(DAY_MS$2)));
		case "any":
			scope.usesZone = true;
			return apply("to_time", typed.node);
		case "text": {
			const value = literalOf$1(typed);
			scope.usesZone = true;
			return value === void 0 ? apply("to_time", typed.node) : literal(readTime(scope, typed, String(value)));
		}
		default: throw mismatch(scope, typed, "a time", "Write it as '2026-01-31 13:00:00', or use toDateTime(…).");
	}
}
/** A day number. */
function asDate(scope, typed) {
	switch (typed.type) {
		case "date":
		case "null": return typed.node;
		case "time":
		case "second": return dayOf$1(wallOf(scope, typed.node, DAY_MS$2));
		case "any":
			scope.usesZone = true;
			return apply("to_date", typed.node);
		case "text": {
			const value = literalOf$1(typed);
			scope.usesZone = true;
			if (value === void 0) return apply("to_date", typed.node);
			return literal(Math.floor(toWall(scope.clock.timezone, readTime(scope, typed, String(value))) / DAY_MS$2));
		}
		default: throw mismatch(scope, typed, "a date", "Write it as '2026-01-31', or use toDate(…).");
	}
}
function readTime(scope, typed, text) {
	const date = parseLooseDate(text);
	if (date === null) throw wrongAt(scope.source, typed.at, `"${text}" is no date. Write '2026-01-31', '2026-01-31 13:00:00' or '2026-01-31T13:00:00Z'.`);
	return date.zoned ? date.ms : fromWall(scope.clock.timezone, date.ms);
}
/** Granularities to try, coarsest first: today's zones have offsets in quarter hours. */
const GRAINS_MS = [
	9e5,
	6e4,
	1e3
];
/**
* The wall-clock reading. `needs_ms`: later steps only look at multiples of this, so the event's time may be given in
* coarser grains, of which there are fewer distinct ones.
*/
function wallOf(scope, time, needs_ms = 1) {
	scope.usesZone = true;
	return apply("to_wall", coarse(scope, time, needs_ms));
}
function coarse(scope, time, needs_ms) {
	if (time.kind !== "source" || time.source.of !== "metadata") return time;
	const { offsets_ms } = zoneTable(scope.clock.timezone);
	const grain_ms = GRAINS_MS.find((grain) => needs_ms % grain === 0 && offsets_ms.every((offset) => offset % grain === 0));
	return grain_ms === void 0 ? time : {
		kind: "moment",
		grain_ms
	};
}
/** The instant of a wall-clock reading. */
function instantOf$1(scope, wall) {
	scope.usesZone = true;
	return apply("from_wall", wall);
}
/** Day number of a reading. */
function dayOf$1(wall) {
	return floorTo(wall, DAY_MS$2);
}
/** Number of whole steps. */
function floorTo(value, step) {
	return apply("floor", apply("divide", value, literal(step)));
}
/** Alternatives (e.g. branches of a choice), cast to one type if possible. */
function unified(scope, values) {
	const types = new Set(values.filter(isSingle).flatMap(({ type }) => type === "null" ? [] : [type]));
	const [first = "null"] = types;
	for (const value of values) shown$9(scope, value);
	if (types.size <= 1) return {
		nodes: values.map((value) => value.node),
		type: first
	};
	if (!values.some(isTime$1)) return {
		nodes: values.map((value) => value.node),
		type: "any"
	};
	if (values.filter((value) => value.type !== "null" && !isTime$1(value)).length === 0) return {
		nodes: values.map((value) => asTime(scope, value)),
		type: "time"
	};
	return {
		nodes: values.map((value) => shown$9(scope, value)),
		type: "text"
	};
}
// src/sql/expression/aggregates.ts
/** Aggregate functions, each also as …If, with a condition as its last argument. */
const SECOND_MS$5 = 1e3;
const MEDIAN = .5;
/** One more than a list may have: a longer one is refused, and only cut where the statement says so. */
const ALL_ITEMS = LIMIT.sql_list_items + 1;
const TOP_ITEMS = 10;
const UNIQUE = {
	name: "unique",
	takes: "any",
	args: 1,
	type: "number"
};
const ANY = {
	name: "any",
	takes: "any",
	args: 1,
	type: "same"
};
const numeric$1 = (name) => ({
	name,
	takes: "number",
	args: 1,
	type: "number"
});
const KNOWN$1 = {
	count: {
		name: "count",
		takes: "any",
		args: 1,
		type: "number"
	},
	sum: numeric$1("sum"),
	avg: numeric$1("avg"),
	min: {
		name: "min",
		takes: "order",
		args: 1,
		type: "same"
	},
	max: {
		name: "max",
		takes: "order",
		args: 1,
		type: "same"
	},
	any: ANY,
	anyLast: {
		...ANY,
		name: "last"
	},
	median: {
		...numeric$1("quantile"),
		parameter: MEDIAN
	},
	quantile: {
		...numeric$1("quantile"),
		parameter: NaN
	},
	uniq: UNIQUE,
	uniqExact: UNIQUE,
	uniqCombined: UNIQUE,
	uniqHLL12: UNIQUE,
	countDistinct: UNIQUE,
	stddevPop: numeric$1("stddev_pop"),
	stddevSamp: numeric$1("stddev_samp"),
	varPop: numeric$1("var_pop"),
	varSamp: numeric$1("var_samp"),
	argMin: {
		name: "arg_min",
		takes: "any",
		args: 2,
		type: "same"
	},
	argMax: {
		name: "arg_max",
		takes: "any",
		args: 2,
		type: "same"
	},
	groupArray: {
		name: "list",
		takes: "any",
		args: 1,
		type: "array",
		parameter: ALL_ITEMS
	},
	groupUniqArray: {
		name: "unique_list",
		takes: "any",
		args: 1,
		type: "array",
		parameter: ALL_ITEMS
	},
	topK: {
		name: "top",
		takes: "any",
		args: 1,
		type: "array",
		parameter: TOP_ITEMS
	},
	windowFunnel: {
		name: "window_funnel",
		takes: "any",
		args: Number.POSITIVE_INFINITY,
		type: "number",
		parameter: NaN
	}
};
/** All names, including those with a condition. */
const AGGREGATE_NAMES = Object.keys(KNOWN$1).flatMap((name) => [name, `${name}If`]);
/** Aggregates of events that any expression may use; the others need a statement. */
const EVENT_AGGREGATE_NAMES = AGGREGATE_NAMES.filter((name) => isOfEvents$1(KNOWN$1[name.replace(/If$/, "")].name));
function isOfEvents$1(name) {
	return EVENT_AGGREGATES.some((known) => known === name);
}
const BY_NAME$1 = new Map(AGGREGATE_NAMES.map((name) => [plainName(name), name]));
function isAggregateName(name) {
	return BY_NAME$1.has(plainName(name));
}
/** null if it needs a statement. Counts take values of any type, calculations take numbers or times. */
function eventAggregateOf(scope, call, read) {
	if (!isOfEvents$1(knownOf$1(call).known.name)) return null;
	const asked = (syntax) => {
		const typed = read(syntax);
		return isTime$1(typed) || syntax !== call.args[0] || COUNTING.test(call.name) ? typed : {
			type: "number",
			node: asNumber(scope, typed),
			at: typed.at
		};
	};
	const { name, args, condition, parameter, type } = aggregateOf(scope, call, asked);
	return isOfEvents$1(name) ? {
		node: {
			name,
			value: args[0] ?? null,
			condition,
			level: parameter
		},
		type
	} : null;
}
const COUNTING = /^(count|uniq)/i;
function knownOf$1({ name }) {
	const said = BY_NAME$1.get(plainName(name));
	const isConditional = !Object.hasOwn(KNOWN$1, said);
	return {
		said,
		known: KNOWN$1[isConditional ? said.slice(0, -2) : said],
		isConditional
	};
}
/** `read`: reads an argument, over rows. */
function aggregateOf(scope, call, read) {
	const { said, known, isConditional } = knownOf$1(call);
	const args = call.args.map(read);
	const condition = isConditional ? args.pop() : void 0;
	if (isConditional && condition === void 0) throw wrongAt(scope.source, call.at, `${said} needs a condition as its last argument.`);
	if (call.distinct && known.name !== "count") throw wrongAt(scope.source, call.at, "distinct belongs to count: count(distinct person_id).");
	const of = call.distinct ? UNIQUE : known;
	if (of === UNIQUE && args.length > 1) {
		const node = apply("list_of", ...args.map((arg) => itemNode(scope, arg)));
		args.splice(0, args.length, {
			type: "array",
			node,
			at: call.at
		});
	}
	checkCount(scope, call, said, of, args.length);
	const [first] = args;
	return {
		name: of.name,
		args: of.name === "window_funnel" ? funnelArgs(scope, args) : args.map((arg) => argumentOf(scope, of, arg)),
		condition: condition === void 0 ? null : asCondition(scope, condition),
		parameter: parameterOf(scope, call, of),
		type: of.type === "same" ? typeOf(first) : of.type
	};
}
function typeOf(first) {
	if (first === void 0) return "null";
	return isSingle(first) ? first.type : "array";
}
function checkCount(scope, call, said, known, count) {
	if (known.name === "count" && count <= 1) return;
	if (known.name === "window_funnel" && count >= 2 && count <= LIMIT.funnel_steps + 1) return;
	if (count === known.args) return;
	const form = {
		count: `${said}() or ${said}(x)`,
		window_funnel: "windowFunnel(86400)(timestamp, step, step, …), the window in seconds",
		arg_min: `${said}(x, least_by)`,
		arg_max: `${said}(x, greatest_by)`
	}[known.name];
	throw wrongAt(scope.source, call.at, `${said} is written ${form ?? `${said}(x)`}${said.endsWith("If") ? ", with a condition last" : ""}.`);
}
function argumentOf(scope, { takes, type }, arg) {
	if (takes === "number") return asNumber(scope, arg);
	if (type === "array") return itemNode(scope, arg);
	shown$9(scope, arg);
	return arg.node;
}
function funnelArgs(scope, [time, ...steps]) {
	return [asTime(scope, time), ...steps.map((step) => asCondition(scope, step))];
}
function parameterOf(scope, call, { name, parameter }) {
	if (parameter === void 0) {
		if (call.parameters !== null) throw wrongAt(scope.source, call.at, `${call.name} has one pair of brackets.`);
		return 0;
	}
	const [said] = call.parameters ?? [];
	if (said === void 0 && !Number.isNaN(parameter)) return parameter;
	const value = said?.kind === "literal" && typeof said.value === "number" ? said.value : NaN;
	if (name === "quantile") {
		if (value >= 0 && value <= 1) return value;
		throw wrongAt(scope.source, call.at, "write the level, from 0 to 1, in brackets of its own: quantile(0.9)(x).");
	}
	if (name === "window_funnel") {
		if (value > 0) return value * SECOND_MS$5;
		throw wrongAt(scope.source, call.at, "write the window in seconds in brackets of its own: windowFunnel(86400)(timestamp, …).");
	}
	if (Number.isInteger(value) && value >= 1 && value <= LIMIT.sql_list_items) return value;
	throw wrongAt(scope.source, call.at, `write a number from 1 to ${LIMIT.sql_list_items} in brackets of its own: ${call.name}(5)(x).`);
}
// src/sql/grammar/syntax.ts
function callOf(name, args, at) {
	return {
		kind: "call",
		name,
		args,
		parameters: null,
		distinct: false,
		at
	};
}
/** Joins them with one operator; null if empty. */
function chained(operator, parts) {
	const [first, ...others] = parts;
	return others.reduce((left, right) => ({
		kind: "binary",
		operator,
		left,
		right,
		at: right.at
	}), first ?? null);
}
/** Every part, except those within sub-queries. */
function* partsIn(syntax) {
	yield syntax;
	for (const part of childrenOf(syntax)) yield* partsIn(part);
}
function childrenOf(syntax) {
	switch (syntax.kind) {
		case "unary":
		case "lambda": return [syntax.of];
		case "binary": return [syntax.left, syntax.right];
		case "list": return syntax.items;
		case "call": return syntax.args;
		case "element": return [syntax.of, syntax.index];
		case "interval": return [syntax.count];
		case "over": {
			const { call, window } = syntax;
			return [...call.args, ...typeof window === "string" ? [] : [...window.partition, ...window.order.map(({ of }) => of)]];
		}
		default: return [];
	}
}
// src/sql/expression/comparison.ts
/** Comparisons: both sides are cast to one type; missing values are neither less nor greater. */
const NAMES$1 = {
	"=": "equal",
	"!=": "not_equal",
	"<": "less",
	"<=": "less_equal",
	">": "greater",
	">=": "greater_equal"
};
function compare(scope, operator, left, right, at) {
	const [a, b] = comparable(scope, left, right);
	return {
		type: "boolean",
		node: apply(NAMES$1[operator], a, b),
		at
	};
}
/** Both sides as values of one type. */
function comparable(scope, left, right) {
	const sides = [left, right];
	for (const side of sides) shown$9(scope, side);
	const both = (cast) => [cast(scope, left), cast(scope, right)];
	if (left.type === "null" || right.type === "null") return [left.node, right.node];
	if (sides.some(isTime$1)) return both(sides.some(({ type }) => type === "time" || type === "second") ? asTime : asDate);
	if (sides.some(({ type }) => type === "number")) return both(asComparedNumber);
	if (sides.some(({ type }) => type === "boolean")) return both(asComparedFlag);
	return left.type === "any" && right.type === "any" ? [left.node, right.node] : both(asText$1);
}
/** Literal text may hold a number. */
function asComparedNumber(scope, typed) {
	const value = literalOf$1(typed);
	return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)) ? literal(Number(value)) : asNumber(scope, typed);
}
function asComparedFlag(scope, typed) {
	if (typed.type === "boolean") return typed.node;
	if (typed.type === "any") return apply("to_boolean", typed.node);
	const value = String(literalOf$1(typed)).toLowerCase();
	if (value === "true" || value === "false") return literal(value === "true");
	throw mismatch(scope, typed, "true or false", "A condition can be compared with true and false only.");
}
/** Whether it is in the list, like as many comparisons by =. */
function isIn(scope, value, list, at) {
	if (list.type === "array") {
		shown$9(scope, value);
		return {
			type: "boolean",
			node: apply("has_item", value.node, list.node),
			at
		};
	}
	const said = list.type === "list" ? list.items ?? [] : [list];
	const items = said.filter((item) => item.type !== "null");
	const open = items.find((item) => literalOf$1(item) === void 0);
	if (open !== void 0 || said.some((item) => item.type === "list")) throw wrongAt(scope.source, (open ?? list).at, "in needs a list of plain values: ('a', 'b').");
	const cast = castOfMembers(value, items);
	return {
		type: "boolean",
		node: apply("in", cast(scope, value), ...items.map((item) => cast(scope, item))),
		at
	};
}
function castOfMembers(value, items) {
	if (value.type === "time" || value.type === "second") return asTime;
	if (value.type === "date") return asDate;
	if (value.type === "number") return asComparedNumber;
	if (value.type === "boolean") return asComparedFlag;
	if (value.type === "null") return shown$9;
	if (value.type !== "any" || items.length === 0) return asText$1;
	if (items.every((item) => item.type === "number")) return asNumber;
	return items.every((item) => item.type === "boolean") ? asComparedFlag : shown$9;
}
/** LIKE and regular expressions: `name` of text and pattern. */
function matching$1(scope, name, text, pattern, at) {
	return {
		type: "boolean",
		node: apply(name, shown$9(scope, text), literal(patternOf(scope, pattern, name === "matches"))),
		at
	};
}
/** Patterns must be literals, so that they are compiled once and errors are reported here. */
function patternOf(scope, pattern, is_regex) {
	const value = literalOf$1(pattern);
	if (typeof value !== "string") throw mismatch(scope, pattern, "a pattern in quotes", "Write it out: 'abc'.");
	if (value.length > LIMIT.regex_chars) throw wrongAt(scope.source, pattern.at, `a pattern has at most ${LIMIT.regex_chars} characters.`);
	if (!is_regex) return value;
	try {
		checkPattern(value);
		return value;
	} catch {
		throw wrongAt(scope.source, pattern.at, "this is no regular expression. RE2 syntax is understood: no look-around and no back-references; brackets must be closed.");
	}
}
/** Missing values match nothing: false if asked, true if negated. */
function settled(condition, negated) {
	const node = negated ? apply("not", condition.node) : condition.node;
	return {
		...condition,
		node: apply("coalesce", node, literal(negated))
	};
}
// src/sql/expression/signature.ts
/** Entries of a function table: number of arguments, and meaning. */
/** Of so many arguments, which `make` looks at itself. */
function takes(min, max, make) {
	return {
		min,
		max,
		make
	};
}
/** Casts its arguments one by one; the last `optional` of them need not be there. */
function shaped(type, casts, node, optional = 0) {
	return {
		min: casts.length - optional,
		max: casts.length,
		make: (scope, args, at) => ({
			type,
			node: node(...args.map((arg, place) => casts[place](scope, arg))),
			at
		})
	};
}
/** Requires a plain number literal. */
function plainNumber(scope, typed) {
	const value = literalOf$1(typed);
	if (typeof value === "number") return value;
	throw wrongAt(scope.source, typed.at, "expected a plain number here.");
}
function plainText(scope, typed, known) {
	const value = literalOf$1(typed);
	if (typeof value === "string") return value;
	throw wrongAt(scope.source, typed.at, `expected one of ${known.map((word) => `'${word}'`).join(", ")}.`);
}
// src/sql/expression/list_functions.ts
const lengthOf = (list) => apply("list_length", list);
/** Items for which the lambda is true. */
const chosen = (scope, lists, lambda) => apply("list_where", asList(scope, lists[0]), flagsOf(scope, lists, lambda));
const flagsOf = (scope, lists, lambda) => eachItem(scope, lambda, lists, asCondition);
const LIST = {
	array: takes(0, 128, listMade),
	tuple: takes(1, 128, listMade),
	arrayMap: higher("array", (scope, lists, lambda) => eachItem(scope, lambda, lists, itemNode)),
	arrayFilter: higher("array", chosen),
	arrayExists: higher("boolean", (...args) => apply("has_item", literal(true), flagsOf(...args))),
	arrayAll: higher("boolean", (scope, lists, lambda) => apply("equal", lengthOf(chosen(scope, lists, lambda)), lengthOf(asList(scope, lists[0])))),
	arrayCount: higher("number", (...args) => lengthOf(chosen(...args))),
	arrayFirst: higher("any", (...args) => apply("json_get", chosen(...args), literal(1))),
	arrayLast: higher("any", (...args) => apply("json_get", chosen(...args), literal(-1))),
	arrayFirstIndex: higher("number", (...args) => apply("list_find", flagsOf(...args), literal(true))),
	arraySort: higher("array", sorted, true),
	arrayReverseSort: higher("array", (...args) => apply("list_reverse", sorted(...args)), true),
	arraySum: higher("number", mapped("list_sum"), true),
	arrayAvg: higher("number", mapped("list_avg"), true),
	arrayMin: higher("any", mapped("list_min"), true),
	arrayMax: higher("any", mapped("list_max"), true),
	arrayCumSum: higher("array", mapped("list_running"), true),
	arrayReverse: ofLists("list_reverse", "array"),
	arrayDistinct: ofLists("list_unique", "array"),
	arrayEnumerate: ofLists("list_places", "array"),
	arrayConcat: ofLists("list_joined", "array", 128),
	arrayZip: ofLists("list_zip", "array", 128),
	arrayUniq: shaped("number", [asList], (list) => lengthOf(apply("list_unique", list))),
	arrayIntersect: shaped("array", [asList, asList], (a, b) => apply("list_unique", apply("list_common", a, b))),
	hasAny: shaped("boolean", [asList, asList], (a, b) => apply("greater", lengthOf(apply("list_common", a, b)), literal(0))),
	hasAll: shaped("boolean", [asList, asList], (a, b) => apply("equal", lengthOf(apply("list_common", b, a)), lengthOf(b))),
	has: takes(2, 2, (scope, [list, value], at) => isIn(scope, value, list.type === "list" ? list : {
		type: "array",
		node: asList(scope, list),
		at
	}, at)),
	indexOf: shaped("number", [asList, itemNode], (list, value) => apply("list_find", list, value)),
	arraySlice: shaped("array", [
		asList,
		asNumber,
		asNumber
	], (...args) => apply("list_slice", ...args), 1),
	arrayElement: shaped("any", [asList, asNumber], (list, place) => apply("json_get", list, place)),
	range: shaped("array", [asNumber, asNumber], (a, b) => b === void 0 ? apply("list_range", literal(0), a) : apply("list_range", a, b), 1),
	arrayStringConcat: shaped("text", [asList, asText$1], (list, between = literal("")) => apply("list_text", list, between), 1)
};
/** `is_optional`: without a lambda the items themselves are used. */
function higher(type, build, is_optional = false) {
	return {
		min: is_optional ? 1 : 2,
		max: 128,
		make(scope, args, at) {
			const has_lambda = !is_optional || args[0].type === "lambda";
			return {
				type,
				node: build(scope, has_lambda ? args.slice(1) : args, has_lambda ? args[0] : null),
				at
			};
		}
	};
}
const valuesOf$1 = (scope, lists, lambda) => lambda === null ? asList(scope, lists[0]) : eachItem(scope, lambda, lists, itemNode);
function sorted(...args) {
	const [scope, lists] = args;
	return apply("list_sort", asList(scope, lists[0]), valuesOf$1(...args));
}
function mapped(name) {
	return (...args) => apply(name, valuesOf$1(...args));
}
function ofLists(name, type, max = 1) {
	return {
		min: 1,
		max,
		make: (scope, lists, at) => ({
			type,
			node: apply(name, ...lists.map((list) => asList(scope, list))),
			at
		})
	};
}
function listMade(scope, items, at) {
	return {
		type: "list",
		node: apply("list_of", ...items.map((item) => itemNode(scope, item))),
		items,
		at
	};
}
// src/sql/expression/logic_functions.ts
/** Functions of conditions, choices and missing values, and the operators that have names. */
const LOGIC = {
	if: takes(3, 3, choose),
	multiIf: takes(3, 128, choose),
	coalesce: takes(1, 128, firstOf$1),
	ifNull: takes(2, 2, firstOf$1),
	nullIf: takes(2, 2, (scope, args, at) => {
		const isSame = compare(scope, "=", args[0], args[1], at);
		return {
			...args[0],
			node: apply("choose", isSame.node, literal(null), args[0].node),
			at
		};
	}),
	assumeNotNull: takes(1, 1, (_, [of]) => of),
	isNull: takes(1, 1, (scope, [of], at) => condition$1("is_null", [single$1(scope, of)], at)),
	isNotNull: takes(1, 1, (scope, [of], at) => condition$1("not", [apply("is_null", single$1(scope, of))], at)),
	and: takes(2, 128, (scope, args, at) => condition$1("and", conditions$1(scope, args), at)),
	or: takes(2, 128, (scope, args, at) => condition$1("or", conditions$1(scope, args), at)),
	not: takes(1, 1, (scope, args, at) => condition$1("not", conditions$1(scope, args), at)),
	toBool: takes(1, 1, (_, [of], at) => condition$1("to_boolean", [of.node], at)),
	equals: comparing("="),
	notEquals: comparing("!="),
	less: comparing("<"),
	lessOrEquals: comparing("<="),
	greater: comparing(">"),
	greaterOrEquals: comparing(">="),
	in: takes(2, 2, (scope, [value, list], at) => isIn(scope, value, list, at)),
	notIn: takes(2, 2, (scope, [value, list], at) => condition$1("not", [isIn(scope, value, list, at).node], at))
};
function condition$1(name, args, at) {
	return {
		type: "boolean",
		node: apply(name, ...args),
		at
	};
}
function conditions$1(scope, args) {
	return args.map((arg) => asCondition(scope, arg));
}
/** Any single value, unconverted. */
function single$1(scope, typed) {
	shown$9(scope, typed);
	return typed.node;
}
function comparing(operator) {
	return takes(2, 2, (scope, [left, right], at) => compare(scope, operator, left, right, at));
}
function firstOf$1(scope, args, at) {
	const { nodes, type } = unified(scope, args);
	return {
		type,
		node: apply("coalesce", ...nodes),
		at
	};
}
/** condition, value, …, value otherwise */
function choose(scope, args, at) {
	if (args.length % 2 === 0) throw wrongAt(scope.source, at, "multiIf needs pairs of a condition and a value, and one value otherwise.");
	const isCondition = (place) => place % 2 === 0 && place < args.length - 1;
	const { nodes, type } = unified(scope, args.filter((_, place) => !isCondition(place)));
	let next = 0;
	return {
		type,
		node: apply("choose", ...args.map((arg, place) => isCondition(place) ? asCondition(scope, arg) : nodes[next++])),
		at
	};
}
// src/sql/expression/names.ts
/** What names mean: columns of the event, and properties of the event, its person, groups and session. */
const COLUMNS$2 = {
	event: {
		source: {
			of: "metadata",
			key: "event"
		},
		type: "text"
	},
	timestamp: {
		source: {
			of: "metadata",
			key: "timestamp"
		},
		type: "time"
	},
	distinct_id: {
		source: {
			of: "metadata",
			key: "distinct_id"
		},
		type: "text"
	},
	person_id: {
		source: {
			of: "metadata",
			key: "person_id"
		},
		type: "text"
	},
	$session_id: {
		source: {
			of: "event",
			key: "$session_id"
		},
		type: "any"
	},
	$window_id: {
		source: {
			of: "event",
			key: "$window_id"
		},
		type: "any"
	},
	$session_duration: {
		source: {
			of: "session",
			key: "$session_duration"
		},
		type: "number"
	}
};
const SESSION$1 = {
	$session_duration: "$session_duration",
	duration: "$session_duration",
	id: "$session_id"
};
/** Names suggested for an unknown one. */
const KNOWN = [...[
	"properties.NAME",
	"person.properties.NAME",
	"event",
	"timestamp",
	"distinct_id",
	"person_id",
	"person.id"
], ...[
	"$session_id",
	"session.$session_duration",
	"group_0.properties.NAME"
]];
const FIRST_NAMES = [
	"properties",
	"person",
	"session",
	...Object.keys(COLUMNS$2)
];
/** Whether the name belongs to events, known or not. */
function isOfEvents(scope, first) {
	return FIRST_NAMES.includes(first) || groupType(scope, first) !== null;
}
function resolvePath$1(scope, { parts, at }) {
	const path = parts[0] === "events" && parts.length > 1 ? {
		parts: parts.slice(1),
		at
	} : {
		parts,
		at
	};
	const [first, second] = path.parts;
	const column = path.parts.length === 1 && Object.hasOwn(COLUMNS$2, first) ? COLUMNS$2[first] : void 0;
	if (column !== void 0) return sourceNode(column.source, column.type, at);
	if (first === "properties") return property$1(scope, path, 1, (key) => ({
		of: "event",
		key
	}));
	if (first === "person") return ofPerson$2(scope, path);
	if (first === "session" && (second === "$start_timestamp" || second === "$end_timestamp") && path.parts.length === 2) return sourceNode({
		of: "session",
		key: second
	}, "time", at);
	if (first === "session" && second !== void 0 && path.parts.length === 2 && Object.hasOwn(SESSION$1, second)) return resolvePath$1(scope, {
		parts: [SESSION$1[second]],
		at
	});
	const type_index = groupType(scope, first);
	if (type_index !== null) return ofGroup(scope, path, type_index);
	throw unknown$1(scope, path);
}
function ofPerson$2(scope, path) {
	if (path.parts[1] === "id" && path.parts.length === 2) return resolvePath$1(scope, {
		...path,
		parts: ["person_id"]
	});
	if (path.parts[1] === "properties") return property$1(scope, path, 2, (key) => ({
		of: "person",
		key
	}));
	throw unknown$1(scope, path);
}
/** $group_0 is the group's key, like group_0.key. */
function ofGroup(scope, path, type_index) {
	const [first, second] = path.parts;
	if (first.startsWith("$") && second === void 0 || second === "key" && path.parts.length === 2) return sourceNode({
		of: "event",
		key: `$group_${type_index}`
	}, "any", path.at);
	if (second === "properties") return property$1(scope, path, 2, (key) => ({
		of: "group",
		type_index,
		key
	}));
	throw unknown$1(scope, path);
}
function groupType(scope, name) {
	const match = /^\$?group_(\d)$/.exec(name);
	if (match !== null && Number(match[1]) < LIMIT.groups_per_project) return Number(match[1]);
	return scope.groupTypes().find((type) => type.group_type === name)?.group_type_index ?? null;
}
/** Further names lead into an object or list. */
function property$1(scope, path, from, sourceOf) {
	const [key, ...inside] = path.parts.slice(from);
	if (key === void 0) {
		const said = path.parts.join(".");
		throw wrongAt(scope.source, path.at, `which property? Write ${said}.NAME, or ${said}['any name'].`);
	}
	return {
		type: "any",
		node: within$2({
			kind: "source",
			source: sourceOf(key)
		}, inside),
		at: path.at
	};
}
function sourceNode(source, type, at) {
	return {
		type,
		node: {
			kind: "source",
			source
		},
		at
	};
}
function unknown$1(scope, { parts, at }) {
	const name = parts.join(".");
	const types = scope.groupTypes().map((type) => `${type.group_type}.properties.NAME`);
	const list = `Known are ${[...KNOWN, ...types].join(", ")}; text stands in single quotes: '${name}'.`;
	const owner = parts.length === 2 && (parts[0] === "person" || groupType(scope, parts[0]) !== null) ? `${parts[0]}.` : "";
	const isProperty = parts.length === 1 || owner !== "" ? `A property is written ${owner}properties.${parts.at(-1)}. ` : "";
	return wrongAt(scope.source, at, `there is no ${name}. ${isProperty}${nearestText(parts[0], FIRST_NAMES)}${list}`);
}
// src/sql/expression/number_functions.ts
const NUMBER$1 = {
	toInt: casting("to_integer"),
	toFloat: casting("to_number"),
	toIntOrZero: casting("to_integer", 0),
	toFloatOrZero: casting("to_number", 0),
	toIntOrDefault: casting("to_integer", 0),
	toFloatOrDefault: casting("to_number", 0),
	abs: numeric("abs", 1),
	ceil: numeric("ceil", 1),
	exp: numeric("exp", 1),
	floor: numeric("floor", 1),
	ln: numeric("log", 1),
	log2: numeric("log2", 1),
	log10: numeric("log10", 1),
	log: numeric("log", 1),
	negate: numeric("negate", 1),
	sign: shaped("number", [asNumber], signOf),
	sqrt: numeric("sqrt", 1),
	trunc: numeric("truncate", 1),
	divide: numeric("divide", 2),
	intDiv: numeric("divide_whole", 2),
	minus: numeric("subtract", 2),
	modulo: numeric("modulo", 2),
	multiply: numeric("multiply", 2),
	plus: numeric("add", 2),
	pow: numeric("power", 2),
	round: shaped("number", [asNumber, asNumber], (of, decimals = literal(0)) => apply("round", of, decimals), 1),
	least: extreme("least"),
	greatest: extreme("greatest"),
	min2: extreme("least", 2),
	max2: extreme("greatest", 2)
};
function signOf(number) {
	const [zero, one] = [literal(0), literal(1)];
	return apply("choose", apply("greater", number, zero), one, apply("less", number, zero), literal(-1), apply("multiply", number, zero));
}
function numeric(name, count) {
	return shaped("number", Array.from({ length: count }, () => asNumber), (...args) => apply(name, ...args));
}
/** Text that holds no number becomes missing, or `otherwise`. */
function casting(name, otherwise = null) {
	return takes(1, otherwise === null ? 1 : 2, (scope, [of, said], at) => {
		const node = apply(name, isTime$1(of) ? asNumber(scope, of) : of.node);
		shown$9(scope, of);
		const instead = said === void 0 ? literal(otherwise) : asNumber(scope, said);
		return {
			type: "number",
			node: otherwise === null ? node : apply("coalesce", node, instead),
			at
		};
	});
}
/** Of numbers or times. */
function extreme(name, max = 128) {
	return {
		min: Math.min(2, max),
		max,
		make: (scope, args, at) => {
			if (args.every(isTime$1)) {
				const { nodes, type } = unified(scope, args);
				return {
					type,
					node: apply(name, ...nodes),
					at
				};
			}
			return {
				type: "number",
				node: apply(name, ...args.map((arg) => asNumber(scope, arg))),
				at
			};
		}
	};
}
// src/sql/expression/text_functions.ts
/** Scheme and host of a URL, with or without the rest. */
const DOMAIN = String.raw`^(?:[a-zA-Z][a-zA-Z0-9+.\-]*:)?//(?:[^/?#@]*@)?([^/?#:]*)`;
const PATH = String.raw`^(?:[a-zA-Z][a-zA-Z0-9+.\-]*:)?//[^/?#]*([^?#]*)`;
const TO_STRING = takes(1, 1, (scope, [of], at) => {
	return {
		type: "text",
		node: of.type === "list" || of.type === "parts" ? apply("to_text", asList(scope, of)) : shown$9(scope, of),
		at
	};
});
/** Characters of a text, items of a list. */
const LENGTH = takes(1, 1, (scope, [of], at) => ({
	type: "number",
	node: isList(of) ? apply("list_length", asList(scope, of)) : apply("length", asText$1(scope, of)),
	at
}));
const LOWER = textual("lower", "text");
const UPPER = textual("upper", "text");
const TRIM = textual("trim", "text");
const TRIM_LEFT = textual("trim_left", "text");
const TRIM_RIGHT = textual("trim_right", "text");
const SUBSTRING = shaped("text", [
	asText$1,
	asNumber,
	asNumber
], (...args) => apply("substring", ...args), 1);
const REPLACE_ALL = textual("replace_all", "text", 3);
const SPLIT = takes(2, 2, (scope, [separator, text], at) => ({
	type: "parts",
	node: apply("split_part", asText$1(scope, separator), asText$1(scope, text)),
	at
}));
const TEXT = {
	toString: TO_STRING,
	concat: takes(1, 128, (scope, args, at) => ({
		type: "text",
		node: apply("concat", ...args.map((arg) => shown$9(scope, arg))),
		at
	})),
	length: LENGTH,
	lengthUTF8: LENGTH,
	lower: LOWER,
	lowerUTF8: LOWER,
	upper: UPPER,
	upperUTF8: UPPER,
	trim: TRIM,
	trimBoth: TRIM,
	trimLeft: TRIM_LEFT,
	trimRight: TRIM_RIGHT,
	ltrim: TRIM_LEFT,
	rtrim: TRIM_RIGHT,
	substring: SUBSTRING,
	substr: SUBSTRING,
	left: shaped("text", [asText$1, asNumber], (text, count) => apply("substring", text, literal(1), count)),
	right: shaped("text", [asText$1, asNumber], (text, count) => apply("substring", text, apply("negate", count), count)),
	replace: REPLACE_ALL,
	replaceAll: REPLACE_ALL,
	replaceOne: textual("replace_one", "text", 3),
	startsWith: textual("starts_with", "boolean", 2),
	endsWith: textual("ends_with", "boolean", 2),
	position: textual("position", "number", 2),
	positionCaseInsensitive: shaped("number", [asText$1, asText$1], (a, b) => apply("position", apply("lower", a), apply("lower", b))),
	splitByChar: SPLIT,
	splitByString: SPLIT,
	empty: takes(1, 1, (scope, [of], at) => isEmpty$2(scope, of, at)),
	notEmpty: takes(1, 1, (scope, [of], at) => ({
		type: "boolean",
		node: apply("not", isEmpty$2(scope, of, at).node),
		at
	})),
	match: takes(2, 2, (scope, [text, pattern], at) => matching$1(scope, "matches", text, pattern, at)),
	like: takes(2, 2, (scope, [text, pattern], at) => matching$1(scope, "like", text, pattern, at)),
	ilike: takes(2, 2, (scope, [text, pattern], at) => matching$1(scope, "ilike", text, pattern, at)),
	extract: takes(2, 2, (scope, [text, pattern], at) => extracted(scope, text, patternOf(scope, pattern, true), at)),
	replaceRegexpOne: replacing(false),
	replaceRegexpAll: replacing(true),
	cutQueryString: shaped("text", [asText$1], (url) => apply("extract", url, literal("^[^?#]*"))),
	extractURLParameter: takes(2, 2, (scope, [url, name], at) => {
		return extracted(scope, url, `[?&]${patternOf(scope, name, false).replace(/[^\w-]/g, ".")}=([^&#]*)`, at);
	}),
	domainWithoutWWW: shaped("text", [asText$1], (url) => apply("extract", url, literal(DOMAIN.replace("([^/", "(?:www\\.)?([^/")))),
	domain: shaped("text", [asText$1], (url) => apply("extract", url, literal(DOMAIN))),
	path: shaped("text", [asText$1], (url) => apply("extract", url, literal(PATH))),
	JSONExtractString: jsonMember("to_text", "text"),
	JSONExtractInt: jsonMember("to_integer", "number"),
	JSONExtractFloat: jsonMember("to_number", "number"),
	JSONExtractBool: jsonMember("to_boolean", "boolean"),
	JSONExtractRaw: jsonMember("to_text", "text"),
	JSONExtractArrayRaw: jsonMember(null, "any"),
	JSONExtractKeys: jsonMember("json_keys", "array"),
	JSONLength: jsonMember("list_length", "number"),
	JSONHas: jsonMember("is_null", "boolean")
};
function isList({ type }) {
	return type === "array" || type === "list" || type === "parts";
}
/** For functions whose arguments are all texts. */
function textual(name, type, count = 1) {
	return takes(count, count, (scope, args, at) => ({
		type,
		node: apply(name, ...args.map((arg) => asText$1(scope, arg))),
		at
	}));
}
function replacing(is_all) {
	return takes(3, 3, (scope, [text, pattern, to], at) => {
		const said = literal(patternOf(scope, pattern, true));
		return {
			type: "text",
			node: apply("replace_pattern", asText$1(scope, text), said, asText$1(scope, to), literal(is_all)),
			at
		};
	});
}
/** The number 0 is empty, as in ClickHouse. */
function isEmpty$2(scope, of, at) {
	if (isList(of)) return {
		type: "boolean",
		node: apply("equal", apply("list_length", asList(scope, of)), literal(0)),
		at
	};
	return {
		type: "boolean",
		node: of.type === "number" ? apply("equal", of.node, literal(0)) : apply("is_empty", shown$9(scope, of)),
		at
	};
}
function extracted(scope, text, pattern, at) {
	return {
		type: "text",
		node: apply("extract", asText$1(scope, text), literal(pattern)),
		at
	};
}
/** Into an object or list, name by name. */
function jsonMember(cast, type) {
	return takes(1, 128, (scope, [of, ...keys], at) => {
		shown$9(scope, of);
		const node = keys.map((key) => key.type === "number" ? key.node : asText$1(scope, key)).reduce((inner, name) => apply("json_get", inner, name), of.node);
		const made = cast === null ? node : apply(cast, node);
		return {
			type,
			node: cast === "is_null" ? apply("not", made) : made,
			at
		};
	});
}
// src/sql/expression/time_functions.ts
/**
* Functions of times and dates. Calendar arithmetic uses wall-clock readings and day numbers, so that the engine needs
* no zones except the table of offsets it is given.
*/
const SECOND_MS$4 = 1e3;
const UNITS$2 = [
	"second",
	"minute",
	"hour",
	"day",
	"week",
	"month",
	"quarter",
	"year"
];
const ELAPSED_MS = {
	second: SECOND_MS$4,
	minute: MINUTE_MS,
	hour: HOUR_MS
};
const MONTHS = {
	month: 1,
	quarter: 3,
	year: 12
};
const FLOOR_OF = /* @__PURE__ */ new Map([
	[1, "floor_month"],
	[3, "floor_quarter"],
	[12, "floor_year"]
]);
/** Day number of a Monday, from which weeks are counted. */
const MONDAY = 4;
const TIME = {
	now: takes(0, 0, (scope, _, at) => second(literal(floorSecond(scope.clock.now_ms)), at)),
	today: takes(0, 0, (scope, _, at) => date(literal(todayOf(scope)), at)),
	yesterday: takes(0, 0, (scope, _, at) => date(literal(todayOf(scope) - 1), at)),
	toDate: shaped("date", [asDate], (day) => day),
	toDateTime: takes(1, 1, toDateTime),
	toDateTime64: shaped("time", [asTime, asNumber], (time) => time, 1),
	parseDateTimeBestEffort: shaped("time", [asTime], (time) => time),
	parseDateTimeBestEffortOrNull: shaped("time", [asTime], (time) => time),
	toUnixTimestamp: shaped("number", [asTime], (time) => floorTo(time, SECOND_MS$4)),
	fromUnixTimestamp: shaped("second", [asNumber], secondsOf),
	toStartOfSecond: startOf$1(SECOND_MS$4),
	toStartOfMinute: startOf$1(MINUTE_MS),
	toStartOfFiveMinutes: startOf$1(5 * MINUTE_MS),
	toStartOfTenMinutes: startOf$1(10 * MINUTE_MS),
	toStartOfFifteenMinutes: startOf$1(15 * MINUTE_MS),
	toStartOfHour: startOf$1(HOUR_MS),
	toStartOfDay: takes(1, 1, startOfDay),
	toStartOfWeek: takes(1, 2, startOfWeek),
	toMonday: shaped("date", [asDate], (day) => weekOf(day, 1)),
	toStartOfMonth: ofDay("floor_month", "date"),
	toStartOfQuarter: ofDay("floor_quarter", "date"),
	toStartOfYear: ofDay("floor_year", "date"),
	dateTrunc: takes(2, 2, dateTrunc),
	toStartOfInterval: takes(2, 2, startOfInterval),
	formatDateTime: shaped("text", [(scope, of) => wallOf(scope, asTime(scope, of)), asText$1], (wall, pattern) => apply("format_clock", wall, pattern)),
	toLastDayOfMonth: shaped("date", [asDate], (day) => apply("subtract", apply("floor_month", apply("add_months", day, literal(1))), literal(1))),
	toSecond: ofClock(MINUTE_MS, SECOND_MS$4),
	toMinute: ofClock(HOUR_MS, MINUTE_MS),
	toHour: ofClock(DAY_MS$2, HOUR_MS),
	toDayOfWeek: ofDay("day_of_week", "number"),
	toDayOfMonth: ofDay("day_of_month", "number"),
	toDayOfYear: ofDay("day_of_year", "number"),
	toISOWeek: ofDay("iso_week", "number"),
	toMonth: ofDay("month", "number"),
	toQuarter: ofDay("quarter", "number"),
	toYear: ofDay("year", "number"),
	toYYYYMM: shaped("number", [asDate], yearMonth),
	toYYYYMMDD: shaped("number", [asDate], (day) => apply("add", apply("multiply", yearMonth(day), literal(100)), apply("day_of_month", day))),
	dateDiff: takes(3, 3, dateDiff),
	dateAdd: takes(2, 3, (scope, args, at) => moved(scope, args, 1, at)),
	dateSub: takes(2, 3, (scope, args, at) => moved(scope, args, -1, at)),
	...Object.fromEntries(UNITS$2.map((unit) => [`toInterval${capital(unit)}`, intervalOf(unit)])),
	...Object.fromEntries(UNITS$2.map((unit) => [`add${capital(unit)}s`, shiftBy(unit, 1)])),
	...Object.fromEntries(UNITS$2.map((unit) => [`subtract${capital(unit)}s`, shiftBy(unit, -1)]))
};
function yearMonth(day) {
	return apply("add", apply("multiply", apply("year", day), literal(100)), apply("month", day));
}
function capital(word) {
	return word[0].toUpperCase() + word.slice(1);
}
function typed(type, node, at) {
	return {
		type,
		node,
		at
	};
}
function second(node, at) {
	return typed("second", node, at);
}
function date(node, at) {
	return typed("date", node, at);
}
function number(node, at) {
	return typed("number", node, at);
}
function floorSecond(ms) {
	return Math.floor(ms / SECOND_MS$4) * SECOND_MS$4;
}
function todayOf({ clock }) {
	return Math.floor(toWall(clock.timezone, clock.now_ms) / DAY_MS$2);
}
function secondsOf(seconds) {
	return apply("multiply", seconds, literal(SECOND_MS$4));
}
/** Numbers are seconds since 1970; times lose their fraction. */
function toDateTime(scope, [of], at) {
	if (of.type === "number") return second(secondsOf(of.node), at);
	if (of.type === "any" || of.type === "text") return typed("time", asTime(scope, of), at);
	return second(secondsOf(floorTo(coarse(scope, asTime(scope, of), SECOND_MS$4), SECOND_MS$4)), at);
}
/** Steps of an hour or less never cross a clock change, so they are subtracted from the instant. */
function startOf$1(step_ms) {
	return takes(1, 1, (scope, [of], at) => second(truncated(scope, of, step_ms), at));
}
function truncated(scope, of, step_ms) {
	const time = coarse(scope, asTime(scope, of), step_ms);
	const wall = wallOf(scope, time);
	return apply("subtract", time, apply("subtract", wall, apply("multiply", floorTo(wall, step_ms), literal(step_ms))));
}
function startOfDay(scope, [of], at) {
	return second(instantOf$1(scope, apply("multiply", asDate(scope, of), literal(DAY_MS$2))), at);
}
/** The mode says the first day: even = Sunday, odd = Monday; default: the project's. */
function startOfWeek(scope, [of, mode], at) {
	const first = mode === void 0 ? scope.clock.week_start : plainNumber(scope, mode) % 2;
	return date(weekOf(asDate(scope, of), first), at);
}
/** `first`: 0 Sunday, 1 Monday. */
function weekOf(day, first) {
	const monday_day = apply("day_of_week", day);
	return apply("subtract", day, first === 1 ? apply("subtract", monday_day, literal(1)) : apply("modulo", monday_day, literal(7)));
}
function ofDay(name, type) {
	return shaped(type, [asDate], (day) => apply(name, day));
}
/** Number of whole steps within the span, e.g. hours of the day. */
function ofClock(span_ms, step_ms) {
	return takes(1, 1, (scope, [of], at) => {
		const wall = wallOf(scope, asTime(scope, of), step_ms);
		return number(floorTo(apply("subtract", wall, apply("multiply", floorTo(wall, span_ms), literal(span_ms))), step_ms), at);
	});
}
function dateTrunc(scope, [unit, of], at) {
	const step = readUnit$1(scope, unit);
	if (step === "second" || step === "minute" || step === "hour") return second(truncated(scope, of, ELAPSED_MS[step]), at);
	if (step === "day") return startOfDay(scope, [of], at);
	if (step === "week") return startOfWeek(scope, [of, {
		...of,
		...typed("number", literal(1), at)
	}], at);
	return date(apply(`floor_${step}`, asDate(scope, of)), at);
}
/** Intervals of several units; those of a day or more start at midnight. */
function startOfInterval(scope, [of, step], at) {
	const count = step.unit === void 0 ? null : step.node.kind === "literal" ? step.node.value : null;
	const unit = step.unit;
	if (typeof count !== "number" || !Number.isInteger(count) || count < 1) throw wrongAt(scope.source, step.at, "write the interval out: toStartOfInterval(timestamp, INTERVAL 15 MINUTE).");
	if (unit === "second" || unit === "minute" || unit === "hour") return second(truncated(scope, of, count * ELAPSED_MS[unit]), at);
	if (unit === "day") return second(instantOf$1(scope, apply("multiply", floorTo(asDate(scope, of), count), literal(count * DAY_MS$2))), at);
	if (unit === "week") return count === 1 ? date(weekOf(asDate(scope, of), 1), at) : refuseStep$1(scope, step);
	const months = count * MONTHS[unit];
	const name = FLOOR_OF.get(months);
	return name === void 0 ? refuseStep$1(scope, step) : date(apply(name, asDate(scope, of)), at);
}
function refuseStep$1(scope, step) {
	throw wrongAt(scope.source, step.at, "steps are any number of seconds to days, one week, or 1, 3 or 12 months.");
}
/** dateAdd(t, interval 1 day), dateAdd('day', 1, t) */
function moved(scope, [first, count, of], sign, at) {
	if (of !== void 0) return shifted(scope, of, {
		count: asNumber(scope, count),
		unit: readUnit$1(scope, first),
		sign
	}, at);
	if (count.unit !== void 0) return shifted(scope, first, {
		count: count.node,
		unit: count.unit,
		sign
	}, at);
	throw wrongAt(scope.source, at, "write dateAdd('day', 1, timestamp) or timestamp + INTERVAL 1 DAY.");
}
/** 'day', 'days', 'DAY', 'd' */
function readUnit$1(scope, unit) {
	return unitNamed(scope, plainText(scope, unit, UNITS$2), unit.at);
}
function unitNamed(scope, said, at) {
	const word = said.toLowerCase().replace(/s$/, "");
	const found = UNITS$2.find((known) => known === word);
	if (found !== void 0) return found;
	throw wrongAt(scope.source, at, `there is no unit ${said}. ${nearestText(said, UNITS$2)}Units are ${UNITS$2.join(", ")}.`);
}
/** Unit boundaries in between: from Monday 23:59 to Tuesday 00:01 is one day. */
function dateDiff(scope, [unit, from, until], at) {
	const step = readUnit$1(scope, unit);
	const [first, last] = [from, until].map((of) => unitNumber(scope, of, step));
	return number(apply("subtract", last, first), at);
}
function unitNumber(scope, of, unit) {
	if (unit === "second") return floorTo(coarse(scope, asTime(scope, of), SECOND_MS$4), SECOND_MS$4);
	if (unit === "minute" || unit === "hour") return floorTo(wallOf(scope, asTime(scope, of), ELAPSED_MS[unit]), ELAPSED_MS[unit]);
	const day = asDate(scope, of);
	if (unit === "day") return day;
	if (unit === "week") return floorTo(apply("subtract", day, literal(MONDAY)), 7);
	return floorTo(apply("month_number", day), MONTHS[unit]);
}
function intervalOf(unit) {
	return takes(1, 1, (scope, [count], at) => ({
		type: "interval",
		unit,
		node: asNumber(scope, count),
		at
	}));
}
function shiftBy(unit, sign) {
	return takes(2, 2, (scope, [of, count], at) => shifted(scope, of, {
		count: asNumber(scope, count),
		unit,
		sign
	}, at));
}
/** Days and longer keep the wall clock's time; a date stays a date unless shifted by hours. */
function shifted(scope, of, { count, unit, sign }, at) {
	const units = sign === 1 ? count : apply("negate", count);
	if (unit === "second" || unit === "minute" || unit === "hour") return typed(of.type === "date" ? "second" : timeType(of), apply("add", asTime(scope, of), apply("multiply", units, literal(ELAPSED_MS[unit]))), at);
	if (of.type === "date") return date(shiftedDay(of.node, units, unit), at);
	const wall = wallOf(scope, asTime(scope, of));
	const day = floorTo(wall, DAY_MS$2);
	const clock = apply("subtract", wall, apply("multiply", day, literal(DAY_MS$2)));
	const moved = apply("add", apply("multiply", shiftedDay(day, units, unit), literal(DAY_MS$2)), clock);
	return typed(timeType(of), instantOf$1(scope, moved), at);
}
function timeType(of) {
	return of.type === "second" ? "second" : "time";
}
function shiftedDay(day, units, unit) {
	if (unit === "day") return apply("add", day, units);
	if (unit === "week") return apply("add", day, apply("multiply", units, literal(7)));
	return apply("add_months", day, MONTHS[unit] === 1 ? units : apply("multiply", units, literal(MONTHS[unit])));
}
// src/sql/expression/resolver.ts
/** Syntax -> typed nodes: resolves names and functions, determines types. */
const FUNCTIONS = {
	...LOGIC,
	...NUMBER$1,
	...TEXT,
	...TIME,
	...LIST
};
/** Names of all functions of values, for messages and documentation. */
const FUNCTION_LIST = [...Object.keys(FUNCTIONS), ...DEFINED_NAMES];
/** Ignores case. */
function isFunction(name) {
	return functionNamed(name) !== void 0;
}
const BY_NAME = new Map(Object.keys(FUNCTIONS).map((name) => [name.toLowerCase(), name]));
/** Ignores case and _; all number types are one. */
function functionNamed(name) {
	const plain = plainName(name);
	const sized = /^to(u?int|float)(8|16|32|64|128|256)?(ornull)?$/.exec(plain);
	return BY_NAME.get(name.toLowerCase()) ?? BY_NAME.get(plain) ?? (sized ? `to${sized[1] === "float" ? "Float" : "Int"}` : void 0);
}
/** Functions of other dialects, and what to write here instead. */
const INSTEAD$1 = {
	sequencematch: "windowFunnel(86400)(timestamp, a, b) = 2",
	sequencecount: "windowFunnel(86400)(timestamp, a, b)",
	retention: "a question of retention, or min(timestamp) OVER (PARTITION BY person_id)",
	arrayreduce: "arraySum, arrayAvg, arrayMin, arrayMax or arrayCount",
	rand: "ORDER BY uuid, which is a stable sample",
	totimezone: "times as they are: the zone of the project is used everywhere",
	rollup: "a UNION ALL of one GROUP BY for each level",
	cube: "a UNION ALL of one GROUP BY for each combination",
	cityhash64: "ORDER BY uuid or person_id for a stable sample",
	jsonextract: "JSONExtractString, JSONExtractInt, JSONExtractFloat, JSONExtractBool or properties.a.b",
	quantileexact: "quantile(0.9)(x), which is exact",
	quantileexactinclusive: "quantile(0.9)(x), which is exact and inclusive",
	approxquantiles: "quantiles(0.25, 0.5, 0.75)(x)",
	percentiledisc: "quantile(0.5)(x)",
	stddev: "stddevSamp(x), or stddevPop(x) for all there are",
	variance: "varSamp(x), or varPop(x) for all there are",
	week: "toISOWeek(timestamp), or toStartOfWeek(timestamp)",
	toweek: "toISOWeek(timestamp), or toStartOfWeek(timestamp)",
	weekday: "toDayOfWeek(timestamp), where 1 is Monday",
	dayofweek: "toDayOfWeek(timestamp), where 1 is Monday",
	totimestamp: "fromUnixTimestamp(seconds), or toDateTime(text)",
	parsedate: "toDate(text)",
	datebin: "toStartOfInterval(timestamp, INTERVAL 15 MINUTE)",
	timebucket: "toStartOfInterval(timestamp, INTERVAL 15 MINUTE)",
	datename: "formatDateTime(timestamp, pattern), monthName(timestamp) or dayName(timestamp)",
	generateseries: "FROM numbers(10), or range(1, 10)",
	ratiotoreport: "count() / sum(count()) OVER ()",
	corr: "a question of correlation, or avg(x * y) and stddevPop"
};
function resolveSyntax(scope, syntax) {
	const typed = scope.done.get(syntax) ?? resolveNew(scope, syntax);
	scope.done.set(syntax, typed);
	return typed;
}
function resolveNew(scope, syntax) {
	const { at } = syntax;
	const special = scope.special?.(syntax) ?? null;
	if (special !== null) return special;
	switch (syntax.kind) {
		case "placeholder":
		case "subquery":
		case "over": throw wrongAt(scope.source, at, "this can stand in a statement of SQL only.");
		case "literal": return {
			type: typeOfLiteral(syntax.value),
			node: literal(syntax.value),
			at
		};
		case "path": return resolveName(scope, syntax);
		case "list": return {
			type: "list",
			node: literal(null),
			items: syntax.items.map((item) => resolveSyntax(scope, item)),
			at
		};
		case "lambda": return {
			type: "lambda",
			node: literal(null),
			body: (lists) => resolveLambda(scope, syntax, lists),
			at
		};
		case "unary": return resolveUnary(scope, syntax);
		case "binary": return resolveBinary(scope, syntax);
		case "call": return resolveCall(scope, syntax);
		case "element": return resolveElement(scope, syntax);
		default: return {
			type: "interval",
			node: asNumber(scope, resolveSyntax(scope, syntax.count)),
			unit: unitNamed(scope, syntax.unit, at),
			at
		};
	}
}
function typeOfLiteral(value) {
	if (value === null) return "null";
	if (typeof value === "string") return "text";
	return typeof value === "number" ? "number" : "boolean";
}
function resolveName(scope, path) {
	const found = resolvePath$1(scope, path);
	if (scope.aggregates === null || scope.inside) return found;
	const name = path.parts.join(".");
	throw wrongAt(scope.source, path.at, `${name} has a value for each event; here one number is needed for many events. Write sum(${name}), avg(${name}), uniq(${name}) or another of ${EVENT_AGGREGATE_NAMES.join(", ")}.`);
}
/** Parts that do not depend on items are computed outside the lambda and captured. */
function resolveLambda(scope, { names, of }, lists) {
	const captured = [];
	const captureOf = (typed) => {
		if (typed.type === "list" || typed.type === "interval" || typed.node.kind === "literal") return typed;
		return {
			...typed,
			node: {
				kind: "column",
				index: lists + captured.push(typed.node) - 1
			}
		};
	};
	const special = (syntax) => {
		const index = syntax.kind === "path" ? names.indexOf(syntax.parts[0]) : -1;
		if (syntax.kind === "path" && index >= 0) return {
			type: "any",
			node: within$2({
				kind: "column",
				index
			}, syntax.parts.slice(1)),
			at: syntax.at
		};
		return [...partsIn(syntax)].some((part) => part.kind === "path" && names.includes(part.parts[0])) || syntax.kind === "lambda" || syntax.kind === "literal" ? null : captureOf(resolveSyntax(scope, syntax));
	};
	const own = {
		...scope,
		special,
		done: /* @__PURE__ */ new Map()
	};
	const typed = resolveSyntax(own, of);
	scope.usesZone ||= own.usesZone;
	return {
		of: typed,
		captured,
		names: names.length
	};
}
function resolveUnary(scope, { operator, of, at }) {
	const typed = resolveSyntax(scope, of);
	if (operator === "not") return {
		type: "boolean",
		node: apply("not", asCondition(scope, typed)),
		at
	};
	const value = literalOf$1(typed);
	if (typeof value === "number") return {
		type: "number",
		node: literal(-value),
		at
	};
	return {
		type: "number",
		node: apply("negate", asNumber(scope, typed)),
		at
	};
}
const CALCULATIONS = {
	"+": "add",
	"-": "subtract",
	"*": "multiply",
	"/": "divide",
	"%": "modulo"
};
const COMPARISONS = [
	"=",
	"!=",
	"<",
	"<=",
	">",
	">="
];
function resolveBinary(scope, syntax) {
	const { operator, at } = syntax;
	const left = resolveSyntax(scope, syntax.left);
	const right = resolveSyntax(scope, syntax.right);
	if (isOneOf(COMPARISONS, operator)) return compare(scope, operator, left, right, at);
	switch (operator) {
		case "and":
		case "or": return {
			type: "boolean",
			node: apply(operator, asCondition(scope, left), asCondition(scope, right)),
			at
		};
		case "in": return isIn(scope, left, right, at);
		case "not in": return {
			type: "boolean",
			node: apply("not", isIn(scope, left, right, at).node),
			at
		};
		case "||": return {
			type: "text",
			node: apply("concat", shown$9(scope, left), shown$9(scope, right)),
			at
		};
		case "??": return LOGIC["ifNull"].make(scope, [left, right], at);
		case "+":
		case "-":
		case "*":
		case "/":
		case "%": return calculate(scope, operator, left, right, at);
		default: return match$1(scope, operator, left, right, at);
	}
}
function match$1(scope, operator, text, pattern, at) {
	const isNegated = operator.startsWith("not") || operator.startsWith("!");
	if (operator.endsWith("like")) return settled(matching$1(scope, operator.endsWith("ilike") ? "ilike" : "like", text, pattern, at), isNegated);
	const value = literalOf$1(pattern);
	return settled(matching$1(scope, "matches", text, operator.endsWith("*") && typeof value === "string" ? {
		...pattern,
		node: literal(`(?i)${value}`)
	} : pattern, at), isNegated);
}
function calculate(scope, operator, left, right, at) {
	const isSum = operator === "+" || operator === "-";
	if (isSum && right.type === "interval" && right.unit !== void 0) {
		const start = left.type === "any" || left.type === "text" || isTime$1(left) ? left : null;
		const shift = {
			count: right.node,
			unit: right.unit,
			sign: operator === "+" ? 1 : -1
		};
		if (start !== null) return shifted(scope, start, shift, at);
	}
	if (left.type === "date" && right.type === "number" && isSum) return {
		type: "date",
		node: apply(CALCULATIONS[operator], left.node, right.node),
		at
	};
	return {
		type: "number",
		node: apply(CALCULATIONS[operator], asNumber(scope, left), asNumber(scope, right)),
		at
	};
}
function resolveElement(scope, { of, index, at }) {
	const parts = resolveSyntax(scope, of);
	if (parts.type === "array" || parts.type === "any" || parts.type === "list") {
		const member = resolveSyntax(scope, index);
		return {
			type: "any",
			node: apply("json_get", asList(scope, parts), member.type === "text" ? member.node : asNumber(scope, member)),
			at
		};
	}
	if (parts.type !== "parts" || parts.node.kind !== "call") throw wrongAt(scope.source, at, "[…] stands behind a property or behind splitByChar('/', text).");
	const place = asNumber(scope, resolveSyntax(scope, index));
	return {
		type: "text",
		node: apply("split_part", ...parts.node.args, place),
		at
	};
}
function resolveCall(scope, call) {
	if (isAggregateName(call.name)) return resolveAggregate(scope, call);
	const name = functionNamed(call.name);
	if (name === void 0) throw unknownFunction(scope, call);
	const { min, max, make } = FUNCTIONS[name];
	if (call.parameters !== null) throw wrongAt(scope.source, call.at, `${name} has one pair of brackets.`);
	if (call.distinct) throw wrongAt(scope.source, call.at, "distinct belongs to count: count(distinct person_id).");
	const zone = call.args.length === max + 1 && Object.hasOwn(TIME, name) ? literalOf$1(resolveSyntax(scope, call.args[max])) : null;
	if (typeof zone === "string") {
		if (zone !== scope.clock.timezone) throw wrongAt(scope.source, call.args[max].at, `times are in the zone of the project, ${scope.clock.timezone}: leave '${zone}' out.`);
		return resolveCall(scope, {
			...call,
			args: call.args.slice(0, max)
		});
	}
	const { length } = call.args;
	if (length < min || length > max) {
		const wanted = min === max ? `${min}` : `${min} to ${max}`;
		throw wrongAt(scope.source, call.at, `${name} takes ${wanted} argument${wanted === "1" ? "" : "s"}, not ${length}.`);
	}
	return make(scope, memberArgs(name, call.args).map((arg) => resolveSyntax(scope, arg)), call.at);
}
/** JSONExtractString(properties, 'plan') reads one property. */
function memberArgs(name, args) {
	const [of, key, ...rest] = args;
	return name.startsWith("JSON") && of?.kind === "path" && of.parts.at(-1) === "properties" && key?.kind === "literal" ? [{
		...of,
		parts: [...of.parts, String(key.value)]
	}, ...rest] : args;
}
function resolveAggregate(scope, call) {
	const { aggregates } = scope;
	if (aggregates === null) throw wrongAt(scope.source, call.at, `${call.name} makes one number of many events; here a value of each event is needed. Aggregates belong into math_hogql.`);
	if (scope.inside) throw wrongAt(scope.source, call.at, "an aggregate cannot stand inside another one.");
	scope.inside = true;
	const made = eventAggregateOf(scope, call, (arg) => resolveSyntax(scope, arg));
	scope.inside = false;
	if (made === null) throw wrongAt(scope.source, call.at, `${call.name} stands in SQL; here there are ${EVENT_AGGREGATE_NAMES.join(", ")}.`);
	const { node, type } = made;
	const number = {
		kind: "column",
		index: aggregates.push(node) - 1
	};
	return {
		type,
		node: (node.name === "count" || node.name === "sum" || node.name === "unique") && scope.share !== 1 ? apply("divide", number, literal(scope.share)) : number,
		at: call.at
	};
}
function unknownFunction(scope, call) {
	const known = scope.aggregates === null ? FUNCTION_LIST : [...EVENT_AGGREGATE_NAMES, ...FUNCTION_LIST];
	const instead = INSTEAD$1[plainName(call.name)];
	if (instead !== void 0) return wrongAt(scope.source, call.at, `there is no function ${call.name}. Use ${instead}.`);
	const near = nearestText(call.name, known);
	const list = [...known].sort((a, b) => a.localeCompare(b)).join(", ");
	return wrongAt(scope.source, call.at, `there is no function ${call.name}. ${scope.source.what === "SQL" && near !== "" ? near : `${near}Functions are: ${list}.`}`.trim());
}
// src/sql/expression/tree.ts
/** Expressions under construction: trees whose branches may be shared, and the flat list made of one. */
/** Each shared branch once, so the list does not grow by sharing. */
function listed(root) {
	const nodes = [];
	const of_tree = /* @__PURE__ */ new Map();
	const of_text = /* @__PURE__ */ new Map();
	const add = (tree) => {
		const known = of_tree.get(tree);
		if (known !== void 0) return known;
		const node = nodeOf(tree, add);
		const text = canonical(node);
		const place = of_text.get(text) ?? nodes.push(node) - 1;
		of_text.set(text, place);
		of_tree.set(tree, place);
		return place;
	};
	add(root);
	return nodes;
}
function nodeOf(tree, place) {
	if (tree.kind === "each") return {
		...tree,
		args: tree.args.map(place),
		body: listed(tree.body)
	};
	return tree.kind === "call" ? {
		...tree,
		args: tree.args.map(place)
	} : tree;
}
function argsOf(tree) {
	return tree.kind === "call" || tree.kind === "each" ? tree.args : [];
}
// src/sql/grammar/operators.ts
/** Precedence. */
const POWER = {
	ternary: 1,
	or: 2,
	and: 3,
	/** Operand precedence of prefix `not`. */
	coalesce: 4,
	compare: 5,
	add: 6,
	multiply: 7,
	negate: 8
};
const SIGNS = {
	"??": ["??", POWER.coalesce],
	"=": ["=", POWER.compare],
	"==": ["=", POWER.compare],
	"!=": ["!=", POWER.compare],
	"<>": ["!=", POWER.compare],
	"<": ["<", POWER.compare],
	"<=": ["<=", POWER.compare],
	">": [">", POWER.compare],
	">=": [">=", POWER.compare],
	"=~": ["=~", POWER.compare],
	"!~": ["!~", POWER.compare],
	"=~*": ["=~*", POWER.compare],
	"!~*": ["!~*", POWER.compare],
	"~": ["=~", POWER.compare],
	"~*": ["=~*", POWER.compare],
	"+": ["+", POWER.add],
	"-": ["-", POWER.add],
	"||": ["||", POWER.add],
	"*": ["*", POWER.multiply],
	"/": ["/", POWER.multiply],
	"%": ["%", POWER.multiply]
};
const WORDS = {
	or: ["or", POWER.or],
	and: ["and", POWER.and],
	in: ["in", POWER.compare],
	like: ["like", POWER.compare],
	ilike: ["ilike", POWER.compare],
	regexp: ["=~", POWER.compare],
	rlike: ["=~", POWER.compare]
};
const NEGATED = {
	in: "not in",
	like: "not like",
	ilike: "not ilike",
	regexp: "!~",
	rlike: "!~"
};
/** Reserved unless quoted. */
const KEYWORDS = /* @__PURE__ */ new Set([...[
	"and",
	"or",
	"not",
	"in",
	"like",
	"ilike",
	"is",
	"null",
	"true",
	"false",
	"between",
	"case",
	"when",
	"then"
], ...[
	"else",
	"end",
	"distinct",
	"select",
	"from",
	"where",
	"group",
	"order",
	"as"
]]);
const LITERALS = {
	true: true,
	false: false,
	null: null
};
/** Functions that are called without brackets, and those of a text in quotes: date '2026-01-31'. */
const BARE = {
	current_date: "today",
	current_timestamp: "now",
	localtimestamp: "now"
};
const OF_TEXT = {
	date: "toDate",
	timestamp: "toDateTime",
	datetime: "toDateTime"
};
/** Types by prefix: DateTime64 is a DateTime. */
const CASTS = [
	[/^(string|varchar|char|text|uuid)/i, "toString"],
	[/^(u?int|(big|small|tiny)int|signed|unsigned)/i, "toInt"],
	[/^(float|double|decimal|numeric|number|real)/i, "toFloat"],
	[/^(datetime|timestamp)/i, "toDateTime"],
	[/^date$/i, "toDate"],
	[/^bool/i, "toBool"]
];
const UNIT = /^(second|minute|hour|day|week|month|quarter|year|isoweek|dow|isodow|doy|dayofweek|dayofyear|epoch|date)s?$/i;
/** Whether it names a unit or a part of a time. */
function isUnit(arg) {
	return arg.kind === "literal" && typeof arg.value === "string" && UNIT.test(arg.value);
}
// src/sql/grammar/dialects.ts
/** Calls as other databases write them, where the arguments themselves have to be looked at. */
/** The same call in the words of HogQL; itself if there is nothing to translate. */
function translated(call) {
	const name = plainName(call.name);
	const date = /^(?:date|timestamp|datetime)_?(add|sub|diff|trunc|part)$/.exec(name);
	if (date !== null) return ofDates(call, date[1]);
	if (JSON_PATH.test(name)) return atPath(call) ?? typedMember(call) ?? call;
	if (FORMATS.test(name)) return formatted(call, name) ?? call;
	return call;
}
/** The unit comes first; where it comes last, the later time is said first. */
function ofDates(call, what) {
	const args = call.args.map(unitOf$1);
	const [first, last] = [args[0], args.at(-1)];
	const is_last = args.length > 1 && isUnit(last) && !isUnit(first);
	const others = args.slice(0, -1);
	const sorted = is_last ? [last, ...what === "diff" ? others.toReversed() : others] : args;
	const [unit, ...rest] = sorted;
	if (what === "diff" && args.length === 2 && !args.some(isUnit)) return callOf("daysBetween", args, call.at);
	return what === "part" && unit?.kind === "literal" ? callOf(`part${unit.value}`, rest, call.at) : {
		...call,
		name: `date_${what}`,
		args: sorted
	};
}
/** dateDiff(day, a, b) means dateDiff('day', a, b). */
function unitOf$1(arg) {
	const value = arg.kind === "path" ? arg.parts.join() : "";
	const literal = {
		kind: "literal",
		value: value.replace(/^iso/i, ""),
		at: arg.at
	};
	return value !== "" && isUnit(literal) ? literal : arg;
}
const JSON_PATH = /^json(extract|value|query|extractscalar|extractstring|extractpathtext)$|^getjsonobject$/;
/** json_value(properties, '$.a.b') is properties.a.b. */
function atPath({ args, at }) {
	const [of, path] = args;
	if (of === void 0 || path?.kind !== "literal" || args.length !== 2 || !String(path.value).startsWith("$")) return null;
	return (String(path.value).match(/[^.[\]"'$]+/g) ?? []).reduce((inner, name) => memberOf$2(inner, /^\d+$/.test(name) ? Number(name) + 1 : name, at), of);
}
/** A member by its name or place. Of a path it is one more part. */
function memberOf$2(of, key, at) {
	if (of.kind === "path") return {
		...of,
		parts: [...of.parts, String(key)]
	};
	return {
		kind: "element",
		of,
		index: {
			kind: "literal",
			value: key,
			at
		},
		at
	};
}
/** JSONExtract(properties, 'plan', 'String') */
function typedMember({ name, args, at }) {
	const type = args.at(-1);
	if (plainName(name) !== "jsonextract" || type?.kind !== "literal" || args.length < 2) return null;
	const said = String(type.value).replace(/^(?:Nullable|LowCardinality)\((.*)\)$/i, "$1");
	const cast = CASTS.find(([pattern]) => pattern.test(said))?.[1];
	const read = callOf(/^array/i.test(said) ? "JSONExtractArrayRaw" : "JSONExtractRaw", args.slice(0, -1), at);
	const names = {
		toString: "JSONExtractString",
		toInt: "JSONExtractInt",
		toFloat: "JSONExtractFloat",
		toBool: "JSONExtractBool"
	};
	return cast !== void 0 && Object.hasOwn(names, cast) ? {
		...read,
		name: names[cast]
	} : read;
}
const FORMATS = /^(strftime|formatdate|formatdatetime|formattimestamp|tochar)$/;
/** What C writes -> what formatDateTime writes. */
const OF_C = {
	M: "i",
	B: "M",
	A: "W"
};
const OF_CHAR = [
	...[
		[/YYYY/g, "%Y"],
		[/YY/g, "%y"],
		[/Month|MONTH/g, "%M"],
		[/Mon|MON/g, "%b"],
		[/HH24/g, "%H"]
	],
	...[
		[/HH12|HH/g, "%I"],
		[/MI/g, "%i"],
		[/MM/g, "%m"],
		[/SS/g, "%S"],
		[/DD/g, "%d"],
		[/Day|DAY/g, "%W"]
	],
	...[[/Dy|DY/g, "%a"], [/AM|PM/g, "%p"]]
];
/** strftime('%Y-%m', time), to_char(time, 'YYYY-MM') */
function formatted(call, name) {
	const [first, second] = call.args;
	const [time, pattern] = first?.kind === "literal" && second?.kind !== "literal" ? [second, first] : [first, second];
	if (time === void 0 || pattern?.kind !== "literal" || call.args.length !== 2) return null;
	if (name === "formatdatetime" && time === first || typeof pattern.value !== "string") return null;
	const value = name === "tochar" ? OF_CHAR.reduce((text, [said, letter]) => text.replace(said, letter), pattern.value) : pattern.value.replace(/%(.)/g, (said, letter) => OF_C[letter] ? `%${OF_C[letter]}` : said);
	return callOf("formatDateTime", [time, {
		...pattern,
		value
	}], call.at);
}
// src/sql/grammar/lexer.ts
/** Text -> tokens, each with its position. */
const BLANK = /\s+/y;
/** In statements comments count as blanks. */
const BLANK_OR_COMMENT = /(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const NAME$2 = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
/** Longer signs first. */
const SIGN = /=~\*|!~\*|<=|>=|!=|<>|==|=~|!~|~\*|~|\|\||\?\?|->>|->|::|[()[\]{},.+\-*/%<>=?:;]/y;
const ESCAPES = {
	n: "\n",
	t: "	",
	r: "\r",
	"0": "\0"
};
/** Ends with a token of kind `end`. */
function tokensOf$1(source) {
	const { text, what } = source;
	const blank = what === "SQL" ? BLANK_OR_COMMENT : BLANK;
	const tokens = [];
	for (let at = 0;;) {
		at = match(blank, text, at)?.end ?? at;
		if (at >= text.length) {
			tokens.push({
				kind: "end",
				text: "",
				at: text.length,
				end: text.length
			});
			return tokens;
		}
		const token = tokenAt(source, at);
		tokens.push(token);
		at = token.end;
	}
}
function match(pattern, text, at) {
	pattern.lastIndex = at;
	const found = pattern.exec(text);
	return found && {
		text: found[0],
		end: pattern.lastIndex
	};
}
function tokenAt(source, at) {
	const { text } = source;
	const first = text[at];
	if (first === "'") return {
		kind: "text",
		at,
		...quoted(source, at, "text")
	};
	if (first === "\"" || first === "`") return {
		kind: "name",
		quoted: true,
		at,
		...quoted(source, at, "name")
	};
	const name = match(NAME$2, text, at);
	if (name !== null) return {
		kind: "name",
		quoted: false,
		at,
		...name
	};
	const number = match(NUMBER, text, at);
	if (number !== null) return {
		kind: "number",
		at,
		...number
	};
	const sign = match(SIGN, text, at);
	if (sign !== null) return {
		kind: "sign",
		at,
		...sign
	};
	if (text.startsWith("&&", at)) throw wrongAt(source, at, "\"&&\" does not belong here: write and, or; || puts texts together.");
	throw wrongAt(source, at, `"${String.fromCodePoint(text.codePointAt(at))}" does not belong into ${source.what ?? "an expression"}.`);
}
/** Content of quotes; a quote inside is doubled or escaped by \. */
function quoted(source, at, what) {
	const { text } = source;
	const quote = text[at];
	let inner = "";
	for (let i = at + 1; i < text.length; i++) {
		const character = text[i];
		if (character === "\\" && i + 1 < text.length) inner += unescaped(text[++i]);
		else if (character !== quote) inner += character;
		else if (text[i + 1] === quote) {
			inner += quote;
			i++;
		} else return {
			text: inner,
			end: i + 1
		};
	}
	throw wrongAt(source, at, `this ${what} has no closing ${quote}.`);
}
/** \n is a line break, an escaped sign stands for itself, and others keep their \, as patterns (\d) need. */
function unescaped(character) {
	if (Object.hasOwn(ESCAPES, character)) return ESCAPES[character];
	return /[\\'"`]/.test(character) ? character : `\\${character}`;
}
// src/sql/grammar/reader.ts
/** Reads tokens one by one, for expressions and statements. */
/** @throws ServiceError if the text is too long or contains invalid characters */
function openReader(source, most, parts) {
	if (source.text.length > most.chars) throw wrongAt(source, most.chars, `${source.what ?? "an expression"} has at most ${most.chars} characters.`);
	return {
		source,
		tokens: tokensOf$1(source),
		...parts,
		most,
		at: 0,
		depth: 0,
		nodes: 0
	};
}
function readExpression(reader, least = POWER.ternary) {
	return reader.expression(reader, least);
}
function current(reader) {
	return reader.tokens[reader.at];
}
/** The keyword here (or `ahead`), in lower case; '' for anything else. */
function word(reader, ahead = 0) {
	const token = reader.tokens[reader.at + ahead];
	return token?.kind === "name" && !token.quoted ? token.text.toLowerCase() : "";
}
function isSign(reader, text) {
	const token = current(reader);
	return token.kind === "sign" && token.text === text;
}
/** Consumes the sign or keyword if it is next. */
function take$2(reader, text) {
	if (!isSign(reader, text) && word(reader) !== text) return false;
	reader.at++;
	return true;
}
function expect(reader, text) {
	if (!take$2(reader, text)) throw unexpected(reader, `expected ${text}`);
}
/** One or more, with commas between. */
function readList$1(reader, item) {
	const items = [item(reader)];
	while (take$2(reader, ",")) items.push(item(reader));
	return items;
}
/** The same in brackets. */
function readBracketed(reader, item) {
	expect(reader, "(");
	const items = readList$1(reader, item);
	expect(reader, ")");
	return items;
}
function unexpected(reader, wanted = "expected an operator or the end") {
	const token = current(reader);
	const found = token.kind === "end" ? "it ends too early" : `"${token.text}" does not fit here`;
	return wrongAt(reader.source, token.at, `${found}: ${wanted}.`);
}
/** Counts nodes, to bound the cost of an expression. */
function node(reader, syntax) {
	reader.nodes++;
	if (reader.nodes > reader.most.nodes) throw wrongAt(reader.source, syntax.at, `more than ${reader.most.nodes} parts.`);
	return syntax;
}
/** Counts one level of depth while reading. */
function nested(reader, read) {
	reader.depth++;
	if (reader.depth > LIMIT.expression_depth) throw wrongAt(reader.source, current(reader).at, `nested deeper than ${LIMIT.expression_depth} levels.`);
	const made = read();
	reader.depth--;
	return made;
}
// src/sql/grammar/window.ts
/** Windows, and what else is ordered or partitioned by something. */
/** (partition by a order by b rows between 6 preceding and current row) */
function readWindow(reader) {
	expect(reader, "(");
	const partition = take$2(reader, "partition") ? readBy(reader, readExpression) : [];
	const order = take$2(reader, "order") ? readBy(reader, readOrderItem) : [];
	const frame = word(reader) === "rows" || word(reader) === "range" ? readFrame(reader) : null;
	expect(reader, ")");
	return {
		partition,
		order,
		frame
	};
}
function readFrame(reader) {
	const { at } = current(reader);
	const unit = take$2(reader, "rows") ? "rows" : "range";
	if (unit === "range") expect(reader, "range");
	const is_between = take$2(reader, "between");
	const from = readEdge(reader);
	if (!is_between) return {
		unit,
		from,
		until: HERE(at),
		at
	};
	expect(reader, "and");
	return {
		unit,
		from,
		until: readEdge(reader),
		at
	};
}
const HERE = (at) => ({
	count: {
		kind: "literal",
		value: 0,
		at
	},
	side: "following"
});
function readEdge(reader) {
	const { at } = current(reader);
	if (take$2(reader, "current")) {
		expect(reader, "row");
		return HERE(at);
	}
	const count = take$2(reader, "unbounded") ? null : readExpression(reader, POWER.add);
	if (take$2(reader, "preceding")) return {
		count,
		side: "preceding"
	};
	expect(reader, "following");
	return {
		count,
		side: "following"
	};
}
/** `by` and one or more items. */
function readBy(reader, item) {
	expect(reader, "by");
	return readList$1(reader, item);
}
function readOrderItem(reader) {
	const of = readExpression(reader);
	const is_descending = take$2(reader, "desc") || take$2(reader, "descending");
	if (!is_descending && !take$2(reader, "asc")) take$2(reader, "ascending");
	if (!take$2(reader, "nulls")) return {
		of,
		is_descending,
		nulls_first: false
	};
	const nulls_first = take$2(reader, "first");
	if (!nulls_first) expect(reader, "last");
	return {
		of,
		is_descending,
		nulls_first
	};
}
// src/sql/grammar/calls.ts
/** Calls of functions: arguments, parameters, DISTINCT, ORDER BY, FILTER, OVER; and what they stand for. */
/** Up to and including the closing sign. */
function readItems(reader, closing) {
	if (take$2(reader, closing)) return [];
	const items = readList$1(reader, readExpression);
	expect(reader, closing);
	return items;
}
function readCall(reader, name, at) {
	const meant = readMeant(reader, name, at);
	if (meant.kind !== "call") return meant;
	const of = readFilter$1(reader, meant);
	if (/^quantiles(if)?$/i.test(of.name) && of.parameters !== null) return eachLevel(reader, of, of.parameters);
	if (reader.statement === null || !take$2(reader, "over")) return node(reader, of);
	const token = current(reader);
	if (token.kind !== "name") return node(reader, {
		kind: "over",
		call: of,
		window: readWindow(reader),
		at
	});
	reader.at++;
	return node(reader, {
		kind: "over",
		call: of,
		window: token.text,
		at
	});
}
/** quantiles(0.5, 0.9)(x) is [quantile(0.5)(x), quantile(0.9)(x)]. */
function eachLevel(reader, of, levels) {
	return node(reader, {
		kind: "list",
		items: levels.map((level) => node(reader, {
			...of,
			name: of.name.replace(/s/i, ""),
			parameters: [level]
		})),
		at: of.at
	});
}
/** count() filter (where c) is countIf(c). */
function readFilter$1(reader, of) {
	if (reader.statement === null || word(reader) !== "filter" || reader.tokens[reader.at + 1]?.text !== "(") return of;
	reader.at += 2;
	expect(reader, "where");
	const condition = readExpression(reader);
	expect(reader, ")");
	return {
		...of,
		name: `${of.name}If`,
		args: [...of.args, condition]
	};
}
/** A call in HogQL's own words, or what it stands for. */
function readMeant(reader, name, at) {
	const { said, form } = readBareCall(reader, name, at);
	const own = form === "" || form === "distinct" ? translated(said) : said;
	const meant = own.kind === "call" ? definedAs(own, form, (text) => parsed$1(reader, text)) : own;
	if (meant !== null && meant !== own) for (const part of partsIn(meant)) node(reader, part);
	if (meant === null && (form === "ordered" || form === "descending")) throw wrongAt(reader.source, at, `${name} takes no ORDER BY: write groupArray(x ORDER BY y), or argMax(x, y).`);
	return meant ?? own;
}
const MOST = {
	chars: LIMIT.expression_chars,
	nodes: LIMIT.expression_nodes
};
function parsed$1({ expression }, text) {
	return readExpression(openReader({
		text,
		attr: "definition"
	}, MOST, {
		expression,
		statement: null
	}));
}
function readBareCall(reader, name, at) {
	const distinct = take$2(reader, "distinct");
	const said = {
		kind: "call",
		name,
		parameters: null,
		distinct,
		at
	};
	if (/^(try_?|safe_?)?cast$/i.test(name)) return {
		said: readCast(reader, at),
		form: ""
	};
	if (name.toLowerCase() === "extract" && word(reader, 1) === "from") return {
		said: readPart$1(reader, at),
		form: ""
	};
	const { args, form } = readArguments(reader);
	if (form !== "" || distinct) return {
		said: {
			...said,
			args
		},
		form: form === "" ? "distinct" : form
	};
	if (take$2(reader, "within")) return {
		said: {
			...said,
			...readWithin(reader, name, args)
		},
		form: ""
	};
	if (!take$2(reader, "(")) return {
		said: {
			...said,
			args
		},
		form: ""
	};
	const is_distinct = take$2(reader, "distinct");
	const inner = readArguments(reader);
	return {
		said: {
			...said,
			parameters: args,
			distinct: is_distinct,
			args: inner.args
		},
		form: inner.form
	};
}
/** extract(year from timestamp) */
function readPart$1(reader, at) {
	const unit = {
		kind: "literal",
		value: word(reader),
		at: current(reader).at
	};
	reader.at += 2;
	const of = readExpression(reader);
	expect(reader, ")");
	return callOf("date_part", [unit, of], at);
}
/** percentile_cont(0.5) within group (order by x) */
function readWithin(reader, name, parameters) {
	if (name.toLowerCase() !== "percentile_cont") throw unexpected(reader, "WITHIN GROUP stands behind percentile_cont(0.5); quantile(0.5)(x) says the same");
	expect(reader, "group");
	expect(reader, "(");
	expect(reader, "order");
	const [item] = readBy(reader, readOrderItem);
	expect(reader, ")");
	if (item.is_descending) throw wrongAt(reader.source, item.of.at, "write quantile(0.1)(x) for the 90th from the end.");
	return {
		name: "quantile",
		parameters,
		args: [item.of]
	};
}
/** cast(x as String) */
function readCast(reader, at) {
	const of = readExpression(reader);
	expect(reader, "as");
	const name = readType$1(reader);
	expect(reader, ")");
	return callOf(name, [of], at);
}
/** Returns the function that casts to the type. */
function readType$1(reader) {
	const { text } = current(reader);
	const name = CASTS.find(([pattern]) => pattern.test(text))?.[1];
	if (name === void 0) throw unexpected(reader, "expected String, Int, Float, Bool, Date or DateTime");
	reader.at++;
	take$2(reader, "precision");
	if (take$2(reader, "(")) readItems(reader, ")");
	return name;
}
/** count(*) is count(); exists(select …) has a sub-query. What it is ordered by is one more argument. */
function readArguments(reader) {
	const { at } = current(reader);
	if (word(reader) === "select" || word(reader) === "with") return {
		args: [readSubquery(reader, at)],
		form: ""
	};
	if (isSign(reader, "*") && reader.tokens[reader.at + 1]?.text === ")") {
		reader.at += 2;
		return {
			args: [],
			form: ""
		};
	}
	if (take$2(reader, ")")) return {
		args: [],
		form: ""
	};
	const args = readList$1(reader, readExpression);
	let form = "";
	if (take$2(reader, "order")) {
		const [item] = readBy(reader, readOrderItem);
		args.push(item.of);
		form = item.is_descending ? "descending" : "ordered";
	}
	if (take$2(reader, "separator")) args.push(readExpression(reader));
	expect(reader, ")");
	return {
		args,
		form
	};
}
/** Up to and including the closing bracket. */
function readSubquery(reader, at) {
	if (reader.statement === null) throw unexpected(reader, "a sub-query can stand in a statement of SQL only");
	const statement = reader.statement(reader);
	expect(reader, ")");
	return node(reader, {
		kind: "subquery",
		statement,
		at
	});
}
// src/sql/grammar/parser.ts
/**
* Text -> syntax, by precedence climbing. From loosest to tightest:
*
*   c ? a : b    or    and    not    ??    = != < <= > >= in like =~ between, is null    + - ||    * / %    -x    x[1] x::Int
*   x -> e may be an argument.
*/
/** @throws ServiceError that names the position */
function parseExpression(source) {
	const reader = openReader(source, {
		chars: LIMIT.expression_chars,
		nodes: LIMIT.expression_nodes
	}, {
		expression: read$1,
		statement: null
	});
	const syntax = readExpression(reader);
	if (current(reader).kind !== "end") throw unexpected(reader);
	return syntax;
}
/** Reads everything whose operators bind at least as tightly as `least`. */
function read$1(reader, least) {
	return nested(reader, () => {
		let left = readPrefix(reader);
		for (;;) {
			const more = readInfix(reader, left, least);
			if (more === null) return left;
			left = more;
		}
	});
}
function readPrefix(reader) {
	const { at } = current(reader);
	if (take$2(reader, "not")) return node(reader, {
		kind: "unary",
		operator: "not",
		of: read$1(reader, POWER.coalesce),
		at
	});
	if (take$2(reader, "-")) return node(reader, {
		kind: "unary",
		operator: "-",
		of: read$1(reader, POWER.negate),
		at
	});
	return readElements(reader, readAtom(reader));
}
/** Reads an operator with `left` as first operand; null if none follows that binds tightly enough. */
function readInfix(reader, left, least) {
	const token = current(reader);
	const { at } = token;
	if (isSign(reader, "?")) return least > POWER.ternary ? null : readTernary(reader, left);
	if (word(reader) === "is") return least > POWER.compare ? null : readIs(reader, left);
	const isNegated = word(reader) === "not";
	if ((isNegated ? word(reader, 1) : word(reader)) === "between") return least > POWER.compare ? null : readBetween(reader, left, isNegated);
	const negated = isNegated ? NEGATED[word(reader, 1)] : void 0;
	const found = negated ? [negated, POWER.compare] : infixOf(token, word(reader));
	if (found === void 0 || found[1] < least) return null;
	reader.at += negated ? 2 : 1;
	const [operator, power] = found;
	if (operator.endsWith("in") && take$2(reader, "cohort")) return readCohort$1(reader, left, operator === "in", at);
	return node(reader, {
		kind: "binary",
		operator,
		left,
		right: read$1(reader, power + 1),
		at
	});
}
/** `person_id in cohort 3`, or by its name. */
function readCohort$1(reader, left, is_in, at) {
	return call(reader, is_in ? "inCohort" : "notInCohort", [left, read$1(reader, POWER.negate)], at);
}
function infixOf(token, keyword) {
	const table = token.kind === "sign" ? SIGNS : WORDS;
	const name = token.kind === "sign" ? token.text : keyword;
	return Object.hasOwn(table, name) ? table[name] : void 0;
}
function readTernary(reader, condition) {
	const { at } = current(reader);
	expect(reader, "?");
	const then = read$1(reader, POWER.or);
	expect(reader, ":");
	return call(reader, "if", [
		condition,
		then,
		read$1(reader, POWER.ternary)
	], at);
}
/** is null, is true, is distinct from x: missing equals missing anyway */
function readIs(reader, left) {
	const { at } = current(reader);
	expect(reader, "is");
	const is_not = take$2(reader, "not");
	if (take$2(reader, "distinct")) {
		expect(reader, "from");
		const right = read$1(reader, POWER.add);
		return node(reader, {
			kind: "binary",
			operator: is_not ? "=" : "!=",
			left,
			right,
			at
		});
	}
	const flag = LITERALS[word(reader)];
	if (typeof flag !== "boolean") {
		expect(reader, "null");
		return call(reader, is_not ? "isNotNull" : "isNull", [left], at);
	}
	reader.at++;
	return node(reader, {
		kind: "binary",
		operator: is_not ? "!=" : "=",
		left,
		right: {
			kind: "literal",
			value: flag,
			at
		},
		at
	});
}
/** Bounds are inclusive. */
function readBetween(reader, left, is_negated) {
	const { at } = current(reader);
	if (is_negated) expect(reader, "not");
	expect(reader, "between");
	const low = read$1(reader, POWER.add);
	expect(reader, "and");
	const high = read$1(reader, POWER.add);
	const both = node(reader, {
		kind: "binary",
		operator: "and",
		left: node(reader, {
			kind: "binary",
			operator: ">=",
			left,
			right: low,
			at
		}),
		right: node(reader, {
			kind: "binary",
			operator: "<=",
			left,
			right: high,
			at
		}),
		at
	});
	return is_negated ? node(reader, {
		kind: "unary",
		operator: "not",
		of: both,
		at
	}) : both;
}
function call(reader, name, args, at) {
	return node(reader, callOf(name, args, at));
}
/** Suffixes `[1]`, `['name']`, `->>'name'`, `.1` and `::Int`. After a path, the first ones are part of it. */
function readElements(reader, atom) {
	let of = atom;
	for (;;) {
		const { at, kind, text } = current(reader);
		if (kind === "number" && /^\.\d+$/.test(text)) {
			reader.at++;
			of = node(reader, {
				kind: "element",
				of,
				index: {
					kind: "literal",
					value: Number(text.slice(1)),
					at
				},
				at
			});
			continue;
		}
		if (take$2(reader, "::")) {
			of = call(reader, readType$1(reader), [of], at);
			continue;
		}
		if (take$2(reader, "->>") || take$2(reader, "->")) {
			const key = readAtom(reader);
			if (key.kind !== "literal") throw wrongAt(reader.source, key.at, "behind -> stands a name in quotes: ->>'plan'.");
			of = node(reader, memberOf$2(of, typeof key.value === "number" ? key.value + 1 : String(key.value), at));
			continue;
		}
		if (!take$2(reader, "[")) return of;
		const index = read$1(reader, POWER.ternary);
		expect(reader, "]");
		if (of.kind === "path" && index.kind === "literal" && index.value !== null && of.kind === "path") of = readParts(reader, {
			...of,
			parts: [...of.parts, String(index.value)]
		});
		else of = node(reader, {
			kind: "element",
			of,
			index,
			at
		});
	}
}
function readAtom(reader) {
	const token = current(reader);
	const { at } = token;
	switch (token.kind) {
		case "number":
			reader.at++;
			return node(reader, {
				kind: "literal",
				value: Number(token.text),
				at
			});
		case "text":
			reader.at++;
			return node(reader, {
				kind: "literal",
				value: token.text,
				at
			});
		case "name": return readName$1(reader, token.text, token.quoted);
		default:
			if (take$2(reader, "(")) return readBrackets(reader, at);
			if (take$2(reader, "[")) return node(reader, {
				kind: "list",
				items: readItems(reader, "]"),
				at
			});
			if (reader.statement !== null && take$2(reader, "{")) return readPlaceholder(reader, at);
			throw unexpected(reader, "expected a value, a name or a function");
	}
}
/** (a) is a; (a, b) is a list; (select …) is a sub-query. */
function readBrackets(reader, at) {
	if (word(reader) === "select" || word(reader) === "with") return readSubquery(reader, at);
	const items = readItems(reader, ")");
	if (isSign(reader, "->")) return readLambda(reader, items, at);
	if (items.length === 1) return items[0];
	return node(reader, {
		kind: "list",
		items,
		at
	});
}
function readLambda(reader, params, at) {
	expect(reader, "->");
	return node(reader, {
		kind: "lambda",
		names: params.map((param) => {
			if (param.kind === "path" && param.parts.length === 1) return param.parts[0];
			throw wrongAt(reader.source, param.at, "before -> stands a name, or names in brackets: (x, y) -> x + y.");
		}),
		of: readExpression(reader),
		at
	});
}
/** {name} or {variables.name}: a value sent beside the text. */
function readPlaceholder(reader, at) {
	const path = readExpression(reader);
	if (path.kind !== "path") throw unexpected(reader, "expected the name of a value, as {country}");
	expect(reader, "}");
	return node(reader, {
		kind: "placeholder",
		parts: path.parts,
		at
	});
}
function readName$1(reader, text, quoted) {
	const { at } = current(reader);
	const keyword = word(reader);
	if (Object.hasOwn(LITERALS, keyword)) {
		reader.at++;
		return node(reader, {
			kind: "literal",
			value: LITERALS[keyword],
			at
		});
	}
	if (keyword === "case") return readCase(reader);
	const next = reader.tokens[reader.at + 1];
	if (keyword === "interval" && next?.kind !== "sign") return readInterval(reader);
	if (keyword === "array" && next?.text === "[") {
		reader.at += 2;
		return node(reader, {
			kind: "list",
			items: readItems(reader, "]"),
			at
		});
	}
	if (next?.kind === "text" && Object.hasOwn(OF_TEXT, keyword)) {
		reader.at += 2;
		return call(reader, OF_TEXT[keyword], [{
			kind: "literal",
			value: next.text,
			at: next.at
		}], at);
	}
	const isCall = next?.text === "(";
	if (!isCall && Object.hasOwn(BARE, keyword)) {
		reader.at++;
		return call(reader, BARE[keyword], [], at);
	}
	if (!quoted && KEYWORDS.has(keyword) && !isCall) throw unexpected(reader, "expected a value, a name or a function");
	reader.at++;
	if (take$2(reader, "(")) return readCall(reader, text, at);
	const path = {
		kind: "path",
		parts: [text],
		at
	};
	const isMember = text === "properties" && reader.tokens[reader.at + 1]?.kind === "text";
	return isSign(reader, "->") && !isMember ? readLambda(reader, [path], at) : readParts(reader, path);
}
/** Repeated `.name`. The lexer takes `.1` for a number. */
function readParts(reader, path) {
	const parts = [...path.parts];
	for (;;) {
		const token = current(reader);
		if (token.kind === "number" && /^\.\d+$/.test(token.text)) {
			parts.push(token.text.slice(1));
			reader.at++;
			continue;
		}
		if (!take$2(reader, ".")) return node(reader, {
			...path,
			parts
		});
		const next = current(reader);
		if (next.kind !== "name" && next.kind !== "number") throw unexpected(reader, "expected a name (or ['any name'])");
		parts.push(next.text);
		reader.at++;
	}
}
/** `case when c then v … else w end`, or `case x when y then v …`. */
function readCase(reader) {
	const { at } = current(reader);
	expect(reader, "case");
	const subject = word(reader) === "when" ? null : read$1(reader, POWER.ternary);
	const args = [];
	while (word(reader) === "when") {
		const when_at = current(reader).at;
		expect(reader, "when");
		const said = read$1(reader, POWER.ternary);
		args.push(subject === null ? said : node(reader, {
			kind: "binary",
			operator: "=",
			left: subject,
			right: said,
			at: when_at
		}));
		expect(reader, "then");
		args.push(read$1(reader, POWER.ternary));
	}
	if (args.length === 0) throw unexpected(reader, "expected when");
	args.push(take$2(reader, "else") ? read$1(reader, POWER.ternary) : {
		kind: "literal",
		value: null,
		at
	});
	expect(reader, "end");
	return call(reader, "multiIf", args, at);
}
function readInterval(reader) {
	const { at } = current(reader);
	expect(reader, "interval");
	const said = current(reader);
	if (said.kind === "text") {
		const match = /^\s*(\d+)\s+([a-z]+)\s*$/i.exec(said.text);
		if (match === null) throw unexpected(reader, "expected an interval, as interval 7 day or interval '7 day'");
		reader.at++;
		return node(reader, {
			kind: "interval",
			count: {
				kind: "literal",
				value: Number(match[1]),
				at: said.at
			},
			unit: match[2],
			at
		});
	}
	const count = read$1(reader, POWER.negate);
	const unit = word(reader);
	if (unit === "") throw unexpected(reader, "expected a unit, as interval 7 day");
	reader.at++;
	return node(reader, {
		kind: "interval",
		count,
		unit,
		at
	});
}
// src/service/resolve/dates/expression.ts
function expressionSetting(context) {
	return {
		...clockOf(context),
		groupTypes: () => context.service.store.groups.types(context.project.id)
	};
}
/** A filter: selects rows for which it is true. */
function resolveCondition(setting, sent, attr) {
	const { scope, typed } = read(setting, sent, attr, null);
	return {
		kind: "value",
		source: {
			of: "expression",
			expression: finished$1(scope, asCondition(scope, typed))
		},
		test: {
			op: "in",
			values: ["true"]
		}
	};
}
/** Breakdown values: times as text, everything else as it is. */
function resolveValue(setting, sent, attr) {
	const { scope, typed } = read(setting, sent, attr, null);
	const text = shown$9(scope, typed);
	return finished$1(scope, isTime$1(typed) ? text : typed.node);
}
/** One number over many rows. For samples, counts and sums are scaled up. */
function resolveAggregateExpression(setting, sent, attr, share = 1) {
	const aggregates = [];
	const { scope, typed } = read(setting, sent, attr, aggregates, share);
	const result = finished$1(scope, asNumber(scope, typed));
	if (aggregates.length === 0) throw wrongAt(scope.source, 0, `an aggregate is needed, as count() or sum(properties.price): ${EVENT_AGGREGATE_NAMES.join(", ")}.`);
	return {
		aggregations: aggregates.map(({ value, condition, ...rest }) => ({
			...rest,
			value: value && finished$1(scope, value),
			condition: condition && finished$1(scope, condition)
		})),
		result
	};
}
function read(setting, sent, attr, aggregates, share = 1) {
	if (typeof sent !== "string" || sent.trim() === "") throw invalid(attr, "This field is required: an expression, as properties.plan = 'pro'.", "required");
	const source = {
		text: sent,
		attr
	};
	const scope = {
		source,
		clock: setting,
		groupTypes: setting.groupTypes,
		usesZone: false,
		aggregates,
		special: null,
		inside: false,
		done: /* @__PURE__ */ new Map(),
		share
	};
	return {
		scope,
		typed: resolveSyntax(scope, parseExpression(source))
	};
}
function finished$1(scope, root) {
	return {
		nodes: listed(root),
		zone: scope.usesZone ? zoneTable(scope.clock.timezone) : NO_ZONE
	};
}
// src/service/resolve/filters/versions.ts
/** Operators that compare versions of programs, in the notation of package managers. */
const exactly = (version) => ({
	...from(version),
	max: version,
	max_open: false
});
const from = (min) => ({
	op: "version",
	min,
	max: null,
	min_open: false,
	max_open: false
});
const upTo = (max) => ({
	op: "version",
	min: null,
	max,
	min_open: false,
	max_open: false
});
/** Up to, and without, the next version that differs in the number at that place. */
const alikeUpTo = (version, place) => ({
	...from(version),
	max: [...version.slice(0, place), (version[place] ?? 0) + 1],
	max_open: true
});
/** Operator -> what it means of a version. */
const VERSION_BOUNDS = {
	semver_eq: exactly,
	semver_neq: exactly,
	semver_gt: (version) => ({
		...from(version),
		min_open: true
	}),
	semver_gte: from,
	semver_lt: (version) => ({
		...upTo(version),
		max_open: true
	}),
	semver_lte: upTo,
	/** ~1.2.3 means each 1.2 from there on, ~1 each 1. */
	semver_tilde: (version) => alikeUpTo(version, version.length > 1 ? 1 : 0),
	/** ^1.2.3 means each 1 from there on; of versions that begin with 0 the first other number has to stay. */
	semver_caret(version) {
		const first = version.findIndex((number) => number > 0);
		return alikeUpTo(version, first === -1 ? version.length - 1 : first);
	},
	/** 1.2.* means each 1.2. */
	semver_wildcard: (version) => alikeUpTo(version, version.length - 1)
};
/** @throws ServiceError if the text is no version */
function versionTest(name, text, attr) {
	const is_wildcard = name === "semver_wildcard";
	if (is_wildcard && /^\s*[*x]\s*$/i.test(text)) return from([0]);
	const version = parseVersion(is_wildcard ? text.replace(/(\.[*x])+\s*$/i, "") : text);
	if (version !== null) return VERSION_BOUNDS[name](version);
	throw invalid(attr, `Not a version. Send ${is_wildcard ? "1.2.*" : "1.2.3"}.`);
}
// src/service/resolve/filters/operators.ts
/** Operators of property filters: the test each one means, and the value it needs. */
const POSITIVE = {
	exact: "equal",
	icontains: "contains",
	regex: "regex",
	gt: "bound",
	gte: "bound",
	lt: "bound",
	lte: "bound",
	min: "bound",
	max: "bound",
	is_set: "set",
	is_date_exact: "date",
	is_date_before: "date",
	is_date_after: "date",
	between: "between",
	in: "equal",
	icontains_multi: "contains",
	semver_eq: "version",
	semver_gt: "version",
	semver_gte: "version",
	semver_lt: "version",
	semver_lte: "version",
	semver_tilde: "version",
	semver_caret: "version",
	semver_wildcard: "version"
};
const NEGATIVE = {
	is_not: "equal",
	not_icontains: "contains",
	not_regex: "regex",
	is_not_set: "set",
	not_between: "between",
	not_in: "equal",
	not_icontains_multi: "contains",
	semver_neq: "version"
};
const OPERATORS$2 = [...Object.keys(POSITIVE), ...Object.keys(NEGATIVE)];
const OTHER_OPERATORS = ["is_cleaned_path_exact"];
/** Names of operators in other products. */
const ELSEWHERE$2 = {
	"=": "exact",
	"==": "exact",
	eq: "exact",
	equals: "exact",
	equal: "exact",
	is: "exact",
	"!=": "is_not",
	neq: "is_not",
	ne: "is_not",
	not_equals: "is_not",
	does_not_equal: "is_not",
	contains: "icontains",
	like: "icontains",
	not_contains: "not_icontains",
	does_not_contain: "not_icontains",
	">": "gt",
	">=": "gte",
	"<": "lt",
	"<=": "lte",
	greater_than: "gt",
	less_than: "lt",
	exists: "is_set",
	not_exists: "is_not_set",
	before: "is_date_before",
	after: "is_date_after"
};
/** Default: exact. */
function readOperator(sent, attr) {
	const name = sent === void 0 || sent === null || sent === "" ? "exact" : String(sent);
	if (Object.hasOwn(POSITIVE, name)) return {
		name,
		kind: POSITIVE[name],
		negative: false
	};
	if (Object.hasOwn(NEGATIVE, name)) return {
		name,
		kind: NEGATIVE[name],
		negative: true
	};
	if (OTHER_OPERATORS.includes(name)) throw notSupported(`operator ${name}`, attr, `"${name}" cannot be computed yet. Use ${OPERATORS$2.join(", ")}.`);
	const meant = ELSEWHERE$2[name.toLowerCase()] ?? nearestNames(name, OPERATORS$2)[0];
	const help = meant === void 0 ? "" : ` Did you mean "${meant}"?`;
	throw invalid(attr, `Not one of the allowed values: ${OPERATORS$2.join(", ")}.${help}`, "invalid_choice");
}
/** Tests, one of which must pass; null for an unfinished filter without a value. */
function resolveTest(operator, value, attr, clock) {
	if (operator.kind === "set") return [{ op: "set" }];
	if (value === void 0 || value === null) return null;
	if (operator.kind === "between") return [between(operator.name, value, attr)];
	const values = (Array.isArray(value) ? value : [value]).filter((item) => item !== null && item !== void 0);
	if (values.length === 0) return null;
	if (values.length > LIMIT.filter_values) throw invalid(attr, `A filter may list ${LIMIT.filter_values} values, not more.`);
	switch (operator.kind) {
		case "equal": return [{
			op: "in",
			values: values.map(textOf$1)
		}];
		case "contains": return [{
			op: "contains",
			needles: values.map(textOf$1)
		}];
		case "regex": return [{
			op: "matches",
			patterns: values.map((item) => readPattern(textOf$1(item), attr))
		}];
		case "bound": return values.map((item) => bound(operator.name, readNumber(item, attr)));
		case "version": return values.map((item) => versionTest(operator.name, textOf$1(item), attr));
		case "date": return values.map((item) => dateTest(operator.name, item, attr, clock));
	}
}
/** Values are compared as text: 5 is "5", true is "true", an object its JSON. */
function textOf$1(value) {
	if (typeof value === "string") return value;
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}
/** @throws ServiceError if RE2 cannot parse it */
function readPattern(pattern, attr) {
	if (pattern.length > LIMIT.regex_chars) throw invalid(attr, `A regular expression may have ${LIMIT.regex_chars} characters, not more.`, "max_length");
	try {
		checkPattern(pattern);
		return pattern;
	} catch {
		throw invalid(attr, "Invalid regular expression. RE2 syntax is understood: no look-around and no back-references; brackets must be closed.");
	}
}
function bound(name, limit) {
	const below = name === "lt" || name === "lte" || name === "max";
	return {
		op: "number",
		min: below ? Number.NEGATIVE_INFINITY : limit,
		max: below ? limit : Number.POSITIVE_INFINITY,
		min_open: name === "gt",
		max_open: name === "lt"
	};
}
function between(name, value, attr) {
	if (!Array.isArray(value) || value.length !== 2) throw invalid(attr, `The ${name} operator requires a two-element array [min, max].`);
	const [min, max] = value.map(toNumber);
	if (min === void 0 || max === void 0 || Number.isNaN(min) || Number.isNaN(max)) throw invalid(attr, `The ${name} operator requires numeric values: [18, 65].`);
	if (min > max) throw invalid(attr, `The ${name} operator requires min value to be less than or equal to max value.`);
	return {
		op: "number",
		min,
		max,
		min_open: false,
		max_open: false
	};
}
function readNumber(value, attr) {
	const number = toNumber(value);
	if (Number.isNaN(number)) throw invalid(attr, "A number is required here. To compare dates, use is_date_before or is_date_after.");
	return number;
}
/** NaN if it is neither a number nor numeric text. */
function toNumber(value) {
	if (typeof value === "string" && value.trim() !== "") return toNumber(Number(value));
	return typeof value === "number" && Number.isFinite(value) ? value : NaN;
}
/** A bare day is the whole day: before its start, after its end, or within. */
function dateTest(name, value, attr, clock) {
	const date = readDate$2(value, clock);
	if (date === null) throw invalid(attr, "Could not read the date. Send 2026-01-31, 2026-01-31 13:00:00, 2026-01-31T13:00:00Z, seconds since 1970, or a relative date as -7d or -6h.");
	const { timezone } = clock;
	const first_ms = date.whole_day ? floorTo$1(timezone, date.ms, "day", clock.week_start) : date.ms;
	const next_ms = date.whole_day ? addUnits(timezone, first_ms, 1, "day") : date.ms + 1;
	const from_ms = name === "is_date_before" ? MIN_MS : name === "is_date_after" ? next_ms : first_ms;
	const until_ms = name === "is_date_before" ? first_ms : name === "is_date_after" ? MAX_MS : next_ms;
	return {
		op: "time",
		from_ms,
		until_ms,
		from_wall_ms: toWall(timezone, from_ms),
		until_wall_ms: toWall(timezone, until_ms)
	};
}
function readDate$2(value, clock) {
	if (typeof value !== "string" && typeof value !== "number") return null;
	const loose = parseLooseDate(value);
	if (loose !== null) return {
		ms: loose.zoned ? loose.ms : fromWall(clock.timezone, loose.ms),
		whole_day: !loose.has_time
	};
	const relative = parseDate(String(value), clock);
	return relative && {
		ms: relative.ms,
		whole_day: false
	};
}
// src/service/resolve/filters/selector.ts
/**
* Parses CSS selectors as people type them. Supported: tag, .class, #id, [name="value"], :nth-child(n),
* :nth-of-type(n), `a > b` and `a b`. A lone `*` is ignored; anything else is refused rather than misread.
*/
const NAME$1 = String.raw`(?:[\w-]|[^\x00-\x7f]|\\.)+`;
/** One simple selector or combinator, at a position. */
const TOKEN$1 = new RegExp([
	`(?<between>\\s*>\\s*|\\s+)`,
	`(?<star>\\*)`,
	`\\.(?<class>${NAME$1})`,
	`#(?<id>${NAME$1})`,
	`\\[\\s*(?<name>[\\w:-]+)\\s*=\\s*(?:"(?<double>(?:[^"\\\\]|\\\\.)*)"|'(?<single>(?:[^'\\\\]|\\\\.)*)')\\s*\\]`,
	`:nth-child\\(\\s*(?<child>\\d+)\\s*\\)`,
	`:nth-of-type\\(\\s*(?<type>\\d+)\\s*\\)`,
	`(?<tag>${NAME$1})`
].join("|"), "y");
const FORM$2 = "Use tag, .class, #id, [name=\"value\"], :nth-child(n), :nth-of-type(n), a > b and a b.";
/** @throws ServiceError if the text is no selector or an unsupported one */
function parseSelector(sent, attr) {
	const text = sent.trim();
	if (text.length > LIMIT.selector_chars) throw invalid(attr, `Ensure this field has no more than ${LIMIT.selector_chars} characters.`, "max_length");
	const parts = [];
	let draft = begin(false);
	TOKEN$1.lastIndex = 0;
	while (TOKEN$1.lastIndex < text.length) {
		const at = TOKEN$1.lastIndex;
		const token = TOKEN$1.exec(text)?.groups;
		if (token === void 0) throw invalid(attr, `Could not read the selector from ${JSON.stringify(text.slice(at, at + 20))} on. ${FORM$2}`);
		if (token["between"] === void 0) {
			take$1(draft, token, attr);
			continue;
		}
		if (!draft.begun) throw invalid(attr, `A selector cannot have ">" there. ${FORM$2}`);
		draft = begin(close(parts, draft) && token["between"].includes(">"));
	}
	if (!draft.begun && text !== "") throw invalid(attr, `A selector cannot end with ">". ${FORM$2}`);
	close(parts, draft);
	return parts;
}
function begin(is_child) {
	return {
		tag_name: null,
		id: null,
		classes: [],
		attributes: [],
		nth_child: null,
		nth_of_type: null,
		is_child,
		begun: false
	};
}
function take$1(draft, token, attr) {
	const { class: class_name, id, name, double, single, child, type, tag } = token;
	if (tag !== void 0) {
		if (draft.begun) throw invalid(attr, `A tag comes first, as in a.button. ${FORM$2}`);
		draft.tag_name = withoutEscapes(tag);
	} else if (class_name !== void 0) draft.classes.push(withoutEscapes(class_name));
	else if (id !== void 0) draft.id = withoutEscapes(id);
	else if (name !== void 0) draft.attributes.push({
		name,
		value: withoutEscapes(double ?? single ?? "")
	});
	else if (child !== void 0) draft.nth_child = String(Number(child));
	else if (type !== void 0) draft.nth_of_type = String(Number(type));
	draft.begun = true;
}
function withoutEscapes(text) {
	return text.replace(/\\(.)/gs, "$1");
}
/** Drops a part that matches everything (a lone star); what follows it may be at any depth. Returns whether it was kept. */
function close(parts, { begun: _begun, ...part }) {
	const asks = part.tag_name ?? part.id ?? part.nth_child ?? part.nth_of_type ?? part.classes[0] ?? part.attributes[0] ?? null;
	if (asks !== null) parts.push(part);
	return asks !== null;
}
// src/service/resolve/filters/element_filters.ts
/** Conditions on an event's page elements: filters of type `element`, and those of actions. */
const CHAIN = {
	of: "event",
	key: "$elements_chain"
};
const KEYS$1 = ["selector", ...ELEMENT_PARTS];
/** Element texts have no other types. */
const TEXT_KINDS = [
	"equal",
	"contains",
	"regex",
	"set"
];
/** Matches if any element of the chain does; negative operators match if none does. */
function elementFilter(part, test) {
	return {
		kind: "value",
		source: CHAIN,
		test: {
			op: "element",
			part,
			test
		}
	};
}
/** Any of the selectors; an empty one matches everything. */
function selectorFilter(texts, attr) {
	const selectors = texts.map((text) => parseSelector(text, attr));
	if (selectors.some((selector) => selector.length === 0)) return ALL;
	return {
		kind: "value",
		source: CHAIN,
		test: {
			op: "selector",
			selectors
		}
	};
}
/** A filter of type `element`. Unlike elsewhere an empty list is not unfinished: it matches nothing. */
function resolveElementFilter(key, operator, value, attr, clock) {
	checkOperator(key, operator, attr);
	if (operator.kind !== "set" && (value === void 0 || value === null)) return ALL;
	const found = Array.isArray(value) && value.length === 0 && operator.kind !== "set" ? NOTHING$1 : read();
	return operator.negative ? not(found) : found;
	function read() {
		if (!isOneOf(ELEMENT_PARTS, key)) return selectorFilter((Array.isArray(value) ? value : [value]).map(String), `${attr}__value`);
		const tests = resolveTest(operator, value, `${attr}__value`, clock) ?? [];
		return either(tests.map((test) => elementFilter(key, test)));
	}
}
const NOTHING$1 = { kind: "none" };
function checkOperator(key, operator, attr) {
	if (!KEYS$1.includes(key)) throw invalid(`${attr}__key`, `Elements are filtered by one of ${KEYS$1.join(", ")}.`, "invalid_choice");
	const isNarrow = key === "selector" || key === "tag_name";
	if (isNarrow ? operator.kind === "equal" : TEXT_KINDS.includes(operator.kind)) return;
	const known = isNarrow ? "exact and is_not" : "exact, icontains, regex, is_set and their opposites";
	throw invalid(`${attr}__operator`, `For an element's ${key} use ${known}.`, "invalid_choice");
}
// src/service/resolve/filters/filters.ts
/**
* Property filters as sent -> one Predicate. Accepted: a list (AND), a group {type: AND|OR, values: [...]} to any
* depth, one filter, the old form {"key__operator": value}, and any of these as JSON text. A filter without a value is
* unfinished and matches everything; a list of values means "any of" for positive operators and "none of" for negative
* ones.
*/
const TYPES = [
	"event",
	"person",
	"group",
	"cohort",
	"behavioral",
	"element",
	"session",
	"event_metadata",
	"hogql"
];
/** Known types that are not supported here. */
const OTHER_TYPES = [...[
	"recording",
	"data_warehouse",
	"person_metadata",
	"data_warehouse_person_property"
], ...["log_entry", "flag"]];
const TYPE_NAMES = {
	events: "event",
	feature: "event",
	"precalculated-cohort": "cohort",
	"static-cohort": "cohort"
};
const SHAPE$2 = "[{\"key\":\"plan\",\"operator\":\"exact\",\"value\":\"pro\",\"type\":\"event\"}]";
const GROUP_TYPES_MAX = LIMIT.groups_per_project;
/** @throws ServiceError naming the filter's path below `attr` */
function resolveFilters(raw, attr, setting) {
	const sent = typeof raw === "string" ? parseJson(raw, attr) : raw;
	if (sent === void 0 || sent === null) return ALL;
	const reading = {
		setting,
		leaves: 0
	};
	if (Array.isArray(sent)) return readList(reading, sent, attr, 1);
	if (!isObject(sent)) throw invalid(attr, `Expected a list of property filters: ${SHAPE$2}.`);
	if (isGroup$1(sent) || isFilter$1(sent)) return readNode$1(reading, sent, attr, 1);
	return readPairs(reading, sent, attr);
}
/** One filter that has a key, i.e. no group and not the old form. @throws ServiceError likewise */
function resolveFilter(sent, attr, setting) {
	return readFilter({
		setting,
		leaves: 0
	}, sent, attr);
}
function parseJson(text, attr) {
	if (text.trim() === "") return null;
	try {
		return JSON.parse(text);
	} catch {
		throw invalid(attr, `Could not read the JSON text. Send a list of property filters: ${SHAPE$2}.`);
	}
}
/** A group has AND or OR as its type, a filter the owner of the property. */
function isGroup$1(sent) {
	const type = typeof sent["type"] === "string" ? sent["type"].toUpperCase() : "";
	return type === "AND" || type === "OR" || Array.isArray(sent["values"]) && sent["key"] === void 0;
}
/** {"key": "a"} alone is the old form: the property "key" is "a". */
function isFilter$1(sent) {
	return "key" in sent && [
		"value",
		"values",
		"operator",
		"type"
	].some((name) => name in sent);
}
function readNode$1(reading, sent, attr, depth) {
	if (!isObject(sent)) throw invalid(attr, `Expected a property filter: ${SHAPE$2.slice(1, -1)}.`);
	return isGroup$1(sent) ? readGroup(reading, sent, attr, depth) : readFilter(reading, sent, attr);
}
function readGroup(reading, sent, attr, depth) {
	const type = String(sent["type"] ?? "AND").toUpperCase();
	if (type !== "AND" && type !== "OR") throw notOneOf(`${attr}__type`, ["AND", "OR"]);
	const values = sent["values"] ?? [];
	if (!Array.isArray(values)) throw invalid(`${attr}__values`, "Expected a list of items.", "not_a_list");
	if (type === "AND") return readList(reading, values, `${attr}__values`, depth);
	return either(readNodes(reading, values, `${attr}__values`, depth));
}
function readList(reading, sent, attr, depth) {
	return every(readNodes(reading, sent, attr, depth));
}
function readNodes(reading, sent, attr, depth) {
	if (depth > LIMIT.filter_depth) throw invalid(attr, `Groups may be nested ${LIMIT.filter_depth} deep, not deeper.`);
	if (sent.length > LIMIT.filter_leaves) throw tooMany$1(attr);
	return sent.map((item, at) => readNode$1(reading, item, `${attr}__${at}`, depth + 1));
}
/** The old form: keys are property names with an operator after the last double underscore. */
function readPairs(reading, sent, attr) {
	const filters = Object.entries(sent).map(([name, value]) => {
		const cut = name.lastIndexOf("__");
		const [key, operator] = cut > 0 ? [name.slice(0, cut), name.slice(cut + 2)] : [name, "exact"];
		return readFilter(reading, {
			key,
			operator,
			value
		}, `${attr}__${name}`);
	});
	return every(filters);
}
function readFilter(reading, sent, attr) {
	reading.leaves += 1;
	if (reading.leaves > LIMIT.filter_leaves) throw tooMany$1(attr);
	const type = readType(sent["type"], `${attr}__type`);
	if (type === "behavioral") return reading.setting.behaviour(sent, attr);
	if (type === "hogql") return resolveCondition(reading.setting, sent["key"], `${attr}__key`);
	const key = readKey(sent["key"], `${attr}__key`);
	if (type === "cohort") return readCohort(reading, sent, attr);
	const operator = readOperator(sent["operator"], `${attr}__operator`);
	const value = sent["value"] ?? sent["values"];
	if (type === "element") return resolveElementFilter(key, operator, value, attr, reading.setting);
	const toCondition = conditionOf$1(sent, type, key, operator, attr);
	const tests = resolveTest(operator, value, `${attr}__value`, reading.setting);
	if (tests === null) return ALL;
	const found = either(tests.map(toCondition));
	return operator.negative ? not(found) : found;
}
/** `value` is a cohort's number, or a list of them (any of). */
function readCohort(reading, sent, attr) {
	const value = sent["value"] ?? sent["values"] ?? [];
	if (Array.isArray(value) && value.length === 0) return ALL;
	const ids = (Array.isArray(value) ? value : [value]).map((id) => readCohortId(reading.setting, id, `${attr}__value`));
	const found = either(ids.map((id) => reading.setting.cohort(id, `${attr}__value`)));
	const operator = sent["operator"] ?? "in";
	if (typeof operator !== "string" || !Object.hasOwn(COHORT_OPERATORS, operator)) throw notOneOf(`${attr}__operator`, ["in", "not_in"]);
	return COHORT_OPERATORS[operator] === (sent["negation"] === true) ? not(found) : found;
}
/** Operator -> whether it means membership. */
const COHORT_OPERATORS = {
	in: true,
	exact: true,
	not_in: false,
	is_not: false
};
function readCohortId(setting, sent, attr) {
	const id = typeof sent === "string" && /^\d{1,15}$/.test(sent) ? Number(sent) : sent;
	if (typeof id === "number" && Number.isSafeInteger(id) && id > 0) return id;
	throw invalid(attr, `Expected the number of a cohort: {"key":"id","type":"cohort","value":1}. ${setting.cohortNamed(sent)}`);
}
function readType(sent, attr) {
	const name = sent === void 0 || sent === null || sent === "" ? "event" : String(sent);
	const type = TYPE_NAMES[name] ?? name;
	const known = TYPES.find((candidate) => candidate === type);
	if (known !== void 0) return known;
	if (!OTHER_TYPES.includes(type)) throw notOneOf(attr, [...TYPES, ...OTHER_TYPES]);
	throw notSupported(`filter type ${type}`, attr, `Filters of type "${type}" cannot be computed yet. Use ${TYPES.join(", ")}.`);
}
/** Row condition for a test of the filter's value. */
function conditionOf$1(sent, type, key, operator, attr) {
	if (type === "person" && key === "distinct_id") return (test) => ({
		kind: "any_distinct_id",
		test
	});
	if (type === "event_metadata" && key === "timestamp") return timeCondition(operator, attr);
	const source = readSource(sent, type, key, attr);
	return (test) => ({
		kind: "value",
		source,
		test
	});
}
function readSource(sent, type, key, attr) {
	switch (type) {
		case "event":
		case "person": return {
			of: type,
			key
		};
		case "group": return {
			of: "group",
			type_index: readGroupType(sent["group_type_index"], `${attr}__group_type_index`),
			key
		};
		case "event_metadata": {
			if (/^\$group_\d$/.test(key)) return {
				of: "event",
				key
			};
			const known = METADATA_KEYS.find((name) => name === key);
			if (known !== void 0) return {
				of: "metadata",
				key: known
			};
			throw unknownKey(type, key, attr, [...METADATA_KEYS, "$group_0"]);
		}
		case "session": {
			const known = SESSION_KEYS$1.find((name) => name === key);
			if (known !== void 0) return {
				of: "session",
				key: known
			};
			throw unknownKey(type, key, attr, SESSION_KEYS$1);
		}
		default: return unreachable(type);
	}
}
function unknownKey(type, key, attr, known) {
	return notSupported(`filter ${type} ${key}`, `${attr}__key`, `Filters of type "${type}" know ${known.join(", ")}; "${key}" cannot be computed yet.`);
}
/** Event times are instants: day bounds are compared literally. */
function timeCondition(operator, attr) {
	if (operator.kind !== "date" && operator.kind !== "set") throw notOneOf(`${attr}__operator`, [
		"is_date_before",
		"is_date_after",
		"is_date_exact"
	]);
	const source = {
		of: "metadata",
		key: "timestamp"
	};
	return (test) => {
		if (test.op !== "time") return {
			kind: "value",
			source,
			test
		};
		const { from_ms: min, until_ms: max } = test;
		return {
			kind: "value",
			source,
			test: {
				op: "number",
				min,
				max,
				min_open: false,
				max_open: true
			}
		};
	};
}
function readKey(sent, attr) {
	if (typeof sent === "number") return String(sent);
	if (typeof sent === "string" && sent !== "") return sent;
	throw invalid(attr, "This field is required: the property's name.", "required");
}
function readGroupType(sent, attr) {
	if (sent === void 0 || sent === null) throw invalid(attr, `This field is required: the index of the group type (${see("list_group_types")} names them).`, "required");
	const index = typeof sent === "string" && /^\d$/.test(sent) ? Number(sent) : sent;
	if (typeof index === "number" && Number.isInteger(index) && index >= 0 && index < GROUP_TYPES_MAX) return index;
	throw invalid(attr, `The index of a group type is a number from 0 to ${GROUP_TYPES_MAX - 1}.`);
}
function tooMany$1(attr) {
	return invalid(attr, `A question may have ${LIMIT.filter_leaves} property filters, not more.`);
}
function notOneOf(attr, allowed) {
	return invalid(attr, `Not one of the allowed values: ${allowed.join(", ")}.`, "invalid_choice");
}
// src/model/saved/action.ts
/** Actions: named definitions of something people do, each one or several kinds of events. */
const STRING_MATCHINGS = [
	"contains",
	"exact",
	"regex"
];
const MATCHING = STRING_MATCHINGS.join(", ");
/** One kind of event; all given conditions must hold. */
const ActionStep = object({
	event: textField("Name of the event; left out for every event"),
	properties: openJsonField({
		type: "array",
		items: { type: "object" }
	}, "Filters as in a question"),
	url: textField("Of the page ($current_url); % stands for any text"),
	url_matching: textField(`${MATCHING} (default contains)`),
	selector: textField("CSS selector of the element: form > button.primary"),
	tag_name: textField("Tag of the element or one around it"),
	href: textField("Link of the element or one around it"),
	href_matching: textField(`${MATCHING} (default exact)`),
	text: textField("Text of the element or one around it"),
	text_matching: textField(`${MATCHING} (default exact)`)
});
const ActionSteps = array(ActionStep).max(LIMIT.action_steps);
/** What clients may write. */
const ActionWrite = object({
	name: string().min(1).max(LIMIT.name_chars).optional().describe("What people do, as \"signed up\""),
	description: string().max(LIMIT.description_chars).nullable().optional().describe("What it means, for people"),
	tags: array(string().max(LIMIT.tag_chars)).max(LIMIT.tags).optional().describe("Labels; the whole list"),
	steps: ActionSteps.optional().describe("Any of these events: [{\"event\":\"$pageview\",\"url\":\"/pricing\"},{\"event\":\"saw prices\"}]"),
	deleted: boolean().optional().describe("true removes it softly, false brings it back")
});
const ActionSchema = object({
	id: int(),
	name: string(),
	description: string(),
	tags: array(string()),
	steps: array(unknown$2()),
	deleted: boolean(),
	created_at: string(),
	created_by: UserSchema.nullable(),
	updated_at: string(),
	warnings: array(string()).optional().describe("Unknown names in its steps")
});
// src/service/words/input_error.ts
function inputError(error) {
	const issue = error.issues[0];
	if (!issue) return new ServiceError("invalid_input", "The input does not fit.");
	const attr = issue.path.join("__");
	const options = attr === "" ? {} : { attr };
	return new ServiceError(codeOf(issue), messageOf(issue), options);
}
function codeOf(issue) {
	switch (issue.code) {
		case "invalid_value": return "invalid_choice";
		case "too_big": return issue.origin === "string" ? "max_length" : "invalid_input";
		case "invalid_type":
			if (issue.input === void 0) return "required";
			if (issue.input === null) return "null";
			return issue.expected === "array" ? "not_a_list" : "invalid_input";
		default: return "invalid_input";
	}
}
function messageOf(issue) {
	switch (issue.code) {
		case "invalid_value": return `Not one of the allowed values: ${issue.values.map(String).join(", ")}.`;
		case "invalid_type":
			if (issue.input === void 0) return "This field is required.";
			if (issue.input === null) return "This field may not be null.";
			return wrongType(issue.expected);
		case "too_big": return `Ensure this field ${atMost(issue.origin, issue.maximum)}.`;
		case "too_small": return `Ensure this field is at least ${issue.minimum}.`;
		default: return issue.message;
	}
}
function atMost(origin, maximum) {
	if (origin === "string") return `has no more than ${maximum} characters`;
	return origin === "array" ? `has no more than ${maximum} items` : `is at most ${maximum}`;
}
function wrongType(expected) {
	switch (expected) {
		case "boolean": return "Must be a valid boolean.";
		case "int":
		case "number": return "A valid number is required.";
		case "array": return "Expected a list of items.";
		default: return `Expected ${expected === "object" || expected === "record" ? "an object" : `a ${expected}`}.`;
	}
}
// src/service/resolve/filters/actions.ts
/**
* A saved action -> its rows: those of any step that fulfil all of the step's conditions. A step without an event
* matches every event, and so does an action without steps.
*/
/** @throws ServiceError naming the field below `attr` */
function resolveSteps(steps, attr, setting) {
	if (steps.length === 0) return [{
		event: null,
		where: ALL
	}];
	return steps.map((step, at) => resolveStep(step, `${attr}__${at}`, setting));
}
function resolveStep(step, attr, setting) {
	const url = textTest(step.url, step.url_matching, "contains", `${attr}__url`, urlContains);
	const href = textTest(step.href, step.href_matching, "exact", `${attr}__href`, contains);
	const text = textTest(step.text, step.text_matching, "exact", `${attr}__text`, contains);
	const where = every([
		resolveFilters(step.properties, `${attr}__properties`, setting),
		url === null ? ALL : {
			kind: "value",
			source: {
				of: "event",
				key: "$current_url"
			},
			test: url
		},
		step.selector === void 0 ? ALL : selectorFilter([step.selector], `${attr}__selector`),
		step.tag_name === void 0 ? ALL : elementFilter("tag_name", {
			op: "in",
			values: [step.tag_name]
		}),
		href === null ? ALL : elementFilter("href", href),
		text === null ? ALL : elementFilter("text", text)
	]);
	return {
		event: step.event ?? null,
		where
	};
}
/** null if nothing is asked. */
function textTest(value, matching, usual, attr, toContain) {
	const how = readMatching(matching ?? usual, `${attr}_matching`);
	if (value === void 0) return null;
	if (how === "exact") return {
		op: "in",
		values: [value]
	};
	if (how === "regex") return {
		op: "matches",
		patterns: [readPattern(value, attr)]
	};
	return toContain(value);
}
function readMatching(sent, attr) {
	const found = STRING_MATCHINGS.find((known) => known === sent);
	if (found !== void 0) return found;
	throw invalid(attr, `Not one of the allowed values: ${STRING_MATCHINGS.join(", ")}.`, "invalid_choice");
}
function contains(value) {
	return {
		op: "contains",
		needles: [value]
	};
}
/** URLs are case-sensitive; `%` stands for any text and `_` for any character. */
function urlContains(value) {
	return {
		op: "matches",
		patterns: [`(?s)${literalPattern(value).replaceAll("%", ".*").replaceAll("_", ".")}`]
	};
}
// src/model/saved/cohort.ts
/** Cohorts: saved sets of people, by conditions or (static) by list. */
/** Behavioural conditions; `service/resolve/filters/behaviour.ts` defines each. */
const BEHAVIOURS = [
	"performed_event",
	"performed_event_multiple",
	"performed_event_first_time",
	"performed_event_sequence",
	"performed_event_regularly",
	"stopped_performing_event",
	"restarted_performing_event"
];
const COHORT_INTERVALS = [
	"minute",
	"hour",
	"day",
	"week",
	"month",
	"year"
];
const COUNT_OPERATORS$1 = [
	"gte",
	"lte",
	"gt",
	"lt",
	"eq",
	"exact"
];
/** What clients may write. The service checks `filters` and `groups`. */
const CohortWrite = object({
	name: string().min(1).max(LIMIT.name_chars).optional().describe("Who they are, as \"paying customers\""),
	description: string().max(LIMIT.description_chars).nullable().optional().describe("For people"),
	filters: unknown$2().optional().meta({
		type: "object",
		description: "Who belongs: {\"properties\":{\"type\":\"OR\",\"values\":[{\"type\":\"AND\",\"values\":[{\"key\":\"plan\",\"value\":\"pro\",\"type\":\"person\"},{\"type\":\"behavioral\",\"key\":\"paid\",\"event_type\":\"events\",\"value\":\"performed_event\",\"time_value\":30,\"time_interval\":\"day\"}]}]}}"
	}),
	groups: unknown$2().optional().meta({
		type: "array",
		description: "The older form; one of the groups, all properties of a group: [{\"properties\":{\"plan\":\"pro\"}}]"
	}),
	query: restOnly(unknown$2().optional().describe("Not supported: cohorts of a query")),
	is_static: boolean().optional().describe("true: exactly the people of distinct_ids, whatever they do later"),
	distinct_ids: array(string().max(LIMIT.distinct_id_chars)).max(LIMIT.cohort_members).optional().describe("People to add to a static cohort, each by one of their distinct ids"),
	deleted: boolean().optional().describe("true removes it softly, false brings it back")
});
const CohortSchema = object({
	id: int(),
	name: string(),
	description: string(),
	filters: unknown$2(),
	is_static: boolean(),
	/** Current members; null in lists, which do not compute it. */
	count: int().nullable(),
	error_message: string().nullable().describe("Why nobody can be counted, where the definition cannot be computed"),
	warnings: array(string()).optional().describe("What may be a slip, where nobody belongs to it"),
	deleted: boolean(),
	created_at: string(),
	created_by: UserSchema.nullable(),
	updated_at: string()
});
// src/service/resolve/filters/behaviour.ts
/**
* A behavioural condition of a cohort -> what a person must have done. Windows end at now, inclusive; a month is 30
* days, a year 365. First time, stopped and restarted combine "did" and "did not" over two windows.
*/
const UNIT_MS$1 = {
	minute: MINUTE_MS,
	hour: HOUR_MS,
	day: DAY_MS$2,
	week: 7 * DAY_MS$2,
	month: 30 * DAY_MS$2,
	year: 365 * DAY_MS$2
};
const OFTEN = Number.MAX_SAFE_INTEGER;
/** @throws ServiceError naming the field at fault */
function resolveBehaviour(leaf, attr, setting) {
	const name = readChoice(leaf, "value", BEHAVIOURS, attr);
	const matches = readMatches(leaf, "key", "event_type", attr, setting);
	const filters = resolveFilters(leaf["event_filters"], `${attr}__event_filters`, setting);
	const restricted = matches.map((match) => ({
		...match,
		where: every([match.where, filters])
	}));
	const until_ms = readDate$1(leaf, "explicit_datetime_to", attr, setting) ?? setting.now_ms;
	const from_ms = (name === "performed_event_regularly" ? null : readDate$1(leaf, "explicit_datetime", attr, setting)) ?? setting.now_ms - readLength(leaf, "time", attr);
	return READERS[name]({
		leaf,
		attr,
		setting,
		matches: restricted,
		from_ms,
		until_ms: until_ms + 1
	});
}
const READERS = {
	performed_event: (reading) => did(reading, reading.from_ms, reading.until_ms),
	performed_event_multiple: readMultiple,
	performed_event_first_time: (reading) => every([did(reading, reading.from_ms, reading.until_ms), not(did(reading, MIN_MS, reading.from_ms))]),
	performed_event_sequence: readSequence,
	performed_event_regularly: readRegular,
	stopped_performing_event: (reading) => {
		const recent_ms = readRecent(reading);
		return every([did(reading, reading.from_ms, reading.until_ms), not(did(reading, recent_ms, reading.until_ms))]);
	},
	restarted_performing_event: (reading) => {
		const recent_ms = readRecent(reading);
		return every([
			did(reading, recent_ms, reading.until_ms),
			not(did(reading, reading.from_ms, recent_ms)),
			did(reading, MIN_MS, reading.from_ms)
		]);
	}
};
function condition(behaviour) {
	return {
		kind: "behaviour",
		behaviour
	};
}
function did({ matches }, from_ms, until_ms, min = 1, max = OFTEN) {
	return condition({
		op: "count",
		deeds: {
			matches,
			from_ms,
			until_ms
		},
		min,
		max
	});
}
function readMultiple(reading) {
	const { min, max } = readCount(reading);
	return did(reading, reading.from_ms, reading.until_ms, min, max);
}
function readSequence(reading) {
	const { leaf, attr, setting, matches, from_ms, until_ms } = reading;
	const later = readMatches(leaf, "seq_event", "seq_event_type", attr, setting);
	return condition({
		op: "sequence",
		deeds: {
			matches,
			from_ms,
			until_ms
		},
		later: {
			matches: later,
			from_ms,
			until_ms
		},
		within_ms: readLength(leaf, "seq_time", attr)
	});
}
/** Period i reaches i + 1 lengths back; the youngest includes now. */
function readRegular(reading) {
	const { leaf, attr, setting, matches } = reading;
	const { min, max } = readCount(reading);
	const length_ms = readLength(leaf, "time", attr);
	const total_periods = readWhole(leaf, "total_periods", attr, 1);
	const min_periods = readWhole(leaf, "min_periods", attr, 1);
	if (total_periods > LIMIT.cohort_periods) throw invalid(`${attr}__total_periods`, `Ensure this field is at most ${LIMIT.cohort_periods}.`);
	if (min_periods > total_periods) throw invalid(`${attr}__min_periods`, "Ensure this field is at most total_periods.");
	return condition({
		op: "regular",
		matches,
		edges_ms: [...Array.from({ length: total_periods }, (_, at) => setting.now_ms - (total_periods - at) * length_ms), setting.now_ms + 1],
		min_periods,
		min,
		max
	});
}
/** Start of the recent window, for stopped and restarted. */
function readRecent({ leaf, attr, setting, from_ms }) {
	const recent_ms = setting.now_ms - readLength(leaf, "seq_time", attr);
	if (recent_ms >= from_ms) return recent_ms;
	throw invalid(`${attr}__seq_time_value`, "The recent window (seq_time_value, seq_time_interval) may not be wider than the whole one (time_value, time_interval).");
}
/** Count bounds. The minimum is one, whatever the operator: people who never did it are no members. */
function readCount({ leaf, attr }) {
	const operator = readChoice(leaf, "operator", COUNT_OPERATORS$1, attr);
	const times = readWhole(leaf, "operator_value", attr, 0);
	switch (operator) {
		case "gte": return {
			min: Math.max(1, times),
			max: OFTEN
		};
		case "gt": return {
			min: times + 1,
			max: OFTEN
		};
		case "lte": return {
			min: 1,
			max: times
		};
		case "lt": return {
			min: 1,
			max: times - 1
		};
		default:
			if (times > 0) return {
				min: times,
				max: times
			};
			throw invalid(`${attr}__operator_value`, "Exactly 0 times cannot be asked for: send performed_event with \"negation\": true.");
	}
}
/** An event by name, or an action by number. */
function readMatches(leaf, name, type_name, attr, setting) {
	const type = readChoice(leaf, type_name, ["events", "actions"], attr);
	const key = given$1(leaf, name, attr);
	if (type === "actions") {
		const id = typeof key === "string" && /^\d{1,15}$/.test(key) ? Number(key) : key;
		if (typeof id === "number" && Number.isSafeInteger(id)) return setting.action(id, `${attr}__${name}`);
		throw invalid(`${attr}__${name}`, "Expected the number of an action.");
	}
	if (typeof key !== "string") throw invalid(`${attr}__${name}`, "Expected the name of an event.");
	return [{
		event: key,
		where: { kind: "all" }
	}];
}
function readLength(leaf, name, attr) {
	const value = readWhole(leaf, `${name}_value`, attr, 1);
	const unit = readChoice(leaf, `${name}_interval`, COHORT_INTERVALS, attr);
	const length_ms = value * UNIT_MS$1[unit];
	if (length_ms <= LIMIT.window_ms) return length_ms;
	throw invalid(`${attr}__${name}_value`, `A window may be at most ${Math.floor(LIMIT.window_ms / DAY_MS$2)} days long.`);
}
/** null if not given. */
function readDate$1(leaf, name, attr, setting) {
	const sent = leaf[name];
	if (sent === void 0 || sent === null || sent === "") return null;
	const date = typeof sent === "string" ? parseDate(sent, setting) : null;
	if (date !== null) return date.ms;
	throw invalid(`${attr}__${name}`, "Could not read the date. Send 2026-01-31, 2026-01-31 13:00:00, or -7d.");
}
function readWhole(leaf, name, attr, min) {
	const sent = given$1(leaf, name, attr);
	const number = typeof sent === "string" && /^\s*\d{1,15}\s*$/.test(sent) ? Number(sent) : sent;
	if (typeof number === "number" && Number.isSafeInteger(number) && number >= min) return number;
	throw invalid(`${attr}__${name}`, `Expected a whole number from ${min} on.`);
}
function readChoice(leaf, name, choices, attr) {
	const sent = given$1(leaf, name, attr, ` Send ${choices.length > 2 ? "one of" : "either"}: ${choices.join(", ")}.`);
	const found = choices.find((choice) => choice === sent);
	if (found !== void 0) return found;
	throw invalid(`${attr}__${name}`, `Not one of the allowed values: ${choices.join(", ")}.`, "invalid_choice");
}
function given$1(leaf, name, attr, help = "") {
	const sent = leaf[name];
	if (sent !== void 0 && sent !== null && sent !== "") return sent;
	throw invalid(`${attr}__${name}`, `This field is required by a behavioral condition.${help}`, "required");
}
// src/service/resolve/filters/behaviour_filter.ts
/** A behavioural condition among a question's filters: as in a cohort, with more defaults. */
/** Longer than any history of events. */
const EVER = {
	time_value: 100,
	time_interval: "year"
};
/** At any time, unless a window is given. @throws ServiceError naming the field at fault */
function resolveBehaviourFilter(context, { negation, ...said }, attr, setting) {
	const leaf = {
		event_type: "events",
		value: "performed_event",
		...["time_value", "explicit_datetime"].some((name) => (said[name] ?? "") !== "") ? {} : EVER,
		...said
	};
	if (leaf.event_type === "events") checkEvent(context, said["key"], attr);
	const found = resolveBehaviour(leaf, attr, setting);
	return negation === true || negation === "true" ? not(found) : found;
}
/** Nobody did an unknown event, so negating it would match everybody: misspelt names are refused. */
function checkEvent({ service, project }, key, attr) {
	if (typeof key !== "string" || key === "") return;
	const names = service.store.definitions.events(project.id).map(({ name }) => name);
	if (names.includes(key)) return;
	const near = nearestNames(key, names).map((name) => quoted$1(name));
	const meant = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
	throw invalid(`${attr}__key`, `There is no event of this name.${meant} ${see("list_event_definitions")} lists those there are.`, "does_not_exist");
}
// src/service/resolve/filters/cohorts.ts
/**
* A cohort's definition -> its persons. `{"properties": {"type": "OR", "values": […]}}`, with groups nested to any
* depth; leaves are person properties, other cohorts, and behaviour (behaviour.ts). `negation: true` negates a leaf. An
* empty definition matches nobody.
*
* For breakdowns: `settingOf(context).cohort(id, attr)` (setting.ts) is a saved cohort's predicate, which the engine
* turns into rows (`select`) or persons (`personsWhere`).
*/
const COHORT_TYPES = [
	"cohort",
	"precalculated-cohort",
	"static-cohort"
];
const NOBODY = { kind: "none" };
const SHAPE$1 = "{\"properties\":{\"type\":\"OR\",\"values\":[{\"key\":\"plan\",\"value\":\"pro\",\"type\":\"person\"}]}}";
/** @throws ServiceError naming the field below `attr` */
function resolveCohort(filters, attr, setting) {
	return {
		kind: "cohort",
		where: resolveDefinition(filters, attr, setting)
	};
}
function resolveDefinition(filters, attr, setting) {
	if (filters === void 0 || filters === null) return NOBODY;
	if (!isObject(filters)) throw invalid(attr, `Expected an object: ${SHAPE$1}.`);
	const properties = filters["properties"];
	if (properties === void 0 || properties === null) return NOBODY;
	const reading = {
		setting,
		leaves: 0,
		positive: 0
	};
	const root = Array.isArray(properties) ? {
		type: "AND",
		values: properties
	} : properties;
	if (!isObject(root)) throw invalid(`${attr}__properties`, `Expected a group of conditions: ${SHAPE$1}.`);
	const found = readNode(reading, root, `${attr}__properties`, 1);
	if (reading.leaves > 0 && reading.positive === 0) throw invalid(`${attr}__properties`, "A cohort of negations only would be nearly everybody: add a condition without \"negation\".");
	return found ?? NOBODY;
}
/** null for an empty group. */
function readNode(reading, sent, attr, depth) {
	if (!isObject(sent)) throw invalid(attr, "Expected a condition: {\"key\":\"plan\",\"value\":\"pro\",\"type\":\"person\"}.");
	if (!Array.isArray(sent["values"]) || "key" in sent) return readLeaf(reading, sent, attr);
	if (depth > LIMIT.filter_depth) throw invalid(attr, `Groups may be nested ${LIMIT.filter_depth} deep, not deeper.`);
	const type = String(sent["type"] ?? "AND").toUpperCase();
	if (type !== "AND" && type !== "OR") throw invalid(`${attr}__type`, "Not one of the allowed values: AND, OR.", "invalid_choice");
	const values = sent["values"];
	if (values.length > LIMIT.filter_leaves) throw tooMany(attr);
	const of = values.map((value, at) => readNode(reading, value, `${attr}__values__${at}`, depth + 1)).filter((predicate) => predicate !== null);
	if (of.length === 0) return null;
	return type === "AND" ? every(of) : either(of);
}
function readLeaf(reading, sent, attr) {
	reading.leaves += 1;
	if (reading.leaves > LIMIT.filter_leaves) throw tooMany(attr);
	const { negation, ...leaf } = sent;
	const isNegated = negation === true || negation === "true";
	if (!isNegated) reading.positive += 1;
	const found = readCondition(reading.setting, leaf, attr);
	return isNegated ? not(found) : found;
}
function readCondition(setting, leaf, attr) {
	const type = leaf["type"] ?? "person";
	if (type === "behavioral") return resolveBehaviour(leaf, attr, setting);
	if (type !== "person" && !COHORT_TYPES.includes(String(type))) {
		const help = type === "event" ? ` For whoever did an event with that property: {"type":"behavioral","key":"sign up","event_type":"events","value":"performed_event","time_value":30,"time_interval":"day","event_filters":[{"key":${quoted$1(String(leaf["key"]))},"value":…}]}, with the name of the event.` : "";
		throw invalid(`${attr}__type`, `Not one of the allowed values: person, cohort, behavioral.${help}`, "invalid_choice");
	}
	const found = resolveFilter({
		...leaf,
		type
	}, attr, setting);
	if (found.kind !== "all") return found;
	throw invalid(`${attr}__value`, "This field is required: what the property must be.", "required");
}
function tooMany(attr) {
	return invalid(attr, `A cohort may have ${LIMIT.filter_leaves} conditions, not more.`);
}
// src/service/resolve/filters/setting.ts
/** Context of filters: clock, and the project's saved cohorts and actions. Cycles among them are refused. */
const SAVED_TOLD = 5;
/** `trail`: saved things being read, outermost first. */
function settingOf(context, trail = []) {
	const known = /* @__PURE__ */ new Map();
	const setting = {
		...expressionSetting(context),
		cohort(id, attr) {
			const found = known.get(id) ?? resolveSavedCohort(context, id, attr, trail);
			known.set(id, found);
			return found;
		},
		cohortNamed: (sent) => savedNamed$1(context, "cohorts", sent),
		action(id, attr) {
			const row = liveAction(context, id);
			if (row === null) throw unknownAction(context, id, attr);
			return actionMatches(context, row, attr, trail);
		},
		behaviour: (leaf, attr) => resolveBehaviourFilter(context, leaf, attr, setting)
	};
	return setting;
}
/** null if it does not exist or was removed. */
function liveAction(context, id) {
	const row = context.service.store.actions.get(context.project.id, id);
	return row === void 0 || row.deleted ? null : row;
}
/** null if it does not exist or was removed. */
function liveCohort(context, id) {
	const row = context.service.store.cohorts.get(context.project.id, id);
	return row === void 0 || row.deleted ? null : row;
}
function unknownAction(context, id, attr) {
	return invalid(attr, `Action ID ${id} does not exist! ${see("list_actions")} lists those there are.${someOf(context, "actions")}`, "does_not_exist");
}
/** A sentence that lists the first few by number and name. */
function someOf({ service, project }, of) {
	const { rows } = service.store[of].list(project.id, {
		limit: SAVED_TOLD,
		offset: 0
	});
	const told = rows.map(({ id, name }) => `${id} ${quoted$1(name)}`);
	return told.length === 0 ? " There are none yet." : ` Among them: ${told.join(", ")}.`;
}
/** For a name sent instead of a number: whose it is, or may be. */
function savedNamed$1({ service, project }, of, sent) {
	const place = see(of === "cohorts" ? "list_cohorts" : "list_actions");
	const { rows } = service.store[of].list(project.id, {
		limit: LIMIT.page_max,
		offset: 0
	});
	const near = nearestNames(String(sent), rows.map(({ name }) => name));
	const meant = rows.filter(({ name }) => near.includes(name)).map(({ id, name }) => `${id} ${quoted$1(name)}`);
	if (meant.length === 0) return `${place} lists them with their names.`;
	return `Did you mean ${meant.slice(0, SAVED_TOLD).join(" or ")}? ${place} lists all.`;
}
function actionMatches(context, row, attr, trail = []) {
	return within$1(`action ${row.id}`, row.name, attr, trail, (deeper) => resolveSteps(stepsOf$1(row), "steps", settingOf(context, deeper)));
}
/** As stored, perhaps by another version. @throws ServiceError if unreadable */
function stepsOf$1({ steps }) {
	const { success, data, error } = object({ steps: ActionSteps }).safeParse({ steps }, { reportInput: true });
	if (!success) throw inputError(error);
	return data.steps;
}
function resolveSavedCohort(context, id, attr, trail) {
	const row = liveCohort(context, id);
	if (row === null) throw invalid(attr, `Cohort ${id} does not exist. ${see("list_cohorts")} lists those there are.${someOf(context, "cohorts")}`, "does_not_exist");
	return within$1(`cohort ${id}`, row.name, attr, trail, (deeper) => {
		const found = cohortPredicate(context, row, deeper);
		return found.kind === "cohort" ? {
			...found,
			label: `cohort ${id} ${quoted$1(row.name)}`
		} : found;
	});
}
/** Members of a saved cohort, static or defined. */
function cohortPredicate(context, row, trail) {
	if (!row.is_static) return resolveCohort(row.filters, "filters", settingOf(context, trail));
	return {
		kind: "cohort",
		where: {
			kind: "members",
			distincts: context.service.store.cohorts.members(context.project.id, row.id)
		}
	};
}
/** Reports errors inside a saved thing at the place that names it. */
function within$1(key, name, attr, trail, read) {
	if (trail.includes(key)) throw invalid(attr, `This goes round in a circle: ${[...trail, key].join(" -> ")}. Take one of them out.`);
	if (trail.length >= LIMIT.reference_depth) throw invalid(attr, `Cohorts and actions may name each other ${LIMIT.reference_depth} deep, not deeper.`);
	return readStored$1(`In ${key} (${name})`, attr, () => read([...trail, key]));
}
/** Another version may have stored what this one cannot read: the error says where. */
function readStored$1(place, attr, read) {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof ServiceError) || error.status !== 400) throw error;
		const options = error.needs === null ? { attr } : {
			attr,
			needs: error.needs
		};
		throw new ServiceError(error.code, `${place}: ${error.message}`, options);
	}
}
// src/service/resolve/question.ts
/** What every kind of question resolves alike: dates, and filters over all its events. */
/** `compare_to` implies `compare`, unless that is false. */
function isCompared(body) {
	return body.compare ?? body.compare_to !== void 0;
}
/** A sample of persons; default: everybody. */
function sampleOf$2(share = 1) {
	return share === 1 ? ALL : {
		kind: "sampled",
		share
	};
}
function rangeInput(context, body) {
	return {
		...clockOf(context),
		date_from: body.date_from,
		date_to: body.date_to,
		explicit_date: body.explicit_date ?? false,
		first_event_ms: body.date_from === "all" ? firstEventMs(context) : null
	};
}
/** From the event definitions: this thread does not load the dataset. */
function firstEventMs({ project, service }) {
	const events = service.store.definitions.events(project.id);
	return events.length === 0 ? null : Math.min(...events.map(({ first_seen_ms }) => first_seen_ms));
}
/** `properties`, plus the project's own filters if test accounts are excluded. */
function resolveCommonFilter(context, body) {
	const setting = settingOf(context);
	const asked = resolveFilters(body.properties, "properties", setting);
	if (body.filter_test_accounts !== true) return asked;
	const { test_account_filters } = context.project;
	const attr = "filter_test_accounts";
	return every([asked, readStored$1("In the project's test_account_filters", attr, () => resolveFilters(test_account_filters, attr, setting))]);
}
// src/service/resolve/series/actor.ts
/** Who is counted, and how group types are named (by decision, index 0 means people; a name reaches every type). */
const PERSON$2 = { kind: "person" };
function resolveActor(context, body) {
	const name = body.aggregation_group_type;
	if (name !== void 0) return {
		kind: "group",
		type_index: groupTypeIndex(context, name, "aggregation_group_type")
	};
	const index = body.aggregation_group_type_index ?? 0;
	return index === 0 ? PERSON$2 : groupActor(context, index, "aggregation_group_type_index");
}
/** Groups of the type with this index. @throws ServiceError if the project has no such type */
function groupActor(context, type_index, attr) {
	const types = typesOf$1(context);
	if (types.some((type) => type.group_type_index === type_index)) return {
		kind: "group",
		type_index
	};
	throw unknownType(types, String(type_index), attr);
}
function groupTypeIndex(context, name, attr) {
	const types = typesOf$1(context);
	const found = types.find((type) => type.group_type === name) ?? types.find((type) => String(type.group_type_index) === name);
	if (found) return found.group_type_index;
	throw unknownType(types, name, attr);
}
function typesOf$1({ service, project }) {
	return service.store.groups.types(project.id);
}
function unknownType(types, sent, attr) {
	const known = types.map((type) => `${quoted$1(type.group_type)} (${type.group_type_index})`).join(", ");
	const help = known === "" ? "This project has no group types yet." : `This project has: ${known}.`;
	const near = nearestNames(sent, types.map((type) => type.group_type)).map((name) => quoted$1(name));
	const meant = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
	return invalid(attr, `There is no group type ${quoted$1(sent)}.${meant} ${help} ${see("list_group_types")} tells more.`, "does_not_exist");
}
// src/service/resolve/series/breakdown_cohorts.ts
/** Cohorts of a breakdown, as sent -> their members. */
const EVERYBODY = {
	id: "all",
	name: "all users",
	where: ALL
};
/** Without duplicates, in the order sent. */
function resolveCohortGroups(context, ids, attr) {
	const wanted = [...new Set(ids.map((id) => readId$1(context, id, attr)))];
	if (wanted.length > LIMIT.breakdown_cohorts) throw invalid(attr, `A question can be split by at most ${LIMIT.breakdown_cohorts} cohorts, not ${wanted.length}.`);
	const setting = settingOf(context);
	return wanted.map((id) => {
		if (id === "all") return EVERYBODY;
		const where = setting.cohort(id, attr);
		return {
			id,
			name: liveCohort(context, id)?.name ?? String(id),
			where
		};
	});
}
/** "all" is stored as 0. */
function readId$1(context, sent, attr) {
	if (sent === "all" || sent === 0 || sent === "0") return "all";
	const id = typeof sent === "string" && /^\d{1,9}$/.test(sent) ? Number(sent) : sent;
	if (typeof id === "number" && Number.isSafeInteger(id) && id > 0) return id;
	throw invalid(attr, `Cohorts are named by their ids, as [1, 2], or "all" for everybody. ${savedNamed$1(context, "cohorts", sent)}`);
}
// src/service/resolve/series/breakdown.ts
/**
* Breakdowns, in two forms: `breakdown` with type and settings beside it (one key, or a list), and `breakdowns`, a list
* of objects whose values come back as lists. Cohorts are given by id, or "all" for everybody.
*/
/** Event columns that can be split by, besides group keys. */
const METADATA = [
	"event",
	"distinct_id",
	"person_id"
];
const GROUP_KEY = /^\$group_\d$/;
/** Whether the breakdown was sent as a list; then values come back as lists, too. */
function isListBreakdown(body) {
	const { breakdowns } = body;
	return breakdowns !== void 0 && breakdowns.length > 0;
}
function resolveBreakdown(context, body, default_limit) {
	const items = isListBreakdown(body) ? listItems(body.breakdowns ?? []) : plainItems(body);
	const first = items[0];
	if (first === void 0) return null;
	const limit = body.breakdown_limit ?? default_limit;
	if (items.some((item) => item.type === "cohort")) {
		if (items.some((item) => item.type !== "cohort")) throw invalid(first.attr, "Cohorts cannot be combined with other breakdowns. Filter by the cohort instead.");
		const cohorts = resolveCohortGroups(context, items.map((item) => item.key), first.attr);
		return {
			kind: "cohorts",
			cohorts,
			apart: cohorts.length === 1 || cohorts.some((cohort) => cohort.id === "all"),
			limit
		};
	}
	if (items.length > LIMIT.breakdowns) throw invalid(first.attr, `A question can have at most ${LIMIT.breakdowns} breakdowns.`);
	return {
		kind: "values",
		dimensions: items.map((item) => partOf(context, item)),
		limit
	};
}
function given(value) {
	return value !== void 0 && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}
function listItems(sent) {
	return sent.map((item, at) => ({
		...item,
		attr: `breakdowns__${at}`,
		settings: `breakdowns__${at}__`,
		key: item.property ?? item["value"],
		type: item.type ?? "event"
	}));
}
function plainItems(body) {
	const { breakdown: sent } = body;
	if (!given(sent)) return [];
	return (Array.isArray(sent) ? sent : [sent]).map((key) => ({
		attr: "breakdown",
		settings: "breakdown_",
		key,
		type: body.breakdown_type ?? "event",
		group_type_index: body.breakdown_group_type_index,
		normalize_url: body.breakdown_normalize_url,
		histogram_bin_count: body.breakdown_histogram_bin_count
	}));
}
function partOf(context, item) {
	const { key } = item;
	if (typeof key !== "string" && typeof key !== "number" || key === "") throw invalid(item.attr, "Expected the name of a property, as \"$browser\".");
	return {
		source: sourceOf$2(context, item, String(key)),
		normalize_url: item.normalize_url ?? false,
		bins: item.histogram_bin_count ?? null
	};
}
function sourceOf$2(context, item, key) {
	switch (item.type) {
		case "event": return {
			of: "event",
			key
		};
		case "person": return {
			of: "person",
			key
		};
		case "group": return {
			of: "group",
			type_index: groupTypeOf(context, item),
			key
		};
		case "event_metadata": return metadataSource(item, key);
		case "session": {
			const known = SESSION_KEYS$1.find((name) => name === key);
			if (known !== void 0) return {
				of: "session",
				key: known
			};
			throw invalid(item.attr, `Not known of sessions. Known: ${SESSION_KEYS$1.join(", ")}.`, "invalid_choice");
		}
		case "hogql": return {
			of: "expression",
			expression: resolveValue(expressionSetting(context), key, item.attr)
		};
		case "cohort": throw invalid(item.attr, "Cohorts cannot be combined with other breakdowns. Filter by the cohort instead.");
		default: return unreachable(item.type);
	}
}
function metadataSource(item, key) {
	if (GROUP_KEY.test(key)) return {
		of: "event",
		key
	};
	const known = METADATA.find((name) => name === key);
	if (known !== void 0) return {
		of: "metadata",
		key: known
	};
	throw invalid(item.attr, `Not a column of events to split by. Known: ${METADATA.join(", ")}, $group_0 to $group_${LIMIT.groups_per_project - 1}.`, "invalid_choice");
}
function groupTypeOf({ service, project }, item) {
	if (item.group_type_index !== void 0) return item.group_type_index;
	const types = service.store.groups.types(project.id);
	const choices = types.map(({ group_type, group_type_index }) => `${group_type_index} for ${quoted$1(group_type)}`);
	const help = types.length === 0 ? "This project has no groups yet." : `Send ${choices.join(", ")}.`;
	throw invalid(`${item.settings}group_type_index`, `A breakdown by group needs the group type. ${help}`, "required");
}
// src/service/resolve/series/entities.ts
/**
* `events` and `actions` -> one list in final order. Trends list actions first and put lines without an `order` (or
* with 0)
* in front; funnels list events first and sort by plain `order`. Ties keep the order of the list.
*/
/**
* A question without lines is an error, unless it has `insight`: then it is the filters of an unfinished insight, whose
* answer is empty.
* @throws ServiceError if a line cannot be read, or there are too many
*/
function resolveEntities(context, lists, sort) {
	const events = attributed(lists.events ?? [], "events");
	const actions = attributed(lists.actions ?? [], "actions");
	const sent = sort === "trend" ? [...actions, ...events] : [...events, ...actions];
	if (sent.length === 0 && lists["insight"] === void 0) throw invalid("events", "Say what to count: \"events\" is missing. Send {\"events\":[{\"id\":\"$pageview\"}]}.", "required");
	const most = sort === "trend" ? LIMIT.entities : LIMIT.funnel_steps;
	if (sent.length > most) throw invalid("events", `A question can have at most ${most} lines, not ${sent.length}.`);
	const rank = sort === "trend" ? trendRank : funnelRank;
	sent.sort((a, b) => rank(a.body) - rank(b.body));
	const setting = settingOf(context);
	const mayMiss = sort === "trend" && lists["formula"] === void 0;
	return sent.filter((line) => !(mayMiss && isMissing(context, line))).map((line, order) => ({
		...line,
		entity: resolveEntity(context, setting, line, order)
	}));
}
function attributed(list, type) {
	return list.map((body, at) => ({
		body,
		attr: `${type}__${at}`,
		type
	}));
}
function isMissing(context, { body, attr, type }) {
	return type === "actions" && liveAction(context, readActionId(context, body.id, `${attr}__id`)) === null;
}
/** A missing order and 0 both come first. */
function trendRank(body) {
	return body.order ? body.order : -1;
}
function funnelRank(body) {
	return body.order ?? 0;
}
/** @throws ServiceError also if an action does not exist */
function resolveEntity(context, setting, line, order) {
	const { body, attr, type } = line;
	const where = resolveFilters(body.properties, `${attr}__properties`, setting);
	const custom_name = body.custom_name ?? null;
	const parts = partsOf$3(line);
	if (parts !== null) {
		const found = parts.map((part) => resolveEntity(context, setting, part, order));
		return {
			type,
			id: null,
			name: nameIn(body) ?? [...new Set(found.map((part) => part.custom_name ?? part.name))].join(", "),
			custom_name,
			order,
			matches: found.flatMap((part) => restricted(part, where).matches),
			filters_sent: body.properties
		};
	}
	if (type === "actions") {
		const { id, name, matches } = resolveAction(context, body.id, `${attr}__id`);
		return restricted({
			type,
			id,
			name,
			custom_name,
			order,
			matches,
			filters_sent: body.properties
		}, where);
	}
	const id = readId(body.id, `${attr}__id`);
	return {
		type,
		id,
		name: nameIn(body) ?? id ?? "All events",
		custom_name,
		order,
		matches: [{
			event: id,
			where
		}],
		filters_sent: body.properties
	};
}
function nameIn(body) {
	return typeof body["name"] === "string" && body["name"] !== "" ? body["name"] : null;
}
/** Of a line that is several events or actions (a GroupNode): each as a line. */
function partsOf$3({ body, attr }) {
	const nodes = body["nodes"];
	if (!Array.isArray(nodes)) return null;
	return nodes.map((node, at) => ({
		body: EntityBody.parse(node),
		attr: `${attr}__nodes__${at}`,
		type: isObject(node) && node["kind"] === "ActionsNode" ? "actions" : "events"
	}));
}
/** A line's matches without its own filters: the event, or the action's steps. */
function bareMatches(context, line) {
	const { body, attr, entity } = line;
	const parts = partsOf$3(line);
	if (parts !== null) {
		const setting = settingOf(context);
		return parts.flatMap((part) => bareMatches(context, {
			...part,
			entity: resolveEntity(context, setting, part, entity.order)
		}));
	}
	if (entity.type === "actions") return resolveAction(context, body.id, `${attr}__id`).matches;
	return entity.matches.map(({ event }) => ({
		event,
		where: ALL
	}));
}
function resolveAction(context, sent, attr) {
	const id = readActionId(context, sent, attr);
	const action = liveAction(context, id);
	if (action === null) throw unknownAction(context, id, attr);
	return {
		id,
		name: action.name,
		matches: actionMatches(context, action, attr)
	};
}
function readActionId(context, id, attr) {
	const number = typeof id === "string" && /^\d{1,15}$/.test(id) ? Number(id) : id;
	if (typeof number === "number" && Number.isSafeInteger(number) && number > 0) return number;
	throw invalid(attr, `Expected the number of an action: {"id":1}. ${savedNamed$1(context, "actions", id)}`, id === void 0 ? "required" : "invalid_input");
}
/** null and '' mean every event. */
function readId(id, attr) {
	if (id === null || id === "") return null;
	if (typeof id === "number") return String(id);
	if (id === void 0) throw invalid(attr, "This field is required: the name of the event, or null for every event.", "required");
	if (typeof id !== "string") throw invalid(attr, "Expected the name of an event, or null for every event.");
	if (id.length <= LIMIT.event_name_chars) return id;
	throw invalid(attr, `Ensure this field has no more than ${LIMIT.event_name_chars} characters.`, "max_length");
}
// src/service/resolve/series/formula.ts
/** Formulas over a trend's lines, as sent: `formula`, or lists of several. */
/** @throws ServiceError if it is no arithmetic, or names an unknown line */
function resolveFormulas(body, lines) {
	if (lines === 0) return [];
	const sent = sentFormulas(body);
	if (sent.length > LIMIT.formulas) throw invalid("formulas", `A question can have at most ${LIMIT.formulas} formulas, not ${sent.length}.`);
	return sent.map(({ text, custom_name, attr }) => ({
		text,
		custom_name,
		expression: parseFormula(text, lines, attr)
	}));
}
/** Lists take precedence over `formula`, and nodes over lists. */
function sentFormulas(body) {
	const { formula, formulas, formulaNodes: nodes } = body;
	if (nodes !== void 0 && nodes.length > 0) return nodes.map((node, at) => {
		const attr = `formulaNodes__${at}__formula`;
		if (node.formula === void 0) throw invalid(attr, "This field is required: \"A + B\", say.", "required");
		return {
			text: node.formula,
			custom_name: node.custom_name ?? null,
			attr
		};
	});
	if (formulas !== void 0 && formulas.length > 0) return formulas.map((text, at) => ({
		text,
		custom_name: null,
		attr: `formulas__${at}`
	}));
	return formula === void 0 ? [] : [{
		text: formula,
		custom_name: null,
		attr: "formula"
	}];
}
/** As sent: events needed for a bucket to count. */
const CriteriaBody = looseObject({
	operator: _enum([
		"gte",
		"lte",
		"exact"
	]),
	value: number$1().int().min(0)
});
// src/model/question/trend.ts
/** Trends: a number per interval for each entity; `test/oracle/trend.ts` and `math.ts` define the rules. */
const DISPLAYS = [
	"ActionsLineGraph",
	"ActionsLineGraphCumulative",
	"ActionsTable",
	"ActionsPie",
	"ActionsBar",
	"ActionsBarValue",
	"WorldMap",
	"BoldNumber"
];
/** Drawn otherwise, with the same numbers. Lower case -> the display that they are of. */
const SAME_SHAPE = {
	actionsareagraph: "ActionsLineGraph",
	actionsstackedbar: "ActionsBar",
	actionsunstackedbar: "ActionsBar",
	auto: "ActionsLineGraph",
	slopegraph: "ActionsLineGraph",
	metric: "ActionsLineGraph",
	actionsdonut: "ActionsPie",
	calendarheatmap: "ActionsBarValue"
};
/** Aggregates of numbers; 0 without any. Quantiles interpolate between neighbours. */
const AGGREGATES$1 = [
	"sum",
	"avg",
	"min",
	"max",
	"median",
	"p75",
	"p90",
	"p95",
	"p99"
];
const ACTIVE_DAYS = [7, 30];
/** One item of `formulaNodes`. */
const FormulaNode = looseObject({
	formula: textField("As formula"),
	custom_name: textField("Name to show instead")
});
/** The question as it comes over the wire. */
const TrendBody = looseObject({
	events: entitiesField(TrendEntityBody, "What to count, a line each: [{\"id\":\"$pageview\",\"math\":\"dau\"}]"),
	actions: actionsField(TrendEntityBody, "Saved actions to count: [{\"id\":1}]"),
	...QUESTION_FIELDS,
	insight: textField("TRENDS (default); LIFECYCLE: new, returning, resurrecting and dormant people; STICKINESS: in how many periods people were active"),
	shown_as: restOnly(textField("Older name of the same: Volume, Lifecycle or Stickiness")),
	interval: intervalField,
	compare: flagField("Add the period before"),
	compare_to: textField("Compare with the period that starts so much earlier: -1w, -1m"),
	display: choiceField(DISPLAYS, "Shape of the answer (default ActionsLineGraph)", SAME_SHAPE),
	formula: textField("One number out of several lines: A + B, (A-B)/B; letters follow the order of the lines"),
	formulas: restOnly(listField(string(), "Several formulas")),
	formulaNodes: restOnly(listField(FormulaNode, "Several with names: [{\"formula\":\"A/B\",\"custom_name\":\"rate\"}]").meta({ items: { type: "object" } })),
	breakdown_hide_other_aggregation: restOnly(flagField("Leave Other out")),
	smoothing_intervals: wholeField("Each point is the mean of so many points up to it", {
		min: 1,
		max: LIMIT.buckets
	}),
	stickiness_criteria: jsonField(CriteriaBody, "Of stickiness: periods that count, {\"operator\":\"gte\",\"value\":2} are those with two events or more"),
	computed_as: restOnly(choiceField(["non_cumulative", "cumulative"], "Of stickiness: cumulative counts so many periods or more")),
	interval_count: restOnly(wholeField("Of stickiness: so many intervals are one period", {
		min: 1,
		max: LIMIT.buckets
	})),
	sampling_factor: numberField("Count this share of people only, above 0 up to 1, and scale the numbers up", {
		above: 0,
		max: 1
	})
});
const SeriesSchema = looseObject({
	/** The line it is of; null for a formula. */
	action: looseObject({ custom_name: string().nullable().optional() }).nullable().optional(),
	label: string(),
	count: number$1(),
	data: array(number$1()),
	labels: array(string()),
	/** Of stickiness the numbers of periods. */
	days: array(union([string(), number$1()])),
	/** The one number of displays that show a single value per series; their `data` is empty. */
	aggregated_value: number$1().optional(),
	/** Addresses of the people behind each point, or behind the one number. */
	persons_urls: array(object({ url: string().nullable() })).optional(),
	persons: object({ url: string().nullable() }).optional(),
	/** Of a lifecycle. */
	status: _enum(STATUSES).optional(),
	compare_label: _enum(["current", "previous"]).optional(),
	/** A list where the question said its breakdown as a list; the id of a cohort. */
	breakdown_value: union([
		string(),
		number$1(),
		array(string())
	]).optional()
});
const TrendResult = object({
	...RESULT_FIELDS,
	result: array(SeriesSchema),
	next: string().nullable(),
	/** The breakdown has more values than are shown one by one. */
	hasMore: boolean().optional()
});
// src/service/resolve/series/math.ts
/** What a line counts: `math` and its companions -> TrendMath. `test/oracle/math.ts` has each rule in plain words. */
const PERSON$1 = { kind: "person" };
const PER_ACTOR = "_count_per_actor";
/** Ends in the group type whose property it names. */
const GROUP_PROPERTY_TYPE = /^groups?_(\d+)$/;
const PROPERTY_TYPES = [
	"event_properties",
	"person_properties",
	"session_properties",
	"groups_0"
];
/** All maths, usual ones first. */
const MATHS = [
	...[
		"total",
		"dau",
		"weekly_active",
		"monthly_active",
		"unique_group",
		"unique_session"
	],
	...[
		"first_time_for_user",
		"first_matching_event_for_user",
		"hogql"
	],
	...AGGREGATES$1,
	...AGGREGATES$1.filter((name) => name !== "sum").map((name) => `${name}${PER_ACTOR}`)
];
function withMath(context, line, setting) {
	const { body } = line;
	const entity = restricted(line.entity, setting.where);
	return {
		...entity,
		math: resolveMath$1(context, line, entity, setting),
		math_name: body.math ?? null,
		math_property: body.math_property ?? null,
		math_group_type_index: body.math_group_type_index ?? null
	};
}
function resolveMath$1(context, line, entity, setting) {
	const math = line.body.math ?? "total";
	const group = groupOf$1(line.body, setting.actor);
	const actor = group ?? PERSON$1;
	switch (math) {
		case "total": return { kind: "total" };
		case "dau": return {
			kind: "unique",
			actor
		};
		case "unique_group": return {
			kind: "unique",
			actor: group ?? needsGroup(line)
		};
		case "weekly_active": return activeMath(actor, 7, setting.interval);
		case "monthly_active": return activeMath(actor, 30, setting.interval);
		case "unique_session": return { kind: "unique_session" };
		case "first_time_for_user": return {
			kind: "first_ever",
			of: bareMatches(context, line)
		};
		case "first_matching_event_for_user": return {
			kind: "first_ever",
			of: entity.matches
		};
		case "hogql": return {
			kind: "expression",
			expression: expressionOf$1(context, line, setting.sampled_share),
			text: line.body.math_hogql ?? ""
		};
		default: return aggregateMath(line, math, actor);
	}
}
/** `math_hogql`: one number over the rows. */
function expressionOf$1(context, { body, attr }, share) {
	return resolveAggregateExpression(expressionSetting(context), body.math_hogql, `${attr}__math_hogql`, share);
}
/** A group type given on the line, or for the whole question. */
function groupOf$1(body, actor) {
	if (body.math_group_type_index !== void 0) return {
		kind: "group",
		type_index: body.math_group_type_index
	};
	return actor.kind === "group" ? actor : null;
}
function needsGroup({ attr }) {
	throw invalid(`${attr}__math_group_type_index`, "unique_group needs a group type: math_group_type_index on this line, or aggregation_group_type.", "required");
}
/** If a point is at least as long as the window, looking back would only blur it. */
function activeMath(actor, days, interval) {
	return interval === "month" || interval === "week" && days === 7 ? {
		kind: "unique",
		actor
	} : {
		kind: "active",
		actor,
		days
	};
}
/** Names for counting people in other products. */
const PEOPLE_MATH = /^(count_)?(unique|distinct)(_?(users?|people|persons?|count|actors?))?$|^(users|people|persons)$/i;
const AVERAGE = /^(average|mean)$/i;
function aggregateMath(line, math, actor) {
	const { body, attr } = line;
	const per_actor = math.endsWith(PER_ACTOR);
	const aggregate = AGGREGATES$1.find((name) => name === (per_actor ? math.slice(0, -16) : math));
	if (aggregate === void 0 || !MATHS.includes(math)) {
		const help = (PEOPLE_MATH.test(math) ? ["dau"] : [AVERAGE.test(math) ? "avg" : nearestNames(math, MATHS)].flat().slice(0, 1)).map((name) => ` Did you mean "${name}"?`).join("");
		throw invalid(`${attr}__math`, `Not one of the allowed values: ${MATHS.join(", ")}.${help}`, "invalid_choice");
	}
	return per_actor ? {
		kind: "per_actor",
		aggregate,
		actor
	} : propertyMath(body, attr, aggregate);
}
function propertyMath(body, attr, aggregate) {
	if (body["math_property_revenue_currency"] !== void 0 && body["math_property_revenue_currency"] !== null) throw notSupported("currencies", `${attr}__math_property_revenue_currency`, "Amounts cannot be converted to another currency. Leave it out to use the numbers as they are.");
	if (body.math_property === void 0) throw invalid(`${attr}__math_property`, `"${aggregate}" needs a property: {"math":"${aggregate}","math_property":"price"}. To count events leave math out.`, "required");
	return {
		kind: "property",
		aggregate,
		source: sourceOf$1(body, body.math_property, attr),
		multiplier: body.math_multiplier ?? 1
	};
}
function sourceOf$1(body, key, attr) {
	if (key === "$session_duration") return {
		of: "session",
		key
	};
	if (key === "$time") return {
		of: "metadata",
		key: "timestamp"
	};
	const type = body.math_property_type ?? "event_properties";
	const group = GROUP_PROPERTY_TYPE.exec(type);
	if (group !== null && Number(group[1]) < LIMIT.groups_per_project) return {
		of: "group",
		type_index: Number(group[1]),
		key
	};
	switch (type) {
		case "event_properties":
		case "numerical_event_properties": return {
			of: "event",
			key
		};
		case "person_properties": return {
			of: "person",
			key
		};
		case "session_properties": throw invalid(`${attr}__math_property`, "Of sessions only \"$session_duration\" is known.", "does_not_exist");
		default: throw invalid(`${attr}__math_property_type`, `Not one of the allowed values: ${PROPERTY_TYPES.join(", ")} (and so on for other group types).`, "invalid_choice");
	}
}
/** Windows used by these lines; one window if the range is a single number. */
function activeWindows(timezone, entities, range, edges_ms, interval) {
	const wanted = entities.map(({ math }) => math.kind === "active" ? math.days : null);
	return ACTIVE_DAYS.filter((days) => wanted.includes(days)).map((days) => {
		if (interval === null) return wholeWindow(timezone, range, days);
		return {
			days,
			...windowsOfBuckets(timezone, range, edges_ms, interval, days)
		};
	});
}
/** The last `days` before the range's end, whatever its length. */
function wholeWindow(timezone, { until_ms }, days) {
	const from_ms = addUnits(timezone, until_ms, -days, "day");
	return {
		days,
		from_ms: Float64Array.of(from_ms),
		until_ms: Float64Array.of(until_ms)
	};
}
/**
* Events count by day (by hour or minute if points are that short). A point's window ends with the unit it starts with,
* and starts one unit after the instant `days` earlier.
*/
function windowsOfBuckets(timezone, range, edges_ms, interval, days) {
	const unit = interval === "hour" || interval === "minute" ? interval : "day";
	const starts = edges_ms.subarray(0, -1);
	const earliest_ms = addUnits(timezone, range.from_ms, -days, "day");
	return {
		from_ms: starts.map((start) => {
			const back_ms = unit === "day" ? addUnits(timezone, start, 1 - days, "day") : addUnits(timezone, start, -days, "day") + (unit === "hour" ? HOUR_MS : MINUTE_MS);
			return Math.max(back_ms, earliest_ms);
		}),
		until_ms: starts.map((start, bucket) => {
			const end_ms = unit === "day" ? addUnits(timezone, start, 1, "day") : edges_ms[bucket + 1];
			return Math.min(end_ms, range.until_ms);
		})
	};
}
// src/service/resolve/trend.ts
/** TrendBody -> TrendAsked: nothing is left to decide. Unsupported arguments are refused by name. */
const TOTAL_DISPLAYS = [
	"BoldNumber",
	"ActionsPie",
	"ActionsBarValue",
	"ActionsTable",
	"WorldMap"
];
function resolveTrend(context, body) {
	refuseOtherKind(body, "trend");
	const lines = resolveEntities(context, body, "trend");
	const display = body.display ?? "ActionsLineGraph";
	const sampled_share = body.sampling_factor ?? 1;
	const where = every([resolveCommonFilter(context, body), sampleOf$2(sampled_share)]);
	const actor = resolveActor(context, body);
	const formulas = resolveFormulas(body, lines.length);
	const interval = isTotalDisplay(display) ? "day" : body.interval ?? "day";
	const setting = {
		actor,
		where,
		interval,
		sampled_share
	};
	const entities = lines.map((line) => forDisplay(withMath(context, line, setting), display));
	const limit = display === "WorldMap" ? LIMIT.breakdown_default_map : LIMIT.breakdown_default_trend;
	const smoothing_points = isTotalDisplay(display) ? 1 : body.smoothing_intervals ?? 1;
	const is_as_counted = smoothing_points === 1 && sampled_share === 1 && display !== "ActionsLineGraphCumulative";
	const breakdown = resolveBreakdown(context, body, limit);
	const told = is_as_counted && breakdown?.kind === "values" ? pageOffset(body) + breakdown.limit : null;
	const exact = display === "BoldNumber";
	const input = {
		...rangeInput(context, body),
		interval,
		whole_first_day: true,
		exact
	};
	const over = (range) => {
		const edges_ms = isTotalDisplay(display) ? Float64Array.of(range.from_ms, range.until_ms) : resolveEdges(context, range, interval);
		const { timezone } = context.project;
		const windows = activeWindows(timezone, entities, range, edges_ms, isTotalDisplay(display) ? null : interval);
		return {
			kind: "trend",
			timezone,
			interval,
			range,
			edges_ms,
			windows,
			entities,
			breakdown,
			told,
			display
		};
	};
	return {
		query: over(resolveRange(input)),
		previous: isCompared(body) ? over(previousRange(input, body.compare_to ?? null)) : null,
		formulas,
		smoothing_points,
		sampled_share,
		totals: isTotalDisplay(display)
	};
}
/** Ranked breakdown values on earlier pages. */
function pageOffset(body) {
	const offset = Number(body["offset"] ?? 0);
	return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}
/** Displays with one number per series, over the whole range. */
function isTotalDisplay(display) {
	return TOTAL_DISPLAYS.includes(display);
}
/** In cumulative displays an actor counts once. */
function forDisplay(entity, display) {
	if (display !== "ActionsLineGraphCumulative" || entity.math.kind !== "unique") return entity;
	return {
		...entity,
		math: {
			...entity.math,
			kind: "unique_once"
		}
	};
}
// src/service/words/spans.ts
/** Durations in words. */
const SECOND_MS$3 = 1e3;
const UNITS$1 = [
	[86400 * SECOND_MS$3, "day"],
	[3600 * SECOND_MS$3, "hour"],
	[60 * SECOND_MS$3, "minute"],
	[SECOND_MS$3, "second"]
];
/** Duration in the largest unit that divides it: `14 days`, `90 minutes`. */
function spanWords(ms) {
	const [size, name] = UNITS$1.find(([unit_ms]) => ms >= unit_ms && ms % unit_ms === 0) ?? [1, "millisecond"];
	return counted$3(ms / size, name);
}
// src/service/questions/words/filters.ts
/** Property filters as sent -> words. They were validated before, so anything odd is skipped. */
const VALUES_SHOWN$1 = 5;
const CONDITIONS_SHOWN = 10;
/** `"plan" is "pro" and person's "country" is "DE" or "FR"`; null if there are none. */
function filterWords(context, raw) {
	const sent = readJson(raw);
	if (Array.isArray(sent)) return joined$3(context, sent, "and");
	if (!isObject(sent)) return null;
	if (isGroup(sent) || isFilter(sent)) return nodeWords(context, sent);
	return joined$3(context, Object.entries(sent).map(pairFilter), "and");
}
function isGroup(sent) {
	const type = String(sent["type"] ?? "").toUpperCase();
	return type === "AND" || type === "OR" || Array.isArray(sent["values"]) && sent["key"] === void 0;
}
function isFilter(sent) {
	return "key" in sent && [
		"value",
		"values",
		"operator",
		"type"
	].some((name) => name in sent);
}
/** {"plan__is_not": "pro"} */
function pairFilter([name, value]) {
	const cut = name.lastIndexOf("__");
	return cut > 0 ? {
		key: name.slice(0, cut),
		operator: name.slice(cut + 2),
		value
	} : {
		key: name,
		value
	};
}
function joined$3(context, items, by) {
	const words = items.filter(isObject).flatMap((item) => {
		const said = nodeWords(context, item);
		if (said === null) return [];
		return [items.length > 1 && isGroup(item) ? `(${said})` : said];
	});
	if (words.length === 0) return null;
	const shown = words.slice(0, CONDITIONS_SHOWN);
	const more = words.length - shown.length;
	return [...shown, ...more > 0 ? [`${more} more conditions`] : []].join(` ${by} `);
}
function nodeWords(context, sent) {
	if (!isGroup(sent)) return leafWords(context, sent);
	return joined$3(context, Array.isArray(sent["values"]) ? sent["values"] : [], String(sent["type"] ?? "AND").toUpperCase() === "OR" ? "or" : "and");
}
function leafWords(context, sent) {
	const value = sent["value"] ?? sent["values"];
	const type = String(sent["type"] ?? "event");
	if (type === "behavioral") return behaviourWords(context, sent);
	if (type === "hogql") return `expression ${named$2(String(sent["key"]))} holds`;
	if (type.endsWith("cohort")) return cohortWords(context, sent, value);
	return `${ownerWords(context, sent, type)}${named$2(String(sent["key"]))} ${testWords(sent, value)}`;
}
/** Mentions times and counts only if the filter has them. */
function behaviourWords(context, sent) {
	const did = sent["negation"] === true || sent["negation"] === "true" ? "people who did not do" : "people who did";
	const { time_value, time_interval, value = "performed_event" } = sent;
	const how = value === "performed_event" ? "" : ` (${String(value)})`;
	const when = time_value === void 0 ? "" : ` in the last ${valueWords(time_value)} ${String(time_interval)}`;
	const what = sent["event_type"] === "actions" ? `action ${valueWords(sent["key"])}` : named$2(String(sent["key"]));
	const filters = Array.isArray(sent["event_filters"]) ? joined$3(context, sent["event_filters"], "and") : null;
	return `${did} ${what}${how}${filters === null ? "" : ` (where ${filters})`}${when}`;
}
function cohortWords(context, sent, value) {
	const names = (Array.isArray(value) ? value : [value]).map((id) => cohortName(context, id));
	return `${isOneOf([
		"in",
		"exact",
		void 0
	], sent["operator"]) === (sent["negation"] === true) ? "not in" : "in"} ${listed$1(names, "or", VALUES_SHOWN$1)}`;
}
function ownerWords(context, sent, type) {
	switch (type) {
		case "person":
		case "session":
		case "element": return `${type}'s `;
		case "event_metadata": return "event's ";
		case "group": return `${groupTypeName(context, Number(sent["group_type_index"]))} group's `;
		default: return "";
	}
}
const OPERATORS = {
	exact: "is",
	is_not: "is not",
	in: "is",
	not_in: "is not",
	icontains: "contains",
	icontains_multi: "contains",
	not_icontains: "does not contain",
	not_icontains_multi: "does not contain",
	regex: "matches",
	not_regex: "does not match",
	gt: ">",
	gte: "≥",
	min: "≥",
	lt: "<",
	lte: "≤",
	max: "≤",
	is_date_before: "is before",
	is_date_after: "is after",
	is_date_exact: "is on",
	between: "is between",
	not_between: "is not between",
	semver_eq: "is version",
	semver_neq: "is not version",
	semver_gt: "is a version after",
	semver_gte: "is a version from",
	semver_lt: "is a version before",
	semver_lte: "is a version up to",
	semver_tilde: "is a version like ~",
	semver_caret: "is a version like ^",
	semver_wildcard: "is a version like"
};
function testWords(sent, value) {
	const operator = String(sent["operator"] || "exact");
	if (operator === "is_set") return "is set";
	if (operator === "is_not_set") return "is not set";
	const values = (Array.isArray(value) ? value : [value]).filter((item) => item !== void 0 && item !== null);
	if (values.length === 0) return "has no value to compare with (passed over)";
	const last = operator.endsWith("between") ? "and" : operator.includes("not") ? "nor" : "or";
	return `${OPERATORS[operator] ?? operator} ${listed$1(values.map(valueWords), last, VALUES_SHOWN$1)}`;
}
function valueWords(value) {
	if (typeof value === "number" || typeof value === "boolean") return String(value);
	return quoted$1(typeof value === "string" ? value : JSON.stringify(value), 80);
}
// src/service/questions/words/maths.ts
/** What a line of a trend counts, in words, and whether its points add up. */
/** `events`, `people`, `average of "amount"`. */
function mathWords(context, { math, math_name }) {
	switch (math.kind) {
		case "total": return "events";
		case "unique": return actorWords(context, math.actor);
		case "unique_once": return `${actorWords(context, math.actor)}, each counted once`;
		case "active": return `${actorWords(context, math.actor)} active within ${math.days} days`;
		case "first_ever": return math_name === "first_time_for_user" ? "people for the first time ever" : "people by their first ever event that passes";
		case "unique_session": return "sessions";
		case "property": {
			const times = math.multiplier === 1 ? "" : ` times ${math.multiplier}`;
			return `${AGGREGATES[math.aggregate]} of ${sourceWords(context, math.source)}${times}`;
		}
		case "expression": return `expression ${named$2(math.text)}`;
		case "per_actor": return `${AGGREGATES[math.aggregate]} of events per ${math.actor.kind === "person" ? "person" : "group"}`;
		default: return unreachable(math);
	}
}
const AGGREGATES = {
	sum: "sum",
	avg: "average",
	min: "least",
	max: "greatest",
	median: "median",
	p75: "75th percentile",
	p90: "90th percentile",
	p95: "95th percentile",
	p99: "99th percentile"
};
// src/service/questions/words/lines.ts
function trendLines(context, entities) {
	return distinct(entities.map((entity) => {
		const math = mathWords(context, entity);
		const plain = entityName(entity);
		return {
			short: entity.custom_name === null && entities.length > 1 ? `${plain} (${math})` : plain,
			whole: conditioned(context, entity, `${entityWords(entity)} (${math})`)
		};
	}));
}
/** For funnel steps and retention targets, which have no math. */
function eventLines$1(context, entities) {
	return distinct(entities.map((entity) => ({
		short: entityName(entity),
		whole: conditioned(context, entity, entityWords(entity))
	})));
}
function entityName(entity) {
	const { custom_name, name } = entity;
	if (custom_name !== null) return named$2(custom_name);
	return isEverything(entity) ? "all events" : named$2(name);
}
/** Adds what it stands for if its name is different. */
function entityWords(entity) {
	const { id, type, name, custom_name } = entity;
	if (type === "actions") return `action ${id} ${named$2(custom_name ?? name)}`;
	const shown = entityName(entity);
	const own = id === null ? eventsText$1(entity) : named$2(String(id));
	return shown === own ? own : `${shown} = ${own}`;
}
function isEverything({ id, type, matches }) {
	return id === null && type === "events" && matches.some(({ event }) => event === null);
}
/** Of a line without an event of its own: a group of events, or all. */
function eventsText$1({ matches }) {
	const names = matches.map(({ event }) => event === null ? "all events" : named$2(event));
	return [...new Set(names)].join(" or ");
}
function conditioned(context, { filters_sent }, words) {
	const filters = filterWords(context, filters_sent);
	return filters === null ? words : `${words} where ${filters}`;
}
/** Lines with equal short names get their full names, and lines equal in full get numbers. */
function distinct(lines) {
	const told = lines.map((line) => ({
		...line,
		short: isAlone$1(lines, line) ? line.short : line.whole
	}));
	return told.map((line, at) => {
		const before = told.slice(0, at).filter(({ short }) => short === line.short).length;
		return before === 0 ? line : {
			...line,
			short: `${line.short} no. ${before + 1}`
		};
	});
}
function isAlone$1(lines, { short }) {
	return lines.filter((line) => line.short === short).length === 1;
}
// src/service/questions/words/questions.ts
const LINES_SHOWN = 26;
const NAMES_SHOWN = 5;
function trendWords(context, body, asked) {
	const { query, formulas } = asked;
	const { display, interval, entities, breakdown } = query;
	const lines = trendLines(context, entities);
	const pace = isTotalDisplay(display) ? "Over the whole range" : `Trend by ${interval}`;
	const letters = lines.map(({ whole }, at) => formulas.length === 0 ? whole : `${letterOf(at)} = ${whole}`);
	const split = splitWords(context, body, breakdown, body.breakdown_hide_other_aggregation ? "" : ", then Other");
	return said$1(lines, [
		`${pace} of ${formulas.length === 0 ? "" : `${listed$1(formulas.map(({ text }) => `formula ${named$2(text)}`))} with `}${linesOf$4(letters)}`,
		...commonWords(context, body),
		split,
		...shapeWords(display, asked.smoothing_points)
	]);
}
function shapeWords(display, smoothing_points) {
	return [display === "ActionsLineGraphCumulative" ? "summed up from the start" : null, smoothing_points > 1 ? `each point the mean of ${smoothing_points} up to it` : null];
}
function lifecycleWords(context, body, query) {
	const lines = eventLines$1(context, query.entity === null ? [] : [query.entity]);
	return said$1(lines, [`Lifecycle by ${query.interval} of ${actorWords(context, query.actor)} who did ${linesOf$4(wholes(lines))}`, ...commonWords(context, body)]);
}
function stickinessWords(context, body, query) {
	const { entities, interval, cumulative, min_rows, max_rows } = query;
	const lines = eventLines$1(context, entities);
	const length = body.interval_count ?? 1;
	const periods = length === 1 ? `${interval}s` : `periods of ${counted$3(length, interval)}`;
	const most = max_rows === Number.POSITIVE_INFINITY ? "" : ` and at most ${max_rows}`;
	const events = min_rows === 1 && most === "" ? null : `only periods with at least ${counted$3(min_rows, "event")}${most}`;
	return said$1(lines, [
		`Stickiness: ${listed$1([...new Set(entities.map(({ actor }) => actorWords(context, actor)))]) || "people"} by the number of ${periods} with ${linesOf$4(wholes(lines))}`,
		cumulative ? "so many or more" : null,
		events,
		...commonWords(context, body)
	]);
}
function funnelWords(context, body, query) {
	return said$1(eventLines$1(context, query.steps), [
		`${TITLES$1[query.viz]}${query.viz === "trends" ? ` by ${query.interval}` : ""} of ${stepsWords(context, query)}`,
		query.viz === "steps" || query.steps.length < 3 ? null : `from step ${query.from_step + 1} to ${query.to_step + 1}`,
		...commonWords(context, body),
		splitWords(context, body, query.breakdown, query.viz === "steps" ? ", then Other" : ""),
		query.breakdown === null ? null : attributionWords(query)
	]);
}
const TITLES$1 = {
	steps: "Funnel",
	trends: "Conversion",
	time_to_convert: "Times to convert"
};
const ORDERS = {
	ordered: "in this order",
	strict: "in this order with nothing between",
	unordered: "in any order"
};
/** Actors, steps, order, window, exclusions. */
function stepsWords(context, query) {
	const { steps, exclusions, order, window_ms, actor } = query;
	const spoils = eventLines$1(context, exclusions).map(({ whole }, at) => {
		const { from_step, to_step } = exclusions[at];
		return `${whole} between steps ${from_step + 1} and ${to_step + 1}`;
	});
	return claused([
		`${actorWords(context, actor)} through ${wholes(eventLines$1(context, steps)).join(" -> ") || "nothing"}`,
		`${ORDERS[order]} within ${spanWords(window_ms)} of the first step`,
		spoils.length === 0 ? null : `without ${listed$1(spoils, "or", NAMES_SHOWN)}`
	]);
}
function attributionWords({ attribution }) {
	switch (attribution.kind) {
		case "first_touch": return "each by their first value (first touch)";
		case "last_touch": return "each by their last value (last touch)";
		case "all_events": return "each value over its own events only (all events)";
		case "step": return `each by the value at step ${attribution.step + 1}`;
	}
}
function correlationWords(context, body, query) {
	const { funnel } = query;
	return said$1(eventLines$1(context, funnel.steps), [`${correlated(query)} that go with completing the funnel of ${stepsWords(context, funnel)}`, ...commonWords(context, body)]);
}
function correlated({ type, properties, events }) {
	if (type === "events") return "Events";
	if (type === "event_with_properties") return `Properties of the events ${listed$1(events.map(named$2), "and", NAMES_SHOWN)}`;
	return properties === null ? "Properties of people" : `Values of ${listed$1(properties.map(named$2), "and", NAMES_SHOWN)}`;
}
const STARTS = {
	every: "did",
	first_time: "did for the first time",
	first_ever: "did as their first such event ever"
};
function retentionWords(context, body, query) {
	const { target, returning, actor, interval, start, minimum_occurrences, cumulative, breakdown } = query;
	const lines = eventLines$1(context, [target, returning]);
	const times = minimum_occurrences === 1 ? "" : ` at least ${minimum_occurrences} times`;
	return said$1(lines, [
		`Retention by ${interval}: ${actorWords(context, actor)} who ${STARTS[start]} ${lines[0].whole} and came back with ${lines[1].whole}${times}`,
		cumulative ? "who came back later counts as having stayed" : null,
		...commonWords(context, body),
		splitWords(context, body, breakdown, ", then Other")
	]);
}
function pathWords(context, body, query) {
	const { events, step_limit, edge_limit, start_point, end_point, session_gap_ms, funnel } = query;
	const kinds = [
		...events.every ? ["all events"] : [],
		...events.custom ? ["all custom events"] : [],
		...events.names.map(named$2)
	];
	return said$1(kinds.map((name) => ({
		short: name,
		whole: name
	})), [
		`Paths of people over ${listed$1(kinds, "and", NAMES_SHOWN)}`,
		start_point === null ? null : `from ${named$2(start_point)}`,
		end_point === null ? null : `to ${named$2(end_point)}`,
		`at most ${counted$3(step_limit, "step")}, ended by a pause of ${spanWords(session_gap_ms)}`,
		funnel === null ? null : `${aroundWords(funnel)} of the funnel of ${stepsWords(context, funnel.query)}`,
		query.excluded.length === 0 ? null : `without ${listed$1(query.excluded.map(named$2), "or", NAMES_SHOWN)}`,
		...weightWords(query),
		...commonWords(context, body),
		`the ${edge_limit} edges most often taken`
	]);
}
function aroundWords({ around, step }) {
	const who = step > 0 ? `step ${step}` : `those who dropped off before step ${-step}`;
	if (around === "funnel_path_after_step") return `after ${who}`;
	return around === "funnel_path_before_step" ? `before ${who}` : `between step ${step - 1} and ${who}`;
}
function weightWords({ min_weight, max_weight }) {
	return [min_weight > 0 ? `edges of at least ${min_weight}` : null, max_weight === Number.POSITIVE_INFINITY ? null : `edges of at most ${max_weight}`];
}
/** Clauses any kind may have. */
function commonWords(context, body) {
	const filters = filterWords(context, body.properties);
	const share = body.sampling_factor ?? 1;
	return [
		filters === null ? null : `where ${filters}`,
		body.filter_test_accounts === true ? "without test accounts" : null,
		share === 1 ? null : `scaled up from ${Math.round(share * 1e4) / 100}% of people`
	];
}
function said$1(lines, parts) {
	return {
		question: claused(parts),
		lines: lines.map(({ short }) => short)
	};
}
function linesOf$4(names) {
	return names.length === 0 ? "nothing" : listed$1(names, "and", LINES_SHOWN);
}
function wholes(lines) {
	return lines.map(({ whole }) => whole);
}
function letterOf(at) {
	return String.fromCharCode(65 + at);
}
// src/service/resolve/query_node.ts
/**
* A `query` node -> equivalent filter keys. Newer clients send nodes: camelCase names, settings grouped by topic, and
* literal group indices (0 is group type 0, absent means people).
*/
/** Nodes that only say how to show the node they wrap. */
const WRAPPERS = [
	"InsightVizNode",
	"DataVisualizationNode",
	"DataTableNode"
];
const KINDS_TEXT = `Kinds that are computed: ${NODE_NAMES.join(", ")}.`;
/** Topic -> its settings -> filter keys. Settings without an entry keep their name. */
const TOPICS = {
	dateRange: { explicitDate: "explicit_date" },
	compareFilter: {},
	breakdownFilter: {},
	...Object.assign({}, ...KINDS_OF_INSIGHT.map((kind) => namesOf$5(kind).topics))
};
function filtersOfNode(sent) {
	const kind = String(sent["kind"]);
	if (WRAPPERS.includes(kind)) {
		if (isObject(sent["source"])) return filtersOfNode(sent["source"]);
		throw invalid("query__source", `A ${kind} needs a "source": the query it shows.`, "required");
	}
	const meant = KIND_BY_NODE.get(kind);
	if (meant === void 0) throw notSupported(`query kind ${kind}`, "query__kind", `A query of kind "${kind}" is not computed here. ${KINDS_TEXT}`);
	if (meant === "sql") return sqlKeys(sent);
	const { insight, node_defaults } = namesOf$5(meant);
	const filters = {
		insight,
		interval: sent["interval"],
		interval_count: sent["intervalCount"],
		properties: sent["properties"],
		filter_test_accounts: sent["filterTestAccounts"],
		sampling_factor: sent["samplingFactor"],
		explain: sent["explain"],
		...seriesKeys(sent["series"]),
		...node_defaults,
		...meant === "path" ? pathKeys(sent) : {},
		...topicKeys(sent)
	};
	const group = sent["aggregation_group_type_index"];
	if (group !== void 0 && group !== null) filters["aggregation_group_type"] = String(group);
	return filters;
}
/** A statement, and values for its {filters} and {variables}. */
function sqlKeys({ query, values, variables, explain, limit, ...node }) {
	const filters = isObject(node["filters"]) ? node["filters"] : {};
	const range = node["dateRange"] ?? filters["dateRange"];
	return {
		insight: KIND_NAMES.sql.node,
		query,
		explain,
		limit,
		...isObject(range) ? {
			date_from: range["date_from"],
			date_to: range["date_to"]
		} : {},
		values: {
			...isObject(values) ? values : {},
			...variableValues(variables)
		},
		properties: node["properties"] ?? filters["properties"],
		filter_test_accounts: node["filterTestAccounts"] ?? filters["filterTestAccounts"]
	};
}
/** By the name the statement uses. */
function variableValues(variables) {
	if (!isObject(variables)) return {};
	const named = Object.entries(variables).map(([id, variable]) => {
		if (!isObject(variable)) throw invalid(`query__variables__${id}`, "Expected {\"code_name\":\"country\",\"value\":\"DE\"}.");
		return [`variables.${String(variable["code_name"] ?? id)}`, variable["value"] ?? null];
	});
	return Object.fromEntries(named);
}
/** The funnel of funnel paths is a nested node. */
function pathKeys({ funnelPathsFilter: funnel }) {
	if (!isObject(funnel)) return {};
	const { funnelPathType, funnelSource, funnelStep } = funnel;
	return {
		funnel_paths: funnelPathType,
		funnel_filter: {
			query: funnelSource,
			funnel_step: funnelStep
		}
	};
}
function topicKeys(node) {
	const keys = {};
	for (const [topic, names] of Object.entries(TOPICS)) {
		const settings = node[topic];
		if (!isObject(settings)) continue;
		for (const [name, value] of Object.entries(settings)) if (name === "exclusions" && Array.isArray(value)) keys["exclusions"] = value.map(exclusionOf);
		else keys[names[name] ?? name] = value;
	}
	return keys;
}
function seriesKeys(series) {
	if (series === void 0 || series === null) return {};
	if (!Array.isArray(series)) throw invalid("query__series", "Expected a list of items.", "not_a_list");
	const events = [];
	const actions = [];
	for (const [order, line] of series.entries()) {
		const sent = lineOf$1(line, `query__series__${order}`);
		(sent["kind"] === "ActionsNode" ? actions : events).push({
			...sent,
			order
		});
	}
	return {
		events,
		actions
	};
}
function lineOf$1(line, attr) {
	if (!isObject(line)) throw invalid(attr, "Expected a node, as {\"kind\":\"EventsNode\",\"event\":\"sign up\"}.");
	switch (line["kind"]) {
		case "EventsNode": return {
			...withFixed(line),
			id: line["event"] ?? null
		};
		case "ActionsNode": return { ...withFixed(line) };
		case "GroupNode": return {
			...withFixed(line),
			id: null,
			nodes: nodesOf$1(line, attr)
		};
		default: throw notSupported(`series kind ${String(line["kind"])}`, attr, "Series are EventsNode, ActionsNode, or GroupNode of them.");
	}
}
/** Several events or actions as one line: what any of them finds. */
function nodesOf$1({ nodes, operator = "OR" }, attr) {
	if (operator !== "OR") throw notSupported("groups of events by AND", `${attr}__operator`, "A GroupNode is an OR.");
	if (!Array.isArray(nodes) || nodes.length === 0) throw invalid(`${attr}__nodes`, "Expected a list of nodes: [{\"kind\":\"EventsNode\",\"event\":\"sign up\"}].", "required");
	if (nodes.length > LIMIT.action_steps) throw invalid(`${attr}__nodes`, `A GroupNode may have ${LIMIT.action_steps} nodes, not more.`);
	return nodes.map((node, at) => {
		const place = `${attr}__nodes__${at}`;
		if (isObject(node) && node["kind"] === "GroupNode") throw invalid(place, "A GroupNode cannot be within another.");
		return lineOf$1(node, place);
	});
}
/** Fixed filters hold besides the others. */
function withFixed(line) {
	const { fixedProperties: fixed, properties: own } = line;
	if (!Array.isArray(fixed) || fixed.length === 0) return line;
	const given = own === void 0 || own === null ? [] : Array.isArray(own) ? own : [own];
	return {
		...line,
		properties: [...given, ...fixed]
	};
}
function exclusionOf(sent) {
	if (!isObject(sent)) return sent;
	const { event, funnelFromStep, funnelToStep, ...rest } = withFixed(sent);
	const type = sent["kind"] === "ActionsNode" ? "actions" : "events";
	return {
		id: event ?? null,
		...rest,
		type,
		funnel_from_step: funnelFromStep,
		funnel_to_step: funnelToStep
	};
}
// src/service/resolve/body.ts
/** Only merges layers; null means "not given". */
function normaliseBody(raw) {
	if (isFlat(raw)) return raw;
	const { filters: sent, query, ...top } = raw;
	const filters = readJson(sent) ?? {};
	if (!isObject(filters)) throw invalid("filters", "Expected an object of filter keys, as {\"events\":[{\"id\":\"sign up\"}]}.");
	const flat = {
		...withoutNulls(filters),
		...withoutNulls(top)
	};
	const node = readJson(query);
	if (node === void 0 || node === null) return flat;
	if (!isObject(node)) throw invalid("query", "Expected a query node: an object with a \"kind\".");
	return {
		...withoutNulls(filtersOfNode(node)),
		...flat
	};
}
function isFlat(raw) {
	if ("filters" in raw || "query" in raw) return false;
	return Object.values(raw).every((value) => value !== null && value !== void 0);
}
function withoutNulls(values) {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== void 0));
}
function readBody(schema, raw) {
	return checked$1(schema, normaliseBody(raw));
}
/** Bodies that a schema has validated. */
const checkedBy = /* @__PURE__ */ new WeakMap();
function isChecked(schema, body) {
	return checkedBy.get(body) === schema;
}
/** Validates a flat body, once. @throws ServiceError for the first violation */
function checked$1(schema, flat) {
	if (isChecked(schema, flat)) return flat;
	const result = schema.safeParse(flat, { reportInput: true });
	if (!result.success) throw inputError(result.error);
	checkedBy.set(result.data, schema);
	return result.data;
}
/** Arguments about how to answer, not what. */
const MANNERS = [
	"refresh",
	"format",
	"client_query_id",
	"project_id",
	"limit",
	"offset"
];
/** Whether anything is asked at all. */
function isQuestion(raw) {
	return Object.entries(raw).some(([key, value]) => value !== void 0 && value !== null && !MANNERS.includes(key));
}
// src/service/resolve/attribution.ts
/** `breakdown_attribution_type` and `_value`: which of an actor's events determines its breakdown value. */
function resolveAttribution(body, order, steps) {
	const kind = body.breakdown_attribution_type ?? "first_touch";
	if (kind !== "step") return { kind };
	const step = body.breakdown_attribution_value ?? 0;
	if (order === "unordered" && step !== 0) throw invalid("breakdown_attribution_value", "Only the first step can be used for breakdown attribution in unordered funnels. Send 0, or leave it out.");
	if (step >= 0 && step < Math.max(1, steps)) return {
		kind,
		step
	};
	throw invalid("breakdown_attribution_value", `Ensure this field is a step of the funnel: 0 to ${steps - 1}.`);
}
// src/service/resolve/exclusions.ts
/** Exclusions of a funnel, checked against its steps. */
function resolveExclusions(context, sent, steps, order) {
	if (sent.length > LIMIT.exclusions) throw invalid("exclusions", `A funnel can have at most ${LIMIT.exclusions} exclusions.`);
	const setting = settingOf(context);
	return sent.map((body, at) => {
		const attr = `exclusions__${at}`;
		const type = body["type"] === "actions" ? "actions" : "events";
		const span = resolveSpan(body, attr, steps.length, order);
		const entity = resolveEntity(context, setting, {
			body,
			attr,
			type
		}, at);
		refuseStep(entity, steps.slice(span.from_step, span.to_step + 1), attr);
		return {
			...entity,
			...span
		};
	});
}
function resolveSpan(body, attr, steps, order) {
	const { funnel_from_step: from_step, funnel_to_step: to_step } = body;
	if (from_step === void 0 || to_step === void 0) throw invalid(`${attr}__${from_step === void 0 ? "funnel_from_step" : "funnel_to_step"}`, `Exclusion event needs to define funnel steps, as {"id":"refund","funnel_from_step":0,"funnel_to_step":1}.`, "required");
	const wrong = (name, text) => invalid(`${attr}__${name}`, `Exclusion event range is invalid. ${text}`);
	if (from_step < 0) throw wrong("funnel_from_step", "Steps are counted from 0.");
	if (to_step <= from_step) throw wrong("funnel_to_step", "End of range should be greater than start.");
	if (from_step >= steps - 1) throw wrong("funnel_from_step", "Start of range is greater than number of steps.");
	if (to_step > steps - 1) throw wrong("funnel_to_step", "End of range is greater than number of steps.");
	if (order === "unordered" && (from_step !== 0 || to_step !== steps - 1)) throw invalid(attr, `Partial Exclusions not allowed in unordered funnels: use funnel_from_step 0 and funnel_to_step ${steps - 1}.`);
	return {
		from_step,
		to_step
	};
}
/** Excluding an event between steps that it matches itself would exclude everybody. */
function refuseStep(exclusion, steps, attr) {
	const clash = steps.find((step) => exclusion.matches.some((match) => step.matches.some((each) => covers(each, match))));
	if (!clash) return;
	throw invalid(attr, `Exclusion steps cannot contain an event that's part of funnel steps. Exclude another event than "${clash.name}", or narrow one of the two with properties.`);
}
/** Whether every row of `narrow` is certainly a row of `wide`. */
function covers(wide, narrow) {
	if (wide.event !== narrow.event) return false;
	const held = new Set(conditions(narrow.where).map(canonical));
	return conditions(wide.where).every((condition) => held.has(canonical(condition)));
}
function conditions(where) {
	if (where.kind === "all") return [];
	return where.kind === "and" ? where.of : [where];
}
// src/service/resolve/step_range.ts
/** `funnel_from_step` and `funnel_to_step`: the part of a funnel that trends and time_to_convert cover. */
/** The steps view shows all steps and ignores the part. */
function resolveStepRange(body, viz, steps) {
	const last = Math.max(0, steps - 1);
	if (viz === "steps" || steps === 0) return {
		from_step: 0,
		to_step: last
	};
	if (steps === 1) throw invalid("events", `Funnels require at least two steps for funnel_viz_type "${viz}". Add one, as {"id":"paid","order":1}.`);
	const { funnel_from_step: from_step = 0, funnel_to_step: to_step = last } = body;
	if (from_step < 0 || from_step > last - 1) throw invalid("funnel_from_step", `funnel_from_step is out of bounds. It must be between 0 and ${last - 1}.`);
	if (to_step < 1 || to_step > last) throw invalid("funnel_to_step", `funnel_to_step is out of bounds. It must be between 1 and ${last}.`);
	if (to_step > from_step) return {
		from_step,
		to_step
	};
	throw invalid("funnel_to_step", "Funnel step range is invalid. funnel_to_step should be greater than funnel_from_step.");
}
// src/service/resolve/window.ts
/** Conversion window of a funnel: `funnel_window_interval` in its unit, or the older `funnel_window_days`. */
const SECOND_MS$2 = 1e3;
const DAY_MS$1 = 86400 * SECOND_MS$2;
const DEFAULT_WINDOW = 14;
/** Fixed lengths, so clock changes do not matter; a month is 31 days. */
const UNIT_MS = {
	second: SECOND_MS$2,
	minute: 60 * SECOND_MS$2,
	hour: 3600 * SECOND_MS$2,
	day: DAY_MS$1,
	week: 7 * DAY_MS$1,
	month: 31 * DAY_MS$1
};
function resolveWindowMs(body) {
	if (body.funnel_window_days !== void 0) return checked("funnel_window_days", body.funnel_window_days, "day");
	const [attr, text] = body.funnel_window_interval_type === void 0 ? ["funnel_window_interval_unit", body["funnel_window_interval_unit"]] : ["funnel_window_interval_type", body.funnel_window_interval_type];
	const unit = readUnit(attr, text ?? "day");
	return checked("funnel_window_interval", body.funnel_window_interval ?? DEFAULT_WINDOW, unit);
}
/** Accepts DAY, day and days. */
function readUnit(attr, text) {
	const word = String(text).trim().toLowerCase().replace(/s$/, "");
	const unit = WINDOW_UNITS.find((known) => known === word);
	if (unit) return unit;
	throw invalid(attr, `Not one of the allowed values: ${WINDOW_UNITS.join(", ")}.`, "invalid_choice");
}
function checked(attr, amount, unit) {
	if (amount < 1) throw invalid(attr, "Ensure this field is at least 1: the time people have to convert.");
	const window_ms = amount * UNIT_MS[unit];
	if (window_ms <= LIMIT.window_ms) return window_ms;
	throw invalid(attr, `The window may be at most ${Math.floor(LIMIT.window_ms / DAY_MS$1)} days.`);
}
// src/service/resolve/funnel.ts
/** FunnelBody -> FunnelQuery: nothing is left to decide. Unsupported arguments are refused by name. */
function resolveFunnel(context, body) {
	refuseOtherKind(body, "funnel");
	const order = body.funnel_order_type ?? "ordered";
	const viz = vizOf(body);
	const lines = resolveEntities(context, body, "funnel");
	const steps = lines.map((line) => line.entity);
	const exclusions = resolveExclusions(context, body.exclusions ?? [], steps, order);
	const interval = viz === "trends" ? body.interval ?? "day" : "day";
	const range = resolveRange({
		...rangeInput(context, body),
		interval,
		whole_first_day: false
	});
	const where = every([resolveCommonFilter(context, body), sampleOf$1(body)]);
	return {
		kind: "funnel",
		timezone: context.project.timezone,
		range,
		actor: actorOf$1(context, body),
		order,
		viz,
		window_ms: resolveWindowMs(body),
		where,
		steps: lines.map((line) => stepOf$2(context, line, where)),
		exclusions: exclusions.map((exclusion) => restricted(exclusion, where)),
		breakdown: breakdownOf(context, body, viz),
		attribution: resolveAttribution(body, order, steps.length),
		...resolveStepRange(body, viz, steps.length),
		interval,
		edges_ms: viz === "trends" ? resolveEdges(context, range, interval) : /* @__PURE__ */ new Float64Array(0),
		bin_count: body.bin_count ?? null
	};
}
function vizOf(body) {
	return body.funnel_viz_type ?? (body.display === "ActionsLineGraph" ? "trends" : "steps");
}
function sampleOf$1({ sampling_factor: share }) {
	return share === void 0 || share === 1 ? ALL : {
		kind: "sampled",
		share
	};
}
function stepOf$2(context, line, where) {
	if (line.body["optionalInFunnel"] === true) throw notSupported("funnel optional step", `${line.attr}__optionalInFunnel`, "Steps that may be left out cannot be computed; drop the step, or ask for a funnel with it and one without.");
	return {
		...restricted(line.entity, where),
		first_of: firstOf(context, line)
	};
}
/** Rows among which a person's first is sought. Other maths have no meaning in a funnel and are ignored. */
function firstOf(context, line) {
	switch (line.body["math"]) {
		case "first_time_for_user": return bareMatches(context, line);
		case "first_time_for_user_with_filters": return line.entity.matches;
		default: return null;
	}
}
/** Times to convert are one sample; breakdowns are ignored. */
function breakdownOf(context, body, viz) {
	if (viz === "time_to_convert") return null;
	const breakdown = resolveBreakdown(context, body, LIMIT.breakdown_default_funnel);
	if (breakdown?.kind !== "values" || breakdown.dimensions.every((part) => part.bins === null)) return breakdown;
	throw invalid(body.breakdowns === void 0 ? "breakdown_histogram_bin_count" : "breakdowns", "Funnels are split by values, not by bins: leave histogram_bin_count out.");
}
/** Groups win over an expression; the expression "person_id" means persons. */
function actorOf$1(context, body) {
	const actor = resolveActor(context, body);
	const aggregate = body.funnel_aggregate_by_hogql?.trim() ?? "";
	if (actor.kind === "group" || aggregate === "" || aggregate === "person_id") return actor;
	return {
		kind: "expression",
		expression: resolveValue(expressionSetting(context), aggregate, "funnel_aggregate_by_hogql")
	};
}
// src/service/resolve/correlation.ts
/** CorrelationBody -> CorrelationQuery: nothing is left to decide. */
function resolveCorrelation(context, body, of) {
	const { funnel_viz_type: _viz, display: _display, breakdown: _one, breakdowns: _several, ...plain } = of;
	const funnel = resolveFunnel(context, plain);
	const type = body.funnel_correlation_type ?? "events";
	const properties = namesOf$3(body, "funnel_correlation_names");
	const events = namesOf$3(body, "funnel_correlation_event_names");
	if (type === "properties" && funnel.actor.kind === "expression") throw invalid("funnel_correlation_type", "Only people and groups have properties: leave funnel_aggregate_by_hogql out, or look for events.");
	requireNames(type, properties, events);
	return {
		kind: "correlation",
		type,
		funnel,
		properties: properties.includes("$all") ? null : properties,
		excluded_properties: namesOf$3(body, "funnel_correlation_exclude_names"),
		events,
		excluded_events: [...stepEvents(funnel), ...namesOf$3(body, "funnel_correlation_exclude_event_names")],
		excluded_event_properties: namesOf$3(body, "funnel_correlation_event_exclude_property_names")
	};
}
function namesOf$3(body, field) {
	const names = body[field] ?? [];
	if (names.length <= LIMIT.correlation_names) return names;
	throw invalid(field, `Ensure this field has no more than ${LIMIT.correlation_names} items.`);
}
function requireNames(type, properties, events) {
	if (type === "properties" && properties.length === 0) throw invalid("funnel_correlation_names", "Property Correlation expects atleast one Property to run correlation on: [\"plan\"], or [\"$all\"].", "required");
	if (type === "event_with_properties" && events.length === 0) throw invalid("funnel_correlation_event_names", "Event Property Correlation expects atleast one event name to run correlation on: [\"watched video\"].", "required");
}
/** Whatever a step's conditions, its event belongs to the funnel and cannot correlate with it. */
function stepEvents({ steps }) {
	return steps.flatMap(({ matches }) => matches.flatMap(({ event }) => event ?? []));
}
// src/service/text/correlation_text.ts
/** Correlations as text: one line per event or value, with the odds ratio and its shares. */
function correlationParts(answer) {
	const { events, skewed, ...totals } = answer.result;
	const { success_total, failure_total } = totals;
	return [
		...headlines(answer, "What goes with completing the funnel"),
		`${success_total} completed it, ${failure_total} dropped off.`,
		skewed ? "The two sides are of very different size, so that the ratios say little." : "",
		events.length > 0 ? "" : "Nothing distinguishes those who completed it from the others.",
		{
			head: events.length > 0 ? ["what | odds ratio | completed with it | completed without it"] : [],
			rows: events.map((event) => line(event, totals)),
			keep: "first",
			noun: "lines",
			how: "`funnel_correlation_exclude_event_names` leaves some of them out."
		}
	];
}
/** Shares are exact; the odds ratio adds one to each count, so that nothing is divided by zero. */
function line({ event, success_count, failure_count, odds_ratio }, totals) {
	const have = success_count + failure_count;
	const without = totals.success_total + totals.failure_total - have;
	const completed_without = totals.success_total - success_count;
	return [
		quoted$1(event.event),
		numberText(Math.round(odds_ratio * 100) / 100),
		`${percentText(success_count, have)} (${success_count} of ${have})`,
		`${percentText(completed_without, without)} (${completed_without} of ${without})`
	].join(" | ");
}
/** One row per event, property or value. */
function correlationTable({ result }) {
	return {
		columns: [
			"event",
			"success_count",
			"failure_count",
			"odds_ratio",
			"correlation_type"
		],
		rows: result.events.map((row) => [
			row.event.event,
			row.success_count,
			row.failure_count,
			row.odds_ratio,
			row.correlation_type
		])
	};
}
/** Keys echoed only if the question has them. */
const OPTIONAL$3 = [...[
	"date_to",
	"explicit_date",
	"breakdown",
	"breakdowns",
	"breakdown_type",
	"breakdown_group_type_index"
], ...[
	"breakdown_limit",
	"breakdown_hide_other_aggregation",
	"aggregation_group_type",
	"aggregation_group_type_index"
]];
/** Filters that trends and funnels share. `shown`: display settings, always echoed. */
function commonFilters(body, shown) {
	return {
		events: body.events ?? [],
		actions: body.actions ?? [],
		properties: asGroup$1(body.properties),
		filter_test_accounts: body.filter_test_accounts ?? false,
		date_from: body.date_from ?? "-7d",
		...shown,
		...pick(body, OPTIONAL$3)
	};
}
function asGroup$1(properties) {
	if (properties === void 0) return {
		type: "AND",
		values: []
	};
	if (Array.isArray(properties)) return {
		type: "AND",
		values: properties
	};
	return isObject(properties) ? properties : {
		type: "AND",
		values: []
	};
}
function pick(body, keys) {
	return Object.fromEntries(keys.filter((key) => body[key] !== void 0).map((key) => [key, body[key]]));
}
/** What may show in the answer; how often to refresh, whether to explain, and who asks, may not. */
function said(body) {
	const { refresh: _refresh, explain: _explain, client_query_id: _id, cache_invalidation_key: _key, ...rest } = body;
	return rest;
}
// src/chart/theme.ts
/**
* Colours by name. Marks have a contrast of at least 3:1 with the background and texts one of 4.5:1, and neighbouring
* hues can be told apart by the colour-blind; test/chart/theme.test.ts verifies that.
*/
/** Text on heat map cells: `faint_ink` below this opacity of the first hue, `strong_ink` from here on. */
const STRONG_FROM = .72;
const THEMES = {
	light: {
		ground: "#ffffff",
		ink: "#1b1f24",
		muted: "#59636e",
		line: "#818b95",
		grid: "#e4e7eb",
		tint: "#e8effc",
		faint_ink: "#1b1f24",
		strong_ink: "#000000",
		hue0: "#2062dd",
		hue1: "#e6710d",
		hue2: "#1c514e",
		hue3: "#a77594",
		hue4: "#1b99e7",
		hue5: "#980300",
		hue6: "#632f9c",
		hue7: "#786d4c"
	},
	dark: {
		ground: "#16181c",
		ink: "#eceef1",
		muted: "#a3abb5",
		line: "#6e7781",
		grid: "#2b3037",
		tint: "#1b2a47",
		faint_ink: "#ffffff",
		strong_ink: "#000000",
		hue0: "#5d9bf7",
		hue1: "#f06114",
		hue2: "#b2e8be",
		hue3: "#ce799a",
		hue4: "#79cdff",
		hue5: "#bf3e43",
		hue6: "#8151cc",
		hue7: "#e3c10e"
	}
};
function paintOf(theme) {
	if (theme === "page") return (name) => `var(--${name})`;
	return (name) => THEMES[theme][name];
}
function variables(theme) {
	return Object.entries(THEMES[theme]).map(([name, value]) => `--${name}:${value}`).join(";");
}
/** Variables by the reader's colour scheme, or by the element's `data-theme`. */
function themeCss(selector) {
	return [
		`${selector}{${variables("light")}}`,
		`@media (prefers-color-scheme:dark){${selector}:not([data-theme=light]){${variables("dark")}}}`,
		`${selector}[data-theme=dark]{${variables("dark")}}`
	].join("\n");
}
/** Identifies series besides colour: dashes from the fifth on. */
const DASHES = [
	"",
	"",
	"",
	"",
	"7 3",
	"2 2",
	"7 3 2 3",
	"10 4"
];
function dashOf(hue) {
	return DASHES[hue] ?? "";
}
function huePaint(hue) {
	const paint = `hue${hue}`;
	return hasKey(THEMES.light, paint) ? paint : "line";
}
// src/service/chart/points.ts
/** Thins long series for drawing: each stretch of points keeps its lowest and its highest. */
function thinning(points) {
	if (points <= LIMIT.chart_points) return {
		kept: Array.from({ length: points }, (_, at) => at),
		stretch: 1
	};
	const stretch = Math.ceil(points / (LIMIT.chart_points / 2));
	const kept = [];
	for (let from = 0; from < points; from += stretch) {
		const until = Math.min(points, from + stretch);
		kept.push(from);
		if (until - from > 1) kept.push(from + (until - from >> 1));
	}
	return {
		kept,
		stretch
	};
}
/** Keeps low and high in their original order, so that rises stay rises. */
function thinned(values, { kept, stretch }) {
	if (stretch === 1) return [...values];
	const found = [];
	for (let from = 0; from < values.length; from += stretch) {
		const until = Math.min(values.length, from + stretch);
		const [low, high] = extremes(values, from, until);
		if (until - from === 1) found.push(values[from] ?? null);
		else if (low < 0) found.push(null, null);
		else found.push(values[Math.min(low, high)], values[Math.max(low, high)]);
	}
	return found.slice(0, kept.length);
}
/** Their indices; negative if all is empty. */
function extremes(values, from, until) {
	let low = -1;
	let high = -1;
	for (let at = from; at < until; at++) {
		const value = values[at] ?? null;
		if (value === null) continue;
		if (low < 0 || value < values[low]) low = at;
		if (high < 0 || value > values[high]) high = at;
	}
	return [low, high];
}
/** point -> its index among the kept ones. */
function thinnedPlaces(points, { stretch, kept }) {
	if (stretch === 1) return [...points];
	const last = kept.length - 1;
	return [...new Set(points.flatMap((at) => {
		const first = Math.floor(at / stretch) * 2;
		return [Math.min(first, last), Math.min(first + 1, last)];
	}))];
}
// src/service/chart/funnel.ts
/** Funnels as charts: steps, the rate over time, or how long it took. */
const GROUPS_DRAWN = 5;
function funnelChart(answer, asked) {
	const view = viewOf(answer.resolved.viz, answer.result);
	switch (view.viz) {
		case "steps": return stepsChart(answer, asked, view.tables);
		case "trends": return rateChart(answer, asked, view.series);
		case "time_to_convert": return timesChart(answer, asked, view.times);
	}
}
function stepName$1(step) {
	return shownName(step.custom_name ?? step.name);
}
function stepsChart(answer, asked, tables) {
	const steps = tables[0] ?? [];
	const is_split = steps[0] !== void 0 && valueText$1(steps[0]) !== null;
	const drawn = tables.toSorted((a, b) => (b[0]?.count ?? 0) - (a[0]?.count ?? 0)).slice(0, GROUPS_DRAWN);
	const first = sumAt(tables, 0);
	const last = sumAt(tables, steps.length - 1);
	return {
		...frameOf$1(answer, asked, {
			title: wayTitle("Funnel", answer.resolved, asked),
			summary: `${full(last, "count")} of ${full(first, "count")} went all the way (${share(last, first)})${worstOf(tables, steps)}.`,
			figures: steps.length === 0 ? [] : [`${full(last, "count")} of ${full(first, "count")} went all the way: ${share(last, first)}.`],
			notes: drawn.length < tables.length ? [`The ${drawn.length} largest of ${tables.length} values are drawn; the table has all.`] : [],
			is_empty: first === 0,
			controls: [rangeControl(asked)],
			table: stepTable(tables, is_split)
		}),
		kind: "steps",
		steps: steps.map((step) => ({ name: stepName$1(step) })),
		groups: drawn.map((rows, hue) => groupOf(rows, is_split, hue))
	};
}
function stepTable(tables, is_split) {
	return tableOf$1([
		...is_split ? [["Value", "text"]] : [],
		["Step", "text"],
		["Count", "count"],
		["Of the first", "percent"],
		["Of the step before", "percent"],
		["Median time", "seconds"],
		["Average time", "seconds"]
	], tables.flatMap((rows) => rows.map((step, at) => [...is_split ? [groupName(step)] : [], ...cellsOf$1(rows, step, at)])));
}
function sumAt(tables, at) {
	return tables.reduce((sum, rows) => sum + (rows[at]?.count ?? 0), 0);
}
function groupName(step) {
	return shownName(step === void 0 ? "" : valueText$1(step) ?? "");
}
function cellsOf$1(rows, step, at) {
	const percents = (whole) => at === 0 || !whole ? null : step.count / whole * 100;
	return [
		`${at + 1}. ${stepName$1(step)}`,
		step.count,
		percents(rows[0]?.count),
		percents(rows[at - 1]?.count),
		step.median_conversion_time,
		step.average_conversion_time
	];
}
/** The step that loses most. */
function worstOf(tables, steps) {
	const lost = steps.map((_, at) => at === 0 ? 0 : sumAt(tables, at - 1) - sumAt(tables, at));
	const worst = lost.reduce((best, count, at) => count > (lost[best] ?? 0) ? at : best, 0);
	return worst === 0 ? "" : `; most are lost before ${stepName$1(steps[worst])}`;
}
function groupOf(rows, is_split, hue) {
	const breakdown_value = rows[0]?.["breakdown_value"];
	const is_pooled = is_split && [breakdown_value].flat().join() === OTHER[0];
	const point = (funnel_step) => is_pooled ? null : {
		funnel_step,
		...breakdown_value === void 0 ? {} : { breakdown_value }
	};
	return {
		name: is_split ? groupName(rows[0]) : null,
		hue,
		counts: rows.map(({ count }) => count),
		median_s: rows.map(({ median_conversion_time }) => median_conversion_time),
		people: rows.map((_, at) => point(at + 1)),
		lost: rows.map((_, at) => at === 0 ? null : point(-at - 1))
	};
}
function rateChart(answer, asked, all) {
	const interval = answer.resolved.interval ?? "day";
	const days = all[0]?.days ?? [];
	const open = lacksOf(days, answer.resolved, answer.resolved, nowOf(answer)).flatMap((lack, at) => lack === "" ? [] : [at]);
	const thin = thinning(days.length);
	const series = all.slice(0, 8).map((one, hue) => rateSeries(one, hue, thin));
	const starts = thin.kept.map((at) => days[at]);
	return {
		...rateFrame(answer, asked, all, thin),
		kind: "series",
		form: series.length < 2 ? "area" : "line",
		unit: "percent",
		axis: {
			kind: "time",
			interval,
			starts
		},
		series,
		marks: marksOf(answer, starts),
		open: thinnedPlaces(open, thin),
		is_thinned: thin.stretch > 1
	};
}
function rateSeries(one, hue, thin) {
	return {
		name: rateName(one),
		role: "current",
		hue,
		values: thinned(ratesOf(one), thin),
		people: null
	};
}
function rateName(one) {
	return shownName(valueText$1(one) ?? "Conversion");
}
/** Nobody's rate is none. */
function ratesOf({ data, reached_from_counts: entered }) {
	return data.map((rate, at) => (entered[at] ?? 0) === 0 ? null : rate);
}
function rateFrame(answer, asked, all, thin) {
	const { resolved } = answer;
	const sum = (counts) => counts.reduce((total, count) => total + count, 0);
	const entered = sum(all.flatMap(({ reached_from_counts }) => reached_from_counts));
	const converted = sum(all.flatMap(({ reached_to_counts }) => reached_to_counts));
	const figures = `${full(converted, "count")} of ${full(entered, "count")} converted`;
	const drawn = Math.min(all.length, 8);
	const columns = all.map((one) => ({
		name: rateName(one),
		rates: ratesOf(one),
		entered: one.reached_from_counts
	}));
	return frameOf$1(answer, asked, {
		title: wayTitle(`Conversion per ${resolved.interval ?? "day"}`, resolved, asked),
		summary: `${figures} (${share(converted, entered)}).`,
		figures: [`${figures}: ${share(converted, entered)}.`],
		notes: [...all.length > drawn ? [`${drawn} of ${all.length} values are drawn; the table has more.`] : [], ...thin.stretch > 1 ? [`Drawn are the lowest and the highest of every ${thin.stretch} points.`] : []],
		is_empty: entered === 0,
		controls: [intervalControl(answer), rangeControl(asked)],
		table: tableOf$1([["Date", "text"], ...columns.flatMap(({ name }) => [[name, "percent"], [`${name}: entered`, "count"]])], (all[0]?.days ?? []).map((day, at) => [day, ...columns.flatMap(({ rates, entered }) => [rates[at] ?? null, entered[at] ?? 0])]), "last")
	});
}
function timesChart(answer, asked, { bins, average_conversion_time: average }) {
	const spans = bins.map(([from_s], at) => spanText$1(from_s, bins[at + 1]?.[0] ?? null));
	const count = bins.reduce((sum, [, people]) => sum + people, 0);
	const frame = frameOf$1(answer, asked, {
		title: wayTitle("Time to convert", answer.resolved, asked),
		summary: `${full(count, "count")} converted${average === null ? "" : `, in ${duration(average)} on average`}.`,
		figures: average === null ? [] : [`${full(count, "count")} converted, in ${duration(average)} on average.`],
		is_empty: count === 0,
		controls: [rangeControl(asked)],
		table: tableOf$1([["Took", "text"], ["Count", "count"]], bins.map(([, people], at) => [spans[at], people]))
	});
	const series = [{
		name: "Converted",
		role: "current",
		hue: 0,
		values: bins.map(([, people]) => people),
		people: null
	}];
	return {
		...frame,
		kind: "series",
		form: "bars",
		unit: "count",
		axis: {
			kind: "names",
			names: bins.map(([from_s]) => duration(from_s)),
			title: "time to convert, from"
		},
		series,
		marks: [],
		open: [],
		is_thinned: false
	};
}
function spanText$1(from_s, until_s) {
	return until_s === null ? `${duration(from_s)} or more` : `${duration(from_s)} to ${duration(until_s)}`;
}
// src/service/text/funnel_table.ts
function funnelTable({ result, resolved }) {
	const view = viewOf(resolved?.viz, result);
	switch (view.viz) {
		case "steps": return splitTable([
			"order",
			"name",
			"count",
			"average_conversion_time",
			"median_conversion_time"
		], view.tables.flatMap((steps) => steps.map((step) => ({
			of: step,
			cells: stepCells(step)
		}))));
		case "trends": return splitTable([
			"date",
			"conversion_rate",
			"reached_from",
			"reached_to"
		], view.series.flatMap((series) => pointCells(series).map((cells) => ({
			of: series,
			cells
		}))));
		case "time_to_convert": return {
			columns: ["seconds", "count"],
			rows: view.times.bins.map((bin) => [...bin])
		};
	}
}
function splitTable(columns, rows) {
	const split = rows.some(({ of }) => valueText$1(of) !== null);
	return {
		columns: [...split ? ["breakdown_value"] : [], ...columns],
		rows: rows.map(({ of, cells }) => [...split ? [valueText$1(of)] : [], ...cells])
	};
}
function stepCells(step) {
	return [
		step.order,
		step.name,
		step.count,
		step.average_conversion_time,
		step.median_conversion_time
	];
}
function pointCells({ days, data, reached_from_counts, reached_to_counts }) {
	return days.map((day, at) => [
		day,
		data[at],
		reached_from_counts[at],
		reached_to_counts[at]
	]);
}
// src/service/questions/words/values.ts
/** Breakdown values in words. Data is quoted, so that unquoted `Other` and `None` are ours. */
const VALUE_CHARS$2 = 120;
function splitValueText(value) {
	if (typeof value === "object" && value !== null) return value.includes("$$_posthog_breakdown_other_$$") ? "Other" : value.map(splitValueText).join(" / ");
	if (value === void 0 || value === null || value === "" || value === "$$_posthog_breakdown_null_$$") return "None";
	return value === "$$_posthog_breakdown_other_$$" ? "Other" : quoted$1(String(value), VALUE_CHARS$2);
}
// src/service/text/funnel_text.ts
/** A funnel as text: one line per step, value, point in time or time span. */
function funnelParts(answer, telling) {
	const { resolved } = answer;
	const view = viewOf(resolved.viz, answer.result);
	return [
		...headlines(answer, TITLES[view.viz]),
		stillOpen(resolved, nowOf(answer)),
		isEmpty$1(view) ? emptyReason(resolved) : "",
		...viewParts(answer, view, telling)
	];
}
const TITLES = {
	steps: "Funnel",
	trends: "Conversion",
	time_to_convert: "Times to convert"
};
/** Recent entrants still have time to convert, so the last rates will rise. */
function stillOpen(resolved, now_ms) {
	const { from_ms, until_ms } = spanOf$1(resolved, resolved.timezone);
	const open_ms = Math.max(from_ms, now_ms - (resolved.window_ms ?? 0));
	if (resolved.window_ms === void 0 || open_ms >= Math.min(until_ms, now_ms)) return "";
	return `Whoever entered since ${isoWithOffset(resolved.timezone, open_ms).slice(0, 16).replace("T", " ")} still has time to convert.`;
}
function isEmpty$1(view) {
	switch (view.viz) {
		case "steps": return view.tables.every((steps) => (steps[0]?.count ?? 0) === 0);
		case "trends": return view.series.every((series) => series.reached_from_counts.every((count) => count === 0));
		case "time_to_convert": return view.times.bins.length === 0;
	}
}
function viewParts(answer, view, telling) {
	switch (view.viz) {
		case "steps": {
			const [only] = view.tables;
			if (view.tables.length === 1 && only && splitOf(only[0]) === null) return [...stepLines(answer.resolved, only), nextLine$2(only)];
			return [valueRows$1(answer.resolved, view.tables, telling)];
		}
		case "trends": return [pointRows$1(answer, view.series, telling)];
		case "time_to_convert": return timeParts(view.times, telling);
	}
}
/** The largest drop-off, and how to learn who and why. */
function nextLine$2(steps) {
	const lost = steps.map(({ count }, at) => at === 0 ? 0 : steps[at - 1].count - count);
	const most = Math.max(...lost);
	const at = lost.indexOf(most);
	if (steps.length < 2 || most <= 0 || !steps.every(({ order }, place) => order === place)) return "";
	return `Next: most are lost before step ${at + 1}. compute_funnel_correlation with these steps says what they have in common, list_persons with "funnel_step":${-at - 1} who they are.`;
}
function stepLines(resolved, steps) {
	const first = steps[0];
	return steps.map((step, at) => stepLine(resolved, step, steps[at - 1]?.count ?? step.count, first?.count ?? 0));
}
function stepLine(resolved, step, before, entered) {
	const { average_conversion_time: average, median_conversion_time: median } = step;
	const share = step.order === 0 ? "" : ` (${percentText(step.count, entered)} of the first, ${percentText(step.count, before)} of the step before)`;
	const times = average === null || median === null ? "" : `, average ${durationText(average)}, median ${durationText(median)} from the step before`;
	return `${step.order + 1}. ${stepName(resolved, step)}: ${step.count}${share}${times}`;
}
/** With steps in any order, a step is named by how many were done, unquoted. */
function stepName({ entities }, step) {
	if (step.action_id === null && step.name.startsWith("Completed ")) return step.name;
	return entities[step.order]?.words ?? quoted$1(step.custom_name ?? step.name);
}
/** Breakdown value of a table or series; null without a breakdown. Cohorts have their name under `breakdown`. */
function splitOf(row) {
	const value = row?.["breakdown"] ?? row?.["breakdown_value"];
	return value === void 0 ? null : splitValueText(value);
}
/** One line per value, one column per step. */
function valueRows$1(resolved, tables, telling) {
	const names = (tables[0] ?? []).map((step) => `${step.order + 1}. ${stepName(resolved, step)}`);
	const rows = tables.map((steps, at) => {
		const value = splitOf(steps[0]) ?? "";
		return [value === "\"Other\"" && at === tables.length - 1 && at > 0 ? "Other" : value, ...steps.map((step) => stepCell(step, steps[0]?.count ?? 0))].join(" | ");
	});
	return {
		head: ["(shares are of the first step, times from the step before)", ["value", ...names].join(" | ")],
		rows,
		keep: "first",
		noun: "values",
		how: `${byArguments(telling, "properties")} can pick some of them, a lower ${byArguments(telling, "breakdown_limit")} pools more as Other.`
	};
}
function stepCell(step, entered) {
	if (step.order === 0) return String(step.count);
	const median = step.median_conversion_time;
	return `${step.count} (${percentText(step.count, entered)}${median === null ? "" : `, median ${durationText(median)}`})`;
}
/** One line per point in time, one column per series: the rate, and of how many. */
function pointRows$1(answer, series, telling) {
	const { resolved } = answer;
	const days = series[0]?.days ?? [];
	const lacks = lacksOf(days, resolved, resolved, nowOf(answer));
	const rows = days.map((day, at) => {
		const lack = lacks[at] ? ` (${lacks[at]})` : "";
		return [`${day.replace(/:00$/, "")}${lack}`, ...series.map((each) => pointText(each, at))].join(" | ");
	});
	return {
		head: [["date", ...series.map((each) => splitOf(each) ?? "converted of entered")].join(" | ")],
		rows,
		keep: "last",
		noun: "points",
		how: `A later ${byArguments(telling, "date_from")} or a longer ${byArguments(telling, "interval")} makes them fewer.`
	};
}
function pointText({ data, reached_from_counts, reached_to_counts }, at) {
	const entered = reached_from_counts[at] ?? 0;
	return entered === 0 ? "–" : `${data[at]}% (${reached_to_counts[at]} of ${entered})`;
}
function timeParts({ bins, average_conversion_time: average }, telling) {
	if (average === null) return [];
	return [`Average ${durationText(average)}.`, {
		head: ["from | people"],
		rows: bins.map(([from_s, count]) => `${durationText(from_s)} | ${count}`),
		keep: "first",
		noun: "spans",
		how: `A lower ${byArguments(telling, "bin_count")} makes them fewer.`
	}];
}
// src/service/kinds/extent.ts
function alongTime({ current, previous }) {
	return {
		periods: previous === null ? 1 : 2,
		points: pointsOf(current)
	};
}
function pointsOf({ edges_ms }) {
	return Math.max(0, edges_ms.length - 1);
}
/** Cohorts are shown one by one. The number of values is unknown before computing. */
function cohortsOf(breakdown) {
	return breakdown?.kind === "cohorts" ? breakdown.cohorts.length : 1;
}
// src/service/kinds/point.ts
/** Arguments shared by several kinds' points. */
const POINT_FIELDS = {
	breakdown_value: openField({ type: "string" }, "With a breakdown: which value, as in the answer"),
	series: wholeField("Order of the line (default the first)", { min: 0 }),
	day: textField("Which of the days of the answer (default all); stickiness: how many periods"),
	period: choiceField(["current", "previous"], "Of two that are compared (default current)")
};
function nothingAsked$1() {
	return invalid("question__events", "The question counts nothing: it has neither events nor actions.", "required");
}
function periodOf({ period }, { current, previous }) {
	if (period !== "previous") return current;
	if (previous !== null) return previous;
	throw invalid("period", "This question compares no periods: send compare in it, or leave period out.");
}
function entityOf({ series }, entities) {
	const found = series === void 0 ? 0 : entities.findIndex(({ order }) => order === series);
	if (entities[found] !== void 0) return found;
	if (entities.length === 0) throw nothingAsked$1();
	throw invalid("series", `Send the order of a line: ${entities.map(({ order }) => order).join(", ")}.`);
}
function indexOfDay(days, day) {
	const index = day === void 0 ? -1 : days.indexOf(day);
	if (index >= 0) return index;
	throw invalid("day", `Send one of the days of the answer, from "${days[0] ?? ""}" to "${days.at(-1) ?? ""}".`);
}
/** A missing value is an empty text on the wire, or its own marker. */
function keyOf$2({ breakdown_value: sent }, breakdown) {
	if (breakdown === null) {
		if (sent === void 0) return [];
		throw invalid("breakdown_value", "This question has no breakdown: send it in the question, or leave this out.");
	}
	if (sent === void 0) throw invalid("breakdown_value", "Say of which value of the breakdown.", "required");
	const values = breakdown.kind === "values" && breakdown.dimensions.length > 1 ? readJson(sent) : sent;
	const texts = (Array.isArray(values) ? values : [values]).map(String);
	if (breakdown.kind === "cohorts") {
		const cohort = breakdown.cohorts.find(({ id }) => String(id) === (texts[0] === "0" ? "all" : texts[0]));
		if (cohort !== void 0) return [String(cohort.id)];
		throw invalid("breakdown_value", "Send the id of a cohort of the breakdown.");
	}
	if (texts.includes("$$_posthog_breakdown_other_$$")) throw invalid("breakdown_value", "The rest of the values is many groups: send one value, or raise breakdown_limit.");
	if (texts.length !== breakdown.dimensions.length) throw invalid("breakdown_value", `Send ${breakdown.dimensions.length} values, as a list.`);
	return texts.map((text) => text === "" || text === "$$_posthog_breakdown_null_$$" ? null : text);
}
// src/service/kinds/funnel.ts
/** Funnels. */
const POINT$4 = { funnel_step: wholeField("Funnel: 2 = got to step 2, -2 = dropped off before it") };
const funnel = {
	kind: "funnel",
	body: FunnelBody,
	also: { funnel_window_interval_unit: unknown$2() },
	line: EntityBody,
	resolve: resolve$7,
	nothing: [],
	text: funnelParts,
	table: funnelTable,
	chart: funnelChart,
	people: {
		shared: ["breakdown_value"],
		fields: POINT$4,
		point: (sent, { query }) => pointOf$10(sent, query)
	},
	computing: {
		path: "funnel/",
		title: "Compute a funnel",
		description: "How many people went through steps in order, how many dropped off where, and how long it took. Example: {\"events\":[{\"id\":\"sign up\"},{\"id\":\"paid\"}],\"date_from\":\"-30d\"}.",
		as_json: "lists",
		output: FunnelResult,
		result: FunnelResult.shape.result,
		unasked: KIND_NAMES.funnel.insight
	}
};
const OPTIONAL$2 = [
	...[
		"funnel_window_days",
		"funnel_window_interval",
		"funnel_window_interval_type",
		"funnel_window_interval_unit"
	],
	...[
		"exclusions",
		"funnel_from_step",
		"funnel_to_step",
		"bin_count",
		"funnel_aggregate_by_hogql",
		"sampling_factor"
	],
	...[
		"breakdown_normalize_url",
		"breakdown_attribution_type",
		"breakdown_attribution_value",
		"interval",
		"display"
	]
];
function funnelFilters(body) {
	const shown = {
		funnel_viz_type: body.funnel_viz_type ?? (body.display === "ActionsLineGraph" ? "trends" : "steps"),
		funnel_order_type: body.funnel_order_type ?? "ordered"
	};
	return {
		insight: KIND_NAMES.funnel.insight,
		...commonFilters(body, shown),
		...pick(body, OPTIONAL$2)
	};
}
function resolve$7(context, flat) {
	const body = checked$1(FunnelBody, flat);
	const query = resolveFunnel(context, body);
	const { timezone, range, steps: entities, viz, window_ms } = query;
	const interval = viz === "trends" ? query.interval : null;
	return {
		asked: {
			kind: "funnel",
			query
		},
		showing: {
			form: {
				is_list: isListBreakdown(body),
				has_list: Array.isArray(body.breakdown)
			},
			sampled_share: body.sampling_factor ?? 1
		},
		body,
		filters: funnelFilters(body),
		parts: [{
			...query,
			edges_ms: null,
			week_start_day: context.project.week_start_day
		}],
		range,
		interval,
		extent: [{
			cohorts: cohortsOf(query.breakdown),
			points: pointsOf(query)
		}],
		understood: () => ({
			timezone,
			range,
			interval,
			entities,
			ends: body,
			window_ms,
			viz,
			words: funnelWords(context, body, query)
		})
	};
}
function pointOf$10(sent, query) {
	const step = sent.funnel_step ?? query.steps.length;
	const last = query.steps.length;
	if (last === 0) throw nothingAsked$1();
	if (step === 0 || step === -1 || Math.abs(step) > last) throw invalid("funnel_step", `Send 1 to ${last} for who got there, -2 to -${last} for who dropped off before.`);
	const [least, most] = step > 0 ? [step, last] : [-step - 1, -step - 1];
	return {
		kind: "funnel",
		query,
		key: keyOf$2(sent, query.breakdown),
		least,
		most
	};
}
// src/service/kinds/correlation.ts
/** What correlates with a funnel: a question about a funnel, with filters of its own besides the funnel's. */
const POINT$3 = {
	correlated: textField("Correlation: the event or property::value"),
	outcome: choiceField(["success", "failure"], "Correlation: who came through (default) or did not")
};
const correlation = {
	kind: "correlation",
	body: CorrelationBody,
	also: {
		...FunnelBody.shape,
		...funnel.also
	},
	line: TrendEntityBody,
	resolve: resolve$6,
	nothing: {
		events: [],
		skewed: false,
		success_total: 0,
		failure_total: 0
	},
	text: correlationParts,
	table: correlationTable,
	chart: correlationChart,
	people: {
		shared: [],
		fields: POINT$3,
		point: (sent, { query }) => pointOf$9(sent, query)
	},
	computing: {
		path: "funnel/correlation/",
		title: "Find what goes with a funnel",
		description: "What those who completed a funnel did, or are, more or less often than those who dropped off, by odds ratio. Example: {\"events\":[{\"id\":\"sign up\"},{\"id\":\"paid\"}],\"funnel_correlation_type\":\"properties\",\"funnel_correlation_names\":[\"$all\"]}.",
		as_json: "lists",
		output: null,
		result: CorrelationResult.shape.result,
		unasked: KIND_NAMES.funnel.insight
	}
};
function resolve$6(context, flat) {
	const body = checked$1(CorrelationBody, flat);
	const of_funnel = checked$1(FunnelBody, flat);
	const query = resolveCorrelation(context, body, of_funnel);
	const { timezone, range, steps: entities } = query.funnel;
	const own = Object.keys(CorrelationBody.shape).filter((name) => name.startsWith("funnel_correlation"));
	return {
		asked: {
			kind: "correlation",
			query
		},
		showing: null,
		body,
		filters: {
			...funnelFilters(of_funnel),
			...pick(body, own)
		},
		parts: [query],
		range,
		interval: null,
		extent: [],
		understood: () => ({
			timezone,
			range,
			interval: null,
			entities,
			words: correlationWords(context, of_funnel, query)
		})
	};
}
function pointOf$9({ correlated, outcome }, query) {
	if (query.funnel.steps.length === 0) throw nothingAsked$1();
	if (correlated === void 0) throw invalid("correlated", "Say which event or value it is.", "required");
	return {
		kind: "correlation",
		query,
		key: correlated,
		is_success: outcome !== "failure"
	};
}
// src/service/text/trend_table.ts
function trendTable({ result }) {
	const totals = result.some((series) => series.aggregated_value !== void 0);
	const names = distinctNames(result);
	return {
		columns: ["series", ...totals ? ["value"] : result[0]?.labels ?? []],
		rows: result.map((series, at) => [names[at], ...totals ? [series.aggregated_value ?? null] : series.data])
	};
}
/** Equal names are told apart by what the lines count, or by a number if that is equal, too. */
function distinctNames(result) {
	const plain = result.map(seriesName);
	const counted = result.map((series, at) => isAlone(plain, at) ? plain[at] : `${plain[at]} (${mathName(series)})`);
	return counted.map((name, at) => {
		const before = counted.slice(0, at).filter((other) => other === name).length;
		return before === 0 ? name : `${name} ${before + 1}`;
	});
}
function isAlone(names, at) {
	return names.indexOf(names[at]) === at && names.lastIndexOf(names[at]) === at;
}
/** The line's name or label, with breakdown value and period if those are not in it. */
function seriesName(series) {
	const { breakdown_value: value, compare_label, action } = series;
	const label = (value === void 0 ? action?.custom_name : null) ?? series.label;
	const text = Array.isArray(value) ? value.join("::") : value;
	const named = text === void 0 || (typeof text === "number" ? action !== null : label.endsWith(text)) ? label : `${label} - ${text}`;
	return compare_label === void 0 ? named : `${named} (${compare_label})`;
}
function mathName({ action }) {
	const property = action?.["math_property"];
	return `${action?.["math"] ?? "total"}${property ? ` of ${property}` : ""}`;
}
// src/base/tokens.ts
/**
* Upper estimate of a text's tokens for a language model; real tokenizers differ and weigh megabytes. Counts words,
* digits, symbols and scripts as common tokenizers split them, rather too high; `test/base/tokens.test.ts` compares
* with a real one.
*/
const SPACE = 32;
const LINE_END = 10;
/** Letters per token in a long plain word; rare words have more tokens than common ones. */
const LETTERS$2 = 3;
/** No tokenizer joins more digits. */
const DIGITS = 3;
function tokensOf(text) {
	let tokens = 0;
	for (let at = 0; at < text.length;) {
		const code = text.charCodeAt(at);
		const end = runEnd(text, at, code);
		tokens += tokensOfRun(text, at, end, code);
		at = end;
	}
	return Math.ceil(tokens);
}
/** End of a group counted together: letters, digits or spaces; anything else stands alone. */
function runEnd(text, at, code) {
	const same = isLetter(code) ? isLowerLetter : isDigit(code) ? isDigit : code === SPACE ? isSpace : null;
	let end = at + 1;
	if (same !== null) while (end < text.length && same(text.charCodeAt(end))) end++;
	return end;
}
function tokensOfRun(text, at, end, code) {
	const length = end - at;
	if (isLetter(code)) return Math.max(1, length / LETTERS$2) + (isDigit(text.charCodeAt(at - 1)) ? .25 : 0);
	if (isDigit(code)) return Math.ceil(length / DIGITS);
	if (code === SPACE) return length > 1 || isDigit(text.charCodeAt(end)) ? 1 : 0;
	return tokensOfSign(code);
}
/** A UTF-16 unit of none of the above. */
function tokensOfSign(code) {
	if (code === LINE_END || code < 128) return 1;
	if (code >= 880 && code < 1792) return .6;
	if (code < 3840) return .75;
	if (code < 6400) return 2.5;
	if (code >= 55296 && code < 57344) return 2;
	return 1.25;
}
function isLetter(code) {
	return isLowerLetter(code) || code >= 65 && code <= 90;
}
function isLowerLetter(code) {
	return code >= 97 && code <= 122;
}
function isDigit(code) {
	return code >= 48 && code <= 57;
}
function isSpace(code) {
	return code === SPACE;
}
// src/service/text/parts.ts
/**
* Texts consist of lines and of tables, which may be too long for the reader. What is left out is said first, with the
* arguments that would bring it, and marked where it is missing.
*/
/** Tokens of the marker and of the sentence at the top. */
const MARKER_TOKENS = 15;
const NOTICE_TOKENS = 60;
/** Per table, whatever else there is. */
const ROWS_MIN = 3;
/** Drops empty lines. */
function written$1(parts, tokens_max = LIMIT.text_tokens) {
	const said = parts.filter((part) => part !== "");
	if (said.reduce((sum, part) => sum + sizeOf$1(part), 0) <= tokens_max) return said.flatMap(linesOf$3).join("\n");
	const cut = cutRows(said, tokens_max - NOTICE_TOKENS);
	return [...cut.flatMap(({ notice }) => notice ?? []), ...cut.flatMap(({ lines }) => lines)].join("\n");
}
/** Whether a part would take more tokens. */
function isLonger(part, tokens) {
	return sizeOf$1(part) > tokens;
}
function linesOf$3(part) {
	return typeof part === "string" ? [part] : [...part.head, ...part.rows];
}
/** Includes line ends. */
function sizeOf$1(part) {
	if (typeof part !== "string" && (part.unwritten ?? 0) > 0) return Number.POSITIVE_INFINITY;
	return linesOf$3(part).reduce((sum, line) => sum + tokensOf(line) + 1, 0);
}
/** Small tables stay whole; the others share what is left. */
function cutRows(parts, tokens_max) {
	const fixed = parts.reduce((sum, part) => sum + (typeof part === "string" ? sizeOf$1(part) : headSize(part)), 0);
	const tables = parts.filter((part) => typeof part !== "string").map((part) => sizeOf$1(part) - headSize(part));
	const room = fairShare(tables, tokens_max - fixed - MARKER_TOKENS * tables.length);
	return parts.map((part) => typeof part === "string" ? {
		lines: [part],
		notice: null
	} : cutTable(part, room));
}
function headSize(table) {
	return table.head.reduce((sum, line) => sum + tokensOf(line) + 1, 0);
}
/** The largest size every table may have. */
function fairShare(sizes, room) {
	let left = Math.max(0, room);
	const ascending = [...sizes].sort((a, b) => a - b);
	for (const [at, size] of ascending.entries()) {
		const share = left / (ascending.length - at);
		if (size > share) return share;
		left -= size;
	}
	return Number.POSITIVE_INFINITY;
}
function cutTable(table, room) {
	const { head, rows, unwritten = 0, keep, noun, how } = table;
	const kept = rowsThatFit(keep === "first" ? rows : rows.toReversed(), room);
	const missing = rows.length + unwritten - kept;
	if (missing === 0) return {
		lines: [...head, ...rows],
		notice: null
	};
	const marker = `… ${missing} ${keep === "first" ? "more" : "earlier"} ${noun} left out`;
	const lines = keep === "first" ? [...rows.slice(0, kept), marker] : [marker, ...rows.slice(rows.length - kept)];
	return {
		lines: [...head, ...lines],
		notice: `Left out: ${missing} of ${rows.length + unwritten} ${noun}. ${how}`
	};
}
function rowsThatFit(rows, room) {
	let used = 0;
	for (const [at, row] of rows.entries()) {
		used += tokensOf(row) + 1;
		if (used > room) return Math.max(at, Math.min(ROWS_MIN, rows.length));
	}
	return rows.length;
}
// src/service/text/trend_text.ts
/** Trends, lifecycles and stickiness as text: one line per point in time and a column per series, or one line per series. */
/** With this many series, too many points are replaced by one line per series. */
const MANY_SERIES = 6;
/** `title`: for answers without their question in words. */
function trendParts(answer, telling, title) {
	const { resolved, result, hasMore } = answer;
	const empty = result.every((series) => totalOf(series) === 0 && series.data.every((value) => value === 0));
	const periods = Object.values(Object.groupBy(result, (series) => series.compare_label ?? ""));
	const share = {
		...telling,
		tokens: telling.tokens / periods.length
	};
	const tables = periods.flatMap((series = []) => periodRows(answer, series, share));
	return [
		tables.some(({ is_summary }) => is_summary) ? pointsLeftOut(answer, telling) : "",
		hasMore ? `Left out: values past these. A higher ${byArguments(telling, "breakdown_limit")} brings them.` : "",
		...headlines(answer, title),
		empty ? emptyReason(resolved) : "",
		...tables.map(({ rows }) => rows),
		nextLine$1(answer)
	];
}
/** A change from this share of the total on is worth explaining. */
const TELLING_CHANGE = .1;
/** For one line over two periods that differ: how to learn why. */
function nextLine$1({ resolved, result }) {
	const [current, previous] = result;
	const isOneLine = result.length === 2 && previous?.compare_label === "previous" && current?.action?.["order"] === previous.action?.["order"];
	if (resolved.previous === void 0 || !isOneLine || !current?.action || !isSummable(current)) return "";
	const [is, was] = [totalOf(current), totalOf(previous)];
	if (is === was || Math.abs(is - was) < TELLING_CHANGE * Math.max(is, was)) return "";
	return `Next: explain_change with this question says which values account for the ${is > was ? "rise" : "fall"}.`;
}
function periodRows(answer, series, telling) {
	const first = series[0];
	if (first === void 0) return [];
	const period = {
		title: first.compare_label === void 0 ? [] : [first.compare_label === "current" ? "Current:" : "Previous:"],
		series,
		names: namesOf$2(answer.resolved, series),
		telling
	};
	if (first.aggregated_value !== void 0) return [{
		rows: valueRows(period),
		is_summary: false
	}];
	const is_many = series.length >= MANY_SERIES;
	const points = is_many && 2 * series.length * first.data.length > telling.tokens ? null : pointRows(answer, period);
	if (points !== null && !(is_many && isLonger(points, telling.tokens))) return [{
		rows: points,
		is_summary: false
	}];
	return [{
		rows: summaryRows(answer, period),
		is_summary: true
	}];
}
function pointsLeftOut({ result }, telling) {
	const [interval, date_from] = ["interval", "date_from"].map((name) => byArguments(telling, name));
	return `Left out: the ${result[0]?.data.length} points of each line. A longer ${interval}, a later ${date_from} or fewer lines bring them.`;
}
/** One number each, over the whole range. */
function valueRows({ title, series, names, telling }) {
	return {
		head: [...title, "line | value"],
		rows: series.map((one, at) => `${names[at]} | ${numberText(one.aggregated_value ?? 0)}`),
		keep: "first",
		noun: "lines",
		how: `${byArguments(telling, "properties")} can pick some of them.`
	};
}
function pointRows(answer, { title, series, names, telling }) {
	const { days = [], labels = [] } = series[0] ?? {};
	const isTimes = typeof days[0] !== "number";
	const lacks = isTimes ? lacksIn$1(answer, series) : [];
	const rows = days.map((day, at) => {
		return [isTimes ? `${dayText(String(day))}${marked(lacks[at])}` : labels[at] ?? "", ...series.map(({ data }) => lacks[at] === "not yet" ? "–" : numberText(data[at] ?? 0))].join(" | ");
	});
	return {
		head: [...title, [isTimes ? "date" : "active in", ...names].join(" | ")],
		rows: [...isTimes ? rows : untilNobody(rows, series, labels), ...totalRow(series, isTimes)],
		keep: isTimes ? "last" : "first",
		noun: "points",
		how: `A later ${byArguments(telling, "date_from")} or a longer ${byArguments(telling, "interval")} makes them fewer.`
	};
}
/** After the last day count that anybody reaches all rows are empty, so they are joined into one. */
function untilNobody(rows, series, labels) {
	const last = rows.findLastIndex((_, at) => series.some(({ data }) => (data[at] ?? 0) !== 0));
	if (rows.length - last <= 2) return rows;
	const nobody = series.map(() => "0");
	return [...rows.slice(0, last + 1), [`${labels[last + 1] ?? ""} to ${labels.at(-1) ?? ""}`, ...nobody].join(" | ")];
}
/** Drops the seconds, which are always zero. */
function dayText(day) {
	return day.replace(/:00$/, "");
}
function marked(lack) {
	return lack === void 0 || lack === "" ? "" : ` (${lack})`;
}
/** Point -> why it is incomplete. */
function lacksIn$1({ resolved, last_refresh }, series) {
	return lacksOf((series[0]?.days ?? []).map(String), datesOf$2(resolved, series), resolved, nowOf({
		resolved,
		last_refresh
	}));
}
function datesOf$2(resolved, series) {
	return series[0]?.compare_label === "previous" ? resolved.previous ?? resolved : resolved;
}
/** Only where points add up: people active on two days count once, and averages have no sum. */
function totalRow(series, isTimes) {
	if (!series.some(isSummable) || (series[0]?.data.length ?? 0) < 2) return [];
	const cells = series.map((one) => isSummable(one) ? numberText(one.count) : "–");
	return [[isTimes ? "total" : "in all", ...cells].join(" | ")];
}
const SUMMABLE = [...[
	null,
	void 0,
	"total",
	"sum",
	"first_time_for_user",
	"first_matching_event_for_user"
]];
function isSummable({ action, status, days, ...series }) {
	const filter = isObject(series["filter"]) ? series["filter"] : {};
	if (typeof days[0] === "number") return filter["computed_as"] !== "cumulative";
	if (!action || status !== void 0) return false;
	if (filter["display"] === "ActionsLineGraphCumulative" || Number(filter["smoothing_intervals"] ?? 1) > 1) return false;
	return SUMMABLE.includes(action["math"]) && action["math_property"] !== "$session_duration";
}
/** The number that represents a series. */
function totalOf(series) {
	return series.aggregated_value ?? series.count;
}
/** One line per series: its sum, if there is one, and minimum and maximum of its complete points. */
function summaryRows(answer, { title, series, names, telling }) {
	const days = (series[0]?.days ?? []).map(String);
	const lacks = lacksIn$1(answer, series);
	const whole = days.flatMap((_, at) => lacks[at] === "" || lacks[at] === void 0 ? [at] : []);
	const rows = series.map((one, at) => {
		const points = whole.map((point) => one.data[point] ?? 0);
		const bounds = [
			points[0],
			points.at(-1),
			least(points),
			greatest(points)
		].map(cellText$1);
		return [
			names[at],
			isSummable(one) ? numberText(one.count) : "–",
			...bounds
		].join(" | ");
	});
	const [first, last] = [whole[0], whole.at(-1)].map((at) => at === void 0 ? "first" : dayText(days[at]));
	return {
		head: [...title, `line | total | ${first} | ${last} | least | greatest`],
		rows,
		keep: "first",
		noun: "lines",
		how: `${byArguments(telling, "properties")} can pick some of them, a lower ${byArguments(telling, "breakdown_limit")} sums up more as Other.`
	};
}
function cellText$1(value) {
	return value === void 0 ? "–" : numberText(value);
}
function least(points) {
	return points.length === 0 ? void 0 : points.reduce((found, value) => Math.min(found, value));
}
function greatest(points) {
	return points.length === 0 ? void 0 : points.reduce((found, value) => Math.max(found, value));
}
/** The line's name, its breakdown value, or both if there are several lines. Data is quoted. */
function namesOf$2({ entities }, series) {
	const lines = series.map(({ action, label }) => {
		const entity = action ? entities.find(({ order }) => order === action["order"]) : void 0;
		return {
			name: entity?.name,
			words: action ? entity?.words ?? quoted$1(label) : quoted$1(formulaLabel(label))
		};
	});
	const several = new Set(lines.map(({ words }) => words)).size > 1;
	return series.map(({ status, breakdown_value: value, label }, at) => {
		const { name, words } = lines[at];
		if (status !== void 0) return status;
		if (value === void 0) return words;
		const shown = typeof value === "number" ? quoted$1(cohortLabel(label, name)) : splitValueText(value);
		return several ? `${words}: ${shown}` : shown;
	});
}
/** Labels name a cohort by its name, after the line's if there are several. */
function cohortLabel(label, name) {
	const before = `${name} - `;
	return name !== void 0 && label.startsWith(before) ? label.slice(before.length) : label;
}
function formulaLabel(label) {
	return /^Formula \((.*)\)$/s.exec(label)?.[1] ?? label;
}
// src/service/chart/places.ts
/** Countries, by two-letter code (`$geoip_country_code`) or English name. */
let regions = null;
/** Code -> English name. Created lazily, as most starts draw no map. */
function regionOf(code) {
	regions ??= new Intl.DisplayNames(["en"], {
		type: "region",
		fallback: "none"
	});
	return regions.of(code);
}
const LETTERS$1 = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
let codes = null;
/** English name in lower case -> code. */
function codesByName() {
	codes ??= new Map(LETTERS$1.flatMap((first) => LETTERS$1.map((second) => first + second)).toReversed().flatMap((code) => [regionOf(code)].flatMap((name) => name ? [[name.toLowerCase(), code]] : [])));
	return codes;
}
/** `code` is null if the value is no country. */
function placeOf$1(value, label) {
	const texts = [value].flat();
	const text = texts.length === 1 && typeof texts[0] === "string" ? texts[0] : "";
	const code = /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : codesByName().get(text.toLowerCase());
	const name = code === void 0 ? void 0 : regionOf(code);
	if (code !== void 0 && name !== void 0) return {
		code,
		name
	};
	return {
		code: null,
		name: label === "" || label === "None" ? "Unknown" : label
	};
}
// src/service/chart/trend.ts
/** Trends, lifecycles and stickiness as charts. */
function trendChart(answer, asked) {
	const lines = linesOf$2(answer);
	const [first] = answer.result;
	return first?.aggregated_value === void 0 ? overPoints(answer, asked, lines) : totals(answer, asked, lines);
}
/** Enough to show a shape where hardly anybody returns. */
const STICKINESS_POINTS = 7;
/** Points are numbers of active periods; a long range has more than anybody reaches. */
function stickinessChart(answer, asked) {
	const last = Math.max(...answer.result.map(({ data }) => data.findLastIndex((count) => count !== 0)), -1);
	const until = Math.max(STICKINESS_POINTS, last + 1);
	const result = answer.result.map((series) => ({
		...series,
		data: series.data.slice(0, until),
		days: series.days.slice(0, until),
		labels: series.labels.slice(0, until)
	}));
	const shown = {
		...answer,
		result
	};
	return overPoints(shown, asked, linesOf$2(shown));
}
function linesOf$2({ result }) {
	const names = distinctNames(result).map((name, at) => shownName(Array.isArray(result[at]?.breakdown_value) ? name.replaceAll("::", " / ") : name));
	return result.map((series, at) => ({
		series,
		name: names[at],
		unit: unitOf(series)
	}));
}
function unitOf({ action, data, aggregated_value: value }) {
	if (action?.["math_property"] === "$session_duration") return "seconds";
	return Number.isInteger(value ?? 0) && data.every(Number.isInteger) ? "count" : "number";
}
function isPrevious({ series }) {
	return series.compare_label === "previous";
}
function pointOf$8({ action, breakdown_value, compare_label, status }) {
	if (action === null || action === void 0 || isRest(breakdown_value)) return null;
	return Object.fromEntries(Object.entries({
		series: action["order"],
		period: compare_label,
		status,
		breakdown_value
	}).filter(([, value]) => value !== void 0));
}
function displayOf({ filter }, asked) {
	return (isObject(filter) ? filter["display"] : void 0) ?? asked.arguments["display"];
}
function totals(answer, asked, lines) {
	const currents = lines.filter((line) => !isPrevious(line));
	const before = new Map(lines.filter(isPrevious).map(({ series }) => [pairKey(series), series.aggregated_value ?? 0]));
	const beforeOf = (line) => before.get(pairKey(line.series)) ?? null;
	const [first] = currents;
	const value = (line) => line.series.aggregated_value ?? 0;
	const unit = currents.some((line) => line.unit !== "count") ? first?.unit ?? "count" : "count";
	const table = tableOf$1([
		["Name", "text"],
		["Value", unit],
		...before.size > 0 ? [["Before", unit]] : []
	], currents.map((line) => [
		line.name,
		value(line),
		...before.size > 0 ? [beforeOf(line)] : []
	]));
	const top = currents.slice(0, 3).map((line) => `${line.name} ${full(value(line), line.unit)}`);
	const frame = frameOf$1(answer, asked, {
		title: trendTitle(answer.resolved, asked, true),
		summary: `${top.join(", ")}${currents.length > 3 ? ` and ${currents.length - 3} more` : ""}.`,
		is_empty: currents.every((line) => value(line) === 0) && currents.length !== 1,
		controls: [rangeControl(asked)],
		table
	});
	const display = first === void 0 ? null : displayOf(first.series, asked);
	const numberOf = (line) => ({
		value: value(line),
		people: pointOf$8(line.series)
	});
	if (currents.length === 1 && first !== void 0 && display === "BoldNumber") return {
		...frame,
		kind: "number",
		unit: first.unit,
		before: beforeOf(first),
		...numberOf(first)
	};
	if (display === "WorldMap") {
		const places = currents.map((line) => ({
			...placeOf$1(line.series.breakdown_value, line.name),
			...numberOf(line)
		}));
		return {
			...frame,
			kind: "map",
			unit,
			places: places.toSorted((a, b) => b.value - a.value)
		};
	}
	const values = currents.map((line) => ({
		name: line.name.replace(/ \(current\)$/, ""),
		before: beforeOf(line),
		hue: isRest(line.series.breakdown_value) ? 8 : 0,
		...numberOf(line)
	}));
	return {
		...frame,
		kind: "values",
		unit,
		values
	};
}
function titleOf({ resolved }, asked) {
	if (resolved.kind === "lifecycle") return aboutTitle("Lifecycle", resolved, asked);
	return resolved.kind === "stickiness" ? aboutTitle("Stickiness", resolved, asked) : trendTitle(resolved, asked, false);
}
/** Same for both periods of one line. */
function pairKey({ action, label, breakdown_value }) {
	return JSON.stringify([
		action?.["order"] ?? null,
		label,
		breakdown_value ?? null
	]);
}
function overPoints(answer, asked, lines) {
	const [first] = answer.result;
	const isTimes = asked.kind !== "stickiness";
	const display = first === void 0 ? null : displayOf(first, asked);
	const currents = lines.filter((line) => !isPrevious(line));
	const drawn = currents.slice(0, 8);
	const previous = drawn.length === 1 ? lines.filter(isPrevious).slice(0, 1) : [];
	const lacks = isTimes ? lacksIn(answer, currents[0]?.series) : [];
	const thin = thinning(first?.days.length ?? 0);
	const unit = drawn.some((line) => line.unit !== "count") ? drawn[0]?.unit ?? "count" : "count";
	const series = [...drawn.map((line, at) => seriesOf$1(line, at, lacks, thin)), ...previous.map((line) => seriesOf$1(line, 0, isTimes ? lacksIn(answer, line.series) : [], thin))];
	const axis = axisOf(answer, first, isTimes, thin);
	const body = {
		kind: "series",
		form: formOf(display, drawn, isTimes, thin),
		unit,
		axis,
		marks: axis.kind === "time" ? marksOf(answer, axis.starts) : [],
		series,
		open: thinnedPlaces(lacks.flatMap((lack, at) => lack === "" || lack === "not yet" ? [] : [at]), thin),
		is_thinned: thin.stretch > 1
	};
	return {
		...frameOf$1(answer, asked, {
			title: titleOf(answer, asked),
			summary: summaryOf$1(drawn, lacks, answer),
			figures: figuresOf(currents, lines),
			notes: drawnNotes(lines, drawn.length, thin),
			is_empty: lines.every(({ series: { data } }) => data.every((value) => value === 0)),
			controls: isTimes ? [intervalControl(answer), rangeControl(asked)] : [rangeControl(asked)],
			table: pointTable(answer, lines, isTimes, lacks)
		}),
		...body
	};
}
/** What the picture leaves out. */
function drawnNotes(lines, drawn, thin) {
	const currents = lines.filter((line) => !isPrevious(line)).length;
	return [
		...currents > drawn ? [`${drawn} of ${currents} lines are drawn; the table has more.`] : [],
		...drawn > 1 && lines.some(isPrevious) ? ["The period before is in the table."] : [],
		...thin.stretch > 1 ? [`Drawn are the lowest and the highest of every ${thin.stretch} points.`] : []
	];
}
function lacksIn(answer, series) {
	const dates = series?.compare_label === "previous" ? answer.resolved.previous ?? answer.resolved : answer.resolved;
	return lacksOf((series?.days ?? []).map(String), dates, answer.resolved, nowOf(answer));
}
function seriesOf$1({ series, name }, at, lacks, thin) {
	const is_rest = isRest(series.breakdown_value);
	const values = series.data.map((value, point) => lacks[point] === "not yet" ? null : value);
	const is_previous = series.compare_label === "previous";
	return {
		name: is_previous || series.compare_label === "current" ? periodName(name) : name,
		role: is_previous ? "previous" : is_rest ? "rest" : "current",
		hue: is_rest ? 8 : at,
		values: thinned(values, thin),
		...is_previous ? { starts: thin.kept.map((point) => String(series.days[point])) } : {},
		people: pointOf$8(series)
	};
}
/** `purchase (previous)` is the previous period; the current one has the plain name. */
function periodName(name) {
	return name.replace(/ \(previous\)$/, ", the period before").replace(/ \(current\)$/, "");
}
function formOf(display, drawn, isTimes, thin) {
	if (thin.stretch > 1) return "line";
	const fewLines = drawn.length < 2;
	if (display === "ActionsBar" || !isTimes && fewLines) return "bars";
	return fewLines ? "area" : "line";
}
function axisOf({ resolved }, series, isTimes, { kept }) {
	if (isTimes) return {
		kind: "time",
		interval: resolved.interval ?? "day",
		starts: kept.map((at) => String(series?.days[at] ?? ""))
	};
	return {
		kind: "names",
		names: kept.map((at) => series?.labels[at] ?? ""),
		title: ""
	};
}
/** Totals below the lines, where points add up. */
function figuresOf(currents, lines) {
	const [only] = currents;
	if (currents.length !== 1 || only === void 0 || !isSummable(only.series) || typeof only.series.days[0] === "number") return [];
	const before = lines.find(isPrevious);
	const compared = before === void 0 ? "" : `, ${full(before.series.count, only.unit)} in the period before`;
	return [`${full(only.series.count, only.unit)} in all${compared}.`];
}
function summaryOf$1(drawn, lacks, { resolved }) {
	const [first] = drawn;
	if (first === void 0) return "Nothing was counted.";
	if (drawn.length > 1) return `${drawn.slice(0, 3).map(({ name, series, unit }) => `${periodName(name)}: highest ${full(highest(series.data), unit)}`).join("; ")}${drawn.length > 3 ? `; and ${drawn.length - 3} more` : ""}.`;
	const { series, unit } = first;
	const whole = series.data.flatMap((_, at) => (lacks[at] ?? "") === "" ? [at] : []);
	const [from, to] = [whole[0] ?? 0, whole.at(-1) ?? 0];
	const label = (at) => typeof series.days[at] === "number" ? series.labels[at] ?? "" : longTime(String(series.days[at] ?? ""), resolved.interval ?? "day");
	const top = whole.reduce((best, at) => (series.data[at] ?? 0) > (series.data[best] ?? 0) ? at : best, from);
	return `${full(series.data[from] ?? 0, unit)} on ${label(from)}, ${full(series.data[to] ?? 0, unit)} on ${label(to)}; highest ${full(series.data[top] ?? 0, unit)} on ${label(top)}.`;
}
function highest(values) {
	return values.reduce((most, value) => Math.max(most, value), 0);
}
/** One row per point, one column per line; dates of both periods side by side. */
function pointTable({ resolved }, lines, isTimes, lacks) {
	const [first] = lines;
	const days = first?.series.days ?? [];
	const marks = {
		"so far": " (so far)",
		partial: " (partial)",
		"not yet": " (not yet)"
	};
	const interval = resolved.interval ?? "day";
	const from = isTimes ? Math.max(0, days.length - rowsKept(lines.length + 1)) : 0;
	const rows = days.slice(from).map((day, index) => {
		const at = from + index;
		return [isTimes ? `${longTime(String(day), interval)}${marks[lacks[at] ?? ""] ?? ""}` : first?.series.labels[at] ?? "", ...lines.map(({ series }) => lacks[at] === "not yet" && series.compare_label !== "previous" ? null : series.data[at] ?? null)];
	});
	const columns = lines.map(({ name, unit }) => [periodName(name), unit]);
	return tableOf$1([[isTimes ? "Date" : "Active in", "text"], ...columns], rows, isTimes ? "last" : "first", from);
}
const STATUS_HUES = {
	new: ["New", 0],
	returning: ["Returning", 2],
	resurrecting: ["Resurrecting", 4],
	dormant: ["Dormant", 1]
};
function lifecycleChart(answer, asked) {
	const lines = linesOf$2(answer).map((line) => ({
		...line,
		name: STATUS_HUES[statusOf(line)]?.[0] ?? line.name
	}));
	const chart = overPoints(answer, asked, lines);
	const series = chart.series.map((one, at) => ({
		...one,
		hue: STATUS_HUES[statusOf(lines[at])]?.[1] ?? at
	}));
	return {
		...chart,
		form: chart.is_thinned ? "line" : "bars",
		series
	};
}
function statusOf(line) {
	return line?.series.status ?? "";
}
// src/service/resolve/lifecycle.ts
/** A trend's body that asks for a lifecycle -> LifecycleAsked. */
/** A lifecycle has one line, the first. Its periods are whole: rows after date_to count in the last one. */
function resolveLifecycle(context, body) {
	const lines = resolveEntities(context, body, "trend");
	const where = every([resolveCommonFilter(context, body), sampleOf$2(body.sampling_factor)]);
	const { timezone, week_start_day } = context.project;
	const interval = body.interval ?? "day";
	const points_ms = resolveEdges(context, resolveRange({
		...rangeInput(context, body),
		interval,
		whole_first_day: true
	}), interval);
	const before_ms = floorTo$1(timezone, points_ms[0] - 1, interval, week_start_day);
	const first = lines[0];
	const query = {
		kind: "lifecycle",
		timezone,
		interval,
		range: {
			from_ms: points_ms[0],
			until_ms: points_ms[points_ms.length - 1]
		},
		edges_ms: Float64Array.of(before_ms, ...points_ms),
		actor: resolveActor(context, body),
		entity: first === void 0 ? null : restricted(first.entity, where)
	};
	const warnings = [...lines.length > 1 ? ["A lifecycle has one line: only the first is used."] : [], ...body.breakdown === void 0 && body.breakdowns === void 0 ? [] : ["A lifecycle has no breakdown: it is ignored."]];
	return {
		query,
		sampled_share: body.sampling_factor ?? 1,
		warnings
	};
}
// src/service/kinds/series.ts
const OPTIONAL$1 = [...[
	"breakdown_normalize_url",
	"breakdown_histogram_bin_count",
	"compare",
	"compare_to",
	"formula",
	"formulas"
], ...[
	"formulaNodes",
	"smoothing_intervals",
	"sampling_factor"
]];
function seriesFilters(body, insight) {
	return {
		insight,
		...commonFilters(body, {
			display: body.display ?? "ActionsLineGraph",
			interval: body.interval ?? "day"
		}),
		...pick(body, OPTIONAL$1)
	};
}
/** Cache key. Without edges, which follow from range, interval and project settings. */
function seriesParts({ project }, query, previous) {
	return [{
		...query,
		edges_ms: null,
		week_start_day: project.week_start_day
	}, previous?.range];
}
// src/service/kinds/lifecycle.ts
/** Lifecycles: who is new, returning, resurrecting or dormant. The body is a trend's. */
const POINT$2 = { status: choiceField(STATUSES, "Lifecycle: which status") };
const lifecycle = {
	kind: "lifecycle",
	body: TrendBody,
	also: { offset: unknown$2() },
	line: TrendEntityBody,
	resolve: resolve$5,
	nothing: [],
	text: (answer, telling) => trendParts(answer, telling, "Lifecycle"),
	table: trendTable,
	chart: lifecycleChart,
	people: {
		shared: ["series", "day"],
		fields: POINT$2,
		point: (sent, { query }) => pointOf$7(sent, query)
	},
	computing: null
};
function resolve$5(context, flat) {
	const body = checked$1(TrendBody, flat);
	const { query, sampled_share, warnings } = resolveLifecycle(context, body);
	const { entity } = query;
	const filters = seriesFilters(body, KIND_NAMES.lifecycle.insight);
	return {
		asked: {
			kind: "lifecycle",
			query
		},
		showing: {
			filter: filters,
			sampled_share
		},
		body,
		filters,
		parts: seriesParts(context, query, null),
		range: query.range,
		interval: query.interval,
		extent: [{
			statuses: STATUSES.length,
			points: pointsOf(query)
		}],
		page: null,
		understood: () => ({
			...query,
			entities: entity === null ? [] : [entity],
			ends: body,
			words: lifecycleWords(context, body, query),
			warnings
		})
	};
}
function pointOf$7({ status = "new", day }, query) {
	if (query.entity === null) throw nothingAsked$1();
	const { days } = axisOf$1(query.timezone, query.interval, query.range, query.edges_ms.subarray(1));
	return {
		kind: "lifecycle",
		query,
		status: STATUSES.indexOf(status),
		bucket: indexOfDay(days, day)
	};
}
// src/service/resolve/path_funnel.ts
/** Funnel paths: whose events count, and around which step of the funnel. */
const FORM$1 = "{\"events\":[{\"id\":\"sign up\"},{\"id\":\"paid\"}],\"funnel_step\":2}";
function resolvePathFunnel(context, body) {
	const around = body.funnel_paths;
	if (around === void 0) return null;
	const sent = body.funnel_filter;
	if (!isObject(sent)) throw invalid("funnel_filter", `funnel_paths needs a funnel and one of its steps: ${FORM$1}.`, "required");
	const query = within("funnel_filter", () => resolveFunnel(context, readBody(FunnelBody, sent)));
	if (query.steps.length === 0) throw invalid("funnel_filter__events", `The funnel has no steps: ${FORM$1}.`, "required");
	if (query.actor.kind !== "person") throw invalid("funnel_filter__aggregation_group_type_index", "Paths are those of people: leave the group type out of the funnel.");
	const step = stepOf$1(sent["funnel_step"], query.steps.length);
	if (around === "funnel_path_between_steps" && step < 2) throw invalid("funnel_filter__funnel_step", "Paths between steps end at step 2 or a later one.");
	return {
		query: {
			...query,
			viz: "steps",
			breakdown: null
		},
		around,
		step
	};
}
/** 1 is the first step; -2 means those who dropped off before the second. */
function stepOf$1(sent, steps) {
	const step = typeof sent === "string" && sent.trim() !== "" ? Number(sent) : sent;
	const most = Math.max(1, steps);
	if (typeof step === "number" && Number.isInteger(step)) {
		if (step >= 1 && step <= most) return step;
		if (step <= -2 && step >= -most) return step;
	}
	throw invalid("funnel_filter__funnel_step", `A step of the funnel: 1 to ${most} for those who got there, -2 to -${most} for those who dropped off before it.`, sent === void 0 ? "required" : "invalid_input");
}
/** Reports errors of the inner funnel by their outer path. */
function within(name, read) {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof ServiceError) || error.status !== 400) throw error;
		const attr = error.attr === null ? name : `${name}__${error.attr}`;
		throw new ServiceError(error.code, error.message, error.needs === null ? { attr } : {
			attr,
			needs: error.needs
		});
	}
}
// src/service/resolve/path.ts
/** PathBody -> PathQuery: nothing is left to decide. */
const DEFAULT_STEPS = 5;
const DEFAULT_EDGES = 50;
const SESSION_GAP_MS = 18e5;
function resolvePath(context, body) {
	refuseOtherKind(body, "path");
	const types = typesOf(body);
	const excluded = checkedList(body.exclude_events, "exclude_events", LIMIT.filter_values);
	const start_point = pointOf$6(body.start_point);
	const end_point = pointOf$6(body.end_point);
	const funnel = resolvePathFunnel(context, body);
	const is_whole = start_point !== null && end_point !== null;
	return {
		kind: "path",
		timezone: context.project.timezone,
		range: resolveRangeOrNone({
			...rangeInput(context, body),
			interval: "day",
			whole_first_day: false
		}),
		events: eventsOf$1(types, checkedList(body.include_custom_events, "include_custom_events", LIMIT.filter_values)),
		where: every([resolveCommonFilter(context, body), sampleOf(body)]),
		named: namedOf(types, excluded),
		expression: expressionOf(context, body, types),
		rules: rulesOf(context, body),
		groupings: checkedList(body.path_groupings, "path_groupings", LIMIT.path_rules).filter((text) => text !== ""),
		excluded,
		session_gap_ms: funnel?.query.window_ms ?? SESSION_GAP_MS,
		start_point,
		end_point,
		step_limit: body.step_limit ?? DEFAULT_STEPS,
		edge_limit: body.edge_limit ?? (is_whole ? LIMIT.path_edges : DEFAULT_EDGES),
		...weightsOf(body),
		funnel
	};
}
function typesOf(body) {
	const types = body.path_type === void 0 ? body.include_event_types ?? [] : [body.path_type];
	if (types.includes("custom_event") && (body.include_custom_events ?? []).length > 0) throw invalid("include_custom_events", "Cannot include all custom events and specific custom events in the same query: leave one of the two out.");
	if (types.includes("hogql") && body.paths_hogql_expression === void 0) throw invalid("paths_hogql_expression", "The event type hogql needs the expression that names the steps.", "required");
	return types;
}
function eventsOf$1(types, custom_events) {
	const names = types.filter((type) => type === "$pageview" || type === "$screen");
	return {
		every: types.includes("hogql") || types.length === 0 && custom_events.length === 0,
		custom: types.includes("custom_event"),
		names: [...names, ...custom_events]
	};
}
const NAMED = [{
	event: "$pageview",
	key: "$current_url",
	is_url: true
}, {
	event: "$screen",
	key: "$screen_name",
	is_url: false
}];
/** If all events are steps, an event excluded by type keeps its own name, by which it is left out. */
function namedOf(types, excluded) {
	return NAMED.filter(({ event }) => types.length === 0 ? !excluded.includes(event) : types.includes(event));
}
/** Names the remaining events: those of type hogql, or all if no type is given. */
function expressionOf(context, { paths_hogql_expression: text }, types) {
	if (text === void 0 || types.length > 0 && !types.includes("hogql")) return null;
	return resolveValue(expressionSetting(context), text, "paths_hogql_expression");
}
/** Trailing slashes are ignored. */
function pointOf$6(text) {
	return text === void 0 ? null : withoutSlash(text);
}
/** The project's rules if requested, then the question's. */
function rulesOf(context, body) {
	const own = checkedList(body.local_path_cleaning_filters, "local_path_cleaning_filters", LIMIT.path_rules).map((rule, at) => resolveRule(rule, `local_path_cleaning_filters__${at}`));
	if (body.path_replacements !== true) return own;
	return [...projectRules(context), ...own];
}
function projectRules({ project }) {
	const read = () => project.path_cleaning_filters.map((rule, at) => resolveRule(rule, String(at)));
	return readStored$1("In the project's path_cleaning_filters", "path_replacements", read);
}
/** @throws ServiceError naming the field below `attr` */
function resolveRule(sent, attr) {
	const { regex, alias } = isObject(sent) ? sent : {};
	const form = "{\"regex\":\"/users/\\\\d+\",\"alias\":\"/users/<id>\"}";
	if (typeof regex !== "string" || regex === "") throw invalid(`${attr}__regex`, `A rule is like ${form}.`, "required");
	if (alias !== void 0 && alias !== null && typeof alias !== "string") throw invalid(`${attr}__alias`, `The alias is a text, as in ${form}.`);
	if (regex.length > LIMIT.regex_chars) throw invalid(`${attr}__regex`, `Ensure this field has no more than ${LIMIT.regex_chars} characters.`, "max_length");
	try {
		RE2JS.compile(regex);
	} catch {
		throw invalid(`${attr}__regex`, `Not a pattern by RE2 rules: ${JSON.stringify(regex)}. A rule is like ${form}.`);
	}
	return {
		regex,
		alias: alias ?? ""
	};
}
function weightsOf(body) {
	const min = body.min_edge_weight ?? 0;
	const max = body.max_edge_weight ? body.max_edge_weight : Number.POSITIVE_INFINITY;
	if (max < min) throw invalid("max_edge_weight", "Max Edge weight can't be lower than min edge weight");
	const share = body.sampling_factor ?? 1;
	return {
		min_weight: min * share,
		max_weight: max * share
	};
}
function sampleOf({ sampling_factor: share }) {
	return share === void 0 || share === 1 ? ALL : {
		kind: "sampled",
		share
	};
}
function checkedList(sent, attr, most) {
	const list = sent ?? [];
	if (list.length > most) throw invalid(attr, `Ensure this field has no more than ${most} items.`);
	return list;
}
// src/service/text/path_text.ts
/** Paths as text and as a table, one row per edge. */
const SECOND_MS$1 = 1e3;
function pathParts(answer, telling) {
	const { resolved, result } = answer;
	return [
		...headlines(answer, "Paths"),
		result.length > 0 ? "" : emptyReason(resolved),
		{
			head: result.length > 0 ? ["step | from | to | paths | average time"] : [],
			rows: result.map(edgeLine),
			keep: "first",
			noun: "edges",
			how: `A higher ${byArguments(telling, "min_edge_weight")} or lower ${byArguments(telling, "edge_limit")} makes them fewer; ${byArguments(telling, "start_point")} picks some of them.`
		}
	];
}
function edgeLine({ source, target, value, average_conversion_time }) {
	const [step, from] = stepAndName(source);
	const [, to] = stepAndName(target);
	return [
		step,
		quoted$1(from),
		quoted$1(to),
		value,
		durationText(average_conversion_time / SECOND_MS$1)
	].join(" | ");
}
/** `1_/pricing` is the step /pricing at position 1. */
function stepAndName(text) {
	const cut = text.indexOf("_");
	return [text.slice(0, cut), text.slice(cut + 1)];
}
/** One row per edge. */
function pathTable({ result }) {
	return {
		columns: [
			"source",
			"target",
			"value",
			"average_conversion_time"
		],
		rows: result.map((edge) => [
			edge.source,
			edge.target,
			edge.value,
			edge.average_conversion_time
		])
	};
}
const path = {
	kind: "path",
	body: PathBody,
	also: {},
	line: TrendEntityBody,
	resolve: resolve$4,
	nothing: [],
	text: pathParts,
	table: pathTable,
	chart: pathChart,
	people: {
		shared: [],
		fields: {
			source: textField("Path: where the edge begins: 1_/pricing"),
			target: textField("Path: where the edge ends: 2_/sign-up")
		},
		point: (sent, { query }) => pointOf$5(sent, query)
	},
	computing: {
		path: "path/",
		title: "Compute paths",
		description: "What people do one after the other: how many go from a page, screen or event to the next, within sessions of 30 minutes. Example: {\"include_event_types\":[\"$pageview\"],\"start_point\":\"/pricing\"}.",
		as_json: "lists",
		output: null,
		result: PathResult.shape.result,
		unasked: KIND_NAMES.path.insight
	}
};
function resolve$4(context, flat) {
	const body = checked$1(PathBody, flat);
	const query = resolvePath(context, body);
	const { timezone, range } = query;
	return {
		asked: {
			kind: "path",
			query
		},
		showing: { sampled_share: body.sampling_factor ?? 1 },
		body,
		filters: {
			insight: KIND_NAMES.path.insight,
			date_from: "-7d",
			...said(pick(body, Object.keys(PathBody.shape)))
		},
		parts: [query],
		range,
		interval: null,
		extent: [],
		understood: () => ({
			timezone,
			range,
			interval: null,
			entities: stepsOf(query),
			words: pathWords(context, body, query)
		})
	};
}
/** Events that are steps. */
function stepsOf({ events, funnel }) {
	const lines = [
		...events.every ? [{
			id: null,
			name: "All events"
		}] : [],
		...events.custom ? [{
			id: null,
			name: "All custom events"
		}] : [],
		...events.names.map((name) => ({
			id: name,
			name
		}))
	].map((line, order) => ({
		type: "events",
		order,
		...line
	}));
	const asked = funnel === null ? [] : funnel.query.steps;
	return [...lines, ...asked.map((step, at) => ({
		...step,
		order: lines.length + at
	}))];
}
function pointOf$5(sent, query) {
	const source = placedName("source", sent.source);
	const target = placedName("target", sent.target);
	if (target.step !== source.step + 1) throw invalid("target", "An edge ends one step after it begins.");
	return {
		kind: "path",
		query,
		step: source.step,
		source: source.name,
		target: target.name
	};
}
function placedName(attr, text) {
	const found = /^(\d{1,4})_(.*)$/su.exec(text ?? "");
	if (found !== null && Number(found[1]) > 0) return {
		step: Number(found[1]),
		name: found[2]
	};
	throw invalid(attr, "Send both ends of the edge as in the answer: \"source\":\"1_/pricing\", \"target\":\"2_/sign-up\".");
}
// src/service/text/retention_text.ts
function retentionParts(answer, telling) {
	const { resolved, result } = answer;
	const empty = result.every((row) => (row.values[0]?.count ?? 0) === 0);
	const lacks = columnLacks(answer);
	const width = widest(result);
	const most = Math.ceil(telling.tokens / (3 * width + 1));
	const shown = result.slice(0, most);
	const unwritten = result.length - shown.length;
	return [
		...headlines(answer, "Retention"),
		empty ? emptyReason(resolved) : "",
		...legend(answer, lacks),
		{
			head: [headOf(result)],
			rows: [...shown.map((row) => rowText(row, width, lacks)), ...unwritten > 0 ? [] : meanRow(result, lacks)],
			unwritten,
			keep: "first",
			noun: "rows",
			how: `A lower ${byArguments(telling, "total_intervals")} or a longer ${byArguments(telling, "period")} makes them fewer.`
		}
	];
}
function widest(result) {
	return result.reduce((most, row) => Math.max(most, row.values.length), 0);
}
/** Incomplete periods, from the starts of one value's rows. */
function columnLacks(answer) {
	const width = widest(answer.result);
	const first = answer.result.find(({ values }) => values.length === width);
	return lacksOf(answer.result.filter((row) => String(row.breakdown_value) === String(first?.breakdown_value)).flatMap(({ date }) => date ?? []), answer.resolved, answer.resolved, nowOf(answer));
}
function legend({ result, resolved }, lacks) {
	if (result.every(({ date }) => date === void 0)) return [];
	const running = lacks.includes("so far");
	const unit = resolved.interval ?? "period";
	return [`Shares are of those who started; – ${running ? "has not happened yet" : "is after the range"}${running ? `; * this ${unit} still runs` : ""}.`];
}
function headOf(result) {
	const longest = result.find((row) => row.values.length === widest(result));
	const split = result.some(({ breakdown_value }) => breakdown_value !== void 0);
	const dated = result.some(({ date }) => date !== void 0);
	const labels = (longest?.values ?? []).slice(1).map(({ label }) => label);
	return [
		...split ? ["value"] : [],
		...dated ? ["start"] : [],
		"people",
		...labels
	].join(" | ");
}
function rowText(row, width, lacks) {
	const start = row.date === void 0 ? null : startIndex(row, width);
	const size = row.values[0]?.count ?? 0;
	const begun = start === null ? "" : lacks[start] ?? "";
	const cells = Array.from({ length: width - 1 }, (_, at) => {
		const cell = row.values[at + 1];
		const lack = start === null ? "" : lacks[start + at + 1] ?? "";
		if (cell === void 0 || lack === "not yet") return "–";
		return `${cell.count} (${percentText(cell.count, size)})${lack === "so far" ? "*" : ""}`;
	});
	return [
		...leadCells(row, begun),
		begun === "not yet" ? "–" : String(size),
		...cells
	].join(" | ");
}
/** A breakdown value's rows are a triangle: each is one shorter than the one before. */
function startIndex({ values }, width) {
	return width - values.length;
}
function leadCells(row, lack) {
	const { breakdown_value: value, date } = row;
	const time = date === void 0 ? [] : [`${date.slice(0, 16).replace("T", " ").replace(" 00:00", "")}${lack ? ` (${lack})` : ""}`];
	return [...value === void 0 ? [] : [splitValueText(value)], ...time];
}
/** Shares of all who started, over complete periods. */
function meanRow(result, lacks) {
	const width = widest(result);
	if (result.some(({ breakdown_value, date }) => breakdown_value !== void 0 || date === void 0) || result.length < 2) return [];
	const cells = Array.from({ length: width - 1 }, (_, at) => {
		const rows = result.filter((row) => at + 1 < row.values.length && isOver(lacks[startIndex(row, width) + at + 1]));
		return percentText(rows.reduce((sum, row) => sum + (row.values[at + 1]?.count ?? 0), 0), rows.reduce((sum, row) => sum + (row.values[0]?.count ?? 0), 0));
	});
	const started = result.reduce((sum, row) => sum + (row.values[0]?.count ?? 0), 0);
	return [[
		"all starts",
		String(started),
		...cells
	].join(" | ")];
}
function isOver(lack) {
	return lack !== "not yet" && lack !== "so far";
}
/** One row per start period; later ones have fewer numbers. */
function retentionTable({ result }) {
	const longest = widest(result);
	const labelled = result.find((row) => row.values.length === longest);
	const split = result.some((row) => row.breakdown_value !== void 0);
	return {
		columns: [
			...split ? ["breakdown_value"] : [],
			"start",
			"date",
			...(labelled?.values ?? []).map(({ label }) => label)
		],
		rows: result.map((row) => [
			...split ? [shownValue(row)] : [],
			row.label,
			row.date ?? null,
			...Array.from({ length: longest }, (_, later) => row.values[later]?.count ?? null)
		])
	};
}
function shownValue({ breakdown_value: value }) {
	return Array.isArray(value) ? value.join("::") : value ?? "";
}
// src/service/chart/retention.ts
/** Retention as a chart: the triangle, and the mean over all cohorts. */
const PERIODS = [
	"Hour",
	"Day",
	"Week",
	"Month"
];
function retentionChart(answer, asked) {
	const { result, resolved } = answer;
	const width = widest(result);
	const columns = (result.find((row) => row.values.length === width)?.values ?? []).map(({ label }) => label);
	const interval = resolved.interval ?? "day";
	const lacks = columnLacks(answer);
	const rows = result.map((row) => shownRow(row, {
		lacks,
		width,
		interval
	}));
	const mean = meanOf(rows, width);
	const started = rows.reduce((sum, { size }) => sum + size, 0);
	const summary = summaryOf(started, mean, columns);
	const is_open = rows.some(({ open_from, values }) => open_from < values.length);
	return {
		...frameOf$1(answer, asked, {
			title: aboutTitle(`Retention by ${interval}`, resolved, asked),
			summary,
			figures: [summary],
			notes: [`${is_open ? "A dashed rim marks periods that are not over yet. " : ""}Shares are of those who started.`],
			is_empty: started === 0,
			controls: [{
				label: "By",
				choices: PERIODS.map((period) => periodChoice(period, interval))
			}],
			table: tableOf$1([["Start", "text"], ...columns.map((name) => [name, "count"])], rows.map(({ name, values }) => [name, ...columns.map((_, at) => values[at] ?? null)]))
		}),
		kind: "cohorts",
		form: "triangle",
		columns,
		rows: rows.slice(0, LIMIT.chart_rows),
		mean
	};
}
/** Rows without a date are sums over all starts, of complete periods only. */
function shownRow(row, { lacks, width, interval }) {
	const start = row.date === void 0 ? null : startIndex(row, width);
	const open = start === null ? -1 : lacks.findIndex((lack, period) => period >= start && !isOver(lack));
	return {
		name: rowName(row, interval),
		size: row.values[0]?.count ?? 0,
		values: row.values.map(({ count }, at) => start !== null && lacks[start + at] === "not yet" ? null : count),
		open_from: open < 0 || start === null ? width : open - start,
		people: pointOf$4(row, start)
	};
}
function summaryOf(started, mean, columns) {
	const later = mean.findIndex((value, at) => at > 0 && value !== null);
	if (later < 0) return `${full(started, "count")} started.`;
	const period = columns[later]?.toLowerCase() ?? "the next period";
	return `${percent(mean[later])} came back in ${period}${lastMean(mean, columns, later)}.`;
}
function periodChoice(period, interval) {
	return {
		label: period,
		added: { period },
		is_on: interval === period.toLowerCase()
	};
}
function lastMean(mean, columns, first) {
	const last = mean.findLastIndex((value) => value !== null);
	return last <= first ? "" : `, ${percent(mean[last])} in ${columns[last]?.toLowerCase() ?? ""}`;
}
function rowName({ breakdown_value: value, date }, interval) {
	const start = date === void 0 ? [] : [rowTime(date.slice(0, 16).replace("T", " "), interval)];
	return [...value === void 0 ? [] : [shownName([value].flat().join(" / "))], ...start].join(", ");
}
/** `cohort`: index of the start; null for a sum over all starts. */
function pointOf$4(row, cohort) {
	if (isRest(row.breakdown_value)) return null;
	return {
		...cohort === null ? {} : { cohort },
		...row.breakdown_value === void 0 ? {} : { breakdown_value: row.breakdown_value }
	};
}
/** Shares of all who started, over rows whose period is complete. */
function meanOf(rows, width) {
	return Array.from({ length: width }, (_, at) => {
		const counted = rows.filter(({ values, open_from }) => at < values.length && at < open_from && values[at] !== null);
		const started = counted.reduce((sum, { size }) => sum + size, 0);
		const came = counted.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
		return started === 0 ? null : came / started * 100;
	});
}
// src/service/resolve/retention.ts
/** RetentionBody -> RetentionAsked: nothing is left to decide. Periods are counted back from the one containing date_to. */
const DEFAULT_EVENT = "$pageview";
const DEFAULT_INTERVALS = 11;
const INTERVAL_OF = {
	Hour: "hour",
	Day: "day",
	Week: "week",
	Month: "month"
};
function resolveRetention(context, body) {
	refuseOtherKind(body, "retention");
	const where = every([resolveCommonFilter(context, body), sampleOf$2(body.sampling_factor)]);
	const target = resolveLine(context, body.target_entity, "target_entity", 0);
	const returning = resolveLine(context, body.returning_entity, "returning_entity", 1);
	const breakdown = resolveBreakdown(context, body, LIMIT.breakdown_default_retention);
	const period = body.period ?? "Day";
	const intervals = body.total_intervals ?? DEFAULT_INTERVALS;
	const is_row_per_value = isRowPerValue(body);
	const edges_ms = resolvePeriods(context, body, INTERVAL_OF[period], intervals, is_row_per_value);
	return {
		query: {
			kind: "retention",
			timezone: context.project.timezone,
			interval: INTERVAL_OF[period],
			range: {
				from_ms: edges_ms[0],
				until_ms: edges_ms[edges_ms.length - 1]
			},
			edges_ms,
			actor: resolveActor(context, body),
			...startOf(context, body, target, where),
			returning: restricted(returning.entity, where),
			minimum_occurrences: body.minimum_occurrences ?? 1,
			cumulative: body.cumulative ?? false,
			breakdown,
			split_returns: !is_row_per_value
		},
		period,
		intervals,
		is_row_per_value,
		sampled_share: body.sampling_factor ?? 1
	};
}
/** Older clients also send a type beside the list `breakdowns`. */
function isRowPerValue(body) {
	return isListBreakdown(body) && body.breakdown_type !== void 0 && body.breakdown_type !== "cohort";
}
function resolveLine(context, sent, attr, order) {
	const line = {
		body: sent ?? { id: DEFAULT_EVENT },
		attr,
		type: sent?.type ?? "events"
	};
	return {
		...line,
		entity: resolveEntity(context, settingOf(context), line, order)
	};
}
function startOf(context, body, line, where) {
	const target = restricted(line.entity, where);
	switch (body.retention_type ?? "retention_recurring") {
		case "retention_recurring": return {
			start: "every",
			target,
			first_among: target.matches
		};
		case "retention_first_time": return {
			start: "first_time",
			target,
			first_among: target.matches
		};
		case "retention_first_ever_occurrence": return {
			start: "first_ever",
			target,
			first_among: restricted({
				...line.entity,
				matches: bareMatches(context, line)
			}, where).matches
		};
	}
}
/** date_from is ignored. `is_end_included`: the instant at which the last period ends is a period of its own. */
function resolvePeriods(context, body, interval, intervals, is_end_included) {
	const clock = clockOf(context);
	const { timezone, week_start } = clock;
	const end = endText(body.date_to);
	const to_ms = end === null ? clock.now_ms : readDate$3("date_to", end, clock).ms;
	const last_ms = floorTo$1(timezone, to_ms, interval, week_start);
	const from_ms = addUnits(timezone, last_ms, -intervals, interval);
	const edges_ms = bucketEdges(clock, {
		from_ms,
		until_ms: last_ms + 1
	}, interval, LIMIT.buckets).slice(-intervals - 1);
	return is_end_included ? Float64Array.of(...edges_ms, edges_ms[intervals] + 1) : edges_ms;
}
const retention = {
	kind: "retention",
	body: RetentionBody,
	also: {},
	line: TrendEntityBody,
	resolve: resolve$3,
	nothing: [],
	text: retentionParts,
	table: retentionTable,
	chart: retentionChart,
	people: {
		shared: ["breakdown_value"],
		fields: {
			cohort: wholeField("Retention: which row, from 0", { min: 0 }),
			later: wholeField("Retention: periods after the start (default 0: all who started)", { min: 0 })
		},
		point: (sent, { query }) => pointOf$3(sent, query)
	},
	computing: {
		path: "retention/",
		title: "Compute retention",
		description: "Who comes back: a row per start period with how many did the target event, and how many of them the returning event 1, 2, … periods later. Example: {\"target_entity\":{\"id\":\"sign up\"},\"returning_entity\":{\"id\":\"$pageview\"},\"period\":\"Week\"}.",
		as_json: "entities and lists",
		output: null,
		result: RetentionResult.shape.result,
		unasked: null
	}
};
function resolve$3(context, flat) {
	const body = checked$1(RetentionBody, flat);
	const { query, ...showing } = resolveRetention(context, body);
	return {
		asked: {
			kind: "retention",
			query
		},
		showing,
		body,
		filters: {
			insight: KIND_NAMES.retention.insight,
			...said(pick(body, Object.keys(RetentionBody.shape)))
		},
		parts: [{
			...query,
			edges_ms: null,
			week_start_day: context.project.week_start_day
		}],
		range: query.range,
		interval: query.interval,
		extent: [{
			cohorts: cohortsOf(query.breakdown),
			"cells of a table": cellsOf(query)
		}],
		understood: () => ({
			...query,
			entities: [query.target, query.returning],
			words: retentionWords(context, body, query)
		})
	};
}
/** A triangle, or one row. */
function cellsOf(query) {
	const points = pointsOf(query);
	return query.split_returns ? points * (points + 1) / 2 : points;
}
function pointOf$3({ cohort, later = 0, ...sent }, query) {
	const size = pointsOf(query);
	if ((cohort ?? 0) + later >= size) throw invalid("later", `There are ${size} periods: cohort and later go beyond.`);
	const rows = cohort === void 0 ? {
		first: 0,
		until: size
	} : {
		first: cohort,
		until: cohort + 1
	};
	return {
		kind: "retention",
		query,
		key: keyOf$2(sent, query.breakdown),
		later,
		...rows
	};
}
// src/model/sql/body.ts
/** A statement of SQL as it is sent, and as it is answered. */
const Sent = union([
	string(),
	number$1(),
	boolean(),
	_null()
]);
const SentValue = union([Sent, array(Sent).max(LIMIT.filter_values)]);
const SqlBody = object({
	query: string().max(LIMIT.sql_chars).describe("HogQL: SELECT … FROM events, persons, groups, sessions, cohort_people; it only reads"),
	values: jsonField(record(string(), SentValue), "What {name} in the statement stands for: {\"country\": \"DE\"}"),
	date_from: textField("Of what {filters} in WHERE stands for"),
	date_to: textField("Likewise"),
	properties: jsonField(unknown$2(), "Likewise: filters, as of compute_trend").meta({ type: "array" }),
	filter_test_accounts: flagField("Likewise: leave out our own staff"),
	limit: wholeField("Rows where the statement has no LIMIT (default 100)", {
		min: 1,
		max: LIMIT.sql_rows
	}),
	explain: explainField,
	refresh: refreshField("Compute again even if cached"),
	client_query_id: textField("Your own name for it, to cancel it", LIMIT.client_query_id_chars)
});
const SqlResult = object({
	results: array(array(unknown$2())),
	columns: array(string()),
	/** Name and type of each column. */
	types: array(array(string())),
	hasMore: boolean(),
	limit: number$1(),
	behind: BehindSchema.optional(),
	/** Over HTTP, row by row: who is behind it, and the events themselves. */
	persons_urls: array(object({ url: string().nullable() })).optional(),
	events_urls: array(object({ url: string().nullable() })).optional(),
	explain: ExplanationSchema.optional(),
	hogql: string(),
	is_cached: boolean(),
	last_refresh: string(),
	timezone: string(),
	resolved: ResolvedSchema
});
// src/sql/grammar/literal.ts
/** A text as statements and expressions have it: the lexer reads it back as it was. */
function textLiteral(text) {
	return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
// src/service/present/sql_links.ts
/** Links from a row of a statement to the events behind it, and to their people. */
/** A condition on events; null where a value of the row cannot be written as one. */
function conditionOf({ where, keys }, row) {
	const values = keys.map(({ column }) => literalOf(row[column]));
	if (values.includes(null)) return null;
	const parts = keys.map(({ text }, at) => values[at] === "null" ? `isNull(${text})` : `(${text}) = ${values[at]}`);
	const all = where === null ? parts : [`(${where})`, ...parts];
	return all.length === 0 ? "true" : all.join(" and ");
}
function literalOf(value) {
	if (value === null || value === void 0) return "null";
	if (typeof value === "string") return textLiteral(value);
	return typeof value === "object" ? null : String(value);
}
function filterOf$1(condition) {
	return {
		type: "hogql",
		key: condition
	};
}
/** What everybody who did something behind the row is asked by. */
function peopleQuestion(condition) {
	return {
		kind: "trend",
		events: [{ id: null }],
		properties: [filterOf$1(condition)],
		interval: "month",
		date_from: "all"
	};
}
/** One of each per row, in order; null once they would take too much of the answer. */
function rowLinks(origin, project_id, behind, rows) {
	const begin = `${origin}/api/projects/${project_id}`;
	let left = LIMIT.people_links_chars;
	const limited = (url) => {
		if (url.length > Math.min(left, LIMIT.people_link_chars)) return null;
		left -= url.length;
		return url;
	};
	const urls = rows.slice(0, LIMIT.page_max).map((row) => {
		const condition = conditionOf(behind, row);
		if (condition === null) return {
			persons: null,
			events: null
		};
		return {
			events: limited(`${begin}/events/?properties=${encoded([filterOf$1(condition)])}`),
			persons: limited(`${begin}/persons/?question=${encoded(peopleQuestion(condition))}`)
		};
	});
	return {
		persons_urls: urls.map(({ persons: url }) => ({ url })),
		events_urls: urls.map(({ events: url }) => ({ url }))
	};
}
function encoded(value) {
	return encodeURIComponent(JSON.stringify(value));
}
// src/service/text/explanation_text.ts
/** How an answer was made, as lines for a model and for people at a prompt. */
/** Of those that were read; the answer has all. */
const COLUMNS_TOLD = 20;
function explanationLines({ plan, ms, statements = [], ...read }) {
	const columns = read.columns_read.length === 0 ? "" : `; columns: ${listed$1(read.columns_read.map(visible), "and", COLUMNS_TOLD)}`;
	const times = Object.entries(ms).map(([stage, took_ms]) => `${stage.replace("_", " ")} ${took_ms}`);
	return [
		"How it was computed:",
		...plan.map((line) => `  ${visible(line)}`),
		...statements.flatMap(({ sql, rows_read, bytes_read, ms: took_ms }) => [`  statement: ${visible(sql)}`, `    ${counted$3(rows_read ?? 0, "row")} and ${counted$3(bytes_read ?? 0, "byte")} read, ${took_ms} ms`]),
		`  ${counted$3(read.rows_read, "row")} read, ${counted$3(read.bytes_loaded, "byte")} loaded${columns}`,
		`  milliseconds: ${times.join(", ")}`
	];
}
/** An answer's text, and how it was made where that was asked. */
function withExplanation(text, explain) {
	return explain === void 0 ? text : [text, ...explanationLines(explain)].join("\n");
}
// src/service/text/sql_text.ts
/** Rows of a statement as text and as a table. */
function sqlText(answer) {
	const { results, columns, hasMore, limit, behind } = answer;
	return withExplanation(written$1([
		...rowParts(results, columns),
		hasMore ? `There are more than these ${limit} rows: send LIMIT and OFFSET, or group them.` : "",
		...answer.resolved.warnings.map(visible),
		behind === void 0 || results.length === 0 ? "" : nextStep(behind, results[0])
	]), answer.explain);
}
function sqlParts({ result, resolved }) {
	const [first] = result;
	const next = first === void 0 || resolved?.behind === void 0 ? "" : nextStep(resolved.behind, first);
	return [...rowParts(result, resolved?.columns ?? []), next];
}
function rowParts(rows, columns) {
	if (rows.length === 0) return [`No rows. Columns: ${columns.map(visible).join(", ")}.`];
	return [{
		head: [columns.map(visible).join(" | ")],
		rows: rows.map((row) => row.map(cellText).join(" | ")),
		keep: "first",
		noun: "rows",
		how: "LIMIT and OFFSET in the statement page through them, GROUP BY makes them fewer."
	}];
}
/** Text from the project's data is quoted, so that it is not taken for ours. */
function cellText(value) {
	if (value === null || value === void 0) return "null";
	if (typeof value === "string") return quoted$1(value, LIMIT.breakdown_value_chars);
	return typeof value === "object" ? visible(JSON.stringify(value)) : String(value);
}
/** How to get from a row to what happened. */
function nextStep(behind, row) {
	const condition = conditionOf(behind, row);
	if (condition === null || condition.length > LIMIT.breakdown_value_chars * 2) return "";
	return `Behind the first row: list_events with ${visible(JSON.stringify({ properties: [filterOf$1(condition)] }))}.`;
}
function sqlTable({ results, columns }) {
	return {
		columns,
		rows: results.map((row) => row.map(cellOf$1))
	};
}
function savedSqlTable({ result, resolved }) {
	return sqlTable({
		results: result,
		columns: resolved?.columns ?? []
	});
}
function cellOf$1(value) {
	if (isObject(value) || Array.isArray(value)) return JSON.stringify(value);
	return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
// src/service/chart/sql.ts
/** Rows of a statement as a chart: over time or by name if the columns allow it, else a table. */
/** More lines cannot be told apart. */
const LINES = 8;
/** More bars are unreadable. */
const BARS = 40;
function sqlChart(answer, asked) {
	const table = savedSqlTable(answer);
	const kinds = kindsOf(answer.resolved);
	const { listing, ...own } = frameOf$1(answer, asked, {
		title: "SQL",
		is_empty: table.rows.length === 0,
		controls: [],
		summary: `${table.rows.length} rows of ${table.columns.join(", ")}.`,
		table: chartTable(table.rows, table.columns, kinds)
	});
	const frame = {
		...own,
		listing: null
	};
	const people = peopleBehind(answer);
	const listed = {
		...own,
		listing: people.some((each) => each !== null) ? listing : null
	};
	const numbers = kinds.flatMap((kind, at) => kind === "number" && at > 0 ? [at] : []).slice(0, LINES);
	if (kinds[0] === "time" && numbers.length > 0 && table.rows.length <= LIMIT.chart_points) return {
		...listed,
		...lines(table.rows, table.columns, numbers, people)
	};
	if (kinds[0] === "text" && numbers.length === 1 && table.rows.length <= BARS && table.rows.length > 0) return {
		...listed,
		kind: "values",
		unit: "number",
		values: bars(table.rows, numbers[0], people)
	};
	return {
		...frame,
		kind: "values",
		unit: "number",
		values: [],
		empty: frame.empty ?? "This answer is a table."
	};
}
function kindsOf({ types }) {
	return (types ?? []).map(([, type = ""]) => type).map((name) => name === "Float64" ? "number" : name.startsWith("Date") ? "time" : "text");
}
/** Row -> who did what is behind it; null from where they would take too much of the answer. */
function peopleBehind({ result, resolved: { behind } }) {
	let left = LIMIT.people_links_chars;
	return result.map((row) => {
		const condition = behind === void 0 ? null : conditionOf(behind, row);
		left -= condition?.length ?? 0;
		return condition === null || left < 0 ? null : { question: peopleQuestion(condition) };
	});
}
function lines(rows, columns, numbers, people) {
	const timeOf = (row) => String(rows[row][0]);
	const sorted = [...rows.keys()].sort((a, b) => timeOf(a) < timeOf(b) ? -1 : 1);
	const starts = sorted.map((row) => timeOf(row).slice(0, 19).replace("T", " "));
	return {
		kind: "series",
		form: "line",
		unit: "number",
		marks: [],
		open: [],
		is_thinned: false,
		axis: {
			kind: "time",
			interval: starts.every((start) => /^.{10}( 00:00:00)?$/.test(start)) ? "day" : "hour",
			starts
		},
		series: numbers.map((column, hue) => ({
			name: shownName(columns[column]),
			role: "current",
			hue,
			people: null,
			values: sorted.map((row) => numberOf$1(rows[row][column]))
		})),
		people: sorted.map((row) => people[row] ?? null)
	};
}
function bars(rows, column, people) {
	return rows.map(([name, ...rest], hue) => ({
		name: shownName(String(name ?? "None")),
		value: numberOf$1(rest[column - 1]) ?? 0,
		before: null,
		hue,
		people: people[hue] ?? null
	})).sort((a, b) => b.value - a.value);
}
function numberOf$1(value) {
	return typeof value === "number" ? value : null;
}
function chartTable(rows, columns, kinds) {
	const shown = rows.slice(0, LIMIT.chart_rows);
	return {
		columns: columns.slice(0, LIMIT.chart_columns).map((name, at) => ({
			name: shownName(name),
			unit: kinds[at] === "number" ? "number" : "text"
		})),
		rows: shown.map((row) => row.slice(0, LIMIT.chart_columns).map((cell) => typeof cell === "boolean" ? String(cell) : cell)),
		rows_left_out: rows.length - shown.length
	};
}
// src/sql/grammar/clauses.ts
/** Words that clauses begin with, names between them, and what is misplaced. */
/** Words that end an item, so they cannot be its alias. */
const CLAUSES = [
	"from",
	"where",
	"group",
	"having",
	"window",
	"order",
	"limit",
	"offset",
	"union",
	"qualify",
	"join",
	"on",
	"using"
];
const SETS = /* @__PURE__ */ new Set([
	"union",
	"except",
	"intersect"
]);
const JOINS = [
	"inner",
	"left",
	"right",
	"full",
	"cross"
];
const STOP = /* @__PURE__ */ new Set([
	...CLAUSES,
	...JOINS,
	"as",
	"by",
	"any",
	"all",
	"asof",
	"prewhere",
	"settings",
	"format",
	"array",
	"fetch",
	"with",
	"except",
	"intersect"
]);
function isEnd(reader) {
	const { kind } = current(reader);
	return kind === "end" || isSign(reader, ")") || isSign(reader, ";") || SETS.has(word(reader));
}
/** Clauses of other databases, and what stands for them here. */
const INSTEAD = [
	[/^at time$/, "times are in the zone of the project, so there is no AT TIME ZONE"],
	[/^with$/, "there is no WITH TOTALS and no ROLLUP: add UNION ALL SELECT 'total', count() … without the GROUP BY"],
	[/^grouping sets$/, "there are no GROUPING SETS: write a UNION ALL of one GROUP BY for each set"],
	[/tablesample/, "all rows are looked at: leave the sample out"],
	[/^similar/, "write LIKE, or =~ for a regular expression"]
];
/** A misspelt clause is read as an alias of what precedes it, so it may be the current token or the one before. */
function misplaced(reader, wanted) {
	const said = [word(reader, -1), word(reader)];
	const instead = INSTEAD.find(([pattern]) => pattern.test(said.join(" ")) || pattern.test(said[1]))?.[1];
	if (instead !== void 0) return unexpected(reader, instead);
	if (isSign(reader, "(") && said[0] !== "" && !STOP.has(said[0])) return unexpected(reader, `a comma may be missing before ${said[0]}. Else expected ${wanted}`);
	return unexpected(reader, `${said.map((name) => name === "" || STOP.has(name) ? "" : nearestText(name, CLAUSES)).find(Boolean) ?? ""}expected ${wanted}`);
}
/** `as name`, or the name alone. */
function readAlias(reader) {
	if (take$2(reader, "as")) return readName(reader);
	const token = current(reader);
	if (token.kind !== "name" || !token.quoted && STOP.has(token.text.toLowerCase())) return null;
	reader.at++;
	return token.text;
}
function readName(reader) {
	const token = current(reader);
	if (token.kind !== "name") throw unexpected(reader, "expected a name");
	reader.at++;
	return token.text;
}
// src/sql/grammar/from.ts
/** Tables, and how they are joined. */
function readFrom(reader) {
	let left = readTable(reader);
	for (;;) {
		const { at } = current(reader);
		if (take$2(reader, ",")) {
			left = {
				kind: "join",
				how: "cross",
				left,
				right: readTable(reader),
				on: null,
				at
			};
			continue;
		}
		const how = readJoin(reader);
		if (how === null) return left;
		const right = readTable(reader);
		left = {
			kind: "join",
			how,
			left,
			right,
			on: how === "cross" ? null : readOn(reader, left, right),
			at
		};
	}
}
function readJoin(reader) {
	const said = JOINS.find((name) => name === word(reader));
	const next = word(reader, 1);
	if (said === void 0) return take$2(reader, "join") ? "inner" : null;
	if (next !== "join" && next !== "outer") return null;
	reader.at++;
	take$2(reader, "outer");
	expect(reader, "join");
	return said;
}
function readOn(reader, left, right) {
	const { at } = current(reader);
	if (take$2(reader, "on")) return readExpression(reader);
	if (!take$2(reader, "using")) throw misplaced(reader, "ON, and what has to be equal: ON a.person_id = b.person_id");
	return chained("and", (isSign(reader, "(") ? readBracketed(reader, readName) : readList$1(reader, readName)).map((name) => {
		const [of_left, of_right] = [left, right].map((from) => ({
			kind: "path",
			parts: [aliasOf(from), name],
			at
		}));
		return {
			kind: "binary",
			operator: "=",
			left: of_left,
			right: of_right,
			at
		};
	}));
}
function aliasOf(from) {
	return from.kind === "join" ? aliasOf(from.left) : from.kind === "set" ? "" : from.alias ?? "";
}
function readTable(reader) {
	const token = current(reader);
	if (take$2(reader, "(")) {
		const statement = reader.statement(reader);
		expect(reader, ")");
		return {
			kind: "statement",
			statement,
			alias: readAlias(reader),
			at: token.at
		};
	}
	if (/^(unnest|lateral|generate_series|generate_date_array|flatten)$/.test(word(reader))) throw unexpected(reader, "items of a list become rows by ARRAY JOIN: FROM events ARRAY JOIN properties.tags AS tag. numbers(n) has rows to count by");
	if (token.kind !== "name") throw unexpected(reader, "expected a table, as events, or (SELECT …)");
	let name = readName(reader);
	while (take$2(reader, ".")) name += `.${readName(reader)}`;
	const args = isSign(reader, "(") ? readBracketed(reader, readExpression) : [];
	take$2(reader, "final");
	if (word(reader) === "sample") throw unexpected(reader, "SAMPLE is not supported: all rows are looked at");
	return {
		kind: "table",
		name,
		args,
		alias: readAlias(reader) ?? name,
		at: token.at
	};
}
// src/sql/grammar/statement.ts
/**
* Text -> statement, by recursive descent over the expressions of `parser.ts`:
*
*   statement = [WITH named, …] part [(UNION [ALL] | EXCEPT) part …] [tail]
*   part      = select [INTERSECT select …]
*   select    = SELECT [DISTINCT [ON (e, …)]] column, … [FROM from] [ARRAY JOIN list AS name, …] [WHERE e] [GROUP BY e, …]
*               [HAVING e] [WINDOW name AS (…), …] [QUALIFY e] [tail] | ( statement )
*   tail      = [ORDER BY e [DESC], …] [LIMIT n BY e, …] [LIMIT n] [OFFSET n]
*   from      = table [[AS] name] { [INNER | LEFT | RIGHT | FULL | CROSS] JOIN table [[AS] name] [ON e | USING (name, …)] }
*   table     = name | numbers(n) | ( statement )
*/
/** How other statements start. */
const WRITES = /^(insert|update|delete|drop|create|alter|truncate|attach|grant|set|use|pragma|optimize|rename|system)$/;
/** @throws ServiceError that names the position, what was expected there, and the nearest word */
function parseStatement(source) {
	const reader = openReader(source, {
		chars: LIMIT.sql_chars,
		nodes: LIMIT.sql_nodes
	}, {
		expression: read$1,
		statement: readStatement
	});
	const statement = readStatement(reader);
	while (take$2(reader, ";"));
	if (current(reader).kind !== "end") throw misplaced(reader, "an operator or the end");
	return statement;
}
function readStatement(reader) {
	return nested(reader, () => {
		const { at } = current(reader);
		const named = take$2(reader, "with") ? readList$1(reader, readNamed) : [];
		let last = readTerm(reader);
		let selects = [last.select];
		for (;;) {
			const is_except = take$2(reader, "except");
			if (!is_except && !take$2(reader, "union")) break;
			const is_all = readDistinct(reader, is_except);
			last = readTerm(reader);
			if (is_except) selects = [setOf("except", selects, last, at)];
			else selects = [...selects, last.select];
			if (!is_all && !is_except) selects = [{
				...together(selects, last.is_whole, at),
				distinct: true
			}];
		}
		if (last.is_whole && TAIL.has(word(reader))) selects = [{
			...together(selects, true, at),
			...readTail(reader)
		}];
		else if (!last.is_whole && selects.length > 1) selects = unionOf(selects, at);
		return {
			named,
			selects,
			at
		};
	});
}
function readTerm(reader) {
	const { at } = current(reader);
	let term = {
		is_whole: isSign(reader, "("),
		select: readPart(reader)
	};
	while (take$2(reader, "intersect")) {
		readDistinct(reader, true);
		const right = {
			is_whole: isSign(reader, "("),
			select: readPart(reader)
		};
		term = {
			is_whole: right.is_whole,
			select: setOf("intersect", [term.select], right, at)
		};
	}
	return term;
}
/** Whether rows may repeat: those of sets never do. */
function readDistinct(reader, is_set) {
	if (is_set && word(reader) === "all") throw unexpected(reader, "rows of INTERSECT and EXCEPT are different ones: write them without ALL");
	const is_all = take$2(reader, "all");
	if (!is_all) take$2(reader, "distinct");
	return is_all;
}
/** ORDER BY and LIMIT behind it are of all. */
function setOf(how, left, { select, is_whole }, at) {
	const right = is_whole ? select : {
		...select,
		...NO_TAIL
	};
	const of = (selects) => ({
		named: [],
		selects,
		at
	});
	return {
		...allFrom({
			kind: "set",
			how,
			left: of(left),
			right: of([right]),
			at
		}, at),
		...is_whole ? NO_TAIL : tailOf(select)
	};
}
/** A select, or a statement in brackets. */
function readPart(reader) {
	const { at } = current(reader);
	if (!take$2(reader, "(")) return readSelect(reader);
	const statement = readStatement(reader);
	expect(reader, ")");
	const [only, ...others] = statement.selects;
	return others.length === 0 && statement.named.length === 0 ? only : fromStatement(statement, at);
}
const NO_TAIL = {
	order_by: [],
	limit_by: null,
	limit: null,
	offset: null
};
const TAIL = /* @__PURE__ */ new Set([
	"order",
	"limit",
	"offset"
]);
function tailOf({ order_by, limit_by, limit, offset }) {
	return {
		order_by,
		limit_by,
		limit,
		offset
	};
}
/** select * from ( … ) */
function fromStatement(statement, at) {
	return allFrom({
		kind: "statement",
		statement,
		alias: null,
		at
	}, at);
}
function allFrom(from, at) {
	return {
		distinct: false,
		columns: [{
			of: null,
			table: null,
			name: "*",
			alias: null,
			text: "*",
			at
		}],
		array_join: [],
		from,
		where: null,
		where_text: "",
		group_by: [],
		having: null,
		windows: /* @__PURE__ */ new Map(),
		qualify: null,
		...NO_TAIL,
		at
	};
}
/** ORDER BY and LIMIT after a union apply to all its rows; those of the last select alone need brackets. */
function together(selects, is_whole, at) {
	const last = selects.at(-1);
	return {
		...fromStatement({
			named: [],
			selects: is_whole ? selects : [...selects.slice(0, -1), {
				...last,
				...NO_TAIL
			}],
			at
		}, at),
		...is_whole ? NO_TAIL : tailOf(last)
	};
}
function unionOf(selects, at) {
	const { order_by, limit_by, limit, offset } = tailOf(selects.at(-1));
	return order_by.length === 0 && limit_by === null && limit === null && offset === null ? selects : [together(selects, false, at)];
}
/** `name as (select …)`, or a value: `(select …) as name`, `7 as name` */
function readNamed(reader) {
	const token = current(reader);
	if (word(reader) === "recursive" && reader.tokens[reader.at + 1]?.kind === "name") throw unexpected(reader, "there is no recursive WITH; numbers(n) has rows to count by");
	if (token.kind === "name" && word(reader, 1) === "as") {
		reader.at += 2;
		expect(reader, "(");
		const of = readStatement(reader);
		expect(reader, ")");
		return {
			name: token.text,
			of
		};
	}
	const of = readExpression(reader);
	expect(reader, "as");
	return {
		name: readName(reader),
		of
	};
}
function readSelect(reader) {
	const { at } = current(reader);
	beginSelect(reader);
	const distinct = take$2(reader, "distinct");
	const first_of = distinct && take$2(reader, "on") ? readBracketed(reader, readExpression) : null;
	const most = readTop(reader);
	const columns = [readColumn(reader)];
	while (take$2(reader, ",") && word(reader) !== "from") columns.push(readColumn(reader));
	const from = take$2(reader, "from") ? readFrom(reader) : null;
	const array_join = readArrayJoin(reader);
	const began = reader.at + 1;
	const where = take$2(reader, "where") || take$2(reader, "prewhere") ? readExpression(reader) : null;
	const where_text = where === null ? "" : textFrom(reader, began);
	const group_by = take$2(reader, "group") ? readBy(reader, readExpression) : [];
	const having = take$2(reader, "having") ? readExpression(reader) : null;
	const windows = readWindows(reader);
	const qualify = take$2(reader, "qualify") ? readExpression(reader) : null;
	const tail = readTail(reader);
	if (!isEnd(reader)) throw misplaced(reader, "FROM, ARRAY JOIN, WHERE, GROUP BY, HAVING, WINDOW, QUALIFY, ORDER BY, LIMIT, OFFSET or UNION, in this order, or the end");
	const said = {
		columns,
		from,
		array_join,
		where,
		where_text,
		group_by,
		having,
		windows,
		qualify,
		...tail,
		at
	};
	const limit_by = first_of === null ? tail.limit_by : {
		count: numberOf(1, at),
		of: first_of
	};
	return {
		...said,
		distinct: distinct && first_of === null,
		limit_by,
		limit: tail.limit ?? most
	};
}
/** select top 10 x */
function readTop(reader) {
	if (word(reader) !== "top" || reader.tokens[reader.at + 1]?.kind !== "number") return null;
	reader.at++;
	const { text, at } = current(reader);
	reader.at++;
	return numberOf(Number(text), at);
}
function numberOf(value, at) {
	return {
		kind: "literal",
		value,
		at
	};
}
function readTail(reader) {
	return {
		order_by: take$2(reader, "order") ? readBy(reader, readOrderItem) : [],
		...readLimits(reader)
	};
}
function readArrayJoin(reader) {
	if (word(reader) !== "array" || word(reader, 1) !== "join") return [];
	reader.at += 2;
	return readList$1(reader, readColumn);
}
/** window w as (partition by person_id), … */
function readWindows(reader) {
	return new Map(take$2(reader, "window") ? readList$1(reader, readNamedWindow) : []);
}
function readNamedWindow(reader) {
	const name = readName(reader);
	expect(reader, "as");
	return [name, readWindow(reader)];
}
function beginSelect(reader) {
	if (take$2(reader, "select")) return;
	const said = word(reader);
	if (WRITES.test(said)) throw wrongAt(reader.source, current(reader).at, `statements only read here: SELECT …, not ${said.toUpperCase()}.`);
	if (said === "explain") throw unexpected(reader, "send \"explain\": true beside the statement");
	if (said === "show" || said === "describe" || said === "desc") throw unexpected(reader, "SELECT * FROM events LIMIT 1 shows columns; a table that does not exist names those that do");
	throw unexpected(reader, `${nearestText(said, ["select", "with"])}A statement begins with SELECT or WITH`);
}
/** LIMIT 10, LIMIT 10 OFFSET 5, LIMIT 5, 10; LIMIT 1 BY a before any of them. */
function readLimits(reader) {
	let limit_by = null;
	let limit = null;
	let offset = null;
	while (take$2(reader, "limit")) {
		const count = readExpression(reader);
		if (word(reader) === "by") {
			limit_by = {
				count,
				of: readBy(reader, readExpression)
			};
			continue;
		}
		limit = count;
		if (take$2(reader, ",")) [offset, limit] = [count, readExpression(reader)];
		break;
	}
	if (take$2(reader, "offset")) offset = readExpression(reader);
	return {
		limit_by,
		limit: readFetch(reader) ?? limit,
		offset
	};
}
/** fetch first 10 rows only */
function readFetch(reader) {
	if (!take$2(reader, "fetch")) return null;
	if (!take$2(reader, "next")) expect(reader, "first");
	const count = readExpression(reader);
	if (!take$2(reader, "row")) expect(reader, "rows");
	expect(reader, "only");
	return count;
}
function readColumn(reader) {
	const { at } = current(reader);
	const star = readStar(reader);
	if (star !== null) {
		const without = readWithout(reader);
		return {
			of: null,
			table: star.table,
			without,
			name: "*",
			alias: null,
			text: "*",
			at
		};
	}
	const began = reader.at;
	const of = readExpression(reader);
	const text = textFrom(reader, began);
	const alias = readAlias(reader);
	return {
		of,
		table: null,
		name: alias ?? text,
		alias,
		text,
		at
	};
}
/** What was read since that token; white space and comments are one blank. */
function textFrom({ source, tokens, at }, began) {
	const read = tokens.slice(began, at);
	return read.map((token, place) => {
		return (place > 0 && token.at > read[place - 1].end ? " " : "") + source.text.slice(token.at, token.end);
	}).join("");
}
/** `*` or `name.*` */
function readStar(reader) {
	if (take$2(reader, "*")) return { table: null };
	const [name, dot, star] = reader.tokens.slice(reader.at, reader.at + 3);
	if (name?.kind !== "name" || dot?.text !== "." || star?.text !== "*") return null;
	reader.at += 3;
	return { table: name.text };
}
/** * except (a, b), * exclude a */
function readWithout(reader) {
	if (word(reader, 1) === "select" || word(reader, 2) === "select" || !take$2(reader, "except") && !take$2(reader, "exclude")) return [];
	return isSign(reader, "(") ? readBracketed(reader, readName) : [readName(reader)];
}
// src/sql/plan/binding.ts
/** Shared while a statement is bound: its context, and what its parts need of each other. */
/** A cohort or action of the project, by number or name. */
function savedNamed({ source, setting }, kind, said) {
	const value = said.kind === "literal" ? said.value : null;
	if (typeof value !== "number" && typeof value !== "string") throw wrongAt(source, said.at, `expected the number of the ${kind}, or its name in quotes.`);
	const all = kind === "cohort" ? setting.cohorts() : setting.actions();
	const found = all.find(({ id, name }) => id === Number(value) || name === value);
	if (found !== void 0) return found;
	const names = all.map(({ id, name }) => `${id} (${name})`).slice(0, LIMIT.unknown_names);
	const near = nearestText(String(value), all.map(({ name }) => name));
	const plural = kind === "cohort" ? "Cohorts" : "Actions";
	throw wrongAt(source, said.at, `there is no ${kind} ${value}. ${near}${plural} are: ${names.join(", ") || "none yet"}.`);
}
function findNamed(names, name) {
	for (let at = names; at !== null; at = at.around) {
		const of = at.named.get(name);
		if (of !== void 0) return {
			of,
			around: at.around
		};
	}
	return null;
}
function isStatement(of) {
	return "selects" in of;
}
/** Its rows, as far as bound. */
function relationOf({ base, steps }) {
	return steps.reduce((of, step) => ({
		...step,
		of
	}), base());
}
/** arrayJoin(list): the item of each row. A list is unnested once. */
function itemOfEach(binding, { steps }, of) {
	const list = finished(binding, of);
	const text = canonical(list);
	const known = steps.find((step) => step.kind === "unnest" && canonical(step.list) === text);
	const name = known?.kind === "unnest" ? known.name : `item ${++binding.counts.items}`;
	if (known === void 0) steps.push({
		kind: "unnest",
		list,
		name
	});
	return {
		kind: "field",
		name
	};
}
/** Scope for expressions of one level; `special`: what names and calls mean there. */
function newScope({ source, setting }, special) {
	const scope = {
		source,
		clock: setting.clock,
		groupTypes: setting.groupTypes,
		usesZone: false,
		aggregates: null,
		inside: false,
		done: /* @__PURE__ */ new Map(),
		share: 1,
		special: (syntax) => special(scope, syntax)
	};
	return scope;
}
/** Trees, each once, found again by what they say. */
var Places = class {
	trees = [];
	#binding;
	#of_text = /* @__PURE__ */ new Map();
	constructor(binding, trees = []) {
		this.#binding = binding;
		for (const tree of trees) this.#of_text.set(this.#textOf(tree), this.trees.push(tree) - 1);
	}
	#textOf(tree) {
		return canonical(finished(this.#binding, tree));
	}
	/** -1 if it is not there. */
	find(tree) {
		return this.#of_text.get(this.#textOf(tree)) ?? -1;
	}
	/** Adds it, if it is new. */
	of(tree) {
		const known = this.find(tree);
		if (known >= 0) return known;
		this.#of_text.set(this.#textOf(tree), this.trees.length);
		return this.trees.push(tree) - 1;
	}
	columns() {
		return this.trees.map((tree) => finished(this.#binding, tree));
	}
};
const OF_ZONE = /* @__PURE__ */ new Set([
	"to_wall",
	"from_wall",
	"to_time",
	"to_date"
]);
function finished({ source, setting }, root) {
	const nodes = listed(root);
	if (nodes.length > LIMIT.sql_nodes) throw wrongAt(source, 0, `an expression that comes to more than ${LIMIT.sql_nodes} parts.`);
	return {
		nodes,
		zone: nodes.some(needsZone) ? zoneTable(setting.clock.timezone) : NO_ZONE
	};
}
function needsZone(node) {
	return node.kind === "each" ? node.body.some(needsZone) : node.kind === "call" && OF_ZONE.has(node.name);
}
/** Every node of a tree, once. */
function* nodesOf(root, seen = /* @__PURE__ */ new Set()) {
	if (seen.has(root)) return;
	seen.add(root);
	for (const arg of argsOf(root)) yield* nodesOf(arg, seen);
	yield root;
}
// src/sql/plan/levels.ts
/**
* Levels of a select's expressions: rows; groups of rows, with keys and aggregates; either with window functions. Each
* level is a scope, and the relation whose columns its expressions use.
*/
/** Every part, through aliases, too, but not within sub-queries. */
function* partsOf$2(syntax, aliases, inside = /* @__PURE__ */ new Set()) {
	yield syntax;
	for (const part of childrenOf(syntax)) yield* partsOf$2(part, aliases, inside);
	if (syntax.kind !== "path") return;
	const name = syntax.parts[0];
	const of = aliases.get(name);
	if (of !== void 0 && (syntax.parts.length === 1 || /^-?\d+$/.test(syntax.parts[1])) && !inside.has(name)) yield* partsOf$2(of, aliases, /* @__PURE__ */ new Set([...inside, name]));
}
function hasAggregate(syntax, aliases) {
	const parts = [...partsOf$2(syntax, aliases)];
	const in_windows = new Set(parts.flatMap((part) => part.kind === "over" ? [part.call] : []));
	return parts.some((part) => part.kind === "call" && isAggregateName(part.name) && !in_windows.has(part));
}
function hasWindow(syntax, aliases) {
	for (const part of partsOf$2(syntax, aliases)) if (part.kind === "over") return true;
	return false;
}
/** An alias stands for its expression, except within itself. */
function throughAlias(scope, syntax, aliases, open) {
	if (syntax.kind !== "path") return null;
	const [name, place] = atLeastOne(syntax.parts);
	const of = aliases.get(name);
	if (of === void 0 || open.has(name) || place !== void 0 && !/^-?\d+$/.test(place)) return null;
	open.add(name);
	try {
		const typed = resolveSyntax(scope, of);
		if (place === void 0) return typed;
		return {
			type: "any",
			node: within$2(asList(scope, typed), syntax.parts.slice(1)),
			at: syntax.at
		};
	} finally {
		open.delete(name);
	}
}
/** Aliases of aggregates do not name row values: with max(timestamp) as timestamp the column keeps its name. */
function ofRows(aliases) {
	return new Map([...aliases].filter(([, of]) => !hasAggregate(of, aliases) && !hasWindow(of, aliases)));
}
/** `find`: what a name means in the tables. */
function rowLevel(common, find, relation) {
	const open = /* @__PURE__ */ new Set();
	const { binding } = common;
	const aliases = ofRows(common.aliases);
	return {
		scope: newScope(binding, (own, syntax) => {
			if (syntax.kind === "path") return throughAlias(own, syntax, aliases, open) ?? common.special(own, syntax) ?? find(syntax);
			if (syntax.kind === "over") throw wrongAt(binding.source, syntax.at, "window functions stand in SELECT and ORDER BY. To choose rows by one, put it into a sub-query: SELECT … FROM (SELECT …, rank() OVER (…) AS place FROM …) WHERE place = 1.");
			if (syntax.kind === "call" && isAggregateName(syntax.name)) throw wrongAt(binding.source, syntax.at, `${syntax.name} makes one value of many rows; here a value of each row is needed. Conditions on aggregates stand in HAVING.`);
			return common.special(own, syntax);
		}),
		relation,
		keys: []
	};
}
function groupLevel(common, rows, group_by) {
	const { binding, aliases } = common;
	const keys = group_by.map((syntax) => single(rows.scope, resolveSyntax(rows.scope, syntax)));
	const places = new Places(binding, keys.map(({ node }) => node));
	const aggregates = [];
	const index_of = /* @__PURE__ */ new Map();
	const open = /* @__PURE__ */ new Set();
	const added = (aggregate, at) => {
		const { args, condition, type, ...rest } = aggregate;
		const made = {
			...rest,
			args: args.map((arg) => finished(binding, rest.name === "unique" ? byNumber(arg) : arg)),
			condition: condition && finished(binding, condition)
		};
		const text = canonical(made);
		const index = index_of.get(text) ?? aggregates.push(made) - 1;
		index_of.set(text, index);
		return {
			type,
			node: {
				kind: "column",
				index: keys.length + index
			},
			at
		};
	};
	/** A key, or an alias of one. */
	const asKey = (syntax) => {
		if (syntax.kind === "literal" || syntax.kind === "list" || syntax.kind === "interval") return null;
		const typed = resolveSyntax(rows.scope, syntax);
		if (!isSingle(typed)) return null;
		const index = places.find(typed.node);
		return index < 0 ? null : {
			type: typed.type,
			node: {
				kind: "column",
				index
			},
			at: syntax.at
		};
	};
	const scope = newScope(binding, (own, syntax) => {
		if (syntax.kind === "call" && isAggregateName(syntax.name)) return added(aggregateOf(own, syntax, (arg) => resolveArgument(binding, rows.scope, arg, ofRows(aliases))), syntax.at);
		if (syntax.kind === "over" || hasAggregate(syntax, aliases)) return throughAlias(own, syntax, aliases, open) ?? common.special(own, syntax);
		const key = asKey(syntax);
		if (key !== null) return key;
		if (syntax.kind !== "path") return common.special(own, syntax);
		return throughAlias(own, syntax, aliases, open) ?? common.special(own, syntax) ?? refuse$1(binding, syntax);
	});
	const relation = () => ({
		kind: "aggregate",
		of: rows.relation(),
		keys: places.columns(),
		aggregates
	});
	return {
		scope,
		relation,
		keys: places.trees
	};
}
/** Who is who is told apart without a text. */
function byNumber(arg) {
	const key = arg.kind === "source" && arg.source.of === "metadata" ? arg.source.key : null;
	if (key !== "person_id" && key !== "distinct_id") return arg;
	return {
		kind: "field",
		name: key === "person_id" ? "person_number" : "distinct_number"
	};
}
function resolveArgument(binding, scope, arg, aliases) {
	if (hasAggregate(arg, aliases)) throw wrongAt(binding.source, arg.at, "an aggregate cannot stand inside another one. Compute the inner one in a sub-query in FROM.");
	return resolveSyntax(scope, arg);
}
function refuse$1({ source }, { parts, at }) {
	const name = parts.join(".");
	throw wrongAt(source, at, `${name} has a value for each row, and here one is needed for each group. Add it to GROUP BY, or write any(${name}), max(${name}), uniq(${name}) or another aggregate.`);
}
function sortKey({ is_descending, nulls_first }, index) {
	return {
		index,
		is_descending,
		nulls_first
	};
}
/** Lists count as a value; refuses intervals and lambdas. */
function single(scope, typed) {
	if (isSingle(typed)) return typed;
	return {
		type: "array",
		node: typed.type === "list" || typed.type === "parts" ? asList(scope, typed) : shown$9(scope, typed),
		at: typed.at
	};
}
// src/sql/plan/behind.ts
/** Which events are behind a row: said as conditions of the language that filters are written in. */
/** What has no meaning outside of a statement. */
const OWN = /* @__PURE__ */ new Set([
	"placeholder",
	"subquery",
	"over"
]);
const OWN_CALLS = /^(array_?join|inCohort|notInCohort|exists|matches_?action)$/i;
/** null where no such conditions find them. `names`: of the columns of the answer. */
function behindRows({ named, selects }, names) {
	const [select, ...others] = atLeastOne(selects);
	const { from, columns } = select;
	if (named.length === 0 && others.length === 0 && columns.every(({ of }) => of !== null) && from?.kind === "table" && from.name.toLowerCase() === "events" && select.array_join.length === 0) {
		const found = ofEvents(select, from.alias);
		if (found !== null) return found;
	}
	return ofPeople(names);
}
/** Everything of a person, where rows name one. */
function ofPeople(names) {
	const column = names.findIndex((name) => /^(\w+\.)?(person_id|distinct_id)$/.test(name));
	return column < 0 ? null : {
		where: null,
		keys: [{
			text: names[column].split(".").at(-1),
			column
		}]
	};
}
function ofEvents(select, alias) {
	const { columns, group_by, where } = select;
	const aliases = new Map(columns.flatMap(({ alias: name, of }) => name === null ? [] : [[name, of]]));
	const isOwn = (syntax) => [...partsIn(syntax)].some((part) => OWN.has(part.kind) || part.kind === "call" && OWN_CALLS.test(part.name) || part.kind === "path" && (part.parts[0] === alias && alias !== "events" || aliases.has(part.parts[0])));
	const is_grouped = group_by.length > 0 || columns.some(({ of }) => hasAggregate(of, aliases) || hasWindow(of, aliases));
	const places = is_grouped ? group_by.map((key) => placeOf(key, columns)) : idPlaces(columns);
	if (where !== null && isOwn(where) || places.includes(-1) || !is_grouped && places.length === 0) return null;
	if (places.some((place) => isOwn(columns[place].of))) return null;
	const keys = places.map((column) => ({
		text: columns[column].text,
		column
	}));
	return [select.where_text, ...keys.map(({ text }) => text)].join().length <= LIMIT.expression_chars / 2 ? {
		where: where && select.where_text,
		keys
	} : null;
}
/** The column that a group is called by. */
function placeOf(key, columns) {
	if (key.kind === "literal") return typeof key.value === "number" && columns[key.value - 1] !== void 0 ? key.value - 1 : -1;
	const text = key.kind === "path" ? key.parts.join(".") : "";
	const named = columns.findIndex(({ alias }) => alias !== null && alias === text);
	return named >= 0 ? named : columns.findIndex(({ of }) => plain(of) === plain(key));
}
function idPlaces(columns) {
	return columns.flatMap(({ of }, at) => of?.kind === "path" && /^(person_id|distinct_id)$/.test(of.parts.join(".")) ? [at] : []);
}
/** Without its place in the text. */
function plain(syntax) {
	return JSON.stringify(syntax, (key, value) => key === "at" ? void 0 : value);
}
// src/sql/plan/columns.ts
/** The columns of a select: stars, ordinals, aliases, and items of lists. */
function withoutStars({ source }, { columns }, bound) {
	return columns.flatMap((column) => {
		if (column.of !== null) return [{
			...column,
			of: column.of
		}];
		const paths = bound.columns(column.table);
		if (paths === null) throw wrongAt(source, column.at, `there is no table ${column.table} here.`);
		const seen = /* @__PURE__ */ new Set();
		const without = new Set(column.without);
		const odd = [...without].find((name) => !paths.some(({ parts }) => parts.at(-1) === name));
		if (odd !== void 0) {
			const known = paths.map(({ parts }) => parts.at(-1));
			throw wrongAt(source, column.at, `there is no column ${odd}. ${nearestText(odd, known)}Columns are ${known.join(", ")}.`);
		}
		return paths.filter(({ parts }) => !without.has(parts.at(-1))).map(({ parts }) => {
			const last = parts.at(-1);
			const name = seen.has(last) ? parts.join(".") : last;
			seen.add(last);
			return {
				of: {
					kind: "path",
					parts,
					at: column.at
				},
				table: null,
				name,
				alias: null,
				text: name,
				at: column.at
			};
		});
	});
}
/** `group by all`: by each column without an aggregate. */
function groupKeys({ group_by }, columns, aliases) {
	const [only] = group_by;
	return group_by.length === 1 && only?.kind === "path" && only.parts.join().toLowerCase() === "all" ? columns.flatMap(({ of }) => hasAggregate(of, aliases) ? [] : [of]) : group_by;
}
/** array join a as x, b as y: x and y are items at the same index. */
function itemNames({ array_join: lists }) {
	const ofs = lists.flatMap(({ of }) => of ?? []);
	if (ofs.length === 1) return [[lists[0].alias ?? lists[0].name.split(".").at(-1), callOf("arrayJoin", ofs, ofs[0].at)]];
	return lists.map(({ alias, name, at }, place) => {
		const of = callOf("arrayJoin", [callOf("arrayZip", ofs, at)], at);
		return [alias ?? name, {
			kind: "element",
			of,
			index: {
				kind: "literal",
				value: place + 1,
				at
			},
			at
		}];
	});
}
/** Named by its alias. Within its own definition the alias is not visible: number + 1 as number. */
function asNamed({ of, alias, at }, aliases) {
	return alias !== null && aliases.get(alias) === of ? {
		kind: "path",
		parts: [alias],
		at
	} : of;
}
/** An integer that names a column by position, from 1. */
function ordinal({ source }, syntax, columns) {
	if (syntax.kind !== "literal" || typeof syntax.value !== "number") return syntax;
	const column = columns[syntax.value - 1];
	if (column !== void 0) return column.alias === null ? column.of : {
		kind: "path",
		parts: [column.alias],
		at: syntax.at
	};
	throw wrongAt(source, syntax.at, `there is no column ${syntax.value}: columns are counted from 1 to ${columns.length}.`);
}
// src/sql/plan/fold.ts
/** Constant folding: what does not depend on rows is computed while binding. */
/** Replaces calls of literals by their results. */
function folded(binding, tree, done = /* @__PURE__ */ new Map()) {
	if (tree.kind !== "call") return tree;
	const known = done.get(tree);
	if (known !== void 0) return known;
	const args = tree.args.map((arg) => folded(binding, arg, done));
	const made = args.every((arg, at) => arg === tree.args[at]) ? tree : {
		...tree,
		args
	};
	const result = args.every((arg) => arg.kind === "literal") ? computed(binding, made) : made;
	done.set(tree, result);
	return result;
}
function computed(binding, tree) {
	const vector = evaluate(finished(binding, tree), 1, () => ({
		kind: "constant",
		value: null
	}), () => {});
	if (vector.kind !== "constant" || typeof vector.value === "object" && vector.value !== null) return tree;
	return {
		kind: "literal",
		value: vector.value
	};
}
// src/sql/plan/push.ts
/** Pushes conditions on events down to the scan: time ranges, event names, tests of values. */
/** Drops rows for which it is not true, as far down as possible. */
function keepWhere(binding, bound, condition) {
	const where = folded(binding, condition);
	if (where.kind === "literal" && where.value === true) return;
	if (where.kind === "call" && where.name === "and") {
		for (const arg of where.args) keepWhere(binding, bound, arg);
		return;
	}
	const { scan, below } = bound;
	const lower = below && lowered(where, below);
	if (lower !== null) {
		keepWhere(binding, below.bound, lower);
		return;
	}
	if (scan !== null && canChoose(where)) {
		addToScan(binding, scan, where);
		return;
	}
	bound.steps.push({
		kind: "filter",
		where: finished(binding, where)
	});
}
/** The condition in terms of the rows that are grouped; null if it concerns groups. */
function lowered(tree, below) {
	if (tree.kind === "column") return below.trees[tree.index] ?? null;
	if (tree.kind !== "call") return tree.kind === "literal" ? tree : null;
	const args = complete(tree.args.map((arg) => lowered(arg, below)));
	return args && {
		...tree,
		args
	};
}
/** Scans support plain sources only. */
function canChoose(where) {
	for (const node of nodesOf(where)) if (node.kind === "field" || node.kind === "subquery" || node.kind === "column") return false;
	return true;
}
function addToScan(binding, scan, where) {
	if (!narrowRange(scan, where) && !narrowEvents(scan, where)) scan.where.push(testOf(where) ?? expressed(finished(binding, where)));
	updateScan(scan);
}
function updateScan({ relation, events, where }) {
	const all = every(where);
	relation.matches = (events ?? [null]).map((event) => ({
		event,
		where: all
	}));
}
function expressed(expression) {
	return {
		kind: "value",
		source: {
			of: "expression",
			expression
		},
		test: {
			op: "in",
			values: ["true"]
		}
	};
}
function isTime(tree) {
	return tree.kind === "source" && tree.source.of === "metadata" && tree.source.key === "timestamp";
}
const MIRRORED = {
	less: "greater",
	less_equal: "greater_equal",
	greater: "less",
	greater_equal: "less_equal"
};
/** Handles `timestamp >= t` and the like; false if it is something else. */
function narrowRange(scan, where) {
	if (where.kind !== "call" || !Object.hasOwn(MIRRORED, where.name)) return false;
	const [left, right] = where.args;
	if (left === void 0 || right === void 0) return false;
	const [of, said, bound] = isTime(left) ? [
		left,
		where.name,
		right
	] : [
		right,
		MIRRORED[where.name],
		left
	];
	if (!isTime(of) || bound.kind !== "literal" || typeof bound.value !== "number") return false;
	const { range } = scan.relation;
	const [floor, ceil] = [Math.floor(bound.value), Math.ceil(bound.value)];
	const from_ms = said === "greater" ? floor + 1 : said === "greater_equal" ? ceil : range.from_ms;
	const until_ms = said === "less" ? ceil : said === "less_equal" ? floor + 1 : range.until_ms;
	scan.relation.range = {
		from_ms: Math.max(range.from_ms, from_ms),
		until_ms: Math.min(range.until_ms, until_ms)
	};
	return true;
}
/** `event = 'a'`, `event in ('a', 'b')` */
function narrowEvents(scan, where) {
	if (where.kind !== "call" || where.name !== "equal" && where.name !== "in") return false;
	const [left, ...others] = where.args;
	if (left === void 0) return false;
	const [name, values] = isName(left) ? [left, others] : [others[0], [left]];
	const texts = complete(values.map(literalText));
	if (!isName(name) || texts === null) return false;
	const wanted = [...new Set(texts)];
	scan.events = scan.events === null ? wanted : scan.events.filter((event) => wanted.includes(event));
	return true;
}
function literalText(tree) {
	return tree.kind === "literal" && typeof tree.value === "string" ? tree.value : null;
}
function isName(tree) {
	return tree.kind === "source" && tree.source.of === "metadata" && tree.source.key === "event";
}
/** An equivalent test of values, which dictionaries speed up; null if there is none. */
function testOf(where) {
	if (where.kind !== "call") return null;
	const { name, args } = where;
	switch (name) {
		case "and":
		case "or": {
			const of = complete(args.map(testOf));
			return of && {
				kind: name,
				of
			};
		}
		case "not": {
			const of = testOf(args[0]);
			return of && not(of);
		}
		case "is_null": {
			const source = sourceOf(args[0], false);
			return source && not({
				kind: "value",
				source,
				test: { op: "set" }
			});
		}
		case "equal":
		case "in": return oneOf(args);
		case "not_equal": {
			const of = oneOf(args);
			return of && not(of);
		}
		case "coalesce": return matches(args);
		default: return null;
	}
}
function oneOf(args) {
	const source = sourceOf(args[0], true);
	const values = complete(args.slice(1).map(literalText));
	return source && values && {
		kind: "value",
		source,
		test: {
			op: "in",
			values
		}
	};
}
/** coalesce(matches(text, 'pattern'), false) */
function matches([condition, otherwise]) {
	if (condition?.kind !== "call" || condition.name !== "matches") return null;
	if (otherwise?.kind !== "literal" || otherwise.value !== false) return null;
	const source = sourceOf(condition.args[0], true);
	const [, pattern] = condition.args;
	if (source === null || pattern?.kind !== "literal") return null;
	return {
		kind: "value",
		source,
		test: {
			op: "matches",
			patterns: [String(pattern.value)]
		}
	};
}
/** A source, plain or cast to text. Not times, which are ranges; event names are texts. */
function sourceOf(tree, as_text) {
	const inner = tree.kind === "call" && tree.name === "to_text" ? tree.args[0] : tree;
	if (inner.kind !== "source") return null;
	if (inner.source.of === "metadata") return inner.source.key === "timestamp" ? null : inner.source;
	return inner === tree && as_text ? null : inner.source;
}
// src/sql/plan/join.ts
function joined$2(binding, join, left, right, scopeOf) {
	const joining = {
		binding,
		join,
		left: newSide(binding, left),
		right: newSide(binding, right),
		columns: [],
		scopeOf,
		others: []
	};
	for (const part of join.on === null ? [] : conjuncts(join.on)) addCondition(joining, part);
	if (join.how !== "cross" && joining.left.keys.length === 0) throw wrongAt(binding.source, join.at, "a join needs something that is equal on both sides: ON a.person_id = b.person_id. For all pairs of rows write CROSS JOIN.");
	const { how } = join;
	const bound = {
		base: () => relationOfJoin(joining),
		steps: [],
		below: null,
		scan: null,
		find: (path) => findInEither(joining, path),
		columns(table) {
			if (table !== null) return left.columns(table) ?? right.columns(table);
			return [...left.columns(null), ...right.columns(null)];
		},
		names: [.../* @__PURE__ */ new Set([...left.names, ...right.names])],
		sides: {
			left,
			right,
			keeps_left: how === "left" || how === "full",
			keeps_right: how === "right" || how === "full"
		}
	};
	const scope = scopeOf(bound);
	for (const part of joining.others) keepWhere(binding, bound, asCondition(scope, resolveSyntax(scope, part)));
	return bound;
}
function relationOfJoin({ join, left, right, columns }) {
	return {
		kind: "join",
		how: join.how,
		columns,
		left_keys: left.keys,
		right_keys: right.keys,
		left: {
			kind: "project",
			of: relationOf(left.bound),
			columns: left.columns.columns()
		},
		right: {
			kind: "project",
			of: relationOf(right.bound),
			columns: right.columns.columns()
		}
	};
}
function findInEither(joining, path) {
	const { left, right } = joining;
	const [of_left, of_right] = [left.bound.find(path), right.bound.find(path)];
	if (of_left !== null && of_right !== null) {
		const owners = ownersOf(left.bound, right.bound, path);
		throw wrongAt(joining.binding.source, path.at, `${path.parts.join(".")} is in both tables: write ${owners}.`);
	}
	if (of_left !== null) return lifted(joining, "left", of_left);
	return of_right && lifted(joining, "right", of_right);
}
/** As a column of the joined rows. */
function lifted(joining, side, { type, node, at }) {
	const { columns } = joining;
	const index = joining[side].columns.of(node);
	const known = columns.findIndex((column) => column.side === side && column.index === index);
	return {
		type,
		node: {
			kind: "column",
			index: known < 0 ? columns.push({
				side,
				index
			}) - 1 : known
		},
		at
	};
}
function addCondition(joining, part) {
	if (addKeys(joining, part)) return;
	const { binding, join, left, right, scopeOf } = joining;
	const { how } = join;
	const side = isOf$1(right.bound, part) && (how === "inner" || how === "left") ? right : left;
	if (side === left && !isOf$1(left.bound, part) && how === "inner") {
		joining.others.push(part);
		return;
	}
	if (side === left && how !== "inner") throw wrongAt(binding.source, part.at, `ON of a ${how.toUpperCase()} JOIN takes equal values of both sides, and conditions on the table whose rows need no partner, put together by and. Put other conditions into WHERE.`);
	const scope = scopeOf(side.bound);
	keepWhere(binding, side.bound, asCondition(scope, resolveSyntax(scope, part)));
}
/** Adds key columns for an equality; false if it is none. */
function addKeys({ left, right, scopeOf }, part) {
	if (part.kind !== "binary" || part.operator !== "=") return false;
	const is_straight = isOf$1(left.bound, part.left) && isOf$1(right.bound, part.right);
	if (!is_straight && !(isOf$1(right.bound, part.left) && isOf$1(left.bound, part.right))) return false;
	const [of_left, of_right] = is_straight ? [part.left, part.right] : [part.right, part.left];
	const scope = scopeOf(left.bound);
	const typed = [resolveSyntax(scope, of_left), resolveSyntax(scopeOf(right.bound), of_right)];
	const { node } = compare(scope, "=", ...typed, part.at);
	const [a, b] = node.kind === "call" ? node.args : typed.map((each) => each.node);
	left.keys.push(left.columns.of(a));
	right.keys.push(right.columns.of(b));
	return true;
}
function newSide(binding, bound) {
	return {
		bound,
		columns: new Places(binding),
		keys: []
	};
}
function ownersOf(left, right, { parts }) {
	return [left, right].map((bound) => bound.columns(null)?.[0]?.parts[0] ?? "…").map((owner) => [owner, ...parts].join(".")).join(" or ");
}
function conjuncts(syntax) {
	return syntax.kind === "binary" && syntax.operator === "and" ? [...conjuncts(syntax.left), ...conjuncts(syntax.right)] : [syntax];
}
/** Whether all its names, at least one, belong to that side; ignores sub-queries. */
function isOf$1(bound, syntax) {
	const parts = [...partsIn(syntax)];
	const paths = parts.filter((part) => part.kind === "path");
	return paths.length > 0 && !parts.some(({ kind }) => OPAQUE.has(kind)) && paths.every((path) => bound.find(path) !== null);
}
const OPAQUE = /* @__PURE__ */ new Set([
	"subquery",
	"placeholder",
	"over",
	"lambda"
]);
// src/sql/plan/prune.ts
const NOTHING = {
	nodes: [{
		kind: "literal",
		value: null
	}],
	zone: {
		changes_ms: [],
		offsets_ms: [0]
	}
};
const NO_AGGREGATE = {
	name: "count",
	args: [],
	condition: null,
	parameter: 0
};
function pruned(relation) {
	return prune(relation, null);
}
function prune(relation, used) {
	switch (relation.kind) {
		case "filter": return {
			...relation,
			of: prune(relation.of, both$1(used, columnsOf([relation.where])))
		};
		case "unnest": return {
			...relation,
			of: prune(relation.of, both$1(used, columnsOf([relation.list])))
		};
		case "project": {
			const columns = relation.columns.map((column, place) => isUsed(used, place) ? column : NOTHING);
			return {
				...relation,
				columns,
				of: prune(relation.of, columnsOf(columns))
			};
		}
		case "aggregate": {
			const { keys } = relation;
			const aggregates = relation.aggregates.map((each, place) => isUsed(used, keys.length + place) ? each : NO_AGGREGATE);
			return {
				...relation,
				aggregates,
				of: prune(relation.of, columnsOf([...keys, ...aggregates.flatMap(expressionsOf)]))
			};
		}
		case "sort": {
			const by = new Set(relation.by.map(({ index }) => index));
			return {
				...relation,
				of: prune(relation.of, both$1(used, by))
			};
		}
		case "limit_by": return {
			...relation,
			of: prune(relation.of, both$1(used, new Set(relation.keys)))
		};
		case "distinct": return {
			...relation,
			of: prune(relation.of, null)
		};
		case "union": return {
			...relation,
			of: relation.of.map((part) => prune(part, used))
		};
		case "window": return {
			...relation,
			of: prune(relation.of, ofWindows(relation.columns, used))
		};
		case "join": {
			const ofSide = (side, keys) => /* @__PURE__ */ new Set([...keys, ...relation.columns.flatMap((column, place) => column.side === side && isUsed(used, place) ? [column.index] : [])]);
			return {
				...relation,
				left: prune(relation.left, ofSide("left", relation.left_keys)),
				right: prune(relation.right, ofSide("right", relation.right_keys))
			};
		}
		default: return relation;
	}
}
function isUsed(used, place) {
	return used === null || used.has(place);
}
function both$1(one, other) {
	return one === null ? null : one.union(other);
}
function columnsOf(expressions) {
	return new Set(expressions.flatMap(({ nodes }) => nodes.flatMap((node) => node.kind === "column" ? [node.index] : [])));
}
function expressionsOf({ args, condition }) {
	return condition === null ? [...args] : [...args, condition];
}
/** Columns from below come after those of the windows. */
function ofWindows(columns, used) {
	if (used === null) return null;
	const below = [...used].flatMap((place) => place < columns.length ? [] : [place - columns.length]);
	const own = columns.flatMap(({ call, partition, order }) => [
		...partition,
		...order.map(({ index }) => index),
		...call.kind === "place" ? call.args : columnsOf(expressionsOf(call.aggregate))
	]);
	return /* @__PURE__ */ new Set([...below, ...own]);
}
// src/sql/plan/correlated.ts
/**
* Sub-queries correlated by equality: the equated values become columns of the sub-query, which is computed once and
* looked up for each row.
*/
/** null if it is not correlated. `inner`, `outer`: what names mean in its FROM, and around it. */
function decorrelated(binding, statement, wanted, inner, outer) {
	const [select] = atLeastOne(statement.selects);
	const isOuter = (syntax) => speaksOf(syntax, select, inner, outer);
	const parts = select.where === null ? [] : conjuncts(select.where);
	const equal = parts.filter(isOuter).map((part) => pairOf(part, isOuter) ?? refuse(binding, part, isOuter));
	const rest = parts.filter((part) => !isOuter(part));
	const others = [
		...select.columns.flatMap(({ of }) => of ?? []),
		...select.group_by,
		select.having ?? [],
		...select.order_by.map(({ of }) => of)
	].flat();
	const odd = others.find(isOuter);
	if (odd !== void 0) refuse(binding, odd, isOuter);
	if (equal.length === 0) return null;
	const is_total = select.group_by.length === 0 && others.some((syntax) => hasAggregate(syntax, /* @__PURE__ */ new Map()));
	if (select.offset !== null || select.limit_by !== null || wanted === "exists" && is_total) throw wrongAt(binding.source, select.at, "such a sub-query takes no OFFSET and no LIMIT BY, and EXISTS no aggregate: compare the aggregate itself, as (SELECT count() …) > 5.");
	const inner_key = keyOf$1(equal.map(({ own }) => own), select.at);
	const is_grouped = is_total || select.group_by.length > 0;
	const is_cut = wanted === "value" || wanted === "member" && select.limit !== null;
	const where = chained("and", rest);
	const made = {
		...select,
		where,
		limit: null,
		columns: [...wanted === "exists" ? [] : select.columns, columnOf$1(inner_key)],
		group_by: is_grouped ? [...select.group_by, inner_key] : [],
		limit_by: is_cut ? {
			count: select.limit ?? ONE$5(select.at),
			of: [inner_key]
		} : null
	};
	const nothing = {
		...select,
		where: {
			kind: "literal",
			value: false,
			at: select.at
		}
	};
	return {
		statement: {
			...statement,
			selects: [made]
		},
		key: keyOf$1(equal.map(({ around }) => around), select.at),
		otherwise: wanted === "value" && is_total ? {
			...statement,
			selects: [nothing]
		} : null
	};
}
const ONE$5 = (at) => ({
	kind: "literal",
	value: 1,
	at
});
function columnOf$1(of) {
	return {
		of,
		table: null,
		name: "",
		alias: null,
		text: "",
		at: of.at
	};
}
/** Several values as one text; null if one is missing, which equals nothing. */
function keyOf$1(values, at) {
	const [only, ...others] = atLeastOne(values);
	return others.length === 0 ? only : textKey(values, at);
}
function textKey(values, at) {
	const missing = chained("or", values.map((value) => callOf("isNull", [value], at)));
	const text = callOf("toString", [callOf("array", values.map((value) => callOf("toString", [value], at)), at)], at);
	return callOf("if", [
		missing,
		{
			kind: "literal",
			value: null,
			at
		},
		text
	], at);
}
function pairOf(part, isOuter) {
	if (part.kind !== "binary" || part.operator !== "=") return null;
	const { left, right } = part;
	if (isOuter(left) === isOuter(right)) return null;
	const [own, around] = isOuter(right) ? [left, right] : [right, left];
	return {
		own,
		around
	};
}
/** Whether it uses a name of the outer query. */
function speaksOf(syntax, { columns }, inner, outer) {
	const own = new Set(columns.flatMap(({ alias }) => alias ?? []));
	const lambda_names = new Set([...partsIn(syntax)].flatMap((part) => part.kind === "lambda" ? part.names : []));
	return [...partsIn(syntax)].some((part) => {
		if (part.kind !== "path" || own.has(part.parts[0]) || lambda_names.has(part.parts[0])) return false;
		return inner.find(part) === null && outer.find(part) !== null;
	});
}
function refuse({ source }, part, isOuter) {
	const path = [...partsIn(part)].find((each) => each.kind === "path" && isOuter(each));
	const name = path?.kind === "path" ? path.parts.join(".") : "…";
	throw wrongAt(source, path?.at ?? part.at, `a sub-query can speak of ${name}, which is of the rows around it, only by equality in its WHERE: inner.person_id = ${name}. Else join the two tables, or use a window function: what came before is lag(…) OVER (PARTITION BY person_id ORDER BY timestamp).`);
}
// src/sql/plan/windows.ts
/** Window functions, added as columns to the level below. */
/** Functions that need OVER: a place number, or how many values they take. */
const PLACES$1 = /* @__PURE__ */ new Map([
	["row_number", {
		name: "row_number",
		takes: "nothing"
	}],
	["rank", {
		name: "rank",
		takes: "nothing"
	}],
	["dense_rank", {
		name: "dense_rank",
		takes: "nothing"
	}],
	["percent_rank", {
		name: "percent_rank",
		takes: "nothing"
	}],
	["cume_dist", {
		name: "cume_dist",
		takes: "nothing"
	}],
	["ntile", {
		name: "ntile",
		takes: "count"
	}],
	["lag", {
		name: "lag",
		takes: "away"
	}],
	["laginframe", {
		name: "lag",
		takes: "away"
	}],
	["lead", {
		name: "lead",
		takes: "away"
	}],
	["leadinframe", {
		name: "lead",
		takes: "away"
	}],
	["first_value", {
		name: "first_value",
		takes: "value"
	}],
	["last_value", {
		name: "last_value",
		takes: "value"
	}],
	["nth_value", {
		name: "nth_value",
		takes: "nth"
	}]
]);
const WINDOW_NAMES = [...new Set([...PLACES$1.values()].map(({ name }) => name))];
/** Columns: the windows', then others requested of the level below. */
function windowLevel(common, below, syntaxes, windows) {
	const { binding, aliases } = common;
	const overs = [...new Set(syntaxes.flatMap((syntax) => [...partsOf$2(syntax, aliases)].filter((part) => part.kind === "over")))];
	const lifted = new Places(binding);
	const place = (tree) => lifted.of(tree);
	const read = (syntax) => {
		if ([...partsOf$2(syntax, aliases)].some((part) => part.kind === "over")) throw wrongAt(binding.source, syntax.at, "a window function cannot stand inside another one. Compute the inner one in a sub-query in FROM.");
		return single(below.scope, resolveSyntax(below.scope, syntax));
	};
	const made = overs.map((over) => windowOf(binding, over, windowNamed(binding, over, windows), read, place));
	const open = /* @__PURE__ */ new Set();
	const scope = newScope(binding, (own, syntax) => {
		if (syntax.kind === "over") {
			const index = overs.indexOf(syntax);
			return {
				type: made[index].type,
				node: {
					kind: "column",
					index
				},
				at: syntax.at
			};
		}
		if (hasWindow(syntax, aliases)) return throughAlias(own, syntax, aliases, open);
		const typed = resolveSyntax(below.scope, syntax);
		return typed.node.kind !== "literal" && isSingle(typed) ? {
			...typed,
			node: {
				kind: "column",
				index: overs.length + place(typed.node)
			}
		} : typed;
	});
	const relation = () => ({
		kind: "window",
		of: {
			kind: "project",
			of: below.relation(),
			columns: lifted.columns()
		},
		columns: made.map(({ column }) => column)
	});
	return {
		scope,
		relation,
		keys: []
	};
}
function windowNamed({ source }, { window, at }, windows) {
	const found = typeof window === "string" ? windows.get(window) : window;
	if (found !== void 0) return found;
	throw wrongAt(source, at, `there is no window ${window}: add WINDOW ${window} AS (PARTITION BY person_id), or write OVER (…).`);
}
function windowOf(binding, { call }, window, read, place) {
	const partition = window.partition.map((syntax) => place(read(syntax).node));
	const by = window.order.map(({ of }) => read(of));
	const order = window.order.map((item, at) => sortKey(item, place(by[at].node)));
	const frame = frameOf(binding, window, by, read);
	const known = PLACES$1.get(call.name.toLowerCase());
	if (known !== void 0) {
		const { call: made, type } = placeCall(binding, call, known, read, place);
		return {
			column: {
				call: made,
				partition,
				order,
				frame
			},
			type
		};
	}
	if (!isAggregateName(call.name)) {
		const names = [...WINDOW_NAMES, ...AGGREGATE_NAMES];
		throw wrongAt(binding.source, call.at, `${call.name} is no window function. ${nearestText(call.name, names)}Those are ${WINDOW_NAMES.join(", ")} and aggregates.`);
	}
	const { args, condition, type, ...rest } = aggregateOf(newScope(binding, () => null), call, read);
	const column = (tree) => finished(binding, {
		kind: "column",
		index: place(tree)
	});
	return {
		column: {
			call: {
				kind: "aggregate",
				aggregate: {
					...rest,
					args: args.map(column),
					condition: condition && column(condition)
				}
			},
			partition,
			order,
			frame
		},
		type
	};
}
/** Default: up to the current row and its peers if ordered, else all. */
function frameOf(binding, { frame, order }, by, read) {
	if (frame === null) return {
		unit: "range",
		from: null,
		until: order.length === 0 ? null : 0
	};
	const { unit, at } = frame;
	const edge = ({ count, side }) => {
		const away = count === null ? null : distance(binding, read, count, unit === "rows" ? null : by[0]?.type ?? null);
		return away === null ? null : side === "preceding" ? -away : away;
	};
	const [from, until] = [edge(frame.from), edge(frame.until)];
	if (unit === "range" && by.length !== 1 && (from ?? until ?? 0) !== 0) throw wrongAt(binding.source, at, "RANGE with a distance needs ORDER BY of one column; ROWS counts rows.");
	if (from === null && frame.from.side === "following" || until === null && frame.until.side === "preceding" || (from ?? Number.NEGATIVE_INFINITY) > (until ?? Number.POSITIVE_INFINITY)) throw wrongAt(binding.source, at, "a frame begins before it ends: ROWS BETWEEN 6 PRECEDING AND CURRENT ROW.");
	return {
		unit,
		from,
		until
	};
}
/** In rows, or in units of the order column: days, milliseconds, plain numbers. */
function distance(binding, read, count, type) {
	const is_interval = count.kind === "interval";
	const said = literalOf$1(read(is_interval ? count.count : count));
	const of_time = type === "time" || type === "second" || type === "date";
	const unit_ms = is_interval ? SPANS_MS[count.unit.toLowerCase().replace(/s$/, "")] : type === "date" ? DAY_MS$2 : SECOND_MS;
	if (typeof said !== "number" || said < 0 || type === null && !Number.isInteger(said) || is_interval && !of_time) throw wrongAt(binding.source, count.at, type === null ? "ROWS counts rows: a whole number." : "RANGE needs a number, or INTERVAL 7 DAY where ORDER BY is a time.");
	if (!of_time) return said;
	if (unit_ms === void 0) throw wrongAt(binding.source, count.at, "write it in weeks, days, hours, minutes or seconds.");
	return type === "date" ? Math.floor(said * unit_ms / DAY_MS$2) : said * unit_ms;
}
const SECOND_MS = 1e3;
const SPANS_MS = {
	second: SECOND_MS,
	minute: MINUTE_MS,
	hour: HOUR_MS,
	day: DAY_MS$2,
	week: 7 * DAY_MS$2
};
const FORMS = {
	nothing: [
		"",
		0,
		0
	],
	count: [
		"how many parts",
		1,
		1
	],
	value: [
		"a value",
		1,
		1
	],
	nth: [
		"a value, and which one of them",
		2,
		2
	],
	away: [
		"a value, how many rows away (1), and what there is at the ends",
		1,
		3
	]
};
/** rank(), ntile(4), lag(x, 2, 'none') */
function placeCall(binding, call, { name, takes }, read, place) {
	const [form, least, most] = FORMS[takes];
	if (call.args.length < least || call.args.length > most) throw wrongAt(binding.source, call.at, `${name} takes ${form === "" ? "nothing" : form}, not ${call.args.length} arguments.`);
	const typed = call.args.map(read);
	const values = takes === "count" ? [] : typed.filter((_, at) => at !== 1);
	const said = takes === "count" ? typed[0] : typed[1];
	const offset = said === void 0 ? 1 : literalOf$1(said);
	if (typeof offset !== "number" || !Number.isInteger(offset) || offset < (takes === "away" ? 0 : 1)) throw wrongAt(binding.source, call.at, `${name} needs a whole number there.`);
	return {
		call: {
			kind: "place",
			name,
			args: values.map(({ node }) => place(node)),
			offset
		},
		type: values[0]?.type ?? "number"
	};
}
/** Whether the function needs OVER. */
function isPlaceName(name) {
	return PLACES$1.has(name.toLowerCase());
}
// src/sql/plan/special.ts
/** What any expression of a select may contain besides: sub-queries, cohorts, values sent along. */
/** `outer`: the tables of the select. */
function commonOf(binding, aliases, names, bind, outer) {
	const around = (statement, wanted) => {
		const [select, ...others] = statement.selects;
		if (outer === null || others.length > 0 || select.from === null || statement.named.length > 0) return null;
		const { counts } = binding;
		const before = counts.selects;
		const inner = bind.from({
			...binding,
			subqueries: []
		}, select.from, names);
		counts.looks += counts.selects - before;
		counts.selects = before;
		if (counts.looks > 4 * LIMIT.sql_selects) throw wrongAt(binding.source, select.at, `a statement has at most ${LIMIT.sql_selects} selects.`);
		return decorrelated(binding, statement, wanted, inner, outer);
	};
	const places = {
		placeOf: placesOf$1(binding, names, bind.statement),
		around
	};
	return {
		binding,
		aliases,
		special(scope, syntax) {
			switch (syntax.kind) {
				case "path": return namedValue(scope, syntax.parts, names);
				case "placeholder": return sentValue(binding, scope, syntax);
				case "subquery": return scalarOf(scope, syntax, places);
				case "binary": return inSubquery(binding, scope, syntax, places);
				case "call": return exists(scope, syntax, places) ?? arrayJoin(binding, scope, syntax, outer) ?? specialCall(binding, scope, syntax);
				default: return null;
			}
		}
	};
}
/** Each statement is bound once, however often it is named. */
function placesOf$1(binding, names, bind) {
	const known = /* @__PURE__ */ new Map();
	return (of, columns = 1) => {
		const found = "selects" in of ? {
			of,
			around: names
		} : of.parts.length === 1 ? findNamed(names, of.parts[0]) : null;
		if (found === null || !isStatement(found.of)) return null;
		const place = known.get(found.of) ?? addedSubquery(binding, found.of, bind(binding, found.of, found.around), columns);
		known.set(found.of, place);
		return place;
	};
}
function addedSubquery(binding, { at }, { columns, relation }, wanted) {
	if (columns.length !== wanted) {
		const said = wanted === 1 ? "one column" : `${wanted} columns`;
		throw wrongAt(binding.source, at, `a sub-query here needs ${said}, not ${columns.length}.`);
	}
	return {
		index: binding.subqueries.push(relation()) - 1,
		type: columns[0].type
	};
}
/** `with 7 as days` */
function namedValue(scope, parts, names) {
	const named = parts.length === 1 ? findNamed(names, parts[0]) : null;
	return named === null || isStatement(named.of) ? null : resolveSyntax(scope, named.of);
}
function scalarOf(scope, { statement, at }, { placeOf, around }) {
	const found = around(statement, "value");
	if (found === null) {
		const { index, type } = placeOf(statement);
		return {
			type,
			node: {
				kind: "subquery",
				index,
				as: "value"
			},
			at
		};
	}
	const { index, type } = placeOf(found.statement, 2);
	const key = shown$9(scope, resolveSyntax(scope, found.key));
	const value = apply("json_get", {
		kind: "subquery",
		index,
		as: "map"
	}, key);
	if (found.otherwise === null) return {
		type,
		node: value,
		at
	};
	return {
		type,
		node: apply("coalesce", value, scalarOf(scope, {
			kind: "subquery",
			statement: found.otherwise,
			at
		}, {
			placeOf,
			around
		}).node),
		at
	};
}
/** exists (select …) */
function exists(scope, { name, args, at }, { placeOf, around }) {
	const [of] = args;
	if (name.toLowerCase() !== "exists" || of?.kind !== "subquery") return null;
	const found = around(of.statement, "exists");
	if (found !== null) return memberOf$1(scope, found.key, placeOf(found.statement), true, at);
	const { index } = placeOf(counted$2(of.statement));
	return {
		type: "boolean",
		node: apply("greater", {
			kind: "subquery",
			index,
			as: "value"
		}, literal(0)),
		at
	};
}
/** select count() from (…) */
function counted$2(statement) {
	const { at } = statement;
	const columns = [{
		of: callOf("count", [], at),
		table: null,
		name: "",
		alias: null,
		text: "",
		at
	}];
	return {
		named: [],
		selects: [{
			...fromStatement(statement, at),
			columns
		}],
		at
	};
}
/** arrayJoin(list): the row is repeated for each item. */
function arrayJoin(binding, scope, call, outer) {
	const [list] = call.args;
	if (call.name.toLowerCase() !== "arrayjoin" || list === void 0 || outer === null) return null;
	if (hasAggregate(list, /* @__PURE__ */ new Map())) throw wrongAt(binding.source, call.at, "arrayJoin takes rows apart before they are grouped: compute the list in a sub-query in FROM.");
	return {
		type: "any",
		node: itemOfEach(binding, outer, asList(scope, resolveSyntax(scope, list))),
		at: call.at
	};
}
/** x in (select …), (x, y) in (select …), (x, y) in ((1, 2), (3, 4)) */
function inSubquery(binding, scope, { operator, left, right, at }, { placeOf, around }) {
	if (operator !== "in" && operator !== "not in") return null;
	const is_in = operator === "in";
	const parts = left.kind === "list" ? left.items : [left];
	if (left.kind === "list" && right.kind === "list") return inTuples(binding, scope, parts, right, is_in);
	const of = right.kind === "subquery" ? right.statement : right.kind === "path" ? right : null;
	if (of === null) return null;
	const found = right.kind === "subquery" ? around(right.statement, "member") : null;
	if (parts.length === 1 && found === null) {
		const place = placeOf(of);
		return place && memberOf$1(scope, left, place, is_in, at);
	}
	const statement = found === null ? statementOf(of) : found.statement;
	const all = found === null ? parts : [...parts, found.key];
	const own = keyed(binding, statement, all.length);
	return memberOf$1(scope, textKey(all, at), placeOf(own), is_in, at);
}
function statementOf(of) {
	if ("selects" in of) return of;
	const { at } = of;
	const name = of.parts.join(".");
	return {
		named: [],
		selects: [allFrom({
			kind: "table",
			name,
			args: [],
			alias: name,
			at
		}, at)],
		at
	};
}
/** Its columns as one text. */
function keyed({ source }, { named, selects, at }, wanted) {
	return {
		named,
		selects: selects.map((select) => {
			const values = select.columns.flatMap(({ of }) => of ?? []);
			if (values.length !== wanted || values.length !== select.columns.length) throw wrongAt(source, select.at, `a sub-query here needs ${wanted} columns, written out.`);
			const key = {
				of: textKey(values, at),
				table: null,
				name: "",
				alias: null,
				text: "",
				at
			};
			return {
				...select,
				columns: [key]
			};
		}),
		at
	};
}
/** As many comparisons, joined by `or`. */
function inTuples({ source }, scope, parts, { items, at }, is_in) {
	const typed = resolveSyntax(scope, chained("or", (items.every((item) => item.kind === "list") ? items : [{
		kind: "list",
		items,
		at
	}]).map((item) => {
		if (item.kind !== "list" || item.items.length !== parts.length) throw wrongAt(source, item.at, `each of them needs ${parts.length} values: (('a', 1), ('b', 2)).`);
		return chained("and", item.items.map((right, place) => ({
			kind: "binary",
			operator: "=",
			left: parts[place],
			right,
			at
		})));
	})));
	return is_in ? typed : {
		...typed,
		node: apply("not", typed.node)
	};
}
function isAction(name) {
	return plainName(name) === "matchesaction";
}
function specialCall(binding, scope, { name, args, at }) {
	if (name === "inCohort" || name === "notInCohort") return memberOf$1(scope, args[0], {
		index: cohortPlace(binding, args[1]),
		type: "text"
	}, name === "inCohort", at);
	if (isFunction(name) || isAggregateName(name)) return null;
	if (isAction(name)) throw wrongAt(binding.source, at, "matchesAction('name') stands in the WHERE of events, by itself, behind NOT or beside other conditions.");
	if (isPlaceName(name)) {
		const example = `${name}(…) OVER (PARTITION BY person_id ORDER BY timestamp)`;
		throw wrongAt(binding.source, at, `${name} needs OVER (…): ${example}.`);
	}
	const near = Object.hasOwn(INSTEAD$1, plainName(name)) ? "" : nearestText(name, [...AGGREGATE_NAMES, ...WINDOW_NAMES]);
	if (near === "") return null;
	throw wrongAt(binding.source, at, `there is no function ${name}. ${near}`.trim());
}
function cohortPlace(binding, said) {
	const { id, where } = savedNamed(binding, "cohort", said);
	const person_id = finished(binding, {
		kind: "field",
		name: "person_id"
	});
	const of = {
		kind: "cohort_people",
		cohorts: [{
			id,
			where: where()
		}]
	};
	return binding.subqueries.push({
		kind: "project",
		of,
		columns: [person_id]
	}) - 1;
}
function memberOf$1(scope, left, { index, type }, is_in, at) {
	const said = resolveSyntax(scope, left);
	const is_date = type === "date" && said.type !== "date";
	if (isTime$1(said) && isTime$1({
		...said,
		type
	}) && is_date) throw wrongAt(scope.source, at, "times are compared with dates: write toDate(…) on the left.");
	const member = isIn(scope, type === "time" || type === "second" ? {
		...said,
		type,
		node: asTime(scope, said)
	} : said, {
		type: "array",
		node: {
			kind: "subquery",
			index,
			as: "list"
		},
		at
	}, at);
	return is_in ? member : {
		...member,
		node: apply("not", member.node)
	};
}
function sentValue({ source, setting }, scope, { parts, at }) {
	const name = parts.join(".");
	if (name === "filters") throw wrongAt(source, at, "{filters} stands in WHERE, by itself or beside other conditions: WHERE {filters} AND event = 'paid'.");
	const value = setting.values.get(name);
	if (value === void 0) throw wrongAt(source, at, `no value was sent for {${name}}. ${nearestText(name, [...setting.values.keys()])}Send it beside the statement: "values": {"${name}": …}.`);
	const literal = (one) => typeof one === "object" && one !== null ? {
		kind: "list",
		items: one.map(literal),
		at
	} : {
		kind: "literal",
		value: one,
		at
	};
	return resolveSyntax(scope, literal(value));
}
// src/sql/plan/tables.ts
/** The tables, and what names mean in each. */
/** One row per session, derived from its events. */
const SESSIONS = `
  select properties.$session_id as session_id, argMin(distinct_id, timestamp) as distinct_id,
    argMin(person_id, timestamp) as person_id, min(timestamp) as $start_timestamp, max(timestamp) as $end_timestamp,
    any(session.$session_duration) as $session_duration, count() as event_count,
    count() = 1 or countIf(event = '$pageview') = 1 and countIf(event = '$autocapture') = 0 and $session_duration < 10 as $is_bounce,
    argMinIf(properties.$pathname, timestamp, event = '$pageview') as $entry_pathname,
    argMaxIf(properties.$pathname, timestamp, event = '$pageview') as $end_pathname,
    argMin(properties.utm_source, timestamp) as $entry_utm_source, argMin(properties.utm_medium, timestamp) as $entry_utm_medium,
    argMin(properties.utm_campaign, timestamp) as $entry_utm_campaign,
    uniqIf(properties.$current_url, event = '$pageview') as $num_uniq_urls,
    countIf(event = '$pageview') as $pageview_count, countIf(event = '$autocapture') as $autocapture_count,
    argMinIf(properties.$current_url, timestamp, event = '$pageview') as $entry_current_url,
    argMaxIf(properties.$current_url, timestamp, event = '$pageview') as $end_current_url,
    argMin(properties.$referring_domain, timestamp) as $entry_referring_domain
  from events where notEmpty(properties.$session_id) group by properties.$session_id`;
const TABLES = [
	"events",
	"persons",
	"groups",
	"sessions",
	"cohort_people",
	"person_distinct_ids"
];
const FIELDS = {
	persons: {
		id: "text",
		created_at: "time"
	},
	groups: {
		index: "number",
		key: "text",
		created_at: "time"
	},
	cohort_people: {
		person_id: "text",
		cohort_id: "number"
	},
	person_distinct_ids: {
		distinct_id: "text",
		person_id: "text"
	},
	numbers: { number: "number" }
};
/** null if there is no such table. */
function bindTable(binding, from) {
	const name = from.name.toLowerCase();
	if (name !== "numbers" && from.args.length > 0) throw wrongAt(binding.source, from.at, `${from.name} takes no arguments.`);
	switch (name) {
		case "events": return bindEvents(binding, from.alias);
		case "persons": return fieldsOf$1({ kind: "persons" }, from.alias, "persons", (key) => ({
			of: "person",
			key
		}));
		case "groups": return fieldsOf$1({
			kind: "groups",
			types: binding.setting.groupTypes().map((type) => type.group_type_index)
		}, from.alias, "groups", null);
		case "person_distinct_ids": return fieldsOf$1({ kind: "distinct_ids" }, from.alias, "person_distinct_ids");
		case "cohort_people": return fieldsOf$1({
			kind: "cohort_people",
			cohorts: binding.setting.cohorts().map(({ id, where }) => ({
				id,
				where: where()
			}))
		}, from.alias, "cohort_people");
		case "numbers": return fieldsOf$1({
			kind: "numbers",
			count: countOf(binding, from)
		}, from.alias, "numbers");
		default: return null;
	}
}
function unknownTable({ source }, { name, at }, named) {
	const known = [...TABLES, ...named];
	return wrongAt(source, at, `there is no table ${name}. ${nearestText(name, known)}Tables are ${[...known, "numbers(n)"].join(", ")}.`);
}
/** Of events, those that pass. */
function scanOnly(scan, where) {
	scan.where.push(where);
	scan.relation.is_of_rows = false;
	updateScan(scan);
}
function countOf({ source }, { args, at }) {
	const [count] = args;
	const value = args.length === 1 && count?.kind === "literal" ? count.value : null;
	if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= LIMIT.sql_rows_held) return value;
	throw wrongAt(source, at, `numbers takes how many, up to ${LIMIT.sql_rows_held}, as numbers(10): 0, 1, … 9.`);
}
const EVENT_COLUMNS = [
	"uuid",
	"event",
	"timestamp",
	"distinct_id",
	"person_id",
	"properties"
];
const EVENT_NAMES = [...[
	"uuid",
	"event",
	"timestamp",
	"distinct_id",
	"person_id",
	"properties",
	"properties.NAME",
	"person.id"
], ...[
	"person.properties.NAME",
	"person.created_at",
	"$session_id",
	"session.$session_duration",
	"$group_0",
	"group_0.properties.NAME"
]];
function bindEvents(binding, alias) {
	const scan = {
		relation: {
			kind: "events",
			matches: [],
			range: {
				from_ms: MIN_MS,
				until_ms: MAX_MS
			},
			is_of_rows: true
		},
		events: null,
		where: []
	};
	updateScan(scan);
	const scope = newScope(binding, () => null);
	return {
		base: () => scan.relation,
		steps: [],
		below: null,
		scan,
		find(path) {
			const inner = withoutAlias(path, alias);
			const found = findOfEvent(scope, inner);
			if (found !== null && !isOfRow(found.node)) scan.relation.is_of_rows = false;
			return found;
		},
		columns: (table) => table === null || table === alias ? pathsOf(alias, EVENT_COLUMNS) : null,
		names: EVENT_NAMES,
		sides: null
	};
}
function findOfEvent(scope, path) {
	const [first, second] = atLeastOne(path.parts);
	const { at } = path;
	if (path.parts.length === 1 && (first === "uuid" || first === "properties")) return fieldNode(first, first === "uuid" ? "text" : "any", at);
	if (first === "person" && second === "created_at") return fieldNode("person_created_at", "time", at);
	return isOfEvents(scope, first) ? resolvePath$1(scope, path) : null;
}
/** Whether it depends on the row alone, not on identities. */
function isOfRow(tree) {
	if (tree.kind === "call" || tree.kind === "each") return tree.args.every(isOfRow);
	if (tree.kind === "field") return tree.name === "uuid" || tree.name === "properties";
	if (tree.kind !== "source") return true;
	const { source } = tree;
	return source.of === "event" || source.of === "metadata" && (source.key === "event" || source.key === "timestamp");
}
function scanWithFilters(binding, scan) {
	const { filters } = binding.setting;
	if (filters === null) return;
	const { range } = scan.relation;
	scan.relation.range = {
		from_ms: Math.max(range.from_ms, filters.range.from_ms),
		until_ms: Math.min(range.until_ms, filters.range.until_ms)
	};
	if (filters.where !== ALL) scanOnly(scan, filters.where);
	updateScan(scan);
}
function withoutAlias(path, alias) {
	return path.parts[0] === alias && path.parts.length > 1 ? {
		parts: path.parts.slice(1),
		at: path.at
	} : path;
}
function pathsOf(alias, names) {
	return names.map((name) => ({
		parts: [alias, name],
		at: 0
	}));
}
function fieldNode(name, type, at, key) {
	return {
		type,
		node: key === void 0 ? {
			kind: "field",
			name
		} : {
			kind: "field",
			name,
			key
		},
		at
	};
}
/** `properties`: source of a property; null to read it from the row itself, undefined if the table has none. */
function fieldsOf$1(relation, alias, table, properties) {
	const fields = FIELDS[table];
	const all = [...Object.keys(fields), ...properties === void 0 ? [] : ["properties"]];
	return {
		base: () => relation,
		steps: [],
		below: null,
		scan: null,
		find(path) {
			const { parts, at } = withoutAlias(path, alias);
			const [first, key, ...inside] = atLeastOne(parts);
			if (parts.length === 1 && Object.hasOwn(fields, first)) return fieldNode(first, fields[first], at);
			if (first !== "properties" || properties === void 0) return null;
			if (key === void 0) return fieldNode("properties", "any", at);
			return {
				type: "any",
				node: within$2(properties === null ? {
					kind: "field",
					name: "property",
					key
				} : {
					kind: "source",
					source: properties(key)
				}, inside),
				at
			};
		},
		columns: (name) => name === null || name === alias ? pathsOf(alias, all) : null,
		names: [...all, ...properties === void 0 ? [] : ["properties.NAME"]],
		sides: null
	};
}
// src/sql/plan/where.ts
/** What names mean among tables and columns, and where conditions of WHERE go. */
function findIn({ source }, bound, aliases) {
	return (path) => {
		const found = bound.find(path);
		if (found !== null) return found;
		throw unknownName(source, path, [...bound.names, ...aliases.keys()]);
	};
}
/** What others call it. */
const MEANT = {
	user_id: "person_id, or distinct_id",
	userid: "person_id, or distinct_id",
	session_id: "$session_id",
	event_name: "event",
	name: "event",
	event_type: "event",
	event_id: "uuid",
	created_at: "timestamp",
	time: "timestamp",
	event_time: "timestamp",
	date: "toDate(timestamp)"
};
function unknownName(source, { parts, at }, known) {
	const name = parts.join(".");
	const last = parts.at(-1);
	if (source.text[at] === "\"") return wrongAt(source, at, `there is no column ${name}. Double quotes hold names; a text stands in single ones: '${name}'.`);
	if (known.includes(name)) return wrongAt(source, at, `${name} is made of groups or windows, which come after this: use HAVING or QUALIFY.`);
	const has_properties = known.includes("properties.NAME");
	const owner = parts.length === 2 && known.includes(`${parts[0]}.properties.NAME`) ? `${parts[0]}.` : "";
	const meant = MEANT[last.toLowerCase()];
	return wrongAt(source, at, `there is no ${name} here. ${owner !== "" ? `A property is written ${owner}properties.${last}. ` : has_properties && meant !== void 0 && parts.length === 1 ? `Use ${meant}. A property is written properties.${name}. ` : `${has_properties && parts.length === 1 ? `A property is written properties.${name}. ` : ""}${nearestText(last, known)}`}${known.length === 0 ? "There is no FROM; " : `Known are ${known.join(", ")}; `}text stands in single quotes: '${name}'.`);
}
/** One conjunct: pushed into the table it is about, else applied to all rows. */
function keepPart(part, bound, common, find) {
	const { binding, aliases } = common;
	const { scan } = bound;
	if (part.kind === "placeholder" && part.parts.join() === "filters") {
		if (scan !== null) scanWithFilters(binding, scan);
		else if (binding.setting.filters !== null) throw wrongAt(binding.source, part.at, "{filters} hold for events: put it into the select that reads FROM events.");
		return;
	}
	const is_not = part.kind === "unary" && part.operator === "not";
	const inner = is_not ? part.of : part;
	if (inner.kind === "call" && isAction(inner.name) && inner.args.length === 1 && scan !== null) {
		const where = savedNamed(binding, "action", inner.args[0]).where();
		scanOnly(scan, is_not ? not(where) : where);
		return;
	}
	const side = sideOf(part, bound, aliases);
	if (side !== null) {
		keepPart(part, side, common, findIn(binding, side, aliases));
		return;
	}
	const { scope } = rowLevel(common, find, () => relationOf(bound));
	keepWhere(binding, bound, asCondition(scope, resolveSyntax(scope, part)));
}
/**
* The one side of a join it is about; null if the other side keeps rows without a partner, since filtering first would
* add such rows.
*/
function sideOf(part, { sides }, aliases) {
	if (sides === null) return null;
	const isAlias = (each) => each.kind === "path" && each.parts.length === 1 && aliases.has(each.parts[0]);
	if ([...partsOf$2(part, /* @__PURE__ */ new Map())].some(isAlias)) return null;
	if (!sides.keeps_right && isOf$1(sides.left, part)) return sides.left;
	return !sides.keeps_left && isOf$1(sides.right, part) ? sides.right : null;
}
// src/sql/plan/select.ts
/** Statement -> plan: binds names, determines types, pushes conditions down. */
/** `limit`: default number of rows to answer. @throws ServiceError that points to the fix */
function planStatement(source, setting, limit) {
	const statement = parseStatement(source);
	const binding = {
		source,
		setting,
		subqueries: [],
		counts: {
			selects: 0,
			looks: 0,
			items: 0
		}
	};
	const selected = bindStatement(binding, statement, null);
	const said = statement.selects.length === 1 ? statement.selects[0].limit : null;
	const rows = Math.min(said === null ? limit : constantOf(binding, said, "LIMIT"), LIMIT.sql_rows);
	return {
		relation: pruned(limited(selected.relation(), rows + 1, selected.columns.length)),
		limit: rows,
		behind: behindRows(statement, selected.columns.map(({ name }) => name)),
		subqueries: binding.subqueries.map(pruned),
		columns: selected.columns.map(columnOf)
	};
}
function columnOf({ name, type }) {
	return {
		name,
		type
	};
}
/** One extra row tells whether there are more. Sorting keeps no more than these. */
function limited(relation, limit, columns) {
	if (relation.kind === "sort") return {
		...relation,
		limit: Math.min(relation.limit ?? limit, limit)
	};
	return {
		kind: "sort",
		of: relation,
		by: [],
		columns,
		limit,
		offset: 0
	};
}
function bindStatement(binding, { named, selects, at }, around) {
	let names = around;
	for (const { name, of } of named) names = {
		named: /* @__PURE__ */ new Map([[name, of]]),
		around: names
	};
	const parts = selects.map((select) => bindSelect(binding, select, names));
	const [first, ...others] = atLeastOne(parts);
	if (others.length === 0) return first;
	const odd = others.find((other) => other.columns.length !== first.columns.length);
	if (odd !== void 0) throw wrongAt(binding.source, at, `all parts of UNION, INTERSECT and EXCEPT need the same number of columns: ${first.columns.length}, not ${odd.columns.length}.`);
	return {
		columns: first.columns.map(({ name }, place) => ({
			name,
			type: unionType(binding, parts, place, at)
		})),
		through: null,
		below: null,
		relation: () => ({
			kind: "union",
			of: parts.map((part) => part.relation())
		})
	};
}
/** Rows of both are counted by side: those of sets are different ones. */
function bindSet(binding, { how, left, right, at }, names) {
	const both = bindStatement(binding, {
		named: [],
		selects: [fromStatement(left, at), fromStatement(right, at)],
		at
	}, names);
	const width = both.columns.length;
	const column = (tree) => finished(binding, tree);
	const own = both.columns.map((_, index) => column({
		kind: "column",
		index
	}));
	const side = (is_left) => column(literal(is_left ? 1 : null));
	const counted = (index) => ({
		name: "count",
		args: [column({
			kind: "column",
			index
		})],
		condition: null,
		parameter: 0
	});
	const has = (index) => apply("greater", {
		kind: "column",
		index
	}, literal(0));
	const where = apply("and", has(width), how === "except" ? apply("not", has(width + 1)) : has(width + 1));
	const relation = () => {
		const union = both.relation();
		return {
			kind: "project",
			of: {
				kind: "filter",
				of: {
					kind: "aggregate",
					of: {
						kind: "union",
						of: (union.kind === "union" ? union.of : []).map((part, at_part) => ({
							kind: "project",
							of: part,
							columns: [
								...own,
								side(at_part === 0),
								side(at_part === 1)
							]
						}))
					},
					keys: own,
					aggregates: [counted(width), counted(width + 1)]
				},
				where: column(where)
			},
			columns: own
		};
	};
	return {
		columns: both.columns,
		through: null,
		below: null,
		relation
	};
}
const TIMES = /* @__PURE__ */ new Set([
	"time",
	"second",
	"date"
]);
function unionType({ source }, parts, place, at) {
	const types = new Set(parts.map(({ columns }) => columns[place].type).filter((type) => type !== "null"));
	const [type = "null", ...others] = types;
	if (others.length === 0) return type;
	if (types.isSubsetOf(/* @__PURE__ */ new Set(["time", "second"]))) return "time";
	if ([...types].some((each) => TIMES.has(each))) throw wrongAt(source, at, `column ${place + 1} of UNION ALL is a time in one part and something else in another. Use toString(…) in both.`);
	return "any";
}
function bindSelect(binding, select, names) {
	const { source } = binding;
	if (++binding.counts.selects > LIMIT.sql_selects) throw wrongAt(source, select.at, `a statement has at most ${LIMIT.sql_selects} selects.`);
	const bound = select.from === null ? ONE_ROW() : bindFrom(binding, select.from, names);
	const columns = withoutStars(binding, select, bound);
	const items = itemNames(select);
	const aliases = new Map([...items, ...columns.flatMap(({ alias, of }) => alias === null ? [] : [[alias, of]])]);
	const common = commonOf(binding, aliases, names, BINDERS, bound);
	const find = findIn(binding, bound, aliases);
	const rows = rowLevel(common, find, () => relationOf(bound));
	for (const [, item] of items) resolveSyntax(rows.scope, item);
	for (const part of select.where === null ? [] : conjuncts(select.where)) keepPart(part, bound, common, find);
	const said = [...columns.map(({ of }) => of), ...select.order_by.map(({ of }) => of)];
	const having = select.having === null ? [] : [select.having];
	const is_grouped = select.group_by.length > 0 || [...said, ...having].some((syntax) => hasAggregate(syntax, aliases));
	if (having.length > 0 && !is_grouped) throw wrongAt(source, having[0].at, "HAVING speaks of groups: add GROUP BY, or use WHERE.");
	const grouped = is_grouped ? groupLevel(common, rows, groupKeys(select, columns, aliases).map((syntax) => ordinal(binding, syntax, columns))) : rows;
	const filtered = filteredLevel(binding, grouped, having);
	const chosen = select.qualify === null ? [] : [select.qualify];
	const is_windowed = [...said, ...chosen].some((syntax) => hasWindow(syntax, aliases));
	if (chosen.length > 0 && !is_windowed) throw wrongAt(source, chosen[0].at, "QUALIFY speaks of windows, as rank() OVER (…) = 1: use WHERE or HAVING.");
	const top = filteredLevel(binding, is_windowed ? windowLevel(common, filtered, [...said, ...chosen], select.windows) : filtered, chosen);
	const outputs = columns.map((column) => single(top.scope, resolveSyntax(top.scope, asNamed(column, aliases))));
	const made = columns.map(({ name }, place) => ({
		name,
		type: outputs[place].type
	}));
	const is_plain = !is_grouped && !is_windowed && !select.distinct && select.limit === null && select.offset === null;
	const sorts = select.order_by.length > 0 || select.limit_by !== null;
	const relation = arranged(binding, select, columns, top, outputs);
	const is_whole = !is_windowed && !select.distinct && select.limit === null && select.offset === null && !sorts;
	const trees = outputs.map(({ node }) => node.kind === "column" ? grouped.keys[node.index] ?? null : null);
	const below = is_whole && grouped.keys.length > 0 ? {
		bound,
		trees
	} : null;
	return {
		columns: made,
		relation,
		through: is_plain && !sorts ? {
			bound,
			outputs
		} : null,
		below
	};
}
function filteredLevel(binding, level, conditions) {
	const kept = conditions.map((syntax) => asCondition(level.scope, resolveSyntax(level.scope, syntax)));
	const relation = () => kept.reduce((of, where) => ({
		kind: "filter",
		of,
		where: finished(binding, where)
	}), level.relation());
	return {
		...level,
		relation
	};
}
/** DISTINCT, ORDER BY and LIMIT over the columns. */
function arranged(binding, select, columns, { scope, relation }, outputs) {
	const places = new Places(binding, outputs.map(({ node }) => node));
	const place = (syntax) => {
		const { node } = single(scope, resolveSyntax(scope, ordinal(binding, syntax, columns)));
		if (select.distinct && places.find(node) < 0) throw wrongAt(binding.source, syntax.at, "with DISTINCT, ORDER BY can only name what is selected.");
		return places.of(node);
	};
	const by = select.order_by.map((item) => sortKey(item, place(item.of)));
	const keys = select.limit_by?.of.map(place) ?? [];
	const each = select.limit_by === null ? 0 : constantOf(binding, select.limit_by.count, "LIMIT BY");
	const limit = select.limit === null ? null : constantOf(binding, select.limit, "LIMIT");
	const offset = select.offset === null ? 0 : constantOf(binding, select.offset, "OFFSET");
	return () => {
		let made = {
			kind: "project",
			of: relation(),
			columns: places.columns()
		};
		const width = places.trees.length;
		if (select.distinct) made = {
			kind: "distinct",
			of: made
		};
		if (select.limit_by !== null) {
			const sorted = {
				kind: "sort",
				of: made,
				by,
				columns: width,
				limit: null,
				offset: 0
			};
			made = {
				kind: "limit_by",
				of: by.length > 0 ? sorted : made,
				keys,
				limit: each
			};
		}
		if (by.length === 0 && limit === null && offset === 0 && width === outputs.length) return made;
		return {
			kind: "sort",
			of: made,
			by,
			columns: outputs.length,
			limit,
			offset
		};
	};
}
/** A number that does not depend on rows. */
function constantOf(binding, syntax, what) {
	const common = commonOf(binding, /* @__PURE__ */ new Map(), null, BINDERS, null);
	const refuse = () => wrongAt(binding.source, syntax.at, `${what} needs a whole number of 0 or more.`);
	const { scope } = rowLevel(common, () => {
		throw refuse();
	}, () => ({
		kind: "numbers",
		count: 1
	}));
	const value = literalOf$1(resolveSyntax(scope, syntax));
	if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
	throw refuse();
}
const BINDERS = {
	statement: bindStatement,
	from: bindFrom
};
function ONE_ROW() {
	const relation = {
		kind: "numbers",
		count: 1
	};
	return {
		base: () => relation,
		steps: [],
		below: null,
		scan: null,
		find: () => null,
		columns: () => null,
		names: [],
		sides: null
	};
}
function bindFrom(binding, from, names) {
	if (from.kind === "statement") return asTable(bindStatement(binding, from.statement, names), from.alias ?? "");
	if (from.kind === "set") return asTable(bindSet(binding, from, names), "");
	if (from.kind === "join") {
		const [left, right] = [bindFrom(binding, from.left, names), bindFrom(binding, from.right, names)];
		const scopeOf = (bound) => {
			return rowLevel(commonOf(binding, /* @__PURE__ */ new Map(), names, BINDERS, null), findIn(binding, bound, /* @__PURE__ */ new Map()), () => relationOf(bound)).scope;
		};
		return joined$2(binding, from, left, right, scopeOf);
	}
	const named = findNamed(names, from.name);
	if (named !== null && isStatement(named.of)) return asTable(bindStatement(binding, named.of, named.around), from.alias);
	if (from.name.toLowerCase() === "sessions") {
		const own = {
			...binding,
			source: {
				...binding.source,
				text: SESSIONS
			}
		};
		return asTable(ofSessions(bindStatement(own, parseStatement(own.source), null)), from.alias);
	}
	const bound = bindTable(binding, from);
	if (bound !== null) return bound;
	throw unknownTable(binding, from, names === null ? [] : namesOf$1(names));
}
const SESSION_KEYS = {
	$start_timestamp: "$start_timestamp",
	$end_timestamp: "$end_timestamp",
	$session_duration: "$session_duration"
};
/** What the dataset knows of a session, its events need not be grouped for. */
function ofSessions(selected) {
	const { below, columns } = selected;
	const trees = columns.map(({ name }, place) => {
		const key = SESSION_KEYS[name];
		return key === void 0 ? below.trees[place] : {
			kind: "source",
			source: {
				of: "session",
				key
			}
		};
	});
	return {
		...selected,
		below: {
			bound: below.bound,
			trees
		}
	};
}
function namesOf$1(names) {
	const own = [...names.named].flatMap(([name, of]) => isStatement(of) ? [name] : []);
	return names.around === null ? own : [...own, ...namesOf$1(names.around)];
}
/** A member of `properties`, if a table below has it as a column. */
function memberOf(through, index, inside, at) {
	if (through === null || through.bound.sides !== null) return null;
	const { node } = through.outputs[index];
	return node.kind === "field" && node.name === "properties" ? through.bound.find({
		parts: ["properties", ...inside],
		at
	}) : null;
}
/** A select's result as a table. Selects that only choose rows are inlined. */
function asTable(selected, alias) {
	const { columns, through } = selected;
	const names = columns.map(({ name }) => name);
	return {
		base: through === null ? () => selected.relation() : through.bound.base,
		steps: through === null ? [] : through.bound.steps,
		below: through === null ? selected.below : through.bound.below,
		scan: through?.bound.scan ?? null,
		find({ parts, at }) {
			const own = parts.length > 1 && parts[0] === alias ? parts.slice(1) : parts;
			const joined_name = names.indexOf(own.join("."));
			const index = joined_name >= 0 ? joined_name : names.indexOf(own[0]);
			if (index < 0) return null;
			const { type } = columns[index];
			const inside = joined_name >= 0 ? [] : own.slice(1);
			if (inside.length > 0 && type !== "any" && type !== "array") return null;
			const of_all = inside.length > 0 ? memberOf(through, index, inside, at) : null;
			if (of_all !== null) return of_all;
			const node = through === null ? {
				kind: "column",
				index
			} : through.outputs[index].node;
			return {
				type: inside.length > 0 ? "any" : type,
				node: within$2(node, inside),
				at
			};
		},
		columns: (table) => table === null || table === alias ? names.map((name) => ({
			parts: alias === "" ? [name] : [alias, name],
			at: 0
		})) : null,
		names,
		sides: null
	};
}
// src/service/resolve/sql.ts
/** SqlBody -> SqlQuery: plans the statement, with names, cohorts and settings at hand. */
function resolveSql(context, body) {
	const range = filterRange(context, body);
	return {
		query: planStatement({
			text: body.query,
			attr: "query",
			what: "SQL"
		}, settingFor(context, body, range), body.limit ?? LIMIT.sql_rows_default),
		range: range ?? {
			from_ms: 0,
			until_ms: context.now_ms + 1
		}
	};
}
/** null if no dates were sent. */
function filterRange(context, { date_from, date_to }) {
	if (date_from === void 0 && date_to === void 0) return null;
	return resolveRangeOrNone({
		...rangeInput(context, {
			date_from: date_from ?? "all",
			date_to
		}),
		interval: "day",
		whole_first_day: false
	});
}
function settingFor(context, body, range) {
	const { service, project } = context;
	const where = resolveCommonFilter(context, {
		properties: body.properties,
		filter_test_accounts: body.filter_test_accounts
	});
	return {
		clock: clockOf(context),
		groupTypes: () => service.store.groups.types(project.id),
		cohorts() {
			const { rows } = service.store.cohorts.list(project.id, {
				limit: LIMIT.page_max,
				offset: 0
			});
			return rows.map((row) => ({
				id: row.id,
				name: row.name,
				where: () => cohortPredicate(context, row, [`cohort ${row.id}`])
			}));
		},
		actions() {
			const { rows } = service.store.actions.list(project.id, {
				limit: LIMIT.page_max,
				offset: 0
			});
			return rows.map((row) => ({
				id: row.id,
				name: row.name,
				where: () => either(actionMatches(context, row, "query").map(ofMatch))
			}));
		},
		filters: {
			range: range ?? {
				from_ms: MIN_MS,
				until_ms: MAX_MS
			},
			where
		},
		values: new Map(Object.entries(body.values ?? {}))
	};
}
function ofMatch({ event, where }) {
	if (event === null) return where;
	return every([{
		kind: "value",
		source: {
			of: "metadata",
			key: "event"
		},
		test: {
			op: "in",
			values: [event]
		}
	}, where]);
}
/** Name and ClickHouse type of each column. */
function columnTypes(columns, timezone) {
	const names = {
		any: "Dynamic",
		text: "String",
		number: "Float64",
		boolean: "Bool",
		null: "Nothing",
		array: "Array(Dynamic)",
		date: "Date",
		time: `DateTime64(3, '${timezone}')`,
		second: `DateTime('${timezone}')`
	};
	return columns.map(({ name, type }) => [name, names[type]]);
}
// src/service/kinds/sql.ts
/** SQL statements. They have their own operation (`operations/sql.ts`), since a statement is no list of filters. */
const sql = {
	kind: "sql",
	body: SqlBody,
	also: {},
	line: object({}),
	resolve: resolve$2,
	nothing: [],
	text: sqlParts,
	table: savedSqlTable,
	chart: sqlChart,
	people: null,
	computing: null
};
function resolve$2(context, flat) {
	const body = checked$1(SqlBody, flat);
	const { query, range } = resolveSql(context, body);
	const { timezone } = context.project;
	return {
		asked: {
			kind: "sql",
			query
		},
		showing: { timezone },
		body,
		filters: { query: {
			kind: KIND_NAMES.sql.node,
			query: body.query
		} },
		parts: [query, timezone],
		range,
		interval: null,
		extent: [],
		understood: () => ({
			timezone,
			range,
			interval: null,
			entities: [],
			columns: columnTypes(query.columns, timezone),
			behind: query.behind,
			words: {
				question: "SQL",
				lines: []
			}
		})
	};
}
// src/service/resolve/stickiness.ts
/** A trend's body that asks for stickiness -> StickinessAsked. */
/** Counts from the start of the first point to date_to. */
function resolveStickiness(context, body) {
	const lines = resolveEntities(context, body, "trend");
	const where = every([resolveCommonFilter(context, body), sampleOf$2(body.sampling_factor)]);
	const entities = lines.map((line) => {
		const { actor, math_name } = resolveMath(context, body, line);
		return {
			...restricted(line.entity, where),
			actor,
			math_name
		};
	});
	const interval = body.interval ?? "day";
	const input = {
		...rangeInput(context, body),
		interval,
		whole_first_day: true
	};
	const over = (range) => {
		const edges_ms = joined$1(resolveEdges(context, range, interval), body.interval_count ?? 1);
		return {
			kind: "stickiness",
			timezone: context.project.timezone,
			interval,
			range: {
				from_ms: edges_ms[0],
				until_ms: range.until_ms
			},
			edges_ms,
			entities,
			...rowsOf(body.stickiness_criteria),
			cumulative: body.computed_as === "cumulative"
		};
	};
	const isSplit = body.breakdown !== void 0 || body.breakdowns !== void 0;
	return {
		query: over(resolveRange(input)),
		previous: isCompared(body) ? over(previousRange(input, body.compare_to ?? null)) : null,
		sampled_share: body.sampling_factor ?? 1,
		warnings: isSplit ? ["Stickiness has no breakdown: it is ignored."] : []
	};
}
/** Joins this many points into one, counted back from the last; the first may be shorter. */
function joined$1(edges_ms, count) {
	const last = edges_ms.length - 1;
	return edges_ms.filter((_, edge) => edge === 0 || (last - edge) % count === 0);
}
function rowsOf(criteria) {
	const max_rows = Number.POSITIVE_INFINITY;
	if (criteria === void 0) return {
		min_rows: 1,
		max_rows
	};
	const { operator, value } = criteria;
	if (operator === "gte") return {
		min_rows: value,
		max_rows
	};
	return {
		min_rows: operator === "exact" ? value : 1,
		max_rows: value
	};
}
/** People, whatever of them a trend would count, or groups. */
function resolveMath(context, body, { body: line, attr }) {
	const math_name = line.math ?? null;
	if (math_name === null || math_name === "total" || math_name === "dau") return {
		actor: { kind: "person" },
		math_name
	};
	if (math_name !== "unique_group") throw invalid(`${attr}__math`, "Stickiness counts people (leave math out) or groups (unique_group with math_group_type_index).", "invalid_choice");
	const index = line.math_group_type_index;
	const actor = index === void 0 ? resolveActor(context, body) : {
		kind: "group",
		type_index: index
	};
	if (actor.kind === "group") return {
		actor,
		math_name
	};
	throw invalid(`${attr}__math_group_type_index`, "unique_group needs the number of the group type.", "required");
}
// src/service/kinds/stickiness.ts
/** Stickiness: in how many periods people were active. The body is a trend's. */
const stickiness = {
	kind: "stickiness",
	body: TrendBody,
	also: { offset: unknown$2() },
	line: TrendEntityBody,
	resolve: resolve$1,
	nothing: [],
	text: (answer, telling) => trendParts(answer, telling, "Stickiness"),
	table: trendTable,
	chart: stickinessChart,
	people: {
		shared: [
			"series",
			"day",
			"period"
		],
		fields: {},
		point: (sent, { query }) => pointOf$2(sent, periodOf(sent, query))
	},
	computing: null
};
/** Arguments of stickiness only. */
const OPTIONAL = [
	"stickiness_criteria",
	"computed_as",
	"interval_count"
];
function resolve$1(context, flat) {
	const body = checked$1(TrendBody, flat);
	const { query, previous, sampled_share, warnings } = resolveStickiness(context, body);
	const filters = {
		...seriesFilters(body, KIND_NAMES.stickiness.insight),
		...pick(body, OPTIONAL)
	};
	const asked = {
		kind: "stickiness",
		query: {
			current: query,
			previous
		}
	};
	return {
		asked,
		showing: {
			filter: filters,
			sampled_share
		},
		body,
		filters,
		parts: seriesParts(context, query, previous),
		range: query.range,
		interval: query.interval,
		extent: [{
			series: query.entities.length,
			...alongTime(asked.query)
		}],
		page: null,
		understood: () => ({
			...query,
			previous: previous?.range,
			ends: body,
			words: stickinessWords(context, body, query),
			warnings
		})
	};
}
function pointOf$2(sent, query) {
	const periods = Number(sent.day);
	if (!Number.isInteger(periods) || periods < 1 || periods >= query.edges_ms.length) throw invalid("day", "Say in how many periods they were active, as the days of the answer do: 1, 2, …");
	return {
		kind: "stickiness",
		query,
		entity: entityOf(sent, query.entities),
		periods
	};
}
// src/service/kinds/trend.ts
/** Trends. */
const trend = {
	kind: "trend",
	body: TrendBody,
	also: { offset: unknown$2() },
	line: TrendEntityBody,
	resolve,
	nothing: [],
	text: (answer, telling) => trendParts(answer, telling, "Trend"),
	table: trendTable,
	chart: trendChart,
	people: {
		shared: [
			"series",
			"day",
			"period",
			"breakdown_value"
		],
		fields: {},
		point: (sent, { query }) => pointOf$1(sent, periodOf(sent, query))
	},
	computing: {
		path: "trend/",
		title: "Compute a trend",
		description: "How often events happened: a number per day (hour, week …) for each line, split by a property if asked. Counts events, or people with \"math\":\"dau\". \"insight\":\"LIFECYCLE\" and \"STICKINESS\" too.",
		as_json: "lists",
		output: TrendResult,
		result: TrendResult.shape.result,
		unasked: KIND_NAMES.trend.insight
	}
};
function resolve(context, flat) {
	const body = checked$1(TrendBody, flat);
	const resolved = resolveTrend(context, body);
	const { query, previous, ...shown } = resolved;
	const filters = seriesFilters(body, KIND_NAMES.trend.insight);
	const { entities, breakdown } = query;
	const lines = {
		series: entities.length,
		cohorts: cohortsOf(breakdown)
	};
	const asked = {
		kind: "trend",
		query: {
			current: query,
			previous
		}
	};
	return {
		asked,
		showing: {
			...shown,
			filter: filters,
			as_list: isListBreakdown(body),
			offset: pageOffset(body),
			hide_other: body.breakdown_hide_other_aggregation ?? false
		},
		body,
		filters,
		parts: seriesParts(context, {
			...query,
			windows: null
		}, previous),
		range: query.range,
		interval: query.interval,
		extent: [lines, { formulas: shown.formulas.length }].map((each) => ({
			...each,
			...alongTime(asked.query)
		})),
		page: breakdown?.kind === "values" ? {
			limit: breakdown.limit,
			offset: pageOffset(body)
		} : null,
		understood: () => ({
			...query,
			previous: previous?.range,
			ends: body,
			words: trendWords(context, body, resolved)
		})
	};
}
function pointOf$1(sent, query) {
	const all = {
		kind: "trend",
		query,
		entity: entityOf(sent, query.entities),
		key: keyOf$2(sent, query.breakdown),
		first: 0,
		until: query.edges_ms.length - 1
	};
	if (sent.day === void 0 || isTotalDisplay(query.display)) return all;
	const { days } = axisOf$1(query.timezone, query.interval, query.range, query.edges_ms);
	const first = indexOfDay(days, sent.day);
	return {
		...all,
		first: query.display === "ActionsLineGraphCumulative" ? 0 : first,
		until: first + 1
	};
}
// src/service/kinds/index.ts
/** All kinds of insight. A new kind has a line here, in `shown/index.ts`, and in the table of names (`model/question/kind.ts`). */
const KINDS$1 = {
	trend,
	lifecycle,
	stickiness,
	funnel,
	path,
	retention,
	correlation,
	sql
};
function kindOf(kind) {
	return KINDS$1[kind];
}
const ALL_KINDS = KINDS_OF_INSIGHT.map((kind) => KINDS$1[kind]);
/** For kinds that share an operation: the one the body names, else `kind`. */
function kindMeant(kind, flat) {
	const asked = askedKind(flat).kind;
	return asked !== null && KIND_NAMES[asked].operation === KIND_NAMES[kind].operation ? asked : kind;
}
// src/service/resolve/kept_questions.ts
/**
* Stores questions that links to people refer to, so that links stay short. Ids are content hashes: the same question
* has the same links. A question is stored as long as a result, counted from when it was last asked, up to a limit per
* project.
*/
/** 72 bits, so that ids within a project do not collide. */
const ID_CHARS = 12;
/** Frequent questions are not written each time. */
const NOTED_MS = DAY_MS$2;
/** Per running service: key -> time of the last write. */
const noted = /* @__PURE__ */ new WeakMap();
/** Returns its id; null if it is too long to store, or cannot be written now. */
function keepQuestion({ service, project, now_ms }, { kind, filters }) {
	const { client_query_id: _, ...said } = filters;
	const text = canonical({
		...said,
		kind
	});
	if (text.length > LIMIT.question_kept_chars) return null;
	const id = createHash("sha256").update(text).digest("base64url").slice(0, ID_CHARS);
	const notes = noted.get(service) ?? /* @__PURE__ */ new Map();
	noted.set(service, notes);
	const note = `${project.id} ${id}`;
	if (now_ms - (notes.get(note) ?? Number.NEGATIVE_INFINITY) < NOTED_MS) return id;
	const { store } = service;
	if (!writeIfFree(store, () => {
		store.results.put(project.id, {
			key: "question:" + id,
			body: {
				...said,
				kind
			},
			computed_at_ms: now_ms
		});
		const gone = store.results.trim(project.id, "question:", LIMIT.questions_kept);
		for (const key of gone) notes.delete(`${project.id} ${key.slice(9)}`);
	})) return null;
	notes.set(note, now_ms);
	if (notes.size > LIMIT.questions_kept) notes.delete(notes.keys().next().value);
	return id;
}
/** @throws ServiceError gone */
function keptQuestion({ service, project, now_ms }, id) {
	const found = service.store.results.get(project.id, QUESTION_KEY + id);
	if (found !== void 0 && now_ms - found.computed_at_ms <= LIMIT.result_age_ms) return found.body;
	throw new ServiceError("gone", `This link has expired: links work for ${LIMIT.result_age_ms / DAY_MS$2} days after their question was last asked. Ask it again, the answer has links that work; or send the question itself: ?question={"kind":"trend","events":[{"id":"sign up"}]}.`, { attr: "q" });
}
// src/service/kinds/directory.ts
/** Everybody, or those a search finds: the people behind all events ever. */
/** Usual properties for names of people. */
const NAMES = [
	"email",
	"name",
	"username",
	"$email",
	"$name"
];
/** A question about these people. `search`: part of a name or email, or a whole distinct id. */
function directoryQuestion(context, sought) {
	const { search, distinct_id, email } = sought;
	if (Object.values(definedOnly({
		search,
		distinct_id,
		email
	})).length > 1) throw invalid("distinct_id", "Send one of \"search\", \"distinct_id\" and \"email\".");
	const values = [
		...search === void 0 ? [] : [...named$1(context, search), ofDistinctId(search)],
		...distinct_id === void 0 ? [] : [ofDistinctId(distinct_id)],
		...email === void 0 ? [] : [{
			key: "email",
			type: "person",
			operator: "exact",
			value: email
		}]
	];
	return {
		kind: "trend",
		events: [{ id: null }],
		date_from: "all",
		...values.length === 0 ? {} : { properties: {
			type: "OR",
			values
		} }
	};
}
/** Only existing properties: others would cause warnings. */
function named$1({ service, project }, search) {
	return NAMES.filter((name) => {
		const asked = {
			owner: "person",
			group_type_index: -1,
			name
		};
		return service.store.definitions.property(project.id, asked) !== void 0;
	}).map((key) => ({
		key,
		type: "person",
		operator: "icontains",
		value: search
	}));
}
function ofDistinctId(id) {
	return {
		type: "hogql",
		key: `distinct_id = ${textLiteral(id)}`
	};
}
// src/service/kinds/people.ts
/** A question and a point of its answer, as sent -> PeoplePoint. The question is resolved as when computed. */
/** Kind of a question that names none. */
const DEFAULT_KIND = "trend";
const counted$1 = ALL_KINDS.filter(({ people }) => people !== null);
const QuestionBody = looseObject({ kind: choiceField(counted$1.map(({ kind }) => kind), `What is asked (default ${DEFAULT_KIND})`) });
const PeopleBody = object({
	question: jsonField(QuestionBody, "The body as for the tool that computes it, with its kind"),
	q: restOnly(textField("Instead of it: what links call a question that was asked")),
	search: textField("Part of an email or name, or an id", LIMIT.search_chars),
	distinct_id: restOnly(textField("Without a question: who has this id")),
	email: restOnly(textField("Without a question: who has this email")),
	...POINT_FIELDS,
	...Object.assign({}, ...counted$1.map(({ people }) => people?.fields)),
	order: choiceField(["-count"], "Trend: who has most of it first; each has matched_count"),
	limit: wholeField(`How many (default ${LIMIT.page_default})`, {
		min: 1,
		max: LIMIT.page_max
	}),
	offset: wholeField("How many to pass over", { min: 0 })
});
/** Adds the stored question that the body refers to, or everybody's if it names none. @throws ServiceError gone */
function withQuestion(context, body) {
	const { question, search, distinct_id, email } = body;
	if (question !== void 0 && (search ?? distinct_id ?? email) !== void 0) throw invalid("question", "Search among everybody without a question; filter the people of one by its \"properties\".");
	if (question !== void 0) return body;
	if (body.q === void 0) return {
		...body,
		question: QuestionBody.parse(directoryQuestion(context, body))
	};
	return {
		...body,
		question: QuestionBody.parse(keptQuestion(context, body.q))
	};
}
function resolvePeople(context, body) {
	const point = inQuestion$1(body, () => pointOf(context, body));
	if (body.order === void 0 || point.kind === "trend") return point;
	throw invalid("order", "Only the people of a trend are ordered by how often: send its question, \"kind\":\"trend\".");
}
/** Errors name fields within the question. */
function inQuestion$1(body, resolve) {
	try {
		return resolve();
	} catch (error) {
		if (!(error instanceof ServiceError) || error.attr === null || body.question === void 0) throw error;
		const name = error.attr.split("__", 1)[0];
		if (hasKey(PeopleBody.shape, name) && (body[name] !== void 0 || !Object.hasOwn(body.question, name))) throw error;
		const needs = error.needs === null ? {} : { needs: error.needs };
		throw new ServiceError(error.code, error.message, {
			attr: `question__${error.attr}`,
			...needs,
			cause: error
		});
	}
}
function pointOf(context, body) {
	const { kind = DEFAULT_KIND, ...raw } = body.question ?? {};
	checkPoint(body, kind);
	const flat = normaliseBody(raw);
	return pointOfKind(kindMeant(kind, flat), {
		context,
		flat,
		sent: body
	});
}
/** Refuses fields of other kinds' points: ignoring them would list everybody. */
function checkPoint(body, kind) {
	const { operation } = KIND_NAMES[kind];
	const own = kind === "trend" ? counted$1.filter((one) => KIND_NAMES[one.kind].operation === operation) : [kindOf(kind)];
	const names = [...new Set(own.flatMap(pointFields))];
	const other = counted$1.flatMap(pointFields).find((name) => body[name] !== void 0 && !names.includes(name));
	if (other === void 0) return;
	const of = counted$1.filter((one) => pointFields(one).includes(other)).map((one) => one.kind);
	throw invalid(other, `This names no point of a ${kind}: it belongs to a question of the kind ${of.join(" or ")}. Send ${names.join(", ")}, or the kind in the question.`);
}
function pointFields({ people }) {
	return people === null ? [] : [...Object.keys(people.fields), ...people.shared];
}
function pointOfKind(kind, { context, flat, sent }) {
	const { resolve, people } = kindOf(kind);
	if (people === null) throw invalid("question__kind", "Nobody stands behind the numbers of this kind of question.");
	return people.point(sent, resolve(context, flat).asked);
}
/** Others in the filters of stored insights and in requests to compute them. */
const OF_FILTERS = [
	...[
		...[
			"layout",
			"show_legend",
			"show_labels_on_series",
			"show_values_on_series",
			"show_percent_stack_view"
		],
		...[
			"show_alert_threshold_lines",
			"show_multiple_y_axes",
			"show_trend_lines",
			"show_full_urls",
			"show_mean"
		],
		...[
			"show_confidence_intervals",
			"confidence_level",
			"show_moving_average",
			"moving_average_intervals"
		],
		...[
			"show_annotations",
			"hide_weekends",
			"exclude_box_plot_outliers",
			"y_axis_scale_type",
			"goal_lines",
			"stacked"
		],
		...[
			"aggregation_axis_format",
			"aggregation_axis_prefix",
			"aggregation_axis_postfix",
			"legend_position"
		],
		...[
			"decimal_places",
			"min_decimal_places",
			"hidden_legend_keys",
			"hidden_legend_indexes",
			"toggled_lifecycles"
		],
		...[
			"hidden_legend_breakdowns",
			"result_customizations",
			"result_customization_by",
			"funnel_step_reference"
		],
		...[
			"retention_reference",
			"mean_retention_calculation",
			"show_mean_retention",
			"dashboard_display"
		],
		...[
			"selected_interval",
			"detailed_results_aggregation_type",
			"data_color_theme",
			"funnel_advanced",
			"use_udf"
		]
	],
	...[
		"entity_type",
		"new_entity",
		"from_dashboard",
		"dashboard_id",
		"filters_hash",
		"hogql_filters",
		"version"
	],
	...[
		"cache_invalidation_key",
		"session_id",
		"export_name",
		"export_insight_id",
		"sharing_access_token",
		"timings"
	],
	...[
		"path_start_key",
		"path_end_key",
		"path_dropoff_key",
		"funnel_step",
		"funnel_step_breakdown",
		"include_recordings"
	]
];
/** The interface lets every computation come in the body of an insight that is written. */
const OF_INSIGHTS = [...[
	"id",
	"short_id",
	"name",
	"derived_name",
	"order",
	"deleted",
	"dashboards",
	"description",
	"tags",
	"favorited"
], "saved"];
/** In any query node. */
const OF_NODES = [
	...[
		"version",
		"tags",
		"modifiers",
		"response",
		"dataColorTheme",
		"hidePersonsModal",
		"trendsFilterLegend"
	],
	...[
		"funnelsFilterLegend",
		"retentionFilterLegend",
		"pathsFilterLegend",
		"stickinessFilterLegend"
	],
	...[
		"lifecycleFilterLegend",
		"lifecycleFilter",
		"name",
		"description",
		"short_id"
	]
];
/** In one line of a series, or one filter. */
const OF_LINES = [
	"type",
	"name",
	"index",
	"uuid",
	"kind",
	"version",
	"response",
	"limit",
	"orderBy"
];
const OF_PROPERTIES = [...[
	"values",
	"negation",
	"label",
	"cohort_name",
	"group_key_names",
	"bytecode",
	"conditionHash",
	"property_type"
]];
/** `show_full_urls` in a query node's spelling. */
function inCamelCase(name) {
	return name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
}
// src/service/names/registry.ts
/**
* Names a schema accepts besides its published fields, and what is inside fields that code reads. Kept in a registry,
* since it is neither validated nor published: it only separates unknown names from accepted ones.
*/
const known = /* @__PURE__ */ new WeakMap();
/** Returns the schema. */
function know(schema, more) {
	known.set(schema, more);
	return schema;
}
function knownOf(schema) {
	return known.get(schema) ?? {};
}
const ANYTHING = unknown$2();
/** An object with these members, each of any type. */
function members(...names) {
	return looseObject(Object.fromEntries(names.map((name) => [name, ANYTHING])));
}
/** A schema that depends on the value. */
function dynamic(holds) {
	return know(unknown$2(), { holds });
}
// src/service/names/nodes.ts
/** Query nodes as schemas of names: made of the body a node becomes, and of the names its settings have there. */
/** Body for filters with this insight name; a trend's if unknown. */
function bodyOf(insight) {
	return kindOf(KIND_BY_INSIGHT.get(insight) ?? "trend").body;
}
/** A node, or one that wraps another. null if nothing here computes its kind. */
function nodeNames(node) {
	if (!isObject(node)) return null;
	const kind = String(node["kind"]);
	if (WRAPPERS.includes(kind)) return WRAPPER;
	const asked = KIND_BY_NODE.get(kind);
	if (asked === void 0) return null;
	const names = made.get(asked) ?? namesOf(asked);
	made.set(asked, names);
	return names;
}
/** Created on first use. */
const made = /* @__PURE__ */ new Map();
/** Display settings under any name, and the node. */
const WRAPPER = know(looseObject({ source: dynamic(nodeNames) }), { open: true });
/** A statement, with values for it. */
const STATEMENT = know(looseObject({
	kind: ANYTHING,
	query: ANYTHING,
	values: ANYTHING,
	variables: ANYTHING,
	explain: ANYTHING,
	limit: ANYTHING,
	dateRange: ANYTHING,
	properties: QUESTION_FIELDS.properties,
	filterTestAccounts: ANYTHING,
	filters: members("dateRange", "properties", "filterTestAccounts")
}), { passed_over: OF_NODES });
function namesOf(kind) {
	if (kind === "sql") return STATEMENT;
	const { body, line } = kindOf(kind);
	const topics = Object.entries(TOPICS).map(([topic, names]) => [topic, topicNames(body, names)]);
	const shape = {
		kind: ANYTHING,
		series: array(fixedToo(line, ["event", "operator"])),
		...Object.fromEntries(topics),
		interval: ANYTHING,
		intervalCount: ANYTHING,
		properties: QUESTION_FIELDS.properties,
		filterTestAccounts: ANYTHING,
		samplingFactor: ANYTHING,
		aggregation_group_type_index: ANYTHING,
		funnelPathsFilter: members("funnelPathType", "funnelSource", "funnelStep")
	};
	return know(looseObject(shape), { passed_over: OF_NODES });
}
/** A line's fixed filters hold besides its others. */
function fixedToo(line, names) {
	const { also, ...known } = knownOf(line);
	const named = Object.fromEntries(names.map((name) => [name, ANYTHING]));
	const fixed = { fixedProperties: EntityBody.shape.properties };
	return know(looseObject({
		...line.shape,
		...named
	}), {
		...known,
		also: {
			...also,
			...fixed
		}
	});
}
/** Settings by their names in nodes and in filters, limited to those of the body. */
function topicNames(body, names) {
	const renamed = Object.entries(names).filter(([, field]) => field in body.shape).map(([name, field]) => [name, body.shape[field]]);
	const shape = {
		...body.shape,
		...Object.fromEntries(renamed)
	};
	const exclusions = array(fixedToo(ExclusionBody, [
		"event",
		"funnelFromStep",
		"funnelToStep"
	]));
	return know(looseObject("exclusions" in shape ? {
		...shape,
		exclusions
	} : shape), {
		also: { display: ANYTHING },
		passed_over: [...OF_FILTERS, ...OF_FILTERS.map(inCamelCase)]
	});
}
// src/service/names/bodies.ts
/** Registers names that bodies of questions and insights accept besides their fields. */
/** Bodies of questions, by computing operation. */
const BODIES = new Map(ALL_KINDS.map(({ kind, body }) => [KIND_NAMES[kind].operation, body]));
const FILTER = know(members("key", "value", "operator", "type", "group_type_index"), { passed_over: OF_PROPERTIES });
const FILTERS = array(dynamic((item) => {
	if (!isObject(item)) return FILTER;
	return item["type"] === "behavioral" ? BEHAVIOUR : isGroup$1(item) ? GROUP : FILTER;
}));
/** A typo in `negation` would invert the question, so it must not be ignored. */
const BEHAVIOUR = know(looseObject({
	...members("key", "value", "type", "event_type", "negation", "operator", "operator_value").shape,
	...members("time_value", "time_interval", "explicit_datetime", "explicit_datetime_to").shape,
	...members("seq_event", "seq_event_type", "seq_time_value", "seq_time_interval").shape,
	...members("total_periods", "min_periods").shape,
	event_filters: FILTERS
}), { passed_over: OF_PROPERTIES });
const GROUP = looseObject({
	type: ANYTHING,
	values: FILTERS
});
/** {"country": "DE"} is the old form, whose keys are property names. */
function filtersIn(value) {
	if (Array.isArray(value)) return FILTERS;
	if (!isObject(value)) return null;
	if (isGroup$1(value)) return GROUP;
	return isFilter$1(value) ? FILTER : null;
}
know(QUESTION_FIELDS.properties, { holds: filtersIn });
know(EntityBody.shape.properties, { holds: filtersIn });
know(EventsBody.shape.properties, { holds: filtersIn });
know(EntityBody, {
	also: {
		math: ANYTHING,
		optionalInFunnel: ANYTHING,
		nodes: ANYTHING
	},
	passed_over: [
		...OF_LINES,
		"math_property",
		"math_property_type",
		"math_hogql",
		"math_group_type_index"
	]
});
know(TrendEntityBody, {
	also: {
		math_property_revenue_currency: ANYTHING,
		nodes: ANYTHING
	},
	passed_over: OF_LINES
});
know(ExclusionBody, { passed_over: OF_LINES });
know(BreakdownItem, { also: { value: ANYTHING } });
for (const { body, also } of ALL_KINDS) know(body, {
	also: {
		filters: body,
		query: dynamic(nodeNames),
		insight: ANYTHING,
		format: ANYTHING,
		display: ANYTHING,
		...also
	},
	passed_over: [...OF_FILTERS, ...OF_INSIGHTS]
});
const TARGET = know(looseObject({
	...EntityBody.shape,
	type: ANYTHING
}), { passed_over: [...OF_LINES, "math"] });
know(RetentionBody.shape.target_entity, { holds: () => TARGET });
know(RetentionBody.shape.returning_entity, { holds: () => TARGET });
know(PathBody.shape.funnel_filter, { holds: () => FunnelBody });
know(PeopleBody.shape.question, { holds: questionOfPeople });
know(InsightWrite.shape.query, { holds: nodeNames });
know(InsightWrite.shape.filters, { holds: (value) => isObject(value) ? bodyOf(String(value["insight"]).toUpperCase()) : null });
/** `kind` says whose arguments it holds. */
function questionOfPeople(value) {
	if (!isObject(value)) return null;
	return PEOPLE_QUESTIONS.get(String(value["kind"] ?? "trend")) ?? null;
}
const PEOPLE_QUESTIONS = new Map(ALL_KINDS.map(({ kind, body }) => [kind, know(looseObject({
	...body.shape,
	kind: ANYTHING
}), knownOf(body))]));
// src/service/names/unknown.ts
/** Finds names in a body that no schema knows, at any depth, with the nearest known ones. */
/** Longer names are cut in messages. */
const NAME_CHARS = 100;
/** In the body's order; at most LIMIT.unknown_names. */
function unknownNames(schema, value) {
	const found = [];
	walk(schema, value, [], (object, members, path) => {
		const { passed_over = [], open = false } = knownOf(object);
		for (const [name, member] of Object.entries(members)) {
			if (open || member === null || member === void 0 || passed_over.includes(name)) continue;
			if (fieldOf(object, name) !== void 0 || found.length >= LIMIT.unknown_names) continue;
			found.push({
				path,
				name,
				value: member,
				known: published(object)
			});
		}
	});
	return found;
}
/** Visits every object of the value that has a schema. */
function walk(schema, sent, path, visit) {
	if (path.length > LIMIT.json_depth) return;
	const value = readJson(sent);
	if (typeof value !== "object" || value === null) return;
	const { holds } = knownOf(schema);
	if (holds) {
		const inner = holds(value);
		if (inner !== null) walk(inner, value, path, visit);
	} else if (schema instanceof ZodOptional || schema instanceof ZodNullable || schema instanceof ZodDefault) walk(schema.def.innerType, value, path, visit);
	else if (schema instanceof ZodPipe) walk(schema.def.out, value, path, visit);
	else if (schema instanceof ZodArray) {
		if (!Array.isArray(value)) return;
		for (const [at, item] of value.entries()) walk(schema.def.element, item, [...path, at], visit);
	} else if (schema instanceof ZodObject && isObject(value)) {
		visit(schema, value, path);
		for (const [name, member] of Object.entries(value)) {
			const field = fieldOf(schema, name);
			if (field !== void 0) walk(field, member, [...path, name], visit);
		}
	}
}
function fieldOf(schema, name) {
	return own(schema.shape, name) ?? own(knownOf(schema).also ?? {}, name);
}
function own(shape, name) {
	return Object.hasOwn(shape, name) ? shape[name] : void 0;
}
function published({ shape }) {
	return Object.keys(shape).filter((name) => globalRegistry.get(shape[name])?.[REST_ONLY] !== true);
}
/** Defaults of a flag, a text, the interval, a list. */
const AT_REST = [
	false,
	"",
	"day"
];
/** Whether it has no effect: another kind's argument with its default. */
function isIdle({ name, value }) {
	return (AT_REST.includes(value) || typeof value === "object" && size(value) === 0) && takers(name).length > 0;
}
function size(value) {
	return value === null ? 0 : Object.keys(value).length;
}
/** Tools that have an argument of that name. */
function takers(name) {
	return [...BODIES].flatMap(([tool, { shape }]) => own(shape, name) === void 0 ? [] : [tool]);
}
/** Unknown names that may change the question. */
function tellingNames(schema, value) {
	return unknownNames(schema, value).filter((unknown) => !isIdle(unknown));
}
function unknownText(unknown) {
	const { path, name, known } = unknown;
	const where = path.length === 0 ? "" : ` in ${pathText(path)}`;
	return `There is no argument ${JSON.stringify(name.slice(0, NAME_CHARS))}${where}. ${helpText(unknown, known)}`;
}
/** Names of arguments in other products, or commonly guessed. */
const ELSEWHERE$1 = {
	date_from: [
		"start_date",
		"start",
		"from",
		"since",
		"after",
		"start_time"
	],
	date_to: [
		"end_date",
		"end",
		"to",
		"until",
		"before",
		"end_time"
	],
	events: [
		"steps",
		"series",
		"metrics",
		"event_name"
	],
	properties: [
		"filter",
		"where",
		"conditions"
	],
	breakdown: [
		"group_by",
		"segment_by",
		"split_by",
		"dimension"
	],
	interval: ["granularity", "unit"],
	name: ["title", "label"],
	tiles: ["insights"],
	person: [
		"user",
		"user_id",
		"who"
	],
	lower: [
		"below",
		"less_than",
		"threshold"
	],
	upper: [
		"above",
		"more_than",
		"threshold"
	]
};
function helpText({ path, name }, known) {
	const near = nearestNames(name, known).map((found) => JSON.stringify(found));
	const usual = Object.entries(ELSEWHERE$1).filter(([ours, theirs]) => known.includes(ours) && theirs.includes(name));
	near.push(...usual.map(([ours]) => JSON.stringify(ours)).filter((ours) => !near.includes(ours)));
	if (near.length > 0) return `Did you mean ${near.join(" or ")}?`;
	const others = path.length === 0 || path.at(-1) === "filters" ? takers(name) : [];
	const place = known.includes("favorited") ? ": put it into \"filters\"" : "";
	if (others.length > 0) return `It is an argument of ${others.map(see).join(", ")}${place}.`;
	return `Known there: ${known.join(", ")}.`;
}
/** @throws ServiceError for the first of them */
function unknownError([first]) {
	if (first === void 0) return null;
	return invalid([...first.path, first.name].join("__"), unknownText(first));
}
/** What was sent and has no say in the answer. */
function unknownWarnings(schema, value) {
	return [...tellingNames(schema, value).map((one) => `${unknownText(one)} It is passed over.`), ...unfinishedWarnings(schema, value)];
}
/** Filters without a value are still being filled in, and everything passes them. */
function unfinishedWarnings(schema, value) {
	const found = [];
	walk(schema, value, [], (object, filter, path) => {
		if (object !== FILTER || !isUnfinished(filter) || found.length >= LIMIT.unknown_names) return;
		const key = quoted$1(String(filter["key"]));
		found.push(`The filter on ${key} in ${pathText(path)} has no value, so it is passed over. Send "value" with it.`);
	});
	return found;
}
const WITHOUT_VALUE = ["is_set", "is_not_set"];
function isUnfinished({ type, operator, value, values }) {
	const wanted = value ?? values ?? [];
	return type !== "hogql" && !WITHOUT_VALUE.includes(operator) && Array.isArray(wanted) && wanted.length === 0;
}
// src/service/erasing/request.ts
/** Requests an erasure and waits until it is done. Requests survive a crash. */
/** Answers exclude it from then on; its bytes leave the file soon after. @throws ServiceError not_supported, busy */
async function erase(service, project, task) {
	checkErasable(service);
	const { store, ingest } = service;
	const { id } = store.transaction(() => store.erasures.request(project.id, task, service.now(), LIMIT.erasures_kept));
	await ingest.erase(project);
	return must(store.erasures.get(id), `erasure ${id}`);
}
/**
* Before a process of its own deletes events that rest in another database: a server that sends meanwhile could bring
* back what is deleted. @throws ServiceError conflict
*/
function checkNobodySends(path) {
	checkUnused(path);
}
/** @throws ServiceError not_supported if events are in a database that this process does not know */
function checkErasable({ events }) {
	if (events.refusal !== null) throw events.refusal;
}
// src/service/erasing/persons.ts
/** Deletes people, given by external id or distinct id. */
/** Ignores ids of nobody. @throws ServiceError */
async function deletePersons(service, project, named, with_events) {
	checkErasable(service);
	const first_distincts = await findPersons(service.store, project.id, named);
	if (first_distincts.length === 0) return {
		persons_found: 0,
		persons_deleted: 0,
		events_deleted: 0
	};
	const { persons, events } = await erase(service, project, {
		kind: "persons",
		first_distincts,
		with_events
	});
	return {
		persons_found: first_distincts.length,
		persons_deleted: persons,
		events_deleted: events
	};
}
function noSuchPerson() {
	return new ServiceError("not_found", "Person not found. Lists of people tell their UUIDs.");
}
/** Numbers of the distinct ids that created them. */
async function findPersons(store, project_id, { uuids, distinct_ids }) {
	const { people } = store;
	const found = new Set(await byUuid(store, project_id, new Set(uuids.map((uuid) => uuid.toLowerCase()))));
	for (const distinct_id of distinct_ids) {
		const known = people.find(project_id, distinct_id);
		if (known !== void 0) found.add(known.person_ord);
	}
	return [...found].flatMap((ord) => people.get(project_id, ord)?.first_distinct ?? []);
}
/** External ids are derived from first distinct ids rather than stored, so all are checked, with pauses for others. */
async function byUuid({ people }, project_id, uuids) {
	const found = [];
	if (uuids.size === 0) return found;
	let looked_at = 0;
	for (const { ord, first_id } of people.firstIdsSince(project_id, -1)) {
		if (uuids.has(personUuid(project_id, first_id))) found.push(ord);
		if (found.length === uuids.size) break;
		if (++looked_at % TUNING.people_a_turn === 0) await setImmediate();
	}
	return found;
}
// src/service/pages/number_id.ts
/** Numbers of saved things. */
/** Digits as text if in a path. */
function numberId(description) {
	return preprocess((value) => typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value, int().min(1)).describe(description);
}
// src/service/clients/members.ts
/** People of a static cohort, by the ids that lists of people tell. */
const ID$8 = numberId("Number of the cohort");
const PERSON = string().describe("UUID of a person");
/** @throws ServiceError not_found */
function findCohort$1(context, id) {
	const row = liveCohort(context, id);
	if (row !== null) return row;
	throw new ServiceError("not_found", `Cohort not found. ${see("list_cohorts")} lists those there are.`);
}
const MEMBERS = {
	tool: false,
	scope: "cohort:write",
	effect: "update",
	output: object({
		id: int(),
		members: int().describe("Distinct ids in its list now")
	}),
	text: ({ id, members }) => `${id}: ${members}`,
	locate: (context, { id }) => void findCohort$1(context, Number(id))
};
const addPersons = operation({
	...MEMBERS,
	name: "add_persons_to_cohort",
	title: "Add people to a static cohort",
	description: "Who is in it already stays; ids of nobody are refused, and then nobody is added.",
	routes: [{
		method: "PATCH",
		path: "/cohorts/:id/add_persons_to_static_cohort/"
	}],
	input: object({
		id: ID$8,
		person_ids: array(PERSON).min(1).max(LIMIT.persons_deleted)
	}),
	handle: (context, { id, person_ids }) => changed$1(context, id, {
		uuids: person_ids,
		adds: true
	})
});
const removePerson = operation({
	...MEMBERS,
	name: "remove_person_from_cohort",
	title: "Remove somebody from a static cohort",
	description: "All their distinct ids leave its list.",
	routes: [{
		method: "PATCH",
		path: "/cohorts/:id/remove_person_from_static_cohort/"
	}],
	input: object({
		id: ID$8,
		person_id: PERSON
	}),
	handle: (context, { id, person_id }) => changed$1(context, id, {
		uuids: [person_id],
		adds: false
	})
});
async function changed$1(context, id, { uuids, adds }) {
	const { store } = context.service;
	const { id: project_id } = context.project;
	if (!findCohort$1(context, id).is_static) throw invalid("id", "Only a static cohort lists its people. Change the filters of this one.");
	const wanted = new Set(uuids.map((uuid) => uuid.toLowerCase()));
	const persons = await byUuid(store, project_id, wanted);
	if (persons.length < wanted.size) throw invalid(adds ? "person_ids" : "person_id", `${wanted.size - persons.length} of these ids mean nobody.`, "does_not_exist");
	return store.transaction(() => {
		const ords = [...store.people.list(project_id, persons).values()].flatMap(({ distinct_ids }) => distinct_ids).flatMap((text) => store.people.find(project_id, text)?.ord ?? []);
		const before = store.cohorts.members(project_id, id);
		if (adds && (/* @__PURE__ */ new Set([...before, ...ords])).size > LIMIT.cohort_members) throw invalid("person_ids", `A static cohort may list ${LIMIT.cohort_members} people, not more.`);
		if (adds) store.cohorts.addMembers(project_id, id, ords);
		else store.cohorts.removeMembers(project_id, ords, id);
		store.cohorts.update(project_id, id, { updated_at_ms: context.now_ms });
		return {
			id,
			members: store.cohorts.members(project_id, id).length
		};
	});
}
const MEMBER_OPERATIONS = [addPersons, removePerson];
const listNothing = operation({
	name: "list_nothing",
	title: "List what is not here",
	description: "Empty: this program has no such thing. Clients that ask for it find none, as in a project without any.",
	routes: [
		...[
			"feature_flags",
			"experiments",
			"experiment_holdouts",
			"experiment_saved_metrics",
			"surveys"
		],
		...[
			"early_access_feature",
			"early_access_features",
			"scheduled_changes",
			"web_experiments",
			"product_tours"
		],
		...[
			"notebooks",
			"comments",
			"subscriptions",
			"insight_variables",
			"dashboard_templates",
			"data_color_themes"
		],
		...[
			"session_recordings",
			"session_recording_playlists",
			"saved",
			"heatmaps"
		],
		...[
			"error_tracking/issues",
			"error_tracking/assignment_rules",
			"error_tracking/grouping_rules"
		],
		...[
			"error_tracking/suppression_rules",
			"error_tracking/symbol_sets",
			"health_issues"
		],
		...[
			"hog_functions",
			"hog_function_templates",
			"hog_flows",
			"messaging_templates",
			"plugins",
			"plugin_configs"
		],
		...[
			"batch_exports",
			"exports",
			"integrations",
			"webhooks",
			"taggers",
			"evaluations",
			"datasets"
		],
		...[
			"external_data_sources",
			"external_data_schemas",
			"warehouse_tables",
			"warehouse_saved_queries"
		],
		...[
			"warehouse_view_links",
			"endpoints",
			"access_controls",
			"approval_policies",
			"change_requests"
		]
	].map((path) => ({
		method: "GET",
		path: `/${path}/`
	})),
	tool: false,
	scope: "project:read",
	effect: "read",
	input: object({
		limit: int().optional(),
		offset: int().optional(),
		search: string().optional()
	}),
	output: object({
		count: literal$1(0),
		next: _null(),
		previous: _null(),
		results: array(unknown$2()).max(0)
	}),
	text: () => "None.",
	handle: () => ({
		count: 0,
		next: null,
		previous: null,
		results: []
	})
});
// src/service/text/listing.ts
/** Pages of a list as text: the total, how to get the others, one line each. */
/** `noun`: singular. */
function listText$2(noun, page, line) {
	return written$1(listParts(noun, page, line));
}
function listParts(noun, { count, next, results }, line) {
	const all = counted$3(count, noun);
	if (results.length === 0) return [count === 0 ? `There are no ${plural(noun)}.` : `Nothing at this offset; there are ${all}.`];
	const [, name, place] = /[?&](offset|page)=(\d+)/.exec(next ?? "") ?? [];
	const more = name === void 0 ? "" : ` More with \`${name}\` ${place}.`;
	return [`${results.length === count ? all : `${results.length} of ${all}`}.${more}`, {
		head: [],
		rows: results.map(line),
		keep: "first",
		noun: plural(noun),
		how: "A lower `limit` gives pages that fit."
	}];
}
// src/service/answers/people.ts
/** PeopleNumbers -> persons for the wire. */
function presentPeople(context, { people, actor: kind }) {
	const { service, project } = context;
	const ords = people.map(({ actor }) => actor).filter((actor) => typeof actor === "number");
	const persons = service.store.people.list(project.id, ords);
	return people.map(({ actor, times_ms, rows }) => ({
		...typeof actor === "number" ? personOf(project.id, persons.get(actor)) : keyedOf(context, kind, actor),
		matched_at: times_ms.map((time_ms) => formatIso(time_ms)),
		...rows === null ? {} : { matched_count: rows }
	}));
}
function personOf(project_id, person) {
	const properties = person?.properties ?? {};
	const name = [properties["email"], properties["name"]].find((value) => typeof value === "string" && value !== "");
	return {
		type: "person",
		id: person === void 0 ? "" : personUuid(project_id, person.first_id),
		name: typeof name === "string" ? name : null,
		distinct_ids: [...person?.distinct_ids ?? []],
		properties,
		created_at: person === void 0 ? null : formatIso(person.created_at_ms)
	};
}
function keyedOf({ service, project }, kind, id) {
	const bare = {
		id,
		name: null,
		distinct_ids: [],
		properties: {},
		created_at: null
	};
	if (kind.kind !== "group") return {
		...bare,
		type: "value"
	};
	const group = service.store.groups.get(project.id, kind.type_index, id);
	if (group === void 0) return {
		...bare,
		type: "group"
	};
	const name = group.properties["name"];
	return {
		...bare,
		type: "group",
		name: typeof name === "string" ? name : null,
		properties: group.properties,
		created_at: formatIso(group.created_at_ms)
	};
}
const SHOWN_IDS = 2;
function peopleText(page) {
	if (page.count === 0) return ["Nobody.", ...page.warnings].join("\n");
	const [said = "", ...rows] = listParts(page.results[0]?.type ?? "person", page, personLine);
	const counted = page.results[0]?.matched_count === void 0 ? "" : "times | ";
	return written$1([
		said,
		...page.warnings,
		`name | ids | ${counted}did it at`,
		...rows
	]);
}
function personLine({ id, name, distinct_ids, matched_at, matched_count }) {
	const ids = distinct_ids.length === 0 ? [id] : distinct_ids.slice(0, SHOWN_IDS);
	const more = distinct_ids.length > SHOWN_IDS ? ", …" : "";
	const shown = `${ids.map((text) => quoted$1(text)).join(", ")}${more}`;
	const times = matched_count === void 0 ? [] : [String(matched_count)];
	return [
		name === null ? "–" : quoted$1(name),
		shown,
		...times,
		matched_at.join(", ")
	].join(" | ");
}
function peopleTable({ results }) {
	return {
		columns: [
			"type",
			"id",
			"name",
			"distinct_ids",
			"created_at",
			"matched_at",
			"properties"
		],
		rows: results.map((row) => [...[
			row.type,
			row.id,
			row.name,
			row.distinct_ids.join(" "),
			row.created_at,
			row.matched_at.join(" ")
		], JSON.stringify(row.properties)])
	};
}
// src/service/answers/values.ts
/** Per key, in the given order. @throws ServiceError cancelled, timeout, busy */
function valuesOf({ service, project, signal }, query) {
	return service.computing.running.wait(project.id, null, signal, (leave) => service.computing.numbers(project, {
		kind: "values",
		query
	}, leave));
}
/** Which of these properties have a value on any of the events (null: whatever event). @throws ServiceError as `valuesOf` */
async function propertiesOn(context, events, names) {
	const found = /* @__PURE__ */ new Set();
	for (const event of events) {
		const keys = names.filter((name) => !found.has(name));
		if (keys.length === 0) break;
		const values = await valuesOf(context, {
			owner: "event",
			event,
			keys,
			search: "",
			limit: 1
		});
		for (const [at, key] of keys.entries()) if (values[at].length > 0) found.add(key);
	}
	return found;
}
// src/service/clients/people.ts
/** One person, by id: who they are, what cohorts they belong to, and changes of their properties. */
const ID$7 = string().describe("UUID of the person, as lists of people tell it");
/** @throws ServiceError not_found */
async function findPerson({ service, project }, uuid) {
	const [ord] = await byUuid(service.store, project.id, /* @__PURE__ */ new Set([uuid.toLowerCase()]));
	const person = ord === void 0 ? void 0 : service.store.people.list(project.id, [ord]).get(ord);
	if (person) return person;
	throw noSuchPerson();
}
const Person = object({
	id: string(),
	uuid: string(),
	name: string().nullable(),
	distinct_ids: array(string()),
	properties: record(string(), unknown$2()),
	created_at: string().nullable()
});
const getPerson = operation({
	name: "get_person",
	title: "Read a person",
	description: "One person, with all distinct ids and properties.",
	routes: [{
		method: "GET",
		path: "/persons/:id/"
	}],
	tool: false,
	scope: "person:read",
	effect: "read",
	input: object({ id: ID$7 }),
	output: Person,
	text: ({ id, name }) => `${id} ${quoted$1(name ?? "")}`,
	async handle(context, { id }) {
		const { type: _, ...person } = personOf(context.project.id, await findPerson(context, id));
		return {
			...person,
			uuid: person.id
		};
	}
});
const listPersonCohorts = operation({
	name: "list_person_cohorts",
	title: "List the cohorts of a person",
	description: "The saved cohorts somebody belongs to now.",
	routes: [{
		method: "GET",
		path: "/persons/cohorts/"
	}],
	tool: false,
	scope: "person:read",
	effect: "read",
	input: object({ person_id: ID$7 }),
	output: object({ results: array(object({
		id: int(),
		name: string(),
		is_static: boolean()
	})) }),
	text: ({ results }) => results.map(({ id, name }) => `${id} ${quoted$1(name)}`).join("\n") || "None.",
	async handle(context, { person_id }) {
		const { distinct_ids } = await findPerson(context, person_id);
		const is_that_one = {
			kind: "any_distinct_id",
			test: {
				op: "in",
				values: distinct_ids
			}
		};
		const { rows } = context.service.store.cohorts.list(context.project.id, {
			limit: LIMIT.page_max,
			offset: 0
		});
		const results = [];
		for (const row of rows) {
			if (await hasSomebody(context, row, is_that_one)) results.push({
				id: row.id,
				name: row.name,
				is_static: row.is_static
			});
			await setImmediate();
		}
		return { results };
	}
});
/** false if the cohort's definition cannot be computed. */
async function hasSomebody(context, row, who) {
	const { service, project, signal } = context;
	try {
		const where = every([cohortPredicate(context, row, [`cohort ${row.id}`]), who]);
		const count$1 = await service.computing.countPersons(project, where, signal);
		if (count$1 !== null) return count$1 > 0;
		const view = service.datasets.current(project);
		return count(and(livingPersons(view), personsWhere(where, view))) > 0;
	} catch (error) {
		if (!(error instanceof ServiceError) || error.status !== 400) throw error;
		return false;
	}
}
const listPersonValues = operation({
	name: "list_person_values",
	title: "List the values of a property of people",
	description: "The values that most people have, as property_definitions/values/ tells them with type=person.",
	routes: [{
		method: "GET",
		path: "/persons/values/"
	}],
	tool: false,
	scope: "property_definition:read",
	effect: "read",
	input: object({
		key: string().min(1).describe("Name of the property"),
		value: string().max(LIMIT.search_chars).optional().describe("Text in the value, in any case"),
		limit: int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${LIMIT.page_default})`)
	}),
	output: array(object({
		name: string(),
		count: int()
	})),
	text: (values) => values.map(({ name, count }) => `${quoted$1(name)}: ${count}`).join("\n") || "There are no values.",
	async handle(context, { key, value = "", limit = LIMIT.page_default }) {
		const [found = []] = await valuesOf(context, {
			owner: "person",
			event: null,
			keys: [key],
			search: value,
			limit
		});
		return found.map(({ value: name, count }) => ({
			name,
			count
		}));
	}
});
/** What clients write about a person becomes an event, as if the person's own program had sent it. */
async function tell$1(context, uuid, said) {
	const { service, project } = context;
	const { first_id } = await findPerson(context, uuid);
	const event = normaliseEvent({
		event: "$set",
		distinct_id: first_id,
		properties: said
	}, {
		now_ms: context.now_ms,
		sent_at_ms: null,
		ip: null,
		randomBytes: service.randomBytes
	});
	await service.ingest.capture(project, [event]);
}
const CHANGE = {
	tool: false,
	scope: "person:write",
	effect: "update",
	output: object({ id: string() }),
	text: ({ id }) => `${id} is changed.`
};
const PERSON_OPERATIONS = [
	listPersonCohorts,
	listPersonValues,
	getPerson,
	operation({
		...CHANGE,
		name: "set_person_property",
		title: "Set a property of a person",
		description: "Stored as a $set event of that person.",
		routes: [{
			method: "POST",
			path: "/persons/:id/update_property/",
			status: 202
		}],
		input: object({
			id: ID$7,
			key: string().min(1).max(LIMIT.event_name_chars),
			value: unknown$2()
		}),
		async handle(context, { id, key, value }) {
			await tell$1(context, id, { $set: { [key]: value } });
			return { id };
		}
	}),
	operation({
		...CHANGE,
		name: "unset_person_property",
		title: "Remove a property of a person",
		description: "Stored as an event of that person with $unset.",
		routes: [{
			method: "POST",
			path: "/persons/:id/delete_property/",
			status: 202
		}],
		input: object({
			id: ID$7,
			$unset: union([string(), array(string()).max(LIMIT.filter_values)]).describe("Name of the property")
		}),
		async handle(context, { id, $unset }) {
			await tell$1(context, id, { $unset: typeof $unset === "string" ? [$unset] : $unset });
			return { id };
		}
	})
];
// src/service/insights/find.ts
/** Finds insights by number or short id, and makes short ids. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const SHORT_ID_CHARS = 8;
/** Bytes from here on are rejected: 256 is no multiple of 62, so they would favour the first letters. */
const FAIR_BELOW = 248;
const TRIES = 100;
function isShortId(text) {
	return /^[A-Za-z0-9]{8,12}$/.test(text);
}
/** Includes soft-deleted ones. */
function lookUp$1(context, id) {
	const { insights } = context.service.store;
	const text = String(id).trim();
	const by_number = /^\d{1,15}$/.test(text) ? insights.get(context.project.id, Number(text)) : void 0;
	if (by_number || !isShortId(text)) return by_number;
	return insights.byShortId(context.project.id, text);
}
/** Holders of a sharing link have one insight only. @throws ServiceError not_found */
function anyInsight(context, id) {
	const row = lookUp$1(context, id);
	const opened = context.caller.shared_insight_id;
	if (!row || opened !== void 0 && opened !== row.id) throw unknownInsight();
	return row;
}
/** Excludes soft-deleted ones. @throws ServiceError not_found */
function liveInsight(context, id) {
	const row = anyInsight(context, id);
	if (row.deleted) throw unknownInsight();
	return row;
}
function unknownInsight() {
	return new ServiceError("not_found", `Insight not found. ${see("list_insights")} shows those there are, by id and short_id.`);
}
/** Eight random letters and digits, unique within the project. */
function newShortId(service, project_id) {
	for (let i = 0; i < TRIES; i++) {
		const short_id = randomLetters(service, SHORT_ID_CHARS);
		if (!service.store.insights.byShortId(project_id, short_id)) return short_id;
	}
	throw new Error("the source of randomness repeats itself");
}
function randomLetters(service, length) {
	let text = "";
	for (let i = 0; i < TRIES && text.length < length; i++) for (const byte of service.randomBytes(length)) if (byte < FAIR_BELOW) text += LETTERS[byte % 62];
	assert(text.length >= length, "the source of randomness gives letters");
	return text.slice(0, length);
}
// src/service/insights/overlay.ts
/** Lays filters over an insight's question: their dates win, and the filters of both must hold. */
const KEYS = [
	"date_from",
	"date_to",
	"properties"
];
const FORM = "Send an object with date_from, date_to, properties: {\"date_from\":\"-30d\"}.";
/** From a dashboard or a call. Filters that would break every insight are refused, with their path below `attr`. */
function readOverlay(context, sent, attr) {
	const filters = readJson(sent) ?? {};
	if (!isObject(filters)) throw invalid(attr, FORM);
	const unknown = Object.keys(filters).find((key) => !KEYS.includes(key));
	if (unknown !== void 0) throw invalid(`${attr}__${unknown}`, `There is no such filter. ${FORM}`);
	const setting = settingOf(context);
	for (const name of ["date_from", "date_to"]) {
		const text = filters[name];
		if (text === void 0 || text === null) continue;
		if (typeof text === "string" && (text === "all" || parseDate(text, setting) !== null)) continue;
		throw invalid(`${attr}__${name}`, "Not a date. Send YYYY-MM-DD, an ISO 8601 time, or a relative date as \"-30d\".");
	}
	resolveFilters(filters["properties"], `${attr}__properties`, setting);
	return filters;
}
/** The question may be filters, a query node, or both. */
function laidOver({ filters, query }, over) {
	return {
		filters: overFilters(filters, over),
		query: overNode(query, over)
	};
}
function overFilters(filters, over) {
	if (!isObject(filters)) return filters;
	const dates = datesOf$1(over);
	const { date_from: _from, date_to: _to, ...rest } = filters;
	return {
		...dates === null ? filters : {
			...rest,
			...dates
		},
		...propertiesOf(filters, over)
	};
}
/** For a wrapping node the inner one is changed. */
function overNode(query, over) {
	if (!isObject(query)) return query;
	if (isObject(query["source"])) return {
		...query,
		source: overNode(query["source"], over)
	};
	const dates = datesOf$1(over);
	return {
		...query,
		...dates === null ? {} : { dateRange: dates },
		...propertiesOf(query, over)
	};
}
/** Both ends from one side: mixing them may give an empty range. null if the dashboard has none. */
function datesOf$1(over) {
	const said = Object.entries({
		date_from: over["date_from"],
		date_to: over["date_to"]
	}).filter(([, value]) => value !== void 0 && value !== null);
	return said.length === 0 ? null : Object.fromEntries(said);
}
function propertiesOf(asked, over) {
	const properties = both(readJson(asked["properties"]), readJson(over["properties"]));
	return properties === null ? {} : { properties };
}
function both(mine, theirs) {
	if (isEmpty(theirs)) return isEmpty(mine) ? null : mine;
	if (isEmpty(mine)) return theirs;
	if (Array.isArray(mine) && Array.isArray(theirs)) return [...mine, ...theirs];
	return {
		type: "AND",
		values: [asGroup(mine), asGroup(theirs)]
	};
}
function asGroup(properties) {
	return Array.isArray(properties) ? {
		type: "AND",
		values: properties
	} : properties;
}
function isEmpty(properties) {
	if (Array.isArray(properties)) return properties.length === 0;
	return !isObject(properties) || Object.keys(properties).length === 0;
}
// src/service/insights/log.ts
/** Activity log entries: who did what to which insight. */
const INSIGHT_SCOPE = "Insight";
/** Skips unnamed insights, which readers of the log could not recognise. */
function logActivity(context, activity, row, changes) {
	const name = row.name || row.derived_name;
	if (!name) return;
	const { service, project, caller, now_ms } = context;
	const detail = {
		id: null,
		changes,
		merge: null,
		trigger: null,
		name,
		short_id: row.short_id,
		type: null
	};
	service.store.activity.append({
		id: formatUuid(stampUuid(service.randomBytes(16), 4)),
		project_id: project.id,
		user_id: caller.user.id,
		activity,
		scope: INSIGHT_SCOPE,
		item_id: String(row.id),
		detail,
		created_at_ms: now_ms
	});
}
// src/service/names/events.ts
/** Warns of events in a question that were never received: not an error, as they may come tomorrow, but usually a typo. */
function unknownEventTexts({ service, project }, names) {
	const { definitions } = service.store;
	const unknown = names.filter((name) => name !== "" && !definitions.hasEvent(project.id, name));
	if (unknown.length === 0) return [];
	const known = definitions.events(project.id).map(({ name }) => name);
	if (known.length === 0) return ["The project has no events yet."];
	return unknown.slice(0, LIMIT.names_checked).map((name) => {
		const near = nearestNames(name, known).map((found) => quoted$1(found));
		const help = near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `${see("list_event_definitions")} lists all.`;
		return `No event named ${quoted$1(name)} was ever received. ${help}`;
	});
}
// src/service/questions/resolved.ts
function presentResolved(context, kind, question) {
	const { timezone, range, interval, entities, previous, window_ms, viz, columns, behind = null, words, warnings = [] } = question;
	return {
		kind,
		...viz === void 0 ? {} : { viz },
		...datesOf(timezone, range),
		...previous ? { previous: datesOf(timezone, previous) } : {},
		interval,
		timezone,
		...window_ms === void 0 ? {} : { window_ms },
		...columns === void 0 ? {} : {
			columns: columns.map(([name]) => name),
			types: columns.map((column) => [...column])
		},
		...behind === null ? {} : { behind },
		question: words.question,
		entities: entities.map(({ type, id, name, order }, at) => ({
			type,
			id,
			name,
			order,
			words: words.lines[at] ?? name
		})),
		warnings: [
			...columns === void 0 ? warningsOf$2(context, entities) : [],
			...rangeWarnings(question),
			...warnings
		]
	};
}
/** A last day that ends at midnight is rarely intended. */
function rangeWarnings({ ends, interval }) {
	const { date_to, explicit_date } = ends ?? {};
	if (date_to === void 0 || explicit_date === true || !cutsLastDay(date_to, interval)) return [];
	const day = date_to.trim();
	return [`By ${interval} the range ends with the first instant of ${day}, as date_to names no time of day. For the whole day send "date_to": "${day}T23:59:59".`];
}
function datesOf(timezone, range) {
	return {
		date_from: isoWithOffset(timezone, range.from_ms),
		date_to: isoWithOffset(timezone, range.until_ms - 1)
	};
}
function warningsOf$2(context, entities) {
	if (entities.length === 0) return ["Nothing is counted: there are neither events nor actions that exist."];
	return unknownEventTexts(context, [...new Set(entities.flatMap(({ id, matches = [] }) => id === null ? matches.map(({ event }) => event) : [id]).filter((name) => typeof name === "string"))]);
}
// src/service/questions/question.ts
/** A body as sent -> a question of any kind. */
/** @throws ServiceError if it cannot be computed, or the answer would certainly be too large */
function questionOfKind(context, kind, raw) {
	return resolvedAs(context, kind, {
		raw,
		flat: normaliseBody(raw)
	});
}
/** Of a body without layers, which its schema has checked already. */
function questionOfBody(context, kind, body) {
	return resolvedAs(context, kind, {
		raw: body,
		flat: body
	});
}
/** For kinds that share an operation with `kind`: the one the body names. */
function questionLike(context, kind, raw) {
	const flat = normaliseBody(raw);
	return resolvedAs(context, kindMeant(kind, flat), {
		raw,
		flat
	});
}
function resolvedAs(context, kind, { raw, flat }) {
	const { resolve, body: schema } = kindOf(kind);
	const begun_ms = performance.now();
	const body = checked$1(schema, flat);
	const parsed_ms = performance.now();
	const { asked, showing, filters, parts, range, interval, extent, page, understood } = resolve(context, body);
	for (const factors of extent) checkNumbers(factors);
	return {
		parts: [...parts, said(body)],
		asked,
		showing,
		range,
		interval,
		page,
		...mannersOf(body),
		spent: {
			parse_ms: parsed_ms - begun_ms,
			resolve_ms: performance.now() - parsed_ms
		},
		filters,
		warnings: () => unknownWarnings(schema, raw),
		resolved: () => presentResolved(context, kind, understood())
	};
}
/** Arguments about how to answer, for all kinds. */
function mannersOf({ refresh, explain, client_query_id }) {
	return {
		refresh: isForced(refresh),
		explain: explain === true,
		client_query_id: typeof client_query_id === "string" ? client_query_id : null
	};
}
/** The question of a saved insight; null if nothing here can compute it (it is empty, or of another kind). */
function questionOf(filters, query) {
	const kind = savedKind(filters, query);
	return kind === null ? null : (context, raw) => questionLike(context, kind, raw);
}
function savedKind(filters, query) {
	const node = isObject(query) && isObject(query["source"]) ? query["source"] : query;
	if (isObject(node)) return KIND_BY_NODE.get(String(node["kind"])) ?? null;
	if (!isObject(filters)) return null;
	const named = normaliseBody({ filters })["insight"];
	if (named !== void 0) return KIND_BY_INSIGHT.get(String(named).toUpperCase()) ?? null;
	return filters["events"] === void 0 && filters["actions"] === void 0 ? null : "trend";
}
// src/service/names/used.ts
/** Collects the names in a resolved question, at any depth: properties, events, group types. */
function usedIn(query) {
	const found = {
		properties: /* @__PURE__ */ new Map(),
		group_types: /* @__PURE__ */ new Set()
	};
	visit(query, found);
	return {
		properties: [...found.properties.values()],
		events: [...new Set(namedEvents(query))],
		group_types: [...found.group_types].sort()
	};
}
/** Events counted by the question, including those of actions. */
function countedEvents(node) {
	if (Array.isArray(node)) return typeof node[0] === "object" ? node.flatMap(countedEvents) : [];
	if (!isObject(node) || ArrayBuffer.isView(node) || node["kind"] === "cohort" || node["kind"] === "behaviour") return [];
	const names = listOf$1(node["matches"]).flatMap((match) => isObject(match) ? [match["event"]] : []).filter((name) => typeof name === "string");
	return [.../* @__PURE__ */ new Set([...names, ...Object.values(node).flatMap(countedEvents)])];
}
/** Events in conditions on what people did. */
function eventsIn(where) {
	if (Array.isArray(where)) return where.flatMap(eventsIn);
	if (!isObject(where) || where["kind"] === "cohort") return [];
	const own = typeof where["event"] === "string" ? [where["event"]] : [];
	return [.../* @__PURE__ */ new Set([...own, ...Object.values(where).flatMap(eventsIn)])];
}
function visit(node, found) {
	if (Array.isArray(node)) {
		if (typeof node[0] === "object") for (const item of node) visit(item, found);
		return;
	}
	if (!isObject(node) || ArrayBuffer.isView(node)) return;
	if (node["kind"] === "cohort") return;
	if (node["kind"] === "group" && typeof node["type_index"] === "number") found.group_types.add(node["type_index"]);
	noteSource(node, found);
	if (Array.isArray(node["nodes"])) noteExpression(node["nodes"], found);
	else for (const member of Object.values(node)) visit(member, found);
}
/** A filter, a part of a breakdown, or the property of a math. */
function noteSource(node, found) {
	const source = ownedSource(node["source"]);
	if (source === null) return;
	if (node["kind"] === "value") note(found, source, "filter", isObject(node["test"]) && node["test"]["op"] === "number");
	else if (node["kind"] === "property") note(found, source, "math", true);
	else if ("bins" in node) note(found, source, "breakdown", node["bins"] !== null);
}
/** Nodes come after the sources they use. */
function noteExpression(nodes, found) {
	const numbers = new Set(nodes.flatMap((node) => isObject(node) && node["name"] === "to_number" ? node["args"] : []));
	for (const [at, node] of nodes.entries()) {
		const source = isObject(node) && node["kind"] === "source" ? ownedSource(node["source"]) : null;
		if (source !== null) note(found, source, "expression", numbers.has(at));
	}
}
function ownedSource(sent) {
	if (!isObject(sent)) return null;
	const { of, key, type_index } = sent;
	if (typeof key !== "string") return null;
	if (of === "group" && typeof type_index === "number") return {
		of,
		key,
		type_index
	};
	return of === "event" || of === "person" ? {
		of,
		key
	} : null;
}
function note(found, source, used_in, is_number) {
	if (source.of === "group") found.group_types.add(source.type_index);
	found.properties.set(JSON.stringify([
		source,
		used_in,
		is_number
	]), {
		source,
		used_in,
		is_number
	});
}
/** For funnels, correlations and paths, and the funnel within one; of a statement those its tables are read for. */
function namedEvents(query) {
	if (!isObject(query)) return [];
	const { exclusions, events, funnel, relation, subqueries } = query;
	return [
		...countedEvents(relation),
		...countedEvents(subqueries),
		...listOf$1(exclusions).flatMap((item) => isObject(item) ? [item["id"]] : []),
		...listOf$1(isObject(events) ? events["names"] : events),
		...(isObject(funnel) ? listOf$1((isObject(funnel["query"]) ? funnel["query"] : funnel)["steps"]) : []).flatMap((step) => isObject(step) ? [step["id"]] : []),
		...isObject(funnel) ? namedEvents(isObject(funnel["query"]) ? funnel["query"] : funnel) : []
	].filter((name) => typeof name === "string");
}
function listOf$1(sent) {
	return Array.isArray(sent) ? sent : [];
}
// src/service/names/properties.ts
/** Warns of names the project has never received: properties, events other than lines, group types. */
/** Stored with or derived from every event, whether or not anybody sent them. */
const ALWAYS_THERE = /^\$(group_\d|session_id|window_id|elements(_chain)?|set|set_once|unset|groups|group_set)$/;
const TOLD = 3;
/** `filters`: the question as sent. */
function nameWarnings(context, query, filters) {
	const used = usedIn(query);
	return [
		...propertyWarnings(context, used.properties, filters),
		...unknownEventTexts(context, used.events),
		...groupTypeWarnings(context, used.group_types),
		...actionWarnings(context, filters)
	];
}
/** Same for a cohort's definition, whose conditions are about people only. */
function cohortNameWarnings(context, where) {
	const used = usedIn(where);
	return [...propertyWarnings(context, used.properties.map((one) => one.used_in === "filter" ? {
		...one,
		used_in: "cohort"
	} : one), {}), ...groupTypeWarnings(context, used.group_types)];
}
function propertyWarnings(context, used, filters) {
	const own = filters["filter_test_accounts"] === true ? testAccountKeys(context) : [];
	const others = used.filter(({ source }) => !ALWAYS_THERE.test(source.key) && !own.includes(source.key)).map((one) => ({
		one,
		found: definitionOf(context, one)
	})).filter(({ one, found }) => found === void 0 || !fits(found, one.is_number));
	const missing = others.some(({ found }) => found === void 0);
	const all = missing ? context.service.store.definitions.properties(context.project.id, {}) : [];
	if (missing && (all.length === 0 || all.length >= LIMIT.property_definitions)) return [];
	return others.slice(0, LIMIT.names_checked).map(({ one, found }) => found === void 0 ? aboutUnknown(context, one, all) : aboutText(context, one, found));
}
function definitionOf({ service, project }, { source }) {
	return service.store.definitions.property(project.id, {
		owner: source.of,
		group_type_index: source.of === "group" ? source.type_index : -1,
		name: source.key
	});
}
function fits({ type }, is_number) {
	return !is_number || type === null || type === "Numeric";
}
/** Filters of the project rather than of the question. */
function testAccountKeys({ project }) {
	return project.test_account_filters.flatMap((filter) => isObject(filter) ? [String(filter["key"])] : []);
}
/** It exists, and holds no numbers where they are needed. */
function aboutText(context, { source }, { type }) {
	return `The ${ownerOf(context, source)} property ${quoted$1(source.key)} holds ${KINDS[type ?? ""] ?? "other values"} where numbers are needed: only values that read as a number count.`;
}
function ownerOf(context, source) {
	return ownerText(context, source.of, source.of === "group" ? source.type_index : null);
}
function aboutUnknown(context, used, all) {
	const { source, used_in } = used;
	const mine = all.filter((row) => isOf(row, used));
	const elsewhere = all.filter((row) => row.name === source.key).map((row) => howToAsk(context, row, used_in));
	const near = nearestNames(source.key, mine.map((row) => row.name)).map((name) => quoted$1(name));
	const help = elsewhere.length > 0 ? `There is one of ${elsewhere.slice(0, TOLD).join(", or of ")}.` : near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `${see("list_property_definitions")} lists those there are.`;
	return `No ${ownerOf(context, source)} property named ${quoted$1(source.key)} was ever received. ${help}`;
}
const KINDS = {
	String: "text",
	Boolean: "true and false",
	DateTime: "dates"
};
function isOf(row, { source }) {
	return row.owner === source.of && (source.of !== "group" || row.group_type_index === source.type_index);
}
function ownerText(context, owner, type_index) {
	if (owner !== "group") return owner;
	const type = context.service.store.groups.types(context.project.id).find(({ group_type_index }) => group_type_index === type_index);
	return type === void 0 ? "group" : quoted$1(type.group_type);
}
/** Whose property it is, and how to name it in that part of the question. */
function howToAsk(context, row, used_in) {
	const { owner, group_type_index: index, name } = row;
	return `${owner === "group" ? ownerText(context, owner, index) : owner === "person" ? "people" : "events"}: send ${{
		filter: owner === "group" ? `"type":"group","group_type_index":${index}` : `"type":"${owner}"`,
		breakdown: owner === "group" ? `"breakdown_type":"group","breakdown_group_type_index":${index}` : `"breakdown_type":"${owner}"`,
		math: `"math_property_type":"${owner === "group" ? `groups_${index}` : `${owner}_properties`}"`,
		cohort: owner === "event" ? `{"type":"behavioral","key":"their event","event_type":"events","value":"performed_event","time_value":30,"time_interval":"day","event_filters":[{"key":${quoted$1(name)},"value":"…"}]}` : `"type":"${owner}"`,
		expression: `${owner === "event" ? "" : owner === "person" ? "person." : `group_${index}.`}properties.${name}`
	}[used_in]}`;
}
function groupTypeWarnings({ service, project }, indices) {
	if (indices.length === 0) return [];
	const types = service.store.groups.types(project.id);
	const known = types.map(({ group_type, group_type_index }) => `${group_type_index} ${quoted$1(group_type)}`);
	const help = known.length === 0 ? "This project has none yet" : `There are ${known.join(", ")}`;
	return indices.filter((index) => !types.some(({ group_type_index }) => group_type_index === index)).map((index) => `There is no group type ${index}. ${help} (${see("list_group_types")}).`);
}
/** In trends an unknown action has no line. */
function actionWarnings(context, { actions }) {
	if (!Array.isArray(actions)) return [];
	const ids = actions.map((item) => isObject(item) ? Number(item["id"]) : NaN).filter(Number.isSafeInteger);
	return [...new Set(ids)].filter((id) => liveAction(context, id) === null).map((id) => `Action ID ${id} does not exist, so it has no line. ${see("list_actions")} lists those there are.`);
}
// src/sql/plan/explain.ts
/** A plan as lines, last step first; inputs are indented. */
function explained({ relation, subqueries }) {
	return [...subqueries.flatMap((subquery, at) => [`sub-query ${at + 1}`, ...linesOf$1(subquery, 1)]), ...linesOf$1(relation, 0)];
}
function linesOf$1(relation, depth) {
	const line = `${"  ".repeat(depth)}${stepOf(relation)}`;
	if (relation.kind === "join") return [
		line,
		...linesOf$1(relation.left, depth + 1),
		...linesOf$1(relation.right, depth + 1)
	];
	if (relation.kind === "union") return [line, ...relation.of.flatMap((part) => linesOf$1(part, depth + 1))];
	return "of" in relation ? [line, ...linesOf$1(relation.of, depth + 1)] : [line];
}
function stepOf(relation) {
	switch (relation.kind) {
		case "events": return scanText(relation);
		case "numbers": return `numbers 0 to ${relation.count - 1}`;
		case "cohort_people": return `cohort_people of ${relation.cohorts.length} cohorts`;
		case "groups": return `groups of ${relation.types.length} types`;
		case "filter": return `filter ${expressionText(relation.where)}`;
		case "unnest": return `a row for each ${relation.name} of ${expressionText(relation.list)}`;
		case "project": return `columns ${relation.columns.map(expressionText).join(", ")}`;
		case "aggregate": {
			const keys = relation.keys.map(expressionText).join(", ");
			return `aggregate ${relation.aggregates.map(aggregateText).join(", ")}${keys === "" ? "" : ` by ${keys}`}`;
		}
		case "window": return `window ${relation.columns.map(({ call }) => call.kind === "place" ? call.name : aggregateText(call.aggregate)).join(", ")}`;
		case "limit_by": return `first ${relation.limit} by ${relation.keys.map(columnText).join(", ")}`;
		case "sort": {
			const { limit, offset } = relation;
			const cut = [limit === null ? "" : `first ${limit}`, offset === 0 ? "" : `after ${offset}`].filter(Boolean).join(" ");
			return relation.by.length === 0 ? cut : `sort by ${relation.by.map(sortText).join(", ")}${cut === "" ? "" : `, ${cut}`}`;
		}
		case "join": return `${relation.how} join on ${relation.left_keys.map((left, at) => `left ${columnText(left)} = right ${columnText(relation.right_keys[at])}`).join(" and ")}`;
		default: return relation.kind;
	}
}
/** Conditions that select rows before any is read. */
function scanText({ matches, range, is_of_rows }) {
	const names = matches.flatMap(({ event }) => event === null ? [] : [event]);
	return `scan events: ${[
		matches.length === 0 ? "none" : names.length === 0 ? "every event" : names.join(", "),
		range.from_ms > MIN_MS ? `from ${new Date(range.from_ms).toISOString()}` : "",
		range.until_ms < MAX_MS ? `until ${new Date(range.until_ms).toISOString()}` : "",
		matches[0] === void 0 || matches[0].where.kind === "all" ? "" : `where ${predicateText(matches[0].where)}`,
		is_of_rows ? "" : "with who is who"
	].filter(Boolean).join("; ")}`;
}
function predicateText(predicate) {
	switch (predicate.kind) {
		case "and":
		case "or": return `(${predicate.of.map(predicateText).join(` ${predicate.kind} `)})`;
		case "not": return `not ${predicateText(predicate.of)}`;
		case "value": {
			const { source, test } = predicate;
			if (source.of === "expression") return expressionText(source.expression);
			return `${sourceText(source)} ${test.op}${"values" in test ? ` ${JSON.stringify(test.values)}` : ""}`;
		}
		default: return predicate.kind;
	}
}
function expressionText({ nodes }) {
	const texts = [];
	for (const node of nodes) texts.push(nodeText(node, texts));
	return texts.at(-1);
}
function nodeText(node, texts) {
	switch (node.kind) {
		case "literal": return JSON.stringify(node.value);
		case "source": return sourceText(node.source);
		case "moment": return `timestamp to ${node.grain_ms} ms`;
		case "column": return columnText(node.index);
		case "field": return node.key === void 0 ? node.name : `${node.name} ${node.key}`;
		case "subquery": return `sub-query ${node.index + 1}`;
		default: return `${node.kind === "each" ? "each" : node.name}(${node.args.map((arg) => texts[arg]).join(", ")})`;
	}
}
function sourceText(source) {
	if (source.of === "metadata") return source.key;
	const owner = source.of === "group" ? `group_${source.type_index}` : source.of;
	return source.of === "event" ? `properties.${source.key}` : `${owner}.${source.key}`;
}
function columnText(index) {
	return `#${index + 1}`;
}
function aggregateText({ name, args, condition, parameter }) {
	const of = args.map(expressionText).join(", ");
	return `${name}${parameter === 0 ? "" : ` ${parameter}`}(${of})${condition === null ? "" : ` if ${expressionText(condition)}`}`;
}
function sortText({ index, is_descending, nulls_first }) {
	return `${columnText(index)}${is_descending ? " desc" : ""}${nulls_first ? " nulls first" : ""}`;
}
// src/service/answers/explanation.ts
/** Explains how an answer was made, from the notes of all stages. */
const PLACES = {
	here: "computed in the thread of the request",
	thread: "computed in a thread of its own"
};
function explanationOf(context, question, how) {
	const { traced, place, statements, took_ms } = how;
	const ways = traced.parts.flatMap((part) => part.ways);
	const asked_ms = sumOf(statements.map(({ ms }) => ms));
	const wait = Math.max(0, took_ms - asked_ms - sumOf(Object.values(traced.ms)));
	const asked = statements.length === 0 ? {} : { statements: asked_ms };
	return {
		plan: [
			...planOf(question),
			statements.length === 0 ? PLACES[place] : `asked of the events' database: ${counted$3(statements.length, "statement")}`,
			...traced.parts.toSorted(byLine).flatMap(partLines)
		],
		rows_read: sumOf(ways.map(({ rows }) => rows)),
		columns_read: [...traced.columns],
		bytes_loaded: traced.bytes_loaded,
		ms: msOf(context, question, {
			wait,
			...asked,
			...traced.ms
		}),
		...statements.length === 0 ? {} : { statements: statements.map(shown$8) }
	};
}
/** For an answer from cache. */
function keptExplanation(context, question, computed_at_ms) {
	const kept = `answer kept since ${formatIso(computed_at_ms)}: no event has come since`;
	const nothing = {
		rows_read: 0,
		columns_read: [],
		bytes_loaded: 0
	};
	return {
		plan: [...planOf(question), kept],
		...nothing,
		ms: msOf(context, question, {})
	};
}
/** Traces the stages. Logs slow questions as they were understood, with how they were computed. */
function tell(context, resolved, explanation) {
	const { service, project, admitted } = context;
	const { total = 0, ...stages } = explanation.ms;
	service.tracing.stages(admitted.begun_ms, stages);
	const { slow_ms, log } = service;
	if (slow_ms === null || total < slow_ms) return;
	const { kind, question, date_from, date_to, interval } = resolved;
	log.warn({
		project: project.id,
		kind,
		question,
		date_from,
		date_to,
		interval,
		...explanation
	}, "slow question");
}
/** The plan of a statement. */
function planOf({ asked }) {
	return asked.kind === "sql" ? explained(asked.query) : [];
}
/** Parts that are for all lines come last. */
function byLine(one, other) {
	return (one.line?.order ?? Number.POSITIVE_INFINITY) - (other.line?.order ?? Number.POSITIVE_INFINITY);
}
function partLines({ line, ways }) {
	return [line === null ? "for all of it" : `line ${line.order}, ${quoted$1(line.name)}`, ...ways.map((way) => `  ${wayText(way)}`)];
}
function wayText({ way, times, rows, threads }) {
	if (threads > 0) return `${way}: ${counted$3(times, "morsel")} in ${counted$3(threads, "thread")}`;
	const often = times === 1 ? "" : ` (${times} times)`;
	return rows === 0 ? `${way}${often}` : `${way}: ${counted$3(rows, "row")}${often}`;
}
function msOf(context, { spent }, stages) {
	const { parse_ms, begun_ms } = context.admitted;
	const all = {
		parse: parse_ms + spent.parse_ms,
		resolve: spent.resolve_ms,
		...stages,
		total: performance.now() - begun_ms
	};
	return Object.fromEntries(Object.entries(all).map(([stage, ms]) => [stage, rounded(ms)]));
}
/** In one line; values are parameters of it. */
function shown$8({ sql, ms, ...read }) {
	return {
		...read,
		sql: sql.replace(/\s+/g, " ").trim(),
		ms: rounded(ms)
	};
}
/** To the microsecond. */
function rounded(ms) {
	return Math.round(ms * 1e3) / 1e3;
}
function sumOf(numbers) {
	return numbers.reduce((sum, number) => sum + number, 0);
}
// src/service/computing/shared_runs.ts
/** Concurrent callers with the same question share one run. It is aborted when all of them have left. */
var SharedRuns = class {
	#runs = /* @__PURE__ */ new Map();
	/** @throws ServiceError cancelled, to callers whose `leave` aborts; all others get what the run throws */
	join(key, leave, start) {
		if (leave.aborted) return Promise.reject(cancelled());
		const run = this.#runs.get(key) ?? this.#begin(key, start);
		run.waiting++;
		return new Promise((resolve, reject) => {
			const left = () => {
				reject(cancelled());
				if (--run.waiting === 0) this.#abandon(key, run);
			};
			leave.addEventListener("abort", left, { once: true });
			run.result.then(resolve, reject).finally(() => leave.removeEventListener("abort", left));
		});
	}
	#begin(key, start) {
		const controller = new AbortController();
		const run = {
			result: start(controller.signal),
			controller,
			waiting: 0
		};
		const forget = () => this.#forget(key, run);
		run.result.then(forget, forget);
		this.#runs.set(key, run);
		return run;
	}
	#forget(key, run) {
		if (this.#runs.get(key) === run) this.#runs.delete(key);
	}
	/** Runs that are being aborted cannot be joined. */
	#abandon(key, run) {
		this.#forget(key, run);
		run.controller.abort();
	}
};
// src/service/answers/kept_answers.ts
/** Per running service, and garbage-collected with it. */
const memories = /* @__PURE__ */ new WeakMap();
function memoryOf(service) {
	let memory = memories.get(service);
	if (!memory) {
		memory = {
			kept: /* @__PURE__ */ new Map(),
			kept_bytes: 0,
			running: new SharedRuns()
		};
		memories.set(service, memory);
	}
	return memory;
}
/** The answer computed from the same data, or null. */
function take({ kept }, key, revision) {
	const found = kept.get(key);
	if (found?.revision !== revision) return null;
	kept.delete(key);
	kept.set(key, found);
	return found;
}
/** Skips large answers: holding them costs more than recomputing. */
function keep(memory, key, made) {
	const { kept } = memory;
	forget(memory, key);
	if (bytesOf(made) > TUNING.result_kept_bytes) return;
	kept.set(key, made);
	memory.kept_bytes += bytesOf(made);
	for (const oldest of kept.keys()) {
		if (kept.size <= TUNING.results_kept && memory.kept_bytes <= TUNING.results_kept_bytes) return;
		forget(memory, oldest);
	}
}
function forget(memory, key) {
	const found = memory.kept.get(key);
	if (found === void 0) return;
	memory.kept_bytes -= bytesOf(found);
	memory.kept.delete(key);
}
function bytesOf({ answer }) {
	return answer.result.bytes.length + answer.patches.reduce((sum, { text }) => sum + text.length, 0);
}
// src/service/answers/marks.ts
/** Adds annotations to answers whose range covers them. Not cached: they change independently. */
/** Only for questions over time, and not for holders of sharing links: annotations are internal. */
function withMarks(context, resolved) {
	if (resolved.interval === null || context.caller.shared_insight_id !== void 0) return resolved;
	const annotations = marksWithin(context, Date.parse(resolved.date_from), Date.parse(resolved.date_to));
	return annotations.length === 0 ? resolved : {
		...resolved,
		annotations
	};
}
/** Says so where events of the range are gone, as they were too old to be kept. */
function withCut({ service, project }, resolved) {
	const before_ms = service.store.events.expiredBefore(project.id);
	if (before_ms === null || !(Date.parse(resolved.date_from) < before_ms)) return resolved;
	const cut = `Events from before ${isoWithOffset(project.timezone, before_ms)} are gone: the project does not keep events for longer (retention_days). What is counted before that is too little.`;
	return {
		...resolved,
		warnings: [cut, ...resolved.warnings]
	};
}
/** The latest ones, in ascending order; both ends are inclusive. */
function marksWithin({ service, project }, from_ms, to_ms) {
	if (Number.isNaN(from_ms) || Number.isNaN(to_ms)) return [];
	return service.store.annotations.within(project.id, from_ms, to_ms + 1, LIMIT.annotations_told).map(({ id, date_ms, content }) => ({
		id,
		date: isoWithOffset(project.timezone, date_ms),
		content
	}));
}
// src/service/answers/nothing.ts
/** Says why an answer is empty, from what the computation found and when the project has events at all. */
function reasonTexts(context, reasons, { range, filters }) {
	if (reasons.length === 0) return [];
	const own = filters["filter_test_accounts"] === true ? testAccountKeys(context) : [];
	const events = context.service.store.definitions.events(context.project.id).filter(({ count }) => count > 0);
	const all = spanOf(events);
	if (all === null) return [];
	if (isOutside(all, range)) return [`The range lies outside the data: the project has events ${spanText(context, all)}.`];
	return [...new Set(reasons.filter((reason) => reason.kind !== "idle" || !own.includes(reason.key)).flatMap((reason) => reasonText(context, reason, events)))];
}
function reasonText(context, reason, events) {
	const what = reason.name === null ? "event" : quoted$1(reason.name);
	switch (reason.kind) {
		case "absent": {
			const span = spanOf(events.filter(({ name }) => reason.events.includes(null) || reason.events.includes(name)));
			return span === null ? [] : [`No ${what} lies in the range: there are some ${spanText(context, span)}.`];
		}
		case "condition": {
			const { near, values, text } = reason;
			return [`No ${what} of the range passes the filter ${text}.${near.length > 0 ? ` Did you mean ${listText$1(near, " or ")}?` : values.length > 0 ? ` Values there are: ${listText$1(values, ", ")}.` : ""}`];
		}
		case "idle": return [`The filter that leaves out ${reason.text} leaves out nothing. Did you mean ${listText$1(reason.near, " or ")}?`];
		case "nobody": return [`Nobody is in ${reason.cohort}.`];
		case "together": return [`Some ${what} of the range passes each of the filters, but none passes all of them together.`];
		case "point": {
			const names = nearestNames(reason.point, [...reason.near, ...events.map(({ name }) => name)]);
			const near = names.length > 0 ? ` Did you mean ${listText$1(names, " or ")}?` : "";
			return [`No path comes by the step ${quoted$1(reason.point)}.${near || " Without it, the answer shows the steps there are."}`];
		}
		case "step": {
			const { place, before, window_ms } = reason;
			return [`Step ${place} ${what} happened in the range, but nobody did it as the order asks after ${quoted$1(before)} and within ${windowText(window_ms)} of the first step.`];
		}
	}
}
function listText$1(texts, between) {
	return texts.map((text) => quoted$1(text)).join(between);
}
function spanOf(events) {
	if (events.length === 0) return null;
	return {
		first_seen_ms: events.reduce((least, event) => Math.min(least, event.first_seen_ms), Number.POSITIVE_INFINITY),
		last_seen_ms: events.reduce((most, event) => Math.max(most, event.last_seen_ms), Number.NEGATIVE_INFINITY)
	};
}
function isOutside({ first_seen_ms, last_seen_ms }, { from_ms, until_ms }) {
	return last_seen_ms < from_ms || first_seen_ms >= until_ms;
}
function spanText({ project }, { first_seen_ms, last_seen_ms }) {
	return `from ${isoWithOffset(project.timezone, first_seen_ms)} to ${isoWithOffset(project.timezone, last_seen_ms)}`;
}
const UNITS = [
	[DAY_MS$2, "day"],
	[HOUR_MS, "hour"],
	[MINUTE_MS, "minute"],
	[1e3, "second"]
];
function windowText(window_ms) {
	const [unit_ms, name] = UNITS.find(([ms]) => window_ms % ms === 0) ?? UNITS[3];
	const count = window_ms / unit_ms;
	return `${count} ${name}${count === 1 ? "" : "s"}`;
}
// src/service/answers/compute.ts
/**
* Answers questions, from what was answered before where that is allowed: from memory while neither the question nor the
* project's data has changed, so every acknowledged event is in the next answer.
*/
/** Includes links to the people behind the numbers. */
async function compute(context, question) {
	return asAsked(context, await computeWith(context, question, linkBase(context, {
		filters: question.filters,
		kind: question.asked.kind
	})));
}
/** Makes links absolute for the caller. */
function asAsked(context, { answer, ...rest }) {
	const { url } = context;
	const result = url === null ? answer.result : answer.result.patched(linksAt(url.origin, answer.patches));
	return {
		...rest,
		answer: {
			...answer,
			result,
			resolved: worded(context, answer.resolved)
		}
	};
}
/** Cached answers serve both faces; this adds the reader's wording and current annotations. */
function worded(context, resolved) {
	return withMarks(context, withCut(context, {
		...resolved,
		warnings: resolved.warnings.map(context.wording)
	}));
}
/** The cached answer from the same events, or null. Computes nothing. */
function keptAnswer(context, question) {
	const { kept } = lookUp(context, question, linkBase(context, {
		filters: question.filters,
		kind: question.asked.kind
	}));
	return kept && asAsked(context, fromKept(context, question, kept));
}
function lookUp(context, question, links) {
	const { service, project } = context;
	const memory = memoryOf(service);
	const key = JSON.stringify([
		project.id,
		links?.question_id,
		question.parts
	]);
	const revision = service.datasets.revision(project);
	return {
		memory,
		key,
		revision,
		kept: take(memory, key, revision)
	};
}
function computeWith(context, question, links) {
	const span = {
		name: "compute",
		attributes: { "insights.kind": question.asked.kind }
	};
	return context.service.tracing.within(span, async (note) => {
		const answered = await keptOrComputed(context, question, links);
		note({ "insights.is_cached": answered.is_cached });
		return answered;
	});
}
async function keptOrComputed(context, question, links) {
	const { service, project } = context;
	const { memory, key, revision, kept } = lookUp(context, question, links);
	if (kept && !question.refresh) return fromKept(context, question, kept);
	const is_traced = question.explain || service.slow_ms !== null || service.tracing.is_on;
	const { running } = service.computing;
	const fresh = running.wait(project.id, question.client_query_id, context.signal, (leave) => memory.running.join(`${revision} ${is_traced} ${key}`, leave, async (signal) => {
		const { asked, showing } = question;
		const computing = service.computing.show(project, {
			asked,
			showing,
			links,
			is_traced
		}, signal);
		const [shown, resolved] = await Promise.all([computing, resolvedOf(context, question)]);
		const reasons = reasonTexts(context, shown.reasons, question);
		const answer = {
			result: new Written(shown.json, shown.ends),
			patches: shown.patches,
			resolved: {
				...resolved,
				warnings: [
					...resolved.warnings,
					...shown.warnings,
					...reasons
				]
			},
			has_more: shown.has_more
		};
		const made = {
			revision,
			computed_at_ms: context.now_ms,
			answer
		};
		keep(memory, key, made);
		return {
			kept: made,
			how: shown.how
		};
	}));
	const [{ kept: own, how }, warnings] = await Promise.all([fresh, warningsOf$1(question)]);
	const explanation = how && explanationOf(context, question, how);
	if (explanation !== null) tell(context, own.answer.resolved, explanation);
	const explain = question.explain ? explanation : null;
	return {
		...answered(service, own, warnings),
		is_cached: false,
		explain
	};
}
async function warningsOf$1(question) {
	return question.warnings();
}
function fromKept(context, question, kept) {
	const explain = question.explain ? keptExplanation(context, question, kept.computed_at_ms) : null;
	return {
		...answered(context.service, kept, question.warnings()),
		is_cached: true,
		explain
	};
}
/**
* What links to people contain; null outside HTTP, where they cannot be followed, and for statements, which name people
* themselves.
*/
function linkBase(context, linked) {
	return context.url === null || linked.kind === "sql" ? null : lastingLinks(context, linked);
}
/** Stores the question, so that links in cached answers work for later readers. */
function lastingLinks(context, { kind, filters }) {
	return {
		project_id: context.project.id,
		question_id: keepQuestion(context, {
			kind,
			filters
		}),
		kind,
		filters
	};
}
/** Async, so that errors surface only when awaited: the computation is already running. */
async function resolvedOf(context, { resolved, asked, filters }) {
	const understood = resolved();
	const warnings = /* @__PURE__ */ new Set([...understood.warnings, ...nameWarnings(context, asked.query, filters)]);
	return {
		...understood,
		warnings: [...warnings]
	};
}
/**
* The key includes the kind, so the result has its type. Warnings are the caller's: equal questions may be phrased
* differently.
*/
function answered(service, { answer, computed_at_ms }, warnings) {
	const resolved = {
		...answer.resolved,
		warnings: [...warnings, ...answer.resolved.warnings]
	};
	return {
		answer: {
			...answer,
			resolved: withDoubt(service, resolved)
		},
		computed_at_ms
	};
}
function withDoubt(service, resolved) {
	const doubt = service.doubt();
	return doubt === null ? resolved : {
		...resolved,
		warnings: [doubt, ...resolved.warnings]
	};
}
// src/service/answers/staleness.ts
/**
* When a saved insight may be recomputed: pure rules over (now, computed at, interval, range). A refresh that comes too
* early gets the stored result.
*/
const USUAL_MS = 15 * MINUTE_MS;
/** Short ranges and hourly intervals change within minutes and are cheap. */
const SHORT_MS = 3 * MINUTE_MS;
/** Refreshes through a sharing link are anonymous, so they are rarer. */
const SHARED_MS = 30 * MINUTE_MS;
const SHORT_RANGE_DAYS = 7;
/** The earliest time a refresh recomputes. */
function nextRefreshMs(computed, shared) {
	return computed.computed_at_ms + minimumAgeMs(computed.interval, computed.range, shared);
}
function minimumAgeMs(interval, range, shared) {
	if (shared) return SHARED_MS;
	const days = Math.ceil((range.until_ms - range.from_ms) / DAY_MS$2);
	return interval === "hour" || interval === "minute" || days <= SHORT_RANGE_DAYS ? SHORT_MS : USUAL_MS;
}
/** Results older than this are dropped. */
function isExpired(now_ms, computed_at_ms) {
	return now_ms - computed_at_ms > LIMIT.result_age_ms;
}
/** interval -> age at which a result is stale, and the larger one for `lazy_async`. */
const STALE_AFTER_MS = {
	minute: [5 * MINUTE_MS, 15 * MINUTE_MS],
	hour: [HOUR_MS, 2 * HOUR_MS],
	day: [6 * HOUR_MS, 12 * HOUR_MS],
	week: [DAY_MS$2, 2 * DAY_MS$2],
	month: [2 * DAY_MS$2, 2 * DAY_MS$2]
};
/** Events arrive a little late, so a range that ended this recently is still open. */
const OVER_MS = 1e4;
/** When a result becomes stale: its `cache_target_age`. */
function staleFromMs(computed_at_ms, interval, lazily = false) {
	const [usual, lazy] = STALE_AFTER_MS[interval ?? "day"];
	return computed_at_ms + (lazily ? lazy : usual);
}
/** Ranges that had ended when they were computed never become stale. */
function isStale(computed, now_ms, lazily) {
	const { computed_at_ms, interval, range } = computed;
	return range.until_ms >= computed_at_ms - OVER_MS && now_ms >= staleFromMs(computed_at_ms, interval, lazily);
}
/** Whether to recompute an existing result. For sharing links one rule holds, whatever the refresh. */
function isDue(computed, refresh, now_ms, shared) {
	if (!insists(refresh)) return false;
	if (refresh === "true" || shared) return now_ms >= nextRefreshMs(computed, shared);
	return refresh === "force_blocking" || isStale(computed, now_ms, refresh === "lazy_async");
}
// src/service/answers/stored_texts.ts
/**
* Stores long texts in pieces, because a large write or delete blocks everybody. Piece keys contain the text's creation
* time, so pieces of two texts are never mixed; the text's record says which pieces it has.
*/
/** `tell` records the new text in the transaction of its last piece, which also forgets the old one. */
async function storeText(store, of, { bytes, made_at_ms, erasures, before }, tell) {
	const size = TUNING.stored_piece_bytes;
	const text = {
		made_at_ms,
		pieces: Math.max(1, Math.ceil(bytes.length / size))
	};
	const put = (nth) => {
		const piece = bytes.subarray(nth * size, (nth + 1) * size);
		store.results.putBytes(of.project_id, keyOf(of, made_at_ms, nth), piece, made_at_ms);
	};
	/** Whether it was done: nothing is where something was erased since. */
	const write = (run) => {
		let isCurrent = false;
		return writeIfFree(store, () => {
			isCurrent = store.events.erasures(of.project_id) === erasures;
			if (isCurrent) run();
		}) && isCurrent;
	};
	const last = text.pieces - 1;
	for (let nth = 0; nth < last; nth++) {
		if (!write(() => put(nth))) return;
		await setImmediate();
	}
	const old = before === null || before.made_at_ms === made_at_ms ? 0 : before.pieces;
	const forget = (nth) => store.results.delete(of.project_id, keyOf(of, before.made_at_ms, nth));
	const is_told = write(() => {
		put(last);
		tell(text);
		if (old > 0) forget(0);
	});
	for (let nth = 1; is_told && nth < old; nth++) {
		await setImmediate();
		writeIfFree(store, () => forget(nth));
	}
}
/** null if a piece is gone, e.g. while another text replaces this one. Yields between pieces. */
async function readText(store, of, text) {
	const pieces = [];
	for (const piece of piecesOf(store, of, text)) {
		if (piece === void 0) return null;
		pieces.push(piece);
		if (pieces.length < text.pieces) await setImmediate();
	}
	return joined(pieces);
}
/** Same within a transaction, without yielding. */
function readTextAtOnce(store, of, text) {
	const pieces = [...piecesOf(store, of, text)];
	return pieces.every((piece) => piece !== void 0) ? joined(pieces) : null;
}
function* piecesOf(store, of, text) {
	for (let nth = 0; nth < text.pieces; nth++) yield store.results.bytes(of.project_id, keyOf(of, text.made_at_ms, nth));
}
function joined(pieces) {
	if (pieces.length === 1) return pieces[0];
	const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
	let end = 0;
	for (const piece of pieces) {
		bytes.set(piece, end);
		end += piece.length;
	}
	return bytes;
}
function keyOf({ key }, made_at_ms, nth) {
	return `${key}:${made_at_ms}:${nth}`;
}
// src/service/answers/insight_answers.ts
/**
* Answers of saved insights: from the store whatever their age, and recomputed when a refresh is requested and due
* (`staleness.ts`).
*/
/** A saved insight's result; null if its kind is not computed here. */
async function computeInsight(context, filters, query, options) {
	try {
		const ask = questionOf(filters, query);
		if (ask === null) return null;
		const key = insightKey(context, filters, query, options.from_dashboard ?? null);
		const stored = await readStored(context, key);
		const { refresh, shared = false } = options;
		if (stored && !isDue(stored, refresh, context.now_ms, shared)) return linkedInsight(context, stored, true, options);
		if (refresh === "force_cache") return NOTHING_STORED;
		const question = ask(context, {
			...isObject(filters) ? { filters } : {},
			query
		});
		const { range, interval, asked, filters: echo } = question;
		const asks = {
			kind: asked.kind,
			filters: echo
		};
		const erasures = context.service.store.events.erasures(context.project.id);
		const { answer } = await computeWith(context, {
			...question,
			refresh: true
		}, lastingLinks(context, asks));
		const made = {
			...answer,
			range,
			interval,
			asks,
			computed_at_ms: context.now_ms
		};
		await store(context, key, made, erasures);
		return linkedInsight(context, made, false, options);
	} catch (error) {
		if (error instanceof ServiceError && error.status === 400 && error.code !== "cancelled") return failedInsight(context, error);
		throw error;
	}
}
/** The stored result whatever its age, or null. Computes nothing. */
async function cachedInsight(context, filters, query, options) {
	const key = insightKey(context, filters, query, options.from_dashboard ?? null);
	const stored = options.basic ? withText(findStored(context, key), UNREAD) : await readStored(context, key);
	return stored && insightAnswer(context, stored, true, options);
}
/** Same within a transaction. @throws ServiceError not_supported if it is too long to read there */
function cachedInsightAtOnce(context, filters, query, options, most_bytes) {
	const key = insightKey(context, filters, query, options.from_dashboard ?? null);
	const found = findStored(context, key);
	if (found && found.text.pieces > Math.max(1, most_bytes / TUNING.stored_piece_bytes)) throw longResult();
	const place = {
		project_id: context.project.id,
		key
	};
	const stored = found && withText(found, readTextAtOnce(context.service.store, place, found.text));
	return stored && insightAnswer(context, stored, true, options);
}
function longResult() {
	return new ServiceError("not_supported", "The result is long, and is left out of the answer to a write. Read the insight.");
}
/** The key has everything but the data that changes an answer. */
function insightKey(context, filters, query, from_dashboard) {
	const { timezone, week_start_day, test_account_filters, path_cleaning_filters } = context.project;
	const parts = [
		filters,
		query,
		from_dashboard,
		[
			timezone,
			week_start_day,
			test_account_filters,
			path_cleaning_filters
		]
	];
	return `insight-4:${createHash("sha256").update(canonical(parts)).digest("hex")}`;
}
const UNREAD = new TextEncoder().encode("null");
function findStored(context, key) {
	const found = rowOf(context, key);
	return found === null || isExpired(context.now_ms, found.computed_at_ms) ? null : found;
}
function rowOf({ service, project }, key) {
	const row = service.store.results.get(project.id, key);
	return row ? {
		...row.body,
		computed_at_ms: row.computed_at_ms
	} : null;
}
function withText(found, bytes) {
	if (found === null || bytes === null) return null;
	const { ends, text: _, ...known } = found;
	return {
		...known,
		result: new Written(bytes, Uint32Array.from(bytes === UNREAD ? [] : ends))
	};
}
async function readStored(context, key) {
	let found = findStored(context, key);
	while (found !== null) {
		const bytes = await readText(context.service.store, {
			project_id: context.project.id,
			key
		}, found.text);
		if (bytes !== null) return withText(found, bytes);
		const { made_at_ms } = found.text;
		found = findStored(context, key);
		if (found?.text.made_at_ms === made_at_ms) return null;
	}
	return null;
}
async function store(context, key, made, erasures) {
	const { computed_at_ms, result, ...known } = made;
	const { store: database } = context.service;
	const { results } = database;
	const project_id = context.project.id;
	const before = rowOf(context, key);
	const made_of = {
		bytes: result.bytes,
		made_at_ms: computed_at_ms,
		erasures,
		before: before?.text ?? null
	};
	await storeText(database, {
		project_id,
		key
	}, made_of, (text) => {
		results.sweep(context.now_ms - LIMIT.result_age_ms);
		const body = {
			...known,
			text,
			ends: Array.from(result.ends)
		};
		results.put(project_id, {
			key,
			body,
			computed_at_ms
		});
	});
}
/** Adds links to people, except for holders of a sharing link. */
function linkedInsight(context, made, is_cached, options) {
	const answer = insightAnswer(context, made, is_cached, options);
	const { url } = context;
	if (options.shared || url === null) return answer;
	keepQuestion(context, made.asks);
	return {
		...answer,
		result: made.result.patched(linksAt(url.origin, made.patches))
	};
}
function insightAnswer(context, made, is_cached, options) {
	return {
		result: made.result,
		resolved: worded(context, withDoubt(context.service, made.resolved)),
		last_refresh: formatIso(made.computed_at_ms),
		next_allowed_client_refresh: formatIso(nextRefreshMs(made, options.shared ?? false)),
		cache_target_age: formatIso(staleFromMs(made.computed_at_ms, made.interval)),
		is_cached,
		timezone: context.project.timezone,
		error: null
	};
}
const NOTHING_STORED = {
	result: null,
	resolved: null,
	last_refresh: null,
	next_allowed_client_refresh: null,
	cache_target_age: null,
	is_cached: false,
	timezone: null,
	error: null
};
function failedInsight(context, error) {
	const said = error.saying(context.wording(error.message)).body();
	return {
		...NOTHING_STORED,
		timezone: context.project.timezone,
		error: said
	};
}
// src/service/insights/result.ts
/** The computed part of an insight's answer, cached or fresh; also under a dashboard's filters. */
const NO_RESULT = {
	result: null,
	resolved: null,
	last_refresh: null,
	cache_target_age: null,
	next_allowed_client_refresh: null,
	timezone: null,
	is_cached: false,
	query_status: null
};
const NOT_COMPUTED = `Insights of this kind are stored, but not computed here. Computed are filters with an "insight" of ${INSIGHT_NAMES.join(", ")} (or none of them, and at least one of events or actions), and query nodes of the kind ${NODE_NAMES.join(", ")}.`;
function onItsOwn(row) {
	return {
		filters: row.filters,
		query: row.query,
		tile: null
	};
}
/** What is cached. If basic, without the result itself. */
function cachedFields(context, asked, is_basic = false) {
	const options = {
		...optionsOf(context, asked, "force_cache"),
		basic: is_basic
	};
	return cachedInsight(context, asked.filters, asked.query, options).then(storedFields, notReadFields);
}
function storedFields(answer) {
	return answer ? fieldsOf(answer) : NO_RESULT;
}
/** One unreadable insight must not break a list. */
function notReadFields(error) {
	if (!(error instanceof ServiceError)) throw error;
	return {
		...NO_RESULT,
		query_status: failed(error.message)
	};
}
function optionsOf({ caller }, asked, refresh) {
	const shared = caller.shared_insight_id !== void 0;
	return {
		refresh,
		from_dashboard: asked.tile?.dashboard_id ?? null,
		shared
	};
}
/** Why the insight's question has no answer as it is; null if it has one, or asks nothing. */
function objectionTo(context, { filters, query }) {
	if (query === null && isObject(filters) && Object.keys(filters).length === 0) return null;
	try {
		const ask = questionOf(filters, query);
		if (ask === null) return notSupported("this kind of insight", "filters", NOT_COMPUTED);
		ask(context, {
			...isObject(filters) ? { filters } : {},
			query
		});
		return null;
	} catch (error) {
		if (error instanceof ServiceError && error.status === 400) return error;
		throw error;
	}
}
/**
* Computes if nothing is cached, or a refresh is requested and due. A question that cannot be answered leaves the
* insight readable, with the reason in `query_status`; it is an error only if a refresh was requested.
*/
async function computedFields(context, asked, refresh) {
	const options = optionsOf(context, asked, refresh);
	const answer = await computeInsight(context, asked.filters, asked.query, options);
	if (answer === null) {
		if (insists(refresh)) throw notSupported("this kind of insight", "filters", NOT_COMPUTED);
		return {
			...NO_RESULT,
			query_status: failed(NOT_COMPUTED)
		};
	}
	if (answer.error && insists(refresh)) {
		const { code, detail, attr } = answer.error;
		throw new ServiceError(code, detail, attr === null ? {} : { attr });
	}
	return fieldsOf(answer);
}
/** Among other insights, which a failing question must not break. */
async function fieldsAmongOthers(context, asked, refresh) {
	try {
		return await computedFields(context, asked, refresh);
	} catch (error) {
		if (!insists(refresh) || !(error instanceof ServiceError) || error.status !== 400) throw error;
		return computedFields(context, asked, "false");
	}
}
function fieldsOf(answer) {
	const { error, ...fields } = answer;
	return {
		...fields,
		query_status: error ? failed(error.detail) : null
	};
}
function failed(error_message) {
	return {
		complete: true,
		error: true,
		error_message
	};
}
/** Equal for equal questions: the cache key, for clients that compare. */
function filtersHash(asked) {
	const text = canonical([
		asked.filters,
		asked.query,
		asked.tile?.dashboard_id ?? null
	]);
	return `cache_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}
// src/service/insights/write.ts
/** Creates and changes insights, each in one transaction with its activity log entry. */
/** `short_id`: unique within the project. */
function createInsight(context, body, short_id = newShortId(context.service, context.project.id)) {
	const { service, project, caller, now_ms } = context;
	const { insights, dashboards } = service.store;
	checkQuestion(context, body);
	return service.store.transaction(() => {
		checkDashboards(context, body.dashboards ?? []);
		const row = insights.insert({
			project_id: project.id,
			short_id,
			name: body.name ?? null,
			derived_name: body.derived_name ?? null,
			description: body.description ?? null,
			filters: body.filters ?? {},
			query: body.query ?? null,
			order: body.order ?? null,
			deleted: body.deleted ?? false,
			saved: body.saved ?? false,
			favorited: body.favorited ?? false,
			is_sample: false,
			tags: cleanTags(body.tags ?? []),
			created_at_ms: now_ms,
			created_by: caller.user.id,
			updated_at_ms: now_ms,
			last_modified_at_ms: now_ms,
			last_modified_by: caller.user.id
		});
		if (body.dashboards !== void 0 && !row.deleted) dashboards.placeInsight(row.id, body.dashboards);
		logActivity(context, "created", row, null);
		return row;
	});
}
/** Fields whose change counts as a modification. */
const MODIFYING = [
	"name",
	"description",
	"filters",
	"query"
];
/** @throws ServiceError not_found for a soft-deleted insight, unless the body restores it */
function updateInsight(context, id, body) {
	const { service, project, caller, now_ms } = context;
	const { insights, dashboards } = service.store;
	checkQuestion(context, body);
	return service.store.transaction(() => {
		const before = anyInsight(context, id);
		if (before.deleted && body.deleted !== false) throw unknownInsight();
		const on_before = dashboardsOf(context, before.id);
		checkDashboards(context, body.dashboards ?? [], on_before.map((dashboard) => dashboard.id));
		const { dashboards: wanted, tags, ...fields } = body;
		const modified = MODIFYING.some((name) => body[name] !== void 0);
		const after = insights.update(project.id, before.id, {
			...definedOnly(fields),
			...tags === void 0 ? {} : { tags: cleanTags(tags) },
			is_sample: false,
			updated_at_ms: now_ms,
			...modified ? {
				last_modified_at_ms: now_ms,
				last_modified_by: caller.user.id
			} : {}
		});
		if (after.deleted) dashboards.placeInsight(after.id, []);
		else if (wanted !== void 0) dashboards.placeInsight(after.id, wanted);
		const changes = changesBetween({
			...before,
			dashboards: on_before
		}, {
			...after,
			dashboards: dashboardsOf(context, after.id)
		});
		if (changes.length > 0) logActivity(context, "updated", after, changes);
		return after;
	});
}
/**
* Errors of questions that may be answerable one day: kinds and words this version does not know, or things that do not
* exist yet. Such questions are saved, and `query_status` reports them; other errors refuse the write.
*/
const KEPT = [
	"not_supported",
	"does_not_exist",
	"invalid_choice"
];
/** Checks only what was sent, so that an insight with an unreadable question can be renamed, removed and fixed. */
function checkQuestion(context, { filters, query = null }) {
	if (filters === void 0 && query === null) return;
	const objection = objectionTo(context, {
		filters: filters ?? {},
		query
	});
	if (objection === null || KEPT.includes(objection.code)) return;
	const { code, message, attr } = objection;
	const field = query === null ? "filters" : "query";
	const is_named = attr !== null && /^(filters|query)(__|$)/.test(attr);
	throw new ServiceError(code, message, { attr: is_named ? attr : [field, attr].filter(Boolean).join("__") });
}
/** Trims, lowercases, removes duplicates and blanks. */
function cleanTags(tags) {
	return [...new Set(tags.map((tag) => tag.trim().toLowerCase()))].filter((tag) => tag !== "");
}
/** `on_already`: dashboards that show it already, so that no room is needed. */
function checkDashboards(context, ids, on_already = []) {
	const { dashboards } = context.service.store;
	for (const id of ids) {
		const dashboard = dashboards.get(context.project.id, id);
		if (!dashboard || dashboard.deleted) throw invalid("dashboards", `There is no dashboard ${id} in this project.`, "does_not_exist");
		if (!on_already.includes(id) && dashboards.tilesOn(id).length >= LIMIT.dashboard_tiles) throw invalid("dashboards", `Dashboard ${id} shows ${LIMIT.dashboard_tiles} insights, the most one may have.`);
	}
}
function dashboardsOf(context, insight_id) {
	const { dashboards } = context.service.store;
	return (dashboards.tilesOf([insight_id]).get(insight_id) ?? []).map((tile) => ({
		id: tile.dashboard_id,
		name: dashboards.get(context.project.id, tile.dashboard_id)?.name ?? ""
	})).sort((a, b) => a.id - b.id);
}
const LOGGED = [
	"name",
	"derived_name",
	"description",
	"filters",
	"query",
	"deleted",
	"favorited",
	"tags",
	"dashboards"
];
function changesBetween(before, after) {
	return LOGGED.filter((field) => canonical(loggedValue(before, field)) !== canonical(loggedValue(after, field))).map((field) => change(field, loggedValue(before, field), loggedValue(after, field)));
}
function change(field, before, after) {
	const shared = {
		type: INSIGHT_SCOPE,
		field
	};
	if (before === null) return {
		...shared,
		action: "created",
		after
	};
	return after === null ? {
		...shared,
		action: "deleted",
		before
	} : {
		...shared,
		action: "changed",
		before,
		after
	};
}
function loggedValue(row, field) {
	return field === "tags" ? [...row.tags].sort() : row[field] ?? null;
}
// src/service/dashboards/write.ts
/** Creates and changes dashboards. Each change is one transaction, with the placing of insights and its log entries. */
/** Includes soft-deleted ones. @throws ServiceError not_found */
function anyDashboard(context, id) {
	const row = Number.isSafeInteger(id) ? context.service.store.dashboards.get(context.project.id, id) : void 0;
	if (!row) throw unknownDashboard();
	return row;
}
/** Excludes soft-deleted ones. @throws ServiceError not_found */
function liveDashboard(context, id) {
	const row = anyDashboard(context, id);
	if (row.deleted) throw unknownDashboard();
	return row;
}
function unknownDashboard() {
	return new ServiceError("not_found", `Dashboard not found. ${see("list_dashboards")} lists those there are.`);
}
function createDashboard(context, body) {
	const { store } = context.service;
	const { name, description, filters = {}, tags = [], pinned = false, tiles = [], deleted = false } = body;
	if (name === void 0) throw invalid("name", "This field is required.", "required");
	return store.transaction(() => {
		const row = store.dashboards.insert({
			project_id: context.project.id,
			name,
			description: description ?? "",
			filters: readOverlay(context, filters, "filters"),
			tags: cleanTags(tags),
			pinned,
			deleted: false,
			created_at_ms: context.now_ms,
			created_by: context.caller.user.id
		});
		writeTiles(context, row, tiles);
		return deleted ? store.dashboards.update(row.project_id, row.id, { deleted }) : row;
	});
}
/** @throws ServiceError not_found for a soft-deleted dashboard, unless the body restores it */
function updateDashboard(context, id, body) {
	const { store } = context.service;
	return store.transaction(() => {
		const before = body.deleted === false ? anyDashboard(context, id) : liveDashboard(context, id);
		const { tiles = [], filters, tags, description, deleted, ...rest } = body;
		const shown = store.dashboards.update(before.project_id, before.id, {
			...definedOnly(rest),
			...description === void 0 ? {} : { description: description ?? "" },
			...filters === void 0 ? {} : { filters: readOverlay(context, filters, "filters") },
			...tags === void 0 ? {} : { tags: cleanTags(tags) },
			deleted: false
		});
		writeTiles(context, shown, tiles);
		return deleted === true ? store.dashboards.update(shown.project_id, shown.id, { deleted }) : shown;
	});
}
function writeTiles(context, dashboard, tiles) {
	for (const [at, sent] of tiles.entries()) {
		const { order, color, layouts, show_description } = sent;
		const id = writeTile(context, dashboard, sent, `tiles__${at}`);
		const dress = definedOnly({
			order,
			color,
			layouts,
			show_description
		});
		if (id !== null) context.service.store.dashboards.updateTile(id, dress);
	}
}
/** Returns the tile's number, if it is there now. @throws ServiceError if it is not clear what is meant */
function writeTile(context, dashboard, sent, attr) {
	if (sent.insight !== void 0) return place(context, dashboard, readInsight(context, sent.insight, `${attr}__insight`), sent);
	if (sent.id === void 0) return newText(context, dashboard, sent, attr);
	const tile = context.service.store.dashboards.tilesOn(dashboard.id).find(({ id }) => id === sent.id);
	if (!tile) throw invalid(`${attr}__id`, `There is no tile ${sent.id} on this dashboard.`, "does_not_exist");
	if (tile.insight_id === null) return changeText$1(context, tile, sent);
	if (sent.text) throw invalid(`${attr}__text`, `Tile ${sent.id} shows an insight; its words are the insight's.`);
	return place(context, dashboard, tile.insight_id, sent);
}
function newText({ service }, dashboard, { text }, attr) {
	const { dashboards } = service.store;
	if (!text) throw invalid(attr, `Say which: {"insight":"k3VbQ0pZ"}, {"text":{"body":"…"}}, or the number of a tile: {"id":3}.`, "required");
	if (dashboards.tilesOn(dashboard.id).length >= LIMIT.dashboard_tiles) throw invalid(attr, `Dashboard ${dashboard.id} has ${LIMIT.dashboard_tiles} tiles, the most one may have.`);
	return dashboards.placeText(dashboard.id, text.body);
}
function changeText$1({ service }, { id }, { text, deleted }) {
	service.store.dashboards.updateTile(id, {
		...text ? { text: text.body } : {},
		...deleted ? { deleted } : {}
	});
	return id;
}
function readInsight(context, id, attr) {
	try {
		return liveInsight(context, id).id;
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		throw invalid(attr, `There is no such insight in this project. ${see("list_insights")} lists those there are.`, "does_not_exist");
	}
}
/** Goes through the insight, which logs it. */
function place(context, dashboard, insight_id, { deleted }) {
	const { dashboards } = context.service.store;
	const wanted = deleted !== true;
	const live = () => dashboards.tilesOf([insight_id]).get(insight_id) ?? [];
	const ids = live().map((tile) => tile.dashboard_id);
	if (ids.includes(dashboard.id) !== wanted) {
		const others = ids.filter((id) => id !== dashboard.id);
		updateInsight(context, String(insight_id), { dashboards: wanted ? [...others, dashboard.id] : others });
	}
	return live().find((tile) => tile.dashboard_id === dashboard.id)?.id ?? null;
}
// src/service/clients/removal.ts
/** DELETE of saved things: soft, like `deleted` in a PATCH, which also brings them back. */
function keptAs(noun) {
	const storeOf = ({ service }) => service.store[`${noun}s`];
	return {
		noun,
		path: `${noun}s`,
		scope: `${noun}:write`,
		check(context, id) {
			const row = storeOf(context).get(context.project.id, id);
			if (row !== void 0 && !row.deleted) return;
			const name = `${noun[0].toUpperCase()}${noun.slice(1)}`;
			throw new ServiceError("not_found", `${name} not found. ${see(`list_${noun}s`)} lists those there are.`);
		},
		remove(context, id) {
			const { store } = context.service;
			store.transaction(() => storeOf(context).update(context.project.id, id, {
				deleted: true,
				updated_at_ms: context.now_ms
			}));
		}
	};
}
const REMOVALS = [{
	noun: "dashboard",
	path: "dashboards",
	scope: "dashboard:write",
	check: (context, id) => void liveDashboard(context, id),
	remove: (context, id) => void updateDashboard(context, id, { deleted: true })
}, ...[
	"action",
	"cohort",
	"annotation",
	"alert"
].map(keptAs)].map(({ noun, path, scope, check, remove }) => operation({
	name: `remove_${noun}`,
	title: `Remove ${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`,
	description: "Softly: a PATCH with \"deleted\": false brings it back.",
	routes: [{
		method: "DELETE",
		path: `/${path}/:id/`,
		status: 204,
		present: () => void 0
	}],
	tool: false,
	scope,
	effect: "destroy",
	input: object({ id: numberId(`Number of the ${noun}`) }),
	output: object({ id: int() }),
	text: ({ id }) => `${id} is removed.`,
	locate: (context, { id }) => check(context, Number(id)),
	handle(context, { id }) {
		check(context, id);
		remove(context, id);
		return { id };
	}
}));
// src/service/clients/search.ts
/** One search over everything that has a name. */
const ENTITIES = [
	"insight",
	"dashboard",
	"cohort",
	"action",
	"event_definition",
	"property_definition"
];
/** Parts of that interface that are not here: nothing is found there. */
const ELSEWHERE = [
	"experiment",
	"feature_flag",
	"notebook",
	"survey",
	"hog_flow",
	"early_access_feature",
	"person"
];
const SHOWN$1 = 25;
const page$1 = {
	limit: SHOWN$1,
	offset: 0
};
/** The first of each, and how many there are. */
const FINDERS = {
	insight({ service, project }, search) {
		const { count, rows } = service.store.insights.list(project.id, {
			search,
			...page$1
		});
		return {
			count,
			found: rows.map((row) => ({
				result_id: row.short_id,
				name: row.name ?? row.derived_name ?? "",
				description: row.description
			}))
		};
	},
	dashboard: ({ service, project }, search) => numbered(service.store.dashboards.list(project.id, {
		search,
		...page$1
	})),
	cohort: ({ service, project }, search) => numbered(service.store.cohorts.list(project.id, {
		search,
		...page$1
	})),
	action: ({ service, project }, search) => numbered(service.store.actions.list(project.id, {
		search,
		...page$1
	})),
	event_definition({ service, project }, search) {
		return named(service.store.definitions.events(project.id).filter(({ count }) => count > 0), search);
	},
	property_definition: ({ service, project }, search) => named(service.store.definitions.properties(project.id, {
		owner: "event",
		search
	}), search)
};
function numbered({ count, rows }) {
	return {
		count,
		found: rows.map(({ id, name, description }) => ({
			result_id: String(id),
			name,
			description
		}))
	};
}
function named(all, search) {
	const matching = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
	const found = matching.slice(0, SHOWN$1).map(({ name }) => ({
		result_id: name,
		name,
		description: null
	}));
	return {
		count: matching.length,
		found
	};
}
const EntityList = preprocess((value) => {
	const list = readJson(value);
	return list === void 0 || Array.isArray(list) ? list : [list];
}, array(_enum([...ENTITIES, ...ELSEWHERE])).optional());
const search = operation({
	name: "search",
	title: "Search by name",
	description: "What has the text in its name or description: insights, dashboards, cohorts, actions, and names of events and properties, of what the key may read.",
	routes: [{
		method: "GET",
		path: "/search/"
	}],
	tool: false,
	scope: "project:read",
	effect: "read",
	input: object({
		q: string().max(LIMIT.search_chars).optional().describe("Text, in any case; all if left out"),
		entities: EntityList.optional().describe(`Only these: ${ENTITIES.join(", ")}`)
	}),
	output: object({
		results: array(object({
			type: _enum(ENTITIES),
			result_id: string().describe("Number, short id or name"),
			extra_fields: object({
				name: string(),
				description: string().nullable()
			})
		})),
		counts: record(string(), int()).describe("How many there are of each")
	}),
	text: ({ results }) => results.map(({ type, result_id, extra_fields }) => `${type} ${result_id} ${quoted$1(extra_fields.name)}`).join("\n") || "Nothing has such a name.",
	handle(context, { q = "", entities = ENTITIES }) {
		const found = ENTITIES.filter((entity) => entities.includes(entity)).filter((entity) => allows(context.caller.scopes, `${entity}:read`)).map((type) => ({
			type,
			...FINDERS[type](context, q.trim())
		}));
		return {
			results: found.flatMap(({ type, found: rows }) => rows.map(({ result_id, name, description }) => ({
				type,
				result_id,
				extra_fields: {
					name,
					description
				}
			}))),
			counts: Object.fromEntries(found.map(({ type, count }) => [type, count]))
		};
	}
});
// src/model/saved/dashboard.ts
/** Dashboards: insights and texts on tiles, with shared filters. */
function isLayouts(value) {
	if (value === void 0) return true;
	return isObject(value) && isWithinDepth(value, LIMIT.json_depth) && JSON.stringify(value).length <= LIMIT.layouts_chars;
}
const TileWrite = object({
	insight: insightId("Number or short_id of the insight").optional(),
	id: int().optional().describe("Or number of a tile that is on the dashboard"),
	text: object({ body: string().trim().min(1).max(LIMIT.tile_text_chars).describe("What it says") }).nullable().optional().describe("Or a text of its own: {\"body\":\"Numbers are without tests.\"}; with id, its new words"),
	deleted: boolean().optional().describe("true takes it off, false puts an insight on"),
	order: int().nullable().optional().describe("Place among the tiles, smallest first"),
	color: string().max(LIMIT.color_chars).nullable().optional().describe("Colour of the tile"),
	show_description: boolean().nullable().optional().describe("Whether clients show the description of the insight"),
	layouts: unknown$2().refine(isLayouts, `Expected an object of places by screen size, of at most ${LIMIT.layouts_chars} characters.`).optional().meta({
		type: "object",
		description: "Place by screen size: {\"sm\":{\"x\":0,\"y\":0,\"w\":6,\"h\":5}}"
	})
});
/** An insight by itself is a tile of it. */
function tileOf(sent) {
	return typeof sent === "number" || typeof sent === "string" ? { insight: sent } : sent;
}
/** What clients may write; all fields are optional. The service checks `filters`. */
const DashboardWrite = object({
	name: string().max(LIMIT.name_chars).optional().describe("Title, as people will look for it"),
	description: string().max(LIMIT.description_chars).nullable().optional().describe("What it is for"),
	filters: unknown$2().optional().meta({
		type: "object",
		description: "Laid over every insight on it: {\"date_from\":\"-30d\",\"properties\":[{\"key\":\"plan\",\"value\":\"pro\",\"type\":\"person\"}]}; the dates win, filters of both must hold"
	}),
	tags: array(string().max(LIMIT.tag_chars)).max(LIMIT.tags).optional().describe("Labels; the whole list, in lower case"),
	pinned: boolean().optional().describe("Whether it is among the ones that matter"),
	tiles: array(preprocess(tileOf, TileWrite)).max(LIMIT.dashboard_tiles).optional().describe("Tiles to add, change or (deleted) take off; others stay: [{\"insight\":\"k3VbQ0pZ\"}]"),
	deleted: boolean().optional().describe("true removes it softly, false brings it back")
});
const DashboardSchema = object({
	id: int(),
	name: string(),
	description: string(),
	filters: unknown$2(),
	tags: array(string()),
	pinned: boolean(),
	deleted: boolean(),
	created_at: string(),
	created_by: UserSchema.nullable(),
	effective_restriction_level: int(),
	effective_privilege_level: int()
});
const DashboardDetail = DashboardSchema.extend({ tiles: array(object({
	id: int(),
	order: int(),
	color: string().nullable(),
	layouts: unknown$2(),
	show_description: boolean().optional(),
	insight: InsightSchema.nullable().describe("As this dashboard shows it; null for a text"),
	text: object({
		id: int(),
		body: string()
	}).optional()
})) });
// src/service/insights/room.ts
/** Limits results that share one answer (a list or dashboard): each alone, and their total. */
var ResultRoom = class {
	#bytes;
	#left_bytes;
	constructor(bytes = LIMIT.answer_bytes) {
		this.#bytes = bytes;
		this.#left_bytes = bytes;
	}
	get left_bytes() {
		return this.#left_bytes;
	}
	/** Unchanged if the result fits, else without it and with the reason. */
	fit(fields) {
		const { result } = fields;
		const bytes = result instanceof Written ? result.bytes.length : 0;
		if (bytes <= this.#left_bytes) {
			this.#left_bytes -= bytes;
			return fields;
		}
		const error_message = `The results of this answer would be longer than ${this.#bytes / 1024 ** 2} MB together. Ask for this insight by itself, or for fewer at once.`;
		return {
			...fields,
			result: null,
			query_status: {
				complete: true,
				error: true,
				error_message
			}
		};
	}
};
// src/service/insights/show.ts
/** Stored insights as answers: in full, and in the basic form of lists. */
function around(context, rows) {
	const { store } = context.service;
	const tiles = store.dashboards.tilesOf(rows.map((row) => row.id));
	const shared = context.caller.shared_insight_id !== void 0;
	const watched = shared || !allows(context.caller.scopes, "alert:read") ? [] : watchedIn(context);
	const users = /* @__PURE__ */ new Map();
	return {
		shared,
		user(id) {
			if (id === null || shared) return null;
			if (!users.has(id)) users.set(id, store.users.get(id) ?? null);
			return users.get(id) ?? null;
		},
		tiles: (insight_id) => tiles.get(insight_id) ?? [],
		watched: (insight_id) => watched.filter((one) => one.insight_id === insight_id)
	};
}
function watchedIn({ service, project }) {
	const { rows } = service.store.alerts.list(project.id, {
		limit: LIMIT.page_max,
		offset: 0
	});
	return rows.filter(({ enabled, condition }) => enabled && condition === "absolute_value");
}
/** Omitted for most insights, which have none. */
function alertsField(watched) {
	if (watched.length === 0) return {};
	return { alerts: watched.map(({ name, lower, upper, series }) => ({
		name,
		lower,
		upper,
		series
	})) };
}
function fullInsight(row, near, asked, computed) {
	const tiles = near.tiles(row.id);
	return {
		id: row.id,
		short_id: row.short_id,
		name: row.name,
		derived_name: row.derived_name,
		filters: asked.filters,
		query: asked.query ?? null,
		order: row.order,
		deleted: row.deleted,
		...tileFields(tiles),
		last_refresh: computed.last_refresh,
		cache_target_age: computed.cache_target_age,
		next_allowed_client_refresh: computed.next_allowed_client_refresh,
		result: computed.result,
		hasMore: null,
		columns: listOf(computed.resolved?.["columns"]),
		created_at: formatIso(row.created_at_ms),
		created_by: near.user(row.created_by),
		description: row.description,
		updated_at: formatIso(row.updated_at_ms),
		tags: [...row.tags],
		favorited: row.favorited,
		saved: row.saved,
		last_modified_at: formatIso(row.last_modified_at_ms),
		last_modified_by: near.user(row.last_modified_by),
		is_sample: row.is_sample,
		effective_restriction_level: near.shared ? LEVEL.only_collaborators_edit : LEVEL.everyone_edits,
		effective_privilege_level: near.shared ? LEVEL.can_view : LEVEL.can_edit,
		timezone: computed.timezone,
		is_cached: computed.is_cached,
		query_status: computed.query_status,
		hogql: null,
		types: listOf(computed.resolved?.["types"]),
		resolved: computed.resolved,
		filters_hash: filtersHash(asked),
		...alertsField(near.watched(row.id)),
		...asked.tile ? {
			color: asked.tile.color,
			layouts: asked.tile.layouts
		} : {}
	};
}
/** For statements only. */
function listOf(sent) {
	return Array.isArray(sent) ? sent : null;
}
function basicInsight(row, near, last_refresh) {
	return {
		id: row.id,
		short_id: row.short_id,
		name: row.name,
		derived_name: row.derived_name,
		filters: row.filters,
		query: row.query ?? null,
		...tileFields(near.tiles(row.id)),
		description: row.description,
		last_refresh,
		refreshing: false,
		saved: row.saved,
		tags: [...row.tags],
		updated_at: formatIso(row.updated_at_ms),
		created_by: near.user(row.created_by),
		created_at: formatIso(row.created_at_ms),
		last_modified_at: formatIso(row.last_modified_at_ms),
		favorited: row.favorited
	};
}
function tileFields(tiles) {
	return {
		dashboards: tiles.map((tile) => tile.dashboard_id),
		dashboard_tiles: tiles.map(({ id, dashboard_id, deleted }) => ({
			id,
			dashboard_id,
			deleted: deleted ?? false
		}))
	};
}
// src/service/insights/through_dashboard.ts
/** An insight through a dashboard: the dashboard's dates win, and the filters of both must hold. */
/** On its own if it is not on that dashboard. */
function throughDashboard(context, row, dashboard_id) {
	const { dashboards } = context.service.store;
	const tile = dashboards.tilesOf([row.id]).get(row.id)?.find((found) => found.dashboard_id === dashboard_id);
	const dashboard = tile && dashboards.get(context.project.id, dashboard_id);
	return tile && dashboard ? asShownOn(dashboard, tile, row) : onItsOwn(row);
}
function asShownOn(dashboard, tile, row) {
	return {
		...laidOver(row, isObject(dashboard.filters) ? dashboard.filters : {}),
		tile
	};
}
// src/service/insights/written.ts
/** Results in answers to writes: read within the transaction, so only short ones. */
/** What is cached, or the reason why the question has no answer, reported before anybody waits for one. */
function writtenFields(context, row) {
	const fields = cachedAtOnce(context, onItsOwn(row), writtenRoom());
	if (fields.last_refresh !== null || fields.query_status !== null) return fields;
	const objection = objectionTo(context, row);
	return {
		...fields,
		query_status: objection && failed(objection.message)
	};
}
function writtenRoom() {
	return new ResultRoom(TUNING.written_results_bytes);
}
/** What is cached, while the answer has room. */
function cachedAtOnce(context, asked, room) {
	try {
		const options = optionsOf(context, asked, "force_cache");
		return room.fit(storedFields(cachedInsightAtOnce(context, asked.filters, asked.query, options, room.left_bytes)));
	} catch (error) {
		return notReadFields(error);
	}
}
// src/service/dashboards/show.ts
/** Dashboards as answers: tiles, and insights under the dashboard's filters. */
function dashboardFields(context, row) {
	const { id, name, description, filters, tags, pinned, deleted, created_at_ms, created_by } = row;
	return {
		id,
		name,
		description,
		filters,
		tags: [...tags],
		pinned,
		deleted,
		created_at: formatIso(created_at_ms),
		created_by: created_by === null ? null : context.service.store.users.get(created_by) ?? null,
		effective_restriction_level: LEVEL.everyone_edits,
		effective_privilege_level: LEVEL.can_edit
	};
}
/** After a write, in its transaction: stored results only. */
function writtenDashboard(context, dashboard) {
	const shown = shownOn(context, dashboard);
	const room = writtenRoom();
	return detail$1(context, dashboard, shown, shown.map(({ insight }) => insight && cachedAtOnce(context, insight.asked, room)));
}
/** Results from `compute`, one insight after the other. */
async function dashboardComputed(context, dashboard, compute) {
	const shown = shownOn(context, dashboard);
	const room = new ResultRoom();
	const results = [];
	for (const { insight } of shown) results.push(insight && room.fit(await compute(insight.asked)));
	return detail$1(context, dashboard, shown, results);
}
function shownOn(context, dashboard) {
	const { dashboards, insights } = context.service.store;
	return dashboards.tilesOn(dashboard.id).flatMap((tile) => {
		if (tile.insight_id === null) return [{
			tile,
			insight: null
		}];
		const row = insights.get(context.project.id, tile.insight_id);
		return row && !row.deleted ? [{
			tile,
			insight: {
				row,
				asked: asShownOn(dashboard, tile, row)
			}
		}] : [];
	});
}
function detail$1(context, dashboard, shown, results) {
	const near = around(context, shown.flatMap(({ insight }) => insight === null ? [] : [insight.row]));
	let last = -1;
	const tiles = shown.map(({ tile, insight }, at) => {
		const { id, color, layouts, show_description, text } = tile;
		const result = results[at] ?? null;
		const order = tile.order ?? last + 1;
		last = order;
		return {
			id,
			order,
			color,
			layouts,
			...show_description === null ? {} : { show_description },
			insight: insight && result && fullInsight(insight.row, near, insight.asked, result),
			...text === null ? {} : { text: {
				id,
				body: text
			} }
		};
	});
	return {
		...dashboardFields(context, dashboard),
		tiles
	};
}
// src/service/kinds/answer.ts
/** null if nothing was asked or computed yet. */
function answerIn({ result, resolved, last_refresh, hasMore }) {
	if (result === null || result === void 0 || !resolved) return null;
	const made = result;
	return {
		kind: resolved.kind,
		result: made,
		resolved,
		last_refresh: last_refresh ?? null,
		hasMore: hasMore ?? null
	};
}
/** People are not offered if none stand behind the numbers. */
function chartOfAnswer(answer, asked) {
	const { chart, people } = kindOf(answer.kind);
	const drawn = chart(answer, asked);
	return people === null ? {
		...drawn,
		listing: null
	} : drawn;
}
// src/service/insights/text.ts
/** Insights as a few lines for models, and as tables. */
/** The kind's name in filters, or the kind of the query node. */
function kindName({ filters, query }) {
	const node = isObject(query) && isObject(query["source"]) ? query["source"] : query;
	if (isObject(node)) return String(node["kind"] ?? "query");
	const insight = isObject(filters) ? filters["insight"] : void 0;
	return typeof insight === "string" ? insight.toUpperCase() : KIND_NAMES.trend.insight;
}
function insightLine(insight) {
	const name = insight.name || insight.derived_name;
	const tags = insight.tags.map((tag) => `tag ${quoted$1(tag)}`);
	const marks = [
		visible(kindName(insight)),
		...insight.favorited ? ["favourite"] : [],
		...tags
	];
	return `${insight.id} ${insight.short_id} ${name ? quoted$1(name) : "without a name"} (${marks.join(", ")}), modified ${insight.last_modified_at}`;
}
function insightText(insight) {
	return written$1(insightParts(insight, LIMIT.text_tokens));
}
function insightParts(insight, tokens) {
	const { description, deleted, query_status } = insight;
	const answer = answerIn(insight);
	return [
		insightLine(insight),
		description ? `Description: ${quoted$1(description, LIMIT.description_chars)}` : "",
		deleted ? "Soft-deleted; update_insight with \"deleted\": false brings it back." : "",
		query_status?.error ? `It has no result: ${visible(query_status.error_message ?? "unknown reason")}` : "",
		answer ? `Computed ${insight.last_refresh}${insight.is_cached ? ", from the cache" : ""}.` : "",
		...answer ? kindOf(answer.kind).text(answer, {
			tokens,
			via: KIND_NAMES[answer.kind].operation
		}) : []
	];
}
function insightsText(page) {
	return listText$2("insight", page, insightLine);
}
function activityText({ total_count, next, results }) {
	return listText$2("change", {
		count: total_count,
		next,
		results
	}, activityLine);
}
function activityLine(entry) {
	const detail = isObject(entry.detail) ? entry.detail : {};
	const fields = (Array.isArray(detail["changes"]) ? detail["changes"].filter(isObject) : []).map((change) => `${change["field"]}: ${short(change["before"])} -> ${short(change["after"])}`);
	const told = fields.length === 0 ? "" : ` (${fields.join("; ")})`;
	const who = quoted$1(entry.user.first_name);
	return `${entry.created_at} ${who} ${entry.activity} insight ${entry.item_id} ${nameText(detail["name"])}${told}`;
}
function nameText(name) {
	return typeof name === "string" && name !== "" ? quoted$1(name) : "without a name";
}
const SHORT_CHARS = 80;
/** Closes a quotation that was cut, so that what follows is not part of it. */
function short(value) {
	if (value === void 0) return "nothing";
	if (typeof value === "string") return quoted$1(value, SHORT_CHARS);
	const text = visibleJson(value);
	return text.length <= SHORT_CHARS ? text : quoted$1(JSON.stringify(value), SHORT_CHARS);
}
/** The result as a table; insights without one get a row that describes them. */
function insightTable(insight) {
	const answer = answerIn(insight);
	return answer ? kindOf(answer.kind).table(answer) : listTable([insight]);
}
const COLUMNS$1 = [
	"id",
	"short_id",
	"name",
	"derived_name",
	"description",
	"created_at",
	"last_modified_at"
];
function listTable(insights) {
	return {
		columns: [
			...COLUMNS$1,
			"kind",
			"tags",
			"saved",
			"favorited",
			"created_by"
		],
		rows: insights.map((insight) => [
			...COLUMNS$1.map((column) => insight[column]),
			kindName(insight),
			insight.tags.join(", "),
			insight.saved,
			insight.favorited,
			insight.created_by?.email ?? null
		])
	};
}
// src/service/dashboards/text.ts
/** Dashboards as a few lines for models. */
function dashboardLine({ id, name, description }) {
	return `${id} ${quoted$1(name)}${description === "" ? "" : `: ${quoted$1(description, LIMIT.description_chars)}`}`;
}
/** Texts of its insights share the room of one answer. */
function dashboardText(dashboard) {
	const removed = dashboard.deleted ? ["Soft-deleted; PATCH with \"deleted\": false brings it back."] : [];
	const tokens = LIMIT.text_tokens / Math.max(1, dashboard.tiles.length);
	const tiles = dashboard.tiles.flatMap(({ insight, text }) => [...text === void 0 ? [] : [quoted$1(text.body, LIMIT.tile_text_chars)], ...insight === null ? [] : insightParts(insight, tokens)]);
	return written$1([
		dashboardLine(dashboard),
		...removed,
		...tiles
	]);
}
// src/service/dashboards/tiles.ts
/** Tiles of a dashboard: their order, their places, and moves between dashboards. */
const LAYOUTS = [
	"preserve",
	"two_column",
	"full_width"
];
/** Of the grid on a wide screen, in columns and rows. */
const GRID_COLUMNS = 12;
const USUAL = {
	w: 6,
	h: 5
};
/**
* The tiles get that order, and places from left to right and top to bottom; those that are not named follow in the
* order they had. `preserve` keeps their sizes.
* @throws ServiceError if a tile is not on the dashboard, or named twice
*/
function reorderTiles(context, id, { tile_order, layout }) {
	const tiles = context.service.store.dashboards.tilesOn(liveDashboard(context, id).id);
	const byId = new Map(tiles.map((tile) => [tile.id, tile]));
	for (const [at, tile_id] of tile_order.entries()) {
		if (!byId.has(tile_id)) throw unknownTile(`tile_order__${at}`, tile_id);
		if (tile_order.indexOf(tile_id) !== at) throw invalid(`tile_order__${at}`, `Tile ${tile_id} is named twice.`);
	}
	const ordered = [...tile_order.map((tile_id) => byId.get(tile_id)), ...tiles.filter((tile) => !tile_order.includes(tile.id))];
	const places = placesOf(ordered.map((tile) => sizeOf(tile, layout)));
	return updateDashboard(context, id, { tiles: ordered.map((tile, order) => ({
		id: tile.id,
		order,
		layouts: {
			...isObject(tile.layouts) ? tile.layouts : {},
			...places[order]
		}
	})) });
}
function sizeOf({ layouts }, layout) {
	const wide = isObject(layouts) && isObject(layouts["sm"]) ? layouts["sm"] : {};
	const h = wholeWithin(wide["h"], USUAL.h, Number.MAX_SAFE_INTEGER);
	if (layout !== "preserve") return {
		w: layout === "two_column" ? USUAL.w : GRID_COLUMNS,
		h
	};
	return {
		w: wholeWithin(wide["w"], USUAL.w, GRID_COLUMNS),
		h
	};
}
function wholeWithin(value, usual, max) {
	return typeof value === "number" && Number.isInteger(value) && value > 0 ? Math.min(value, max) : usual;
}
/** By screen size: in rows as text is set, and one below the other. */
function placesOf(sizes) {
	let [x, y, row_h, narrow_y] = [
		0,
		0,
		0,
		0
	];
	return sizes.map(({ w, h }) => {
		if (x + w > GRID_COLUMNS) [x, y, row_h] = [
			0,
			y + row_h,
			0
		];
		const place = {
			sm: {
				x,
				y,
				w,
				h
			},
			xs: {
				x: 0,
				y: narrow_y,
				w: 1,
				h
			}
		};
		x += w;
		row_h = Math.max(row_h, h);
		narrow_y += h;
		return place;
	});
}
/** An insight is on both dashboards then, a text twice. @throws ServiceError if the tile is not on `from` */
function copyTile(context, to, from, tile_id) {
	const { insight_id, text, color, layouts, show_description } = tileOn(context, from, tile_id, "tileId");
	return updateDashboard(context, to, { tiles: [{
		...insight_id === null ? { text: { body: text ?? "" } } : { insight: String(insight_id) },
		color,
		layouts,
		show_description
	}] });
}
/** @returns the dashboard it was on. @throws ServiceError if the tile is not there */
function moveTile(context, from, to, tile_id) {
	return context.service.store.transaction(() => {
		tileOn(context, from, tile_id, "tile__id");
		liveDashboard(context, to);
		if (from === to) return liveDashboard(context, from);
		copyTile(context, to, from, tile_id);
		return removeTile(context, from, tile_id);
	});
}
/** @throws ServiceError if the tile is not on the dashboard */
function removeTile(context, id, tile_id) {
	tileOn(context, id, tile_id, "tile_id");
	return updateDashboard(context, id, { tiles: [{
		id: tile_id,
		deleted: true
	}] });
}
function tileOn(context, id, tile_id, attr) {
	const tile = context.service.store.dashboards.tilesOn(liveDashboard(context, id).id).find((one) => one.id === tile_id);
	if (tile) return tile;
	throw unknownTile(attr, tile_id);
}
function unknownTile(attr, tile_id) {
	return invalid(attr, `There is no tile ${tile_id} on this dashboard.`, "does_not_exist");
}
// src/service/insights/overrides.ts
/** What a call may override of insights it reads. */
/** Filters for this call only; the service validates them. */
const overrideField = openJsonField({ type: "object" }, "Other dates, more filters: {\"date_from\":\"-30d\"}");
const variablesField = restOnly(openJsonField({ type: "object" }, "Variables of SQL, which is not computed here"));
/** @throws ServiceError if there are any */
function refuseVariables(sent) {
	if (sent === void 0 || isObject(sent) && Object.keys(sent).length === 0) return;
	throw notSupported("variables", "variables_override", "Variables are those of SQL queries, which are not computed here. Send other filters as filters_override.");
}
// src/service/clients/tiles.ts
/** What clients do with the tiles of a dashboard. */
const ID$6 = numberId("Number of the dashboard");
const TILE = numberId("Number of the tile");
function locate$1(context, { id }) {
	liveDashboard(context, Number(id));
}
/** With `output_format` optimized a result is the text that models read of it. */
const runInsights = operation({
	name: "run_dashboard_insights",
	title: "Compute the insights of a dashboard",
	description: "The tiles of a dashboard, each with its insight and result, computed as asked; other dates and filters for this call only.",
	routes: [{
		method: "GET",
		path: "/dashboards/:id/run_insights/"
	}],
	tool: false,
	scope: "dashboard:read",
	effect: "read",
	input: object({
		id: ID$6,
		refresh: refreshField("Compute again: blocking if due, force_blocking whatever the age, force_cache never"),
		filters_override: overrideField,
		variables_override: variablesField,
		output_format: _enum(["json", "optimized"]).optional().describe("json (default): results as they are; optimized: as text")
	}),
	output: object({
		id: int(),
		name: string(),
		results: DashboardDetail.shape.tiles
	}),
	text: ({ name, results }) => `${name}: ${results.length}`,
	locate: locate$1,
	async handle(context, { id, refresh = "false", filters_override, variables_override, output_format }) {
		refuseVariables(variables_override);
		const over = filters_override === void 0 ? null : readOverlay(context, filters_override, "filters_override");
		const laid = (asked) => over === null ? asked : {
			...asked,
			...laidOver(asked, over)
		};
		const shown = await dashboardComputed(context, liveDashboard(context, id), (asked) => fieldsAmongOthers(context, laid(asked), refresh));
		const results = output_format === "optimized" ? await Promise.all(shown.tiles.map(asText)) : shown.tiles;
		return {
			id,
			name: shown.name,
			results
		};
	}
});
async function asText(tile) {
	const { insight } = tile;
	if (insight === null) return tile;
	const result = insight.result instanceof Written ? await insight.result.read() : insight.result;
	return {
		...tile,
		insight: {
			...insight,
			result: insightText({
				...insight,
				result
			}),
			resolved: null
		}
	};
}
/** Each changes a dashboard and answers it. */
function tileOperation(values) {
	const { method, path, change, ...rest } = values;
	return operation({
		...rest,
		routes: [{
			method,
			path: `/dashboards/:id/${path}/`
		}],
		tool: false,
		scope: "dashboard:write",
		effect: "update",
		output: DashboardDetail,
		text: (dashboard) => dashboardText(dashboard),
		locate: locate$1,
		handle: (context, input) => writtenDashboard(context, change(context, input))
	});
}
const TILE_OPERATIONS = [
	runInsights,
	tileOperation({
		name: "reorder_tiles",
		title: "Put the tiles of a dashboard in order",
		description: "Tiles get the order of the list, and places from left to right; tiles that are not named come after them. Example: {\"tile_order\":[3,1,2]}.",
		method: "POST",
		path: "reorder_tiles",
		input: object({
			id: ID$6,
			tile_order: array(int()).min(1).max(LIMIT.dashboard_tiles).describe("Numbers of tiles"),
			layout: _enum(LAYOUTS).optional().describe("Their sizes: preserve (default), two_column, full_width")
		}),
		change: (context, { id, tile_order, layout = "preserve" }) => reorderTiles(context, id, {
			tile_order,
			layout
		})
	}),
	tileOperation({
		name: "copy_tile",
		title: "Copy a tile to a dashboard",
		description: "What it shows is then on both dashboards.",
		method: "POST",
		path: "copy_tile",
		input: object({
			id: ID$6,
			fromDashboardId: ID$6,
			tileId: TILE
		}),
		change: (context, { id, fromDashboardId, tileId }) => copyTile(context, id, fromDashboardId, tileId)
	}),
	tileOperation({
		name: "move_tile",
		title: "Move a tile to another dashboard",
		description: "Answers the dashboard it was on.",
		method: "PATCH",
		path: "move_tile",
		input: object({
			id: ID$6,
			to_dashboard: ID$6,
			tile: object({ id: TILE })
		}),
		change: (context, { id, to_dashboard, tile }) => moveTile(context, id, to_dashboard, tile.id)
	}),
	tileOperation({
		name: "delete_tile",
		title: "Take a tile off a dashboard",
		description: "An insight stays, a text is gone.",
		method: "POST",
		path: "delete_tile",
		input: object({
			id: ID$6,
			tile_id: TILE
		}),
		change: (context, { id, tile_id }) => removeTile(context, id, tile_id)
	})
];
// src/service/pages/page.ts
/** Pages of a list, with addresses of the next and the previous one. */
const offsetField = int().min(0).optional().describe("How many to pass over");
/** Addresses repeat the request's query; without HTTP only the paging part: `?limit=100&offset=100`. */
function linksOf(url, { count, limit, offset }) {
	const next = offset + limit;
	return {
		next: next < count ? addressOf(url, {
			limit,
			offset: next
		}) : null,
		previous: offset > 0 ? addressOf(url, {
			limit,
			offset: Math.max(0, offset - limit)
		}) : null
	};
}
/** For pages numbered from 1. */
function numberedLinksOf(url, count, limit, page) {
	return {
		next: page * limit < count ? addressOf(url, {
			limit,
			page: page + 1
		}) : null,
		previous: page > 1 ? addressOf(url, {
			limit,
			page: page - 1
		}) : null
	};
}
/** The request's address with these members replaced. */
function addressOf(url, values) {
	const params = new URLSearchParams(url?.searchParams);
	for (const [name, value] of Object.entries(values)) if (name === "offset" && value === 0) params.delete(name);
	else params.set(name, String(value));
	return url === null ? `?${params}` : `${url.origin}${url.pathname}?${params}`;
}
// src/service/clients/trending.ts
/** Insights that people look at. */
const DAYS = 7;
const SHOWN = 10;
const DAY_MS = 864e5;
const Trending = BasicInsightSchema.extend({
	view_count: int().describe("How many users looked at it"),
	last_viewed_at: string()
});
const trendingInsights = operation({
	name: "trending_insights",
	title: "Insights most looked at",
	description: "Saved insights by how many users looked at them lately, without results. Who looks twice counts once.",
	routes: [{
		method: "GET",
		path: "/insights/trending/"
	}],
	tool: false,
	scope: "insight:read",
	effect: "read",
	input: object({
		days: int().min(1).max(LIMIT.retention_days).optional().describe(`Within how many days (default ${DAYS})`),
		limit: int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${SHOWN})`),
		offset: offsetField
	}),
	output: paginated(Trending),
	text: insightsText,
	async handle(context, { days = DAYS, limit = SHOWN, offset = 0 }) {
		const { views, insights } = context.service.store;
		const { count, rows } = views.popular(context.project.id, context.now_ms - days * DAY_MS, {
			limit,
			offset
		});
		const found = rows.flatMap((seen) => {
			const row = insights.get(context.project.id, seen.insight_id);
			return row === void 0 ? [] : [{
				row,
				seen
			}];
		});
		const near = around(context, found.map(({ row }) => row));
		const results = await Promise.all(found.map(async ({ row, seen }) => ({
			...basicInsight(row, near, (await cachedFields(context, onItsOwn(row), true)).last_refresh),
			view_count: seen.users,
			last_viewed_at: formatIso(seen.viewed_at_ms)
		})));
		return {
			count,
			...linksOf(context.url, {
				count,
				limit,
				offset
			}),
			results
		};
	}
});
// src/service/clients/index.ts
const CLIENT_OPERATIONS = [
	...TILE_OPERATIONS,
	trendingInsights,
	...PERSON_OPERATIONS,
	...MEMBER_OPERATIONS,
	...REMOVALS,
	search,
	listNothing
];
// src/service/erasing/imports.ts
/** Imports of files, and undoing one. */
function shownImport({ id, sources, started_at_ms, changed_at_ms, events }) {
	const times = {
		started_at: formatIso(started_at_ms),
		finished_at: formatIso(changed_at_ms)
	};
	return {
		id,
		sources: [...sources],
		...times,
		events
	};
}
/** Deletes its events, and people that only it created. @throws ServiceError not_found */
async function deleteImport(service, project, import_id) {
	checkErasable(service);
	if (service.store.imports.get(project.id, import_id) === void 0) throw noSuchImport();
	const { events, persons } = await erase(service, project, {
		kind: "import",
		import_id
	});
	return {
		id: import_id,
		events_deleted: events,
		persons_deleted: persons
	};
}
function noSuchImport() {
	return new ServiceError("not_found", "Import not found. The list of imports tells the numbers there are.");
}
// src/service/erasing/operations.ts
/** Permanent deletion of people and imports. */
const WithEvents = boolean().optional().describe("Also all their events. Otherwise events stay, counted for somebody without a name, properties or ids");
const Deleted = object({
	persons_found: int(),
	persons_deleted: int(),
	events_deleted: int()
});
function deletedText({ persons_deleted, events_deleted }) {
	return `Deleted ${counted$3(persons_deleted, "person")} and ${counted$3(events_deleted, "event")}.`;
}
const deletePerson = operation({
	name: "delete_person",
	title: "Delete a person for good",
	description: "Removes a person, their distinct ids and properties, and if asked their events, from answers and from the file. Events that come later under the same id make a new person. Backups are not touched.",
	routes: [{
		method: "DELETE",
		path: "/persons/:id/",
		status: 202
	}],
	tool: false,
	scope: "person:write",
	effect: "destroy",
	input: object({
		id: string().describe("UUID of the person, as lists of people tell it"),
		delete_events: WithEvents
	}),
	output: Deleted,
	text: deletedText,
	async handle({ service, project }, { id, delete_events = false }) {
		const deleted = await deletePersons(service, project, {
			uuids: [id],
			distinct_ids: []
		}, delete_events);
		if (deleted.persons_found === 0) throw noSuchPerson();
		return deleted;
	}
});
const deletePersonsInBulk = operation({
	name: "delete_persons",
	title: "Delete several people for good",
	description: "The same for many at once, by UUID or distinct id; ids that mean nobody are passed over, and counted in no number.",
	routes: [{
		method: "POST",
		path: "/persons/bulk_delete/",
		status: 202
	}],
	tool: false,
	scope: "person:write",
	effect: "destroy",
	input: object({
		ids: array(string()).max(LIMIT.persons_deleted).optional().describe("UUIDs of people"),
		distinct_ids: array(string()).max(LIMIT.persons_deleted).optional().describe("Any of their distinct ids"),
		delete_events: WithEvents
	}),
	output: Deleted,
	text: deletedText,
	handle({ service, project }, { ids = [], distinct_ids = [], delete_events = false }) {
		return deletePersons(service, project, {
			uuids: ids,
			distinct_ids
		}, delete_events);
	}
});
const Import = object({
	id: int(),
	sources: array(string()).describe("Names of what was imported"),
	started_at: string(),
	finished_at: string(),
	events: int().describe("Taken: new ones")
});
const listImports = operation({
	name: "list_imports",
	title: "List imports",
	description: "Imports of files, newest first. Each event has the number of its import as the property $import_id, so that a filter shows what one brought.",
	routes: [{
		method: "GET",
		path: "/imports/"
	}],
	tool: false,
	scope: "project:read",
	effect: "read",
	input: object({}),
	output: object({
		count: int(),
		results: array(Import)
	}),
	text: ({ results }) => results.map(({ id, sources, events }) => `${id} ${sources.map((name) => quoted$1(name)).join(", ")}: ${counted$3(events, "event")}`).join("\n") || "Nothing was imported.",
	handle({ service, project }) {
		const results = service.store.imports.list(project.id).map(shownImport);
		return {
			count: results.length,
			results
		};
	}
});
const deleteImportOperation = operation({
	name: "delete_import",
	title: "Take an import back",
	description: "Removes exactly the events of one import, and people whom only it made. People who were there before, or came again since, keep the properties and ids it gave them; groups stay.",
	routes: [{
		method: "DELETE",
		path: "/imports/:id/",
		status: 202
	}],
	tool: false,
	scope: "project:write",
	effect: "destroy",
	input: object({ id: preprocess((value) => /^\d{1,15}$/.test(String(value)) ? Number(value) : value, int().min(1)).describe("Number of the import") }),
	output: object({
		id: int(),
		events_deleted: int(),
		persons_deleted: int()
	}),
	text: ({ id, ...deleted }) => `Import ${id}: ${deletedText({
		...deleted,
		persons_found: 0
	})}`,
	handle: ({ service, project }, { id }) => deleteImport(service, project, id)
});
// src/service/importing/import_events.ts
/** Imports files from a folder that the operator has allowed. */
const option = (text) => string().max(LIMIT.search_chars).optional().describe(text);
const File = object({
	file: string(),
	taken: int().describe("New events, people and groups"),
	known: int().describe("Stored already"),
	refused: int(),
	failure: string().nullable().describe("Why it could not be read to its end")
});
const Result = object({
	import_id: int().nullable().describe("By which it can be taken back; null where nothing was taken"),
	files: array(File),
	reasons: array(object({
		reason: string(),
		count: int(),
		line: int().nullable()
	})).describe("Why lines were refused; `line` is the first of them"),
	told: string().describe("What was found out about the files: formats, columns, times"),
	available: array(object({
		path: string(),
		bytes: int()
	})).describe("Without path: files there are")
});
const importEvents = operation({
	name: "import_events",
	title: "Import files",
	description: "Events, people and groups from files in the folder the operator has allowed: NDJSON, CSV, Parquet, exports of other products. Without path it lists the files. First try dry_run: it says how columns are read, and stores nothing. Example: {\"path\":\"shop.csv\",\"map\":\"distinct_id=user_id\",\"dry_run\":true}.",
	routes: [{
		method: "POST",
		path: "/imports/"
	}],
	tool: true,
	scope: "project:write",
	effect: "create",
	input: object({
		path: option("File, folder or pattern below the allowed folder; all files unless sent"),
		dry_run: boolean().optional().describe("Say what would be taken, store nothing"),
		map: option("Columns as distinct_id=user_id,event=action,timestamp=created_at"),
		event: option("Name of the events of files without one"),
		from: option("posthog, mixpanel, amplitude, ga4, umami, plausible or none; found out unless sent"),
		timezone: option("Of times without an offset (default UTC)"),
		date_format: option("dmy, mdy, ymd … where a date can be read in two ways")
	}),
	output: Result,
	text: importText,
	async handle({ service, project, signal }, { path, dry_run = false, ...options }) {
		const { importing } = service;
		if (importing === null) throw notAllowed(service.command("serve --import-from <folder>"));
		const nothing = {
			import_id: null,
			files: [],
			reasons: [],
			told: ""
		};
		if (path === void 0) return {
			...nothing,
			available: [...await importing.files()]
		};
		const { import_id, files, reasons, told } = await importing.take(service, {
			project_id: project.id,
			path,
			dry_run,
			options: definedOnly(options),
			signal
		});
		return {
			import_id,
			files: [...files],
			reasons: [...reasons],
			told,
			available: []
		};
	}
});
function notAllowed(command) {
	return new ServiceError("not_supported", `No folder may be imported from. The operator allows one: ${command}`, { needs: "import folder" });
}
function importText({ import_id, files, reasons, told, available }) {
	if (available.length > 0) return available.map(({ path, bytes }) => `${quoted$1(path)} ${bytes} bytes`).join("\n");
	const counts = files.map(({ file, taken, known, refused, failure }) => {
		const end = failure === null ? "" : `; ${visible(failure)}`;
		return `${quoted$1(file)}: ${taken} taken, ${known} known already, ${refused} refused${end}`;
	});
	const why = reasons.map(({ reason, count, line }) => {
		return `${counted$3(count, "line")}: ${visible(reason)}${line === null ? "" : ` (first in line ${line})`}`;
	});
	const number = import_id === null ? [] : [`Import ${import_id}.`];
	return [
		...told.split("\n").filter((line) => line !== "").map(visible),
		...counts,
		...why,
		...number
	].join("\n") || "There are no files.";
}
// src/service/operations/account.ts
/** Who is asking, by which key, and in which organization: the first thing clients of this interface ask. */
const ORGANIZATION = "insights-mcp";
/** A database has one organization. Its id is derived from the first user's, so it needs no storage. */
function organizationId({ store }) {
	return nameUuid(`organization:${store.users.first()?.uuid ?? ""}`);
}
/** Derived from the project's token, which is unique. */
function projectUuid({ api_token }) {
	return nameUuid(`project:${api_token}`);
}
/** Projects the caller may use. */
function allowedProjects({ service, caller }) {
	return service.store.projects.list().filter(({ id }) => caller.project_ids === null || caller.project_ids.includes(id));
}
const Organization = object({
	id: string(),
	name: string(),
	slug: string(),
	membership_level: int()
});
/** Level of an owner in the clients' terms. */
const OWNER = 15;
function organization(service) {
	return {
		id: organizationId(service),
		name: ORGANIZATION,
		slug: ORGANIZATION,
		membership_level: OWNER
	};
}
const Team = object({
	id: int(),
	uuid: string(),
	organization: string(),
	name: string(),
	api_token: string().nullable().describe("null for keys without the scope project:read"),
	timezone: string()
});
function team({ service, caller }, project) {
	const { id, name, timezone } = project;
	const api_token = allows(caller.scopes, "project:read") ? project.api_token : null;
	return {
		id,
		uuid: projectUuid(project),
		organization: organizationId(service),
		name,
		api_token,
		timezone
	};
}
const Me = UserSchema.extend({
	organization: Organization,
	organizations: array(Organization),
	team: Team.nullable()
});
const getMe = globalOperation({
	name: "get_me",
	title: "Who asks",
	description: "The user of the key, with the organization and the first project the key may use.",
	routes: [{
		method: "GET",
		path: "/users/:uuid/"
	}],
	tool: false,
	scope: null,
	effect: "read",
	input: object({ uuid: string().describe("@me, or your own") }),
	output: Me,
	text: ({ email }) => email,
	handle(context, { uuid }) {
		const { service, caller } = context;
		if (uuid !== "@me" && uuid !== caller.user.uuid) throw new ServiceError("not_found", "User not found. A key shows its own user only: @me.");
		const [first] = allowedProjects(context);
		const mine = organization(service);
		return {
			...caller.user,
			organization: mine,
			organizations: [mine],
			team: first === void 0 ? null : team(context, first)
		};
	}
});
const getCurrentKey = globalOperation({
	name: "get_current_key",
	title: "The key itself",
	description: "What the key of this request may do, and where.",
	routes: [{
		method: "GET",
		path: "/personal_api_keys/@current/"
	}],
	tool: false,
	scope: null,
	effect: "read",
	input: object({}),
	output: object({
		id: string().nullable(),
		label: string(),
		mask_value: string(),
		created_at: string().nullable(),
		last_used_at: string().nullable(),
		user_id: int(),
		scopes: array(string()),
		scoped_teams: array(int()).describe("Empty where it is not limited to some projects"),
		scoped_organizations: array(string())
	}),
	text: ({ label }) => label,
	handle({ service, caller }) {
		const key = service.store.keys.list().find(({ id }) => id === caller.key_id);
		return {
			id: key === void 0 ? null : String(key.id),
			label: key?.label ?? "the owner of the file",
			mask_value: key?.mask ?? "",
			created_at: key === void 0 ? null : formatIso(key.created_at_ms),
			last_used_at: isoOrNull(key?.last_used_at_ms),
			user_id: caller.user.id,
			scopes: [...caller.scopes],
			scoped_teams: [...caller.project_ids ?? []],
			scoped_organizations: []
		};
	}
});
function isoOrNull(time_ms) {
	return time_ms === null || time_ms === void 0 ? null : formatIso(time_ms);
}
const PAGE = {
	next: string().nullable(),
	previous: string().nullable(),
	count: int()
};
function page(results) {
	return {
		count: results.length,
		next: null,
		previous: null,
		results
	};
}
const listOrganizations = globalOperation({
	name: "list_organizations",
	title: "List organizations",
	description: "The one organization there is.",
	routes: [{
		method: "GET",
		path: "/organizations/"
	}],
	tool: false,
	scope: null,
	effect: "read",
	input: object({}),
	output: object({
		...PAGE,
		results: array(Organization)
	}),
	text: () => ORGANIZATION,
	handle: ({ service }) => page([organization(service)])
});
const OrganizationInput = object({ id: string().describe("Its id, or @current") });
function checkOrganization(service, id) {
	if (id === "@current" || id === organizationId(service)) return;
	throw new ServiceError("not_found", "Organization not found. There is one, and @current names it.");
}
const getOrganization = globalOperation({
	name: "get_organization",
	title: "Read an organization",
	description: "The one organization there is.",
	routes: [{
		method: "GET",
		path: "/organizations/:id/"
	}],
	tool: false,
	scope: null,
	effect: "read",
	input: OrganizationInput,
	output: Organization,
	text: () => ORGANIZATION,
	handle({ service }, { id }) {
		checkOrganization(service, id);
		return organization(service);
	}
});
const Member = object({
	id: string(),
	user: UserSchema,
	level: int(),
	joined_at: string().nullable()
});
const listOrganizationMembers = globalOperation({
	name: "list_organization_members",
	title: "List members of an organization",
	description: "The user of the key: others are not told.",
	routes: [{
		method: "GET",
		path: "/organizations/:id/members/"
	}],
	tool: false,
	scope: null,
	effect: "read",
	input: OrganizationInput,
	output: object({
		...PAGE,
		results: array(Member)
	}),
	text: ({ count }) => String(count),
	handle({ service, caller }, { id }) {
		checkOrganization(service, id);
		return page([{
			id: caller.user.uuid,
			user: caller.user,
			level: OWNER,
			joined_at: null
		}]);
	}
});
const listOrganizationProjects = globalOperation({
	name: "list_organization_projects",
	title: "List projects of an organization",
	description: "The projects the key may use.",
	routes: [{
		method: "GET",
		path: "/organizations/:id/projects/"
	}],
	tool: false,
	scope: null,
	effect: "read",
	input: OrganizationInput,
	output: object({
		...PAGE,
		results: array(Team)
	}),
	text: ({ count }) => String(count),
	handle(context, { id }) {
		checkOrganization(context.service, id);
		return page(allowedProjects(context).map((project) => team(context, project)));
	}
});
// src/service/operations/actions.ts
/** Actions: saved definitions of what people do. Questions and cohorts name them by number. */
const ID$5 = numberId("Number of the action");
const ONE$4 = object({ id: ID$5 });
const listActions = operation({
	name: "list_actions",
	title: "List actions",
	description: "Saved actions of the project: several kinds of events under one name. Example: {\"search\":\"sign\"}.",
	routes: [{
		method: "GET",
		path: "/actions/"
	}],
	tool: true,
	scope: "action:read",
	effect: "read",
	input: object({
		search: string().max(LIMIT.search_chars).optional().describe("Text in name or description, in any case"),
		limit: int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${LIMIT.page_default})`),
		offset: offsetField
	}),
	output: paginated(ActionSchema),
	text: (page) => listText$2("action", page, actionText),
	handle(context, { search = "", limit = LIMIT.page_default, offset = 0 }) {
		const { count, rows } = context.service.store.actions.list(context.project.id, {
			search,
			limit,
			offset
		});
		const results = rows.map((row) => shown$7(context, row));
		return {
			count,
			...linksOf(context.url, {
				count,
				limit,
				offset
			}),
			results
		};
	}
});
const createAction = operation({
	name: "create_action",
	title: "Create an action",
	description: "Saves several kinds of events under one name; an event that fits any step belongs to it. Example: {\"name\":\"Saw prices\",\"steps\":[{\"event\":\"$pageview\",\"url\":\"/pricing\"}]}.",
	routes: [{
		method: "POST",
		path: "/actions/",
		status: 201
	}],
	tool: true,
	scope: "action:write",
	effect: "create",
	input: ActionWrite,
	output: ActionSchema,
	text: actionText,
	handle(context, body) {
		const { store } = context.service;
		const { name, steps = [] } = body;
		if (name === void 0) throw invalid("name", "This field is required.", "required");
		return store.transaction(() => {
			if (context.face === "mcp" && steps.length === 0) throw invalid("steps", "Say which events: [{\"event\":\"saw prices\"}].", "required");
			const warnings = checkSteps(context, steps);
			return {
				...shown$7(context, store.actions.insert({
					project_id: context.project.id,
					name,
					description: body.description ?? "",
					tags: body.tags ?? [],
					steps,
					deleted: body.deleted ?? false,
					created_at_ms: context.now_ms,
					created_by: context.caller.user.id,
					updated_at_ms: context.now_ms
				})),
				...warnings.length === 0 ? {} : { warnings }
			};
		});
	}
});
const getAction = operation({
	name: "get_action",
	title: "Read an action",
	description: "One saved action with its steps. Example: {\"id\":1}.",
	routes: [{
		method: "GET",
		path: "/actions/:id/"
	}],
	tool: true,
	scope: "action:read",
	effect: "read",
	input: ONE$4,
	output: ActionSchema,
	text: actionText,
	locate: locateAction,
	handle: (context, { id }) => shown$7(context, findAction(context, id))
});
const updateAction = operation({
	name: "update_action",
	title: "Change an action",
	description: "Changes the fields you send and leaves the others; \"steps\" are replaced as a whole. \"deleted\": true removes it, false brings it back. Example: {\"id\":1,\"name\":\"Saw the prices\"}.",
	routes: [{
		method: "PATCH",
		path: "/actions/:id/"
	}],
	tool: true,
	scope: "action:write",
	effect: "update",
	input: ONE$4.extend(ActionWrite.shape),
	output: ActionSchema,
	text: actionText,
	locate(context, { id }) {
		if (!context.service.store.actions.get(context.project.id, Number(id))) throw notFound$1();
	},
	handle(context, { id, ...body }) {
		const { store } = context.service;
		return store.transaction(() => {
			if (body.deleted !== false) findAction(context, id);
			const warnings = body.steps === void 0 ? [] : checkSteps(context, body.steps, id);
			const { description, name, tags, steps, deleted } = body;
			return {
				...shown$7(context, store.actions.update(context.project.id, id, {
					...name === void 0 ? {} : { name },
					...description === void 0 ? {} : { description: description ?? "" },
					...tags === void 0 ? {} : { tags },
					...steps === void 0 ? {} : { steps },
					...deleted === void 0 ? {} : { deleted },
					updated_at_ms: context.now_ms
				})),
				...warnings.length === 0 ? {} : { warnings }
			};
		});
	}
});
/** Refuses steps that cannot be computed; returns warnings for unknown names. `id`: the action being changed. */
function checkSteps(context, steps, id) {
	const matches = resolveSteps(steps, "steps", settingOf(context, [`action ${id ?? "asked for"}`]));
	if (context.face !== "mcp") return [];
	return [...unknownEventTexts(context, eventsIn(matches)), ...nameWarnings(context, matches, {})].map(context.wording);
}
function locateAction(context, { id }) {
	findAction(context, Number(id));
}
/** Excludes removed ones. @throws ServiceError not_found */
function findAction(context, id) {
	const row = liveAction(context, id);
	if (row === null) throw notFound$1();
	return row;
}
function notFound$1() {
	return new ServiceError("not_found", `Action not found. ${see("list_actions")} lists those there are.`);
}
function shown$7(context, row) {
	return {
		id: row.id,
		name: row.name,
		description: row.description,
		tags: [...row.tags],
		steps: [...row.steps],
		deleted: row.deleted,
		created_at: formatIso(row.created_at_ms),
		created_by: row.created_by === null ? null : context.service.store.users.get(row.created_by) ?? null,
		updated_at: formatIso(row.updated_at_ms)
	};
}
function actionText(action) {
	return [`${action.id} ${quoted$1(action.name ?? "")}: ${visibleJson(action.steps)}`, ...(action.warnings ?? []).map(visible)].join("\n");
}
// src/model/saved/activity.ts
/** Who changed what: one record per creation or change of an insight. */
/** One field of a change. Only `after` if it was added, only `before` if it was removed. */
const ChangeSchema = object({
	type: string(),
	action: _enum([
		"created",
		"changed",
		"deleted"
	]),
	field: string(),
	before: unknown$2().optional(),
	after: unknown$2().optional()
});
object({
	id: _null(),
	/** null at creation. */
	changes: array(ChangeSchema).nullable(),
	merge: _null(),
	trigger: _null(),
	name: string().nullable(),
	short_id: string(),
	type: _null()
});
const ActivitySchema = object({
	id: string(),
	user: looseObject({
		first_name: string(),
		email: string().nullable()
	}),
	activity: string(),
	scope: string(),
	item_id: string(),
	detail: unknown$2(),
	created_at: string()
});
// src/service/insights/chart.ts
/** A saved insight as a chart of its kind, titled with its name. */
/** null if there is no result to draw. */
function insightChart(insight) {
	const answer = answerIn(insight);
	if (answer === null) return null;
	const { name, derived_name, description, filters } = insight;
	const { kind } = answer;
	const plain = chartOfAnswer(answer, {
		kind,
		title: name || derived_name,
		description: description ?? "",
		tool: KIND_NAMES[kind].operation,
		arguments: isObject(filters) ? filters : {}
	});
	const levels = levelsOf(insight);
	const chart = plain.kind === "series" && levels.length > 0 ? {
		...plain,
		levels
	} : plain;
	return isObject(filters) && Object.keys(filters).length > 0 ? chart : {
		...chart,
		ask: null,
		listing: null,
		controls: []
	};
}
/** Bounds of alerts, in ascending order. */
function levelsOf(insight) {
	return (insight["alerts"] ?? []).flatMap(({ name, lower, upper }) => [...lower === null ? [] : [{
		value: lower,
		side: "lower",
		text: `${visible(name)}: below ${full(lower, "number")}`
	}], ...upper === null ? [] : [{
		value: upper,
		side: "upper",
		text: `${visible(name)}: above ${full(upper, "number")}`
	}]]).sort((a, b) => a.value - b.value);
}
// src/service/operations/insights.ts
/** Reads saved insights: lists, one with its result, recently viewed ones. */
const INSIGHT_ID = "Number or short_id of the insight";
/** For operations on one insight that is not soft-deleted. */
function locateInsight(context, input) {
	if (input["id"] !== void 0 && input["id"] !== null) liveInsight(context, input["id"]);
}
const DATE$1 = "YYYY-MM-DD, or relative as -7d";
const listInsights = operation({
	name: "list_insights",
	title: "List insights",
	description: "Saved insights (questions with a name), found by words, kind or tag. basic=true leaves results out. Example: {\"search\":\"sign-up\",\"basic\":true}.",
	routes: [{
		method: "GET",
		path: "/insights/",
		csv: true
	}],
	tool: true,
	scope: "insight:read",
	effect: "read",
	shareable: true,
	input: object({
		search: string().max(LIMIT.search_chars).optional().describe("Text in name, description or tags, in any case"),
		insight: _enum(INSIGHT_FILTERS).optional().describe("Only this kind"),
		tags: array(string()).max(LIMIT.tags).optional().describe("Only those with all of these tags"),
		favorited: boolean().optional().describe("Only favourites (true), or only others (false)"),
		saved: boolean().optional().describe("true: saved or on a dashboard; false: not saved"),
		user: boolean().optional().describe("true: only those you created"),
		created_by: int().optional().describe("Only those created by the user with this id"),
		short_id: string().optional().describe("Only the one with this short id"),
		dashboards: array(int()).optional().describe("Only those on all of these dashboards, by id"),
		date_from: string().optional().describe(`Modified after: ${DATE$1}`),
		date_to: string().optional().describe(`Modified before: ${DATE$1}`),
		created_date_from: restOnly(string().optional().describe(`Created after: ${DATE$1}`)),
		created_date_to: restOnly(string().optional().describe(`Created before: ${DATE$1}`)),
		last_viewed_date_from: restOnly(string().optional().describe(`Viewed last, by anybody, after: ${DATE$1}`)),
		last_viewed_date_to: restOnly(string().optional().describe(`Viewed last before: ${DATE$1}; excludes those never viewed`)),
		feature_flag: restOnly(string().optional().describe("Only those that are split or filtered by this feature flag")),
		hide_feature_flag_insights: restOnly(boolean().optional().describe("true leaves out those about feature flags")),
		order: string().optional().describe("Field to order by, \"-\" in front for descending: -last_modified_at"),
		basic: boolean().optional().describe("true leaves the results out: short answers"),
		refresh: restOnly(refreshField("Compute the results of the page that are missing or due, as for one insight")),
		limit: int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${LIMIT.page_default})`),
		offset: offsetField
	}),
	output: paginated(union([InsightSchema, BasicInsightSchema])),
	text: insightsText,
	table: (page) => listTable(page.results),
	async handle(context, input) {
		const { limit = LIMIT.page_default, offset = 0, refresh = "force_cache" } = input;
		const { count, rows } = context.service.store.insights.list(context.project.id, {
			...filterOf(context, input),
			...onlyShared(context)
		});
		const results = await (input.basic ? basicRows(context, rows) : rowsRefreshed(context, rows, refresh));
		return {
			count,
			...linksOf(context.url, {
				count,
				limit,
				offset
			}),
			results
		};
	}
});
/** Holders of a sharing link find only what it opens. */
function onlyShared(context) {
	const id = context.caller.shared_insight_id;
	return id === void 0 ? {} : { short_id: liveInsight(context, id).short_id };
}
/** Argument -> filter bound. */
const BOUNDS = {
	date_from: "modified_after_ms",
	date_to: "modified_before_ms",
	created_date_from: "created_after_ms",
	created_date_to: "created_before_ms",
	last_viewed_date_from: "viewed_after_ms",
	last_viewed_date_to: "viewed_before_ms"
};
function filterOf(context, input) {
	const { limit = LIMIT.page_default, offset = 0, user, tags } = input;
	checkAuthor(context, input.created_by);
	const bounds = keysOf(BOUNDS).map((name) => [BOUNDS[name], instantOf(context, name, input[name])]);
	const { search, insight, favorited, saved, created_by, short_id, dashboards, order } = input;
	const { feature_flag, hide_feature_flag_insights: without_flags } = input;
	return {
		...definedOnly({
			search,
			insight,
			favorited,
			saved,
			created_by,
			short_id,
			dashboards,
			order
		}),
		...definedOnly({
			feature_flag,
			without_flags
		}),
		...user ? { created_by: context.caller.user.id } : {},
		...tags ? { tags: tags.map((tag) => tag.trim().toLowerCase()) } : {},
		...Object.fromEntries(bounds.filter(([, at_ms]) => at_ms !== null)),
		limit,
		offset
	};
}
function checkAuthor(context, id) {
	if (id === void 0 || context.service.store.users.get(id)) return;
	throw invalid("created_by", `There is no user ${id}. Leave created_by out, or send user=true for your own.`, "invalid_choice");
}
function instantOf(context, attr, text) {
	if (text === void 0 || text.trim() === "") return null;
	const date = parseDate(text, clockOf(context));
	if (date === null) throw invalid(attr, "Not a date. Send YYYY-MM-DD, an ISO 8601 time, or a relative date as -7d or mStart.");
	return date.ms;
}
/** One after the other. Without a refresh, only stored results. */
async function rowsRefreshed(context, rows, refresh) {
	const near = around(context, rows);
	const room = new ResultRoom();
	const results = [];
	for (const row of rows) {
		const asked = onItsOwn(row);
		const fields = insists(refresh) ? fieldsAmongOthers(context, asked, refresh) : cachedFields(context, asked);
		results.push(fullInsight(row, near, asked, room.fit(await fields)));
	}
	return results;
}
async function basicRows(context, rows) {
	const near = around(context, rows);
	const known = await Promise.all(rows.map((row) => cachedFields(context, onItsOwn(row), true)));
	return rows.map((row, at) => basicInsight(row, near, known[at].last_refresh));
}
const REFRESH_TEXT = "Compute again if due; also force_blocking, blocking, force_cache";
const getInsight = operation({
	name: "get_insight",
	title: "Read an insight",
	description: "A saved insight with its result. refresh=true computes again when due; query_status says why there is no result. Example: {\"id\":\"k3VbQ0pZ\"}.",
	routes: [{
		method: "GET",
		path: "/insights/:id/",
		csv: true
	}],
	tool: true,
	scope: "insight:read",
	effect: "read",
	shareable: true,
	input: object({
		id: insightId(INSIGHT_ID),
		refresh: refreshField(REFRESH_TEXT),
		from_dashboard: int().optional().describe("As this dashboard shows it, with its dates and filters"),
		filters_override: overrideField,
		variables_override: variablesField,
		basic: restOnly(boolean().optional().describe("true leaves the result out"))
	}),
	output: InsightSchema,
	text: insightText,
	table: insightTable,
	chart: insightChart,
	locate: locateInsight,
	async handle(context, input) {
		const { refresh = "false", basic = false } = input;
		const row = liveInsight(context, input.id);
		const asked = askedFor(context, row, input);
		const computed = await (basic ? cachedFields(context, asked, true) : computedFields(context, asked, refresh));
		const shown = fullInsight(row, around(context, [row]), asked, computed);
		return basic ? {
			...shown,
			result: null,
			resolved: null,
			refreshing: false
		} : shown;
	}
});
/** A sharing link opens the insight as it is: no dashboard's view, no overrides. */
function askedFor(context, row, { from_dashboard, filters_override, ...rest }) {
	refuseVariables(rest.variables_override);
	const is_shared = context.caller.shared_insight_id !== void 0;
	const asked = from_dashboard === void 0 || is_shared ? onItsOwn(row) : throughDashboard(context, row, from_dashboard);
	if (filters_override === void 0) return asked;
	if (is_shared) throw invalid("filters_override", "A sharing link opens the insight as it is. Use an API key here.");
	return {
		...asked,
		...laidOver(asked, readOverlay(context, filters_override, "filters_override"))
	};
}
const markInsightViewed = operation({
	name: "mark_insight_viewed",
	title: "Mark an insight as viewed",
	description: "Remembers that you looked at an insight now, so that my_last_viewed lists it first. Use it after you have shown an insight to somebody. Example: {\"id\":\"k3VbQ0pZ\"}.",
	routes: [{
		method: "POST",
		path: "/insights/:id/viewed/",
		csv: true
	}],
	tool: true,
	scope: "insight:read",
	effect: "update",
	audited: false,
	input: object({ id: insightId(INSIGHT_ID) }),
	output: InsightSchema,
	text: insightText,
	table: insightTable,
	locate: locateInsight,
	async handle(context, input) {
		const row = liveInsight(context, input.id);
		const { store } = context.service;
		store.transaction(() => store.views.mark(context.project.id, context.caller.user.id, row.id, context.now_ms));
		return fullInsight(row, around(context, [row]), onItsOwn(row), await cachedFields(context, onItsOwn(row)));
	}
});
const myLastViewed = operation({
	name: "my_last_viewed",
	title: "My last viewed insights",
	description: "The five insights you viewed last, most recent first, without results. Use it to continue where you left off. Example: {}.",
	routes: [{
		method: "GET",
		path: "/insights/my_last_viewed/",
		csv: true
	}],
	tool: true,
	scope: "insight:read",
	effect: "read",
	input: object({}),
	output: array(BasicInsightSchema),
	text: (results) => insightsText({
		count: results.length,
		next: null,
		results
	}),
	table: listTable,
	handle(context) {
		const { views, insights } = context.service.store;
		return basicRows(context, views.recent(context.project.id, context.caller.user.id, LIMIT.last_viewed).map((view) => insights.get(context.project.id, view.insight_id)).filter((row) => row !== void 0));
	}
});
// src/service/operations/activity.ts
/** Who changed which insight, how and when. */
const ActivityPage = object({
	results: array(ActivitySchema),
	next: string().nullable(),
	previous: string().nullable(),
	total_count: int(),
	/** null if the whole project was asked for. */
	insight: InsightSchema.nullable()
});
const getActivity = operation({
	name: "get_activity",
	title: "Read the activity log",
	description: "Who created or changed insights, when, and each field before and after; newest first. Leave id out for the whole project. Use it to find out why a number or a name is not what it was. Example: {\"id\":\"k3VbQ0pZ\",\"limit\":5}.",
	routes: [{
		method: "GET",
		path: "/insights/:id/activity/",
		present: insightShaped,
		csv: true
	}, {
		method: "GET",
		path: "/insights/activity/",
		present: insightShaped,
		csv: true
	}],
	tool: true,
	scope: "activity_log:read",
	effect: "read",
	input: object({
		id: insightId("").optional().describe(`${INSIGHT_ID}; without it, all of the project`),
		limit: int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${LIMIT.activity_page_default})`),
		page: int().min(1).optional().describe("Number of the page, from 1")
	}),
	output: ActivityPage,
	text: activityText,
	table: (page) => ({
		columns: [
			"created_at",
			"user",
			"activity",
			"item_id",
			"detail"
		],
		rows: page.results.map((entry) => [
			entry.created_at,
			entry.user.email ?? entry.user.first_name,
			entry.activity,
			entry.item_id,
			JSON.stringify(entry.detail)
		])
	}),
	locate: locateInsight,
	async handle(context, { id, limit = LIMIT.activity_page_default, page = 1 }) {
		const row = id === void 0 ? null : liveInsight(context, id);
		const filter = {
			project_id: context.project.id,
			scope: INSIGHT_SCOPE,
			...row ? { item_id: String(row.id) } : {}
		};
		const { count, rows } = context.service.store.activity.list(filter, {
			limit,
			offset: (page - 1) * limit
		});
		const near = around(context, row ? [row] : []);
		return {
			results: rows.map((entry) => show(entry, near)),
			...numberedLinksOf(context.url, count, limit, page),
			total_count: count,
			insight: row && fullInsight(row, near, onItsOwn(row), await cachedFields(context, onItsOwn(row)))
		};
	}
});
/** The interface answers with an Insight here, so the log is added to its fields. */
function insightShaped({ insight, ...page }) {
	return {
		...insight ?? NO_INSIGHT,
		...page
	};
}
function show(row, near) {
	const user = near.user(row.user_id);
	return {
		id: row.id,
		user: user ? {
			first_name: user.first_name,
			email: user.email
		} : {
			first_name: "System",
			email: null,
			is_system: true
		},
		activity: row.activity,
		scope: row.scope,
		item_id: row.item_id,
		detail: row.detail,
		created_at: formatIso(row.created_at_ms)
	};
}
// src/model/saved/alert.ts
/** Alerts: bounds on the latest complete point of a saved trend, or on its change. */
/** What is judged: the number itself, or by how much it rose or fell since the point before. */
const CONDITIONS = [
	"absolute_value",
	"relative_increase",
	"relative_decrease"
];
/** Of a rise or fall: in numbers, or in shares of the point before (0.2 is 20 %). */
const THRESHOLDS = ["absolute", "percentage"];
const INTERVALS = [
	"hourly",
	"daily",
	"weekly",
	"monthly"
];
/** The same bounds as clients of the interface we follow send them. */
const Threshold = looseObject({ configuration: looseObject({
	type: _enum(THRESHOLDS).optional(),
	bounds: looseObject({
		lower: number$1().nullish(),
		upper: number$1().nullish()
	}).nullish()
}) });
const Condition = looseObject({ type: _enum(CONDITIONS) });
const Config = looseObject({
	series_index: int().min(0).max(LIMIT.entities).nullish(),
	check_ongoing_interval: boolean().nullish()
});
/** What clients may write. */
const AlertWrite = object({
	name: string().trim().min(1).max(LIMIT.name_chars).optional().describe("What it watches, for people"),
	insight: insightId("").optional().describe("Number or short_id of a saved trend"),
	lower: numberField("Tell when the number is below this"),
	upper: numberField("Tell when the number is above this"),
	series: wholeField("Which line of the trend, from 0 (default the first)", {
		min: 0,
		max: LIMIT.entities
	}),
	condition: Condition.nullish().describe("Bounds are of the number (default), or of its change: {\"type\":\"relative_increase\"}, {\"type\":\"relative_decrease\"}"),
	threshold: Threshold.optional().describe("The bounds in another form, or in shares of the point before: {\"configuration\":{\"type\":\"percentage\",\"bounds\":{\"upper\":0.2}}}"),
	config: restOnly(Config.nullish().describe("Or: {\"series_index\":0}; {\"check_ongoing_interval\":true} judges the running point, too")),
	calculation_interval: restOnly(_enum(INTERVALS).optional().describe("Kept for clients; a server checks every few minutes")),
	skip_weekend: restOnly(boolean().optional().describe("true: nobody is told on Saturdays and Sundays")),
	subscribed_users: restOnly(array(int()).max(LIMIT.page_max).optional().describe("Numbers of users, kept for clients; webhook_url is told")),
	webhook_url: textField("Told by POST, where the operator has allowed its host; \"none\" for no longer", LIMIT.url_chars),
	enabled: boolean().optional().describe("false: not checked for now"),
	deleted: boolean().optional().describe("true removes it softly, false brings it back")
});
const ALERT_STATES = [
	"firing",
	"not_firing",
	"unknown"
];
const AlertSchema = object({
	id: string(),
	name: string(),
	insight: object({
		id: int(),
		short_id: string(),
		name: string()
	}),
	lower: number$1().nullable(),
	upper: number$1().nullable(),
	series: int(),
	threshold: Threshold.describe("lower and upper once more, as other clients read them"),
	condition: Condition,
	config: Config,
	calculation_interval: _enum(INTERVALS),
	skip_weekend: boolean(),
	subscribed_users: array(UserSchema),
	webhook_url: string().nullable(),
	enabled: boolean(),
	state: _enum(ALERT_STATES).describe("unknown: there is no whole point yet, or the insight cannot be computed"),
	value: number$1().nullable().describe("What was judged: the number, or its change"),
	point: string().nullable().describe("Of which day (week, …) it is; null of a number over all of the range"),
	reason: string().describe("In words"),
	last_notified_at: string().nullable(),
	deleted: boolean(),
	created_at: string(),
	updated_at: string()
});
// src/service/alerts/judge.ts
/** Whether the latest complete point of a saved trend, or its change, is within an alert's bounds. */
/** Recomputes stale results. Anything that prevents an answer becomes the reason. */
async function judge(context, { insight_id, ...watch }) {
	const row = context.service.store.insights.get(context.project.id, insight_id);
	if (row === void 0 || row.deleted) return unknown("The insight was removed.");
	try {
		return await judgeInsight(context, row, watch);
	} catch (error) {
		if (error instanceof ServiceError && error.status < 500) return unknown(context.wording(error.message));
		throw error;
	}
}
/** @throws ServiceError if the insight is no trend or cannot be computed */
async function judgeInsight(context, row, watch) {
	const { result, resolved, last_refresh } = await computedFields(context, onItsOwn(row), "blocking");
	const lines = seriesOf(result instanceof Written ? await result.read() : result, resolved);
	if (lines === null || resolved === null) throw new ServiceError("invalid_input", "Only trends can be watched: a saved insight with lines of numbers.", { attr: "insight" });
	const line = lines[watch.series];
	if (line === void 0) return unknown(`The trend has ${lines.length} lines now; the alert watches number ${watch.series}, from 0.`);
	if (line.aggregated_value !== void 0) {
		if (watch.condition !== "absolute_value") return unknown("The insight is a single number: nothing is before it.");
		return judged(watch, `${quoted$1(line.label)} was ${numberText(line.aggregated_value)}`, line.aggregated_value, null);
	}
	const at = watch.is_ongoing ? line.data.length - 1 : lastWhole(line, resolved, last_refresh);
	if (at < 0) return unknown("No point of the trend is whole yet: the last one is still running.");
	return watch.condition === "absolute_value" ? judgedNumber(watch, line, at) : judgedChange(watch, line, at);
}
/** Series of the current period; null if the answer is something else. */
function seriesOf(result, resolved) {
	if (resolved === null || KIND_NAMES[resolved.kind].operation !== KIND_NAMES.trend.operation) return null;
	return result.filter(({ compare_label }) => compare_label !== "previous");
}
function lastWhole({ days }, resolved, last_refresh) {
	if (typeof days[0] === "number") return -1;
	return lacksOf(days.map(String), resolved, resolved, nowOf({
		resolved,
		last_refresh
	})).lastIndexOf("");
}
function judgedNumber(watch, { label, data, days }, at) {
	const [value, point] = [data[at], String(days[at])];
	return judged(watch, `${quoted$1(label)} was ${numberText(value)} on ${point}`, value, point);
}
/** A rise is above zero for relative_increase, a fall for relative_decrease. */
function judgedChange(watch, { label, data, days }, at) {
	if (at === 0) return unknown("The trend has no whole point before its latest one.");
	const [before, now, point] = [
		data[at - 1],
		data[at],
		String(days[at])
	];
	const said = `${quoted$1(label)} went from ${numberText(before)} to ${numberText(now)} on ${point}`;
	if (watch.threshold === "percentage" && before === 0) return unknown(`${said}, which is no share of nothing.`);
	const rise = (now - before) / (watch.threshold === "percentage" ? before : 1);
	const value = watch.condition === "relative_increase" ? rise : 0 - rise;
	return judged(watch, `${said}, ${watch.condition === "relative_increase" ? "a rise" : "a fall"} of ${boundText(watch, value)}`, value, point);
}
function judged(watch, said, value, point) {
	const { lower, upper } = watch;
	if (lower !== null && value < lower) return {
		state: "firing",
		value,
		point,
		reason: `${said}, below ${boundText(watch, lower)}.`
	};
	if (upper !== null && value > upper) return {
		state: "firing",
		value,
		point,
		reason: `${said}, above ${boundText(watch, upper)}.`
	};
	return {
		state: "not_firing",
		value,
		point,
		reason: `${said}, within its bounds.`
	};
}
/** A bound, or what is compared with it. */
function boundText({ condition, threshold }, value) {
	return condition !== "absolute_value" && threshold === "percentage" ? `${numberText(value * 100)} %` : numberText(value);
}
function unknown(reason) {
	return {
		state: "unknown",
		value: null,
		point: null,
		reason
	};
}
function stateText(state) {
	return state === "firing" ? "FIRES" : state === "unknown" ? "cannot be judged" : "is quiet";
}
/** @throws ServiceError if both bounds are missing or contradict each other */
function checkBounds({ lower, upper }) {
	const attr = "lower";
	if (lower === null && upper === null) throw new ServiceError("required", "Send \"lower\", \"upper\", or both: below or above which number to tell.", { attr });
	if (lower !== null && upper !== null && lower > upper) throw new ServiceError("invalid_input", "The lower bound is above the upper one, so every number would fire.", { attr });
}
// src/service/alerts/webhook.ts
/** Alerts go only to hosts the operator has allowed; redirects are not followed. */
/** `hooks.example.com` means https on port 443; an origin is given in full: `http://127.0.0.1:9000`. */
function originOf(host) {
	try {
		return new URL(host.includes("://") ? host : `https://${host}`).origin;
	} catch {
		return null;
	}
}
/** null if the address is not allowed. */
function allowedUrl({ webhook_hosts }, text) {
	if (!URL.canParse(text)) return null;
	const url = new URL(text);
	return url.username === "" && url.password === "" && webhook_hosts.some((host) => originOf(host) === url.origin) ? url : null;
}
/** @throws ServiceError that says how to allow a host */
function checkWebhook(service, text) {
	if (allowedUrl(service, text) !== null) return;
	const hosts = service.webhook_hosts;
	const some = hosts.length === 0 ? "none is" : `allowed: ${hosts.join(", ")}`;
	throw new ServiceError("invalid_input", `Webhooks go only to hosts that the operator has allowed with --webhook-hosts (${some}). Leave webhook_url out, and ask: ${see("list_alerts")} judges it.`, { attr: "webhook_url" });
}
/** Whether the host accepted it. */
async function sendWebhook(service, text, body) {
	const url = allowedUrl(service, text);
	if (url === null) return false;
	try {
		const { request } = await import("./undici-D7u7hlXi.js").then((m) => /* @__PURE__ */ __toESM(m.default, 1));
		const response = await request(url, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
			headersTimeout: LIMIT.webhook_ms,
			bodyTimeout: LIMIT.webhook_ms,
			signal: AbortSignal.timeout(LIMIT.webhook_ms)
		});
		await response.body.dump({ limit: TUNING.webhook_answer_bytes });
		if (response.statusCode < 300) return true;
		service.log.warn({
			host: url.host,
			status: response.statusCode
		}, "a webhook was refused");
	} catch (error) {
		service.log.warn({
			host: url.host,
			error: String(error)
		}, "a webhook was not sent");
	}
	return false;
}
// src/service/operations/alerts.ts
/** Alerts: a saved trend with bounds for its latest complete point. Judged on request, and sent by `serve`. */
const ID$4 = numberId("Number of the alert");
const ONE$3 = object({ id: ID$4 });
const listAlerts = operation({
	name: "list_alerts",
	title: "Check the alerts",
	description: "All alerts, each judged now: which fire, by which number. Example: {}.",
	routes: [{
		method: "GET",
		path: "/alerts/"
	}],
	tool: true,
	scope: "alert:read",
	effect: "read",
	input: object({
		search: string().max(LIMIT.search_chars).optional().describe("Text in the name, in any case"),
		limit: int().min(1).max(LIMIT.alerts_judged).optional().describe(`How many (default ${LIMIT.alerts_judged})`),
		offset: offsetField
	}),
	output: paginated(AlertSchema),
	text: (page) => listText$2("alert", page, alertText),
	async handle(context, { search = "", limit = LIMIT.alerts_judged, offset = 0 }) {
		const { count, rows } = context.service.store.alerts.list(context.project.id, {
			search,
			limit,
			offset
		});
		const results = [];
		for (const row of rows) results.push(await shown$6(context, row));
		return {
			count,
			...linksOf(context.url, {
				count,
				limit,
				offset
			}),
			results
		};
	}
});
const createAlert = operation({
	name: "create_alert",
	title: "Create an alert",
	description: "Watches a saved trend: fires when its latest whole day (week, …) is below lower or above upper. describe_project {\"section\":\"alerts\"} judges it; a running server also POSTs to webhook_url. Example: {\"name\":\"Few sign-ups\",\"insight\":\"k3VbQ0pZ\",\"lower\":20}.",
	routes: [{
		method: "POST",
		path: "/alerts/",
		status: 201
	}],
	tool: true,
	scope: "alert:write",
	effect: "create",
	input: AlertWrite,
	output: AlertSchema,
	text: alertText,
	async handle(context, body) {
		const { insight: id, name, enabled = true, deleted = false } = body;
		if (id === void 0) throw invalid("insight", "This field is required: which saved trend.", "required");
		const insight = liveInsight(context, id);
		const watched = {
			...UNSAID,
			...saidIn(context, body)
		};
		checkBounds(watched);
		const webhook_url = readWebhook(context, body.webhook_url) ?? null;
		await judgeInsight(context, insight, watched);
		const { now_ms, project, caller } = context;
		const { store } = context.service;
		const told = {
			notified_point: null,
			notified_at_ms: null
		};
		const times = {
			created_at_ms: now_ms,
			updated_at_ms: now_ms,
			created_by: caller.user.id
		};
		const said = {
			name: name ?? insight.name ?? `Insight ${insight.id}`,
			...watched,
			webhook_url
		};
		const values = {
			project_id: project.id,
			insight_id: insight.id,
			enabled,
			deleted,
			...said,
			...told,
			...times
		};
		return shown$6(context, store.transaction(() => store.alerts.insert(values)));
	}
});
const getAlert = operation({
	name: "get_alert",
	title: "Check an alert",
	description: "One alert, judged now. Example: {\"id\":1}.",
	routes: [{
		method: "GET",
		path: "/alerts/:id/"
	}],
	tool: true,
	scope: "alert:read",
	effect: "read",
	input: ONE$3,
	output: AlertSchema,
	text: alertText,
	locate: (context, { id }) => void find$1(context, Number(id), false),
	handle: (context, { id }) => shown$6(context, find$1(context, id, false))
});
const updateAlert = operation({
	name: "update_alert",
	title: "Change an alert",
	description: "Changes the fields you send and leaves the others. \"deleted\": true removes it, false brings it back. Example: {\"id\":1,\"lower\":30}.",
	routes: [{
		method: "PATCH",
		path: "/alerts/:id/"
	}],
	tool: true,
	scope: "alert:write",
	effect: "update",
	input: ONE$3.extend(AlertWrite.shape),
	output: AlertSchema,
	text: alertText,
	locate: (context, { id }) => void find$1(context, Number(id), true),
	async handle(context, { id, insight: insight_id, ...body }) {
		const before = find$1(context, id, body.deleted === false);
		const insight = insight_id === void 0 ? null : liveInsight(context, insight_id);
		const webhook_url = readWebhook(context, body.webhook_url);
		const { name, enabled, deleted } = body;
		const said = saidIn(context, body);
		const watched = {
			...before,
			...said
		};
		checkBounds(watched);
		if (insight !== null) await judgeInsight(context, insight, watched);
		const { store } = context.service;
		return shown$6(context, store.transaction(() => {
			return store.alerts.update(context.project.id, id, {
				...said,
				...name === void 0 ? {} : { name },
				...insight === null ? {} : { insight_id: insight.id },
				...webhook_url === void 0 ? {} : { webhook_url },
				...enabled === void 0 ? {} : { enabled },
				...deleted === void 0 ? {} : { deleted },
				notified_point: null,
				updated_at_ms: context.now_ms
			});
		}));
	}
});
const UNSAID = {
	lower: null,
	upper: null,
	series: 0,
	condition: "absolute_value",
	threshold: "absolute",
	is_ongoing: false,
	skip_weekend: false,
	calculation_interval: "daily",
	subscribed_users: []
};
/** Bounds come in either form; the plain one wins. A threshold is sent whole: a bound that it lacks is none. */
function saidIn(context, body) {
	const { threshold, condition, config, skip_weekend, calculation_interval, subscribed_users } = body;
	const bounds = threshold?.configuration.bounds ?? {};
	const sent = threshold === void 0 ? {} : {
		lower: bounds.lower ?? null,
		upper: bounds.upper ?? null
	};
	for (const [at, id] of (subscribed_users ?? []).entries()) {
		if (context.service.store.users.get(id)) continue;
		throw invalid(`subscribed_users__${at}`, `There is no user ${id}.`, "does_not_exist");
	}
	return definedOnly({
		lower: body.lower ?? sent.lower,
		upper: body.upper ?? sent.upper,
		series: body.series ?? config?.series_index ?? void 0,
		condition: condition?.type,
		threshold: threshold?.configuration.type,
		is_ongoing: config?.check_ongoing_interval ?? void 0,
		skip_weekend,
		calculation_interval,
		subscribed_users
	});
}
/** undefined if not sent, null to remove it. */
function readWebhook({ service }, text) {
	if (text === void 0 || text === "none") return text === void 0 ? void 0 : null;
	checkWebhook(service, text);
	return text;
}
function find$1(context, id, with_deleted) {
	const row = context.service.store.alerts.get(context.project.id, id);
	if (row !== void 0 && (with_deleted || !row.deleted)) return row;
	throw new ServiceError("not_found", `Alert not found. ${see("list_alerts")} lists those there are.`);
}
async function shown$6(context, row) {
	const { id, name, lower, upper, series, condition, threshold, webhook_url, enabled, deleted } = row;
	const { users, insights } = context.service.store;
	const insight = insights.get(context.project.id, row.insight_id);
	return {
		id: String(id),
		name,
		lower,
		upper,
		series,
		webhook_url,
		enabled,
		insight: {
			id: row.insight_id,
			short_id: insight?.short_id ?? "",
			name: insight?.name ?? ""
		},
		threshold: { configuration: {
			type: threshold,
			bounds: {
				lower,
				upper
			}
		} },
		condition: { type: condition },
		config: {
			type: "TrendsAlertConfig",
			series_index: series,
			check_ongoing_interval: row.is_ongoing
		},
		calculation_interval: row.calculation_interval,
		skip_weekend: row.skip_weekend,
		subscribed_users: row.subscribed_users.flatMap((user_id) => users.get(user_id) ?? []),
		...await judge(context, row),
		last_notified_at: row.notified_at_ms === null ? null : formatIso(row.notified_at_ms),
		deleted,
		created_at: formatIso(row.created_at_ms),
		updated_at: formatIso(row.updated_at_ms)
	};
}
const JUDGED = {
	absolute_value: "",
	relative_increase: " by a rise",
	relative_decrease: " by a fall"
};
function alertText(alert) {
	const { id, name, state, reason, insight, enabled, deleted } = alert;
	const watch = watchOf(alert);
	const bounds = [watch.lower === null ? "" : `below ${boundText(watch, watch.lower)}`, watch.upper === null ? "" : `above ${boundText(watch, watch.upper)}`].filter((text) => text !== "");
	const off = deleted ? " (removed)" : enabled ? "" : " (switched off)";
	const fires = `It fires${JUDGED[watch.condition]} ${bounds.join(" or ")}`;
	return `${id} ${quoted$1(name)}${off} ${stateText(state)}: ${reason} ${fires}; insight ${insight.id}.`;
}
function watchOf({ lower, upper, series, condition, threshold, config }) {
	return {
		lower,
		upper,
		series,
		condition: condition.type,
		threshold: threshold.configuration.type ?? "absolute",
		is_ongoing: config.check_ongoing_interval ?? false
	};
}
// src/model/saved/annotation.ts
/** Annotations: notes on a time (a release, a campaign), shown with every answer that covers it. */
/** What clients may write; the service parses `date_marker`. */
const AnnotationWrite = object({
	content: string().trim().min(1).max(LIMIT.description_chars).optional().describe("What happened: \"Release 2.0\""),
	date_marker: textField("When: 2026-01-31, 2026-01-31T13:00:00, or -2d (default now)"),
	deleted: boolean().optional().describe("true removes it softly, false brings it back")
});
const AnnotationSchema = object({
	id: int(),
	content: string(),
	date_marker: string().describe("With the offset of the project time zone"),
	scope: literal$1("project"),
	deleted: boolean(),
	created_at: string(),
	created_by: UserSchema.nullable(),
	updated_at: string()
});
// src/service/operations/annotations.ts
/** Annotations: releases, campaigns and outages, marked on the time line. */
const ID$3 = numberId("Number of the annotation");
const ONE$2 = object({ id: ID$3 });
const listAnnotations = operation({
	name: "list_annotations",
	title: "List annotations",
	description: "What was marked on the time line: releases, campaigns, outages. Example: {\"search\":\"release\"}.",
	routes: [{
		method: "GET",
		path: "/annotations/"
	}],
	tool: true,
	scope: "annotation:read",
	effect: "read",
	input: object({
		search: string().max(LIMIT.search_chars).optional().describe("Text in it, in any case"),
		limit: int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${LIMIT.page_default})`),
		offset: offsetField
	}),
	output: paginated(AnnotationSchema),
	text: (page) => listText$2("annotation", page, annotationText),
	handle(context, { search = "", limit = LIMIT.page_default, offset = 0 }) {
		const { count, rows } = context.service.store.annotations.list(context.project.id, {
			search,
			limit,
			offset
		});
		const results = rows.map((row) => shown$5(context, row));
		return {
			count,
			...linksOf(context.url, {
				count,
				limit,
				offset
			}),
			results
		};
	}
});
const createAnnotation = operation({
	name: "create_annotation",
	title: "Mark a moment",
	description: "Marks a release, a campaign or an outage on the time line: answers that cover it tell it. Example: {\"content\":\"Release 2.0\",\"date_marker\":\"2026-01-31\"}.",
	routes: [{
		method: "POST",
		path: "/annotations/",
		status: 201
	}],
	tool: true,
	scope: "annotation:write",
	effect: "create",
	repeatable: true,
	input: AnnotationWrite,
	output: AnnotationSchema,
	text: annotationText,
	handle(context, { content, date_marker, deleted = false }) {
		if (content === void 0) throw invalid("content", "This field is required: what happened.", "required");
		const { now_ms, project, caller } = context;
		const date_ms = readDate(context, date_marker) ?? now_ms;
		const times = {
			created_at_ms: now_ms,
			updated_at_ms: now_ms
		};
		const values = {
			project_id: project.id,
			content,
			date_ms,
			deleted,
			created_by: caller.user.id,
			...times
		};
		const { store } = context.service;
		return shown$5(context, store.transaction(() => store.annotations.insert(values)));
	}
});
const getAnnotation = operation({
	name: "get_annotation",
	title: "Read an annotation",
	description: "One moment that was marked on the time line. Example: {\"id\":1}.",
	routes: [{
		method: "GET",
		path: "/annotations/:id/"
	}],
	tool: true,
	scope: "annotation:read",
	effect: "read",
	input: ONE$2,
	output: AnnotationSchema,
	text: annotationText,
	locate: (context, { id }) => void find(context, Number(id), false),
	handle: (context, { id }) => shown$5(context, find(context, id, false))
});
const updateAnnotation = operation({
	name: "update_annotation",
	title: "Change an annotation",
	description: "Changes the fields you send and leaves the others. \"deleted\": true removes it, false brings it back. Example: {\"id\":1,\"deleted\":true}.",
	routes: [{
		method: "PATCH",
		path: "/annotations/:id/"
	}],
	tool: true,
	scope: "annotation:write",
	effect: "update",
	repeatable: true,
	input: ONE$2.extend(AnnotationWrite.shape),
	output: AnnotationSchema,
	text: annotationText,
	locate: (context, { id }) => void find(context, Number(id), true),
	handle(context, { id, content, date_marker, deleted }) {
		const { store } = context.service;
		const date_ms = readDate(context, date_marker);
		return store.transaction(() => {
			find(context, id, deleted === false);
			return shown$5(context, store.annotations.update(context.project.id, id, {
				...content === void 0 ? {} : { content },
				...date_ms === null ? {} : { date_ms },
				...deleted === void 0 ? {} : { deleted },
				updated_at_ms: context.now_ms
			}));
		});
	}
});
/** null if not sent. */
function readDate(context, text) {
	if (text === void 0) return null;
	const date = parseDate(text, clockOf(context));
	if (date !== null) return date.ms;
	throw invalid("date_marker", "Not a date. Send 2026-01-31, 2026-01-31T13:00:00, or a relative date as -2d.");
}
function find(context, id, with_deleted) {
	const row = context.service.store.annotations.get(context.project.id, id);
	if (row !== void 0 && (with_deleted || !row.deleted)) return row;
	throw new ServiceError("not_found", `Annotation not found. ${see("list_annotations")} lists those there are.`);
}
function shown$5({ project, service }, row) {
	return {
		id: row.id,
		content: row.content,
		date_marker: isoWithOffset(project.timezone, row.date_ms),
		scope: "project",
		deleted: row.deleted,
		created_at: formatIso(row.created_at_ms),
		created_by: row.created_by === null ? null : service.store.users.get(row.created_by) ?? null,
		updated_at: formatIso(row.updated_at_ms)
	};
}
function annotationText({ id, date_marker, content, deleted }) {
	return `${id} ${date_marker} ${quoted$1(content)}${deleted ? " (removed)" : ""}`;
}
// src/service/operations/audit.ts
/** Audit log: changes to keys, settings, saved things and sharing, by whom and when. */
const AuditSchema = object({
	id: int(),
	at: string(),
	user: string().nullable().describe("E-mail or first name; null where there is nobody any more"),
	key_id: int().nullable().describe("Number of the API key; null = the owner of the file, at the machine"),
	action: string().describe("An operation by its name, or create_key, rotate_key, revoke_key, apply_files"),
	target: string().nullable().describe("What it was done to"),
	fields: array(string()).describe("What was sent, by name")
});
const listAuditLog = operation({
	name: "list_audit_log",
	title: "Read the audit log",
	description: "Who changed settings, saved things, sharing and keys, newest first; fields by name, without values. Example: {\"limit\":20}.",
	routes: [{
		method: "GET",
		path: "/audit_log/",
		csv: true
	}],
	tool: true,
	scope: "activity_log:read",
	effect: "read",
	input: object({
		limit: int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${LIMIT.page_default})`),
		before: int().min(1).optional().describe("Only entries older than the one of this id")
	}),
	output: object({
		results: array(AuditSchema),
		has_more: boolean().describe("Whether there are older ones: send the last id as \"before\"")
	}),
	text: ({ results }) => results.length === 0 ? "Nothing was changed yet." : results.map(({ at, user, key_id, action, target, fields }) => `${at} ${user ?? "unknown"} (${key_id === null ? "owner" : `key ${key_id}`}): ${action} ${visible(target ?? "")} ${fields.map(visible).join(", ")}`.trimEnd()).join("\n"),
	table: ({ results }) => ({
		columns: [
			"at",
			"user",
			"key_id",
			"action",
			"target",
			"fields"
		],
		rows: results.map(({ at, user, key_id, action, target, fields }) => [
			at,
			user,
			key_id,
			action,
			target,
			fields.join(" ")
		])
	}),
	handle(context, { limit = LIMIT.page_default, before }) {
		const { service, project, caller } = context;
		const rows = service.store.audit.list({
			project_id: project.id,
			with_global: caller.project_ids === null,
			before: before ?? null,
			limit: limit + 1
		});
		return {
			results: rows.slice(0, limit).map((row) => shown$4(context, row)),
			has_more: rows.length > limit
		};
	}
});
function shown$4({ service }, row) {
	const user = row.user_id === null ? void 0 : service.store.users.get(row.user_id);
	const { seq: id, key_id, action, target, fields } = row;
	return {
		id,
		at: formatIso(row.at_ms),
		user: user?.email || user?.first_name || null,
		key_id,
		action,
		target,
		fields: [...fields]
	};
}
// src/service/answers/unknown_values.ts
/** Warns of values that nobody has, usually typos. Only run when little was found, since it reads all values. */
/** `query`: resolved. One warning per value that no event or person has, with the nearest ones. @throws as `valuesOf` */
async function valueWarnings(context, query) {
	const texts = [];
	for (const wanted of wantedIn(query).slice(0, LIMIT.conditions_explained)) texts.push(...await aboutValues(context, wanted));
	return [...new Set(texts)];
}
async function aboutValues(context, { owner, key, values }) {
	const limit = LIMIT.values_compared;
	const [found = []] = await valuesOf(context, {
		owner,
		event: null,
		keys: [key],
		search: "",
		limit
	});
	const texts = found.map(({ value }) => value);
	if (texts.length === 0 || texts.length >= limit) return [];
	return values.filter((value) => !texts.includes(value)).slice(0, LIMIT.values_told).map((value) => {
		const near = nearestNames(value, texts);
		const help = near.length > 0 ? `Did you mean ${listText(near, " or ")}?` : `Values there are: ${listText(texts.slice(0, LIMIT.values_told), ", ")}.`;
		return `${owner === "event" ? "No event has" : "Nobody has"} ${quoted$1(value)} as ${quoted$1(key)}. ${help}`;
	});
}
function listText(texts, between) {
	return texts.map((text) => quoted$1(text)).join(between);
}
/** Conditions "equals one of these texts" anywhere in a query, except in saved cohorts. */
function wantedIn(node) {
	if (Array.isArray(node)) return typeof node[0] === "object" ? node.flatMap(wantedIn) : [];
	if (!isObject(node) || ArrayBuffer.isView(node) || node["kind"] === "cohort") return [];
	const { kind, source, test } = node;
	if (kind === "value" && isObject(source) && isObject(test)) return wantedBy(source, test);
	return Object.values(node).flatMap(wantedIn);
}
function wantedBy({ of, key }, { op, values }) {
	if (of !== "event" && of !== "person" || typeof key !== "string" || op !== "in" || !Array.isArray(values)) return [];
	const texts = values.filter((value) => typeof value === "string" && Number.isNaN(Number(value)));
	return texts.length === 0 ? [] : [{
		owner: of,
		key,
		values: texts
	}];
}
// src/service/resolve/filters/cohort_groups.ts
/**
* Translates `groups`, the older form of a cohort, into the newer one. Any of the groups must match: all of its
* properties (a list, or {key: value}), or something done within some days. All conditions are about persons.
*/
const SHAPE = "[{\"properties\":{\"plan\":\"pro\"}}]";
const DEFAULT_DAYS = 365;
const COUNT_OPERATORS = [
	"gte",
	"lte",
	"eq"
];
/** @throws ServiceError naming the group at fault */
function filtersOfGroups(groups, attr) {
	if (!Array.isArray(groups)) throw invalid(attr, `Expected a list of groups: ${SHAPE}.`, "not_a_list");
	return { properties: {
		type: "OR",
		values: groups.map((group, at) => valuesOfGroup(group, `${attr}__${at}`)).map((of) => ({
			type: "AND",
			values: of
		}))
	} };
}
function valuesOfGroup(group, attr) {
	if (!isObject(group)) throw invalid(attr, `Expected a group: ${SHAPE.slice(1, -1)}.`);
	const { properties, action_id, event_id } = group;
	if (Array.isArray(properties)) return properties.map((property, at) => ofPerson$1(property, `${attr}__properties__${at}`));
	if (isObject(properties)) return Object.entries(properties).map(([name, value]) => ofPair(name, value));
	if ((action_id ?? event_id ?? null) === null) throw invalid(attr, "A group says what people are (\"properties\") or what they did (\"event_id\" or \"action_id\").");
	return [behaviourOf(group, attr)];
}
/** A missing type, and even `event`, means person. */
function ofPerson$1(property, attr) {
	if (!isObject(property)) throw invalid(attr, "Expected a property: {\"key\":\"plan\",\"value\":\"pro\"}.");
	const type = property["type"] ?? "person";
	return {
		...property,
		type: type === "event" || type === "events" ? "person" : type
	};
}
/** Names may end in an operator: {"plan__icontains": "pro"}. */
function ofPair(name, value) {
	const cut = name.lastIndexOf("__");
	const [key, operator] = cut > 0 ? [name.slice(0, cut), name.slice(cut + 2)] : [name, "exact"];
	return {
		key,
		operator,
		value,
		type: "person"
	};
}
function behaviourOf(group, attr) {
	const { action_id = null, event_id = null, days = null, count = null, count_operator = null } = group;
	const leaf = {
		type: "behavioral",
		key: action_id ?? event_id,
		event_type: action_id === null ? "events" : "actions",
		time_value: days ?? DEFAULT_DAYS,
		time_interval: "day"
	};
	if (count === null || Number(count) === 0) return {
		...leaf,
		value: "performed_event"
	};
	const operator = String(count_operator ?? "eq");
	if (!COUNT_OPERATORS.includes(operator)) throw invalid(`${attr}__count_operator`, "Not one of the allowed values: gte, lte, eq.", "invalid_choice");
	return {
		...leaf,
		value: "performed_event_multiple",
		operator,
		operator_value: count
	};
}
// src/service/operations/cohorts.ts
/** Cohorts: saved sets of people to filter and split by. */
const ID$2 = numberId("Number of the cohort");
const ONE$1 = object({ id: ID$2 });
const listCohorts = operation({
	name: "list_cohorts",
	title: "List cohorts",
	description: "Saved cohorts of the project: sets of people by what they are and did. Example: {\"search\":\"paying\"}.",
	routes: [{
		method: "GET",
		path: "/cohorts/"
	}],
	tool: true,
	scope: "cohort:read",
	effect: "read",
	input: object({
		search: string().max(LIMIT.search_chars).optional().describe("Text in name or description, in any case"),
		limit: int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${LIMIT.page_default})`),
		offset: offsetField
	}),
	output: paginated(CohortSchema),
	text: (page) => listText$2("cohort", page, cohortText),
	handle(context, { search = "", limit = LIMIT.page_default, offset = 0 }) {
		const { count, rows } = context.service.store.cohorts.list(context.project.id, {
			search,
			limit,
			offset
		});
		const results = rows.map((row) => shown$3(context, row, null));
		return {
			count,
			...linksOf(context.url, {
				count,
				limit,
				offset
			}),
			results
		};
	}
});
const createCohort = operation({
	name: "create_cohort",
	title: "Create a cohort",
	description: "Saves a set of people by what they are and did, or a list of them. Questions filter by it: {\"type\":\"cohort\",\"key\":\"id\",\"value\":1}. Example: {\"name\":\"Paid lately\",\"filters\":{\"properties\":{\"type\":\"AND\",\"values\":[{\"type\":\"behavioral\",\"key\":\"paid\",\"event_type\":\"events\",\"value\":\"performed_event\",\"time_value\":30,\"time_interval\":\"day\"}]}}}.",
	routes: [{
		method: "POST",
		path: "/cohorts/",
		status: 201
	}],
	tool: true,
	scope: "cohort:write",
	effect: "create",
	input: CohortWrite,
	output: CohortSchema,
	text: cohortText,
	handle(context, body) {
		const { store } = context.service;
		const { name } = body;
		if (name === void 0) throw invalid("name", "This field is required.", "required");
		if (context.face === "mcp") checkSaysWho(body);
		const row = store.transaction(() => {
			const is_static = body.is_static ?? false;
			const filters = readFilters(context, body, is_static) ?? {};
			const made = store.cohorts.insert({
				project_id: context.project.id,
				name,
				description: body.description ?? "",
				filters,
				is_static,
				deleted: body.deleted ?? false,
				created_at_ms: context.now_ms,
				created_by: context.caller.user.id,
				updated_at_ms: context.now_ms
			});
			addMembers(context, made, body.distinct_ids);
			return made;
		});
		return withWarnings(context, row, counted(context, row));
	}
});
const getCohort = operation({
	name: "get_cohort",
	title: "Read a cohort",
	description: "One saved cohort, its definition and how many people belong to it now. Example: {\"id\":1}.",
	routes: [{
		method: "GET",
		path: "/cohorts/:id/"
	}],
	tool: true,
	scope: "cohort:read",
	effect: "read",
	input: ONE$1,
	output: CohortSchema,
	text: cohortText,
	locate: (context, { id }) => void findCohort(context, Number(id)),
	handle: (context, { id }) => countedAnywhere(context, findCohort(context, id))
});
const updateCohort = operation({
	name: "update_cohort",
	title: "Change a cohort",
	description: "Changes the fields you send and leaves the others; \"filters\" are replaced as a whole, \"distinct_ids\" are added to a static cohort. \"deleted\": true removes it, false brings it back. Example: {\"id\":1,\"name\":\"Paying\"}.",
	routes: [{
		method: "PATCH",
		path: "/cohorts/:id/"
	}],
	tool: true,
	scope: "cohort:write",
	effect: "update",
	input: ONE$1.extend(CohortWrite.shape),
	output: CohortSchema,
	text: cohortText,
	locate(context, { id }) {
		if (!context.service.store.cohorts.get(context.project.id, Number(id))) throw notFound();
	},
	handle(context, { id, ...body }) {
		const { store } = context.service;
		const row = store.transaction(() => {
			const before = store.cohorts.get(context.project.id, id);
			if (before === void 0 || before.deleted && body.deleted !== false) throw notFound();
			if (body.is_static !== void 0 && body.is_static !== before.is_static) throw invalid("is_static", "A cohort cannot become static or stop being so. Create another one.");
			const filters = readFilters(context, body, before.is_static, id);
			const { name, description, deleted } = body;
			addMembers(context, before, body.distinct_ids);
			return store.cohorts.update(context.project.id, id, {
				...name === void 0 ? {} : { name },
				...description === void 0 ? {} : { description: description ?? "" },
				...filters === null ? {} : { filters },
				...deleted === void 0 ? {} : { deleted },
				updated_at_ms: context.now_ms
			});
		});
		return withWarnings(context, row, counted(context, row));
	}
});
/** An empty definition matches nobody. Programs may fill it later, but a model has probably forgotten something. */
function checkSaysWho({ filters, groups, query, is_static }) {
	if (is_static === true || (groups ?? null) !== null || (query ?? null) !== null) return;
	const conditions = isObject(filters) ? filters["properties"] ?? [] : filters ?? [];
	const of = isObject(conditions) ? conditions["values"] ?? Object.keys(conditions) : conditions;
	if (!Array.isArray(of) || of.length > 0) return;
	throw invalid("filters", `Say who belongs to it: {"properties":{"type":"AND","values":[{"key":"plan","value":"pro","type":"person"}]}}, or list them: "is_static": true with "distinct_ids".`, "required");
}
/**
* For models: adds warnings for unknown names and values. Synchronous if there is nothing to look up, as files are
* applied within a transaction.
*/
function withWarnings(context, row, cohort) {
	return context.face !== "mcp" || cohort.count !== 0 || row.is_static ? cohort : warned(context, row, cohort);
}
async function warned(context, row, cohort) {
	const predicate = cohortPredicate(context, row, [`cohort ${row.id}`]);
	const where = predicate.kind === "cohort" ? predicate.where : predicate;
	const warnings = [
		...unknownEventTexts(context, eventsIn(where)),
		...cohortNameWarnings(context, where),
		...await valueWarnings(context, where)
	];
	return warnings.length === 0 ? cohort : {
		...cohort,
		warnings: warnings.map(context.wording)
	};
}
/** The definition to save, null if none was sent. Refuses what cannot be computed. `id`: the cohort being changed. */
function readFilters(context, body, is_static, id) {
	if ((body.query ?? null) !== null) throw notSupported("cohort query", "query", "Cohorts of a query are not computed here. Describe the people by \"filters\", or list them: \"is_static\" with \"distinct_ids\".");
	const given = body.filters ?? null;
	const groups = body.groups ?? null;
	if (given === null && groups === null) return null;
	const attr = given === null ? "groups" : "filters";
	if (is_static) throw invalid(attr, "A static cohort lists its people: send \"distinct_ids\" instead.");
	const filters = given ?? filtersOfGroups(groups, "groups");
	if (JSON.stringify(filters).length > LIMIT.filters_bytes) throw invalid(attr, `Ensure this field has no more than ${LIMIT.filters_bytes} bytes of JSON.`, "max_length");
	resolveCohort(filters, attr, settingOf(context, [`cohort ${id ?? "asked for"}`]));
	return filters;
}
function addMembers(context, row, distinct_ids) {
	if (distinct_ids === void 0) return;
	if (!row.is_static) throw invalid("distinct_ids", "Only a static cohort lists its people: send \"is_static\": true.");
	const { people, cohorts } = context.service.store;
	const { id: project_id } = context.project;
	const found = distinct_ids.map((text) => ({
		text,
		ord: people.find(project_id, text)?.ord
	}));
	const unknown = found.filter((one) => one.ord === void 0).map((one) => one.text);
	if (unknown.length > 0) {
		const some = unknown.slice(0, 5).join(", ");
		throw invalid("distinct_ids", `Nobody has these ids (${unknown.length}): ${some}.`, "does_not_exist");
	}
	const members = /* @__PURE__ */ new Set([...cohorts.members(project_id, row.id), ...found.map((one) => one.ord)]);
	if (members.size > LIMIT.cohort_members) throw invalid("distinct_ids", `A static cohort may list ${LIMIT.cohort_members} people, not more.`);
	cohorts.addMembers(project_id, row.id, [...members]);
}
/** Excludes removed ones. @throws ServiceError not_found */
function findCohort(context, id) {
	const row = liveCohort(context, id);
	if (row === null) throw notFound();
	return row;
}
function notFound() {
	return new ServiceError("not_found", `Cohort not found. ${see("list_cohorts")} lists those there are.`);
}
function counted(context, row) {
	if (row.deleted) return shown$3(context, row, null);
	try {
		const predicate = cohortPredicate(context, row, [`cohort ${row.id}`]);
		if (context.service.store.events.place() !== null && looksAtEvents(predicate)) return shown$3(context, row, null, UNCOUNTED);
		const view = context.service.datasets.current(context.project);
		return shown$3(context, row, count(and(livingPersons(view), personsWhere(predicate, view))));
	} catch (error) {
		if (!(error instanceof ServiceError) || error.status !== 400) throw error;
		return shown$3(context, row, null, `${error.attr}: ${error.message}`);
	}
}
/** Also if events are in a database of their own. */
function countedAnywhere(context, row) {
	const cohort = counted(context, row);
	return cohort.error_message === UNCOUNTED ? countedThere(context, row, cohort) : cohort;
}
async function countedThere(context, row, cohort) {
	const { service, project, signal } = context;
	const predicate = cohortPredicate(context, row, [`cohort ${row.id}`]);
	const count = await service.computing.countPersons(project, predicate, signal);
	return count === null ? cohort : {
		...cohort,
		count,
		error_message: null
	};
}
/** Behaviour is known only where the events are; questions that name the cohort are answered there. */
const UNCOUNTED = "Who belongs by what they did is not counted at once, as events are in a database of their own. Read the cohort.";
function looksAtEvents(predicate) {
	switch (predicate.kind) {
		case "behaviour": return true;
		case "and":
		case "or": return predicate.of.some(looksAtEvents);
		case "not": return looksAtEvents(predicate.of);
		case "cohort": return looksAtEvents(predicate.where);
		default: return false;
	}
}
function shown$3(context, row, count, error_message = null) {
	return {
		id: row.id,
		name: row.name,
		description: row.description,
		filters: row.filters,
		is_static: row.is_static,
		count,
		error_message,
		deleted: row.deleted,
		created_at: formatIso(row.created_at_ms),
		created_by: row.created_by === null ? null : context.service.store.users.get(row.created_by) ?? null,
		updated_at: formatIso(row.updated_at_ms)
	};
}
function cohortText({ id, name, count, error_message, is_static, filters, warnings = [] }) {
	const people = count === null ? "" : ` (${count} people)`;
	const state = error_message ? ` (cannot be computed: ${visible(error_message)})` : people;
	return [`${id} ${quoted$1(name ?? "")}${state}: ${is_static ? "static" : visibleJson(filters)}`, ...warnings.map(visible)].join("\n");
}
// src/service/operations/computing.ts
/** Cancelling a computation, and reporting how long users waited for one. */
/** Shaped like an insight, although there is none. */
const NoInsight = looseObject({ id: _null() });
const CancelledInsight = NoInsight.extend({ query_status: object({
	id: string().nullable(),
	complete: boolean().describe("Nothing is computed under that name any more"),
	cancelled: boolean().describe("Whether anything was")
}) });
const cancelComputation = operation({
	name: "cancel_computation",
	title: "Cancel a computation",
	description: "Stops what is being computed under the client_query_id you gave it: that call ends with the error \"cancelled\". Use it when a question takes too long. Example: {\"client_query_id\":\"weekly-sign-ups\"}.",
	routes: [{
		method: "POST",
		path: "/insights/cancel/",
		csv: true
	}],
	tool: true,
	scope: "insight:read",
	effect: "act",
	input: object({ client_query_id: textField("The name sent with the question; without it nothing is cancelled", LIMIT.client_query_id_chars) }),
	output: CancelledInsight,
	text({ query_status: { id, cancelled } }) {
		if (id === null) return "Nothing was cancelled: say which computation, by the client_query_id you gave it.";
		const name = quoted$1(id);
		return cancelled ? `The computation ${name} was cancelled.` : `Nothing was being computed under the name ${name}.`;
	},
	table: ({ query_status: { id, complete, cancelled } }) => ({
		columns: [
			"id",
			"complete",
			"cancelled"
		],
		rows: [[
			id,
			complete,
			cancelled
		]]
	}),
	handle({ project, service }, { client_query_id: id = null }) {
		const waiting = id === null ? 0 : service.computing.running.cancel(project.id, id);
		return {
			...NO_INSIGHT,
			query_status: {
				id,
				complete: true,
				cancelled: waiting > 0
			}
		};
	}
});
const MILLISECONDS = number$1().min(0).max(LIMIT.timing_ms).optional();
const recordTiming = operation({
	name: "record_timing",
	title: "Record how long somebody waited",
	description: "Reports how long somebody waited for an insight, for the metrics of this server. Use it if you measured. Example: {\"insight\":\"k3VbQ0pZ\",\"milliseconds\":840,\"event\":\"load\"}.",
	routes: [{
		method: "POST",
		path: "/insights/timing/",
		csv: true
	}],
	tool: true,
	scope: "insight:read",
	effect: "act",
	input: object({
		insight: insightId("").optional().describe("Which insight was shown"),
		milliseconds: MILLISECONDS.describe("How long it took"),
		event: _enum(TIMED_EVENTS).default("load").describe("Until the data were there, or until they were drawn"),
		time_to_see_data_ms: restOnly(MILLISECONDS.describe("The same as milliseconds, as older clients call it"))
	}),
	output: NoInsight,
	text: () => "Recorded.",
	table: () => ({
		columns: ["recorded"],
		rows: [[true]]
	}),
	handle({ service }, { milliseconds, time_to_see_data_ms, event }) {
		const waited_ms = milliseconds ?? time_to_see_data_ms;
		if (waited_ms !== void 0) service.timings.record(event, waited_ms);
		return { ...NO_INSIGHT };
	}
});
// src/service/dashboards/chart.ts
/** A dashboard as a list of charts. */
function dashboardChart(dashboard) {
	const charts = dashboard.tiles.flatMap(({ insight }) => insight === null ? [] : [insightChart(insight)]);
	const texts = dashboard.tiles.flatMap(({ text }) => text === void 0 ? [] : text.body.split(/\r?\n/).map(visible).filter((line) => line !== ""));
	const shown = charts.filter((chart) => chart !== null);
	return {
		kind: "board",
		title: visible(dashboard.name),
		subtitle: dashboard.description === "" ? [] : [visible(dashboard.description)],
		summary: `${shown.length} insights.`,
		notes: [...texts, ...shown.length < charts.length ? [`${charts.length - shown.length} insights have no result to draw.`] : []],
		empty: shown.length === 0 ? "No insight on this dashboard has a result yet." : null,
		controls: [],
		ask: null,
		listing: null,
		table: {
			columns: [],
			rows: [],
			rows_left_out: 0
		},
		charts: shown
	};
}
// src/service/operations/dashboards.ts
/** Dashboards: insights side by side. Removing one is soft; its insights stay. */
const ID$1 = numberId("Number of the dashboard");
const listDashboards = operation({
	name: "list_dashboards",
	title: "List dashboards",
	description: "The dashboards of the project, without their insights. Example: {\"search\":\"growth\"}.",
	routes: [{
		method: "GET",
		path: "/dashboards/"
	}],
	tool: true,
	scope: "dashboard:read",
	effect: "read",
	input: object({
		search: string().max(LIMIT.search_chars).optional().describe("Text in name or description, in any case"),
		pinned: boolean().optional().describe("Only those that are pinned (true), or only others (false)"),
		tags: array(string()).max(LIMIT.tags).optional().describe("Only those with all of these tags"),
		limit: int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${LIMIT.page_default})`),
		offset: offsetField
	}),
	output: paginated(DashboardSchema),
	text: (page) => listText$2("dashboard", page, dashboardLine),
	handle(context, { tags, limit = LIMIT.page_default, offset = 0, ...filters }) {
		const { count, rows } = context.service.store.dashboards.list(context.project.id, {
			...definedOnly(filters),
			...tags === void 0 ? {} : { tags: cleanTags(tags) },
			limit,
			offset
		});
		const results = rows.map((row) => dashboardFields(context, row));
		return {
			count,
			...linksOf(context.url, {
				count,
				limit,
				offset
			}),
			results
		};
	}
});
const createDashboardOperation = operation({
	name: "create_dashboard",
	title: "Create a dashboard",
	description: "A new dashboard with insights on it. Example: {\"name\":\"Growth\",\"tiles\":[{\"insight\":\"k3VbQ0pZ\"}]}.",
	routes: [{
		method: "POST",
		path: "/dashboards/",
		status: 201
	}],
	tool: true,
	scope: "dashboard:write",
	effect: "create",
	repeatable: true,
	input: DashboardWrite,
	output: DashboardDetail,
	text: dashboardText,
	handle: (context, body) => writtenDashboard(context, createDashboard(context, body))
});
const getDashboard = operation({
	name: "get_dashboard",
	title: "Read a dashboard",
	description: "A dashboard with the results of its insights; refresh=true computes those that are due. Example: {\"id\":1}.",
	routes: [{
		method: "GET",
		path: "/dashboards/:id/"
	}],
	tool: true,
	scope: "dashboard:read",
	effect: "read",
	input: object({
		id: ID$1,
		refresh: refreshField(REFRESH_TEXT)
	}),
	output: DashboardDetail,
	text: dashboardText,
	chart: dashboardChart,
	locate: (context, { id }) => void liveDashboard(context, Number(id)),
	handle(context, { id, refresh = "false" }) {
		return dashboardComputed(context, liveDashboard(context, id), (asked) => fieldsAmongOthers(context, asked, refresh));
	}
});
const updateDashboardOperation = operation({
	name: "update_dashboard",
	title: "Change a dashboard",
	description: "Changes the fields you send. Of tiles only those you name: a new insight is added, {\"deleted\":true} takes one off. Example: {\"id\":1,\"tiles\":[{\"insight\":\"k3VbQ0pZ\"}]}.",
	routes: [{
		method: "PATCH",
		path: "/dashboards/:id/"
	}],
	tool: true,
	scope: "dashboard:write",
	effect: "update",
	repeatable: true,
	input: object({
		id: ID$1,
		...DashboardWrite.shape
	}),
	output: DashboardDetail,
	text: dashboardText,
	locate: (context, { id }) => void anyDashboard(context, Number(id)),
	handle: (context, { id, ...body }) => writtenDashboard(context, updateDashboard(context, id, body))
});
// src/service/operations/definitions.ts
/** Names of a project's events and properties, and the most frequent values of properties. */
const SEARCH = string().max(LIMIT.search_chars).optional();
const limitField = int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${LIMIT.page_default})`);
const ID = string().describe("UUID, the same each time");
const EventDefinitionSchema = object({
	id: ID,
	name: string(),
	count: int().describe("How many of it there are"),
	created_at: string().describe("Time of the first one"),
	last_seen_at: string().describe("Time of the last one")
});
const EVENT_ORDERS = {
	name: byName,
	count: (a, b) => a.count - b.count,
	created_at: (a, b) => a.first_seen_ms - b.first_seen_ms,
	last_seen_at: (a, b) => a.last_seen_ms - b.last_seen_ms
};
const ORDERINGS = Object.keys(EVENT_ORDERS).flatMap((name) => [name, `-${name}`]);
function byName(a, b) {
	return a.name === b.name ? 0 : a.name < b.name ? -1 : 1;
}
const listEventDefinitions = operation({
	name: "list_event_definitions",
	title: "List events by name",
	description: "The names of all events of the project, with how many there are and when the first and the last one was; most frequent first. Example: {\"search\":\"sign\",\"limit\":20}.",
	routes: [{
		method: "GET",
		path: "/event_definitions/"
	}],
	tool: true,
	scope: "event_definition:read",
	effect: "read",
	input: object({
		search: SEARCH.describe("Text in the name, in any case"),
		ordering: _enum(ORDERINGS).optional().describe("-count unless said; \"-\" in front for descending"),
		limit: limitField,
		offset: offsetField
	}),
	output: paginated(EventDefinitionSchema),
	text: (page) => listText$2("event", page, ({ name, count }) => `${quoted$1(name)}: ${count}`),
	handle(context, { search = "", ordering = "-count", limit = LIMIT.page_default, offset = 0 }) {
		const needle = search.toLowerCase();
		const found = context.service.store.definitions.events(context.project.id).filter(({ count, name }) => count > 0 && name.toLowerCase().includes(needle)).sort(orderOf(ordering));
		const results = found.slice(offset, offset + limit).map((one) => shownEvent(context.project.id, one));
		return {
			count: found.length,
			...linksOf(context.url, {
				count: found.length,
				limit,
				offset
			}),
			results
		};
	}
});
function shownEvent(project_id, { name, count, first_seen_ms, last_seen_ms }) {
	return {
		id: definitionId(project_id, "event", name),
		name,
		count,
		created_at: formatIso(first_seen_ms),
		last_seen_at: formatIso(last_seen_ms)
	};
}
const ONE_EVENT = {
	tool: false,
	scope: "event_definition:read",
	effect: "read",
	output: EventDefinitionSchema,
	text: ({ name, count }) => `${quoted$1(name)}: ${count}`
};
const getEventByName = operation({
	...ONE_EVENT,
	name: "get_event_definition_by_name",
	title: "Read an event by its name",
	description: "How many events have this name, and when the first and the last one was.",
	routes: [{
		method: "GET",
		path: "/event_definitions/by_name/"
	}],
	input: object({ name: string().max(LIMIT.event_name_chars).describe("The whole name") }),
	handle: (context, { name }) => oneEvent(context, (one) => one.name === name)
});
const getEventDefinition = operation({
	...ONE_EVENT,
	name: "get_event_definition",
	title: "Read an event by its id",
	description: "The same, by the id that lists tell.",
	routes: [{
		method: "GET",
		path: "/event_definitions/:id/"
	}],
	input: object({ id: ID }),
	handle: (context, { id }) => oneEvent(context, ({ name }) => definitionId(context.project.id, "event", name) === id.toLowerCase())
});
function oneEvent({ service, project }, isMeant) {
	const found = service.store.definitions.events(project.id).find((one) => one.count > 0 && isMeant(one));
	if (found) return shownEvent(project.id, found);
	throw new ServiceError("not_found", `There is no such event. ${see("list_event_definitions")} lists those there are.`);
}
function orderOf(ordering) {
	const sign = ordering.startsWith("-") ? -1 : 1;
	const compare = EVENT_ORDERS[ordering.replace("-", "")];
	return (a, b) => sign * compare(a, b) || byName(a, b);
}
const OWNERS$1 = [
	"event",
	"person",
	"group"
];
const TYPE = _enum(OWNERS$1).optional().describe("Of what: event (default), person or group");
const GROUP_TYPE_INDEX = int().min(0).max(LIMIT.groups_per_project - 1).optional().describe("With type group: of which group type");
const PropertyDefinitionSchema = object({
	id: ID,
	name: string(),
	type: _enum(OWNERS$1),
	group_type_index: int().nullable(),
	property_type: string().nullable().describe("String, Numeric, Boolean, DateTime; null where values differ"),
	is_numerical: boolean()
});
const listPropertyDefinitions = operation({
	name: "list_property_definitions",
	title: "List properties by name",
	description: "The names of the properties that events, people or groups have, with the kind of their values; by name. Example: {\"type\":\"person\",\"search\":\"plan\"}.",
	routes: [{
		method: "GET",
		path: "/property_definitions/"
	}],
	tool: true,
	scope: "property_definition:read",
	effect: "read",
	input: object({
		type: TYPE,
		group_type_index: GROUP_TYPE_INDEX,
		search: SEARCH.describe("Text in the name, in any case"),
		event_names: restOnly(array(string()).max(LIMIT.entities).optional().describe("Only those that one of these events has")),
		filter_by_event_names: restOnly(boolean().optional().describe("false: event_names is passed over")),
		properties: restOnly(string().optional().describe("Only those with one of these names: plan,amount")),
		limit: limitField,
		offset: offsetField
	}),
	output: paginated(PropertyDefinitionSchema),
	text: (page) => listText$2("property", page, ({ name, property_type }) => `${quoted$1(name)} (${property_type ?? "mixed"})`),
	async handle(context, { type = "event", search = "", limit = LIMIT.page_default, offset = 0, ...asked }) {
		const named = context.service.store.definitions.properties(context.project.id, {
			owner: type,
			search
		}).filter((row) => isAsked(row, asked));
		const { event_names = [], filter_by_event_names = true } = asked;
		const found = filter_by_event_names && type === "event" && event_names.length > 0 ? await onEvents(context, named, event_names) : named;
		const results = found.slice(offset, offset + limit).map((row) => shownProperty(context.project.id, row));
		return {
			count: found.length,
			...linksOf(context.url, {
				count: found.length,
				limit,
				offset
			}),
			results
		};
	}
});
function isAsked({ name, group_type_index }, asked) {
	if (asked.group_type_index !== void 0 && asked.group_type_index !== group_type_index) return false;
	return asked.properties === void 0 || asked.properties.split(",").includes(name);
}
async function onEvents(context, named, events) {
	const found = await propertiesOn(context, events, named.map(({ name }) => name));
	return named.filter(({ name }) => found.has(name));
}
function shownProperty(project_id, { owner, group_type_index, name, type }) {
	return {
		id: definitionId(project_id, "property", owner, group_type_index, name),
		name,
		type: owner,
		group_type_index: owner === "group" ? group_type_index : null,
		property_type: type,
		is_numerical: type === "Numeric"
	};
}
const VALUES_DEFAULT = 20;
const listPropertyValues = operation({
	name: "list_property_values",
	title: "List the values of a property",
	description: "The values a property has most often, with how many events, people or groups have each. Example: {\"key\":\"$browser\",\"event\":\"sign up\"}.",
	routes: [{
		method: "GET",
		path: "/property_definitions/values/"
	}],
	tool: true,
	scope: "property_definition:read",
	effect: "read",
	input: object({
		key: string().min(1).describe("Name of the property"),
		type: TYPE,
		group_type_index: GROUP_TYPE_INDEX,
		event: string().optional().describe("With type event: only values on this event"),
		search: SEARCH.describe("Text in the value, in any case"),
		limit: int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${VALUES_DEFAULT})`)
	}),
	output: object({ results: array(object({
		name: string(),
		count: int()
	})) }),
	text: ({ results }) => {
		return listText$2("value", {
			count: results.length,
			next: null,
			results
		}, ({ name, count }) => `${quoted$1(name)}: ${count}`);
	},
	async handle(context, { key, type = "event", group_type_index, event, search = "", limit = VALUES_DEFAULT }) {
		if (type === "group" && group_type_index === void 0) throw invalid("group_type_index", `This field is required: ${see("list_group_types")} lists the group types.`, "required");
		return { results: (type === "group" ? groupValues(context, group_type_index ?? 0, {
			key,
			search,
			limit
		}) : (await valuesOf(context, {
			owner: type,
			event: event ?? null,
			keys: [key],
			search,
			limit
		}))[0]).map(({ value, count }) => ({
			name: value,
			count
		})) };
	}
});
/** The most frequent values, with how many groups have each. */
function groupValues(context, type_index, { key, ...shown }) {
	return topTexts(groupTexts(context, type_index, key), shown);
}
function* groupTexts(context, type_index, key) {
	for (const { properties } of context.service.store.groups.changedSince(context.project.id, type_index, -1)) {
		const value = properties[key] ?? null;
		yield value === null || typeof value === "string" ? value : JSON.stringify(value);
	}
}
/** Name-based UUID (version 8, SHA-256) of the definition, so that no id is stored. */
function definitionId(...name) {
	return formatUuid(digestUuid(JSON.stringify(name), "sha256"));
}
// src/service/answers/people_count.ts
/** How many people a project has. They are counted one by one, so the count is kept until the data changes. */
/** Service -> project -> its latest count. */
const counts = /* @__PURE__ */ new WeakMap();
/** Merged people count once, deleted ones not at all. Other requests get their turn meanwhile. */
async function countPeople({ service, project }) {
	const known = counts.get(service) ?? /* @__PURE__ */ new Map();
	counts.set(service, known);
	const revision = service.datasets.revision(project);
	const kept = known.get(project.id);
	if (kept?.revision === revision) return kept.people;
	let people = 0;
	for (const _ of service.store.people.createdSince(project.id, -1)) if (++people % TUNING.people_a_turn === 0) await setImmediate();
	known.set(project.id, {
		revision,
		people
	});
	return people;
}
// src/service/operations/describe_saved.ts
/** What is saved in a project, for describe_project: by number and name. */
const SAVED_SECTIONS = [
	"cohorts",
	"actions",
	"dashboards",
	"annotations"
];
const SavedSchema = object({
	id: int(),
	name: string(),
	date: string().optional().describe("Of annotations"),
	state: _enum(ALERT_STATES).optional().describe("Of alerts"),
	reason: string().optional().describe("Of alerts: by which number")
});
const SAVED_FIELDS = {
	cohorts: array(SavedSchema).describe("Saved sets of people, for filters: {\"type\":\"cohort\",\"key\":\"id\",\"value\":1}"),
	cohorts_total: int(),
	actions: array(SavedSchema).describe("Saved definitions of what people do, for \"actions\": [{\"id\":1}]"),
	actions_total: int(),
	dashboards: array(SavedSchema),
	dashboards_total: int(),
	annotations: array(SavedSchema).describe("Their text as the name"),
	annotations_total: int(),
	alerts: array(SavedSchema).optional().describe("In their own section, each judged now"),
	alerts_total: int().optional()
};
/** Names and numbers if the section shows them; counts always. */
function describeSaved({ service, project }, section, { search, limit }) {
	const page = {
		search,
		limit,
		offset: 0
	};
	const found = recordOf(SAVED_SECTIONS, (name) => {
		const { count, rows } = service.store[name].list(project.id, page);
		const isShown = section === "summary" || section === name;
		const named = rows.map((row) => {
			if (!("content" in row)) return {
				id: row.id,
				name: row.name
			};
			return {
				id: row.id,
				name: row.content,
				date: isoWithOffset(project.timezone, row.date_ms)
			};
		});
		return {
			count,
			rows: isShown ? named : []
		};
	});
	return {
		cohorts: found.cohorts.rows,
		cohorts_total: found.cohorts.count,
		actions: found.actions.rows,
		actions_total: found.actions.count,
		dashboards: found.dashboards.rows,
		dashboards_total: found.dashboards.count,
		annotations: found.annotations.rows,
		annotations_total: found.annotations.count
	};
}
/** Alerts, judged now; none if the caller may not read them. */
async function judgedAlerts(context, page) {
	if (!allows(context.caller.scopes, "alert:read")) return {
		alerts: [],
		alerts_total: 0
	};
	const limit = Math.min(page.limit, LIMIT.alerts_judged);
	const { count, rows } = context.service.store.alerts.list(context.project.id, {
		...page,
		limit,
		offset: 0
	});
	const judged = [];
	for (const row of rows) {
		const { state, reason } = await judge(context, row);
		judged.push({
			id: row.id,
			name: row.name,
			state,
			reason
		});
	}
	return {
		alerts: judged,
		alerts_total: count
	};
}
function savedLine({ id, name, date, state, reason }) {
	const line = [
		id,
		...date === void 0 ? [] : [date],
		quoted$1(name)
	].join(" ");
	return state === void 0 ? line : `${line} ${stateText(state)}: ${reason}`;
}
/** For a requested section that is empty. */
function noneSaved(section, shown) {
	if (section === "alerts" && shown.alerts_total === 0) return "There are no alerts.";
	const asked = SAVED_SECTIONS.find((name) => name === section);
	return asked !== void 0 && shown[asked].length === 0 ? `There are no ${asked}.` : "";
}
// src/service/operations/describe.ts
/** What is in a project. Assistants ask this first, so that they need not guess names, zones or dates. */
const SECTIONS = [
	"summary",
	"events",
	"properties",
	"people",
	"groups",
	...SAVED_SECTIONS,
	"alerts"
];
const LISTED = 30;
const VALUES = 5;
const VALUE_CHARS$1 = 60;
const Input = object({
	section: _enum(SECTIONS).optional().describe(`summary (default), or in detail: events, properties (of events), people (their properties), groups, ${SAVED_SECTIONS.join(", ")}, alerts (judged now)`),
	search: string().max(LIMIT.search_chars).optional().describe("Only names that hold this text"),
	event: string().optional().describe("With section properties: only properties and values of this event"),
	property: string().optional().describe("The values of this one, of events or with section people; search then looks in them"),
	limit: int().min(1).max(LIMIT.definitions_page).optional().describe(`How many names (default ${LISTED})`)
});
const EventSchema = object({
	name: string(),
	count: int(),
	first_seen: string(),
	last_seen: string()
});
const PropertySchema = object({
	name: string(),
	of: _enum([
		"event",
		"person",
		"group"
	]),
	group_type: string().nullable(),
	type: string().nullable().describe("String, Numeric, Boolean, DateTime; null where values differ"),
	top_values: array(object({
		value: string(),
		count: int()
	}))
});
const ProjectSchema = object({
	id: int(),
	name: string(),
	timezone: string()
});
const describeProject = operation({
	name: "describe_project",
	title: "Describe the project",
	description: "What data there is: time zone, now, date range, names of events and properties with frequent values, group types, cohorts, actions. Call it first; names are case-sensitive. Example: {\"section\":\"properties\",\"event\":\"sign up\"}.",
	routes: [{
		method: "GET",
		path: "/describe/"
	}],
	tool: true,
	scope: "insight:read",
	effect: "read",
	input: Input,
	output: object({
		project: ProjectSchema.extend({ week_start_day: int() }),
		now: string().describe("In the project time zone"),
		section: _enum(SECTIONS),
		data_range: object({
			from: string(),
			to: string()
		}).nullable().describe("First and last event"),
		people: int(),
		events: array(EventSchema).describe("Most frequent first"),
		events_total: int(),
		properties: array(PropertySchema),
		properties_total: int(),
		group_types: array(GroupTypeSchema),
		...SAVED_FIELDS,
		projects: array(ProjectSchema).describe("All that the key may use, where there are several; project_id names one"),
		hint: string().nullable().describe("What to do when there is nothing")
	}),
	text: describeText,
	async handle(context, input) {
		const { search = "", event, property, limit = LISTED } = input;
		const section = input.section ?? sectionOf(context, input);
		const properties = await describeProperties(context, section, {
			search,
			event,
			property,
			limit
		});
		const judged = section === "alerts" ? await judgedAlerts(context, {
			search,
			limit
		}) : {};
		const people = await countPeople(context);
		return {
			...context.service.store.snapshot(() => describe(context, {
				...input,
				section
			}, properties, people)),
			...judged
		};
	}
});
/** A property without a section: of events, unless only people have it. */
function sectionOf({ service, project }, { property, event }) {
	if (property === void 0) return event === void 0 ? "summary" : "properties";
	const isOf = (owner) => service.store.definitions.properties(project.id, {
		owner,
		search: property
	}).some(({ name }) => name === property);
	return !isOf("event") && isOf("person") ? "people" : "properties";
}
function describe(context, { section = "summary", search = "", limit = LISTED }, { properties, total }, people) {
	const { project, service, now_ms } = context;
	const { id, name, timezone, week_start_day } = project;
	const events = service.store.definitions.events(id).filter((definition) => definition.count > 0);
	const found = matching(events, search).sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
	return {
		project: {
			id,
			name,
			timezone,
			week_start_day
		},
		now: isoWithOffset(timezone, now_ms),
		section,
		data_range: dataRange(timezone, events),
		people,
		events: section === "summary" || section === "events" ? found.slice(0, limit).map((row) => shown$2(timezone, row)) : [],
		events_total: found.length,
		properties,
		properties_total: total,
		group_types: service.store.groups.types(id),
		...describeSaved(context, section, {
			search,
			limit
		}),
		projects: severalProjects(context),
		hint: events.length === 0 ? emptyHint(context) : null
	};
}
function matching(rows, search) {
	const needle = search.toLowerCase();
	return rows.filter((row) => row.name.toLowerCase().includes(needle));
}
function shown$2(zone, row) {
	const { name, count, first_seen_ms, last_seen_ms } = row;
	return {
		name,
		count,
		first_seen: isoWithOffset(zone, first_seen_ms),
		last_seen: isoWithOffset(zone, last_seen_ms)
	};
}
function dataRange(zone, events) {
	if (events.length === 0) return null;
	const from_ms = events.reduce((least, row) => Math.min(least, row.first_seen_ms), Number.POSITIVE_INFINITY);
	const to_ms = events.reduce((most, row) => Math.max(most, row.last_seen_ms), Number.NEGATIVE_INFINITY);
	return {
		from: isoWithOffset(zone, from_ms),
		to: isoWithOffset(zone, to_ms)
	};
}
/** null if there is no choice. */
function severalProjects(context) {
	const all = allowedProjects(context);
	return all.length < 2 ? [] : all.map(({ id, name, timezone }) => ({
		id,
		name,
		timezone
	}));
}
/** Section -> owners of the properties it shows. The summary names everybody's, without values. */
const OWNERS = {
	summary: "all",
	events: null,
	properties: "event",
	people: "person",
	groups: "group",
	cohorts: null,
	actions: null,
	dashboards: null,
	annotations: null,
	alerts: null
};
async function describeProperties(context, section, { search, event, property: wanted, limit }) {
	const owner = OWNERS[section];
	if (owner === null) return {
		properties: [],
		total: 0
	};
	if (wanted !== void 0 && (owner === "event" || owner === "person")) return describeValues(context, owner, wanted, {
		search,
		event,
		limit
	});
	const definitions = context.service.store.definitions.properties(context.project.id, {
		...owner === "all" ? {} : { owner },
		search
	});
	if (owner === "all" || owner === "group" || definitions.length === 0) return {
		properties: definitions.slice(0, limit).map((row) => property(context, row, [])),
		total: definitions.length
	};
	const isOfEvent = section !== "people" && event !== void 0;
	const asked = isOfEvent ? definitions : definitions.slice(0, limit);
	const keys = asked.map(({ name }) => name);
	const found = await valuesOf(context, {
		owner,
		event: event ?? null,
		keys,
		search: "",
		limit: VALUES
	});
	const all = asked.map((row, at) => property(context, row, found[at].map(shortened$1)));
	if (!isOfEvent) return {
		properties: all,
		total: definitions.length
	};
	const having = all.filter((row) => row.top_values.length > 0);
	return {
		properties: having.slice(0, limit),
		total: having.length
	};
}
/** One property with as many values as requested. */
async function describeValues(context, owner, key, { search, event, limit }) {
	const definitions = context.service.store.definitions.properties(context.project.id, { owner });
	const row = definitions.find(({ name }) => name === key);
	if (row === void 0) {
		const near = nearestNames(key, definitions.map(({ name }) => name));
		const text = near.length === 0 ? "" : ` Did you mean ${near.map((name) => quoted$1(name)).join(" or ")}?`;
		throw invalid("property", `There is no such property.${text} Leave it out to list those there are.`, "does_not_exist");
	}
	const [values] = await valuesOf(context, {
		owner,
		event: owner === "event" ? event ?? null : null,
		keys: [key],
		search,
		limit
	});
	return {
		properties: [property(context, row, values.map(shortened$1))],
		total: 1
	};
}
function shortened$1({ value, count }) {
	return {
		value: shorten(value),
		count
	};
}
function property(context, row, top_values) {
	const group_type = context.service.store.groups.types(context.project.id).find((type) => type.group_type_index === row.group_type_index)?.group_type ?? null;
	return {
		name: row.name,
		of: row.owner,
		group_type,
		type: row.type,
		top_values
	};
}
function shorten(text) {
	return text.length <= VALUE_CHARS$1 ? text : `${text.slice(0, VALUE_CHARS$1)}…`;
}
function emptyHint({ service, caller, project }) {
	const token = allows(caller.scopes, "project:read") ? `the project token ${project.api_token}` : "the project token (keys with project:read read it here)";
	return [
		"There are no events yet. One of:",
		`  import a file:            ${service.command("import events.ndjson")}`,
		`  send them to a server:    ${service.command("serve")}   (POST /batch/ with ${token}; any PostHog SDK can)`
	].join("\n");
}
function describeText(description) {
	const { project, now, data_range, people, hint, events, events_total, properties, properties_total } = description;
	const head = `Project ${project.id} ${quoted$1(project.name)}: time zone ${project.timezone}, now ${now}.`;
	if (hint !== null) return `${head}\n${hint}`;
	const range = data_range ? `Events from ${data_range.from} to ${data_range.to}, ` : "";
	const group_types = description.group_types.map(({ group_type }) => quoted$1(group_type));
	return written$1([
		head,
		`${range}${counted$3(people, "person")}.`,
		...section("events", events_total, events.map(eventLine$1)),
		...section("properties", properties_total, properties.map(propertyLine$1)),
		group_types.length === 0 ? "" : `Group types: ${group_types.join(", ")}`,
		...SAVED_SECTIONS.flatMap((name) => section(name, description[`${name}_total`], description[name].map(savedLine))),
		...section("alerts", description.alerts_total ?? 0, (description.alerts ?? []).map(savedLine)),
		noneSaved(description.section, description),
		...section("projects", description.projects.length, description.projects.map(savedLine))
	]);
}
function section(noun, total, lines) {
	if (lines.length === 0) return [];
	const shown = lines.length === total ? "" : ` of ${total}; \`limit\` and \`search\` bring others`;
	return [{
		head: [`${noun[0].toUpperCase()}${noun.slice(1)} (${lines.length}${shown}):`],
		rows: lines.map((line) => `  ${line}`),
		keep: "first",
		noun,
		how: "`search` and `section` bring others."
	}];
}
function eventLine$1({ name, count }) {
	return `${quoted$1(name)}: ${count}`;
}
function propertyLine$1({ name, of, group_type, type, top_values }) {
	const owner = group_type === null ? of : quoted$1(group_type);
	const values = top_values.map(({ value, count }) => `${quoted$1(value)} ${count}`).join(", ");
	return `${quoted$1(name)} (${owner}, ${type ?? "mixed"})${values === "" ? "" : `: ${values}`}`;
}
// src/service/answers/events.ts
/** EventsNumbers -> events for the wire, and a table for models. */
/** Per line of the table. */
const PROPERTIES_CHARS = 300;
const VALUE_CHARS = 80;
function presentEvents({ service, project }, events) {
	const { people } = service.store;
	const distincts = [...new Set(events.map(({ distinct }) => distinct))];
	const texts = new Map(people.distinctTexts(project.id, distincts).map((text, at) => [distincts[at], text]));
	const persons = people.list(project.id, [...new Set(events.map(({ person }) => person))]);
	return events.map(({ uuid, event, distinct, person, time_ms, properties }) => {
		const distinct_id = must(texts.get(distinct), "every distinct id has a text");
		const { first_id } = persons.get(person) ?? ownerNow(distinct_id);
		return {
			uuid,
			event,
			distinct_id,
			person_id: personUuid(project.id, first_id),
			timestamp: formatIso(time_ms),
			properties
		};
	});
	/** For people who were merged away since the events were listed. */
	function ownerNow(distinct_id) {
		const { person_ord } = people.find(project.id, distinct_id);
		return must(people.list(project.id, [person_ord]).get(person_ord), "a distinct id leads to a person");
	}
}
function eventsText({ results, next_cursor, warnings }) {
	const more = next_cursor === null ? "" : ` There are more: send "cursor": "${next_cursor}" with the same filters.`;
	return written$1([
		results.length === 0 ? "No events." : `${counted$3(results.length, "event")}, the latest first, times in UTC.${more}`,
		...warnings.map(visible),
		{
			head: results.length === 0 ? [] : ["time | event | distinct id | properties"],
			rows: results.map(eventLine),
			keep: "first",
			noun: "events",
			how: "A lower `limit` gives pages that fit."
		}
	]);
}
function eventLine({ timestamp, event, distinct_id, properties }) {
	const values = Object.entries(properties).map(([name, value]) => `${quoted$1(name)}: ${valueText(value)}`);
	return [
		timestamp,
		quoted$1(event),
		quoted$1(distinct_id),
		shortened(values)
	].join(" | ");
}
function valueText(value) {
	if (typeof value === "number" || typeof value === "boolean") return String(value);
	return quoted$1(typeof value === "string" ? value : JSON.stringify(value), VALUE_CHARS);
}
/** As many as fit. */
function shortened(values) {
	let chars = 0;
	const shown = values.filter((value, at) => {
		chars += value.length;
		return at === 0 || chars <= PROPERTIES_CHARS;
	});
	const left_out = values.length - shown.length;
	return [...shown, ...left_out === 0 ? [] : [`${left_out} more`]].join(", ");
}
function eventsTable({ results }) {
	return {
		columns: [
			"uuid",
			"event",
			"distinct_id",
			"person_id",
			"timestamp",
			"properties"
		],
		rows: results.map((row) => [...[
			row.uuid,
			row.event,
			row.distinct_id,
			row.person_id,
			row.timestamp
		], JSON.stringify(row.properties)])
	};
}
// src/service/pages/event_cursor.ts
/** Cursors of event lists: opaque, and valid only for the list they come from. */
const DIGEST_CHARS = 16;
/** `list`: everything that identifies the list. */
function cursorOf({ time_ms, uuid, event }, list) {
	const place = [
		time_ms,
		uuid,
		event
	];
	return Buffer.from(JSON.stringify([...place, digestOf(place, list)])).toString("base64url");
}
/** @throws ServiceError if it is invalid or belongs to another list */
function readCursor(cursor, list) {
	const read = parsed(cursor);
	const [time_ms, uuid, event, digest] = Array.isArray(read) ? read : [];
	if (typeof time_ms === "number" && typeof uuid === "string" && typeof event === "string" && parseUuid(uuid) !== null && digest === digestOf([
		time_ms,
		uuid,
		event
	], list)) return {
		time_ms,
		uuid,
		event
	};
	throw invalid("cursor", "This is no cursor of this list. Send the next_cursor of the page before with the same filters, or leave it out to begin with the newest events.");
}
function parsed(cursor) {
	try {
		return JSON.parse(Buffer.from(cursor, "base64url").toString());
	} catch {
		return null;
	}
}
function digestOf(place, list) {
	return createHash("sha256").update(canonical([place, list])).digest("hex").slice(0, DIGEST_CHARS);
}
// src/service/resolve/series/events.ts
function resolveEvents(context, body) {
	const { event = null, person = body.person_id, distinct_id, after, before } = body;
	const where = every([
		person === void 0 ? ALL : ofPerson(context, person),
		distinct_id === void 0 ? ALL : isText("distinct_id", distinct_id),
		resolveFilters(body.properties, "properties", settingOf(context))
	]);
	const clock = clockOf(context);
	const from_ms = after === void 0 || after === "all" ? Number.NEGATIVE_INFINITY : readDate$3("after", after, clock).ms;
	const until_ms = before === void 0 ? Number.POSITIVE_INFINITY : readDate$3("before", before, clock).ms;
	if (from_ms >= until_ms) throw invalid("after", "after is not earlier than before: nothing lies between them.");
	return {
		matches: [{
			event,
			where
		}],
		range: {
			from_ms,
			until_ms
		}
	};
}
/** All distinct ids of a person, who is given by one of them or by person id. */
function ofPerson({ service, project }, name) {
	const found = service.store.people.find(project.id, name);
	if (found !== void 0) return {
		kind: "members",
		distincts: [found.ord]
	};
	return parseUuid(name) === null ? { kind: "none" } : isText("person_id", name.toLowerCase());
}
function isText(key, value) {
	return {
		kind: "value",
		source: {
			of: "metadata",
			key
		},
		test: {
			op: "in",
			values: [value]
		}
	};
}
// src/service/operations/events.ts
const listEvents = operation({
	name: "list_events",
	title: "List events",
	description: "Stored events one by one, the latest first: what one person did, or what events really carry. Example: {\"person\":\"user-42\",\"limit\":20}.",
	routes: [{
		method: "GET",
		path: "/events/",
		csv: true
	}],
	tool: true,
	scope: "query:read",
	effect: "read",
	input: EventsBody,
	output: EventsResult,
	text: eventsText,
	table: eventsTable,
	async handle(context, body) {
		const { cursor, limit = LIMIT.page_default, ...filters } = body;
		const { project, service, signal, url } = context;
		const list = [project.id, filters];
		const query = {
			...resolveEvents(context, body),
			behind: cursor === void 0 ? null : readCursor(cursor, list),
			limit,
			bytes: LIMIT.events_page_bytes
		};
		const { events, has_more } = await service.computing.running.wait(project.id, null, signal, (leave) => service.computing.numbers(project, {
			kind: "events",
			query
		}, leave));
		const all = presentEvents(context, events);
		const results = url === null ? fitting(all) : all;
		const last = events[results.length - 1];
		const next_cursor = last !== void 0 && (has_more || results.length < all.length) ? cursorOf(last, list) : null;
		return {
			next: next_cursor === null ? null : addressOf(url, {
				limit,
				cursor: next_cursor
			}),
			next_cursor,
			results,
			warnings: results.length === 0 ? await emptyWarnings(context, query, body) : []
		};
	}
});
/** Unknown names are usually typos. */
async function emptyWarnings(context, query, body) {
	const { event, person = body.person_id, distinct_id } = body;
	const isUnknown = (id) => context.service.store.people.find(context.project.id, id) === void 0;
	const named = event === void 0 ? [] : [{
		type: "events",
		id: event,
		name: event,
		order: 0
	}];
	return [
		...named.length === 0 ? [] : warningsOf$2(context, named),
		...nameWarnings(context, query, body),
		...await valueWarnings(context, query),
		...distinct_id !== void 0 && isUnknown(distinct_id) ? [`No event came with the distinct id ${quoted$1(distinct_id)}.`] : [],
		...person !== void 0 && isUnknown(person) ? [`There is no distinct id ${quoted$1(person)}, and no such event of a person with that id.`] : []
	].map(context.wording);
}
/** As many as fit a model's answer, from the start; at least one. */
function fitting(events) {
	let tokens = 0;
	const until = events.findIndex((event, at) => {
		tokens += tokensOf(JSON.stringify(event));
		return at > 0 && tokens > LIMIT.events_page_tokens;
	});
	return until === -1 ? [...events] : events.slice(0, until);
}
/** The question on the wire. */
const ChangeBody = object({
	question: jsonField(TrendBody, "Arguments of compute_trend: {\"events\":[{\"id\":\"sign up\"}]}"),
	insight: insightId("").optional().describe("Or a saved trend, by number or short_id"),
	series: wholeField("Which line, from 0 (default the first)", {
		min: 0,
		max: LIMIT.entities
	}),
	date_from: textField(`Later period: its start (default: of the question, or the last 7 whole days): 2026-01-31, -7d, -1dEnd`),
	date_to: textField("Later period: its end"),
	before_from: textField("Earlier period: its start (default: as long a time just before)"),
	before_to: textField("Earlier period: its end"),
	properties: listField(string(), `Event and person properties to look at (default: up to ${LIMIT.explained_properties} that divide people or events into groups)`),
	cohorts: flagField("false leaves saved cohorts out (default true)"),
	limit: wholeField("How many values to tell (default 10)", {
		min: 1,
		max: LIMIT.explained_rows
	})
});
const PeriodSchema = object({
	date_from: string(),
	date_to: string(),
	days: number$1(),
	value: number$1()
});
const FactorSchema = object({
	property: string().describe("Its name; of a cohort its number"),
	type: _enum([
		"event",
		"person",
		"cohort"
	]),
	value: string().nullable().describe("null = without a value; of a cohort its name"),
	before: number$1().describe("Scaled to the length of the later period"),
	after: number$1(),
	change: number$1(),
	share: number$1().describe("Of the whole change; negative where it went the other way"),
	share_before: number$1().describe("Of the earlier period: what its part of an even change would be"),
	p_value: number$1().describe("How likely chance alone gives it another part of the whole than before, as many values are compared"),
	significant: boolean()
});
const ChangeResult = object({
	line: string(),
	before: PeriodSchema,
	after: PeriodSchema,
	expected: number$1().describe("The earlier value, scaled to the length of the later period"),
	change: number$1(),
	change_percent: number$1().nullable().describe("Of what was expected; null where that is 0"),
	p_value: number$1().describe("How likely chance alone makes so large a change, judged by how much days differ"),
	significant: boolean(),
	result: array(FactorSchema).describe("What accounts for more or less than its part, the most telling first"),
	looked_at: array(string()).describe("Properties and cohorts that were compared"),
	resolved: ResolvedSchema
});
// src/service/explain/candidates.ts
/** Properties that may account for a change: those whose values split what is counted into a few groups. */
/** The largest value must have this share, or nearly every event has its own. */
const LEAST_SHARE = .01;
const LEAST_COUNT = 3;
/** Properties that never explain anything: libraries, plumbing, and browser versions, which change by themselves. */
const NO_REASON = /^(\$lib|\$insert_id|\$time|\$sent_at|\$session_id|\$window_id|\$device_id|\$anon_distinct_id|token|distinct_id|\$user_id|\$(initial_)?(browser|os)_version|\$feature|\$active_feature|\$groups?|\$geoip_(latitude|longitude|time_zone)|\$screen_|\$viewport_|\$ip$|\$pageview_id|\$process_person|(\$?(e?mail|(user)?name|first_?name|last_?name|phone|uuid|.*_?id)$))/i;
/** If events and persons share a name, both properties. @throws ServiceError does_not_exist */
function namedCandidates(context, keys) {
	const known = definitionsOf(context);
	return keys.slice(0, LIMIT.explained_properties).flatMap((key, at) => {
		const found = known.filter(({ name }) => name === key);
		if (found.length > 0) return found.map(({ owner }) => ({
			type: owner,
			key,
			is_number: false
		}));
		throw invalid(`properties__${at}`, `There is no such property. ${see("list_property_definitions")} lists those there are.`, "does_not_exist");
	});
}
function definitionsOf({ service, project }) {
	return ["event", "person"].flatMap((owner) => service.store.definitions.properties(project.id, { owner }).map((definition) => ({
		...definition,
		owner
	})));
}
/** Candidates by name and type, before looking at values. */
function likelyCandidates(context) {
	return definitionsOf(context).filter(({ type, name }) => type !== "DateTime" && !NO_REASON.test(name)).slice(0, LIMIT.properties_considered).map(({ owner, name, type }) => ({
		type: owner,
		key: name,
		is_number: type === "Numeric"
	}));
}
const GROUPS_OF_NUMBERS = 20;
/** Entropy of the values in bits; 0 if all are the same or nearly all are different. */
function evennessOf({ is_number }, counts) {
	if (is_number && counts.length > GROUPS_OF_NUMBERS) return 0;
	const all = counts.reduce((sum, count) => sum + Math.max(0, count), 0);
	if (counts.reduce((found, count) => Math.max(found, count), 0) < Math.max(LEAST_COUNT, LEAST_SHARE * all)) return 0;
	return counts.reduce((sum, count) => count > 0 ? sum - count / all * Math.log2(count / all) : sum, 0);
}
// src/service/explain/chance.ts
/** How likely chance alone explains a difference between two counts, or between their parts. Normal tests. */
/** A difference is significant below this p-value. */
const SIGNIFICANT = .05;
/** Two-sided p-value of a standard normal z. */
function pOfZ(z) {
	return Math.min(1, erfc(Math.abs(z) / Math.SQRT2));
}
/** Abramowitz and Stegun 7.1.26; error below 1.5e-7. */
function erfc(x) {
	const t = 1 / (1 + .3275911 * x);
	return t * (.254829592 + t * (-.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x);
}
/**
* Overdispersion of daily counts: variance by mean, averaged over both periods, at least 1. Periods of a single day
* say nothing.
*/
function dispersionOf(periods) {
	let squares = 0;
	let freedom = 0;
	for (const days of periods) {
		const mean = days.reduce((sum, day) => sum + day, 0) / Math.max(1, days.length);
		if (mean === 0 || days.length < 2) continue;
		squares += days.reduce((sum, day) => sum + (day - mean) ** 2 / mean, 0);
		freedom += days.length - 1;
	}
	return freedom === 0 ? 1 : Math.max(1, squares / freedom);
}
/** @param ratio length of the later period / length of the earlier */
function pOfChange(before, after, ratio, dispersion) {
	const variance = dispersion * (after + ratio * ratio * before);
	return variance === 0 ? 1 : pOfZ((after - ratio * before) / Math.sqrt(variance));
}
/** p-value for a part keeping its share of the whole, however the whole changed. */
function pOfPart(part, whole, dispersion) {
	if (whole.before <= 0 || whole.after <= 0) return 1;
	const pooled = (part.before + part.after) / (whole.before + whole.after);
	const variance = dispersion * pooled * (1 - pooled) * (1 / whole.before + 1 / whole.after);
	if (!(variance > 0)) return 1;
	return pOfZ((part.after / whole.after - part.before / whole.before) / Math.sqrt(variance));
}
/**
* Benjamini-Hochberg adjustment: with many tests some succeed by chance. Among results below a bound, about that share
* is false. Keeps the order.
*/
function adjusted(p_values) {
	const count = p_values.length;
	const order = p_values.map((_, at) => at).sort((a, b) => p_values[b] - p_values[a]);
	const found = new Array(count).fill(1);
	let least = 1;
	for (const [behind, at] of order.entries()) {
		least = Math.min(least, p_values[at] * count / (count - behind));
		found[at] = least;
	}
	return found;
}
// src/service/explain/periods.ts
/** Arguments about display, breakdown and dates, which are not the line's. */
const NOT_THE_LINE = [
	...[
		"date_from",
		"date_to",
		"explicit_date",
		"compare",
		"compare_to",
		"display",
		"interval",
		"insight",
		"shown_as"
	],
	...[
		"breakdown",
		"breakdown_type",
		"breakdowns",
		"breakdown_limit",
		"breakdown_group_type_index",
		"breakdownFilter"
	],
	...[
		"breakdown_normalize_url",
		"breakdown_histogram_bin_count",
		"breakdown_hide_other_aggregation"
	],
	...[
		"smoothing_intervals",
		"formula",
		"formulas",
		"formulaNodes",
		"refresh",
		"client_query_id",
		"limit",
		"offset"
	]
];
const EXPLAINED = [
	"total",
	"unique",
	"unique_session"
];
/** @throws ServiceError if it is no line whose parts can be compared */
function lineOf(context, { series = 0 }, sent) {
	const body = normaliseBody(sent);
	for (const name of [
		"formula",
		"formulas",
		"formulaNodes"
	]) {
		if ((body[name] ?? null) === null) continue;
		throw notSupported("the change of a formula", name, "A formula has no parts to compare: explain one of its lines, by \"series\".");
	}
	const question = Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_THE_LINE.includes(name)));
	const { entities } = questionOfKind(context, "trend", {
		...question,
		date_from: "-1d"
	}).asked.query.current;
	const entity = entities[series];
	if (entity === void 0) throw invalid("series", entities.length === 0 ? "The question counts nothing: send events." : `Send 0 to ${entities.length - 1}.`);
	const { kind } = entity.math;
	if (!EXPLAINED.includes(kind) && !(entity.math.kind === "property" && entity.math.aggregate === "sum")) throw notSupported(`the change of the math ${entity.math_name}`, "question__events", "Only what is counted or summed up has parts: send \"math\" total, dau, unique_session or sum.");
	return {
		question,
		entity,
		adds_up: kind === "total" || kind === "property"
	};
}
/** The same line, counting people. */
function asPeople(line) {
	const counting = (lines) => Array.isArray(lines) ? lines.map((one) => ({
		...isObject(one) ? one : {},
		math: "dau",
		math_property: null
	})) : lines;
	const { events, actions, ...rest } = line.question;
	return {
		...line,
		question: {
			...rest,
			events: counting(events),
			actions: counting(actions)
		},
		adds_up: false
	};
}
/** The question to explain, as the body of a trend. */
function askedTrend(context, { question, insight }) {
	if (question !== void 0) return question;
	if (insight === void 0) throw invalid("question", "Send the arguments of compute_trend, or the insight.", "required");
	const { filters, query } = liveInsight(context, insight);
	return {
		filters,
		query
	};
}
/** @throws ServiceError if dates are invalid or overlap */
function periodsOf(context, sent, line, body) {
	const own = readBody(TrendBody, sent);
	const asked = body.date_from ?? body.date_to;
	const after = rangeOf(context, line, {
		date_from: body.date_from ?? own.date_from ?? (asked === void 0 ? "-7dStart" : void 0),
		date_to: body.date_to ?? own.date_to ?? (body.date_from === void 0 && own.date_from === void 0 ? "-1dEnd" : void 0)
	});
	if (body.before_from === void 0 && body.before_to === void 0) return {
		before: {
			from_ms: after.from_ms - (after.until_ms - after.from_ms),
			until_ms: after.from_ms
		},
		after
	};
	const before = rangeOf(context, line, {
		date_from: body.before_from,
		date_to: body.before_to
	});
	if (before.until_ms <= after.from_ms || after.until_ms <= before.from_ms) return {
		before,
		after
	};
	throw invalid("before_to", "The two periods overlap: end the earlier one before the later one begins.");
}
function rangeOf(context, { question }, dates) {
	return questionOfKind(context, "trend", {
		...question,
		...dates
	}).range;
}
/** All series of the line in a period, as one number each or one point per day. */
async function countLine(context, { question, entity }, { from_ms, until_ms }, more) {
	const dates = {
		date_from: formatIso(from_ms),
		date_to: formatIso(until_ms - 1e3),
		explicit_date: true
	};
	const asked = questionOfKind(context, "trend", {
		...question,
		...dates,
		...more
	});
	const { answer } = await compute({
		...context,
		url: null
	}, asked);
	const all = await answer.result.read();
	return {
		series: all.filter(({ action }) => action?.["order"] === entity.order || all.length === 1),
		resolved: answer.resolved,
		has_more: answer.has_more
	};
}
// src/service/explain/factors.ts
/** Finds values of properties that changed differently from the whole. */
/**
* Values of all candidates, or of the `most` that split the later period best. The earlier period is asked for those
* only.
*/
async function partsByProperty(context, line, { before, after }, candidates, most) {
	const splits = [];
	for (const candidate of candidates) splits.push({
		candidate,
		after: await countLine(context, line, after, splitBy(candidate))
	});
	const ranked = splits.length <= most ? splits : rankedByEvenness(splits).slice(0, most);
	const parts = [];
	for (const { candidate, after: later } of ranked) {
		const earlier = await countLine(context, line, before, splitBy(candidate));
		parts.push(...partsOf$1(candidate, earlier, later));
	}
	return {
		parts: withoutDoubles(parts),
		looked_at: ranked.map(({ candidate }) => candidate.key)
	};
}
function splitBy({ type, key }) {
	return {
		breakdown: key,
		breakdown_type: type,
		breakdown_limit: LIMIT.explained_values,
		display: "ActionsBarValue"
	};
}
function rankedByEvenness(splits) {
	return splits.map((split) => ({
		split,
		evenness: evennessOf(split.candidate, [...valuesIn(split.after.series).values()])
	})).filter(({ evenness }) => evenness > 0).sort((a, b) => b.evenness - a.evenness).map(({ split }) => split);
}
/** Skips values that are past the page in one of the periods: their number there is unknown. */
function partsOf$1({ type, key }, earlier, later) {
	const [was, is] = [valuesIn(earlier.series), valuesIn(later.series)];
	const values = [.../* @__PURE__ */ new Set([...was.keys(), ...is.keys()])].filter((value) => value !== OTHER_VALUE);
	const isKnownIn = (found, { has_more }, value) => found.has(value) || !(has_more || found.has("$$_posthog_breakdown_other_$$"));
	return values.filter((value) => isKnownIn(was, earlier, value) && isKnownIn(is, later, value)).map((value) => ({
		property: key,
		type,
		value: value === "$$_posthog_breakdown_null_$$" || value === "" ? null : value,
		before: was.get(value) ?? 0,
		after: is.get(value) ?? 0
	}));
}
/** Initial person properties often repeat event properties; equal numbers are reported once. */
function withoutDoubles(parts) {
	const told = new Map(parts.toReversed().map((part) => [`${part.value} ${part.before} ${part.after}`, part]));
	return parts.filter((part) => told.get(`${part.value} ${part.before} ${part.after}`) === part);
}
function valuesIn(series) {
	return new Map(series.map(({ breakdown_value, aggregated_value, count }) => [String(breakdown_value ?? ""), aggregated_value ?? count]));
}
async function partsByCohort(context, line, { before, after }) {
	const { rows } = context.service.store.cohorts.list(context.project.id, {
		limit: LIMIT.explained_cohorts,
		offset: 0
	});
	const parts = [];
	for (const { id, name } of rows) {
		const split = {
			breakdown: [id],
			breakdown_type: "cohort",
			display: "ActionsBarValue"
		};
		const [was, is] = [await countLine(context, line, before, split), await countLine(context, line, after, split)];
		const value = ({ series }) => series[0]?.aggregated_value ?? series[0]?.count ?? 0;
		parts.push({
			property: String(id),
			type: "cohort",
			value: name,
			before: value(was),
			after: value(is)
		});
	}
	return parts;
}
/** Parts below this share of both periods say nothing, and more tests make it harder to tell others from chance. */
const LEAST_PART = .01;
/** The most telling first: by change beyond what the part's share of the whole would explain. */
function factorsOf(all, whole) {
	const parts = all.filter(({ before, after }) => before + after >= LEAST_PART * (whole.before + whole.after));
	const expected = whole.before * whole.ratio;
	const change = whole.after - expected;
	const p_values = adjusted(parts.map((part) => pOfPart(part, whole, whole.dispersion)));
	return parts.map((part, at) => {
		const before = part.before * whole.ratio;
		const p_value = p_values[at];
		return {
			property: part.property,
			type: part.type,
			value: part.value,
			before,
			after: part.after,
			change: part.after - before,
			share: change === 0 ? 0 : (part.after - before) / change,
			share_before: expected === 0 ? 0 : before / expected,
			p_value,
			significant: p_value < SIGNIFICANT
		};
	}).filter((factor) => factor.before !== factor.after).sort((a, b) => Number(b.significant) - Number(a.significant) || byTelling(a, b, change));
}
/** With two values the excess of one is the deficit of the other: the one that moved with the whole comes first. */
function byTelling(a, b, change) {
	const beyond = ({ change: own, share_before }) => Math.abs(own - share_before * change);
	const further = beyond(b) - beyond(a);
	return (Math.abs(further) < 1e-9 * (beyond(a) + beyond(b)) ? 0 : further) || b.share - a.share || a.p_value - b.p_value;
}
// src/service/explain/explain.ts
/** A change between two periods, and what accounts for it. */
const ROWS = 10;
async function explainChange(context, body) {
	const sent = askedTrend(context, body);
	const line = inQuestion(body, () => lineOf(context, body, sent));
	const periods = inQuestion(body, () => periodsOf(context, sent, line, body));
	const { before, after } = periods;
	const ratio = (after.until_ms - after.from_ms) / (before.until_ms - before.from_ms);
	const [was, is] = [await wholeOf(context, line, before), await wholeOf(context, line, after)];
	const by_day = line.adds_up ? dispersionOf([was.days, is.days]) : 1;
	const people = was.people + is.people;
	const dispersion = people === 0 ? 1 : (was.value + is.value) / people;
	const whole = {
		before: was.value,
		after: is.value,
		ratio,
		dispersion
	};
	const { parts, looked_at } = await partsOf(context, line, body, periods);
	const expected = was.value * ratio;
	const p_value = pOfChange(was.value, is.value, ratio, by_day);
	return {
		line: line.entity.name,
		before: shown$1(context, before, was.value),
		after: shown$1(context, after, is.value),
		expected,
		change: is.value - expected,
		change_percent: expected === 0 ? null : 100 * (is.value - expected) / expected,
		p_value,
		significant: p_value < SIGNIFICANT,
		result: factorsOf(parts, whole).slice(0, body.limit ?? ROWS),
		looked_at,
		resolved: is.resolved
	};
}
/** Errors of the inner trend name its fields; here those are one level deeper. */
function inQuestion(body, run) {
	try {
		return run();
	} catch (error) {
		if (!(error instanceof ServiceError) || error.attr === null || body.question === void 0) throw error;
		const [name = ""] = error.attr.split("__");
		if (name in ChangeBody.shape) throw error;
		throw new ServiceError(error.code, error.message, { attr: `question__${error.attr}` });
	}
}
/** Total of a period, and of each of its complete days. */
async function wholeOf(context, line, period) {
	const total = await countLine(context, line, period, { display: "ActionsBarValue" });
	const [one] = total.series;
	const value = one?.aggregated_value ?? one?.count ?? 0;
	const by_day = line.adds_up ? await countLine(context, line, period, { interval: "day" }) : null;
	const [counted] = (line.adds_up ? await countLine(context, asPeople(line), period, { display: "ActionsBarValue" }) : total).series;
	return {
		value,
		people: counted?.aggregated_value ?? value,
		days: wholeDays(by_day?.series[0]?.data ?? [], period),
		resolved: total.resolved
	};
}
/** Drops incomplete days at both ends, which would look quiet. */
function wholeDays(days, { from_ms, until_ms }) {
	return Math.abs((until_ms - from_ms) / 864e5 - days.length) < .1 ? days : days.slice(1, -1);
}
async function partsOf(context, line, body, periods) {
	const cohorts = body.cohorts === false ? [] : await partsByCohort(context, line, periods);
	const named = body.properties !== void 0 && body.properties.length > 0;
	const candidates = named ? namedCandidates(context, body.properties ?? []) : likelyCandidates(context);
	const { parts, looked_at } = await partsByProperty(context, line, periods, candidates, named ? candidates.length : LIMIT.explained_properties);
	const names = [...looked_at, ...cohorts.map(({ value }) => `cohort ${value}`)];
	return {
		parts: [...parts, ...cohorts],
		looked_at: [...new Set(names)]
	};
}
function shown$1({ project }, { from_ms, until_ms }, value) {
	const days = Math.round(100 * (until_ms - from_ms) / DAY_MS$2) / 100;
	const date = (ms) => isoWithOffset(project.timezone, ms);
	return {
		date_from: date(from_ms),
		date_to: date(until_ms - 1),
		days,
		value
	};
}
// src/service/text/change_text.ts
/** What accounts for a change, as text: the change, then one line per value that stands out. */
/** A change below this share of the total is too small to divide into parts. */
const LEAST_CHANGE = .02;
function changeText(answer) {
	const { line, before, after, change, result, resolved } = answer;
	const noun = change >= 0 ? "rise" : "fall";
	const is_steady = Math.abs(change) < LEAST_CHANGE * Math.max(answer.expected, after.value);
	const telling = result.filter(({ significant }) => significant);
	return written$1([
		`${quoted$1(line)}: ${numberText(before.value)} ${periodText(before)}, ${numberText(after.value)} ${periodText(after)}.`,
		changeLine(answer),
		...resolved.warnings.map(visible),
		result.length === 0 ? "" : telling.length === 0 ? EVEN : is_steady ? STEADY : "",
		result.length === 0 ? "No value of what was looked at changed." : {
			head: [`value | before | after | change | of the ${noun} | of all before | chance`],
			rows: (telling.length === 0 ? result.slice(0, EVEN_ROWS) : result).map((factor) => factorLine(factor, is_steady)),
			keep: "first",
			noun: "values",
			how: "A lower `limit` tells fewer."
		},
		`Looked at: ${answer.looked_at.map((name) => quoted$1(name)).join(", ") || "nothing"}.`,
		nextLine(telling[0])
	]);
}
/** Rows shown if none stands out. */
const EVEN_ROWS = 3;
const EVEN = "No value changed otherwise than the whole by more than chance. The largest:";
const STEADY = "The whole hardly changed; this is what shifted within it.";
function periodText({ date_from, date_to }) {
	const [from, to] = [date_from, date_to].map((date) => date.slice(0, 10));
	return from === to ? `on ${from}` : `from ${from} to ${to}`;
}
function changeLine({ before, after, expected, change, change_percent, p_value, significant }) {
	const percent = change_percent === null ? "" : ` (${signed(change_percent, 1)} %)`;
	const scaled = before.days === after.days ? "" : `; ${numberText(round(expected))} were to be expected in ${after.days} days`;
	const chance = significant ? `more than chance (p ${pText(p_value)})` : `days differ as much by chance (p ${pText(p_value)})`;
	return `Change: ${signed(change)}${percent}${scaled}; ${chance}.`;
}
function factorLine(factor, is_steady) {
	const { property, type, value, before, after, change, share, share_before, p_value } = factor;
	return [
		type === "cohort" ? `in cohort ${quoted$1(value ?? property)}` : `${type === "person" ? "person's " : ""}${quoted$1(property)} ${value === null ? "without a value" : `= ${quoted$1(value)}`}`,
		...[
			numberText(round(before)),
			numberText(after),
			signed(change),
			is_steady ? "–" : percentOf(share),
			percentOf(share_before)
		],
		`p ${pText(p_value)}`
	].join(" | ");
}
function nextLine(factor) {
	if (factor === void 0 || factor.type === "cohort") return "";
	const { property, type, value } = factor;
	return `Next: the same question with properties [${visible(JSON.stringify(value === null ? {
		key: property,
		operator: "is_not_set",
		type
	} : {
		key: property,
		value: [value],
		type
	}))}], over time or explained again.`;
}
function signed(value, digits = 2) {
	const rounded = round(value, digits);
	return `${rounded > 0 ? "+" : ""}${numberText(rounded)}`;
}
function round(value, digits = 2) {
	return Math.round(value * 10 ** digits) / 10 ** digits;
}
function percentOf(share) {
	return `${Math.round(100 * share)} %`;
}
function pText(p) {
	return p < .001 ? "< 0.001" : String(Math.round(p * 1e3) / 1e3);
}
function changeTable({ result }) {
	const columns = [
		"type",
		"property",
		"value",
		"before",
		"after",
		"change",
		"share",
		"share_before",
		"p_value"
	];
	return {
		columns,
		rows: result.map((factor) => columns.map((name) => factor[name]))
	};
}
// src/service/operations/explain.ts
/** Why a number changed. */
const explainChangeOperation = operation({
	name: "explain_change",
	title: "Explain a change",
	description: "Why a trend rose or fell: between two periods, which property values and cohorts account for more (or less) than their part, with shares and how likely chance is. Example: {\"question\":{\"events\":[{\"id\":\"sign up\"}]},\"date_from\":\"-7dStart\"}.",
	routes: [{
		method: "POST",
		path: "/insights/trend/explain/",
		csv: true
	}],
	tool: true,
	scope: "insight:read",
	effect: "read",
	input: ChangeBody,
	output: ChangeResult,
	text: changeText,
	table: changeTable,
	handle: explainChange
});
// src/service/operations/groups.ts
/** Group types, i.e. what people belong to (organisations, teams), and their names. */
const listGroupTypes = operation({
	name: "list_group_types",
	title: "List group types",
	description: "The kinds of groups that events belong to besides people, as organization or team, by index. Use a group_type as aggregation_group_type of a trend or funnel to count groups. They come with the events; at most five. Example: {}.",
	routes: [{
		method: "GET",
		path: "/groups_types/"
	}],
	tool: true,
	scope: "group:read",
	effect: "read",
	shareable: true,
	input: object({}),
	output: array(GroupTypeSchema),
	text: groupTypesText,
	handle: (context) => context.service.store.groups.types(context.project.id)
});
const NAME = string().max(LIMIT.name_chars).nullable().optional();
const Renaming = object({
	group_type: string().optional().describe("Which type, by its name: organization"),
	group_type_index: int().optional().describe("Or which type, by its index"),
	name_singular: NAME.describe("What one is called: \"company\"; null for none"),
	name_plural: NAME.describe("What several are called: \"companies\"; null for none")
});
const RenameInput = Renaming.extend({ rows: array(Renaming).max(LIMIT.groups_per_project).optional().describe("Several at once: [{\"group_type\":\"team\",\"name_plural\":\"squads\"}]") });
const RenameOutput = object({
	/** The renamed type; null if `rows` renamed several. */
	group_type: GroupTypeSchema.nullable(),
	group_types: array(GroupTypeSchema)
});
const renameGroupType = operation({
	name: "rename_group_type",
	title: "Rename a group type",
	description: "Sets what a group type is called. Example: {\"group_type\":\"organization\",\"name_singular\":\"company\",\"name_plural\":\"companies\"}.",
	routes: [{
		method: "PATCH",
		path: "/groups_types/update_metadata/",
		list_as: "rows",
		present: presentRenamed
	}],
	tool: true,
	scope: "group:write",
	effect: "update",
	input: RenameInput,
	output: RenameOutput,
	text: ({ group_type, group_types }) => groupTypesText(group_type ? [group_type] : group_types),
	handle(context, { rows, ...one }) {
		const { store } = context.service;
		return store.transaction(() => {
			const renamed = rows?.map((row) => rename(context, row)) ?? rename(context, one);
			return {
				group_type: Array.isArray(renamed) ? null : renamed,
				group_types: store.groups.types(context.project.id)
			};
		});
	}
});
/** One object is answered with one, a list with the whole list. */
function presentRenamed(output) {
	return output.group_type ?? output.group_types;
}
function rename(context, row) {
	const { name_singular, name_plural } = row;
	return context.service.store.groups.rename(context.project.id, findType(context, row), {
		...name_singular === void 0 ? {} : { name_singular },
		...name_plural === void 0 ? {} : { name_plural }
	});
}
function findType(context, row) {
	const types = context.service.store.groups.types(context.project.id);
	const known = types.map((type) => type.group_type).join(", ") || "none yet; they come with the events";
	if (row.group_type === void 0 && row.group_type_index === void 0) throw invalid("group_type", `Say which: group_type or group_type_index. Group types: ${known}.`, "required");
	const found = types.find((type) => row.group_type_index === void 0 ? type.group_type === row.group_type : type.group_type_index === row.group_type_index);
	if (found) return found.group_type_index;
	const attr = row.group_type_index === void 0 ? "group_type" : "group_type_index";
	throw invalid(attr, `There is no such group type. Group types: ${known}.`, "does_not_exist");
}
function groupTypesText(types) {
	if (types.length === 0) return "No group types: no event has named a group ($groups) yet.";
	return types.map(groupTypeLine).join("\n");
}
function groupTypeLine({ group_type, group_type_index, name_singular, name_plural }) {
	const names = [name_singular || group_type, name_plural || group_type].map((name) => quoted$1(name));
	return `${group_type_index} ${quoted$1(group_type)}: one ${names[0]}, several ${names[1]}`;
}
// src/service/insights/insight_shape.ts
/** An unsaved computation in the shape of an insight: the interface's answer to GET on a kind of insight. */
const UNSAVED = {
	...Object.fromEntries([
		...[
			"id",
			"short_id",
			"name",
			"derived_name",
			"order",
			"description",
			"created_at",
			"created_by",
			"updated_at"
		],
		...[
			"last_modified_at",
			"last_modified_by",
			"query",
			"columns",
			"next_allowed_client_refresh",
			"query_status"
		],
		...["effective_restriction_level", "effective_privilege_level"]
	].map((name) => [name, null])),
	deleted: false,
	saved: false,
	favorited: false,
	is_sample: false,
	dashboards: [],
	dashboard_tiles: [],
	tags: []
};
/** Fields of an answer and of an insight; computed, or not asked yet. */
const UnsavedInsight = looseObject({
	id: _null(),
	filters: looseObject({}),
	result: unknown$2(),
	is_cached: boolean(),
	last_refresh: string().nullable(),
	timezone: string(),
	explain: ExplanationSchema.optional()
});
/** Same once computed. The result's schema is published, while the type stays loose. */
function unsavedWith(result) {
	return UnsavedInsight.extend({
		result,
		resolved: ResolvedSchema
	});
}
function asUnsavedInsight(answer, filters) {
	return {
		...UNSAVED,
		filters,
		...answer
	};
}
/** GET without a question. */
function nothingAsked(timezone, insight) {
	return asUnsavedInsight({
		result: [],
		is_cached: false,
		last_refresh: null,
		timezone,
		resolved: null
	}, { insight });
}
// src/service/operations/insight_kinds.ts
/** Operations that compute a kind of insight: with a body (POST and tool), or with a query string (GET). */
/** For kinds that have operations of their own, in order. */
const INSIGHT_OPERATIONS = ALL_KINDS.flatMap((kind) => kind.computing === null ? [] : operationsOf(kind, kind.computing));
function operationsOf({ kind, body }, computing) {
	const { path, title, description, as_json, output, result, unasked } = computing;
	const name = KIND_NAMES[kind].operation;
	const shared = {
		scope: "insight:read",
		effect: "read",
		input: body,
		text: textOf,
		table: tableOf(kind)
	};
	const route = {
		path: `/insights/${path}`,
		csv: true
	};
	const compute_kind = operation({
		...shared,
		name,
		title,
		description,
		routes: [{
			...route,
			method: "POST"
		}],
		tool: true,
		output: output ?? unsavedWith(result),
		chart: chartOf,
		handle: (context, sent) => output === null ? insightOf(context, kind, sent) : answerOf(context, kind, sent).then(({ answer }) => answer)
	});
	return [operation({
		...shared,
		name: name.replace(/^compute/, "read"),
		title: `${title} from a query string`,
		description: `The same as ${name}${output === null ? "" : ", in the shape of an insight"}; ${as_json} are JSON text.`,
		routes: [{
			...route,
			method: "GET"
		}],
		tool: false,
		output: UnsavedInsight,
		handle: (context, sent) => unasked === null || isQuestion(sent) ? insightOf(context, kind, sent) : nothingAsked(context.project.timezone, unasked)
	}), compute_kind];
}
function textOf(output) {
	const answer = answerIn(output);
	if (answer === null) return "Nothing was asked.";
	return withExplanation(written$1(kindOf(answer.kind).text(answer, {
		tokens: LIMIT.text_tokens,
		via: null
	})), output.explain);
}
function tableOf(kind) {
	return (output) => {
		const answer = answerIn(output);
		if (answer !== null) return kindOf(answer.kind).table(answer);
		const { table, nothing } = kindOf(kind);
		return table({
			result: nothing,
			resolved: null
		});
	};
}
function chartOf(output, asked) {
	const answer = answerIn(output);
	return answer && chartOfAnswer(answer, unsaved(answer.kind, asked));
}
async function insightOf(context, kind, sent) {
	const { answer, filters } = await answerOf(context, kind, sent);
	return asUnsavedInsight(answer, filters);
}
async function answerOf(context, kind, sent) {
	const question = questionLike(context, kind, sent);
	const { answer, computed_at_ms, is_cached, explain } = await compute(context, question);
	const { page } = question;
	return {
		filters: question.filters,
		answer: {
			result: answer.result,
			resolved: answer.resolved,
			is_cached,
			last_refresh: formatIso(computed_at_ms),
			timezone: context.project.timezone,
			...page === void 0 ? {} : { next: nextPage(context.url, page, answer.result.length) },
			...answer.has_more ? { hasMore: true } : {},
			...explain === null ? {} : { explain }
		}
	};
}
/** Breakdown values come in pages; without HTTP the caller raises the offset itself. */
function nextPage(url, page, rows) {
	if (url === null || page === null || rows < page.limit) return null;
	const next = new URL(url);
	next.searchParams.set("offset", String(page.offset + page.limit));
	return next.href;
}
// src/service/operations/insight_writes.ts
/** Creates, changes and removes saved insights. Removal is soft: nothing is lost. */
function written(context, row) {
	return fullInsight(row, around(context, [row]), onItsOwn(row), writtenFields(context, row));
}
/** Includes soft-deleted ones, which a change may restore. */
function locateAny(context, input) {
	if (input["id"] !== void 0 && input["id"] !== null) anyInsight(context, input["id"]);
}
const createInsightOperation = operation({
	name: "create_insight",
	title: "Save an insight",
	description: `Saves a question. Try it first with its compute tool; the same arguments go into "filters", with "insight": ${INSIGHT_NAMES.join(", ")}. Example: {"name":"Sign-ups","filters":{"events":[{"id":"sign up"}]}}.`,
	routes: [{
		method: "POST",
		path: "/insights/",
		status: 201,
		csv: true
	}],
	tool: true,
	scope: "insight:write",
	effect: "create",
	repeatable: true,
	input: InsightWrite,
	output: InsightSchema,
	text: insightText,
	table: insightTable,
	handle: (context, body) => written(context, createInsight(context, body))
});
const updateInsightOperation = operation({
	name: "update_insight",
	title: "Change an insight",
	description: "Changes the fields you send of a saved insight; \"filters\" and \"tags\" as a whole. \"deleted\": false brings it back. Example: {\"id\":\"k3VbQ0pZ\",\"name\":\"Sign-ups by week\"}.",
	routes: [{
		method: "PATCH",
		path: "/insights/:id/",
		csv: true
	}],
	tool: true,
	scope: "insight:write",
	effect: "update",
	repeatable: true,
	input: object({
		id: insightId(INSIGHT_ID),
		...InsightWrite.shape
	}),
	output: InsightSchema,
	text: insightText,
	table: insightTable,
	locate: locateAny,
	handle: (context, { id, ...body }) => written(context, updateInsight(context, id, body))
});
const softDeleteInsight = operation({
	name: "soft_delete_insight",
	title: "Remove an insight (can be undone)",
	description: "Takes an insight out of lists and dashboards; update_insight with \"deleted\": false brings it back. Example: {\"id\":\"k3VbQ0pZ\"}.",
	routes: [],
	tool: true,
	scope: "insight:write",
	effect: "destroy",
	input: object({ id: insightId(INSIGHT_ID) }),
	output: InsightSchema,
	text: insightText,
	locate: locateInsight,
	handle: (context, { id }) => written(context, updateInsight(context, id, { deleted: true }))
});
/** The interface has this route and always refuses it: 405 without a body, whatever the id. */
const deleteInsight = operation({
	name: "delete_insight",
	title: "Hard delete (always refused)",
	description: "Insights are never removed for good: PATCH with {\"deleted\": true} removes one softly.",
	routes: [{
		method: "DELETE",
		path: "/insights/:id/",
		status: 405,
		present: () => void 0
	}],
	tool: false,
	scope: "insight:write",
	effect: "destroy",
	audited: false,
	input: object({ id: insightId(INSIGHT_ID) }),
	output: _null(),
	text: () => "Insights are never removed for good; soft_delete_insight takes one out of sight.",
	handle: () => null
});
// src/model/question/people.ts
/** The people behind a number: a question, a point of its answer, and who is counted there. */
const Listed = object({
	type: _enum([
		"person",
		"group",
		"value"
	]),
	/** Person id, group key, or value. */
	id: string(),
	/** For persons: email or name, if any. */
	name: string().nullable(),
	distinct_ids: array(string()),
	properties: record(string(), unknown$2()),
	created_at: string().nullable(),
	/** When they did what was counted, earliest first. */
	matched_at: array(string()),
	/** How often, if the list is ordered by it. */
	matched_count: int().optional()
});
const PeopleResult = object({
	count: number$1(),
	next: string().nullable(),
	previous: string().nullable(),
	results: array(Listed),
	/** Names in the question that the project does not have. */
	warnings: array(string())
});
// src/service/answers/people_page.ts
/** A page of the people behind a point of an answer. */
/** @throws ServiceError if the question cannot be computed, or its answer has no such point */
async function peoplePage(context, sent) {
	const body = withQuestion(context, sent);
	const { limit = LIMIT.page_default, offset = 0 } = body;
	const point = resolvePeople(context, body);
	const query = {
		point,
		offset,
		limit,
		order: body.order === void 0 ? "actor" : "most",
		times: LIMIT.people_times
	};
	const { project, signal, service } = context;
	const name = body.question?.["client_query_id"];
	const computing = service.computing.running.wait(project.id, typeof name === "string" ? name : null, signal, (leave) => service.computing.numbers(project, {
		kind: "people",
		query
	}, leave));
	const [numbers, warnings] = await Promise.all([computing, warningsOf(context, point, body)]);
	const { count } = numbers;
	const unknown = count === 0 ? await valueWarnings(context, point) : [];
	return {
		count,
		results: presentPeople(context, numbers),
		warnings: [...warnings, ...unknown].map(context.wording),
		limit,
		offset
	};
}
/** Unknown names are usually typos: with an impossible step everybody seems to have dropped off. Made during the search. */
async function warningsOf(context, point, { question = {} }) {
	return [...unknownEventTexts(context, countedEvents(point)), ...nameWarnings(context, point, question)];
}
// src/service/operations/persons.ts
/** Who is behind a number of an answer. */
const listPersons = operation({
	name: "list_persons",
	title: "List people",
	description: "Who is behind a number: send the question as computed, with its kind, and the point of the answer. Without a question everybody, or whom \"search\" finds. Example: {\"question\":{\"kind\":\"funnel\",\"events\":[{\"id\":\"sign up\"},{\"id\":\"paid\"}]},\"funnel_step\":-2}.",
	routes: [{
		method: "GET",
		path: "/persons/",
		csv: true
	}],
	tool: true,
	scope: "person:read",
	effect: "read",
	input: PeopleBody,
	output: PeopleResult,
	text: peopleText,
	table: peopleTable,
	async handle(context, sent) {
		const { count, results, warnings, ...page } = await peoplePage(context, sent);
		return {
			count,
			...linksOf(context.url, {
				count,
				...page
			}),
			results,
			warnings
		};
	}
});
// src/service/operations/project.ts
/** Projects and their settings. */
const ProjectSummary = object({
	id: int(),
	uuid: string(),
	organization: string().describe("Id of the one there is"),
	name: string(),
	timezone: string(),
	week_start_day: int().describe("0 Sunday, 1 Monday"),
	created_at: string()
});
const TOKEN = string().describe("Public: it lets events in, and nothing out");
const ProjectListed = ProjectSummary.extend({ api_token: TOKEN.nullable().describe("Token for sending events; null for keys without the scope project:read") });
const ABSENT = {
	heatmaps_opt_in: boolean().optional(),
	session_recording_opt_in: boolean().optional(),
	surveys_opt_in: boolean().optional(),
	autocapture_exceptions_opt_in: boolean().optional(),
	autocapture_web_vitals_opt_in: boolean().optional(),
	cookieless_server_hash_mode: int().optional()
};
const ProjectDetail = ProjectSummary.extend({
	api_token: TOKEN,
	test_account_filters: array(unknown$2()),
	path_cleaning_filters: array(unknown$2()),
	retention_days: int().nullable().describe("Older events are removed for good; null keeps all"),
	autocapture_opt_out: boolean().describe("Whether the browser library leaves clicks, changes and submits alone"),
	...ABSENT,
	warnings: array(string()).optional().describe("Unknown names in test_account_filters")
});
function summary(service, project) {
	const { id, name, timezone, week_start_day, created_at_ms } = project;
	return {
		id,
		uuid: projectUuid(project),
		organization: organizationId(service),
		name,
		timezone,
		week_start_day,
		created_at: formatIso(created_at_ms)
	};
}
const listProjects = globalOperation({
	name: "list_projects",
	title: "List projects",
	description: "The projects your key may use, with their time zones. Needed only where there are several: send the id as project_id to the other tools. Example: {}.",
	routes: [{
		method: "GET",
		path: "/projects/"
	}],
	tool: true,
	scope: null,
	effect: "read",
	input: object({
		limit: int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${LIMIT.page_default})`),
		offset: offsetField
	}),
	output: object({
		count: int(),
		next: string().nullable(),
		previous: string().nullable(),
		results: array(ProjectListed)
	}),
	text: (page) => listText$2("project", page, projectText),
	handle(context, { limit = LIMIT.page_default, offset = 0 }) {
		const all = allowedProjects(context);
		const mayRead = allows(context.caller.scopes, "project:read");
		const results = all.slice(offset, offset + limit).map((project) => ({
			...summary(context.service, project),
			api_token: mayRead ? project.api_token : null
		}));
		return {
			count: all.length,
			...linksOf(context.url, {
				count: all.length,
				limit,
				offset
			}),
			results
		};
	}
});
function detail({ service }, project) {
	return {
		...summary(service, project),
		api_token: project.api_token,
		test_account_filters: [...project.test_account_filters],
		path_cleaning_filters: [...project.path_cleaning_filters],
		retention_days: project.retention_days,
		autocapture_opt_out: project.autocapture_opt_out
	};
}
/** Programs look for settings of parts that are not here; assistants do not. */
const present = (answer) => ({
	...answer,
	...ABSENT_PARTS
});
/** Includes the settings that affect answers, so that whoever changes them sees the new state. */
function detailText(detail) {
	const { week_start_day, test_account_filters, path_cleaning_filters, retention_days, warnings = [] } = detail;
	const cleaned = path_cleaning_filters.length;
	return [
		`${projectText(detail)}, weeks begin on ${week_start_day === 1 ? "Monday" : "Sunday"}.`,
		test_account_filters.length === 0 ? "Nobody is left out with \"filter_test_accounts\": true." : `With "filter_test_accounts": true only those count who pass: ${visibleJson(test_account_filters)}.`,
		...cleaned === 0 ? [] : [`${counted$3(cleaned, "rule")} for paths: ${visibleJson(path_cleaning_filters)}.`],
		...retention_days === null ? [] : [`Events are kept for ${counted$3(retention_days, "day")}.`],
		...detail.autocapture_opt_out ? ["The browser library captures nothing by itself."] : [],
		...warnings.map(visible)
	].join("\n");
}
function projectText({ id, name, timezone }) {
	return `${id} ${quoted$1(name)} (${timezone})`;
}
const getProject = operation({
	name: "get_project",
	title: "Read a project",
	description: "The settings of a project: time zone, first day of the week, test account filters, token for sending events.",
	routes: [{
		method: "GET",
		path: "/",
		present
	}],
	tool: true,
	scope: "project:read",
	effect: "read",
	input: object({}),
	output: ProjectDetail,
	text: detailText,
	handle: (context) => detail(context, context.project)
});
const createProject = globalOperation({
	name: "create_project",
	title: "Create a project",
	description: "A new project with events, people and insights of its own. The answer has the token with which its events are sent. Example: {\"name\":\"Web shop\",\"timezone\":\"Europe/Berlin\"}.",
	routes: [{
		method: "POST",
		path: "/projects/",
		status: 201,
		present
	}],
	tool: true,
	scope: "project:write",
	effect: "create",
	repeatable: true,
	input: ProjectWrite,
	output: ProjectDetail,
	text: detailText,
	handle: created
});
function created(context, body) {
	const { service, caller, now_ms } = context;
	if (caller.project_ids !== null) throw new ServiceError("permission_denied", "This API key is limited to some projects, so it could not use a new one. Use a key without that limit.");
	const { name, timezone = "UTC", week_start_day = 0, test_account_filters = [], path_cleaning_filters = [] } = body;
	if (name === void 0) throw invalid("name", "This field is required.", "required");
	const settings = {
		name,
		timezone,
		week_start_day,
		test_account_filters,
		path_cleaning_filters
	};
	return service.store.transaction(() => {
		const api_token = newProjectToken(service);
		const made = service.store.projects.create({
			...settings,
			api_token,
			created_at_ms: now_ms
		});
		const { retention_days = null, autocapture_opt_out = false } = body;
		const project = service.store.projects.update(made.id, {
			retention_days,
			autocapture_opt_out
		});
		checkSettings({
			...context,
			project
		}, body);
		return detail(context, project);
	});
}
const updateProject = operation({
	name: "update_project",
	title: "Change a project",
	description: "Changes the settings you send; lists as a whole. A new time zone moves the days of every answer. Example: {\"timezone\":\"Europe/Berlin\"}.",
	routes: [{
		method: "PATCH",
		path: "/",
		present
	}],
	tool: true,
	scope: "project:write",
	effect: "update",
	repeatable: true,
	input: ProjectWrite,
	output: ProjectDetail,
	text: detailText,
	handle: changed
});
function changed(context, body) {
	const { store } = context.service;
	const absent = Object.keys(ABSENT_PARTS);
	const settings = Object.fromEntries(Object.entries(body).filter(([name]) => !absent.includes(name)));
	return store.transaction(() => {
		const project = store.projects.update(context.project.id, definedOnly(settings));
		const warnings = checkSettings({
			...context,
			project
		}, body);
		return {
			...detail(context, project),
			...warnings.length === 0 ? {} : { warnings }
		};
	});
}
/** Where clients that begin with the organization look for it. */
const OF_ORGANIZATION = "/organizations/:id/projects/";
const IN_ORGANIZATION = `${OF_ORGANIZATION}:project/`;
const InOrganization = OrganizationInput.extend({ project: numberId("Number of the project") });
const getOrganizationProject = globalOperation({
	name: "get_organization_project",
	title: "Read a project of an organization",
	description: "The settings of a project, as GET /api/projects/:project_id/ answers them.",
	routes: [{
		method: "GET",
		path: IN_ORGANIZATION,
		present
	}],
	tool: false,
	scope: "project:read",
	effect: "read",
	input: InOrganization,
	output: ProjectDetail,
	text: detailText,
	handle: (context, { id, project }) => detail(context, projectIn(context, id, project))
});
const createOrganizationProject = globalOperation({
	name: "create_organization_project",
	title: "Create a project of an organization",
	description: "A new project, as POST /api/projects/ makes it.",
	routes: [{
		method: "POST",
		path: OF_ORGANIZATION,
		status: 201,
		present
	}],
	tool: false,
	scope: "project:write",
	effect: "create",
	repeatable: true,
	input: OrganizationInput.extend(ProjectWrite.shape),
	output: ProjectDetail,
	text: detailText,
	handle(context, { id, ...body }) {
		checkOrganization(context.service, id);
		return created(context, body);
	}
});
const updateOrganizationProject = globalOperation({
	name: "update_organization_project",
	title: "Change a project of an organization",
	description: "Changes the settings you send, as PATCH /api/projects/:project_id/ does.",
	routes: [{
		method: "PATCH",
		path: IN_ORGANIZATION,
		present
	}],
	tool: false,
	scope: "project:write",
	effect: "update",
	input: InOrganization.extend(ProjectWrite.shape),
	output: ProjectDetail,
	text: detailText,
	handle: (context, { id, project, ...body }) => changed({
		...context,
		project: projectIn(context, id, project)
	}, body)
});
/** @throws ServiceError not_found, also for projects the key may not use */
function projectIn(context, organization_id, id) {
	checkOrganization(context.service, organization_id);
	const project = allowedProjects(context).find((one) => one.id === id);
	if (project) return project;
	throw new ServiceError("not_found", `Project not found. ${see("list_projects")} lists those you may use.`);
}
/** Refuses filters and patterns no question could use; returns warnings for unknown names. */
function checkSettings(context, body) {
	const filters = resolveFilters(body.test_account_filters ?? [], "test_account_filters", settingOf(context));
	for (const [at, rule] of (body.path_cleaning_filters ?? []).entries()) resolveRule(rule, `path_cleaning_filters__${at}`);
	if (body.retention_days) checkRetention(context);
	return context.face === "mcp" ? nameWarnings(context, filters, {}).map(context.wording) : [];
}
/** @throws ServiceError */
function checkRetention({ service, face }) {
	checkErasable(service);
	if (face === "rest") return;
	throw new ServiceError("permission_denied", `Old events are removed for good, so no tool sets retention_days. Ask whoever operates this: ${service.command("expire --days 365")}`);
}
// src/service/kinds/actors_node.ts
/**
* Query nodes that ask who is behind a number: an ActorsQuery around the number's question and its point, both in the
* words of nodes. Without a question it lists everybody.
*/
/** Around a question. */
const POINTS = ["InsightActorsQuery", "FunnelsActorsQuery"];
const ACTOR_NODES = ["ActorsQuery", ...POINTS];
/** null if the node asks something else. @throws ServiceError if it has parts that are not understood */
function readActorsNode(query) {
	if (POINTS.includes(String(query["kind"]))) return readActorsNode({
		kind: "ActorsQuery",
		source: query
	});
	if (query["kind"] !== "ActorsQuery") return null;
	const { select, orderBy, limit, offset, search, properties, fixedProperties, source: around } = query;
	const columns = listOfTexts(select, "select") ?? ["actor"];
	const order = listOfTexts(orderBy, "orderBy") ?? [];
	const counts = columns.includes("event_count") || order.some((by) => by.startsWith("event_count"));
	const page = {
		limit,
		offset
	};
	if (around === void 0 || around === null) {
		const filters = [properties, fixedProperties].filter((one) => Array.isArray(one)).flat();
		return {
			people: {
				...page,
				...directory(search, filters)
			},
			select: columns,
			source: null
		};
	}
	const point = isObject(around) ? around : {};
	if (!POINTS.includes(String(point["kind"]))) throw notSupported(`actors of ${String(point["kind"])}`, "query__source", `The people of a node of the kind "${String(point["kind"])}" are not listed. Send an ${POINTS.join(" or ")} around the question.`);
	const source = unwrapped(point["source"]);
	const kind = KIND_BY_NODE.get(String(source["kind"]));
	const read = kind === void 0 ? void 0 : READ[kind];
	if (read === void 0) throw notSupported(`actors of ${String(source["kind"])}`, "query__source__source", `Nobody is listed behind a "${String(source["kind"])}".`);
	const { asked = source, ...where } = read(point, source);
	const most = kind === "trend" && counts ? { order: "-count" } : {};
	return {
		people: {
			question: {
				kind,
				query: asked
			},
			...page,
			...most,
			...where
		},
		select: columns,
		source: asked
	};
}
function listOfTexts(sent, attr) {
	if (sent === void 0 || sent === null) return null;
	if (Array.isArray(sent) && sent.every((item) => typeof item === "string")) return sent;
	throw invalid(`query__${attr}`, "Expected a list of texts.", "not_a_list");
}
function directory(search, filters) {
	if (filters.length === 0) return { search };
	if (search !== void 0 && search !== null && search !== "") throw invalid("query__search", "Send \"search\" or \"properties\", not both.");
	return { question: {
		kind: "trend",
		events: [{ id: null }],
		date_from: "all",
		properties: filters
	} };
}
function unwrapped(sent) {
	if (!isObject(sent)) throw invalid("query__source__source", "Say of which question: {\"kind\":\"TrendsQuery\",\"series\":[…]}.", "required");
	return WRAPPERS.includes(String(sent["kind"])) ? unwrapped(sent["source"]) : sent;
}
/** Kind -> the point of its answers. */
const READ = {
	trend: (point, source) => ({
		...ofBreakdown(point["breakdown"], source),
		series: point["series"],
		period: point["compare"],
		day: dayOf(point["day"], source)
	}),
	lifecycle: ({ day, status }, source) => ({
		status,
		day: dayOf(day, source)
	}),
	stickiness: ({ day, series, compare }) => ({
		series,
		period: compare,
		day: day === void 0 ? day : String(day)
	}),
	funnel(point, source) {
		if (point["funnelTrendsEntrancePeriodStart"] !== void 0) throw notSupported("people of one entrance period", "query__source__funnelTrendsEntrancePeriodStart", "The people of one entrance period are not listed. Send funnelStep, and that period as the dateRange of the funnel.");
		return {
			...ofBreakdown(point["funnelStepBreakdown"], source),
			funnel_step: point["funnelStep"]
		};
	},
	retention: ({ interval }) => ({ cohort: interval ?? 0 }),
	path(_, { pathsFilter }) {
		const { pathStartKey, pathEndKey } = isObject(pathsFilter) ? pathsFilter : {};
		if (pathStartKey === void 0 || pathEndKey === void 0) throw invalid("query__source__source__pathsFilter", "Name the edge as the answer does: {\"pathStartKey\":\"1_/pricing\",\"pathEndKey\":\"2_/sign-up\"}.", "required");
		return {
			source: pathStartKey,
			target: pathEndKey
		};
	}
};
/** Without a value those of all values together. */
function ofBreakdown(value, source) {
	if (value !== void 0 && value !== null) return { breakdown_value: value };
	const { breakdownFilter: _, ...asked } = source;
	return { asked };
}
/** As answers write it: a date, or a time for hours and less. */
function dayOf(day, { interval }) {
	if (typeof day !== "string") return day;
	const is_time = interval === "hour" || interval === "minute" || interval === "second";
	return day.replace("T", " ").slice(0, (is_time ? "2026-01-31 13:00:00" : "2026-01-31").length);
}
// src/service/operations/actors.ts
/** Answers to ActorsQuery nodes: people in columns. */
const COLUMNS = {
	actor: actorOf,
	person: actorOf,
	group: actorOf,
	id: ({ id }) => id,
	actor_id: ({ id }) => id,
	person_id: ({ id }) => id,
	distinct_id: ({ distinct_ids }) => distinct_ids[0] ?? null,
	distinct_ids: ({ distinct_ids }) => distinct_ids,
	created_at: ({ created_at }) => created_at,
	/** Counted in lists of a trend only. */
	event_count: ({ matched_count }) => matched_count ?? null,
	matched_recordings: () => []
};
const PROPERTY = /^(?:person\.)?properties\.(.+)$/;
/** Of retention: whether they came that many periods after they started. */
const PERIOD = /^(?:hour|day|week|month)_(\d{1,3})$/;
function actorOf({ type, id, name, distinct_ids, properties, created_at }) {
	return {
		type,
		id,
		uuid: id,
		name,
		distinct_ids,
		properties,
		created_at
	};
}
/** In the words of the node. @throws ServiceError also if the key may not read people */
async function answerActors(context, { people, select, source }) {
	if (!allows(context.caller.scopes, "person:read")) throw new ServiceError("permission_denied", "API key missing required scope 'person:read'");
	for (const [at, name] of select.entries()) checkColumn(name, source, `query__select__${at}`);
	const body = await inNode(() => checked$1(PeopleBody, people));
	const page = await inNode(() => peoplePage(context, body));
	const later = /* @__PURE__ */ new Map();
	for (const name of select) {
		const periods = PERIOD.exec(name)?.[1];
		if (periods !== void 0) later.set(name, await cameLater(context, body, page.results, Number(periods)));
	}
	const { count, limit, offset, results, warnings } = page;
	return {
		results: results.map((person) => select.map((name) => {
			const came = later.get(name);
			return came === void 0 ? cellOf(name, person) : Number(came.has(person.id));
		})),
		columns: [...select],
		hasMore: offset + results.length < count,
		limit,
		offset,
		warnings,
		missing_actors_count: 0,
		is_cached: false,
		last_refresh: formatIso(context.now_ms),
		timezone: context.project.timezone,
		query_status: null
	};
}
function checkColumn(name, source, attr) {
	if (Object.hasOwn(COLUMNS, name) || PROPERTY.test(name)) return;
	if (PERIOD.test(name) && source?.["kind"] === "RetentionQuery") return;
	const known = [...Object.keys(COLUMNS), "properties.plan"].join(", ");
	throw notSupported(`column ${name}`, attr, `There is no column "${name}" of people. Columns: ${known}.`);
}
function cellOf(name, person) {
	const column = COLUMNS[name];
	if (column) return column(person);
	return person.properties[PROPERTY.exec(name)?.[1] ?? ""] ?? null;
}
/** Who of these people, who started together, came again: the same question, about them only. */
async function cameLater(context, body, people, later) {
	if (later === 0 || people.length === 0) return new Set(people.map(({ id }) => id));
	if (people.some(({ type }) => type !== "person")) throw invalid("query__select", "When groups came again is not listed; select \"actor\" only.");
	const only = [{
		type: "hogql",
		key: `person_id IN (${people.map(({ id }) => textLiteral(id)).join(", ")})`
	}];
	const { query } = laidOver({
		filters: {},
		query: body.question?.["query"]
	}, { properties: only });
	const sent = {
		...body,
		question: {
			...body.question,
			query
		},
		later,
		offset: 0
	};
	try {
		const { results } = await peoplePage(context, checked$1(PeopleBody, sent));
		return new Set(results.map(({ id }) => id));
	} catch (error) {
		if (error instanceof ServiceError && error.attr === "later") return /* @__PURE__ */ new Set();
		throw error;
	}
}
/** Errors name a part of the node. */
async function inNode(run) {
	try {
		return await run();
	} catch (error) {
		if (!(error instanceof ServiceError) || error.attr === null) throw error;
		const attr = error.attr.replace(/^question__(query__)?/, "query__source__source__");
		const said = attr === error.attr ? `query__source__${attr}` : attr;
		throw new ServiceError(error.code, error.message, {
			attr: said,
			cause: error
		});
	}
}
// src/service/operations/query.ts
/** Query nodes: how newer clients ask. Answered by the same questions as everything else. */
const QueryNode = looseObject({ kind: string() });
const QueryAnswer = object({
	results: unknown$2(),
	columns: array(string()).optional().describe("Of SQL"),
	types: array(array(string())).optional(),
	hasMore: boolean().optional(),
	limit: int().optional().describe("Of people"),
	offset: int().optional(),
	missing_actors_count: int().optional().describe("Always 0"),
	warnings: array(string()).optional(),
	is_cached: boolean(),
	last_refresh: string().nullable().describe("null with results null: nothing is there, and force_cache computes nothing"),
	timezone: string(),
	resolved: ResolvedSchema.optional().describe("Of questions, not of people"),
	/** Always null: answers are never partial. */
	query_status: _null(),
	explain: ExplanationSchema.optional()
});
function laidOverNode(context, query, override) {
	if (override === void 0) return query;
	const laid = laidOver({
		filters: {},
		query
	}, readOverlay(context, override, "filters_override"));
	return QueryNode.parse(laid.query);
}
/** Additional fields for the rows of a statement. */
function rowFields({ columns, types }, hasMore) {
	return columns === void 0 ? {} : {
		columns,
		types,
		hasMore
	};
}
/** About parts of the interface that are not here: there is nothing, as in a project that does not use them. */
const NOTHING_NODES = [
	"ErrorTrackingQuery",
	"RecordingsQuery",
	"TracesQuery",
	"TraceQuery",
	"LogsQuery"
];
function nothingOf({ now_ms, project }) {
	return {
		results: [],
		columns: [],
		hasMore: false,
		is_cached: false,
		last_refresh: formatIso(now_ms),
		timezone: project.timezone,
		query_status: null
	};
}
const runQuery = operation({
	name: "run_query",
	title: "Compute a query node",
	description: "Computes a query node without saving it. Example: {\"query\":{\"kind\":\"TrendsQuery\",\"series\":[{\"kind\":\"EventsNode\",\"event\":\"sign up\"}],\"dateRange\":{\"date_from\":\"-7d\"}}}.",
	routes: [{
		method: "POST",
		path: "/query/"
	}],
	tool: false,
	scope: "query:read",
	effect: "read",
	input: object({
		query: preprocess(readJson, QueryNode).meta({
			type: "object",
			description: `A node of the kind ${NODE_NAMES.join(", ")}, or one that wraps such a node as "source": the people behind one of its numbers are an ActorsQuery`
		}),
		refresh: refreshField("Compute again even if a cached answer is current; force_cache: answer what there is only"),
		filters_override: overrideField,
		variables_override: variablesField,
		explain: explainField,
		client_query_id: string().optional().describe("Your name for the computation, by which it can be cancelled")
	}),
	output: QueryAnswer,
	text: ({ results }) => visibleJson(results),
	async handle(context, { query: sent, refresh, explain, client_query_id, filters_override, variables_override }) {
		refuseVariables(variables_override);
		const query = laidOverNode(context, sent, filters_override);
		if (NOTHING_NODES.includes(query.kind)) return nothingOf(context);
		const actors = readActorsNode(query);
		if (actors !== null) return answerActors(context, actors);
		const ask = questionOf(null, query);
		if (ask === null) {
			const detail = `Query nodes of the kind "${query.kind}" are not computed here. Kinds that are: ${[...NODE_NAMES, ...ACTOR_NODES].join(", ")}.`;
			throw notSupported(`query kind ${query.kind}`, "query__kind", detail);
		}
		const question = ask(context, {
			query,
			...definedOnly({
				client_query_id,
				explain
			})
		});
		const answered = refresh === "force_cache" ? keptAnswer(context, question) : await compute(context, {
			...question,
			refresh: isForced(refresh)
		});
		const resolved = answered?.answer.resolved ?? question.resolved();
		return {
			results: answered?.answer.result ?? null,
			...rowFields(resolved, answered?.answer.has_more ?? false),
			is_cached: answered?.is_cached ?? false,
			last_refresh: answered && formatIso(answered.computed_at_ms),
			timezone: context.project.timezone,
			resolved,
			query_status: null,
			...answered?.explain ? { explain: answered.explain } : {}
		};
	}
});
// src/model/saved/sharing.ts
/** Whether an insight is readable by link. */
const SharingSchema = object({
	created_at: string().describe("Of the token; until sharing is first switched on that is now"),
	enabled: boolean(),
	url: string().optional().describe("The link, where the address of the server is known; else it is /shared/<access_token> there"),
	access_token: string().describe("Stands in the link; different each time until sharing is first switched on")
});
const SharingWrite = object({ enabled: boolean().optional().describe("true: whoever has the link can read the insight; false: nobody can by it") });
// src/service/operations/sharing.ts
/** Sharing an insight by link. */
const ONE = object({ insight_id: insightId(INSIGHT_ID) });
function newToken(service) {
	return Buffer.from(service.randomBytes(22)).toString("base64url");
}
function shown({ service }, { created_at_ms, enabled, access_token }) {
	const link = service.public_url === null ? null : `${service.public_url}/shared/${access_token}`;
	return {
		created_at: formatIso(created_at_ms),
		enabled,
		access_token,
		...link === null ? {} : { url: link }
	};
}
/** The server does not know its external host. */
function sharingText({ enabled, created_at, url, access_token }) {
	if (!enabled) return "Not shared by link. \"enabled\": true shares it.";
	return `Shared by link since ${created_at}: anybody who opens ${url ?? `/shared/${access_token} at this server's address`} sees it.`;
}
function locate(context, { insight_id }) {
	if (insight_id !== void 0 && insight_id !== null) liveInsight(context, insight_id);
}
const getInsightSharing = operation({
	name: "get_insight_sharing",
	title: "Read the sharing of an insight",
	description: "Whether anybody who holds the link can read an insight, and the token in that link. Reading it shares nothing. Example: {\"insight_id\":\"k3VbQ0pZ\"}.",
	routes: [{
		method: "GET",
		path: "/insights/:insight_id/sharing/"
	}],
	tool: true,
	scope: "sharing_configuration:read",
	effect: "read",
	input: ONE,
	output: SharingSchema,
	text: sharingText,
	locate,
	handle(context, { insight_id }) {
		return shown(context, storedOrNew(context, liveInsight(context, insight_id).id));
	}
});
const shareInsight = operation({
	name: "share_insight",
	title: "Share an insight by link, or stop",
	description: "Switches the link of an insight on or off: with it, anybody sees /shared/<access_token>. The token stays the same. Example: {\"insight_id\":\"k3VbQ0pZ\",\"enabled\":true}.",
	routes: [{
		method: "PATCH",
		path: "/insights/:insight_id/sharing/"
	}],
	tool: true,
	scope: "sharing_configuration:write",
	effect: "update",
	input: ONE.extend(SharingWrite.shape),
	output: SharingSchema,
	text: sharingText,
	locate,
	handle(context, { insight_id, enabled }) {
		const { store } = context.service;
		return store.transaction(() => {
			const row = liveInsight(context, insight_id);
			const before = storedOrNew(context, row.id);
			const after = {
				...before,
				enabled: enabled ?? before.enabled
			};
			store.sharing.put(after);
			if (after.enabled !== before.enabled) {
				const changes = [{
					type: "Insight",
					action: "changed",
					field: "sharing",
					after: after.enabled
				}];
				logActivity(context, after.enabled ? "sharing enabled" : "sharing disabled", row, changes);
			}
			return shown(context, after);
		});
	}
});
const refreshInsightSharing = operation({
	name: "refresh_insight_sharing",
	title: "Change the link of an insight",
	description: "Gives the link of an insight a new token. The old link shows nothing from then on. Example: {\"insight_id\":\"k3VbQ0pZ\"}.",
	routes: [{
		method: "POST",
		path: "/insights/:insight_id/sharing/refresh/"
	}],
	tool: true,
	scope: "sharing_configuration:write",
	effect: "update",
	input: ONE,
	output: SharingSchema,
	text: sharingText,
	locate,
	handle(context, { insight_id }) {
		const { store } = context.service;
		return store.transaction(() => {
			const row = liveInsight(context, insight_id);
			const after = {
				...storedOrNew(context, row.id),
				access_token: newToken(context.service)
			};
			store.sharing.put(after);
			logActivity(context, "access token refreshed", row, null);
			return shown(context, after);
		});
	}
});
function storedOrNew({ service, now_ms }, insight_id) {
	return service.store.sharing.get(insight_id) ?? {
		insight_id,
		enabled: false,
		access_token: newToken(service),
		created_at_ms: now_ms
	};
}
// src/service/operations/sql.ts
/** SQL statements: as a flat body, and as a query node. */
const runSql = operation({
	name: "run_sql",
	title: "Run SQL",
	description: "HogQL SELECT for what no other question asks. Tables: events (event, timestamp, person_id, properties.x, person.properties.x), persons, groups, sessions, cohort_people. Example: SELECT properties.$pathname AS page, median(properties.seconds) FROM events WHERE event = '$pageview' AND timestamp > now() - INTERVAL 7 DAY GROUP BY page ORDER BY 2 DESC LIMIT 10.",
	routes: [{
		method: "POST",
		path: "/sql/",
		csv: true
	}],
	tool: true,
	scope: "query:read",
	effect: "read",
	input: SqlBody,
	output: SqlResult,
	text: sqlText,
	table: sqlTable,
	handle: (context, body) => answerSql(context, body)
});
/** As assistants of the interface we follow call it. */
const executeSql = operation({
	name: "execute_sql",
	title: "Run SQL and read the answer as text",
	description: "The same as run_sql; rows come as text for assistants.",
	routes: [{
		method: "POST",
		path: "/mcp_tools/execute_sql/"
	}],
	tool: false,
	scope: "query:read",
	effect: "act",
	input: object({ args: SqlBody.pick({ query: true }) }),
	output: object({
		success: literal$1(true),
		content: string()
	}),
	text: ({ content }) => content,
	async handle(context, { args }) {
		return {
			success: true,
			content: sqlText(SqlResult.parse(await readMembers(await answerSql(context, args))))
		};
	}
});
async function answerSql(context, body) {
	const question = questionOfBody(context, "sql", body);
	const { query } = question.asked;
	const { timezone } = context.project;
	const types = columnTypes(query.columns, timezone);
	const fixed = {
		columns: query.columns.map(({ name }) => name),
		types,
		limit: query.limit,
		hogql: body.query,
		timezone,
		...query.behind === null ? {} : { behind: query.behind }
	};
	const { answer, computed_at_ms, is_cached, explain } = await compute(context, question);
	const { url, project } = context;
	const { behind: _, ...resolved } = answer.resolved;
	const links = url !== null && query.behind !== null && query.limit <= LIMIT.page_max ? rowLinks(url.origin, project.id, query.behind, await answer.result.read()) : {};
	return {
		...fixed,
		...links,
		results: answer.result,
		hasMore: answer.has_more,
		is_cached,
		last_refresh: formatIso(computed_at_ms),
		resolved,
		...explain === null ? {} : { explain }
	};
}
// src/service/operations/taxonomy.ts
/**
* What a project's data looks like, for assistants of the interface we follow: names of events and properties, and
* values, as lines of text.
*/
const VALUES_SHOWN = 25;
const name = string().min(1).max(LIMIT.event_name_chars);
const limit = int().min(1).max(LIMIT.page_max).optional();
const offset = int().min(0).optional();
const entity = name.describe("person, session, or a group type");
const action_id = int();
const Asked = discriminatedUnion("kind", [
	object({
		kind: literal$1("events"),
		limit,
		offset
	}),
	object({
		kind: literal$1("event_properties"),
		event_name: name
	}),
	object({
		kind: literal$1("event_property_values"),
		event_name: name,
		property_name: name
	}),
	object({
		kind: literal$1("action_properties"),
		action_id
	}),
	object({
		kind: literal$1("action_property_values"),
		action_id,
		property_name: name
	}),
	object({
		kind: literal$1("entity_properties"),
		entity
	}),
	object({
		kind: literal$1("entity_property_values"),
		entity,
		property_name: name
	})
]);
const readTaxonomy = operation({
	name: "read_taxonomy",
	title: "Read names and values as text",
	description: "Names of events and properties, and the most frequent values of one, as lines for assistants.",
	routes: [{
		method: "POST",
		path: "/mcp_tools/read_taxonomy/"
	}],
	tool: false,
	scope: "property_definition:read",
	effect: "act",
	input: object({ args: object({ query: Asked }) }),
	output: object({
		success: literal$1(true),
		content: string()
	}),
	text: ({ content }) => content,
	async handle(context, { args }) {
		return {
			success: true,
			content: (await linesOf(context, args.query)).join("\n") || "There is nothing of this kind."
		};
	}
});
function linesOf(context, asked) {
	switch (asked.kind) {
		case "events": return eventLines(context, asked.limit ?? LIMIT.page_default, asked.offset ?? 0);
		case "event_properties": return propertyLinesOn(context, [eventNamed(context, asked.event_name)]);
		case "event_property_values": return valuesOn(context, [eventNamed(context, asked.event_name)], asked.property_name);
		case "action_properties": return propertyLinesOn(context, eventsOf(context, asked.action_id));
		case "action_property_values": return valuesOn(context, eventsOf(context, asked.action_id), asked.property_name);
		case "entity_properties": return entityProperties(context, asked.entity);
		case "entity_property_values": return entityValues(context, asked.entity, asked.property_name);
	}
}
/** Most frequent first. */
function eventLines({ service, project }, shown, from) {
	return service.store.definitions.events(project.id).filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(from, from + shown).map((one) => `${quoted$1(one.name)}: ${one.count}`);
}
function eventNamed({ service, project }, event) {
	if (service.store.definitions.hasEvent(project.id, event)) return event;
	const detail = `There is no event ${quoted$1(event)}. ${see("list_event_definitions")} lists those there are.`;
	throw new ServiceError("not_found", detail);
}
/** null stands for every event. */
function eventsOf(context, id) {
	const action = liveAction(context, id);
	if (action === null) throw new ServiceError("not_found", `Action not found. ${see("list_actions")} lists those there are.`);
	const events = action.steps.map((step) => isObject(step) && typeof step["event"] === "string" ? step["event"] : null);
	return [...new Set(events.length === 0 ? [null] : events)];
}
async function propertyLinesOn(context, events) {
	const known = propertiesWhere(context, { owner: "event" });
	const found = await propertiesOn(context, events, known.map((one) => one.name));
	return known.filter((one) => found.has(one.name)).map(propertyLine);
}
async function valuesOn(context, events, key) {
	const counts = /* @__PURE__ */ new Map();
	for (const event of events) {
		const [values = []] = await valuesOf(context, {
			owner: "event",
			event,
			keys: [key],
			search: "",
			limit: VALUES_SHOWN
		});
		for (const { value, count } of values) counts.set(value, (counts.get(value) ?? 0) + count);
	}
	return [...counts].sort(([, a], [, b]) => b - a).slice(0, VALUES_SHOWN).map(([value, count]) => `${quoted$1(value)}: ${count}`);
}
/** Of sessions only what is computed of them. */
const SESSION = ["$session_duration (Numeric)"];
function entityProperties(context, named) {
	if (named === "session") return SESSION;
	const owner = named === "person" ? "person" : "group";
	return propertiesWhere(context, {
		owner,
		index: owner === "group" ? groupIndex(context, named) : void 0
	}).map(propertyLine);
}
async function entityValues(context, named, key) {
	if (named === "session") throw invalid("args__query__entity", "Values of sessions are numbers of any size.");
	return (named === "person" ? (await valuesOf(context, {
		owner: "person",
		event: null,
		keys: [key],
		search: "",
		limit: VALUES_SHOWN
	}))[0] : groupValues(context, groupIndex(context, named), {
		key,
		search: "",
		limit: VALUES_SHOWN
	})).map(({ value, count }) => `${quoted$1(value)}: ${count}`);
}
function groupIndex({ service, project }, named) {
	const found = service.store.groups.types(project.id).find(({ group_type }) => group_type === named);
	if (found) return found.group_type_index;
	throw invalid("args__query__entity", `Expected person, session or a group type. ${see("list_group_types")} lists the group types.`, "invalid_choice");
}
function propertiesWhere({ service, project }, { owner, index }) {
	return service.store.definitions.properties(project.id, { owner }).filter((one) => index === void 0 || one.group_type_index === index);
}
function propertyLine(property) {
	return `${property.name} (${property.type ?? "mixed"})`;
}
// src/service/operations/index.ts
/** The operation table, in the order of the interface. Both faces are derived from it. */
const OPERATIONS = [
	listInsights,
	createInsightOperation,
	getInsightSharing,
	shareInsight,
	refreshInsightSharing,
	getInsight,
	updateInsightOperation,
	softDeleteInsight,
	deleteInsight,
	getActivity,
	markInsightViewed,
	cancelComputation,
	myLastViewed,
	...INSIGHT_OPERATIONS,
	recordTiming,
	explainChangeOperation,
	listGroupTypes,
	renameGroupType,
	listPersons,
	deletePerson,
	deletePersonsInBulk,
	listImports,
	importEvents,
	deleteImportOperation,
	listEvents,
	describeProject,
	listProjects,
	createProject,
	getProject,
	updateProject,
	listDashboards,
	createDashboardOperation,
	getDashboard,
	updateDashboardOperation,
	listEventDefinitions,
	listPropertyDefinitions,
	listPropertyValues,
	runQuery,
	runSql,
	listActions,
	createAction,
	getAction,
	updateAction,
	listAnnotations,
	createAnnotation,
	getAnnotation,
	updateAnnotation,
	listAlerts,
	createAlert,
	getAlert,
	updateAlert,
	listAuditLog,
	listCohorts,
	createCohort,
	getCohort,
	updateCohort,
	getMe,
	getCurrentKey,
	listOrganizations,
	getOrganization,
	listOrganizationProjects,
	listOrganizationMembers,
	getOrganizationProject,
	createOrganizationProject,
	updateOrganizationProject,
	getEventByName,
	getEventDefinition,
	executeSql,
	readTaxonomy,
	...CLIENT_OPERATIONS
];
function operationNamed(name) {
	return must(OPERATIONS.find((operation) => operation.name === name), `operation ${name}`);
}
// src/service/gate/wording.ts
/** How each face calls the operations that messages name: tools for a model, requests for a program. */
function wordingOf(face, project_id = null) {
	return (text) => withOperations(text, (named) => face === "mcp" ? NAMED_OPERATIONS[named] ?? named : requestOf(named, project_id));
}
function requestOf(named, project_id) {
	const found = OPERATIONS.find(({ name }) => name === named);
	const route = found?.routes[0];
	if (route === void 0) return named;
	const base = found?.in_project ? `/api/projects/${project_id ?? ":project_id"}` : "/api";
	return `${route.method} ${base}${route.path}`;
}
/** Errors of other types are bugs and stay as they are. */
function reworded(error, wording) {
	if (!(error instanceof ServiceError)) return error;
	const message = wording(error.message);
	return message === error.message ? error : error.saying(message);
}
export { AGGREGATE_NAMES as $, computedFields as A, sqlTable as B, updateAction as C, readJson as Ct, DashboardDetail as D, unknownMembers as Dt, asShownOn as E, membersInPath as Et, checkErasable as F, huePaint as G, tokensOf as H, checkNobodySends as I, checked$1 as J, paintOf as K, erase as L, questionOfKind as M, isShortId as N, createInsight as O, admittedNow as Ot, deletePersons as P, FUNCTION_LIST as Q, tellingNames as R, createAction as S, REST_ONLY as St, shownImport as T, isStoring as Tt, STRONG_FROM as U, explanationLines as V, dashOf as W, inputError as X, CohortSchema as Y, ActionSchema as Z, updateAnnotation as _, GroupTypeSchema as _t, runSql as a, drawOdds as at, getInsight as b, ExplanationSchema as bt, updateInsightOperation as c, measureInter as ct, getDashboard as d, line$1 as dt, EVENT_AGGREGATE_NAMES as et, listDashboards as f, px as ft, createAnnotation as g, InsightWrite as gt, updateCohort as h, InsightSchema as ht, operationNamed as i, plural as it, onItsOwn as j, cachedFields as k, describeProject as l, element as lt, createCohort as m, BasicInsightSchema as mt, wordingOf as n, counted$3 as nt, listProjects as o, Canvas as ot, updateDashboardOperation as p, rect as pt, themeCss as q, OPERATIONS as r, listed$1 as rt, createInsightOperation as s, measureAnyFont as st, reworded as t, DEFINED_NAMES as tt, createDashboardOperation as u, escaped as ut, sendWebhook as v, UserSchema as vt, deleteImport as w, isNamed as wt, listInsights as x, see as xt, judge as y, ResolvedSchema as yt, unknownError as z };
