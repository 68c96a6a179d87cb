import { n as ServiceError } from "./error-CL6ANKLD.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { M as questionOfKind } from "./wording-CGGP7Ahe.js";
import { t as ownContext } from "./own_context-CFB_1oep.js";
import { setImmediate } from "node:timers/promises";
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
// src/service/rounds/made_up.ts
const COMMONEST = 3;
const SPAN_MS = 7776e6;
/** Some lie within the values of most numbers. */
const THRESHOLDS = [
	1,
	10,
	100,
	1e3
];
/** Vowels and digits are in some texts, not in all. */
const LETTERS = [
	"a",
	"e",
	"i",
	"o",
	"1",
	"2"
];
/** Times that every kind is asked. */
const TIMES = 8;
function madeUpQuestions({ events, properties, person_properties }) {
	const commonest = events.toSorted((a, b) => b.count - a.count).slice(0, COMMONEST);
	const [first, second = first] = commonest.map(({ name }) => name);
	if (first === void 0 || second === void 0) return [];
	const keys = {
		texts: properties.filter(({ type }) => type === "String").map(({ name }) => name),
		numbers: properties.filter(({ type }) => type === "Numeric").map(({ name }) => name),
		of_persons: person_properties.map(({ name }) => name)
	};
	const until_ms = Math.max(...commonest.map(({ last_seen_ms }) => last_seen_ms));
	const range = {
		date_from: dayOf(until_ms - SPAN_MS),
		date_to: dayOf(until_ms)
	};
	const made = [];
	for (let time = 0; time < TIMES; time++) for (const { kind, body } of questionsOf(first, second, keys)) {
		const properties = time === 0 ? [] : filtersOf(time + made.length, keys);
		made.push({
			kind,
			body: {
				...range,
				...body,
				properties
			}
		});
	}
	return made;
}
function dayOf(time_ms) {
	return new Date(time_ms).toISOString().slice(0, 10);
}
function questionsOf(first, second, { texts, numbers, of_persons }) {
	const [text] = texts;
	const [number] = numbers;
	const [of_person] = of_persons;
	const steps = [first, second].map((id, order) => ({
		id,
		order
	}));
	const entity = {
		id: first,
		type: "events"
	};
	return [
		trend({ id: first }),
		trend({
			id: first,
			math: "dau"
		}),
		trend({
			id: null,
			math: "dau"
		}, { interval: "week" }),
		trend({
			id: second,
			math: "weekly_active"
		}),
		trend({
			id: first,
			math: "unique_session"
		}, { interval: "week" }),
		trend({
			id: first,
			math: "avg_count_per_actor"
		}, { interval: "week" }),
		...number === void 0 ? [] : [trend({
			id: first,
			math: "avg",
			math_property: number
		}, { interval: "week" })],
		...text === void 0 ? [] : [trend({ id: first }, {
			breakdown: text,
			breakdown_type: "event"
		})],
		...of_person === void 0 ? [] : [trend({
			id: first,
			math: "dau"
		}, {
			interval: "month",
			breakdown: of_person,
			breakdown_type: "person"
		})],
		{
			kind: "lifecycle",
			body: {
				events: [{ id: first }],
				interval: "week"
			}
		},
		{
			kind: "stickiness",
			body: {
				events: [{ id: first }],
				interval: "week"
			}
		},
		{
			kind: "funnel",
			body: { events: steps }
		},
		{
			kind: "funnel",
			body: {
				events: steps,
				funnel_order_type: "unordered"
			}
		},
		{
			kind: "funnel",
			body: {
				events: steps,
				funnel_order_type: "strict"
			}
		},
		{
			kind: "funnel",
			body: {
				events: steps,
				funnel_viz_type: "trends",
				interval: "week"
			}
		},
		{
			kind: "retention",
			body: {
				target_entity: entity,
				returning_entity: entity,
				period: "Week"
			}
		},
		{
			kind: "path",
			body: { include_event_types: ["custom_event", "$pageview"] }
		}
	];
}
function trend(event, body = {}) {
	return {
		kind: "trend",
		body: {
			events: [event],
			interval: "day",
			...body
		}
	};
}
/** Each passes some rows, as far as one can guess. */
function filtersOf(number, { texts, numbers, of_persons }) {
	const text = turn(texts, number);
	const value = turn(numbers, number);
	const letter = turn(LETTERS, number);
	const limit = turn(THRESHOLDS, number);
	const of_text = [
		[{
			key: text,
			operator: "icontains",
			value: letter
		}],
		[{
			key: text,
			operator: "regex",
			value: `^[^${letter}]*[a-m0-4]$`
		}],
		[{
			key: text,
			operator: "is_set"
		}, {
			key: turn(texts, number + 1),
			operator: "not_icontains",
			value: letter
		}]
	];
	const of_number = [
		[{
			key: value,
			operator: "lt",
			value: limit
		}],
		[{
			key: value,
			operator: "gte",
			value: limit
		}, {
			key: turn(numbers, number + 1),
			operator: "lt",
			value: limit
		}],
		[{
			type: "hogql",
			key: `${columnOf(value)} + ${columnOf(turn(numbers, number + 1))} * 2 > ${limit}`
		}]
	];
	const of_person = [[{
		key: turn(of_persons, number),
		type: "person",
		operator: "icontains",
		value: letter
	}]];
	const forms = [
		...texts.length > 0 ? of_text : [],
		...numbers.length > 0 ? of_number : [],
		...of_persons.length > 0 ? of_person : []
	];
	return forms.length === 0 ? [] : forms[number % forms.length] ?? [];
}
function columnOf(property) {
	return `properties.\`${(property ?? "").replaceAll(/[\\`]/g, "\\$&")}\``;
}
function turn(list, number) {
	return list[number % list.length];
}
// src/service/rounds/rehearse.ts
/**
* Before the first questions come, made-up ones about the commonest events are computed for nobody: V8 compiles the code
* they run, and the columns they read stay in memory. Once per process, while nobody asks anything; a question that comes
* meanwhile goes first (`Computing.rehearse`). Nothing of an answer is kept.
*/
var Rehearsal = class {
	#service;
	#signal;
	#limit_ms;
	/** Left to ask; null = not begun. */
	#waiting = null;
	#project_id = 0;
	#spent_ms = 0;
	constructor(service, signal = new AbortController().signal, limit_ms = TUNING.rehearsal_ms) {
		this.#service = service;
		this.#signal = signal;
		this.#limit_ms = limit_ms;
	}
	/** Asks the next question; one that is left stays the next. null = there is none. */
	async step() {
		this.#waiting ??= this.#begin();
		const question = this.#waiting?.[0];
		if (question === void 0) return null;
		const context = ownContext(this.#service, this.#project_id, this.#signal);
		if (context === null) return null;
		const began_ms = performance.now();
		const outcome = await this.#ask(context, question);
		this.#spent_ms += performance.now() - began_ms;
		if (outcome !== "left") this.#waiting?.shift();
		if (outcome === "over" || this.#spent_ms > this.#limit_ms) this.#waiting = [];
		return outcome;
	}
	/** About the largest project; null while it is too small to be computed in the thread. None where another database answers. */
	#begin() {
		const { store, events } = this.#service;
		if (events.settle !== null || events.refusal !== null) return [];
		const [largest] = store.projects.list().map(({ id }) => ({
			id,
			count: eventsIn(store, id)
		})).toSorted((a, b) => b.count - a.count);
		if (largest === void 0 || largest.count < TUNING.compute_events) return null;
		this.#project_id = largest.id;
		return largest.count > TUNING.rehearsal_events ? [] : madeUpQuestions(knownOf(store, largest.id));
	}
	async #ask(context, { kind, body }) {
		try {
			const { asked, showing } = questionOfKind(context, kind, body);
			const task = {
				asked,
				showing,
				links: null,
				is_traced: false
			};
			return await context.service.computing.rehearse(context.project, task, this.#signal);
		} catch (error) {
			if (error instanceof ServiceError) return "refused";
			throw error;
		}
	}
};
function eventsIn({ definitions }, project_id) {
	return definitions.events(project_id).reduce((sum, { count }) => sum + count, 0);
}
function knownOf({ definitions }, project_id) {
	return {
		events: definitions.events(project_id),
		properties: definitions.properties(project_id, { owner: "event" }),
		person_properties: definitions.properties(project_id, { owner: "person" })
	};
}
/** Works while `isQuiet` says that nobody asks or sends anything. */
function startRehearsing(service, isQuiet, pause_ms = TUNING.rehearsal_quiet_ms) {
	let rehearsal = null;
	return startRounds(service.log, {
		every_ms: pause_ms,
		isTime: isQuiet,
		async run(signal) {
			rehearsal ??= new Rehearsal(service, signal);
			while (isQuiet()) {
				const outcome = await rehearsal.step();
				if (outcome === null || outcome === "left") return;
				await setImmediate();
			}
		},
		failed: "a rehearsal was not finished"
	});
}
export { startRehearsing as n, startRounds as r, Rehearsal as t };
