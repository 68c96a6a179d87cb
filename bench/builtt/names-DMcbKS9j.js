import { n as must, r as unreachable, t as assert } from "./assert-Cucc65-M.js";
import { a as LIMIT, n as ServiceError, r as invalid } from "./error-CL6ANKLD.js";
import { a as textOf, c as asSharedWords, i as textAt, l as sharedBytes, p as sharedWords } from "./column-NKnza9zL.js";
import { _ as not, b as setRange, c as allocate, d as count, g as members, h as has, l as and, u as andNot, v as or, y as set } from "./run-B9uRFbuc.js";
import { C as SomeValues, E as sourceColumn, U as RE2JS, Y as tracing, _ as passingOwners, a as either, b as selectMembers, k as isOfProperties, o as every, v as selectActors, y as selectColumn } from "./query-BO5VA2Zo.js";
import { S as walkActors, b as firstRowOf, p as skippedRows, x as nextActor, y as NO_ACTOR } from "./edges-BY1FQb0p.js";
import { t as NO_STEP_NAME } from "./sessions-CzutF_mn.js";
// src/engine/select/matching.ts
/** Events to request; null = all, as soon as one match wants any event. */
function eventsOf(entities) {
	const names = /* @__PURE__ */ new Set();
	for (const entity of entities) for (const match of entity.matches) {
		if (match.event === null) return null;
		names.add(match.event);
	}
	return [...names];
}
/** Same as one run if every match wants any event. For questions indifferent to order within an instant. */
function eventsAsOne(matches) {
	return {
		events: eventsOf([{ matches }]),
		as_one: matches.every(({ event }) => event === null)
	};
}
/** Sorted by name, so that order within an instant never depends on storage. */
function runsOf(part, events) {
	return [...events ?? part.events].sort().map((name) => part.run(name)).filter((run) => run !== void 0);
}
// src/engine/kernels/activity/behaviour.ts
/**
* Behavioural cohorts: how often persons did something in a period, and whether they did one thing after another. Cost:
* one step per row.
*/
/** counts[person] grows by its deeds in [from_ms, until_ms). */
function countDeeds(rows, from_ms, until_ms, counts) {
	const { actor, time_ms, select, skip } = rows;
	for (let row = 0; row < actor.length; row++) {
		const time = time_ms[row];
		if (time < from_ms || time >= until_ms) continue;
		if (select !== null && !has(select, row)) continue;
		const person = actor[row];
		if (skip === null || !has(skip, person)) counts[person]++;
	}
}
/**
* For persons in [first_person, until_person): counts[(person - first_person) * periods + period] grows by the deeds in
* [edges_ms[period], edges_ms[period + 1]).
*/
function countPeriods(rows, edges_ms, first_person, until_person, counts) {
	const { actor, time_ms, select, skip } = rows;
	const periods = edges_ms.length - 1;
	const end = firstRowOf(actor, until_person);
	let person = NO_ACTOR;
	let period = 0;
	for (let row = firstRowOf(actor, first_person); row < end; row++) {
		const time = time_ms[row];
		if (time < edges_ms[0] || time >= edges_ms[periods]) continue;
		if (select !== null && !has(select, row)) continue;
		if (actor[row] !== person) {
			person = actor[row];
			period = 0;
		}
		while (time >= edges_ms[period + 1]) period++;
		if (skip === null || !has(skip, person)) counts[(person - first_person) * periods + period]++;
	}
}
/** Marks persons who did one of `first` and then, within `within_ms`, one of `second`. All runs are of one part. */
function markSequences(first, second, within_ms, persons) {
	const sources = [...first.runs, ...second.runs];
	const firsts = first.runs.length;
	const actors = sources.map((rows) => rows.actor);
	const skip = sources[0]?.skip ?? null;
	const walk = walkActors(actors, 0, NO_ACTOR);
	const earlier = {
		ms: /* @__PURE__ */ new Float64Array(64),
		count: 0
	};
	const later = {
		ms: /* @__PURE__ */ new Float64Array(64),
		count: 0
	};
	for (let person = nextActor(walk); person !== NO_ACTOR; person = nextActor(walk)) {
		if (skip !== null && has(skip, person)) continue;
		collect(walk, sources, {
			begin: 0,
			end: firsts,
			span: first.span
		}, earlier);
		if (earlier.count === 0) continue;
		collect(walk, sources, {
			begin: firsts,
			end: sources.length,
			span: second.span
		}, later);
		if (hasSequence(earlier, later, within_ms)) set(persons, person);
	}
}
/** Times of the current person's deeds in those sources, ascending. */
function collect(walk, sources, { begin, end, span }, times) {
	times.count = 0;
	let runs = 0;
	for (let at = 0; at < walk.active_count; at++) {
		const source = walk.active[at];
		if (source < begin || source >= end) continue;
		const { time_ms, select } = sources[source];
		const until = walk.until[source];
		for (let row = walk.begin[source]; row < until; row++) {
			const time = time_ms[row];
			if (time < span.from_ms || time >= span.until_ms) continue;
			if (select === null || has(select, row)) push(times, time);
		}
		runs++;
	}
	if (runs > 1) times.ms.subarray(0, times.count).sort();
}
function push(times, time) {
	if (times.count === times.ms.length) {
		const grown = new Float64Array(times.count * 2);
		grown.set(times.ms);
		times.ms = grown;
	}
	times.ms[times.count++] = time;
}
/** For each later time, the latest earlier one is the nearest. */
function hasSequence(earlier, later, within_ms) {
	let next = 0;
	for (let at = 0; at < later.count; at++) {
		const time = later.ms[at];
		while (next < earlier.count && earlier.ms[next] < time) next++;
		if (next > 0 && time - earlier.ms[next - 1] <= within_ms) return true;
	}
	return false;
}
// src/engine/select/skipped.ts
/** Row ranges of skipped actors per run, cached until something changes. */
const skipped = /* @__PURE__ */ new WeakMap();
/** As in skippedRows; null = none. */
function skippedOf(run, skip) {
	if (skip === null) return null;
	const known = skipped.get(run);
	if (known?.skip === skip) return known.rows;
	const rows = asSharedWords(skippedRows(run.ranges, skip));
	skipped.set(run, {
		skip,
		rows
	});
	return rows;
}
/** How many rows are selected and not skipped: kernels look at no others. */
function rowsIn(run, select, skip) {
	const skipped = skippedOf(run, skip) ?? /* @__PURE__ */ new Uint32Array();
	const gone = allocate(run.rows);
	for (let at = 0; at < skipped.length; at += 2) setRange(gone, skipped[at], skipped[at + 1]);
	return select === null ? run.rows - count(gone) : count(andNot(select.slice(), gone));
}
// src/engine/select/behaviour.ts
/** Behaviour -> bitmap of persons. Reads all rows of the project, whatever range the question has. */
/** Persons per block. */
const BLOCK_PERSONS = 4096;
/** Returns a bitmap over persons. */
function behavedPersons(behaviour, view, match) {
	switch (behaviour.op) {
		case "count": return personsBetween(countPersons(behaviour.deeds, view, match), behaviour.min, behaviour.max);
		case "regular": return regularPersons(behaviour, view, match);
		case "sequence": return sequencePersons(behaviour, view, match);
		default: return unreachable(behaviour);
	}
}
/** person -> number of deeds. */
function countPersons(deeds, view, match) {
	const parts = partRows(deeds, view, match);
	const counts = new Uint32Array(view.actorCount({ kind: "person" }));
	for (const runs of parts) for (const rows of runs) countDeeds(rows, deeds.from_ms, deeds.until_ms, counts);
	return counts;
}
function personsBetween(counts, min, max) {
	const persons = allocate(counts.length);
	for (let person = 0; person < counts.length; person++) {
		const count = counts[person];
		if (count >= min && count <= max) set(persons, person);
	}
	return persons;
}
/** In blocks: a count per person and period would be large. */
function regularPersons({ matches, edges_ms, min_periods, min, max }, view, match) {
	const parts = partRows({
		matches,
		from_ms: edges_ms[0],
		until_ms: edges_ms.at(-1)
	}, view, match);
	const edges = Float64Array.from(edges_ms);
	const periods = edges.length - 1;
	const person_count = view.actorCount({ kind: "person" });
	const persons = allocate(person_count);
	const counts = new Uint32Array(BLOCK_PERSONS * periods);
	for (let first = 0; first < person_count; first += BLOCK_PERSONS) {
		const until = Math.min(first + BLOCK_PERSONS, person_count);
		counts.fill(0);
		for (const runs of parts) for (const rows of runs) countPeriods(rows, edges, first, until, counts);
		for (let person = first; person < until; person++) {
			const from = (person - first) * periods;
			if (countBetween(counts, from, from + periods, min, max) >= min_periods) set(persons, person);
		}
	}
	return persons;
}
/** How many of counts[from .. until) are within the bounds. */
function countBetween(counts, from, until, min, max) {
	let found = 0;
	for (let at = from; at < until; at++) if (counts[at] >= min && counts[at] <= max) found++;
	return found;
}
function sequencePersons({ deeds, later, within_ms }, view, match) {
	const first = partRows(deeds, view, match);
	const second = partRows(later, view, match);
	const persons = allocate(view.actorCount({ kind: "person" }));
	for (const [part, runs] of first.entries()) markSequences({
		runs,
		span: deeds
	}, {
		runs: second[part],
		span: later
	}, within_ms, persons);
	return persons;
}
/** part -> its runs with such rows. */
function partRows({ matches, from_ms, until_ms }, view, match) {
	const events = eventsAsOne(matches);
	return view.parts({
		...events,
		from_ms,
		until_ms,
		actor: { kind: "person" }
	}).map((part) => {
		const runs = [];
		for (const run of runsOf(part, events.events)) {
			const select = match(matches, run, view);
			if (select === void 0) continue;
			tracing()?.note("rows", rowsIn(run, select, part.skip));
			runs.push({
				actor: run.actor,
				time_ms: run.time_ms,
				select,
				skip: part.skip
			});
		}
		return runs;
	});
}
// src/engine/select/sample.ts
/**
* A stable sample of persons: those whose first distinct id hashes below the share. Larger shares contain smaller ones.
*/
const HASHES = 2 ** 32;
/** Returns a bitmap over persons. */
function sampledPersons(share, view) {
	const persons = allocate(view.actorCount({ kind: "person" }));
	const judged = allocate(view.actorCount({ kind: "person" }));
	const column = view.distinctColumn();
	for (const [distinct, person] of view.distinctPersons().entries()) {
		if (has(judged, person)) continue;
		set(judged, person);
		if (hashText(textAt(column, distinct) ?? "") < share * HASHES) set(persons, person);
	}
	return persons;
}
/** FNV-1a with a final mix, so that high bits depend on every character too. */
function hashText(text) {
	let hash = 2166136261;
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
	hash = Math.imul(hash ^ hash >>> 16, 2246822507);
	hash = Math.imul(hash ^ hash >>> 13, 3266489909);
	return (hash ^ hash >>> 16) >>> 0;
}
// src/engine/select/predicate.ts
/**
* Predicate + run -> bitmap of rows that pass. AND, OR and NOT work on whole words.
* Conditions on persons (cohort, behaviour, …) become a bitmap of persons once per question; rows look their person up.
* `personsWhere` gives that bitmap, `select` rows.
*/
/** Bitmap of rows that pass, owned by the caller; null = all rows. */
function select(predicate, run, view) {
	view.checkpoint();
	switch (predicate.kind) {
		case "all": return null;
		case "none": return allocate(run.rows);
		case "and": return selectAll(predicate.of, run, view);
		case "or": return selectAny(predicate.of, run, view);
		case "not": {
			const found = select(predicate.of, run, view);
			return found === null ? allocate(run.rows) : not(found, run.rows);
		}
		case "value": {
			const own = ownCondition(predicate, run);
			return own === null ? selectValue(predicate.source, predicate.test, run, view) : run.passing([own], view);
		}
		case "cohort":
		case "members":
		case "any_distinct_id":
		case "behaviour":
		case "sampled": return selectOwned(personsWhere(predicate, view), view.rowOwner(run, { kind: "person" }), run);
		default: return unreachable(predicate);
	}
}
/** Conditions on rows' own values are tested together. */
function selectAll(of, run, view) {
	const own = of.map((term) => ownCondition(term, run));
	const conditions = own.filter((condition) => condition !== null);
	let found = conditions.length === 0 ? null : run.passing(conditions, view);
	for (const [at, term] of of.entries()) {
		if (own[at] !== null) continue;
		const rows = select(term, run, view);
		if (rows !== null) found = found === null ? rows : and(found, rows);
	}
	return found;
}
/** null for other kinds of conditions. */
function ownCondition(predicate, run) {
	const is_not = predicate.kind === "not";
	const asked = is_not ? predicate.of : predicate;
	if (asked.kind !== "value") return null;
	const { source, test } = asked;
	if (source.of === "event") return {
		of: source.key,
		test,
		is_not
	};
	if (source.of !== "expression" || !isOfProperties(source.expression) || !run.computesStored()) return null;
	return {
		of: source.expression,
		test,
		is_not
	};
}
function selectAny(of, run, view) {
	let found = null;
	for (const term of of) {
		const rows = select(term, run, view);
		if (rows === null) return null;
		found = found === null ? rows : or(found, rows);
	}
	return found ?? allocate(run.rows);
}
function selectValue(source, test, run, view) {
	const { column, owner } = sourceColumn(source, run, view);
	if (owner === null) {
		tracing()?.note("selected", run.rows);
		return selectColumn(test, column, run.rows, view);
	}
	return selectOwned(passingOwners(test, column, view), owner, run);
}
/** Rows whose owner is in the set. */
function selectOwned(members, owner, run) {
	tracing()?.note("selected by owner", run.rows);
	if (owner === run.actor) return selectActors(members, run.ranges, run.rows);
	return selectMembers(members, owner, run.rows);
}
/** One question asks the same of many runs. */
const split = /* @__PURE__ */ new WeakMap();
function halvesOf(where) {
	let halves = split.get(where);
	if (halves === void 0) {
		const of = where.kind === "and" ? where.of : [where];
		const of_rows = every(of.filter(isOfRows));
		halves = {
			of_rows,
			others: every(of.filter((term) => !isOfRows(term))),
			name: of_rows.kind === "all" ? null : nameOf(of_rows)
		};
		split.set(where, halves);
	}
	return halves;
}
/**
* Like `select`, but do not write. The row-only half is cached with the run: a dashboard's questions share filters, and
* a project's internal-user filter is in all of them.
*/
function keptRows({ of_rows, others, name }, run, view) {
	const kept = name === null ? null : run.selection(name, () => select(of_rows, run, view));
	const found = select(others, run, view);
	if (kept === null) return found;
	return found === null ? kept : and(found, kept);
}
/** Depends on event columns only. */
function isOfRows(predicate) {
	switch (predicate.kind) {
		case "all":
		case "none": return true;
		case "and":
		case "or": return predicate.of.every(isOfRows);
		case "not": return isOfRows(predicate.of);
		default: return predicate.kind === "value" && isSourceOfRows(predicate.source);
	}
}
/** Likewise for a value source. */
function isSourceOfRows(source) {
	switch (source.of) {
		case "event": return true;
		case "metadata": return source.key === "timestamp" || source.key === "event";
		case "expression": return source.expression.nodes.every((node) => node.kind !== "source" || isSourceOfRows(node.source));
		default: return false;
	}
}
/** JSON cannot write infinity, hence the replacer. */
function nameOf(predicate) {
	return JSON.stringify(predicate, (_key, value) => typeof value === "number" ? String(value) : value);
}
/** Condition under which any match finds a row of the run; undefined = none does. */
function whereOf(matches, run) {
	const of_run = matches.filter(({ event }) => event === null || event === run.event);
	return of_run.length === 0 ? void 0 : either(of_run.map(({ where }) => where));
}
/** Bitmap of rows that any match finds: null = all, undefined = none. Do not write. */
function matchRows(matches, run, view) {
	const where = whereOf(matches, run);
	return where === void 0 ? void 0 : keptRows(halvesOf(where), run, view);
}
/** Same, in a filtered run if there is one. For callers that do not care about other rows of the run. */
function matchRun(matches, run, view) {
	const where = whereOf(matches, run);
	if (where === void 0) return void 0;
	const halves = halvesOf(where);
	const filtered = halves.name === null ? null : run.filtered(halves.name);
	if (filtered === null) return {
		run,
		select: keptRows(halves, run, view)
	};
	return filtered.rows === 0 ? void 0 : {
		run: filtered,
		select: select(halves.others, filtered, view)
	};
}
/** Cached per condition: one question asks the same for many runs. */
const found = /* @__PURE__ */ new WeakMap();
/** Bitmap of persons for whom the predicate holds; do not write. */
function personsWhere(predicate, view) {
	view.checkpoint();
	switch (predicate.kind) {
		case "all": return not(allocatePersons(view), view.actorCount({ kind: "person" }));
		case "none": return allocatePersons(view);
		case "and": return predicate.of.reduce((all, term) => and(all, personsWhere(term, view)), personsWhere({ kind: "all" }, view));
		case "or": return predicate.of.reduce((all, term) => or(all, personsWhere(term, view)), allocatePersons(view));
		case "not": return not(personsWhere(predicate.of, view).slice(), view.actorCount({ kind: "person" }));
		case "value":
			assert(predicate.source.of === "person", "a predicate about persons");
			return passingOwners(predicate.test, view.personColumn(predicate.source.key), view);
		default: return knownPersons(predicate, view);
	}
}
function knownPersons(condition, view) {
	const known = found.get(condition);
	const version = view.version();
	if (known !== void 0 && known.view === view && known.version === version) return known.persons;
	const persons = findPersons(condition, view);
	found.set(condition, {
		view,
		version,
		persons
	});
	return persons;
}
function findPersons(condition, view) {
	switch (condition.kind) {
		case "cohort": return personsWhere(condition.where, view);
		case "members": return personsOf(condition.distincts, view);
		case "any_distinct_id": return personsOf(members(passingOwners(condition.test, view.distinctColumn(), view)), view);
		case "behaviour": return behavedPersons(condition.behaviour, view, matchRows);
		case "sampled": return sampledPersons(condition.share, view);
		default: return unreachable(condition);
	}
}
function allocatePersons(view) {
	return allocate(view.actorCount({ kind: "person" }));
}
/** Persons of distinct ids. */
function personsOf(distincts, view) {
	const persons = allocatePersons(view);
	const person_of = view.distinctPersons();
	for (const distinct of distincts) if (distinct < person_of.length) set(persons, person_of[distinct]);
	return persons;
}
/** Persons that some distinct id leads to; others were merged away. */
function livingPersons(view) {
	const living = allocatePersons(view);
	for (const person of view.distinctPersons()) if (!has(living, person)) set(living, person);
	return living;
}
// src/engine/frame/answer_size.ts
/** Bounds the numbers of an answer, over all series, values, points and periods, before they are computed. */
/**
* Numbers = product of the factors, e.g. `{ series: 26, points: 92 }`. @throws ServiceError a 400 that says how to ask
* for less
*/
function checkNumbers(factors) {
	const numbers = Object.values(factors).reduce((product, factor) => product * factor, 1);
	if (numbers <= LIMIT.answer_numbers) return;
	const product = Object.entries(factors).filter(([, factor]) => factor !== 1).map(([name, factor]) => `${factor} ${name}`).join(" x ");
	throw new ServiceError("invalid_input", `This answer would hold ${numbers} numbers (${product}); at most ${LIMIT.answer_numbers} are allowed. Ask for a longer interval, a shorter range of dates, fewer series, or fewer values of a breakdown (breakdown_limit).`);
}
/** Values shown of a breakdown: at most `limit`, plus one for the rest. */
function shownValues(values, limit) {
	return values > limit ? limit + 1 : values;
}
// src/model/question/mark.ts
/** Joins what happened to an element and its chain. */
const ELEMENT_MARK = "__~~__";
// src/engine/kinds/path/step_texts.ts
/**
* Numbers of step names; equal texts share one. Dictionary texts are known by code and decoded only when read: of tens
* of thousands, a few dozen are shown.
*/
var StepTexts = class {
	/** number -> text; undefined = only its code is known. */
	#texts = [];
	/** number -> code of its text. */
	#codes = [];
	/** text -> number, for names looked up by text. */
	#of_text = /* @__PURE__ */ new Map();
	/** The first dictionary seen; only its codes are used. */
	#dictionary = null;
	/** code -> number + 1, 0 = none yet. */
	#of_code = /* @__PURE__ */ new Uint32Array(0);
	get length() {
		return this.#texts.length;
	}
	at(number) {
		let text = this.#texts[number];
		if (text === void 0) {
			text = must(this.#dictionary, "codes of a dictionary").at(this.#codes[number]);
			this.#texts[number] = text;
		}
		return text;
	}
	/** undefined if no step has that name. */
	find(text) {
		const known = this.#of_text.get(text);
		if (known !== void 0) return known;
		const twin = this.#of_code[this.#dictionary?.find(text) ?? 0] ?? 0;
		return twin === 0 ? void 0 : twin - 1;
	}
	numberOf(text) {
		const number = this.find(text) ?? this.#add(text, 0);
		this.#of_text.set(text, number);
		const code = this.#dictionary?.find(text) ?? 0;
		if (code !== 0) this.#of_code[code] = number + 1;
		return number;
	}
	/** Number of a dictionary value; null if it is no text, or from another dictionary. */
	numberOfCode(dictionary, code) {
		if (!this.#speaks(dictionary)) return null;
		const known = this.#of_code[code];
		if (known !== 0) return known - 1;
		if (!dictionary.isText(code)) return null;
		const number = this.#add(void 0, code);
		this.#of_code[code] = number + 1;
		return number;
	}
	#add(text, code) {
		this.#texts.push(text);
		return this.#codes.push(code) - 1;
	}
	/** Whether the dictionary is the known one; extends the table to its new codes. */
	#speaks(dictionary) {
		if (this.#dictionary !== null && this.#dictionary !== dictionary) return false;
		if (this.#dictionary !== null && this.#of_code.length === dictionary.length) return true;
		this.#dictionary = dictionary;
		const grown = new Uint32Array(dictionary.length);
		grown.set(this.#of_code);
		this.#of_code = grown;
		for (const [text, number] of this.#of_text) {
			const code = dictionary.find(text);
			if (code !== 0) grown[code] = number + 1;
		}
		return true;
	}
};
// src/engine/kinds/path/names.ts
/** Names of path steps, as numbers. Cleaning, grouping and exclusion run once per distinct text, not per row. */
/** `checkpoint` runs before each rule and may throw. */
function newNames({ rules, groupings, excluded }, checkpoint) {
	const cleaner = cleanerOf(rules, checkpoint);
	const patterns = groupings.map((text) => ({
		text,
		literals: text.split("*")
	}));
	return {
		texts: new StepTexts(),
		are_raw: rules.length + groupings.length + excluded.length === 0,
		of_raw: /* @__PURE__ */ new Map(),
		cleaner,
		rewrite: (text) => groupOf(patterns, cleaner.clean(text)),
		excluded: new Set(excluded)
	};
}
function cleanerOf(rules, checkpoint) {
	const cleaners = rules.map(({ regex, alias }) => {
		const pattern = RE2JS.compile(regex);
		return {
			pattern,
			template: templateOf(alias, pattern.groupCount()),
			weight: 1 + pattern.groupCount()
		};
	});
	const weight = cleaners.reduce((sum, cleaner) => sum + cleaner.weight, 0);
	let expected = 0;
	return {
		expect(chars) {
			expected += chars * weight;
			if (expected > LIMIT.path_cleaning_chars) throw tooMuchCleaning(rules.length, expected);
		},
		clean: (raw) => cleaners.reduce((text, { pattern, template }) => {
			checkpoint();
			if (!pattern.test(text)) return text;
			if (text.length * template.length > LIMIT.path_cleaned_chars) throw tooLongPaths();
			return withoutExcess(pattern.matcher(text).replaceAll(template, true));
		}, raw)
	};
}
/** Rules can make a text grow without bound. */
function withoutExcess(text) {
	if (text.length > LIMIT.event_bytes) throw tooLongPaths();
	return text;
}
/** Translates an alias (\0 to \9 = groups, \\ = backslash) into the regex library's syntax ($). */
function templateOf(alias, groups) {
	return alias.replace(/\\([0-9\\])|[$\\0-9]/g, (found, sign) => {
		if (sign === void 0 || sign === "\\") return `\\${found.at(-1)}`;
		return Number(sign) <= groups ? `$${sign}` : "";
	});
}
function tooMuchCleaning(rules, chars) {
	return invalid("local_path_cleaning_filters", `Cleaning these paths by ${rules} rules would look at ${chars} characters: those of each different path, by each rule and each group in it; at most ${LIMIT.path_cleaning_chars} are allowed. Use fewer rules, rules without groups ("(?:a|b)" is none), path_groupings, or a shorter range of dates.`);
}
function tooLongPaths() {
	return invalid("local_path_cleaning_filters", "These rules make paths too long: give them shorter aliases.");
}
/** The grouping whose match ends first; the text itself if none matches. */
function groupOf(patterns, text) {
	let found = text;
	let found_end = Number.POSITIVE_INFINITY;
	for (const pattern of patterns) {
		const end = firstEnd(pattern.literals, text);
		if (end >= found_end) continue;
		found = pattern.text;
		found_end = end;
	}
	return found;
}
/** End of the earliest-ending match, each literal as early as possible; infinite = no match. */
function firstEnd(literals, text) {
	let end = 0;
	for (const literal of literals) {
		const at = text.indexOf(literal, end);
		if (at < 0) return Number.POSITIVE_INFINITY;
		end = at + literal.length;
	}
	return end;
}
/** Number of a finished text. */
function numberOf(names, text) {
	const number = names.texts.numberOf(text);
	checkNames(names.texts.length);
	return number;
}
function checkNames(count) {
	if (count <= LIMIT.path_names) return;
	throw invalid("path_groupings", `These paths have more than ${LIMIT.path_names} different steps. Take steps together with path_groupings (["/users/*"]) or local_path_cleaning_filters, or ask for a shorter time.`);
}
/** Number of a raw text, NO_STEP_NAME = excluded. */
function nameRaw(names, raw) {
	const known = names.of_raw.get(raw);
	if (known !== void 0) return known;
	const text = names.rewrite(raw);
	const number = names.excluded.has(text) ? NO_STEP_NAME : numberOf(names, text);
	names.of_raw.set(raw, number);
	return number;
}
/** Names rows by a column's values; missing is the empty text. `select`: as in RowNames. */
function nameValues(names, column, is_url, select) {
	if (column.kind === "number") return nameNumbers(names, column, select);
	const { codes, values } = column;
	const used = select === null ? null : usedCodes(codes, values.length, select);
	if (names.are_raw && values instanceof SomeValues) return namedBy(codes, nameCodes(names, values, is_url, used), select);
	const texts = Array.from(values, (value, code) => {
		if (used?.[code] === 0) return null;
		return stepText(value, is_url);
	});
	names.cleaner.expect(charsOf(texts, names.of_raw));
	return namedBy(codes, Uint32Array.from(texts, (text) => text === null ? NO_STEP_NAME : nameRaw(names, text)), select);
}
/** code -> number. Decodes a text only if it has to be changed. */
function nameCodes(names, values, is_url, used) {
	const { all, codes } = values;
	const numbers = new Uint32Array(codes.length).fill(NO_STEP_NAME);
	for (let code = 0; code < numbers.length; code++) {
		if (used?.[code] === 0) continue;
		const known = is_url && code !== 0 && all.endsWith(codes[code], "/") ? null : names.texts.numberOfCode(all, codes[code]);
		numbers[code] = known ?? nameRaw(names, stepText(values.at(code), is_url));
	}
	checkNames(names.texts.length);
	return numbers;
}
function stepText(value, is_url) {
	const text = textOf(value) ?? "";
	return is_url ? withoutSlash(text) : text;
}
/** Characters of texts without a name yet. */
function charsOf(texts, known) {
	let chars = 0;
	for (const text of texts) if (text !== null && !known.has(text)) chars += text.length;
	return chars;
}
function namedBy(codes, numbers, select) {
	return {
		codes,
		numbers,
		select,
		is_every: select === null && !numbers.includes(4294967295)
	};
}
/** code -> 1: a selected row has it. */
function usedCodes(codes, distinct, select) {
	const used = new Uint8Array(distinct);
	for (let row = 0; row < codes.length; row++) if (has(select, row)) used[codes[row]] = 1;
	return used;
}
function nameNumbers(names, { values }, select) {
	const codes = sharedWords(values.length);
	/** value -> its code */
	const code_of = /* @__PURE__ */ new Map();
	const numbers = [];
	for (let row = 0; row < values.length; row++) {
		if (select !== null && !has(select, row)) continue;
		const value = values[row];
		let code = code_of.get(value);
		if (code === void 0) {
			code = numbers.length;
			code_of.set(value, code);
			numbers.push(nameRaw(names, numberText(value)));
		}
		codes[row] = code;
	}
	return namedBy(codes, Uint32Array.from(numbers), select);
}
/** Same if all rows have one name. */
function nameAll(names, raw, select, rows) {
	return namedBy(sharedBytes(rows), Uint32Array.of(nameRaw(names, raw)), select);
}
function numberText(value) {
	return Number.isNaN(value) ? "" : String(value);
}
/** Strips one trailing slash, unless the URL is just that. */
function withoutSlash(url) {
	return url.length > 1 && url.endsWith("/") ? url.slice(0, -1) : url;
}
export { skippedOf as _, withoutSlash as a, runsOf as b, shownValues as c, livingPersons as d, matchRows as f, rowsIn as g, select as h, numberOf as i, isOfRows as l, personsWhere as m, nameValues as n, ELEMENT_MARK as o, matchRun as p, newNames as r, checkNumbers as s, nameAll as t, isSourceOfRows as u, eventsAsOne as v, eventsOf as y };
