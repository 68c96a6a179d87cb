import { i as logEdge, l as roomFor } from "./edges-BY1FQb0p.js";
// src/engine/kernels/path/sessions.ts
/**
* One actor's steps into edges of the log: split into sessions at pauses, each session cut to what was asked.
* Input: names and times of the steps. Output: edge records. Consecutive steps with one name count once, by the last of
* them; a session cannot end with an empty name. Cost: one step per row.
*/
/** A name that no step has. */
const NO_STEP_NAME = 4294967295;
const FIRST_STEPS = 256;
function newSteps(size = FIRST_STEPS) {
	return {
		time_ms: new Float64Array(size),
		name: new Uint32Array(size)
	};
}
/** Makes room; contents may be lost. */
function reserveSteps(steps, count) {
	if (count > steps.name.length) Object.assign(steps, newSteps(2 ** Math.ceil(Math.log2(count))));
}
/** Logs the edges of one actor's steps, at [begin, until). */
function logSteps(steps, begin, until, plan, logging) {
	const { session, log } = logging;
	if (until - begin < 2) return;
	if (plan.start === 4294967295 && plan.end === 4294967295) {
		logFirstSteps(steps, begin, until, plan, roomFor(log, until - begin));
		return;
	}
	reserveSteps(session, until - begin);
	logCutSessions(steps, begin, until, plan, logging);
}
/**
* Logs the first steps of each session, up to the limit. Session ends are unpredictable, so there are no branches:
* every step writes a record, and only edges advance the write index.
*/
function logFirstSteps(steps, begin, until, plan, chunk) {
	const { time_ms, name } = steps;
	const { session_gap_ms, step_limit, names } = plan;
	const empty = plan.empty | 0;
	const { source, target, took_ms } = chunk;
	let at = chunk.length;
	/** Depth of the next step in its session; index and source number of the last step that counted. */
	let depth = 0;
	let last = begin;
	let last_source = 0;
	let time = time_ms[begin];
	let step = name[begin] | 0;
	for (let next = begin + 1; next < until; next++) {
		const next_ms = time_ms[next];
		const next_step = name[next] | 0;
		const is_end = Number(next_ms - time >= session_gap_ms);
		const is_step = is_end | Number(next_step !== step);
		let is_edge = is_step & Number(depth > 0) & Number(depth < step_limit);
		if (step === empty) is_edge &= is_end ^ 1;
		source[at] = last_source;
		target[at] = step;
		took_ms[at] = time - time_ms[last];
		at += is_edge;
		last ^= (last ^ next - 1) & -is_step;
		last_source ^= (last_source ^ Math.imul(depth, names) + step) & -is_step;
		depth = depth + is_step & is_end - 1;
		time = next_ms;
		step = next_step;
	}
	if (depth > 0 && depth < step_limit && step !== empty) {
		source[at] = last_source;
		target[at] = step;
		took_ms[at++] = time - time_ms[last];
	}
	chunk.length = at;
}
function logCutSessions(steps, begin, until, plan, logging) {
	const { log } = logging;
	const { name, time_ms } = logging.session;
	const session = {
		length: 0,
		name,
		time_ms,
		plan
	};
	let last_ms = steps.time_ms[begin];
	let length = 0;
	for (let at = begin; at < until; at++) {
		const time = steps.time_ms[at];
		const step = steps.name[at];
		if (time - last_ms >= plan.session_gap_ms) {
			session.length = length;
			cutSession(session, log);
			length = 0;
		}
		if (length === 0 || name[length - 1] !== step) length++;
		name[length - 1] = step;
		time_ms[length - 1] = time;
		last_ms = time;
	}
	session.length = length;
	cutSession(session, log);
}
/** Cuts the session to the part asked for. */
function cutSession(session, log) {
	const { name, plan } = session;
	const { step_limit, start, end } = plan;
	if (session.length > 0 && name[session.length - 1] === plan.empty) session.length--;
	if (session.length < 2) return;
	const first = start === 4294967295 ? 0 : depthOf(session, start, 0);
	if (first < 0) return;
	if (end === 4294967295) {
		logEdges(session, first, Math.min(session.length, first + step_limit), 0, log);
		return;
	}
	const until = depthOf(session, end, first) + 1;
	if (until === 0) return;
	if (until - first <= step_limit) logEdges(session, first, until, 0, log);
	else if (start === 4294967295) logEdges(session, until - step_limit, until, 0, log);
	else logWithoutMiddle(session, first, until, log);
}
/** Depth of the first step with that name from `from` on, -1 = none. */
function depthOf({ name, length }, wanted, from) {
	for (let depth = from; depth < length; depth++) if (name[depth] === wanted) return depth;
	return -1;
}
/** Logs the edges between depths [first, until); the first is at depth `offset` of the path. */
function logEdges({ name, time_ms, plan }, first, until, offset, log) {
	const chunk = roomFor(log, until - first);
	const { source, target, took_ms } = chunk;
	let at = chunk.length;
	let base = offset * plan.names;
	for (let depth = first + 1; depth < until; depth++) {
		source[at] = base + name[depth - 1];
		target[at] = name[depth];
		took_ms[at++] = time_ms[depth] - time_ms[depth - 1];
		base += plan.names;
	}
	chunk.length = at;
}
/** Half of the limit from the start, a placeholder for the middle, half of the limit from the end. */
function logWithoutMiddle(session, first, until, log) {
	const { name, time_ms, plan } = session;
	const half = plan.step_limit >>> 1;
	const middle = first + half;
	const rest = until - half;
	logEdges(session, first, middle, 0, log);
	if (half === 0) return;
	logEdge(log, (half - 1) * plan.names + name[middle - 1], plan.left_out, time_ms[middle] - time_ms[middle - 1]);
	logEdge(log, half * plan.names + plan.left_out, name[rest], time_ms[rest] - time_ms[middle]);
	logEdges(session, rest, until, half + 1, log);
}
export { reserveSteps as i, logSteps as n, newSteps as r, NO_STEP_NAME as t };
