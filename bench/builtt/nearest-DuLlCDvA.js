import { a as LIMIT, r as invalid } from "./error-CL6ANKLD.js";
import { H as toCivil, K as formatDateTime, q as formatDay } from "./column_codec-CRp8qQ50.js";
import { s as offsetMs } from "./zone-D9121KND.js";
import { setImmediate } from "node:timers/promises";
// src/base/written.ts
/**
* A value as JSON text in UTF-8: serialized once, passed on as it is, parsed only by those who look inside. Long ones
* are parsed in pieces, so that others need not wait.
*/
/** Parsed at once and cached up to this size. */
const SHORT_BYTES = 65536;
/** About one or two milliseconds of parsing. */
const PIECE_BYTES = 262144;
/**
* The single change that turns one text into the other. `at`: start of the text. Differences are single-byte
* characters.
*/
function patchBetween(before, after, at) {
	const most = Math.min(before.length, after.length);
	let begin = 0;
	while (begin < most && before.charCodeAt(begin) === after.charCodeAt(begin)) begin++;
	let end = 0;
	while (end < most - begin && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
	const bytesOf = (text) => new TextEncoder().encode(text).length;
	return {
		at: at + bytesOf(before.slice(0, begin)),
		removed: bytesOf(before.slice(begin, before.length - end)),
		text: after.slice(begin, after.length - end)
	};
}
var Written = class Written {
	bytes;
	/** For lists: item -> its end; items are one byte apart. */
	#ends;
	#value = null;
	/** `ends`: empty unless it is a list. */
	constructor(bytes, ends) {
		this.bytes = bytes;
		this.#ends = ends;
	}
	/** Of a list, how many items it has. */
	get length() {
		return this.#ends.length;
	}
	/** Of a list, where its items end. */
	get ends() {
		return this.#ends;
	}
	/** With these changes, in order, each inside an item. */
	patched(patches) {
		if (patches.length === 0) return this;
		const texts = patches.map(({ text }) => new TextEncoder().encode(text));
		const added = patches.reduce((sum, { removed }, nth) => sum + texts[nth].length - removed, 0);
		const bytes = new Uint8Array(this.bytes.length + added);
		const ends = this.#ends.slice();
		let [from, to, item] = [
			0,
			0,
			0
		];
		for (const [nth, { at, removed }] of patches.entries()) {
			for (; item < ends.length && ends[item] <= at; item++) ends[item] += to - from;
			bytes.set(this.bytes.subarray(from, at), to);
			to += at - from;
			bytes.set(texts[nth], to);
			to += texts[nth].length;
			from = at + removed;
		}
		bytes.set(this.bytes.subarray(from), to);
		for (; item < ends.length; item++) ends[item] += to - from;
		return new Written(bytes, ends);
	}
	/** For embedding in another text. */
	toJSON() {
		return JSON.parse(textOf$1(this.bytes));
	}
	/** Do not write. */
	async read() {
		if (this.#value !== null) return this.#value.read;
		if (this.bytes.length > SHORT_BYTES && this.#ends.length > 0) return await this.#items();
		const read = this.toJSON();
		if (this.bytes.length <= SHORT_BYTES) this.#value = { read };
		return read;
	}
	async #items() {
		const items = [];
		let begin = 1;
		let read_bytes = 0;
		for (const end of this.#ends) {
			items.push(JSON.parse(textOf$1(this.bytes.subarray(begin, end))));
			read_bytes += end - begin;
			begin = end + 1;
			if (read_bytes < PIECE_BYTES) continue;
			read_bytes = 0;
			await setImmediate();
		}
		return items;
	}
};
function textOf$1(bytes) {
	return new TextDecoder().decode(bytes);
}
/** Depth at which they may be: an insight in a tile of a dashboard. */
const DEPTH = 5;
/** With all members parsed. */
async function readMembers(output) {
	if (output instanceof Written) return output.read();
	if (!hasWritten(output)) return output;
	if (Array.isArray(output)) {
		const items = [];
		for (const item of output) items.push(await readMembers(item));
		return items;
	}
	const members = [];
	for (const [name, member] of Object.entries(output)) members.push([name, await readMembers(member)]);
	return Object.fromEntries(members);
}
/** The answer's JSON in pieces; serialized members are sent as they are. */
function jsonPieces(output) {
	const pieces = [];
	let text = "";
	const write = (node) => {
		if (node instanceof Written) {
			pieces.push(new TextEncoder().encode(text), node.bytes);
			text = "";
		} else if (!hasWritten(node)) text += JSON.stringify(node) ?? "null";
		else if (Array.isArray(node)) {
			for (const [at, item] of node.entries()) {
				text += at === 0 ? "[" : ",";
				write(item);
			}
			text += "]";
		} else {
			let between = "{";
			for (const [name, member] of Object.entries(node)) {
				if (member === void 0) continue;
				text += `${between}${JSON.stringify(name)}:`;
				between = ",";
				write(member);
			}
			text += "}";
		}
	};
	write(output);
	return [...pieces, new TextEncoder().encode(text)];
}
/** Whether any member is serialized. */
function hasWritten(output, depth = DEPTH) {
	if (typeof output !== "object" || output === null) return false;
	if (output instanceof Written) return true;
	return depth > 0 && Object.values(output).some((member) => hasWritten(member, depth - 1));
}
// src/service/present/people_links.ts
/** Placeholder for the server's origin. */
const ORIGIN = "http://links.invalid";
const BEGIN = `"${ORIGIN}/api/projects/`;
/** The patches with links to this origin. */
function linksAt(origin, patches) {
	return patches.map((patch) => ({
		...patch,
		text: linkedText(origin, patch.text)
	}));
}
/** Plain search, the fastest way for long text. Replaces members that are links only: data may contain the same text. */
function linkedText(origin, text) {
	const begin = BEGIN.replace(ORIGIN, () => origin);
	const parts = text.split(BEGIN);
	return parts.map((part, at) => {
		if (at === parts.length - 1) return part;
		return part + (part.endsWith("url\":") || at === 0 && part === "" ? begin : BEGIN);
	}).join("");
}
/** Links to points of an answer; null once they would take too much of it. */
function linksFor({ project_id, question_id, kind, filters }) {
	const question = encodeURIComponent(JSON.stringify({
		kind,
		...filters
	}));
	const named = question_id === null ? `question=${question}` : `q=${question_id}`;
	const begin = `${ORIGIN}/api/projects/${project_id}/persons/?${named}`;
	let left = LIMIT.people_links_chars;
	return (point) => {
		const pairs = Object.entries(point).filter(([, value]) => value !== void 0).map(([name, value]) => [name, textOf(value)]);
		if (!pairs.every(([, text]) => text.isWellFormed())) return null;
		const address = begin + pairs.map(([name, text]) => `&${name}=${encodeURIComponent(text)}`).join("");
		if (address.length > Math.min(left, LIMIT.people_link_chars)) return null;
		left -= address.length;
		return address;
	};
}
function textOf(value) {
	if (!Array.isArray(value)) return String(value);
	return value.length === 1 ? String(value[0]) : JSON.stringify(value);
}
// src/service/present/ranking.ts
/** Which breakdown values are shown: the largest; the rest becomes one sum. */
const NULL_VALUE = "$$_posthog_breakdown_null_$$";
const OTHER_VALUE = "$$_posthog_breakdown_other_$$";
/** Text order that does not depend on the locale. */
function compareText(a, b) {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
/** Ranked items -> one page of them, and what comes after it. */
function cutRanked(ranked, offset, limit) {
	return {
		kept: ranked.slice(offset, offset + limit),
		rest: ranked.slice(offset + limit)
	};
}
// src/service/present/funnel_values.ts
/** Pooled values past the limit. */
const OTHER = ["Other"];
/** The members of a step that carry its value. */
function stepValue(form, breakdown, key) {
	if (breakdown.kind === "cohorts") {
		const { id, name } = cohortOf(breakdown, key);
		return {
			breakdown: name,
			breakdown_value: id === "all" ? 0 : id
		};
	}
	const value = plainValue(form, breakdown, key);
	return form.is_list ? {
		breakdowns: textsOf(key),
		breakdown_value: value
	} : {
		breakdown: value,
		breakdown_value: value
	};
}
/** The value of a series. */
function seriesValue(form, breakdown, key) {
	return breakdown.kind === "cohorts" ? cohortOf(breakdown, key).name : plainValue(form, breakdown, key);
}
/** Cohorts and expressions are not pooled. */
function hasOther({ breakdown }) {
	return breakdown?.kind === "values" && breakdown.dimensions.every(({ source }) => source.of !== "expression");
}
function compareKeys(a, b) {
	for (let part = 0; part < a.length; part++) {
		const difference = compareText(a[part] ?? "", b[part] ?? "");
		if (difference !== 0) return difference;
	}
	return 0;
}
function cohortOf({ cohorts }, key) {
	return cohorts.find((cohort) => String(cohort.id) === key[0]);
}
function plainValue(form, { dimensions }, key) {
	const texts = textsOf(key);
	return dimensions.length === 1 && !form.is_list && (!form.has_list || dimensions[0].source.of === "group") ? texts[0] : texts;
}
function textsOf(key) {
	return key.map((text) => text ?? "");
}
// src/service/words/labels.ts
/** Texts of points in time: `days` for programs, `labels` for people, both in the project's wall clock. */
const MONTHS = [
	"Jan",
	"Feb",
	"Mar",
	"Apr",
	"May",
	"Jun",
	"Jul",
	"Aug",
	"Sep",
	"Oct",
	"Nov",
	"Dec"
];
const MINUTE_MS = 6e4;
/** `edges_ms` has one more edge than there are buckets. A week's label is cut to the range. */
function axisOf(zone, interval, range, edges_ms) {
	const days = [];
	const labels = [];
	for (let bucket = 0; bucket + 1 < edges_ms.length; bucket++) {
		const start_ms = edges_ms[bucket];
		days.push(isShort(interval) ? formatDateTime(zone, start_ms) : formatDay(zone, start_ms));
		const first = toCivil(zone, interval === "week" ? Math.max(start_ms, range.from_ms) : start_ms);
		const last = interval === "week" ? toCivil(zone, Math.min(edges_ms[bucket + 1], range.until_ms) - 1) : first;
		labels.push(labelOf(interval, first, last));
	}
	return {
		days,
		labels
	};
}
/** Bucket -> "31-Jan-2020", with the time if buckets are shorter than a day. Lifecycles use these for any length. */
function startLabels(zone, interval, edges_ms) {
	return Array.from(edges_ms.subarray(0, -1), (start_ms) => {
		const civil = toCivil(zone, start_ms);
		return isShort(interval) ? `${longDay(civil)} ${two(civil.hour)}:${two(civil.minute)}` : longDay(civil);
	});
}
function isShort(interval) {
	return interval === "minute" || interval === "hour";
}
function labelOf(interval, first, last) {
	switch (interval) {
		case "minute":
		case "hour": return `${first.day}-${monthName(first)} ${two(first.hour)}:${two(first.minute)}`;
		case "day": return longDay(first);
		case "week": return weekLabel(first, last);
		case "month": return `${monthName(first)} ${first.year}`;
	}
}
function weekLabel(first, last) {
	if (first.year !== last.year) return `${longDay(first)} – ${longDay(last)}`;
	if (first.month !== last.month) return `${first.day}-${monthName(first)} – ${last.day}-${monthName(last)}`;
	return first.day === last.day ? longDay(first) : `${first.day}–${last.day} ${monthName(first)}`;
}
function longDay(civil) {
	return `${civil.day}-${monthName(civil)}-${civil.year}`;
}
function monthName(civil) {
	return MONTHS[civil.month - 1];
}
/** ISO 8601 with the zone's offset at that instant: 2020-01-31T13:00:00+01:00 */
function isoWithOffset(zone, utc_ms) {
	const minutes = Math.round(offsetMs(zone, utc_ms) / MINUTE_MS);
	const size = Math.abs(minutes);
	const offset = `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
	return `${formatDateTime(zone, utc_ms).replace(" ", "T")}${offset}`;
}
function two(value) {
	return String(value).padStart(2, "0");
}
// src/service/present/funnel_views.ts
/** `viz`: the result's view (FunnelViz); steps by default. */
function viewOf(viz, result) {
	switch (viz) {
		case "trends": return {
			viz,
			series: result
		};
		case "time_to_convert": return {
			viz,
			times: result
		};
		default: return {
			viz: "steps",
			tables: tablesOf(result)
		};
	}
}
function tablesOf(steps) {
	const split = steps.filter((one) => Array.isArray(one));
	return split.length > 0 ? split : [steps.flatMap((one) => Array.isArray(one) ? [] : [one])];
}
/** Breakdown value of a table or series as text; null without a breakdown. */
function valueText(row) {
	const { breakdown_value, breakdown = breakdown_value } = row;
	if (breakdown === void 0) return null;
	return Array.isArray(breakdown) ? breakdown.join("::") : String(breakdown);
}
// src/service/present/formula.ts
/**
* Arithmetic over the lines of a trend. Letters are lines; operators and precedence are Python's (`**` binds tighter
* than a sign before it and is right-associative, `%` has the sign of the divisor). Division by zero gives zero.
*
*   sum     = product (('+' | '-') product)*
*   product = signed (('*' | '/' | '%') signed)*
*   signed  = ('+' | '-') signed | power
*   power   = atom ('**' signed)?
*   atom    = number | letter | '(' sum ')'
*/
const TOKEN = /\s*(\d+(?:\.\d+)?|\.\d+|[A-Za-z_]\w*|\*\*|[-+*/%()]|\S)/gy;
const ARITHMETIC = "Formulas only support arithmetic: letters for the lines (A, B, …), numbers, + - * / % **, and parentheses. Example: (A - B) / B * 100";
/** @throws ServiceError that says what a formula may contain */
function parseFormula(text, lines, attr = "formula") {
	if (text.length > LIMIT.formula_chars) throw invalid(attr, `Ensure this field has no more than ${LIMIT.formula_chars} characters.`);
	const tokens = [...text.matchAll(TOKEN)].map((match) => match[1]);
	const reader = {
		attr,
		tokens,
		lines,
		at: 0,
		depth: 0
	};
	const formula = readSum(reader);
	if (reader.at < tokens.length) throw unexpected(reader);
	return formula;
}
function wrong(reader, detail) {
	return invalid(reader.attr, detail);
}
function unexpected(reader) {
	const token = reader.tokens[reader.at];
	return wrong(reader, `${ARITHMETIC}. ${token === void 0 ? "It ends too early" : `"${token}" does not fit here`}.`);
}
/** Consumes the next token if it is one of those. */
function take(reader, ...wanted) {
	const found = wanted.find((token) => token === reader.tokens[reader.at]);
	if (found !== void 0) reader.at += 1;
	return found;
}
function readSum(reader) {
	let left = readProduct(reader);
	for (;;) {
		const operator = take(reader, "+", "-");
		if (operator === void 0) return left;
		left = {
			kind: "operation",
			operator,
			left,
			right: readProduct(reader)
		};
	}
}
function readProduct(reader) {
	let left = readSigned(reader);
	for (;;) {
		const operator = take(reader, "*", "/", "%");
		if (operator === void 0) return left;
		left = {
			kind: "operation",
			operator,
			left,
			right: readSigned(reader)
		};
	}
}
/** Every recursion passes through here, so depth is counted here. */
function readSigned(reader) {
	reader.depth += 1;
	if (reader.depth > LIMIT.formula_depth) throw wrong(reader, `A formula may be nested ${LIMIT.formula_depth} deep, not deeper.`);
	const sign = take(reader, "+", "-");
	const formula = sign === void 0 ? readPower(reader) : readSigned(reader);
	reader.depth -= 1;
	return sign === "-" ? {
		kind: "negative",
		of: formula
	} : formula;
}
function readPower(reader) {
	const left = readAtom(reader);
	const operator = take(reader, "**");
	return operator === void 0 ? left : {
		kind: "operation",
		operator,
		left,
		right: readSigned(reader)
	};
}
function readAtom(reader) {
	if (take(reader, "(")) {
		const inner = readSum(reader);
		if (!take(reader, ")")) throw unexpected(reader);
		return inner;
	}
	const token = reader.tokens[reader.at];
	if (token === void 0) throw unexpected(reader);
	if (/^[\d.]/.test(token) && !Number.isNaN(Number(token))) {
		reader.at += 1;
		return {
			kind: "number",
			value: Number(token)
		};
	}
	if (!/^[A-Za-z]$/.test(token)) throw unexpected(reader);
	reader.at += 1;
	return lineOf(reader, token.toUpperCase());
}
function lineOf(reader, letter) {
	const index = letter.charCodeAt(0) - 65;
	if (index < reader.lines) return {
		kind: "line",
		index
	};
	const last = String.fromCharCode(64 + reader.lines);
	throw wrong(reader, `Formula references series ${letter}, but ${reader.lines === 1 ? "only 1 series is defined (A)" : `only ${reader.lines} series are defined (A to ${last})`}.`);
}
/** Indices of the lines it uses. */
function* linesIn(formula) {
	switch (formula.kind) {
		case "number": return;
		case "line":
			yield formula.index;
			return;
		case "negative":
			yield* linesIn(formula.of);
			return;
		case "operation":
			yield* linesIn(formula.left);
			yield* linesIn(formula.right);
	}
}
/** `values`: line -> number. Results that are not finite become 0, like division by zero. */
function evaluate(formula, values) {
	switch (formula.kind) {
		case "number": return formula.value;
		case "line": return values[formula.index] ?? 0;
		case "negative": return 0 - evaluate(formula.of, values);
		case "operation": {
			const result = operate(formula.operator, evaluate(formula.left, values), evaluate(formula.right, values));
			return Number.isFinite(result) ? result : 0;
		}
	}
}
function operate(operator, left, right) {
	switch (operator) {
		case "+": return left + right;
		case "-": return left - right;
		case "*": return left * right;
		case "/": return left / right;
		case "%": return left - right * Math.floor(left / right);
		case "**": return left ** right;
	}
}
// src/base/nearest.ts
/** Suggestions for misspelt names: few edits away, or one inside the other. */
const MOST = 3;
/** Longer names are compared by their starts: the distance costs the product of both lengths. */
const COMPARED_CHARS = 64;
/** At most three of `names`, nearest first, ties alphabetical. */
function nearestNames(wanted, names) {
	const goal = plain(wanted);
	const most = Math.max(2, Math.floor(goal.length / 2));
	const scored = names.map((name) => ({
		name,
		score: score(goal, plain(name), most)
	})).filter((entry) => entry.score <= most);
	scored.sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1));
	return scored.slice(0, MOST).map((entry) => entry.name);
}
/** Case, blanks and separators are confused most, so they cost nothing. */
function plain(name) {
	return name.toLowerCase().replace(/[\s_$.:-]+/g, "").slice(0, COMPARED_CHARS);
}
/** Containment counts as more than one edit, less than two. */
const INSIDE = 1.5;
/** Need not be exact beyond `most`: the difference in length is a lower bound. */
function score(goal, name, most) {
	return goal.length > 2 && name.length > 2 && (name.includes(goal) || goal.includes(name)) ? Math.min(INSIDE, edits(goal, name, most)) : edits(goal, name, most);
}
function edits(goal, name, most) {
	const longer = Math.abs(goal.length - name.length);
	return longer > most ? longer : editDistance(goal, name);
}
/** Edit distance (insert, remove, replace). */
function editDistance(from, to) {
	/** prefix length of `to` -> distance to the current prefix of `from` */
	let above = Array.from({ length: to.length + 1 }, (_, length) => length);
	for (let i = 1; i <= from.length; i++) {
		const row = [i];
		for (let j = 1; j <= to.length; j++) {
			const change = from[i - 1] === to[j - 1] ? 0 : 1;
			row.push(Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + change));
		}
		above = row;
	}
	return above[to.length];
}
export { jsonPieces as C, hasWritten as S, readMembers as T, compareText as _, valueText as a, linksFor as b, isoWithOffset as c, compareKeys as d, hasOther as f, OTHER_VALUE as g, NULL_VALUE as h, parseFormula as i, startLabels as l, stepValue as m, evaluate as n, viewOf as o, seriesValue as p, linesIn as r, axisOf as s, nearestNames as t, OTHER as u, cutRanked as v, patchBetween as w, Written as x, linksAt as y };
